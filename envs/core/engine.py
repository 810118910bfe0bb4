"""The kernels: written once here, compiled once per ruleset in that ruleset's own namespace.

A ruleset supplies plain functions on one record:

    begin(state, tables)                 first position after a seed
    run(state, tables)                   one step of automatic play; the engine repeats it until someone must decide
    legal(state, tables, mask)           write ones into the blank mask of the pending decision
    apply(state, tables, decision, action)   carry out the decider's choice, with its dice
    reshuffle(state, tables)             deal hidden things anew, after a reseed

and two pairs of functions, of which one looks at a position once and the other at each of its actions:

    encode(state, tables, seat, out, scratch)                 observation of a seat
    survey(state, tables, scratch)                            working space of the decider's bots and action features
    score_action(state, tables, action, bot, scratch) -> float   what a bot thinks of a legal action, after `survey`
    encode_position(state, tables, out, scratch)              what is equal for all actions, after `survey`
    encode_action(state, tables, action, out, scratch)        features of one legal action, after `survey`; `scratch` has its `score` by
                                                              the strongest bot, the `best` one of all, its `rank` from 0

Compiled functions passed as arguments run an order of magnitude slower; so the kernels call these names as globals and `bind` gives
each ruleset its own copy of the kernels' code.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from skirmish_rl.envs.core.dice import LAYOUT, below, next_seed, noise, random_action, seed_state
from skirmish_rl.envs.core.events import HEARD, Event, note
from skirmish_rl.envs.core.jit import INTERPRETED, Plain
from skirmish_rl.envs.core.library import Entry, Library, library_of
from skirmish_rl.envs.core.outcome import write_rewards

OUTSIDE = -1  # control value of a seat whose decisions come from the caller
STAY, RESTART, RESTART_SEATED = 0, 1, 2  # what `play` does with a game that is over
GO_ON = -1  # an action: no decision, only play on (for bots, or after a state was edited by hand)
START = -2  # an action: begin the game anew from its seed
RANDOM = 0  # every ruleset's first bot
ERRING = 8  # a bot's number plus this times the hundredths of its answers that are given at random: `Ruleset.bot` reads "strong@0.5"
_ERRS = 0x5EED  # which noise says where it errs
STRONGEST = -1  # for `score_action`: the last bot, whichever number it has
_TIE = 1e-4  # scores closer than this are equal
_STEPS = 100_000  # of automatic play between two questions, and single answers in a row; a bound that no rules come near
_MOST = 1_000_000  # decisions of a game, above every bound that a ruleset proves (`Scenario.max_decisions`)
FAULT = 0  # the reason of a game that a fault ended; `bind` gives each ruleset its own


def advance(state, tables):
    """Play automatically until someone must decide or the game ends; play that does not come to a question is a fault."""
    left = _STEPS
    while state.decision == 0 and state.over == 0 and state.fault == 0:
        run(state, tables)
        left -= 1
        if left == 0:
            state.fault = 1
    if state.over:
        state.decider = -1


def count_ones(mask):
    """Count the ones of a mask; a sum of half the width takes half the time."""
    if INTERPRETED:
        return np.int64(mask.sum())
    n = np.int32(0)
    for action in range(mask.shape[0]):
        n = np.int32(n + mask[action])
    return np.int64(n)


def choices(state, tables, mask):
    """Write the mask of the pending decision and return the number of its ones."""
    mask[:] = 0
    legal(state, tables, mask)
    return count_ones(mask)


def carry_out(state, tables, action):
    """Take the pending question away and carry out its answer."""
    decision = state.decision
    state.decision = 0
    apply(state, tables, decision, action)


def settle(state, tables, mask):
    """Advance to the next decision that has at least two answers; single answers are taken on the way.

    A game that never comes to one, or never ends, is a fault, and over: no call hangs, whatever the rules do. It ends for a reason of its
    own, so that whoever follows a batch that restarts its games sees that end, too, and nobody has won.

    Returns:
        Number of legal actions, 0 when the game is over.
    """
    n = 0
    left = _STEPS
    advance(state, tables)
    while state.decider >= 0 and state.fault == 0:
        n = choices(state, tables, mask)
        if n > 1:
            break
        left -= 1
        if n == 0 or left == 0:
            state.fault = 1
            break
        action = 0
        while mask[action] == 0:
            action += 1
        note(state, Event.FORCED, state.decider, -1, state.decision, state.subject, action)
        carry_out(state, tables, action)
        advance(state, tables)
    if state.decider < 0 or state.fault:
        mask[:] = 0
        n = 0
        state.over = 1
        state.decider = -1
        if state.fault:
            state.reason = FAULT
            state.winners = 0
    return n


def start(games, tables, b, seed, mask, blank):
    """Put game b into its first position."""
    games[b] = blank[0]
    state = games[b]
    seed_state(state, seed)
    state.variant = below(state, LAYOUT, tables.shape[0])
    begin(state, tables[state.variant])
    return settle(state, tables[state.variant], mask)


def answer(state, tables, action, mask):
    """Carry out one decision and go on to the next."""
    state.noted = 0
    state.decisions += 1
    if state.decisions >= _MOST:
        state.fault = 1
    carry_out(state, tables, action)
    return settle(state, tables, mask)


def choose(state, tables, mask, bot, scratch):
    """The answer that a bot thinks best for the pending decision.

    Ties are broken by the game's own noise, so that games differ.
    """
    plain = bot % ERRING
    if plain == RANDOM or (bot >= ERRING and (noise(state, _ERRS) * 100) >> 32 < bot // ERRING):
        return random_action(state, mask)
    survey(state, tables, scratch)
    best = -1e9
    chosen = 0
    for action in range(mask.shape[0]):
        if mask[action]:
            value = score_action(state, tables, action, plain, scratch) + _TIE * noise(state, action) / 4294967296.0
            if value > best:
                best = value
                chosen = action
    return chosen


def run_bots(state, tables, control, mask, scratch):
    """Let bots answer until a seat controlled from outside must decide, or the game is over."""
    while state.decider >= 0 and control[state.decider] >= 0:
        action = choose(state, tables, mask, control[state.decider], scratch)
        answer(state, tables, action, mask)


def report(state, tables, b, observations, deciders, scratch):
    """Write who must decide next and what that seat sees."""
    deciders[b] = state.decider
    if observations.shape[1] > 0:
        encode(state, tables, max(state.decider, 0), observations[b], scratch[0])


def go_on(state, tables, action, mask):
    """Carry out a decision from outside; a negative action only goes on to the next decision."""
    if action >= 0:
        answer(state, tables, action, mask)
    else:
        settle(state, tables, mask)


def conclude(games, tables, b, seat, after, control, seeds, masks, rewards, ended, final, blank, scratch):
    """Handle a game that is over: rewards, the last observation, and a new game; see `play`."""
    ended[b] = games[b].reason
    write_rewards(games[b], rewards[b])
    if final.shape[1] > 0:
        encode(games[b], tables[games[b].variant], seat, final[b], scratch[0])
    if after == RESTART:
        seats = control.shape[1]
        first = control[b, 0]
        for k in range(seats - 1):
            control[b, k] = control[b, k + 1]
        control[b, seats - 1] = first
    if after != STAY:
        seeds[b] = next_seed(seeds[b])
        start(games, tables, b, seeds[b], masks[b], blank)


def play(games, tables, low, high, actions, control, after, seeds, masks, observations, deciders, rewards, ended, final, blank, scratch):
    """Take one decision from outside in each of the games low to high - 1, and all bots' decisions that follow it.

    It is bound twice: as `play`, and as `step_games` with a `run_bots` that does nothing, so that bots need not be compiled where no
    bot plays.

    Args:
        games: (n,) states, changed in place.
        tables: (variants,) scenario tables.
        actions: int64 (n,), a legal action; START: begin the game from its seed; any other negative: no decision, only play on
            (after a state was edited by hand, or for bots).
        control: int16 (n, seats), OUTSIDE or the number of the bot that plays the seat.
        after: STAY leaves finished games alone, RESTART begins the next game from the next seed, seats turned by one,
            RESTART_SEATED the same with everyone kept in place.
        seeds: int64 (n,), seed of each game, replaced on restart.
        masks: uint8 (n, actions) of the next decision. observations: float32 (n, features) of its seat, or (n, 0).
        deciders: int8 (n,) the seat that must decide next, -1 when over.
        rewards: float32 (n, seats) of games that ended in this call, else 0.
        ended: uint8 (n,) the reason for which a game ended in this call, 0 for the others.
        final: float32 (n, features) last observation of games that ended (of the seat that acted), or (n, 0).
        blank: (1,) an empty state. scratch: (1,) working space of this thread.
    """
    for b in range(low, high):
        state = games[b]
        ended[b] = 0
        for seat in range(control.shape[1]):
            rewards[b, seat] = 0.0
        if actions[b] == START:
            start(games, tables, b, seeds[b], masks[b], blank)
            seat = max(state.decider, 0)
        elif state.over:
            continue
        else:
            seat = max(state.decider, 0)
            go_on(state, tables[state.variant], actions[b], masks[b])
        run_bots(state, tables[state.variant], control[b], masks[b], scratch[0])
        if state.over:
            conclude(games, tables, b, seat, after, control, seeds, masks, rewards, ended, final, blank, scratch)
            run_bots(state, tables[state.variant], control[b], masks[b], scratch[0])
        report(state, tables[state.variant], b, observations, deciders, scratch)


def no_bots(state, tables, control, mask, scratch):
    """Stand in for `run_bots` where every seat is decided from outside."""


def look(games, tables, b, seat, mask, observation, scratch):
    """Write the mask and the observation of one seat in game b as it stands.

    The mask is empty unless that seat decides. No observation is written where there is no room for one.

    Returns:
        Number of legal actions.
    """
    state = games[b]
    t = tables[state.variant]
    n = 0
    if state.decider >= 0 and state.decider == seat:
        n = choices(state, t, mask)
    else:
        mask[:] = 0
    if observation.shape[0] > 0:
        encode(state, t, seat, observation, scratch[0])
    return n


def keep_best(numbers, rows, at, count, most):
    """Move the `most` actions with the highest value in the rows' first column, and these values, to the front of [at, at + count)."""
    for kept in range(most):
        best = at + kept
        for row in range(at + kept + 1, at + count):
            if rows[row, 0] > rows[best, 0]:
                best = row
        if best != at + kept:
            number = numbers[best]
            numbers[best] = numbers[at + kept]
            numbers[at + kept] = number
            value = rows[best, 0]
            rows[best, 0] = rows[at + kept, 0]
            rows[at + kept, 0] = value


