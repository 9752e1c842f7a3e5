// SPDX-License-Identifier: Apache-2.0
#include "lariat/promela/lower.hpp"

#include <algorithm>

#include "promela/lowering.hpp"
#include "promela/parse.hpp"

namespace lariat::promela {

model::Source Lowering::source(SourceLocation place) {
  if (!place) return {};
  const Sources::LineAndColumn location = model_.sources->locate(place.at);
  const auto [entry, is_new] = files_.try_emplace(location.file, static_cast<std::uint32_t>(program_.files.size()));
  if (is_new) program_.files.push_back(location.file);
  return {.file = entry->second,
          .line = static_cast<std::uint32_t>(location.line),
          .column = static_cast<std::uint32_t>(location.column)};
}

void Lowering::error(SourceLocation place, const std::string& message) {
  if (errors_.size() < 20) errors_.push_back(model_.sources->diagnostic(Diagnostic::Severity::error, place, message));
}

void Lowering::index_parts() {
  locals_.resize(model_.processes.size());
  labels_.resize(model_.processes.size());
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    const Variable& variable = model_.variables[i];
    if (variable.kind == Variable::Kind::local && variable.process) locals_[variable.process.value].push_back({i});
  }
  for (std::uint32_t i = 0; i < model_.labels.size(); ++i)
    if (model_.labels[i].process && model_.labels[i].target) labels_[model_.labels[i].process.value].push_back({i});
  for (const Remote& remote : model_.remotes)
    if (remote.label) remote_labels_.insert(remote.label.value);
}

std::vector<Diagnostic> Lowering::run() {
  program_.language = "promela";
  program_.newest_first = true;
  program_.receiver_takes_over = true;
  program_.counts_observer = true;
  program_.ended_channels_block = !has_rendezvous();
  program_.uses_priorities = model_.uses_priorities;
  program_.overflow = model::Program::Overflow::wrap;
  for (const MtypeList& list : model_.mtypes) {
    program_.symbol_tables.emplace_back(1);
    for (const std::string& name : list.names) program_.symbol_tables.back().push_back(name);
  }
  // Last, and never first: a %e of printf looks names up in the table of its list.
  if (program_.symbol_tables.empty()) program_.symbol_tables.emplace_back();
  program_.symbol_tables.push_back({"false", "true"});
  // All types first, so that processes can speak of each other.
  ProcessId claim;
  for (std::uint32_t i = 0; i < model_.processes.size(); ++i) {
    const Process& process = model_.processes[i];
    const bool is_never = process.kind == Process::Kind::never;
    const bool is_chosen =
        is_never && !claim && !options_.no_claim && (options_.claim.empty() || options_.claim == process.name);
    if (is_chosen) claim = {i};
    types_.push_back(model::none);
    if (is_never && !is_chosen) continue;
    types_.back() = static_cast<model::ProcessTypeId>(program_.process_types.size());
    program_.process_types.push_back({.name = process.name,
                                      .priority = process.priority == 0 ? 1 : process.priority,
                                      .deterministic = process.deterministic,
                                      .source = source(process.place)});
  }
  transition_elements.resize(program_.process_types.size());
  if (claim) program_.observer = model::Program::Observer{.name = model_[claim].name, .type = type_of(claim)};
  declare_globals();
  if (model_.uses_last) {
    program_.last_process = static_cast<model::VariableId>(program_.globals.size());
    program_.globals.push_back({.name = "_last", .type = model::byte_type, .kind = model::Variable::Kind::process});
  }
  for (std::uint32_t i = 0; i < model_.processes.size(); ++i)
    if (types_[i] != model::none) declare_locals({i});
  declare_trace();
  initialise_globals();
  for (const Unit& unit : model_.units) {
    if (unit.kind != Unit::Kind::process || types_[unit.index] == model::none) continue;
    const ProcessId id{unit.index};
    const Process& process = model_[id];
    const std::uint32_t count = process.kind == Process::Kind::init ? 1 : process.active;
    if (process.kind == Process::Kind::proctype || process.kind == Process::Kind::init)
      for (std::uint32_t i = 0; i < count; ++i) program_.processes.push_back({.name = process.name, .type = type_of(id)});
  }
  for (std::uint32_t i = 0; i < model_.processes.size(); ++i) {
    if (types_[i] == model::none) continue;
    tick();
    const Process& process = model_.processes[i];
    for (const VarId v : locals_[i]) {
      const Variable& variable = model_[v];
      // A structure is initialised at the beginning wherever it is declared; the step there does nothing.
      const bool at_start = !variable.set_by_step || variable.type.basic == Basic::structure;
      if (at_start) initialise(v, false, program_.process_types[types_[i]].on_start);
    }
    if (process.provided) program_.process_types[types_[i]].provided = expression(process.provided);
    if (process.kind == Process::Kind::never)
      lower_claim(*this, {i});
    else
      lower_body(*this, {i});
  }
  if (program_.processes.size() > model::max_processes)
    error(model_.processes.empty() ? SourceLocation{} : model_.processes.front().place,
          "more than 255 processes at the beginning");
  if (program_.channels.size() > model::max_channels) {
    const auto first = std::find_if(model_.variables.begin(), model_.variables.end(),
                                    [](const Variable& variable) { return variable.channel.has_value(); });
    error(first == model_.variables.end() ? SourceLocation{} : first->place,
          "with this one, there are more than 255 channels at the beginning");
  }
  for (const PendingLabel& pending : pending_labels) {
    const auto at = label_locations.find(pending.label.value);
    if (at != label_locations.end())
      program_.location_sets[program_.expressions[pending.expression].index].push_back(at->second);
  }
  pending_labels.clear();
  return take_errors();
}

