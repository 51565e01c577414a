"""Pictures of pages, in docs/images."""

from __future__ import annotations

import io
from pathlib import Path

from matplotlib.figure import Figure
from PIL import Image

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "images"
LARGEST = 60_000  # bytes of a file
WIDTH = 6.5  # inches: a page of text


def picture(name: str, figure: Figure, alt: str) -> str:
    """Save a figure, and return the Markdown that shows it.

    The file is an SVG, or a PNG of few colours if the SVG is large, coarser if need be.
    """
    for old in FOLDER.glob(f"{name}.*"):
        old.unlink()
    path = FOLDER / f"{name}.svg"
    figure.savefig(path)
    if path.stat().st_size > LARGEST:
        path.unlink()
        path = path.with_suffix(".png")
        for dpi in (120, 100):
            drawn = io.BytesIO()
            figure.savefig(drawn, format="png", dpi=dpi)
            Image.open(drawn).convert("RGB").quantize(24).save(path, optimize=True)
            if path.stat().st_size <= LARGEST:
                break
    size = path.stat().st_size
    if size > LARGEST:
        raise ValueError(f"{path}: {size:,} bytes; expected at most {LARGEST:,}: draw less")
    return f"![{alt}](images/{path.name})"
