// SPDX-License-Identifier: Apache-2.0
// Common parts of the bindings: options as Python gives them, diagnostics as exceptions, the limits of a call.
#pragma once

#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.hpp"
#include "cli/options.hpp"
#include "lariat/base/result.hpp"
#include "lariat/native/engine.hpp"
#include "lariat/search/statistics.hpp"

namespace lariat::python {

namespace py = pybind11;

// Options as they stand on a command line, `--por=stubborn`.
using Arguments = std::vector<std::string>;

// The options of a command of the program, checked by its table. Throws OptionProblem.
cli::Options parse_options(cli::CommandId command, Arguments arguments, std::size_t placeholders);

struct OptionProblem {
  std::string message;
};
// Becomes lariat.Error, with the diagnostics.
struct InputProblem {
  std::vector<Diagnostic> diagnostics;
};

template <class T>
T value_of(Result<T> result) {
  if (!result) throw InputProblem{result.errors()};
  return *std::move(result);
}

py::dict to_dict(const Diagnostic& diagnostic);
py::dict to_dict(const search::Statistics& statistics);
py::list to_list(const std::vector<Diagnostic>& diagnostics);

// What executes models: native code that the program at `compiler` compiles.
native::EngineOptions engine_options(const cli::Options& options, const Limits& limits, const std::atomic<bool>& interrupted,
                                     const std::string& compiler);

void bind_model(py::module_& module);
void bind_automata(py::module_& module);
void bind_system(py::module_& module);

}  // namespace lariat::python
