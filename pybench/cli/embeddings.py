"""Files that the selection commands read: features of datasets, and names of datasets."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Option

from pybench.base.errors import ArgumentError, InputError, refusal
from pybench.base.text import shown, shown_names
from pybench.cli.options import Engines, engine_option

if TYPE_CHECKING:
    import pandas as pd

    from pybench.read.grid import Column, RawTable
    from pybench.table import ResultsTable

SELECTION = "selection.json"
STRATEGY = "Strategy"
KEYS = {"dataset", "split", "label", "id"}
GIVE = "Give a folder or file that `pybench select` wrote, or a text file with one name per line."

Engine = Annotated[Engines, engine_option(STRATEGY)]


@dataclass(frozen=True)
class Choice:
    """Settings of the strategies."""

    start: Annotated[
        Literal["mean", "distance"],
        Option(
            help="First dataset that the strategy farthest-first chooses. mean: the one farthest "
            "from the mean of all datasets; distance: the one with the largest mean distance from "
            "the others.",
            rich_help_panel=STRATEGY,
        ),
    ] = "mean"
    standardize: Annotated[
        bool,
        Option(
            "--standardize/--as-given",
            help="Whether to standardize every feature column to mean 0 and variance 1 before "
            "choosing, or to use the columns as given.",
            rich_help_panel=STRATEGY,
        ),
    ] = True
    ridge: Annotated[
        float,
        Option(
            help="Ridge of A- and D-optimal designs: a number above 0 that is added to the "
            "diagonal of X'X, where X contains the features of the chosen datasets.",
            rich_help_panel=STRATEGY,
        ),
    ] = 1e-3
    n_init: Annotated[
        int,
        Option(
            "--n-init",
            help="Number of random starts of k-means; the best result is kept.",
            rich_help_panel=STRATEGY,
        ),
    ] = 10
    incomplete: Annotated[
        Literal["error", "drop"],
        Option(
            "--incomplete",
            help="What to do with feature columns that have missing values. error: stop; drop: "
            "leave these columns out.",
            rich_help_panel=STRATEGY,
        ),
    ] = "error"

    def settings(self) -> dict[str, Any]:
        """Return them under the names of the functions' arguments."""
        found = asdict(self)
        return {"missing": found.pop("incomplete"), **found}


def read_embedding(path: Path) -> pd.DataFrame:
    """Read one vector per dataset: the means of its series' features, or its row of a table.

    Parameters
    ----------
    path : Path
        A file that `pybench features` wrote, with one row per series; or any other table with one
        row per dataset, a column ``dataset`` and numeric columns. The name ends in .csv, .tsv,
        .txt, .parquet, .pq, .arrow, .feather or .ipc.

    Returns
    -------
    pandas.DataFrame
        One row per dataset, named by the index.
    """
    import pandas as pd

    from pybench.base.errors import SeriesError
    from pybench.features.embedding import dataset_embedding
    from pybench.features.file import FORMATS, read_features
    from pybench.read.grid import check_column_names, names_in
    from pybench.read.results import file_grid

    wrong: SeriesError | None = None
    if path.suffix.lower() in FORMATS:
        # First: read as any table, with a text for each cell, it could be too large for memory.
        try:
            return dataset_embedding(read_features(path))
        except SeriesError as error:
            wrong = error
    grid = file_grid(str(path))
    check_column_names(grid)
    if wrong is not None and set(grid.names) >= KEYS:
        raise wrong
    if "dataset" not in grid.names:
        raise grid.header_refusal(
            "a column `dataset`", f"only {shown_names(grid.names)}", "Rename the column."
        )
    columns = dict(zip(grid.names, grid.columns, strict=True))
    names = names_in(grid, columns.pop("dataset"))
    known: dict[str, int] = {}
    for row, name in enumerate(names):
        if known.setdefault(name, row) != row:
            found = f"{shown(name)} on {grid.places([known[name], row])}"
            hint = "One row per dataset: remove one of them, or take their mean."
            raise grid.cell_refusal("each dataset once", found, hint, row, "dataset")
    values = {name: _numbers(grid, column) for name, column in columns.items()}
    return pd.DataFrame(values, index=pd.Index(names, name="dataset"))


