"""Features of series: the right rows, the same bytes however they are computed, typed errors."""

from __future__ import annotations

import io
import os
import time
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, EnvironmentProblem, SeriesError, TasksFailed
from pybench.features import chunks, extraction
from pybench.features.table import FeatureTable
from pybench.parallel import processes
from pybench.store.cache import Cache
from tests.parallel.scripts import until

FOLDS = ("dataset", "split", "label", "id", "values")


def same(one: FeatureTable, other: FeatureTable) -> bool:
    return one.names == other.names and all(
        getattr(one, name).tobytes() == getattr(other, name).tobytes()
        if name in ("id", "values")
        else getattr(one, name).tolist() == getattr(other, name).tolist()
        for name in FOLDS
    )


def test_rows_are_series_and_columns_are_features(some, toy):
    series = some(120, 3, 55)
    found = pb.extract_features(series, toy, cache=False, filter=False)
    assert found.names == ("length", "mean", "odd", "root", "spread")
    for key in ("dataset", "split", "label", "id"):
        assert getattr(found, key).tolist() == getattr(series, key).tolist()
    by_hand = [[x.size, x.mean(), x.size % 2, np.ptp(x)] for x in series]
    assert np.array_equal(found.values[:, [0, 1, 2, 4]], by_hand)
    assert (found.representation, found.versions) == ("toy", {"toy": "1"})
    assert found.groups == {"mean": "statistical"}
    assert len(set(found.ids)) == len(series)


def test_columns_are_removed_with_their_reasons(some, toy):
    found = pb.extract_features(some(60, 60, low=-2.0), toy, cache=False)
    assert found.names == ("length", "mean", "spread")
    assert found.removed["odd"] == "a truth value, not a number"
    assert found.removed["root"].startswith("not computable for 120 series of `set 0`, `set 1`")
    assert np.isfinite(found.values).all()
    kept = pb.extract_features(some(60, 60, low=-2.0), toy, cache=False, filter=False)
    assert np.isnan(kept.column("root")).all()
    assert kept.removed == {}


def test_a_row_is_a_dataset_where_the_representation_says_so(some, per_dataset):
    found = pb.extract_features(some(120, 3), per_dataset, cache=False)
    assert found.per_dataset
    assert found.ids == ("set 0", "set 1")
    assert found.values.tolist() == [[3.0, 120.0], [3.0, 3.0]]
    assert (found.split.tolist(), found.label.tolist()) == (["", ""], [None, None])


def test_one_series_of_each_dataset_stays_a_series(some, toy):
    found = pb.extract_features(some(2, 2)[[0, 2]], toy, cache=False)
    assert (found.per_dataset, found.ids) == (False, ("set 0/train/0", "set 1/train/0"))


def test_rows_of_a_dataset_come_together(toy):
    series = pb.series_set([[1.0], [2.0], [3.0]], dataset=["b", "a", "b"])
    found = pb.extract_features(series, toy, cache=False)
    assert found.dataset.tolist() == ["b", "b", "a"]
    assert found.column("mean").tolist() == [1.0, 3.0, 2.0]


@pytest.mark.parametrize("where", ["one", "two", "cached", "again", "cluster"])
def test_the_same_bytes_wherever_it_is_computed(where, some, toy, tmp_path):
    series = some(120, 3, 55)
    here = pb.extract_features(series, toy, 1, False)
    if where == "cluster":
        distributed = pytest.importorskip("distributed")
        with distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
        ) as cluster:
            address = cluster.scheduler_address
            there = pb.extract_features(series, toy, cache=False, cluster=address)
    else:
        jobs = 1 if where == "one" else 2
        folder = tmp_path if where in ("cached", "again") else False
        if where == "again":
            pb.extract_features(series, toy, jobs, folder)
        there = pb.extract_features(series, toy, jobs, folder)
    assert same(here, there)


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_the_size_of_chunks_changes_no_value(size, some, toy, monkeypatch):
    series = some(120, 3, 55)
    usual = pb.extract_features(series, toy, cache=False)
    monkeypatch.setattr(chunks, "CHUNK", size)
    assert same(pb.extract_features(series, toy, cache=False), usual)


