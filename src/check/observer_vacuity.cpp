// SPDX-License-Identifier: Apache-2.0
#include "check/observer_vacuity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/liveness.hpp"
#include "check/search_plan.hpp"
#include "lariat/automata/emptiness.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/product/automaton_product.hpp"
#include "lariat/product/observer_automaton.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::check {
namespace {

using Kind = PropertyWarning::Kind;
using automata::LabelId;

// The label where an atom has a value. Recurses once for each atom.
LabelId restricted(automata::Labels& labels, LabelId label, std::uint32_t atom, bool value, std::map<LabelId, LabelId>& known) {
  const std::uint32_t top = labels.top_atom(label);
  if (top == automata::Labels::no_atom || top > atom) return label;
  if (top == atom) return value ? labels.high(label) : labels.low(label);
  if (const auto at = known.find(label); at != known.end()) return at->second;
  const LabelId low = restricted(labels, labels.low(label), atom, value, known);
  const LabelId high = restricted(labels, labels.high(label), atom, value, known);
  return known[label] = labels.choose(top, low, high);
}

// An automaton whose transitions are allowed whatever the value of one atom.
struct WithoutAtom {
  automata::Automaton automaton;
  bool only_helps = true;  // the atom never stood under a negation: runs are accepted because it is true
};
WithoutAtom without_atom(const automata::Automaton& automaton, std::uint32_t atom) {
  WithoutAtom result{.automaton = automaton};
  automata::Labels& labels = result.automaton.labels;
  std::map<LabelId, LabelId> if_false;
  std::map<LabelId, LabelId> if_true;
  for (LabelId& label : result.automaton.edge_labels) {
    const LabelId low = restricted(labels, label, atom, false, if_false);
    const LabelId high = restricted(labels, label, atom, true, if_true);
    result.only_helps &= labels.implies(low, high);
    label = labels.disjoin(low, high);
  }
  return result;
}

class ObserverVacuity {
 public:
  ObserverVacuity(model::Program& program, const ModelCheckOptions& options, Vacuity& result)
      : program_(program), options_(options), result_(result), type_(program.process_types[program.observer->type]) {
    options_.interpretation.counts_observer = program.counts_observer;
    what_ = program.language == "promela" ? "never claim" : "property process";
  }

  void run() {
    if (!can_accept()) return warn_of_acceptance("it has no accept label");
    // Variables of the observer's own are no part of a state of the system.
    if (!type_.variables.empty()) return;
    product::ObserverAutomaton observer = product::observer_automaton(program_);
    if (!observer) return;
    automaton_ = *std::move(observer.automaton);
    atoms_ = std::move(observer.atoms);
    const auto empty = automata::check_emptiness(automaton_.graph, {.limits = options_.limits});
    if (empty && empty->verdict == search::Emptiness::empty)
      return warn_of_acceptance(program_.observer->end == model::none
                                    ? "no way leads to an accept label again and again"
                                    : "no way leads to its end, or to an accept label again and again");
    if (!can_begin())
      return warn(Kind::vacuous,
                  fmt::format("the {} cannot make its first step: it looks at the first state only, and accepts no run, "
                              "whatever follows",
                              what_));
    find_constant_atoms();
    std::vector<Part> parts;
    for (std::uint32_t i = 0; i < atoms_.size(); ++i)
      if (const auto part = try_without(i)) parts.push_back(*part);
    report(std::move(parts));
  }

 private:
  void warn(Kind kind, std::string text) { result_.warnings.push_back({kind, std::move(text)}); }

  void warn_of_acceptance(std::string_view why) {
    warn(Kind::valid, fmt::format("the {} accepts no run of any model: {}", what_, why));
  }

  // True if there is something to accept by: an accept label, or a way to the end.
  bool can_accept() const {
    const model::LocationId end = program_.observer->end;
    return std::ranges::any_of(type_.locations, [](const model::Location& location) { return location.accepting != 0; }) ||
           (end != model::none && (type_.initial == end || std::ranges::any_of(type_.transitions, [&](const auto& transition) {
                                     return transition.target == end;
                                   })));
  }

  // True if a transition of the observer is enabled in an initial state.
  bool can_begin() {
    system::ProgramSystem system(program_, options_.interpretation, nullptr, atoms_);
    for (const system::State& state : system.initial()) {
      const system::Bytes bytes = state;
      system::Valuation value;
      system.valuations({&bytes, 1}, {&value, 1});
      std::vector<bool> letter;
      for (std::size_t i = 0; i < atoms_.size(); ++i) letter.push_back((value.holds >> i & 1) != 0);
      for (const StateId s : automaton_.graph.initial())
        for (std::uint32_t edge = automaton_.graph.first_edge(s); edge < automaton_.graph.first_edge(s + 1); ++edge)
          if (automaton_.labels.holds(automaton_.edge_labels[edge], letter)) return true;
    }
    return false;
  }

