"""Search for the colours of groups in `pybench/plot/draw/style.py`.

    python -m bench.palette          # about a minute per palette

Every pair of eight colours has a CIEDE2000 distance of at least 10 in a grey print, for normal
sight and for three kinds of colour blindness, and of at least 8 on dark pages. Grey print decides
how light each is; among the palettes with these distances, the search finds one near to the wanted
colours.
"""

from __future__ import annotations

import numpy as np

from tests.plot.sight import SIGHT, ciede2000, closest, grey, lab, linear, rgb, seen

#: What the colours should look like, from dark to light.
WANTED = ("#0A0033", "#5F008D", "#7A2E0E", "#0068B0", "#1E8A63", "#E07B28", "#7CC0EE", "#F4E87A")
LEAST, DARK = 10.05, 8.05


def missing(colours: list[str]) -> float:
    """Return how much too small distances are."""
    light = [[seen(colour, sight) for colour in colours] for sight in SIGHT]
    dark = [[seen(colour, sight, dark=True) for colour in colours] for sight in SIGHT]
    light.append([grey(colour) for colour in colours])
    return sum(max(0.0, LEAST - closest(one)) for one in light) + sum(
        max(0.0, DARK - closest(one)) for one in dark
    )


def distance(colours: list[str]) -> float:
    """Return how far colours are from the wanted ones."""
    labs = [[lab(linear(colour)) for colour in some] for some in (colours, WANTED)]
    return float(np.sum(ciede2000(*labs) ** 2))


def search(steps: int, seed: int) -> tuple[float, float, list[str]]:
    """Return how much is missing, the distance from the wanted colours, and the colours."""
    rng = np.random.default_rng(seed)
    now, cost = list(WANTED), np.inf
    best = cost, now
    for step in range(steps):
        left = 1 - step / steps
        i = int(rng.integers(len(now)))
        moved = rgb(now[i]) * 255 + rng.normal(size=3) * (1 + 15 * left)
        new = [*now]
        new[i] = "#" + "".join(f"{round(float(np.clip(x, 0, 255))):02X}" for x in moved)
        other = 200 * missing(new) + distance(new)
        if other < cost or rng.random() < np.exp((cost - other) / (1e-9 + 30 * left**2)):
            now, cost = new, other
            best = min(best, (cost, now))
    return missing(best[1]), distance(best[1]), best[1]


if __name__ == "__main__":
    for seed in range(3):
        print(*search(5000, seed), flush=True)
