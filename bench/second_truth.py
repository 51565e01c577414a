"""The statistics of a table, written again from their definitions: NumPy, SciPy and fractions.

Nothing here calls pybench. Scores are whole numbers (the decimals that are meant, times a power of
ten), larger is better; null distributions are gone through arrangement by arrangement, or by
convolution. The 34 tables that are read are here too.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

import numpy as np
from scipy import stats

DRAWS = 20_000


def signed_rank(gaps: np.ndarray) -> tuple[int, float]:
    """Return the direction of W+ - W- and the exact two-sided p, zeros left out."""
    gaps = gaps[gaps != 0]
    if not gaps.size:
        return 0, 1.0
    size = np.abs(gaps)
    doubled = (2 * (size[:, None] > size).sum(1) + (size[:, None] == size).sum(1) + 1).astype(int)
    lead = int((doubled * np.sign(gaps)).sum())
    return int(np.sign(lead)), tail(doubled.tolist(), lead)


def tail(steps: list[int], lead: int) -> float:
    """Return P(|sum of steps with random signs| >= |lead|): every choice of signs is counted."""
    if len(steps) > 25 and len(steps) <= 200:
        ways: object = np.ones(1)
        for step in steps:
            grown = np.zeros(ways.size + step)
            grown[: ways.size] += ways / 2
            grown[step:] += ways / 2
            ways = grown
        sums = 2 * np.arange(ways.size) - sum(steps)
        return min(1.0, float(ways[np.abs(sums) >= abs(lead)].sum()))
    counts = np.zeros(sum(steps) + 1, np.int64)
    counts[0], end = 1, 1
    for step in steps:
        end += step
        counts[step:end] = counts[step:end] + counts[: end - step]
    sums = 2 * np.arange(counts.size) - sum(steps)
    return int(counts[np.abs(sums) >= abs(lead)].sum()) / 2 ** len(steps)


def holm(raw: list[float]) -> list[float]:
    """Adjust by Holm's definition: the running maximum of (m - i) p."""
    out, top = [0.0] * len(raw), 0.0
    for place, at in enumerate(sorted(range(len(raw)), key=raw.__getitem__)):
        top = max(top, min(1.0, (len(raw) - place) * raw[at]))
        out[at] = top
    return out


def finner(raw: list[float]) -> list[float]:
    """Adjust by Finner's definition: the running maximum of 1 - (1 - p)^(m / i)."""
    out, top = [0.0] * len(raw), 0.0
    for place, at in enumerate(sorted(range(len(raw)), key=raw.__getitem__), 1):
        top = max(top, 1 - (1 - raw[at]) ** (len(raw) / place))
        out[at] = top
    return out


