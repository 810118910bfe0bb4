"""A guided game in a browser: it is the first thing offered, explains what is new, keeps to it over a reload, and can be told to stop."""

from __future__ import annotations

import random
from typing import Any

import pytest

from skirmish_rl.envs.registry import available, ruleset_of
from skirmish_rl.envs.words.lessons import first_game
from tests.serving.test_page import address, at, browser, click_one, page, pytestmark, state  # noqa: F401

HEADS = ".lesson h2"
HIDDEN = """() => {  // true where answers lie out of sight
  const foot = document.querySelector(".question").getBoundingClientRect().bottom;
  return [...document.querySelectorAll(".question .choice")].some((one) => one.getBoundingClientRect().top > foot);
}"""


CUT = "(() => { const {scrollHeight, clientHeight} = document.querySelector('.lesson'); return scrollHeight - clientHeight; })()"


def heads(page: Any) -> list[str]:  # noqa: F811
    return page.eval_on_selector_all(HEADS, "all => all.map((one) => one.textContent)")


@pytest.mark.parametrize("name", available())
def test_a_newcomer_learns_by_playing(page: Any, name: str) -> None:  # noqa: F811
    first = first_game(ruleset_of(name))
    texts = {lesson.about: lesson.text.replace("*", "") for lesson in first.lessons}
    page.click(f"[data-learn={name}]")
    page.locator(".play[data-state]").wait_for()
    page.select_option("[aria-label^='How fast']", "0")
    seen: list[str] = []
    luck = random.Random(3)
    for answer in range(16):  # some games take a dozen answers to set up
        if answer >= 8 and len(seen) >= 4:
            break
        assert state(page) == "asked"
        new = heads(page)
        assert not set(new) & set(seen) and len(new) <= (2 if answer == 0 else 1)
        for head in new:
            assert texts[head] in page.inner_text(".lesson")
        seen += new
        box, question = page.locator(".lesson-place").bounding_box(), page.locator(".question .asked").bounding_box()
        assert not new or (box["y"] + box["height"] <= question["y"] + 1 and question["y"] + question["height"] <= 800), (
            "the question stays in sight"
        )
        if new:
            assert page.evaluate(CUT) <= 1, "a lesson is whole in sight"
            assert page.locator(".panes").bounding_box()["height"] >= (120 if len(new) == 1 else 60), "the report stays in sight"
            if page.evaluate(HIDDEN):
                page.wait_for_selector(".below span")  # which says how many
        before = at(page)
        while at(page) == before:
            click_one(page, luck)
            page.wait_for_timeout(40)
            state(page)
    assert seen[0] == "Welcome" and len(seen) >= 4
    shown = heads(page)
    page.reload()
    page.locator(".play[data-state=asked]").wait_for()
    assert heads(page) == shown, "the same after a reload"
    while not heads(page):
        click_one(page, luck)
        page.wait_for_timeout(40)
        state(page)
    page.click("text=No more explanations")
    assert heads(page) == []
    page.reload()
    page.locator(".play[data-state=asked]").wait_for()
    assert heads(page) == []


@pytest.mark.parametrize("name", available())
def test_in_a_low_window_the_lesson_and_an_answer_are_whole_in_sight(page: Any, name: str) -> None:  # noqa: F811
    page.set_viewport_size({"width": 1366, "height": 657})
    page.click(f"[data-learn={name}]")
    page.locator(".play[data-state=asked]").wait_for()
    assert heads(page)[0] == "Welcome" and page.evaluate(CUT) <= 1 and page.is_visible(".lesson >> text=What would be good here?")
    box = page.locator(".question").bounding_box()
    for shown in page.locator(".question .choice, .question .hint").all()[:1]:
        answer = shown.bounding_box()
        assert answer["y"] + answer["height"] <= box["y"] + box["height"] <= 657
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_guided_games_board_stays_where_it_is_when_a_lesson_goes(page: Any) -> None:  # noqa: F811
    page.click("[data-learn=warcry]")
    page.locator(".play[data-state=asked]").wait_for()
    assert heads(page)
    with_lesson = page.locator(".play .board").bounding_box()
    luck = random.Random(1)
    while heads(page):
        before = at(page)
        while at(page) == before:
            click_one(page, luck)
            page.wait_for_timeout(40)
            state(page)
    assert page.locator(".play .board").bounding_box() == with_lesson


def test_a_guided_game_is_offered_first(page: Any) -> None:  # noqa: F811
    page.locator(".learn").wait_for()
    assert page.evaluate("document.querySelector('.start-form').firstElementChild.className") == "learn"
    assert page.locator(".learn button").count() == len(available())


def test_a_new_game_after_a_guided_one_is_of_the_same_game(page: Any) -> None:  # noqa: F811
    page.click("[data-learn=warcry]")
    page.locator(".play[data-state]").wait_for()
    page.click("[data-go=start]")
    page.locator(".game-card[data-game=warcry][aria-checked=true]").wait_for()


def test_what_went_wrong_is_told_in_the_words_of_the_lessons(page: Any) -> None:  # noqa: F811
    page.click("[data-learn=godbreakers]")
    luck = random.Random(5)
    page.locator(".play[data-state]").wait_for()
    page.select_option("[aria-label^='How fast']", "0")
    while state(page) != "over":
        before = at(page)
        click_one(page, luck)
        page.wait_for_function(
            f"document.querySelector('.play').dataset.at !== '{before}' || document.querySelector('.sure, .question .quiet')"
        )
    assert heads(page) == ["The end"]
    page.keyboard.press("h")  # nobody is asked any more
    assert page.locator(".thoughts .bad").count() == 0
    page.click("text=What went wrong?")
    page.locator(".blunder").first.wait_for(timeout=120_000)
    tips = {lesson.tip for lesson in first_game(ruleset_of("godbreakers")).lessons} - {""}
    told = page.eval_on_selector_all(".blunder .tip", "all => all.map((one) => one.textContent).filter(Boolean)")
    assert told and set(told) <= tips
    before = page.url
    page.click(".question button:text-is('Rematch')")
    page.wait_for_url(lambda url: url != before)
    state(page)
    assert heads(page)[:1] == ["Welcome"]
