# What one does with att-lab, each by one word. `make` alone lists them.
#
# The program and the tests are built once, in `.build`, by the same flags: optimised, because the tests of distributions
# need that speed, with `-enable-testing`, which costs the program nothing but size, and without debugging information,
# which is a tenth of the time. A plain `swift test` (debug) works beside them.

.POSIX:
.SUFFIXES:

PREFIX = /usr/local
DESTDIR =
SWIFT = swift
# Where `make demo` keeps its runs.
DEMO_DB = .build/demo.sqlite

# Not empty (`make STRICT=1 test`, as CI does): warnings are errors. Not for everybody: a newer
# compiler may warn of what this one does not.
STRICT =

# Another build of the program, for `make bench` to compare with.
OLD =

BUILT = -c release -debug-info-format none -Xswiftc -enable-testing \
	--explicit-target-dependency-import-check error $(STRICT:%=-Xswiftc -warnings-as-errors)
BINARY = .build/release/att-lab

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "  make %-10s %s\n", $$1, $$2 }'

demo: build ## install what is missing, build, and answer when a news app should ask
	$(BINARY) simulate Experiments/news-timing.yaml --db $(DEMO_DB)
	@echo "att-lab is $(BINARY) here; make install puts it on your PATH."

test: check ## install what is missing, check the sources, build, and run every test
	$(SWIFT) build --build-tests $(BUILT)
	$(SWIFT) test --skip-build --disable-xctest --disable-testable-imports $(BUILT)

# Each of them says what it found. Each script also runs alone, on a binary that is named to it.
test-slow: build ## before a release: kill, starve, fuzz and sanitize the program, and all else that takes long
	scripts/cut-test $(BINARY)
	scripts/cluster-test $(BINARY)
	scripts/learn-test $(BINARY)
	scripts/explore-test $(BINARY)
	scripts/package --test
	scripts/fuzz
	scripts/sanitize address
	scripts/sanitize thread
	scripts/mutants

build: ## install what is missing and build the program; the first time takes some minutes
	@scripts/setup
	$(SWIFT) build $(BUILT) --product att-lab

check: ## check the sources: import walls, layout, a test of each rule, what only Apple's systems compile
	@scripts/setup
	@scripts/imports
	@scripts/check
	@scripts/parse-apple

format: ## lay out the Swift sources
	$(SWIFT) format --in-place --parallel --recursive Sources Tests Benchmarks Fuzz Package.swift

mutants: ## disable each platform rule and each check in turn; fail where no test of it notices
	@scripts/mutants

bench: build ## measure speed, memory and start-up (OLD=binary compares); on a machine that does nothing else
	$(SWIFT) run -c release --quiet --package-path Benchmarks bench $(BINARY) $(OLD:%=--old %)

errors: build ## write what the Monte Carlo errors are worth, over 100 seeds, to the documentation; some ten minutes
	$(SWIFT) run -c release --quiet --package-path Benchmarks bench $(BINARY) --errors > .build/Errors.md
	mv .build/Errors.md Sources/Inference/Inference.docc/Errors.md

dist: build ## pack the program for people without Swift: a release archive and a Debian package in .build/dist
	@scripts/dist $(BINARY) .build/dist

# After `make build` it needs no toolchain: `sudo make install` finds none on its PATH.
install: ## install program, completions and man page under PREFIX (/usr/local)
	@if command -v $(SWIFT) >/dev/null 2>&1; then $(MAKE) build; fi
	@scripts/install $(BINARY) "$(DESTDIR)$(PREFIX)"

uninstall: ## remove what `make install` put under PREFIX
	@scripts/install --remove "$(DESTDIR)$(PREFIX)"

clean: ## remove what was built
	rm -rf .build Benchmarks/.build Fuzz/.build

.PHONY: help demo test test-slow build check format mutants bench errors dist install uninstall clean
