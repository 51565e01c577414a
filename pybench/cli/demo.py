"""``pybench demo``: the study that ships with pybench, on real data that ship with packages."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

from typer import Option

from pybench.base import extras
from pybench.base.errors import PybenchError
from pybench.bridge import locate
from pybench.cli import options, screen
from pybench.cli import study as studies
from pybench.cli.options import OUTPUT

EXAMPLES = """Examples:

pybench demo --out pybench-demo

pybench demo --yaml > study.yaml"""

#: Packages of the extra `series` that the whole study needs: for datasets, and for features.
NEEDED = ("aeon", "statsmodels", "tsfresh", "numba")
#: Parts of the whole study that the smaller one lacks.
LACKING = ("runs of the methods", "features", "landscape", "portfolio", "selection", "protocol")

Out = Annotated[Path, Option(help="Folder to write the study to.", rich_help_panel=OUTPUT)]
Yaml = Annotated[bool, Option("--yaml", help="Print the definition of the demo study and exit.")]
Jobs = Annotated[
    int, Option(min=1, help="Number of processes; the results do not depend on this number.")
]


def demo(
    out: Out = Path("pybench-demo"),
    yaml: Yaml = False,
    jobs: Jobs = 2,
    engine: options.Engine = "auto",
    *,
    output: options.Output,
) -> None:
    """Make a whole study of real data, without network access, in about two minutes.

    Eight scikit-learn methods run on the 15 classification datasets that ship with scikit-learn,
    aeon and statsmodels. The report answers these questions: Which methods differ, and how stable
    is that result? Which regions do the time series datasets cover, and do the results hold on
    other sets of these datasets? Which few datasets would have preserved the ranking? The study
    also applies the tests to the AUC table of Demšar (2006), and compares two methods with the
    optimal method on simulated paths.

    Without the packages of the extra `series`, pybench makes a smaller study, which compares the
    stored accuracies of the eight methods. At the start, at the end and in the report, pybench
    lists what is left out and the command that adds it.

    The demo is an ordinary study: `--yaml` prints its file, which you can adapt.
    """
    from pybench.flow.definition import read_definition

    absent = extras.absent(*NEEDED)
    with as_file(files("pybench") / "flow" / ("demo-core.yaml" if absent else "demo.yaml")) as file:
        if yaml:
            studies.write_out(file.read_text(encoding="utf-8"), json=output.json)
            return
        definition = dataclasses.replace(
            read_definition(file), jobs=jobs, engine=engine, left_out=missing(absent, engine)
        )
    if not output.silent:
        for sentence in studies.left_out(definition.left_out):
            screen.notice(sentence)
    found = studies.made(definition, out, lenient=True, quiet=output.silent)
    if output.json:
        screen.document(studies.document_of(found, out))
    elif not output.quiet:
        studies.show(found, out)


def missing(absent: list[str], engine: str) -> Mapping[str, str]:
    """Return what is left out because packages are absent, or R, and the command that adds it."""
    found: dict[str, str] = {}
    if absent:
        why = f"needs {', '.join(absent)}: {extras.installing('series')}"
        found |= dict.fromkeys(LACKING, why)
    by_r = [] if absent else ["landscape", "portfolio"]
    if engine == "auto":
        by_r.append("comparison with R")
    try:
        locate.require_supported(locate.find_r().version, locate.rpy2_version())
    except PybenchError as problem:
        found |= dict.fromkeys(by_r, str(problem))
    return found
