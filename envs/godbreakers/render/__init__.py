"""What a position of Godbreakers looks like: a scene of shapes, and one line of score."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Disc, Glyph, Line, Note, Polygon, Rect, Scene, Shape, Text, blend
from skirmish_rl.envs.core.ruleset import MAX_SEATS, Scenario
from skirmish_rl.envs.godbreakers import state
from skirmish_rl.envs.godbreakers.actions import LAYOUT
from skirmish_rl.envs.godbreakers.state import GODBREAKERS, SIDE, SLOTS, Decision, Kind, MarkerKind, Phase, Spot, Status, Token

NUMBER = LAYOUT.blocks["slot"].first  # a model is shown by the number that action texts use: its slot plus this
WILD = "#4a4743"
ACTIVE = "#f2c200"
HURT = "#b3001b"
OBJECTIVE, HOARD = "#e8c547", "#a97b2f"
AREA, WALL, SOLID = "#dfe3c3", "#8a6f52", "#2e2a26"
LETTERS = {
    Kind.BRUTE: "B", Kind.RUNNER: "R", Kind.SABOTEUR: "S", Kind.SCAVENGER: "V", Kind.GREAT_BEAST: "G", Kind.LESSER_BEAST: "L",
    Kind.STALKER: "K", Kind.BYSTANDER: "Y", Kind.COMPANION: "C", Kind.AFFLICTED: "A", Kind.TURNED: "T", Kind.SUMMONED: "M",
}  # fmt: skip
TOKEN_COLORS = {Token.TREASURE: "#f0c419", Token.TROPHY: "#f4f0e6"}
KEY = (
    "A model shows its number, its die (D8; wild kinds by another letter: S8) and its damage (-3).",
    "Round: godbreaker. Ticked and pale: activated. Yellow: active. Coin: treasure. Fang: trophy.",
    "Diamond S0: shard of seat 0. Ring (): objective. Chest HH: hoard. Frame: who controls it.",
)
QUESTIONS = {
    Decision.PLACE_SHARD: "where the shard marker goes",
    Decision.PLACE_MARKER: "where the scenario's marker goes",
    Decision.PLACE_THREAT: "where the new model or marker goes",
    Decision.DEPLOY_UNIT: "which godbreaker to deploy",
    Decision.DEPLOY_CELL: "where to deploy it",
    Decision.DEPLOY_THREAT: "where the model that comes with it goes",
    Decision.ROLLER: "who rolls for initiative in the leader's place",
    Decision.PRIORITY: "the priority order of this round",
    Decision.SPAWN: "where the arriving wild model stands",
    Decision.ACTIVATE: "which model to activate",
    Decision.ACTION: "the next action: move, engage, special or pass",
    Decision.CLAIM: "how many tokens to claim",
    Decision.NOMINATE: "another model to nominate (Merciless), or pass",
    Decision.CUNNING: "a step before damage (Cunning), or pass",
    Decision.VENGEANCE: "whom to strike back (Vengeful), or pass",
    Decision.SHOVE: "which engaged model to shove (Juggernaut), or pass",
    Decision.SHOVE_CELL: "where to shove it",
    Decision.SUNDER_MARKER: "which controlled marker to sunder",
    Decision.HANDOFF_TO: "who receives the tokens",
    Decision.HANDOFF_COUNT: "how many tokens to hand off",
    Decision.HIDDEN_WAYS: "where to reappear (Hidden Ways), or pass",
    Decision.DESPOIL_UNIT: "which fallen godbreaker returns",
    Decision.DESPOIL_CELL: "where it returns",
    Decision.RUIN_PIECE: "which terrain piece to ruin",
    Decision.SHAPE_CELL: "where the terrain piece goes",
    Decision.SUMMON_CELL: "where the summoned model stands",
    Decision.VERIFY_UNIT: "which bystander to verify",
    Decision.STALKER_CELL: "where a stalker appears, or pass",
    Decision.TREAT_UNIT: "which afflicted to treat",
    Decision.WILD_ACTIVATE: "as director: which wild model acts next",
    Decision.WILD_TARGET: "as director: which of the closest it goes for",
    Decision.BROOD: "where a lesser beast appears, or pass",
}


def _words(member: str) -> str:
    return member.lower().replace("_", " ")


def controller(record: np.void, marker: int) -> int:
    """The seat that controls a marker on the board, -1 for nobody. Clauses: GB-MRK-02, GB-MRK-03."""
    x, y = _xy(record["markers"][marker]["cell"])
    board = record["board"].reshape(SIDE, SIDE)[max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2]
    slots = board[(board >= 0) & (board < SLOTS)]
    counts = np.bincount(record["units"]["circle"][slots], minlength=MAX_SEATS + 1)
    return next((seat for seat in range(MAX_SEATS) if 2 * counts[seat] > len(slots)), -1)


def _xy(cell: int | np.integer) -> tuple[int, int]:
    return int(cell) % SIDE, int(cell) // SIDE


def _order(record: np.void) -> list[int]:
    return [int(seat) for seat in record["order"][: int(record["surviving"])]]


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, points and priority in one line."""
    points = ":".join(str(int(p)) for p in record["points"][: scenario.seats])
    if record["over"]:
        return f"over | {points} | {_words(state.Reason(int(record['reason'])).name)}"
    order = ",".join(map(str, _order(record))) if record["phase"] > Phase.INITIATIVE else "-"
    return f"round {int(record['round'])} {_words(Phase(int(record['phase'])).name)} | {points} | order {order}"


