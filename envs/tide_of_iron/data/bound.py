"""How long a game can last."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.tide_of_iron.state import SIDES, SLOTS_OF_BASE, STACK, TRANSFERS


def decision_bound(t: np.void) -> int:
    """A proved bound on the decisions of one game, far above what is played (S1 250-400, S2 800-1300).

    Set-up: a side is asked once per token, starting card and marker, for each unit its hex and whether it goes into an
    entrenchment, and for Op Fire mode once per unit and once to end: under tokens + cards + markers + 3 units + 1.

    Action Phase: a side is finished once; every other action uses up a fresh unit, a card, or a card's one contact roll of the round;
    nothing makes units fresh again before the Status Phase. With u units a side at most, m the most movement points, and h hits in the
    largest assault, an activation asks:
    - the action, fire or move first, and at most m + 1 steps, each costing a point or ending the move; after a step the
      order of mines and Op Fire, an Op Fire lead, the type of attack, the end of support (5 with the step itself);
    - supporters and figure subsets of Op Fire: 2 u in all, since no unit fires twice at one active unit (TI-OPF-04);
    - one attack: target, figures, type, supporters and their figures (2 u), end of support;
    - one assault: its hex, 3 answers about supporters, at most one hit unit per hit, 6 retreats;
    - casualties: a squad loses 4 figures at most, and at most the units of both sides in 2 hexes, 2 supporters and the active
      squad suffer;
    - of special actions, guns and transports one more question: under 6.
    A card may bring such an activation and asks 12 questions of its own (card, units, hexes, occupation); a wide barrage
    attacks seven hexes, whose casualties are counted with it. A contact roll that fails asks nothing more.

    Command Phase: a card each (as above), a bid for at least one command, and an end; all command in a game comes from objectives,
    cards and operations. Status Phase: two draws, Op Fire mode once per unit and an end, three answers per transfer and an end,
    an arrival per unit.
    """
    rounds, per_side = int(t["rounds"]), [int(n) for n in t["capacity_used"]]
    u = max(per_side)
    # Forced March, Double Time, officer and recon make a squad faster; the most FP of a stack is bounded by its best figures.
    m = max(int(t["squad_move"]) + 3, int(t["vehicle_move"].max())) + int(t["card_amount"].max())
    fp = max(int(t["figure_fp"][:, :, 0].max()) * SLOTS_OF_BASE, int(t["vehicle_fp"][:, :, 0].max()))
    h = 2 * (STACK * (fp + int(t["flame_fp"])) + int(t["card_amount"].max()))
    suffering = SLOTS_OF_BASE * (2 * 2 * STACK + STACK)
    activation = 2 + 5 * (m + 1) + 2 * u + (4 + 2 * u) + (4 + h + 2 * STACK) + suffering + 6
    card = activation + 12 + 7 * 2 * STACK * SLOTS_OF_BASE
    setup, cards, artillery, income = 0, 0, 0, 0
    for seat in range(SIDES):
        setup += int(t["n_tokens"][seat]) + int(t["start_cards"][seat]) + int(t["n_markers"][seat]) + 3 * per_side[seat] + 1
        for deck in t["decks"][seat][: t["n_decks"][seat]]:
            cards += int(t["deck_cards"][deck].sum())
            artillery += int((t["deck_cards"][deck] * (t["card_contact"] > 0)).sum())
            income += int((t["deck_cards"][deck].astype(int) * t["card_amount"]).sum())
    income += rounds * int(t["objective_value"].sum()) + 2 * SIDES  # Supply Depot, TI-OPS-01
    retries = artillery * rounds
    status = sum(2 + n + 1 + 3 * TRANSFERS + 1 + n for n in per_side)
    per_round = sum(per_side) * activation + 2 * SIDES + status
    return setup + rounds * per_round + cards * card + retries + income
