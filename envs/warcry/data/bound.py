"""How long a game can last."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.warcry.state import FACES, ROUNDS, SIDES, STATE, Twist

MOVE = 3  # destination, which treasure, where it is dropped by a fighter that falls to its death on the way
ATTACK = 7  # weapon and target, reaction, two dropped treasures, stepping back and where to, where the target lands
CHARGE = 2  # whom a ram hits, and the treasure it drops


def decision_bound(t: np.void) -> int:
    """A proved bound on the decisions of one game, far above what is played (S1 120-200, S2 300-450).

    Before the battle: two roles and colours; each fighter is put into a group once and set up once, where it may have to be named
    first (3); each treasure is placed once.

    A round of N fighters, n a side at most:

    - Wild dice: each answer uses a die or ends the declaration. A seat uses as many as it has got, one a round on the average; with the
      trailing twist it may hold as many as the record can count. Then a set changed by a trait for each seat, an objective named, who goes
      first.
    - A fighter makes at most two actions in a round, whatever the number of its activations (Wait is one of them), and is activated
      at most twice. An activation asks who it is (as the one in turn, or as one that follows), its end, where it lands if it hangs on
      a face, where it drops a treasure: 4. An action asks which it is, and at most MOVE, ATTACK or a disengagement (who strikes,
      where to, a drop: 3); a move may be a ram's.
    - An ability uses up a set, and a seat has one of each score at most. It asks which, its target, whether a bonus is taken for two
      bonus actions (a move and an attack), or that and a move or disengagement for each friend (n - 1 times 4), or the treasures of all
      the enemies it takes down (n); and whether the one it inspires follows.
    - Every fighter may be asked which objective it counts for.

    With further rounds after a tie a battle ends with round ROUNDS at the latest (WC-VIC-04).
    """
    sizes = [int(n) for n in t["n_units"]]
    everybody, most = sum(sizes), max(sizes)
    rounds = ROUNDS if t["extra_rounds"] else int(t["rounds"])
    held = np.iinfo(STATE.dtype["wild"].base).max if t["twist"] == Twist.TRAILING_DICE else 1
    before = 2 + 3 * everybody + int(t["n_tokens"])
    hero = SIDES * (held + 1) + SIDES + 1 + 1
    fighters = everybody * (2 * 4 + 2 * (1 + max(MOVE, ATTACK) + CHARGE))
    abilities = SIDES * FACES * (2 + 2 + MOVE + CHARGE + ATTACK + 4 * (most - 1) + most + 1)
    return before + rounds * (hero + fighters + abilities + everybody)
