"""The direction of a metric, as its name states it."""

from __future__ import annotations

import re

from pybench.base import shared

_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ\u00b2\u2212", "abcdefghijklmnopqrstuvwxyz2-")


def higher_is_better_of(metric: str | None) -> bool | None:
    """Return the direction of a metric by its name, None if it is not known.

    Names are those of metrics.csv, ignoring case and punctuation; words such as "mean" and "test",
    and numbers at the end, are allowed. "neg" or a minus in front reverses the direction.
    """
    text = (metric or "").translate(_LOWER).strip()
    words = re.findall(r"[a-z0-9]+", text)
    turned = text.startswith("-") or words[:1] == ["neg"]
    words = words[1:] if words[:1] == ["neg"] else words
    better = {row["name"]: row["better"] for row in shared.rows("metrics.csv")}
    core = [w for i, w in enumerate(words) if better.get(w) != "" and not (i and w.isdecimal())]
    for name in ("".join(words), "".join(core)):
        if better.get(name):
            return (better[name] == "higher") != turned
    return None
