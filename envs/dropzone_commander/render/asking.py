"""Questions of Dropzone Commander as one asks a person; answers that keep their place while they are not allowed."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import counted, questioned
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.dropzone_commander.data.fields import UNLIMITED
from skirmish_rl.envs.dropzone_commander.questions import Decision
from skirmish_rl.envs.dropzone_commander.render.cards import weapon_name, weapon_row
from skirmish_rl.envs.dropzone_commander.render.words import cargo_words
from skirmish_rl.envs.dropzone_commander.rules.processes import running
from skirmish_rl.envs.dropzone_commander.state import Act, Status

QUESTIONS: dict[int, str] = {
    Decision.ZONE: "Which deployment zone do you take?",
    Decision.DECLARE: "Which battlegroup do you declare next?",
    Decision.METHOD: "How does that battlegroup enter the game?",
    Decision.DEPLOY: "Where is {subject} deployed?",
    Decision.KEEP: "Do you go first?",
    Decision.DISCARD: "Which card do you discard?",
    Decision.CUT: "Which card is lost with the Commander?",
    Decision.CARD: "Do you play a card now?",
    Decision.CARD_UNIT: "Which squad or Commander is {subject} for?",
    Decision.CARD_PIECE: "Which building is {subject} for?",
    Decision.CARD_SEAT: "Which opponent is {subject} for?",
    Decision.NULLIFY: "Do you nullify {subject}?",
    Decision.DISRUPTED: "Which squad has one action fewer?",
    Decision.REPAIR: "Which unit regains a point?",
    Decision.GROUP: "Which battlegroup do you activate?",
    Decision.AUXILIARY: "Which Auxiliary squads act with it?",
    Decision.SQUAD: "Which squad acts next?",
    Decision.ACTION: "What does the squad of {subject} do?",
    Decision.MOVE: "Where does {subject} move?",
    Decision.OUT: "Where is {subject} put off?",
    Decision.END_MOVE: "How does the move of {subject} end?",
    Decision.LAND: "Does {subject} land?",
    Decision.FACING: "Where does the squad of {subject} face?",
    Decision.SITE: "Where in the building does {subject} stand?",
    Decision.PUT: "Where is {subject} put?",
    Decision.TRANSFER: "Whom does {subject} put off or take on?",
    Decision.GO_ON: "Where does {subject} fly on to?",
    Decision.REST: "Which Transport takes the rest of the squad of {subject}?",
    Decision.LEAVE: "Which unit is left behind?",
    Decision.MODE: "How does {subject} fire its next weapon?",
    Decision.AIM: "At whom does {subject} fire its next weapon?",
    Decision.SHIELD: "Who is shot instead of {subject}?",
    Decision.FOCUS: "How many hits of {subject} are focused?",
    Decision.SPREAD: "Is one hit made stronger, or each?",
    Decision.REACT: "Does {subject} react, and at whom?",
    Decision.SMOKE: "Where does {subject} lay smoke?",
    Decision.TIED: "Which unit takes the damage?",
    Decision.FORTITUDE: "Does the squad of {subject} test its Fortitude, or fail?",
    Decision.TOLL: "Which unit of the squad of {subject} is hurt?",
    Decision.SCANS: "How many Scan Tokens does {subject} spend?",
    Decision.PASS_ON: "To whom does {subject} hand its objective?",
    Decision.DROP: "Where does {subject} drop its objective?",
    Decision.EXTRACT: "Does {subject} leave with its objective?",
    Decision.STRAY: "Who is hit by flames that missed {subject}?",
}  # fmt: skip
# Answers that keep their place while they are not allowed, and why they are not.
STEADY: dict[int, tuple[tuple[str, str, str], ...]] = {
    Decision.ACTION: (("move", "move", "not now"), ("shoot", "shoot", "nothing to shoot at")),
}
SIDES = ("front", "left", "right", "rear")  # bits of a weapon's arc
SHOOTING = (Act.SHOOT, Act.CLOSE, Act.SMOKE, Act.PORTS)  # of which a squad does one


def question(record: np.void, scenario: Scenario) -> str:
    """What is asked; of a Transport that moves, whom it carries, of shots, the weapon."""
    more = cargo_words(record, int(record["subject"])) if record["decision"] == Decision.MOVE else ""
    if record["decision"] in (Decision.MODE, Decision.AIM) and record["subject"] >= 0:
        slot, weapon = int(record["subject"]), int(running(view(record)).weapon)
        tables = scenario.tables[int(record["variant"])]
        row, count = weapon_row(record, tables, slot, weapon), int(tables["unit_weapons"][slot])
        far, near = int(tables["weapon_far"][slot, weapon]), int(tables["weapon_near"][slot, weapon])
        least = f"any, {near} inches at active countermeasures" if near < UNLIMITED else "any"
        reach = least if far >= UNLIMITED else f"{far} inches"
        more = f"{row[0]}{f' of {count}' if count > 1 else ''}: range {reach}, {counted(int(row[2]), 'shot', 'shots')}, energy {row[4]}"
    if record["decision"] == Decision.FACING and record["subject"] >= 0:
        more = arcs_of(scenario.tables[int(record["variant"])], int(record["subject"]))
    return questioned(QUESTIONS, record, scenario, more)


def arcs_of(tables: np.void, slot: int) -> str:
    """Where a unit can fire to, if not all around: "weapon 1: front". Clause: DZ-SHT-05."""
    told = []
    for weapon in range(int(tables["unit_weapons"][slot])):
        sides = [side for bit, side in enumerate(SIDES) if int(tables["weapon_arc"][slot, weapon]) >> bit & 1]
        if len(sides) < len(SIDES):
            told.append(f"{weapon_name(tables, slot, weapon)} fires to the {', '.join(sides)} only")
    return "; ".join(told)


def steady(record: np.void, scenario: Scenario) -> list[list[str]]:
    """Of the pending question the answers that keep their place: as actions are written, as they are called, and why one may not be
    allowed.
    """
    return [[word, text, _why(record, word) or why] for word, text, why in STEADY.get(int(record["decision"]), ())]


def _why(record: np.void, word: str) -> str:
    """Why the squad that acts may not do something, "" where nothing plain says so."""
    acting = int(record["squad"])
    if acting < 0 or record["subject"] < 0:
        return ""
    squad = record["squads"][acting]
    if (word == "move" and squad["moves"]) or (word == "shoot" and any(int(squad["acts"]) >> act & 1 for act in SHOOTING)):
        return "done already"
    if any(int(squad["acts"]) >> act & 1 for act in (Act.SEARCH, Act.SCAN)):
        return "its Search or Scan took both actions"
    off = record["units"][int(record["subject"])]["status"] == Status.READINESS
    return "not on the table yet" if word == "shoot" and off else ""