def put_ranks(rows, at, count):
    """Write into the second column of rows [at, at + count) how many of them come before each.

    A row comes before those with less in the first column, and before later ones with as much.
    """
    for k in range(count):
        rows[at + k, 1] = k
    gap = 1
    while 3 * gap < count:
        gap = 3 * gap + 1
    while gap > 0:  # by Shell's sort the column comes to say which row is first, second, ...
        for k in range(gap, count):
            row = rows[at + k, 1]
            value = rows[at + int(row), 0]
            place = k
            while place >= gap:
                other = rows[at + place - gap, 1]
                if rows[at + int(other), 0] > value or (rows[at + int(other), 0] == value and other < row):
                    break
                rows[at + place, 1] = other
                place -= gap
            rows[at + place, 1] = row
        gap //= 3
    for first in range(count):  # and then, circle by circle, which place each row has; below 0: it does so already
        place = first
        row = int(rows[at + first, 1])
        while row >= 0:
            following = int(rows[at + row, 1])
            rows[at + row, 1] = -1 - place
            place = row
            row = following
    for k in range(count):
        rows[at + k, 1] = -1 - rows[at + k, 1]


def encode_actions(games, tables, index, masks, offsets, numbers, rows, positions, more, most, scratch):
    """Write the features of the legal actions of some games' pending decisions, packed one game after another.

    Args:
        index: int64 (m,) which games. masks: uint8 (n, actions), rows of `games`.
        offsets: int64 (m + 1,), written: where each game's rows begin.
        numbers: int64 (capacity,), written: flat action indices. rows: float32 (capacity, action features), written.
        positions: float32 (m, features + more), written: the decider's observation, then the position's features; or (m, 0).
        more: number of position features.
        most: keep only this many actions of each game, those the strongest bot scores highest; 0 for all.

    Returns:
        Rows written, or -(rows needed) when the capacity is too small.
    """
    total = 0
    for k in range(index.shape[0]):
        mask = masks[index[k]]
        for a in range(mask.shape[0]):
            total += mask[a]
    if total > numbers.shape[0]:
        return -total
    seen = positions.shape[1] - more
    at = 0
    for k in range(index.shape[0]):
        state = games[index[k]]
        t = tables[state.variant]
        offsets[k] = at
        if positions.shape[1] > 0:
            encode(state, t, max(state.decider, 0), positions[k, :seen], scratch[0])
            for i in range(seen, positions.shape[1]):
                positions[k, i] = 0.0
        if state.decider >= 0:
            survey(state, t, scratch[0])
            if positions.shape[1] > 0:
                encode_position(state, t, positions[k, seen:], scratch[0])
            mask = masks[index[k]]
            count = 0
            for low in range(0, mask.shape[0], 64):
                high = min(low + 64, mask.shape[0])
                found = 0
                for a in range(low, high):
                    found |= mask[a]
                if found:  # most stretches of a mask are empty
                    for a in range(low, high):
                        if mask[a]:
                            numbers[at + count] = a
                            count += 1
            scratch[0].best = -np.inf
            for row in range(at, at + count):
                rows[row, 0] = score_action(state, t, numbers[row], STRONGEST, scratch[0])
                scratch[0].best = max(scratch[0].best, rows[row, 0])
            if 0 < most < count:
                keep_best(numbers, rows, at, count, most)
                count = most
            put_ranks(rows, at, count)
            for row in range(at, at + count):
                scratch[0].score = rows[row, 0]
                scratch[0].rank = rows[row, 1]
                for i in range(rows.shape[1]):
                    rows[row, i] = 0.0
                encode_action(state, t, numbers[row], rows[row], scratch[0])
            at += count
    offsets[index.shape[0]] = at
    return at


