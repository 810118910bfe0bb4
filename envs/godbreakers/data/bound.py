"""How much a game can need: unaligned models at once, and decisions."""

from __future__ import annotations

from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, GODBREAKERS, MAX_SUMMONED, SLOTS, Rule


def unaligned_bound(rule: Rule, seats: int, rounds: int, n_wild: int, summoning: bool) -> int:
    """Most unaligned slots ever in use at once: starting and spawned models, and two summoned ones a circle."""
    most = {
        Rule.PLAIN: 0,
        Rule.SABOTEURS: (1 + seats) * rounds,  # one per objective and round, none removed
        Rule.NEST: seats + rounds + 1,  # a dying great beast is replaced before it is removed
        Rule.INFILTRATORS: CIRCLE_SIZE * seats,  # a verified bystander makes room for its stalker
        Rule.CURE: CIRCLE_SIZE * seats + 1,
        Rule.TREASURE: SLOTS,  # one scavenger per failed Plunder: bounded by the slots only
        Rule.HUNT: SLOTS,
    }[rule]
    return min(SLOTS - GODBREAKERS, most + n_wild + MAX_SUMMONED * seats * summoning)


def decision_bound(seats: int, rounds: int, unaligned: int, ready: bool) -> int:
    """A proved bound on the decisions of one game.

    One action asks at most: the action, its nomination or cell, three extra nominations, a Cunning step, five vengeances, a
    shove and its cell, a placed model's cell, and the claims of at most 18 piles (nine cells, two kinds): under 32. With Ready,
    every model may react once more per action. A circle makes at most ten godbreaker activations a round (five, and five
    returned by Despoiling), of two actions; an unaligned slot at most two activations a round (one, and one for a model that
    takes a freed slot), of one action and three questions before it. Set-up, initiative, spawns and casualties ask at most
    once per model.
    """
    per_action = 32 + (12 * (CIRCLE_SIZE * seats + unaligned) if ready else 0)
    per_round = seats * 10 * (1 + 2 * per_action) + unaligned * 2 * (3 + per_action) + 2 * unaligned + 3 * seats + 8
    return rounds * per_round + seats * (CIRCLE_SIZE * 3 + 8)
