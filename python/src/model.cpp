// SPDX-License-Identifier: Apache-2.0
// Models, their states, runs and graphs, and what checks and explorations find out about them.
#include <deque>
#include <memory>
#include <mutex>
#include <sstream>

#include "cli/check_options.hpp"
#include "common.hpp"
#include "interruptible.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/check/explain.hpp"
#include "lariat/check/exploration.hpp"
#include "lariat/frontend/check.hpp"
#include "lariat/product/plain_product.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/run/run_text.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::python {
namespace {

using check::Requirement;

// A model, and the lock that everything that uses it takes: reading an expression changes the program.
struct SharedModel {
  SharedModel(frontend::Model read, const model::InterpreterOptions& options, std::string name)
      : model(std::move(read)), interpretation(options), path(std::move(name)) {}

  frontend::Model model;
  model::InterpreterOptions interpretation;
  std::string path;
  std::mutex mutex;
};
using ModelPtr = std::shared_ptr<SharedModel>;

// Calls f without the interpreter's lock, and with that of the model. f must not touch Python objects.
template <class F>
auto with_model(const ModelPtr& model, F&& f) {
  const py::gil_scoped_release release;
  const std::lock_guard lock(model->mutex);
  return f();
}

// The program that a state or a run belongs to, and how it is executed.
struct Execution {
  ModelPtr model;
  model::Program* program;
  model::InterpreterOptions interpretation;

  model::Interpreter interpreter() const { return model::Interpreter(*program, interpretation); }
};
using ExecutionPtr = std::shared_ptr<const Execution>;

struct State {
  ExecutionPtr of;
  model::State bytes;
};

py::list actions_of(const model::Program& program, const std::vector<model::Action>& actions) {
  py::list list;
  for (const model::Action& action : actions) {
    const model::Transition& transition = program.process_types[action.type].transitions[action.transition];
    py::dict dict;
    dict["process"] = run::process_name(program, action.process, action.type);
    dict["text"] = transition.text;
    dict["file"] = transition.position.file < program.files.size() ? program.files[transition.position.file] : std::string();
    dict["line"] = transition.position.line;
    list.append(dict);
  }
  return list;
}

py::object fault_of(const model::Program& program, const model::Fault& fault) {
  if (!fault) return py::none();
  return py::str(describe(program, fault));
}

py::list items_of(const State& state) {
  const auto items = with_model(state.of->model, [&] { return run::state_items(state.of->interpreter(), state.bytes); });
  static constexpr const char* kinds[] = {"variable", "channel", "location"};
  py::list list;
  for (const run::StateItem& item : items)
    list.append(py::make_tuple(kinds[static_cast<std::size_t>(item.kind)], item.name, item.value));
  return list;
}

py::list successors_of(const State& state) {
  const auto steps = with_model(state.of->model, [&] {
    model::Interpreter interpreter = state.of->interpreter();
    auto found = run::possible_steps(interpreter, state.bytes);
    std::erase_if(found, [](const run::RunStep& step) { return step.actions.empty(); });
    return found;
  });
  py::list list;
  for (const run::RunStep& step : steps)
    list.append(py::make_tuple(actions_of(*state.of->program, step.actions), State{state.of, step.state},
                               fault_of(*state.of->program, step.fault)));
  return list;
}

std::int64_t evaluate_in(const State& state, const std::string& expression) {
  return with_model(state.of->model, [&] {
    const model::ExprId id = value_of(state.of->model->model.read_expression(expression, "expression"));
    model::Interpreter interpreter = state.of->interpreter();
    const model::Evaluation value = interpreter.evaluate(id, state.bytes);
    if (value.fault) throw InputProblem{{{.message = describe(*state.of->program, value.fault), .file = "expression"}}};
    return static_cast<std::int64_t>(value.value);
  });
}

// A run with what is needed to show it.
struct PythonRun {
  ExecutionPtr of;
  run::Run run;
  run::Story story;
  run::RunOrigin origin;
  std::string formula;

