"""`skirmish-rl train` from a checkout: `python train.py godbreakers/ppo-small`."""

import sys

from skirmish_rl.__main__ import main

if __name__ == "__main__":
    sys.exit(main(["train", *sys.argv[1:]]))
