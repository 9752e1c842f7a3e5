// SPDX-License-Identifier: Apache-2.0
// Checks of models that are written in Python.
#include "lariat/check/system.hpp"

#include <deque>
#include <optional>

#include "cli/check_options.hpp"
#include "common.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/product/plain_product.hpp"
#include "python_system.hpp"

namespace lariat::python {
namespace {

using Atoms = std::vector<std::pair<std::string, py::object>>;

// The system of a model; may_end is None where every state without successors is a deadlock.
std::unique_ptr<PythonSystem> make_system(const py::object& model, bool labelled, const Atoms& atoms,
                                          const py::object& may_end) {
  std::vector<PythonSystem::Atom> list;
  for (const auto& [name, holds] : atoms) list.push_back({name, holds.ptr()});
  auto system = std::make_unique<PythonSystem>(model.ptr(), labelled, list, may_end.is_none() ? nullptr : may_end.ptr());
  if (PyErr_Occurred() != nullptr) throw py::error_already_set();
  return system;
}

// Calls f without the lock, which the system takes when it calls Python; an exception of Python code is thrown as such.
template <class F>
void search_in(PythonSystem& system, F&& f) {
  try {
    const py::gil_scoped_release release;
    f();
  } catch (const PythonError&) {
    system.restore_error();
    throw py::error_already_set();
  }
}

py::object borrowed(PyObject* object) { return py::reinterpret_borrow<py::object>(object); }

// (initial state, [(label, state)], where the cycle begins)
py::object run_of(const PythonSystem& system, const std::optional<run::Run>& run) {
  if (!run) return py::none();
  py::list steps;
  for (const run::RunStep& step : run->steps) {
    const py::object label = step.actions.empty() ? py::none() : borrowed(system.label(step.actions.front()));
    steps.append(py::make_tuple(label, borrowed(system.object(step.state))));
  }
  return py::make_tuple(borrowed(system.object(run->initial)), steps, run->cycle);
}

py::dict finding_dict(const PythonSystem& system, const check::Finding& finding) {
  py::dict dict;
  dict["verdict"] = check::to_string(finding.verdict);
  dict["reason"] = finding.reason;
  dict["algorithm"] = finding.algorithm;
  dict["notes"] = finding.notes;
  dict["statistics"] = to_dict(finding.statistics);
  dict["shortest"] = finding.shortest;
  dict["bad_prefix"] = finding.is_bad_prefix;
  dict["automaton"] = finding.automaton ? py::cast(*finding.automaton) : py::none();
  dict["run"] = run_of(system, finding.run);
  return dict;
}

check::ModelCheckOptions options_for(const Arguments& arguments, Gauge& gauge, std::deque<model::ReducedProgram>& reduced) {
  const cli::Options options = parse_options(cli::CommandId::check, arguments, 1);
  check::ModelCheckOptions how = cli::check_options(
      options, {.gauge = gauge, .engine = nullptr, .reduced_programs = reduced, .order = walk::SearchOrder::breadth_first});
  how.limits.interrupted = nullptr;  // the system itself notices Ctrl-C
  return how;
}

py::dict check_system_formula(const py::object& model, bool labelled, const Atoms& atoms, const py::object& may_end,
                              const std::string& formula, const Arguments& arguments) {
  Gauge gauge;
  std::deque<model::ReducedProgram> reduced;
  const check::ModelCheckOptions how = options_for(arguments, gauge, reduced);
  const auto system = make_system(model, labelled, atoms, may_end);
  std::optional<Result<check::Finding>> found;
  search_in(*system, [&] { found = check::check_formula(*system, formula, how); });
  return finding_dict(*system, value_of(*std::move(found)));
}

// Goals are pairs of a kind and an atom.
py::list check_system_states(const py::object& model, bool labelled, const Atoms& atoms, const py::object& may_end,
                             const std::vector<std::pair<std::string, std::string>>& goals, const Arguments& arguments) {
  using Kind = check::SystemGoal::Kind;
  std::vector<check::SystemGoal> list;
  for (const auto& [kind, atom] : goals)
    list.push_back({.kind = kind == "deadlock"    ? Kind::deadlock
                            : kind == "invariant" ? Kind::invariant
                                                  : Kind::reach,
                    .atom = atom});
  Gauge gauge;
  std::deque<model::ReducedProgram> reduced;
  const check::ModelCheckOptions how = options_for(arguments, gauge, reduced);
  const auto system = make_system(model, labelled, atoms, may_end);
  std::optional<Result<std::vector<check::Finding>>> found;
  search_in(*system, [&] { found = check::check_states(*system, list, how); });
  py::list findings;
  for (const check::Finding& finding : value_of(*std::move(found))) findings.append(finding_dict(*system, finding));
  return findings;
}

// The states, and for each the numbers of its successors and the labels of its steps.
py::tuple system_graph(const py::object& model, bool labelled, std::uint64_t max_states) {
  const auto system = make_system(model, labelled, {}, py::none());
  py::list states, edges;
  std::optional<Graph> graph;
  product::PlainProduct product(*system, {.max_states = max_states});
  search_in(*system, [&] { graph = check::explore_graph(product, {}); });
  for (StateId s = 0; s < graph->states(); ++s) {
    states.append(borrowed(system->object(product.system_state(s))));
    for (std::size_t i = 0; i < graph->targets(s).size(); ++i) {
      py::object label = py::none();
      if (labelled) {
        product::ProductStep step;
        search_in(*system, [&] { step = product.describe(s, i); });
        if (!step.actions.empty()) label = borrowed(system->label(step.actions.front()));
      }
      edges.append(py::make_tuple(s, graph->targets(s)[i], label));
    }
  }
  return py::make_tuple(states, edges);
}

}  // namespace

void bind_system(py::module_& module) {
  module.def("check_system_formula", check_system_formula);
  module.def("check_system_states", check_system_states);
  module.def("system_graph", system_graph);
}

}  // namespace lariat::python
