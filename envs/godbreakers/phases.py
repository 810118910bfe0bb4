"""Who decides what next: one loop over a small stack of frames, one branch per phase, in rulebook order."""

from __future__ import annotations

from enum import IntEnum

from envs.core.dice import roll
from envs.core.jit import jit
from envs.godbreakers.rules.compulsion import aim_span, compulsion_of, is_closest_aim
from envs.godbreakers.rules.engaging import (
    begin_engage,
    can_avenge,
    deal_attack_damage,
    end_engage,
    is_target,
    roll_attacks,
)  # fmt: skip
from envs.godbreakers.rules.measuring import can_place
from envs.godbreakers.rules.models import free_slot, has_reserve, remove_casualty
from envs.godbreakers.rules.recovery import recover_batch, relieve, sicken
from envs.godbreakers.rules.rolling import apply_triumphs, roll_die
from envs.godbreakers.rules.scoring import end_game, rout, score_markers
from envs.godbreakers.rules.setting_up import (
    hunt_threats,
    lay_out,
    place_extra,
    place_shard,
)
from envs.godbreakers.state import (
    CELLS,
    CIRCLE_SIZE,
    FRAMES,
    GODBREAKERS,
    MARKERS,
    SIDE,
    SLOTS,
    TOKENS,
    Compulsion,
    Decision,
    Kind,
    MarkerKind,
    Phase,
    Rule,
    Status,
    Token,
    Trait,
    controller_of,
    director_of,
    is_routed,
    rank_of,
)  # fmt: skip


class Frame(IntEnum):
    """A process under way; a frame on top of another interrupts it. `a`, `b`, `c` are its own numbers."""

    GAME = 0
    ACTIVATION = 1  # a: slot; b, c: see its steps
    ENGAGE = 2  # a: attacker, b: target, c: cursor
    PLACE = 3  # a new model; a: kind, b: origin cell, c: damage it starts with; step: the Decision that asks


class Game(IntEnum):
    """Steps of the GAME frame."""

    MARKERS = 0  # a: place in seniority, b: what comes next for that seat, c: face of the hunt roll
    BEASTS = 1  # a: place in reverse seniority
    DEPLOY = 2  # a: counter, b: slot being deployed or -1, c: 1 when its threat is due
    ROUND = 3
    ROLLERS = 4  # a: seat
    INITIATIVE = 5
    SPAWNS = 6  # a: last objective cell served
    PLAYERS = 7
    WILDS = 8
    RECOVERY = 9
    BATCH = 10  # a: place in priority
    CASUALTIES = 11  # a: as above, b: slot, c: 1 once its replacement was settled
    RESOLUTION = 12


class Activation(IntEnum):
    """Steps of the ACTIVATION frame."""

    START = 0
    CHOOSE = 1
    CLAIMS = 2  # b: cursor over piles, c: pile asked about
    HANDOFF = 3  # b: token type, c: receiver
    AFTER = 4  # the action is resolved: Triumphs, then ready models
    END = 5


class Engage(IntEnum):
    """Steps of the ENGAGE frame."""

    NOMINATE = 0
    ROLL = 1
    CUNNING = 2
    DAMAGE = 3
    VENGEANCE = 4  # c: place in the engaged list
    SHOVE = 5  # c: model to be shoved
    END = 6


PLACE_RANGE = 0  # "within 0U" of the spawn rules
BROOD_RANGE = 2
STALKER_RANGE = 6
BEAST_RANGE = 6


@jit
def top_frame(state):
    """The frame that is running."""
    return state.frames[state.depth - 1]


@jit
def push(state, kind, a, b, c):
    """Interrupt the running frame by a new one."""
    if state.depth >= FRAMES:
        state.fault = 1
        return
    frame = state.frames[state.depth]
    frame.kind = kind
    frame.step = 0
    frame.a = a
    frame.b = b
    frame.c = c
    state.depth += 1


@jit
def pop(state):
    """End the running frame."""
    state.depth -= 1


@jit
def go(frame, step):
    """Continue a frame at a step, its numbers cleared."""
    frame.step = step
    frame.a = 0
    frame.b = 0
    frame.c = 0


