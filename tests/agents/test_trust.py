"""What strangers send names neither code nor files: cards, run folders, plans of seeds, networks."""

from __future__ import annotations

import dataclasses
import io
import json
import shutil
import sys

import pytest
import tomli_w
import torch

from skirmish_rl import agents
from skirmish_rl.__main__ import main
from skirmish_rl.agents import names
from skirmish_rl.agents.benchmark.entrants import Entry, Task, check_entry
from skirmish_rl.agents.benchmark.protocol import TOY, Place, read_protocol
from skirmish_rl.agents.benchmark.uses import used_before
from skirmish_rl.agents.experiments.processes import start_run
from skirmish_rl.agents.experiments.seeds import plan_seeds
from skirmish_rl.agents.folders import CARD, NETWORK, checksum_of, read_card
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.checkpoints import BEST, LATEST, load_own, members, tensors_in, weights_in
from skirmish_rl.agents.ppo.config import Stage, read_command, read_config, scenario_of, write_config
from skirmish_rl.agents.ppo.imitation import ImitationConfig
from skirmish_rl.agents.serving.lobby import Lobby
from skirmish_rl.agents.settings import seals
from skirmish_rl.agents.settings.options import options_of
from skirmish_rl.agents.settings.trust import check_settings, is_plain, without_folder, without_folders
from skirmish_rl.agents.tensors import facts_of, read_network, tensors_bytes
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, SkirmishError
from skirmish_rl.envs.registry import ruleset_of
from tests.agents.test_runs import SMALL, trainer

CODE = Stage(200, {"python:sent_along:answer": 1.0})
SENT = 'import pathlib\npathlib.Path("it-ran").touch()\n\n\ndef answer(observations, masks):\n    return masks.argmax(axis=1)\n'


@pytest.fixture
def here(tmp_path, monkeypatch):
    """A current folder in which a module lies that tells when it is run."""
    (tmp_path / "sent_along.py").write_text(SENT)
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "sent_along", raising=False)
    yield tmp_path
    sys.modules.pop("sent_along", None)


@pytest.fixture(scope="module")
def published(run, tmp_path_factory):
    folder = tmp_path_factory.mktemp("agents") / "my-agent"
    assert main(["publish", str(run.folder), "--out", str(folder), "--games", "4", "--workers", "1"]) == 0
    return folder


def sent(published, folder, **changes):
    """A published agent whose card has been changed."""
    shutil.copytree(published, folder)
    card = read_card(folder)
    table = dataclasses.asdict(card)
    table["config"] |= json.loads(json.dumps(changes))
    (folder / CARD).write_text(tomli_w.dumps(table))
    return folder / CARD


def strange(folder, **changes):
    """A run folder as it comes from somebody else: the settings stand there as they were written on another machine."""
    scenario = scenario_of(SMALL.ruleset, SMALL.scenario, 0, ())
    made = run_folder.create(dataclasses.replace(SMALL, runs=str(folder.parent), name=folder.name, **changes), scenario)
    config = made / "config.toml"
    config.write_text(config.read_text().rpartition("mark ")[0] + "mark " + "0" * 64 + "\n")
    return made


def test_a_card_runs_no_code(published, here, capsys):
    card = sent(published, here / "agent", stages=[dataclasses.asdict(CODE)])
    assert main(["train", str(card)]) == 2
    told = capsys.readouterr().err.replace("\n", " ")
    assert str(card) in told and "stages[0].opponents = 'python:sent_along:answer'" in told and "--trust" in told
    assert not (here / "it-ran").exists() and not (here / "runs").exists()
    assert main(["train", str(card), "--seeds", "2"]) == 2 and main(["train", str(card), "--no-trust"]) == 2
    assert not (here / "it-ran").exists() and not (here / "runs").exists()


def test_a_card_that_is_trusted_trains(published, here):
    card = sent(published, here / "agent", stages=[dataclasses.asdict(CODE)])
    assert main(["train", str(card), "--trust", "--ranks", "1", "--name", "mine", "--minutes", "0"]) == 0
    assert (here / "it-ran").exists()


