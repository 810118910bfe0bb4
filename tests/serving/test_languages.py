"""The page in other languages: its files, from a server and on a site, and that it says what the terminal says."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from skirmish_rl.agents.serving.server import web_folder
from skirmish_rl.agents.sharing.site import _write_pages
from skirmish_rl.envs.locales.catalogue import catalogues_of
from skirmish_rl.envs.locales.pages import words_for_pages
from skirmish_rl.envs.locales.speaker import Speaker
from skirmish_rl.envs.registry import ruleset_of
from tests.test_locales import GAME, PLAYED, said_in_games

NODE = pytest.mark.skipif(not shutil.which("node"), reason="node runs the page's modules")
SAY = """
globalThis.document = {documentElement: {dataset: {}}};
const {Speaker} = await import("./languages.mjs");
const {readFileSync} = await import("node:fs");
const {words: {catalogues, plurals}, texts, game} = JSON.parse(readFileSync(0, "utf-8"));
const speaker = new Speaker([catalogues[game], catalogues.page], plurals);
console.log(JSON.stringify(texts.map((text) => speaker.say(text))));
"""
SCREENS = (  # texts that the page's own modules put together
    "Position 12 of 40", "Strong bot advises it, 47\u00a0% to win", "A1, A2 could still be chosen. Finished for this round all the same?",
    "4,5, 3 hexes from A1", "sees 2 of 3 enemies: B1 (3 hexes), B2 (1 hex); woods", "sees none of 3 enemies; woods",
    "Level 3: weak", "seat_1: Level 3 waits",
    "1 cell to choose on the board; or:", "12 cells to choose on the board", "Search, 1 s", "A1, yours, at 3,4, 2.5 from A2: 4R, fresh",
    "cell 3,4, 2 from A1: clear", "Saved as tide.txt; drop it on to the first page to go on.", "an unknown text", "2 to 4 seats.",
    "Report", "A3 attacks B4 with 4 dice (normal range, +4 figures): B4 takes 1 net hits, B4 loses a figure: attack",
)  # fmt: skip


def spoken(texts: list[str], folder: Path, game: str = GAME) -> list[str]:
    """Texts in German as the page says them."""
    for name in ("languages", "dom"):
        text = (web_folder() / f"{name}.js").read_text(encoding="utf-8")
        (folder / f"{name}.mjs").write_text(text.replace("./dom.js", "./dom.mjs"), encoding="utf-8")
    (folder / "say.mjs").write_text(SAY)
    given = json.dumps({"words": json.loads(words_for_pages()["de.json"]), "texts": texts, "game": game})
    run = subprocess.run(["node", "say.mjs"], cwd=folder, input=given, capture_output=True, text=True, check=True)
    return json.loads(run.stdout)


@NODE
@pytest.mark.parametrize("game", [game for game in PLAYED if game != GAME])
def test_the_page_says_what_python_says_in_every_game(game, tmp_path) -> None:
    catalogues, texts = catalogues_of("de"), list(said_in_games(game, 0, 1))
    speaker = Speaker([catalogues[game], catalogues["page"]])
    assert spoken(texts, tmp_path, game) == [speaker.say(text) for text in texts]


@NODE
def test_the_page_says_what_python_says(tmp_path) -> None:
    catalogues, texts = catalogues_of("de"), [*SCREENS, *said_in_games()]
    speaker = Speaker([catalogues[GAME], catalogues["page"]])
    plain = [text.replace("\u00a0", " ") for text in texts]
    assert [text.replace("\u00a0", " ") for text in spoken(texts, tmp_path)] == [speaker.say(text) for text in plain]
    assert {text for text in speaker.missing if text in SCREENS} == {
        "an unknown text",
        "Saved as tide.txt; drop it on to the first page to go on.",
    }


def test_a_server_has_the_words(client) -> None:
    assert client.get("/words/languages.json").json() == {"de": "Deutsch"}
    words = client.get("/words/de.json").json()
    assert ["Help", "", ["Hilfe"]] in words["catalogues"]["page"] and words["plurals"][:3] == [1, 0, 1]
    assert client.get("/words/fr.json").status_code == 404


def test_a_site_has_the_words_without_a_network_too(tmp_path) -> None:
    (tmp_path / "data").mkdir()
    _write_pages(tmp_path, [ruleset_of(GAME)])
    assert json.loads((tmp_path / "words" / "languages.json").read_text(encoding="utf-8")) == {"de": "Deutsch"}
    kept = (tmp_path / "offline.js").read_text(encoding="utf-8")
    assert '"words/de.json"' in kept and '"languages.js"' in kept
    assert 'src="local/games.js"' in (tmp_path / "index.html").read_text(encoding="utf-8") and (tmp_path / "local" / "games.js").is_file()
