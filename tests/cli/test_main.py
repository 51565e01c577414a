import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress

import pytest

import pybench as pb
from pybench.base import errors
from pybench.cli import main
from tests.cli.conftest import environment


def test_version(pybench):
    done = pybench("--version")
    assert (done.returncode, done.stdout) == (0, f"pybench {pb.__version__}\n")


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
def test_help_lists_the_commands(pybench, arguments):
    done = pybench(*arguments)
    assert done.returncode == 0
    for name in ("compare", "validate", "landscape", "bootstrap", "study", "demo", "doctor"):
        assert f" {name} " in done.stdout


@pytest.mark.parametrize("name", ["compare", "validate", "landscape", "bootstrap", "study", "demo"])
def test_help_of_a_command_has_an_example(pybench, name):
    done = pybench(name, "--help")
    assert done.returncode == 0
    assert f"pybench {name} " in done.stdout.partition("Example")[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["compare"], "Missing argument 'RESULTS'"),
        (["compare", "x.csv"], "Missing option '--out'"),
        (["bogus"], "No such command 'bogus'"),
        (["compare", "x.csv", "--out", "o", "--bogus"], "No such option"),
        (["compare", "x.csv", "--out", "o", "--missing", "guess"], "'--missing'"),
        (["compare", "x.csv", "--out", "o", "--alpha", "much"], "'--alpha'"),
    ],
)
def test_usage_is_2(pybench, arguments, said):
    done = pybench(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert "--help" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["compare", "--bogus"], "pybench compare --help"),
        (["suite", "export", "--bogus"], "pybench suite export --help"),
        (["suite", "exprt"], "pybench suite --help"),
        (["bogus", "export"], "pybench --help"),
    ],
)
def test_usage_names_the_help_of_the_command_that_was_meant(capsys, arguments, meant):
    assert main.main(arguments) == 2
    assert f"Try: {meant}" in capsys.readouterr().err


def test_usage_as_json(pybench):
    done = pybench("compare", "--json")
    assert done.returncode == 2
    assert done.stderr == ""
    said = json.loads(done.stdout)["error"]
    assert (said["class"], said["exit_code"]) == ("UsageError", 2)


ENDS = {
    errors.PybenchError: 1,
    errors.BridgeError: 1,
    errors.ArgumentError: 2,
    errors.RNotFound: 3,
    errors.ExtraMissing: 3,
    errors.TasksFailed: 4,
    errors.ResultsTableError: 5,
    errors.ConversionError: 5,
    errors.LanguagesDisagree: 6,
    KeyboardInterrupt: 130,
    RuntimeError: 1,
}


@pytest.mark.parametrize("kind", ENDS)
@pytest.mark.parametrize("as_json", [False, True])
def test_every_error_has_its_exit_code(monkeypatch, capsys, kind, as_json):
    def fail(*_, **__):
        raise kind("went [red]wrong[/red] \x1b[2J")

    monkeypatch.setattr(main, "app", fail)
    assert main.main(["compare", "--json"] if as_json else ["compare"]) == ENDS[kind]
    said = capsys.readouterr()
    if as_json:
        document = json.loads(said.out)["error"]
        assert document["exit_code"] == ENDS[kind]
    else:
        assert said.out == ""
        assert said.err.splitlines()[-1].startswith("Error: ")
    if kind is not KeyboardInterrupt:
        text = document["text"] if as_json else said.err
        assert "[red]wrong[/red]" in text
    if issubclass(kind, errors.PybenchError) and not as_json:
        assert "\x1b" not in said.err
        assert "\\x1b[2J" in said.err


def test_an_internal_error_shows_its_traceback(monkeypatch, capsys):
    monkeypatch.setattr(main, "app", lambda *_, **__: 1 / 0)
    assert main.main(["demo"]) == 1
    said = capsys.readouterr().err
    assert "Traceback" in said
    assert "internal error, please report it" in said


@pytest.mark.parametrize(
    ("number", "code"),
    [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)],
    ids=["INT", "TERM", "HUP"],
)
def test_interrupted(start, tmp_path, number, code):
    process = start("demo", "--engine", "python", "--jobs", "1", "--out", "out")
    runs = tmp_path / "out" / "runs"
    while not list(runs.glob("*/runs/*/*/evaluation-*.json")):
        assert process.poll() is None
        time.sleep(0.1)
    asked = time.monotonic()
    # Python drops an interrupt that meets a finalizer: like a user, ask again.
    while process.poll() is None and time.monotonic() - asked < 60:
        process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=8)
    _, said = process.communicate(timeout=60)
    assert process.returncode == code
    assert "interrupted; files already written are complete" in said.splitlines()[-1]
    assert "Traceback" not in said


