// SPDX-License-Identifier: Apache-2.0
// The extension module lariat._lariat: what the Python package is made of. Its interface is private; the package's is not.
#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <algorithm>

#include "cli/interruption.hpp"
#include "cli/option_parser.hpp"
#include "cli/version.hpp"
#include "common.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/limits.hpp"
#include "lariat/base/nearest.hpp"
#include "lariat/search/check.hpp"

namespace lariat::python {

namespace {

// What is wrong with an option that the command does not have, in terms of keywords.
std::string unknown_option(const CLI::App& app) {
  const auto keyword = [](std::string option) {
    std::replace(option.begin(), option.end(), '-', '_');
    return option;
  };
  std::vector<std::string> known;
  for (const CLI::Option* const option : app.get_options())
    for (const std::string& name : option->get_lnames()) known.push_back(keyword(name));
  const std::vector<std::string> unknown = app.remaining();
  std::string name = unknown.empty() ? "" : unknown.front().substr(0, unknown.front().find('='));
  name = keyword(name.substr(std::min(name.find_first_not_of('-'), name.size())));
  return "no option '" + name + "'" + suggestion(name, known);
}

}  // namespace

cli::Options parse_options(cli::CommandId command, Arguments arguments, std::size_t placeholders) {
  CLI::App app;
  cli::OptionParser parser(app, command);
  cli::Options options;
  arguments.insert(arguments.begin(), placeholders, "model");
  cli::shield(arguments);
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());  // the order that CLI11 wants
    app.parse(reversed);
    parser.apply(options);
  } catch (const CLI::ExtrasError&) {
    throw OptionProblem{unknown_option(app)};
  } catch (const CLI::Error& error) {
    throw OptionProblem{error.what()};
  }
  return options;
}

py::dict to_dict(const Diagnostic& diagnostic) {
  static constexpr const char* severities[] = {"error", "warning", "note"};
  py::dict dict;
  dict["severity"] = severities[static_cast<std::size_t>(diagnostic.severity)];
  dict["message"] = diagnostic.message;
  dict["file"] = diagnostic.file;
  dict["line"] = diagnostic.line;
  dict["column"] = diagnostic.column;
  dict["source_line"] = diagnostic.source_line;
  dict["text"] = to_string(diagnostic);
  return dict;
}

py::list to_list(const std::vector<Diagnostic>& diagnostics) {
  py::list list;
  for (const Diagnostic& diagnostic : diagnostics) list.append(to_dict(diagnostic));
  return list;
}

py::dict to_dict(const search::Statistics& statistics) {
  py::dict dict;
  dict["states"] = statistics.states;
  dict["transitions"] = statistics.transitions;
  dict["post_calls"] = statistics.post_calls;
  dict["max_depth"] = statistics.max_depth;
  dict["roots"] = statistics.roots;
  dict["active"] = statistics.active;
  dict["partial"] = statistics.partial;
  dict["expanded"] = statistics.expanded;
  dict["seconds"] = statistics.seconds;
  return dict;
}

native::EngineOptions engine_options(const cli::Options& options, const Limits& limits, const std::atomic<bool>& interrupted,
                                     const std::string& compiler) {
  native::EngineOptions engine = options.search.engine.options(limits);
  engine.compiler = compiler;
  engine.cancelled = [deadline = limits.deadline, &interrupted] {
    return interrupted.load() || (deadline && std::chrono::steady_clock::now() > *deadline);
  };
  return engine;
}

}  // namespace lariat::python

PYBIND11_MODULE(_lariat, module) {
  namespace py = pybind11;
  using namespace lariat::python;  // NOLINT: a function's body
  module.doc() = "The compiled part of the package lariat; use the package.";
  module.attr("version") = LARIAT_VERSION;
  module.def("version_text", lariat::cli::version_text);
  // The package sets these to its classes of exceptions.
  module.attr("OptionError") = py::none();
  module.attr("Error") = py::none();
  py::register_exception_translator([](std::exception_ptr thrown) {
    const py::module_ here = py::module_::import("lariat._lariat");
    const auto raise = [&](const char* type, const py::object& argument) {
      PyErr_SetObject(here.attr(type).ptr(), argument.ptr());
    };
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const OptionProblem& problem) {
      raise("OptionError", py::str(problem.message));
    } catch (const InputProblem& problem) {
      raise("Error", to_list(problem.diagnostics));
    } catch (const lariat::Stopped& stopped) {
      raise("Error", to_list({{.message = stopped.reason}}));
    } catch (const lariat::Interrupted&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    } catch (const lariat::search::InternalError& error) {
      PyErr_SetString(PyExc_SystemError, error.what());
    }
  });
  bind_model(module);
  bind_automata(module);
  bind_system(module);
}
