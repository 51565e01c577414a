"""Options that several commands share, each declared once, and how their values are parsed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from typer import Argument, BadParameter, Option

from pybench.base.errors import ArgumentError
from pybench.base.noun import set_noun

if TYPE_CHECKING:
    from pybench.table import ResultsTable

READING, TESTS, WORK, OUTPUT = "Reading the table", "Tests", "Work", "Output"
Engines = Literal["auto", "python", "r", "both"]


def engine_option(panel: str) -> Any:
    """Return the option ``--engine``, for one panel of the help."""
    return Option(
        envvar="PYBENCH_ENGINE",
        help="Language in which to compute. python: fastest; r: R only; both: Python and R, whose "
        "results are compared; auto: both if R is installed, otherwise python.",
        rich_help_panel=panel,
    )


Results = Annotated[
    Path,
    Argument(
        metavar="RESULTS",
        help="File with the table of results: .csv, .tsv, .txt (also .gz), .xlsx, .parquet, .pq, "
        ".arrow, .feather or .ipc. The table is wide (a column `dataset` and one column of scores "
        "per method) or long (columns `dataset`, `classifier` and `score`, one row per score). Or "
        "the files of a tool (see --format): a file, a folder, or a quoted pattern such as "
        "'runs/*.json'.",
        show_default=False,
    ),
]


@dataclass(frozen=True)
class Direction:
    """Whether higher or lower scores are better: required unless the file states it."""

    higher_is_better: Annotated[
        bool,
        Option(
            "--higher-is-better",
            help="Higher scores are better (accuracy, AUC). This option or --lower-is-better is "
            "required, unless the file states the direction.",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = False
    lower_is_better: Annotated[
        bool,
        Option(
            "--lower-is-better",
            help="Lower scores are better (error rate, log loss, rank).",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = False

    def read(self, results: Path) -> ResultsTable:
        """Read a table with these options; all others have the defaults of `read_results`."""
        from pybench.read.missing import check_missing, settled, without
        from pybench.read.results import read_results

        given = asdict(self)
        higher, lower = given.pop("higher_is_better"), given.pop("lower_is_better")
        given["delimiter"] = delimiter_of(given.pop("delimiter", None))
        given["metric"] = metric_of(given.get("metric"))
        if "resample" in given:
            given["resample"] = [name.strip() for name in given["resample"].split(",")]
        if higher or lower:
            given["higher_is_better"] = direction(higher, lower)
        dropped = [given.pop(name, None) for name in ("drop_classifiers", "drop_datasets")]
        missing = given.pop("missing", "error")
        try:
            if dropped == [None, None]:
                return read_results(results, missing=missing, **given)
            check_missing(missing, given["repeats"])
            whole = read_results(results, missing="keep", **given)
        except ArgumentError as error:
            if error.found == "nothing":  # the file states no direction
                direction(higher, lower)
            raise
        return settled(without(whole, *dropped), missing)


_MISSING = "error|drop|pairwise|worst|impute:METHOD"


def _known(missing: str) -> str:
    """Refuse an unknown policy for missing scores."""
    if not (missing.startswith("impute:") or missing in _MISSING.split("|")):
        raise BadParameter(f"{missing!r} is not one of {_MISSING}.")
    return missing


@dataclass(frozen=True)
class Reading(Direction):
    """How to read a table of results; every command that reads one takes this group."""

    metric: Annotated[
        str | None,
        Option(
            metavar="NAME|DATASET=NAME,...",
            help="Name of the score, such as accuracy, for titles and captions. In a file with "
            "several metrics: the one to compare. If the datasets have different metrics: the "
            "metric of each, such as iris=AUC,wine=neg_logloss.",
            rich_help_panel=READING,
        ),
    ] = None
    missing: Annotated[
        str,
        Option(
            metavar=_MISSING,
            callback=_known,
            help="What to do with missing scores. error: stop; drop: leave out every dataset that "
            "lacks a score; pairwise: compare each pair of methods on the datasets on which both "
            "have a score; worst: fill in the worst score of the dataset; impute:METHOD: fill in "
            "the score of this method.",
            rich_help_panel=READING,
        ),
    ] = "error"
    drop_classifiers: Annotated[
        str | None,
        Option(
            "--drop-classifiers",
            metavar="NAMES|incomplete",
            help="Methods to leave out, comma-separated, before missing scores are treated; "
            "incomplete: all methods that lack a score.",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = None
    drop_datasets: Annotated[
        str | None,
        Option(
            "--drop-datasets",
            metavar="NAMES|incomplete",
            help="Datasets to leave out, comma-separated, before missing scores are treated, but "
            "after --drop-classifiers; incomplete: all datasets that lack a score, as with "
            "--missing drop.",
            rich_help_panel=READING,
            show_default=False,
        ),
    ] = None
    repeats: Annotated[
        Literal["error", "mean", "keep", "available"],
        Option(
            help="What to do with several scores (repeats) of one method on one dataset. error: "
            "stop; mean: take their mean; keep: take their mean, and also keep the repeats, for "
            "`pybench protocol`, for --rho and --hierarchical of `pybench compare`, and in JSON "
            "files; available: take the mean of the repeats that "
            "are present.",
            rich_help_panel=READING,
        ),
    ] = "error"
    layout: Annotated[
        Literal["auto", "wide", "long"],
        Option(
            help="Layout of the table. wide: one row per dataset, one column per method; long: one "
            "row per score; auto: long if it has columns `dataset` and `classifier`, otherwise "
            "wide.",
            rich_help_panel=READING,
        ),
    ] = "auto"
    dataset: Annotated[
        str,
        Option(
            "--dataset",
            help="Name of the column that holds the names of the datasets.",
            rich_help_panel=READING,
        ),
    ] = "dataset"
    classifier: Annotated[
        str,
        Option(
            "--classifier",
            help="In a long table: name of the column that holds the names of the methods.",
            rich_help_panel=READING,
        ),
    ] = "classifier"
    score: Annotated[
        str | None,
        Option(
            "--score",
            help="In a long table: name of the column that holds the scores. Default: score or, if "
            "there is no such column, the name given by --metric.",
            rich_help_panel=READING,
        ),
    ] = None
    resample: Annotated[
        str,
        Option(
            "--resample",
            help="Name of the column that holds the labels of the repeats, if there is one; "
            "several, such as repeat and fold, as a comma-separated list.",
            rich_help_panel=READING,
        ),
    ] = "resample"
    delimiter: Annotated[
        str | None,
        Option(
            help="Character between the fields of a text file: a comma, ;, | or the word tab. "
            "Default: detected.",
            rich_help_panel=READING,
        ),
    ] = None
    encoding: Annotated[
        Literal["utf-8", "latin-1", "cp1252"],
        Option(help="Character encoding of a text file.", rich_help_panel=READING),
    ] = "utf-8"
    format: Annotated[
        str,
        Option(
            help="Format of the file: table (a plain table), or the tool that wrote it, such as "
            "amlb, tabarena, lm-eval, inspect or mteb. auto: recognised by its content.",
            rich_help_panel=READING,
        ),
    ] = "auto"


Alpha = Annotated[
    float,
    Option(help="Significance level of the tests, between 0 and 1.", rich_help_panel=TESTS),
]
Convention = Annotated[
    Literal["standard", "scmamp", "pmcmr"],
    Option(
        help="Which definitions of the tests to use. standard: those that were published; scmamp "
        "or pmcmr: those of the R package of this name.",
        rich_help_panel=TESTS,
    ),
]
TieTolerance = Annotated[
    str,
    Option(
        "--tie-tol",
        metavar="decimal|NUMBER|auto",
        help="Which scores, or differences of scores, count as tied. NUMBER: scores that differ "
        "by at most this number; 0: only equal doubles; decimal: those equal in exact decimal "
        "arithmetic (scores with more than 10 decimals are compared as doubles); auto: those that "
        "differ by at most 1e-12 times the largest absolute score.",
        rich_help_panel=TESTS,
    ),
]
Engine = Annotated[Engines, engine_option(TESTS)]
Bayesian = Annotated[
    bool,
    Option(
        "--bayesian", help="Add the Bayesian signed-rank test of all pairs.", rich_help_panel=TESTS
    ),
]
Rope = Annotated[
    float,
    Option(
        help="Half-width of the region of practical equivalence (ROPE), in units of the score: "
        "smaller differences count as equivalent. Used with --bayesian.",
        rich_help_panel=TESTS,
    ),
]
Seed = Annotated[int, Option(help="Random seed, an integer.", rich_help_panel=TESTS)]

Cluster = Annotated[
    str | None,
    Option(
        metavar="tcp://...",
        help="Address of a Dask scheduler, whose workers then do the computation. Default: this "
        "machine does it.",
        rich_help_panel=WORK,
        show_default=False,
    ),
]
Title = Annotated[
    str | None, Option(help="Title of the page that is written.", rich_help_panel=OUTPUT)
]


@dataclass(frozen=True)
class Json:
    """Whether a command prints text or one JSON document."""

    json: Annotated[
        bool,
        Option(
            "--json",
            help="Write results and error messages to standard output as one JSON document.",
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
    noun: Annotated[
        str | None,
        Option(
            metavar="WORD",
            help="Word for what is compared, in texts, pages and figures: model, system, "
            "class/classes (with its plural), ... Default: method.",
            rich_help_panel=OUTPUT,
        ),
    ] = None

    def __post_init__(self) -> None:
        if self.noun is not None:
            set_noun(self.noun)

    @property
    def silent(self) -> bool:
        """Whether to show no progress and no text."""
        return self.json or self.quiet


Trust = Annotated[
    bool,
    Option(
        "--trust",
        help="Allow the file to run code from outside scikit-learn, aeon, sktime, xgboost, "
        "lightgbm and catboost. Without this option, such code is listed and nothing runs. "
        "The option is needed once, and again whenever the code changes.",
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
        hint="Give one of the two: pybench never guesses whether higher or lower is better.",
    )


def delimiter_of(text: str | None) -> str | None:
    """Return the delimiter for a text typed in a shell."""
    return "\t" if text in ("tab", r"\t") else text


def metric_of(text: str | None) -> str | dict[str, str] | None:
    """Return the metric that a text names, or that of each dataset: ``iris=AUC,wine=loss``."""
    pairs = [one.rpartition("=") for one in (text or "").split(",")]
    if not all(between for _, between, _ in pairs):
        return text
    found = {dataset.strip(): metric.strip() for dataset, _, metric in pairs}
    if len(found) < len(pairs):
        expected = "--metric DATASET=NAME,..., with each dataset once"
        raise ArgumentError(f"expected {expected}, found {text!r}", expected=expected, found=text)
    return found


def tie_tolerance(text: str) -> float | str:
    """Return the number that a text holds, else the text, which the tests check."""
    try:
        return float(text)
    except ValueError:
        return text
