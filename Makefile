# Everything that a checkout can be asked to do. `make` alone lists it.

SHELL = /bin/sh
.DEFAULT_GOAL = help
.PHONY: help setup build demo test lint coverage manual clean

# A target may import only what Package.swift says that it depends on.
BUILD_FLAGS = --explicit-target-dependency-import-check error
RELEASE_FLAGS = $(BUILD_FLAGS) --configuration release --static-swift-stdlib
SWIFT_FILES = Package.swift Sources Tests
# The rooms that are tested hardest, with every line that they have.
COVERED = Sources/GateModel Sources/GateSecret Sources/GatePolicy Sources/GateGuidance Sources/GateWire

help: ## list these targets
	@awk -F ': .*## ' '/^[a-z]+: .*##/ { printf "make %-9s %s\n", $$1, $$2 }' Makefile

setup: ## install what is missing of the Debian packages that the build needs
	@.ci/setup build
	@echo "Nothing is missing."

build: setup-build ## release binaries in .build/release, with the Swift runtime inside
	swift build $(RELEASE_FLAGS)

# Binaries of a release that is newer than every source are used as they are; else a debug build is the quicker one.
demo: setup-build ## the main job on a virtual reader, step by step
	@if [ -x .build/release/biogate ] && [ -x .build/release/biogated ] \
		&& [ -z "$$(find Package.swift Sources -newer .build/release/biogate -print -quit)" ]; then \
		sh Tests/Demo/demo.sh .build/release; \
	else \
		[ -x .build/debug/biogate ] || echo "Building. The first time takes about 6 minutes on two cores."; \
		swift build $(BUILD_FLAGS) && sh Tests/Demo/demo.sh .build/debug; \
	fi

test: setup-test lint ## all tests
	@.ci/test

lint: ## the code's style
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)

# The llvm-cov beside the compiler: another one may not read its profile.
coverage: setup-test ## how much of the pure rooms the tests reach
	swift test --disable-xctest --scratch-path .build-coverage --enable-code-coverage
	@"$$(dirname "$$(readlink -f "$$(command -v swift)")")/llvm-cov" report .build-coverage/debug/BiometricGatePackageTests.xctest \
		-instr-profile .build-coverage/debug/codecov/default.profdata $(COVERED)

# The other pages in man/ are written by hand.
manual: ## the manual pages that are made from the command line and from the README
	python3 man/generate.py commands .build/debug/biogate >man/biogate.1.new && mv man/biogate.1.new man/biogate.1
	python3 man/generate.py configuration README.md >man/biogated.yaml.5.new && mv man/biogated.yaml.5.new man/biogated.yaml.5

clean: ## remove what was built
	rm -rf .build .build-*

.PHONY: setup-build setup-test
setup-build:
	@.ci/setup build
setup-test:
	@.ci/setup test
