#!/usr/bin/env bash
# Set up all that pybench needs, and say so: system packages, .venv, the R package in .rlib.
# Only what macOS has too: bash 3.2, tools of POSIX, mktemp.
# Safe to repeat: a step that is done is not done again. Exit 3: something is missing that only
# the user can put there; the message holds the command.
#
#   tools/setup.sh            what `make demo`, `make test` and `make check` need
#   tools/setup.sh nightly    valgrind, locales, TeX and atheris too
set -euo pipefail
cd "$(dirname "$0")/.."

purpose=${1:-test}
# The versions that pip may take; `make platforms` tries the lowest and the newest ones too.
constraints=${PYBENCH_CONSTRAINTS:-constraints.txt}

# r-base-dev brings the compiler and the libraries that an embedded R is linked against.
debian_packages=(
  r-base-core r-base-dev pandoc qpdf
  r-cran-foreign r-cran-generics r-cran-ggplot2 r-cran-jsonlite r-cran-knitr r-cran-kohonen
  r-cran-lintr r-cran-readxl r-cran-rmarkdown r-cran-roxygen2 r-cran-testthat
)
# Ubuntu ships its browser as a snap, which needs a running snapd; the browser test skips there.
grep -qs '^ID=debian' /etc/os-release && debian_packages+=(chromium chromium-driver)
# The last lines compile tables in the classes of publishers (tests/test_papers.py), and figures.
[ "$purpose" = nightly ] && debian_packages+=(
  valgrind locales
  texlive-latex-recommended texlive-latex-extra texlive-publishers texlive-science lmodern
  cm-super-minimal
)

say() { printf 'set-up: %s\n' "$*"; }

stop() { # a first line, then what to do, one line each
  printf 'set-up stopped: %s\n' "$1" >&2
  shift
  printf '  %s\n' "$@" >&2
  exit 3
}

