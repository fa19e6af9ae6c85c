"""After a failure nobody waits for the same failure again for a while."""

from codebase_lsp.engine.embed.breaker import FIRST_COOL_DOWN, LONGEST_COOL_DOWN, CircuitBreaker


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_all_may_try_while_all_is_well() -> None:
    breaker = CircuitBreaker(Clock())
    assert all(breaker.allows() for _ in range(3))
    assert breaker.seconds_left is None


def test_after_a_failure_nobody_may_until_the_cool_down_is_over() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    breaker.failed()
    assert not breaker.allows()
    assert breaker.seconds_left == FIRST_COOL_DOWN
    clock.now += FIRST_COOL_DOWN
    assert breaker.allows()
    assert not breaker.allows(), "one attempt decides, the others wait for it"


def test_success_lets_everybody_in_again() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    breaker.failed()
    clock.now += FIRST_COOL_DOWN
    assert breaker.allows()
    breaker.succeeded()
    assert breaker.allows()
    assert breaker.allows()
    assert breaker.seconds_left is None


def test_the_cool_down_doubles_up_to_a_limit() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    waits: list[float] = []
    for _ in range(30):
        breaker.failed()
        waits.append(breaker.seconds_left or 0.0)
        clock.now += waits[-1]
    assert waits[:3] == [FIRST_COOL_DOWN, 2 * FIRST_COOL_DOWN, 4 * FIRST_COOL_DOWN]
    assert waits[-1] == LONGEST_COOL_DOWN


def test_an_attempt_that_never_reports_does_not_close_the_door_for_good() -> None:
    clock = Clock()
    breaker = CircuitBreaker(clock)
    breaker.failed()
    clock.now += FIRST_COOL_DOWN
    assert breaker.allows()
    clock.now += FIRST_COOL_DOWN
    assert breaker.allows()
