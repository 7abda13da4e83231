PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check
NATIVE := CMakeLists.txt pyproject.toml constraints.txt $(shell find cpp -name '*.cpp' -o -name '*.hpp' -o -name '*.inc')

.PHONY: play test test-full check bench docs fuzz faults soak pictures sanitize sanitize-thread valgrind fuzz-core strict-module release-check core-test build-core \
  build-core-tests run-core-tests lint format tidy types \
  stubs clean

play: .venv/.installed
	@$(BIN)/beeline serve

test: .venv/.installed-test core-test
	$(BIN)/pytest

# The screenshots of the README and of the pages about the studio.
pictures: .venv/.installed-test
	$(BIN)/python -m tools.screenshots

check: lint types test

lint: .venv/.installed-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	git ls-files 'cpp/*.cpp' 'cpp/*.hpp' | xargs $(BIN)/clang-format --dry-run -Werror

# The code of both languages in its shape.
format: .venv/.installed-test
	$(BIN)/ruff format .
	git ls-files 'cpp/*.cpp' 'cpp/*.hpp' | xargs $(BIN)/clang-format -i

# clang-tidy on the core, as .clang-tidy says; it takes some minutes.
tidy: .venv/.installed-test
	@$(BIN)/cmake -S . -B build/core-tidy -G Ninja -DCMAKE_MAKE_PROGRAM=$(abspath $(BIN)/ninja) -DBEELINE_MODULE=OFF \
	  -DCMAKE_EXPORT_COMPILE_COMMANDS=ON >/dev/null
	git ls-files 'cpp/*.cpp' | grep -v 'cpp/bindings\|cpp/tests\|cpp/fuzz\|network/kernel_' | \
	  xargs -n 1 -P $$(nproc) $(BIN)/clang-tidy --quiet -p build/core-tidy

types: .venv/.installed-test
	$(BIN)/mypy

# Input that breaks a reader, looked for by coverage: SECONDS for each target, or for one, READERS=sgf. What came of it
# is recorded in benchmarks/results/fuzz.json.
SECONDS ?= 120
READERS ?= sgf sgf_go hexworld gtp players policy network zero checkpoint history store
fuzz: .venv/.installed-fuzz
	$(BIN)/python -m fuzz.record $(SECONDS) $(READERS)

# A match and a training of every system on a disk that fails at every call, in a machine whose power goes before every
# call, and with memory that runs out (benchmarks/results/faults.json). It takes about an hour.
faults: .venv/.installed-test
	BEELINE_RECORD=1 $(BIN)/pytest -q -s -m slow tests/faults

# Long runs, MINUTES for each part and twice that for trainings: memory stays flat and nothing is lost
# (benchmarks/results/soak.json and soak.svg). PARTS="gtp" runs one.
MINUTES ?= 60
PARTS ?= studio gtp training
soak: .venv/.installed-test
	$(BIN)/python -m benchmarks.soak $(MINUTES) $(PARTS)

bench: .venv/.installed-bench
	$(BIN)/python -m benchmarks

# The documentation as a site, in build/site; a broken link or a page without a place is an error.
docs: .venv/.installed-docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --site-dir build/site

# The tests of the core, in C++: plain, and once more under the sanitizers.
core-test: .venv/.build-tools
	@$(MAKE) --no-print-directory run-core-tests DIR=build/core-tests FLAGS=-DBEELINE_STRICT=ON

sanitize: .venv/.build-tools
	@$(MAKE) --no-print-directory run-core-tests DIR=build/core-sanitize FLAGS=-DBEELINE_SANITIZE=address

# The thread sanitizer on what has threads: searches by playouts and by networks on one tree.
THREADED := search_test network_search_test expansion_test hex_knowledge_test proof_test
sanitize-thread: .venv/.build-tools
	@$(MAKE) --no-print-directory build-core-tests DIR=build/core-threads FLAGS=-DBEELINE_SANITIZE=thread TARGETS="$(THREADED)"
	@for name in $(THREADED); do TSAN_OPTIONS=halt_on_error=1 build/core-threads/$$name || exit 1; done

# The tests of the core under valgrind's memcheck, each of them for TEST_SECONDS at most (benchmarks/results/valgrind.json).
TEST_SECONDS ?= 60
valgrind: .venv/.installed
	@$(MAKE) --no-print-directory build-core-tests DIR=build/core-valgrind FLAGS=-DCMAKE_BUILD_TYPE=RelWithDebInfo
	$(BIN)/python -m tools.valgrind build/core-valgrind $(TEST_SECONDS)

# What a release must pass beyond `make check`: the bindings without warnings, the sanitizers, valgrind, clang-tidy and two
# minutes of each fuzz target of the core and of the reader of SGF. With `make check` it takes far longer than continuous integration has.
release-check: check strict-module sanitize sanitize-thread valgrind tidy fuzz-core
	@$(MAKE) --no-print-directory fuzz READERS=sgf

# The Python module with its warnings as errors; the tests of the core leave the bindings out.
strict-module: .venv/.installed-test
	@$(MAKE) --no-print-directory build-core DIR=build/module-strict TARGETS=_core \
	  FLAGS="-DBEELINE_MODULE=ON -DBEELINE_STRICT=ON -DPython_EXECUTABLE=$(abspath $(BIN)/python)"

# Random play on the board and on connections for so many seconds each, with libFuzzer and the address sanitizer. What was
# found before is built on.
fuzz-core: .venv/.installed
	@CXX=clang++ $(MAKE) --no-print-directory build-core DIR=build/core-fuzz \
	  FLAGS="-DBEELINE_FUZZ=ON" TARGETS="board_fuzzer connections_fuzzer"
	$(BIN)/python -m fuzz.record $(SECONDS) core_board core_connections

# What the tests of the core otherwise sample, in full. It takes hours.
test-full: .venv/.build-tools
	@$(MAKE) --no-print-directory build-core-tests DIR=build/core-tests FLAGS=
	@for name in solver inferior connection network_truth; do \
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
	@$(PIP) uninstall -qqq -y beeline  # the name of the distribution before 0.2, with the same files
	PATH="$(abspath $(BIN)):$$PATH" $(PIP) install -q --no-build-isolation -c constraints.txt -e '.[networks,studio]'
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

.venv/.installed-docs: .venv/.installed-test
	$(PIP) install -q -c constraints.txt mkdocs-material 'mkdocstrings[python]'
	@touch $@

clean:
	rm -rf .venv build
