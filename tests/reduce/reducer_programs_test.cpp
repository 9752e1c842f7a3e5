// SPDX-License-Identifier: Apache-2.0
// Reduced and full searches of random programs agree: every proviso, every search, ample and stubborn sets. LARIAT_SYSTEMS sets
// the number of programs, for long campaigns; LARIAT_SEED sets the first seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "lariat/check/check.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/promela/lower.hpp"
#include "lariat/reduce/dependence.hpp"
#include "lariat/search/reduction.hpp"
#include "reduce/random_programs.hpp"
#include "support/reducible_searches.hpp"

namespace lariat::reduce {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t usual_systems = 25;
#else
constexpr std::uint64_t usual_systems = 400;
#endif
constexpr std::uint64_t most_states = 20'000;

std::uint64_t number_from(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

// A program with its text and atoms.
struct Subject {
  std::optional<promela::PromelaProgram> promela;
  std::optional<model::Program> dve;
  std::string text;
  std::vector<model::ExprId> atoms;

  const model::Program& program() const { return promela ? promela->program() : *dve; }
};

std::optional<Subject> make_subject(RandomText& random, bool is_promela) {
  Subject subject;
  subject.text = is_promela ? random.promela() : random.dve();
  if (is_promela) {
    auto read = promela::read_promela(subject.text, "random.pml");
    if (!read) {
      ADD_FAILURE() << to_string(read.errors().front()) << "\n" << subject.text;
      return std::nullopt;
    }
    subject.promela = *std::move(read);
  } else {
    auto read = dve::read_dve(subject.text, "random.dve");
    if (!read) {
      ADD_FAILURE() << to_string(read.errors().front()) << "\n" << subject.text;
      return std::nullopt;
    }
    subject.dve = *std::move(read);
  }
  for (const std::string& atom : random.atoms()) {
    const auto expression =
        is_promela ? subject.promela->read_expression(atom, "atom") : dve::read_expression(*subject.dve, atom, "atom");
    if (!expression) {
      ADD_FAILURE() << to_string(expression.errors().front()) << "\n" << subject.text;
      return std::nullopt;
    }
    subject.atoms.push_back(*expression);
  }
  return subject;
}

struct Way {
  search::Algorithm algorithm;
  reduce::Method method;
  reduce::Proviso proviso;
  reduce::NestedPor nested = reduce::NestedPor::select_bit;
  unsigned threads = 1;

  std::string text() const {
    return std::string(info(algorithm).name) + " " + std::string(name_of(reduce::methods, method)) + " " + to_string(proviso) +
           " " + std::string(to_string(nested)) + ", threads: " + std::to_string(threads);
  }
};

reduce::Method random_method(RandomText& random) {
  if (random.chance(60)) return reduce::Method::stubborn;
  return random.chance(50) ? reduce::Method::ample : reduce::Method::closure;
}

// Rank goes with every search, and is the proviso of those by several threads.
Way random_way_with_rank(RandomText& random) {
  const std::vector<search::Algorithm>& searches = testing::reducible_searches();
  constexpr std::array joint = {search::Algorithm::automatic, search::Algorithm::cndfs, search::Algorithm::ufscc};
  const bool is_joint = random.chance(60);
  return {.algorithm = is_joint ? joint[random.below(joint.size())] : searches[random.below(searches.size())],
          .method = random_method(random),
          .proviso = {.expands = reduce::Proviso::Expands::rank},
          .threads = is_joint ? 2 + static_cast<unsigned>(random.below(3)) : 1};
}

Way random_way(RandomText& random) {
  if (random.chance(25)) return random_way_with_rank(random);
  const std::vector<search::Algorithm>& searches = testing::reducible_searches();
  for (;;) {
    Way way{.algorithm = searches[random.below(searches.size())],
            .method = random_method(random),
            .proviso = reduce::all_provisos()[random.below(reduce::all_provisos().size())]};
    way.nested = reduce::nested_pors[random.below(reduce::nested_pors.size())].value;
    if (way.nested == reduce::NestedPor::naive) continue;  // it misses runs
    const reduce::Proviso::Expands expands = way.proviso.expands;
    if (expands != reduce::Proviso::Expands::source && expands != reduce::Proviso::Expands::destination) continue;
    const reduce::ReductionOptions options{.proviso = way.proviso, .nested = way.nested};
    if (find_refusal(options)) continue;
    if (find_refusal(way.algorithm, *make_reduction(options))) continue;
    return way;
  }
}

std::uint64_t expression_states = 0;
std::uint64_t reduced_states = 0;
std::uint64_t reductions_off = 0;
std::uint64_t violated = 0;

void check_formula(const Subject& subject, RandomText& random, std::uint64_t seed) {
  ltl::FormulaStore formulas;
  const std::string text = random.formula();
  const auto parsed = ltl::parse_formula(formulas, text, {});
  ASSERT_TRUE(parsed) << text;
  const check::Requirement requirement{.kind = check::Requirement::Kind::ltl,
                                       .name = "f",
                                       .text = text,
                                       .formula = parsed->formula,
                                       .atoms = {{"p", subject.atoms[0]}, {"q", subject.atoms[1]}}};
  const auto full = check::check_infinite(subject.program(), formulas, requirement, {.algorithm = search::Algorithm::ascc});
  ASSERT_TRUE(full);
  violated += full->verdict == check::Verdict::violated ? 1 : 0;
  for (int i = 0; i < 6; ++i) {
    const Way way = random_way(random);
    check::ModelCheckOptions options{.algorithm = way.algorithm};
    options.reduction = {.method = way.method, .proviso = way.proviso, .nested = way.nested};
    options.product.threads = way.threads;
    if (random.chance(50)) options.product.order = random.below(1000);
    const auto reduced = check::check_infinite(subject.program(), formulas, requirement, options);
    ASSERT_TRUE(reduced) << reduced.errors().front().message;
    ASSERT_EQ(reduced->verdict, full->verdict) << "seed " << seed << ", " << way.text() << ", " << text
                                               << ", p: " << random.atoms()[0] << ", q: " << random.atoms()[1] << "\n"
                                               << subject.text;
    reductions_off += reduced->proviso.empty() ? 1 : 0;
  }
}

void check_walks(const Subject& subject, RandomText& random, std::uint64_t seed) {
  std::array<check::Requirement, 3> requirements;
  requirements[0].kind = check::Requirement::Kind::deadlock;
  requirements[1].kind = check::Requirement::Kind::assertion;
  requirements[2].kind = check::Requirement::Kind::reach;
  requirements[2].expression = subject.atoms[0];
  check::ModelCheckOptions everywhere;
  everywhere.coverage = true;  // goes on after something was found
  const auto full = check_safety(subject.program(), requirements, everywhere);
  ASSERT_TRUE(full);
  expression_states += full->front().statistics.states;
  const auto about = [&] { return "seed " + std::to_string(seed) + "\n" + subject.text; };
  for (const reduce::Method method : {reduce::Method::ample, reduce::Method::stubborn, reduce::Method::closure})
    for (const walk::SearchOrder order : {walk::SearchOrder::breadth_first, walk::SearchOrder::depth_first}) {
      check::ModelCheckOptions options = everywhere;
      options.order = order;
      options.reduction.method = method;
      if (order == walk::SearchOrder::depth_first && random.chance(50)) options.reduction.proviso = random_way(random).proviso;
      const auto reduced = check_safety(subject.program(), requirements, options);
      ASSERT_TRUE(reduced) << reduced.errors().front().message;
      if (method == reduce::Method::stubborn && order == walk::SearchOrder::depth_first)
        reduced_states += reduced->front().statistics.states;
      for (std::size_t i = 0; i < requirements.size(); ++i)
        ASSERT_EQ((*reduced)[i].verdict, (*full)[i].verdict)
            << to_string(requirements[i].kind) << " " << (*reduced)[i].proviso << " " << about();
      ASSERT_EQ(reduced->front().deadlocks, full->front().deadlocks) << about();
      ASSERT_EQ(reduced->front().unreached.has_value(), full->front().unreached.has_value());
      if (full->front().unreached) {
        ASSERT_EQ(reduced->front().unreached->size(), full->front().unreached->size()) << about();
      }
      // All deadlocks without a proviso.
      options.reduction.proviso = reduce::Proviso{};
      const auto deadlocks = check_safety(subject.program(), std::span(requirements).first(1), options);
      ASSERT_TRUE(deadlocks);
      ASSERT_EQ(deadlocks->front().deadlocks, full->front().deadlocks) << about();
    }
}

TEST(Reduction, RandomProgramsGetTheSameAnswers) {
  const std::uint64_t first = number_from("LARIAT_SEED", 1);
  const std::uint64_t systems = number_from("LARIAT_SYSTEMS", usual_systems);
  for (std::uint64_t seed = first; seed < first + systems; ++seed) {
    RandomText random(seed);
    const auto subject = make_subject(random, seed % 2 == 0);
    ASSERT_TRUE(subject) << "seed " << seed;
    const auto size = check_safety(subject->program(), std::array{check::Requirement{}},
                                   {.product = {.max_states = most_states}, .coverage = true});
    if (size->front().statistics.states > most_states) continue;
    check_walks(*subject, random, seed);
    if (HasFatalFailure()) return;
    for (int i = 0; i < 2; ++i) {
      check_formula(*subject, random, seed);
      if (HasFatalFailure()) return;
    }
  }
  std::cout << systems << " programs from seed " << first << ": " << expression_states << " states, " << reduced_states
            << " reduced; " << violated << " formulas violated; " << reductions_off << " searches could not reduce\n";
}

}  // namespace
}  // namespace lariat::reduce