def _color(seat: int) -> str:
    return draw.SEAT_COLORS[seat] if seat >= 0 else WILD


def _ground(record: np.void, size: int) -> tuple[list[Shape], list[Shape]]:
    """Terrain and grid; barricade cells are those no model can enter."""
    terrain: list[Shape] = []
    ground, board = record["ground"].reshape(SIDE, SIDE), record["board"].reshape(SIDE, SIDE)
    for y in range(size):
        for x in range(size):
            bits = int(ground[y, x])
            if bits & state.Ground.AREA:
                terrain.append(Rect(x, y, 1, 1, AREA, name="area terrain"))
            if board[y, x] == Spot.BARRICADE:
                solid = bits & state.Ground.IMPASSABLE
                terrain.append(Rect(x, y, 1, 1, SOLID if solid else WALL, name="barricade"))
                edge = blend(SOLID, PAPER, 0.7) if solid else blend(WALL, "#000000", 0.35)
                terrain.append(Line(x + 0.15, y + 0.85, x + 0.85, y + 0.15, edge, 0.08))
                if solid:
                    terrain.append(Line(x + 0.15, y + 0.15, x + 0.85, y + 0.85, edge, 0.08, "impassable"))
    grid: list[Shape] = []
    for k in range(size + 1):
        ink, width = ("#a59d90", 0.05) if k in (0, size) else ("#d9d2c4", 0.025)
        grid += [Line(k, 0, k, size, ink, width), Line(0, k, size, k, ink, width)]
    for k in range(size):
        grid += [Text(k + 0.5, -0.45, str(k), 0.4, FAINT), Text(-0.45, k + 0.5, str(k), 0.4, FAINT)]
    return terrain, grid


def _markers(record: np.void) -> list[Shape]:
    shapes: list[Shape] = []
    for m, marker in enumerate(record["markers"]):
        kind, cell = int(marker["kind"]), int(marker["cell"])
        if kind == MarkerKind.NONE or cell < 0:
            continue
        x, y = (v + 0.5 for v in _xy(cell))
        seat = controller(record, m)
        zone = Rect(x - 1.44, y - 1.44, 2.88, 2.88, None, _color(seat) if seat >= 0 else "#b5ada0", 0.12 if seat >= 0 else 0.04)
        shapes.append(zone)
        owner = f" of seat_{int(marker['seat'])}" if kind == MarkerKind.SHARD else ""
        name = f"{_words(MarkerKind(kind).name)}{owner}, controlled by {f'seat_{seat}' if seat >= 0 else 'nobody'}"
        if kind == MarkerKind.SHARD:
            shapes.append(Polygon(draw.diamond(x, y, 0.5), _color(int(marker["seat"])), INK, 0.05, name))
            shapes.append(Polygon(draw.diamond(x, y, 0.22), PAPER))
        elif kind == MarkerKind.OBJECTIVE:
            shapes.append(Disc(x, y, 0.44, OBJECTIVE, INK, 0.05, name))
            shapes += [Disc(x, y, 0.26, PAPER, INK, 0.04), Disc(x, y, 0.1, INK)]
        else:
            shapes.append(Rect(x - 0.42, y - 0.32, 0.84, 0.64, HOARD, INK, 0.05, name))
            shapes += [Line(x - 0.42, y - 0.06, x + 0.42, y - 0.06, INK, 0.05), Disc(x, y, 0.1, OBJECTIVE, INK, 0.03)]
    return shapes


