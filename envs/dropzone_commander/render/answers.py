"""Answers of Dropzone Commander as people read them: what each is called, and in one sentence what it does."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Sayings, spoken
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.dropzone_commander.kit import Card
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.render.board import has
from skirmish_rl.envs.dropzone_commander.render.words import cargo_words, name_of, roles_of, squad_name
from skirmish_rl.envs.dropzone_commander.state import SEAT_OF_SQUAD, SLOTS, WIDTH, Prop

_SECOND = "let the second go first"
SAYINGS: Sayings = {
    (Decision.METHOD, "direct"): ("on the table", "Its units are placed in your zone now.", "DZ-DEP-03"),
    (Decision.METHOD, "readiness"): ("from the edge, later", "It comes on from your edge when it is activated, in any round.",
        "DZ-DEP-04"),
    (Decision.DEPLOY, "piece"): ("inside building {name}", "", ""),
    (Decision.DEPLOY, "pass"): ("keep it off the table", "", ""),
    (Decision.KEEP, "keep"): ("go first", "", ""),
    (Decision.KEEP, "give"): (_SECOND, "You swap places with the second for this round.", "DZ-INIT-08"),
    (Decision.DISCARD, "pass"): ("discard no more", "", ""),
    (Decision.CARD, "card"): ("play {name}", "", ""),
    (Decision.CARD, "pass"): ("play no card now", "", ""),
    (Decision.CARD_UNIT, "unit"): ("for {name}", "", ""),
    (Decision.CARD_PIECE, "piece"): ("building {name}", "", ""),
    (Decision.CARD_SEAT, "seat"): ("seat_{name}", "", ""),
    (Decision.NULLIFY, "yes"): ("nullify it", "Your card Nullify is used up and that card has no effect.", "DZ-CARD-C02"),
    (Decision.NULLIFY, "pass"): ("let it be", "", ""),
    (Decision.DISRUPTED, "unit"): ("{name}'s squad", "", ""),
    (Decision.REPAIR, "unit"): ("repair {name}", "", ""),
    (Decision.AUXILIARY, "unit"): ("with {name}'s squad", "", ""),
    (Decision.AUXILIARY, "pass"): ("no more Auxiliary squads", "Those that join no battlegroup do nothing in this round.", "DZ-AUX-04"),
    (Decision.SQUAD, "unit"): ("{name}'s squad", "", ""),
    (Decision.SQUAD, "pass"): ("end the battlegroup", "Squads that have not acted lose their actions for this round.", "DZ-ACT-11"),
    (Decision.ACTION, "move"): ("move", "", ""),
    (Decision.ACTION, "shoot"): ("shoot", "Each unit fires each of its weapons once.", "DZ-SHT-01"),
    (Decision.ACTION, "close"): ("fight at close quarters", "At enemy Infantry in the same building; it fires nothing else.",
        "DZ-CQ-01 DZ-CQ-02"),
    (Decision.ACTION, "search"): ("search", "Takes both actions: a die and the round's number, 7 or more finds the objective.",
        "DZ-OBJ-06"),
    (Decision.ACTION, "scan"): ("scan", "Takes both actions: a Scan Token, which adds 1 to a search beside it.",
        "DZ-OBJ-06 DZ-OBJ-07 DZ-OBJ-08"),
    (Decision.ACTION, "smoke"): (
        "lay smoke", 'In place of shooting: shots at a squad and all within 2" of it are 2 worse until the round ends.',
        "DZ-ABIL-03 DZ-ABIL-04",
    ),
    (Decision.ACTION, "ports"): ("fire from inside", "Infantry aboard shoots from the bus, 1 worse, in place of any other shooting.",
        "DZ-ABIL-11"),
    (Decision.ACTION, "pass-on"): ("hand the objective on", 'To a friendly squad within 2".', "DZ-OBJ-11"),
    (Decision.ACTION, "drop"): ("drop the objective", 'Within 2"; an only enemy beside it takes it, else it is nobody\'s.', "DZ-OBJ-12"),
    (Decision.ACTION, "pass"): ("end the squad", "", ""),
    (Decision.MOVE, "cell"): ("move to", "", ""),
    (Decision.MOVE, "piece"): ("cross to building {name}", "", ""),
    (Decision.MOVE, "readiness"): ("leave the table", "", ""),
    (Decision.MOVE, "pass"): ("move no more", "", ""),
    (Decision.OUT, "cell"): ("put off at", "", ""),
    (Decision.OUT, "piece"): ("straight into building {name}", "", ""),
    (Decision.END_MOVE, "piece"): ("enter building {name}", "", ""),
    (Decision.END_MOVE, "unit"): ("board {name}", "It may not shoot in the round in which it boards.", "DZ-TRN-18"),
    (Decision.END_MOVE, "pass"): ("stay outside", "", ""),
    (Decision.LAND, "land"): (
        "land", "Landed, if it has moved half its Move at most, it may put squads off or take them on; any weapon reaches it.",
        "DZ-TRN-10 DZ-TRN-14 DZ-AIR-03",
    ),
    (Decision.LAND, "aloft"): ("stay in the air", "Only weapons with AA reach it.", "DZ-AIR-05"),
    (Decision.PUT, "cell"): ("put at", "", ""),
    (Decision.PUT, "piece"): ("into building {name}", "", ""),
    (Decision.PUT, "unit"): ("board {name}", "", ""),
    (Decision.TRANSFER, "unit"): ("put {name} off", "It shoots 2 worse in this round.", "DZ-TRN-17"),
    (Decision.TRANSFER, "taken"): ("take {name} on", "It may not shoot in this round.", "DZ-TRN-18"),
    (Decision.TRANSFER, "pass"): ("go on", "Nobody is put off or taken on, or nobody else.", "DZ-TRN-10"),
    (Decision.GO_ON, "cell"): ("fly on to", "", ""),
    (Decision.GO_ON, "pass"): ("stay landed", "", ""),
    (Decision.REST, "unit"): ("aboard {name}", "", ""),
    (Decision.LEAVE, "unit"): ("leave {name} behind", "", ""),
    (Decision.MODE, "normal"): ("as usual", "", ""),
    (Decision.MODE, "combined"): ("combined", "One shot only; its Energy rises by 1 for each shot given up, to 9 at most.", "DZ-SPEC-16"),
    (Decision.MODE, "combined-air"): ("combined, at the air", 'As combined, and it reaches Aircraft within 6".', "DZ-SPEC-16"),
    (Decision.MODE, "singly"): ("each unit by itself", "Each unit of the squad chooses for itself.", "DZ-SHT-02"),
    (Decision.MODE, "pass"): ("do not fire it", "", ""),
    (Decision.AIM, "unit"): ("at {name}", "", ""),
    (Decision.AIM, "piece"): (
        "at building {name}", "To bring it down; criticals may hurt a squad inside, the collapse hits all.", "DZ-SHT-03 DZ-COL-03",
    ),
    (Decision.AIM, "singly"): ("each unit by itself", "Each unit of the squad chooses its own target.", "DZ-SHT-02"),
    (Decision.AIM, "pass"): ("do not fire it", "", ""),
    (Decision.SHIELD, "unit"): ("{name} is shot instead", "", ""),
    (Decision.SHIELD, "pass"): ("leave it", "", ""),
    (Decision.FOCUS, "count 0"): ("focus none", "", ""),
    (Decision.FOCUS, "count"): ("give up {name}", "Each hit given up strengthens the Energy of one that is left.", "DZ-SPEC-11"),
    (Decision.SPREAD, "one"): ("all on one hit", "", ""),
    (Decision.SPREAD, "each"): ("one share to each hit", "", ""),
    (Decision.REACT, "unit"): ("react at {name}", "Shots of a reaction are 2 worse.", "DZ-RF-02"),
    (Decision.REACT, "pass"): ("do not react", "", ""),
    (Decision.SMOKE, "unit"): ("on {name}'s squad", "", ""),
    (Decision.TIED, "unit"): ("{name} takes it", "", ""),
    (Decision.FORTITUDE, "roll"): ("roll", "A die that reaches its Fortitude passes.", "DZ-CQ-07"),
    (Decision.FORTITUDE, "fail"): ("fail", "It takes what failing brings, without a roll.", "DZ-CQ-07"),
    (Decision.TOLL, "unit"): ("{name} is hurt", "", ""),
    (Decision.SCANS, "count 0"): ("spend none", "", ""),
    (Decision.SCANS, "count"): ("spend {name}", "+{name} on the search.", "DZ-OBJ-06"),
    (Decision.PASS_ON, "unit"): ("to {name}", "", ""),
    (Decision.DROP, "cell"): ("drop at", "", ""),
    (Decision.DROP, "inside"): ("inside the building", "", ""),
    (Decision.EXTRACT, "yes"): ("leave with it", "All aboard leave the table, and the objective is extracted.", "DZ-OBJ-16 DZ-OBJ-17"),
    (Decision.EXTRACT, "pass"): ("stay", "", ""),
    (Decision.STRAY, "unit"): ("{name} burns", "", ""),
}  # fmt: skip
# What a card does: sentence, clause.
CARDS = {
    "look-at-hand": ("You see all cards of an opponent.", "DZ-CARD-C01"),
    "nullify": ("A card that an opponent plays has no effect.", "DZ-CARD-C02"),
    "jam": ("An opponent discards one to three cards by chance.", "DZ-CARD-C03"),
    "command-boost": ("A Commander's value is 1 higher in this round.", "DZ-CARD-C04"),
    "initiative-surge": ("Your best Commander counts 3 more for this initiative; an opponent's 6 is rolled again.", "DZ-CARD-C05"),
    "disrupt": ("One to three squads of the battlegroup have one action fewer.", "DZ-CARD-C06"),
    "early-strike": ("A squad acts at once, before all others; not again in this round.", "DZ-CARD-C07"),
    "react": ("A squad takes one action at once, after an enemy's; no search or scan.", "DZ-CARD-C08"),
    "tunnel": ('A squad in a building moves to any building within 12".', "DZ-CARD-C09"),
    "snap-unload": ("A Transport puts all aboard off at once.", "DZ-CARD-C10"),
    "jink": ("An Aircraft squad has Evasion 3 until the round ends: shots at it are 3 worse.", "DZ-CARD-C11 DZ-SHT-10"),
    "run-for-the-ramp": ("A squad moves twice as far, and must board a Transport.", "DZ-CARD-C12"),
    "guided-fire": ("The squad rolls its missed dice again.", "DZ-CARD-C13"),
    "burning-rounds": ("The squad rolls its failed damage dice again.", "DZ-CARD-C14"),
    "air-tracking": ("All weapons of the squad reach Aircraft, but hit on 6 only.", "DZ-CARD-C15"),
    "piercing-rounds": ("All weapons of the squad are Penetrative in this activation.", "DZ-CARD-C16"),
    "screen": ("A squad saves damage on 5+ in this round.", "DZ-CARD-C17 DZ-SHT-16"),
    "flares": ("The enemy rolls the dice again that do damage.", "DZ-CARD-C18"),
    "overcharge": ("A die: on 3 or 4 a squad has +1 Energy until the round ends, on 5 or 6 +2.", "DZ-CARD-C19"),
    "marksmen": ("The squad's accuracy is not made worse by anything in this activation.", "DZ-CARD-C20"),
    "clear-rooms": ("The squad's close quarters weapons have twice the shots.", "DZ-CARD-C21"),
    "ambush": ("Your squad shoots at once at the one that entered its building.", "DZ-CARD-C22"),
    "inspire": ("Squads near a Commander may roll failed Fortitude tests again in this round.", "DZ-CARD-C23"),
    "stand-firm": ("A Fortitude test is passed without a roll.", "DZ-CARD-C24"),
    "slip-away": ("Your squad leaves the building at once.", "DZ-CARD-C25"),
    "charges": ("Collateral damage dice that fail are rolled again.", "DZ-CARD-C26"),
    "brace": ("Collateral damage dice that do damage are rolled again.", "DZ-CARD-C27"),
    "booby-trap": ("The building takes a die's number of hits.", "DZ-CARD-C28"),
    "repairs": ("A squad regains one to three points.", "DZ-CARD-C29"),
    "extraction-run": ("Transports of the battlegroup may move twice.", "DZ-CARD-C30"),
}  # fmt: skip
_FACINGS = {
    "N": "north", "NE": "north-east", "E": "east", "SE": "south-east", "S": "south", "SW": "south-west", "W": "west", "NW": "north-west",
}  # fmt: skip


def answer(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """What an answer is called, and in one sentence what it does."""
    block, argument = scenario.ruleset.layout.action(action)
    label, does = spoken(SAYINGS, record, scenario, action)
    if block == "card":
        return label, CARDS[str(argument)][0]
    if block == "piece" and not has(scenario.tables[int(record["variant"])], int(str(argument)) - 1, Prop.GARRISON):
        return label.replace("building", "piece of scenery"), ""
    if block == "facing":
        return f"face {_FACINGS[str(argument)]}", ""
    if block == "site":
        if argument == "CENTRE":
            return "in the centre", "It is not shot at from outside, and does not shoot out."
        return f"at the {str(argument).lower()} edge", "It shoots out over this edge, and is shot at."
    if block == "option" and label == _SECOND and scenario.seats == 2:
        return "let the opponent go first", "For this round."
    if block == "unit" and int(record["decision"]) in (int(Decision.SQUAD), int(Decision.AUXILIARY)):
        aboard = [cargo_words(record, slot) for slot in range(SLOTS) if name_of(slot) == argument]
        return label, f"It {aboard[0]}." if aboard and aboard[0] else does
    if block == "zone":
        return f"the {edge_of(scenario.tables[int(record['variant'])], int(str(argument)) - 1)}", ""
    if block in ("group", "hold"):
        return _battlegroup(record, scenario, int(str(argument)) - 1, block == "hold")
    return label, does


def hand(record: np.void, scenario: Scenario, seat: int) -> list[tuple[int, str, str]]:
    """The cards that a seat knows, its own first: seat that holds it, name, and what it does. Clause: DZ-CORE-14."""
    known = []
    for holder in [seat, *[other for other in range(scenario.seats) if other != seat]]:
        cards = int(record["hands"][holder]) & (-1 if holder == seat else int(record["shown"][seat][holder]))
        for card in range(len(CARDS)):
            if cards >> card & 1:
                name = member_word(Card, card)
                known.append((holder, name, CARDS[name.replace(" ", "-")][0]))
    return known


def silent(record: np.void, scenario: Scenario, action: int) -> bool:
    """Whether a card is kept back: nobody else learns that there was one to play. Clauses: DZ-CORE-14, DZ-INIT-12."""
    block, _ = scenario.ruleset.layout.action(action)
    return block == "pass" and int(record["decision"]) in (int(Decision.CARD), int(Decision.NULLIFY))


def edge_of(tables: np.void, zone: int) -> str:
    """A deployment zone by where its edge lies. Clauses: DZ-DEP-01, DZ-OBJ-18."""
    cells = [int(cell) for cell in tables["edge_cells"][zone][: int(tables["n_edge"][zone])]]
    size = int(tables["size"])
    x = 2 * sum([cell % WIDTH for cell in cells]) / len(cells) - size + 1
    y = 2 * sum([cell // WIDTH for cell in cells]) / len(cells) - size + 1
    near = size / 8
    words = ["north"] if y > near else ["south"] if y < -near else []
    words += ["east"] if x > near else ["west"] if x < -near else []
    return f"{'-'.join(words)} {'corner' if tables['corners'] else 'edge'}"


def _battlegroup(record: np.void, scenario: Scenario, group: int, held: bool) -> tuple[str, str]:
    """A battlegroup by its number, with its squads. Clauses: DZ-ACT-01, DZ-ACT-13, DZ-DEP-02."""
    variant, seat = int(record["variant"]), int(record["decider"])
    tables = scenario.tables[variant]
    squads = [
        f"{squad_name(tables, squad)} {role}"
        for squad, (_, role) in roles_of(scenario, variant).items()
        if SEAT_OF_SQUAD[squad] == seat and int(tables["squad_group"][squad]) == group
    ]
    verb = "hold" if held else "declare" if int(record["decision"]) == int(Decision.DECLARE) else "activate"
    rest = "Stays off the table in this round: " if held else ""
    return f"{verb} battlegroup {group + 1}", f"{rest}{', '.join(squads)}."
