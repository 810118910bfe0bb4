"""Profiles, rosters, scenarios and options as they are packed, and what is refused. From the dossier."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError, UnknownName
from skirmish_rl.envs.core.scenarios import Packed, check_options, read_all, read_named
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.warcry.data.bound import decision_bound
from skirmish_rl.envs.warcry.data.pack import OPTIONS, pack
from skirmish_rl.envs.warcry.data.schema import FOLDER, ForceSpec, MapSpec, ProfileSpec, ScenarioSpec
from skirmish_rl.envs.warcry.rules.moving import ways_of
from skirmish_rl.envs.warcry.state import FORCE, Ability, Faction, Reaction, Runemark, Twist, Victory, Way

DOSSIER = (Path(__file__).resolve().parents[2] / "docs" / "rules" / "warcry.md").read_text(encoding="utf-8")
PROFILES = read_all(FOLDER / "profiles.toml", ProfileSpec)
FORCES = read_all(FOLDER / "forces.toml", ForceSpec)

OWN_SCENARIO = """
title = "Hill"
map = "crossing"
force_a = "iron_small"
force_b = "raven_small"
points_limit = 500
rounds = 3
red.dagger = { point = [4, 2] }
red.shield = { point = [11, 2] }
red.hammer = { point = [0, 0], round = 2 }
victory = "marks"
objectives = [[9, 6]]
per_objective = 1
"""
OWN_BOARD = """
[board]
width = 18
height = 12
mirror = true
exempt = true
"""
OWN_ROSTER = """
title = "Mixed"
faction = "iron"
fighters = ["iron_lord", "fang_alpha", "iron_smith"]
"""
OWN_PROFILE = """
[profiles.captain]
faction = "iron"
alliance = "chaos"
points = 100
move = 4
toughness = 4
wounds = 20
runemarks = ["hero", "brute"]
weapons = [{ name = "axe", range = [0, 1], attacks = 4, strength = 4, damage = [2, 4] }]
"""


def packed(name: str = "crossing", **options: Any) -> Packed:
    spec, path = read_named(FOLDER / "scenarios.toml", name, ScenarioSpec)
    return pack(spec, path, None, check_options("warcry", OPTIONS, options))


def tables(name: str = "crossing", **options: Any) -> np.void:
    return packed(name, **options).tables[0]


@pytest.fixture
def own(tmp_path: Path):
    """Packs one's own scenario: the shipped example with pieces replaced and lines added."""

    def write(*replaced: tuple[str, str], more: str = "", text: str = OWN_SCENARIO, **options: Any) -> np.void:
        for old, new in replaced:
            assert old in text, old
            text = text.replace(old, new)
        (tmp_path / "own.toml").write_text(text + more, encoding="utf-8")
        return tables(str(tmp_path / "own.toml"), **options)

    return write


@pytest.fixture
def roster(tmp_path: Path):
    """Packs the standard scenario with one's own roster for seat 0."""

    def write(text: str, name: str = "marks") -> np.void:
        (tmp_path / "roster.toml").write_text(text, encoding="utf-8")
        return tables(name, force_a=str(tmp_path / "roster.toml"))

    return write


def fighters(*names: str, faction: str = "iron") -> str:
    return f'title = "Own"\nfaction = "{faction}"\nfighters = [{", ".join(map(repr, names))}]\n'.replace("'", '"')


# What is shipped.


def test_profiles_are_those_of_the_dossier() -> None:
    rows = re.findall(r"^\| (\w+_\w+) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([^|]*) \| ([^|]*) \|$", DOSSIER, re.MULTILINE)
    assert [row[0] for row in rows] == list(PROFILES) and len(rows) == 31
    for name, points, move, toughness, wounds, marks, weapons in rows:
        profile = PROFILES[name]
        assert [str(n) for n in (profile.points, profile.move, profile.toughness, profile.wounds)] == [
            points,
            move,
            toughness,
            wounds,
        ]
        assert (", ".join(profile.runemarks) or "-") == marks
        written = [f"{w.name} {w.range[0]}-{w.range[1]} A{w.attacks} S{w.strength} {w.damage[0]}/{w.damage[1]}" for w in profile.weapons]
        assert "; ".join(written) == weapons
        assert profile.faction == ("none" if "thrall" in profile.runemarks else name.split("_")[0])


def test_rosters_are_those_of_the_dossier() -> None:
    rows = re.findall(r"^\| (Iron|Fang|Raven|Hunt) \| (\w[^|]*) \| (\d+) \| (\d+) \|$", DOSSIER, re.MULTILINE)
    assert len(rows) == 8
    for k, (title, listed, count, points) in enumerate(rows):
        force = FORCES[title.lower() + ("_small" if k >= 4 else "")]
        expected = [name for entry in listed.split(", ") for name, times in [(entry + " x1").split(" x")[:2]] for _ in range(int(times))]
        assert list(force.fighters) == expected and len(expected) == int(count)
        assert sum(PROFILES[name].points for name in force.fighters) == int(points)
        assert force.title == title


