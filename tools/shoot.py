"""Shoot docs/images/report.png, the picture of the README, from the report of ``make demo``.

    python tools/shoot.py out/demo/index.html

Left: what can and what cannot be concluded. Right: the first diagram, and the matrix.
"""

from __future__ import annotations

import base64
import io
import sys
from pathlib import Path
from typing import Any

import searched
from PIL import Image

REPORT = Path(__file__).resolve().parent.parent / "docs" / "images" / "report.png"
WIDTH, EDGE = 920, 20  # pixels: of each half, and above what is shown
#: Each half: pairs of elements; it shows the page from the first to the second.
HALVES = (
    (("body", "nav"),),
    (
        ("#comparison-diagram", "figure + figure"),
        ("#comparison-matrix", "#comparison-bayesian"),
    ),
)
TOP = "return document.querySelector(arguments[0]).getBoundingClientRect().top + scrollY"


def half(browser: Any, pairs: tuple[tuple[str, str], ...]) -> Image.Image:
    """Return parts of the page below each other."""
    parts = []
    for pair in pairs:
        first, last = (max(browser.execute_script(TOP, one) - EDGE, 0) for one in pair)
        clip = {"x": 0, "y": first, "width": WIDTH, "height": last - first, "scale": 1}
        shot = browser.execute_cdp_cmd(
            "Page.captureScreenshot", {"captureBeyondViewport": True, "clip": clip}
        )
        parts.append(Image.open(io.BytesIO(base64.b64decode(shot["data"]))).convert("RGB"))
    return beside(parts, down=True)


def beside(parts: list[Image.Image], down: bool = False) -> Image.Image:
    """Return pictures side by side, or below each other."""
    across = [part.width for part in parts]
    high = [part.height for part in parts]
    size = (max(across), sum(high)) if down else (sum(across), max(high))
    sheet = Image.new("RGB", size, parts[0].getpixel((0, 0)))
    for i, part in enumerate(parts):
        sheet.paste(part, (0, sum(high[:i])) if down else (sum(across[:i]), 0))
    return sheet


def main(page: Path, target: Path = REPORT) -> None:
    """Open the report, and keep its picture."""
    with searched.browser() as browser:
        size = {"width": WIDTH, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        browser.get(page.resolve().as_uri())
        sheet = beside([half(browser, pairs) for pairs in HALVES])
    sheet.quantize(256, dither=Image.Dither.NONE).save(target, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
