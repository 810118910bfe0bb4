"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.sheet import SHEET, map_view
from skirmish_rl.envs.tide_of_iron.state import SIDES, Card, Deck, Goal, Kind, Mark, Operation, Order, Specialty

# What generated worlds can hold. Their observations have columns for all of it, so that they are alike in every world.
WORLD_WIDTH, WORLD_ROWS = 11, 9
WORLD_UNITS = 8  # of a side
WORLD_OBJECTIVES = 8
WORLD_DECKS = (Deck.COMMAND, Deck.MORALE, Deck.ARTILLERY, Deck.GROUND_SUPPORT)
WORLD_KINDS = (Kind.SQUAD, Kind.HALF_TRACK, Kind.MEDIUM_TANK_A, Kind.MEDIUM_TANK_B, Kind.TANK_DESTROYER)
WORLD_MARKS = (Mark.WIRE, Mark.MINES, Mark.ENTRENCHMENT)  # that lie on the map from the start

# Cards that take effect without a question.
_SILENT = (
    Card.RAPID_MOBILISATION, Card.CUT_COMMUNICATIONS, Card.COORDINATED_PUSH, Card.NO_STEP_BACK, Card.INCREASED_PRIORITY,
    Card.EXTRA_RATIONS, Card.RIFLE_RESERVE, Card.VETERAN_RESERVE, Card.WEAPONS_RESERVE, Card.MOTOR_RESERVE, Card.ARMOUR_RESERVE,
)  # fmt: skip


