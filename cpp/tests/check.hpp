// A test file includes this once, writes TEST(name) { ... } blocks, and is a program of its own. A failed
// check prints where and what, and the test goes on; an exception ends the test it escapes from. With --full
// tests that sample otherwise go through everything. A name runs that test alone, and --list names them all.
#pragma once

#include <exception>
#include <iostream>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

namespace check {

struct Test {
  const char* name;
  void (*run)();
};

inline std::vector<Test> tests;
inline int failures = 0;  // failed checks of the test in progress
inline bool full = false;

// Counts a failure; false when there were so many that another line would only bury the first.
inline bool report(const char* file, int line) {
  if (++failures > 10) return false;
  std::cout << file << ':' << line << ": ";
  return true;
}

template <class T>
void print(const T& value) {
  if constexpr (std::is_enum_v<T>) {
    std::cout << +static_cast<std::underlying_type_t<T>>(value);
  } else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    std::cout << +value;  // a small integer as a number, not as a character
  } else {
    std::cout << std::boolalpha << value;
  }
}

template <class A, class B>
void equal(const char* file, int line, const char* expression, const A& actual, const B& expected) {
  if (actual == expected || !report(file, line)) return;
  std::cout << expression << " is ", print(actual);
  std::cout << ", not ", print(expected);
  std::cout << '\n';
}

}  // namespace check

#define TEST(name)                                                                                 \
  static void name();                                                                              \
  [[maybe_unused]] static const bool name##_added = (check::tests.push_back({#name, name}), true); \
  static void name()

#define CHECK(...) ((__VA_ARGS__) || !check::report(__FILE__, __LINE__) || (std::cout << "false: " #__VA_ARGS__ "\n"))

#define CHECK_EQUAL(actual, expected) check::equal(__FILE__, __LINE__, #actual, actual, expected)

#define CHECK_THROWS(exception, ...)                                                             \
  try {                                                                                          \
    static_cast<void>(__VA_ARGS__);                                                              \
    if (check::report(__FILE__, __LINE__)) std::cout << "no " #exception ": " #__VA_ARGS__ "\n"; \
  } catch (const exception&) {                                                                   \
  }

int main(int argc, char** argv) {
  std::string_view only;
  for (const std::string_view argument : std::span(argv + 1, argc - 1))
    if (argument == "--full") check::full = true;
    else only = argument;
  if (only == "--list") {
    for (const check::Test& test : check::tests) std::cout << test.name << '\n';
    return 0;
  }
  int passed = 0, failed = 0;
  for (const check::Test& test : check::tests) {
    if (!only.empty() && test.name != only) continue;
    check::failures = 0;
    try {
      test.run();
    } catch (const std::exception& error) {
      ++check::failures;
      std::cout << test.name << " threw: " << error.what() << '\n';
    }
    if (check::failures > 0) std::cout << "FAILED " << test.name << '\n';
    ++(check::failures > 0 ? failed : passed);
  }
  std::cout << passed << " passed, " << failed << " failed\n";
  return failed > 0 || passed == 0;
}