def test_fighters_are_packed_by_slot_leader_first() -> None:
    t = tables(force_a="iron_small", force_b="hunt_small")
    assert t["n_units"].tolist() == [5, 6] and t["leader"].tolist() == [0, FORCE]
    assert t["faction"].tolist() == [Faction.IRON, Faction.HUNT]
    assert t["unit_used"].sum() == 11 and t["unit_used"][[4, 5, FORCE + 5, FORCE + 6]].tolist() == [1, 0, 1, 0]
    names = list(PROFILES)
    assert [names[n] for n in t["unit_profile"][:5]] == list(FORCES["iron_small"].fighters)
    assert [names[n] for n in t["unit_profile"][FORCE : FORCE + 6]] == list(FORCES["hunt_small"].fighters)
    lord = {key: int(t[f"unit_{key}"][0]) for key in ("points", "move", "toughness", "wounds", "weapons")}
    assert lord == {"points": 170, "move": 4, "toughness": 4, "wounds": 22, "weapons": 1}
    assert np.flatnonzero(t["unit_marks"][0]).tolist() == [Runemark.HERO, Runemark.BRUTE]
    warden = [t[f"weapon_{key}"][FORCE].tolist() for key in ("min", "max", "attacks", "strength", "hit", "critical")]
    assert warden == [[0, 3], [1, 15], [2, 2], [3, 3], [2, 1], [3, 3]]


def abilities_of(t: np.void, profile: str, seat: int = 0) -> set[str]:
    slot = FORCE * seat + int(np.flatnonzero(t["unit_profile"][FORCE * seat :] == list(PROFILES).index(profile))[0])
    return {ability.name.lower() for ability in Ability if t["unit_abilities"][slot, ability]}


UNIVERSAL = {"rush", "onslaught", "respite", "rampage"}


@pytest.mark.clause("WC-ABIL-02", "WC-GEN-10")
def test_abilities_follow_runemarks_and_faction() -> None:
    iron, raven = tables("marks", force_a="iron"), tables("marks", force_a="raven")
    assert abilities_of(iron, "iron_smith") == UNIVERSAL | {"bolas"}
    assert abilities_of(iron, "iron_lord") == UNIVERSAL | {"inspiring_presence", "bolas", "crushing_blow", "press_on"}
    assert abilities_of(iron, "iron_behemoth") == UNIVERSAL | {"bolas", "ram"}
    assert abilities_of(iron, "iron_drill") == UNIVERSAL | {"bolas", "whirlwind"}
    assert abilities_of(raven, "raven_fury") == UNIVERSAL | {"cower"}  # a thrall, of no faction
    assert abilities_of(raven, "raven_keeper") == UNIVERSAL | {"dart", "harry", "death_from_above"}
    assert abilities_of(raven, "raven_stalker") == UNIVERSAL | {"dart", "swift_climb", "death_from_above"}
    fang, hunt = tables("marks", force_a="fang"), tables("marks", force_a="hunt")
    assert abilities_of(fang, "fang_cat") == UNIVERSAL | {"savage_fury", "pounce", "unleash"}
    assert abilities_of(fang, "fang_harpoon") == UNIVERSAL | {"savage_fury", "snag", "unleash"}
    assert abilities_of(fang, "fang_speaker") == UNIVERSAL | {"savage_fury", "beastmaster", "unleash"}
    assert abilities_of(fang, "fang_alpha") == UNIVERSAL | {"savage_fury", "all_out", "unleash", "inspiring_presence"}
    assert abilities_of(hunt, "hunt_hound") == UNIVERSAL | {"death_grip"}
    assert abilities_of(hunt, "hunt_sabre") == UNIVERSAL | {"hunting_pack", "keen", "regroup"}
    assert abilities_of(hunt, "hunt_leather") == UNIVERSAL | {"hunting_pack", "hunters_eye", "regroup"}


def test_costs_of_abilities() -> None:
    """The clauses of the forces, and T9."""
    costs = {Ability(n).name.lower(): int(cost) for n, cost in enumerate(tables()["ability_cost"])}
    written = {}
    for name, cost in re.findall(r"^- \*\*WC-(?:IRON|FANG|RAVEN|HUNT)-\d+\*\* \[ext\] \[(\w+)\] ([a-z' -]+)", DOSSIER, re.MULTILINE):
        written[cost.strip().replace("'", "").replace(" ", "_").replace("-", "_")] = {"double": 2, "triple": 3, "quad": 4}[name]
    assert len(written) == 24
    universal = {"rush": 2, "onslaught": 2, "respite": 3, "inspiring_presence": 3, "rampage": 4, "reckoning": 0}
    assert costs == written | universal
    later = tables(universal_set="2025")["ability_cost"]
    changed = {"onslaught": 3, "respite": 2, "rampage": 0, "reckoning": 4}
    assert {Ability(n).name.lower(): int(cost) for n, cost in enumerate(later)} == written | universal | changed
    t = tables(universal_set="2025")
    assert t["unit_abilities"][0, Ability.RECKONING] and not t["unit_abilities"][0, Ability.RAMPAGE]