  // Finds the atoms that have one value in all states, by one walk.
  void find_constant_atoms() {
    std::vector<Requirement> questions;
    for (const model::ExprId atom : atoms_) {
      questions.push_back({.kind = Requirement::Kind::reach, .expression = atom});
      questions.push_back({.kind = Requirement::Kind::invariant, .expression = atom});
    }
    ModelCheckOptions options = options_;
    options.reduction = {};
    options.order = walk::SearchOrder::breadth_first;
    const Result<std::vector<Finding>> answers = check_safety(program_, questions, options);
    if (!answers) return;
    for (std::size_t i = 0; i < atoms_.size(); ++i)
      for (const bool value : {true, false}) {
        const Finding& answer = (*answers)[2 * i + (value ? 1 : 0)];
        result_.complete &= answer.verdict != Verdict::unknown;
        if (answer.verdict != Verdict::holds) continue;
        constant_.insert(static_cast<std::uint32_t>(i));
        because_ +=
            fmt::format("{}{} is {} true", because_.empty() ? "" : ", ", text_of(atoms_[i]), value ? "always" : "never");
      }
  }

  // An atom that makes no difference.
  struct Part {
    std::uint32_t atom;
    bool only_helps;  // it never stands under a negation
  };

  // The atom, if the observer accepts no run whatever its value is.
  std::optional<Part> try_without(std::uint32_t atom) {
    const WithoutAtom weaker = without_atom(automaton_, atom);
    const Result<automata::CubeLabels> labels = automata::CubeLabels::make(weaker.automaton);
    if (!labels) {
      result_.complete = false;
      return std::nullopt;
    }
    Finding found;
    const SearchPlan plan = plan_search(search::Strength::general, options_);
    product::ProductOptions how = product_options(program_, plan, options_);
    while (true) {
      try {
        system::ProgramSystem system(program_, options_.interpretation, nullptr, atoms_);
        system.interpreter().obey(options_.limits);
        product::AutomatonProduct product(system, weaker.automaton, *labels, how);
        const auto refusal = search(product, plan, options_, found);
        result_.complete &= !refusal && found.verdict != Verdict::unknown;
        if (refusal || found.verdict != Verdict::holds) return std::nullopt;
        return Part{atom, weaker.only_helps};
      } catch (const product::TooManyProcesses&) {
        use_copies(how);
      }
    }
  }

  // Of G (p -> F q), the observer accepts runs with p and then no q. That q makes no difference means that p is never true;
  // that p makes none may only mean that q holds again and again. So atoms under a negation come first, and without them and
  // without an atom that has one value everywhere there is no reason to mistrust the property.
  void report(std::vector<Part> parts) {
    const auto keep = [&](const auto& is_kept) {
      if (std::ranges::any_of(parts, is_kept)) std::erase_if(parts, [&](const Part& part) { return !is_kept(part); });
    };
    keep([](const Part& part) { return !part.only_helps; });
    keep([&](const Part& part) { return !constant_.contains(part.atom); });
    if (parts.empty()) return;
    std::string names;
    for (const Part& part : parts) names += fmt::format("{}{}", names.empty() ? "" : " and ", text_of(atoms_[part.atom]));
    std::string text = fmt::format(
        "{} {} no difference: the {} accepts no run, whatever {}{}", names, parts.size() == 1 ? "makes" : "make", what_,
        parts.size() == 1 ? "its value" : "the value of one of them", because_.empty() ? "" : fmt::format(" ({})", because_));
    if (parts.front().only_helps && because_.empty())
      result_.notes.push_back(std::move(text));
    else
      warn(Kind::vacuous, std::move(text));
  }

  // What an atom looks like if it is simple, and where it stands.
  std::string text_of(model::ExprId id) const {
    const std::string place = printable(run::source_text(program_, program_.expressions[id].source));
    const std::string text = simple_text(id);
    return text.empty() ? fmt::format("the condition at {}", place) : fmt::format("`{}` ({})", printable(text), place);
  }

  std::string simple_text(model::ExprId id) const {
    const model::Expr& e = program_.expressions[id];
    if (e.op == model::Op::constant) return std::to_string(e.value);
    if (e.op == model::Op::read) {
      const model::Place& place = program_.places[e.place];
      if (place.scope != model::Place::Scope::global) return {};
      const std::string& name = program_.variable(place).name;
      if (place.index == model::none) return name;
      const std::string index = simple_text(place.index);
      return index.empty() ? index : fmt::format("{}[{}]", name, index);
    }
    static const std::map<model::Op, std::string_view> comparisons = {
        {model::Op::equal, "=="},      {model::Op::not_equal, "!="}, {model::Op::less, "<"},
        {model::Op::less_equal, "<="}, {model::Op::greater, ">"},    {model::Op::greater_equal, ">="}};
    const auto sign = comparisons.find(e.op);
    if (sign == comparisons.end()) return {};
    const std::string left = simple_text(e.a);
    const std::string right = simple_text(e.b);
    return left.empty() || right.empty() ? std::string() : fmt::format("{} {} {}", left, sign->second, right);
  }

  model::Program& program_;
  ModelCheckOptions options_;
  Vacuity& result_;
  const model::ProcessType& type_;
  std::string_view what_;  // what people call the observer
  automata::Automaton automaton_;
  std::vector<model::ExprId> atoms_;
  std::set<std::uint32_t> constant_;  // atoms that have one value in all states
  std::string because_;               // which they are, in words
};

}  // namespace

void find_observer_vacuity(model::Program& program, const ModelCheckOptions& options, Vacuity& result) {
  ObserverVacuity(program, options, result).run();
}

}  // namespace lariat::check
