"""What seats see: the part of the conformance kit that looks at observations, see `skirmish_rl.envs.testing`."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch, game_seeds
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario


def check_observations(scenario: Scenario, games: int = 16, seed: int = 3) -> None:
    """Named, within [-1, 1], the same however asked for, and blind to what a reseeded copy deals anew."""
    names = scenario.features.names()
    assert len(names) == scenario.features.size and len(set(names)) == len(names), "features without a name of their own"
    batch = Batch(scenario, games)
    copies = Batch(scenario, games)
    batch.reset(seed=seed)
    luck = np.random.default_rng(seed)
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        seen = batch.observations[live]
        outside = np.flatnonzero(~(np.abs(seen) <= 1).all(axis=0))
        assert not len(outside), f"outside [-1, 1]: {[names[i] for i in outside[:8]]}"
        b = int(luck.choice(live))
        for seat in range(scenario.seats):
            looked, _ = batch.look(b, seat)
            assert (np.abs(looked) <= 1).all(), f"seat {seat} sees values outside [-1, 1]"
            if seat == batch.deciders[b]:
                assert (looked == batch.observations[b]).all(), "look() and step() observe differently"
        copies.games[:] = batch.games
        copies.reseed(game_seeds(seed + 1, games))
        for b in luck.choice(live, min(4, len(live)), replace=False):
            copies.refresh(int(b))
            changed = np.flatnonzero(copies.observations[b] != batch.observations[b])
            assert not len(changed), f"the decider sees what must be hidden: {[names[i] for i in changed[:8]]}"
            assert (copies.masks[b] == batch.masks[b]).all(), "the mask depends on what must be hidden"
        batch.step(random_legal(batch.masks, luck))


def varying_columns(scenario: Scenario, games: int = 64, seed: int = 4) -> dict[str, bool]:
    """Which parts of the observation ever change, over games of random play and of every bot.

    Returns:
        `section.column` -> changes, over time or from row to row; the places of a plane count as one.
    """
    low = np.full(scenario.features.size, np.inf, np.float32)
    high = -low
    luck = np.random.default_rng(seed)
    batch = Batch(scenario, games)
    batch.reset(seed=seed)
    asked = np.arange(games) % (len(scenario.ruleset.bots) + 1)
    while True:
        np.minimum(low, batch.observations.min(axis=0), out=low)
        np.maximum(high, batch.observations.max(axis=0), out=high)
        live = np.flatnonzero(batch.over == 0)
        if not len(live):
            break
        actions = random_legal(batch.masks, luck)
        by_bot = live[asked[live] > 0]
        actions[by_bot] = batch.ask(by_bot, asked[by_bot] - 1)
        batch.step(actions)
    found: dict[str, bool] = {}
    for section in scenario.features.sections.values():
        rows = slice(section.start, section.stop)
        least = low[rows].reshape(section.count, -1).min(axis=0)
        most = high[rows].reshape(section.count, -1).max(axis=0)
        changed = high[rows] > low[rows]
        moves = np.asarray(most > least if section.places is None else changed.reshape(section.count, -1).any(axis=1))
        for column, moved in zip(section.columns, moves, strict=True):
            name = f"{section.name}.{column}"
            found[name] = found.get(name, False) or bool(moved)
    return found


def check_features_vary(scenarios: Iterable[Scenario], games: int = 64, seldom: Iterable[str] = ()) -> None:
    """Every column of every section changes in at least one of the scenarios, see `varying_columns`; but for those named as seldom."""
    columns = {
        scenario: {f"{part.name}.{column}" for part in scenario.features.sections.values() for column in part.columns}
        for scenario in scenarios
    }
    dead = set().union(*columns.values()) - set(seldom)
    for scenario, own in columns.items():
        if dead & own:
            dead -= {name for name, varies in varying_columns(scenario, games).items() if varies}
    assert not dead, f"constant features: {sorted(dead)}"


# Fields of the header and of the frame stack that are no facts of the board: luck, bookkeeping, and what only holds once a game is over.
_PROCESS = frozenset({
    "key", "drawn", "decisions", "tape", "tape_next", "tape_end", "listening", "noted", "events", "fault", "variant", "seats", "over",
    "reason",
    "winners", "frames", "depth", "_pad",
})  # fmt: skip


def _changes(value: int, allowed: tuple[int, int] | None, kind: np.dtype) -> dict[str, int]:
    """Other values of a field, by the kind of change: every value of a small range, else steps and single bits."""
    low, high = allowed or (np.iinfo(kind).min, np.iinfo(kind).max)
    if high - low < 8:
        return {f"{value} -> {other}": other for other in range(low, high + 1) if other != value}
    steps = {"+1": value + 1, "-1": value - 1} | {f"bit {k}": value ^ (1 << k) for k in range((high - low).bit_length())}
    return {name: other for name, other in steps.items() if low <= other <= high}


Changes = dict[str, set[str]]


def unseen_changes(scenario: Scenario, only: Changes | None = None, games: int = 16, trials: int = 120, seed: int = 9) -> Changes:
    """What a seat cannot see: single changes of a visible field that never changed any seat's observation.

    Positions of random play and of bots are changed in one field at a time, as its declared range allows.

    Args:
        only: the changes to try, by field path; None: all.

    Returns:
        field path -> kinds of change (`+1`, `bit 3`, `0 -> 2`) that were tried and never seen; a path without an entry is seen.
    """
    luck = np.random.default_rng(seed)
    positions = _positions(scenario, games, luck)
    trial = Batch(scenario, 1)
    looks: dict[int, list[np.ndarray]] = {}  # what each seat sees of a position
    unseen: Changes = {}
    for path, kind, allowed in _visible(scenario.ruleset):
        if only is not None and not only.get(path):
            continue
        tried: set[str] = set()
        seen: set[str] = set()
        for _ in range(trials):
            at = int(luck.integers(len(positions)))
            trial.games[0] = positions[at]
            if at not in looks:
                looks[at] = [trial.look(0, seat)[0].copy() for seat in range(scenario.seats)]
            values = trial.games
            for name in path.split("."):
                values = values[name]
                while values.ndim > 1 and name != path.split(".")[-1]:
                    values = values[:, luck.integers(values.shape[1])]
            index = (0, *(int(luck.integers(n)) for n in values.shape[1:]))
            changes = _changes(int(values[index]), allowed, kind)
            for change in (changes.keys() if only is None else changes.keys() & only[path]) - seen:
                tried.add(change)
                values[index] = changes[change]
                if any((trial.look(0, seat)[0] != looked).any() for seat, looked in enumerate(looks[at])):
                    seen.add(change)
        unseen[path] = tried - seen
    return unseen


def _visible(ruleset: Ruleset) -> list[tuple[str, np.dtype, tuple[int, int] | None]]:
    """The fields that are facts of the board, and that some seat must see."""
    left_out = (*_PROCESS, *ruleset.hidden, *ruleset.derived)
    asked = any(row.subject for row in ruleset.questions.rows.values())
    return [
        (path, kind, allowed)
        for path, kind, allowed in ruleset.record.fields()
        if path.split(".")[0] not in left_out and path not in left_out and not path.endswith("._pad") and kind.kind in "iu"
        if path != "subject" or asked
    ]


def _positions(scenario: Scenario, games: int, luck: np.random.Generator) -> np.ndarray:
    """Positions from all stages of games, half of them played at random, half by the strongest bot."""
    batch, kept = Batch(scenario, games, observe=False), []
    batch.reset(seed=int(luck.integers(2**31)))
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        kept.append(batch.games[int(luck.choice(live))].copy())
        actions = random_legal(batch.masks, luck)
        by_bot = live[live % 2 == 0]
        actions[by_bot] = batch.ask(by_bot, len(scenario.ruleset.bots) - 1)
        batch.step(actions)
    return np.array(kept, scenario.ruleset.state)


def check_visible(scenarios: Iterable[Scenario]) -> None:
    """Every change of a field that is not declared hidden shows in an observation of at least one of the scenarios."""
    left: Changes | None = None
    for scenario in scenarios:
        left = unseen_changes(scenario, left)
        if not any(left.values()):
            return
    blind = {path: sorted(changes) for path, changes in (left or {}).items() if changes}
    assert not blind, f"no seat sees {blind}"
