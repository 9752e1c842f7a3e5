// SPDX-License-Identifier: Apache-2.0
#include "cli/program.hpp"

#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <exception>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "cli/command_line.hpp"
#include "cli/json_writer.hpp"
#include "cli/model_input.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/limits.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {
namespace {

// Says why a command has done nothing: on the standard error, and with --json as an object, unless something has been written
// before.
void explain_failure(const Command& command, const Options& options, const std::vector<Diagnostic>& diagnostics,
                     StandardOutput& out) {
  complain(diagnostics);
  if (!options.common.json || out.has_text()) return;
  JsonWriter json(out);
  std::string input = options.path;
  for (const auto* const paths : {&options.paths, &options.common.files, &options.engines.paths})
    for (const std::string& path : *paths) input += (input.empty() ? "" : " ") + path;
  write_bad_input(json, command.name, input, diagnostics);
}

}  // namespace

Exit run_program(std::vector<std::string> arguments, cluster::Transport* cluster) {
  try {
    StandardOutput out;
    Options options;
    options.cluster = cluster;
    const ParsedLine line = parse_command_line(std::move(arguments), options, out);
    Exit exit = line.exit;
    if (line.command != nullptr) {
      std::vector<Diagnostic> failure;
      try {
        exit = line.command->run(options, out);
      } catch (const BadInput& bad) {
        exit = Exit::bad_input;
        failure = bad.diagnostics;
      } catch (const Interrupted&) {
        exit = Exit::inconclusive;
        failure = {{.message = "interrupted before the search could begin", .file = "lariat"}};
      } catch (const Stopped& stopped) {
        exit = Exit::inconclusive;
        failure = {{.message = stopped.reason + " before the search could begin", .file = "lariat"}};
      } catch (const CLI::ParseError& error) {  // of refuse()
        exit = Exit::bad_input;
        explain_misuse(line.command->name, printable(error.what()), options.common.json, out);
      }
      if (!failure.empty()) explain_failure(*line.command, options, failure, out);
    }
    out.flush();
    return exit;
  } catch (const WriteError& error) {
    if (error.reader_left) return Exit::inconclusive;
    complain_of(fmt::format("cannot write: {}", error.what()));
    return Exit::bad_input;
  } catch (const cluster::Disagreement& disagreement) {
    complain_of(disagreement.what());
    return Exit::bad_input;
  } catch (const std::bad_alloc&) {
    complain_of("out of memory");
    return Exit::inconclusive;
  } catch (const search::InternalError& error) {
    complain_of(fmt::format("internal error: {}", error.what()));
  } catch (const std::exception& error) {
    complain_of(fmt::format("unexpected: {}", error.what()));
  }
  return Exit::internal;
}

}  // namespace lariat::cli
