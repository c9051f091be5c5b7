# Each goal sets up what it needs: a virtual environment in .venv with this project in it. Only Python 3.11+ must be there.
#
#   make play                           a game in the terminal against bots
#   make simulate                       a thousand games between bots, and their statistics
#   make test                           all tests
#   make test-quick                     the tests that need no shipped game: about a minute
#   make lint                           ruff and mypy
#
#   make play GAME=puerto_rico ARGS="--players 4 --seed 7"

VENV ?= .venv
GAME ?= puerto_rico
GAMES ?= 1000
ARGS ?=
# Python to make the environment with; by default the first of these that is new enough.
PYTHON ?=
PYTHONS := python3 python3.11 python3.12 python3.13 python3.14 python3.15 python

BIN := $(VENV)/bin
READY := $(VENV)/ready

.DEFAULT_GOAL := help
.PHONY: help play simulate test test-quick lint clean

help:
	@sed -n 's/^#   //p' Makefile

play: $(READY)
	@$(BIN)/rulewright play $(GAME) $(ARGS)

simulate: $(READY)
	@$(BIN)/rulewright simulate $(GAME) --games $(GAMES) $(ARGS)

QUICK := tests/language/syntax tests/language/resolve tests/language/lints tests/loading tests/codes \
  tests/test_architecture.py tests/test_pipeline.py tests/test_readme.py tests/test_records.py

test-quick: $(READY)
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup $(QUICK) $(ARGS)

test: $(READY)
	@$(BIN)/python -m pytest -q -n auto --dist loadgroup $(ARGS)

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
	echo "Setting up $(VENV) with $$($$found --version) (once) ..." >&2; \
	$$found -m venv --clear $(VENV) && \
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,editor]' 'cffi>=1.16'
	@touch $@
