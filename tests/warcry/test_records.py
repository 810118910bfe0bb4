"""What a step of the rules leaves in the record, and what is told of it."""

from __future__ import annotations

import numpy as np
import pytest

from skirmish_rl.envs.core.events import Event, tell
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.state import Boost, wounds_left
from tests.warcry.fights import attack, duel, spare
from tests.warcry.table import Table, cell_of
from tests.warcry.test_fang import snag
from tests.warcry.test_hunt import shooting
from tests.warcry.test_iron import killed

FAR = (17, 11)


def told(t: Table) -> str:
    """What is said of the last answer."""
    return "\n".join(tell(t.state, t.scenario))


def events(t: Table, kind: int) -> list[np.void]:
    """Events of a kind since the last answer."""
    return [event for event in t.state["events"][: int(t.state["noted"])] if event["kind"] == kind]


def test_a_game_begins_in_the_set_up_phase_with_nobody_to_follow(table):
    t = table.new_game()
    assert t.phase == "setup" and [int(event["value"]) for event in events(t, Event.PHASE)][:1] == [0]
    assert [int(t.state[name]) for name in ("inspired", "active", "ability", "named", "turn", "initiative")] == [-1] * 6


@pytest.mark.clause("WC-ABIL-02", "WC-ABIL-04")
@pytest.mark.parametrize(("size", "asked"), [(4, True), (3, False)])
def test_after_its_actions_a_fighter_is_asked_only_if_its_best_set_pays_for_an_ability(table, size, asked):
    t = table()
    t.add("A1", (5, 5), "iron_lord", toughness=9)
    t.tables["unit_abilities"][t.slot_of("A1")] = 0
    t.tables["unit_abilities"][t.slot_of("A1"), 1] = 1
    t.tables["ability_cost"][1] = 4
    t.add("A2", (0, 0))
    t.add("B1", FAR)
    t.sets("A", {6: size})
    t.activate("A1")
    t.play("move", "to 6,5", "move", "to 7,5")
    assert (t.ask() == ("STEP", "A", "A1")) == asked


@pytest.mark.clause("WC-UNI-05")
def test_the_value_of_an_ability_stays_while_it_lasts_and_goes_with_it(table):
    t = table()
    t.add("A1", (5, 5), "iron_lord")
    t.add("B1", FAR)
    t.sets("A", {5: 4})
    t.activate("A1")
    t.play("rampage-5")
    assert t.decision == "MOVE" and int(t.state["value"]) == 5
    t.play("pass")
    assert int(t.state["value"]) == 0 and int(t.state["ability"]) == -1


@pytest.mark.clause("WC-IRON-01")
def test_an_ability_that_has_found_its_target_leaves_nothing_behind(table):
    t = table()
    t.add("A1", (5, 5), "iron_lord")
    t.add("A2", (0, 0))
    t.add("B1", (9, 5), wounds=30)
    t.add("B2", (9, 7), wounds=30)
    t.sets("A", {5: 2})
    t.activate("A1")
    t.dice(1, 1)
    t.play("bolas-5", "choose B1")
    assert int(t.state["value"]) == 0 and int(t.state["ability"]) == -1 and t.ask() == ("STEP", "A", "A1")


@pytest.mark.clause("WC-IRON-03")
@pytest.mark.parametrize("cornered", [False, True])
def test_press_on_makes_an_attack_of_the_weapons_own_strength(table, cornered):
    t = killed(table, (5, 7))
    t.tables["unit_toughness"][t.slot_of("B2")] = t.tables["weapon_strength"][t.slot_of("A1"), 0]
    t.dice(3, 3, 3, 3)  # equal strength and toughness: 4 and more hit
    if cornered:  # nothing but the attack is possible
        t.put("A1", (0, 0))
        t.put("B2", (1, 0))
        for k, at in enumerate([(0, 1), (1, 1)]):
            t.add(f"A{k + 2}", at, activated=True)
        t.play("press-on-2")
    else:
        t.play("press-on-2", "attack")
    assert t.unit("B2").damage == 0


