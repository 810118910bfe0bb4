"""Agents as folders: published with a card, found by name, played without torch, and refused by name where something is wrong."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import json
import os
import pickle
import re
import shutil
import subprocess
import sys
import tracemalloc
import zipfile
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import tomli_w
import torch

import skirmish_rl
from skirmish_rl import agents
from skirmish_rl.__main__ import main
from skirmish_rl.agents import names, shipped
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.folders import CARD, NETWORK, OWN, checksum_of, read_card
from skirmish_rl.agents.names import agent_of, fits, trained_agent
from skirmish_rl.agents.network import PlainNetwork
from skirmish_rl.agents.ppo import checkpoints
from skirmish_rl.agents.ppo.config import read_config
from skirmish_rl.agents.results.wilson import wilson
from skirmish_rl.agents.tensors import read_network
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import Table
from skirmish_rl.envs.core.errors import CheckpointError, DataError, UnknownName
from skirmish_rl.envs.registry import available, ruleset_of
from tests.agents.test_export import CLOSE, in_float32

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def published(run, tmp_path_factory):
    """The folder of a run's agent, as a ruleset's shipped one."""
    folder = tmp_path_factory.mktemp("shipped") / "toy" / "short"
    words = ["--games", "20", "--workers", "1", "--against", "mcts:2", "--weaknesses", "It bids too high."]
    assert main(["publish", str(run.folder), "--out", str(folder), *words]) == 0
    return folder


@pytest.fixture
def comes_with_the_package(published, monkeypatch):
    """The published agent is found by name."""
    monkeypatch.setattr(shipped, "AGENTS", published.parents[1])
    return published


def test_a_card_says_how_an_agent_came_about_and_what_it_scores(run, published, duel):
    assert {path.name for path in published.iterdir()} == {CARD, NETWORK}
    card = read_card(published)
    assert card.scenario == duel.id and card.checksum == checksum_of(published / NETWORK)
    assert card.weights == sum(value.numel() for value in run.learner.network.state_dict().values())
    training = card.training
    assert (training.seed, training.ranks) == (run.config.seed, 1) and 0 < training.decisions <= run.learner.decisions
    assert training.minutes >= 0 and "cores" in training.machine and "torch" in training.packages
    assert [result.against for result in card.results] == ["bot:random", "bot:simple", "bot:strong", "mcts:2:strong"]
    for result in card.results:
        assert result.games == 20 == result.wins + result.draws + result.losses == sum(one.games for one in result.seats)
        assert result.score == pytest.approx(np.mean([one.score for one in result.seats]), abs=1e-3)
        assert [one.force for one in result.seats] == ["red", "blue"]
        assert result.interval == pytest.approx(wilson(result.score, 20), abs=1e-3)
    assert card.weaknesses[0] == "It bids too high."
    lost = [result.against for result in card.results if result.interval[1] < 0.5]
    assert all(any(re.match(rf"It scores only [0-9.]+% against {name} ", said) for said in card.weaknesses) for name in lost)


def test_what_was_measured_is_what_is_shared(published, duel):
    """The card's figures come again from the folder."""
    result = read_card(published).results[1]
    match = play_pairs(duel, [(agents.load(published), agent_of("bot:simple", duel))], 20, 20_000_001)[0]
    assert (match.wins, match.draws, match.losses) == (result.wins, result.draws, result.losses)


def test_a_published_network_may_take_half_the_room(run, published, duel, tmp_path):
    assert main(["publish", str(run.folder), "--out", str(tmp_path / "half"), "--games", "4", "--workers", "1", "--half"]) == 0
    whole, half = (read_network(folder / NETWORK)[0] for folder in (published, tmp_path / "half"))
    matrices = [name for name, array in whole.items() if array.ndim == 2]
    assert (published / NETWORK).stat().st_size - (tmp_path / "half" / NETWORK).stat().st_size > sum(whole[name].size for name in matrices)
    assert matrices and all(np.array_equal(half[name], whole[name].astype(np.float16)) for name in matrices)
    match = play_pairs(duel, [(agents.load(tmp_path / "half"), agent_of("bot:simple", duel))], 4, 20_000_001)[0]
    assert read_card(tmp_path / "half").results[1].score == match.score


