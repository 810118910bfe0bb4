"""A network that plays anywhere finds its columns by their names, in every scenario of its game."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from skirmish_rl.__main__ import main
from skirmish_rl.agents.benchmark.uses import used_by, weights_of
from skirmish_rl.agents.folders import NETWORK, load_shared, trained_weights
from skirmish_rl.agents.identity import check_identity, columns_of, common_columns, identity_of, places_of, plays_anywhere, trimmed
from skirmish_rl.agents.names import agent_of, fits
from skirmish_rl.agents.network import NetworkConfig, PlainNetwork, shapes_of
from skirmish_rl.agents.ppo.checkpoints import LATEST, load_network
from skirmish_rl.agents.ppo.config import check_config
from skirmish_rl.agents.ppo.network import build_network
from skirmish_rl.agents.ppo.transfer import start_from
from skirmish_rl.agents.shipped import find_agent, shipped_agents
from skirmish_rl.agents.tensors import bytes_for, facts_of, load_plain, read_network, tensors_bytes
from skirmish_rl.envs.core.batch import RESTART, Batch
from skirmish_rl.envs.core.errors import BadOption, CheckpointError
from skirmish_rl.envs.registry import available, ruleset_of
from tests.agents.test_runs import SMALL, trainer

CONFIG = NetworkConfig(width=8, summary=8, precision="float32")
READ = ["side[1].points", "position.lead", "nothing.of.this", "game.round", "unit_mine[7].x"]  # the third is in no scenario
THERE, FAR = "marks", "skirmish:5"


def warcry(name):
    return ruleset_of("warcry").scenario(name)


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """The file of a network with columns in an order of its own, and its weights."""
    made, rng = warcry(THERE), np.random.default_rng(3)
    identity = {**identity_of(made, CONFIG, True, anywhere=True), "columns": READ}
    shapes = shapes_of(CONFIG, len(READ), len(made.ruleset.action_features), made.n_actions)
    weights = {name: rng.normal(size=shape).astype(np.float32) for name, shape in shapes.items()}
    path = tmp_path_factory.mktemp("any") / NETWORK
    path.write_bytes(tensors_bytes(weights, facts_of(identity, made)))
    return path, weights


def rows_of(scenario):
    batch = Batch(scenario, 8, after=RESTART)
    batch.reset(seed=3)
    for _ in range(30):
        batch.step(batch.ask(np.arange(8), scenario.ruleset.bot("strong@0.5")))
    return batch.encode_actions(np.arange(8))


@pytest.mark.parametrize("name", [THERE, "duel", FAR])
def test_it_reads_each_column_where_the_scenario_has_it_and_0_where_not(file, name):
    path, weights = file
    scenario = warcry(name)
    rows, here = rows_of(scenario), columns_of(scenario)
    own = np.zeros((8, len(READ)), np.float32)
    for k, column in enumerate(READ):
        if column in here:
            own[:, k] = rows.positions[:, here.index(column)]
    assert own[:, 3].any() and ("unit_mine[7].x" in here) == (name != "duel")
    scores, values = PlainNetwork(CONFIG, weights)(rows._replace(positions=own))
    network, _ = load_plain(path, scenario)
    now, judged = network(rows)
    assert np.allclose(now, scores, atol=1e-5) and np.allclose(judged, values, atol=1e-5)
    assert places_of({"columns": READ}, scenario) == [here.index(column) if column in here else -1 for column in READ]
    assert bytes_for(path, scenario) == path.read_bytes()


def test_a_network_that_does_not_say_so_plays_only_where_all_columns_are_the_same(file, tmp_path):
    made = warcry(THERE)
    facts = read_network(file[0])[1]
    for change in ({"anywhere": False}, {"anywhere": 1}, {"columns": [*READ[:-1], 5]}, {"columns": [*READ[:-1], ["x"]]}):
        said = {name: json.dumps(value) for name, value in {**facts, **change}.items()}
        path = tmp_path / NETWORK
        path.write_bytes(tensors_bytes(file[1], said))
        with pytest.raises(CheckpointError, match="size of the observation"):
            load_plain(path, warcry("duel"))
        with pytest.raises(CheckpointError, match="column 0 of a position is 'side"):
            load_plain(path, made)
    more = ruleset_of("godbreakers").scenario("saboteurs", 3)
    identity = identity_of(ruleset_of("godbreakers").scenario("duel"), CONFIG, True, anywhere=True)
    check_identity(file[0], identity, ruleset_of("godbreakers").scenario("saboteurs", 2))
    with pytest.raises(CheckpointError, match="number of seats 2, but .* has 3"):
        check_identity(file[0], identity, more)
    with pytest.raises(CheckpointError, match="size of the observation"):  # a run is resumed where it was
        check_identity(file[0], identity, ruleset_of("godbreakers").scenario("saboteurs", 2), same_scenario=True)


def rows_in(columns, kind):
    """The rows of a kind, by their numbers or names."""
    return frozenset(name[len(kind) + 1 :].partition("]")[0] for name in columns if name.startswith(f"{kind}["))


@pytest.mark.parametrize("game", available())
def test_the_common_columns_are_in_every_built_in_scenario(game):
    ruleset = ruleset_of(game)
    scenario = ruleset.scenario("skirmish:5")
    shared = common_columns(scenario)
    assert shared == [name for name in columns_of(scenario) if name in set(shared)]  # in its order
    everywhere = [columns_of(ruleset.scenario(name, 2)) for name in ruleset.scenarios]
    kinds = {name.partition("[")[0] for name in columns_of(scenario) if "[" in name}
    rows = {kind: {rows_in(columns, kind) for columns in (*everywhere, columns_of(scenario))} for kind in kinds}
    for name in columns_of(scenario):
        there = all(name in columns for columns in everywhere)
        assert (name in shared) == (there and len(rows.get(name.partition("[")[0], "1")) == 1), name
    assert {f"position.{name}" for name in ruleset.position_features} < set(shared) < set(columns_of(scenario))
    assert not [name for name in shared if name.startswith("unit")] and any("[" in name for name in shared)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    config = dataclasses.replace(SMALL, ruleset="warcry", scenario="skirmish:0:2", anywhere=True, network=CONFIG)
    made = trainer(tmp_path_factory.mktemp("runs") / "any", config)
    assert made.run()
    return made


def test_a_run_learns_from_common_columns_alone_and_plays_elsewhere(run, tmp_path):
    scenario, see = run.scenario, run.learner.network.state_dict()["see.weight"].numpy()
    shared = np.isin(columns_of(scenario), common_columns(scenario))
    assert not see[:, ~shared].any() and see[:, shared].any(axis=0).all()
    again = trainer(run.folder, run.config, resume=True)
    assert again.identity == run.identity
    duel = warcry("duel")
    network, _ = load_network(run.folder / LATEST, duel)
    assert np.array_equal(network.state_dict()["see.weight"].numpy()[:, 5], see[:, columns_of(scenario).index(columns_of(duel)[5])])
    assert fits(f"ppo:{run.folder}", duel) and fits(f"ppo:{run.folder}", warcry(FAR))
    path = tmp_path / "theirs.safetensors"
    assert main(["export", str(run.folder), "--safetensors", "--out", str(path)]) == 0
    assert fits(f"ppo:{path}", duel)


def test_a_published_one_holds_only_what_it_reads_and_plays_the_same(run, tmp_path, capsys):
    out = tmp_path / "mine"
    assert main(["publish", str(run.folder), "--out", str(out), "--games", "2"]) == 0, capsys.readouterr().err
    facts, scenario = read_network(out / NETWORK)[1], run.scenario
    assert facts["columns"] == common_columns(scenario) and facts["anywhere"] is True
    file, weights, identity, own = trained_weights(run.folder)
    kept, named = trimmed(weights, identity)
    published = read_network(out / NETWORK)[0]
    assert {name: array.shape for name, array in kept.items()} == {name: array.shape for name, array in published.items()}
    for name in ("skirmish:0:2", "duel", FAR):
        played = warcry(name)
        rows = rows_of(played)
        one, two = load_shared(out, played).network, PlainNetwork(CONFIG, load_network(file, played)[0].state_dict())
        two.weights = {key: value.numpy() for key, value in two.weights.items()}
        assert all(np.allclose(mine, theirs, atol=1e-5) for mine, theirs in zip(one(rows), two(rows), strict=True))
    # read to be exported it is whole again
    _, again, said, _ = trained_weights(out / NETWORK)
    assert said["columns"] == columns_of(own) and named["columns"] == facts["columns"]
    assert np.array_equal(again["see.weight"], weights["see.weight"])


def test_only_rows_play_anywhere(duel):
    config = dataclasses.replace(SMALL, anywhere=True, network=NetworkConfig("mlp"))
    with pytest.raises(BadOption, match="anywhere = true with network.policy 'mlp': only \"rows\""):
        check_config(config, duel)


def test_a_run_starts_from_a_network_that_plays_anywhere_by_the_names_of_columns(file, run, tmp_path):
    duel = warcry("duel")
    names = columns_of(duel)
    network = build_network(duel.n_position, len(duel.ruleset.action_features), duel.n_actions, CONFIG)
    assert start_from(file[0], duel, CONFIG, network) == 3
    see = network.state_dict()["see.weight"].numpy()
    for k, name in enumerate(READ):
        if name in names:
            assert np.array_equal(see[:, names.index(name)], file[1]["see.weight"][:, k])
    assert np.count_nonzero(see.any(axis=0)) == 3
    shared = start_from(run.folder / LATEST, duel, CONFIG, network)
    see, before, there = (
        network.state_dict()["see.weight"].numpy(),
        run.learner.network.state_dict()["see.weight"],
        columns_of(run.scenario),
    )
    assert shared == sum(name in there for name in names)
    assert np.array_equal(see[:, names.index("position.lead")], before.numpy()[:, there.index("position.lead")])


def test_what_a_run_that_plays_anywhere_uses_of_bots_is_told_where_it_plays(run):
    duel = warcry("duel")
    assert used_by(*weights_of(str(run.folder), duel), duel) == "its scores"


def test_a_small_file_does_not_become_a_large_network(file, tmp_path):
    path, weights = tmp_path / NETWORK, dict(file[1])
    facts = {name: json.dumps(value) for name, value in read_network(file[0])[1].items()}
    wide = 200_000
    facts |= {"network": json.dumps(vars(CONFIG) | {"summary": wide}), "columns": json.dumps(["position.lead"])}
    shapes = shapes_of(NetworkConfig(width=8, summary=wide), 1, weights["row.weight"].shape[1], warcry(THERE).n_actions)
    path.write_bytes(tensors_bytes({name: np.zeros(shape, np.float32) for name, shape in shapes.items()}, facts, half=True))
    with pytest.raises(
        CheckpointError, match="network.summary 200000 with 588 columns would make a layer of more than 16,777,216 numbers"
    ):
        load_plain(path, warcry("duel"))


@pytest.mark.parametrize("change", [{"columns": [*READ, READ[0]]}, {"network": vars(CONFIG) | {"policy": "mlp"}}])
def test_columns_twice_or_another_policy_are_no_network_that_plays_anywhere(file, change):
    assert not plays_anywhere({**read_network(file[0])[1], **change})
    with pytest.raises(CheckpointError):
        check_identity(file[0], {**read_network(file[0])[1], **change}, warcry("duel"))


def test_a_game_that_has_grown_takes_such_a_network_on(file, tmp_path):
    made = warcry(THERE)
    columns = list(made.ruleset.action_features)[:-2]
    old = {**identity_of(made, CONFIG, True, anywhere=True), "columns": READ, "action_features": columns, "actions": made.n_actions - 5}
    weights = {**file[1], "row.weight": file[1]["row.weight"][:, :-2]}
    path = tmp_path / NETWORK
    path.write_bytes(tensors_bytes(weights, facts_of(old, made)))
    now = tmp_path / "now.safetensors"
    now.write_bytes(bytes_for(path, warcry("duel")))
    facts = read_network(now)[1]
    assert (facts["columns"], facts["actions"], len(facts["action_features"])) == (READ, made.n_actions, len(columns) + 2)
    for name in ("duel", FAR):
        rows = rows_of(warcry(name))
        one, two = (load_plain(one, warcry(name))[0](rows) for one in (path, now))
        assert all(np.array_equal(mine, theirs) for mine, theirs in zip(one, two, strict=True))
    _, again, identity, _ = trained_weights(path)
    assert again["row.weight"].shape[1] == len(identity["action_features"]) == len(columns) + 2


@pytest.mark.parametrize("game", available())
def test_one_network_of_the_package_plays_every_scenario_of_a_game(game):
    ruleset, name = ruleset_of(game), f"ppo:{game}/any"
    scenarios = [ruleset.scenario(scenario, 2) for scenario in (*ruleset.scenarios, "skirmish:7", "skirmish:0:3")]
    for scenario in scenarios:
        agent, batch = agent_of(name, scenario), Batch(scenario, 2)
        batch.reset(seed=1)
        actions = agent.act(batch, np.arange(2))
        assert agent.name == name and batch.masks[np.arange(2), actions].all(), scenario.name
        found = f"{game}/{scenario.name}"
        if found not in shipped_agents() and not fits(f"ppo:{game}", scenario):  # levels rest on networks of their scenarios alone
            with pytest.raises(CheckpointError, match=f"{name} plays every scenario for two seats"):
                agent_of(f"ppo:{game}", scenario)
    assert find_agent(game)[1] == f"{game}/duel"
