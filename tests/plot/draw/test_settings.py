"""Figures take fonts, sizes and LaTeX from Matplotlib's settings, as any other figure does."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
import warnings

import numpy as np
import pytest
from matplotlib import rc_context

import pybench as pb
from pybench.base.errors import EnvironmentProblem
from tests.plot.prints import sizes_in_pdf

FIGURES = (pb.plot.critical_difference, pb.plot.multi_comparison, pb.plot.effects)


@pytest.fixture(scope="module")
def results():
    scores = np.random.default_rng(3).random((20, 4)) + np.array([0, 0.1, 0.4, 0.5])
    t = pb.read_results(
        scores,
        datasets=[f"d{i}" for i in range(20)],
        classifiers=["one", "two_2", "three", "four"],
        higher_is_better=True,
    )
    made = (pb.critical_difference, pb.multi_comparison, pb.effects)
    return {drawn: make(t) for drawn, make in zip(FIGURES, made, strict=True)}


def finds(file):
    """Return whether TeX has a file."""
    return subprocess.run(["kpsewhich", file], capture_output=True).returncode == 0


def pdf(figure):
    buffer = io.BytesIO()
    figure.savefig(buffer, format="pdf")
    return buffer.getvalue()


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_the_family_of_the_session_is_drawn(results, draw):
    with rc_context({"font.family": ["no such font", "DejaVu Serif"]}):
        fonts = set(re.findall(rb"/FontName /(?:[A-Z]{6}\+)?([\w-]+)", pdf(draw(results[draw]))))
    assert fonts
    assert all(font.startswith(b"DejaVuSerif") for font in fonts), fonts


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_the_size_of_the_session_is_that_of_the_smallest_text(results, draw):
    with rc_context({"font.size": 6.5}):
        figure = draw(results[draw])
        assert min(sizes_in_pdf(figure)) == pytest.approx(6.5)


def test_a_font_that_is_missing_is_told_once(results):
    draw = FIGURES[0]
    with rc_context({"font.family": "no such font"}), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        content = pdf(draw(results[draw]))
    about = [str(one.message) for one in told]
    assert about == ["the font no such font is not installed: DejaVu Sans is used instead"]
    assert told[0].filename == __file__  # the user's line, not one of pybench
    assert b"DejaVuSans" in content


def test_a_missing_font_is_told_once_a_session_by_its_own_name(results):
    settings = {"font.family": "serif", "font.serif": ["Nonesuch Roman", "Nonesuch Book"]}
    with rc_context(settings), warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        for draw in FIGURES:
            pdf(draw(results[draw]))
    missing = "the font Nonesuch Roman or Nonesuch Book is not installed: DejaVu Sans is used"
    assert [str(one.message) for one in told] == [f"{missing} instead"]


@pytest.mark.parametrize("draw", FIGURES, ids=lambda draw: draw.__name__)
def test_latex_sets_the_texts_where_it_is(results, draw):
    if not (shutil.which("latex") and finds("type1ec.sty")):
        pytest.skip("no LaTeX with cm-super on this machine (`tools/setup.sh nightly` brings it)")
    with rc_context({"text.usetex": True}):
        content = pdf(draw(results[draw], width=6))
    assert b"DejaVu" not in content
    assert re.search(rb"/FontName /(?:[A-Z]{6}\+)?(?:CM|SF|LM)", content)


def test_without_latex_the_error_says_what_to_do(results, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("TEXMFOUTPUT", str(tmp_path))
    draw = FIGURES[0]
    t = pb.read_results(
        np.random.default_rng(9).random((12, 3)),
        classifiers=["never set before", "nor this", "nor that"],
        datasets=[f"d{i}" for i in range(12)],
        higher_is_better=True,
    )
    with rc_context({"text.usetex": True}), pytest.raises(EnvironmentProblem) as problem:
        draw(pb.critical_difference(t))
    assert 'matplotlib.rcParams["text.usetex"] = False' in problem.value.hint
