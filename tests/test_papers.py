"""Tables of all results compile in the classes of four publishers, and nothing is too wide."""

from __future__ import annotations

import re
import subprocess

#: Class -> preamble, width of the place of a table.
CLASSES = {
    "IEEEtran": (r"\documentclass[conference]{IEEEtran}", "ieee-column"),
    "acmart": (
        "\\documentclass[sigconf,nonacm]{acmart}\n\\settopmatter{printacmref=false}\\usepackage{lmodern}",
        "acm-column",
    ),
    "jmlr": (r"\documentclass[pmlr]{jmlr}", "jmlr"),
    "article": (r"\documentclass{article}\usepackage[textwidth=5.5in]{geometry}", "neurips"),
}
OPENING = {
    "jmlr": r"\title{T}\author{\Name{A}\Email{a@b.org}}\maketitle",
    "acmart": r"\title{T}\maketitle",
}
TROUBLE = re.compile(r"^(?:Overfull .*|.*Warning.*|! .*)$", re.MULTILINE)


def trouble(folder, style, body):
    """Return the complaints of TeX about a document with these tables."""
    preamble, _ = CLASSES[style]
    extra = "" if style == "acmart" else r"\usepackage{booktabs}"
    source = (
        f"{preamble}\n\\usepackage[T1]{{fontenc}}{extra}\\usepackage{{siunitx,graphicx}}\n"
        f"\\begin{{document}}{OPENING.get(style, '')}\nText.\n{body}\n\\end{{document}}\n"
    )
    (folder / "t.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "t.tex"]
    subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
    log = (folder / "t.log").read_text(encoding="latin-1")
    assert "Output written" in log, log[-2000:]
    return TROUBLE.findall(log)
