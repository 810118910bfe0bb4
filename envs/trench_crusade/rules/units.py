"""Models come, go, bleed: the only functions that change who stands where and with how many markers."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.trench_crusade.rules.measuring import is_within
from skirmish_rl.envs.trench_crusade.rules.telling import Departure, Own
from skirmish_rl.envs.trench_crusade.state import FORCE, HALVES, MARKERS, Status, is_active, seat_of

REVEALED = 3 * HALVES // 2  # TC-ABL-16


@jit
def clear_attack(state):
    """No attack is running."""
    attack = state.attack[0]
    attack.victims = 0
    attack.cell = -1
    attack.attacker = -1
    attack.target = -1
    attack.direct = -1
    attack.weapon = -1
    attack.melee = 0
    attack.off_hand = 0
    attack.critical = 0
    attack.long = 0
    attack.cover = 0
    attack.dive = 0
    attack.felled = 0


@jit
def clear_act(act):
    """No model is active in this place."""
    act.done = 0
    act.hits = 0
    act.slot = -1
    act.stood = 0
    act.shots = 0
    act.plain = 0
    act.heavy = 0
    act.bursts = 0
    act.aim = 0
    act.dive = 0
    act.harrowed = 0
    act.again = 0


@jit
def place_unit(state, slot, cell):
    """Put a model from reserve on the board."""
    unit = state.units[slot]
    unit.status = Status.ON_BOARD
    unit.cell = cell
    note(state, Event.PLACED, seat_of(slot), slot, cell=cell)


@jit
def put_unit(state, tables, slot, cell):
    """Let a model of the board stand in another cell. Clauses: TC-ABL-08, TC-ABL-12, TC-ABL-16."""
    unit = state.units[slot]
    if unit.cell == cell:
        return
    note(state, Event.MOVED, seat_of(slot), slot, cell=cell, value=unit.cell)
    unit.cell = cell
    unit.covered = 0
    reveal(state, slot)
    reveal_near(state, tables, slot)


@jit
def reveal(state, slot):
    """A hidden model is hidden no more. Clause: TC-ABL-16."""
    if state.units[slot].hidden:
        state.units[slot].hidden = 0
        note(state, Own.REVEALED, seat_of(slot), slot)


@jit
def reveal_near(state, tables, slot):
    """Hidden enemies that a model comes upon are seen. Clause: TC-ABL-16."""
    foe = FORCE * (1 - seat_of(slot))
    for other in range(foe, foe + FORCE):
        unit = state.units[other]
        if unit.hidden and is_within(tables, state.units[slot].cell, unit.cell, REVEALED):
            reveal(state, other)


@jit
def add_blood(state, slot, count):
    """Place blood markers; more than six are ignored. Clause: TC-BLD-01."""
    if count > 0:
        unit = state.units[slot]
        unit.blood = min(MARKERS, unit.blood + count)
        note(state, Own.BLOOD, seat_of(slot), slot, value=unit.blood)


@jit
def add_blessing(state, slot):
    """Place a blessing marker; more than six are ignored. Clause: TC-BLS-01."""
    unit = state.units[slot]
    unit.blessing = min(MARKERS, unit.blessing + 1)
    note(state, Own.BLESSED, seat_of(slot), slot, value=unit.blessing)


@jit
def lay_down(state, slot):
    """A model goes Down; in its own activation that is over. Clauses: TC-DOWN-02, TC-ACT-08."""
    state.units[slot].down = 1
    note(state, Own.DOWN, seat_of(slot), slot)
    reveal(state, slot)
    if is_active(state, slot):
        state.ended = 1


@jit
def remove_unit(state, slot, status):
    """Take a model off the board with all its markers. Clause: TC-OOA-01."""
    unit = state.units[slot]
    how = Departure.FREED if status == Status.FREED else Departure.OUT_OF_ACTION
    note(state, Event.GONE, seat_of(slot), slot, cell=unit.cell, value=how)
    unit.status = status
    unit.cell = -1
    unit.down = 0
    unit.blood = 0
    unit.blessing = 0
    unit.covered = 0
    unit.hidden = 0
    if is_active(state, slot):
        state.ended = 1
    if state.forced == slot:
        state.forced = -1


@jit
def do_deed(state, tables, seat, deed):
    """The first to do a deed of the scenario has it. Section Scenarios, S2 and S3."""
    if tables.deeds[deed] and state.deeds[deed] < 0:
        state.deeds[deed] = seat
        note(state, Own.DEED, seat, value=deed)
