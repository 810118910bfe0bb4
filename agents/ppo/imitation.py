"""Imitation (behaviour cloning): a network learns to choose a bot's actions, and to predict how its games end.

Bots play each other. From time to time a random action is played, so that the network also sees positions that good play avoids, but the
label is always the action that the bot would choose. The games are played twice from the same seeds: once to learn how they end, and once
to encode their positions, which costs less than keeping the positions in memory.

Saved games can be imitated instead of a bot (`demonstrations.py`).

All positions of a game share its outcome. Where games are long, a value that learns from every decision of a few games memorises those
games. `spread` takes the same number of decisions from more games.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Protocol

import numpy as np
import torch
import tyro
from torch.nn import functional

from skirmish_rl.agents.agent import STRONGEST, bot_index
from skirmish_rl.agents.kinds.chance import strayed
from skirmish_rl.agents.ppo.buffer import RowStore
from skirmish_rl.agents.ppo.network import ActionNetwork, finite, log_softmax
from skirmish_rl.agents.ppo.ranks import ALONE, Gradients, Ranks
from skirmish_rl.envs.core.batch import RESTART, Batch, game_seeds
from skirmish_rl.envs.core.ruleset import Scenario

_SALTS = 41, 43
UNASKED = -1  # no action


@dataclass(frozen=True)
class ImitationConfig:
    """Settings of imitation (behaviour cloning).

    Attributes:
        bot: the teacher; "strongest" is the ruleset's last bot.
        decisions: decisions to learn from, 0 for no imitation.
        noise: probability that a random action is played instead of the bot's.
        learning_rate: learning rate at the start; it falls to a tenth along a cosine.
        games: games played at a time.
        chunk: steps of these games between two updates.
        minibatch: decisions in a minibatch.
        spread: learn only from every n-th decision of a game, and from more games instead.
        doubt: share of the target probability that follows the strongest bot's ranking, half as much for each next action. A
            policy that has only learnt favourites by heart has nothing else to try.
        demonstrations: a folder of traces, one trace, or a recording (.npz), to imitate instead of the bot; "" for none. On the
            command line also `--demonstrations`. `decisions` is then the maximum.
        players: players to imitate, as these traces name them; () for all.
        passes: passes over each of these actions.
    """

    bot: str = STRONGEST
    decisions: int = 500_000
    noise: float = 0.1
    learning_rate: float = 1e-3
    games: int = 256
    chunk: int = 16
    minibatch: int = 1024
    spread: int = 1
    doubt: float = 0.0
    demonstrations: Annotated[str, tyro.conf.arg(aliases=("--demonstrations",))] = ""
    players: tuple[str, ...] = ()
    passes: int = 4


class Lessons(Protocol):
    """Labelled positions in chunks.

    Attributes:
        name: describes who is imitated.
        chunks: the number of chunks.
        ranks: the processes that share the chunks equally.
    """

    name: str
    chunks: int
    scenario: Scenario
    config: ImitationConfig
    ranks: Ranks

    def read(self, first: int) -> Iterator[tuple[RowStore, torch.Tensor, torch.Tensor]]:
        """Yield the chunks from number `first` on: positions, indices of the labels among the legal actions (or UNASKED), outcomes."""
        ...


class Demonstrations:
    """Labelled positions from games of a bot against itself, in chunks. Every rank plays its share of the games.

    Attributes:
        chunks: the number of chunks.
        steps: decisions played in every game.
        games: games played side by side.

    Args:
        scenario: the scenario.
        config: settings of imitation.
        seed: seed of the games; the same seed gives the same positions.
        consider: number of actions that the network considers, 0 for all.
        ranks: the processes that share the games.
        dtype: dtype of the features.
    """

    def __init__(
        self,
        scenario: Scenario,
        config: ImitationConfig,
        seed: int,
        consider: int = 0,
        ranks: Ranks = ALONE,
        dtype: torch.dtype = torch.float32,
    ):
        self.scenario, self.config, self.consider, self.ranks, self.dtype = scenario, config, consider, ranks, dtype
        self.seeds = ranks.mine(game_seeds(seed, config.games))
        self.games = len(self.seeds)
        self.name = config.bot
        self.bot = bot_index(scenario.ruleset, config.bot)
        self.chunks = -(-config.decisions // (config.games * config.chunk))
        self.steps = self.chunks * config.chunk * config.spread
        self.labels = np.full((self.steps, self.games), UNASKED, np.int32)
        self.outcomes: np.ndarray | None = None

    def _play(self) -> Iterator[tuple[int, Batch]]:
        """Yield each step before it is played: its number and the games, with the bot's answers in `labels`."""
        batch = Batch(self.scenario, self.games, observe=False, after=RESTART)
        batch.reset(seeds=self.seeds)
        everyone = np.arange(batch.n)
        for t in range(self.steps):
            if self.labels[t, 0] == UNASKED:
                self.labels[t] = batch.ask(everyone, self.bot)
            yield t, batch
            batch.step(strayed(batch, self.labels[t], self.config.noise, _SALTS))

    def find_outcomes(self) -> np.ndarray:
        """Play the games to learn the final reward of the deciding seat of every position: float32 (steps, games), nan if unknown."""
        steps, games = self.steps, self.games
        deciders = np.zeros((steps, games), np.int8)
        ended = np.zeros((steps + 1, games), bool)
        rewards = np.zeros((steps + 1, games, self.scenario.seats), np.float32)
        for t, batch in self._play():
            deciders[t] = batch.deciders
            ended[t], rewards[t] = batch.ended, batch.rewards  # of the step before, 0 at first
        outcomes = np.full((steps, games), np.nan, np.float32)
        known = np.full((games, self.scenario.seats), np.nan, np.float32)
        for t in range(steps - 1, -1, -1):
            known[ended[t + 1]] = rewards[t + 1, ended[t + 1]]
            outcomes[t] = known[np.arange(games), deciders[t]]
        return outcomes

    def __iter__(self) -> Iterator[tuple[RowStore, torch.Tensor, torch.Tensor]]:
        return self.read(0)

    def read(self, first: int) -> Iterator[tuple[RowStore, torch.Tensor, torch.Tensor]]:
        """Yield the chunks from number `first` on: positions, indices of the bot's answers among the legal actions, outcomes."""
        if self.outcomes is None:
            self.outcomes = self.find_outcomes()
        steps, games, spread = self.config.chunk, self.games, self.config.spread
        store = RowStore(steps * games, self.scenario.n_position, len(self.scenario.ruleset.action_features), self.dtype)
        everyone = np.arange(games)
        places = np.zeros((steps, games), np.int64)
        outcomes = np.zeros((steps, games), np.float32)
        for played, batch in self._play():
            t, between = divmod(played, spread)
            if t < first * steps or between:
                continue
            offsets, numbers, rows, positions = batch.encode_actions(everyone, most=self.consider)
            store.add(offsets, numbers, rows, positions)
            position = np.repeat(everyone, np.diff(offsets))
            hit = np.flatnonzero(numbers == self.labels[played, position])
            # the bot's answer may be left out where more actions tie than are considered: the first of them stands for it
            places[t % steps] = 0
            places[t % steps, position[hit]] = hit - offsets[position[hit]]
            outcomes[t % steps] = self.outcomes[played]
            if t % steps == steps - 1:
                yield store, torch.from_numpy(places.ravel()), torch.from_numpy(outcomes.ravel())
                store.clear()


