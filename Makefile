# The front door: each target is a line of help and a short call; the work is in Swift and in Scripts.

PREFIX ?= /usr/local
DESTDIR ?=
SWIFT ?= swift
# A command that is built already: what install takes, and demo plays with, instead of building one.
RADIOSPIRAL_BINARY ?=
RELEASE = -c release --static-swift-stdlib
INSTALLED_COMMAND = $(DESTDIR)$(PREFIX)/bin/radiospiral
INSTALLED_SHARE = $(DESTDIR)$(PREFIX)/share/radiospiral
INSTALLED_STATIONS = $(INSTALLED_SHARE)/Stations.json

.DEFAULT_GOAL := help
.PHONY: help build release test demo bench install uninstall lint format sanitize coverage clean need-swift

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-10s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

need-swift:
	@:$(if $(shell command -v $(SWIFT)),,$(error Swift 6.3 is needed and "$(SWIFT)" is not on the PATH: get the toolchain for Debian 12 from https://www.swift.org/install/linux/))

build: need-swift ## build for debugging (installs missing packages)
	Scripts/install-packages build
	$(SWIFT) build

release: need-swift ## build the command that ships, with the Swift libraries inside
	Scripts/install-packages build
	$(SWIFT) build $(RELEASE) --product radiospiral

test: need-swift ## install what the tests need and pass them all
	Scripts/install-packages build test
	Scripts/run-tests

demo: need-swift ## hear it play, with no network: a station of its own, titles, and a level meter
	@Scripts/demo

bench: need-swift ## measure it beside mpv, mpd, mplayer and ffplay
	Scripts/install-packages build test bench
	$(SWIFT) build $(RELEASE) --product radiospiral
	Scripts/bench

install: $(if $(RADIOSPIRAL_BINARY),,release) ## install under PREFIX (/usr/local), below DESTDIR if given
	install -D -m 755 "$(or $(RADIOSPIRAL_BINARY),$$($(SWIFT) build $(RELEASE) --show-bin-path)/radiospiral)" \
		"$(INSTALLED_COMMAND)"
	install -D -m 644 Stations.json "$(INSTALLED_STATIONS)"

uninstall: ## remove what install put there
	rm -f "$(INSTALLED_COMMAND)" "$(INSTALLED_STATIONS)"
	if [ -d "$(INSTALLED_SHARE)" ]; then rmdir --ignore-fail-on-non-empty "$(INSTALLED_SHARE)"; fi

lint: need-swift ## check the style of every Swift file
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests

format: need-swift ## put every Swift file into style
	$(SWIFT) format format --in-place --parallel --recursive Package.swift Sources Tests

sanitize: need-swift ## pass the tests under the address and the thread sanitizer
	Scripts/install-packages build test
	Scripts/sanitize

coverage: need-swift ## pass the tests and show how much of Sources they reach
	Scripts/install-packages build test
	Scripts/coverage

clean: ## remove everything that was built
	rm -rf .build
