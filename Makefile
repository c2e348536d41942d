# What one does with att-lab, each by one word. `make` alone lists them.
#
# Two scratch folders, because binaries for use and binaries for tests are built with different
# flags and would rebuild each other: `.build` (release) and `.build-tests` (release with
# `-enable-testing`: the tests of distributions need the optimiser's speed, so everything is
# compiled once, not once more for debug). A plain `swift test` (debug) works beside them.

.POSIX:
.SUFFIXES:

PREFIX = /usr/local
DESTDIR =
SWIFT = swift
# Where `make demo` keeps its runs.
DEMO_DB = .build/demo.sqlite

# An older binary that `make bench` compares with, in turn, and `make agreement` with the commit it was built from.
OLD =
COMMIT =

# Not empty (`make STRICT=1 test`, as CI does): warnings are errors. Not for everybody: a newer
# compiler may warn of what this one does not.
STRICT =

CHECKED = --explicit-target-dependency-import-check error $(STRICT:%=-Xswiftc -warnings-as-errors)
# On Linux the Swift runtime goes into the binary, so that it runs without a toolchain.
STATIC = `[ "$$(uname -s)" = Linux ] && echo --static-swift-stdlib`
RELEASE = -c release $(STATIC) $(CHECKED)
TESTED = -c release --scratch-path .build-tests -Xswiftc -enable-testing $(CHECKED)
BINARY = .build/release/att-lab

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-14s %s\n", $$1, $$2 }'

demo: setup ## install what is missing, build, and answer when a news app should ask
	@echo "Building in release; the first time takes some minutes."
	$(SWIFT) build $(RELEASE) --product att-lab
	$(BINARY) simulate Experiments/news-timing.yaml --db $(DEMO_DB)
	@echo "att-lab is $(BINARY) here; make install puts it on your PATH."

test: setup imports format-check rules parse-apple ## install what is missing, check the sources, and run every test
	$(SWIFT) build --build-tests $(TESTED)
	$(SWIFT) test --skip-build --disable-xctest $(TESTED)

# Each of them says what it found; together about half an hour on two busy cores.
test-slow: build ## kill, fill, starve, fuzz and cluster the binary, which takes too long for every day
	scripts/kill-test $(BINARY) 200
	scripts/disk-test $(BINARY)
	scripts/memory-test $(BINARY)
	scripts/kubernetes-test $(BINARY)
	scripts/slurm-test $(BINARY)
	scripts/learn-test $(BINARY)
	scripts/visits-test $(BINARY)
	scripts/fuzz

fuzz: ## let libFuzzer look for input that ends a reader, 100,000 executions each
	scripts/fuzz

sanitize: ## run the tests under the address sanitizer, then the thread sanitizer
	scripts/sanitize address
	scripts/sanitize thread

setup: ## install what is missing to build
	@scripts/setup

build: setup ## build the binary for use, in release
	$(SWIFT) build $(RELEASE) --product att-lab

imports: ## hold the import walls
	@scripts/imports

format: ## lay out the Swift sources
	$(SWIFT) format --in-place --parallel --recursive Sources Tests Benchmarks Fuzz Package.swift

format-check: ## fail where a Swift source is not laid out so
	@scripts/format-check

rules: ## fail on a platform rule without its tag in the code or without a test
	@scripts/rules

parse-apple: ## check the sources that only Apple's systems compile, and the code on the pages
	@scripts/parse-apple

alone: ## build a scratch app on the product PromptFlow, and fail where anything else is built with it
	@scripts/promptflow-alone

package: ## assemble the products for apps as a package of their own, build it and run its tests
	@scripts/promptflow-package --test

mutants: ## disable each platform rule and each check in turn; fail where no test of it notices
	@scripts/mutants
	@scripts/pitfall-mutants

sarif: build ## hold the SARIF that check writes against the schema of SARIF 2.1.0 (needs Python)
	@scripts/sarif-check $(BINARY)

explore-test: build ## drive the page of explore in headless Chromium, axe included (needs Python and Chromium)
	@scripts/explore-test $(BINARY)

bench: build ## measure speed, beside NumPy and numba too, precision a second, beside OLD=binary, memory, start-up
	python=`scripts/peers` || python=; $(SWIFT) run -c release --quiet --package-path Benchmarks \
		bench $(BINARY) $${python:+--python "$$python"} $(OLD:%=--old %)

curves: build ## measure how cost grows with installs, arms and uncertain parameters; some ten minutes
	$(SWIFT) run -c release --quiet --package-path Benchmarks bench $(BINARY) --curves

instructions: build ## count the instructions of an install; fail where they are a tenth over the baseline
	@scripts/instructions $(BINARY)

coverage: ## write the true coverage and size of every interval and test to the documentation
	$(SWIFT) run -c release --quiet --package-path Benchmarks coverage > .build/Coverage.md
	mv .build/Coverage.md Sources/Inference/Inference.docc/Coverage.md

errors: build ## write what the Monte Carlo errors are worth, over 100 seeds, to the documentation; some ten minutes
	$(SWIFT) run -c release --quiet --package-path Benchmarks bench $(BINARY) --errors > .build/Errors.md
	mv .build/Errors.md Sources/Inference/Inference.docc/Errors.md

agreement: build ## hold the answers to the experiments of COMMIT against those of OLD=binary, built from it, as z
	@scripts/agreement $(BINARY) "$(OLD)" "$(COMMIT)"

man: build ## write the man pages to .build/man
	@scripts/man $(BINARY) .build/man

dist: build ## pack the binary for people without Swift: a release archive and a Debian package in .build/dist
	@scripts/dist $(BINARY) .build/dist

# After `make build` it needs no toolchain: `sudo make install` finds none on its PATH.
install: ## install binary, completions and man pages under PREFIX (/usr/local)
	@if command -v $(SWIFT) >/dev/null 2>&1; then $(MAKE) build; fi
	@scripts/install $(BINARY) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what `make install` put under PREFIX
	@scripts/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## remove what was built
	rm -rf .build .build-tests .build-mutants .build-mutants-checks .build-sarif .build-address .build-thread .build-explore \
	  Benchmarks/.build Fuzz/.build

.PHONY: help demo test test-slow fuzz sanitize setup build imports format format-check rules parse-apple alone package mutants sarif bench curves instructions coverage errors agreement man dist install uninstall explore-test clean
