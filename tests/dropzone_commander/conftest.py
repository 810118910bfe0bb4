"""The fixture `table`: laid-out games with dictated dice that must all be used up when the test ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
