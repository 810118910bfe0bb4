"""What a position of Trench Crusade looks like: a scene of shapes with the lines beside it, and one line of score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.console import asked
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Glyph, Note, Scene, Shape, blend, last_move, once, wrapped
from skirmish_rl.envs.core.events import events_of, tell
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.render.board import (
    GLYPHS,
    GOLD,
    at,
    ground_color,
    ground_shapes,
    holder_of,
    mines_laid,
    objective_shapes,
    relics_left,
    size_of,
    zone_shapes,
)
from skirmish_rl.envs.trench_crusade.render.units import (
    HALO,
    attack_shapes,
    badge_shapes,
    name_of,
    on_board,
    trail_shapes,
    unit_note,
    unit_shapes,
)
from skirmish_rl.envs.trench_crusade.render.words import models_of
from skirmish_rl.envs.trench_crusade.rules.processes import running_in
from skirmish_rl.envs.trench_crusade.state import FORCE, SIDES, WIDTH, Deed, Frame, Phase, Reason, Status, Task, Terrain, Verb

LINE = 62  # letters that fit beside the board
TOLD = 14  # lines about the last move, at most
KEY = (
    "Model: pale and ticked: done. Yellow: active. Flat with a bar: Down. Red ring: engaged. Purple ring: must be activated next. "
    "Crown: leader.",
    "Red drop: blood. Gold drop: blessings. 3\": that high up. C: COVER, H: hidden.",
    "Dark, 3\": wall of a ruin. Brown bar: low wall. Lined: trench. Crossed: wire. Disc: crater. Black: landmark.",
    "Thick outline with a number: objective, in the colour of who holds it. Diamond: relic. !: mine. Thin outline: deployment zones.",
    "Purple: the last move. Red arrows: attacks.",
)  # fmt: skip
TEXT_KEY = (
    "Cells: a model's name, in small letters while it is Down; # wall, = low wall, f floor, S stairs, ~ trench, x wire, o crater, M "
    "landmark, "
    "*1 middle of objective 1, $ relic, ! mine. 0,0 is at the bottom left; y runs up.",
)


def _tables(record: np.void, scenario: Scenario) -> np.void:
    return scenario.tables[int(record["variant"])]


def _aim(tables: np.void) -> tuple[str, str]:
    goals = "claim relics ($)" if tables["relics"] else "hold objectives (*)"
    deeds = ", do deeds first." if any(tables["deeds"]) else "."
    return f"Most victory points after {int(tables['turns'])} Turns win: {goals}{deeds}", (
        "Whoever loses every model, or whose warband flees, has lost at once."
    )


def summary(record: np.void, scenario: Scenario) -> str:
    """Turn, phase, points, models, initiative and objectives in one line."""
    points = ":".join(str(int(n)) for n in record["points"])
    if record["over"]:
        return f"over | {points} | {member_word(Reason, record['reason'])}"
    tables, status = _tables(record, scenario), record["units"]["status"].reshape(SIDES, FORCE)
    left = ":".join(str(int(n)) for n in (status == Status.ON_BOARD).sum(axis=1))
    holders = [holder_of(record, tables, k) for k in range(int(tables["objectives"]))]
    goals = f" | objectives {''.join(str(held) if held >= 0 else '.' for held in holders)}" if holders else ""
    if tables["relics"]:
        goals = f" | relics {''.join(str(int(n)) if n >= 0 else '.' for n in record['claimed'][: int(tables['relics'])])}"
    phase, turn = member_word(Phase, record["phase"]), int(record["round"])
    return f"turn {turn} {phase} | {points} | models {left} | initiative seat_{int(record['initiative'])}{goals}"


def _seat_notes(record: np.void, tables: np.void, scenario: Scenario, seat: int) -> Iterator[Note]:
    head = f"seat_{seat} {PurePath(scenario.players[seat]).stem}: {int(record['points'][seat])} VP"
    yield Note((head,), "head", draw.SEAT_COLORS[seat])
    words = ["initiative"] if record["initiative"] == seat and record["round"] else []
    words += ["Shaken"] if record["shaken"][seat] else []
    words += [f"did {in_words(deed)}" for deed in Deed if record["deeds"][deed] == seat]
    if words:
        yield from wrapped(", ".join(words), LINE)
    names = models_of(scenario, int(record["variant"]))
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if record["units"]["status"][slot] != Status.ABSENT:
            yield unit_note(record, tables, slot, names[slot])


def _rolled(record: np.void) -> Iterator[Note]:
    """The roll for which markers may be spent."""
    top = running_in(record)
    dice = f"{int(top['dice']):+d} dice"
    if top["kind"] == Frame.ROLL:
        risky = ", Risky" if top["risky"] else ""
        yield Note((f"{name_of(top['slot'])} rolls for {member_word(Task, top['task'])}: {dice}{risky}",), "dim")
    elif top["kind"] == Frame.INJURY:
        more = ", DEADLY" if top["deadly"] else ""
        more += ", Bloodbath" if top["bath"] else ""
        yield Note((f"injury of {name_of(top['slot'])}: {dice}, {int(top['modifier']):+d}{more}",), "dim")


def _question_notes(record: np.void, scenario: Scenario) -> Iterator[Note]:
    """Whose decision it is, what is asked, and in the middle of what."""
    decider, decision = int(record["decider"]), Decision(int(record["decision"]))
    asked_of = f"seat_{decider} decides: {member_word(Decision, decision)}"
    yield Note((asked_of,), "text", draw.SEAT_COLORS[decider] if decider >= 0 else None)
    yield from wrapped(asked(record, scenario), LINE)
    for act in record["acts"]:
        if act["slot"] >= 0:
            done = [in_words(verb) for verb in Verb if int(act["done"]) >> verb & 1]
            stood = ", stood up" if act["stood"] else ""
            yield from wrapped(f"{name_of(act['slot'])} is active{stood}; done: {', '.join(done) or 'nothing'}", LINE)
    attack = record["attack"][0]
    if attack["attacker"] >= 0:
        target = name_of(attack["target"]) if attack["target"] >= 0 else at(attack["cell"])
        yield Note((f"{name_of(attack['attacker'])} attacks {target} with {member_word(Weapon, attack['weapon'])}",), "dim")
    yield from _rolled(record)


def _notes(record: np.void, tables: np.void, scenario: Scenario) -> Iterator[Note]:
    yield Note((f"Trench Crusade: {PurePath(scenario.name).stem}",), "title")
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a draw" if len(winners) != 1 else f"seat_{winners[0]} wins"
        yield Note((f"over: {won} by {member_word(Reason, record['reason'])}",), "head")
    else:
        turn = f"Turn {int(record['round'])} of {int(tables['turns'])}, " if record["round"] else ""
        yield Note((f"{turn}{member_word(Phase, record['phase'])} phase",), "head")
        yield from _question_notes(record, scenario)
    yield from last_move(tell(record, scenario), LINE, TOLD)
    for seat in range(scenario.seats):
        yield Note((), "gap")
        yield from _seat_notes(record, tables, scenario, seat)


def _glyphs(record: np.void, tables: np.void) -> tuple[tuple[Glyph, ...], ...]:
    """The text board, see `TEXT_KEY`."""
    units = record["units"]
    there = {int(units["cell"][slot]): slot for slot in on_board(record)}
    relics = {int(tables["relic_cell"][k]) for k in relics_left(record, tables)}
    middles = {int(tables["middle"][k]): f"*{k + 1}" for k in range(int(tables["objectives"]))}
    mines = {int(tables["handle"][piece]) for piece, _ in mines_laid(record)}

    def glyph(cell: int) -> Glyph:
        paper = ground_color(tables, cell)
        if cell in there:
            slot = there[cell]
            seat, name = draw.SEAT_COLORS[slot // FORCE], name_of(slot)
            done = units["activated"][slot] and slot not in record["acts"]["slot"]
            name = name.lower() if units["down"][slot] else name
            if slot == int(record["active"]):
                return Glyph(name, seat, HALO)
            return Glyph(name, INK if done else "#ffffff", blend(seat, PAPER, 0.6) if done else seat)
        if cell in relics:
            return Glyph("$", INK, GOLD)
        if cell in mines:
            return Glyph("!", "#ffffff", INK)
        if cell in middles:
            return Glyph(middles[cell], INK, paper)
        terrain = Terrain(int(tables["terrain"][cell]))
        dark = terrain in (Terrain.WALL, Terrain.LANDMARK)
        return Glyph(GLYPHS[terrain], PAPER if dark else blend(FAINT, paper, 0.5) if terrain == Terrain.OPEN else INK, paper)

    wide, high = size_of(tables)
    return tuple(tuple(glyph(y * WIDTH + x) for x in range(wide)) for y in reversed(range(high)))


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the board and the text board."""
    record = record.copy()  # the text board may be drawn when the game has gone on
    tables, events = _tables(record, scenario), events_of(record)
    names = models_of(scenario, int(record["variant"]))
    slots = sorted(on_board(record), key=lambda slot: slot in record["acts"]["slot"])
    layers: dict[str, Sequence[Shape]] = {
        "ground": once(scenario, int(record["variant"]), lambda: tuple(ground_shapes(tables))),
        "zones": zone_shapes(record, tables), "objectives": objective_shapes(record, tables),
        "trails": trail_shapes(record, tables, events),
        "attacks": attack_shapes(record, tables),
        "units": [
            *(shape for slot in slots for shape in unit_shapes(record, tables, slot, names[slot])),
            *(shape for slot in slots for shape in badge_shapes(record, tables, slot)),
        ],
    }  # fmt: skip
    wide, high = size_of(tables)
    return Scene(
        title=f"Trench Crusade: {scenario.name}, {summary(record, scenario)}", width=wide, height=high,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers.items()), notes=tuple(_notes(record, tables, scenario)),
        cells=(wide, high), text=lambda: _glyphs(record, tables), footer=KEY, text_key=TEXT_KEY, upward=True, tabs=(0.0, 1.2, 5.4),
        scale=min(1.6, 40 / wide), aim=_aim(tables),
    )  # fmt: skip
