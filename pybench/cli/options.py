"""Options that several commands share, each declared once, and how their values are parsed."""

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


def engine_option(panel: str) -> Any:
    """Return the option ``--engine``, for one panel of the help."""
    return Option(
        envvar="PYBENCH_ENGINE",
        help="Backend. both: compute in Python and in R and compare; python: fastest; auto: both "
        "if R is installed, else python.",
        rich_help_panel=panel,
    )


Results = Annotated[
    Path,
    Argument(
        metavar="RESULTS",
        help="Table of results: .csv, .tsv, .txt, .parquet, .pq, .arrow, .feather or .ipc; wide "
        "(column `dataset`, one column per method) or long (`dataset`, `classifier`, score).",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Direction:
    """Whether higher or lower scores are better: one of the two options is required."""

    higher_is_better: Annotated[
        bool,
        Option(
            "--higher-is-better",
            help="The best score is the highest (accuracy, AUC). Give this or --lower-is-better.",
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
        """Read a table with these options; all others have the defaults of `read_results`."""
        from pybench.read.results import read_results

        given = asdict(self)
        better = direction(given.pop("higher_is_better"), given.pop("lower_is_better"))
        delimiter = delimiter_of(given.pop("delimiter", None))
        return read_results(results, higher_is_better=better, delimiter=delimiter, **given)


@dataclass(frozen=True)
class Reading(Direction):
    """How to read a table of results; every command that reads one takes this group."""

    metric: Annotated[
        str | None,
        Option(help="Name of the score, for titles and captions.", rich_help_panel=READING),
    ] = None
    missing: Annotated[
        Literal["error", "drop"],
        Option(
            help="What to do with missing scores: stop with an error, or drop the datasets that "
            "have one.",
            rich_help_panel=READING,
        ),
    ] = "error"
    repeats: Annotated[
        Literal["error", "mean", "keep", "available"],
        Option(
            help="What to do with several scores of one method on one dataset: stop with an "
            "error, take the mean, take the mean and also keep the scores in results.json, or "
            "take the mean of those available.",
            rich_help_panel=READING,
        ),
    ] = "error"
    layout: Annotated[
        Literal["auto", "wide", "long"],
        Option(
            help="Layout of the table; auto: long if it has columns `dataset` and `classifier`.",
            rich_help_panel=READING,
        ),
    ] = "auto"
    dataset: Annotated[
        str, Option("--dataset", help="Column of dataset names.", rich_help_panel=READING)
    ] = "dataset"
    classifier: Annotated[
        str,
        Option("--classifier", help="Column of method names (long).", rich_help_panel=READING),
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
            help="Field separator: a comma, ;, | or the word tab. Default: detected.",
            rich_help_panel=READING,
        ),
    ] = None
    encoding: Annotated[
        Literal["utf-8", "latin-1", "cp1252"],
        Option(help="Encoding of a text file.", rich_help_panel=READING),
    ] = "utf-8"


Alpha = Annotated[float, Option(help="Significance level, between 0 and 1.", rich_help_panel=TESTS)]
Convention = Annotated[
    Literal["standard", "scmamp", "pmcmr"],
    Option(
        help="standard: as published. The others give the numbers that the R packages of these "
        "names print.",
        rich_help_panel=TESTS,
    ),
]
TieTolerance = Annotated[
    str,
    Option(
        "--tie-tol",
        metavar="decimal|NUMBER|auto",
        help="Scores whose difference is at most this are ties. decimal: scores of at most 10 "
        "decimals, subtracted exactly; 0: only equal doubles are ties; auto: differences of "
        "rounding noise (1e-12 of the scale) are ties.",
        rich_help_panel=TESTS,
    ),
]
Engine = Annotated[Engines, engine_option(TESTS)]
Bayesian = Annotated[
    bool,
    Option("--bayesian", help="Add the Bayesian signed-rank test.", rich_help_panel=TESTS),
]
Rope = Annotated[
    float,
    Option(
        help="ROPE: smaller differences count as equivalent (--bayesian).", rich_help_panel=TESTS
    ),
]
Seed = Annotated[int, Option(help="Random seed.", rich_help_panel=TESTS)]

Cluster = Annotated[
    str | None,
    Option(metavar="tcp://...", help="Address of a Dask scheduler.", rich_help_panel=WORK),
]
Title = Annotated[str | None, Option(help="Title of the page.", rich_help_panel=OUTPUT)]


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
        Option("--quiet", "-q", help="Print errors only.", rich_help_panel=OUTPUT),
    ] = False

    @property
    def silent(self) -> bool:
        """Whether to show no progress and no text."""
        return self.json or self.quiet


Trust = Annotated[
    bool,
    Option(
        "--trust",
        help="Run code that the file names outside scikit-learn, aeon, sktime, xgboost, lightgbm "
        "and catboost; without this option, the code is listed and nothing runs. Needed once: "
        "trust ends when "
        "the code changes.",
    ),
]


def direction(higher: bool, lower: bool) -> bool:
    """Return whether higher is better; exactly one of the two options must be given."""
    if higher != lower:
        return higher
    found = "both" if higher else "neither"
    raise ArgumentError(
        f"expected --higher-is-better or --lower-is-better, found {found}",
        expected="--higher-is-better or --lower-is-better",
        found=found,
        hint="pybench never guesses the direction.",
    )


def delimiter_of(text: str | None) -> str | None:
    """Return the delimiter for a text typed in a shell."""
    return "\t" if text in ("tab", r"\t") else text


def tie_tolerance(text: str) -> float | str:
    """Return the number that a text holds, else the text, which the tests check."""
    try:
        return float(text)
    except ValueError:
        return text
