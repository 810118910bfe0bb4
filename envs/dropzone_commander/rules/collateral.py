"""Collateral damage: the tokens on a piece are resolved. Chapter COL."""

from __future__ import annotations

from enum import IntEnum

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import pop, push
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.dropzone_commander.kit import Trait
from skirmish_rl.envs.dropzone_commander.rules.damage import hurt_piece, passive_of, save, take_damage
from skirmish_rl.envs.dropzone_commander.rules.destruction import push_doom
from skirmish_rl.envs.dropzone_commander.rules.facts import has_trait
from skirmish_rl.envs.dropzone_commander.rules.measuring import has_prop, is_garrison
from skirmish_rl.envs.dropzone_commander.rules.telling import Roll
from skirmish_rl.envs.dropzone_commander.state import FACES, FIRST, HITS, WIDTH, Fact, Frame, Prop, Stand, Window

ENERGY, FLAMMABLE_ENERGY = 4, 2


class Tokens(IntEnum):
    """Steps of the COLLATERAL frame of `piece`.

    `squad` is the one that is hit by the `tokens` that are left; `charged`: C26 keeps them all.
    """

    ROLL = 0
    APPLY = 1
    OVER = 2


@jit
def push_collateral(state, piece):
    """Resolve all tokens on a piece. Clauses: DZ-COL-01, DZ-COL-02."""
    frame = push(state, Frame.COLLATERAL)
    frame.piece = piece
    frame.squad = -1


@jit
def pick_squad(state, tables, piece):
    """One squad inside, each as likely. Clause: DZ-COL-03. Rolls one die if there are several."""
    n = 0
    for k in range(tables.seats):
        n += count_squads(state, tables, piece, state.order[k])
    if n == 0:
        return -1
    at = 0
    if n > 1:
        note(state, Event.ROLLS, value=Roll.COLLATERAL)
        if FACES % n == 0:
            at = (roll(state, FACES) - 1) * n // FACES
        else:
            at = roll(state, n) - 1
    for k in range(tables.seats):
        seat = state.order[k]
        before = -1
        for slot in range(FIRST[seat], FIRST[seat + 1]):
            if state.units[slot].piece == piece and tables.unit_squad[slot] != before:
                before = tables.unit_squad[slot]
                if at == 0:
                    return before
                at -= 1
    return -1


@jit
def count_squads(state, tables, piece, seat):
    """Squads of a seat in a Garrison."""
    n = 0
    before = -1
    for slot in range(FIRST[seat], FIRST[seat + 1]):
        if state.units[slot].piece == piece and tables.unit_squad[slot] != before:
            before = tables.unit_squad[slot]
            n += 1
    return n


@jit
def energy_on(tables, piece):
    """Energy of tokens. Clauses: DZ-COL-03, DZ-COL-07."""
    return FLAMMABLE_ENERGY if has_prop(tables, piece, Prop.FLAMMABLE) else ENERGY


@jit
def run_collateral(state, tables, frame):
    """One step of resolving tokens: dice, cards, effects. Clauses: DZ-COL-03..07, DZ-COL-09."""
    piece = frame.piece
    here = state.pieces[piece]
    if frame.step == Tokens.ROLL:
        frame.step = Tokens.APPLY
        if here.stand != Stand.WHOLE or here.damage_tokens == 0:
            frame.step = Tokens.OVER
            return
        if frame.tokens == 0:
            frame.tokens = here.damage_tokens
            frame.squad = pick_squad(state, tables, piece) if is_garrison(state, tables, piece) else -1
        state.blame = here.blame
        throw(state, tables, frame)
        window = push(state, Frame.WINDOW)
        window.window = Window.COLLATERAL
        window.piece = piece
        window.squad = frame.squad
    elif frame.step == Tokens.APPLY:
        settle(state, tables, frame)
        frame.step = Tokens.ROLL if frame.tokens > 0 else Tokens.OVER
        if state.doomed:
            push_doom(state)
    else:
        pop(state)


