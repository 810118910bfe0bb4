"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

import numpy as np

from skirmish_rl.envs.godbreakers.data.bound import unaligned_bound
from skirmish_rl.envs.godbreakers.questions import Decision
from skirmish_rl.envs.godbreakers.sheet import SHEET, map_view
from skirmish_rl.envs.godbreakers.state import (
    CIRCLE_SIZE,
    GODBREAKERS,
    MAX_SEATS,
    MIGHTY_TRAITS,
    PIECES,
    SINISTER_TRAITS,
    STATIC_PIECES,
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


class Facts:
    """The facts about a scenario, or about all generated worlds, that say which columns its observations have.

    Attributes:
        t: its tables. world: it is one of the generated worlds. rules: special rules. seated: bool (MAX_SEATS,).
        traits, flaws, kinds, tokens, markers, phases, compulsions, decisions: which members can occur, bool. kinds: of unaligned models.
        shards: traits that shards can have. placed, put, shapes: kinds of models, markers and terrain pieces that questions place.
    """

    def __init__(self, t: np.void, world: bool):
        self.t, self.world, self.seated = t, world, np.arange(MAX_SEATS) < t["seats"]
        self.rules = {*WORLD_RULES} if world else {Rule(int(t["rule"]))}
        fielded, drawn = t["fielded"] > 0, world or t["random_roster"].any()
        ruled = _members(Kind, (kind for rule in self.rules for kind in _RULE_KINDS.get(rule, ())))
        self.flaws = (t["flaws"][self.seated][:, fielded] > 0).any(axis=(0, 1)) | world
        self.shards = _members(Trait, t["shard_trait"][self.seated]) | drawn
        self.traits = (t["traits"][self.seated][:, fielded] > 0).any(axis=(0, 1)) | self.shards
        self.kinds = ruled | _members(Kind, (*t["wild_kind"][: int(t["n_wild"])], *(WORLD_KINDS if world else ())))
        self.kinds[Kind.SUMMONED] |= self.traits[Trait.SUMMONING]
        self.traits |= (t["kind_traits"][self.kinds] > 0).any(axis=0)
        for may, table in (("kind_mighty", MIGHTY_TRAITS), ("kind_sinister", SINISTER_TRAITS)):
            self.traits[table] |= t[may][self.kinds].any()
        self.tokens = _members(Token, (token for rule in self.rules for token in _RULE_TOKENS.get(rule, ())))
        self.placed = ruled | (self.kinds & _members(Kind, [Kind.SUMMONED]))
        self.phases = _members(Phase, (phase for phase in Phase if phase != Phase.RECOVERY or self.rules & {Rule.NEST, Rule.CURE}))
        kept = [MarkerKind.SHARD, *self.kept_markers()]
        self.markers = _members(MarkerKind, (MarkerKind.OBJECTIVE, *kept))
        self.put = _members(MarkerKind, kept if t["full_setup"] else kept[1:] if Rule.HUNT in self.rules else ())
        self.shapes = _members(Shape, (Shape.PATCH, Shape.ROW, Shape.COLUMN) if self.traits[Trait.SHAPING] else ())
        self.compulsions = _members(Compulsion, (one for one, possible in self._compulsions().items() if possible))
        self.decisions = self._decisions()

    def kept_markers(self) -> list[MarkerKind]:
        """Markers that every seat has, beside its shard."""
        objectives, hoards = self.rules & {Rule.SABOTEURS, Rule.HUNT}, self.rules & {Rule.TREASURE, Rule.HUNT}
        return [MarkerKind.OBJECTIVE] * bool(objectives) + [MarkerKind.HOARD] * bool(hoards)

    def _compulsions(self) -> dict[Compulsion, bool]:
        """Whether a wild model can be under each compulsion."""
        timid = self.kinds & (self.t["kind_die"] == 6) & (np.arange(len(Kind)) != Kind.SUMMONED)
        return {
            Compulsion.MURDEROUS: (self.kinds & ~timid).any(), Compulsion.COWARDLY: timid.any(),
            Compulsion.PREDATOR: self.kinds.any() and self.flaws[Flaw.PREY], Compulsion.SHARDBANE: self.kinds[Kind.SABOTEUR],
            Compulsion.HOARDER: self.kinds[Kind.SCAVENGER], Compulsion.AVENGER: self.t["rule"] == Rule.NEST,
        }  # fmt: skip

    def _decisions(self) -> np.ndarray:
        """What can be asked, bool (decisions,)."""
        t, rules, traits, wild, tokens = self.t, self.rules, self.traits, self.kinds.any(), self.tokens.any()
        extra = t["full_setup"] and rules & {Rule.SABOTEURS, Rule.TREASURE}
        only_if = {
            Decision.NONE: False, Decision.PLACE_SHARD: t["full_setup"], Decision.PLACE_MARKER: extra or Rule.HUNT in rules,
            Decision.PLACE_THREAT: rules & {Rule.NEST, Rule.HUNT}, Decision.DEPLOY_THREAT: rules & {Rule.INFILTRATORS, Rule.CURE},
            Decision.SPAWN: rules - {Rule.PLAIN, Rule.INFILTRATORS}, Decision.CLAIM: tokens, Decision.NOMINATE: traits[Trait.MERCILESS],
            Decision.CUNNING: traits[Trait.CUNNING], Decision.VENGEANCE: traits[Trait.VENGEFUL], Decision.SHOVE: traits[Trait.JUGGERNAUT],
            Decision.SHOVE_CELL: traits[Trait.JUGGERNAUT], Decision.HANDOFF_TO: tokens, Decision.HANDOFF_COUNT: tokens,
            Decision.HIDDEN_WAYS: traits[Trait.MYSTERIOUS], Decision.DESPOIL_UNIT: traits[Trait.DESPOILING],
            Decision.DESPOIL_CELL: traits[Trait.DESPOILING], Decision.RUIN_PIECE: traits[Trait.RUINOUS],
            Decision.SHAPE_CELL: traits[Trait.SHAPING], Decision.SUMMON_CELL: traits[Trait.SUMMONING],
            Decision.VERIFY_UNIT: Rule.INFILTRATORS in rules, Decision.STALKER_CELL: Rule.INFILTRATORS in rules,
            Decision.TREAT_UNIT: Rule.CURE in rules, Decision.WILD_ACTIVATE: wild, Decision.WILD_TARGET: wild,
            Decision.BROOD: Rule.NEST in rules, Decision.NEXT_MARKER: t["letter"] and Rule.SABOTEURS in rules,
        }  # fmt: skip
        return np.array([bool(only_if.get(decision, True)) for decision in Decision])


def fill_layout(tables: np.ndarray, world: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world."""
    for k, t in enumerate(tables):
        facts, seats = Facts(t, world), int(t["seats"])
        if len(tables) > 1 or facts.traits[[Trait.RUINOUS, Trait.SHAPING]].any():
            t["see_pieces"] = (STATIC_PIECES if world else int(t["n_pieces"])) + PIECES - STATIC_PIECES
        t["unaligned_rows"], t["n_traits"] = _unaligned_rows(facts), facts.traits.sum()
        t["see_traits"][: t["n_traits"]] = np.flatnonzero(facts.traits)
        _fill_rows(t, facts)
        view = map_view(t)
        t["view_x"][:seats], t["view_y"][:seats], t["view_place"][:seats], t["n_places"] = view.x, view.y, view.place, len(view.places)
        SHEET.lay_out(tables[k : k + 1], facts)


def _unaligned_rows(facts: Facts) -> int:
    """Rows for unaligned models."""
    t, summoning = facts.t, bool(facts.traits[Trait.SUMMONING])
    seats, rounds, rule, wild = int(t["seats"]), int(t["rounds"]), Rule(int(t["rule"])), int(t["n_wild"])
    if facts.world:  # wild models at the start are fewer than the saboteurs of other worlds
        rule, rounds, wild = Rule.SABOTEURS, max(rounds, WORLD_ROUNDS), 0
    return unaligned_bound(rule, seats, rounds, wild, summoning)


def _fill_rows(t: np.void, facts: Facts) -> None:
    """Whose rows each seat sees: its own models and markers first, the other seats' after them, the unaligned last."""
    seats, fielded = int(t["seats"]), np.flatnonzero((t["fielded"] > 0) | facts.world)
    unaligned = np.arange(GODBREAKERS, GODBREAKERS + int(t["unaligned_rows"]))
    t["row_of_slot"] = -1
    for seat in range(seats):
        around = [(seat + place) % seats for place in range(seats)]
        slots = np.concatenate([*(CIRCLE_SIZE * who + fielded for who in around), unaligned])
        markers = [0, *(1 + MAX_SEATS * (kind - 1) + who for kind in (MarkerKind.SHARD, *facts.kept_markers()) for who in around)]
        t["slot_of_row"][seat, : len(slots)], t["marker_of_row"][seat, : len(markers)] = slots, markers
        t["row_of_slot"][seat, slots] = np.arange(len(slots))
        t["see_units"], t["see_markers"] = len(slots), len(markers)


def _members(enum: type[IntEnum], seen: Iterable[int]) -> np.ndarray:
    """Which members are among some, bool (members,)."""
    return np.isin(np.arange(len(enum)), [int(member) for member in seen])
