"""XML from outside: no document types, no surprises; XML from us: whole."""

from __future__ import annotations

import pytest

from pybench.base.errors import SuiteError
from pybench.suite.sharing.openml.xml import Writer, parse

OML = 'xmlns:oml="http://openml.org/openml"'

BAD = {
    "nothing": b"",
    "no XML": b"hello",
    "another root": f"<oml:task {OML}/>".encode(),
    "no namespace": b"<study/>",
    "another namespace": b'<oml:study xmlns:oml="http://example.org"/>',
    "cut off": f"<oml:study {OML}><oml:id>1</oml:id>".encode(),
    "Latin-1": f"<oml:study {OML}>\u00e9</oml:study>".encode("latin-1"),
    "UTF-16": f"<oml:study {OML}/>".encode("utf-16"),
    "NUL": f"<oml:study {OML}>\0</oml:study>".encode(),
    "laughs": b'<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>',
    "a file": b'<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/passwd">]><x>&x;</x>',
    "an entity": f"<oml:study {OML}>&x;</oml:study>".encode(),
    "EBCDIC": f"<?xml version='1.0' encoding='cp037'?><oml:study {OML}/>".encode("cp037"),
}


@pytest.mark.parametrize("case", BAD)
def test_a_bad_document_is_refused(case):
    with pytest.raises(SuiteError, match=r"^doc\.xml"):
        parse(BAD[case], "study", "doc.xml")


def test_what_was_written_is_read():
    texts = ["a<b>&c", "]]>", "é\n", '"', "  x", "<oml:id>9</oml:id>"]
    out = Writer("study")
    out.texts("tag", texts)
    out.text("absent", None)
    out.begin("feature", name='"<&>"')
    out.empty("inner", type="integer")
    out.end()
    out.group("tasks", "task_id", [3, 1])
    out.group("runs", "run_id", None)
    node = parse(out.bytes(), "study")
    assert [one.text() for one in node.all("tag")] == texts
    assert node.one("feature").attribute("name") == '"<&>"'
    assert node.integers("tasks", "task_id") == (3, 1)
    assert node.integers("runs", "run_id") is None
    assert node.maybe("absent") is None


def test_control_characters_are_refused():
    with pytest.raises(SuiteError, match="text that XML can hold"):
        Writer("study").text("name", "a\x00b")


def test_one_is_one_and_a_number_is_a_number():
    node = parse(
        f"<oml:study {OML}><oml:id>1</oml:id><oml:id>x</oml:id></oml:study>".encode(), "study"
    )
    with pytest.raises(SuiteError, match="expected one `id`, found 2"):
        node.one("id")
    with pytest.raises(SuiteError, match="an element `name`"):
        node.one("name")
    with pytest.raises(SuiteError, match="a whole number"):
        node.all("id")[1].integer()
    with pytest.raises(SuiteError, match="text in `study`"):
        node.text()
