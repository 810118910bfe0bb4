"""A training run from start to end: imitation, stages of PPO, evaluations, checkpoints, and resuming."""

from __future__ import annotations

import copy
import dataclasses
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch.utils.tensorboard import SummaryWriter

from skirmish_rl.agents.agent import STRONGEST, Agent
from skirmish_rl.agents.arena import Match, play_games, play_pairs
from skirmish_rl.agents.identity import check_identity, identity_of
from skirmish_rl.agents.lookahead import look_ahead
from skirmish_rl.agents.opponents import PAST, Opponents
from skirmish_rl.agents.playing import tell_game
from skirmish_rl.agents.ppo import run_folder
from skirmish_rl.agents.ppo.agent import load_agent
from skirmish_rl.agents.ppo.blind import blindfold
from skirmish_rl.agents.ppo.checkpoints import BEST, LATEST, load_resume, read_identity, save_checkpoint
from skirmish_rl.agents.ppo.config import TrainConfig
from skirmish_rl.agents.ppo.demonstrations import RecordedGames
from skirmish_rl.agents.ppo.display import Display
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.imitation import Demonstrations, Lessons, imitate
from skirmish_rl.agents.ppo.interruption import Interruption
from skirmish_rl.agents.ppo.learner import PPO
from skirmish_rl.agents.ppo.network import ActionNetwork
from skirmish_rl.agents.ppo.ranks import ALONE, Ranks, cores, device_of
from skirmish_rl.agents.ppo.style import Style
from skirmish_rl.agents.ppo.threads import choose_threads
from skirmish_rl.agents.ppo.transfer import start_from
from skirmish_rl.agents.scripted import ScriptedAgent
from skirmish_rl.agents.trained import NetworkAgent
from skirmish_rl.envs.core.batch import Batch, game_seeds
from skirmish_rl.envs.core.errors import CheckpointError, StateError
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import later_seed


@dataclass
class Progress:
    """The state of a run, saved as JSON. `rng` holds one set of generators for each rank."""

    chunk: int = 0  # of the imitation
    demonstrations: str = ""  # digest of the recorded games that it copies
    stage: int = -1  # of PPO, -1 before the first
    decisions: int = 0
    updates: int = 0
    evaluated_at: int = -1
    evaluated: int = 0  # decisions of the learner in evaluations
    evaluation_cost: int = 0  # of the dearest one
    snapshot_at: int = 0
    best: float = -1.0
    best_at: int = -1
    seconds: float = 0.0
    threads: int = 0
    past: int = 0
    rng: list[dict[str, Any]] = field(default_factory=list)
    history: list[dict[str, Any]] = field(default_factory=list)


class _Counted:
    """An agent that counts its answers."""

    def __init__(self, agent: Agent):
        self.agent, self.name, self.bot, self.answers = agent, agent.name, agent.bot, 0

    def act(self, batch: Batch, index: np.ndarray) -> np.ndarray:
        """See `Agent.act`."""
        self.answers += len(index)
        return self.agent.act(batch, index)


