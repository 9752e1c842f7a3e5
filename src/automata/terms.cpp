// SPDX-License-Identifier: Apache-2.0
#include "automata/terms.hpp"

#include <algorithm>

namespace lariat::automata {
namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15U;
  return h ^ (h >> 29);
}

}  // namespace

std::size_t SumStore::SetHash::operator()(std::span<const std::uint32_t> variables) const {
  std::uint64_t h = variables.size();
  for (const std::uint32_t v : variables) h = mix(h, v);
  return h;
}

std::size_t SumStore::SumHash::operator()(std::span<const Term> terms) const {
  std::uint64_t h = terms.size();
  for (const Term& t : terms) h = mix(h, (std::uint64_t{t.set} << 32) | t.letters);
  return h;
}

SumStore::SumStore(Context& context) : context_(context) {
  intern_set({});
  intern({});
  intern({{0, Labels::always}});
}

SetId SumStore::intern_set(std::vector<std::uint32_t> variables) {
  const auto known = set_numbers_.find(std::span<const std::uint32_t>(variables));
  if (known != set_numbers_.end()) return known->second;
  Set& set = sets_.emplace_back();
  for (const std::uint32_t v : variables) set.signature |= std::uint64_t{1} << (v & 63);
  set.variables = std::move(variables);
  const auto id = static_cast<SetId>(sets_.size() - 1);
  set_numbers_.emplace(set.variables, id);
  return id;
}

SetId SumStore::unite(SetId a, SetId b) {
  if (a > b) std::swap(a, b);
  if (a == 0 || a == b) return b;
  const auto [at, is_new] = unions_.emplace((std::uint64_t{a} << 32) | b, 0);
  if (!is_new) return at->second;
  std::vector<std::uint32_t> both;
  std::ranges::set_union(sets_[a].variables, sets_[b].variables, std::back_inserter(both));
  return at->second = intern_set(std::move(both));
}

bool SumStore::includes(SetId large, SetId small) const {
  const Set& l = sets_[large];
  const Set& s = sets_[small];
  return (s.signature & ~l.signature) == 0 && s.variables.size() <= l.variables.size() &&
         std::ranges::includes(l.variables, s.variables);
}

SumId SumStore::intern(Sum sum) {
  const auto known = sum_numbers_.find(std::span<const Term>(sum));
  if (known != sum_numbers_.end()) return known->second;
  std::vector<std::uint32_t> support;
  for (const Term& t : sum) support.insert(support.end(), sets_[t.set].variables.begin(), sets_[t.set].variables.end());
  std::ranges::sort(support);
  support.erase(std::unique(support.begin(), support.end()), support.end());
  support_.push_back(intern_set(std::move(support)));
  sums_.push_back(std::move(sum));
  const auto id = static_cast<SumId>(sums_.size() - 1);
  sum_numbers_.emplace(sums_.back(), id);
  return id;
}

SumId SumStore::letters(LabelId label) {
  if (label == Labels::never) return never;
  return intern({{0, label}});
}

SumId SumStore::variable(std::uint32_t index) { return intern({{intern_set({index}), Labels::always}}); }

// Sorts the terms by set, and makes those with the same set one.
void SumStore::join_equal_sets(Sum& sum) {
  std::ranges::sort(sum, {}, [](const Term& t) { return std::pair(t.set, t.letters); });
  std::vector<LabelId> same;
  std::size_t to = 0;
  for (std::size_t from = 0; from < sum.size();) {
    const SetId set = sum[from].set;
    same.clear();
    for (; from < sum.size() && sum[from].set == set; ++from) same.push_back(sum[from].letters);
    const LabelId letters = context_.labels.disjoin_all(same);
    if (letters != Labels::never) sum[to++] = {set, letters};
  }
  sum.resize(to);
}

// Takes from each term the letters for which a smaller set is enough. Terms are indexed by the variable of theirs that the
// fewest terms have, so that a term is compared with few others.
void SumStore::absorb(Sum& sum) {
  if (sum.size() < 2) return;
  std::unordered_map<std::uint32_t, std::uint32_t> count;
  for (const Term& t : sum)
    for (const std::uint32_t v : sets_[t.set].variables) ++count[v];
  std::unordered_map<std::uint32_t, std::vector<std::size_t>> index;
  const bool has_empty = sum[0].set == 0;
  const LabelId without_set = has_empty ? sum[0].letters : Labels::never;
  for (std::size_t i = has_empty ? 1 : 0; i < sum.size(); ++i)
    index[*std::ranges::min_element(sets_[sum[i].set].variables, {}, [&](std::uint32_t v) { return count[v]; })].push_back(i);
  Labels& labels = context_.labels;
  const Sum all = sum;
  for (std::size_t i = has_empty ? 1 : 0; i < sum.size(); ++i) {
    LabelId& letters = sum[i].letters;
    letters = labels.subtract(letters, without_set);
    for (const std::uint32_t v : sets_[sum[i].set].variables) {
      const auto candidates = index.find(v);
      if (candidates == index.end()) continue;
      context_.tick(candidates->second.size());
      for (const std::size_t j : candidates->second)
        if (j != i && includes(sum[i].set, all[j].set)) letters = labels.subtract(letters, all[j].letters);
    }
  }
  std::erase_if(sum, [](const Term& t) { return t.letters == Labels::never; });
}

