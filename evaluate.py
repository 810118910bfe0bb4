"""`skirmish-rl evaluate` from a checkout: `python evaluate.py runs/<id>`."""

import sys

from skirmish_rl.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["evaluate", *sys.argv[1:]]))
