"""Self-play on a device: its advantages, its network everywhere, and a run that learns, stops and goes on exactly."""

from __future__ import annotations

import csv
import dataclasses
import hashlib
import json
from concurrent.futures import Future
from pathlib import Path

import numpy as np
import pytest
import tomli_w
import torch
from torch.nn.utils import parameters_to_vector

from skirmish_rl.__main__ import main
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.folders import OWN, read_card
from skirmish_rl.agents.kinds.chance import strayed
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.config import write_config
from skirmish_rl.agents.ppo.launch import launch
from skirmish_rl.agents.ppo.ranks import Ranks
from skirmish_rl.agents.ppo.run_folder import HISTORY
from skirmish_rl.agents.selfplay import command, rating
from skirmish_rl.agents.selfplay.command import LATEST
from skirmish_rl.agents.selfplay.config import SelfPlayConfig, check_self_play, is_for_devices, read_self_play
from skirmish_rl.agents.selfplay.games import Rollout, advantages, begun, drawn, play
from skirmish_rl.agents.selfplay.lessons import Lessons
from skirmish_rl.agents.selfplay.loop import Learner, place_of
from skirmish_rl.agents.selfplay.network import ResidualNetwork, agent_bytes, expected
from skirmish_rl.agents.settings.seals import CONFIG
from skirmish_rl.agents.shipped import shipped_configs
from skirmish_rl.agents.train import train
from skirmish_rl.agents.uniform import UniformAgent
from skirmish_rl.agents.workers.local import play_packed
from skirmish_rl.envs import registry
from skirmish_rl.envs.adapters.compact import compact, expanded
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, DataError, ShapeError
from skirmish_rl.envs.core.library import INTERPRETED
from skirmish_rl.envs.core.seeds import later_seed
from tests import toy

pytestmark = pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
SHORT = toy.RULESET.scenario("short")
SMALL = SelfPlayConfig(
    "toy", scenario="short", device="cpu", games=64, steps=16, minibatch=512, width=32, blocks=1, decisions=64 * 16 * 40,
    learning_rate=3e-3, warm_up=2, spread=8, save=1000, final_games=0, mean=0.9,
)  # fmt: skip


@pytest.fixture(autouse=True)
def _registered():
    with toy.registered():
        yield


def written(folder: Path, **changes: object) -> Path:
    """A configuration file of a small run."""
    path = folder / "small.toml"
    write_config(SelfPlayConfig(**{**vars(SMALL), "runs": str(folder), "name": "run", **changes}), path)  # type: ignore[arg-type]
    return path


def slowly(rollout: Rollout, b: int, lam: float) -> list[float]:
    """Advantages of one game by their definition: sums of surprises, each with the sign of who decides then."""
    values = [*rollout.values[:, b].tolist(), float(rollout.last_value[b])]
    deciders = [*rollout.deciders[:, b].tolist(), int(rollout.last_decider[b])]
    steps, found = len(values) - 1, []
    for start in range(steps):
        total, weight = 0.0, 1.0
        for t in range(start, steps):
            sign = 1.0 if deciders[t] == deciders[start] else -1.0
            follows = 0.0 if rollout.ended[t, b] else values[t + 1] * (1.0 if deciders[t + 1] == deciders[t] else -1.0)
            total += weight * sign * (float(rollout.rewards[t, b]) + follows - values[t])
            if rollout.ended[t, b]:
                break
            weight *= lam
        found.append(total)
    return found


def test_advantages_turn_their_sign_with_the_decider_and_stop_at_the_end_of_a_game() -> None:
    batch = begun(SHORT, 16, "cpu", 3, 4)
    rollout = Rollout(batch, 60)
    network = ResidualNetwork(SHORT.features.size, SHORT.n_actions, 8, 1)
    torch.nn.init.normal_(network.value.weight)
    play(batch, network, rollout, torch.Generator().manual_seed(1))
    assert rollout.ended.any() and rollout.rewards.abs().sum() > 0 and len(rollout.deciders.unique()) == 2
    gained, told = advantages(rollout, 0.7, 0.9)
    for b in range(16):
        assert np.allclose(gained[:, b], slowly(rollout, b, 0.7), atol=1e-5)
        assert np.allclose(told[:, b], np.clip(np.array(slowly(rollout, b, 0.9)) + rollout.values[:, b].numpy(), -1, 1), atol=1e-5)


