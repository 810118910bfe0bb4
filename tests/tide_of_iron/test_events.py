"""Events tell everything: from them alone losses, places, damage, points, control and command of whole games are rebuilt."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.events import EVENTS, Event, Noted, events_of, told
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import record_game
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.tide_of_iron.state import Kind, Status
from tests.plays import check_listening, listened, most_noted


class Ledger:
    """A game as its events tell it; of the record it only knows the forces and who holds what before the first event."""

    def __init__(self, scenario: Scenario, record: np.void):
        tables, units = scenario.tables[0], record["units"]
        self.figures = tables["unit_figures"].astype(int)
        self.status = np.where(tables["unit_used"] != 0, int(Status.RESERVE), int(Status.ABSENT))
        self.cell, self.carrier = np.full(len(units), -1), np.full(len(units), -1)
        self.damage, self.condition = np.zeros(len(units), int), np.zeros(len(units), int)
        self.points, self.command, self.pool = (np.zeros(2, int) for _ in range(3))
        self.control = tables["objective_control"].astype(int)

    def hear(self, e: Noted, record: np.void) -> None:
        """Keep the books."""
        if e.kind == Event.HURT:
            self.figures[e.unit, e.other] -= e.value
        elif e.kind == Event.HEALED:
            self.figures[e.unit, e.other] += e.value
        elif e.kind == Own.GIVES:
            self.figures[e.unit, e.value] -= 1
            self.figures[e.other, e.value] += 1
        elif e.kind == Own.RESERVE:  # its figures are the card's
            self.figures[e.unit], self.status[e.unit] = record["units"]["figures"][e.unit], Status.RESERVE
        elif e.kind == Event.MOVED:
            assert self.cell[e.unit] == e.value
            self.cell[(self.carrier == e.unit) & (self.status == Status.ON_MAP)] = e.cell
            self.cell[e.unit] = e.cell
        elif e.kind in (Event.PLACED, Own.BOARDS):
            self.status[e.unit], self.carrier[e.unit] = Status.ON_MAP, e.other if e.kind == Own.BOARDS else -1
            self.cell[e.unit] = e.cell if e.kind == Event.PLACED else self.cell[e.other]
        elif e.kind == Own.UNLOADS:
            assert self.cell[e.unit] == e.cell
            self.carrier[e.unit] = -1
        elif e.kind == Event.GONE:
            assert self.cell[e.unit] == e.cell
            self.status[e.unit], self.cell[e.unit], self.figures[e.unit], self.condition[e.unit] = Status.LOST, -1, 0, 0
        elif e.kind == Event.CONDITION:
            self.condition[e.unit] = e.value
        elif e.kind == Own.DAMAGED:
            self.damage[e.unit] = e.value
        elif e.kind == Event.POINTS:
            self.points[e.seat] += e.value
        elif e.kind == Event.CONTROL:
            self.control[e.other] = e.seat
        elif e.kind in (Event.GAINED, Event.SPENT, Own.BIDS):
            self.command[e.seat] += e.value if e.kind == Event.GAINED else -e.value
        elif e.kind == Own.POOL:
            self.pool[e.seat] += e.value

    def check(self, s: np.void) -> None:
        """Compare with the record."""
        units = s["units"]
        assert (self.status == units["status"]).all()
        on_map = units["status"] == Status.ON_MAP
        assert (self.cell == units["cell"]).all() and (self.carrier == units["carrier"])[on_map].all()
        assert (self.figures == units["figures"]).all()
        squads = on_map & (units["kind"] == Kind.SQUAD)
        assert (self.condition == units["condition"])[squads].all() and (self.damage == units["damage"])[on_map & ~squads].all()
        assert (self.points == s["points"]).all() and (self.control == s["control"]).all()
        assert (self.command == s["command"]).all()


BRINGS = (Event.ATTACKED, Own.SUPPORTS, Own.DEFENDS, Own.ASSAULTS)  # dice that modifiers tell of, one by one
AFTERWARDS = (*range(Modifier.NEEDS_1, Modifier.NEEDS_6 + 1), Modifier.EXPERTS, Modifier.THICK_ARMOUR)  # told once the dice have fallen
BROUGHT = (Roll.NORMAL_ATTACK, Roll.SUPPRESSIVE_ATTACK, Roll.ASSAULT, Roll.HITS_BACK)


def check_dice(events: list[Noted]) -> None:
    """Every die follows a roll that names its owner; modifiers of a unit's dice, and of a defence, add up to the dice rolled."""
    accounts: list[tuple[Noted, list[Noted]]] = []
    for e in events:
        assert accounts or e.kind != Event.DIE, "a die of nobody"
        if e.kind in (Event.MODIFIER, Event.DIE, Event.RESULT):
            accounts[-1][1].append(e)
        else:
            accounts.append((e, []))
    brought = 0
    for head, rest in accounts:
        fallen = sum(e.kind == Event.DIE for e in rest)
        changes = sum(e.value for e in rest if e.kind == Event.MODIFIER and e.other not in AFTERWARDS)
        if head.kind in BRINGS:
            assert changes == head.value
        if head.kind in (*BRINGS, Own.SHELLS, Own.SNIPES):
            brought += head.value
        if head.kind != Event.ROLLS:
            assert fallen == 0, "a die of nobody"
            continue
        assert head.unit >= 0 or head.seat >= 0
        if head.value in BROUGHT:
            assert fallen == brought + sum(e.value for e in rest if e.other == Modifier.EXPERTS and e.kind == Event.MODIFIER)
            brought = 0
        elif head.value in (Roll.DEFENCE, Roll.COVER):
            assert fallen == changes


@pytest.mark.parametrize("name", RULESET.scenarios)
@pytest.mark.games
def test_losses_places_points_control_and_command_follow_from_the_events(name: str) -> None:
    scenario = RULESET.scenario(name)
    ledgers: list[Ledger] = []
    for batch in listened(scenario, 6, 17):
        ledgers = ledgers or [Ledger(scenario, record) for record in batch.games]
        for record, ledger in zip(batch.games, ledgers, strict=True):
            events = events_of(record)
            check_dice(events)
            for event in events:
                ledger.hear(event, record)
            ledger.check(record)
            assert all(line for _, line in told(record, scenario))


@pytest.mark.parametrize("name", RULESET.scenarios)
@pytest.mark.games
def test_a_record_holds_all_events_between_two_answers(name: str) -> None:
    assert most_noted(RULESET.scenario(name), 60) <= EVENTS


@pytest.mark.games
def test_listening_changes_nothing_of_play() -> None:
    check_listening(RULESET.scenario("crossroads"))


def test_a_trace_tells_who_fires_at_whom_with_what_result() -> None:
    text = record_game(RULESET.scenario("farm"), 7, "strong")
    assert " net hits" in text and "draws " in text and "takes the objective" in text
    assert all(line.isascii() for line in text.splitlines())
