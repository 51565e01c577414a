#!/usr/bin/env bash
# Build the R package with gcc's address and undefined-behaviour sanitizers, and run on it
# tools/torture.R and those R tests that reach C. A report ends R, and so the run. `make nightly`.
#
#   tools/sanitize.sh [FILTER]     FILTER: a regular expression on the names of the R test files
set -euo pipefail
cd "$(dirname "$0")/.."

# Files whose R code calls C, or whose results rest on it.
filter=${1:-'^(arrow|base-stream|read|bridge|table|features-table|suite-(hashing|lock|manifest|tables|measures|splits)|comparison-(aligned|bayesian|comparates|dirichlet|effects|eisinga|exact|posterior|power|resampled|signedrank|skillings|ttest|walsh|wilcoxon)|landscape-(fast-kernels|kernel|partitioned|quality|rows|som)|optimal-(processes|simulation|likelihood))'}

build=$PWD/build/sanitize
rm -rf "$build" && mkdir -p "$build/library" "$build/source"
cp -rL r/. "$build/source" && rm -f "$build"/source/src/*.{o,so}
cat >"$build/Makevars" <<'MAKE'
CFLAGS = -std=gnu11 -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all
LDFLAGS = -fsanitize=address,undefined
MAKE
R_MAKEVARS_USER=$build/Makevars R CMD INSTALL --no-docs --no-test-load --library="$build/library" \
  "$build/source" >"$build/log" 2>&1 || { cat "$build/log"; exit 1; }
# Else the run would prove nothing. Not grep -q: it ends before nm, which pipefail takes amiss.
nm -D "$build/library/pybench/libs/pybench.so" | grep __asan_report_load8 >/dev/null

# R itself is not instrumented: the library must be there before it, and what R never frees is its own.
export LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:detect_stack_use_after_return=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export R_LIBS_USER=$build/library
Rscript --vanilla tools/torture.R
Rscript --vanilla tools/testthat.R "$build/counts" "$filter"