def _numbers(grid: RawTable, column: Column) -> Sequence[float]:
    from pybench.read.numbers import parse_score

    if column.kind == "fields":
        found = [parse_score(text) for text in column.values]
        bad = next((row for row, value in enumerate(found) if math.isinf(value)), None)
        if bad is not None:
            hint = "Remove the column, or encode it: pybench.metadata_embedding."
            cell = shown(column.values[bad])
            raise grid.cell_refusal("a finite number", cell, hint, bad, column.name)
        return found
    if column.kind in ("floats", "integers"):
        return [math.nan if value is None else float(value) for value in column.values]
    hint = "Remove the column, or encode it: pybench.metadata_embedding."
    raise grid.refusal("numbers", column.type, hint, column=column.name)


def refuse_missing(frame: pd.DataFrame, incomplete: str, file: Path) -> None:
    """Refuse missing values here, where the file is known, unless their columns are dropped.

    Raises
    ------
    SeriesError
    """
    from pybench.base.errors import SeriesError

    absent = frame.isna()
    if incomplete == "error" and absent.to_numpy().any():
        columns = absent.columns[absent.any()]
        column, row = columns[0], absent.index[absent[columns[0]]][0]
        raise SeriesError(
            f"expected a number in every cell, found none for {shown(row)} (columns with missing "
            f"values: {len(columns)})",
            file=str(file),
            column=str(column),
            expected="a number in every cell",
            found="a missing value",
            hint="To leave out columns with missing values, use --incomplete drop.",
        )


def file_of(text: str) -> Path:
    """Return the file of NAME=FILE or FILE."""
    name, equals, path = text.partition("=")
    return Path(path if equals else name)


def named_embeddings(texts: Sequence[str]) -> dict[str, pd.DataFrame]:
    """Read tables of features, named by the text before "=" or, without one, by the file.

    Examples
    --------
    >>> named_embeddings([])
    {}
    """
    found: dict[str, pd.DataFrame] = {}
    for text in texts:
        file = file_of(text)
        called = text.partition("=")[0] if "=" in text else file.stem
        if not called or called in found:
            raise ArgumentError(
                f"FEATURES must have different names: {shown(called)} occurs twice",
                expected="a name for each, such as catch22=features/catch22.parquet",
                found=text,
            )
        found[called] = read_embedding(file)
    return found


def read_names(path: Path) -> tuple[str, ...]:
    """Read names of datasets from a selection file, or from a text file with one per line.

    Parameters
    ----------
    path : Path
        A folder or file that `pybench select` wrote, or a text file. In a text file, each line is
        one name. Blanks are part of the name, and no character starts a comment. Empty lines are
        skipped.
    """
    from pybench.flow.load import load_result
    from pybench.selection.choose import Selection
    from pybench.selection.provenance import SelectionRecord

    if path.is_dir():
        path /= SELECTION
    if path.suffix.lower() == ".json":
        found = load_result(path)
        if isinstance(found, (Selection, SelectionRecord)):
            return found.names
        raise _refused(f"a selection, as `pybench select` writes it ({SELECTION})", found.schema,
                       path)  # fmt: skip
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise _refused("a file that can be read", reason, path) from error
    # Not splitlines(): a name may hold U+2028 and other characters that it treats as line ends.
    names = tuple(filter(None, (line.removesuffix("\r") for line in text.split("\n"))))
    if not names:
        raise _refused("a name of a dataset on each line", "none", path)
    name, times = Counter(names).most_common(1)[0]
    if times > 1:
        raise _refused("each dataset once", f"{shown(name)} {times} times", path, "Keep one line.")
    return names


def _refused(expected: str, found: str, path: Path, hint: str = GIVE) -> InputError:
    return refusal(expected, found, hint, file=str(path), kind=InputError)


def only(table: ResultsTable, path: Path | None) -> ResultsTable:
    """Return the table of the datasets that a file names; without a file, the whole table."""
    return table if path is None else table.select(datasets=names_in_table(table, path))


def names_in_table(table: ResultsTable, path: Path) -> tuple[str, ...]:
    """Read names of datasets that all have scores."""
    names = read_names(path)
    absent = [name for name in names if name not in table.datasets]
    if not absent:
        return names
    found = f"{shown_names(absent)}, for which it has no scores"
    meant = next((name for name in table.datasets if name.strip() == absent[0].strip()), None)
    rule = "A name is the whole line, blanks included"
    hint = GIVE if meant is None else f"{rule}: the table has {shown(meant)}."
    raise _refused("datasets of the table of results", found, path, hint)
