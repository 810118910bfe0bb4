"""What a position of Dropzone Commander looks like: a scene of shapes with the lines beside it, and one line of score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.console import asked
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Glyph, Note, Scene, Shape, blend, last_move, once, wrapped
from skirmish_rl.envs.core.events import events_of, tell
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.render.board import (
    GOLD,
    GRASS,
    LOW,
    ROAD,
    RUBBLE,
    STONE,
    WOOD,
    choice_shapes,
    ground_shapes,
    has,
    piece_shapes,
    token_shapes,
    zone_shapes,
)
from skirmish_rl.envs.dropzone_commander.render.units import HALO, attack_shapes, on_board, squad_note, trail_shapes, unit_shapes
from skirmish_rl.envs.dropzone_commander.render.words import name_of, roles_of
from skirmish_rl.envs.dropzone_commander.state import (
    SEAT_OF,
    SEAT_OF_SQUAD,
    WIDTH,
    Find,
    Mark,
    Phase,
    Prop,
    Reason,
    Scoring,
    Stand,
    Status,
    Window,
)

LINE = 70  # letters that fit beside the board
TOLD = 12  # lines about the last move, at most
KEY = (
    "Round: Infantry. Square: Vehicle. Arrow-head: Aircraft, with a shadow in the air. Pale: has acted. Yellow: active. Grey haze: smoke.",
    "Crown: Commander. Red disc: DP lost. +n: units aboard. Gold diamond: objective, ? while hidden, small on who carries it. S: Scan "
    "Token.",
    "Grey: buildings, the higher the darker; green: forests, parks; brown: barricades. Red bar: DP left of a damaged piece. Red dots: "
    "collateral tokens.",
    "Coloured edge: where a seat comes on. Gold ring: focal point. Purple: Moves. Red arrows: shots. Dots: where the unit may walk.",
)  # fmt: skip
TEXT_KEY = (
    "Cells: a unit's name, in small letters in the air; # building, T forest, = barricade, , park, : rubble, + road, * objective. 0,0 "
    "is at the bottom "
    "left; y runs up. Units in Garrisons and aboard stand in the lines beside the board.",
)


def _tables(record: np.void, scenario: Scenario) -> np.void:
    return scenario.tables[int(record["variant"])]


def _tokens(record: np.void, tables: np.void) -> str:
    """Each objective: ? hidden, - open, the seat that carries or claimed it, the same in brackets once extracted, x lost."""
    words = []
    for token in record["tokens"][: int(tables["n_tokens"])]:
        find, seat = Find(int(token["find"])), int(token["seat"])
        whose = str(seat) if seat >= 0 else "-"
        words.append({Find.HIDDEN: "?", Find.LOST: "x", Find.EXTRACTED: f"({whose})"}.get(find, whose))
    return "".join(words) or "-"


_AIMS = {
    Scoring.EXTRACTION: "find the objectives in the buildings and fly them off your own edge",
    Scoring.BUNKERS: "claim the bunkers' objectives, hold bunkers and what is around them",
    Scoring.KILLS: "destroy the enemy, who is worth his points",
    Scoring.SURVEY: "find objectives first, then hold what is around those that stay",
}


def _aim(tables: np.void) -> tuple[str, str]:
    return (
        f"Most victory points after {int(tables['rounds'])} rounds win, of equal ones most kill points:",
        f"{_AIMS[Scoring(int(tables['scoring']))]}.",
    )


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, Victory Points, Kill Points, the order of initiative and the objectives in one line."""
    seats, tables = scenario.seats, _tables(record, scenario)
    points, kills = (":".join(str(int(n)) for n in record[name][:seats]) for name in ("points", "kills"))
    if record["over"]:
        return f"over | {points} | kills {kills} | {member_word(Reason, record['reason'])}"
    order = "".join(str(int(seat)) for seat in record["order"][:seats] if seat >= 0) or "-"
    phase, status = member_word(Phase, record["phase"]), record["units"]["status"]
    left = ":".join(str(int(((status == Status.ON_TABLE) & (seat == SEAT_OF)).sum())) for seat in range(seats))
    tokens = _tokens(record, tables)
    return f"round {int(record['round'])} {phase} | {points} | kills {kills} | order {order} | on table {left} | objectives {tokens}"


def _seat_notes(record: np.void, tables: np.void, scenario: Scenario, seat: int) -> Iterator[Note]:
    head = f"seat_{seat} {PurePath(scenario.players[seat]).stem}: {int(record['points'][seat])} VP, {int(record['kills'][seat])} KP"
    yield Note((head,), "head", draw.SEAT_COLORS[seat])
    if tables["deck"]:
        hand, deck, gone = (bin(int(record[name][seat])).count("1") for name in ("hands", "deck", "discards"))
        yield Note((f"cards: {hand} in hand, {deck} in the deck, {gone} discarded",), "dim")
    for squad, (_, role) in roles_of(scenario, int(record["variant"])).items():
        if SEAT_OF_SQUAD[squad] == seat:
            yield squad_note(record, tables, squad, role)


