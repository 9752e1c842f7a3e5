// SPDX-License-Identifier: Apache-2.0
// Native code for programs, in tiers: a search begins on the interpreter; when it turns out to take a while, LLVM is loaded and
// the program compiled on another thread, first quickly, then well, and the search goes on with each as it becomes ready.
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
  double delay = 0.04;                   // automatic: seconds of searching before anything is compiled
  bool optimise = true;                  // the second tier
  std::function<bool()> cancelled = {};  // native: whether to wait no longer
  std::string cache_directory = {};      // empty: nothing is kept between runs
};

inline constexpr std::array engines = {
    Named{EngineOptions::Kind::automatic, "auto", "native code where it pays"},
    Named{EngineOptions::Kind::interpreter, "interpreter", "the interpreter"},
    Named{EngineOptions::Kind::native, "native", "native code from the beginning"},
};
static_assert(lists_all(engines, EngineOptions::Kind::native));

// The user's own cache directory; empty if there is none.
std::string default_cache_directory();

class Engine : public model::Engine {
 public:
  explicit Engine(const EngineOptions& options);
  // Waits until what is being compiled is ready, unless `leave` was called.
  ~Engine() override;

  // The interpreter's program must outlive it, as it does the interpreter.
  void accelerate(model::Interpreter& interpreter, std::span<const model::ExprId> atoms) override;

  struct Report {
    bool native = false;         // compiled code was in use at the end
    bool optimised = false;      // of the second tier
    bool cached = false;         // that came from the cache
    std::string obstacle = {};   // why the interpreter did it all, where native code was wanted
    double seconds = 0;          // from the beginning to the code that was in use at the end
    std::uint64_t expanded = 0;  // states that compiled code was asked for, by accelerators that are gone
    std::uint64_t given_up = 0;  // those of them that the interpreter had to expand after all
  };
  Report report() const;

  // The engine may be destroyed although something is being compiled. True if so: the process should then end without
  // running destructors of static objects (std::_Exit), which LLVM may be using.
  bool leave();

 private:
  class Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace lariat::native
