"""The games that the network plays against itself, and the rollout that stores them until they have been learnt from."""

from __future__ import annotations

import hashlib

import torch

from skirmish_rl.agents.selfplay.config import AUTO
from skirmish_rl.agents.selfplay.network import ResidualNetwork, expected
from skirmish_rl.agents.settings.seals import is_marked, mark_of
from skirmish_rl.envs.adapters.compact import compact
from skirmish_rl.envs.adapters.device import DeviceBatch, check_memory
from skirmish_rl.envs.core.batch import GO_ON, RESTART
from skirmish_rl.envs.core.ruleset import Scenario

_REST = 8 + 3 * 4 + 3  # bytes of a decision beside its observation and its mask
_STATE = ("games", "masks", "observations", "deciders", "seeds", "control")  # of a batch, to go on from


class Rollout:
    """The last `steps` decisions of n games, in tensors that are allocated once.

    Attributes:
        observations: (steps, n, features), in the dtype that the learner's setting `observations` names; int8 as `compact` makes it.
        masks: uint8 (steps, n, actions).
        actions: int64 (steps, n), the chosen actions.
        log_probs: float32 (steps, n), the log probabilities of these actions.
        values: float32 (steps, n), the value of each position for the seat that decides.
        rewards: float32 (steps, n), the reward of the seat that decides.
        ended: bool (steps, n), True where the decision ended the game.
        deciders: int8 (steps, n), the seats that decide.
        own: bool (steps, n), True for decisions of the learner, False for those of a past self.
        past: number of games that a past self takes part in: games 0 to past - 1. In game b it holds seat b modulo 2.
        last_value: float32 (n,), the value of the position after the rollout.
        last_decider: int8 (n,), the seat that decides there.
        faults: int64 (), games that a fault of the rules has ended so far.
    """

    def __init__(self, batch: DeviceBatch, steps: int, past: int = 0, kind: str = AUTO):
        device, n = batch.device, batch.n
        shapes: dict[str, tuple[torch.dtype, tuple[int, ...]]] = {
            "observations": (kind_of(kind, device), (steps, n, batch.observations.shape[1])),
            "masks": (torch.uint8, (steps, n, batch.masks.shape[1])), "rest": (torch.uint8, (steps, n, _REST)),
        }  # fmt: skip
        check_memory(shapes, n, device)
        self.observations, self.masks = (
            torch.zeros(shapes[name][1], dtype=shapes[name][0], device=device) for name in ("observations", "masks")
        )
        self.actions = torch.zeros((steps, n), dtype=torch.int64, device=device)
        self.log_probs, self.values, self.rewards = (torch.zeros((steps, n), device=device) for _ in range(3))
        self.ended = torch.zeros((steps, n), dtype=torch.bool, device=device)
        self.deciders = torch.zeros((steps, n), dtype=torch.int8, device=device)
        self.own, self.past = torch.ones((steps, n), dtype=torch.bool, device=device), past
        self.last_value, self.last_decider = self.values[0].clone(), self.deciders[0].clone()
        self.faults = torch.zeros((), dtype=torch.int64, device=device)
        self.fault = batch.scenario.ruleset.reasons.index("fault")

    def see(self, step: int, observations: torch.Tensor) -> torch.Tensor:
        """Keep the observations of a step. Returns them as they are kept, (n, features): the network plays by what it will learn from."""
        kept = self.observations[step]
        return compact(observations, out=kept) if kept.dtype == torch.int8 else kept.copy_(observations)


def kind_of(kind: str, device: torch.device) -> torch.dtype:
    """The dtype that the setting `observations` names, on this device."""
    if kind != AUTO:
        return {"int8": torch.int8, "bfloat16": torch.bfloat16, "float32": torch.float32}[kind]
    return torch.bfloat16 if device.type == "cuda" else torch.float32


def begun(scenario: Scenario, n: int, device: str, seed: int, spread: int) -> DeviceBatch:
    """Start games and advance each by a random number of random decisions, at most `spread`."""
    batch = DeviceBatch(scenario, n, device, after=RESTART, check=False)  # actions come straight from the masks
    batch.reset(seed=seed)
    left = torch.arange(n, device=batch.device) % (spread + 1)
    for step in range(spread):
        batch.step(torch.where(left > step, batch.choose(seed + step), GO_ON))
    return batch


