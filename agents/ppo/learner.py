"""Proximal policy optimisation over legal actions, the whole of it: play a rollout, judge it, learn from it.

```
ppo = PPO(games, network, settings)
ppo.begin()
while ppo.decisions < enough:
    ppo.collect()  # a rollout, with advantages
    ppo.update()  # some passes over it in minibatches
```

`trainer.py` makes a run of it, with stages of opponents, evaluations and checkpoints.
"""

from __future__ import annotations

import math
import random
from collections import deque
from collections.abc import Iterator
from typing import NamedTuple, cast

import numpy as np
import torch
from torch.nn import functional

from skirmish_rl.agents.network import NetworkConfig
from skirmish_rl.agents.ppo.buffer import Rollout
from skirmish_rl.agents.ppo.config import PPOConfig
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.network import build_network, entropy, log_softmax, pack, pick
from skirmish_rl.agents.ppo.ranks import ALONE, Gradients, Ranks
from skirmish_rl.agents.ppo.stopwatch import Stopwatch

_RECENT = 100  # games, of which TensorBoard shows the means


class Targets(NamedTuple):
    """Training data of an update, in the order of the rollout's store: arrays of `Rollout` as tensors."""

    choices: torch.Tensor
    log_probs: torch.Tensor
    returns: torch.Tensor
    advantages: torch.Tensor


class Losses(NamedTuple):
    """Losses of a minibatch: clipped policy loss, squared error of the value, mean entropy of the policy."""

    policy: torch.Tensor
    value: torch.Tensor
    entropy: torch.Tensor


