# All targets of a checkout. `make` alone lists them.

SHELL = /bin/sh
.DEFAULT_GOAL = help
.PHONY: help setup build vendor demo picture test test-long lint docs clients coverage memory crash fuzz sanitize bench bench-counts rates clean install install-strip uninstall deb packages windows windows-test windows-depend desktop-test windows-pictures windows-deb windows-system-test system-test vm-test on-trixie deep

BUILD_FLAGS = $(shell .ci/build-flags)
WINDOWS_FLAGS = $(shell .ci/build-flags windows)
# Writable function tables would help an attacker who can write to memory, so they are resolved at the start, then
# read-only (by lld, of .ci/build-flags). No program links against ours. Each function has a section of its own, so that
# the linker leaves out those that a program does not use; packed relocations (glibc 2.36) make the start shorter. Tables
# for unwinding were a sixth of each: Swift's errors need none, no C++ exception crosses our code, and debuggers follow the
# frame pointers. They
# share one copy of Swift's runtime: beside them (the package manager's own $ORIGIN), in the system's directory for
# libraries of its architecture, which the loader names $LIB, or in lib/biogate. biogate-reader has its own linked in (Package.swift). Swift brings lld; of the system's linkers Debian 13
# has only bfd, which leaves function tables writable.
RELEASE_FLAGS = --configuration release -Xlinker -z -Xlinker now -Xlinker --no-export-dynamic \
	-Xswiftc -Xfrontend -Xswiftc -function-sections -Xlinker -z -Xlinker pack-relative-relocs \
	-Xlinker $(CURDIR)/.ci/no-unwinding.ld \
	-Xswiftc -no-toolchain-stdlib-rpath -Xlinker '-rpath=$$ORIGIN/../$$LIB/biogate' \
	-Xlinker '-rpath=$$ORIGIN/../lib/biogate' $(if $(OFFLINE),--skip-update --disable-automatic-resolution)
PROGRAMS = biogated biogate-reader biogate biogate-password biogate-fprintd
# The user's programs: one executable by several names.
NAMES = biogate-agent biogate-passkeys biogate-secrets biogate-ssh-agent
# BUILT=true compiles nothing of the service: the programs and tests in .build are used as they are.
DEBUG_BUILD = $(if $(BUILT),,swift build $(BUILD_FLAGS))
SWIFT_FILES = Package.swift Sources Tests Examples Windows/Package.swift Windows/Sources Windows/Examples Windows/Tests

help: ## list these targets
	@awk -F ': .*## ' '/^[a-z-]+: .*##/ { printf "make %-14s %s\n", $$1, $$2 }' Makefile

# Installs a stage's packages; "true" for a build that must not install any.
SETUP = .ci/setup

setup: setup-build ## install what is missing of the Debian packages that the build needs
	@echo "Nothing is missing."

# OFFLINE=true fetches nothing: for builds without a network, after `swift package resolve`, or with the archive of
# `make vendor`.
build: setup-build ## release binaries in .build/release, with Swift's runtime beside them
	$(if $(BUILT),,for product in $(PROGRAMS); do swift build $(BUILD_FLAGS) $(RELEASE_FLAGS) --product $$product || exit; done)
	.ci/runtime .build/release $(addprefix .build/release/,$(PROGRAMS))

VENDOR = .build/biogate-$(VERSION)-vendor.tar.gz
VERSION = $(shell sed -n 's/.*current = "\(.*\)"/\1/p' Sources/GateModel/Version.swift)
vendor: ## the Swift packages that the build needs, in one archive, for builds without a network
	swift package resolve
	tar --create --gzip --file $(VENDOR) --exclude=.git Package.resolved .build/checkouts .build/workspace-state.json

# The programs that the demonstration plays.
PLAYED = biogated biogate-reader biogate
# Release binaries newer than every source are used as they are; otherwise a debug build is faster.
demo: setup-build ## the main job on a virtual reader, step by step
	@if [ -x .build/release/biogate ] && [ -x .build/release/biogated ] \
		&& [ -z "$$(find Package.swift Sources -newer .build/release/biogate -print -quit)" ]; then \
		sh Tests/Demo/demo.sh .build/release; \
	else \
		[ -x .build/debug/biogate ] || echo "The first time this compiles for about 5 minutes on two cores."; \
		$(if $(BUILT),,for product in $(PLAYED); do \
			echo "Building $$product"; swift build $(BUILD_FLAGS) --product $$product || exit; \
		done;) \
		sh Tests/Demo/demo.sh .build/debug; \
	fi

