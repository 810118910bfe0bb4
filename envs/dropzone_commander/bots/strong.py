"""How good is an action? One number for each, in points of the army lists: the strong bot, by the dossier's strategy notes."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.bots.maps import is_home_bound, middle_of, token_far
from skirmish_rl.envs.dropzone_commander.bots.plans import pickup_of, plan_close
from skirmish_rl.envs.dropzone_commander.bots.routes import shelter_far
from skirmish_rl.envs.dropzone_commander.bots.strong_cards import hold_value, score_cards, score_discard
from skirmish_rl.envs.dropzone_commander.bots.strong_fights import score_fire, smoke_value
from skirmish_rl.envs.dropzone_commander.bots.strong_moves import score_board, score_move
from skirmish_rl.envs.dropzone_commander.bots.value import squad_worth
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.questions import (
    CARD,
    CELL,
    COUNT,
    GROUP,
    GROUP_OF,
    HOLD,
    OPTION,
    PASS,
    UNIT,
    Decision,
    Group,
    Option,
)
from skirmish_rl.envs.dropzone_commander.rules.battlegroups import is_outstanding
from skirmish_rl.envs.dropzone_commander.rules.boarding import group_of
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_aircraft, is_infantry, leader_of
from skirmish_rl.envs.dropzone_commander.rules.measuring import is_enemy_near, outermost
from skirmish_rl.envs.dropzone_commander.rules.objectives import scans_near, token_to_search
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.state import FIRST, GROUPS, SQUAD_FIRST, Find, Mark, Scoring, Sign, Status

_PATIENCE = 8.0  # going second: the enemy shows himself first, strategy note 11
_STEP = 4  # inches from which Infantry walks in
_ON_FOOT = 6  # inches that Infantry covers when it gets out, walks and goes in
_FIRST_SHOT = 2.0  # shots worth more are taken before the squad moves
_HOME = 0.9  # of a Victory Point: an objective to be flown out makes a battlegroup urgent
_WALK_IN = 0.35  # of a stake, for Infantry that can walk in at once


@jit
def score_strong(state, tables, action, scratch):
    """How good a legal action is; `survey` must have run."""
    group = GROUP_OF[state.decision]
    if group == Group.ACTIVATION:
        return score_activation(state, tables, action, scratch)
    if group == Group.MOVE:
        return score_move(state, tables, action, scratch)
    if group == Group.FIRE:
        return score_fire(state, tables, action, scratch)
    if group == Group.BOARD:
        return score_board(state, tables, action, scratch)
    if group == Group.CARD:
        return score_cards(state, tables, action, scratch)
    if group == Group.FATE:
        return score_fate(state, scratch, action)
    if group == Group.OBJECTIVE:
        return score_objective(state, tables, action, scratch)
    if group == Group.INITIATION:
        return score_initiation(state, tables, action, scratch)
    return score_setup(state, tables, action, scratch)


@jit
def score_activation(state, tables, action, scratch):
    """Battlegroups, Auxiliaries, squads, actions."""
    decision = state.decision
    if decision == Decision.GROUP:
        if action >= HOLD:
            return hold_off(state, tables, scratch)
        return scratch.urge[action - GROUP] + 0.0
    if decision == Decision.AUXILIARY:
        return 0.0 if action == PASS else auxiliary_value(state, tables, scratch, action - UNIT)
    if decision == Decision.SQUAD:
        return 0.0 if action == PASS else turn_value(state, tables, scratch, action - UNIT)
    return action_value(state, tables, action, scratch)


# ---- battlegroups and squads


@jit
def map_urges(state, tables, scratch):
    """How urgent it is to activate each battlegroup: what it can hit, what would hit it first, what it can fly out.

    Strategy notes 9 and 10.
    """
    viewer = scratch.viewer
    for group in range(GROUPS):
        scratch.urge[group] = 0.0
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        group = tables.squad_group[squad]
        if tables.squad_size[squad] == 0 or group < 0:
            continue
        value = scratch.strike[squad] + 0.3 * scratch.peril[squad]
        if is_home_bound(state, tables, squad):
            value += _HOME * scratch.point
        lead = leader_of(state, tables, squad)
        if lead >= 0 and state.units[lead].status == Status.ON_TABLE and state.units[lead].carrier >= 0:
            value += 0.3 * scratch.peril[tables.unit_squad[outermost(state, lead)]]
        scratch.urge[group] += value


@jit
def hold_off(state, tables, scratch):
    """A battlegroup stays off the table only where there is nothing left to win by entering: at the very end. Clause: DZ-ACT-13."""
    if tables.scoring != Scoring.EXTRACTION or state.round < tables.rounds:
        return -100.0
    for token in range(tables.n_tokens):
        if scratch.stake[token] > 0.0:
            return -100.0
    return 5.0


@jit
def home_group(tables, seat, slot):
    """The battlegroup that an Auxiliary Transport began the game with, -1."""
    for other in range(FIRST[seat], FIRST[seat + 1]):
        up = tables.unit_aboard[other]
        while up >= 0:
            if up == slot and tables.squad_group[tables.unit_squad[other]] >= 0:
                return tables.squad_group[tables.unit_squad[other]]
            up = tables.unit_aboard[up]
    return -1


@jit
def auxiliary_value(state, tables, scratch, slot):
    """An empty Transport goes with those that it may take on, else with the battlegroup it came with. Strategy note 2."""
    viewer = scratch.viewer
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if tables.squad_size[squad] and tables.squad_group[squad] == state.group and is_home_bound(state, tables, squad):
            if is_infantry(tables, tables.squad_first[squad]):
                return 2.0
    home = home_group(tables, viewer, slot)
    if home == state.group or home < 0:
        return 1.0
    return -1.0 if is_outstanding(state, tables, viewer, home) else 0.5


@jit
def turn_value(state, tables, scratch, slot):
    """Which squad acts next: who flies out first, then loaded Transports, fighters, searchers, empty Transports.

    Strategy notes 4 and 17.
    """
    squad = tables.unit_squad[slot]
    unit = state.units[slot]
    if is_home_bound(state, tables, squad) and unit.carrier < 0:
        return 100.0 if pickup_of(state, tables, squad) >= 0 else 30.0
    if tables.unit_room[slot] > 0:
        loaded = 0
        viewer = scratch.viewer
        for other in range(FIRST[viewer], FIRST[viewer + 1]):
            if state.units[other].carrier == slot:
                home = is_home_bound(state, tables, tables.unit_squad[other])
                loaded = max(loaded, 2 if home else 1)
        return 90.0 if loaded == 2 else 80.0 if loaded == 1 else 20.0
    if unit.carrier >= 0:
        if not is_infantry(tables, slot):
            return 70.0
        goal = scratch.goal[squad]
        near = goal >= 0 and token_far(state, tables, goal, state.units[unit.carrier].cell) <= _ON_FOOT
        return 85.0 if near else 10.0
    return 60.0 + 0.01 * scratch.worth[slot]


# ---- actions


@jit
def action_value(state, tables, action, scratch):
    """An action, or the end of the squad's activation. Strategy notes 1, 4, 5, 9 and 14."""
    squad = scratch.squad
    slot = scratch.actor
    unit = state.units[slot]
    if action == PASS:
        return 0.2
    option = action - OPTION
    if option == Option.SEARCH:
        return search_value(state, tables, scratch, squad)
    if option == Option.CLOSE:
        value, _ = plan_close(state, tables, scratch, squad)
        return 3.0 + value
    waits = is_home_bound(state, tables, squad) and is_infantry(tables, slot) and pickup_of(state, tables, squad) >= 0
    if waits and Option.SHOOT <= option <= Option.CLOSE:
        return -1.0
    if option == Option.SHOOT:
        if is_aircraft(tables, slot) and (scratch.cargo >= 0 or scratch.fetch >= 0):
            return min(scratch.shot, 2.5)
        return scratch.shot + 4.0 if scratch.shot > _FIRST_SHOT else scratch.shot + 0.1
    if option == Option.PORTS:
        return 3.5
    if option == Option.MOVE:
        return move_worth(state, tables, scratch, squad, slot)
    if option == Option.SCAN:
        return scan_value(state, tables, scratch, slot)
    if option == Option.SMOKE:
        target = smoke_target(state, tables, scratch, slot)
        return 0.3 * smoke_value(state, tables, scratch, target) - 1.0 if target >= 0 and unit.cell >= 0 else -1.0
    if option == Option.PASS_ON:
        return hand_on_value(state, tables, scratch, squad)
    return -50.0  # dropping an objective