class PPO:
    """PPO: a network, its optimizer, and the games that it learns from.

    An advantage belongs to a decision of the learner; everything that other agents do until the learner's next decision counts as its
    consequence, also after the last decision of a game.

    Attributes:
        decisions: decisions of the learner so far, on all ranks.
        updates: updates (one for each rollout) so far.
        begun: True once the games have been started or loaded.
        ended: bool (games,), True where the learner's last decision ended a game.
        lengths: int64 (games,), decisions of the learner so far in each game in progress.
        rollout: what the last `collect` has played.
        rollout_facts: the score of games that ended in the rollout, and the mean rewards from shaping and style.
        update_facts: losses and other statistics of the last `update`.
        recent: rewards and lengths of the last games.
        gae_lambda: lambda of the advantages.
        potential: float32 (features,), weights of a shaping potential over the observation; None for no shaping.
        potentials: float32 (steps + 1, games), the potential before each decision of the rollout and after the last one.
        shaping: current strength of shaping; this many times gamma * potential(next) - potential(now) is added to the reward.
        ranks: the processes that train together, each with its share of the games; their weights stay equal.

    Args:
        games: the learner's games.
        network: settings of the network.
        settings: settings of PPO; its `games` counts those of all ranks, and this class uses the number in the argument `games` instead.
        total: decisions over which the learning rate falls, if it falls.
        seed: seed of the initial weights, of the sampled actions and of the order of minibatches.
        device: device of the network.
        ranks: the processes that train together.
    """

    def __init__(
        self,
        games: LearnerGames,
        network: NetworkConfig,
        settings: PPOConfig,
        total: int = 1,
        seed: int = 0,
        device: torch.device | str = "cpu",
        ranks: Ranks = ALONE,
    ):
        scenario = games.scenario
        n_row = len(scenario.ruleset.action_features)
        _seed_all(seed)
        self.games, self.settings, self.total, self.ranks, self.watch = games, settings, total, ranks, Stopwatch()
        self.network = build_network(scenario.n_position, n_row, scenario.n_actions, network).to(device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=settings.learning_rate, eps=1e-5, fused=True)
        self.rollout = Rollout(settings.steps, games.n, scenario.n_position, n_row, self.network.dtype)
        self.rng = np.random.default_rng([seed, 23, ranks.rank])
        self.gae_lambda = settings.gae_lambda
        self.potential: np.ndarray | None = None
        self.shaping = 0.0
        self.decisions, self.updates, self.begun = 0, 0, False
        self.ended, self.lengths = np.ones(games.n, bool), np.zeros(games.n, np.int64)
        self.potentials = np.zeros((0, games.n), np.float32)
        self.rollout_facts: dict[str, float] = {}
        self.update_facts: dict[str, float] = {}
        self.recent: deque[tuple[float, int]] = deque(maxlen=_RECENT)

    @property
    def learning_rate(self) -> float:
        """Learning rate of the next update: with `anneal` it falls to a tenth over `total` decisions."""
        remaining = 1.0 - self.decisions / self.total
        return self.settings.learning_rate * (0.1 + 0.9 * remaining) if self.settings.anneal else self.settings.learning_rate

    def begin(self) -> None:
        """Start all games, and play to the learner's first decisions."""
        self.games.start()
        self.ended, self.lengths, self.begun = np.ones(self.games.n, bool), np.zeros(self.games.n, np.int64), True

    def collect(self) -> None:
        """Play `steps` decisions of the learner in every game, and compute their advantages.

        The games advance independently: while other agents act in some games, the learner acts in others. A game that has reached its
        number of decisions waits at the learner's next decision.
        """
        rollout, games, steps = self.rollout, self.games, self.settings.steps
        rollout.clear()
        done = np.zeros(games.n, np.int64)  # of each game's decisions
        self.potentials = np.zeros((steps + 1, games.n), np.float32)
        outcomes, styled = [], 0.0
        while not ((ready := games.ready) & (done == steps)).all():
            index = np.flatnonzero(ready & (done < steps))
            actions = self._answer(done[index], index) if len(index) else np.zeros(0, np.int64)
            done[index] += 1
            with self.watch.time("engine"):
                over, rewards = games.play(index, actions)
            rollout.rewards[done[over] - 1, over] += rewards
            outcomes.append(rewards)
            self.recent.extend(zip(rewards.tolist(), self.lengths[over].tolist(), strict=True))
            self.ended[over], self.lengths[over] = True, 0
            if games.style is not None:
                styled += self._pay(done)
        self.rollout_facts = facts_of(np.concatenate(outcomes))
        if games.style is not None:
            self.rollout_facts["style"] = styled / rollout.rewards.size
        self._judge()

    def _answer(self, steps: np.ndarray, index: np.ndarray) -> np.ndarray:
        """Sample the learner's actions in some games, int64 (m,), and store them in the rollout.

        Args:
            steps: int64 (m,), the number of decisions of this rollout that each game has had.
            index: int64 (m,), the games.
        """
        rollout, at = self.rollout, (steps, index)
        with self.watch.time("describe"):
            packed = rollout.add(self.games.encode_actions(index, self.network.consider), *at)
        with self.watch.time("forward"), torch.no_grad():
            scores, values = self.network(packed)
            log_probs = log_softmax(scores, packed.counts)
            chosen = pick(log_probs, packed.counts, self.rng.random(len(index))).cpu()
            first = packed.counts.cumsum(0) - packed.counts
            actions = packed.numbers[first + chosen].numpy()
        if self.potential is not None:
            self.potentials[at] = self._potential_of(packed.positions)
        rollout.starts[at] = self.ended[index]
        rollout.values[at] = values.cpu().numpy()
        rollout.log_probs[at] = log_probs.cpu().gather(1, chosen[:, None])[:, 0].numpy()
        rollout.choices[at] = chosen.numpy()
        self.ended[index] = False
        self.lengths[index] += 1
        self.decisions += len(index) * self.ranks.count
        return actions

    def _pay(self, done: np.ndarray) -> float:
        """Add the style's rewards to the learner's last decision in each game; nothing is paid before its first decision."""
        games = self.games
        at = np.flatnonzero((games.paid != 0) & ~self.ended)
        paid = games.paid[at]
        self.rollout.rewards[done[at] - 1, at] += paid
        games.paid[:] = 0
        return float(paid.sum())

    def _judge(self) -> None:
        """Compute the advantages of the rollout, and the targets of the value."""
        rollout, gamma, value_lambda = self.rollout, self.settings.gamma, self.settings.value_lambda
        last = pack(*self.games.encode_actions(np.arange(self.games.n), self.network.consider))
        with torch.no_grad():
            last_values = self.network(last)[1].cpu().numpy()
        if self.potential is not None and self.shaping:
            self._shape(last.positions)
        facts = rollout.rewards, rollout.values, rollout.starts, last_values, self.ended
        rollout.advantages = advantages_of(*facts, gamma, self.gae_lambda)
        rollout.returns = rollout.values + (advantages_of(*facts, gamma, value_lambda) if value_lambda else rollout.advantages)

    def _shape(self, last: torch.Tensor) -> None:
        """Add the rise of the potential to the rewards; `last` holds the positions after the rollout, float32 (games, features)."""
        rollout, phi = self.rollout, self.potentials
        phi[-1] = self._potential_of(last)
        goes_on = 1 - np.vstack([rollout.starts[1:], self.ended.astype(np.float32)])
        extra = self.shaping * (self.settings.gamma * phi[1:] * goes_on - phi[:-1])
        rollout.rewards += extra
        self.rollout_facts["shaping"] = float(extra.mean())

    def _potential_of(self, positions: torch.Tensor) -> np.ndarray:
        weights = cast(np.ndarray, self.potential)
        return cast(np.ndarray, positions[:, : len(weights)].float().numpy() @ weights)

    def update(self) -> None:
        """Update the network: clipped PPO over minibatches of the rollout, on all ranks together."""
        with self.watch.time("update"):
            self._learn()

    def _learn(self) -> None:
        settings, rollout, network = self.settings, self.rollout, self.network
        rate = self.learning_rate
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        targets = Targets(*(rollout.flat(name).to(network.device) for name in Targets._fields))
        choosing = [part for name, part in network.named_parameters() if name.startswith(network.chooses)]
        gradients = Gradients(list(network.parameters()), self.ranks, choosing)
        seen: list[dict[str, float]] = []
        for epoch, index, scale in self._minibatches(targets.advantages):
            losses, facts = self._losses(index, targets, *scale)
            gradients.clear()
            self._backward(losses)
            with self.watch.time("exchange"):
                facts["approx_kl"] = gradients.average(facts["approx_kl"])
            if epoch == 0:
                gradients.note()
            seen.append(facts)
            if settings.target_kl and facts["approx_kl"] > 1.5 * settings.target_kl:
                break  # the policy has moved far enough
            gradients.clip(settings.max_grad_norm)
            self.optimizer.step()
        self.updates += settings.epochs
        self.update_facts = {name: float(np.mean([facts[name] for facts in seen])) for name in seen[0]} | {"learning_rate": rate}
        if not math.isnan(signal := gradients.signal()):
            self.update_facts["signal"] = signal
        self.update_facts["explained_variance"] = explained_variance(rollout.values, rollout.returns)

    def _minibatches(self, advantages: torch.Tensor) -> Iterator[tuple[int, torch.Tensor, tuple[float, float]]]:
        """Yield the minibatches of all epochs: epoch, positions, and mean and standard deviation of their advantages on all ranks."""
        size = self.ranks.share(self.settings.minibatch)
        for epoch in range(self.settings.epochs):
            batches = list(self.rollout.minibatches(size, self.rng))
            with self.watch.time("exchange"):
                scales = scales_of([advantages[index] for index in batches], self.ranks)
            for index, scale in zip(batches, scales, strict=True):
                yield epoch, index, scale

    def _losses(self, index: torch.Tensor, targets: Targets, mean: float, spread: float) -> tuple[Losses, dict[str, float]]:
        """The losses of a minibatch, and statistics to report; `mean` and `spread` normalise its advantages."""
        packed, clip = self.rollout.store.take(index).to(self.network.device), self.settings.clip
        scores, values = self.network(packed)
        log_probs = log_softmax(scores, packed.counts)
        advantage = (targets.advantages[index] - mean) / (spread + 1e-8)
        log_ratio = log_probs.gather(1, targets.choices[index][:, None])[:, 0] - targets.log_probs[index]
        ratio = log_ratio.exp()
        losses = Losses(
            policy=-torch.min(advantage * ratio, advantage * ratio.clamp(1 - clip, 1 + clip)).mean(),
            value=functional.mse_loss(values, targets.returns[index]),
            entropy=entropy(log_probs).mean(),
        )
        with torch.no_grad():
            kl = float(((ratio - 1) - log_ratio).mean())
            clipped = float(((ratio - 1).abs() > clip).float().mean())
        told = {"policy_loss": losses.policy.item(), "value_loss": losses.value.item(), "entropy": losses.entropy.item()}
        return losses, told | {"approx_kl": kl, "clip_fraction": clipped}

    def _backward(self, losses: Losses) -> None:
        """Compute the gradients of the losses; while only the value learns, only those of weights that the policy does not share."""
        settings = self.settings
        if self.decisions > settings.value_first:
            (losses.policy + settings.value * losses.value - settings.entropy * losses.entropy).backward()
            return
        (settings.value * losses.value).backward()
        for name, part in self.network.named_parameters():
            if name.startswith(self.network.shares):
                cast(torch.Tensor, part.grad).zero_()


