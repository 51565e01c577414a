"""``pybench optimal``: the gap between classifiers and the optimal classifier."""

from __future__ import annotations

import io
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option

from pybench.base.errors import ArgumentError
from pybench.cli import options, screen
from pybench.cli.options import OUTPUT, WORK

if TYPE_CHECKING:
    import pandas as pd

    from pybench.optimal.optimality import Optimality

EXAMPLES = """Examples:

pybench optimal a-T1 c-d4 --paths 10000

pybench optimal a-T1 d-d6 --classifiers "random forest, ROCKET" --runs 40 --out out/optimal --jobs 4

pybench optimal --list"""

Settings = Annotated[
    list[str] | None,
    Argument(
        metavar="[SETTING]...",
        help="Names of settings of the paper arXiv 2301.13112, such as a-T1 or d-d24; --list "
        "prints all names.",
        show_default=False,
    ),
]
List = Annotated[bool, Option("--list", help="List the 36 settings and exit.")]
Classifiers = Annotated[
    str | None,
    Option(
        help="Classifiers to train and test, comma-separated: random forest, ROCKET, ROCKET "
        "normalised, MiniRocket, ResNet, ResNet reduced, girsanov (which knows the family of the "
        "process, but not the coefficients of the drifts); also LRT numerical and LRT exact, the "
        "likelihood-ratio tests (LRT) as two more classifiers. Default: none; the command then "
        "only evaluates the likelihood ratios.",
        show_default=False,
    ),
]
Runs = Annotated[
    int, Option(help="Number of runs; each simulates new paths. Used with --classifiers.")
]
Margin = Annotated[
    float,
    Option(
        help="Largest gap to the optimum, in AUC or ACC* (accuracy at the best threshold), that "
        "still counts as optimal. Used with --classifiers."
    ),
]
Paths = Annotated[
    int | None,
    Option(
        help="Number of simulated paths per class; cannot be given with --classifiers. Default: "
        "as in the paper arXiv 2301.13112, which has 1000, or 2500 for its figure 8c.",
        show_default=False,
    ),
]
Out = Annotated[
    Path | None,
    Option(
        help="Folder to write: page, figures, tables, numbers and finished work, from which an "
        "interrupted run resumes. Without --classifiers, only lines.csv is written. Default: "
        "nothing is written.",
        rich_help_panel=OUTPUT,
        show_default=False,
    ),
]
Jobs = Annotated[
    int | None,
    Option(
        help="Number of processes; -1: one per core. Used with --classifiers.", rich_help_panel=WORK
    ),
]


def optimal(
    settings: Settings = None,
    list_settings: List = False,
    classifiers: Classifiers = None,
    runs: Runs = 40,
    margin: Margin = 0.02,
    paths: Paths = None,
    out: Out = None,
    seed: options.Seed = 0,
    jobs: Jobs = 1,
    cluster: options.Cluster = None,
    *,
    output: options.Output,
) -> None:
    """Measure the gap between classifiers and the optimal classifier.

    The optimal classifier is the likelihood ratio of two diffusions, whose paths are simulated.
    Without --classifiers, only likelihood ratios are evaluated. With --classifiers and --out, the
    command writes a page (index.html), its figures, optimality.json, and the tables as CSV.
    `pybench compare` can read one of these tables, results.csv.
    """
    from pybench.optimal.catalogue import settings as every

    if list_settings:
        _print({"settings": every()}, every(), output)
    elif not settings:
        raise ArgumentError(
            "expected one or more settings, found none",
            expected="settings such as a-T1",
            found="none",
            hint="`pybench optimal --list` prints the names of all settings.",
        )
    elif classifiers is not None and paths is not None:
        raise ArgumentError(
            "expected --paths or --classifiers, found both",
            expected="--paths or --classifiers",
            found="both",
            hint="Leave out --paths: with --classifiers, each setting has its own number of paths.",
        )
    elif classifiers is None:
        found = _lines(settings, paths, seed)
        if out is not None:
            _write_lines(found, out)
        _print({"lines": found}, found, output)
    else:
        from pybench.store.inside import inside

        with inside(out):
            result = _measured(
                settings, classifiers, runs, margin, seed, out, jobs, cluster, output.silent
            )
            files = () if out is None else _written(result, out, quiet=output.silent)
        document: dict[str, object] = {
            "result": result.to_dict(),
            "files": [str(path) for path in files],
        }
        _print(document, result, output)
        if files and not output.silent:
            screen.output().print(screen.literal(f"Page: {files[0]}", "green"), soft_wrap=True)


def _lines(settings: list[str], paths: int | None, seed: int) -> pd.DataFrame:
    import pandas as pd

    from pybench.optimal.benchmark import lrt

    parts = [lrt(name, paths=paths, seed=seed).assign(setting=name) for name in settings]
    frame = pd.concat(parts, ignore_index=True)
    columns = [name for name in frame.columns if name != "setting"]
    return frame[["setting", *columns]]


def _measured(
    settings: list[str],
    classifiers: str,
    runs: int,
    margin: float,
    seed: int,
    out: Path | None,
    jobs: int | None,
    cluster: str | None,
    quiet: bool,
) -> Optimality:
    from pybench.optimal.optimality import optimality

    names = [name.strip() for name in classifiers.split(",")]
    with screen.share("Fitting", quiet=quiet) as move:
        return optimality(
            settings,
            names,
            runs=runs,
            margin=margin,
            seed=seed,
            out=None if out is None else out / "finished",
            workers=None if jobs == -1 else jobs,
            cluster=cluster,
            progress=lambda progress: move(progress.share, str(progress)),
        )


def _written(result: Optimality, out: Path, *, quiet: bool) -> tuple[Path, ...]:
    with screen.working("Drawing and writing", quiet=quiet):
        from pybench.reporting.optimal import write

        return write(result, out)


def _write_lines(frame: pd.DataFrame, folder: Path) -> None:
    from pybench.store import atomic
    from pybench.store.inside import inside

    buffer = io.StringIO()
    frame.to_csv(buffer, index=False)
    with inside(folder):
        atomic.make_folder(folder)
        atomic.write_text(folder / "lines.csv", buffer.getvalue())


def _print(document: dict[str, object], text: object, output: options.Output) -> None:
    if output.json:
        screen.document(document)
    elif not output.quiet:
        shown = text.to_string(index=False) if hasattr(text, "to_string") else str(text)
        console = screen.output()
        for line in shown.splitlines():
            console.print(screen.literal(line), soft_wrap=True)
