"""Settings of a training run. A TOML file is a saved command line, and both are checked in the same way."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import tomli_w
import tyro

from skirmish_rl.agents.agent import bot_index
from skirmish_rl.agents.folders import CARD
from skirmish_rl.agents.network import RESIDUAL, NetworkConfig, check_network
from skirmish_rl.agents.opponents import PAST, check_weights
from skirmish_rl.agents.ppo.blind import hidden_columns
from skirmish_rl.agents.ppo.bounds import check_memory, check_numbers
from skirmish_rl.agents.ppo.imitation import ImitationConfig
from skirmish_rl.agents.ppo.ranks import check_shares, device_of
from skirmish_rl.agents.ppo.style import check_style
from skirmish_rl.agents.settings.options import options_of
from skirmish_rl.agents.settings.seals import is_whole, sealed
from skirmish_rl.agents.settings.seed import Seed
from skirmish_rl.agents.settings.trust import check_settings, is_typed
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.agents.shipped import find_config
from skirmish_rl.envs.core.errors import BadOption, DataError, unknown
from skirmish_rl.envs.core.files import put
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import checked_seed, later_seed
from skirmish_rl.envs.core.tables import build, read_toml
from skirmish_rl.envs.registry import ruleset_of

_OPPONENT = re.compile(r"--stages\.(\d{1,3})\.opponents\.([^=]+)")


@dataclass(frozen=True)
class PPOConfig:
    """Proximal policy optimisation.

    Attributes:
        games: games played side by side.
        steps: decisions of the learner in each game between two updates.
        minibatch: decisions in a minibatch.
        epochs: passes over a rollout.
        learning_rate: step size of the optimizer.
        anneal: let the learning rate fall to a tenth over all stages.
        gamma: discount.
        gae_lambda: lambda of the advantages (GAE). A lower one carries less luck of later dice, and more of the value's errors.
        value_lambda: lambda of the targets of the value; 0 for `gae_lambda`.
        value_first: decisions at the start in which only the value learns, so that a value that knows little does not move the
            policy.
        clip: range of the probability ratio.
        entropy: weight of the entropy bonus.
        value: weight of the value's loss.
        max_grad_norm: limit of the gradient's norm.
        target_kl: end an update early when the policy has moved further than this; 0 for never.
    """

    games: int = 256
    steps: int = 64
    minibatch: int = 2048
    epochs: int = 2
    learning_rate: float = 3e-4
    anneal: bool = True
    gamma: float = 0.999
    gae_lambda: float = 0.95
    value_lambda: float = 0.0
    value_first: int = 0
    clip: float = 0.2
    entropy: float = 0.003
    value: float = 0.5
    max_grad_norm: float = 0.5
    target_kl: float = 0.05


@dataclass(frozen=True)
class Stage:
    """A part of the training with its own opponents.

    Attributes:
        decisions: decisions of the learner.
        opponents: agent name -> weight; `past` stands for the learner's frozen past selves.
        noise: probability that a bot's actions between two of the learner's decisions are random.
        snapshot: decisions between two frozen past selves, for stages with `past`.
        gae_lambda: lambda of the advantages in this stage; 0 for that of `ppo`. After a value has been learnt with a high
            lambda, a low one can rely on it.
    """

    decisions: int = 1_000_000
    opponents: dict[str, float] = field(default_factory=lambda: {"bot:strongest": 1.0})
    noise: float = 0.0
    snapshot: int = 400_000
    gae_lambda: float = 0.0


@dataclass(frozen=True)
class ShapingConfig:
    """Potential-based reward shaping over named columns of the observation; off unless `weight` is above 0.

    Attributes:
        weight: strength at the start; it falls to zero over `decisions`.
        decisions: decisions after which shaping has ended.
        features: column name -> its factor in the potential.
    """

    weight: float = 0.0
    decisions: int = 500_000
    features: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class EvaluationConfig:
    """How progress is measured: always on the same seeds, which training never uses.

    Attributes:
        every: decisions of the learner between two evaluations.
        games: games against the strongest bot, seats swapped; 0 for no evaluations.
        choose: keep the checkpoint with the best evaluation; False: keep the last one.
        final_games: games against every bot when training ends, on other seeds.
        looking_games: games of the network with lookahead against the strongest bot when training ends; they are slow; 0 for
            none.
        seed: first seed of the evaluation games.
        greedy: play the most likely action instead of sampling from the policy.
    """

    every: int = 400_000
    games: int = 400
    choose: bool = True
    final_games: int = 1000
    looking_games: int = 200
    seed: Seed = 987_654_321
    greedy: bool = True


@dataclass(frozen=True)
class TrainConfig:
    """Settings of a training run.

    Attributes:
        ruleset: the game.
        scenario: a name, or the path of a TOML file; "" for the ruleset's small scenario (`duel`).
        seats: number of players; 0 for the scenario's default.
        options: scenario options as `name=value`, with values written as in TOML.
        seed: seed of the run.
        budget: limit of decisions: of imitation, of training and of the learner in evaluations; 0 for none. Training ends
            before an update or an evaluation that would exceed it.
        minutes: time limit of training with evaluations, but without the one where it ends and the final games. A run that it cuts
            short does not repeat exactly, and one that goes on afterwards is evaluated at other decisions.
        threads: threads of the network; 0 chooses by a short timing, which may change the last digits of a result.
        ranks: processes that train together and share the games; 0 for one per core, as long as each has 64 games. A run
            repeats exactly only with the same number. Under torchrun, torchrun's number counts.
        device: device of the network: auto (a GPU if there is one), cpu, cuda or cuda:<number>. The processor always plays the
            games.
        past: number of past selves to keep.
        start: initial weights, also of another scenario: a run folder, a checkpoint or an agent's folder of the same ruleset
            and network, or "ppo:<ruleset>" for an agent that comes with the package; "" for random weights. On the command line
            also `--from`. Unless imitation should teach again, turn it off (`imitation.decisions = 0`).
        style: event -> a small reward for each, beside the outcome: `mine.attacked`, `theirs.gone`; see `style.py`.
        blind: columns that the network may not read, by name: `action.score`, `position.lead`, or observation columns; `*`
            stands for anything.
        anywhere: the network plays every scenario of the game with as many seats, generated worlds among them: it reads only
            columns that mean the same in all of them ("rows" only). Best trained on many worlds, `skirmish:0:200`.
        runs: folder of the run folders.
        name: name of the run folder; "" for one made from scenario, seed and time.
    """

    ruleset: str
    scenario: str = ""
    seats: int = 0
    options: tuple[str, ...] = ()
    seed: Seed = 1
    budget: int = 0
    minutes: float = 60.0
    threads: int = 0
    ranks: int = 0
    device: str = "auto"
    past: int = 4
    start: Annotated[str, tyro.conf.arg(aliases=("--from",))] = ""
    blind: tuple[str, ...] = ()
    anywhere: bool = False
    runs: str = "runs"
    name: str = ""
    network: NetworkConfig = field(default_factory=NetworkConfig)
    imitation: ImitationConfig = field(default_factory=ImitationConfig)
    ppo: PPOConfig = field(default_factory=PPOConfig)
    stages: tuple[Stage, ...] = (Stage(),)
    shaping: ShapingConfig = field(default_factory=ShapingConfig)
    style: dict[str, float] = field(default_factory=dict)
    evaluation: EvaluationConfig = field(default_factory=EvaluationConfig)

    @property
    def decisions(self) -> int:
        """Decisions of the learner over all stages, each rounded up to whole rollouts."""
        return sum(self.decisions_of(k) for k in range(len(self.stages)))

    @property
    def rollout(self) -> int:
        """Decisions between two updates, in all games together."""
        return self.ppo.games * self.ppo.steps

    def decisions_of(self, stage: int) -> int:
        """Decisions of a stage, rounded up to whole rollouts."""
        return -(-self.stages[stage].decisions // self.rollout) * self.rollout


@dataclass(frozen=True)
class TrainCommand(TrainConfig):
    """Settings of `train`: those of a run, and how many runs to make.

    Attributes:
        seeds: number of runs, with this seed and the next ones, as many at a time as the cores allow; 0 for a single run.
        trust: use Python code, files and folders that somebody else's card or config.toml names, not only agents of the
            package.
    """

    seeds: int = 0
    trust: bool = False


def read_config(name: str | Path) -> TrainConfig:
    """Read a configuration file, or the configuration on an agent's card.

    Args:
        name: a path, or the name of a configuration that comes with the package, see `find_config`.

    Raises:
        UnknownName: there is no such configuration.
        DataError: an unknown key or a wrong value, with file, line and key.
    """
    path = find_config(name)
    table = read_toml(path)
    config: TrainConfig = build(TrainConfig, table.get("config", table) if path.name == CARD else table, path)
    return config


def read_command(name: str | Path, arguments: list[str]) -> tuple[TrainConfig, int]:
    """Read a configuration file, apply the changes from the command line, and return it with the number of seeds to train.

    Args:
        name: as for `read_config`.
        arguments: for example `["--seed", "3", "--ppo.learning-rate", "1e-4"]`.

    Raises:
        UnknownName, DataError: as for `read_config`.
        BadOption: an argument is invalid, `--games` has no prefix, or settings from a file name code or other files, see `trust.py`.
    """
    config = read_config(name)
    if any(argument.partition("=")[0] == "--games" for argument in arguments):
        raise BadOption(
            "--games is ambiguous; give --evaluation.final-games (games that rate the trained agent), --evaluation.games (games of each "
            "evaluation during training) or --ppo.games (games played side by side to learn from)"
        )
    start, path = TrainCommand(**_parts(_with_opponents(config, arguments))), find_config(name)
    asked = start
    if arguments:
        asked = typed(TrainCommand, arguments, f"skirmish-rl train {name}", "Train an agent.", default=start)
    made = TrainConfig(**_parts(asked))
    if not is_typed(path):
        check_settings(config, path, asked.trust, made)
    return made, asked.seeds


def _with_opponents(config: TrainConfig, arguments: list[str]) -> TrainConfig:
    """A configuration whose stages know the opponents that a command line adds, with a weight of 0 until it is read."""
    stages = list(config.stages)
    for argument in arguments:
        named = _OPPONENT.match(argument)
        if named and int(named[1]) < len(stages):
            stage = stages[int(named[1])]
            stages[int(named[1])] = dataclasses.replace(stage, opponents={named[2]: 0.0, **stage.opponents})
    return dataclasses.replace(config, stages=tuple(stages))


def _parts(config: TrainConfig) -> dict[str, Any]:
    return {part.name: getattr(config, part.name) for part in dataclasses.fields(TrainConfig)}


def scenario_of(ruleset: str, name: str, seats: int, options: tuple[str, ...]) -> Scenario:
    """Build the scenario that some settings name.

    Raises:
        DataError: an option is not of the form `name=value`.
        UnknownName, BadOption: see `Ruleset.scenario`.
    """
    chosen = ruleset_of(ruleset)
    return chosen.scenario(name or chosen.default_scenario("small", seats), seats or None, **options_of(options))


def check_config(config: TrainConfig, scenario: Scenario) -> None:
    """Refuse settings that cannot work, before anything is allocated or written.

    Raises:
        BadOption: a number is outside its range, or settings contradict each other.
        UnknownName: an opponent, bot or feature does not exist.
    """
    check_numbers(config)
    for name, value in (("seed", config.seed), ("evaluation.seed", config.evaluation.seed)):
        checked_seed(value, name)
    if config.imitation.demonstrations and not config.imitation.decisions:
        raise BadOption(
            "imitation.decisions = 0: nothing would be learnt from imitation.demonstrations; give how many answers at most, or leave "
            "them out"
        )
    if config.imitation.decisions and not config.imitation.demonstrations:
        bot_index(scenario.ruleset, config.imitation.bot)
    if config.budget and config.budget < config.imitation.decisions + config.rollout:
        raise BadOption(
            f"budget = {config.budget}: does not pay for {config.imitation.decisions} decisions of imitation and one update of "
            f"{config.rollout} (ppo.games times ppo.steps); make it larger, or those smaller"
        )
    if config.evaluation.games and {config.seed, later_seed(config.seed)} & {config.evaluation.seed, later_seed(config.evaluation.seed)}:
        raise BadOption(
            f"evaluation.seed = {config.evaluation.seed} with seed = {config.seed}: evaluations would be games of training; choose another"
        )
    check_network(config.network)
    if config.network.policy == RESIDUAL:
        raise BadOption(f"network.policy {RESIDUAL!r} is what self-play on a device trains: skirmish-rl train {config.ruleset}/gpu-duel")
    hidden_columns(scenario, config.blind)
    if config.anywhere and config.network.policy != "rows":
        raise BadOption(f'anywhere = true with network.policy {config.network.policy!r}: only "rows" scores actions of every scenario')
    if config.ranks > 1:
        check_shares(config.ranks, ppo_games=config.ppo.games, ppo_minibatch=config.ppo.minibatch, imitation_games=config.imitation.games)
    device_of(config.device)
    check_style(config.style, scenario.ruleset)
    if config.shaping.weight:
        names = scenario.features.names()
        for name in config.shaping.features:
            if name not in names:
                raise unknown("feature in shaping.features", name, names)
    for k, stage in enumerate(config.stages):
        if config.style and stage.noise:
            raise BadOption(
                f"stages[{k}].noise = {stage.noise:g} with a style: a style does not allow noise; use epsilon-random bots instead, "
                "such as bot:strong@0.2"
            )
        if not sum(stage.opponents.values()) > 0:
            raise BadOption(f"stages[{k}]: give it opponents with weights above 0, or {PAST!r}")
        check_weights(stage.opponents, scenario)
    check_memory(config, scenario)


def write_config(config: Any, path: Path, place: Path | None = None) -> None:
    """Save a configuration, of either learner; `read_written` can tell whether it is complete and was written by this user.

    Args:
        config: the configuration.
        path: where to write.
        place: the file's final path, if it is to be moved; None if it stays at `path`.

    Raises:
        OSError: the file cannot be written.
    """
    put(path, sealed(tomli_w.dumps(dataclasses.asdict(config)), place or path).encode())


def read_written(path: Path) -> TrainConfig:
    """Read a configuration that `write_config` has saved, and check that it is complete.

    Raises:
        DataError: as for `read_config`, or a setting is missing.
    """
    config = read_config(path)
    if not is_whole(path):  # as those were that earlier versions have written: with every setting, the usual ones too
        missing = next(_missing(dataclasses.asdict(config), read_toml(path)), "")
        if missing:
            raise DataError(f"{path} is incomplete: {missing} is missing; restore the file, or train a new run")
    return config


def _missing(settings: Any, table: Any, where: str = "") -> Iterator[str]:
    """Yield the names of settings that a table lacks."""
    parts = settings.items() if isinstance(settings, dict) else enumerate(settings) if isinstance(settings, tuple | list) else ()
    for key, value in parts:
        name = f"{where}[{key}]" if isinstance(key, int) else f"{where}.{key}" if where else key
        if isinstance(table, dict) and key not in table:
            yield name
        else:
            yield from _missing(value, table[key], name)
