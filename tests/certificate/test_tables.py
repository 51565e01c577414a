"""What ships: the same files for both languages, and the tie that a paper ranked apart."""

from __future__ import annotations

import numpy as np

from pybench.certificate import tables


def test_tables_of_results():
    demsar, accuracy = (tables.results(name) for name in (tables.DEMSAR, tables.ACCURACY))
    assert demsar.scores.shape == (14, 4)
    assert accuracy.scores.shape == (15, 8)
    assert accuracy.n_repeats == 3
    assert set(tables.series().dataset) <= set(accuracy.datasets)
    assert set(tables.places().index) == set(accuracy.datasets)


def test_the_tie_of_the_paper_is_broken_and_nothing_else():
    printed, ranked = (tables.results(name) for name in (tables.DEMSAR, tables.RANKED))
    changed = np.argwhere(printed.scores != ranked.scores)
    ((row, column),) = changed
    assert (printed.datasets[row], printed.classifiers[column]) == ("voting", "C4.5+cf")
    assert 0 < ranked.scores[row, column] - printed.scores[row, column] < 0.0005
    assert not ranked.scores.flags.writeable


def test_files_are_those_of_the_r_package():
    for name in ("demsar2006.csv", "accuracy15.csv", "datasets15.csv", "catch22.csv", "suite"):
        assert tables.path(name).exists()


def test_tables_know_their_metric_and_its_direction():
    for name, metric in ((tables.DEMSAR, "AUC"), (tables.RANKED, "AUC"), (tables.ACCURACY, None)):
        t = tables.results(name)
        assert (t.higher_is_better, t.metric or None) == (True, metric), name
