"""What a position of Warcry looks like: a scene of shapes with the lines beside it, and one line of score."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core import draw
from skirmish_rl.envs.core.console import asked
from skirmish_rl.envs.core.draw import FAINT, INK, PAPER, Glyph, Note, Scene, Shape, blend, last_move, once, wrapped
from skirmish_rl.envs.core.events import events_of, tell
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.render.board import (
    DANGER,
    GOLD,
    TALL,
    choice_shapes,
    ground_color,
    ground_shapes,
    inches,
    is_pillar,
    objective_shapes,
    rim_shapes,
    token_shapes,
    wall_shapes,
    way_up_shapes,
    ways_up,
)
from skirmish_rl.envs.warcry.render.units import HALO, attack_shapes, dice_shapes, name_of, on_board, trail_shapes, unit_note, unit_shapes
from skirmish_rl.envs.warcry.render.words import fighters_of
from skirmish_rl.envs.warcry.rules.telling import DEPLOYMENTS
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FACES,
    FORCE,
    WIDTH,
    Ability,
    Boost,
    Group,
    Phase,
    Reaction,
    Reason,
    Status,
    Twist,
    Victory,
)

LINE = 62  # letters that fit beside the battlefield
TOLD = 14  # lines about the last move, at most
KEY = (
    "Fighter: its name, the Wounds it has left, its battle group. Pale and ticked: done. Hourglass: waits. Yellow: active. Crown: leader.",
    "Red dots: actions lost. Diamond: treasure. +T defiant, +A trophy, ! unleashed, c cowering, h harried. Squares below: its last dice.",
    "The higher, the darker. Brown line: low wall. Black: tall wall. Red hatching: deadly. Circle: objective, and what lies within 3\".",
    "Dots: where it may go, red with impact rolls, gold rings with a treasure. Purple: the last move. Red arrows: attacks.",
)  # fmt: skip
TEXT_KEY = (
    "Cells: a fighter's name, * objective beside its number, $ treasure, digits: height in inches, # pillar, ~ deadly, / stair, H ladder.",
    "| and _ after it: a tall wall at the right, below; : and , a low one. 0,0 is the top left.",
    "Lists: Wounds left, battle group (Dagger, Shield, Hammer), what the fighter is and how it stands.",
)
_VICTORIES = {
    Victory.MARKS: "victory points for objectives", Victory.HOARD: "more fighters with treasure", Victory.RELIC: "the relic",
    Victory.TALLY: "victory points for what is taken down", Victory.UNCOVER: "treasures looted from objectives",
    Victory.QUARTERS: "victory points for table quarters",
}  # fmt: skip


def _tables(record: np.void, scenario: Scenario) -> np.void:
    return scenario.tables[int(record["variant"])]


def _held(record: np.void, tables: np.void) -> str:
    """Who controls each objective, in order: the seat's number or a dot."""
    return "".join(str(int(held)) if held >= 0 else "." for held in record["control"][: int(tables["n_objectives"])])


