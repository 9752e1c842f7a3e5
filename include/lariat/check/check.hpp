// SPDX-License-Identifier: Apache-2.0
// Does a program have a property? From a model and what is claimed of it to a verdict.
//
//   model::Program program = ...;
//   const auto results = check_safety(program, std::array{Requirement{.kind = Requirement::Kind::deadlock}}, {});
//
// Every run that is handed out has been replayed by the interpreter, and if it violates a formula, its word has been evaluated
// against the formula: a run that fails these tests is an InternalError and never a verdict.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lariat/automata/automaton.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/cluster/figures.hpp"
#include "lariat/ltl/formula.hpp"
#include "lariat/model/reductions.hpp"
#include "lariat/reduce/reduction.hpp"
#include "lariat/run/run.hpp"
#include "lariat/walk/approximate.hpp"
#include "lariat/walk/explore.hpp"

namespace lariat::cluster {
class Transport;
}

namespace lariat::check {

enum class Verdict { holds, violated, unknown };

std::string_view to_string(Verdict verdict);

// The verdict on several properties: one that is violated decides; one that is unknown leaves the rest open.
Verdict join(Verdict a, Verdict b);

struct Requirement {
  enum class Kind {
    ltl,         // all runs satisfy `formula`
    observer,    // the program's observer accepts no run
    acceptance,  // no run visits accepting locations of its processes again and again
    progress,    // every infinite run visits progress locations again and again
    deadlock,    // no run ends where it may not
    assertion,   // no assertion fails, and no step goes wrong
    invariant,   // `expression` holds in every state
    reach        // `expression` holds in no state; violated means that a state was reached
  };
  Kind kind = Kind::deadlock;
  std::string name = {};  // for people
  std::string text = {};  // what is claimed, as given
  ltl::Formula formula = {};
  std::vector<std::pair<std::string, model::ExprId>> atoms = {};  // what the names of the formula's atoms stand for
  model::ExprId expression = model::none;
};

// Which word a kind is called by in tables and JSON.
std::string_view to_string(Requirement::Kind kind);

// True if requirements of that kind can be checked in one walk over the states.
bool is_found_by_walk(Requirement::Kind kind);

// Partial-order reduction, if it is asked for. Where it would not keep the answer, it is not used, and a note says why.
struct ReductionChoice {
  reduce::Method method = reduce::Method::none;
  bool automatic = false;  // it is used only where it is expected to save time, as the first states of the search suggest
  std::uint64_t first_states = 20'000;          // that `automatic` explores without a reduction
  std::optional<reduce::Proviso> proviso = {};  // none: the one that suits the search
  reduce::NestedPor nested = reduce::NestedPor::select_bit;
};

// How much may be spent on making a counterexample shorter after it was found.
struct ShortenBudget {
  double seconds = 1;
  std::uint64_t max_states = 1'000'000;       // that are stored for it
  std::uint64_t max_transitions = 2'000'000;  // that are kept in memory for it
};

struct ModelCheckOptions {
  search::Algorithm algorithm = search::Algorithm::automatic;
  std::optional<automata::Minimization> minimize = {};
  std::optional<ShortenBudget> shorten = {};  // none: the first run that is found will do
  product::ProductOptions product = {};
  model::Engine* engine = nullptr;                             // compiles the program
  walk::SearchOrder order = walk::SearchOrder::breadth_first;  // of the walk for safety
  // Searches that keep next to nothing of a state, and never answer `holds`: depth first, and se for infinite runs.
  std::optional<walk::ApproximateOptions> approximate = {};
  ReductionChoice reduction = {};
  // Searches a reduced program (model/reductions.hpp) and keeps it here; runs are those of the program as it is. The list must
  // live as long as the engine, which knows programs by their addresses. Null: the program is searched as it is. Only
  // check_infinite and check_safety look at it.
  std::deque<model::ReducedProgram>* reduced_programs = nullptr;
  model::ReductionPasses passes = {};                   // of these reductions
  const walk::CheckpointOptions* checkpoint = nullptr;  // of the walk for safety, breadth first; nothing is then reduced
  Limits limits = {};
  model::InterpreterOptions interpretation = {};
  bool coverage = false;  // a walk finds statements that are never reached, and does not stop before it has been everywhere
  bool fair = false;      // of infinite runs only those count in which no process that can always make a step is left waiting
  // Other processes that search together with this one. All of them call the same functions with the same arguments, and get
  // the same findings. Approximate searches, minimisation and threads must not be asked for; of provisos, None and Rank.
  cluster::Transport* cluster = nullptr;
};

struct Finding {
  Verdict verdict = Verdict::unknown;
  std::string reason = {};                        // of `unknown`
  std::string algorithm = {};                     // the one that ran
  unsigned threads = 1;                           // that searched together for an infinite run
  std::optional<search::Strength> strength = {};  // of the automaton
  std::vector<std::string> notes = {};
  std::optional<run::Run> run = {};                   // of `violated`
  model::Fault fault = {};                            // of a violated assertion
  std::optional<Lasso> lasso = {};                    // the same run as numbers of the product's states
  std::optional<automata::Automaton> automaton = {};  // that the program was multiplied with
  bool shortest = false;                              // no run is shorter
  bool is_bad_prefix = false;  // whatever follows the run, the formula is violated: it ends at the first state where that is so
  // Steps before the cycle and in it of the run that was found first, if a shorter one took its place.
  std::optional<std::pair<std::size_t, std::size_t>> first_found = {};
  std::string proviso = {};     // of the reduction that was used
  std::uint64_t deadlocks = 0;  // met by a walk, whatever it looked for
  // Of a walk that has been everywhere.
  std::optional<std::vector<model::Coverage::Statement>> unreached = {};
  search::Statistics statistics = {};
  std::uint64_t state_bytes = 0;  // of the largest state stored
  std::uint64_t store_bytes = 0;
  std::optional<walk::Approximation> approximation = {};  // of an approximate search
  model::InterpreterOptions interpretation = {};          // with which the run can be replayed
  std::vector<cluster::RankFigures> ranks = {};           // of a search by several processes
};

class TranslatedFormula;

// A requirement that is checked, and the automata that its formula was translated to: each is made once, for all searches that
// ask for it.
class Question {
 public:
  // Both must outlive the question.
  Question(ltl::FormulaStore& formulas, const Requirement& requirement);
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;
  ~Question();

