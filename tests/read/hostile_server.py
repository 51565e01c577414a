"""A server on loopback that answers as no server should; raw, so that it can say anything."""

from __future__ import annotations

import contextlib
import functools
import gzip
import itertools
import socket
import threading
import time
from collections.abc import Callable
from contextlib import contextmanager

Answer = Callable[[socket.socket, bytes], None]  # the connection, and what a good server would send
DRIP = 0.2  # seconds a byte


def head(*lines: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", "Connection: close", *lines, "", ""]).encode()


def good(to: socket.socket, data: bytes) -> None:
    to.sendall(head(f"Content-Length: {len(data)}") + data)


def silent(to: socket.socket, data: bytes) -> None:
    to.recv(1)  # until the other side has had enough


def dripping_head(to: socket.socket, data: bytes) -> None:
    drip(to, itertools.chain(head("X: ").rstrip(), itertools.repeat(ord("x"))))


def dripping(to: socket.socket, data: bytes) -> None:
    to.sendall(head("Content-Length: 1000000"))
    drip(to, itertools.repeat(ord(" ")))


def drip(to: socket.socket, numbers) -> None:
    for number in numbers:
        to.sendall(bytes([number]))
        time.sleep(DRIP)


def endless(to: socket.socket, data: bytes) -> None:
    to.sendall(head())
    while True:
        to.sendall(b" " * 2**16)


def endless_chunks(to: socket.socket, data: bytes) -> None:
    to.sendall(head("Transfer-Encoding: chunked"))
    while True:
        to.sendall(b"10000\r\n" + b" " * 2**16 + b"\r\n")


def promising_too_much(to: socket.socket, data: bytes) -> None:
    to.sendall(head(f"Content-Length: {len(data) + 10}") + data)


def promising_a_lot(to: socket.socket, data: bytes) -> None:
    to.sendall(head(f"Content-Length: {10**15}") + data)


def cut_at_its_length(to: socket.socket, data: bytes) -> None:
    to.sendall(head(f"Content-Length: {len(data) - 10}") + data)


def bomb(to: socket.socket, data: bytes) -> None:
    """400 MB, less than half of one on the wire."""
    packed = gzip.compress(bytes(2**20)) * 400
    to.sendall(head(f"Content-Length: {len(packed)}", "Content-Encoding: gzip") + packed)


def one_bomb(to: socket.socket, data: bytes) -> None:
    """The same, of one member."""
    packed = _one_bomb()
    to.sendall(head(f"Content-Length: {len(packed)}", "Content-Encoding: gzip") + packed)


def packed_with_a_tail(to: socket.socket, data: bytes) -> None:
    """What a reader of gzip passes over, and may keep."""
    first = gzip.compress(data)
    to.sendall(head("Content-Encoding: gzip") + first)
    while True:
        to.sendall(bytes(2**16))


@functools.cache
def _one_bomb() -> bytes:
    return gzip.compress(bytes(400 * 2**20), 6)


def packed(to: socket.socket, data: bytes) -> None:
    content = gzip.compress(data)
    to.sendall(head(f"Content-Length: {len(content)}", "Content-Encoding: gzip") + content)


def half_packed(to: socket.socket, data: bytes) -> None:
    content = gzip.compress(data)[:-12]
    to.sendall(head(f"Content-Length: {len(content)}", "Content-Encoding: gzip") + content)


def packed_oddly(to: socket.socket, data: bytes) -> None:
    to.sendall(head(f"Content-Length: {len(data)}", "Content-Encoding: br") + data)


def without_end(to: socket.socket, data: bytes) -> None:
    to.sendall(head() + data)


def redirecting(place: str) -> Answer:
    def answer(to: socket.socket, data: bytes) -> None:
        to.sendall(head(f"Location: {place}", "Content-Length: 0", status="302 Found"))

    return answer


def redirecting_without_end(to: socket.socket, data: bytes) -> None:
    to.sendall(head("Location: /elsewhere", status="302 Found"))
    while True:
        to.sendall(b" " * 2**16)


def no_http(to: socket.socket, data: bytes) -> None:
    to.sendall(b"\x00\xff garbage\r\n\r\n")


class Server:
    """Answers well, but for paths that contain a text for which something else is told."""

    def __init__(self, data: Callable[[str], bytes | None]) -> None:
        self.data = data
        self.odd: dict[str, Answer] = {}
        self.asked: list[str] = []
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listening.accept()
                threading.Thread(target=self._one, args=(connection,), daemon=True).start()

    def _one(self, connection: socket.socket) -> None:
        with connection, contextlib.suppress(OSError):
            asked = b""
            while b"\r\n\r\n" not in asked:
                if not (piece := connection.recv(2**16)):
                    return
                asked += piece
            path = asked.split(b" ")[1].decode()
            self.asked.append(path)
            data = self.data(path)
            odd = next((one for text, one in self.odd.items() if text in path), None)
            if odd is not None:
                odd(connection, data or b"data" * 10)
            elif data is None:
                connection.sendall(head("Content-Length: 0", status="404 Not Found"))
            else:
                good(connection, data)

    def close(self) -> None:
        self._listening.close()


@contextmanager
def hostile(data: Callable[[str], bytes | None]):
    """Give a running server."""
    server = Server(data)
    try:
        yield server
    finally:
        server.close()
