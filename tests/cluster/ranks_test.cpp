// SPDX-License-Identifier: Apache-2.0
// Random programs, explored and checked by several ranks that are threads: counts, verdicts and the lengths of shortest runs
// are those of one process.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include "lariat/check/check.hpp"
#include "lariat/check/exploration.hpp"
#include "lariat/cluster/transport.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/system/program_system.hpp"
#include "support/random_program.hpp"
#include "support/random_requirement.hpp"
#include "support/rank_threads.hpp"

namespace lariat::check {
namespace {

// The programs are numbered from first_program; campaigns choose others by LARIAT_SEED and LARIAT_SYSTEMS.
std::uint64_t from_environment(const char* name, std::uint64_t usual) {
  const char* const value = std::getenv(name);
  return value == nullptr ? usual : std::strtoull(value, nullptr, 10);
}
#ifdef LARIAT_SLOW_BUILD
const std::uint64_t program_count = from_environment("LARIAT_SYSTEMS", 30);
#else
const std::uint64_t program_count = from_environment("LARIAT_SYSTEMS", 60);
#endif
const std::uint64_t first_program = from_environment("LARIAT_SEED", 1);
const std::uint64_t last_program = first_program + program_count - 1;
constexpr std::uint64_t few_states = 3000;    // that one process searches
constexpr std::uint64_t more_states = 10000;  // that ranks search, who do not find a lasso as early

// Calls ask(cluster) in a thread for each rank; the answers of all ranks must be equal, and are returned.
template <class Ask>
auto ask_ranks(unsigned ranks, const Ask& ask) {
  using Answer = decltype(ask(nullptr));
  std::vector<Answer> answers(ranks);
  testing::RankThreads threads(ranks);
  threads.run([&](cluster::Transport& transport) { answers[transport.rank()] = ask(&transport); });
  for (const Answer& answer : answers) EXPECT_EQ(answer, answers[0]) << "ranks disagree";
  return answers[0];
}

// True if what follows a state depends on hidden variables: what is counted then depends on who meets a state first, and ranks
// refuse to explore.
bool reads_hidden(const model::Program& program) { return system::ProgramSystem(program, {}).layout().reads_hidden; }

unsigned ranks_for(std::uint64_t seed) { return std::array{1U, 2U, 3U, 5U, 8U}[seed % 5]; }

TEST(Ranks, CountWhatOneProcessCounts) {
  unsigned compared = 0;
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed) {
    const auto count = [&](cluster::Transport* cluster) {
      const model::Program program = model::RandomProgram(seed).make();
      const store::StoreKind store = seed % 3 == 0 ? store::StoreKind::tree : store::StoreKind::exact;
      const auto all = explore_model(program, {.product = {.max_states = few_states, .store = store}, .cluster = cluster});
      const walk::Exploration& e = all->found;
      if (!e.complete) return std::vector<std::uint64_t>{};
      return std::vector<std::uint64_t>{e.states,         e.expanded, e.transitions,           e.deadlocks, e.stuck, e.levels,
                                        e.max_out_degree, e.faults,   all->has_fault ? 1U : 0U};
    };
    const std::vector<std::uint64_t> expected = count(nullptr);
    if (expected.empty() || reads_hidden(model::RandomProgram(seed).make())) continue;
    ++compared;
    for (const unsigned ranks : {1U, 2U, 3U, 5U})
      ASSERT_EQ(ask_ranks(ranks, count), expected) << "seed " << seed << ", " << ranks << " ranks";
  }
  EXPECT_GT(compared, program_count / 2);
}

TEST(Ranks, FindShortestRuns) {
  unsigned violated = 0;
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed) {
    const auto check = [&](cluster::Transport* cluster) {
      model::Program program = model::RandomProgram(seed).make();
      std::vector<Requirement> requirements = {{.kind = Requirement::Kind::deadlock}, {.kind = Requirement::Kind::assertion}};
      if (!program.globals.empty())
        for (const auto kind : {Requirement::Kind::invariant, Requirement::Kind::reach})
          requirements.push_back(
              {.kind = kind,
               .expression = program.binary(
                   model::Op::less, program.read({.scope = model::Place::Scope::global, .variable = 0}), program.constant(2))});
      const auto findings = check_safety(program, requirements, {.product = {.max_states = few_states}, .cluster = cluster});
      std::vector<std::pair<Verdict, std::size_t>> result;
      for (const Finding& finding : *findings)
        result.emplace_back(finding.verdict, finding.run ? finding.run->steps.size() : 0);
      return result;
    };
    if (reads_hidden(model::RandomProgram(seed).make())) continue;
    const auto expected = check(nullptr);
    if (std::any_of(expected.begin(), expected.end(), [](const auto& one) { return one.first == Verdict::unknown; })) continue;
    for (const auto& one : expected) violated += one.first == Verdict::violated ? 1 : 0;
    ASSERT_EQ(ask_ranks(ranks_for(seed), check), expected) << "seed " << seed << ", " << ranks_for(seed) << " ranks";
  }
  EXPECT_GT(violated, program_count / 2);
}

