# Builds, tests and installs Stymie. `make` alone builds ./target/release/stymie for this machine's processor.

CARGO ?= cargo
PREFIX ?= /usr/local
TARGET ?= $(if $(CARGO_TARGET_DIR),$(CARGO_TARGET_DIR),target)
# Where the built engine is copied: OpenBench sets it.
EXE ?=
SUFFIX := $(if $(filter Windows_NT,$(OS)),.exe)
# What `make portable` builds for: any x86-64 processor since 2009.
LEVEL ?= x86-64-v2

# Programs that the GUI tests run, and the Debian packages that bring them.
GUI_PROGRAMS = xboard Xvfb xdotool chromium chromedriver
GUI_PACKAGES = xboard xvfb xdotool chromium chromium-driver

# As XBoard's plugin files name them: fairychess is any game that the engine defines.
PLUGIN_VARIANTS = chess,xiangqi,fairychess

.PHONY: all portable test gui-programs install clean

all:
	$(CARGO) build --release --bin stymie
	$(if $(EXE),cp "$(TARGET)/release/stymie$(SUFFIX)" "$(EXE)")

portable:
	RUSTFLAGS="-C target-cpu=$(LEVEL)" $(CARGO) build --release --bin stymie --target-dir "$(TARGET)/$(LEVEL)"
	@echo "built $(TARGET)/$(LEVEL)/release/stymie"

# Every test, those under a real XBoard and in a real browser too; a missing GUI is a failure.
test: gui-programs
	$(CARGO) test --workspace --release -- --include-ignored

# Installs what is missing, and nothing else. Debian keeps games in /usr/games, which is not on every PATH.
gui-programs:
	@missing=; \
	for program in $(GUI_PROGRAMS); do \
		PATH="$$PATH:/usr/games" command -v $$program >/dev/null || missing=yes; \
	done; \
	if [ -n "$$missing" ]; then \
		sudo=; [ "$$(id -u)" = 0 ] || sudo=sudo; \
		echo "installing $(GUI_PACKAGES) for the GUI tests"; \
		$$sudo apt-get update -q && \
		$$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $(GUI_PACKAGES); \
	fi

# The plugin file tells XBoard that there is an engine; it looks below /usr/local and /usr.
install: all
	install -D -m 755 "$(TARGET)/release/stymie" "$(DESTDIR)$(PREFIX)/bin/stymie"
	install -d "$(DESTDIR)$(PREFIX)/share/games/plugins/xboard"
	printf 'plugin spec 0.0\n%s\n%s\n' "$(PREFIX)/bin/stymie" "$(PLUGIN_VARIANTS)" \
		>"$(DESTDIR)$(PREFIX)/share/games/plugins/xboard/stymie.eng"

clean:
	$(CARGO) clean
