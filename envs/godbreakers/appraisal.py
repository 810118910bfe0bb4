"""What is it worth? Exact odds and position values, shared by the bots and the action features.

Everything is in victory points as seen by one seat, the *viewer*. `appraise` works out once per position the maps and
plans that `score` (one number per legal action, the strong bot's opinion) and `describe` (features for learners) read.
Rules never depend on this file; it follows the dossier's strategy notes.
"""

from __future__ import annotations

from envs.core.jit import jit
from envs.core.ruleset import pack_dtype
from envs.godbreakers.rules.engaging import attack_threshold
from envs.godbreakers.rules.measuring import is_near_barricade, range_of
from envs.godbreakers.rules.moving import write_moves
from envs.godbreakers.rules.scoring import marker_worth
from envs.godbreakers.state import (
    CELLS,
    GODBREAKERS,
    MARKERS,
    SIDE,
    SLOTS,
    Decision,
    Flaw,
    Ground,
    Kind,
    MarkerKind,
    Status,
    Token,
    Trait,
    attack_range_of,
    is_hostile,
    marker_controller,
    movement_of,
    rank_of,
)  # fmt: skip

CONTEXT = 39

SCRATCH = pack_dtype([
    ("threat", "f4", (CELLS,)),  # loss to expect on a cell from hostile models that can get at it
    ("pull", "f4", (CELLS,)),  # standing on a cell: markers won, denied, approached
    ("strike", "f4", (CELLS,)),  # best Engage from a cell, 0 if none is worth it
    ("moves", "u1", (CELLS,)),  # legal Moves of the model a plan is made for
    ("attack", "f4", (SLOTS,)),  # value of engaging a model from where the actor stands
    ("plan", "f4", (SLOTS,)),  # gain of activating a model now
    ("plan_strike", "f4", (SLOTS,)),
    ("plan_idle", "f4", (SLOTS,)),  # value of where it stands
    ("plan_threat", "f4", (SLOTS,)),
    ("worth", "f4", (SLOTS,)),  # of keeping a model, for its own side
    ("mine", "i1", (MARKERS,)),  # viewer's godbreakers by a marker, the actor left out
    ("others", "i1", (MARKERS,)),  # all other models by it, the actor left out
    ("mine_coming", "i1", (MARKERS,)),  # viewer's godbreakers still to be activated that can get beside it
    ("rivals_coming", "i1", (MARKERS,)),  # rivals' likewise
    ("context", "f4", (CONTEXT,)),  # the same for every action of the position, see describe_context
    ("viewer", "i1"),
    ("actor", "i1"),
])  # fmt: skip

_GROWTH = 0.4  # of a Triumph, beside the healing
_CONTACT = 0.15  # of standing next to one hostile model more


@jit
def survival(state, slot, damage):
    """Chance to outlive the next recovery roll with some damage. Clauses: GB-REC-02, GB-REC-05, GB-TRT-09; table T2."""
    unit = state.units[slot]
    left = damage - rank_of(state, unit, Trait.RELENTLESS)
    if left <= 1:
        return 1.0
    if left <= unit.die:
        return (unit.die - left + 1.0) / unit.die
    return 1.0 / unit.die if slot < GODBREAKERS else 0.0


@jit
def worth_of(state, tables, slot):
    """What a model is worth to its own side (to everybody else, for a wild one: what its removal brings)."""
    unit = state.units[slot]
    left = tables.rounds - state.round + 1.0
    if slot < GODBREAKERS:
        value = 0.7 + 0.35 * left + 0.12 * (unit.die - 6)
        if unit.tokens[Token.TREASURE] > 0:
            value += 5.0
        if unit.tokens[Token.TROPHY] > 0:
            value += 10.0
        return value
    kind = unit.kind
    if unit.seat >= 0:
        return 10.0 if kind == Kind.COMPANION else 0.4 + 0.25 * left
    if kind == Kind.STALKER or kind == Kind.TURNED:
        return 3.0
    if kind == Kind.GREAT_BEAST:
        return 2.0
    if kind == Kind.BYSTANDER:
        return -0.6
    if kind == Kind.RUNNER or kind == Kind.AFFLICTED:
        return 0.1
    if kind == Kind.SCAVENGER and unit.tokens[Token.TREASURE] > 0:
        return 2.0
    return 0.5


