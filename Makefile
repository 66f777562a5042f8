# Okey: one command for each thing one does with it. `make` lists them.
SHELL := /bin/sh
PY := .venv/bin/python
PIP := $(PY) -m pip install --quiet --require-virtualenv --disable-pip-version-check --require-hashes
VECTORS ?= $(wildcard tests/vectors/*.yaml ../shared/rule_vectors.yaml)
PORT ?= 8000
HOST ?= localhost
# The tests of the engine but for the long walks and the hands that the brute force checks: they take no other branches.
ENGINE_TESTS = tests --ignore tests/browser --ignore tests/ui --ignore tests/web --ignore tests/bridge \
	--ignore tests/test_texts_engine.py --ignore tests/bots --ignore tests/ladder --ignore tests/bench \
	--ignore tests/rooms --ignore tests/rl \
	-k "not brute and not random_actions and not forty_hands and not matches_of and not absence and not every_rule_set"

.DEFAULT_GOAL := help
.PHONY: help build play serve relay test long test-all coverage soak lint docs bench itch desktop assets vectors lock clean clean-cache \
	chromium browsers servers

help: ## list the commands
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 20

build: .venv/build.stamp ## build the web site into build/web/
	@$(PY) -m web.build

play: build ## build the game and serve it on localhost (PORT=8000)
	@$(PY) -m web.serve --port $(PORT)

serve: .venv/build.stamp ## serve build/web/ as it is (PORT=8000)
	@$(PY) -m web.serve --port $(PORT)

# Tests share the machine's cores, but for those in browsers, which want it for themselves; both run to their ends.
test: .venv/dev.stamp browsers servers build assets lint ## run every check and test
	@$(PY) -m pytest -n auto --dist loadfile -m "not browser"; rest=$$?; $(PY) -m pytest -m browser && exit $$rest

long: .venv/dev.stamp browsers servers build assets ## run the tests that take minutes each
	@$(PY) -m pytest -n auto --dist worksteal -m long

test-all: test long ## run both; CI does where the first leaves time

coverage: .venv/dev.stamp ## fail unless the tests take every branch of the engine (not part of `make test`)
	@$(PY) -m pytest $(ENGINE_TESTS) --cov okey --cov-config tests/engine.coveragerc --timeout 0

soak: .venv/dev.stamp servers ## play a million random actions of every rule set, and more hands against the brute force
	@$(PY) -m pytest -m soak --timeout 0

lint: .venv/dev.stamp ## check style and types
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(PY) -m mypy

docs: .venv/dev.stamp ## build the documentation as a site into build/docs/
	@NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --strict

bench: .venv/dev.stamp chromium build ## print the benchmark table
	@$(PY) -m bench

relay: .venv/relay.stamp build ## serve the game and its rooms for playing with friends (HOST=localhost PORT=8000)
	@$(PY) -m okey relay --site build/web --host $(HOST) --port $(PORT)

itch: build ## pack the site for itch.io into build/okey-itch.zip and check the portals' limits
	@$(PY) -m web.itch

desktop: .venv/dev.stamp assets ## play in a window
	@$(PY) main.py

assets: .venv/build.stamp ## make the fonts for desktop and tests in build/assets/
	@$(PY) -m web.build --assets

vectors: .venv/dev.stamp ## check the engine against the rule vectors (VECTORS=files)
	@$(PY) -m okey vectors $(VECTORS)

lock: .venv/build.stamp ## refresh requirements-*.lock and web/sources.lock on purpose
	@$(PY) -m web.relock

clean: ## remove what the build made in this folder
	@rm -rf build .venv .mypy_cache .pytest_cache .ruff_cache .coverage
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

clean-cache: ## remove the build cache shared by all checkouts
	@rm -rf "$${OKEY_CACHE:-$${XDG_CACHE_HOME:-$$HOME/.cache}}/okey-build"

chromium:
	@sh web/need.sh chromium

browsers:
	@sh web/need.sh chromium firefox webkit

servers:
	@sh web/need.sh nginx redis systemd iproute

.venv/bin/python:
	@sh web/need.sh venv
	@echo "setting up .venv"
	@python3 -m venv .venv || { echo "error: cannot create .venv (free some disk space and check python3)" >&2; rm -rf .venv; exit 1; }

.venv/build.stamp: requirements-build.lock | .venv/bin/python
	@echo "installing the build's Python packages"
	@$(call pip_install,$<)
	@touch $@

.venv/relay.stamp: requirements-relay.lock .venv/build.stamp
	@echo "installing the relay's Python packages"
	@$(call pip_install,$<)
	@touch $@

.venv/dev.stamp: requirements-dev.lock .venv/build.stamp
	@echo "installing the tests' Python packages"
	@$(call pip_install,$<)
	@touch $@

# Quiet when all is well; one line, with pip's own last word, when not.
pip_install = $(PIP) -r $(1) >.venv/pip.log 2>&1 || { \
	echo "error: pip could not install $(1): $$(grep -a ^ERROR .venv/pip.log | tail -n 1)" \
	"(check the network and the disk; the whole story is in .venv/pip.log)" >&2; exit 1; }
