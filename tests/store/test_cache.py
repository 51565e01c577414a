"""An entry is believed only if every bit of it is as it was written, under its own key."""

from __future__ import annotations

import hashlib
import os
import random
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pybench.base.errors import ArgumentError, EnvironmentProblem
from pybench.store.cache import HEAD, Cache

ROOT = Path(__file__).parents[2]
KEY = hashlib.sha256(b"one").hexdigest()
OTHER = hashlib.sha256(b"two").hexdigest()


@pytest.fixture
def cache(tmp_path):
    return Cache(tmp_path / "cache")


@pytest.mark.parametrize("content", [b"", b"x", os.urandom(100_000)], ids=["none", "one", "many"])
def test_what_was_put_comes_back(cache, content):
    assert cache.get(KEY) is None
    cache.put(KEY, content)
    assert cache.get(KEY) == content
    assert cache.get(OTHER) is None


def test_reading_makes_no_folder(cache):
    cache.get(KEY)
    assert not cache.folder.exists()


def test_every_flipped_bit_is_a_miss(cache, caplog):
    cache.put(KEY, b"some content")
    path = cache.path(KEY)
    good = path.read_bytes()
    for place in range(len(good)):
        for bit in (0, 7):
            bad = bytearray(good)
            bad[place] ^= 1 << bit
            path.write_bytes(bad)
            assert cache.get(KEY) is None, place
    assert "damaged entry" in caplog.text
    cache.put(KEY, b"some content")
    assert path.read_bytes() == good


def test_every_torn_or_longer_entry_is_a_miss(cache):
    cache.put(KEY, b"some content")
    path = cache.path(KEY)
    good = path.read_bytes()
    assert len(good) == HEAD + len(b"some content")
    for bad in (*(good[:n] for n in range(len(good))), good + b"x", good * 2):
        path.write_bytes(bad)
        assert cache.get(KEY) is None


def test_an_entry_under_another_key_is_a_miss(cache):
    cache.put(KEY, b"content")
    cache.put(OTHER, b"content of the other")
    cache.path(OTHER).write_bytes(cache.path(KEY).read_bytes())
    assert cache.get(OTHER) is None


def test_an_entry_that_cannot_be_read_is_a_miss(cache, caplog):
    cache.path(KEY).mkdir(parents=True)
    assert cache.get(KEY) is None
    assert "cannot read" in caplog.text


@pytest.mark.parametrize("key", ["", "../../etc/passwd", "A" * 64, "0" * 63, "0" * 64 + "\n"])
def test_nothing_but_a_hash_becomes_a_file_name(cache, key):
    for use in (cache.get, lambda key: cache.put(key, b"")):
        with pytest.raises(ArgumentError, match="`key`"):
            use(key)


def test_a_folder_that_cannot_be_written_to_is_a_typed_error(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(EnvironmentProblem, match="cannot write"):
        Cache(tmp_path / "file").put(KEY, b"")


def test_a_sweep_removes_leftovers_and_no_results(cache):
    cache.put(KEY, b"content")
    old, young = (cache.path(KEY).with_name(f".pybench-{n}.tmp") for n in (1, 2))
    for leftover in (old, young):
        leftover.touch()
    os.utime(old, (time.time() - 1e6,) * 2)
    assert cache.sweep() == 1
    assert (old.exists(), young.exists(), cache.get(KEY)) == (False, True, b"content")


def test_many_writers_and_readers_of_one_key(cache):
    contents = [bytes([n]) * (1000 + n) for n in range(8)]

    def work(n):
        for _ in range(20):
            cache.put(KEY, contents[n])
            assert cache.get(KEY) in contents

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(work, range(8)))


# Every process asks for every key of every round, in its own order, and keeps what is missing.
SHARER = """
import hashlib, random, sys
from pybench.store.cache import Cache
cache, keys, rounds = Cache(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
chance, made = random.Random(int(sys.argv[4])), 0
for round in range(rounds):
    names = [f"{round} {number}".encode() for number in range(keys)]
    chance.shuffle(names)
    for name in names:
        key = hashlib.sha256(name).hexdigest()
        expected = name * (100 + int(key[:3], 16))
        found = cache.get(key)
        if found is None:
            made += 1
            cache.put(key, expected)
            found = cache.get(key)
        assert found == expected, name
print(made)
"""


@pytest.mark.parametrize(
    ("processes", "keys", "rounds", "victims"),
    [(3, 40, 3, 1), pytest.param(8, 200, 50, 40, marks=pytest.mark.slow)],
)
def test_processes_share_a_folder_and_some_are_killed(
    processes, keys, rounds, victims, tmp_path, record_property
):
    record_property("kills", victims)
    folder, chance = tmp_path / "cache", random.Random(keys)

    def started(number):
        counts = [str(n) for n in (keys, rounds, number)]
        return subprocess.Popen(
            [sys.executable, "-c", SHARER, str(folder), *counts],
            cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip

    sharers = [started(number) for number in range(processes)]
    for number in range(victims):
        with started(processes + number) as victim:
            time.sleep(0.2 + chance.random())
            victim.kill()
    made = []
    for sharer in sharers:
        out, errors = sharer.communicate(timeout=600)
        assert (sharer.returncode, errors) == (0, "")  # no warning of a damaged entry either
        made.append(int(out))
    entries = [path for path in folder.rglob("*") if path.is_file() and path.suffix != ".tmp"]
    assert len(entries) == keys * rounds
    # There is no lock: what two miss at once both make, and that is seldom.
    assert sum(made) <= 1.5 * len(entries)
    left = sum(1 for _ in folder.rglob("*.tmp"))
    assert left <= victims
    assert Cache(folder).sweep(age=0) == left