TEST(Ranks, DecideFormulas) {
  unsigned violated = 0;
  unsigned holds = 0;
  unsigned asked = 0;
  unsigned decided = 0;
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed)
    for (const bool fair : {false, true}) {
      const auto check_by = [&](search::Algorithm algorithm, std::uint64_t max_states) {
        return [=](cluster::Transport* cluster) {
          model::Program program = model::RandomProgram(seed).make();
          ltl::FormulaStore formulas;
          const Requirement requirement = testing::requirement_for(program, formulas, seed);
          const auto finding =
              check_infinite(program, formulas, requirement,
                             {.algorithm = algorithm, .product = {.max_states = max_states}, .fair = fair, .cluster = cluster});
          return finding ? finding->verdict : Verdict::unknown;
        };
      };
      const Verdict expected = check_by(search::Algorithm::automatic, few_states)(nullptr);
      if (expected == Verdict::unknown) continue;
      violated += expected == Verdict::violated ? 1 : 0;
      holds += expected == Verdict::holds ? 1 : 0;
      for (const auto algorithm : {search::Algorithm::automatic, search::Algorithm::owcty}) {
        const Verdict found = ask_ranks(ranks_for(seed), check_by(algorithm, more_states));
        ++asked;
        decided += found != Verdict::unknown ? 1 : 0;
        if (found == Verdict::unknown) continue;
        ASSERT_EQ(found, expected) << info(algorithm).name << ", seed " << seed << ", " << ranks_for(seed) << " ranks"
                                   << (fair ? ", fair" : "");
      }
    }
  EXPECT_GT(decided * 10, asked * 8) << "the spaces are too large to be explored";
  EXPECT_GT(violated, program_count / 20);
  EXPECT_GT(holds, program_count / 20);
}

TEST(Ranks, DecideCycles) {
  unsigned violated = 0;
  unsigned decided = 0;
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed) {
    const auto check = [&](cluster::Transport* cluster) {
      model::Program program = model::RandomProgram(seed).make();
      std::mt19937_64 random(seed);
      for (model::ProcessType& type : program.process_types)
        for (model::Location& location : type.locations) location.accepting = random() % 5 == 0 ? 1 : 0;
      ltl::FormulaStore formulas;
      const Requirement progress = progress_requirement(program, formulas);
      const ModelCheckOptions options{.product = {.max_states = cluster == nullptr ? few_states : more_states},
                                      .cluster = cluster};
      return std::pair(check_infinite(program, formulas, {.kind = Requirement::Kind::acceptance}, options)->verdict,
                       check_infinite(program, formulas, progress, options)->verdict);
    };
    const auto expected = check(nullptr);
    if (expected.first == Verdict::unknown || expected.second == Verdict::unknown) continue;
    violated += expected.first == Verdict::violated ? 1 : 0;
    const auto found = ask_ranks(ranks_for(seed), check);
    const std::string task = "seed " + std::to_string(seed) + ", " + std::to_string(ranks_for(seed)) + " ranks";
    ASSERT_TRUE(found.first == Verdict::unknown || found.first == expected.first) << task;
    ASSERT_TRUE(found.second == Verdict::unknown || found.second == expected.second) << task;
    decided += found.first != Verdict::unknown && found.second != Verdict::unknown ? 1 : 0;
  }
  EXPECT_GT(decided, program_count / 2);
  EXPECT_GT(violated, program_count / 20);
}

