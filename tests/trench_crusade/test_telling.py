"""What is told of a game: every event that is declared, and modifiers that add up to the dice that are rolled."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.events import Event, Noted, events_of, tell
from skirmish_rl.envs.core.jit import INTERPRETED
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.rules.telling import Departure, Modifier, Own, Prize, Roll
from skirmish_rl.envs.trench_crusade.state import Task

RULES = Path(__file__).parents[2] / "envs" / "trench_crusade"
EVERYTHING = str(Path(__file__).with_name("everything.toml"))
HEADS = {Event.ROLLS, Own.TO_ROLL, Own.TO_BE_HURT}
OF_THE_SUM = {Modifier.ARMOUR, Modifier.WEAPON_MODIFIER}  # added to the sum of the dice, not to their number
TOTALS = {Modifier.NET_DICE, Modifier.INJURY_MODIFIER}


def added_up(events: list[Noted], at: int, seen: set[int]) -> None:
    """The roll that is told at a place: its parts are its net dice and its modifier, the pool and the sum follow from them."""
    head = events[at]
    dice, parts, result = [], [], None
    for event in events[at + 1 :]:
        if event.kind == Event.DIE:
            dice.append(event.value)
        elif event.kind == Event.MODIFIER:
            parts.append((Modifier(event.other), event.value))
        else:
            result = event.value if event.kind == Event.RESULT else None
            break
    seen |= {reason for reason, _ in parts}
    told = dict(parts) if len({*dict(parts)} & TOTALS) else {}
    net, modifier = told.get(Modifier.NET_DICE, 0), told.get(Modifier.INJURY_MODIFIER, 0)
    assert net == sum(value for reason, value in parts if reason not in OF_THE_SUM | TOTALS), (head, parts)
    assert modifier == sum(value for reason, value in parts if reason in OF_THE_SUM), (head, parts)
    if result is None or head.kind != Event.ROLLS:
        return
    kept = 2 if head.value in set(Task) | {Roll.MORALE} else len(dice) - abs(net)
    assert 2 <= kept <= 4 and len(dice) == kept + abs(net), (head, dice, parts)
    assert result == sum(sorted(dice, reverse=net > 0)[:kept]) + modifier, (head, dice, parts)


@pytest.mark.clause("TC-ROLL-04", "TC-ROLL-08", "TC-INJ-01", "TC-INJ-03")
@pytest.mark.parametrize("scenario", ["outpost", EVERYTHING])
def test_the_modifiers_that_are_told_add_up_to_what_is_rolled(scenario):
    """Half of the answers are the strong bot's, which fights more."""
    batch = Batch(RULESET.scenario(scenario), 2 if INTERPRETED else 24, observe=False, listen=True)
    luck = np.random.default_rng(5)
    batch.reset(seed=5)
    seen: set[int] = set()
    for _ in range(60 if INTERPRETED else 3000):
        if batch.over.all():
            break
        actions = random_legal(batch.masks, luck)
        by_bot = np.flatnonzero((batch.over == 0) & (luck.random(batch.n) < 0.5))
        actions[by_bot] = batch.ask(by_bot, len(RULESET.bots) - 1)
        running = np.flatnonzero(batch.over == 0)
        batch.step(actions)
        for record in batch.games[running]:
            events = events_of(record)
            for at, event in enumerate(events):
                if event.kind in HEADS:
                    added_up(events, at, seen)
    if not INTERPRETED:
        common = {Modifier.BLOOD, Modifier.CRITICAL, Modifier.ARMOUR, Modifier.DOWN, Modifier.COVER, Modifier.WEAPON}
        assert common | ({Modifier.BLESSING, Modifier.HYMN, Modifier.ABILITY} if scenario == EVERYTHING else set()) <= seen


@pytest.mark.parametrize("kinds", [Own, Modifier, Departure, Prize, Roll])
def test_everything_that_can_be_told_is_told_by_some_rule(kinds):
    text = "\n".join(path.read_text() for path in [*(RULES / "rules").glob("*.py"), RULES / "phases.py"])
    told = set(re.findall(rf"\b{kinds.__name__}\.(\w+)", text)) | {"NONE", "NOTHING"}
    of_tasks = {roll.name for roll in Roll if roll.value in set(Task)} if kinds is Roll else set()  # `ROLLS` with a task
    assert {kind.name for kind in kinds} <= told | of_tasks


@pytest.mark.clause("TC-DOWN-03", "TC-ABL-10", "TC-ABL-13")
def test_a_roll_is_told_with_all_that_changes_its_dice(table):
    t = table()
    t.add("A1", (5, 5), weapons=["great_sword"], melee=2, blood=1)
    t.add("B1", (5, 6), armour=2, traits=["fear"])
    t.add("B2", (5, 12), traits=["hymn"])
    t.activate("A1", "fight")
    assert tell(t.state, t.scenario)[-1] == "A1 is about to roll for a blow (-1 hymn, +2 melee, -1 fear)"
    t.dice(6, 6, 6, 2, 2, 1, 1, 1)
    t.play("spend 1")
    lines = tell(t.state, t.scenario)
    assert "seat_1 spends blood markers of A1: 1" in lines
    assert "A1 rolls for a blow: 6 6 6, -1 hymn, +2 melee, -1 fear, -1 blood, -1 net dice -> 12" in lines
    injury = "an injury at B1: 2 2 1 1 1, +1 weapon, +2 critical, +3 net dice, -2 armour, -2 injury modifier -> 2"
    assert any(line.endswith(injury) for line in lines), lines


@pytest.mark.clause("TC-FALL-01", "TC-INJ-04", "TC-INJ-06")
def test_a_fall_is_told_with_its_dice(table):
    t = table(walls=[(10, 10, 10, 10)])
    t.add("A1", (10, 10), armour=1, blood=1)
    t.add("B1", (30, 30))
    t.activate("A1", "move-drop", "to 10,11")
    assert (
        tell(t.state, t.scenario)[-1] == "an Injury Roll on A1 is about to be made (+1 fall, +1 net dice, -1 armour, -1 injury modifier)"
    )
    t.dice(1, 1, 2, 2)
    t.play("spend 1")
    line = "an injury at A1: 1 1 2 2, +1 fall, +1 blood, +2 net dice, -1 armour, -1 injury modifier -> 3"
    assert any(told.endswith(line) for told in tell(t.state, t.scenario))
