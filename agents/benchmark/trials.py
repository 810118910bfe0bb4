"""The tests of a track: an agent against each opponent, on seen and unseen worlds, at mixed tables, or against a best response."""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.arena import Match, count_distinct, play_pairs, shares
from skirmish_rl.agents.benchmark.entrants import Task
from skirmish_rl.agents.benchmark.intervals import seeds_of
from skirmish_rl.agents.benchmark.learning import RECIPES, fitted, recipe, train
from skirmish_rl.agents.benchmark.lessons import shortest
from skirmish_rl.agents.benchmark.protocol import FINALISTS, OPPONENTS, TABLES, WORLDS, Place, playing
from skirmish_rl.agents.benchmark.results import HELD, LUCK, SEARCH
from skirmish_rl.agents.benchmark.trained import Trained
from skirmish_rl.agents.names import agent_of, erring, fits, network_of, saved_network
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.agents.ppo.agent import load_agent
from skirmish_rl.agents.ppo.checkpoints import LATEST
from skirmish_rl.agents.results.luck import EACH, LESSONS, LuckPieces
from skirmish_rl.agents.results.report import adjusted_facts, match_facts
from skirmish_rl.agents.results.worth import value_of
from skirmish_rl.agents.shipped import LADDERS, level_of, levels_of, shipped_agents
from skirmish_rl.envs.core.batch import game_seeds
from skirmish_rl.envs.core.errors import DataError, SkirmishError
from skirmish_rl.envs.core.files import read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import later_seed
from skirmish_rl.envs.core.worlds import worlds_of

TESTS, SEEN, UNSEEN = "tests", "seen", "unseen"  # names of sets of tests, besides SEARCH
BEST_RESPONSE = "best response"  # a test in which not the entrant scores, but who beats it
_CHOOSE_SEED = 987_654_321  # as of the learning curve
_LARGEST = 2**27  # bytes of a network
_KEPT = ("games", "wins", "draws", "losses", "score", "interval", "decisions_per_game")

Results = dict[str, dict[str, dict[str, Any]]]


def play(
    task: Task, trained: Trained, folder: Path, threads: int, quiet: bool = False, luck: bool = False
) -> tuple[Results, dict[str, Any]]:
    """Play all tests of a task.

    Args:
        task: the run.
        trained: the entrant after its training.
        folder: where a best response is trained.
        threads: threads of the engine.
        quiet: print nothing.
        luck: also report scores with luck removed, in tests against opponents.

    Returns:
        Set of tests -> opponent -> result, without those that make no score; and further facts to report.
    """
    track, pieces = task.rules, Pieces()
    told: dict[str, Any] = {}
    if track.tested == OPPONENTS:
        results = {TESTS: _against(task, task.place.settle(), trained, track.opponents, threads, pieces, luck)}
    elif track.tested == WORLDS:
        unseen = range(*track.unseen)
        results = {
            SEEN: _on_worlds(task, trained, worlds_of(task.place.scenario), threads, pieces),
            UNSEEN: _on_worlds(task, trained, unseen, threads, pieces),
        }
    elif track.tested == TABLES:
        results = {TESTS: _at_tables(task, trained, threads, pieces)}
    else:
        results, told = _response(task, trained, folder, threads, pieces, quiet)
    lost = [forfeit for forfeit in pieces.forfeits if forfeit.agent == trained.agent(task.place.settle()).name]
    if lost:
        told["forfeits"] = {"games": len(lost), "first": lost[0].why}
    return {name: {who: _facts(match) for who, match in tests.items()} for name, tests in results.items()}, told


def play_search(task: Task, trained: Trained, threads: int) -> Results:
    """Play the test against searches, which does not count for the score."""
    matches = _against(task, task.place.settle(), trained, task.rules.search, threads, Pieces())
    return {SEARCH: {who: _facts(match) for who, match in matches.items()}}