class Trainer:
    """Runs a configuration in a run folder. Every rank has a trainer; the one of rank 0 writes the files.

    Args:
        config: the settings.
        scenario: the scenario.
        folder: the run folder.
        display: where progress is shown.
        resume: continue from the folder's latest checkpoint; a run that was cut off before its first checkpoint starts again.
        ranks: the processes that train together.

    Raises:
        CheckpointError: the checkpoint is damaged or does not fit.
    """

    def __init__(
        self, config: TrainConfig, scenario: Scenario, folder: Path, display: Display, resume: bool = False, ranks: Ranks = ALONE
    ):
        self.config, self.scenario, self.folder, self.display, self.ranks = config, scenario, folder, display, ranks
        self.cores = max(1, cores() // ranks.count)  # of this rank
        self.strongest = ScriptedAgent(scenario, STRONGEST)
        self.past: list[ActionNetwork] = []
        self.progress = Progress()
        ppo = config.ppo
        opponents = Opponents(scenario, {self.strongest.name: 1.0})
        self.games = LearnerGames(
            scenario, ppo.games, opponents, config.seed, threads=config.threads if ranks.count == 1 else self.cores, ranks=ranks,
            style=Style(config.style, scenario) if config.style else None,
        )  # fmt: skip
        device = device_of(config.device, ranks.rank)
        self.learner = PPO(self.games, config.network, ppo, config.decisions, config.seed % 2**32, device, ranks)
        self.learner.potential = self._potential()
        self.imitation_rng = np.random.default_rng([config.seed, 31, ranks.rank])
        self.identity = identity_of(scenario, config.network, config.evaluation.greedy, config.anywhere)
        if resume and (folder / LATEST).exists():
            self._load()
        else:
            if resume:
                display.say("nothing had been saved yet: the run begins again")
            if config.start:
                shared = start_from(config.start, scenario, config.network, self.learner.network)
                display.say(
                    f"begins with the weights of {config.start}: {shared:,} of {scenario.n_position:,} columns of the position were "
                    "seen there"
                )
        blindfold(self.learner.network, scenario, config.blind, config.anywhere)
        ranks.copy_first(list(self.learner.network.state_dict().values()))
        if ranks.first:
            self._compile()
        ranks.wait()
        self._compile()
        self._set_threads()
        # what an earlier process has told of later steps does not count any more
        self.curves = SummaryWriter(str(folder), purge_step=self.learner.decisions + 1 if resume else None) if ranks.first else None
        self._began = time.monotonic()
        self._marked = (self._began, self.learner.decisions)
        self.score: float | None = next(
            (r["evaluation"] for r in reversed(self.progress.history) if r.get("evaluation") is not None), None
        )
        self.stop = Interruption(display.say)

    def run(self) -> bool:
        """Train to the end of the stages, the time limit, or ctrl-C.

        Returns:
            False after ctrl-C.

        Raises:
            CheckpointError: the run folder can no longer be written; its last checkpoint stays intact.
        """
        try:
            with self.display, self.stop:
                self._imitate()
                if not self._should_stop():
                    self._improve()
                stopped = self.ranks.any(self.stop.requested)
                if not self._chooses or (not stopped and self.progress.evaluated_at <= 0):  # nothing says that an earlier one is better
                    self.progress.best_at = self.learner.decisions
                    self._save(BEST)
                self._save(LATEST)
            if self.ranks.first:
                run_folder.write_history(self.progress.history, self.folder)
                run_folder.draw_curve(self.progress.history, self.config, self.folder)
        except OSError as error:
            raise CheckpointError(
                f"cannot write to {self.folder}: {error.strerror or error}; {run_folder.standing(self.folder)}"
            ) from error
        return not stopped

    def judge(self, watch: Callable[[int], None] | None = None) -> list[Match]:
        """Evaluate the best checkpoint against every bot, and with lookahead against the strongest bot, on fresh seeds."""
        agent, config = load_agent(self.folder, self.scenario), self.config.evaluation
        pairs: list[tuple[Agent, Agent]] = [(agent, ScriptedAgent(self.scenario, bot)) for bot in self.scenario.ruleset.bots]
        matches = play_pairs(self.scenario, pairs, config.final_games, later_seed(config.seed), watch=watch, play=self._play)
        if config.looking_games:
            looking = look_ahead(self.scenario, agent, threads=self.cores)
            matches += play_pairs(
                self.scenario, [(looking, self.strongest)], config.looking_games, later_seed(config.seed), watch=watch, play=self._play
            )
        return matches

    def tell(self) -> str:
        """Play up to ten games of the best checkpoint against the strongest bot; returns the trace of its first win, or of the last."""
        agents: list[Agent] = [load_agent(self.folder, self.scenario), *[self.strongest] * (self.scenario.seats - 1)]
        told = ""
        for seed in game_seeds(later_seed(self.config.seed), 10):
            told = tell_game(self.scenario, agents, int(seed))
            if "; first: seat_0;" in told.splitlines()[-1]:
                break
        return told

    def _play(
        self,
        scenario: Scenario,
        agents: list[Agent],
        who: np.ndarray,
        seeds: np.ndarray,
        threads: int,
        watch: Callable[[int], None] | None,
    ) -> np.ndarray:
        """Run `play_games`, with each rank playing its part of the games."""
        count, finals = self.ranks.count, np.zeros(len(seeds), scenario.ruleset.state)
        mine = slice(self.ranks.rank, None, count)
        played = play_games(scenario, agents, who[mine], seeds[mine], self.cores, watch)
        for rank, records in enumerate(self.ranks.gather(played)):
            finals[rank::count] = records
        return finals

    def seconds(self) -> float:
        """Seconds spent on this run, including the time before it was resumed."""
        return self.progress.seconds + time.monotonic() - self._began

    def _imitate(self) -> None:
        config, progress = self.config.imitation, self.progress
        if not config.decisions or progress.stage >= 0:
            return
        demonstrations = self._demonstrations()
        size = config.games * config.chunk
        since, began_at = time.monotonic(), progress.chunk
        left_over = (
            imitate(self.learner.network, self.learner.optimizer, demonstrations, began_at, self.imitation_rng)
            if began_at < demonstrations.chunks
            else ()
        )
        for chunk, lesson in left_over:
            progress.chunk = chunk + 1
            rate = (progress.chunk - began_at) * size / (time.monotonic() - since)
            left = (demonstrations.chunks - progress.chunk) * size / rate
            self.display.show(f"imitating {demonstrations.name}", progress.chunk / demonstrations.chunks, rate, self.score, left)
            progress.history.append({
                "phase": "imitation", "decisions": 0, "seconds": round(self.seconds(), 2), "rate": round(rate),
                "agreement": round(lesson.agreement, 4), "policy_loss": lesson.policy_loss, "value_loss": lesson.value_loss,
            })  # fmt: skip
            if self._should_stop():
                return
        # PPO begins with a fresh optimizer: momenta of another loss would push the first updates astray
        self.learner.optimizer.state.clear()

    def _demonstrations(self) -> Lessons:
        """The source of imitation: a bot, or recorded games; recorded games that cannot be used are reported."""
        config, progress = self.config.imitation, self.progress
        given = (
            self.scenario,
            config,
            later_seed(self.config.seed),
            self.config.network.consider,
            self.ranks,
            self.learner.network.dtype,
        )
        if not config.demonstrations:
            return Demonstrations(*given)
        games = RecordedGames(*given)
        if progress.chunk and progress.demonstrations != games.digest:
            raise CheckpointError(
                f"{config.demonstrations} holds other games than when this run began to learn from them; begin a new run"
            )
        progress.demonstrations = games.digest
        self.display.say(f"imitates {games.name} of {config.demonstrations}" + "".join(f"\n  left out: {why}" for why in games.refused))
        return games

    @property
    def _chooses(self) -> bool:
        """False if the last checkpoint counts as the best one."""
        return self.config.evaluation.choose and self.config.evaluation.games > 0

    @property
    def spent(self) -> int:
        """All decisions so far that the budget pays for."""
        return self.config.imitation.decisions + self.learner.decisions + self.progress.evaluated

    def _pays(self, decisions: int) -> bool:
        """False if the budget does not pay for this many more decisions."""
        return not self.config.budget or self.spent + decisions <= self.config.budget

    def _improve(self) -> None:
        learner = self.learner
        if not learner.begun:
            self._enter_stage(0)
            learner.begin()
        self._marked = (time.monotonic(), learner.decisions)
        while learner.decisions < self.config.decisions:
            ends = self._is_spent()
            self.between_updates(ends)
            if ends or self.ranks.any(self.stop.requested):
                return
            if self._is_spent():  # by now, and what the last updates were worth has not been measured
                continue
            learner.collect()
            learner.update()
        self.between_updates()

    def between_updates(self, ends: bool = False) -> None:
        """Do everything that is due between two updates: history, evaluation, checkpoint, next stage or opponents, shaping.

        Args:
            ends: time or budget end the run here: what the last updates were worth is measured, too.
        """
        config, progress, now = self.config, self.progress, self.learner.decisions
        due = now - progress.evaluated_at >= config.evaluation.every or progress.evaluated_at < 0 or now >= config.decisions or ends
        payable = config.evaluation.games > 0 and self._pays(progress.evaluation_cost * 3 // 2)
        self._record(due and payable and now != progress.evaluated_at)
        stage = next((k for k in range(len(config.stages)) if now < sum(map(config.decisions_of, range(k + 1)))), None)
        if stage is not None and stage != progress.stage:
            self._enter_stage(stage)
        elif (
            stage is not None
            and config.stages[stage].opponents.get(PAST, 0)
            and now - progress.snapshot_at >= config.stages[stage].snapshot
        ):
            self._freeze()
            self._seat_opponents()
        self.learner.shaping = config.shaping.weight * max(0.0, 1 - now / max(config.shaping.decisions, 1))
        self.learner.gae_lambda = config.stages[max(progress.stage, 0)].gae_lambda or config.ppo.gae_lambda
        if due:
            self._save(LATEST)

    def _record(self, evaluate: bool) -> None:
        config, progress, now = self.config, self.progress, self.learner.decisions
        at, before = self._marked
        learner, rollouts = self.learner, self.ranks.gather(self.learner.rollout_facts)
        row: dict[str, Any] = {
            "phase": "ppo", "stage": max(progress.stage, 0), "decisions": now, "seconds": round(self.seconds(), 2),
            "rate": round((now - before) / max(time.monotonic() - at, 1e-9)),
            **learner.update_facts,
            **{name: round(float(np.mean([r[name] for r in rollouts if name in r])), 4) for name in rollouts[0]},
        }  # fmt: skip
        if evaluate:
            agent = _Counted(NetworkAgent(learner.network, "learner", config.evaluation.greedy))
            pair = [(agent, self.strongest)]
            with learner.watch.time("evaluate"):
                match = play_pairs(self.scenario, pair, config.evaluation.games, config.evaluation.seed, play=self._play)[0]
            cost = sum(self.ranks.gather(agent.answers))
            progress.evaluated, progress.evaluation_cost = progress.evaluated + cost, max(progress.evaluation_cost, cost)
            self.score = match.score
            row["evaluation"] = round(match.score, 4)
            progress.evaluated_at = now
            if match.score >= progress.best:
                progress.best = match.score
                if self._chooses:
                    progress.best_at = now
                    self._save(BEST)
        if now > before or evaluate:
            progress.history.append(row)
            self._draw(row)
            if self.ranks.first:
                run_folder.write_history(progress.history, self.folder)
        if evaluate and self.ranks.first:
            run_folder.draw_curve(progress.history, config, self.folder)
        self._marked = (time.monotonic(), now)
        self._show(row["rate"])

    def _draw(self, row: dict[str, Any]) -> None:
        """Write a point of the curves to TensorBoard."""
        if self.curves is None:
            return
        learner = self.learner
        groups = ("rollout", learner.rollout_facts), ("train", learner.update_facts)
        points = {f"{group}/{name}": row[name] for group, names in groups for name in names if name in row}
        points |= {"time/fps": row["rate"]} | ({"evaluation/score": row["evaluation"]} if "evaluation" in row else {})
        if learner.recent:
            rewards, lengths = zip(*learner.recent, strict=True)
            points |= {"rollout/ep_rew_mean": np.mean(rewards), "rollout/ep_len_mean": np.mean(lengths)}
        for name, value in points.items():
            self.curves.add_scalar(name, value, learner.decisions)
        self.curves.flush()

    def _show(self, rate: float) -> None:
        now, total = self.learner.decisions, self.config.decisions
        recent = [row["rate"] for row in self.progress.history[-20:] if row["phase"] == "ppo" and row["rate"] > 0]
        usual = float(np.mean(recent)) if recent else 0.0
        left = max(min((total - now) / usual, self.config.minutes * 60 - self.seconds()), 0.0) if usual else None
        name = f"PPO, stage {max(self.progress.stage, 0) + 1} of {len(self.config.stages)}"
        self.display.show(name, now / total, rate, self.score, left)

    def _enter_stage(self, stage: int) -> None:
        self.progress.stage = stage
        if self.config.stages[stage].opponents.get(PAST, 0):
            self._freeze()
        self._seat_opponents()

    def _seat_opponents(self) -> None:
        stage = self.config.stages[self.progress.stage]
        self.games.set_opponents(
            Opponents(self.scenario, stage.opponents, [NetworkAgent(network, "past") for network in self.past]), stage.noise
        )

    def _freeze(self) -> None:
        """Add a copy of the network to the past selves; the oldest copy is dropped when there are too many."""
        network = copy.deepcopy(self.learner.network).eval()
        self.past = [*self.past, network][-self.config.past :]
        self.progress.snapshot_at = self.learner.decisions

    def _is_spent(self) -> bool:
        """True on all ranks if the time of rank 0 is up, or the budget does not pay for another update."""
        over = self.seconds() > self.config.minutes * 60 or not self._pays(self.config.rollout)
        return self.ranks.any(self.ranks.first and over)

    def _should_stop(self) -> bool:
        """True on all ranks if one of them was asked to stop, or the run is spent."""
        return self.ranks.any(self.stop.requested) or self._is_spent()

    def _potential(self) -> np.ndarray | None:
        if not self.config.shaping.weight:
            return None
        names = self.scenario.features.names()
        weights = np.zeros(len(names), np.float32)
        for name, weight in self.config.shaping.features.items():
            weights[names.index(name)] = weight
        return weights

    def _compile(self) -> None:
        """Compile the kernels before the clock starts; later processes load them from the cache."""
        began = time.monotonic()
        batch = Batch(self.scenario, 1, observe=False)
        batch.reset(seed=0)
        batch.encode_actions(np.zeros(1, np.int64))
        batch.step(batch.ask(np.zeros(1, np.int64), 0))
        if time.monotonic() - began > 5:
            self.display.say(f"compiled the rules in {time.monotonic() - began:.0f} s (once for each version)")

    def _set_threads(self) -> None:
        if self.ranks.count > 1:
            self.progress.threads = self.config.threads or self.cores
        elif self.progress.threads == 0:
            network, ruleset = self.learner.network, self.scenario.ruleset
            self.progress.threads = self.config.threads or choose_threads(network, self.scenario.n_position, len(ruleset.action_features))
        torch.set_num_threads(self.progress.threads)

    def _generators(self) -> dict[str, np.random.Generator]:
        return {"learner": self.learner.rng, "games": self.games.rng, "lessons": self.imitation_rng}

    def _save(self, name: str) -> None:
        learner, arrays = self.learner, {}
        if learner.begun:
            arrays = {f"games.{key}": value for key, value in self.games.save_state().items()}
            arrays |= {"ended": learner.ended, "lengths": learner.lengths}
        generators = {name: rng.bit_generator.state for name, rng in self._generators().items()}
        told = self.ranks.gather((generators, arrays))
        if not self.ranks.first:
            return
        facts = dataclasses.replace(
            self.progress, decisions=learner.decisions, updates=learner.updates, seconds=self.seconds(), past=len(self.past),
            rng=[generators for generators, _ in told],
        )  # fmt: skip
        everything = {f"rank{rank}.{key}": value for rank, (_, arrays) in enumerate(told) for key, value in arrays.items()}
        for k, network in enumerate(self.past):
            everything |= {f"past{k}.{key}": value.cpu().numpy() for key, value in network.state_dict().items()}
        save_checkpoint(self.folder / name, learner.network, learner.optimizer, self.identity, dataclasses.asdict(facts), everything)

    def _load(self) -> None:
        path = self.folder / LATEST
        check_identity(path, read_identity(path), self.scenario, same_scenario=True)
        try:
            self._go_on_from(*load_resume(path, self.learner.network, self.learner.optimizer))
        except (KeyError, ValueError, TypeError, IndexError, AttributeError, RuntimeError) as error:
            if isinstance(error, CheckpointError):
                raise
            raise CheckpointError(f"{path} is damaged and cannot be resumed ({error})") from error

    def _go_on_from(self, facts: dict[str, Any], arrays: dict[str, np.ndarray]) -> None:
        learner, progress = self.learner, Progress(**facts)
        self.progress = progress
        learner.decisions, learner.updates = progress.decisions, progress.updates
        for k in range(progress.past):
            network = copy.deepcopy(learner.network).eval()
            network.load_state_dict({key: torch.from_numpy(value) for key, value in part_of(arrays, f"past{k}.").items()})
            self.past.append(network)
        if len(progress.rng) != self.ranks.count:
            self._reshare(len(progress.rng))
            return
        for name, rng in self._generators().items():
            rng.bit_generator.state = progress.rng[self.ranks.rank][name]
        mine = part_of(arrays, f"rank{self.ranks.rank}.")
        if "ended" in mine:
            self._seat_opponents()
            try:
                self.games.load_state(part_of(mine, "games."))
            except StateError as error:
                self.display.say(f"{error}: network, optimizer and progress stay, the games begin anew")
                self._begin_games_anew()
                return
            learner.ended, learner.lengths, learner.begun = mine["ended"], mine["lengths"], True

    def _reshare(self, before: int) -> None:
        """Continue with another number of ranks: each rank starts games of its own."""
        self.display.say(
            f"this run had {before} rank{'s' * (before > 1)} and continues with {self.ranks.count}: network, optimizer and progress stay, "
            "but new games begin, so the result will differ from that with the former number"
        )
        self._begin_games_anew()

    def _begin_games_anew(self) -> None:
        """Start games from seeds that have not been played."""
        turn = [self.config.seed, self.ranks.count, self.progress.updates, self.progress.chunk]
        for k, rng in enumerate(self._generators().values()):
            rng.bit_generator.state = np.random.default_rng([*turn, self.ranks.rank, k]).bit_generator.state
        fresh = int(np.random.default_rng(turn).integers(2**62))
        self.games.seeds = self.ranks.mine(game_seeds(fresh, self.config.ppo.games))
        if self.progress.stage >= 0:
            self._seat_opponents()
            self.learner.begin()


def part_of(arrays: dict[str, np.ndarray], prefix: str) -> dict[str, np.ndarray]:
    """Select the arrays with a prefix, and remove it from their names."""
    return {key[len(prefix) :]: value for key, value in arrays.items() if key.startswith(prefix)}
