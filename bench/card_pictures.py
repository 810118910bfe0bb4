"""Draws the games' pictures on the page's first screen: `python -m bench.card_pictures`. It needs the extra `render`, and Pillow."""

from __future__ import annotations

import io
import sys

from PIL import Image

from skirmish_rl.agents.serving.lobby import PICTURES, picture_file
from skirmish_rl.agents.sharing.site import shown_scene
from skirmish_rl.envs.core.paint import to_png
from skirmish_rl.envs.core.ruleset import Ruleset
from skirmish_rl.envs.registry import available, ruleset_of

SIZE, COLORS, CELL = (320, 140), 200, 20


def card_picture(ruleset: Ruleset) -> Image.Image:
    """The middle of a board in a game between the strongest bots, as wide as a card."""
    drawn = Image.open(io.BytesIO(to_png(shown_scene(ruleset), CELL))).convert("RGB")
    high = min(drawn.height, round(drawn.width * SIZE[1] / SIZE[0]))
    top = (drawn.height - high) // 2
    return drawn.resize(SIZE, Image.Resampling.LANCZOS, (0, top, drawn.width, top + high))


def main() -> int:
    """Write all of them."""
    PICTURES.mkdir(exist_ok=True)
    for name in available():
        card_picture(ruleset_of(name)).quantize(COLORS).save(picture_file(name), optimize=True)
        print(f"{picture_file(name)}: {picture_file(name).stat().st_size:,} bytes", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
