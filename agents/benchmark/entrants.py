"""Who enters: an agent by its name, a class that plays or learns, a configuration or a recipe, or a command that leaves an agent."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from skirmish_rl.agents.agent import STRONGEST, Agent
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.benchmark.gate import closed
from skirmish_rl.agents.benchmark.learning import LEARNT, RECIPES, fitted, recipe, train
from skirmish_rl.agents.benchmark.lessons import BudgetSpent, LearntAgent, Lessons
from skirmish_rl.agents.benchmark.protocol import Budget, Place, Protocol, Track, judged_columns
from skirmish_rl.agents.benchmark.results import read_json
from skirmish_rl.agents.benchmark.trained import COUNTED, DECLARED, Cost, Trained
from skirmish_rl.agents.names import KINDS, agent_of, saved_network
from skirmish_rl.agents.own import found_in
from skirmish_rl.agents.playing import Pieces
from skirmish_rl.agents.ppo.config import read_config
from skirmish_rl.agents.report import write_json
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.shipped import find_config
from skirmish_rl.agents.trust import check_settings, is_typed
from skirmish_rl.envs.core.errors import BadOption, CheckpointError, DataError, UnknownName, cannot, unknown
from skirmish_rl.envs.core.files import read_text
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.tables import read_toml

MASKABLE = "maskable-ppo"
BUILT_IN = (MASKABLE, *RECIPES)
SPENT = "spent.toml"  # what a command may leave: decisions
AGENT = "agent.txt"  # and the name of its agent, where it is none of ours
_NAME = 4096  # bytes
_NETWORK = "network.safetensors"
_NAMED = ("random", "bot", "mcts", "ppo", "look", "level", "python", "exec")
_CURVE_SEED = 987_654_321  # as `EvaluationConfig`


@dataclass(frozen=True)
class Entry:
    """What the command line says of an entrant.

    Attributes:
        agent: its name, class, configuration or recipe, in which {game}, {scenario} and {seats} may stand; "" for a command.
        command: with {game}, {scenario}, {seats}, {budget} (decisions, 0 where time counts), {minutes}, {seed} and {out}.
        name: by which it is told in tables.
    """

    agent: str
    command: str = ""
    name: str = ""

    @property
    def shown(self) -> str:
        return self.name or self.agent or "command"

    def at(self, place: Place) -> Entry:
        """The entrant in one of its places, by its own name there."""
        agent = self.agent
        for name, value in _known(place).items():
            agent = agent.replace(f"{{{name}}}", value)
        return replace(self, agent=agent)


@dataclass(frozen=True)
class Task:
    """One training and its test: where, with which budget, from which seed."""

    protocol: Protocol
    track: str
    place: Place
    budget_name: str
    seed: int

    @property
    def rules(self) -> Track:
        """The track."""
        return self.protocol.track(self.track)

    @property
    def budget(self) -> Budget:
        return self.protocol.budgets[self.budget_name]

    @property
    def name(self) -> str:
        """A file's name."""
        return f"{self.place.game}-{self.place.name}-s{self.seed}".replace(":", "-").replace("/", "-")


def _known(place: Place) -> dict[str, str]:
    """What may stand in the name of an agent and in a command."""
    return {"game": place.game, "scenario": place.scenario, "seats": str(place.settle().seats)}


def learns(entry: Entry) -> bool:
    """False for an agent that is given as it is: more than one run of it would say the same."""
    if entry.command or entry.agent in BUILT_IN or entry.agent.partition(":")[0] not in _NAMED:
        return True
    return entry.agent.startswith("python:") and hasattr(found_in(entry.agent), "learn")


def check_entry(entry: Entry, task: Task) -> None:
    """Refuse what cannot enter, before anything is trained.

    Raises:
        SkirmishError: no such entrant, or one that the track does not allow.
    """
    track, scenario = task.rules, task.place.settle()
    if bool(entry.agent) == bool(entry.command):
        raise BadOption("who enters? give --agent or --command, one of the two")
    if track.response and entry.agent.startswith("python:") and learns(entry):
        raise BadOption(f"{entry.agent}: what a class has learnt has no name by which a best response could be trained against it; enter it by --command")
    if entry.command:
        _words(entry, task, Path("out"))
    elif entry.agent in RECIPES or (entry.agent not in BUILT_IN and entry.agent.partition(":")[0] not in _NAMED):
        fitted(_config(entry, task), task.protocol, track, task.place, task.budget, task.seed)
    elif entry.agent != MASKABLE and not learns(entry):
        check_raw(agent_of(entry.agent, scenario, 1), entry.agent, task)
    elif track.raw and entry.agent.startswith("python:") and hasattr(found_in(entry.agent), "bot"):
        raise _not_raw(f"{entry.agent} asks for the batch, through which it could ask bots")


