"""The page without a server: its worker plays as Python does, says what the server says, and its folder is written whole or not at all."""

from __future__ import annotations

import gzip
import importlib.util
import itertools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.folders import load_shared
from skirmish_rl.agents.identity import columns_of, identity_of, places_of
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.network import NetworkConfig, PlainNetwork, shapes_of
from skirmish_rl.agents.serving.lobby import PERSON
from skirmish_rl.agents.serving.showing import odds_at, odds_of
from skirmish_rl.agents.serving.strengths import strengths_of
from skirmish_rl.agents.sharing.site import check_place, choices_of, write_site
from skirmish_rl.agents.shipped import LADDERS, levels_of, shipped_agents
from skirmish_rl.agents.tensors import facts_of, load_plain, read_tensors, tensors_bytes
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.trace import read_answers, record_hash, replay, write_game
from skirmish_rl.envs.registry import available, ruleset_of
from tests.serving.test_server import (  # noqa: F401  the worker must pass them as the server does
    refuses_what_is_damaged,
    test_a_die_that_fell_stays,
    test_a_layer_is_sent_once,
    test_a_rematch_has_other_dice_and_seats_may_be_swapped,
    test_a_saved_game_goes_on_where_it_was_left,
    test_a_seat_is_handed_over_in_mid_game,
    test_an_answer_is_taken_back_where_no_die_fell,
    test_earlier_positions_can_be_looked_at,
    test_in_practice_anything_is_taken_back_and_meets_the_same_dice,
    test_watching_runs_pauses_and_steps,
    test_whoever_resigns_has_lost,
)  # fmt: skip
from tests.talk import Talk, first_answer

NAMES = available()  # before other tests register the toy, which no site has
pytestmark = pytest.mark.skipif(
    INTERPRETED or not (shutil.which("node") and importlib.util.find_spec("ziglang")),
    reason="node runs modules and Zig links them: pip install ziglang",
)
HERE = Path(__file__).parent
DUEL = "duel"  # a scenario of every ruleset, with a network that plays it
GAMES = 20  # of each ruleset, that are played here and there
ONE = np.zeros(1, np.int64)


def small(name: str) -> Scenario:
    """A small scenario of a ruleset, of unequal forces."""
    ruleset = ruleset_of(name)
    return ruleset.scenario(next(scenario for scenario, tags in ruleset.scenarios.items() if "small" in tags))


