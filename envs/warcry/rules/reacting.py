"""Reactions to an attack, before its hit rolls and after its damage. Chapter REACT; WC-IRON-07, WC-FANG-07, WC-HUNT-06."""

from __future__ import annotations

from skirmish_rl.envs.core.dice import roll
from skirmish_rl.envs.core.events import Event, note
from skirmish_rl.envs.core.frames import ask
from skirmish_rl.envs.core.jit import jit
from skirmish_rl.envs.warcry.questions import OPTION, PASS, Decision, Option
from skirmish_rl.envs.warcry.rules.disengaging import can_disengage, push_disengage
from skirmish_rl.envs.warcry.rules.fighters import can_react, lose_action
from skirmish_rl.envs.warcry.rules.measuring import has_cover, nearest_enemy2
from skirmish_rl.envs.warcry.rules.strengths import is_missile
from skirmish_rl.envs.warcry.rules.telling import Modifier, Own, Roll
from skirmish_rl.envs.warcry.state import FACES, Reaction, Runemark, Status, has_mark, seat_of


@jit
def can_make(state, tables, target, reaction):
    """True if the target of the attack may make a reaction before the hit rolls.

    Clauses: WC-REACT-01, WC-REACT-09, WC-REACT-10, WC-IRON-07, WC-FANG-07.
    """
    attack = state.attack[0]
    if tables.unit_reactions[target, reaction] == 0 or not can_react(state, target):
        return False
    missile = is_missile(tables, attack.attacker, attack.weapon)
    if reaction == Reaction.TAKE_COVER:
        return missile and not has_mark(tables, target, Runemark.MOUNT) and has_cover(state, tables, attack.attacker, target)
    return not missile


@jit
def offer_reactions(state, tables, target):
    """The target of the attack may react before the hit rolls. Clauses: WC-REACT-01, WC-REACT-07."""
    for reaction in range(Reaction.COUNTER, Reaction.STEP_BACK):
        if can_make(state, tables, target, reaction):
            ask(state, seat_of(target), Decision.REACT, target)
            return


@jit
def legal_react(state, tables, mask):
    """The reactions of the target, or none. Clause: WC-REACT-01."""
    mask[PASS] = 1
    for reaction in range(Reaction.COUNTER, Reaction.STEP_BACK):
        mask[OPTION + Option.COUNTER + reaction - Reaction.COUNTER] = can_make(state, tables, state.subject, reaction)


@jit
def apply_react(state, action):
    """The target reacts, or does not. Clause: WC-REACT-01."""
    if action != PASS:
        react(state, state.subject, action - OPTION - Option.COUNTER + Reaction.COUNTER)


@jit
def react(state, target, reaction):
    """The target makes a reaction. Clauses: WC-REACT-03, WC-REACT-08."""
    state.attack[0].reaction = reaction
    note(state, Own.REACTS, seat_of(target), target, value=reaction)
    lose_action(state, target)


@jit
def softened(state, tables, target, reaction, criticals):
    """Criticals that count as hits. Clauses: WC-REACT-10, WC-IRON-07, WC-RAVEN-07. Rolls a die for each critical under Take Cover."""
    if criticals == 0:
        return 0
    if state.units[target].cowering:
        note(state, Event.MODIFIER, value=criticals, other=Modifier.COWERING)
        return criticals
    if reaction == Reaction.CLASHING_IRON:
        note(state, Event.MODIFIER, value=min(criticals, 2), other=Modifier.CLASHING_IRON)
        return min(criticals, 2)
    if reaction != Reaction.TAKE_COVER:
        return 0
    note(state, Event.ROLLS, seat_of(target), target, value=Roll.COVER)
    turned = 0
    for _ in range(criticals):
        if roll(state, FACES) >= tables.cover_success:
            turned += 1
    note(state, Event.MODIFIER, value=turned, other=Modifier.TOOK_COVER)
    return turned


@jit
def offer_step_back(state, tables, slot, target):
    """The Hunt's reaction after the damage of a melee attack. Clauses: WC-HUNT-06, WC-REACT-07."""
    attack = state.attack[0]
    if attack.reaction != Reaction.NONE or is_missile(tables, slot, attack.weapon) or state.units[target].status != Status.ON_BOARD:
        return
    if tables.unit_reactions[target, Reaction.STEP_BACK] and can_react(state, target):
        near2 = nearest_enemy2(state, tables, target, state.units[target].node)
        if can_disengage(state, tables, target, near2):
            ask(state, seat_of(target), Decision.STEP_BACK, target)


@jit
def legal_step_back(mask):
    """Whether the target steps back. Clause: WC-HUNT-06."""
    mask[PASS] = 1
    mask[OPTION + Option.STEP_BACK] = 1


@jit
def apply_step_back(state, action):
    """The target steps back, or stays. Clauses: WC-HUNT-06, WC-REACT-14."""
    if action != PASS:
        target = state.subject
        react(state, target, Reaction.STEP_BACK)
        push_disengage(state, target, 1)
