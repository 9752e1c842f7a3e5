// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/random.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace lariat::ltl {
namespace {

constexpr Op unary_ops[] = {Op::negation, Op::finally, Op::globally, Op::next};
constexpr Op binary_ops[] = {Op::conjunction,    Op::disjunction,  Op::until,       Op::release,    Op::weak_until,
                             Op::strong_release, Op::exclusive_or, Op::implication, Op::equivalence};
constexpr std::size_t sugar_ops = 3;  // the last ones above

}  // namespace

Formula random_formula(FormulaStore& store, RandomSource& random, const RandomFormulaOptions& options) {
  const std::size_t unaries = std::size(unary_ops) - (options.next ? 0 : 1);
  const std::size_t binaries = std::size(binary_ops) - (options.sugar ? 0 : sugar_ops);
  // A job of size 0 stands for "apply op to what is finished".
  struct Job {
    unsigned size;
    Op op;
  };
  std::vector<Job> jobs = {{std::max(options.size, 1U), Op::atom}};
  std::vector<Formula> done;
  while (!jobs.empty()) {
    const Job job = jobs.back();
    jobs.pop_back();
    if (job.size == 0) {
      const std::size_t arity = std::find(std::begin(unary_ops), std::end(unary_ops), job.op) != std::end(unary_ops) ? 1 : 2;
      const Formula made = store.make(job.op, std::span(done).last(arity));
      done.resize(done.size() - arity);
      done.push_back(made);
    } else if (job.size == 1) {
      if (options.atoms == 0 || (options.constants && random.below(10) == 0))
        done.push_back(store.constant(random.below(2) == 1));
      else
        done.push_back(store.atom(fmt::format("p{}", random.below(options.atoms))));
    } else {
      const std::size_t choice = random.below(job.size == 2 ? unaries : unaries + binaries);
      if (choice < unaries) {
        jobs.push_back({0, unary_ops[choice]});
        jobs.push_back({job.size - 1, Op::atom});
      } else {
        const auto first = static_cast<unsigned>(1 + random.below(job.size - 2));
        jobs.push_back({0, binary_ops[choice - unaries]});
        jobs.push_back({job.size - 1 - first, Op::atom});
        jobs.push_back({first, Op::atom});
      }
    }
  }
  return done.front();
}

LassoWord random_word(RandomSource& random, unsigned atoms, unsigned max_stem, unsigned max_cycle) {
  const Letter mask = atoms >= max_atoms ? ~Letter{0} : (Letter{1} << atoms) - 1;
  LassoWord word;
  word.stem.resize(random.below(max_stem + std::uint64_t{1}));
  word.cycle.resize(1 + random.below(max_cycle));
  for (Letter& letter : word.stem) letter = random.bits() & mask;
  for (Letter& letter : word.cycle) letter = random.bits() & mask;
  return word;
}

}  // namespace lariat::ltl
