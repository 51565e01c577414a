"""A frame as a table and as a CSV file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pybench.base.tables import Table

if TYPE_CHECKING:
    import pandas as pd


def frame_table(name: str, frame: pd.DataFrame) -> Table:
    """Return a frame as a table; unknown cells are empty."""
    named = frame.index.name is not None
    whole = (frame.reset_index() if named else frame).astype(object)
    whole = whole.where(whole.notna(), "")
    header = tuple(map(str, whole.columns))
    rows = tuple(whole.itertuples(index=False, name=None))
    return Table(name, "", header, ("",) * len(header), rows)


def frame_file(name: str, frame: pd.DataFrame) -> tuple[str, bytes]:
    """Return name and content of a CSV file of a frame; unknown cells are empty."""
    return f"{name}.csv", frame_table(name, frame).to_csv().encode("utf-8")
