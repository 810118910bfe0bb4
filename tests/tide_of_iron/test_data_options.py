"""Options of a scenario, and figures of one's own."""

from __future__ import annotations

import re

import pytest

from skirmish_rl.envs.core.errors import BadOption, DataError, UnknownName
from skirmish_rl.envs.tide_of_iron import RULESET
from skirmish_rl.envs.tide_of_iron.data.schema import FOLDER
from skirmish_rl.envs.tide_of_iron.state import FAR, FORCE
from tests.tide_of_iron.ground import number, read_setting


def test_options_shorten_games_and_leave_out_cards():
    plain = RULESET.scenario("crossroads")
    assert plain.options["rounds"] == 8 and plain.tags == ("standard",)
    assert plain.players == ("mobile combined arms", "machine guns and armour")
    bare = RULESET.scenario("crossroads", rounds=3, operations=False, decks=False)
    tables = bare.tables[0]
    assert tables["rounds"] == 3 and not tables["operations"].any() and not tables["n_decks"].any() and not tables["start_cards"].any()
    assert bare.max_decisions < plain.max_decisions
    assert RULESET.scenario("bridge", rounds=2).tables[0]["control_from"] == 2, "the last round always counts"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rounds": 0}, "rounds=0"),
        ({"rounds": 13}, "TI-RND-03"),
        ({"rounds": True}, "rounds=True"),
        ({"decks": 1}, "decks=1"),
        ({"operations": "no"}, "operations='no'"),
        ({"constants": 5}, "path of a TOML file"),
    ],
)
def test_bad_options_are_refused(options, message):
    with pytest.raises(BadOption, match=message):
        RULESET.scenario("farm", **options)


def test_own_figures_replace_those_they_name(tmp_path):
    path = tmp_path / "book.toml"
    path.write_text("""
        defence_success = 6
        op_mode_free = false
        suppressed_none = { pinned = 1, disrupted = 2, routed = 3 }
        terrain.woods.cover = 1
    """)
    tables = RULESET.scenario("farm", constants=str(path)).tables[0]
    assert tables["defence_success"] == 6 and tables["attack_success"].tolist() == [4, 5, 6] and not tables["op_mode_free"]
    assert tables["suppressed_at"].tolist() == [[0, 1, 2, 3], [0, FAR, 1, 3], [0, FAR, FAR, 1]]
    west_of_woods, woods, vehicle, east = number((1, 2)), number((2, 2)), 1, 1
    assert tables["cover"][woods] == 1 and tables["cost"][vehicle, west_of_woods, east] == 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("defense_success = 5", "defense_success.*did you mean 'defence_success'"),
        ("attack_close = 7", "attack_close.*got 7; expected 2 to 6 .a face that succeeds"),
        ("mine_dice = 21", "mine_dice.*got 21; expected 0 to 20"),
        ("suppressed_none = { pinned = 3, disrupted = 1 }", "suppressed_none.*TI-SUP-01"),
        ("damaged_none = { lite = 1 }", "damaged_none.*did you mean 'light'"),
        ("damaged_light = { heavy = 0 }", "damaged_light.*TI-VEH-02"),
        ("terrain.swamp = { squad = 2, vehicle = 0, cover = 0 }", "terrain.*unknown terrain 'swamp'"),
        ("terrain.woods.cover = -1", "terrain.*TI-TRN-03"),
    ],
)
def test_figures_that_cannot_be_are_refused(tmp_path, text, message):
    path = tmp_path / "book.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=f"(?s){re.escape(str(path))}.*{message}"):
        read_setting("farm", str(path))


def test_every_figure_of_the_rules_cites_its_clause():
    for line in (FOLDER / "constants.toml").read_text().splitlines():
        if "=" in line and not line.startswith("#"):
            assert re.search(r"# .*(TI-[A-Z]{3}-\d\d|dossier)", line), line


def test_a_force_takes_the_place_of_a_sides_units_and_keeps_its_nation(tmp_path):
    own, swapped = RULESET.scenario("farm").tables[0], RULESET.scenario("farm", force_a="small_b", force_b="small_a")
    tables = swapped.tables[0]
    assert swapped.players == ("guard", "riflemen")
    for seat in (0, 1):
        slots, others = slice(FORCE * seat, FORCE * (seat + 1)), slice(FORCE * (1 - seat), FORCE * (2 - seat))
        assert (tables["unit_figures"][slots] == own["unit_figures"][others]).all()
        for key in ("figure_range", "figure_fp", "figure_points"):
            assert (tables[key][seat] == own[key][1 - seat]).all(), "a force has its own nation's figures wherever it fights"
    path = tmp_path / "guards.toml"
    path.write_text('title = "guards"\nunits = [{ figures = { elite = 4 } }, { kind = "truck" }]\ntokens = ["medic"]')
    tables = RULESET.scenario("bridge", force_b=str(path)).tables[0]
    assert tables["unit_used"].reshape(2, FORCE).sum(axis=1).tolist() == [9, 2] and tables["n_tokens"].tolist() == [2, 1]
    assert (tables["figure_points"] == RULESET.scenario("bridge").tables[0]["figure_points"]).all(), "without a nation those of its side"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('title = "x"\nunits = []', "own.toml.*0 units; expected 1 to 16"),
        ('title = "x"\nnation = "c"\nunits = [{ kind = "truck" }]', "own.toml, line 2: key 'nation'.*unknown side 'c'"),
        ('title = "x"\nunits = [{ kind = "tuck" }]', "own.toml, line 2.*did you mean 'truck'"),
        ('title = "x"', "own.toml.*units"),
    ],
)
def test_bad_forces_are_refused(tmp_path, text, message):
    path = tmp_path / "own.toml"
    path.write_text(text)
    with pytest.raises(DataError, match=message):
        RULESET.scenario("farm", force_a=str(path))


def test_an_unknown_force_is_refused():
    with pytest.raises(UnknownName, match="unknown force 'smal_a'; did you mean 'small_a'"):
        RULESET.scenario("farm", force_a="smal_a")
