"""The games and agents that a visitor of the page can choose from.

A page never sends a path: it sends the text of its files, and names trained agents as the lobby lists them.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

from skirmish_rl import __version__
from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.kinds.programs import command_of
from skirmish_rl.agents.names import KINDS, WORDS, agent_of, erring, fits, network_of, saved_network
from skirmish_rl.agents.own import found_in
from skirmish_rl.agents.search import is_budget, read_budget
from skirmish_rl.agents.serving import messages, wire
from skirmish_rl.agents.serving.strengths import strengths_of
from skirmish_rl.agents.shipped import LADDERS, PACKAGE, levels_of, shipped_agents
from skirmish_rl.envs.core import ruleset as scenarios_in_memory
from skirmish_rl.envs.core.errors import BadOption, DataError, SkirmishError, StateError, UnknownName, did_you_mean, unknown
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.ruleset import Ruleset, Scenario
from skirmish_rl.envs.core.scenarios import Option
from skirmish_rl.envs.core.texts import lines_of, parse_toml
from skirmish_rl.envs.core.trace import Answered, read_answers, read_files, read_header, scenario_of
from skirmish_rl.envs.core.worlds import SEEDS, is_generated, worlds_of
from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.lessons import guide_of, lessons_message, said_of

PERSON = "person"
ANYWHERE = "/any"  # ends the name of a network that plays all scenarios
JUDGE = "mcts:64"  # judges positions where no network can
SIMULATIONS, SECONDS = 2000, 10.0  # that a search named by a page may take for one decision
PICTURES = PACKAGE / "web" / "pictures"  # of games on the first screen: python -m bench.card_pictures
POOL = 20  # generated worlds that a game may be drawn from: all their tables are in memory
_OWN = 16  # scenarios of pages' own files that stay in memory without being played
_NAMED, _BYTES = 80, 200  # letters of a file's name, and what they may take where it is written
_APART = frozenset('/\\:*?"<>|')  # what names of files cannot hold on some system
_LAST = re.compile(r"(?:outcome .*|unfinished); ([0-9]{1,6}) decisions")
_made_of_own_files = itertools.count(1)
_LABEL = re.compile(r"\W+")


class Lobby:
    """All games, the agents given on the command line, and those that come with the package.

    Args:
        specs: agents as on the command line: `ppo:runs/x`, `look:runs/x`, `python:bots:Mine`; a path alone means `ppo:` and the path.

    Attributes:
        agents: the name that pages use -> the agent's name on the command line.
    """

    def __init__(self, specs: Sequence[str] = ()):
        self.agents: dict[str, str] = {}
        for spec in specs:
            spec = _named(spec)
            kind, _, rest = spec.partition(":")
            label = plain = f"{kind}:{plain_label(rest)}"
            for number in range(2, len(specs) + 2):
                if label not in self.agents:
                    break
                label = f"{plain}-{number}"
            self.agents[label] = spec
        for name in shipped_agents():
            self.agents |= {f"{kind}:{name}": f"{kind}:{name}" for kind in ("ppo", "look")}

    def message(self) -> wire.Lobby:
        """Build the message that describes the lobby."""
        games = [game_facts(ruleset_of(name)) for name in available()]
        agents: list[wire.AgentFacts] = [{"name": label, "title": label, "games": _games_of(spec)} for label, spec in self.agents.items()]
        limits: wire.LimitFacts = {"file": messages.FILE, "files": messages.FILES, "simulations": SIMULATIONS, "seconds": SECONDS}
        return {"is": "lobby", "version": __version__, "games": games, "agents": agents, "limits": limits, "guests": True}

    def agent(self, name: str, scenario: Scenario) -> Agent:
        """Make the agent that a page names.

        Raises:
            UnknownName, BadOption, CheckpointError: as for `agent_of`; BadOption also for a search that would take too long.
        """
        if name in self.agents:
            return agent_of(self.agents[name], scenario, threads=1)
        kind = name.partition(":")[0]
        if kind == "mcts":
            amount = erring(name)[0].partition(":")[2].partition(":")[0]
            budget = read_budget(amount) if is_budget(amount) else None
            if budget is None or budget.amount > (SECONDS if budget.timed else SIMULATIONS):
                raise BadOption(
                    f"{name!r}: from 1 to {SIMULATIONS} simulations or up to {SECONDS:g} seconds a decision, as in mcts:100 or mcts:0.5s"
                )
        elif name != "random" and kind not in ("bot", "near", *LADDERS):
            raise UnknownName(
                f"unknown agent {name!r}; {did_you_mean(name, [PERSON, 'random', *self._bots(scenario), 'mcts:100', *self.agents])}"
            )
        return agent_of(name, scenario, threads=1)

    def judges(self, scenario: Scenario, agents: Sequence[Agent | None]) -> list[str]:
        """Names of agents that can evaluate positions, best first: networks that play in the game, other networks, a search by a bot.

        A network that plays all scenarios knows each less well than one that was trained for it.
        """
        fitting = [name for name, spec in self.agents.items() if scenario.ruleset.name in (_games_of(spec) or ()) and fits(spec, scenario)]
        seated = [agent.name for agent in agents if agent is not None]
        return [*sorted(fitting, key=lambda name: (self.agents[name] not in seated, name.endswith(ANYWHERE), name)), JUDGE]

    def unfit(self, scenario: Scenario) -> list[str]:
        """Names of levels and of this game's trained agents that were made for other scenarios."""
        game = scenario.ruleset.name
        levels = [f"{kind}:{level}" for kind in LADDERS for level in levels_of(game, kind)]
        named = {level: level for level in levels}
        named |= {name: spec for name, spec in self.agents.items() if game in (_games_of(spec) or ())}
        return [name for name, spec in named.items() if not fits(spec, scenario)]

    @staticmethod
    def _bots(scenario: Scenario) -> list[str]:
        return [f"bot:{bot}" for bot in scenario.ruleset.bots[1:]]


