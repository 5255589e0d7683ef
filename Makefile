# What a developer or a host of a small club calls. All of it works without root; `make` alone lists the targets.

PYTHON ?= python3
PORT ?= 8000
BIN = .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK = 1

.PHONY: help install run demo test lint format bench lock clean

help:  ## show this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

install: .venv/dev.installed  ## the virtual environment with everything that the other targets need

run: .venv/base.installed  ## the whole service on this machine, with a game to play
	@PORT=$(PORT) $(BIN)/python -m wtgame.run

demo: .venv/dev.installed  ## two programs play a whole game by mail and API, in front of you; then all of it is checked
	@$(BIN)/python -m demo

test: lint  ## lint, then every test; what touches the database runs on PostgreSQL and on SQLite
	TEST_DATABASE=both $(BIN)/python -m pytest --tx '2*popen' --dist each

lint: .venv/dev.installed  ## style, types, and which way imports go
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: .venv/dev.installed  ## write what `make lint` asks for, as far as a program can
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/dev.installed  ## every figure that the project promises, one JSON document each
	@for script in bench/[a-z]*.py; do $(BIN)/python "$$script" || exit 1; done

# Each lock stays within the one before it, so that all of them fit into one environment.
LOCKS = base prod test dev
lock: .venv/dev.installed  ## the newest releases that requirements/*.in allow, into requirements/*.txt
	@for name in $(LOCKS); do \
	  echo "locking requirements/$$name.txt"; \
	  $(BIN)/uv pip compile --quiet --python-version 3.11 --generate-hashes --no-annotate --no-header --upgrade \
	    requirements/$$name.in -o requirements/$$name.txt || exit 1; \
	done

clean:  ## remove the virtual environment and the tools' caches; var/, where games are, stays
	rm -rf .venv .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

# `make run` needs only the service itself, which is there in half the time.
.venv/base.installed: requirements/base.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Ravenpost needs Python 3.11 or newer: make PYTHON=python3.11")'
	test -x $(BIN)/pip || $(PYTHON) -m venv --clear .venv
	$(BIN)/pip install --require-hashes -r requirements/base.txt
	@touch $@

.venv/dev.installed: requirements/dev.txt .venv/base.installed
	$(BIN)/pip install --require-hashes -r requirements/dev.txt
	@touch $@
