// SPDX-License-Identifier: Apache-2.0
// Irredundant sums of products.
//   S. Minato. Fast generation of irredundant sum-of-products forms from binary decision diagrams. SASIMI 1992, Fig. 3.
//
// Given functions L <= U, isop finds a sum of products between them from which no product and no literal can be dropped.
// With atom x on top of both, some products need !x, some need x, and the rest do without.
//
// Departs from the paper: explicit stack instead of recursion, and the products are kept as a shared diagram
// (x: those with !x, those with x, those without), because written out they may be exponentially many.
#include <algorithm>
#include <unordered_map>

#include "lariat/automata/labels.hpp"

namespace lariat::automata {
namespace {

constexpr std::size_t no_limit = std::numeric_limits<std::size_t>::max();

}  // namespace

class CoverBuilder {
 public:
  CoverBuilder(const Labels& labels, LabelId a) : function_(scratch_.copy_from(labels, a)) {}

  // The function's literals if it is a conjunction of literals, as most labels are: every node leads to `never` on one side.
  static std::optional<Conjunction> single_product(const Labels& labels, LabelId a) {
    Conjunction product;
    while (a > Labels::always) {
      const bool positive = labels.low(a) == Labels::never;
      if (!positive && labels.high(a) != Labels::never) return std::nullopt;
      product.emplace_back(labels.top_atom(a), positive);
      a = positive ? labels.high(a) : labels.low(a);
    }
    if (a == Labels::never) return std::nullopt;
    return product;
  }

  // The products, unless there are more than max_terms. Throws Labels::TooLarge where finding them takes too much.
  std::optional<std::vector<Conjunction>> run(std::size_t max_terms) {
    step_limit_ = max_terms == no_limit ? no_limit : 64 * (scratch_.size() + max_terms);
    const SumId sum = isop(function_, function_).sum;
    if (sums_[sum].terms > max_terms) return std::nullopt;
    return expand(sum);
  }

 private:
  using SumId = std::uint32_t;
  static constexpr SumId no_products = 0;
  static constexpr SumId empty_product = 1;

  struct Sum {
    std::uint32_t atom;
    SumId negative;
    SumId positive;
    SumId without;
    std::size_t terms;  // how many products; saturates
  };
  struct Isop {
    LabelId function;
    SumId sum;
  };
  struct Frame {
    LabelId lower, upper;
    std::uint32_t atom;
    int step = 0;
    Isop negative = {}, positive = {};
  };

  static std::uint64_t key(LabelId lower, LabelId upper) { return (std::uint64_t{lower} << 32) | upper; }
  LabelId low(LabelId a, std::uint32_t atom) const { return scratch_.top_atom(a) == atom ? scratch_.low(a) : a; }
  LabelId high(LabelId a, std::uint32_t atom) const { return scratch_.top_atom(a) == atom ? scratch_.high(a) : a; }

  Isop isop(LabelId lower, LabelId upper) {
    std::vector<Frame> stack;
    Isop result = {};
    // Either knows the result at once, or leaves the question on the stack.
    const auto ask = [&](LabelId l, LabelId u) {
      if (++steps_ > step_limit_) throw Labels::TooLarge{};
      if (l == Labels::never) {
        result = {Labels::never, no_products};
      } else if (u == Labels::always) {
        result = {Labels::always, empty_product};
      } else if (const auto found = memo_.find(key(l, u)); found != memo_.end()) {
        result = found->second;
      } else {
        stack.push_back({l, u, std::min(scratch_.top_atom(l), scratch_.top_atom(u)), 0, {}, {}});
        return false;
      }
      return true;
    };
    if (ask(lower, upper)) return result;
    while (!stack.empty()) {
      Frame& frame = stack.back();
      const std::uint32_t x = frame.atom;
      const LabelId l0 = low(frame.lower, x), l1 = high(frame.lower, x);
      const LabelId u0 = low(frame.upper, x), u1 = high(frame.upper, x);
      switch (frame.step) {
        case 0:  // what cannot do without !x
          frame.step = 1;
          if (!ask(scratch_.subtract(l0, u1), u0)) continue;
          [[fallthrough]];
        case 1:  // what cannot do without x
          frame.negative = result;
          frame.step = 2;
          if (!ask(scratch_.subtract(l1, u0), u1)) continue;
          [[fallthrough]];
        case 2:  // what is left to cover
          frame.positive = result;
          frame.step = 3;
          if (!ask(scratch_.disjoin(scratch_.subtract(l0, frame.negative.function),
                                    scratch_.subtract(l1, frame.positive.function)),
                   scratch_.conjoin(u0, u1)))
            continue;
          [[fallthrough]];
        default:
          result = combine(frame, result);
          memo_.emplace(key(frame.lower, frame.upper), result);
          stack.pop_back();
      }
    }
    return result;
  }

