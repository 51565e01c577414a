"""The command: the numbers of the library, every way to name a landscape, exit codes that hold."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

import pybench as pb
from pybench.cli.main import main

CLASSIFIERS = ("a", "b", "c", "d")
REGIONS = {f"R{i + 1}": [f"d{j:02d}" for j in range(i, 48, 3)] for i in range(3)}


@pytest.fixture
def files(tmp_path):
    """Write a table of 48 datasets and the three regions that they stand for."""
    rng = np.random.default_rng(4)
    scores = rng.normal(size=(48, 4)) + np.array([0.0, 0.1, 0.8, 1.6])
    lines = [
        f"d{i:02d}," + ",".join(f"{x:.6f}" for x in row) for i, row in enumerate(scores.tolist())
    ]
    text = "\n".join(["dataset," + ",".join(CLASSIFIERS), *lines, ""])
    (tmp_path / "scores.csv").write_text(text, encoding="utf-8")
    rows = [f"{name},{region}" for region, names in REGIONS.items() for name in names]
    (tmp_path / "regions.csv").write_text("\n".join(["dataset,region", *rows, ""]), "utf-8")
    return tmp_path


@pytest.fixture
def run(files, capsys):
    """Return a function: arguments -> exit code, standard output, standard error."""

    def call(*arguments, landscape="regions.csv", engine="python", better="--higher-is-better"):
        code = main(
            ["bootstrap", str(files / "scores.csv"), "--landscape", str(files / landscape),
             "--out", str(files / "out"), "--engine", engine, better, *arguments]
        )  # fmt: skip
        return code, *capsys.readouterr()

    return call


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def library(files, **settings):
    t = pb.read_results(files / "scores.csv", higher_is_better=True)
    return pb.bootstrap(t, REGIONS, engine="python", **settings)


def test_the_numbers_are_those_of_the_library(run, files):
    given = ("--per-region", "4,2", "--repeats", "7", "--seed", "3", "--alpha", "0.1", "--json")
    code, said, errors = run(*given)
    assert (code, errors) == (0, "")
    expected = library(files, per_region=(2, 4), repeats=7, seed=3, alpha=0.1)
    document = json.loads(said)
    assert document["result"]["bootstrap"] == expected.to_dict()
    t = pb.read_results(files / "scores.csv", higher_is_better=True)
    best = pb.best_by_region(t, REGIONS, alpha=0.1, engine="python")
    assert document["result"]["best_by_region"] == best.to_dict()
    out = files / "out"
    assert pb.load_result(out / "bootstrap.json").to_dict() == expected.to_dict()
    pairs = rows(out / "pairs.csv")
    assert [int(row["not_different"]) for row in pairs] == list(expected.to_frame().not_different)
    drawn = rows(out / "portfolios.csv")
    for n in (2, 4):
        one = [row for row in drawn if row["per_region"] == str(n) and row["portfolio"] == "7"]
        assert [row["dataset"] for row in one] == expected.portfolios[n].iloc[6].tolist()
        assert [row["region"] for row in one] == list(expected.portfolios[n].columns)
    ranked = rows(out / "best-by-region.csv")
    assert [float(row["mean_rank"]) for row in ranked] == list(best.to_frame().mean_rank)
    assert {path.name for path in out.iterdir()} == {
        "index.html", "bootstrap.json", "pairs.csv", "portfolios.csv", "best-by-region.csv",
        "best-by-region.json",
        *(f"bootstrap-{n}.{form}" for n in (2, 4) for form in ("svg", "png", "pdf")),
    }  # fmt: skip
    assert all((files / name).is_file() for name in document["files"])


def test_words_come_first(run, files):
    code, said, errors = run("--title", "Mine & yours")
    assert (code, errors) == (0, "")
    lines = said.splitlines()
    assert lines[0] == "4 methods on 48 datasets; 3 regions, 30 portfolios of each size"
    assert "of 6 pairs differ" in lines[1]
    assert "at random contradict" in " ".join(line.strip() for line in lines)
    assert "R1 (16 datasets): d, mean rank" in said
    page = (files / "out" / "index.html").read_text("utf-8")
    assert "Mine &amp; yours" in page
    assert 'href="./portfolios.csv"' in page


def test_settings_reach_the_library(run, files):
    run("--no-omnibus", "--per-region", "1", "--quiet")
    found = pb.load_result(files / "out" / "bootstrap.json")
    assert found.to_dict() == library(files, per_region=1, omnibus=False).to_dict()
    assert found.to_dict() != library(files, per_region=1).to_dict()
    run(better="--lower-is-better")
    other = pb.load_result(files / "out" / "bootstrap.json")
    assert other.to_dict() == library(files).to_dict()  # verdicts on pairs know no direction
    t = pb.read_results(files / "scores.csv", higher_is_better=False)
    best = pb.best_by_region(t, REGIONS, engine="python").to_frame()
    ranked = rows(files / "out" / "best-by-region.csv")
    assert [row["classifier"] for row in ranked] == list(best.classifier)


@pytest.mark.parametrize("given", ["land", "land/coverage.json"])
def test_the_folder_of_a_landscape(given, run, files):
    from pybench.reporting.numbers import document
    from pybench.store import atomic

    names, places = [], []
    for region, (_, members) in enumerate(sorted(REGIONS.items())):
        for place, name in enumerate(members):  # 70 to 100 % of it are in its region
            here = 7 + place % 4
            names += [name] * 10
            places += [region] * here + [(region + 1) % 3] * (10 - here)
    coverage = pb.coverage(names, places)
    (files / "land").mkdir()
    atomic.write_bytes(files / "land" / "coverage.json", document(coverage.to_dict()))
    code, *_ = run("--threshold", "80", "--small", "refuse", landscape=given)
    assert code == 0
    found = pb.load_result(files / "out" / "bootstrap.json")
    t = pb.read_results(files / "scores.csv", higher_is_better=True)
    assert found.to_dict() == pb.bootstrap(t, coverage, threshold=80, engine="python").to_dict()
    assert [len(found.representatives[region]) for region in REGIONS] == [12, 12, 12]


def maps_of(files, folder, threshold=90):
    """Write maps of the 48 datasets, as `pybench landscape --stability` does."""
    from pybench.reporting.numbers import document
    from pybench.store import atomic

    maps = np.stack([np.arange(48) % 3, np.arange(48) // 16, np.arange(48) % 4], axis=1)
    found = pb.region_stability(maps, [f"d{i:02d}" for i in range(48)], threshold=threshold)
    (files / folder).mkdir()
    atomic.write_bytes(files / folder / "landscape-stability.json", document(found.to_dict()))
    return found


@pytest.mark.parametrize("given", ["maps", "maps/landscape-stability.json"])
def test_the_folder_of_several_maps(given, run, files):
    maps = maps_of(files, "maps")
    code, said, errors = run("--stability", str(files / given))
    assert (code, errors) == (0, "")
    expected = library(files, stability=maps)
    assert pb.load_result(files / "out" / "bootstrap.json").to_dict() == expected.to_dict()
    assert "On 3 maps of the same datasets, with 2, 3 and 4 datasets per region" in said
    pairs = rows(files / "out" / "pairs.csv")
    assert [float(row["share"]) for row in pairs] == list(expected.over_maps["share"])


def test_what_is_not_several_maps_is_refused(run, files):
    maps_of(files, "maps", 80)
    code, _, errors = run("--stability", str(files / "maps"))
    assert code == 2
    assert "must have the threshold 90, not 80" in errors
    code, _, errors = run("--stability", str(files))
    assert code == 5
    assert "`pybench landscape --stability` wrote, with landscape-stability.json" in errors
    run()
    code, _, errors = run("--stability", str(files / "out" / "bootstrap.json"))
    assert code == 5
    assert "a file with the schema bootstrap/1" in errors


def test_without_r_python_computes_and_says_so_once(pybench, files, no_r):
    done = pybench(
        "bootstrap", "scores.csv", "--higher-is-better", "--landscape", "regions.csv",
        "--out", "out", "--quiet", **no_r,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.count("Python alone computes, unchecked by R") == 1
    found = pb.load_result(files / "out" / "bootstrap.json")
    assert found.to_dict() == library(files).to_dict()


@pytest.mark.r
def test_both_languages_agree(run, files):
    code, _, errors = run("--repeats", "5", engine="both")
    assert (code, errors) == (0, "")
    assert pb.load_result(files / "out" / "bootstrap.json").engine == "both"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("dataset,region\nd01,x\nd02,y\nd01,y\n", "each dataset once"),
        ("dataset,region\nd01,x\nd02,\n", "an empty cell"),
        ("dataset,part\nd01,x\n", "columns `dataset` and `region`"),
        ("dataset,region,region\nd01,x,x\n", "every column name once"),
        ("", "an empty file"),
    ],
)
def test_what_is_no_table_of_regions_is_5(text, said, run, files):
    (files / "bad.csv").write_text(text, encoding="utf-8")
    code, _, errors = run(landscape="bad.csv")
    assert code == 5
    assert said in errors
    assert "bad.csv" in errors


def test_a_duplicate_is_named_by_its_lines(run, files):
    (files / "bad.csv").write_text("dataset,region\nd01,x\nd02,y\nd01,y\n", encoding="utf-8")
    code, said, _ = run("--json", landscape="bad.csv")
    error = json.loads(said)["error"]
    assert (code, error["line"], error["column"]) == (5, 4, "dataset")
    assert "lines 2, 4" in error["found"]


def test_what_is_no_landscape_is_5(run, files):
    (files / "empty").mkdir()
    code, _, errors = run(landscape="empty")
    assert code == 5
    assert "coverage.json" in errors
    code, *_ = run(landscape="none.csv")
    assert code == 5
    run()
    code, _, errors = run(landscape="out/bootstrap.json")
    assert code == 5
    assert "bootstrap/1" in errors


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--per-region", "2,x"], "--per-region must be"),
        (["--per-region", "0"], "`per_region`"),
        (["--per-region", "40"], "`per_region` needs 40"),
        (["--repeats", "0"], "`repeats`"),
        (["--alpha", "1"], "`alpha`"),
        (["--lower-is-better"], "found both"),
        (["--small", "drop"], "--small"),
    ],
)
def test_what_cannot_be_meant_is_2(arguments, text, run):
    code, said, errors = run(*arguments)
    assert (code, said) == (2, "")
    assert text in errors


def test_a_small_region_is_left_out_or_refused(run, files):
    with (files / "regions.csv").open("a", encoding="utf-8") as file:
        file.write("lonely,R9\n")
    code, said, _ = run()
    assert code == 0
    assert "regions-skipped" in said
    assert "unscored-representatives" in said
    assert run("--small", "refuse")[0] == 2


def test_scores_that_are_missing_are_5(run, files):
    with (files / "scores.csv").open("a", encoding="utf-8") as file:
        file.write("d99,1,2,,4\n")
    assert run()[0] == 5
    assert run("--missing", "drop")[0] == 0
