"""What a position of Tide of Iron looks like: a scene of shapes with the lines beside it, and one line of score."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.console import asked
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Glyph, Note, Scene, Shape, blend, last_move, once, rolled, wrapped
from skirmish_rl.envs.core.events import events_of, tell
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.render.board import (
    HALO,
    SIDE_LETTERS,
    VICTORY,
    at,
    ground_color,
    legend,
    markers,
    marks_of,
    objectives,
    size_of,
    terrain,
    zones,
)
from skirmish_rl.envs.tide_of_iron.render.units import attack_arrows, attack_of, description, last_moves, name_of, stacks_of, units_of
from skirmish_rl.envs.tide_of_iron.rules.facts import seat_of
from skirmish_rl.envs.tide_of_iron.rules.telling import Roll
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    WIDTH,
    Activation,
    Blow,
    Card,
    Deck,
    Fight,
    Figure,
    Goal,
    Operation,
    Order,
    Phase,
    Reason,
    Status,
    Terrain,
    Victory,
)

SCALE = 2.9  # a hex is that many cells of other boards wide, so that three counters fit into it
LINE = 58  # letters that fit beside the board
TOLD = 14  # lines about the last move, at most
ROLLED = 6  # rolls of dice
TERRAIN_LETTERS = {
    Terrain.CLEAR: ".", Terrain.WOODS: "w", Terrain.BUILDING: "#", Terrain.ROUGH: ":", Terrain.BRIDGE: "=", Terrain.STREAM: "~",
    Terrain.DEEP_STREAM: "%", Terrain.POND: "o",
}  # fmt: skip
MARK_LETTERS = {
    "mines": "m", "wire": "x", "traps": "t", "pillbox": "b", "entrenchment": "e", "charge_a": "c", "charge_b": "c", "smoke": "s",
    "cover_a": "v", "cover_b": "v",
}  # fmt: skip
KEY = (
    "Counter: the unit's name; four slots of figures: R regular, E elite, O officer, G machine gun, M mortar; or a vehicle with the",
    "squads aboard. Dark: fresh. Pale and ticked: fatigued. OP: Op Fire. Yellow halo: active. Purple: the last move. Red: attacks.",
    "P pinned, D disrupted, L lightly, H heavily damaged. Brown or grey frame: in an entrenchment or a pillbox. Thin frames: where to "
    "place.",
    "AT anti-tank, FL flamethrower, EN engineer, ME medic, RE recon, EX expert, DE demolition. Cards: cost, phase, + draws again.",
)
TEXT_KEY = (
    "Hexes: a unit's name, + with others. w woods, # building, : rough, ~ stream, % deep stream, = bridge, o pond, + road; a hill's "
    "level stands before it. * victory, $ command objective, x wire, m mines, t traps, s smoke, e free entrenchment, b free pillbox, "
    "v Take Cover, c charge; - is off the map.",
    "Lists: R regular, E elite, O officer, G machine gun, M mortar; AT anti-tank, FL flamethrower, EN engineer, ME medic, RE recon, EX "
    "expert, "
    "DE demolition; OP Op Fire; P pinned, D disrupted, L lightly, H heavily damaged. Cards: cost, phase, + draws again.",
)


def _titled(member: IntEnum) -> str:
    return member.name.title().replace("_", " ")


def _tables(record: np.void, scenario: Scenario) -> np.void:
    return scenario.tables[int(record["variant"])]


def _held(record: np.void, tables: np.void) -> str:
    """Who controls each objective, in order: A, B or a dot."""
    return "".join((*SIDE_LETTERS, ".")[int(record["control"][k])] for k in range(int(tables["n_objectives"])))


def _aim(tables: np.void) -> tuple[str, str]:
    rounds = int(tables["rounds"])
    if tables["victory"] == Victory.CONTROL:
        taker = int(tables["attacker"])
        first = f"seat_{taker} must hold all victory objectives (*) after round {int(tables['control_from'])} to {rounds};"
        return first, f"seat_{1 - taker} must stop it. Whoever loses every unit has lost at once."
    lead = int(tables["winning_lead"])
    sooner = f"A lead of {lead} wins at once, and so does taking" if lead else "You win at once by taking"
    return f"Most victory points after {rounds} rounds win: hold the victory objectives (*).", f"{sooner} the enemy's last unit."


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, points, command, initiative and objectives in one line."""
    points = ":".join(str(int(p)) for p in record["points"])
    if record["over"]:
        return f"over | {points} | {member_word(Reason, record['reason'])}"
    command, pool = (":".join(str(int(n)) for n in record[name]) for name in ("command", "pool"))
    held = _held(record, _tables(record, scenario)) or "-"
    token = f"initiative {pool} with seat_{int(record['initiative'])}"
    phase = member_word(Phase, record["phase"])
    return f"round {int(record['round'])} {phase} | {points} | command {command}, {token} | objectives {held}"


