// SPDX-License-Identifier: Apache-2.0
#include "check/violation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <unordered_map>

namespace lariat::check {
namespace {

using ltl::Formula;
using ltl::Op;

constexpr std::uint64_t largest_formula = 400;  // nodes
constexpr std::size_t longest_text = 80;        // of a part of the formula in a remark

// Values of Kleene's logic: conjunction is the minimum, disjunction the maximum.
using Value = std::uint8_t;
constexpr Value no = 0;
constexpr Value open = 1;
constexpr Value yes = 2;
Value negated(Value v) { return static_cast<Value>(yes - v); }

class Teller {
 public:
  Teller(const ltl::FormulaStore& formulas, const std::vector<Formula>& atoms, const OpenWord& word, ltl::Notation notation)
      : formulas_(formulas), atoms_(atoms), word_(word), notation_(notation) {}

  std::vector<run::Story::Remark> tell(Formula formula) {
    for (const Formula f : formulas_.subformulas(formula)) evaluate(f);
    if (value(formula, 0) != no) return {};
    add(0, clause(formula, 0, false));
    std::vector<run::Story::Remark> remarks;
    for (const auto& [position, texts] : remarks_)
      for (const std::string& text : texts) remarks.push_back({position, text});
    return remarks;
  }

 private:
  std::size_t size() const { return word_.letters.size(); }
  std::optional<std::size_t> next(std::size_t i) const { return i + 1 < size() ? std::optional(i + 1) : word_.cycle; }
  Value value(Formula f, std::size_t i) const { return values_.at(f)[i]; }

  void evaluate(Formula f) {
    const auto operands = formulas_.operands(f);
    std::vector<Value> result(size(), no);
    const auto a = [&](std::size_t i) { return value(operands[0], i); };
    const auto b = [&](std::size_t i) { return value(operands[1], i); };
    // v(i) = step(i, v(next(i))): backwards, twice around a cycle, as in ltl::Evaluator.
    const auto fix_point = [&](Value start, auto step) {
      Value after = word_.cycle ? start : open;
      if (word_.cycle)
        for (std::size_t i = size(); i-- > *word_.cycle;) after = step(i, after);
      for (std::size_t i = size(); i-- > 0;) result[i] = after = step(i, after);
    };
    const auto each = [&](auto at) {
      for (std::size_t i = 0; i < size(); ++i) result[i] = at(i);
    };
    switch (formulas_.op(f)) {
      case Op::constant_false:
        break;
      case Op::constant_true:
        each([](std::size_t) { return yes; });
        break;
      case Op::atom: {
        const auto place = std::find(atoms_.begin(), atoms_.end(), f) - atoms_.begin();
        each([&](std::size_t i) { return (word_.letters[i] >> place & 1) != 0 ? yes : no; });
        break;
      }
      case Op::negation:
        each([&](std::size_t i) { return negated(a(i)); });
        break;
      case Op::conjunction:
      case Op::disjunction: {
        const bool all = formulas_.op(f) == Op::conjunction;
        each([&](std::size_t i) {
          Value v = all ? yes : no;
          for (const Formula g : operands) v = all ? std::min(v, value(g, i)) : std::max(v, value(g, i));
          return v;
        });
        break;
      }
      case Op::exclusive_or:
      case Op::equivalence:
        each([&](std::size_t i) {
          if (a(i) == open || b(i) == open) return open;
          return (a(i) == b(i)) == (formulas_.op(f) == Op::equivalence) ? yes : no;
        });
        break;
      case Op::implication:
        each([&](std::size_t i) { return std::max(negated(a(i)), b(i)); });
        break;
      case Op::next:
        each([&](std::size_t i) { return next(i) ? a(*next(i)) : open; });
        break;
      case Op::finally:
        fix_point(no, [&](std::size_t i, Value v) { return std::max(a(i), v); });
        break;
      case Op::globally:
        fix_point(yes, [&](std::size_t i, Value v) { return std::min(a(i), v); });
        break;
      case Op::until:
      case Op::weak_until:
        fix_point(formulas_.is(f, Op::until) ? no : yes,
                  [&](std::size_t i, Value v) { return std::max(b(i), std::min(a(i), v)); });
        break;
      case Op::release:
      case Op::strong_release:
        fix_point(formulas_.is(f, Op::release) ? yes : no,
                  [&](std::size_t i, Value v) { return std::min(b(i), std::max(a(i), v)); });
        break;
    }
    values_.emplace(f, std::move(result));
  }

  void add(std::size_t position, const std::string& text) {
    if (text.empty()) return;
    std::vector<std::string>& texts = remarks_[position];
    if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
  }

  std::string text(Formula f) const {
    std::string result = formulas_.is(f, Op::atom) ? formulas_.name(f) : to_string(formulas_, f, notation_);
    if (result.size() > longest_text) result = result.substr(0, longest_text) + "...";
    return fmt::format("`{}`", result);
  }

