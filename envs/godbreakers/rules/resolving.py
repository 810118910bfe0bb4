"""What a choice does, with its dice. `actions.apply` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.rules.activating import Activation, pile_cell
from skirmish_rl.envs.godbreakers.rules.choosing import number_taken
from skirmish_rl.envs.godbreakers.rules.engaging import begin_engage, nominate
from skirmish_rl.envs.godbreakers.rules.exchange import Engage
from skirmish_rl.envs.godbreakers.rules.frames import Frame, place_range, push_place
from skirmish_rl.envs.godbreakers.rules.measuring import can_place
from skirmish_rl.envs.godbreakers.rules.models import (
    create_model,
    marker_on,
    put_model,
    remove_casualty,
    remove_marker,
    remove_model,
    suffer,
)
from skirmish_rl.envs.godbreakers.rules.moving import move_model
from skirmish_rl.envs.godbreakers.rules.numbering import ACT, CELL, COUNT, ORDER, PASS, SLOT
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.setting_up import BEAST_RANGE, hunt_kind, is_hunt_cell, place_extra, place_shard
from skirmish_rl.envs.godbreakers.rules.specials import claim_tokens, shape_of, thunder
from skirmish_rl.envs.godbreakers.rules.terrain import piece_named, ruin_piece, shape_piece
from skirmish_rl.envs.godbreakers.state import (
    MAX_SEATS,
    PIECES,
    SLOTS,
    TOKENS,
    Act,
    Decision,
    Kind,
    MarkerKind,
    Rule,
    Status,
    Token,
    Trait,
    are_adjacent,
    is_routed,
    movement_of,
    rank_of,
)


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
