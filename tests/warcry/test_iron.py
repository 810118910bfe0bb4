"""Chapter IRON: abilities, reaction and trait of the Iron."""

from __future__ import annotations

import pytest

from tests.warcry.fights import attack, damage, duel, spare, strength, use

AWAY = (17, 11)


@pytest.mark.clause("WC-IRON-01")
@pytest.mark.parametrize(("dice", "total"), [((1, 3), 0), ((4, 5), 2), ((6, 2), 3), ((6, 6), 6), ((5, 6), 4)])
def test_bolas_are_two_dice_with_the_value_for_sixes(table, dice, total):
    t = duel(table, "iron_smith", at=(12, 5))  # 6" away
    t.sets("A", {3: 2})
    t.activate("A1")
    use(t, "bolas-3", *dice)
    assert damage(t, "B1") == (total,) and t.sets_of("A") == {} and t.state["actions_left"] == 2


@pytest.mark.clause("WC-IRON-01", "WC-ABIL-04")
def test_bolas_fly_six_inches_at_an_enemy_in_sight(table):
    t = duel(table, "iron_smith", at=(12, 5))
    t.add("B2", (12, 7))  # 6.08"
    t.add("B3", (5, 7))
    t.add("B4", (5, 9))  # behind B3
    t.add("A2", (4, 4))
    t.sets("A", {3: 2})
    t.activate("A1")
    t.play("bolas-3")
    assert t.legal() == {"choose B1", "choose B3"}


