"""What an installation holds: the core alone runs the demo; its size is what the README says."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from pybench.base.extras import DISTRIBUTION
from tests.versions import THEIRS

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def needed(*extras: str) -> dict[str, Distribution]:
    """Return what pip installs with pybench and some of its extras, as it is installed here."""
    found: dict[str, Distribution] = {}
    asked: set[tuple[str, str]] = set()
    ahead = [(one, "") for one in PROJECT["dependencies"]]
    ahead += [(one, "") for extra in extras for one in PROJECT["optional-dependencies"][extra]]
    while ahead:
        text, extra = ahead.pop()
        wanted = Requirement(text)
        if wanted.marker and not wanted.marker.evaluate({"extra": extra}):
            continue
        name = canonicalize_name(wanted.name)
        if name == DISTRIBUTION:
            lists = (PROJECT["optional-dependencies"][one] for one in wanted.extras)
            ahead += [(one, "") for listed in lists for one in listed]
            continue
        found.setdefault(name, distribution(name))
        for inner in {"", *wanted.extras}:
            if (name, inner) not in asked:
                asked.add((name, inner))
                ahead += [(one, inner) for one in found[name].requires or ()]
    return found


@THEIRS
@pytest.mark.parametrize("extras", [(), ("all",)])
def test_the_readme_names_the_size_of_an_installation(extras):
    try:
        files = {file.locate() for one in needed(*extras).values() for file in one.files or ()}
    except PackageNotFoundError as missing:
        pytest.skip(f"not installed: {missing}")
    megabytes = sum(Path(file).stat().st_size for file in files if Path(file).is_file()) / 1e6
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = re.search(
        r"takes (\d+) MB on the disk.*\[all\]`, pybench takes ([\d.]+) GB", text, re.S
    )
    told = 1000 * float(named[2]) if extras else float(named[1])
    assert told == pytest.approx(megabytes, rel=0.15)


def test_all_is_every_extra_but_what_few_can_install():
    """rpy2-rinterface is built against R; torch is larger than all others together."""
    extras = PROJECT["optional-dependencies"]
    [every] = extras["all"]
    assert Requirement(every).extras == extras.keys() - {"r", "torch", "all", "dev", "nightly"}


@pytest.fixture(scope="module")
def core(tmp_path_factory) -> Path:
    """Return the Python of an environment with what pip installs without extras, by links."""
    home = tmp_path_factory.mktemp("core")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", home], check=True)
    [site] = home.glob("lib/python*/site-packages")
    for one in needed().values():
        for top in {file.parts[0] for file in one.files or ()} - {"..", "__pycache__"}:
            (site / top).symlink_to(str(one.locate_file(top)))
    (site / "pybench.pth").write_text(str(ROOT))
    return home / "bin" / "python"


def run(core: Path, *arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run pybench in the environment of the core."""
    command = [str(core), "-m", "pybench", *arguments]
    environment = {**os.environ, "COLUMNS": "200"}
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=600
    )


def test_the_doctor_is_content_with_the_core(core, tmp_path):
    done = run(core, "doctor", "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    absent = {one["subject"] for one in json.loads(done.stdout)["checks"] if one["status"] != "ok"}
    assert {"aeon", "numba", "rpy2-rinterface", "duckdb"} <= absent
    assert not absent & {"pyyaml", "pybench"}


def test_the_demo_of_the_core_is_the_smaller_study(core, tmp_path):
    done = run(core, "demo", "--yaml", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (ROOT / "pybench/flow/demo-core.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_core_alone_runs_the_demo(core, tmp_path):
    done = run(core, "demo", "--out", "out", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    told = (
        'selection, protocol (needs aeon, statsmodels, tsfresh, numba: pip install "pybench-stats'
    )
    assert told in done.stderr.splitlines()[0]
    assert told in done.stdout
    assert told.replace('"', "&#34;") in (tmp_path / "out/index.html").read_text(encoding="utf-8")
    found = json.loads((tmp_path / "out/study.json").read_text(encoding="utf-8"))
    assert "comparison with R" in found["left_out"]
    assert len(found["table"]["datasets"]) == 15
