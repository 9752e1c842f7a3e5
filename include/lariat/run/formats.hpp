// SPDX-License-Identifier: Apache-2.0
// The table of run formats: how runs are written and read. A new one is a file of src/run/ and a row in formats.cpp.
#pragma once

#include <functional>
#include <optional>
#include <ostream>
#include <span>
#include <string>
#include <string_view>

#include "lariat/base/result.hpp"
#include "lariat/promela/lower.hpp"
#include "lariat/run/page.hpp"
#include "lariat/run/run_text.hpp"
#include "lariat/run/saved_run.hpp"

namespace lariat::run {

// A run, and what writing it may need.
struct RunToWrite {
  model::Interpreter& interpreter;
  const Run& run;
  const RunOrigin& origin;
  const promela::PromelaProgram* promela = nullptr;  // the model, if it is in Promela
  std::string formula = {};                          // the ltl block of the model that the run violates, if there is one
  RunTextOptions text = {};
  std::vector<PageSource> sources = {};  // for a page
};

// The model that a run is read for. The interpreter may be replaced by one for another observer.
struct RunReader {
  model::Interpreter& interpreter;
  WatchedBy watched_by = {};
  std::function<const promela::PromelaProgram*(const std::string& observer)> promela = {};
};

struct RunFormat {
  std::string_view name;     // on the command line and in the documentation
  std::string_view ending;   // of the names of files; empty if the format is not read
  std::string_view summary;  // one line
  // Writes a run. Nothing goes wrong unless the format is none for the model.
  std::optional<Diagnostic> (*write)(std::ostream& out, const RunToWrite& run);
  // `recognise` tells if a text is in this format, `read` returns the run that it describes. Both are null if this format is
  // only written.
  bool (*recognise)(std::string_view text, std::string_view path);
  Result<SavedRun> (*read)(std::string_view text, const std::string& file, const RunReader& reader);
};

std::span<const RunFormat> run_formats();

// By name; null if there is none.
const RunFormat* find_run_format(std::string_view name);

// Reads a run in whichever format it has. `file` is where the text comes from.
Result<SavedRun> read_run(std::string_view text, const std::string& path, const RunReader& reader);

// Writes the run to a file, as a whole or not at all. Says what went wrong, if anything did.
std::optional<Diagnostic> save_run(const std::string& path, const RunFormat& format, const RunToWrite& run);

}  // namespace lariat::run
