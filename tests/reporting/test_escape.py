import base64
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import UndefinedError
from lxml import html

from pybench.reporting import escape


@given(st.text())
def test_text_comes_back_as_content_and_as_attribute(text):
    shown = escape.visible(text)
    assert escape.visible(shown) == shown
    page = f'<!doctype html><p id="x" title="{escape.text(text)}">{escape.text(text)}</p>'
    element = html.document_fromstring(page).get_element_by_id("x")
    assert len(element) == 0
    assert element.attrib.keys() == ["id", "title"]
    assert (element.text or "") == shown
    assert element.get("title") == shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain é 漢字 👩‍🔬", "plain é 漢字 👩‍🔬"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\u202eevil", "\\u202eevil"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("\ufdd0\uffff", "\\ufdd0\\uffff"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text, shown):
    assert escape.visible(text) == shown


def rendered(tmp_path, template, **values):
    (tmp_path / "t.html").write_text(template, encoding="utf-8")
    return escape.environment(tmp_path).get_template("t.html").render(**values)


def test_templates_send_every_value_through_the_door(tmp_path):
    template = "{{ a }}{% for x in b %}{{ x }}{% endfor %}{{ a ~ b[0] }}{{ '<' }}{{ n }}"
    said = rendered(tmp_path, template, a="<\x1b", b=["&"], n=None)
    assert said == "&lt;\\x1b&amp;&lt;\\x1b&amp;&lt;None"


def test_a_value_that_is_missing_is_an_error(tmp_path):
    with pytest.raises(UndefinedError):
        rendered(tmp_path, "{{ a }}")


def test_image_is_one_address_without_markup():
    address = str(escape.image(b"<svg onload='x'>", "image/svg+xml"))
    head, _, body = address.partition(",")
    assert head == "data:image/svg+xml;base64"
    assert base64.b64decode(body) == b"<svg onload='x'>"


def test_hash_is_what_browsers_compute():
    digest = base64.b64encode(hashlib.sha256(b"p { color: red }").digest()).decode()
    assert escape.source_hash("p { color: red }") == f"'sha256-{digest}'"


def test_a_style_sheet_cannot_end_its_element():
    with pytest.raises(ValueError, match="cannot hold"):
        escape.inline("p::after { content: '</style>' }")
