"""R's output during a call: the beginning, the end, and the amount between."""

from __future__ import annotations

HEAD, TAIL = 1 << 16, 1 << 16


class Transcript:
    """Collects output in bounded memory."""

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self._lines_left_out = 0

    def add(self, data: bytes) -> None:
        """Add the next piece."""
        room = HEAD - len(self._head)
        self._head += data[:room]
        self._tail += data[room:]
        if len(self._tail) > 2 * TAIL:  # rarely, so that many small pieces stay cheap
            self._shorten()

    def text(self) -> str:
        """Return all output, or its two ends; bytes that are not UTF-8 become escapes."""
        self._shorten()
        between = f"\n[... {self._lines_left_out} lines left out ...]\n"
        return _decode(self._head) + (between if self._lines_left_out else "") + _decode(self._tail)

    def tail(self, lines: int = 5) -> str:
        """Return the last lines."""
        return "\n".join(self.text().splitlines()[-lines:])

    def _shorten(self) -> None:
        if (surplus := len(self._tail) - TAIL) > 0:
            # Keep whole lines if there are any; a line without end is cut.
            cut = self._tail.find(b"\n", surplus) + 1 or surplus
            self._lines_left_out += max(1, self._tail.count(b"\n", 0, cut))
            del self._tail[:cut]


def _decode(data: bytearray) -> str:
    return data.decode("utf-8", errors="backslashreplace")
