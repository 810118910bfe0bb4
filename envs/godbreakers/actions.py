"""What may be chosen, and what choosing does: the action layout, `legal` and `apply`."""

from __future__ import annotations

from envs.core.grid import distance2
from envs.core.jit import jit
from envs.core.layout import Block, Layout
from envs.godbreakers.phases import (
    BEAST_RANGE,
    Activation,
    Engage,
    Frame,
    can_activate,
    has_placement,
    pile_cell,
    place_range,
    pop,
    push,
    push_place,
    shove_range,
    top_frame,
)  # fmt: skip
from envs.godbreakers.rules.compulsion import aim_span, is_closest_aim, write_wild_acts
from envs.godbreakers.rules.engaging import (
    begin_engage,
    can_engage,
    is_target,
    nominate,
)
from envs.godbreakers.rules.measuring import can_place, range_of
from envs.godbreakers.rules.models import (
    create_model,
    marker_on,
    put_model,
    remove_casualty,
    remove_marker,
    remove_model,
    suffer,
)  # fmt: skip
from envs.godbreakers.rules.moving import (
    can_move,
    move_model,
    write_moves,
    write_placements,
)
from envs.godbreakers.rules.rolling import passes_test
from envs.godbreakers.rules.setting_up import (
    OUTSIDE_RANGE,
    hunt_kind,
    is_hunt_cell,
    is_marker_cell,
    is_shard_cell,
    place_extra,
    place_shard,
)  # fmt: skip
from envs.godbreakers.rules.specials import (
    claim_tokens,
    is_fallen_friend,
    is_offered,
    is_patient,
    is_receiver,
    may_sunder,
    shape_of,
    thunder,
    write_hidden_ways,
)  # fmt: skip
from envs.godbreakers.rules.terrain import (
    is_by_piece,
    piece_named,
    ruin_piece,
    shape_piece,
    write_shapes,
)
from envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    MARKERS,
    MAX_SEATS,
    PIECES,
    SIDE,
    SLOTS,
    TOKENS,
    Act,
    Decision,
    Kind,
    MarkerKind,
    Rule,
    Spot,
    Status,
    Token,
    Trait,
    are_adjacent,
    is_routed,
    movement_of,
    rank_of,
)  # fmt: skip

PASS = 0
SLOT = 1
CELL = SLOT + SLOTS
ORDER = CELL + CELLS
COUNT = ORDER + 24
ACT = COUNT + 8
N_ACTIONS = ACT + len(Act)
MOST = 7  # the last COUNT means "all" when more are carried

_PLACING = (
    Decision.PLACE_SHARD, Decision.PLACE_MARKER, Decision.PLACE_THREAT, Decision.DEPLOY_CELL, Decision.DEPLOY_THREAT,
    Decision.SPAWN, Decision.DESPOIL_CELL, Decision.SHAPE_CELL, Decision.SUMMON_CELL, Decision.STALKER_CELL,
    Decision.HIDDEN_WAYS, Decision.BROOD,
)  # fmt: skip

LAYOUT = Layout(
    blocks=[
        Block("pass", 1, "single"),
        Block("slot", SLOTS, "number", first=1),
        Block("cell", CELLS, "cell", width=SIDE),
        Block("order", 24, "number"),
        Block("count", 8, "number"),
        Block("special", len(Act), "option", options=tuple(act.name.lower().replace("_", "-") for act in Act)),
    ],
    decisions=Decision,
    verbs={
        **{(d, "cell"): "place" for d in _PLACING},
        (Decision.SHOVE_CELL, "cell"): "to",
        (Decision.DEPLOY_UNIT, "slot"): "deploy",
        (Decision.ROLLER, "slot"): "roll",
        (Decision.ACTIVATE, "slot"): "activate",
        (Decision.WILD_ACTIVATE, "slot"): "activate",
        (Decision.ACTION, "cell"): "move",
        (Decision.ACTION, "slot"): "engage",
        (Decision.CLAIM, "count"): "take",
        (Decision.NOMINATE, "slot"): "nominate",
        (Decision.CUNNING, "cell"): "step",
        (Decision.VENGEANCE, "slot"): "strike",
        (Decision.SHOVE, "slot"): "shove",
        (Decision.SUNDER_MARKER, "cell"): "marker",
        (Decision.HANDOFF_TO, "slot"): "to",
        (Decision.HANDOFF_COUNT, "count"): "take",
        (Decision.DESPOIL_UNIT, "slot"): "return",
        (Decision.RUIN_PIECE, "cell"): "piece",
        (Decision.VERIFY_UNIT, "slot"): "question",
        (Decision.TREAT_UNIT, "slot"): "treat",
        (Decision.WILD_TARGET, "slot"): "aim",
        (Decision.WILD_TARGET, "cell"): "aim",
    },
)


