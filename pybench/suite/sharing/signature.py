"""Who made a bundle: OpenSSH signatures, by the user's own ssh-keygen and keys."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import BinaryIO

from pybench.base import planted
from pybench.base.errors import EnvironmentProblem, SuiteError, refusal
from pybench.base.text import clipped
from pybench.read.files import file_bytes
from pybench.store import atomic

NAMESPACE = "pybench-suite"  # a signature by the same key for another purpose is not valid
SUFFIX = ".sig"
_MOST = 2**16  # a signature has less than 1,000 bytes; ssh-keygen reads 50 MB for a minute
_SECONDS = 60  # a key on a hardware token waits for a touch


def sign(file: str | os.PathLike[str], key: str | os.PathLike[str]) -> Path:
    """Sign a file; the signature is written beside it, as its name and ``.sig``.

    Parameters
    ----------
    file : path
    key : path
        A private OpenSSH key, or a public one whose private key the agent holds.

    Returns
    -------
    Path
        Path of the signature.

    Raises
    ------
    InputError
        If there is no such file or key.
    EnvironmentProblem
        If ssh-keygen is not available, or cannot sign with the key.
    """
    file_bytes(os.fspath(key))  # a better message than ssh-keygen's if it is missing
    with open(file, "rb") as stream:
        done = _ssh_keygen(["-Y", "sign", "-q", "-f", os.fspath(key), "-n", NAMESPACE], stream)
    if done.returncode or not done.stdout.startswith(b"-----BEGIN SSH SIGNATURE-----"):
        raise EnvironmentProblem(
            f"ssh-keygen cannot sign: {_said(done)}",
            file=os.fspath(key),
            found=_said(done),
            hint="Give a private key of OpenSSH; load a key that has a passphrase into ssh-agent "
            "first.",
        )
    target = Path(f"{os.fspath(file)}{SUFFIX}")
    atomic.write_bytes(target, done.stdout)
    return target


def check_signature(
    stream: BinaryIO,
    file: str,
    *,
    signers: str | os.PathLike[str],
    identity: str,
    signature: str | os.PathLike[str] | None = None,
) -> str:
    """Return the key that signed an open file; refuse the file unless a known key has signed it.

    Parameters
    ----------
    stream : binary file
        Read from its beginning.
    file : str
        Its name, for errors; the signature is beside it unless ``signature`` is given.
    signers : path
        File of allowed signers (ssh-keygen(1)): lines of an identity and a public key.
    identity : str
        Required signer, as in that file.

    Raises
    ------
    SuiteError
        If the file was changed, or signed by another key, for another purpose or not at all.
    InputError
        If there is no signature, or no file of signers.
    EnvironmentProblem
        If ssh-keygen is not available.
    """
    beside = os.fspath(signature) if signature is not None else f"{file}{SUFFIX}"
    if len(file_bytes(beside, most=_MOST + 1)) > _MOST:
        expected, hint = f"a signature of at most {_MOST} bytes", "Ask its sender for another file."
        raise refusal(expected, "more", hint, file=beside, kind=SuiteError)
    file_bytes(os.fspath(signers))
    stream.seek(0)
    question = ["-Y", "verify", "-f", os.fspath(signers), "-I", identity, "-n", NAMESPACE]
    done = _ssh_keygen([*question, "-s", beside], stream)
    match = re.search(rb"^Good .* signature for .* with (\S+ key \S+)", done.stdout, re.MULTILINE)
    if done.returncode or match is None:
        hint = "Do not use this file; ask its sender for another, or for the right key."
        expected = f"a signature of {clipped(identity)}"
        raise refusal(expected, _said(done), hint, file=file, kind=SuiteError)
    return match[1].decode("utf-8", "replace")


def _ssh_keygen(options: list[str], stream: BinaryIO) -> subprocess.CompletedProcess[bytes]:
    # No terminal and no window: an unattended program must not wait for a passphrase.
    environment = {**planted.environment(), "SSH_ASKPASS_REQUIRE": "never", "LC_ALL": "C"}
    try:
        return subprocess.run(
            ["ssh-keygen", *options],
            stdin=stream,
            capture_output=True,
            timeout=_SECONDS,
            env=environment,
            start_new_session=True,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        absent = isinstance(error, FileNotFoundError)
        raise EnvironmentProblem(
            f"cannot run ssh-keygen: {error}",
            expected="ssh-keygen 8.2 or later on the PATH",
            found=str(error),
            hint="Install OpenSSH's client." if absent else "Run ssh-keygen by hand to see why.",
        ) from error


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    lines = (done.stderr + done.stdout).decode("utf-8", "replace").strip().splitlines()
    return clipped(lines[-1]) if lines else f"exit code {done.returncode}"
