// SPDX-License-Identifier: Apache-2.0
// Reads texts in another thread, so that requests need not wait for large models. A text that has changed again is not read to
// its end.
#pragma once

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "lsp/diagnose.hpp"

namespace lariat::lsp {

class Diagnoser {
 public:
  struct Job {
    std::string uri = {};
    std::int64_t edition = 0;  // grows with each change of the text
    std::string text = {};
    std::string path = {};
    Language language = Language::promela;
  };
  struct Answer {
    std::string uri = {};
    std::int64_t edition = 0;
    std::vector<Problem> problems = {};
  };

  // `answered` is called in the other thread when there is something to take.
  explicit Diagnoser(std::function<void()> answered);
  Diagnoser(const Diagnoser&) = delete;
  Diagnoser& operator=(const Diagnoser&) = delete;
  ~Diagnoser();

  // Reads the text soon, in the place of what is waiting or being read for the same document.
  void post(Job job);
  void forget(const std::string& uri);
  std::vector<Answer> take();

 private:
  void work();

  std::function<void()> answered_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  std::vector<Answer> answers_;
  std::string current_;  // the document that is being read
  std::atomic<bool> interrupted_ = false;
  bool done_ = false;
  std::thread thread_;
};

}  // namespace lariat::lsp