  Isop combine(const Frame& frame, const Isop& rest) {
    const LabelId with_atom = scratch_.node(frame.atom, frame.negative.function, frame.positive.function);
    const LabelId function = scratch_.disjoin(with_atom, rest.function);
    if (frame.negative.sum == no_products && frame.positive.sum == no_products) return {function, rest.sum};
    std::size_t terms = 0;
    for (const SumId part : {frame.negative.sum, frame.positive.sum, rest.sum})
      terms = sums_[part].terms > no_limit - terms ? no_limit : terms + sums_[part].terms;
    sums_.push_back({frame.atom, frame.negative.sum, frame.positive.sum, rest.sum, terms});
    return {function, static_cast<SumId>(sums_.size() - 1)};
  }

  std::vector<Conjunction> expand(SumId sum) const {
    struct Task {
      SumId sum;
      std::size_t length;  // of the product so far
      std::optional<std::pair<std::uint32_t, bool>> literal;
    };
    std::vector<Conjunction> products;
    Conjunction product;
    std::vector<Task> tasks = {{sum, 0, std::nullopt}};
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      if (task.sum == no_products) continue;
      product.resize(task.length);
      if (task.literal) product.push_back(*task.literal);
      if (task.sum == empty_product) {
        products.push_back(product);
        continue;
      }
      const Sum& s = sums_[task.sum];
      tasks.push_back({s.without, product.size(), std::nullopt});
      tasks.push_back({s.positive, product.size(), std::pair(s.atom, true)});
      tasks.push_back({s.negative, product.size(), std::pair(s.atom, false)});
    }
    return products;
  }

  Labels scratch_;
  LabelId function_;
  std::vector<Sum> sums_ = {{Labels::no_atom, 0, 0, 0, 0}, {Labels::no_atom, 0, 0, 0, 1}};
  std::unordered_map<std::uint64_t, Isop> memo_;
  std::size_t steps_ = 0;
  std::size_t step_limit_ = no_limit;
};

std::vector<Conjunction> Labels::cover(LabelId a) const {
  if (auto product = CoverBuilder::single_product(*this, a)) return {std::move(*product)};
  return *CoverBuilder(*this, a).run(no_limit);
}

std::optional<std::vector<Conjunction>> Labels::cover(LabelId a, std::size_t max_terms) const {
  try {
    if (auto product = CoverBuilder::single_product(*this, a); product && max_terms > 0)
      return std::vector<Conjunction>{std::move(*product)};
    return CoverBuilder(*this, a).run(max_terms);
  } catch (const TooLarge&) {
    return std::nullopt;
  }
}

namespace {

std::string sum_to_hoa(const std::vector<Conjunction>& products) {
  if (products.empty()) return "f";
  std::string text;
  for (const Conjunction& product : products) {
    if (!text.empty()) text += " | ";
    if (product.empty()) text += 't';
    for (std::size_t i = 0; i < product.size(); ++i) {
      if (i > 0) text += '&';
      if (!product[i].second) text += '!';
      text += std::to_string(product[i].first);
    }
  }
  return text;
}

}  // namespace

std::string Labels::to_hoa(LabelId a) const { return sum_to_hoa(cover(a)); }

std::optional<std::string> Labels::to_hoa(LabelId a, std::size_t max_terms) const {
  const auto products = cover(a, max_terms);
  if (!products) return std::nullopt;
  return sum_to_hoa(*products);
}

}  // namespace lariat::automata
