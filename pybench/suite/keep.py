"""What a selection or a landscape has chosen -> names of datasets, and how they were chosen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pybench.base.errors import ArgumentError
from pybench.base.text import counted, shown_names
from pybench.suite.task import Verdict


def chosen_names(keep: Any) -> tuple[tuple[str, ...], str]:
    """Return the names, and in words how they were chosen.

    Parameters
    ----------
    keep : Selection, Representatives, Landscape or iterable of str
        Of a landscape, its representatives at 90 percent.

    Raises
    ------
    ArgumentError
        If it is none of these.
    """
    if hasattr(keep, "coverage") and callable(getattr(keep, "representatives", None)):
        keep = keep.representatives()
    if hasattr(keep, "members") and hasattr(keep, "threshold"):
        names = dict.fromkeys(name for region in keep.members for name in region)
        return tuple(names), f"representative of a region at {keep.threshold:g}%"
    if hasattr(keep, "names") and hasattr(keep, "strategy"):
        of = counted(len(keep.datasets), "dataset")
        return tuple(keep.names), f"chosen by {keep.strategy}, {len(keep.names)} of {of}"
    listed = list(keep) if isinstance(keep, Iterable) and not isinstance(keep, str) else []
    if listed and all(isinstance(name, str) for name in listed):
        return tuple(listed), "named"
    expected = "a selection, a landscape, its representatives, or names of datasets"
    found = type(keep).__name__
    raise ArgumentError(f"`keep` must be {expected}, not {found}", expected=expected, found=found)


def verdicts(keep: Any, names: Sequence[str]) -> dict[str, Verdict]:
    """Return for each candidate whether it was chosen.

    Raises
    ------
    ArgumentError
        If a name that was chosen is no candidate.
    """
    if keep is None:
        return {}
    chosen, words = chosen_names(keep)
    if strange := [name for name in chosen if name not in names]:
        raise ArgumentError(
            f"`keep` names what the source does not have: {shown_names(strange)}",
            expected=shown_names(names, 20),
            found=shown_names(strange),
        )
    return {
        name: Verdict(name, "chosen", "yes", words, "pass")
        if name in chosen
        else Verdict(name, "chosen", "no", words, "fail")
        for name in names
    }
