"""How Sphinx builds these pages: `make docs`."""

from __future__ import annotations

import importlib.metadata
import re
import sys
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # for `clauses` beside this file, and for `tests.proofs`

project = "skirmish-rl"
copyright = "the skirmish-rl contributors"
release = importlib.metadata.version("skirmish-rl")

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "clauses"]
exclude_patterns = ["build"]
html_theme = "furo"
html_title = "skirmish-rl"
html_favicon = "../web/icon.svg"
html_static_path = ["static"]
source_url = ""  # where the files of this release can be read, ".../blob/v0.1.0"; empty: on pages of this site

myst_heading_anchors = 4
default_role = "code"  # docstrings write `names` with single backticks
autodoc_default_options = {"members": True, "member-order": "bysource", "show-inheritance": False}
autodoc_typehints = "signature"
autodoc_inherit_docstrings = False
napoleon_use_ivar = True


def as_rst(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings as reStructuredText wants them: what is indented below a paragraph is code, and `**names` are no bold text."""
    text: list[str] = []
    paragraph, field = 0, False  # indentation of the last line that was no code; inside a field or a directive
    for line in lines:
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent <= paragraph:
            paragraph, field = indent, line.lstrip().startswith((":", ".. ", "- "))
        elif line.strip() and not field and not text[-1].strip():
            text += [" " * paragraph + "::", ""]
            field = True  # to the end of the block
        text.append(line)
    lines[:] = [re.sub(r"(?<![*\w`])\*\*(?=\w)", r"\\*\\*", re.sub(r"`([^`]+?) +`(?=[\s.,;])", r"`\1`", line)) for line in text]


def with_play(app: Any, page: str, source: list[str]) -> None:
    """Below the title of a game's page links to play and watch it, where these pages have a folder of `skirmish-rl site` in them:
    `make docs PLAY=1`.
    """
    if app.config.play and page.startswith("games/"):
        title, rest = source[0].split("\n", 1)
        game = f"../{app.config.play}/{page.removeprefix('games/')}.html"
        play = f'<a href="{game}"><strong>Play it here</strong></a> against bots and trained agents'
        watch = f'<a href="{game}#watch">watch two bots</a>'
        more = (
            "First [the game in one minute](#the-game-in-one-minute); how strong opponents are: [levels](../levels.md) "
            "and [results](../results.md)."
        )
        source[0] = f"{title}\n\n```{{raw}} html\n<p>{play}, or {watch}: nothing is installed.</p>\n```\n\n{more}\n{rest}"


LANDING = "tide_of_iron"  # the game that runs on the first page


def with_game(app: Any, page: str, source: list[str]) -> None:
    """On the first page *Play* leads to the games, and one of them is running, where these pages have a folder of `skirmish-rl site` in
    them.
    """
    if app.config.play and page == "index":
        game = f"{app.config.play}/{LANDING}.html#watch"
        look = "width: 100%; height: 36rem; border: 1px solid #8884; border-radius: 6px"
        frame = f'<iframe src="{game}" title="Two bots play" loading="lazy" style="{look}"></iframe>'
        first, rest = source[0].split("[Docs](#plug-in)**\n", 1)
        first = first.replace("**[Play](page.md) · ", f'**<a href="{app.config.play}/index.html">Play</a> · ')
        source[0] = f"{first}[Docs](#plug-in)**\n\n```{{raw}} html\n{frame}\n```\n{rest}"


def to_sources(app: Any, doctree: Any) -> None:
    """Links of README to files that are no pages of these lead to the project's address."""
    from docutils.nodes import reference
    from sphinx.addnodes import pending_xref

    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    for link in [one for one in doctree.findall(pending_xref) if one["reftype"] == "myst"]:
        if "/" in link["reftarget"] and (HERE.parent / link["reftarget"]).is_file():
            found = reference(
                "", "", *link.children, internal=False, refuri=f"{project['urls']['Homepage']}/blob/main/{link['reftarget']}"
            )
            link.replace_self(found)


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.add_config_value("play", "", "env")
    app.connect("source-read", with_play)
    app.connect("source-read", with_game)
    app.connect("doctree-read", to_sources)
    app.connect("autodoc-process-docstring", as_rst, priority=900)  # after Google's sections have become fields
