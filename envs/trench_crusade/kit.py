"""What models are and carry: the keywords and abilities of models, the weapons and their keywords."""

from __future__ import annotations

from enum import IntEnum


class Trait(IntEnum):
    """Keywords and abilities of a model, those of its kit included. Chapters KW and ABL."""

    ELITE = 0
    LEADER = 1
    TOUGH = 2
    FEAR = 3
    NEGATE_FEAR = 4
    STRONG = 5
    INFILTRATOR = 6
    SKIRMISHER = 7
    BLOCK = 8
    COVER = 9  # COVER as a keyword
    NEGATE_FIRE = 10
    NEGATE_GAS = 11
    NEGATE_SHRAPNEL = 12
    NEGATE_DIFFICULT = 13
    NEGATE_MINED = 14
    GAS_PROOF = 15  # -1 INJURY DICE against GAS
    SHRAPNEL_PROOF = 16
    STANDFAST = 17
    LARGE = 18  # counts as two of the six models of S3
    HOLD_FIRE = 19
    AIM = 20
    BLIND_FAITH = 21
    PRAYER = 22
    STEADFAST = 23  # aura
    CONCENTRATED = 24  # attack of a fireteam
    TREAT = 25
    TRAINED_MEDIC = 26
    FINISH = 27  # the fallen
    FORTIFY = 28
    MINES = 29  # sets and defuses them
    PUPPET = 30
    HYMN = 31
    LEVITATE = 32
    SHOVEL = 33
    SOUL_CONTRACT = 34
    INSTRUMENT = 35
    CLIMBING_KIT = 36
    LOPING = 37
    DARK_BLESSING = 38
    FREEDOM = 39
    STALKER = 40
    HIDE = 41


TRAITS = len(Trait)


class Weapon(IntEnum):
    BOLT_RIFLE = 0
    SEMI_AUTO_RIFLE = 1
    AUTOMATIC_RIFLE = 2
    SHOTGUN = 3
    AUTOMATIC_SHOTGUN = 4
    HEAVY_SHOTGUN = 5
    SUBMACHINE_GUN = 6
    MACHINE_GUN = 7
    SNIPER_RIFLE = 8
    GRENADE_LAUNCHER = 9
    FLAMETHROWER = 10
    HEAVY_FLAMETHROWER = 11
    PISTOL = 12
    AUTOMATIC_PISTOL = 13
    SILENCED_PISTOL = 14
    INFERNAL_BOMB = 15
    FRAG_GRENADE = 16
    GAS_GRENADE = 17
    INCENDIARY_GRENADE = 18
    SATCHEL_CHARGE = 19
    TRENCH_KNIFE = 20
    TRENCH_CLUB = 21
    SWORD = 22
    BAYONET = 23
    POLEARM = 24
    GREAT_HAMMER = 25
    GREAT_SWORD = 26
    MISERICORD = 27
    SACRIFICIAL_BLADE = 28
    STALKER_CLAWS = 29
    BEAST_JAWS = 30
    BEAST_CLAWS = 31
    SHOVEL = 32


WEAPONS = len(Weapon)


class Keyword(IntEnum):
    """The keywords of weapons. Those with a number (AUTOMATIC, BLAST, CLEAVE, DICE) are fields of their own in the tables. Chapter KW."""

    ARMOUR_PIERCING = 0
    ASSAULT = 1
    SCATTER = 2
    CRITICAL = 3
    DEADLY = 4
    FIRE = 5
    GAS = 6
    SHRAPNEL = 7
    FLAMETHROWER = 8
    HEAVY = 9
    IGNORE_ARMOUR = 10
    IGNORE_COVER = 11
    IGNORE_LONG_RANGE = 12
    IGNORE_ELEVATED = 13
    IGNORE_OFF_HAND = 14
    PISTOL = 15
    RELOAD = 16
    RISKY = 17
    SHOTGUN = 18
    CUMBERSOME = 19
    BLOCK = 20
    ONCE = 21  # per game
    FOCUSED = 22  # all attacks at one target
    BURSTS = 23  # Quick bursts: two Shoot Actions
    BULLS_EYE = 24  # a Critical ignores armour
    POINT_BLANK = 25  # one more INJURY DICE at short range
    SILENCED = 26
    ASSASSIN = 27  # ignores the armour of the Down
    HARROWING = 28
    BOMB = 29  # direct hits are DEADLY, victims are thrown


KEYWORDS = len(Keyword)
