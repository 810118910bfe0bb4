"""The training loop of self-play: play, compute advantages, learn, and average the latest weights, which play in the end."""

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
from torch.nn.utils import parameters_to_vector, vector_to_parameters

from skirmish_rl.agents.ppo.ranks import ALONE, Ranks, device_of
from skirmish_rl.agents.selfplay.config import SelfPlayConfig
from skirmish_rl.agents.selfplay.games import Rollout, advantages, begun, is_own, play, restored, state_of
from skirmish_rl.agents.selfplay.lessons import Lessons
from skirmish_rl.agents.selfplay.network import ResidualNetwork, rival
from skirmish_rl.envs.core.errors import CheckpointError
from skirmish_rl.envs.core.files import members, put, read_bytes
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.seeds import later_seed

_LARGEST = 2**33  # bytes of a checkpoint: games of a GPU among them
_KEPT = ("network", "mean", "optimizer", "luck", "past", "games", "done", "history", "seconds")
_LEAST_RATE = 0.05  # of the learning rate, at the end
MEASURED = ("policy_loss", "value_loss", "entropy", "gradient", "clipped")


class Recorded:
    """An operation that always runs on the same tensors; on a GPU it is captured as a CUDA graph the second time, and then replayed.

    Launching the kernels one by one from the CPU takes as long as many of the kernels themselves.
    """

    def __init__(self, work: Callable[[], None], captures: bool, rng: torch.Generator | None = None):
        self._work, self._captures, self._rng = work, captures, rng
        self._is_warm = False  # the first time, libraries and the optimizer make what they keep
        self._graph: Any = None

    def __call__(self) -> None:
        """Run the operation."""
        if not self._captures or not self._is_warm:
            self._is_warm = True
            self._work()
            return
        if self._graph is None:
            self._graph = torch.cuda.CUDAGraph()
            if self._rng is not None:
                self._graph.register_generator_state(self._rng)
            with torch.cuda.graph(self._graph, stream=torch.cuda.current_stream()):
                self._work()
        self._graph.replay()