def play_held(task: Task, trained: Trained, threads: int, luck: bool = False) -> Results:
    """Play against the held-out population, which does not count for the score; nobody is tested against himself.

    Raises:
        DataError: a network of the population is not the one that the protocol froze.
    """
    scenario = task.place.settle()
    held = {task.place.named(name): games for name, games in task.rules.population.items()}
    for name in held:
        _check_frozen(name, task)
    others = {name: games for name, games in held.items() if not _is_same(playing(name), trained.spec, scenario)}
    matches = _against(task, scenario, trained, others, threads, Pieces(), luck)
    return {HELD: {who: _facts(match) for who, match in matches.items()}}


def _check_frozen(name: str, task: Task) -> None:
    """Refuse a network of the population whose weights are not those of the protocol."""
    kind, _, network = playing(name).partition(":")
    if kind != "ppo":
        return
    known, file = task.protocol.frozen.get(name), saved_network(network, task.place.settle())[0]
    if known is None:
        raise DataError(f"protocol {task.protocol.id} does not say which weights {name} has; write its checksum into [frozen]")
    if (found := hashlib.sha256(read_bytes(file, _LARGEST)).hexdigest()[: len(known)]) != known:
        raise DataError(
            f"{name} has the checksum {found}, and protocol {task.protocol.id} tests against {known}; "
            "install the version of the package with that network"
        )


def _is_same(one: str, other: str, scenario: Scenario) -> bool:
    """True for two names of one agent in a scenario."""
    return one == other or _settled(one, scenario) == _settled(other, scenario)


def _settled(name: str, scenario: Scenario) -> str:
    """Reduce all names of an agent to one: a level to the agent that plays it, a network to its file and its share of random actions."""
    kind, _, rest = name.partition(":")
    if kind in LADDERS:
        return _settled(level_of(scenario.ruleset.name, rest, kind), scenario)
    if kind not in ("ppo", "look"):
        return shortest(name, scenario.ruleset)
    network, amount = network_of(name)
    with contextlib.suppress(SkirmishError):
        network = str(saved_network(network, scenario)[0].resolve())
    return f"{kind}:{amount if kind == 'look' else ''}:{network}@{float(erring(name)[1] or 0):g}"


def _facts(match: Match) -> dict[str, Any]:
    facts = match_facts(match)
    without = {LUCK: adjusted_facts(match.luck, match.games)} if match.luck else {}
    return {**{key: facts[key] for key in _KEPT}, "seeds": seeds_of(match.scores), **without}


def _against(
    task: Task,
    scenario: Scenario,
    trained: Trained,
    opponents: dict[str, int],
    threads: int,
    play: Pieces,
    luck: bool = False,
    part: int = 0,
) -> dict[str, Match]:
    """Play against each opponent in turn, on the same seeds (others in each part of a test), with swapped seats."""
    agent, seed, matches = trained.agent(scenario), later_seed(task.protocol.test_seed, part), {}
    for name, games in opponents.items():
        pair = agent, agent_of(playing(name), scenario, threads)
        judge = LuckPieces(value_of(scenario), lessons=min(LESSONS, EACH * games)) if luck else None
        (match,) = play_pairs(scenario, [pair], games, seed, threads, play=judge or play)
        matches[name] = dataclasses.replace(match, luck=judge.of_matches([match])[0]) if judge else match
        play.forfeits += judge.forfeits if judge else []
    return matches


