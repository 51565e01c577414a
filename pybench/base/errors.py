"""The error tree; every class has an exit code and a name in R.

The text of an error is built from its fields, in the same order in both languages::

    file:line: column 'c': message. hint
"""

from __future__ import annotations

from typing import ClassVar


class PybenchError(Exception):
    """Root of every error that pybench raises on purpose.

    Parameters
    ----------
    message : str
        What was expected and what was found. Names of arguments are in back-ticks, and there is no
        full stop at the end.
    file, line, column : str, int, str, optional
        Where the error is: the path or the name of the source, the line number (from 1), and the
        name of the column (or its position, from 1, as text).
    expected, found : str, optional
        What was expected and what was found, as two separate strings for programs.
    hint : str, optional
        How to fix the error, as a sentence.
    """

    exit_code: ClassVar[int] = 1
    r_class: ClassVar[str] = "pybench_error"

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: str | None = None,
        expected: str | None = None,
        found: str | None = None,
        hint: str | None = None,
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        place = "" if self.file is None else self.file + ":"
        place += "" if self.line is None else f"{self.line}:" if place else f"line {self.line}:"
        column = "" if self.column is None else f"column '{self.column}': "
        hint = "" if self.hint is None else ". " + self.hint
        return f"{place}{' ' if place else ''}{column}{self.message}{hint}"

    def __reduce__(self) -> tuple[object, ...]:
        # Exception's own rule would restore only `args`; workers send errors across processes.
        return (_rebuild, (type(self), self.__dict__.copy()))

    def to_dict(self) -> dict[str, object]:
        """Return class name and fields as JSON-safe values."""
        return {"class": type(self).__name__, **self.__dict__, "text": str(self)}


def _rebuild(kind: type[PybenchError], fields: dict[str, object]) -> PybenchError:
    error = kind.__new__(kind)
    error.__dict__.update(fields)
    error.args = (str(error),)
    return error


class ArgumentError(PybenchError, ValueError):
    """An argument has a value that the function does not accept."""

    exit_code = 2
    r_class = "pybench_error_argument"


class EnvironmentProblem(PybenchError):
    """Something that pybench needs is missing or fails: R, a package, a folder, the network."""

    exit_code = 3
    r_class = "pybench_error_environment"


class RNotFound(EnvironmentProblem):
    """No usable R; the message names the places that were searched."""


class RVersionUnsupported(EnvironmentProblem):
    """R and rpy2 are available but were never tested together."""


class RPackageMissing(EnvironmentProblem):
    """An R package is missing or too old."""

    r_class = "pybench_error_r_package_missing"


class ExtraMissing(EnvironmentProblem):
    """An optional Python package is missing; the hint names the extra that installs it."""


class TasksFailed(PybenchError):
    """Some parts of a long computation, such as folds, failed; other results are kept.

    Attributes
    ----------
    tasks : tuple of int
        0-based positions of the failed parts in the list of all parts, if known.
    """

    exit_code = 4
    r_class = "pybench_error_tasks_failed"
    tasks: tuple[int, ...] = ()


class InputError(PybenchError, ValueError):
    """Data from outside that are not acceptable."""

    exit_code = 5
    r_class = "pybench_error_input"


class ResultsTableError(InputError):
    """A results table is malformed, incomplete or too small."""

    r_class = "pybench_error_results_table"


class SeriesError(InputError):
    """A file or set of time series, or a file of their features, is malformed."""

    r_class = "pybench_error_series"


class DatasetError(InputError):
    """A file of a dataset (rows of attributes and a class) is malformed."""

    r_class = "pybench_error_dataset"


class SuiteError(InputError):
    """A suite or one of its files is malformed or was changed, or a frozen suite would change."""

    r_class = "pybench_error_suite"


class StudyError(InputError):
    """The file of a study is malformed, or requests something that the data do not allow.

    Attributes
    ----------
    field : str or None
        The field of the file that is wrong, such as "parts.selection.size".
    """

    field: str | None = None


class NotTrusted(InputError):
    """A file from an untrusted source names code of an unknown package; none of it was run.

    Attributes
    ----------
    named : tuple of str
        What would be imported or called, one sentence each.
    """

    named: tuple[str, ...] = ()


class ConversionError(InputError):
    """A value cannot be converted exactly between Python, Arrow and R."""

    r_class = "pybench_error_conversion"


class BridgeError(PybenchError):
    """Communication with the R child failed."""


class RError(BridgeError):
    """An R error (a condition of class ``error``) that does not come from pybench.

    Attributes
    ----------
    r_classes : tuple of str
        ``class(condition)`` in R.
    call : str or None
        The R call that signalled the error.
    traceback : tuple of str
        R's calls, outermost first.
    warnings : tuple of str
        Warnings signalled before the error.
    output : str
        R's output.
    """

    r_classes: tuple[str, ...] = ()
    call: str | None = None
    traceback: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    output: str = ""


class RCrashed(BridgeError):
    """The R child ended (signal, `quit()`, out of memory); the next call starts a new one."""


class RTimeout(BridgeError):
    """R did not answer within the deadline; the child was ended."""


class LanguagesDisagree(PybenchError):
    """Python and R return numbers that differ by more than the tolerance for this quantity."""

    exit_code = 6


def refusal(
    expected: str,
    found: str,
    hint: str,
    *,
    file: str | None = None,
    line: int | None = None,
    column: str | None = None,
    kind: type[InputError] = ResultsTableError,
) -> InputError:
    """Return the error for a refused table or file: "expected ..., found ..."."""
    return kind(
        f"expected {expected}, found {found}",
        file=file,
        line=line,
        column=column,
        expected=expected,
        found=found,
        hint=hint,
    )


def reason_of(error: Exception) -> str:
    """Return the reason for a message: the finding of a pybench error, or the text of any other.

    Examples
    --------
    >>> reason_of(refusal("a file", "a folder", "Check the path.")), reason_of(KeyError())
    ('a folder', 'KeyError')
    """
    if isinstance(error, PybenchError):
        return error.found or error.message
    if isinstance(error, KeyError) and error.args:
        return f"no `{error.args[0]}`"
    return str(error) or type(error).__name__


def from_r_class(r_class: str) -> type[PybenchError] | None:
    """Return the error class that mirrors an R condition class, or None."""
    pending: list[type[PybenchError]] = [PybenchError]
    while pending:
        kind = pending.pop()
        if kind.__dict__.get("r_class") == r_class:
            return kind
        pending.extend(kind.__subclasses__())
    return None