@pytest.mark.clause("WC-REACT-09", "WC-REACT-10", "WC-REACT-11")
def test_reactions_follow_faction_and_runemarks(roster) -> None:
    def of(t: np.void, slot: int = 0) -> set[Reaction]:
        return {reaction for reaction in Reaction if t["unit_reactions"][slot, reaction]}

    every = {Reaction.COUNTER, Reaction.TAKE_COVER, Reaction.STRIKE_THEM_DOWN}
    own = {"iron": {Reaction.CLASHING_IRON}, "fang": {Reaction.BRUTE_RESILIENCE}, "raven": set(), "hunt": {Reaction.STEP_BACK}}
    for name, more in own.items():
        t = tables("marks", force_a=name)
        assert all(of(t, slot) == every | (more if t["unit_faction"][slot] != Faction.NONE else set()) for slot in range(t["n_units"][0]))
    rider = OWN_PROFILE.replace("brute", "mount")
    assert of(roster(fighters("captain", "iron_smith", "iron_smith") + rider)) == (every | own["iron"]) - {Reaction.TAKE_COVER}


@pytest.mark.clause("WC-TERR-04", "WC-CLIMB-02")
@pytest.mark.parametrize(
    ("mark", "barred"),
    [("brute", set()), ("beast", {Way.DOOR}), ("mount", {Way.CLIMB, Way.STAIR, Way.VAULT, Way.ARCH, Way.DOOR})],
)
def test_runemarks_bar_ways(roster, mark: str, barred: set[Way]) -> None:
    t = roster(fighters("captain", "iron_smith", "iron_smith") + OWN_PROFILE.replace("brute", mark))
    open_ways = ways_of(view(t), 0)
    assert {way for way in Way if not open_ways >> way & 1} == barred


def test_scoring_of_the_scenarios() -> None:
    keys = (
        "per_objective",
        "for_any",
        "for_two",
        "for_more",
        "for_wounds",
        "for_tally",
        "for_leader",
        "for_centre",
        "for_quarters",
    )
    expected = {
        "crossing": {"per_objective": 1},
        "marks": {"for_any": 1, "for_two": 1, "for_more": 1, "for_wounds": 2},
        "relics": {},
        "hunters": {"for_tally": 2, "for_leader": 1, "for_centre": 1},
    }
    kinds = {"crossing": Victory.MARKS, "marks": Victory.MARKS, "relics": Victory.HOARD, "hunters": Victory.TALLY}
    for name, points in expected.items():
        t = tables(name)
        assert {key: int(t[key]) for key in keys if t[key]} == points
        assert t["rounds"] == 4 and t["victory"] == kinds[name] and t["single_objective"] == (name == "marks")
    assert tables("relics")["n_tokens"] == 5 and tables("relics")["token_gap"] == 36
    marks = tables("marks")
    points = zip(marks["objective_x"][:5] / 2, marks["objective_y"][:5] / 2, strict=True)
    assert list(points) == [(3, 6), (8, 11), (15, 11), (22, 11), (27, 16)]


@pytest.mark.clause("WC-FALL-06")
def test_figures_of_the_rules() -> None:
    t = tables()
    assert t["impact"].tolist() == [0, 0, 0, 1, 1, 3]  # T8
    names = (
        "strike_success",
        "cover_success",
        "counter_damage",
        "counter_more",
        "edge_face",
        "treasure_penalty",
        "treasure_floor",
    )
    assert [int(t[name]) for name in names] == [4, 4, 2, 1, 1, 2, 3]
    assert [int(t[name]) for name in ("disengage_inches", "grip_damage", "fall_height", "body")] == [3, 3, 6, 3]


# Options.


def test_options_are_settled() -> None:
    result = packed()
    assert result.options["rounds"] == 4 and (result.options["force_a"], result.options["force_b"]) == (
        "iron_small",
        "fang_small",
    )
    assert result.players == ("Iron", "Fang") and result.tags == ("small",) and result.seats == 2
    flags = ("last_stand", "extra_rounds", "play_out", "engaged_no_move")
    assert not any(result.tables[0][flag] for flag in flags) and result.tables[0]["twist"] == Twist.NONE
    for flag in flags:
        t = tables(**{flag: True})
        assert [int(t[key]) for key in flags] == [key == flag for key in flags]
    assert tables(twist="hardy")["twist"] == Twist.HARDY and tables(rounds=2)["rounds"] == 2
    assert tables("marks", force_a="raven", force_b="hunt", traits=True)["trait"].tolist() == [0, 1]
    assert tables("marks", force_a="iron", traits=True)["trait"].tolist() == [1, 0] and not tables("marks")["trait"].any()


def test_own_constants_replace_those_they_name(tmp_path: Path) -> None:
    file = tmp_path / "figures.toml"
    file.write_text("fall_height = 3.5\nedge_face = 2\nimpact = [0, 0, 1, 1, 2, 4]\nlow_wall = 2\n", encoding="utf-8")
    plain, own = tables(), tables(constants=str(file))
    assert own["edge_face"] == 2 and own["impact"].tolist() == [0, 0, 1, 1, 2, 4] and own["fall_height"] == 7
    assert own["grip_damage"] == plain["grip_damage"]
    hurting = [(t["edge_hurts"] < t["edge_at"][1:]).sum() for t in (plain, own)]
    assert hurting[0] > 0 and hurting[1] == 0  # 3" no longer hurt, and there is no deadly ground
    assert {int(height) for height in own["wall"].ravel()} == {0, 4, 6} and 30 in own["edges"]["cost"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("edge_face = 7", r"edge_face.*got 7; expected 1 to 5"),
        ("impact = [1, 2]", r"impact.*WC-FALL-06"),
        ("low_wall = 1", r"low_wall.*T7"),
        ("fall_height = 0.3", r"fall_height.*WC-JUMP-02"),
        ("edge_fase = 1", r"did you mean 'edge_face'"),
        ('edge_face = "1"', r"expected int"),
    ],
)
def test_constants_that_cannot_be_are_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "figures.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=message) as error:
        tables(constants=str(file))
    assert "figures.toml, line 1" in str(error.value)


