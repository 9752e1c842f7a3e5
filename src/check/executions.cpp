// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/executions.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "lariat/product/plain_product.hpp"
#include "lariat/system/program_system.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::check {
namespace {

// A program's system that counts the transitions of each batch that it produces.
class CountingSystem final : public system::System {
 public:
  explicit CountingSystem(system::ProgramSystem& system) : system_(system), coverage_(system.program()) {
    for (const model::ProcessType& type : system.program().process_types) counts_.emplace_back(type.transitions.size(), 0);
  }

  system::Layout layout() const override { return system_.layout(); }
  std::vector<system::State> initial() override { return system_.initial(); }
  void successors(std::span<const system::Bytes> states, system::Batch& out, system::Request request) override {
    request.steps = true;
    system_.successors(states, out, request);
    for (std::size_t k = 0; k < out.size(); ++k) {
      coverage_.note(out.actions(k));
      for (const model::Action& action : out.actions(k))
        if (action.process != model::observer_number) ++counts_[action.type][action.transition];
    }
  }
  bool may_end(system::Bytes s) override { return system_.may_end(s); }

  std::uint64_t count(model::ProcessTypeId type, model::TransitionId transition) const { return counts_[type][transition]; }
  const model::Coverage& coverage() const { return coverage_; }

 private:
  system::ProgramSystem& system_;
  model::Coverage coverage_;
  std::vector<std::vector<std::uint64_t>> counts_;  // by type and transition
};

using StatementKey = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t, model::ProcessTypeId, std::string>;

StatementKey key_of(model::ProcessTypeId type, const model::Source& source, const std::string& text) {
  return {source.file, source.line, source.column, type, text};
}

}  // namespace

Executions count_executions(const model::Program& program, const ModelCheckOptions& options) {
  system::ProgramSystem inner(program, options.interpretation, options.engine);
  inner.interpreter().obey(options.limits);
  CountingSystem system(inner);
  product::PlainProduct product(system, {.max_states = options.product.max_states, .store = options.product.store});
  const walk::Exploration exploration = walk::explore_states(product, {}, {.limits = options.limits});
  Executions result{.states = exploration.states,
                    .transitions = exploration.transitions,
                    .complete = exploration.complete,
                    .reason = exploration.reason};
  // A statement can be several transitions, as where an inline is used twice or where it ends several sequences.
  std::map<StatementKey, StatementCount> statements;
  for (model::ProcessTypeId type = 0; type < program.process_types.size(); ++type) {
    const bool watches = (program.observer && program.observer->type == type) || (program.trace && program.trace->type == type);
    if (watches) continue;
    const std::vector<model::Transition>& transitions = program.process_types[type].transitions;
    for (model::TransitionId t = 0; t < transitions.size(); ++t) {
      StatementCount& statement = statements[key_of(type, transitions[t].position, transitions[t].text)];
      statement.type = type;
      statement.source = transitions[t].position;
      statement.text = transitions[t].text;
      statement.executions += system.count(type, t);
      statement.is_reached = true;
    }
  }
  for (const model::Coverage::Statement& missing : system.coverage().unreached()) {
    if (missing.text.empty()) {  // the type is never started
      for (auto& [key, statement] : statements)
        if (statement.type == missing.type) statement.is_reached = false;
    } else if (const auto found = statements.find(key_of(missing.type, missing.source, missing.text));
               found != statements.end()) {
      found->second.is_reached = false;
    }
  }
  for (auto& [key, statement] : statements) result.statements.push_back(std::move(statement));
  return result;
}

}  // namespace lariat::check
