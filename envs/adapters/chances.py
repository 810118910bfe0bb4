"""Dice as chance nodes: the positions that may follow an action, with their probabilities.

Dice fall inside a step. A planner that wants to look at each of their falls, as at the answers of another player, asks here:

    for chance in outcomes(scenario, record, action):
        chance.probability, chance.dice, chance.record

Where few dice fall, every fall is found with its exact odds: the first is dictated by the tape of the record, the listener hears how many
faces the next die has, and so on. Where there are too many, or cards are dealt, falls are drawn. Ways to the same position are told as
one. Nobody learns the dice to come: each position that is handed out goes on with dice of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.dice import DICE, LAYOUT, TAPE
from skirmish_rl.envs.core.errors import BadOption, StateError
from skirmish_rl.envs.core.events import EVENTS, HEARD, Event
from skirmish_rl.envs.core.ruleset import Scenario

MOST, SAMPLES = 1296, 256
_LIMIT = 100_000  # positions that may be asked for at once
LUCK = ("key", "drawn", "tape", "tape_next", "tape_end", *HEARD)  # fields in which equal positions may differ


class Chance(NamedTuple):
    """One of the positions that may follow an action.

    Attributes:
        probability: of this position.
        dice: the faces that fell on one way to it, as (faces of the die, face); dealt cards are not among them.
        record: the position, a record of the ruleset's state. Its dice to come are its own.
        action: after which it may follow; -1 if that is not known.
    """

    probability: float
    dice: tuple[tuple[int, int], ...]
    record: np.void
    action: int = -1

    def __repr__(self) -> str:
        """Without the record, which is long."""
        return f"Chance({self.probability:.4g}, dice={self.dice}, action={self.action})"


@dataclass(frozen=True)
class Chances(Sequence[Chance]):
    """All positions that may follow an action, or a sample of them; the probabilities add up to 1.

    Attributes:
        exact: every fall of the dice is among them with its exact odds. False: drawn, each with its share of the draws.
    """

    falls: tuple[Chance, ...]
    exact: bool

    def __repr__(self) -> str:
        return f"Chances({len(self)} outcomes, exact={self.exact})"

    def __len__(self) -> int:
        return len(self.falls)

    def __getitem__(self, k):  # type: ignore[no-untyped-def]
        return self.falls[k]


def outcomes(scenario: Scenario, record: np.void, action: int, most: int = MOST, samples: int = SAMPLES) -> Chances:
    """The positions that may follow an action, up to the next decision, with their probabilities.

    The same position and action give the same result. Hidden things stay as they are: a caller that must not know them takes a copy
    in which they are dealt anew (`clone(reseed=True)`, `Batch.reseed`).

    Args:
        record: a game that is not over. action: a legal one.
        most: results of the dice that are enumerated; if there are more, `samples` are drawn. samples: 0 never draws.

    Raises:
        StateError: the game has not begun, is over, or is out of range. IllegalAction: an action that the mask does not allow.
        BadOption: `most` or `samples` out of range, or more falls than `most` where none may be drawn.
    """
    _check_number("most", most, 1)
    _check_number("samples", samples, 0)
    action = _checked(scenario, record, action)
    seed = np.random.SeedSequence([*map(int, record["key"]), int(record["decisions"]), action])
    rng = np.random.default_rng(seed)
    falls = _every_fall(scenario, record, action, most)
    exact = falls is not None
    if falls is None:
        if not samples:
            why = f"more than most={most} falls of the dice follow action {action}, or cards are dealt"
            raise BadOption(f"{why}; give a larger `most`, or samples=256 to draw some")
        games = step_copies(scenario, np.full(samples, record, record.dtype), np.full(samples, action), rng, listen=True).games
        falls = [Chance(1 / samples, tuple(_heard(game) or ()), game) for game in games]
    return Chances(_merged(falls, action, bool(record["listening"]), rng), exact)


def step_copies(scenario: Scenario, games: np.ndarray, actions: np.ndarray, rng: np.random.Generator, listen: bool = False) -> Batch:
    """A batch of games after one action each, with new dice and newly drawn cards; hidden things stay as they are.

    Unlike `Batch.reseed`, which deals hidden things anew for a planner, this samples what can really follow a position: the game's own
    next position comes from the same distribution.

    Args:
        games: (n,) records that are not over; they stay as they are. actions: (n,) legal ones. rng: where the new dice come from.
        listen: note what happens as events.
    """
    return _stepped(scenario, rekeyed(games, rng), actions, listen)


def rekeyed(games: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Copies of games with other dice to come."""
    copies = games.copy()
    copies["key"] = rng.integers(0, 2**32, copies["key"].shape, np.uint32)
    copies["tape_next"] = copies["tape_end"] = 0
    return copies


