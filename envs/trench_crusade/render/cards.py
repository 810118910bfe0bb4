"""A model on its own card: figures with their names, weapons as a table, what it can do, and how it stands."""

from __future__ import annotations

import numpy as np

from skirmish_rl.envs.core.console import Card
from skirmish_rl.envs.core.questions import in_words
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.trench_crusade.kit import Keyword, Trait, Weapon
from skirmish_rl.envs.trench_crusade.questions import QUESTIONS
from skirmish_rl.envs.trench_crusade.render.units import condition_of
from skirmish_rl.envs.trench_crusade.state import SLOTS

_LEAST = (("automatic", 1), ("cleave", 1), ("blast", 0))  # what a weapon has more of than others
_WEAPON = (
    ("weapon", ""), ("range", "inches"), ("to hit", "dice more or fewer on its Success Roll"),
    ("to injure", "dice more or fewer on the Injury Roll"),
    ("special", ""),
)  # fmt: skip
# What keywords and abilities of a model mean. Chapters KW and ABL; those whose action has a button are told there, too.
TRAITS: dict[int, str] = {
    Trait.ELITE: "A tag: some abilities ask for it.", Trait.LEADER: "Its warband checks morale with a die more while it is not Down.",
    Trait.TOUGH: "The first time that it would go out of action it is only Down.",
    Trait.FEAR: "Melee attacks against it have a die fewer.",
    Trait.NEGATE_FEAR: "FEAR does not count against it.", Trait.STRONG: "HEAVY weapons do not hinder it.",
    Trait.INFILTRATOR: "Where the scenario allows it, it may be set up out of enemies' sight, 8\" away.",
    Trait.SKIRMISHER: "Charged, it may slip away first.",
    Trait.BLOCK: "Melee attacks of who has charged it have a die fewer.", Trait.COVER: "It counts as in cover from everything.",
    Trait.NEGATE_FIRE: "FIRE leaves no blood marker.", Trait.NEGATE_GAS: "GAS leaves no blood marker.",
    Trait.NEGATE_SHRAPNEL: "SHRAPNEL leaves no blood marker.", Trait.NEGATE_DIFFICULT: "Difficult ground does not slow it.",
    Trait.NEGATE_MINED: "Mines do not go off under it.", Trait.GAS_PROOF: "Injuries by GAS have a die fewer.",
    Trait.SHRAPNEL_PROOF: "Injuries by SHRAPNEL have a die fewer.", Trait.STANDFAST: "What would take it Down is only a minor hit.",
    Trait.LARGE: "Counts as two models against the limit of deployment.", Trait.HOLD_FIRE: "May say which enemy must be activated next.",
    Trait.AIM: "May aim: its shots have two dice more.", Trait.BLIND_FAITH: "No blood markers may be spent on its shots.",
    Trait.PRAYER: "May pray for a blessing marker.", Trait.STEADFAST: "Friends within 8\" do not mind FEAR.",
    Trait.CONCENTRATED: "Acting together, a Bloodbath on a target that both have hit costs 3 markers, even if it is not Down.",
    Trait.TREAT: "May treat itself or a friend beside it.",
    Trait.FINISH: "A die more for injuries in melee against who is Down.",
    Trait.PUPPET: "May move another model within 12\" a die's roll straight on.",
    Trait.HYMN: "Enemies within 8\" have a die fewer on all Success Rolls.",
    Trait.LEVITATE: "Climbs and jumps without a roll; falls do not hurt it.",
    Trait.SHOVEL: "On open ground it has cover until it leaves its first cell.", Trait.CLIMBING_KIT: "Climbs with a die more.",
    Trait.SOUL_CONTRACT: "Out of action, it leaves a blood marker on every enemy beside it.",
    Trait.INSTRUMENT: "Friends within 4\" dash with a die more.",
    Trait.LOPING: "Dashes with a die more.",
    Trait.DARK_BLESSING: "Out of action, it leaves a blessing marker on the nearest ELITE friend.",
    Trait.FREEDOM: "Taking an ELITE out of action, it leaves the warband, free.", Trait.STALKER: "Shots at it have a die fewer.",
    Trait.HIDE: "May hide: then nobody shoots or charges at it until it moves or shoots, or an enemy comes near.",
    Trait.TRAINED_MEDIC: "Treats with two dice more.", Trait.FORTIFY: "May dig itself cover.", Trait.MINES: "Sets and defuses mines.",
}  # fmt: skip

