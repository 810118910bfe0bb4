"""MaskablePPO on packed positions: rollouts and updates touch legal actions only."""

from __future__ import annotations

import math
from typing import Any, cast

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.utils import explained_variance
from torch.nn import functional

from skirmish_rl.agents.ppo.buffer import PackedBuffer
from skirmish_rl.agents.ppo.games import LearnerGames
from skirmish_rl.agents.ppo.network import entropy, log_softmax, pack, pick
from skirmish_rl.agents.ppo.policy import PackedPolicy
from skirmish_rl.agents.ppo.ranks import ALONE, Gradients, Ranks
from skirmish_rl.agents.ppo.stopwatch import Stopwatch


class PackedPPO(MaskablePPO):
    """MaskablePPO whose rollout and update work on packed positions of `LearnerGames`.

    Everything else (learn, callbacks, logger, schedules, save and load) is the parent's. Advantages run over the learner's
    own decisions: what others do in between belongs to the decision before it, the last one included.

    Attributes:
        rollout_facts: what the last rollout showed: the score of games that ended in it, the mean shaping reward.
        potential: float32 (features,) weights of a shaping potential over the observation, None for none.
        ranks: those that train together, each with its own share of the games; their weights stay equal.
        shaping: its present strength; gamma * potential(next) - potential(now) is added to the reward.
        value_lambda: of what the value learns; 0 for that of the advantages, `gae_lambda`.
        value_first: decisions at the start from which only the value learns.
    """

    policy: PackedPolicy  # type: ignore[assignment]
    rollout_buffer: PackedBuffer  # type: ignore[assignment]
    potential: np.ndarray | None = None
    shaping: float = 0.0

    def __init__(self, *args: Any, ranks: Ranks = ALONE, value_lambda: float = 0.0, value_first: int = 0, **rest: Any):
        self.ranks, self.watch, self.value_lambda, self.value_first = ranks, Stopwatch(), value_lambda, value_first
        super().__init__(*args, **rest)

    def _setup_model(self) -> None:
        self.rollout_buffer_class = PackedBuffer
        super()._setup_model()
        self.rng = np.random.default_rng([self.seed or 0, 23, self.ranks.rank])
        scenario = self.policy.scenario
        self.rollout_buffer.open(scenario.n_position, len(scenario.ruleset.action_features), self.rng, self.policy.network.dtype)
        self.lengths = np.zeros(self.n_envs, np.int64)
        self.rollout_facts: dict[str, float] = {}

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "rng", "lengths", "rollout_facts", "ranks", "watch", "_last_obs", "_last_episode_starts"]

    def collect_rollouts(  # type: ignore[override]
        self,
        env: LearnerGames,
        callback: BaseCallback,
        rollout_buffer: PackedBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        """Play `n_rollout_steps` of the learner's decisions in every game. The callback is asked before each answer.

        Every game goes on at its own pace: while other agents answer in some, the learner is asked in others. Games that have all their
        decisions wait, once the learner is asked there again.

        Returns:
            False if the callback stopped it.
        """
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        network, starts = self.policy.network, self._last_episode_starts
        ended = np.array(starts, bool)
        phi = np.zeros((n_rollout_steps + 1, env.num_envs), np.float32)
        results = []
        done = np.zeros(env.num_envs, np.int64)  # of each game's decisions
        while not ((ready := env.ready) & (done == n_rollout_steps)).all():
            if not callback.on_step():
                return False
            index = np.flatnonzero(ready & (done < n_rollout_steps))
            actions = np.zeros(0, np.int64)
            if len(index):
                at = done[index], index
                with self.watch.time("describe"):
                    packed = rollout_buffer.add_rows(env.encode_actions(index, network.consider), *at)
                with self.watch.time("forward"), torch.no_grad():
                    scores, values = network(packed)
                    log_probs = log_softmax(scores, packed.counts)
                    chosen = pick(log_probs, packed.counts, self.rng.random(len(index))).cpu()
                    first = packed.counts.cumsum(0) - packed.counts
                    actions = packed.numbers[first + chosen].numpy()
                if self.potential is not None:
                    phi[at] = packed.positions[:, : len(self.potential)].float().numpy() @ self.potential
                rollout_buffer.episode_starts[at] = ended[index]
                rollout_buffer.values[at] = values.cpu().numpy()
                rollout_buffer.log_probs[at] = log_probs.cpu().gather(1, chosen[:, None])[:, 0].numpy()
                rollout_buffer.choices[at] = chosen.numpy()
                ended[index] = False
                done[index] += 1
                self.num_timesteps += len(index) * self.ranks.count
                self.lengths[index] += 1
            with self.watch.time("engine"):
                over, rewards = env.play(index, actions)
            rollout_buffer.rewards[done[over] - 1, over] = rewards
            ended[over] = True
            results.append(rewards)
            infos: list[dict[str, Any]] = [
                {"episode": {"r": float(r), "l": int(self.lengths[b])}} for b, r in zip(over, rewards, strict=True)
            ]
            self._update_info_buffer(infos)
            self.lengths[over] = 0
        self._last_episode_starts = ended
        last = pack(*env.encode_actions(np.arange(env.num_envs), network.consider))
        with torch.no_grad():
            last_values = network(last)[1].cpu()
        rollout_buffer.pos, rollout_buffer.full = n_rollout_steps, True
        if self.potential is not None and self.shaping:
            phi[-1] = last.positions[:, : len(self.potential)].numpy() @ self.potential
            goes_on = 1 - np.vstack([rollout_buffer.episode_starts[1:], ended.astype(np.float32)])
            extra = self.shaping * (self.gamma * phi[1:] * goes_on - phi[:-1])
            rollout_buffer.rewards += extra
            self.rollout_facts["shaping"] = float(extra.mean())
        rollout_buffer.judge(last_values, ended, self.value_lambda)
        outcome = np.concatenate(results)
        if len(outcome):
            self.rollout_facts["score"] = float((outcome > 0).mean() + (outcome == 0).mean() / 2)
        for name, value in self.rollout_facts.items():
            self.logger.record(f"rollout/{name}", value)
        callback.update_locals(locals())
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """One update from the rollout: clipped PPO over minibatches of positions, all ranks together."""
        with self.watch.time("update"):
            self._learn()

    def _learn(self) -> None:
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        clip = self.clip_range(self._current_progress_remaining)  # type: ignore[operator]
        buffer, network, ranks = self.rollout_buffer, self.policy.network, self.ranks
        choices, old_log_probs, returns, advantages = (
            buffer.flat(name).to(network.device) for name in ("choices", "log_probs", "returns", "advantages")
        )
        choosing = [part for name, part in network.named_parameters() if name.startswith(network.chooses)]
        shared = [part for name, part in network.named_parameters() if name.startswith(network.shares)]
        gradients = Gradients(list(self.policy.parameters()), ranks, choosing)
        seen: dict[str, list[float]] = {}
        stopped = False
        for epoch in range(self.n_epochs):
            batches = list(buffer.minibatches(ranks.share(self.batch_size or buffer.store.n * ranks.count)))
            with self.watch.time("exchange"):
                scales = scales_of([advantages[index] for index in batches], ranks)
            for index, (mean, spread) in zip(batches, scales, strict=True):
                packed = buffer.store.take(index).to(network.device)
                scores, values = network(packed)
                log_probs = log_softmax(scores, packed.counts)
                advantage = advantages[index]
                if self.normalize_advantage:
                    advantage = (advantage - mean) / (spread + 1e-8)
                log_ratio = log_probs.gather(1, choices[index][:, None])[:, 0] - old_log_probs[index]
                ratio = log_ratio.exp()
                policy_loss = -torch.min(advantage * ratio, advantage * ratio.clamp(1 - clip, 1 + clip)).mean()
                value_loss = functional.mse_loss(values, returns[index])
                mean_entropy = entropy(log_probs).mean()
                with torch.no_grad():
                    kl = float(((ratio - 1) - log_ratio).mean())
                    clipped = float(((ratio - 1).abs() > clip).float().mean())
                gradients.clear()
                if self.num_timesteps > self.value_first:
                    (policy_loss + self.vf_coef * value_loss - self.ent_coef * mean_entropy).backward()
                else:
                    (self.vf_coef * value_loss).backward()
                    for part in shared:
                        cast(torch.Tensor, part.grad).zero_()
                with self.watch.time("exchange"):
                    kl = gradients.average(kl)
                if epoch == 0:
                    gradients.note()
                parts = (("policy_loss", policy_loss.item()), ("value_loss", value_loss.item()), ("entropy", mean_entropy.item()))
                for name, number in (*parts, ("approx_kl", kl), ("clip_fraction", clipped)):
                    seen.setdefault(name, []).append(number)
                if self.target_kl is not None and kl > 1.5 * self.target_kl:
                    stopped = True
                    break
                gradients.clip(self.max_grad_norm)
                self.policy.optimizer.step()
            if stopped:
                break
        self._n_updates += self.n_epochs
        for name, numbers in seen.items():
            self.logger.record(f"train/{name}", float(np.mean(numbers)))
        if not math.isnan(signal := gradients.signal()):
            self.logger.record("train/signal", signal)
        self.logger.record("train/explained_variance", explained_variance(buffer.values.ravel(), buffer.returns.ravel()))
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")


def scales_of(batches: list[torch.Tensor], ranks: Ranks) -> list[tuple[float, float]]:
    """Mean and standard deviation of every minibatch's advantages, over all ranks."""
    facts = torch.stack([torch.stack((b.new_tensor(float(len(b))), b.sum(), (b * b).sum())) for b in batches]).double()
    n, total, squares = ranks.sum_(facts).cpu().T
    mean = total / n
    spread = ((squares - n * mean * mean).clamp(min=0) / (n - 1).clamp(min=1)).sqrt()
    return list(zip(mean.tolist(), spread.tolist(), strict=True))
