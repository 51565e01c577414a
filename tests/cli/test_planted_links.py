"""Links that lie in an out folder and lead out of it: no command writes, moves or removes there."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.naive_bayes import GaussianNB

import pybench as pb
from pybench.base.errors import InputError
from pybench.cli.main import main

pytestmark = pytest.mark.skipif(os.name == "nt", reason="links need a privilege there")

BETTER = ("--higher-is-better", "--engine", "python")
STUDY = """\
name: Mine
data: {results: scores.csv, higher_is_better: true}
engine: python
parts: {comparison: {bayesian: false, stability: false, mcm: false}}
"""
RUN_STUDY = """\
name: Two tables
data: {datasets: [iris, wine], folds: 3}
estimators: {Bayes: sklearn.naive_bayes.GaussianNB}
parts: {comparison: {bayesian: false, stability: false, mcm: false}}
engine: python
jobs: 1
"""


@pytest.fixture(scope="module")
def inputs(tmp_path_factory):
    """Write what the commands read, once."""
    place = tmp_path_factory.mktemp("inputs")
    rng = np.random.default_rng(3)
    index = pd.Index([f"d{i:02d}" for i in range(12)], name="dataset")
    looks = pd.DataFrame(rng.normal(size=(12, 2)), index=index, columns=["x", "y"])
    looks.to_csv(place / "looks.csv")
    scores = pd.DataFrame(rng.normal(size=(12, 3)), index=index, columns=list("abc"))
    scores.to_csv(place / "scores.csv")
    lines = [f"{name},R{i % 2}" for i, name in enumerate(index)]
    (place / "regions.csv").write_text("\n".join(["dataset,region", *lines, ""]))
    series = [f"d{i % 3},,a,{i},{i * i % 7},{i % 5},{i % 4}\n" for i in range(30)]
    (place / "features.csv").write_text("dataset,split,label,id,u,v,w\n" + "".join(series))
    (place / "series").mkdir()
    for split in ("TRAIN", "TEST"):
        rows = [f"{i % 2}\t" + "\t".join(map(str, np.sin(np.arange(20.0) + i))) for i in range(6)]
        (place / "series" / f"Fine_{split}.tsv").write_text("\n".join(rows) + "\n")
    (place / "study.yaml").write_text(STUDY)
    (place / "run.yaml").write_text(RUN_STUDY)
    (place / "estimators.yaml").write_text("Bayes: sklearn.naive_bayes.GaussianNB\n")
    suite = pb.Suite.create("flowers", ["iris"], folds=3).save(place / "suite")
    pb.run(suite, {"Bayes": GaussianNB()}, out=place / "runs", workers=1)
    table = pb.read_results(place / "scores.csv", higher_is_better=True)
    (place / "friedman.json").write_text(json.dumps(pb.friedman(table).to_dict()))
    comparison = pb.compare(table, mcm=False)
    (place / "compare.json").write_text(json.dumps(comparison.to_dict()))
    return place


@pytest.fixture
def place(tmp_path, inputs, monkeypatch):
    """Return a folder with an out folder, the files of a victim, and the inputs."""
    for source in inputs.iterdir():
        copy = shutil.copytree if source.is_dir() else shutil.copy
        copy(source, tmp_path / source.name)
    (tmp_path / "out").mkdir()
    (tmp_path / "victim").write_bytes(b"mine\n")
    (tmp_path / "other" / "deep").mkdir(parents=True)
    (tmp_path / "other" / "deep" / "kept.txt").write_bytes(b"mine too\n")
    # What a sweep of leftovers, or a save that is taken up again, would take for its own.
    (tmp_path / "other" / "deep" / ".pybench-0-00.tmp").write_bytes(b"old")
    os.utime(tmp_path / "other" / "deep" / ".pybench-0-00.tmp", (0, 0))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path


def victims(place: Path) -> dict[str, str]:
    """Return what the victim has: every path, and the hash of every file."""
    found = {"victim": hashlib.sha256((place / "victim").read_bytes()).hexdigest()}
    for path in sorted((place / "other").rglob("*")):
        found[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""
    return found


def plant(place: Path, link: str, folder: str = "out") -> Path:
    """Plant a link: to the victim's folder where its name ends in a slash, else to the file."""
    path = place / folder / link.rstrip("/")
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    up = "/".join([".."] * (len(Path(link).parts)))
    path.symlink_to(f"{up}/other" if link.endswith("/") else f"{up}/victim")
    return path


