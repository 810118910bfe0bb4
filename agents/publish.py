"""Write a trained agent as a folder that others can load: its network, and a card with its training and its scores.

Examples:
  skirmish-rl publish runs/<id> --out my-agent
  skirmish-rl publish runs/<id> --out my-agent --games 4000 --against mcts:100 --weaknesses "It never climbs."
"""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from skirmish_rl.agents.settings.seed import Seed
from skirmish_rl.agents.settings.typed import typed
from skirmish_rl.envs.core.errors import BadOption, needs

if TYPE_CHECKING:
    from rich.console import Console

    from skirmish_rl.agents.agent import Agent
    from skirmish_rl.agents.arena import Match
    from skirmish_rl.agents.folders import Training
    from skirmish_rl.agents.playing import Forfeit
    from skirmish_rl.agents.ppo.config import TrainConfig
    from skirmish_rl.envs.core.ruleset import Scenario

with needs("train"):
    import tyro


@dataclass(frozen=True)
class PublishConfig:
    """Settings of `publish`.

    Attributes:
        run: a run folder. Its best checkpoint is published, or the final network of self-play.
        out: the folder to write.
        games: games against each of the ruleset's bots and each agent in `against`; every seed is played once from each seat.
        against: more agents to play, by name.
        half: store the weight matrices as float16: half the size and nearly the same play. The scores are of these weights.
        seed: first seed of the games.
        weaknesses: what the agent is known to do badly, one sentence each; the opponents that it loses to are added
            automatically.
        workers: processes that share the games, as for `evaluate`.
        threads: threads of the engine; 0 for all cores.
        trust: read the files that a run made by somebody else names as its scenario.
    """

    run: Annotated[str, tyro.conf.Positional]
    out: str
    games: int = 1000
    against: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()
    half: bool = False
    seed: Seed = 20_000_001
    workers: str = "0"
    threads: int = 0
    trust: bool = False


def publish(arguments: list[str]) -> int:
    """Run the command.

    Returns:
        Exit code: 0, or 2 for a wrong command.

    Raises:
        SkirmishError: what the user must change.
    """
    if not arguments:
        print(__doc__)
        return 2
    _publish(typed(PublishConfig, arguments, "skirmish-rl publish", __doc__))
    return 0