def _on_worlds(task: Task, trained: Trained, worlds: range, threads: int, play: Pieces) -> dict[str, Match]:
    """Play the opponents on a pool of worlds, some worlds at a time, so that not all tables are in memory at once."""
    track = task.rules
    parts = [range(first, min(first + track.pieces, worlds.stop)) for first in range(worlds.start, worlds.stop, track.pieces)]
    every: dict[str, list[Match]] = {name: [] for name in track.opponents}
    for number, part in enumerate(parts):
        scenario = Place(task.place.game, f"skirmish:{part.start}:{part.stop}", task.place.seats).settle()
        fewer = {name: max(1, games * len(part) // len(worlds)) for name, games in track.opponents.items()}
        for name, match in _against(task, scenario, trained, fewer, threads, play, part=number).items():
            every[name].append(match)
    return {name: _together(matches) for name, matches in every.items()}


def _together(matches: list[Match]) -> Match:
    """Merge several matches of the same two agents."""
    weights = [match.games for match in matches]
    return Match(
        matches[0].first, matches[0].second, matches[0].seats, np.concatenate([match.scores for match in matches]),
        sum(match.distinct for match in matches), float(np.average([match.decisions for match in matches], weights=weights)),
    )  # fmt: skip


def _at_tables(task: Task, trained: Trained, threads: int, play: Pieces) -> dict[str, Match]:
    """Play with mixed partners: every seed is played once from each seat, with the partners in the order of their table."""
    scenario = task.place.settle()
    seats, agent = scenario.seats, trained.agent(scenario)
    seeds = game_seeds(task.protocol.test_seed, -(-task.rules.games // seats))
    matches = {}
    for table in task.rules.tables:
        names = table[: seats - 1]
        agents: list[Agent] = [agent, *(agent_of(name, scenario, threads) for name in names)]
        turned = np.array([[(k - seat) % seats for k in range(seats)] for seat in range(seats)])  # (seatings, seats), 0 the entrant
        who = np.broadcast_to(turned, (len(seeds), seats, seats)).reshape(-1, seats)
        finals = play(scenario, agents, who, np.repeat(seeds, seats), threads)
        share = shares(finals, seats).reshape(len(seeds), seats, seats)[:, np.arange(seats), np.arange(seats)]
        name = " + ".join(names)
        matches[name] = Match(agent.name, name, seats, share, count_distinct(finals), float(finals["decisions"].mean()))
    return matches


def _response(
    task: Task, trained: Trained, folder: Path, threads: int, play: Pieces, quiet: bool
) -> tuple[dict[str, dict[str, Match]], dict[str, Any]]:
    """Find the strongest known agent against the frozen entrant (a trained response, a bot, a level or a network), and test it.

    The strongest agent is found on separate seeds; otherwise the largest of many noisy scores would be reported as the score of one agent.
    The entrant itself is no attacker: against itself any agent scores half.
    """
    scenario, track = task.place.settle(), task.rules
    base = recipe(RECIPES[track.response], task.protocol, task.place)
    stages = tuple(dataclasses.replace(stage, opponents={trained.spec: 1.0}) for stage in base.stages)
    blind = dataclasses.replace(base.evaluation, games=0)  # evaluations are played against a bot, not against the target
    config = fitted(dataclasses.replace(base, stages=stages, evaluation=blind), task.protocol, track, task.place, task.budget, task.seed)
    response = train(config, folder, quiet)
    target = trained.agent(scenario)
    known: dict[str, Agent] = {BEST_RESPONSE: load_agent(folder / LATEST, scenario)}
    known |= {name: agent_of(name, scenario, threads) for name in attackers(scenario) if not _is_same(name, trained.spec, scenario)}
    scores: dict[str, float] = {}
    able = list(known)
    for stage, games in enumerate(track.choose):
        seed = later_seed(_CHOOSE_SEED, stage)
        matches = play_pairs(scenario, [(known[name], target) for name in able], games, seed, threads, play=play)
        scores |= {name: round(match.score, 4) for name, match in zip(able, matches, strict=True)}
        able = sorted(able, key=lambda name: -scores[name])[:FINALISTS]
    best = able[0]
    match = play_pairs(scenario, [(known[best], target)], track.games, task.protocol.test_seed, threads, play=play)[0]
    return {TESTS: {best: match}}, {"response": dataclasses.asdict(response.cost), "attackers": scores}


def attackers(scenario: Scenario) -> list[str]:
    """All agents of the package that can play a scenario, each once: bots, levels and networks."""
    ruleset = scenario.ruleset
    named = [*(f"bot:{bot}" for bot in ruleset.bots), *(f"ppo:{name}" for name in shipped_agents()), *levels_of(ruleset.name).values()]
    once: dict[str, str] = {}
    for name in named:
        if fits(name, scenario):
            once.setdefault(_settled(name, scenario), name)
    return list(once.values())
