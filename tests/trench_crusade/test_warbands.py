"""Own warbands: what the lists allow, and what is refused with file, key and clause. Clauses TC-FORCE-02, TC-KW-12..34."""

from __future__ import annotations

import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError, UnknownName
from skirmish_rl.envs.trench_crusade import RULESET
from skirmish_rl.envs.trench_crusade.data.pack import read_rules
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.state import ARMS
from tests.table import blamed_key, toml_file
from tests.trench_crusade.table import Table

OFFICER = 'profile = "officer", weapons = ["sword"]'
LEADER = 'profile = "cult_leader", weapons = ["sword"]'
TROOPER = 'profile = "trooper", weapons = ["sword"]'
PROFILES = read_rules()[2]


def band(*models: str, faction: str = "", points: int = 2000) -> str:
    """The path of a warband of these models, of the faction of the first; without its leader among them he is put first."""
    faction = faction or PROFILES[models[0].split('"')[1]].faction
    if not any("officer" in model or "cult_leader" in model for model in models):
        models = (OFFICER if faction == "garrison" else LEADER, *models)
    lines = ",\n".join(f"{{ {model} }}" for model in models)
    return toml_file(f'title = "Own"\nfaction = "{faction}"\npoints = {points}\nmodels = [\n{lines}\n]\n')


def accept(*models: str, **more) -> Table:
    return Table.new_game("contested", warbands=[band(*models, **more), "b_300"])


def refuse(key: str, clause: str, *models: str, **more) -> str:
    """No game with this warband begins; the error names file, key and clause."""
    path = band(*models, **more)
    with pytest.raises(DataError) as error:
        RULESET.scenario("contested", warbands=path)
    text = str(error.value)
    assert text.startswith(path) and blamed_key(text) == key and clause in text, text
    return text


def with_(profile: str, weapons: str = "", kit: str = "", more: str = "") -> str:
    """A model with weapons and kit, each a list of names with blanks between."""
    listed = [f'profile = "{profile}"']
    for key, names in (("weapons", weapons), ("kit", kit)):
        if names:
            listed.append(f"{key} = [" + ", ".join(f'"{name}"' for name in names.split()) + "]")
    return ", ".join([*listed, *([more] if more else [])])


# Points and numbers.


@pytest.mark.clause("TC-FORCE-02")
def test_a_warband_costs_no_more_than_its_points():
    models = (OFFICER, with_("rifleman", "bolt_rifle"))  # 74 + 35
    accept(*models, points=109)
    assert "109" in refuse("points", "TC-FORCE-02", *models, points=108)


@pytest.mark.clause("TC-FORCE-02")
@pytest.mark.parametrize(
    ("model", "points"),
    [
        (with_("rifleman", "bolt_rifle bayonet"), 37),  # a rifleman's bolt rifle costs 5
        (with_("marksman", "bolt_rifle bayonet"), 62),
        (with_("rifleman", "bolt_rifle", more="infiltrator = true"), 45),
        (with_("sapper", "shotgun"), 90),  # its shovel is included
        (with_("medic", "pistol", "trench_shield"), 81),
        (with_("heavy_trooper", "machine_gun"), 135),
        (with_("dread_singer", "sword sword", "standard_armour"), 88),
        (with_("veteran", "sword", more='better = "melee"'), 44),
    ],
)
def test_what_a_model_costs(model, points):
    models = (TROOPER, model) if "veteran" in model else (model,)
    assert int(accept(*models).tables["points"][len(models)]) == points


@pytest.mark.clause("TC-FORCE-02")
def test_a_warband_has_at_most_twelve_models():
    accept(OFFICER, *[with_("rifleman", "bolt_rifle")] * 11)
    refuse("models", "TC-FORCE-02", OFFICER, *[with_("rifleman", "bolt_rifle")] * 12)


@pytest.mark.clause("TC-FORCE-02")
@pytest.mark.parametrize("leader", ["officer", "cult_leader"])
def test_there_is_exactly_one_leader(leader):
    text = refuse("models", "TC-FORCE-02", with_(leader, "sword"), with_(leader, "sword"))
    assert "exactly 1" in text
    faction = "garrison" if leader == "officer" else "legion"
    other = "rifleman" if leader == "officer" else "trooper"
    path = toml_file(f'title = "None"\nfaction = "{faction}"\npoints = 500\nmodels = [{{ profile = "{other}", weapons = ["sword"] }}]\n')
    with pytest.raises(DataError, match=r"key 'models': 0 of .*exactly 1 .*TC-FORCE-02"):
        RULESET.scenario("contested", warbands=path)


