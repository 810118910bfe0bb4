"""Assault and retreat. Chapter ASL."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import DIRECTION, PASS, UNIT, Decision
from skirmish_rl.envs.tide_of_iron.rules.accounts import tell_assault, tell_cover, tell_defenders
from skirmish_rl.envs.tide_of_iron.rules.attacking import clear_attack
from skirmish_rl.envs.tide_of_iron.rules.facts import has_crew, has_heavy, is_out, is_squad, is_steady, seat_of
from skirmish_rl.envs.tide_of_iron.rules.firing import expert_figures
from skirmish_rl.envs.tide_of_iron.rules.losing import lose_figures, walk_into_mines
from skirmish_rl.envs.tide_of_iron.rules.rolling import roll_defence, roll_hits
from skirmish_rl.envs.tide_of_iron.rules.strengths import assault_cover, assault_strength, defender_strength
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Roll
from skirmish_rl.envs.tide_of_iron.rules.units import damage_vehicle, fatigue, move_unit, only_figure, remove_figure
from skirmish_rl.envs.tide_of_iron.state import DIRECTIONS, FORCE, SLOTS, STACK, Fight, Fort, Frame, Mark, Part

SUPPORTERS = 2  # TI-ASL-04


class Assault(IntEnum):
    """Steps of the ASSAULT frame."""

    SUPPORT = 0
    ROLL = 1
    DEFENDERS = 2
    VEHICLES = 3
    ATTACKERS = 4
    RESULT = 5
    OCCUPY = 6
    END = 7


@jit
def can_assault_hex(state, tables, slot, direction):
    """True if the active squad may assault the next hex. Clauses: TI-ASL-03, TI-MOV-11."""
    unit = state.units[slot]
    if unit.carrier >= 0 or unit.fort != Fort.NONE:
        return False
    there = tables.next[unit.cell, direction]
    if there < 0 or tables.cost[0, unit.cell, direction] == 0:
        return False
    foe = 1 - seat_of(slot)
    return state.crowd[foe, there] > 0 and not has_heavy(state, tables, foe, there)


@jit
def has_assault(state, tables, slot):
    """True if the active squad has any hex to assault."""
    for direction in range(DIRECTIONS):
        if can_assault_hex(state, tables, slot, direction):
            return True
    return False


@jit
def legal_assault_hex(state, tables, mask):
    """Hexes that the active squad may assault. Clause: TI-ASL-03."""
    mask[PASS] = 1
    for direction in range(DIRECTIONS):
        mask[DIRECTION + direction] = can_assault_hex(state, tables, state.subject, direction)


@jit
def apply_assault_hex(state, tables, action):
    """Let the active squad assault the chosen hex, or none. Clause: TI-ASL-03."""
    if action != PASS:
        begin_assault(state, tables, state.subject, action - DIRECTION)


@jit
def begin_assault(state, tables, slot, direction):
    """The active squad assaults a hex."""
    attack = state.attack[0]
    attack.fight = Fight.ASSAULT
    attack.seat = seat_of(slot)
    attack.lead = slot
    attack.cell = tables.next[state.units[slot].cell, direction]
    attack.part[slot] = Part.ALL
    push(state, Frame.ASSAULT)


@jit
def can_support_assault(state, tables, slot):
    """True if a squad may support the running assault. Clause: TI-ASL-04."""
    attack = state.attack[0]
    unit = state.units[slot]
    return (
        attack.part[slot] == Part.NONE
        and seat_of(slot) == attack.seat
        and is_out(unit)
        and is_squad(unit)
        and is_steady(unit)
        and not has_crew(unit)
        and tables.distance[unit.cell, attack.cell] == 1
    )


@jit
def wants_support(state, tables):
    """True if another squad may still support the running assault."""
    attack = state.attack[0]
    n = 0
    found = False
    for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
        n += attack.part[slot] != Part.NONE
        found = found or can_support_assault(state, tables, slot)
    return found and n <= SUPPORTERS


@jit
def legal_assault_support(state, tables, mask):
    """Squads that may support the assault. Clause: TI-ASL-04."""
    own = FORCE * state.decider
    mask[PASS] = 1
    for slot in range(own, own + FORCE):
        mask[UNIT + slot] = can_support_assault(state, tables, slot)


@jit
def apply_assault_support(state, frame, action):
    """Let the chosen squad support the assault, or roll the dice. Clause: TI-ASL-04."""
    if action == PASS:
        frame.step = Assault.ROLL
    else:
        state.attack[0].part[action - UNIT] = Part.ALL


@jit
def run_assault(state, tables, frame):
    """One step of an assault."""
    step = frame.step
    attack = state.attack[0]
    if step == Assault.SUPPORT:
        if wants_support(state, tables):
            ask(state, attack.seat, Decision.ASSAULT_SUPPORT, attack.cell)
        else:
            frame.step = Assault.ROLL
    elif step == Assault.ROLL:
        roll_assault(state, tables)
        frame.step = Assault.DEFENDERS
    elif step == Assault.DEFENDERS:
        assign_hit(state, tables, frame, 1 - attack.seat)
    elif step == Assault.VEHICLES:
        hit_vehicles(state, tables)
        hit_active(state, tables)
        frame.step = Assault.ATTACKERS
    elif step == Assault.ATTACKERS:
        assign_hit(state, tables, frame, attack.seat)
    elif step == Assault.RESULT:
        settle_assault(state, frame)
    elif step == Assault.OCCUPY:
        frame.step = Assault.END
        occupy(state, tables)
    else:
        for slot in range(FORCE * attack.seat, FORCE * (attack.seat + 1)):
            if attack.part[slot] and state.units[slot].cell >= 0:
                fatigue(state, slot)
        clear_attack(state)
        pop(state)


@jit
def is_exchanging(state):
    """True while hits of the running assault may still fall. Clause: TI-ASL-07."""
    for k in range(state.depth):
        if state.frames[k].kind == Frame.ASSAULT and state.frames[k].step <= Assault.ATTACKERS:
            return True
    return False


@jit
def roll_assault(state, tables):
    """Attack dice, the defenders' cover dice, the defenders' own dice. Clauses: TI-ASL-05..08, TI-SPC-07, TI-GEN-08."""
    attack = state.attack[0]
    foe = 1 - attack.seat
    cell = attack.cell
    if state.listening:
        tell_assault(state, tables)
    note(state, Event.ROLLS, attack.seat, attack.lead, value=Roll.ASSAULT)
    hits = roll_hits(state, assault_strength(state, tables), tables.assault_success, expert_figures(state))
    cover = assault_cover(state, tables, foe, cell)
    if cover:
        note(state, Event.ROLLS, foe, value=Roll.COVER)
        if state.listening:
            tell_cover(state, tables, foe, cell)
        hits -= roll_defence(state, tables, cover, 0)
    attack.hits_forth = max(0, hits)
    dice = defender_strength(state, tables, foe, cell)
    if dice:
        if state.listening:
            tell_defenders(state, tables, foe, cell)
        note(state, Event.ROLLS, foe, value=Roll.HITS_BACK)
        attack.hits_back = roll_hits(state, dice, tables.assault_success, 0)
    attack.hits[foe] = attack.hits_forth
    attack.hits[1 - foe] = attack.hits_back
    note(state, Own.SIDE_HITS, foe, cell=cell, value=attack.hits_forth)
    note(state, Own.SIDE_HITS, 1 - foe, cell=cell, value=attack.hits_back)


@jit
def can_take_hit(state, tables, slot, seat):
    """True if an assault's next hit on a side may go to a unit. Clause: TI-ASL-09."""
    attack = state.attack[0]
    unit = state.units[slot]
    if not is_out(unit) or seat_of(slot) != seat:
        return False
    if seat == attack.seat:
        return attack.part[slot] != Part.NONE
    return unit.cell == attack.cell and (is_squad(unit) or attack.net[slot] < tables.damaged_at[unit.damage, 3])


