"""R may do what it likes: this process lives, says what happened, and asks again."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from pybench.base.errors import BridgeError, EnvironmentProblem, RCrashed, RError, RTimeout
from pybench.bridge import call as bridge
from pybench.bridge.children import children
from tests.bridge.conftest import at_best_within

pytestmark = pytest.mark.r

DEADLINE = 1.0
GRACE = 2.0  # R20: a typed error before deadline + 2 s

DEATHS = {
    "quit()": ("quit(save = 'no')", "exited with code 0"),
    "q(status=0)": ("q(status = 0)", "exited with code 0"),
    "q(status=3)": ("q(status = 3)", "exited with code 3"),
    "SIGSEGV": ("tools::pskill(Sys.getpid(), 11)", "SIGSEGV"),
    "SIGKILL": ("tools::pskill(Sys.getpid(), 9)", "SIGKILL"),
    "SIGTERM": ("tools::pskill(Sys.getpid(), 15)", "SIGTERM"),
}
NO_MEMORY = "cannot allocate|memory exhausted|memory limit .* reached"  # of R 4.2, 4.5
ERRORS = {
    "stop()": ("stop('no luck')", "no luck"),
    "unknown function": ("no_such_function()", "could not find function"),
    "infinite recursion": ("f <- function(n) f(n + 1); f(1)", "nested too deeply"),
    "recursion through lapply": ("f <- function(n) lapply(n, f); f(1)", "nested too deeply"),
    "absurd allocation": ("vector('list', 1e12)", NO_MEMORY),
    "allocation beyond R's limit": (
        r"(\(x) { old <- mem.maxVSize(400); on.exit(mem.maxVSize(old)); numeric(1e9) })()",
        NO_MEMORY,
    ),
    "parse error": ("1 +", "unexpected end of input"),
    "interactive": ("stopifnot(nzchar(readline('?')))", "not TRUE"),
}


@pytest.mark.parametrize("name", DEATHS)
def test_death_is_a_typed_error_and_the_next_call_works(r, name, record_property):
    record_property("deaths", 1)
    source, how = DEATHS[name]
    r("1")
    with pytest.raises(RCrashed, match=how) as caught:
        r(source, deadline=60)
    assert caught.value.exit_code != 0
    assert r("1 + 1") == 2


@pytest.mark.parametrize("name", ERRORS)
def test_error_is_typed_and_the_same_child_answers_on(r, child_pid, name):
    source, text = ERRORS[name]
    before = child_pid()
    with pytest.raises(RError, match=text):
        r(source, deadline=30)
    assert child_pid() == before


def test_warning_is_no_error(r_answer):
    answer = r_answer("warning('take care'); 3")
    assert (answer.value, answer.warnings) == (3, ("take care",))


def test_endless_loop_ends_at_the_deadline(r, child_pid, gone):
    def endless() -> tuple[float, int]:
        before = child_pid()
        started = time.monotonic()
        with pytest.raises(RTimeout, match="within 1 s"):
            r("repeat {}", deadline=DEADLINE)
        took = time.monotonic() - started
        assert took >= DEADLINE
        return took, before

    before = at_best_within(DEADLINE + GRACE, endless)
    assert gone(before)
    assert child_pid() != before


def test_what_r_started_ends_with_it(r, tmp_path, gone):
    file = tmp_path / "pid"

    def refuse(event):
        raise ZeroDivisionError

    source = f"""
        system("echo $$ > {file}.new; mv {file}.new {file}; sleep 600", wait = FALSE)
        while (!file.exists("{file}")) Sys.sleep(0.01)
        pybench::pb_progress(1, 2)
        repeat {{}}
    """
    with pytest.raises(ZeroDivisionError):
        r(source, progress=refuse)
    assert gone(int(file.read_text()))


def test_what_r_left_behind_cannot_hold_a_call(r):
    left = "system('echo $$; exec yes', wait = FALSE)"
    started = time.monotonic()
    assert r(f"{left}; Sys.sleep(0.2); 1", deadline=60) == 1
    with pytest.raises(RTimeout):
        r("repeat {}", deadline=0.3)
    with pytest.raises(RCrashed):
        r(f"{left}; Sys.sleep(0.1); tools::pskill(Sys.getpid(), 9)", deadline=60)
    assert time.monotonic() - started < 60  # `yes` would go on for ever


def test_death_while_idle_is_not_noticed(r, child_pid):
    os.kill(child_pid(), signal.SIGKILL)
    children._keepers[0]._child.process.wait(60)
    assert r("1 + 1") == 2


def test_last_words_are_in_the_error(r):
    with pytest.raises(RCrashed, match="my last words"):
        r("cat('my last words\\n'); tools::pskill(Sys.getpid(), 9)")


def few_files(script, code):
    process = script(f"""
        import resource
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
        {code}
    """)
    out, errors = process.communicate(timeout=120)
    return process.returncode, out, errors


def test_r_that_may_open_few_files_is_typed(script):
    code, _, errors = few_files(
        script, "from pybench.bridge.children import children; children.start()"
    )
    assert code == 1
    assert "EnvironmentProblem: R does not start" in errors
    assert "ulimit -n 256" in errors


def test_no_socket_is_typed(monkeypatch, fresh_child):
    def none(*_):
        raise OSError(24, "Too many open files")

    monkeypatch.setattr("socket.socketpair", none)
    with pytest.raises(EnvironmentProblem, match=r"R does not start: .*Too many open files"):
        children.start()


def test_start_starts_one_child(fresh_child, child_pid):
    children.start()
    started = children._keepers[0]._child
    children.start()
    assert child_pid() > 0
    assert children._keepers[0]._child is started


def test_scratch_folder_goes_with_the_child(r):
    scratch = Path(r("Sys.getenv('TMPDIR')"))
    assert Path(r("tempdir()")).parent == scratch
    with pytest.raises(RCrashed):
        r("tools::pskill(Sys.getpid(), 9)")
    assert not scratch.exists()
    scratch = Path(r("Sys.getenv('TMPDIR')"))
    bridge.close()
    assert not scratch.exists()


def test_full_disk_is_typed_and_harmless(r, child_pid, monkeypatch, gone):
    before = child_pid()

    def no_room(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(children._keepers[0]._child.channel, "_open_file", no_room)
    with pytest.raises(EnvironmentProblem, match="No space left"):
        r("1")
    monkeypatch.undo()
    assert r("2") == 2
    assert gone(before)


def test_child_outlives_the_thread_that_started_it(r, child_pid):
    bridge.close()
    pids = []
    thread = threading.Thread(target=lambda: pids.append(child_pid()))
    thread.start()
    thread.join()
    time.sleep(1)  # twice the watch's interval
    assert child_pid() == pids[0]


def test_progress_arrives_while_r_works(r):
    events = []
    source = "for (i in 1:3) pybench::pb_progress(i, 3, paste('step', i)); 'done'"
    assert r(source, progress=events.append) == "done"
    assert events == [{"done": i, "total": 3, "text": f"step {i}"} for i in (1, 2, 3)]


@pytest.mark.parametrize("kind", [ZeroDivisionError, TimeoutError, EOFError, FileNotFoundError])
def test_exception_in_progress_ends_r_and_passes_through(r, child_pid, gone, kind):
    before = child_pid()

    def refuse(event):
        raise kind

    with pytest.raises(kind):
        r("pybench::pb_progress(1, 2); repeat {}", progress=refuse)
    assert gone(before)
    assert r("1") == 1


def test_asking_from_within_progress_is_refused(r):
    with pytest.raises(BridgeError, match="still busy"):
        r("pybench::pb_progress(1, 2)", progress=lambda event: r("1"))
    assert r("1") == 1


def test_forked_process_has_a_child_of_its_own(r, child_pid, running):
    mine = child_pid()
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:  # no pytest machinery here, whatever happens
        try:
            text = f"{child_pid()} {r('rnorm(1)')!r} {running(mine)}"
            bridge.close()
            os.write(write, text.encode())
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, encoding="utf-8") as pipe:
        theirs, drawn, still_there = pipe.read().split()
    os.waitpid(pid, 0)
    assert int(theirs) != mine
    assert still_there == "True"
    assert child_pid() == mine
    assert float(drawn) == r("rnorm(1)")


def test_fork_while_another_thread_asks(r):
    asking = threading.Thread(target=r, args=("Sys.sleep(1)",))
    asking.start()
    time.sleep(0.3)
    pid = os.fork()
    if pid == 0:
        try:
            os._exit(0 if r("1 + 1") == 2 else 1)
        finally:
            os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    asking.join()
    assert r("1 + 1") == 2


ENDLESS = """
    import os, sys
    from pybench.bridge.call import call
    print(call("bridge_eval", {"source": "Sys.getpid()"}), flush=True)
    call("bridge_eval", {"source": "repeat {}"})
