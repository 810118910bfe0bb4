"""The fixture `table`: laid-out games with dictated dice that must all be used up when the test ends.

This ruleset is being built and not registered yet: its rules are not compiled for all workers beforehand, so its tests are slow ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.table import Tables
from tests.trench_crusade.table import Table


@pytest.fixture
def table() -> Iterator[Tables[Table]]:
    tables = Tables(Table)
    yield tables
    tables.done()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.slow)
