"""Linked games: making circles, forging traits, and the roster for the next game. Chapters CIR and CAM; outside single games.

A circle's story is a chain of rosters. Make one (`new_circle`), write it (`write_circle`), name the file in the scenario option
`circles`, play, and let the finished game's record give the next roster (`next_circle`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from skirmish_rl.envs.core.errors import BadOption, DataError, StateError, did_you_mean
from skirmish_rl.envs.core.files import write_whole
from skirmish_rl.envs.core.scenarios import names, read_all
from skirmish_rl.envs.core.tables import build
from skirmish_rl.envs.core.texts import parse_toml
from skirmish_rl.envs.godbreakers.data.checks import check_circle, metal_of
from skirmish_rl.envs.godbreakers.data.schema import CircleSpec, GodbreakerSpec
from skirmish_rl.envs.godbreakers.state import CIRCLE_SIZE, DICE, FLAWS, MAX_RANK, MAX_TRAITS, TRAITS, Flaw, Metal, Reason, Status, Trait

ALLOY = "alloy"
CRUCIBLE = {metal: (*(t for t in names(Trait) if metal_of(t) == metal), ALLOY) for metal in names(Metal)}  # table T8, faces 1-6
GAINS = 2  # trait gains of a new godbreaker
LEADER_GAINS = 3
TRIUMPH_BELOW = 10  # the winner's Triumph goes to a smaller die than this


@dataclass(frozen=True)
class Gain:
    """One trait gain: picked, or rolled in the crucible.

    Clauses: GB-CIR-02, GB-CIR-04, GB-CIR-05.

    Attributes:
        trait: the trait gained at rank 1, or the owned trait that rises by one rank.
        metal: the metal rolled on in the crucible; empty for a plain pick.
        face: the d6 rolled there. A trait that is not the one rolled must be owned: the result is discarded for a rank.
        flaw: the flaw that comes with an Alloy kept.
    """

    trait: str
    metal: str = ""
    face: int = 0
    flaw: str = ""


@dataclass(frozen=True)
class Recruit:
    """A new godbreaker: one metal and its trait gains."""

    metal: str
    gains: tuple[Gain, ...]
    role: str = "recruit"


@dataclass(frozen=True)
class Growth:
    """What a player decides after a game.

    Attributes:
        returns: roster number (1 to 5) of an ascended godbreaker -> the gain it comes back with; one not named never returns.
        recruits: new godbreakers that fill the circle up to five, in roster order.
        triumph: roster number of the godbreaker that gets the winner's Triumph, None for nobody.
    """

    returns: Mapping[int, Gain] = field(default_factory=dict)
    recruits: tuple[Recruit, ...] = ()
    triumph: int | None = None


def open_picks(model: GodbreakerSpec) -> list[str]:
    """Traits that a picked gain may go to: a new one of its metals, or one it has below rank 3.

    Clauses: GB-CIR-02, GB-CIR-03.
    """
    rising = {trait for trait, rank in model.traits.items() if rank < MAX_RANK}
    new = {trait for trait in names(Trait) if trait not in model.traits and metal_of(trait) in model.metals}
    allowed = rising | new if len(model.traits) < MAX_TRAITS else rising
    return [trait for trait in names(Trait) if trait in allowed]


def gain_trait(model: GodbreakerSpec, gain: Gain) -> GodbreakerSpec:
    """The model after one trait gain.

    Clauses: GB-CIR-02..05, GB-FLW-06.

    Raises:
        BadOption: the rules do not allow this gain.
    """
    _known("trait", gain.trait, names(Trait))
    if gain.flaw and (not gain.metal or gain.trait in model.traits):
        raise BadOption(f"flaw={gain.flaw!r}: a flaw comes only with an Alloy that is kept (GB-CIR-05)")
    if not gain.metal:
        picks = open_picks(model)
        if gain.trait not in picks:
            raise BadOption(f"{model.role} cannot gain {gain.trait!r}; open: {', '.join(picks) or 'nothing'} (GB-CIR-02, GB-CIR-03)")
        return _with_rank(model, gain.trait)
    _known("metal", gain.metal, names(Metal))
    if gain.face not in range(1, 7):
        raise BadOption(f"face={gain.face!r}: the crucible rolls a d6 (GB-CIR-04)")
    if gain.trait in model.traits:  # the result is discarded, or repeats a trait it has
        return _with_rank(model, gain.trait)
    result = CRUCIBLE[gain.metal][gain.face - 1]
    if result == ALLOY:
        return _alloyed(model, gain)
    if gain.trait != result:
        raise BadOption(f"the crucible gave {result!r}, not {gain.trait!r}: keep it, or raise a trait the model has (GB-CIR-04)")
    return replace(_with_rank(model, result), forged=(*model.forged, result))


def _alloyed(model: GodbreakerSpec, gain: Gain) -> GodbreakerSpec:
    if metal_of(gain.trait) != gain.metal:
        raise BadOption(f"an Alloy of {gain.metal} gives a {gain.metal} trait, not {gain.trait!r} (GB-CIR-05)")
    _known("flaw", gain.flaw, names(Flaw))
    if gain.flaw in model.flaws:
        raise BadOption(f"{model.role} is {gain.flaw} already; an Alloy brings a flaw it does not have (GB-CIR-05)")
    metals = model.metals if gain.metal in model.metals else (*model.metals, gain.metal)
    return replace(_with_rank(model, gain.trait), metals=metals, flaws=(*model.flaws, gain.flaw))


def _with_rank(model: GodbreakerSpec, trait: str) -> GodbreakerSpec:
    rank = model.traits.get(trait, 0) + 1
    if rank > MAX_RANK or (rank == 1 and len(model.traits) == MAX_TRAITS):
        raise BadOption(f"{model.role}: {trait} would pass four traits or rank 3 (GB-CIR-03)")
    return replace(model, traits={**model.traits, trait: rank})


def _known(kind: str, given: str, known: Sequence[str]) -> None:
    if given not in known:
        raise BadOption(f"unknown {kind} {given!r}; {did_you_mean(given, known)}")


def new_godbreaker(recruit: Recruit, die: int = DICE[0], gains: int = GAINS) -> GodbreakerSpec:
    """A godbreaker at its creation.

    Clauses: GB-CIR-02, GB-CAM-01.

    Raises:
        BadOption: not exactly `gains` gains, or one the rules do not allow.
    """
    _known("metal", recruit.metal, names(Metal))
    if len(recruit.gains) != gains:
        raise BadOption(f"{recruit.role} has {len(recruit.gains)} trait gains, a new one has {gains} (GB-CIR-02)")
    model = GodbreakerSpec(die=die, metals=(recruit.metal,), traits={}, role=recruit.role)
    for gain in recruit.gains:
        model = gain_trait(model, gain)
    return model


def new_circle(shard_trait: str, recruits: Sequence[Recruit], second: int = 2, name: str = "") -> CircleSpec:
    """A circle at its creation: the leader first, two D8 and three D6.

    Clauses: GB-GEN-01, GB-CIR-01, GB-CIR-02, GB-CIR-06.

    Args:
        shard_trait: any trait.
        recruits: five, the leader with three gains and the others with two.
        second: roster number of the D8 beside the leader, 2 to 5.
        name: of the circle.

    Raises:
        BadOption: see `new_godbreaker`; also when there are not five.
    """
    _known("trait", shard_trait, names(Trait))
    if len(recruits) != CIRCLE_SIZE or second not in range(2, CIRCLE_SIZE + 1):
        raise BadOption(f"a circle is {CIRCLE_SIZE} godbreakers with a second D8 among 2 to 5; got {len(recruits)}, second={second}")
    models = [
        new_godbreaker(r, DICE[1] if number in (1, second) else DICE[0], LEADER_GAINS if number == 1 else GAINS)
        for number, r in enumerate(recruits, 1)
    ]
    return CircleSpec(shard_trait=shard_trait, godbreakers=tuple(models), name=name)


def next_circle(circle: CircleSpec, record: np.void, seat: int, growth: Growth) -> CircleSpec:
    """The roster for the next game, from the one that fought and the record of the finished game.

    Casualties come back unharmed, die values carry over, those who ascended come back as D6 with a trait gain or never.
    Places left empty close up and recruits follow at the end, so the leader is always the one who served longest. [house]

    Clauses: GB-CAM-01, GB-CAM-02, GB-REC-06.

    Raises:
        StateError: the game still runs, or another circle fought in this seat.
        BadOption: a decision the rules do not allow.
    """
    units = _units_of(circle, record, seat)
    roster: list[GodbreakerSpec] = []
    for number, (model, unit) in enumerate(zip(circle.godbreakers, units, strict=True), 1):
        has_ascended = unit["status"] == Status.ASCENDED
        if number in growth.returns and not has_ascended:
            raise BadOption(f"returns: godbreaker {number} ({model.role}) has not ascended (GB-CAM-01)")
        if growth.triumph == number:
            _check_triumph(record, seat, number, unit)
        if not has_ascended:
            grown = 2 if growth.triumph == number else 0
            roster.append(replace(model, die=int(unit["die"]) + grown))
        elif number in growth.returns:
            roster.append(gain_trait(replace(model, die=DICE[0]), growth.returns[number]))
    wrong = [n for n in (*growth.returns, growth.triumph) if n is not None and n not in range(1, CIRCLE_SIZE + 1)]
    if wrong:
        raise BadOption(f"no godbreaker {wrong[0]!r}; roster numbers are 1 to {CIRCLE_SIZE}")
    if len(roster) + len(growth.recruits) != CIRCLE_SIZE:
        raise BadOption(f"{len(growth.recruits)} recruits; {CIRCLE_SIZE - len(roster)} places are empty (GB-CAM-01)")
    roster += [new_godbreaker(recruit) for recruit in growth.recruits]
    return replace(circle, godbreakers=tuple(roster), campaign=True)


def _units_of(circle: CircleSpec, record: np.void, seat: int) -> np.ndarray:
    """The circle's five units in a finished game; those left at home keep the die of the roster."""
    if not record["over"] or record["reason"] == Reason.FAULT:
        raise StateError("this game is not over; a circle grows only after a finished game")
    if not 0 <= seat < record["seats"]:
        raise BadOption(f"seat={seat!r}: this game has seats 0 to {int(record['seats']) - 1}")
    units = record["units"][CIRCLE_SIZE * seat : CIRCLE_SIZE * (seat + 1)].copy()
    for number, (model, unit) in enumerate(zip(circle.godbreakers, units, strict=True), 1):
        if unit["status"] == Status.ABSENT:
            unit["die"] = model.die
            continue
        traits = [model.traits.get(trait, 0) for trait in names(Trait)]
        flaws = [flaw in model.flaws for flaw in names(Flaw)]
        if [int(r) for r in unit["traits"][:TRAITS]] != traits or [bool(f) for f in unit["flaws"][:FLAWS]] != flaws:
            raise StateError(f"seat {seat} was played by another circle: godbreaker {number} is not {model.role!r}")
    return units


