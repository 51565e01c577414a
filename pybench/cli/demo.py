"""``pybench demo``: the study that ships with pybench, on real data that ship with packages."""

from __future__ import annotations

import dataclasses
from importlib.resources import as_file, files
from pathlib import Path
from typing import Annotated

from typer import Option

from pybench.cli import options, screen
from pybench.cli import study as studies
from pybench.cli.options import OUTPUT

EXAMPLES = """Examples:

pybench demo --out pybench-demo

pybench demo --yaml > study.yaml"""

Out = Annotated[Path, Option(help="Folder to write the study to.", rich_help_panel=OUTPUT)]
Yaml = Annotated[bool, Option("--yaml", help="Print the definition of the demo study and exit.")]
Jobs = Annotated[int, Option(min=1, help="Number of processes; the results do not depend on it.")]


def demo(
    out: Out = Path("pybench-demo"),
    yaml: Yaml = False,
    jobs: Jobs = 2,
    engine: options.Engine = "auto",
    *,
    output: options.Output,
) -> None:
    """Make a whole study of real data, without network access, in about two minutes.

    Eight scikit-learn methods run on the 15 classification datasets that ship with
    scikit-learn, aeon and statsmodels. Which methods differ, and how stable is that result? What
    do the time series among the datasets look like, what do they cover, and do the results hold on
    other portfolios? Which few datasets would have preserved the ranking? The study also tests the
    AUC table of Demšar (2006), and compares two methods with the optimal method on simulated paths.

    It is a study like any other: `--yaml` prints its file, which you can adapt.
    """
    from pybench.flow.definition import read_definition

    with as_file(files("pybench") / "flow" / "demo.yaml") as file:
        if yaml:
            studies.write_out(file.read_text(encoding="utf-8"), json=output.json)
            return
        definition = dataclasses.replace(read_definition(file), jobs=jobs, engine=engine)
    found = studies.made(definition, out, lenient=True, quiet=output.silent)
    if output.json:
        screen.document(studies.document_of(found, out))
    elif not output.quiet:
        studies.show(found, out)
