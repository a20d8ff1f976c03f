# Two commands need nothing but Python 3.11, 3.12 or 3.13 and git:  make verify  and  make test.

PYTHON ?=
JOBS ?= 2
BIN := .venv/bin
# what `make verify` needs, and all that the other commands do
JUDGING := .venv/.judging
READY := .venv/.ready
# the promised Pythons, 3.13 to 3.11: pyproject.toml says the same
MINORS := 13 12 11
PROMISED := (3, 11) <= sys.version_info < (3, 14)
# for verify-newest and verify-oldest: a name on the path may be one that pyenv keeps for a version which is not chosen, so that its
# versions are asked by their own paths too
versions = python3.$(1) $(wildcard $(or $(PYENV_ROOT),$(HOME)/.pyenv)/versions/3.$(1).*/bin/python)
CANDIDATES := $(PYTHON) $(foreach minor,$(MINORS),python3.$(minor)) python3
# the first of some interpreters that runs, for $(shell ...)
first = for python in $(1); do "$$python" -c "" 2>/dev/null && { echo "$$python"; break; }; done
NEWEST = $(shell $(call first,$(call versions,$(firstword $(MINORS)))))
OLDEST = $(shell $(call first,$(call versions,$(lastword $(MINORS)))))

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# notebooks would otherwise leave their state in the home folder
export IPYTHONDIR := $(CURDIR)/.venv/ipython
export JUPYTER_DATA_DIR := $(CURDIR)/.venv/jupyter
export JUPYTER_RUNTIME_DIR := $(CURDIR)/.venv/jupyter/runtime

# one thread a process: two processes on two cores, and small matrices, gain nothing from more
export OPENBLAS_NUM_THREADS := 1
# compiled simulation kernels stay inside the checkout
export SYMFED_CACHE := $(CURDIR)/.symfed_cache

.PHONY: help setup verify trials verify-newest newest-python verify-oldest evidence proofs test test-browser kernel sentences test-kernel setup-flower \
  test-flower report notebooks docs clean

help:
	@echo "make verify     set up, then judge every claim and compare with the committed ledger"
	@echo "make trials     the same, and all that tries to break a judgement again (wrong variants, dropped conditions), whatever is committed"
	@echo "make verify-newest  trials under the newest Python that symfed is promised for, in an environment of its own (.venv-newest)"
	@echo "make verify-oldest  a few claims and formulas with the oldest packages that it is promised for (.venv-oldest): two minutes"
	@echo "make evidence   compare what the committed replay files state with the claims: some minutes"
	@echo "make proofs     have symfed's kernel of sentences read the proofs in steps again: a minute"
	@echo "make test       set up, then run the tests (lint, types and the import law are among them)"
	@echo "make test-browser  read the report in headless Chromium (from the system's packages: chromium, chromium-driver)"
	@echo "make kernel     write theorems out and have Coq's kernel accept them (from the system's packages: coq)"
	@echo "make sentences  have Coq read the proofs in steps that symfed's own kernel accepts: a quarter of an hour"
	@echo "make test-kernel   have it accept lemmas of each kind, and refuse wrong ones"
	@echo "make test-flower   run what is predicted in Flower, in an environment of its own (.venv-flower): two to three minutes"
	@echo "make report     judge every claim and write report/index.html and what it leads to: no network is needed"
	@echo "make notebooks  bring notebooks/*.ipynb in line with their .py sources and execute them"
	@echo "make docs       build the documentation, site/html/index.html: half a minute, no network"
	@echo "make setup      create .venv only"
	@echo "make clean      remove .venv and everything generated"
	@echo "PYTHON=/path/to/python3 chooses the interpreter, JOBS=4 the number of processes"

setup: $(READY)

verify: $(JUDGING)
	$(BIN)/symfed verify --jobs $(JOBS)

# what each committed replay file states is what its claim states today
evidence: $(JUDGING)
	$(BIN)/symfed replay --jobs $(JOBS)

# symfed's own kernel accepts the proofs that proofs_checks/proofs.json names
proofs: $(JUDGING)
	$(BIN)/symfed proofs --jobs $(JOBS)

trials: $(JUDGING)
	$(BIN)/symfed verify --trials --jobs $(JOBS)

# the interpreter of verify-newest, or nothing
newest-python:
	@echo $(NEWEST)