def _wrapped(head: str, items: list[str], kind: str = "dim", between: str = ",") -> Iterator[Note]:
    """A list after its name, in lines that fit beside the board."""
    line = head
    for k, item in enumerate(items):
        word = item + (between if k < len(items) - 1 else "")
        if len(line) + 1 + len(word) > LINE and line.strip():
            yield Note((line,), kind)
            line = "   "
        line += f" {word}" if line else word
    yield Note((line,), kind)


def _card(tables: np.void, card: Card, count: int) -> str:
    """A card by its name with cost, phases and the sign of an extra draw."""
    phases = "".join(sign for sign, key in (("A", "action"), ("C", "command"), ("+", "plus")) if tables[f"card_{key}"][card])
    return f"{_titled(card)} ({int(tables['card_cost'][card])}{phases}){f' x{count}' if count > 1 else ''}"


def _seat_notes(record: np.void, tables: np.void, scenario: Scenario, seat: int) -> Iterator[Note]:
    points = int(record["points"][seat])
    flipped = f" (+10 side, space {points - 10})" if points > 10 else ""
    name = PurePath(scenario.players[seat]).stem
    yield Note((f"seat_{seat} {name}: {points} VP{flipped}",), "head", draw.SEAT_COLORS[seat])
    token = ", holds the token" if record["initiative"] == seat else ""
    done = ", no more actions" if record["phase"] == Phase.ACTION and record["finished"][seat] else ""
    yield Note((f"command {int(record['command'][seat])}, initiative pool {int(record['pool'][seat])}{token}{done}",))
    hand = [_card(tables, card, int(record["hand"][seat][card])) for card in Card if record["hand"][seat][card]]
    decks = tables["decks"][seat][: tables["n_decks"][seat]]
    if len(decks):
        yield from _wrapped("HQ:", hand or ["no cards"], "text")
        yield from _wrapped("decks:", [f"{_titled(Deck(deck))} {int(record['deck'][seat][k].sum())}" for k, deck in enumerate(decks)])
    play = [f"{_titled(card)} (lasting)" for card in Card if record["lasting"][seat][card]]
    play += [f"{_titled(card)} (no contact)" for card in Card if record["waiting"][seat][card]]
    if play:
        yield from _wrapped("in play:", play)
    fixed = [_titled(operation) for operation in Operation if tables["operations"][seat][operation]]
    if fixed:
        yield from _wrapped("operations:", fixed)
    units, side = record["units"], range(FORCE * seat, FORCE * (seat + 1))
    for slot in side:
        if units["status"][slot] in (Status.ON_MAP, Status.RESERVE):
            on_map = units["status"][slot] == Status.ON_MAP
            yield Note((name_of(slot), at(units["cell"][slot]) if on_map else "-", *description(record, slot)))
    lost = [name_of(slot) for slot in side if units["status"][slot] == Status.LOST]
    if lost:
        yield from _wrapped("lost:", lost)


