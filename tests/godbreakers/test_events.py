"""Events tell everything: from them alone whole games are rebuilt, and every die has an owner and a reason."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import EVENTS, Event, Noted, events_of, told
from skirmish_rl.envs.core.trace import record_game
from skirmish_rl.envs.godbreakers import RULESET
from skirmish_rl.envs.godbreakers.rules.telling import Own
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, GODBREAKERS, SIDE, Status
from tests.plays import check_listening, listened, most_noted

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("drill", 2, {"ready": True}), ("drill_nowild", 2, {}), ("saboteurs", 2, {"circles": ["ritualists", "flawed_mixed"], "ready": True}),
    ("treasure", 3, {}), ("nest", 2, {"circles": "flawed_mixed"}), ("infiltrators", 3, {}), ("cure", 4, {"circles": "ritualists"}),
    ("hunt", 4, {"setup": "full", "circles": "random"}),
]  # fmt: skip


class Ledger:
    """A game rebuilt from its events: places, damage and loads of units, points, control, and things on the board."""

    def __init__(self, record: np.void):
        units, markers = record["units"], record["markers"]
        self.seats = int(record["seats"])
        self.status, self.die = units["status"].astype(int), units["die"].astype(int)
        self.status[:GODBREAKERS][self.status[:GODBREAKERS] == Status.ON_BOARD] = (
            Status.RESERVE
        )  # before the first event nobody stands anywhere
        self.status[GODBREAKERS:] = Status.ABSENT
        self.cell, self.damage, self.tokens = np.full(len(units), -1), np.zeros(len(units), int), np.zeros_like(units["tokens"], int)
        self.points = record["points"][: self.seats].astype(int)
        self.piles = record["piles"].astype(int)
        self.holder = np.full(len(markers), -1)
        self.standing = np.zeros(len(markers), bool)

    def hear(self, e: Noted) -> None:
        """Keep the books."""
        if e.kind == Event.HURT:
            self.damage[e.unit] += e.value
        elif e.kind == Event.HEALED:
            self.damage[e.unit] -= e.value
        elif e.kind in (Event.MOVED, Event.PLACED, Own.CREATED):
            if e.kind == Event.MOVED:
                assert self.cell[e.unit] == e.value
            if e.kind == Own.CREATED:
                assert self.status[e.unit] == Status.ABSENT
                self.damage[e.unit], self.tokens[e.unit] = 0, 0
            self.cell[e.unit], self.status[e.unit] = e.cell, Status.ON_BOARD
        elif e.kind == Event.GONE:
            assert self.cell[e.unit] == e.cell
            self.cell[e.unit], self.status[e.unit] = -1, e.value if e.unit < GODBREAKERS else Status.ABSENT
        elif e.kind == Event.POINTS:
            self.points[e.seat] += e.value
        elif e.kind == Event.CONTROL:
            self.holder[e.other] = e.seat
        elif e.kind in (Own.MARKER, Own.NO_MARKER):
            self.standing[e.other], self.holder[e.other] = e.kind == Own.MARKER, -1
        elif e.kind == Own.GROWN:
            self.die[e.unit] = e.value
        elif e.kind in (Own.TOOK, Own.GAVE, Own.DROPPED):
            self.tokens[e.unit, e.other] += e.value if e.kind == Own.TOOK else -e.value
            if e.cell >= 0:
                self.piles[e.other, e.cell] += e.value if e.kind == Own.DROPPED else -e.value

    def check(self, s: np.void) -> None:
        """Compare with the record."""
        units = s["units"]
        assert (self.status == units["status"]).all()
        there = units["status"] != Status.ABSENT
        assert (self.cell == units["cell"])[there].all()
        assert (self.damage == units["damage"])[there].all()
        assert (self.tokens == units["tokens"])[there].all() and (self.piles == s["piles"]).all()
        assert (self.die == units["die"])[:GODBREAKERS].all()
        assert (self.points == s["points"][: self.seats]).all()
        assert (self.standing == (s["markers"]["cell"] >= 0)).all()
        held = [self._controller(int(s["markers"]["cell"][k])) if self.standing[k] else -1 for k in range(len(self.holder))]
        assert self.holder.tolist() == held

    def _controller(self, cell: int) -> int:
        """Whose godbreakers are most of the models around a cell; -1 for nobody's."""
        apart = np.maximum(abs(self.cell % SIDE - cell % SIDE), abs(self.cell // SIDE - cell // SIDE))
        near = np.flatnonzero((self.cell >= 0) & (apart == 1))
        own = [int((near // CIRCLE_SIZE == seat).sum()) for seat in range(self.seats)]
        return next((seat for seat in range(self.seats) if 2 * own[seat] > len(near)), -1)


def check_dice(events: list[Noted]) -> None:
    """Every die follows a roll that says whose it is; faces and modifiers come to the result, a lead and its modifiers to the damage."""
    rolling = total = 0
    for k, e in enumerate(events):
        if e.kind == Event.ROLLS:
            assert e.unit >= 0 or e.seat >= 0
            rolling, total = 1, 0
        elif e.kind == Event.DIE:
            assert rolling, "a die of nobody"
            total += e.value
        elif e.kind == Event.MODIFIER and rolling:
            total += e.value
        elif e.kind == Event.RESULT:
            assert total == e.value
            rolling = 0
        elif e.kind == Own.LEAD:
            after = events[k + 1 :]
            change = [m.value for m in after[: next(i for i, m in enumerate(after) if m.kind != Event.MODIFIER)]]
            hurt, brittle = after[len(change)], after[len(change) + 1 : len(change) + 2]
            more = sum(m.value for m in brittle if m.kind == Event.MODIFIER)
            assert (hurt.kind, hurt.unit, hurt.value) == (Event.HURT, e.other, e.value + sum(change) + more)
        elif e.kind not in (Own.TRAIT, Event.MODIFIER):
            rolling = rolling and e.kind in (Event.DIE, Event.RESULT)


def often_rare(batch: Batch, luck: np.random.Generator) -> np.ndarray:
    """Random legal actions, every other one of those that are no Moves, where there are any."""
    layout = RULESET.layout
    rare = batch.masks.copy()
    rare[:, layout.offset["cell"] : layout.offset["order"]] = 0
    some = rare.any(axis=1) & (luck.random(batch.n) < 0.5)
    return random_legal(np.where(some[:, None], rare, batch.masks), luck)


@pytest.mark.parametrize(("name", "seats", "options"), GAMES)
@pytest.mark.games
def test_damage_losses_points_and_control_follow_from_the_events(name: str, seats: int, options: dict[str, Any]) -> None:
    scenario = RULESET.scenario(name, seats, **options)
    ledgers: list[Ledger] = []
    for batch in listened(scenario, 4, 17, often_rare):
        ledgers = ledgers or [Ledger(record) for record in batch.games]
        for record, ledger in zip(batch.games, ledgers, strict=True):
            events = events_of(record)
            check_dice(events)
            for event in events:
                ledger.hear(event)
            ledger.check(record)
            assert all(line for _, line in told(record, scenario))


def seatings() -> list[tuple[str, int]]:
    of_two = ("drill", "drill_nowild", "duel", "mirror")
    return [(name, seats) for name in RULESET.scenarios for seats in ((2,) if name in of_two else (2, 4))]


@pytest.mark.parametrize(("name", "seats"), seatings())
@pytest.mark.games
def test_a_record_holds_all_events_between_two_answers(name: str, seats: int) -> None:
    assert most_noted(RULESET.scenario(name, seats), 40, often_rare) <= EVENTS
    assert most_noted(RULESET.scenario(name, seats, circles="random", ready=True), 10, often_rare) <= EVENTS


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats"), seatings())
def test_a_record_holds_all_events_of_many_games(name: str, seats: int) -> None:
    for circles in (None, "ritualists"):
        assert most_noted(RULESET.scenario(name, seats, circles=circles, rounds=7), 200, often_rare) <= EVENTS


@pytest.mark.games
def test_listening_changes_nothing_of_play() -> None:
    check_listening(RULESET.scenario("hunt", 3))


def test_a_trace_is_a_battle_report() -> None:
    lines = record_game(RULESET.scenario("drill"), 7, "strong").splitlines()
    rounds = [k for k, line in enumerate(lines) if line.startswith("--- round ")]
    for start, stop in zip(rounds[1:], [*rounds[2:], len(lines)], strict=True):
        rolls = [line.strip() for line in lines[start:stop] if "rolls for initiative" in line]
        assert len(rolls) >= 2 and {line[0] for line in rolls} == {"A", "B"}
        assert lines[start + 1].strip() == "initiative phase"
    report = "\n".join(lines)
    assert "seat_1 has one answer: activate W2 (which wild model acts next)" in report
    assert "dice:" not in report and "no dice" not in report
