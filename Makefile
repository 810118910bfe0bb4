# Two commands on a fresh machine: `make train` and `make test`. Everything lives in .venv; nothing is done twice.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 2
CONFIG ?= tide_of_iron/ppo-small
# Without compiling all of torch and its friends to byte code: what is imported is compiled then, the rest never.
PIP := $(BIN)/python -m pip install --no-compile --quiet --disable-pip-version-check --progress-bar off --constraint constraints.txt
export PYTHONUNBUFFERED := 1

.PHONY: help train test test-all test-web test-lowest pins compiled breaks check bench golden wheel docs leaderboard notebooks address clean check-web types

help:
	@echo "make train     install, train an agent for a small scenario of Tide of Iron (three minutes on two free cores), rate it, show a game;"
	@echo "               another game: make train CONFIG=godbreakers/ppo-small"
	@echo "make test      install with test extras, run the fast tests"
	@echo "make test-all  all tests, slow ones and those on a Ray cluster too"
	@echo "make test-lowest  tests with the lowest versions of libraries that are allowed, in an environment of its own (torch alone is 3 GB)"
	@echo "make pins      write the versions of all packages of .venv into constraints.txt"
	@echo "make test-web  whole games on the page, in a browser: needs chromium (apt-get install chromium)"
	@echo "make breaks    break the rules of every ruleset in 120 places, see which test notices (an hour)"
	@echo "make check     formatting, lint, types, import contracts; with make check-web"
	@echo "make check-web types and lint of the page's JavaScript: needs node 20 or newer, with npm"
	@echo "make types     write web/types.d.ts from the types of Python"
	@echo "make bench     speed and memory, as ratios in one run"
	@echo "make golden    rewrite the golden traces of every ruleset after a rules change, and what is seen in them"
	@echo "make wheel     a wheel with compiled rules for x86-64 Linux, in dist: no compiler and no Numba where it is installed;"
	@echo "               for another system: make wheel FOR=aarch64-linux, FOR=aarch64-darwin, FOR=x86-64-darwin, FOR='x86-64-v3-windows x86-64-windows';"
	@echo "               the last three, for macOS and Windows, have never been run there, and their descriptions say so"
	@echo "make docs      rewrite the generated tables of the games' pages, build all pages as a site in build/docs;"
	@echo "               with pages to play every game on: make docs PLAY=1"
	@echo "make leaderboard  make docs/leaderboard.md from all result files"
	@echo "make notebooks  make examples/notebooks from the programs in examples and a tutorial"
	@echo "make address   URL=https://...: put the project's own address into every file that names it"

$(BIN)/python:
	@echo "creating $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

# The stamps make installing a no-op until pyproject.toml or constraints.txt changes.
$(VENV)/.train: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing into $(VENV) (a few minutes the first time) ..."
	@$(PIP) --editable '.[train]'
	@touch $@

$(VENV)/.test: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing test extras into $(VENV) (a few minutes the first time) ..."
	@$(PIP) --editable '.[test]'
	@touch $@ $(VENV)/.train

$(VENV)/.ray: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing test extras and Ray into $(VENV) (a few minutes the first time) ..."
	@sed 's/^gymnasium==.*/gymnasium==1.2.2/' constraints.txt > $(VENV)/constraints-ray.txt # the one that RLlib was made for
	@$(PIP:constraints.txt=$(VENV)/constraints-ray.txt) --editable '.[test,ray]'
	@touch $@ $(VENV)/.train $(VENV)/.test

$(VENV)/.docs: pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing Sphinx into $(VENV) ..."
	@$(PIP) --editable '.[docs]'
	@touch $@ $(VENV)/.train

train: $(VENV)/.train
	@$(BIN)/skirmish-rl train $(CONFIG)

# Compiled once, a ruleset a core, before the test workers need the rules; later runs find them in the cache.
compiled: $(VENV)/.test
	@$(BIN)/python -c 'from skirmish_rl import available; print(*available())' | xargs -n 1 -P $(JOBS) $(BIN)/skirmish-rl compile

# A file stays with one worker: what its tests share is made once.
test: compiled
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadfile

test-all: $(VENV)/.ray compiled
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadfile -m ""

$(VENV)/.browser: pyproject.toml constraints.txt | $(BIN)/python
	@$(PIP) --editable '.[browser]'
	@touch $@ $(VENV)/.train $(VENV)/.test

test-web: $(VENV)/.browser compiled
	@$(BIN)/python -m pytest tests/serving -m "web and not slow"

# The lowest versions that pyproject.toml allows must do, too; tests of older starlettes want httpx.
LOWEST := $(VENV)-lowest
$(LOWEST)/.test: pyproject.toml
	@echo "installing the lowest versions into $(LOWEST) (several minutes) ..."
	@$(PYTHON) -m venv $(LOWEST)
	@$(PYTHON) -m tests.lowest train web onnx > $(LOWEST)/constraints.txt
	@$(LOWEST)/bin/python -m pip install --no-compile --quiet --disable-pip-version-check --constraint $(LOWEST)/constraints.txt --editable '.[test]' httpx
	@touch $@