@pytest.mark.clause("WC-IRON-02", "WC-ATK-07")
def test_crushing_blow_adds_the_value_to_the_strength_of_melee_until_the_activation_ends(table):
    t = duel(table, "iron_sergeant", toughness=6)  # S 4 + 2
    spare(t, "A2", "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("crushing-blow-2")
    attack(t, 3, 3, 4, 4)
    assert damage(t, "B1") == (4,)
    attack(t, 3, 3, 4, 4)
    assert damage(t, "B1") == (8,)


@pytest.mark.clause("WC-IRON-02", "WC-WAIT-05")
def test_crushing_blow_does_not_outlive_the_activation(table):
    t = duel(table, "iron_sergeant", toughness=6)
    spare(t, "A2", "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("crushing-blow-2", "wait")
    t.activate("A1")
    attack(t, 4, 4, 4, 4)
    assert damage(t, "B1") == (0,)


def killed(table, *enemies):
    """A lord that took B1 down, with more enemies at other places."""
    t = duel(table, "iron_lord", wounds=5)
    for k, at in enumerate(enemies):
        t.add(f"B{k + 2}", at, wounds=30, activated=True)
    t.sets("A", {2: 2})
    t.activate("A1")
    attack(t, 6, 1, 1, 1)
    return t


@pytest.mark.clause("WC-IRON-03", "WC-ACT-05")
@pytest.mark.parametrize("bonus", ["move", "attack"])
def test_press_on_is_a_move_or_an_attack_but_not_nothing(table, bonus):
    t = killed(table, (5, 7))
    t.play("press-on-2")
    assert t.ask() == ("BONUS", "A", "A1") and t.legal() == {"move", "attack"}
    if bonus == "move":
        t.play("move")
        assert t.decision == "MOVE" and not t.can("pass")
        t.play("to 5,6")
        assert t.unit("A1").at == (5, 6)
    else:
        t.dice(6, 1, 1, 1)
        t.play("attack")
        assert damage(t, "B2") == (5,)
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 1


@pytest.mark.clause("WC-IRON-03", "WC-ACT-06")
def test_press_on_with_one_of_the_two_possible_is_that_and_with_none_is_nothing(table):
    t = killed(table, AWAY)
    t.play("press-on-2")
    assert t.decision == "MOVE" and not t.can("pass")
    t = killed(table, AWAY)
    t.put("A1", (0, 0))
    for k, at in enumerate([(1, 0), (0, 1), (1, 1)]):
        t.add(f"A{k + 2}", at, activated=True)
    t.add("A5", (0, 11))
    t.play("press-on-2")
    assert t.sets_of("A") == {} and t.unit("A1").at == (0, 0)
    assert t.ask() == ("STEP", "A", "A5")  # all that A1 could still do was to wait


@pytest.mark.clause("WC-IRON-03", "WC-ACT-06")
def test_press_on_where_nothing_but_an_attack_is_possible_is_that_attack(table):
    t = killed(table, AWAY)
    t.put("A1", (0, 0))
    t.put("B2", (1, 0))
    for k, at in enumerate([(0, 1), (1, 1)]):
        t.add(f"A{k + 2}", at, activated=True)
    t.dice(6, 1, 1, 1)
    t.play("press-on-2")
    assert damage(t, "B2") == (5,) and t.ask() == ("STEP", "A", "A1")


# ---- ram


def ramming(table, target=(10, 5), profile="iron_behemoth", ability="ram-5", **facts):
    t = duel(table, profile, at=target, **facts)
    spare(t, "A2")
    t.sets("A", {5: 3})
    t.activate("A1")
    t.play(ability)
    return t


@pytest.mark.clause("WC-IRON-04", "WC-FANG-05")
@pytest.mark.parametrize(("profile", "ability"), [("iron_behemoth", "ram-5"), ("fang_cat", "pounce-5")])
def test_the_next_move_that_ends_beside_an_enemy_hurts_it_once(table, profile, ability):
    t = ramming(table, profile=profile, ability=ability)
    assert damage(t, "B1") == (0,)
    t.play("move", "to 8,5")  # 1" away
    assert damage(t, "B1") == (5,)
    t.play("move", "to 9,5")
    assert damage(t, "B1") == (5,)


@pytest.mark.clause("WC-IRON-04")
def test_a_move_that_ends_elsewhere_leaves_the_ram_for_the_next(table):
    t = ramming(table)
    t.play("move", "to 7,5")  # 2" away
    assert damage(t, "B1") == (0,)
    t.play("move", "to 8,5")
    assert damage(t, "B1") == (5,)


@pytest.mark.clause("WC-IRON-04")
def test_the_player_picks_one_of_the_visible_enemies_beside_it(table):
    t = ramming(table)
    t.add("B2", (8, 7), activated=True)
    t.add("B3", (12, 5), activated=True)
    t.play("move", "to 8,5")
    assert t.ask()[:2] == ("TARGET", "A") and t.legal() == {"choose B1", "choose B2"}
    t.play("choose B2")
    assert damage(t, "B1", "B2", "B3") == (0, 5, 0)


@pytest.mark.clause("WC-IRON-04")
def test_a_move_beside_an_enemy_that_is_not_seen_uses_the_ram_up(table):
    t = ramming(table, board={"tall": [((9, 5), (10, 5))]})
    t.play("move", "to 9,5")
    assert damage(t, "B1") == (0,) and t.boost("ram") == 0
    t.add("B2", (9, 7), activated=True)
    t.play("move", "to 9,6")
    assert t.decision != "TARGET" and damage(t, "B1", "B2") == (0, 0)


@pytest.mark.clause("WC-IRON-04", "WC-WAIT-05")
def test_the_ram_ends_with_the_activation(table):
    t = ramming(table)
    t.add("B2", AWAY)
    t.play("wait")
    t.activate("A1")
    t.play("move", "to 8,5")
    assert damage(t, "B1") == (0,)


# ---- stand defiant


STANDING = [
    ("6 away", (12, 5), {}, True),
    ("6.1 away", (12, 7), {}, False),
    ("behind a wall", (8, 5), {"tall": [((6, y), (7, y)) for y in range(12)]}, False),
    ("a wall elsewhere", (8, 5), {"tall": [((2, y), (3, y)) for y in range(12)]}, True),
    ("itself", (5, 5), {}, True),
]


@pytest.mark.clause("WC-IRON-05")
@pytest.mark.parametrize(("at", "board", "tougher"), [case[1:] for case in STANDING], ids=[case[0] for case in STANDING])
def test_stand_defiant_makes_friends_in_sight_within_six_inches_tougher(table, at, board, tougher):
    t = duel(table, "iron_standard", at=(at[0] + 1, at[1]), activated=False, board=board)
    name = "A1"
    if at != (5, 5):
        name = t.add("A2", at, "iron_smith", wounds=60, activated=True)
    spare(t, *(("A3",) if name == "A2" else ("A2",)))
    strength(t, "B1", 5)
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("stand-defiant-2", "move", "to 5,6", "move", "to 5,5")
    assert t.ask() == ("STEP", "B", "B1")
    attack(t, 3, 3, 4, 4, target=name)  # S 5 against T 4 or 5
    assert damage(t, name) == (2 if tougher else 4,)


@pytest.mark.clause("WC-IRON-05", "WC-GEN-08")
@pytest.mark.parametrize(("standing", "total"), [((0, 0), 4), ((1, 0), 2), ((1, 1), 0), ((2, 0), 0)])
def test_stand_defiant_adds_up(table, standing, total):
    """From two fighters, or used twice in a round by one that waited."""
    t = duel(table, "iron_standard", activated=False)
    t.add("A2", (5, 7), "iron_standard")
    for name, defiant in zip(("A1", "A2"), standing, strict=True):
        t.change(name, defiant=defiant)
    strength(t, "B1", 5)  # against T 4, 5, 6
    t.activate("B1")
    attack(t, 3, 3, 4, 4, target="A1")
    assert damage(t, "A1") == (total,)


@pytest.mark.clause("WC-IRON-05", "WC-GEN-08", "WC-ABIL-03")
def test_stand_defiant_used_again_after_waiting_is_a_second_one(table):
    t = duel(table, "iron_standard", at=AWAY)
    spare(t, "B2")
    t.sets("A", {2: 3, 3: 3})
    t.activate("A1")
    t.play("stand-defiant-2", "wait")
    t.activate("A1")
    t.play("stand-defiant-3")
    assert t.state["units"][t.slot_of("A1")]["defiant"] == 2


@pytest.mark.clause("WC-IRON-05", "WC-GEN-08")
def test_three_who_stand_defiant_give_a_friend_beside_them_three(table):
    t = duel(table, "iron_smith", activated=False)
    for k, at in enumerate([(5, 7), (4, 4), (3, 6)]):
        t.add(f"A{k + 2}", at, "iron_standard")
        t.change(f"A{k + 2}", defiant=1)
    strength(t, "B1", 7)  # against T 4 + 3
    t.activate("B1")
    attack(t, 3, 3, 4, 4, target="A1")
    assert damage(t, "A1") == (2,)


@pytest.mark.clause("WC-IRON-05", "WC-GEN-08", "WC-ABIL-06")
def test_one_who_stands_defiant_three_times_gives_two(table):
    t = duel(table, "iron_standard", activated=False, board={"options": {"last_stand": True}})
    strength(t, "B1", 6)  # against T 4 + 2
    t.sets("A", {2: 3, 3: 3, 4: 3})
    t.activate("A1")
    t.play("stand-defiant-2", "stand-defiant-3", "stand-defiant-4", "wait")
    assert t.ask() == ("STEP", "B", "B1")
    attack(t, 3, 3, 4, 4)
    assert damage(t, "A1") == (2,)


@pytest.mark.clause("WC-IRON-05", "WC-RND-07")
def test_stand_defiant_is_over_when_the_round_is(table):
    t = duel(table, "iron_standard", at=AWAY)
    t.sets("A", {2: 3})
    t.activate("A1")
    t.play("stand-defiant-2")
    assert t.unit("A1").defiant
    t.dice(1, 2, 3, 4, 6, 6, 1, 1, 3, 3, 6, 6)
    t.end_round()
    assert not t.unit("A1").defiant


# ---- whirlwind, clashing iron, the trait


@pytest.mark.clause("WC-IRON-06")
def test_whirlwind_hurts_every_visible_enemy_within_three_inches(table):
    """Those whom only one that it takes down hides are spared."""
    t = duel(table, "iron_drill", wounds=4)
    for k, at in enumerate([(5, 9), (1, 5), (9, 7), (8, 5)]):  # 3", 3", 3.16", behind B1
        t.add(f"B{k + 2}", at, wounds=20)
    t.add("A2", (4, 4))
    t.sets("A", {4: 4})
    t.activate("A1")
    t.play("whirlwind-4")
    assert damage(t, "B1", "B2", "B3", "B4", "B5", "A2", "A1") == (4, 4, 4, 0, 0, 0, 0)
    assert t.unit("B1").status == "down" and t.state["actions_left"] == 2


@pytest.mark.clause("WC-IRON-07")
@pytest.mark.parametrize(("dice", "total"), [((6, 1, 1, 1), 1), ((6, 6, 1, 1), 2), ((6, 6, 6, 5), 1 + 1 + 3 + 1), ((6, 6, 6, 6), 8)])
def test_clashing_iron_makes_hits_of_two_criticals(table, dice, total):
    t = duel(table, target="iron_smith", activated=False)
    t.activate("A1")
    attack(t, *dice, react="clashing-iron")
    assert damage(t, "B1", "A1") == (total, 0) and t.unit("B1").lost == 1


def hero_phase(table, mine, traits=(1, 0), theirs=(1, 1, 2, 2, 3, 3)):
    """After the wild dice of a round; A rolled `mine` and holds the initiative."""
    t = table(options={"traits": True})
    t.add("A1", (5, 5), "iron_smith")
    t.add("B1", AWAY, "iron_smith")
    t.tables["trait"] = traits
    t.dice(*mine, *theirs)
    t.hero_phase(1)
    t.play("done", "done")
    return t


@pytest.mark.clause("WC-IRON-08", "WC-DICE-06")
def test_the_trait_turns_one_set_into_sixes_and_drops_a_single_six(table):
    t = hero_phase(table, (1, 1, 2, 3, 4, 6))
    assert t.ask() == ("SET_TO_SIX", "A", None) and t.legal() == {"change 1", "pass"}
    t.play("change 1")
    assert t.sets_of("A") == {6: 2} and t.state["dice"][0].tolist() == [0, 1, 1, 1, 0, 2]
    assert t.decision == "FIRST"  # once a round


@pytest.mark.clause("WC-IRON-08")
def test_the_trait_may_be_left_and_a_triple_stays_a_triple(table):
    t = hero_phase(table, (1, 1, 2, 2, 2, 5))
    assert t.legal() == {"change 1", "change 2", "pass"}
    t.play("change 2")
    assert t.sets_of("A") == {1: 2, 6: 3}
    t = hero_phase(table, (1, 1, 2, 2, 2, 5))
    t.play("pass")
    assert t.sets_of("A") == {1: 2, 2: 3} and t.decision == "FIRST"


@pytest.mark.clause("WC-IRON-08", "WC-DICE-06")
@pytest.mark.parametrize(("mine", "traits"), [((1, 1, 2, 3, 6, 6), (1, 0)), ((1, 2, 3, 4, 5, 6), (1, 0)), ((1, 1, 2, 3, 4, 5), (0, 0))])
def test_with_sixes_or_without_a_set_or_the_trait_nothing_is_asked(table, mine, traits):
    t = hero_phase(table, mine, traits)
    assert t.decision == "FIRST"


@pytest.mark.clause("WC-IRON-08")
def test_the_holder_of_the_initiative_changes_its_set_first(table):
    t = hero_phase(table, (1, 1, 2, 2, 3, 3), (1, 1), (1, 1, 2, 3, 4, 5))
    assert t.ask() == ("SET_TO_SIX", "B", None)
    t.play("pass")
    assert t.ask() == ("SET_TO_SIX", "A", None)


@pytest.mark.clause("WC-IRON-08", "WC-HUNT-07")
def test_traits_are_off_unless_asked_for(table):
    assert table().tables["trait"].tolist() == [0, 0]
    assert table(options={"traits": True}).tables["trait"].tolist() == [1, 0]  # the Iron have one, the Fang none
