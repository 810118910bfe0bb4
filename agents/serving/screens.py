"""Who sits before which page: those where a game was begun, and guests, each of whom came to a seat by a link."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from skirmish_rl.agents.serving.session import Session, Step

_LETTERS = 12  # bytes of a name that nobody guesses


def _name() -> str:
    return secrets.token_urlsafe(_LETTERS)


@dataclass
class Guest:
    """Whoever plays a seat from elsewhere.

    Attributes:
        link: seats the first who opens it. key: by which the pages of that person come back, "" while nobody has come.
    """

    link: str = field(default_factory=_name)
    key: str = ""

    def take(self) -> str:
        """Somebody has opened the link. Returns their key."""
        self.key = _name()
        return self.key

    def again(self) -> Guest:
        """The same person in another game; where nobody has come, by another link."""
        return Guest("", _name()) if self.key else Guest()


@dataclass(frozen=True)
class Screen:
    """What the people before one page may see and do.

    Attributes:
        seats: theirs; none of whoever only looks on.
    """

    session: Session
    seats: tuple[int, ...]

    @property
    def hides(self) -> bool:
        """True where several people before it must not see everything."""
        return bool(self.session.scenario.ruleset.hidden) and len(self.seats) > 1

    @property
    def viewer(self) -> int:
        """The seat whose hidden things may be shown: the only one's, of several that of who is asked; -1 for nobody's."""
        decider = self.session.decider
        return self.seats[0] if len(self.seats) == 1 else decider if decider in self.seats else -1

    @property
    def is_asked(self) -> bool:
        """True if one of its people must answer."""
        return self.session.decider in self.seats

    @property
    def can_undo(self) -> bool:
        """True if the last answer of a person was given here, and may be taken back."""
        at = self.session.undoable()
        return at >= 0 and self.session.steps[at + 1].seat in self.seats

    @property
    def is_open(self) -> bool:
        """True if nothing of the game is a secret to anybody here: nothing is hidden, or it is over, or its people play against agents."""
        session = self.session
        return not session.scenario.ruleset.hidden or session.over or len(session.people) < 2

    def is_told(self, step: Step) -> bool:
        """False for an answer that nobody before the page may learn of, or not everybody.

        Of agents among themselves all is told, and after the end.
        """
        return not step.silent or not self.session.people or self.session.over or self.seats == (step.seat,)