# What keywords of its weapons mean. Chapter KW and TC-ABL-11, -17, -18.
KEYWORDS: dict[int, str] = {
    Keyword.ARMOUR_PIERCING: "Armour counts for one less.",
    Keyword.ASSAULT: "Who shoots with it may charge and fight in the same activation.",
    Keyword.SCATTER: "A miss lands elsewhere, as far as the roll is below 7.",
    Keyword.CRITICAL: "A 12 on the roll to hit adds two dice to the injury, not one.",
    Keyword.DEADLY: "Three dice of the Injury Roll count, not two.", Keyword.FIRE: "One blood marker more.",
    Keyword.GAS: "One blood marker more.", Keyword.SHRAPNEL: "One blood marker more.",
    Keyword.FLAMETHROWER: "It hits without a roll.",
    Keyword.HEAVY: "Who moves in an activation does not shoot with it; a charge with it has no die.",
    Keyword.IGNORE_ARMOUR: "Armour does not count.", Keyword.IGNORE_COVER: "Cover does not count.",
    Keyword.IGNORE_LONG_RANGE: "Long range does not count.", Keyword.IGNORE_ELEVATED: "A higher place of the shooter does not count.",
    Keyword.IGNORE_OFF_HAND: "As a second weapon it is no worse.", Keyword.PISTOL: "It may be used in melee, too.",
    Keyword.RELOAD: "After it the activation ends.", Keyword.RISKY: "A miss ends the activation.",
    Keyword.SHOTGUN: "At long range the injury has a die fewer, not the roll to hit.",
    Keyword.CUMBERSOME: "It needs both hands.", Keyword.BLOCK: "Melee attacks of who has charged the bearer have a die fewer.",
    Keyword.ONCE: "Once a game.", Keyword.FOCUSED: "All of its attacks are at one target.",
    Keyword.BURSTS: "Two shoot actions in an activation.", Keyword.BULLS_EYE: "After a 12 on the roll to hit armour does not count.",
    Keyword.POINT_BLANK: "At short range the injury has a die more.",
    Keyword.SILENCED: "Shots across terrain that it touches have a die more.",
    Keyword.ASSASSIN: "The armour of who is Down does not count.",
    Keyword.HARROWING: "After it took somebody Down or out of action the model may move 3\" and fight once more.",
    Keyword.BOMB: "It throws all whom it hits; a direct hit counts three dice for the injury.",
}  # fmt: skip
COUNTED = {
    "automatic": "So many attacks in one action.", "cleave": "So many attacks in one action.",
    "blast": "A hit strikes everybody so many inches around, friends, too.",
}  # fmt: skip


def card(record: np.void, scenario: Scenario, slot: int) -> Card | None:
    """All that is to be known of a model, None for an empty place."""
    tables = scenario.tables[int(record["variant"])]
    if not 0 <= slot < SLOTS or not record["units"]["status"][slot]:
        return None
    unit = record["units"][slot]
    figures: list[tuple[str, str, str]] = [
        ("Move", f'{int(tables["move"][slot])}"', "inches of a move"),
        ("Ranged", f"{int(tables['ranged'][slot]):+d}", "dice more or fewer when it shoots"),
        ("Melee", f"{int(tables['melee'][slot]):+d}", "dice more or fewer when it fights"),
        ("Armour", str(-int(tables["armour"][slot])), "taken off Injury Rolls against it"),
        ("Blood", str(int(unit["blood"])), "markers that its opponent may spend against it"),
        ("Points", str(int(tables["points"][slot])), "what it costs"),
    ]
    if unit["blessing"]:
        figures.append(("Blessings", str(int(unit["blessing"])), "markers that its owner may spend on it"))
    weapons = [_weapon(tables, int(weapon)) for weapon in tables["arm"][slot] if weapon >= 0]
    partner = int(tables["partner"][slot])
    if partner >= 0:
        figures.append(("Fireteam", QUESTIONS.layout.unit_name(partner), "both may act together"))
    abilities = [(in_words(trait), TRAITS.get(trait, "")) for trait in Trait if tables["traits"][slot, trait]]
    abilities += _specials(tables, [int(weapon) for weapon in tables["arm"][slot] if weapon >= 0])
    return {
        "figures": figures,
        "columns": _WEAPON,
        "weapons": weapons,
        "abilities": abilities,
        "state": condition_of(record, tables, slot),
    }


def _specials(tables: np.void, weapons: list[int]) -> list[tuple[str, str]]:
    """What is special about some weapons, each thing once."""
    told = [(in_words(keyword), KEYWORDS[keyword]) for keyword in Keyword if any(tables["keyword"][one, keyword] for one in weapons)]
    for name, least in _LEAST:
        if any(int(tables[name][one]) > least for one in weapons):
            told.append((name, COUNTED[name]))
    return told


def _weapon(tables: np.void, weapon: int) -> list[str]:
    reach = int(tables["range"][weapon])
    words = [in_words(keyword) for keyword in Keyword if tables["keyword"][weapon, keyword]]
    for name, least in _LEAST:
        count = int(tables[name][weapon])
        if count > least:
            words.append(f"{name} {count}")
    bonus = int(tables["injury_modifier"][weapon])
    if bonus:
        words.append(f"{bonus:+d} on injuries")
    dice, injury = int(tables["weapon_dice"][weapon]), int(tables["injury_dice"][weapon])
    signed = [f"{count:+d}" for count in (dice, injury)]
    return [in_words(Weapon(weapon)), f'{reach}"' if reach > 1 else "melee", *signed, ", ".join(words)]