class Learner:
    """The whole state of a run, on one device.

    Attributes:
        network: the network that learns.
        mean: the average of its latest weights.
        earlier: the past self that currently takes part in games.
        done: number of updates so far.
        history: the measurements of each update, one row each; with several processes, from this one's games.
        faults: number of games that ran into a fault, which is a bug.

    Args:
        config: the settings.
        scenario: the scenario.
        checkpoint: the checkpoint to resume from; None for a new run.
        ranks: processes that learn together, each with its own device and games; their gradients are averaged.
    """

    def __init__(self, config: SelfPlayConfig, scenario: Scenario, checkpoint: Path | None = None, ranks: Ranks = ALONE):
        self.config, self.scenario, self.ranks = config, scenario, ranks
        torch.manual_seed(config.seed)
        device = config.device if ranks is ALONE else str(device_of(config.device, ranks.rank))
        if (placed := torch.device(device)).type == "cuda" and placed.index is not None:
            torch.cuda.set_device(placed)  # the rules are loaded where this process is
        seed = later_seed(config.seed, ranks.rank)
        saved = _read(checkpoint) if checkpoint else {}
        mine = saved if ranks.first or checkpoint is None else _games_of(place_of(checkpoint, ranks.rank), saved["done"])
        if mine and is_own(mine["games"]):
            self.batch = restored(scenario, device, mine["games"])
        else:  # also where somebody else's games were kept
            self.batch = begun(scenario, config.games, device, seed, config.spread)
        self.device = self.batch.device
        is_gpu = self.device.type == "cuda"
        self.network = ResidualNetwork(scenario.features.size, scenario.n_actions, config.width, config.blocks).to(self.device)
        self.mean = copy.deepcopy(self.network).requires_grad_(False)
        self._rate, self._lambda, self._entropy, self._pull = (
            torch.zeros((), device=self.device) for _ in range(4)
        )  # read by what is recorded
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), self._rate if is_gpu else 0.0, betas=(0.9, 0.99), eps=1e-5, weight_decay=0.0, fused=is_gpu,
            capturable=is_gpu
        )  # fmt: skip
        self.rng = torch.Generator(self.device).manual_seed(seed)
        self.rollout = Rollout(self.batch, config.steps, int(config.past * config.games), config.observations)
        self.earlier = copy.deepcopy(self.mean)
        self.past: list[torch.Tensor] = []  # the weights of past selves, each in one row
        self.rivals = [rival(name, scenario, config).to(self.device) for name in config.rivals]
        self._gained, self._told = torch.zeros_like(self.rollout.values), torch.zeros_like(self.rollout.values)
        self._rows = torch.zeros(config.minibatch, dtype=torch.int64, device=self.device)
        self._acts, self._judges = torch.ones((2, config.minibatch), dtype=torch.bool, device=self.device)  # what a row is there for
        if config.kept < 1:
            self._acts[config.minibatch // 2 :], self._judges[: config.minibatch // 2] = False, False
        self._sums = torch.zeros(len(MEASURED), device=self.device)
        self._joined = torch.ones((), device=self.device)  # minibatches that the gradients are the sum of
        for weights in self.network.parameters():
            weights.grad = torch.zeros_like(weights)
        captures = is_gpu and config.graphs
        self._played, self._descended = Recorded(self._play, captures, self.rng), Recorded(self._descend, captures)
        self._studied, self._copied = Recorded(self._study, captures), Recorded(lambda: self._study(copies=True), captures)
        self._lessons: Lessons | None = None
        self._stream = torch.cuda.Stream(self.device) if is_gpu else None
        self.done, self.history, self._seconds = 0, list[dict[str, float]](), 0.0
        if config.start and not saved:
            vector_to_parameters(rival(config.start, scenario, config, "start").to(self.device), self.network.parameters())
            self.mean.load_state_dict(self.network.state_dict())
        if saved:
            try:
                self._go_on(saved, mine)
            except (RuntimeError, ValueError, KeyError, TypeError) as error:  # of torch, where shapes differ
                why = str(error).partition("\n")[0]
                raise CheckpointError(
                    f"{checkpoint} does not fit the settings of its run ({why}); restore the run's config.toml"
                ) from error
        if self._stream:
            self._stream.wait_stream(torch.cuda.current_stream(self.device))
        self._began = time.perf_counter()

    @property
    def decisions(self) -> int:
        """Decisions learnt from so far, by all processes."""
        return self.done * self.config.rollout * self.ranks.count

    @property
    def updates(self) -> int:
        """Updates of the whole run."""
        return self.config.updates(self.ranks.count)

    @property
    def seconds(self) -> float:
        """Seconds of training, including those before a pause."""
        return self._seconds + time.perf_counter() - self._began

    @property
    def share(self) -> float:
        """The finished share of the run, 0 to 1: by decisions, or by minutes (of all pieces together) if the minutes will end it first."""
        spent = self.seconds if self.config.piece else time.perf_counter() - self._began
        by_clock = spent / (60 * self.config.minutes)
        return float(self.ranks.told(min(1.0, max(self.done / max(1, self.updates), by_clock))))

    @property
    def faults(self) -> int:
        return int(self.ranks.sum_(self.rollout.faults.double().cpu()))

    def _go_on(self, saved: dict[str, Any], mine: dict[str, Any]) -> None:
        if self.batch.n != self.config.games:
            raise ValueError(f"{self.batch.n} games were saved, and {self.config.games} are asked for")
        self.network.load_state_dict(saved["network"])
        self.mean.load_state_dict(saved["mean"])
        for group in saved["optimizer"]["param_groups"]:  # as they are here; the run may have been on another device
            group.update({name: self.optimizer.param_groups[0][name] for name in ("fused", "capturable")})
        self.optimizer.load_state_dict(saved["optimizer"])
        if mine and len(mine["luck"]) == len(self.rng.get_state()):  # a generator of the same kind of device
            self.rng.set_state(mine["luck"])
        self.past = [weights.to(self.device) for weights in saved["past"]]
        self.done, self.history, self._seconds = saved["done"], saved["history"], saved["seconds"]

    def update(self) -> dict[str, float]:
        """Play a rollout and learn from it. Returns the measurements."""
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
        is_taught = self.decisions < config.imitation
        if is_taught:
            self._teach()
        else:
            self._lessons = None
            if self.rollout.past:
                self._meet()
            self._played()
        joined = round(_falling(config.joined, share))
        measured = self._learn(self._copied if is_taught else self._studied, 1.0 if is_taught else config.kept, joined)
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
        """From time to time add a past self, and load one of them into the games that it takes part in."""
        if not self.past or self.done % self.config.past_every == 0:
            self.past = [*self.past, parameters_to_vector(self.mean.parameters()).clone()][-self.config.past_kept :]
        known = [*self.rivals, *self.past]
        chosen = random.Random(f"{self.config.seed} {self.done}").randrange(len(known))  # of a run that goes on exactly
        with torch.no_grad():
            at = 0
            for weights in self.earlier.parameters():
                weights.copy_(known[chosen][at : at + weights.numel()].view_as(weights))
                at += weights.numel()

    def _teach(self) -> None:
        """Fill the rollout from a teacher's games. These games are not saved: a run that is interrupted here resumes with other games."""
        config = self.config
        if self._lessons is None:
            seed = later_seed(config.seed, 10**6 * (self.done + 1) + self.ranks.rank)
            self._lessons = Lessons(self.scenario, config.teacher, config.games, config.noise, seed)
        self._lessons.teach(self.rollout, self.network)
        self._weigh()

    def _play(self) -> None:
        """Fill the rollout from self-play, and compute advantages and targets."""
        play(self.batch, self.network, self.rollout, self.rng, self.earlier if self.rollout.past else None)
        self._weigh()

    def _weigh(self) -> None:
        """Compute the advantages of the rollout, and the targets of the value."""
        gained, told = advantages(self.rollout, self._lambda, self.config.value_lambda)
        own = self.rollout.own
        count = own.sum().clamp(min=2)
        middle = (gained * own).sum() / count
        spread = (((gained - middle) * own).square().sum() / (count - 1)).sqrt()
        self._gained.copy_(gained * own / (spread + 1e-8))
        self._told.copy_(told)

    def _learn(self, study: Recorded, kept: float, joined: int = 1) -> dict[str, float]:
        """Learn from the rollout in minibatches; `joined` of them make one step of the optimizer, fewer at the end of a pass.

        With `kept` below 1, half of a minibatch are decisions with the largest advantages, from which the policy learns. The other half
        are any, for the value: the former are those that it misjudged, and from them alone it would learn that everything is even.
        """
        config, learnt = self.config, int(self.config.rollout * kept)
        self._sums.zero_()
        count = steps = 0
        for _ in range(config.epochs):
            order = torch.randperm(config.rollout, generator=self.rng, device=self.device)
            if kept < 1:
                matters = torch.where(self.rollout.own, self._gained.abs(), -1.0)
                best = matters.flatten().topk(learnt, sorted=False).indices
                best = best[torch.randperm(learnt, generator=self.rng, device=self.device)]
            half = config.minibatch // 2 if kept < 1 else config.minibatch
            lows = range(0, learnt - half + 1, half)
            for number, low in enumerate(lows, 1):
                if kept < 1:
                    self._rows[:half].copy_(best[low : low + half])
                    self._rows[half:].copy_(order[low : low + config.minibatch - half])
                else:
                    self._rows.copy_(order[low : low + half])
                study()
                if number % joined == 0 or number == len(lows):
                    self._joined.fill_((number - 1) % joined + 1)
                    self._descended()
                    steps += 1
            count += len(lows)
        measured = dict(zip(MEASURED, (self._sums / max(1, count)).tolist(), strict=True))
        return {**measured, "gradient": measured["gradient"] * count / max(1, steps)}

    def _study(self, copies: bool = False) -> None:
        """Add the gradients of the decisions in `_rows` to those that are there, and add up the measurements.

        Args:
            copies: True if the decisions are a teacher's; each is then made more likely, whatever its advantage.
        """
        config, kept = self.config, self.rollout
        parts = (kept.observations, kept.masks, kept.actions, kept.log_probs, self._gained, self._told, kept.own)
        observations, masks, actions, before, gained, told, own = (part.flatten(0, 1)[self._rows] for part in parts)
        acts, judges = (own, own) if copies else (own & self._acts, own & self._judges)
        acting, judging = (rows / rows.sum().clamp(min=1) for rows in (acts, judges))  # each decision's share in a mean
        log_probs, chances = self.network(observations, masks)
        chosen = log_probs.gather(1, actions[:, None])[:, 0]
        ratio = torch.ones_like(chosen) if copies else (chosen - before).exp()
        policy = -(chosen if copies else torch.min(ratio * gained, ratio.clamp(1 - config.clip, 1 + config.clip) * gained)) @ acting
        doubt = -(log_probs.exp() * log_probs).sum(-1) @ judging  # 0 for actions that are not legal, whose exponential is 0
        wanted = torch.stack([(-told).clamp(min=0), 1 - told.abs(), told.clamp(min=0)], -1)  # loss, draw, win
        value = -(wanted * chances.log_softmax(-1)).sum(-1) @ judging
        loss = policy + config.value * value
        if not copies:
            loss = loss - self._entropy * doubt
        if max(config.pull) and not copies:
            with torch.no_grad():
                held = self.mean(observations, masks)[0]
            loss = loss + self._pull * ((log_probs.exp() * (log_probs - held)).sum(-1) @ judging)
        loss.backward()  # type: ignore[no-untyped-call]
        clipped = ((ratio - 1).abs() > config.clip).float() @ acting
        self._sums += torch.stack([policy.detach(), value.detach(), doubt.detach(), torch.zeros_like(clipped), clipped])

    def _descend(self) -> None:
        """Take one step of the optimizer along the mean of the gradients of `_joined` minibatches, which begin anew."""
        for weights in self.network.parameters():
            if weights.grad is not None:
                weights.grad.div_(self._joined)
        if self.ranks.count > 1:
            self._average()
        gradient = torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.max_grad_norm)
        self._sums[MEASURED.index("gradient")] += gradient
        self.optimizer.step()
        self.optimizer.zero_grad(set_to_none=False)

    def _average(self) -> None:
        """Average the gradients over all processes."""
        gradients = [weights.grad for weights in self.network.parameters() if weights.grad is not None]
        together = self.ranks.sum_(torch.cat([gradient.flatten() for gradient in gradients])).div_(self.ranks.count)
        for gradient, part in zip(gradients, together.split([gradient.numel() for gradient in gradients]), strict=True):
            gradient.copy_(part.view_as(gradient))

    def save(self, path: Path) -> None:
        """Write a checkpoint from which a run resumes exactly; it is written atomically.

        With several processes, each writes its games to a file of its own before rank 0 writes the checkpoint.
        """
        content = io.BytesIO()
        if not self.ranks.first:
            torch.save({"luck": self.rng.get_state(), "games": state_of(self.batch), "done": self.done}, content)
            put(place_of(path, self.ranks.rank), content.getvalue(), safely=True)
        self.ranks.wait()
        if self.ranks.first:
            self._save(path, content)
        self.ranks.wait()

    def _save(self, path: Path, content: io.BytesIO) -> None:
        torch.save(
            {
                "network": self.network.state_dict(), "mean": self.mean.state_dict(), "optimizer": self.optimizer.state_dict(),
                "luck": self.rng.get_state(), "past": [weights.cpu() for weights in self.past], "games": state_of(self.batch),
                "done": self.done, "history": self.history, "seconds": self.seconds,
            },
            content,
        )  # fmt: skip
        put(path, content.getvalue(), safely=True)