def _not_raw(why: str) -> BadOption:
    return BadOption(f"{why}; this track allows observation, mask and outcome alone")


def check_raw(agent: Agent, name: str, task: Task) -> None:
    """Refuse an agent that reads what bots compute, where that is not allowed.

    Raises:
        BadOption: a bot, a search, a program, a class that is given the batch, or a network that reads columns which bots compute.
    """
    kind = name.partition(":")[0]
    if not task.rules.raw or kind == "random":
        return
    if kind == "exec":
        raise _not_raw(f"{name} is told positions as JSON")
    if kind not in ("python", "ppo"):
        raise _not_raw(f"{name} is a bot or asks one")
    if kind == "python" and getattr(agent, "_sees_batch", True):
        raise _not_raw(f"{name} asks for the batch, through which it could ask bots")
    if kind == "ppo":
        check_network_is_raw(name, task)


def check_network_is_raw(name: str, task: Task) -> None:
    """Refuse a network that reads columns which bots compute, or asks a bot which actions to consider.

    Raises:
        BadOption: it does. CheckpointError: no network at this place.
    """
    from skirmish_rl.agents.ppo.blind import peeks
    from skirmish_rl.agents.ppo.checkpoints import load_own
    from skirmish_rl.agents.tensors import read_network

    scenario = task.place.settle()
    file, identity = saved_network(name.removeprefix("ppo:"), scenario)
    weights = read_network(file)[0] if file.suffix == Path(_NETWORK).suffix else load_own(file)[0]
    if identity["network"]["consider"]:
        raise _not_raw(f"{name} has a bot choose which actions it considers (network.consider)")
    if read := peeks(weights, scenario, judged_columns(task.protocol, scenario)):
        raise _not_raw(f"{name} reads columns that bots compute (weights {', '.join(read)})")


def make(entry: Entry, task: Task, folder: Path, quiet: bool = False) -> Trained:
    """Train an entrant, or take it as it is.

    Args:
        folder: of what it leaves; a later call goes on there.

    Raises:
        SkirmishError: it cannot be trained, or is not what the track allows.
    """
    scenario = task.place.settle()
    if entry.command:
        return _by_command(entry, task, folder)
    if entry.agent == MASKABLE:
        return _stock(task, scenario, folder)
    if not learns(entry):
        return Trained(lambda there: agent_of(entry.agent, there, 1), entry.agent)
    if entry.agent.startswith("python:"):
        return _by_class(entry, task, scenario)
    return train(fitted(_config(entry, task), task.protocol, task.rules, task.place, task.budget, task.seed), folder, quiet)


def _config(entry: Entry, task: Task) -> Any:
    if entry.agent in RECIPES:
        if task.rules.raw and entry.agent == "imitation-ppo":
            raise _not_raw("imitation-ppo copies a bot")
        return recipe(RECIPES[entry.agent], task.protocol, task.place)
    path = Path(entry.agent)
    if path.suffix == ".toml" and path.is_file() and not {"ruleset", "config"} & set(read_toml(path)):  # the second: an agent's card
        return recipe(path, task.protocol, task.place)
    try:
        config, typed = read_config(entry.agent), find_config(entry.agent)
        if not is_typed(typed):
            check_settings(replace(config, runs="runs", name=""), typed)  # it is trained in a folder of the benchmark
        return config
    except UnknownName:
        raise unknown("entrant", entry.agent, [*BUILT_IN, *KINDS, "a training configuration"]) from None


def _lessons(task: Task, scenario: Scenario) -> Lessons:
    protocol = task.protocol
    rival = ScriptedAgent(scenario, STRONGEST)

    def test(agent: Agent) -> float:
        return play_pairs(scenario, [(agent, rival)], protocol.curve_games, _CURVE_SEED, 1, play=Pieces())[0].score

    return Lessons(scenario, task.budget, task.rules.kept, test, protocol.curve_points)


def _stock(task: Task, scenario: Scenario, folder: Path) -> Trained:
    """Stock MaskablePPO; it is trained in one go."""
    from skirmish_rl.agents.benchmark import maskable

    file, done = folder / _NETWORK, folder / LEARNT
    if not done.is_file():
        lessons = _lessons(task, scenario)
        maskable.train(lessons, task.seed, file)
        spent = {"decisions": lessons.purse.spent, "seconds": round(lessons.purse.seconds, 2)}
        write_json({"spent": spent, "curve": lessons.curve}, done)
    told, spec = read_json(done), f"ppo:{file.resolve()}"
    return Trained(lambda there: agent_of(spec, there, 1), spec, Cost(**told["spent"], counted=COUNTED), told["curve"])


