"""What the TOML files may say."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class GodbreakerSpec:
    """One hero of a roster. Clauses: GB-CIR-02, GB-CIR-03, GB-CIR-05.

    `forged` names traits that the crucible gave from a metal the model does not have (GB-CIR-04).
    """

    die: int
    metals: tuple[str, ...]
    traits: dict[str, int]
    flaws: tuple[str, ...] = ()
    role: str = "godbreaker"
    forged: tuple[str, ...] = ()


@dataclass(frozen=True)
class CircleSpec:
    """A roster: five godbreakers, the leader first, and the shard's trait. Clauses: GB-GEN-01, GB-CIR-01..08.

    `campaign` lifts the creation budget for circles that have grown in earlier games.
    """

    shard_trait: str
    godbreakers: tuple[GodbreakerSpec, ...]
    name: str = ""
    campaign: bool = False


@dataclass(frozen=True)
class MapSpec:
    """A board. `area` and `barricades` are inclusive rectangles [x from, x to, y from, y to]; the rest are cells [x, y]."""

    size: int
    centre: tuple[int, int]
    area: tuple[tuple[int, int, int, int], ...] = ()
    barricades: tuple[tuple[int, int, int, int], ...] = ()
    impassable: tuple[int, ...] = ()
    impassable_option: tuple[int, ...] = ()
    shards: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    objectives: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)
    hoards: dict[str, tuple[tuple[int, int], ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class WildSpec:
    """A wild model that stands on the board from the start."""

    kind: str
    cell: tuple[int, int]


@dataclass(frozen=True)
class ScenarioSpec:
    """A scenario: special rules, board, seats, length.

    `circles` names the circle of every seat where all have the same; `rosters` are the seats' own ones. With `skirmish` its observations
    are those of generated worlds, so that agents trained on these can play it.
    """

    title: str
    rule: str
    seats: tuple[int, int]
    rounds: int
    map: str = ""
    board: MapSpec | None = None
    fielded: tuple[int, ...] = (1, 2, 3, 4, 5)
    wild: tuple[WildSpec, ...] = ()
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