picture: setup-test ## docs/picture.svg, drawn from a run
	$(DEBUG_BUILD)
	python3 Tests/Demo/picture.py .build/debug docs/picture.svg

test: setup-test lint ## the tests, each promise at least once
	@.ci/test

test-long: setup-test ## what they leave out: hundreds of kills, failing disks, changed rows, and a search for leaks
	@.ci/test long

lint: ## the code's style, the catalogues of the languages, the clients' generated parts, and the rooms' sizes
	swift format lint --strict --parallel --recursive $(SWIFT_FILES)
	python3 -B Languages/generate.py --check
	python3 -B Clients/generate.py --check
	python3 -B .ci/sizes.py lines

docs: setup-build ## the client library's documentation, in .build/BiometricGate.doccarchive
	@.ci/docs

clients: setup-test ## the packages of the clients for Python and Node, in .build/clients
	@sh Clients/build.sh "$(CURDIR)/.build/python/bin/python" "$(CURDIR)/.build/clients"

coverage: setup-test ## how much of the pure rooms the tests reach; of the policy it must be every line
	@.ci/coverage

ROUNDS = 10000
memory: setup-test ## leaks and descriptors after 10,000 operations of the sensor and 10,000 authentications
	for product in sensor-steps biogated biogate-reader biogate-sandbox; do swift build $(BUILD_FLAGS) --product $$product || exit; done
	sh Tests/Memory/memory.sh $(ROUNDS)

KILLS = 1000
READER_KILLS = 500
CONNECTIONS = 100000
crash: setup-test ## kills daemon (1,000 times) and readers' process, fails its disk, connects 100,000 times; an hour or more
	swift build --build-tests $(BUILD_FLAGS)
	BIOGATE_TEST_PYTHON=$(CURDIR)/.build/python/bin/python BIOGATE_CRASH_KILLS=$(KILLS) BIOGATE_DISK_EVERY=1 \
		BIOGATE_READER_KILLS=$(READER_KILLS) BIOGATE_LEAK_CONNECTIONS=$(CONNECTIONS) swift test --skip-build --disable-xctest $(BUILD_FLAGS) \
		--filter 'IntegrationTests.(CrashTests|ReaderProcessTests|DiskFaultTests|RefusedResetTests|ConnectionLeakTests)'

SECONDS = 30
fuzz: setup-test ## replays what the fuzzers have found, and tries new inputs for SECONDS=30 with each (FUZZERS=)
	sh Tests/Fuzz/fuzz.sh $(SECONDS) $(FUZZERS)

SANITIZERS = address thread
SUITES =
sanitize: setup-test ## rooms and daemon, or the tests of SUITES=, under SANITIZERS="address thread"
	for sanitizer in $(SANITIZERS); do .ci/sanitize $$sanitizer $(if $(SUITES),'$(SUITES)') || exit; done

rates: setup-test ## how often libfprint mistakes drawn fingers, on its virtual reader of images
	swift build $(BUILD_FLAGS) --product match-rates
	.build/debug/match-rates

MEASURE = .build/benchmarks/measure
MEASURED = biogated biogate-reader biogate-fprintd
ROWS =
bench: MEASURED += biogate biogate-sandbox
bench: known-rows setup-bench daemon $(MEASURE) ## the daemon beside bare libfprint and fprintd; ROWS=status is one of the rows
	/usr/bin/python3 Tests/Benchmarks/bench.py .build/release/biogated $(MEASURE) $(ROWS)

.PHONY: known-rows
known-rows:
	@/usr/bin/python3 Tests/Benchmarks/rows.py $(ROWS)

bench-counts: setup-bench daemon $(MEASURE) .build/benchmarks/allocations.so ## allocations and system calls of a request
	/usr/bin/python3 Tests/Benchmarks/counts.py .build/release/biogated $(MEASURE) .build/benchmarks/allocations.so

.PHONY: daemon
daemon: setup-build
	$(if $(BUILT),,for product in $(MEASURED); do swift build $(BUILD_FLAGS) $(RELEASE_FLAGS) --product $$product || exit; done)
	.ci/runtime .build/release $(addprefix .build/release/,$(MEASURED))