def _question_notes(record: np.void, scenario: Scenario) -> Iterator[Note]:
    """Whose decision it is, what is asked, and about what."""
    decider, decision = int(record["decider"]), int(record["decision"])
    asked_of = f"seat_{decider} decides: {member_word(Decision, decision)}"
    yield Note((asked_of,), "text", draw.SEAT_COLORS[decider] if decider >= 0 else None)
    yield from wrapped(asked(record, scenario), LINE)
    if decision == Decision.CASUALTY:
        yield Note((f"figures to lose: {int(record['losses'])}",), "dim")
    if record["given"] >= 0:
        yield Note((f"it hands over: {member_word(Figure, record['given'])}",), "dim")
    if record["card"] >= 0:
        yield Note((f"card of seat_{int(record['card_seat'])}: {_titled(Card(int(record['card'])))}",), "dim")
    if record["active"] >= 0:
        active = int(record["active"])
        order = member_word(Order, record["order"]) if record["order"] >= 0 else "-"
        place = at(record["units"]["cell"][active])
        yield Note((f"active: {name_of(active)} at {place}, {order}, movement left: {int(record['movement'])}",), "dim")
    attack, fire = attack_of(record), record["attack"][0]
    if attack is not None:
        blow = f"{member_word(Blow, fire['blow'])} attack"
        if fire["fight"] == Fight.ASSAULT:
            blow = "assault"
        elif decision in (Decision.FIGURES, Decision.ATTACK_TYPE):
            blow = "attack"  # its type is not yet declared
        by = ", ".join(name_of(slot) for slot in attack[0]) or "off-board fire"
        target = f"{name_of(fire['target'])} at " if fire["target"] >= 0 else ""
        yield Note((f"{blow} by {by} on {target}{at(attack[1])}",), "dim")


def _stakes(tables: np.void) -> Iterator[Note]:
    """How the game is won, where it is not simply by most victory points."""
    if tables["victory"] == Victory.CONTROL:
        first, last = int(tables["control_from"]), int(tables["rounds"])
        attacker = int(tables["attacker"])
        yield Note((f"seat_{attacker} wins with all victory objectives after round {first} to {last}",), "dim")
    if tables["winning_lead"]:
        yield Note((f"a lead of {int(tables['winning_lead'])} VP wins at once",), "dim")


def _dice_notes(record: np.void) -> Iterator[Note]:
    """The dice of the last answer, each roll under the colour of who rolled it."""
    rolls = rolled(events_of(record))
    if rolls:
        yield Note((), "gap")
        yield Note(("dice",), "head")
    for event, faces in rolls[-ROLLED:]:
        seat = event.seat if event.seat >= 0 else seat_of(event.unit) if event.unit >= 0 else -1
        who = name_of(event.unit) if event.unit >= 0 else f"seat_{seat}" if seat >= 0 else ""
        line = f"{who} {member_word(Roll, event.value)}: {' '.join(map(str, faces))}".strip()
        yield Note((line,), "text", draw.SEAT_COLORS[seat] if seat >= 0 else None)


def _notes(record: np.void, tables: np.void, scenario: Scenario) -> Iterator[Note]:
    yield Note((f"Tide of Iron: {PurePath(scenario.name).stem}",), "title")
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a draw" if len(winners) != 1 else f"seat_{winners[0]} wins"
        yield Note((f"over: {won} by {member_word(Reason, record['reason'])}",), "head")
    else:
        phase = member_word(Phase, record["phase"])
        yield Note((f"round {int(record['round'])} of {int(tables['rounds'])}, {phase} phase",), "head")
        yield from _stakes(tables)
        acting = f"turn of seat_{int(record['turn'])}, actions left: {int(record['actions_left'])}; "
        turn = acting if record["phase"] == Phase.ACTION else ""
        yield Note((f"{turn}initiative token: seat_{int(record['initiative'])}",))
        yield from _question_notes(record, scenario)
    yield from last_move(tell(record, scenario), LINE, TOLD)
    yield from _dice_notes(record)
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