def test_a_series_does_not_depend_on_the_others(some, toy):
    series = some(80, 80)
    whole = pb.extract_features(series, toy, cache=False)
    rows = np.sort(np.argsort(np.sin(np.arange(len(series))))[:50])
    part = pb.extract_features(series[rows], toy, cache=False)
    assert np.array_equal(part.values, whole.values[rows])


def counting(toy, folder):
    """Return the representation, and a function that tells how often it was called."""

    def compute(series):
        (folder / f"{time.monotonic_ns()}-{os.getpid()}").touch()
        return toy.compute(series)

    folder.mkdir()
    return replace(toy, compute=compute), lambda: len(list(folder.iterdir()))


@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_computed_twice(jobs, some, toy, tmp_path):
    made_by, calls = counting(toy, tmp_path / "calls")
    first = pb.extract_features(some(120, 55), made_by, jobs, tmp_path / "cache")
    assert calls() == 5
    assert same(pb.extract_features(some(120, 55), made_by, jobs, tmp_path / "cache"), first)
    pb.extract_features(some(120, 55), made_by, jobs, tmp_path / "cache", filter=False)
    assert calls() == 5
    pb.extract_features(some(120, 55, 3), made_by, jobs, tmp_path / "cache")
    assert calls() == 6
    pb.extract_features(some(120), made_by, jobs, cache=False)
    assert calls() == 9


def test_the_same_series_under_two_names_are_computed_once(toy, tmp_path):
    made_by, calls = counting(toy, tmp_path / "calls")
    values = np.cos(np.arange(40.0)).reshape(10, 4)
    series = pb.series_set([*values, *values], dataset=["a"] * 10 + ["b"] * 10)
    for cache in (False, tmp_path / "cache"):
        found = pb.extract_features(series, made_by, cache=cache)
        assert np.array_equal(found.values[:10], found.values[10:])
    assert calls() == 2


def test_a_damaged_entry_is_computed_again(some, toy, tmp_path):
    made_by, calls = counting(toy, tmp_path / "calls")
    series, folder = some(120, 55), tmp_path / "cache"
    first = pb.extract_features(series, made_by, 1, folder)
    entries = sorted(path for path in folder.rglob("*") if path.is_file())
    before = [path.read_bytes() for path in entries]
    assert len(entries) == 5
    entries[0].write_bytes(before[0][: len(before[0]) // 2])
    entries[1].write_bytes(before[1][:-1] + bytes([before[1][-1] ^ 1]))
    entries[2].write_bytes(b"")
    entries[3].unlink()
    assert same(pb.extract_features(series, made_by, 1, folder), first)
    assert calls() == 5 + 4
    assert all(Cache(folder).get(path.parent.name + path.name) for path in entries)


def test_without_a_cache_nothing_is_written(some, toy, tmp_path, monkeypatch):
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "user"))
    pb.extract_features(some(3), toy, cache=False)
    assert not (tmp_path / "user").exists()
    pb.extract_features(some(3), toy)
    assert len(list((tmp_path / "user" / "features").rglob("*"))) == 2


def test_what_names_no_versions_is_not_kept(some, toy, tmp_path):
    pb.extract_features(some(3), replace(toy, versions={}), cache=tmp_path)
    assert list(tmp_path.iterdir()) == []
    pb.extract_features(some(3), replace(toy, versions={}, settings={"version": "1"}), 1, tmp_path)
    assert len(list(tmp_path.iterdir())) == 1


def test_a_small_job_starts_no_process(some, toy, monkeypatch):
    monkeypatch.setattr(processes, "Worker", None)
    pb.extract_features(some(200, 200), toy, cache=False)