test-lowest: $(LOWEST)/.test
	@$(LOWEST)/bin/python -m pytest -W ignore $(LOWEST_TESTS)
LOWEST_TESTS := tests/test_library.py tests/test_batch.py tests/test_adapters_errors.py tests/test_rllib.py tests/test_texts.py tests/conformance/test_views.py \
  tests/serving tests/agents/test_network.py tests/agents/test_learning.py tests/agents/test_export.py tests/agents/test_ratings.py tests/agents/test_runs.py

pins: $(VENV)/.test
	@grep '^#' constraints.txt > $(VENV)/pins.txt
	@{ $(BIN)/python -m pip freeze --exclude-editable | sed 's/+cpu$$//'; grep -v '^#' constraints.txt; } | awk -F== '{ name = tolower($$1); gsub("_", "-", name) } !seen[name]++' \
	  | LC_ALL=C sort -f >> $(VENV)/pins.txt
	@mv $(VENV)/pins.txt constraints.txt

breaks: $(VENV)/.test
	@for name in $$($(BIN)/python -c 'from skirmish_rl import envs; print(*envs.available())'); do $(BIN)/python -m tests.breaks $$name || exit 1; done

check: $(VENV)/.test
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@$(MAKE) --no-print-directory check-web

# The page's JavaScript as browsers load it; only what checks it comes from npm.
WEB := tests/web/node_modules
$(WEB)/.done: tests/web/package.json tests/web/package-lock.json
	@echo "installing what checks the page's JavaScript into $(WEB) ..."
	@npm ci --prefix tests/web --no-audit --no-fund --loglevel=error > /dev/null
	@touch $@

check-web:
	@if ! command -v npm > /dev/null; then echo "the page's JavaScript is not checked: install node 20 or newer, with npm"; \
	else $(MAKE) --no-print-directory $(WEB)/.done && $(WEB)/.bin/tsc --project . && $(WEB)/.bin/eslint --config tests/web/eslint.config.js web tests/drawn.mjs examples/players; fi

types: $(VENV)/.test
	@$(BIN)/python -m skirmish_rl.agents.serving.declarations > web/types.d.ts

bench: $(VENV)/.test
	@$(BIN)/python -m bench

golden: $(VENV)/.train
	@$(BIN)/skirmish-rl trace --golden tests/traces
	@$(BIN)/python -m tests.seen
	@$(BIN)/python -m tests.selftested

# The libraries lie beside the rules only while the wheel is made: a checkout builds its own.
wheel: $(VENV)/.test
	@rm -rf build envs/compiled
	@test -z "$(FOR)" || $(PIP) ziglang
	@$(BIN)/skirmish-rl build --out envs/compiled $(FOR:%=--for %)
	@echo "packing the wheel ..."
	@SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-315532800} $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist . ; status=$$?; rm -rf build envs/compiled; exit $$status
	@ls -l dist/*.whl

docs: $(VENV)/.docs
	@$(BIN)/skirmish-rl describe --update docs/games --overview README.md
	@$(BIN)/python docs/cards.py > /dev/null
	@$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet $(PLAY:%=-D play=play) docs build/docs
	@test -z "$(PLAY)" || $(PIP) ziglang
	@test -z "$(PLAY)" || $(BIN)/skirmish-rl site --out build/docs/play
	@echo "build/docs/index.html"

# Tables of all result files; with SINCE, a revision, the files that are new or other since then are played again in part.
leaderboard: $(VENV)/.train
	@$(BIN)/skirmish-rl benchmark leaderboard docs/benchmark/*.json --update docs/leaderboard.md
	@test -z "$(SINCE)" || git diff --name-only --no-renames --diff-filter=d -z "$(SINCE)"... -- docs/benchmark | grep -z 'json$$' | xargs -0 -r $(BIN)/skirmish-rl benchmark check --seeds 200

notebooks:
	@$(PYTHON) examples/notebooks.py

# The address stands in pyproject.toml; all others repeat it, and a test compares them. Links to notebooks name its last two parts alone.
ADDRESSED := $(wildcard pyproject.toml CITATION.cff README.md SECURITY.md CODE_OF_CONDUCT.md docs examples paper .github)
address:
	@test -n "$(URL)" || { echo "make address URL=https://..."; exit 2; }
	@old=$$(sed -n 's/^Homepage = "\(.*\)"/\1/p' pyproject.toml) && part() { echo "$$1" | sed 's|.*/\([^/]*/[^/]*\)$$|\1|'; } \
	  && grep -rlIF "$$(part "$$old")" $(ADDRESSED) | while read -r file; do \
	    sed "s|$$old|$(URL)|g; s|$$(part "$$old")|$$(part "$(URL)")|g" "$$file" > "$$file.new" && mv "$$file.new" "$$file"; done

clean:
	rm -rf $(VENV) $(LOWEST) build dist envs/compiled *.egg-info .pytest_cache .hypothesis