// A folder that is removed in the end.
class Folder {
 public:
  Folder() {
    std::string path = (std::filesystem::temp_directory_path() / "lariat-ranks-XXXXXX").string();
    path_ = mkdtemp(path.data());
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_.string(); }
  bool is_empty() const { return std::filesystem::is_empty(path_); }

 private:
  std::filesystem::path path_;
};

// 0 ranks: one process without any.
template <class Ask>
auto ask_any(unsigned ranks, const Ask& ask) {
  return ranks == 0 ? ask(nullptr) : ask_ranks(ranks, ask);
}

unsigned other_ranks_for(std::uint64_t seed) { return std::array{3U, 0U, 5U, 2U, 1U, 0U, 4U}[seed % 7]; }

TEST(Ranks, GoOnWithAWalk) {
  unsigned resumed = 0;
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed) {
    if (reads_hidden(model::RandomProgram(seed).make())) continue;
    const Folder folder;
    const auto explore = [&](std::uint64_t max_states, const walk::CheckpointOptions& checkpoint) {
      return [&, max_states](cluster::Transport* cluster) {
        model::Program program = model::RandomProgram(seed).make();
        std::vector<Requirement> requirements = {{.kind = Requirement::Kind::deadlock}, {.kind = Requirement::Kind::assertion}};
        if (!program.globals.empty())
          requirements.push_back(
              {.kind = Requirement::Kind::invariant,
               .expression = program.binary(
                   model::Op::less, program.read({.scope = model::Place::Scope::global, .variable = 0}), program.constant(2))});
        const auto store = seed % 3 == 0 ? store::StoreKind::tree : store::StoreKind::exact;
        const product::ProductOptions product{.max_states = max_states, .store = store};
        const auto all = explore_model(program, {.product = product, .checkpoint = &checkpoint, .cluster = cluster});
        const walk::Exploration& e = all->found;
        if (e.reason.starts_with("cannot")) ADD_FAILURE() << e.reason << ", seed " << seed;
        std::vector<std::uint64_t> result = {
            e.complete ? 1U : 0U,    e.states, e.expanded, e.transitions, e.deadlocks, e.stuck, e.levels, e.max_out_degree,
            all->has_fault ? 1U : 0U};
        walk::CheckpointOptions other = checkpoint;
        other.name = "check";
        if (!other.resume.empty() && !std::filesystem::exists(other.resume + "/check")) other.resume.clear();
        const auto findings =
            check_safety(program, requirements, {.product = product, .checkpoint = &other, .cluster = cluster});
        for (const Finding& finding : *findings) {
          result.push_back(static_cast<std::uint64_t>(finding.verdict));
          result.push_back(finding.run ? finding.run->steps.size() : 0);
          result.push_back(static_cast<std::uint64_t>(finding.fault.kind));
        }
        return result;
      };
    };
    const walk::CheckpointOptions nothing;
    const auto expected = explore(few_states, nothing)(nullptr);
    if (expected[0] == 0 || expected[1] < 6) continue;
    const walk::CheckpointOptions saves{.folder = folder.path(), .every = 1e9, .key = "key"};
    const unsigned ranks = seed % 4 == 0 ? 0 : ranks_for(seed);
    const unsigned others = other_ranks_for(seed);
    ask_any(ranks, explore(expected[1] / 2, saves));
    ASSERT_FALSE(folder.is_empty()) << "seed " << seed;
    walk::CheckpointOptions goes_on = saves;
    goes_on.resume = folder.path();
    ASSERT_EQ(ask_any(others, explore(few_states, goes_on)), expected)
        << "seed " << seed << ", " << ranks << " ranks, then " << others;
    ++resumed;
  }
  EXPECT_GT(resumed, program_count / 20);
}

