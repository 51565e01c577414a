"""Published landscapes: what the file holds, what refuses a bad one, the same numbers in R."""

from __future__ import annotations

import gzip
import hashlib
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.base import shared
from pybench.landscape.map import Landscape
from pybench.landscape.published import _NUMBERS, FORMAT, write_landscape
from tests.conftest import ROOT

FILE = shared.r_source() / "inst" / "extdata" / "landscape-ucr.gz"


@pytest.fixture(scope="module")
def ucr():
    return pb.published_landscape("ucr")


@pytest.fixture(scope="module")
def body():
    """Return the contents that the hash is of."""
    return gzip.decompress(FILE.read_bytes()).partition(b"\n")[2]


def saved(path: Path, body: bytes, digest: str | None = None) -> Path:
    head = f"{FORMAT} {digest or hashlib.sha256(body).hexdigest()}\n".encode()
    path.write_bytes(gzip.compress(head + body, mtime=0))
    return path


def test_the_shipped_landscape_is_small_and_whole(ucr, body):
    assert FILE.stat().st_size < 710_000  # the tarball of R's package holds at most 5 MB
    assert ucr.sha256 == hashlib.sha256(body).hexdigest()
    counts = ucr.coverage.counts
    assert counts.to_numpy().sum() == len(ucr.units) == ucr.scaling.n_rows
    assert ucr.codes.shape == (len(ucr.regions.labels), len(ucr.scaling.features))
    assert set(ucr.scores.datasets) <= set(counts.index)
    assert ucr.name in str(ucr)
    for said in (ucr.citation, ucr.credit, ucr.sha256, f"tsfresh {ucr.versions['tsfresh']}"):
        assert said in str(ucr)


@pytest.mark.slow
def test_the_command_makes_it_again_hash_for_hash(ucr, shared, tmp_path):
    """From the series on, in a process that starts itself again with the code for AVX2."""
    flags = Path("/proc/cpuinfo")
    if not flags.exists() or " avx2 " not in flags.read_text(encoding="ascii"):
        pytest.skip("needs an x86-64 processor with AVX2")
    places = {name: tmp_path / name for name in ("maps", "out", "page")}
    places["features"] = tmp_path / "features.parquet"
    options = [f"--{name}={path}" for name, path in places.items()]
    command = [sys.executable, "-m", "bench.publish_landscape", *options]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    again = pb.published_landscape(places["out"])
    if again.versions != ucr.versions:
        pytest.skip(f"made with {ucr.versions}")
    assert again.sha256 == ucr.sha256


def test_its_features_are_numeric(ucr):
    tsfresh = pytest.importorskip("pybench.features.tsfresh")
    calculators = {name.split("__")[1] for name in ucr.scaling.features}
    assert not calculators & tsfresh.TRUTH_VALUES


def test_its_figures_follow_from_what_is_stored(ucr):
    region = np.asarray(ucr.regions.labels)[ucr.units]
    assert region.tolist() == ucr.region.tolist()
    found = pb.regions(ucr.codes, ucr.regions.k, dataset=ucr.dataset.tolist(), units=ucr.units)
    assert found.labels.tolist() == ucr.regions.labels.tolist()
    error = ucr.som.distances.mean()  # stored with single precision
    assert ucr.som.quantization_error == pytest.approx(error, rel=1e-6)


def test_everything_takes_it(ucr):
    assert isinstance(ucr, Landscape)
    assert pb.newcomer(ucr, [0, 0, 1]).main_region == "R1"
    assert pb.representatives(ucr).members == ucr.representatives().members
    assert set(pb.best_by_region(ucr.scores, ucr).best) == set(ucr.coverage.counts.columns)
    assert pb.redundancy(ucr).n_datasets == ucr.coverage.n_datasets
    for figure in (
        pb.plot.coverage(ucr.coverage), pb.plot.landscape_map(ucr, show="regions"),
    ):  # fmt: skip
        assert figure.axes


def test_it_is_written_with_the_same_contents(ucr, tmp_path):
    again = tmp_path / "again.gz"
    assert write_landscape(ucr, again) == ucr.sha256
    found = pb.published_landscape(again)
    assert found.to_dict() == ucr.to_dict()


def test_codes_that_are_not_rounded_are_refused(ucr, tmp_path):
    from dataclasses import replace

    with pytest.raises(ValueError, match="rounded"):
        write_landscape(replace(ucr, codes=ucr.codes + 1e-12), tmp_path / "no.gz")
    assert not (tmp_path / "no.gz").exists()


def test_scores_of_which_lower_is_better_are_not_written(ucr, tmp_path):
    from dataclasses import replace

    errors = replace(ucr.scores, higher_is_better=False)
    with pytest.raises(ValueError, match="states no direction"):
        write_landscape(replace(ucr, scores=errors), tmp_path / "no.gz")


