"""A frame as a table and as a file."""

import numpy as np
import pandas as pd

from pybench.reporting.tables import frame_file, frame_table


def test_a_named_index_is_a_column_and_unknown_cells_are_empty():
    frame = pd.DataFrame({"x": [0.5, np.nan], "y": ["a", None]}, index=["p", "q"])
    assert frame_table("t", frame).header == ("x", "y")
    table = frame_table("t", frame.rename_axis("name"))
    assert table.header == ("name", "x", "y")
    assert table.rows == (("p", 0.5, "a"), ("q", "", ""))
    assert frame_file("t", frame) == ("t.csv", b"x,y\n0.5,a\n,\n")