@pytest.mark.clause("TC-FORCE-02")
@pytest.mark.parametrize(
    ("profile", "most"),
    [("marksman", 2), ("chaplain", 1), ("heavy_suit_trooper", 3), ("assault_trooper", 5), ("sapper", 2), ("medic", 1), ("stalker", 1),
     ("dread_singer", 1), ("war_beast", 1), ("heavy_brute", 5), ("bombardier", 1)],
)  # fmt: skip
def test_limits_of_profiles(profile, most):
    model = with_(profile)
    accept(*[model] * most)
    refuse("models", "TC-FORCE-02", *[model] * (most + 1))


@pytest.mark.clause("TC-FORCE-02")
def test_both_kinds_of_heavy_troopers_share_their_limit():
    accept(with_("heavy_suit_trooper"), with_("heavy_suit_trooper"), with_("heavy_trooper"))
    refuse("models", "TC-FORCE-02", *[with_("heavy_suit_trooper")] * 2, *[with_("heavy_trooper")] * 2)


@pytest.mark.clause("TC-FORCE-02")
def test_no_more_veterans_than_troopers():
    veteran = with_("veteran", more='better = "ranged"')
    accept(TROOPER, veteran)
    assert "2 veterans, 1 troopers" in refuse("models", "TC-FORCE-02", TROOPER, veteran, veteran)


@pytest.mark.clause("TC-FORCE-02")
def test_a_veteran_is_better_in_one_thing_and_nobody_else_is():
    for better, ranged, melee in (("ranged", 1, 0), ("melee", 0, 1)):
        t = accept(TROOPER, with_("veteran", more=f'better = "{better}"'))
        assert [int(t.tables["ranged"][2]), int(t.tables["melee"][2])] == [ranged, melee]
    refuse("better", "Force B", TROOPER, with_("veteran"))
    refuse("better", "Force B", with_("trooper", more='better = "melee"'))


@pytest.mark.clause("TC-KW-16", "TC-FORCE-02")
def test_a_warband_is_of_one_faction():
    refuse("profile", "trooper", OFFICER, TROOPER, faction="garrison")
    refuse("faction", "garrison", OFFICER, faction="orcs")


# What they may buy.


@pytest.mark.clause("TC-FORCE-02")
@pytest.mark.parametrize(
    ("key", "model"),
    [
        ("weapons", with_("rifleman", "gas_grenade")),  # legion only
        ("weapons", with_("trooper", "satchel_charge")),  # garrison only
        ("weapons", with_("rifleman", "misericord")),
        ("weapons", with_("trooper", "stalker_claws")),
        ("weapons", with_("trooper", "beast_jaws")),
        ("weapons", with_("trooper", "infernal_bomb")),
        ("weapons", with_("rifleman", "shovel")),  # an item of kit
        ("weapons", with_("medic", "misericord")),  # has one
        ("kit", with_("medic", kit="gas_mask")),
        ("kit", with_("rifleman", kit="brand")),
        ("kit", with_("trooper", kit="medi_kit")),
        ("kit", with_("thrall", "sword", "soul_contract")),
    ],
)
def test_what_is_not_sold(key, model):
    refuse(key, "TC-FORCE-02", model)


@pytest.mark.clause("TC-KW-16", "TC-FORCE-02")
@pytest.mark.parametrize(
    ("elite", "plain", "weapons", "kit"),
    [
        ("marksman", "rifleman", "automatic_pistol", ""),
        ("dread_singer", "trooper", "silenced_pistol", ""),
        ("stalker", "trooper", "sacrificial_blade", ""),
        ("chaplain", "rifleman", "", "reinforced_armour"),
    ],
)
def test_the_tag_elite_opens_what_is_for_elite_models(elite, plain, weapons, kit):
    accept(with_(elite, weapons, kit))
    assert "ELITE" in refuse("weapons" if weapons else "kit", "TC-FORCE-02", with_(plain, weapons, kit))


@pytest.mark.clause("TC-KW-16")
@pytest.mark.parametrize("traits", [(), ("elite",)])
def test_tags_change_no_roll(table, traits):
    t = table()
    t.add("A1", (5, 5), weapons=["bolt_rifle"], traits=traits)
    t.add("B1", (5, 12), traits=traits)
    t.activate("A1")
    t.dice(3, 4, 3, 4)  # hit, Down: two dice each
    t.play("shoot")
    assert t.unit("B1").down and t.unit("B1").blood == 1


