"""Judge the lines that single results print, and their notes; see bench/second_reading.py."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

import numpy as np
from scipy import stats

from bench.second_reading import NOTES, NUMBER, friedman_p, near
from bench.second_truth import Truth, finner, holm, signed_rank, tail

Found = Iterator[tuple[str, "bool | None", str]]
RANK = re.compile(rf"^ +({NUMBER})  (\S+)$")
PAIR = re.compile(
    rf"^    p ([=<]) +({NUMBER}) +(\S+)(?: \({NUMBER}\))?( better than |, | worse than )(\S+)"
)
CELL = re.compile(rf"({NUMBER})  (\d+)/(\d+)/(\d+)  (< )?({NUMBER})(?: (row|col))?( !)?")


def one_sided(t: Truth, i: int, j: int) -> float:
    """Return the exact p of "i is better than j" by signed ranks."""
    way, both = signed_rank(t.x[:, i] - t.x[:, j])
    gaps = t.x[:, i] - t.x[:, j]
    gaps = gaps[gaps != 0]
    if not gaps.size:
        return 1.0
    size = np.abs(gaps)
    steps = ((size[:, None] > size).sum(1) * 2 + (size[:, None] == size).sum(1) + 1).tolist()
    lead = int((np.array(steps) * np.sign(gaps)).sum())
    if not way:  # half of what is not in the middle, and the middle
        return 1 - (1 - equal(steps, lead)) / 2
    small = both / 2
    return small if way > 0 else 1 - small + equal(steps, lead)


def equal(steps: list[int], lead: int) -> float:
    """Return P(sum of signed steps = lead)."""
    beyond = tail(steps, abs(lead) + 1)
    return (tail(steps, lead) - beyond) / (2 if lead else 1)


def weights(t: Truth, quade: bool) -> np.ndarray:
    """Return the doubled, centred ranks, times Quade's doubled weight of each dataset."""
    ranks = t.ranks - (t.k + 1)
    if not quade:
        return ranks
    ranges = t.x.max(1) - t.x.min(1)
    weight = 2 * (ranges[:, None] > ranges).sum(1) + (ranges[:, None] == ranges).sum(1) + 1
    return ranks * weight[:, None]


def by_t(t: Truth, quade: bool, exact: bool) -> dict[tuple[int, int], tuple[int, float]]:
    """Return direction and raw p of Conover's (or Quade's) t by pair, or by exchanges."""
    s = weights(t, quade)
    sums, a = s.sum(0), (s.astype(float) ** 2).sum()
    b, df = (sums.astype(float) ** 2).sum() / t.n, (t.n - 1) * (t.k - 1)
    error = math.sqrt(max(0.0, 2 * t.n * (a - b) / df))
    out = {}
    for i, j in t.pairs:
        lead = int(sums[j] - sums[i])
        gaps = s[:, j] - s[:, i]
        if exact:
            p = tail(np.abs(gaps[gaps != 0]).tolist(), lead)
        else:
            p = float(2 * stats.t.sf(abs(lead) / error, df)) if error else float(not lead)
        out[i, j] = int(np.sign(lead)), p
    return out


def families(t: Truth, name: str, text: str) -> dict[tuple[str, str], tuple[int, float]]:
    """Return direction and adjusted p of each tested pair, by names in both orders."""
    if name in ("conover", "quade_pairs"):
        raw = by_t(t, name == "quade_pairs", "permutation" in text.splitlines()[0])
    elif "greater" in text.splitlines()[0]:
        cells = [(i, j) for i in range(t.k) for j in range(t.k) if i != j]
        raw = {(i, j): (1, one_sided(t, i, j)) for i, j in cells}
    else:
        raw = t.signed
        if ", all against" in text.splitlines()[0]:
            raw = {pair: v for pair, v in raw.items() if 0 in pair}
    final = (finner if "adjustment finner" in text else holm)([p for _, p in raw.values()])
    out = {}
    for ((i, j), (way, _)), p in zip(raw.items(), final, strict=True):
        out[t.names[i], t.names[j]] = way, p
        if "greater" not in text.splitlines()[0]:
            out[t.names[j], t.names[i]] = -way, p
    return out


