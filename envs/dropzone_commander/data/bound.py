"""A bound on the decisions of one game that no play exceeds."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.state import CARDS, GROUPS, MOST_FORCE, MOST_SQUADS, WEAPONS

A_UNIT = 2 * (6 + 3 * WEAPONS * 4)  # its Move and what follows, and each weapon: mode, target, focus, spread; twice, with cards
A_SQUAD = 40  # chosen, its actions, the ends of its Moves, objectives handed on, a free transfer


def decision_bound(seats: int, rounds: int) -> int:
    """Every unit and squad acts in every round, every card is played with a target and answered, every unit is placed and reacts."""
    everybody = seats * MOST_FORCE
    reactions = everybody * MOST_FORCE
    a_round = everybody * A_UNIT + seats * MOST_SQUADS * A_SQUAD + reactions + 4 * seats * CARDS * seats + 2 * seats * GROUPS
    windows = seats * MOST_SQUADS * 12 * seats
    return seats * (4 + 3 * GROUPS + 3 * MOST_FORCE) + rounds * (a_round + windows)
