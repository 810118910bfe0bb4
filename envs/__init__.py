"""Tabletop skirmish games as reinforcement-learning environments.

    env = envs.make("godbreakers", scenario="drill")              # PettingZoo AEC: every seat an agent
    env = gymnasium.make("skirmish/Godbreakers-v0", opponent="bot:strong")   # Gymnasium: one learner
    env = envs.make_vec("godbreakers", n_games=256)               # Gymnasium VectorEnv: a batch in one compiled call

Importing this package registers the names with Gymnasium and PettingZoo; rulesets are imported when they are asked for.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import skirmish_rl.envs.positions  # noqa: F401  # it enters itself where games begin, in `core/batch.py`
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.registry import RULESETS, available, gymnasium_id

if TYPE_CHECKING:
    from skirmish_rl.envs.adapters.aec import SkirmishEnv
    from skirmish_rl.envs.adapters.device_vector import DeviceVector
    from skirmish_rl.envs.adapters.vector import SkirmishVector

__all__ = ["available", "gymnasium_id", "make", "make_vec", "register"]


def make(
    ruleset: str,
    scenario: str | None = None,
    seats: int | None = None,
    render_mode: str | None = None,
    mask_in_observation: bool = True,
    illegal: str = "raise",
    **options: Any,
) -> SkirmishEnv:
    """Make a PettingZoo AEC environment.

    Args:
        ruleset: one of `available()`.
        scenario: a public scenario or the path of a TOML file; None: the standard one, see `Ruleset.default_scenario`.
        seats: number of seats; None: the scenario's fewest.
        render_mode: None, "ansi", "rgb_array" or "human".
        mask_in_observation: False: observations are the bare vector, and the mask is in `info` only.
        illegal: "raise", or "random": an illegal action is replaced by a legal one, for libraries that cannot hold to a mask.
        **options: options of the ruleset.

    Raises:
        UnknownName: no such ruleset, scenario, option or render mode; an unknown option is a TypeError, too.
        BadOption: a value outside what the rules allow.
        DataError: a TOML file that cannot be used.
    """
    from skirmish_rl.envs.adapters import aec

    return aec.make(ruleset, scenario, seats, render_mode, mask_in_observation, illegal, **options)


def make_vec(
    ruleset: str,
    scenario: str | None = None,
    n_games: int | None = None,
    seats: int | None = None,
    opponent: Any = None,
    seat: int | str = "random",
    threads: int = 1,
    device: Any = None,
    **options: Any,
) -> SkirmishVector | DeviceVector:
    """Make a Gymnasium vector environment.

    Args:
        ruleset: one of `available()`.
        scenario: as for `make`.
        n_games: how many games; 256 where neither it nor `num_envs`, its name in Gymnasium, is given.
        seats: as for `make`.
        opponent: None: every seat's decisions come from outside; or "bot:strong", "random", an agent, or a list, see
            `skirmish_rl.envs.adapters.single.SkirmishSingle`.
        seat: the learner's seat, a number or "random" (turns by one with every game).
        threads: worker threads.
        device: None: NumPy's arrays; "cuda", "cuda:1" or "cpu": games, masks and observations are torch tensors there, see `DeviceVector`.
        **options: as for `make`, and what else `SkirmishVector` takes: `copy`, `render_mode`, `autoreset_mode`, `mask_in_observation`,
            `illegal`; or `DeviceVector`: `mask_in_observation`, `check`.

    Raises:
        UnknownName, BadOption, DataError: as for `make`.
        MissingExtra, LibraryError: no torch, no GPU, or none that the rules run on.
    """
    if device is not None:
        from skirmish_rl.envs.adapters.device_vector import DeviceVector

        if threads != 1:
            raise BadOption(f"threads={threads!r}: a device has its own; leave one of threads and device out")
        return DeviceVector(ruleset, scenario, n_games, seats, opponent, seat, device, **options)
    from skirmish_rl.envs.adapters.vector import SkirmishVector

    return SkirmishVector(ruleset, scenario, n_games, seats, opponent, seat, threads, **options)


def register() -> None:
    """Register all rulesets with Gymnasium and, where it has a registry (1.27 on), PettingZoo. Safe to repeat."""
    import gymnasium
    import pettingzoo

    for name in available():
        env_id, kwargs = gymnasium_id(name), {"ruleset": name}
        learner = {**kwargs, "opponent": "bot:strong"}  # `gymnasium.make_vec` plays the same game as `gymnasium.make`
        if env_id not in gymnasium.registry:
            gymnasium.register(
                env_id,
                entry_point="skirmish_rl.envs.adapters.single:SkirmishSingle",
                vector_entry_point="skirmish_rl.envs.adapters.vector:SkirmishVector",
                kwargs=learner,
            )
        if hasattr(pettingzoo, "register") and env_id not in pettingzoo.aec_registry:
            pettingzoo.register("aec", env_id, entry_point="skirmish_rl.envs.adapters.aec:make", kwargs=kwargs)


def __getattr__(name: str) -> Any:
    if name in RULESETS:
        return importlib.import_module(RULESETS[name].module)
    raise AttributeError(f"module 'skirmish_rl.envs' has no attribute {name!r}")


register()
