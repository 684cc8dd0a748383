# `make` alone lists the commands. Each says what it does and skips what is done.
.DEFAULT_GOAL := help
.PHONY: help serve build heart test fuzz proof conformance mutants bench shots clean

PORT ?= 8080
SCENARIOS ?= 100000
SHARD ?= 1
SAMPLE ?= 300
SEED ?= $(shell date +%s)

help:
	@echo 'make serve   build the page and serve it on http://127.0.0.1:8080 (PORT=9000 for another port)'
	@echo 'make build   build the page into dist'
	@echo 'make heart   the quick loop: format, lints and tests of the heart, in seconds'
	@echo 'make test    every check, with the browser'
	@echo 'make fuzz    the laws of the heart on 100 000 random scenarios each (SEED=7 for others, SCENARIOS=9)'
	@echo 'make proof   every run against a second model and the stateright checker, over the whole matrix; then a fuzzer, 2 min a promise'
	@echo 'make conformance   the model against real Redis and etcd servers on this machine'
	@echo 'make mutants the heart broken on purpose in 300 places: which test sees it (SHARD=2 for the next 300)'
	@echo 'make bench   one table: first load, drag, one run, each against its budget'
	@echo 'make shots   screenshots of the page into screens'
	@echo 'make clean   remove what was built (the tools in .tools and node_modules stay)'

serve:
	@PORT=$(PORT) scripts/serve.sh

build:
	@scripts/build.sh

heart:
	@scripts/heart.sh

test:
	@scripts/test.sh

fuzz:
	@echo 'SEED=$(SEED) SCENARIOS=$(SCENARIOS): the same two give the same scenarios again'
	@FENCELAB_SCENARIOS=$(SCENARIOS) FENCELAB_SEED=$(SEED) \
		cargo test --profile fuzz --no-default-features --test laws

proof:
	cargo test --profile fuzz -p proof
	@scripts/fuzz.sh

conformance:
	@scripts/conformance.sh

mutants:
	@SHARD=$(SHARD) SAMPLE=$(SAMPLE) scripts/mutants.sh

bench:
	@scripts/bench.sh

shots:
	@scripts/shots.sh

clean:
	rm -rf dist target screens
