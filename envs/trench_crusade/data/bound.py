"""How long a game can last."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.trench_crusade.state import AIMS, FORCE, MARKERS, SIDES, SLOTS


def decision_bound(t: np.void) -> int:
    """A proved bound on the decisions of one game, far above what is played (S1 150-300, S2 350-600).

    Set-up: the zone, and a model and its cell for each model; arrivals the same. A Turn: who goes first, each model activated once,
    morale. An Activation asks whether it is joint and then, for each of two members: which one acts, at most VERBS Actions and one
    more Shoot and Fight; each Action asks at most four parameters and makes at most ATTACKS attacks.
    A Success Roll or an Injury Roll asks two windows. An attack asks weapon, target, friend, scatter and its roll (2); it injures at
    most SLOTS models, each with its roll (2), a ledge test (2), a fall (2), a blessing (1); and a Harrowing move with the falls of its way.
    A movement holds at most nine steps with a test (2 and the edge), wire (2), a fall (2), a mine (defuse 1, test 2, injury 2).
    A retreat suffers an attack of at most FORCE enemies.
    """
    models = [int(t["used"][FORCE * seat : FORCE * (seat + 1)].sum()) for seat in range(SIDES)]
    victims = sum(models) if int(t["blast"].max()) else 1
    per_victim = 2 + 2 + 2 + 1 + FORCE
    movement = 16 * 14 + SLOTS
    attack = 6 + victims * per_victim + movement
    strikes = AIMS + int(t["cleave"].max()) * 2
    retreat = max(models) * (1 + int(t["cleave"].max()) * (attack + 1))
    action = 6 + strikes * attack + movement + retreat
    activation = 2 + 2 * (2 + 20 * (action + 1))
    turn = 1 + sum(models) * (activation + 1) + 2 + 2 * sum(models)
    return 1 + 3 * sum(models) + int(t["turns"]) * turn + MARKERS
