"""What a profile is: a way from a question to ranked chunks, and what may be asked of it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ....errors import BadRequest
from ..question import Question
from ..types import Contribution
from .lists import Lists


@dataclass(frozen=True, slots=True)
class Scored:
    """One chunk in the answer of a profile."""

    chunk: int
    score: float
    signals: dict[str, float]
    """What the score is made of."""
    reasons: tuple[str, ...]
    contributions: dict[str, Contribution]


@dataclass(frozen=True, slots=True)
class Profile:
    """One system's ranking."""

    name: str
    order: Callable[[Lists], list[Scored]]
    """The answer, best first."""
    limit: int
    """Results that the system itself asks for."""
    modes: tuple[str, ...] = ("hybrid", "semantic", "lexical")
    weights: tuple[str, ...] = ()
    """What can be weighed."""

    def admitted(self, question: Question, asked: str) -> Question:
        """The question in a mode that this profile has: where `asked` left it open, in the first.

        Raises BadRequest for a mode that was asked for and that the system has not.
        """
        if question.mode in self.modes:
            return question
        if asked == "auto":
            return replace(question, mode=self.modes[0])
        raise BadRequest(
            f"The profile {self.name} has no mode {question.mode!r}, only {', '.join(self.modes)}.", "mode"
        )
