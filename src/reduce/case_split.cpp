// SPDX-License-Identifier: Apache-2.0
#include "reduce/case_split.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

namespace lariat::reduce {
namespace {

using model::ExprId;
using model::none;
using model::Place;
using model::PlaceId;
using model::ProcessTypeId;
using model::Transition;
using model::Value;

constexpr std::uint64_t max_cases = 64;       // of a transition
constexpr std::uint64_t max_program = 2500;   // of all processes; the tables grow with the square
constexpr std::uint64_t usual_processes = 4;  // of a type, where processes are started at run time

// A variable: of the program (type: none), or of a process type.
struct Variable {
  ProcessTypeId type = none;
  model::VariableId id = 0;
  friend auto operator<=>(const Variable&, const Variable&) = default;
};

class Finder {
 public:
  Finder(const model::Program& program, const model::FrozenVariables& frozen) : program_(program), frozen_(frozen) {}

  std::vector<std::vector<std::vector<SplitVariable>>> find() {
    for (type_ = 0; type_ < program_.process_types.size(); ++type_) {
      auto& found = found_.emplace_back();
      for (const Transition& transition : program_.process_types[type_].transitions) {
        indices_ = &found.emplace_back();
        add_step(transition);
      }
    }
    for (type_ = 0; type_ < program_.process_types.size(); ++type_)
      for (model::TransitionId t = 0; t < found_[type_].size(); ++t) {
        indices_ = &found_[type_][t];
        add_counters(program_.process_types[type_].transitions[t]);
      }
    while (count() > max_program)
      most_.erase(
          std::max_element(most_.begin(), most_.end(), [](const auto& a, const auto& b) { return a.second < b.second; }));
    return result();
  }

 private:
  void add_step(const Transition& first) {
    std::vector<const Transition*> todo = {&first};
    std::set<const Transition*> seen = {&first};
    const model::ProcessType& type = program_.process_types[type_];
    while (!todo.empty()) {
      const Transition& transition = *todo.back();
      todo.pop_back();
      add_transition(transition);
      if (transition.then == Transition::Then::free) continue;
      for (const model::TransitionId next : type.locations[transition.target].out)
        if (seen.insert(&type.transitions[next]).second) todo.push_back(&type.transitions[next]);
    }
  }

  void add_transition(const Transition& transition) {
    add_expression(transition.guard);
    if (transition.communication != none) {
      const model::Communication& communication = program_.communications[transition.communication];
      add_expression(communication.channel);
      for (const auto& argument : communication.arguments) {
        add_expression(argument.value);
        add_place(argument.place);
      }
    }
    for (const model::Effect& effect : transition.effects) {
      add_expression(effect.value);
      add_place(effect.place);
      for (const ExprId argument : effect.arguments) add_expression(argument);
    }
  }

  // Adds the variables of each index in an expression. `size` is that of the array around it, or 0.
  void add_expression(ExprId expression, std::uint32_t size = 0) {
    std::vector<std::pair<ExprId, std::uint32_t>> todo = {{expression, size}};
    std::set<std::pair<ExprId, std::uint32_t>> seen;
    while (!todo.empty()) {
      const auto [id, around] = todo.back();
      todo.pop_back();
      if (id == none || !seen.insert({id, around}).second) continue;
      const model::Expr& e = program_.expressions[id];
      for (const ExprId operand : {e.a, e.b, e.c}) todo.emplace_back(operand, around);
      if (e.op != model::Op::read) continue;
      const Place& place = program_.places[e.place];
      if (place.index != none && place.scope == Place::Scope::global)
        todo.emplace_back(place.index, program_.variable(place).size);
      if (around != 0 || is_complete_) add_variable(place, around);
    }
  }
  void add_place(PlaceId id) {
    if (id == none) return;
    const Place& place = program_.places[id];
    if (is_complete_ && place.index == none) add_variable(place, 0);
    if (place.index != none && place.scope == Place::Scope::global) add_expression(place.index, program_.variable(place).size);
  }

  std::optional<Variable> variable_of(const Place& place) const {
    const bool is_global = place.scope == Place::Scope::global;
    if (!is_global && (place.scope != Place::Scope::local || place.type != type_)) return std::nullopt;
    if (program_.variable(place).is_array) return std::nullopt;
    if (is_global ? frozen_.globals[place.variable] : frozen_.locals[type_][place.variable]) return std::nullopt;
    return Variable{.type = is_global ? none : type_, .id = place.variable};
  }
  void add_variable(const Place& place, std::uint32_t size) {
    const auto variable = variable_of(place);
    if (!variable) return;
    if (is_complete_ && !most_.contains(*variable)) return;
    indices_->insert(*variable);
    if (is_complete_) return;
    Value& most = most_[*variable];
    most = std::max(most, static_cast<Value>(std::min<std::int64_t>(size - 1, program_.variable(place).type.max())));
  }

  // A step that counts such a variable is told apart by it, too: then it is known which value comes next.
  void add_counters(const Transition& transition) {
    for (const model::Effect& effect : transition.effects) {
      if (effect.kind != model::Effect::Kind::assign) continue;
      const auto variable = variable_of(program_.places[effect.place]);
      if (!variable || !most_.contains(*variable)) continue;
      const model::Expr& e = program_.expressions[effect.value];
      if (e.op == model::Op::add || e.op == model::Op::subtract) indices_->insert(*variable);
    }
  }

  std::uint64_t cases(const std::set<Variable>& variables) const {
    std::uint64_t count = 1;
    for (const Variable& variable : variables)
      if (const auto most = most_.find(variable); most != most_.end() && count <= max_cases)
        count *= static_cast<std::uint64_t>(most->second) + 2;
    return count;
  }
  std::uint64_t count() const {
    std::uint64_t sum = 0;
    for (ProcessTypeId type = 0; type < found_.size(); ++type) {
      const auto processes =
          static_cast<std::uint64_t>(std::count_if(program_.processes.begin(), program_.processes.end(),
                                                   [&](const model::InitialProcess& process) { return process.type == type; }));
      for (const std::set<Variable>& variables : found_[type])
        if (const std::uint64_t one = cases(variables); one > 1 && one <= max_cases)
          sum += one * (program_.is_dynamic() ? usual_processes : processes);
    }
    return sum;
  }
  std::vector<std::vector<std::vector<SplitVariable>>> result() const {
    std::vector<std::vector<std::vector<SplitVariable>>> result;
    for (ProcessTypeId type = 0; type < found_.size(); ++type) {
      auto& of_type = result.emplace_back();
      for (const std::set<Variable>& variables : found_[type]) {
        auto& list = of_type.emplace_back();
        if (cases(variables) > max_cases) continue;
        for (const Variable& variable : variables)
          if (const auto most = most_.find(variable); most != most_.end())
            list.push_back({.is_global = variable.type == none, .variable = variable.id, .most = most->second});
      }
    }
    return result;
  }

  const model::Program& program_;
  const model::FrozenVariables& frozen_;
  ProcessTypeId type_ = 0;
  std::vector<std::vector<std::set<Variable>>> found_;
  std::set<Variable>* indices_ = nullptr;
  bool is_complete_ = false;        // indices are known; looks for all steps that read or write them
  std::map<Variable, Value> most_;  // the greatest value that is told apart
};

}  // namespace

std::vector<std::vector<std::vector<SplitVariable>>> find_splits(const model::Program& program,
                                                                 const model::FrozenVariables& frozen) {
  return Finder(program, frozen).find();
}

}  // namespace lariat::reduce
