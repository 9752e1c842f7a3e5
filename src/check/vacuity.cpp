// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/vacuity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <utility>

#include "check/observer_vacuity.hpp"
#include "lariat/base/give_up.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/ltl/print.hpp"

namespace lariat::check {
namespace {

using Kind = PropertyWarning::Kind;

constexpr std::uint32_t most_numbers = 32;  // processes that a message may name

// Operations whose operands stand under an even and an odd number of negations.
bool is_mixed(ltl::Op op) { return op == ltl::Op::equivalence || op == ltl::Op::exclusive_or; }

bool flips(ltl::Op op, std::size_t operand) { return op == ltl::Op::negation || (op == ltl::Op::implication && operand == 0); }

// The subformula at the end of a path, with its polarity.
Occurrence at_path(const ltl::FormulaStore& formulas, ltl::Formula formula, std::vector<std::uint32_t> path) {
  Occurrence occurrence{.path = std::move(path), .formula = formula};
  for (const std::uint32_t operand : occurrence.path) {
    if (flips(formulas.op(occurrence.formula), operand)) occurrence.positive = !occurrence.positive;
    occurrence.formula = formulas.operands(occurrence.formula)[operand];
  }
  return occurrence;
}

// A process that an expression names by its number, or the oldest process of a type.
struct NamedProcess {
  model::ProcessTypeId type;
  std::optional<model::Value> number;
  // NOLINTNEXTLINE(modernize-use-nullptr): the check takes the 0 of the comparison for a pointer
  friend auto operator<=>(const NamedProcess&, const NamedProcess&) = default;
};

// Collects the processes that an expression names.
void find_processes(const model::Program& program, model::ExprId root, std::set<NamedProcess>& found) {
  std::vector<model::ExprId> pending = {root};
  const auto name = [&](model::ProcessTypeId type, model::ExprId process) {
    if (process == model::none)
      found.insert({type, std::nullopt});
    else if (program.expressions[process].op == model::Op::constant)
      found.insert({type, program.expressions[process].value});
    else
      pending.push_back(process);
  };
  while (!pending.empty()) {
    if (pending.back() == model::none) {
      pending.pop_back();
      continue;
    }
    const model::Expr& expression = program.expressions[pending.back()];
    pending.pop_back();
    if (expression.op == model::Op::at_location) {
      name(expression.type, expression.a);
    } else {
      for (const model::ExprId operand : {expression.a, expression.b, expression.c}) pending.push_back(operand);
    }
    if (expression.place == model::none) continue;
    const model::Place& place = program.places[expression.place];
    if (place.scope == model::Place::Scope::foreign) name(place.type, place.process);
    pending.push_back(place.index);
  }
}

// The operands of a chain of ||, from left to right.
std::vector<model::ExprId> disjuncts(const model::Program& program, model::ExprId expression) {
  std::vector<model::ExprId> result;
  std::vector<model::ExprId> pending = {expression};
  while (!pending.empty()) {
    const model::ExprId at = pending.back();
    pending.pop_back();
    if (program.expressions[at].op == model::Op::logical_or) {
      pending.push_back(program.expressions[at].b);
      pending.push_back(program.expressions[at].a);
    } else {
      result.push_back(at);
    }
  }
  return result;
}

bool has_label(const model::Program& program, bool (*is)(const model::Location&)) {
  return std::any_of(program.process_types.begin(), program.process_types.end(), [&](const model::ProcessType& type) {
    return std::any_of(type.locations.begin(), type.locations.end(), is);
  });
}

class VacuitySearch {
 public:
  VacuitySearch(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                const Finding& finding, const ModelCheckOptions& options, const VacuityBudget& budget)
      : program_(program),
        formulas_(formulas),
        requirement_(requirement),
        finding_(finding),
        options_(options),
        budget_(budget) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::duration_cast<std::chrono::steady_clock::duration>(
                                                            std::chrono::duration<double>(budget.seconds));
    options_.limits.deadline = options.limits.deadline ? std::min(*options.limits.deadline, end) : end;
    options_.limits.gauge = nullptr;
    options_.product.gauge = nullptr;
    options_.product.coverage = nullptr;
    std::uint64_t& max_states = options_.product.max_states;
    max_states = max_states == 0 ? budget.max_states : std::min(max_states, budget.max_states);
    options_.algorithm = search::Algorithm::automatic;
    options_.minimize.reset();
    options_.shorten.reset();  // nobody sees the runs
    options_.approximate.reset();
    options_.coverage = false;
    options_.engine = nullptr;  // expressions are added to a copy of the program
  }

