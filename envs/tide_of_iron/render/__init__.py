"""What a position of Tide of Iron looks like: a scene of shapes, and one line of score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

import numpy as np
from skirmish_rl.envs.tide_of_iron.pieces import NUMBER, SIDE_NAMES, at, centre, goal, ground_color, hexagon, mark, words
from skirmish_rl.envs.tide_of_iron.rules.frames import Frame

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Glyph, Line, Note, Polygon, Scene, Shape, Text, blend
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron import pieces, state
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    SIDES,
    SLOTS,
    WIDTH,
    Card,
    Decision,
    Fort,
    Goal,
    Mark,
    Phase,
    Status,
    Terrain,
)

SCALE = 2.9  # a hex is that many cells of other boards wide, so that three counters fit into it
LINE = 58  # letters that fit beside the board
GOLD = "#b08d00"
TERRAIN_LETTERS = {
    Terrain.CLEAR: ".", Terrain.WOODS: "w", Terrain.BUILDING: "#", Terrain.ROUGH: ":", Terrain.BRIDGE: "=", Terrain.STREAM: "~",
    Terrain.DEEP_STREAM: "%", Terrain.POND: "o",
}  # fmt: skip
MARK_LETTERS = {"mines": "m", "wire": "x", "traps": "t", "pillbox": "b", "entrenchment": "e", "charge": "c", "smoke": "s"}
KEY = (
    "Counter: number as in action texts; four slots of figures: R regular, E elite, O officer, G machine gun, M mortar;",
    "or a vehicle with the squads aboard. Dark: fresh. Pale and ticked: fatigued. OP: Op Fire. Yellow halo: active.",
    "P pinned, D disrupted, L lightly, H heavily damaged. Brown or grey frame: in an entrenchment or a pillbox.",
    "AT anti-tank, FL flamethrower, EN engineer, ME medic, RE recon, EX expert, DE demolition. Cards: cost, phase, + draws again.",
)
TEXT_KEY = (
    "Hexes: a unit's number, or side and number of units. w woods, # building, : rough, ~ stream, % deep stream, = bridge, o pond,",
    "+ road; a hill's level stands before it. * victory, $ command objective, x wire, m mines, t traps, s smoke, e free entrenchment,",
    "b free pillbox, c charge; - is off the map.",
)
QUESTIONS = {
    Decision.ASSIGN_TOKEN: "which squad gets the specialisation token",
    Decision.DRAW_START: "which deck the starting card comes from",
    Decision.PLACE_MARKER: "where the fortification goes",
    Decision.DEPLOY: "where the unit starts: a hex or a transport",
    Decision.DEPLOY_FORT: "whether it starts in a fortification, or pass",
    Decision.SELECT: "the next action: a unit's order or a card",
    Decision.FIRE_OR_MOVE: "fire first or move first",
    Decision.STEP: "the next step, or pass to stop",
    Decision.TARGET: "what to attack",
    Decision.FIGURES: "which figures fire",
    Decision.ATTACK_TYPE: "a normal or a suppressive attack",
    Decision.SUPPORT: "another unit to support the attack, or pass",
    Decision.OP_FIRE: "which unit makes Op Fire on the active unit, or pass",
    Decision.ORDER: "what comes first: Op Fire or mines",
    Decision.CASUALTY: "which figure is lost",
    Decision.ASSAULT_HEX: "which hex to assault, or pass",
    Decision.ASSAULT_SUPPORT: "a squad to support the assault, or pass",
    Decision.HIT_UNIT: "which unit takes the next hit of the assault",
    Decision.RETREAT: "where the unit retreats",
    Decision.COMMAND: "a card, command for the initiative pool, or pass",
    Decision.DRAW: "which deck to draw from",
    Decision.DRAW_EXTRA: "a second card (+), or pass",
    Decision.OP_MODE: "which unit to put in Op Fire mode, or pass",
    Decision.TRANSFER_FROM: "which squad hands over a figure, or pass",
    Decision.TRANSFER_FIGURE: "which figure it hands over",
    Decision.TRANSFER_TO: "which squad receives the figure",
    Decision.ARRIVE: "where the reinforcement arrives",
    Decision.CARD_UNIT: "which unit the card is for",
    Decision.CARD_CELL: "which hex the card is for",
    Decision.SMOKE_CELL: "where to lay smoke",
    Decision.HEAL_UNIT: "which squad the medic heals",
    Decision.OCCUPY: "which squad occupies the new entrenchment, or pass",
    Decision.GUN_CREW: "which unit moves the gun",
    Decision.CLEAR_CELL: "which tank traps to clear",
}


def _titled(member: str) -> str:
    return member.title().replace("_", " ")


def _tables(record: np.void, scenario: Scenario) -> np.void:
    return scenario.tables[int(record["variant"])]


def _size(tables: np.void) -> tuple[int, int]:
    """Columns and rows of the map."""
    cells = np.flatnonzero(tables["on_map"])
    return int((cells % WIDTH).max()) + 1, int((cells // WIDTH).max()) + 1


def _held(record: np.void, tables: np.void) -> str:
    """Who controls each objective, in order: A, B or a dot."""
    return "".join((*SIDE_NAMES, ".")[int(record["control"][k])] for k in range(int(tables["n_objectives"])))


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, points, command, initiative and objectives in one line."""
    points = ":".join(str(int(p)) for p in record["points"])
    if record["over"]:
        return f"over | {points} | {words(state.Reason(int(record['reason'])).name)}"
    command, pool = (":".join(str(int(n)) for n in record[name]) for name in ("command", "pool"))
    held = _held(record, _tables(record, scenario)) or "-"
    token = f"initiative {pool} with seat_{int(record['initiative'])}"
    phase = words(Phase(int(record["phase"])).name)
    return f"round {int(record['round'])} {phase} | {points} | command {command}, {token} | objectives {held}"


