"""Hashes of a suite: of its canonical form and of its files; the error where one differs."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from pybench.base.errors import ArgumentError, InputError, SuiteError, refusal
from pybench.suite.task import DataFile

NOT_HASHED = ("hash", "status")  # a deactivated suite is still the one that was run


def canonical(plain: Mapping[str, Any]) -> bytes:
    """Return the bytes that are hashed for a manifest: JSON with sorted keys and no blanks.

    Raises
    ------
    ArgumentError
        If a number is not finite.
    """
    kept = {key: value for key, value in plain.items() if key not in NOT_HASHED}
    try:
        text = json.dumps(
            kept, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
        )
    except ValueError as error:
        raise ArgumentError(
            "a suite cannot hold NaN or infinity, which JSON does not have",
            expected="finite numbers",
            found=str(error),
            hint="Check the qualities and constraints of the suite.",
        ) from None
    return text.encode("utf-8", "surrogatepass")


def in_utf8(text: str) -> str:
    """Return a text if it can be encoded as UTF-8, which names of files may not be.

    Raises
    ------
    ArgumentError
        If a name, a tag or another string of the suite has lone surrogates.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        found = repr(text[max(0, error.start - 20) : error.end])
        raise ArgumentError(
            f"a string of the suite cannot be written as UTF-8: ...{found}",
            expected="names, tags and descriptions that UTF-8 can hold",
            found=found,
            hint="Give another string; a suite without a name has the name of its folder.",
        ) from None
    return text


def changed(file: str, expected: str, found: str) -> InputError:
    """Return the error for a file whose bytes do not match the hash of the suite."""
    hint = "The file was changed or damaged: restore it from where the suite came from."
    return refusal(f"SHA-256 {expected}", found, hint, file=file, kind=SuiteError)


def listed_sha256(files: tuple[DataFile, ...]) -> str:
    """Return the hash of a single file, or of the text that lists the hashes of several files."""
    if len(files) == 1:
        return files[0].sha256
    text = "".join(f"{file.sha256}  {file.path.rpartition('/')[2]}\n" for file in files)
    return hashlib.sha256(text.encode()).hexdigest()