@jit
def stake(scratch, state, slot):
    """Sign of a model's worth to the viewer: 1 own, -1 a rival's or wild."""
    return 1.0 if state.units[slot].seat == scratch.viewer else -1.0


@jit
def loss(state, scratch, slot, more):
    """Worth lost, to its own side, by a model that takes some more damage."""
    damage = state.units[slot].damage
    return scratch.worth[slot] * (survival(state, slot, damage) - survival(state, slot, damage + more))


@jit
def roll_index(state, slot, threshold, challenging):
    """Row of the odds tables for a roll of a model."""
    unit = state.units[slot]
    return (((unit.die // 2 - 3) * 4 + threshold) * 2 + challenging) * 2 + unit.flaws[Flaw.UNLUCKY]


@jit
def pass_chance(state, tables, slot):
    """Chance that the active model passes a test. Table T3."""
    unit = state.units[slot]
    return tables.passes[unit.die // 2 - 3, rank_of(state, unit, Trait.INSPIRED), unit.flaws[Flaw.UNLUCKY]]


@jit
def triumph_gain(state, scratch, slot):
    """Worth, to its own side, of rolling the top face with a godbreaker."""
    if slot >= GODBREAKERS:
        return 0.0
    unit = state.units[slot]
    if unit.die == 12:
        return -0.8 * scratch.worth[slot]
    return scratch.worth[slot] * (1.0 - survival(state, slot, unit.damage)) + _GROWTH


@jit
def hit_value(state, tables, scratch, winner, loser, row, against):
    """Expected worth the loser's side loses when `winner` beats it, over all leads. Clauses: GB-ENG-07, GB-ENG-10."""
    bonus = 2 * rank_of(state, state.units[winner], Trait.BRUTAL) - 2 * rank_of(state, state.units[loser], Trait.TOUGH)
    brittle = state.units[loser].flaws[Flaw.BRITTLE]
    total = 0.0
    for lead in range(1, 13):
        chance = tables.ahead[row, against, lead]
        if chance > 0.0:
            total += chance * loss(state, scratch, loser, max(1, lead + bonus) + brittle)
    return total


@jit
def touches_other(state, tables, slot, cell, other):
    """True if a model on a cell would touch a hostile model other than `other`."""
    x = cell % SIDE
    y = cell // SIDE
    for j in range(max(y - 1, 0), min(y + 2, SIDE)):
        for i in range(max(x - 1, 0), min(x + 2, SIDE)):
            third = state.board[j * SIDE + i]
            if 0 <= third < SLOTS and third != slot and third != other and is_hostile(state, tables, slot, third):
                return True
    return False


@jit
def engage_rows(state, tables, slot, target, cell):
    """Rows of the odds tables for an Engage by `slot`, standing on a cell, against `target`. Clause: GB-ENG-05."""
    there = state.units[target].cell
    me_walled = is_near_barricade(state, cell)
    it_walled = is_near_barricade(state, there)
    mine_hard = touches_other(state, tables, slot, cell, target) or (it_walled and not me_walled)
    its_hard = touches_other(state, tables, target, there, slot) or (me_walled and not it_walled)
    row = roll_index(state, slot, attack_threshold(state, slot), mine_hard)
    return row, roll_index(state, target, rank_of(state, state.units[target], Trait.DEFENSIVE), its_hard)


@jit
def engage_value(state, tables, scratch, slot, target, cell):
    """Expected gain of an Engage by `slot`, standing on a cell, against `target`; tables T1 and T2.

    Clauses: GB-ENG-04..08.
    """
    there = state.units[target].cell
    row, against = engage_rows(state, tables, slot, target, cell)
    gain = -stake(scratch, state, target) * hit_value(state, tables, scratch, slot, target, row, against)
    distance = range_of(state, tables, there, cell)
    if distance <= attack_range_of(state, state.units[target]):
        gain -= hit_value(state, tables, scratch, target, slot, against, row)
    gain += tables.pmf[row, state.units[slot].die] * triumph_gain(state, scratch, slot)
    if target < GODBREAKERS:
        gain -= tables.pmf[against, state.units[target].die] * triumph_gain(state, scratch, target)
    return gain


@jit
def count_contacts(state, scratch):
    """Count models by every marker, the actor left out. Fills `mine` and `others`."""
    for marker in range(MARKERS):
        cell = state.markers[marker].cell
        mine = 0
        others = 0
        if cell >= 0:
            x = cell % SIDE
            y = cell // SIDE
            for j in range(max(y - 1, 0), min(y + 2, SIDE)):
                for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                    slot = state.board[j * SIDE + i]
                    if 0 <= slot < SLOTS and slot != scratch.actor:
                        if state.units[slot].circle == scratch.viewer:
                            mine += 1
                        else:
                            others += 1
        scratch.mine[marker] = mine
        scratch.others[marker] = others


@jit
def count_coming(state, tables, scratch):
    """Count the godbreakers still to be activated that can get beside each marker. Fills `mine_coming` and `rivals_coming`. Note 11."""
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        mine = 0
        rivals = 0
        if there >= 0:
            for slot in range(min(GODBREAKERS, state.used)):
                unit = state.units[slot]
                if unit.status != Status.ON_BOARD or unit.activated or slot == scratch.actor:
                    continue
                if tables.range[unit.cell, there] <= 2 * movement_of(state, unit):
                    if unit.circle == scratch.viewer:
                        mine += 1
                    else:
                        rivals += 1
        scratch.mine_coming[marker] = mine
        scratch.rivals_coming[marker] = rivals


@jit
def marker_stake(state, tables, scratch, marker):
    """VP a round at stake at a marker: what the viewer would score with it, and what its holder scores now."""
    own = marker_worth(state, marker, scratch.viewer) + 0.0
    if state.markers[marker].kind == MarkerKind.HOARD:
        own = 1.5
    holder = marker_controller(state, marker)
    if holder >= 0 and holder != scratch.viewer:
        own += marker_worth(state, marker, holder) / (state.surviving - 1.0)
    return own


@jit
def map_pull(state, tables, scratch, actor):
    """Fill `pull`: how good it is for the viewer's model to stand on each cell at the end of the round.

    Strategy notes 1, 5, 14, 15. Godbreakers win and deny markers; tame models only deny.
    """
    left = min(tables.rounds - state.round + 1, 3)
    for cell in range(CELLS):
        scratch.pull[cell] = 0.0
    fighter = actor < GODBREAKERS
    reach = 2.0 * movement_of(state, state.units[actor]) + 1.0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there < 0:
            continue
        at_stake = marker_stake(state, tables, scratch, marker)
        mine = scratch.mine[marker]
        others = scratch.others[marker]
        held_without = mine > others
        # What one more model there changes now, and what it promises.
        now = 0.0
        if fighter:
            if not held_without and mine + 1 > others:
                now = at_stake
            elif held_without:
                now = 0.12 * at_stake if others > 0 or mine == 1 else 0.04 * at_stake
            elif mine + 1 == others:
                now = 0.45 * at_stake
            else:
                now = 0.3 * at_stake / (others - mine)
        elif held_without:
            now = -at_stake if mine <= others + 1 else 0.0
        else:
            holder = marker_controller(state, marker)
            now = 0.7 * at_stake if holder >= 0 and holder != scratch.viewer else 0.0
        promise = now * (0.35 + 0.25 * left)
        # Nearness: full beside the marker, falling with the activations it takes to get there.
        if promise > 0.0:
            slope = 0.45 * promise / reach
            high = 0.55 * promise
            for cell in range(CELLS):
                scratch.pull[cell] = max(scratch.pull[cell], high - slope * tables.range[there, cell])
        x = there % SIDE
        y = there // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                scratch.pull[j * SIDE + i] += promise
    for cell in range(CELLS):
        if state.ground[cell] & Ground.NEAR_BARRICADE:
            scratch.pull[cell] += 0.05


@jit
def map_threat(state, tables, scratch, actor):
    """Fill `threat`: worth the actor stands to lose on each cell to hostile models. Strategy notes 4 and 6."""
    for cell in range(CELLS):
        scratch.threat[cell] = 0.0
    row = roll_index(state, actor, rank_of(state, state.units[actor], Trait.DEFENSIVE), False)
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or slot == actor or not is_hostile(state, tables, slot, actor):
            continue
        if unit.seat < 0 and unit.die == 6:
            continue
        against = roll_index(state, slot, rank_of(state, unit, Trait.DEADLY), False)
        hurt = hit_value(state, tables, scratch, slot, actor, against, row)
        reach = movement_of(state, unit) + attack_range_of(state, unit)
        if unit.seat < 0:
            reach = attack_range_of(state, unit) + 1  # moves or strikes, never both
        hurt *= 0.3 if unit.activated else 0.6
        here = unit.cell
        for cell in range(CELLS):
            scratch.threat[cell] += hurt * (tables.range[here, cell] <= reach)
        x = here % SIDE
        y = here // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                scratch.threat[j * SIDE + i] += _CONTACT * (1.0 if unit.activated == 0 else 0.4)


@jit
def map_strike(state, tables, scratch, actor):
    """Fill `strike`, the best Engage from each cell, and `attack`, each Engage from where the actor stands. Notes 2, 3, 9."""
    for cell in range(CELLS):
        scratch.strike[cell] = 0.0
    me = state.units[actor]
    distance = attack_range_of(state, me)
    for slot in range(state.used):
        scratch.attack[slot] = 0.0
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or slot == actor or not is_hostile(state, tables, actor, slot):
            continue
        here = unit.cell
        if me.cell >= 0 and range_of(state, tables, me.cell, here) <= distance:
            scratch.attack[slot] = engage_value(state, tables, scratch, actor, slot, me.cell)
        if me.cell >= 0 and tables.range[me.cell, here] > movement_of(state, me) + distance:
            continue
        if distance > 0:
            far = shot_value(state, tables, scratch, actor, slot)
            safe = attack_range_of(state, unit)
            for cell in range(CELLS):
                r = tables.range[here, cell]
                if safe < r <= distance:
                    scratch.strike[cell] = max(scratch.strike[cell], far)
        x = here % SIDE
        y = here // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                cell = j * SIDE + i
                if state.board[cell] == -1 or cell == me.cell:
                    value = engage_value(state, tables, scratch, actor, slot, cell)
                    scratch.strike[cell] = max(scratch.strike[cell], value)


@jit
def shot_value(state, tables, scratch, slot, target):
    """Expected gain of an Engage from beyond the target's own reach, in the open."""
    row = roll_index(state, slot, rank_of(state, state.units[slot], Trait.DEADLY), False)
    against = roll_index(state, target, rank_of(state, state.units[target], Trait.DEFENSIVE), False)
    gain = -stake(scratch, state, target) * hit_value(state, tables, scratch, slot, target, row, against)
    gain += tables.pmf[row, state.units[slot].die] * triumph_gain(state, scratch, slot)
    if target < GODBREAKERS:
        gain -= tables.pmf[against, state.units[target].die] * triumph_gain(state, scratch, target)
    return gain


@jit
def map_direction(state, tables, scratch):
    """Fill `pull` for a wild model the viewer directs: into rivals' contact and onto their markers. Note 13."""
    for cell in range(CELLS):
        scratch.pull[cell] = 0.0
        scratch.threat[cell] = 0.0
        scratch.strike[cell] = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if unit.status != Status.ON_BOARD or unit.seat < 0:
            continue
        sign = -1.0 if unit.seat == scratch.viewer else 1.0
        here = unit.cell
        for cell in range(CELLS):
            scratch.pull[cell] += sign * 0.2 / (1.0 + tables.range[here, cell])
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there < 0:
            continue
        holder = marker_controller(state, marker)
        if holder < 0:
            continue
        swing = marker_worth(state, marker, holder) * (-0.8 if holder == scratch.viewer else 0.8)
        x = there % SIDE
        y = there // SIDE
        for j in range(max(y - 1, 0), min(y + 2, SIDE)):
            for i in range(max(x - 1, 0), min(x + 2, SIDE)):
                scratch.pull[j * SIDE + i] += swing


@jit
def map_cells(state, tables, scratch, actor):
    """Fill all maps for a model of the viewer."""
    scratch.actor = actor
    count_contacts(state, scratch)
    map_pull(state, tables, scratch, actor)
    map_threat(state, tables, scratch, actor)
    map_strike(state, tables, scratch, actor)


@jit
def cell_value(state, scratch, cell, act_again):
    """Worth of the actor standing on a cell; with an action to spare it may also strike from there."""
    value = scratch.pull[cell] - scratch.threat[cell]
    if act_again:
        value += max(0.0, scratch.strike[cell])
    return value


@jit
def plan_activation(state, tables, scratch, slot):
    """Gain of activating a model now: its best cell and strike, against staying idle. Note 11."""
    map_cells(state, tables, scratch, slot)
    unit = state.units[slot]
    write_moves(state, tables, slot, scratch.moves)
    here = unit.cell
    idle = scratch.pull[here] - scratch.threat[here]
    best = idle
    strike = max(0.0, scratch.strike[here])
    for cell in range(CELLS):
        if scratch.moves[cell]:
            value = scratch.pull[cell] - scratch.threat[cell] + max(0.0, scratch.strike[cell])
            if value > best:
                best = value
                strike = max(0.0, scratch.strike[cell])
    scratch.plan[slot] = best - idle - strike
    scratch.plan_strike[slot] = strike
    scratch.plan_idle[slot] = idle
    scratch.plan_threat[slot] = scratch.threat[here]


@jit
def actor_of(state):
    """The model a cell decision moves or places, -1 if it is a new or a wild one."""
    decision = state.decision
    frame = state.frames[state.depth - 1]
    if decision == Decision.DEPLOY_CELL:
        return frame.b + 0
    if decision == Decision.SHOVE_CELL or decision == Decision.DESPOIL_CELL:
        return frame.c + 0
    if state.active >= 0:
        return state.active + 0
    return -1


@jit
def appraise(state, tables, scratch):
    """Work out once per position what `score` reads for every action."""
    decision = state.decision
    scratch.viewer = state.decider
    scratch.actor = -1
    for slot in range(state.used):
        scratch.worth[slot] = 0.0
        scratch.attack[slot] = 0.0
        scratch.plan[slot] = 0.0
        scratch.plan_strike[slot] = 0.0
        scratch.plan_idle[slot] = 0.0
        scratch.plan_threat[slot] = 0.0
        if state.units[slot].status == Status.ON_BOARD:
            scratch.worth[slot] = worth_of(state, tables, slot)
    if decision == Decision.ACTIVATE:
        for slot in range(state.used):
            unit = state.units[slot]
            if unit.status == Status.ON_BOARD and unit.seat == state.decider and unit.activated == 0:
                plan_activation(state, tables, scratch, slot)
        scratch.actor = -1
        count_contacts(state, scratch)
        return
    actor = actor_of(state)
    own = actor >= 0 and state.units[actor].seat == scratch.viewer
    if own:
        map_cells(state, tables, scratch, actor)
    else:
        count_contacts(state, scratch)
        map_direction(state, tables, scratch)


@jit
def displacement_gain(state, tables, scratch, slot):
    """Gain for the viewer of taking a rival's or wild model away from the markers it touches. Note 16."""
    here = state.units[slot].cell
    total = 0.0
    for marker in range(MARKERS):
        there = state.markers[marker].cell
        if there < 0 or range_of(state, tables, there, here) > 0:
            continue
        mine = scratch.mine[marker]
        if scratch.actor >= 0 and scratch.actor < GODBREAKERS and state.units[scratch.actor].cell >= 0:
            mine += range_of(state, tables, there, state.units[scratch.actor].cell) == 0
        others = scratch.others[marker]
        worth = marker_worth(state, marker, scratch.viewer) + 0.0
        if mine <= others and mine > others - 1:
            total += worth
        holder = marker_controller(state, marker)
        if holder >= 0 and holder == state.units[slot].seat:
            total += 0.5 * marker_worth(state, marker, holder)
    return total


@jit
def blast_value(state, tables, scratch, within, damage):
    """Gain of damaging every model within a range of the actor."""
    here = state.units[scratch.actor].cell
    total = 0.0
    for slot in range(state.used):
        unit = state.units[slot]
        if slot != scratch.actor and unit.status == Status.ON_BOARD and range_of(state, tables, here, unit.cell) <= within:
            total -= stake(scratch, state, slot) * loss(state, scratch, slot, damage)
    return total
