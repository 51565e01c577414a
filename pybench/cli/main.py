"""The command ``pybench``: run a subcommand and return its exit code.

Scripts may rely on the exit codes: 0 success, 1 internal error, 2 wrong usage, 3 environment (R or
an optional package is missing, for example), 4 some tasks failed, 5 input refused, 6 Python and R
disagree, 130 and 143 interrupted.
"""

from __future__ import annotations

import os
import re
import shlex
import signal
import sys
import traceback
from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Any, NoReturn

import typer

from pybench.base import planted, shared, system
from pybench.base.errors import EnvironmentProblem, PybenchError
from pybench.base.noun import saying
from pybench.cli import (
    bootstrap,
    compare,
    demo,
    diagram,
    doctor,
    features,
    items,
    landscape,
    landscape_stability,
    mcm,
    metrics,
    missing,
    next_dataset,
    optimal,
    pareto,
    place,
    place_model,
    protocol,
    report,
    representation,
    running,
    screen,
    select,
    study,
    suite,
    suite_lifecycle,
    validate,
)
from pybench.cli.groups import App

INTERNAL, USAGE, INTERRUPTED = 1, 2, 130
_NO_MEMORY = (
    "there is not enough memory: expected more, found none left. Allow this process more (see "
    "ulimit -v), end other programs, or use fewer workers."
)

# In a hint, such as dataset="NAME" or dataset="Task".
_ARGUMENT = re.compile(r'\b(dataset|classifier|resample|score)="([^"]+)"')

UsageError: Any = typer.BadParameter.__base__  # typer bundles click and exports only this class

app = App(
    name="pybench",
    help="Which methods really differ, on which datasets, and how sure are we?",
    rich_markup_mode="markdown",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog=compare.EXAMPLES)(compare.compare)
app.command(epilog=diagram.EXAMPLES)(diagram.diagram)
app.command(epilog=mcm.EXAMPLES)(mcm.mcm)
app.command(epilog=metrics.EXAMPLES)(metrics.metrics)
app.command(epilog=missing.EXAMPLES)(missing.missing)
app.command(epilog=pareto.EXAMPLES)(pareto.pareto)
app.command(epilog=validate.EXAMPLES)(validate.validate)
app.command(epilog=features.EXAMPLES)(features.features)
app.command(epilog=landscape.EXAMPLES)(landscape.landscape)
app.command(epilog=landscape_stability.EXAMPLES)(landscape_stability.landscape_stability)
app.command(epilog=place.EXAMPLES)(place.place)
app.command(epilog=bootstrap.EXAMPLES)(bootstrap.bootstrap)
app.command(epilog=select.EXAMPLES)(select.select)
app.command("place-model", epilog=place_model.EXAMPLES)(place_model.place_model)
app.command("next-dataset", epilog=next_dataset.EXAMPLES)(next_dataset.next_dataset)
app.command(epilog=protocol.EXAMPLES)(protocol.protocol)
app.command("find-representation", epilog=representation.EXAMPLES)(
    representation.find_representation
)
app.command(epilog=optimal.EXAMPLES)(optimal.optimal)
app.command("study", epilog=study.EXAMPLES)(study.study)
app.command(epilog=report.EXAMPLES)(report.report)
app.command("run", epilog=running.EXAMPLES)(running.run)
suite.app.command("create", epilog=suite_lifecycle.CREATE_EXAMPLES)(suite_lifecycle.create)
suite.app.command("show")(suite_lifecycle.show)
suite.app.command("screen")(suite_lifecycle.screening)
suite.app.command("compact")(suite_lifecycle.compact)
suite.app.command("tag")(suite_lifecycle.tag)
suite.app.command("check")(suite_lifecycle.check)
suite.app.command("freeze")(suite_lifecycle.freeze)
app.add_typer(suite.app)
app.add_typer(items.app)
app.command(epilog=demo.EXAMPLES)(demo.demo)
app.command("doctor", epilog=doctor.EXAMPLES)(doctor.doctor_command)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"pybench {shared.version()}")
        raise typer.Exit


