"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.warcry.columns import (
    SEEN,
    AttackColumn,
    AttackExtra,
    Extra,
    ObjectiveColumn,
    ObjectiveExtra,
    Section,
    SideColumn,
    SideExtra,
    UnitColumn,
    column_of,
    features,
    figures_of,
    unit_width,
)
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.state import (
    CELLS,
    FORCE,
    SIDES,
    SLOTS,
    TOKENS,
    WIDTH,
    Ability,
    Boost,
    Faction,
    Place,
    Reaction,
    Runemark,
    Twist,
    Victory,
    Way,
)

# Abilities in the middle of which something is asked that tells of them, and those that ask whom they are for.
_TARGETS = (
    Ability.INSPIRING_PRESENCE, Ability.BOLAS, Ability.RAM, Ability.BEASTMASTER, Ability.POUNCE, Ability.DART, Ability.HARRY, Ability.HUNTING_PACK,
)  # fmt: skip
_STEPS = (
    Ability.RAMPAGE, Ability.RECKONING, Ability.PRESS_ON, Ability.ALL_OUT, Ability.SNAG, Ability.SWOOP, Ability.DEATH_FROM_ABOVE, Ability.REGROUP,
)  # fmt: skip
_BOOSTS = {
    Boost.MOVE: (Ability.RUSH,), Boost.ATTACKS: (Ability.ONSLAUGHT,), Boost.STRENGTH: (Ability.CRUSHING_BLOW,),
    Boost.DAMAGE: (Ability.HUNTERS_EYE,), Boost.KEEN: (Ability.KEEN,), Boost.SWIFT: (Ability.SWIFT_CLIMB,),
    Boost.NEXT_MOVE: (Ability.SAVAGE_FURY,), Boost.NEXT_ATTACKS: (Ability.SAVAGE_FURY,), Boost.RAM: (Ability.RAM, Ability.POUNCE),
    Boost.GRIP: (Ability.DEATH_GRIP,),
}  # fmt: skip
_TOWARDS = 0.3  # of a cell: how far from the middle one that climbs is seen