def _token(x: float, y: float, token: int, count: int, radius: float) -> list[Shape]:
    """A coin for treasure, a fang for trophies, with their number when there are several."""
    fill = TOKEN_COLORS[Token(token)]
    if token == Token.TREASURE:
        shapes: list[Shape] = [Disc(x, y, radius, fill, INK, 0.04, f"{count} treasure")]
    else:
        fang = ((x - radius, y - radius), (x + radius, y - radius), (x, y + 1.1 * radius))
        shapes = [Polygon(fang, fill, INK, 0.04, f"{count} trophy")]
    if count > 1:
        shapes.append(Text(x, y, str(count), radius * 1.5, INK, bold=True))
    return shapes


def _piles(record: np.void) -> list[Shape]:
    shapes: list[Shape] = []
    for token in Token:
        for cell in np.flatnonzero(record["piles"][token]):
            x, y = _xy(cell)
            shapes += _token(x + 0.3 + 0.4 * token, y + 0.7, token, int(record["piles"][token][cell]), 0.2)
    return shapes


def _unit(record: np.void, slot: int) -> list[Shape]:
    unit = record["units"][slot]
    x, y = (v + 0.5 for v in _xy(unit["cell"]))
    seat, kind, damage = int(unit["seat"]), int(unit["kind"]), int(unit["damage"])
    full = _color(seat)
    dim = bool(unit["activated"]) and slot != int(record["active"])
    fill, ink = (blend(full, PAPER, 0.66), blend(full, "#000000", 0.35)) if dim else (full, "#ffffff")
    shapes: list[Shape] = []
    if slot == int(record["active"]):
        shapes.append(Disc(x, y, 0.46, ACTIVE, INK, 0.06, "active"))
    active = slot == int(record["active"])
    if active:
        shapes += [Rect(x - 0.5, y - 0.5, 1, 1, ACTIVE), Rect(x - 0.56, y - 0.56, 1.12, 1.12, None, INK, 0.06, "active")]
    body = f"{slot + NUMBER}: {_title(record, slot)}"
    if kind == Kind.GODBREAKER:
        shapes.append(Disc(x, y, 0.44, fill, INK, 0.04, body))
    else:  # unaligned models are eight-cornered, whoever leads them
        h, c = 0.43, 0.2
        corners = ((-h, -c), (-c, -h), (c, -h), (h, -c), (h, c), (c, h), (-c, h), (-h, c))
        shapes.append(Polygon(tuple((x + a, y + b) for a, b in corners), fill, INK, 0.04, body))
    shapes.append(Text(x, y - 0.12, str(slot + NUMBER), 0.44, ink, bold=True))
    shapes.append(Text(x, y + 0.23, _die(unit), 0.3, ink, bold=True))
    if dim:
        shapes += [Disc(x - 0.35, y - 0.35, 0.17, PAPER, full, 0.04, "activated"), *draw.tick(x - 0.35, y - 0.35, 0.2, full)]
    if damage:
        wide = 0.2 + 0.18 * len(str(damage))
        shapes.append(Rect(x + 0.58 - wide, y - 0.58, wide, 0.34, HURT, "#ffffff", 0.03, f"{damage} damage"))
        shapes.append(Text(x + 0.58 - wide / 2, y - 0.41, f"-{damage}", 0.3, "#ffffff", bold=True))
    if unit["ready"]:
        shapes.append(Disc(x - 0.38, y + 0.38, 0.16, ACTIVE, INK, 0.03, "ready"))
        shapes.append(Text(x - 0.38, y + 0.38, "R", 0.24, INK, bold=True))
    carried = [(token, int(unit["tokens"][token])) for token in Token if unit["tokens"][token]]
    for k, (token, count) in enumerate(carried):
        shapes += _token(x + 0.42, y + 0.4 - 0.34 * k, token, count, 0.15)
    return shapes