@jit
def search_chance(state, tables, squad, more):
    """Chance that a Search finds. Clause: DZ-OBJ-06; table T7."""
    total = state.round + more
    lead = leader_of(state, tables, squad)
    if is_enemy_near(state, tables, lead, 2):
        total -= 1
    if has_trait(tables, lead, Trait.BLOODTHIRSTY):
        total -= 2
    return min(max(total, 0), 5) / 6.0


@jit
def search_value(state, tables, scratch, squad):
    """The gain from a Search. Strategy note 5."""
    token = token_to_search(state, tables, squad)
    stake = max(scratch.stake[token] + 0.0, 0.0)
    if state.squads[squad].token >= 0:
        return 0.1
    return 1.0 + stake * search_chance(state, tables, squad, scans_near(state, tables, squad))


@jit
def move_worth(state, tables, scratch, squad, slot):
    """The worth of a Move before its destination is known."""
    unit = state.units[slot]
    goal = scratch.goal[squad]
    infantry = is_infantry(tables, slot)
    if unit.carrier >= 0:
        if is_home_bound(state, tables, squad):
            return -10.0
        if not infantry:
            return 3.0
        far = token_far(state, tables, goal, state.units[unit.carrier].cell) if goal >= 0 else 99
        return 3.0 if far <= _ON_FOOT else -2.0
    if unit.piece >= 0:
        if is_home_bound(state, tables, squad):
            return scratch.point if pickup_of(state, tables, squad) >= 0 else -5.0
        if goal >= 0 and state.tokens[goal].piece != unit.piece:
            if pickup_of(state, tables, squad) >= 0:
                return 0.3 * scratch.stake[goal]
            return 0.1 * scratch.stake[goal] if token_far(state, tables, goal, middle_of(tables, unit.piece)) <= _STEP else -1.0
        return -1.0
    if unit.signs & Sign.SCAN and scratch.cargo < 0:
        return -1.0
    if infantry:
        if is_home_bound(state, tables, squad):
            return 3.0 if state.squads[squad].moves == 0 else -1.0
        if goal >= 0 and token_far(state, tables, goal, unit.cell) <= _STEP:
            return 6.0 + _WALK_IN * scratch.stake[goal]
        return 12.0 if shelter_far(state, tables, unit.cell) <= _STEP else 6.0
    return 3.0


