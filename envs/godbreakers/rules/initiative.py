"""The Initiative Phase: who rolls, who wins, who acts in which order. Chapter INI."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import is_routed, others_roll, rolls
from skirmish_rl.envs.godbreakers.rules.models import mark_circle
from skirmish_rl.envs.godbreakers.rules.rolling import apply_triumphs, roll_die
from skirmish_rl.envs.godbreakers.rules.steps import Game
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, MAX_SEATS, MOST_ROLLS, Status


@jit
def name_rollers(state, frame):
    """Leaders roll, or a substitute of the player's choice, in ascending seat. Clauses: GB-INI-01, GB-INI-02."""
    while frame.roller_seat < state.seats:
        seat = frame.roller_seat
        frame.roller_seat += 1
        if is_routed(state, seat):
            continue
        leader = CIRCLE_SIZE * seat
        if state.units[leader].status != Status.ON_BOARD:
            ask(state, seat, Decision.ROLLER)
            return
        state.rollers[seat] = leader
    go(state, frame, Game.INITIATIVE)


@jit
def legal_roller(state, tables, mask):
    """Godbreakers of a circle without its leader; by the letter also none. Clause: GB-INI-02."""
    mark_circle(state, state.decider, Status.ON_BOARD, mask)
    mask[PASS] = tables.letter != 0 and others_roll(state, state.decider)


@jit
def apply_roller(state, action):
    """Name the godbreaker that rolls in the leader's place; the leader, who is gone, stands for nobody. Clause: GB-INI-02."""
    state.rollers[state.decider] = CIRCLE_SIZE * state.decider if action == PASS else action - SLOT


@jit
def roll_initiative(state, frame):
    """Highest roll wins; ties for the highest roll again. Clauses: GB-INI-01, GB-INI-03, GB-INI-04, GB-INI-07, GB-DIE-11, GB-DIE-12."""
    rolling = 0
    for seat in range(state.seats):
        if rolls(state, seat):
            rolling |= 1 << seat
    best = 0
    for _ in range(MOST_ROLLS):
        best = 0
        ahead = 0
        for seat in range(state.seats):
            if (rolling >> seat) & 1:
                result = roll_die(state, state.rollers[seat], Roll.INITIATIVE, 0, Modifier.NONE, Modifier.NONE, -1)
                if result > best:
                    best = result
                    ahead = 1 << seat
                elif result == best:
                    ahead |= 1 << seat
        rolling = ahead
        if rolling & (rolling - 1) == 0:
            break
    if rolling & (rolling - 1) != 0:
        state.fault = 1
    winner = 0
    while winner < state.seats - 1 and (rolling >> winner) & 1 == 0:
        winner += 1
    state.initiative = winner
    state.initiative_roll = best
    note(state, Event.INITIATIVE, winner, value=best)
    apply_triumphs(state)
    go(state, frame, Game.SPAWNS)
    frame.served = -1
    ask(state, winner, Decision.PRIORITY)


@jit
def legal_priority(state, mask):
    """All orders of the surviving seats. Clause: GB-INI-04."""
    orders = 1
    for k in range(2, state.surviving + 1):
        orders *= k
    for k in range(orders):
        mask[ORDER + k] = 1


@jit
def apply_priority(state, action):
    """Set the order of the surviving seats: the k-th of all, in lexicographic order. Clauses: GB-INI-04, GB-INI-05."""
    k = action - ORDER
    n = 0
    for seat in range(MAX_SEATS):
        if seat < state.seats and not is_routed(state, seat):
            state.order[n] = seat
            n += 1
    block = 1
    for i in range(2, n + 1):
        block *= i
    for place in range(n):
        block //= n - place
        pick = place + k // block
        k %= block
        chosen = state.order[pick]
        for i in range(pick, place, -1):
            state.order[i] = state.order[i - 1]
        state.order[place] = chosen
        note(state, Own.PRIORITY, chosen, value=place + 1)
