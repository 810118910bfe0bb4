"""Stand-ins for packages that need not be installed: as much of OpenEnv and of `verifiers` as our side of their protocols touches."""

from __future__ import annotations

import contextlib
import importlib
import sys
from types import ModuleType, SimpleNamespace
from typing import Any


class Model:
    """A class of fields with defaults, as pydantic makes them: unknown ones are refused, and so are missing ones."""

    def __init__(self, **given: Any):
        known: dict[str, Any] = {}
        for kind in reversed(type(self).__mro__):
            known |= dict.fromkeys(getattr(kind, "__annotations__", {}))
        assert set(given) <= set(known), set(given) - set(known)
        for name in known:
            value = given[name] if name in given else getattr(type(self), name)
            setattr(self, name, value() if callable(value) else value)

    def __class_getitem__(cls, kinds: Any) -> type:
        return cls


class Action(Model):
    metadata: dict = dict


class Observation(Model):
    done: bool = False
    reward: float | None = None
    metadata: dict = dict


class State(Model):
    episode_id: str | None = None
    step_count: int = 0


class TaskData(Model):
    name: str | None = None
    prompt: str | None = None
    system_prompt: str | None = None


class TasksetConfig(Model):
    task: Any = None


class AgentConfig(Model):
    harness: dict = dict
    runtime: dict = dict


class Held:
    """What is given a config, or a task and a config, and keeps it."""

    def __init__(self, *given: Any):
        self.data, self.config = given[0] if given else None, given[-1] if given else None

    def __class_getitem__(cls, kinds: Any) -> type:
        return cls


class Application:
    """A server's application, which keeps what it was made of."""

    def __init__(self, made: Any, *kinds: type, **more: Any):
        self.made, self.kinds, self.more, self.before = made, kinds, more, []

    def add_middleware(self, kind: type, **given: Any) -> None:
        self.before.append((kind, given))


def field(default: Any = None, default_factory: Any = None, description: str = "") -> Any:
    return default_factory or default


OPENENV = {
    "openenv": {}, "openenv.core": {"EnvClient": Held}, "openenv.core.client_types": {"StepResult": SimpleNamespace},
    "openenv.core.env_server": {},
    "openenv.core.env_server.http_server": {"create_app": Application},
    "openenv.core.env_server.interfaces": {"Environment": Held},
    "openenv.core.env_server.types": {"Action": Action, "Observation": Observation, "State": State},
    "pydantic": {"Field": field},
}  # fmt: skip
VERIFIERS = {
    "verifiers": {},
    "verifiers.v1": {
        "TasksetConfig": TasksetConfig,
        "TaskData": TaskData,
        "Task": Held,
        "Taskset": Held,
        "Env": Held,
        "EnvConfig": Model,
        "AgentConfig": AgentConfig,
    },
}


@contextlib.contextmanager
def with_standins(package: dict[str, dict[str, Any]], adapter: str):
    """Our adapter on the stand-in of a package, whether that is installed or not; afterwards all is as it was."""
    name, before = f"skirmish_rl.envs.adapters.{adapter}", dict(sys.modules)
    for path, holds in package.items():
        module = ModuleType(path)
        vars(module).update(holds)
        sys.modules[path] = module
        if "." in path:
            setattr(sys.modules[path.rpartition(".")[0]], path.rpartition(".")[2], module)
    sys.modules.pop(name, None)
    try:
        yield importlib.import_module(name)
    finally:
        for path in (*package, name):
            sys.modules.pop(path, None)
            if path in before:
                sys.modules[path] = before[path]
        vars(sys.modules["skirmish_rl.envs.adapters"]).pop(adapter, None)
