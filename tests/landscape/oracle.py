"""The maps of tests/golden/som: trained by kohonen, their figures by aweSOM."""

from __future__ import annotations

import json
import lzma
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from pybench.bridge.call import call

FOLDER = Path(__file__).resolve().parents[1] / "golden" / "som"
CARRIED = ("gauss500x30", "iris_scaled")
OF_KOHONEN = ("wines_scaled", "yeast_alpha200")


def oracle_maps(inputs: tuple[str, ...] = CARRIED + OF_KOHONEN) -> Iterator[dict[str, Any]]:
    """Return each map of some inputs: how it was asked for, what came of it, its `rows`."""
    cases = pd.read_csv(FOLDER / "cases.csv", float_precision="round_trip").to_dict("records")
    for case, found in zip(cases, _trained(), strict=True):
        assert case["map"] == found["map"]
        if case["input"] in inputs:
            numbers = {name: np.array(x) for name, x in found.items() if name != "map"}
            yield {**case, **numbers, "rows": _rows(case["input"])}


@cache
def _trained() -> list[dict[str, Any]]:
    return json.loads(lzma.decompress((FOLDER / "maps.json.xz").read_bytes()))


@cache
def _rows(name: str) -> np.ndarray:
    if name in CARRIED:
        return pd.read_csv(FOLDER / f"{name}.csv", float_precision="round_trip").to_numpy()
    script = f"source('{FOLDER / 'inputs.R'}', local = TRUE)"
    return np.array(call("bridge_eval", {"source": f"{script}; som_input('', '{name}')"})["values"])