@dataclass(frozen=True)
class Lesson:
    """Statistics of one chunk: how often the network agrees with the answers, and its losses."""

    agreement: float
    policy_loss: float
    value_loss: float


def imitate(
    network: ActionNetwork, optimizer: torch.optim.Optimizer, demonstrations: Lessons, first: int, rng: np.random.Generator
) -> Iterator[tuple[int, Lesson]]:
    """Learn from demonstrations, chunk by chunk, on all ranks together.

    Args:
        network: the network to train.
        optimizer: its optimizer.
        demonstrations: the labelled positions.
        first: the chunk to start with.
        rng: shuffles the minibatches.

    Yields:
        The number of each chunk after it was learnt, with its statistics.
    """
    config, ranks = demonstrations.config, demonstrations.ranks
    gradients = Gradients(list(network.parameters()), ranks)
    rank = demonstrations.scenario.ruleset.action_features.index("rank") if config.doubt else -1
    for chunk, (store, places, outcomes) in enumerate(demonstrations.read(first), first):
        fraction = chunk / demonstrations.chunks
        for group in optimizer.param_groups:
            group["lr"] = config.learning_rate * (0.55 + 0.45 * math.cos(math.pi * fraction))
        agreed, taught, losses = 0, 0, []
        places, outcomes = places.to(network.device), outcomes.to(network.device)
        order = torch.from_numpy(rng.permutation(store.n))
        for index in order.tensor_split(max(1, round(store.n * ranks.count / config.minibatch))):
            packed = store.take(index)
            scores, values = network(packed)
            log_probs = log_softmax(scores, packed.counts)
            target, known = places[index], ~outcomes[index].isnan()
            answered = target != UNASKED
            policy_loss = functional.nll_loss(log_probs, target, ignore_index=UNASKED) if answered.any() else values.sum() * 0
            if config.doubt:
                ranked = (log_softmax(-math.log(2) * ranks_of(packed.rows, rank), packed.counts).exp() * finite(log_probs)).sum(1)
                policy_loss = (1 - config.doubt) * policy_loss - config.doubt * ranked.mean()
            value_loss = functional.mse_loss(values[known], outcomes[index][known]) if known.any() else values.sum() * 0
            gradients.clear()
            (policy_loss + 0.5 * value_loss).backward()
            gradients.average()
            gradients.clip(1.0)
            optimizer.step()
            agreed += int((log_probs.argmax(1) == target).sum())
            taught += int(answered.sum())
            losses.append((policy_loss.item(), value_loss.item()))
        told = ranks.gather((agreed / max(taught, 1), *np.mean(losses, axis=0)))
        agreement, policy_mean, value_mean = np.mean(told, axis=0)
        yield chunk, Lesson(float(agreement), float(policy_mean), float(value_mean))


def ranks_of(rows: torch.Tensor, column: int) -> torch.Tensor:
    """Recover how many actions the strongest bot prefers, float32 (r,), from the column that holds 1 / (1 + rank)."""
    return 1 / rows[:, column].float() - 1
