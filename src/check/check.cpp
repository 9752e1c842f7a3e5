// SPDX-License-Identifier: Apache-2.0
#include "lariat/check/check.hpp"

#include "check/search_plan.hpp"

namespace lariat::check {

std::string_view to_string(Verdict verdict) {
  return verdict == Verdict::holds ? "holds" : verdict == Verdict::violated ? "violated" : "unknown";
}

Verdict join(Verdict a, Verdict b) {
  if (a == Verdict::violated || b == Verdict::violated) return Verdict::violated;
  return a == Verdict::unknown || b == Verdict::unknown ? Verdict::unknown : Verdict::holds;
}

std::string_view to_string(Requirement::Kind kind) {
  switch (kind) {
    case Requirement::Kind::ltl:
      return "ltl";
    case Requirement::Kind::observer:
      return "property";
    case Requirement::Kind::acceptance:
      return "acceptance";
    case Requirement::Kind::progress:
      return "progress";
    case Requirement::Kind::deadlock:
      return "deadlock";
    case Requirement::Kind::assertion:
      return "assert";
    case Requirement::Kind::invariant:
      return "invariant";
    case Requirement::Kind::reach:
      return "reach";
  }
  return "";
}

bool is_found_by_walk(Requirement::Kind kind) {
  switch (kind) {
    case Requirement::Kind::ltl:
    case Requirement::Kind::observer:
    case Requirement::Kind::acceptance:
    case Requirement::Kind::progress:
      return false;
    default:
      return true;
  }
}

Question::Question(ltl::FormulaStore& formulas, const Requirement& requirement)
    : formulas_(&formulas), requirement_(&requirement) {}
Question::~Question() = default;

TranslatedFormula& Question::violations() {
  if (violations_ == nullptr)
    violations_ = std::make_unique<TranslatedFormula>(*formulas_, formulas_->negation(requirement_->formula));
  return *violations_;
}

Requirement progress_requirement(model::Program& program, ltl::FormulaStore& formulas) {
  const ltl::Formula nonprogress = formulas.atom("np_");
  return {.kind = Requirement::Kind::progress,
          .name = "progress",
          .text = "every cycle has a progress state",
          .formula = formulas.globally(formulas.finally(formulas.negation(nonprogress))),
          .atoms = {{"np_", program.add(model::Expr{.op = model::Op::nonprogress})}}};
}

}  // namespace lariat::check