def test_what_is_remembered_is_what_a_batch_of_the_processor_sees() -> None:
    batch = begun(SHORT, 8, "cpu", 5, 0)
    rollout = Rollout(batch, 30)
    play(batch, ResidualNetwork(SHORT.features.size, SHORT.n_actions, 8, 1), rollout, torch.Generator().manual_seed(2))
    twin = Batch(SHORT, 8, after=1)
    twin.reset(seed=5)
    for step in range(30):
        assert np.array_equal(rollout.observations[step], twin.observations) and np.array_equal(rollout.masks[step], twin.masks)
        acting = twin.deciders.copy()
        assert np.array_equal(acting, rollout.deciders[step])
        twin.step(rollout.actions[step].numpy())
        assert np.array_equal(rollout.rewards[step], twin.rewards[np.arange(8), acting])


@pytest.mark.parametrize(("kind", "error"), [("float32", 0.0), ("bfloat16", 1 / 256), ("int8", 1 / 254)])
def test_a_network_learns_from_the_numbers_that_it_played_by(kind: str, error: float) -> None:
    torch.manual_seed(3)
    batch, network = begun(SHORT, 8, "cpu", 5, 0), ResidualNetwork(SHORT.features.size, SHORT.n_actions, 8, 1)
    for weight in network.parameters():
        torch.nn.init.normal_(weight, std=0.5)
    rollout = Rollout(batch, 30, kind=kind)
    play(batch, network, rollout, torch.Generator().manual_seed(2))
    assert rollout.observations.dtype == getattr(torch, kind)
    with torch.no_grad():
        log_probs, _ = network(rollout.observations.flatten(0, 1), rollout.masks.flatten(0, 1))
    assert torch.allclose(log_probs.gather(1, rollout.actions.view(-1, 1))[:, 0], rollout.log_probs.flatten(), atol=1e-5)
    seen = expanded(rollout.observations) if kind == "int8" else rollout.observations.float()
    twin = Batch(SHORT, 8, after=1)
    twin.reset(seed=5)
    for step in range(30):
        assert np.abs(seen[step].numpy() - twin.observations).max() <= error + 1e-6
        twin.step(rollout.actions[step].numpy())


def test_bytes_keep_flags_exactly_and_other_numbers_nearly() -> None:
    numbers = torch.linspace(-1, 1, 1001)
    packed = compact(numbers)
    assert packed.dtype == torch.int8 and float((expanded(packed) - numbers).abs().max()) <= 1 / 254 + 1e-6
    assert expanded(compact(torch.tensor([-1.0, 0.0, 1.0]))).tolist() == [-1.0, 0.0, 1.0]
    out = torch.zeros(1001, dtype=torch.int8)
    assert compact(numbers, out=out) is out and torch.equal(out, packed)
    for call, said in (
        (lambda: compact(packed), "observations are torch.int8"),
        (lambda: compact(numbers, out=out[:5]), r"expected torch.int8 of shape \(1001,\)"),
        (lambda: expanded(numbers), "given is torch.float32; expected torch.int8"),
    ):
        with pytest.raises(ShapeError, match=said):
            call()


def test_decisions_that_do_not_fit_into_memory_are_refused_before_they_are_allocated() -> None:
    with pytest.raises(BadOption, match="8 games take .* GiB, and cpu has .* GiB left; at most 0 fit"):
        Rollout(begun(SHORT, 8, "cpu", 5, 0), 10**12)


def test_a_run_that_is_refused_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BadOption("too much")

    monkeypatch.setattr("skirmish_rl.agents.selfplay.games.check_memory", refuse)
    with pytest.raises(BadOption, match="too much"):
        train([str(written(tmp_path))])
    assert not (tmp_path / "run").exists()


def test_actions_are_drawn_by_their_probabilities() -> None:
    log_probs = torch.tensor([0.7, 0.2, 0.1, 1e-9]).log().expand(40_000, 4)
    shares = torch.bincount(drawn(log_probs, torch.Generator().manual_seed(4)), minlength=4) / 40_000
    assert torch.allclose(shares, torch.tensor([0.7, 0.2, 0.1, 0.0]), atol=0.01)


def test_the_network_gives_the_same_opinion_without_torch(tmp_path: Path) -> None:
    torch.manual_seed(7)
    network = ResidualNetwork(SHORT.features.size, SHORT.n_actions, 24, 2)
    for weight in network.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    (tmp_path / OWN).write_bytes(agent_bytes(network, SHORT))
    batch = Batch(SHORT, 32)
    batch.reset(seed=1)
    agent = agent_of(f"ppo:{tmp_path}", SHORT)
    opinion = agent.network.judge(batch, np.arange(32))  # type: ignore[attr-defined]
    with torch.no_grad():
        log_probs, chances = network(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))
    assert np.allclose(opinion.values, expected(chances), atol=1e-4)
    for b in range(32):
        low, high = opinion.offsets[b : b + 2]
        assert np.allclose(opinion.log_probs[b, : high - low], log_probs[b, opinion.numbers[low:high]], atol=1e-4)
    assert np.array_equal(agent.act(batch, np.arange(32)), log_probs.argmax(1).numpy())
    unseen = Batch(SHORT, 32, observe=False)  # there a survey tells the observations
    unseen.reset(seed=1)
    everywhere = np.arange(32)
    assert agent.observes  # type: ignore[attr-defined]
    assert np.array_equal(agent.act(unseen, everywhere), agent.act(batch, everywhere))
    agent.network.weights["see.weight"][0, -1] = 1.0  # type: ignore[attr-defined]
    assert not agent.network.reads_only(SHORT.features.size)  # type: ignore[attr-defined]