def ask_bots(games, tables, index, masks, bots, actions, scratch):
    """Write the answers that bots would give in some games, without playing them.

    Args:
        index: int64 (m,), which games. bots: int64 (m,), the bot that is asked in each.
        actions: int64 (m,), written: the answers.
    """
    for k in range(index.shape[0]):
        state = games[index[k]]
        actions[k] = choose(state, tables[state.variant], masks[index[k]], bots[k], scratch[0])


def first_wrong(games, actions, masks, legality):
    """The first game that cannot take its step, -1 for none.

    It has not begun, or (with `legality`) its mask does not allow its action.
    """
    for b in range(games.shape[0]):
        action = actions[b]
        if games[b].seats == 0:
            return b
        if legality and games[b].over == 0 and action != GO_ON:
            if action < 0 or action >= masks.shape[1] or masks[b, action] == 0:
                return b
    return -1


def reseed(games, tables, seeds):
    """Give games a new future: new dice, and whatever the ruleset re-deals (see its `reshuffle`)."""
    for b in range(games.shape[0]):
        state = games[b]
        seed_state(state, seeds[b])
        state.tape_next = 0
        state.tape_end = 0
        reshuffle(state, tables[state.variant])


_SHARED = (
    count_ones,
    advance,
    choices,
    carry_out,
    settle,
    start,
    answer,
    choose,
    run_bots,
    no_bots,
    report,
    go_on,
    conclude,
    keep_best,
    put_ranks,
)
_KERNELS = (play, look, encode_actions, ask_bots, first_wrong, reseed)
RULES = (
    "begin", "run", "legal", "apply", "reshuffle", "encode", "survey", "score_action", "encode_position", "encode_action",
)  # fmt: skip


