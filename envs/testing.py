"""The conformance kit: what every ruleset must keep, as functions that raise AssertionError with what is wrong.

    from skirmish_rl.envs.testing import check_ruleset
    check_ruleset(RULESET)                      # every public scenario with every number of seats
    check_ruleset(RULESET, "my_scenario.toml")  # one scenario

The single checks are public too. `python -m skirmish_rl.envs.testing FILE` is the other half of `check_processes`: it plays the game
described in FILE and puts its fingerprints there.
"""

from __future__ import annotations

import hashlib
import importlib
import os
import pickle
import subprocess
import sys
import tempfile
from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import numpy as np

from skirmish_rl.envs.adapters.spaces import random_legal
from skirmish_rl.envs.core.batch import Batch, game_seeds
from skirmish_rl.envs.core.outcome import outcome_of
from skirmish_rl.envs.core.ruleset import HEADER, Ruleset, Scenario
from skirmish_rl.envs.registry import entry_of
from skirmish_rl.envs.testing_sight import check_features_vary, check_observations, check_visible

_ROOT = Path(__file__).absolute().parents[2]


def check_facts(ruleset: Ruleset) -> None:
    """What a ruleset declares about itself is true."""
    low, high = ruleset.seats
    assert 1 <= low <= high, f"seats {ruleset.seats}"
    names = ruleset.state.names or ()
    missing = [field[0] for field in HEADER if field[0] not in names]
    assert not missing, f"the state lacks the core's fields {missing}"
    _check_packed(ruleset.state, "state")
    unranged = [path for path, kind, allowed in ruleset.record.fields() if allowed is not None and not _fits(kind, allowed)]
    assert not unranged, f"ranges that the type cannot hold: {unranged}"
    _check_packed(ruleset.scratch, "scratch")
    for words in (ruleset.bots, ruleset.action_features, ruleset.reasons, tuple(ruleset.scenarios)):
        assert words and len(set(words)) == len(words), f"empty or repeated names: {words}"
    for tag in ("small", "standard"):
        assert any(tag in tags for tags in ruleset.scenarios.values()), f"no scenario is tagged {tag!r}"
    if ruleset.forces is not None:
        assert ruleset.force_names, f"no forces in {ruleset.forces.file}"
        assert set(ruleset.forces.options) <= set(ruleset.options), f"forces are chosen by {ruleset.forces.options}, which are no options"
    layout = ruleset.layout
    structured = [layout.action(index) for index in range(layout.size)]
    assert len(set(structured)) == layout.size, "two indices share one structured action"
    assert [layout.index(action) for action in structured] == list(range(layout.size)), "int -> structured -> int changes the int"


def _fits(kind: np.dtype, allowed: tuple[int, int]) -> bool:
    limits = np.iinfo(kind)
    return limits.min <= allowed[0] <= allowed[1] <= limits.max


def _check_packed(dtype: np.dtype, where: str) -> None:
    if dtype.subdtype:
        dtype = dtype.subdtype[0]
    if not dtype.names:
        return
    used = sum(dtype[name].itemsize for name in dtype.names)
    assert used == dtype.itemsize, f"{where} has hidden padding: {dtype.itemsize} bytes for {used} bytes of fields"
    for name in dtype.names:
        _check_packed(dtype[name], f"{where}.{name}")


