"""What others do in the same time: PettingZoo's Connect Four, and a miniature compiled skirmish.

Absolute times depend on the machine and on what else it does; ratios to these two, taken in the same run, do not.
The miniature has 22x30 cells, 20 units, a flood fill for every mask and 344 observed numbers: the least that a
skirmish engine of this shape has to do for a decision.
"""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np
from numba import njit

H, W, N = 22, 30, 10
CELLS = H * W
SELECT, MOVE, ATTACK, WAIT, END = 0, N, N + CELLS, N + CELLS + N, N + CELLS + N + 1
N_ACTIONS = END + 1
N_FEATURES = 2 * N * 16 + 24

UNIT = np.dtype([("wounds", "i2"), ("max_wounds", "i2"), *((name, "i1") for name in (
    "seat", "alive", "x", "y", "speed", "toughness", "reach", "attacks", "strength", "damage", "critical", "activated", "waiting", "_pad",
))])  # fmt: skip
GAME = np.dtype([
    ("rng", "u8"), ("steps", "i4"), ("points", "i2", (2,)), ("units", UNIT, (2 * N,)), ("round", "i1"), ("decider", "i1"),
    ("active", "i1"), ("left", "i1"), ("done", "i1"), ("_pad", "i1", (3,)), ("occupied", "i1", (CELLS,)), ("cost", "u1", (CELLS,)),
], align=True)  # fmt: skip


@njit
def d6(s):
    s.rng = s.rng + np.uint64(0x9E3779B97F4A7C15)
    z = s.rng
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return 1 + np.int64(((z ^ (z >> np.uint64(31))) >> np.uint64(32)) % np.uint64(6))


@njit
def begin_round(s):
    a, b = d6(s), d6(s)
    while a == b:
        a, b = d6(s), d6(s)
    for i in range(2 * N):
        s.units[i].activated = 0
    s.decider = 0 if a > b else 1
    s.active = -1


@njit
def reset(s, blocked, seed):
    s.rng = np.uint64(seed)
    s.round, s.done, s.steps = 1, 0, 0
    for c in range(CELLS):
        s.occupied[c] = -1
    for i in range(2 * N):
        k = i % N
        u = s.units[i]
        u.seat, u.alive, u.speed, u.toughness = i // N, 1, 4 + k % 3, 3 + k % 3
        u.max_wounds = 8 + 2 * k
        u.wounds = u.max_wounds
        u.reach, u.attacks, u.strength, u.damage, u.critical = 1 if k % 3 else 8, 3, 3 + k % 3, 1 + k % 2, 3
        y, x = 1 if i < N else H - 2, 2 + k * 2
        while blocked[y * W + x]:
            x += 1
        u.x, u.y = x, y
        s.occupied[y * W + x] = i
    s.points[0], s.points[1] = 0, 0
    begin_round(s)


@njit
def flood(s, blocked, i, queue):
    u = s.units[i]
    for c in range(CELLS):
        s.cost[c] = 255
    start = u.y * W + u.x
    s.cost[start] = 0
    head, tail = 0, 1
    queue[0] = start
    while head < tail:
        c = queue[head]
        head += 1
        cy = c // W
        cx = c - cy * W
        for dy in range(-1, 2):
            for dx in range(-1, 2):
                y, x = cy + dy, cx + dx
                if y < 0 or y >= H or x < 0 or x >= W or (dx == 0 and dy == 0):
                    continue
                d = y * W + x
                if blocked[d] or s.occupied[d] >= 0:
                    continue
                cost = s.cost[c] + (3 if dx != 0 and dy != 0 else 2)
                if cost <= u.speed * 2 and cost < s.cost[d]:
                    s.cost[d] = cost
                    queue[tail] = d
                    tail += 1
    s.cost[start] = 255


@njit
def legal(s, blocked, sight, mask, queue):
    for a in range(N_ACTIONS):
        mask[a] = 0
    seat = s.decider
    if s.active < 0:
        for k in range(N):
            u = s.units[seat * N + k]
            if u.alive and not u.activated:
                mask[SELECT + k] = 1
        return
    u = s.units[s.active]
    flood(s, blocked, s.active, queue)
    for c in range(CELLS):
        if s.cost[c] != 255:
            mask[MOVE + c] = 1
    r = u.reach + 0.75
    for k in range(N):
        v = s.units[(1 - seat) * N + k]
        if v.alive and (u.x - v.x) ** 2 + (u.y - v.y) ** 2 <= r * r and sight[u.y * W + u.x, v.y * W + v.x]:
            mask[ATTACK + k] = 1
    if s.left == 2:
        mask[WAIT] = 1
    mask[END] = 1


@njit
def has_unactivated(s, seat):
    for k in range(N):
        u = s.units[seat * N + k]
        if u.alive and not u.activated:
            return True
    return False