@jit
def legal(state, tables, mask):
    """Write the mask of the pending decision.

    Args:
        mask: uint8 (N_ACTIONS,), overwritten.

    Returns:
        Number of legal actions.
    """
    for i in range(N_ACTIONS):
        mask[i] = 0
    decision = state.decision
    if decision == Decision.ACTION:
        return legal_action(state, tables, mask)
    if decision == Decision.ACTIVATE or decision == Decision.WILD_ACTIVATE:
        seat = state.decider if decision == Decision.ACTIVATE else -1
        n = 0
        for slot in range(SLOTS):
            if can_activate(state, slot, seat):
                mask[SLOT + slot] = 1
                n += 1
        return n
    if decision <= Decision.PRIORITY:
        return legal_set_up(state, tables, mask)
    if decision <= Decision.SHOVE_CELL:
        return legal_interrupt(state, tables, mask)
    return legal_detail(state, tables, mask)


@jit
def legal_action(state, tables, mask):
    """Actions of the active model. Clauses: GB-ACT-06, GB-ACT-07, GB-ENG-02, GB-SPC-01, GB-WLD-01, GB-WLD-03."""
    slot = state.active
    unit = state.units[slot]
    if unit.seat < 0:
        n = write_wild_acts(state, tables, slot, mask, SLOT, CELL, ACT)
        if n == 0:
            mask[PASS] = 1  # nothing satisfies the compulsion: the activation passes
            n = 1
        return n
    mask[PASS] = 1
    n = 1
    if can_move(state, slot):
        n += write_moves(state, tables, slot, mask, CELL)
    if can_engage(state, slot):
        for other in range(SLOTS):
            if is_target(state, tables, slot, other):
                mask[SLOT + other] = 1
                n += 1
    for act in range(Act.READY + 1):
        if is_offered(state, tables, slot, act):
            mask[ACT + act] = 1
            n += 1
    return n


@jit
def legal_set_up(state, tables, mask):
    """Placements before the first round, initiative and priority. Chapters SET and INI."""
    decision = state.decision
    frame = top_frame(state)
    seat = state.decider
    n = 0
    if decision == Decision.DEPLOY_UNIT:
        for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
            if state.units[slot].status == Status.RESERVE:
                mask[SLOT + slot] = 1
                n += 1
        return n
    if decision == Decision.ROLLER:
        for slot in range(CIRCLE_SIZE * seat, CIRCLE_SIZE * (seat + 1)):
            if state.units[slot].status == Status.ON_BOARD:
                mask[SLOT + slot] = 1
                n += 1
        return n
    if decision == Decision.PRIORITY:
        n = 1
        for k in range(2, state.surviving + 1):
            n *= k
        for k in range(n):
            mask[ORDER + k] = 1
        return n
    if decision == Decision.DEPLOY_CELL:
        shard = state.markers[1 + seat].cell
        movement = movement_of(state, state.units[frame.b])
        n = write_placements(state, tables, shard, movement, mask, CELL)
        if n == 0:
            n = write_nearest(state, shard, mask)
        return n
    for cell in range(CELLS):
        if state.board[cell] != Spot.FREE:
            continue
        fits = False
        if decision == Decision.PLACE_SHARD:
            fits = is_shard_cell(state, tables, cell)
        elif decision == Decision.PLACE_MARKER:
            fits = is_marker_cell(state, tables, cell)
        elif decision == Decision.DEPLOY_THREAT:
            fits = range_of(state, tables, state.units[frame.b].cell, cell) > OUTSIDE_RANGE
        elif tables.rule == Rule.NEST:
            fits = can_place(state, tables, tables.centre, cell, BEAST_RANGE)
        else:
            fits = is_hunt_cell(state, tables, seat, frame.c, frame.b - 3, cell)
        if fits:
            mask[CELL + cell] = 1
            n += 1
    if n == 0:
        # Nothing fits: unstable placement, nearest to what the rule measures from.
        origin = tables.centre + 0
        if tables.rule == Rule.HUNT and frame.c == 6:
            origin = state.markers[1 + seat].cell + 0
        n = write_nearest(state, origin, mask)
    return n


