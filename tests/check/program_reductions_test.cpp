// SPDX-License-Identifier: Apache-2.0
// A reduced program gets the verdicts of the program as it is written: random programs with each pass, with and without
// partial-order reduction and fairness; and for each condition of a pass a model whose verdict would be wrong without it. That
// the runs are runs of the original and violate the property there is verified where they are made: a flaw is an exception.
// LARIAT_SYSTEMS sets the number of random programs, for long campaigns; LARIAT_SEED sets the first seed.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>

#include "lariat/check/check.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/ltl/parse.hpp"
#include "lariat/model/reductions.hpp"
#include "lariat/promela/lower.hpp"
#include "reduce/random_programs.hpp"

namespace lariat::check {
namespace {

#ifdef LARIAT_SLOW_BUILD
constexpr std::uint64_t usual_systems = 20;
#else
constexpr std::uint64_t usual_systems = 100;
#endif
constexpr std::uint64_t most_states = 20'000;

std::uint64_t number_from(const char* name, std::uint64_t usual) {
  const char* const text = std::getenv(name);
  return text == nullptr ? usual : std::strtoull(text, nullptr, 10);
}

// A program read from text, with expressions that are added to it.
class Subject {
 public:
  Subject(std::string text, bool is_promela) : text_(std::move(text)) {
    if (is_promela) {
      auto read = promela::read_promela(text_, "model.pml");
      if (!read) ADD_FAILURE() << to_string(read.errors().front()) << "\n" << text_;
      if (read) promela_ = *std::move(read);
    } else {
      auto read = dve::read_dve(text_, "model.dve");
      if (!read) ADD_FAILURE() << to_string(read.errors().front()) << "\n" << text_;
      if (read) dve_ = *std::move(read);
    }
  }

  bool is_read() const { return promela_ || dve_; }
  const std::string& text() const { return text_; }
  model::Program& program() { return promela_ ? promela_->program() : *dve_; }

  model::ExprId expression(const std::string& text) {
    const auto read = promela_ ? promela_->read_expression(text, "atom") : dve::read_expression(*dve_, text, "atom");
    if (!read) ADD_FAILURE() << to_string(read.errors().front()) << "\n" << text_;
    return read ? *read : program().constant(0);
  }

  // A formula over the names p, q and so on, which stand for the expressions in their order.
  Requirement formula(ltl::FormulaStore& formulas, const std::string& text, const std::vector<std::string>& atoms) {
    const auto parsed = ltl::parse_formula(formulas, text, {});
    if (!parsed) ADD_FAILURE() << text;
    Requirement requirement{.kind = Requirement::Kind::ltl, .name = "f", .text = text, .formula = parsed->formula};
    for (std::size_t i = 0; i < atoms.size(); ++i)
      requirement.atoms.emplace_back(std::string(1, static_cast<char>('p' + i)), expression(atoms[i]));
    return requirement;
  }

