from __future__ import annotations

from types import SimpleNamespace

import pytest

from pybench.base.errors import ArgumentError
from pybench.plot._critical_difference_tikz import critical_difference_tikz


def test_a_comparison_is_written_like_its_diagram(demsar):
    whole = SimpleNamespace(critical_difference=demsar)
    assert critical_difference_tikz(whole) == critical_difference_tikz(demsar)


@pytest.mark.parametrize("arguments", [{"width": -1}, {"layout": "x"}, {"font_size": 0}])
def test_bad_arguments_are_refused(demsar, arguments):
    with pytest.raises(ArgumentError, match=next(iter(arguments))):
        critical_difference_tikz(demsar, **arguments)


def test_a_document_holds_the_picture(demsar):
    picture = critical_difference_tikz(demsar)
    document = critical_difference_tikz(demsar, document=True)
    assert document.startswith("\\documentclass")
    assert picture in document