# One's own scenarios.


def test_an_own_scenario_on_a_shipped_map(own) -> None:
    t = own()
    assert t["width"] == 18 and t["rounds"] == 3 and t["n_objectives"] == 1 and t["arrival"].tolist() == [[1, 1, 2], [1, 1, 2]]
    assert t["zone"][1, 2].sum() == 4 and t["zone"][1, 2, 11 * 30 + 17]  # blue's corner is red's, turned


def test_an_own_scenario_with_its_own_board_and_blue_points(own) -> None:
    blue = (
        "blue.dagger = { point = [9, 12] }\nblue.shield = { line = [18, 0, 18, 6] }\nblue.hammer = { line = [0, 12, 18, 12], round = 3 }\n"
    )
    t = own(('map = "crossing"\n', blue), more=OWN_BOARD + "platforms.6 = [[8, 3]]\nladders.south = [[8, 3]]\n")
    assert t["level"][3 * 30 + 8] == 12 and t["level"][8 * 30 + 9] == 12 and t["arrival"].tolist() == [[1, 1, 2], [1, 1, 3]]
    assert [int(zone.sum()) for zone in t["zone"][1]] == [8, 3 * 6 + 4, 3 * 18]


@pytest.mark.clause("WC-SETUP-01")
def test_a_roster_lies_beside_the_scenario_that_names_it(own, tmp_path: Path) -> None:
    (tmp_path / "roster.toml").write_text(OWN_ROSTER, encoding="utf-8")
    t = own(('"iron_small"', '"roster.toml"'))
    assert t["n_units"][0] == 3 and t["unit_faction"][:3].tolist() == [Faction.IRON, Faction.FANG, Faction.IRON]