@jit
def write_nearest(state, origin, mask):
    """The free cells nearest to a cell by exact centre distance. Clause: GB-RNG-09."""
    best = 1 << 20
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE:
            best = min(best, distance2(SIDE, origin, cell))
    n = 0
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE and distance2(SIDE, origin, cell) == best:
            mask[CELL + cell] = 1
            n += 1
    return n


@jit
def legal_interrupt(state, tables, mask):
    """Choices inside an action or between activations: spawns, claims, the moments of an Engage."""
    decision = state.decision
    frame = top_frame(state)
    n = 0
    if decision == Decision.SPAWN:
        n = write_placements(state, tables, frame.b, place_range(decision), mask, CELL)
        if n == 0:
            n = write_nearest(state, frame.b, mask)
        return n
    if decision == Decision.CLAIM:
        unit = state.units[frame.a]
        return write_counts(mask, state.piles[frame.b % TOKENS, pile_cell(unit.cell, frame.b)])
    if decision == Decision.SHOVE_CELL:
        return write_placements(state, tables, state.units[frame.c].cell, shove_range(state), mask, CELL)
    mask[PASS] = 1
    n = 1
    if decision == Decision.CUNNING:
        active = state.units[state.active]
        return n + write_placements(state, tables, active.cell, rank_of(state, active, Trait.CUNNING), mask, CELL)
    if decision == Decision.NOMINATE:
        for other in range(SLOTS):
            if state.units[other].result < 0 and is_target(state, tables, state.active, other):
                mask[SLOT + other] = 1
                n += 1
    elif decision == Decision.VENGEANCE:
        for other in range(SLOTS):
            if is_target(state, tables, state.engaged[frame.c], other):
                mask[SLOT + other] = 1
                n += 1
    else:
        for k in range(state.n_engaged):
            if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
                mask[SLOT + state.engaged[k]] = 1
                n += 1
    return n


@jit
def write_counts(mask, carried):
    """Numbers 0..carried; the last of eight stands for all when more are there. Clauses: GB-MRK-06, GB-SPC-06."""
    for k in range(min(carried, MOST) + 1):
        mask[COUNT + k] = 1
    return min(carried, MOST) + 1


@jit
def number_taken(chosen, carried):
    """How many tokens a COUNT stands for."""
    if chosen == MOST and carried > MOST:
        return carried
    return chosen


@jit
def legal_detail(state, tables, mask):
    """What a special action still has to be told; the aim of a wild model; a dying beast's brood."""
    decision = state.decision
    frame = top_frame(state)
    slot = state.active
    n = 0
    if decision == Decision.SUNDER_MARKER:
        for marker in range(MARKERS):
            if may_sunder(state, state.units[slot].seat, marker):
                mask[CELL + state.markers[marker].cell] = 1
                n += 1
    elif decision == Decision.HANDOFF_COUNT:
        n = write_counts(mask, state.units[slot].tokens[frame.b])
    elif decision == Decision.HIDDEN_WAYS:
        mask[PASS] = 1
        rank = rank_of(state, state.units[slot], Trait.MYSTERIOUS)
        n = 1 + write_hidden_ways(state, tables, slot, rank, mask, CELL)
    elif decision == Decision.DESPOIL_CELL or decision == Decision.SUMMON_CELL:
        n = write_placements(state, tables, state.units[slot].cell, 0, mask, CELL)
    elif decision == Decision.RUIN_PIECE:
        for piece in range(PIECES):
            if state.pieces[piece].present and is_by_piece(state, tables, piece, state.units[slot].cell):
                mask[CELL + state.pieces[piece].handle] = 1
                n += 1
    elif decision == Decision.SHAPE_CELL:
        n = write_shapes(state, tables, slot, frame.c, mask, CELL)
    elif decision == Decision.STALKER_CELL or decision == Decision.BROOD:
        mask[PASS] = 1
        n = 1 + write_placements(state, tables, frame.b, place_range(decision), mask, CELL)
    elif decision == Decision.WILD_TARGET:
        low, high, best = aim_span(state, tables, slot, state.compulsion)
        base = SLOT if low == 0 else CELL - SLOTS
        for thing in range(low, high):
            if is_closest_aim(state, tables, slot, state.compulsion, thing, best):
                mask[base + thing] = 1
                n += 1
    else:
        for other in range(SLOTS):
            chosen = False
            if decision == Decision.HANDOFF_TO:
                chosen = is_receiver(state, tables, slot, other)
            elif decision == Decision.DESPOIL_UNIT:
                chosen = is_fallen_friend(state, slot, other)
            elif decision == Decision.VERIFY_UNIT:
                chosen = is_patient(state, tables, slot, other, Act.VERIFY)
            else:
                chosen = is_patient(state, tables, slot, other, Act.TREATMENT)
            if chosen:
                mask[SLOT + other] = 1
                n += 1
    return n