def _die(unit: np.void) -> str:
    """Die value after a D, or after the letter of an unaligned model's kind."""
    return f"{LETTERS.get(Kind(int(unit['kind'])), 'D')}{int(unit['die'])}"


def _title(record: np.void, slot: int) -> str:
    """A model in words: kind, die and what it can do."""
    unit = record["units"][slot]
    ranks = [(_words(trait.name), int(unit["traits"][trait])) for trait in state.Trait if unit["traits"][trait]]
    traits = [f"{name} {rank}" if rank > 1 else name for name, rank in ranks]
    flaws = [_words(flaw.name) for flaw in state.Flaw if unit["flaws"][flaw]]
    kind = [] if unit["kind"] == Kind.GODBREAKER else [_words(Kind(int(unit["kind"])).name)]
    return ", ".join([*kind, *traits, *flaws])


def _condition(record: np.void, slot: int) -> str:
    unit = record["units"][slot]
    if unit["status"] != Status.ON_BOARD:
        words = {Status.RESERVE: "reserve", Status.CASUALTY: "fallen", Status.ASCENDED: "ascended"}
        return words.get(Status(int(unit["status"])), "")
    return "active" if slot == int(record["active"]) else "ready" if unit["ready"] else "done" if unit["activated"] else ""


def _notes(record: np.void, scenario: Scenario) -> list[Note]:
    rounds = int(scenario.tables[int(record["variant"])]["rounds"])
    notes = [Note((f"Godbreakers: {PurePath(scenario.name).stem}",), "title")]
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a draw" if len(winners) != 1 else f"seat_{winners[0]} wins"
        notes.append(Note((f"over: {won} by {_words(state.Reason(int(record['reason'])).name)}",), "head"))
    else:
        notes.append(Note((f"round {int(record['round'])} of {rounds}, {_words(Phase(int(record['phase'])).name)}",), "head"))
        order = ", ".join(f"seat_{seat}" for seat in _order(record))
        notes.append(Note((f"priority: {order if record['phase'] > Phase.INITIATIVE else 'not yet settled'}",)))
        decider, decision = int(record["decider"]), Decision(int(record["decision"]))
        notes.append(Note((f"seat_{decider} decides: {decision.name}",), "text", _color(decider)))
        notes.append(Note((QUESTIONS.get(decision, ""),), "dim"))
        if decision == Decision.PRIORITY:
            notes += [Note((line,), "dim") for line in _orders(record)]
        if record["active"] >= 0:
            notes.append(Note((f"active: {int(record['active']) + NUMBER}, actions left: {int(record['actions_left'])}",), "dim"))
    dice = [str(int(face)) for face in record["log"][: int(record["logged"])]]
    notes.append(Note((f"dice: {' '.join(dice) or '-'}",), "dim"))
    for seat in range(scenario.seats):
        notes += [Note((), "gap"), _seat_note(record, scenario, seat)]
        slots = [s for s in range(SLOTS) if record["units"]["status"][s] and _camp(record, s) == seat]
        notes += [_unit_note(record, s) for s in slots]
    wild = [s for s in _standing(record, range(GODBREAKERS, SLOTS)) if _camp(record, s) < 0]
    if wild:
        notes += [Note((), "gap"), Note((f"wild models: {len(wild)}",), "head", WILD)]
        notes += [_unit_note(record, s) for s in wild]
    return notes


def _standing(record: np.void, slots: Iterable[int]) -> list[int]:
    return [slot for slot in slots if record["units"]["status"][slot] == Status.ON_BOARD]


def _camp(record: np.void, slot: int) -> int:
    """The seat under which a model is listed, -1 for the wild ones."""
    unit = record["units"][slot]
    if slot < GODBREAKERS:
        return int(unit["circle"])
    return int(unit["seat"]) if unit["status"] == Status.ON_BOARD else -1


