"""Settings of self-play on a device. A TOML file is a saved command line, and both are checked in the same way."""

from __future__ import annotations

import dataclasses
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from skirmish_rl.agents.network import RESIDUAL, NetworkConfig, check_network
from skirmish_rl.agents.settings.seed import Seed
from skirmish_rl.agents.settings.trust import check_self_play_settings
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.agents.shipped import find_config
from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import checked_seed
from skirmish_rl.envs.core.tables import build, read_toml

LEARNER = "self-play"
AUTO = "auto"
OBSERVATIONS = (AUTO, "float32", "bfloat16", "int8")
_TEACHERS = ("bot", "level", "ppo")  # no code of anybody runs by them


@dataclass(frozen=True)
class SelfPlayConfig:
    """Settings of self-play: it learns from all decisions of both seats, from scratch or after imitating a teacher.

    Attributes:
        ruleset: the game.
        learner: "self-play"; it marks a file as settings of this learner.
        scenario: a name, or the path of a TOML file; "" for the ruleset's small scenario (`duel`).
        seats: number of players, 2; 0 for the scenario's default.
        options: scenario options as `name=value`, with values written as in TOML.
        seed: seed of the run.
        minutes: time limit of training. A run that it cuts short does not repeat exactly, because schedules end at this limit.
        piece: minutes after which a run pauses, to be continued with --resume; `minutes` then counts all pieces together. 0 for
            one piece.
        device: "cuda", "cuda:1" or "cpu".
        runs: folder of the run folders.
        name: name of the run folder; "" for one made from scenario, seed and time.
        decisions: decisions after which training and all schedules end.
        games: games played side by side, in each process under torchrun.
        steps: decisions in each game between two updates.
        observations: how the decisions of an update are kept: "float32", "bfloat16", "int8" (half of bfloat16's memory; numbers are
            off by at most 1/254) or "auto" (bfloat16 on a GPU, else float32).
        minibatch: decisions in a minibatch.
        joined: minibatches whose mean gradient makes one step of the optimizer, at the start and at the end: a larger batch without
            more memory, for when single ones tell little.
        epochs: passes over the decisions of an update.
        imitation: decisions of a teacher to imitate at the start; 0 for none.
        teacher: the teacher by name, such as `bot:strongest` or `ppo:<network>`; it plays on the processor.
        noise: probability that a random action is played instead of the teacher's.
        start: a network of self-play to begin with instead of a new one, as `ppo:<network>`; width and blocks must be the same.
        kept: share of an update's decisions that the policy learns from, those with the largest advantages; as many others, drawn at
            random, are for the value. 1 for all.
        past: share of games in which a past self plays one seat. Its decisions are not learnt from.
        past_every: updates between two past selves that are kept, the first before any update.
        past_kept: number of past selves to keep, the last ones; each update meets one of them.
        rivals: networks of other runs that take turns with the past selves, as `ppo:<folder>`; their width and blocks must be
            the same.
        width: width of the network.
        blocks: residual blocks of the network.
        learning_rate: largest learning rate.
        warm_up: updates in which the learning rate rises; afterwards it falls to a twentieth.
        gae_lambda: lambda of the advantages (GAE), at the start and at the end.
        value_lambda: lambda of the targets of the value.
        entropy: weight of the entropy bonus, at the start and at the end.
        pull: weight of the term that keeps the policy near that of the averaged weights, at the start and at the end.
        clip: range of the probability ratio.
        value: weight of the value's loss.
        max_grad_norm: limit of the gradient's norm.
        mean: share of the averaged weights that an update keeps; the averaged weights play in the end.
        spread: most random decisions at the start of a game, so that not all games are in their first round at once.
        save: updates between two checkpoints; one that took a second is followed by none for twenty.
        rate: minutes between two matches against the strongest bot, in a process beside the learner; 0 for none.
        rate_games: games of such a match.
        final_games: games against every bot when training ends, on the processor; 0 for none.
        graphs: capture the work on a GPU as CUDA graphs; false where capturing fails, for half the speed or less.
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
    observations: str = AUTO
    minibatch: int = 65_536
    joined: tuple[int, int] = (1, 1)
    epochs: int = 1
    imitation: int = 0
    teacher: str = "bot:strongest"
    noise: float = 0.1
    start: str = ""
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
    graphs: bool = True

    @property
    def rollout(self) -> int:
        """Decisions of one process between two updates."""
        return self.games * self.steps

    @property
    def learnt(self) -> int:
        """Decisions of a rollout that an update learns from."""
        return int(self.rollout * self.kept)

    def updates(self, ranks: int = 1) -> int:
        """The number of updates of the whole run, with this number of processes."""
        return -(-self.decisions // (self.rollout * ranks))


def is_for_devices(path: Path) -> bool:
    """True for a configuration of this learner; False also for a file that cannot be read, which the other learner then refuses."""
    return path.is_file() and read_toml(path).get("learner") == LEARNER


def settings_in(path: Path) -> SelfPlayConfig:
    """Read a configuration file, of whomever; `read_self_play` checks it before it is used.

    Raises:
        DataError: it cannot be used.
    """
    config: SelfPlayConfig = build(SelfPlayConfig, read_toml(path), path)
    return config


def read_self_play(name: str | Path, arguments: list[str], resumed: bool = False) -> SelfPlayConfig:
    """Read a configuration file, or that of a run that is resumed, and apply the changes from the command line.

    Raises:
        UnknownName, DataError: see `read_config` of `ppo`.
        BadOption: an argument is invalid, or others may have written the file and it names files.
    """
    path = find_config(name)
    config = settings_in(path)
    check_self_play_settings(config, path, resumed)
    if not arguments:
        return config
    made: SelfPlayConfig = typed(SelfPlayConfig, arguments, f"skirmish-rl train {name}", "Train an agent by self-play.", default=config)
    return made


def check_self_play(config: SelfPlayConfig, scenario: Scenario) -> None:
    """Refuse settings that cannot work, before anything is allocated or written.

    Raises:
        BadOption: a number is outside its range, or the scenario has more than two seats.
    """
    if scenario.seats != 2:
        raise BadOption(
            f"{scenario.id}: self-play on a device turns one seat's gain into the other's loss, so it learns games of two seats only"
        )
    if config.learner != LEARNER:
        raise BadOption(f"learner {config.learner!r}: this is the configuration of {LEARNER!r}")
    if config.observations not in OBSERVATIONS:
        raise BadOption(f"observations = {config.observations!r}: one of {', '.join(OBSERVATIONS)}")
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
    if min(config.joined) < 1:
        raise BadOption(f"joined = {config.joined}: two numbers of minibatches, at least 1")
    if min(config.pull) < 0 or not max(config.pull) < math.inf:
        raise BadOption(f"pull = {config.pull}: two numbers, 0 or more")
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise BadOption(f"{name} = {share}: must lie between 0 and 1")
    checked_seed(config.seed)
