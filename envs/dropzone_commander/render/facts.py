"""What is true of a position of Dropzone Commander, for programs and people who read it: how its fields are told, what units are,
objectives.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.render.answers import edge_of
from skirmish_rl.envs.dropzone_commander.render.units import squad_note
from skirmish_rl.envs.dropzone_commander.render.words import figures_of, group_word, roles_of, squad_name
from skirmish_rl.envs.dropzone_commander.state import TOKENS, WIDTH, Act, Find, Gift, Mark, Mode, Phase, Sign, Site, Stand, Status, Window

PROFILE = "A profile: category and kind, MV Move in inches, A Armour, DP Damage Points, points; of a Commander also CV, the Command Value."
FIELDS: dict[str, Any] = {
    "phase": Phase, "window": Window, "units.status": Status, "units.cell": "cell", "units.origin": "cell", "units.wreck": "cell",
    "units.carrier": "unit", "units.piece": "number", "units.site": Site, "units.signs": ("masks", Sign), "units.killer": "seat",
    "squads.marks": ("masks", Mark), "squads.gifts": ("masks", Gift), "squads.declared": "number", "squads.acts": ("bits", Act),
    "squads.token": "number", "pieces.stand": Stand, "pieces.blame": "seat", "pieces.killer": "seat", "tokens.cell": "cell",
    "tokens.piece": "number",
    "tokens.find": Find, "direct": None, "tokens.seat": "seat", "discards": ("bits", Card), "stack.card": Card, "stack.seat": "seat",
    "shots.firer": "unit", "shots.target": "unit", "shots.piece": "number", "shots.mode": Mode, "hits.target": "unit",
    "hits.piece": "number",
    "order": ("list", "seat"), "boost": "unit", "inspired": "unit", "zone": "number", "turn": "seat", "group": "number", "blame": "seat",
    "asked_card": Card,
}  # fmt: skip
LEFT_OUT = {
    "tokens.squad": "a squad names the objective that it carries", "squad": "a squad stands as active",
    "shooter": "stands in the question's words",
    "prey": "stands in the question's words", "n_shots": "their number", "n_hits": "their number", "n_played": "their number",
}  # fmt: skip
ROWS = {"shots": "n_shots", "hits": "n_hits", "stack": "n_played"}  # how many of them there are now


def unit(record: np.void, scenario: Scenario, slot: int) -> dict[str, Any]:
    """What a unit is, the figures of its squad, how that stands, and the Damage Points that the unit has left."""
    tables, state = scenario.tables[int(record["variant"])], record["units"][slot]
    squad = int(tables["unit_squad"][slot])
    profile, role = roles_of(scenario, int(record["variant"]))[squad]
    note = squad_note(record, tables, squad, role)
    alive = state["status"] != Status.DESTROYED
    return {
        "is": f"{profile.replace('_', ' ')}, {role}", "profile": figures_of(tables, squad),
        "stands": note.texts[3] if alive else "destroyed",
        "left": int(state["dp"]) if alive else 0, "most": int(tables["unit_dp"][slot]), "squad": squad_name(tables, squad),
        "battlegroup": group_word(tables, squad),
    }  # fmt: skip


def row_name(record: np.void, scenario: Scenario, rows: str, number: int) -> str:
    """The name of one of some rows, "" where it has none but its number and is told only when something is true of it."""
    squads = roles_of(scenario, int(record["variant"])) if rows == "squads" else {}
    return squad_name(scenario.tables[int(record["variant"])], number) if number in squads else ""


def objectives(record: np.void, scenario: Scenario) -> list[dict[str, Any]]:
    """The objectives: how far each is found, where it lies, who has it."""
    tables, found = scenario.tables[int(record["variant"])], []
    for k, token in enumerate(record["tokens"][: int(tables["n_tokens"])]):
        cell, seat, piece = int(token["cell"]), int(token["seat"]), int(token["piece"])
        at = [cell % WIDTH, cell // WIDTH] if cell >= 0 else _middle(tables, piece) if piece >= 0 else None
        found.append({
            "number": k + 1, "is": member_word(Find, token["find"]), "at": at,
            "in_building": piece + 1 if piece >= 0 else None, "held_by": f"seat_{seat}" if seat >= 0 else None,
        })  # fmt: skip
    return found


def _middle(tables: np.void, piece: int) -> list[float]:
    """The middle of a piece of scenery, in cells."""
    cells = np.flatnonzero(tables["piece_at"] == piece)
    return [round(float((cells % WIDTH).mean()), 1), round(float((cells // WIDTH).mean()), 1)]


def seat_more(record: np.void, scenario: Scenario, seat: int) -> dict[str, Any]:
    """A seat's edges to come on and to take objectives off, and the numbers of cards in its hand and in its deck."""
    zone = int(record["zone"][seat])
    edge = {} if zone < 0 else {"comes_from": f"the {edge_of(scenario.tables[int(record['variant'])], zone)}"}
    return edge | {f"cards_in_{name}": bin(int(record[field][seat])).count("1") for name, field in (("hand", "hands"), ("deck", "deck"))}


def untold(found: dict[str, Any], scenario: Scenario) -> dict[str, Any]:
    """Which squad carries an objective, as the record has it, and the cards: those that are known, and of the others any so many.

    Who holds which card is hidden from all but its holder. Every seat has the same cards, so those that it has not shown or thrown away
    are dealt: the first to its hand.
    """
    squads = np.full(TOKENS, -1)
    for squad in found["squads"]:
        if squad["token"] is not None:
            squads[squad["token"] - 1] = squad["number"] - 1
    names, all_cards = {member_word(Card, card): int(card) for card in Card}, int(scenario.tables[0]["deck"])
    hands, deck = np.zeros(len(found["seats"]), np.int64), np.zeros(len(found["seats"]), np.int64)
    shown = np.zeros((len(hands), len(hands)), np.int64)
    for k, seat in enumerate(found["seats"]):
        known = [names[card["name"]] for card in found["hand"] if card["seat"] == seat["seat"]]
        thrown = [names[name] for name in seat["discards"]]
        left = [card for card in sorted(names.values()) if all_cards >> card & 1 and card not in {*known, *thrown}]
        held = [*known, *left][: max(seat["cards_in_hand"], len(known))]
        kept = [card for card in left if card not in held][: seat["cards_in_deck"]]
        hands[k], deck[k] = sum(1 << card for card in held), sum(1 << card for card in kept)
        if found["you"] is not None and seat["seat"] != found["you"]:
            shown[int(found["you"].removeprefix("seat_")), k] = sum(1 << card for card in known)
    return {"tokens.squad": squads, "hands": hands, "deck": deck, "shown": shown}