@pytest.mark.clause("WC-VC-01", "WC-VC-02", "WC-VC-03", "WC-VC-04", "WC-VC-05", "WC-VC-06")
@pytest.mark.parametrize(
    ("victory", "keys"),
    [
        ("marks", "objectives = [[9, 6]]\nfor_any = 1"),
        ("hoard", "tokens = 3\ncentre_inches = 3"),
        ("relic", "tokens = 1"),
        ("tally", "for_tally = 1"),
        ("uncover", "objectives = [[9, 6], [4, 6]]\nloots = 4\nper_treasure = 2"),
        ("quarters", "for_quarters = 2"),
    ],
)
def test_every_kind_of_victory_can_be_written(own, victory: str, keys: str) -> None:
    t = own(("objectives = [[9, 6]]\nper_objective = 1", keys), ('"marks"', f'"{victory}"'))
    assert t["victory"] == Victory[victory.upper()] and t["per_objective"] == 0
    for key, value in re.findall(r"^(\w+) = (\d+)$", keys, re.MULTILINE):
        if key not in ("tokens", "centre_inches"):
            assert t[key] == int(value)
    assert t["n_tokens"] == {"hoard": 3, "relic": 1}.get(victory, 0) and t["centre_near"].any() == (victory == "hoard")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rounds = 3", "rounds = 13", r"'rounds'.*got 13; expected 1 to 12 \(WC-RND-02\)"),
        ("rounds = 3", "rounds = 1", r"'hammer'.*red hammer: RND2 in a battle of 1 rounds would never come \(WC-RES-11\)"),
        ("round = 2", "round = 4", r"'red.hammer.round': got 4; expected 1 to 3 \(WC-DEP-02\)"),
        ("point = [11, 2]", "point = [11, -1]", r"red shield: \[11.0, -1.0\].*off the map a group needs a line \(WC-RES-04\)"),
        ("point = [11, 2]", "point = [11.3, 2]", r"red shield.*half inches"),
        ("{ point = [11, 2] }", "{ }", r"red shield: give a point or a line"),
        ("{ point = [11, 2] }", "{ point = [1, 1], line = [0, 0, 0, 12] }", r"one of the two"),
        ("point = [11, 2]", "line = [0, 1, 18, 1]", r"no whole or half edge.*WC-RES-04"),
        ("point = [11, 2]", "line = [3, 0, 12, 0]", r"no whole or half edge"),
        ("point = [11, 2]", "line = [0, 0, 18, 12]", r"no whole or half edge"),
        ('map = "crossing"', 'map = "crosing"', r"unknown map 'crosing'; did you mean 'crossing'"),
        ('"iron_small"', '"irom_small"', r"'force_a'.*unknown force 'irom_small'"),
        ('"marks"', '"mark"', r"unknown kind of victory 'mark'"),
        ("[[9, 6]]", "[[19, 6]]", r"'objectives'.*\[19.0, 6.0\] is no point of the 18 x 12 battlefield"),
        ("[[9, 6]]", "[[9, 6], [9, 6]]", r"listed twice"),
        ("[[9, 6]]", "[[2.5, 8.5]]", r"lies in a pillar.*WC-OBJ-01"),
        ("[[9, 6]]", "[[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6], [7, 7]]", r"7 objectives; expected 0 to 6 objectives \(WC-VC-01\)"),
        ("per_objective = 1", "", r"marks need one of per_objective"),
        ("per_objective = 1", "per_objective = 21", r"'per_objective': got 21; expected 0 to 20 \(WC-VIC-02\)"),
        ("objectives = [[9, 6]]", "", r"'per_objective'.*needs objectives"),
        ("per_objective = 1", "per_objective = 1\nloots = 9", r"'loots'.*expected 0 to 8"),
        (
            "per_objective = 1",
            "per_objective = 1\nloots = 3\ntokens = 6",
            r"6 on the board and 3 in each of 1 objectives.*at most 8 treasures",
        ),
        ("per_objective = 1", "per_objective = 1\ntokens = 9", r"'tokens': got 9; expected 0 to 8 \(WC-VC-02"),
        ("per_objective = 1", "per_objective = 1\ntokens = 8", r"'token_zone'.*80 places for 8 treasures"),
        ("per_objective = 1", "per_objective = 1\ntokens = 2\ntoken_zone = 1", r"'token_zone'.*places for 2 treasures"),
        ("per_objective = 1", "per_objective = 1\ntokens = 2\ntoken_first = 0.5", r"'token_first'.*WC-VC-02"),
        ("per_objective = 1", "per_objective = 1\nper_treasure = 2", r"there is no treasure"),
        ("per_objective = 1", "per_objective = 1\nfor_centre = 2", r"needs centre_inches"),
        ('"marks"', '"tally"', r"tally needs for_tally \(WC-VC-04\)"),
        ('"marks"', '"quarters"', r"quarters needs for_quarters"),
        ('"marks"', '"uncover"', r"uncover needs per_treasure"),
        ('"marks"', '"hoard"', r"hoard needs tokens"),
        ('victory = "marks"', 'victory = "hoard"\ntokens = 1', r"'per_objective'.*without victory points"),
        ('victory = "marks"', 'victory = "relic"\ntokens = 2', r"there is one relic, got 2"),
        ("points_limit = 500", "points_limit = 480", r"'iron_small'.*485 points; the battle's limit is 480 \(WC-SETUP-01\)"),
        ("points_limit = 500", "points_limit = 0", r"'points_limit'.*WC-SETUP-01"),
        ("rounds = 3", "round = 3", r"unknown key.*did you mean 'rounds'"),
    ],
)
def test_scenarios_that_cannot_be_are_refused(own, old: str, new: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        own((old, new))


@pytest.mark.clause("WC-RES-04")
@pytest.mark.parametrize(
    ("line", "able"),
    [
        ([0, 0, 18, 0], True), ([18, 0, 18, 12], True), ([9, 12, 18, 12], True), ([0, 6, 0, 0], True), ([3, 0, 12, 0], False),
        ([0, 1, 18, 1], False), ([1, 0, 1, 12], False), ([0, 0, 18, 12], False), ([0, 0, 6, 0], False),
    ],
)  # fmt: skip
def test_a_line_lies_along_a_whole_edge_or_half_of_one(own, line: list[int], able: bool) -> None:
    change = ("{ point = [11, 2] }", f"{{ line = {line} }}")
    if able:
        own(change)
    else:
        with pytest.raises(DataError, match=r"no whole or half edge.*WC-RES-04"):
            own(change)


@pytest.mark.clause("WC-RES-11")
def test_an_option_that_ends_the_battle_before_a_group_comes_is_refused() -> None:
    with pytest.raises(DataError, match=r"red shield: RND3 in a battle of 2 rounds.*WC-RES-11"):
        tables("hunters", rounds=2)
    assert tables("hunters", rounds=3)["rounds"] == 3


@pytest.mark.clause("WC-TWI-03", "WC-TWI-05")
@pytest.mark.parametrize("twist", ["trailing_prize", "marked_ground"])
def test_twists_that_name_an_objective_need_one(twist: str) -> None:
    with pytest.raises(BadOption, match=r"without objectives.*WC-TWI-03"):
        tables("hunters", twist=twist)
    assert tables("marks", twist=twist)["twist"] == Twist[twist.upper()]


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(BadOption, match="12 rounds"):
        tables(rounds=13)
    with pytest.raises(BadOption, match="WC-TWI"):
        tables(twist="fog")
    with pytest.raises(UnknownName, match="unknown force 'irom'; did you mean 'iron'"):
        tables(force_a="irom")


# One's own maps.


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ("platforms.3 = [[18, 3]]", r"'platforms'.*\[18, 3\] lies off the map of 18 x 12"),
        ("platforms.4 = [[8, 3]]", r"'board.platforms': unknown height of platforms '4'; known: 3, 6 \(T7\)"),
        ("platforms.3 = [[8, 3]]\nplatforms.6 = [[8, 3]]", r"\[8, 3\] is a platform of 3\" and a platform of 6\""),
        ("platforms.3 = [[8, 3]]\npillars = [[9, 8]]", r"a cell is one thing"),
        ("platforms.3 = [[8, 3]]\ndeadly = [[8, 3]]", r"'deadly'.*\[8, 3\]"),
        ("low_walls.up = [[8, 3]]", r"unknown side of a cell 'up'"),
        ("low_walls.north = [[8, 0]]", r"\[8, -1\] lies off the map; a side has two cells"),
        ("low_walls.north = [[8, 4]]\ntall_walls.south = [[8, 3]]", r"also has low walls; a side has one thing"),
        ("platforms.3 = [[8, 3]]\nstairs.east = [[8, 3]]\nladders.east = [[8, 3]]", r"a side has one thing"),
        ("stairs.east = [[8, 3]]", r"leads 0\" up; stairs lead to a platform 3\" higher \(WC-CLIMB-05\)"),
        ("platforms.6 = [[8, 3]]\nstairs.east = [[8, 3]]", r"leads 6\" up"),
        ("ladders.east = [[8, 3]]", r"leads nowhere; ladders lead to a higher cell \(WC-CLIMB-04\)"),
        ("platforms.3 = [[8, 3]]\npillars = [[9, 3]]\nladders.east = [[8, 3]]", r"leads to a pillar"),
        ("platforms.3 = [[8, 3]]\narchways.east = [[8, 3]]", r"leads 3\" up; archways lead from level to level \(WC-TERR-04\)"),
        ("pillars = [[8, 3]]\ndoors.east = [[8, 3]]", r"'doors'.*leads to a pillar"),
        ("width = 31", r"'board.width': got 31; expected 8 to 30 \(DG-1\)"),
        ("height = 7", r"'board.height': got 7; expected 8 to 22 \(DG-1\)"),
        ("heigth = 7", r"did you mean 'height'"),
    ],
)
def test_maps_that_cannot_be_are_refused(own, parts: str, message: str) -> None:
    board = OWN_BOARD
    if parts.startswith(("width", "height")):
        key = parts.split(" ")[0]
        board, parts = re.sub(rf"{key} = \d+", parts, board), ""
    with pytest.raises(DataError, match=message):
        own(('map = "crossing"\n', ""), more=f"{board}{parts}\n")


@pytest.mark.clause("WC-TERR-02")
def test_a_platform_nobody_can_reach_is_refused(own) -> None:
    ring = [[7, 2], [8, 2], [9, 2], [7, 3], [9, 3], [7, 4], [8, 4], [9, 4]]
    with pytest.raises(DataError, match=r"'platforms'.*\[8, 3\]: platform 3\" high that nobody on foot can reach and leave"):
        own(('map = "crossing"\n', ""), more=f"{OWN_BOARD}platforms.3 = [[8, 3]]\npillars = {ring}\n")
    with pytest.raises(DataError, match=r"'pillars'.*\[8, 3\]: ground that nobody on foot"):
        own(('map = "crossing"\n', ""), more=f"{OWN_BOARD}pillars = {ring}\n")
    assert (
        own(
            ('map = "crossing"\n', ""),
            more=f"{OWN_BOARD}platforms.3 = [[8, 3]]\npillars = {[cell for cell in ring if cell != [8, 4]]}\n",
        )["stand"].sum()
        == 216 - 14
    )


def test_maps_with_more_faces_than_the_tables_hold_are_refused(own) -> None:
    scattered = [[x, y] for x in range(1, 17, 2) for y in range(1, 6, 2)]
    with pytest.raises(DataError, match=r"'platforms'.*576 places on faces, stairs and ladders; at most 200"):
        own(('map = "crossing"\n', ""), more=f"{OWN_BOARD}platforms.3 = {scattered}\n")


def test_maps_with_more_ways_than_the_tables_hold_are_refused(own) -> None:
    """A platform with two holes: jumps across them between nearly all its cells."""
    board = "[board]\nwidth = 30\nheight = 22\nexempt = true\n"
    block = [[x, y] for x in range(8, 22) for y in range(4, 18) if (x, y) not in ((14, 9), (14, 12))]
    with pytest.raises(DataError, match=r"'platforms'.*\d{4,5} ways between places; at most 8192"):
        own(('map = "crossing"\n', ""), more=f"{board}platforms.3 = {block}\n")


@pytest.mark.clause("WC-SETUP-06")
def test_maps_have_two_features_in_each_quarter_and_none_near_an_edge(own) -> None:
    board = OWN_BOARD.replace("width = 18", "width = 30").replace("height = 12", "height = 22").replace("exempt = true\n", "")
    start = (('map = "crossing"\n', ""), ("point = [11, 2]", "point = [11, 3]"))
    spread = "pillars = [[5, 5], [8, 8], [20, 5], [23, 8]]\n"
    assert own(*start, more=board + spread)["stand"].sum() == 660 - 8
    with pytest.raises(DataError, match=r"'exempt'.*north-east quarter has 1 terrain features; expected 2.*WC-SETUP-06"):
        own(*start, more=board + spread.replace(", [23, 8]", ""))
    with pytest.raises(DataError, match=r"north-east quarter has 1"):  # two cells that touch are one feature
        own(*start, more=board + spread.replace("[23, 8]", "[21, 6]"))
    assert own(*start, more=board + spread.replace("[23, 8]", "[23, 4]"))["stand"].sum() == 660 - 8  # exactly 4" away
    with pytest.raises(DataError, match=r"terrain at \(23, 3\) stands within 4\" of an edge"):
        own(*start, more=board + spread.replace("[23, 8]", "[23, 3]"))
    odd = (board + spread.replace("[20, 5], [23, 8]", "[14, 5], [20, 8]")).replace("width = 30", "width = 29")
    assert own(*start, more=odd)["stand"].sum() == 29 * 22 - 8  # the middle line cuts a pillar: it is a feature of both sides
    with pytest.raises(DataError, match=r"north-east quarter has 1"):
        own(*start, more=odd.replace("[14, 5]", "[13, 5]"))
    shipped = read_all(FOLDER / "maps.toml", MapSpec)
    assert {name for name, spec in shipped.items() if spec.exempt} == {"crossing", "open"}


# One's own rosters.


@pytest.mark.clause("WC-SETUP-01")
def test_a_warband_has_three_to_fifteen_fighters(roster) -> None:
    smith, twin = "iron_smith", "iron_twin"
    cheap = OWN_PROFILE.replace('"hero", "brute"', '"brute"').replace("points = 100", "points = 30").replace("captain", "squire")
    with pytest.raises(DataError, match=r"roster.toml, line 3: key 'fighters': 2 fighters; expected 3 to 15 fighters \(WC-SETUP-01\)"):
        roster(fighters("iron_lord", smith))
    for count in (16, 40):
        with pytest.raises(DataError, match=rf"{count} fighters; expected 3 to 15"):
            roster(fighters("iron_lord", *["squire"] * (count - 1)) + cheap)
    assert roster(fighters("iron_lord", *["squire"] * 14) + cheap)["n_units"][0] == 15
    assert roster(fighters("iron_lord", smith, twin))["n_units"][0] == 3


@pytest.mark.clause("WC-SETUP-01")
def test_a_warband_keeps_within_its_points(roster) -> None:
    # 170 + 220 + 140 + 135 + 125 + 90 = 880, and fighters of one's own for the rest
    names = ("iron_lord", "iron_behemoth", "iron_drill", "iron_sergeant", "iron_standard", "iron_smith", "squire")
    squire = OWN_PROFILE.replace('"hero", "brute"', '"brute"').replace("captain", "squire")
    assert roster(fighters(*names) + squire.replace("points = 100", "points = 120"))["unit_points"][:15].sum() == 1000
    with pytest.raises(DataError, match=r"1005 points; the battle's limit is 1000 \(WC-SETUP-01\)"):
        roster(fighters(*names) + squire.replace("points = 100", "points = 125"))
    with pytest.raises(DataError, match=r"the battle's limit is 500"):
        roster(fighters("iron_lord", "iron_behemoth", "iron_drill"), "crossing")


@pytest.mark.clause("WC-SETUP-02")
@pytest.mark.parametrize(
    ("names", "message"),
    [
        (("iron_smith", "iron_lord", "iron_twin"), r"iron_smith cannot lead: the first fighter is a hero of iron"),
        (("fang_alpha", "iron_lord", "iron_twin"), r"fang_alpha cannot lead"),
        (("iron_lord", "fang_runner", "iron_twin"), r"fang_runner of fang is no hero and has not the runemark ally"),
        (("iron_lord", "hunt_warden", "iron_twin"), r"hunt_warden is of the alliance order; ally of another than chaos"),
        (("iron_lord", "captain", "captain", "captain"), r"4 heroes; a warband has at most 3"),
        (("iron_lord", "friend", "friend", "friend"), r"3 allies; a warband has at most 2"),
        (("iron_lord", *["raven_fury"] * 4), r"4 thralls; a warband has at most 3"),
        (("iron_lord", "wolf", "iron_twin"), r"wolf is of the alliance order; thrall of another than chaos"),
        (("iron_lord", "iron_blacksmith", "iron_twin"), r"unknown profile 'iron_blacksmith'; did you mean 'iron_smith'"),
    ],
)
def test_leaders_heroes_allies_and_thralls(roster, names: tuple[str, ...], message: str) -> None:
    friend = OWN_PROFILE.replace("captain", "friend").replace('"hero", "brute"', '"ally"').replace('"iron"', '"fang"')
    wolf = (
        OWN_PROFILE.replace("captain", "wolf").replace('"hero", "brute"', '"thrall"').replace('"iron"', '"none"').replace("chaos", "order")
    )
    with pytest.raises(DataError, match=message) as error:
        roster(fighters(*names) + OWN_PROFILE + friend + wolf)
    assert "roster.toml" in str(error.value)


