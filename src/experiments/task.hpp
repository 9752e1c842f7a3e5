// SPDX-License-Identifier: Apache-2.0
// A run that a suite plans: a command line, and how its output becomes rows.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/record.hpp"
#include "lariat/base/result.hpp"
#include "lariat/experiments/suites.hpp"

namespace lariat::experiments {

struct ChildResult;
struct Task;

// Fills in what the output of a finished run says; `blank` names the run and has no figures yet.
using Reader = std::vector<Record> (*)(const Task& task, const ChildResult& result, const Record& blank);

struct Task {
  std::string subject = {};
  std::string variant = {};
  std::uint64_t seed = 0;
  std::vector<std::string> arguments = {};  // of lariat
  std::string shell = {};                   // not empty: a command of a shell instead, run in an empty folder of its own
  std::string model = {};                   // the file whose hash is recorded; empty: none
  Reader read = nullptr;
  std::string problem = {};         // not empty: there is nothing to run, and this is why
  std::vector<Record> beside = {};  // figures of others, which `read` adds to the rows of the run
};

// One row for a run of `lariat check` with one property.
std::vector<Record> read_check(const Task& task, const ChildResult& result, const Record& blank);

// `lariat check MODEL --property NAME`, with the limits of the request, and printing figures alone.
std::vector<std::string> check_arguments(const Request& request, const std::string& model, const std::string& property);

// The limits of the request as arguments of a command that searches.
void add_limits(const Request& request, std::vector<std::string>& arguments);

// The command line for a shell.
std::string shell_command(const Task& task);

// The argument as a shell reads it.
std::string shell_word(const std::string& text);

// A property that a model states of itself.
struct StatedProperty {
  std::string model;    // path
  std::string subject;  // the path below the folder of models, a colon, the name
  std::string name;     // as --property takes it
};

struct ModelFile {
  std::string path;
  std::string name;                             // below the folder of models
  std::vector<StatedProperty> properties = {};  // empty as well if the model cannot be read
  std::string problem = {};                     // why it cannot be read
};

// The models below the folder whose names contain one of the words of the request, in the order of their names. An error if
// there are none, or the request was interrupted.
Result<std::vector<ModelFile>> read_models(const Request& request, const std::string& folder);

// The task that stands for a model that cannot be read: it is not run, and its row has the problem.
Task unreadable(const ModelFile& model);

}  // namespace lariat::experiments
