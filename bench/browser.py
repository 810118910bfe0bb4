"""The browser that measurements, pictures and tests of the page use."""

from __future__ import annotations

import os
import shutil

_KNOWN = ("chromium", "chromium-browser", "google-chrome")


def browser_path() -> str | None:
    """The one named in SKIRMISH_BROWSER, or else the first known one on the path; None if there is none."""
    return os.environ.get("SKIRMISH_BROWSER") or next((path for name in _KNOWN if (path := shutil.which(name))), None)
