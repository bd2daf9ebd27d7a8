# Every target sets up what it needs by itself. `make PYTHON=python3.12 ...` chooses the interpreter.
PYTHON ?= python3
WORKERS ?= 2

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed.stamp
AXE := tests/browser/node_modules/axe-core/axe.min.js

# Rules are tested uncompiled, for real tracebacks; what is about compiled code, or needs its speed, runs compiled.
UNCOMPILED_TESTS := $(wildcard tests/unit tests/rules tests/properties tests/golden)
COMPILED_TESTS := $(wildcard tests/parity tests/science tests/studio)
SHARED := -n $(WORKERS) --dist worksteal # tests of a file stay together, and what they share is made once

.DEFAULT_GOAL := help
.PHONY: help install demo test test-uncompiled test-compiled browser check format nightly fuzz fuzz-input site notebooks docs clean

help: ## show this list
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 26

install: $(STAMP) ## make .venv with .venv/bin/evometa

$(STAMP): pyproject.toml constraints.txt
	@command -v $(PYTHON) >/dev/null || { echo "evometa needs Python 3.11 or later, but there is no '$(PYTHON)': choose one with 'make PYTHON=...'" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else "evometa needs Python 3.11 or later, but $(PYTHON) is %d.%d: choose another with \"make PYTHON=...\"" % v[:2])'
	$(PYTHON) -m venv $(VENV)
	PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

demo: install ## balance three of the paper's decks: from the first game to the report
	$(BIN)/evometa demo

# Compiling the rules takes a minute of one core, once: beside the uncompiled tests nobody waits for it.
test: install ## run the tests
	$(BIN)/python -c 'from evometa.matches.remote.workers import prepare; prepare()' & compiling=$$!; \
	$(MAKE) test-uncompiled && wait $$compiling && $(MAKE) test-compiled

test-uncompiled: install
	$(if $(UNCOMPILED_TESTS),,$(error there are no tests))
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest $(UNCOMPILED_TESTS) $(SHARED)

test-compiled: install
	$(if $(COMPILED_TESTS),$(BIN)/python -m pytest $(COMPILED_TESTS) $(SHARED),@echo "there are no tests of compiled code yet")

browser: install $(AXE) ## run the tests of studio and reports in a browser: the system's Chromium, or CHROMIUM=PROGRAM
	@for name in $(or $(CHROMIUM),chromium chromium-browser google-chrome); do command -v $$name >/dev/null && exit 0; done; \
	echo "make browser needs Chromium, which is not here: install it (Debian: apt-get install chromium), or name yours: make browser CHROMIUM=..." >&2; exit 1
	$(if $(CHROMIUM),CHROMIUM='$(CHROMIUM)') $(BIN)/python -m pytest tests/browser

$(AXE): tests/browser/package.json
	@command -v npm >/dev/null || { echo "make browser needs npm, for the check of accessibility (axe-core): install Node.js" >&2; exit 1; }
	npm install --prefix tests/browser --no-package-lock --no-audit --no-fund --silent
	@touch $@

check: install ## check format, lint, types and layers
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: install ## format the code and fix what lint can fix
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

nightly: install ## run the tests that take long
	$(BIN)/python -m pytest -m nightly

fuzz: install ## play random games: the pool with random patches and rules, and cards written at random, checking every invariant; GAMES=N stops after N, BOUNDS=1 checks arrays, CARDS=N plays N sets of written cards
	$(BIN)/python -m tools.fuzz $(if $(GAMES),--games $(GAMES)) $(if $(SEED),--seed $(SEED)) $(if $(BOUNDS),--bounds) $(if $(CARDS),--cards $(CARDS)) $(if $(REPLAY),--replay $(REPLAY))

fuzz-input: install ## give commands damaged and forged files of every kind; INPUTS=N stops after N
	$(BIN)/python -m tools.fuzz_input $(if $(INPUTS),--inputs $(INPUTS)) $(if $(SEED),--seed $(SEED)) $(if $(REPLAY),--replay $(REPLAY))

site: install ## build the documentation as a site, in build/site
	@$(BIN)/python -c 'import furo, myst_nb' 2>/dev/null || PIP_CONSTRAINT=constraints.txt $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[site]'
	$(BIN)/sphinx-build -q -W --keep-going -b html docs build/site
	@echo "The site is build/site/index.html"

notebooks: install ## run the notebooks of the documentation, and write what they show into them
	$(BIN)/python -m tools.notebooks

docs: install ## write the generated pages again
	$(BIN)/python -m tools.docs

clean: ## remove what the other targets made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis build dist src/*.egg-info
