"""Files of predictions: OpenML's columns, exact doubles, hostile names, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pybench.base.errors import SuiteError
from pybench.suite.running.predictions import Predictions, decode, encode

NAMES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))
CLASSES = st.lists(NAMES, min_size=2, max_size=4, unique=True).map(tuple)


@given(CLASSES, st.integers(0, 9), st.integers(0, 2**32), st.booleans())
def test_what_is_written_is_read(classes, place, seed, certain):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    shares = None if certain else rng.dirichlet(np.ones(len(classes)), n)
    said, true = (tuple(classes[i] for i in rng.integers(len(classes), size=n)) for _ in range(2))
    held = () if certain else classes
    one = Predictions(place, place + 1, rng.permutation(n), said, true, held, shares)
    found = decode(encode(one))
    assert (found.repeat, found.fold, found.classes) == (place, place + 1, held)
    assert found.rows.tolist() == one.rows.tolist()
    assert (found.predicted, found.correct) == (said, true)
    assert (found.confidences is None) == certain
    assert certain or np.array_equal(found.confidences, shares)
    assert encode(found) == encode(one)


HEAD = b"repeat,fold,row_id,prediction,correct,confidence.a,confidence.b\n"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (b"", "does not read"),
        (b"\xff", "does not read"),
        (HEAD, "another length"),
        (b"fold,repeat,row_id,prediction,correct\n0,0,0,a,a\n", "columns"),
        (b"repeat,fold,row_id,prediction,correct,a\n0,0,0,a,a,1\n", "columns"),
        (HEAD + b"0,0,1,a,b,0.5\n", "another length"),
        (HEAD + b"0,0,1,a,b,0.5,x\n", "could not convert"),
        (HEAD + b"0,0,1,a,b,0.5,0.5\n0,1,2,a,b,0.5,0.5\n", "too many values"),
    ],
)
def test_what_is_no_such_file_is_refused(data, found):
    with pytest.raises(SuiteError, match=found) as caught:
        decode(data, "predictions-0-0.csv")
    assert caught.value.file == "predictions-0-0.csv"
