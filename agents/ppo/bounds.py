"""Allowed ranges of the numbers in a training configuration, and the memory that a run needs."""

from __future__ import annotations

import dataclasses
import math
import os
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from skirmish_rl.agents.network import shapes_of
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario

if TYPE_CHECKING:
    from skirmish_rl.agents.ppo.config import TrainConfig


@dataclass(frozen=True)
class Bound:
    """The allowed range of a number.

    Attributes:
        least: the smallest allowed value.
        most: the largest allowed value.
        what: what the number counts or weighs.
        above: True if the number must be larger than `least`.
    """

    least: float
    most: float
    what: str
    above: bool = False

    def check(self, name: str, value: float) -> None:
        """Refuse a number outside the range.

        Raises:
            BadOption: the value is outside the range, or is not a number.
        """
        if not self.least <= value <= self.most or (self.above and value == self.least):
            inside = f"be a number above {self.least:g}, at most" if self.above else f"lie between {self.least:,} and"
            raise BadOption(f"{name} = {value}: must {inside} {self.most:,} ({self.what})")


_SIDE_BY_SIDE = Bound(1, 10**6, "games played side by side, each with its own record in memory")
_STEPS = Bound(1, 10**6, "decisions of each game between two updates, all kept in memory")
_MINIBATCH = Bound(2, 10**8, "decisions in one step of the optimizer")
_PASSES = Bound(1, 10**4, "passes over the same decisions")
_DECISIONS = Bound(0, 10**12, "decisions")
_EVERY = Bound(1, 10**12, "decisions between two of them")
_SHARE = Bound(0, 1, "a share")
_RATE = Bound(0, 1e3, "learning rate", above=True)
_GAMES = Bound(1, 10**7, "games of an evaluation")
_FACTOR = Bound(0, 1e6, "weight in the loss")
_PROCESSES = Bound(0, 4096, "processes or threads, 0 for as many as fit")
_WIDE = Bound(1, 2**16, "hidden units")

BOUNDS = {
    "seats": Bound(0, 16, "players, 0 for the scenario's own number"),
    "budget": _DECISIONS,
    "minutes": Bound(0, 1e8, "minutes"),
    "threads": _PROCESSES,
    "ranks": _PROCESSES,
    "past": Bound(1, 1000, "frozen networks in memory"),
    "network.width": _WIDE,
    "network.summary": _WIDE,
    "network.blocks": Bound(0, 64, "residual blocks"),
    "network.consider": Bound(0, 10**6, "legal actions, 0 for all"),
    "imitation.decisions": _DECISIONS,
    "imitation.noise": _SHARE,
    "imitation.learning_rate": _RATE,
    "imitation.games": _SIDE_BY_SIDE,
    "imitation.chunk": _STEPS,
    "imitation.minibatch": _MINIBATCH,
    "imitation.spread": Bound(1, 10**4, "decisions of a game of which one is learnt"),
    "imitation.doubt": _SHARE,
    "imitation.passes": _PASSES,
    "ppo.games": _SIDE_BY_SIDE,
    "ppo.steps": _STEPS,
    "ppo.minibatch": _MINIBATCH,
    "ppo.epochs": _PASSES,
    "ppo.learning_rate": _RATE,
    "ppo.gamma": _SHARE,
    "ppo.gae_lambda": _SHARE,
    "ppo.value_lambda": _SHARE,
    "ppo.value_first": _DECISIONS,
    "ppo.clip": Bound(0, 1e6, "how far a probability may move in an update", above=True),
    "ppo.entropy": _FACTOR,
    "ppo.value": _FACTOR,
    "ppo.max_grad_norm": Bound(0, 1e9, "length of a gradient", above=True),
    "ppo.target_kl": Bound(0, 1e6, "how far a policy may move in an update, 0 for no limit"),
    "stages.decisions": Bound(1, 10**12, "decisions of a stage"),
    "stages.opponents": Bound(0, 1e9, "weight of an opponent"),
    "stages.noise": _SHARE,
    "stages.snapshot": _DECISIONS,
    "stages.gae_lambda": _SHARE,
    "shaping.weight": Bound(-1e6, 1e6, "strength of the extra reward"),
    "shaping.decisions": _DECISIONS,
    "style": Bound(-1e3, 1e3, "reward for an event"),
    "shaping.features": Bound(-1e6, 1e6, "part of a feature in the potential"),
    "evaluation.every": _EVERY,
    "evaluation.games": Bound(0, 10**7, "games of an evaluation, 0 for none"),
    "evaluation.final_games": _GAMES,
    "evaluation.looking_games": Bound(0, 10**7, "games of an evaluation, 0 for none"),
}  # fmt: skip
"""Every number among the settings but the seeds, which have a rule of their own; a stage's stand for those of all stages."""