def is_taken(scenario: Scenario) -> bool:
    return scenario.name in (small(scenario.ruleset.name).name, DUEL) and scenario.seats == scenario.ruleset.seats[0]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site of all games with their small scenarios and their duels."""
    out = tmp_path_factory.mktemp("site") / "site"
    networks = {name: path / "network.safetensors" for name, path in shipped_agents().items()}
    write_site(out, [ruleset_of(name) for name in NAMES], networks, is_taken)
    (out / "package.json").write_text('{"type": "module"}')
    for name in ("worker.js", "judged.js"):
        shutil.copy(HERE / name, out / name)
    return out


class Worker:
    """The worker's host in a process of its own; what `Talk` takes for a socket."""

    def __init__(self, folder: Path):
        self.node = subprocess.Popen(
            ["node", "worker.js", str(folder), ""], cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def send_text(self, text: str) -> None:
        self.node.stdin.write(f"{text}\n")
        self.node.stdin.flush()

    def receive_text(self) -> str:
        line = self.node.stdout.readline()
        assert line, "the worker has ended"
        return line

    def close(self) -> None:
        self.node.stdin.close()
        self.node.wait(10)


@pytest.fixture
def talk(folder: Path) -> Iterator[Talk]:
    worker = Worker(folder)
    yield Talk(worker)
    worker.close()


def agents(scenario: Scenario) -> list[str]:
    return [f"bot:{scenario.ruleset.bot_name(scenario.ruleset.bot(name))}" for name in ("strong@0.5", "simple", "random")]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_in_a_browser_replays_in_python_to_the_same_hash(talk, name):
    scenario = small(name)
    for seed, who in zip(range(1, GAMES + 1), itertools.cycle(itertools.permutations(agents(scenario), 2))):
        talk.start(name, scenario.name, who=who, seed=seed)
        over = talk.asked()
        saved = talk.ask("saved", do="save")
        assert replay(saved["text"]) is None and len(read_answers(saved["text"])) == over["at"]
        assert saved["text"].splitlines()[-1].startswith("outcome ")


def test_a_search_with_a_share_of_random_answers_is_asked_for_its_thoughts(talk):
    talk.start("tide_of_iron", small("tide_of_iron").name, who=[PERSON, "random"])
    at = talk.asked()["at"]
    (liked,) = talk.ask("thoughts", do="think", at=at, agent="mcts:8@0.01")["answers"]
    assert isinstance(liked["action"], int) and liked["text"]


@pytest.mark.parametrize("name", NAMES)
def test_a_game_played_in_python_plays_in_a_browser_to_the_same_hash(talk, name):
    scenario = small(name)
    bots = [[scenario.ruleset.bot(one.removeprefix("bot:")) for one in pair] for pair in itertools.permutations(agents(scenario), 2)]
    for seed, pair in zip(range(1, GAMES + 1), itertools.cycle(bots)):
        names = [f"bot:{scenario.ruleset.bot_name(bot)}" for bot in pair]
        text = write_game(
            scenario, seed, names, lambda batch, pair=pair: int(batch.ask(ONE, pair[int(batch.deciders[0])])[0]), short=seed > 1
        )
        talk.steps = []
        game = talk.ask("game", do="load", text=text, pace=0)
        assert [seat["who"] for seat in game["seats"]] == names and game["seed"] == seed
        over, answers = talk.asked(), read_answers(text)
        assert over["at"] == len(answers) and [step["said"] for step in talk.steps[1:]] == [one.said for one in answers]
        again = talk.ask("saved", do="save")["text"]
        assert read_answers(again) == answers and again.splitlines()[-1] == text.splitlines()[-1]


@pytest.mark.parametrize("name", NAMES)
def test_a_person_plays_a_whole_game(talk, name):
    scenario = small(name)
    talk.start(name, scenario.name)
    position = talk.asked()
    while not position["over"]:
        assert position["question"]["seat"] == 0 == position["turn"]
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    assert replay(talk.ask("saved", do="save")["text"]) is None and {step["seat"] for step in talk.steps[1:]} == {0, 1}


def test_options_change_the_tables_as_python_does(talk, folder):
    for name in NAMES:
        scenario = small(name)
        for option, choices in choices_of(scenario):
            for choice in choices:
                settings = {"game": name, "scenario": scenario.name, "options": {option: choice["value"]}}
                told = talk.ask("game", "error", do="start", who=["random", "random"], seed=3, pace=0, watch=True, **settings)
                assert ("refused" in choice) == (told["is"] == "error")
                if "refused" in choice:
                    assert choice["refused"] in told["why"]
                    continue
                other = scenario.ruleset.scenario(scenario.name, scenario.seats, **{option: choice["value"]})
                assert told["options"] == other.options
                assert first_hash(talk.ask("saved", do="save")["text"]) == hash_of(other, 3)


def first_hash(text: str) -> str:
    return next(line for line in text.splitlines() if line.startswith("   0 start"))[-8:]


def hash_of(scenario: Scenario, seed: int) -> str:
    batch = Batch(scenario, 1)
    batch.reset(seed=seed)
    return record_hash(batch.games[0])


def test_options_chosen_together_play_as_in_python(talk):
    luck = np.random.default_rng(4)
    for name in NAMES:
        scenario = small(name)
        choices = {option: [one["value"] for one in values if "refused" not in one] for option, values in choices_of(scenario)}
        for seed in range(4):
            options = {option: values[luck.integers(len(values))] for option, values in choices.items() if luck.random() < 0.6}
            told = talk.ask(
                "game",
                "error",
                do="start",
                game=name,
                scenario=scenario.name,
                options=options,
                who=["random", "random"],
                seed=seed,
                pace=0,
            )
            if told["is"] == "error":
                assert "together" in told["why"]
                continue
            talk.steps = []
            assert talk.asked()["over"] and replay(talk.ask("saved", do="save")["text"]) is None, options


def judged(folder: Path, scenario: Scenario, every: int, most: int, file: str, *names: str) -> Iterator[tuple[dict[str, Any], Batch]]:
    """What a browser makes of positions of one game, each with the position in Python."""
    ruleset, seed = scenario.ruleset, 5
    command = ["node", "judged.js", str(folder), ruleset.name, scenario.name, str(seed), str(every), str(most), file, *names]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    batch = Batch(scenario, 1)
    batch.reset(seed=seed)
    for line in lines:
        while batch.games[0]["decisions"] % every or record_hash(batch.games[0]) != line["hash"]:
            batch.step(batch.ask(ONE, ruleset.bot("strong@0.3")))
        yield line, batch
        batch.step(batch.ask(ONE, ruleset.bot("strong@0.3")))
    assert len(lines) == most or batch.over[0]


@pytest.mark.parametrize("name", NAMES)
def test_odds_are_told_as_in_python(folder, name):
    scenario, told = small(name), 0
    for line, batch in judged(folder, scenario, 1, 400, ""):
        assert line["odds"] == odds_of(batch.games, scenario)
        assert all(lines == odds_at(batch.games, scenario, tuple(cell)) for cell, lines in line["cells"])
        told += len(line["odds"])
    assert told > 3


@pytest.mark.parametrize(("policy", "half"), [("rows", False), ("rows", True), ("mlp", False), ("residual", True)])
@pytest.mark.parametrize("name", NAMES)
def test_a_network_judges_as_in_python(folder, name, policy, half):
    scenario, luck = small(name), np.random.default_rng(2)
    config = NetworkConfig(policy, 16, 24, consider=6, precision="float32")
    shapes = shapes_of(config, scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions)
    weights = {name: luck.normal(0, 0.3, shape).astype(np.float32) for name, shape in shapes.items()}
    file = folder / "data" / f"{policy}.safetensors"
    file.write_bytes(tensors_bytes(weights, facts_of(identity_of(scenario, config, False), scenario), half))
    network = PlainNetwork(config, read_tensors(file)[0])
    for line, batch in judged(folder, scenario, 3, 20, f"data/{policy}.safetensors"):
        opinion = network.judge(batch, ONE)
        assert line["actions"] == opinion.numbers.tolist()
        assert (
            np.allclose(opinion.log_probs[0, : len(opinion.numbers)], line["logs"], 1e-5, 1e-5)
            and abs(opinion.values[0] - line["value"]) < 1e-5
        )


@pytest.mark.parametrize("name", NAMES)
def test_a_network_finds_its_columns_by_their_places(folder, name):
    """In an order of its own, and with one that the scenario lacks."""
    scenario, luck = small(name), np.random.default_rng(2)
    config = NetworkConfig("rows", 16, 24, consider=6, precision="float32")
    columns = ["nowhere", *luck.permutation(columns_of(scenario))[:40].tolist()]
    identity = {**identity_of(scenario, config, False, anywhere=True), "columns": columns}
    shapes = shapes_of(config, len(columns), len(scenario.ruleset.action_features), scenario.n_actions)
    weights = {one: luck.normal(0, 0.3, shape).astype(np.float32) for one, shape in shapes.items()}
    file = folder / "data" / "named.safetensors"
    file.write_bytes(tensors_bytes(weights, facts_of(identity, scenario)))
    (folder / "data" / "named.json").write_text(json.dumps(places_of(identity, scenario)))
    network, _ = load_plain(file, scenario)
    for line, batch in judged(folder, scenario, 3, 20, "data/named.safetensors,data/named.json"):
        opinion = network.judge(batch, ONE)
        assert np.allclose(opinion.log_probs[0, : len(opinion.numbers)], line["logs"], 1e-5, 1e-5)
        assert abs(opinion.values[0] - line["value"]) < 1e-5


def test_agents_that_come_with_the_package_answer_as_in_python(folder):
    there = {
        name: path for name, path in shipped_agents().items() if not name.endswith("/any") and is_taken(load_shared(path).scenario)
    }  # those that the folder has scenarios for
    assert {name.partition("/")[0] for name in there} == {*NAMES}
    for name, path in there.items():
        scenario = load_shared(path).scenario
        mine, file = agent_of(f"ppo:{name}", scenario), f"data/{name.replace('/', '-')}.safetensors.gz"
        network, _ = load_plain(path / "network.safetensors", scenario)
        for line, batch in judged(folder, scenario, 1, 100, file, f"ppo:{name}"):
            opinion = network.judge(batch, ONE)
            logs = dict(zip(opinion.numbers.tolist(), opinion.log_probs[0].tolist(), strict=False))
            said, wanted = line["answers"][0], int(mine.act(batch, ONE)[0])
            # two answers that the network holds for equally good, to the last digits: either may come
            assert said == wanted or (abs(logs[said] - logs[wanted]) < 1e-5 and logs[wanted] == max(logs.values()))
            assert (
                np.allclose(opinion.log_probs[0, : len(opinion.numbers)], line["logs"], 1e-5, 1e-5)
                and abs(opinion.values[0] - line["value"]) < 1e-5
            )


@pytest.mark.parametrize("name", NAMES)
def test_a_network_that_plays_anywhere_answers_as_in_python_where_no_other_does(folder, name):
    facts, ruleset = json.loads((folder / "data" / f"{name}.json").read_text()), ruleset_of(name)
    assert set(facts["agents"][f"ppo:{name}/any"]["plays"]) == set(facts["agents"][f"ppo:{name}/any"]["places"])
    for scenario in (small(name), ruleset.scenario(DUEL)):
        mine = agent_of(f"ppo:{name}/any", scenario)
        for line, batch in judged(folder, scenario, 2, 25, "", f"ppo:{name}/any"):
            opinion = mine.network.judge(batch, ONE)
            logs = dict(zip(opinion.numbers.tolist(), opinion.log_probs[0].tolist(), strict=False))
            said, wanted = line["answers"][0], int(mine.act(batch, ONE)[0])
            assert said == wanted or abs(logs[said] - logs[wanted]) < 1e-5  # equally good, to the last digits


@pytest.mark.parametrize("name", NAMES)
def test_levels_answer_as_in_python(folder, name):
    scenario = ruleset_of(name).scenario(DUEL)
    levels = [
        *(f"{kind}:{level}" for kind in LADDERS for level in levels_of(name, kind)),
        f"ppo:{name}@0.6",
        "mcts:4@0.65",
        "mcts:4:strong@0.65",
    ]
    mine: list[Agent] = [agent_of(level, scenario, threads=1) for level in levels]
    for line, batch in judged(folder, scenario, 3, 20, "", *levels):
        assert line["answers"] == [int(agent.act(batch, ONE)[0]) for agent in mine]


@pytest.mark.parametrize("name", NAMES)
def test_a_search_answers_as_in_python(folder, name):
    scenario = small(name)
    names = ("mcts:24", "mcts:30:simple", "mcts:40:random")
    mine: list[Agent] = [agent_of(one, scenario, threads=1) for one in names]
    for line, batch in judged(folder, scenario, 5, 6, "", *names):
        assert line["answers"] == [int(agent.act(batch, ONE)[0]) for agent in mine]


def test_looking_ahead_answers_as_in_python(folder):
    """The same copies, the same dice, the same network; a lead of the last digit could differ, and does not here."""
    facts = json.loads((folder / "data" / "tide_of_iron.json").read_text())
    known = facts["agents"]["ppo:tide_of_iron/farm"]
    facts["agents"]["look:48:tide_of_iron/farm"] = known
    (folder / "data" / "tide_of_iron.json").write_text(json.dumps(facts))
    mine = agent_of("look:48:tide_of_iron/farm", small("tide_of_iron"), threads=1)
    for line, batch in judged(folder, small("tide_of_iron"), 4, 20, "", "look:48:tide_of_iron/farm"):
        assert line["answers"] == mine.act(batch, ONE).tolist()


def test_a_random_draw_of_a_network_is_that_of_python(folder):
    scenario, config = small("tide_of_iron"), NetworkConfig("rows", 8, 8, precision="float32")
    shapes = shapes_of(config, scenario.n_position, len(scenario.ruleset.action_features), scenario.n_actions)
    luck = np.random.default_rng(6)
    content = tensors_bytes(
        {name: luck.normal(0, 0.1, shape).astype(np.float32) for name, shape in shapes.items()},
        facts_of(identity_of(scenario, config, False), scenario),
    )
    (folder / "data" / "drawn.safetensors").write_bytes(content)
    facts = json.loads((folder / "data" / "tide_of_iron.json").read_text())
    facts["agents"]["ppo:drawn"] = {"file": "data/drawn.safetensors", "plays": ["farm-2"]}
    (folder / "data" / "tide_of_iron.json").write_text(json.dumps(facts))
    mine = load_shared(folder / "data" / "drawn.safetensors", scenario)
    assert not mine.greedy
    assert all(line["answers"] == mine.act(batch, ONE).tolist() for line, batch in judged(folder, scenario, 1, 60, "", "ppo:drawn"))


def test_the_lobby_names_what_the_site_holds(talk, folder):
    told = talk.ask("lobby", do="lobby")
    assert [game["name"] for game in told["games"]] == list(NAMES)
    for game in told["games"]:
        ruleset = ruleset_of(game["name"])
        assert [one["name"] for one in game["scenarios"]] == [small(game["name"]).name, DUEL] and game["bots"] == list(ruleset.bots)
        assert (folder / game["picture"]).is_file() and game["strengths"] == strengths_of(ruleset)
        assert {one["name"] for one in game["options"]} < set(ruleset.options) and {one["kind"] for one in game["options"]} <= {
            "choice",
            "switch",
        }
    assert {"ppo:tide_of_iron/farm", "look:0.3s:tide_of_iron/farm"} <= {one["name"] for one in told["agents"]}


def test_a_hand_is_covered_until_the_next_person_is_ready(talk):
    name = next(name for name in NAMES if ruleset_of(name).hidden)
    talk.start(name, small(name).name, who=[PERSON, PERSON])
    position = talk.wait("position")
    covered = 0
    for _ in range(40):
        if position["cover"] is not None:
            assert position["question"] is None and position["cover"] == position["turn"]
            assert "covered" in talk.ask("error", do="answer", at=position["at"], action=0)["why"]
            assert "covered" in talk.ask("error", do="think", at=position["at"], agent="random")["why"]
            talk.say(do="ready", at=position["at"])
            covered += 1
        else:
            talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.wait("position")
    assert covered > 2
    for past in ({"do": "look", "at": 0}, {"do": "think", "at": 0, "agent": "random"}, {"do": "judge"}):
        assert "when the game is over" in talk.ask("error", **past)["why"]


def test_what_the_rival_could_answer_is_told_when_the_game_is_over(talk):
    """Its cards are among its answers."""
    name = next(name for name in NAMES if ruleset_of(name).hidden)
    talk.start(name, small(name).name, who=[PERSON, "bot:strong"])
    position = talk.asked()
    while not any(step["seat"] == 1 for step in talk.steps):
        talk.say(do="answer", at=position["at"], action=first_answer(position))
        position = talk.asked()
    theirs = next(step["at"] for step in talk.steps if step["seat"] == 1) - 1
    assert "told when the game is over" in talk.ask("error", do="think", at=theirs, agent="random")["why"]
    assert talk.ask("thoughts", do="think", at=position["at"], agent="random")["seat"] == 0
    talk.say(do="resign")
    assert talk.asked()["over"]
    assert talk.ask("thoughts", do="think", at=theirs, agent="random")["seat"] == 1


def test_a_damaged_saved_game_is_refused_and_the_page_goes_on(talk):
    refuses_what_is_damaged(
        talk, ("seed 7", "seed seven", "damaged in its first lines"), ("options {", "options [", "damaged in its first lines"),
        ("ruleset godbreakers", "ruleset chess", "chess is not among the games of this page"),
        (f"version {ruleset_of('godbreakers').version}", "version 99", "the saved game is of godbreakers version 99"),
        ("scenario drill", "scenario /etc/a.toml", "need Python"), ("scenario drill", "scenario nowhere", "there is no scenario nowhere"),
        ("skirmish trace 2", "something else", "not a saved game"),
    )  # fmt: skip


def test_what_the_page_cannot_have_is_refused_in_a_sentence(talk):
    def refused(**message: Any) -> str:
        return talk.ask("error", **{"do": "start", "game": "tide_of_iron", "scenario": "farm", "who": ["person", "random"], **message})[
            "why"
        ]

    assert "no game is open" in refused(do="undo") and "nothing of that name" in refused(do="dance")
    assert "not among the games" in refused(game="chess") and "there is no scenario" in refused(scenario="nowhere")
    assert "not by 3" in refused(seats=3) and "3 seats are taken" in refused(who=["person"] * 3)
    assert "nobody called ppo:none" in refused(who=["person", "ppo:none"]) and "no bot is called" in refused(who=["person", "bot:deep"])
    assert "is 0.01 to 0.99" in refused(who=["person", "bot:strong@0.555"]) and "up to 10 seconds" in refused(who=["person", "mcts:1000s"])
    assert "rounds cannot be 99" in refused(options={"rounds": 99}) and "skirmish-rl serve knows all options" in refused(
        options={"constants": "x.toml"}
    )
    assert "trained without these options" in refused(who=["person", "ppo:tide_of_iron/farm"], options={"decks": False})
    assert "whole number" in refused(seed=-1) and "need Python" in refused(scenario="own.toml", files=[{"name": "own.toml", "text": ""}])


def test_a_file_that_is_missing_or_damaged_is_a_sentence_and_found_when_it_is_there_again(talk, folder):
    tables, module = folder / "data" / "warcry-crossing-2.tables.gz", folder / "data" / "warcry.wasm.gz"
    for file, content, why in (
        (module, gzip.compress(b"no module"), "the rules of Warcry cannot be used"),
        (tables, b"no zip", "is damaged"),
        (tables, gzip.compress(b"x" * 200), "cannot be opened: not a file of tables"),
    ):  # a module that could be used is not read again
        good = file.read_bytes()
        file.write_bytes(content)
        try:
            assert why in talk.ask("error", do="preview", game="warcry", scenario="crossing")["why"]
        finally:
            file.write_bytes(good)
    assert talk.ask("preview", do="preview", game="warcry", scenario="crossing")["players"] == ["Iron", "Fang"]


def test_thoughts_and_the_graph_of_a_game(talk):
    talk.start("tide_of_iron", "farm", who=["bot:strong", "ppo:tide_of_iron/farm"])
    end = talk.asked()
    for agent, has_share in (
        ("ppo:tide_of_iron/farm", True),
        ("look:0.3s:tide_of_iron/farm", True),
        ("mcts:0.3s", False),
        ("bot:strong", True),
    ):
        told = talk.ask("thoughts", do="think", at=20, agent=agent)
        assert told["agent"] == agent and told["answers"] and all((one["share"] is not None) == has_share for one in told["answers"])
    assert talk.ask("thoughts", do="think", at=20)["agent"].endswith("tide_of_iron/farm")
    talk.say(do="judge")
    values: dict[int, list[float]] = {}
    while True:
        told = talk.wait("values")
        values |= dict(told["values"])
        if told["done"]:
            break
    assert min(values) == 0 and max(values) == end["live"] and values[end["live"]] == end["over"]["rewards"]
    assert all(a + b == 0 for a, b in values.values())


def test_a_game_is_tried_again_from_a_position_and_a_cell_is_told(talk):
    talk.start("godbreakers", "drill", who=["bot:strong", "random"])
    end, steps = talk.asked(), list(talk.steps)
    at = next(k for k in range(len(steps) - 1, 0, -1) if steps[k]["seat"] == 1 and steps[k]["asked"] == "ACTION") - 1
    talk.steps = []
    again = talk.ask("game", do="again", at=at, seat=1)
    assert again["seats"][1]["who"] == "person"
    position = talk.asked()
    assert position["live"] == at and talk.steps == steps[: at + 1] and end["over"]
    question = position["question"]
    place = talk.ask("place", do="place", at=at, unit=question["subject"], cell=[10, 10])["place"]
    assert place["far"].startswith("range ") and [words for words, _ in place["groups"]] == ["could attack", "could be attacked by"]
    assert talk.ask("place", do="place", at=at, unit="A1", cell=[999, 0])["place"] is None
    assert "the game goes on" in talk.ask("error", do="again", at=0)["why"]


def test_what_is_no_site_is_not_replaced(folder, tmp_path, capsys):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "thesis.txt").write_text("precious")
    for words, why in (
        (["--out", str(tmp_path / "mine")], "is no site"),
        (["--out", str(tmp_path / "x"), "--games", "chess"], "unknown game"),
        (["--out", str(tmp_path / "x"), "--agents", str(tmp_path / "nobody")], "no checkpoint at"),
        (["--out", str(tmp_path / "x"), "--games", "warcry", "--agents", "ppo:tide_of_iron/farm"], "is not among --games"),
        (["--out", str(tmp_path / "mine" / "thesis.txt" / "x"), "--games", "tide_of_iron"], "cannot make"),
    ):
        assert main(["site", *words]) == 2
        said = capsys.readouterr().err
        assert said.startswith("skirmish-rl site: ") and why in said and said.count("\n") == 1
    assert [path.name for path in tmp_path.rglob("*")] == ["mine", "thesis.txt"]