bool SumStore::share_variables(SumId a, SumId b) const {
  const Set& x = sets_[support_[a]];
  const Set& y = sets_[support_[b]];
  if ((x.signature & y.signature) == 0) return false;
  auto i = x.variables.begin();
  auto j = y.variables.begin();
  while (i != x.variables.end() && j != y.variables.end()) {
    if (*i == *j) return true;
    *i < *j ? ++i : ++j;
  }
  return false;
}

// Sums without common variables need no absorption: a set P1 ∪ P2 is below Q1 ∪ Q2 only if P1 is below Q1 and P2 below Q2, and
// the letters of a set and of one below it are disjoint already.
SumStore::Sum SumStore::product(const Sum& a, const Sum& b, bool shared) {
  Sum result;
  for (const Term& s : a) {
    context_.tick(b.size());
    for (const Term& t : b) {
      const LabelId letters = context_.labels.conjoin(s.letters, t.letters);
      if (letters != Labels::never) result.push_back({unite(s.set, t.set), letters});
    }
  }
  join_equal_sets(result);
  if (shared) absorb(result);
  return result;
}

// True iff b holds wherever a does: each letter of each term of a belongs to a term of b with the same or a smaller set.
bool SumStore::implies(const Sum& a, const Sum& b) {
  for (const Term& s : a) {
    context_.tick(1 + b.size() / 16);
    LabelId left = s.letters;
    for (const Term& t : b)
      if (includes(s.set, t.set)) {
        left = context_.labels.subtract(left, t.letters);
        if (left == Labels::never) break;
      }
    if (left != Labels::never) return false;
  }
  return true;
}

// The conjuncts of a state often imply each other, which costs less to find out than a product; and the same two functions meet
// again and again.
SumId SumStore::conjoin_two(SumId a, SumId b) {
  if (a > b) std::swap(a, b);
  if (a == never || a == b) return a;
  if (a == always) return b;
  const std::uint64_t key = (std::uint64_t{a} << 32) | b;
  const auto known = products_.find(key);
  if (known != products_.end()) return known->second;
  const Sum& x = sums_[a];
  const Sum& y = sums_[b];
  const bool shared = share_variables(a, b);
  const SumId result = shared && implies(x, y) ? a : shared && implies(y, x) ? b : intern(product(x, y, shared));
  products_.emplace(key, result);
  return result;
}

SumId SumStore::conjoin(std::span<const SumId> sums) {
  // Single terms are one term together.
  std::vector<LabelId> labels;
  std::vector<std::uint32_t> variables;
  std::vector<SumId> others;
  for (const SumId a : sums) {
    if (a == never) return never;
    if (sums_[a].size() != 1) {
      others.push_back(a);
      continue;
    }
    const Term& t = sums_[a][0];
    labels.push_back(t.letters);
    variables.insert(variables.end(), sets_[t.set].variables.begin(), sets_[t.set].variables.end());
  }
  const LabelId letters = context_.labels.conjoin_all(labels);
  if (letters == Labels::never) return never;
  std::ranges::sort(variables);
  variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
  SumId result = intern({{intern_set(std::move(variables)), letters}});
  // Sums with common variables first, because they often imply each other; then the letters, which restrict what is left; and
  // the product of what has no variables in common last.
  std::ranges::sort(others, {}, [&](SumId a) { return std::pair(sums_[a].size(), a); });
  std::vector<SumId> groups;
  for (SumId a : others) {
    std::erase_if(groups, [&](SumId group) {
      if (!share_variables(group, a)) return false;
      a = conjoin_two(group, a);
      return true;
    });
    groups.push_back(a);
  }
  if (letters != Labels::always)
    for (SumId& group : groups) group = restrict(group, letters);
  for (const SumId group : groups) result = conjoin_two(result, group);
  return result;
}

SumId SumStore::disjoin(std::span<const SumId> sums) {
  Sum result;
  for (const SumId a : sums) result.insert(result.end(), sums_[a].begin(), sums_[a].end());
  context_.tick(result.size());
  join_equal_sets(result);
  absorb(result);
  return intern(std::move(result));
}

SumId SumStore::disjoin(SumId a, SumId b) {
  if (a == never || a == b) return b;
  if (b == never) return a;
  const SumId both[] = {a, b};
  return disjoin(both);
}

SumId SumStore::restrict(SumId a, LabelId label) {
  Sum result = sums_[a];
  for (Term& t : result) t.letters = context_.labels.conjoin(t.letters, label);
  std::erase_if(result, [](const Term& t) { return t.letters == Labels::never; });
  return intern(std::move(result));
}

}  // namespace lariat::automata