def test_a_card_is_a_configuration_too(run, published):
    config = read_config(published / CARD)
    assert dataclasses.replace(config, runs=run.config.runs, name=run.config.name) == run.config
    assert str(run.folder.parent) not in (published / CARD).read_text()


def test_a_published_agent_judges_as_torch_does(run, published, duel):
    agent, batch = agents.load(published), Batch(duel, 200)
    assert (
        isinstance(agent.network, PlainNetwork)
        and agent.scenario.name == duel.name
        and agent.scenario.options == duel.options
        and agent.greedy
    )
    batch.reset(seed=4)
    index = np.arange(200)
    one, two = agent.network.judge(batch, index), in_float32(run).judge(batch, index)
    assert np.array_equal(np.isfinite(one.log_probs), np.isfinite(two.log_probs))
    for mine, theirs in ((one.log_probs, two.log_probs), (one.values, two.values)):
        assert np.abs(mine[np.isfinite(mine)] - theirs[np.isfinite(theirs)]).max() < CLOSE
    assert np.array_equal(agent.act(batch, index), one.answers(one.log_probs.argmax(1)))


def test_draws_from_the_probabilities_are_those_of_torch(published, duel):
    from skirmish_rl.agents.network import pick
    from skirmish_rl.agents.ppo.network import pick as pick_of_torch

    batch = Batch(duel, 200)
    batch.reset(seed=4)
    opinion, luck = agents.load(published).network.judge(batch, np.arange(200)), np.random.default_rng(1)
    counts = np.diff(opinion.offsets)
    for _ in range(20):
        uniform = luck.random(200)
        theirs = pick_of_torch(torch.from_numpy(opinion.log_probs), torch.from_numpy(counts), uniform)
        assert np.array_equal(pick(opinion.log_probs, counts, uniform), theirs.numpy())


def test_nothing_in_a_folder_is_unpickled(published, monkeypatch):
    def executed(*given, **settings):
        raise AssertionError("a pickle was read")

    for module, name in ((pickle, "load"), (pickle, "loads"), (pickle, "Unpickler"), (torch, "load")):
        monkeypatch.setattr(module, name, executed)
    agents.load(published)
    agents.load(published / NETWORK)


WITHOUT = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {
            "torch", "stable_baselines3", "sb3_contrib", "safetensors", "onnx", "tyro", "rich", "scipy", "choix", "numba"
        }:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import numpy as np
import skirmish_rl
from skirmish_rl import agents
from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.names import agent_of
from skirmish_rl.envs import registry

registry.RULESETS["toy"] = registry.Entry(0, "tests.toy")
agent = agents.load(sys.argv[1])
looking = agent_of(f"look:4:ppo:{sys.argv[1]}", agent.scenario)
for one in (agent, looking):
    match = play_pairs(agent.scenario, [(one, agent_of("bot:simple", agent.scenario))], 2, 1)[0]
    print(one.name, match.games)