bool Lowering::has_rendezvous() const {
  return std::any_of(model_.variables.begin(), model_.variables.end(),
                     [](const Variable& variable) { return variable.channel && variable.channel->capacity == 0; });
}

void Lowering::declare_trace() {
  for (std::uint32_t i = 0; i < model_.processes.size(); ++i) {
    const Process& process = model_.processes[i];
    if (process.kind != Process::Kind::trace && process.kind != Process::Kind::notrace) continue;
    program_.trace = model::Program::Trace{.type = types_[i],
                                           .location = static_cast<model::VariableId>(program_.globals.size()),
                                           .forbidden = process.kind == Process::Kind::notrace};
    program_.globals.push_back({.name = process.name.empty() ? "trace" : process.name, .type = model::Type{16, false}});
  }
}

model::ExprId Lowering::outside_expression(ExprId id) {
  const model::ExprId result = expression(id);
  for (const PendingLabel& pending : pending_labels) {
    const auto at = label_locations.find(pending.label.value);
    if (at != label_locations.end())
      program_.location_sets[program_.expressions[pending.expression].index].push_back(at->second);
  }
  pending_labels.clear();
  return result;
}

PromelaProgram::PromelaProgram(Model model, const LowerOptions& options)
    : model_(std::make_unique<Model>(std::move(model))),
      program_(std::make_unique<model::Program>()),
      options_(std::make_unique<LowerOptions>(options)),
      lowering_(std::make_unique<Lowering>(*model_, *options_, *program_)) {}
PromelaProgram::PromelaProgram(PromelaProgram&&) noexcept = default;
PromelaProgram& PromelaProgram::operator=(PromelaProgram&&) noexcept = default;
PromelaProgram::~PromelaProgram() = default;

const std::vector<Diagnostic>& PromelaProgram::warnings() const { return model_->warnings; }
const std::vector<std::vector<std::uint32_t>>& PromelaProgram::elements() const { return lowering_->transition_elements; }
std::vector<std::uint32_t> PromelaProgram::elements_of(model::ProcessTypeId type, model::TransitionId transition) const {
  if (program_->observer && program_->observer->type == type)
    if (const auto several = lowering_->claim_elements.find(transition); several != lowering_->claim_elements.end())
      return several->second;
  return {lowering_->transition_elements[type][transition]};
}
std::uint32_t PromelaProgram::element_count() const { return lowering_->numbers().count(); }

Result<model::ExprId> PromelaProgram::read_expression(std::string_view text, std::string label) {
  const Result<ExprId> parsed = parse_expression(*model_, text, std::move(label));
  if (!parsed) return parsed.errors();
  const model::ExprId result = lowering_->outside_expression(*parsed);
  if (std::vector<Diagnostic> errors = lowering_->take_errors(); !errors.empty()) return errors;
  return result;
}

Result<PromelaProgram> PromelaProgram::watched_by(const std::string& claim) const {
  LowerOptions options = *options_;
  options.claim = claim;
  Result<PromelaProgram> result = lower(*model_, options);
  if (!result) return result;
  result->program().name = program_->name;
  result->program().overflow = program_->overflow;
  return result;
}

Result<PromelaProgram> lower(Model model, const LowerOptions& options) {
  PromelaProgram result(std::move(model), options);
  if (std::vector<Diagnostic> errors = result.lowering_->run(); !errors.empty()) return errors;
  const std::vector<Process>& processes = result.model_->processes;
  for (std::uint32_t i = 0; i < processes.size(); ++i)
    if (processes[i].kind == Process::Kind::never) result.claims_.push_back({.name = processes[i].name, .number = i});
  for (const Ltl& ltl : result.model_->ltls) {
    StatedFormula formula{.name = ltl.name,
                          .text = ltl.named_text.empty() ? ltl.text : ltl.named_text,
                          .written = ltl.written,
                          .source = result.lowering_->source(ltl.place),
                          .atoms = {},
                          .number = static_cast<std::uint32_t>(processes.size() + result.formulas_.size())};
    for (const Ltl::Atom& atom : ltl.named_text.empty() ? ltl.atoms : ltl.named_atoms)
      formula.atoms.emplace_back(atom.text, result.lowering_->outside_expression(atom.value));
    result.formulas_.push_back(std::move(formula));
  }
  result.options_->limits = {};  // they were for this, and not for what is asked later
  return result;
}

Result<PromelaProgram> read_promela(std::string_view text, std::string file_name, const ParseOptions& parse_options,
                                    const LowerOptions& options) {
  const std::string name = file_name;
  Result<Model> model = parse(text, std::move(file_name), parse_options);
  if (!model) return model.errors();
  Result<PromelaProgram> result = lower(*std::move(model), options);
  if (result) result->program().name = name;
  return result;
}

}  // namespace lariat::promela