  // The first position from i on, along the word, where the test says yes.
  template <class Test>
  std::optional<std::size_t> first(std::size_t i, Test test) const {
    std::optional<std::size_t> at = i;
    for (std::size_t count = 0; at && count <= 2 * size(); ++count, at = next(*at))
      if (test(*at)) return at;
    return std::nullopt;
  }

  std::string joined(const std::vector<std::string>& parts) const {
    std::vector<std::string> said;
    for (const std::string& part : parts)
      if (!part.empty()) said.push_back(part);
    return fmt::format("{}", fmt::join(said, ", and "));
  }

  // Tells of another position there, of this one here.
  std::string there(Formula f, std::size_t from, std::optional<std::size_t> at, bool truth) {
    if (!at) return "";
    std::string told = clause(f, *at, truth);
    if (*at == from) return told;
    add(*at, told);
    return "";
  }

  // What decides that f has that value at i: a clause about position i; remarks about others are added.
  std::string clause(Formula f, std::size_t i, bool truth) {
    const auto operands = formulas_.operands(f);
    const Value wanted = truth ? yes : no;
    const auto is_wanted = [&](Formula g, bool t) {
      return [this, g, t](std::size_t k) { return value(g, k) == (t ? yes : no); };
    };
    switch (formulas_.op(f)) {
      case Op::constant_false:
      case Op::constant_true:
        return "";
      case Op::negation:
        return clause(operands[0], i, !truth);
      case Op::atom:
        return fmt::format("{} {}", text(f), truth ? "holds" : "is false");
      case Op::conjunction:
      case Op::disjunction: {
        const bool all = formulas_.is(f, Op::conjunction) == truth;
        std::vector<std::string> parts;
        for (const Formula g : operands)
          if (value(g, i) == wanted && (all || parts.empty())) parts.push_back(clause(g, i, truth));
        return joined(parts);
      }
      case Op::implication:
        if (!truth) return joined({clause(operands[0], i, true), clause(operands[1], i, false)});
        return value(operands[1], i) == yes ? clause(operands[1], i, true) : clause(operands[0], i, false);
      case Op::exclusive_or:
      case Op::equivalence:
        return joined(
            {clause(operands[0], i, value(operands[0], i) == yes), clause(operands[1], i, value(operands[1], i) == yes)});
      case Op::next:
        return there(operands[0], i, next(i), truth);
      case Op::finally:
        if (truth) return there(operands[0], i, first(i, is_wanted(operands[0], true)), true);
        if (formulas_.is(operands[0], Op::globally) && word_.cycle) return again_and_again(formulas_.left(operands[0]), false);
        return for_ever(operands[0], false);
      case Op::globally:
        if (!truth) return there(operands[0], i, first(i, is_wanted(operands[0], false)), false);
        if (formulas_.is(operands[0], Op::finally) && word_.cycle) return again_and_again(formulas_.left(operands[0]), true);
        return for_ever(operands[0], true);
      case Op::until:
      case Op::weak_until: {
        if (truth) return there(operands[1], i, first(i, is_wanted(operands[1], true)), true);
        const auto breaks = first(i, [&](std::size_t k) { return value(operands[0], k) == no; });
        if (!breaks) return for_ever(operands[1], false);
        return too_early(i, *breaks, operands[0], operands[1]);
      }
      case Op::release:
      case Op::strong_release: {
        if (truth) break;
        const auto breaks = first(i, [&](std::size_t k) { return value(operands[1], k) == no; });
        if (!breaks) return for_ever(operands[0], false);
        return too_early(i, *breaks, operands[1], operands[0]);
      }
    }
    return fmt::format("{} {}", text(f), truth ? "holds" : "is false");
  }

  std::string for_ever(Formula f, bool truth) const {
    if (formulas_.is(f, Op::negation)) return for_ever(formulas_.left(f), !truth);
    return fmt::format("from here on {} {} holds", text(f), truth ? "always" : "never");
  }

  std::string too_early(std::size_t i, std::size_t at, Formula broken, Formula awaited) {
    std::string told = fmt::format("{} is false, and {} has not held before", text(broken), text(awaited));
    if (at == i) return told;
    add(at, told);
    return "";
  }

  // f has that value in the cycle.
  std::string again_and_again(Formula f, bool truth) {
    const auto at = first(*word_.cycle, [&](std::size_t k) { return value(f, k) == (truth ? yes : no); });
    if (at) add(*at, fmt::format("{} {}, again and again", text(f), truth ? "holds" : "is false"));
    return "";
  }

  const ltl::FormulaStore& formulas_;
  const std::vector<Formula>& atoms_;
  const OpenWord& word_;
  ltl::Notation notation_;
  std::unordered_map<Formula, std::vector<Value>> values_;
  std::map<std::size_t, std::vector<std::string>> remarks_;
};

}  // namespace

std::vector<run::Story::Remark> tell_violation(const ltl::FormulaStore& formulas, Formula formula,
                                               const std::vector<Formula>& atoms, const OpenWord& word,
                                               ltl::Notation notation) {
  if (formulas.size(formula) > largest_formula || word.letters.empty()) return {};
  return Teller(formulas, atoms, word, notation).tell(formula);
}

}  // namespace lariat::check