@pytest.mark.parametrize(
    ("changes", "key"),
    [
        ({"scenario": "boards/my.toml"}, "scenario"), ({"options": ["tokens=2", 'force="/etc/a\\u002etoml"']}, "options"),
        ({"options": ['forces=["plain", "b.toml"]']}, "options"), ({"start": "/home/you/runs/x"}, "start"),
        ({"start": "ppo:../x"}, "start"),
        ({"imitation": {"demonstrations": "/home/you/games"}}, "imitation.demonstrations"), ({"runs": "/home/you/.ssh"}, "runs"),
        ({"name": "../elsewhere"}, "name"), ({"stages": [{"opponents": {"past": 1.0, "look:8:ppo:my/run@0.2": 1.0}}]},
            "stages[0].opponents"),
        ({"stages": [{"opponents": {"exec:rm": 1.0}}]}, "stages[0].opponents"),
        ({"stages": [{"opponents": {"ppo:runs/x": 1.0}}]}, "stages[0].opponents"),
    ],
)  # fmt: skip
def test_every_setting_that_names_a_file_is_asked_about(published, here, changes, key):
    card = sent(published, here / "agent", **changes)
    with pytest.raises(BadOption, match="--trust") as refused:
        read_command(card, ["--seed", "3"])
    assert f"{card}: {key} = " in str(refused.value)
    assert read_command(card, ["--trust"])[0] == read_config(card)


def test_names_of_the_package_need_no_trust(published, here):
    plain = ("past", "random", "bot:strong@0.2", "mcts:8:simple", "level:1", "ppo:warcry", "look:0.5s:ppo:warcry/duel@0.3")
    names = dict.fromkeys(plain, 1.0)
    card = sent(published, here / "agent", stages=[{"opponents": names}], start="ppo:warcry", options=["tokens=2"])
    assert read_command(card, [])[0].stages[0].opponents == names


def test_what_the_user_types_is_used(published, here):
    card = sent(published, here / "agent", start="/home/you/runs/x")
    assert read_command(card, ["--start", "ppo:warcry", "--scenario", "my.toml"])[0].scenario == "my.toml"
    write_config(dataclasses.replace(SMALL, stages=(CODE,)), here / "mine.toml")
    assert read_command(here / "mine.toml", [])[0].stages == (CODE,), "a file that is named is as good as what is typed"


def test_a_run_of_somebody_else_runs_no_code(here, capsys):
    folder = strange(here / "theirs", stages=(CODE,))
    for command in (["train", "--resume", str(folder)], ["train", str(folder / "config.toml"), "--name", "x"]):
        assert main(command) == 2
        told = capsys.readouterr().err.replace("\n", " ")
        assert "theirs/config.toml: stages[0].opponents = 'python:sent_along:answer'" in told and "--trust" in told
    assert not (here / "it-ran").exists()
    assert main(["train", "--resume", str(folder), "--trust", "--minutes", "0"]) == 0 and (here / "it-ran").exists()


def test_a_run_of_ones_own_goes_on_with_code_of_ones_own(here):
    write_config(dataclasses.replace(SMALL, stages=(CODE,)), here / "mine.toml")
    assert main(["train", "mine.toml", "--ranks", "1", "--name", "mine", "--minutes", "0"]) == 0
    assert main(["train", "--resume", "runs/mine", "--minutes", "0"]) == 0


def test_a_mark_comes_along_with_no_folder(here, monkeypatch):
    scenario = scenario_of("toy", "short", 0, ())
    config = dataclasses.replace(SMALL, stages=(CODE,), runs=str(here), name="mine")
    folder = run_folder.create(config, scenario)
    assert run_folder.go_on(folder).stages == (CODE,)
    shutil.copytree(folder, here / "copy")
    with pytest.raises(BadOption, match=r"copy/config.toml: stages\[0\].opponents"):
        run_folder.go_on(here / "copy")
    whole = (folder / "config.toml").read_text()
    (folder / "config.toml").write_text(whole.replace("answer", "others"))
    with pytest.raises(BadOption, match="python:sent_along:others"):
        run_folder.go_on(folder)
    (folder / "config.toml").write_text(whole)
    assert run_folder.go_on(folder).stages == (CODE,)
    monkeypatch.setattr(seals, "cache_folder", lambda: here)  # of another user, or another machine
    with pytest.raises(BadOption, match="--trust"):
        run_folder.go_on(folder)