@pytest.mark.clause("TC-FORCE-02")
@pytest.mark.parametrize(
    ("model", "most"),
    [
        (with_("rifleman", "automatic_rifle"), 1), (with_("rifleman", "automatic_shotgun"), 2), (with_("rifleman", "heavy_shotgun"), 2),
        (with_("rifleman", "submachine_gun"), 2), (with_("rifleman", "machine_gun"), 2), (with_("trooper", "machine_gun"), 1),
        (with_("rifleman", "sniper_rifle"), 3), (with_("rifleman", "grenade_launcher"), 2), (with_("trooper", "flamethrower"), 3),
        (with_("rifleman", "heavy_flamethrower"), 1), (with_("trooper", "heavy_flamethrower"), 2),
        (with_("rifleman", "satchel_charge"), 3),
        (with_("rifleman", "incendiary_grenade"), 2), (with_("trooper", "sword", "unholy_relic"), 3),
        (with_("trooper", "sword", "soul_contract"), 3),
    ],
)  # fmt: skip
def test_limits_of_weapons_and_kit(model, most):
    accept(*[model] * most)
    refuse("kit" if "kit" in model else "weapons", "TC-FORCE-02", *[model] * (most + 1))


@pytest.mark.clause("TC-FORCE-02")
def test_the_legion_buys_incendiary_grenades_without_limit():
    accept(*[with_("trooper", "incendiary_grenade")] * 4)


@pytest.mark.clause("TC-FORCE-02", "TC-KW-34")
def test_thralls_have_a_weapon_and_only_cheap_things():
    accept(with_("thrall", "great_hammer"))
    refuse("weapons", "TC-FORCE-02", with_("thrall", "great_sword"))  # 12
    refuse("kit", "TC-FORCE-02", with_("thrall", "sword", "standard_armour"))
    refuse("weapons", "TC-KW-34", with_("thrall"))


@pytest.mark.clause("TC-ABL-13", "TC-ABL-11")
def test_the_beast_takes_nothing_and_the_bombardier_no_other_gun_or_grenade():
    refuse("weapons", "TC-ABL-13", with_("war_beast", "sword"))
    refuse("weapons", "TC-ABL-13", with_("war_beast", kit="standard_armour"))
    accept(with_("bombardier", "trench_knife"))
    refuse("weapons", "Force B", with_("bombardier", "pistol"))
    refuse("weapons", "Force B", with_("bombardier", "frag_grenade"))
    accept(with_("medic", "pistol pistol"))  # whose weapon is for melee


# What they may carry.


@pytest.mark.clause("TC-KW-34")
@pytest.mark.parametrize(
    "weapons",
    [
        "bolt_rifle",
        "pistol pistol",
        "great_sword",
        "sword trench_knife",
        "bolt_rifle great_hammer",
        "bolt_rifle bayonet frag_grenade",
        "",
    ],
)
def test_one_two_handed_or_two_one_handed_weapons_of_either_kind(weapons):
    accept(with_("rifleman", weapons))


@pytest.mark.clause("TC-KW-34")
@pytest.mark.parametrize(
    "weapons",
    [
        "bolt_rifle shotgun",
        "bolt_rifle pistol",
        "pistol pistol pistol",
        "great_sword sword",
        "sword sword sword",
        "polearm great_hammer",
    ],
)
def test_no_third_hand(weapons):
    refuse("weapons", "TC-KW-34", with_("rifleman", weapons))


@pytest.mark.clause("TC-KW-34", "TC-KW-19")
def test_one_type_of_grenade_one_armour_one_shield_each_item_once_one_heavy_item():
    refuse("weapons", "TC-KW-34", with_("rifleman", "frag_grenade incendiary_grenade"))
    refuse("kit", "TC-KW-34", with_("officer", "sword", "standard_armour reinforced_armour"))
    refuse("kit", "TC-INJ-05", with_("sapper", kit="standard_armour"))  # has armour -2
    refuse("kit", "TC-KW-34", with_("rifleman", kit="combat_helmet combat_helmet"))
    refuse("kit", "TC-KW-34", with_("rifleman", kit="trench_shield trench_shield"))
    refuse("weapons", "TC-KW-19", with_("rifleman", "grenade_launcher great_hammer"))
    refuse("weapons", "TC-KW-19", with_("rifleman", "heavy_shotgun great_sword"))


