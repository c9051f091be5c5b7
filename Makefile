# Each goal sets up what it needs: a virtual environment in .venv with this project in it. Only Python 3.11+ must be there.
#
#   make play                           a game in the terminal against bots
#   make serve                          games on a table in the browser
#   make simulate                       a thousand games between bots, and their statistics
#   make test                           the tests: each area, with a sample of the shipped games' modules and options
#   make test-quick                     the tests that need no shipped game: under a minute
#   make test-slow                      the rest: every module, option and number of players, and packaging
#   make lint                           ruff and mypy
#
#   make play GAME=puerto_rico ARGS="--players 4 --seed 7"

VENV ?= .venv
GAME ?= puerto_rico
GAMES ?= 1000
ARGS ?=
# What is installed beside the core; `browser` adds the tests of the page that need Chromium.
EXTRAS ?= test,editor,report,web,players,data
# Python to make the environment with; by default the first of these that is new enough.
PYTHON ?=
PYTHONS := python3 python3.11 python3.12 python3.13 python3.14 python3.15 python

BIN := $(VENV)/bin
READY := $(VENV)/ready

.DEFAULT_GOAL := help
.PHONY: help play serve simulate test test-quick test-slow lint clean

help:
	@sed -n 's/^#   //p' Makefile

play: $(READY)
	@$(BIN)/rulewright play $(GAME) $(ARGS)

serve: $(READY)
	@$(BIN)/rulewright serve $(ARGS)

simulate: $(READY)
	@$(BIN)/rulewright simulate $(GAME) --games $(GAMES) $(ARGS)

QUICK := tests/language/syntax tests/language/resolve tests/language/lints tests/loading tests/codes \
  tests/test_architecture.py tests/test_pipeline.py tests/test_readme.py tests/test_records.py

# Tests of one group share a worker, see tests/conftest.py.
PYTEST := $(BIN)/python -m pytest -q -n auto --dist loadgroup

test-quick: $(READY)
	@$(PYTEST) -m "not slow" $(QUICK) $(ARGS)

test: $(READY)
	@$(PYTEST) -m "not slow" $(ARGS)

test-slow: $(READY)
	@$(PYTEST) -m slow $(ARGS)

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict interpreter cli tests/mistakes

clean:
	rm -rf .venv build rulewright.egg-info

# The project is installed editable, so only a change of its metadata needs another installation.
$(READY): pyproject.toml setup.py
	@found=; \
	for python in $(or $(PYTHON),$(PYTHONS)); do \
	  if $$python -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then found=$$python; break; fi; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Rulewright needs Python 3.11 or newer with venv and pip; none of these is: $(or $(PYTHON),$(PYTHONS))." >&2; \
	  echo "Install one (https://www.python.org/downloads/, or on Debian and Ubuntu: apt install python3 python3-venv)," >&2; \
	  echo "or name yours: make PYTHON=/path/to/python3.11 ..." >&2; \
	  exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$($$found --version) (once, about a minute) ..." >&2; \
	$$found -m venv --clear $(VENV) && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[$(EXTRAS)]' 'cffi>=1.16'
	@touch $@
