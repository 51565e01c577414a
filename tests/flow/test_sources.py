import hashlib
import shutil
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import InputError, StudyError
from pybench.flow import sources
from pybench.flow.definition import read_definition

DATA = "name: n\nseed: %d\ndata:\n  datasets: %s\n  procedure: holdout\nestimators: {t: k.K}\n"


@pytest.fixture
def definition(tmp_path):
    """Return a function: datasets, seed -> the study of them."""

    def make(datasets, seed=0):
        (tmp_path / "s.yaml").write_text(DATA % (seed, datasets))
        return read_definition(tmp_path / "s.yaml")

    return make


def test_the_hash_of_a_file_is_that_of_its_bytes(tmp_path):
    content = bytes(range(256))
    for name in ("one.csv", "other.txt"):
        (tmp_path / name).write_bytes(content)
        assert sources.file_sha256(tmp_path / name) == hashlib.sha256(content).hexdigest()
    (tmp_path / "one.csv").write_bytes(content[:-1] + b"\0")
    assert sources.file_sha256(tmp_path / "one.csv") != hashlib.sha256(content).hexdigest()
    name = "demsar2006.csv"
    shipped = (files("pybench") / "data" / name).read_bytes()
    assert sources.file_sha256(Path(f"pybench:{name}")) == hashlib.sha256(shipped).hexdigest()


def test_the_hash_of_a_folder_is_that_of_what_is_in_it(tmp_path):
    """It moves with its content, and changes with a byte, a name, a file more or less."""
    folder = tmp_path / "data"
    (folder / "inner").mkdir(parents=True)
    (folder / "a.csv").write_text("1")
    (folder / "inner" / "b.csv").write_text("2")
    before = sources.file_sha256(folder)
    moved = shutil.copytree(folder, tmp_path / "elsewhere" / "other")
    assert sources.file_sha256(moved) == before
    seen = {before}
    (moved / "a.csv").write_text("3")
    seen.add(sources.file_sha256(moved))
    (moved / "a.csv").write_text("2")
    (moved / "inner" / "b.csv").write_text("1")  # the same contents under each other's names
    seen.add(sources.file_sha256(moved))
    (moved / "a.csv").rename(moved / "c.csv")
    seen.add(sources.file_sha256(moved))
    (moved / "c.csv").rename(moved / "inner" / "c.csv")
    seen.add(sources.file_sha256(moved))
    (moved / "inner" / "c.csv").unlink()
    seen.add(sources.file_sha256(moved))
    assert len(seen) == 6


def test_repeats_and_missing_scores_of_a_table(tmp_path):
    file = tmp_path / "t.csv"
    file.write_text("dataset,a,b\nx,1,2\ny,,1\nz,3,1\n")
    with pytest.raises(InputError, match="y"):
        sources.read_table(file, True, None, "error")
    table = sources.read_table(file, False, "error rate", "drop")
    assert (table.datasets, table.higher_is_better, table.metric) == (
        ("x", "z"), False, "error rate",
    )  # fmt: skip


def test_a_regression_is_refused_unless_its_numbers_are_declared_names(tmp_path):
    (tmp_path / "data").mkdir()
    rows = "".join(f"{i},{i / 8}\n" for i in range(40))
    (tmp_path / "data" / "house.csv").write_text("x,y\n" + rows)
    said = "name: n\ndata: {datasets: data, target: y, folds: 2%s}\nestimators: {t: k.K}\n"
    file = tmp_path / "study.yaml"
    file.write_text(said % "")
    with pytest.raises(InputError, match="40 different numbers in 40 rows, 35 of them"):
        sources.open_suite(read_definition(file), tmp_path / "out")
    before = sources.dataset_inputs(read_definition(file))
    assert "nominal" not in before  # folders of earlier studies are found
    file.write_text(said % ", nominal: [y]")
    suite = sources.open_suite(read_definition(file), tmp_path / "out")
    assert suite.tasks[0].dataset.nominal == ("y",)


def test_a_suite_of_datasets_is_made_once_for_each_content(definition, tmp_path):
    first = sources.open_suite(definition("[iris, wine]"), tmp_path / "out")
    folders = [tmp_path / "out" / "suites" / one for one in
               sorted(p.name for p in (tmp_path / "out" / "suites").iterdir())]  # fmt: skip
    written = (folders[0] / "suite.json").stat().st_mtime_ns
    again = sources.open_suite(definition("[iris, wine]"), tmp_path / "out")
    assert again.hash == first.hash
    assert (folders[0] / "suite.json").stat().st_mtime_ns == written
    other = sources.open_suite(definition("[iris, wine]", 1), tmp_path / "out")
    assert other.hash != first.hash
    assert len(list((tmp_path / "out" / "suites").iterdir())) == 2
    given = f"name: n\ndata: {{suite: '{folders[0]}'}}\nestimators: {{t: k.K}}\n"
    (tmp_path / "given.yaml").write_text(given)
    loaded = sources.open_suite(read_definition(tmp_path / "given.yaml"), tmp_path / "none")
    assert loaded.hash == first.hash
    assert not (tmp_path / "none").exists()


def test_what_ships_with_no_package_is_refused_at_its_line(definition):
    with pytest.raises(StudyError, match="found irys, Wine") as caught:
        sources.dataset_inputs(definition("[iris, irys, Wine]"))
    assert (caught.value.field, caught.value.line) == ("data.datasets", 4)
    assert "iris" in caught.value.expected


def test_a_suite_rests_on_names_versions_and_files(definition, tmp_path):
    pytest.importorskip("aeon")  # which ships GunPoint
    inputs = sources.dataset_inputs(definition("[iris]"))
    assert inputs["names"] == ["iris"]
    assert len(inputs["versions"]) == 1
    every = sources.dataset_inputs(definition("bundled"))
    assert {"iris", "GunPoint"} < set(every["names"])
    assert len(every["versions"]) == len(every["names"])
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.csv").write_text("x,class\n1,a\n")
    before = sources.dataset_inputs(definition("d"))
    (tmp_path / "d" / "a.csv").write_text("x,class\n2,a\n")
    after = sources.dataset_inputs(definition("d"))
    assert {key for key in before if before[key] != after[key]} == {"files"}


def test_series_are_the_first_of_training(tmp_path):
    suite = pb.Suite.create("s", ["iris", "GunPoint", "ItalyPowerDemand"], procedure="holdout")
    whole, few = sources.series_of(suite, None), sources.series_of(suite, 3)
    assert list(dict.fromkeys(whole.dataset)) == ["GunPoint", "ItalyPowerDemand"]
    for name in ("GunPoint", "ItalyPowerDemand"):
        rows = [i for i, one in enumerate(whole.dataset) if one == name]
        assert len(rows) > 3
        chosen = [i for i, one in enumerate(few.dataset) if one == name]
        assert len(chosen) == 3
        for ours, theirs in zip(chosen, rows, strict=False):
            assert np.array_equal(few.values(ours), whole.values(theirs))
    assert set(whole.split) == {"train"}
    assert sources.series_of(pb.Suite.create("s", ["iris"], procedure="holdout"), None) is None