def same_but_for_luck(games: np.ndarray) -> np.ndarray:
    """Copies in which the fields that say how the dice will fall, and what was heard, are blank: equal positions have equal bytes."""
    plain = games.copy()
    for name in LUCK:
        plain[name] = 0
    return plain


def _check_number(name: str, value: int, least: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int | np.integer) or not least <= value <= _LIMIT:
        raise BadOption(f"{name}={value!r}: a whole number from {least} to {_LIMIT}")


def _checked(scenario: Scenario, record: np.void, action: int) -> int:
    """The action as an int, if it is legal in the position."""
    if getattr(record, "dtype", None) != scenario.ruleset.state:
        raise StateError(f"outcomes() of {type(record).__name__}; expected a record of {scenario.ruleset.name}, such as env.record")
    batch = Batch(scenario, 1, observe=False)
    batch.games[0] = record
    batch.refresh(0)
    if record["over"]:
        raise StateError("outcomes() of a game that is over; call reset() first")
    return int(batch.check(np.array([action]))[0])


def _stepped(scenario: Scenario, games: np.ndarray, actions: np.ndarray, listen: bool) -> Batch:
    batch = Batch(scenario, len(games), observe=False)
    batch.games[:] = games
    batch.games["listening"] = listen
    batch.step(np.ascontiguousarray(actions, np.int64), check=False)  # legal by the masks of the positions copied
    return batch


def _every_fall(scenario: Scenario, record: np.void, action: int, most: int) -> list[Chance] | None:
    """All falls of the dice after an answer, None where they are too many or chance is not in dice alone."""
    known: list[tuple[int, ...]] = [()]
    falls: list[Chance] = []
    while known:
        games = np.full(len(known), record, record.dtype)
        games["tape"] = 0
        for k, faces in enumerate(known):
            games["tape"][k, : len(faces)] = faces
        games["tape_next"], games["tape_end"] = 0, len(known[0])
        dealt = int(record["drawn"][LAYOUT])
        longer: list[tuple[int, ...]] = []
        for faces, game in zip(known, _stepped(scenario, games, np.full(len(known), action), listen=True).games, strict=True):
            dice = _heard(game, int(record["drawn"][DICE]))
            if dice is None or int(game["drawn"][LAYOUT]) != dealt or len(dice) > TAPE:
                return None
            if len(dice) == len(faces):
                falls.append(Chance(float(np.prod([1 / sides for sides, _ in dice])), tuple(dice), game))
            else:
                longer += [(*faces, face) for face in range(1, dice[len(faces)][0] + 1)]
        known = longer
        if len(falls) + len(known) > most:
            return None
    return falls


def _heard(game: np.void, drawn: int | None = None) -> list[tuple[int, int]] | None:
    """The dice that fell in the last answer, as (faces, face); None where not all were heard.

    Args:
        drawn: numbers taken before it, for the check that each has been heard.
    """
    noted = int(game["noted"])
    heard = game["events"][: min(noted, EVENTS)]
    heard = heard[heard["kind"] == Event.DIE]
    thrown = len(heard) if drawn is None else int(game["tape_next"]) + ((int(game["drawn"][DICE]) - drawn) & 0xFFFFFFFF)
    if noted > EVENTS or thrown != len(heard):
        return None
    return list(zip(heard["other"].tolist(), heard["value"].tolist(), strict=True))


def _merged(falls: list[Chance], action: int, listening: bool, rng: np.random.Generator) -> tuple[Chance, ...]:
    """Each position once, with the odds of all ways to it, and with dice of its own to come."""
    games = np.array([fall.record for fall in falls], falls[0].record.dtype)
    first: dict[bytes, int] = {}
    odds: dict[int, float] = {}
    for k, plain in enumerate(same_but_for_luck(games)):
        place = first.setdefault(plain.tobytes(), k)
        odds[place] = odds.get(place, 0.0) + falls[k].probability
    games = rekeyed(games[list(odds)], rng)
    games["listening"] = listening
    games["tape"] = 0
    if not listening:
        games["noted"] = 0
        games["events"] = np.zeros((), games["events"].dtype)
    return tuple(Chance(probability, falls[k].dice, game, action) for (k, probability), game in zip(odds.items(), games, strict=True))