games = skirmish_rl.make_vec("toy", "short", n_games=2, opponent=f"ppo:{sys.argv[1]}")
games.reset(seed=1)
games.step(games.action_space.sample())
assert main(["play", "toy", "--scenario", "short", "--opponent", f"ppo:{sys.argv[1]}"]) == 0
"""


def test_a_published_agent_plays_without_torch(published, tmp_path):
    environment = {**os.environ, "SKIRMISH_INTERPRETED": "1", "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, str(published)],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        input="quit\n",
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ppo:short 2\nlook:4:short 2\n")


def test_a_shipped_agent_is_found_by_its_ruleset_and_by_its_name(comes_with_the_package, duel):
    assert shipped.shipped_agents() == {"toy/short": comes_with_the_package}
    for name in ("ppo:toy", "ppo:toy/short"):
        assert agents.load(name).name == agent_of(name, duel).name == "ppo:toy/short"
    assert agent_of("look:toy", duel).name == agent_of("look:ppo:toy", duel).name == "look:toy/short"
    assert agent_of("look:12:ppo:toy/short", duel).name == "look:12:toy/short"
    assert agent_of("look:0.5s:toy", duel).name == "look:0.5s:toy/short"


def test_of_several_shipped_agents_the_one_for_the_scenario_plays(published, duel, trio, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    for name in ("short", "short-3", "long"):
        shutil.copytree(published, tmp_path / "toy" / name)
    long = duel.ruleset.scenario("long", 2)
    assert [shipped.find_agent("toy", one)[1] for one in (None, duel, trio, long)] == ["toy/short", "toy/short", "toy/short-3", "toy/long"]
    shutil.rmtree(tmp_path / "toy" / "long")
    assert shipped.find_agent("toy", long)[1] == "toy/short", "no other is there"
    assert agent_of("ppo:toy", long).scenario is long, "its observation is the same"
    with pytest.raises(CheckpointError, match="made for number of seats 2|size of the observation"):
        agent_of("ppo:toy", trio)


def test_a_star_in_the_name_of_an_agent_stands_for_the_scenario(published, duel, trio, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    for name in ("short", "short-league", "long-league"):
        shutil.copytree(published, tmp_path / "toy" / name)
    (tmp_path / "levels.toml").write_text('[toy]\n1 = "bot:simple"\nmaster = "ppo:toy/*-league"\n')
    long = duel.ruleset.scenario("long", 2)
    found = [shipped.find_agent("toy/*-league", one)[1] for one in (None, duel, long)]
    assert found == ["toy/short-league", "toy/short-league", "toy/long-league"]
    assert agent_of("level:master", duel).name == "level:master"
    assert agent_of("ppo:toy/*-league@0.2", duel).agent.name == "ppo:toy/short-league"
    with pytest.raises(CheckpointError, match="no checkpoint at toy/.-giant"):
        agent_of("ppo:toy/*-giant", duel)
    with pytest.raises(UnknownName, match="level:master is .* which does not play short with 3 seats; levels there: 1$"):
        agent_of("level:master", trio)


def test_an_unknown_agent_is_answered_with_what_there_is(comes_with_the_package, duel, monkeypatch, tmp_path):
    for name in ("toy/shrt", "toi", "nowhere", "a\0b", "x" * 5000):
        with pytest.raises(CheckpointError, match=r"agents that come with the package: toy/short"):
            agent_of(f"ppo:{name}", duel)
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    with pytest.raises(CheckpointError, match=r"no checkpoint at toy, .* with the package: \(none\)"):
        agents.load("ppo:toy")


def test_a_path_wins_over_a_shipped_name(comes_with_the_package, run, duel, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(run.folder, tmp_path / "toy")
    assert agent_of("ppo:toy", duel).name == "ppo:toy" and not isinstance(agent_of("ppo:toy", duel).network, PlainNetwork)


def test_a_folder_that_only_bears_the_name_hides_no_shipped_agent(comes_with_the_package, duel, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("toy", "toy/short"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "notes.txt").write_text("mine")
    assert agent_of("ppo:toy", duel).name == agents.load("ppo:toy/short").name == "ppo:toy/short"
    (tmp_path / "other").mkdir()
    with pytest.raises(CheckpointError, match="no checkpoint at other"):
        agent_of("ppo:other", duel)


def test_a_run_of_self_play_that_bears_a_shipped_name_wins_over_it(comes_with_the_package, duel, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "toy").mkdir()
    assert shipped.find_agent("toy", duel)[1] == "toy/short"
    (tmp_path / "toy" / OWN).write_bytes(b"a network")
    assert shipped.find_agent("toy", duel) == (Path("toy"), "")


def test_what_lies_beside_a_published_folder_stays(run, tmp_path, monkeypatch):
    for beside in ("agent.tmp", ".agent.tmp"):
        (tmp_path / beside).mkdir()
        (tmp_path / beside / "network.safetensors").write_text("mine")
    assert main(["publish", str(run.folder), "--out", str(tmp_path / "agent"), "--games", "2", "--workers", "1"]) == 0
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")

    def fails(*given):
        raise DataError("no space left")

    monkeypatch.setattr("skirmish_rl.agents.folders.result_of", fails)
    assert main(["publish", str(run.folder), "--out", str(tmp_path / "second"), "--games", "2", "--workers", "1"]) == 2
    assert {path.name for path in tmp_path.iterdir()} == {"agent", "agent.tmp", ".agent.tmp", "link"}
    assert all((tmp_path / beside / "network.safetensors").read_text() == "mine" for beside in ("agent.tmp", ".agent.tmp"))


def test_it_is_an_opponent_wherever_one_is_named(comes_with_the_package, tmp_path, monkeypatch, capsys):
    env = SkirmishSingle("toy", "short", opponent="ppo:toy")
    _, info = env.reset(seed=3)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    games = skirmish_rl.make_vec("toy", "short", n_games=4, opponent=["look:2:ppo:toy"])
    games.reset(seed=1)
    games.step(games.action_space.sample())
    assert isinstance(games.action_space, gymnasium.Space)
    names = ["bot:simple", "ppo:toy", "look:2:toy"]
    assert (
        main(
            [
                "evaluate",
                "--ruleset",
                "toy",
                "--scenario",
                "short",
                "--agents",
                *names,
                "--games",
                "4",
                "--workers",
                "2",
                "--out",
                str(tmp_path),
            ]
        )
        == 0
    )
    assert "ppo:toy/short" in (tmp_path / "results.json").read_text()


def test_a_person_plays_against_it(comes_with_the_package, duel, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 200))
    assert main(["play", "toy", "--scenario", "short", "--seed", "4", "--opponent", "ppo:toy"]) == 0
    told = capsys.readouterr().out
    shown: list[str] = []
    table = Table(duel, 4, 0, agent_of("ppo:toy", duel).act, lambda prompt: "1", shown.append, color=False)
    assert table.play() is not None and shown[-1] in told
    assert main(["play", "toy", "--scenario", "short", "--opponent", "ppo:chess"]) == 2
    assert "no agent of that name" in capsys.readouterr().err


def test_a_run_learns_against_it(comes_with_the_package, tmp_path):
    from tests.agents.test_runs import SMALL, Stage, trainer

    run = trainer(tmp_path / "next", dataclasses.replace(SMALL, stages=(Stage(200, {"ppo:toy": 1.0}),)))
    assert run.run()


def test_a_level_is_an_agent_by_another_name(comes_with_the_package, duel, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    network = f"ppo:{comes_with_the_package}"
    (tmp_path / "levels.toml").write_text(f'[toy]\n1 = "bot:strong@0.9"\n2 = "look:2:{network}"\n3 = "{network}@0.15"\n')
    weak, strong, careless = (agent_of(f"level:{k}", duel) for k in (1, 2, 3))
    assert (careless.name, careless.bot, careless.share) == ("level:3", None, 0.15) and careless.agent.name.startswith("ppo:")
    assert (weak.name, weak.bot) == ("level:1", duel.ruleset.bot("strong@0.9")) and (strong.name, strong.bot) == ("level:2", None)
    for level in ("level:1", "level:2", "level:3"):
        env = SkirmishSingle("toy", "short", opponent=level)
        env.reset(seed=1)
        env.step(env.action_space.sample())
    match = play_pairs(duel, [(strong, weak)], 4, 1)[0]
    assert (match.first, match.second) == ("level:2", "level:1")


def test_a_network_is_a_level_of_its_own_scenario_only(comes_with_the_package, duel, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    (tmp_path / "levels.toml").write_text(f'[toy]\n1 = "bot:simple"\n2 = "ppo:{comes_with_the_package}"\n')
    other = duel.ruleset.scenario("short", 3)
    assert fits("level:2", duel) and fits("level:1", other) and not fits("level:2", other)
    asked = []
    monkeypatch.setattr(names, "trained_agent", lambda name, scenario: (asked.append(name), trained_agent(name, scenario))[1])
    assert not fits("level:2", other) and len(asked) == 2, "for itself, and once for what it says"
    with pytest.raises(UnknownName, match="level:2 is ppo:.* which does not play short with 3 seats; levels there: 1$"):
        agent_of("level:2", other)


@pytest.mark.parametrize("game", available())
def test_a_game_by_itself_names_its_network_of_the_usual_scenarios(game):
    ruleset = ruleset_of(game)
    small, standard = (ruleset.scenario(ruleset.default_scenario(tag)) for tag in ("small", "standard"))
    assert agents.load(f"ppo:{game}").name == f"ppo:{game}/{small.name}"
    assert [agent_of(f"ppo:{game}", scenario).name for scenario in (small, standard)] == [
        f"ppo:{game}/{small.name}",
        f"ppo:{game}/{standard.name}",
    ]


# Where the configuration is not named by the scenario.
CONFIGURATIONS = {
    "duel-rules": "rules",
    "duel-league": "league",
    "mirror-league": "mirror-league",
    "farm": "small",
    "drill-3": "three",
    "drill-4": "four",
    "saboteurs-3": "three",
    "saboteurs-4": "four",
}
LOCAL = ("name", "runs", "minutes", "ranks", "threads", "device")  # settings of a machine or a run that make no other agent


@pytest.mark.parametrize("name", shipped.shipped_agents())
def test_the_configuration_of_a_shipped_agent_is_the_one_it_was_trained_with(name, tmp_path):
    game, _, agent = name.partition("/")
    (tmp_path / "card.toml").write_text(tomli_w.dumps(read_card(shipped.AGENTS / name).config))
    now, then = read_config(ROOT / "configs" / game / f"ppo-{CONFIGURATIONS.get(agent, agent)}.toml"), read_config(tmp_path / "card.toml")
    same = {setting: getattr(then, setting) for setting in LOCAL}
    assert dataclasses.replace(now, **same, evaluation=then.evaluation) == then


def test_a_level_that_is_none_is_refused_in_one_line(duel, tmp_path, monkeypatch):
    with pytest.raises(UnknownName, match="toy has no levels yet; name an opponent instead"):
        agent_of("level:3", duel)
    monkeypatch.setattr(shipped, "AGENTS", tmp_path)
    for text, error, message in (
        ('[toy]\n1 = "random"\n2 = "bot:simple"', UnknownName, "unknown level '3' of toy; it has 1, 2"),
        ("toy = 3", DataError, "levels.toml, line 1: key 'toy': expected a table of levels"),
        ('[toy]\n3 = "level:3"', DataError, "each the name of an agent"), ("[toy", DataError, "is not valid TOML"),
        ('[toy]\n3 = "bot:strnog"', UnknownName, "did you mean 'strong'"),
    ):  # fmt: skip
        (tmp_path / "levels.toml").write_text(text)
        with pytest.raises(error, match=message):
            agent_of("level:3", duel)


def changed(published, folder, change):
    """A copy of a folder with a changed card."""
    import tomllib

    shutil.copytree(published, folder)
    card = tomllib.loads((folder / CARD).read_text())
    change(card)
    (folder / CARD).write_text(tomli_w.dumps(card))
    return folder


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda card: card.update(checksum="0" * 64), CheckpointError, "is not the network that .*card.toml tells of"),
        (lambda card: card.update(luck=1), DataError, r"card.toml, line \d+: key 'luck': unknown key"),
        (lambda card: card.pop("results"), DataError, "key 'results': is missing"),
        (lambda card: card["training"].update(minutes="long"), DataError, "key 'training.minutes': expected float"),
        (lambda card: card["results"][0].update(interval=[0.5]), DataError, "expected 2 values"),
        (lambda card: card.update(scenario=card["scenario"].replace("toy-", "warcry-")), CheckpointError,
            "tells of warcry-v0/.*network is for toy"),
        (lambda card: card.update(scenario=card["scenario"].replace("-v0", "-v1")), CheckpointError,
            "tells of toy-v1/.*its network is for toy"),
    ],
)  # fmt: skip
def test_a_wrong_card_is_refused_by_name(published, tmp_path, change, error, message):
    with pytest.raises(error, match=message):
        agents.load(changed(published, tmp_path / "copy", change))


def test_a_folder_that_is_not_whole_or_not_for_this_game_is_refused(published, trio, tmp_path):
    folder = tmp_path / "copy"
    shutil.copytree(published, folder)
    content = (folder / NETWORK).read_bytes()
    (folder / NETWORK).write_bytes(content[:-4])
    with pytest.raises(CheckpointError, match="is not the network that"):
        agents.load(folder)
    (folder / NETWORK).unlink()
    with pytest.raises(CheckpointError, match=f"cannot read {folder / NETWORK}"):
        agents.load(folder)
    (folder / CARD).unlink()
    with pytest.raises(CheckpointError, match="no checkpoint at"):
        agents.load(folder)
    with pytest.raises(CheckpointError, match="made for size of the observation"):
        agent_of(f"ppo:{published}", trio)


def test_publishing_refuses_before_it_plays_and_leaves_nothing_half_made(run, tmp_path, capsys, monkeypatch):
    (tmp_path / "full").mkdir()
    broken = shutil.copytree(run.folder, tmp_path / "full" / "broken")
    (broken / "run.json").write_text("junk")
    monkeypatch.setattr("skirmish_rl.agents.arena.play_pairs", None)  # nothing is played
    for words, message in (
        ([str(run.folder), "--out", str(tmp_path / "full")], "exists; choose another --out"),
        ([str(tmp_path / "none"), "--out", str(tmp_path / "x")], "is not a run folder"),
        ([str(run.folder), "--out", "/proc/none/x"], "cannot write"),
        ([str(broken), "--out", str(tmp_path / "x")], "run.json and best.zip do not say how the agent was trained"),
        ([str(run.folder), "--out", str(tmp_path / "x"), "--against", "bot:strnog"], "did you mean 'strong'"),
        ([str(run.folder), "--out", str(tmp_path / "x"), "--workers", "many"], "--workers many"),
        ([str(run.folder), "--out", str(tmp_path / "x"), "--weaknesses", "It never\nclimbs."], "a sentence in one line"),
    ):  # fmt: skip
        assert main(["publish", *words]) == 2
        assert message in capsys.readouterr().err

    def interrupted(*given):
        raise KeyboardInterrupt

    monkeypatch.setattr("skirmish_rl.agents.arena.play_pairs", interrupted)
    assert main(["publish", str(run.folder), "--out", str(tmp_path / "x"), "--games", "2", "--workers", "1"]) == 130
    assert {path.name for path in tmp_path.iterdir()} == {"full"}


def parts_of(path: Path) -> dict[str, bytes]:
    """The parts of a checkpoint."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(parts: dict[str, bytes], how: int = zipfile.ZIP_STORED) -> bytes:
    """A checkpoint of some parts, whose checksums are right."""
    parts = {name: content for name, content in parts.items() if name != "checksums.json"}
    sums = {name: hashlib.blake2b(content, digest_size=16).hexdigest() for name, content in parts.items()}
    inside = io.BytesIO()
    with zipfile.ZipFile(inside, "w", how) as archive:
        for name, content in (parts | {"checksums.json": json.dumps(sums).encode()}).items():
            archive.writestr(name, content)
    return inside.getvalue()