FAULTS = {
    "cut off": lambda data, _: data[: len(data) // 2],
    "no gzip": lambda *_: b"PK\x03\x04 no landscape",
    "empty": lambda *_: b"",
    "another format": lambda *_: gzip.compress(b"other/1 0\n"),
    "no line": lambda *_: gzip.compress(b"x" * 999),
    "changed": lambda _, body: gzip.compress(f"{FORMAT} {'0' * 64}\n".encode() + body),
    "a bomb": lambda *_: gzip.compress(bytes(2**26 + 9)),
}
PARTS = {
    "a part too many bytes": lambda body: body + b"more f8 2 160\n" + bytes(16),
    "a part twice": lambda body: body + body[: body.index(b"\n", 400) + 1],
    "no line": lambda body: body + b"\xff\xfe",
    "a number too large": lambda body: body + b"more f8 1 " + b"9" * 30 + b"\n",
    "a part missing": lambda body: body[: body.rindex(b"scores f8 ")],
    "nothing": lambda _: b"",
    "units beyond the map": lambda body: _changed(body, b"units u2 ", b"\xff\xff"),
    "codes without a number": lambda body: _changed(body, b"codes f4 ", b"\x00\x00\xc0\x7f"),
    "rows that fill the memory": lambda body: _changed(body, b"rows u4 ", b"\xff" * 4),
    "regions that fill the memory": lambda body: _changed(
        body, b"numbers f8 ", np.float64(1e15).tobytes(), _NUMBERS.index("k")
    ),
    "a NaN that signals": lambda body: _changed(body, b"codes f4 ", b"\x01\x00\xa0\x7f"),
    "an unknown note": lambda body: body.replace(b"notes text 0 0\n", b"notes text 1 2\nx\n"),
}


def _changed(body: bytes, head: bytes, value: bytes, at: int = 0) -> bytes:
    """Return contents with another value at a place of a part: each of its bytes in its plane."""
    start = body.index(b"\n", body.index(head)) + 1
    count = int(body[body.index(head) : start].split(b" ")[2])
    changed = bytearray(body)
    for plane, byte in enumerate(value):
        changed[start + plane * count + at] = byte
    return bytes(changed)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bad_file_is_refused(fault, body, tmp_path):
    path = tmp_path / "bad.gz"
    path.write_bytes(FAULTS[fault](FILE.read_bytes(), body))
    with pytest.raises(pb.InputError, match=r"bad\.gz: expected .*, found "):
        pb.published_landscape(path)


@pytest.mark.parametrize("fault", PARTS)
def test_contents_that_do_not_fit_are_refused_although_their_hash_does(fault, body, tmp_path):
    path = saved(tmp_path / "bad.gz", PARTS[fault](body))
    with pytest.raises(pb.InputError, match=r"bad\.gz: expected .*, found "):
        pb.published_landscape(path)


def test_a_file_that_is_not_there_and_a_number():
    with pytest.raises(pb.InputError, match="expected a file of a landscape"):
        pb.published_landscape("nowhere.gz")
    with pytest.raises(pb.ArgumentError, match="`source` must be a path"):
        pb.published_landscape(3)


IN_R = """
library(pybench)
land <- pb_published_landscape("ucr")
values <- c(
  t(land$codes), land$units - 1, land$regions$labels - 1, land$som$distances,
  land$scaling$center, land$scaling$spread, t(land$coverage$counts), t(land$scores$scores),
  as.matrix(land$regions$candidates), land$regions$heights, t(land$som$grid$coordinates)
)
writeBin(as.double(values), "@values@")
texts <- c(
  land$dataset, land$scaling$features, names(land$scaling$left_out), land$scaling$left_out,
  land$sha256, names(land$versions), land$versions, land$training_only, format(land)[1:5]
)
writeLines(enc2utf8(texts), "@texts@", useBytes = TRUE)
"""


@pytest.mark.r
def test_r_reads_the_same_numbers_and_texts(ucr, tmp_path):
    values, texts = tmp_path / "values", tmp_path / "texts"
    code = IN_R.replace("@values@", values.as_posix()).replace("@texts@", texts.as_posix())
    subprocess.run(["Rscript", "--vanilla", "-e", code], check=True)
    ours = [
        ucr.codes, ucr.units, ucr.regions.labels, ucr.som.distances, ucr.scaling.center,
        ucr.scaling.spread, ucr.coverage.counts.to_numpy(), ucr.scores.scores,
        ucr.regions.candidates.to_numpy().T, ucr.regions.heights, ucr.som.grid.coordinates,
    ]  # fmt: skip
    expected = np.concatenate([np.asarray(part, float).ravel() for part in ours])
    assert np.array_equal(np.fromfile(values), expected)
    left_out, versions = ucr.scaling.left_out, ucr.versions
    said = texts.read_text(encoding="utf-8").replace("engine r", "engine python")
    assert said.splitlines() == [
        *ucr.dataset, *ucr.scaling.features, *left_out, *left_out.values(), ucr.sha256,
        *versions, *versions.values(), *ucr.training_only, *str(ucr).splitlines()[:5],
    ]  # fmt: skip