_SEEDS = ("seed", "evaluation.seed")
_STAGES = Bound(1, 1000, "stages")


def numbers(settings: Any, where: str = "", bound: str = "") -> Iterator[tuple[str, str, float]]:
    """Yield the numbers among some settings: the name for messages, the name in `BOUNDS`, and the value."""
    if dataclasses.is_dataclass(settings):
        for part in dataclasses.fields(settings):
            dot = "." * bool(where)
            yield from numbers(getattr(settings, part.name), f"{where}{dot}{part.name}", f"{bound}{dot}{part.name}")
    elif isinstance(settings, tuple):
        for k, value in enumerate(settings):
            yield from numbers(value, f"{where}[{k}]", bound)
    elif isinstance(settings, dict):
        for key, value in settings.items():
            yield from numbers(value, f"{where}[{key!r}]", bound)
    elif isinstance(settings, int | float) and not isinstance(settings, bool):
        yield where, bound, settings


def check_numbers(config: TrainConfig) -> None:
    """Refuse numbers that make training impossible.

    Raises:
        BadOption: a number is outside its range.
    """
    _STAGES.check("stages", len(config.stages))
    for name, bound, value in numbers(config):
        if name not in _SEEDS:
            BOUNDS[bound].check(name, value)


def memory_of(config: TrainConfig, scenario: Scenario) -> dict[str, int]:
    """Estimate the least memory that a run needs on all machines together, in bytes, by purpose."""
    size, row, network = scenario.n_position, len(scenario.ruleset.action_features), config.network
    number = 4 if network.precision == "float32" else 2
    shapes = shapes_of(network, size, row, scenario.n_actions)
    weights = sum(math.prod(shape) for shape in shapes.values())
    learnt, ppo = config.imitation, config.ppo
    memory = {
        "ppo.games x ppo.steps": config.rollout * (number * (size + row) + 48)
        + ppo.games * (scenario.ruleset.state.itemsize + scenario.n_actions),
        "network": weights * 4 * (4 * max(1, config.ranks) + config.past),  # weights, their gradients and two momenta; past selves
    }
    if learnt.decisions:
        memory["imitation.games x imitation.chunk"] = learnt.games * learnt.chunk * number * size
        played = 0 if learnt.demonstrations else learnt.decisions * learnt.spread
        memory["imitation.decisions x imitation.spread"] = played * (10 + 4 * scenario.seats)
    return memory


def told(memory: dict[str, int]) -> str:
    """Describe in words how much memory each purpose takes, the largest first."""
    parts = sorted(memory.items(), key=lambda part: -part[1])
    return ", ".join(f"{name} {_gib(size)}" for name, size in parts)


def _gib(size: int) -> str:
    return f"{size / 2**30:,.1f} GiB"


def check_memory(config: TrainConfig, scenario: Scenario) -> None:
    """Refuse a run that does not fit into the memory of this machine, or of all machines under torchrun; nothing is allocated.

    Raises:
        BadOption: the run needs more memory.
    """
    memory, machines = memory_of(config, scenario), int(os.environ.get("WORLD_SIZE", 1)) // int(os.environ.get("LOCAL_WORLD_SIZE", 1))
    needed, here = sum(memory.values()) // max(1, machines), memory_here()
    if here and needed > here:
        raise BadOption(
            f"these settings need at least {_gib(needed)} of memory, and this machine has {_gib(here)}: {told(memory)}; reduce them"
        )


def memory_here() -> int:
    """The memory of this machine in bytes, 0 if the system does not say."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):  # not on this system
        return 0