@pytest.mark.clause("WC-UNI-05", "WC-IRON-04")
def test_the_value_of_an_ability_outlasts_another_in_its_midst(table):
    t = table()
    t.add("A1", (5, 5), "iron_drill")
    t.add("B1", (8, 5), wounds=30, activated=True)
    t.add("B2", (8, 6), wounds=30, activated=True)
    t.sets("A", {5: 4})
    t.activate("A1")
    t.state["boosts"][Boost.RAM] = 3
    t.play("rampage-5", "to 7,5")
    assert t.ask()[:2] == ("TARGET", "A") and int(t.state["value"]) == 3
    t.play("choose B1")
    assert t.unit("B1").damage == 3 and t.decision == "ATTACK" and int(t.state["value"]) == 5


@pytest.mark.clause("WC-UNI-04", "WC-ABIL-07")
def test_who_was_inspired_is_so_no_longer_when_it_acts_and_nobody_acts_when_an_activation_is_over(table):
    t = table()
    t.add("A1", (5, 5), "raven_lord")
    t.add("A2", (5, 7))
    t.add("A3", (7, 5))
    t.add("B1", FAR)
    t.add("B2", (0, 0))
    t.sets("A", {4: 3})
    t.activate("A1")
    t.play("inspiring-presence-4", "choose A2", "wait")
    assert t.ask() == ("FOLLOW", "A", "A2") and int(t.state["active"]) == -1 and int(t.state["inspired"]) == t.slot_of("A2")
    t.play("yes")
    assert int(t.state["active"]) == t.slot_of("A2") and int(t.state["inspired"]) == -1
    t.play("wait")
    assert t.ask() == ("ACTIVATE", "B", None) and int(t.state["active"]) == int(t.state["inspired"]) == -1


@pytest.mark.clause("WC-HUNT-07")
@pytest.mark.parametrize(("at", "used"), [((9, 5), 1), ((10, 5), 0)])
def test_the_trait_is_needed_up_to_the_least_range_itself(table, at, used):
    t = shooting(table, at)
    t.dice(1, 1)
    t.play("attack")
    if t.decision == "ATTACK":
        t.play("attack B1")
    assert int(t.state["trait_used"][0]) == used


