"""The Disengage action, and disengaging as a bonus. Chapter DIS."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.paths import FAR, LAYERS, NOTHING, clear_ways, find_ways, first_danger
from skirmish_rl.envs.warcry.questions import CELL, PASS, TAKE, UNIT, Decision
from skirmish_rl.envs.warcry.rules.fighters import allocate, can_react, lose_action, put_unit, suffer_impact
from skirmish_rl.envs.warcry.rules.measuring import BEYOND, ENGAGED, gap2, is_enemy_near, is_visible
from skirmish_rl.envs.warcry.rules.moving import NORMAL_WAYS, may_end, ways_of, write_ends
from skirmish_rl.envs.warcry.rules.telling import Own, Roll, Yield
from skirmish_rl.envs.warcry.state import CELLS, FACES, FORCE, TENTHS, WIDTH, Frame, Reaction, Status, seat_of


class Breaking(IntEnum):
    """Steps of the DISENGAGE frame: `slot` disengages."""

    STRIKE = 0
    WHERE = 1
    GO = 2
    OVER = 3


@jit
def is_held(state, slot):
    """True for a fighter that may not disengage whatever its place. Clauses: WC-DIS-04, WC-TRE-05, WC-RAVEN-02."""
    unit = state.units[slot]
    return unit.treasure >= 0 or unit.harried == 1


@jit
def can_disengage(state, tables, slot, near2):
    """True if a fighter, whose nearest enemy is at `near2`, may disengage: it is engaged, and `write_escapes` finds a place.

    Clauses: WC-DIS-01..04.
    """
    if near2 > ENGAGED or is_held(state, slot):
        return False
    found = write_escapes(state, tables, slot) > 0
    clear_ways(state, tables)
    return found


@jit
def write_escapes(state, tables, slot):
    """Fill `cost` and `risk` with where a fighter may disengage to. Clauses: WC-DIS-01, WC-DIS-02, WC-DIS-03, WC-MOVE-07.

    Returns:
        How many cells.
    """
    unit = state.units[slot]
    n = 0
    if unit.node >= CELLS:
        return 0
    ways = NORMAL_WAYS & ways_of(tables, slot)
    find_ways(state, tables, slot, unit.node, TENTHS * tables.disengage_inches, 0, NOTHING, ways, False, False, LAYERS)
    x = state.hub % WIDTH
    y = state.hub // WIDTH
    span = state.span
    for j in range(max(0, y - span), min(tables.height, y + span + 1)):
        for i in range(max(0, x - span), min(tables.width, x + span + 1)):
            cell = j * WIDTH + i
            if state.cost[0, cell] == FAR:
                continue
            if may_end(state, tables, slot, cell, -1, True, BEYOND) and not is_enemy_near(state, tables, seat_of(slot), cell, 1):
                n += 1
            else:
                state.cost[0, cell] = FAR
                state.risk[0, cell] = 0
    return n


@jit
def can_strike(state, tables, slot, leaver):
    """True if a fighter may strike down an enemy that begins to disengage. Clauses: WC-REACT-02, WC-REACT-11."""
    if not can_react(state, slot):
        return False
    node = state.units[slot].node
    return gap2(tables, node, state.units[leaver].node) <= ENGAGED and is_visible(state, tables, slot, leaver)


@jit
def push_disengage(state, slot, bonus):
    """A fighter is to disengage; `bonus`: nobody may strike it down. Clauses: WC-DIS-01, WC-REACT-14."""
    frame = push(state, Frame.DISENGAGE)
    frame.slot = slot
    frame.bonus = bonus


@jit
def run_disengage(state, tables, frame):
    """One step of disengaging. Clauses: WC-DIS-01..05, WC-REACT-07, WC-REACT-13."""
    slot = frame.slot
    step = frame.step
    if step == Breaking.STRIKE:
        frame.step = Breaking.WHERE
        if frame.bonus:
            return
        foe = 1 - seat_of(slot)
        for other in range(FORCE * foe, FORCE * (foe + 1)):
            if state.units[other].status == Status.ON_BOARD and can_strike(state, tables, other, slot):
                ask(state, foe, Decision.STRIKE, slot)
                return
    elif step == Breaking.WHERE:
        if state.units[slot].status != Status.ON_BOARD or write_escapes(state, tables, slot) == 0:
            clear_ways(state, tables)
            pop(state)
            return
        ask(state, seat_of(slot), Decision.DISENGAGE, slot)
    elif step == Breaking.GO:
        go_on(state, tables, frame, slot)
    else:
        pop(state)


@jit
def legal_strike(state, tables, mask):
    """The fighters that may strike the disengaging fighter down; nobody need do it. Clause: WC-REACT-11."""
    mask[PASS] = 1
    for other in range(FORCE * state.decider, FORCE * (state.decider + 1)):
        mask[UNIT + other] = state.units[other].status == Status.ON_BOARD and can_strike(state, tables, other, state.subject)


@jit
def apply_strike(state, tables, action):
    """Let the chosen fighter strike, or none. Clause: WC-REACT-11."""
    if action != PASS:
        strike_down(state, tables, action - UNIT, state.subject)


@jit
def strike_down(state, tables, slot, leaver):
    """The reaction Strike Them Down. Clauses: WC-REACT-11, WC-REACT-13. Rolls one die, and another on a success."""
    note(state, Own.REACTS, seat_of(slot), slot, value=Reaction.STRIKE_THEM_DOWN)
    lose_action(state, slot)
    note(state, Event.ROLLS, seat_of(slot), slot, leaver, value=Roll.STRIKE)
    if roll(state, FACES) >= tables.strike_success:
        note(state, Event.ROLLS, seat_of(slot), slot, leaver, value=Roll.STRIKE_DAMAGE)
        damage = roll(state, FACES)
        note(state, Event.RESULT, value=damage, other=Yield.DAMAGE)
        allocate(state, tables, leaver, damage)


@jit
def legal_disengage(state, tables, mask):
    """The places that `write_escapes` has found. Clauses: WC-DIS-01, WC-DIS-02."""
    write_ends(state, tables, 0, mask[CELL:TAKE])


@jit
def apply_disengage(state, tables, frame, action):
    """Name the place to which the fighter disengages. Clause: WC-DIS-01."""
    cell = action - CELL
    frame.node = cell
    frame.risky = state.risk[0, cell] > 0
    frame.step = Breaking.GO
    clear_ways(state, tables)


@jit
def go_on(state, tables, frame, slot):
    """The fighter goes to its cell, over deadly ground if it must. Clauses: WC-DIS-01, WC-FALL-07."""
    unit = state.units[slot]
    if unit.status != Status.ON_BOARD:
        frame.step = Breaking.OVER
        return
    left = TENTHS * tables.disengage_inches if frame.begun == 0 else frame.limit
    if frame.risky:
        ways = NORMAL_WAYS & ways_of(tables, slot)
        node, cost, _ = first_danger(state, tables, slot, unit.node, frame.node, 0, left, 0, NOTHING, ways, False, False)
        clear_ways(state, tables)
        if node < 0:
            frame.risky = 0
            return
        frame.begun = 1
        frame.limit = left - cost
        get_away(state, tables, slot, node)
        suffer_impact(state, tables, slot, True)
        return
    if unit.node != frame.node:
        get_away(state, tables, slot, frame.node)
    frame.step = Breaking.OVER


@jit
def get_away(state, tables, slot, cell):
    """A fighter that disengages comes to a cell."""
    put_unit(state, tables, slot, cell)
    note(state, Own.DISENGAGES, seat_of(slot), slot, cell=cell)
