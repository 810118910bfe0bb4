"""Answers of Trench Crusade as people read them: what each is called, and in one sentence what it does."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Sayings, spoken
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.trench_crusade.kit import Weapon
from skirmish_rl.envs.trench_crusade.questions import Decision

SAYINGS: Sayings = {
    (Decision.ZONE, "south-zone"): ("the southern zone", "", ""),
    (Decision.ZONE, "north-zone"): ("the northern zone", "", ""),
    (Decision.DEPLOY_UNIT, "pass"): ("hold the rest in reserve", "", ""),
    (Decision.FIRST, "go-first"): ("go first", "", ""),
    (Decision.FIRST, "go-second"): ("let the opponent go first", "", ""),
    (Decision.JOINT, "jointly"): ("both together", "Their Actions alternate as you like; if one's activation ends, so does the other's.",
        "TC-KW-17"),
    (Decision.JOINT, "alone"): ("{subject} alone", "", ""),
    (Decision.MEMBER, "unit"): ("{name} acts", "", ""),
    (Decision.ACTION, "move"): ("move", "Up to its Move, with no roll; in place of a charge or a retreat.", "TC-MOV-01 TC-ACT-06"),
    (Decision.ACTION, "move-risk"): (
        "move and climb", "The way may hold climbs, jumps and wire; a roll below 7 ends the activation.",
        "TC-CLB-01 TC-JMP-01 TC-TER-04 TC-ACT-07",
    ),
    (Decision.ACTION, "move-drop"): (
        "move and drop", 'As move and climb, and the way may go down 3" or more at once, which may injure it.', "TC-JMP-03 TC-FALL-01",
    ),
    (Decision.ACTION, "charge"): (
        "charge", 'It runs its Move and a die at an enemy in sight within 12", to fight it; in place of a move.',
        "TC-CHG-01 TC-CHG-02 TC-ACT-06",
    ),
    (Decision.ACTION, "retreat"): (
        "retreat", "Away from the enemies beside it; each may strike first. In place of a move.", "TC-RET-03 TC-RET-05 TC-ACT-06",
    ),
    (Decision.ACTION, "dash"): (
        "dash", "Two dice: 7 or more lets it move once more, up to its Move; less ends the activation.", "TC-DSH-02",
    ),
    (Decision.ACTION, "shoot"): (
        "shoot", 'A ranged attack, with no enemy within 1"; then no charge or fight, but with ASSAULT.', "TC-RNG-01",
    ),
    (Decision.ACTION, "fight"): ("fight", 'A melee attack on an enemy within 1".', "TC-MEL-01"),
    (Decision.ACTION, "hold-fire"): (
        "hold fire order", "Ends its activation; the opponent must activate an enemy in its sight next, which you name.", "TC-ABL-01",
    ),
    (Decision.ACTION, "aim"): ("aim", "Roll with 2 dice more: on 7+ its shots have 2 dice more, less ends the activation.",
        "TC-ABL-02 TC-ACT-07"),
    (Decision.ACTION, "pray"): (
        "pray", 'Roll 7 or more for a blessing marker on it or a friend within 6"; less ends the activation.', "TC-ABL-03 TC-ACT-07",
    ),
    (Decision.ACTION, "treat"): (
        "treat", 'Roll 7+ to take a blood marker off it or a friend within 1", or to stand one up; less ends the activation.',
        "TC-ABL-07 TC-ACT-07",
    ),
    (Decision.ACTION, "fortify"): ("fortify", "Roll 7 or more for cover until it leaves its cell; less ends the activation.",
        "TC-ABL-08 TC-ACT-07"),
    (Decision.ACTION, "set-mine"): ("set a mine", "Roll with 2 dice more: on 7+ a piece of terrain beside it is mined.", "TC-ABL-08"),
    (Decision.ACTION, "puppet"): (
        "puppet move", 'Roll 7 or more to move another model within 12" a die\'s roll straight on; less ends the activation.',
        "TC-ABL-09 TC-ACT-07",
    ),
    (Decision.ACTION, "hide"): (
        "hide", "Roll with a die more: on 7+ nobody may shoot or charge at it until it moves or shoots or an enemy comes near; "
        "less ends the activation.",
        "TC-ABL-16 TC-ACT-07",
    ),
    (Decision.ACTION, "claim"): ("claim a relic", "Roll 7 or more: it counts for you in this Turn.", "S3"),
    (Decision.ACTION, "end"): ("end the activation", "", ""),
    (Decision.MODE, "walk"): ("walk", "With no further roll.", "TC-DSH-02"),
    (Decision.MODE, "risk"): (
        "climb", "The way may hold climbs, jumps and wire; a roll below 7 ends the activation.", "TC-CLB-01 TC-JMP-01 TC-TER-04 TC-ACT-07",
    ),
    (Decision.MODE, "drop"): ("climb and drop", 'The way may also go down 3" or more at once, which may injure it.',
        "TC-JMP-03 TC-FALL-01"),
    (Decision.DESTINATION, "cell"): ("go to", "", ""),
    (Decision.CHARGE_TARGET, "unit"): ("charge {name}", "", ""),
    (Decision.CHARGE_CELL, "cell"): ("charge to", "", ""),
    (Decision.DIVE, "dive"): (
        "dive", "Roll 7 or more: no injury by the fall, and one die more in its next melee attack; less takes it Down and injures it.",
        "TC-CHG-12",
    ),
    (Decision.DIVE, "jump-down"): ("jump down", 'A fall of 3" or more may injure it.', "TC-FALL-01"),
    (Decision.SKIRMISH, "cell"): ("slip away to", "", ""),
    (Decision.RETREAT_CELL, "cell"): ("retreat to", "", ""),
    (Decision.HARROW, "cell"): ("move to", "", ""),
    (Decision.HARROW, "pass"): ("stay", "", ""),
    (Decision.FREE_ATTACK, "pass"): ("let it go", "", ""),
    (Decision.TARGET, "unit"): ("attack {name}", "", ""),
    (Decision.TARGET, "cell"): ("aim at the point", "A hit strikes everybody who is close to it and sees it, friends too.", "TC-KW-06"),
    (Decision.TARGET, "pass"): ("attack no more", "", ""),
    (Decision.SECOND_WEAPON, "pass"): ("strike no more", "", ""),
    (Decision.FRIEND, "unit"): ("shoot at {name}", "", ""),
    (Decision.SCATTER, "cell"): ("it lands at", "", ""),
    (Decision.BLOOD, "spend 0"): ("spend no blood", "", ""),
    (Decision.BLOOD, "spend"): ("spend {name}", "-{name} DICE on its roll; what is spent is gone.", "TC-BLD-02"),
    (Decision.BLESSING, "spend 0"): ("spend no blessing", "", ""),
    (Decision.BLESSING, "spend"): ("spend {name}", "+{name} DICE on its roll; what is spent is gone.", "TC-BLS-01"),
    (Decision.WOUND, "spend 0"): ("spend no blood", "", ""),
    (Decision.WOUND, "spend"): ("spend {name}", "+{name} DICE on the Injury Roll; what is spent is gone.", "TC-BLD-02"),
    (Decision.WOUND, "bloodbath 0"): ("bloodbath", "Three dice are added up, not two: for 6 of its markers, or 3 if it is Down.",
        "TC-INJ-08 TC-ABL-06"),
    (Decision.WOUND, "bloodbath"): (
        "bloodbath, and {name} more markers",
        "Three dice are added up, not two: for 6 of its markers, or 3 if it is Down; each further one adds a die.",
        "TC-INJ-08 TC-INJ-10 TC-ABL-06",
    ),
    (Decision.GRACE, "spend 0"): ("spend no blessing", "", ""),
    (Decision.GRACE, "spend"): ("spend {name}", "-{name} DICE on the Injury Roll; what is spent is gone.", "TC-BLS-01"),
    (Decision.FALL_SIDE, "near-edge"): ("at the near edge", "", ""),
    (Decision.FALL_SIDE, "far-edge"): ("at the far edge", "", ""),
    (Decision.HOLD_FIRE, "unit"): ("{name} must go next", "", ""),
    (Decision.PRAYER, "unit"): ("bless {name}", "", ""),
    (Decision.TREATMENT, "take-blood"): ("take a blood marker off", "", ""),
    (Decision.TREATMENT, "stand-up"): ("stand it up", "", ""),
    (Decision.PUPPET, "unit"): ("move {name}", "", ""),
    (Decision.PUPPET_CELL, "cell"): ("move it to", "", ""),
    (Decision.PUPPET_CELL, "pass"): ("leave it", "", ""),
    (Decision.MINE, "cell"): ("mine the terrain at", "", ""),
    (Decision.DEFUSE, "defuse"): ("defuse it", "Roll 7 or more; less sets it off and ends the activation.", "TC-ABL-08"),
    (Decision.DEFUSE, "leave-mine"): ("leave it", "The mine stays, and does not go off under it.", "TC-KW-31"),
    (Decision.RELIC, "cell"): ("claim the relic at", "", ""),
    (Decision.MORALE, "shaken"): ("be Shaken", "Every failed roll ends an activation; you check again next Turn, and flee if you fail.",
        "TC-MOR-04"),
    (Decision.MORALE, "flee"): ("flee", "You lose the game at once.", "TC-MOR-03"),
}  # fmt: skip


def answer(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """What an answer is called, and in one sentence what it does."""
    block, argument = scenario.ruleset.layout.action(action)
    label, does = spoken(SAYINGS, record, scenario, action)
    tables = scenario.tables[int(record["variant"])]
    if record["decision"] == Decision.ACTION and str(argument) == "shoot":
        arms = [int(arm) for arm in tables["arm"][int(record["subject"])] if arm >= 0 and tables["range"][int(arm)] > 1]
        reaches = [f"{in_words(Weapon(arm))} ({int(tables['range'][arm])} inches)" for arm in arms]
        return label, f"{does} With {', '.join(reaches)}."
    if block != "weapon":
        return label, does
    weapon = scenario.ruleset.layout.blocks["weapon"].options.index(str(argument))
    reach = int(tables["range"][weapon])
    dice, injury = int(tables["weapon_dice"][weapon]), int(tables["injury_dice"][weapon])
    figures = [f'Range {reach}"' if reach > 1 else "Melee"]
    figures += [f"{dice:+d} DICE to hit"] if dice else []
    figures += [f"{injury:+d} DICE to injure"] if injury else []
    return label, f"{', '.join(figures)}." if reach > 1 or len(figures) > 1 else ""
