"""Catalogues brought up to date with what the code says: the templates, and every language's files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from skirmish_rl.envs.core.errors import BadOption
from skirmish_rl.envs.locales.catalogue import LOCALES, PAGE, Catalogue, Entry, merged, places_in, read_catalogue, write_catalogue
from skirmish_rl.envs.locales.gathering import domains, entries_of

TEMPLATES = LOCALES / "templates"
_CODE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")
_HEAD = {
    "MIME-Version": "1.0",
    "Content-Type": "text/plain; charset=UTF-8",
    "Content-Transfer-Encoding": "8bit",
    "Project-Id-Version": "skirmish-rl",
}
_NEW = {"Language-Name": "", "Plural-Forms": "nplurals=2; plural=(n != 1);"}


@dataclass(frozen=True)
class State:
    """How far a file is.

    Attributes:
        file: its name below the folder of catalogues. sentences: of the code. missing: those without a translation.
        stale: sentences that the file lacks, or has and the code does not.
    """

    file: str
    sentences: int
    missing: list[str]
    stale: list[str]


def states(game: str | None = None) -> list[State]:
    """How far the template and every language's file are, of one game or of all and the page."""
    found = []
    for domain in _chosen(game):
        entries = entries_of(domain)
        for file in _files(domain):
            known = read_catalogue(file) if file.is_file() else Catalogue()
            said = {entry.english: entry.several for entry in entries}
            stale = [text for text in {**said, **known.entries} if _key(known, text) != said.get(text)]
            missing = (
                [] if file.suffix == ".pot" else [text for text in said if text not in known.entries or not known.entries[text].is_done]
            )
            found.append(State(file.relative_to(LOCALES).as_posix(), len(entries), missing, stale))
    return found


def update(game: str | None = None, language: str | None = None) -> list[Path]:
    """Write the templates, and the files of every language that there is with what they know.

    Args:
        game: of this one alone, or "page". language: a code; its files are begun if they are not there.

    Raises:
        BadOption: no code of a language.
    """
    if language is not None and not _CODE.fullmatch(language):
        raise BadOption(f"--language {language!r}: expected a code such as fr or pt_BR")
    if language is not None:
        (LOCALES / language).mkdir(exist_ok=True)
    written = []
    for domain in _chosen(game):
        entries = entries_of(domain)
        TEMPLATES.mkdir(exist_ok=True)
        for file in [*_files(domain), *([LOCALES / language / f"{domain}.po"] if language is not None else [])]:
            _update(file, domain, entries)
            written.append(file)
    return list(dict.fromkeys(written))


def faults(catalogue: Catalogue) -> list[str]:
    """Translations that cannot be used: their places are not those of the English sentence."""
    found = []
    for entry in catalogue.entries.values():
        for said in entry.said:
            if said and sorted(places_in(said)) != sorted(places_in(entry.english)):
                found.append(
                    f"{entry.english!r} has the places {places_in(entry.english)}, its translation {said!r} has {places_in(said)}"
                )
    return found


def _chosen(game: str | None) -> tuple[str, ...]:
    if game is not None and game not in domains():
        raise BadOption(f"--game {game!r}: expected one of {', '.join(domains())}")
    return domains() if game is None else (game,)


def _files(domain: str) -> list[Path]:
    """The template of a domain, and its file in every language."""
    return [TEMPLATES / f"{domain}.pot", *sorted(LOCALES.glob(f"*/{domain}.po"))]


def _key(known: Catalogue, text: str) -> str | None:
    return known.entries[text].several if text in known.entries else None


def _update(file: Path, domain: str, entries: tuple[Entry, ...]) -> None:
    known = read_catalogue(file) if file.is_file() else Catalogue()
    made = merged(entries, known)
    if file.suffix == ".po":
        made.head.update({name: value for name, value in {**_HEAD, **_NEW, "Language": file.parent.name}.items() if name not in made.head})
    else:
        made.head.update(_HEAD)
    what = "the page and the terminal" if domain == PAGE else domain
    write_catalogue(file, made, f"Words of {what}, see docs/translating.md. Made by `skirmish-rl words --update`.")