@pytest.mark.clause("TC-KW-19", "TC-KW-21", "TC-KW-30", "TC-ABL-05")
def test_who_ignores_heavy_may_carry_more_of_it_and_keeps_the_charge_die():
    for profile, weapons, free in (
        ("heavy_suit_trooper", "machine_gun great_hammer", True),
        ("heavy_brute", "heavy_flamethrower great_hammer", True),
        ("assault_trooper", "great_sword", True),
        ("assault_trooper", "great_sword heavy_shotgun", False),  # the drill is for one melee weapon
    ):
        assert bool(accept(with_(profile, weapons)).tables["charge"][1]) == free, weapons
    refuse("weapons", "TC-KW-19", with_("assault_trooper", "heavy_shotgun satchel_charge"))


@pytest.mark.clause("TC-FORCE-02")
def test_three_weapons_and_a_grenade():
    t = accept(with_("rifleman", "pistol pistol sword frag_grenade"))
    assert (t.tables["arm"][1] >= 0).sum() == ARMS == 4
    refuse("weapons", "TC-FORCE-02", with_("rifleman", "pistol pistol sword sword"))


@pytest.mark.clause("TC-KW-34")
def test_a_shield_leaves_one_hand():
    accept(with_("rifleman", "pistol sword frag_grenade", "trench_shield"))
    for weapons in ("sword sword", "great_sword", "bolt_rifle", "pistol pistol"):
        assert "shield" in refuse("weapons", "TC-KW-34", with_("rifleman", weapons, "trench_shield"))
    refuse("kit", "TC-ABL-04", with_("heavy_suit_trooper", "sword", "trench_shield"))


@pytest.mark.clause("TC-KW-33")
def test_something_held_occupies_a_hand():
    accept(with_("rifleman", "pistol sword", "instrument"))
    accept(with_("rifleman", "", "instrument trench_shield"))
    for weapons in ("great_sword", "bolt_rifle", "polearm"):
        assert "HELD" in refuse("weapons", "TC-KW-33", with_("rifleman", weapons, "instrument"))
    assert "HELD" in refuse("kit", "TC-KW-33", with_("rifleman", "sword", "instrument trench_shield"))


@pytest.mark.clause("TC-KW-33", "TC-MEL-05")
@pytest.mark.parametrize(("kit", "pair"), [("", True), ("instrument", False)])
def test_who_holds_something_makes_no_off_hand_attack(kit, pair):
    t = accept(with_("rifleman", "sword trench_club", kit))
    assert bool(t.tables["pair"][1].any()) == pair


@pytest.mark.clause("TC-KW-33")
def test_consumables_and_stipulations_do_not_exist_in_single_games():
    """Medi-kits and instruments are used as often as one likes: nothing of a model but the once-per-game weapon wears out."""
    fields = set(RULESET.record.dtype["units"].base.names)
    assert "spent" in fields and not [name for name in fields if "consum" in name or "campaign" in name]


@pytest.mark.clause("TC-KW-12", "TC-KW-30", "TC-KW-34")
def test_the_strong_wield_one_two_handed_weapon_in_one_hand_unless_it_is_cumbersome():
    t = accept(with_("heavy_brute", "great_hammer trench_club"))
    assert bool(t.tables["pair"][1][0][1]) and bool(t.tables["pair"][1][1][0])
    accept(with_("heavy_brute", "great_hammer", "trench_shield"))
    accept(with_("heavy_brute", "great_hammer", "instrument"))
    for weapons, kit in (("polearm trench_club", ""), ("polearm", "trench_shield"), ("polearm", "instrument")):
        refuse("weapons", "TC-KW-12" if kit else "TC-KW-34", with_("heavy_brute", weapons, kit))
    refuse("weapons", "TC-KW-34", with_("trooper", "great_hammer trench_club"))
    refuse("weapons", "TC-KW-34", with_("trooper", "great_hammer", "trench_shield"))
    refuse("weapons", "TC-KW-12", with_("heavy_brute", "shotgun", "trench_shield"))  # melee weapons only


@pytest.mark.clause("TC-KW-30")
def test_who_is_strong_by_a_scenario_wields_it_in_one_hand_too():
    t = accept(with_("trooper", "great_hammer trench_club", more='traits = ["strong"]'))
    assert bool(t.tables["pair"][1][0][1]) and bool(t.tables["pair"][1][1][0])