def pairwise(t: Truth, name: str, text: str) -> Found:
    """Judge counts, directions, p-values and "cannot reject" of a test of pairs."""
    true, directed = families(t, name, text), "greater" in text.splitlines()[0]
    differ = sum(p <= 0.05 * (1 + 1e-12) for _, p in true.values()) // (1 if directed else 2)
    for line in text.splitlines():
        if m := re.search(r"(\d+) of (\d+) (?:ordered )?pairs? ?(?:differs?|the first)", line):
            whole = len(true) // (1 if directed else 2)
            yield "test of pairs: counts", (int(m[1]), int(m[2])) == (differ, whole), line
        elif m := PAIR.match(line):
            way, p = true[m[3], m[5]]
            side = {" better than ": 1, ", ": 0, " worse than ": -1}[m[4]]
            shown = near(m[2], p) if m[1] == "=" else p < float(m[2])
            yield "test of pairs: pairs", shown and side == (way if p <= 0.05 else 0), line
        elif "no p can be below" in line:
            yield "cannot reject", cannot(t, name, text, line), line


def cannot(t: Truth, name: str, text: str, line: str) -> bool | None:
    """Judge "with N datasets no p can be below": of all tables of N, or of those tied like this."""
    said, tied = float(re.findall(rf"below ({NUMBER})", line)[0]), "ties" in line
    if name.startswith("friedman"):
        true = (t.rearranged or (0, math.nan))[1] if tied else t.least_untied()
        return near(said, true)
    if t.k > 2 and ("nemenyi" in name):
        return near(said, t.least_nemenyi())
    if not name.startswith("wilcoxon"):
        return None if tied else near(said, min(1.0, len(t.pairs) * 2 * 0.5**t.n))
    pairs = [p for p in t.pairs if "all against" not in text or 0 in p]
    sizes = [int((t.x[:, i] != t.x[:, j]).sum()) if tied else t.n for i, j in pairs]
    sides = 1 if "greater" in text.splitlines()[0] else 2
    raw = [min(1.0, sides * 0.5**n) for n in sizes] + [1.0] * (len(pairs) if sides == 1 else 0)
    return near(said, min((finner if "adjustment finner" in text else holm)(raw)))


def friedman(t: Truth, name: str, text: str) -> Found:
    """Judge statistic and p of Friedman's test and of Iman and Davenport's."""
    head, f = text.splitlines()[0], "iman" in name
    value = re.search(rf"(?:F|chi-square) = ({NUMBER})", head)
    yield (
        "Friedman test",
        near(value[1], t.f if f else float(t.chi_square)) and friedman_p(t, head, f),
        head,
    )
    for line in text.splitlines():
        if "no p can be below" in line:
            yield "cannot reject", cannot(t, name, text, line), line


def diagram(t: Truth, name: str, text: str) -> Found:
    """Judge mean ranks, the critical difference and the sets without a significant difference."""
    verdicts = t.signed_verdicts if "wilcoxon" in name else t.ranked_verdicts
    for line in text.splitlines():
        if m := RANK.match(line):
            true = t.mean_ranks[t.names.index(m[2])]
            yield "mean ranks", near(m[1], true, absolute=0.000501), line
        if m := re.search(rf"(?:CD =|critical difference) ({NUMBER})", line):
            yield "critical difference", near(m[1], t.width(), absolute=6e-5), line
        if m := re.search(r": (\d+) of (\d+) pairs? differs?$", line):
            found = sum(v != 0 for v in verdicts.values())
            yield "Nemenyi: counts", (int(m[1]), int(m[2])) == (found, len(t.pairs)), line
        if "against the mean ranks:" in line:
            against = {
                (t.names[a], t.names[b])
                for (i, j), v in verdicts.items()
                if v
                for a, b in [(i, j) if v > 0 else (j, i)]
                if t.sums[a] >= t.sums[b]
            }
            said = re.findall(r"(\S+) better than (\S+?)(?:;|$)", line.split(": ", 1)[1])
            yield "against the mean ranks", set(said) <= against, line
        if "no p can be below" in line:
            yield "cannot reject", cannot(t, name, text, line), line
    if name.startswith("critical"):
        said = re.findall(r"no significant difference: (.+)", text)
        sets = {frozenset(line.split(", ")) for line in said}
        yield "no significant difference", sets == t.cliques(verdicts), "; ".join(said)


