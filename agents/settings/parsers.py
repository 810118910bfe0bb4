"""The grammar of commands that need no extra library: what is wrong with a command line is said in one line."""

from __future__ import annotations

import argparse
from typing import NoReturn


class LineParser(argparse.ArgumentParser):
    """An argument parser that reports an error in one line, without the usage of the command."""

    def error(self, message: str) -> NoReturn:
        """Report one line and exit with code 2."""
        self.exit(2, f"{self.prog}: {message}; `{self.prog} --help` lists the options\n")