$(MEASURE): $(wildcard Tests/Benchmarks/*.[ch]) | setup-bench
	@mkdir -p $(@D)
	cc -std=gnu11 -O2 -Wall -o $@ $(filter-out %/allocations.c,$(filter %.c,$^)) \
		$$(pkg-config --cflags --libs libfprint-2 libsystemd)

.build/benchmarks/allocations.so: Tests/Benchmarks/allocations.c
	@mkdir -p $(@D)
	cc -std=gnu11 -O2 -Wall -shared -fPIC -o $@ $<

# PAM loads it into every program that logs users in, so it links only PAM and the C library.
PAM_MODULE = .build/pam/pam_biogate_login.so
# The flags of the package's build, if it has any.
PAM_FLAGS = $(CPPFLAGS) $(or $(CFLAGS),$(PAM_CFLAGS)) $(or $(LDFLAGS),$(PAM_LDFLAGS))
PAM_CFLAGS = -O2 -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fstack-clash-protection
PAM_LDFLAGS = -Wl,-z,relro -Wl,-z,now
EITHER_MODULE = .build/pam/pam_biogate.so
KEYRING_PROGRAM = .build/pam/biogate-keyring
.PHONY: pam
pam: $(PAM_MODULE) $(EITHER_MODULE) $(KEYRING_PROGRAM) ## the PAM modules of logins, and the keyring's program
$(KEYRING_PROGRAM): Sources/Guests/Logins/pam_biogate_login/biogate_keyring.c
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(PAM_FLAGS) -Wall -Wextra -Werror -fPIE -pie -o $@ $<
$(PAM_MODULE): Sources/Guests/Logins/pam_biogate_login/pam_biogate_login.c
$(EITHER_MODULE): Sources/Guests/Logins/pam_biogate/pam_biogate.c
$(PAM_MODULE) $(EITHER_MODULE): $(wildcard Sources/Guests/Logins/pam_biogate/*.h)
	@mkdir -p $(@D)
	$(CC) -std=gnu11 $(PAM_FLAGS) -Wall -Wextra -Werror -fPIC -fvisibility=hidden -shared -Wl,-z,defs \
		-Wl,-z,noexecstack -o $@ $(filter %.c,$^) -lpam

# The installation's directories. UNITDIR, UDEVDIR and ZSHDIR are where systemd, udev and zsh search below PREFIX. The
# message bus searches /usr/share and /etc.
DESTDIR =
PREFIX = /usr/local
SYSCONFDIR = /etc
# Beside bin, or in $(RUNTIMEDIR) itself: the programs look for Swift's runtime beside themselves and there.
LIBEXECDIR = $(PREFIX)/libexec
# A package uses the system's own: /usr/lib/x86_64-linux-gnu, /usr/lib64.
LIBDIR = $(PREFIX)/lib
RUNTIMEDIR = $(LIBDIR)/biogate
UNITDIR = $(PREFIX)/lib/systemd/system
USERUNITDIR = $(PREFIX)/lib/systemd/user
UDEVDIR = $(PREFIX)/lib/udev
BUSDIR = $(if $(filter /usr,$(PREFIX)),$(PREFIX)/share,$(SYSCONFDIR))/dbus-1/system.d
ZSHDIR = $(PREFIX)/share/zsh/site-functions
BINARIES = .build/release
INSTALL_PROGRAM = install
UNITS = $(notdir $(wildcard systemd/*.service systemd/*.socket))
USER_UNITS = $(notdir $(wildcard systemd/user/*.service systemd/user/*.socket))
MANUALS = $(wildcard man/*.[1-8])
MANDIR = $(PREFIX)/share/man
# Generated from the help and a document.
COMMANDS_MANUAL = $(MANDIR)/man1/biogate.1
CONFIGURATION_MANUAL = $(MANDIR)/man5/biogated.conf.5
COMPLETIONS = $(PREFIX)/share/bash-completion/completions/biogate $(ZSHDIR)/_biogate \
	$(PREFIX)/share/fish/vendor_completions.d/biogate.fish

install: ## what `make build` built, below DESTDIR and PREFIX (/usr/local); starts nothing; needs python3
	@[ -x $(BINARIES)/biogated ] || { echo "Nothing is built in $(BINARIES): make build" >&2; exit 1; }
	$(INSTALL_PROGRAM) -D -m 755 $(BINARIES)/biogate $(DESTDIR)$(LIBEXECDIR)/biogate
	install -d $(DESTDIR)$(PREFIX)/bin
	ln -sfr $(DESTDIR)$(LIBEXECDIR)/biogate $(DESTDIR)$(PREFIX)/bin/biogate
	for name in $(NAMES); do ln -sf biogate $(DESTDIR)$(LIBEXECDIR)/$$name || exit; done
	$(INSTALL_PROGRAM) -D -m 755 $(BINARIES)/biogated $(DESTDIR)$(LIBEXECDIR)/biogated
	$(INSTALL_PROGRAM) -D -m 755 $(BINARIES)/biogate-reader $(DESTDIR)$(LIBEXECDIR)/biogate-reader
	$(INSTALL_PROGRAM) -D -m 755 $(BINARIES)/biogate-password $(DESTDIR)$(LIBEXECDIR)/biogate-password
	install -D -m 755 Sources/Guests/SSH/biogate-git-sign/biogate-git-sign $(DESTDIR)$(LIBEXECDIR)/biogate-git-sign
	install -m 644 Sources/Guests/SSH/biogate-git-sign/biogate-git-sign.gitconfig $(DESTDIR)$(LIBEXECDIR)/biogate-git-sign.gitconfig
	install -d $(DESTDIR)$(RUNTIMEDIR)
	$(INSTALL_PROGRAM) -m 644 -t $(DESTDIR)$(RUNTIMEDIR) $(BINARIES)/*.so
	install -d $(DESTDIR)$(UNITDIR)
	for unit in $(UNITS); do \
		sed 's|/usr/libexec/|$(LIBEXECDIR)/|' systemd/$$unit >$(DESTDIR)$(UNITDIR)/$$unit || exit; \
		chmod 644 $(DESTDIR)$(UNITDIR)/$$unit || exit; \
	done
	install -d $(DESTDIR)$(USERUNITDIR)
	for unit in $(USER_UNITS); do \
		sed 's|/usr/libexec/|$(LIBEXECDIR)/|' systemd/user/$$unit >$(DESTDIR)$(USERUNITDIR)/$$unit || exit; \
		chmod 644 $(DESTDIR)$(USERUNITDIR)/$$unit || exit; \
	done
	install -D -m 644 systemd/biogate.sysusers $(DESTDIR)$(PREFIX)/lib/sysusers.d/biogate.conf
	install -D -m 644 udev/70-biogate.rules $(DESTDIR)$(UDEVDIR)/rules.d/70-biogate.rules
	install -D -m 644 systemd/biogate-bus.conf $(DESTDIR)$(BUSDIR)/biogate.conf
	for manual in $(MANUALS); do \
		install -D -m 644 -t $(DESTDIR)$(MANDIR)/man$${manual##*.} $$manual || exit; \
	done
	install -d $(DESTDIR)$(dir $(COMMANDS_MANUAL)) $(DESTDIR)$(dir $(CONFIGURATION_MANUAL))
	python3 man/generate.py commands $(BINARIES)/biogate >$(DESTDIR)$(COMMANDS_MANUAL)
	python3 man/generate.py configuration docs/configuration.md >$(DESTDIR)$(CONFIGURATION_MANUAL)
	chmod 644 $(DESTDIR)$(COMMANDS_MANUAL) $(DESTDIR)$(CONFIGURATION_MANUAL)
	for target in $(COMPLETIONS); do \
		case $$target in *.fish) shell=fish ;; */_*) shell=zsh ;; *) shell=bash ;; esac; \
		install -d $(DESTDIR)$$(dirname $$target) || exit; \
		$(BINARIES)/biogate --generate-completion-script $$shell | sed '1{/^#!/d}' >$(DESTDIR)$$target || exit; \
		chmod 644 $(DESTDIR)$$target || exit; \
	done
