"""What holds for all tests."""

from hypothesis import HealthCheck, settings

# Machines are shared: how long it takes says nothing about the code.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