def test_the_key_is_for_this_user_alone(here, monkeypatch):
    monkeypatch.setattr(seals, "cache_folder", lambda: here)
    write_config(SMALL, here / "one.toml")
    assert (here / seals.KEY).stat().st_mode & 0o777 == 0o600 and seals.is_own(here / "one.toml")
    (here / seals.KEY).chmod(0o644)  # others may have read it
    assert not seals.is_own(here / "one.toml")
    write_config(SMALL, here / "two.toml")
    assert seals.is_whole(here / "two.toml") and not seals.is_own(here / "two.toml") and read_config(here / "two.toml") == SMALL


def test_a_plan_of_seeds_of_somebody_else_runs_no_code(here, capsys):
    plan = plan_seeds(dataclasses.replace(SMALL, runs=str(here), name="plan", ranks=1, threads=1), 1)
    sent = (plan / "seed1.toml").read_text().replace('"bot:strong" = 1.0', '"python:sent_along:answer" = 1.0')
    (plan / "seed1.toml").write_text(sent)
    assert main(["train", "--resume", str(plan)]) == 2
    told = capsys.readouterr().err.replace("\n", " ")
    assert "seed1.toml: stages[0].opponents = 'python:sent_along:answer'" in told and not (here / "it-ran").exists()


def test_a_card_enters_no_benchmark_with_code(published, here):
    card = sent(published, here / "agent", stages=[dataclasses.asdict(CODE)])
    task = Task(read_protocol(TOY), "beat", Place("toy", "short"), "toy", 1)
    with pytest.raises(BadOption, match="python:sent_along:answer"):
        check_entry(Entry(str(card)), task)
    assert not (here / "it-ran").exists()


def test_a_run_of_somebody_else_is_rated_on_no_file_of_theirs(here, capsys):
    folder = strange(here / "theirs")
    config = (folder / "config.toml").read_text().replace('scenario = "short"', 'scenario = "/nowhere/secret.toml"')
    (folder / "config.toml").write_text(config)
    assert main(["evaluate", str(folder)]) == 2
    assert "scenario = '/nowhere/secret.toml' names code or files" in capsys.readouterr().err.replace("\n", " ")
    assert main(["evaluate", str(folder), "--scenario", "short"]) == 2
    assert "no checkpoint at" in capsys.readouterr().err.replace("\n", " "), "what is typed is used"


def test_a_network_has_no_file_read_for_it(published, here, duel):
    weights, facts = read_network(published / NETWORK)
    folder = here / "agent"
    shutil.copytree(published, folder)
    said = facts_of(facts, duel) | {"scenario": '"/nowhere/secret.toml"'}
    (folder / NETWORK).write_bytes(tensors_bytes(weights, said))
    card = (folder / CARD).read_text().replace(read_card(folder).checksum, checksum_of(folder / NETWORK))
    (folder / CARD).write_text(card.replace("/short/2 ", "//nowhere/secret.toml/2 "))
    for place in (folder, folder / NETWORK):
        with pytest.raises(CheckpointError, match="trained on '/nowhere/secret.toml', a file .* name the scenario yourself"):
            agents.load(place)
    assert agent_of(f"ppo:{folder}", duel).name == "ppo:agent"


@pytest.fixture(scope="module")
def on_own_board(tmp_path_factory):
    """A finished run on a scenario of the user's own, with opponents, options and demonstrations in folders of the user's own."""
    place = tmp_path_factory.mktemp("private")
    (place / "my.toml").write_text("goal = 20\nrounds = 6\n")
    run = trainer(place / "mine", dataclasses.replace(SMALL, scenario=str(place / "my.toml")))
    assert run.run()
    return run


def test_a_run_of_ones_own_is_exported_and_a_copy_only_when_trusted(on_own_board, tmp_path):
    assert load_own(on_own_board.folder / BEST)[2].name == on_own_board.config.scenario
    shutil.copytree(on_own_board.folder, tmp_path / "copy")
    with pytest.raises(CheckpointError, match="my.toml"):
        load_own(tmp_path / "copy" / BEST)
    assert main(["export", str(tmp_path / "copy"), "--safetensors", "--trust", "--out", str(tmp_path / "a.safetensors")]) == 0
    assert read_network(tmp_path / "a.safetensors")[1]["scenario"] == "my.toml"