# An administrator's changes stay.
	[ -e $(DESTDIR)$(SYSCONFDIR)/biogate/biogated.conf ] || \
		install -D -m 644 systemd/biogated.conf $(DESTDIR)$(SYSCONFDIR)/biogate/biogated.conf
	[ -e $(DESTDIR)$(SYSCONFDIR)/pam.d/biogate ] || \
		install -D -m 644 systemd/biogate.pam $(DESTDIR)$(SYSCONFDIR)/pam.d/biogate
# Converts the first releases' configuration; if that fails, it says so, and the daemon does not start.
	systemd/convert-configuration $(DESTDIR)$(SYSCONFDIR)/biogate $(BINARIES)/biogated || true

install-strip: ## the same without the programs' symbols: about half the size
	$(MAKE) INSTALL_PROGRAM='install --strip' install

uninstall: ## what `make install` installed with the same words; changed configuration and the data stay
	rm -rf $(DESTDIR)$(RUNTIMEDIR)
	rm -f $(DESTDIR)$(PREFIX)/bin/biogate $(addprefix $(DESTDIR)$(LIBEXECDIR)/,biogate $(NAMES) biogated biogate-reader biogate-password \
		biogate-git-sign biogate-git-sign.gitconfig) $(addprefix $(DESTDIR)$(USERUNITDIR)/,$(USER_UNITS)) \
		$(addprefix $(DESTDIR)$(UNITDIR)/,$(UNITS)) $(DESTDIR)$(PREFIX)/lib/sysusers.d/biogate.conf \
		$(DESTDIR)$(UDEVDIR)/rules.d/70-biogate.rules $(DESTDIR)$(BUSDIR)/biogate.conf $(addprefix $(DESTDIR),$(COMPLETIONS)) \
		$(foreach manual,$(MANUALS),$(DESTDIR)$(MANDIR)/man$(subst .,,$(suffix $(manual)))/$(notdir $(manual))) \
		$(addprefix $(DESTDIR),$(COMMANDS_MANUAL) $(CONFIGURATION_MANUAL))
	! cmp -s systemd/biogated.conf $(DESTDIR)$(SYSCONFDIR)/biogate/biogated.conf || \
		rm $(DESTDIR)$(SYSCONFDIR)/biogate/biogated.conf
	! cmp -s systemd/biogate.pam $(DESTDIR)$(SYSCONFDIR)/pam.d/biogate || rm $(DESTDIR)$(SYSCONFDIR)/pam.d/biogate