def _falling(ends: tuple[float, float], share: float) -> float:
    return ends[0] + (ends[1] - ends[0]) * share


def place_of(checkpoint: Path, rank: int) -> Path:
    """The path of a rank's games, beside the checkpoint."""
    return checkpoint.with_name(f"{checkpoint.stem}-{rank}{checkpoint.suffix}") if rank else checkpoint


def _games_of(path: Path, done: int) -> dict[str, Any]:
    """Load the games of a rank other than 0; empty if they do not belong to this checkpoint, so that the rank starts new games."""
    saved = _read(path, ("luck", "games", "done")) if path.is_file() else {}
    return saved if saved.get("done") == done else {}


def _read(path: Path, names: tuple[str, ...] = _KEPT) -> dict[str, Any]:
    """Read a checkpoint. It may hold only tensors and plain values; nothing in it is executed."""
    try:
        content = read_bytes(path, _LARGEST, CheckpointError)
        members(content, len(content))  # torch packs nothing: what is larger unpacked is none of its files
        saved: dict[str, Any] = torch.load(io.BytesIO(content), map_location="cpu", weights_only=True)
        for name in names:
            saved[name]
    except Exception as error:  # of torch, pickle and zipfile
        raise CheckpointError(f"{path} is damaged and cannot be resumed ({error})") from error
    return saved
