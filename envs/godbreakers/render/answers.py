"""Answers of Godbreakers as people read them: what each is called, and in one sentence what it does."""

from __future__ import annotations

import itertools

import numpy as np

from skirmish_rl.envs.core.console import Sayings, spoken
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.rules.facts import rank_of
from skirmish_rl.envs.godbreakers.state import Trait

SAYINGS: Sayings = {
    (Decision.ROLLER, "slot"): ("{name} rolls", "", ""),
    (Decision.ROLLER, "pass"): ("nobody rolls", "Another player has the initiative.", "GB-INI-02"),
    (Decision.NEXT_MARKER, "cell"): ("a saboteur comes by", "", ""),
    (Decision.ACTION, "pass"): ("end the activation", "", ""),
    (Decision.ACTION, "cell"): ("move to", "", ""),
    (Decision.ACTION, "slot"): ("engage {name}", "", ""),
    (Decision.ACTION, "sunder"): (
        "sunder a marker", "Roll its die: on 4 or more a marker that you control, chosen next, is gone.", "GB-SPC-02 GB-DIE-05",
    ),
    (Decision.ACTION, "handoff"): (
        "hand tokens on", "To a friend within its die's value; if the friend is not beside it, its die must show 4 or more.",
        "GB-SPC-05 GB-DIE-05",
    ),
    (Decision.ACTION, "hidden-ways"): (
        "hidden ways", "Roll its die: on 4 or more it reappears within {value} of any other model.", "GB-TRT-04 GB-DIE-05",
    ),
    (Decision.ACTION, "despoil"): (
        "despoil", "A fallen godbreaker of yours returns beside it, its die at most a D6, D8 or D10 by rank; on 3 or less it falls again.",
        "GB-TRT-16 GB-DIE-05",
    ),
    (Decision.ACTION, "ruin"): (
        "ruin terrain", "On 4 or more a piece of terrain beside it is gone and all inside take {value} damage; else it takes {other}.",
        "GB-TRT-18",
    ),
    (Decision.ACTION, "shape-area"): (
        "place rough ground", "On 4 or more a 3x3 patch is placed beside it, all inside take {value} damage; else it takes {other}.",
        "GB-TRT-19",
    ),
    (Decision.ACTION, "shape-horizontal"): (
        "place a barricade, left to right", "Roll its die: on 4 or more it is placed beside it; else it takes {other} damage.",
        "GB-TRT-19 GB-TRT-20",
    ),
    (Decision.ACTION, "shape-vertical"): (
        "place a barricade, top to bottom", "Roll its die: on 4 or more it is placed beside it; else it takes {other} damage.",
        "GB-TRT-19 GB-TRT-20",
    ),
    (Decision.ACTION, "summon"): (
        "summon a model", "A new D{other} stands beside it: yours if this model's die shows 4 or more, else wild.", "GB-TRT-21",
    ),
    (Decision.ACTION, "thunder"): (
        "thunder", "All within {value}, friends too, take {value} damage. On 4 or more all within {other} take it again; else it does.",
        "GB-TRT-23",
    ),
    (Decision.ACTION, "plunder"): (
        "plunder the hoard", "It takes a treasure from a hoard that you control; on 3 or less a scavenger appears beside it.",
        "GB-S3-02 GB-DIE-05",
    ),
    (Decision.ACTION, "verify"): (
        "verify a bystander", "One in its reach is taken away; on 4 or more +1 point and you may place a stalker, else -1 point.",
        "GB-S5-02 GB-DIE-05",
    ),
    (Decision.ACTION, "treatment"): (
        "treat an afflicted", "One beside it is taken away; on 4 or more +2 points, else a turned appears beside it.",
        "GB-S6-04 GB-DIE-05",
    ),
    (Decision.ACTION, "destroy-marker"): ("destroy a shard", "Roll its die: on 4 or more a shard marker beside it is gone.",
        "GB-S2-03 GB-S2-04"),
    (Decision.ACTION, "ready"): ("stand ready", "Ends its activation; it engages the next enemy that comes into its reach.",
        "GB-ADV-01 GB-ADV-02"),
    (Decision.ACTION, "stay"): ("stay and claim", "It moves nowhere and may claim tokens in its reach.", "GB-MRK-06"),
    (Decision.CLAIM, "count 0"): ("take none", "", ""),
    (Decision.CLAIM, "count"): ("take {name}", "", ""),
    (Decision.NOMINATE, "pass"): ("nobody else", "", ""),
    (Decision.NOMINATE, "slot"): ("engage {name} as well", "", ""),
    (Decision.CUNNING, "pass"): ("stay where it is", "", ""),
    (Decision.CUNNING, "cell"): ("step to", "", ""),
    (Decision.VENGEANCE, "pass"): ("strike nobody", "", ""),
    (Decision.VENGEANCE, "slot"): ("strike {name}", "", ""),
    (Decision.SHOVE, "pass"): ("shove nobody", "", ""),
    (Decision.HANDOFF_TO, "slot"): ("hand on to {name}", "", ""),
    (Decision.HANDOFF_COUNT, "count 0"): ("hand on none", "", ""),
    (Decision.HANDOFF_COUNT, "count"): ("hand on {name}", "", ""),
    (Decision.HIDDEN_WAYS, "pass"): ("stay where it is", "", ""),
    (Decision.DESPOIL_UNIT, "slot"): ("bring {name} back", "", ""),
    (Decision.SUNDER_MARKER, "cell"): ("sunder the marker at", "", ""),
    (Decision.RUIN_PIECE, "cell"): ("ruin the terrain at", "", ""),
    (Decision.SHOVE_CELL, "cell"): ("shove to", "", ""),
    (Decision.VERIFY_UNIT, "slot"): ("verify {name}", "", ""),
    (Decision.STALKER_CELL, "pass"): ("place no stalker", "", ""),
    (Decision.WILD_TARGET, "slot"): ("go for {name}", "", ""),
    (Decision.WILD_TARGET, "cell"): ("go for what is at", "", ""),
    (Decision.BROOD, "pass"): ("place no lesser beast", "", ""),
}  # fmt: skip
# The trait whose rank an answer's sentence names.
_RANKS = {
    "hidden-ways": Trait.MYSTERIOUS, "ruin": Trait.RUINOUS, "shape-area": Trait.SHAPING, "shape-horizontal": Trait.SHAPING,
    "shape-vertical": Trait.SHAPING, "summon": Trait.SUMMONING, "thunder": Trait.THUNDEROUS,
}  # fmt: skip


def answer(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """What an answer is called, and in one sentence what it does."""
    block, argument = scenario.ruleset.layout.action(action)
    if block == "order":
        return _order(record, scenario, int(argument))
    if block != "special":
        return spoken(SAYINGS, record, scenario, action)
    trait = _RANKS.get(argument)
    state = view(record)
    rank = int(rank_of(state, state.units[int(record["subject"])], trait)) if trait is not None else 0
    other = {"summon": 6 + 2 * rank, "thunder": 2 * rank}.get(argument, 3 - rank)
    return spoken(SAYINGS, record, scenario, action, rank, other)


def _order(record: np.void, scenario: Scenario, number: int) -> tuple[str, str]:
    """An order of the seats that are still in the game. Clauses: GB-INI-04, GB-INI-06, GB-ACT-01."""
    seats = [seat for seat in range(scenario.seats) if not int(record["routed"]) >> seat & 1]
    order = [f"seat_{seat}" for seat in [*itertools.permutations(seats)][number]]
    return f"{order[0]} first, then {', '.join(order[1:])}", f"All go in this order; {order[-1]} also runs the wild models."
