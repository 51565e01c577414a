"""Kernels, potentials and drifts."""

from __future__ import annotations

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError


def test_potentials_are_those_of_the_paper(curves_of):
    """Example 3: (x^2 - 1)^2 / 2 and x^4 / 4, 0 at 0 here; errata 4."""
    first, second = curves_of(pb.plot.drifts("b-T2", limits=(-2, 2)).axes[0])
    x = first.get_xdata()
    assert first.get_ydata() == pytest.approx((x**2 - 1) ** 2 / 2 - 0.5, abs=1e-4)
    assert second.get_ydata() == pytest.approx(x**4 / 4, abs=1e-4)


def test_kernels_are_those_of_the_paper(curves_of):
    far, near = curves_of(pb.plot.drifts("d-d6").axes[0])
    r = far.get_xdata()
    expected = np.select([r < np.sqrt(2), r < 2], [0.2, 2.0], 0.0)
    away = np.abs(r - 2) > 1e-9
    np.testing.assert_array_equal(far.get_ydata()[away], expected[away])
    swapped = np.select([r < np.sqrt(2), r < 2], [2.0, 0.2], 0.0)
    np.testing.assert_array_equal(near.get_ydata()[away], swapped[away])


def test_drifts_are_those_of_the_paper(curves_of):
    zero, one = curves_of(pb.plot.drifts("e-L5", time=0.5).axes[0])
    x = zero.get_xdata()
    assert zero.get_ydata() == pytest.approx(-np.pi * x + 1)
    assert one.get_ydata() == pytest.approx(-0.1 * x + np.cos(np.pi * x))
    flat, _ = curves_of(pb.plot.drifts("a-T1").axes[0])
    assert set(flat.get_ydata()) == {1.0}


@pytest.mark.parametrize("name", ["particles", "potentials", "c-d8"])
def test_sound(sound, name):
    sound(lambda ax=None: pb.plot.drifts(name, ax))


def test_potentials_are_named_once():
    said = [text.get_text() for text in pb.plot.drifts("b-T2").axes[0].texts]
    assert "Potentials; the drift is minus their slope" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"process": "a-T1", "show": "kernel"}, "has no interaction kernel"),
        ({"process": "a-T1", "limits": (1, 0)}, "the lower one first"),
        ({"process": "z-T1"}, "`name` must be one of"),
    ],
)
def test_messages(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        pb.plot.drifts(**arguments)
