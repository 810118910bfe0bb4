"""Chapter ATK: whom a fighter may attack with what, and what the dice do."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.events import Event, events_of
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.state import Boost
from tests.warcry.fights import attack, attacks, damage, duel, spare, strength

# ---- weapon and target


@pytest.mark.clause("WC-ATK-02", "WC-GEN-12")
def test_all_dice_of_one_weapon_go_to_one_visible_enemy_within_its_range(table):
    t = duel(table, "iron_drill", at=(9, 5))  # 3" away: the lash reaches it, the club does not
    t.add("B2", (5, 9), activated=True)
    t.add("B3", (5, 0), activated=True)  # 4"
    t.add("A2", (5, 7))
    t.put("A2", (4, 8))
    t.activate("A1")
    t.play("attack")
    assert t.ask() == ("ATTACK", "A", "A1") and t.legal() == {"attack-second B1", "attack-second B2"}
    t.dice(6, 6, 6, 6)
    t.play("attack-second B2")
    assert damage(t, "B1", "B2", "B3", "A2") == (0, 4 * 3, 0, 0)  # the lash's 3, not the club's 4


@pytest.mark.clause("WC-ATK-06", "WC-ATK-07")
def test_of_an_attack_that_nothing_changes_no_modifier_is_told(table):
    t = duel(table)
    t.activate("A1")
    attack(t, *[1] * int(t.tables["weapon_attacks"][t.slot_of("A1"), 0]))
    told = [event.kind for event in events_of(t.state)]
    assert Event.ATTACKED in told and Event.MODIFIER not in told


@pytest.mark.clause("WC-ATK-02", "WC-VIS-01")
def test_an_enemy_behind_a_fighter_is_not_visible_and_not_a_target(table):
    t = duel(table, "hunt_pistols", at=(9, 5))
    t.add("B2", (11, 5))
    t.add("B3", (9, 8))
    t.add("B4", (1, 5))
    t.add("A2", (3, 5))
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"attack B1", "attack B3"}


@pytest.mark.clause("WC-ATK-02", "WC-ACT-07")
def test_without_a_target_no_attack_is_offered(table):
    t = duel(table, at=(8, 5))
    t.activate("A1")
    assert "attack" not in t.steps() and "move" in t.steps()


@pytest.mark.clause("WC-ATK-03", "WC-ATK-10")
def test_an_enemy_within_an_inch_must_be_the_target_and_either_weapon_may_be_used(table):
    t = duel(table, "iron_drill", at=(7, 5))  # 1" away
    t.add("B2", (5, 8), activated=True)  # 2": the lash would reach it
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"attack B1", "attack-second B1"}


@pytest.mark.clause("WC-ATK-03", "WC-ATK-10", "WC-ACT-03")
def test_of_several_enemies_within_an_inch_any_may_be_attacked_and_another_next(table):
    t = duel(table)
    t.add("B2", (5, 7), wounds=60, activated=True)
    spare(t, "A2")
    t.activate("A1")
    attack(t, 6, 6, 6, 1, target="B2")
    assert damage(t, "B1", "B2") == (0, 9)
    attack(t, 6, 1, 1, 1, target="B1")
    assert damage(t, "B1", "B2") == (3, 9)


WALL = ((5, 5), (6, 5))


@pytest.mark.clause("WC-ATK-03")
def test_an_enemy_behind_a_tall_wall_forbids_attacks_on_those_farther_away(table):
    t = duel(table, "iron_drill", board={"tall": [WALL]})
    t.add("B2", (5, 8), activated=True)
    t.activate("A1")
    assert "attack" not in t.steps()


@pytest.mark.clause("WC-ATK-03")
def test_of_two_enemies_within_an_inch_only_the_visible_one_can_be_picked(table):
    t = duel(table, "iron_drill", board={"tall": [WALL]})
    t.add("B2", (5, 6), activated=True)
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"attack B2", "attack-second B2"}


@pytest.mark.clause("WC-ATK-03", "WC-GEN-05")
def test_an_enemy_three_inches_higher_is_not_within_an_inch(table):
    t = duel(table, "hunt_pistols", at=(6, 5), board={"platforms": [(6, 7, 5, 6)]})
    t.add("B2", (1, 5))
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"attack B1", "attack B2"}


REACH = [
    ("raven_knife", (7, 5), True),  # 0-1 at 1"
    ("raven_knife", (7, 6), True),
    ("raven_knife", (7, 7), False),  # 1.41"
    ("raven_knife", (8, 5), False),
    ("raven_spear", (8, 5), True),  # 0-2 at 2"
    ("raven_spear", (7, 7), True),
    ("raven_spear", (8, 7), False),  # 2.24"
    ("iron_drill", (9, 5), True),  # 0-3
    ("iron_drill", (9, 7), False),
    ("hunt_pistols", (14, 5), True),  # 0-8
    ("hunt_pistols", (14, 7), False),
    ("hunt_scout", (7, 7), False),  # 3-15, axe 0-1
    ("hunt_scout", (9, 5), False),  # 3" is within 3"
    ("hunt_scout", (9, 7), True),  # 3.16"
    ("hunt_scout", (10, 5), True),
]


@pytest.mark.clause("WC-ATK-04", "WC-GEN-04")
@pytest.mark.parametrize(("profile", "at", "able"), REACH)
def test_a_weapon_reaches_from_beyond_its_shortest_to_its_longest_range(table, profile, at, able):
    t = duel(table, profile, at=at)
    t.activate("A1")
    assert t.can("attack") == able


@pytest.mark.clause("WC-ATK-04")
@pytest.mark.parametrize(("at", "able"), [((16, 0), True), ((17, 0), False)])
def test_fifteen_inches_is_the_end_of_a_crossbow(table, at, able):
    t = duel(table, "hunt_scout", at=at)
    t.put("A1", (0, 0))
    t.activate("A1")
    assert t.can("attack") == able


@pytest.mark.clause("WC-ATK-04")
def test_a_weapon_with_a_shortest_range_is_of_no_use_while_engaged(table):
    t = duel(table, "hunt_scout")
    t.add("B2", (5, 6))
    t.activate("A1")
    t.play("attack")
    assert t.legal() == {"attack B1", "attack B2"}


@pytest.mark.clause("WC-ATK-04", "WC-GEN-05")
@pytest.mark.parametrize(("profile", "able"), [("raven_spear", False), ("iron_drill", True)])
def test_height_counts_for_the_range(table, profile, able):
    t = duel(table, profile, board={"platforms": [(6, 7, 5, 6)]})  # 3" straight up
    t.activate("A1")
    assert t.can("attack") == able


# ---- melee and missile


@pytest.mark.clause("WC-ATK-05", "WC-REACT-09", "WC-REACT-10")
@pytest.mark.parametrize(
    ("profile", "at", "kind"),
    [("raven_knife", (6, 5), "melee"), ("iron_drill", (9, 5), "melee"), ("hunt_pistols", (6, 5), "missile"),
        ("hunt_pistols", (8, 5), "missile")],
)  # fmt: skip
def test_up_to_three_inches_is_melee_and_beyond_is_missile_at_any_distance(table, profile, at, kind):
    """A missile attack has no Counter, and Take Cover only behind a wall."""
    t = duel(table, profile, "iron_smith", at, activated=False, board={"low": [((x, 5), (x + 1, 5)) for x in (5, 6)]})
    t.activate("A1")
    t.play("attack")
    assert t.decision == "REACT"
    assert t.legal() == ({"counter", "clashing-iron", "pass"} if kind == "melee" else {"take-cover", "pass"})


CROWD = [
    ("hunt_pistols", (9, 5), (10, 5), True),  # no minimum, 3" away
    ("hunt_pistols", (10, 5), (11, 5), False),  # 4" away
    ("hunt_pistols", (10, 5), (12, 6), False),  # the friend 1" away
    ("hunt_pistols", (10, 5), (12, 7), True),  # 1.41" away
    ("hunt_scout", (10, 5), (11, 5), False),
    ("hunt_scout", (9, 7), (10, 7), False),  # 3.16" away
    ("iron_drill", (9, 5), (10, 5), True),  # melee
]


@pytest.mark.clause("WC-ATK-06")
@pytest.mark.parametrize(("profile", "at", "friend", "able"), CROWD)
def test_a_missile_is_not_shot_at_an_enemy_beside_a_friend(table, profile, at, friend, able):
    t = duel(table, profile, at=at)
    t.add("A2", friend)
    t.activate("A1")
    assert t.can("attack") == able


@pytest.mark.clause("WC-ATK-06")
def test_neither_the_shooter_nor_the_targets_own_friends_count_as_beside_it(table):
    t = duel(table, "hunt_pistols")
    t.activate("A1")
    assert t.can("attack")
    t = duel(table, "hunt_scout", at=(10, 5))
    t.add("B2", (11, 5))
    t.activate("A1")
    assert t.can("attack")


# ---- the dice

HIT, CRITICAL = 1, 3  # of a dagger
BANDS = [(4, "..hhhc"), (3, "...hhc"), (2, "....hc")]  # S 4, 3, 2 against T 3


@pytest.mark.clause("WC-ATK-07", "WC-DMG-01")
@pytest.mark.parametrize("face", range(1, 7))
@pytest.mark.parametrize(("force", "band"), BANDS)
def test_strength_against_toughness_says_what_hits(table, force, band, face):
    t = duel(table)
    strength(t, "A1", force)
    attacks(t, "A1", 2)
    t.activate("A1")
    attack(t, face, face)
    assert damage(t, "B1") == (2 * {".": 0, "h": HIT, "c": CRITICAL}[band[face - 1]],)


@pytest.mark.clause("WC-ATK-07", "WC-COV-03")
def test_cover_makes_the_target_tougher_for_this_attack(table):
    t = duel(table, board={"low": [WALL]})
    attacks(t, "A1", 2)
    t.activate("A1")
    attack(t, 4, 5)  # S 3 against T 3 + 1
    assert damage(t, "B1") == (HIT,)


@pytest.mark.clause("WC-ATK-01", "WC-REACT-01")
def test_the_reaction_is_asked_for_before_any_die_is_rolled(table):
    t = duel(table, activated=False)
    t.activate("A1")
    t.play("attack")
    assert t.ask() == ("REACT", "B", "B1") and damage(t, "B1") == (0,)
    t.dice(6, 6, 6, 6)
    t.play("pass")
    assert damage(t, "B1") == (12,)


@pytest.mark.clause("WC-ATK-01", "WC-REACT-12", "WC-TRE-08")
def test_the_target_is_taken_down_before_counter_takes_the_attacker_down(table):
    t = duel(table, activated=False, wounds=3, carries=1, first={"wounds": 3, "carries": 2})
    spare(t, "A2", "B2")
    t.activate("A1")
    attack(t, 6, 1, 1, 1, react="counter")
    assert (t.unit("A1").status, t.unit("B1").status) == ("down", "down")
    assert t.ask() == ("DROP", "A", "A1")  # of two carriers the one taken down last drops first


@pytest.mark.clause("WC-ATK-01", "WC-HUNT-06", "WC-HUNT-01")
def test_step_back_is_asked_before_death_grip_takes_the_last_action(table):
    t = duel(table, "hunt_hound", "hunt_scout", activated=False, lost=1)
    spare(t, "A2", "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("death-grip-2")
    attack(t, 4, 1)
    assert t.ask() == ("STEP_BACK", "B", "B1")
    t.play("step-back", "to 9,5")
    assert damage(t, "B1") == (2 + 3,)  # it has no action left to forfeit


@pytest.mark.clause("WC-ATK-01", "WC-HUNT-06", "WC-FANG-04")
def test_who_steps_back_from_a_snag_is_pulled_from_where_it_then_is(table):
    t = duel(table, "fang_harpoon", "hunt_scout", activated=False)
    t.sets("A", {3: 3})
    t.activate("A1")
    t.dice(1, 1, 1)
    t.play("snag-3", "attack B1", "pass")  # with the axe; no Counter
    assert t.ask() == ("STEP_BACK", "B", "B1")
    t.play("step-back", "to 9,5")
    assert t.unit("B1").at == (6, 5)


@pytest.mark.clause("WC-ATK-01", "WC-HUNT-01", "WC-FANG-04")
def test_one_that_death_grip_takes_down_is_not_pulled(table):
    t = duel(table, "fang_harpoon", at=(7, 5), wounds=2 + 3, board={"deadly": [(6, 5)]})
    spare(t, "A2", "B2")
    t.sets("A", {3: 3})
    t.activate("A1")
    t.state["boosts"][Boost.GRIP] = 1  # of another force: no fighter has both
    t.dice(4, 1, 1)  # none for the deadly ground
    t.play("snag-3", "attack B1")
    assert t.unit("B1").status == "down" and not any(event["kind"] == Own.PULLED for event in t.state["events"][: t.state["noted"]])


EDGE = {"platforms": [(5, 8, 5, 5)]}


@pytest.mark.clause("WC-ATK-01", "WC-REACT-12", "WC-FALL-04")
def test_damage_then_counter_damage_then_the_edge_test(table):
    t = duel(table, "iron_lord", board=EDGE, activated=False, first={"wounds": 22, "damage": 19})
    t.activate("A1")
    attack(t, 1, 2, 3, 6, 1, react="counter")  # the fifth die is that of the edge: it falls
    assert damage(t, "A1", "B1") == (22, 2 + 5) and t.unit("A1").status == "down"
    assert t.ask() == ("FALL", "A", "B1")  # after the attacker is gone


@pytest.mark.clause("WC-ATK-01", "WC-FALL-04", "WC-HUNT-06")
def test_the_edge_test_is_made_where_the_target_has_stepped_back_to(table):
    t = duel(table, "iron_lord", "hunt_scout", (6, 5), board={"platforms": [(3, 9, 3, 9)]}, activated=False)
    t.put("B1", (3, 5))
    t.put("A1", (3, 4))
    t.activate("A1")
    attack(t, 1, 1, 1, 6)
    assert t.ask() == ("STEP_BACK", "B", "B1")
    t.play("step-back", "to 5,7")  # away from all sides of the platform: no die
    assert t.unit("B1").at == (5, 7) and t.ask() == ("STEP", "A", "A1")
