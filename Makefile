# Everything that a checkout can be asked to do. `make` alone lists it.

SHELL = /bin/sh
.DEFAULT_GOAL = help
.PHONY: help setup build demo test lint docs coverage memory rates clean

# A target may import only what Package.swift says that it depends on.
BUILD_FLAGS = --explicit-target-dependency-import-check error
RELEASE_FLAGS = $(BUILD_FLAGS) --configuration release --static-swift-stdlib
SWIFT_FILES = Package.swift Sources Tests Examples

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

docs: setup-build ## the client library's documentation, in .build/BiometricGate.doccarchive
	@.ci/docs

coverage: setup-test ## how much of the pure rooms the tests reach; of the policy it must be every line
	@.ci/coverage

ROUNDS = 10000
memory: setup-test ## leaks and descriptors of the sensor after 10,000 operations of each kind, in about five minutes
	swift build $(BUILD_FLAGS) --product sensor-steps
	sh Tests/Memory/memory.sh $(ROUNDS)

rates: setup-test ## how often libfprint mistakes drawn fingers, on its virtual reader of images
	swift build $(BUILD_FLAGS) --product match-rates
	.build/debug/match-rates

clean: ## remove what was built
	rm -rf .build .build-*

.PHONY: setup-build setup-test
setup-build:
	@.ci/setup build
setup-test:
	@.ci/setup test
