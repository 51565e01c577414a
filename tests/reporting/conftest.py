"""Comparisons for the tests of reports, and texts that try to break out of them."""

import dataclasses
import json
import shutil

import numpy as np
import pytest
from lxml import html

from pybench.comparison.posterior import posterior
from pybench.comparison.summary import compare
from pybench.features.table import FeatureTable
from pybench.reporting.comparison import part
from pybench.reporting.frame import page
from pybench.table import results_table

FLAGS = """
    headless no-sandbox disable-gpu disable-quic no-first-run disable-background-networking
    disable-component-update disable-sync
""".split()  # noqa: SIM905

OPEN = "document.querySelectorAll('details').forEach(one => one.open = true)"
WIDTH = "return document.documentElement.scrollWidth"
# What stands out of the window to the right without a box around it that scrolls.
BREAKERS = """return [...document.querySelectorAll('main *')].filter(one =>
    one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('.wide, .paper, caption')
).map(one => one.outerHTML.slice(0, 120))"""
THERE = "return location.href === arguments[0] && document.readyState === 'complete'"
SEEN = "return [...document.images].filter(one => !one.hidden).length"

PAYLOADS = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</table><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "<img src=x onerror=alert(1)//",
    "<svg onload=alert(1)>",
    "<svg/onload=alert(1)>",
    "<svg><script>alert(1)</script></svg>",
    "<svg><animate onbegin=alert(1) attributeName=x dur=1s>",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<iframe src=javascript:alert(1)>",
    '<iframe srcdoc="<script>alert(1)</script>">',
    "<object data=javascript:alert(1)>",
    "<embed src=javascript:alert(1)>",
    "<a href=javascript:alert(1)>click</a>",
    "<a href='jav&#x09;ascript:alert(1)'>click</a>",
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "<form action=javascript:alert(1)><input type=submit>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)></video>",
    "<marquee onstart=alert(1)>",
    "<meta http-equiv=refresh content='0;url=javascript:alert(1)'>",
    "<base href=https://example.org/>",
    "<link rel=stylesheet href=https://example.org/x.css>",
    "<style>*{background:url(https://example.org/x)}</style>",
    "<template><script>alert(1)</script></template>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "<!--><script>alert(1)</script>-->",
    "--><script>alert(1)</script>",
    "]]><script>alert(1)</script>",
    "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'b'>]>",
    '" onmouseover="alert(1)',
    "' onmouseover='alert(1)",
    '"><script>alert(1)</script>',
    "'><script>alert(1)</script>",
    "` onmouseover=alert(1) `",
    '" style="background:url(https://example.org/x)',
    "{{ 7 * 7 }}",
    "{% for x in ().__class__.__base__.__subclasses__() %}{{ x }}{% endfor %}",
    "${alert(1)}",
    "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "\u202e<script>alert(1)</script>\u202c",
    "+ADw-script+AD4-alert(1)+ADw-/script+AD4-",
    "line\nbreak\t<script>\x1b[31m",
    "\x01<script>alert(1)</script>",
    "\ufeff<script>\u200balert(1)</script>",
)


def comparison_of(payload: str = "", **settings):
    """Compare three methods on four datasets, every name of them carrying the payload."""
    table = results_table(
        [[0.9, 0.8, 0.7], [0.8, 0.7, 0.6], [0.9, 0.9, 0.5], [0.3, 0.2, 0.1]],
        [f"{payload}d{i}" for i in range(4)],
        [f"{payload}c{i}" for i in range(3)],
        higher_is_better=True,
        metric=f"{payload}metric",
        dropped=[f"{payload}dropped"],
        source=f"{payload}.csv",
    )
    return compare(table, engine="python", **settings)


@pytest.fixture(scope="session")
def payloads():
    return PAYLOADS


@pytest.fixture(scope="session")
def make_comparison():
    return comparison_of


@pytest.fixture(scope="session")
def make_posterior():
    """Return a function: comparison -> draws for the two with the best mean ranks."""

    def draw(comparison):
        first, second = comparison.critical_difference.classifiers[:2]
        return posterior(comparison.table, first, second, rope=comparison.rope, engine="python")

    return draw


