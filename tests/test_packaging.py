"""What is shipped: links, one version, the R package alone, sdist and wheel."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from contextlib import suppress
from email import message_from_string
from email.message import Message
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

import pybench as pb
from pybench.base.extras import DISTRIBUTION

ROOT = Path(__file__).resolve().parent.parent
LINKS = {
    "DESCRIPTION": "r/DESCRIPTION",
    "NEWS.md": "r/NEWS.md",
    "r/vignettes": "../vignettes",
    "r/tests/testthat/golden": "../../../tests/golden",
}
VERSION = re.search(r"(?m)^Version: (\S+)$", (ROOT / "r" / "DESCRIPTION").read_text())[1]


def run(*command: str, cwd: Path, **environment: str) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        text=True,
        timeout=300,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.parametrize("link", LINKS)
def test_links_resolve(link):
    assert os.readlink(ROOT / link) == LINKS[link]
    assert (ROOT / link).exists()


def test_the_bundled_table_is_the_same_in_both_languages():
    r = (ROOT / "r" / "inst" / "extdata" / "demsar2006.csv").read_bytes()
    assert r == (ROOT / "pybench" / "data" / "demsar2006.csv").read_bytes()


def test_the_licence_names_agree():
    assert "BSD 3-Clause License" in (ROOT / "LICENSE").read_text()
    holder = re.search(r"COPYRIGHT HOLDER: (.*)", (ROOT / "r" / "LICENSE").read_text())[1]
    assert f"Copyright (c) 2026, {holder}" in (ROOT / "LICENSE").read_text()


def test_one_file_holds_the_version():
    assert pb.__version__ == VERSION
    assert f"# pybench {VERSION}" in (ROOT / "NEWS.md").read_text()
    holders = []
    for name in (
        "pyproject.toml",
        "CITATION.cff",
        "README.md",
        "Makefile",
        "constraints.txt",
        "r/inst/CITATION",
        "pybench/__init__.py",
        "pybench/__init__.pyi",
    ):
        text = (ROOT / name).read_text()
        if re.search(
            rf"(?i)version\W+{re.escape(VERSION)}\b|pybench[ =]+{re.escape(VERSION)}\b", text
        ):
            holders.append(name)
    assert holders == []


TEXTS = (".py", ".R", ".md", ".Rmd", ".Rd", ".toml", ".yaml", ".ipynb", ".sh")
SAY_IT = ("tests/test_packaging.py", "docs/decisions/030-the-name-on-pypi.md")
STRANGER = re.compile(r"pip\S* install [^\n]*?(?<![\w./-])pybench(?![\w-])")


@pytest.mark.parametrize(
    ("line", "advised"),
    [
        ("pip install pybench", True),
        ('pip install "pybench[suite]"', True),
        ("python -m pip install -U pybench==1", True),
        ('pip install "pybench-stats[suite]"', False),
        ('pip install ".[all]"', False),
    ],
)
def test_what_advises_the_package_of_another_project_is_seen(line, advised):
    assert bool(STRANGER.search(line)) == advised


def test_nothing_advises_the_package_of_another_project():
    """On PyPI the name pybench is not ours (docs/decisions/030)."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    seen = 0
    for name in filter(None, listed.stdout.decode().split("\0")):
        if Path(name).suffix in TEXTS and name not in SAY_IT:
            assert not STRANGER.search((ROOT / name).read_text(encoding="utf-8")), name
            seen += 1
    assert seen > 1000
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == DISTRIBUTION == "pybench-stats"


@pytest.fixture(scope="module")
def copy(tmp_path_factory) -> Path:
    """Return a copy of the tree as a fresh clone has it: no build products, links kept."""
    target = tmp_path_factory.mktemp("clone") / "pybench"
    products = shutil.ignore_patterns(
        ".git",
        ".venv",
        ".rlib",
        ".*_cache",
        ".hypothesis",
        "build",
        "dist",
        "out",
        "__pycache__",
        "*.o",
        "*.so",
        "*.Rcheck",
        "*.tar.gz",
    )
    return Path(shutil.copytree(ROOT, target, symlinks=True, ignore=products))


