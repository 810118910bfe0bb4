"""Entrants: an agent by name, a class that plays or learns, a training configuration or recipe, or a command that leaves an agent."""

from __future__ import annotations

import contextlib
import shlex
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.agent import STRONGEST, Agent
from skirmish_rl.agents.arena import play_pairs
from skirmish_rl.agents.benchmark.learning import LEARNT, RECIPES, counted_by, fitted, recipe, shrunk, train
from skirmish_rl.agents.benchmark.lessons import COPIED, DECISIONS, EVALUATED, SIMULATED, BudgetSpent, LearntAgent, Lessons, Purse
from skirmish_rl.agents.benchmark.protocol import Budget, Place, Protocol, Track
from skirmish_rl.agents.benchmark.results import read_json
from skirmish_rl.agents.benchmark.trained import COUNTED, DECLARED, Cost, Trained
from skirmish_rl.agents.benchmark.uses import check_copies, columns_read, weights_of
from skirmish_rl.agents.kinds.gate import closed
from skirmish_rl.agents.names import KINDS, WORDS, agent_of, saved_network
from skirmish_rl.agents.own import OwnAgent, found_in, made, parts_of
from skirmish_rl.agents.ppo.config import read_config
from skirmish_rl.agents.ppo.display import Display, terminal
from skirmish_rl.agents.results.report import write_json
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.settings.seals import mark_of
from skirmish_rl.agents.settings.trust import check_settings, is_plain, is_typed
from skirmish_rl.agents.shipped import find_config
from skirmish_rl.envs.core.batch import Batch
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
_CURVE_SEED = 987_654_321  # as `EvaluationConfig`
_TELL = 0.5  # seconds between two signs of life


@dataclass(frozen=True)
class Entry:
    """An entrant as given on the command line.

    Attributes:
        agent: its name, class, configuration or recipe, which may contain {game}, {scenario} and {seats}; "" for a command.
        command: a command with {game}, {scenario}, {seats}, {budget} (decisions, 0 if time is limited instead), {minutes}, {seed} and
            {out}; "" for an agent.
        name: the entrant's name in tables.
    """

    agent: str
    command: str = ""
    name: str = ""

    @property
    def shown(self) -> str:
        return self.name or self.agent or "command"

    def at(self, place: Place) -> Entry:
        """The entrant with the placeholders for one place filled in."""
        return replace(self, agent=place.named(self.agent))


@dataclass(frozen=True)
class Task:
    """One training run with its test: the place, the budget and the seed."""

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
        return self.protocol.budget(self.track, self.budget_name)

    @property
    def name(self) -> str:
        """A file name for the task."""
        return f"{self.place.game}-{self.place.name}-s{self.seed}".replace(":", "-").replace("/", "-")


def learns(entry: Entry) -> bool:
    """False for an agent that is entered as it is, for which further runs would give the same result."""
    if entry.command or entry.agent in BUILT_IN or entry.agent.partition(":")[0] not in WORDS:
        return True
    return entry.agent.startswith("python:") and not parts_of(entry.agent)[2] and hasattr(found_in(entry.agent), "learn")


def learns_again(entry: Entry) -> bool:
    """True for a class that learns: nothing of it is left after its run, so it would have to learn once more to be tested once more."""
    return entry.agent.startswith("python:") and learns(entry)


def check_entry(entry: Entry, task: Task) -> None:
    """Refuse an invalid entrant before anything is trained.

    Raises:
        SkirmishError: there is no such entrant, or the track does not allow it.
    """
    track, scenario = task.rules, task.place.settle()
    if bool(entry.agent) == bool(entry.command):
        raise BadOption("which agent is tested? give --agent or --command, one of the two")
    if track.response and entry.agent.startswith("python:") and learns(entry):
        raise BadOption(
            f"{entry.agent}: a trained class has no name, so no best response can be trained against it; enter it with --command"
        )
    if entry.command:
        _words(entry, task, Path("out"))
    elif entry.agent in RECIPES or (entry.agent not in BUILT_IN and entry.agent.partition(":")[0] not in WORDS):
        fitted(_config(entry, task), task.protocol, track, task.place, task.budget, task.seed)
    elif entry.agent != MASKABLE and not learns(entry):
        check_raw(agent_of(entry.agent, scenario, 1), entry.agent, task)
        check_copies(entry.agent, task.place.game, task.protocol)
    elif entry.agent.startswith("python:"):
        check_copies(entry.agent, task.place.game, task.protocol)
        if not track.raw or not hasattr(found_in(entry.agent), "bot"):
            return
        raise _not_raw(f"{entry.agent} asks for the batch, through which it could ask bots")


def _not_raw(why: str) -> BadOption:
    return BadOption(f"{why}; this track allows observation, mask and outcome alone")


