"""Run the code of how-to pages, and show below each block what it prints and draws.

    python tools/howto.py docs/howto/save-a-figure.md

The blocks of a page run in their order in one new folder: those marked ``python`` in one namespace,
those marked ``sh`` in a shell. Those marked ``r`` run in one R process, in a folder of their own.
Blocks marked ``console`` are only shown. Every figure that a block leaves in a variable is drawn.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted(set((ROOT / "docs" / "howto").glob("*.md")) - {ROOT / "docs/howto/index.md"})
#: Other pages whose code runs; some have none.
OTHERS = sorted([*(ROOT / "docs" / "methods").glob("*.md"), *(ROOT / "docs" / "from").glob("*.md")])
BLOCK = re.compile(r"(?ms)^```(python|sh|r)\n(.*?)^```\n")


@dataclass
class Shown:
    """What one block printed, and the files of the figures that it drew."""

    text: str = ""
    figures: list[Path] = field(default_factory=list)


def blocks(page: Path) -> list[tuple[str, str]]:
    """Return language and code of each block of a page that runs."""
    return BLOCK.findall(page.read_text(encoding="utf-8"))


def ran(page: Path, figures: Path) -> list[Shown]:
    """Run the blocks in Python and in the shell; figures go into a folder as SVG."""
    space: dict[str, Any] = {"__name__": "__main__"}
    seen: set[int] = set()
    found = []
    with tempfile.TemporaryDirectory() as work, contextlib.chdir(work):
        for place, (language, code) in enumerate(blocks(page)):
            shown = Shown()
            if language == "python":
                said = io.StringIO()
                with contextlib.redirect_stdout(said):
                    exec(compile(code, f"{page.name}, block {place + 1}", "exec"), space)
                shown = Shown(said.getvalue(), drawn(space, seen, figures / f"{page.stem}-{place}"))
            elif language == "sh":
                shown = Shown(shell(code))
            found.append(shown)
    return found


def drawn(space: dict[str, Any], seen: set[int], stem: Path) -> list[Path]:
    """Save the figures of a namespace that were not there before."""
    from matplotlib.figure import Figure

    files = []
    for value in list(space.values()):
        if isinstance(value, Figure) and id(value) not in seen:
            seen.add(id(value))
            files.append(stem.with_name(f"{stem.name}-{len(files)}.svg"))
            value.savefig(files[-1])
    return files


def shell(code: str) -> str:
    """Run a block of commands; the first that fails ends it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return output(["bash", "-euc", code], Path.cwd(), PATH=path)


def ran_in_r(pages: list[Path], figures: Path) -> dict[Path, list[Shown]]:
    """Run the blocks in R of several pages, in one process; None comes of other blocks."""
    with tempfile.TemporaryDirectory() as work:
        script = ROOT / "tools" / "howto.R"
        output(["Rscript", "--vanilla", script, figures, *pages], Path(work))
    found = {}
    for page in pages:
        texts = [figures / f"{page.stem}-{i}.txt" for i in range(len(blocks(page)))]
        found[page] = [
            Shown(
                text.read_text(encoding="utf-8") if text.exists() else "",
                [image] if (image := text.with_name(f"{text.stem}-r.svg")).exists() else [],
            )
            for text in texts
        ]
    return found


def output(command: list[Any], work: Path, **environment: str) -> str:
    """Return what a command prints; raise an error that shows all of it if the command fails."""
    done = subprocess.run(
        [str(part) for part in command], cwd=work, env=os.environ | environment,
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
    )  # fmt: skip
    if done.returncode:
        raise RuntimeError(f"{done.stdout}{done.stderr}\n{command}: failed")
    return done.stdout


def filled(page: Path, shown: list[Shown], folder: str) -> str:
    """Return the page with texts and figures below its blocks; figures lie in `folder`."""
    left = iter(shown)

    def block(match: re.Match[str]) -> str:
        one = next(left)
        text = f"\n```text\n{one.text.rstrip()}\n```\n" if one.text.strip() else ""
        images = "".join(
            f"\n![{said(match.string[: match.start()])}]({folder}/{x.name})\n" for x in one.figures
        )
        return match[0] + text + images

    return BLOCK.sub(block, page.read_text(encoding="utf-8"))


def said(text: str) -> str:
    """Return the last sentence before a figure, which describes it in words."""
    prose = re.sub(r"(?ms)^(```|!\[).*?(^```|\))$", "", text).strip()
    last = " ".join(prose.rpartition("\n\n")[2].split()).strip("# :.")
    plain = re.sub(r"!?\[([^\]]*)\]\([^)]*\)|[`*]", r"\1", last)
    return re.split(r"[.:] (?=[A-Z])", plain)[-1]


def main(pages: list[Path], figures: Path, folder: str) -> dict[Path, str]:
    """Return every page with what its code shows; pages find the figures in `folder`."""
    os.environ.setdefault("MPLBACKEND", "Agg")
    in_r = ran_in_r(pages, figures)
    texts = {}
    for page in pages:
        both = zip(ran(page, figures), in_r[page], strict=True)
        shown = [other if other.text or other.figures else one for one, other in both]
        texts[page] = filled(page, shown, folder)
    return texts


if __name__ == "__main__":
    where = Path(tempfile.mkdtemp())
    for text in main([Path(name).resolve() for name in sys.argv[1:]], where, str(where)).values():
        sys.stdout.write(text)
