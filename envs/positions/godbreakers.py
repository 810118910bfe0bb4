"""Positions of Godbreakers: between two activations of a round."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.errors import BadPosition
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.phases import Game
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.terrain import rebuild_ground
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    GODBREAKERS,
    MARKERS,
    MAX_SEATS,
    SIDE,
    SLOTS,
    Flaw,
    Frame,
    Kind,
    MarkerKind,
    Phase,
    Shape,
    Spot,
    Status,
    Token,
    Trait,
)  # fmt: skip
from skirmish_rl.envs.positions.form import CELL, UNIT, Counts, Facts, Flags, Form, Spread, Word, fields


def begin(record: np.void, tables: np.void, seat: int) -> None:
    """A round's activations, the player's turn."""
    order = record["order"][: int(record["surviving"])].tolist()
    if not {seat} <= {*order} <= {*range(int(record["seats"]))} or len({*order}) < len(order):
        raise BadPosition(
            f"position: turn = {seat}, order = {order}; expected different seats that play as the first `surviving` of the order, "
            "this one among them"
        )
    frame = record["frames"][0]
    frame["kind"], frame["step"] = Frame.GAME, Game.PLAYERS
    record["phase"], record["turn"] = Phase.ACTIVATION, order.index(seat)


def derive(record: np.void, tables: np.void) -> None:
    """What stands where; slots in use; what shards give."""
    units, markers, board = record["units"], record["markers"], record["board"]
    there = np.flatnonzero(units["status"] != Status.ABSENT)
    record["used"] = max(CIRCLE_SIZE * int(record["seats"]), int(there.max(initial=-1)) + 1)
    board[:] = tables["board"]
    if record["reshaped"]:
        rebuild_ground(view(record), view(tables))
    for k in range(MARKERS):
        if markers["cell"][k] >= 0:
            board[markers["cell"][k]] = Spot.MARKER + k
    for slot in np.flatnonzero(units["cell"] >= 0):
        board[units["cell"][slot]] = slot
    for seat in range(MAX_SEATS):
        if markers["cell"][1 + seat] < 0:
            record["shard_trait"][seat] = -1


def broken(record: np.void, tables: np.void) -> Facts:
    """Models by themselves, and where they stand."""
    units, seats, markers, pieces = record["units"], int(record["seats"]), record["markers"], record["pieces"]
    on_board, there = units["status"] == Status.ON_BOARD, units["status"] != Status.ABSENT
    quiet = record["depth"] == 1
    cells = [*units["cell"][units["cell"] >= 0].tolist(), *markers["cell"][markers["cell"] >= 0].tolist()]
    return {
        "a model on the board in no cell, or one elsewhere with a cell": on_board != (units["cell"] >= 0),
        "two models or markers in one cell": quiet & (len({*cells}) < len(cells)),
        "a model or marker where nothing can stand": quiet & (record["reshaped"] == 0) & (tables["board"][cells] != Spot.FREE),
        "terrain pieces other than the map's, and `reshaped` is false": (record["reshaped"] == 0)
            & ((pieces["present"] != (np.arange(len(pieces)) < tables["n_pieces"])) | ((pieces["present"] > 0) & (pieces["cell"] >= 0))),
        "a godbreaker of another kind, circle or seat": there[:GODBREAKERS]
            & ((units["kind"][:GODBREAKERS] != Kind.GODBREAKER) | (units["circle"][:GODBREAKERS] != np.arange(GODBREAKERS) // CIRCLE_SIZE)
               | (units["seat"][:GODBREAKERS] != np.arange(GODBREAKERS) // CIRCLE_SIZE)),
        "an unaligned model of a circle": there[GODBREAKERS:]
            & ((units["kind"][GODBREAKERS:] == Kind.GODBREAKER) | (units["circle"][GODBREAKERS:] != MAX_SEATS)),
        "a model with another die than 6, 8, 10 or 12": there & ~np.isin(units["die"], (6, 8, 10, 12)),
        "a model that this scenario does not have": on_board
            & (np.arange(SLOTS) >= GODBREAKERS) & (tables["kind_column"][units["kind"]] < 0),
        "a model of a seat that does not play": on_board & (units["seat"] >= seats),
        "a shard of a seat that does not play": (markers["cell"] >= 0) & (markers["kind"] == MarkerKind.SHARD)
            & ((markers["seat"] < 0) | (markers["seat"] >= seats)),
        "models beyond the slots in use": there & (np.arange(SLOTS) >= record["used"]),
        "a trait or a token that this scenario does not have": (there[:,
            None] & (units["traits"] > 0) & (tables["trait_column"] < 0)).any()
            or (there[:, None] & (units["tokens"] > 0) & (tables["token_column"] < 0)).any(),
        "a summoned model without a summoner, or the reverse": on_board & ((units["kind"] == Kind.SUMMONED) != (units["summoner"] >= 0)),
        "Triumphs that will never be applied": ((units["triumphs"] > 0) | (units["ascending"] > 0)) & (record["pending"] == 0),
        "a model that dies where none can": (units["dying"] > 0) & (~on_board | (record["phase"] != Phase.RECOVERY)),
        "a provoked model that was not ready": (units["provoked"] >= 0) & (units["ready"] == 0),
    }  # fmt: skip


FORM = Form(
    decision=Decision.ACTIVATE, width=SIDE, status=Status, here=Status.ON_BOARD, gone=Status.CASUALTY, places=("cell",),
    roster=fields("die seat circle", kind=Word(Kind), traits=Counts(Trait), flaws=Flags(Flaw)),
    units=fields("damage summoner", "activated ready", cell=CELL, tokens=Counts(Token), provoked=UNIT),
    game=fields(
        "points seniority order rollers surviving routed initiative initiative_roll pool", "reshaped",
        shard_trait=Word(Trait), piles=Spread(Token),
    ),
    rows={
        "markers": fields("seat", cell=CELL, kind=Word(MarkerKind)),
        "pieces": fields("", "present barricade impassable", cell=CELL, handle=CELL, shape=Word(Shape)),
    },
    begin=begin, derive=derive, broken=broken, is_extra=lambda slot, status: slot >= GODBREAKERS, blank={"circle": MAX_SEATS},
)  # fmt: skip
