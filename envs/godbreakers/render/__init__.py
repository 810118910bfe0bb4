"""What a position looks like: a scene of shapes, the lines beside the board, and one line of score."""

from __future__ import annotations

import itertools
from pathlib import PurePath

import numpy as np

from skirmish_rl.envs.core.console import asked
from skirmish_rl.envs.core.draw import Note, Scene, once
from skirmish_rl.envs.core.events import events_of, tell
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.godbreakers.questions import QUESTIONS, Decision
from skirmish_rl.envs.godbreakers.render.board import (
    TEXT_KEY,
    WILD,
    controller,
    glyphs_of,
    grid_shapes,
    marker_shapes,
    pile_shapes,
    seat_color,
    terrain_notes,
    terrain_shapes,
)
from skirmish_rl.envs.godbreakers.render.units import camp_of, dice_shapes, standing, trail_shapes, unit_note, unit_shapes
from skirmish_rl.envs.godbreakers.state import GODBREAKERS, SLOTS, Phase, Reason, Trait

KEY = (
    "A model shows its name, its die (D8; unaligned kinds by another letter: S8) and its damage (-3);",
    "below it, in its side's colour, the dice it just rolled.",
    "Round: godbreaker. Ticked and pale: activated. Yellow: active. Coin: treasure. Fang: trophy. Arrows: the last move and attack.",
    "Diamond: shard. Ring: objective. Chest: hoard. Frame: who controls it.",
)
_LAST_LINES = 12  # of the last move


def _aim(record: np.void, scenario: Scenario) -> tuple[str, str]:
    rounds = int(scenario.tables[int(record["variant"])]["rounds"])
    return (
        f"Most victory points after {rounds} rounds win: each round 1 for your own shard,",
        "2 for an objective, 3 for another's. Who has no godbreaker left has lost.",
    )


def summary(record: np.void, scenario: Scenario) -> str:
    """Round, phase, points and priority in one line."""
    points = ":".join(str(int(p)) for p in record["points"][: scenario.seats])
    if record["over"]:
        return f"over | {points} | {member_word(Reason, record['reason'])}"
    order = ",".join(map(str, _order(record))) if record["phase"] > Phase.INITIATIVE else "-"
    return f"round {int(record['round'])} {member_word(Phase, record['phase'])} | {points} | order {order}"


def _order(record: np.void) -> list[int]:
    return [int(seat) for seat in record["order"][: int(record["surviving"])]]


def _orders(record: np.void) -> list[str]:
    """What the numbers of the priority orders stand for, six to a line at most."""
    seats = [seat for seat in range(int(record["seats"])) if not int(record["routed"]) >> seat & 1]
    numbered = [f"{k}={''.join(map(str, order))}" for k, order in enumerate(itertools.permutations(seats))]
    return ["  ".join(numbered[k : k + 6]) for k in range(0, len(numbered), 6)]


def _question_notes(record: np.void, scenario: Scenario) -> list[Note]:
    """Round, phase, priority, and who is asked what; once it is over, who has won."""
    if record["over"]:
        winners = [seat for seat in range(scenario.seats) if int(record["winners"]) >> seat & 1]
        won = "a draw" if len(winners) != 1 else f"seat_{winners[0]} wins"
        return [Note((f"over: {won} by {member_word(Reason, record['reason'])}",), "head")]
    rounds = int(scenario.tables[int(record["variant"])]["rounds"])
    notes = [Note((f"round {int(record['round'])} of {rounds}, {member_word(Phase, record['phase'])}",), "head")]
    order = ", ".join(f"seat_{seat}" for seat in _order(record))
    notes.append(Note((f"priority: {order if record['phase'] > Phase.INITIATIVE else 'not yet settled'}",)))
    decider, decision = int(record["decider"]), Decision(int(record["decision"]))
    notes.append(Note((f"seat_{decider} decides: {member_word(Decision, decision)}",), "text", seat_color(decider)))
    notes.append(Note((asked(record, scenario),), "dim"))
    if decision == Decision.PRIORITY:
        notes += [Note((line,), "dim") for line in _orders(record)]
    if record["active"] >= 0:
        name = QUESTIONS.layout.unit_name(int(record["active"]))
        notes.append(Note((f"active: {name}, actions left: {int(record['actions_left'])}",), "dim"))
    return notes


def _last_notes(record: np.void, scenario: Scenario) -> list[Note]:
    """What the last answer brought about."""
    told = tell(record, scenario)
    if not told:
        return []
    left_out = [f"(and {len(told) - _LAST_LINES} lines before)"] if len(told) > _LAST_LINES else []
    return [Note((), "gap"), Note(("last move",), "head"), *(Note((line,), "dim") for line in [*left_out, *told[-_LAST_LINES:]])]


def _seat_notes(record: np.void, scenario: Scenario, seat: int) -> list[Note]:
    """A circle and its models."""
    markers = record["markers"]
    held = sum(controller(record, m) == seat for m in range(len(markers)) if markers[m]["kind"] and markers[m]["cell"] >= 0)
    trait = int(record["shard_trait"][seat])
    shard = f"shard: {member_word(Trait, trait)}" if trait >= 0 else "no shard"
    routed = ", ROUTED" if int(record["routed"]) >> seat & 1 else ""
    name = scenario.players[seat]
    head = f"seat_{seat} {name}: {int(record['points'][seat])} VP, holds {held}, {shard}{routed}"
    slots = [slot for slot in range(SLOTS) if record["units"]["status"][slot] and camp_of(record, slot) == seat]
    return [Note((), "gap"), Note((head,), "head", seat_color(seat)), *(unit_note(record, slot) for slot in slots)]


def _notes(record: np.void, scenario: Scenario) -> tuple[Note, ...]:
    notes = [Note((f"Godbreakers: {PurePath(scenario.name).stem}",), "title"), *_question_notes(record, scenario)]
    notes += _last_notes(record, scenario)
    for seat in range(scenario.seats):
        notes += _seat_notes(record, scenario, seat)
    wild = [slot for slot in standing(record, range(GODBREAKERS, SLOTS)) if camp_of(record, slot) < 0]
    if wild:
        notes += [Note((), "gap"), Note((f"wild models: {len(wild)}",), "head", WILD), *(unit_note(record, slot) for slot in wild)]
    return (*notes, *terrain_notes(record))


def scene(record: np.void, scenario: Scenario) -> Scene:
    """One position as shapes, with the lines beside the board and the text board."""
    record = record.copy()  # the text board may be drawn when the game has gone on
    size, events = int(scenario.tables[int(record["variant"])]["size"]), events_of(record)
    layers = {
        "terrain": terrain_shapes(record, size),
        "grid": once(scenario, int(record["variant"]), lambda: tuple(grid_shapes(size))),
        "markers": marker_shapes(record),
        "piles": pile_shapes(record),
        "trails": trail_shapes(record, events),
        "units": [shape for slot in standing(record) for shape in unit_shapes(record, slot)],
        "dice": dice_shapes(record, events),
    }
    return Scene(
        title=f"Godbreakers: {scenario.name}, {summary(record, scenario)}", width=size, height=size,
        layers=tuple((name, tuple(shapes)) for name, shapes in layers.items()), notes=_notes(record, scenario),
        cells=(size, size), text=lambda: glyphs_of(record, size), footer=KEY, tabs=(0.0, 1.2, 2.5, 3.5, 5.8), text_key=TEXT_KEY,
        aim=_aim(record, scenario),
    )  # fmt: skip