@jit
def scan_value(state, tables, scratch, slot):
    """A Scan Token beside a Garrison that own Infantry searches: one more on the die. Strategy note 5."""
    unit = state.units[slot]
    best = -1.0
    if unit.cell < 0:
        return best
    viewer = scratch.viewer
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        token = scratch.goal[squad]
        if token < 0 or state.tokens[token].find != Find.HIDDEN or state.tokens[token].piece < 0:
            continue
        lead = leader_of(state, tables, squad)
        piece = state.tokens[token].piece
        if lead >= 0 and state.units[lead].piece == piece and tables.piece_far[piece, unit.cell] <= 2:
            best = max(best, scratch.stake[token] / 6.0)
    return best


@jit
def smoke_target(state, tables, scratch, slot):
    """The unit that smoke would be for: the firer itself, or with a shell the dearest squad on the ground."""
    if has_trait(tables, slot, Trait.SMOKE):
        return slot
    viewer = scratch.viewer
    best = -1
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if tables.squad_size[squad] == 0:
            continue
        lead = leader_of(state, tables, squad)
        if lead >= 0 and state.units[lead].cell >= 0 and state.units[lead].flying == 0:
            if best < 0 or squad_worth(state, tables, scratch, squad) > squad_worth(state, tables, scratch, tables.unit_squad[best]):
                best = lead
    return best


