"""The package's description: README.md, whose links and pictures lead to files of the project, with the project's address before them."""

import re
import tomllib
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).resolve().parent


def description() -> str:
    """README.md as it reads where the files that it links to are not beside it."""
    address = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\g<1>{address}/raw/main/", text)  # pictures as they are, then pages as they are shown
    return re.sub(r"\]\((?!https?:|#)", f"]({address}/blob/main/", text)


setup(long_description=description(), long_description_content_type="text/markdown")
