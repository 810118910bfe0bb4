"""Deployment and reinforcements. Chapter DEP; scenario S3."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, top_frame
from skirmish_rl.envs.core.grid import distance2
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.kit import Trait
from skirmish_rl.envs.trench_crusade.questions import CELL, OPTION, PASS, UNIT, Decision, Option
from skirmish_rl.envs.trench_crusade.rules.measuring import is_in_sight, is_within
from skirmish_rl.envs.trench_crusade.rules.rolling import roll_d3, roll_off
from skirmish_rl.envs.trench_crusade.rules.telling import Own, Roll
from skirmish_rl.envs.trench_crusade.rules.units import clear_act, clear_attack, place_unit
from skirmish_rl.envs.trench_crusade.state import (
    AIMS,
    CELLS,
    DEEDS,
    FORCE,
    HALVES,
    PATH,
    RELICS,
    SIDES,
    SLOTS,
    WIDTH,
    Status,
    models_in_reserve,
    occupant,
    seat_of,
)

INFILTRATION = 8 * HALVES  # TC-DEP-03
ARRIVAL = 8 * HALVES  # S3
LARGE = 2  # places that a large model takes, S3


class Deployment(IntEnum):
    """Steps of the DEPLOYMENT frame."""

    ZONE = 0
    ORDER = 1
    MODEL = 2


@jit
def lay_out(state, tables):
    """All models in reserve, nothing on the board. Clauses: TC-BLS-02, TC-MOR-01."""
    state.seats = SIDES
    state.active = -1
    state.forced = -1
    for slot in range(SLOTS):
        unit = state.units[slot]
        unit.cell = -1
        if tables.used[slot]:
            unit.status = Status.RESERVE
            unit.blessing = tables.blessed[slot]
            state.strength[seat_of(slot)] += 1
    clear_act(state.acts[0])
    clear_act(state.acts[1])
    clear_attack(state)
    for deed in range(DEEDS):
        state.deeds[deed] = -1
    for relic in range(RELICS):
        state.claimed[relic] = -1
    for k in range(PATH):
        state.path[k] = -1
    for k in range(AIMS):
        state.aims[k] = -1
    state.zone[1] = 1


@jit
def run_deployment(state, tables, frame):
    """One step of the deployment. Clauses: TC-DEP-01..03."""
    step = frame.step
    if step == Deployment.ZONE:
        frame.step = Deployment.ORDER
        if tables.choose_zone:
            ask(state, roll_off(state), Decision.ZONE)
    elif step == Deployment.ORDER:
        frame.step = Deployment.MODEL
        if state.strength[0] == state.strength[1]:
            state.go = roll_off(state)
        else:
            state.go = 0 if state.strength[0] > state.strength[1] else 1
    else:
        deploy_next(state, tables, frame)


@jit
def deploy_next(state, tables, frame):
    """Ask for the next model that is placed: the seats alternate, infiltrators come after all others. Clauses: TC-DEP-02, TC-DEP-03."""
    for _ in range(SIDES):
        if has_deployable(state, tables, frame, state.go):
            ask(state, state.go, Decision.DEPLOY_UNIT)
            return
        state.go = 1 - state.go
    if frame.infiltrators == 0 and tables.infiltration:
        frame.infiltrators = 1  # `go` is the seat that did not place the last model
    else:
        pop(state)


@jit
def deployed_size(state, tables, seat):
    """Places that a seat's models on the board take. Scenario S3."""
    size = 0
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if state.units[slot].status == Status.ON_BOARD:
            size += LARGE if tables.traits[slot, Trait.LARGE] else 1
    return size


@jit
def is_deployable(state, tables, frame, slot):
    """True if a model may be placed now. Clauses: TC-DEP-02, TC-DEP-03; S3."""
    if state.units[slot].status != Status.RESERVE or (frame.holding >> seat_of(slot)) & 1:
        return False
    if tables.infiltration and tables.traits[slot, Trait.INFILTRATOR] != frame.infiltrators:
        return False
    size = LARGE if tables.traits[slot, Trait.LARGE] else 1
    return tables.deployed == 0 or deployed_size(state, tables, seat_of(slot)) + size <= tables.deployed


@jit
def has_deployable(state, tables, frame, seat):
    """True if a seat has a model to place now."""
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if is_deployable(state, tables, frame, slot):
            return True
    return False


@jit
def can_stand(state, tables, cell):
    """True for a free cell of the board. Clause: TC-GEN-09."""
    return tables.on_board[cell] != 0 and tables.impassable[cell] == 0 and occupant(state, cell) < 0


