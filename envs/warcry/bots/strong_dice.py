"""Wild dice, seizing the initiative, and who goes first: the strong bot's dice. Strategy notes 8 and 11-13."""

from __future__ import annotations

from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import FACE, OBJECTIVE, OPTION, PAIR, PASS, Decision, Option
from skirmish_rl.envs.warcry.rules.initiative import singles_of
from skirmish_rl.envs.warcry.state import ABILITIES, FACES, FORCE, SETS, Status

_KEPT = 6.0  # a wild die in hand, for a later round; nothing in the last one
_TEMPO = 2.0  # going second where nothing is in reach: the enemy has to come
_PRICES = (0.0, 3.0, 8.0, 15.0)  # of sets: none, double, triple, quad


@jit
def first_value(scratch):
    """The worth of going first: the best strike of the viewer, and that of the enemy which then comes second. Strategy note 8."""
    mine = 0.0
    theirs = 0.0
    for k in range(FORCE):
        mine = max(mine, scratch.strike[FORCE * scratch.viewer + k] + 0.0)
        theirs = max(theirs, scratch.strike[FORCE * (1 - scratch.viewer) + k] + 0.0)
    return 0.6 * mine + 0.4 * theirs


@jit
def score_first(state, tables, goes_first, scratch):
    """Going first pays when a strike is in reach; else let the enemy come, the more so when it has more activations. Strategy note 8."""
    if not goes_first:
        return 0.0
    patience = _TEMPO + max(scratch.theirs_left - scratch.mine_left, 0)
    return first_value(scratch) - 2.0 * patience


@jit
def score_hero(state, tables, action, scratch):
    """Wild dice, a set that becomes 6, an objective that is worth more."""
    decision = state.decision
    viewer = scratch.viewer
    if decision == Decision.NAME_OBJECTIVE:
        objective = action - OBJECTIVE
        own = 10.0 if state.control[objective] == viewer else -10.0 if state.control[objective] == 1 - viewer else 0.0
        return own + lead_near(state, tables, viewer, objective)
    if decision == Decision.SET_TO_SIX:
        return 0.0 if action == PASS else 6.0 - (action - FACE + 1) + 0.5 * state.dice[viewer, action - FACE]
    return score_wild(state, tables, action, scratch, viewer)


@jit
def lead_near(state, tables, viewer, objective):
    """How many more fighters the viewer has near an objective."""
    lead = 0.0
    for slot in range(2 * FORCE):
        unit = state.units[slot]
        if unit.status == Status.ON_BOARD and tables.objective_near[objective, unit.node]:
            lead += 1.0 if slot // FORCE == viewer else -1.0
    return lead


@jit
def score_wild(state, tables, action, scratch, viewer):
    """The chance to have the initiative after a use of a wild die, what the sets are worth then, and what the die is worth kept.

    Strategy notes 11-13.
    """
    singles = singles_of(state, viewer)
    pool = state.wild[viewer]
    more = 0.0
    if action == OPTION + Option.SINGLE:
        singles += 1
        pool -= 1
    elif action != PASS:
        face = action - PAIR
        size = state.dice[viewer, face]
        if size == 1:
            singles -= 1
        pool -= 1
        more = set_value(state, tables, viewer, min(size, SETS)) - (set_value(state, tables, viewer, size - 1) if size > 1 else 0.0)
        more += 0.15 * (face + 1)
    value = initiative_chance(state, viewer, singles) * (2.0 + 0.5 * first_value(scratch))
    if action == OPTION + Option.SINGLE and value == initiative_chance(state, viewer, singles - 1) * (2.0 + 0.5 * first_value(scratch)):
        # one single may not be enough, two may
        if pool > 0:
            value = max(
                value,
                initiative_chance(state, viewer, singles + 1) * (2.0 + 0.5 * first_value(scratch)) - kept_value(state, tables, 1),
            )
    return value + more * fighting(scratch) + kept_value(state, tables, pool)


@jit
def fighting(scratch):
    """How much sets are worth in this round: little before the sides meet."""
    total = 0.0
    for slot in range(2 * FORCE):
        total += min(scratch.strike[slot], 30.0)
    return 0.25 + min(total / 60.0, 1.0)


@jit
def set_value(state, tables, viewer, size):
    """The worth of a set of a size (1 double, 2 triple, 3 quad) to a side: more with abilities of its own that it pays."""
    value = _PRICES[size]
    for ability in range(ABILITIES):
        if tables.ability_cost[ability] == size + 1 and ability > FACES - 1:
            for slot in range(FORCE * viewer, FORCE * (viewer + 1)):
                if state.units[slot].status == Status.ON_BOARD and tables.unit_abilities[slot, ability]:
                    value += 1.0
                    break
    return value


@jit
def kept_value(state, tables, pool):
    """The worth of wild dice in hand: each further one is worth less."""
    if state.round >= tables.rounds:
        return 0.0
    value = 0.0
    price = _KEPT
    for _ in range(min(pool, 5)):
        value += price
        price *= 0.75
    return value


@jit
def initiative_chance(state, viewer, singles):
    """Chance to have the initiative after the recount with so many singles. Clauses: WC-SEIZE-02..05; table T5.

    The first to declare reckons with an answer: the other side may add as many singles as it has wild dice, and does so half of the time.
    """
    theirs = singles_of(state, 1 - viewer)
    tied = state.singles[0] == state.singles[1]
    holder = state.initiative == viewer
    now = outcome_chance(singles, theirs, holder, tied)
    if not holder or state.wild[1 - viewer] == 0:  # who does not hold the initiative declares last
        return now
    answered = outcome_chance(singles, theirs + 1, holder, tied)
    if state.wild[1 - viewer] > 1:
        answered = 0.5 * answered + 0.5 * outcome_chance(singles, theirs + 2, holder, tied)
    return 0.6 * now + 0.4 * answered


@jit
def outcome_chance(mine, theirs, holder, tied):
    """Chance to have the initiative by the final counts."""
    if mine > theirs:
        return 1.0
    if mine < theirs:
        return 0.0
    if tied:
        return 1.0 if holder else 0.0
    return 0.5