def _publish(config: PublishConfig) -> None:
    import tomli_w

    from skirmish_rl.agents.benchmark.uses import used_by
    from skirmish_rl.agents.evaluate import shares
    from skirmish_rl.agents.folders import CARD, NETWORK, OWN, Card, checksum_of, load_shared, result_of, trained_weights, weaknesses_of
    from skirmish_rl.agents.identity import trimmed
    from skirmish_rl.agents.names import agent_of
    from skirmish_rl.agents.ppo import run_folder
    from skirmish_rl.agents.ppo.display import terminal
    from skirmish_rl.agents.results.figures import is_taken
    from skirmish_rl.agents.results.report import forfeit_lines, match_table
    from skirmish_rl.agents.selfplay import told
    from skirmish_rl.agents.settings.options import last_name
    from skirmish_rl.agents.settings.trust import without_folder, without_folders
    from skirmish_rl.agents.tensors import facts_of, tensors_bytes
    from skirmish_rl.envs.core.files import check_folder, new_folder, write_whole

    console, run, out = terminal(), Path(config.run), Path(config.out)
    for said in config.weaknesses:
        if not said.isprintable():
            raise BadOption(f"--weaknesses {said!r:.80}: a sentence in one line")
    settings: dict[str, Any]
    if (run / OWN).is_file():
        settings, training = told.settings_of(run), told.training_of(run)
    else:
        trained = run_folder.reopen(run)
        settings, training = dataclasses.asdict(without_folders(trained)), None
    if is_taken(out):
        raise BadOption(f"{out} exists; choose another --out")
    checkpoint, weights, identity, scenario = trained_weights(run, config.trust)
    training = training or _training(checkpoint, trained)
    names = (*(f"bot:{bot}" for bot in scenario.ruleset.bots), *config.against)
    workers, threads = shares(config.workers, config.threads, (f"ppo:{out}", *names), config.games * len(names))
    others = [agent_of(name, scenario, threads) for name in names]
    check_folder(out)
    with new_folder(out) as waiting:
        kept, read = trimmed(weights, identity)
        write_whole(waiting / NETWORK, tensors_bytes(kept, facts_of(read, scenario), config.half))
        agent = load_shared(waiting / NETWORK, scenario, out.name)
        matches, forfeits = _measured(config, scenario, agent, others, workers, threads, console)
        measured = [result_of(match, scenario) for match in matches]
        results = tuple(dataclasses.replace(result, against=without_folder(result.against)) for result in measured)
        public = dataclasses.replace(
            scenario, name=last_name(scenario.name), options={name: last_name(value) for name, value in scenario.options.items()}
        )
        card = Card(
            scenario=public.id, checksum=checksum_of(waiting / NETWORK), weights=sum(array.size for array in kept.values()),
            weaknesses=(*config.weaknesses, *weaknesses_of(results, scenario.seats)), training=training, results=results,
            bot=used_by(weights, identity["network"], scenario), config=settings,
        )  # fmt: skip
        write_whole(waiting / CARD, tomli_w.dumps(dataclasses.asdict(card)))
    console.print(match_table(matches, f"{scenario.ruleset.name} {scenario.name}, seats turned"))
    for line in [*forfeit_lines(forfeits), *card.weaknesses]:
        console.print(line, highlight=False, markup=False, soft_wrap=True)
    console.print(f"{out / NETWORK}\n{out / CARD}\nplay against it: ppo:{out}", highlight=False, markup=False, soft_wrap=True)


def _measured(
    config: PublishConfig, scenario: Scenario, agent: Agent, others: list[Agent], workers: int | str, threads: int, console: Console
) -> tuple[list[Match], list[Forfeit]]:
    """What an agent scores against others."""
    from skirmish_rl.agents.arena import play_pairs
    from skirmish_rl.agents.evaluate import player
    from skirmish_rl.agents.ppo.display import Display

    display, began = Display(console), time.monotonic()
    total = len(others) * -(-config.games // scenario.seats) * scenario.seats

    def watch(done: int) -> None:
        display.tell("playing", done / total, f"{done:,} of {total:,} games | {done / max(time.monotonic() - began, 1e-9):,.0f} games/s")

    with display, player(workers, threads, scenario, display) as play:
        return play_pairs(
            scenario, [(agent, opponent) for opponent in others], config.games, config.seed, threads, watch, play
        ), play.forfeits


def _training(checkpoint: Path, config: TrainConfig) -> Training:
    """How the network of a checkpoint came about."""
    from skirmish_rl.agents.folders import Training
    from skirmish_rl.agents.ppo.checkpoints import read_progress
    from skirmish_rl.agents.ppo.run_folder import FACTS
    from skirmish_rl.envs.core.errors import CheckpointError
    from skirmish_rl.envs.core.files import read_bytes
    from skirmish_rl.envs.core.texts import parse_json

    try:
        run, progress = parse_json(read_bytes(checkpoint.parent / FACTS, 2**24)), read_progress(checkpoint)
        return Training(
            seed=config.seed, decisions=progress["decisions"], minutes=round(progress["seconds"] / 60, 1), started=run["started"],
            ranks=config.ranks or len(progress["rng"]), machine=f"{run['processor']}, {run['cores']} cores, {run['platform']}",
            revision=run["git"],
            changed=run["git_changes"], packages=run["packages"],
        )  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError) as error:
        told = f"{checkpoint.parent / FACTS} and {checkpoint.name} do not say how the agent was trained ({error})"
        raise CheckpointError(f"{told}; publish a run folder as `train` left it") from error