@jit
def is_nearer(tables, here, there):
    """True if two bases are less than 8" apart. Clause: TC-DEP-03."""
    rise = abs(tables.height[here] - tables.height[there])
    apart = distance2(WIDTH, here, there)
    span = tables.span[rise, INFILTRATION]
    return apart < span or (apart == span and rise > 0)


@jit
def is_unseen(state, tables, seat, cell):
    """True if a cell is out of LOS of every enemy and at least 8" from all. Clause: TC-DEP-03."""
    foe = FORCE * (1 - seat)
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and (is_in_sight(tables, unit.cell, cell) or is_nearer(tables, unit.cell, cell)):
            return False
    return True


@jit
def legal_setup(state, tables, mask):
    """Zones, models, and where they are placed. Chapter DEP; S3."""
    decision = state.decision
    frame = top_frame(state)
    seat = state.decider
    first = FORCE * seat
    if decision == Decision.ZONE:
        mask[OPTION + Option.SOUTH_ZONE] = 1
        mask[OPTION + Option.NORTH_ZONE] = 1
    elif decision == Decision.DEPLOY_UNIT:
        mask[PASS] = tables.deployed > 0 and deployed_size(state, tables, seat) > 0
        for slot in range(first, first + FORCE):
            mask[UNIT + slot] = is_deployable(state, tables, frame, slot)
    elif decision == Decision.ARRIVE_UNIT:
        for slot in range(first, first + FORCE):
            mask[UNIT + slot] = state.units[slot].status == Status.RESERVE
    elif decision == Decision.ARRIVE_CELL:
        for cell in range(CELLS):
            mask[CELL + cell] = is_arrival(state, tables, seat, cell)
    else:
        infiltrates = tables.infiltration and tables.traits[state.subject, Trait.INFILTRATOR]
        for cell in range(CELLS):
            inside = tables.zone[state.zone[seat], cell] != 0
            level = tables.on_board[cell] != 0 and tables.height[cell] == 0
            mask[CELL + cell] = inside or (infiltrates and level and is_unseen(state, tables, seat, cell))
        for slot in range(SLOTS):
            if state.units[slot].cell >= 0:
                mask[CELL + state.units[slot].cell] = 0


@jit
def is_arrival(state, tables, seat, cell):
    """True for a free cell at a seat's edge of the board more than 8" from enemies. Scenario S3."""
    if tables.edge[state.zone[seat], cell] == 0 or not can_stand(state, tables, cell):
        return False
    foe = FORCE * (1 - seat)
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.status == Status.ON_BOARD and is_within(tables, unit.cell, cell, ARRIVAL):
            return False
    return True


@jit
def apply_setup(state, tables, decision, action):
    """Take a zone, name a model, or place it. Chapter DEP; TC-ABL-12; S3. Clause: TC-DEP-05."""
    frame = top_frame(state)
    seat = state.decider
    if decision == Decision.ZONE:
        north = action == OPTION + Option.NORTH_ZONE
        state.zone[seat] = north
        state.zone[1 - seat] = 1 - state.zone[seat]
        note(state, Own.ZONE, seat, value=north)
    elif decision == Decision.DEPLOY_UNIT:
        if action == PASS:
            frame.holding |= 1 << seat
            state.go = 1 - seat
        else:
            ask(state, seat, Decision.DEPLOY_CELL, action - UNIT)
    elif decision == Decision.ARRIVE_UNIT:
        ask(state, seat, Decision.ARRIVE_CELL, action - UNIT)
    else:
        slot = state.subject
        place_unit(state, slot, action - CELL)
        state.go = 1 - seat
        if decision == Decision.DEPLOY_CELL:
            state.units[slot].covered = tables.traits[slot, Trait.SHOVEL] and tables.open[action - CELL]
        else:
            frame.arrived[seat] += 1


@jit
def begin_arrivals(state, frame):
    """A roll-off; the winner rolls how many reserves each seat may bring. Scenario S3; TC-INIT-05."""
    state.go = roll_off(state)
    note(state, Event.ROLLS, state.go, value=Roll.REINFORCEMENTS)
    frame.arrivals = roll_d3(state)


@jit
def can_arrive(state, tables, frame, seat):
    """True if a seat may bring one more reserve and has a cell for it. Scenario S3."""
    if frame.arrived[seat] >= frame.arrivals or models_in_reserve(state, seat) == 0:
        return False
    for cell in range(CELLS):
        if is_arrival(state, tables, seat, cell):
            return True
    return False
