"""The fixture `table`: laid-out games with dictated dice that must all be used up when the test ends."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.dropzone_commander.table import Table
from tests.table import Tables


@pytest.fixture
def table() -> Iterator[Tables[Table]]:
    tables = Tables(Table)
    yield tables
    tables.done()