@pytest.mark.clause("WC-DIS-01")
@pytest.mark.parametrize("away", [(0, 3), (0, -3), (3, 0), (-3, 0)])
def test_3_inches_of_disengaging_go_in_every_direction(table, away):
    t = table()
    t.add("A1", (8, 5))
    t.add("B1", (8 - away[0] // 3, 5 - away[1] // 3), activated=True, lost=2)
    t.add("A2", (0, 0))
    t.activate("A1")
    t.play("disengage")
    assert t.can(f"to {8 + away[0]},{5 + away[1]}")


@pytest.mark.clause("WC-DIS-03")
@pytest.mark.parametrize("away", [(0, 3), (0, -3), (3, 0), (-3, 0)])
def test_nor_do_they_end_beside_another_enemy_on_any_side(table, away):
    t = table()
    t.add("A1", (8, 5))
    t.add("B1", (8 - away[0] // 3, 5 - away[1] // 3), activated=True, lost=2)
    t.add("B2", (8 + away[0] * 5 // 3, 5 + away[1] * 5 // 3), activated=True, lost=2)
    t.add("A2", (0, 0))
    t.activate("A1")
    t.play("disengage")
    assert not t.can(f"to {8 + away[0]},{5 + away[1]}") and t.can(f"to {8 + away[0] // 3 * 2},{5 + away[1] // 3 * 2}")


@pytest.mark.clause("WC-TRE-01")
def test_a_treasure_in_the_corner_of_the_board_is_picked_up_like_any_other(table):
    t = table()
    t.add("A1", (3, 0))
    t.add("A2", (10, 10))
    t.add("B1", FAR)
    t.token(1, (0, 0))
    t.activate("A1")
    t.play("move", "take-to 0,0")
    assert t.unit("A1").at == (0, 0) and t.unit("A1").treasure == 1


@pytest.mark.clause("WC-FANG-04")
def test_after_an_attack_nothing_of_it_is_left(table):
    t = snag(table, 3, 1, 1)
    attack = t.state["attack"][0]
    assert [int(attack[name]) for name in ("attacker", "target", "near")] == [-1, -1, -1]
    assert not any(int(attack[name]) for name in ("weapon", "optional", "strength", "snag", "reaction", "hits", "criticals"))


@pytest.mark.clause("WC-FALL-06")
def test_moves_and_impacts_are_told(table):
    t = table(deadly=[(6, 5)])
    t.add("A1", (5, 5))
    t.add("A2", (0, 0))
    t.add("B1", FAR)
    t.activate("A1")
    t.play("move")
    t.dice(6)
    t.play("to 6,5")
    assert [(int(e["unit"]), int(e["cell"]), int(e["value"])) for e in events(t, Event.MOVED)] == [(0, cell_of((6, 5)), cell_of((5, 5)))]
    assert [int(e["value"]) for e in events(t, Event.RESULT)] == [t.unit("A1").damage] and t.unit("A1").damage > 0
    assert "A1 moves to 6,5" in told(t)


@pytest.mark.clause("WC-REACT-06", "WC-WAIT-08", "WC-REACT-09")
def test_who_counters_while_it_waits_is_told_to_wait_no_longer(table):
    t = duel(table, waiting=True)
    spare(t, "B2")
    t.activate("A1")
    attack(t, 1, 2, 1, 6, react="counter")
    assert [line for line in told(t).splitlines() if "waits" in line or "counters" in line or line.startswith("A1 takes")] == [
        "B1 no longer waits",
        "B1 counters for 3 damage (+2 ones, +1 misses)",
        "A1 takes 3 damage",
    ]


@pytest.mark.clause("WC-HUNT-01", "WC-COMB-07")
@pytest.mark.parametrize("waiting", [True, False])
def test_who_forfeits_the_activation_that_it_waits_for_is_told_to_wait_no_longer(table, waiting):
    t = duel(table, "hunt_hound", waiting=waiting, activated=waiting)
    spare(t, "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("death-grip-2")
    attack(t, 4, 1)
    assert len(events(t, Own.FORFEITS)) == 1 and len(events(t, Own.STOPS_WAITING)) == waiting


@pytest.mark.clause("WC-VC-05")
def test_looting_is_told_with_its_place(table):
    t = table(victory="uncover", objectives=[(6.5, 5.5), (12.5, 8.5)], loots=2, per_treasure=2)
    t.state["loots"][:2] = 2
    t.add("A1", (12, 7))
    t.add("A2", (0, 0))
    t.add("B1", FAR)
    t.activate("A1")
    t.play("loot")
    assert [int(event["cell"]) for event in events(t, Own.LOOTS)] == [cell_of((12, 8))]


@pytest.mark.clause("WC-VC-02")
def test_treasures_are_not_placed_where_there_is_no_room_left(table):
    t = table.new_game("relics", seed=2)
    while t.decision != "TREASURE":
        t.batch.step(np.array([np.flatnonzero(t.batch.masks[0])[0]]))
    t.tables["token_zone"] = 0
    first = sorted(t.cells("treasure"))[0]
    t.play(f"treasure {first[0]},{first[1]}")
    assert t.decision == "WILD" and t.token_at(2) is None


@pytest.mark.clause("WC-DMG-01")
def test_the_wounds_left_are_those_less_the_damage(table):
    t = table()
    t.add("A1", (5, 5), wounds=12, damage=5)
    t.add("B1", FAR)
    assert wounds_left(t._s, t._t, t.slot_of("A1")) == 7


@pytest.mark.clause("WC-DIS-01", "WC-FALL-07")
def test_what_is_left_of_a_disengagement_after_a_danger_is_too_little_to_go_round_the_next(table):
    t = table(deadly=[(6, 5), (7, 5)])
    t.add("A1", (5, 5), wounds=30)
    t.add("B1", (4, 5), activated=True, lost=2)
    t.add("A2", (0, 0))
    t.activate("A1")
    t.play("disengage")
    t.dice(1, 1)  # from (6, 5) the way round costs 2.8 of the 2 inches left
    t.play("to 8,5")
    assert t.unit("A1").at == (8, 5)


@pytest.mark.clause("WC-UNI-05", "WC-MOVE-01")
def test_a_bonus_move_with_nowhere_to_go_is_passed_over(table):
    t = table()
    t.add("A1", (0, 0), "iron_lord")
    for k, at in enumerate([(1, 0), (0, 1), (1, 1)]):
        t.add(f"A{k + 2}", at, activated=True)
    t.add("A5", (0, 11))
    t.add("B1", (2, 0), wounds=30)
    t.sets("A", {5: 4})
    t.activate("A1")
    assert t.can("rampage-5")
    t.play("rampage-5")
    assert t.decision in ("ATTACK", "STEP", "ACTIVATE") and t.sets_of("A") == {}
