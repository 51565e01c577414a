from __future__ import annotations

from pathlib import Path

import pytest

import pybench as pb
from pybench.cli.look import Look, format_of, pairs_of


def test_a_figure_takes_the_options_that_it_has():
    look = Look("ieee-column", None, 8.0, ["a"], ["a=x", "b=x"], ["a=A=1"], None)
    assert look.given == {
        "width": "ieee-column", "font_size": 8.0, "highlight": ["a"],
        "groups": {"a": "x", "b": "x"}, "labels": {"a=A": "1"},
    }  # fmt: skip
    assert look.of(pb.plot.critical_difference) == look.given
    assert set(look.of(pb.plot.selection)) == {"width", "font_size", "labels"}
    assert Look("3.5").given == {"width": 3.5}
    assert Look().given == {}
    # A zero is passed on, to be refused by the figure.
    assert Look("0", None, 0.0, None, None, None, 0).given == {
        "width": 0.0, "font_size": 0.0, "max_label": 0
    }  # fmt: skip


@pytest.mark.parametrize("text", ["a", "=x", "a="])
def test_a_pair_needs_both_sides(text):
    with pytest.raises(pb.ArgumentError, match="expected --group METHOD=TEXT, found"):
        pairs_of("--group", [text])


def test_the_ending_is_the_format():
    assert format_of(Path("x.PDF"), ("pdf", "svg")) == "pdf"
    with pytest.raises(pb.ArgumentError, match=r"an ending of pdf, svg, found `x\.gif`"):
        format_of(Path("x.gif"), ("pdf", "svg"))