@njit
def advance(s):
    s.active = -1
    if has_unactivated(s, 1 - s.decider):
        s.decider = 1 - s.decider
        return
    if has_unactivated(s, s.decider):
        return
    for i in range(2 * N):
        u = s.units[i]
        if u.alive and abs(u.x - W // 2) <= 3 and abs(u.y - H // 2) <= 3:
            s.points[u.seat] += 1
    s.round += 1
    if s.round > 4:
        s.done = 1
    else:
        begin_round(s)


@njit
def step(s, a):
    s.steps += 1
    seat = s.decider
    if a < MOVE:
        s.active, s.left = seat * N + a, 2
        return
    u = s.units[s.active]
    if a < ATTACK:
        c = a - MOVE
        s.occupied[u.y * W + u.x] = -1
        u.y, u.x = c // W, c - (c // W) * W
        s.occupied[c] = s.active
    elif a < WAIT:
        v = s.units[(1 - seat) * N + a - ATTACK]
        need = 4 - (u.strength > v.toughness) + (u.strength < v.toughness)
        for _ in range(u.attacks):
            r = d6(s)
            v.wounds -= u.critical if r == 6 else (u.damage if r >= need else 0)
        if v.wounds <= 0:
            v.alive, v.wounds = 0, 0
            s.occupied[v.y * W + v.x] = -1
            if not any_alive(s, 1 - seat):
                s.done = 1
                return
    s.left -= 1
    if a >= WAIT or s.left <= 0:
        u.activated = 1
        advance(s)


@njit
def any_alive(s, seat):
    for k in range(N):
        if s.units[seat * N + k].alive:
            return True
    return False


@njit
def encode(s, out):
    k = 0
    for side in range(2):
        seat = s.decider if side == 0 else 1 - s.decider
        for j in range(N):
            u = s.units[seat * N + j]
            out[k], out[k + 1], out[k + 2], out[k + 3] = u.alive, u.x / W, u.y / H, u.speed / 10
            out[k + 4], out[k + 5], out[k + 6], out[k + 7] = u.toughness / 6, u.wounds / 30, u.max_wounds / 30, u.reach / 12
            out[k + 8], out[k + 9], out[k + 10], out[k + 11] = u.attacks / 6, u.strength / 6, u.damage / 6, u.critical / 8
            out[k + 12], out[k + 13], out[k + 14], out[k + 15] = u.activated, u.waiting, s.active == seat * N + j, side
            k += 16
    out[k], out[k + 1] = s.round / 5, s.left / 2
    out[k + 2], out[k + 3] = s.points[s.decider] / 20, s.points[1 - s.decider] / 20


@njit(nogil=True)
def play(games, blocked, sight, actions, masks, observations, queue):
    for b in range(games.shape[0]):
        s = games[b]
        step(s, actions[b])
        if s.done:
            reset(s, blocked, s.rng)
        legal(s, blocked, sight, masks[b], queue)
        encode(s, observations[b])


@njit
def start(games, blocked, sight, masks, observations, queue):
    for b in range(games.shape[0]):
        reset(games[b], blocked, 1 + b)
        legal(games[b], blocked, sight, masks[b], queue)
        encode(games[b], observations[b])


@njit
def choose(masks, actions, seed):
    """A random legal action for every row of masks, written into actions."""
    s = np.uint64(seed)
    for b in range(masks.shape[0]):
        n = 0
        for a in range(masks.shape[1]):
            n += masks[b, a]
        s = s * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
        r = np.int64((s >> np.uint64(33)) % np.uint64(max(n, 1)))
        for a in range(masks.shape[1]):
            if masks[b, a]:
                if r == 0:
                    actions[b] = a
                    break
                r -= 1


def _sight(blocked: np.ndarray) -> np.ndarray:
    a, b = np.divmod(np.arange(CELLS), W)
    clear = np.ones((CELLS, CELLS), np.uint8)
    steps = np.maximum(np.abs(a[:, None] - a), np.abs(b[:, None] - b))
    for t in range(1, int(steps.max())):
        inside = t < steps
        y = (a[:, None] + (a - a[:, None]) * t / np.maximum(steps, 1) + 0.5).astype(int)
        x = (b[:, None] + (b - b[:, None]) * t / np.maximum(steps, 1) + 0.5).astype(int)
        clear &= ~(inside & blocked[y.clip(0, H - 1) * W + x.clip(0, W - 1)].astype(bool))
    return clear


class Miniature:
    """The miniature skirmish, one thread; `decisions_per_second(seconds)` leaves the choice of actions out."""

    def __init__(self, n_games: int):
        self.blocked = (np.random.default_rng(0).random(CELLS) < 0.1).astype(np.uint8)
        self.sight = _sight(self.blocked)
        self.games = np.zeros(n_games, GAME)
        self.observations = np.zeros((n_games, N_FEATURES), np.float32)
        self.masks = np.zeros((n_games, N_ACTIONS), np.int8)
        self.actions = np.zeros(n_games, np.int64)
        self.queue = np.zeros(8 * CELLS, np.int32)
        self.seed = 1
        start(self.games, self.blocked, self.sight, self.masks, self.observations, self.queue)
        self.decisions_per_second(0.01)

    def decisions_per_second(self, seconds: float) -> float:
        spent, done = 0.0, 0
        while spent < seconds:
            self.seed += 1
            choose(self.masks, self.actions, self.seed)
            since = time.perf_counter()
            play(self.games, self.blocked, self.sight, self.actions, self.masks, self.observations, self.queue)
            spent += time.perf_counter() - since
            done += len(self.games)
        return done / spent


def aec_decisions_per_second(env: Any, seconds: float) -> float:
    """PettingZoo's documented loop: agent_iter, last, step, with a random legal action.

    The action is found on the mask seen as booleans: `flatnonzero` of thousands of int8 would take longer than the whole of a step.
    """
    pick = random.Random(0).random
    done, seed, since = 0, 0, time.perf_counter()
    while time.perf_counter() - since < seconds:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                legal_actions = observation["action_mask"].view(bool).nonzero()[0]
                env.step(int(legal_actions[int(pick() * len(legal_actions))]))
                done += 1
    return done / (time.perf_counter() - since)