// What the proviso Rank leaves out depends on the state alone: ranks leave out what one process does, and the verdicts are
// those of the full search.
TEST(Ranks, ReduceAlike) {
  constexpr reduce::Proviso by_rank = {.expands = reduce::Proviso::Expands::rank};
  unsigned reduced = 0;
  unsigned violated = 0;
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed) {
    if (reads_hidden(model::RandomProgram(seed).make())) continue;
    const auto check = [&](reduce::Method method, std::uint64_t max_states) {
      return [=](cluster::Transport* cluster) {
        model::Program program = model::RandomProgram(seed).make();
        std::vector<Requirement> requirements = {{.kind = Requirement::Kind::deadlock}, {.kind = Requirement::Kind::assertion}};
        if (!program.globals.empty())
          requirements.push_back(
              {.kind = Requirement::Kind::invariant,
               .expression = program.binary(
                   model::Op::less, program.read({.scope = model::Place::Scope::global, .variable = 0}), program.constant(2))});
        const ModelCheckOptions options{
            .product = {.max_states = max_states}, .reduction = {.method = method, .proviso = by_rank}, .cluster = cluster};
        std::vector<std::uint64_t> verdicts;
        std::uint64_t states = 0;
        std::uint64_t partial = 0;
        const auto findings = check_safety(program, requirements, options);
        for (const Finding& finding : *findings) {
          verdicts.push_back(static_cast<std::uint64_t>(finding.verdict));
          states = finding.statistics.states;
          partial = finding.statistics.partial;
        }
        // Deadlocks alone need no proviso.
        const auto stuck =
            check_safety(program, {requirements.data(), 1},
                         {.product = {.max_states = max_states}, .reduction = {.method = method}, .cluster = cluster});
        verdicts.push_back(static_cast<std::uint64_t>(stuck->front().verdict));
        const bool all_hold = std::ranges::all_of(*findings, [](const Finding& f) { return f.verdict == Verdict::holds; });
        ltl::FormulaStore formulas;
        const Requirement requirement = testing::requirement_for(program, formulas, seed);
        ModelCheckOptions infinite = options;
        if (cluster == nullptr) infinite.reduction = {.method = method};
        const auto finding = check_infinite(program, formulas, requirement, infinite);
        verdicts.push_back(static_cast<std::uint64_t>(finding ? finding->verdict : Verdict::unknown));
        // A walk that ends early ends somewhere.
        return std::tuple(verdicts, all_hold ? states : 0, all_hold ? partial : 0);
      };
    };
    const auto full = check(reduce::Method::none, few_states)(nullptr);
    if (std::ranges::count(std::get<0>(full), static_cast<std::uint64_t>(Verdict::unknown)) != 0) continue;
    const auto alone = check(reduce::Method::stubborn, few_states)(nullptr);
    const auto together = ask_ranks(ranks_for(seed), check(reduce::Method::stubborn, more_states));
    const std::string task = "seed " + std::to_string(seed) + ", " + std::to_string(ranks_for(seed)) + " ranks";
    ASSERT_EQ(std::get<0>(together), std::get<0>(full)) << task;
    ASSERT_EQ(std::get<1>(together), std::get<1>(alone)) << task;
    ASSERT_EQ(std::get<2>(together), std::get<2>(alone)) << task;
    reduced += std::get<2>(together) != 0 ? 1 : 0;
    violated += std::ranges::count(std::get<0>(full), static_cast<std::uint64_t>(Verdict::violated)) != 0 ? 1 : 0;
  }
  EXPECT_GT(reduced, program_count / 20);
  EXPECT_GT(violated, program_count / 4);
}

