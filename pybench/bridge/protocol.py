"""Framing of the messages between a process and its R child.

A message is a JSON header and blocks of raw bytes::

    16 bytes   two big-endian integers: length of the header, length of the blocks inline
    header     JSON in UTF-8; "blocks" lists [size, offset in the file or null] for each block
    blocks     those whose offset is null, one after the other

Large blocks are in one unnamed file in the cache folder: its descriptor is sent with the message
and the receiver maps it. It disappears with its last user, however that process ends.
"""

from __future__ import annotations

import io
import json
import mmap
import os
import socket
import struct
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, Protocol

LARGE = 1 << 20
_PREAMBLE = struct.Struct(">QQ")
_ALIGNMENT = 4096


class Block(Protocol):
    """Bytes that can write themselves."""

    @property
    def nbytes(self) -> int:
        """Approximate size; decides whether a file pays off."""

    def write_to(self, file: IO[bytes]) -> None:
        """Write all bytes."""


@dataclass(frozen=True)
class Raw:
    """A contiguous block in memory."""

    view: memoryview
    owner: object = None  #: kept alive as long as the view, if the view itself does not do so

    @property
    def nbytes(self) -> int:
        """Exact size."""
        return self.view.nbytes

    def write_to(self, file: IO[bytes]) -> None:
        """Write all bytes."""
        write_all(file, self.view)


@dataclass(frozen=True)
class Message:
    """A received message: a header and the bytes that it refers to by position."""

    header: dict[str, Any]
    blocks: tuple[memoryview, ...]


class Channel:
    """One end of the connection.

    Parameters
    ----------
    sock : socket
        A connected stream socket of family AF_UNIX.
    folder : path
        Where large blocks are stored in transit.
    """

    def __init__(self, sock: socket.socket, folder: Path) -> None:
        self.socket = sock
        self._folder = folder

    def send(
        self, header: dict[str, Any], blocks: Sequence[Block] = (), *, until: float | None = None
    ) -> None:
        """Send a message; ``until`` is a time of `time.monotonic`.

        Raises
        ------
        TimeoutError
            The time has passed.
        OSError
            The other end is closed, or a file cannot be written.
        """
        with self._open_file(blocks) as file:
            inline = io.BytesIO()
            places = [_place(block, file, inline) for block in blocks]
            text = json.dumps({**header, "blocks": places}, allow_nan=False).encode()
            preamble = _PREAMBLE.pack(len(text), inline.tell())
            self._wait_until(until)
            descriptors = [] if isinstance(file, io.BytesIO) else [file.fileno()]
            socket.send_fds(self.socket, [preamble], descriptors)
            for part in (memoryview(text), inline.getbuffer()):
                self._send_all(part, until)

    def receive(self, *, until: float | None = None) -> Message:
        """Wait for a message.

        Raises
        ------
        TimeoutError
            The time has passed.
        EOFError
            The other end is closed.
        """
        self._wait_until(until)
        preamble, descriptors, _, _ = socket.recv_fds(self.socket, _PREAMBLE.size, 1)
        preamble += self._receive_all(_PREAMBLE.size - len(preamble), until)
        header_size, inline_size = _PREAMBLE.unpack(preamble)
        header = json.loads(self._receive_all(header_size, until))
        inline = memoryview(self._receive_all(inline_size, until))
        return Message(header, _blocks(header.pop("blocks"), inline, _map(descriptors)))

    def close(self) -> None:
        """Close the connection."""
        self.socket.close()

    def _open_file(self, blocks: Sequence[Block]) -> IO[bytes]:
        if any(block.nbytes > LARGE for block in blocks):
            return tempfile.TemporaryFile(dir=self._folder, buffering=0)
        return io.BytesIO()

    def _wait_until(self, moment: float | None) -> None:
        if moment is None:
            self.socket.settimeout(None)
        elif (left := moment - time.monotonic()) > 0:
            self.socket.settimeout(left)
        else:
            raise TimeoutError

    def _send_all(self, part: memoryview, until: float | None) -> None:
        while part:
            self._wait_until(until)
            part = part[self.socket.send(part) :]

    def _receive_all(self, size: int, until: float | None) -> bytearray:
        data = bytearray(size)
        rest = memoryview(data)
        while rest:
            self._wait_until(until)
            received = self.socket.recv_into(rest)
            if not received:
                raise EOFError
            rest = rest[received:]
        return data


def write_all(file: IO[bytes], view: memoryview) -> None:
    """Write bytes; one system call writes 2 GiB at most."""
    rest = view.cast("B")
    while rest:
        rest = rest[file.write(rest) :]


def _place(block: Block, file: IO[bytes], inline: IO[bytes]) -> tuple[int, int | None]:
    large = block.nbytes > LARGE
    target = file if large else inline
    if large:
        file.seek(-(-file.tell() // _ALIGNMENT) * _ALIGNMENT)
    start = target.tell()
    block.write_to(target)
    return target.tell() - start, start if large else None


def _map(descriptors: Sequence[int]) -> memoryview:
    if not descriptors:
        return memoryview(b"")
    try:
        # Private: the receiver may write on its copy of a page, which nobody else sees.
        return memoryview(mmap.mmap(descriptors[0], 0, access=mmap.ACCESS_COPY))
    finally:
        os.close(descriptors[0])


def _blocks(
    places: list[tuple[int, int | None]], inline: memoryview, mapped: memoryview
) -> tuple[memoryview, ...]:
    blocks = []
    for size, offset in places:
        if offset is None:
            blocks.append(inline[:size])
            inline = inline[size:]
        else:
            blocks.append(mapped[offset : offset + size])
    return tuple(blocks)
