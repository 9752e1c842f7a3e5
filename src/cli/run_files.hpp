// SPDX-License-Identifier: Apache-2.0
// The files in which `lariat check` saves runs: --trace, --itf, --trail and --html.
#pragma once

#include <string>

#include "cli/check_report.hpp"
#include "cli/options.hpp"
#include "lariat/frontend/check.hpp"
#include "lariat/run/formats.hpp"

namespace lariat::cli {

class RunFiles {
 public:
  explicit RunFiles(const Options& options) : options_(options) {}

  // The trails of the next model are numbered from 1, unless they go to a file that was named.
  void begin_model();
  // The page of the model: the file that was named, for models after the first that name with a number.
  std::string page_path();
  // Saves the run of an answer as the options say. The first run goes to the file that was named, others to its name with a
  // number. `failed` becomes true after an error, which the user has been told.
  SavedAs save(const std::string& path, frontend::Model& model, const frontend::Answer& answer, bool& failed);

 private:
  const Options& options_;
  std::size_t traces_ = 0;
  std::size_t pages_ = 0;
  std::size_t trails_ = 0;
};

}  // namespace lariat::cli
