"""Positions of Dropzone Commander: where a player chooses the battlegroup that is activated next."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.errors import BadPosition
from skirmish_rl.envs.dropzone_commander.kit import Card, Kind
from skirmish_rl.envs.dropzone_commander.phases import Game
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.state import (
    SEAT_OF,
    SLOTS,
    WIDTH,
    Find,
    Frame,
    Gift,
    Mark,
    Phase,
    Prop,
    Sign,
    Site,
    Stand,
    Status,
)
from skirmish_rl.envs.positions.form import CELL, UNIT, Bits, Facts, Form, Word, fields


def begin(record: np.void, tables: np.void, seat: int) -> None:
    """An activation phase, the player's turn."""
    order = record["order"][: int(tables["seats"])].tolist()
    if sorted(order) != list(range(int(tables["seats"]))):
        raise BadPosition(f"position: order = {order}; expected every seat once, in the order of initiative")
    zones = record["zone"][: int(tables["seats"])].tolist()
    if min(zones) < 0 or len({*zones}) < len(zones):
        raise BadPosition(f"position: zone = {record['zone'].tolist()}; expected a zone of its own for every seat that plays")
    frame = record["frames"][0]
    frame["kind"], frame["step"], frame["place"] = Frame.GAME, Game.TURN, order.index(seat)
    record["phase"], record["turn"] = Phase.ACTIVATION, seat


def derive(record: np.void, tables: np.void) -> None:
    """Who stands and flies where; who is destroyed has no DP left."""
    units = record["units"]
    units["dp"][units["status"] == Status.DESTROYED] = 0
    record["ground"], record["air"] = 0, 0
    for slot in np.flatnonzero((units["cell"] >= 0) & (units["status"] == Status.ON_TABLE)):
        rows, cell = record["air" if units["flying"][slot] else "ground"], int(units["cell"][slot])
        rows[cell // WIDTH] |= 1 << cell % WIDTH


def broken(record: np.void, tables: np.void) -> Facts:
    """Units by themselves, and whom they ride."""
    units = record["units"]
    status, carrier, inside = units["status"], units["carrier"].astype(int), units["piece"] >= 0
    rides, on = carrier >= 0, status == Status.ON_TABLE
    mount = np.where(rides, carrier, np.arange(SLOTS))
    props = tables["piece_props"][np.maximum(units["piece"].astype(int), 0)]
    lost = units["dp"] == 0  # thrown out of a wreck, not yet taken away
    cards = [record[name] for name in ("hands", "deck", "discards")]
    return {
        "a unit that the armies do not have": (status == Status.ABSENT) != (tables["unit_used"] == 0),
        "a rider of an enemy, or of none that carries anybody": rides & ((SEAT_OF[mount] != SEAT_OF) | (tables["unit_room"][mount] == 0)),
        "a unit off the table with a place on it": ~on & ((units["cell"] >= 0) | inside),
        "a unit on the table that is nowhere": on & (units["cell"] < 0) & ~inside & ~rides & ~lost,
        "a unit with more DP than its profile": units["dp"] > tables["unit_dp"],
        "a destroyed unit with some DP": (status == Status.DESTROYED) & (units["dp"] > 0),
        "a rider that is not where its Transport is": rides & (status != status[mount]),
        "a Transport that rides itself": rides & (mount[mount[mount[mount]]] != mount[mount[mount]]),
        "something but an Aircraft in the air": (units["flying"] > 0) & (tables["unit_kind"] < Kind.AIRCRAFT) & ~lost,
        "something but Infantry in a Garrison": inside & ((tables["unit_kind"] != Kind.INFANTRY) | (props >> Prop.GARRISON & 1 == 0)),
        "a weapon that a unit does not have": units["fired"] >> tables["unit_weapons"],
        "a card in two places": (cards[0] & cards[1]) | (cards[0] & cards[2]) | (cards[1] & cards[2]),
    }


FORM = Form(
    decision=Decision.GROUP, width=WIDTH, status=Status, here=Status.ON_TABLE, gone=Status.DESTROYED, places=("cell", "piece", "carrier"),
    roster=fields("dp"),
    units=fields(
        "piece moved before travelled fired uses kept_fired kept_moved killer", "flying",
        cell=CELL, origin=CELL, wreck=CELL, carrier=UNIT, site=Word(Site), signs=Bits(Sign, values=True),
    ),
    game=fields(
        "points kills order rolled surge zone", "spent direct", boost=UNIT, inspired=UNIT,
        hands=Bits(Card), deck=Bits(Card), discards=Bits(Card), shown=Bits(Card),
    ),
    rows={
        "squads": fields("declared acts moves limit facing out shot energy token", marks=Bits(Mark, values=True),
            gifts=Bits(Gift, values=True)),
        "pieces": fields("dp damage_tokens blame killer", stand=Word(Stand)),
        "tokens": fields("piece seat squad", cell=CELL, find=Word(Find)),
    },
    begin=begin, derive=derive, broken=broken,
)  # fmt: skip
