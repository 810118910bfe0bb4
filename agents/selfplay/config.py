"""Settings of self-play on a device: a TOML file is a saved command line, and both are checked alike."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w
import tyro

from skirmish_rl.agents.network import RESIDUAL, NetworkConfig, check_network
from skirmish_rl.agents.settings.seals import sealed
from skirmish_rl.agents.settings.seed import Seed
from skirmish_rl.agents.shipped import find_config
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.files import put
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import checked_seed
from skirmish_rl.envs.core.tables import build, read_toml

LEARNER = "self-play"
_TEACHERS = ("bot", "level", "ppo")  # no code of anybody runs by them


@dataclass(frozen=True)
class SelfPlayConfig:
    """A run of self-play: all decisions of both seats, from nothing, or after first lessons by a teacher.

    Attributes:
        learner: "self-play", by which a file says that it is for this learner.
        ruleset, scenario, seats, options, seed, runs, name: as for `TrainConfig`.
        minutes: limit of training; a run cut short by it does not repeat exactly, for what falls, falls until then.
        piece: minutes after which a run pauses, to go on with --resume; `minutes` then counts all its pieces together. 0: in one piece.
        device: "cuda", "cuda:1" or "cpu".
        decisions: after which training ends; all that falls, falls until then.
        games: games played side by side, by each process under torchrun. steps: decisions in each between two updates.
        imitation: decisions at the start that are a teacher's, whose answers are copied; 0: none. teacher: an agent by name,
            `bot:strongest` or `ppo:<network>`; it plays on the processor. noise: the chance that a random action is played in place of its
            answer.
        minibatch: decisions. epochs: passes over them.
        kept: the share of an update's decisions that is learnt from, those whose advantages are largest; 1: all.
        past: the share of games in which one seat is played by a past self, whose decisions are not learnt from. past_every: updates
            between two selves that are kept, the first before any; past_kept: how many, the last ones; each update meets one of them.
        rivals: networks of other runs that are met in turn with the past selves, as `ppo:<folder>`; of the same width and blocks.
        width, blocks: of the network.
        warm_up: updates in which the learning rate rises; then it falls to a twentieth.
        gae_lambda: of the advantages, at the start and at the end. value_lambda: of what the value learns.
        entropy: at the start and at the end. pull: how strongly the policy is held to that of the mean of the last weights, likewise.
        mean: how much of the mean of the last weights, which plays in the end, an update keeps.
        spread: random decisions at most that a game begins with, so that not all are in their first round at once.
        save: updates between two checkpoints.
        rate: minutes between two matches against the strongest bot while it learns, in a process beside it; 0: none. rate_games: of a
            match.
        final_games: against every bot when training ends, on the processor; 0 for none.
    """

    ruleset: str
    learner: str = LEARNER
    scenario: str = ""
    seats: int = 0
    options: tuple[str, ...] = ()
    seed: Seed = 1
    minutes: float = 60.0
    piece: float = 0.0
    device: str = "cuda"
    runs: str = "runs"
    name: str = ""
    decisions: int = 500_000_000
    games: int = 16_384
    steps: int = 64
    minibatch: int = 65_536
    epochs: int = 1
    imitation: int = 0
    teacher: str = "bot:strongest"
    noise: float = 0.1
    kept: float = 1.0
    past: float = 0.0
    past_every: int = 50
    past_kept: int = 10
    rivals: tuple[str, ...] = ()
    width: int = 512
    blocks: int = 2
    learning_rate: float = 5e-4
    warm_up: int = 20
    gae_lambda: tuple[float, float] = (0.9, 0.6)
    value_lambda: float = 0.95
    entropy: tuple[float, float] = (0.02, 0.002)
    pull: tuple[float, float] = (0.0, 0.0)
    clip: float = 0.2
    value: float = 0.5
    max_grad_norm: float = 0.5
    mean: float = 0.995
    spread: int = 128
    save: int = 50
    rate: float = 0.0
    rate_games: int = 400
    final_games: int = 1000

    @property
    def rollout(self) -> int:
        """Decisions of one process between two updates."""
        return self.games * self.steps

    @property
    def learnt(self) -> int:
        """Decisions of these that are learnt from."""
        return int(self.rollout * self.kept)

    def updates(self, ranks: int = 1) -> int:
        """Of the whole run, by so many processes."""
        return -(-self.decisions // (self.rollout * ranks))


def is_for_devices(path: Path) -> bool:
    """True for a configuration of this learner; what cannot be read is for the other one to refuse."""
    return path.is_file() and read_toml(path).get("learner") == LEARNER


def read_self_play(name: str | Path, arguments: list[str]) -> SelfPlayConfig:
    """A configuration file with changes from the command line.

    Raises:
        UnknownName, DataError: see `read_config` of `ppo`. SystemExit: an argument that cannot be used; the message has been printed.
    """
    path = find_config(name)
    config: SelfPlayConfig = build(SelfPlayConfig, read_toml(path), path)
    if not arguments:
        return config
    return tyro.cli(
        SelfPlayConfig, default=config, args=arguments, prog=f"skirmish-rl train {name}", description="Train an agent by self-play."
    )


def write_self_play(config: SelfPlayConfig, path: Path, place: Path | None = None) -> None:
    """Save a configuration so that `read_self_play` gives it back.

    Args:
        place: where it will lie, if not there, by which it is known as this user's own.
    """
    put(path, sealed(tomli_w.dumps(dataclasses.asdict(config)), place or path).encode())


def check_self_play(config: SelfPlayConfig, scenario: Scenario) -> None:
    """Refuse settings that cannot work, before anything is made.

    Raises:
        BadOption: a number outside its range, or more than two seats.
    """
    if scenario.seats != 2:
        raise BadOption(
            f"{scenario.id}: self-play on a device turns one seat's gain into the other's loss, so it learns games of two seats only"
        )
    if config.learner != LEARNER:
        raise BadOption(f"learner {config.learner!r}: this is the configuration of {LEARNER!r}")
    least = dict.fromkeys(("games", "steps", "epochs", "decisions", "width", "save", "rate_games", "past_every", "past_kept"), 1)
    least |= dict.fromkeys(("warm_up", "spread", "final_games", "imitation"), 0)
    least["minibatch"] = 2
    numbers: dict[str, Any] = dataclasses.asdict(config)
    for name, low in least.items():
        if numbers[name] < low:
            raise BadOption(f"{name} = {numbers[name]}: must be at least {low}")
    check_network(NetworkConfig(policy=RESIDUAL, summary=config.width, blocks=config.blocks))
    if not 0 < config.kept <= 1:
        raise BadOption(f"kept = {config.kept}: a share above 0, at most 1")
    if config.learnt < config.minibatch:
        said = f"more than the {config.learnt} decisions of an update that are learnt from (games times steps times kept)"
        raise BadOption(f"minibatch = {config.minibatch}: {said}")
    for name in ("rate", "piece"):
        if not 0 <= numbers[name] < math.inf:
            raise BadOption(f"{name} = {numbers[name]}: minutes, 0 or more")
    for name in ("learning_rate", "clip", "max_grad_norm", "minutes"):
        if not 0 < numbers[name] < math.inf:
            raise BadOption(f"{name} = {numbers[name]}: must be a number above 0")
    if config.imitation and config.teacher.partition(":")[0] not in _TEACHERS:
        raise BadOption(f"teacher = {config.teacher!r}: give bot:<name>, level:<number> or ppo:<network>")
    if config.rivals and not config.past:
        raise BadOption("rivals are met in the games that past selves have a part in, and past = 0: give past a share, for example 0.2")
    shares = {
        "past": config.past,
        "noise": config.noise,
        "value_lambda": config.value_lambda,
        "mean": config.mean,
        "entropy": max(config.entropy),
    }
    shares["gae_lambda"] = max(config.gae_lambda)
    shares |= {"entropy (at the end)": min(config.entropy), "gae_lambda (at the end)": min(config.gae_lambda)}
    if min(config.pull) < 0 or not max(config.pull) < math.inf:
        raise BadOption(f"pull = {config.pull}: two numbers, 0 or more")
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise BadOption(f"{name} = {share}: must lie between 0 and 1")
    checked_seed(config.seed)
