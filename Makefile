# Everything that a newcomer or a build machine runs. Needs Python 3.11 or newer and make; the rest is installed in .venv.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -B -m pip --disable-pip-version-check
LOADED := from ruleslawyer.cli import check, prove, report; from ruleslawyer.check import check, options; \
  from ruleslawyer.engines.smt.lifted import prove; from ruleslawyer.exploration import native; \
  from ruleslawyer.exploration.variants import options; import highspy, jinja2, llvmlite.binding, networkx, numpy, z3
PYTEST := $(BIN)/pytest -q -n 2 --dist worksteal

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

check: .venv/run.stamp ## check all rulesets; the report is build/report/index.html
	@$(BIN)/ruleslawyer check -o build/report

# Byte code is kept also where the environment asks for none: tests start hundreds of processes.
test campaign: export PYTHONDONTWRITEBYTECODE :=

test: .venv/dev.stamp ## run the test suite
	@$(PYTEST)

campaign: .venv/campaign.stamp ## run the long randomized comparisons, all printed commands, the large scopes, every proof
	@$(PYTEST) -m campaign
	@$(BIN)/python -m tests.portable.at_length --steps 100000 --seconds 3600 --browser --drawn 2000 --scenarios
	@$(BIN)/python -m tests.oracle.campaign --programs 100000 --workers 2
	@$(BIN)/python -m tests.oracle.faults --workers 2
	@$(BIN)/python -m tests.content.put_back
	@$(BIN)/ruleslawyer campaign

bench: .venv/run.stamp ## measure searches and commands beside their goals, and beside SPIN and Rumur where they are installed
	@$(BIN)/python -m benchmarks speed
	@$(BIN)/python -m benchmarks bench

docs: .venv/docs.stamp ## build the documentation of this version beside those of others: build/docs/index.html
	@$(BIN)/python docs/versions.py build/docs

release: .venv/release.stamp ## build, check and try all that is published, into dist, and name the command that publishes
	@$(BIN)/python -m tests.release

screens: .venv/dev.stamp ## screenshots of each kind of page of build/report, in build/screens
	@$(BIN)/python docs/screens.py build/report build/screens

lint: .venv/dev.stamp ## style and types of the tool, the models and the tests
	@$(BIN)/ruff check .
	@$(BIN)/mypy

clean: ## remove the environment and everything that was built
	rm -rf .venv build

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "ruleslawyer needs Python 3.11 or newer, and $(PYTHON) is $$($(PYTHON) --version 2>&1)." >&2; \
	  echo "Name another one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "creating .venv (once)"
	@$(PYTHON) -m venv .venv
	@find .venv -name __pycache__ -prune -exec rm -r {} +

# Byte code is made of what verbs load, and not of all that libraries bring along, their tests for one.
.venv/run.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@$(PIP) install -q --no-compile -c constraints.txt -e .
	@$(PIP) uninstall -q -y setuptools
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -c '$(LOADED)'
	@touch $@

# The tool is there already, and is not built once more.
.venv/dev.stamp: .venv/run.stamp
	@$(PIP) install -q --no-compile -c constraints.txt 'ruleslawyer[dev]'
	@touch $@

# A second type checker, with an engine of its own: a fifth of all that there is to be installed.
.venv/campaign.stamp: .venv/dev.stamp
	@$(PIP) install -q --no-compile -c constraints.txt 'ruleslawyer[campaign]'
	@touch $@

.venv/docs.stamp: .venv/run.stamp
	@$(PIP) install -q -c constraints.txt -e '.[docs]'
	@touch $@

.venv/release.stamp: .venv/dev.stamp .venv/docs.stamp
	@$(PIP) install -q --no-compile -c constraints.txt 'ruleslawyer[release]'
	@touch $@

.PHONY: help check test campaign bench docs release screens lint clean
.DELETE_ON_ERROR:
