// SPDX-License-Identifier: Apache-2.0
// What the user asked for: a field for each option of each command. option_table.cpp says which option fills which field.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "cli/search_options.hpp"
#include "cli/untrusted.hpp"
#include "lariat/automata/minimization.hpp"
#include "lariat/automata/random.hpp"
#include "lariat/automata/translate.hpp"
#include "lariat/base/named.hpp"
#include "lariat/experiments/suites.hpp"
#include "lariat/frontend/languages.hpp"
#include "lariat/frontend/model.hpp"
#include "lariat/frontend/requirements.hpp"
#include "lariat/run/formats.hpp"
#include "lariat/search/algorithms.hpp"

namespace lariat::cluster {
class Transport;
}

namespace lariat::cli {

// How reports are written.
struct CommonOptions {
  std::vector<std::string> files;  // of automata, or models
  bool json = false;
  bool full = false;
  ColorMode color = ColorMode::automatic;
};

// How a model is read and executed.
struct ModelOptions {
  frontend::ReadOptions read;
  bool lossy = false;  // messages to full channels are lost

  model::InterpreterOptions interpretation() const { return {.lossy = lossy}; }
};

// --trail: runs are saved as trails of Spin.
struct TrailOptions {
  bool wanted = false;
  std::string file = {};  // empty: that of the model with `.trail` behind it, where Spin looks for it

  // The file for run number `number` of a model; Spin finds those behind the first by `-t2`, `-t3` and so on.
  std::string path(const std::string& model, std::size_t number = 1) const;
};

// How `lariat ltl` writes an automaton.
enum class LtlFormat : std::uint8_t { text, hoa, never, dot, svg, png, stats, json };
inline constexpr std::array ltl_formats = {
    Named{LtlFormat::text, "text", "a summary"},
    Named{LtlFormat::hoa, "hoa", "the Hanoi Omega-Automata format"},
    Named{LtlFormat::never, "never", "a never claim of Spin"},
    Named{LtlFormat::dot, "dot", "Graphviz"},
    Named{LtlFormat::svg, "svg", "a picture"},
    Named{LtlFormat::png, "png", "a picture"},
    Named{LtlFormat::stats, "stats", "a line of figures"},
    Named{LtlFormat::json, "json", "an object on a line"},
};
static_assert(lists_all(ltl_formats, LtlFormat::json));

struct LtlOptions {
  std::vector<std::string> formulas;
  std::vector<std::string> files;
  LtlFormat format = LtlFormat::text;
  automata::AutomatonType type = automata::AutomatonType::tgba;
  automata::Preference prefer = automata::Preference::small;
  bool negate = false;
  bool check = false;
  bool equivalent = false;
  bool implies = false;
  double max_time = 0;
  std::uint64_t max_states = 0;
  std::uint64_t words = 1000;