def check_raw(agent: Agent, name: str, task: Task) -> None:
    """Refuse an agent that reads what bots compute, in a track that does not allow this.

    Raises:
        BadOption: the agent is a bot, a search, a program, a class that receives the batch, or a network that reads columns which bots
            compute.
    """
    kind = name.partition(":")[0]
    if not task.rules.raw or kind == "random":
        return
    if kind == "exec":
        raise _not_raw(f"{name} reads positions as JSON")
    if kind not in ("python", "ppo"):
        raise _not_raw(f"{name} is a bot or asks one")
    if kind == "python" and getattr(agent, "_sees_batch", True):
        raise _not_raw(f"{name} asks for the batch, through which it could ask bots")
    if kind == "ppo":
        check_network_is_raw(name, task)


def check_network_is_raw(name: str, task: Task) -> None:
    """Refuse a network that reads columns which bots compute, or that lets a bot choose which actions it considers.

    Raises:
        BadOption: the network does one of the two.
        CheckpointError: there is no network for this place.
    """
    scenario = task.place.settle()
    weights, network = weights_of(name.removeprefix("ppo:"), scenario)
    if network["consider"]:
        raise _not_raw(f"{name} has a bot choose which actions it considers (network.consider)")
    if read := columns_read(weights, scenario, task.protocol):
        raise _not_raw(f"{name} reads columns that bots compute (weights {', '.join(read)})")


def make(entry: Entry, task: Task, folder: Path, quiet: bool = False) -> Trained:
    """Train an entrant, or take an agent as it is.

    Args:
        entry: the entrant.
        task: the run.
        folder: where training leaves its files; a later call continues from them.
        quiet: print nothing.

    Raises:
        SkirmishError: the entrant cannot be trained, or is not allowed in the track.
    """
    scenario = task.place.settle()
    if entry.command:
        return _by_command(entry, task, folder)
    if entry.agent == MASKABLE:
        return _stock(task, scenario, folder, quiet)
    if not learns(entry):
        unseen = task.rules.raw and entry.agent != "random"  # how it has learnt, here where that matters
        cost = Cost(counted=DECLARED) if unseen else Cost()
        return Trained(lambda there: _playing(agent_of(entry.agent, there, 1), task), entry.agent, cost)
    if entry.agent.startswith("python:"):
        return _by_class(entry, task, scenario, folder, quiet)
    config = fitted(_config(entry, task), task.protocol, task.rules, task.place, task.budget, task.seed)
    counted, trained = counted_by(config), train(config, folder, quiet)
    return replace(trained, cost=replace(trained.cost, counted=counted))


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
        return shrunk(config, task.protocol, typed)
    except UnknownName:
        raise unknown("entrant", entry.agent, [*BUILT_IN, *KINDS, "a training configuration"]) from None


def _lessons(task: Task, scenario: Scenario, folder: Path | None = None, told: Callable[[Purse], None] | None = None) -> Lessons:
    protocol, rival = task.protocol, ScriptedAgent(scenario, STRONGEST)

    def test(agent: Agent, games: int) -> float:
        return play_pairs(scenario, [(agent, rival)], games, _CURVE_SEED, 1)[0].score

    points, games = protocol.curve_points, protocol.curve_games
    return Lessons(scenario, task.budget, task.rules.kept_at(task.place), test, points, games, task.rules.raw, folder, told)


def _stock(task: Task, scenario: Scenario, folder: Path, quiet: bool) -> Trained:
    """Train stock MaskablePPO, which cannot continue an interrupted run."""
    from skirmish_rl.agents.benchmark import maskable

    file, done = folder / _NETWORK, folder / LEARNT
    if not done.is_file():
        with _display(quiet) as display:
            lessons = _lessons(task, scenario, told=_progress(display, MASKABLE))
            maskable.train(lessons, task.seed, file)
        spent = {**lessons.purse.kinds, "seconds": round(lessons.purse.seconds, 2)}
        write_json({"spent": spent, "curve": lessons.curve}, done)
    told, spec = read_json(done), f"ppo:{file.resolve()}"
    return Trained(lambda there: agent_of(spec, there, 1), spec, Cost(**told["spent"], counted=COUNTED), told["curve"])


def _by_class(entry: Entry, task: Task, scenario: Scenario, folder: Path, quiet: bool) -> Trained:
    """Train a class of the user's own; a class that saves itself continues an interrupted run."""
    with closed(entry.agent, task.rules.raw):
        learner = made(entry.agent, scenario)
    if not callable(getattr(learner, "act", None)):
        raise BadOption(f"agent {entry.agent!r}: a class that has `learn` needs act(observations, masks), too; add it")
    if task.rules.raw and hasattr(learner, "bot"):
        raise _not_raw(f"{entry.agent} asks for the batch, through which it could ask bots")
    with _display(quiet) as display:
        lessons = _lessons(task, scenario, folder, _progress(display, entry.agent))
        with contextlib.suppress(BudgetSpent), closed(entry.agent, task.rules.raw):
            if lessons.go_on(learner):
                display.say(f"continues after {lessons.purse.spent:,} decisions")
            learner.learn(lessons, task.seed)
    return Trained(lambda there: _playing(LearntAgent(there, entry.agent, learner), task), "", lessons.purse.cost, lessons.curve)


class _Watched:
    """A user's own agent in a track that allows only observation, mask and outcome: it has no access to bots while it plays, either."""

    def __init__(self, agent: OwnAgent):
        self.agent, self.name, self.bot, self.observes = agent, agent.name, agent.bot, agent.observes

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        with closed(self.name, raw=True):
            return self.agent.act(batch, index)


