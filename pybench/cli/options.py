"""Options that commands share, each declared once, and what turns their texts into values."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, Option

from pybench.base.errors import ArgumentError

if TYPE_CHECKING:
    from pybench.table import ResultsTable

READING, TESTS, WORK, OUTPUT = "Reading the table", "Tests", "Work", "Output"
Engines = Literal["auto", "python", "r", "both"]


def who_computes(panel: str) -> Any:
    """Return the option ``--engine``, shown in a panel of the help."""
    return Option(
        envvar="PYBENCH_ENGINE",
        help="Who computes; both compares the two, python alone is the quickest. auto: both where "
        "R is there, else python.",
        rich_help_panel=panel,
    )


Results = Annotated[
    Path,
    Argument(
        metavar="RESULTS",
        help="Table of results: .csv, .tsv, .txt, .parquet, .pq, .arrow, .feather or .ipc; wide "
        "(column `dataset`, one column a classifier) or long (`dataset`, `classifier`, score).",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Direction:
    """Which scores are good: one of the two must say so."""

    higher_is_better: Annotated[
        bool,
        Option(
            "--higher-is-better",
            help="The best score is the highest (accuracy, AUC). This or the next must be given.",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = False
    lower_is_better: Annotated[
        bool,
        Option(
            "--lower-is-better",
            help="The best score is the lowest (error, log loss, rank).",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = False

    def read(self, results: Path) -> ResultsTable:
        """Read a table as these options say; what they do not say is as `read_results` has it."""
        from pybench.read.results import read_results

        given = asdict(self)
        better = direction(given.pop("higher_is_better"), given.pop("lower_is_better"))
        delimiter = delimiter_of(given.pop("delimiter", None))
        return read_results(results, higher_is_better=better, delimiter=delimiter, **given)


@dataclass(frozen=True)
class Reading(Direction):
    """How a table of results is read: every command that reads one takes this group."""

    metric: Annotated[
        str | None,
        Option(help="What the scores are, for titles and captions.", rich_help_panel=READING),
    ] = None
    missing: Annotated[
        Literal["error", "drop"],
        Option(
            help="Refuse missing scores, or leave out the datasets that have one.",
            rich_help_panel=READING,
        ),
    ] = "error"
    repeats: Annotated[
        Literal["error", "mean", "keep", "available"],
        Option(
            help="Several scores of one classifier on one dataset: refuse, take the mean, take the "
            "mean and keep them in results.json, or take the mean of those that are there.",
            rich_help_panel=READING,
        ),
    ] = "error"
    layout: Annotated[
        Literal["auto", "wide", "long"],
        Option(
            help="Form of the table; auto: long if there are columns `dataset` and `classifier`.",
            rich_help_panel=READING,
        ),
    ] = "auto"
    dataset: Annotated[
        str, Option("--dataset", help="Column of dataset names.", rich_help_panel=READING)
    ] = "dataset"
    classifier: Annotated[
        str,
        Option("--classifier", help="Column of classifier names (long).", rich_help_panel=READING),
    ] = "classifier"
    score: Annotated[
        str | None,
        Option("--score", help="Column of scores (long).", rich_help_panel=READING),
    ] = None
    resample: Annotated[
        str, Option("--resample", help="Column of repeat labels.", rich_help_panel=READING)
    ] = "resample"
    delimiter: Annotated[
        str | None,
        Option(
            help="Between fields: a comma, ;, | or the word tab. Default: found from the header.",
            rich_help_panel=READING,
        ),
    ] = None
    encoding: Annotated[
        Literal["utf-8", "latin-1", "cp1252"],
        Option(help="Of a text file.", rich_help_panel=READING),
    ] = "utf-8"


Alpha = Annotated[float, Option(help="Level of the tests, between 0 and 1.", rich_help_panel=TESTS)]
Convention = Annotated[
    Literal["standard", "scmamp", "pmcmr"],
    Option(
        help="standard: as published. The others give what those R packages print.",
        rich_help_panel=TESTS,
    ),
]
TieTolerance = Annotated[
    str,
    Option(
        "--tie-tol",
        metavar="decimal|NUMBER|auto",
        help="Differences up to this are ties; decimal: scores of at most 10 decimals subtracted "
        "exactly; 0: equal doubles; auto: rounding noise (1e-12 of the scale).",
        rich_help_panel=TESTS,
    ),
]
Engine = Annotated[Engines, who_computes(TESTS)]
Bayesian = Annotated[
    bool,
    Option("--bayesian", help="Add the Bayesian signed-rank test.", rich_help_panel=TESTS),
]
Rope = Annotated[
    float, Option(help="Differences up to this are nothing (--bayesian).", rich_help_panel=TESTS)
]
Seed = Annotated[int, Option(help="Of all that is drawn at random.", rich_help_panel=TESTS)]

Cluster = Annotated[
    str | None,
    Option(metavar="tcp://...", help="Scheduler of a Dask cluster.", rich_help_panel=WORK),
]
Title = Annotated[str | None, Option(help="Heading of the page.", rich_help_panel=OUTPUT)]


@dataclass(frozen=True)
class Json:
    """Whether a command prints text or one JSON document."""

    json: Annotated[
        bool,
        Option(
            "--json",
            help="Write results and errors to standard output as one JSON document.",
            rich_help_panel=OUTPUT,
        ),
    ] = False


@dataclass(frozen=True)
class Output(Json):
    """What a command prints: text, one JSON document, or errors only."""

    quiet: Annotated[
        bool,
        Option("--quiet", "-q", help="Say nothing unless it fails.", rich_help_panel=OUTPUT),
    ] = False

    @property
    def silent(self) -> bool:
        """Whether no progress is shown and no text."""
        return self.json or self.quiet


Trust = Annotated[
    bool,
    Option(
        "--trust",
        help="Run the code that the file names beyond scikit-learn, aeon, sktime, xgboost, "
        "lightgbm and catboost: without this it is listed, and nothing runs. Asked for once: a "
        "content that changes asks again.",
    ),
]


def direction(higher: bool, lower: bool) -> bool:
    """Return whether higher is better; one of the two options must say so."""
    if higher != lower:
        return higher
    found = "both" if higher else "neither"
    raise ArgumentError(
        f"expected --higher-is-better or --lower-is-better, found {found}",
        expected="--higher-is-better or --lower-is-better",
        found=found,
        hint="pybench never guesses which scores are good.",
    )


def delimiter_of(text: str | None) -> str | None:
    """Return the delimiter meant by what a shell lets one type."""
    return "\t" if text in ("tab", r"\t") else text


def tie_tolerance(text: str) -> float | str:
    """Return a number where the text is one, else the text; the tests refuse what they must."""
    try:
        return float(text)
    except ValueError:
        return text