COMPARE = ("compare", "scores.csv", *BETTER, "--out", "out", "--no-mcm")
MCM = ("mcm", "scores.csv", *BETTER, "--out", "out/mcm.csv")
BOOTSTRAP = ("bootstrap", "scores.csv", *BETTER, "--landscape", "regions.csv", "--per-region", "2",
             "--repeats", "5", "--out", "out")  # fmt: skip
SELECT = ("select", "looks.csv", "-k", "3", "--engine", "python", "--out", "out")
PROTOCOL = ("protocol", "scores.csv", "looks.csv", *BETTER, "--trials", "5", "--sizes", "2:4",
            "--out", "out")  # fmt: skip
LINES = ("optimal", "a-T1", "--paths", "10", "--out", "out")
OPTIMAL = (
    "optimal",
    "a-T1",
    "--classifiers",
    "LRT exact",
    "--runs",
    "1",
    "--jobs",
    "1",
    "--out",
    "out",
)
LANDSCAPE = ("landscape", "features.csv", "--reduction", "none", "--regions", "2", "--out", "out")
SOM = ("landscape", "features.csv", "--sizes", "3", "--rlen", "2", "--jobs", "1", "--out", "out")
FEATURES = ("features", "series", "--representation", "summary", "--jobs", "1",
            "--out", "features.parquet", "--report", "out")  # fmt: skip
CACHED = ("features", "series", "--representation", "summary", "--jobs", "1",
          "--out", "features.parquet", "--cache", "out")  # fmt: skip
RUN = ("run", "suite", "--estimators", "estimators.yaml", "--workers", "1", "--out", "out")
REPORT = ("report", "friedman.json", "--out", "out")
REPORTS = ("report", "compare.json", "--out", "out")
CREATE = ("suite", "create", "bundled:iris", "out", "--folds", "3")
SQL = ("suite", "results", "out")
STUDIES = ("study", "study.yaml", "--out", "out")
STUDIED = ("study", "run.yaml", "--out", "out")
DEMO = ("demo", "--out", "out")

PLANTED = [
    ("index.html", COMPARE), ("results.json", COMPARE), ("index.html", BOOTSTRAP),
    ("index.html", SELECT), ("index.html", PROTOCOL), ("lines.csv", LINES),
    ("index.html", OPTIMAL), ("finished/", OPTIMAL), ("index.html", LANDSCAPE),
    ("coverage.json", LANDSCAPE), ("index.html", FEATURES), ("journal", RUN), (".lock", RUN),
    ("runs/", RUN), ("runs/Bayes/", RUN), ("runs/Bayes/iris/predictions-0-0.csv", RUN),
    ("run.json", RUN), ("results.csv", RUN), ("times.csv", RUN), ("index.html", REPORT),
    ("comparison/", REPORTS), ("comparison/index.html", REPORTS), ("suite.json", CREATE),
    ("splits/", CREATE), ("journal", STUDIES), ("steps.json", STUDIES), ("kept/", STUDIES),
    ("comparison/", STUDIES), ("index.html", STUDIES), ("runs/", STUDIED), ("suites/", STUDIED),
    ("journal", DEMO), ("kept/", DEMO),
]  # fmt: skip


@pytest.mark.parametrize(
    ("link", "command"), PLANTED, ids=lambda one: one if isinstance(one, str) else one[0]
)
def test_no_command_follows_a_planted_link(link, command, place, capsys):
    before = victims(place)
    path = plant(place, link)
    code = main(list(command))
    said = capsys.readouterr()
    assert victims(place) == before
    assert code == InputError.exit_code, (said.out, said.err)
    told = "".join(said.err.split())
    assert path.name in told
    if link not in ("run.json", "suite.json"):  # refused as no JSON, before anything is written
        assert str(place / ("other" if link.endswith("/") else "victim")) in told
    assert path.is_symlink()


@pytest.mark.parametrize("link", ["index.html", "run.json"])
def test_a_link_to_what_is_not_there_makes_nothing(link, place, capsys):
    (place / "victim").unlink()
    plant(place, link)
    assert main(list(COMPARE if link == "index.html" else RUN)) == InputError.exit_code
    assert not (place / "victim").exists()


@pytest.mark.r
def test_maps_are_not_kept_through_a_link(place, capsys):
    before = victims(place)
    plant(place, "maps/")
    assert main(list(SOM)) == InputError.exit_code
    assert victims(place) == before


def test_features_are_not_kept_through_a_link(place, capsys):
    assert main(list(CACHED)) == 0
    (first,) = (place / "out").iterdir()
    plant(place, f"{first.name}/")
    before = victims(place)
    assert main(list(CACHED)) == InputError.exit_code
    assert victims(place) == before


