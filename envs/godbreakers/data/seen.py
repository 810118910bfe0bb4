"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from skirmish_rl.envs.godbreakers.columns import MARKER_WIDTH, UNIT_WIDTH, Section, features, map_view, marker_columns, unit_columns
from skirmish_rl.envs.godbreakers.data.bound import unaligned_bound
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.state import (
    MIGHTY_TRAITS,
    PIECES,
    SINISTER_TRAITS,
    STATIC_PIECES,
    TRAITS,
    Compulsion,
    Flaw,
    Kind,
    MarkerKind,
    Phase,
    Rule,
    Shape,
    Token,
    Trait,
)

# What generated worlds can hold. Their observations have columns for all of it, so that they are alike in every world.
WORLD_SIZE = 21
WORLD_ROUNDS = 4
WORLD_RULES = (Rule.PLAIN, Rule.SABOTEURS)
WORLD_WILD = 4  # at the start
WORLD_KINDS = (Kind.BRUTE, Kind.RUNNER, Kind.SABOTEUR, Kind.LESSER_BEAST, Kind.STALKER)  # of those

_RULE_KINDS = {
    Rule.SABOTEURS: (Kind.SABOTEUR,), Rule.TREASURE: (Kind.SCAVENGER,), Rule.NEST: (Kind.GREAT_BEAST, Kind.LESSER_BEAST),
    Rule.INFILTRATORS: (Kind.BYSTANDER, Kind.STALKER), Rule.CURE: (Kind.AFFLICTED, Kind.TURNED),
    Rule.HUNT: (Kind.STALKER, Kind.GREAT_BEAST, Kind.BYSTANDER, Kind.COMPANION, Kind.SCAVENGER),
}  # fmt: skip
_RULE_TOKENS = {Rule.TREASURE: (Token.TREASURE,), Rule.NEST: (Token.TROPHY,), Rule.HUNT: (Token.TREASURE, Token.TROPHY)}