@jit
def next_hit(state, tables, seat):
    """The only unit of a side that can take the next hit, -1 if there are several, -2 if there is none."""
    found = -2
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if can_take_hit(state, tables, slot, seat):
            if found >= 0:
                return -1
            found = slot
    return found


@jit
def legal_hit_unit(state, tables, mask):
    """Units that can take the next hit. Clause: TI-ASL-09."""
    seat = state.decider
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        mask[UNIT + slot] = can_take_hit(state, tables, slot, seat)


@jit
def apply_hit_unit(state, tables, action):
    """Let the chosen unit take the hit. Clause: TI-ASL-09."""
    take_hit(state, tables, action - UNIT)


@jit
def take_hit(state, tables, slot):
    """One hit of an assault on a unit: a vehicle's are summed, a squad loses a figure of its owner's choice. Clause: TI-ASL-09."""
    state.attack[0].hits[seat_of(slot)] -= 1
    unit = state.units[slot]
    if not is_squad(unit):
        state.attack[0].net[slot] += 1
        return
    figure = only_figure(unit)
    if figure >= 0:
        remove_figure(state, tables, slot, figure)
    else:
        lose_figures(state, tables, slot, 1)


@jit
def assign_hit(state, tables, frame, seat):
    """Let the side that suffers the hits assign them one by one, the defender first. Clause: TI-ASL-09."""
    slot = -2
    if state.attack[0].hits[seat] > 0:
        slot = next_hit(state, tables, seat)
    if slot == -2:
        frame.step += 1
    elif slot == -1:
        ask(state, seat, Decision.HIT_UNIT, state.attack[0].cell)
    else:
        take_hit(state, tables, slot)


@jit
def hit_vehicles(state, tables):
    """Hits summed on each defending vehicle are read on its table. Clause: TI-ASL-09."""
    for slot in range(SLOTS):
        net = state.attack[0].net[slot]
        if net > 0:
            damage_vehicle(state, tables, slot, net)


@jit
def hit_active(state, tables):
    """The first hit on the attackers is the active squad's. Clause: TI-ASL-09."""
    attack = state.attack[0]
    if attack.hits[attack.seat] > 0:
        take_hit(state, tables, attack.lead)


@jit
def settle_assault(state, frame):
    """Settle who has won; a beaten defender retreats. Clauses: TI-ASL-10, TI-ASL-11, TI-ASL-14."""
    attack = state.attack[0]
    left = state.crowd[1 - attack.seat, attack.cell]
    alive = state.units[attack.lead].cell >= 0
    if alive and (left == 0 or attack.hits_forth > attack.hits_back):
        note(state, Own.WON, attack.seat, attack.lead, cell=attack.cell)
        frame.step = Assault.OCCUPY
        if left > 0:
            push(state, Frame.RETREAT)
    else:
        note(state, Own.REPELLED, 1 - attack.seat, attack.lead, cell=attack.cell)
        frame.step = Assault.END


@jit
def occupy(state, tables):
    """The victorious squad moves into the hex. Clause: TI-ASL-13."""
    attack = state.attack[0]
    cell = attack.cell
    if state.crowd[1 - attack.seat, cell] == 0 and state.crowd[attack.seat, cell] < STACK:
        move_unit(state, attack.lead, cell)
        if state.marks[Mark.MINES, cell]:
            walk_into_mines(state, tables, attack.lead)