  ltl::FormulaStore& formulas() const { return *formulas_; }
  const Requirement& requirement() const { return *requirement_; }
  // The negated formula. For the inside of this room.
  TranslatedFormula& violations();

 private:
  ltl::FormulaStore* formulas_;
  const Requirement* requirement_;
  std::unique_ptr<TranslatedFormula> violations_;
};

// Looks for an infinite run that violates the requirement, which is none that a walk decides. A diagnostic if the algorithm
// cannot do it, or if the formula cannot be translated. Acceptance: a run that ends in an accepting location counts. Progress
// is searched for directly, or, if an algorithm, fairness or something short is asked for, through the formula of the
// requirement.
Result<Finding> check_infinite(const model::Program& program, Question& question, const ModelCheckOptions& options);
// The same, for a requirement that is checked once.
Result<Finding> check_infinite(const model::Program& program, ltl::FormulaStore& formulas, const Requirement& requirement,
                               const ModelCheckOptions& options);

// The requirement that every infinite run visits progress locations again and again.
Requirement progress_requirement(model::Program& program, ltl::FormulaStore& formulas);

// Checks any number of requirements in one walk. One result for each, in their order. A diagnostic if the reduction that
// is asked for does not keep what is looked for.
Result<std::vector<Finding>> check_safety(const model::Program& program, std::span<const Requirement> requirements,
                                          const ModelCheckOptions& options);

}  // namespace lariat::check
