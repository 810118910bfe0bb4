"""Terrain, weapons, kit, profiles, presets, layouts and scenarios as they are shipped and packed, against the dossier's tables."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from skirmish_rl.envs.core.scenarios import read_all
from skirmish_rl.envs.trench_crusade.data.checks import points_of
from skirmish_rl.envs.trench_crusade.data.pack import read_rules
from skirmish_rl.envs.trench_crusade.data.schema import FOLDER, MapSpec, ScenarioSpec, TerrainSpec, WarbandSpec
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.state import FORCE, WIDTH, Terrain
from tests.trench_crusade.table import Table, cell_of

DOSSIER = (Path(__file__).resolve().parents[2] / "docs" / "rules" / "trench_crusade.md").read_text(encoding="utf-8")
WEAPONS, KIT, PROFILES = read_rules()
BANDS = read_all(FOLDER / "warbands.toml", WarbandSpec)
MAPS = read_all(FOLDER / "maps.toml", MapSpec)
SCENARIOS = read_all(FOLDER / "scenarios.toml", ScenarioSpec)


def rows_of(heading: str) -> list[list[str]]:
    """The cells of the first table after a heading, without its head."""
    lines = DOSSIER.partition(heading)[2].splitlines()
    first = next(k for k, line in enumerate(lines) if line.startswith("|"))
    found = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            return found
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


def text_of(heading: str) -> str:
    """What stands under a heading, down to the next."""
    return re.split(r"^#{2,3} ", DOSSIER.partition(heading)[2], maxsplit=1, flags=re.MULTILINE)[0]


# Terrain (T6).


@pytest.mark.clause("TC-TER-01", "TC-TER-02", "TC-TER-03", "TC-TER-07", "TC-TER-08")
def test_terrain_is_that_of_table_t6():
    named = {"ruin floor": "floor", "low wall": "low_wall", "landmark": "landmark"}
    found: dict[str, TerrainSpec] = read_all(FOLDER / "terrain.toml", TerrainSpec)
    seen = set()
    for code, height, cost, top, cover, other in rows_of("### T6 Terrain"):
        plain = code.partition(" `")[0]
        spec = found[named.get(plain, plain)]
        seen.add(named.get(plain, plain))
        assert spec.height == int(re.match(r"\d+", height)[0])
        assert spec.impassable == (cost == "impassable")
        assert spec.cost == (2 if cost == "x2" else 1)
        assert spec.top == int(top)
        assert spec.cover == (cover in ("yes", "yes when between"))  # that of a trench depends on the attacker
        assert spec.dangerous == (other == "Dangerous")
    assert seen == set(found) == {terrain.name.lower() for terrain in Terrain}


# Weapons.

ABILITIES = {
    "Focused fire": "focused", "Quick bursts": "bursts", "Bull's eye": "bulls_eye", "Liquid fire": "bulls_eye", "Harrowing": "harrowing",
    "another +1 INJURY DICE at short range": "point_blank", "IGNORE ARMOUR if target Down": "assassin",
    '+1 DICE for shots if attacker touches >= 1/2" terrain lying towards the target': "silenced",
}  # fmt: skip
NUMBERS = {"DICE": "dice", "INJURY DICE": "injury_dice", "INJURY MODIFIER": "injury_modifier"}
ALIKE = {"sword/axe": "sword", "great sword/axe": "great_sword", "semi-auto rifle": "semi_auto_rifle"}


def key_of(name: str) -> str:
    return ALIKE.get(name, name.replace(" ", "_").replace("-", "_"))


def written_weapon(rules: str) -> tuple[dict[str, int], set[str]]:
    """Numbers and keywords of a weapon as its row writes them."""
    numbers, keywords = {}, set()
    for token in re.split(r"[,;] ", re.sub(r"\s*\((bayonet )?lug\)", "", rules)):
        if token in ABILITIES:
            keywords.add(ABILITIES[token])
        elif token in ("TC-ABL-11", "-", ""):
            continue
        elif found := re.fullmatch(r"([+-]\d) (DICE|INJURY DICE|INJURY MODIFIER)", token):
            numbers[NUMBERS[found[2]]] = int(found[1])
        elif found := re.fullmatch(r"(AUTOMATIC|CLEAVE|BLAST) (\d)\"?", token):
            numbers[found[1].lower()] = int(found[2])
        else:
            assert token == token.upper(), token
            keywords.add(token.lower().replace(" ", "_").replace("ignore_elevation", "ignore_elevated"))
    return numbers, keywords


@pytest.mark.clause("TC-KW-01", "TC-ABL-17", "TC-FORCE-01")
@pytest.mark.parametrize("row", rows_of("### Weapons\n"), ids=lambda row: row[0])
def test_a_weapon_is_that_of_the_dossier(row):
    name, kind, reach, rules, garrison, legion = row
    spec = WEAPONS[key_of(name)]
    rules = rules.replace("as flamethrower +", "-1 INJURY DICE, FIRE, FLAMETHROWER, IGNORE ARMOUR,")
    if name == "infernal bomb":
        rules = 'BLAST 3", SCATTER, SHRAPNEL, RELOAD, IGNORE COVER, IGNORE ELEVATION, IGNORE LONG RANGE'
    numbers, keywords = written_weapon(rules)
    if "once per game" in kind:
        keywords.add("once")
    if name == "infernal bomb":
        keywords.add("bomb")
    assert spec.kind == ("natural" if kind == "built in" else re.sub(r"^\dH ", "", kind).partition("/")[0].split(" (")[0].split(",")[0])
    assert spec.hands == (int(kind[0]) if kind[0].isdigit() else 0)
    assert spec.range == int(reach)
    assert ("pistol" in keywords) == (kind == "1H ranged/melee")
    assert set(spec.keywords) == keywords
    for key, plain in (("dice", 0), ("injury_dice", 0), ("injury_modifier", 0), ("automatic", 1), ("cleave", 1), ("blast", 0)):
        assert getattr(spec, key) == numbers.get(key, plain), key
    assert spec.lug == ("lug)" in rules) and spec.needs_lug == ("on a lug rifle" in kind)
    for faction, sold in (("garrison", garrison), ("legion", legion)):
        cost = re.match(r"\d+", sold)
        if cost:
            assert spec.cost[faction] == int(cost[0])
            assert ("ELITE" in sold) == (faction in spec.elite)
            assert spec.most.get(faction) == (int(sold.rpartition("max ")[2]) if "max" in sold else None)
            special = re.search(r"\((\w+) (\d+)\)", sold)
            assert not special or spec.cost[special[1]] == int(special[2])
        elif sold == "-":
            assert faction not in spec.cost
    only = {
        "infernal bomb": "bombardier",
        "misericord": "medic",
        "stalker claws": "stalker",
        "beast jaws": "war_beast",
        "beast claws": "war_beast",
    }
    assert spec.only == ((only[name],) if name in only else ())


def test_all_weapons_of_the_dossier_are_there_and_no_others():
    assert {key_of(row[0]) for row in rows_of("### Weapons\n")} | {"shovel"} == set(WEAPONS) == {w.name.lower() for w in Weapon}
    shovel = WEAPONS["shovel"]  # TC-ABL-12: "a plain 2-handed melee weapon"
    assert (shovel.kind, shovel.hands, shovel.range, shovel.keywords) == ("melee", 2, 1, ())


@pytest.mark.parametrize("name", WEAPONS)
def test_a_weapon_is_packed_as_it_is_written(name):
    t, n, spec = Table.new_game("outpost").tables, Weapon[name.upper()], WEAPONS[name]
    assert {Keyword(k).name.lower() for k in range(len(Keyword)) if t["keyword"][n][k]} == set(spec.keywords)
    for key in ("range", "injury_dice", "injury_modifier", "automatic", "cleave", "blast"):
        assert int(t[key][n]) == getattr(spec, key), key
    assert int(t["weapon_dice"][n]) == spec.dice
    assert bool(t["ranged_weapon"][n]) == (spec.kind in ("ranged", "grenade"))
    assert bool(t["melee_weapon"][n]) == (spec.kind in ("melee", "natural") or "pistol" in spec.keywords)


@pytest.mark.clause("TC-INJ-05", "TC-ABL-12")
def test_armour_and_kit_are_those_of_the_dossier():
    written = DOSSIER.partition("Armour and kit: ")[2].partition("\n\n")[0].replace("\n", " ")
    assert re.search(r"standard armour -1 \(15 both\); reinforced armour -2 \(40, ELITE", written)
    assert "trench shield -1 (10)" in written and "(legion troopers, max 3)" in written
    armour = {name: (item.place, item.armour) for name, item in KIT.items() if item.armour}
    assert armour == {"standard_armour": ("armour", 1), "reinforced_armour": ("armour", 2), "trench_shield": ("shield", 1)}
    costs = {
        key_of(name): int(n)
        for name, n in re.findall(r"(?:; |\), |5, )?([a-z][a-z -]+?) (\d+)(?=[;,. (]|$)", written.partition("(10); ")[2])
    }
    costs |= {"standard_armour": 15, "reinforced_armour": 40, "trench_shield": 10}
    assert {name: set(item.cost.values()) for name, item in KIT.items()} == {name: {cost} for name, cost in costs.items()}
    factions = {"medi_kit": {"garrison"}, "unholy_relic": {"legion"}, "soul_contract": {"legion"}, "brand": {"legion"}}
    assert all(set(item.cost) == factions.get(name, {"garrison", "legion"}) for name, item in KIT.items())
    assert [name for name, item in KIT.items() if item.elite] == ["reinforced_armour"]
    assert {name: (item.only, item.most) for name, item in KIT.items() if item.only} == {
        "unholy_relic": (("trooper",), 3), "soul_contract": (("trooper",), 3)
    }  # fmt: skip
    assert [name for name, item in KIT.items() if item.place == "hand"] == ["instrument"]
    traits = {
        "combat_helmet": "negate_shrapnel", "gas_mask": "negate_gas", "medi_kit": "treat", "shovel": "shovel",
        "climbing_kit": "climbing_kit",
        "instrument": "instrument", "unholy_relic": "fear", "soul_contract": "soul_contract", "brand": "negate_fire",
    }  # fmt: skip
    assert {name: item.traits for name, item in KIT.items()} == {name: (traits[name],) if name in traits else () for name in KIT}


# Profiles.

OF_ABILITY = {
    "01": ("hold_fire",), "02": ("aim", "blind_faith"), "03": ("prayer", "steadfast"), "04": ("standfast",), "05": (),
    "07": ("trained_medic", "finish"),
    "08": ("fortify", "mines", "negate_mined", "negate_shrapnel", "shrapnel_proof"), "09": ("puppet",), "10": ("hymn",),
    "11": ("levitate",),
    "13": ("loping",), "14": ("dark_blessing",), "15": ("freedom",), "16": ("stalker", "hide"),
}  # fmt: skip
LARGE = {"heavy_suit_trooper", "heavy_trooper", "war_beast"}  # S3: 40 mm and larger bases
UNITS = [("garrison", row) for row in rows_of("### Force A: Garrison")] + [("legion", row) for row in rows_of("### Force B: Legion")]


@pytest.mark.clause("TC-KW-16", "TC-INJ-05", "TC-FORCE-01")
@pytest.mark.parametrize(("faction", "row"), UNITS, ids=lambda value: value if isinstance(value, str) else value[0])
def test_a_profile_is_that_of_the_dossier(faction, row):
    name, _, cost, limit, move, ranged, melee, armour, words = row
    profile = PROFILES[key_of(name)]
    assert profile.faction == faction
    assert profile.cost == int(re.match(r"\d+", cost)[0])
    low, _, high = limit.removeprefix("exactly ").partition("-")
    if limit[0].isdigit() or limit.startswith("exactly"):
        assert profile.limit == (int(low), int(high or low))
    else:
        assert profile.limit == (0, FORCE)
    assert profile.move == int(move)
    assert profile.ranged == (0 if ranged in ("none", "0 or +1") else int(ranged))
    assert profile.melee == (0 if melee == "+1 or 0" else int(melee)) and profile.better == (melee == "+1 or 0")
    assert profile.armour == -int(armour)
    traits = set()
    words = words.replace("-1 INJURY DICE against GAS", "PROOF").replace("TC-ABL-14, 15", "TC-ABL-14, TC-ABL-15")
    for token in re.findall(r"TC-ABL-\d+|(?:NEGATE )?[A-Z]{3,}", words):
        if token.startswith("TC-ABL"):
            traits |= set(OF_ABILITY[token[-2:]])
        elif token == "PROOF":
            traits.add("gas_proof")
        elif token != "ARTIFICIAL":
            traits.add(token.lower().replace(" ", "_"))
    if key_of(name) in LARGE:
        traits.add("large")
    if name == "rifleman":  # up to two may gain INFILTRATOR, which is bought
        traits.discard("infiltrator")
    assert set(profile.traits) == traits
    for item, mark in (("shovel", "shovel included"), ("gas_mask", "gas mask"), ("medi_kit", "medi-kit")):
        assert (item in profile.kit) == (mark in words)
    natural = {"medic": ("misericord",), "war beast": ("beast_jaws", "beast_claws"), "bombardier": ("infernal_bomb",)}
    assert profile.weapons == natural.get(name, ())
    assert profile.charge == {"heavy suit trooper": "d3", "assault trooper": "best"}.get(name, "d6")
    assert (profile.drill, profile.shield, profile.natural) == (
        name == "assault trooper",
        name != "heavy suit trooper",
        name == "war beast",
    )
    assert profile.dearest == (10 if "items up to 10 points" in words else 0)


def test_all_profiles_of_the_dossier_are_there_and_the_variant_of_the_heavy_suit_trooper():
    assert {key_of(row[0]) for _, row in UNITS} | {"heavy_trooper"} == set(PROFILES)
    variant, heavy = PROFILES["heavy_trooper"], PROFILES["heavy_suit_trooper"]
    assert (variant.cost, variant.armour, set(variant.traits)) == (85, 2, {"strong", "large"})
    assert (variant.charge, variant.group, variant.limit) == ("d6", heavy.group, heavy.limit)


# Presets.

NAMES = {
    "sniper rifle": "sniper_rifle", "knife": "trench_knife", "club": "trench_club", "sword": "sword", "two swords": "sword, sword",
    "assault troopers": "assault_trooper", "riflemen": "rifleman", "troopers": "trooper", "thralls": "thrall",
}  # fmt: skip


def preset_rows(name: str) -> list[tuple[str, list[str], int]]:
    """Profile, kit and points of each model of a preset of 700 points."""
    found = []
    for numbers, unit, kit, points in rows_of(f"**Preset {name}**"):
        items = re.sub(r" \((?:Arm )?-\d\)", "", kit)
        listed = [NAMES.get(item, item.replace(" ", "_").replace("-", "_")) for item in items.split(", ")]
        listed = [one for item in listed for one in item.split(", ")]
        unit = re.sub(r" \(fireteam \d\)", "", unit)
        for _ in numbers.split(", "):
            found.append((key_of(NAMES.get(unit, unit)), sorted(listed), int(points.removesuffix(" each"))))
    return found


@pytest.mark.clause("TC-FORCE-01", "TC-KW-34")
@pytest.mark.parametrize(("name", "band", "count", "total"), [("A-700", "a_700", 9, 696), ("B-700", "b_700", 9, 699)])
def test_a_preset_is_that_of_the_dossier(name, band, count, total):
    assert f"**Preset {name}** ({count} models, {total} points)" in DOSSIER
    rules = WEAPONS, KIT, PROFILES
    models = []
    for model in BANDS[band].models:
        listed = [*PROFILES[model.profile].weapons, *model.weapons, *model.kit]
        listed = ["jaws" if item == "beast_jaws" else "claws" if item == "beast_claws" else item for item in listed]
        models.append((model.profile, sorted(listed), points_of(model, rules)))
    assert models == preset_rows(name)
    assert len(models) == count and sum(points for _, _, points in models) == total <= BANDS[band].points == 700


@pytest.mark.clause("TC-FORCE-01", "TC-KW-17")
@pytest.mark.parametrize(
    ("band", "total", "points", "teams"),
    [("a_300", 291, [89, 64, 64, 37, 37], [0, 1, 1, 2, 2]), ("b_300", 293, [90, 105, 42, 28, 28], [0] * 5)],
)
def test_the_small_presets_cost_what_the_dossier_says(band, total, points, teams):
    assert f"(5 models, {total})" in DOSSIER
    rules = WEAPONS, KIT, PROFILES
    assert [points_of(model, rules) for model in BANDS[band].models] == points and sum(points) == total
    assert [model.fireteam for model in BANDS[band].models] == teams


@pytest.mark.clause("TC-FORCE-01", "TC-FORCE-03", "TC-ABL-04", "TC-ABL-05", "TC-ABL-13")
def test_presets_are_packed_with_all_that_their_models_are():
    t = Table.new_game("contested")
    s = t.tables

    def figures(name):
        n = t.slot_of(name)
        return [int(s[key][n]) for key in ("points", "move", "ranged", "melee", "armour", "charge")]

    def traits(name):
        return {Trait(k).name.lower() for k in range(len(Trait)) if s["traits"][t.slot_of(name)][k]}

    assert figures("A1") == [104, 6, 2, 2, 1, 1] and traits("A1") == {"elite", "leader", "tough", "hold_fire"}
    assert figures("A4") == [148, 6, 1, 0, 3, 3]  # STRONG: the machine gun leaves the D3
    assert figures("A5") == [79, 6, 0, 1, 1, 2] and traits("A5") == {"concentrated"}  # Drill: best of two dice
    assert figures("B4") == [145, 8, 0, 2, 3, 1] and traits("B4") == {"fear", "tough", "negate_difficult", "loping", "large"}
    assert figures("B5") == [115, 6, 1, 1, 2, 1]  # STRONG with a great hammer
    assert [int(s["mover"][t.slot_of(name)]) for name in ("B3", "B4", "B5")] == [2, 1, 0]
    assert int(s["partner"][t.slot_of("A7")]) == t.slot_of("A8")
    assert [int(n) for n in s["used"].reshape(2, FORCE).sum(axis=1)] == [9, 9]
    assert t.tables["arm"][t.slot_of("B2")].tolist() == [Weapon.SWORD, Weapon.SWORD, -1, -1]


# Layouts and scenarios.


def cells_in(spec: MapSpec, key: str) -> set[tuple[int, int]]:
    return {(x, y) for x0, x1, y0, y1 in getattr(spec, key) for x in range(x0, x1 + 1) for y in range(y0, y1 + 1)}


def span(text: str) -> range:
    low, _, high = text.partition("-")
    return range(int(low), int(high or low) + 1)


def written_cells(text: str, word: str) -> set[tuple[int, int]]:
    """Cells of a kind of terrain in a sentence such as "Low walls x 6-8 y 7; x 15-17 y 16." or "Craters (11-12, 6-7) and ..."."""
    sentence = re.search(rf"{word} ([^.]*)\.", text)[1]
    boxes = re.findall(r"\(([\d-]+), ([\d-]+)\)", sentence) or re.findall(r"x ([\d-]+) y ([\d-]+)", sentence)
    assert boxes, word
    return {(x, y) for xs, ys in boxes for x in span(xs) for y in span(ys)}


SIZES = {"outpost": (24, ("ruin4",), "### S1"), "contested": (36, ("ruin6",), "### S2")}


@pytest.mark.clause("TC-SC-01", "TC-DEP-02")
@pytest.mark.parametrize("name", SIZES)
def test_a_layout_is_that_of_the_dossier(name):
    size, ruins, heading = SIZES[name]
    text, spec = text_of(heading), MAPS[name]
    assert f"Board {size}x{size}" in text and spec.size == (size, size) and tuple(spec.ruins) == ruins
    south, north = re.search(r"Zones: south y ([\d-]+), north y ([\d-]+)", text).groups()
    assert [set(cells_in(MapSpec(spec.size, spec.zones, objectives=(zone,)), "objectives")) for zone in spec.zones] == [
        {(x, y) for x in range(size) for y in span(rows)} for rows in (south, north)
    ]
    corners = re.search(r"RUIN\d with lower-left(?: corner)? at ([^:]*?)(?:, each|:)", text)[1]
    assert list(spec.ruins[ruins[0]]) == [(int(x), int(y)) for x, y in re.findall(r"\((\d+),(\d+)\)", corners)]
    wide = 4 if ruins == ("ruin4",) else 6
    assert list(spec.objectives) == [(x, x + wide - 1, y, y + wide - 1) for x, y in spec.ruins[ruins[0]]]
    for word, key in (("Low walls", "low_walls"), ("Craters", "craters"), ("Wire", "wire")):
        assert cells_in(spec, key) == written_cells(text, word), key
    if name == "contested":
        assert cells_in(spec, "trenches") == written_cells(text, "Trenches")
        assert cells_in(spec, "landmarks") == written_cells(
            text.replace("(14-15, 7), (20-21, 28)", "(14-15, 7-7), (20-21, 28-28)"), "Landmarks"
        )


@pytest.mark.parametrize("name", ["outpost", "contested", "relics"])
def test_a_layout_is_symmetric_under_half_a_turn(name):
    t = Table.new_game(name).tables
    size = MAPS[SCENARIOS[name].map].size[0]
    ground = [[int(t["terrain"][cell_of((x, y))]) for x in range(size)] for y in range(size)]
    assert ground == [row[::-1] for row in ground[::-1]]


LETTERS = {"W": Terrain.WALL, "f": Terrain.FLOOR, ".": Terrain.FLOOR, "S": Terrain.STAIRS}


def templates() -> dict[str, list[str]]:
    """The ruins of the dossier, side by side in its drawing, top row first."""
    lines = DOSSIER.partition("RUIN6: ")[2].splitlines()
    pairs = [re.findall(r"[WfS.]{6}|[WfS.]{4}", line.partition("('.'")[0]) for line in lines[:6]]
    return {"ruin6": [pair[0] for pair in pairs], "ruin4": [pair[1] for pair in pairs if len(pair) > 1]}


@pytest.mark.parametrize(
    ("name", "ruin", "corner"), [("outpost", "ruin4", (10, 10)), ("contested", "ruin6", (27, 9)), ("relics", "ruin6", (9, 27))]
)
def test_ruins_are_drawn_by_their_templates(name, ruin, corner):
    t = Table.new_game(name).tables
    x0, y0 = corner
    for down, row in enumerate(templates()[ruin]):
        for right, letter in enumerate(row):
            dx, dy = right, len(row) - 1 - down
            at = (x0 + dy, y0 + dx) if name == "relics" else (x0 + dx, y0 + dy)  # transposed
            assert t["terrain"][cell_of(at)] == LETTERS[letter], at


@pytest.mark.clause("TC-TURN-01", "TC-END-01", "TC-SC-05")
def test_scenarios_are_those_of_the_dossier():
    outpost, contested, relics = (Table.new_game(name).tables for name in ("outpost", "contested", "relics"))
    for t in (outpost, contested, relics):
        assert int(t["turns"]) == 4 and not t["infiltration"]  # "Infiltrators deploy normally"
    assert [int(t["piece_points"]) for t in (outpost, contested, relics)] == [2, 2, 0]
    assert [int(t["objectives"]) for t in (outpost, contested, relics)] == [3, 5, 0]
    assert [int(t["deployed"]) for t in (outpost, contested, relics)] == [0, 0, 6]
    assert [bool(t["morale"]) for t in (outpost, contested, relics)] == [True, True, False]
    assert [set(spec.deeds) for spec in (SCENARIOS["outpost"], SCENARIOS["contested"], SCENARIOS["relics"])] == [
        set(),
        {"sixth_marker", "fall", "morale", "two_kills", "from_the_ground", "long_shot", "double_charge"},  # D1-D7
        {"fall", "from_the_ground", "long_shot", "three_kills", "relic_guard", "two_relics"},  # D2, D5, D6, R1-R3
    ]
    assert int(contested["deed_points"]) == int(relics["deed_points"]) == 1
    markers = re.findall(r"\d \((\d+),(\d+)\)", re.search(r"Six relic markers: (.*?)\. Remove", DOSSIER)[1])
    assert [int(cell) for cell in relics["relic_cell"]] == [cell_of((int(x), int(y))) for x, y in markers]
    assert relics["relic_last"].tolist() == [1, 1, 2, 2, 4, 4]
    assert [int(relics[key]) for key in ("relic_points", "relic_most", "relic_last_points")] == [1, 4, 2]
    west = {int(cell) % WIDTH for cell in relics["zone"][0].nonzero()[0]}
    east = {int(cell) % WIDTH for cell in relics["zone"][1].nonzero()[0]}
    assert (west, east) == (set(range(6)), set(range(30, 36)))
    assert [SCENARIOS[name].warbands for name in SCENARIOS] == [
        ("a_300", "b_300"), ("a_700", "b_700"), ("a_700", "b_700"), ("a_300", "a_300"), ("a_700", "a_700"),
    ]  # fmt: skip


@pytest.mark.clause("TC-FORCE-03")
def test_every_model_holds_one_cell_whatever_its_base():
    """The war beast (50 mm) and a thrall (25 mm) block one cell each and reach as far."""
    for trait in ((), ("large",)):
        t = Table()
        t.add("A1", (5, 5), traits=trait)
        t.add("A2", (6, 5), traits=trait)
        t.add("B1", (5, 8))
        t.activate("A1")
        assert "fight" not in t.verbs() and t.within((5, 5), (5, 7), 1) and not t.within((5, 5), (5, 8), 1)
        t.play("move")
        assert (7, 5) in t.cells() and (6, 5) not in t.cells()
