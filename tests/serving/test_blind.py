"""The page for whoever does not see it: what its accessibility tree says, and games played to their end from that tree alone."""

from __future__ import annotations

import contextlib
import re
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from skirmish_rl.agents.serving.session import Session
from skirmish_rl.envs.core.batch import Batch
from skirmish_rl.envs.core.console import cells_of
from skirmish_rl.envs.core.scenes import scene_json
from skirmish_rl.envs.core.trace import write_game
from skirmish_rl.envs.registry import available
from tests.serving.test_page import address, browser, page, playwright, pytestmark, start, state  # noqa: F401
from tests.serving.test_site import small

UNIT = re.compile(r"([A-Z]+\d+), (yours|enemy|wild), at (\d+,\d+)(?:, [\d.]+ from [A-Z]+\d+)?: (.+)", re.DOTALL)
POSITIONS = 20
PATIENCE = 60.0  # seconds for an answer, a hint or the end of what others do


class Tree:
    """The accessibility tree of a page, and the keys: all that a blind player has."""

    def __init__(self, page: Any):  # noqa: F811
        self.page, self.session = page, page.context.new_cdp_session(page)
        self.session.send("Accessibility.enable")
        self.session.send("DOM.enable")

    def nodes(self) -> list[dict[str, Any]]:
        """What is not ignored, with role and name."""
        found = self.session.send("Accessibility.getFullAXTree")["nodes"]
        told = [node for node in found if not node["ignored"]]
        return [{"role": node["role"]["value"], "name": node.get("name", {}).get("value", ""), "level": level_of(node),
                 "at": node.get("backendDOMNodeId"),
                 "is_off": any(one["name"] == "disabled" and one["value"].get("value") for one in node.get("properties", []))}
                for node in told]  # fmt: skip

    def press(self, node: dict[str, Any]) -> None:
        """Give a node the focus, and press Enter; nothing where it has gone meanwhile."""
        with contextlib.suppress(playwright.Error):
            self.session.send("DOM.focus", {"backendNodeId": node["at"]})
            self.page.keyboard.press("Enter")


def level_of(node: dict[str, Any]) -> int:
    """Of a heading, how deep it is; 0 of anything else."""
    return next((one["value"]["value"] for one in node.get("properties", []) if one["name"] == "level"), 0)


def question_of(nodes: list[dict[str, Any]]) -> str:
    return next((node["name"] for node in nodes if node["role"] == "heading" and node["level"] == 2), "")


def place_of(nodes: list[dict[str, Any]]) -> str:
    """How far the game has come, "31 / 31"."""
    return next((node["name"] for node in nodes if node["role"] == "StaticText" and re.fullmatch(r"\d+ / \d+", node["name"])), "")


def pick_hinted(tree: Tree, place: str) -> bool:
    """Ask for a hint and choose what it says, as often as the page asks back; False when the game is over."""
    deadline, asked_at = time.monotonic() + PATIENCE, 0.0
    while time.monotonic() < deadline:
        nodes = tree.nodes()
        question = question_of(nodes)
        if any(node["name"] == "Rematch" for node in nodes):
            return False
        if place_of(nodes) != place and place:
            return True
        hinted = next((node for node in nodes if node["role"] == "button" and " advises it" in node["name"] and not node["is_off"]), None)
        told = " ".join(node["name"] for node in nodes if node["role"] == "StaticText")
        marked = re.search(r" advises (?:\S+ )*?(?:(\d+,\d+)|((?:take )?climb \d+)), marked on the board", told)
        if hinted is None and marked:
            name = f"cell {marked[1]}" if marked[1] else marked[2].replace("take ", "take-")
            hinted = next((node for node in nodes if node["role"] == "button" and re.match(rf"{name}\b", node["name"])), None)
        if hinted is not None:
            tree.press(hinted)
            time.sleep(0.05)
        elif question.endswith(("?", ")")) and time.monotonic() - asked_at > 3:
            tree.page.keyboard.press("h")
            asked_at = time.monotonic()
        else:
            time.sleep(0.03)
    raise AssertionError(f"nobody says what to answer to {question!r}: {[node['name'] for node in nodes if node['role'] == 'button']}")


@pytest.mark.slow
@pytest.mark.parametrize("game", available())
def test_a_whole_game_is_played_from_the_accessibility_tree_by_the_hints(page, game):  # noqa: F811
    start(page, game)
    tree = Tree(page)
    for _ in range(1500):
        if not pick_hinted(tree, place_of(tree.nodes())):
            break
    nodes = tree.nodes()
    assert re.search(r"wins|draw|share", question_of(nodes))
    assert any(node["role"] == "log" for node in nodes) and len(page.locator("[role=log] p").all_inner_texts()) == 40
    assert sum(node["role"] == "heading" and node["level"] == 1 for node in nodes) == 1


