"""Responses of servers, limited in time and size, raw and unpacked; nothing else reads them.

`urllib` restarts its timeout for each byte and follows a response without limit; loaders built on
it, or on requests, hold the whole response in memory, unpacked. Here a response has one deadline
from request to last byte, and arrives in pieces, so that it is never in memory as a whole. The
lookup of the server's name is left to the system, with limits of its own.
"""

from __future__ import annotations

import hashlib
import re
import socket
import threading
import time
import zlib
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from typing import IO, Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import (
    HTTPHandler,
    HTTPRedirectHandler,
    HTTPSHandler,
    Request,
    build_opener,
)

from pybench.base import check, shared
from pybench.base.text import clipped, shown

SILENCE = 30.0  #: seconds without a byte
#: For documents (lists, descriptions): the largest of OpenML-CC18, with 3,073 features, has 1 MB.
DOCUMENT_SECONDS, DOCUMENT_BYTES = 60.0, 8 * 2**20
#: For data files: the largest of the archives of series and of OpenML-CC18 (CIFAR-10 as ARFF) are
#: assumed to have 1.5 and 0.7 GB, which arrive in time at 0.5 MB per second.
FILE_SECONDS, FILE_BYTES = 3600.0, 4 * 2**30
_PIECE = 2**16


class NoAnswer(Exception):
    """No usable response from a server; the text gives the reason, without the address.

    Attributes
    ----------
    status : int or None
        HTTP status, if the server refuses.
    """

    def __init__(self, why: str, status: int | None = None) -> None:
        super().__init__(why)
        self.status = status


class TooMuch(NoAnswer):
    """A response that exceeds its limit of time or size."""


def limits(seconds: object, most_bytes: object) -> tuple[float, int]:
    """Return the limits for a file, checked.

    Raises
    ------
    ArgumentError
        If one is not a positive number.
    """
    return (
        check.number("seconds", seconds, "a number from 0.001 to 1e6", 0.001, 1e6),
        check.count("most_bytes", most_bytes),
    )


class Checksum:
    """The expected checksum of a file, and the checksum of the bytes received.

    Raises
    ------
    NoAnswer
        If none is stated, or its kind is unknown: then any bytes would pass.
    """

    def __init__(self, kind: str, digest: str, name: str) -> None:
        length = {"md5": 32, "sha256": 64}.get(kind.lower(), 0)
        if not length or not re.fullmatch(rf"[0-9a-fA-F]{{{length}}}", digest):
            told = clipped(f"{kind}:{digest}") if kind or digest else "none"
            raise NoAnswer(f"no checksum of {shown(name)} by MD5 or SHA-256 ({told})")
        self._digest, self._sum = digest.lower(), hashlib.new(kind.lower(), usedforsecurity=False)

    def add(self, piece: bytes) -> None:
        """Add a piece of the bytes received."""
        self._sum.update(piece)

    def right(self) -> bool:
        """Return whether the bytes received have the expected checksum."""
        return self._sum.hexdigest() == self._digest


def answer(address: str, *, seconds: float, most: int, ends: bool = False) -> Iterator[bytes]:
    """Yield the response to a GET request piece by piece, unpacked.

    Parameters
    ----------
    address : str
        http or https. From https, redirects to another scheme are refused; from http, only
        redirects to https may change the scheme.
    seconds : float
        From request to last byte, whatever the server does.
    most : int
        Limit in bytes, as received and as unpacked.
    ends : bool
        Whether the response must state where it ends, needed if there is no checksum.

    Raises
    ------
    NoAnswer
        The server cannot be reached, refuses the request, is too slow, or sends more bytes than
        ``most``, fewer bytes than it stated, or bytes that cannot be unpacked. The caller must
        discard the pieces that were yielded before.
    """
    clock = _Deadline(seconds)
    try:
        allow(address, address)
        yield from _pieces(address, clock, most, ends)
    except (OSError, HTTPException, zlib.error, ValueError) as error:
        if clock.over():
            raise TooMuch(_late(seconds)) from error
        raise _refused(error) from error
    finally:
        clock.end()


def allow(link: str, of: str) -> None:
    """Refuse a link from an address to a less safe scheme, or to one that is not http(s).

    Raises
    ------
    NoAnswer
    """
    schemes = {"https", *({"http"} & {urlsplit(of).scheme})}
    if (scheme := urlsplit(link).scheme) not in schemes:
        raise NoAnswer(f"an address of the scheme {clipped(scheme)!r}")


