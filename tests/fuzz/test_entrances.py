"""Every public entrance under Hypothesis, about ten minutes in all: actions, states, traces, files, checkpoints, options, command lines.

What comes in is drawn from `SKIRMISH_FUZZ_SEED` (printed; 1 without it), so a failure repeats. Saved games are tampered with in
`tests/test_saved.py`, too, generated scenarios played in `tests/test_adversarial.py`.
"""

from __future__ import annotations

import contextlib
import io
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import numpy as np
import pytest
import tomli_w
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from skirmish_rl import envs
from skirmish_rl.__main__ import main
from skirmish_rl.agents.datasets.recording import load, record
from skirmish_rl.agents.names import agent_of
from skirmish_rl.agents.ppo.demonstrations import read_game
from skirmish_rl.envs import registry
from skirmish_rl.envs.adapters.single import SkirmishSingle
from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import SkirmishError
from skirmish_rl.envs.core.files import arrays
from skirmish_rl.envs.core.tables import read_toml
from skirmish_rl.envs.core.trace import film_of, record_game, replay
from skirmish_rl.envs.registry import ruleset_of
from tests import toy
from tests.fuzz.strategies import ARRAYS, NUMBERS, SCALARS, THINGS, changed_tables, damaged, damaged_lines

pytestmark = pytest.mark.slow
SEED = int(os.environ.get("SKIRMISH_FUZZ_SEED", "1"))
TIMES = float(os.environ.get("SKIRMISH_FUZZ", "6"))  # of a minute and a half on a quiet core
SCENARIO = toy.RULESET.scenario("short")
RULESETS = [name for name in registry.available() if name != "toy"]
COUNTS: Counter[str] = Counter()


