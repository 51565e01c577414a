"""Messages arrive as they were sent, in time or not at all."""

from __future__ import annotations

import io
import os
import socket
import threading
import time

import pytest

from pybench.bridge.protocol import LARGE, Channel, Raw, write_all
from tests.bridge.conftest import at_best_within


@pytest.fixture
def ends(tmp_path):
    """Return the two ends of a line."""
    channels = [Channel(sock, tmp_path) for sock in socket.socketpair()]
    yield channels
    for channel in channels:
        channel.close()


def exchange(ends, header, *blocks):
    sender, receiver = ends
    raw = [Raw(memoryview(block)) for block in blocks]
    thread = threading.Thread(target=sender.send, args=(header, raw))
    thread.start()
    message = receiver.receive()
    thread.join()
    return message


def test_header_and_blocks_arrive(ends):
    message = exchange(ends, {"text": "é \N{SNAKE}", "n": 2**60}, b"", b"abc", b"\0\xff")
    assert message.header == {"text": "é \N{SNAKE}", "n": 2**60}
    assert [bytes(block) for block in message.blocks] == [b"", b"abc", b"\0\xff"]


def test_large_blocks_arrive_by_file_and_leave_none_behind(ends, tmp_path):
    large = [os.urandom(LARGE + 1), b"small", os.urandom(2 * LARGE)]
    message = exchange(ends, {}, *large)
    assert [bytes(block) for block in message.blocks] == large
    assert list(tmp_path.iterdir()) == []


def test_blocks_that_arrived_can_be_written_to(ends):
    message = exchange(ends, {}, b"abc", b"x" * (LARGE + 1))
    for block in message.blocks:
        block[0] = 0
        assert block[0] == 0


def test_messages_do_not_mix(ends):
    for i in range(5):
        assert exchange(ends, {"i": i}, bytes(i)).header == {"i": i}


def test_silence_ends_at_the_deadline(ends):
    def listen() -> tuple[float, None]:
        started = time.monotonic()
        with pytest.raises(TimeoutError):
            ends[1].receive(until=started + 0.1)
        took = time.monotonic() - started
        assert took >= 0.1
        return took, None

    at_best_within(1, listen)


def test_a_deaf_end_does_not_hold_the_sender(ends):
    with pytest.raises(TimeoutError):
        ends[0].send({"text": "x" * LARGE}, until=time.monotonic() + 0.1)


def test_hanging_up_is_the_end(ends):
    ends[0].close()
    with pytest.raises(EOFError):
        ends[1].receive()


@pytest.mark.parametrize("sent", [1, 16, 20])
def test_hanging_up_in_mid_message_is_the_end(ends, sent):
    whole = io.BytesIO()
    recorder, listener = socket.socketpair()
    Channel(recorder, ends[0]._folder).send({"text": "x" * 100})
    whole.write(listener.recv(1 << 16))
    recorder.close()
    listener.close()
    ends[0].socket.sendall(whole.getvalue()[:sent])
    ends[0].close()
    with pytest.raises(EOFError):
        ends[1].receive()


def test_no_descriptor_is_left_open(ends):
    before = len(os.listdir("/proc/self/fd"))
    message = exchange(ends, {}, b"x" * (LARGE + 1))
    del message
    assert len(os.listdir("/proc/self/fd")) == before


def test_short_writes_are_continued():
    class Slow(io.RawIOBase):
        written = b""

        def write(self, data):
            self.written += bytes(data[:3])
            return min(3, len(data))

    slow = Slow()
    write_all(slow, memoryview(b"abcdefgh"))
    assert slow.written == b"abcdefgh"