# Debian wants an address of the maintainers, and appstreamcli 1.0 a homepage; neither exists yet. lintian refuses
# unknown tags, and Debian 12's does not know the second.
SUPPRESSED = $(if $(shell .ci/project mail),,malformed-contact bogus-mail-host-in-debian-changelog) \
	$(if $(shell .ci/project homepage),,$(filter appstream-metadata-validation-failed,$(shell lintian-explain-tags --list-tags)))
LINTIAN = lintian --fail-on error,warning --allow-root $(SUPPRESSED:%=--suppress-tags %)

# PACKAGED=DIRECTORY packages existing programs, with the runtime beside them; otherwise those of `make build`.
deb: setup-deb $(if $(PACKAGED),,build) ## a Debian package in .build/deb, checked by lintian
	rm -rf .build/deb
	mkdir -p .build/deb
	BINARIES=$(or $(PACKAGED),.build/release) DEB_DESTINATION=.build/deb dpkg-buildpackage --build=binary --no-sign \
		--buildinfo-file=.build/deb/biogate.buildinfo --changes-file=.build/deb/biogate.changes \
		--buildinfo-option=-u.build/deb --changes-option=-u.build/deb
	$(LINTIAN) .build/deb/biogate.changes
	$(if $(PACKAGED),,python3 -B .ci/sizes.py installed .build/deb/*.deb)
	@echo "Install it: sudo apt install ./$$(echo .build/deb/biogate_*.deb)"
	@echo "In the place of fprintd: sudo apt install ./$$(echo .build/deb/biogate_*.deb) ./$$(echo .build/deb/biogate-fprintd_*.deb)"

system-test: setup-system deb ## the package in a booted Debian, with systemd as PID 1, and logins at its greeters (as root)
	@BINARIES=$(or $(PACKAGED),.build/release) .ci/system-test
	@.ci/system-test login

windows-system-test: setup-system windows-deb deb ## both packages in a booted Debian: the agent in graphical sessions, upgrade and removal (as root)
	@.ci/system-test desktop

packages: setup-deb setup-packages $(if $(PACKAGED),,build) ## an RPM, and what Arch's recipe installs, beside the Debian package of `make deb`
	@/usr/bin/python3 packaging/check.py .build/deb $(or $(PACKAGED),.build/release) .build/packages

WINDOWS = biogate-prompt biogate-settings
windows: setup-windows ## a release of the desktop's windows, in Windows/.build/release
	swift build --package-path Windows $(WINDOWS_FLAGS) $(RELEASE_FLAGS)
	.ci/runtime Windows/.build/release $(WINDOWS:%=Windows/.build/release/%) Windows/.build/release/example-bank-window

# PICTURES=DIRECTORY keeps pictures of the windows.
windows-test: setup-windows-test ## the windows: their rooms, and the real ones on a display of their own with the real daemon
	$(DEBUG_BUILD)
	$(if $(BUILT),,swift build --package-path Windows --build-tests $(WINDOWS_FLAGS))
	Windows/.build/debug/BiometricGateWindowsPackageTests.xctest --testing-library swift-testing
	/usr/bin/python3 Windows/Tests/Scenarios/run.py .build/debug Windows/.build/debug
	/usr/bin/python3 Windows/Tests/Scenarios/gaterun.py .build/debug Windows/.build/debug

windows-depend: setup-windows-test ## an app in a new directory that depends on the components for its windows, built and opened; minutes
	$(DEBUG_BUILD)
	sh Windows/Tests/Depend/try.sh .build/debug

# TRANSCRIPT=docs/orca.txt writes the keys and words again.
desktop-test: setup-desktop-test ## the windows on GNOME's compositor, and a whole way by the keyboard and what Orca says alone
	$(DEBUG_BUILD)
	swift build --package-path Windows $(WINDOWS_FLAGS)
	/usr/bin/python3 Windows/Tests/Scenarios/run.py .build/debug Windows/.build/debug \
		desktop_prompt desktop_parent desktop_way

windows-pictures: setup-windows-test ## the pictures of docs/desktop.md, drawn anew by the windows (as root)
	$(DEBUG_BUILD)
	swift build --package-path Windows $(WINDOWS_FLAGS)
	sh Windows/Tests/Scenarios/pictures.sh .build/debug Windows/.build/debug docs/pictures
	PICTURES=docs/pictures /usr/bin/python3 Windows/Tests/Scenarios/gaterun.py .build/debug Windows/.build/debug picture

windows-deb: setup-windows-deb windows build ## the Debian package biogate-desktop in .build/windows-deb, checked by lintian
	rm -rf .build/windows-deb
	mkdir -p .build/windows-deb
	cd Windows && BINARIES=.build/release DEB_DESTINATION=../.build/windows-deb dpkg-buildpackage --build=binary --no-sign \
		--buildinfo-file=../.build/windows-deb/biogate-desktop.buildinfo \
		--changes-file=../.build/windows-deb/biogate-desktop.changes \
		--buildinfo-option=-u../.build/windows-deb --changes-option=-u../.build/windows-deb
	$(LINTIAN) .build/windows-deb/biogate-desktop.changes

vm-test: setup-vm deb ## the package in a virtual machine, with udev, a USB reader, a TPM and sleep
	@Tests/System/vm/run

TARGET =
on-trixie: setup-system ## TARGET=windows-test, or any other with its words, on Debian 13, built into .build-trixie, or with BUILT=true here (as root)
	@$(if $(TARGET),,echo "Which target? make on-trixie TARGET=windows-test" >&2; exit 1;) .ci/on-trixie $(if $(BUILT),--built-here) make $(TARGET)

deep: ## every deep round of CI, of which each run has one: sanitizers, fuzzers and long tests, packages; hours
	@.ci/deep all

clean: ## remove what was built
	rm -rf .build .build-* Windows/.build Windows/.build-*

.PHONY: setup-build setup-test setup-bench setup-deb setup-packages setup-system setup-vm setup-windows setup-windows-test setup-desktop-test setup-windows-deb
setup-build:
	@$(SETUP) build
setup-test:
	@$(SETUP) test
setup-bench:
	@$(SETUP) bench
setup-deb:
	@$(SETUP) deb
setup-packages:
	@$(SETUP) packages
setup-system:
	@$(SETUP) system
setup-vm:
	@$(SETUP) vm
setup-windows:
	@$(SETUP) windows
setup-windows-test: setup-test setup-windows
	@$(SETUP) windows-test
setup-desktop-test: setup-windows-test
	@$(SETUP) desktop-test
setup-windows-deb: setup-deb
	@$(SETUP) windows-deb
