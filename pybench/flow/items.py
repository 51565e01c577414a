"""Which methods differ on single items: the items of a study, and their comparison."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from pybench.base.errors import ArgumentError
from pybench.flow import sources
from pybench.flow.part_cache import Inputs
from pybench.flow.state import NotPossible, StudyState

if TYPE_CHECKING:
    from pybench.items.table import ItemTable

_READING = ("higher_is_better", "metric", "format", "item", "cluster")


def means(state: StudyState) -> dict[str, Any]:
    """Return the mean scores on the datasets of the items; none if the items name no dataset."""

    def make() -> dict[str, Any]:
        try:
            return {"table": read(state).to_results()}
        except ArgumentError:  # items without datasets
            return {"table": None}

    return state.cache.part("results", lambda: {**_inputs(state), **state.versions}, make)


def items(state: StudyState) -> dict[str, Any]:
    """Compare the methods item by item."""
    from pybench.items.compare import compare_items

    if state.definition.source != "items":
        raise NotPossible("it requires `data.items`")
    settings = {**state.settings("items"), "seed": state.definition.seed}

    def make() -> dict[str, Any]:
        table = read(state)
        if table.n_classifiers < 2:
            raise NotPossible("it requires scores of 2 methods or more")
        return {"items": state.in_languages(partial(compare_items, table, **settings))}

    def inputs() -> Inputs:
        return {**state.inputs("items", engine=True), **_inputs(state)}

    return state.cache.part("items", inputs, make)


def read(state: StudyState) -> ItemTable:
    """Return the items of a study, which are read once."""
    from pybench.items.read import read_items

    if state.items is None:
        data = state.definition.data
        options = {name: data[name] for name in _READING if data[name] is not None}
        state.items = read_items(data["items"], **options)
    return state.items


def _inputs(state: StudyState) -> Inputs:
    data = state.definition.data
    texts = {name: str(data[name]) for name in _READING}
    return {"items": sources.file_sha256(data["items"]), **texts}