def _terrain(tables: np.void) -> tuple[list[Shape], list[Shape]]:
    """The hexes with what stands in them, then roads, and the slopes with the names of the hexes."""
    ground: list[Shape] = []
    roads: list[list[Shape]] = [[], []]
    grid: list[Shape] = []
    for cell in map(int, np.flatnonzero(tables["on_map"])):
        x, y = centre(cell)
        kind, level = Terrain(int(tables["terrain"][cell])), int(tables["level"][cell])
        names = [at(cell), words(kind.name), f"hill level {level}" if level else "", "road" if tables["road"][cell] else ""]
        ground += [
            Polygon(hexagon(x, y), ground_color(tables, cell), pieces.RIM, 0.018, ", ".join(filter(None, names))),
            *pieces.scenery(kind, x, y),
        ]
        for d in range(state.DIRECTIONS):
            there = int(tables["next"][cell, d])
            if int(tables["road"][cell]) >> d & 1:
                end = x + pieces.SIDE_MIDDLES[d][0], y + pieces.SIDE_MIDDLES[d][1]
                bridge = kind == Terrain.BRIDGE
                roads[0].append(Line(x, y, *end, blend(pieces.ROAD, INK, 0.7 if bridge else 0.35), 0.3 if bridge else 0.2))
                roads[1].append(Line(x, y, *end, pieces.ROAD, 0.2 if bridge else 0.16, "bridge" if bridge else "road"))
            drop = level - int(tables["level"][there]) if there >= 0 else 0
            if drop > 0:
                (a, b), (p, q) = pieces.CORNERS[d], pieces.CORNERS[(d + 1) % state.DIRECTIONS]
                ends = (x + 0.95 * a, y + 0.95 * b, x + 0.95 * p, y + 0.95 * q)
                grid.append(Line(*ends, pieces.CLIFF, 0.09, "cliff") if drop > 1 else Line(*ends, pieces.CONTOUR, 0.055, "slope"))
        grid.append(Text(x, y + 0.45, at(cell), 0.115, blend(INK, ground_color(tables, cell), 0.25)))
    return [*ground, *roads[0], *roads[1]], grid