def check_masks(scenario: Scenario, games: int = 8, seed: int = 1, every: int = 5) -> None:
    """Play at random: the mask is what `legal` says, each of its actions can be carried out, and every game ends as declared.

    Args:
        scenario, games, seed: what is played, as in every check.
        every: at each `every`-th decision all legal actions of one game are tried on copies.
    """
    layout = scenario.ruleset.layout
    batch = Batch(scenario, games)
    batch.reset(seed=seed)
    trial = Batch(scenario, 64, observe=False)
    luck, turn = np.random.default_rng(seed), 0
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        assert (batch.masks[live].sum(axis=1) > 1).all(), "a decision with fewer than two answers was asked"
        assert ((batch.deciders[live] >= 0) & (batch.deciders[live] < scenario.seats)).all(), "a decider outside the seats"
        if turn % every == 0:
            b = int(luck.choice(live))
            _, mask = batch.look(b, int(batch.deciders[b]))
            assert (mask == batch.masks[b]).all(), "the mask is not what legal() says of the position"
            outside = scenario.ruleset.record.violation(batch.games)
            assert outside is None, f"a game in play holds {outside}"
            _check_header(scenario, batch.games[b])
            decision = int(batch.games[b]["decision"])
            _try_all(trial, batch.games[b], mask)
            strange = np.flatnonzero(mask > scenario.ruleset.questions.allowed(decision))
            assert not len(strange), (
                f"{scenario.ruleset.decisions(decision).name} allows actions that its question does not name: {strange[:5]}"
            )
            for action in np.flatnonzero(mask):
                text = layout.text(int(action), decision)
                assert layout.parse(text, decision) == action, f"the text {text!r} is read as another action than {action}"
        batch.step(random_legal(batch.masks, luck))
        turn += 1
    assert not batch.games["fault"].any(), "a capacity was overrun"
    outside = scenario.ruleset.record.violation(batch.games)
    assert outside is None, f"a game that was played holds {outside}"
    for record in batch.games:
        _check_header(scenario, record)
    most = int(batch.games["decisions"].max())
    assert most <= scenario.max_decisions, f"{most} decisions, at most {scenario.max_decisions} declared"
    assert not batch.masks.any() and (batch.deciders == -1).all(), "a game that is over still asks"


def _check_header(scenario: Scenario, record: np.void) -> None:
    """What is always true between the fields that every game has."""
    assert record["seats"] == scenario.seats, f"{int(record['seats'])} seats"
    assert record["variant"] < len(scenario.tables), f"variant {int(record['variant'])} of {len(scenario.tables)}"
    assert record["tape_next"] <= record["tape_end"], "the dice tape is past its end"
    assert (record["reason"] > 0) == record["over"], "it is over without a reason, or has a reason before it is over"
    assert record["over"] or not record["winners"], "it has winners before it is over"
    assert (record["decider"] < 0) == record["over"], (
        f"seat {int(record['decider'])} decides in a game that is{' not' * (not record['over'])} over"
    )
    assert record["over"] or record["decision"] in scenario.ruleset.questions.rows, f"a seat is asked decision {int(record['decision'])}"


def _try_all(trial: Batch, record: np.void, mask: np.ndarray) -> None:
    legal = np.flatnonzero(mask)
    for low in range(0, len(legal), trial.n):
        trial.games[:] = record
        actions = np.resize(legal[low:], trial.n)
        trial.step(actions, check=False)
        assert not trial.games["fault"].any(), f"legal action {int(actions[trial.games['fault'].argmax()])} ran into a fault"
        asks = trial.masks.sum(axis=1) > 1
        assert (asks | (trial.over != 0)).all(), "a legal action led to a position that is not over and asks nothing"


def check_outcomes(scenario: Scenario, games: int = 64, seed: int = 2) -> None:
    """Rewards are zero-sum, come once, and agree with who won."""
    played = Batch(scenario, games)
    played.reset(seed=seed)
    luck = np.random.default_rng(seed)
    total = np.zeros_like(played.rewards)
    while not played.over.all():
        played.step(random_legal(played.masks, luck))
        assert (played.rewards[played.ended == 0] == 0).all(), "a reward before the end, or after it"
        total += played.rewards
    assert np.allclose(total.sum(axis=1), 0, atol=1e-6), "rewards are not zero-sum"
    won = (played.games["winners"][:, None] >> np.arange(scenario.seats)) & 1
    assert ((total > 0) <= (won == 1)).all() and ((total < 0) <= (won == 0)).all(), "a reward went to the wrong seat"
    assert (played.games["reason"] > 0).all() and (played.games["reason"] < len(scenario.ruleset.reasons)).all()


