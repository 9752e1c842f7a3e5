// SPDX-License-Identifier: Apache-2.0
// Runs as JSON, in files and in reports: docs/json.md describes it.
//
// A step is told by what stands in the source and by the names of what it changes, so that people can read it, and so that a
// run that no longer fits its model is noticed.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "lariat/base/result.hpp"
#include "lariat/run/run.hpp"

namespace lariat::cli {

inline constexpr int run_format = 1;  // of the files that this program writes; it reads no other

// Where a run comes from.
struct RunOrigin {
  std::string model = {};     // the name of its file
  std::string property = {};  // that the run violates, if there is one
  std::string observer = {};  // that watched it, if there is one
};

struct SavedRun {
  RunOrigin origin = {};
  run::Run run = {};
  std::vector<std::string> notes = {};  // what the user should know
  bool is_trail = false;                // of Spin, and so it does not say what is wrong with the run
};

// The fields `stem` and `cycle` of the object that is open: lists of steps.
void write_steps(JsonWriter& json, model::Interpreter& interpreter, const run::Run& run);

// All fields of a run: its format, origin, initial state and steps. An object with them is a file that can be loaded, whatever
// else is in it.
void write_run(JsonWriter& json, model::Interpreter& interpreter, const run::Run& run, const RunOrigin& origin);

// Writes the file as a whole or not at all; says what went wrong, if anything did.
std::optional<Diagnostic> save_run(const std::string& path, model::Interpreter& interpreter, const run::Run& run,
                                   const RunOrigin& origin);

// The run that the text says, as a run of this program. It is played by the interpreter and has no flaw (check::find_flaw).
// Otherwise the first thing that is wrong; `file` is where the text comes from. The interpreter becomes one that executes the
// program as it was executed for the run; `watched_by` gives the program with the observer of that name.
using WatchedBy = std::function<model::Program&(const std::string&)>;
Result<SavedRun> parse_run(std::string_view text, const std::string& file, model::Interpreter& interpreter,
                           const WatchedBy& watched_by = {});

// The same from a file, which may also be a trail of Spin; `-` is the standard input. The model is the interpreter's, or has
// another observer then. Throws Interrupted.
Result<SavedRun> load_run(const std::string& path, LoadedModel& model, model::Interpreter& interpreter);

// Writes the run as a trail of Spin.
std::optional<Diagnostic> save_trail(const std::string& path, const promela::PromelaProgram& program, const run::Run& run,
                                     const std::string& formula = "");

}  // namespace lariat::cli