  std::string text(const std::string& format, std::size_t width, bool full) const {
    const run::RunFormat* const how = run::find_run_format(format);
    if (how == nullptr) throw OptionProblem{"no run format '" + format + "'"};
    return with_model(of->model, [&] {
      model::Interpreter interpreter = of->interpreter();
      std::ostringstream out;
      const auto problem = how->write(out, {.interpreter = interpreter,
                                            .run = run,
                                            .origin = origin,
                                            .promela = of->model->model.promela(origin.observer),
                                            .formula = formula,
                                            .text = {.utf8 = true,
                                                     .width = width,
                                                     .longest_run = full ? 0 : run::usual_longest_run,
                                                     .story = &story,
                                                     .show_start = true},
                                            .sources = run::page_sources(*of->program)});
      if (problem) throw InputProblem{{*problem}};
      return out.str();
    });
  }
};

std::string_view verdict_name(const Requirement& requirement, check::Verdict verdict) {
  if (requirement.kind != Requirement::Kind::reach || verdict == check::Verdict::unknown) return check::to_string(verdict);
  return verdict == check::Verdict::holds ? "unreachable" : "reachable";
}

py::dict answer_dict(const ModelPtr& model, const frontend::Answer& answer, std::optional<run::Story> story) {
  const check::Finding& finding = answer.finding;
  py::dict dict;
  dict["verdict"] = verdict_name(answer.requirement, finding.verdict);
  dict["kind"] = check::to_string(answer.requirement.kind);
  dict["name"] = answer.requirement.name;
  dict["text"] = answer.requirement.text;
  dict["description"] = frontend::describe(answer.requirement);
  dict["reason"] = finding.reason;
  dict["algorithm"] = finding.algorithm;
  dict["notes"] = finding.notes;
  std::vector<std::string> warnings;
  for (const check::PropertyWarning& warning : answer.warnings) warnings.push_back(warning.text);
  dict["warnings"] = warnings;
  dict["statistics"] = to_dict(finding.statistics);
  dict["shortest"] = finding.shortest;
  dict["bad_prefix"] = finding.is_bad_prefix;
  dict["proviso"] = finding.proviso;
  model::Program& program = frontend::program_of(model->model, answer.requirement);
  dict["fault"] = fault_of(program, finding.fault);
  dict["automaton"] = finding.automaton ? py::cast(*finding.automaton) : py::none();
  dict["run"] = py::none();
  if (finding.run) {
    const bool observed = answer.requirement.kind == Requirement::Kind::observer;
    dict["run"] =
        py::cast(PythonRun{.of = std::make_shared<Execution>(Execution{model, &program, finding.interpretation}),
                           .run = *finding.run,
                           .story = *std::move(story),
                           .origin = {.model = program.name,
                                      .property = frontend::describe(answer.requirement),
                                      .observer = observed ? answer.requirement.name : std::string()},
                           .formula = answer.requirement.kind == Requirement::Kind::ltl ? answer.requirement.name : ""});
  }
  return dict;
}

// Answers the requirements one after the other, as `lariat check` does.
py::dict check_model(const ModelPtr& model, const Arguments& arguments, const std::string& compiler) {
  const cli::Options options = parse_options(cli::CommandId::check, arguments, 1);
  std::atomic<bool> interrupted = false;
  std::vector<frontend::Answer> answers;
  std::vector<std::optional<run::Story>> stories;
  std::vector<Diagnostic> warnings;
  native::Engine::Report report;
  run_interruptible(interrupted, [&] {
    const std::lock_guard lock(model->mutex);
    Gauge gauge;
    Limits limits = options.search.limits(&gauge);
    limits.interrupted = &interrupted;
    ltl::FormulaStore formulas;
    frontend::Requirements requirements =
        value_of(frontend::read_requirements(model->model, formulas, options.requirements, limits));
    warnings = std::move(requirements.warnings);
    native::Engine engine(engine_options(options, limits, interrupted, compiler));
    std::deque<model::ReducedProgram> reduced;
    frontend::Checker checker(model->model, formulas, std::move(requirements.list));
    for (std::size_t i = 0; i < checker.size() && !interrupted; ++i) {
      check::ModelCheckOptions how =
          cli::check_options(options, {.gauge = gauge,
                                       .engine = &engine,
                                       .reduced_programs = reduced,
                                       .order = checker.order_for(options.search.por.value_or(reduce::Method::automatic))});
      how.limits.interrupted = &interrupted;
      how.interpretation = model->interpretation;
      const bool known = checker.is_answered(i);
      const frontend::Answer& answer = checker.answer(i, how);
      if (answer.refused) throw InputProblem{{{.message = answer.finding.reason}}};
      if (!known && !options.vacuity) checker.warn(how);
      if (!known && options.vacuity && *options.vacuity > 0)
        checker.warn(how, check::VacuityBudget{.seconds = *options.vacuity});
    }
    for (std::size_t i = 0; i < checker.size() && checker.is_answered(i); ++i) {
      answers.push_back(std::move(checker.answer(i, {})));
      const frontend::Answer& answer = answers.back();
      stories.emplace_back();
      if (answer.finding.run)
        stories.back() = check::explain(frontend::program_of(model->model, answer.requirement), formulas, answer.requirement,
                                        answer.finding);
    }
    report = engine.report();
  });
  py::list list;
  for (std::size_t i = 0; i < answers.size(); ++i) list.append(answer_dict(model, answers[i], std::move(stories[i])));
  py::dict result;
  result["answers"] = list;
  result["warnings"] = to_list(warnings);
  result["engine"] = report.native ? "native" : "interpreter";
  result["obstacle"] = report.obstacle;
  return result;
}

py::dict exploration_dict(const walk::Exploration& found) {
  py::dict dict;
  dict["states"] = found.states;
  dict["transitions"] = found.transitions;
  dict["deadlocks"] = found.deadlocks;
  dict["levels"] = found.levels;
  dict["max_depth"] = found.max_depth;
  dict["max_out_degree"] = found.max_out_degree;
  dict["faults"] = found.faults;
  dict["partial"] = found.partial;
  dict["fully_expanded"] = found.fully_expanded;
  dict["complete"] = found.complete;
  dict["reason"] = found.reason;
  dict["seconds"] = found.seconds;
  return dict;
}

py::dict explore_model(const ModelPtr& model, const Arguments& arguments, const std::string& compiler) {
  const cli::Options options = parse_options(cli::CommandId::explore, arguments, 1);
  std::atomic<bool> interrupted = false;
  std::optional<check::ModelExploration> found;
  run_interruptible(interrupted, [&] {
    const std::lock_guard lock(model->mutex);
    Gauge gauge;
    Limits limits = options.search.limits(&gauge);
    limits.interrupted = &interrupted;
    native::Engine engine(engine_options(options, limits, interrupted, compiler));
    native::Engine full_engine(engine_options(options, limits, interrupted, compiler));
    found = value_of(check::explore_model(model->model.program(), {.order = options.walk,
                                                                   .product = options.search.product(&gauge),
                                                                   .engine = &engine,
                                                                   .full_engine = &full_engine,
                                                                   .approximate = options.search.approximate(),
                                                                   .reduction = options.search.reduction(reduce::Method::none),
                                                                   .full = !options.no_full,
                                                                   .components = options.scc,
                                                                   .limits = limits,
                                                                   .interpretation = model->interpretation}));
  });
  py::dict dict = exploration_dict(found->found);
  dict["proviso"] = found->proviso;
  dict["state_bytes"] = found->state_bytes;
  dict["store_bytes"] = found->store_bytes;
  dict["full"] = found->full ? py::object(exploration_dict(*found->full)) : py::none();
  dict["components"] = found->components ? py::object(py::int_(found->components->components)) : py::none();
  return dict;
}

// All states and transitions of a model, in memory.
struct PythonGraph {
  ExecutionPtr of;
  Graph graph;
  std::vector<model::State> states;
};

PythonGraph model_graph(const ModelPtr& model, std::uint64_t max_states) {
  auto of = std::make_shared<Execution>(Execution{model, nullptr, model->interpretation});
  PythonGraph result{.of = of, .graph = {}, .states = {}};
  std::atomic<bool> interrupted = false;
  run_interruptible(interrupted, [&] {
    const std::lock_guard lock(model->mutex);
    of->program = &model->model.program();
    system::ProgramSystem system(*of->program, model->interpretation);
    product::PlainProduct product(system, {.max_states = max_states});
    result.graph = check::explore_graph(product, {.interrupted = &interrupted});
    for (StateId s = 0; s < result.graph.states(); ++s) {
      const system::Bytes bytes = product.system_state(s);
      result.states.emplace_back(bytes.begin(), bytes.end());
    }
  });
  return result;
}

// An array of 32-bit numbers as bytes, for numpy.frombuffer.
template <class T>
py::bytes to_bytes(const std::vector<T>& numbers) {
  static_assert(sizeof(T) == 4);
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(T)};
}

