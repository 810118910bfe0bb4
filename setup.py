"""What pyproject.toml cannot say: the package's description, its extras, and the platform of a wheel that carries compiled rules.

The description is README.md, whose links and pictures lead to files of the project, with the project's address before them.
The extras that only play and learn ask for what compiles the rules, unless the wheel carries those of every ruleset.
"""

import re
import tomllib
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent
PLATFORMS = {  # ending of a library's kind of processor -> where its wheel can be installed
    "aarch64-linux": "manylinux2014_aarch64",
    "aarch64-darwin": "macosx_11_0_arm64",
    "x86-64-darwin": "macosx_11_0_x86_64",
    "-linux": "manylinux2014_x86_64",
    "-windows": "win_amd64",
}
UNTRIED = {"macosx_11_0_arm64": "macOS", "macosx_11_0_x86_64": "macOS", "win_amd64": "Windows"}
KINDS = [file.stem for file in (ROOT / "envs" / "compiled").glob("*.json")]
FOUND = [next((tag for ending, tag in PLATFORMS.items() if kind.endswith(ending)), "") for kind in KINDS]
CARRIED = sorted({tag for tag in FOUND if tag})  # code for GPUs may lie beside any
RULESETS = {file.parent.name for file in (ROOT / "envs").glob("*/phases.py")}
COMPILER = "skirmish-rl[build]"
COMPILING = {"build-cuda"}  # extras that compile wherever they are installed


def project() -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def has_compiled_rules() -> bool:
    """True where libraries of all rulesets lie beside the sources, as in a wheel by `make wheel`."""
    compiled = {kind.partition("-")[0] for kind, tag in zip(KINDS, FOUND, strict=True) if tag}
    return bool(RULESETS) and compiled >= RULESETS


def extras() -> dict[str, list[str]]:
    """The extras with what each asks for."""
    found: dict[str, list[str]] = project()["tool"]["skirmish-rl"]["extras"]
    if not has_compiled_rules():
        return found
    return {name: [one for one in asked if one != COMPILER or name in COMPILING] for name, asked in found.items()}


def description() -> str:
    """README.md as it reads where the files that it links to are not beside it; before it what has not been tried."""
    address = project()["project"]["urls"]["Homepage"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\g<1>{address}/raw/main/", text)  # pictures as they are, then pages as they are shown
    text = re.sub(r"\]\((?!https?:|#)", f"]({address}/blob/main/", text)
    untried = [
        f"**The compiled rules in this wheel are for {UNTRIED[tag]} and have never been run there.**\n\n"
        for tag in CARRIED
        if tag in UNTRIED
    ]
    return "".join(untried) + text


class Wheel(bdist_wheel):
    """A wheel for any Python; for the platform of its libraries where it carries any (`make wheel`)."""

    def finalize_options(self) -> None:
        if CARRIED:
            self.distribution.has_ext_modules = lambda: True  # all files beside each other, none in a folder `.data/purelib`
        super().finalize_options()
        if len(CARRIED) > 1:
            raise SystemExit(f"envs/compiled holds libraries for {', '.join(CARRIED)}; a wheel carries those of one platform")
        self.platform_of_libraries = next(iter(CARRIED), "")
        self.root_is_pure = not CARRIED

    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", self.platform_of_libraries) if self.platform_of_libraries else super().get_tag()


setup(
    long_description=description(),
    long_description_content_type="text/markdown",
    extras_require=extras(),
    cmdclass={"bdist_wheel": Wheel},
)
