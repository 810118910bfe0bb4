"""Units, squads, scenery and objectives of a game, dice and questions (chapters CORE, CMDR)."""

from __future__ import annotations

from skirmish_rl.envs.dropzone_commander.kit import Category, Kind, Trait
from skirmish_rl.envs.dropzone_commander.state import (
    FIRST,
    SEAT_OF,
    SEAT_OF_SQUAD,
    SLOTS,
    SQUAD_FIRST,
    SQUADS,
    TOKENS,
    Prop,
    Site,
    Stand,
    Status,
)
from tests.dropzone_commander.told import Told
from tests.lockstep.dropzone_commander.grid import cell_at, gap, within

MASK = 0xFFFFFFFF
STATS = ("kind", "category", "move", "active", "evasion", "passive", "armour", "fortitude", "dodge", "rapid", "infiltrate", "fast",
    "points",
         "cv", "cost", "need", "load", "room", "traits")  # fmt: skip


def mix(x):
    """The mixing of the generator of dice."""
    x = ((x ^ (x >> 16)) * 0x7FEB352D) & MASK
    x = ((x ^ (x >> 15)) * 0x846CA68B) & MASK
    return x ^ (x >> 16)


class Weapon:
    """A weapon of a unit."""

    def __init__(self, tables, slot, place):
        for name in tables.dtype.names:
            if name.startswith("weapon_"):
                setattr(self, name[7:], int(tables[name][slot][place]))


class Unit:
    """A model, with its fields as in the record."""

    moves = 0  # counts changes of places of all units

    def __setattr__(self, name, value):
        if name in ("cell", "flying", "status"):
            Unit.moves += 1
        super().__setattr__(name, value)

    def __init__(self, tables, slot):
        self.slot, self.seat, self.used = slot, int(SEAT_OF[slot]), bool(tables["unit_used"][slot])
        for name in STATS:
            setattr(self, name, int(tables["unit_" + name][slot]))
        self.full = int(tables["unit_dp"][slot])
        self.number = int(tables["unit_squad"][slot])
        self.carries = {k for k, carried in enumerate(tables["unit_carries"][slot]) if carried}
        self.weapons = [Weapon(tables, slot, n) for n in range(int(tables["unit_weapons"][slot]))]
        self.infantry, self.aircraft = self.kind == Kind.INFANTRY, self.kind >= Kind.AIRCRAFT
        self.has = {trait for trait in Trait if self.traits >> trait & 1}

    @property
    def alive(self):
        return Status.RESERVE <= self.status <= Status.ON_TABLE

    @property
    def on(self):
        return self.status == Status.ON_TABLE

    @property
    def present(self):
        return self.status == Status.ON_TABLE and self.carrier < 0

    @property
    def vehicle(self):
        return not self.infantry and not (self.aircraft and self.flying)

    def __repr__(self):
        """Its name in messages: A1 is the first of seat 0."""
        return "ABCD"[self.seat] + str(self.slot - int(FIRST[self.seat]) + 1)

    def shots_of(self, weapon):
        """Dice of a weapon (DZ-SPEC-15)."""
        return max(0, weapon.shots - weapon.reduced * (self.full - self.dp))


class Squad:
    def __init__(self, tables, number, units):
        self.number, self.seat, self.all = number, int(SEAT_OF_SQUAD[number]), units
        self.group, self.turns, self.total = (int(tables["squad_" + name][number]) for name in ("group", "turns", "dp"))

    @property
    def units(self):
        return [unit for unit in self.all if unit.alive]

    @property
    def leader(self):
        return next((unit for unit in self.all if unit.alive), None)


