"""What is true of a position of Godbreakers, for programs and people who read it: how its fields are told, what each model is, the
markers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.godbreakers.render.board import controller, xy
from skirmish_rl.envs.godbreakers.render.units import condition_of, die_of, title
from skirmish_rl.envs.godbreakers.state import MAX_SEATS, SLOTS, Compulsion, Flaw, Kind, MarkerKind, Phase, Shape, Status, Token, Trait

PROFILE = "A profile: the die after D, or after the letter of what is nobody's, then its traits with their ranks, and its flaws."
FIELDS: dict[str, Any] = {
    "phase": Phase, "units.status": Status, "units.kind": Kind, "units.seat": "seat", "units.summoner": "seat", "units.cell": "cell",
    "units.provoked": "unit", "units.tokens": (Token, int), "units.flaws": (Flaw, int), "units.traits": (Trait, int),
    "markers.cell": "cell",
    "markers.kind": MarkerKind, "markers.seat": "seat", "pieces.cell": "cell", "pieces.handle": "cell", "pieces.shape": Shape,
    "reshaped": None,
    "piles": (Token, "cells", int),
    "pool": (Shape, int), "seniority": ("list", "seat"), "rollers": "unit", "routed": "seats", "initiative": "seat", "active": "unit",
    "compulsion": Compulsion, "winner": "unit", "new_model": Kind, "new_marker": MarkerKind, "new_piece": Shape, "token": Token,
}  # fmt: skip
LEFT_OUT = {
    "order": "as long as it is settled", "surviving": "the length of the order", "turn": "a place in the order",
    "engaged": "as many as are engaged",
    "n_engaged": "their number", "aim": "stands in words", "shard_trait": "stands with the seats and the markers",
}  # fmt: skip


def unit(record: np.void, scenario: Scenario, slot: int) -> dict[str, Any]:
    """What a model is, its die, how it stands, and the damage that a roll of its die can still cover."""
    state = record["units"][slot]
    plays = state["status"] in (Status.RESERVE, Status.ON_BOARD)
    return {
        "is": title(record, slot), "profile": die_of(state), "stands": condition_of(record, slot) or "fresh",
        "left": max(int(state["die"]) - int(state["damage"]), 0) if plays else 0, "most": int(state["die"]),
    }  # fmt: skip


def objectives(record: np.void, scenario: Scenario) -> list[dict[str, Any]]:
    """The markers on the board, and who controls each."""
    found = []
    for k, marker in enumerate(record["markers"]):
        if marker["kind"] and marker["cell"] >= 0:
            held = controller(record, k)
            x, y = xy(marker["cell"])
            kind, owner = member_word(MarkerKind, marker["kind"]), int(marker["seat"])
            whose = {"of": f"seat_{owner}"} if owner >= 0 else {}
            found.append({"number": k + 1, "is": kind, **whose, "at": [x, y], "held_by": f"seat_{held}" if held >= 0 else None})
    return found


def more(record: np.void, scenario: Scenario) -> dict[str, Any]:
    """What is kept in a way of its own: the order of priority, who is engaged, what a wild model goes for, the traits of shards."""
    order = [int(seat) for seat in record["order"][: int(record["surviving"])]]
    aim, names = int(record["aim"]), scenario.ruleset.layout
    goal = None if aim < 0 else names.unit_name(aim) if aim < SLOTS else names.cell_text(aim - SLOTS)
    traits = record["shard_trait"]
    return {
        "order": [f"seat_{seat}" for seat in order] if record["phase"] > Phase.INITIATIVE else [],
        "turn": f"seat_{order[int(record['turn'])]}" if record["phase"] > Phase.INITIATIVE and int(record["turn"]) < len(order) else None,
        "engaged": [names.unit_name(int(slot)) for slot in record["engaged"][: int(record["n_engaged"])]], "aim": goal,
        "shard_traits": [member_word(Trait, traits[seat]) if traits[seat] >= 0 else None for seat in range(scenario.seats)],
        "wild_shard_trait": member_word(Trait, traits[MAX_SEATS]) if traits[MAX_SEATS] >= 0 else None,
    }  # fmt: skip


def untold(found: dict[str, Any], scenario: Scenario) -> dict[str, Any]:
    """What `more` keeps in a way of its own, as the record has it."""
    game = found["game"]
    traits = {member_word(Trait, trait): int(trait) for trait in Trait} | {None: -1}
    shards = [traits[name] for name in game["shard_traits"]]
    order = [int(seat.removeprefix("seat_")) for seat in game["order"]]
    breaker = member_word(Kind, Kind.GODBREAKER)
    return {
        "units.circle": {name: ord(name[0]) - ord("A") if one["kind"] == breaker else MAX_SEATS for name, one in found["units"].items()},
        "order": [*order, *[0] * (MAX_SEATS - len(order))], "surviving": len(order),
        "shard_trait": [*shards, *[-1] * (MAX_SEATS - len(shards)), traits[game["wild_shard_trait"]]],
    }  # fmt: skip