def test_self_play_from_nothing_beats_random_in_seconds_and_plays_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train([str(written(tmp_path)), "--final-games", "100"]) == 0
    told = capsys.readouterr().out
    assert "plays as ppo:" in told and "against bot:random" in told and (tmp_path / "run" / "evaluation.json").is_file()
    agent = agent_of(f"ppo:{tmp_path / 'run'}", SHORT)
    (match,) = play_pairs(SHORT, [(agent, UniformAgent(SHORT))], 400, 5)
    assert match.score > 0.65
    rows = list(csv.DictReader((tmp_path / "run" / HISTORY).open()))
    assert len(rows) == 40 and int(rows[-1]["decisions"]) == 64 * 16 * 40 and float(rows[-1]["entropy"]) < float(rows[0]["entropy"])


def weights(folder: Path) -> bytes:
    return (folder / OWN).read_bytes()


def test_a_run_that_was_cut_goes_on_exactly(tmp_path: Path) -> None:
    whole = Learner(SMALL, SHORT)
    for _ in range(6):
        whole.update()
    cut = Learner(SMALL, SHORT)
    for _ in range(3):
        cut.update()
    cut.save(tmp_path / LATEST)
    again = Learner(SMALL, SHORT, tmp_path / LATEST)
    assert again.done == 3
    for _ in range(3):
        again.update()
    assert again.batch.records().tobytes() == whole.batch.records().tobytes() and again.faults == 0
    assert agent_bytes(again.mean, SHORT) == agent_bytes(whole.mean, SHORT)
    unlike = {"seconds"}
    assert [{k: v for k, v in row.items() if k not in unlike} for row in again.history] == [
        {k: v for k, v in row.items() if k not in unlike} for row in whole.history
    ]


def test_a_run_is_resumed_by_its_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train([str(written(tmp_path, decisions=64 * 16 * 4, save=1, final_games=2))]) == 0
    assert "against bot" in capsys.readouterr().out
    first = weights(tmp_path / "run")
    (tmp_path / "run" / CONFIG).write_text((tmp_path / "run" / CONFIG).read_text().replace("decisions = 4096", "decisions = 6144"))
    assert train(["--resume", str(tmp_path / "run"), "--minutes", "2", "--final-games", "0", "--rate", "0"]) == 0
    told = capsys.readouterr().out.partition("resuming on toy")[2]
    assert told and "against bot" not in told and weights(tmp_path / "run") != first
    (tmp_path / "run" / LATEST).write_bytes(b"no checkpoint")
    with pytest.raises(CheckpointError, match=r"latest.pt is damaged and cannot be resumed"):
        train(["--resume", str(tmp_path / "run")])
    with pytest.raises(BadOption, match="exists; choose another --name"):
        train([str(tmp_path / "small.toml")])


def test_checkpoints_take_a_twentieth_of_the_time_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, kept = [0.0], list[int]()

    def slow(learner: Learner, folder: Path) -> None:
        kept.append(learner.done)
        now[0] += 1.0  # as long as ten updates below

    update = Learner.update
    monkeypatch.setattr(command.time, "perf_counter", lambda: now[0])
    monkeypatch.setattr(command, "keep", slow)
    monkeypatch.setattr(Learner, "update", lambda self: (now.__setitem__(0, now[0] + 0.1), update(self))[1])
    config = dataclasses.replace(SMALL, games=2, steps=2, minibatch=2, decisions=2 * 2 * 450, save=2)
    (tmp_path / "run").mkdir()
    assert command.run(config, SHORT, tmp_path / "run", resumed=False) == 0
    assert kept == [2, 202, 402, 450]


def test_a_run_in_pieces_pauses_and_its_schedule_counts_them_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train([str(written(tmp_path, decisions=64 * 16 * 4, save=1, piece=1e-4))]) == 0
    run, told = tmp_path / "run", capsys.readouterr().out
    assert f"continue with: skirmish-rl train --resume {run}" in told and "against bot" not in told
    assert len((run / HISTORY).read_text().splitlines()) < 5
    assert train(["--resume", str(run), "--piece", "5"]) == 0
    assert len((run / HISTORY).read_text().splitlines()) == 5 and "paused" not in capsys.readouterr().out
    config = dataclasses.replace(SMALL, minutes=1.0, decisions=10**9)
    for piece, least, most in ((0.0, 0.0, 0.2), (0.1, 0.5, 0.7)):
        learner = Learner(dataclasses.replace(config, piece=piece), SHORT)
        learner._seconds = 30.0  # of pieces before
        assert least <= learner.share <= most