def _aim(tables: np.void) -> tuple[str, str]:
    won = _VICTORIES[Victory(int(tables["victory"]))]
    return f"What wins after {int(tables['rounds'])} rounds: {won}.", "Whoever loses every fighter has lost at once."


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, points, what was taken down, initiative, wild dice and objectives in one line."""
    points, kills, wild = (":".join(str(int(n)) for n in record[name]) for name in ("points", "kills", "wild"))
    if record["over"]:
        return f"over | {points} | kills {kills} | {member_word(Reason, record['reason'])}"
    holder = f"seat_{int(record['initiative'])}" if record["initiative"] >= 0 else "nobody"
    held = _held(record, _tables(record, scenario)) or "-"
    left = ":".join(str(int((record["units"]["status"][FORCE * seat : FORCE * (seat + 1)] == Status.ON_BOARD).sum())) for seat in range(2))
    phase = member_word(Phase, record["phase"])
    return (
        f"round {int(record['round'])} {phase} | {points} | kills {kills} | fighters {left} "
        f"| initiative {holder} | wild {wild} | objectives {held}"
    )


_SETS = ("", "", "double {value}s", "triple {value}s", "quad {value}s")


def _dice(record: np.void, seat: int) -> tuple[str, str]:
    """The dice of a seat: its sets; its singles and its wild dice."""
    dice = [int(n) for n in record["dice"][seat]]
    sets = [_SETS[min(dice[face], 4)].format(value=face + 1) for face in reversed(range(FACES)) if dice[face] > 1]
    singles = " ".join(str(face + 1) for face in range(FACES) if dice[face] == 1) or "none"
    used = int(record["as_singles"][seat])
    more = f" +{used} wild" if used else ""
    return f"sets: {', '.join(sets) or 'none'}", f"singles: {singles}{more}; wild dice: {int(record['wild'][seat])}"


def _seat_notes(record: np.void, tables: np.void, scenario: Scenario, seat: int) -> Iterator[Note]:
    roles = [("attacker" if record["attacker"] == seat else "defender")] if record["attacker"] >= 0 else []
    nth = DEPLOYMENTS[int(record["red"] != seat)]
    roles += [f"{nth} deployment"] if record["red"] >= 0 else []
    roles += ["initiative"] if record["initiative"] == seat else []
    head = f"seat_{seat} {PurePath(scenario.players[seat]).stem}: {int(record['points'][seat])} VP, took down {int(record['kills'][seat])}"
    yield Note((head,), "head", draw.SEAT_COLORS[seat])
    yield Note((", ".join(roles),), "dim")
    yield from (Note((line,)) for line in _dice(record, seat))
    names = fighters_of(scenario, int(record["variant"]))
    for slot in range(FORCE * seat, FORCE * (seat + 1)):
        if record["units"]["status"][slot] != Status.ABSENT:
            yield unit_note(record, tables, slot, names[slot])


def _question_notes(record: np.void, tables: np.void, scenario: Scenario) -> Iterator[Note]:
    """Whose decision it is, what is asked, and in the middle of what."""
    decider, decision = int(record["decider"]), Decision(int(record["decision"]))
    asked_of = f"seat_{decider} decides: {member_word(Decision, decision)}"
    yield Note((asked_of,), "text", draw.SEAT_COLORS[decider] if decider >= 0 else None)
    yield from wrapped(asked(record, scenario), LINE)
    if record["active"] >= 0:
        second = ", after waiting" if record["second"] else ""
        used = ", ability used" if record["ability_used"] else ""
        yield Note((f"active: {name_of(record['active'])}, actions left: {int(record['actions_left'])}{second}{used}",), "dim")
        boosts = [f"{in_words(boost)} {int(record['boosts'][boost])}" for boost in Boost if record["boosts"][boost]]
        if boosts:
            yield from wrapped(f"it has: {', '.join(boosts)}", LINE)
    if record["ability"] >= 0:
        value = f" of value {int(record['value'])}" if record["value"] else ""
        yield Note((f"ability: {member_word(Ability, record['ability'])}{value}",), "dim")
    attack = record["attack"][0]
    if attack["attacker"] >= 0 and attack["target"] >= 0:
        reaction = f", {member_word(Reaction, attack['reaction'])}" if attack["reaction"] else ""
        scored = f": {int(attack['hits'])} hits, {int(attack['criticals'])} criticals" if attack["hits"] or attack["criticals"] else ""
        yield Note((f"{name_of(attack['attacker'])} attacks {name_of(attack['target'])}{reaction}{scored}",), "dim")
    if decision == Decision.DEPLOY:
        yield Note((f"{member_word(Group, record['units']['group'][record['subject']])} group",), "dim")


def _notes(record: np.void, tables: np.void, scenario: Scenario) -> Iterator[Note]:
    yield Note((f"Warcry: {PurePath(scenario.name).stem}",), "title")
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a draw" if len(winners) != 1 else f"seat_{winners[0]} wins"
        yield Note((f"over: {won} by {member_word(Reason, record['reason'])}",), "head")
    else:
        yield Note((f"round {int(record['round'])} of {int(tables['rounds'])}, {member_word(Phase, record['phase'])} phase",), "head")
        twist = f"; twist: {member_word(Twist, tables['twist'])}" if tables["twist"] else ""
        yield Note((f"to win: {_VICTORIES[Victory(int(tables['victory']))]}{twist}",), "dim")
        yield from _question_notes(record, tables, scenario)
    yield from last_move(tell(record, scenario), LINE, TOLD)
    for seat in range(scenario.seats):
        yield Note((), "gap")
        yield from _seat_notes(record, tables, scenario, seat)


def _glyphs(record: np.void, tables: np.void) -> tuple[tuple[Glyph, ...], ...]:
    """The text board, see `TEXT_KEY`."""
    climbs = {foot: "/" if stair else "H" for (foot, _, _), stair in ways_up(tables).items()}
    marks: dict[int, int] = {}
    for k in range(int(tables["n_objectives"])):
        x, y = (int(tables[f"objective_{axis}"][k]) // 2 for axis in ("x", "y"))
        marks[min(y, int(tables["height"]) - 1) * WIDTH + min(x, int(tables["width"]) - 1)] = k
    lying = {int(token["cell"]): k for k, token in enumerate(record["tokens"]) if token["cell"] >= 0}

    def glyph(cell: int) -> Glyph:
        paper, slot = ground_color(tables, cell), int(record["board"][cell])
        if slot >= 0:
            unit, seat = record["units"][slot], draw.SEAT_COLORS[slot // FORCE]
            done = unit["activated"] and not unit["waiting"]
            if slot == int(record["active"]):
                return Glyph(name_of(slot), seat, HALO)
            return Glyph(name_of(slot), INK if done else "#ffffff", blend(seat, PAPER, 0.6) if done else seat)
        if is_pillar(tables, cell):
            return Glyph("#", PAPER, INK)
        if cell in lying:
            return Glyph(f"${lying[cell] + 1}", INK, GOLD)
        text = climbs.get(cell, "~" if tables["deadly"][cell] else inches(tables["level"][cell])[:-1] if tables["level"][cell] else ".")
        ink = DANGER if tables["deadly"][cell] else INK if text != "." else blend(FAINT, paper, 0.5)
        if cell in marks:
            held = int(record["control"][marks[cell]])
            text, ink = f"*{marks[cell] + 1}", draw.SEAT_COLORS[held] if held >= 0 else INK
        for side, tall, low in ((1, "|", ":"), (2, "_", ",")):
            height = int(tables["wall"][cell][side])
            text += "" if not height or len(text) > 2 else tall if height >= TALL else low
        return Glyph(text, ink, paper)

    return tuple(tuple(glyph(y * WIDTH + x) for x in range(int(tables["width"]))) for y in range(int(tables["height"])))


def _ground(tables: np.void) -> dict[str, tuple[Shape, ...]]:
    """The layers of the battlefield itself."""
    return {
        "ground": tuple(ground_shapes(tables)), "rims": tuple(rim_shapes(tables)), "ways": tuple(way_up_shapes(tables)),
        "walls": tuple(wall_shapes(tables)),
    }  # fmt: skip


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the battlefield and the text board."""
    record = record.copy()  # the text board may be drawn when the game has gone on
    tables, events, names = _tables(record, scenario), events_of(record), fighters_of(scenario, int(record["variant"]))
    slots = sorted(on_board(record), key=lambda slot: (slot == int(record["active"]), record["units"]["node"][slot] >= CELLS))
    layers = {
        **once(scenario, int(record["variant"]), lambda: _ground(tables)),
        "objectives": objective_shapes(record, tables), "tokens": token_shapes(record), "choices": choice_shapes(record, tables),
        "units": [shape for slot in slots for shape in unit_shapes(record, tables, slot, names[slot])],
        "trails": trail_shapes(record, tables, events), "attacks": attack_shapes(record, tables),
        "dice": dice_shapes(record, tables, events),
    }  # fmt: skip
    wide, high = int(tables["width"]), int(tables["height"])
    return Scene(
        title=f"Warcry: {scenario.name}, {summary(record, scenario)}", width=wide, height=high,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers.items()), notes=tuple(_notes(record, tables, scenario)),
        cells=(wide, high), text=lambda: _glyphs(record, tables), footer=KEY, text_key=TEXT_KEY, tabs=(0.0, 1.3, 2.9, 3.5, 7.2),
        scale=min(2.0, 44 / wide), aim=_aim(tables),
    )  # fmt: skip
