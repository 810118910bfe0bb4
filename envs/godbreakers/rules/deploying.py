"""Deployment of the circles, and of the models that come with them. GB-SET-04, GB-RNG-09; GB-S4-01, GB-S5-01, GB-S6-01."""

from __future__ import annotations

from skirmish_rl.envs.core.frames import ask, go
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.godbreakers.questions import CELL, ORDER, SLOT, Decision
from skirmish_rl.envs.godbreakers.rules.facts import movement_of
from skirmish_rl.envs.godbreakers.rules.measuring import can_place, mark_nearest, range_of
from skirmish_rl.envs.godbreakers.rules.models import create_model, has_reserve, mark_circle, place_model, suffer
from skirmish_rl.envs.godbreakers.rules.moving import write_placements
from skirmish_rl.envs.godbreakers.rules.setting_up import OUTSIDE_RANGE, end_placement
from skirmish_rl.envs.godbreakers.rules.steps import Game
from skirmish_rl.envs.godbreakers.rules.telling import Modifier
from skirmish_rl.envs.godbreakers.state import CELLS, Kind, Rule, Spot, Status


@jit
def deploying_seat(state, tables, place):
    """The seat that deploys next: in reverse seniority, or in seniority in the nest. Clauses: GB-SET-04, GB-S4-01."""
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
def legal_deploy_unit(state, mask):
    """Godbreakers in reserve. Clause: GB-SET-04."""
    mark_circle(state, state.decider, Status.RESERVE, mask)


@jit
def apply_deploy_unit(frame, action):
    """Name the godbreaker that is deployed. Clause: GB-SET-04."""
    frame.deployed = action - SLOT


@jit
def legal_deploy_cell(state, tables, mask):
    """Where a godbreaker is deployed, by its circle's shard. Clauses: GB-SET-04, GB-RNG-09."""
    shard = state.markers[1 + state.decider].cell
    if write_placements(state, tables, shard, movement_of(state, state.units[state.subject]), mask[CELL:ORDER]) == 0:
        mark_nearest(state, shard, mask)


@jit
def apply_deploy_cell(state, tables, frame, action):
    """A godbreaker comes out of the reserve. Clauses: GB-SET-04, GB-RNG-09, GB-S5-01, GB-S6-01."""
    slot = frame.deployed
    cell = action - CELL
    stable = can_place(state, tables, state.markers[1 + state.decider].cell, cell, movement_of(state, state.units[slot]))
    place_model(state, tables, slot, cell)
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
def legal_deploy_threat(state, tables, mask):
    """Where the model that comes with a godbreaker stands. Clauses: GB-S5-01, GB-S6-01, GB-RNG-09."""
    here = state.units[state.subject].cell
    n = 0
    for cell in range(CELLS):
        if state.board[cell] == Spot.FREE and range_of(state, tables, here, cell) > OUTSIDE_RANGE:
            mask[CELL + cell] = 1
            n += 1
    if n == 0:
        mark_nearest(state, tables.centre, mask)


@jit
def apply_deploy_threat(state, tables, frame, action):
    """The model that comes with a godbreaker stands; the next seat deploys. Clauses: GB-S5-01, GB-S6-01."""
    create_model(state, tables, state.new_model, action - CELL, -1)
    next_deployment(state, frame)
    end_placement(state)