def _ground(record: np.void, tables: np.void, cell: int, goals: dict[int, int]) -> str:
    """What a hex shows on the text board where nobody stands."""
    signs = ""
    if cell in goals:
        signs = "*" if tables["objective_kind"][goals[cell]] == Goal.VICTORY else "$"
    signs += "".join(MARK_LETTERS[name] for name, _ in marks_of(record, cell))
    kind, level = Terrain(int(tables["terrain"][cell])), int(tables["level"][cell])
    signs += str(level) if level else ""
    return signs + ("+" if kind == Terrain.CLEAR and tables["road"][cell] else TERRAIN_LETTERS[kind])


def _crowded(record: np.void) -> Iterator[str]:
    """In words the hexes of which the text board does not show all."""
    for cell, slots in sorted(stacks_of(record).items()):
        signs = [name for name, _ in marks_of(record, cell)]
        if len(slots) > 1 or signs:
            yield f"{at(cell)} {' '.join([*map(name_of, slots), *(sign.replace('_', ' ') for sign in signs)])}"


def _glyphs(record: np.void, tables: np.void) -> tuple[tuple[Glyph, ...], ...]:
    """The text board, see `TEXT_KEY`."""
    columns, rows = size_of(tables)
    stacks = stacks_of(record)
    goals = {int(tables["objective_cell"][k]): k for k in reversed(range(int(tables["n_objectives"])))}

    def glyph(cell: int) -> Glyph:
        if not tables["on_map"][cell]:
            return Glyph("-", blend(FAINT, PAPER, 0.5))
        ground, slots = _ground(record, tables, cell, goals), stacks.get(cell, [])
        if not slots:
            held = int(record["control"][goals[cell]]) if cell in goals else -1
            return Glyph(
                ground[:3], draw.SEAT_COLORS[held] if held >= 0 else INK, VICTORY if cell in goals else ground_color(tables, cell)
            )
        text = min(map(name_of, slots), key=len) + "+" * (len(slots) > 1)
        color = draw.SEAT_COLORS[max(slots) // FORCE]
        if int(record["active"]) in slots:
            return Glyph(text, color, HALO)
        tired = all(record["units"]["activation"][slot] == Activation.FATIGUED for slot in slots)
        return Glyph(text, INK if tired else "#ffffff", blend(color, PAPER, 0.6) if tired else color)

    return tuple(tuple(glyph(row * WIDTH + column) for column in range(columns)) for row in range(rows))


def _map(tables: np.void) -> tuple[int, tuple[Shape, ...], tuple[Shape, ...], tuple[Shape, ...], float]:
    """What no position changes: columns of the map, its hexes and what is drawn over them, the legend and the picture's height."""
    columns, rows = size_of(tables)
    ground, grid = terrain(tables)
    key, height = legend(tables, columns, rows)
    return columns, tuple(ground), tuple(grid), tuple(key), height


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the board and the text board."""
    record = record.copy()  # the text board may be drawn when the game has gone on
    tables = _tables(record, scenario)
    columns, ground, grid, key, height = once(scenario, int(record["variant"]), lambda: _map(tables))
    clouds, signs = markers(record)
    frames, goals = objectives(record, tables)
    crowded = list(_crowded(record))
    layers = (
        ("terrain", ground), ("grid", grid), ("zones", zones(record, tables)), ("smoke", clouds), ("control", frames),
        ("units", units_of(record)), ("objectives", goals), ("markers", signs), ("moves", last_moves(record)),
        ("attacks", attack_arrows(record)), ("legend", key),
    )  # fmt: skip
    hexes = [note.texts[0] for note in _wrapped("in one hex:", crowded, between=";")] if crowded else []
    return Scene(
        title=f"Tide of Iron: {scenario.name}, {summary(record, scenario)}", width=columns, height=height,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers),
        notes=tuple(_notes(record, tables, scenario)), cells=size_of(tables), text=lambda: _glyphs(record, tables), footer=KEY,
        text_key=(*hexes, *TEXT_KEY),
        tabs=(0.0, 1.1, 2.9, 6.6, 7.9), scale=SCALE, staggered=True, aim=_aim(tables),
    )  # fmt: skip
