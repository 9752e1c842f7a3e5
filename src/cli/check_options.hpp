// SPDX-License-Identifier: Apache-2.0
// How `lariat check` checks a property, and with it everything that takes its options.
#pragma once

#include <deque>

#include "cli/options.hpp"
#include "lariat/check/check.hpp"

namespace lariat::cli {

// What a check needs beside the options; it must outlive the check.
struct CheckParts {
  Gauge& gauge;
  model::Engine* engine;
  std::deque<model::ReducedProgram>& reduced_programs;
  walk::SearchOrder order;  // of a walk, where the options do not say
  const walk::CheckpointOptions* checkpoint = nullptr;
};

// The options of a check, as the user gave them.
check::ModelCheckOptions check_options(const Options& options, const CheckParts& parts);

}  // namespace lariat::cli
