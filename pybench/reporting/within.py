"""The part of a page about tests within each dataset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pybench.comparison.within import NOT_EQUAL

if TYPE_CHECKING:
    from pybench.comparison.within import WithinDatasets

_SHOWN = 20  # pairs; all others are folded


def view(result: WithinDatasets) -> dict[str, Any]:
    """Return the values of a result for the template."""
    counts = result.counts()
    return {
        "how": result.counted_how(),
        "controlled": result.controlled(),
        "not_equal": NOT_EQUAL,
        "shown": counts[:_SHOWN],
        "folded": counts[_SHOWN:],
    }
