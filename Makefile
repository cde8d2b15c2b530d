# Every command sets up what it needs in .venv first, once; pyproject.toml decides
# when that has to be done again.

PYTHON = python3
VENV = .venv
WEB = tests/web
PIP_INSTALL = $(VENV)/bin/python -m pip install --quiet --disable-pip-version-check

# Two files of tests at a time; what is waited for in one leaves a core to the other.
TOGETHER = --numprocesses 2 --dist loadfile

# What talks to a server without WebRTC, which knows asyncio only.
ON_UVLOOP = $(wildcard tests/test_server*.py tests/test_shared_rooms.py \
    tests/test_shared_failures.py tests/test_draining.py)

.PHONY: help play test check bench screenshots oracle strength soak clean

help:
	@echo 'make play   host a table on this machine and play in this terminal'
	@echo 'make test   run the tests'
	@echo 'make check  ruff, mypy and tsc'
	@echo 'make bench  measure'
	@echo 'make screenshots  take pictures of both screens, for a person to look at'
	@echo 'make oracle compare the rules with other programs for longer'
	@echo 'make strength play matches of the computer players'
	@echo 'make soak   try to break the connections for longer'
	@echo 'make clean  remove .venv and everything else that git ignores here'

play: $(VENV)/.game
	@if [ -t 0 ] && [ -t 1 ]; then \
	    $(VENV)/bin/rummyroom host || test $$? -eq 130; \
	    exit; \
	fi; \
	echo 'there is no terminal to play in, so the demo runs instead'; \
	exec $(VENV)/bin/rummyroom demo

# A part that could not be installed is for the tests that need it to report.
test: $(VENV)/.tools
	@tests/system-parts || true
	@$(MAKE) --no-print-directory $(WEB)/node_modules/.made || true
	$(VENV)/bin/python -m pytest $(TOGETHER)
	$(VENV)/bin/python -m pytest $(TOGETHER) --loop uvloop $(ON_UVLOOP)

check: $(VENV)/.tools $(WEB)/node_modules/.made
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy
	$(WEB)/node_modules/.bin/tsc -p $(WEB)

bench: $(VENV)/.tools
	@for bench in tests/bench/bench_*.py; do \
	    echo "$$bench"; $(VENV)/bin/python "$$bench" || exit; \
	done

screenshots: $(VENV)/.tools
	@tests/system-parts || true
	$(VENV)/bin/python tests/screenshots.py screenshots
	$(VENV)/bin/python tests/terminal_pictures.py screenshots

oracle: $(VENV)/.tools
	@for oracle in tests/oracle/*.py; do \
	    echo "$$oracle"; $(VENV)/bin/python "$$oracle" || exit; \
	done

strength: $(VENV)/.tools
	@for game in tests/strength/*.py; do \
	    echo "$$game"; $(VENV)/bin/python "$$game" || exit; \
	done

soak: $(VENV)/.tools
	@tests/system-parts || true
	SOAK=10 $(VENV)/bin/python -m pytest -m soak --timeout 0 -rP

clean:
	rm -rf $(VENV) $(WEB)/node_modules tests/bench/node screenshots dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*
	find peer shared signaling tests -name __pycache__ -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	    echo '$(PYTHON) is not Python 3.11 or newer;' \
	        'name one that is, as: make play PYTHON=python3.12'; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	    echo '$(PYTHON) cannot make virtual environments;' \
	        'on Debian and Ubuntu: sudo apt-get install python3-venv'; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.game: pyproject.toml $(VENV)/.made
	@echo 'installing what the game needs into $(VENV): 210 MB, once'
	$(PIP_INSTALL) --editable .
	@touch $@

# After .game even under make -j: two pips in one environment break each other.
$(VENV)/.tools: $(VENV)/.game
	$(PIP_INSTALL) --editable '.[server,test,lint,oracle]'
	@touch $@

# What checks the browser client; nothing of it is shipped.
$(WEB)/node_modules/.made: $(WEB)/package.json
	@npm --version >/dev/null 2>&1 || { \
	    echo 'npm is missing, which brings what checks the browser client;' \
	        'tests/system-parts installs it'; exit 1; }
	cd $(WEB) && npm install --silent --no-audit --no-fund --no-package-lock
	@touch $@