def state_of(batch: DeviceBatch) -> dict[str, torch.Tensor]:
    """Collect everything that is needed to continue the games, signed for this user."""
    state = {name: getattr(batch, name).cpu() for name in _STATE}
    return {**state, "mark": torch.tensor(list(mark_of(_told(state))), dtype=torch.uint8)}


def _told(state: dict[str, torch.Tensor]) -> bytes:
    """The hash that the signature covers, of everything that `restored` reads."""
    digest = hashlib.sha256()
    for name in _STATE:
        digest.update(f"{name} {tuple(state[name].shape)} {state[name].dtype} ".encode() + state[name].numpy().tobytes())
    return digest.digest()


def is_own(state: dict[str, torch.Tensor]) -> bool:
    """True for games that this user has saved. Compiled rules trust the records that they get, so they never get anybody else's."""
    return "mark" in state and is_marked(_told(state), bytes(state["mark"].tolist()))


def restored(scenario: Scenario, device: str, state: dict[str, torch.Tensor]) -> DeviceBatch:
    """Restore saved games."""
    batch = begun(scenario, len(state["games"]), device, 0, 0)
    for name in _STATE:
        getattr(batch, name).copy_(state[name])
    return batch


@torch.no_grad()
def play(
    batch: DeviceBatch, network: ResidualNetwork, rollout: Rollout, rng: torch.Generator, earlier: ResidualNetwork | None = None
) -> None:
    """Fill a rollout: the network decides for both seats, except where the past self `earlier` holds a seat (see `Rollout.past`)."""
    past = rollout.past if earlier is not None else 0
    theirs = torch.arange(past, device=batch.device) % 2
    for step in range(len(rollout.actions)):
        seen = rollout.see(step, batch.observations)
        rollout.masks[step].copy_(batch.masks)
        rollout.deciders[step].copy_(batch.deciders)
        masks = rollout.masks[step]  # those of the batch, row by row
        log_probs, chances = network(seen, masks)
        chosen = drawn(log_probs, rng)
        if earlier is not None and past:
            is_theirs = batch.deciders[:past] == theirs
            answers = drawn(earlier(seen[:past], masks[:past])[0], rng)
            chosen[:past] = torch.where(is_theirs, answers, chosen[:past])
            rollout.own[step, :past] = ~is_theirs
        rollout.actions[step].copy_(chosen)
        rollout.log_probs[step].copy_(log_probs.gather(1, chosen[:, None])[:, 0])
        rollout.values[step].copy_(expected(chances))
        batch.step(chosen)
        rollout.ended[step].copy_(batch.ended != 0)
        rollout.faults += (batch.ended == rollout.fault).sum()
        rollout.rewards[step].copy_(batch.rewards.gather(1, rollout.deciders[step].long()[:, None])[:, 0])
    rollout.last_value.copy_(expected(network(batch.observations, batch.masks)[1]))
    rollout.last_decider.copy_(batch.deciders)


def drawn(log_probs: torch.Tensor, rng: torch.Generator) -> torch.Tensor:
    """Sample actions, int64 (m,): the largest of the log probabilities with Gumbel noise."""
    noise = torch.rand(log_probs.shape, generator=rng, device=log_probs.device).clamp_(1e-9, 1 - 1e-7)
    return (log_probs - torch.log(-torch.log(noise))).argmax(1)


def advantages(rollout: Rollout, gae_lambda: float | torch.Tensor, value_lambda: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Compute the advantages of all decisions, and the targets of the value, each float32 (steps, n).

    They run over the decisions of both seats. Where the next decision is the other seat's, its value and advantage count with the opposite
    sign, because the game is zero-sum. Nothing carries over from one game to the next.
    """
    gained, told = torch.zeros_like(rollout.values), torch.zeros_like(rollout.values)
    next_value, next_decider = rollout.last_value, rollout.last_decider
    gain, tell = torch.zeros_like(next_value), torch.zeros_like(next_value)
    for step in reversed(range(len(rollout.actions))):
        sign = torch.where(next_decider == rollout.deciders[step], 1.0, -1.0) * ~rollout.ended[step]
        surprise = rollout.rewards[step] + sign * next_value - rollout.values[step]
        gain, tell = surprise + gae_lambda * sign * gain, surprise + value_lambda * sign * tell
        gained[step], told[step] = gain, tell + rollout.values[step]
        next_value, next_decider = rollout.values[step], rollout.deciders[step]
    return gained, told.clamp_(-1, 1)