class Truth:
    """What is true of one table."""

    def __init__(
        self, scores, names, higher: bool, alpha: float, rope: float, dropped: int,
        repeats=None, rho: float | None = None,
    ) -> None:  # fmt: skip
        exact = [
            [Fraction(str(round(v, 10))) for v in row] for row in np.asarray(scores, float).tolist()
        ]
        unit = math.lcm(*(v.denominator for row in exact for v in row))
        whole = [[int(v * unit) * (1 if higher else -1) for v in row] for row in exact]
        self.x = np.array(whole, object).astype(np.int64)
        self.scores, self.unit, self.rope = np.asarray(scores, float), unit, Fraction(str(rope))
        self.names, self.alpha, self.dropped = list(names), alpha, dropped
        self.n, self.k = self.x.shape
        self.higher, self.repeats, self.rho = higher, repeats, rho
        self.pairs = list(itertools.combinations(range(self.k), 2))
        x = self.x
        self.ranks = (2 * (x[:, None, :] > x[:, :, None]).sum(2)
                      + (x[:, None, :] == x[:, :, None]).sum(2) + 1)  # fmt: skip  # doubled
        self.sums = self.ranks.sum(0)
        self.mean_ranks = self.sums / (2 * self.n)
        self.tied = any(len(set(row)) < self.k for row in x.tolist())

    @cached_property
    def spread(self) -> int:
        """Sum of squares of the doubled, centred rank sums."""
        return int(((self.sums - self.n * (self.k + 1)) ** 2).sum())

    @cached_property
    def chi_square(self) -> Fraction:
        """Friedman's statistic, corrected for ties."""
        within = int(((self.ranks - (self.k + 1)) ** 2).sum())
        return Fraction((self.k - 1) * self.spread, within) if within else Fraction(0)

    @cached_property
    def f(self) -> float:
        """Iman and Davenport's statistic."""
        rest = self.n * (self.k - 1) - self.chi_square
        return float((self.n - 1) * self.chi_square / rest) if rest else math.inf

    @cached_property
    def rearranged(self) -> tuple[float, float] | None:
        """p of Friedman's test over all orders of all rows, and the least of all; None if large."""
        rows = (self.ranks - (self.k + 1)).tolist()
        state: dict[tuple[int, ...], Fraction] = {(0,) * self.k: Fraction(1)}
        for row in rows:
            orders = Counter(itertools.permutations(row))
            grown: dict[tuple[int, ...], Fraction] = {}
            for sums, ways in state.items():
                for order, times in orders.items():
                    key = tuple(sorted(a + b for a, b in zip(sums, order, strict=True)))
                    grown[key] = grown.get(key, 0) + ways * times
            state = grown
            if len(state) * math.factorial(self.k) > 400_000:
                return None
        every = math.factorial(self.k) ** self.n
        by = Counter()
        for sums, ways in state.items():
            by[sum(s * s for s in sums)] += ways
        reach = sum(w for s, w in by.items() if s >= self.spread)
        return float(Fraction(reach) / every), float(Fraction(by[max(by)]) / every)

    @cached_property
    def drawn(self) -> float:
        """p of Friedman's test over random orders of all rows."""
        rng, hits = np.random.default_rng(7), 0
        for _ in range(10):
            keys = rng.random((DRAWS, self.n, self.k)).argsort(-1)
            moved = np.take_along_axis((self.ranks - (self.k + 1))[None], keys, -1).sum(1)
            hits += int(((moved**2).sum(1) >= self.spread).sum())
        return hits / (10 * DRAWS)

    def least_untied(self) -> float:
        """Return the least p of Friedman's test on any table of this size."""
        return 1 / math.factorial(self.k) ** (self.n - 1)

    @cached_property
    def nemenyi(self) -> dict[tuple[int, int], float]:
        """p by pair; of two methods that of the sign test."""
        if self.k == 2:
            signs = np.sign(self.x[:, 0] - self.x[:, 1])
            return {(0, 1): tail([1] * int((signs != 0).sum()), int(signs.sum()))}
        scale = math.sqrt(self.k * (self.k + 1) / (12 * self.n))
        return {(i, j): float(stats.studentized_range.sf(
                    abs(self.mean_ranks[i] - self.mean_ranks[j]) / scale, self.k, np.inf))
                for i, j in self.pairs}  # fmt: skip

    def least_nemenyi(self) -> float:
        """Return p of mean ranks as far apart as can be: 1 and k."""
        scale = math.sqrt(self.k * (self.k + 1) / (12 * self.n))
        return float(stats.studentized_range.sf((self.k - 1) / scale, self.k, np.inf))

    def width(self) -> float:
        """Return the critical difference."""
        q = stats.studentized_range.ppf(1 - self.alpha, self.k, np.inf)
        return float(q * math.sqrt(self.k * (self.k + 1) / (12 * self.n)))

    @cached_property
    def signed(self) -> dict[tuple[int, int], tuple[int, float]]:
        """Direction and raw p of the signed-rank test by pair."""
        return {(i, j): signed_rank(self.x[:, i] - self.x[:, j]) for i, j in self.pairs}

    def least_signed(self, ties: bool) -> float:
        """Return the least adjusted p: of tables with these zero differences, or with none."""
        sizes = [self.n] * len(self.pairs)
        if ties:
            sizes = [int((self.x[:, i] != self.x[:, j]).sum()) for i, j in self.pairs]
        return min(holm([min(1.0, 2 * 0.5**size) for size in sizes]))

    @cached_property
    def ranked_verdicts(self) -> dict[tuple[int, int], int]:
        """1 where the first is better by Nemenyi's test, -1 the second, 0 not shown."""
        return {(i, j): int(np.sign(self.sums[j] - self.sums[i])) * (p <= self.alpha)
                for (i, j), p in self.nemenyi.items()}  # fmt: skip

    @cached_property
    def signed_verdicts(self) -> dict[tuple[int, int], int]:
        """The same by the signed ranks with Holm's correction."""
        return self.verdicts_of(self.signed)

    def verdicts_of(self, found: dict) -> dict[tuple[int, int], int]:
        """Correct raw p-values by pair and decide."""
        final = holm([p for _, p in found.values()])
        return {pair: way * (p <= self.alpha)
                for (pair, (way, _)), p in zip(found.items(), final, strict=True)}  # fmt: skip

    @cached_property
    def within(self) -> dict[tuple[int, int], tuple[int, int]]:
        """Number of datasets on which the first, and the second, is better over the repeats."""
        out = {}
        for i, j in self.pairs:
            t = []
            for one in np.round(self.repeats[:, i] - self.repeats[:, j], 9):
                size = one.size * (1 / one.size + self.rho / (1 - self.rho))
                t.append(stats.ttest_1samp(one, 0).statistic / math.sqrt(size))
            p = holm([2 * float(stats.t.sf(abs(v), self.repeats.shape[2] - 1)) for v in t])
            ways = [(1 if self.higher else -1) * np.sign(v) * (q <= self.alpha)
                    for v, q in zip(t, p, strict=True)]  # fmt: skip
            out[i, j] = ways.count(1), ways.count(-1)
        return out

    @cached_property
    def changes(self) -> tuple[dict, dict, dict, dict]:
        """Shares of tables with another verdict by pair: sets, datasets, resamples; reversals."""
        full, rng = self.signed_verdicts, np.random.default_rng(3)
        others = [[], [], []]
        for size in range(2, self.k + 1):
            for chosen in itertools.combinations(range(self.k), size):
                part = {p: self.signed[p] for p in itertools.combinations(chosen, 2)}
                others[0].append(self.verdicts_of(part))
        rows = [np.delete(np.arange(self.n), d) for d in range(self.n)]
        for kind, chosen in ((1, rows), (2, rng.integers(0, self.n, (300, self.n)))):
            for some in chosen:
                y = self.x[some]
                again = {(i, j): signed_rank(y[:, i] - y[:, j]) for i, j in self.pairs}
                others[kind].append(self.verdicts_of(again))
        shares, turned = [], dict.fromkeys(self.pairs, 0.0)
        for tables in others:
            share = {}
            for pair in self.pairs:
                said = [t[pair] for t in tables if pair in t]
                share[pair] = float(np.mean([v != full[pair] for v in said]))
                turn = float(np.mean([v * full[pair] < 0 for v in said]))
                turned[pair] = max(turned[pair], turn)
            shares.append(share)
        return (*shares, turned)

    @cached_property
    def bayes(self) -> dict[tuple[int, int], tuple[float, float, float]]:
        """Chances of better, equal, worse: Dirichlet weights, half an observation of 0 as prior."""
        rng, out = np.random.default_rng(5), {}
        edge = 2 * self.rope * self.unit
        for i, j in self.pairs:
            z = np.r_[0, self.x[:, i] - self.x[:, j]]
            both = z[:, None] + z
            more, less = (both > edge).astype(float), (both < -edge).astype(float)
            w = rng.dirichlet(np.r_[0.5, np.ones(self.n)], DRAWS)
            up, down = (((w @ part) * w).sum(1) for part in (more, less))
            largest = np.stack([up, 1 - up - down, down]).round(12)
            top = largest == largest.max(0)
            out[i, j] = tuple((top / top.sum(0)).mean(1).tolist())
        return out

    def gaffke(self, level: float = 0.95) -> tuple[np.ndarray, np.ndarray]:
        """Return both ends of the intervals of mean ranks, by own weights."""
        w = np.random.default_rng(11).dirichlet(np.ones(self.n + 1), DRAWS)
        own, more, side = w[:, :-1] @ (self.ranks / 2), w[:, -1:], (1 - level) / 2
        return np.quantile(own + more, side, 0), np.quantile(own + more * self.k, 1 - side, 0)

    @cached_property
    def firsts(self) -> np.ndarray:
        """Share of resamples of the datasets in which each has the best mean rank, ties split."""
        rows = np.random.default_rng(13).integers(0, self.n, (DRAWS, self.n))
        sums = self.ranks[rows].sum(1)
        best = sums == sums.min(1, keepdims=True)
        return (best / best.sum(1, keepdims=True)).mean(0)

    def walsh(self, i: int, j: int, level: float = 0.95) -> tuple[float, float, float, float]:
        """Return the Hodges-Lehmann estimate, its interval and the confidence that it attains."""
        z = (self.x[:, i] - self.x[:, j]) / self.unit
        middle = sorted((z[:, None] + z)[np.triu_indices(self.n)] / 2)
        ways = np.ones(1)
        for step in range(1, self.n + 1):
            ways = np.r_[ways, np.zeros(step)] / 2 + np.r_[np.zeros(step), ways] / 2
        below = np.cumsum(ways)  # P(W <= s)
        place = max(1, int((below <= (1 - level) / 2 * (1 + 1e-12)).sum()))
        attained = 1 - 2 * below[place - 1]
        return float(np.median(middle)), middle[place - 1], middle[-place], float(attained)

    def cliques(self, differ: dict[tuple[int, int], int]) -> set[frozenset[str]]:
        """Return the maximal sets of two or more of which no pair differs: all sets are tried."""
        apart = {pair for pair, verdict in differ.items() if verdict}
        free = [set(c) for size in range(2, self.k + 1)
                for c in itertools.combinations(range(self.k), size)
                if not apart & set(itertools.combinations(c, 2))]  # fmt: skip
        return {frozenset(self.names[c] for c in s) for s in free if not any(s < o for o in free)}