@pytest.fixture(scope="module")
def linkless(copy, tmp_path_factory) -> Path:
    """Return the tree as git lays it on Windows: a file with the name of the target for a link."""
    tree = Path(
        shutil.copytree(copy, tmp_path_factory.mktemp("linkless") / "pybench", symlinks=True)
    )
    for name in (path for path in sorted(tree.rglob("*")) if path.is_symlink()):
        target = os.readlink(name)
        name.unlink()
        name.write_text(target)
    return tree


def test_every_link_of_the_tree_is_listed(copy):
    found = {str(path.relative_to(copy)) for path in copy.rglob("*") if path.is_symlink()}
    assert found == set(LINKS)


def test_no_page_leads_through_a_link():
    """GitHub shows a link as the name of its target."""
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    seen = 0
    for page in pages:
        for address in re.findall(r"\]\(([\w./-]+)[)#]", page.read_text(encoding="utf-8")):
            steps = [page.parent, *(page.parent / address).parents, page.parent / address]
            led = [step for step in steps if step.is_relative_to(ROOT) and step.is_symlink()]
            assert led == [], f"{page.name}: {address}"
            seen += 1
    assert seen > 50


def test_every_checkout_has_the_same_bytes(tmp_path):
    """Git for Windows would write CR LF into files of text, and many of these are hashed."""
    checkout = ["git", "-c", "core.autocrlf=true", "checkout-index", "--prefix", f"{tmp_path}/"]
    names = ["r/inst/extdata/suite/suite.json", "pybench/data/demsar2006.csv", "tools/setup.sh"]
    run(*checkout, *names, cwd=ROOT)
    for name in names:
        assert (tmp_path / name).read_bytes() == (ROOT / name).read_bytes()
        assert b"\n" in (tmp_path / name).read_bytes()


@pytest.mark.r
def test_the_r_folder_alone_builds_and_installs_without_links(linkless, tmp_path):
    shutil.copytree(linkless / "r", tmp_path / "r")
    library = tmp_path / "library"
    library.mkdir()
    run("R", "CMD", "build", "r", cwd=tmp_path)
    quick = ["--no-docs", "--no-byte-compile"]  # R CMD check does all of it
    package = f"pybench_{VERSION}.tar.gz"
    with tarfile.open(tmp_path / package) as archive:
        names = set(archive.getnames())
        packed = message_from_string(archive.extractfile("pybench/DESCRIPTION").read().decode())
    assert packed["License"] == "BSD_3_clause + file LICENSE"
    assert "pybench/NEWS.md" in names
    assert not [name for name in names if "cran-comments" in name or "Rbuildignore" in name]
    run("R", "CMD", "INSTALL", *quick, f"--library={library}", package, cwd=tmp_path)
    code = 'library(pybench); cat(as.character(packageVersion("pybench")), exists("pb_friedman"))'
    found = run("Rscript", "--vanilla", "-e", code, cwd=tmp_path, R_LIBS_USER=str(library))
    assert found == f"{VERSION} TRUE"


@pytest.fixture(scope="module")
def built(copy) -> Path:
    """Build sdist and wheel, the wheel out of the sdist, as pip does it from an index."""
    run(sys.executable, "-m", "build", "--no-isolation", cwd=copy)
    return copy / "dist"


def r_sources(copy: Path) -> set[str]:
    """Return the files of the R package that the bridge compiles and Python reads."""
    parts = ("DESCRIPTION", "NAMESPACE", "LICENSE", "NEWS.md", "R", "src")
    parts += ("inst/shared", "inst/extdata")
    files = [
        path for part in parts for path in [copy / "r" / part, *(copy / "r" / part).rglob("*")]
    ]
    return {str(path.relative_to(copy / "r")) for path in files if path.is_file()}