def test_a_site_is_replaced_and_nothing_else_is_lost(tmp_path, capsys):
    site, beside = tmp_path / "site", tmp_path / "site.tmp"
    beside.mkdir()
    (beside / "thesis.txt").write_text("precious")
    ruleset = ruleset_of("godbreakers")

    def write() -> None:
        write_site(site, [ruleset], {}, is_taken)

    write()
    assert re.fullmatch(r"godbreakers: [\d,]+ bytes, after \d+ s\n", capsys.readouterr().out), "how long it took is told"
    listed = json.loads((site / "data" / "site.json").read_text())["files"]
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert there == {*listed, "data/site.json"}
    assert [name for name in listed if name.startswith("pictures/")] == ["pictures/godbreakers.png"], "of its own games only"
    write()
    for name in ("CNAME", ".git/config", "data/own.json"):
        (site / name).parent.mkdir(exist_ok=True)
        (site / name).write_text("mine")
        with pytest.raises(BadOption, match=f"holds {name}, which is not of the site"):
            check_place(site)
        (site / name).unlink()
    (site / "data" / "site.json").write_text("{}")
    with pytest.raises(BadOption, match="is no site that can be replaced"):
        check_place(site)
    assert (beside / "thesis.txt").read_text() == "precious" and sorted(path.name for path in tmp_path.iterdir()) == ["site", "site.tmp"]


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString"])
def test_names_that_every_object_has_are_nobodys(talk, name):
    def refused(**message: Any) -> str:
        return talk.ask("error", **{"do": "start", "game": "tide_of_iron", "scenario": "farm", "who": ["person", "random"], **message})[
            "why"
        ]

    said = [
        refused(who=["person", f"level:{name}"]), refused(who=["person", f"ppo:{name}"]), refused(who=["person", name]),
        refused(scenario=name),
        refused(seats=name), refused(options={name: 1} if name != "__proto__" else {"constructor": 1}), refused(game=name),
        refused(do=name),
    ]  # fmt: skip
    assert not [why for why in said if "something went wrong" in why]


