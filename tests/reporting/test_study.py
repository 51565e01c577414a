"""Parts one after another as one page."""

from __future__ import annotations

import dataclasses

import pytest
from lxml import html

import pybench as pb
from pybench.reporting import comparison, features, matrix
from pybench.reporting.frame import page, study_page


@pytest.fixture(scope="module")
def parts(make_comparison, make_features):
    found = make_comparison()
    blank = b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    drawn = {"critical-difference.svg": blank, "signed-rank.svg": blank}
    return (
        comparison.part(found).beside(drawn, folder="comparison/"),
        matrix.part(found.multi_comparison),
        features.part(features.Landscape(pb.feature_report(make_features()))),
    )


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


def test_sections_of_each_part_are_those_of_its_own_page(parts):
    tree = dom(study_page(parts))
    articles = tree.xpath("//article")
    assert len(articles) == len(parts)
    for article, part in zip(articles, parts, strict=True):
        own = dom(page(part)).xpath("//section[not(h2[@id='cite'])]")
        assert [one.text_content() for one in article.xpath("./section")] == [
            one.text_content() for one in own
        ]
        assert article.xpath("string(h2)") == part.title
        assert not article.xpath("./section//h2")


def test_contents_lead_to_every_section(parts):
    tree = dom(study_page(parts, title="All", files=("study.json",)))
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert set(tree.xpath("//@aria-labelledby")) <= set(ids)
    links = tree.xpath("//nav//li//a/@href")
    headed = [f"#{one}" for one in tree.xpath("//article/@aria-labelledby")]
    assert set(headed) <= set(links)
    assert set(links) == {*headed, *(f"#{i}" for i in tree.xpath("//main//article/section/h3/@id")),
                          "#cite"}  # fmt: skip
    assert tree.xpath("//nav//p//a/@href") == ["./study.json"]


def test_whom_to_cite_is_named_once(parts):
    tree = dom(study_page(parts))
    named = [one.text_content() for one in tree.xpath("//ul[@class='references']/li")]
    assert len(named) == len(set(named))
    assert sum("Wilcoxon, F. (1945)" in one for one in named) == 1
    assert len(tree.xpath("//blockquote/p")) == sum(bool(part.methods) for part in parts)


def test_files_are_those_of_the_folders(parts):
    links = dom(study_page(parts)).xpath("//article//a/@href")
    assert links == ["./comparison/critical-difference.svg", "./comparison/signed-rank.svg"]


def test_a_name_as_room_or_title_acts_nowhere(parts, payloads):
    plain = dom(study_page(parts, title="A", lead="Of which there are some."))
    shape = [(one.tag, sorted(one.attrib)) for one in plain.iter()]
    for payload in payloads:
        renamed = [dataclasses.replace(part, title=payload, lead=payload) for part in parts]
        tree = dom(study_page(renamed, title=payload, lead=payload))
        assert [(one.tag, sorted(one.attrib)) for one in tree.iter()] == shape, payload


def test_a_limit_that_all_comparisons_have_is_said_once(parts, separated):
    first, *others = parts
    again = dataclasses.replace(comparison.part(separated()), room="published 1")
    assert again.limits[0].startswith("No significant difference")
    assert first.limits[0] != again.limits[0]
    summary = dom(study_page([first, again, *others])).xpath("//section[@class='summary']")[0]
    said = [one.text_content() for one in summary.xpath("ul[@class='limits']/li/bdi")]
    assert said == [part.limits[0] for part in parts]
    links = summary.xpath("ul[@class='limits']/li/a/@href")
    assert links == summary.xpath("ul[@class='findings']/li[not(position() = 2)]/a/@href")
