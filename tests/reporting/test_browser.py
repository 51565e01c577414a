"""What the script of pages does, in a real browser, by keyboard, and what is there without it."""

from __future__ import annotations

import dataclasses
import re

import numpy as np
import pytest
from lxml import html

from pybench.comparison.critical import critical_difference
from pybench.comparison.posterior import posterior
from pybench.comparison.summary import compare
from pybench.reporting import comparison, look, matrix
from pybench.reporting.choices import alternative
from pybench.reporting.escape import visible
from pybench.reporting.frame import page, study_page
from pybench.reporting.pairs import CORRECTIONS, _label
from pybench.table import results_table
from tests.reporting.conftest import visit

pytestmark = pytest.mark.browser
NAMES = [f"c{i}" for i in range(9)]
FOCUS = """const at = document.activeElement;
    return [at.localName, at.type || at.className.split(' ')[0] || '',
            at.tabIndex]"""
TAKEN = """return [...document.querySelectorAll(
    'a[href], button, summary, input:checked, [tabindex="0"]')]
    .filter(one => one.checkVisibility()).length"""
CELLS = """return [...document.querySelectorAll('table.pairs td[data-p]')]
    .map(one => [one.className, one.title, one.textContent])"""


def table_of(names, n=30, seed=3):
    rng = np.random.default_rng(seed)
    scores = rng.normal(size=(n, len(names))) + np.arange(len(names)) * 0.13
    return results_table(scores, [f"d{i}" for i in range(n)], names, higher_is_better=True)


@pytest.fixture(scope="module")
def found():
    return compare(table_of(NAMES), engine="python")


@pytest.fixture(scope="module")
def static(found):
    blank = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
    drawn = dict.fromkeys(("critical-difference", "signed-rank"), blank)
    return page(dataclasses.replace(comparison.part(found), figures=drawn))


