"""What a seat sees: the parts of its encoder that are written by hand, and their order among those that `sheet.py` gives.

All is public in Trench Crusade (TC-GEN-01), mines too. What differs between seats is the point of view: own models first, and the
board turned so that the edge of one's own zone is at the bottom.

Terrain never changes in a scenario, so it is not told, but in generated worlds, which differ in it; what it means for a model is told: how
high it stands and in what. Where a model may go or shoot stands in the mask, sight and cover from there in the features of the actions.
"""

from __future__ import annotations

from skirmish_rl.envs.core.encoding import each, encoder, only_if, roles
from skirmish_rl.envs.core.features import squeeze
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.sheet import let
from skirmish_rl.envs.trench_crusade.data.fields import TABLES
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.rules.charging import Charge
from skirmish_rl.envs.trench_crusade.rules.injuring import Injury
from skirmish_rl.envs.trench_crusade.rules.measuring import is_close
from skirmish_rl.envs.trench_crusade.rules.processes import process_at
from skirmish_rl.envs.trench_crusade.rules.puppets import Puppet
from skirmish_rl.envs.trench_crusade.rules.specials import Special
from skirmish_rl.envs.trench_crusade.sheet import (
    ACT,
    AIM,
    ASKED,
    ATTACK,
    DEED,
    GAME,
    OBJECTIVE,
    PIECE,
    PROCESS,
    RELIC,
    ROLL,
    SHEET,
    SIDE,
    TASK,
    UNIT,
    WAY,
    WEAPON,
)
from skirmish_rl.envs.trench_crusade.state import DEEDS, FORCE, FRAME, SIDES, SLOTS, STATE, WIDTH, Frame, Success, Verb, seat_of

_FAR_CELLS = 2 * WIDTH + 2  # cells further apart than that lie more than 1" apart
_INNER = WIDTH + 1  # a cell with eight neighbours
_SIGN, _MARKS, _TOTAL_SHARE = 1e-3, 1 / 3, 1 / 12
_UNIT, _SIDE, _DEED, _GAME, _PIECE, _RELIC, _PROCESS = (
    SHEET.number(section) for section in (UNIT, SIDE, DEED, GAME, PIECE, RELIC, PROCESS)
)
_X, _Y, _ENGAGED, _AIMED, _LEFT_BEHIND = (UNIT.column(name) for name in ("x", "y", "engaged", "aimed", "left_behind"))
_VICTIM, _HIT, _HIT_TOO = (SHEET.more(name, UNIT) for name in ("victim", "hit", "hit_too"))
_HOLDS, _ARRIVALS, _INFILTRATES, _CHECKED = (SHEET.more(name, SIDE) for name in ("holds", "arrivals", "infiltrates", "checked"))
_FAILED, _TOTAL, _TO_X, _TO_Y = GAME.column("failed"), GAME.column("total"), PROCESS.column("to_x"), PROCESS.column("to_y")
_PIECE_NAMED, _PIECE_WIDTH, _RELIC_NAMED, _RELIC_WIDTH = PIECE.column("named"), PIECE.width, RELIC.column("named"), RELIC.width


@jit
def lay_still(tables, zone, seat, out):
    """What never changes, the board as it is seen from a zone at the end; all else is blank."""
    for k in range(tables.n_still):
        out[k] = tables.still[seat, k]
    at = tables.n_still
    for k in range(tables.n_ground):
        out[at + k] = tables.ground[zone, k]


@jit
def row_of(tables, seat, slot):
    """Where the row of a model begins, -1 for none."""
    if slot < 0 or slot >= SLOTS:
        return -1
    row = slot if slot < FORCE else slot - FORCE
    if row >= tables.see_units:
        return -1
    return tables.at[_UNIT if seat_of(slot) == seat else _UNIT + 1] + tables.row_width[_UNIT] * row


@jit
def mark(tables, seat, slot, column, out):
    """Mark a model in a column, if there are such a model and such a column."""
    if slot >= 0 and column > 0:
        k = row_of(tables, seat, slot)
        if k >= 0:
            out[k + column] = 1.0


@jit
def mark_bits(tables, seat, first, bits, column, out):
    """Mark the models of bits, counted from a slot."""
    while bits and column > 0:
        if bits & 1:
            mark(tables, seat, first, column, out)
        bits >>= 1
        first += 1


@jit
def mark_engaged(state, tables, seat, out):
    """Mark models within 1" of an enemy."""
    for mine in range(FORCE * seat, FORCE * seat + tables.see_units):
        here = state.units[mine].cell
        if here < 0:
            continue
        for theirs in range(FORCE * (1 - seat), FORCE * (1 - seat) + tables.see_units):
            there = state.units[theirs].cell
            if there < 0 or there - here > _FAR_CELLS or here - there > _FAR_CELLS:
                continue
            if is_close(tables, here, there):
                out[row_of(tables, seat, mine) + _ENGAGED] = 1.0
                out[row_of(tables, seat, theirs) + _ENGAGED] = 1.0


@jit
def mark_hits(state, tables, seat, attack, out):
    """Mark the models that those who act have hit, and those that the running attack has still to injure."""
    mark_bits(tables, seat, 0, attack.victims, tables.more[_VICTIM], out)
    one = state.acts[0]
    if tables.more[_HIT] and one.slot >= 0:
        foe = FORCE * (1 - seat_of(one.slot))
        mark_bits(tables, seat, foe, one.hits, tables.more[_HIT], out)
        mark_bits(tables, seat, foe, state.acts[1].hits, tables.more[_HIT_TOO], out)