TEST(Ranks, GoOnWithFormulas) {
  unsigned resumed = 0;
  unsigned violated = 0;
  std::vector<std::uint64_t> seeds = {20948};  // has more processes than sets, and begins again with copies
  for (std::uint64_t seed = first_program; seed <= last_program; ++seed) seeds.push_back(seed);
  for (const std::uint64_t seed : seeds)
    for (const bool fair : {false, true}) {
      const Folder folder;
      const auto check = [&](std::uint64_t max_states, const walk::CheckpointOptions* checkpoint) {
        return [&, max_states, checkpoint](cluster::Transport* cluster) {
          model::Program program = model::RandomProgram(seed).make();
          ltl::FormulaStore formulas;
          const Requirement requirement = testing::requirement_for(program, formulas, seed);
          const auto algorithm = cluster == nullptr || seed % 2 == 0 ? search::Algorithm::automatic : search::Algorithm::owcty;
          const auto finding = check_infinite(program, formulas, requirement,
                                              {.algorithm = algorithm,
                                               .product = {.max_states = max_states},
                                               .checkpoint = checkpoint,
                                               .fair = fair,
                                               .cluster = cluster});
          return finding ? std::pair(finding->verdict, finding->statistics.states)
                         : std::pair(Verdict::unknown, std::uint64_t{0});
        };
      };
      const Verdict expected = check(few_states, nullptr)(nullptr).first;
      if (expected == Verdict::unknown) continue;
      const auto whole = ask_ranks(ranks_for(seed), check(more_states, nullptr));
      if (whole.first == Verdict::unknown) continue;
      // Some are saved in the exploration, some in the rounds, and some of both go on after another stop.
      walk::CheckpointOptions saves{.folder = folder.path(), .every = seed % 3 == 0 ? 1e-9 : 1e9, .key = "key"};
      ask_ranks(ranks_for(seed), check(seed % 3 == 0 ? more_states : std::max<std::uint64_t>(whole.second / 2, 1), &saves));
      if (folder.is_empty()) continue;  // there was no time
      walk::CheckpointOptions goes_on = saves;
      goes_on.resume = folder.path();
      const unsigned others = std::max(other_ranks_for(seed), 1U);
      ASSERT_EQ(ask_ranks(others, check(more_states, &goes_on)).first, expected)
          << "seed " << seed << (fair ? ", fair, " : ", ") << ranks_for(seed) << " ranks, then " << others;
      ++resumed;
      violated += expected == Verdict::violated ? 1 : 0;
    }
  EXPECT_GT(resumed, program_count / 2);
  EXPECT_GT(violated, program_count / 20);
}

TEST(Ranks, StopTogether) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto explore = [&](cluster::Transport* cluster) {
      const model::Program program = model::RandomProgram(seed).make();
      const auto all = explore_model(program, {.product = {.max_states = 5}, .cluster = cluster});
      return std::pair(all->found.complete, all->found.reason);
    };
    if (reads_hidden(model::RandomProgram(seed).make())) continue;
    const auto expected = explore(nullptr);
    ASSERT_EQ(ask_ranks(3, explore), expected) << "seed " << seed;
  }
}

TEST(Ranks, NoticeThatTheyDiffer) {
  testing::RankThreads threads(3);
  std::mutex mutex;
  unsigned noticed = 0;
  threads.run([&](cluster::Transport& transport) {
    cluster::agree(transport, "reads", 1);
    try {
      cluster::agree(transport, transport.rank() == 2 ? "ends" : "searches", 1);
    } catch (const cluster::Disagreement& disagreement) {
      EXPECT_STREQ(disagreement.what(), "rank 2 ends, while rank 0 searches");
      EXPECT_TRUE(transport.has_disagreed());
      const std::scoped_lock lock(mutex);
      ++noticed;
    }
  });
  EXPECT_EQ(noticed, 3U);
}

}  // namespace
}  // namespace lariat::check
