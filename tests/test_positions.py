"""Games that begin in positions set by hand, in every adapter and in scenario files, saved and loaded; and what is refused."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skirmish_rl
from skirmish_rl.envs import positions
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.core.batch import GO_ON, RESTART, Batch
from skirmish_rl.envs.core.errors import BadOption, BadPosition, DataError, ShapeError, StateError
from skirmish_rl.envs.core.packed import packed
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.texts import parse_toml
from skirmish_rl.envs.registry import available, ruleset_of
from tests import toy

DUEL: dict[str, Any] = {  # of the scenario `drill`
    "round": 2, "turn": 1, "points": [3, 1, 0, 0],
    "units": [
        {"unit": "A1", "cell": [6, 10], "damage": 4},
        {"unit": "B1", "cell": [8, 10]},
        {"unit": "B3", "cell": [9, 12]},
        {"unit": "B5", "cell": [2, 12], "activated": True},
    ],
}  # fmt: skip


@pytest.fixture
def crossing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A scenario of one's own, of Trench Crusade, whose games begin in a position."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "held.toml").write_text("""
title = "The crossing"
turns = 3
warbands = ["a_300", "a_300"]

[board]
size = [24, 20]
zones = [[0, 23, 0, 3], [0, 23, 16, 19]]

[position]
round = 3
turn = 1
points = [2, 0]
units = [{ unit = "A1", cell = [10, 9], blood = 2, down = true }, { unit = "B1", cell = [12, 9] }, { unit = "B2", cell = [13, 12] }]
""")
    yield "held.toml"


def waits(record: np.void, scenario: Scenario) -> str:
    """What is asked."""
    return scenario.ruleset.decisions(int(record["decision"])).name


def half_way(ruleset: str) -> tuple[Scenario, dict[str, Any]]:
    """A position in the second round of a game of bots."""
    scenario, form = ruleset_of(ruleset).scenario(), positions.form_of(ruleset)
    batch = Batch(scenario, 1, observe=False)
    batch.reset(seed=5)
    while batch.games["round"][0] < 2 or batch.games["decision"][0] != form.decision:
        batch.step(batch.ask(np.array([0]), 1))
    return scenario, positions.position_of(batch.games[0], scenario)


def test_a_game_begins_in_a_position() -> None:
    env = skirmish_rl.make("godbreakers", "drill")
    env.reset(seed=3, options={"position": DUEL})
    record = env.record
    assert env.agent_selection == "seat_1" and waits(record, env.scenario) == "ACTIVATE" and record["round"] == 2
    assert record["units"]["damage"][0] == 4 and record["points"].tolist() == [3, 1, 0, 0]
    assert np.flatnonzero(record["units"]["cell"] >= 0).tolist() == [0, 5, 7, 9], "who is not named is gone"
    env.reset(seed=3)
    assert env.record["round"] == 0, "the next game begins as ever"


@pytest.mark.parametrize("ruleset", available())
def test_every_ruleset_and_every_adapter_begins_games_in_positions(ruleset: str, tmp_path: Path) -> None:
    scenario, position = half_way(ruleset)
    (tmp_path / "position.toml").write_text(positions.written(position))
    assert parse_toml(positions.written(position))["position"] == position
    arguments = {"ruleset": ruleset, "scenario": scenario.name}
    aec, vector = skirmish_rl.make(**arguments), skirmish_rl.make_vec(**arguments, n_games=3)
    single = SkirmishSingle(**arguments, seat=position["turn"], opponent="random")
    aec.reset(seed=9, options={"position": position})
    single.reset(seed=9, options={"position": str(tmp_path / "position.toml")})
    vector.reset(seed=[9, 9, 9], options={"position": [position, None, position]})
    for record in (aec.record, single.record, vector.batch.games[0], vector.batch.games[2]):
        assert positions.position_of(record, scenario) == position
        assert record["drawn"].tolist() == aec.record["drawn"].tolist(), "the same seed, the same dice"
    assert vector.batch.games["round"][1] == 0
    with pytest.raises(ShapeError, match="2 positions for 3 games"):
        vector.reset(options={"position": [position, position]})


@pytest.mark.parametrize("ruleset", available())
def test_units_that_a_position_leaves_out_are_out_of_the_game(ruleset: str) -> None:
    scenario, position = half_way(ruleset)
    names = set(scenario.ruleset.layout.units)
    alone = [unit for unit in position["units"] if not {value for key, value in unit.items() if key != "unit" and value in (*names,)}]
    there = [unit for unit in alone if "cell" in unit and "status" not in unit]
    few = [next(unit for unit in there if unit["unit"].startswith(letter)) for letter in "AB"]
    env = skirmish_rl.make(ruleset, scenario.name)
    env.reset(seed=9, options={"position": {**position, "units": few}})
    form, units = positions.form_of(ruleset), env.record["units"]
    slots = [slot for slot, name in enumerate(scenario.ruleset.layout.units) if name in {unit["unit"] for unit in few}]
    assert np.flatnonzero(units["status"] == form.here).tolist() == slots
    assert {*units["status"][np.flatnonzero(units["status"] != form.here)]} <= {0, form.gone}


def test_games_that_follow_in_a_vector_begin_in_the_position_too() -> None:
    last = DUEL | {"round": 3}
    for mode in ({}, {"autoreset_mode": "NextStep"}):
        env = skirmish_rl.make_vec("godbreakers", "drill", n_games=4, opponent="random", **mode)
        env.reset(seed=1, options={"position": last})
        ended = np.zeros(4, bool)
        for _ in range(400):
            _, _, done, _, info = env.step(env.action_masks().argmax(axis=1))
            ended |= done
            assert (env.batch.games["round"] == 3).all()
            if ended.all():
                break
        assert ended.all()


def test_batches_that_restart_begin_in_the_position_and_keep_what_ended(crossing: str) -> None:
    scenario = ruleset_of("trench_crusade").scenario(crossing)
    batch = Batch(scenario, 4, control=[-1, 1], after=RESTART)
    batch.reset(seed=2)
    ended = 0
    for _ in range(300):
        assert (batch.games["round"] == 3).all() and not batch.over.any()
        batch.step(batch.masks.argmax(axis=1))
        assert (batch.rewards[batch.ended == 0] == 0).all()
        ended += int((batch.ended != 0).sum())
    assert ended > 8


def test_a_scenarios_own_position_is_where_its_games_begin(crossing: str) -> None:
    env = skirmish_rl.make("trench_crusade", crossing)
    env.reset(seed=1)
    assert env.record["round"] == 3 and env.agent_selection == "seat_1" and env.record["units"]["blood"][0] == 2
    env.reset(seed=1, options={"position": {"round": 2, "units": [{"unit": "A1", "cell": [1, 1]}, {"unit": "B1", "cell": [5, 9]}]}})
    assert env.record["round"] == 2, "what reset is given counts more"
    assert pickle.loads(pickle.dumps(env)).record["round"] == 2


def test_a_saved_game_knows_the_position_it_began_in(crossing: str) -> None:
    for env, options in (
        (skirmish_rl.make("godbreakers", "drill"), {"position": DUEL}), (skirmish_rl.make("trench_crusade", crossing), None),
        (SkirmishSingle("godbreakers", "drill", seat=1, opponent="bot:simple"), {"position": DUEL}),
        (skirmish_rl.make_vec("godbreakers", "drill", n_games=2, opponent="random", seat=1), {"position": DUEL}),
    ):  # fmt: skip
        env.reset(seed=4, options=options)
        for _ in range(3):
            mask = env.action_masks() if hasattr(env, "action_masks") else env.last()[4]["action_mask"]
            env.step(mask.argmax(axis=-1))
        twin = env.clone()
        twin.set_state(env.get_state())
        mine, its = (one.batch.games if hasattr(one, "batch") else one.record for one in (env, twin))
        assert mine.tobytes() == its.tobytes()
        again = pickle.loads(pickle.dumps(env))
        assert (again.batch.games if hasattr(again, "batch") else again.record).tobytes() == mine.tobytes()


def test_a_saved_game_whose_position_was_tampered_with_is_refused() -> None:
    import hashlib
    import json

    env = skirmish_rl.make("godbreakers", "drill")
    env.reset(seed=4, options={"position": DUEL})
    head, _, body = env.get_state().removeprefix(b"skirmish-state ").partition(b"\n")
    tampered = (
        ("/etc/passwd", "position /etc/passwd"),
        ({"units": []}, "the saved game is damaged: position"),
        (DUEL | {"round": 1}, "leads to another"),
    )
    for wrong, said in tampered:
        header = json.loads(head)
        header["games"][0]["position"] = wrong
        del header["checksum"]
        header["checksum"] = hashlib.blake2b(json.dumps(header, sort_keys=True).encode() + body, digest_size=16).hexdigest()
        with pytest.raises(StateError, match=said):
            env.set_state(b"skirmish-state " + json.dumps(header, sort_keys=True).encode() + b"\n" + body)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"rounds": 2}, "the table has the unknown key 'rounds'; did you mean 'round'"),
        ({"round": 9}, "round = 9; expected a whole number from 1 to 3"),
        ({"turn": True}, "turn = True; expected a whole number from 0 to 1"),
        ({"turn": 1, "order": [0, 0, 0, 0]}, "order = .*expected different seats"),
        ({"surviving": 4, "order": [0, 1, 2, 3]}, "order = .*expected different seats that play"),
        ({"markers": {"9": {"kind": "shard", "cell": [1, 1]}}}, "a shard of a seat that does not play"),
        ({"points": [1]}, r"points = \[1\]; expected a list of 4"),
        ({"shard_trait": ["brutish", "", "", "", ""]}, r"shard_trait\[0\] = 'brutish'; expected a word; did you mean 'brutal'"),
        ({"units": [{"unit": "A9", "cell": [1, 1]}]}, r"units\[0\].unit = 'A9' does not play in drill; did you mean 'W9' or 'A"),
        ({"units": [{"unit": "A1"}]}, r"unit A1: give it a place \(cell\) or a status \(reserve, on_board, casualty, ascended\)"),
        ({"units": [{"unit": "A1", "cell": [1, 1], "wounds": 2}]}, r"units\[0\] has the unknown key 'wounds'"),
        ({"units": [{"unit": "A1", "cell": [25, 1]}]}, r"unit A1: cell = \[25, 1\]; expected a cell from \[0, 0\] to \[24, 24\]"),
        ({"units": [{"unit": "A1", "cell": [1, 1], "activated": 1}]}, "unit A1: activated = 1; expected true or false"),
        ({"units": [{"unit": "A1", "cell": [1, 1], "damage": -1}]}, "unit A1: damage = -1; expected a whole number from 0 to 9999"),
        ({"units": [{"unit": "A1", "status": "asleep"}]}, "unit A1: status = 'asleep'"),
        ({"units": [{"unit": "A1", "cell": [1, 1]}, {"unit": "A1", "cell": [1, 2]}]}, "unit A1 is named twice"),
        ({"units": [{"unit": "A1", "cell": [1, 1]}, {"unit": "B1", "cell": [1, 1]}]}, "it has two models or markers in one cell"),
        ({"units": [{"unit": "A1", "cell": [24, 24]}, {"unit": "B1", "cell": [1, 1]}]}, "a model or marker where nothing can stand"),
        ({"units": [{"unit": "A1", "status": "on_board"}]}, "a model on the board in no cell"),
        ({"units": []}, "nobody has anything to decide in it, the game ends at once"),
        ({"units": 3}, "units = 3; expected a list of tables"),
        ({"units": [3]}, r"units\[0\] = 3; expected a table"),
        ({"pieces": {"0": {}}}, "it has terrain pieces other than the map's, and `reshaped` is false"),
        ({"markers": {"20": {}}}, "markers has the unknown key '20'"),
        ({"piles": [{"kind": "treasure"}]}, r"piles\[0\] = .*expected a kind and a cell"),
    ],
)
def test_a_position_that_no_play_leads_to_is_refused_by_name(change: dict[str, Any], said: str) -> None:
    env = skirmish_rl.make("godbreakers", "drill")
    env.reset(seed=1)
    before = env.record.tobytes()
    with pytest.raises(BadPosition, match=said):
        env.reset(seed=2, options={"position": DUEL | change})
    assert env.record.tobytes() == before, "the game that ran goes on"


def test_what_is_wrong_with_a_scenarios_position_names_the_file(crossing: str) -> None:
    text = Path(crossing).read_text()
    for wrong, said in (("blood = 20", "blood = 20; expected a whole number from 0 to 6"), ("blod = 2", "unknown key 'blod'")):
        Path("other.toml").write_text(text.replace("blood = 2", wrong))
        env = skirmish_rl.make("trench_crusade", "other.toml")
        with pytest.raises(DataError, match=rf"other.toml, line 10: key 'position': .*{said}"):
            env.reset(seed=1)


def test_a_position_is_for_a_scenario_and_where_only_python_plays(crossing: str) -> None:
    with pytest.raises(BadOption, match=r"its games begin in a \[position\], which a packed scenario does not hold"):
        packed(ruleset_of("trench_crusade").scenario(crossing))
    Path("band.toml").write_text('title = "Mine"\nfaction = "legion"\npoints = 300\nmodels = []\n[position]\n')
    with pytest.raises(DataError, match="unknown key"):
        skirmish_rl.make("trench_crusade", crossing, warbands=["band.toml", "a_300"])


def test_a_unit_that_came_by_a_card_is_in_a_position() -> None:
    scenario, position = half_way("tide_of_iron")
    playing = {one["unit"] for one in position["units"]}
    name = next(unit for unit in scenario.ruleset.layout.units if unit not in playing)
    more = {"unit": name, "status": "reserve", "due": 3, "figures": {"regular": 4}}
    env = skirmish_rl.make("tide_of_iron", scenario.name)
    env.reset(options={"position": position | {"units": [*position["units"], more]}})
    assert [one["figures"] for one in positions.position_of(env.record, scenario)["units"] if one["unit"] == name] == [{"regular": 4}]


def test_every_seat_has_a_zone_of_its_own() -> None:
    scenario, position = half_way("dropzone_commander")
    env = skirmish_rl.make("dropzone_commander", scenario.name)
    for zones in ([-1] * len(position["zone"]), [0] * len(position["zone"])):
        with pytest.raises(BadPosition, match="zone = .*expected a zone of its own for every seat"):
            env.reset(options={"position": position | {"zone": zones}})


def test_a_fighter_has_a_cell_or_climbs() -> None:
    scenario, position = half_way("warcry")
    assert not any("node" in one and "cell" in one for one in position["units"])
    moved = next(one for one in position["units"] if "cell" in one)
    env = skirmish_rl.make("warcry", scenario.name)
    with pytest.raises(BadPosition, match="a unit has a cell and a node; give the cell"):
        env.reset(options={"position": position | {"units": [moved | {"node": 700}]}})


def test_a_ruleset_without_a_form_says_so() -> None:
    with toy.registered():
        env = skirmish_rl.make("toy")
        with pytest.raises(BadPosition, match="toy has no form for positions set by hand"):
            env.reset(options={"position": {}})


def test_a_position_is_written_between_activations_only() -> None:
    env = skirmish_rl.make("warcry")
    env.reset(seed=1)
    with pytest.raises(BadPosition, match="the game waits for .*; a position is written where it waits for ACTIVATE: play on"):
        positions.position_of(env.record, env.scenario)


def test_games_of_bots_are_played_from_positions() -> None:
    scenario = ruleset_of("godbreakers").scenario("drill")
    batch = Batch(scenario, 8, control=[1, 1])
    batch.reset(seed=3, positions=[DUEL] * 8)
    assert batch.over.all() and (batch.games["round"] >= 2).all() and np.abs(batch.rewards).sum() > 0
    batch.step(np.full(8, GO_ON))


def test_the_guide_names_every_key_of_every_game() -> None:
    guide = (
        (Path(__file__).resolve().parents[1] / "docs" / "guides" / "positions.md").read_text(encoding="utf-8").partition("## All keys")[2]
    )
    for ruleset in [name for name in available() if name != "toy"]:
        form, section = positions.form_of(ruleset), guide.partition(f"### {ruleset_of(ruleset).title}\n")[2].partition("### ")[0]
        keys = [*form.units, *form.roster, *form.game, *form.rows, *(key for row in form.rows.values() for key in row)]
        assert [key for key in keys if f"`{key}`" not in section] == [], ruleset
