"""What runs in the child: R whose output, text, options and chance depend on nothing outside."""

from __future__ import annotations

import ast
import shutil
import subprocess
from pathlib import Path

import pytest

from pybench.base.errors import ConversionError, RPackageMissing, RVersionUnsupported
from pybench.bridge import call as bridge
from pybench.bridge import child, library, locate, worker
from tests.parallel.scripts import until

pytestmark = pytest.mark.r


def test_output_comes_in_order_and_belongs_to_its_call(r_answer):
    source = "cat('one\\n'); print(2); system('echo three'); write('four', stderr())"
    assert r_answer(source).output == "one\n[1] 2\nthree\nfour\n"
    assert r_answer("1").output == ""


def test_late_output_is_not_the_next_calls(r_answer, tmp_path):
    r_answer(f"system('sleep 0.1; echo late; touch {tmp_path}/said', wait = FALSE); 1")
    assert until((tmp_path / "said").exists)
    assert r_answer("cat('now')").output == "now"


def test_much_output_does_no_harm(r_answer):
    answer = r_answer("for (i in 1:1e5) cat('line', i, '\\n'); 'done'", deadline=30)
    assert answer.value == "done"
    assert answer.output.startswith("line 1 \n")
    assert answer.output.endswith("line 100000 \n")
    assert "lines left out" in answer.output
    assert len(answer.output) < 150_000


def test_output_that_is_no_text_does_no_harm(r_answer):
    assert r_answer("cat('caf\\xe9 ', '\\u00e9\\n', sep = ''); 1").output == "caf\\xe9 é\n"


def test_output_cannot_be_taken_for_a_message(r_answer):
    source = """
    p <- pipe("cat", "wb"); writeBin(as.raw(c(rep(0, 15), 2, 123, 125)), p); close(p); 5
    """
    answer = r_answer(source)
    assert (answer.value, answer.output) == (5, "\0" * 15 + "\2{}")


def test_messages_and_warnings_are_told_apart(r_answer):
    answer = r_answer("message('m'); warning('w'); suppressWarnings(warning('x')); 1")
    assert answer.warnings == ("w",)
    assert [text.strip() for text in answer.messages] == ["m"]


def test_nobody_sits_at_the_console(r):
    assert r("interactive()") is False
    assert r("readline('name? ')") == ""
    assert r("readLines(stdin(), 1)") == []


def test_chance_is_the_same_in_every_call_and_child(r):
    first = r("c(rnorm(2), sample(10, 2))").tolist()
    assert r("c(rnorm(2), sample(10, 2))").tolist() == first
    r("RNGkind('Wichmann-Hill'); set.seed(5)")
    assert r("c(rnorm(2), sample(10, 2))").tolist() == first
    bridge.close()
    assert r("c(rnorm(2), sample(10, 2))").tolist() == first


def test_seed_is_the_callers(r):
    assert r("set.seed(1); runif(1)") == 0.2655086631421


def test_locale_and_time_zone_are_the_same_everywhere(script):
    source = """
        from pybench.bridge.call import call
        source = {"source": "paste(Sys.timezone(), paste(sort(c('b', 'A', 'a')), collapse = ''), "
                  "nchar('é'), format(0.5), tryCatch(sqrt('a'), error = conditionMessage))"}
        print(call("bridge_eval", source))
    """
    settings = 'import os; os.environ.update(LC_ALL="tr_TR.UTF-8", TZ="Asia/Tokyo", LANGUAGE="de")'
    outputs = {
        script(source).communicate(timeout=60)[0],
        script("import os\n" + settings + "\n" + _dedented(source)).communicate(timeout=60)[0],
    }
    assert outputs == {"UTC Aab 1 0.5 non-numeric argument to mathematical function\n"}


def _dedented(source: str) -> str:
    return "\n".join(line[8:] for line in source.splitlines())


def test_profile_of_the_user_is_not_read(script, tmp_path, monkeypatch):
    (tmp_path / "profile").write_text("options(digits = 3); set.seed(1); cat('hello')\n")
    monkeypatch.setenv("R_PROFILE_USER", str(tmp_path / "profile"))
    process = script("""
        from pybench.bridge.call import ask
        print(ask("bridge_eval", {"source": "getOption('digits')"}))
    """)
    assert "value=7, warnings=(), messages=(), output=''" in process.communicate(timeout=60)[0]


def test_r_looks_for_files_where_the_caller_is(r, tmp_path, monkeypatch):
    r("1")
    monkeypatch.chdir(tmp_path)
    assert Path(r("getwd()")) == tmp_path


def test_folder_that_is_gone_does_no_harm(r, tmp_path, monkeypatch):
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    assert r("1") == 1