@jit
def ask(state, seat, decision):
    """Wait for a seat's answer."""
    state.decider = seat
    state.decision = decision


@jit
def begin(state, tables):
    """The position before the first decision. Chapter SET."""
    lay_out(state, tables)
    state.phase = Phase.SETUP
    push(state, Frame.GAME, 0, 0, 0)


@jit
def advance(state, tables):
    """Automatic play until someone must decide, or the end. Clause: GB-RND-04."""
    while state.decision == Decision.NONE and state.over == 0 and state.fault == 0:
        frame = top_frame(state)
        if frame.kind == Frame.GAME:
            run_game(state, tables, frame)
        elif frame.kind == Frame.ACTIVATION:
            run_activation(state, tables, frame)
        elif frame.kind == Frame.ENGAGE:
            run_engage(state, tables, frame)
        else:
            run_place(state, tables, frame)
    if state.over:
        state.decider = -1


@jit
def run_game(state, tables, frame):
    """One step of the sequence of play. Clauses: GB-RND-01..05."""
    step = frame.step
    if step == Game.PLAYERS:
        next_player(state, frame)
    elif step == Game.WILDS:
        next_wild(state, frame)
    elif step == Game.MARKERS:
        set_markers(state, tables, frame)
    elif step == Game.BEASTS:
        set_beasts(state, tables, frame)
    elif step == Game.DEPLOY:
        deploy(state, tables, frame)
    elif step == Game.ROUND:
        begin_round(state, frame)
    elif step == Game.ROLLERS:
        name_rollers(state, frame)
    elif step == Game.INITIATIVE:
        roll_initiative(state, frame)
    elif step == Game.SPAWNS:
        spawn(state, tables, frame)
    elif step == Game.RECOVERY:
        state.phase = Phase.RECOVERY
        relieve(state)
        go(frame, Game.BATCH)
    elif step == Game.BATCH:
        recover_next(state, tables, frame)
    elif step == Game.CASUALTIES:
        remove_next(state, tables, frame)
    else:
        resolve_round(state, tables, frame)


@jit
def set_markers(state, tables, frame):
    """Markers in seniority order. Clauses: GB-SET-03, GB-SET-05, GB-S2-01, GB-S3-01, GB-S4-01, GB-S7-01."""
    if frame.a >= state.seats:
        go(frame, Game.BEASTS)
        return
    seat = state.seniority[frame.a] + 0
    rule = tables.rule
    if frame.b == 0:
        frame.b = 1
        if tables.full_setup:
            ask(state, seat, Decision.PLACE_SHARD)
        else:
            place_shard(state, tables, seat, tables.shard_cell[seat])
    elif frame.b == 1 and (rule == Rule.SABOTEURS or rule == Rule.TREASURE):
        frame.b = 100
        if tables.full_setup:
            ask(state, seat, Decision.PLACE_MARKER)
        elif rule == Rule.SABOTEURS:
            place_extra(state, seat, MarkerKind.OBJECTIVE, tables.objective_cell[seat])
        else:
            place_extra(state, seat, MarkerKind.HOARD, tables.hoard_cell[seat])
    elif frame.b == 1 and rule == Rule.HUNT:
        frame.c = roll(state, 6)
        frame.b = 2
    elif frame.b >= 2 and rule == Rule.HUNT and frame.b < 2 + hunt_threats(frame.c):
        frame.b += 1
        if frame.c == 4 or frame.c == 5:
            ask(state, seat, Decision.PLACE_MARKER)
        elif free_slot(state) >= 0:
            ask(state, seat, Decision.PLACE_THREAT)
    else:
        frame.a += 1
        frame.b = 0


@jit
def set_beasts(state, tables, frame):
    """The great beasts of the nest, in reverse seniority. Clause: GB-S4-01."""
    if tables.rule != Rule.NEST or frame.a >= state.seats:
        go(frame, Game.DEPLOY)
        frame.b = -1
        return
    seat = state.seniority[state.seats - 1 - frame.a] + 0
    frame.a += 1
    ask(state, seat, Decision.PLACE_THREAT)


