"""Results from files of strangers: every text of them changed, one at a time, in memory."""

from __future__ import annotations

import copy
import json

import pytest

import pybench as pb
from pybench.base.errors import InputError, PybenchError
from pybench.reporting.numbers import document
from tests.reporting.makers import MAKERS

FORGED = "x\n  signed by z\x1b[31m\x9b1m\u2028"
NOT_OURS = ("schema", "pybench", "note_details")


def texts(value, where=()):
    """Yield where a text is, once for each list."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, (*where, key))
    elif isinstance(value, list):
        for place, item in enumerate(value[:1]):
            yield from texts(item, (*where, place))
    elif isinstance(value, str):
        yield where


def changed(value, where):
    made = inner = copy.deepcopy(value)
    for key in where[:-1]:
        inner = inner[key]
    inner[where[-1]] = FORGED
    return made


def plain_of(name):
    return json.loads(document(MAKERS[name]().to_dict()))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] * (name == "published-landscape"))
        for name in sorted(MAKERS)  # it has thousands of texts
    ],
)
def test_no_text_begins_a_line_or_moves_the_cursor(name):
    plain = plain_of(name)
    tried = 0
    for where in texts(plain):
        if where[0] in NOT_OURS:
            continue
        try:
            found = pb.load_result(changed(plain, where))
        except InputError:
            continue
        tried += 1
        for text in (str(found), repr(found)):
            assert "\n  signed" not in text, where
            assert not {"\x1b", "\x9b", "\u2028"} & set(text), where
    assert tried or name in ("k-means", "power")


def pages(name, tmp_path, most):
    """Yield where a change, of at most so many spread over the result, is refused."""
    plain = plain_of(name)
    places = [where for where in texts(plain) if where[0] not in NOT_OURS]
    for where in places[:: -(-len(places) // most) or 1]:
        try:
            pb.report(pb.load_result(changed(plain, where)), tmp_path / "page.html")
        except PybenchError:
            yield where


GLYPHS = pytest.mark.filterwarnings("ignore:Glyph")  # of line ends, in texts that are no names


@GLYPHS
def test_fields_that_do_not_fit_together_are_a_typed_error(tmp_path):
    assert ("profile", "columns", 0) in set(pages("mantel", tmp_path, 1000))


@GLYPHS
@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MAKERS))
def test_no_changed_text_of_any_result_ends_a_report_untyped(name, tmp_path):
    list(pages(name, tmp_path, 8))  # another error than pybench's own would end this