def fill_layout(tables: np.ndarray, world: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world."""
    for t in tables:
        _fill_columns(t, world)
        if len(tables) > 1 or t["see_pool"]:
            t["see_pieces"] = (STATIC_PIECES if world else int(t["n_pieces"])) + PIECES - STATIC_PIECES
        shown = (t["fielded"] > 0) | world
        t["n_fielded"], t["fielded_row"] = shown.sum(), _places(shown)
        t["unit_width"] = UNIT_WIDTH
        for block, names in unit_columns(t):
            t["unit_at"][block] = t["unit_width"] if names else 0
            t["unit_width"] += len(names)
        t["marker_width"] = MARKER_WIDTH + len(marker_columns(t))
        view, seats = map_view(t), int(t["seats"])
        t["view_x"][:seats], t["view_y"][:seats], t["view_place"][:seats], t["n_places"] = view.x, view.y, view.place, len(view.places)
    found = features(tables).sections
    tables["at"] = [found[section.name.lower()].start if section.name.lower() in found else -1 for section in Section]


def _places(seen: np.ndarray) -> np.ndarray:
    """Columns of what is seen, counted from 0; -1 for the rest."""
    return np.where(seen, np.cumsum(seen) - 1, -1)


def _columns(enum: type[IntEnum], seen: Iterable[int]) -> np.ndarray:
    return _places(np.isin(np.arange(len(enum)), [int(member) for member in seen]))


def _fill_columns(t: np.void, world: bool) -> None:
    """A column for each member of an enum that can occur."""
    seats, rounds, n_wild = int(t["seats"]), int(t["rounds"]), int(t["n_wild"])
    rules = WORLD_RULES if world else (Rule(int(t["rule"])),)
    traits, kinds = _traits_and_kinds(t, rules, world)
    flaws = {int(flaw) for flaw in np.flatnonzero(t["flaws"][:seats, t["fielded"] > 0].max(axis=(0, 1)))} | (set(Flaw) if world else set())
    tokens = [token for rule in rules for token in _RULE_TOKENS.get(rule, ())]
    shards = range(TRAITS) if world or t["random_roster"].any() else t["shard_trait"][:seats]
    placed = {kind for rule in rules for kind in _RULE_KINDS.get(rule, ())} | (kinds & {int(Kind.SUMMONED)})
    t["trait_column"], t["flaw_column"], t["shard_column"] = _columns(Trait, traits), _columns(Flaw, flaws), _columns(Trait, shards)
    t["see_traits"][: len(traits)], t["n_traits"] = sorted(traits), len(traits)
    t["n_shard_traits"] = (t["shard_column"] >= 0).sum()
    t["kind_column"], t["new_model_column"], t["token_column"] = _columns(Kind, kinds), _columns(Kind, placed), _columns(Token, tokens)
    t["compulsion_column"] = _columns(Compulsion, _compulsions_of(t, kinds, flaws))
    t["decision_column"] = _places(_decisions_of(t, {*rules}, traits, bool(kinds), bool(tokens)))
    t["phase_column"] = _columns(Phase, [phase for phase in Phase if phase != Phase.RECOVERY or {*rules} & {Rule.NEST, Rule.CURE}])
    t["see_objectives"], t["see_hoards"] = bool({*rules} & {Rule.SABOTEURS, Rule.HUNT}), bool({*rules} & {Rule.TREASURE, Rule.HUNT})
    markers = {MarkerKind.OBJECTIVE, MarkerKind.SHARD} | ({MarkerKind.HOARD} if t["see_hoards"] else set())
    t["marker_column"] = _columns(MarkerKind, markers)
    put = {MarkerKind.SHARD: t["full_setup"], MarkerKind.OBJECTIVE: t["see_objectives"], MarkerKind.HOARD: t["see_hoards"]}
    t["new_marker_column"] = _columns(MarkerKind, [kind for kind in put if put[kind] and (t["full_setup"] or Rule.HUNT in rules)])
    t["new_piece_column"] = _columns(Shape, [Shape.PATCH, Shape.ROW, Shape.COLUMN] if Trait.SHAPING in traits else [])
    t["see_pool"] = bool(traits & {Trait.RUINOUS, Trait.SHAPING})
    t["see_impassable"] = t["piece_impassable"].any()
    t["see_origin"] = (t["decision_column"][[Decision.SPAWN, Decision.CLAIM, Decision.STALKER_CELL, Decision.BROOD]] >= 0).any()
    t["see_hunt"], t["see_world"] = Rule.HUNT in rules, world
    summoning = Trait.SUMMONING in traits
    if world:  # wild models at the start are fewer than the saboteurs of other worlds
        t["unaligned_rows"] = unaligned_bound(Rule.SABOTEURS, seats, max(rounds, WORLD_ROUNDS), 0, summoning)
    else:
        t["unaligned_rows"] = unaligned_bound(rules[0], seats, rounds, n_wild, summoning)


def _traits_and_kinds(t: np.void, rules: Iterable[Rule], world: bool) -> tuple[set[int], set[int]]:
    """Traits that any model can have, and kinds of unaligned models."""
    seats = int(t["seats"])
    traits = set(np.flatnonzero(t["traits"][:seats, t["fielded"] > 0].max(axis=(0, 1)))) | set(t["shard_trait"][:seats])
    if world or t["random_roster"].any():
        traits = set(range(TRAITS))
    kinds = {int(kind) for kind in (*t["wild_kind"][: int(t["n_wild"])], *(WORLD_KINDS if world else ()))}
    kinds |= {int(kind) for rule in rules for kind in _RULE_KINDS.get(rule, ())}
    if Trait.SUMMONING in traits:
        kinds.add(int(Kind.SUMMONED))
    for kind in kinds:
        traits |= set(np.flatnonzero(t["kind_traits"][kind]))
        traits |= set(MIGHTY_TRAITS) if t["kind_mighty"][kind] else set()
        traits |= set(SINISTER_TRAITS) if t["kind_sinister"][kind] else set()
    return {int(trait) for trait in traits}, kinds


def _compulsions_of(t: np.void, kinds: set[int], flaws: set[int]) -> set[Compulsion]:
    """Compulsions that a wild model can be under."""
    timid = {kind for kind in kinds if t["kind_die"][kind] == 6 and kind != Kind.SUMMONED}
    only_if = {
        Compulsion.MURDEROUS: kinds - timid, Compulsion.COWARDLY: timid, Compulsion.PREDATOR: kinds and Flaw.PREY in flaws,
        Compulsion.SHARDBANE: Kind.SABOTEUR in kinds, Compulsion.HOARDER: Kind.SCAVENGER in kinds,
        Compulsion.AVENGER: t["rule"] == Rule.NEST,
    }  # fmt: skip
    return {compulsion for compulsion, possible in only_if.items() if possible}


def _decisions_of(t: np.void, rules: set[Rule], traits: set[int], wild: bool, tokens: bool) -> np.ndarray:
    """What can be asked in a scenario, bool (decisions,)."""
    extra = t["full_setup"] and rules & {Rule.SABOTEURS, Rule.TREASURE}
    only_if = {
        Decision.NONE: False, Decision.PLACE_SHARD: t["full_setup"], Decision.PLACE_MARKER: extra or Rule.HUNT in rules,
        Decision.PLACE_THREAT: rules & {Rule.NEST, Rule.HUNT}, Decision.DEPLOY_THREAT: rules & {Rule.INFILTRATORS, Rule.CURE},
        Decision.SPAWN: rules - {Rule.PLAIN, Rule.INFILTRATORS}, Decision.CLAIM: tokens, Decision.NOMINATE: Trait.MERCILESS in traits,
        Decision.CUNNING: Trait.CUNNING in traits, Decision.VENGEANCE: Trait.VENGEFUL in traits, Decision.SHOVE: Trait.JUGGERNAUT in traits,
        Decision.SHOVE_CELL: Trait.JUGGERNAUT in traits, Decision.HANDOFF_TO: tokens, Decision.HANDOFF_COUNT: tokens,
        Decision.HIDDEN_WAYS: Trait.MYSTERIOUS in traits, Decision.DESPOIL_UNIT: Trait.DESPOILING in traits,
        Decision.DESPOIL_CELL: Trait.DESPOILING in traits, Decision.RUIN_PIECE: Trait.RUINOUS in traits,
        Decision.SHAPE_CELL: Trait.SHAPING in traits, Decision.SUMMON_CELL: Trait.SUMMONING in traits,
        Decision.VERIFY_UNIT: Rule.INFILTRATORS in rules, Decision.STALKER_CELL: Rule.INFILTRATORS in rules,
        Decision.TREAT_UNIT: Rule.CURE in rules, Decision.WILD_ACTIVATE: wild, Decision.WILD_TARGET: wild, Decision.BROOD: Rule.NEST in rules,
        Decision.NEXT_MARKER: t["letter"] and Rule.SABOTEURS in rules,
    }  # fmt: skip
    return np.array([bool(only_if.get(decision, True)) for decision in Decision])
