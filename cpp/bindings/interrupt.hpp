// Stopping a long search from Python: Ctrl-C, or a callback.
#pragma once

#include <nanobind/nanobind.h>

#include <functional>
#include <memory>
#include <utility>

namespace beeline {

// To be asked now and then without the interpreter's lock. Ctrl-C, and an error in the callback, leave a
// Python exception behind: see `finish`.
inline std::function<bool()> interruption(nanobind::object should_stop) {
  // Searches copy and drop their limits without the lock, so the count of the callback may not change with them.
  const auto drop = [](nanobind::object* own) {
    const nanobind::gil_scoped_acquire lock;
    delete own;
  };
  const std::shared_ptr<nanobind::object> kept(new nanobind::object(std::move(should_stop)), drop);
  return [kept] {
    const nanobind::gil_scoped_acquire lock;
    if (PyErr_CheckSignals() != 0) return true;
    if (kept->is_none()) return false;
    try {
      const int answer = PyObject_IsTrue((*kept)().ptr());
      if (answer < 0) nanobind::raise_python_error();
      return answer == 1;
    } catch (nanobind::python_error& error) {
      error.restore();
      return true;
    }
  };
}

// After a search: its report, unless there is such an exception.
template <class Report>
Report finish(Report report) {
  if (PyErr_Occurred()) throw nanobind::python_error();
  return report;
}

// What an action that needs no Python gives, without the interpreter's lock. It must own what it looks at: other
// threads may change every object of Python meanwhile.
template <class Action>
auto without_lock(Action action) {
  const nanobind::gil_scoped_release unlock;
  return action();
}

}  // namespace beeline