@jit
def apply(state, tables, action):
    """Carry out the decider's choice, with its dice. Assumes that the mask allows it."""
    decision = state.decision + 0
    frame = top_frame(state)
    state.decision = Decision.NONE
    if decision == Decision.ACTION:
        take_action(state, tables, frame, action)
    elif decision == Decision.ACTIVATE:
        state.turn = (state.turn + 1) % state.surviving
        push(state, Frame.ACTIVATION, action - SLOT, 0, 0)
    elif decision == Decision.WILD_ACTIVATE:
        push(state, Frame.ACTIVATION, action - SLOT, 0, 0)
    elif decision <= Decision.PRIORITY:
        apply_set_up(state, tables, frame, decision, action)
    elif decision <= Decision.SHOVE_CELL:
        apply_interrupt(state, tables, frame, decision, action)
    else:
        apply_detail(state, tables, frame, decision, action)


@jit
def apply_set_up(state, tables, frame, decision, action):
    """Answers before the first activation. Chapters SET and INI."""
    seat = state.decider + 0
    cell = action - CELL
    if decision == Decision.PLACE_SHARD:
        place_shard(state, tables, seat, cell)
    elif decision == Decision.PLACE_MARKER:
        objective = tables.rule == Rule.SABOTEURS or (tables.rule == Rule.HUNT and frame.c == 5)
        place_extra(state, seat, MarkerKind.OBJECTIVE if objective else MarkerKind.HOARD, cell)
    elif decision == Decision.PLACE_THREAT:
        place_threat(state, tables, frame, seat, cell)
    elif decision == Decision.DEPLOY_UNIT:
        frame.b = action - SLOT
    elif decision == Decision.DEPLOY_CELL:
        shard = state.markers[1 + seat].cell + 0
        stable = can_place(state, tables, shard, cell, movement_of(state, state.units[frame.b]))
        put_model(state, tables, frame.b, cell)
        if not stable:
            suffer(state, frame.b, 1)
        if tables.rule == Rule.INFILTRATORS or tables.rule == Rule.CURE:
            frame.c = 1
        else:
            frame.a += 1
            frame.b = -1
    elif decision == Decision.DEPLOY_THREAT:
        kind = Kind.BYSTANDER + 0 if tables.rule == Rule.INFILTRATORS else Kind.AFFLICTED + 0
        create_model(state, tables, kind, cell, -1)
        frame.a += 1
        frame.b = -1
        frame.c = 0
    elif decision == Decision.ROLLER:
        state.rollers[seat] = action - SLOT
    else:
        set_priority(state, action - ORDER)


@jit
def place_threat(state, tables, frame, seat, cell):
    """A threat the set-up rules put on the board. Clauses: GB-S4-01, GB-S7-01, GB-RNG-09."""
    if tables.rule == Rule.NEST:
        stable = can_place(state, tables, tables.centre, cell, BEAST_RANGE)
        slot = create_model(state, tables, Kind.GREAT_BEAST, cell, -1)
    else:
        number = frame.b - 3
        stable = is_hunt_cell(state, tables, seat, frame.c, number, cell)
        kind = hunt_kind(frame.c, number)
        slot = create_model(state, tables, kind, cell, seat if kind == Kind.COMPANION else -1)
        if frame.c == 1:
            state.aim = cell if number == 0 else -1
    if not stable:
        suffer(state, slot, 1)


