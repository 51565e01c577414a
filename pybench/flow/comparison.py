"""Which methods differ: the comparison of a study, and those of published tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from pybench.comparison.scores import lacks_repeats
from pybench.flow import sources
from pybench.flow.part_cache import Inputs, digest_of
from pybench.flow.state import StudyState

if TYPE_CHECKING:
    from pybench.table import ResultsTable


def comparison(state: StudyState) -> dict[str, Any]:
    """Compare the methods."""
    from pybench.comparison.summary import compare

    table = state.scores(complete=False)
    settings = fitting(state, table, state.settings("comparison"))
    return compared(state, "comparison", partial(compare, table, **settings), ("results",))


def fitting(
    state: StudyState, table: ResultsTable, settings: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Return the settings of a comparison, without what needs one metric, or repeats.

    Each is left out with a notice if there are several metrics, or if the table has no repeats.
    """
    chosen = {**settings, "seed": state.definition.seed}
    of_repeats = {"hierarchical": False, "rho": None}
    asked = [name for name, off in of_repeats.items() if settings.get(name, off) is not off]
    if asked and lacks_repeats(table):
        means = f"{table.source or 'the table'} has no repeats"
        state.notice(f"Left out of the comparison, since {means}: {', '.join(asked)}")
        chosen |= of_repeats
    if table.metrics is not None:
        asked = [
            name for name in ("bayesian", "hierarchical", "stability", "mcm") if settings.get(name)
        ]
        if asked:
            several = f"the datasets have different metrics ({table.metric})"
            state.notice(f"Left out of the comparison, since {several}: {', '.join(asked)}")
        chosen |= dict.fromkeys(("bayesian", "hierarchical", "stability"), False)
    return chosen


def compared(
    state: StudyState, name: str, compute: Callable[..., Any], others: tuple[str, ...], **more: str
) -> dict[str, Any]:
    """Return a comparison and the posterior of the best two, if Bayes was requested."""

    def make() -> dict[str, Any]:
        from pybench.comparison.posterior import best_two

        found = state.in_languages(compute)
        return {"comparison": found, "posterior": best_two(found)}

    def inputs() -> Inputs:
        return {**state.inputs("comparison", *others, engine=True), **more}

    return state.cache.part(name, inputs, make)


def published(state: StudyState) -> dict[str, Any]:
    """Compare the methods of each published table."""
    from pybench.comparison.summary import compare
    from pybench.flow.fields import PARTS

    usual = {name: one.default for name, one in PARTS["comparison"].items()}
    settings = state.definition.parts.get("comparison", usual)
    found = {}
    for title, one in state.definition.published.items():
        reading = [one["higher_is_better"], one["metric"]]
        reading += [one["format"]] * (one["format"] != "auto")  # keeps the digests of older studies
        digest = {"table": sources.file_sha256(one["file"]), "title": title,
                  "reading": digest_of(reading)}  # fmt: skip
        # Read after it was hashed: a change in between is not kept under its own digest.
        table = sources.read_table(
            one["file"], one["higher_is_better"], one["metric"], "error", one["format"]
        )
        compute = partial(compare, table, **fitting(state, table, settings))
        made = compared(state, f"published {title}", compute, (), **digest)
        found[title] = made["comparison"]
    return {"published": found}