@pytest.fixture
def opened(browser, static, tmp_path):
    file = tmp_path / "page.html"
    file.write_text(static, "utf-8")
    size = {"width": 1400, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    visit(browser, file)
    yield browser
    assert browser.get_log("browser") == []


@pytest.fixture
def press(opened):
    """Return a function that presses keys by name."""
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys

    def pressed(*names):
        for name in names:
            ActionChains(opened, duration=0).send_keys(getattr(Keys, name)).perform()

    return pressed


def column(browser, at):
    script = "return [...document.querySelectorAll('.scores tbody tr')].map(r => r.cells[%d].%s)"
    return browser.execute_script(script % (at, "textContent"))


def focus(browser, selector):
    browser.execute_script("document.querySelector(arguments[0]).focus()", selector)


def test_a_column_sorts_up_down_and_back(opened, press):
    written = column(opened, 3)
    focus(opened, ".scores th:nth-child(4) button")
    sort = "return document.querySelector('.scores th:nth-child(4)').ariaSort"
    press("ENTER")
    assert opened.execute_script(sort) == "ascending"
    assert column(opened, 3) == sorted(written, key=lambda x: float(x.replace("−", "-")))
    press("SPACE")
    assert opened.execute_script(sort) == "descending"
    assert column(opened, 3) == sorted(
        written, key=lambda x: float(x.replace("−", "-")), reverse=True
    )
    press("ENTER")
    assert opened.execute_script(sort) == "none"
    assert column(opened, 3) == written


def test_bounds_minus_signs_and_nothing_sort_as_numbers_do(opened, press):
    mixed = ["0.001", "–", "<0.001", "∞", "−2", ">.99", "0.99", "<1e-12", "12 %"]
    opened.execute_script(
        """document.querySelectorAll('.scores tbody tr').forEach(
        (row, at) => { row.cells[3].textContent = arguments[0][at]; })""",
        mixed,
    )
    focus(opened, ".scores th:nth-child(4) button")
    press("ENTER")
    rising = ["−2", "<1e-12", "<0.001", "0.001", "0.99", ">.99", "12 %", "∞", "–"]
    assert column(opened, 3) == rising
    press("ENTER")
    assert column(opened, 3) == [*rising[-2::-1], "–"]


def test_names_sort_with_their_numbers(browser, tmp_path, found):
    names = ["c10", "c9", "b", "c1"]
    file = tmp_path / "page.html"
    file.write_text(page(comparison.part(compare(table_of(names), engine="python"))), "utf-8")
    visit(browser, file)
    browser.execute_script("document.querySelector('.scores th button').click()")
    assert column(browser, 0) == ["b", "c1", "c9", "c10"]


def test_the_first_choice_is_what_was_there_without_script(opened, static):
    tree = html.document_fromstring(static.encode("utf-8"))
    cells = tree.xpath("//table[contains(@class, 'pairs')]//td[@data-p]")
    assert len(cells) == 2 * 72
    written = [[td.get("class"), td.get("title"), td.text_content()] for td in cells]
    for now, before in zip(opened.execute_script(CELLS), written, strict=True):
        assert [now[0], now[2]] == [before[0], before[2]]
        (p, *side), (expected, *said) = (text.split("; ") for text in (now[1], before[1]))
        assert side == said
        assert float(p.split()[-1]) == pytest.approx(float(expected.split()[-1]), rel=1e-3)


@pytest.mark.parametrize("level", [0.01, 0.1])
@pytest.mark.parametrize("correction", list(CORRECTIONS))
def test_each_choice_shows_the_verdicts_of_the_tests(opened, found, level, correction):
    at = list(CORRECTIONS).index(correction)
    opened.execute_script(
        """const at = (name, value) =>
            document.querySelector(`input[name=${name}][value="${value}"]`).click();
        at('level', arguments[0]); at('correction', arguments[1]);""",
        level,
        at,
    )
    order = list(found.critical_difference.classifiers)
    nemenyi = found.nemenyi.pvalues.loc[order, order].to_numpy() <= level
    signed = found.wilcoxon.readjusted(correction).loc[order, order].to_numpy() <= level
    off = ~np.eye(9, dtype=bool)
    shown = [kind.split() for kind, *_ in opened.execute_script(CELLS)]
    assert ["differs" in kind for kind in shown] == [*nemenyi[off], *signed[off]]
    assert ["contested" in kind for kind in shown] == [*(nemenyi != signed)[off]] * 2
    said = opened.execute_script("return document.querySelector('.levels [role=status]').innerText")
    told = [int(x) for x in re.findall(r"(\d+)(?: of| by the)", said)]
    assert told == [nemenyi.sum() // 2, signed.sum() // 2]
    assert "Everything else on this page keeps the first choice" in said
    own = (level, correction) == (found.alpha, "holm")
    assert browser_says(opened, "[data-first]", "hidden") == [not own]
    shown = opened.execute_script(
        "return [...document.querySelectorAll('.paper img')].filter(x => x.checkVisibility())"
        ".map(x => [x.alt, x.closest('figure').querySelector('figcaption').innerText])"
    )
    by_rank = critical_difference(found.table, alpha=level, engine="python")
    diagram = critical_difference(
        found.table, found.wilcoxon, level, adjust=correction, engine="python"
    )
    wanted = [alternative(by_rank, "Nemenyi"), alternative(diagram, "signed ranks")]
    assert [alt for alt, _ in shown] == wanted
    assert f"(here: {_label(correction)})" in shown[1][1]


def browser_says(browser, selector, name):
    script = "return [...document.querySelectorAll(arguments[0])].map(one => one[arguments[1]])"
    return browser.execute_script(script, selector, name)


def test_both_forms_say_the_same_and_the_first_choice_is_found_again(opened):
    first = browser_says(opened, ".paper img:not([hidden])", "alt")
    form = "document.querySelectorAll('form.levels')[%d].querySelectorAll('input')[%d].click()"
    opened.execute_script(form % (0, 2))
    opened.execute_script(form % (1, 4))
    checked = browser_says(opened, "form.levels", "textContent")
    assert checked[0] == checked[1]
    values = browser_says(opened, "form.levels input:checked", "value")
    assert values == ["0.1", "1", "0.1", "1"]
    assert browser_says(opened, ".paper img:not([hidden])", "alt") != first
    opened.execute_script(form % (1, 1))
    opened.execute_script(form % (0, 3))
    assert browser_says(opened, ".paper img:not([hidden])", "alt") == first
    assert browser_says(opened, "[data-first]", "hidden") == [False]


def test_tab_reaches_every_control_once_and_leaves(opened, press):
    expected = opened.execute_script(TAKEN)
    opened.execute_script("document.body.tabIndex = -1; document.body.focus()")
    stops = []
    for _ in range(expected):
        press("TAB")
        stops.append(tuple(opened.execute_script(FOCUS)))
    kinds = [kind for kind, *_ in stops]
    assert kinds.count("button") == opened.execute_script(
        "return document.querySelectorAll('th button').length"
    )
    assert kinds.count("input") == 4  # one stop a group of two forms, arrows inside
    assert kinds.count("td") == opened.execute_script(
        "return document.querySelectorAll('table.pairs, table.mcm').length"
    )
    assert kinds.count("summary") == 1
    assert "body" not in kinds


def test_arrow_keys_walk_over_a_matrix_and_say_the_cell(opened, press):
    focus(opened, "table.pairs tbody td")
    press("ARROW_RIGHT", "ARROW_DOWN", "ARROW_DOWN")
    row, col = opened.execute_script(
        "const at = document.activeElement; return [at.parentNode.rowIndex, at.cellIndex]"
    )
    assert (row, col) == (3, 2)
    told = opened.execute_script("return document.querySelector('.told').textContent")
    names = opened.execute_script(
        "return [...document.querySelectorAll('table.pairs tbody th')].map(x => x.textContent)"
    )
    title = opened.execute_script("return document.activeElement.title")
    assert told.startswith(f"{names[2]} against ")
    assert told.endswith(f": {title}")
    press("TAB")
    assert opened.execute_script("return document.activeElement.closest('table.pairs')") is None


def test_details_open_by_key_and_for_paper(opened, press):
    focus(opened, "summary")
    press("ENTER")
    assert opened.execute_script("return document.querySelector('details').open")
    press("SPACE")
    open_now = "return [...document.querySelectorAll('details')].map(one => one.open)"
    assert not any(opened.execute_script(open_now))
    opened.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert all(opened.execute_script(open_now))
    opened.execute_script("dispatchEvent(new Event('afterprint'))")
    assert not any(opened.execute_script(open_now))


def test_nothing_is_cut_on_paper(opened):
    opened.execute_script("dispatchEvent(new Event('beforeprint'))")
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    size = {"width": 680, "height": 1000, "deviceScaleFactor": 1, "mobile": False}  # A4 inside
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    try:
        wide = """return [...document.querySelectorAll('table, img, p, pre')].filter(one =>
            one.getBoundingClientRect().right > 681).map(one => one.outerHTML.slice(0, 80))"""
        assert opened.execute_script(wide) == []
        assert not opened.execute_script("return document.querySelector('.levels').offsetHeight")
    finally:
        opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def test_a_box_that_holds_more_says_so_until_its_end(opened):
    size = {"width": 390, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    opened.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    box = "const box = document.querySelector('table.mcm').closest('.wide');"
    fades = f"""{box} const done = arguments[arguments.length - 1];
        box.scrollLeft = arguments[0];
        setTimeout(() => done(getComputedStyle(box).maskImage !== 'none'), 200)"""
    assert opened.execute_async_script(fades, 0)
    assert not opened.execute_async_script(fades, 9999)
    assert opened.execute_async_script(fades, 10)


def test_without_script_all_is_there_to_read(browser, tmp_path, static):
    file = tmp_path / "page.html"
    file.write_text(static, "utf-8")
    browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        visit(browser, file)
        text = browser.find_element("tag name", "body").text
    finally:
        browser.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})
    for words in ("What can be concluded", "Which pairs differ?", "Who beats whom", "How to cite"):
        assert words in text
    assert "Correction of the signed-rank tests" not in text  # what would do nothing is not shown


def test_another_script_is_refused(browser, tmp_path, static):
    tampered = static.replace("'use strict';", "'use strict'; ", 1)
    assert tampered != static
    file = tmp_path / "page.html"
    file.write_text(tampered, "utf-8")
    visit(browser, file)
    log = [entry["message"] for entry in browser.get_log("browser")]
    assert any("Content Security Policy" in message for message in log), log
    assert browser.execute_script("return document.querySelectorAll('th button').length") == 0
    assert look.script() not in tampered


@pytest.mark.slow
def test_fifty_hostile_names_are_shown_and_do_nothing(browser, tmp_path, payloads):
    names = [payload for payload in payloads if "\ud800" not in payload]
    names += ["null", "NaN", "undefined", "None", "constructor", "__proto__", "😀" * 20,
              "e\u0301" * 30, "W" * 300, "\u05e9\u05dc\u05d5\u05dd", "\u0627\u0644"]  # fmt: skip
    table = table_of(names, n=12)
    found = compare(table, engine="python")
    file = tmp_path / "page.html"
    parts = [comparison.part(found), matrix.part(found.multi_comparison)]
    file.write_text(study_page(parts, title=names[0], lead=names[1]), "utf-8")
    visit(browser, file)
    wanted = sorted(visible(name) for name in names)
    selector = "'.scores tbody th bdi'"
    texts = f"return [...document.querySelectorAll({selector})].map(one => one.textContent)"
    assert sorted(browser.execute_script(texts)) == wanted
    count = "return document.querySelectorAll('*').length"
    before = browser.execute_script(count)
    browser.execute_script(
        """for (const one of document.querySelectorAll('th button')) { one.click(); one.click(); }
        for (const one of document.querySelectorAll('table.pairs td:nth-child(2n)'))
            one.dispatchEvent(new PointerEvent('pointerenter'));"""
    )
    assert sorted(browser.execute_script(texts)) == wanted
    assert browser.execute_script(count) - before < 20  # the names in the lines below matrices
    assert browser.execute_script("return document.scripts.length") == 1
    assert browser.execute_script("return document.images.length") == 0
    assert browser.get_log("browser") == []


@pytest.mark.slow
@pytest.mark.parametrize("width", [360, 800, 1400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_study_at_three_widths(shown_whole, tmp_path, width, scheme):
    found = compare(table_of(NAMES, n=12), engine="python", bayesian=True)
    first, second = found.critical_difference.classifiers[:2]
    draws = posterior(found.table, first, second, engine="python")
    made = dict(comparison.files(found, draws))
    part = comparison.part(found, posterior=draws).beside(made)
    file = tmp_path / "page.html"
    file.write_text(study_page([part, matrix.part(found.multi_comparison)]), "utf-8")
    assert shown_whole(file, width, scheme) == 3
