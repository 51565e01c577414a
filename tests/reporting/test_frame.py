"""The frame of all pages: one template, one sheet, one policy."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest
from lxml import html

import pybench as pb
from pybench.reporting.features import Landscape
from pybench.reporting.features import part as features_part
from pybench.reporting.frame import page
from pybench.reporting.matrix import part as matrix_part
from pybench.table import results_table

FOLDER = Path(__file__).resolve().parents[2] / "pybench" / "reporting"


@pytest.fixture
def pages(make_comparison, page_of, make_features):
    table = results_table(
        [[0.9, 0.8], [0.7, 0.9], [0.5, 0.4]], list("def"), list("xy"), higher_is_better=True
    )
    texts = [
        page(matrix_part(pb.multi_comparison(table))),
        page(features_part(Landscape(pb.feature_report(make_features())))),
    ]
    trees = [html.document_fromstring(text.encode("utf-8")) for text in texts]
    return [page_of(make_comparison()), *trees]


def test_only_the_frame_is_a_whole_document():
    whole = [path.name for path in FOLDER.glob("*.html") if "<!doctype" in path.read_text("utf-8")]
    assert whole == ["frame.html"]


def test_the_policy_lets_in_the_sheet_and_nothing_else(pages):
    for tree in pages:
        (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
        (sheet,) = tree.xpath("//style/text()")
        digest = base64.b64encode(hashlib.sha256(sheet.encode("utf-8")).digest()).decode("ascii")
        rules = dict(re.split(r" ", rule.strip(), maxsplit=1) for rule in policy.split(";"))
        assert rules["style-src"] == f"'sha256-{digest}'"
        assert rules["default-src"] == "'none'"
        (script,) = tree.xpath("//script")
        digest = base64.b64encode(hashlib.sha256(script.text.encode("utf-8")).digest())
        assert rules["script-src"] == f"'sha256-{digest.decode('ascii')}'"
        assert not script.attrib


def test_each_has_title_heading_and_version(pages):
    brands = [tree.xpath("//p[@class='brand']/text()")[0] for tree in pages]
    assert brands == ["pybench comparison", "pybench multi-comparison matrix", "pybench features"]
    for tree in pages:
        heading = tree.xpath("//h1")[0].text_content()
        assert tree.xpath("//title")[0].text.startswith(heading)
        assert tree.xpath("//meta[@name='generator']/@content") == [f"pybench {pb.__version__}"]
        assert f"pybench {pb.__version__}" in tree.xpath("//footer")[0].text_content()