class Piece:
    """A piece of scenery."""

    def __init__(self, tables, number):
        self.number = number
        self.box = tuple(int(x) for x in tables["piece_box"][number])
        x0, x1, y0, y1 = self.box
        self.cells = [cell_at(x, y) for y in range(y0, y1 + 1) for x in range(x0, x1 + 1)]
        self.height, self.armour, self.full = (int(tables["piece_" + name][number]) for name in ("height", "armour", "dp"))
        self.double = bool(tables["piece_double"][number])
        self.links = {k for k in range(32) if int(tables["piece_links"][number]) >> k & 1}
        self.has = {prop for prop in Prop if int(tables["piece_props"][number]) >> prop & 1}
        size = int(tables["size"])
        beside = [(x, y) for x in range(x0, x1 + 1) for y in (y0 - 1, y1 + 1)] + [
            (x, y) for y in range(y0, y1 + 1) for x in (x0 - 1, x1 + 1)
        ]
        self.doors = [cell_at(x, y) for x, y in beside if 0 <= x < size and 0 <= y < size]

    @property
    def whole(self):
        return self.stand == Stand.WHOLE

    @property
    def garrison(self):
        return self.whole and Prop.GARRISON in self.has

    def wall(self, site):
        """Cells along an edge; all for the centre."""
        x0, x1, y0, y1 = self.box
        if site in (Site.NORTH, Site.SOUTH):
            return [cell_at(x, y1 if site == Site.NORTH else y0) for x in range(x0, x1 + 1)]
        if site in (Site.EAST, Site.WEST):
            return [cell_at(x1 if site == Site.EAST else x0, y) for y in range(y0, y1 + 1)]
        return self.cells

    def edge_points(self, site):
        """The middles of the fifths of an edge, in tenths of cells (DZ-GRID-08)."""
        x0, x1, y0, y1 = self.box
        left, right, low, top = 10 * x0 - 5, 10 * x1 + 5, 10 * y0 - 5, 10 * y1 + 5
        if site in (Site.NORTH, Site.SOUTH):
            return [(left + (right - left) * (2 * k + 1) / 10, top if site == Site.NORTH else low) for k in range(5)]
        return [(right if site == Site.EAST else left, low + (top - low) * (2 * k + 1) / 10) for k in range(5)]


class Token:
    """An objective."""

    def __init__(self, number):
        self.number = number


def copy_fields(thing, record):
    told = Told(record)
    for name in told.names():
        value = told[name]
        setattr(thing, name, value if isinstance(value, list) else int(value))