def _check_triumph(record: np.void, seat: int, number: int, unit: np.void) -> None:
    if int(record["winners"]) != 1 << seat:
        raise BadOption(f"triumph: seat {seat} has not won this game alone (GB-CAM-02)")
    if unit["status"] != Status.ON_BOARD or unit["die"] >= TRIUMPH_BELOW:
        raise BadOption(f"triumph: godbreaker {number} is not on the battlefield with a die below D{TRIUMPH_BELOW} (GB-CAM-02)")


def write_circle(circle: CircleSpec, path: Path | str) -> Path:
    """Write a roster that the scenario option `circles` can name.

    Raises:
        BadOption: the path does not end in .toml, by which the loader tells a file from a shipped circle.
        DataError: the rules do not allow this roster, it has a name that no file can hold, or the file cannot be written.
    """
    path = Path(path)
    if path.suffix != ".toml":
        raise BadOption(f"path={str(path)!r}: a roster file ends in .toml")
    lines = [f"name = {_toml(circle.name)}", f"shard_trait = {_toml(circle.shard_trait)}", f"campaign = {_toml(circle.campaign)}"]
    lines.append("godbreakers = [")
    for model in circle.godbreakers:
        traits = ", ".join(f"{trait} = {rank}" for trait, rank in model.traits.items())
        parts = [f"role = {_toml(model.role)}", f"die = {model.die}", f"metals = {_toml(model.metals)}"]
        parts.append(f"traits = {{ {traits} }}")
        parts += [f"{key} = {_toml(value)}" for key, value in (("flaws", model.flaws), ("forged", model.forged)) if value]
        lines.append(f"    {{ {', '.join(parts)} }},")
    text = "\n".join([*lines, "]", ""])
    try:
        as_read = build(CircleSpec, parse_toml(text), path)
    except ValueError as error:
        raise DataError(f"no file can hold this roster: {error}") from error
    check_circle(as_read, path)
    write_whole(path, text)
    return path


def _toml(value: str | bool | Sequence[str]) -> str:
    return json.dumps(value, ensure_ascii=False)  # strings, booleans and lists of strings are spelt alike in TOML


def shipped_circle(name: str) -> CircleSpec:
    """A circle of the dossier, as the first roster of a chain of games.

    Raises:
        BadOption: no shipped circle of that name.
    """
    shipped = read_all(Path(__file__).parent / "circles.toml", CircleSpec)
    _known("circle", name, list(shipped))
    return shipped[name]
