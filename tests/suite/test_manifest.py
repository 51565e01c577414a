"""A suite on disk and back; whatever is changed is named; what is frozen stays."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, DatasetError, InputError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.manifest import Manifest
from pybench.suite.naming import clash, file_stem
from pybench.suite.task import Constraint
from pybench.suite.validity import schema, validate

ARFF = "@relation t\n@attribute n numeric\n@attribute c {p,q}\n@data\n"
WHEN = "2026-01-31T12:00:00Z"


@pytest.fixture
def folder(tmp_path):
    """A folder of four small datasets, one a pair of splits in a folder of its own."""
    source = tmp_path / "source"
    (source / "Waves").mkdir(parents=True)
    rng = np.random.default_rng(0)
    rows = "".join(f"{x:.3f},{k}\n" for x, k in zip(rng.normal(size=30), "ab" * 15, strict=True))
    (source / "plain.csv").write_text("x,class\n" + rows)
    (source / "old.arff").write_text(ARFF.replace("c {", "class {") + "1,p\n2,q\n" * 10)
    (source / "odd names é.csv").write_text("x,class\n" + "1,a\n2,b\n" * 10)
    for half in ("TRAIN", "TEST"):
        lines = "".join(f"{k}\t{k}\t{x}\n" for k, x in zip("1212", "1357", strict=True))
        (source / "Waves" / f"Waves_{half}.tsv").write_text(lines)
    (source / "README.md").write_text("not a dataset")
    return source


@pytest.fixture
def suite(folder):
    return pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN)


def test_a_folder_becomes_a_suite_and_comes_back(suite, tmp_path):
    assert suite.task_names == ("Waves", "odd names é", "old", "plain")
    saved = suite.save(tmp_path / "s")
    again = pb.Suite.load(tmp_path / "s")
    assert type(again) is pb.Suite
    assert again.hash == suite.hash == saved.hash
    assert again.to_dict() == suite.to_dict()
    assert again.tasks == suite.tasks
    for task in again.tasks:
        data, splits = load_data(again, task), load_splits(again, task)
        splits.check(len(data.y), task.procedure.type)
        before = load_data(suite, task.name)
        assert before.y.tolist() == data.y.tolist()
        assert len(data.classes) == 2
    assert load_data(again, "Waves").split.tolist() == ["train"] * 4 + ["test"] * 4
    assert [t.procedure.type for t in again.tasks][:2] == ["resamples", "crossvalidation"]


def test_the_same_folder_gives_the_same_bytes(folder, suite):
    twin = pb.Suite.create("toy", folder, target="class", folds=3, created=WHEN)
    assert twin.text() == suite.text()


def test_files_are_copied_byte_for_byte(folder, suite, tmp_path):
    suite.save(tmp_path / "s")
    for name in ("plain.csv", "old.arff"):
        assert (tmp_path / "s" / "data" / name).read_bytes() == (folder / name).read_bytes()
    stem = file_stem("odd names é")
    assert (tmp_path / "s" / "data" / f"{stem}.csv").exists()
    assert stem.isascii()


@pytest.mark.parametrize("part", ["data", "splits", "suite.json"])
def test_any_flipped_byte_is_named(suite, tmp_path, part):
    suite.save(tmp_path / "s")
    place = tmp_path / "s" / part
    for path in [place] if place.is_file() else sorted(place.iterdir()):
        whole = path.read_bytes()
        for at in range(0, len(whole), max(1, len(whole) // 9)):
            path.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
            with pytest.raises(SuiteError) as caught:
                pb.Suite.load(tmp_path / "s")
            assert Path(caught.value.file).name == path.name
        path.write_bytes(whole)
    pb.Suite.load(tmp_path / "s")


def test_a_file_that_changes_after_loading_is_refused_when_it_is_used(suite, tmp_path):
    suite.save(tmp_path / "s")
    loaded = pb.Suite.load(tmp_path / "s", verify=False)
    for path, use in (("data/plain.csv", load_data), ("splits/plain.csv", load_splits)):
        with (tmp_path / "s" / path).open("ab") as file:
            file.write(b"\n")
        with pytest.raises(SuiteError, match=path):
            use(loaded, "plain")


def test_a_missing_file_is_named(suite, tmp_path):
    suite.save(tmp_path / "s")
    (tmp_path / "s" / "data" / "plain.csv").unlink()
    with pytest.raises(InputError, match=r"plain\.csv"):
        pb.Suite.load(tmp_path / "s")


def edited(path, **changes):
    plain = json.loads(path.read_text())
    plain.update(changes)
    path.write_text(json.dumps(plain))


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"schema": "pybench/suite/2"}, "'pybench/suite/1'"),
        ({"status": "done"}, "one of in_preparation"),
        ({"version": 0}, "a number >= 1"),
        ({"version": True}, "integer"),
        ({"tasks": {}}, "array"),
        ({"surprise": 1}, "no key `surprise`"),
        ({"alias": "a b"}, "text of the form"),
        ({"created": "yesterday"}, "text of the form"),
        ({"name": "toys"}, "SHA-256"),
    ],
)
def test_a_manifest_that_is_not_of_the_schema_is_refused(suite, tmp_path, changes, expected):
    suite.save(tmp_path / "s")
    path = tmp_path / "s" / "suite.json"
    edited(path, **changes)
    with pytest.raises(SuiteError, match=expected):
        pb.Suite.load(path)


@pytest.mark.parametrize(
    "text", ["", "{", '{"a": 1, "a": 2}', "[NaN]", "\xff", "[" * 100_000, "[]", "null"]
)
def test_what_is_no_manifest_is_refused(text, tmp_path):
    (tmp_path / "suite.json").write_bytes(text.encode("latin-1"))
    with pytest.raises(SuiteError):
        pb.Suite.load(tmp_path)


@pytest.mark.parametrize(
    "path", ["../outside.csv", "data/../../x", "/etc/passwd", "data\\x", "data/..", "other/x.csv"]
)
def test_no_path_leads_out_of_the_folder(suite, tmp_path, path):
    suite.save(tmp_path / "s")
    plain = suite.to_dict()
    plain["tasks"][3]["dataset"]["files"][0]["path"] = path
    (tmp_path / "outside.csv").write_bytes((tmp_path / "s" / "data" / "plain.csv").read_bytes())
    data = _signed(plain)
    with pytest.raises(SuiteError):
        Manifest.parse(data, folder=tmp_path / "s").verify()


def test_a_link_out_of_the_folder_is_not_followed(suite, tmp_path):
    suite.save(tmp_path / "s")
    inside, outside = tmp_path / "s" / "data" / "plain.csv", tmp_path / "outside.csv"
    shutil.move(inside, outside)
    inside.symlink_to(outside)
    with pytest.raises(SuiteError, match="a path inside the suite"):
        pb.Suite.load(tmp_path / "s")


def _signed(plain):
    import hashlib

    kept = {key: value for key, value in plain.items() if key not in ("hash", "status")}
    text = json.dumps(kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return json.dumps({**plain, "hash": hashlib.sha256(text.encode()).hexdigest()}).encode()


def test_the_schema_is_json_schema_and_says_the_same(suite):
    jsonschema = pytest.importorskip("jsonschema")
    plain = {**suite.to_dict(), "hash": suite.hash}
    jsonschema.Draft202012Validator.check_schema(schema("suite-1"))
    jsonschema.validate(plain, schema("suite-1"))


def test_errors_of_the_schema_say_where(suite):
    plain = {**suite.to_dict(), "hash": suite.hash}
    plain["tasks"][1]["procedure"]["folds"] = "three"
    with pytest.raises(SuiteError, match="expected integer, found") as caught:
        validate(plain, "suite-1")
    assert caught.value.column == "tasks[1].procedure.folds"


def test_a_frozen_suite_stays_as_it_is(suite, tmp_path):
    place = tmp_path / "s"
    active = suite.save(place).freeze().save(place)
    assert active.hash == suite.hash
    assert pb.Suite.load(place).status == "active"
    for change in (lambda: active.tag("x", tasks=["plain"]), active.freeze):
        with pytest.raises(SuiteError, match="new version"):
            change()
    other = active.new_version().tag("x", tasks=["plain"])
    assert (other.version, other.status) == (2, "in_preparation")
    assert active.hash in other.provenance["parent"]
    with pytest.raises(SuiteError, match="without a frozen suite"):
        other.save(place)
    second = other.save(tmp_path / "v2")
    assert second.hash != active.hash
    assert pb.Suite.load(tmp_path / "v2").task("plain").tags == ("x",)
    gone = active.deactivate().save(place)
    assert pb.Suite.load(place).status == "deactivated"
    assert gone.hash == active.hash
    with pytest.raises(SuiteError, match="an active suite"):
        gone.deactivate()


def test_splits_of_other_data_cannot_be_frozen(suite, tmp_path):
    saved = suite.save(tmp_path / "s")
    tasks = list(saved.tasks)
    wrong = tasks[3]
    from dataclasses import replace

    tasks[2] = replace(tasks[2], splits=wrong.splits, splits_sha256=wrong.splits_sha256)
    with pytest.raises(SuiteError, match=r"rows from 0 to 19|other rows"):
        replace(saved, tasks=tuple(tasks)).freeze()


def test_tags_of_datasets_and_tasks_filter(suite):
    marked = suite.tag("noisy", datasets=["plain", "old"]).tag("slow", tasks=["old"])
    assert [t.name for t in marked.only(tags=["noisy"])] == ["old", "plain"]
    assert [t.name for t in marked.only(tags=["noisy"], without=["slow"])] == ["plain"]
    assert [t.name for t in marked.only(tags=["noisy"], tasks=["old", "Waves"])] == ["old"]
    bare = marked.tag("noisy", datasets=["plain"], remove=True)
    assert [t.name for t in bare.only(tags=["noisy"])] == ["old"]
    assert marked.hash != suite.hash
    with pytest.raises(ArgumentError, match="no task `z`"):
        suite.tag("x", tasks=["z"])
    with pytest.raises(ArgumentError, match="not empty"):
        suite.tag(" ", tasks=["old"])


def test_names_of_files_are_plain_or_hashes():
    assert file_stem("GunPoint-v1.2") == "GunPoint-v1.2"
    hostile = ["../x", "CON", "aux.csv", "a b", "é", "x.", "", "a/b", "-x", ".x", "_x", "n" * 101]
    stems = [file_stem(name) for name in hostile]
    assert all(stem.startswith("_") and stem.isascii() and len(stem) == 17 for stem in stems)
    assert len(set(stems)) == len(stems)
    assert clash(["a", "b", "A"]) == ("a", "A")
    assert clash(["e\u0301", "\u00e9"]) is not None


def test_tasks_that_a_file_system_takes_for_one_are_refused(tmp_path):
    for name in ("toy", "TOY"):
        (tmp_path / f"{name}.csv").write_text("x,c\n" + "1,a\n2,b\n" * 10)
    if len(list(tmp_path.iterdir())) < 2:
        pytest.skip("this file system takes both for one")
    with pytest.raises(ArgumentError, match="cannot tell apart"):
        pb.Suite.create("toy", tmp_path, target="c")


@pytest.mark.parametrize(
    ("options", "error", "expected"),
    [
        ({}, ArgumentError, "`target` must name the column to predict"),
        ({"target": "z"}, DatasetError, "expected a column `z`"),
        ({"target": "class", "folds": 1}, ArgumentError, "folds"),
        ({"target": "class", "procedure": "loo"}, ArgumentError, "procedure"),
        ({"target": "class", "procedure": "resamples"}, ArgumentError, "train and a test split"),
        ({"target": "class", "about": {"z": {}}}, ArgumentError, "no dataset of the source: `z`"),
        ({"target": "class", "about": {"old": {"colour": "red"}}}, ArgumentError, "colour"),
        ({"target": "class", "keep": ["z"]}, ArgumentError, "does not have: `z`"),
        ({"target": "class", "alias": "a b"}, ArgumentError, "alias"),
        ({"target": "class", "created": "now"}, ArgumentError, "created"),
    ],
)
def test_wrong_arguments_are_refused(folder, options, error, expected):
    with pytest.raises(error, match=expected):
        pb.Suite.create("toy", folder, **options)


def test_a_dataset_twice_and_half_a_pair_are_refused(folder):
    shutil.copy(folder / "plain.csv", folder / "plain.tsv")
    with pytest.raises(SuiteError, match="`plain` once"):
        pb.Suite.create("toy", folder, target="class")
    (folder / "plain.tsv").unlink()
    (folder / "Waves" / "Waves_TEST.tsv").unlink()
    with pytest.raises(SuiteError, match=r"both splits|a table"):
        pb.Suite.create("toy", folder, target="class", kind="series")
    (folder / "Waves" / "empty").mkdir()
    with pytest.raises(SuiteError, match="a folder of datasets"):
        pb.Suite.create("toy", folder / "Waves" / "empty", target="class")


def test_rows_without_a_class_are_refused(tmp_path):
    (tmp_path / "gaps.csv").write_text("x,c\n1,a\n2,\n3,b\n")
    with pytest.raises(DatasetError, match="rows 1 "):
        pb.Suite.create("toy", tmp_path, target="c", folds=2)


def test_a_suite_of_a_suite_keeps_its_splits_unless_asked(suite, tmp_path):
    saved = suite.save(tmp_path / "s")
    part = pb.Suite.create("part", saved, keep=["plain", "old"], created=WHEN)
    assert part.task("plain") == saved.task("plain")
    assert {v.verdict for v in part.candidates if v.dataset == "Waves"} == {"fail"}
    part.save(tmp_path / "part")
    assert load_data(pb.Suite.load(tmp_path / "part"), "plain").classes == ("a", "b")
    other = pb.Suite.create("part", saved, keep=["plain"], procedure="holdout", created=WHEN)
    assert other.task("plain").procedure.type == "holdout"
    assert other.task("plain").splits_sha256 != saved.task("plain").splits_sha256
    assert load_splits(other, "plain").n_folds == 1


def test_bundled_datasets_are_known_by_their_values():
    suite = pb.Suite.create("flowers", ["iris", "GunPoint"], created=WHEN)
    assert [t.kind for t in suite.tasks] == ["tabular", "series"]
    assert load_data(suite, "iris").X.shape == (150, 4)
    from dataclasses import replace

    task = suite.tasks[0]
    wrong = replace(task, dataset=replace(task.dataset, sha256="0" * 64))
    with pytest.raises(SuiteError, match="iris of scikit-learn"):
        load_data(replace(suite, tasks=(wrong,)), wrong)


def test_constraints_say_their_range():
    assert Constraint("r", "q", 0.05, None, low_included=False).threshold == "> 0.05"
    assert Constraint("r", "q", 500.0, 1e5).threshold == ">= 500 and <= 100000"
    strict = Constraint("r", "q", 1.0, 2.0, low_included=False, high_included=False)
    assert [strict.holds(x) for x in (1.0, 1.5, 2.0)] == [False, True, False]
