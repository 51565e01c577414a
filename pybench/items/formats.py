"""Files of other tools and folders of runs: recognised, then read by the file of their name."""

from __future__ import annotations

from typing import Any

from pybench.items.table import ItemTable


def recognised(source: Any) -> str:
    return "table"


def read(kind: str, source: Any, higher_is_better: bool, metric: str | None) -> ItemTable:
    raise NotImplementedError
