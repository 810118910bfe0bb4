"""Notebooks from the programs beside this file and from a tutorial: `python examples/notebooks.py`, or `make notebooks`."""

from __future__ import annotations

import ast
import json
import posixpath
import re
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
# And the extra that each needs.
PROGRAMS = {
    "random_play": "build", "train_sb3": "train", "train_cleanrl": "train", "search": "build", "own_scenario": "build", "levels": "build",
    "worlds": "train", "balance": "build", "gpu": "train", "train_gpu": "train",
}  # fmt: skip
PAGES = {"first_agent": "docs/guides/first-agent.md"}  # pages whose blocks run from top to bottom; they need the extra `train`
_BLOCK = re.compile(r"(?:<!-- file: (\S+) -->\n+)?^```(python|sh|toml)\n(.*?)^```\n", re.MULTILINE | re.DOTALL)


def cell(kind: str, text: str, number: int) -> dict[str, object]:
    """A cell as notebooks are kept."""
    made: dict[str, object] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.strip("\n").splitlines(keepends=True),
    }
    return made if kind == "markdown" else {**made, "execution_count": None, "outputs": []}


def project_address() -> str:
    """The project's address."""
    return str(tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"])


def opened(name: str, title: str, about: str, extra: str) -> list[tuple[str, str]]:
    """The first cells of a notebook: what it is about, and installing."""
    address = project_address()
    where = "/".join(address.split("/")[-2:])
    colab = f"https://colab.research.google.com/github/{where}/blob/main/examples/notebooks/{name}.ipynb"
    missing = 'import importlib.util\n\nif importlib.util.find_spec("skirmish_rl") is None:'
    install = f'{missing}\n    %pip install -q "skirmish-rl[{extra}] @ git+{address}"'
    waiting = "The first use of a game compiles its rules, which takes about a minute."
    return [("markdown", f"# {title}\n\n{about}\n\n[Open in Colab]({colab}). {waiting}"), ("code", install)]


def written(texts: list[tuple[str, str]]) -> str:
    """Cells as the text of a notebook."""
    cells = [cell(kind, text, number) for number, (kind, text) in enumerate(texts)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


def notebook_of_page(name: str) -> str:
    """A page of the documentation as a notebook: its files are written and its commands and Python are run by cells."""
    page = PAGES[name]

    def absolute(link: re.Match[str]) -> str:
        return f"]({project_address()}/blob/main/{posixpath.normpath(posixpath.join(posixpath.dirname(page), link[1]))}"

    text = re.sub(r"\]\((?!http|#)([^)#]+)", absolute, (HERE.parent / page).read_text(encoding="utf-8"))
    text = re.sub(r" The page is also a \[notebook\][^\n]*", "", text)
    title, _, body = text.removeprefix("# ").partition("\n")
    about, _, body = body.strip().partition("\n## ")
    texts, done, body = opened(name, title, about.strip(), "train"), 0, f"## {body}"
    for block in _BLOCK.finditer(body):
        file, language, code = block.groups()
        texts.append(("markdown", body[done : block.start()]))
        shell = "".join(f"!{line}\n" for line in code.splitlines())
        texts.append(("code", {"sh": shell, "toml": f"%%writefile {file}\n{code}"}.get(language, code)))
        done = block.end()
    return written([(kind, part) for kind, part in [*texts, ("markdown", body[done:])] if part.strip()])


def notebook(name: str) -> str:
    """A program as a notebook: what it is about, installing, its parts, and a call of it."""
    source = (HERE / f"{name}.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    about = re.sub(r"`python examples/\S+( \[[A-Z]+\])*`[^.]*\.?", "", ast.get_docstring(tree) or "").strip().rstrip(":;,")
    lines, parts = source.splitlines(), [""]
    for before, node in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(node, ast.If) or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            continue  # a notebook is its own `__main__`
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            parts.append("")
        text = "\n".join(lines[before.end_lineno or 0 : node.end_lineno])
        parts[-1] += "\n" + re.sub(r"^(from __future__.*| *import sys)\n?", "", text, flags=re.MULTILINE)
    first = opened(name, name.replace("_", " ").capitalize(), about, PROGRAMS[name])
    return written([*first, *(("code", part) for part in parts if part.strip()), ("code", "main()")])


if __name__ == "__main__":
    (HERE / "notebooks").mkdir(exist_ok=True)
    for made in [*PROGRAMS, *PAGES]:
        file = HERE / "notebooks" / f"{made}.ipynb"
        file.write_text(notebook_of_page(made) if made in PAGES else notebook(made), encoding="utf-8")
        print(file)
