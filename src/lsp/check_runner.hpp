// SPDX-License-Identifier: Apache-2.0
// Checks that run beside the server, each in a process of its own: `lariat check MODEL --json --progress json`. A check can be
// ended at any time, and one that runs out of memory ends nothing but itself.
#pragma once

#include <poll.h>
#include <sys/types.h>

#include <chrono>
#include <list>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/document.hpp"
#include "lsp/json.hpp"

namespace lariat::lsp {

class CheckRunner {
 public:
  struct Request {
    std::string uri = {};      // the document
    std::int64_t edition = 0;  // its text
    std::string key = {};      // of the lens
    std::string name = {};     // what is checked, for people
    Span span = {};
    Json id = nullptr;                        // of the request that waits for the end
    Json token = nullptr;                     // of its progress
    std::vector<std::string> arguments = {};  // of the program
    std::string input = {};                   // its standard input
    std::string folder = {};                  // its working folder; empty: that of the server
    std::string page = {};                    // the HTML page that it writes
  };
  struct Progress {
    Json token;
    std::string message;
  };
  struct Finished {
    Request request;
    std::string output = {};
    std::string errors = {};
    int status = 0;  // as waitpid has it
    bool cancelled = false;
  };

  explicit CheckRunner(std::string program) : program_(std::move(program)) {}
  CheckRunner(const CheckRunner&) = delete;
  CheckRunner& operator=(const CheckRunner&) = delete;
  ~CheckRunner();

  bool can_run() const { return !program_.empty(); }
  bool is_idle() const { return jobs_.empty(); }
  // Throws std::system_error if the process cannot be started.
  void start(Request request);

  // Ends the checks for which it holds, politely first.
  template <class Condition>
  void cancel(Condition is_meant) {
    for (Job& job : jobs_)
      if (is_meant(job.request)) end(job);
  }

  // Descriptors to wait for.
  void add_to(std::vector<pollfd>& descriptors) const;
  // Reads what there is.
  void pump();
  std::vector<Progress> take_progress();
  std::vector<Finished> take_finished();

  // A path for the next page, in a folder that is removed at the end.
  std::string new_page();

 private:
  struct Job {
    Request request;
    pid_t process = -1;
    int output = -1;  // descriptors; -1 at their end
    int errors = -1;
    std::string output_text = {};
    std::string errors_text = {};
    std::string line = {};  // of the standard error, as far as it was read
    bool cancelled = false;
    std::chrono::steady_clock::time_point asked_to_end = {};
  };
  static void end(Job& job);
  static void drain(int& descriptor, std::string& text);
  void read_progress(Job& job);

  std::string program_;
  std::string pages_;  // the folder
  std::size_t next_page_ = 0;
  std::list<Job> jobs_;
  std::vector<Progress> progress_;
  std::vector<Finished> finished_;
};

}  // namespace lariat::lsp