def test_results_in_sql_are_not_kept_through_a_link(place, capsys):
    shutil.rmtree(place / "out")
    shutil.copytree(place / "runs", place / "out")
    plant(place, "store/")
    before = victims(place)
    assert main(list(SQL)) == InputError.exit_code
    assert victims(place) == before


def test_a_suite_that_is_loaded_takes_nothing_in_through_a_link(place):
    """What looks like a save that was killed: it moves files, from and to wherever links lead."""
    before = victims(place)
    path = plant(place, ".pybench-save/", "suite")
    with pytest.raises(InputError, match=r"\.pybench-save"):
        pb.Suite.load(place / "suite")
    assert victims(place) == before
    path.unlink()
    (place / "suite" / ".pybench-save" / "sub").mkdir(parents=True)
    (place / "suite" / ".pybench-save" / "sub" / "new").write_text("theirs")
    plant(place, "sub/", "suite")
    with pytest.raises(InputError, match="sub"):
        pb.Suite.load(place / "suite")
    assert victims(place) == before


def test_a_bundle_goes_to_no_link(place, capsys):
    """A new folder alone is taken, and one that is a link is none."""
    assert main(["suite", "export", "suite", "one.zip"]) == 0
    (place / "out").rmdir()
    (place / "out").symlink_to("other")
    before = victims(place)
    assert main(["suite", "import", "one.zip", "out"]) != 0
    assert victims(place) == before


def test_a_bundle_takes_nothing_in_through_a_link(place, capsys):
    secret = place / "victim"
    secret.write_text("secret")
    (place / "runs" / "evaluations.csv").unlink()
    (place / "runs" / "evaluations.csv").symlink_to(secret)
    assert main(["suite", "export", "suite", "one.zip", "--runs", "runs"]) == 0
    assert b"secret" not in (place / "one.zip").read_bytes()


def test_a_report_takes_nothing_in_through_a_link(place, capsys):
    (place / "from").mkdir()
    (place / "from" / "mine.json").symlink_to(place / "friedman.json")
    assert main(["report", "from", "--out", "page.html"]) == InputError.exit_code
    assert "mine.json" in capsys.readouterr().err
    assert not (place / "page.html").exists()
    assert main(["report", "from/mine.json", "--out", "page.html"]) == 0  # which the user names


def test_a_study_shows_nothing_of_elsewhere(place, capsys):
    """Its steps name the figures that it shows again."""
    (place / "secret.svg").write_text("<svg>secret</svg>")
    assert main(list(STUDIES)) == 0
    kept = place / "out" / "steps.json"
    steps = json.loads(kept.read_text())
    figures = steps["page comparison"]["files"].split("\n")
    one = next(name for name in figures if name.endswith(".svg"))
    (place / "out" / "comparison" / one).unlink()
    (place / "out" / "comparison" / one).symlink_to(place / "secret.svg")
    assert main(list(STUDIES)) == InputError.exit_code
    (place / "out" / "comparison" / one).unlink()
    text = kept.read_text().replace(one, "../../secret.svg")
    kept.write_text(text)
    main(list(STUDIES))
    assert "secret" not in (place / "out" / "index.html").read_text().replace("secret.svg", "")


def test_the_folder_itself_may_be_reached_through_links(place, capsys):
    (place / "far").symlink_to(place / "other")
    assert main([*COMPARE[:-2], "far/out"]) == 0
    (place / "link").symlink_to(place / "out")
    assert main([*RUN[:-1], "link"]) == 0
    assert (place / "out" / "results.csv").is_file()


def test_links_that_stay_inside_are_followed(place, capsys):
    (place / "out" / "elsewhere").mkdir()
    (place / "out" / "runs").symlink_to("elsewhere")
    (place / "out" / "journal").symlink_to(place / "out" / "elsewhere" / "journal")
    assert main(list(RUN)) == 0
    assert (place / "out" / "elsewhere" / "Bayes" / "iris").is_dir()
    assert (place / "out" / "elsewhere" / "journal").is_file()
    assert (place / "out" / "runs").is_symlink()


def test_a_file_that_the_user_names_may_be_a_link(place, capsys):
    (place / "out" / "mcm.csv").symlink_to(place / "victim")
    assert main(list(MCM)) == 0
    assert (place / "out" / "mcm.csv").is_symlink()
    assert (place / "victim").read_bytes() != b"mine\n"
