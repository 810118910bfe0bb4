"""Positions of Warcry: between two activations of a combat phase."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.errors import BadPosition
from skirmish_rl.envs.positions.form import CELL, NUMBER, UNIT, Facts, Form, Word, fields
from skirmish_rl.envs.warcry.phases import Game
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.state import CELLS, FORCE, SIDES, SLOTS, WIDTH, Frame, Group, Phase, Status


def begin(record: np.void, tables: np.void, seat: int) -> None:
    """A combat phase, the seat's turn."""
    frame = record["frames"][0]
    frame["kind"], frame["step"] = Frame.GAME, Game.TURN
    record["phase"], record["turn"] = Phase.COMBAT, seat


def derive(record: np.void, tables: np.void) -> None:
    """Who stands where and carries what, and how many are left."""
    units, tokens, board = record["units"], record["tokens"], record["board"]
    climbs = units["node"] >= 0
    if (climbs & (units["cell"] >= 0)).any():
        raise BadPosition(
            "position: a unit has a cell and a node; give the cell where it stands, or the number of the node where it climbs"
        )
    units["cell"][climbs] = tables["node_cell"][units["node"][climbs]]
    stands = ~climbs & (units["cell"] >= 0)
    units["node"][stands] = units["cell"][stands]  # the nodes of the ground are numbered as the cells
    board[:] = -1
    board[units["cell"][units["cell"] >= 0]] = np.flatnonzero(units["cell"] >= 0)
    units["treasure"] = -1
    carried = np.flatnonzero(tokens["carrier"] >= 0)
    units["treasure"][tokens["carrier"][carried]] = carried
    left = (units["status"] == Status.RESERVE) | (units["status"] == Status.ON_BOARD)
    record["left"] = left.reshape(SIDES, FORCE).sum(axis=1)


def broken(record: np.void, tables: np.void) -> Facts:
    """Fighters, what they carry and where they stand."""
    units, tokens = record["units"], record["tokens"]
    on_board = units["status"] == Status.ON_BOARD
    waits = (units["status"] == Status.ABSENT) | (units["status"] == Status.RESERVE)
    node, carried = np.maximum(units["node"], 0), np.full(SLOTS, -1)
    carried[tokens["carrier"][tokens["carrier"] >= 0]] = np.flatnonzero(tokens["carrier"] >= 0)
    cells, quiet = units["cell"][on_board].tolist(), record["depth"] == 1
    return {
        "fighters that the scenario does not have": (units["status"] == Status.ABSENT) != (tables["unit_used"] == 0),
        "a fighter on the board in no place, or elsewhere in one": on_board != (units["node"] >= 0),
        "a fighter where there is no place to stand": on_board & (tables["node_place"][node] == 0),
        "two fighters in one cell": quiet & (len({*cells}) < len(cells)),
        "a fighter in another cell than its place": on_board & (units["cell"] != tables["node_cell"][node]),
        "a fighter with more damage than it can take": on_board & (units["damage"] >= tables["unit_wounds"]),
        "a fighter that was active before it came": waits & ((units["activated"] > 0) | (units["waiting"] > 0) | (units["damage"] > 0)),
        "a fighter that waits without an activation, or off the board": (units["waiting"] > 0) & (~on_board | (units["activated"] == 0)),
        "a fighter that has lost two actions and was not active": on_board & (units["lost"] >= 2) & (units["activated"] == 0),
        "effects on a fighter that is not there": [
            (units[name] > 0) & ~on_board for name in ("defiant", "unleashed", "cowering", "harried")
        ],
        "a fighter that carries another treasure than is carried": units["treasure"] != carried,
        "a treasure that is carried and lies somewhere": quiet & (tokens["carrier"] >= 0) & (tokens["cell"] >= 0),
        "a treasure that a fighter off the board carries": quiet & (carried >= 0) & ~on_board,
    }


FORM = Form(
    decision=Decision.ACTIVATE, width=WIDTH, status=Status, here=Status.ON_BOARD, gone=Status.DOWN, places=("cell", "node"),
    roster=fields("", group=Word(Group)),
    units=fields("damage lost objective defiant trophy unleashed", "activated waiting cowering harried", cell=CELL, node=NUMBER),
    game=fields(
        "points kills tally wounds_down dice wild as_singles extra singles control loots attacker red initiative opener named",
        "leader_down paired trait_used",
        inspired=UNIT,
    ),
    rows={"tokens": fields("", cell=CELL, carrier=UNIT)},
    begin=begin, derive=derive, broken=broken, spare=lambda said: ("cell",) if said.get("node", -1) >= CELLS else ("node",),
)  # fmt: skip