@jit
def set_priority(state, k):
    """The k-th lexicographic order of the surviving seats. Clauses: GB-INI-04, GB-INI-05."""
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
        chosen = state.order[pick] + 0
        for i in range(pick, place, -1):
            state.order[i] = state.order[i - 1]
        state.order[place] = chosen


@jit
def apply_interrupt(state, tables, frame, decision, action):
    """Answers inside an action: spawns, claims, the moments of an Engage."""
    cell = action - CELL
    if decision == Decision.SPAWN:
        stable = can_place(state, tables, frame.b, cell, place_range(decision))
        slot = create_model(state, tables, frame.a, cell, -1)
        if not stable:
            suffer(state, slot, 1)
        pop(state)
    elif decision == Decision.CLAIM:
        unit = state.units[frame.a]
        there = pile_cell(unit.cell, frame.b)
        token = frame.b % TOKENS
        number = number_taken(action - COUNT, state.piles[token, there])
        state.piles[token, there] -= number
        unit.tokens[token] += number
        frame.b += 1
    elif decision == Decision.NOMINATE:
        if action == PASS:
            frame.step = Engage.ROLL
        else:
            nominate(state, action - SLOT)
    elif decision == Decision.CUNNING:
        if action != PASS:
            put_model(state, tables, state.active, cell)
    elif decision == Decision.VENGEANCE:
        if action != PASS:
            avenger = state.units[state.engaged[frame.c]]
            suffer(state, action - SLOT, rank_of(state, avenger, Trait.VENGEFUL))
        frame.c += 1
    elif decision == Decision.SHOVE:
        if action != PASS:
            frame.c = action - SLOT
            frame.step = Engage.SHOVE
    else:
        put_model(state, tables, frame.c, cell)
        frame.step = Engage.END


@jit
def take_action(state, tables, frame, action):
    """The active model's Move, Engage or special action. Clauses: GB-ACT-06, GB-ACT-09."""
    slot = state.active
    if action == PASS:
        state.actions_left = 0
        return
    state.actions_left -= 1
    frame.step = Activation.AFTER
    if action >= ACT:
        take_special(state, tables, frame, slot, action - ACT)
    elif action >= CELL:
        move_model(state, tables, slot, action - CELL)
        frame.step = Activation.CLAIMS
        frame.b = 0
    else:
        state.engages += 1
        begin_engage(state, slot, action - SLOT)
        push(state, Frame.ENGAGE, slot, action - SLOT, 0)


@jit
def ask_on(state, decision):
    """Ask the seat that has just answered once more."""
    state.decision = decision


@jit
def take_special(state, tables, frame, slot, act):
    """Begin a special action; what it still needs to know is asked next. Clauses: GB-SPC-01..07, GB-TRT-24."""
    unit = state.units[slot]
    if act == Act.SUNDER:
        ask_on(state, Decision.SUNDER_MARKER)
    elif act == Act.HANDOFF:
        ask_on(state, Decision.HANDOFF_TO)
    elif act == Act.HIDDEN_WAYS:
        if passes_test(state, slot):
            ask_on(state, Decision.HIDDEN_WAYS)
    elif act == Act.DESPOIL:
        ask_on(state, Decision.DESPOIL_UNIT)
    elif act == Act.RUIN:
        ask_on(state, Decision.RUIN_PIECE)
    elif act == Act.SHAPE_AREA or act == Act.SHAPE_HORIZONTAL or act == Act.SHAPE_VERTICAL:
        if passes_test(state, slot):
            frame.c = shape_of(act)
            ask_on(state, Decision.SHAPE_CELL)
        else:
            suffer(state, slot, 3 - rank_of(state, unit, Trait.SHAPING))
    elif act == Act.SUMMON:
        ask_on(state, Decision.SUMMON_CELL)
    elif act == Act.THUNDER:
        thunder(state, tables, slot)
    elif act == Act.PLUNDER:
        unit.tokens[Token.TREASURE] += 1
        if not passes_test(state, slot):
            push_place(state, Decision.SPAWN, Kind.SCAVENGER, unit.cell, 0)
    elif act == Act.VERIFY:
        ask_on(state, Decision.VERIFY_UNIT)
    elif act == Act.TREATMENT:
        ask_on(state, Decision.TREAT_UNIT)
    elif act == Act.DESTROY_MARKER:
        marker = marker_on(state, state.aim - SLOTS)
        if passes_test(state, slot):
            remove_marker(state, marker)
    elif act == Act.READY:
        unit.ready = 1
        state.actions_left = 0