def check_agents(specs: Sequence[str]) -> None:
    """Refuse agents of the command line that cannot play any game, before a page offers them.

    Raises:
        UnknownName, BadOption, CheckpointError, DataError, MissingExtra: as for `agent_of`.
    """
    for spec in map(_named, specs):
        kind = erring(spec)[0].partition(":")[0]
        if kind in ("ppo", "look"):
            saved_network(network_of(spec)[0])
        elif kind == "python":
            found_in(spec)
        elif kind == "exec":
            command_of(spec)
        elif kind not in WORDS:
            raise unknown("agent", spec, KINDS)


def _named(spec: str) -> str:
    """An agent's name; a path alone is a trained network."""
    return spec if ":" in spec else f"ppo:{spec}"


def plain_label(rest: str) -> str:
    """Shorten a path to its last part, or a module to its name, for use as a label."""
    path = Path(rest.rpartition(":")[2])
    name = f"{path.parent.name}-{path.stem}" if path.suffix == ".zip" else path.name
    return _LABEL.sub("-", name).strip("-")[:40] or "agent"


@functools.cache  # of the names on the command line and of the package
def _games_of(spec: str) -> tuple[str, ...] | None:
    """The games that an agent of the command line can play; None for all games."""
    if spec.partition(":")[0] not in ("ppo", "look"):
        return None
    try:
        return (str(saved_network(network_of(spec)[0])[1]["ruleset"]),)
    except (SkirmishError, KeyError, ValueError):
        return ()


def game_facts(ruleset: Ruleset) -> wire.GameFacts:
    """Describe a game for the lobby."""
    guide = guide_of(ruleset)
    scenarios: list[wire.ScenarioFacts] = [
        {"name": name, "tags": list(tags), "says": guide["scenarios"].get(name, "")} for name, tags in ruleset.scenarios.items()
    ]
    options = [_option(name, option, _shipped(ruleset, name)) for name, option in ruleset.options.items()]
    return {
        "name": ruleset.name, "title": ruleset.title, "seats": list(ruleset.seats), "scenarios": scenarios,
        "default": ruleset.default_scenario("small"), "worlds": SEEDS if ruleset.generate else 0, "options": options,
        "bots": list(ruleset.bots), "levels": list(levels_of(ruleset.name)), "easy": list(levels_of(ruleset.name, "easy")),
        "strengths": strengths_of(ruleset), "picture": f"pictures/{ruleset.name}.png" if picture_file(ruleset.name).is_file() else "",
        "sentence": guide["sentence"], "minute": guide["minute"], "first": lessons_message(ruleset),
    }  # fmt: skip