@pytest.mark.clause("TC-KW-34")
def test_a_shovel_is_not_counted_but_goes_with_no_shield():
    accept(with_("trooper", "bolt_rifle bayonet", "shovel"))
    accept(with_("sapper", "shotgun bayonet satchel_charge"))
    refuse("weapons", "TC-KW-34", with_("trooper", "sword", "shovel trench_shield"))


def test_a_bayonet_needs_a_lug():
    for weapon in ("bolt_rifle", "semi_auto_rifle", "automatic_rifle", "shotgun", "automatic_shotgun", "submachine_gun"):
        accept(with_("rifleman", f"{weapon} bayonet"))
    for weapon in ("", "pistol", "heavy_shotgun", "machine_gun", "sniper_rifle", "grenade_launcher", "flamethrower"):
        assert "lug" in refuse("weapons", "Weapons", with_("rifleman", f"{weapon} bayonet"))


# Fireteams, infiltrators, gifts, words.


@pytest.mark.clause("TC-KW-17", "TC-DEP-04")
def test_fireteams_are_up_to_two_pairs_of_the_garrison():
    one, two, three = (with_("rifleman", "bolt_rifle", more=f"fireteam = {n}") for n in (1, 2, 3))
    accept(one, two, one, two)
    refuse("fireteam", "TC-KW-17", one)
    refuse("fireteam", "TC-KW-17", one, one, one)
    refuse("fireteam", "TC-KW-17", one, one, two, two, three, three)
    refuse("fireteam", "TC-KW-17", *[with_("trooper", "sword", more="fireteam = 1")] * 2)


@pytest.mark.clause("TC-KW-31")
def test_up_to_two_riflemen_infiltrate():
    scout = with_("rifleman", "bolt_rifle", more="infiltrator = true")
    accept(scout, scout)
    refuse("infiltrator", "TC-KW-31", scout, scout, scout)
    refuse("infiltrator", "TC-KW-31", with_("assault_trooper", "sword", more="infiltrator = true"))


@pytest.mark.clause("TC-BLS-01", "TC-BLS-02", "TC-KW-23")
def test_gifts_are_within_their_limits():
    t = accept(with_("officer", "sword", more="blessed = 6, regenerate = 6"))
    assert int(t.tables["blessed"][0]) == int(t.tables["regenerate"][0]) == 6
    for n in (-1, 7):
        refuse("blessed", "TC-BLS-01", with_("officer", "sword", more=f"blessed = {n}"))
        refuse("regenerate", "TC-KW-23", with_("officer", "sword", more=f"regenerate = {n}"))


@pytest.mark.parametrize(
    ("key", "model", "meant"),
    [
        ("profile", with_("oficer"), "officer"),
        ("weapons", with_("officer", "swrd"), "sword"),
        ("kit", with_("officer", kit="gasmask"), "gas_mask"),
        ("traits", with_("officer", "sword", more='traits = ["tuff"]'), "tough"),
        ("weapon", with_("officer", more='weapon = ["sword"]'), "weapons"),
    ],
)
def test_a_word_that_is_misspelt_is_refused_with_what_may_be_meant(key, model, meant):
    models = [model] if "ficer" in model else [OFFICER, model]
    lines = ", ".join(f"{{ {one} }}" for one in models)
    path = toml_file(f'title = "Own"\nfaction = "garrison"\npoints = 500\nmodels = [{lines}]\n')
    with pytest.raises(DataError) as error:
        RULESET.scenario("contested", warbands=path)
    text = str(error.value)
    assert text.startswith(path) and blamed_key(text) == key and meant in text, text


def test_warbands_are_named_for_one_seat_or_both():
    with pytest.raises(UnknownName, match="a_700"):
        RULESET.scenario("contested", warbands="a_70")
    for wrong in (["a_300"], ["a_300"] * 3, 7, ["a_300", 7]):
        with pytest.raises(BadOption, match="warband"):
            RULESET.scenario("contested", warbands=wrong)
    with pytest.raises(DataError, match="cannot read"):
        RULESET.scenario("contested", warbands="nowhere.toml")


@pytest.mark.clause("TC-FORCE-01")
@pytest.mark.parametrize("band_", ["a_300", "a_700", "b_300", "b_700"])
def test_mirror_matches_are_offered(band_):
    t = Table.new_game("contested", warbands=band_)
    used = t.tables["used"].reshape(2, -1)
    assert used[0].tolist() == used[1].tolist() and t.tables["arm"][0].tolist() == t.tables["arm"][12].tolist()
    assert int(t.tables["arm"][0][0]) in (Weapon.SEMI_AUTO_RIFLE, Weapon.PISTOL)
