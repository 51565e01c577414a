"""A suite on disk and back; whatever is changed is named; what is frozen stays."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import pybench as pb
from pybench.base.errors import ArgumentError, InputError, SuiteError
from pybench.suite.data import load_data, load_splits
from pybench.suite.filenames import file_stem
from pybench.suite.manifest import Manifest


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
    (tmp_path / "s" / "splits" / "plain.csv").unlink()
    with pytest.raises(InputError, match=r"splits.plain\.csv"):
        pb.Suite.load(tmp_path / "s")


def test_data_that_did_not_come_along_are_missed_when_they_are_used(suite, tmp_path):
    """A bundle leaves data without a free licence at home; what remains is a suite all the same."""
    suite.save(tmp_path / "s")
    (tmp_path / "s" / "data" / "plain.csv").unlink()
    loaded = pb.Suite.load(tmp_path / "s")
    assert loaded.tag("x", tasks=["old"]).save(tmp_path / "s").task("old").tags == ("x",)
    assert pb.Suite.load(tmp_path / "s").check().skipped == ("plain",)
    loaded.new_version().save(tmp_path / "v2")
    assert not (tmp_path / "v2" / "data" / "plain.csv").exists()
    for use in (lambda: load_data(loaded, "plain"), loaded.freeze):
        with pytest.raises(InputError, match=r"plain\.csv"):
            use()


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


def test_one_path_is_one_file(suite):
    tasks = list(suite.tasks)
    tasks[0] = replace(tasks[0], splits=tasks[1].splits)
    with pytest.raises(ArgumentError, match="two different files with the path `splits/"):
        replace(suite, tasks=tuple(tasks))
    plain = suite.to_dict()
    plain["tasks"][0]["splits"] = plain["tasks"][1]["splits"]
    with pytest.raises(SuiteError, match="one file per path"):
        Manifest.parse(_signed(plain), "suite.json")


def test_tasks_of_one_name_are_refused_in_a_file_too(suite):
    plain = suite.to_dict()
    plain["tasks"][0]["name"] = plain["tasks"][1]["name"].upper()
    with pytest.raises(SuiteError, match="differ in more than case") as caught:
        Manifest.parse(_signed(plain), "suite.json")
    assert caught.value.file == "suite.json"


def test_a_stage_is_not_undone(suite, tmp_path):
    draft = suite.save(tmp_path / "s")
    active = draft.freeze().save(tmp_path / "s")
    with pytest.raises(SuiteError, match="without a frozen suite"):
        draft.save(tmp_path / "s")
    active.save(tmp_path / "s").deactivate().save(tmp_path / "s")
    for earlier in (draft, active):
        with pytest.raises(SuiteError, match="which is deactivated"):
            earlier.save(tmp_path / "s")
    assert pb.Suite.load(tmp_path / "s").status == "deactivated"


def test_the_folder_of_another_suite_is_not_written_over(suite, tmp_path):
    suite.save(tmp_path / "s")
    with pytest.raises(SuiteError, match="expected the suite `other`, or none, found `toy`"):
        replace(suite, name="other").save(tmp_path / "s")


def test_what_json_does_not_have_is_not_written(suite):
    with pytest.raises(ArgumentError, match="NaN or infinity"):
        replace(suite, qualities={"plain": {"Skewness": float("nan")}}).text()


def test_a_loop_of_links_in_the_folder_is_named(tmp_path):
    suite = pb.Suite.create("flowers", ["iris"], folds=5).save(tmp_path / "s")
    file = tmp_path / "s" / "splits" / "iris.csv"
    file.unlink()
    file.symlink_to(file)
    with pytest.raises(pb.InputError, match=r"iris\.csv: expected a file that can be read"):
        pb.Suite.load(tmp_path / "s")
    with pytest.raises(pb.PybenchError):
        suite.save(tmp_path / "s")


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"name": ""}, "column 'name': expected text that is not empty"),
        ({"measure": ""}, r"column 'tasks\[0\].measure'"),
        ({"about": {"iris": {"licence": 3}}}, r"dataset.licence': expected string or null"),
        ({"about": {"iris": {"tags": [1]}}}, r"dataset.tags\[0\]': expected string"),
        ({"about": {"iris": {"openml_id": -1}}}, r"dataset.openml_id': expected a number >= 1"),
    ],
)
def test_what_could_not_be_loaded_is_not_saved(options, said, tmp_path):
    suite = pb.Suite.create(**{"name": "flowers", "source": ["iris"], "folds": 3, **options})
    for write in (suite.save, lambda place: suite.export(place / "s.zip")):
        with pytest.raises(SuiteError, match=said):
            write(tmp_path / "s")
    assert not (tmp_path / "s").exists()


@pytest.mark.parametrize("options", [{"alias": "ab\n"}, {"created": "2026-01-31T12:00:00Z\n"}])
def test_the_end_of_a_form_is_the_end(options):
    with pytest.raises(ArgumentError, match="must be text of the form"):
        pb.Suite.create("flowers", ["iris"], folds=3, **options)
