// SPDX-License-Identifier: Apache-2.0
// What `lariat check` can be told.
#pragma once

#include <string>

#include "cli/command.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "cli/requirement_input.hpp"
#include "cli/search_options.hpp"
#include "cli/trail_options.hpp"
#include "cli/untrusted.hpp"

namespace lariat::cli {

struct CheckCommandOptions {
  std::string path;
  ModelOptions model;
  RequirementOptions requirements;
  SearchOptions search;
  CommonOptions common;
  Untrusted untrusted;
  std::string algorithm = "auto";
  std::string minimize;
  std::string walk;  // empty: whichever suits
  std::string trace;
  TrailOptions trail;
  bool show_automaton = false;
  bool show_state = false;
  bool chart = false;
  bool stats = false;
  bool unreached = false;
};

}  // namespace lariat::cli