def test_unasked_plot_leaves_no_file(r, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    r("plot(1:3); NULL")
    assert list(tmp_path.iterdir()) == []


def test_parents_warnings_are_not_the_childs(script):
    # The script runs with -W error; so does a child that inherits it by the environment.
    process = script("""
        import os
        os.environ["PYTHONWARNINGS"] = "error"
        from pybench.bridge.call import call
        print(call("bridge_eval", {"source": "1L"}))
    """)
    assert process.communicate(timeout=60)[0] == "1\n"


def test_module_of_the_same_name_beside_the_script_does_no_harm(script, tmp_path, monkeypatch):
    (tmp_path / "socket.py").write_text("raise ImportError('the wrong one')\n")
    monkeypatch.chdir(tmp_path)
    process = script("""
        import sys
        sys.path.pop(0)
        from pybench.bridge.call import call
        print(call("bridge_eval", {"source": "1L"}))
    """)
    assert process.communicate(timeout=60)[0] == "1\n"


REFUSED = {
    "function": ("mean", "type CLOSXP"),
    "environment": ("globalenv()", "type ENVSXP"),
    "complex": ("1i", "type CPLXSXP"),
    "raw": ("as.raw(1)", "type RAWSXP"),
    "formula": ("y ~ x", "class formula"),
    "date": ("as.Date('2026-01-01')", "class Date"),
    "wide integer": ("structure(1, class = 'integer64')", "class integer64"),
    "deep inside": ("list(a = 1, b = list(2, mean))", r"`value\$b\$2` is of type CLOSXP"),
    "bytes": ("'caf\\xe9'", "not valid UTF-8"),
    "marked bytes": ("{x <- 'caf\\xe9'; Encoding(x) <- 'bytes'; x}", "not valid UTF-8"),
    "name": ("setNames(1, 'caf\\xe9')", "not valid UTF-8"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_values_without_exact_form_are_refused(r, child_pid, what):
    source, text = REFUSED[what]
    before = child_pid()
    with pytest.raises(ConversionError, match=text):
        r(source)
    assert child_pid() == before


def test_text_in_another_encoding_is_translated(r):
    assert r("{x <- 'caf\\xe9'; Encoding(x) <- 'latin1'; x}") == "café"


def test_memory_of_large_tables_is_given_back(r, keep):
    import numpy as np

    keep(np.zeros((1000, 10_000)))
    assert r("rm(kept, envir = globalenv()); gc()[2, 2]") < 60  # MB; the matrix has 80


def test_r_that_does_not_fit_is_typed(monkeypatch, fresh_child, r, tmp_path):
    environment = child._environment
    (tmp_path / "rpy2.py").write_text("raise ImportError('undefined symbol: R_getVar')")

    def with_broken_rpy2(*arguments):
        return {**environment(*arguments), "PYTHONPATH": str(tmp_path)}

    monkeypatch.setattr(child, "_environment", with_broken_rpy2)
    with pytest.raises(RVersionUnsupported, match="undefined symbol: R_getVar"):
        r("1")


def test_package_that_does_not_load_is_typed(monkeypatch, fresh_child, r, tmp_path):
    (tmp_path / "pybench").mkdir()
    (tmp_path / "pybench" / "DESCRIPTION").write_text("Package: pybench\n")
    monkeypatch.setenv("PYBENCH_R_LIBS", str(tmp_path))
    monkeypatch.setenv("R_LIBS_USER", str(tmp_path))
    with pytest.raises(RPackageMissing, match="pybench"):
        r("1")


def test_package_from_another_library_is_refused(monkeypatch, fresh_child, r, tmp_path):
    (private,) = library.ensure(locate.find_r())
    shutil.copytree(private / "pybench", tmp_path / "pybench")
    environment = child._environment

    def loads_another(*arguments):
        usual = environment(*arguments)
        return {**usual, "R_LIBS": str(tmp_path), "R_DEFAULT_PACKAGES": "utils,pybench"}

    monkeypatch.setattr(child, "_environment", loads_another)
    with pytest.raises(RPackageMissing, match=f"found it in {tmp_path}"):
        r("1")


def test_a_library_that_the_user_exports_does_not_win(monkeypatch, fresh_child, r, tmp_path):
    (private,) = library.ensure(locate.find_r())
    shutil.copytree(private / "pybench", tmp_path / "pybench")
    shutil.copytree(private / "pybench", tmp_path / "another")
    monkeypatch.setenv("R_LIBS", str(tmp_path))
    monkeypatch.setenv("R_DEFAULT_PACKAGES", "utils,pybench")
    assert r("getNamespaceInfo('pybench', 'path')") == str(private / "pybench")
    assert str(tmp_path) in r(".libPaths()")


def test_rpy2_is_loaded_when_the_child_starts_and_not_before():
    tree = ast.parse(Path(worker.__file__).read_text(encoding="utf-8"))
    at_once = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert "rpy2" not in " ".join(map(ast.unparse, at_once))


def test_streams_of_c_code_are_flushed(r_answer, tmp_path):
    # What C code prints past R stays in C's buffer until somebody lets it out.
    code = '#include <stdio.h>\nvoid say(void) { printf("from C"); }\n'
    (tmp_path / "say.c").write_text(code)
    command = ["cc", "-shared", "-fPIC", "-o", tmp_path / "say.so", tmp_path / "say.c"]
    subprocess.run(command, check=True)
    answer = r_answer(f"dyn.load('{tmp_path / 'say.so'}'); .C('say'); 1")
    assert (answer.value, answer.output) == (1, "from C")
