"""Who sits at which screen: the people where the game was begun, and guests, each of whom took a seat by a link."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field

from skirmish_rl.agents.serving.session import Session, Step

_LETTERS = 12  # bytes of a name that nobody guesses


def _name() -> str:
    return secrets.token_urlsafe(_LETTERS)


@dataclass
class Guest:
    """A remote player of one seat.

    Attributes:
        link: gives the seat to whoever opens it first.
        key: identifies that person's pages when they return, "" while nobody has taken the seat.
    """

    link: str = field(default_factory=_name)
    key: str = ""

    def take(self) -> str:
        """Take the seat for whoever opened the link. Returns that person's key."""
        self.key = _name()
        return self.key

    def again(self) -> Guest:
        """The same guest in another game; a seat that nobody has taken gets a new link."""
        return Guest("", _name()) if self.key else Guest()


@dataclass(frozen=True)
class Screen:
    """What the people at one page may see and do.

    Attributes:
        seats: their seats; empty for a page that only watches.
    """

    session: Session
    seats: tuple[int, ...]

    @property
    def hides(self) -> bool:
        """True if several people share the page and some things are hidden from some of them."""
        return bool(self.session.scenario.ruleset.hidden) and len(self.seats) > 1

    @property
    def viewer(self) -> int:
        """The seat whose hidden things may be shown: the page's only seat, or the seat that is asked if there are several; -1 for none."""
        decider = self.session.decider
        return self.seats[0] if len(self.seats) == 1 else decider if decider in self.seats else -1

    @property
    def is_asked(self) -> bool:
        """True if one of the page's people must answer."""
        return self.session.decider in self.seats

    @property
    def can_undo(self) -> bool:
        """True if the last answer of a person was given at this page and may be taken back."""
        at = self.session.undoable()
        return at >= 0 and self.session.steps[at + 1].seat in self.seats

    @property
    def is_open(self) -> bool:
        """True if nothing is secret from this page: the game hides nothing, it is over, or its people play against agents only."""
        session = self.session
        return not session.scenario.ruleset.hidden or session.over or len(session.people) < 2

    def is_told(self, step: Step) -> bool:
        """False for an answer that is secret from some of the people at the page.

        Everything is told of a game between agents, and of any game that is over.
        """
        return not step.silent or not self.session.people or self.session.over or self.seats == (step.seat,)