def test_a_long_job_goes_to_processes(some, toy, tmp_path, monkeypatch):
    caller = os.getpid()

    def compute(series):
        (tmp_path / str(os.getpid())).touch()
        if os.getpid() == caller:
            time.sleep(0.05)
        else:  # the other worker may be slow to start
            until(lambda: len(list(tmp_path.iterdir())) == 3)
        return toy.compute(series)

    monkeypatch.setattr(extraction, "TRIAL_SECONDS", 0.1)
    monkeypatch.setattr(extraction, "WORTH_SECONDS", 0.2)
    monkeypatch.setattr(extraction.parallel, "cores", lambda: 2)
    slow = replace(toy, compute=compute)
    found = pb.extract_features(some(*[50] * 20), slow, cache=False)
    pids = {int(path.name) for path in tmp_path.iterdir()}
    assert os.getpid() in pids
    assert len(pids) == 3
    assert same(found, pb.extract_features(some(*[50] * 20), toy, cache=False))


def test_progress_goes_from_nothing_to_all(some, toy, tmp_path):
    seen = []
    pb.extract_features(some(120, 55), toy, 1, tmp_path, progress=seen.append)
    assert [(p.done, p.total, p.kept) for p in seen] == [(n, 5, 0) for n in range(6)]
    assert (seen[-1].share, seen[-1].seconds_left, seen[-1].last) == (1.0, 0.0, "set 1")
    again = []
    pb.extract_features(some(120, 55), toy, 1, tmp_path, progress=again.append)
    assert [(p.done, p.total, p.kept, p.share) for p in again] == [(5, 5, 5, 1.0)]


def test_a_listener_that_raises_ends_it_and_loses_nothing(some, toy, tmp_path):
    def stop(progress):
        if progress.done == 2:
            raise KeyboardInterrupt

    made_by, calls = counting(toy, tmp_path / "calls")
    with pytest.raises(KeyboardInterrupt):
        pb.extract_features(some(250), made_by, 1, tmp_path / "cache", progress=stop)
    assert calls() == 2
    pb.extract_features(some(250), made_by, 1, tmp_path / "cache")
    assert calls() == 5


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_dataset_that_fails_is_named_and_the_others_are_kept(jobs, some, toy, tmp_path):
    def compute(series):
        if series.lengths[0] == 13:
            raise ZeroDivisionError("by nothing")
        return toy.compute(series)

    cache = tmp_path / "cache"
    picky = replace(toy, compute=compute)
    with pytest.raises(TasksFailed, match=r"2 chunks of `set 1` failed.*ZeroDivision") as caught:
        pb.extract_features(some(60, 60, 60), picky, jobs, cache)
    assert "in compute" in caught.value.__notes__[0]
    assert len([path for path in cache.rglob("*") if path.is_file()]) == 4


def test_what_fails_everywhere_fails_soon(some, toy, tmp_path):
    def compute(series):
        (tmp_path / str(time.monotonic_ns())).touch()
        raise ZeroDivisionError("by nothing")

    with pytest.raises(TasksFailed):
        pb.extract_features(some(5000), replace(toy, compute=compute), 1, cache=False)
    assert len(list(tmp_path.iterdir())) == 10


def test_a_chunk_that_kills_its_workers_is_named(some, toy, tmp_path):
    def compute(series):
        if series.lengths[0] == 13:
            os.kill(os.getpid(), 9)
        return toy.compute(series)

    deadly = replace(toy, compute=compute)
    with pytest.raises(TasksFailed, match=r"signal 9.*chunks of `set 1`"):
        pb.extract_features(some(60, 20, 60), deadly, 2, tmp_path)
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 4


def test_an_archive_is_read_one_dataset_at_a_time(some, toy, tmp_path):
    series = some(60, 20)
    for one in series.by_dataset():
        pb_table = one.arrow.drop_columns(["id", "dataset"]).rename_columns(
            ["split", "label", "series"]
        )
        import pyarrow.parquet as pq

        pq.write_table(pb_table, tmp_path / f"{one.datasets[0]}.parquet")
    whole = pb.extract_features(series, toy, cache=False, filter=False)
    for source in (tmp_path, str(tmp_path), pb.open_archive(tmp_path), pb.read_series(tmp_path)):
        assert same(pb.extract_features(source, toy, cache=False, filter=False), whole)
    some_kept = pb.eligible(pb.open_archive(tmp_path), min_length=13)
    found = pb.extract_features(some_kept, toy, cache=False, filter=False)
    assert found.datasets == ("set 1",)
    assert list(found.left_out) == ["set 0"]


