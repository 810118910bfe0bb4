"""The page in German in a browser: chosen by the browser, by the address and by hand, and nothing English or too wide in a guided game."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests in a browser want playwright")

from skirmish_rl.envs.locales.catalogue import catalogues_of
from tests.serving.test_page import address, browser, click_one, pytestmark  # noqa: F401  the server and the browser are fixtures
from tests.test_locales import GAME, PLAYED

# What stands on the page as text, and in attributes that are spoken or shown.
SHOWN = """() => {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest("script, style, code")) texts.push(walker.currentNode.data.trim());
  for (const name of ["title", "aria-label", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`)) texts.push(one.getAttribute(name));
  return texts.filter(Boolean);
}"""
WIDE = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def german(browser: Any, address: str) -> Iterator[Any]:  # noqa: F811
    """The first page on a phone whose owner reads German."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale="de-DE", bypass_csp=True)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(".start-form")
    yield page
    context.close()


def english_on(page: Any) -> list[str]:
    """Texts of the page that German catalogues translate to something else; the other games' words are English still."""
    entries = [entry for catalogue in catalogues_of("de").values() for entry in catalogue.entries.values()]
    translated = {entry.english.lower() for entry in entries if entry.said[0].lower() != entry.english.lower()}
    german = {said.lower() for entry in entries for said in entry.said}
    return [text for text in page.evaluate(SHOWN) if text.lower() in translated - german and text != "random"]  # a value of an option


def test_a_guided_game_on_a_phone_is_german_and_fits(german: Any) -> None:
    assert german.evaluate("document.documentElement.lang") == "de"
    german.click(f"[data-game={GAME}]")
    german.wait_for_function("!document.querySelector('.board.waiting')")
    assert german.inner_text(".learn h2").lower() == "spielend lernen" and english_on(german) == [] and german.evaluate(WIDE) == 0
    german.click("#help-button")
    assert "Runde hat drei Phasen" in german.inner_text("dialog.help") and english_on(german) == []
    german.keyboard.press("Escape")
    german.click(f"[data-learn={GAME}]")
    german.wait_for_selector(".play[data-state=asked]")
    assert german.inner_text(".question .asked") == "Wo beginnt A1?" and "Du führst fünf Trupps" in german.inner_text(".lesson")
    for _ in range(8):
        german.wait_for_selector(".play[data-state=asked]")
        at = german.get_attribute(".play", "data-at")
        german.evaluate(
            "document.querySelector('.scene-hits [data-cell], .question .choice').dispatchEvent(new MouseEvent('click', {bubbles: true}))"
        )
        german.wait_for_function(
            "at => document.querySelector('.play').dataset.at !== at || document.querySelector('.choice.quiet')", arg=at
        )
        assert english_on(german) == [] and german.evaluate(WIDE) == 0
    standing = german.inner_text(".summary")
    assert "Kommando (" in standing and not re.search(r"\d:\d|[.AB]{3}|round|command", standing), standing
    told = "async (line) => { const {standingOf} = await import('/standing.js'); return standingOf(line); }"
    assert german.evaluate(told, "round 2 command | 1:0 | command 3:1, initiative 0:2 with seat_1 | objectives AA.B") == (
        "Runde 2, Kommando · Kommando (seat_0 3, seat_1 1), Initiative (seat_0 0, seat_1 2), Marker bei seat_1"
        " · Ziele 1, 2 bei seat_0; 4 bei seat_1"
    )


@pytest.mark.parametrize("game", [game for game in PLAYED if game != GAME])
def test_every_guided_game_is_german_and_fits_on_a_phone(german: Any, game: str) -> None:
    german.click(f"[data-game={game}]")
    german.wait_for_function("!document.querySelector('.board.waiting')")
    assert english_on(german) == [] and german.evaluate(WIDE) == 0
    german.click(f"[data-learn={game}]")
    luck = random.Random(5)
    for _ in range(14):
        german.wait_for_selector(".play[data-state=asked]")
        assert english_on(german) == [] and german.evaluate(WIDE) == 0
        at = german.get_attribute(".play", "data-at")
        while german.get_attribute(".play", "data-at") == at:  # some answers are given in two steps
            click_one(german, luck)
            german.wait_for_timeout(100)
            german.wait_for_selector(".play[data-state=asked]")


def test_another_language_is_chosen_by_hand_and_kept(german: Any) -> None:
    german.select_option("#language select", "en")
    german.wait_for_selector("text=Learn by playing")
    german.reload()
    german.wait_for_selector("text=Learn by playing")
    german.goto(f"{german.url.partition('#')[0]}?lang=de")
    german.wait_for_selector("text=Spielend lernen")
