// SPDX-License-Identifier: Apache-2.0
// --trail: a run is saved as a trail of Spin.
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <string>

#include "cli/model_input.hpp"

namespace lariat::cli {

struct TrailOptions {
  bool wanted = false;
  std::string file = {};  // empty: that of the model with `.trail` behind it, where Spin looks for it

  // The file for run number `number` of a model; Spin finds those behind the first by `-t2`, `-t3` and so on.
  std::string path(const std::string& model, std::size_t number = 1) const;
  // Whether there are trails of the model; tells the user if not.
  bool fits(const LoadedModel& model) const;
};

void add_trail(CLI::App& app, TrailOptions& options);

}  // namespace lariat::cli
