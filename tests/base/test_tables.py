"""A table in all its forms; tests/golden/tables has them as texts."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.errors import ArgumentError
from pybench.base.tables import FORMULA_STARTS, NONE, Foot, Table, printed


def table_of(*names):
    rows = tuple((name, 0.1, 3, True) for name in names)
    return Table("t", "a caption", ("name", "value", "count", "yes"), ("", ".2f", "d", ""), rows)


def read(text):
    return list(csv.reader(io.StringIO(text, newline="")))


@given(st.lists(st.text(st.characters(exclude_categories=["Cs"]), min_size=1), max_size=5))
def test_csv_gives_names_back_but_for_the_guard(names):
    _, *rows = read(table_of(*names).to_csv())
    for name, row in zip(names, rows, strict=True):
        assert row[0] == ("'" + name if name[0] in FORMULA_STARTS else name)
        assert row[1:] == ["0.1", "3", "TRUE"]


@pytest.mark.parametrize(
    "name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", '=cmd|"/c calc"!A1', "＝1"]
)
def test_formulas_are_guarded(name):
    assert read(table_of(name).to_csv())[1][0] == "'" + name
    header = Table("t", "", (name,), ("",), ())
    assert read(header.to_csv())[0] == ["'" + name]


def test_negative_numbers_are_numbers():
    text = Table("t", "", ("name", "x"), ("", ".1f"), (("a", -0.5), ("b", 1e-300))).to_csv()
    assert text == "name,x\na,-0.5\nb,1e-300\n"


def test_csv_keeps_every_digit():
    value = 0.1 + 0.2
    text = Table("t", "", ("x", "y"), ("", ""), (("a", value),)).to_csv()
    assert float(read(text)[1][1]) == value


@pytest.mark.parametrize(
    ("cell", "form", "text"),
    [
        (0.12345, ".2f", "0.12"),
        (-0.5, ".1f", "-0.5"),
        (-0.0001, ".2f", "0.00"),
        (0.04567, "p", "0.046"),
        (0.000123, "p", "1.2e-4"),
        (1e-13, "p", "<1e-12"),
        (0.0, "p", "<1e-12"),
        (1.0, "p", "1.000"),
        (float("nan"), ".2f", NONE),
        (float("inf"), ".2f", "∞"),
        (True, "", "yes"),
        (7, ".0f", "7"),
        ("0.5", ".1f", "0.5"),
    ],
)
def test_a_cell_is_printed_in_the_format_of_its_column(cell, form, text):
    assert printed(cell, form) == text


HOSTILE = "<script>|*_`[a](b)`\n& $x$"


def test_markdown_has_one_line_per_row_and_no_markup_of_names():
    text = table_of(HOSTILE, "plain").to_markdown()
    head, rule, hostile, plain = text.splitlines()
    assert head == "| name | value | count | yes |"
    assert rule == "| :--- | ---: | ---: | :--- |"
    assert plain == "| plain | 0.10 | 3 | yes |"
    assert "\\<script\\>\\|\\*\\_\\`\\[a\\](b)\\`\\\\n\\& \\$x\\$" in hostile


def test_html_escapes_and_says_how_many_rows_it_hides():
    text = table_of(HOSTILE, "plain", "more").to_html(most=1)
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "<p>and 2 rows more</p>" in text
    assert "plain" not in text
    assert "and" not in table_of("plain").to_html(most=1)


def test_bold_and_foot_are_in_every_form():
    table = Table(
        "t", "", ("name", "x"), ("", ".1f"), (("a", 0.5),), (Foot(("mean", 0.25), ".2f"),),
        frozenset({(0, 1), (1, 1)}), ("A note.",),
    )  # fmt: skip
    assert "| a | **0.5** |\n| mean | **0.25** |\n\nA note.\n" in table.to_markdown()
    assert "\\midrule\n    {}mean & \\textbf{0.25} \\\\\n" in table.to_latex()
    assert "<strong>0.25</strong>" in table.to_html()
    assert table.to_csv() == "name,x\na,0.5\n"


def test_a_prompt_shows_markdown_and_a_notebook_html():
    table = table_of("plain")
    assert repr(table) == str(table) == table.to_markdown().rstrip("\n")
    assert table._repr_html_() == table.to_html()


def test_a_table_without_rows_has_its_head():
    table = Table("t", "", ("name", "x"), ("", ".1f"), ())
    assert table.to_markdown() == "| name | x |\n| :--- | :--- |\n"
    assert "{}name & x \\\\" in table.to_latex(siunitx=True)


@pytest.mark.parametrize(
    ("argument", "value"),
    [("width", "a0"), ("width", 0), ("font_size", -1), ("siunitx", 1), ("booktabs", None)],
)
def test_arguments_are_checked(argument, value):
    with pytest.raises(ArgumentError, match=f"`{argument}` must be"):
        table_of("a").to_latex(**{argument: value})