def _objectives(record: np.void, tables: np.void) -> tuple[list[Shape], list[Shape]]:
    """Frames in the colour of who controls the hex, and the signs of what it is worth."""
    frames: list[Shape] = []
    signs: list[Shape] = []
    places: dict[int, list[int]] = {}
    for k in range(int(tables["n_objectives"])):
        places.setdefault(int(tables["objective_cell"][k]), []).append(k)
    for cell, goals in places.items():
        x, y = centre(cell)
        held = int(record["control"][goals[0]])
        frames.append(Polygon(hexagon(x, y, 0.91), None, draw.SEAT_COLORS[held] if held >= 0 else GOLD, 0.05))
        for n, k in enumerate(goals):
            kind, value = int(tables["objective_kind"][k]), int(tables["objective_value"][k])
            signs += goal(kind, value, x + 0.36 * (n - (len(goals) - 1) / 2), y - 0.44, int(record["control"][k]))
    return frames, signs


def _marks_of(record: np.void, cell: int) -> list[tuple[str, int]]:
    """Markers in a hex and how many of each; of the fortifications only the empty ones."""
    bits = int(record["marks"][cell])
    here = record["units"][(record["units"]["cell"] == cell) & (record["units"]["status"] == Status.ON_MAP)]
    out = [(sign.name.lower(), 1) for sign in (Mark.WIRE, Mark.MINES, Mark.TRAPS, Mark.SMOKE) if bits & sign]
    for sign, fort in ((Mark.ENTRENCHMENT, Fort.ENTRENCHMENT), (Mark.PILLBOX, Fort.PILLBOX)):
        free = bits // sign % 4 - int((here["fort"] == fort).sum())
        out += [(sign.name.lower(), free)] if free > 0 else []
    out += [(f"charge_{side}", 1) for side in range(SIDES) if bits & (Mark.CHARGE_A << side)]
    return out + [(f"cover_{side}", 1) for side in range(SIDES) if bits & (Mark.COVER_A << side)]


def _markers(record: np.void, tables: np.void) -> tuple[list[Shape], list[Shape]]:
    """Clouds of smoke, which lie below the counters, and the signs, which lie above them."""
    clouds: list[Shape] = []
    signs: list[Shape] = []
    for cell in map(int, np.flatnonzero(tables["on_map"])):
        x, y = centre(cell)
        marks = _marks_of(record, cell)
        if ("smoke", 1) in marks:
            clouds += pieces.cloud(x, y)
            marks.remove(("smoke", 1))
        for n, (name, count) in enumerate(marks):
            signs += mark(name, x + 0.27 * (n - (len(marks) - 1) / 2), y + 0.36, count)
    return clouds, signs


def _stacks(record: np.void) -> dict[int, list[int]]:
    """Units that stand in each hex, those aboard left out."""
    stacks: dict[int, list[int]] = {}
    for slot in range(SLOTS):
        unit = record["units"][slot]
        if unit["status"] == Status.ON_MAP and unit["carrier"] < 0 and unit["cell"] >= 0:
            stacks.setdefault(int(unit["cell"]), []).append(slot)
    return stacks


def _units(record: np.void) -> list[Shape]:
    shapes: list[Shape] = []
    active = int(record["active"])
    for cell, slots in _stacks(record).items():
        x, y = centre(cell)
        n, gap = len(slots), 0.02
        w, h = {1: (0.84, 0.44), 2: (0.82, 0.32), 3: (0.92, 0.205)}.get(n, (0.92, 0.62 / n))
        top = y - 0.01 - (n * h + (n - 1) * gap) / 2
        boxes = [(slot, x - w / 2, top + k * (h + gap), w, h) for k, slot in enumerate(slots)]
        boxes.sort(key=lambda box: box[0] == active)  # the halo of the active unit lies on top
        shapes += [shape for box in boxes for shape in pieces.counter(record, *box)]
    return shapes


def _running(record: np.void, kind: Frame) -> np.void | None:
    """The topmost process of a kind that is under way."""
    frames = record["frames"][: int(record["depth"])]
    return next((frame for frame in frames[::-1] if frame["kind"] == kind), None)


def _fire(record: np.void) -> tuple[list[int], int] | None:
    """Units that attack or assault now, and the hex they attack."""
    if _running(record, Frame.ATTACK) is None and _running(record, Frame.ASSAULT) is None:
        return None
    attack = record["attack"][0]
    cell = int(record["units"]["cell"][int(attack["target"])]) if attack["target"] >= 0 else int(attack["cell"])
    slots = [slot for slot in range(SLOTS) if attack["part"][slot] or slot == int(attack["lead"])]
    return (slots, cell) if cell >= 0 else None


