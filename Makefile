# Two commands matter: make lab, make test. Both make the environment first, with uv or without it.
.DEFAULT_GOAL := help
.PHONY: help lab test check lint types floors javascript unit notebooks browser bench clean

SHELL := /bin/sh
PYTHON_HERE := .venv/bin/python
READY := .venv/.ready

help: ## List the commands
	@grep -E '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /	/' | expand -t 12

$(READY): pyproject.toml uv.lock .ci/environment
	@sh .ci/environment
	@touch $@

lab: $(READY) ## Start JupyterLab on the review notebook with the sample captures
	@.venv/bin/workbench lab $(LAB)

test: check unit notebooks browser ## Run everything: lint, types, floors, JavaScript, unit, notebooks, browser
	@echo 'all: passed'

check: lint types floors javascript ## Run what needs no test: lint, formatting, types, import contract

lint: $(READY)
	@$(PYTHON_HERE) -m ruff check --quiet . && echo 'lint: passed'
	@$(PYTHON_HERE) -m ruff format --check --quiet . && echo 'format: passed'

types: $(READY)
	@$(PYTHON_HERE) -m mypy --strict --no-error-summary workbench && echo 'types: passed'

floors: $(READY)
	@.venv/bin/lint-imports --no-cache >.venv/.floors 2>&1 || { cat .venv/.floors; exit 1; }
	@echo 'floors: passed'

javascript:
	@sh .ci/javascript

unit: $(READY)
	@echo 'unit and property tests:'
	@$(PYTHON_HERE) -m pytest -q -n 2 -m 'not browser' tests $(wildcard sample_fixtures/promoted)

notebooks: $(READY)
	@echo 'notebooks:'
	@$(PYTHON_HERE) -m pytest -q -n 2 --dist loadfile --nbval --nbval-current-env \
		--nbval-cell-timeout 60 --nbval-sanitize-with notebooks/nbval_sanitize.cfg notebooks

browser: $(READY)
	@echo 'browser tests:'
	@sh .ci/browser-tests

bench: $(READY) ## Measure speed and quality against a floor in the same run
	@for each in benchmarks/*.py; do echo "$$each:"; $(PYTHON_HERE) "$$each" || exit 1; done

clean: ## Remove the environment and what tools left
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
