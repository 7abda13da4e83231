PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check
NATIVE := CMakeLists.txt pyproject.toml constraints.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name '*.inc')

.PHONY: play test test-full check bench fuzz soak browser pictures sanitize sanitize-thread fuzz-core core-test build-core build-core-tests run-core-tests lint types \
  stubs clean

play: .venv/.installed
	@$(BIN)/beeline serve

test: .venv/.installed-test core-test browser
	$(BIN)/pytest

# The tests of the studio run in a real browser; where there is none and we may, Debian's is installed.
browser:
	@for name in "$$CHROMIUM" chromium chromium-browser google-chrome; do \
	  [ -n "$$name" ] && command -v "$$name" >/dev/null && exit 0; \
	done; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  apt-get -qq update && apt-get -qq install -y --no-install-recommends chromium >/dev/null && exit 0; \
	fi; \
	echo "There is no browser for the tests of the studio: install the package chromium." >&2

# The screenshots of the README and of docs/studio.md.
pictures: .venv/.installed-test browser
	$(BIN)/python -m tools.screenshots

check: lint types test

lint: .venv/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/.installed-test
	$(BIN)/mypy

# Input that breaks a reader, looked for by coverage: SECONDS for each target, or for one, TARGETS=sgf.
SECONDS ?= 120
TARGETS ?= sgf sgf_go hexworld gtp players policy network checkpoint history store
fuzz: .venv/.installed-fuzz
	@for target in $(TARGETS); do \
	  echo "$$target, $(SECONDS) s"; $(BIN)/python -m fuzz $$target $(SECONDS) 2>&1 | grep -E "stat::|ERROR|crash" || exit 1; \
	done

# Long runs, MINUTES for each of them: memory stays flat and nothing is lost (benchmarks/results/soak.json).
MINUTES ?= 60
soak: .venv/.installed-test
	$(BIN)/python -m benchmarks.soak $(MINUTES)

bench: .venv/.installed-bench
	$(BIN)/python -m benchmarks

# The tests of the core, in C++: plain, and once more under the sanitizers.
core-test: .venv/.build-tools
	@$(MAKE) --no-print-directory run-core-tests DIR=build/core-tests FLAGS=-DBEELINE_STRICT=ON

sanitize: .venv/.build-tools
	@$(MAKE) --no-print-directory run-core-tests DIR=build/core-sanitize FLAGS=-DBEELINE_SANITIZE=address

# The thread sanitizer on what has threads: searches by playouts and by networks on one tree.
THREADED := search_test network_search_test hex_knowledge_test
sanitize-thread: .venv/.build-tools
	@$(MAKE) --no-print-directory build-core-tests DIR=build/core-threads FLAGS=-DBEELINE_SANITIZE=thread TARGETS="$(THREADED)"
	@for name in $(THREADED); do TSAN_OPTIONS=halt_on_error=1 build/core-threads/$$name || exit 1; done

# Random play on the board and on connections for so many seconds each, with libFuzzer and the address sanitizer. What was
# found before is built on.
SECONDS ?= 60
fuzz-core: .venv/.build-tools
	@CXX=clang++ $(MAKE) --no-print-directory build-core DIR=build/core-fuzz \
	  FLAGS="-DBEELINE_FUZZ=ON -DBEELINE_SANITIZE=address" TARGETS="board_fuzzer connections_fuzzer"
	@for name in board connections; do \
	  mkdir -p build/corpus/$$name && \
	  build/core-fuzz/$${name}_fuzzer -max_total_time=$(SECONDS) -max_len=512 -print_final_stats=1 build/corpus/$$name || exit 1; \
	done

# What the tests of the core otherwise sample, in full. It takes hours.
test-full: .venv/.build-tools
	@$(MAKE) --no-print-directory build-core-tests DIR=build/core-tests FLAGS=
	@for name in solver inferior connection; do \
	  echo "$$name:"; build/core-tests/$${name}_test --full || exit 1; \
	done

build-core-tests:
	@$(MAKE) --no-print-directory build-core FLAGS="-DBEELINE_TESTS=ON $(FLAGS)"

build-core:
	@$(BIN)/cmake -S . -B $(DIR) -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DBEELINE_MODULE=OFF $(FLAGS) >/dev/null
	@$(BIN)/cmake --build $(DIR) $(if $(TARGETS),--target $(TARGETS))

run-core-tests: build-core-tests
	@$(BIN)/ctest --test-dir $(DIR) --output-on-failure

# The type stub of the native module, after a change to its bindings.
stubs: .venv/.installed-test
	$(BIN)/python -m nanobind.stubgen -m beeline._core -o src/beeline/_core.pyi
	$(BIN)/ruff format -q src/beeline/_core.pyi

.venv/.build-tools: constraints.txt
	$(PYTHON) -m venv .venv
	$(PIP) install -q -c constraints.txt scikit-build-core nanobind cmake ninja
	@touch $@

.venv/.installed: .venv/.build-tools $(NATIVE)
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) install -q --no-build-isolation -c constraints.txt -e .
	@touch $@

.venv/.installed-test: .venv/.installed
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) install -q --no-build-isolation -c constraints.txt -e '.[test]'
	@touch $@

.venv/.installed-fuzz: .venv/.installed-test
	$(PIP) install -q -c constraints.txt -e '.[fuzz]' --no-build-isolation
	@touch $@

.venv/.installed-bench: .venv/.installed
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) install -q --no-build-isolation -c constraints.txt -e '.[bench]'
	@touch $@

clean:
	rm -rf .venv build