class Board:
    """What lies and stands on the table; every field as in the record `game`."""

    def __init__(self, tables, game):
        self.tables = tables
        self.size, self.seats, self.scoring = (int(tables[name]) for name in ("size", "seats", "scoring"))
        self.all_units = [Unit(tables, slot) for slot in range(SLOTS)]
        self.units = [unit for unit in self.all_units if unit.used]
        self.squads = {}
        for number in range(SQUADS):
            first, size = int(tables["squad_first"][number]), int(tables["squad_size"][number])
            if size:
                self.squads[number] = Squad(tables, number, self.all_units[first : first + size])
        self.pieces = [Piece(tables, number) for number in range(int(tables["n_pieces"]))]
        self.at = {cell: piece for piece in self.pieces for cell in piece.cells}
        self.cells = [cell_at(x, y) for y in range(self.size) for x in range(self.size)]
        self.road = {cell for cell in self.cells if tables["road"][cell]}
        self.edges = [[cell for cell in self.cells if tables["edge"][zone][cell]] for zone in range(int(tables["n_zones"]))]
        self.tokens = [Token(number) for number in range(TOKENS)]
        self.key = [int(word) for word in game["key"]]
        self.looked, self.to_edge = -1, {}
        self.load(game)

    def load(self, game):
        for unit in self.units:
            copy_fields(unit, game["units"][unit.slot])
        for squad in self.squads.values():
            copy_fields(squad, game["squads"][squad.number])
        for piece in self.pieces:
            copy_fields(piece, game["pieces"][piece.number])
        for token in self.tokens:
            copy_fields(token, game["tokens"][token.number])
        for name in ("points", "kills", "order", "hands", "deck", "discards", "zone", "boost", "inspired", "surge"):
            setattr(self, name, [int(x) for x in game[name]][: self.seats])
        self.order = [seat for seat in self.order if seat >= 0] or list(range(self.seats))
        self.shown = [[int(x) for x in row] for row in game["shown"]]
        self.spent = [[int(x) for x in row] for row in game["spent"]]
        for name in ("round", "turn", "group", "acted", "blame", "prey"):
            setattr(self, name, int(game[name]))
        self.drawn = int(game["drawn"][0])
        self.over, self.winners, self.reason = False, 0, 0
        self.active = None  # the squad whose activation it is
        self.gifts = 0  # actions out of sequence under way

    # Dice and questions.

    def roll(self, faces=6):
        x = mix((self.drawn + self.key[0]) & MASK)
        self.drawn = (self.drawn + 1) & MASK
        return 1 + ((mix((x ^ self.key[1]) & MASK) * faces) >> 32)

    def d3(self):
        return (self.roll() + 1) // 2

    def ask(self, decision, seat, subject, legal):
        """The answer to a question; one with a single answer is not asked."""
        legal = set(legal)
        assert legal, decision
        if len(legal) == 1:
            return next(iter(legal))
        return (yield (int(decision), seat, subject, legal))

    # Who and where.

    def squad_of(self, unit):
        return self.squads[unit.number]

    def ordered(self):
        """Units in initiative order of their players, by id."""
        return [unit for seat in self.order for unit in self.all_units[FIRST[seat] : FIRST[seat + 1]] if unit.used]

    def ordered_squads(self):
        numbers = [n for seat in self.order for n in range(SQUAD_FIRST[seat], SQUAD_FIRST[seat + 1])]
        return [self.squads[n] for n in numbers if n in self.squads]

    def group_of(self, squad):
        """The battlegroup a squad acts with, -1."""
        return squad.group if squad.group >= 0 else squad.declared

    def aboard(self, unit):
        """Units directly aboard a Transport."""
        return [other for other in self.units if other.alive and other.carrier == unit.slot]

    def carried(self, unit):
        """Units aboard a Transport, at any depth."""
        return [deep for other in self.aboard(unit) for deep in (other, *self.carried(other))]

    def outermost(self, unit):
        while unit.carrier >= 0:
            unit = self.all_units[unit.carrier]
        return unit

    def look_round(self):
        """Who stands and flies where, looked up again when somebody has moved."""
        if self.looked != Unit.moves:
            self.looked, self.standing, self.hovering = Unit.moves, {}, {}
            for unit in self.units:
                if unit.on and unit.cell >= 0:
                    (self.hovering if unit.flying else self.standing).setdefault(unit.cell, unit)

    def on_ground(self, cell):
        self.look_round()
        return self.standing.get(cell)

    def in_air(self, cell):
        self.look_round()
        return self.hovering.get(cell)

    def piece_on(self, cell):
        """The whole piece in a cell, None."""
        piece = self.at.get(cell)
        return piece if piece and piece.whole else None

    def inside(self, piece):
        return [unit for unit in self.ordered() if unit.present and unit.piece == piece.number]

    def footprint(self, unit):
        """Cells that distances are measured from: a Garrison is its outline."""
        unit = self.outermost(unit)
        return self.pieces[unit.piece].cells if unit.piece >= 0 else [unit.cell] if unit.cell >= 0 else []

    def apart(self, one, other):
        """Inches between two units; those in one Garrison are 1 apart (DZ-GAR-04)."""
        if one.piece >= 0 and one.piece == other.piece:
            return 1
        return gap(self.footprint(one), self.footprint(other))

    def coherency(self, unit):
        inches = 2 if unit.infantry else 6 if unit.aircraft else 3
        return 2 * inches if Trait.WIDE in unit.has else inches

    def coherent(self, squad):
        """DZ-CORE-08."""
        units = [unit for unit in squad.units if unit.on]
        if len(units) <= 1 or any(unit.cell < 0 for unit in units):
            return True
        reached, todo = {units[0]}, [units[0]]
        while todo:
            one = todo.pop()
            new = [u for u in units if u not in reached and within(one.cell, u.cell, self.coherency(one))]
            reached.update(new)
            todo += new
        return len(reached) == len(units)

    def own_edge(self, seat):
        return self.edges[self.zone[seat]]

    def cv(self, seat):
        """The highest CV on the table (DZ-CMDR-02, DZ-CMDR-04, C04)."""
        own = [u for u in self.units if u.seat == seat and u.cv and u.on]
        return max((u.cv + (self.boost[seat] == u.slot) for u in own), default=0)

    def influenced_cells(self, seat, cells):
        """DZ-CMDR-07."""
        for unit in self.units:
            if unit.seat == seat and unit.on:
                reach = max(4 * unit.cv, 8 if unit.category == Category.SCOUT else 0)
                if reach and gap(self.footprint(unit), cells) <= reach:
                    return True
        return False

    def influenced(self, seat, squad):
        return any(self.influenced_cells(seat, self.footprint(unit)) for unit in squad.units if unit.on)

    def inches_to_edge(self, cell, seat):
        """Inches to the nearest cell of a player's own edge."""
        key = self.zone[seat], cell
        if key not in self.to_edge:
            self.to_edge[key] = gap([cell], self.own_edge(seat))
        return self.to_edge[key]

    def far_from_edge(self, unit):
        unit = self.outermost(unit)
        return self.inches_to_edge(unit.cell, unit.seat)