def advantages_of(
    rewards: np.ndarray,
    values: np.ndarray,
    starts: np.ndarray,
    last_values: np.ndarray,
    ended: np.ndarray,
    gamma: float,
    gae_lambda: float,
) -> np.ndarray:
    """Generalised advantage estimates (https://arxiv.org/abs/1506.02438), float32 (steps, games).

    Args:
        rewards: float32 (steps, games), the reward after each decision.
        values: float32 (steps, games), the value of the position before each decision.
        starts: float32 (steps, games), 1 where a decision is the first of its game.
        last_values: float32 (games,), values of the positions after the last decision.
        ended: bool (games,), True where the last decision ended the game.
        gamma: discount.
        gae_lambda: lambda of the estimates.
    """
    advantages = np.zeros_like(rewards)
    goes_on, next_values = 1.0 - ended.astype(np.float32), last_values
    advantage = np.zeros_like(last_values)
    for step in reversed(range(len(rewards))):
        delta = rewards[step] + gamma * next_values * goes_on - values[step]
        advantage = delta + gamma * gae_lambda * goes_on * advantage
        advantages[step] = advantage
        goes_on, next_values = 1.0 - starts[step], values[step]
    return advantages


def scales_of(batches: list[torch.Tensor], ranks: Ranks) -> list[tuple[float, float]]:
    """Mean and standard deviation of the advantages of every minibatch, over all ranks."""
    facts = torch.stack([torch.stack((b.new_tensor(float(len(b))), b.sum(), (b * b).sum())) for b in batches]).double()
    n, total, squares = ranks.sum_(facts).cpu().T
    mean = total / n
    spread = ((squares - n * mean * mean).clamp(min=0) / (n - 1).clamp(min=1)).sqrt()
    return list(zip(mean.tolist(), spread.tolist(), strict=True))


def facts_of(outcomes: np.ndarray) -> dict[str, float]:
    """The learner's score over some outcomes; empty if there are none."""
    return {"score": float((outcomes > 0).mean() + (outcomes == 0).mean() / 2)} if len(outcomes) else {}


def explained_variance(values: np.ndarray, returns: np.ndarray) -> float:
    """The share of the returns' variance that the values explain; NaN if the returns do not vary."""
    spread = np.var(returns.ravel())
    return float(1 - np.var(returns.ravel() - values.ravel()) / spread) if spread else math.nan


def _seed_all(seed: int) -> None:
    """Seed torch, which draws the initial weights, and the global generators that a user's own agents may use."""
    random.seed(seed)
    np.random.seed(seed)
    torch.manual_seed(seed)
