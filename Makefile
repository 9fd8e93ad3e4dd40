# Every command a newcomer needs. Each makes what it needs in this folder and uses it again.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMPILE_LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --python-version 3.11
BUILD_PAGE := $(BIN)/python -m tools.page.build --install-node
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-compile
CATALOGUES := $(wildcard src/skipbo/locale/*/LC_MESSAGES/*.po)

# Else each of the hundreds of processes that the tests start would compile Numba, NumPy and our own modules anew
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play serve site page test quick test-all lint bench load abuse chaos cheat image ray soak docs lock audit translations \
	screenshots pictures icons previews axe clean

help:  ## What can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-14s%s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: $(VENV)/.play page  ## Play against bots, in the browser
	@$(BIN)/skipbo play

serve: $(VENV)/.play page  ## Serve tables to friends, from this machine
	@$(BIN)/skipbo serve

site: $(VENV)/.play page  ## Write the page as a folder for any web space, into build/site
	@$(BIN)/skipbo site build/site

page: $(VENV)/.play  ## Build the page if its sources have changed (installs Node from PyPI if there is none)
	@$(BUILD_PAGE)

test: $(VENV)/.dev page  ## Run the linters and the test suite; the kernel must be covered completely
	@$(BIN)/python -m tools.checks test

quick: $(VENV)/.dev page  ## Check what differs from main, and the rules: for the minute between two edits
	@$(BIN)/python -m tools.checks quick

test-all: $(VENV)/.dev page  ## Run the tests that take long: fresh installs, kills, floods, a cheat of minutes
	@$(BIN)/python -m tools.checks slow

lint: $(VENV)/.dev page  ## Check style, types (the page's too) and the direction of imports
	@$(BIN)/python -m tools.checks lint

bench: $(VENV)/.dev  ## Measure the speed of every layer, beside hand-written C++
	@$(BIN)/python -m bench.compare

load: $(VENV)/.dev  ## Measure how many people one server serves
	@$(BIN)/python -m bench.load

abuse: $(VENV)/.dev  ## Measure what honest players notice of floods of every kind (half an hour)
	@$(BIN)/python -m bench.abuse

chaos: $(VENV)/.dev  ## Kill one server 500 times, and all parts of a cluster 300 times; no acknowledged move may be lost (an hour)
	@$(BIN)/python -m tests.server.chaos --kills 500
	@$(BIN)/python -m tests.server.node_chaos --kills 300

cheat: $(VENV)/.dev  ## Let guests cheat a server in a thousand new ways (an hour)
	@$(BIN)/python -m pytest -m endless tests/server/test_cheats.py

image: $(VENV)/.dev page  ## Build the image as root, from Debian's mirror, and run what is in it
	@$(BIN)/python -m pytest -m image tests/deploy/test_image_build.py

ray: $(VENV)/.dev  ## Start Ray clusters in every way, and lose every part of them (ten minutes)
	@$(BIN)/python -m pytest -m ray tests/workers/test_ray.py

soak: $(VENV)/.dev  ## Play a million games of every kind with all invariants checked (hours)
	@$(BIN)/python -m bench.soak

lock: $(VENV)/.dev  ## Renew the hashed lock files (needs uv)
	$(COMPILE_LOCK) --extra build pyproject.toml -o requirements/play.txt
	$(COMPILE_LOCK) --extra dev pyproject.toml -o requirements/dev.txt
	$(COMPILE_LOCK) --extra cuda pyproject.toml -o requirements/cuda.txt
	$(COMPILE_LOCK) --extra postgres --extra redis --extra otel pyproject.toml -o requirements/serve.txt
	printf '%s\n' check-jsonschema grafana-foundation-sdk kubernetes-validate | $(COMPILE_LOCK) - -o requirements/deploy.txt
	$(BIN)/python -c 'from tools.page.node import ON_PYPI; print(ON_PYPI)' | $(COMPILE_LOCK) - -o requirements/node.txt

audit: $(VENV)/.dev  ## Ask whether anything is known against the packages that we pin (needs a network)
	@$(BIN)/python -m tools.audit

docs: $(VENV)/.dev  ## Write the generated parts of the docs anew
	$(BIN)/python -m tools.docs

screenshots: $(VENV)/.dev page  ## Picture every state of the page at six sizes, into build/screenshots (needs Chromium)
	@$(BIN)/python -m tests.web.screenshots

axe: $(VENV)/.dev page  ## Look at every state of the page with axe-core, in every language and theme (needs Chromium)
	@$(BIN)/python -m tests.web.axe

pictures: $(VENV)/.dev page  ## Take the pictures of README and docs anew (needs Chromium)
	@$(BIN)/python -m tests.web.pictures

icons: $(VENV)/.dev  ## Draw the page's icons anew from web/public/icon.svg (needs Chromium)
	@$(BIN)/python -m tools.page.icons

previews: $(VENV)/.dev  ## Draw the tables that links show in their previews anew (needs Chromium and Node)
	@$(BIN)/python -m tools.page.previews

translations: $(VENV)/.dev  ## Collect the texts to translate into the catalogues
	$(BIN)/python -m tools.translations

clean:  ## Remove the environment and everything made
	rm -rf $(VENV) bench/build build dist web/node_modules web/src/generated web/built.json src/skipbo/server/page

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "skipbo needs Python 3.11 or newer; this is " + sys.version.split()[0] + ". Try: make play PYTHON=python3.12")'
	@echo "Making the environment in $(VENV) …"
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.play: $(BIN)/python requirements/play.txt pyproject.toml $(CATALOGUES)
	@echo "Installing skipbo …"
	@$(INSTALL) --require-hashes -r requirements/play.txt
	@$(BUILD_PAGE)
	@$(INSTALL) --no-deps -e .
	@touch $@

$(VENV)/.dev: $(BIN)/python requirements/dev.txt pyproject.toml $(CATALOGUES)
	@echo "Installing skipbo with its tools …"
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@# The page needs one core for a minute, and what all tests need compiled needs the other for two: the second of them
	@# while the first tests run. Those that need it wait for it.
	@PYTHONPATH=src $(BIN)/python -m tools.compilation & $(BUILD_PAGE)
	@$(INSTALL) --no-deps -e .
	@touch $@ $(VENV)/.play
