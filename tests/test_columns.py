"""Every column and field that a help page or a data frame names has a meaning."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator

import pandas as pd
import pytest

import pybench as pb
from tests.reporting.makers import MAKERS
from tests.test_docs import ROOT, result_classes, rows
from tests.test_style import public_callables, sections

GLOSSARY = frozenset(rows("Fields and columns"))
#: Columns that are called as the data are: methods and pairs of them, regions, axes, thresholds.
OF_THE_DATA = re.compile(r"c\d|m\d|C\d|C4\.5.*|R\d|PC\d|\d+|model \d+")
WORDS = r"(?:[\w-]+ ){0,4}"
#: What makes the name before it a name with a meaning ...
THEN = re.compile(r" ?[(:=]| (?:is|are|was|has|have|says?|shows?|uses?|holds?|counts?|of|lists?)\b")
APPOSED = re.compile(r", (?!and |or |\W)")
#: ... or all names after it: "the quartiles `first` and `third`", "names `a`".
NOUN = re.compile(rf"(?:\b[Tt]he|\b[Aa]n?|\bits|[)\w] or|\btwo) {WORDS}$|\b\w+s $|\bclass $")


def listed(text: str, name: str) -> dict[str, bool]:
    """Return the names in a text, and whether the text says what they mean.

    `name` is a regular expression with one group. Names in a list share what precedes the list;
    what follows it belongs to the last name, unless it has a verb in the plural.
    """
    plain = re.sub(r"\((?!\?)", "(?:", name)
    found: dict[str, bool] = {}
    for one in re.finditer(rf"{plain}(?:(?:,| and|, and| or) {plain})*", text):
        before, after = text[: one.start()][-80:], text[one.end() :]
        names = re.findall(name, one.group())
        together = bool(NOUN.search(before) or re.match(r" (?:are|of|say|give)\b", after))
        last = bool(THEN.match(after) or APPOSED.match(after))
        for place, each in enumerate(names, 1):
            said = together or (last and place == len(names))
            found[each] = found.get(each, False) or said
    return found


def test_a_name_without_a_meaning_is_found():
    ticked = r"`([a-z]+)`"
    text = "A data frame: `a` (first), `b`, `c`, the third; `d`, `e` and the edges `f`, `g`."
    assert [n for n, said in listed(text, ticked).items() if not said] == ["b", "d", "e"]
    assert listed("Columns `h` and `i` are counts", ticked) == {"h": True, "i": True}


def braced(text: str, start: int) -> str:
    """Return what is between the brace at `start` and the one that closes it."""
    depth, at = 1, start + 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0) * (text[at - 1] != "\\")
        at += 1
    return text[start + 1 : at - 1]


R_NAME = r"\\(?:code|verb)\{([a-z][a-z0-9_.]*)\}"
PAGES = sorted((ROOT / "r" / "man").glob("*.Rd"))


def r_items(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield the names and the text of each described item of a help page."""
    for one in re.finditer(r"\\item(?=\{)", text):
        names = braced(text, one.end())
        second = one.end() + len(names) + 2
        if text[second : second + 1] == "{":
            plain = re.sub(r"\\code\{([^}]*)\}", r"\1", names)
            yield re.split(r",\s*", plain), braced(text, second).strip()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_columns_of_an_r_help_page_have_meanings(page):
    text = re.sub(r"\s+", " ", page.read_text(encoding="utf-8"))
    start = text.find("\\value{")
    if start < 0:
        return
    value = braced(text, start + len("\\value"))
    arguments = {
        name for names, _ in r_items(text[: text.find("\\value{")]) for name in names
    } | GLOSSARY
    items = list(r_items(value))
    explained = {name for names, said in items if said not in ("", "as given") for name in names}
    silent = {name for names, _ in items for name in names} - explained - arguments
    named = listed(value, R_NAME)
    silent |= {n for n, said in named.items() if not said} - arguments - explained
    bare = re.findall(r"(?:data frame|[Cc]olumns)(?: \w+){0,6}: (?!\\code|one row|the)(\w+)", value)
    assert not silent, f"{page.stem}: say what {sorted(silent)} mean, there or in docs/glossary.md"
    assert not bare, f"{page.stem}: write the names of columns as `code`: {bare}"


def documented() -> dict[str, object]:
    """Return the public functions, and the public methods of all results."""
    found = dict(public_callables())
    for kind in (*result_classes(), type(pb.friedman(_table()).to_table())):
        for name, method in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_"):
                found[f"{kind.__name__}.{name}"] = method
    return found


def _table():
    path = ROOT / "pybench" / "data" / "demsar2006.csv"
    return pb.read_results(path, higher_is_better=True)


def test_the_columns_of_python_docstrings_have_meanings():
    silent, seen = {}, 0
    for name, function in documented().items():
        parts = sections(function)
        text = re.sub(r"\s+", " ", parts.get("Returns", ""))
        known = {*inspect.signature(function).parameters} | GLOSSARY
        named = listed(text, r"``([a-z][a-z0-9_]*)``")
        for part in re.findall(r"[Cc]olumns? ((?:\"[\w -]+\"(?:, | and )?)+)", text):
            named |= dict.fromkeys(re.findall(r'"([\w -]+)"', part), False)
        seen += len(named)
        if left := {n for n, said in named.items() if not said} - known:
            silent[name] = sorted(left)
    assert seen > 40
    assert not silent, f"say what these mean, there or in docs/glossary.md: {silent}"


@pytest.mark.parametrize("schema", MAKERS)
def test_the_columns_of_a_data_frame_are_in_the_glossary(schema):
    result = MAKERS[schema]()
    frames = [result.to_frame()]
    frames += [getattr(result, field.name) for field in dataclasses.fields(result)]
    names = {
        str(name)
        for frame in frames
        if isinstance(frame, pd.DataFrame)
        for name in (*frame.columns, *frame.index.names)
        if name is not None
    }
    assert {name for name in names if not OF_THE_DATA.fullmatch(name)} <= GLOSSARY


def test_the_fields_of_a_table_are_in_the_glossary():
    table = pb.friedman(_table()).to_table()
    assert {field.name for field in dataclasses.fields(table)} <= GLOSSARY