def _arrows(record: np.void) -> list[Shape]:
    """The hex under attack, and a line to it from each attacker."""
    fire = _fire(record)
    if fire is None:
        return []
    x, y = centre(fire[1])
    shapes: list[Shape] = [Polygon(hexagon(x, y, 0.97), None, pieces.HURT, 0.05, "under attack")]
    for cell in sorted({int(record["units"]["cell"][slot]) for slot in fire[0]} - {fire[1], -1}):
        a, b = centre(cell)
        long = float(np.hypot(x - a, y - b))
        u, v = (x - a) / long, (y - b) / long
        tip = x - 0.42 * u, y - 0.42 * v
        start = a + 0.42 * u, b + 0.42 * v
        foot = tip[0] - 0.16 * u, tip[1] - 0.16 * v
        head = (tip, (foot[0] - 0.1 * v, foot[1] + 0.1 * u), (foot[0] + 0.1 * v, foot[1] - 0.1 * u))
        shapes += [
            Line(*start, *foot, "#ffffff", 0.09),
            Line(*start, *foot, pieces.HURT, 0.05, "attack"),
            Polygon(head, pieces.HURT, "#ffffff", 0.015),
        ]
    return shapes


def _zones(record: np.void, tables: np.void) -> list[Shape]:
    """Where the deciding seat may set up, place its marker or have its reinforcement arrive."""
    seat, decision = int(record["decider"]), Decision(int(record["decision"]))
    name, game = "zone", _running(record, Frame.GAME)
    if decision == Decision.ARRIVE:
        name = "arrival"
    elif decision == Decision.PLACE_MARKER and game is not None:
        dug = tables["markers"][seat][int(game["b"])] in (Mark.ENTRENCHMENT, Mark.PILLBOX)
        name = "zone_trench" if dug else "zone_wire"
    elif record["phase"] != Phase.SETUP or seat < 0:
        return []
    return [
        Polygon(hexagon(*centre(cell), 0.93), None, draw.SEAT_COLORS[seat], 0.025) for cell in np.flatnonzero(tables[name][seat])
    ]