def picture_file(name: str) -> Path:
    """The path of a game's picture for the first screen; the file may be missing."""
    return PICTURES / f"{name}.png"


def _option(name: str, option: Option, shipped: list[str]) -> wire.OptionFacts:
    """Describe how a page offers an option.

    Args:
        name: the option's name.
        option: the option.
        shipped: the names that it accepts besides the user's own files.
    """
    allowed = option.allowed
    says = said_of(option)
    if allowed is bool:
        return {"name": name, "kind": "switch", "choices": [], "default": option.default, "says": says}
    if isinstance(allowed, type):
        quoted = re.findall(r"'(\w+)'", says)
        kind: Literal["list", "text"] = "list" if allowed is object else "text"
        return {"name": name, "kind": kind, "choices": [*shipped, *quoted], "default": option.default, "says": says}
    return {"name": name, "kind": "choice", "choices": list(allowed), "default": option.default, "says": says}


def _shipped(ruleset: Ruleset, option: str) -> list[str]:
    """Names of the forces that come with the package and that an option accepts."""
    return ruleset.force_names if ruleset.forces and option in ruleset.forces.options else []


def settle(message: dict[str, Any], folder: Path) -> Scenario:
    """Build the scenario that a page asks for.

    Args:
        message: a message with `game`, `scenario`, `seats`, `options` and `files`.
        folder: where the page's files are written; the folder must exist as long as the scenario is used.

    Raises:
        UnknownName, BadOption, DataError: as on the command line, with files named as on the page.
    """
    ruleset = _compiled(message["game"])
    given = {one["name"]: one["text"] for one in message.get("files") or ()}
    check_names(given)
    files = chosen_files(given, [message.get("scenario"), *(message.get("options") or {}).values()])
    check_files(files)
    for name, text in files.items():
        write_whole(folder / name, text, "TMPDIR")

    def placed(value: Any) -> Any:
        if isinstance(value, list):
            return [placed(one) for one in value]
        if isinstance(value, str):
            _check_name(value, files)
            return str(folder / value) if value in files else value
        return value

    _check_worlds(message.get("scenario") or "")
    options = {name: placed(value) for name, value in (message.get("options") or {}).items()}
    try:
        scenario = ruleset.scenario(placed(message.get("scenario")), message.get("seats"), **options)
    except DataError as error:
        name = str(message.get("scenario"))
        other = _game_of(folder / name, ruleset) if name in files else None
        _forget_own(files)
        if other:
            raise DataError(f"{name}: this is a scenario of {other.title}; choose that game, and then the file once more") from error
        raise
    _forget_own(files)
    return scenario


def _game_of(path: Path, chosen: Ruleset) -> Ruleset | None:
    """Another game than the chosen one that takes a file for its scenario, None for none."""
    for name in available():
        with contextlib.suppress(SkirmishError):
            if name != chosen.name and ruleset_of(name).scenario(str(path)):
                return ruleset_of(name)
    return None


def settle_saved(text: str, folder: Path) -> tuple[Scenario, dict[str, str], list[Answered]]:
    """Read a saved game: its scenario, its header and its answers.

    Args:
        text: the saved game.
        folder: where the game's own files are written, as for `settle`.

    Raises:
        StateError, UnknownName, BadOption, DataError: the text is not a saved game of this version, is incomplete, or refers to files that
            it does not contain.
    """
    header, files, answers = read_header(text), read_files(text), read_answers(text)
    last = _LAST.fullmatch(lines_of(text)[-1])
    if last is None or int(last[1]) != len(answers):
        raise StateError(
            f"the saved game is not whole: {len(answers)} answers can be read in it, and its last line should say so; save it again"
        )
    if len(files) > messages.FILES or max(map(len, files.values()), default=0) > messages.FILE:
        raise StateError(f"the saved game holds {len(files)} files; at most {messages.FILES} of {messages.FILE} letters each")
    check_names(files)
    check_files(files)
    _compiled(header["ruleset"])
    for words in re.findall(r'"([^"]*)"', header["options"]) + [header["scenario"]]:
        _check_name(words, files)
    _check_worlds(header["scenario"])
    scenario = scenario_of(header, files, folder)
    _forget_own(files)
    if len(answers) > scenario.max_decisions:
        raise StateError(f"the saved game is damaged: {len(answers)} answers, in a game of at most {scenario.max_decisions}")
    return scenario, header, answers