@jit
def deploying_seat(state, tables, counter):
    """Whose go it is to deploy: reverse seniority, or seniority in the nest. Clauses: GB-SET-04, GB-S4-01."""
    k = counter % state.seats
    if tables.rule != Rule.NEST:
        k = state.seats - 1 - k
    return state.seniority[k] + 0


@jit
def deploy(state, tables, frame):
    """One godbreaker at a time until all stand. Clauses: GB-SET-04, GB-S5-01, GB-S6-01."""
    seat = deploying_seat(state, tables, frame.a)
    if frame.b >= 0:
        if frame.c == 0:
            ask(state, seat, Decision.DEPLOY_CELL)
        elif free_slot(state) >= 0:
            ask(state, seat, Decision.DEPLOY_THREAT)
        return
    left = 0
    for other in range(state.seats):
        left += has_reserve(state, other)
    if left == 0:
        go(frame, Game.ROUND)
    elif has_reserve(state, seat):
        ask(state, seat, Decision.DEPLOY_UNIT)
    else:
        frame.a += 1


@jit
def begin_round(state, frame):
    """A new round starts. Clauses: GB-RND-01, GB-ACT-04."""
    state.round += 1
    state.phase = Phase.INITIATIVE
    state.initiative = -1
    for slot in range(SLOTS):
        state.units[slot].activated = 0
    go(frame, Game.ROLLERS)


@jit
def name_rollers(state, frame):
    """Leaders roll, or a substitute of the player's choice, in ascending seat. Clauses: GB-INI-01, GB-INI-02."""
    while frame.a < state.seats:
        seat = frame.a + 0
        frame.a += 1
        if is_routed(state, seat):
            continue
        leader = CIRCLE_SIZE * seat
        if state.units[leader].status != Status.ON_BOARD:
            ask(state, seat, Decision.ROLLER)
            return
        state.rollers[seat] = leader
    go(frame, Game.INITIATIVE)


@jit
def roll_initiative(state, frame):
    """Highest roll wins; ties for the highest roll again. Clauses: GB-INI-01, GB-INI-03, GB-INI-04, GB-INI-07, GB-DIE-11, GB-DIE-12."""
    rolling = ((1 << state.seats) - 1) & ~state.routed
    best = 0
    while True:
        best = 0
        ahead = 0
        for seat in range(state.seats):
            if (rolling >> seat) & 1:
                result = roll_die(state, state.rollers[seat], 0, False)
                if result > best:
                    best = result
                    ahead = 1 << seat
                elif result == best:
                    ahead |= 1 << seat
        rolling = ahead
        if rolling & (rolling - 1) == 0:
            break
    winner = 0
    while (rolling >> winner) & 1 == 0:
        winner += 1
    state.initiative = winner
    state.initiative_roll = best
    apply_triumphs(state)
    go(frame, Game.SPAWNS)
    frame.a = -1
    ask(state, winner, Decision.PRIORITY)


@jit
def spawn(state, tables, frame):
    """Start-of-round rules of the scenario. Clauses: GB-RND-05, GB-INI-08, GB-S2-02, GB-S4-02, GB-S6-01."""
    if tables.rule == Rule.SABOTEURS:
        cell = CELLS
        for marker in range(MARKERS):
            m = state.markers[marker]
            if m.kind == MarkerKind.OBJECTIVE and frame.a < m.cell < cell:
                cell = m.cell + 0
        if cell < CELLS:
            frame.a = cell
            push_place(state, Decision.SPAWN, Kind.SABOTEUR, cell, 0)
            return
    elif tables.rule == Rule.NEST and frame.a < 0:
        frame.a = 0
        centre = state.markers[0].cell + 0
        if centre >= 0 and has_godbreaker_by(state, centre):
            kind = Kind.GREAT_BEAST + 0 if state.initiative_roll > 7 else Kind.LESSER_BEAST + 0
            push_place(state, Decision.SPAWN, kind, centre, 0)
            return
    elif tables.rule == Rule.CURE:
        sicken(state)
    state.phase = Phase.ACTIVATION
    state.turn = 0
    go(frame, Game.PLAYERS)


