"""Groups of options: declared once, taken by each command that needs them."""

from __future__ import annotations

import ast
import inspect
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated

import pytest
from typer import Option
from typer.main import get_command

from pybench.cli import groups, options
from pybench.cli.main import app

CLI = Path(inspect.getfile(groups)).parent
OF_TABLES = {one.name for one in fields(options.Reading)} - {
    one.name for one in fields(options.Direction)
}
#: Command that reads a table -> fields of `Reading` that it lacks, and why.
LACKS = {
    "bootstrap": {"repeats"},  # draws of portfolios; there it is --repeated-scores
    "validate": {"metric"},  # prints no metric
    # A table of runs of pybench's own, of which one form is known.
    "suite check": OF_TABLES,
    # Items have columns of their own.
    "items compare": OF_TABLES,
    "items needed": OF_TABLES,
}


def commands(command, words=()):
    yield " ".join(words), command
    for name, one in getattr(command, "commands", {}).items():
        yield from commands(one, (*words, name))


def declared(command):
    """Return the options of a command: its long name -> help, panel, default."""
    found = {}
    for one in command.params:
        about = (getattr(one, "help", None), getattr(one, "rich_help_panel", None), one.default)
        found |= {name: about for name in one.opts if name.startswith("--")}
    return found


def named(fields):
    return {f"--{one.name.replace('_', '-')}" for one in fields}


ALL = dict(commands(get_command(app)))
READERS = {
    name: one
    for name, one in ALL.items()
    if "results" in {param.name for param in one.params} or "--higher-is-better" in declared(one)
}


def test_the_commands_that_read_a_table():
    assert {"compare", "mcm", "validate", "protocol", "bootstrap", "suite check"} <= set(READERS)
    assert set(LACKS) < set(READERS)


@pytest.mark.parametrize("name", READERS)
def test_a_command_that_reads_a_table_has_every_option_of_reading(name):
    found, usual = declared(READERS[name]), declared(READERS["compare"])
    lacks = LACKS.get(name, set())
    wanted = named(one for one in fields(options.Reading) if one.name not in lacks)
    assert wanted - set(found) == set()
    assert {one: found[one] for one in wanted} == {one: usual[one] for one in wanted}


def test_bootstrap_reads_repeated_scores_by_another_name():
    assert "--repeated-scores" in declared(READERS["bootstrap"])
    assert "--metric" not in declared(READERS["validate"])


def test_tables_are_read_by_the_group_alone():
    naming = [
        path.name
        for path in CLI.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and "read_results" in {one.name for one in node.names}
    ]
    assert naming == ["options.py"]


def test_every_command_can_print_json():
    lack = [name for name, one in ALL.items() if "--json" not in declared(one)]
    assert sorted(lack) == ["", "items", "suite"]  # groups of commands


@dataclass(frozen=True)
class Size:
    width: Annotated[int, Option(help="Wide.")] = 3
    depth: int = field(default=1, init=False)


@dataclass(frozen=True)
class Box(Size):
    height: Annotated[int, Option("--high")] = 2


def test_a_group_takes_the_place_of_its_parameter():
    seen = []

    def command(name: str, *, box: Box, last: bool = False) -> None:
        """Say it."""
        seen.append((name, box, last))

    made = groups.expanded(command)
    assert list(inspect.signature(made).parameters) == ["name", "width", "height", "last"]
    assert inspect.signature(made).parameters["height"].default == 2
    assert made.__annotations__["width"].__metadata__[0].help == "Wide."
    assert (made.__name__, made.__doc__) == ("command", "Say it.")
    made(name="n", width=5, height=6, last=True)
    assert seen == [("n", Box(width=5, height=6), True)]


def test_two_groups_with_one_name_are_refused():
    def command(*, size: Size, box: Box) -> None: ...

    with pytest.raises(ValueError, match="duplicate parameter name"):
        groups.expanded(command)
