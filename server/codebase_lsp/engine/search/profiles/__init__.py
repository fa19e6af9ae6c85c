"""Rankings of other systems, reproduced to compare with: by name."""

from . import bloop, chocolate_factory, rrf, voidmuse
from .profile import Profile
from .search import search_like

PROFILES = {
    profile.name: profile
    for profile in (voidmuse.PROFILE, rrf.PROFILE, chocolate_factory.PROFILE, bloop.PROFILE)
}

__all__ = ["PROFILES", "Profile", "search_like"]
