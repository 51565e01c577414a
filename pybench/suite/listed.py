"""A list of datasets as OpenML's Python client gives it -> a table of candidates."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def by_openml(frame: Any) -> Any:
    """Return a list of datasets of OpenML in the form of a table of candidates.

    Parameters
    ----------
    frame : any
        Anything that is not a list of OpenML, that is, a frame with the columns ``did`` (the id)
        and ``name``, or with ``name`` and rows that are only numbered, is returned as it is.

    Returns
    -------
    pandas.DataFrame
        Rows named by the column ``name``; if several datasets (versions) have a name, their ids are
        added. ``did`` becomes ``openml_id``. Two qualities follow from others, so that rules can
        use them: ``MinorityToMajority`` from the class sizes, ``SparseFormat`` from the format.
    """
    columns = getattr(frame, "columns", ())
    if "name" not in columns or not hasattr(frame, "set_index") or frame.index.name == "dataset":
        return frame
    if "did" not in columns and frame.index.dtype.kind not in "iu":
        return frame
    found = frame.rename(columns={"did": "openml_id"})
    names = _names(list(found.pop("name")), list(found.get("openml_id", ())))
    return _with_derived(found.set_axis(names).rename_axis("dataset"))


def _names(names: Sequence[Any], numbers: Sequence[Any]) -> list[Any]:
    """Return the names, with ids added where they differ only in case, or not at all."""
    folded = [str(name).casefold() for name in names]
    if not numbers:
        return list(names)
    return [
        name if folded.count(fold) == 1 else f"{name} {number:.15g}"
        for name, fold, number in zip(names, folded, numbers, strict=True)
    ]


def _with_derived(found: Any) -> Any:
    """Return the table with qualities that follow from others, where they can be computed."""
    sizes = ("MinorityClassSize", "MajorityClassSize")
    if "MinorityToMajority" not in found.columns and all(one in found.columns for one in sizes):
        least, most = (found[one].astype(float) for one in sizes)
        found["MinorityToMajority"] = (least / most).where(most > 0)
    if "SparseFormat" not in found.columns and "format" in found.columns:
        forms = found["format"].astype(str).str.casefold()
        known = forms.isin(["arff", "sparse_arff"])
        found["SparseFormat"] = (forms == "sparse_arff").astype(float).where(known)
    return found