@jit
def apply_detail(state, tables, frame, decision, action):
    """Answers that complete a special action, a wild model's aim, a dying beast's brood."""
    slot = state.active
    cell = action - CELL
    other = action - SLOT
    if decision == Decision.SUNDER_MARKER:
        if passes_test(state, slot):
            remove_marker(state, marker_on(state, cell))
    elif decision == Decision.HANDOFF_TO:
        if are_adjacent(state, slot, other) or passes_test(state, slot):
            frame.step = Activation.HANDOFF
            frame.b = 0
            frame.c = other
    elif decision == Decision.HANDOFF_COUNT:
        number = number_taken(action - COUNT, state.units[slot].tokens[frame.b])
        claim_tokens(state, slot, frame.c, frame.b, number)
        frame.b += 1
    elif decision == Decision.HIDDEN_WAYS:
        if action != PASS:
            put_model(state, tables, slot, cell)
    elif decision == Decision.DESPOIL_UNIT:
        frame.c = other
        ask_on(state, Decision.DESPOIL_CELL)
    elif decision == Decision.DESPOIL_CELL:
        despoil(state, tables, slot, frame.c, cell)
    elif decision == Decision.RUIN_PIECE:
        rank = rank_of(state, state.units[slot], Trait.RUINOUS)
        if passes_test(state, slot):
            ruin_piece(state, tables, piece_named(state, cell, PIECES), rank)
        else:
            suffer(state, slot, 3 - rank)
    elif decision == Decision.SHAPE_CELL:
        shape_piece(state, tables, frame.c, cell, rank_of(state, state.units[slot], Trait.SHAPING))
    elif decision == Decision.SUMMON_CELL:
        summon(state, tables, slot, cell)
    elif decision == Decision.VERIFY_UNIT:
        verify(state, slot, other)
    elif decision == Decision.TREAT_UNIT:
        remove_model(state, other, Status.ABSENT)
        if passes_test(state, slot):
            state.points[state.units[slot].seat] += 2
        else:
            push_place(state, Decision.SPAWN, Kind.TURNED, state.units[slot].cell, 0)
    elif decision == Decision.WILD_TARGET:
        state.aim = other if action < CELL else SLOTS + cell
    else:
        if action != PASS:
            newcomer = create_model(state, tables, frame.a, cell, -1)
            state.units[newcomer].damage = frame.c
        pop(state)


@jit
def despoil(state, tables, slot, fallen, cell):
    """Return a fallen godbreaker, then test whether it stays. Clauses: GB-TRT-16, GB-TRT-17, GB-TRT-24."""
    unit = state.units[fallen]
    unit.die = min(unit.die, 4 + 2 * rank_of(state, state.units[slot], Trait.DESPOILING))
    unit.damage = 0
    unit.activated = 0
    put_model(state, tables, fallen, cell)
    if not passes_test(state, slot):
        remove_casualty(state, tables, fallen)


@jit
def summon(state, tables, slot, cell):
    """A new model next to the summoner; the test decides whether it obeys. Clauses: GB-TRT-21, GB-TRT-22, GB-TRT-24."""
    me = state.units[slot]
    newcomer = create_model(state, tables, Kind.SUMMONED, cell, -1)
    unit = state.units[newcomer]
    unit.die = 6 + 2 * rank_of(state, me, Trait.SUMMONING)
    unit.summoner = me.seat
    if passes_test(state, slot):
        unit.seat = me.seat


@jit
def verify(state, slot, other):
    """Question a bystander: VP and a stalker, or the shame. Clause: GB-S5-02."""
    me = state.units[slot]
    damage = state.units[other].damage + 0
    remove_model(state, other, Status.ABSENT)
    if passes_test(state, slot):
        state.points[me.seat] += 1
        push_place(state, Decision.STALKER_CELL, Kind.STALKER, me.cell, damage)
    else:
        state.points[me.seat] -= 1

