"""Texts in another language: a text is found by the sentence that it was made from, and said anew with what stood in its places.

The games say everything in English; what people read passes through here, at the edge. `web/languages.js` does the same on the page.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from skirmish_rl.envs.core.draw import Note, Scene
from skirmish_rl.envs.core.errors import unknown
from skirmish_rl.envs.locales.catalogue import PAGE, Catalogue, catalogues_of, languages

ENGLISH = "en"
NOBODY = "nobody"  # stands where no seat or unit does
NUMBERS = frozenset({"value", "count", "n"})
NAMES = frozenset(
    {"unit", "other", "seat", "cell", "file", "title", "detail", "network"}
)  # what stays as it is; also with a number behind, as in {unit_2}
_PLACE = re.compile(r"\{(\w+)\}")
_BETWEEN = ("\n", " | ", " · ", "; ", ": ", ", ")
_WORDS = re.compile(r"[^\W\d_A-Z]{2}")  # a text without two small letters in a row, names of seats aside, is the same in all languages
_SEAT = re.compile(r"seat_\d")
_LONGEST = 1000  # letters of a text that is put together from others; nobody but a stranger gives longer ones
_TAIL = re.compile(r"(.*[^\s,;.])([,;.])")
_HYPHEN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z\d])")
_NAMES = r"(?:seat_\d|[A-Z]\d+(?:-\d+)?|\d+,\d+|\d+)(?: (?:[A-Z]\d+|\d+,\d+))*"
_NAMED_FIRST, _NAMED_LAST = re.compile(rf"({_NAMES},?) (\S.*)"), re.compile(rf"(.*\S) ({_NAMES})")


@dataclass(frozen=True)
class _Pattern:
    """A sentence with places, as texts are compared with it."""

    own: int  # letters that are no places
    part: str  # the longest run of them
    form: re.Pattern[str]
    places: tuple[str, ...]
    said: tuple[str, ...]
    plural: Callable[[int], int]
    is_counted: bool


class Speaker:
    """Says texts in a language.

    Args:
        catalogues: those that are looked into, the most important first.

    Attributes:
        missing: texts that no catalogue knew.
    """

    def __init__(self, catalogues: Iterable[Catalogue]):
        self._whole: dict[str, str] = {}
        self._patterns: list[_Pattern] = []
        self._known: dict[str, str] = {}
        self._found: dict[str, str | None] = {}
        self.missing: set[str] = set()
        for catalogue in catalogues:
            patterns = []
            for entry in catalogue.entries.values():
                if not entry.is_done:
                    continue
                if _PLACE.search(entry.english):
                    patterns += _patterns(entry.english, entry.several, entry.said, catalogue.plural)
                else:
                    self._whole.setdefault(entry.english, entry.said[0])
            self._patterns += sorted(patterns, key=lambda pattern: -pattern.own)  # those that say most themselves come first

    def say(self, text: str) -> str:
        """A text in this language; what no catalogue knows stays as it is."""
        if text not in self._known:
            bare = text.strip()
            found = self._said(bare)
            if found is None:
                self.missing.add(bare)
                found = self._said_in_part(bare)
            said = self._known[text] = text.replace(bare, found) if bare else text
            if " " in said.strip():
                self._known.setdefault(said, said)  # what is said stays as it is, should it come once more
        return self._known[text]

    def _said(self, text: str) -> str | None:
        """A text in this language, None for one that is not known."""
        if text not in self._found:
            self._found[text] = None  # of a text within itself
            self._found[text] = self._looked_up(text)
        return self._found[text]

    def _looked_up(self, text: str) -> str | None:
        if (whole := self._whole_or_small(text)) is not None:
            return whole
        if not _WORDS.search(_SEAT.sub("", text)):
            return text
        if len(text) > _LONGEST:
            return None
        small = text[:1].lower() + text[1:]
        for one in dict.fromkeys([text, small]):
            for pattern in self._patterns:
                if pattern.part in one and (found := pattern.form.fullmatch(one)) and (said := self._filled(pattern, found)) is not None:
                    return said if one == text else capital(said)
        if (plain := _HYPHEN.sub(" ", text)) != text and (said := self._said(plain)) is not None:  # an answer as it is written
            return said
        if (named := _NAMED_FIRST.fullmatch(text)) and (rest := self._said(named[2]) or self._in_words(named[2])) is not None:
            return f"{named[1]} {rest}"
        if (named := _NAMED_LAST.fullmatch(text)) and (rest := self._said(named[1])) is not None:
            return f"{rest} {named[2]}"
        if (tail := _TAIL.fullmatch(text)) and (said := self._said(tail[1])) is not None:  # of a list that goes on in the next line
            return said + tail[2]
        return self._listed(text)

    def _said_in_part(self, text: str) -> str:
        """A sentence in which something stands that is not known, such as a name that somebody gave."""
        if len(text) > _LONGEST:
            return text
        for pattern in self._patterns:
            if pattern.part.strip() and pattern.part in text and (found := pattern.form.fullmatch(text)):
                return self._filled(pattern, found, in_part=True) or text
        return text

    def _in_words(self, text: str) -> str | None:
        """Several words beside each other, such as markers in a cell."""
        words = [self._whole_or_small(word) for word in text.split(" ")]
        return None if None in words else " ".join(word for word in words if word is not None)

    def _whole_or_small(self, text: str) -> str | None:
        """A text that is a key; or one in other capital letters than the key."""
        for same in (text, text.replace("_", " ")):  # of a scenario
            if same in self._whole:
                return self._whole[same]
        small = text[:1].lower() + text[1:]
        if small in self._whole:
            return capital(self._whole[small])
        if text.istitle() and text.lower() in self._whole:
            return capital(self._whole[text.lower()])
        if len(text) > 2 and text.isupper() and text.lower() in self._whole:
            return self._whole[text.lower()].upper()
        return None

    def _filled(self, pattern: _Pattern, found: re.Match[str], in_part: bool = False) -> str | None:
        """A sentence with what stood in its places, None where one of them is not known, unless that may be."""
        values = {}
        for place, value in zip(pattern.places, found.groups(), strict=True):
            bare = value.strip()
            said = bare if _kind(place) in NUMBERS | NAMES and bare != NOBODY else self._said(bare)
            if said is None and not in_part:
                return None
            values[place] = value.replace(bare, bare if said is None else said) if bare else value
        form = pattern.said[0]
        if pattern.is_counted:
            number = next((int(values[place]) for place in pattern.places if values[place].lstrip("+-").isdigit()), 1)
            form = pattern.said[pattern.plural(abs(number))]
        return _PLACE.sub(lambda place: values.get(place[1], place[0]), form)

    def _listed(self, text: str) -> str | None:
        """A list, whose parts are said one by one."""
        for between in _BETWEEN:
            if between in text:
                parts = [self._part(part, between) for part in text.split(between)]
                if all(part is not None for part in parts):
                    return between.join(part for part in parts if part is not None)
                head, _, rest = text.partition(between)  # what came of something may have colons of its own
                if between == ": " and (first := self._said(head)) is not None and (others := self._said(rest)) is not None:
                    return f"{first}{between}{others}"
        head, both, last = text.rpartition(" and ")
        if both and (first := self._said(head)) is not None and (other := self._said(last)) is not None:
            return f"{first} {self._whole.get('and', 'and')} {other}"
        return None

    def _part(self, part: str, between: str) -> str | None:
        """A part of a list; a heading may have its colon in the catalogue."""
        said = self._said(part)
        if said is None and between == ": " and (headed := self._whole_or_small(f"{part}:")) is not None:
            return headed.removesuffix(":")
        return said


def capital(text: str) -> str:
    """A text that begins with a capital letter."""
    return text[:1].upper() + text[1:]


def _patterns(english: str, several: str, said: tuple[str, ...], plural: Callable[[int], int]) -> list[_Pattern]:
    forms = [english, several] if several else [english]
    made = []
    for form in forms:
        own = _PLACE.split(form)[::2]
        made.append(
            _Pattern(len("".join(own)), max(own, key=len), _compiled(form), tuple(_PLACE.findall(form)), said, plural, bool(several))
        )
    return made


def _compiled(form: str) -> re.Pattern[str]:
    """What a sentence looks like with anything in its places."""
    parts = _PLACE.split(form)
    return re.compile("(?s)" + "".join(_place(part) if k % 2 else re.escape(part) for k, part in enumerate(parts)))


def _kind(name: str) -> str:
    """The name of a place without its number."""
    return name.rstrip("0123456789").rstrip("_") if name[-1:].isdigit() else name


def _place(name: str) -> str:
    """What may stand in a place: a number where its name says so, else anything."""
    kind = _kind(name)
    if kind in NUMBERS:
        return r"([+\-\u2212]?(?:\d+(?:[.,:]\d+)*|X))"  # X: whatever a set of dice shows
    return {
        "unit": rf"([A-Z]{{1,2}}\d+(?:-\d+)?|{NOBODY})",
        "sentence": r"(.*\.)",
        "other": r"([A-Z]{1,2}\d+)",
        "seat": rf"(seat_\d|{NOBODY})",
        "cell": r"(\d+,\d+|off the board|-)",
        "word": r"([^:;.()]*?)",
    }.get(kind, "(.*?)")


def speaker_of(language: str, game: str) -> Speaker:
    """Who speaks a language in a game.

    Raises:
        UnknownName: there is no such language.
    """
    if language == ENGLISH:
        return Speaker([])
    if language not in languages():
        raise unknown("language", language, [ENGLISH, *languages()])
    known = catalogues_of(language)
    first = [known.pop(name) for name in (game, PAGE) if name in known]
    words = [Catalogue(one.head, {key: entry for key, entry in one.entries.items() if "{" not in key}) for one in known.values()]
    return Speaker([*first, *words])  # what is one word here may be said in another game


def language_of(environment: Mapping[str, str] = os.environ) -> str:
    """The language that the environment asks for, as gettext reads it; English where we have no other."""
    asked = next((environment[name] for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    for one in asked.split(":"):
        code = re.split(r"[_.@]", one)[0]
        if code in (ENGLISH, "C", "POSIX"):
            return ENGLISH
        if code in languages():
            return code
    return ENGLISH


def said_scene(scene: Scene, say: Callable[[str], str]) -> Scene:
    """A scene whose lines beside and below the board are said in another language; sentences that were broken are whole again."""
    notes: list[Note] = []
    for note in scene.notes:
        if notes and len(note.texts) == 1 and note.texts[0].startswith("   ") and len(notes[-1].texts) == 1:
            notes[-1] = replace(notes[-1], texts=(f"{notes[-1].texts[0]} {note.texts[0].strip()}",))
        else:
            notes.append(note)
    notes = [replace(note, texts=tuple(map(say, note.texts))) for note in notes]
    foot, key, aim = (tuple(map(say, lines)) for lines in (scene.footer, scene.text_key, scene.aim))
    return replace(scene, title=say(scene.title), notes=tuple(notes), footer=foot, text_key=key, aim=aim)
