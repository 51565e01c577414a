from __future__ import annotations

import inspect
import re

import pytest
from matplotlib.figure import Figure

import pybench as pb
from pybench.base.errors import ArgumentError
from pybench.plot.arguments import check_labels, documented, style_of

FIGURES = {name: getattr(pb.plot, name) for name in pb.plot.__all__}


@pytest.mark.parametrize("name", FIGURES)
def test_every_argument_has_one_entry_in_the_order_of_the_signature(name):
    parts = re.split(r"^(\w+)\n-+$", FIGURES[name].__doc__, flags=re.MULTILINE)
    entries = [line for line in parts[parts.index("Parameters") + 1].split("\n") if " : " in line]
    heads = [line for line in entries if not line.startswith(" ")]
    named = [one for head in heads for one in head.partition(" : ")[0].split(", ")]
    assert sorted(named) == sorted(inspect.signature(FIGURES[name]).parameters)
    assert named[0] == next(iter(inspect.signature(FIGURES[name]).parameters))


@pytest.mark.parametrize("name", [name for name in FIGURES if not name.endswith(("tikz", "latex"))])
def test_every_figure_says_that_pyplot_does_not_know_it(name):
    told = FIGURES[name].__doc__
    assert told.count("The figure is not registered with pyplot") == 1
    assert ("If ``ax`` is given, its figure is returned." in told) == (
        "ax" in inspect.signature(FIGURES[name]).parameters
    )


def described(ax=None, *, own=1, title=None, width=4.0, height=3.0, font="x"):
    """Draw.

    Parameters
    ----------
    own : int
        A thing
        of two lines.
    title : str
        Another meaning.

    Returns
    -------
    matplotlib.figure.Figure
        Blue.

    Raises
    ------
    ArgumentError
    """


def test_what_is_missing_is_shared_and_an_own_meaning_stays():
    told = inspect.getdoc(documented(described))
    order = [
        "\nax : ",
        "\nown : int\n    A thing\n    of two lines.\n",
        "\ntitle : str\n    Another",
    ]
    places = [
        told.index(part)
        for part in [*order, "\nwidth : float or str", "\nheight : float", "\nfont : str"]
    ]
    assert places == sorted(places)
    assert "So are the names of lines" in told
    assert re.search(
        r"\.Figure\n    The figure is not registered (.|\n)*"
        r" If ``ax`` is given, its figure is returned\.\n\n    Blue\.",
        told,
    )


def test_an_argument_that_nobody_describes_is_found():
    def strange(colour=None):
        """Draw.

        Parameters
        ----------
        other : int

        Returns
        -------
        str
        """

    with pytest.raises(KeyError, match="colour"):
        documented(strange)


def test_lengths_are_points_and_titles_are_lines():
    style = style_of(font_size=8, width=2, height=0.5, title=" a \n\n$b$")
    assert (style.font_size, style.width, style.height) == (8.0, 144.0, 36.0)
    assert style.title == ("a", "$b$")
    assert (style_of(font_size=8).width, style_of(font_size=8).title) == (0.0, ())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"font_size": 0}, "`font_size` must be a positive number of points"),
        ({"line_width": "1"}, "`line_width` must be a positive number of points"),
        ({"width": -1}, "`width` must be a positive number of inches"),
        ({"height": 1e9}, "`height` must be a positive number of inches"),
        ({"max_label": 2}, "`max_label` must be a whole number from 3 to 10000, not 2"),
        ({"max_label": 24.0}, "`max_label` must be"),
        ({"ax": 3}, "`ax` must be axes of a Matplotlib figure, not int"),
    ],
)
def test_what_no_figure_takes_is_refused_by_name(arguments, message):
    with pytest.raises(ArgumentError, match=message):
        style_of(**{"font_size": 9.0} | arguments)


def test_axes_without_a_figure_are_refused():
    axes = Figure().subplots()
    axes.remove()
    with pytest.raises(ArgumentError, match="axes removed from their figure"):
        style_of(axes, font_size=9.0)


@pytest.mark.parametrize("decimals", [-1, 13, 1.0, True])
def test_digits_are_few_whole_numbers(decimals):
    with pytest.raises(ArgumentError, match="`decimals` must be a whole number from 0 to 12"):
        check_labels(None, decimals)
