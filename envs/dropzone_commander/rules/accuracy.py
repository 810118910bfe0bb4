"""How hard a target is to hit: Accuracy, cover, Evasion, smoke. Chapters SHT, SPEC, ABIL."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait, is_present
from skirmish_rl.envs.dropzone_commander.rules.measuring import gap, is_coherent
from skirmish_rl.envs.dropzone_commander.rules.sight import BODY, SOFT, cover_of
from skirmish_rl.envs.dropzone_commander.rules.targeting import (
    CLEAR,
    HIDDEN,
    HULL_DOWN,
    aa_of,
    flame_site,
    hides,
    is_piece_spotted,
    is_within,
    sees_piece,
    spotted_view,
    view_from,
)
from skirmish_rl.envs.dropzone_commander.state import FIRST, Gift, Mark, Site

AUTOMATIC = 0
BLIND = 5  # Accuracy without a line of sight, DZ-SPEC-12


@jit
def is_smoked(state, tables, target):
    """True if smoke lies on a unit. Clauses: DZ-ABIL-03, DZ-ABIL-04."""
    if state.squads[tables.unit_squad[target]].marks & Mark.SMOKE:
        return True
    for seat in range(tables.seats):
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if is_present(state.units[slot]) and state.squads[tables.unit_squad[slot]].marks & Mark.SMOKE:
                if gap(state, tables, slot, target) <= 2:
                    return True
    return False


@jit
def base_acc(tables, slot, weapon, air, piece):
    """Accuracy before modifiers. Clauses: DZ-SHT-13, DZ-ABIL-06."""
    if has_trait(tables, slot, Trait.ARC):
        return 2 if air else 6
    return 2 if piece else tables.weapon_acc[slot, weapon]


@jit
def evasion_of(state, tables, target):
    """Evasion of a unit. Clauses: DZ-SHT-10, DZ-CARD-C11."""
    n = tables.unit_evasion[target]
    return max(n, 3) if state.squads[tables.unit_squad[target]].gifts & Gift.JINK else n


@jit
def need_for(state, tables, slot, weapon, mode, target, piece, more):
    """What a die must show to hit, and whether Body Cover helps the target: (need, cover); see `need_at`. Clause: DZ-SPEC-09."""
    if target < 0 or tables.weapon_flame[slot, weapon] == 0 or not is_within(state.units[target]):
        return need_at(state, tables, slot, weapon, mode, target, piece, more)
    unit = state.units[target]
    unit.site = flame_site(state, tables, slot, weapon, mode, target)
    need, body = need_at(state, tables, slot, weapon, mode, target, piece, more)
    unit.site = Site.CENTRE
    return need, body


@jit
def need_at(state, tables, slot, weapon, mode, target, piece, more):
    """What a die must show to hit, and whether Body Cover helps the target: (need, cover).

    Clauses: T4, DZ-SHT-08..13, DZ-CORE-02, DZ-CORE-09, DZ-TRN-17, DZ-SPEC-06, DZ-SPEC-09, DZ-SPEC-12, DZ-ABIL-03, DZ-ABIL-06,
    DZ-ABIL-10..12, DZ-CARD-C15, DZ-CARD-C20.

    Args:
        more: modifiers of the way it is fired: Reaction Fire, firing ports.
    """
    squad = state.squads[tables.unit_squad[slot]]
    if tables.weapon_acc[slot, weapon] == AUTOMATIC:
        return AUTOMATIC, 0
    total = more + squad.out
    if not is_coherent(state, tables, tables.unit_squad[slot]):
        total += 1
    ignored = tables.weapon_cover[slot, weapon]
    body = 0
    if piece >= 0:
        need = base_acc(tables, slot, weapon, False, True)
        if tables.weapon_indirect[slot, weapon] and not sees_piece(state, tables, slot, piece, tables.weapon_articulated[slot, weapon]):
            if not is_piece_spotted(state, tables, slot, piece):
                need = BLIND
    else:
        need = base_acc(tables, slot, weapon, state.units[target].flying != 0, False)
        view, point = view_from(state, tables, slot, target, tables.weapon_articulated[slot, weapon])
        hidden = view == HIDDEN
        if view != CLEAR and tables.weapon_indirect[slot, weapon]:
            view = min(view, spotted_view(state, tables, slot, target))
        down = 2 if view == HULL_DOWN and hides(tables, slot, weapon, target) and not squad.gifts & Gift.MARKSMEN else 0
        if view == HIDDEN or (hidden and need + down > BLIND):
            need = BLIND
        else:
            total += down
        cover = cover_of(state, tables, slot, target, point)
        if not tables.weapon_flame[slot, weapon]:
            if cover & SOFT and not ignored & SOFT:
                total += 2
            total += max(evasion_of(state, tables, target) - max(aa_of(state, tables, slot, weapon, mode), 0), 0)
        if cover & BODY and not ignored & BODY and not tables.weapon_flame[slot, weapon]:
            body = 1
        if is_smoked(state, tables, target):
            total += 2
    if has_trait(tables, slot, Trait.STABILISED) and squad.marks & Mark.LEFT == 0:
        total = min(total, 1)
    if squad.gifts & Gift.MARKSMEN:
        total = 0
    if squad.gifts & Gift.TRACKING:
        need = 40  # only a natural 6
    return need + total, body
