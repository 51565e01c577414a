"""The command: the same bytes as the library, what is left out is said, exit codes hold."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import time
from contextlib import suppress

import numpy as np
import pytest

import pybench as pb
from pybench.cli.main import main
from pybench.parallel import cluster


@pytest.fixture
def archive(tmp_path):
    """Three datasets of text: one good, one of unequal length, one good."""
    folder = tmp_path / "archive"
    for name, lengths in {"Even": [20] * 6, "Odd": [20, 19] * 3, "Fine": [30] * 4}.items():
        (folder / name).mkdir(parents=True)
        for split in ("TRAIN", "TEST"):
            lines = [f"{i % 2}\t" + "\t".join(map(repr, np.sin(np.arange(float(n)) + i).tolist()))
                     for i, n in enumerate(lengths)]  # fmt: skip
            widest = max(line.count("\t") for line in lines)
            padded = [line + "\tNaN" * (widest - line.count("\t")) for line in lines]
            (folder / name / f"{name}_{split}.tsv").write_text("\n".join(padded) + "\n")
    return folder


@pytest.fixture
def features(pybench, tmp_path, archive):
    """Return a function: arguments -> finished `pybench features` on the good part."""
    import shutil

    shutil.rmtree(archive / "Odd")

    def run(*arguments, representation="summary", **changes):
        changes = {"PYBENCH_CACHE": str(tmp_path / "cache"), **changes}
        return pybench(
            "features", archive, "--representation", representation, *arguments, **changes
        )

    return run


@pytest.mark.parametrize("ending", [".parquet", ".arrow", ".csv"])
def test_the_file_is_that_of_the_library(ending, features, archive, tmp_path):
    done = features("--out", f"command{ending}")
    assert (done.returncode, done.stderr) == (0, "")
    assert "7 summary features of 20 series of 2 datasets" in done.stdout
    table = pb.extract_features(pb.eligible(archive), "summary", cache=False)
    pb.write_features(table, tmp_path / f"library{ending}")
    written = [(tmp_path / f"{who}{ending}").read_bytes() for who in ("command", "library")]
    assert written[0] == written[1]


def write_ragged(archive):
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = pa.array([list(np.sin(np.arange(20.0))), list(np.cos(np.arange(19.0)))])
    table = pa.table({"split": ["train", "test"], "label": ["a", "b"], "series": rows})
    pq.write_table(table, archive / "Ragged.parquet")


def test_what_is_left_out_is_said_and_all_keeps_it(features, archive):
    write_ragged(archive)
    done = features("--out", "f.parquet")
    assert done.returncode == 0
    assert "left out: Ragged: unequal length: 19 to 20" in done.stderr
    assert "20 series of 2 datasets" in done.stdout
    done = features("--out", "f.parquet", "--all")
    assert (done.stderr, done.returncode) == ("", 0)
    assert "22 series of 3 datasets" in done.stdout


def test_json_holds_all_that_is_said(features, archive, tmp_path):
    write_ragged(archive)
    done = features("--out", "f.parquet", "--json", "--times", "t.csv", representation="catch22")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)["result"]
    assert (found["n_datasets"], found["n_series"]) == (2, 20)
    assert list(found["left_out"]) == ["Ragged"]
    assert found["n_features"] + len(found["removed"]) == 22
    assert (tmp_path / "t.csv").read_text().splitlines()[0] == (
        "dataset,series,length_min,length_max,seconds"
    )
    table = pb.read_features(tmp_path / "f.parquet")
    assert dict(table.removed) == found["removed"]
    assert dict(table.left_out) == found["left_out"]


def test_no_filter_keeps_every_column(features, tmp_path):
    features("--out", "f.parquet", "--no-filter", representation="catch22")
    table = pb.read_features(tmp_path / "f.parquet")
    assert (len(table.names), table.removed) == (22, {})


def test_quiet_says_nothing(features, archive):
    write_ragged(archive)
    done = features("--out", "f.parquet", "--quiet")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        ([], 2, "--out"),
        (["--out", "f.xlsx"], 2, "must end with one of"),
        (["--out", "f.csv", "--jobs", "0"], 2, "`n_jobs`"),
        (["--out", "none/f.csv"], 3, "cannot write the file"),
    ],
)
def test_exit_codes(arguments, code, text, features):
    done = features(*arguments)
    assert done.returncode == code
    assert text in done.stderr


def test_a_cluster_that_does_not_answer(archive, tmp_path, capsys, monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(cluster, "CONNECT_SECONDS", 0.2)
    code = main(
        ["features", str(archive), "--all", "--trailing-nan", "padding", "--representation",
         "summary", "--out", str(tmp_path / "f.csv"), "--cache", str(tmp_path / "cache"),
         "--cluster", "tcp://127.0.0.1:9"]
    )  # fmt: skip
    assert code == 3
    assert "does not answer" in capsys.readouterr().err


def test_the_page_tells_what_was_removed_and_left_out(features, archive, tmp_path):
    write_ragged(archive)
    done = features("--out", "f.parquet", "--report", "page", "--json", representation="catch22")
    assert (done.returncode, done.stderr) == (0, "")
    summary = json.loads(done.stdout)["result"]
    page = (tmp_path / summary["page"]).read_text("utf-8")
    n = len(summary["removed"])
    assert f"{22 - n} of 22 features stay in the table, {n} were removed." in page
    assert "unequal length: 19 to 20" in page
    assert "There is no map: it requires three datasets" in page
    with (tmp_path / "page" / "by-dataset.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    table = pb.extract_features(
        pb.eligible(archive), "catch22", cache=tmp_path / "cache", filter=False
    )
    expected = pb.feature_report(table).by_dataset()
    assert [(row["dataset"], int(row["missing"])) for row in rows] == list(
        expected["missing"].items()
    )


def test_an_unknown_representation_and_a_bad_archive(features, pybench, archive, tmp_path):
    done = features("--out", "f.csv", representation="tsfrsh")
    assert done.returncode == 2
    assert '"tsfresh"' in done.stderr
    done = pybench("features", tmp_path / "none", "--out", "f.csv", "--json")
    assert done.returncode == 5
    assert json.loads(done.stdout)["error"]["exit_code"] == 5
    (archive / "Even" / "Even_TRAIN.tsv").write_text("1\t2\tx\n")
    done = features("--out", "f.csv")
    assert done.returncode == 5
    assert "Even_TRAIN.tsv" in done.stderr


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_it_says_so_and_writes_nothing(how, code, start, features, archive, tmp_path):
    cache = tmp_path / "cache"
    process = start(
        "features", archive, "--representation", "tsfresh", "--out", "f.parquet", "--jobs", "2",
        PYBENCH_CACHE=str(cache), PYTHONWARNINGS="ignore",
    )  # fmt: skip
    end = time.monotonic() + 60
    while not (cache / "features").exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    # Python drops an interrupt that comes while an object is deleted: press again, as people do.
    while process.poll() is None and time.monotonic() < end + 60:
        process.send_signal(how)
        with suppress(subprocess.TimeoutExpired):
            process.wait(5)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == code, errors
    assert "interrupted" in errors
    assert not (tmp_path / "f.parquet").exists()
