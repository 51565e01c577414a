"""Texts as LaTeX that prints them literally."""

from __future__ import annotations

_SPECIAL = {
    "\\": "\\textbackslash{}",
    "{": "\\{",
    "}": "\\}",
    "$": "\\$",
    "&": "\\&",
    "#": "\\#",
    "%": "\\%",
    "_": "\\_",
    "^": "\\textasciicircum{}",
    "~": "\\textasciitilde{}",
    "<": "\\textless{}",
    ">": "\\textgreater{}",
    "|": "\\textbar{}",
    '"': "\\char34{}",  # babel makes the plain character active
    "'": "'{}",  # the braces keep '' `` -- !` ?` from becoming one sign
    "`": "{}`{}",
    "-": "-{}",
    ",": ",{}",
    "\u00a0": "~",
    "α": "\\ensuremath{\\alpha}",
    "←": "\\ensuremath{\\leftarrow}",
    "→": "\\ensuremath{\\rightarrow}",
    "…": "\\ldots{}",
    "−": "\\ensuremath{-}",
    "×": "\\ensuremath{\\times}",
    "≤": "\\ensuremath{\\leq}",
    "≥": "\\ensuremath{\\geq}",
    "∞": "\\ensuremath{\\infty}",
    "½": "\\ensuremath{\\frac12}",
}


def escape(text: str) -> str:
    r"""Return a text as LaTeX that prints it.

    Examples
    --------
    >>> escape("50% of $x_1$")
    '50\\% of \\$x\\_1\\$'
    """
    escaped = "".join(_SPECIAL.get(character, character) for character in text)
    return escaped.replace("  ", " \\ ").replace("  ", " \\ ")