def test_what_is_published_names_no_folder(on_own_board, tmp_path):
    private = str(on_own_board.folder.parent)
    against = f"ppo:{on_own_board.folder}@0.5"
    out = tmp_path / "public"
    words = ["--games", "2", "--workers", "1", "--against", against]
    assert main(["publish", str(on_own_board.folder), "--out", str(out), *words]) == 0
    assert private.encode() not in (out / CARD).read_bytes() + (out / NETWORK).read_bytes()
    card = read_card(out)
    assert card.config["scenario"] == "my.toml" and "/my.toml/2 " in card.scenario and card.results[-1].against == "ppo:mine@0.5"
    assert agent_of(f"ppo:{out}", on_own_board.scenario).name == "ppo:public"


def test_settings_are_shared_without_folders():
    networks = {"ppo:/home/me/runs/a": 1.0, "ppo:/home/me/old/a": 2.0, "look:0.5s:ppo:C:\\runs\\b@0.2": 1.0}
    stage = Stage(100, {**networks, "python:mine:Bot": 1.0, "ppo:warcry": 1.0})
    config = dataclasses.replace(
        SMALL, scenario="/home/me/x.toml", options=("tokens=2", 'forces=["/home/me/f.toml", "plain"]'), start="ppo:/home/me/runs/a",
        imitation=ImitationConfig(demonstrations="/home/me/games/"), stages=(stage,), runs="/home/me/runs", name="secret",
    )  # fmt: skip
    bare = without_folders(config)
    assert "home" not in str(bare) and "secret" not in str(bare)
    assert bare.stages[0].opponents == {"ppo:a": 3.0, "look:0.5s:ppo:b@0.2": 1.0, "python:mine:Bot": 1.0, "ppo:warcry": 1.0}
    assert (bare.scenario, bare.start, bare.imitation.demonstrations) == ("x.toml", "a", "games")
    assert options_of(bare.options) == {"tokens": 2, "forces": ["f.toml", "plain"]}
    assert without_folder("mcts:9:strong@0.2") == "mcts:9:strong@0.2"


def test_own_settings_are_not_asked_about(here):
    write_config(dataclasses.replace(SMALL, stages=(CODE,)), here / "config.toml")
    check_settings(read_config(here / "config.toml"), here / "config.toml")


@pytest.mark.parametrize("spec", ["python:sent_along:answer", "look:python:sent_along:answer", "ppo:/secret", "exec:sh -c 'touch it-ran'"])
def test_a_table_of_results_runs_no_code_to_say_what_an_entrant_uses(here, spec):
    assert used_before(spec, False, ("tide_of_iron", "duel")) == ("unknown", "unknown") and not (here / "it-ran").exists()
    assert used_before("bot:strong", False, ("tide_of_iron", "duel")) == ("is one", "0")


def test_the_log_of_a_plan_of_seeds_is_no_other_file(here):
    plan = plan_seeds(dataclasses.replace(SMALL, runs=str(here), name="linked", ranks=1, threads=1), 1)
    (here / "mine.txt").write_text("mine")
    (plan / "seed1.log").symlink_to(here / "mine.txt")
    with pytest.raises(BadOption, match="seed1.log is a link, and a run writes to no other file than its log"):
        start_run(plan / "seed1.toml", main)
    assert (here / "mine.txt").read_text() == "mine"


def test_weights_that_share_their_numbers_take_no_more_memory_than_their_file(run, tmp_path):
    parts = members(run.folder / LATEST)
    state = tensors_in(parts, "policy.pth")
    shared = {name: torch.zeros(1).expand(2**27) if value.dim() else value for name, value in state.items()}
    saved = io.BytesIO()
    torch.save(shared, saved)
    with pytest.raises(ValueError, match="its weights share their numbers"):
        weights_in({**parts, "policy.pth": saved.getvalue()})


def test_the_system_is_not_asked_for_paths_that_strangers_name(monkeypatch):
    """On some systems asking is enough: a share in the net is sent who asks."""
    asked, scenario = [], ruleset_of("warcry").scenario("duel")
    monkeypatch.setattr(names.os.path, "exists", lambda path: asked.append(path))
    for agent in (r"ppo:\\evil.example\share\x@1", "look:share@0.2", r"mcts:\\evil.example\share@1"):
        is_plain(agent)
        with pytest.raises(SkirmishError):
            Lobby().agent(agent, scenario)
    assert not asked