  // With a deadline that begins now.
  automata::TranslateOptions translate() const;
};

struct EmptyOptions {
  std::optional<search::Algorithm> algorithm;
  std::uint64_t max_length = 0;
  double max_time = 0;
};

enum class RowOrder : std::uint8_t { states, tables };
inline constexpr std::array row_orders = {
    Named{RowOrder::states, "states", "by states, most first"},
    Named{RowOrder::tables, "tables", "by kind, as in the tables of the paper"},
};

// lariat compare --provisos
struct CompareProvisosOptions {
  bool wanted = false;
  std::uint64_t runs = 100;
  std::uint64_t seed = 1;
  RowOrder sort = RowOrder::states;
  reduce::Method por = reduce::Method::stubborn;
  std::vector<reduce::Proviso> only;  // empty: all
};

struct SimulateOptions {
  std::string follow;
  bool interactive = false;
  std::uint64_t seed = 1;
  std::uint64_t steps = 0;  // 0: not given
  std::uint64_t skip = 0;
  bool watched = false;
  std::string observer;  // that takes its steps, too; empty: the first one
  bool only_prints = false;
  bool raw = false;  // control characters that the model prints are written as they are
};

struct BenchOptions {
  std::string suite;
  std::string models = "models";
  std::vector<std::string> only;  // words in the names of models
  std::string out = "lariat-bench";
  std::vector<experiments::PeerPart> parts;  // none: as the suite says
  std::string ltl_sizes;
  std::string classes;
  std::uint64_t runs = 0;  // 0: as many as the suite says
  std::uint64_t jobs = 1;
  double max_time = 60;
  bool resume = false;
  // Of random-graphs: where the figures come closest to the published ones; the sweep shows how they move around it.
  double degree = 2;
  double accepting = 0.1;
  std::uint64_t graphs = 100;
  std::uint64_t sweep_graphs = 20;
  std::uint64_t seed = 1;
};

struct RandomOptions {
  automata::RandomAutomaton automaton;
  std::uint64_t count = 1;
};

struct EnginesOptions {
  std::vector<std::string> paths;
  std::uint64_t max_states = 100'000;
  bool quick = false;
};

// lariat test
struct TestOptions {
  std::string junit;  // files of reports; empty: none
  std::string sarif;
  std::uint64_t jobs = 0;  // models at the same time; 0: as many as there are cores
  bool quiet = false;      // print only what did not pass
};

// lariat completion
struct CompletionOptions {
  enum class Kind : std::uint8_t { bash, zsh, fish, properties };
  Kind kind = Kind::bash;
};
inline constexpr std::array completions = {
    Named{CompletionOptions::Kind::bash, "bash", "a script for bash"},
    Named{CompletionOptions::Kind::zsh, "zsh", "a script for zsh"},
    Named{CompletionOptions::Kind::fish, "fish", "a script for fish"},
    Named{CompletionOptions::Kind::properties, "properties", "the names of a model's properties"},
};
static_assert(lists_all(completions, CompletionOptions::Kind::properties));

struct Options {
  std::string path;                // MODEL
  std::vector<std::string> paths;  // models and folders of them
  std::string file;                // the run to replay
  CommonOptions common;
  ModelOptions model;
  frontend::RequirementTexts requirements;
  SearchOptions search;
  Untrusted untrusted;
  search::Algorithm algorithm = search::Algorithm::automatic;
  std::optional<automata::Minimization> minimize;
  bool first = false;                     // a counterexample is shown as it was found
  std::optional<walk::SearchOrder> walk;  // none: whichever suits
  walk::CheckpointOptions checkpoint;     // without its key
  std::string meaning;                    // the options that decide what is explored, as given
  std::string trace;                      // the file to save a run in
  std::string html;                       // the file to write a page to
  std::string itf;                        // the file to save a run in, in the Informal Trace Format
  TrailOptions trail;
  const run::RunFormat* run_format = nullptr;  // null: as text
  std::vector<unsigned> thread_counts;         // to compare
  bool nonprogress = false;
  bool no_full = false;
  bool scc = false;
  bool dot = false;
  bool hoa = false;
  bool aut = false;
  std::optional<std::uint64_t> explain;  // the state whose reduced set is to be explained
  bool by_steps = false;
  bool list = false;
  bool show_automaton = false;
  bool show_state = false;
  bool chart = false;
  bool stats = false;
  bool unreached = false;
  bool coverage = false;               // count the executions of each statement
  bool syntax = false;                 // read the input, and nothing else
  bool strict = false;                 // warnings about properties count as violations
  std::optional<double> vacuity = {};  // seconds to look for warnings about a property; by default VacuityBudget::beside
  bool as_written = false;             // no reductions of the program
  LtlOptions ltl;
  EmptyOptions empty;
  CompareProvisosOptions provisos;
  SimulateOptions simulate;
  BenchOptions bench;
  RandomOptions random;
  EnginesOptions engines;
  TestOptions test;
  CompletionOptions completion;
  std::string manual_page;                // the command that it describes; empty: the program
  cluster::Transport* cluster = nullptr;  // the processes that mpirun started together with this one; null: there are none
};

// Ends the command with a message about the use of an option: `lariat: error: --por: why`.
[[noreturn]] void refuse(std::string_view option, const std::string& why);

}  // namespace lariat::cli
