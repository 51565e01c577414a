"""Nested judgement: combinations chosen on some models, judged on others, shuffled datasets.

The models are dealt into folds, and ranked within their fold. A choice of datasets does not depend
on the models, unless it is made from their results; then it is made again without each fold, and
without each two. So the areas of all combinations on all folds suffice: for each fold, the
combination that is best on the other folds is judged on this one. Shuffling the datasets of an
embedding is shuffling those of the results, so that the chosen rows stay the same.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pybench import parallel
from pybench.base.errors import ArgumentError
from pybench.base.progress import Clock, Progress
from pybench.base.stream import draw
from pybench.selection import ranking
from pybench.selection.pools import Pools, Rules
from pybench.selection.preservation import areas
from pybench.selection.protocol import methods_of
from pybench.selection.scoring import Method
from pybench.selection.space import space
from pybench.selection.strategies import Own
from pybench.selection.trials import Results
from pybench.table import ResultsTable

Doubles = NDArray[np.float64]
Ints = NDArray[np.int64]
#: Folds of models that a choice from results did not see: none, one, or two.
Unseen = tuple[int, ...]

#: Random subsets of each size that are averaged.
RANDOM = 1000
# Areas that differ by less are equal: the same sums in another order.
_DIGITS, _SAME = 9, 1e-9
# Trials of one piece of work; numbers held in memory at once.
_BLOCK = 2**21
# Shuffles of one piece of work.
_SHUFFLES = 10
# Seconds of computation below which starting processes does not pay off.
_SOON = 10.0


@dataclass(frozen=True, slots=True)
class Group:
    """Strategies on one representation, by the results of some models or of none."""

    methods: tuple[Method, ...]
    places: tuple[int, ...]  #: of the methods among all combinations
    unseen: Unseen  #: folds of models that the representation does not know
    past: Doubles | None = None  #: (n, M) mean ranks of the models that the oracle sees


def combinations(
    embeddings: Mapping[str, Any], strategies: list[str | Own], ways: tuple[str, ...],
    missing: str, datasets: tuple[str, ...],
) -> tuple[list[Method], list[tuple[str, str, str]]]:  # fmt: skip
    """Return every strategy on every representation in every scaling, and their labels."""
    found = []
    for at, way in enumerate(ways):
        scaled_by = dict.fromkeys(embeddings, way)
        every = methods_of(embeddings, strategies, scaled_by, missing, datasets)
        for place, method in enumerate(every):
            scaled = method.space is not None
            if at and not scaled:
                continue  # scaling changes nothing
            names = [*embeddings, ""]
            label = (method.representation, way if scaled else "", method.plan.name)
            found.append((names.index(method.representation), at, place, method, label))
    found.sort(key=lambda one: one[:3])
    return [one[3] for one in found], [one[4] for one in found]


def groups(
    t: ResultsTable, results: Results, embeddings: Mapping[str, Any], missing: str,
    methods: list[Method], labels: list[tuple[str, str, str]], folds: tuple[Ints, ...],
) -> Iterator[Group]:  # fmt: skip
    """Yield combinations by representation; those from results for each one or two folds unseen."""
    shared: dict[tuple[str, str], list[int]] = {}
    for place, (name, way, _) in enumerate(labels):
        shared.setdefault((name, way), []).append(place)
    for (name, way), places in shared.items():
        mine = tuple(methods[place] for place in places)
        if name and not _knows(embeddings[name], t):
            yield Group(mine, tuple(places), ())
            continue
        for unseen in _unseen(len(folds)):
            seen = np.sort(np.concatenate([f for i, f in enumerate(folds) if i not in unseen]))
            past = None
            if name:
                where = space(
                    _only(embeddings[name], t, seen), way, missing, datasets=results.datasets
                )
                mine = tuple(replace(method, space=where) for method in mine)
            else:
                past = results.among(seen[None])[0][0] / (2 * results.repeats)
            yield Group(mine, tuple(places), unseen, past)


def _knows(embedding: Any, t: ResultsTable) -> bool:
    """Return whether an embedding is made of results of models of the table."""
    known = isinstance(embedding, ResultsTable)
    return known and not set(embedding.classifiers).isdisjoint(t.classifiers)


def _only(past: ResultsTable, t: ResultsTable, seen: Ints) -> ResultsTable:
    """Return past results without those models of the table that are not seen."""
    hidden = set(t.classifiers) - {t.classifiers[place] for place in seen}
    return past.select(classifiers=[name for name in past.classifiers if name not in hidden])


def _unseen(folds: int) -> list[Unseen]:
    if folds < 3:
        raise ArgumentError(
            "`folds` must be at least 3 if datasets are chosen by results of models of the table: "
            "the choice is made on one part of the models, compared on another, and judged on a "
            "third",
            expected="a whole number >= 3",
            found=str(folds),
        )
    parts = range(folds)
    return [*((fold,) for fold in parts), *itertools.combinations(parts, 2)]


@dataclass(frozen=True, slots=True)
class Chooser:
    """Strategies choose from the pools of some trials: group, first and last trial -> rows."""

    groups: tuple[Group, ...]
    kept: Ints  #: (T, m) datasets of each trial
    sizes: tuple[int, ...]
    rules: Rules

    def __call__(self, task: tuple[int, int, int]) -> list[list[Ints]]:
        """Return rows of datasets, (trials, k), by method and size."""
        group, (start, stop) = self.groups[task[0]], task[1:]
        rows = self.kept[start:stop]
        same = bool((self.kept == self.kept[0]).all())
        shared: dict[int, dict[str, Doubles]] = {}
        found = []
        for method in group.methods:
            pools_of = rows[:1] if same and method.plan.repeats else rows
            past = goal = None
            if group.past is not None:
                past = group.past[pools_of]
                goal = np.broadcast_to(group.past.mean(axis=0), (len(pools_of), past.shape[2]))
            pools = Pools(
                pools_of, method.space, method.plan.metric, self.rules, start, past, goal,
                method.regions, shared.setdefault(len(pools_of), {}),
            )  # fmt: skip
            at = np.arange(len(rows))[:, None]
            chosen = method.plan.run(pools, self.sizes)
            found.append([rows[at, np.broadcast_to(c, (len(rows), c.shape[1]))] for c in chosen])
        return found

    def seconds(self, task: tuple[int, int, int]) -> float:
        """Estimate the time of a task; k-means with its many starts dominates."""
        methods, m = self.groups[task[0]].methods, self.kept.shape[1]
        clustered = sum(method.plan.name == "k-means" for method in methods)
        work = clustered * self.rules.n_init * sum(self.sizes) * m**2
        return float((task[2] - task[1]) * (5e-10 * work + 1e-3 * len(methods)))


@dataclass(frozen=True, slots=True)
class Choices:
    """The chosen datasets of many (combination, unseen folds), as a matrix of 0 and 1."""

    keys: tuple[tuple[int, Unseen], ...]
    chosen: Any  #: sparse, (keys x trials x sizes, n)
    trials: int
    sizes: tuple[int, ...]

    def areas(self, sums: Ints, reference: ranking.Reference, metric: str) -> Doubles:
        """Return the mean area over trials of each key, from ranks (n, M)."""
        added = np.asarray(self.chosen @ sums)
        shape = len(self.keys) * self.trials, len(self.sizes), sums.shape[1]
        scores = ranking.scores(added.reshape(shape), self.sizes, reference, (metric,))[0]
        by_key = areas(scores, self.sizes).reshape(len(self.keys), self.trials)
        return np.asarray(by_key.mean(axis=1))


@dataclass(frozen=True, slots=True)
class Judged:
    """Areas of the combinations, and what is chosen and gained in each fold."""

    outer: Doubles  #: (combinations, folds) area on a fold; choices from results are without it
    inner: Doubles  #: (combinations, folds) mean area on the other folds
    random: Doubles  #: (folds,) area of random subsets
    chosen: Ints  #: (folds,) the combination that is best on the other folds
    gains: Doubles  #: (folds,) what it gains over random


@dataclass(frozen=True, slots=True)
class Judge:
    """Judges all combinations on the results, their datasets in any order."""

    choices: Mapping[Unseen, Choices]  #: by the folds that must be unseen; () for any
    sums: tuple[Ints, ...]  #: of each fold: (n, M) doubled ranks among its models
    references: tuple[ranking.Reference, ...]
    random: Doubles  #: (folds,)
    combinations: int
    metric: str

    def __call__(self, orders: Ints) -> Doubles:
        """Return the mean gain over folds for each order of the datasets, (B, n) -> (B,)."""
        return np.array([self.judge(order).gains.mean() for order in orders])

    def judge(self, order: Ints | None = None) -> Judged:
        """Choose a combination for each fold on the others, and judge it on this one."""
        folds = len(self.sums)
        ranks = [sums if order is None else sums[order] for sums in self.sums]
        outer = np.empty((self.combinations, folds))
        pairs = np.empty((self.combinations, folds, folds))  # unseen fold, judged fold
        for unseen, choices in self.choices.items():
            places = [place for place, _ in choices.keys]
            for fold in unseen or range(folds):
                found = choices.areas(ranks[fold], self.references[fold], self.metric)
                if len(unseen) < 2:
                    outer[places, fold] = found
                if not unseen:
                    pairs[places, :, fold] = found[:, None]
                elif len(unseen) == 2:
                    pairs[places, sum(unseen) - fold, fold] = found
        others = ~np.eye(folds, dtype=bool)
        inner = np.where(others, pairs, 0.0).sum(axis=2) / (folds - 1)
        sign = -1.0 if self.metric in ranking.LESS else 1.0
        chosen = first_of(sign * inner)
        gains = sign * (outer[chosen, np.arange(folds)] - self.random)
        return Judged(outer, inner, self.random, chosen, gains)


def first_of(values: Doubles) -> Ints:
    """Return the place of the largest value of each column, the first if rounding decides."""
    return np.asarray(np.round(values, _DIGITS).argmax(axis=0))


def share_reaching(shuffled: Doubles, gain: float) -> float:
    """Return the share of permutations, the identity included, that gain as much."""
    return float((1 + (shuffled >= gain - _SAME).sum()) / (len(shuffled) + 1))


def dealt(names: Sequence[str], folds: int, seed: int) -> tuple[Ints, ...]:
    """Deal the models at random into folds of nearly equal size; places, ascending."""
    order = sorted(range(len(names)), key=names.__getitem__)
    shuffled = np.array(order)[draw(len(names), len(names), 1, seed, "folds of models")[0]]
    return tuple(np.sort(shuffled[fold::folds]) for fold in range(folds))


def random_areas(
    results: Results, sums: Sequence[Ints], references: Sequence[ranking.Reference],
    sizes: Sequence[int], metric: str, seed: int,
) -> Doubles:  # fmt: skip
    """Return the mean area of random subsets on each fold."""
    n = len(results.datasets)
    drawn = [draw(n, size, RANDOM, seed, f"random selection of {size}") for size in sizes]
    scored = []
    for ranks, reference in zip(sums, references, strict=True):
        added = np.stack([ranks[rows].sum(axis=1) for rows in drawn], axis=1)
        scored.append(ranking.scores(added, sizes, reference, (metric,))[0].mean(axis=0))
    return areas(np.array(scored), sizes)


def judged(
    results: Results, folds: Sequence[Ints], chooser: Chooser, combinations: int, metric: str,
    orders: Ints, workers: int | None, cluster: Any,
    progress: Callable[[Progress], object] | None,
) -> tuple[Judged, Doubles]:  # fmt: skip
    """Choose, judge, and judge again with shuffled datasets: the judgement, gains (B,)."""
    trials = len(chooser.kept)
    length = max(1, _BLOCK // chooser.kept.shape[1] ** 2)
    tasks = [
        (group, start, min(start + length, trials))
        for group in range(len(chooser.groups))
        for start in range(0, trials, length)
    ]
    blocks = [orders[start : start + _SHUFFLES] for start in range(0, len(orders), _SHUFFLES)]
    chosen = sum(trials * sum(chooser.sizes) * len(group.methods) for group in chooser.groups)
    each = 3e-8 * chosen * max(map(len, folds)) + 1e-3  # seconds of a shuffle
    costs: dict[Any, float] = {task: chooser.seconds(task) for task in tasks}
    costs |= {place: each * len(block) for place, block in enumerate(blocks)}
    clock = Clock(costs, costs, progress, "steps")
    if workers is None and sum(costs.values()) < _SOON:
        workers = 1
    made: dict[int, list[list[list[Ints]]]] = {}
    for task, rows in zip(
        tasks, parallel.map(chooser, tasks, workers=workers, cluster=cluster), strict=True
    ):
        made.setdefault(task[0], []).append(rows)
        clock.done(task, "datasets chosen")
    ranked = [results.among(fold[None]) for fold in folds]
    sums = tuple(sums[0] for sums, _ in ranked)
    references = tuple(reference for _, reference in ranked)
    random = random_areas(results, sums, references, chooser.sizes, metric, chooser.rules.seed)
    choices = dict(_choices(chooser, made, len(results.datasets)))
    judge = Judge(choices, sums, references, random, combinations, metric)
    found = []
    for place, gains in enumerate(parallel.map(judge, blocks, workers=workers, cluster=cluster)):
        found.append(gains)
        clock.done(place, "datasets shuffled")
    return judge.judge(), np.concatenate(found)


def _choices(
    chooser: Chooser, made: Mapping[int, list[list[list[Ints]]]], n: int
) -> Iterator[tuple[Unseen, Choices]]:
    """Yield the chosen datasets of all groups with the same unseen folds."""
    from scipy import sparse

    trials, sizes = len(chooser.kept), chooser.sizes
    groups = sorted(range(len(chooser.groups)), key=lambda at: chooser.groups[at].unseen)
    for unseen, alike in itertools.groupby(groups, lambda at: chooser.groups[at].unseen):
        keys, columns = [], []
        for at in alike:
            for place, number in enumerate(chooser.groups[at].places):
                keys.append((number, unseen))
                rows = [np.concatenate([part[place][k] for part in made[at]])
                        for k in range(len(sizes))]  # fmt: skip
                columns.append(np.concatenate(rows, axis=1).ravel())
        counts = np.tile(sizes, len(keys) * trials)
        ends = np.concatenate([[0], np.cumsum(counts)])
        ones = np.ones(ends[-1], np.int64)
        matrix = sparse.csr_array((ones, np.concatenate(columns), ends), shape=(len(counts), n))
        yield unseen, Choices(tuple(keys), matrix, trials, sizes)
