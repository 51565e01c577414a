"""One row per dataset, of any kind of data: the protocol of representations beyond series."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pybench.base import check
from pybench.base.errors import ArgumentError
from pybench.base.text import shown
from pybench.features import representation as known
from pybench.features.interactions import interactions
from pybench.features.representation import Maker, Representation
from pybench.features.tabular import tabular
from pybench.features.text import texts

if TYPE_CHECKING:
    import pandas as pd

#: Representations of data that are no series -> their makers.
BUILT_IN: dict[str, Maker] = {"interactions": interactions, "tabular": tabular, "text": texts}


def embed_datasets(
    data: Mapping[str, Any], representation: str | Representation, **settings: Any
) -> pd.DataFrame:
    """Embed datasets of any kind: tables, recommender data, texts, or data of your own.

    Parameters
    ----------
    data : mapping
        The name of each dataset -> its data, in the form that the representation takes.
    representation : str or Representation
        - "tabular": of a pair (X, y), a table of features (numbers or categories) and the class of
          each row; or of an object with these attributes. 34 meta-features: simple, statistical,
          information-theoretic, and landmarks, that is, errors of simple classifiers.
        - "interactions": of a table with one row per interaction and the columns ``user`` and
          ``item``. The 18 numbers by which Shevchenko et al. (2024) describe recommender data.
        - "text": of a description in words, as from `describe_dataset`. This is `text_embedding`.
        - Your own: a name from `register_representation`, or a `Representation` with
          ``unit="dataset"``, whose `compute` takes the data of one dataset and returns one row, or
          with ``unit="collection"``, whose `compute` takes the mapping and returns a data frame.
    **settings
        Of the representation. "tabular": ``folds``, ``resamples``, ``most``, ``seed`` as in
        `landmarking`; "interactions": ``user`` and ``item``, the names of the columns; "text":
        ``encoder`` and ``dimensions`` as in `text_embedding`.

    Returns
    -------
    pandas.DataFrame
        One row per dataset, in the order of `data`, for `select`, `rank_preservation` and
        `find_representation`. NaN where a number is not defined.

    Raises
    ------
    ArgumentError
        Data in another form, an unknown representation, or one of series: for those,
        `extract_features` and `dataset_embedding` give one row per dataset.

    Examples
    --------
    >>> import pandas as pd
    >>> import pybench as pb
    >>> shop = pd.DataFrame({"user": ["a", "a", "b", "c"], "item": [1, 2, 1, 1]})
    >>> pb.embed_datasets({"shop": shop}, "interactions")[["Nu", "Ni", "Density"]].round(2)
              Nu   Ni  Density
    dataset
    shop     3.0  2.0     0.67
    """
    import numpy as np
    import pandas as pd

    given = check.mapping("data", data, "a mapping of name to the data of a dataset")
    if not given:
        raise ArgumentError("`data` is empty", expected="a dataset or more", found="none")
    made = _made(representation, settings)
    if made.unit == "collection":
        found: pd.DataFrame = made.compute(given)  # type: ignore[arg-type, assignment]
        return found
    rows = []
    for name, one in given.items():
        try:
            row = np.asarray(made.compute(one), np.float64)
        except ArgumentError as error:
            error.add_note(f"dataset: {shown(str(name))}")
            raise
        if row.shape != (1, len(made.names)):
            raise ArgumentError(
                f"the representation {made.name} must return one row of {len(made.names)} numbers, "
                f"not an array of shape {row.shape}",
                expected=f"(1, {len(made.names)})",
                found=str(row.shape),
            )
        rows.append(row)
    index = pd.Index([str(name) for name in given], name="dataset", dtype="str")
    return pd.DataFrame(np.concatenate(rows), index=index, columns=list(made.names))


def _made(name: str | Representation, settings: dict[str, Any]) -> Representation:
    if isinstance(name, str) and name in BUILT_IN:
        made = BUILT_IN[name](**settings)
    else:
        if isinstance(name, str):
            base = name.partition("(")[0]
            check.choice("representation", base, [*BUILT_IN, *known.registered()])
        made = known.representation(name, **settings)
    if made.unit == "series":
        raise ArgumentError(
            f"`representation` must describe datasets: {made.name} describes single series",
            expected="a representation of datasets",
            found=made.name,
            hint="Compute it by extract_features, then dataset_embedding.",
        )
    return made