def tables() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield 34 tables, each with what `compare` and `read_results` are asked.

    Their scores are decimals: of 0.1 + 0.2 pybench takes the double as it is, noise and all.
    """
    rng = np.random.default_rng(20261123)

    def noisy(n: int, k: int, step: float, decimals: int = 3, sd: float = 0.03) -> np.ndarray:
        base = 0.7 + 0.1 * rng.normal(size=(n, 1)) + step * np.arange(k)[::-1]
        return np.round(base + sd * rng.normal(size=(n, k)), decimals)

    for n in (2, 3, 4, 5, 6):
        yield f"agreeing {n}", {"x": (np.arange(n)[:, None] / 10 + [0.32, 0.21, 0.1]).round(2)}
    yield "two, 5 agree", {"x": noisy(5, 2, 0.5)}
    yield "two, 6 agree", {"x": noisy(6, 2, 0.5)}
    part = np.r_[np.arange(1, 91), -np.arange(91, 151)] * 1e-4
    yield "two, contradictory", {"x": np.c_[0.7 + part, np.full(150, 0.7)].round(6)}
    third = np.r_[np.arange(1, 25), -np.arange(25, 41)] * 1e-3
    yield "three, contradictory", {"x": np.c_[0.7 + third, np.full(40, 0.7), 0.5 + third].round(6)}
    tied = np.full((12, 2), 0.7)
    tied[:3, 0] = 0.8
    yield "two, mostly tied", {"x": tied}
    tied = np.full((12, 3), 0.7)
    tied[:3, 0], tied[:2, 1] = 0.8, 0.75
    yield "three, mostly tied", {"x": tied}
    tied = np.full((5, 3), 0.7)
    tied[0, 0], tied[1, 1] = 0.8, 0.9
    yield "few, mostly tied", {"x": tied}
    yield "all the same", {"x": np.full((7, 4), 0.5)}
    yield "noise", {"x": noisy(20, 5, 0)}
    yield "noise, few", {"x": noisy(7, 5, 0.01)}
    yield "separated", {"x": noisy(15, 4, 0.1)}
    yield "lower", {"x": noisy(14, 4, 0.02), "higher": False, "metric": "error"}
    yield "two decimals", {"x": noisy(18, 5, 0.01, 2)}
    yield "one decimal", {"x": noisy(16, 3, 0.05, 1, 0.1)}
    yield "percentages", {"x": (100 * noisy(12, 4, 0.02)).round(1), "rope": 1.0}
    yield "eight", {"x": noisy(12, 8, 0.01)}
    yield "seven at .1", {"x": noisy(11, 7, 0.012), "alpha": 0.1}
    yield "six at .01", {"x": noisy(25, 6, 0.015), "alpha": 0.01}
    yield "two at .01", {"x": noisy(9, 2, 0.02), "alpha": 0.01}
    yield "two at .1", {"x": noisy(10, 2, 0.02), "alpha": 0.1}
    gone = noisy(12, 4, 0.03)
    gone[[2, 7], 1] = np.nan
    yield "two left out", {"x": gone}
    yield "means of repeats", {"x": noisy(10, 3, 0.03, 2), "repeats": 2}
    twin = noisy(13, 4, 0.03)
    twin[:, 2] = twin[:, 1]
    yield "twins", {"x": twin}
    wild = noisy(12, 3, 0.02)
    wild[0], wild[5, 2] = [1e9, 1.0, 2e9], -1e6
    yield "extreme", {"x": wild}
    yield "four on five", {"x": noisy(5, 4, 0.06)}
    for k, higher in ((2, True), (4, False), (7, True)):
        mean = noisy(9, k, 0.01, 2)
        cube = np.round(mean[:, :, None] + 0.02 * rng.normal(size=(9, k, 5)), 3)
        asked = {"cube": cube, "x": cube.mean(axis=2).round(6), "higher": higher, "rho": 0.1}
        yield f"{k}, repeats kept", asked
    yield "repeats that show nothing", {**asked, "rho": 0.999}
