"""What pyproject.toml cannot say: the package's description, and the platform of a wheel that carries compiled rules.

The description is README.md, whose links and pictures lead to files of the project, with the project's address before them.
"""

import re
import tomllib
from pathlib import Path

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent
PLATFORMS = {  # ending of a library's kind of processor -> where its wheel can be installed
    "aarch64-linux": "manylinux2014_aarch64",
    "aarch64-darwin": "macosx_11_0_arm64",
    "-linux": "manylinux2014_x86_64",
    "-windows": "win_amd64",
}
UNTRIED = {"macosx_11_0_arm64": "macOS", "win_amd64": "Windows"}
KINDS = [file.stem for file in (ROOT / "envs" / "compiled").glob("*.json")]
FOUND = [next((tag for ending, tag in PLATFORMS.items() if kind.endswith(ending)), "") for kind in KINDS]
CARRIED = sorted({tag for tag in FOUND if tag})  # code for GPUs may lie beside any


def description() -> str:
    """README.md as it reads where the files that it links to are not beside it; before it what has not been tried."""
    address = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    text = re.sub(r"(!\[[^]]*\]\()(?!https?:)", rf"\g<1>{address}/raw/main/", text)  # pictures as they are, then pages as they are shown
    text = re.sub(r"\]\((?!https?:|#)", f"]({address}/blob/main/", text)
    untried = [f"**The compiled rules in this wheel are for {UNTRIED[tag]} and have never been run there.**\n\n" for tag in CARRIED if tag in UNTRIED]
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


setup(long_description=description(), long_description_content_type="text/markdown", cmdclass={"bdist_wheel": Wheel})
