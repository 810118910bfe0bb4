"""Positions of Tide of Iron: within an action turn, where a unit is chosen for the next action."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.positions.form import CELL, UNIT, Counts, Facts, Form, Spread, Word, fields
from skirmish_rl.envs.tide_of_iron.phases import Game
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.rules.marking import count_marks
from skirmish_rl.envs.tide_of_iron.state import (
    FORCE,
    MARKS,
    SIDES,
    SLOTS,
    WIDTH,
    Activation,
    Card,
    Condition,
    Damage,
    Figure,
    Fort,
    Frame,
    Kind,
    Mark,
    Phase,
    Specialty,
    Status,
)  # fmt: skip


def begin(record: np.void, tables: np.void, seat: int) -> None:
    """An action turn of the side, which has an action left."""
    frame = record["frames"][0]
    frame["kind"], frame["step"] = Frame.GAME, Game.ACTION
    record["phase"], record["turn"] = Phase.ACTION, seat
    record["finished"][seat] = 0
    record["actions_left"] = record["actions_left"] or tables["actions"][seat]


def derive(record: np.void, tables: np.void) -> None:
    """Who is aboard and in which hex, how many there are, where markers lie."""
    units = record["units"]
    units["figures"][units["status"] == Status.LOST] = 0
    on_map, rides = units["status"] == Status.ON_MAP, units["carrier"] >= 0
    carried = on_map & rides
    units["cell"][carried] = units["cell"][units["carrier"][carried]]
    units["aboard"] = np.bincount(units["carrier"][carried], minlength=SLOTS)
    sides = np.arange(SLOTS) // FORCE
    record["crowd"] = 0
    walk = on_map & ~rides & (units["cell"] >= 0)
    np.add.at(record["crowd"], (sides[walk], units["cell"][walk]), 1)
    record["alive"] = on_map.reshape(SIDES, FORCE).sum(axis=1)
    record["waiting_units"] = (units["status"] == Status.RESERVE).reshape(SIDES, FORCE).sum(axis=1)
    marks, seen = record["marks"].copy(), view(record)
    record["marks"], record["lying"], record["strips"] = 0, 0, 0
    for mark in range(MARKS):
        for cell in np.flatnonzero(marks[mark]).tolist():
            count_marks(seen, mark, cell, int(marks[mark, cell]))


def broken(record: np.void, tables: np.void) -> Facts:
    """Units by themselves, and whom they carry."""
    units = record["units"]
    status, carrier, kind = units["status"], units["carrier"], units["kind"]
    on_map, absent, squad = status == Status.ON_MAP, status == Status.ABSENT, kind == Kind.SQUAD
    strength, rides, ride = units["figures"].sum(axis=1), carrier >= 0, np.maximum(carrier, 0)
    aboard = np.bincount(carrier[on_map & rides], minlength=SLOTS)
    quiet = record["depth"] == 1
    return {
        "a unit of another type than the scenario's": ~absent & (tables["unit_used"] > 0) & (kind != tables["unit_kind"]),
        "a unit off the map, or in the wrong place": on_map & (tables["on_map"][np.maximum(units["cell"], 0)] == 0),
        "a unit on the map in no hex, or elsewhere in one": on_map != (units["cell"] >= 0),
        "units of both sides in one hex": quiet & (record["crowd"] > 0).all(axis=0),
        "an empty slot with something in it": absent & ((strength > 0) | (units["damage"] > 0) | (kind > 0)),
        "a lost unit with figures": (status == Status.LOST) & (strength > 0),
        "a squad without figures on the map": quiet & on_map & squad & (strength == 0),
        "a vehicle with figures or conditions": ~squad & ((strength > 0) | (units["condition"] > 0)),
        "a condition off the map": ~on_map & (units["condition"] > 0),
        "units in no transport, or in one that is elsewhere": rides
        & ((status[ride] != status) | (units["cell"][ride] != units["cell"]) | ~squad),
        "another number of squads aboard than are there": units["aboard"] != aboard,
        "too many squads aboard": aboard > tables["vehicle_capacity"][kind],
    }


FORM = Form(
    decision=Decision.SELECT, width=WIDTH, status=Status, here=Status.ON_MAP, gone=Status.LOST, places=("cell", "carrier"),
    roster=fields("due", kind=Word(Kind), figures=Counts(Figure), specialty=Word(Specialty)),
    units=fields(
        "", "fired", cell=CELL, condition=Word(Condition), damage=Word(Damage), activation=Word(Activation), fort=Word(Fort), carrier=UNIT,
    ),
    game=fields(
        "command pool points control lost_regulars transfers initiative actions_left", "finished",
        marks=Spread(Mark), last_free=CELL,
        deck=Counts(Card), hand=Counts(Card), waiting=Counts(Card), tried=Counts(Card), lasting=Counts(Card),
    ),
    begin=begin, derive=derive, broken=broken, is_extra=lambda slot, status: status == Status.ABSENT,  # a card brings more
)  # fmt: skip