@pytest.mark.parametrize("game", available())
def test_every_unit_is_told_with_its_side_its_place_and_how_it_stands(page, game, tmp_path):  # noqa: F811
    scenario = small(game)
    luck, actions = np.zeros(1, np.int64), []

    def choose(batch: Batch) -> int:
        actions.append(int(batch.ask(luck, 2)[0]))
        return actions[-1]

    file = tmp_path / "game.txt"
    file.write_text(write_game(scenario, 5, ["person", "bot:simple"], choose), encoding="utf-8")
    session = Session(scenario, 5, ["person", "bot:simple"], [None, None])
    for action in actions:
        session.answer(action)
    page.set_input_files(".hidden-file", file)
    page.wait_for_selector(".play[data-state='over']")
    tree, seen, width = Tree(page), 0, cells_of(scenario.ruleset)[0]
    for at in sorted({round(k * (session.live - 1) / (POSITIONS - 1)) for k in range(POSITIONS)}):
        page.locator(".foot input[type=range]").fill(str(at))
        page.wait_for_function("at => document.querySelector('.play').dataset.at === String(at)", arg=at)
        record = session.record(at)[0]
        shapes = [shape for _, layer in scene_json(scenario.ruleset.scene(record, scenario))["layers"] for shape in layer]
        units = {unit[0]: unit[1] for shape in shapes if (unit := body_of(shape))}
        told = {match[1]: match for node in tree.nodes() if node["role"] == "button" and (match := UNIT.fullmatch(node["name"]))}
        assert set(told) == set(units), at
        for name, (_, side, place, says) in ((name, match.groups()) for name, match in told.items()):
            assert side == {0: "yours", -1: "wild"}.get(units[name], "enemy") and says.strip()
            slot = scenario.ruleset.layout.units.index(name)
            cell, piece = (
                int(record["units"]["cell"][slot]),
                "piece" in record.dtype["units"].base.names and int(record["units"]["piece"][slot]) >= 0,
            )
            if not piece and game != "warcry":  # whoever climbs stands between two cells, whoever is in a building in none
                assert place == f"{cell % width},{cell // width}", name
            seen += 1
    assert seen > 60


def body_of(shape: list[Any]) -> Any:
    """Whose body a shape is, None for nobody's."""
    place = {"r": 9, "d": 8, "p": 6}.get(shape[0], len(shape))
    return shape[place] if len(shape) > place else None


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_outlines_and_words_stand_out(page, theme):  # noqa: F811
    page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
    contrast = Path(__file__).with_name("contrast.js").read_text(encoding="utf-8").split("\n", 1)[1].rstrip().rstrip(";")
    found = page.evaluate(contrast, "button, select, input[type=text], small, h1, h2")
    start(page, "godbreakers")
    state(page)
    found += page.evaluate(contrast, ".play button, .play select, .play small, .play p, .play h3, .play li")
    assert len(found) > 40
    assert [one for one in found if one[2] < (3 if one[1] == "outline" else 4.5)] == []


def test_a_dark_system_and_the_dark_theme_have_the_same_colours(page):  # noqa: F811
    colours = """() => { const style = getComputedStyle(document.documentElement);
      return [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule.selectorText === ":root")
        .flatMap((rule) => [...rule.style].filter((name) => name.startsWith("--")))
        .map((name) => [name, style.getPropertyValue(name)]); }"""
    page.emulate_media(color_scheme="dark")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    dark = page.evaluate(colours)
    page.evaluate("document.documentElement.dataset.theme = 'auto'")
    assert len(dark) > 15 and page.evaluate(colours) == dark
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    assert page.evaluate(colours) != dark
    only = """() => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.selectorText ?? "")
      .filter((text) => text.includes('[data-theme="dark"]') && !text.includes(".scene") && text !== ':root[data-theme="dark"]')"""
    assert page.evaluate(only) == []  # a colour of one theme alone is missing in the other


def test_tabs_are_one_stop_and_arrows_go_through_them(page):  # noqa: F811
    start(page, "godbreakers")
    state(page)
    tab = page.locator(".play [role=tab][aria-selected=true]")
    pane = tab.get_attribute("aria-controls")
    assert page.locator(f"#{pane}").get_attribute("aria-labelledby") == tab.get_attribute("id") and page.locator(f"#{pane}").is_visible()
    tab.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.tab") == "forces" and page.locator(".play [data-pane=forces]").is_visible()
    assert page.locator(".play [role=tab][tabindex='0']").count() == 1
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.tab") == "report" and page.locator("h1").count() == 1
