"""Catalogues as translators know them: files of gettext (.po, .pot), read and written here."""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

from skirmish_rl.envs.core.errors import DataError
from skirmish_rl.envs.core.files import read_text, write_whole
from skirmish_rl.envs.core.texts import lines_of

LOCALES = Path(__file__).resolve().parent
PAGE = "page"  # the catalogue of what no single game says: the page itself, the terminal
LARGEST = 4_000_000  # bytes of a catalogue
COUNTED = 200  # numbers whose plural form is known; larger ones have that of their last two digits
_LINE = re.compile(r'(?:(msgid|msgid_plural|msgstr)(?:\[(\d)\])? )?"((?:[^"\\]|\\.)*)"')
_ESCAPED = {"n": "\n", "t": "\t"}
_FIRST = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True)
class Entry:
    """A sentence with places in braces, and what it is in another language.

    Attributes:
        english: the key; of a sentence with a number that for one. several: that for more, "" where both are the same.
        said: in the other language, one for each plural form if there is `several`; nothing where nobody has translated it.
        places: of the code where it is said. note: for the translator.
    """

    english: str
    several: str = ""
    said: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    note: str = ""

    @property
    def is_done(self) -> bool:
        """Whether somebody has translated it."""
        return bool(self.said) and all(self.said)


@dataclass(frozen=True)
class Catalogue:
    """What is said in one language of the page or of one game.

    Attributes:
        head: the lines `Name: value` with which the file begins. entries: by their English.
    """

    head: dict[str, str] = field(default_factory=dict)
    entries: dict[str, Entry] = field(default_factory=dict)

    @property
    def missing(self) -> list[str]:
        """The sentences that nobody has translated."""
        return [entry.english for entry in self.entries.values() if not entry.is_done]

    def plural(self, number: int) -> int:
        """Which plural form a number takes."""
        return _plural_of(self.head)[number if number < COUNTED else 100 + number % 100]

    @property
    def plurals(self) -> list[int]:
        """The plural forms of the first numbers."""
        return _plural_of(self.head)


def languages() -> dict[str, str]:
    """The languages that there are beside English: code -> what its speakers call it."""
    found = sorted(folder for folder in LOCALES.iterdir() if (folder / f"{PAGE}.po").is_file())
    return {folder.name: read_catalogue(folder / f"{PAGE}.po").head.get("Language-Name", folder.name) for folder in found}


def catalogues_of(language: str) -> dict[str, Catalogue]:
    """All catalogues of a language, by the name of the game, the page's first."""
    files = sorted((LOCALES / language).glob("*.po"), key=lambda file: (file.stem != PAGE, file.stem))
    return {file.stem: read_catalogue(file) for file in files}


def read_catalogue(file: Path) -> Catalogue:
    """A catalogue from its file. What is marked as fuzzy counts as not translated, what is obsolete is left out.

    Raises:
        DataError: no file of gettext; the line is named.
    """
    made = Catalogue()
    for block in _blocks(lines_of(read_text(file, LARGEST))):
        entry, is_fuzzy = _entry(block, file)
        if entry is None:
            continue
        if entry.english:
            made.entries[entry.english] = replace(entry, said=()) if is_fuzzy else entry
        else:
            made.head.update(_pair(line) for line in "".join(entry.said).split("\n") if line)
    return made


def write_catalogue(file: Path, catalogue: Catalogue, about: str) -> None:
    """Write a catalogue as a file of gettext.

    Args:
        about: what it is, for the comment with which it begins.
    """
    head = "".join(f"{name}: {value}\n" for name, value in catalogue.head.items())
    parts = ["\n".join([f"# {about}", 'msgid ""', _quoted("msgstr", head)])]
    parts += [_written(entry) for entry in catalogue.entries.values()]
    write_whole(file, "\n\n".join(parts) + "\n", "--update")


def merged(found: Iterable[Entry], known: Catalogue) -> Catalogue:
    """The sentences that the code says now, with what a catalogue knows of them; what the code says no more is left out."""
    entries = {}
    for entry in found:
        before = known.entries.get(entry.english)
        said = before.said if before is not None and bool(before.several) == bool(entry.several) else ()
        entries[entry.english] = replace(entry, said=said)
    return Catalogue(dict(known.head), entries)


def places_in(text: str) -> list[str]:
    """The names of a sentence's places, in order."""
    return _FIRST.findall(text)


def _plural_of(head: dict[str, str]) -> list[int]:
    rule = re.search(r"plural=([^;]+);?", head.get("Plural-Forms", "plural=n!=1;"))
    chosen = gettext.c2py(rule[1] if rule else "n!=1")  # type: ignore[attr-defined]
    return [int(chosen(number)) for number in range(COUNTED)]


def _blocks(lines: list[str]) -> list[list[tuple[int, str]]]:
    """The lines of each entry, with their numbers."""
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(lines, 1):
        if line.strip():
            blocks[-1].append((number, line.strip()))
        elif blocks[-1]:
            blocks.append([])
    return [block for block in blocks if block]


def _entry(block: list[tuple[int, str]], file: Path) -> tuple[Entry | None, bool]:
    """An entry of some lines, and whether it is marked as fuzzy; None for a block without any."""
    texts: dict[str, str] = {}
    places: list[str] = []
    notes: list[str] = []
    key, is_fuzzy = "", False
    for number, line in block:
        if line.startswith("#"):
            is_fuzzy |= line.startswith("#,") and "fuzzy" in line
            places += line[2:].split() if line.startswith("#:") else []
            notes += [line[2:].strip()] if line.startswith("#.") else []
            continue
        found = _LINE.fullmatch(line)
        if found is None or not (found[1] or key):
            raise DataError(
                f"{file}, line {number}: {line[:60]!r} is no line of a catalogue; expected msgid, msgid_plural, msgstr or a text in quotes"
            )
        if found[1]:
            key = found[1] + (found[2] or "")
        texts[key] = texts.get(key, "") + _unescaped(found[3])
    if "msgid" not in texts:
        return None, is_fuzzy
    said = [text for key, text in sorted(texts.items()) if key.startswith("msgstr")]
    return Entry(texts["msgid"], texts.get("msgid_plural", ""), tuple(said) if all(said) else (), tuple(places), " ".join(notes)), is_fuzzy


def _pair(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip(), value.strip()


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", lambda found: _ESCAPED.get(found[1], found[1]), text)


def _quoted(key: str, text: str) -> str:
    """A keyword with its text; a text of several lines has a line for each."""
    parts = re.findall(r"[^\n]*\n|[^\n]+", text)
    escaped = ['"' + part.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' for part in parts] or ['""']
    return f"{key} {escaped[0]}" if len(escaped) == 1 else "\n".join([f'{key} ""', *escaped])


def _written(entry: Entry) -> str:
    """An entry as lines of a file."""
    lines = [f"#. {entry.note}"] if entry.note else []
    lines += [f"#: {' '.join(entry.places)}"] if entry.places else []
    if places_in(entry.english):
        lines.append("#, python-brace-format")
    lines.append(_quoted("msgid", entry.english))
    if not entry.several:
        return "\n".join([*lines, _quoted("msgstr", entry.said[0] if entry.said else "")])
    said = entry.said or ("", "")
    return "\n".join([*lines, _quoted("msgid_plural", entry.several), *(_quoted(f"msgstr[{k}]", one) for k, one in enumerate(said))])
