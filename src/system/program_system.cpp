// SPDX-License-Identifier: Apache-2.0
#include "lariat/system/program_system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace lariat::system {
namespace {

// Two states that differ in hidden variables go on differently if these are read anywhere.
bool reads_hidden(const model::Program& program) {
  return std::any_of(program.expressions.begin(), program.expressions.end(), [&](const model::Expr& expression) {
    if (expression.op != model::Op::read) return false;
    const model::Place& place = program.places[expression.place];
    return place.scope == model::Place::Scope::global && program.globals[place.variable].hidden;
  });
}

}  // namespace

ProgramSystem::ProgramSystem(const model::Program& program, const model::InterpreterOptions& options, model::Engine* engine,
                             std::vector<model::ExprId> atoms)
    : interpreter_(program, options), engine_(engine), atoms_(std::move(atoms)) {
  assert(atoms_.size() <= max_atoms);
  if (engine != nullptr) engine->accelerate(interpreter_, atoms_);
}

Layout ProgramSystem::layout() const {
  const model::Layout& layout = interpreter_.layout();
  return {.length = layout.length(), .hidden = layout.hidden_bytes(), .reads_hidden = reads_hidden(program())};
}

void ProgramSystem::successors(std::span<const Bytes> states, Batch& out, Request request) {
  out.clear();
  out.table().set_form({.length = interpreter_.layout().length(), .steps = request.steps, .coverage = request.coverage});
  interpreter_.append_successors(states, out.table(), out.make_ends(states.size()));
}

std::vector<std::string> ProgramSystem::atoms() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < atoms_.size(); ++i) names.push_back(fmt::format("p{}", i));
  return names;
}

void ProgramSystem::valuations(std::span<const Bytes> states, std::span<Valuation> out) {
  for (std::size_t i = 0; i < states.size(); ++i) {
    model::Fault fault;
    out[i] = {.holds = interpreter_.valuation(atoms_, states[i], &fault)};
    if (!fault) continue;
    for (std::size_t atom = 0; atom < atoms_.size(); ++atom)
      if (atom_fault(atom, states[i])) out[i].undefined |= std::uint64_t{1} << atom;
  }
}

// Nothing is wrong with the end of a run that went wrong before.
bool ProgramSystem::may_end(Bytes s) { return interpreter_.is_error(s) || interpreter_.is_valid_end(s); }

std::unique_ptr<System> ProgramSystem::clone() const {
  auto system = std::make_unique<ProgramSystem>(program(), interpreter_.options(), engine_, atoms_);
  system->interpreter_.obey(interpreter_.limits());
  return system;
}

std::string ProgramSystem::describe(std::span<const Action> actions) const {
  std::string text;
  for (const Action& action : actions)
    text += fmt::format("{}{}({}): {}", text.empty() ? "" : ", ", program().process_types[action.type].name, action.process,
                        program().process_types[action.type].transitions[action.transition].text);
  return text;
}

model::Fault ProgramSystem::atom_fault(std::size_t atom, Bytes s) { return interpreter_.evaluate(atoms_[atom], s).fault; }

}  // namespace lariat::system