  Vacuity run() {
    result_.complete = true;
    find_labels();
    const auto given_up = reason_to_give_up([&] {
      find_facts();
      if (finding_.verdict != Verdict::holds) return;
      if (requirement_.kind == Requirement::Kind::ltl) find_parts();
      if (requirement_.kind == Requirement::Kind::observer) find_observer_vacuity(program_, options_, result_);
    });
    for (const bool positive : {true, false}) warn_of_idle(positive);
    if (given_up) result_.complete = false;
    return std::move(result_);
  }

 private:
  void warn(Kind kind, std::string text) { result_.warnings.push_back({kind, std::move(text)}); }

  void find_labels() {
    if (requirement_.kind == Requirement::Kind::progress &&
        !has_label(program_, [](const model::Location& location) { return location.progress; }))
      warn(Kind::no_label, "the model has no progress label, so that every cycle is one without progress");
    if (requirement_.kind == Requirement::Kind::acceptance &&
        !has_label(program_, [](const model::Location& location) { return location.accepting != 0; }))
      warn(Kind::no_label, "the model has no accept label, so that nothing could be found");
  }

  // One walk over the states finds which atoms are ever true, which processes ever exist, and which parts of an invariant hold
  // without the others.
  void find_facts() {
    std::vector<Requirement> questions;
    const auto ask = [&](Requirement::Kind kind, model::ExprId expression) {
      questions.push_back({.kind = kind, .expression = expression});
      return questions.size() - 1;
    };
    std::set<NamedProcess> processes;
    if (requirement_.kind == Requirement::Kind::ltl)
      for (const auto& [name, expression] : requirement_.atoms) {
        atoms_.emplace(name, ask(Requirement::Kind::reach, expression));
        find_processes(program_, expression, processes);
      }
    if (requirement_.expression != model::none) find_processes(program_, requirement_.expression, processes);
    if (requirement_.kind == Requirement::Kind::observer)
      for (const model::Transition& transition : program_.process_types[program_.observer->type].transitions)
        find_processes(program_, transition.guard, processes);
    const auto exists = [&](model::ProcessTypeId type, std::optional<model::Value> number) {
      std::vector<model::LocationId> all(program_.process_types[type].locations.size());
      for (model::LocationId i = 0; i < all.size(); ++i) all[i] = i;
      return ask(Requirement::Kind::reach,
                 program_.at(type, number ? program_.constant(*number) : model::none, std::move(all)));
    };
    std::map<NamedProcess, std::size_t> process_questions;
    std::map<model::ProcessTypeId, std::vector<std::size_t>> number_questions;
    for (const NamedProcess& process : processes) {
      process_questions.emplace(process, exists(process.type, process.number));
      std::vector<std::size_t>& numbers = number_questions[process.type];
      for (std::uint32_t n = 0; numbers.size() < most_numbers; ++n) numbers.push_back(exists(process.type, n));
    }
    std::vector<std::size_t> part_questions;
    std::vector<model::ExprId> parts;
    if (requirement_.kind == Requirement::Kind::invariant && finding_.verdict == Verdict::holds) {
      parts = disjuncts(program_, requirement_.expression);
      if (parts.size() > 1 && parts.size() <= budget_.max_parts)
        for (std::size_t i = 0; i < parts.size(); ++i)
          part_questions.push_back(ask(Requirement::Kind::invariant, without(parts, i)));
    }
    const bool needs_atoms = finding_.verdict == Verdict::holds && atoms_.size() > 1;
    if (process_questions.empty() && part_questions.empty() && !needs_atoms) return;

    ModelCheckOptions options = options_;
    options.reduction = {};
    options.order = walk::SearchOrder::breadth_first;
    const Result<std::vector<Finding>> answers = check_safety(program_, questions, options);
    if (!answers) return;
    const auto never = [&](std::size_t question) { return (*answers)[question].verdict == Verdict::holds; };
    result_.complete &= std::none_of(answers->begin(), answers->end(),
                                     [](const Finding& finding) { return finding.verdict == Verdict::unknown; });
    for (const auto& [process, question] : process_questions)
      if (never(question)) warn_of_process(process, number_questions[process.type], *answers);
    for (const auto& [name, question] : atoms_)
      if (never(question)) never_true_.insert(name);
    for (std::size_t i = 0; i < part_questions.size(); ++i)
      if (never(part_questions[i])) return warn_of_part(parts, i);
  }

