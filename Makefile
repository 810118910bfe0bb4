# Two commands on a fresh machine: `make train` and `make test`. Everything lives in .venv; nothing is done twice.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
CONFIG ?= configs/godbreakers/ppo-small.toml
RULESETS := godbreakers tide_of_iron
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --progress-bar off
export PYTHONUNBUFFERED := 1

.PHONY: help train test test-all check bench golden docs clean

help:
	@echo "make train     install, train an agent on a small Godbreakers scenario (10 to 15 minutes), evaluate it;"
	@echo "               another ruleset: make train CONFIG=configs/tide_of_iron/ppo-small.toml"
	@echo "make test      install with test extras, run the fast tests"
	@echo "make test-all  all tests, slow ones too"
	@echo "make check     formatting, lint, types, import contracts"
	@echo "make bench     speed and memory, as ratios in one run"
	@echo "make golden    rewrite the golden traces of every ruleset after a rules change"
	@echo "make docs      rewrite the generated tables of the games' pages"

$(BIN)/python:
	@echo "creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# The stamps make installing a no-op until pyproject.toml changes.
$(VENV)/.train: pyproject.toml | $(BIN)/python
	@echo "installing into $(VENV) (a few minutes the first time) ..."
	@$(PIP) --editable '.[train]'
	@touch $@

$(VENV)/.test: pyproject.toml | $(BIN)/python
	@echo "installing test extras into $(VENV) (a few minutes the first time) ..."
	@$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.train

train: $(VENV)/.train
	@$(BIN)/python train.py $(CONFIG)

test: $(VENV)/.test
	@$(BIN)/python -m pytest -n $(JOBS)

test-all: $(VENV)/.test
	@$(BIN)/python -m pytest -n $(JOBS) -m ""

check: $(VENV)/.test
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: $(VENV)/.test
	@$(BIN)/python -m bench

golden: $(VENV)/.train
	@for name in $(RULESETS); do $(BIN)/python -m skirmish_rl.envs trace $$name --golden tests/traces || exit 1; done

docs: $(VENV)/.train
	@for name in $(RULESETS); do $(BIN)/python -m skirmish_rl.envs describe $$name --update docs/games/$$name.md || exit 1; done

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .hypothesis
