"""Other languages: what is gathered from the code, catalogues, and what a player of a whole game meets in German."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import numpy as np
import pytest

from skirmish_rl.agents.serving.answers import words_of
from skirmish_rl.agents.serving.lobby import game_facts
from skirmish_rl.agents.serving.showing import asked_of, end_of, odds_of
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import Table, card_of, place_of, question_text
from skirmish_rl.envs.core.draw import Scene, Text
from skirmish_rl.envs.core.errors import BadOption, DataError, UnknownName
from skirmish_rl.envs.core.events import tell
from skirmish_rl.envs.core.ruleset import Scenario
from skirmish_rl.envs.locales import updating
from skirmish_rl.envs.locales.catalogue import LOCALES, Catalogue, Entry, catalogues_of, languages, read_catalogue, write_catalogue
from skirmish_rl.envs.locales.gathering import ONE, domains, entries_of
from skirmish_rl.envs.locales.scripts import said_in_script
from skirmish_rl.envs.locales.sources import said_in
from skirmish_rl.envs.locales.speaker import Speaker, language_of, said_scene, speaker_of
from skirmish_rl.envs.registry import ruleset_of

GAME = "tide_of_iron"
# Game -> scenario, bot, and every how many answers all is looked at; the first of each game is played in every run of the tests.
PLAYED = {
    "dropzone_commander": (("duel", -1, 25), ("mirror", -1, 25), ("survey", 0, 40)),
    "godbreakers": (("duel", -1, 12), ("mirror", -1, 9), ("drill", 0, 9), ("saboteurs", -1, 9)),
    "tide_of_iron": (("farm_quick", 0, 5), ("farm", -1, 6), ("bridge", -1, 12)),
    "trench_crusade": (("duel", -1, 15), ("mirror", -1, 9), ("outpost", 0, 9), ("relics", -1, 9)),
    "warcry": (("duel", -1, 15), ("marks", -1, 9), ("relics", 0, 9), ("hunters", -1, 9)),
}
# What is equal in German: names, and words that are German, too.
SAME = {
    "Tide of Iron", "{title} · skirmish-rl", "Esc", "Start", "HQ:", "Initiative {count}", "Reserve", "Tab, Enter", "Status", "Elite",
    "Moral", "Mode",
}  # fmt: skip


def _said_of(scene: Scene) -> Iterator[str]:
    """All texts of a scene that a person reads on a page or in the terminal."""
    yield scene.title
    for note in said_scene(scene, str).notes:
        yield from note.texts
    yield from (*scene.footer, *scene.text_key, *scene.aim)
    for _, shapes in scene.layers:
        for shape in shapes:
            yield shape.name
            if isinstance(shape, Text):
                yield shape.text


def _said_at(batch: Batch, scenario: Scenario) -> Iterator[str]:
    """All texts of a position: board, question, answers with their odds, cards of units, cells, how it ended."""
    record, ruleset = batch.games[0], scenario.ruleset
    yield from _said_of(ruleset.scene(record, scenario))
    yield ruleset.summary(record, scenario)
    if batch.over[0]:
        yield end_of(record, scenario, -1)["text"]  # type: ignore[index]
        return
    yield question_text(record, scenario)
    legal = np.flatnonzero(batch.masks[0])
    question = asked_of(record, scenario, legal)
    yield question["text"]
    for words in words_of(record, scenario, question["answers"]).values():
        yield from words
    yield from (ruleset.layout.text(int(action), int(record["decision"])) for action in legal[:20])
    for odds in odds_of(batch.games, scenario).values():
        yield from odds
    for unit in ruleset.layout.units:
        if card := card_of(record, scenario, unit):
            yield card["state"]
            for row in (*card["figures"], *card["columns"], *card["weapons"], *card["abilities"]):
                yield from map(str, row)
    if place := place_of(record, scenario, ruleset.layout.units[0], (4, 4)):
        yield place["far"]
        for head, units in place["groups"]:
            yield from (head, *(says for _, says in units))


@functools.cache
def said_in_games(game: str = GAME, first: int = 0, end: int = 9) -> tuple[str, ...]:
    """Every text that players of some games meet, each once.

    Args:
        first, end: of the scenarios of `PLAYED`.
    """
    ruleset, found = ruleset_of(game), dict[str, None]()
    for name, bot, often in PLAYED[game][first:end]:
        scenario = ruleset.scenario(name)
        batch = Batch(scenario, 1, listen=True)
        batch.reset(seed=3)
        for answers in range(2000):
            texts = _said_at(batch, scenario) if answers % often == 0 or batch.over[0] else tell(batch.games[0], scenario)
            found.update(dict.fromkeys(texts))
            if batch.over[0]:
                break
            batch.step(batch.ask(np.zeros(1, np.int64), bot % len(ruleset.bots)))
    facts = game_facts(ruleset)
    found.update(dict.fromkeys([facts["sentence"], *facts["minute"]]))
    for one in (*facts["scenarios"], *facts["options"]):
        found.update(dict.fromkeys([one["says"], one["name"].replace("_", " ")]))
    for lesson in facts["first"]["lessons"]:
        found.update(dict.fromkeys([lesson["about"], lesson["text"], lesson["tip"]]))
    return tuple(text for text in found if text)


def _said_in_german(game: str, *which: int) -> None:
    speaker, texts = speaker_of("de", game), said_in_games(game, *which)
    for text in texts:
        speaker.say(text)
    assert len(texts) > 500
    assert sorted(speaker.missing) == []


@pytest.mark.parametrize("game", PLAYED)
def test_nothing_english_is_left_in_a_game_in_german(game: str) -> None:
    _said_in_german(game, *([] if game == GAME else [0, 1]))


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in PLAYED if game != GAME])
def test_nothing_english_is_left_in_further_scenarios_in_german(game: str) -> None:
    _said_in_german(game, 1, 9)


def test_a_sentence_is_said_with_what_stands_in_its_places() -> None:
    say = speaker_of("de", GAME).say
    assert (
        say("B3 rolls for normal attack at A5: 3 6, needs 6 -> 1 hits")
        == "B3 würfelt, normaler Angriff gegen A5: 3 6, trifft ab 6 -> 1 Treffer"
    )
    assert (
        say("Which unit acts, and how? (1 action left in this turn)") == "Welche Einheit handelt, und wie? (in diesem Zug noch 1 Aktion)"
    )
    assert (
        say("Which unit acts, and how? (2 actions left in this turn)")
        == "Welche Einheit handelt, und wie? (in diesem Zug noch 2 Aktionen)"
    )
    assert say("2 regular, machine gun, active, pinned") == "2 reguläre, MG, aktiv, niedergehalten"
    assert say("fire-and-move A3") == "A3 feuert und bewegt sich" and say("Fire at B2 → B2?") == "Auf B2 feuern → B2?"


def test_a_name_that_nobody_knows_stays_in_its_sentence() -> None:
    speaker = speaker_of("de", GAME)
    assert speaker.say("seat_0 Grandma's Own: 3 VP") == "seat_0 Grandma's Own: 3 SP"
    assert speaker.say("nothing that any catalogue has") == "nothing that any catalogue has"
    assert speaker.missing == {"seat_0 Grandma's Own: 3 VP", "nothing that any catalogue has"}


def test_a_text_that_a_stranger_made_endless_stays_as_it_is() -> None:
    german = speaker_of("de", GAME)
    for endless in ("ab" + 2000 * ",", "A1 " * 5000 + "moves", "no-" * 5000, "x rolls for : " * 2000 + "\nzz"):
        assert german.say(endless) == endless


def test_english_stays_as_it_is() -> None:
    speaker = speaker_of("en", GAME)
    assert all(speaker.say(text) == text for text in said_in_games())


def test_templates_and_catalogues_have_the_sentences_of_the_code() -> None:
    stale = {state.file: state.stale[:3] for state in updating.states() if state.stale}
    assert not stale, f"skirmish-rl words --update writes them: {stale}"


@pytest.mark.parametrize("name", ["page", *PLAYED])
def test_german_is_whole(name: str) -> None:
    catalogue = catalogues_of("de")[name]
    assert catalogue.missing == [] and updating.faults(catalogue) == []


def test_german_is_not_english() -> None:
    """Sentences of three words or more are other words in German."""
    for catalogue in catalogues_of("de").values():
        same = [
            entry.english
            for entry in catalogue.entries.values()
            if entry.said[0] == entry.english and len(entry.english.split("}")[-1].split()) > 2
        ]
        assert [text for text in same if text not in SAME] == []


def test_what_is_put_together_is_gathered_as_sentences(tmp_path) -> None:
    source = tmp_path / "told.py"
    source.write_text(
        '"""Nothing."""\n'
        "def told(unit, n, hurt, color):\n"
        '    state = ", hurt" if hurt else ""\n'
        '    paint("#ffffff", fields["units"], kind == "tank")\n'
        "    return f\"{name_of(unit)} moves {n:+d} {'hex' if n == 1 else 'hexes'}{state}\"\n"
    )
    assert {text for text, _, _ in said_in(source)} == {
        ", hurt",
        *(f"{{unit}} moves {{count}} {word}{state}" for word in ("hex", "hexes") for state in ("", ", hurt")),
    }


def test_texts_of_the_page_are_gathered_as_sentences(tmp_path) -> None:
    script = tmp_path / "told.js"
    script.write_text(
        'import {make} from "./dom.js"; // "a comment"\n'
        'make("p.hint", {title: "What it is", role: "status", onclick: () => go("#")}, '
        '`${list.length} ${one ? "cell" : "cells"} to choose`,\n'
        '"Two parts "\n  + "of one");\nif (kind === "some kind") element.querySelector("button p");\n'
    )
    assert [text for text, _ in said_in_script(script)] == [
        "What it is",
        "{count} cell to choose",
        "{count} cells to choose",
        "Two parts of one",
    ]


def test_every_game_has_its_events_and_questions_in_its_template() -> None:
    for game in domains()[1:]:
        known = {entry.english for entry in entries_of(game)}
        assert {row.sentence for row in ruleset_of(game).questions.rows.values()} <= known


def test_a_catalogue_is_read_as_it_was_written(tmp_path) -> None:
    entries = [
        Entry("one {count}", "more {count}", ("eins {count}", "mehr {count}"), ("a.py", "b.js"), "a note"),
        Entry('a "word"\nand a \\ line', said=('ein „Wort“\nund eine \\ Zeile',)),
        Entry("nobody has said it"),
    ]  # fmt: skip
    made = Catalogue({"Language": "de", "Plural-Forms": "nplurals=2; plural=(n != 1);"}, {entry.english: entry for entry in entries})
    write_catalogue(tmp_path / "x.po", made, "about it")
    read = read_catalogue(tmp_path / "x.po")
    assert read == made and read.missing == ["nobody has said it"]


def test_what_is_marked_as_fuzzy_or_obsolete_is_not_said(tmp_path) -> None:
    (tmp_path / "x.po").write_text('#, fuzzy\nmsgid "yes"\nmsgstr "ja"\n\n#~ msgid "no"\n#~ msgstr "nein"\n')
    read = read_catalogue(tmp_path / "x.po")
    assert read.missing == ["yes"] and list(read.entries) == ["yes"]


def test_a_file_that_is_no_catalogue_is_refused_with_its_line(tmp_path) -> None:
    (tmp_path / "x.po").write_text('msgid "yes"\nmsgstr ja\n')
    with pytest.raises(DataError, match=r"x.po, line 2: 'msgstr ja' is no line of a catalogue; expected msgid"):
        read_catalogue(tmp_path / "x.po")


def test_numbers_take_the_plural_forms_of_their_language() -> None:
    rule = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);"
    polish = Catalogue(
        {"Plural-Forms": rule}, {"{count} hex": Entry("{count} hex", "{count} hexes", ("{count} pole", "{count} pola", "{count} pól"))}
    )
    say = Speaker([polish]).say
    assert [say(text) for text in ("1 hex", "3 hexes", "5 hexes", "112 hexes", "1023 hexes")] == [
        "1 pole",
        "3 pola",
        "5 pól",
        "112 pól",
        "1023 pola",
    ]


def test_updating_keeps_what_is_translated_and_begins_a_language(tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(updating, "LOCALES", tmp_path)
    monkeypatch.setattr(updating, "TEMPLATES", tmp_path / "templates")
    written = updating.update("page", "fr")
    assert [file.relative_to(tmp_path).as_posix() for file in written] == ["templates/page.pot", "fr/page.po"]
    file = tmp_path / "fr" / "page.po"
    file.write_text(
        file.read_text().replace('msgid "Help"\nmsgstr ""', 'msgid "Help"\nmsgstr "Aide"') + '\nmsgid "said no more"\nmsgstr "jamais"\n'
    )
    assert [state.stale for state in updating.states("page")] == [[], ["said no more"]]
    updating.update("page")
    read = read_catalogue(file)
    assert read.entries["Help"].said == ("Aide",) and "said no more" not in read.entries and read.head["Language"] == "fr"
    with pytest.raises(BadOption, match="expected a code such as fr"):
        updating.update("page", "../de")
    with pytest.raises(BadOption, match="--game 'chess': expected one of page,"):
        updating.states("chess")


def test_what_is_one_is_called_as_the_page_calls_it() -> None:
    text = (LOCALES.parents[1] / "web" / "report.js").read_text(encoding="utf-8")
    table = re.search(r"const ONE = \{(.*)\};", text)
    assert table is not None
    assert {several.strip('"'): one for several, one in re.findall(r'("[^"]+"|\w+): "([^"]+)"', table[1])} == ONE


def test_the_environment_says_which_language() -> None:
    assert language_of({"LANG": "de_DE.UTF-8"}) == "de" and language_of({"LANGUAGE": "xx:de", "LANG": "en_US.UTF-8"}) == "de"
    assert (
        language_of({"LANG": "fr_FR.UTF-8"}) == "en" and language_of({}) == "en" and language_of({"LC_ALL": "C", "LANG": "de_DE"}) == "en"
    )
    assert languages()["de"] == "Deutsch" and (LOCALES / "templates").is_dir()
    with pytest.raises(UnknownName, match="unknown language 'tlh'"):
        speaker_of("tlh", GAME)


def test_a_game_in_the_terminal_is_german_and_answered_as_before() -> None:
    lines, answers = [], iter(["", "?", "info A1", "place 3,7", "0,8", "nonsense", "panel", "help", "undo"])
    say = speaker_of("de", GAME).say

    def read(prompt: str) -> str:
        lines.append(prompt)
        return next(answers, "quit")

    scenario, said = ruleset_of(GAME).scenario("farm_quick"), functools.partial(said_scene, say=say)
    table = Table(scenario, 3, 0, "simple", read, lines.append, False, 100, 30, say=say, said_scene=said)
    assert table.play() is None
    told = "\n".join(lines)
    for german in (
        "Du bist seat_0.",
        "Enter beginnt> ",
        "Aufstellung> ",
        "Wo beginnt A1?",
        "* hinstellen 0,7",
        "A1: 3 reguläre, Offizier",
        "ist hier keine Antwort",
        "Runde 0 von 4",
        "zurück zu deiner",
    ):
        assert german in told, german
    assert "seat_0 Aufstellung: hinstellen 3,7" in told and "A1 steht jetzt auf 3,7" in told
    for english in ("Where does", "You are", "objectives", "fresh", "Woods", " or "):
        assert english not in told, english
