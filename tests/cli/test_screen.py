import json

import pytest

from pybench.base.errors import ResultsTableError
from pybench.cli import screen

NASTY = "[bold]x[/bold] :smile: [link=http://x]y[/link] \x1b]0;title\x07 \u202e"


@pytest.mark.parametrize("say", [screen.notice, screen.error])
def test_messages_are_literal_and_go_to_standard_error(capsys, say):
    say(NASTY)
    said = capsys.readouterr()
    assert said.out == ""
    assert "[bold]x[/bold] :smile: [link=http://x]y[/link] \\x1b]0;title\\x07 \\u202e" in said.err


def test_long_messages_are_not_broken(capsys):
    screen.error("word " * 100)
    assert capsys.readouterr().err.count("\n") == 1


def test_document_is_one_json_value(capsys):
    screen.document({"x": float("inf"), "name": NASTY})
    said = json.loads(capsys.readouterr().out)
    assert said == {"x": "Inf", "name": NASTY}


def test_problem_keeps_the_fields_of_an_error():
    error = ResultsTableError("bad", file="f.csv", line=3, hint="Mend it.")
    error.__typer_private__ = object()
    said = screen.problem_of(error)["error"]
    assert said["class"] == "ResultsTableError"
    assert (said["file"], said["line"], said["hint"], said["exit_code"]) == (
        "f.csv",
        3,
        "Mend it.",
        5,
    )
    assert json.loads(json.dumps(said)) == said


def test_quiet_progress_says_nothing(capsys):
    with screen.share("Working", quiet=True) as move, screen.working("x", quiet=True):
        move(0.5, NASTY)
    assert capsys.readouterr() == ("", "")