def test_the_sdist_holds_the_whole_tree(copy, built):
    with tarfile.open(built / f"pybench_stats-{VERSION}.tar.gz") as archive:
        top = f"pybench_stats-{VERSION}/"
        names = {name.removeprefix(top) for name in archive.getnames()}
        description = archive.getmember(top + "r/DESCRIPTION")
        assert description.isfile(), "r/DESCRIPTION must be a real file"
    assert {f"r/{name}" for name in r_sources(copy)} <= names
    wanted = {
        "DESCRIPTION",
        "LICENSE",
        "NEWS.md",
        "README.md",
        "pyproject.toml",
        "constraints.txt",
        "vignettes/compare.Rmd",
        "vignettes/compare.py",
        "vignettes/features.Rmd",
        "vignettes/features.py",
        "vignettes/landscape.Rmd",
        "vignettes/landscape.py",
        "vignettes/selection.Rmd",
        "vignettes/selection.py",
        "tests/conftest.py",
        "pybench/__init__.pyi",
        "pybench/py.typed",
        "pybench/data/demsar2006.csv",
    }
    assert wanted <= names


LINK = re.compile(r"\]\(([^)\s]+)\)")


def metadata(wheel: Path) -> Message:
    """Return what an index is told about a wheel; its body is the long description."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_string(archive.read(name).decode())


def test_links_of_the_long_description_lead_to_the_files_of_the_release(built):
    """An index shows the README without the repository, where relative links lead nowhere."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = metadata(next(built.glob("*.whl")))
    description = found.get_payload()
    assert found["Description-Content-Type"] == "text/markdown"
    assert LINK.sub("", description) == LINK.sub("", readme)
    pairs = list(zip(LINK.findall(readme), LINK.findall(description), strict=True))
    assert len(pairs) > 30
    address = repository()
    for written, shown in pairs:
        path, _, place = written.partition("#")
        kind = "raw" if path.endswith(".png") else "blob"
        assert shown == f"{address}/{kind}/v{VERSION}/{path}{'#' * bool(place)}{place}"
        assert (ROOT / path).exists()


def test_links_of_the_readme_resolve_in_the_sdist(built):
    with tarfile.open(built / f"pybench_stats-{VERSION}.tar.gz") as archive:
        top = f"pybench_stats-{VERSION}/"
        names = {name.removeprefix(top) for name in archive.getnames()}
    links = LINK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    assert {link.partition("#")[0] for link in links} <= names


def repository() -> str:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["urls"]["Repository"]


def test_wheel_and_sdist_say_one_name_version_and_licence(built):
    with tarfile.open(built / f"pybench_stats-{VERSION}.tar.gz") as archive:
        file = archive.extractfile(f"pybench_stats-{VERSION}/PKG-INFO")
        sdist = message_from_string(file.read().decode())
    for found in (metadata(next(built.glob("*.whl"))), sdist):
        assert found["Name"] == DISTRIBUTION
        assert found["Version"] == VERSION
        assert found["License-Expression"] == "BSD-3-Clause"
        assert f"Repository, {repository()}" in found.get_all("Project-URL")


def test_citation_site_recipe_and_r_package_say_the_same():
    """None but r/DESCRIPTION has the version: the others ask it, or are given it at a release."""
    description = message_from_string((ROOT / "r" / "DESCRIPTION").read_text(encoding="utf-8"))
    assert description["Package"] == "pybench"
    assert description["License"] == "BSD_3_clause + file LICENSE"
    assert description["URL"] == repository()
    assert description["BugReports"] == f"{repository()}/issues"
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert citation["license"] == "BSD-3-Clause"
    assert citation["repository-code"] == repository()
    assert "version" not in citation
    in_r = (ROOT / "r" / "inst" / "CITATION").read_text(encoding="utf-8")
    assert f'title = "{citation["title"]}"' in in_r
    assert "meta$Version" in in_r
    authors = {one["name"] for one in citation["authors"]}
    assert f"Copyright (c) 2026, {', '.join(authors)}" in (ROOT / "LICENSE").read_text()
    site = runpy.run_path(str(ROOT / "docs" / "site" / "conf.py"))
    assert site["html_title"] == f"pybench {VERSION}"
    assert {site["copyright"]} == authors
    universe = json.loads((ROOT / "docs" / "release" / "packages.json").read_text())
    assert universe == [{"package": "pybench", "url": repository(), "subdir": "r"}]


