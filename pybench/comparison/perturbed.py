"""Answers about every pair of a table's methods in tables that are nearly the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pybench.comparison import subsets
from pybench.comparison.adjust import adjusted
from pybench.comparison.ranks import Ranked
from pybench.comparison.replicates import signed_rank_pvalues
from pybench.comparison.wilcoxon import signed_rank_test

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

TESTS = ("nemenyi", "wilcoxon-holm")
#: Possible flips: the order of mean ranks, and the verdict of each test.
QUESTIONS = ("order", *TESTS)
# Answers per pair: ahead, behind, then the tests, then whether their verdicts are reversed.
_ANSWERS = 2 + 2 * len(TESTS)


@dataclass(frozen=True, slots=True)
class ReferenceTable:
    """One table, and all that is needed to test tables derived from it.

    An *answer* is (..., m, 6) bool: whether the first of a pair is ahead by mean rank, behind,
    whether the pair differs by Nemenyi and by Wilcoxon-Holm, and whether each of the two reverses
    its verdict on the whole table.
    """

    table: Ranked
    alpha: float
    zero_method: str
    losses: Ints  #: (k, k), see `subsets.doubled_losses`
    first: NDArray[np.intp]  #: (m,) positions of the pairs
    second: NDArray[np.intp]
    raw: Floats  #: (m,) signed-rank p-values before correction
    directions: Ints  #: (m,) 1 if the signed ranks favour the first, -1 the second
    full: Ints  #: (m, 6) answers of the whole table
    notes: tuple[str, ...]  #: caveats about the signed-rank test
    gaps: dict[int, int]  #: critical gaps by number of methods, filled as needed

    @classmethod
    def of(cls, table: Ranked, alpha: float, zero_method: str) -> ReferenceTable:
        """Test the whole table."""
        first, second = np.triu_indices(table.k, 1)
        test = signed_rank_test(table, zero_method)
        raw = test.pvalues_raw.to_numpy()[first, second]
        losses = subsets.doubled_losses(table.doubled)
        parts = (table, alpha, zero_method, losses, first, second)
        directions = test.directions.to_numpy()[first, second]
        full = np.zeros((len(raw), _ANSWERS), np.int64)
        study = cls(*parts, raw, directions, full, test.notes, {})
        full[:] = study.among(np.ones((1, table.k), bool))[0]
        return study

    def among(self, sets: Bools) -> Bools:
        """Return answers for sets of methods, (M, k); for pairs outside a set only the order."""
        sums = subsets.rank_sums(self.losses, sets)
        gaps = subsets.critical_gaps(self.table.n, sets.sum(axis=1), self.alpha, self.gaps)
        inside = sets[:, self.first] & sets[:, self.second]
        differs = subsets.rejects(self.raw, inside, "holm", self.alpha)
        return self._answers(sums, gaps, differs, self.directions)

    def over_datasets(self, weights: Ints, exact_up_to: int) -> Bools:
        """Return answers for tables with datasets weighted by the rows of (B, N) weights.

        All rows have the same sum. ``exact_up_to`` as for `replicates.signed_rank_pvalues`.
        """
        if not len(weights):
            return np.zeros((0, len(self.first), _ANSWERS), bool)
        sums = (weights @ self.table.doubled).astype(float)
        gap = subsets.critical_gap(int(weights[0].sum()), self.table.k, self.alpha)
        pvalues, directions = signed_rank_pvalues(
            self.table.results, weights, self.zero_method, self.alpha, exact_up_to=exact_up_to
        )
        differs = adjusted(pvalues, "holm") <= self.alpha
        return self._answers(sums, np.full(len(weights), gap), differs, directions)

    def _answers(self, sums: Floats, gaps: Ints, differs: Bools, directions: Ints) -> Bools:
        lead = sums[:, self.second] - sums[:, self.first]
        apart = np.abs(lead) >= gaps[:, None]
        by_rank = (self.full[:, 0] - self.full[:, 1]) * self.full[:, 2]
        reversed_ = [
            apart & (lead * by_rank < 0),
            differs & (directions * self.directions * self.full[:, 3] < 0),
        ]
        return np.stack([lead > 0, lead < 0, apart, differs, *reversed_], axis=-1)

    def flips(self, answers: Bools) -> Bools:
        """Return where (..., m, 6) answers differ from those of the whole table; (..., m, 3).

        The order flips if it is reversed; equal mean ranks are not a flip. A verdict flips if it is
        lost, gained or reversed.
        """
        full = self.full.astype(bool)
        order = (answers[..., 0] & full[:, 1]) | (answers[..., 1] & full[:, 0])
        tests = (answers[..., 2:4] != full[:, 2:4]) | answers[..., 4:]
        return np.concatenate([order[..., None], tests], axis=-1)

    def over_sets(self, sets: Bools) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """Count answers over sets of methods, and find the first and the last flip.

        Returns
        -------
        ((m,) int, (m, 6) int), ((3 m,) int, (3 m,) int)
            Number of sets with each pair and answers in them; rows of the first and the last set
            that flips each question, by pair, -1 if none does.
        """
        m = len(self.first)
        tables, said = np.zeros(m, np.int64), np.zeros((m, _ANSWERS), np.int64)
        smallest, nearest = np.full((2, m * len(QUESTIONS)), -1)
        for block in subsets.blocks(sets, 8 * m):
            chosen = sets[block]
            inside = chosen[:, self.first] & chosen[:, self.second]
            answers = self.among(chosen) & inside[..., None]
            tables += inside.sum(axis=0)
            said += answers.sum(axis=0)
            flips = (self.flips(answers) & inside[..., None]).reshape(len(chosen), -1)
            some = flips.any(axis=0)
            found = some & (smallest < 0)
            smallest[found] = block.start + flips.argmax(axis=0)[found]
            last = len(chosen) - 1 - flips[::-1].argmax(axis=0)
            nearest[some] = block.start + last[some]
        return (tables, said), (smallest, nearest)