@pytest.mark.parametrize("ends", ["\r\n", "\r"])
def test_a_saved_game_is_read_whatever_ends_its_lines(talk, ends):
    talk.start(who=["random", "random"])
    end, text = talk.asked(), talk.ask("saved", do="save")["text"]
    talk.steps = []
    talk.ask("game", do="load", text="\ufeff" + text.replace("\n", ends), pace=0)
    assert talk.asked()["at"] == end["at"]
    for cut in (text.rpartition("outcome")[0], text[: len(text) // 2], text.replace(" legal ", " lawful "), ""):
        assert re.search("is not whole|not a saved game", talk.ask("error", do="load", text=cut)["why"])


def test_a_site_asks_no_other_origin_and_names_files_beside_it(folder):
    for file in folder.rglob("*"):
        if file.suffix in (".html", ".js", ".css") and file.name not in ("worker.js", "judged.js"):
            text = file.read_text(encoding="utf-8")
            assert "https://" not in text and text.replace("http://www.w3.org", "").count("http://") == 0, file
            assert 'href="/' not in text and 'src="/' not in text and 'from "/' not in text, file
    for name in NAMES:
        page = (folder / f"{name}.html").read_text(encoding="utf-8")
        assert f'data-game="{name}"' in page and "Content-Security-Policy" in page
