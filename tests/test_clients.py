"""The snippets of docs/clients.md run as they stand there, with every library that is installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).resolve().parents[1] / "docs" / "clients.md"
LIBRARIES = {
    "Gymnasium": "gymnasium", "PettingZoo": "pettingzoo", "sb3-contrib": "sb3_contrib", "Stable-Baselines3": "stable_baselines3",
    "PyTorch": "torch", "JAX": "jax", "CuPy": "torch",
    "SuperSuit": "supersuit", "TorchRL": "torchrl", "Tianshou": "tianshou", "AgileRL": "agilerl", "PufferLib": "pufferlib",
    "OpenSpiel": "pyspiel",
    "d3rlpy": "d3rlpy", "Minari": "jax", "OpenEnv": "openenv", "verifiers": "verifiers", "Kaggle environments": "kaggle_environments",
}  # fmt: skip
TESTED_ALWAYS = ("Gymnasium", "PettingZoo", "sb3-contrib", "Stable-Baselines3", "PyTorch")  # what the test extra brings


def snippets() -> dict[str, str]:
    """The code under each heading that has any; several blocks of one heading are one program."""
    _, *parts = re.split(r"^## (.+)\n", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    codes = {
        heading: re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
        for heading, text in zip(parts[::2], parts[1::2], strict=True)
    }
    return {heading: "\n".join(blocks) for heading, blocks in codes.items() if blocks}


def test_every_snippet_is_run_by_a_test() -> None:
    assert list(snippets()) == list(LIBRARIES)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("heading", [pytest.param(name, marks=() if name in TESTED_ALWAYS else pytest.mark.slow) for name in LIBRARIES])
def test_a_library_plays_as_its_snippet_says(heading: str) -> None:
    pytest.importorskip(LIBRARIES[heading])
    exec(compile(snippets()[heading], f"{PAGE.name}, {heading}", "exec"), {"__name__": "snippet"})