 private:
  std::string text_;
  std::optional<promela::PromelaProgram> promela_;
  std::optional<model::Program> dve_;
};

constexpr std::array<model::ReductionPasses, 5> passes = {{
    {.unused = true, .merging = false, .dead_variables = false},
    {.unused = false, .merging = true, .dead_variables = false},
    {.unused = false, .merging = false, .dead_variables = true},
    {.unused = true, .merging = true, .dead_variables = true},
    {.unused = true, .merging = true, .dead_variables = true},
}};

std::string text_of(const ModelCheckOptions& options) {
  return std::string("passes") + (options.passes.unused ? " unused" : "") + (options.passes.merging ? " merging" : "") +
         (options.passes.dead_variables ? " dead" : "") + (options.fair ? ", fair" : "") +
         (options.reduction.method == reduce::Method::none ? "" : ", por");
}

std::uint64_t full_states = 0;
std::uint64_t reduced_states = 0;
std::uint64_t violated = 0;

// The verdict on an infinite run, as written and by each pass.
void compare_infinite(Subject& subject, ltl::FormulaStore& formulas, const Requirement& requirement, const std::string& about,
                      std::optional<Verdict> expected = {}) {
  for (const bool fair : {false, true}) {
    ModelCheckOptions options{.fair = fair};
    options.product.max_states = most_states;
    const auto full = check_infinite(subject.program(), formulas, requirement, options);
    ASSERT_TRUE(full) << about;
    if (full->verdict == Verdict::unknown) continue;
    violated += full->verdict == Verdict::violated ? 1 : 0;
    if (expected && !fair) {
      EXPECT_EQ(full->verdict, *expected) << about;
    }
    for (std::size_t i = 0; i < passes.size(); ++i) {
      std::deque<model::ReducedProgram> kept;
      ModelCheckOptions inner = options;
      inner.reduced_programs = &kept;
      inner.passes = passes[i];
      inner.reduction.method = i + 1 == passes.size() ? reduce::Method::stubborn : reduce::Method::none;
      const auto reduced = check_infinite(subject.program(), formulas, requirement, inner);
      ASSERT_TRUE(reduced) << about;
      ASSERT_EQ(reduced->verdict, full->verdict) << text_of(inner) << ", " << requirement.text << ", " << about;
      ASSERT_EQ(reduced->run.has_value(), full->run.has_value());
    }
  }
}

// The verdicts of a walk, as written and by each pass.
void compare_walks(Subject& subject, const std::vector<Requirement>& requirements, const std::string& about) {
  ModelCheckOptions everywhere{.coverage = true};  // goes on after something was found
  everywhere.product.max_states = most_states;
  const auto full = check_safety(subject.program(), requirements, everywhere);
  ASSERT_TRUE(full) << about;
  for (const bool goes_everywhere : {true, false})
    for (std::size_t i = 0; i < passes.size(); ++i) {
      std::deque<model::ReducedProgram> kept;
      ModelCheckOptions inner = everywhere;
      inner.coverage = goes_everywhere;
      inner.reduced_programs = &kept;
      inner.passes = passes[i];
      inner.reduction.method = i + 1 == passes.size() ? reduce::Method::stubborn : reduce::Method::none;
      if (i % 2 == 1) inner.order = walk::SearchOrder::depth_first;
      if (i % 2 == 0) inner.product.threads = 2;
      const auto reduced = check_safety(subject.program(), requirements, inner);
      ASSERT_TRUE(reduced) << reduced.errors().front().message << about;
      for (std::size_t k = 0; k < requirements.size(); ++k) {
        ASSERT_EQ((*reduced)[k].verdict, (*full)[k].verdict)
            << to_string(requirements[k].kind) << " " << text_of(inner) << ", " << about;
        if ((*reduced)[k].shortest && (*full)[k].shortest) {
          ASSERT_EQ((*reduced)[k].run->steps.size(), (*full)[k].run->steps.size()) << text_of(inner) << ", " << about;
        }
      }
      if (!goes_everywhere || inner.reduction.method != reduce::Method::none) continue;
      ASSERT_LE(reduced->front().statistics.states, full->front().statistics.states) << text_of(inner) << ", " << about;
      ASSERT_EQ(reduced->front().unreached.has_value(), full->front().unreached.has_value()) << about;
      // What is merged behind a step that goes wrong counts as reached.
      if (full->front().unreached && (*full)[1].verdict == Verdict::holds) {
        ASSERT_EQ(reduced->front().unreached->size(), full->front().unreached->size()) << text_of(inner) << ", " << about;
      }
      if (i == 3) full_states += full->front().statistics.states;
      if (i == 3) reduced_states += reduced->front().statistics.states;
    }
}

std::vector<Requirement> walk_requirements() {
  return {{.kind = Requirement::Kind::deadlock, .name = "d", .text = "d"},
          {.kind = Requirement::Kind::assertion, .name = "a", .text = "a"}};
}

TEST(ProgramReductions, RandomProgramsGetTheSameAnswers) {
  const std::uint64_t first = number_from("LARIAT_SEED", 1);
  const std::uint64_t systems = number_from("LARIAT_SYSTEMS", usual_systems);
  for (std::uint64_t seed = first; seed < first + systems; ++seed) {
    reduce::RandomText random(seed);
    const bool is_promela = seed % 4 != 3;
    Subject subject(is_promela ? random.promela() : random.dve(), is_promela);
    ASSERT_TRUE(subject.is_read()) << "seed " << seed;
    const std::string about =
        "seed " + std::to_string(seed) + ", p: " + random.atoms()[0] + ", q: " + random.atoms()[1] + "\n" + subject.text();
    std::vector<Requirement> requirements = walk_requirements();
    requirements.push_back(
        {.kind = Requirement::Kind::reach, .name = "r", .text = "r", .expression = subject.expression(random.atoms()[0])});
    requirements.push_back(
        {.kind = Requirement::Kind::invariant, .name = "i", .text = "i", .expression = subject.expression(random.atoms()[1])});
    compare_walks(subject, requirements, about);
    if (HasFatalFailure()) return;
    ltl::FormulaStore formulas;
    for (int i = 0; i < 2; ++i) {
      std::string text = random.formula();
      if (random.chance(20)) text = "(" + text + ") U X (" + random.formula(2) + ")";
      compare_infinite(subject, formulas, subject.formula(formulas, text, {random.atoms()[0], random.atoms()[1]}), about);
      if (HasFatalFailure()) return;
    }
    compare_infinite(subject, formulas, progress_requirement(subject.program(), formulas), about);
    compare_infinite(subject, formulas, {.kind = Requirement::Kind::acceptance, .name = "c", .text = "acceptance"}, about);
    if (HasFatalFailure()) return;
  }
  std::cout << systems << " programs from seed " << first << ": " << full_states << " states, " << reduced_states
            << " reduced, " << violated << " violated\n";
  EXPECT_LT(reduced_states, full_states);
}

// Assertions in Promela models: violated or not, in each with what would be wrong.
struct Walked {
  const char* what;
  bool is_violated;
  const char* text;
};

const Walked walked[] = {
    {"a remote reference reads a variable that its process never reads", true,
     R"(byte y; active proctype A() { byte x; x = 1; x = 0; y = 1 }
        active proctype B() { A:x == 1 -> assert(false) })"},
    {"a remote reference reads a variable while nobody moves it", true,
     R"(active proctype A() { byte x; byte z; x = 1; z = 2; x = 2; z = 3; x = 0 }
        active proctype B() { A:x == 2 -> assert(A:x != 2) })"},
    {"a remote reference to a location", true,
     R"(active proctype A() { byte x; x = 1; L: x = 2; x = 3 }
        active proctype B() { A@L -> assert(false) })"},
    {"a location is reached and left by local steps", false,
     R"(byte seen; active proctype A() { byte x; x = 1; L: x = 2; x = 3; seen = 1 }
        active proctype B() { seen == 1 -> assert(!A@L) })"},
    {"an array with an index that is no constant", true,
     R"(byte g; active proctype A() { byte a[3]; byte i; i = 1; a[i] = 1; i = 0; g = 1; assert(a[1] == 0) })"},
    {"one element of an array is live, another dead", false,
     R"(byte g; active proctype A() { byte a[3]; a[0] = 5; a[1] = 6; g = a[0]; g = 2; assert(a[1] == 6); a[2] = g })"},
    {"a parameter", true, R"(byte g; proctype P(byte n; byte m) { g = 1; assert(n != 2) } init { run P(2, 7); run P(3, 8) })"},
    {"the own number", true, R"(proctype P() { byte x; x = _pid; assert(x != 2) } init { run P(); run P() })"},
    {"a value made inside a d_step is used behind it", true,
     R"(byte g; active proctype A() { byte x; byte y; d_step { x = 1; y = x + 1; x = 0 }; g = 1; assert(y != 2) })"},
    {"a value made inside an atomic sequence", true,
     R"(byte g; active proctype A() { byte x; byte y; atomic { x = 1; y = x + 1; x = 0 }; g = 1; assert(y != 2) })"},
    {"a local step before an atomic sequence does not become part of what comes before", true,
     R"(byte g; active proctype A() { byte x; g = 1; x = 1; atomic { x = x + 1; g = 2; g = 3 } }
        active proctype B() { g == 1 -> g = 5; assert(g != 5) })"},
    {"an escape reads a variable", true,
     R"(byte g; active proctype A() { byte x; { x = 1; do :: g = 1 - g od } unless { x == 1 && g == 1 -> assert(false) } })"},
    {"an else asks for a rendezvous that a merged step would make possible", true,
     R"(chan c = [0] of { byte };
        active proctype P() { byte x; c?x; x = 1; x = 2; c?x }
        active proctype Q() { c!0; if :: c!1 :: else -> assert(false) fi })"},
    {"an escape waits for a rendezvous that a merged step would make possible", true,
     R"(chan c = [0] of { byte };  byte g;
        active proctype P() { byte x; c?x; x = 1; x = 2; c?x }
        active proctype Q() { c!0; { g = 1; assert(false) } unless { c!1 } })"},
    {"an atomic sequence blocks where a merged step would not let it", true,
     R"(chan c = [0] of { byte }; byte g;
        active proctype P() { byte x; c?x; x = 1; x = 2; c?x }
        active proctype Q() { atomic { c!0; g = 1; c!1; g = 0 } }
        active proctype R() { assert(g == 0) })"},
    {"a receive stores what nobody reads", false,
     R"(chan c = [2] of { byte, byte }; active proctype P() { byte x; byte y; c?x,y; c?x,y; assert(y == 4) }
        active proctype Q() { c!1,2; c!3,4 })"},
    {"a rendezvous stores what is read much later", true,
     R"(chan c = [0] of { byte, byte }; byte g; active proctype P() { byte x; byte y; c?x,y; y = 0; g = 1; g = 2; assert(x != 3) }
        active proctype Q() { c!3,4 })"},
    {"a receive matches a variable", true,
     R"(chan c = [2] of { byte }; active proctype P() { byte x; x = 7; c!8; c!7; c??eval(x); assert(len(c) == 2) })"},
    {"a poll matches a variable", true,
     R"(chan c = [2] of { byte }; byte g; active proctype P() { byte x; x = 7; g = 1; c!7; c?[eval(x)] -> assert(false) })"},
    {"the channel is a variable", false,
     R"(chan a = [1] of { byte }; chan b = [1] of { byte }; byte g;
        active proctype P() { chan c; byte x; c = b; g = 1; c!1; assert(len(b) == 1 && len(a) == 0) })"},
    {"a division by zero stays though nobody reads the result", true,
     R"(byte g; active proctype A() { byte x; x = 1 / g; x = 0 })"},
    {"an index out of range stays though nobody reads the element", true,
     R"(byte g = 7; active proctype A() { byte a[3]; a[g] = 1 })"},
    {"a global variable that nobody reads, with an index out of range", true,
     R"(byte g = 7; byte a[3]; active proctype A() { a[g] = 1 })"},
    {"an assertion among merged statements", true,
     R"(byte g; active proctype A() { byte x; g = 1; x = 3; assert(x != 3); x = 4 })"},
    {"an assertion that holds among merged statements", false,
     R"(byte g; active proctype A() { byte x; g = 1; x = 3; assert(x == 3); x = 4; assert(x == 4) })"},
    {"a timeout", true,
     R"(byte g; active proctype A() { byte x; x = 1; x = 2; g == 1; x = 3 }
        active proctype B() { timeout -> assert(false) })"},
    {"the opposite of a timeout", true,
     R"(byte g; byte h; active proctype A() { byte x; g = 1; x = 1; x = 2; h == 1; x = 3 }
        active proctype B() { (!timeout && g == 1) -> assert(false) })"},
    {"the number of processes", true,
     R"(byte g; proctype P() { byte x; x = 1; x = 2 } init { byte n; n = run P(); g = 1; assert(_nr_pr != 1 || n == 0) })"},
    {"a process ends and another gets its number", false,
     R"(byte g; proctype P(byte n) { byte x; x = n; g = x; x = 0 }
        init { run P(1); _nr_pr == 1; run P(2); _nr_pr == 1; assert(g == 2) })"},
    {"a channel of a process that has ended", false,
     R"(chan keep = [1] of { chan }; byte g; proctype P() { chan c = [1] of { byte }; keep!c; c!5; g = 1 }
        init { chan d; byte x; run P(); keep?d; d?x; assert(x == 5) })"},
    {"statements that cannot be reached", false,
     R"(byte g; active proctype A() { if :: false -> assert(false) :: true -> g = 1 fi; goto done; assert(false); done: g = 2 })"},
    {"a global variable that only the next process reads", true,
     R"(byte g; byte h; active proctype A() { g = 1; h = 2 } active proctype B() { h == 2 -> assert(g == 0) })"},
    {"a select between values", true, R"(byte g; active proctype A() { byte x; select(x : 0 .. 2); g = 1; assert(x != 2) })"},
    {"a provided clause of another process", true,
     R"(byte g; active proctype A() { byte x; x = 1; g = 1; x = 2; g = 2 }
        active proctype B() provided (g == 1) { byte y; y = 1; y = 2; assert(y != 2) })"},
};

TEST(ProgramReductions, ConditionsOfThePassesAreNeeded) {
  for (const Walked& model : walked) {
    Subject subject(model.text, true);
    ASSERT_TRUE(subject.is_read()) << model.what;
    const std::vector<Requirement> requirements = walk_requirements();
    const auto full = check_safety(subject.program(), requirements, {});
    ASSERT_TRUE(full);
    EXPECT_EQ((*full)[1].verdict, model.is_violated ? Verdict::violated : Verdict::holds) << model.what;
    compare_walks(subject, requirements, model.what);
    if (HasFatalFailure()) return;
  }
}

struct Searched {
  const char* what;
  bool is_violated;
  const char* formula;
  std::vector<std::string> atoms;
  const char* text;
};

const Searched searched[] = {
    {"the next operator counts steps",
     true,
     "X X p",
     {"g == 1"},
     R"(byte g; active proctype A() { byte x; x = 1; x = 2; g = 1 })"},
    {"without it the same model may be merged",
     false,
     "F p",
     {"g == 1"},
     R"(byte g; active proctype A() { byte x; x = 1; x = 2; g = 1 })"},
    {"a process that loops by local steps alone",
     true,
     "F p",
     {"g == 1"},
     R"(byte g; active proctype A() { byte x; do :: x = 1; x = 2 od } active proctype B() { g = 1 })"},
    {"a process that loops through a d_step",
     true,
     "F p",
     {"g == 1"},
     R"(byte g; active proctype A() { byte x; do :: d_step { x = 1; x = 2 } od } active proctype B() { g = 1 })"},
    {"a formula reads a variable of a process",
     true,
     "G !p",
     {"A:x == 1"},
     R"(byte g; active proctype A() { byte x; x = 1; x = 2; g = 1 })"},
    {"a formula reads a location", true, "G !p", {"A@L"}, R"(byte g; active proctype A() { byte x; x = 1; L: x = 2; g = 1 })"},
    {"a formula sees the order of what two processes do",
     true,
     "!(p && q) U (p && !q)",
     {"g == 1", "A:x == 2"},
     R"(byte g; active proctype A() { byte x; byte z; z = 1; x = 2; z = 2; x = 3 } active proctype B() { g = 1 })"},
    {"a cycle that closes in the reduced program only",
     true,
     "F G p",
     {"g == 1"},
     R"(byte g; active proctype A() { byte x; byte y; do :: x = g; y = x; g = 1 - g od })"},
    {"a chain of values that nobody reads",
     true,
     "F G p",
     {"g == 1"},
     R"(byte g; byte a; byte b; byte d; active proctype A() { do :: d = b; b = a; a = g; g = 1 - g od })"},
    {"who waits while a process is between two statements",
     true,
     "G (p -> F !p)",
     {"g == 0"},
     R"(chan c = [0] of { byte }; byte g;
        active proctype P() { byte x; do :: c?x; x = 1; x = 2 od }
        active proctype Q() { do :: c!0 od }
        active proctype R() { c!1; g = 1 })"},
};

TEST(ProgramReductions, FormulasAreKept) {
  for (const Searched& model : searched) {
    Subject subject(model.text, true);
    ASSERT_TRUE(subject.is_read()) << model.what;
    ltl::FormulaStore formulas;
    compare_infinite(subject, formulas, subject.formula(formulas, model.formula, model.atoms), model.what,
                     model.is_violated ? Verdict::violated : Verdict::holds);
    if (HasFatalFailure()) return;
  }
}

// A process that stays where it makes no progress, though its next step, a local one, would lead to a progress label; and the
// same with an accepting label that it leaves.
TEST(ProgramReductions, LabelsAreKept) {
  ltl::FormulaStore formulas;
  Subject progress(R"(byte g; byte h; active proctype A() { byte x; g = 1; x = 1; progress: false }
                      active proctype B() { g == 1 -> do :: h = 1 - h od })",
                   true);
  compare_infinite(progress, formulas, progress_requirement(progress.program(), formulas), "progress", Verdict::violated);
  Subject accept(R"(byte g; byte h; active proctype A() { byte x; g = 1; accept: x = 1; false }
                    active proctype B() { g == 1 -> do :: h = 1 - h od })",
                 true);
  compare_infinite(accept, formulas, {.kind = Requirement::Kind::acceptance, .name = "c", .text = "acceptance"}, "accept",
                   Verdict::violated);
}