"""


def test_ctrl_c_ends_r_and_raises_within_a_second(script, gone):
    def interrupt() -> tuple[float, int]:
        process = script(ENDLESS)
        child = int(process.stdout.readline())
        time.sleep(0.3)
        started = time.monotonic()
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        took = time.monotonic() - started
        assert "KeyboardInterrupt" in errors
        assert process.returncode == -signal.SIGINT
        return took, child

    assert gone(at_best_within(1, interrupt))


def test_next_call_works_after_ctrl_c(script):
    process = script("""
        import signal
        from pybench.bridge.call import call
        def ask(source): return call("bridge_eval", {"source": source})
        ask("1")
        signal.signal(signal.SIGALRM, signal.default_int_handler)
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.5)
            ask("repeat {}")
        except KeyboardInterrupt:
            print(ask("1 + 1"))
    """)
    assert process.communicate(timeout=60)[0] == "2.0\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_child_dies_with_its_parent_in_mid_loop(script, number, gone):
    process = script(ENDLESS)
    child = int(process.stdout.readline())
    time.sleep(0.3)
    process.send_signal(number)
    assert gone(child)


def test_process_ends_although_a_daemon_thread_still_waits(script):
    process = script("""
        import threading, time
        from pybench.bridge.call import call
        call("bridge_eval", {"source": "1"})
        source = {"source": "repeat {}"}
        threading.Thread(target=call, args=("bridge_eval", source), daemon=True).start()
        time.sleep(0.3)
    """)
    process.communicate(timeout=60)


def test_script_without_main_guard_ends_clean(script, gone):
    process = script("""
        from pybench.bridge.call import call
        print(call("bridge_eval", {"source": "Sys.getpid()"}))
    """)
    out, errors = process.communicate(timeout=60)
    assert (process.returncode, errors) == (0, "")
    assert gone(int(out))


def test_failed_call_never_ends_with_exit_code_0(script):
    process = script("""
        from pybench.bridge.call import call
        call("bridge_eval", {"source": "q(status = 0)"})
    """)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "RCrashed" in errors


# Those of Python itself: loky registers more of them where it is imported.
@pytest.mark.parametrize(
    "start", sorted({"fork", "forkserver", "spawn"} & {*multiprocessing.get_all_start_methods()})
)
def test_process_pool_workers_have_children_of_their_own(script, gone, start):
    process = script(f"""
        import multiprocessing, os
        from concurrent.futures import ProcessPoolExecutor
        from pybench.bridge.call import call
        def wait_for(barrier):
            global both
            both = barrier
        def ask(i):
            source = {{"source": "c(Sys.getpid(), rnorm(1))"}}
            return os.getpid(), *call("bridge_eval", source).tolist()
        def ask_with_the_other(i):
            both.wait()  # one that is quick would answer for the other
            return ask(i)
        if __name__ == "__main__":
            mine = ask(0)
            context = multiprocessing.get_context("{start}")
            both = context.Barrier(2, timeout=60)
            with ProcessPoolExecutor(2, context, wait_for, (both,)) as pool:
                theirs = list(pool.map(ask_with_the_other, range(4)))
            for answer in (mine, *theirs):
                print(*answer)
    """)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    answers = [line.split() for line in out.splitlines()]
    assert len({parent for parent, *_ in answers}) == len({child for _, child, _ in answers}) == 3
    assert len({drawn for *_, drawn in answers}) == 1
    assert all(gone(int(float(child))) for _, child, _ in answers)


def test_dask_workers_have_children_of_their_own(script, gone):
    pytest.importorskip("distributed")
    process = script("""
        import os, warnings
        warnings.simplefilter("ignore")
        from distributed import Client, LocalCluster
        def ask(i):
            import os
            from pybench.bridge.call import call
            source = {"source": "c(Sys.getpid(), rnorm(1))"}
            return os.getpid(), *call("bridge_eval", source).tolist()
        if __name__ == "__main__":
            options = dict(n_workers=2, threads_per_worker=2, dashboard_address=None)
            with LocalCluster(**options) as cluster, Client(cluster) as client:
                places = client.scheduler_info(n_workers=-1)["workers"]
                answers = [
                    answer for place in places
                    for answer in client.gather(client.map(ask, range(4), key=place, workers=place))
                ]
            for answer in (ask(0), *answers):
                print(*answer)
    """)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 0, errors
    answers = [line.split() for line in out.splitlines()]
    assert len({parent for parent, *_ in answers}) == len({child for _, child, _ in answers}) == 3
    assert len({drawn for *_, drawn in answers}) == 1
    assert all(gone(int(float(child))) for _, child, _ in answers)