py::tuple arrays_of(const Graph& graph) {
  std::vector<std::uint32_t> offsets, targets;
  for (StateId s = 0; s < graph.states(); ++s) {
    offsets.push_back(graph.first_edge(s));
    for (const StateId t : graph.targets(s)) targets.push_back(t);
  }
  offsets.push_back(static_cast<std::uint32_t>(graph.edges()));
  return py::make_tuple(to_bytes(offsets), to_bytes(targets));
}

py::bytes values_in(const PythonGraph& graph, const std::string& expression) {
  return to_bytes(with_model(graph.of->model, [&] {
    const model::ExprId id = value_of(graph.of->model->model.read_expression(expression, "expression"));
    model::Interpreter interpreter = graph.of->interpreter();
    std::vector<std::int32_t> values;
    for (const model::State& state : graph.states) {
      const model::Evaluation value = interpreter.evaluate(id, state);
      if (value.fault) throw InputProblem{{{.message = describe(*graph.of->program, value.fault), .file = "expression"}}};
      values.push_back(value.value);
    }
    return values;
  }));
}

ModelPtr shared(frontend::Model model, const cli::Options& options, const std::string& path) {
  return std::make_shared<SharedModel>(std::move(model), options.model.interpretation(), path);
}

ModelPtr load(const std::string& path, const Arguments& arguments) {
  const cli::Options options = parse_options(cli::CommandId::check, arguments, 1);
  std::atomic<bool> interrupted = false;
  ModelPtr model;
  run_interruptible(interrupted, [&] {
    model = shared(value_of(frontend::load_model(path, options.model.read, {.interrupted = &interrupted})), options, path);
  });
  return model;
}

