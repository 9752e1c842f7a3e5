// SPDX-License-Identifier: Apache-2.0
// Applies the rules until none applies, bottom-up, with a stack of formulas that wait for others to be simplified.
#include <cassert>

#include "ltl/rules.hpp"

namespace lariat::ltl {
namespace {

std::vector<Rule> collect_rules() {
  std::vector<Rule> all;
  for (const auto part : {basic_unary_rules(), basic_binary_rules(), basic_nary_rules(), eventual_rules(), implication_rules()})
    all.insert(all.end(), part.begin(), part.end());
  return all;
}

const std::vector<Rule>& all_rules() {
  static const std::vector<Rule> rules = collect_rules();
  return rules;
}

}  // namespace

std::span<const RewriteRule> rewrite_rules() {
  static const std::vector<RewriteRule> descriptions = [] {
    std::vector<RewriteRule> list;
    for (const Rule& rule : all_rules()) list.push_back(rule.about);
    return list;
  }();
  return descriptions;
}

struct Simplifier::State {
  State(FormulaStore& s, SimplifyOptions o) : store(s), options(o), context(s), applications(all_rules().size()) {
    const auto& rules = all_rules();
    for (std::size_t op = 0; op < op_count; ++op)
      for (std::size_t i = 0; i < rules.size(); ++i)
        if ((rules[i].ops & (1U << op)) != 0 && rules[i].about.level <= options.level &&
            (options.growing || !rules[i].about.grows))
          by_op[op].push_back(static_cast<std::uint16_t>(i));
  }

  static constexpr std::uint32_t unknown = ~std::uint32_t{0};
  static constexpr std::uint32_t busy = unknown - 1;

  // The final result for a formula; unknown, or busy while it is on the stack.
  std::uint32_t& result(Formula f) {
    if (f.id >= results.size()) results.resize(f.id + f.id / 2 + 64, unknown);
    return results[f.id];
  }
  bool known(Formula f) { return result(f) < busy; }

  // f with its operands simplified; if they are already, the result of the first rule that changes f; else f.
  Formula step(Formula f) {
    std::vector<Formula> operands;
    bool changed = false;
    for (const Formula g : store.operands(f)) {
      operands.push_back({result(g)});
      changed = changed || operands.back() != g;
    }
    if (changed && !store.is_literal(f)) return store.make(store.op(f), operands);
    for (const std::uint16_t i : by_op[static_cast<std::size_t>(store.op(f))]) {
      const Formula g = all_rules()[i].apply(context, f);
      if (g == f) continue;
      ++applications[i];
      return g;
    }
    return f;
  }

  Formula run(Formula root) {
    std::vector<Formula> waiting = {root};
    std::unordered_map<Formula, Formula> becomes;  // one step further
    std::size_t steps = 0;
    while (!waiting.empty()) {
      const Formula f = waiting.back();
      if (known(f)) {
        waiting.pop_back();
        continue;
      }
      result(f) = busy;
      const std::size_t before = waiting.size();
      for (const Formula g : store.operands(f))
        if (!known(g)) waiting.push_back(g);
      if (waiting.size() > before) continue;
      auto next = becomes.find(f);
      if (next == becomes.end()) next = becomes.emplace(f, steps++ < options.max_steps ? step(f) : f).first;
      const Formula g = next->second;
      // A busy g means that rules lead round in a circle. That is a fault of the rules, but not a wrong result.
      if (g == f || result(g) == busy) {
        result(f) = f.id;
      } else if (known(g)) {
        result(f) = result(g);
      } else {
        waiting.push_back(g);
      }
    }
    return {result(root)};
  }

  FormulaStore& store;
  SimplifyOptions options;
  Context context;
  std::vector<std::uint16_t> by_op[op_count];
  std::vector<std::uint32_t> results;
  std::vector<std::uint64_t> applications;
};

Simplifier::Simplifier(FormulaStore& store, SimplifyOptions options) : state_(std::make_unique<State>(store, options)) {}
Simplifier::~Simplifier() = default;
Simplifier::Simplifier(Simplifier&&) noexcept = default;
Simplifier& Simplifier::operator=(Simplifier&&) noexcept = default;

Formula Simplifier::simplify(Formula f) {
  const Formula normal = state_->context.normal_form(f);
  if (state_->store.subformulas(normal).size() > state_->options.max_subformulas) return normal;
  return state_->run(normal);
}

Formula Simplifier::apply(std::size_t rule, Formula f) {
  assert(state_->store.has(f, is_nnf));
  const Rule& applied = all_rules()[rule];
  if ((applied.ops & (1U << static_cast<unsigned>(state_->store.op(f)))) == 0) return f;
  return applied.apply(state_->context, f);
}

bool Simplifier::implies(Formula a, Formula b) { return state_->context.implies(a, b); }

const std::vector<std::uint64_t>& Simplifier::applications() const { return state_->applications; }

}  // namespace lariat::ltl
