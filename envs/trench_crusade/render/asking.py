"""Questions of Trench Crusade as one asks a person; answers that keep their place while they are not allowed."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import counted, questioned
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.core.view import view
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision
from skirmish_rl.envs.trench_crusade.rules.measuring import is_engaged
from skirmish_rl.envs.trench_crusade.rules.processes import running
from skirmish_rl.envs.trench_crusade.state import Verb

QUESTIONS: dict[int, str] = {
    Decision.ZONE: "Which deployment zone do you take?",
    Decision.DEPLOY_UNIT: "Whom do you deploy next?",
    Decision.DEPLOY_CELL: "Where is {subject} deployed?",
    Decision.ARRIVE_UNIT: "Which reserve arrives next?",
    Decision.ARRIVE_CELL: "Where does {subject} arrive?",
    Decision.FIRST: "Who activates first?",
    Decision.ACTIVATE: "Whom do you activate?",
    Decision.JOINT: "Does {subject} act together with its fireteam?",
    Decision.MEMBER: "Who of the fireteam acts next?",
    Decision.ACTION: "What does {subject} do next?",
    Decision.MODE: "How does {subject} dash?",
    Decision.DESTINATION: "Where does {subject} go?",
    Decision.CHARGE_TARGET: "Whom does {subject} charge?",
    Decision.CHARGE_CELL: "Where does the charge of {subject} end?",
    Decision.DIVE: "Does {subject} dive upon its target?",
    Decision.SKIRMISH: "Where does {subject} slip away to, before the charge?",
    Decision.RETREAT_CELL: "Where does {subject} retreat to?",
    Decision.HARROW: "Where does {subject} move after its blow?",
    Decision.FREE_ATTACK: "Does {subject} strike at the model that retreats?",
    Decision.WEAPON: "Which weapon does {subject} use?",
    Decision.TARGET: "Whom does {subject} attack?",
    Decision.SECOND_WEAPON: "Does {subject} strike with its second weapon?",
    Decision.FRIEND: "Which friend in the melee does {subject} shoot at?",
    Decision.SCATTER: "Where does the shot of {subject} land?",
    Decision.BLOOD: "How many blood markers do you spend against the roll of {subject}?",
    Decision.BLESSING: "How many blessing markers do you spend on the roll of {subject}?",
    Decision.WOUND: "How many blood markers do you spend on the injury of {subject}?",
    Decision.GRACE: "How many blessing markers do you spend against the injury of {subject}?",
    Decision.FALL_SIDE: "At which edge does {subject} fall?",
    Decision.HOLD_FIRE: "Which enemy must be activated next?",
    Decision.PRAYER: "Whom does {subject} bless?",
    Decision.TREAT: "Whom does {subject} treat?",
    Decision.TREATMENT: "What is done for {subject}?",
    Decision.PUPPET: "Whom does {subject} move?",
    Decision.PUPPET_DIRECTION: "In which direction is {subject} moved?",
    Decision.PUPPET_CELL: "How far is {subject} moved?",
    Decision.MINE: "Which terrain does {subject} mine?",
    Decision.DEFUSE: "Does {subject} defuse the mine?",
    Decision.RELIC: "Which relic does {subject} claim?",
    Decision.DARK_BLESSING: "Which of the nearest ELITE models does {subject} bless?",
    Decision.MORALE: "Shaken, or flee?",
}  # fmt: skip
# Answers that keep their place while they are not allowed, and why they are not.
STEADY: dict[int, tuple[tuple[str, str, str], ...]] = {
    Decision.ACTION: (
        ("move", "move", "not now"), ("charge", "charge", "no enemy to charge"), ("dash", "dash", "not now"),
        ("shoot", "shoot", "no enemy in range"),
        ("fight", "fight", "no enemy beside it"),
    ),
}  # fmt: skip
# Actions that cannot be taken any more once one of these has been.
SPENT_BY: dict[str, tuple[int, ...]] = {
    "move": (Verb.MOVE, Verb.MOVE_RISK, Verb.MOVE_DROP, Verb.CHARGE, Verb.RETREAT),
    "charge": (Verb.MOVE, Verb.MOVE_RISK, Verb.MOVE_DROP, Verb.CHARGE, Verb.RETREAT),
    "dash": (Verb.DASH,), "shoot": (Verb.SHOOT,), "fight": (Verb.FIGHT,),
}  # fmt: skip

_ITSELF: dict[str, tuple[int, ...]] = {
    "move": (Verb.MOVE, Verb.MOVE_RISK, Verb.MOVE_DROP), "charge": (Verb.CHARGE,), "dash": (Verb.DASH,), "shoot": (Verb.SHOOT,),
    "fight": (Verb.FIGHT,),
}  # fmt: skip
DONE: dict[int, str] = {  # in the place of what is asked for
    Verb.MOVE: "it has moved", Verb.MOVE_RISK: "it has moved", Verb.MOVE_DROP: "it has moved", Verb.CHARGE: "it has charged",
    Verb.RETREAT: "it has retreated",
}  # fmt: skip


def question(record: np.void, scenario: Scenario) -> str:
    """What is asked; of markers, how many there are, of an attack, the weapon."""
    more = ""
    if record["decision"] == Decision.TARGET:
        weapon, tables = int(running(view(record)).weapon), scenario.tables[int(record["variant"])]
        if weapon >= 0:
            reach = int(tables["range"][weapon])
            more = f"{in_words(Weapon(weapon))}, range {reach} inches" if reach > 1 else in_words(Weapon(weapon))
    if record["decision"] in (Decision.BLOOD, Decision.WOUND) and record["subject"] >= 0:
        more = f"it has {counted(int(record['units']['blood'][int(record['subject'])]), 'blood marker', 'blood markers')}"
    if record["decision"] == Decision.JOINT:
        partner = int(scenario.tables[int(record["variant"])]["partner"][int(record["subject"])])
        more = f"that is with {scenario.ruleset.questions.subject_name(int(record['decision']), partner)}"
    return questioned(QUESTIONS, record, scenario, more)


def steady(record: np.void, scenario: Scenario) -> list[list[str]]:
    """Of the pending question the answers that keep their place: as actions are written, as they are called, and why one may not be
    allowed.
    """
    return [[word, text, _why(record, scenario, word) or why] for word, text, why in STEADY.get(int(record["decision"]), ())]


def _why(record: np.void, scenario: Scenario, word: str) -> str:
    """Why the model that is asked about may not do something now, "" where nothing plain says so."""
    slot = int(record["subject"])
    own = [act for act in record["acts"] if act["slot"] == slot]
    spent = [verb for verb in SPENT_BY[word] if any(int(act["done"]) >> verb & 1 for act in own)]
    if spent:
        return DONE[spent[0]] if spent[0] not in _ITSELF[word] else "done already"
    if word != "fight" and slot >= 0 and is_engaged(view(record), view(scenario.tables[int(record["variant"])]), slot):
        return "an enemy is beside it: only fight or retreat"
    if word in ("charge", "fight") and any(act["plain"] for act in own):
        return "not after a shot without ASSAULT"
    heavy = word in ("move", "charge", "dash") and any(act["heavy"] for act in own)
    return "not after a shot with a HEAVY weapon" if heavy else ""