_KINDS = {  # of the kernels' arguments, by name
    "games": "state[:]", "blank": "state[:]", "tables": "tables[:]", "scratch": "scratch[:]",
    "low": "i8", "high": "i8", "after": "i8", "b": "i8", "seat": "i8", "more": "i8", "most": "i8", "legality": "b1",
    "actions": "i8[:]", "seeds": "i8[:]", "index": "i8[:]", "offsets": "i8[:]", "numbers": "i8[:]", "bots": "i8[:]",
    "control": "i2[:, :]", "deciders": "i1[:]", "ended": "u1[:]", "masks": "u1[:, :]", "mask": "u1[:]",
    "observations": "f4[:, :]", "observation": "f4[:]", "final": "f4[:, :]", "rewards": "f4[:, :]", "rows": "f4[:, :]",
    "positions": "f4[:, :]",
}  # fmt: skip


@dataclass(frozen=True)
class Engine:
    """The compiled kernels of one ruleset; see the functions of the same names in this module, and `play` for `step_games`.

    Attributes:
        library: where they are compiled.
    """

    library: Library
    play: Entry | Plain
    step_games: Entry | Plain
    look: Entry | Plain
    encode_actions: Entry | Plain
    ask_bots: Entry | Plain
    first_wrong: Entry | Plain
    reseed: Entry | Plain