  // The disjunction of all parts but one.
  model::ExprId without(const std::vector<model::ExprId>& parts, std::size_t left_out) {
    model::ExprId rest = model::none;
    for (std::size_t i = 0; i < parts.size(); ++i)
      if (i != left_out) rest = rest == model::none ? parts[i] : program_.binary(model::Op::logical_or, rest, parts[i]);
    return rest;
  }

  void warn_of_part(const std::vector<model::ExprId>& parts, std::size_t i) {
    // `!a || b`, which is also what `a imply b` becomes, holds without b.
    if (parts.size() == 2 && i == 1 && program_.expressions[parts[0]].op == model::Op::logical_not)
      warn(Kind::vacuous, "the left side of the implication is never true");
    else
      warn(Kind::vacuous,
           fmt::format("part {} of {} between || makes no difference: the others hold without it", i + 1, parts.size()));
  }

  void warn_of_process(const NamedProcess& process, const std::vector<std::size_t>& numbers,
                       const std::vector<Finding>& answers) {
    const std::string type = printable(program_.process_types[process.type].name);
    if (!process.number) return warn(Kind::no_process, fmt::format("there is never a process {}", type));
    std::string known;
    for (std::size_t n = 0; n < numbers.size(); ++n)
      if (answers[numbers[n]].verdict == Verdict::violated) known += fmt::format("{}{}", known.empty() ? "" : ", ", n);
    warn(Kind::no_process,
         fmt::format("process {} is never a {}: {}", *process.number, type,
                     known.empty() ? "there is none" : fmt::format("{} has the process numbers {}", type, known)));
  }

  // True if the formula with the occurrence replaced still holds.
  bool holds_without(const Occurrence& occurrence) {
    Requirement other = requirement_;
    other.formula = strengthened(formulas_, requirement_.formula, occurrence);
    if (other.formula == formulas_.falsity() && !may_lack_runs()) return false;  // some run always counts
    ModelCheckOptions options = options_;
    options.reduced_programs = nullptr;
    options.reduction.automatic = false;  // what was asked for the question itself
    const Result<Finding> found = check_infinite(program_, formulas_, other, options);
    result_.complete &= found && found->verdict != Verdict::unknown;
    return found && found->verdict == Verdict::holds;
  }

  // Runs that end count unless the user says otherwise; then there is always a run.
  bool may_lack_runs() const { return options_.fair || options_.product.deadlock_runs == product::DeadlockRuns::ignore; }