def test_a_reader_that_leaves_hears_nothing(start):
    process = start("compare", "--help")
    process.stdout.close()
    process.stdout = None
    _, said = process.communicate(timeout=60)
    assert process.returncode == 1
    assert said == ""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("what", "code"), [("--version", 0), ("suite show nowhere --json", 5)])
def test_closed_streams_are_no_reason_to_fail(tmp_path, what, code, closed):
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m pybench {what} {closed}"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (code, "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs Linux's full device")
@pytest.mark.parametrize("what", ["--version", "suite show nowhere --json", "doctor"])
def test_an_output_that_is_full_is_the_environment(tmp_path, what):
    done = subprocess.run(
        ["sh", "-c", f"{sys.executable} -m pybench {what} >/dev/full"],
        cwd=tmp_path, env=environment(), capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip
    assert done.returncode == 3
    assert done.stderr == "Error: the operating system refuses: No space left on device\n"


@pytest.mark.parametrize("as_json", [False, True])
def test_what_the_system_refuses_is_the_environment(monkeypatch, capsys, as_json):
    def refuse(*_, **__):
        raise PermissionError(13, "Permission denied", "kept/secret")

    monkeypatch.setattr(main, "app", refuse)
    assert main.main(["compare", *["--json"] * as_json]) == 3
    said = capsys.readouterr()
    text = "kept/secret: the operating system refuses: Permission denied"
    if as_json:
        assert json.loads(said.out)["error"]["text"] == text
    else:
        assert said.err == f"Error: {text}\n"


def test_a_terminal_that_cannot_show_a_name(pybench, tmp_path):
    (tmp_path / "é.csv").write_text("dataset,漢字,b\nd,0.1,0.2\ne,0.3,0.2\n", encoding="utf-8")
    done = pybench(
        "compare", "é.csv", "--lower-is-better", "--out", "out", "--engine", "python",
        LC_ALL="C", PYTHONIOENCODING="ascii", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "\\u6f22\\u5b57" in done.stdout


def test_start_is_light():
    code = (
        "import sys, pybench.cli.main; "
        "heavy = {'pandas', 'scipy', 'matplotlib', 'sklearn', 'pyarrow', 'rpy2', 'jinja2'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "[]\n", done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["features", "nowhere", "--out", "none/f.csv"],
        ["features", "nowhere", "--out", "f.csv", "--times", "none/t.csv"],
        ["mcm", "nowhere.csv", "--higher-is-better", "--out", "none/m.csv"],
        ["validate", "--all", "--out", "none/certificate.csv"],
    ],
)
def test_a_place_that_cannot_be_written_is_refused_before_the_work(
    arguments, capsys, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main.main(arguments) == 3  # what it would work on is not even there
    assert "cannot write the file: No such file or directory" in capsys.readouterr().err


def limited(tmp_path, table, megabytes):
    """Return a finished comparison that may use this much memory."""
    code = f"import resource as r; r.setrlimit(r.RLIMIT_AS, ({megabytes << 20},) * 2); "
    code += "from pybench.cli.main import run; run()"
    given = ["mcm", table, "--higher-is-better", "--out", "m.svg"]
    return subprocess.run(
        [sys.executable, "-c", code, *given], cwd=tmp_path, capture_output=True, text=True,
        env={**environment(), "OPENBLAS_NUM_THREADS": "1"}, timeout=60,
    )  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not hold to RLIMIT_AS")
def test_too_little_memory_is_the_environment(tmp_path, table):
    done = None
    for megabytes in (250, 300, 320, 180):
        try:
            done = limited(tmp_path, table, megabytes)
        except subprocess.TimeoutExpired:
            continue  # at some limits, a library that is imported tries for ever
        if done.returncode == 3:  # at others, it or glibc's loader ends the process
            break
    assert done is not None
    assert done.returncode == 3, done.stderr
    assert "there is not enough memory" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.glob("m.svg"))


def test_a_hangup_that_nohup_ignores_stays_ignored():
    code = "import os, signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n"
    code += "from pybench.cli import main\n"
    code += "main.main = lambda: os.kill(os.getpid(), signal.SIGHUP) or 7\n"
    code += "main.run()"
    assert subprocess.run([sys.executable, "-c", code], env=environment()).returncode == 7
