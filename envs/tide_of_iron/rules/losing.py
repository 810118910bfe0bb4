"""Figures lost one after another, and minefields. Chapters FIR, TRN."""

from __future__ import annotations

from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask, pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.tide_of_iron.questions import FIGURE, Decision
from skirmish_rl.envs.tide_of_iron.rules.facts import is_squad, seat_of, strength_of
from skirmish_rl.envs.tide_of_iron.rules.rolling import roll_hits
from skirmish_rl.envs.tide_of_iron.rules.telling import Own, Roll
from skirmish_rl.envs.tide_of_iron.rules.units import damage_vehicle, only_figure, remove_figure
from skirmish_rl.envs.tide_of_iron.state import FIGURES, Frame, Specialty


@jit
def lose_figures(state, tables, slot, hits):
    """Have figures removed from a squad, its owner choosing. Clause: TI-FIR-10."""
    frame = push(state, Frame.LOSSES)
    frame.squad = slot
    state.losses = min(hits, strength_of(state.units[slot]))


@jit
def run_losses(state, tables, frame):
    """Remove one figure after another; the owner chooses while the figures differ. Clause: TI-FIR-10."""
    slot = frame.squad
    unit = state.units[slot]
    while state.losses > 0 and unit.cell >= 0:
        figure = only_figure(unit)
        if figure < 0 and state.losses < strength_of(unit):
            ask(state, seat_of(slot), Decision.CASUALTY, slot)
            return
        if figure < 0:
            figure = 0
            while unit.figures[figure] == 0:
                figure += 1
        state.losses -= 1
        remove_figure(state, tables, slot, figure)
    state.losses = 0
    pop(state)


@jit
def legal_casualty(state, mask):
    """Figures that are still on the base. Clause: TI-FIR-10."""
    unit = state.units[state.subject]
    for figure in range(FIGURES):
        mask[FIGURE + figure] = unit.figures[figure] > 0


@jit
def apply_casualty(state, tables, action):
    """Remove the chosen figure. Clause: TI-FIR-10."""
    state.losses -= 1
    remove_figure(state, tables, state.subject, action - FIGURE)


@jit
def walk_into_mines(state, tables, slot):
    """A unit enters a minefield: its dice, without defence. Clauses: TI-TRN-09, TI-SPC-03."""
    unit = state.units[slot]
    if unit.specialty == Specialty.ENGINEER:
        return
    note(state, Event.ROLLS, seat_of(slot), slot, value=Roll.MINES)
    hits = roll_hits(state, tables.mine_dice, tables.mine_success, 0)
    note(state, Own.NET_HITS, seat_of(slot), slot, value=hits)
    if hits == 0:
        return
    if is_squad(unit):
        lose_figures(state, tables, slot, hits)
    else:
        damage_vehicle(state, tables, slot, hits)
