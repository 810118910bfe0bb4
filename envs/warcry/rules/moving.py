"""Move actions: how far, where to, dangers on the way, treasures picked up. Chapters MOVE, CLIMB, JUMP, FLY, TRE."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.paths import ANY, LAYERS, NOTHING, clear_ways, find_ways, first_danger
from skirmish_rl.envs.core.paths import FAR as UNREACHED
from skirmish_rl.envs.warcry.questions import CELL, PASS, TAKE, TOKEN, Decision
from skirmish_rl.envs.warcry.rules.fighters import put_unit, suffer_impact
from skirmish_rl.envs.warcry.rules.measuring import ENGAGED, gap2, is_enemy_near, is_engaged, is_visible, nearest_enemy2
from skirmish_rl.envs.warcry.rules.telling import Own
from skirmish_rl.envs.warcry.rules.treasure import can_carry, is_any_lying, reduced, take_treasure, token_at
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FORCE,
    SLOTS,
    TENTHS,
    TOKENS,
    WIDTH,
    Ability,
    Boost,
    Frame,
    Place,
    Runemark,
    Status,
    Twist,
    Way,
    has_mark,
    seat_of,
)  # fmt: skip

ALL_WAYS = (1 << len(Way)) - 1
MOUNT_WAYS = (1 << Way.WALK) | (1 << Way.DROP) | (1 << Way.LEAP)
NORMAL_WAYS = (1 << Way.WALK) | (1 << Way.ARCH) | (1 << Way.DOOR)


class Moving(IntEnum):
    """Steps of the MOVE frame: `slot` moves."""

    WHERE = 0
    TAKE = 1  # which treasure
    GO = 2
    BESIDE = 3  # an ability at the end of the move
    OVER = 4


@jit
def move_of(state, tables, slot, inches):
    """How far a move action of a fighter goes, before it picks anything up; `inches` is the length of a bonus move, 0 for its Move.

    Clauses: WC-GEN-07, WC-GEN-08, WC-ACT-06, WC-UNI-01, WC-FANG-01, WC-TRE-04, WC-TRE-06, WC-TWI-01.
    """
    unit = state.units[slot]
    far = inches if inches > 0 else tables.unit_move[slot]
    if slot == state.active:
        far += state.boosts[Boost.MOVE] + state.boosts[Boost.NEXT_MOVE]
    if tables.twist == Twist.MIRE and unit.node < CELLS and tables.level[unit.node] == 0:
        far = far if far <= 3 else far - 1
    if unit.treasure >= 0:
        far = reduced(tables, far)
    return min(far, 12)


@jit
def ways_of(tables, slot):
    """The kinds of way open to a fighter. Clauses: WC-GEN-10, WC-CLIMB-02, WC-TERR-04."""
    ways = MOUNT_WAYS if has_mark(tables, slot, Runemark.MOUNT) else ALL_WAYS
    return ways & ~(1 << Way.DOOR) if has_mark(tables, slot, Runemark.BEAST) else ways


@jit
def is_swift(state, slot):
    """True while climbing costs a fighter nothing. Clause: WC-RAVEN-03."""
    return slot == state.active and state.boosts[Boost.SWIFT] > 0


@jit
def is_flying(state, tables, slot):
    """True for a fighter that may fly now. Clauses: WC-FLY-01, WC-FLY-03, WC-TRE-05."""
    return has_mark(tables, slot, Runemark.FLY) and state.units[slot].treasure < 0


@jit
def may_end(state, tables, slot, node, took, lying, near2):
    """True if a move of a fighter may end at a node.

    Clauses: WC-MOVE-03, WC-MOVE-07, WC-MOVE-09.

    Args:
        took: the token that it has picked up by then, -1. lying: tokens lie on the board.
        near2: distance of the nearest enemies at the start; beyond 1": no matter.
    """
    if tables.node_place[node] == Place.LANDING or node == state.units[slot].node:
        return False
    if lying:
        for token in range(TOKENS):
            if state.tokens[token].cell == node and token != took:
                return False
    if near2 > ENGAGED:
        return True
    foe = 1 - seat_of(slot)
    for other in range(FORCE * foe, FORCE * (foe + 1)):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and gap2(tables, unit.node, state.units[slot].node) == near2:
            if gap2(tables, unit.node, node) > near2:
                return False
    return True


@jit
def can_move(state, tables, slot, inches, near2):
    """True if a move action of a fighter, whose nearest enemy is at `near2`, has any destination. Clauses: WC-MOVE-01, WC-MOVE-09.

    `write_ways` rules; where a step to the next cell is possible the search, which would find it too, is spared.
    """
    if tables.engaged_no_move and near2 <= ENGAGED:
        return False
    node = state.units[slot].node
    limit = TENTHS * move_of(state, tables, slot, inches)
    for edge in range(tables.edge_at[node], tables.edge_at[node + 1]):
        to = tables.edges[edge].to
        if tables.edges[edge].way == Way.WALK and tables.edges[edge].cost <= limit and state.board[to] < 0:
            one = tables.edges[edge].side[0]
            if one >= 0 and state.board[one] >= 0 and state.board[tables.edges[edge].side[1]] >= 0:
                continue
            if may_end(state, tables, slot, to, -1, True, near2):
                return True
    found = write_ways(state, tables, slot, inches) > 0
    clear_ways(state, tables)
    return found


@jit
def write_ways(state, tables, slot, inches):
    """Fill `cost` and `risk` with the legal destinations of a move action. Clauses: WC-MOVE-01..09, WC-FLY-01, WC-TRE-01..05, DG-3, DG-4.

    `can_move` says the same before it is asked where to.

    Returns:
        How many there are, those with a treasure picked up counted by themselves.
    """
    unit = state.units[slot]
    node = unit.node
    far = move_of(state, tables, slot, inches)
    lying = is_any_lying(state)
    takes = ANY if lying and can_carry(state, tables, slot) else NOTHING
    flies = is_flying(state, tables, slot)
    find_ways(
        state, tables, slot, node, TENTHS * far, TENTHS * reduced(tables, far), takes, ways_of(tables, slot), is_swift(state, slot), flies,
        LAYERS,
    )  # fmt: skip
    near2 = nearest_enemy2(state, tables, slot, node)
    free = near2 > ENGAGED and not lying  # any place on the ground will do, but the start
    state.cost[0, node] = UNREACHED
    x = state.hub % WIDTH
    y = state.hub // WIDTH
    span = state.span
    n = 0
    for stage in range(1 + state.taking):
        for j in range(max(0, y - span), min(tables.height, y + span + 1)):
            for i in range(max(0, x - span), min(tables.width, x + span + 1)):
                cell = j * WIDTH + i
                if state.cost[stage, cell] != UNREACHED:
                    n += 1 if free else keep_end(state, tables, slot, stage, cell, lying, near2)
                if tables.climb_count[cell]:
                    first = tables.climb_at[cell]
                    for climb in range(first, first + tables.climb_count[cell]):
                        if flies:
                            forget(state, stage, climb)
                        elif state.cost[stage, climb] != UNREACHED:
                            n += keep_end(state, tables, slot, stage, climb, lying, near2)
    return n


@jit
def keep_end(state, tables, slot, stage, node, lying, near2):
    """Strike out a place that was reached if a move may not end there. Returns 1 if it may, else 0."""
    took = token_at(state, node) if stage == 1 else -1
    if may_end(state, tables, slot, node, took, lying, near2):
        return 1
    forget(state, stage, node)
    return 0


@jit
def forget(state, stage, node):
    """Strike out a place that was reached."""
    state.cost[stage, node] = UNREACHED
    state.risk[stage, node] = 0


@jit
def push_move(state, slot, inches, optional):
    """A move action begins; `inches` 0: as far as its Move. Clauses: WC-ACT-05, WC-ACT-06."""
    frame = push(state, Frame.MOVE)
    frame.slot = slot
    frame.inches = inches
    frame.optional = optional


@jit
def run_move(state, tables, frame):
    """One step of a move action. Clauses: WC-ACT-02, WC-ACT-06, WC-TRE-01, WC-FALL-06..08, WC-IRON-04, WC-FANG-05."""
    slot = frame.slot
    step = frame.step
    if step == Moving.WHERE:
        if write_ways(state, tables, slot, frame.inches) == 0 or (tables.engaged_no_move and is_engaged(state, tables, slot)):
            clear_ways(state, tables)
            pop(state)
            return
        ask(state, seat_of(slot), Decision.MOVE, slot)
    elif step == Moving.TAKE:
        ask(state, seat_of(slot), Decision.TOKEN, slot)
    elif step == Moving.GO:
        go_on(state, tables, frame, slot)
    elif step == Moving.BESIDE:
        frame.step = Moving.OVER
        end_move(state, tables, slot)
    else:
        pop(state)


@jit
def legal_move(state, tables, frame, mask):
    """The destinations of a move, with a treasure or without. Clauses: WC-MOVE-01, WC-TRE-01, WC-ACT-06."""
    mask[PASS] = frame.optional
    write_ends(state, tables, 0, mask[CELL:TAKE])
    if state.taking:
        write_ends(state, tables, 1, mask[TAKE:])


@jit
def write_ends(state, tables, stage, nodes):
    """Mark the destinations of a search.

    Args:
        nodes: uint8 (NODES,), blank.
    """
    x = state.hub % WIDTH
    y = state.hub // WIDTH
    span = state.span
    for j in range(max(0, y - span), min(tables.height, y + span + 1)):
        for i in range(max(0, x - span), min(tables.width, x + span + 1)):
            cell = j * WIDTH + i
            nodes[cell] = state.cost[stage, cell] != UNREACHED
            if tables.climb_count[cell]:
                first = tables.climb_at[cell]
                for node in range(first, first + tables.climb_count[cell]):
                    nodes[node] = state.cost[stage, node] != UNREACHED


@jit
def apply_move(state, tables, frame, action):
    """The fighter moves, or the bonus is declined. Clauses: WC-MOVE-01, WC-TRE-01, WC-ACT-06."""
    if action == PASS:
        clear_ways(state, tables)
        pop(state)
    elif action >= TAKE:
        set_off(state, tables, frame, action - TAKE, 1)
    else:
        set_off(state, tables, frame, action - CELL, 0)


@jit
def set_off(state, tables, frame, node, take):
    """The destination of a move is named. Clauses: WC-MOVE-01, WC-TRE-01, DG-4."""
    frame.node = node
    frame.take = take
    frame.risky = state.risk[1 if take else 0, node] > 0
    frame.limit = TENTHS * move_of(state, tables, frame.slot, frame.inches)
    frame.kept = TENTHS * reduced(tables, frame.limit // TENTHS)
    clear_ways(state, tables)
    frame.step = Moving.GO
    if take:
        n = 0
        for token in range(TOKENS):
            if can_take(state, tables, frame, token):
                frame.token = token
                n += 1
        if n > 1:
            frame.step = Moving.TAKE
        frame.risky = 1  # on the way to this treasure dangers may lie though there are none on the way to another


@jit
def can_take(state, tables, frame, token):
    """True if a fighter can pick up a treasure on its way to where it is going. Clause: WC-TRE-01."""
    if state.tokens[token].cell < 0:
        return False
    for other in range(TOKENS):
        if other != token and state.tokens[other].cell == frame.node:
            return False
    slot = frame.slot
    unit = state.units[slot]
    find_ways(
        state, tables, slot, unit.node, frame.limit, frame.kept, token, ways_of(tables, slot), is_swift(state, slot),
        is_flying(state, tables, slot), LAYERS,
    )  # fmt: skip
    found = state.cost[1, frame.node] != UNREACHED
    clear_ways(state, tables)
    return found


@jit
def legal_token(state, tables, frame, mask):
    """The treasures that can be picked up on the way. Clause: WC-TRE-01."""
    for token in range(TOKENS):
        mask[TOKEN + token] = can_take(state, tables, frame, token)


@jit
def apply_token(frame, action):
    """Name the treasure that is picked up. Clause: WC-TRE-01."""
    frame.token = action - TOKEN
    frame.step = Moving.GO


@jit
def go_on(state, tables, frame, slot):
    """The fighter goes on towards its destination, up to the next danger.

    Clauses: WC-JUMP-02, WC-FALL-07, WC-FALL-08. Rolls a die for each danger.
    """
    unit = state.units[slot]
    if unit.status != Status.ON_BOARD:
        frame.step = Moving.OVER
        return
    if frame.risky:
        takes = frame.token if frame.take else NOTHING
        flies = is_flying(state, tables, slot) and frame.begun == 0
        node, cost, stage = first_danger(
            state, tables, slot, unit.node, frame.node, 1 if frame.take else 0, frame.limit, frame.kept, takes, ways_of(tables, slot),
            is_swift(state, slot), flies,
        )  # fmt: skip
        clear_ways(state, tables)
        if node < 0:
            frame.risky = 0
            return
        frame.begun = 1
        frame.limit -= cost
        frame.kept = max(frame.kept - cost, 0)
        step_to(state, tables, slot, node)
        if stage == 1:
            take_treasure(state, slot, frame.token)
            frame.take = 0
            frame.limit = frame.kept
        suffer_impact(state, tables, slot, node < CELLS and tables.deadly[node] != 0)
        return
    if frame.take:
        take_treasure(state, slot, frame.token)
        frame.take = 0
    if unit.node != frame.node:
        step_to(state, tables, slot, frame.node)
    frame.step = Moving.BESIDE


@jit
def step_to(state, tables, slot, node):
    """A fighter comes to a node."""
    came = state.units[slot].cell
    put_unit(state, tables, slot, node)
    if node < CELLS:
        note(state, Event.MOVED, seat_of(slot), slot, cell=node, value=came)
    else:
        note(state, Own.CLIMBS, seat_of(slot), slot, cell=tables.node_cell[node], value=tables.node_height[node])


@jit
def end_move(state, tables, slot):
    """End a move action: what it uses up, and the ability that waits for it. Clauses: WC-FANG-01, WC-FANG-05, WC-IRON-04."""
    if slot != state.active:
        return
    state.boosts[Boost.NEXT_MOVE] = 0
    if state.boosts[Boost.RAM] == 0 or not is_enemy_near(state, tables, seat_of(slot), state.units[slot].node, 1):
        return
    value = state.boosts[Boost.RAM]
    state.boosts[Boost.RAM] = 0
    for other in range(SLOTS):
        if is_rammed(state, tables, slot, other):
            state.value = value
            state.ability = Ability.RAM if tables.unit_abilities[slot, Ability.RAM] else Ability.POUNCE
            ask(state, seat_of(slot), Decision.TARGET, state.ability)
            return


@jit
def is_rammed(state, tables, slot, other):
    """True for a visible enemy within 1" of a fighter. Clause: WC-IRON-04."""
    unit = state.units[other]
    if unit.status != Status.ON_BOARD or seat_of(other) == seat_of(slot):
        return False
    return gap2(tables, unit.node, state.units[slot].node) <= ENGAGED and is_visible(state, tables, slot, other)
