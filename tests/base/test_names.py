"""Names: text, distinct, also visually."""

from __future__ import annotations

import pytest

from pybench.base.errors import PybenchError
from pybench.base.names import distinct_names, listed, refuse_look_alikes, texts


def test_names_are_kept_as_they_are():
    assert distinct_names("method", ["a", " a", "NA"]) == ("a", " a", "NA")
    assert texts("metric", ("auc", "auc"), None) == ("auc", "auc")
    assert listed("datasets", iter("ab")) == ("a", "b")


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ([], "expected at least one method, found none"),
        (["a", "b", "a"], "expected every method once, found `a` 2 times"),
        (["a", 1], "expected names of methods as text, found int"),
        (["a\0"], "names without NUL and lone surrogates"),
        ("ab", "`classifiers` must be a list of names, not one string"),
        (3, "`classifiers` must be a list of names, not int"),
        (["\u00e9", "e\u0301"], "expected names that differ visibly"),
    ],
)
def test_others_are_refused(names, message):
    with pytest.raises(PybenchError, match=message):
        distinct_names("method", names)


def test_look_alikes_name_the_file():
    refuse_look_alikes(["a", "b"])
    with pytest.raises(PybenchError, match=r"^f\.csv: "):
        refuse_look_alikes(["\u00e9", "e\u0301"], "f.csv")
