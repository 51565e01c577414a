"""The tables of equivalents: what users of other packages come with, and what exists here."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import pybench as pb

ROOT = Path(__file__).resolve().parent.parent

# Named in the equivalents, and not in R: series and what computes their features.
PYTHON_ALONE = {"validate", "plot", "read_series", "fetch_series", "extract_features"}


def test_equivalents_name_what_exists():
    """Each function of ours is there, in both languages, and takes the arguments shown."""
    text = (ROOT / "docs" / "equivalents.md").read_text(encoding="utf-8")
    ours = re.findall(r"pb\.(plot\.)?(\w+)(?:\(([^()`]*))?", text)
    assert len(ours) > 60
    exported = (ROOT / "r" / "NAMESPACE").read_text(encoding="utf-8")
    for plot, name, arguments in ours:
        function = getattr(pb.plot if plot else pb, name)
        if not plot and name not in PYTHON_ALONE:
            assert f"export(pb_{name})" in exported
        given = set(re.findall(r"(\w+)=", arguments))
        assert given <= set(inspect.signature(function).parameters), name
    for name, choice in re.findall(r"`pb\.(\w+)\(t\)`; `(\w+=\"[\w.-]+\")`", text):
        argument, _, value = choice.partition("=")
        assert argument in inspect.signature(getattr(pb, name)).parameters
        assert value in getattr(pb, name).__doc__


#: What these packages export for scores on the same datasets (NAMESPACE of scmamp's repository, of
#: PMCMR 4.4 and PMCMRplus on CRAN).
THEIRS = """
wilcoxonSignedTest friedmanTest imanDavenportTest friedmanAlignedRanksTest quadeTest anovaTest
nemenyiTest tukeyTest correlatedTtest customPost friedmanPost tukeyPost friedmanAlignedRanksPost
quadePost exhaustiveSets rankMatrix plotPvalues plotDensities qqplotGaussian plotCD plotRanking
drawAlgorithmGraph writeTabular booleanMatrix readExperimentFile readComparisonFile
readExperimentDir readComparisonDir summarizeData filterData multipleComparisonTest postHocTest
contrastEstimationMatrix posthoc.friedman.nemenyi.test posthoc.friedman.conover.test
posthoc.quade.test durbin.test posthoc.durbin.test frdAllPairsConoverTest frdAllPairsExactTest
frdAllPairsMillerTest frdAllPairsNemenyiTest frdAllPairsSiegelTest frdManyOneDemsarTest
frdManyOneExactTest frdManyOneNemenyiTest durbinTest durbinAllPairsTest quadeAllPairsTest pageTest
skillingsMackTest powerMCTests adjustShaffer
""".split()  # noqa: SIM905


def test_equivalents_name_all_that_users_of_r_come_with():
    texts = [ROOT / "docs" / "equivalents.md", ROOT / "r" / "R" / "zzz.R"]
    for path in texts:
        text = path.read_text(encoding="utf-8")
        assert [name for name in THEIRS if f"`{name}" not in text] == [], path
