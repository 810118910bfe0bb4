"""Chapter ABIL: when a fighter may use an ability, who may use which, and what pays for it."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.warcry.state import Ability, Reaction
from tests.warcry.fights import attack, damage, duel, spare, use
from tests.warcry.table import ROSTERS

# ---- when


@pytest.mark.clause("WC-ABIL-01", "WC-ACT-07", "WC-DICE-04")
@pytest.mark.parametrize("before", [0, 1, 2])
def test_one_ability_in_an_activation_before_between_or_after_the_actions(table, before):
    t = duel(table, at=(15, 5))
    spare(t, "A2")
    t.sets("A", {1: 2, 2: 2, 4: 3})
    t.activate("A1")
    for k in range(before):
        t.play("move", f"to {6 + k},5")
    assert t.ask() == ("STEP", "A", "A1") and "rush" in t.steps()
    assert t.can("end") == (before == 2)
    t.play("rush-2")
    if before < 2:
        assert t.steps() == {"move", "wait"}
    else:
        assert t.ask() != ("STEP", "A", "A1")  # nothing is left to do
    assert t.sets_of("A") == {1: 2, 4: 3}


@pytest.mark.clause("WC-ABIL-01", "WC-ACT-07")
def test_after_the_last_action_abilities_and_the_end_are_all_there_is(table):
    t = duel(table, at=(17, 11))
    spare(t, "A2", "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play("move", "to 6,5", "move", "to 7,5")
    assert t.legal() == {"rush-2", "onslaught-2", "end"}  # the dart finds nobody
    t.play("end")
    assert t.sets_of("A") == {2: 2} and t.unit("A1").activated


@pytest.mark.clause("WC-WAIT-01", "WC-WAIT-06", "WC-ABIL-01")
@pytest.mark.parametrize("first", [[], ["move", "to 6,5"]])
def test_no_ability_after_waiting(table, first):
    t = duel(table, at=(17, 11))
    spare(t, "A2", "B2")
    t.sets("A", {2: 2})
    t.activate("A1")
    t.play(*first, "wait")
    assert t.ask() is not None and t.ask()[1] == "B" and t.sets_of("A") == {2: 2}


@pytest.mark.clause("WC-ABIL-03", "WC-WAIT-04", "WC-WAIT-05", "WC-UNI-01")
def test_a_fighter_that_waited_may_use_another_and_the_first_is_gone(table):
    t = duel(table, at=(17, 11))
    t.sets("A", {1: 2, 2: 2})
    spare(t, "A2", "B2")
    t.activate("A1")
    t.play("rush-1", "wait")
    t.activate("A1")
    t.play("move")
    assert (10, 5) in t.cells() and (11, 5) not in t.cells()
    t.play("to 6,5")
    assert t.legal() == {"rush-2", "onslaught-2", "end"}


@pytest.mark.clause("WC-ABIL-06", "WC-ABIL-01")
@pytest.mark.parametrize(("flag", "others", "again"), [(False, 0, False), (True, 0, True), (True, 1, False)])
def test_the_last_fighter_may_use_many_only_with_the_flag(table, flag, others, again):
    t = duel(table, at=(15, 5), board={"options": {"last_stand": flag}})
    spare(t, *(f"A{k + 2}" for k in range(others)))
    t.sets("A", {1: 2, 2: 2})
    t.state["left"][0] = 1 + others
    t.activate("A1")
    t.play("rush-1")
    assert ("rush" in t.steps()) == again


@pytest.mark.clause("WC-ABIL-07", "WC-UNI-01")
def test_what_lasts_for_an_activation_is_over_in_the_next_fighters(table):
    t = duel(table, at=(15, 5))
    spare(t, "B2", "B3")
    t.add("A2", (5, 8))
    t.sets("A", {1: 2})
    t.activate("A1")
    t.play("rush-1", "move", "to 6,5", "wait")
    t.activate("A2")
    t.play("move")
    assert (10, 8) in t.cells() and (11, 8) not in t.cells()


# ---- who

OWN = {
    "iron_lord": {"inspiring_presence", "bolas", "crushing_blow", "press_on"},
    "iron_behemoth": {"bolas", "ram"},
    "iron_drill": {"bolas", "whirlwind"},
    "iron_sergeant": {"bolas", "crushing_blow"},
    "iron_standard": {"bolas", "stand_defiant"},
    **dict.fromkeys(("iron_smith", "iron_shield", "iron_bolas", "iron_twin"), {"bolas"}),
    "fang_alpha": {"inspiring_presence", "savage_fury", "unleash", "all_out"},
    "fang_cat": {"savage_fury", "unleash", "pounce"},
    "fang_harpoon": {"savage_fury", "unleash", "snag"},
    "fang_speaker": {"savage_fury", "unleash", "beastmaster"},
    **dict.fromkeys(("fang_axe", "fang_saw", "fang_runner"), {"savage_fury", "unleash"}),
    "raven_lord": {"inspiring_presence", "dart", "death_from_above", "harry", "trophy"},
    "raven_talon": {"dart", "death_from_above", "swoop"},
    "raven_stalker": {"dart", "death_from_above", "swift_climb"},
    "raven_keeper": {"dart", "death_from_above", "harry"},
    **dict.fromkeys(("raven_spear", "raven_knife"), {"dart", "death_from_above"}),
    "raven_fury": {"cower"},
    "hunt_warden": {"inspiring_presence", "hunting_pack", "regroup", "hunters_eye"},
    "hunt_leather": {"hunting_pack", "regroup", "hunters_eye"},
    **dict.fromkeys(("hunt_pistols", "hunt_sabre"), {"hunting_pack", "regroup", "keen"}),
    **dict.fromkeys(("hunt_arbalest", "hunt_scout", "hunt_hatchet"), {"hunting_pack", "regroup"}),
    "hunt_hound": {"death_grip"},
}
ALL = {"rush", "onslaught", "respite", "rampage"}
REACTIONS = {"iron": {"clashing_iron"}, "fang": {"brute_resilience"}, "raven": set(), "hunt": {"step_back"}}


@pytest.mark.clause("WC-ABIL-02", "WC-RAVEN-07", "WC-REACT-09", "WC-REACT-10", "WC-REACT-11", "WC-IRON-07", "WC-FANG-07", "WC-HUNT-06")
def test_runemarks_and_faction_say_which_abilities_and_reactions_a_fighter_has(table):
    assert set(OWN) == {profile for roster in ROSTERS.values() for profile in roster} | {"iron_bolas"}
    t = table()
    for profile, own in OWN.items():
        t.state["board"] = -1
        slot = t.slot_of(t.add("A1", (5, 5), profile))
        t.state["units"][slot]["cell"] = -1
        paid = {a.name.lower() for a in Ability if t.tables["unit_abilities"][slot, a] and t.tables["ability_cost"][a]}
        assert paid == ALL | own, profile
        made = {r.name.lower() for r in Reaction if t.tables["unit_reactions"][slot, r]}
        assert made == {"counter", "take_cover", "strike_them_down"} | REACTIONS[profile.partition("_")[0]], profile


COSTS = {
    2: "rush onslaught bolas crushing_blow press_on savage_fury "
    "all_out beastmaster dart harry swift_climb death_grip hunting_pack hunters_eye",
    3: "respite inspiring_presence ram stand_defiant snag pounce trophy swoop cower keen",
    4: "rampage whirlwind unleash death_from_above regroup",
}
LATER = {"onslaught": 3, "respite": 2, "rampage": 0, "reckoning": 4}


@pytest.mark.clause("WC-UNI-01", "WC-UNI-02", "WC-UNI-03", "WC-UNI-04", "WC-UNI-05", "WC-UNI-06", "WC-ABIL-02")
@pytest.mark.parametrize("universal_set", ["core", "2025"])
def test_what_each_ability_costs(table, universal_set):
    t = table(options={"universal_set": universal_set})
    wanted = {name: size for size, names in COSTS.items() for name in names.split()} | {"reckoning": 0}
    wanted |= LATER if universal_set == "2025" else {}
    assert {a.name.lower(): int(t.tables["ability_cost"][a]) for a in Ability} == wanted


# ---- what pays


@pytest.mark.clause("WC-DICE-05", "WC-ABIL-01", "WC-UNI-01", "WC-UNI-03", "WC-UNI-05")
@pytest.mark.parametrize(
    ("size", "affordable"),
    [(1, set()), (2, {"rush", "onslaught"}), (3, {"rush", "onslaught", "respite"}), (4, ALL), (5, ALL), (6, ALL)],
)
def test_a_set_pays_for_its_own_kind_or_a_cheaper_one(table, size, affordable):
    t = duel(table, "raven_fury", at=(15, 5), first={"damage": 3})
    t.sets("A", {4: size})
    t.activate("A1")
    assert t.steps() & ALL == affordable
    assert {text for text in t.legal() if text[-1].isdigit()} >= {f"{name}-4" for name in affordable}


@pytest.mark.clause("WC-DICE-04", "WC-DICE-05", "WC-DICE-07")
def test_the_whole_set_of_the_score_named_is_gone_and_no_other(table):
    t = duel(table, at=(15, 5))
    t.sets("A", {1: 1, 3: 2, 5: 3, 6: 2})
    t.activate("A1")
    assert {text for text in t.legal() if text.startswith("rush")} == {"rush-3", "rush-5", "rush-6"}
    t.play("rush-5")
    assert t.sets_of("A") == {3: 2, 6: 2} and t.state["dice"][0].tolist() == [1, 0, 2, 0, 0, 2]


@pytest.mark.clause("WC-DICE-04", "WC-ABIL-02")
def test_the_opponents_dice_pay_for_nothing(table):
    t = duel(table, at=(15, 5))
    t.sets("B", {3: 4})
    t.activate("A1")
    assert t.steps() == {"move", "wait"}


# ---- conditions and targets


@pytest.mark.clause("WC-ABIL-04")
@pytest.mark.parametrize(
    ("profile", "missing"),
    [
        ("iron_lord", {"bolas", "inspiring-presence", "press-on"}),
        ("iron_drill", {"whirlwind"}),
        ("fang_speaker", {"beastmaster"}),
        ("fang_alpha", {"all-out"}),
        ("raven_lord", {"dart", "inspiring-presence", "trophy"}),
        ("hunt_scout", {"hunting-pack", "regroup"}),
    ],
)
def test_what_finds_nobody_or_whose_condition_is_not_met_is_not_offered(table, profile, missing):
    t = duel(table, profile, at=(17, 11))
    t.put("A1", (5, 2))
    t.sets("A", {6: 4})
    t.activate("A1")
    assert "rush" in t.steps() and not t.steps() & missing


@pytest.mark.clause("WC-ABIL-04", "WC-IRON-01")
def test_the_set_is_gone_though_the_dice_fail(table):
    t = duel(table, "iron_lord")
    t.sets("A", {6: 2})
    t.activate("A1")
    use(t, "bolas-6", 3, 1)
    assert damage(t, "B1") == (0,) and t.sets_of("A") == {} and t.steps() == {"move", "attack", "disengage", "wait"}


@pytest.mark.clause("WC-ABIL-04", "WC-ACT-06", "WC-FANG-04")
def test_a_bonus_action_that_cannot_be_made_is_skipped(table):
    t = duel(table, "fang_harpoon", at=(15, 5))
    t.sets("A", {6: 3})
    t.activate("A1")
    t.play("snag-6")
    assert t.sets_of("A") == {} and t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2


@pytest.mark.clause("WC-ABIL-05", "WC-ACT-05")
def test_reactions_and_bonus_actions_come_to_their_end_before_the_next_step(table):
    t = duel(table, at=(8, 5), activated=False)
    t.sets("A", {2: 4, 3: 2})
    t.activate("A1")
    t.play("rampage-2")
    assert t.decision == "MOVE"
    t.play("to 7,5")
    assert t.decision == "ATTACK"
    t.play("attack B1")
    assert t.ask() == ("REACT", "B", "B1")
    t.dice(4, 4, 4, 4)
    t.play("counter")
    assert t.ask() == ("STEP", "A", "A1") and t.state["actions_left"] == 2
    attack(t, 4, 4, 4, 4, react="pass")
    assert t.state["actions_left"] == 1


def test_abilities_that_come_later_have_their_actions_at_the_end_of_the_layout():
    from skirmish_rl.envs.warcry.questions import FACES, FIRST_ABILITIES, LATER_ABILITY, QUESTIONS, ability_action, ability_in, score_in

    assert len(Ability) >= FIRST_ABILITIES and LATER_ABILITY + FACES * (len(Ability) - FIRST_ABILITIES) == QUESTIONS.layout.size
    placed = [(ability, score) for ability in range(FIRST_ABILITIES + 2) for score in range(1, FACES + 1)]
    actions = [ability_action(ability, score) for ability, score in placed]
    assert [(ability_in(action), score_in(action)) for action in actions] == placed
    first, later = actions[: FACES * FIRST_ABILITIES], actions[FACES * FIRST_ABILITIES :]
    block = QUESTIONS.layout.offset["ability"]
    assert first == list(range(block, block + len(first))) and later == list(range(LATER_ABILITY, LATER_ABILITY + len(later)))
