// SPDX-License-Identifier: Apache-2.0
// Runs as JSON, in files and in reports: docs/json.md describes it.
//
// A step is described by the text of its transitions and by the names of the variables that it changes, so that people can read
// it, and so that a run that no longer fits its model is noticed.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/json_writer.hpp"
#include "lariat/base/result.hpp"
#include "lariat/run/run.hpp"

namespace lariat::run {

inline constexpr int run_format = 1;  // of the files that are written; no other is read

// Where a run comes from.
struct RunOrigin {
  std::string model = {};     // the name of its file
  std::string property = {};  // that the run violates, if there is one
  std::string observer = {};  // that watched it, if there is one
};

struct SavedRun {
  RunOrigin origin = {};
  Run run = {};
  std::vector<std::string> notes = {};  // what the user should know
  bool is_trail = false;                // of Spin, which does not say what is wrong with the run
};

// The fields `stem` and `cycle` of the object that is open: lists of steps.
void write_steps(JsonWriter& json, model::Interpreter& interpreter, const Run& run);

// All fields of a run: its format, origin, initial state and steps. An object with them is a file that can be read, whatever
// other fields it has.
void write_run(JsonWriter& json, model::Interpreter& interpreter, const Run& run, const RunOrigin& origin);

// The text of a file with a run.
std::string run_json(model::Interpreter& interpreter, const Run& run, const RunOrigin& origin);

// The run that the text describes, as a run of this program. It has been replayed by the interpreter and has no flaw
// (run::find_flaw). Otherwise the first thing that is wrong; `file` is where the text comes from. The interpreter becomes one
// that executes the program as it was executed for the run; `watched_by` gives the program with the observer of that name.
using WatchedBy = std::function<model::Program&(const std::string&)>;
Result<SavedRun> parse_run(std::string_view text, const std::string& file, model::Interpreter& interpreter,
                           const WatchedBy& watched_by = {});

}  // namespace lariat::run