@jit
def has_godbreaker_by(state, cell):
    """True if any godbreaker is adjacent to a cell."""
    for slot in range(GODBREAKERS):
        there = state.units[slot].cell
        if there >= 0 and max(abs(there % SIDE - cell % SIDE), abs(there // SIDE - cell // SIDE)) == 1:
            return True
    return False


@jit
def can_activate(state, slot, seat):
    """True for a model of a seat (-1: wild) that has not been activated this round. Clauses: GB-ACT-01, GB-ACT-04, GB-ACT-08."""
    unit = state.units[slot]
    return unit.status == Status.ON_BOARD and unit.seat == seat and unit.activated == 0


@jit
def has_activation(state, seat):
    """True while a seat (-1: the wild pool) has a model to activate."""
    for slot in range(SLOTS):
        if can_activate(state, slot, seat):
            return True
    return False


@jit
def next_player(state, frame):
    """The next player in priority order with a model to activate. Clauses: GB-ACT-01, GB-ACT-02."""
    for _ in range(state.surviving):
        seat = state.order[state.turn] + 0
        if has_activation(state, seat):
            ask(state, seat, Decision.ACTIVATE)
            return
        state.turn = (state.turn + 1) % state.surviving
    go(frame, Game.WILDS)


@jit
def next_wild(state, frame):
    """The director activates every wild model. Clause: GB-ACT-08."""
    if has_activation(state, -1):
        ask(state, director_of(state), Decision.WILD_ACTIVATE)
    else:
        go(frame, Game.RECOVERY)


@jit
def recover_next(state, tables, frame):
    """Recovery rolls in priority order, wild models last. Clauses: GB-REC-01, GB-REC-03."""
    if frame.a > state.surviving:
        go(frame, Game.RESOLUTION)
        return
    seat = -1
    if frame.a < state.surviving:
        seat = state.order[frame.a] + 0
    recover_batch(state, tables, seat)
    frame.b = 0
    frame.c = 0
    frame.step = Game.CASUALTIES


@jit
def remove_next(state, tables, frame):
    """The batch's casualties, in slot order. Clauses: GB-REC-03, GB-REC-07, GB-S4-03, GB-S6-02."""
    while frame.b < SLOTS:
        slot = frame.b + 0
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.hurt:
            if frame.c == 0:
                frame.c = 1
                if tables.rule == Rule.CURE and unit.kind == Kind.AFFLICTED:
                    push_place(state, Decision.SPAWN, Kind.TURNED, unit.cell, 0)
                    return
                if tables.rule == Rule.NEST and unit.kind == Kind.GREAT_BEAST:
                    push_place(state, Decision.BROOD, Kind.LESSER_BEAST, unit.cell, 0)
                    return
            unit.hurt = 0
            remove_casualty(state, tables, slot)
        frame.b += 1
        frame.c = 0
    frame.a += 1
    frame.step = Game.BATCH


@jit
def resolve_round(state, tables, frame):
    """End-of-round rules, VP, Rout, then a new round or the end. Clauses: GB-RES-01, GB-RND-02, GB-RND-03, GB-ADV-03."""
    state.phase = Phase.RESOLUTION
    for slot in range(SLOTS):
        state.units[slot].ready = 0
        state.units[slot].provoked = -1
    score_markers(state)
    if rout(state):
        return
    if state.round >= tables.rounds:
        end_game(state, tables)
    else:
        go(frame, Game.ROUND)


@jit
def push_place(state, decision, kind, origin, damage):
    """Have a new model placed near a cell, if a slot is free. Clause: GB-WLD-16."""
    if free_slot(state) >= 0:
        push(state, Frame.PLACE, kind, origin, damage)
        top_frame(state).step = decision


@jit
def place_range(decision):
    """How far from its origin a PLACE frame puts the model. Clauses: GB-S2-02, GB-S4-03, GB-S5-02."""
    if decision == Decision.BROOD:
        return BROOD_RANGE
    if decision == Decision.STALKER_CELL:
        return STALKER_RANGE
    return PLACE_RANGE


@jit
def has_placement(state, tables, origin, within):
    """True if some cell is free at PlaceWithin(within) of a cell."""
    span = max(within, 1)
    x = origin % SIDE
    y = origin // SIDE
    for j in range(max(0, y - span), min(SIDE, y + span + 1)):
        for i in range(max(0, x - span), min(SIDE, x + span + 1)):
            if can_place(state, tables, origin, j * SIDE + i, within):
                return True
    return False


@jit
def run_place(state, tables, frame):
    """Ask for the cell of a new model. An optional placement without a cell is dropped; an ordered one becomes unstable (GB-RNG-09)."""
    decision = frame.step + 0
    if decision != Decision.SPAWN and not has_placement(state, tables, frame.b, place_range(decision)):
        pop(state)
    elif decision == Decision.STALKER_CELL:
        ask(state, state.units[state.active].seat, decision)
    else:
        ask(state, director_of(state), decision)


@jit
def run_activation(state, tables, frame):
    """One step of an activation. Chapter ACT."""
    slot = frame.a + 0
    unit = state.units[slot]
    step = frame.step
    if step == Activation.START:
        start_activation(state, tables, frame)
    elif step == Activation.CHOOSE:
        if unit.status != Status.ON_BOARD or state.actions_left == 0:
            frame.step = Activation.END
        else:
            ask(state, controller_of(state, slot), Decision.ACTION)
    elif step == Activation.CLAIMS:
        next_claim(state, frame)
    elif step == Activation.HANDOFF:
        while frame.b < TOKENS and unit.tokens[frame.b] == 0:
            frame.b += 1
        if frame.b < TOKENS:
            ask(state, unit.seat, Decision.HANDOFF_COUNT)
        else:
            frame.step = Activation.AFTER
    elif step == Activation.AFTER:
        apply_triumphs(state)
        if not react(state, tables):
            frame.step = Activation.CHOOSE
    else:
        end_activation(state, frame)


@jit
def start_activation(state, tables, frame):
    """A model becomes active; a wild one's compulsion is settled. Clauses: GB-ACT-03, GB-ACT-06, GB-WLD-03, GB-WLD-07, GB-WLD-14."""
    slot = frame.a + 0
    unit = state.units[slot]
    unit.activated = 1
    state.active = slot
    state.moves = 0
    state.engages = 0
    state.actions_left = 2 if unit.kind == Kind.GODBREAKER else 1
    state.compulsion = Compulsion.NONE
    state.aim = -1
    frame.step = Activation.CHOOSE
    if unit.seat >= 0:
        return
    compulsion = compulsion_of(state, tables, slot)
    state.compulsion = compulsion
    low, high, best = aim_span(state, tables, slot, compulsion)
    ties = 0
    for thing in range(low, high):
        if is_closest_aim(state, tables, slot, compulsion, thing, best):
            state.aim = thing
            ties += 1
    if ties > 1:
        state.aim = -1
        ask(state, director_of(state), Decision.WILD_TARGET)


@jit
def pile_cell(cell, cursor):
    """Cell of the cursor-th pile in reach of a model: nine cells in ascending order, two types each; -1 beyond the edge."""
    k = cursor // TOKENS
    x = cell % SIDE + k % 3 - 1
    y = cell // SIDE + k // 3 - 1
    if x < 0 or y < 0 or x >= SIDE or y >= SIDE:
        return -1
    return y * SIDE + x


@jit
def next_claim(state, frame):
    """After a Move: each pile of tokens in reach, ascending cell then type. Clauses: GB-MRK-06, GB-WLD-04."""
    slot = frame.a + 0
    unit = state.units[slot]
    while frame.b < 9 * TOKENS and unit.status == Status.ON_BOARD:
        cell = pile_cell(unit.cell, frame.b)
        if cell >= 0 and state.piles[frame.b % TOKENS, cell] > 0:
            ask(state, controller_of(state, slot), Decision.CLAIM)
            return
        frame.b += 1
    frame.step = Activation.AFTER


@jit
def react(state, tables):
    """Let the next ready model that was provoked make its Engage. Clause: GB-ADV-02.

    Returns:
        True if a reaction has begun.
    """
    if tables.ready == 0:
        return False
    for k in range(state.surviving):
        for slot in range(SLOTS):
            unit = state.units[slot]
            if unit.provoked < 0 or unit.seat != state.order[k]:
                continue
            target = unit.provoked + 0
            unit.provoked = -1
            if unit.ready and is_target(state, tables, slot, target):
                unit.ready = 0
                begin_engage(state, slot, target)
                push(state, Frame.ENGAGE, slot, target, 0)
                return True
    return False


@jit
def end_activation(state, frame):
    """The activation is over; a scavenger picks up one treasure. Clauses: GB-ACT-09, GB-S3-03."""
    unit = state.units[frame.a]
    if unit.status == Status.ON_BOARD and unit.kind == Kind.SCAVENGER:
        for cursor in range(0, 9 * TOKENS, TOKENS):
            cell = pile_cell(unit.cell, cursor)
            if cell >= 0 and state.piles[Token.TREASURE, cell] > 0:
                state.piles[Token.TREASURE, cell] -= 1
                unit.tokens[Token.TREASURE] += 1
                break
    state.active = -1
    state.aim = -1
    state.actions_left = 0
    state.compulsion = Compulsion.NONE
    pop(state)


@jit
def run_engage(state, tables, frame):
    """One step of an Engage. Clauses: GB-ENG-01, GB-ENG-13; the order of the traits' moments."""
    step = frame.step
    active = state.active + 0
    engaged = active >= 0 and state.units[active].result >= 0
    if step == Engage.NOMINATE:
        if frame.a == active and has_extra_target(state, tables, active):
            ask(state, controller_of(state, active), Decision.NOMINATE)
        else:
            frame.step = Engage.ROLL
    elif step == Engage.ROLL:
        roll_attacks(state, tables)
        frame.step = Engage.CUNNING
    elif step == Engage.CUNNING:
        frame.step = Engage.DAMAGE
        if engaged:
            rank = rank_of(state, state.units[active], Trait.CUNNING)
            if rank > 0 and has_placement(state, tables, state.units[active].cell, rank):
                ask(state, controller_of(state, active), Decision.CUNNING)
    elif step == Engage.DAMAGE:
        deal_attack_damage(state, tables)
        frame.c = 0
        frame.step = Engage.VENGEANCE
    elif step == Engage.VENGEANCE:
        while frame.c < state.n_engaged and not can_avenge(state, tables, state.engaged[frame.c]):
            frame.c += 1
        if frame.c < state.n_engaged:
            ask(state, controller_of(state, state.engaged[frame.c]), Decision.VENGEANCE)
        else:
            frame.c = -1
            frame.step = Engage.SHOVE
    elif step == Engage.SHOVE:
        run_shove(state, tables, frame, engaged)
    else:
        end_engage(state)
        pop(state)


@jit
def has_extra_target(state, tables, slot):
    """True if Merciless lets the active model nominate one more. Clause: GB-TRT-14."""
    if state.n_engaged - 2 >= rank_of(state, state.units[slot], Trait.MERCILESS):
        return False
    for other in range(SLOTS):
        if state.units[other].result < 0 and is_target(state, tables, slot, other):
            return True
    return False


@jit
def shove_range(state):
    """How far Juggernaut of the active model places a model. Clause: GB-TRT-07."""
    return 2 * rank_of(state, state.units[state.active], Trait.JUGGERNAUT)


@jit
def run_shove(state, tables, frame, engaged):
    """Juggernaut: one engaged model may be placed anew. Clause: GB-TRT-07."""
    if frame.c >= 0:
        ask(state, controller_of(state, state.active), Decision.SHOVE_CELL)
        return
    frame.step = Engage.END
    if not engaged or shove_range(state) == 0:
        return
    for k in range(state.n_engaged):
        if has_placement(state, tables, state.units[state.engaged[k]].cell, shove_range(state)):
            ask(state, controller_of(state, state.active), Decision.SHOVE)
            return