def bind(module: str, rules: dict[str, Callable[..., Any]], state: np.dtype, tables: np.dtype, scratch: np.dtype, *, fault: int) -> Engine:
    """Compile the kernels for a ruleset.

    Args:
        module: the ruleset's module name; its library is named after it.
        rules: the functions named in `RULES`.
        state: dtype of a game. tables: of a scenario's numbers. scratch: of the working space of bots and action features.
        fault: the reason of a game that a fault ended, an index into `Ruleset.reasons`.
    """
    missing = [name for name in RULES if name not in rules]
    if missing:
        raise TypeError(f"{module} lacks {', '.join(missing)}")
    namespace = sys.modules[f"{module}.kernels"] = types.ModuleType(f"{module}.kernels")
    scope = vars(namespace)
    scope.update({**globals(), **{name: rules[name] for name in RULES}, "__name__": f"{module}.kernels", "FAULT": int(fault)})
    for function in _SHARED + _KERNELS:
        scope[function.__name__] = copied(function, scope)
    kernels = {f.__name__: scope[f.__name__] for f in _KERNELS}
    kernels["step_games"] = copied(play, {**scope, "run_bots": scope["no_bots"]}, "step_games")
    library = library_of(f"{module}.kernels")
    library.records.update(state=state, tables=tables, scratch=scratch)
    library.erring, library.heard = ERRING, HEARD
    entries = {name: library.add(kernel, kinds_of(kernel), name=name) for name, kernel in kernels.items()}
    return Engine(library, **{name: Plain(entry.function) if INTERPRETED else entry for name, entry in entries.items()})


def copied(function: Callable[..., Any], scope: dict[str, Any], name: str = "") -> Callable[..., Any]:
    """A copy of a function that looks up the names it calls in a ruleset's kernels."""
    copy = types.FunctionType(function.__code__, scope, name or function.__name__)
    copy.__module__, copy.__doc__ = scope["__name__"], function.__doc__
    return copy


def kinds_of(kernel: Callable[..., Any]) -> tuple[str, ...]:
    """The kinds of a kernel's arguments, by their names; an argument has the same name in all kernels."""
    return tuple(_KINDS[name] for name in kernel.__code__.co_varnames[: kernel.__code__.co_argcount])
