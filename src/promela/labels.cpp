// SPDX-License-Identifier: Apache-2.0
// Labels: who is meant by a goto, and by P@label. Spin's rules are not those of C: the same name may label statements of
// different blocks, and a goto finds one of its own block first, then one of a block around, then any.
#include <unordered_map>

#include "promela/parser.hpp"

namespace lariat::promela {

// The name becomes that of a label where it is met first, be it in a goto.
Symbol* Parser::label_symbol(const Token& name) {
  Symbol* const symbol = names_.find(name.text);
  if (symbol == nullptr)
    return names_.add({.name = std::string(name.text), .process = {}, .variable = {}, .place = name.place});
  if (!symbol->variable) return symbol;
  report_.error(name.place, quote(name.text) + " is a variable here, and cannot be a label");
  if (symbol->place) report_.note(symbol->place, "it is declared here");
  return nullptr;
}

LabelId Parser::define_label(const Token& name) {
  const LabelId id{static_cast<std::uint32_t>(model_.labels.size())};
  model_.labels.push_back({.name = std::string(name.text), .place = name.place, .process = process_, .target = {}});
  const Symbol* const symbol = names_.find(name.text);
  if (symbol == nullptr || symbol->variable) return id;
  const std::string inlined(stream_->innermost());
  std::vector<std::size_t>& same_name = definitions_by_name_[std::string(name.text)];
  for (const std::size_t index : same_name) {
    const LabelDefinition& other = definitions_[index];
    if (other.scope == symbol->scope && other.inlined == inlined) {
      report_.error(name.place, "there is a label '" + std::string(name.text) + "' already");
      report_.note(model_[other.id].place, "it is here");
      return id;
    }
  }
  same_name.push_back(definitions_.size());
  definitions_.push_back({id, symbol->scope, inlined, d_step_});
  return id;
}

void Parser::resolve_labels() {
  std::unordered_map<std::string_view, std::vector<const LabelDefinition*>> by_name;
  for (const LabelDefinition& definition : definitions_) by_name[model_[definition.id].name].push_back(&definition);
  for (const LabelUse& use : uses_) {
    report_.tick();
    const LabelDefinition* best = nullptr;
    const auto found = by_name.find(use.name);
    if (found == by_name.end()) {
      Suggestion suggestion(use.name);
      for (const auto& [name, definitions] : by_name) suggestion.consider(name);
      report_.error(use.place, "there is no label '" + use.name + "' in " + title(model_[process_]) + suggestion.text());
      continue;
    }
    for (auto definition = found->second.rbegin(); definition != found->second.rend(); ++definition) {
      if ((*definition)->scope == use.scope) {
        best = *definition;
        break;
      }
      if (best == nullptr || names_.encloses((*definition)->scope, use.scope)) best = *definition;
    }
    if (best->d_step != use.d_step) {
      report_.error(use.place, best->d_step != 0 ? "this jumps into a d_step" : "this jumps out of a d_step");
      report_.note(model_[best->id].place, "the label is here");
    }
    std::get<Goto>(model_[use.statement].what).label = best->id;
  }
  check_goto_circles();
  uses_.clear();
  definitions_.clear();
  definitions_by_name_.clear();
}

// The statement, if it is a goto and no step of its own.
StmtId Parser::first_goto(StmtId id) const {
  for (const LabelId label : model_[id].labels) {
    const std::string_view name = model_[label].name;
    // Such a label is made a step, so that it can be seen.
    if (name.starts_with("end") || name.starts_with("accept") || name.starts_with("progress")) return {};
  }
  return std::holds_alternative<Goto>(model_[id].what) ? id : StmtId{};
}

void Parser::check_goto_circles() {
  enum class State : std::uint8_t { open, ends };
  std::unordered_map<std::uint32_t, State> states;
  for (const LabelUse& use : uses_) {
    std::vector<std::uint32_t> path;
    for (StmtId jump = use.statement; jump;) {
      const auto [state, fresh] = states.try_emplace(jump.value, State::open);
      if (!fresh) {
        if (state->second == State::open) report_.error(use.place, "from here, a goto leads to a goto for ever");
        break;
      }
      path.push_back(jump.value);
      const LabelId label = std::get<Goto>(model_[jump].what).label;
      jump = label && model_[label].target ? first_goto(model_[label].target) : StmtId{};
    }
    for (const std::uint32_t jump : path) states[jump] = State::ends;
  }
}

void Parser::resolve_remotes() {
  for (const PendingRemote& pending : pending_remotes_) resolve_remote(model_.remotes[pending.remote], pending);
  pending_remotes_.clear();
}

void Parser::resolve_remote(Remote& remote, const PendingRemote& pending) {
  Suggestion suggestion(pending.name);
  if (pending.is_label) {
    for (std::uint32_t i = 0; i < model_.labels.size(); ++i) {
      report_.tick();
      const Label& label = model_.labels[i];
      if (label.process != remote.process) continue;
      suggestion.consider(label.name);
      if (label.name != pending.name) continue;
      remote.label = {i};
      return;
    }
  } else {
    for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
      report_.tick();
      const Variable& variable = model_.variables[i];
      if (variable.process != remote.process) continue;
      suggestion.consider(variable.name);
      if (variable.name != pending.name) continue;
      remote.variable = {i};
      if (variable.is_array && !remote.index)
        report_.error(pending.place, "the array " + quote(variable.name) + " needs an index");
      if (variable.type.basic == Basic::structure)
        report_.error(pending.place, quote(variable.name) + " is a structure, which other processes cannot look at");
      return;
    }
  }
  report_.error(pending.place, title(model_[remote.process]) + " has no " + (pending.is_label ? "label " : "variable ") +
                                   quote(pending.name) + suggestion.text());
}

}  // namespace lariat::promela
