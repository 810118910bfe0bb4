"""Positions of Trench Crusade: between two activations of a Turn."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.positions.form import CELL, UNIT, Facts, Form, fields
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait
from skirmish_rl.envs.trench_crusade.phases import Game
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.state import FORCE, SIDES, WIDTH, Frame, Phase, Status


def begin(record: np.void, tables: np.void, seat: int) -> None:
    """An Activation Phase, the seat's go."""
    frame = record["frames"][0]
    frame["kind"], frame["step"] = Frame.GAME, Game.NEXT
    record["phase"], record["go"] = Phase.ACTIVATION, seat


def derive(record: np.void, tables: np.void) -> None:
    """Nothing follows from the rest."""


def broken(record: np.void, tables: np.void) -> Facts:
    """Models by themselves, and where they stand."""
    units = record["units"]
    status, traits = units["status"], tables["traits"] > 0
    on, reserve = status == Status.ON_BOARD, status == Status.RESERVE
    stand = units["cell"][on]
    arm = tables["arm"]
    once = ((arm >= 0) & (tables["keyword"][np.maximum(arm, 0), Keyword.ONCE] > 0)).any(axis=1)
    out = [(status[FORCE * (1 - seat) : FORCE * (2 - seat)] == Status.OUT).sum() for seat in range(SIDES)]
    return {
        "a model that the warbands do not have": (status == Status.ABSENT) != (tables["used"] == 0),
        "a model on the board without a cell, or one elsewhere with a cell": on != (units["cell"] >= 0),
        "a model where nobody can stand": (tables["on_board"][stand] == 0) | (tables["impassable"][stand] > 0),
        "two models in one cell": len({*stand.tolist()}) < len(stand),
        "markers of a model that is not there": [(units[name] > 0) & ~on for name in ("down", "blood", "covered", "hidden")],
        "the deeds of a model that was never there": [
            (units[name] > 0) & reserve for name in ("activated", "tough_used", "spent", "kills", "claims")
        ],
        "a hidden model that is Down": (units["hidden"] > 0) & (units["down"] > 0),
        "an ability that a model does not have": ((units["hidden"] > 0) & ~traits[:, Trait.HIDE])
            | ((units["tough_used"] > 0) & ~traits[:, Trait.TOUGH]) | ((units["spent"] > 0) & ~once),
        "more models out of action than there are": units["kills"].reshape(SIDES, FORCE).sum(axis=1) > out,
    }  # fmt: skip


FORM = Form(
    decision=Decision.ACTIVATE, width=WIDTH, status=Status, here=Status.ON_BOARD, gone=Status.OUT, places=("cell",),
    roster=fields("blessing"),
    units=fields("blood melee_kills kills claims", "down activated tough_used covered hidden spent", cell=CELL),
    game=fields("mines points deeds claimed strength zone initiative", "shaken", forced=UNIT),
    begin=begin, derive=derive, broken=broken, rounds="turns",
)  # fmt: skip
