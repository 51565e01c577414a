import base64
import dataclasses
import re
from pathlib import Path

import numpy as np
import pytest
from lxml import html

from pybench import plot
from pybench.bridge.agreement import Agreement
from pybench.comparison.summary import compare
from pybench.reporting import look
from pybench.reporting.comparison import part
from pybench.reporting.escape import visible
from pybench.reporting.figures import figure_files, svg_element
from pybench.reporting.frame import page
from pybench.reporting.matrix import part as matrix_part
from pybench.table import results_table

TEMPLATES = sorted((Path(__file__).resolve().parents[2] / "pybench" / "reporting").glob("*.html"))
NAMES = ("critical-difference", "signed-rank", "simplex", "stability")
SVG = dict.fromkeys(NAMES, "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>")

ELEMENTS = """
    html head meta title link style body header main footer section p h1 h2 h3 ul li bdi dl div dt
    dd figure img figcaption table caption thead tbody tr th td span em svg line circle b code
    details summary a blockquote cite small i br rect script
    form fieldset legend label input
""".split()  # noqa: SIM905
ATTRIBUTES = """
    lang charset http-equiv content name rel href class id aria-labelledby aria-label aria-hidden
    tabindex role src alt scope title viewbox width height x1 x2 y1 y2 cx cy r x y
    data-level data-correction data-test data-p data-toward data-choices data-first data-kind
    hidden type name value checked
""".split()  # noqa: SIM905


def drawn_page(comparison, drawn=SVG, files=(), **arguments):
    return page(dataclasses.replace(part(comparison, **arguments), figures=drawn, files=files))


def dom(text):
    return html.document_fromstring(text.encode("utf-8"))


