"""Notebooks from the programs beside this file: `python examples/notebooks.py`, or `make notebooks`."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

HERE = Path(__file__).resolve().parent
# And the extra that each needs.
PROGRAMS = {
    "random_play": "build", "train_sb3": "train", "train_cleanrl": "train", "search": "build", "own_scenario": "build", "levels": "build",
    "worlds": "train", "balance": "build", "gpu": "train",
}  # fmt: skip


def cell(kind: str, text: str, number: int) -> dict[str, object]:
    """A cell as notebooks are kept."""
    made: dict[str, object] = {
        "cell_type": kind,
        "id": f"cell-{number}",
        "metadata": {},
        "source": text.strip("\n").splitlines(keepends=True),
    }
    return made if kind == "markdown" else {**made, "execution_count": None, "outputs": []}


def notebook(name: str) -> str:
    """A program as a notebook: what it is about, installing, its parts, and a call of it."""
    address = tomllib.loads((HERE.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
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
    where = "/".join(address.split("/")[-2:])
    colab = f"https://colab.research.google.com/github/{where}/blob/main/examples/notebooks/{name}.ipynb"
    missing = 'import importlib.util\n\nif importlib.util.find_spec("skirmish_rl") is None:'
    install = f'{missing}\n    %pip install -q "skirmish-rl[{PROGRAMS[name]}] @ git+{address}"'
    title, waiting = name.replace("_", " ").capitalize(), "The first use of a game compiles its rules, which takes about a minute."
    told = f"# {title}\n\n{about}\n\n[Open in Colab]({colab}). {waiting}"
    texts = [("markdown", told), ("code", install), *(("code", part) for part in parts if part.strip()), ("code", "main()")]
    cells = [cell(kind, text, number) for number, (kind, text) in enumerate(texts)]
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel, "language_info": {"name": "python"}}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for program in PROGRAMS:
        file = HERE / "notebooks" / f"{program}.ipynb"
        file.parent.mkdir(exist_ok=True)
        file.write_text(notebook(program), encoding="utf-8")
        print(file)