@app.callback()
def about(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", callback=_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Compare methods over many datasets, in Python and in R, with the same numbers."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Default: the arguments of the process.

    Returns
    -------
    int
        The exit code.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    code = 0
    try:
        with saying(None):  # an option --noun ends with the command
            code = _run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of the output has closed it, as `head` does
        _give_up_output()
        return INTERNAL
    except OSError as error:  # the disk is full
        _give_up_output()
        if code != EnvironmentProblem.exit_code:  # otherwise it was shown already
            with suppress(OSError):  # the terminal was closed
                screen.error(_refused_by_system(error))
        return EnvironmentProblem.exit_code
    return code


def run() -> NoReturn:
    """Run the command line and end the process."""
    planted.avoid()
    for name in ("SIGTERM", "SIGHUP"):  # nohup has a hangup ignored, which stays so
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)
    sys.exit(main())


class Terminated(BaseException):
    """SIGTERM or SIGHUP: not SystemExit, which an estimator may raise, nor KeyboardInterrupt."""


def _terminate(number: int, _: object) -> NoReturn:
    raise Terminated(number)


def _run(arguments: list[str]) -> int:
    try:
        code = app(arguments or ["--help"], prog_name="pybench", standalone_mode=False)
    except PybenchError as error:
        if error.hint is not None:
            error.hint = _ARGUMENT.sub(_option, error.hint)
        return _fail(arguments, str(error), screen.problem_of(error), error.exit_code)
    except UsageError as error:
        text = error.format_message()
        hint = f"{text} Try: pybench {_command(arguments)}--help"
        return _fail(arguments, hint, screen.problem(text, USAGE, "UsageError"), USAGE)
    except (KeyboardInterrupt, typer.Abort):
        return _interrupted(arguments, INTERRUPTED)
    except Terminated as end:
        return _interrupted(arguments, 128 + end.args[0])
    except SystemExit as end:
        code = end.code
    except BrokenPipeError:
        raise
    except OSError as error:  # disk, permission or network, which no module handled
        text, code = _refused_by_system(error), EnvironmentProblem.exit_code
        return _fail(arguments, text, screen.problem(text, code, type(error).__name__), code)
    except Exception as error:
        if _lacks_memory(error):
            text, code = _NO_MEMORY, EnvironmentProblem.exit_code
            return _fail(arguments, text, screen.problem(text, code, type(error).__name__), code)
        # An internal error: show all that is known.
        traceback.print_exc()
        text = f"internal error, please report it with the lines above: {error!r}"
        return _fail(
            arguments, text, screen.problem(text, INTERNAL, type(error).__name__), INTERNAL
        )
    if code == INTERRUPTED:
        return _interrupted(arguments, code)
    return code if isinstance(code, int) else 0


def _option(found: re.Match[str]) -> str:
    return f"--{found[1]} {shlex.quote(found[2])}"


def _interrupted(arguments: list[str], code: int) -> int:
    text = "interrupted; files already written are complete"
    return _fail(arguments, text, screen.problem(text, code, "Interrupted"), code)


def _fail(arguments: list[str], text: str, document: dict[str, Any], code: int) -> int:
    if "--json" in arguments:
        screen.document(document)
    else:
        screen.error(text)
    return code


def _lacks_memory(error: BaseException | None) -> bool:
    """Return whether the memory did not suffice, perhaps to load a compiled module."""
    texts = ("failed to map segment", "cannot allocate memory")
    while error is not None:
        refused = isinstance(error, ImportError) and any(t in str(error).lower() for t in texts)
        if refused or isinstance(error, MemoryError):
            return True
        error = error.__cause__ or error.__context__
    return False


def _refused_by_system(error: OSError) -> str:
    prefix = f"{error.filename}: " if error.filename is not None else ""
    return (
        f"{prefix}the operating system refuses: {error.strerror or error or type(error).__name__}"
    )


def _command(arguments: list[str]) -> str:
    """Return the command in the arguments, with a blank after it, or an empty text."""
    first, second = [*arguments, "", ""][:2]
    for inner in (suite.app, items.app):
        if first == inner.info.name:
            return f"{first} {second} " if second in _names_of(inner) else f"{first} "
    return f"{first} " if first in _names_of(app) else ""


def _names_of(commands: typer.Typer) -> set[str]:
    listed = commands.registered_commands
    return {one.name or one.callback.__name__ for one in listed if one.callback}


def _prepare_streams() -> None:
    # A closed stream is None, and the next file to be opened would get its number.
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            number = system.open_file(os.devnull, os.O_RDWR)
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 (stays open)
            setattr(sys, name, stream)
    # A terminal that cannot show a name shows its escape instead of failing.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Discard the remaining output: Python would try to write it again at exit."""
    os.dup2(system.open_file(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run()
