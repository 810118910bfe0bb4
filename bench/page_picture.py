"""Films a game on the page: `python -m bench.page_picture page.gif`. It needs the extra `web`, playwright and a browser."""

from __future__ import annotations

import io
import sys

from PIL import Image
from playwright.sync_api import sync_playwright

from bench.browser import browser_path
from bench.serving import server

SIZE, FRAMES, COLORS = (1100, 690), 28, 128


def film(path: str) -> None:
    """Watch a game of the shipped agent against the strong bot, with its thoughts, and keep positions from its first to its last."""
    frames = []
    with server() as address, sync_playwright() as made:
        browser = made.chromium.launch(executable_path=browser_path(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]}, color_scheme="light")
        page.goto(address)
        page.click("[data-game=tide_of_iron]")
        page.wait_for_selector(".start .board:not(.waiting) .scene")
        page.select_option("[data-seat='0']", "ppo:tide_of_iron/farm")
        page.select_option("[data-seat='1']", "bot:strong")
        page.select_option("[aria-label^='How fast']", "0")
        page.fill("[aria-label^=Seed]", "8")
        page.click("text=Start")
        page.wait_for_selector(".play[data-state='over']", timeout=120_000)
        page.click("text=Look it over")
        page.wait_for_selector(".thoughts button:text-is('Draw it again')", timeout=120_000)
        page.wait_for_timeout(3_000)
        last = int(page.inner_text(".at").split("/")[1])
        page.keyboard.press("Home")
        for k in range(FRAMES):
            if k % 6 == 0:
                page.click(f"[data-tab={'thoughts' if k % 12 else 'report'}]")
            page.mouse.move(0, 0)
            page.evaluate("document.activeElement.blur()")
            page.wait_for_timeout(150)
            shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            frames.append(shot.resize((SIZE[0] * 7 // 10, SIZE[1] * 7 // 10), Image.Resampling.LANCZOS))
            for _ in range(last * (k + 1) // (FRAMES - 1) - last * k // (FRAMES - 1)):
                page.keyboard.press("ArrowRight")
                page.wait_for_timeout(60)
        browser.close()
    palette = frames[-1].quantize(COLORS, Image.Quantize.FASTOCTREE)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    first.save(path, save_all=True, append_images=others, duration=700, loop=0, optimize=True)


if __name__ == "__main__":
    film(sys.argv[1])
