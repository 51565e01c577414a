"""The command reads padded files once it is told that they are padded."""

from __future__ import annotations


def test_padding_is_refused_until_one_says_what_it_is(pybench, tmp_path):
    for split in ("TRAIN", "TEST"):
        lines = ["a" + "\t1\t2" * 10, "b" + "\t3\t4" * 9 + "\tNaN\tNaN"]
        (tmp_path / f"Toy_{split}.tsv").write_text("\n".join(lines) + "\n")
    asked = ["features", tmp_path, "--representation", "summary", "--out", "f.csv", "--all"]
    places = {"PYBENCH_CACHE": str(tmp_path / "cache")}
    refused = pybench(*asked, **places)
    assert refused.returncode == 5
    assert 'trailing_nan="padding"' in refused.stderr
    done = pybench(*asked, "--trailing-nan", "padding", **places)
    assert (done.returncode, done.stderr.strip()) == (0, "")
    rows = (tmp_path / "f.csv").read_text().splitlines()
    assert len(rows) == 1 + 4
    assert pybench(*asked, "--trailing-nan", "cut", **places).returncode == 2
