"""What R printed is kept in bounded memory: the two ends, and how much lay between."""

from __future__ import annotations

from pybench.bridge.transcript import HEAD, TAIL, Transcript


def written(*pieces: bytes) -> Transcript:
    transcript = Transcript()
    for piece in pieces:
        transcript.add(piece)
    return transcript


def test_short_output_is_whole():
    assert written(b"one\n", b"two\n").text() == "one\ntwo\n"


def test_nothing_is_nothing():
    assert written().text() == ""


def test_long_output_keeps_both_ends_and_counts_the_rest():
    lines = [f"line {i:06d}\n".encode() for i in range(100_000)]
    text = written(*lines).text()
    assert text.startswith("line 000000\n")
    assert text.endswith("line 099999\n")
    assert len(text) < HEAD + TAIL + 100
    left_out = int(text.split("[... ")[1].split()[0])
    kept = sum(line.startswith("line ") for line in text.splitlines())
    assert abs(left_out + kept - 100_000) <= 1  # the line that is cut at the head


def test_memory_is_bounded():
    transcript = Transcript()
    for _ in range(200):
        transcript.add(b"x" * 10_000)
        assert len(transcript._head) + len(transcript._tail) <= HEAD + 2 * TAIL + 10_000


def test_a_line_without_end_is_cut():
    assert "lines left out" in written(b"x" * (HEAD + 3 * TAIL)).text()


def test_bytes_that_are_no_text_are_shown():
    assert written(b"caf\xe9\n").text() == "caf\\xe9\n"


def test_characters_cut_between_pieces_are_whole_again():
    assert written("é".encode()[:1], "é".encode()[1:]).text() == "é"


def test_tail_is_the_last_lines():
    assert written(*(f"{i}\n".encode() for i in range(10))).tail(2) == "8\n9"