def matrix(t: Truth, name: str, text: str) -> Found:
    """Judge mean differences, wins, draws, losses, p and who is better in the matrix."""
    lines = text.splitlines()
    rows = [line for line in lines if CELL.search(line)]
    columns = lines[lines.index(rows[0]) - 1].split()
    for line in rows:
        i = t.names.index(line.split()[0])
        others = [t.names.index(c) for c in columns if c != t.names[i]]
        for j, cell in zip(others, CELL.findall(line), strict=False):
            gap = t.x[:, i] - t.x[:, j]
            score = t.scores[:, i].mean() - t.scores[:, j].mean()
            wins = [int((gap > 0).sum()), int((gap == 0).sum()), int((gap < 0).sum())]
            way, p = t.signed[min(i, j), max(i, j)]
            better = {1: "row", -1: "col", 0: ""}[way * (1 if i < j else -1) * (p <= 0.05)]
            lead = int(np.sign(gap.sum())) * (1 if better == "row" else -1)
            mark = " !" if better and lead <= 0 else ""
            right = near(cell[0], score, 2e-3, 1e-9) and [int(c) for c in cell[1:4]] == wins
            shown = near(cell[5], p, 0.06) if not cell[4] else p < float(cell[5]) * 1.05
            yield (
                "matrix cells",
                right and shown and cell[6:] == (better, mark),
                f"{line.split()[0]} {cell}",
            )


def intervals(t: Truth, name: str, text: str) -> Found:
    """Judge mean ranks, their intervals and the shares of resamples."""
    low, high = t.gaffke()
    form = rf" +({NUMBER}) +({NUMBER}) to +({NUMBER})  first in +({NUMBER}) % of resamples  (\S+)"
    for line in text.splitlines():
        if m := re.match(form, line):
            i, room = t.names.index(m[5]), 0.02 * (t.k - 1)
            ends = near(m[2], low[i], 0, room) and near(m[3], high[i], 0, room)
            right = near(m[1], t.mean_ranks[i], absolute=0.000501)
            yield "rank intervals", right and ends and near(m[4], 100 * t.firsts[i], 0, 2.5), line


def kendall(t: Truth, name: str, text: str) -> Found:
    """Judge W; its interval where there is a closed form: two methods without ties."""
    w, low, high = (
        float(x)
        for x in re.search(
            rf"W = ({NUMBER}), 95 % interval ({NUMBER}) to ({NUMBER})", text
        ).groups()
    )
    head = text.splitlines()[0]
    yield "Kendall's W", near(w, float(t.chi_square) / (t.n * (t.k - 1)), absolute=6e-5), head
    right = None
    if t.k == 2 and not t.tied:
        wins = max(int((t.x[:, c] > t.x[:, 1 - c]).sum()) for c in (0, 1))
        below = stats.beta.ppf(0.025, wins, t.n - wins + 1)
        above = 1.0 if wins == t.n else stats.beta.ppf(0.975, wins + 1, t.n - wins)
        ends = [max(0.0, 2 * below - 1) ** 2, (2 * above - 1) ** 2]
        right = low <= ends[0] + 0.03 and high >= ends[1] - 0.03  # wider where neither leads
    yield "interval of Kendall's W", right, head


def effects(t: Truth, name: str, text: str) -> Found:
    """Judge the Hodges-Lehmann estimates, their intervals and the confidence that they attain."""
    true = {(t.names[i], t.names[j]): t.walsh(i, j) for i, j in t.pairs}
    said = re.search(rf"attain ({NUMBER}) %; (\d+) of (\d+) exclude 0", text)
    free = sum(low > 0 or high < 0 for _, low, high, _ in true.values())
    level = near(said[1], 100 * next(iter(true.values()))[3])
    yield "effects: counts", level and (int(said[2]), int(said[3])) == (free, len(true)), said[0]
    for line in text.splitlines():
        form = rf"    ({NUMBER}) \(({NUMBER}) to ({NUMBER})\)  (\S+), (\S+)$"
        if m := re.match(form, line):
            pair = (m[4], m[5])
            one = true.get(pair)
            if one is None:
                middle, low, high, _ = true[pair[::-1]]
                one = (-middle, -high, -low, 0.0)
            right = all(
                near(a, b, 2e-3, 1e-9) for a, b in zip(m.groups()[:3], one[:3], strict=True)
            )
            yield "effects: intervals", right, line