ModelPtr read(const std::string& text, const std::string& name, const Arguments& arguments) {
  const cli::Options options = parse_options(cli::CommandId::check, arguments, 1);
  std::atomic<bool> interrupted = false;
  ModelPtr model;
  run_interruptible(interrupted, [&] {
    model =
        shared(value_of(frontend::read_model(text, name, options.model.read, {.interrupted = &interrupted})), options, name);
  });
  return model;
}

py::list properties_of(const ModelPtr& model) {
  py::list list;
  for (const frontend::StatedFormula& formula : model->model.formulas())
    list.append(py::make_tuple(formula.name, formula.text));
  for (const std::string& observer : model->model.observers())
    list.append(py::make_tuple(observer, std::string(model->model.observer_kind())));
  return list;
}

PythonRun replay(const ModelPtr& model, const std::string& path) {
  std::optional<PythonRun> result;
  with_model(model, [&] {
    model::Interpreter interpreter(model->model.program(), model->interpretation);
    run::SavedRun saved = value_of(frontend::load_run(path, model->model, interpreter));
    model::Program& program =
        saved.origin.observer.empty() ? model->model.program() : model->model.watched_by(saved.origin.observer);
    run::Story story = run::story_of_end(interpreter, saved.run);
    result = PythonRun{.of = std::make_shared<Execution>(Execution{model, &program, interpreter.options()}),
                       .run = std::move(saved.run),
                       .story = std::move(story),
                       .origin = saved.origin,
                       .formula = {}};
  });
  return *std::move(result);
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<SharedModel, ModelPtr>(module, "Model")
      .def_property_readonly("name", [](const ModelPtr& m) { return m->model.program().name; })
      .def_property_readonly("language", [](const ModelPtr& m) { return std::string(m->model.language().name); })
      .def_property_readonly("warnings", [](const ModelPtr& m) { return to_list(m->model.warnings()); })
      .def("properties", properties_of)
      .def("initial",
           [](const ModelPtr& m) {
             auto of = std::make_shared<Execution>(Execution{m, &m->model.program(), m->interpretation});
             model::State bytes = with_model(m, [&] { return of->interpreter().initial(); });
             return State{of, std::move(bytes)};
           })
      .def("check", check_model)
      .def("explore", explore_model)
      .def("graph", model_graph)
      .def("replay", replay);
  module.def("load", load);
  module.def("read", read);

  py::class_<State>(module, "State")
      .def("items", items_of)
      .def("successors", successors_of)
      .def("evaluate", evaluate_in)
      .def_property_readonly(
          "data", [](const State& s) { return py::bytes(reinterpret_cast<const char*>(s.bytes.data()), s.bytes.size()); });

  py::class_<PythonRun>(module, "Run")
      .def_property_readonly("length", [](const PythonRun& r) { return r.run.steps.size(); })
      .def_property_readonly("cycle", [](const PythonRun& r) { return r.run.cycle; })
      .def("state",
           [](const PythonRun& r, std::size_t i) {
             if (i > r.run.steps.size()) throw py::index_error();
             const model::StateView view = r.run.before(i);
             return State{r.of, {view.begin(), view.end()}};
           })
      .def("step",
           [](const PythonRun& r, std::size_t i) {
             if (i >= r.run.steps.size()) throw py::index_error();
             return py::make_tuple(actions_of(*r.of->program, r.run.steps[i].actions),
                                   fault_of(*r.of->program, r.run.steps[i].fault));
           })
      .def("remarks",
           [](const PythonRun& r) {
             std::vector<std::pair<std::size_t, std::string>> remarks;
             for (const run::Story::Remark& remark : r.story.remarks) remarks.emplace_back(remark.state, remark.text);
             return std::make_pair(remarks, r.story.ending);
           })
      .def("text", &PythonRun::text);

  py::class_<PythonGraph>(module, "Graph")
      .def_property_readonly("states", [](const PythonGraph& g) { return g.graph.states(); })
      .def_property_readonly("transitions", [](const PythonGraph& g) { return g.graph.edges(); })
      .def("arrays", [](const PythonGraph& g) { return arrays_of(g.graph); })
      .def("values", values_in)
      .def("state", [](const PythonGraph& g, std::size_t i) {
        if (i >= g.states.size()) throw py::index_error();
        return State{g.of, g.states[i]};
      });
}

}  // namespace lariat::python
