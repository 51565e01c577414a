"""Make the site: pages, stories that are run, and the reference of both languages, in out/docs.

    python tools/site.py

Sources are laid out in build/site. A warning of Sphinx, an error in a story, or a help page of R
that cannot be rendered ends it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE, OUT = ROOT / "build" / "site", ROOT / "out" / "docs"
ROOMS = {
    "certificate": "Python against R",
    "comparison": "Which methods differ",
    "features": "Features of datasets",
    "landscape": "What a benchmark covers",
    "selection": "Which few datasets",
    "optimal": "How far from the best",
    "suite": "Suites that anyone can run again",
    "flow": "A whole study",
    "read": "Reading",
    "seriesset": "Series",
    "reporting": "Results come back",
    "base": "Errors and options",
    "table": "Tables of results",
}
SUBMODULES = ("plot", "optimal")
STORIES = (
    *("compare", "features", "landscape", "selection", "optimal", "suites", "studies"),
    "side-by-side",
)
# Every figure that a cell makes is shown, as a reader of a script would look at it.
SHOW = """# %% tags=["remove-cell"]
import matplotlib.figure

shell = get_ipython()
shell.ast_node_interactivity = "all"
_shown = set()


def _show_figures(result):
    for value in list(shell.user_ns.values()):
        if isinstance(value, matplotlib.figure.Figure) and id(value) not in _shown:
            _shown.add(id(value))
            display(value)


shell.events.register("post_run_cell", _show_figures)

"""


def main() -> None:
    """Lay out, run, render."""
    shutil.rmtree(SOURCE, ignore_errors=True)
    lay_out()
    (SOURCE / "index.md").write_text(index(), encoding="utf-8")
    reference = SOURCE / "reference"
    reference.mkdir()
    for name, text in pages().items():
        (reference / f"{name}.rst").write_text(text, encoding="utf-8")
    (reference / "command-line.md").write_text(command_line(), encoding="utf-8")
    called([sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-j", "1",
            "-c", ROOT / "docs" / "site", SOURCE, OUT])  # fmt: skip
    r_side()


def lay_out() -> None:
    """Copy what is under version control and can be linked to, in the same folders."""
    tracked = called(["git", "ls-files", "-z", "*.md", "docs", "vignettes", "bench", "tests",
                      "LICENSE", "CITATION.cff", ":!r", ":!pybench",
                      ":!NEWS.md"]).split("\0")  # fmt: skip
    tracked += called(["git", "ls-files", "-z", "r/inst/examples", "r/NEWS.md"]).split("\0")
    for name in filter(None, tracked):
        target = SOURCE / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, target)
    for name in STORIES:
        story = SOURCE / "vignettes" / f"{name}.py"
        docstring, _, cells = story.read_text(encoding="utf-8").partition('"""\n\n# %%')
        title, _, lead = docstring.removeprefix('"""').partition("\n")
        lead = lead.strip().partition("Run it from")[0].strip()
        heading = "\n".join(f"# {line}".rstrip() for line in ["# " + title, "", *lead.split("\n")])
        # Headings of the script are sections of the page.
        cells = re.sub(r"(?m)^# (#+ )", r"# #\1", "# %%" + cells)
        story.write_text(f"{SHOW}# %% [markdown]\n{heading}\n\n{cells}", encoding="utf-8")


def index() -> str:
    """Return the first page: the README, and where everything is."""
    stories = "\n".join(f"vignettes/{name}" for name in STORIES)
    rooms = "\n".join(f"reference/{name}" for name in (*ROOMS, *SUBMODULES) if name != "optimal")
    pages = "\n".join(f"docs/{path.stem}" for path in sorted((SOURCE / "docs").glob("*.md")))
    records = "\n".join(
        f"docs/decisions/{path.stem}"
        for path in sorted((SOURCE / "docs" / "decisions").glob("*.md"))
    )
    trees = {
        "Stories": stories,
        "Reference": f"{rooms}\nreference/optimal\nOn the command line <reference/command-line>",
        "Pages": f"{pages}\nbench/README\nNews <r/NEWS>\nCONTRIBUTING\nCODE_OF_CONDUCT\nSECURITY",
        "Decisions": records,
    }
    toctrees = "\n\n".join(
        f"```{{toctree}}\n:hidden:\n:caption: {title}\n\n{names}\n```"
        for title, names in trees.items()
    )
    r = 'Help pages and vignettes of the R package: <a href="r/index.html">in R</a>.'
    readme = (SOURCE / "README.md").read_text(encoding="utf-8")
    return f"{readme}\n\n## The R package\n\n{r}\n\n{toctrees}\n"


def pages() -> dict[str, str]:
    """Return the reference's pages: a room, a table of its public names and a page for each."""
    listed = (ROOT / "pybench" / "__init__.pyi").read_text(encoding="utf-8")
    found: dict[str, list[str]] = {room: [] for room in ROOMS}
    for module, name in re.findall(r"(?m)^from (pybench\.\S+) import (\w+) as", listed):
        found[module.split(".")[1]].append(f"pybench.{name}")
    import pybench as pb

    for module in SUBMODULES:
        names = [f"pybench.{module}.{name}" for name in sorted(getattr(pb, module).__all__)]
        found.setdefault(module, []).extend(names)
    titles = ROOMS | {"plot": "Figures"}
    return {room: summary(titles[room], names) for room, names in found.items()}


def summary(title: str, names: list[str]) -> str:
    """Return a page that lists names, with a page for each."""
    listed = "\n".join(f"   {name}" for name in sorted(names))
    return f"{title}\n{'=' * len(title)}\n\n.. autosummary::\n   :toctree: api\n\n{listed}\n"


def command_line() -> str:
    """Return the help of every command."""
    command = [
        sys.executable,
        "-m",
        "typer",
        "pybench.cli.main",
        "utils",
        "docs",
        "--name",
        "pybench",
    ]
    return called(command, TERM="dumb", COLUMNS="100")


def r_side() -> None:
    """Render help pages and vignettes of the R package into out/docs/r."""
    called(["Rscript", "--vanilla", ROOT / "tools" / "site.R", OUT / "r"])


def called(command: list[str | Path], **environment: str) -> str:
    """Return what a command prints; what goes wrong is shown, and ends it all."""
    done = subprocess.run(
        [str(part) for part in command], cwd=ROOT, env=os.environ | environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"{done.stdout}{done.stderr}\n{' '.join(map(str, command))}: failed")
    return done.stdout


if __name__ == "__main__":
    main()
