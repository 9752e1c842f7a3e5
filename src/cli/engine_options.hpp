// SPDX-License-Identifier: Apache-2.0
// What executes a model: the interpreter, or code compiled for it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lariat/base/limits.hpp"
#include "lariat/native/engine.hpp"

namespace lariat::cli {

struct EngineChoice {
  native::EngineOptions::Kind engine = native::EngineOptions::Kind::automatic;
  bool no_cache = false;

  // Compiling is given up at the deadline of the limits, and when the user interrupts.
  native::EngineOptions options(const Limits& limits) const;
};

// What a command executes models with.
class EngineUse {
 public:
  EngineUse(const EngineChoice& choice, const Limits& limits) : choice_(choice), engine_(choice.options(limits)) {}
  EngineUse(const EngineUse&) = delete;
  EngineUse& operator=(const EngineUse&) = delete;

  native::Engine& engine() { return engine_; }
  // Says on stderr that the model was interpreted although native code was asked for, and that something is wrong with the
  // cache.
  void complain_if_interpreted() const;
  nlohmann::ordered_json json() const;

 private:
  const EngineChoice& choice_;
  native::Engine engine_;
};

}  // namespace lariat::cli
