"""Who decides what next: a small stack of frames, one step at a time, one branch per phase, in rulebook order."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.dispatch import running
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, go, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.activating import run_activation
from skirmish_rl.envs.godbreakers.rules.choosing import can_activate
from skirmish_rl.envs.godbreakers.rules.exchange import run_engage
from skirmish_rl.envs.godbreakers.rules.facts import director_of, is_routed, rolls
from skirmish_rl.envs.godbreakers.rules.frames import Game, Placing, bring_saboteur, is_due, push_place, run_place
from skirmish_rl.envs.godbreakers.rules.models import free_slot, has_reserve, remove_casualty
from skirmish_rl.envs.godbreakers.rules.recovery import recover_batch, relieve, sicken
from skirmish_rl.envs.godbreakers.rules.rolling import apply_triumphs, roll_die
from skirmish_rl.envs.godbreakers.rules.scoring import end_game, rout, score_markers
from skirmish_rl.envs.godbreakers.rules.setting_up import hunt_kind, hunt_threats, lay_out, place_extra, place_shard
from skirmish_rl.envs.godbreakers.rules.telling import Modifier, Roll
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    GODBREAKERS,
    MARKERS,
    MOST_ROLLS,
    SIDE,
    Frame,
    Kind,
    MarkerKind,
    Phase,
    Rule,
    Stage,
    Status,
)


@jit
def begin(state, tables):
    """The position before the first decision. Chapter SET."""
    lay_out(state, tables)
    state.phase = Phase.SETUP
    push(state, Frame.GAME)


@jit
def enter_phase(state, phase):
    """A phase of the round begins."""
    state.phase = phase
    note(state, Event.PHASE, value=phase)


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
    elif step == Game.DEPLOY or step == Game.THREAT:
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
        enter_phase(state, Phase.RECOVERY)
        relieve(state)
        go(state, frame, Game.BATCH)
    elif step == Game.BATCH:
        recover_next(state, tables, frame)
    elif step == Game.CASUALTIES:
        remove_next(state, tables, frame)
    else:
        resolve_round(state, tables, frame)


@jit
def set_markers(state, tables, frame):
    """Markers in seniority order. Clauses: GB-SET-03, GB-SET-05, GB-S2-01, GB-S3-01, GB-S4-01, GB-S7-01."""
    if frame.marker_place >= state.seats:
        go(state, frame, Game.BEASTS)
        return
    seat = state.seniority[frame.marker_place]
    rule = tables.rule
    if frame.stage == Stage.SHARD:
        frame.stage = Stage.EXTRA
        if tables.full_setup:
            state.new_marker = MarkerKind.SHARD
            ask(state, seat, Decision.PLACE_SHARD)
        else:
            place_shard(state, tables, seat, tables.shard_cell[seat])
    elif frame.stage == Stage.EXTRA and (rule == Rule.SABOTEURS or rule == Rule.TREASURE):
        frame.stage = Stage.DONE
        kind = MarkerKind.OBJECTIVE if rule == Rule.SABOTEURS else MarkerKind.HOARD
        if tables.full_setup:
            state.new_marker = kind
            ask(state, seat, Decision.PLACE_MARKER)
        else:
            place_extra(state, seat, kind, tables.objective_cell[seat] if rule == Rule.SABOTEURS else tables.hoard_cell[seat])
    elif frame.stage == Stage.EXTRA and rule == Rule.HUNT:
        note(state, Event.ROLLS, seat, value=Roll.HUNT)
        frame.stage = Stage.HUNT
        frame.face = roll(state, 6)
        frame.latest_threat = -1
        state.to_place = hunt_threats(frame.face)
    elif frame.stage == Stage.HUNT and state.to_place > 0:
        hunt(state, frame, seat)
    else:
        frame.marker_place += 1
        frame.stage = Stage.SHARD


@jit
def hunt(state, frame, seat):
    """The next thing a seat sets up for its hunt roll. Clause: GB-S7-01."""
    if frame.face == 4 or frame.face == 5:
        state.new_marker = MarkerKind.HOARD if frame.face == 4 else MarkerKind.OBJECTIVE
        ask(state, seat, Decision.PLACE_MARKER)
    elif free_slot(state) >= 0:
        state.new_model = hunt_kind(frame.face, hunt_threats(frame.face) - state.to_place)
        ask(state, seat, Decision.PLACE_THREAT)
    else:
        state.to_place -= 1


@jit
def set_beasts(state, tables, frame):
    """The great beasts of the nest, in reverse seniority. Clause: GB-S4-01."""
    if tables.rule != Rule.NEST or frame.beast_place >= state.seats:
        go(state, frame, Game.DEPLOY)
        frame.deployed = -1
        return
    seat = state.seniority[state.seats - 1 - frame.beast_place]
    frame.beast_place += 1
    state.new_model = Kind.GREAT_BEAST
    ask(state, seat, Decision.PLACE_THREAT)


@jit
def deploying_seat(state, tables, place):
    """Whose go it is to deploy: reverse seniority, or seniority in the nest. Clauses: GB-SET-04, GB-S4-01."""
    return state.seniority[place if tables.rule == Rule.NEST else state.seats - 1 - place]


@jit
def deploy(state, tables, frame):
    """One godbreaker at a time until all stand. Clauses: GB-SET-04, GB-S5-01, GB-S6-01."""
    seat = deploying_seat(state, tables, frame.deploy_place)
    if frame.step == Game.THREAT:
        state.new_model = Kind.BYSTANDER if tables.rule == Rule.INFILTRATORS else Kind.AFFLICTED
        ask(state, seat, Decision.DEPLOY_THREAT, frame.deployed)
        return
    if frame.deployed >= 0:
        ask(state, seat, Decision.DEPLOY_CELL, frame.deployed)
        return
    left = 0
    for other in range(state.seats):
        left += has_reserve(state, other)
    if left == 0:
        go(state, frame, Game.ROUND)
    elif has_reserve(state, seat):
        ask(state, seat, Decision.DEPLOY_UNIT)
    else:
        frame.deploy_place = (frame.deploy_place + 1) % state.seats


@jit
def begin_round(state, frame):
    """A new round starts. Clauses: GB-RND-01, GB-ACT-04."""
    state.round += 1
    note(state, Event.ROUND, value=state.round)
    enter_phase(state, Phase.INITIATIVE)
    state.initiative = -1
    for slot in range(state.used):
        state.units[slot].activated = 0
    go(state, frame, Game.ROLLERS)


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
def spawn(state, tables, frame):
    """Start-of-round rules of the scenario. Clauses: GB-RND-05, GB-INI-08, GB-S2-02, GB-S4-02, GB-S6-01."""
    if tables.rule == Rule.SABOTEURS:
        first = -1
        due = 0
        for marker in range(MARKERS):
            if is_due(state, tables, frame, marker):
                due += 1
                if first < 0 or state.markers[marker].cell < state.markers[first].cell:
                    first = marker
        if due > 1 and tables.letter and free_slot(state) >= 0:
            ask(state, state.initiative, Decision.NEXT_MARKER)
            return
        if due > 0:
            bring_saboteur(state, tables, frame, first)
            return
    elif tables.rule == Rule.NEST and frame.served < 0:
        centre = state.markers[0].cell
        if centre >= 0 and has_godbreaker_by(state, centre):
            frame.served = centre
            kind = Kind.GREAT_BEAST if state.initiative_roll > 7 else Kind.LESSER_BEAST
            push_place(state, Placing.SPAWN, kind, centre, 0)
            return
    elif tables.rule == Rule.CURE:
        sicken(state)
    enter_phase(state, Phase.ACTIVATION)
    state.turn = 0
    go(state, frame, Game.PLAYERS)


@jit
def has_godbreaker_by(state, cell):
    """True if any godbreaker is adjacent to a cell."""
    for slot in range(GODBREAKERS):
        there = state.units[slot].cell
        if there >= 0 and max(abs(there % SIDE - cell % SIDE), abs(there // SIDE - cell // SIDE)) == 1:
            return True
    return False


@jit
def has_activation(state, seat):
    """True while a seat (-1: the wild pool) has a model to activate."""
    for slot in range(state.used):
        if can_activate(state, slot, seat):
            return True
    return False


@jit
def next_player(state, frame):
    """The next player in priority order with a model to activate. Clauses: GB-ACT-01, GB-ACT-02."""
    for _ in range(state.surviving):
        seat = state.order[state.turn]
        if has_activation(state, seat):
            ask(state, seat, Decision.ACTIVATE)
            return
        state.turn = (state.turn + 1) % state.surviving
    go(state, frame, Game.WILDS)


@jit
def next_wild(state, frame):
    """The director activates every wild model. Clause: GB-ACT-08."""
    if has_activation(state, -1):
        ask(state, director_of(state), Decision.WILD_ACTIVATE)
    else:
        go(state, frame, Game.RECOVERY)


@jit
def recover_next(state, tables, frame):
    """Recovery rolls in priority order, wild models last. Clauses: GB-REC-01, GB-REC-03."""
    if frame.batch > state.surviving:
        go(state, frame, Game.RESOLUTION)
        return
    seat = -1
    if frame.batch < state.surviving:
        seat = state.order[frame.batch]
    recover_batch(state, tables, seat)
    frame.casualty = 0
    frame.step = Game.CASUALTIES


@jit
def remove_next(state, tables, frame):
    """The batch's casualties, in slot order. Clauses: GB-REC-03, GB-REC-07, GB-S4-03, GB-S6-02."""
    for slot in range(frame.casualty, state.used):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and unit.dying:
            if frame.replaced == 0:
                frame.casualty = slot
                frame.replaced = 1
                if tables.rule == Rule.CURE and unit.kind == Kind.AFFLICTED:
                    push_place(state, Placing.SPAWN, Kind.TURNED, unit.cell, 0)
                    return
                if tables.rule == Rule.NEST and unit.kind == Kind.GREAT_BEAST:
                    push_place(state, Placing.BROOD, Kind.LESSER_BEAST, unit.cell, 0)
                    return
            unit.dying = 0
            remove_casualty(state, tables, slot)
        frame.replaced = 0
    frame.batch += 1
    frame.step = Game.BATCH


@jit
def resolve_round(state, tables, frame):
    """End-of-round rules, VP, Rout, then a new round or the end. Clauses: GB-RES-01, GB-RND-02, GB-RND-03, GB-ADV-03."""
    enter_phase(state, Phase.RESOLUTION)
    for slot in range(state.used):
        state.units[slot].ready = 0
        state.units[slot].provoked = -1
    score_markers(state)
    if rout(state):
        return
    if state.round >= tables.rounds:
        end_game(state, tables)
    else:
        go(state, frame, Game.ROUND)


@jit
def reshuffle(state, tables):
    """Nothing is hidden, so nothing is dealt anew: GB-GEN-07."""


run = running({Frame.GAME: run_game, Frame.ACTIVATION: run_activation, Frame.ENGAGE: run_engage, Frame.PLACE: run_place}, __name__)