def test_games_of_somebody_else_begin_anew_and_reach_no_compiled_rule(tmp_path: Path) -> None:
    mine = Learner(SMALL, SHORT)
    mine.update()
    mine.save(tmp_path / LATEST)
    saved = torch.load(tmp_path / LATEST, weights_only=True)
    saved["games"]["games"][:] = 255
    torch.save(saved, tmp_path / LATEST)
    again = Learner(SMALL, SHORT, tmp_path / LATEST)
    assert again.done == 1 and not (again.batch.games.numpy() == 255).all()
    again.update()
    assert again.faults == 0


def test_a_run_that_names_a_file_is_resumed_by_its_own_user_only(tmp_path: Path) -> None:
    assert train([str(written(tmp_path, decisions=64))]) == 0
    config = tmp_path / "run" / "config.toml"
    config.write_text(config.read_text().replace('scenario = "short"', 'scenario = "secret.toml"'))
    with pytest.raises(BadOption, match="scenario = 'secret.toml' names code or files, and others may have written that file"):
        train(["--resume", str(tmp_path / "run")])


@pytest.mark.parametrize(("key", "value"), [
    ("scenario", "/secret.toml"), ("teacher", "ppo:/secret"), ("rivals", ["ppo:/secret"]), ("runs", "/elsewhere"),
    ("name", "../elsewhere"), ("options", ["world='own.toml'"]),
])  # fmt: skip
def test_self_play_by_a_card_names_no_files_and_no_places(tmp_path: Path, key: str, value: str | list[str]) -> None:
    card = tmp_path / "card.toml"
    card.write_text(tomli_w.dumps({"ruleset": "warcry", "learner": "self-play", key: value}))
    with pytest.raises(BadOption, match=f"card.toml: {key} = .* names code or files, and others may have written that file"):
        train([str(card)])


@pytest.mark.parametrize("change", [{"width": 16}, {"games": 32, "minibatch": 256}, {"blocks": 2}])
def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path, change: dict[str, int]) -> None:
    Learner(SMALL, SHORT).save(tmp_path / LATEST)
    with pytest.raises(CheckpointError, match="does not fit the settings of its run"):
        Learner(dataclasses.replace(SMALL, **change), SHORT, tmp_path / LATEST)  # type: ignore[arg-type]


def test_nothing_in_a_checkpoint_is_executed(tmp_path: Path) -> None:
    class Harm:
        def __reduce__(self):
            return Path.touch, (tmp_path / "harmed",)

    torch.save({"network": Harm()}, tmp_path / LATEST)
    with pytest.raises(CheckpointError, match="is damaged and cannot be resumed"):
        Learner(SMALL, SHORT, tmp_path / LATEST)
    assert not (tmp_path / "harmed").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"games": 0}, "games = 0: must be at least 1"), ({"minibatch": 10**6}, "minibatch = 1000000: more than the 1024"),
        ({"blocks": 99}, "blocks 99: 0 to 64"), ({"device": "tpu"}, 'expected "cuda"'),
        ({"entropy": (2.0, 0.0)}, "entropy = 2.0: must lie"), ({"learning_rate": 0.0}, "learning_rate = 0.0"),
        ({"kept": 0.0}, "kept = 0.0: a share"), ({"kept": 0.1}, "more than the 102 decisions"), ({"past": 1.5}, "past = 1.5: must lie"),
        ({"pull": (-1.0, 0.0)}, "pull = .*: two numbers"),
        ({"joined": (1, 0)}, "joined = .*: two numbers"), ({"rate": -1.0}, "rate = -1.0: minutes"), ({"past_kept": 0}, "past_kept = 0"),
        ({"piece": -1.0}, "piece = -1.0: minutes, 0 or more"),
        ({"imitation": 100, "teacher": "python:mine:Agent"}, "teacher = 'python:mine:Agent': give bot:"),
        ({"rivals": ["ppo:other"]}, "rivals are met in the games that past selves have a part in, and past = 0"),
        ({"seats": 3}, "games of two seats only"),
        ({"observations": "int4"}, "observations = 'int4': one of auto, float32, bfloat16, int8"),
        ({"gae_lambda": (0.9, -1.0)}, r"gae_lambda \(at the end\) = -1.0"), ({"seed": -1}, "seed=-1"),
    ],
)  # fmt: skip
def test_settings_that_cannot_work_are_refused_before_anything_is_made(tmp_path: Path, change: dict[str, object], said: str) -> None:
    with pytest.raises(BadOption, match=said):
        train([str(written(tmp_path, **change))])
    assert not (tmp_path / "run").exists()