def test_an_archive_that_changes_meanwhile_is_refused(some, toy, tmp_path):
    class Changing:
        reads = 0

        def read(self, name):
            self.reads += 1
            return some(20, low=float(self.reads))

        def __iter__(self):
            return iter([self.read("set 0")])

    with pytest.raises(SeriesError, match="changed while it was read"):
        pb.extract_features(Changing(), toy, cache=False)


def test_channels_reach_the_maker():
    series = pb.series_set([np.ones((2, 9)), np.zeros((2, 9))], dataset="a", channels=["x", "y"])
    found = pb.extract_features(series, "summary", cache=False)
    assert {name.partition("__")[0] for name in found.names} == {"x", "y"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"series": 7}, "`series` must be"),
        ({"series": pd.DataFrame()}, "`series` must be"),
        ({"series": io.StringIO("1,2")}, "`series` must be"),
        ({"representation": "tsfrsh"}, "`representation` must be one of"),
        ({"n_jobs": 0}, "`n_jobs`"),
        ({"n_jobs": -2}, "`n_jobs`"),
        ({"n_jobs": True}, "`n_jobs`"),
        ({"n_jobs": 1.5}, "`n_jobs`"),
        ({"cache": None}, "`cache` must be"),
        ({"cache": 1}, "`cache` must be"),
        ({"filter": "yes"}, "`filter`"),
        ({"cluster": 7}, "`cluster` must be"),
    ],
)
def test_bad_arguments_are_typed(arguments, message, some, toy):
    if "cluster" in arguments:
        pytest.importorskip("distributed")
    given = {"series": some(3), "representation": toy, "cache": False} | arguments
    with pytest.raises(ArgumentError, match=message):
        pb.extract_features(**given)


@pytest.mark.parametrize("names", [(), ("a", "a"), ("a", "label")])
def test_columns_that_no_table_can_hold_are_refused(names, some, toy):
    with pytest.raises(ArgumentError, match="must have columns"):
        pb.extract_features(some(3), replace(toy, names=names), cache=False)


@pytest.mark.parametrize("settings", [{"n": np.int64(1)}, {"f": len}, {1: 0, "a": 0}])
def test_settings_that_name_no_chunk_are_refused(settings, some, toy):
    with pytest.raises(ArgumentError, match="values that JSON can hold"):
        pb.extract_features(some(3), replace(toy, settings=settings), cache=False)


def test_a_row_is_a_series_or_a_dataset(some, toy):
    with pytest.raises(ArgumentError, match="`unit` must be one of"):
        pb.extract_features(some(3), replace(toy, unit="row"), cache=False)


def test_workers_of_other_versions_keep_nothing_under_our_name(some, toy, tmp_path, monkeypatch):
    """The key of a chunk promises versions, which a machine of a cluster may not have."""
    toy = replace(toy, versions={"numpy": "of here", "mine": "1"})
    monkeypatch.setattr(extraction, "installed", lambda names: {"numpy": "0.1"})
    with pytest.raises(EnvironmentProblem, match="another version of numpy"):
        pb.extract_features(some(3), toy, 1, tmp_path)
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_no_series_is_an_error_that_says_why(some, toy):
    with pytest.raises(SeriesError, match="at least one series, found none"):
        pb.extract_features(some(3)[:0], toy, cache=False)
    with pytest.raises(SeriesError, match="left out: `set 0`"):
        pb.extract_features(pb.eligible(some(3), min_length=99), toy, cache=False)


def test_different_channels_are_refused(toy):
    sets = [
        pb.series_set([np.ones(5)], dataset="a"),
        pb.series_set([np.ones((2, 5))], dataset="b", channels=["x", "y"]),
    ]

    class Mixed:
        def __iter__(self):
            return iter(sets)

        def read(self, name):
            raise AssertionError

    with pytest.raises(SeriesError, match="the same channels"):
        pb.extract_features(Mixed(), toy, cache=False)