def check_determinism(scenario: Scenario, games: int = 6, seed: int = 5, decisions: int = 400) -> None:
    """Same seed and actions, same bytes: a batch alone, again, on two threads, and game by game."""
    together = Batch(scenario, games)
    again = Batch(scenario, games, threads=2)
    alone = [Batch(scenario, 1) for _ in range(games)]
    together.reset(seeds=game_seeds(seed, games))
    again.reset(seed=seed)
    for batch, its_seed in zip(alone, game_seeds(seed, games), strict=True):
        batch.reset(seed=int(its_seed))
    luck = np.random.default_rng(seed)
    for _ in range(decisions):
        for name in ("games", "masks", "observations", "deciders", "rewards"):
            array = getattr(together, name)
            assert array.tobytes() == getattr(again, name).tobytes(), f"{name} differ between one thread and two"
            for b, batch in enumerate(alone):
                assert array[b].tobytes() == getattr(batch, name)[0].tobytes(), f"{name} differ between a batch and a game alone"
        if together.over.all():
            break
        actions = random_legal(together.masks, luck)
        together.step(actions)
        again.step(actions)
        for b, batch in enumerate(alone):
            batch.step(actions[b : b + 1])


def fingerprints(scenario: Scenario, seed: int, decisions: int, games: int = 2) -> list[tuple[str, list[np.ndarray]]]:
    """Per step, a hash of states, masks, observations and bots' answers, and for each live game the features of its legal actions."""
    batch = Batch(scenario, games)
    batch.reset(seed=seed)
    luck = np.random.default_rng(seed)
    prints = []
    for _ in range(decisions):
        digest = hashlib.sha256()
        for array in (batch.games, batch.masks, batch.observations, batch.deciders, batch.rewards):
            digest.update(array.tobytes())
        live = np.flatnonzero(batch.over == 0)
        for bot in range(len(scenario.ruleset.bots)):
            digest.update(batch.ask(live, bot).tobytes())
        encoded = batch.encode_actions(live)
        prints.append((digest.hexdigest(), [encoded.rows[low:high].copy() for low, high in pairwise(encoded.offsets)]))
        if not len(live):
            break
        batch.step(random_legal(batch.masks, luck))
    return prints