  void find_parts() {
    if (formulas_.is_constant(requirement_.formula)) return warn(Kind::valid, "the formula is always true");
    if (finding_.automaton && (finding_.automaton->rejects_all || finding_.automaton->graph.edges() == 0))
      return warn(Kind::valid, "the formula holds of every model, whatever the atoms mean");
    const Occurrence root{.formula = requirement_.formula};
    if (may_lack_runs() && holds_without(root)) return warn(Kind::no_run, "no run counts, so that every formula holds");
    const std::vector<Occurrence> all = leaves(formulas_, requirement_.formula, budget_.max_parts + 1);
    if (all.size() > budget_.max_parts) {
      result_.complete = false;
      return;
    }
    std::vector<std::vector<std::uint32_t>> reported;
    // From right to left: of `a -> b` with a never true, it is b that makes no difference, and all there is to say.
    for (const Occurrence& leaf : all | std::views::reverse) {
      if (leaf.path.empty()) continue;
      const auto is_within = [&](const std::vector<std::uint32_t>& path) {
        return path.size() <= leaf.path.size() && std::equal(path.begin(), path.end(), leaf.path.begin());
      };
      if (std::any_of(reported.begin(), reported.end(), is_within) || !holds_without(leaf)) continue;
      Occurrence largest = leaf;
      while (largest.path.size() > 1) {
        Occurrence parent = at_path(formulas_, requirement_.formula, {largest.path.begin(), largest.path.end() - 1});
        if (!holds_without(parent)) break;
        largest = std::move(parent);
      }
      reported.push_back(largest.path);
      if (is_unasked(largest)) reported.back().pop_back();
      if (is_assumed(largest))
        result_.notes.push_back(fmt::format("even holds with {} replaced by true", text_of(largest.formula)));
      else if (is_unasked(largest))
        warn(Kind::vacuous, message_about_unasked(largest));
      else
        idle_.push_back(std::move(largest));
    }
  }

  // Warns of the parts under an even, or under an odd, number of negations.
  void warn_of_idle(bool positive) {
    std::vector<std::string> names;
    for (const Occurrence& part : idle_)
      if (part.positive == positive) names.push_back(text_of(part.formula));
    if (names.empty()) return;
    warn(Kind::vacuous, fmt::format("{} {} no difference: the formula still holds with {} in {}{}", listed(names),
                                    names.size() == 1 ? "makes" : "make", positive ? "false" : "true",
                                    names.size() == 1 ? "its place" : "place of one of them", because()));
  }

  // `a` and `b`; of many, the first few.
  static std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), most); ++i) text += (i == 0 ? "" : " and ") + names[i];
    return names.size() <= most ? text : fmt::format("{} and {} more", text, names.size() - most);
  }

  std::string text_of(ltl::Formula formula) const {
    if (formulas_.size(formula) > 200) return "a part of the formula";
    const ltl::Notation notation = program_.language == "promela" ? ltl::Notation::spin : ltl::Notation::letters;
    std::string text = formulas_.is(formula, ltl::Op::atom) ? formulas_.name(formula) : to_string(formulas_, formula, notation);
    std::erase(text, '"');
    return fmt::format("`{}`", printable(text));
  }

  // What an atom that is never true has to do with it.
  std::string because() const {
    std::vector<std::string> names;
    for (const std::string& name : never_true_) names.push_back(fmt::format("`{}`", printable(name)));
    if (names.empty()) return {};
    return fmt::format(" ({} {} never true)", listed(names), names.size() == 1 ? "is" : "are");
  }

  // True if the part stands on the left side of an implication, and there under no negation. That the formula holds without it
  // is no reason to mistrust it.
  bool is_assumed(const Occurrence& part) const {
    std::optional<ltl::Op> flipping;
    for (std::size_t i = 0; i < part.path.size(); ++i) {
      const auto end = part.path.begin() + static_cast<std::ptrdiff_t>(i);
      const ltl::Op above = formulas_.op(at_path(formulas_, requirement_.formula, {part.path.begin(), end}).formula);
      if (flips(above, part.path[i])) flipping = above;
    }
    return !part.positive && flipping == ltl::Op::implication;
  }

  // True if the part is b of G (a -> b): a is then never true.
  bool is_unasked(const Occurrence& part) const {
    const Occurrence parent = at_path(formulas_, requirement_.formula, {part.path.begin(), part.path.end() - 1});
    if (!part.positive || !formulas_.is(parent.formula, ltl::Op::implication) || part.path.back() != 1) return false;
    for (auto end = part.path.begin(); end + 1 != part.path.end(); ++end) {
      const ltl::Formula above = at_path(formulas_, requirement_.formula, {part.path.begin(), end}).formula;
      if (!formulas_.is(above, ltl::Op::globally) && !formulas_.is(above, ltl::Op::conjunction)) return false;
    }
    return true;
  }

  std::string message_about_unasked(const Occurrence& part) const {
    const Occurrence parent = at_path(formulas_, requirement_.formula, {part.path.begin(), part.path.end() - 1});
    return fmt::format("{} is never true, so that nothing is asked of {}", text_of(formulas_.left(parent.formula)),
                       text_of(part.formula));
  }

  model::Program program_;
  ltl::FormulaStore& formulas_;
  const Requirement& requirement_;
  const Finding& finding_;
  ModelCheckOptions options_;
  const VacuityBudget& budget_;
  std::map<std::string, std::size_t> atoms_;  // the question about each
  std::set<std::string> never_true_;          // atoms
  std::vector<Occurrence> idle_;              // parts that make no difference, and are not assumed
  Vacuity result_;
};

}  // namespace

