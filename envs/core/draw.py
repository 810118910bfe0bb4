"""Pictures: a ruleset describes a position as one `Scene` of plain shapes; painters turn it into SVG, text or pixels.

Lengths are in cells, x to the right, y down, the board's corner at (0, 0). Nothing here loads a font or opens a window:
pixels are painted by `core/paint.py`.
"""

from __future__ import annotations

import functools
import html
import re
import textwrap
import weakref
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.core.events import Event, Noted

if TYPE_CHECKING:
    from skirmish_rl.envs.core.ruleset import Scenario

# Seat colours of Okabe and Ito: distinguishable with the common kinds of colour blindness, and by lightness.
SEAT_COLORS = ("#0072b2", "#d55e00", "#009e73", "#b0569b")
INK, FAINT, PAPER = "#22211f", "#77716a", "#fbf8f1"

_PANEL = 14.5  # width of the words beside the board
_LETTER = 0.52  # width of a letter in letter heights, generously
_PITCH = 1.25  # distance of two lines, in letter heights
_SIZES = {"title": 0.8, "head": 0.56, "text": 0.46, "dim": 0.42, "gap": 0.3}


# Hexes 1 wide: from row to row, from the middle to a corner, and the corners around the middle.
HEX_PITCH, HEX_RADIUS = 0.8660254, 0.5773503
HEX_CORNERS = (
    (0.0, -HEX_RADIUS), (0.5, -HEX_RADIUS / 2), (0.5, HEX_RADIUS / 2), (0.0, HEX_RADIUS), (-0.5, HEX_RADIUS / 2), (-0.5, -HEX_RADIUS / 2),
)  # fmt: skip
SQUARE_CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))


class Unit(NamedTuple):
    """The unit that a shape belongs to: its name in answers, its seat (-1: nobody's), and its state: "active", "done" or ""."""

    name: str
    seat: int
    state: str = ""


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    w: float
    h: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.05
    name: str = ""
    unit: Unit | None = None


@dataclass(frozen=True)
class Disc:
    x: float
    y: float
    r: float
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.05
    name: str = ""
    unit: Unit | None = None


@dataclass(frozen=True)
class Line:
    x1: float
    y1: float
    x2: float
    y2: float
    stroke: str = INK
    width: float = 0.05
    name: str = ""