def _forget_own(files: dict[str, str]) -> None:
    """Drop cached scenarios of pages' own files from time to time; each has its own folder, so no scenario is asked for twice."""
    if files and next(_made_of_own_files) % _OWN == 0:
        scenarios_in_memory._load.cache_clear()
        scenarios_in_memory._OWN_FILES.clear()


def _compiled(name: str) -> Ruleset:
    """A ruleset with compiled rules; missing libraries are compiled in another process, so that running games are not held up.

    It imports nothing from the current folder, which may be somebody else's agent.
    """
    ruleset = ruleset_of(name)
    if not ruleset.engine.library.is_there():
        subprocess.run([sys.executable, "-P", "-m", "skirmish_rl", "compile", name], stdout=subprocess.DEVNULL, check=False)
    return ruleset


def check_names(files: Iterable[str]) -> None:
    """Refuse file names that contain a path or that cannot be written.

    Raises:
        BadOption: a name that is not a plain `name.toml`.
    """
    for name in files:
        if name[:1] in ("", ".", " ") or _APART.intersection(name) or not name.isprintable() or name.removesuffix(".toml") in ("", name):
            barred = " ".join(sorted(_APART))
            raise BadOption(f"{name[:90]!r} is no name for a file; letters, digits and spaces of any script, none of {barred}, then .toml")
        if len(name) > _NAMED or len(name.encode()) > _BYTES:
            raise BadOption(f"{name[:40]!r}... is too long a name for a file; at most {_NAMED} letters, {_BYTES} bytes. Rename it")


def chosen_files(files: dict[str, str], chosen: Iterable[Any]) -> dict[str, str]:
    """Select those of a page's files that a choice names, and the files that those name in turn; all other files stay unread.

    Args:
        files: name -> text.
        chosen: the scenario and the values of options, lists included.
    """
    selected: dict[str, str] = {}
    waiting = [words for value in chosen for words in _texts(value)]
    while waiting:
        name = waiting.pop()
        if name in files and name not in selected:
            selected[name] = files[name]
            with contextlib.suppress(ValueError):  # `check_files` says what is wrong
                waiting += _texts(parse_toml(files[name]))
    return selected


def check_files(files: dict[str, str]) -> None:
    """Refuse files that refer to anything outside the page's files.

    Raises:
        BadOption: a file that cannot be read, or that names a file which the page did not send.
    """
    for name, text in files.items():
        try:
            inside = parse_toml(text)
        except ValueError as error:
            raise BadOption(f"{name}: {error}") from error
        for words in _texts(inside):
            _check_name(words, files, f"{name}: ")


def _check_worlds(scenario: str) -> None:
    """Refuse a pool of generated worlds that would take too much memory and time."""
    if is_generated(scenario) and (count := len(worlds_of(scenario))) > POOL:
        raise BadOption(f"scenario {scenario!r}: {count:,} worlds; on a page at most {POOL}, or one, as in skirmish:7")


def _texts(value: Any) -> Iterator[str]:
    """All texts in the contents of a TOML file, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
    elif isinstance(value, dict):
        for name, part in value.items():
            yield name
            yield from _texts(part)


def _check_name(words: str, files: dict[str, str], where: str = "") -> None:
    """Refuse a text that names a file outside the page's files."""
    if words.endswith(".toml") and words not in files:
        raise BadOption(f"{where}{words[:90]!r} is not among the files given; drop it on to the page too")