@pytest.mark.parametrize("full", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_no_payload_acts(make_comparison, make_posterior, payloads, full):
    for payload in payloads:
        comparison = make_comparison(payload, bayesian=full, stability=full, mcm=full)
        told = part(
            comparison,
            title=payload if full else None,
            posterior=make_posterior(comparison) if full else None,
        )
        drawn = dict.fromkeys(NAMES, f"<svg><!-- {payload} --></svg>")
        text = page(dataclasses.replace(told, figures=drawn, files=(payload,)))
        for element in dom(text).iter():
            assert isinstance(element.tag, str), f"comment or instruction from {payload!r}"
            assert element.tag in ELEMENTS, f"<{element.tag}> from {payload!r}"
            assert element.tag != "script" or element.text == look.script()
            assert set(element.attrib) <= set(ATTRIBUTES), (
                f"{element.attrib.keys()} from {payload!r}"
            )
            assert re.match(r"\./|data:,$", element.get("href", "./")), payload
            assert element.get("src", "data:image/svg+xml;base64,").startswith(
                "data:image/svg+xml;base64,"
            )


def test_there_are_fifty_payloads(payloads):
    assert len(set(payloads)) >= 50


def test_names_are_shown_as_they_are(make_comparison, payloads):
    for payload in payloads:
        tree = dom(drawn_page(make_comparison(payload), {}))
        rows = tree.xpath("//table[contains(@class, 'scores')]/tbody/tr/th/bdi")
        assert [row.text_content() for row in rows] == [visible(f"{payload}c{i}") for i in range(3)]


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_template_has_no_way_round_the_door(template):
    source = template.read_text(encoding="utf-8")
    for way in (r"\|\s*safe\b", "autoescape", "Markup", "tojson", r"\sstyle="):
        assert not re.search(way, source), way
    assert source.count("<script") == (template.name == "frame.html")
    assert not re.search(r"<[^>]*\son\w+\s*=", source)
    # Every value in an attribute stands between quotation marks.
    assert not re.search(r"\w={{", source)


def test_policy_allows_no_network_and_one_script(make_comparison):
    tree = dom(drawn_page(make_comparison()))
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["img-src"] == "data:"
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", rules["style-src"])
    assert re.fullmatch(r"'sha256-[A-Za-z0-9+/]{43}='", rules["script-src"])
    assert len(tree.xpath("//script")) == 1
    for address in (*tree.xpath("//@src"), *tree.xpath("//link/@href")):
        assert address.startswith("data:")


def test_same_comparison_same_bytes(make_comparison):
    assert drawn_page(make_comparison()) == drawn_page(make_comparison())


def test_says_what_the_comparison_says(make_comparison):
    comparison = make_comparison()
    tree = dom(drawn_page(comparison, files=("results.json",)))
    text = re.sub(r"\s+", " ", tree.text_content())
    for sentence in comparison.conclusions:
        assert sentence in text
    assert {dt.text for dt in tree.xpath("//div[@class='doubts']//dt")} == set(comparison.notes)
    assert "dropped" in text
    assert "results.json" in text
    assert f"pybench {comparison.versions['pybench']}" in text
    assert tree.xpath("//title/text()") == ["Which methods differ? – pybench"]


def test_the_matrix_is_that_of_its_own_page(separated):
    comparison = separated()
    assert comparison.multi_comparison is not None
    cells = [
        [list(td.itertext()) for td in dom(text).xpath("//table[@class='mcm']//td")]
        for text in (drawn_page(comparison), page(matrix_part(comparison.multi_comparison)))
    ]
    assert len(cells[0]) == 17
    assert cells[0] == cells[1]


def test_parts_not_asked_for_are_not_there(make_comparison):
    text = dom(drawn_page(make_comparison(mcm=False))).find("body").text_content()
    for words in ("multi-comparison matrix", "Bayesian signed", "flips", "Ismail-Fawaz"):
        assert words not in text, words
    assert "Wilcoxon, F. (1945)" in text
    assert "Holm, S. (1979)" in text


def test_bars_show_mean_rank_and_critical_difference():
    table = results_table(np.eye(5)[:, :3] + 0.5, list("abcde"), list("xyz"), higher_is_better=True)
    tree = dom(drawn_page(compare(table, engine="python")))
    for circle, line in zip(
        tree.xpath("//circle"), tree.xpath("//line[@class='reach']"), strict=True
    ):
        at, start, end = (float(v) for v in (circle.get("cx"), line.get("x1"), line.get("x2")))
        assert 0 <= start < at < end <= 200


def test_the_diagrams_are_images_with_words(make_comparison):
    comparison = make_comparison("")
    drawn = {
        "critical-difference": plot.critical_difference(comparison).to_svg(),
        "signed-rank": plot.critical_difference(comparison.signed_rank_diagram).to_svg(),
    }
    images = dom(drawn_page(comparison, drawn)).xpath("//img[not(@hidden)]")
    for image, name in zip(images, drawn, strict=True):
        assert base64.b64decode(image.get("src").partition(",")[2]).decode() == drawn[name]
        assert image.get("alt").startswith("Critical difference diagram, ")
        assert "Mean ranks: c0 1.1" in image.get("alt")
        assert "No significant difference within: c0, c1" in image.get("alt")


def test_agreement_of_the_languages(make_comparison):
    comparison = make_comparison("")
    assert "were not checked" in dom(drawn_page(comparison)).text_content()
    rows = (
        Agreement("friedman.statistic", 2e-14, 1e-10, True, 5.0, 5.0),
        Agreement.of_equal("friedman.df", (2,), (2,)),
    )
    checked = dataclasses.replace(comparison, differences=rows, engine="both")
    text = dom(drawn_page(checked)).text_content()
    assert "were not checked" not in text
    assert "2.0e-14 relative" in text
    assert "1 quantity must be equal, and are" in text
    assert "friedman.df" in text


def test_accessible(make_comparison, make_posterior):
    comparison = make_comparison(bayesian=True, stability=True)
    tree = dom(drawn_page(comparison, posterior=make_posterior(comparison)))
    assert tree.get("lang") == "en"
    assert len(tree.xpath("//h1")) == 1
    for table in tree.xpath("//table"):
        assert table.find("caption").text_content().strip()
        assert table.xpath(".//thead//th[@scope='col']")
        assert all(row.xpath("th[@scope='row']") for row in table.xpath("tbody/tr"))
    ids = tree.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert set(tree.xpath("//@aria-labelledby")) <= set(ids)


@pytest.mark.parametrize("convention", ["standard", "scmamp", "pmcmr"])
@pytest.mark.parametrize("k", [2, 40])
def test_any_size_and_convention(k, convention):
    table = results_table(
        np.random.default_rng(0).random((12, k)), [f"d{i}" for i in range(12)],
        [f"c{i}" for i in range(k)], higher_is_better=False,
    )  # fmt: skip
    tree = dom(drawn_page(compare(table, convention=convention, engine="python")))
    assert len(tree.xpath("//table[contains(@class, 'pairs')]/tbody/tr/td")) == 2 * k * k
    assert len(tree.xpath("//table[@class='mcm']/tbody/tr/td")) == k * k


def test_leaders_that_are_tied_are_each_found_better():
    """By signed ranks b does not differ from c, a does; both have the best mean rank."""
    a = [0, 0, 8, 8, 7, 1, 7, 6, 5, 6, 2, 0]
    b = [5, 7, 0, 0, 3, 1, 8, 8, 1, 5, 6, 3]
    c = [-2, -1, 5, -3, -1, 1, -1, 0, 4, 1, 4, -2]
    names = tuple(f"d{i}" for i in range(12))
    scores = np.array([a, b, c], float).T
    table = results_table(scores, names, ("a", "b", "c"), higher_is_better=True)
    found = compare(table, engine="python", mcm=False)
    signed = found.signed_rank_diagram
    assert [bool(signed.significant[signed.classifiers.index(n)][2]) for n in "ab"] == [True, False]
    assert part(found).findings[0] == (
        "a and b share the best mean rank over 12 datasets; no other one is significantly worse by "
        "both Nemenyi's test and the signed-rank tests (alpha = 0.05)."
    )


def test_nothing_to_tell_apart():
    table = results_table(np.ones((5, 3)), list("abcde"), list("xyz"), higher_is_better=True)
    assert (
        "no test can find a difference"
        in dom(drawn_page(compare(table, engine="python"))).text_content()
    )


@pytest.mark.browser
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (800, "light"), (1440, "dark")])
def test_in_a_browser(
    shown_whole, make_comparison, make_posterior, payloads, tmp_path, width, scheme
):
    names = "".join(payloads[::7]) + "W" * 200
    comparison = make_comparison(names, bayesian=True, stability=True)
    posterior = make_posterior(comparison)
    drawn = {
        name.removesuffix(".svg"): svg_element(data)
        for name, data in figure_files(comparison, posterior)
        if name.endswith(".svg")
    }
    file = tmp_path / "page.html"
    file.write_text(drawn_page(comparison, drawn, posterior=posterior), "utf-8")
    assert shown_whole(file, width, scheme) == 4