def check_processes(
    scenario: Scenario,
    module: str | None = None,
    seed: int = 6,
    decisions: int = 40,
    interpreted: bool = True,
    path: str = "",
    games: int = 2,
) -> None:
    """Another process plays the same games to the byte; with `interpreted`, as plain Python.

    Action features may differ in their last digits, since plain Python computes in double precision throughout; then actions that tie
    may stand in another order, which `best` and `rank` tell.

    Args:
        module: where the ruleset is imported from; None: as registered.
        path: folders to add to that process's PYTHONPATH.
    """
    parts = {f.name: getattr(scenario, f.name) for f in fields(scenario) if f.name != "ruleset"}
    content = {
        "module": module or entry_of(scenario.ruleset.name).module,
        "scenario": parts,
        "seed": seed,
        "decisions": decisions,
        "games": games,
    }
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.pickle"
        file.write_bytes(pickle.dumps(content))
        places = [str(_ROOT), path, os.environ.get("PYTHONPATH", "")]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in places if p)}
        environment["SKIRMISH_INTERPRETED"] = "1" if interpreted else "0"
        command = [sys.executable, "-m", "skirmish_rl.envs.testing", str(file)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"the other process failed:\n{done.stderr[-3000:]}"
        theirs = pickle.loads(file.read_bytes())
    for step, (one, other) in enumerate(zip(fingerprints(scenario, seed, decisions, games), theirs, strict=True)):
        assert one[0] == other[0], f"the other process differs at step {step}"
        for mine, its in zip(one[1], other[1], strict=True):
            assert _alike(scenario.ruleset, mine, its), f"the other process encodes actions differently at step {step}"


def _alike(ruleset: Ruleset, mine: np.ndarray, its: np.ndarray, most: float = 1e-5) -> bool:
    """True if the actions of a position have the same features but for rounding, and the order of those that tie."""
    names = ruleset.action_features
    ordered = {"behind", "best", "rank"} <= set(names)  # what says in which order a bot likes them
    rest = [k for k, column in enumerate(names) if not (ordered and column in ("best", "rank"))]
    if mine.shape != its.shape or not np.allclose(mine[:, rest], its[:, rest], rtol=0, atol=most):
        return False
    if not ordered:
        return True
    behind, best, rank = (names.index(column) for column in ("behind", "best", "rank"))
    in_its_order = mine[np.argsort(-its[:, rank]), behind]
    return bool(
        (np.sort(mine[:, rank]) == np.sort(its[:, rank])).all()
        and (np.diff(in_its_order) >= -most).all()
        and ((its[:, best] == 1) == (its[:, rank] == 1)).all()
    )


def bot_scores(scenario: Scenario, one: int, other: int, games: int, seed: int = 7) -> float:
    """Mean reward of a bot against copies of another, over games in which it sits in every seat equally often."""
    total = 0.0
    for seat in range(scenario.seats):
        control = [other] * scenario.seats
        control[seat] = one
        batch = Batch(scenario, max(games // scenario.seats, 1), control=control, observe=False)
        batch.reset(seed=seed)
        assert batch.over.all() and not batch.games["fault"].any(), "bots left a game unfinished"
        outcomes = filter(None, (outcome_of(record, scenario.ruleset.reasons) for record in batch.games))
        total += float(np.mean([outcome.rewards[seat] for outcome in outcomes]))
    return total / scenario.seats


def check_bots(scenario: Scenario, games: int = 200, margin: float = 0.0, seed: int = 8) -> None:
    """Every bot answers legally, and each beats the one before it by more than `margin` mean reward."""
    bots = scenario.ruleset.bots
    batch = Batch(scenario, 4 * len(bots))
    batch.reset(seed=seed)
    which = np.arange(batch.n) % len(bots)
    while not batch.over.all():
        live = np.flatnonzero(batch.over == 0)
        actions = np.zeros(batch.n, np.int64)
        actions[live] = batch.ask(live, which[live])
        batch.step(batch.check(actions))
    for weaker in range(len(bots) - 1):
        score = bot_scores(scenario, weaker + 1, weaker, games, seed)
        assert score > margin, f"{bots[weaker + 1]} scores {score:+.3f} against {bots[weaker]}, wanted more than {margin:+.3f}"


def check_ruleset(
    ruleset: Ruleset, scenario: str | None = None, seats: int | None = None, games: int = 16, module: str | None = None
) -> None:
    """Run the whole kit; several minutes for a ruleset with many scenarios.

    Args:
        scenario: only this one, by name or path of a TOML file; None: every public scenario.
        seats: number of seats for `scenario`.
        games: how many games each check plays, more or less.
        module: where the ruleset is imported from, when it is not registered.

    Raises:
        AssertionError: with what is wrong.
    """
    from skirmish_rl.envs.adapters.conformance import check_contracts, check_copies, check_rewards, check_views

    check_facts(ruleset)
    every = [one for name in ruleset.scenarios for one in ruleset.seatings(name)] if scenario is None else []
    chosen = every or [ruleset.scenario(scenario, seats)]
    for one in chosen:
        check_masks(one, games)
        check_outcomes(one, games)
        check_observations(one, games)
        check_determinism(one)
        check_processes(one, module)
        check_bots(one, 16 * games)
        check_views(one)
        check_rewards(one)
        check_copies(one)
        check_contracts(one)
    if every:
        check_features_vary(every, games)
        check_visible(every)


def _main(file: str) -> None:
    content = pickle.loads(Path(file).read_bytes())
    ruleset = importlib.import_module(content["module"]).RULESET
    scenario = Scenario(ruleset=ruleset, **content["scenario"])
    Path(file).write_bytes(pickle.dumps(fingerprints(scenario, content["seed"], content["decisions"], content["games"])))


if __name__ == "__main__":
    _main(sys.argv[1])
