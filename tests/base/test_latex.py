"""LaTeX: nothing active is left of a text, and a table that fits is not too wide."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.errors import ArgumentError
from pybench.base.latex import Column, Layout, escape, number, tabular, text_width


@pytest.mark.parametrize(
    ("text", "escaped"),
    [
        ("50% & $x_1^2$ #1", r"50\% \& \$x\_1\textasciicircum{}2\$ \#1"),
        ("{a}~b", r"\{a\}\textasciitilde{}b"),
        ("\\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("a--b---c,,d", "a-{}-b-{}-{}-c,{},d"),
        ("<b|'`\">", r"\textless{}b\textbar{}'{}{}`{}\char34{}\textgreater{}"),
        ("two\nlines", r"two\textbackslash{}nlines"),
        ("\x07", r"\textbackslash{}x07"),
        ("C4.5+m", "C4.5+m"),
        ("?`", "?{}`{}"),
        ("a   b", r"a \ \ b"),
        ("héß 日本", "héß 日本"),
        ("− ≤ α", r"\ensuremath{-} \ensuremath{\leq} \ensuremath{\alpha}"),
    ],
)
def test_special_characters(text, escaped):
    assert escape(text) == escaped


@given(st.text())
def test_no_active_character_is_left(text):
    left = re.sub(
        r"\\(char34|ensuremath\{\\?[a-z-]+\}|[a-z]+\{\}|[{}$&#%_])|\\ |\{\}| |~", "", escape(text)
    )
    assert not set(left) & set("\\{}$&#%_^\n\r\t\x00\x1b")


@pytest.mark.parametrize(
    ("text", "latex"),
    [
        ("0.12", "0.12"),
        ("-0.5", "$-$0.5"),
        ("1.2e-4", r"$1.2 \times 10^{-4}$"),
        ("1e-4", "$10^{-4}$"),
        ("<1e-12", "$<10^{-12}$"),
        ("∞", r"\ensuremath{\infty}"),
        ("–", "--"),
        ("", ""),
        ("1-2", "1-2"),
    ],
)
def test_numbers(text, latex):
    assert number(text) == latex


def column(head, *cells, bold=(), numeric=True):
    return Column(head, cells, tuple(i in bold for i in range(len(cells))), numeric)


COLUMNS = [
    column("name", "a", "b_1", "mean", numeric=False),
    column("x", "0.5", "-12.25", "–", bold=[1]),
    column("p", "1e-4", "0.040", "0.5"),
]


def test_a_table_with_all_its_parts():
    assert (
        tabular(COLUMNS, Layout(), foot=1, notes=["A & B."], about=["What it is."])
        == r"""% What it is.
% needs \usepackage{booktabs}
\begin{tabular}{@{}p{\linewidth}@{}}
  \centering
  \begin{tabular}{@{}lrr@{}}
    \toprule
    {}name & x & p \\
    \midrule
    {}a & 0.5 & $10^{-4}$ \\
    {}b\_1 & \textbf{\boldmath $-$12.25} & 0.040 \\
    \midrule
    {}mean & -- & 0.5 \\
    \bottomrule
  \end{tabular}
  \tabularnewline[2pt]
  \footnotesize\raggedright A \& B. \tabularnewline
\end{tabular}
"""
    )


def test_siunitx_aligns_what_is_a_decimal_number():
    lines = tabular(COLUMNS, Layout(siunitx=True, booktabs=False)).splitlines()
    kinds = "S[table-format=-2.2,detect-weight,mode=text]S[table-format=1.3]"
    assert lines[0] == r"% needs \usepackage{siunitx}"
    assert lines[1] == rf"\begin{{tabular}}{{@{{}}l{kinds}@{{}}}}"
    assert lines[3] == r"  {}name & {x} & {p} \\"
    assert lines[5:8] == [
        r"  {}a & 0.5 & {$10^{-4}$} \\",
        r"  {}b\_1 & \bfseries -12.25 & 0.040 \\",
        r"  {}mean & {--} & 0.5 \\",
    ]


def test_a_narrow_place_narrows_the_gaps_and_then_refuses():
    wide = [column("method", "x" * 20, numeric=False), *(column(f"c{i}", "0.123") for i in "abcde")]
    inner = 72 * 3.5
    assert "tabcolsep" not in tabular(wide, Layout(width="ieee-text"))
    gap = float(re.search(r"tabcolsep\}\{([\d.]+)pt", tabular(wide, Layout(width=3.5)))[1])
    assert 2 <= gap < 6
    widths = [text_width("x" * 20, 10), *[text_width("0.123", 10)] * 5]
    assert inner - 1 < sum(widths) + 10 * gap <= inner
    with pytest.raises(ArgumentError, match=r"needs about 3\.\d\d in at 10 pt") as told:
        tabular(wide, Layout(width=2.6))
    fitting = int(re.search(r"the first (\d) fit", str(told.value))[1])
    assert tabular(wide[:fitting], Layout(width=2.6))
    with pytest.raises(ArgumentError):
        tabular(wide[: fitting + 1], Layout(width=2.6))
    with pytest.raises(ArgumentError, match='`width` "ieee-text"'):
        tabular([*wide, *wide], Layout(width="ieee-column"))


def test_what_a_hint_offers_does_fit():
    wide = [column("long header of numbers", "0.123") for _ in range(8)]
    with pytest.raises(ArgumentError, match="rotate the heads"):
        tabular(wide, Layout(width=4))
    assert tabular(wide, Layout(width=4, rotate=True)).count("\\rotatebox{90}") == 8
    tight = [column("m", "x" * 46)]
    with pytest.raises(ArgumentError, match="`font_size` 9"):
        tabular(tight, Layout(width=3.33))
    assert tabular(tight, Layout(width=3.33, font_size=9)).splitlines()[1] == (
        r"{\fontsize{9}{10.8}\selectfont%"
    )


def test_widths_of_letters_grow_with_text_size_and_weight():
    assert text_width("ab", 10) == pytest.approx(text_width("a", 10) + text_width("b", 10))
    assert text_width("a", 10, bold=True) > text_width("a", 10) > 1.9 * text_width("a", 4)
    assert text_width("é", 10) == text_width("é", 10) == text_width("e", 10)
    assert text_width("漢", 10) == pytest.approx(10.1)
