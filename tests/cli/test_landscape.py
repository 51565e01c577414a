"""The command: the numbers of the library, whole files when it is killed, exit codes that hold."""

from __future__ import annotations

import csv
import json
import signal
import time

import numpy as np
import pytest

import pybench as pb
from pybench.cli.landscape import seeds_of, sizes_of
from pybench.cli.main import main
from pybench.suite import bundled

SMALL = ("--sizes", "3,4x3", "--rlen", "5", "--jobs", "1")


@pytest.fixture(scope="module")
def features(tmp_path_factory):
    """Write seven statistics of each of 60 real series of six datasets; return the path."""
    path = tmp_path_factory.mktemp("features") / "features.parquet"
    pb.write_features(pb.extract_features(bundled.few_series(10), "summary", 1, cache=False), path)
    return path


@pytest.fixture
def run(features, tmp_path, capsys):
    """Return a function: arguments -> exit code, standard output, standard error."""

    def call(*arguments, out="out"):
        code = main(["landscape", str(features), "--out", str(tmp_path / out), *arguments])
        return code, *capsys.readouterr()

    return call


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.r
def test_the_numbers_are_those_of_the_library(run, features, tmp_path):
    code, said, errors = run(*SMALL, "--json")
    assert (code, errors) == (0, "")
    table = pb.read_features(features)
    land = pb.map_landscape(table, (3, (4, 3)), 0, rlen=5, workers=1)
    out = tmp_path / "out"
    coverage = pb.load_result(out / "coverage.json")
    assert coverage.to_dict() == land.coverage.to_dict()
    instances = rows(out / "instances.csv")
    assert [(r["dataset"], r["split"], r["id"]) for r in instances] == [
        (d, s, str(i)) for d, s, i in zip(table.dataset, table.split, table.id, strict=True)
    ]
    assert [int(r["unit"]) for r in instances] == (land.units + 1).tolist()
    assert [r["region"] for r in instances] == [f"R{i + 1}" for i in land.region]
    units = rows(out / "units.csv")
    assert [r["region"] for r in units] == [f"R{i + 1}" for i in land.regions.labels]
    assert [int(r["instances"]) for r in units] == np.bincount(
        land.units, minlength=len(units)
    ).tolist()
    assert [[float(r["x"]), float(r["y"])] for r in units] == land.som.grid.coordinates.tolist()
    maps = rows(out / "maps.csv")
    assert [(r["xdim"], r["ydim"], r["chosen"]) for r in maps] == [
        (str(r.xdim), str(r.ydim), str(r.chosen).upper()) for r in land.search.table.itertuples()
    ]
    document = json.loads(said)
    assert document["result"]["coverage"] == land.coverage.to_dict()
    assert document["result"]["map"]["explained_variance"] == land.som.explained_variance
    assert all((tmp_path / name).is_file() for name in document["files"])
    page = (out / "index.html").read_text("utf-8")
    assert all(f'href="./{name}"' in page for name in ("coverage.json", "instances.csv"))


@pytest.mark.r
def test_one_map_has_its_row(run, tmp_path):
    code, said, errors = run("--sizes", "4", "--rlen", "3", "--regions", "2", "--title", "<Mine>")
    assert (code, errors) == (0, "")
    assert "2 regions" in said
    assert "Datasets with 90 % of their series or more in one region:" in said
    assert str(tmp_path / "out" / "index.html") in said
    (only,) = rows(tmp_path / "out" / "maps.csv")
    assert (only["xdim"], only["chosen"]) == ("4", "TRUE")
    assert "&lt;Mine&gt;" in (tmp_path / "out" / "index.html").read_text("utf-8")


@pytest.mark.r
def test_codes_by_k_means(run, tmp_path):
    code, said, errors = run("--reduction", "k-means", "--sizes", "3,4", "--regions", "2")
    assert (code, errors) == (0, "")
    assert "16 codes by k-means, seed 0" in said
    assert len(list(rows(tmp_path / "out" / "units.csv"))) == 16
    page = (tmp_path / "out" / "index.html").read_text("utf-8")
    assert "k-means with 16 codes" in page


@pytest.mark.r
def test_other_maps_say_how_firm_the_representatives_are(run, features, tmp_path):
    more = ("--sizes", "5", "--rlen", "5", "--jobs", "1", "--threshold", "60", "--stability", "2")
    code, said, errors = run(*more, "--json")
    assert (code, errors) == (0, "")
    table = pb.read_features(features)
    land = pb.map_landscape(table, 5, 0, rlen=5, workers=1)
    found = pb.landscape_stability(
        table, (0, 1), (5, 4, 6), ("pca.sample", "random"), rlen=5, workers=1, threshold=60
    )
    result = json.loads(said)["result"]
    assert result["stability"] == json.loads(json.dumps(found.to_dict()))
    firm = land.representatives(60, found)
    assert result["representatives"] == json.loads(json.dumps(firm.to_dict()))
    out = tmp_path / "out"
    assert pb.load_result(out / "landscape-stability.json").to_dict() == found.to_dict()
    written = [(r["dataset"], r["consensus"], float(r["share"])) for r in rows(
        out / "representatives.csv")]  # fmt: skip
    shares = firm.to_frame()[["dataset", "consensus", "share"]]
    assert written == list(shares.itertuples(index=False, name=None))
    assert len(written) > 1
    for one in ("svg", "png", "pdf", "csv"):
        assert (out / f"landscape-stability.{one}").is_file()
    code, said, errors = run(*more)
    assert (code, errors) == (0, "")
    assert f"  {firm.reading()}\n" in said
    assert "those of one landscape" not in said
    page = (out / "index.html").read_text("utf-8")
    assert "Do other maps find the same regions?" in page
    assert f"({round(written[0][2] * found.n_maps)} of {found.n_maps} maps)" in page