def test_the_recipe_of_conda_asks_for_what_pip_asks_for():
    recipe = yaml.safe_load((ROOT / "docs" / "release" / "recipe.yaml").read_text())
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert recipe["package"]["name"] == project["name"] == DISTRIBUTION
    assert recipe["about"]["license"] == project["license"]
    assert recipe["about"]["repository"] == repository()
    assert recipe["build"]["python"]["entry_points"] == [
        f"{name} = {place}" for name, place in project["scripts"].items()
    ]
    assert f">={recipe['context']['python_min']}" == project["requires-python"]
    other = {"matplotlib": "matplotlib-base"}  # which leaves out the windows of Qt
    wanted = {
        (other.get(one.name, one.name), str(one.specifier))
        for one in map(Requirement, project["dependencies"])
    }
    needed = {tuple(one.split(" ", 1)) for one in recipe["requirements"]["run"]}
    assert {(name, limits) for name, limits in needed if name != "python"} == wanted


def test_the_wheel_holds_both_languages_and_nothing_compiled(copy, built):
    with zipfile.ZipFile(built / f"pybench_stats-{VERSION}-py3-none-any.whl") as archive:
        names = set(archive.namelist())
    assert {f"pybench/_r/{name}" for name in r_sources(copy)} <= names
    python = {
        str(path.relative_to(copy)) for path in (copy / "pybench").rglob("*") if path.is_file()
    }
    assert python <= names
    assert not [name for name in names if name.endswith((".o", ".so", ".pyc"))]
    assert not [name for name in names if name.startswith(("tests", "vignettes"))]


def test_the_wheel_of_a_checkout_without_links_is_the_same(linkless, built, tmp_path):
    run(
        *(sys.executable, "-m", "build", "--wheel", "--no-isolation"),
        *("--outdir", str(tmp_path), str(linkless)),
        cwd=tmp_path,
    )
    members = []
    for folder in (built, tmp_path):
        with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
            members.append({name: archive.read(name) for name in archive.namelist()})
    assert members[0] == members[1]


STORY = """
import sys
import pybench as pb
from pathlib import Path
path = Path(pb.__file__).parent / "data" / "demsar2006.csv"
t = pb.read_results(path, higher_is_better=True)
print(pb.__file__, pb.friedman(t, engine="both").statistic)
from pybench.certificate.certify import questions
assert len({one.name for one in questions(None, 0.05, 0.0)}) > 70  # of files that ship
"""


@pytest.mark.r
def test_the_wheel_works_on_its_own(built, tmp_path):
    """Unpacked far from the checkout, it compiles its own R sources and both engines agree."""
    with zipfile.ZipFile(next(built.glob("*.whl"))) as archive:
        archive.extractall(tmp_path / "site")
    places = {"PYTHONPATH": str(tmp_path / "site"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    file, statistic = run(sys.executable, "-c", STORY, cwd=tmp_path, **places).split()
    assert Path(file).is_relative_to(tmp_path)
    assert float(statistic) == pytest.approx(10.9524, abs=1e-4)  # table 6 as printed


def test_pinned_versions_are_for_every_python_that_is_promised():
    """Debian 12 has 3.11.2: a pin that wants a later 3.11 would end the set-up there."""
    project = (ROOT / "pyproject.toml").read_text()
    lowest = re.search(r'(?m)^requires-python = ">=(\d+\.\d+)"$', project)
    pins = re.findall(r"(?m)^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text())
    seen = 0
    for name, pinned in pins:
        with suppress(PackageNotFoundError):
            found = distribution(name)
            if found.version == pinned:
                wanted = SpecifierSet(found.metadata.get("Requires-Python", ""))
                assert wanted.contains(f"{lowest[1]}.0"), (name, str(wanted))
                seen += 1
    assert seen > 50
