"""Threads that ask R: one after the other or, where that is allowed, each its own R at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

pytestmark = pytest.mark.r


def test_threads_wait_for_their_turn(r):
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda i: r(f"Sys.sleep(0.01); {i}L"), range(40)))
    assert answers == list(range(40))


def test_as_many_threads_as_are_allowed_ask_at_once(script):
    """One waits for the file that the other makes."""
    process = script("""
        import tempfile, threading
        from pathlib import Path
        from pybench.bridge.call import call, close
        from pybench.bridge.children import children
        made = Path(tempfile.mkdtemp(), "made")
        wait = f"while (!file.exists('{made}')) Sys.sleep(0.01); Sys.getpid()"
        ask = lambda source: call("bridge_eval", {"source": source})
        children.allow(2)
        found = []
        thread = threading.Thread(target=lambda: found.append(ask(wait)))
        thread.start()
        while not children._lent:
            pass
        mine = ask(f"file.create('{made}'); Sys.getpid()")
        thread.join(30)
        children.allow(1)
        close()
        print(len(found), found[0] != mine, ask("1 + 1"))
    """)
    assert process.communicate(timeout=90)[0] == "1 True 2.0\n"