def test_the_other_trainer_says_who_trains_such_a_network(tmp_path: Path) -> None:
    (tmp_path / "other.toml").write_text('ruleset = "toy"\n[network]\npolicy = "residual"\n')
    with pytest.raises(BadOption, match="self-play on a device trains: skirmish-rl train toy/gpu-duel"):
        train([str(tmp_path / "other.toml"), "--device", "cpu"])


def test_a_misspelt_setting_is_named(tmp_path: Path) -> None:
    path = written(tmp_path)
    path.write_text(path.read_text().replace("minibatch", "minibach"))
    with pytest.raises(DataError, match="minibach"):
        train([str(path)])


def test_the_configurations_that_come_with_the_package_can_work() -> None:
    mine = [path for path in shipped_configs().values() if is_for_devices(path)]
    assert len(mine) == 20
    for path in mine:
        config = read_self_play(path, [])
        assert config.device == "cuda" and path.stem in (f"gpu-{config.scenario}", f"strong-{config.scenario}")
        assert path.parent.name == config.ruleset


@pytest.mark.slow
def test_the_configurations_that_come_with_the_package_fit_their_scenarios() -> None:
    from skirmish_rl.agents.ppo.config import scenario_of

    for path in filter(is_for_devices, shipped_configs().values()):
        config = read_self_play(path, [])
        check_self_play(config, scenario_of(config.ruleset, config.scenario, config.seats, config.options))


