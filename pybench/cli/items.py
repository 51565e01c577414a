"""``pybench items``: compare methods on single items, and plan how many items are needed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pybench.cli import languages, options, screen
from pybench.cli.groups import App
from pybench.cli.options import OUTPUT, READING, TESTS
from pybench.store.atomic import require_writable

if TYPE_CHECKING:
    from pybench.items.table import ItemTable

app = App(name="items", help=__doc__.partition(": ")[2].capitalize())

COMPARE_EXAMPLES = """Examples:

pybench items compare answers.csv --higher-is-better

pybench items compare answers.csv --higher-is-better --test mcnemar --rope 0.01 --csv pairs.csv

pybench items compare lm-eval-output --higher-is-better --metric exact_match,strict-match"""

NEEDED_EXAMPLES = """Examples:

pybench items needed answers.csv --higher-is-better --difference 0.02"""

Sources = Annotated[
    list[Path],
    Argument(
        metavar="FILE...",
        help="A table with one row per item and one column per method, or with the columns item, "
        "method and score; or samples of lm-eval (.jsonl), logs of inspect_ai (.eval, .json), a "
        "folder of them, or the folder of a run.",
        show_default=False,
    ),
]
Csv = Annotated[
    Path | None,
    Option(
        "--csv",
        help="CSV file to write the table of pairs to.",
        rich_help_panel=OUTPUT,
        show_default=False,
    ),
]
Test = Annotated[
    Literal["clustered_t", "mcnemar", "sign_flip"],
    Option(
        help="Test of each pair. clustered_t: mean difference divided by its clustered standard "
        "error; mcnemar: exact test of right and wrong answers; sign_flip: signs of whole clusters "
        "are exchanged.",
        rich_help_panel=TESTS,
    ),
]
Errors = Annotated[
    Literal["auto", "CR2", "CR3", "CR1"],
    Option(
        help="Standard error of differences, for clusters of items. auto: CR3 if the clusters are "
        "very unequal, else CR2.",
        rich_help_panel=TESTS,
    ),
]
Adjust = Annotated[
    str,
    Option(help="Correction of the p-values for the number of pairs.", rich_help_panel=TESTS),
]
Rope = Annotated[
    float | None,
    Option(
        help="Add posterior probabilities; differences up to this, in units of the score, count as "
        "equivalent.",
        rich_help_panel=TESTS,
        show_default=False,
    ),
]
Only = Annotated[
    str | None,
    Option(
        "--only",
        metavar="DATASET",
        help="Use the items of this dataset only. Default: all items.",
        rich_help_panel=READING,
        show_default=False,
    ),
]
Samples = Annotated[
    int, Option(help="Random patterns of signs of the test sign_flip.", rich_help_panel=TESTS)
]
Difference = Annotated[
    float,
    Option(
        help="Difference to be found, in units of the score.",
        rich_help_panel=TESTS,
        show_default=False,
    ),
]
Power = Annotated[float, Option(help="Probability to find this difference.", rich_help_panel=TESTS)]
Runs = Annotated[
    int | None,
    Option(
        help="Planned runs per item. Default: as many as the table has.",
        rich_help_panel=TESTS,
        show_default=False,
    ),
]


@dataclass(frozen=True)
class ItemReading(options.Direction):
    """How to read items."""

    metric: Annotated[
        str | None,
        Option(
            help="Name of the score; in files with several metrics, the one to read.",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = None
    item: Annotated[
        str, Option("--item", help="Name of the column of items.", rich_help_panel=READING)
    ] = "item"
    cluster: Annotated[
        str,
        Option(
            "--cluster",
            help="Name of the column of clusters of items, if there is one.",
            rich_help_panel=READING,
        ),
    ] = "cluster"
    delimiter: Annotated[
        str | None,
        Option(
            help="Character between the fields of a text file: a comma, ;, | or the word tab. "
            "Default: detected.",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = None

    def items(self, sources: list[Path]) -> ItemTable:
        """Read the items of one file or folder, or of several."""
        from pybench.items.read import read_items

        return read_items(
            sources[0] if len(sources) == 1 else sources,
            higher_is_better=options.direction(self.higher_is_better, self.lower_is_better),
            metric=self.metric,
            item=self.item,
            cluster=self.cluster,
            delimiter=options.delimiter_of(self.delimiter),
        )


@app.command(epilog=COMPARE_EXAMPLES)
def compare(
    sources: Sources,
    *,
    reading: ItemReading,
    only: Only = None,
    test: Test = "clustered_t",
    se: Errors = "auto",
    alpha: options.Alpha = 0.05,
    adjust: Adjust = "holm",
    rope: Rope = None,
    samples: Samples = 9999,
    seed: options.Seed = 0,
    engine: options.Engine = "auto",
    csv: Csv = None,
    output: options.Output,
) -> None:
    """Compare all pairs of methods on the same items, such as the questions of a benchmark."""
    from pybench.items.compare import compare_items

    settings = {
        "test": test, "se": se, "alpha": alpha, "adjust": adjust, "rope": rope, "dataset": only,
        "samples": samples, "seed": seed,
    }  # fmt: skip
    _answer(compare_items, sources, reading, settings, engine, csv, output)


@app.command(epilog=NEEDED_EXAMPLES)
def needed(
    sources: Sources,
    difference: Difference,
    *,
    reading: ItemReading,
    only: Only = None,
    power: Power = 0.8,
    alpha: options.Alpha = 0.05,
    runs: Runs = None,
    engine: options.Engine = "auto",
    csv: Csv = None,
    output: options.Output,
) -> None:
    """Plan how many items find a given difference, from the items of a first study."""
    from pybench.items.needed import items_needed

    settings = {
        "difference": difference, "power": power, "alpha": alpha, "runs": runs, "dataset": only,
    }  # fmt: skip
    _answer(items_needed, sources, reading, settings, engine, csv, output)


def _answer(
    function: Any,
    sources: list[Path],
    reading: ItemReading,
    settings: dict[str, Any],
    engine: str,
    csv: Path | None,
    output: options.Output,
) -> None:
    """Compute, write the table of pairs if asked for, and show the result."""
    from pybench.store import atomic

    if csv is not None:
        require_writable(csv)
    table = reading.items(sources)
    found = languages.computed(
        partial(function, table, **settings), engine, "Computing", quiet=output.silent
    )
    files = [] if csv is None else [csv]
    if csv is not None:
        atomic.write_text(csv, found.to_frame().to_csv(index=False, lineterminator="\n"))
    if output.json:
        screen.document({"result": found.to_dict(), "files": [str(path) for path in files]})
    elif not output.quiet:
        screen.result(found, files)
