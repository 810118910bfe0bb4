"""The fixture `table`: laid-out games with dictated dice that must all be used up when the test ends.

This ruleset is being built and not registered yet: its rules are not compiled for all workers beforehand, so its tests are slow ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.dropzone_commander.table import Table


@pytest.fixture
def table() -> Iterator[Callable[..., Table]]:
    made: list[Table] = []

    def make(**options: Any) -> Table:
        made.append(Table(**options))
        return made[-1]

    yield make
    for one in made:
        one.done()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow)
