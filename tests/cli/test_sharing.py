"""``pybench suite export | import | verify | openml | to-openml``: files, texts and exit codes."""

from __future__ import annotations

import json
import shutil
import subprocess

import pytest

import pybench as pb
from pybench.cli.main import main


@pytest.fixture
def folder(tmp_path):
    """Return the folder of a small suite with a dataset that nobody may pass on."""
    rows = "".join(f"{i},{'ab'[i % 2]}\n" for i in range(12))
    (tmp_path / "few.csv").write_text("x,y\n" + rows)
    made = pb.Suite.create("Few", {"few": tmp_path / "few.csv"}, target="y", folds=3)
    return made.save(tmp_path / "suite").folder


def run(capsys, *arguments):
    code = main(["suite", *map(str, arguments)])
    return code, *capsys.readouterr()


def test_there_and_back(folder, tmp_path, capsys):
    code, out, _ = run(capsys, "export", folder, tmp_path / "few.zip")
    assert code == 0
    assert "Bundle of the suite Few, version 1: 2 files" in out
    assert "without data/few.csv: no licence is given" in out
    code, out, _ = run(capsys, "verify", tmp_path / "few.zip", "--json")
    assert (code, json.loads(out)["result"]["left_out"][0]["dataset"]) == (0, "few")
    code, out, _ = run(capsys, "import", tmp_path / "few.zip", tmp_path / "new", "--data", tmp_path)
    assert code == 0
    assert "Suite Few, version 1" in out
    assert (tmp_path / "new" / "data" / "few.csv").exists()
    pb.Suite.load(tmp_path / "new").verify()


def test_exit_codes(folder, tmp_path, capsys):
    assert run(capsys, "verify", tmp_path / "none.zip")[0] == 5
    (tmp_path / "bad.zip").write_bytes(b"no zip")
    code, _, problem = run(capsys, "import", tmp_path / "bad.zip", tmp_path / "new")
    assert (code, "a complete zip file" in problem, (tmp_path / "new").exists()) == (5, True, False)
    run(capsys, "export", folder, tmp_path / "few.zip")
    assert run(capsys, "import", tmp_path / "few.zip", folder)[0] == 2
    assert run(capsys, "verify", tmp_path / "few.zip", "--identity", "me")[0] == 2
    assert run(capsys, "export", folder, tmp_path / "few.zip", "--data", "some")[0] == 2


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="no ssh-keygen here")
def test_signed(folder, tmp_path, capsys):
    key = tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    (tmp_path / "signers").write_text(f"ann {(tmp_path / 'key.pub').read_text()}")
    assert run(capsys, "export", folder, tmp_path / "few.zip", "--sign", key)[0] == 0
    who = ("--signers", tmp_path / "signers", "--identity", "ann")
    code, out, _ = run(capsys, "verify", tmp_path / "few.zip", *who)
    assert (code, "signed by ED25519 key SHA256:" in out) == (0, True)
    (tmp_path / "few.zip.sig").unlink()
    assert run(capsys, "verify", tmp_path / "few.zip", *who)[0] == 5