// A value out of range is an error in DVE, also if nobody would read it.
TEST(ProgramReductions, ErrorsOfDveAreKept) {
  Subject subject(R"(byte g = 250;
    process P { byte x = 0; state a, b, c; init a;
      trans a -> b { effect x = g + 3; }, b -> c { effect x = g + 9; }, c -> c { guard g == 1; }; }
    system async;)",
                  false);
  ASSERT_TRUE(subject.is_read());
  compare_walks(subject, walk_requirements(), "an overflow");
  const std::vector<Requirement> requirements = walk_requirements();
  EXPECT_EQ((*check_safety(subject.program(), requirements, {}))[1].verdict, Verdict::violated);
}

// What the passes do to a program that offers it.
TEST(ProgramReductions, EachPassLeavesFewerStates) {
  Subject subject(R"(byte g; byte unread;
    active [2] proctype A() { byte x; byte y; do :: x = g; y = x + 1; y = 2 * y; g = y % 3; unread = y; printf("%d", y) od })",
                  true);
  ASSERT_TRUE(subject.is_read());
  const auto states = [&](model::ReductionPasses wanted) {
    std::deque<model::ReducedProgram> kept;
    ModelCheckOptions options{.reduced_programs = &kept, .passes = wanted};
    return check_safety(subject.program(), walk_requirements(), options)->front().statistics.states;
  };
  const std::uint64_t all = states({.unused = false, .merging = false, .dead_variables = false});
  const std::uint64_t unused = states({.unused = true, .merging = false, .dead_variables = false});
  const std::uint64_t merging = states({.unused = false, .merging = true, .dead_variables = false});
  const std::uint64_t dead = states({.unused = false, .merging = false, .dead_variables = true});
  const std::uint64_t together = states({});
  EXPECT_LT(unused, all);
  EXPECT_LT(merging, all);
  EXPECT_LT(dead, all);
  EXPECT_LT(together, std::min({unused, merging, dead}));
}

}  // namespace
}  // namespace lariat::check