@pytest.fixture(scope="session")
def separated():
    """Return a function: settings -> comparison of a, b, c, d, each better than the next."""

    def make(**settings):
        rows = [[8.0, 7, 6, 1], [9, 8, 7, 2], [7, 6, 5, 0]] * 5
        names = [f"d{i}" for i in range(15)]
        table = results_table(rows, names, list("abcd"), higher_is_better=True)
        return compare(table, engine="python", **settings)

    return make


@pytest.fixture(scope="session")
def as_page():
    """Return a function: part, its figures (name to SVG), names of its files -> the page."""

    def make(part, drawn=None, files=()):
        return page(dataclasses.replace(part, figures=drawn or {}, files=files))

    return make


@pytest.fixture(scope="session")
def page_of(as_page):
    """Return a function: comparison and arguments of `part` -> the page as a tree."""

    def make(comparison, **arguments):
        blank = "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>"
        drawn = dict.fromkeys(("critical-difference", "signed-rank", "simplex", "stability"), blank)
        return html.document_fromstring(as_page(part(comparison, **arguments), drawn).encode())

    return make


@pytest.fixture(scope="session")
def make_features():
    """Return a function: text -> features, every name of them carrying the text."""
    return feature_table


def feature_table(payload: str = "") -> FeatureTable:
    """Make four features of six series of four datasets; values are missing on the first."""
    nan = np.nan
    values = [
        [1, nan, 5, 2],
        [1, 2, nan, 3],
        [1, 3, 1, 4],
        [1, 3, 2, 5],
        [2, 4, 0, 7],
        [3, 4, 9, 1],
    ]
    texts = [
        np.array([f"{payload}{name}" for name in column], object)
        for column in ("ddeefg", ["train"] * 6, "121212")
    ]
    names = tuple(f"{payload}f{i}" for i in range(4))
    groups = dict.fromkeys(names, f"{payload}group")
    return FeatureTable(
        *texts, np.arange(6), np.array(values, float), names, f"{payload}mine", groups
    )


@pytest.fixture(scope="session")
def browser(tmp_path_factory):
    selenium = pytest.importorskip("selenium.webdriver")
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if not chromium or not driver:
        pytest.skip("chromium or chromedriver is not installed")
    options = selenium.ChromeOptions()
    options.binary_location = chromium
    for flag in FLAGS:
        options.add_argument(f"--{flag}")
    options.add_argument(f"--user-data-dir={tmp_path_factory.mktemp('chromium')}")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    made = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    yield made
    made.quit()


def visit(browser, file):
    """Open a file; `get` alone may return before the page is there, on a busy machine."""
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(file.as_uri())
    WebDriverWait(browser, 60).until(lambda one: one.execute_script(THERE, file.as_uri()))


def requested(browser):
    """Return the addresses that the browser asked for since it was last asked."""
    events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    sent = [one["params"] for one in events if one["method"] == "Network.requestWillBeSent"]
    return {one["request"]["url"].partition(",")[0].partition("#")[0] for one in sent}


@pytest.fixture
def shown_whole(browser):
    """Return a function: file, width, scheme -> number of its images, once all is well with it."""

    def check(file, width, scheme):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        feature = {"name": "prefers-color-scheme", "value": scheme}
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
        browser.get("about:blank")
        requested(browser)
        visit(browser, file)
        browser.execute_script(OPEN)
        assert browser.get_log("browser") == []
        outside = {one for one in requested(browser) if not one.startswith("data:")}
        assert outside == {file.as_uri()}, "something was fetched"
        assert browser.execute_script(WIDTH) <= width, "the page itself must not scroll sideways"
        assert browser.execute_script(BREAKERS) == [], "something wide has no scroll box of its own"
        images = browser.execute_script("return [...document.images].map(one => one.naturalWidth)")
        assert min(images, default=1) > 0, "an image is not shown"
        seen = browser.execute_script(SEEN)
        colour = browser.execute_script(
            "return getComputedStyle(document.body.parentNode).backgroundColor"
        )
        # The style sheet is in force: its hash matches the policy.
        assert colour == {"light": "rgb(253, 253, 252)", "dark": "rgb(21, 23, 26)"}[scheme]
        return seen

    return check