def fuzzed(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Draws repeat with the seed, take as long as they take, and are not kept."""
    checks = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large, HealthCheck.filter_too_much]
    chosen = settings(max_examples=max(int(examples * TIMES), 5), deadline=None, database=None, suppress_health_check=checks)
    return lambda test: hypothesis.seed(SEED)(chosen(test))


@pytest.fixture(autouse=True, scope="module")
def counted() -> Iterator[None]:
    """The toy ruleset by its name; at the end the seed and how much came in."""
    with toy.registered():
        yield
    print(f"\nfuzzed with seed {SEED}: " + ", ".join(f"{name} {COUNTS[name]:,}" for name in sorted(COUNTS)))


def tried(name: str, call: Callable[[], Any]) -> Any:
    """What a call gives; None where it is refused on purpose, with a message that can be read."""
    COUNTS[name] += 1
    try:
        return call()
    except SkirmishError as error:
        COUNTS[f"{name} refused"] += 1
        assert 5 < len(str(error)) < 2000
        return None


def play_on(batch: Batch) -> None:
    """Copies to their ends, at random; the batch itself may begin its games anew."""
    alone, luck = Batch(batch.scenario, batch.n), np.random.default_rng(0)
    alone.games[:] = batch.games
    for b in range(alone.n):
        alone.refresh(b)
    while not alone.over.all():
        alone.step(random_legal(alone.masks, luck))
    assert not alone.games["fault"].any()


@fuzzed(1500)
@given(st.lists(THINGS, min_size=1, max_size=8), st.sampled_from(["raise", "random"]), st.integers(0, 2**63 - 1))
def test_actions_of_one_game(actions: list[Any], illegal: str, seed: int) -> None:
    aec, single = envs.make("toy", "short", illegal=illegal), SkirmishSingle("toy", "short", illegal=illegal)
    for env in (aec, single):
        env.reset(seed=seed)
        for action in actions:
            before = env.get_state()
            refused = COUNTS["actions refused"]
            tried("actions", lambda env=env, action=action: env.step(action))
            assert COUNTS["actions refused"] == refused or env.get_state() == before


@fuzzed(1500)
@given(st.lists(THINGS, min_size=1, max_size=6), st.sampled_from(["raise", "random"]))
def test_actions_of_many_games(actions: list[Any], illegal: str) -> None:
    games, batch = envs.make_vec("toy", "short", n_games=3, illegal=illegal), Batch(SCENARIO, 3)
    games.reset(seed=1)
    batch.reset(seed=1)
    for action in actions:
        before, records = games.get_state(), batch.games.tobytes()
        if tried("batches of actions", lambda action=action: [games.step(action)]) is None:
            assert games.get_state() == before
        if tried("batches of actions", lambda action=action: [batch.step(action)]) is None:
            assert batch.games.tobytes() == records


@fuzzed(1500)
@given(THINGS, THINGS, THINGS)
def test_questions_to_a_batch(index: Any, other: Any, third: Any) -> None:
    batch = Batch(SCENARIO, 3)
    batch.reset(seed=1)
    before = batch.games.tobytes()
    for call in (
        lambda: batch.look(index, other), lambda: batch.ask(index, other), lambda: batch.encode_actions(index), lambda: batch.check(index),
        lambda: Batch(SCENARIO, 3, control=index), lambda: Batch(SCENARIO, index if not isinstance(index, int) or index < 99 else 99),
    ):  # fmt: skip
        tried("questions", call)
    assert batch.games.tobytes() == before
    tried("seeds", lambda: batch.reset(seed=third))
    tried("seeds", lambda: batch.reset(seeds=index))
    tried("seeds", lambda: batch.reseed(other))


@fuzzed(1200)
@given(st.data())
def test_saved_states_of_every_view(data: st.DataObject) -> None:
    makers: list[Callable[[], Any]] = [
        lambda: envs.make("toy", "short"), lambda: SkirmishSingle("toy", "short"), lambda: envs.make_vec("toy", "short", n_games=2),
    ]  # fmt: skip
    env = data.draw(st.sampled_from(makers))()
    env.reset(seed=data.draw(st.integers(0, 99)))
    state = env.get_state()
    given_state = data.draw(st.one_of(damaged(state), THINGS))
    if tried("states", lambda: [env.set_state(given_state)]) is not None:
        play_on(env.batch if hasattr(env, "batch") else env._game.batch)


@fuzzed(800)
@given(st.data())
def test_traces(data: st.DataObject) -> None:
    trace = record_game(SCENARIO, data.draw(st.integers(0, 3)), data.draw(st.sampled_from(["random", "strong"])))
    text = data.draw(damaged_lines(trace))
    tried("traces", lambda: replay(text))
    tried("traces", lambda: film_of(text).html())
    tried("traces", lambda: read_game(text, SCENARIO))


@pytest.fixture(scope="module")
def recording(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    """The arrays of some recorded games."""
    path = tmp_path_factory.mktemp("recorded") / "whole.npz"
    record(SCENARIO, [agent_of("random", SCENARIO)], 3, 1).save(path)
    return arrays(path.read_bytes())


@fuzzed(400)
@given(st.data())
def test_recordings(recording: dict[str, np.ndarray], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Damaged arrays in a whole archive, or a damaged archive."""
    path, parts, inside = tmp_path_factory.mktemp("recorded") / "own.npz", dict(recording), io.BytesIO()
    name = data.draw(st.sampled_from(sorted(parts)))
    if data.draw(st.booleans()):
        changed = np.frombuffer(data.draw(damaged(parts[name].tobytes())), np.uint8)
        dtype = parts[name].dtype
        parts[name] = changed[: len(changed) // dtype.itemsize * dtype.itemsize].view(dtype)
        parts[name] = parts[name].reshape(3, -1) if name == "who" and len(parts[name]) % 3 == 0 else parts[name]
    else:
        parts[name] = data.draw(ARRAYS)
    np.savez_compressed(inside, **parts)  # type: ignore[arg-type]
    content = inside.getvalue()
    path.write_bytes(data.draw(damaged(content)) if data.draw(st.booleans()) else content)
    kept = tried("recordings", lambda: load(path))
    if kept is not None:
        tried("recordings", lambda: [len(moment.asked) for moment in kept.play(observe=False)])


@fuzzed(600)
@given(
    st.dictionaries(st.one_of(st.sampled_from(["tokens", "seats", "seed", "rounds"]), st.text(max_size=6)), SCALARS, max_size=3),
    THINGS,
    THINGS,
)
def test_arguments_of_making(options: dict[str, Any], one: Any, other: Any) -> None:
    for call in (
        lambda: envs.make("toy", **{"scenario": "short", **options}), lambda: envs.make(one), lambda: envs.make("toy", one),
        lambda: envs.make("toy", seats=one, render_mode=other), lambda: SkirmishSingle("toy", "short", opponent=one, seat=other),
        lambda: envs.make_vec("toy", "short", n_games=2, seat=one, opponent=other),
        lambda: envs.make_vec("toy", "short", n_games=2, autoreset_mode=one),
        lambda: envs.make("toy", illegal=one), lambda: agent_of(str(one), SCENARIO),
        lambda: ruleset_of("godbreakers").scenario("drill", **options),
    ):  # fmt: skip
        tried("arguments", call)


def shipped(ruleset: str, kind: str) -> dict[str, dict[str, Any]]:
    """The tables of a shipped file of a ruleset, by name."""
    return read_toml(Path(ruleset_of(ruleset).data) / f"{kind}.toml")


ROSTERS = {
    "godbreakers": ("circles", "circles"), "warcry": ("forces", "force_a"), "trench_crusade": ("warbands", "warbands"),
    "tide_of_iron": ("forces", "force_a"),
}  # fmt: skip


@pytest.mark.parametrize("name", RULESETS)
@fuzzed(120)
@given(data=st.data())
def test_scenario_files(name: str, data: st.DataObject, tmp_path: Path) -> None:
    """A shipped scenario with its map written into it; what is accepted is played at random."""
    specs, maps = shipped(name, "scenarios"), shipped(name, "maps")
    spec = dict(specs[data.draw(st.sampled_from(sorted(specs)))])
    if "map" in spec:
        spec["board"] = maps[spec.pop("map")]
    path = tmp_path / "own.toml"
    path.write_text(tomli_w.dumps(data.draw(changed_tables(lambda: spec))), encoding="utf-8")
    scenario = tried("scenarios", lambda: ruleset_of(name).scenario(str(path)))
    if scenario is not None:
        play_on(begun(scenario))


def begun(scenario: Any) -> Batch:
    batch = Batch(scenario, 2, observe=False)
    batch.reset(seed=3)
    return batch


@pytest.mark.parametrize("name", ROSTERS)
@fuzzed(80)
@given(data=st.data())
def test_roster_files(name: str, data: st.DataObject, tmp_path: Path) -> None:
    kind, option = ROSTERS[name]
    rosters = shipped(name, kind)
    path = tmp_path / "own.toml"
    chosen = rosters[data.draw(st.sampled_from(sorted(rosters)))]
    path.write_text(tomli_w.dumps(data.draw(changed_tables(lambda: chosen))), encoding="utf-8")
    small = ruleset_of(name).default_scenario("small")
    scenario = tried("rosters", lambda: ruleset_of(name).scenario(small, **{option: str(path)}))
    if scenario is not None:
        play_on(begun(scenario))


@fuzzed(400)
@given(st.data())
def test_configurations(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    from skirmish_rl.agents.experiments.settings import read_sweep
    from skirmish_rl.agents.ppo.config import check_config, read_config, scenario_of
    from skirmish_rl.agents.shipped import find_config

    folder = tmp_path_factory.mktemp("config")
    table = read_toml(find_config("godbreakers/ppo-small"))
    (folder / "own.toml").write_text(tomli_w.dumps(data.draw(changed_tables(lambda: table))), encoding="utf-8")
    sweep = {"config": str(folder / "own.toml"), "trials": 3, "settings": {"ppo.learning_rate": {"low": 1e-4, "high": 1e-3, "log": True}}}
    (folder / "sweep.toml").write_text(tomli_w.dumps(data.draw(changed_tables(lambda: sweep))), encoding="utf-8")
    config = tried("configurations", lambda: read_config(folder / "own.toml"))
    if config is not None:
        tried("configurations", lambda: check_config(config, scenario_of(config.ruleset, config.scenario, config.seats, config.options)))
    tried("configurations", lambda: read_sweep(folder / "sweep.toml"))


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A checkpoint of the toy."""
    from tests.agents.test_runs import TINY, trainer

    run = trainer(tmp_path_factory.mktemp("runs") / "whole", TINY)
    assert run.run()
    return run.folder / "latest.zip"


@fuzzed(400)
@given(st.data())
def test_checkpoints(checkpoint: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("checkpoint") / "own.zip"
    path.write_bytes(data.draw(damaged(checkpoint.read_bytes())))
    agent = tried("checkpoints", lambda: agent_of(f"ppo:{path}", SCENARIO))
    if agent is not None:
        batch = begun(SCENARIO)
        assert batch.masks[np.arange(2), agent.act(batch, np.arange(2))].all()


@pytest.fixture(scope="module")
def network(checkpoint: Path) -> Path:
    """The same network, exported."""
    path = checkpoint.with_name("network.safetensors")
    assert main(["export", str(checkpoint), "--safetensors", "--out", str(path)]) == 0
    return path


@fuzzed(400)
@given(st.data())
def test_networks(network: Path, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    path = tmp_path_factory.mktemp("network") / "own.safetensors"
    path.write_bytes(data.draw(damaged(network.read_bytes())))
    agent = tried("networks", lambda: agent_of(f"ppo:{path}", SCENARIO))
    if agent is not None:
        batch = begun(SCENARIO)
        assert batch.masks[np.arange(2), agent.act(batch, np.arange(2))].all()


WORDS = st.one_of(
    st.sampled_from([
        "toy", "short", "long", "--seed", "--seats", "--scenario", "--option", "--bots", "--bot", "--seat", "--decisions", "--out",
        "--write", "--ruleset",
        "--agents", "random", "bot:strong", "bot:simple", "mcts:2", "--games", "2", "3", "--workers", "1", "tokens=1", "tokens=", "=",
        "strong,random",
        "board.svg", "board.txt", "board.png", "game.txt", "--resume", "-h", "--help", "--", "-1", "1e3", "godbreakers/ppo-smal",
        "nowhere", "--update",
        "--threads", "--opponent", "ppo:toy", "look:warcry", "--onnx", "--safetensors", "--against",
    ]),
    NUMBERS.map(str), st.text(max_size=8),
)  # fmt: skip
COMMANDS = ["list", "describe", "trace", "replay", "draw", "play", "evaluate", "report", "sweep", "train", "export", "publish", ""]


@fuzzed(500)
@given(command=st.sampled_from(COMMANDS), words=st.lists(WORDS, max_size=7))
def test_command_lines(command: str, words: list[str], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    if command == "evaluate" and "--games" not in words:
        words = ["--games", "2", *words]
    if command == "describe" and "toy" not in words:
        words = ["toy", *words]
    COUNTS["command lines"] += 1
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    said = io.StringIO()
    with contextlib.chdir(tmp_path_factory.mktemp("place")), contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(said):
        try:
            code = main([command, *words] if command else words)
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
    COUNTS["command lines refused"] += code == 2
    assert code in (0, 1, 2, 130)
    assert "Traceback" not in said.getvalue()
