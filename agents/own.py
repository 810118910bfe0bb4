"""Agents of the user's own: `python:<module>:<name>`, a class or a function in any module that Python finds.

`:<path>` after a class is handed to it.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from skirmish_rl.agents.agent import Agent
from skirmish_rl.agents.kinds.gate import strangers
from skirmish_rl.envs.adapters.seating import takes_two
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.errors import BadOption, UnknownName, did_you_mean
from skirmish_rl.envs.core.ruleset import Scenario


class OwnAgent:
    """Calls the user's own code; an exception counts as the agent's fault and loses the game where faults lose games.

    A process that it is sent to imports the module again, so it keeps nothing from one process to the next.

    Args:
        spec: `python:<module>:<name>`. The name is that of a class, made with the scenario, or of a function. With `:<path>` behind it a
            class is made with the scenario and the path, whatever it has written there. A class has
            `act(observations, masks)`, as a function is: float32 (m, features) and uint8 (m, actions) in, m legal actions out; with an
            attribute `bot = None` it has `act(batch, index)`, see `Agent`.

    Raises:
        BadOption: no such form, no such module, one that cannot be imported, or nothing there that could be asked.
        UnknownName: the module has nothing of that name.
    """

    def __init__(self, scenario: Scenario, spec: str):
        self.scenario, self.name = scenario, spec
        self.bot: int | None = None
        self._asked, self._sees_batch = _made(spec, scenario)
        self.observes = self._sees_batch  # `batch.observations` are filled in for it

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        try:
            with strangers():
                if self._sees_batch:
                    return self._asked(batch, index)
                seen = [batch.look(int(b), int(batch.deciders[b])) for b in index]
                return self._asked(np.array([observation for observation, _ in seen]), np.array([mask for _, mask in seen]))
        except SystemExit as error:
            raise RuntimeError(f"{self.name} asked to end the process ({error})") from error

    def __reduce__(self) -> tuple[Any, ...]:
        return OwnAgent, (self.scenario, self.name)


class GivenAgent(OwnAgent):
    """An object or a function of the user's own; its name is its `name`, or that of its class."""

    def __init__(self, given: Any, scenario: Scenario):
        asked = getattr(given, "act", given)
        if isinstance(given, type) or not callable(asked) or not takes_two(asked):
            by_name = "agent_of(name, scenario) makes one by its name"
            raise BadOption(f"agent {given!r}: expected an object with act(observations, masks), or a function of these two; {by_name}")
        self.given, self.scenario, self.bot = given, scenario, None
        self.name = str(getattr(given, "name", None) or getattr(given, "__name__", None) or type(given).__name__)
        self._asked, self._sees_batch = asked, hasattr(given, "bot")
        self.observes = self._sees_batch

    def __reduce__(self) -> tuple[Any, ...]:
        return GivenAgent, (self.given, self.scenario)


def as_agent(given: Any, scenario: Scenario) -> Agent:
    """Return an agent of this package unchanged, and wrap any other object that can act as one.

    Raises:
        BadOption: it cannot be asked.
    """
    ours = type(given).__module__.partition(".")[0] == __name__.partition(".")[0] or isinstance(getattr(given, "bot", None), int)
    return given if ours else GivenAgent(given, scenario)  # type: ignore[no-any-return]


def _made(spec: str, scenario: Scenario) -> tuple[Callable[..., Any], bool]:
    """What is asked, and whether it is asked with the batch."""
    thing, (_, _, path) = found_in(spec), parts_of(spec)
    if path and not isinstance(thing, type):
        raise BadOption(f"agent {spec!r}: a path is handed to a class, and this is a function; leave {path!r} out")
    agent = made(spec, scenario) if isinstance(thing, type) else thing
    asked = getattr(agent, "act", agent)
    if not callable(asked) or not takes_two(asked):
        raise BadOption(f"agent {spec!r}: expected a class with act(observations, masks), or a function of these two")
    return asked, hasattr(agent, "bot")


def made(spec: str, scenario: Scenario) -> Any:
    """Construct the class in a name with the scenario, and with the path if the name has one.

    Raises:
        BadOption: it cannot be made, or there is nothing at the path.
    """
    found, (_, _, path) = found_in(spec), parts_of(spec)
    if path and not Path(path).exists():
        raise BadOption(
            f"agent {spec!r}: there is nothing at {path}; write python:<module>:<class>:<path> with the folder or file that the class "
            "reads"
        )
    try:
        return found(scenario, path) if path else found(scenario)
    except BadOption:
        raise
    except Exception as error:
        given = "a scenario and a path" if path else "a scenario"
        raise BadOption(f"agent {spec!r} cannot be made with {given}: {type(error).__name__}: {error}") from error


def parts_of(spec: str) -> tuple[str, str, str]:
    """Module, name and path in a name, the last "" for none.

    Raises:
        BadOption: another form.
    """
    kind, module, name, path = [*spec.split(":", 3), "", "", ""][:4]
    if kind != "python" or not module or not name.isidentifier():
        raise BadOption(f"agent {spec!r}: write python:<module>:<class or function>, for example python:mybots:Cautious")
    return module, name, path


def found_in(spec: str) -> Any:
    """The class or function in a name; modules are looked for in the current folder, too."""
    module, name, _ = parts_of(spec)
    if (here := os.getcwd()) not in sys.path:
        sys.path.append(here)
    try:
        imported = importlib.import_module(module)
    except Exception as error:  # of whatever the module does while it is imported
        raise BadOption(f"agent {spec!r}: cannot import {module}: {type(error).__name__}: {error}") from error
    if not hasattr(imported, name):
        place, public = getattr(imported, "__file__", "built in"), [known for known in vars(imported) if known[0] != "_"]
        raise UnknownName(f"agent {spec!r}: {module} ({place}) has no {name!r}; {did_you_mean(name, public)}")
    return getattr(imported, name)
