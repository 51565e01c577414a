"""Write tests/golden/names.json: 300 names that survive every way in and out unchanged.

No two look the same (Unicode NFC), none holds NUL or a CR without LF, which text files refuse.
"""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "names.json"

WORDS = """
NA NaN nan NULL null None <NA> N/A TRUE FALSE T F True False Inf inf -inf 1e999 if else function
repeat while break next NA_character_ .1 ..1 ... 1 01 1.0 1e3 0x1F -0 +1 _ - . .. ~ * ? ! % & |
; , : ' " ` # @ = + / \\ ( ) [ ] { } < > dataset method score resample row.names names class
dim __proto__ constructor toString undefined CON PRN AUX NUL COM1 LPT1 con.txt ../x ..\\x
/etc/passwd C:\\x ~/x file://x %2e%2e $HOME ${HOME} `id` $(id) select drop; -- /* */ %s %d {0}
{name} {{x}} {%x%} \\n \\t \\u0041 \\x41 &amp; &lt; &#65;
""".split()  # noqa: SIM905 - a table, read as such
FORMULAS = [
    "=1+1",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "=cmd|' /C calc'!A0",
    '=HYPERLINK("x")',
    "\t=1",
    "'=1",
]
SPACES = [
    "",
    " ",
    "  ",
    " a",
    "a ",
    "a b",
    "a  b",
    "\ta",
    "a\t",
    "\u00a0",
    "\u2003a",
    "\u3000",
    "a\u00a0b",
]
BREAKS = [
    "a\nb",
    "\n",
    "a\n",
    "\na",
    "a\r\nb",
    "a\n\nb",
    "a\u2028b",
    "a\u2029b",
    "a\u0085b",
    "a\x0bb",
    "a\x0cb",
    "a\x1cb",
    "a\x01b",
    "a\x7fb",
    "a\x1bb",
]
QUOTES = [
    '"',
    '""',
    '"""',
    '"a"',
    'a"b',
    'a""b',
    "'a'",
    "a'b",
    "''",
    "``",
    "a`b",
    "\u201ca\u201d",
    "a,b",
    "a;b",
    "a|b",
    ",",
    ",,",
    '","',
]
SCRIPTS = [
    "\u00e9t\u00e9",
    "e\u0301te\u0301 x",
    "Z\u00fcrich",
    "na\u00efve",
    "\u0130stanbul",
    "\u0131",
    "\u00df",
    "\u1e9e",
    "\ufb01",
    "\u0436\u0443\u043a",
    "\u0430",
    "\u03b1",
    "\u0391",
    "\u05e9\u05dc\u05d5\u05dd",
    "\u0645\u0631\u062d\u0628\u0627",
    "\u4e2d\u6587",
    "\u65e5\u672c\u8a9e",
    "\ud55c\uad6d",
    "\u0e44\u0e17\u0e22",
    "\u0939\u093f",
    "\u10d0",
    "\u12a0",
    "\U00010348",
    "\U00020000",
    "\uff11",
    "\u0663",
    "\u2167",
    "\u00bd",
    "\u00b2",
    "\u2460",
]
SIGNS = [
    "\U0001f600",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\U0001f1e9\U0001f1ea",
    "\u2764\ufe0f",
    "\u2764",
    "a\u200bb",
    "\u200ba",
    "\u200d",
    "\ufeffa",
    "a\ufeff",
    "\u202ea",
    "a\u202cb",
    "\u2066a\u2069",
    "\u00ada",
    "a\u0300\u0301\u0302\u0303b",
    "\ufffd",
    "\uffff",
    "\U0010ffff",
    "\ue000",
    "\u2212",
    "\u2013",
    "\u00d7",
    "\u221e",
    "\u00b1",
]
MARKUP = [
    "<b>",
    "</script>",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "javascript:alert(1)",
    "]]>",
    "<!--",
    "-->",
    "<svg/onload=1>",
    '" onclick="x',
    "a&b",
    "$x^2$",
    "\\textbf{a}",
    "_a_",
    "**a**",
    "[a](b)",
    "|a|b|",
    "a\\",
]
LONG = ["x" * 500, "\u00e9" * 500, "\U0001f600" * 250, "a " * 250, "w" * 41, "x" * 40 + "y"]


def names() -> list[str]:
    """Return the 300 names, different also to the eye."""
    stated = [*WORDS, *FORMULAS, *SPACES, *BREAKS, *QUOTES, *SCRIPTS, *SIGNS, *MARKUP, *LONG]
    seen: dict[str, str] = {}
    for name in stated:
        if seen.setdefault(unicodedata.normalize("NFC", name), name) != name:
            raise ValueError(f"two names look the same: {name!r}")
    different = list(dict.fromkeys(stated))
    more = [
        f"{first}{second}" for first in ("k-NN(k=1)", "1-NN DTW", "a.b") for second in different
    ]
    return [*different, *more][:300]


if __name__ == "__main__":
    FILE.write_text(json.dumps(names(), indent=0) + "\n", encoding="utf-8")
