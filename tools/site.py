"""Make the site: pages and stories that are run, and the reference of both languages, in out/docs.

    python tools/site.py

Sources are laid out in build/site. A warning of Sphinx, an error in the code of a page, a help page
of R that cannot be rendered, or a search that does not find the how-to pages ends it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import howto
import searched

ROOT = Path(__file__).resolve().parent.parent
SOURCE, OUT = ROOT / "build" / "site", ROOT / "out" / "docs"
ROOMS = {
    "certificate": "Python against R",
    "comparison": "Which methods differ",
    "features": "Features of datasets",
    "landscape": "What a benchmark covers",
    "selection": "Which few datasets",
    "optimal": "How far from the best",
    "items": "Methods item by item",
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
    *("compare", "amlb", "missing", "items", "features", "landscape", "selection", "optimal"),
    *("suites", "openml-and-back", "studies", "side-by-side"),
)
#: Folders of pages with an index: its list of contents names the others.
FOLDERS = ("howto", "methods")
FRONT, GALLERY = "docs/site/front.md", "docs/gallery.md"
#: Pages whose code is run, so that its output and figures stand below it.
RUN = [str(page.relative_to(ROOT)) for page in (*howto.PAGES, *howto.OTHERS)] + [GALLERY, FRONT]
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
    run_code()
    (SOURCE / "index.md").write_text(index(), encoding="utf-8")
    reference = SOURCE / "reference"
    reference.mkdir()
    for name, text in pages().items():
        (reference / f"{name}.rst").write_text(text, encoding="utf-8")
    (reference / "command-line.md").write_text(command_line(), encoding="utf-8")
    called([sys.executable, "-m", "sphinx", "-b", "html", "-q", "-W", "--keep-going", "-j", "1",
            "-c", ROOT / "docs" / "site", SOURCE, OUT])  # fmt: skip
    r_side()
    if searched.available():
        searched.main(OUT)


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


def run_code() -> None:
    """Put below the code of pages what it prints and draws; name the pages of each folder."""
    figures = SOURCE / "docs" / "figures"
    figures.mkdir()
    pages = [SOURCE / name for name in RUN]
    for page, text in howto.main(pages, figures, "/docs/figures").items():
        page.write_text(text, encoding="utf-8")
    for name in FOLDERS:
        with (SOURCE / "docs" / name / "index.md").open("a", encoding="utf-8") as index:
            index.write(f"\n{contents('', siblings(name))}\n")


def siblings(folder: str) -> list[str]:
    """Return the pages of a folder but its index, in the order in which the index links them."""
    index = (ROOT / "docs" / folder / "index.md").read_text(encoding="utf-8")
    return re.findall(r"\]\(([\w-]+)\.md\)", index)


def contents(caption: str, names: list[str]) -> str:
    """Return a list of contents for the side of the page."""
    named = f":caption: {caption}\n" if caption else ""
    return "```{toctree}\n:hidden:\n" + named + "\n" + "\n".join(names) + "\n```"


def index() -> str:
    """Return the first page, and where everything is."""
    rooms = [f"reference/{name}" for name in dict.fromkeys((*ROOMS, *SUBMODULES))]
    docs = SOURCE / "docs"
    trees = {
        "Start": ["docs/howto/index", "docs/gallery", "docs/methods/index"],
        "Tutorials": [f"vignettes/{name}" for name in STORIES],
        "Coming from": [f"docs/from/{path.stem}" for path in sorted((docs / "from").glob("*.md"))],
        "Reference": [*rooms, "On the command line <reference/command-line>"],
        "Pages": [
            *(f"docs/{path.stem}" for path in sorted(docs.glob("*.md")) if path.stem != "gallery"),
            *("bench/README", "News <r/NEWS>", "CONTRIBUTING", "CODE_OF_CONDUCT", "SECURITY"),
        ],
        "Decisions": [
            f"docs/decisions/{path.stem}" for path in sorted((docs / "decisions").glob("*.md"))
        ],
    }
    front = (SOURCE / FRONT).read_text(encoding="utf-8")
    r = 'Help pages and vignettes of the R package: <a href="r/index.html">in R</a>.'
    toctrees = "\n\n".join(contents(caption, names) for caption, names in trees.items())
    return f"{front.replace('](../', '](docs/')}\n\n## The R package\n\n{r}\n\n{toctrees}\n"


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
