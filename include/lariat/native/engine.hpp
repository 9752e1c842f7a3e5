// SPDX-License-Identifier: Apache-2.0
// Native code for programs, in tiers: a search begins on the interpreter. If it takes longer than a moment, another process
// compiles the program, first without and then with optimisation, and the search uses each as it becomes ready.
//
//   native::Engine engine({});
//   engine.accelerate(interpreter, {});
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include "lariat/base/named.hpp"
#include "lariat/model/accelerator.hpp"
#include "lariat/model/interpreter.hpp"

namespace lariat::native {

struct EngineOptions {
  enum class Kind {
    automatic,    // native code where it pays
    interpreter,  // none
    native        // native code from the beginning, however long that takes
  };
  Kind kind = Kind::automatic;
  double delay = 0.04;                   // automatic: seconds of searching before anything is compiled; cached code is
                                         // used after a tenth of it
  bool optimise = true;                  // the second tier
  bool checks_code = true;               // against the interpreter; off only for whoever compares the two anyway
  std::function<bool()> cancelled = {};  // native: whether to wait no longer
  std::string cache_directory = {};      // an absolute path; empty: nothing is kept between runs
  // The program that compiles (compile_service.hpp), in a process of its own. Empty: a copy of this process, made by fork(),
  // which is safe for the search but may fail to compile if other threads of the program hold locks at that moment.
  std::string compiler = {};
};

inline constexpr std::array engines = {
    Named{EngineOptions::Kind::automatic, "auto", "native code where it pays"},
    Named{EngineOptions::Kind::interpreter, "interpreter", "the interpreter"},
    Named{EngineOptions::Kind::native, "native", "native code from the beginning"},
};
static_assert(lists_all(engines, EngineOptions::Kind::native));

// The cache directory that the environment names; empty if there is none.
std::string default_cache_directory();

class Engine : public model::Engine {
 public:
  explicit Engine(const EngineOptions& options);
  // Gives up what is being compiled.
  ~Engine() override;

  // The interpreter's program must outlive it, as it does the interpreter. Code is compared with the interpreter on a sample of
  // states before it is used, and code from the cache again and again while it is. If that shows a difference when states have
  // already been produced, the interpreter's successors() throws Stopped: the search has no answer.
  void accelerate(model::Interpreter& interpreter, std::span<const model::ExprId> atoms) override;

  struct Report {
    bool native = false;         // compiled code was in use at the end
    bool optimised = false;      // of the second tier
    bool cached = false;         // that came from the cache
    std::string obstacle = {};   // why the interpreter did it all, where native code was wanted
    std::string note = {};       // what a user should know: a cache that is not safe to use, code that was wrong
    double seconds = 0;          // from the beginning to the code that was in use at the end
    std::uint64_t expanded = 0;  // states that compiled code was asked for, by accelerators that are gone
    std::uint64_t given_up = 0;  // those of them that the interpreter had to expand after all
  };
  Report report() const;

 private:
  class Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace lariat::native
