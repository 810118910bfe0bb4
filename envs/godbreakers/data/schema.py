"""What the TOML files may say."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from skirmish_rl.envs.core.scenarios import names
from skirmish_rl.envs.core.tables import Between, Many, Word
from skirmish_rl.envs.godbreakers.data.fields import MAX_WILD
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, MAX_RANK, MAX_TRAITS, SIDE, Flaw, Kind, Metal, Rule, Trait

Box = tuple[int, int, int, int]
Cell = tuple[int, int]
TraitName = Annotated[str, Word("trait", *names(Trait))]
Traits = Annotated[dict[TraitName, Annotated[int, Between(1, MAX_RANK, "GB-CIR-03")]], Many(0, MAX_TRAITS, "traits", "GB-CIR-03")]
Seats = Annotated[int, Between(2, 4, "GB-GEN-01")]


@dataclass(frozen=True)
class GodbreakerSpec:
    """One hero of a roster. Clauses: GB-CIR-02, GB-CIR-03, GB-CIR-05.

    `forged` names traits that the crucible gave from a metal the model does not have (GB-CIR-04).
    """

    die: Annotated[int, Between(6, 12, "GB-GEN-02", step=2)]
    metals: Annotated[tuple[Annotated[str, Word("metal", *names(Metal))], ...], Many(1, len(Metal), "metals", "GB-CIR-02")]
    traits: Traits
    flaws: Annotated[tuple[Annotated[str, Word("flaw", *names(Flaw))], ...], Many(0, len(Flaw), "flaws", "GB-FLW-06", differ=True)] = ()
    role: str = "godbreaker"
    forged: tuple[str, ...] = ()


@dataclass(frozen=True)
class CircleSpec:
    """A roster: five godbreakers, the leader first, and the shard's trait. Clauses: GB-GEN-01, GB-CIR-01..08.

    `campaign` lifts the creation budget for circles that have grown in earlier games.
    """

    shard_trait: TraitName
    godbreakers: Annotated[tuple[GodbreakerSpec, ...], Many(CIRCLE_SIZE, CIRCLE_SIZE, "godbreakers", "GB-GEN-01")]
    name: str = ""
    campaign: bool = False


@dataclass(frozen=True)
class MapSpec:
    """A board. `area` and `barricades` are inclusive rectangles [x from, x to, y from, y to]; the rest are cells [x, y]."""

    size: Annotated[int, Between(20, SIDE, "GB-TER-01")]
    centre: Cell
    area: tuple[Box, ...] = ()
    barricades: tuple[Box, ...] = ()
    impassable: tuple[int, ...] = ()
    impassable_option: tuple[int, ...] = ()
    shards: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    objectives: dict[str, tuple[Cell, ...]] = field(default_factory=dict)
    hoards: dict[str, tuple[Cell, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class WildSpec:
    """A wild model that stands on the board from the start."""

    kind: Annotated[str, Word("unaligned model", *names(Kind)[1:])]
    cell: Cell


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: special rules, board, seats, length.

    `circles` names the circle of every seat where all have the same; `rosters` are the seats' own ones. With `skirmish` its observations
    are those of generated worlds, so that agents trained on these can play it.
    """

    title: str
    rule: Annotated[str, Word("rule", *names(Rule))]
    seats: tuple[Seats, Seats]
    rounds: Annotated[int, Between(3, 7, "GB-RND-02")]
    map: str = ""
    board: MapSpec | None = None
    fielded: Annotated[tuple[Annotated[int, Between(1, 5)], ...], Many(1, 5, "roster entries", differ=True)] = (1, 2, 3, 4, 5)
    wild: Annotated[tuple[WildSpec, ...], Many(0, MAX_WILD, "wild models")] = ()
    circles: str = ""
    rosters: tuple[CircleSpec, ...] = ()
    skirmish: bool = False
    tags: tuple[str, ...] = ()


@dataclass(frozen=True)
class UnalignedSpec:
    """A type of unaligned model."""

    die: int
    traits: dict[str, int] = field(default_factory=dict)
    mighty: int = 0
    sinister: int = 0
    friends: tuple[str, ...] = ()
    friends_in: tuple[str, ...] = ()