def test_a_run_is_published_and_exported_as_any_other(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert train([str(written(tmp_path, decisions=64 * 16 * 2))]) == 0
    assert main(["publish", str(tmp_path / "run"), "--out", str(tmp_path / "shared"), "--games", "8", "--half"]) == 0
    card = read_card(tmp_path / "shared")
    assert (
        card.training and card.training.decisions == 64 * 16 * 2 and "cores" in card.training.machine and card.training.packages["torch"]
    )
    assert card.config["learner"] == "self-play" and card.config["runs"] == "runs" and str(tmp_path) not in str(card)
    agent = agent_of(f"ppo:{tmp_path / 'shared'}", SHORT)
    batch = Batch(SHORT, 8)
    batch.reset(seed=1)
    opinion = agent.network.judge(batch, np.arange(8))  # type: ignore[attr-defined]
    assert main(["export", str(tmp_path / "run"), "--safetensors", "--out", str(tmp_path / "same.safetensors")]) == 0
    assert (tmp_path / "same.safetensors").read_bytes() == (tmp_path / "run" / OWN).read_bytes()
    onnxruntime = pytest.importorskip("onnxruntime", reason="onnxruntime is not installed: pip install 'skirmish-rl[test]'")
    pytest.importorskip("onnx", reason="onnx is not installed: pip install 'skirmish-rl[onnx]'")
    assert main(["export", str(tmp_path / "run"), "--onnx", "--out", str(tmp_path / "network.onnx")]) == 0
    actions = batch.encode_actions(np.arange(8))
    given = {"positions": actions.positions, "numbers": actions.numbers, "segments": np.repeat(np.arange(8), np.diff(actions.offsets))}
    _, values = onnxruntime.InferenceSession(str(tmp_path / "network.onnx"), providers=["CPUExecutionProvider"]).run(
        ["logits", "values"], given
    )
    assert np.allclose(values, opinion.values, atol=2e-3)  # the published one is of half precision
    (tmp_path / "run" / HISTORY).write_text("")
    assert main(["publish", str(tmp_path / "run"), "--out", str(tmp_path / "other"), "--games", "8"]) == 2
    assert "do not say how the agent was trained" in capsys.readouterr().err


def test_a_run_is_rated_beside_its_learning_and_draws_its_curve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    class Here:
        """A crew of this process, for a ruleset that no other one knows."""

        size, deaths = 1, ()

        def __init__(self, size: int):
            self.size = size

        def __enter__(self):
            return self

        def __exit__(self, *error: object) -> None:
            pass

        def send(self, place: int, packed: bytes, piece: object) -> Future:
            done: Future = Future()
            done.set_result(play_packed(packed, piece, 1))  # type: ignore[arg-type]
            return done

    monkeypatch.setattr(rating, "Processes", Here)
    assert train([str(written(tmp_path, rate=1e-6, rate_games=50))]) == 0
    told = rating.ratings(tmp_path / "run")
    assert len(told) > 1 and told[-1]["score"] > 0.5 and told[-1]["low"] < told[-1]["score"] < told[-1]["high"] and told[-1]["games"] == 50
    assert [row["decisions"] for row in told] == sorted({row["decisions"] for row in told})
    assert "against bot:" in capsys.readouterr().out and (tmp_path / "run" / rating.CURVE).read_bytes()[:4] == b"\x89PNG"
    (tmp_path / "run" / rating.RATINGS).write_text("decisions,score\n7,much\n")
    with pytest.raises(CheckpointError, match="is damaged"):
        rating.ratings(tmp_path / "run")


def test_a_match_that_cannot_be_played_ends_no_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    def refused(*given: object, **more: object) -> None:
        raise BadOption("no such game")

    monkeypatch.setattr(rating, "play_pairs", refused)
    assert train([str(written(tmp_path, rate=1e-6))]) == 0
    assert "not rated after 1,024 decisions: no such game" in capsys.readouterr().out and rating.ratings(tmp_path / "run") == []


def test_a_past_self_has_one_seat_in_its_share_of_games_and_is_not_learnt_from() -> None:
    batch = begun(SHORT, 16, "cpu", 3, 4)
    rollout = Rollout(batch, 40, past=6)
    network, earlier = (ResidualNetwork(SHORT.features.size, SHORT.n_actions, 8, 1) for _ in range(2))
    torch.nn.init.constant_(earlier.score.weight, 0.0)
    with torch.no_grad():
        earlier.score.bias.copy_(torch.arange(SHORT.n_actions) * 1000.0)  # the last legal action, always
    play(batch, network, rollout, torch.Generator().manual_seed(1), earlier)
    theirs = torch.zeros_like(rollout.own)
    theirs[:, :6] = rollout.deciders[:, :6] == torch.arange(6) % 2
    assert torch.equal(rollout.own, ~theirs) and theirs.any() and rollout.own[:, :6].any()
    last = rollout.masks.shape[-1] - 1 - rollout.masks.flip(-1).argmax(-1)
    assert torch.equal(rollout.actions[theirs], last[theirs]) and not torch.equal(rollout.actions[~theirs], last[~theirs])
    learner = Learner(dataclasses.replace(SMALL, past=0.5, games=64), SHORT)
    learner.update()
    assert 0.2 < float((~learner.rollout.own).float().mean()) < 0.3 and not learner._gained[~learner.rollout.own].any()
    before = [weights.clone() for weights in learner.network.parameters()]
    learner._gained.zero_()
    learner._told.zero_()
    learner._told[~learner.rollout.own] = 1.0  # what they would teach
    learner.rollout.own[learner.rollout.own.clone()] = False
    learner.optimizer = torch.optim.SGD(learner.network.parameters(), 1.0)
    learner._entropy.zero_()
    learner._rows.copy_(torch.arange(len(learner._rows)))
    learner._study()
    learner._descend()
    assert all(torch.equal(one, two) for one, two in zip(before, learner.network.parameters(), strict=True))


@pytest.mark.parametrize("kept", [1.0, 0.5])
def test_a_run_that_meets_its_past_learns_and_goes_on_exactly(tmp_path: Path, kept: float) -> None:
    config = dataclasses.replace(SMALL, past=0.25, past_every=3, past_kept=4, kept=kept, minibatch=256)
    whole = Learner(config, SHORT)
    for _ in range(8):
        whole.update()
    assert len(whole.past) == 3 and not torch.equal(whole.past[0], whole.past[1])
    whole.save(tmp_path / "half.pt")
    again = Learner(config, SHORT, tmp_path / "half.pt")
    for learner in (whole, again):
        for _ in range(8):
            learner.update()
    assert len(whole.past) == 4 and [row["policy_loss"] for row in whole.history] == [row["policy_loss"] for row in again.history]
    assert all(torch.equal(one, two) for one, two in zip(whole.network.parameters(), again.network.parameters(), strict=True))


def test_a_pull_holds_the_policy_to_the_mean_of_its_last_weights() -> None:
    def away(pull: float) -> float:
        """How far the network moves from its mean in ten steps that teach it nothing else."""
        learner = Learner(dataclasses.replace(SMALL, pull=(pull, pull), entropy=(0.0, 0.0), minibatch=1024), SHORT)
        learner.update()
        learner._gained.zero_()
        learner._told.zero_()
        learner._rows.copy_(torch.arange(1024))
        torch.nn.init.normal_(learner.network.score.weight, std=0.5)
        learner.optimizer = torch.optim.SGD(learner.network.parameters(), 0.1)
        for _ in range(10):
            learner._study()
            learner._descend()
        observations, masks = learner.rollout.observations.flatten(0, 1), learner.rollout.masks.flatten(0, 1)
        with torch.no_grad():
            new, held = learner.network(observations, masks)[0], learner.mean(observations, masks)[0]
        return float((new.exp() * (new - held)).sum(-1).mean())

    assert away(2.0) < 0.5 * away(0.0)


def test_minibatches_that_are_joined_make_the_step_of_one_large_batch() -> None:
    def after_one_update(minibatch: int, joined: int) -> tuple[torch.Tensor, dict[str, float]]:
        config = dataclasses.replace(SMALL, minibatch=minibatch, joined=(joined, joined), max_grad_norm=1e6)
        learner = Learner(config, SHORT)
        learner.optimizer = torch.optim.SGD(learner.network.parameters(), 1.0)
        measured = learner.update()
        return parameters_to_vector(learner.network.parameters()).detach(), measured

    (large, told), (joined, said) = after_one_update(512, 1), after_one_update(128, 4)
    assert torch.allclose(large, joined, atol=1e-6) and said["gradient"] == pytest.approx(told["gradient"], rel=1e-4)
    assert not torch.allclose(large, after_one_update(128, 1)[0], atol=1e-4)
    assert torch.allclose(after_one_update(256, 4)[0], after_one_update(1024, 1)[0], atol=1e-6)
    assert torch.allclose(after_one_update(256, 99)[0], after_one_update(1024, 1)[0], atol=1e-6)  # fewer than asked for at the end


def test_joined_minibatches_of_the_largest_advantages_make_one_step() -> None:
    learner = Learner(dataclasses.replace(SMALL, kept=0.5, minibatch=256, joined=(3, 3)), SHORT)
    steps: list[int] = []
    descend = learner._descended
    learner._descended = lambda: (steps.append(int(learner._joined)), descend())  # type: ignore[assignment]
    learner.update()
    assert steps == [3, 1], "four minibatches, of 128 large advantages each"
    assert not any(weights.grad.any() for weights in learner.network.parameters())


def test_more_minibatches_are_joined_towards_the_end() -> None:
    learner = Learner(dataclasses.replace(SMALL, minibatch=128, joined=(1, 8), decisions=64 * 16 * 8, minutes=1e6), SHORT)
    steps: list[int] = []
    learner._descended = lambda: steps.append(int(learner._joined))  # type: ignore[assignment]
    for _ in range(9):
        learner.update()
    assert steps[:8] == [1] * 8 and steps[-1] == 8 and len(steps) < 9 * 8 // 2


def test_first_lessons_are_a_teachers_games_and_the_network_copies_them() -> None:
    config = dataclasses.replace(SMALL, imitation=64 * 16 * 12, decisions=64 * 16 * 12, epochs=2, teacher="bot:strong", entropy=(0.0, 0.0))
    learner = Learner(config, SHORT)
    own = learner.batch.records().tobytes()
    first = learner.update()
    assert learner.batch.records().tobytes() == own and learner.rollout.own.all()
    lessons = Lessons(SHORT, "bot:strong", 64, config.noise, later_seed(config.seed, 10**6))
    answers = lessons.batch.ask(np.arange(64), 2)
    seen, legal = torch.from_numpy(lessons.batch.observations.copy()), torch.from_numpy(lessons.batch.masks.copy())
    assert torch.equal(learner.rollout.observations[0], seen) and learner.rollout.actions[0].tolist() == answers.tolist()
    while learner.done < learner.updates:
        last = learner.update()
    assert last["policy_loss"] < 0.6 * first["policy_loss"] and last["explained_variance"] > 0.1
    log_probs = learner.network(seen, legal)[0]
    assert (log_probs.argmax(1).numpy() == answers).mean() > 0.7
    learner.update()  # by itself now
    assert learner.batch.records().tobytes() != own


def test_teachers_answers_are_now_and_then_replaced_by_other_legal_ones() -> None:
    batch = Batch(SHORT, 512, observe=False)
    batch.reset(seed=3)
    answers = batch.ask(np.arange(512), 2)
    played = strayed(batch, answers, 0.25, (47, 53))
    assert 0.05 < (played != answers).mean() < 0.25 and batch.masks[np.arange(512), played].all()
    assert (strayed(batch, answers, 0.0, (47, 53)) == answers).all()


def test_rivals_are_networks_of_other_runs_and_are_met_in_turn(tmp_path: Path) -> None:
    assert train([str(written(tmp_path, decisions=64 * 16 * 2)), "--name", "other"]) == 0
    config = dataclasses.replace(SMALL, past=0.5, rivals=(f"ppo:{tmp_path / 'other'}",))
    learner = Learner(config, SHORT)
    weights = learner.rivals[0]
    kept = Learner(SMALL, SHORT, tmp_path / "other" / LATEST)
    assert torch.equal(weights, parameters_to_vector(kept.mean.parameters()))
    met = set()
    for _ in range(6):
        learner.update()
        met.add(torch.equal(parameters_to_vector(learner.earlier.parameters()), weights))
    assert met == {True, False}
    with pytest.raises(BadOption, match=r"width 32 with 1 blocks; rivals are residual networks of self-play, of width 16 and 1 blocks"):
        Learner(dataclasses.replace(config, width=16), SHORT)


def test_a_run_begins_with_the_network_of_another(tmp_path: Path) -> None:
    assert train([str(written(tmp_path, decisions=64 * 16 * 2)), "--name", "other"]) == 0
    config = dataclasses.replace(SMALL, start=f"ppo:{tmp_path / 'other'}")
    learner, other = Learner(config, SHORT), Learner(SMALL, SHORT, tmp_path / "other" / LATEST)
    for network in (learner.network, learner.mean):
        assert torch.equal(parameters_to_vector(network.parameters()), parameters_to_vector(other.mean.parameters()))
    learner.update()
    learner.save(tmp_path / LATEST)
    again = Learner(config, SHORT, tmp_path / LATEST)
    assert again.done == 1 and torch.equal(
        parameters_to_vector(again.network.parameters()), parameters_to_vector(learner.network.parameters())
    )
    with pytest.raises(BadOption, match=r"start 'ppo:.*width 32 with 1 blocks; starts are residual networks of self-play, of width 16"):
        Learner(dataclasses.replace(config, width=16), SHORT)


def test_past_selves_are_met_after_imitation_wherever_it_ends() -> None:
    learner = Learner(dataclasses.replace(SMALL, past=0.5, imitation=SMALL.rollout, noise=0.0), SHORT)
    for _ in range(3):
        learner.update()
    assert learner.done == 3 and len(learner.past) == 1 and learner.faults == 0


def test_with_few_decisions_kept_the_policy_learns_from_the_largest_and_the_value_from_any() -> None:
    learner = Learner(dataclasses.replace(SMALL, kept=0.5, minibatch=256), SHORT)
    learner.update()
    seen: list[torch.Tensor] = []
    learner._learn(lambda: seen.append(learner._rows.clone()), 0.5)  # type: ignore[arg-type]
    largest = set(learner._gained.abs().flatten().topk(512).indices.tolist())
    policy, value = (torch.cat([rows[part] for rows in seen]).tolist() for part in (slice(128), slice(128, None)))
    assert len(seen) == 4 and set(policy) == largest and len(set(value)) == 512 and not set(value) <= largest
    learner._rows.copy_(torch.arange(256))
    learner.optimizer.param_groups[0]["lr"] = 0.0
    losses = []
    for changed in (slice(0), slice(0, 128), slice(128, 256)):  # nothing, the policy's half, the value's
        learner._told.fill_(0.0)
        learner._told.view(-1)[changed] = 1.0
        learner._sums.zero_()
        learner._study()
        learner._descend()
        losses.append(float(learner._sums[1]))
    assert losses[0] == losses[1] != losses[2]


def learn_together(ranks: Ranks, folder: str) -> int:
    """A process of two runs on the toy, one whole and one cut, which says what it has learnt."""
    torch.set_num_threads(1)
    registry.RULESETS["toy"] = registry.Entry(0, "tests.toy")
    config = dataclasses.replace(SMALL, games=16, steps=8, minibatch=128, decisions=10**6, minutes=1e6)
    path, said = Path(folder) / LATEST, []
    for parts in ((2,), (1, 1)):
        learner = Learner(config, SHORT, ranks=ranks)
        for updates in parts:
            for _ in range(updates):
                learner.update()
            learner.save(path)
            learner = Learner(config, SHORT, path, ranks)
        said.append([learner.decisions, hashlib.sha256(agent_bytes(learner.network, SHORT)).hexdigest(), learner.batch.seeds.tolist()])
    if ranks.rank == 1:
        place_of(path, 1).unlink()  # its games begin anew then
    learner = Learner(config, SHORT, path, ranks)
    learner.update()
    (Path(folder) / f"said{ranks.rank}.json").write_text(json.dumps([*said, learner.decisions]))
    return 0


def test_processes_learn_one_network_from_games_of_their_own_and_go_on_exactly(tmp_path: Path) -> None:
    assert launch(2, learn_together, str(tmp_path)) == 0
    (whole, cut, last), (others, again, _) = (json.loads((tmp_path / f"said{rank}.json").read_text()) for rank in range(2))
    assert whole == cut and others == again
    assert whole[:2] == others[:2] and whole[2] != others[2]
    assert whole[0] == 2 * 2 * 16 * 8 and last == 3 * 2 * 16 * 8