def _legend(tables: np.void, columns: int, rows: int) -> list[Shape]:
    """Samples of terrain and markers in the room below the last row."""
    land, levels = (tables[name][np.flatnonzero(tables["on_map"])] for name in ("terrain", "level"))
    items: list[tuple[str, list[Shape]]] = []
    for kind in Terrain:
        planks = [Line(0, -0.4, 0, 0.4, pieces.ROAD, 0.3)] if kind == Terrain.BRIDGE else []
        if kind != Terrain.CLEAR and (land == kind).any():
            items.append(
                (
                    words(kind.name),
                    [Polygon(hexagon(0, 0), pieces.LAND[kind], pieces.RIM, 0.05), *pieces.scenery(kind, 0, 0), *planks],
                )
            )
    for level in (1, 2):
        if (levels == level).any():
            items.append((f"hill level {level}", [Polygon(hexagon(0, 0), pieces.LEVELS[level], pieces.CONTOUR, 0.1)]))
    items = [(name, [draw.moved(shape, 0.23) for shape in sample]) for name, sample in items]
    items += [
        ("victory", goal(Goal.VICTORY, 1, 0, 0, -1)), ("command, any", goal(Goal.NEUTRAL, 1, 0, 0, -1)),
        ("command of A", goal(Goal.COMMAND_A, 1, 0, 0, -1)), ("control", pieces.flag(-0.06, -0.1, 0)),
        ("smoke", [draw.moved(shape, 0.2) for shape in pieces.cloud(0, 0)]),
        ("wire", mark("wire", 0, 0)), ("mines", mark("mines", 0, 0)), ("tank traps", mark("traps", 0, 0)),
        ("free trench", mark("entrenchment", 0, 0)), ("free pillbox", mark("pillbox", 0, 0)), ("Take Cover", mark("cover_0", 0, 0)),
    ]  # fmt: skip
    top = pieces.PITCH * (rows - 1) + 2 * pieces.RADIUS + 0.06
    across = max(int(columns / 1.48), 1)
    pitch = min((rows - top) / -(-len(items) // across), 0.36)
    shapes: list[Shape] = []
    for n, (name, sample) in enumerate(items):
        x, y = 0.17 + n % across * 1.48, top + (n // across + 0.5) * pitch
        shapes += [draw.moved(shape, min(1.0, pitch / 0.27), x, y) for shape in sample]
        shapes.append(Text(x + 0.2, y, name, min(0.17, 0.68 * pitch), INK, "start"))
    return shapes


def _wrapped(head: str, items: list[str], kind: str = "dim") -> Iterator[Note]:
    """A list after its name, in lines that fit beside the board."""
    line = f"{head}:"
    for k, item in enumerate(items):
        word = item + ("," if k < len(items) - 1 else "")
        if len(line) + 1 + len(word) > LINE:
            yield Note((line,), kind)
            line = "   "
        line += f" {word}"
    yield Note((line,), kind)


def _card(tables: np.void, card: Card, count: int) -> str:
    """A card by its name with cost, phases and the sign of an extra draw."""
    phases = (
        "A" * bool(tables["card_action"][card]) + "C" * bool(tables["card_command"][card]) + "+" * bool(tables["card_plus"][card])
    )
    return f"{_titled(card.name)} ({int(tables['card_cost'][card])}{phases}){f' x{count}' if count > 1 else ''}"


def _seat_notes(record: np.void, tables: np.void, scenario: Scenario, seat: int) -> Iterator[Note]:
    points = int(record["points"][seat])
    flipped = f" (+10 side, space {points - 10})" if points > 10 else ""
    name = PurePath(scenario.players[seat]).stem
    yield Note((f"seat_{seat} {name}: {points} VP{flipped}",), "head", draw.SEAT_COLORS[seat])
    token = ", holds the token" if record["initiative"] == seat else ""
    done = ", no more actions" if record["phase"] == Phase.ACTION and record["finished"][seat] else ""
    yield Note((f"command {int(record['command'][seat])}, initiative pool {int(record['pool'][seat])}{token}{done}",))
    hand = [_card(tables, card, int(record["hand"][seat][card])) for card in Card if record["hand"][seat][card]]
    if tables["n_decks"][seat]:
        yield from _wrapped("HQ", hand or ["no cards"], "text")
        decks = [
            (state.Deck(int(tables["decks"][seat][k])), int(record["deck"][seat][k].sum()))
            for k in range(min(int(tables["n_decks"][seat]), state.DECKS))
        ]
        yield from _wrapped("decks", [f"{_titled(deck.name)} {n}" for deck, n in decks])
    play = [f"{_titled(card.name)} (lasting)" for card in Card if record["lasting"][seat][card]]
    play += [f"{_titled(card.name)} (no contact)" for card in Card if record["waiting"][seat][card]]
    if play:
        yield from _wrapped("in play", play)
    fixed = [_titled(operation.name) for operation in state.Operation if tables["operations"][seat][operation]]
    if fixed:
        yield from _wrapped("operations", fixed)
    units, side = record["units"], range(FORCE * seat, FORCE * (seat + 1))
    for slot in side:
        if units["status"][slot] in (Status.ON_MAP, Status.RESERVE):
            on_map = units["status"][slot] == Status.ON_MAP
            yield Note((str(slot + NUMBER), at(units["cell"][slot]) if on_map else "-", *pieces.description(record, slot)))
    lost = [str(slot + NUMBER) for slot in side if units["status"][slot] == Status.LOST]
    if lost:
        yield from _wrapped("lost", lost)


def _about(record: np.void, tables: np.void) -> str:
    """What the question is about, where the question alone does not say it."""
    decision, seat = Decision(int(record["decision"])), int(record["decider"])
    game, card = _running(record, Frame.GAME), _running(record, Frame.CARD)
    losses, retreat = _running(record, Frame.LOSSES), _running(record, Frame.RETREAT)
    if game is not None:
        if decision == Decision.ASSIGN_TOKEN:
            return f"token: {words(state.Specialty(int(tables['tokens'][seat][int(game['b']) - 1])).name)}"
        if decision == Decision.PLACE_MARKER:
            return f"marker: {words(Mark(int(tables['markers'][seat][int(game['b'])])).name)}"
        if decision in (Decision.DEPLOY, Decision.DEPLOY_FORT, Decision.ARRIVE):
            slot = int(game["c" if decision == Decision.ARRIVE else "b"])
            return f"unit {slot + NUMBER}: {' '.join(pieces.description(record, slot)[:2])}"
        if decision in (Decision.TRANSFER_FIGURE, Decision.TRANSFER_TO):
            figure = "" if decision == Decision.TRANSFER_FIGURE else f", {words(state.Figure(int(game['c'])).name)}"
            return f"from unit {int(game['b']) + NUMBER}{figure}"
    if decision == Decision.CASUALTY and losses is not None:
        return f"unit {int(losses['a']) + NUMBER}, figures to lose: {int(losses['b'])}"
    if decision == Decision.RETREAT and retreat is not None:
        return f"unit {int(retreat['b']) + NUMBER}"
    if decision == Decision.FIGURES:
        return f"unit {int(record['attack'][0]['asked']) + NUMBER}"
    return f"card: {_titled(Card(int(card['b'])).name)}" if card is not None else ""


def _question_notes(record: np.void, tables: np.void) -> Iterator[Note]:
    """Whose decision it is, what is asked, and about what."""
    decider, decision = int(record["decider"]), Decision(int(record["decision"]))
    yield Note((f"seat_{decider} decides: {decision.name}",), "text", draw.SEAT_COLORS[decider] if decider >= 0 else None)
    yield Note((QUESTIONS.get(decision, ""),), "dim")
    if about := _about(record, tables):
        yield Note((about,), "dim")
    if record["active"] >= 0:
        active = int(record["active"])
        place = at(record["units"]["cell"][active])
        yield Note((f"active: {active + NUMBER} at {place}, movement left: {max(int(record['movement']), 0)}",), "dim")
    fire, attack = _fire(record), record["attack"][0]
    if fire is not None:
        blow = f"{words(state.Blow(int(attack['blow'])).name)} attack"
        if _running(record, Frame.ASSAULT) is not None:
            blow = "assault"
        elif decision in (Decision.FIGURES, Decision.ATTACK_TYPE):
            blow = "attack"  # its type is not yet declared
        by = ", ".join(str(slot + NUMBER) for slot in fire[0]) or "off-board fire"
        target = f"{int(attack['target']) + NUMBER} at " if attack["target"] >= 0 else ""
        yield Note((f"{blow} by {by} on {target}{at(fire[1])}",), "dim")


def _stakes(tables: np.void) -> Iterator[Note]:
    """How the game is won, where it is not simply by most victory points."""
    if tables["victory"] == state.Victory.CONTROL:
        first, last = int(tables["control_from"]), int(tables["rounds"])
        attacker = int(tables["attacker"])
        yield Note((f"seat_{attacker} wins with all victory objectives after round {first} to {last}",), "dim")
    if tables["winning_lead"]:
        yield Note((f"a lead of {int(tables['winning_lead'])} VP wins at once",), "dim")


def _notes(record: np.void, tables: np.void, scenario: Scenario) -> Iterator[Note]:
    yield Note((f"Tide of Iron: {PurePath(scenario.name).stem}",), "title")
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a draw" if len(winners) != 1 else f"seat_{winners[0]} wins"
        yield Note((f"over: {won} by {words(state.Reason(int(record['reason'])).name)}",), "head")
    else:
        phase = words(Phase(int(record["phase"])).name)
        yield Note((f"round {int(record['round'])} of {int(tables['rounds'])}, {phase} phase",), "head")
        yield from _stakes(tables)
        acting = f"turn of seat_{int(record['turn'])}, actions left: {int(record['actions_left'])}; "
        turn = acting if record["phase"] == Phase.ACTION else ""
        yield Note((f"{turn}initiative token: seat_{int(record['initiative'])}",))
        yield from _question_notes(record, tables)
    dice = [str(int(face)) for face in record["log"][: int(record["logged"])]]
    yield Note((f"dice: {' '.join(dice) or '-'}",), "dim")
    if tables["n_objectives"]:
        yield Note((), "gap")
        yield Note(("objectives",), "head")
    for k in range(int(tables["n_objectives"])):
        kind, value, held = Goal(int(tables["objective_kind"][k])), int(tables["objective_value"][k]), int(record["control"][k])
        word = "victory" if kind == Goal.VICTORY else "command"
        word += f" {value}" if value else ""
        owner = {Goal.COMMAND_A: "of A", Goal.COMMAND_B: "of B", Goal.NEUTRAL: "any"}.get(kind, "")
        yield Note(("", at(tables["objective_cell"][k]), word, owner, f"seat_{held}" if held >= 0 else "nobody's"))
    for seat in range(scenario.seats):
        yield Note((), "gap")
        yield from _seat_notes(record, tables, scenario, seat)


def _glyphs(record: np.void, tables: np.void) -> Iterator[tuple[Glyph, ...]]:
    """The text board; see `TEXT_KEY`."""
    columns, rows = _size(tables)
    stacks = _stacks(record)
    goals = {int(tables["objective_cell"][k]): k for k in reversed(range(int(tables["n_objectives"])))}
    for row in range(rows):
        yield tuple(_glyph(record, tables, row * WIDTH + column, stacks, goals) for column in range(columns))


def _glyph(record: np.void, tables: np.void, cell: int, stacks: dict[int, list[int]], goals: dict[int, int]) -> Glyph:
    if not tables["on_map"][cell]:
        return Glyph("-", blend(FAINT, PAPER, 0.5))
    paper = ground_color(tables, cell)
    slots = stacks.get(cell, [])
    if slots:
        sides = sorted({slot // FORCE for slot in slots})
        text = f"{slots[0] + NUMBER:02}" if len(slots) == 1 else "AB" if len(sides) > 1 else f"{SIDE_NAMES[sides[0]]}{len(slots)}"
        color = draw.SEAT_COLORS[sides[-1]]
        if int(record["active"]) in slots:
            return Glyph(text, color, pieces.ACTIVE)
        tired = all(record["units"]["activation"][slot] == state.Activation.FATIGUED for slot in slots)
        return Glyph(text, INK if tired else "#ffffff", blend(color, PAPER, 0.6) if tired else color)
    signs, ink = "", INK
    if cell in goals:
        held = int(record["control"][goals[cell]])
        signs, ink = (
            "*" if tables["objective_kind"][goals[cell]] == Goal.VICTORY else "$",
            draw.SEAT_COLORS[held] if held >= 0 else INK,
        )
        paper = pieces.VICTORY
    signs += "".join(MARK_LETTERS.get(name.rstrip("_01"), "") for name, _ in _marks_of(record, cell))
    kind, level = Terrain(int(tables["terrain"][cell])), int(tables["level"][cell])
    signs += str(level) if level else ""
    signs += "+" if kind == Terrain.CLEAR and tables["road"][cell] else TERRAIN_LETTERS[kind]
    return Glyph(signs[:2], ink, paper)


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the board and the text board."""
    tables = _tables(record, scenario)
    columns, rows = _size(tables)
    ground, grid = _terrain(tables)
    clouds, signs = _markers(record, tables)
    frames, goals = _objectives(record, tables)
    layers = (
        ("terrain", ground), ("grid", grid), ("zones", _zones(record, tables)), ("smoke", clouds), ("control", frames),
        ("units", _units(record)), ("objectives", goals), ("markers", signs), ("attacks", _arrows(record)),
        ("legend", _legend(tables, columns, rows)),
    )  # fmt: skip
    return Scene(
        title=f"Tide of Iron: {scenario.name}, {summary(record, scenario)}", width=columns, height=rows,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers),
        notes=tuple(_notes(record, tables, scenario)), glyphs=tuple(_glyphs(record, tables)), footer=KEY, text_key=TEXT_KEY,
        tabs=(0.0, 1.1, 2.9, 6.6, 7.9), scale=SCALE, staggered=True,
    )  # fmt: skip