def fill_layout(tables: np.ndarray) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it."""
    t = tables[0]
    used = t["unit_used"] > 0
    abilities = t["unit_abilities"][used].any(axis=0) & (t["ability_cost"] > 0)
    reactions = t["unit_reactions"][used].any(axis=0)
    reactions[[Reaction.NONE, Reaction.STRIKE_THEM_DOWN]] = False  # that is no reaction to an attack
    named = t["twist"] in (Twist.TRAILING_PRIZE, Twist.MARKED_GROUND)
    places = t["node_place"][: t["used"]]
    t["see_tokens"] = min(TOKENS, int(t["n_tokens"]) + int(t["loots"]) * int(t["n_objectives"]))
    t["see_units"] = max(t["n_units"])
    t["extra_at"] = column_of(UnitColumn, Extra, {
        Extra.HEIGHT: t["node_height"][: t["used"]].any(), Extra.ON_FACE: (places == Place.FACE).any(), Extra.ON_STEPS: (places == Place.STEPS).any(),
        Extra.TREASURE: t["see_tokens"], Extra.OBJECTIVE: t["single_objective"], Extra.INSPIRED: abilities[Ability.INSPIRING_PRESENCE],
        Extra.NEAR: abilities[Ability.HUNTING_PACK], Extra.DEFIANT: abilities[Ability.STAND_DEFIANT], Extra.TROPHY: abilities[Ability.TROPHY],
        Extra.UNLEASHED: abilities[Ability.UNLEASH], Extra.COWERING: abilities[Ability.COWER], Extra.HARRIED: abilities[Ability.HARRY],
    })  # fmt: skip
    centre = t["for_centre"] or t["victory"] == Victory.HOARD
    t["side_at"] = column_of(SideColumn, SideExtra, {
        SideExtra.NEAR_CENTRE: centre, SideExtra.TRAIT_USED: t["trait"].any(), SideExtra.FLEETING: t["twist"] == Twist.TRAILING_DICE,
    })  # fmt: skip
    t["objective_at"] = column_of(
        ObjectiveColumn, ObjectiveExtra, {ObjectiveExtra.LOOTS: t["loots"], ObjectiveExtra.NAMED: named}
    )
    t["attack_at"] = column_of(AttackColumn, AttackExtra, {
        AttackExtra.SECOND_WEAPON: (t["unit_weapons"][used] > 1).any(), AttackExtra.STRENGTH: abilities[Ability.DEATH_FROM_ABOVE],
        AttackExtra.SNAG: abilities[Ability.SNAG],
    })  # fmt: skip
    asked = abilities & np.isin(np.arange(len(Ability)), (*_TARGETS, *_STEPS))
    asked[Ability.BEASTMASTER] &= _has_pack(t)
    t["ability_column"] = _places(asked)
    t["boost_column"] = _places(np.array([abilities[list(_BOOSTS[boost])].any() for boost in Boost]))
    t["reaction_column"] = _places(reactions)
    t["decision_column"] = _places(_decisions_of(t, abilities, reactions, named))
    t["unit_width"] = unit_width(t)
    t["side_width"] = len(SideColumn) + (t["side_at"] > 0).sum()
    t["objective_width"] = len(ObjectiveColumn) + (t["objective_at"] > 0).sum()
    t["see_effects"] = t["extra_at"][Extra.DEFIANT :].any()
    for objective in range(int(t["n_objectives"])):
        t["objectives_near"] |= (t["objective_near"][objective] > 0).astype(np.uint8) << objective
    t["view_x"], t["view_y"] = _view(t)
    for axis, length in (("x", t["width"]), ("y", t["height"])):
        seen = np.clip((t[f"objective_{axis}"] / 2 - 0.5) * 2 / max(int(length) - 1, 1) - 1, -1, 1)
        t[f"objective_view_{axis}"] = seen, -seen
    found = features(tables).sections
    t["at"] = [found[section.name.lower()].start if section.name.lower() in found else -1 for section in Section]
    _lay_out(t)


def _places(seen: np.ndarray) -> np.ndarray:
    """Columns of what is seen, counted from 0; -1 for the rest."""
    return np.where(seen, np.cumsum(seen) - 1, -1)


def _has_pack(t: np.void) -> bool:
    """True if a fighter may choose between two friendly beasts. Clause: WC-FANG-03."""
    beasts = (t["unit_marks"][:, Runemark.BEAST] > 0).reshape(SIDES, FORCE).sum(axis=1)
    masters = (t["unit_abilities"][:, Ability.BEASTMASTER] > 0).reshape(SIDES, FORCE).any(axis=1)
    return bool((masters & (beasts > 1)).any())


def _lay_out(t: np.void) -> None:
    """What each side sees from the first decision to the last: the figures of the profiles."""
    figures = np.stack([*figures_of(t).values()], axis=1) if figures_of(t) else np.zeros((SLOTS, 0))
    width, first = int(t["unit_width"]), int(t["unit_width"]) - figures.shape[1]
    t["still"] = 0
    assert t["at"].max() + len(Reaction) <= SEEN
    for seat in range(SIDES):
        for section, side in ((Section.UNIT_MINE, seat), (Section.UNIT_THEIRS, 1 - seat)):
            for row in range(int(t["see_units"])):
                at = int(t["at"][section]) + width * row
                t["still"][seat, at + first : at + width] = figures[FORCE * side + row]


def _decisions_of(t: np.void, abilities: np.ndarray, reactions: np.ndarray, named: bool) -> np.ndarray:
    """What can be asked in a scenario, bool (decisions,)."""
    treasure = t["see_tokens"] > 0
    iron = ((t["trait"] > 0) & (t["faction"] == Faction.IRON)).any()
    falls = (t["node_height"][: t["used"]] > 0).any()
    only_if = {
        Decision.NONE: False, Decision.TREASURE: t["n_tokens"], Decision.SET_TO_SIX: iron, Decision.NAME_OBJECTIVE: named,
        Decision.FOLLOW: abilities[Ability.INSPIRING_PRESENCE], Decision.TOKEN: t["see_tokens"] > 1, Decision.FALL: falls, Decision.DROP: treasure,
        Decision.LOOT: t["loots"], Decision.STEP_BACK: reactions[Reaction.STEP_BACK], Decision.TARGET: abilities[list(_TARGETS)].any(),
        Decision.BONUS: abilities[[Ability.PRESS_ON, Ability.ALL_OUT, Ability.REGROUP]].any(), Decision.ASSIGN: t["single_objective"],
    }  # fmt: skip
    return np.array([bool(only_if.get(decision, True)) for decision in Decision])


def _view(t: np.void) -> tuple[np.ndarray, np.ndarray]:
    """Where each node is seen, left to right and top to bottom, -1 to 1, by half-turns of the board: float32 (SIDES, NODES)."""
    cell = np.maximum(t["node_cell"], 0)
    x, y = (cell % WIDTH).astype(float), (cell // WIDTH).astype(float)
    for node in range(CELLS, int(t["used"])):
        if t["node_place"][node] == Place.LANDING:
            continue
        far = _behind(t, node)
        x[node] += _TOWARDS * np.sign(far % WIDTH - cell[node] % WIDTH)
        y[node] += _TOWARDS * np.sign(far // WIDTH - cell[node] // WIDTH)
    x, y = 2 * x / max(int(t["width"]) - 1, 1) - 1, 2 * y / max(int(t["height"]) - 1, 1) - 1
    on = np.zeros(len(x), bool)
    on[: int(t["used"])] = True
    on &= (np.arange(len(x)) >= CELLS) | ((cell % WIDTH < t["width"]) & (cell // WIDTH < t["height"]))
    x, y = np.where(on, x, 0), np.where(on, y, 0)
    return np.stack([x, -x]).astype(np.float32), np.stack([y, -y]).astype(np.float32)


def _behind(t: np.void, node: int) -> int:
    """The cell beyond a place on a face: that at the far end of its way up, or the foot of the way down behind it."""
    foot, seen, front = int(t["node_cell"][node]), {node}, [node]
    while front:
        here = front.pop()
        for edge in range(int(t["edge_at"][here]), int(t["edge_at"][here + 1])):
            there = int(t["edges"]["to"][edge])
            if int(t["node_cell"][there]) != foot:
                return int(t["node_cell"][there])
            if there >= CELLS and there not in seen and t["edges"]["way"][edge] in (Way.CLIMB, Way.STAIR):
                seen.add(there)
                front.append(there)
    raise AssertionError(f"node {node} leads nowhere")
