"""The command ``pybench``: arguments in, exit code out.

Exit codes are a contract: 0 done, 1 internal error, 2 usage, 3 environment (R, extras), 4 some
tasks failed, 5 input refused, 6 the languages disagree, 130 and 143 interrupted.
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
from collections.abc import Sequence
from typing import Annotated, Any, NoReturn

import typer

from pybench.base import planted, shared
from pybench.base.errors import EnvironmentProblem, PybenchError
from pybench.cli import (
    bootstrap,
    compare,
    defining,
    demo,
    doctor,
    features,
    landscape,
    mcm,
    optimal,
    protocol,
    report,
    running,
    screen,
    select,
    study,
    suite,
    validate,
)
from pybench.cli.groups import App

INTERNAL, USAGE, INTERRUPTED, TERMINATED = 1, 2, 130, 143

UsageError: Any = typer.BadParameter.__base__  # typer brings its own click and names only this one

app = App(
    name="pybench",
    help="Which classifiers really differ, on which datasets, and how sure are we?",
    rich_markup_mode="markdown",
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog=compare.EXAMPLES)(compare.compare)
app.command(epilog=mcm.EXAMPLES)(mcm.mcm)
app.command(epilog=validate.EXAMPLES)(validate.validate)
app.command(epilog=features.EXAMPLES)(features.features)
app.command(epilog=landscape.EXAMPLES)(landscape.landscape)
app.command(epilog=bootstrap.EXAMPLES)(bootstrap.bootstrap)
app.command(epilog=select.EXAMPLES)(select.select)
app.command(epilog=protocol.EXAMPLES)(protocol.protocol)
app.command(epilog=optimal.EXAMPLES)(optimal.optimal)
app.command("study", epilog=study.EXAMPLES)(study.study)
app.command(epilog=report.EXAMPLES)(report.report)
app.command("run", epilog=running.EXAMPLES)(running.run)
suite.app.command("create", epilog=defining.CREATE_EXAMPLES)(defining.create)
suite.app.command("show")(defining.show)
suite.app.command("screen")(defining.screening)
suite.app.command("tag")(defining.tag)
suite.app.command("check")(defining.check)
suite.app.command("freeze")(defining.freeze)
app.add_typer(suite.app)
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
            "--version", help="Print the version and end.", callback=_version, is_eager=True
        ),
    ] = False,
) -> None:
    """Compare classifiers over many datasets, in Python and in R, with the same numbers."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Parameters
    ----------
    arguments : sequence of str, optional
        Default: those of the process.

    Returns
    -------
    int
        The exit code.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    _prepare_streams()
    code = 0
    try:
        code = _run(given)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has gone, as `head` does
        _give_up_output()
        return INTERNAL
    except OSError as error:  # the disk that it goes to is full
        _give_up_output()
        if code != EnvironmentProblem.exit_code:  # else it has been said
            screen.error(_refused_by_system(error))
        return EnvironmentProblem.exit_code
    return code


def run() -> NoReturn:
    """Run the command line and end the process."""
    planted.avoid()
    signal.signal(signal.SIGTERM, _terminate)
    sys.exit(main())


class Terminated(BaseException):
    """SIGTERM: no SystemExit, which may be the estimator's own, nor typer's KeyboardInterrupt."""


def _terminate(*_: object) -> NoReturn:
    raise Terminated


def _run(arguments: list[str]) -> int:
    try:
        code = app(arguments or ["--help"], prog_name="pybench", standalone_mode=False)
    except PybenchError as error:
        return _fail(arguments, str(error), screen.problem_of(error), error.exit_code)
    except UsageError as error:
        text = error.format_message()
        hint = f"{text} Try: pybench {_command(arguments)}--help"
        return _fail(arguments, hint, screen.problem(text, USAGE, "UsageError"), USAGE)
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except Terminated:
        code = TERMINATED
    except SystemExit as end:
        code = end.code
    except BrokenPipeError:
        raise
    except OSError as error:  # what no room has foreseen of disks, permissions and networks
        text, code = _refused_by_system(error), EnvironmentProblem.exit_code
        return _fail(arguments, text, screen.problem(text, code, type(error).__name__), code)
    except Exception as error:  # a mistake of ours: say so, and all there is to know
        traceback.print_exc()
        text = f"internal error, please report it with the lines above: {error!r}"
        return _fail(
            arguments, text, screen.problem(text, INTERNAL, type(error).__name__), INTERNAL
        )
    if code in (INTERRUPTED, TERMINATED):
        text = "interrupted; files already written are whole"
        return _fail(arguments, text, screen.problem(text, code, "Interrupted"), code)
    return code if isinstance(code, int) else 0


def _fail(arguments: list[str], text: str, document: dict[str, Any], code: int) -> int:
    if "--json" in arguments:
        screen.document(document)
    else:
        screen.error(text)
    return code


def _refused_by_system(error: OSError) -> str:
    place = f"{error.filename}: " if error.filename is not None else ""
    return f"{place}the system refuses: {error.strerror or error or type(error).__name__}"


def _command(arguments: list[str]) -> str:
    """Return the command that was meant, with the blank behind it, or nothing."""
    first, second = [*arguments, "", ""][:2]
    if first == suite.app.info.name:
        return f"{first} {second} " if second in _names_of(suite.app) else f"{first} "
    return f"{first} " if first in _names_of(app) else ""


def _names_of(commands: typer.Typer) -> set[str]:
    listed = commands.registered_commands
    return {one.name or one.callback.__name__ for one in listed if one.callback}


def _prepare_streams() -> None:
    # Where one is closed there is none, and the next file that is opened would get its number.
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            number = os.open(os.devnull, os.O_RDWR)
            stream = open(number, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 (stays)
            setattr(sys, name, stream)
    # A terminal that cannot show a name shows its escape; it is no reason to fail.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Let what is still to be written go nowhere: Python would try again as it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    run()
