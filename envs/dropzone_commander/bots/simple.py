"""The simple bot: shoot where most damage is expected, else go to the nearest objective or enemy; ride there, get out, go in."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import token_far
from skirmish_rl.envs.dropzone_commander.bots.value import shot_value
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import (
    CARD,
    CELL,
    COUNT,
    GROUP,
    HOLD,
    OPTION,
    PASS,
    PIECE,
    SITE,
    UNIT,
    Decision,
    Option,
)  # fmt: skip
from skirmish_rl.envs.dropzone_commander.rules.boarding import half_of
from skirmish_rl.envs.dropzone_commander.rules.facts import is_infantry, is_present
from skirmish_rl.envs.dropzone_commander.rules.measuring import inches
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.state import FIRST, Fact, Site

_CARDS = (
    (1 << Card.GUIDED_FIRE) | (1 << Card.BURNING_ROUNDS) | (1 << Card.AMBUSH) | (1 << Card.FLARES) | (1 << Card.REPAIRS)
    | (1 << Card.BOOBY_TRAP) | (1 << Card.COMMAND_BOOST) | (1 << Card.MARKSMEN)
)  # fmt: skip


@jit
def score_simple(state, tables, action, scratch):
    """How good a legal action looks to the simple bot; `survey` must have run."""
    decision = state.decision
    if decision == Decision.ACTION:
        return simple_action(state, scratch, action)
    if decision == Decision.AIM or decision == Decision.REACT:
        return simple_aim(state, tables, scratch, action)
    if action >= CELL:
        return simple_place(state, tables, scratch, action - CELL)
    if decision == Decision.LAND:
        return 1.0 if (action == OPTION + Option.LAND) == simple_landing(state, tables, scratch) else 0.0
    if decision == Decision.CARD:
        return 0.0 if action == PASS else 1.0 if (_CARDS >> (action - CARD)) & 1 else -1.0
    if decision == Decision.GROUP:
        return 1.0 if GROUP <= action < HOLD else 0.0
    if decision == Decision.SITE or decision == Decision.MOVE:
        return 1.0 if action == SITE + Site.CENTRE else 0.0
    if decision == Decision.MODE:
        return 1.0 if action == OPTION + Option.NORMAL else 0.0
    if decision == Decision.END_MOVE:
        return 1.0 if PIECE <= action < SITE else 0.0 if action == PASS else -1.0
    if decision == Decision.OUT:
        token = scratch.goal[tables.unit_squad[state.subject]]
        return 3.0 if token >= 0 and state.tokens[token].piece == action - PIECE else -3.0
    if decision == Decision.SQUAD:
        return -1.0 if action == PASS else 1.0 if tables.unit_room[action - UNIT] > 0 else 0.0
    if decision == Decision.SCANS:
        return action - COUNT + 0.0
    if decision == Decision.DISCARD:
        return 1.0 if action == PASS else 0.0
    return 0.0 if action == PASS else 0.5


@jit
def simple_action(state, scratch, action):
    """Search, else shoot, else go on; those who hold an objective stay."""
    if action == PASS:
        return 0.0
    option = action - OPTION
    if option == Option.SEARCH:
        return 5.0
    if option == Option.CLOSE or option == Option.PORTS:
        return 4.0
    if option == Option.SHOOT:
        return 3.0
    if option == Option.MOVE:
        unit = state.units[scratch.actor]
        if unit.piece < 0:
            return 2.0
        goal = scratch.goal[scratch.squad]
        return 1.0 if goal >= 0 and state.tokens[goal].piece != unit.piece else -1.0
    return -2.0


@jit
def simple_aim(state, tables, scratch, action):
    """The target that loses most; scenery only if there is nobody else."""
    if action < UNIT:
        return 0.0 if action == PASS else -1.0
    if action >= PIECE:
        return 0.01
    process = running(state)
    slot = state.subject
    if state.decision == Decision.REACT:
        return 0.5
    if process.facts & Fact.CLOSE:
        return 1.0
    return 0.02 + shot_value(state, tables, scratch, slot, process.weapon, process.mode, action - UNIT, 1, 0)


@jit
def simple_place(state, tables, scratch, cell):
    """Closeness to the objective that the squad or its cargo is bound for, else to the nearest enemy."""
    slot = state.subject
    squad = tables.unit_squad[slot]
    rider = scratch.cargo if scratch.cargo >= 0 else squad
    goal = scratch.goal[rider]
    if goal >= 0:
        return -1.0 * token_far(state, tables, goal, cell)
    far = 60
    seat = scratch.viewer
    for foe in range(tables.seats):
        if foe != seat:
            for other in range(FIRST[foe], FIRST[foe + 1]):
                unit = state.units[other]
                if is_present(unit):
                    far = min(far, tables.piece_far[unit.piece, cell] if unit.piece >= 0 else inches(unit.cell, cell))
    if far == 60:
        for token in range(tables.n_tokens):
            far = min(far, token_far(state, tables, token, cell))
    return -1.0 * max(far, 6)


@jit
def simple_landing(state, tables, scratch):
    """True if an Aircraft should land: its cargo can get out where it wants to go."""
    unit = state.units[state.subject]
    if scratch.cargo < 0 or unit.travelled > half_of(tables, state.subject):
        return False
    goal = scratch.goal[scratch.cargo]
    if goal < 0:
        return not is_infantry(tables, tables.squad_first[scratch.cargo])
    return token_far(state, tables, goal, unit.cell) <= 2