def _notes(record: np.void, tables: np.void, scenario: Scenario) -> Iterator[Note]:
    yield Note((f"Dropzone Commander: {PurePath(scenario.name).stem}",), "title")
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a tie" if len(winners) != 1 else f"seat_{winners[0]} wins"
        yield Note((f"over: {won} by {member_word(Reason, record['reason'])}",), "head")
    else:
        phase = member_word(Phase, record["phase"])
        yield Note((f"round {int(record['round'])} of {int(tables['rounds'])}, {phase} phase",), "head")
        decider, decision = int(record["decider"]), Decision(int(record["decision"]))
        asked_of = f"seat_{decider} decides: {member_word(Decision, decision)}"
        yield Note((asked_of,), "text", draw.SEAT_COLORS[decider] if decider >= 0 else None)
        yield from wrapped(asked(record, scenario), LINE)
        order = ", ".join(f"seat_{int(seat)}" for seat in record["order"][: scenario.seats] if seat >= 0)
        yield Note((f"order of initiative: {order}; objectives {_tokens(record, tables)}",), "dim")
        if record["window"]:
            yield Note((f"cards may be played: {member_word(Window, record['window'])}",), "dim")
    yield from last_move(tell(record, scenario), LINE, TOLD)
    for seat in range(scenario.seats):
        yield Note((), "gap")
        yield from _seat_notes(record, tables, scenario, seat)


def _glyphs(record: np.void, tables: np.void) -> tuple[tuple[Glyph, ...], ...]:
    """The text board, see `TEXT_KEY`."""
    units = record["units"]
    there = {int(units["cell"][slot]): slot for slot in sorted(on_board(record), key=lambda s: int(units["flying"][s]))}
    lying = {int(token["cell"]) for token in record["tokens"] if token["cell"] >= 0}

    def glyph(cell: int) -> Glyph:
        piece = int(tables["piece_at"][cell])
        stand = int(record["pieces"]["stand"][piece]) if piece >= 0 else Stand.GONE
        text, paper = ("+", ROAD) if tables["road"][cell] else (".", PAPER)
        if stand == Stand.RUBBLE:
            text, paper = ":", RUBBLE
        elif stand == Stand.WHOLE:
            wood, house = has(tables, piece, Prop.FLAMMABLE), has(tables, piece, Prop.GARRISON)
            low = ("=", LOW) if has(tables, piece, Prop.BODY_COVER) else (",", GRASS)
            text, paper = ("T", WOOD) if wood else ("#", STONE) if house else low
        if cell in there:
            slot = there[cell]
            squad, seat = int(tables["unit_squad"][slot]), draw.SEAT_COLORS[int(SEAT_OF[slot])]
            name = name_of(slot).lower() if units["flying"][slot] else name_of(slot)
            if squad == int(record["squad"]):
                return Glyph(name, seat, HALO)
            done = bool(int(record["squads"]["marks"][squad]) & Mark.ACTIVATED)
            return Glyph(name, INK if done else "#ffffff", blend(seat, PAPER, 0.6) if done else seat)
        if cell in lying:
            return Glyph("*", INK, GOLD)
        return Glyph(text, blend(FAINT, paper, 0.5) if text in ".+" else INK, paper)

    size = int(tables["size"])
    return tuple(tuple(glyph(y * WIDTH + x) for x in range(size)) for y in reversed(range(size)))


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the board and the text board."""
    record = record.copy()  # the text board may be drawn when the game has gone on
    tables, events, roles = _tables(record, scenario), events_of(record), roles_of(scenario, int(record["variant"]))
    slots = sorted(on_board(record), key=lambda slot: (int(record["units"]["flying"][slot]), slot))
    squads = {slot: int(tables["unit_squad"][slot]) for slot in slots}
    layers: dict[str, Sequence[Shape]] = {
        "ground": once(scenario, int(record["variant"]), lambda: tuple(ground_shapes(tables))),
        "zones": zone_shapes(record, tables), "pieces": piece_shapes(record, tables),
        "objectives": token_shapes(record, tables), "choices": choice_shapes(record, tables),
        "trails": trail_shapes(record, tables, events),
        "units": [shape for slot in slots for shape in unit_shapes(record, tables, slot, roles[squads[slot]][1])],
        "attacks": attack_shapes(record, tables),
    }  # fmt: skip
    size = int(tables["size"])
    return Scene(
        title=f"Dropzone Commander: {scenario.name}, {summary(record, scenario)}", width=size, height=size,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers.items()), notes=tuple(_notes(record, tables, scenario)),
        cells=(size, size), text=lambda: _glyphs(record, tables), footer=KEY, text_key=TEXT_KEY, tabs=(0.0, 1.9, 3.3, 10.2),
        scale=min(1.6, 44 / size),
        upward=True, aim=_aim(tables),
    )  # fmt: skip
