"""A model on its own card: its die, what hurts it, what its traits and flaws do, and how it stands."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Card
from skirmish_rl.envs.core.questions import in_words, member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.godbreakers.rules.facts import attack_range_of, rank_of
from skirmish_rl.envs.godbreakers.state import SLOTS, Flaw, Kind, Rule, Status, Trait

_PASSED = 4  # the least face that a challenging roll does not count as 0. GB-DIE-03
# What a trait of rank {rank} does; {two} is twice the rank, {other} what a failure costs. Clauses: GB-TRT-01..24.
TRAITS: dict[int, str] = {
    Trait.DEFENSIVE: "While it is not active, its attack dice of {rank} or less are rolled again.",
    Trait.HEALER: "Friends within its movement roll recovery dice of {rank} or less again.",
    Trait.INSPIRED: "While it is active, its test dice of {rank} or less are rolled again.",
    Trait.MYSTERIOUS: "Hidden ways: on a test of 4+ it reappears within {rank} of any other model.",
    Trait.VENGEFUL: "Hurt in an Engage, it may do {rank} damage to an enemy in its reach.",
    Trait.BRUTAL: "Its attacks do {two} damage more when they win.",
    Trait.JUGGERNAUT: "While it is active, it may shove a model of the fight up to {two}.",
    Trait.PINNING: "Enemies within {rank} may move only nearer to it.",
    Trait.RELENTLESS: "Loses {rank} damage before it rolls for recovery.",
    Trait.TOUGH: "Attacks do {two} damage less to it, at least 1.",
    Trait.CUNNING: "While it is active, it may step up to {rank} before the damage falls.",
    Trait.DEADLY: "While it is active, its attack dice of {rank} or less are rolled again.",
    Trait.FLEET: "Moves {two} further.",
    Trait.MERCILESS: "While it is active, it engages up to {rank} enemies more at once.",
    Trait.RANGED: "Its attacks reach {rank} times its die.",
    Trait.DESPOILING: "A fallen friend returns beside it, its die at most a D6, D8 or D10 by rank, if a test goes well.",
    Trait.RUINOUS: "On a test of 4+ terrain beside it is gone and all inside take {rank} damage; else it takes {other}.",
    Trait.SHAPING: "On a test of 4+ it places terrain beside it, all inside take {rank} damage; else it takes {other}.",
    Trait.SUMMONING: "Places a new model beside it: yours on a test of 4+, else wild.",
    Trait.THUNDEROUS: "All within {rank}, friends too, take {rank} damage; on a test of 4+ all within {two} once more, else it does.",
}
FLAWS: dict[int, str] = {
    Flaw.BRITTLE: "Takes 1 damage more each time.", Flaw.CAREFUL: "One Engage an activation.", Flaw.PREY: "Wild models hunt it.",
    Flaw.SLOW: "One move an activation.", Flaw.UNLUCKY: "On tests and challenging rolls its dice of 4 or less count as 0.",
}  # fmt: skip


def card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """All that is to be known of a model, None for an empty place."""
    if not 0 <= slot < SLOTS or not record["units"]["status"][slot]:
        return None
    unit, state = record["units"][slot], view(record)
    rank_in = {trait: int(rank_of(state, state.units[slot], trait)) for trait in Trait}  # one of them may come from the circle's shard
    die, damage = int(unit["die"]), int(unit["damage"])
    due = max(damage - rank_in[Trait.RELENTLESS], 0)
    least = 1 if unit["kind"] == Kind.GODBREAKER else 0  # a Triumph takes all damage off
    if due and scenario.tables[int(record["variant"])]["rule"] == Rule.CURE and unit["kind"] in (Kind.AFFLICTED, Kind.TURNED):
        due = max(due, _PASSED)  # a challenging roll. GB-S6-02
    chance = max(die - due + 1, least) if due else die
    figures: list[tuple[str, str, str]] = [
        ("Die", f"D{die}", "what it rolls; its top face is a Triumph: it heals and grows"),
        ("Move", str(die + 2 * rank_in[Trait.FLEET]), "cells of one move action"),
        ("Reach", str(int(attack_range_of(state, state.units[slot]))), "range of its attacks; 0: only those beside it"),
        ("Damage", f"{damage}, of {die}", "after all activations it rolls at least as much on its die, or it falls"),
    ]
    if damage:
        figures.append(("Survives", f"{round(100 * chance / die)} %", "the chance of its recovery roll, without a Healer"))
    ranks = [(trait, rank) for trait, rank in rank_in.items() if rank]
    abilities = [(f"{in_words(trait)} {rank}", TRAITS[trait].format(rank=rank, two=2 * rank, other=3 - rank)) for trait, rank in ranks]
    abilities += [(in_words(flaw), FLAWS[flaw]) for flaw in Flaw if unit["flaws"][flaw]]
    kind = "godbreaker" if unit["kind"] == Kind.GODBREAKER else member_word(Kind, unit["kind"])
    where = member_word(Status, unit["status"]) if unit["status"] != Status.ON_BOARD else ""
    done = "has been activated" if unit["activated"] else "to be activated"
    acts = "active" if slot == int(record["active"]) else "stands ready" if unit["ready"] else done
    return {
        "figures": figures,
        "columns": (),
        "weapons": [],
        "abilities": abilities,
        "state": ", ".join(word for word in (kind, where or acts) if word),
    }
