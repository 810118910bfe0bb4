"""What may be chosen, and what choosing does: the action layout, `legal` and `apply`."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.core.layout import Block, Layout
from skirmish_rl.envs.tide_of_iron.rules.choosing import (
    legal_activation,
    legal_card,
    legal_command,
    legal_fight,
    legal_select,
    legal_setup,
    legal_status,
    legal_step,
    legal_target,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.rules.numbering import BIDS, N_ACTIONS, RETRIED
from skirmish_rl.envs.tide_of_iron.rules.resolving import (
    apply_activation,
    apply_command,
    apply_fight,
    apply_select,
    apply_setup,
    apply_special,
    apply_status,
    apply_step,
)  # fmt: skip
from skirmish_rl.envs.tide_of_iron.state import CELLS, DECKS, SLOTS, WIDTH, Card, Decision, Figure, Option, Order

_DIRECTIONS = ("north-east", "east", "south-east", "south-west", "west", "north-west")
_ORDERS = tuple(order.name.lower().replace("_", "-") for order in Order)
_PLACING = (Decision.PLACE_MARKER, Decision.DEPLOY, Decision.ARRIVE)


def _words(enum) -> tuple[str, ...]:
    return tuple(member.name.lower().replace("_", "-") for member in enum)


LAYOUT = Layout(
    blocks=[
        Block("pass", 1, "single"),
        *(Block(name, SLOTS, "number", first=1) for name in _ORDERS),
        Block("unit", SLOTS, "number", first=1),
        Block("cell", CELLS, "cell", width=WIDTH),
        Block("direction", len(_DIRECTIONS), "option", options=_DIRECTIONS),
        Block("deck", DECKS, "number", first=1),
        Block("bid", BIDS, "number", first=1),
        Block("option", len(Option), "option", options=_words(Option)),
        Block("figure", len(Figure), "option", options=_words(Figure)),
        Block("card", len(Card), "option", options=_words(Card)),
        Block("retry", len(RETRIED), "option", options=tuple("retry-" + name for name in _words(RETRIED))),
    ],
    decisions=Decision,
    verbs={
        **{(d, "cell"): "place" for d in _PLACING},
        (Decision.ASSIGN_TOKEN, "unit"): "give",
        (Decision.DRAW_START, "deck"): "draw",
        (Decision.DRAW, "deck"): "draw",
        (Decision.DRAW_EXTRA, "deck"): "draw",
        (Decision.DEPLOY, "unit"): "board",
        (Decision.STEP, "unit"): "load",
        (Decision.STEP, "pass"): "stop",
        (Decision.TARGET, "unit"): "at",
        (Decision.TARGET, "cell"): "shell",
        (Decision.SUPPORT, "unit"): "support",
        (Decision.SUPPORT, "pass"): "done",
        (Decision.ASSAULT_SUPPORT, "unit"): "support",
        (Decision.ASSAULT_SUPPORT, "pass"): "done",
        (Decision.OP_FIRE, "unit"): "op-fire",
        (Decision.OP_FIRE, "pass"): "decline",
        (Decision.HIT_UNIT, "unit"): "hit",
        (Decision.COMMAND, "pass"): "done",
        (Decision.OP_MODE, "unit"): "op-fire",
        (Decision.OP_MODE, "pass"): "done",
        (Decision.TRANSFER_FROM, "unit"): "from",
        (Decision.TRANSFER_FROM, "pass"): "done",
        (Decision.TRANSFER_TO, "unit"): "to",
        (Decision.HEAL_UNIT, "unit"): "heal-squad",
        (Decision.OCCUPY, "unit"): "occupy",
        (Decision.GUN_CREW, "unit"): "crew-by",
        (Decision.CARD_CELL, "cell"): "hex",
        (Decision.SMOKE_CELL, "cell"): "hex",
        (Decision.CLEAR_CELL, "cell"): "hex",
    },
)
assert LAYOUT.size == N_ACTIONS


@jit
def legal(state, tables, mask):
    """Write the mask of the pending decision.

    Args:
        mask: uint8 (N_ACTIONS,), overwritten.

    Returns:
        Number of legal actions.
    """
    mask[:] = 0
    decision = state.decision
    if decision == Decision.SELECT:
        legal_select(state, tables, mask)
    elif decision == Decision.STEP:
        legal_step(state, tables, mask)
    elif decision == Decision.TARGET:
        legal_target(state, tables, mask)
    elif decision == Decision.COMMAND:
        legal_command(state, tables, mask)
    elif decision <= Decision.DEPLOY_FORT and decision != Decision.DRAW_START:
        legal_setup(state, tables, mask)
    elif decision == Decision.DRAW_START or Decision.DRAW <= decision <= Decision.ARRIVE:
        legal_status(state, tables, mask)
    elif decision == Decision.CARD_UNIT or decision == Decision.CARD_CELL:
        legal_card(state, tables, mask)
    elif decision == Decision.ASSAULT_HEX or decision >= Decision.SMOKE_CELL:
        legal_activation(state, tables, mask)
    else:
        legal_fight(state, tables, mask)
    n = 0
    for i in range(N_ACTIONS):
        n += mask[i]
    return n


@jit
def apply(state, tables, action):
    """Carry out the decider's choice."""
    decision = state.decision + 0
    seat = state.decider + 0
    state.decision = Decision.NONE
    if decision == Decision.SELECT:
        apply_select(state, tables, action)
    elif decision == Decision.STEP:
        apply_step(state, tables, action)
    elif decision == Decision.COMMAND:
        apply_command(state, tables, action, seat)
    elif decision <= Decision.DEPLOY_FORT:
        apply_setup(state, tables, decision, action, seat)
    elif Decision.DRAW <= decision <= Decision.ARRIVE:
        apply_status(state, tables, decision, action, seat)
    elif decision == Decision.FIGURES or decision == Decision.ATTACK_TYPE or decision == Decision.SUPPORT:
        apply_fight(state, tables, decision, action, seat)
    elif decision == Decision.ASSAULT_SUPPORT or decision == Decision.CASUALTY or decision == Decision.HIT_UNIT or decision == Decision.RETREAT:
        apply_fight(state, tables, decision, action, seat)
    elif decision == Decision.GUN_CREW or decision == Decision.CLEAR_CELL or decision <= Decision.ASSAULT_HEX:
        apply_activation(state, tables, decision, action)
    else:
        apply_special(state, tables, decision, action, seat)