verify-newest: .venv-newest/.ready
	.venv-newest/bin/symfed verify --trials --jobs $(JOBS)

# numba, that simulations take no longer than elsewhere, is all that claims ask for beyond what the package does
.venv-newest/.ready: pyproject.toml constraints.txt
	@test -n "$(NEWEST)" || { echo "symfed: verify-newest needs Python 3.$(firstword $(MINORS)), which is not here" >&2; exit 1; }
	@.venv-newest/bin/python -c "" 2>/dev/null || $(NEWEST) -m venv --clear .venv-newest
	@.venv-newest/bin/python -m pip install --quiet --constraint constraints.txt --editable '.[judge,fast]'
	@touch $@

verify-oldest: .venv-oldest/.ready
	.venv-oldest/bin/python .ci/smoke.py

.venv-oldest/.ready: pyproject.toml constraints-oldest.txt
	@test -n "$(OLDEST)" || { echo "symfed: verify-oldest needs Python 3.$(lastword $(MINORS)), which is not here" >&2; exit 1; }
	@.venv-oldest/bin/python -c "" 2>/dev/null || $(OLDEST) -m venv --clear .venv-oldest
	@.venv-oldest/bin/python -m pip install --quiet --constraint constraints-oldest.txt --editable '.[judge,report,plan,fast,data,scale,pep,plots]'
	@touch $@

test: $(READY)
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal

# Flower pins what symfed needs in other versions; its federations are processes that share files and no package with symfed
setup-flower: .venv-flower/.ready

.venv-flower/.ready: $(READY) constraints-flower.txt
	@test -x .venv-flower/bin/python || $(BIN)/python -m venv .venv-flower
	@.venv-flower/bin/python -m pip install --quiet --constraint constraints-flower.txt flwr numpy
	@touch $@

test-flower: setup-flower
	$(BIN)/python -m pytest benchmarks/flower

# what drives the browser is installed here alone
test-browser: $(READY)
	@$(BIN)/python -c 'import selenium' 2>/dev/null || $(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[browser]'
	$(BIN)/python -m pytest tests/browser

# Coq 8.16 comes from the system's packages
kernel: $(JUDGING)
	$(BIN)/symfed coq --jobs $(JOBS)

sentences: $(JUDGING)
	$(BIN)/symfed coq --sentences --jobs $(JOBS)

test-kernel: $(READY)
	$(BIN)/python -m pytest tests/coq/accepted_by_coq

report: $(READY)
	$(BIN)/symfed verify --jobs $(JOBS) --report report

notebooks: $(READY)
	$(BIN)/python notebooks/execute.py

docs: $(READY)
	$(BIN)/python docs/build.py site

# Made anew only when what is to be installed has changed.
$(JUDGING): EXTRAS := judge,fast
$(READY): EXTRAS := judge,report,plan,fast,scale,data,pep,notebooks,docs,test
$(JUDGING) $(READY): pyproject.toml constraints.txt
	@seen=; chosen=; \
	for candidate in $(CANDIDATES); do \
	  version=$$($$candidate -c 'import sys; print("%d.%d.%d" % sys.version_info[:3])' 2>/dev/null) || continue; \
	  seen="$$seen $$candidate is $$version;"; \
	  if $$candidate -c 'import sys; sys.exit(not $(PROMISED))'; then chosen=$$candidate; break; fi; \
	done; \
	if [ -z "$$chosen" ]; then \
	  echo "symfed needs Python 3.11, 3.12 or 3.13; found:$${seen:- no Python at all}" \
	    "(install one, or name it: make PYTHON=/path/to/python3)" >&2; exit 1; \
	fi; \
	if ! $$chosen -c 'import venv, ensurepip' 2>/dev/null; then \
	  echo "symfed needs Python's venv module, which $$chosen ($$version) lacks (on Debian and Ubuntu: apt install python3-venv)" >&2; exit 1; \
	fi; \
	if ! $(BIN)/python -c 'import sys, pip; sys.exit(not $(PROMISED))' 2>/dev/null; then \
	  echo "symfed: creating .venv with $$chosen ($$version)"; \
	  $$chosen -m venv --clear .venv; \
	fi
	@echo "symfed: installing into .venv"
	@$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[$(EXTRAS)]'
	@touch $@ $(JUDGING)

clean:
	rm -rf .venv .venv-newest .venv-oldest .venv-flower build dist report site *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache .symfed_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