std::string_view to_string(Kind kind) {
  switch (kind) {
    case Kind::vacuous:
      return "vacuous";
    case Kind::valid:
      return "valid";
    case Kind::no_run:
      return "no-run";
    case Kind::no_process:
      return "no-process";
    case Kind::no_label:
      return "no-label";
  }
  return "";
}

VacuityBudget VacuityBudget::beside(double seconds_of_search) {
  constexpr double share = 0.25;
  constexpr double least = 0.1;
  VacuityBudget budget;
  budget.seconds = std::clamp(share * seconds_of_search, least, budget.seconds);
  return budget;
}

Vacuity find_vacuity(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                     const Finding& finding, const ModelCheckOptions& options, const VacuityBudget& budget) {
  if (finding.verdict == Verdict::unknown) return {.complete = true};
  return VacuitySearch(program, formulas, requirement, finding, options, budget).run();
}

std::vector<Occurrence> leaves(const ltl::FormulaStore& formulas, ltl::Formula formula, std::size_t most) {
  std::vector<Occurrence> result;
  std::vector<Occurrence> pending = {{.formula = formula}};
  while (!pending.empty() && result.size() < most) {
    Occurrence at = std::move(pending.back());
    pending.pop_back();
    const ltl::Op op = formulas.op(at.formula);
    if (formulas.is_constant(at.formula)) continue;
    if (op == ltl::Op::atom || is_mixed(op)) {
      result.push_back(std::move(at));
      continue;
    }
    for (std::size_t i = formulas.operands(at.formula).size(); i-- > 0;) {
      Occurrence operand{
          .path = at.path, .formula = formulas.operands(at.formula)[i], .positive = flips(op, i) ? !at.positive : at.positive};
      operand.path.push_back(static_cast<std::uint32_t>(i));
      pending.push_back(std::move(operand));
    }
  }
  return result;
}

ltl::Formula strengthened(ltl::FormulaStore& formulas, ltl::Formula formula, const Occurrence& occurrence) {
  std::vector<ltl::Formula> above = {formula};
  for (const std::uint32_t operand : occurrence.path) above.push_back(formulas.operands(above.back())[operand]);
  ltl::Formula result = formulas.constant(!occurrence.positive);
  for (std::size_t i = occurrence.path.size(); i-- > 0;) {
    const auto operands = formulas.operands(above[i]);
    std::vector<ltl::Formula> changed(operands.begin(), operands.end());
    changed[occurrence.path[i]] = result;
    result = formulas.make(formulas.op(above[i]), changed);
  }
  return result;
}

}  // namespace lariat::check
