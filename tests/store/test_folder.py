"""The cache folder: where, and what happens if it cannot be written to."""

from __future__ import annotations

import pytest

from pybench.base.errors import EnvironmentProblem
from pybench.store.folder import user_cache, user_config


def test_own_folder_comes_first(monkeypatch, tmp_path):
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "own"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert user_cache("a", "b") == tmp_path / "own" / "a" / "b"
    assert (tmp_path / "own" / "a" / "b").is_dir()


def test_then_the_folder_of_the_desktop(monkeypatch, tmp_path):
    monkeypatch.delenv("PYBENCH_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache() == tmp_path / "pybench"


def test_then_the_home(monkeypatch, tmp_path):
    monkeypatch.delenv("PYBENCH_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    assert user_cache() == tmp_path / ".cache" / "pybench"


def test_folder_that_cannot_be_made(monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path / "file" / "cache"))
    with pytest.raises(EnvironmentProblem, match="PYBENCH_CACHE") as caught:
        user_cache()
    assert caught.value.exit_code == 3


def test_folder_without_permission(monkeypatch, tmp_path):
    monkeypatch.setenv("PYBENCH_CACHE", str(tmp_path))
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    with pytest.raises(EnvironmentProblem, match="no permission to write"):
        user_cache()


def test_a_user_without_a_home(monkeypatch):
    for name in ("PYBENCH_CACHE", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as where it finds nobody
    with pytest.raises(EnvironmentProblem, match="this user has no home folder") as caught:
        user_cache()
    assert "PYBENCH_CACHE" in caught.value.hint


def test_a_tilde_is_the_home_in_all_of_them(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYBENCH_CACHE", "~/own")  # nobody expands it in a Dockerfile
    assert user_cache() == tmp_path / "own"
    monkeypatch.delenv("PYBENCH_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", "~/xdg")
    assert user_cache() == tmp_path / "xdg" / "pybench"
    assert not (tmp_path / "~").exists()


def test_what_a_user_decides_lies_beside_his_settings_and_not_in_the_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("PYBENCH_CONFIG", raising=False)
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert user_config() == tmp_path / ".config" / "pybench"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))
    assert user_config() == tmp_path / "xdg" / "pybench"
    monkeypatch.setenv("PYBENCH_CONFIG", "~/own")
    assert user_config() == tmp_path / "own"
    assert not list(tmp_path.iterdir())


def test_a_user_without_a_home_has_no_settings(monkeypatch):
    for name in ("PYBENCH_CONFIG", "XDG_CONFIG_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(EnvironmentProblem, match="this user has no home folder") as caught:
        user_config()
    assert "PYBENCH_CONFIG" in caught.value.hint