@jit
def portion_of(frame):
    """Tokens that are resolved together: as many as there is room for two dice of each."""
    return min(frame.tokens, HITS // 2)


@jit
def throw(state, tables, frame):
    """Roll the damage dice of the tokens: those of the squad, then those of the piece; a Tough squad's successes once more.

    Clauses: DZ-COL-03, DZ-SPEC-26.
    """
    n = portion_of(frame)
    dice = 2 * n if frame.squad >= 0 else n
    state.n_hits = dice
    for k in range(dice):
        if k == 0 or k == dice - n:
            note(state, Event.ROLLS, cell=corner_of(tables, frame.piece), value=Roll.DAMAGE)
        state.hits[k].face = roll(state, FACES)
        state.hits[k].again = 0
        state.hits[k].piece = frame.piece if k >= dice - n else -1
    if frame.squad >= 0 and has_trait(tables, tables.squad_first[frame.squad], Trait.TOUGH):
        throw_again(state, tables, frame.piece, frame.squad, n, True)


@jit
def throw_again(state, tables, piece, squad, dice, successes):
    """Roll successes or failures among the first damage dice once more, each die once only.

    Clauses: DZ-SPEC-26, DZ-CARD-C26, DZ-CARD-C27.
    """
    of = -2
    for k in range(dice):
        hit = state.hits[k]
        if hit.again == 0 and is_damaging(tables, piece, squad, hit) == successes:
            if hit.piece != of:
                of = hit.piece
                note(state, Event.ROLLS, cell=corner_of(tables, piece), value=Roll.DAMAGE)
            hit.face = roll(state, FACES)
            hit.again = 1


@jit
def corner_of(tables, piece):
    """The south-west cell of a piece: where it is told that something happens to it."""
    box = tables.piece_box[piece]
    return box[2] * WIDTH + box[0]


@jit
def is_damaging(tables, piece, squad, hit):
    """True if a token's die damages what it is rolled for. Clauses: DZ-COL-04, DZ-COL-07."""
    armour = tables.piece_armour[piece] if hit.piece >= 0 else tables.unit_armour[tables.squad_first[squad]]
    return hit.face == FACES or (hit.face > 1 and hit.face + energy_on(tables, piece) >= armour)


@jit
def settle(state, tables, frame):
    """Damage to the squad, unit by unit, the most damaged first; to the piece; tokens that failed are taken away.

    Clauses: DZ-COL-04..06.
    """
    piece = frame.piece
    n = portion_of(frame)
    hurt = 0
    squad = frame.squad
    for k in range(state.n_hits):
        hit = state.hits[k]
        harm = is_damaging(tables, piece, squad, hit)
        if hit.piece >= 0:
            hurt += 1 if harm else 0
        elif harm:
            slot = weakest(state, tables, squad, piece)
            if slot >= 0:
                damage = save(state, tables, slot, 1, passive_of(state, tables, slot), Roll.PASSIVE)
                damage = save(state, tables, slot, damage, tables.unit_dodge[slot], Roll.DODGE)
                take_damage(state, tables, slot, damage)
    state.n_hits = 0
    frame.tokens -= n
    here = state.pieces[piece]
    if frame.facts & Fact.CHARGED == 0:
        here.damage_tokens -= n - hurt
    before = here.hit
    hurt_piece(state, tables, piece, hurt)
    here.hit = before


@jit
def weakest(state, tables, squad, piece):
    """The unit of a squad in a Garrison with fewest DP left, -1. Clause: DZ-COL-06."""
    best = -1
    for slot in range(tables.squad_first[squad], tables.squad_first[squad] + tables.squad_size[squad]):
        unit = state.units[slot]
        if unit.piece == piece and unit.dp > 0 and (best < 0 or unit.dp < state.units[best].dp):
            best = slot
    return best