@pytest.mark.clause("WC-SETUP-02")
def test_as_many_heroes_allies_and_thralls_as_allowed(roster) -> None:
    friend = OWN_PROFILE.replace("captain", "friend").replace('"hero", "brute"', '"ally"').replace('"iron"', '"fang"')
    t = roster(fighters("iron_lord", "captain", "fang_alpha", "friend", "raven_fury", "raven_fury", "raven_fury") + OWN_PROFILE + friend)
    assert t["n_units"][0] == 7 and t["unit_marks"][:15, Runemark.HERO].sum() == 3
    assert t["unit_faction"][:7].tolist() == [0, 0, Faction.FANG, Faction.FANG, *[Faction.NONE] * 3]
    assert t["unit_abilities"][2, Ability.SAVAGE_FURY] and not t["unit_abilities"][2, Ability.BOLAS]  # an ally keeps its own faction's
    assert t["unit_profile"][:4].tolist() == [0, len(PROFILES), list(PROFILES).index("fang_alpha"), len(PROFILES) + 1]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("move = 4", "move = 9", r"'profiles.captain.move': got 9; expected 1 to 8"),
        ("wounds = 20", "wounds = 0", r"'profiles.captain.wounds': got 0; expected 1 to 60"),
        ("toughness = 4", "toughness = 11", r"toughness': got 11"),
        ("points = 100", "points = 0", r"points': got 0"),
        ('"brute"', '"monster"', r"unknown runemark 'monster'"),
        ('"brute"', '"thrall"', r"thralls, and only they, are of faction \"none\", got 'iron' \(WC-SETUP-01\)"),
        ('faction = "iron"\nalliance', 'faction = "gold"\nalliance', r"unknown faction 'gold'"),
        ('alliance = "chaos"', 'alliance = "law"', r"unknown alliance 'law'"),
        ("range = [0, 1]", "range = [0, 41]", r"weapons\[0\].range\[1\]': got 41; expected 0 to 40 \(WC-ATK-04\)"),
        ("range = [0, 1]", "range = [1, 1]", r"captain, axe: \[1, 1\]; expected minimum < maximum"),
        ("attacks = 4", "attacks = 9", r"'profiles.captain.weapons\[0\].attacks': got 9; expected 1 to 8"),
        ("strength = 4", "strength = 0", r"strength': got 0"),
        ("damage = [2, 4]", "damage = [2, 13]", r"weapons\[0\].damage\[1\]': got 13; expected 0 to 12"),
        (
            'weapons = [{ name = "axe", range = [0, 1], attacks = 4, strength = 4, damage = [2, 4] }]',
            "weapons = []",
            r"0 weapons; expected 1 to",
        ),
        ("[profiles.captain]", "[profiles.iron_lord]", r"iron_lord is a shipped profile"),
        (
            "wounds = 20",
            'wounds = 20\nabilities = ["savage_fury"]',
            r"captain: savage_fury belongs to fang, not to iron \(WC-ABIL-02\)",
        ),
        ("wounds = 20", 'wounds = 20\nabilities = ["ram"]', r"captain: ram needs the runemark destroyer \(WC-ABIL-02\)"),
        ("wounds = 20", 'wounds = 20\nabilities = ["ramm"]', r"unknown ability 'ramm'; did you mean 'ram'"),
        ("wounds = 20", "wonds = 20", r"unknown key.*did you mean 'wounds'"),
    ],
)
def test_profiles_that_cannot_be_are_refused(roster, old: str, new: str, message: str) -> None:
    assert old in OWN_PROFILE
    with pytest.raises(DataError, match=message):
        roster(fighters("iron_lord", "iron_smith", "iron_twin") + OWN_PROFILE.replace(old, new))


@pytest.mark.clause("WC-ABIL-02")
def test_an_own_profile_may_be_limited_to_some_of_its_abilities(roster) -> None:
    text = fighters("captain", "iron_smith", "iron_twin") + OWN_PROFILE
    every = {Ability(n).name.lower() for n in np.flatnonzero(roster(text)["unit_abilities"][0])}
    assert every == UNIVERSAL | {"inspiring_presence", "bolas", "crushing_blow", "press_on"}
    some = roster(text.replace("wounds = 20", 'wounds = 20\nabilities = ["rush", "bolas"]'))
    assert {Ability(n) for n in np.flatnonzero(some["unit_abilities"][0])} == {Ability.RUSH, Ability.BOLAS}
    assert some["unit_reactions"][0, Reaction.CLASHING_IRON]


def test_a_battlefield_too_small_for_the_fighters_is_refused(own) -> None:
    board = OWN_BOARD.replace("width = 18", "width = 8").replace("height = 12", "height = 8")
    places = (("point = [11, 2]", "point = [5, 2]"), ('map = "crossing"\n', ""), ("[[9, 6]]", "[[4, 4]]"))
    assert own(*places, more=board)["stand"].sum() == 64
    pillars = [[x, y] for y in range(3) for x in range(8)]
    with pytest.raises(DataError, match=r"16 cells to stand on are too few for 10 fighters \(WC-RES-08\)"):
        own(*places, more=f"{board}pillars = {pillars}\n")


def test_the_bound_counts_fighters_and_rounds() -> None:
    small, longer, larger = packed().max_decisions, packed(rounds=8).max_decisions, packed("marks").max_decisions
    assert 500 < small < larger < 10000 and small < longer <= 2 * small
    assert packed(extra_rounds=True).max_decisions == packed(rounds=12).max_decisions
    assert packed(twist="trailing_dice").max_decisions > small


def test_the_bound_of_the_smallest_battle_is_that_worked_by_hand() -> None:
    """One fighter a side, one round, no treasure, one objective each.

    Before the round: two roles and colours, 3 questions each. In the round: 2 wild dice or ends of a seat, a set changed, an objective
    named, who goes first; 2 activations of 4, 2 actions of 10; 6 abilities a seat of 18.
    """
    tables = packed().tables[:1].copy()
    tables["rounds"], tables["n_units"], tables["n_tokens"] = 1, 1, 0
    assert decision_bound(tables[0]) == (2 + 2 * 3) + (2 * 2 + 2 + 1 + 1) + 2 * (2 * 4 + 2 * 10) + 2 * 6 * 18 + 2
