// Threads that are joined when they go out of scope, as std::jthread has it, which libc++ lacks before its version 20.
#pragma once

#include <thread>
#include <utility>
#include <vector>

namespace beeline {

class JoinedThreads {
 public:
  JoinedThreads() = default;
  JoinedThreads(const JoinedThreads&) = delete;
  JoinedThreads& operator=(const JoinedThreads&) = delete;
  ~JoinedThreads() {
    for (std::thread& thread : threads_) thread.join();
  }

  // Starts a thread; std::system_error if the system grants none.
  template <class Task>
  void start(Task task) {
    threads_.emplace_back(std::move(task));
  }

 private:
  std::vector<std::thread> threads_;
};

}  // namespace beeline
