"""What can occur in a scenario: the columns that its observations have, and where they stand."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.tide_of_iron.columns import UNIT_WIDTH, Section, features, map_view, unit_columns
from skirmish_rl.envs.tide_of_iron.questions import Decision
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
    Card.RAPID_MOBILISATION, Card.CUT_COMMUNICATIONS, Card.COORDINATED_PUSH, Card.NO_STEP_BACK, Card.INCREASED_PRIORITY, Card.EXTRA_RATIONS,
    Card.RIFLE_RESERVE, Card.VETERAN_RESERVE, Card.WEAPONS_RESERVE, Card.MOTOR_RESERVE, Card.ARMOUR_RESERVE,
)  # fmt: skip


def fill_layout(tables: np.ndarray, world: bool) -> None:
    """Which columns the observations of a scenario have, and where: those of what can occur in it, or in any generated world."""
    t = tables[0]
    cards = np.zeros(len(Card), bool)
    for seat in range(SIDES):
        dealt = [(card, place) for place in range(t["n_decks"][seat]) for card in np.flatnonzero(t["deck_cards"][t["decks"][seat, place]])]
        t["n_dealt"][seat] = len(dealt)
        for n, (card, place) in enumerate(sorted(dealt)):
            t["dealt"][seat, n], t["dealt_from"][seat, n], cards[card] = card, place, True
    kinds = np.isin(np.arange(len(Kind)), t["unit_kind"][t["unit_used"] > 0])
    for card in np.flatnonzero(cards):
        kinds[t["card_force_kind"][:, card, : t["card_force_size"][card]]] = True
    specialties = np.isin(np.arange(len(Specialty)), [*t["unit_specialty"], *t["tokens"].flat])
    specialties[Specialty.NONE] = False
    laid = t["marks"].any(axis=1)
    if world:
        cards |= t["deck_cards"][list(WORLD_DECKS)].any(axis=0)
        kinds |= np.isin(np.arange(len(Kind)), WORLD_KINDS)
        specialties |= np.arange(len(Specialty)) != Specialty.NONE
        laid |= np.isin(np.arange(len(Mark)), WORLD_MARKS)
    assigned = np.isin(np.arange(len(Specialty)), [token for seat in range(SIDES) for token in t["tokens"][seat][: t["n_tokens"][seat]]])
    placed = np.isin(np.arange(len(Mark)), [mark for seat in range(SIDES) for mark in t["markers"][seat][: t["n_markers"][seat]]])
    marks = _marks_of(t, cards, specialties) | laid | placed
    t["n_cards"], t["card_column"] = cards.sum(), _places(cards)
    t["asking_column"] = _places(cards & ~np.isin(np.arange(len(Card)), _SILENT))
    t["kind_column"], t["specialty_column"] = _places(kinds), _places(specialties)
    t["token_column"] = _places(assigned)
    t["mark_column"], t["placing_column"] = _places(marks), _places(placed)
    t["channel_column"] = _places(np.array([*marks, marks[Mark.ENTRENCHMENT], marks[Mark.PILLBOX]]))
    t["decision_column"] = _places(_decisions_of(t, kinds, cards, specialties, marks))
    t["order_column"] = _places(_orders_of(t, kinds, specialties))
    t["see_units"], t["unit_width"] = WORLD_UNITS if world else max(t["capacity_used"]), UNIT_WIDTH
    t["see_objectives"], t["see_map"] = WORLD_OBJECTIVES if world else t["n_objectives"], world
    for block, names in unit_columns(t):
        t["unit_at"][block] = t["unit_width"] if names else 0
        t["unit_width"] += len(names)
    view = map_view(t)
    t["view_x"], t["view_y"], t["view_place"], t["n_places"] = view.x, view.y, view.place, len(view.places)
    t["view_cover"], t["view_level"] = np.minimum(t["cover"] / 6, 1), t["level"] / 2
    found = features(tables).sections
    t["at"] = [found[section.name.lower()].start if section.name.lower() in found else -1 for section in Section]


def _places(seen: np.ndarray) -> np.ndarray:
    """Columns of what is seen, counted from 0; -1 for the rest."""
    return np.where(seen, np.cumsum(seen) - 1, -1)


def _marks_of(t: np.void, cards: np.ndarray, specialties: np.ndarray) -> np.ndarray:
    """Markers that can be laid in play, bool (MARKS,)."""
    smoke = specialties[Specialty.ENGINEER] and t["operations"][:, Operation.LAY_SMOKE].any()
    laid = {
        Mark.WIRE: cards[Card.LAY_WIRE], Mark.MINES: cards[Card.MINE_BELT], Mark.TRAPS: cards[Card.OBSTACLES],
        Mark.SMOKE: cards[Card.SMOKE_MISSION] or smoke, Mark.ENTRENCHMENT: cards[Card.DIG_IN] or specialties[Specialty.ENGINEER],
        Mark.COVER_A: cards[Card.TAKE_COVER], Mark.COVER_B: cards[Card.TAKE_COVER],
        Mark.CHARGE_A: specialties[Specialty.DEMOLITION], Mark.CHARGE_B: specialties[Specialty.DEMOLITION],
    }  # fmt: skip
    return np.array([laid.get(mark, False) for mark in Mark])


def _orders_of(t: np.void, kinds: np.ndarray, specialties: np.ndarray) -> np.ndarray:
    """Orders during which something can be asked, bool (ORDERS,)."""
    only_if = {
        Order.PREPARE: False, Order.FATIGUE: False, Order.ASSAULT: kinds[Kind.SQUAD], Order.DIG: specialties[Specialty.ENGINEER],
        Order.HEAL: specialties[Specialty.MEDIC], Order.SMOKE: specialties[Specialty.ENGINEER] and t["operations"][:, Operation.LAY_SMOKE].any(),
        Order.DEMOLISH: specialties[Specialty.DEMOLITION],
    }  # fmt: skip
    return np.array([only_if.get(order, True) for order in Order])


def _decisions_of(t: np.void, kinds: np.ndarray, cards: np.ndarray, specialties: np.ndarray, marks: np.ndarray) -> np.ndarray:
    """What can be asked in a scenario, bool (decisions,)."""
    squads, decks = kinds[Kind.SQUAD], cards.any()
    command = (t["objective_kind"] != Goal.VICTORY).any() or t["operations"][:, Operation.SUPPLY_DEPOT].any()
    forts = marks[Mark.ENTRENCHMENT] or marks[Mark.PILLBOX]
    only_if = {
        Decision.NONE: False, Decision.ASSIGN_TOKEN: t["n_tokens"].any(), Decision.DRAW_START: t["start_cards"].any(),
        Decision.PLACE_MARKER: t["n_markers"].any(), Decision.DEPLOY_FORT: forts, Decision.FIGURES: squads, Decision.ATTACK_TYPE: squads,
        Decision.ORDER: marks[Mark.MINES], Decision.CASUALTY: squads, Decision.ASSAULT_HEX: squads, Decision.ASSAULT_SUPPORT: squads,
        Decision.HIT_UNIT: squads, Decision.RETREAT: squads, Decision.COMMAND: decks or command,
        Decision.DRAW: decks, Decision.DRAW_EXTRA: t["card_plus"][cards].any(), Decision.OP_MODE: t["op_mode_free"] or t["start_op"].any(),
        Decision.TRANSFER_FROM: squads, Decision.TRANSFER_FIGURE: squads, Decision.TRANSFER_TO: squads, Decision.ARRIVE: t["arrival"].any(),
        Decision.CARD_UNIT: decks, Decision.CARD_CELL: decks or specialties[Specialty.DEMOLITION], Decision.SMOKE_CELL: marks[Mark.SMOKE],
        Decision.HEAL_UNIT: specialties[Specialty.MEDIC], Decision.OCCUPY: marks[Mark.ENTRENCHMENT], Decision.GUN_CREW: kinds[Kind.GUN],
        Decision.CLEAR_CELL: specialties[Specialty.ENGINEER] and t["operations"][:, Operation.CLEAR_TANK_TRAPS].any(),
    }  # fmt: skip
    return np.array([bool(only_if.get(decision, True)) for decision in Decision])