def _pieces(address: str, clock: _Deadline, most: int, ends: bool) -> Iterator[bytes]:
    opener = build_opener(_Redirects, _Http(clock), _Https(clock))
    head = {"User-Agent": f"pybench/{shared.version()}", "Accept-Encoding": "gzip"}
    came = given = 0
    with opener.open(Request(address, headers=head), timeout=SILENCE) as found:
        told = _length(found.headers)
        packed = (found.headers.get("Content-Encoding") or "identity").strip().lower()
        if (told or 0) > most:
            raise TooMuch(f"{told} bytes, more than the limit of {most}")
        if ends and told is None and not found.chunked:
            raise NoAnswer("an answer that does not tell where it ends")
        unpack = _Unpacker(packed)
        while piece := found.read1(_PIECE):
            clock.check()
            came += len(piece)
            if came > most:
                raise TooMuch(f"more bytes than the limit of {most}")
            for part in unpack(piece):
                given += len(part)
                if given > most:
                    raise TooMuch(f"more bytes than the limit of {most}")
                clock.check()
                yield part
        clock.check()
        if told is not None and came != told:
            raise NoAnswer(f"{came} bytes of {told}")
        unpack.end()


def _length(headers: HTTPMessage) -> int | None:
    told = headers.get("Content-Length", "")
    return int(told) if re.fullmatch(r"[0-9]{1,18}", told) else None


class _Unpacker:
    """Pieces of a response as received -> unpacked, each of limited size."""

    def __init__(self, coding: str) -> None:
        if coding not in ("identity", "gzip"):
            raise NoAnswer(f"an answer packed as {clipped(coding)!r}")
        self._gzip = zlib.decompressobj(31) if coding == "gzip" else None

    def __call__(self, piece: bytes) -> Iterator[bytes]:
        if self._gzip is None:
            yield piece
            return
        rest, part = piece, b"first"
        while rest or part:
            part = self._gzip.decompress(rest, _PIECE)
            rest = self._gzip.unconsumed_tail
            if part:
                yield part
            if self._gzip.unused_data:  # zlib keeps it, however much arrives
                raise NoAnswer("bytes after the end of a packed answer")

    def end(self) -> None:
        if self._gzip is not None and not self._gzip.eof:
            raise NoAnswer("a packed answer that breaks off")


class _Deadline:
    """Close the connections of a response at its deadline, wherever its reader waits."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._until = time.monotonic() + seconds
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(min(seconds, threading.TIMEOUT_MAX), self._shut)
        self._timer.daemon = True
        self._timer.start()

    def connected(self, address: tuple[str, int], *_: Any) -> socket.socket:
        """Connect to the first address of a server that responds, in the time left.

        `socket.create_connection` allows each address the whole time.
        """
        refused = OSError("the name has no address")
        for found in socket.getaddrinfo(*address, type=socket.SOCK_STREAM):
            self.check()
            host, port, *_rest = found[4]
            try:
                return socket.create_connection((str(host), int(port)), self.left())
            except OSError as error:
                refused = error
        raise refused

    def watch(self, connected: socket.socket) -> None:
        self._sockets.append(connected)
        if self.over():
            self._shut()

    def over(self) -> bool:
        return time.monotonic() >= self._until

    def check(self) -> None:
        if self.over():
            raise TooMuch(_late(self.seconds))

    def left(self) -> float:
        return min(SILENCE, max(self._until - time.monotonic(), 0.001))

    def end(self) -> None:
        self._timer.cancel()

    def _shut(self) -> None:
        for connected in self._sockets:
            with suppress(OSError):
                socket.socket.shutdown(connected, socket.SHUT_RDWR)


def _watched(kind: type[HTTPConnection], clock: _Deadline) -> type[HTTPConnection]:
    class Watched(kind):  # type: ignore[misc, valid-type]
        def connect(self) -> None:
            self._create_connection = clock.connected
            super().connect()
            self.sock.settimeout(SILENCE)
            clock.watch(self.sock)

    return Watched


class _Http(HTTPHandler):
    def __init__(self, clock: _Deadline) -> None:
        super().__init__()
        self._watched = _watched(HTTPConnection, clock)

    def http_open(self, request: Request) -> Any:
        return self.do_open(self._watched, request)


class _Https(HTTPSHandler):
    def __init__(self, clock: _Deadline) -> None:
        super().__init__()
        self._watched = _watched(HTTPSConnection, clock)

    def https_open(self, request: Request) -> Any:
        return self.do_open(self._watched, request)


class _Redirects(HTTPRedirectHandler):
    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> Request | None:
        fp.close()  # urllib would read all of it
        allow(newurl, req.full_url)
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _refused(error: Exception) -> NoAnswer:
    """Return the reason in one short line: the server's own message if there is one."""
    if isinstance(error, HTTPError):
        said = None
        with suppress(OSError, HTTPException, ValueError):
            said = re.search(rb"<oml:message>([^<]*)</oml:message>", error.read1(_PIECE))
        error.close()
        if said is not None:
            return NoAnswer(clipped(said[1].decode("utf-8", "replace")), error.code)
        return NoAnswer(f"HTTP {error.code} {clipped(str(error.reason))}", error.code)
    reason = error.reason if isinstance(error, URLError) else error
    if isinstance(reason, TimeoutError):
        return NoAnswer(f"no answer for {SILENCE:g} seconds")
    text = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
    return NoAnswer(clipped(text.partition("\n")[0]))


def _late(seconds: float) -> str:
    return f"no whole answer within {seconds:g} seconds"