def posterior(t: Truth, name: str, text: str) -> Found:
    """Judge posterior probabilities."""
    for line in text.splitlines():
        if m := re.match(
            rf" +P\((\S+) (better|worse|equal|\S+) (?:than|to) (\S+)\) = ({NUMBER})", line
        ):
            i, j = t.names.index(m[1]), t.names.index(m[3])
            shares = t.bayes[min(i, j), max(i, j)][:: 1 if i < j else -1]
            true = shares[{"better": 0, "worse": 2}.get(m[2], 1)]
            yield "posterior probabilities", near(m[4], true, absolute=0.015), line


def noted(t: Truth, name: str, notes: tuple[str, ...], text: str, repeats: bool) -> Found:
    """Judge the notes whose condition can be seen in the table, and those that are missing."""
    zero = any((t.x[:, i] == t.x[:, j]).any() for i, j in t.pairs)
    same = any((t.x[:, i] == t.x[:, j]).all() for i, j in t.pairs)
    gaps = t.signed_verdicts if "wilcoxon" in name else t.ranked_verdicts
    head = text.splitlines()[0]
    exact = "p exact" in head or "permutation" in head or "simulation" in head
    steps = [set((t.x[:, i] - t.x[:, j]).tolist()) for i, j in t.pairs]
    order = [t.names[i] for i in sorted(range(t.k), key=lambda i: (t.sums[i], t.names[i]))]
    spans = [sorted(order.index(c) for c in s) for s in t.cliques(gaps)]
    p = friedman_shown(t)
    facts: dict[str, bool] = {
        "degenerate": not t.spread and not any(len(set(r)) > 1 for r in t.x.tolist()),
        "few-datasets": t.n < 10 and not exact, "two-classifiers": t.k == 2, "ties": t.tied,
        "dropped-rows": t.dropped > 0, "zero-differences": zero, "no-difference": same,
        "mean-ranks": t.k > 2, "weak-control": "finner" in name,
        "mean-of-repeats": repeats, "floor": "< 1e-12" in text,
        "constant-difference": any(len(s) == 1 and 0 not in s for s in steps),
        "confidence-not-attained": t.walsh(0, 1)[3] < 0.95,
        "not-an-interval": any(s[-1] - s[0] >= len(s) for s in spans),
        "against-mean-ranks": any(v * (t.sums[j] - t.sums[i]) <= 0 and v
                                  for (i, j), v in gaps.items()),
    }  # fmt: skip
    if p is not None:
        facts["omnibus-not-significant"] = p > t.alpha
    for key in map(str.__str__, notes):
        fact = facts.get(key)
        yield f"note {key}", fact, f"{name}: {NOTES[key]}"
    must = {"dropped-rows"} | ({"ties"} if name.startswith("friedman") else set())
    for key in must - set(map(str.__str__, notes)):
        if facts[key]:
            yield f"note {key}", False, f"{name}: the note is not there"


def friedman_shown(t: Truth) -> float | None:
    """Return the p of Friedman's test as "auto" has it, where it is cheap."""
    if t.n >= 10 and t.k > 2:
        return float(stats.chi2.sf(float(t.chi_square), t.k - 1))
    return t.rearranged[0] if t.rearranged else None


READERS = {
    "friedman": friedman, "friedman iman": friedman, "nemenyi": diagram,
    "wilcoxon": pairwise, "wilcoxon finner": pairwise, "wilcoxon greater": pairwise,
    "wilcoxon control": pairwise, "conover": pairwise, "quade_pairs": pairwise,
    "critical nemenyi": diagram, "critical wilcoxon": diagram, "matrix": matrix,
    "intervals": intervals, "kendall": kendall, "effects": effects, "posterior": posterior,
}  # fmt: skip
