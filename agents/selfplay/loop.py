"""The loop of self-play: play, weigh, learn, and keep the mean of the last weights, which plays in the end."""

from __future__ import annotations

import contextlib
import copy
import io
import math
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch
from torch.nn.utils import parameters_to_vector

from skirmish_rl.agents.selfplay.config import SelfPlayConfig
from skirmish_rl.agents.selfplay.games import Rollout, advantages, begun, is_own, play, restored, state_of
from skirmish_rl.agents.selfplay.network import ResidualNetwork
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.files import members, put, read_bytes
from skirmish_rl.envs.core.ruleset import Scenario

_LARGEST = 2**33  # bytes of a checkpoint: games of a GPU among them
_LEAST_RATE = 0.05  # of the learning rate, at the end
MEASURED = ("policy_loss", "value_loss", "entropy", "gradient", "clipped")


class Recorded:
    """Work that is always the same, on tensors that stay where they are: on a GPU it is recorded the second time (a CUDA graph) and repeated from then on.

    What a processor must tell a GPU for it, kernel by kernel, takes as long as many of the kernels.
    """

    def __init__(self, work: Callable[[], None], device: torch.device, luck: torch.Generator | None = None):
        self._work, self._device, self._luck = work, device, luck
        self._is_warm = False  # the first time, libraries and the optimizer make what they keep
        self._graph: Any = None

    def __call__(self) -> None:
        """Do it."""
        if self._device.type != "cuda" or not self._is_warm:
            self._is_warm = True
            self._work()
            return
        if self._graph is None:
            self._graph = torch.cuda.CUDAGraph()
            if self._luck is not None:
                self._graph.register_generator_state(self._luck)
            with torch.cuda.graph(self._graph, stream=torch.cuda.current_stream()):
                self._work()
        self._graph.replay()


