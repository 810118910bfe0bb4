"""What a choice does, with its dice, by groups of questions. `actions.apply` is the door."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, push, top_frame
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import ACT, CELL, COUNT, MOST, ORDER, PASS, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.activating import note_aim
from skirmish_rl.envs.godbreakers.rules.choosing import tokens_at_hand
from skirmish_rl.envs.godbreakers.rules.engaging import begin_engage, nominate
from skirmish_rl.envs.godbreakers.rules.facts import are_adjacent, is_routed, movement_of, rank_of
from skirmish_rl.envs.godbreakers.rules.frames import (
    Activation,
    Engage,
    Game,
    Placing,
    bring_saboteur,
    is_due,
    place_range,
    pop_place,
    push_place,
)
from skirmish_rl.envs.godbreakers.rules.measuring import can_place
from skirmish_rl.envs.godbreakers.rules.models import (
    create_model,
    heal,
    marker_on,
    put_model,
    remove_casualty,
    remove_marker,
    remove_model,
    suffer,
)
from skirmish_rl.envs.godbreakers.rules.moving import move_model
from skirmish_rl.envs.godbreakers.rules.rolling import passes_test
from skirmish_rl.envs.godbreakers.rules.setting_up import BEAST_RANGE, hunt_threats, is_hunt_cell, place_extra, place_shard
from skirmish_rl.envs.godbreakers.rules.specials import hand_off, shape_of, take_tokens, thunder
from skirmish_rl.envs.godbreakers.rules.telling import Condition, Modifier, Own, Prize, Roll, score_points
from skirmish_rl.envs.godbreakers.rules.terrain import piece_named, ruin_piece, shape_piece
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    MARKERS,
    MAX_SEATS,
    PIECES,
    SLOTS,
    Act,
    Frame,
    Kind,
    MarkerKind,
    Rule,
    Shape,
    Status,
    Token,
    Trait,
)


@jit
def apply_setup(state, tables, frame, decision, action):
    """Answers before the first round. Chapter SET."""
    seat = state.decider
    cell = action - CELL
    if decision == Decision.PLACE_SHARD:
        place_shard(state, tables, seat, cell)
    elif decision == Decision.PLACE_MARKER:
        place_extra(state, seat, state.new_marker, cell)
    elif decision == Decision.PLACE_THREAT:
        place_threat(state, tables, frame, seat, cell)
    elif decision == Decision.DEPLOY_UNIT:
        frame.deployed = action - SLOT
    elif decision == Decision.DEPLOY_CELL:
        deploy_model(state, tables, frame, seat, cell)
    else:
        create_model(state, tables, state.new_model, cell, -1)
        next_deployment(state, frame)
    state.new_marker = MarkerKind.NONE
    state.new_model = Kind.GODBREAKER
    state.to_place = max(0, state.to_place - 1)


@jit
def deploy_model(state, tables, frame, seat, cell):
    """A godbreaker comes out of the reserve. Clauses: GB-SET-04, GB-RNG-09, GB-S5-01, GB-S6-01."""
    slot = frame.deployed
    stable = can_place(state, tables, state.markers[1 + seat].cell, cell, movement_of(state, state.units[slot]))
    note(state, Event.PLACED, unit=slot, cell=cell)
    put_model(state, tables, slot, cell)
    if not stable:
        suffer(state, slot, 1, Modifier.UNSTABLE)
    if tables.rule == Rule.INFILTRATORS or tables.rule == Rule.CURE:
        frame.step = Game.THREAT
    else:
        next_deployment(state, frame)


@jit
def next_deployment(state, frame):
    """The next seat's turn to deploy."""
    frame.step = Game.DEPLOY
    frame.deploy_place = (frame.deploy_place + 1) % state.seats
    frame.deployed = -1


@jit
def place_threat(state, tables, frame, seat, cell):
    """A threat the set-up rules put on the board. Clauses: GB-S4-01, GB-S7-01, GB-RNG-09."""
    kind = state.new_model
    if tables.rule == Rule.NEST:
        stable = can_place(state, tables, tables.centre, cell, BEAST_RANGE)
    else:
        stable = is_hunt_cell(state, tables, seat, frame.face, hunt_threats(frame.face) - state.to_place, frame.latest_threat, cell)
        frame.latest_threat = cell
    slot = create_model(state, tables, kind, cell, seat if kind == Kind.COMPANION else -1)
    if not stable:
        suffer(state, slot, 1, Modifier.UNSTABLE)


@jit
def apply_round(state, tables, decision, action):
    """Who rolls for initiative, in which order the seats act, and by which objective a saboteur comes. Clauses: GB-INI-02, GB-INI-04, GB-RND-05."""
    if decision == Decision.ROLLER:
        state.rollers[state.decider] = CIRCLE_SIZE * state.decider if action == PASS else action - SLOT
    elif decision == Decision.NEXT_MARKER:
        frame = top_frame(state)
        for marker in range(MARKERS):
            if is_due(state, tables, frame, marker) and state.markers[marker].cell == action - CELL:
                bring_saboteur(state, tables, frame, marker)
                return
    else:
        set_priority(state, action - ORDER)


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
        chosen = state.order[pick]
        for i in range(pick, place, -1):
            state.order[i] = state.order[i - 1]
        state.order[place] = chosen
        note(state, Own.PRIORITY, chosen, value=place + 1)