def test_a_landscape_that_no_other_map_can_confirm(run):
    for more in (("--reduction", "pca"), ("--weights", "dataset"), ("--kernel", "batch")):
        code, _, errors = run(*SMALL, "--stability", "2", *more)
        assert code == 2
        assert f"requires {more[0][2:]}" in errors
    assert run(*SMALL, "--stability", "0")[0] == 2


def test_without_a_map_no_r_is_needed(pybench, features, tmp_path, no_r):
    done = pybench(
        "landscape", features, "--reduction", "none", "--regions", "3", "--threshold", "60",
        "--out", "out", "--quiet", **no_r,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    table = pb.read_features(features)
    land = pb.map_landscape(table, reduction="none", k=3)
    out = tmp_path / "out"
    assert not (out / "maps").exists()
    assert list(rows(out / "units.csv")[0]) == ["unit", "region", "instances"]
    written = [(r["region"], r["dataset"]) for r in rows(out / "representatives.csv")]
    assert written == list(land.representatives(60).to_frame().itertuples(index=False, name=None))
    assert written != list(land.representatives(90).to_frame().itertuples(index=False, name=None))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("25:27", [25, 26, 27]),
        (" 35, 48", [35, 48]),
        ("20x30,4×5,6", [(20, 30), (4, 5), 6]),
        ("7:7", [7]),
    ],
)
def test_sizes(text, found):
    assert sizes_of(text) == found


def test_seeds():
    assert seeds_of("3,0:2,-1") == [3, 0, 1, 2, -1]


@pytest.mark.parametrize(
    ("arguments", "code", "text"),
    [
        (["--sizes", "many"], 2, "--sizes must be numbers such as 35"),
        (["--sizes", "5:3"], 2, "--sizes must be"),
        (["--sizes", "1:99999999"], 2, "--sizes must be"),
        (["--sizes", "3x"], 2, "--sizes must be"),
        (["--sizes", "1"], 2, "`sizes` must be"),
        (["--sizes", "3", "--seeds", "0;1"], 2, "--seeds must be numbers such as 0"),
        ([], 2, "A rule of thumb"),
        (["--threshold", "0"], 2, "`threshold`"),
        (["--reduction", "none", "--regions", "0"], 2, "`k`"),
        (["--reduction", "umap"], 2, "--reduction"),
        (["--sizes", "3", "--jobs", "0"], 2, "`workers`"),
    ],
)
def test_what_cannot_be_meant_is_2(run, arguments, code, text):
    found, said, errors = run(*arguments)
    assert (found, said) == (code, "")
    assert text in errors


def test_what_is_no_table_is_5(tmp_path, capsys):
    bad = tmp_path / "bad.csv"
    bad.write_text("dataset,a\nx,1\n", encoding="utf-8")
    for path in (bad, tmp_path / "none.csv"):
        assert main(["landscape", str(path), "--out", str(tmp_path / "out"), "--json"]) == 5
        assert json.loads(capsys.readouterr().out)["error"]["exit_code"] == 5
    assert not (tmp_path / "out").exists()


def test_without_r_is_3(pybench, features, no_r, tmp_path):
    done = pybench("landscape", features, "--sizes", "3", "--jobs", "1", "--out", "out", **no_r)
    assert done.returncode == 3
    assert "R" in done.stderr
    assert not (tmp_path / "out" / "index.html").exists()


def test_a_folder_that_cannot_be_made_is_3(run, tmp_path):
    (tmp_path / "out").write_text("a file", encoding="utf-8")
    code, _, errors = run("--reduction", "none")
    assert code == 3
    assert "cannot make the folder" in errors


@pytest.mark.r
@pytest.mark.slow
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_killed_it_goes_on(how, code, start, pybench, features, tmp_path):
    given = ["landscape", features, "--sizes", "6", "--seeds", "0:9", "--rlen", "4000"]
    given += ["--regions", "3", "--jobs", "1", "--json", "--out"]
    process = start(*given, "out")
    end = time.monotonic() + 200
    kept = tmp_path / "out" / "maps"
    while not list(kept.glob("??/[!.]*")) and process.poll() is None and time.monotonic() < end:
        time.sleep(0.01)
    process.send_signal(how)
    said, errors = process.communicate(timeout=60)
    assert process.returncode == code, errors
    assert json.loads(said)["error"]["exit_code"] == code
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"maps"}
    assert not list(kept.glob(".*")), "the rows that maps share are left"
    first = {path: path.stat().st_mtime_ns for path in kept.glob("??/[!.]*")}
    assert 0 < len(first) < 10
    assert pybench(*given, "out").returncode == 0
    assert len(list(kept.glob("??/*"))) == 10
    assert {path: path.stat().st_mtime_ns for path in first} == first
    assert pybench(*given, "whole").returncode == 0
    for name in ("coverage.json", "instances.csv", "maps.csv", "index.html", "regions.svg"):
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
