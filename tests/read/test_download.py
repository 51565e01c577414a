"""Answers of servers that do their worst: in time, of a size, whole, or an error of ours."""

from __future__ import annotations

import gzip
import hashlib
import socket
import time
import tracemalloc
from contextlib import ExitStack

import hostile_server as odd
import pytest
from hostile_server import hostile

from pybench.base.errors import ArgumentError
from pybench.read import download
from pybench.read.download import Checksum, NoAnswer, TooMuch, allow, answer, limits

DATA = bytes(range(256)) * 2000
SECONDS = 1.0  # of one answer
PATIENCE = 20.0  # of the tests: what takes longer is not bounded by that


@pytest.fixture
def server():
    with hostile(lambda path: DATA) as running:
        yield running


def asked(server, seconds=60.0, most=2**20, ends=False):
    begin = time.monotonic()
    try:
        return b"".join(answer(f"{server.url}/x", seconds=seconds, most=most, ends=ends))
    finally:
        assert time.monotonic() - begin < PATIENCE


def test_a_good_answer(server):
    assert asked(server) == DATA
    assert asked(server, ends=True) == DATA
    assert asked(server, most=len(DATA)) == DATA
    server.odd["x"] = odd.packed
    assert asked(server, ends=True) == DATA


@pytest.mark.parametrize("how", [odd.silent, odd.dripping_head, odd.dripping])
def test_slow_servers_have_one_deadline(how, server):
    server.odd["x"] = how
    with pytest.raises(TooMuch, match="no whole answer within 1 seconds"):
        asked(server, seconds=SECONDS)


def test_a_server_that_drips_meets_the_deadline_between_pieces(server):
    server.odd["x"] = odd.dripping
    began = answer(f"{server.url}/x", seconds=SECONDS, most=10**6)
    assert next(began) == b" "
    time.sleep(SECONDS)
    with pytest.raises(TooMuch):
        next(began)


def test_silence_ends_before_the_deadline(server, monkeypatch):
    monkeypatch.setattr(download, "SILENCE", 0.5)
    server.odd["x"] = odd.silent
    with pytest.raises(NoAnswer, match=r"no answer for 0\.5 seconds"):
        asked(server, seconds=1000.0)


@pytest.mark.parametrize(
    "how",
    [odd.endless, odd.endless_chunks, odd.promising_a_lot, odd.bomb, odd.one_bomb],
)
def test_large_answers_have_one_limit(how, server):
    server.odd["x"] = how
    with pytest.raises(TooMuch, match="the limit of 1000000"):
        asked(server, most=10**6)


def test_a_name_of_many_addresses_has_one_deadline(monkeypatch):
    """Each would be given the whole time: 30 s here."""
    with socket.socket() as deaf, ExitStack() as waiting:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen(0)
        for _ in range(3):  # a full queue: who comes now gets no answer
            one = waiting.enter_context(socket.socket())
            one.setblocking(False)
            one.connect_ex(deaf.getsockname())
        found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", deaf.getsockname())] * 30
        look_up = socket.getaddrinfo
        monkeypatch.setattr(
            socket, "getaddrinfo",
            lambda host, *more, **named: found if host == "many" else look_up(host, *more, **named),
        )  # fmt: skip
        begin = time.monotonic()
        with pytest.raises(TooMuch, match="within 1 seconds"):
            list(answer("http://many/x", seconds=SECONDS, most=1000))
        assert time.monotonic() - begin < PATIENCE


def test_a_bomb_is_unpacked_in_small_pieces():
    packed = gzip.compress(bytes(100 * 2**20))
    unpack = download._Unpacker("gzip")
    tracemalloc.start()
    try:
        sizes = [len(part) for part in unpack(packed)]
        assert tracemalloc.get_traced_memory()[1] < 10 * 2**20
    finally:
        tracemalloc.stop()
    assert sum(sizes) == 100 * 2**20
    assert max(sizes) <= 2**16


@pytest.mark.parametrize(
    ("how", "said"),
    [
        (odd.promising_too_much, "512000 bytes of 512010"),
        (odd.half_packed, "breaks off"),
        (odd.packed_with_a_tail, "after the end of a packed answer"),
        (odd.packed_oddly, "packed as 'br'"),
        (odd.no_http, "garbage"),
        (odd.redirecting("file:///etc/passwd"), "HTTP 302"),
        (odd.redirecting("ftp://127.0.0.1/x"), "scheme 'ftp'"),
        (odd.redirecting("data:text/plain,x"), "HTTP 302"),
        (odd.redirecting("/x"), "HTTP 302"),
    ],
)
def test_answers_that_are_none(how, said, server):
    server.odd["x"] = how
    with pytest.raises(NoAnswer, match=said) as raised:
        asked(server)
    assert not isinstance(raised.value, TooMuch)


def test_a_redirect_is_followed_and_its_body_is_not_read(server):
    server.odd["x"] = odd.redirecting_without_end
    assert asked(server) == DATA
    assert server.asked == ["/x", "/elsewhere"]


def test_where_an_answer_ends_must_be_told_if_asked(server):
    server.odd["x"] = odd.without_end
    assert asked(server) == DATA
    with pytest.raises(NoAnswer, match="does not tell where it ends"):
        asked(server, ends=True)


def test_nobody_there():
    with hostile(lambda path: None) as server:
        with pytest.raises(NoAnswer, match="HTTP 404") as raised:
            asked(server)
        assert raised.value.status == 404
    with pytest.raises(NoAnswer, match="refused"):
        next(answer("http://127.0.0.1:1/x", seconds=60.0, most=10))


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://a/b", "x", "", "data:,x"])
def test_addresses_of_the_web_alone(address):
    with pytest.raises(NoAnswer, match="scheme"):
        next(answer(address, seconds=1.0, most=10))


def test_no_link_leads_from_https_to_http():
    allow("https://a/b", "https://c")
    allow("https://a/b", "http://c")
    allow("http://a/b", "http://c")
    with pytest.raises(NoAnswer, match="scheme 'http'"):
        allow("http://a/b", "https://c")


@pytest.mark.parametrize(
    ("kind", "digest"),
    [
        ("", ""),
        ("crc32", "0" * 8),
        ("md5", ""),
        ("md5", "0" * 31),
        ("sha1", "0" * 40),
        ("md5", "x" * 32),
    ],
)
def test_no_checksum_is_no_file(kind, digest):
    with pytest.raises(NoAnswer, match="no checksum of `f` by MD5 or SHA-256"):
        Checksum(kind, digest, "f")


def test_checksums_of_both_kinds():
    for kind in ("md5", "sha256"):
        one = Checksum(kind, hashlib.new(kind, b"ab").hexdigest().upper(), "f")
        one.add(b"a")
        assert not one.right()
        one.add(b"b")
        assert one.right()


def test_limits_are_checked():
    assert limits(1, 2) == (1.0, 2)
    for bad in ((0, 1), (float("inf"), 1), ("a", 1), (1, 0), (1, 1.5)):
        with pytest.raises(ArgumentError):
            limits(*bad)