def test_a_checkpoint_is_refused_before_there_is_room_for_what_it_says_it_is(run, duel, tmp_path):
    parts, path = parts_of(run.folder / "latest.zip"), tmp_path / "own.zip"
    identity = json.loads(parts["skirmish.json"])

    def wide(**network: object) -> bytes:
        return packed(parts | {"skirmish.json": json.dumps(identity | {"network": identity["network"] | network}).encode()})

    inside = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(parts["policy.pth"])) as old, zipfile.ZipFile(inside, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, old.read(name) if not name.endswith("/data/0") else bytes(2**27))
    older = io.BytesIO()
    torch.save(torch.load(io.BytesIO(parts["policy.pth"]), weights_only=True), older, _use_new_zipfile_serialization=False)
    for content, message in (
        (packed(parts | {"more": bytes(2**27)}, zipfile.ZIP_DEFLATED), "unpacked it is larger"),
        (packed(parts, zipfile.ZIP_LZMA), "packed in a way"),
        (wide(width=10**9), "would have"), (wide(summary=2**62), "would have"), (wide(width=0), "at least 1"),
        (wide(width="wide"), "expected int"),
        (wide(depth=3), "unknown key"), (packed(parts | {"policy.pth": inside.getvalue()}), "unpacked it is larger"),
        (packed(parts | {"policy.pth": older.getvalue()}), "not a zip file"),
        (packed(parts | {"skirmish.json": b"[" * 5000}), "nested too deeply"),
        (packed(parts | {"skirmish.json": b"[]"}), "damaged"),
        (packed(parts | {"skirmish.json": b'{"format": 2, "format": 2}'}), "stands twice"),
    ):  # fmt: skip
        path.write_bytes(content)
        tracemalloc.start()
        with pytest.raises(CheckpointError, match=message):
            agent_of(f"ppo:{path}", duel)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert most < 20_000_000, message