class Facts:
    """The facts about a scenario, or about all generated worlds, that say which columns its observations have.

    Attributes:
        t: its tables. cards, kinds, specialties: bool, by number: cards that can be drawn, units and specialisations that can be there.
        assigned, placed: specialisations that are given and markers that are placed at set-up. marks: markers that can lie on the map.
    """

    def __init__(self, t: np.void, world: bool):
        self.t = t
        self.cards = t["deck_cards"][[t["decks"][seat, place] for seat in range(SIDES) for place in range(t["n_decks"][seat])]].any(axis=0)
        self.kinds = _among(Kind, t["unit_kind"][t["unit_used"] > 0])
        for card in np.flatnonzero(self.cards):
            self.kinds[t["card_force_kind"][:, card, : t["card_force_size"][card]]] = True
        self.specialties = _among(Specialty, [*t["unit_specialty"], *t["tokens"].flat])
        laid = t["marks"].any(axis=1)
        if world:
            self.cards |= t["deck_cards"][list(WORLD_DECKS)].any(axis=0)
            self.kinds |= _among(Kind, WORLD_KINDS)
            self.specialties[:] = True
            laid |= _among(Mark, WORLD_MARKS)
        self.specialties[Specialty.NONE] = False
        self.assigned = _among(Specialty, [token for seat in range(SIDES) for token in t["tokens"][seat][: t["n_tokens"][seat]]])
        self.placed = _among(Mark, [mark for seat in range(SIDES) for mark in t["markers"][seat][: t["n_markers"][seat]]])
        self.marks = self._laid_in_play() | laid | self.placed

    def _laid_in_play(self) -> np.ndarray:
        """Markers that can be laid in play, bool (MARKS,)."""
        cards, engineers, charges = self.cards, self.specialties[Specialty.ENGINEER], self.specialties[Specialty.DEMOLITION]
        laid = {
            Mark.WIRE: cards[Card.LAY_WIRE], Mark.MINES: cards[Card.MINE_BELT], Mark.TRAPS: cards[Card.OBSTACLES],
            Mark.SMOKE: cards[Card.SMOKE_MISSION] or self.lays_smoke(), Mark.ENTRENCHMENT: cards[Card.DIG_IN] or engineers,
            Mark.COVER_A: cards[Card.TAKE_COVER], Mark.COVER_B: cards[Card.TAKE_COVER], Mark.CHARGE_A: charges, Mark.CHARGE_B: charges,
        }  # fmt: skip
        return np.array([laid.get(mark, False) for mark in Mark])

    def lays_smoke(self) -> bool:
        """True if engineers may lay smoke."""
        return bool(self.specialties[Specialty.ENGINEER] and self.t["operations"][:, Operation.LAY_SMOKE].any())

    def asking(self) -> np.ndarray:
        """Cards that ask something while they are resolved, bool (CARDS,)."""
        return self.cards & ~_among(Card, _SILENT)

    def channels(self) -> np.ndarray:
        """Planes of what can lie in the hexes, bool (channels,)."""
        return np.array([*self.marks, self.marks[Mark.ENTRENCHMENT], self.marks[Mark.PILLBOX]])

    def orders(self) -> np.ndarray:
        """Orders during which something can be asked, bool (ORDERS,)."""
        only_if = {
            Order.PREPARE: False, Order.FATIGUE: False, Order.ASSAULT: self.kinds[Kind.SQUAD],
            Order.DIG: self.specialties[Specialty.ENGINEER], Order.HEAL: self.specialties[Specialty.MEDIC], Order.SMOKE: self.lays_smoke(),
            Order.DEMOLISH: self.specialties[Specialty.DEMOLITION],
        }  # fmt: skip
        return np.array([only_if.get(order, True) for order in Order])

    def decisions(self) -> np.ndarray:
        """What can be asked, bool (decisions,)."""
        t, marks, specialties = self.t, self.marks, self.specialties
        squads, decks = self.kinds[Kind.SQUAD], self.cards.any()
        command = (t["objective_kind"] != Goal.VICTORY).any() or t["operations"][:, Operation.SUPPLY_DEPOT].any()
        forts = marks[Mark.ENTRENCHMENT] or marks[Mark.PILLBOX]
        only_if = {
            Decision.NONE: False, Decision.ASSIGN_TOKEN: t["n_tokens"].any(), Decision.DRAW_START: t["start_cards"].any(),
            Decision.PLACE_MARKER: t["n_markers"].any(), Decision.DEPLOY_FORT: forts, Decision.FIGURES: squads,
            Decision.ATTACK_TYPE: squads, Decision.ORDER: marks[Mark.MINES], Decision.CASUALTY: squads, Decision.ASSAULT_HEX: squads,
            Decision.ASSAULT_SUPPORT: squads, Decision.HIT_UNIT: squads, Decision.RETREAT: squads, Decision.COMMAND: decks or command,
            Decision.DRAW: decks, Decision.DRAW_EXTRA: t["card_plus"][self.cards].any(),
            Decision.OP_MODE: t["op_mode_free"] or t["start_op"].any(), Decision.TRANSFER_FROM: squads, Decision.TRANSFER_FIGURE: squads,
            Decision.TRANSFER_TO: squads, Decision.ARRIVE: t["arrival"].any(), Decision.CARD_UNIT: decks,
            Decision.CARD_CELL: decks or specialties[Specialty.DEMOLITION], Decision.SMOKE_CELL: marks[Mark.SMOKE],
            Decision.HEAL_UNIT: specialties[Specialty.MEDIC], Decision.OCCUPY: marks[Mark.ENTRENCHMENT],
            Decision.GUN_CREW: self.kinds[Kind.GUN],
            Decision.CLEAR_CELL: specialties[Specialty.ENGINEER] and t["operations"][:, Operation.CLEAR_TANK_TRAPS].any(),
        }  # fmt: skip
        return np.array([bool(only_if.get(decision, True)) for decision in Decision])


def fill_layout(tables: np.ndarray, world: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world."""
    t = tables[0]
    for seat in range(SIDES):
        dealt = [(card, place) for place in range(t["n_decks"][seat]) for card in np.flatnonzero(t["deck_cards"][t["decks"][seat, place]])]
        t["n_dealt"][seat] = len(dealt)
        for n, (card, place) in enumerate(sorted(dealt)):
            t["dealt"][seat, n], t["dealt_from"][seat, n] = card, place
    t["see_units"] = WORLD_UNITS if world else max(t["capacity_used"])
    t["see_objectives"], t["see_map"] = WORLD_OBJECTIVES if world else t["n_objectives"], world
    view = map_view(t)
    t["view_x"], t["view_y"], t["view_place"], t["n_places"] = view.x, view.y, view.place, len(view.places)
    t["view_cover"], t["view_level"] = np.minimum(t["cover"] / 6, 1), t["level"] / 2
    SHEET.lay_out(tables, Facts(t, world))


def _among(members: type[IntEnum], found: Any) -> np.ndarray:
    """Which members of an enum are among some, bool (members,)."""
    return np.isin(np.arange(len(members)), list(found))
