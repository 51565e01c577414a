"""Files of series: ours beside aeon's loader, on files that ship with aeon and on larger ones."""

from __future__ import annotations

import tempfile
import warnings
from pathlib import Path

import numpy as np

from bench.timing import Row, measure
from pybench.read.ts import read_ts

warnings.filterwarnings("ignore")

SHIPPED = ("ACSF1/ACSF1_TEST", "GunPoint/GunPoint_TEST", "JapaneseVowels/JapaneseVowels_TEST")
COMMAS = "physical: read the bytes, count the commas"
MADE = {"1 channel": (2000, 1, 500), "6 channels": (500, 6, 400), "missing": (2000, 1, 500)}


def run() -> list[Row]:
    """Read .ts files, each by both in turn."""
    import aeon.datasets as theirs

    data = Path(theirs.__file__).parent / "data"
    rows = [row for name in SHIPPED for row in _measure(theirs, data / f"{name}.ts")]
    with tempfile.TemporaryDirectory() as folder:
        for name, shape in MADE.items():
            path = Path(folder, f"{name}.ts")
            path.write_bytes(_made(shape, missing=name == "missing"))
            rows += _measure(theirs, path)
    return rows


def _measure(theirs, path: Path) -> list[Row]:
    size = path.stat().st_size / 1e6
    return measure(
        f"read .ts, {path.stem}, {size:.2g} MB",
        {
            "pybench": lambda: read_ts(path.read_bytes(), dataset=path.stem),
            "aeon": lambda: theirs.load_from_ts_file(str(path)),
            COMMAS: lambda: np.count_nonzero(np.frombuffer(path.read_bytes(), np.uint8) == 44),
        },
        notes={"aeon": "labels in lower case"},
    )


def _made(shape: tuple[int, int, int], *, missing: bool) -> bytes:
    """Write normal numbers to 8 digits, one in a hundred missing."""
    random = np.random.default_rng(0)
    values = random.normal(size=shape)
    if missing:
        values[random.random(shape) < 0.01] = np.nan
    header = f"@univariate {str(shape[1] == 1).lower()}\n@classLabel true a b\n@data\n"
    lines = [
        ":".join(",".join(f"{x:.8g}" for x in channel) for channel in case.tolist()) + ":a"
        for case in values
    ]
    return (header + "\n".join(lines) + "\n").replace("nan", "?").encode()