class Learner:
    """Everything of a run that changes, on one device.

    Attributes:
        network: learns. mean: the mean of its last weights. earlier: the past self that it meets.
        done: updates made. history: what they measured, a row each.
        faults: games that ran into a fault, which is a bug.
    """

    def __init__(self, config: SelfPlayConfig, scenario: Scenario, checkpoint: Path | None = None):
        self.config, self.scenario = config, scenario
        torch.manual_seed(config.seed)
        saved = _read(checkpoint) if checkpoint else {}
        if saved and is_own(saved["games"]):
            self.batch = restored(scenario, config.device, saved["games"])
        else:  # also where somebody else's games were kept
            self.batch = begun(scenario, config.games, config.device, config.seed, config.spread)
        self.device = self.batch.device
        is_gpu = self.device.type == "cuda"
        self.network = ResidualNetwork(scenario.features.size, scenario.n_actions, config.width, config.blocks).to(self.device)
        self.mean = copy.deepcopy(self.network).requires_grad_(False)
        self._rate, self._lambda, self._entropy, self._pull = (
            torch.zeros((), device=self.device) for _ in range(4)
        )  # read by what is recorded
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), self._rate if is_gpu else 0.0, betas=(0.9, 0.99), eps=1e-5, weight_decay=0.0, fused=is_gpu, capturable=is_gpu
        )  # fmt: skip
        self.luck = torch.Generator(self.device).manual_seed(config.seed)
        self.rollout = Rollout(self.batch, config.steps, int(config.past * config.games))
        self.earlier = copy.deepcopy(self.mean)
        self.past: list[torch.Tensor] = []  # the weights of past selves, each in one row
        self._gained, self._told = torch.zeros_like(self.rollout.values), torch.zeros_like(self.rollout.values)
        self._rows = torch.zeros(config.minibatch, dtype=torch.int64, device=self.device)
        self._sums = torch.zeros(len(MEASURED), device=self.device)
        self._played, self._stepped = Recorded(self._play, self.device, self.luck), Recorded(self._step, self.device)
        self._stream = torch.cuda.Stream(self.device) if is_gpu else None
        self.done, self.history, self._seconds = 0, list[dict[str, float]](), 0.0
        if saved:
            try:
                self._go_on(saved)
            except (RuntimeError, ValueError, KeyError, TypeError) as error:  # of torch, where shapes differ
                why = str(error).partition("\n")[0]
                raise CheckpointError(f"{checkpoint} does not fit its run's settings; put these back as they were ({why})") from error
        if self._stream:
            self._stream.wait_stream(torch.cuda.current_stream(self.device))
        self._began = time.perf_counter()

    @property
    def decisions(self) -> int:
        """Learnt from so far."""
        return self.done * self.config.rollout

    @property
    def seconds(self) -> float:
        """Of training, those before a pause included."""
        return self._seconds + time.perf_counter() - self._began

    @property
    def share(self) -> float:
        """Of the way to the end, 0 to 1: by the decisions, or by the minutes of this training where these will end it."""
        by_clock = (time.perf_counter() - self._began) / (60 * self.config.minutes)
        return min(1.0, max(self.done / max(1, self.config.updates), by_clock))

    @property
    def faults(self) -> int:
        return int(self.batch.field("fault").sum())

    def _go_on(self, saved: dict[str, Any]) -> None:
        if self.batch.n != self.config.games:
            raise ValueError(f"{self.batch.n} games were saved, and {self.config.games} are asked for")
        self.network.load_state_dict(saved["network"])
        self.mean.load_state_dict(saved["mean"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.luck.set_state(saved["luck"])
        self.past = [weights.to(self.device) for weights in saved["past"]]
        self.done, self.history, self._seconds = saved["done"], saved["history"], saved["seconds"]

    def update(self) -> dict[str, float]:
        """Play a rollout and learn from it; what was measured."""
        with torch.cuda.stream(self._stream) if self._stream else contextlib.nullcontext():
            return self._update()

    def _update(self) -> dict[str, float]:
        config, share = self.config, self.share
        self._lambda.fill_(_falling(config.gae_lambda, share))
        self._entropy.fill_(_falling(config.entropy, share))
        self._pull.fill_(_falling(config.pull, share))
        rate = config.learning_rate * (_LEAST_RATE + (1 - _LEAST_RATE) * 0.5 * (1 + math.cos(math.pi * share)))
        self._rate.fill_(rate * min(1.0, (self.done + 1) / max(1, config.warm_up)))
        for group in self.optimizer.param_groups:
            group["lr"] = self._rate if self._stream else float(self._rate)
        if self.rollout.past:
            self._meet()
        self._played()
        measured = self._learn()
        with torch.no_grad():
            keep = min(config.mean, (self.done + 1) / (self.done + 10))  # at the start the mean of few
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.network.parameters()), 1 - keep)
        self.done += 1
        explained = 1 - float((self._told - self.rollout.values).var() / self._told.var().clamp(min=1e-9))
        ended = int(self.rollout.ended.sum())
        row = {"decisions": self.decisions, "seconds": round(self.seconds, 2), "ended": ended, "explained_variance": explained, **measured}
        self.history.append(row)
        return row

    def _meet(self) -> None:
        """Keep a past self now and then, and put one of them where the games ask it."""
        if self.done % self.config.past_every == 0:
            self.past = [*self.past, parameters_to_vector(self.mean.parameters()).clone()][-self.config.past_kept :]
        chosen = random.Random(f"{self.config.seed} {self.done}").randrange(len(self.past))  # of a run that goes on exactly
        with torch.no_grad():
            at = 0
            for weights in self.earlier.parameters():
                weights.copy_(self.past[chosen][at : at + weights.numel()].view_as(weights))
                at += weights.numel()

    def _play(self) -> None:
        """Fill the rollout, and say what its decisions have gained."""
        play(self.batch, self.network, self.rollout, self.luck, self.earlier if self.rollout.past else None)
        gained, told = advantages(self.rollout, self._lambda, self.config.value_lambda)
        own = self.rollout.own
        count = own.sum().clamp(min=2)
        middle = (gained * own).sum() / count
        spread = (((gained - middle) * own).square().sum() / (count - 1)).sqrt()
        self._gained.copy_(gained * own / (spread + 1e-8))
        self._told.copy_(told)

    def _learn(self) -> dict[str, float]:
        """Passes over the rollout, or over its decisions that matter most, in minibatches."""
        config = self.config
        self._sums.zero_()
        count = 0
        for _ in range(config.epochs):
            rows = None
            if config.kept < 1:
                matters = torch.where(self.rollout.own, self._gained.abs(), -1.0)
                rows = matters.flatten().topk(config.learnt, sorted=False).indices
            order = torch.randperm(config.learnt, generator=self.luck, device=self.device)
            rows = order if rows is None else rows[order]
            for low in range(0, config.learnt - config.minibatch + 1, config.minibatch):
                self._rows.copy_(rows[low : low + config.minibatch])
                self._stepped()
                count += 1
        return dict(zip(MEASURED, (self._sums / max(1, count)).tolist(), strict=True))

    def _step(self) -> None:
        """One step of the optimizer on the decisions in `_rows`; what was measured is added up."""
        config, kept = self.config, self.rollout
        parts = (kept.observations, kept.masks, kept.actions, kept.log_probs, self._gained, self._told, kept.own)
        observations, masks, actions, before, gained, told, own = (part.flatten(0, 1)[self._rows] for part in parts)
        share = own / own.sum().clamp(min=1)  # of each of the learner's decisions in a mean
        log_probs, chances = self.network(observations, masks)
        ratio = (log_probs.gather(1, actions[:, None])[:, 0] - before).exp()
        policy = -torch.min(ratio * gained, ratio.clamp(1 - config.clip, 1 + config.clip) * gained) @ share
        doubt = -(log_probs.exp() * log_probs.masked_fill(masks == 0, 0.0)).sum(-1) @ share
        wanted = torch.stack([(-told).clamp(min=0), 1 - told.abs(), told.clamp(min=0)], -1)  # loss, draw, win
        value = -(wanted * chances.log_softmax(-1)).sum(-1) @ share
        loss = policy + config.value * value - self._entropy * doubt
        if max(config.pull):
            with torch.no_grad():
                held = self.mean(observations, masks)[0]
            loss = loss + self._pull * ((log_probs.exp() * (log_probs - held)).sum(-1) @ share)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        gradient = torch.nn.utils.clip_grad_norm_(self.network.parameters(), config.max_grad_norm)
        self.optimizer.step()
        clipped = ((ratio - 1).abs() > config.clip).float() @ share
        self._sums += torch.stack([policy.detach(), value.detach(), doubt.detach(), gradient.detach(), clipped])

    def save(self, path: Path) -> None:
        """A checkpoint from which a run goes on exactly; it appears whole or not at all."""
        content = io.BytesIO()
        torch.save(
            {
                "network": self.network.state_dict(), "mean": self.mean.state_dict(), "optimizer": self.optimizer.state_dict(),
                "luck": self.luck.get_state(), "past": [weights.cpu() for weights in self.past], "games": state_of(self.batch),
                "done": self.done, "history": self.history, "seconds": self.seconds,
            },
            content,
        )  # fmt: skip
        put(path, content.getvalue(), safely=True)


def _falling(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def _read(path: Path) -> dict[str, Any]:
    """What a checkpoint holds; tensors and plain values alone, nothing in it is executed."""
    try:
        content = read_bytes(path, _LARGEST, CheckpointError)
        members(content, len(content))  # torch packs nothing: what is larger unpacked is none of its files
        saved: dict[str, Any] = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
        for name in ("network", "mean", "optimizer", "luck", "past", "games", "done", "history", "seconds"):
            saved[name]
    except Exception as error:  # of torch, pickle and zipfile
        raise CheckpointError(f"{path} is damaged and cannot be resumed ({error})") from error
    return saved