@jit
def apply_activation(state, decision, action):
    """A model is chosen to act, or what a wild one goes for."""
    if decision == Decision.WILD_TARGET:
        state.aim = action - SLOT if action < CELL else SLOTS + action - CELL
        note_aim(state)
        return
    if decision == Decision.ACTIVATE:
        state.turn = (state.turn + 1) % state.surviving
    state.active = action - SLOT
    push(state, Frame.ACTIVATION)


@jit
def apply_engage(state, tables, frame, decision, action):
    """Answers at the moments of an Engage."""
    if action == PASS:
        if decision == Decision.NOMINATE:
            frame.step = Engage.ROLL
        elif decision == Decision.VENGEANCE:
            frame.avenger += 1
    elif decision == Decision.NOMINATE:
        nominate(state, action - SLOT)
    elif decision == Decision.CUNNING:
        place_model(state, tables, state.active, action - CELL)
    elif decision == Decision.VENGEANCE:
        avenger = state.subject
        note(state, Own.STRIKES_BACK, unit=avenger, other=action - SLOT)
        suffer(state, action - SLOT, rank_of(state, state.units[avenger], Trait.VENGEFUL), Modifier.VENGEFUL)
        frame.avenger += 1
    elif decision == Decision.SHOVE:
        ask(state, state.decider, Decision.SHOVE_CELL, action - SLOT)
    else:
        place_model(state, tables, state.subject, action - CELL)


@jit
def place_model(state, tables, slot, cell):
    """Somebody puts a model on a cell."""
    note(state, Event.PLACED, unit=slot, cell=cell)
    put_model(state, tables, slot, cell)


@jit
def apply_placing(state, tables, frame, decision, action):
    """A new model comes, or not. Clauses: GB-WLD-16, GB-RNG-09, GB-S5-02."""
    if action != PASS:
        cell = action - CELL
        stable = decision != Decision.SPAWN or can_place(state, tables, frame.near, cell, place_range(decision))
        slot = create_model(state, tables, state.new_model, cell, -1)
        if not stable:
            suffer(state, slot, 1, Modifier.UNSTABLE)
        if frame.damage > 0:
            note(state, Event.HURT, unit=slot, value=frame.damage)
            state.units[slot].damage = frame.damage
    pop_place(state)


@jit
def apply_tokens(state, frame, decision, action):
    """Tokens are claimed or handed off. Clauses: GB-MRK-06, GB-SPC-05, GB-SPC-06."""
    token = state.token
    number = action - COUNT
    there = tokens_at_hand(state, decision)
    if number == MOST:
        number = there
    if decision == Decision.CLAIM:
        state.piles[token, state.subject] -= number
        take_tokens(state, state.active, token, number, state.subject)
        frame.pile += 1
    else:
        hand_off(state, state.active, state.subject, token, number)
        frame.handed += 1
    state.token = -1


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
        frame.pile = 0
    else:
        state.engages += 1
        begin_engage(state, slot, action - SLOT)
        push(state, Frame.ENGAGE)


@jit
def ask_on(state, decision):
    """Ask the seat that has just answered once more, about the active model."""
    ask(state, state.decider, decision, state.active)


@jit
def take_special(state, tables, frame, slot, act):
    """Begin a special action; what it still needs to know is asked next. Clauses: GB-SPC-01..07, GB-TRT-24."""
    unit = state.units[slot]
    if act == Act.SUNDER:
        ask_on(state, Decision.SUNDER_MARKER)
    elif act == Act.HANDOFF:
        ask_on(state, Decision.HANDOFF_TO)
    elif act == Act.HIDDEN_WAYS:
        if passes_test(state, slot, Roll.HIDDEN_WAYS, -1):
            ask_on(state, Decision.HIDDEN_WAYS)
    elif act == Act.DESPOIL:
        ask_on(state, Decision.DESPOIL_UNIT)
    elif act == Act.RUIN:
        ask_on(state, Decision.RUIN_PIECE)
    elif act == Act.SHAPE_AREA or act == Act.SHAPE_HORIZONTAL or act == Act.SHAPE_VERTICAL:
        if passes_test(state, slot, Roll.SHAPING, -1):
            state.new_piece = shape_of(act)
            ask_on(state, Decision.SHAPE_CELL)
        else:
            suffer(state, slot, 3 - rank_of(state, unit, Trait.SHAPING), Modifier.SHAPING)
    elif act == Act.SUMMON:
        state.new_model = Kind.SUMMONED
        ask_on(state, Decision.SUMMON_CELL)
    elif act == Act.THUNDER:
        thunder(state, tables, slot)
    elif act == Act.PLUNDER:
        take_tokens(state, slot, Token.TREASURE, 1, -1)
        if not passes_test(state, slot, Roll.PLUNDER, -1):
            push_place(state, Placing.SPAWN, Kind.SCAVENGER, unit.cell, 0)
    elif act == Act.VERIFY:
        ask_on(state, Decision.VERIFY_UNIT)
    elif act == Act.TREATMENT:
        ask_on(state, Decision.TREAT_UNIT)
    elif act == Act.DESTROY_MARKER:
        marker = marker_on(state, state.aim - SLOTS)
        if passes_test(state, slot, Roll.DESTROY_MARKER, -1):
            remove_marker(state, marker)
    elif act == Act.READY:
        unit.ready = 1
        note(state, Event.CONDITION, unit=slot, value=Condition.READY)
        state.actions_left = 0