@dataclass(frozen=True)
class Polygon:
    points: tuple[tuple[float, float], ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 0.05
    name: str = ""
    unit: Unit | None = None


@dataclass(frozen=True)
class Text:
    """A word; (x, y) is the middle of its height, and its left end, centre or right end by `anchor`."""

    x: float
    y: float
    text: str
    size: float = 0.5
    fill: str = INK
    anchor: str = "middle"  # "start", "middle", "end"
    bold: bool = False
    name: str = ""


Shape = Rect | Disc | Line | Polygon | Text


@dataclass(frozen=True)
class Note:
    """A line beside the board: words at tab stops, after a colour swatch. Kinds: title, head, text, dim, gap."""

    texts: tuple[str, ...] = ()
    kind: str = "text"
    swatch: str | None = None


@dataclass(frozen=True)
class Glyph:
    """One cell of the text board: up to three characters, their colour and the colour behind them."""

    text: str
    ink: str = INK
    paper: str = PAPER


@dataclass(frozen=True)
class Scene:
    """A position as shapes.

    Attributes:
        width, height: the board, in cells.
        layers: (name, shapes) from bottom to top.
        notes: the lines beside the board.
        footer: lines below the picture that say how to read it; below a text board, too, if there is no `text_key`.
        tabs: where the words of a note begin, in cells from its left end; in text, three characters a cell.
        cells: columns and rows of the board.
        text: draws the text board, in rows; called when it is first needed.
        margin: room around the board, for coordinates.
        scale: how many times larger a cell of the board is drawn than a cell of the margins and the words around it.
        staggered: odd rows of the text board stand half a cell to the right, as hexes do.
        text_key: sentences below the text board that say how to read its glyphs.
        upward: rows of the text board are numbered from the bottom.
        aim: how the game is won, in two lines of at most 78 letters.
    """

    title: str
    width: float
    height: float
    layers: tuple[tuple[str, tuple[Shape, ...]], ...]
    notes: tuple[Note, ...] = ()
    cells: tuple[int, int] = (0, 0)
    text: Callable[[], tuple[tuple[Glyph, ...], ...]] = tuple
    footer: tuple[str, ...] = ()
    tabs: tuple[float, ...] = (0.0,)
    background: str = PAPER
    margin: float = 1.0
    scale: float = 1.0
    staggered: bool = False
    text_key: tuple[str, ...] = ()
    upward: bool = False
    aim: tuple[str, ...] = ()

    @functools.cached_property
    def glyphs(self) -> tuple[tuple[Glyph, ...], ...]:
        """Rows of the text board."""
        return self.text()

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of everything drawn. They are the same for every position on a board, as videos need."""
        wide = self.width * self.scale + 2 * self.margin + (_PANEL if self.notes else 0)
        high = self.height * self.scale + 2 * self.margin + len(self.foot) * _SIZES["dim"] * _PITCH
        return -self.margin, -self.margin, wide, high

    @property
    def foot(self) -> list[str]:
        """The footer in lines no longer than the board is wide, so that they do not run under the lines beside it."""
        letters = int((self.width * self.scale + 0.5 * self.margin) / (_SIZES["dim"] * _LETTER))
        return textwrap.wrap(" ".join(self.footer), max(letters, 20), break_long_words=False, break_on_hyphens=False)

    def _note_scale(self) -> float:
        """How much the notes must shrink to fit beside the board."""
        high = sum(_SIZES[note.kind] * _PITCH for note in self.notes)
        wide = 0.0
        for note in self.notes:
            for text, tab in zip(note.texts, self.tabs, strict=False):
                wide = max(wide, tab + (0.6 if note.swatch else 0) + len(text) * _SIZES[note.kind] * _LETTER)
        return min(1.0, (self.extent[3] - 0.8) / max(high, 1), _PANEL / max(wide, 1))

    def shapes(self) -> Iterator[tuple[str, Shape]]:
        """Every shape with its layer, bottom to top, the words around the board last."""
        for layer, shapes in self.layers:
            for shape in shapes:
                yield layer, shape if self.scale == 1 else moved(shape, self.scale)
        y = self.height * self.scale + 0.5 * self.margin
        for line in self.foot:
            yield "footer", Text(0, y, line, _SIZES["dim"], FAINT, "start")
            y += _SIZES["dim"] * _PITCH
        scale = self._note_scale()
        left, y = self.width * self.scale + self.margin, -self.margin + 0.4
        for note in self.notes:
            size = _SIZES[note.kind] * scale
            middle = y + size * _PITCH / 2
            if note.swatch:
                yield "notes", Rect(left, middle - 0.2 * scale, 0.4 * scale, 0.4 * scale, note.swatch)
            for text, tab in zip(note.texts, self.tabs, strict=False):
                ink = FAINT if note.kind == "dim" else INK
                at = left + (tab + (0.6 if note.swatch else 0)) * scale
                yield "notes", Text(at, middle, text, size, ink, "start", note.kind in ("title", "head"))
            y += size * _PITCH


_Made = TypeVar("_Made")
_KEPT: dict[int, dict[int, Any]] = {}


def once(scenario: Scenario, variant: int, make: Callable[[], _Made]) -> _Made:
    """The parts of a scenario's picture that no position changes, made for the first picture and kept as long as the scenario.

    Args:
        variant: number of the scenario's tables.
        make: draws the parts.
    """
    if id(scenario) not in _KEPT:
        _KEPT[id(scenario)] = {}
        weakref.finalize(scenario, _KEPT.pop, id(scenario))
    kept = _KEPT[id(scenario)]
    if variant not in kept:
        kept[variant] = make()
    made: _Made = kept[variant]
    return made


_KNOWN: dict[Callable[..., Any], tuple[str, str]] = {}  # function -> its package and its name


def known(work: Callable[[Scenario, int], dict[int, _Made]]) -> Callable[[Scenario, int], dict[int, _Made]]:
    """Mark a function that reads facts about one of a scenario's tables from its files alone.

    The facts are read once, and packed with the tables for programs that do not have the files.
    """
    kept: weakref.WeakKeyDictionary[Scenario, dict[int, dict[int, _Made]]] = weakref.WeakKeyDictionary()

    @functools.wraps(work)
    def found(scenario: Scenario, variant: int) -> dict[int, _Made]:
        all_known = kept.setdefault(scenario, {})
        if variant not in all_known:
            all_known[variant] = work(scenario, variant)
        return all_known[variant]

    _KNOWN[found] = (work.__module__, work.__name__)
    return found


def known_name(function: Callable[..., Any]) -> str:
    """The name under which the facts of a function marked by `known` are packed; "" for any other function."""
    return _KNOWN.get(function, ("", ""))[1]


def known_of(scenario: Scenario) -> dict[str, list[list[tuple[int, Any]]]]:
    """All facts that functions marked by `known` read of a scenario, as pairs for each of its tables."""
    package = scenario.ruleset.scene.__module__.removesuffix(".render") + "."
    return {
        name: [list(function(scenario, variant).items()) for variant in range(len(scenario.tables))]
        for function, (module, name) in _KNOWN.items() if module.startswith(package)
    }  # fmt: skip


def wrapped(sentence: str, letters: int, kind: str = "dim") -> Iterator[Note]:
    """Break a sentence into notes of at most so many letters; all but the first are indented."""
    for line in textwrap.wrap(sentence, letters, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False):
        yield Note((line,), kind)


def last_move(lines: Iterable[str], letters: int, most: int) -> Iterator[Note]:
    """The report of the last answer as at most `most` notes under a heading; no notes where nothing was reported."""
    told = [note for line in lines for note in wrapped(line, letters)]
    if told:
        yield Note((), "gap")
        yield Note(("last move" if len(told) <= most else f"last move, its last {most} lines",), "head")
        yield from told[-most:]


def rolled(events: Iterable[Noted]) -> list[tuple[Noted, list[int]]]:
    """Every roll among some events, in order, with the faces that fell."""
    rolls: list[tuple[Noted, list[int]]] = []
    for event in events:
        if event.kind == Event.ROLLS:
            rolls.append((event, []))
        elif event.kind == Event.DIE and rolls:
            rolls[-1][1].append(event.value)
    return [(event, faces) for event, faces in rolls if faces]


def moved(shape: Shape, scale: float, x: float = 0.0, y: float = 0.0) -> Shape:
    """A shape with all its lengths multiplied, then shifted."""
    k = scale
    if isinstance(shape, Text):
        return replace(shape, x=shape.x * k + x, y=shape.y * k + y, size=shape.size * k)
    if isinstance(shape, Polygon):
        return replace(shape, points=tuple((a * k + x, b * k + y) for a, b in shape.points), width=shape.width * k)
    width = shape.width * k
    if isinstance(shape, Line):
        return replace(shape, x1=shape.x1 * k + x, y1=shape.y1 * k + y, x2=shape.x2 * k + x, y2=shape.y2 * k + y, width=width)
    if isinstance(shape, Disc):
        return replace(shape, x=shape.x * k + x, y=shape.y * k + y, r=shape.r * k, width=width)
    return replace(shape, x=shape.x * k + x, y=shape.y * k + y, w=shape.w * k, h=shape.h * k, width=width)


@functools.lru_cache(maxsize=4096)
def blend(color: str, other: str, share: float) -> str:
    """Mix a colour with another one, which gets a share of 0 to 1; `#rrggbb`."""
    a, b = rgb(color), rgb(other)
    return "#" + "".join(f"{round(p + (q - p) * share):02x}" for p, q in zip(a, b, strict=True))


def rgb(color: str) -> tuple[int, int, int]:
    """The red, green and blue of `#rrggbb`, each 0 to 255."""
    if not re.fullmatch(r"#[0-9a-fA-F]{6}", color):
        raise BadOption(f"color={color!r}: expected #rrggbb")
    return int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16)


def tick(x: float, y: float, size: float, color: str) -> tuple[Line, Line]:
    """A check mark around (x, y)."""
    knee = (x - 0.1 * size, y + 0.35 * size)
    return (
        Line(x - 0.45 * size, y, *knee, color, 0.24 * size),
        Line(*knee, x + 0.5 * size, y - 0.4 * size, color, 0.24 * size),
    )


def diamond(x: float, y: float, r: float) -> tuple[tuple[float, float], ...]:
    """The corners of a square standing on its tip."""
    return ((x, y - r), (x + r, y), (x, y + r), (x - r, y))


def to_svg(scene: Scene, cell: int = 36) -> str:
    """The scene as an SVG document, with `cell` pixels a cell."""
    left, top, wide, high = scene.extent
    width, height = _number(wide * cell), _number(high * cell)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f"<title>{html.escape(scene.title, quote=False)}</title>",
        f'<rect width="{width}" height="{height}" fill="{scene.background}"/>',
    ]
    open_layer = None
    for layer, shape in scene.shapes():
        if layer != open_layer:
            out += ["</g>"] * (open_layer is not None)
            out.append(
                f'<g id="{html.escape(layer, quote=False)}" font-family="Arial, Helvetica, Liberation Sans, DejaVu Sans, sans-serif">'
            )
            open_layer = layer
        out.append(_svg_shape(shape, left, top, cell))
    out += ["</g>"] * (open_layer is not None) + ["</svg>"]
    return "\n".join(out) + "\n"


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _svg_shape(shape: Shape, left: float, top: float, cell: int) -> str:
    def x(value: float) -> str:
        return _number((value - left) * cell)

    def y(value: float) -> str:
        return _number((value - top) * cell)

    def length(value: float) -> str:
        return _number(value * cell)

    if isinstance(shape, Text):
        weight = ' font-weight="bold"' if shape.bold else ""
        return (
            f'<text x="{x(shape.x)}" y="{y(shape.y + 0.35 * shape.size)}" font-size="{length(shape.size)}" fill="{shape.fill}" '
            f'text-anchor="{shape.anchor}"{weight}>{html.escape(shape.text, quote=False)}</text>'
        )
    paint = f' stroke="{shape.stroke}" stroke-width="{length(shape.width)}"' if shape.stroke else ""
    if isinstance(shape, Line):
        body = f'line x1="{x(shape.x1)}" y1="{y(shape.y1)}" x2="{x(shape.x2)}" y2="{y(shape.y2)}" stroke-linecap="round"'
    else:
        paint = f' fill="{shape.fill or "none"}"{paint}'
        if isinstance(shape, Rect):
            body = f'rect x="{x(shape.x)}" y="{y(shape.y)}" width="{length(shape.w)}" height="{length(shape.h)}"'
        elif isinstance(shape, Disc):
            body = f'circle cx="{x(shape.x)}" cy="{y(shape.y)}" r="{length(shape.r)}"'
        else:
            body = 'polygon points="' + " ".join(f"{x(a)},{y(b)}" for a, b in shape.points) + '"'
    if shape.name:
        return f"<{body}{paint}><title>{html.escape(shape.name, quote=False)}</title></{body.split()[0]}>"
    return f"<{body}{paint}/>"


def _painted(text: str, ink: str, paper: str, color: bool) -> str:
    if not color:
        return text
    front, behind = (";".join(map(str, rgb(c))) for c in (ink, paper))
    return f"\x1b[48;2;{behind}m\x1b[38;2;{front}m{text}\x1b[0m"


def cell_width(scene: Scene) -> int:
    """The number of characters that a cell of the text board takes."""
    wide = max([2, *(len(g.text) for row in scene.glyphs for g in row)]) + 1
    return wide + wide % 2 if scene.staggered else wide  # half a cell is a whole number of characters


def board_text(scene: Scene, color: bool = False, columns: range | None = None, rows: range | None = None) -> list[str]:
    """Lines of the text board: glyphs between blanks, column numbers above, row numbers at the left.

    Args:
        columns, rows: the part that is shown, counted from the top left; None: all.
    """
    wide = cell_width(scene)
    columns = columns or range(len(scene.glyphs[0]) if scene.glyphs else 0)
    lines = ["   " + "".join(f"{x:>{wide}}" for x in columns)]
    for y in rows or range(len(scene.glyphs)):
        shift = " " * (wide // 2) if scene.staggered and y % 2 else ""
        cells = "".join(_painted(f"{g.text:>2}".rjust(wide), g.ink, g.paper, color) for g in scene.glyphs[y][columns.start : columns.stop])
        number = len(scene.glyphs) - 1 - y if scene.upward else y
        lines.append(f"{number:>3}{shift}{cells}")
    return lines


def note_text(scene: Scene, color: bool = False, width: int = 1000) -> list[str]:
    """The lines beside the board as text, broken between words where they are longer than `width`."""
    lines = []
    for note in scene.notes:
        words = "" if color or not note.swatch else "# "
        head = len(words)
        for text, tab in zip(note.texts, scene.tabs, strict=False):
            at = head + round(tab * 3)
            words = words.ljust(at) if len(words) < at or len(words) == head else words + " "
            words += text
        swatch = _painted("  ", INK, note.swatch, True) + " " if note.swatch and color else ""
        bold = color and not swatch and note.kind in ("title", "head")
        room = max(width - 3 * bool(swatch), 12)
        for k, part in enumerate(broken(words.rstrip(), room, "    ") or [""]):
            lines.append((swatch if k == 0 else "") + (f"\x1b[1m{part}\x1b[0m" if bold else part))
    return lines


def broken(sentence: str, width: int, indent: str = "") -> list[str]:
    """A sentence in lines of at most `width` characters, broken between words only; all but the first are indented."""
    return textwrap.wrap(sentence, max(width, 12), subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def key_text(scene: Scene, width: int) -> list[str]:
    """The lines that say how to read the text board, of at most `width` characters."""
    tied = [re.sub(r"(?<!\S)([^\w\s]+) ", "\\1\0", sentence) for sentence in scene.text_key or scene.footer]  # a sign and its first word
    return [line.replace("\0", " ") for sentence in tied for line in broken(sentence, width)]


def to_ansi(scene: Scene, color: bool = True, width: int = 140) -> str:
    """The scene as text; notes stand beside the board when both fit into `width` characters, else below it.

    Args:
        scene: what to write.
        width: of the terminal, in characters.
        color: use 24-bit terminal colours; without, the text is plain ASCII as far as the ruleset's own words are.
    """
    board, notes = board_text(scene, color), note_text(scene, color)
    plain_board, plain_notes = board_text(scene), note_text(scene)
    wide = max(map(len, plain_board))
    if wide + 3 + max(map(len, plain_notes), default=0) > width:
        return "\n".join([*board, "", *note_text(scene, color, width), "", *key_text(scene, width)]) + "\n"
    lines = []
    for k in range(max(len(board), len(notes))):
        left = board[k] if k < len(board) else ""
        fill = " " * (wide + 3 - (len(plain_board[k]) if k < len(board) else 0))
        lines.append((left + fill + (notes[k] if k < len(notes) else "")).rstrip())
    return "\n".join([*lines, *key_text(scene, width)]) + "\n"