@jit
def tell_deeds(state, tables, seat, out):
    """Section `deed`."""
    for deed in range(DEEDS):
        if state.deeds[deed] >= 0 and tables.deed_column[deed] >= 0:
            out[tables.at[_DEED] + tables.deed_column[deed]] = 1.0 if state.deeds[deed] == seat else -1.0


@jit
def tell_result(tables, process, out):
    """The Success Roll that a process has waited for; the innermost counts."""
    if process.total > 0:
        k = tables.at[_GAME]
        for success in range(Success.CRITICAL + 1):
            out[k + _FAILED + success] = process.success == success
        out[k + _TOTAL] = process.total * _TOTAL_SHARE


@jit
def tell_process(state, tables, zone, seat, process, kind, out):
    """Write whom or what a process is about, in the rows of those models and things."""
    if kind == Frame.GAME or kind == Frame.DEPLOYMENT:
        tell_sequence(state, tables, seat, process, kind, out)
    elif kind == Frame.CHARGE:
        mark(tables, seat, process.target, _AIMED, out)
    elif kind == Frame.RETREAT:
        mark_bits(tables, seat, FORCE * (1 - seat_of(process.slot)), process.foes, _LEFT_BEHIND, out)
    elif kind == Frame.SHOOT or kind == Frame.FIGHT:
        if process.step > 0 and ((kind == Frame.SHOOT and process.attacks_made > 0) or process.free):
            mark(tables, seat, process.target, _AIMED, out)
    elif kind == Frame.PUPPET:
        tell_puppet(tables, zone, seat, process, out)
    elif kind == Frame.SPECIAL and process.step == Special.ROLLED:
        if process.verb == Verb.SET_MINE:
            out[tables.at[_PIECE] + _PIECE_WIDTH * process.piece + _PIECE_NAMED] = 1.0
        elif process.verb == Verb.CLAIM:
            out[tables.at[_RELIC] + _RELIC_WIDTH * process.relic + _RELIC_NAMED] = 1.0
    elif kind == Frame.INJURY and process.step == Injury.END:  # the model left a blessing where it stood
        row = row_of(tables, seat, process.slot)
        out[row + _X] = tables.view_x[zone, process.fell_at]
        out[row + _Y] = tables.view_y[zone, process.fell_at]


@jit
def tell_puppet(tables, zone, seat, process, out):
    """Write which model a cult leader moves, and in which direction."""
    mark(tables, seat, process.puppet, _AIMED, out)
    if process.step >= Puppet.DISTANCE:
        k = tables.at[_PROCESS]
        there = tables.next[_INNER, process.direction]
        out[k + _TO_X] = squeeze(tables.view_x[zone, there] - tables.view_x[zone, _INNER] + 0.0, _SIGN)
        out[k + _TO_Y] = squeeze(tables.view_y[zone, there] - tables.view_y[zone, _INNER] + 0.0, _SIGN)


@jit
def tell_sequence(state, tables, seat, process, kind, out):
    """Reserves that are held and those that may come, whether infiltrators are placed, and whose morale has been looked at."""
    for side in range(2):
        who = seat if side == 0 else 1 - seat
        s = tables.at[_SIDE] + tables.row_width[_SIDE] * side
        if kind == Frame.DEPLOYMENT and tables.more[_INFILTRATES]:
            out[s + tables.more[_INFILTRATES]] = process.infiltrators
        if state.decision == Decision.MORALE:
            out[s + tables.more[_CHECKED]] = (process.checked >> who) & 1
        if tables.more[_HOLDS] == 0:
            continue
        if kind == Frame.DEPLOYMENT:
            out[s + tables.more[_HOLDS]] = (process.holding >> who) & 1
        elif state.decision == Decision.ARRIVE_UNIT or state.decision == Decision.ARRIVE_CELL:
            left = process.arrivals - process.arrived[who]
            out[s + tables.more[_ARRIVALS]] = max(0, left) * _MARKS


encode = encoder(SHEET, __name__, STATE.dtype, TABLES, [
    let("zone", "state.zone[seat]"),
    lay_still,
    let("attack", "state.attack[0]"),
    let("ground", "tables.see_ground"),
    each("side", SIDES, let("who", "seat if side == 0 else 1 - seat"), UNIT, SIDE),
    mark_engaged,
    roles(UNIT, row_of),
    mark_hits,
    OBJECTIVE, RELIC, PIECE, tell_deeds, ASKED, GAME, ACT,
    only_if("attack.attacker >= 0", let("weapon", "attack.weapon"), WEAPON, ATTACK),
    AIM, WAY,
    each(  # what is under way, from what began it to what has interrupted that
        "depth", "state.depth",
        let("process", process_at, FRAME.dtype),
        let("kind", "process.kind"),
        let("strikes", "kind == Frame.SHOOT or kind == Frame.FIGHT"),
        tell_result,
        tell_process,
        only_if("Frame.MOVEMENT <= kind <= Frame.FIGHT or kind == Frame.PUPPET", PROCESS),
        only_if("strikes and process.step and attack.attacker < 0", let("weapon", "process.weapon"), WEAPON),
        only_if(
            "kind == Frame.ROLL or kind == Frame.INJURY",
            let("rolls", "kind == Frame.ROLL or depth + 1 == state.depth"),
            ROLL, TASK,
        ),
    ),
], Charge=Charge, Puppet=Puppet)  # fmt: skip