def _by_class(entry: Entry, task: Task, scenario: Scenario) -> Trained:
    """A class that learns, in one go; it plays as it is then. What it spends beside its lessons cannot all be seen, so its cost is declared."""
    try:
        with closed(entry.agent):
            learner = found_in(entry.agent)(scenario)
    except BadOption:
        raise
    except Exception as error:
        raise BadOption(f"agent {entry.agent!r} cannot be made with a scenario: {type(error).__name__}: {error}") from error
    if not callable(getattr(learner, "act", None)):
        raise BadOption(f"agent {entry.agent!r}: a class that learns has act(observations, masks), too")
    if task.rules.raw and hasattr(learner, "bot"):
        raise _not_raw(f"{entry.agent} asks for the batch, through which it could ask bots")
    lessons = _lessons(task, scenario)
    with contextlib.suppress(BudgetSpent), closed(entry.agent):
        learner.learn(lessons, task.seed)
    lessons.show(learner)
    cost = Cost(lessons.purse.spent, 0, round(lessons.purse.seconds, 2), DECLARED)
    return Trained(lambda there: LearntAgent(there, entry.agent, learner), "", cost, lessons.curve)


def _words(entry: Entry, task: Task, out: Path) -> list[str]:
    """A command line with its places filled in."""
    budget = task.budget
    known = {**_known(task.place), "budget": budget.decisions, "minutes": budget.minutes, "seed": task.seed, "out": out.resolve()}
    try:
        words = [word.format(**known) for word in shlex.split(entry.command)]
    except (KeyError, IndexError, ValueError) as error:
        raise BadOption(
            f"--command {entry.command!r}: {error} cannot be filled in; known: {', '.join(f'{{{name}}}' for name in known)}"
        ) from error
    if "{out}" not in entry.command:
        raise BadOption(
            f"--command {entry.command!r}: write {{out}} where your program takes the folder that it is to leave its agent in"
        )
    return words


def _by_command(entry: Entry, task: Task, folder: Path) -> Trained:
    """A program of the user's own, within its time; what it has spent, only itself can say."""
    folder.mkdir(parents=True, exist_ok=True)
    began, words = time.monotonic(), _words(entry, task, folder)
    try:
        done = subprocess.run(words, timeout=task.budget.minutes * 60 + 60 if task.budget.minutes else None)
    except subprocess.TimeoutExpired as error:
        raise BadOption(f"{words[0]} was ended a minute after the {task.budget.minutes:g} minutes of this budget") from error
    except OSError as error:
        raise BadOption(f"--command: {cannot('start', words[0], error)}") from error
    if done.returncode:
        raise BadOption(f"--command: {shlex.join(words)} ended with exit code {done.returncode}")
    name = _left_in(folder)
    check_raw(agent_of(name, task.place.settle(), 1), name, task)
    return Trained(lambda there: agent_of(name, there, 1), name, _declared(folder, task.budget, time.monotonic() - began))


def _left_in(folder: Path) -> str:
    """The name of the agent in a folder that a command has filled."""
    if (folder / AGENT).is_file():
        return read_text(folder / AGENT, _NAME, CheckpointError).strip()
    try:
        saved_network(str(folder))
    except CheckpointError as error:
        raise CheckpointError(
            f"the command has left no agent in {folder}: expected a run folder, an agent's folder, or {AGENT} with the name of an agent ({error})"
        ) from error
    return f"ppo:{folder.resolve()}"


def _declared(folder: Path, budget: Budget, seconds: float) -> Cost:
    if not (folder / SPENT).is_file():
        return Cost(budget.decisions, 0, round(seconds, 2), DECLARED)
    told = read_toml(folder / SPENT)
    decisions = told.get("decisions")
    if not isinstance(decisions, int) or isinstance(decisions, bool) or decisions < 0 or set(told) != {"decisions"}:
        raise DataError(f"{folder / SPENT}: expected decisions = a whole number, and nothing else")
    if budget.decisions and decisions > budget.decisions:
        raise BadOption(f"{folder / SPENT} tells of {decisions:,} decisions; this budget has {budget.decisions:,}")
    return Cost(decisions, 0, round(seconds, 2), DECLARED)