def _orders(record: np.void) -> list[str]:
    """What the numbers of the priority orders stand for, six to a line at most."""
    seats = [seat for seat in range(int(record["seats"])) if not int(record["routed"]) >> seat & 1]
    words = [f"{k}={''.join(map(str, order))}" for k, order in enumerate(itertools.permutations(seats))]
    return ["  ".join(words[k : k + 6]) for k in range(0, len(words), 6)]


def _seat_note(record: np.void, scenario: Scenario, seat: int) -> Note:
    held = sum(
        controller(record, m) == seat
        for m in range(len(record["markers"]))
        if record["markers"][m]["kind"] and record["markers"][m]["cell"] >= 0
    )
    trait = int(record["shard_trait"][seat])
    shard = f"shard: {_words(state.Trait(trait).name)}" if trait >= 0 else "no shard"
    name = PurePath(scenario.players[seat]).stem
    routed = ", ROUTED" if int(record["routed"]) >> seat & 1 else ""
    return Note((f"seat_{seat} {name}: {int(record['points'][seat])} VP, holds {held}, {shard}{routed}",), "head", _color(seat))


def _unit_note(record: np.void, slot: int) -> Note:
    unit = record["units"][slot]
    damage = f"-{int(unit['damage'])}" if unit["damage"] and unit["status"] == Status.ON_BOARD else ""
    return Note((str(slot + NUMBER), _die(unit), damage, _condition(record, slot), _title(record, slot)))


def _glyphs(record: np.void, size: int) -> list[tuple[Glyph, ...]]:
    """The text board: two-figure numbers for models, S0 shard, O objective, H hoard, :: area, ## barricade, XX impassable."""
    ground, board = record["ground"].reshape(SIDE, SIDE), record["board"].reshape(SIDE, SIDE)
    rows = []
    for y in range(size):
        row = []
        for x in range(size):
            spot, bits = int(board[y, x]), int(ground[y, x])
            paper = AREA if bits & state.Ground.AREA else PAPER
            piles = [t for t in Token if record["piles"][t][y * SIDE + x]]
            if 0 <= spot < SLOTS:
                unit = record["units"][spot]
                fill = _color(int(unit["seat"]))
                fill, ink = (blend(fill, PAPER, 0.6), INK) if unit["activated"] else (fill, "#ffffff")
                row.append(Glyph(f"{spot + NUMBER:02}", ink, ACTIVE if spot == int(record["active"]) else fill))
            elif Spot.MARKER <= spot < Spot.BARRICADE:
                marker = record["markers"][spot - Spot.MARKER]
                kind = int(marker["kind"])
                held = controller(record, spot - Spot.MARKER)
                text = f"S{int(marker['seat'])}" if kind == MarkerKind.SHARD else "()" if kind == MarkerKind.OBJECTIVE else "HH"
                row.append(Glyph(text, _color(held) if held >= 0 else INK, OBJECTIVE))
            elif spot == Spot.BARRICADE:
                solid = bits & state.Ground.IMPASSABLE
                row.append(Glyph("XX" if solid else "##", PAPER, SOLID if solid else WALL))
            elif piles:
                row.append(Glyph(f"{'$t'[piles[0]]}{min(int(record['piles'][piles[0]][y * SIDE + x]), 9)}", INK, OBJECTIVE))
            else:
                row.append(Glyph("::" if bits & state.Ground.AREA else ".", blend(FAINT, paper, 0.5), paper))
        rows.append(tuple(row))
    return rows


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the board and the text board."""
    size = int(scenario.tables[int(record["variant"])]["size"])
    terrain, grid = _ground(record, size)
    units = [shape for slot in _standing(record, range(SLOTS)) for shape in _unit(record, slot)]
    layers = (("terrain", terrain), ("grid", grid), ("markers", _markers(record)), ("piles", _piles(record)), ("units", units))
    return Scene(
        title=f"Godbreakers: {scenario.name}, {summary(record, scenario)}", width=size, height=size,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers),
        notes=tuple(_notes(record, scenario)), glyphs=tuple(_glyphs(record, size)),
        footer=KEY, tabs=(0.0, 1.1, 2.4, 3.4, 5.7),
    )  # fmt: skip
