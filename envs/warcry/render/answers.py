"""Answers of Warcry as people read them: what each is called, and in one sentence what it does."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Sayings, spoken
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.warcry.questions import Decision
from skirmish_rl.envs.warcry.render.board import inches, place_of
from skirmish_rl.envs.warcry.state import CELLS

_SETS = ("nothing", "single", "double", "triple", "quad")
_COUNTS = ("no", "one", "two", "three", "four")
SAYINGS: Sayings = {
    (Decision.ROLE, "attacker"): (
        "be the attacker", "You see the defender's battle groups before you make yours, and set up after him.", "WC-GRP-01 WC-DEP-03",
    ),
    (Decision.ROLE, "defender"): ("be the defender", "You make your battle groups first, and set up first.", "WC-GRP-01 WC-DEP-03"),
    (Decision.BATTLE_GROUP, "dagger"): ("Dagger group", "The first group to be set up.", "WC-DEP-03"),
    (Decision.BATTLE_GROUP, "shield"): ("Shield group", "Set up second, unless the scenario holds it back as a reserve.", "WC-DEP-03"),
    (Decision.BATTLE_GROUP, "hammer"): ("Hammer group", "Set up third, unless the scenario holds it back as a reserve.", "WC-DEP-03"),
    (Decision.COLOUR, "red"): (
        "take the first deployment", "Your three groups are set up in the places marked 1 on the board.", "WC-DEP-01",
    ),
    (Decision.COLOUR, "blue"): (
        "take the second deployment", "Your three groups are set up in the places marked 2 on the board.", "WC-DEP-01",
    ),
    (Decision.NEXT_FIGHTER, "unit"): ("set up {name}", "", ""),
    (Decision.DEPLOY, "cell"): ("set up at", "", ""),
    (Decision.DEPLOY, "pass"): ("do not set it up", "It takes no part in the battle, and is not taken down either.", "WC-RES-01"),
    (Decision.TREASURE, "cell"): ("treasure at", "", ""),
    (Decision.WILD, "single"): ("count it as a single", "One single more for the initiative; the die is used up.",
        "WC-WILD-04 WC-WILD-11"),
    (Decision.WILD, "pass"): ("keep it", "It can be used in a later round.", "WC-WILD-11"),
    (Decision.SET_TO_SIX, "face"): ("turn the {name}s into 6s", "", ""),
    (Decision.SET_TO_SIX, "pass"): ("change no set", "", ""),
    (Decision.FIRST, "self"): ("go first", "", ""),
    (Decision.FIRST, "opponent"): ("let the opponent go first", "", ""),
    (Decision.FOLLOW, "yes"): ("activate {subject} at once", "", ""),
    (Decision.FOLLOW, "pass"): ("do not", "The opponent's turn comes.", "WC-UNI-04"),
    (Decision.STEP, "move"): ("move", "", ""),
    (Decision.STEP, "attack"): ("attack", "", ""),
    (Decision.STEP, "disengage"): ("disengage", 'Move up to 3", to where no enemy is within 1".', "WC-DIS-01"),
    (Decision.STEP, "drop"): ("drop the treasure", "It takes an action.", "WC-TRE-09"),
    (Decision.STEP, "loot"): ("loot an objective", "It takes an action; the fighter then carries a treasure.", "WC-VC-05"),
    (Decision.STEP, "pass"): ("end the activation", "", ""),
    (Decision.MOVE, "pass"): ("do not move", "", ""),
    (Decision.MOVE, "cell"): ("move to", "", ""),
    (Decision.MOVE, "take_cell"): ("take the treasure, move to", "", ""),
    (Decision.TOKEN, "token"): ("take treasure {name}", "", ""),
    (Decision.DISENGAGE, "cell"): ("move to", "", ""),
    (Decision.FALL, "cell"): ("land at", "", ""),
    (Decision.DROP, "cell"): ("drop at", "", ""),
    (Decision.LOOT, "objective"): ("loot objective {name}", "", ""),
    (Decision.ATTACK, "pass"): ("do not attack", "", ""),
    (Decision.REACT, "counter"): (
        "counter", "Costs an action. If a die shows 1, the attacker takes 2 damage; if two dice or more miss, 1 more.",
        "WC-REACT-03 WC-REACT-09",
    ),
    (Decision.REACT, "take-cover"): (
        "take cover", "Costs an action. For each critical roll a die: on 4+ it is only a hit.", "WC-REACT-03 WC-REACT-10",
    ),
    (Decision.REACT, "clashing-iron"): ("clashing iron", "Costs an action. Up to two criticals count as hits.", "WC-REACT-03 WC-IRON-07"),
    (Decision.REACT, "brute-resilience"): (
        "brute resilience", "Costs an action. Each hit, but no critical, does 1 less damage, at least 1.", "WC-REACT-03 WC-FANG-07",
    ),
    (Decision.REACT, "pass"): ("do not react", "", ""),
    (Decision.STRIKE, "unit"): ("{name} strikes", "Costs it an action. On 4+ the enemy takes the damage of one die.",
        "WC-REACT-03 WC-REACT-11"),
    (Decision.STRIKE, "pass"): ("let it go", "", ""),
    (Decision.STEP_BACK, "step-back"): ("step back", 'Costs an action. It moves up to 3", to where no enemy is within 1".',
        "WC-REACT-03 WC-HUNT-06"),
    (Decision.STEP_BACK, "pass"): ("stay", "", ""),
    (Decision.BONUS, "move"): ("a move more", "", ""),
    (Decision.BONUS, "attack"): ("an attack more", "", ""),
    (Decision.BONUS, "disengage"): ("disengage", 'Move up to 3", to where no enemy is within 1".', "WC-DIS-01"),
    (Decision.BONUS, "pass"): ("nothing", "", ""),
    (Decision.ASSIGN, "objective"): ("count for objective {name}", "", ""),
}  # fmt: skip
# What a set of dice buys: sentence, clauses. {value} is the score of the set.
ABILITIES = {
    "rush": ('+1" of Move until this activation ends.', "WC-UNI-01"),
    "onslaught": ("One die more in each melee attack until this activation ends.", "WC-UNI-02"),
    "respite": ('Heals {value} damage; not within 1" of an enemy.', "WC-UNI-03"),
    "inspiring-presence": ('A friend within 6" that it sees and that has not acted may be activated right after it.', "WC-UNI-04"),
    "rampage": ('It may at once move up to {value}", then attack.', "WC-UNI-05"),
    "reckoning": ('It may at once move up to {value}", then attack if an enemy is within 1".', "WC-UNI-06"),
    "bolas": ('Two dice at an enemy within 6": a 4 or 5 does 1 damage, a 6 does {value}.', "WC-IRON-01"),
    "crushing-blow": ("+{value} Strength in melee attacks until this activation ends.", "WC-IRON-02"),
    "press-on": ("It has taken an enemy down: it moves or attacks once more.", "WC-IRON-03"),
    "ram": ('When it next ends a move action within 1" of an enemy in this activation, one there takes {value} damage.', "WC-IRON-04"),
    "stand-defiant": ('Friends within 6" that it sees have +1 Toughness until the round ends.', "WC-IRON-05"),
    "whirlwind": ('Each enemy within 3" that it sees takes {value} damage.', "WC-IRON-06"),
    "savage-fury": ('+1" for its next move and one die more in its next attack, in this activation.', "WC-FANG-01"),
    "all-out": ("It has taken an enemy down: it moves or attacks once more.", "WC-FANG-02 WC-IRON-03"),
    "beastmaster": ('A friendly beast within 4" attacks at once.', "WC-FANG-03"),
    "snag": ('It attacks at once; a target that stands after it is pulled up to {value}" towards it.', "WC-FANG-04"),
    "pounce": (
        'When it next ends a move action within 1" of an enemy in this activation, one there takes {value} damage.',
        "WC-FANG-05 WC-IRON-04",
    ),
    "unleash": ("+{half} dice and +{half} Strength in its melee attacks until the round ends.", "WC-FANG-06"),
    "dart": ('One die at an enemy within 8" that it sees: 2 to 4 does 1 damage, 5 or 6 does {value}.', "WC-RAVEN-01"),
    "harry": ('An enemy within 20", seen or not, cannot disengage until the round ends.', "WC-RAVEN-02"),
    "swift-climb": ("Climbing costs it no movement until this activation ends.", "WC-RAVEN-03"),
    "trophy": ('It has taken an enemy down: friends within 9" that it sees have one die more in melee attacks until the round ends.',
        "WC-RAVEN-04"),
    "swoop": ('It moves at once; if that ends 2" lower or more, it may attack.', "WC-RAVEN-05"),
    "death-from-above": ('It moves at once, then may attack; +1 Strength if it ended 2" lower or more.', "WC-RAVEN-06"),
    "cower": ("Criticals against it count as hits until the round ends.", "WC-RAVEN-07"),
    "death-grip": (
        "If its next melee attack in this activation hits, the target loses an action; one that has none left takes 3 damage.",
        "WC-HUNT-01",
    ),
    "hunting-pack": ('A friendly Hunt fighter within 2" attacks at once an enemy within 2" of this fighter.', "WC-HUNT-02"),
    "hunters-eye": ("+1 damage for each hit and critical until this activation ends.", "WC-HUNT-03"),
    "keen": ("Its attacks are critical on 5+ until this activation ends.", "WC-HUNT-04"),
    "regroup": ('Each friendly Hunt fighter within 6" that it sees may move or disengage at once.', "WC-HUNT-05"),
}  # fmt: skip


def answer(record: np.void, scenario: Scenario, action: int) -> tuple[str, str]:
    """What an answer is called, and in one sentence what it does."""
    block, argument = scenario.ruleset.layout.action(action)
    if block == "ability":
        return _ability(record, str(argument))
    if block in ("climb", "take_climb"):
        return _climb(scenario.tables[int(record["variant"])], int(str(argument)) - 1, block == "take_climb")
    if block == "pair":
        return _pair(record, int(str(argument)[-1]))
    if block in ("first", "second"):
        return _attack(scenario.tables[int(record["variant"])], int(record["subject"]), int(block == "second"), str(argument))
    if argument == "wait":
        return _wait(record)
    return spoken(SAYINGS, record, scenario, action)


def _ability(record: np.void, named: str) -> tuple[str, str]:
    """An ability with the set that pays for it; whatever it costs, the whole set is gone. Clauses: WC-DICE-04, WC-DICE-07."""
    name, value = named[:-2], int(named[-1])
    dice = min(int(record["dice"][int(record["decider"])][value - 1]), 4)
    does, _ = ABILITIES[name]
    return f"{name.replace('-', ' ')}, for {_COUNTS[dice]} {value}s", does.format(value=value, half=(value + 1) // 2)


def _pair(record: np.void, score: int) -> tuple[str, str]:
    """A wild die beside the dice of one score: what they become. Clauses: WC-WILD-05, WC-WILD-07, WC-WILD-11."""
    dice = min(int(record["dice"][int(record["decider"])][score - 1]), 3)
    lost = " One single fewer for the initiative." if dice == 1 else ""
    label = f"add it to your {score}s" if dice > 1 else f"add it to your {score}"
    return label, f"Your {_SETS[dice]} becomes a {_SETS[dice + 1]}; the die is used up.{lost}"


def _climb(tables: np.void, number: int, takes: bool) -> tuple[str, str]:
    """A place on a wall or a way up, by its height and where it is. Clauses: WC-CLIMB-01, WC-TRE-01."""
    node = CELLS + number
    x, y = place_of(tables, node)
    where = f"{inches(tables['node_height'][node])} up at {x:.1f},{y:.1f}"
    return f"take the treasure, climb to {where}" if takes else f"climb to {where}", ""


def _attack(tables: np.void, slot: int, weapon: int, target: str) -> tuple[str, str]:
    """A target, with the figures of the weapon where there are two. Clauses: WC-ATK-02, WC-ATK-05, WC-DMG-01."""
    if int(tables["unit_weapons"][slot]) < 2:
        return f"attack {target}", ""
    near, far, attacks, strength, hit, critical = (
        int(tables[f"weapon_{key}"][slot, weapon]) for key in ("min", "max", "attacks", "strength", "hit", "critical")
    )
    kind = "melee" if far <= 3 else "missile"
    reach = f'{near}-{far}"' if near else f'up to {far}"'
    return f"attack {target}, {kind} {reach}", f"{attacks} dice, Strength {strength}, damage {hit} a hit and {critical} a critical."


def _wait(record: np.void) -> tuple[str, str]:
    """To wait, which is no more than an end with the last action. Clauses: WC-WAIT-01, WC-WAIT-02, WC-WAIT-03."""
    if int(record["actions_left"]) > 1:
        return "wait", "It ends here, and is activated once more in this phase, with one action."
    return "end the activation", "Nothing else happens."