@jit
def hand_on_value(state, tables, scratch, squad):
    """Handing an objective to a squad that can be flown out, from one that cannot. Clause: DZ-OBJ-11."""
    if state.squads[squad].token < 0 or pickup_of(state, tables, squad) >= 0:
        return -20.0
    viewer = scratch.viewer
    lead = leader_of(state, tables, squad)
    for other in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        if other == squad or tables.squad_size[other] == 0 or state.squads[other].token >= 0 or state.squads[other].marks & Mark.ACTIVATED:
            continue
        mate = leader_of(state, tables, other)
        if mate >= 0 and state.units[mate].piece == state.units[lead].piece and state.units[mate].piece >= 0:
            if is_infantry(tables, mate) and pickup_of(state, tables, other) >= 0:
                return 0.3 * scratch.point
    return -20.0


# ---- the rest


@jit
def score_fate(state, scratch, action):
    """Losses and Fortitude: the cheapest is lost, the enemy's dearest is hurt."""
    if state.decision == Decision.FORTITUDE:
        return 1.0 if action == OPTION + Option.ROLL else 0.0
    value = scratch.worth[action - UNIT] + 0.0
    return value if state.decision == Decision.TOLL else -value


@jit
def score_objective(state, tables, action, scratch):
    """Scan Tokens, handing on, dropping, flying out."""
    decision = state.decision
    if decision == Decision.SCANS:
        squad = running(state).squad
        n = action - COUNT
        return search_chance(state, tables, squad, n) - 0.001 * n
    if decision == Decision.PASS_ON:
        other = tables.unit_squad[action - UNIT]
        return 1.0 if pickup_of(state, tables, other) >= 0 else 0.0
    if decision == Decision.DROP:
        return -1.0 * shelter_far(state, tables, action - CELL) if action >= CELL else 0.0
    return 0.0 if action == PASS else 1.0


@jit
def score_initiation(state, tables, action, scratch):
    """Keeping the initiative, cards to discard or to lose. Strategy notes 11 and 20."""
    decision = state.decision
    if decision == Decision.KEEP:
        return 0.0 if action == OPTION + Option.GIVE else first_value(state, tables, scratch)
    if decision == Decision.CUT:
        return -hold_value(state, tables, scratch, action - CARD)
    return score_discard(state, tables, action, scratch)


@jit
def first_value(state, tables, scratch):
    """Going first pays when a strike is in reach of either side; else let the others show themselves. Strategy note 11."""
    mine = 0.0
    theirs = 0.0
    viewer = scratch.viewer
    for squad in range(SQUAD_FIRST[viewer], SQUAD_FIRST[viewer + 1]):
        mine = max(mine, scratch.strike[squad] + 0.0)
        theirs = max(theirs, scratch.peril[squad] + 0.0)
        if tables.squad_size[squad] and is_home_bound(state, tables, squad):
            mine = max(mine, 0.5 * scratch.point)
    patience = _PATIENCE
    if tables.scoring == Scoring.BUNKERS and state.round >= tables.rounds:
        patience = 1.5 * _PATIENCE
    return 0.6 * mine + 0.4 * theirs - patience


@jit
def score_setup(state, tables, action, scratch):
    """Zones, methods, where battlegroups are deployed: on the table at once, towards the objectives. Clauses: DZ-DEP-02, DZ-DEP-03."""
    decision = state.decision
    if decision == Decision.METHOD:
        return 1.0 if action == OPTION + Option.DIRECT else 0.0
    if decision != Decision.DEPLOY:
        return 0.0
    cell = action - CELL
    best = -99.0
    for token in range(tables.n_tokens):
        best = max(best, -1.0 * token_far(state, tables, token, cell))
    slot = state.subject
    if group_of(state, tables, tables.unit_squad[slot]) >= 0 and not is_aircraft(tables, slot):
        return best - 0.5 * shelter_far(state, tables, cell)
    return best