@jit
def apply_special(state, tables, frame, decision, action):
    """Answers that complete a special action."""
    slot = state.active
    cell = action - CELL
    other = action - SLOT
    if decision == Decision.SUNDER_MARKER:
        if passes_test(state, slot, Roll.SUNDER, -1):
            remove_marker(state, marker_on(state, cell))
    elif decision == Decision.HANDOFF_TO:
        if are_adjacent(state, slot, other) or passes_test(state, slot, Roll.HAND_OFF, other):
            frame.step = Activation.HANDOFF
            frame.handed = 0
            frame.receiver = other
    elif decision == Decision.HIDDEN_WAYS:
        if action != PASS:
            place_model(state, tables, slot, cell)
    elif decision == Decision.DESPOIL_UNIT:
        ask(state, state.decider, Decision.DESPOIL_CELL, other)
    elif decision == Decision.DESPOIL_CELL:
        despoil(state, tables, slot, state.subject, cell)
    elif decision == Decision.RUIN_PIECE:
        rank = rank_of(state, state.units[slot], Trait.RUINOUS)
        if passes_test(state, slot, Roll.RUINING, -1):
            ruin_piece(state, tables, piece_named(state, cell, PIECES), rank)
        else:
            suffer(state, slot, 3 - rank, Modifier.RUINOUS)
    elif decision == Decision.SHAPE_CELL:
        shape_piece(state, tables, state.new_piece, cell, rank_of(state, state.units[slot], Trait.SHAPING))
        state.new_piece = Shape.DRAWN
    elif decision == Decision.SUMMON_CELL:
        summon(state, tables, slot, cell)
    elif decision == Decision.VERIFY_UNIT:
        verify(state, slot, other)
    else:
        treat(state, slot, other)


@jit
def despoil(state, tables, slot, fallen, cell):
    """Return a fallen godbreaker, then test whether it stays. Clauses: GB-TRT-16, GB-TRT-17, GB-TRT-24."""
    unit = state.units[fallen]
    die = min(unit.die, 4 + 2 * rank_of(state, state.units[slot], Trait.DESPOILING))
    place_model(state, tables, fallen, cell)
    heal(state, fallen, unit.damage, Modifier.NONE)
    if die != unit.die:
        note(state, Own.GROWN, unit=fallen, value=die)
    unit.die = die
    unit.activated = 0
    if not passes_test(state, slot, Roll.DESPOILING, fallen):
        remove_casualty(state, tables, fallen)


@jit
def summon(state, tables, slot, cell):
    """A new model next to the summoner; the test decides whether it obeys. Clauses: GB-TRT-21, GB-TRT-22, GB-TRT-24."""
    me = state.units[slot]
    newcomer = create_model(state, tables, state.new_model, cell, -1)
    state.new_model = Kind.GODBREAKER
    unit = state.units[newcomer]
    unit.die = 6 + 2 * rank_of(state, me, Trait.SUMMONING)
    unit.summoner = me.seat
    note(state, Own.GROWN, unit=newcomer, value=unit.die)
    if passes_test(state, slot, Roll.SUMMONING, newcomer):
        unit.seat = me.seat
        note(state, Event.CONDITION, unit=newcomer, value=Condition.TAME)


@jit
def verify(state, slot, other):
    """Question a bystander: VP and a stalker, or the shame. Clause: GB-S5-02."""
    me = state.units[slot]
    damage = state.units[other].damage
    remove_model(state, other, Status.ABSENT)
    if passes_test(state, slot, Roll.VERIFY, -1):
        score_points(state, me.seat, 1, Prize.VERIFIED, me.cell)
        push_place(state, Placing.STALKER, Kind.STALKER, me.cell, damage)
    else:
        score_points(state, me.seat, -1, Prize.SHAME, me.cell)


@jit
def treat(state, slot, other):
    """Treat an afflicted: cured, or turned. Clause: GB-S6-04."""
    me = state.units[slot]
    remove_model(state, other, Status.ABSENT)
    if passes_test(state, slot, Roll.TREATMENT, -1):
        score_points(state, me.seat, 2, Prize.CURED, me.cell)
    else:
        push_place(state, Placing.SPAWN, Kind.TURNED, me.cell, 0)
