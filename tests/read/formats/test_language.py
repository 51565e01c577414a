"""JSON of evaluations: every change of a document is read or refused."""

from __future__ import annotations

import copy
import json

import numpy as np
import pytest

from pybench.base.errors import ArgumentError, InputError
from pybench.read.results import read_results
from tests.read.format_files import DOCUMENTS, MAKERS, written


def _places(value, at=()):
    """Yield the path of every value inside a document, but for long lists."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    for key, one in inner:
        yield (*at, key)
        if isinstance(one, (dict, list)):
            yield from _places(one, (*at, key))


def _changed(document, at, change):
    changed = copy.deepcopy(document)
    inside = changed
    for key in at[:-1]:
        inside = inside[key]
    if change is DELETED:
        del inside[at[-1]]
    else:
        inside[at[-1]] = change
    return changed


DELETED = object()


CHANGES = (DELETED, None, "", "text", True, 7, 1e400, -1, [], {}, [None], {"": None})


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_change_of_a_document_is_read_or_refused(name, tmp_path):
    """Each value in turn is deleted or replaced: pybench's errors alone may come out."""
    source, arguments = MAKERS[name](tmp_path)
    path = source if source.is_file() else sorted(source.rglob("*.json"))[-1]
    original, refused = json.loads(path.read_text()), 0
    for at in _places(original):
        for change in CHANGES:
            written(path, _changed(original, at, change))
            try:
                t = read_results(source, format=name, **arguments)
            except (InputError, ArgumentError):
                refused += 1
            else:
                assert np.isfinite(t.scores).all(), (at, change)
    assert refused >= 20


@pytest.mark.parametrize("status", ["error", "cancelled", "started"])
def test_a_log_of_a_run_that_did_not_end_is_refused(status, tmp_path):
    source, arguments = MAKERS["inspect"](tmp_path)
    path = next(source.glob("*.json"))
    written(path, json.loads(path.read_text()) | {"status": status})
    with pytest.raises(InputError, match=f'expected the status "success", found `{status}`'):
        read_results(source, **arguments)


def test_a_benchmark_without_a_fold_is_refused(tmp_path):
    source, arguments = MAKERS["sktime"](tmp_path)
    written(source, [row | {"folds": {}} for row in json.loads(source.read_text())])
    with pytest.raises(InputError, match="expected at least one score, found none"):
        read_results(source, **arguments)


def test_a_metric_of_one_dataset_only_is_not_padded(tmp_path):
    source, _ = MAKERS["mteb"](tmp_path)
    t = read_results(source, metric="ndcg_at_10", higher_is_better=True)
    assert np.array_equal(t.scores, np.full((2, 2), 0.1))
