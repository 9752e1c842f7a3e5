// SPDX-License-Identifier: Apache-2.0
#include "cli/engine_options.hpp"

#include <fmt/format.h>

#include <chrono>

#include "cli/interruption.hpp"
#include "cli/output.hpp"

namespace lariat::cli {

native::EngineOptions EngineChoice::options(const Limits& limits) const {
  const auto cancelled = [deadline = limits.deadline] {
    return interrupted().load() || (deadline && std::chrono::steady_clock::now() > *deadline);
  };
  return {.kind = engine,
          .cancelled = cancelled,
          .cache_directory = no_cache ? std::string() : native::default_cache_directory(),
          .compiler = "/proc/self/exe"};  // main() offers the service
}

void EngineUse::complain_if_interpreted() const {
  const native::Engine::Report report = engine_.report();
  if (!report.note.empty()) complain(fmt::format("lariat: note: {}\n", report.note));
  if (choice_.engine == native::EngineOptions::Kind::native && !report.native && !report.obstacle.empty())
    complain(fmt::format("lariat: note: interpreted, since this cannot be compiled: {}\n", report.obstacle));
}

nlohmann::ordered_json EngineUse::json() const {
  const native::Engine::Report report = engine_.report();
  nlohmann::ordered_json json = {{"name", report.native ? "native" : "interpreter"}};
  if (report.native) {
    json["optimised"] = report.optimised;
    json["cached"] = report.cached;
    json["seconds"] = report.seconds;
  } else if (!report.obstacle.empty()) {
    json["reason"] = report.obstacle;
  }
  if (!report.note.empty()) json["note"] = report.note;
  return json;
}

}  // namespace lariat::cli
