"""The first page of the documentation as a visitor opens it, with the games in it: `make docs PLAY=1`."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright", reason="tests in a browser want playwright")
pytest.importorskip("sphinx", reason="the documentation is built by Sphinx: pip install 'skirmish-rl[docs]'")

from PIL import Image
from skirmish_rl.agents.site import write_site

from skirmish_rl.agents.shipped import shipped_agents
from skirmish_rl.envs.registry import ruleset_of
from tests.serving.test_page import browser  # noqa: F401  the browser is a fixture
from tests.serving.test_page import pytestmark as needs_browser
from tests.serving.test_site import is_taken
from tests.serving.test_site import pytestmark as needs_node
from tests.serving.test_site_page import Files

pytestmark = [*needs_browser, needs_node]
ROOT = Path(__file__).resolve().parents[2]
INCLUDED = (
    "index.md",
    "page.md",
    "results.md",
    "leaderboard.md",
    "conf.py",
    "clauses.py",
)  # the other pages are built by tests/test_docs.py


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Iterator[str]:
    """The first page on a file host, with its game beside it."""
    place = tmp_path_factory.mktemp("docs")
    for name in ("docs", "tests"):
        (place / name).mkdir()
    for name in INCLUDED:
        shutil.copy(ROOT / "docs" / name, place / "docs")
    for name in ("README.md", "pyproject.toml", "examples/README.md", "web/icon.svg"):
        (place / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, place / name)
    (place / "docs" / "conf.py").write_text(
        (ROOT / "docs" / "conf.py").read_text(encoding="utf-8").replace(', "clauses"]', "]"), encoding="utf-8"
    )
    for name in ("pictures", "static"):
        shutil.copytree(ROOT / "docs" / name, place / "docs" / name)
    build = [sys.executable, "-m", "sphinx", "-Q", "-D", "play=play", str(place / "docs"), str(place / "built")]
    subprocess.run(build, check=True)
    game = runpy.run_path(str(ROOT / "docs" / "conf.py"))["LANDING"]
    networks = {name: path / "network.safetensors" for name, path in shipped_agents().items() if name.startswith(f"{game}/")}
    write_site(place / "built" / "play", [ruleset_of(game)], networks, is_taken)
    files = Files(place / "built")
    yield f"http://127.0.0.1:{files.port}/"
    files.close()


@pytest.fixture
def page(browser, home) -> Iterator[Any]:  # noqa: F811
    """The first page, loaded; whatever its console complains about fails the test, and so does what comes from elsewhere or is missing."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800}, bypass_csp=True)
    made = context.new_page()
    made.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    made.on("pageerror", lambda error: complaints.append(str(error)))
    made.on("response", lambda answer: complaints.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None)
    context.on("request", lambda request: complaints.append(request.url) if not request.url.startswith((home, "data:", "blob:")) else None)
    made.goto(home)
    yield made
    context.close()
    assert complaints == []


def test_the_first_screen_leads_to_everything_and_holds_a_running_game(page, home):
    names = ("Play", "Train", "Benchmark", "Docs")
    places = {name: page.locator("strong a", has_text=re.compile(f"^{name}$")).first for name in names}
    assert all(places[name].bounding_box()["y"] < 400 for name in names)
    assert places["Play"].get_attribute("href") == "play/index.html"
    frame = page.locator("iframe")
    assert frame.bounding_box()["y"] < 600
    game = page.frame_locator("iframe").locator(".play")
    game.wait_for(timeout=60_000)
    before = int(game.get_attribute("data-at"))
    page.wait_for_function(
        "before => Number(document.querySelector('iframe').contentDocument.querySelector('.play').dataset.at) > before",
        arg=before,
        timeout=60_000,
    )


def test_a_link_to_a_file_that_is_no_page_leads_to_the_projects_address(page):
    address = page.locator("a", has_text="examples and notebooks").get_attribute("href")
    assert address.endswith("/blob/main/examples/README.md") and address.startswith("https://")


def test_the_first_page_has_its_tables_and_its_pictures(page):
    headings = page.locator("h2").all_inner_texts()
    for title in ("Who plays best", "What learns best"):
        assert any(title in one for one in headings)
        section = page.locator("section", has=page.locator(f":scope > h2:has-text('{title}')")).last
        assert section.locator("tbody tr").count() >= 5, title
    assert page.evaluate(
        "[...document.querySelectorAll('article img')].every((one) => one.loading === 'lazy' || (one.complete && one.naturalWidth > 100))"
    )
    assert page.locator("article img").count() >= 3


def test_what_is_shared_of_the_first_page_has_a_picture_of_a_usual_size(page):
    told = {
        name: page.locator(f"meta[property='og:{name}']").get_attribute("content") for name in ("title", "description", "type", "image")
    }
    assert all(told.values())
    with Image.open(ROOT / told["image"].partition("/raw/main/")[2]) as picture:
        assert picture.width >= 600 and picture.height >= 315