def test_what_a_run_goes_on_from_are_the_parts_that_were_checked(run, duel, tmp_path):
    parts, path = parts_of(run.folder / "latest.zip"), tmp_path / "own.zip"
    for content, message in (
        (packed(parts | {"resume.npz": packed({"a.npy": bytes(2**27)}, zipfile.ZIP_DEFLATED)}), "unpacked it is larger"),
        (packed(parts | {"resume.npz": packed({"a.npy": b"x"})}), "is no array"),
        (packed(parts | {"resume.json": b"[" * 5000}), "damaged"),
        (packed(parts | {"policy.optimizer.pth": b"x"}), "not a zip file"), (packed(parts | {"resume.json": b"3"}), "its progress is '3'"),
    ):  # fmt: skip
        path.write_bytes(content)
        with pytest.raises(CheckpointError, match=message):
            checkpoints.load_resume(path, run.learner.network, run.learner.optimizer)
    before = {name: value.clone() for name, value in run.learner.network.state_dict().items()}
    path.write_bytes(packed(parts | {"policy.optimizer.other.pth": b"a part that nobody asks for"}))
    checkpoints.load_resume(path, run.learner.network, run.learner.optimizer)
    assert all(torch.equal(value, before[name]) for name, value in run.learner.network.state_dict().items())


def test_what_is_no_file_is_never_waited_for(published, duel, tmp_path):
    os.mkfifo(tmp_path / "pipe.zip")
    folder = shutil.copytree(published, tmp_path / "copy")
    (folder / NETWORK).unlink()
    os.mkfifo(folder / NETWORK)
    for name in (tmp_path / "pipe.zip", folder, folder / NETWORK, "/dev/zero", "/dev/stdin", "a\0b"):
        with pytest.raises(CheckpointError, match="no checkpoint at|cannot read"):
            agent_of(f"ppo:{name}", duel)
    (folder / CARD).unlink()
    os.mkfifo(folder / CARD)
    with pytest.raises(CheckpointError, match="no checkpoint at"):
        agent_of(f"ppo:{folder}", duel)