def _playing(agent: Agent, task: Task) -> Agent:
    return _Watched(agent) if task.rules.raw and isinstance(agent, OwnAgent) else agent


@contextlib.contextmanager
def _display(quiet: bool) -> Iterator[Display]:
    with Display(terminal(quiet=quiet)) as display:
        yield display


def _progress(display: Display, name: str) -> Callable[[Purse], None]:
    """Make a function that reports from time to time how much of the budget a class has spent."""
    last = [time.monotonic()]

    def tell(purse: Purse) -> None:
        now = time.monotonic()
        if now - last[0] < _TELL:
            return
        last[0], share, seconds = now, purse.share, purse.seconds
        left = seconds * (1 - share) / share if share else None
        display.show(name, share, purse.spent / max(seconds, 1e-9), None, left)

    return tell


def _words(entry: Entry, task: Task, out: Path) -> list[str]:
    """Split a command line into words and fill in its placeholders."""
    budget = task.budget
    known = {**task.place.known, "budget": budget.decisions, "minutes": budget.minutes, "seed": task.seed, "out": out.resolve()}
    try:
        words = [word.format(**known) for word in shlex.split(entry.command)]
    except (KeyError, IndexError, ValueError) as error:
        raise BadOption(
            f"--command {entry.command!r}: {error} cannot be filled in; known: {', '.join(f'{{{name}}}' for name in known)}"
        ) from error
    if "{out}" not in entry.command:
        raise BadOption(f"--command {entry.command!r}: write {{out}} where your program takes the folder that it is to leave its agent in")
    return words


def _by_command(entry: Entry, task: Task, folder: Path) -> Trained:
    """Run the user's own program within the time limit, once; the number of decisions is what the program declares."""
    folder.mkdir(parents=True, exist_ok=True)
    if runs := not (folder / LEARNT).is_file():
        (folder / AGENT).unlink(missing_ok=True)  # what a stranger has left there is not the command's
        seconds = _run_command(entry, task, folder)
        mark = mark_of(_left_in(folder).encode()).hex()
        write_json(asdict(_declared(folder, task.budget, seconds)) | {"mark": mark}, folder / LEARNT)
    name, cost = _left_in(folder), read_json(folder / LEARNT)
    is_own = cost.pop("mark", "") == mark_of(name.encode()).hex() != ""
    if (folder / AGENT).is_file() and not (runs or is_own or is_plain(name)):
        raise BadOption(
            f"{folder / AGENT} names {name!r:.200}, which is code or files, and it is not known that a command of yours has left it "
            f"there. If you trust it, enter it by --agent; or remove {folder} to run --command again"
        )
    check_raw(agent_of(name, task.place.settle(), 1), name, task)
    check_copies(name, task.place.game, task.protocol)
    return Trained(lambda there: agent_of(name, there, 1), name, Cost(**cost))


def _run_command(entry: Entry, task: Task, folder: Path) -> float:
    """Run the user's own program, and return its seconds."""
    began, words = time.monotonic(), _words(entry, task, folder)
    try:
        done = subprocess.run(words, timeout=task.budget.minutes * 60 + 60 if task.budget.minutes else None)
    except subprocess.TimeoutExpired as error:
        raise BadOption(
            f"{words[0]} was stopped, because it ran a minute longer than the {task.budget.minutes:g} minutes of this budget"
        ) from error
    except OSError as error:
        raise BadOption(f"--command: {cannot('start', words[0], error)}") from error
    if done.returncode:
        raise BadOption(f"--command: {shlex.join(words)} ended with exit code {done.returncode}")
    return time.monotonic() - began


def _left_in(folder: Path) -> str:
    """The name of the agent that a command has left in a folder."""
    if (folder / AGENT).is_file():
        return read_text(folder / AGENT, _NAME, CheckpointError).strip()
    try:
        saved_network(str(folder))
    except CheckpointError as error:
        raise CheckpointError(
            f"the command has left no agent in {folder}: expected a run folder, an agent's folder, or {AGENT} with the name of an agent "
            f"({error})"
        ) from error
    return f"ppo:{folder.resolve()}"


def _declared(folder: Path, budget: Budget, seconds: float) -> Cost:
    if not (folder / SPENT).is_file():
        return Cost(budget.decisions, seconds=round(seconds, 2), counted=DECLARED)
    told, kinds = read_toml(folder / SPENT), (DECISIONS, COPIED, EVALUATED, SIMULATED)
    if "decisions" not in told or set(told) - set(kinds) or any(type(n) is not int or n < 0 for n in told.values()):
        others = ", ".join(kinds[1:])
        raise DataError(f"{folder / SPENT}: expected `decisions` (a whole number), perhaps {others}, and nothing else")
    cost = Cost(**told, seconds=round(seconds, 2), counted=DECLARED)
    if budget.decisions and cost.total > budget.decisions:
        raise BadOption(f"{folder / SPENT} declares {cost.total:,} decisions; this budget has {budget.decisions:,}")
    return cost
