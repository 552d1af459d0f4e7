# Everything that a newcomer or a build machine runs. Needs Python 3.11 or newer and make; the rest is installed in .venv.
PYTHON ?= python3
BIN := .venv/bin
PYTEST := $(BIN)/pytest -q -n 2

help: ## show this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

check: .venv/run.stamp ## check all rulesets; the report is build/report/index.html
	@$(BIN)/ruleslawyer check -o build/report

test: .venv/dev.stamp ## run the test suite
	@$(PYTEST)

campaign: .venv/dev.stamp ## run the long randomized comparisons, all printed commands, the large scopes, every pair, every proof
	@$(PYTEST) -m campaign
	@$(BIN)/python -m tests.oracle.campaign --programs 100000 --workers 2
	@$(BIN)/python -m tests.oracle.faults --workers 2
	@for file in checks/*/scopes/whole.toml; do \
	  ruleset=$${file#checks/}; $(BIN)/ruleslawyer explore "$${ruleset%%/*}" --scope whole --simulate 100 || exit 1; done
	@grep -l '^campaign = true' checks/*/scopes/*.toml | grep -v '/whole.toml$$\|/full_decks' | while read -r file; do \
	  ruleset=$${file#checks/}; \
	  $(BIN)/ruleslawyer explore "$${ruleset%%/*}" --engine native --scope "$$(basename "$$file" .toml)" || exit 1; done
	@for file in checks/*/games.json; do \
	  ruleset=$${file#checks/}; $(BIN)/ruleslawyer stats "$${ruleset%%/*}" --longest 1000 --max-seconds 1200 --keep || \
	  [ $$? -eq 1 ] || exit 1; done
	@for file in checks/*/scopes/whole.toml; do \
	  ruleset=$${file#checks/}; $(BIN)/ruleslawyer fuzz "$${ruleset%%/*}" --minutes 10 || exit 1; done
	@for file in checks/*/sweep.toml; do \
	  ruleset=$${file#checks/}; folder=build/sweep/$${ruleset%%/*}; \
	  $(BIN)/ruleslawyer sweep "$${ruleset%%/*}" --max-states 1000 --write "$$folder" || [ $$? -eq 1 ] || exit 1; \
	  if ls "$$folder"/*.toml >/dev/null 2>&1; then echo "new: $$folder" >&2; exit 1; fi; done
	@$(BIN)/ruleslawyer pairs -o build/pairs
	@for ruleset in daemons mnemonic mere_mortals; do \
	  $(BIN)/ruleslawyer adequacy $$ruleset --resume build/adequacy/$$ruleset.jsonl --write checks/$$ruleset/adequacy.json \
	    || exit 1; done
	@for ruleset in memesis megacorp; do \
	  $(BIN)/ruleslawyer adequacy $$ruleset --sample 400 --sweep 20 --max-states 1000 --max-seconds 3 \
	    --resume build/adequacy/$$ruleset.jsonl --write checks/$$ruleset/adequacy.json || exit 1; done
	@$(BIN)/python -m tests.cli.test_adequacy
	@$(BIN)/ruleslawyer readings --pairs --scenarios --max-states 20000 --max-seconds 300 || [ $$? -eq 1 ]
	@for file in checks/*/lemmas.json; do \
	  ruleset=$${file#checks/}; $(BIN)/ruleslawyer prove "$${ruleset%%/*}" --any-number --total 900 || [ $$? -eq 1 ] || exit 1; done
	@left=0; for file in checks/*/scopes/open.toml; do \
	  ruleset=$${file#checks/}; ruleset=$${ruleset%%/*}; folder=build/certificates/$$ruleset; rm -rf "$$folder"; \
	  $(BIN)/ruleslawyer prove "$$ruleset" --timeout 120 --certificates "$$folder" || [ $$? -eq 1 ] || exit 1; \
	  $(BIN)/ruleslawyer certify "$$folder" || left=1; done; exit $$left

bench: .venv/run.stamp ## measure whole rulebooks, and the native engine beside SPIN and Rumur where they are installed
	@$(BIN)/python -m benchmarks.whole
	@$(BIN)/python -m benchmarks.run

docs: .venv/docs.stamp ## build the documentation: build/docs/index.html
	@$(BIN)/python -m sphinx -W --keep-going -q -j auto -b html docs build/docs

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

.venv/run.stamp: pyproject.toml constraints.txt | .venv/bin/python
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e .
	@touch $@

.venv/dev.stamp: .venv/run.stamp
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@

.venv/docs.stamp: .venv/run.stamp
	@$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[docs]'
	@touch $@

.PHONY: help check test campaign bench docs lint clean
.DELETE_ON_ERROR:
