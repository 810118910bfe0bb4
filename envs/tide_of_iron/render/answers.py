"""Answers of Tide of Iron as people read them: what each is called, and in one sentence what it does."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Sayings, spoken
from skirmish_rl.envs.core.questions import member_word
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.tide_of_iron.questions import Decision
from skirmish_rl.envs.tide_of_iron.state import Deck

SAYINGS: Sayings = {
    (Decision.ASSIGN_TOKEN, "unit"): ("give it to {name}", "", ""),
    (Decision.DEPLOY, "unit"): ("aboard {name}", "", ""),
    (Decision.DEPLOY_FORT, "enter-entrenchment"): (
        "in the entrenchment", "+2 defence dice; leaving it lets enemies make Op Fire.", "TI-TRN-05 TI-TRN-07",
    ),
    (Decision.DEPLOY_FORT, "enter-pillbox"): ("in the pillbox", "+6 defence dice; leaving it lets enemies make Op Fire.",
        "TI-TRN-06 TI-TRN-07"),
    (Decision.DEPLOY_FORT, "pass"): ("outside", "", ""),
    (Decision.SELECT, "advance"): ("advance {name}", "It moves up to its movement value; fatigued after it.", "TI-ACT-08"),
    (Decision.SELECT, "fire"): (
        "fire with {name}", "It attacks with full firepower, others may support it; fatigued after it.", "TI-ACT-09 TI-CMB-02",
    ),
    (Decision.SELECT, "prepare"): ("prepare {name}", "Op Fire mode: it waits to fire at enemies that move in its sight.",
        "TI-ACT-10 TI-OPF-01"),
    (Decision.SELECT, "fire-and-move"): (
        "fire and move with {name}", "One attack with half firepower and a shorter move, in either order; fatigued after it.",
        "TI-ACT-11 TI-ACT-12",
    ),
    (Decision.SELECT, "assault"): (
        "assault with {name}", "It may move, one point less, then fights all in a hex beside it that holds no tank.",
        "TI-ACT-13 TI-ASL-03 TI-ASL-07",
    ),
    (Decision.SELECT, "fatigue"): ("fatigue {name}", "It does nothing in this round; to let an action pass.", "TI-ACT-17"),
    (Decision.SELECT, "dig"): ("dig in with {name}", "An entrenchment in its hex; fatigued after it.", "TI-SPC-03"),
    (Decision.SELECT, "heal"): ("heal with {name}", "On 4+ a squad in its hex gets a lost regular figure back; fatigued after it.",
        "TI-SPC-05"),
    (Decision.SELECT, "smoke"): (
        "lay smoke with {name}", "In its hex or one beside it: blocks sight through the hex, not into it; fatigued after it.",
        "TI-OPS-02 TI-LOS-05",
    ),
    (Decision.SELECT, "demolish"): (
        "blow {name}'s charge", "3 hits on every unit in the hex, which rolls defence dice; fatigued after it.", "TI-SPC-08 TI-ACT-16",
    ),
    (Decision.SELECT, "pass"): ("finished for this round", "", ""),
    (Decision.FIRE_OR_MOVE, "fire-first"): ("fire first", "", ""),
    (Decision.FIRE_OR_MOVE, "move-first"): ("move first", "The attack is lost if Op Fire or mines stop it.", "TI-ACT-19"),
    (Decision.STEP, "unit"): ("board {name}", "Takes 2 movement points and ends its activation.", "TI-TRP-02 TI-TRP-03"),
    (Decision.STEP, "unload"): ("get off", "Takes 2 movement points; enemies may make Op Fire, then it may go on.", "TI-TRP-02 TI-TRP-03"),
    (Decision.STEP, "enter-entrenchment"): ("enter the entrenchment", "+2 defence dice inside.", "TI-TRN-05"),
    (Decision.STEP, "enter-pillbox"): ("enter the pillbox", "+6 defence dice inside.", "TI-TRN-06"),
    (Decision.STEP, "leave"): ("leave the fortification", "Enemies may make Op Fire on it.", "TI-TRN-07"),
    (Decision.STEP, "clear-wire"): ("clear the wire", "", ""),
    (Decision.STEP, "clear-traps"): ("clear tank traps", "", ""),
    (Decision.STEP, "lay-charge"): ("lay a charge", "Takes 2 movement points; blown later, it does 3 hits to every unit in the hex.",
        "TI-SPC-08"),
    (Decision.STEP, "pass"): ("stop here", "", ""),
    (Decision.TARGET, "unit"): ("fire at {name}", "", ""),
    (Decision.TARGET, "cell"): ("shell the hex", "", ""),
    (Decision.TARGET, "pass"): ("do not fire", "", ""),
    (Decision.FIGURES, "all"): ("all figures", "", ""),
    (Decision.FIGURES, "crew"): ("the weapon's crew only", "", ""),
    (Decision.FIGURES, "others"): ("the others only, without the crew", "", ""),
    (Decision.ATTACK_TYPE, "normal"): ("normal attack", "Hits remove figures.", "TI-FIR-10"),
    (Decision.ATTACK_TYPE, "suppressive"): (
        "suppressive attack", "1 or 2 hits pin a squad, 3 disrupt it, 4 rout it; fewer do on one that is pinned or disrupted.",
        "TI-SUP-01 TI-SUP-02 TI-SUP-03",
    ),
    (Decision.SUPPORT, "unit"): ("{name} supports", "It adds half its firepower, and is fatigued after it.", "TI-CMB-01 TI-CMB-02"),
    (Decision.SUPPORT, "pass"): ("nobody else", "", ""),
    (Decision.OP_FIRE, "unit"): ("Op Fire with {name}", "", ""),
    (Decision.OP_FIRE, "pass"): ("do not fire", "", ""),
    (Decision.ORDER, "op-fire-first"): ("Op Fire first", "", ""),
    (Decision.ORDER, "mines-first"): ("mines first", "", ""),
    (Decision.CASUALTY, "regular"): ("a regular", "", ""),
    (Decision.CASUALTY, "elite"): ("an elite", "", ""),
    (Decision.CASUALTY, "officer"): ("the officer", "", ""),
    (Decision.CASUALTY, "machine-gun"): ("the machine gun", "", ""),
    (Decision.CASUALTY, "mortar"): ("the mortar", "", ""),
    (Decision.ASSAULT_HEX, "pass"): ("assault nobody", "", ""),
    (Decision.ASSAULT_SUPPORT, "unit"): ("{name} supports", "It adds half its firepower, and is fatigued after it.", "TI-ASL-05"),
    (Decision.ASSAULT_SUPPORT, "pass"): ("nobody else", "", ""),
    (Decision.HIT_UNIT, "unit"): ("{name} takes it", "", ""),
    (Decision.COMMAND, "bid"): ("{name} command for the initiative", "", ""),
    (Decision.COMMAND, "pass"): ("spend no more", "What is left is kept for later rounds.", "TI-CMD-16"),
    (Decision.DRAW_EXTRA, "pass"): ("no second card", "", ""),
    (Decision.OP_MODE, "unit"): ("{name} in Op Fire mode", "", ""),
    (Decision.OP_MODE, "pass"): ("nobody else", "", ""),
    (Decision.TRANSFER_FROM, "unit"): ("{name} hands over", "", ""),
    (Decision.TRANSFER_FROM, "pass"): ("nobody else", "", ""),
    (Decision.TRANSFER_FIGURE, "regular"): ("a regular", "", ""),
    (Decision.TRANSFER_FIGURE, "elite"): ("an elite", "", ""),
    (Decision.TRANSFER_FIGURE, "officer"): ("the officer", "", ""),
    (Decision.TRANSFER_FIGURE, "machine-gun"): ("the machine gun", "", ""),
    (Decision.TRANSFER_FIGURE, "mortar"): ("the mortar", "", ""),
    (Decision.TRANSFER_TO, "unit"): ("{name} receives it", "", ""),
    (Decision.CARD_UNIT, "unit"): ("for {name}", "", ""),
    (Decision.CARD_UNIT, "pass"): ("nobody else", "", ""),
    (Decision.CARD_CELL, "cell"): ("the hex", "", ""),
    (Decision.SMOKE_CELL, "cell"): ("smoke in", "", ""),
    (Decision.HEAL_UNIT, "unit"): ("{name} gets it", "", ""),
    (Decision.OCCUPY, "unit"): ("{name} occupies it", "", ""),
    (Decision.OCCUPY, "pass"): ("nobody", "", ""),
    (Decision.GUN_CREW, "unit"): ("{name} moves it", "", ""),
    (Decision.CLEAR_CELL, "cell"): ("clear the hex", "", ""),
    # Cards: what they do; the first word of the sentence in play is what they cost.
    (0, "rapid-mobilisation"): ("", "3 command from the pile for the initiative.", "TI-CRD-10"),
    (0, "cut-communications"): ("", "The opponent loses 3 command for the initiative.", "TI-CRD-11"),
    (0, "forced-march"): ("", "A fresh unit advances at once, with 2 movement points more.", "TI-CRD-12"),
    (0, "coordinated-push"): ("", "Two more actions in this turn; the card takes one.", "TI-CRD-13"),
    (0, "surprise-assault"): ("", "A fresh squad assaults at once, two dice stronger and without Op Fire on it.", "TI-CRD-14"),
    (0, "take-cover"): ("", "Your squads in a hex get +1 cover until the next Command Phase ends.", "TI-CRD-15"),
    (0, "steady"): ("", "Up to two squads are pinned no more, or a disrupted one is only pinned.", "TI-CRD-16"),
    (0, "take-down-the-beast"): ("", "A fresh squad fires at a vehicle beside it with +4 firepower.", "TI-CRD-17"),
    (0, "no-step-back"): ("", "Your squads are disrupted instead of routed until the next Command Phase ends.", "TI-CRD-18"),
    (0, "offensive-artillery"): (
        "", "Contact on 4+, then a normal attack of 5 dice on a hex in sight; it may drift.", "TI-CRD-19 TI-CRD-04 TI-CRD-05",
    ),
    (0, "suppressive-barrage"): (
        "", "Contact on 3+, then a suppressive attack of 6 dice on a hex in sight, half on those beside it; it may drift.",
        "TI-CRD-20 TI-CRD-04 TI-CRD-05 TI-CRD-06",
    ),
    (0, "smoke-mission"): ("", "Contact on 3+, then smoke in a hex in sight and in one beside it.", "TI-CRD-21 TI-CRD-04"),
    (0, "increased-priority"): ("", "+2 on your contact rolls until the next Command Phase ends.", "TI-CRD-22"),
    (0, "extra-rations"): ("", "2 command from the pile.", "TI-CRD-23"),
    (0, "field-dressing"): ("", "Up to two squads with no enemy beside them get a lost regular figure back.", "TI-CRD-24"),
    (0, "repair-crew"): ("", "A vehicle with no enemy beside it recovers a step of damage.", "TI-CRD-25"),
    (0, "ammunition"): ("", "A fresh unit fires at once with +2 firepower.", "TI-CRD-26"),
    (0, "dig-in"): ("", "An entrenchment in a hex with your squad, which may occupy it.", "TI-CRD-27"),
    (0, "lay-wire"): ("", "Wire in an empty hex within 2 of your squad, not beside an enemy.", "TI-CRD-28"),
    (0, "mine-belt"): ("", "Mines in an empty hex within 3 of your unit, 2 or more from enemies.", "TI-CRD-29"),
    (0, "obstacles"): ("", "Tank traps in an empty hex within 2 of your squad, not beside an enemy.", "TI-CRD-30 TI-CRD-28"),
    (0, "marksmen"): ("", "A suppressive attack of 3 dice, hitting on 5+, on a squad that one of yours sees.", "TI-CRD-31"),
    (0, "rifle-reserve"): ("", "A new squad of 4 regulars.", "TI-CRD-32"),
    (0, "veteran-reserve"): ("", "A new squad of 4 elites.", "TI-CRD-33"),
    (0, "weapons-reserve"): ("", "A new squad of a machine gun and 2 regulars.", "TI-CRD-34"),
    (0, "motor-reserve"): ("", "A new half-track with 3 regulars aboard.", "TI-CRD-35"),
    (0, "armour-reserve"): ("", "Your medium tank.", "TI-CRD-36"),
}  # fmt: skip


def answer(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """What an answer is called, and in one sentence what it does."""
    block, argument = scenario.ruleset.layout.action(action)
    tables = scenario.tables[int(record["variant"])]
    if block == "deck":
        deck = tables["decks"][int(record["decider"])][int(str(argument)) - 1]
        return f"from the {member_word(Deck, deck)} deck", ""
    if block == "retry":  # a try more costs an action, but no command. Clause: TI-CRD-03
        _, does, _ = SAYINGS[0, str(argument)[len("retry-") :]]
        return f"try {str(argument)[len('retry-') :].replace('-', ' ')} again", f"Costs no command. {does}"
    label, does = spoken(SAYINGS, record, scenario, action)
    if block == "card":
        names = scenario.ruleset.layout.blocks["card"].options
        cost = int(tables["card_cost"][names.index(argument)])
        return f"{label}, costs {f'{cost} command' if cost else 'nothing'}", does
    return label, does
