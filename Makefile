# Every target says what it does: make help
# GNU make 3.81 is enough, which macOS has.
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help

PYTHON_IN := .venv/bin/python
# R finds here the package that the set-up installed.
export R_LIBS_USER := $(CURDIR)/.rlib

.PHONY: help setup demo test check nightly platforms bench features r-check docs dist clean

help: ## Show this list
	@awk -F ': .*## ' '/^[a-z-]+: .*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: ## Install what is missing: R and its packages, .venv with pybench, .rlib; quick when done
	@tools/setup.sh

demo: setup ## Set up, then make a whole study of bundled real data; the report is in out/demo
	.venv/bin/pybench demo --out out/demo

test: setup ## Set up, then run every check and every test of both languages (CI runs this)
	@$(PYTHON_IN) tools/verify.py static tests package

check: setup ## Static checks only: ruff, mypy, lintr, clang-format, C warnings, help pages
	@$(PYTHON_IN) tools/verify.py static

# Some of them: make nightly STEPS="arrow valgrind" (of slow sizes few intervals verdicts beaten reading fuzzing
# arrow readers-in-r orders complexity sanitizers gctorture valgrind).
nightly: ## The slow tests, the size of every test, fuzzing, orders and locales, C under sanitizers
	@tools/setup.sh nightly
	@$(PYTHON_IN) tools/verify.py nightly $(STEPS)

platforms: ## Both commands on bare Debian 12, 13 and sid, with lowest and newest versions (hours, root)
	python3 tools/platforms.py $(PLATFORMS)

bench: setup ## Measure speed beside the peers, in .venv-bench; the table is bench/results.csv
	test -x .venv-bench/bin/python || .venv/bin/python -m venv .venv-bench
	.venv-bench/bin/python -m pip install -qq --disable-pip-version-check --no-input \
	  --constraint constraints.txt --editable ".[dev]" --requirement bench/requirements.txt
	.venv-bench/bin/python -m bench

# The reference data lie beside the checkout; finished work is kept in the user's cache.
UCR ?= $(or $(PYBENCH_SHARED),../shared)/data/ucr
features: setup ## Features of all eligible UCR datasets into out/features, their times into bench
	mkdir -p out/features
	.venv/bin/pybench features $(UCR) --representation tsfresh --jobs -1 \
	  --out out/features/ucr.parquet --report out/features --times bench/extraction.csv

r-check: setup ## R CMD build and R CMD check on the tarball; anything but "Status: OK" fails
	@$(PYTHON_IN) tools/verify.py package

docs: setup ## Write the R help pages and NAMESPACE, and make the site in out/docs
	Rscript -e 'roxygen2::roxygenise("r", load_code = "source")'
	@tools/setup.sh
	$(PYTHON_IN) tools/site.py

dist: setup ## Build the Python sdist and wheel and the R tarball into dist/
	$(PYTHON_IN) -m build --outdir dist
	cd dist && R CMD build ../r

clean: ## Remove all that make has made, .venv and .rlib included
	rm -rf build dist out .venv .venv-bench .rlib .mypy_cache .ruff_cache .pytest_cache .hypothesis
	rm -f r/src/*.o r/src/*.so
	find pybench tests tools bench -name __pycache__ -type d -prune -exec rm -rf {} +