scratch=$(mktemp -d) watcher=
tidy() {
  [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true
  rm -rf "$scratch"
}
trap tidy EXIT

# What the programs of a long step print is shown only if they fail; until then, a line every ten
# seconds tells where they are.
long() { # what is done, then the command
  local begin=$SECONDS log=$scratch/log status=0
  say "$1"
  shift
  : >"$log"
  rm -f "$scratch/watched"
  {
    : >"$scratch/watched"
    while sleep 10 >/dev/null 2>&1; do
      kill -0 $$ 2>/dev/null || exit 0
      say "  $((SECONDS - begin)) s $(tr '\r' '\n' <"$log" | grep -v WARNING | tail -n 1 | cut -c 1-80)"
    done
  } &
  watcher=$!
  # Killed before it is on its own, it would still run the trap of this shell: rm of the log.
  until [ -e "$scratch/watched" ]; do :; done
  "$@" >"$log" 2>&1 || status=$?
  kill "$watcher" 2>/dev/null || true
  wait "$watcher" 2>/dev/null || true
  watcher=
  [ "$status" -eq 0 ] || cat "$log" >&2
  return "$status"
}

has_apt() { command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; }

is_installed() {
  [ "$(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

python_is_new_enough() {
  "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$candidate" >/dev/null && python_is_new_enough "$candidate"; then
      command -v "$candidate"
      return
    fi
  done
}

python_parts_missing() { # Debian splits Python: venv and the C headers are packages of their own
  "$1" - <<'PYTHON'
import importlib.util, os, sys, sysconfig
name = f"python{sys.version_info.major}.{sys.version_info.minor}"
if importlib.util.find_spec("ensurepip") is None:
    print(f"{name}-venv")
if not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
    print(f"{name}-dev")
PYTHON
}

install_debian_packages() {
  local missing=() package
  for package in "$@"; do is_installed "$package" || missing+=("$package"); done
  [ ${#missing[@]} -eq 0 ] && return
  if [ "$(id -u)" -ne 0 ]; then
    stop "these Debian packages are missing and only root can install them. Run this, then make again:" \
      "sudo apt-get update && sudo apt-get install --yes --no-install-recommends ${missing[*]}"
  fi
  long "installing Debian packages: ${missing[*]}" apt_install "${missing[@]}" ||
    stop "apt-get does not install them (see above)." "Without network, nothing can be installed."
}

apt_install() {
  export DEBIAN_FRONTEND=noninteractive
  apt-get update --quiet &&
    apt-get install --quiet --yes --no-install-recommends \
      -o DPkg::Lock::Timeout=300 -o Dpkg::Use-Pty=0 "$@"
}

look_at_python() {
  python=$(find_python)
  parts=$([ -z "$python" ] || python_parts_missing "$python")
}

set_up_system() {
  look_at_python
  if has_apt; then
    # All in one go: who is not root is asked for one command, not for one after the other.
    # shellcheck disable=SC2086 # one package a word
    install_debian_packages "${debian_packages[@]}" $parts
  else
    say "no apt-get here: R and its packages are taken as they are (${debian_packages[*]})"
  fi
  command -v Rscript >/dev/null || stop "R is missing." "Install R 4.2 or newer."
  Rscript --vanilla -e 'quit(status = getRversion() < "4.2.0")' ||
    stop "R is older than 4.2." "Install R 4.2 or newer, and put it first on PATH."
}

pip_install() {
  .venv/bin/python -m pip install --disable-pip-version-check --no-input --progress-bar off \
    --constraint "$constraints" "$@"
}

set_up_python() {
  local stamp
  [ -n "$python" ] && [ -z "$parts" ] || look_at_python # what was missing may now be there
  [ -n "$python" ] || stop "Python 3.11 or newer is missing." \
    "On Debian 12 or Ubuntu 24.04: sudo apt-get install --yes python3 python3-venv python3-dev" \
    "Elsewhere: install it and name it: PYTHON=/path/to/python3 make ..."
  if [ -n "$parts" ]; then
    has_apt || stop "$python lacks parts: $parts" "Install a complete Python 3.11 or newer."
    # shellcheck disable=SC2086 # one package a word
    install_debian_packages $parts
  fi

  stamp=$({
    "$python" -VV
    grep '^Version:' r/DESCRIPTION
    cat pyproject.toml "$constraints"
  } | cksum)
  # Of another Python, or moved here from elsewhere: its scripts would name the wrong one.
  if [ "$(.venv/bin/python -VV 2>/dev/null)" != "$("$python" -VV)" ] ||
    ! grep -qsF "$PWD/.venv/" .venv/bin/pip; then
    say "making .venv with $("$python" -V)"
    "$python" -m venv --clear .venv
  elif [ "$(cat .venv/pybench-stamp 2>/dev/null)" = "$stamp" ]; then
    say "Python environment .venv is up to date"
    return
  elif pip_install --no-index --no-build-isolation --editable ".[dev]" >/dev/null 2>&1; then
    # Nothing is missing (another version of pybench, say): no network is needed.
    say "Python environment .venv has all that pyproject.toml and constraints.txt ask for"
    printf '%s\n' "$stamp" >.venv/pybench-stamp
    return
  fi
  long "installing pybench with its extras into .venv, versions of constraints.txt (minutes)" \
    pip_install --editable ".[dev]" || stop "pip does not install them (see above)." \
    "Without network, use wheels of a machine that has it, of the same system and Python:" \
    "there: python3 -m pip wheel --wheel-dir wheels --constraint constraints.txt '.[dev]'" \
    "here: PIP_NO_INDEX=1 PIP_FIND_LINKS=/path/to/wheels make setup"
  printf '%s\n' "$stamp" >.venv/pybench-stamp
}

set_up_fuzzing() { # docs/decisions/025; without it mutants are drawn, not guided
  .venv/bin/python -c 'import atheris' 2>/dev/null && return
  long "installing atheris" pip_install --only-binary :all: --editable ".[nightly]" ||
    say "atheris has no wheel for this Python: mutants will be drawn"
}

r_package_install() { # through a tarball: R CMD check complains of object files in r/src
  (cd "$scratch" && R CMD build --no-build-vignettes --no-manual "$OLDPWD/r") &&
    R CMD INSTALL --library=.rlib "$scratch"/pybench_*.tar.gz
}

set_up_r_package() {
  local stamp
  stamp=$({
    R --version | head -n 1
    find r -type f ! -path 'r/tests/*' ! -name '*.o' ! -name '*.so' -exec cksum {} + |
      LC_ALL=C sort
  } | cksum)
  if [ -d .rlib/pybench ] && [ "$(cat .rlib/pybench-stamp 2>/dev/null)" = "$stamp" ]; then
    say "R package in .rlib is up to date"
    return
  fi
  mkdir -p .rlib
  rm -rf .rlib/00LOCK-pybench # of a set-up that was killed
  long "installing the R package into .rlib" r_package_install || {
    printf 'set-up failed: the R package does not install (see above)\n' >&2
    exit 1
  }
  printf '%s\n' "$stamp" >.rlib/pybench-stamp
}

# numba compiles at the first call and keeps the code: the wait belongs here, not into a demo.
set_up_kernels() {
  local stamp
  stamp=$({
    cat .venv/pybench-stamp
    find pybench -path '*/kernels/*.py' -exec cksum {} + | LC_ALL=C sort
  } | cksum)
  [ "$(cat .venv/pybench-kernels 2>/dev/null)" = "$stamp" ] && return
  long "compiling the kernels of features and simulation (a minute)" .venv/bin/python - <<'PYTHON'
import pybench as pb
from pybench.suite.bundled import few_series

pb.extract_features(few_series(1), "tsfresh", 1, cache=False, filter=False)
pb.optimal.lrt("d-d6", paths=2)
PYTHON
  printf '%s\n' "$stamp" >.venv/pybench-kernels
}

set_up_system
set_up_python
[ "$purpose" = nightly ] && set_up_fuzzing
set_up_r_package
set_up_kernels
say "done in $SECONDS s"
