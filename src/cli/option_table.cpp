// SPDX-License-Identifier: Apache-2.0
#include "cli/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "cli/options.hpp"
#include "lariat/experiments/suites.hpp"
#include "lariat/space/space.hpp"
#include "lariat/store/bitstate.hpp"

namespace lariat::cli {
namespace {

using enum CommandId;
using O = Options;
using C = CommonOptions;
using M = ModelOptions;
using In = frontend::ReadOptions;
using R = frontend::RequirementTexts;
using S = SearchOptions;
using Times = Text::Times;

constexpr std::uint64_t any = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint64_t most_states = 4294967294;
constexpr std::uint64_t many = 1'000'000'000'000;

// `field<&O::search, &S::fair>(o)` is o.search.fair.
template <auto... path>
auto& field(Options& options) {
  return (options.*....*path);
}

template <auto... path>
constexpr Flag flag = {[](Options& o) { field<path...>(o) = true; }};

template <auto... path>
constexpr Count count(std::uint64_t least, std::uint64_t most) {
  return {least, most, [](Options& o, std::uint64_t value) {
            auto& to = field<path...>(o);
            if constexpr (std::is_integral_v<std::remove_reference_t<decltype(to)>>)
              to = static_cast<std::remove_reference_t<decltype(to)>>(value);
            else
              to = value;
          }};
}

template <auto... path>
constexpr Number number(double least, double most) {
  return {least, most, [](Options& o, double value) { field<path...>(o) = value; }};
}

template <auto... path>
constexpr Bytes bytes = {[](Options& o, std::uint64_t value) { field<path...>(o) = value; }};

template <auto... path>
constexpr Text text = {Times::once, [](Options& o, const std::string& value) {
                         field<path...>(o) = value;
                         return std::optional<std::string>();
                       }};

template <auto... path>
constexpr Text texts(Times times = Times::repeated) {
  return {times, [](Options& o, const std::string& value) {
            field<path...>(o).push_back(value);
            return std::optional<std::string>();
          }};
}

// One of the names of a table of the library.
template <const auto& table, auto... path>
constexpr Choice choice(std::string_view what) {
  return {what, [] { return names_of(table); },
          [](Options& o, std::string_view name) { field<path...>(o) = *find_named(table, name); }};
}

std::vector<std::string> algorithm_names() {
  std::vector<std::string> names = {std::string(search::info(search::Algorithm::automatic).name)};
  for (const search::AlgorithmInfo& about : search::algorithms()) names.emplace_back(about.name);
  return names;
}

constexpr Choice algorithm_choice = {"algorithm", algorithm_names,
                                     [](Options& o, std::string_view name) { o.algorithm = *search::find_algorithm(name); }};

// `lariat empty` knows one more: the direct search for non-progress cycles.
constexpr std::string_view nonprogress_name = "nonprogress";
constexpr Choice empty_algorithm_choice = {"algorithm",
                                           [] {
                                             std::vector<std::string> names = algorithm_names();
                                             names.insert(names.begin() + 1, std::string(nonprogress_name));
                                             return names;
                                           },
                                           [](Options& o, std::string_view name) {
                                             o.empty.algorithm = search::find_algorithm(name);
                                             o.nonprogress |= name == nonprogress_name;
                                           }};

constexpr Choice run_format_choice = {"run format", [] { return names_of(run::run_formats()); },
                                      [](Options& o, std::string_view name) { o.run_format = run::find_run_format(name); }};

constexpr Choice language_choice = {
    "language", [] { return names_of(frontend::languages()); },
    [](Options& o, std::string_view name) { o.model.read.language = frontend::find_language(name); }};

// The experiments that start runs of the program, and one that has its graphs in memory.
constexpr std::string_view random_graphs_name = "random-graphs";
constexpr std::string_view all_suites_name = "all";
constexpr Choice suite_choice = {"experiment",
                                 [] {
                                   std::vector<std::string> names = names_of(experiments::suites);
                                   names.emplace_back(all_suites_name);
                                   names.emplace_back(random_graphs_name);
                                   return names;
                                 },
                                 [](Options& o, std::string_view name) { o.bench.suite = name; }};

constexpr std::array reductions = {reduce::methods[1], reduce::methods[2], reduce::methods[3]};  // without `none`

constexpr Text proviso_text = {Times::once, [](Options& o, const std::string& value) -> std::optional<std::string> {
                                 const auto parsed = reduce::parse_proviso(value);
                                 if (!parsed) return parsed.errors().front().message;
                                 o.search.proviso = *parsed;
                                 return std::nullopt;
                               }};

// Provisos with commas between them.
constexpr Text proviso_list = {Times::once, [](Options& o, const std::string& value) -> std::optional<std::string> {
                                 for (std::size_t begin = 0; begin <= value.size();) {
                                   const std::size_t end = std::min(value.find(',', begin), value.size());
                                   const auto parsed =
                                       reduce::parse_proviso(std::string_view(value).substr(begin, end - begin));
                                   if (!parsed) return parsed.errors().front().message;
                                   o.provisos.only.push_back(*parsed);
                                   begin = end + 1;
                                 }
                                 return std::nullopt;
                               }};

// Words with commas between them.
constexpr Text model_words = {Times::once, [](Options& o, const std::string& value) -> std::optional<std::string> {
                                for (std::size_t begin = 0; begin <= value.size();) {
                                  const std::size_t end = std::min(value.find(',', begin), value.size());
                                  if (end > begin) o.bench.only.push_back(value.substr(begin, end - begin));
                                  begin = end + 1;
                                }
                                if (o.bench.only.empty()) return "there is no name in it";
                                return std::nullopt;
                              }};

constexpr Text part_list = {
    Times::once, [](Options& o, const std::string& value) -> std::optional<std::string> {
      std::vector<experiments::PeerPart>& parts = o.bench.parts;
      for (std::size_t begin = 0; begin <= value.size();) {
        const std::size_t end = std::min(value.find(',', begin), value.size());
        const std::string name = value.substr(begin, end - begin);
        if (name != "all" && !find_named(experiments::peer_parts, name))
          return fmt::format("there is no part `{}`: {} or all", name, fmt::join(names_of(experiments::peer_parts), ", "));
        for (const auto& one : experiments::peer_parts)
          if ((name == "all" || name == one.name) && std::find(parts.begin(), parts.end(), one.value) == parts.end())
            parts.push_back(one.value);
        begin = end + 1;
      }
      return std::nullopt;
    }};

// Numbers of threads with commas between them.
constexpr Text thread_list = {Times::once, [](Options& o, const std::string& value) -> std::optional<std::string> {
                                for (std::size_t begin = 0; begin <= value.size();) {
                                  const std::size_t end = std::min(value.find(',', begin), value.size());
                                  unsigned count = 0;
                                  const char* const last = value.data() + end;
                                  const auto read = std::from_chars(value.data() + begin, last, count);
                                  if (read.ec != std::errc() || read.ptr != last || count < 1 || count > 256)
                                    return "expected numbers from 1 to 256 with commas between them";
                                  o.thread_counts.push_back(count);
                                  begin = end + 1;
                                }
                                return std::nullopt;
                              }};

constexpr Text trail_text = {Times::optional, [](Options& o, const std::string& value) {
                               o.trail.wanted = true;
                               o.trail.file = value;
                               return std::optional<std::string>();
                             }};

constexpr Text observer_text = {Times::optional, [](Options& o, const std::string& value) {
                                  o.simulate.watched = true;
                                  o.simulate.observer = value;
                                  return std::optional<std::string>();
                                }};

constexpr CommandSet models = check | test | explore | simulate | replay | compare | engines;
constexpr CommandSet searches = check | explore | compare;
constexpr CommandSet automata_files = empty | scc;

constexpr auto properties = Group::properties;
constexpr auto model = Group::model;
constexpr auto method = Group::method;
constexpr auto limits = Group::limits;
constexpr auto output = Group::output;

constexpr std::array table = {
    // Arguments
    OptionRow{check, "MODEL", texts<&O::paths>(), model, "",
              "models, files in Promela or DVE, or folders of them; `-` is the standard input", true},
    OptionRow{test, "PATH", texts<&O::paths>(), model, "", "models, saved runs, and folders of them", true},
    OptionRow{explore | simulate | replay, "MODEL", text<&O::path>, model, "",
              "the model, a file in Promela or DVE; `-` is the standard input", true},
    OptionRow{engines, "MODEL", texts<&O::engines, &EnginesOptions::paths>(), model, "", "models, files in Promela or DVE",
              true},
    OptionRow{replay, "FILE", text<&O::file>, model, "",
              "the run: saved by --trace, or a trail of Spin; `-` is the standard input", true},
    OptionRow{automata_files, "FILE", texts<&O::common, &C::files>(), Group::automata, "",
              "HOA files or never claims; `-` is the standard input", true},
    OptionRow{compare, "FILE", texts<&O::common, &C::files>(), Group::automata, "",
              "a model, a file in Promela or DVE; or automata, HOA files or never claims; `-` is the standard input", true},
    OptionRow{ltl, "FORMULA", texts<&O::ltl, &LtlOptions::formulas>(), properties, "",
              "formulas (docs/ltl.md); `-` reads them from the standard input"},
    OptionRow{bench, "SUITE", suite_choice, method, "", "the experiment: {}", true},

    OptionRow{completion, "WHAT", choice<completions, &O::completion, &CompletionOptions::kind>("completion"), output, "",
              "a script for bash, zsh or fish; or properties, the names that --property takes of the models that follow", true},
    OptionRow{completion, "MODEL", texts<&O::paths>(), output, "", "with properties: models, files in Promela or DVE"},
    OptionRow{manual, "COMMAND", text<&O::manual_page>, output, "", "the command that the page describes [the program]"},

    // Properties
    OptionRow{check | compare, "--ltl", texts<&O::requirements, &R::formulas>(), properties, "FORMULA",
              "all runs satisfy FORMULA (docs/ltl.md); may be given several times"},
    OptionRow{check | compare, "--define", texts<&O::requirements, &R::defines>(), properties, "NAME=EXPRESSION",
              "NAME stands for the model's EXPRESSION in formulas"},
    OptionRow{check | compare, "--define-file", texts<&O::requirements, &R::define_files>(), properties, "FILE",
              "definitions from FILE, one a line"},
    OptionRow{check, "--property", texts<&O::requirements, &R::properties>(Times::repeated_option), properties, "NAME",
              "the model's property of that NAME, an ltl block or a never claim; without a name its property process"},
    OptionRow{check | compare, "--acceptance-cycles", flag<&O::requirements, &R::acceptance>, properties, "",
              "no cycle has a state with a process at an accepting label"},
    OptionRow{check | compare, "--progress-cycles", flag<&O::requirements, &R::progress>, properties, "",
              "every cycle has a state with a process at a progress label"},
    OptionRow{check, "--invariant", texts<&O::requirements, &R::invariants>(), properties, "EXPRESSION",
              "EXPRESSION holds in every state"},
    OptionRow{check, "--reach", texts<&O::requirements, &R::reaches>(), properties, "EXPRESSION",
              "search for a state in which EXPRESSION holds; show a run that reaches it (exit code 0; 1 if there is none)"},
    OptionRow{check, "--assert", flag<&O::requirements, &R::assertions>, properties, "",
              "no assertion fails, and no run-time error happens (range, index, division by 0)"},
    OptionRow{check, "--deadlock", flag<&O::requirements, &R::deadlock>, properties, "",
              "no run ends; in Promela: no run ends in an invalid end state"},
    OptionRow{check, "--end-states", flag<&O::requirements, &R::end_states>, properties, "",
              "another name of --deadlock, the one that Promela uses"},
    OptionRow{check, "--claim", text<&O::model, &M::read, &In::claim_file>, properties, "FILE",
              "never claims and ltl blocks from FILE, as if the model ended with them (Promela)"},

    // Model
    OptionRow{models, "--language", language_choice, model, "NAME",
              "the language of the model: {} [by the end of the file's name, or else by its content]"},
    OptionRow{models, "--overflow", choice<frontend::overflows, &O::model, &M::read, &In::overflow>("way to treat overflows"),
              model, "NAME",
              "a value that its variable cannot hold: error (the run ends there), wrap (only its lower bits are kept) or "
              "goes-on (an error, after which the other processes go on) [error; Promela: wrap]"},
    OptionRow{models, "--macro,-D", texts<&O::model, &M::read, &In::macros>(), model, "NAME=TEXT",
              "define a macro of the preprocessor (Promela)"},
    OptionRow{models, "--include-path,-I", texts<&O::model, &M::read, &In::include_paths>(), model, "DIR",
              "look for included files in this folder, too (Promela)"},
    OptionRow{models, "--include-root", texts<&O::model, &M::read, &In::include_roots>(), model, "DIR",
              "included files must lie in this folder (Promela) [the model's folder, and those of --include-path]"},
    OptionRow{models, "--inner-escapes", flag<&O::model, &M::read, &In::inner_escapes>, model, "",
              "the inner escape of nested unless statements has priority (Promela)"},
    OptionRow{models, "--lossy", flag<&O::model, &M::lossy>, model, "",
              "a message sent to a full channel is lost, and its sender goes on"},

    // Method: automata and formulas
    OptionRow{ltl, "--file,-F", texts<&O::ltl, &LtlOptions::files>(), method, "FILE",
              "read formulas from FILE, one a line; `-` is the standard input"},
    OptionRow{ltl, "--negate", flag<&O::ltl, &LtlOptions::negate>, method, "", "translate the negation"},
    OptionRow{ltl, "--type", choice<automata::automaton_types, &O::ltl, &LtlOptions::type>("type"), method, "NAME",
              "tgba: generalised acceptance on transitions; gba: on states; ba: one set on states [tgba]"},
    OptionRow{ltl, "--prefer", choice<automata::preferences, &O::ltl, &LtlOptions::prefer>("preference"), method, "NAME",
              "prefer {} automata [small]"},
    OptionRow{ltl, "--check", flag<&O::ltl, &LtlOptions::check>, method, "",
              "verify the automaton against the negation and random words"},
    OptionRow{ltl, "--equivalent", flag<&O::ltl, &LtlOptions::equivalent>, method, "",
              "check whether two formulas are equivalent; show a word if they are not"},
    OptionRow{ltl, "--implies", flag<&O::ltl, &LtlOptions::implies>, method, "",
              "check whether the first formula implies the second; show a word if it does not"},
    OptionRow{ltl, "--words", count<&O::ltl, &LtlOptions::words>(0, 1'000'000'000), method, "N",
              "random words for --check [1000]"},

    // Method: searches
    OptionRow{check, "--algorithm", algorithm_choice, method, "NAME",
              "the search for runs that violate a formula; `lariat algorithms` lists them [auto]"},
    OptionRow{empty, "--algorithm", empty_algorithm_choice, method, "NAME",
              "the emptiness check; `lariat algorithms` lists them [auto]"},
    OptionRow{check | empty, "--minimize", choice<automata::minimizations, &O::minimize>("way to minimize"), method, "NAME",
              "search for a short counterexample by {}"},
    OptionRow{check, "--first", flag<&O::first>, method, "",
              "show the counterexample that is found first, without spending up to a second on a shorter one"},
    OptionRow{empty | compare, "--nonprogress", flag<&O::nonprogress>, method, "",
              "search for a cycle that avoids all states in acceptance sets"},
    OptionRow{check, "--search", choice<walk::search_orders, &O::walk>("order"), method, "ORDER",
              "the search for states: bfs (finds shortest runs) or dfs [bfs; with --por mostly dfs]"},
    OptionRow{explore, "--search", choice<walk::search_orders, &O::walk>("order"), method, "ORDER",
              "breadth first or depth first: {} [bfs; with --por dfs]"},
    OptionRow{explore, "--scc", flag<&O::scc>, method, "", "count the strongly connected components"},
    OptionRow{check | test | compare, "--fair", flag<&O::search, &S::fair>, method, "",
              "weak fairness: an infinite run counts only if no process is enabled forever without taking a step"},
    OptionRow{check | compare, "--deadlock-runs",
              choice<product::deadlock_runs, &O::search, &S::deadlock_runs>("way to treat runs that end"), method, "HOW",
              "a run that ends repeats its last state for ever (stutter) or does not count (ignore) [stutter]"},
    OptionRow{check | explore, "--bitstate",
              count<&O::search, &S::bitstate>(store::Bitstate::least_bits, store::Bitstate::most_bits), method, "BITS",
              "approximate: keep a few bits of each state, in an array of 2^BITS bits"},
    OptionRow{check | explore, "--hashes", count<&O::search, &S::hashes>(1, store::Bitstate::most_hashes), method, "K",
              "how many bits of a state --bitstate sets [3]"},
    OptionRow{check | explore, "--hash-compact", flag<&O::search, &S::hash_compact>, method, "",
              "approximate: keep a hash of each state, in 8 bytes"},
    OptionRow{check | explore, "--checkpoint", text<&O::checkpoint, &walk::CheckpointOptions::folder>, method, "DIR",
              "save the walk over the states in DIR, so that it can go on after a crash or a limit"},
    OptionRow{check | explore, "--every", number<&O::checkpoint, &walk::CheckpointOptions::every>(0.001, 1e9), method,
              "SECONDS", "with --checkpoint: how often [600]"},
    OptionRow{check | explore, "--resume", text<&O::checkpoint, &walk::CheckpointOptions::resume>, method, "DIR",
              "go on with the walk that --checkpoint DIR has saved"},
    OptionRow{check, "--swarm", count<&O::search, &S::swarm>(1, 100'000), method, "N",
              "approximate: N searches in different orders, to different depths, --threads of them at a time"},
    OptionRow{check, "--as-written", flag<&O::as_written>, method, "",
              "search the model as it is written: reset no dead variables, merge no statements, drop nothing"},
    OptionRow{check, "--por", choice<reduce::method_choices, &O::search, &S::por>("reduction"), method, "HOW",
              "partial-order reduction: {} [auto: where it saves time]"},
    OptionRow{explore, "--por", choice<reduce::methods, &O::search, &S::por>("reduction"), method, "HOW",
              "partial-order reduction: {} [none]"},
    OptionRow{compare, "--por", choice<reductions, &O::provisos, &CompareProvisosOptions::por>("reduction"), method, "HOW",
              "with --provisos: by {} sets [stubborn]"},
    OptionRow{check | explore, "--proviso", proviso_text, method, "NAME",
              "which states the reduction expands; `lariat provisos` lists the names"},
    OptionRow{check, "--nested-por", choice<reduce::nested_pors, &O::search, &S::nested_por>("way to repeat a reduction"),
              method, "HOW", "how a second search repeats the reduction of the first: {} [select-bit]"},
    OptionRow{explore, "--no-full", flag<&O::no_full>, method, "", "with --por: do not explore the full space to compare"},
    OptionRow{compare, "--provisos", flag<&O::provisos, &CompareProvisosOptions::wanted>, method, "",
              "reduce a model with every cycle proviso, and print the sizes"},
    OptionRow{compare, "--runs", count<&O::provisos, &CompareProvisosOptions::runs>(1, 1'000'000), method, "N",
              "with --provisos: how many orders of transitions [100]"},
    OptionRow{compare, "--seed", count<&O::provisos, &CompareProvisosOptions::seed>(0, UINT32_MAX), method, "N",
              "with --provisos: the seed of the first order; the others follow [1]"},
    OptionRow{compare, "--only", proviso_list, method, "NAME,...", "with --provisos: these provisos alone, and Full"},
    OptionRow{searches, "--engine", choice<native::engines, &O::search, &S::engine, &EngineChoice::engine>("engine"), method,
              "ENGINE", "what executes the model: the interpreter, native code, or auto, which is native if it pays [auto]"},
    OptionRow{searches, "--no-cache", flag<&O::search, &S::engine, &EngineChoice::no_cache>, method, "",
              "neither use nor keep compiled models of other runs"},
    OptionRow{engines, "--no-cache", flag<&O::search, &S::engine, &EngineChoice::no_cache>, method, "",
              "neither use nor keep compiled models of other runs"},
    OptionRow{engines, "--quick", flag<&O::engines, &EnginesOptions::quick>, method, "",
              "use code that is compiled quickly instead of optimised code"},
    OptionRow{searches, "--order", count<&O::search, &S::order>(0, any), method, "SEED",
              "try successors in another order, which SEED decides"},
    OptionRow{searches | test, "--store", choice<store::stores, &O::search, &S::store>("store"), method, "STORE",
              "keep states whole (exact), or equal parts of them once (tree) [exact]"},
    OptionRow{check | explore, "--threads", count<&O::search, &S::threads>(1, 256), method, "N",
              "threads that search together [1]"},
    OptionRow{compare, "--threads", thread_list, method, "N,...",
              "of a model: compare the searches for several threads with so many threads each"},

    OptionRow{test, "--jobs", count<&O::test, &TestOptions::jobs>(1, 256), method, "N",
              "check N models at the same time [as many as there are cores]"},

    // Method: simulation and experiments
    OptionRow{simulate, "--interactive", flag<&O::simulate, &SimulateOptions::interactive>, method, "",
              "ask for each step, in the terminal or from a script"},
    OptionRow{simulate, "--seed", count<&O::simulate, &SimulateOptions::seed>(0, any), method, "N",
              "the same seed takes the same steps everywhere [1]"},
    OptionRow{simulate, "--steps", count<&O::simulate, &SimulateOptions::steps>(1, many), method, "N",
              "stop after N random steps [100]"},
    OptionRow{simulate, "--property", observer_text, method, "NAME",
              "let the property process or never claim of that NAME take its steps, too"},
    OptionRow{simulate, "--follow", text<&O::simulate, &SimulateOptions::follow>, method, "FILE",
              "begin with the steps of a saved run, or of a trail of Spin"},
    OptionRow{replay, "--steps", flag<&O::by_steps>, method, "", "show one step at a time: Enter is next, b back, q quit"},
    OptionRow{bench, "--models", text<&O::bench, &BenchOptions::models>, model, "DIR",
              "the folder of the models [models, in the current folder]"},
    OptionRow{bench, "--only", model_words, model, "NAME,...", "models whose names contain one of these alone"},
    OptionRow{bench, "--classes", text<&O::bench, &BenchOptions::classes>, model, "FILE",
              "of provisos: choose 38 models by type and size from this table, so that they are as large as the paper's"},
    OptionRow{bench, "--ltl-sizes", text<&O::bench, &BenchOptions::ltl_sizes>, model, "DIR",
              "of peers: tables of formulas and sizes of their automata [../shared/ltl, if it is there]"},
    OptionRow{bench, "--parts", part_list, method, "NAME,...",
              "of peers: explore, ltl, translation, stores, usual, reduction, threads, scaling or all [the first three]"},
    OptionRow{bench, "--runs", count<&O::bench, &BenchOptions::runs>(1, 1'000'000), method, "N",
              "orders of successors for each question; the first one is the model's own [as the suite says]"},
    OptionRow{bench, "--jobs", count<&O::bench, &BenchOptions::jobs>(1, 1024), method, "N",
              "runs at the same time; more than one makes times less certain [1]"},
    OptionRow{bench, "--resume", flag<&O::bench, &BenchOptions::resume>, method, "",
              "go on with the results in the folder of --out: only runs that it does not have are started"},
    OptionRow{bench, "--degree", number<&O::bench, &BenchOptions::degree>(0.1, 100), method, "X",
              "mean number of transitions a state"},
    OptionRow{bench, "--accepting", number<&O::bench, &BenchOptions::accepting>(0.001, 1), method, "X",
              "fraction of accepting states"},
    OptionRow{bench, "--graphs", count<&O::bench, &BenchOptions::graphs>(1, 1'000'000), method, "N", "graphs of each size"},
    OptionRow{bench, "--sweep-graphs", count<&O::bench, &BenchOptions::sweep_graphs>(0, 1'000'000), method, "N",
              "graphs for each row of the sweep; 0: no sweep"},
    OptionRow{bench, "--seed", count<&O::bench, &BenchOptions::seed>(0, any), method, "N", "the first seed"},

    // Random automata
    OptionRow{random, "--states",
              count<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::states>(1, most_states), Group::automata,
              "N", "number of states [20]"},
    OptionRow{random, "--degree", number<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::degree>(0, 1e9),
              Group::automata, "X",
              "mean number of transitions that leave a state; a state has from none to twice as many, equally likely [2]"},
    OptionRow{random, "--accepting", number<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::accepting>(0, 1),
              Group::automata, "X", "probability that a state is in a set, for each set [0.1]"},
    OptionRow{random, "--sets", count<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::sets>(0, max_sets),
              Group::automata, "N", "number of acceptance sets [1]"},
    OptionRow{random, "--transitions", flag<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::on_transitions>,
              Group::automata, "", "transitions are in the sets instead of states"},
    OptionRow{random, "--atoms", count<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::atoms>(0, 64),
              Group::automata, "N", "number of atomic propositions in labels [0]"},
    OptionRow{random, "--initial",
              count<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::initial>(1, most_states),
              Group::automata, "N", "number of initial states [1]"},
    OptionRow{random, "--seed", count<&O::random, &RandomOptions::automaton, &automata::RandomAutomaton::seed>(0, any),
              Group::automata, "N", "the same seed gives the same automaton everywhere [1]"},
    OptionRow{random, "--count", count<&O::random, &RandomOptions::count>(1, any), Group::automata, "N",
              "write N automata, with this seed and the ones that follow it [1]"},

    // Limits
    OptionRow{check | explore | simulate | replay | ltl | empty, "--untrusted", flag<&O::untrusted, &Untrusted::wanted>, limits,
              "",
              "for input from strangers: once it is read, open nothing, start nothing, reach no network; at most "
              "60 seconds and 2 GB unless limits are given (SECURITY.md)"},
    OptionRow{check | test | explore, "--max-time", number<&O::search, &S::max_time>(0.001, 1e9), limits, "SECONDS",
              "end the whole call after so many seconds; what is not answered by then is unknown"},
    OptionRow{compare, "--max-time", number<&O::search, &S::max_time>(0.001, 1e9), limits, "SECONDS",
              "give up on an algorithm after so many seconds; with --provisos: end the whole call"},
    OptionRow{bench, "--max-time", number<&O::bench, &BenchOptions::max_time>(0.001, 1e9), limits, "SECONDS",
              "give up on a run after so many seconds [60]"},
    OptionRow{bench, "--max-memory", bytes<&O::search, &S::max_memory>, limits, "BYTES",
              "give up on a run that takes so much memory (500M, 4G)"},
    OptionRow{bench, "--max-states", count<&O::search, &S::max_states>(1, most_states), limits, "N",
              "give up on a run with more states"},
    OptionRow{check, "--vacuity", number<&O::vacuity>(0, 1e6), limits, "SECONDS",
              "look so long for parts of a property that make no difference; 0: not at all [1]"},
    OptionRow{empty, "--max-time", number<&O::empty, &EmptyOptions::max_time>(0.001, 1e9), limits, "SECONDS",
              "give up on an automaton after so many seconds"},
    OptionRow{ltl, "--max-time", number<&O::ltl, &LtlOptions::max_time>(0.001, 1e9), limits, "SECONDS",
              "give up on a formula after so many seconds"},
    OptionRow{searches | test, "--max-memory", bytes<&O::search, &S::max_memory>, limits, "BYTES",
              "give up when the program takes so much memory (500M, 4G)"},
    OptionRow{searches | test, "--max-states", count<&O::search, &S::max_states>(1, most_states), limits, "N",
              "give up when there are more states"},
    OptionRow{ltl, "--max-states", count<&O::ltl, &LtlOptions::max_states>(1, most_states), limits, "N",
              "give up on an automaton with more states on the way"},
    OptionRow{engines, "--max-states", count<&O::engines, &EnginesOptions::max_states>(1, any), limits, "N",
              "states to compare of each model [100000]"},
    OptionRow{searches, "--max-depth", count<&O::search, &S::max_depth>(1, most_states), limits, "N",
              "give up when the search gets deeper"},
    OptionRow{empty, "--max-length", count<&O::empty, &EmptyOptions::max_length>(1, most_states), limits, "N",
              "with --minimize: only lassos of at most N transitions"},

    // Output
    OptionRow{bench, "--out", text<&O::bench, &BenchOptions::out>, output, "DIR",
              "the folder for SUITE.csv and SUITE.html [lariat-bench]"},
    OptionRow{check, "--trace", text<&O::trace>, output, "FILE.json",
              "save the run that violates a property, for `lariat replay`"},
    OptionRow{simulate, "--trace", text<&O::trace>, output, "FILE.json", "save the run, for `lariat replay`"},
    OptionRow{check | simulate, "--trail", trail_text, output, "FILE",
              "save the run as a trail, for `spin -t` and `lariat replay` [MODEL.trail]"},
    OptionRow{check, "--html", text<&O::html>, output, "FILE.html",
              "write the verdicts and the runs that violate properties as a page for a browser"},
    OptionRow{simulate | replay, "--html", text<&O::html>, output, "FILE.html", "write the run as a page for a browser"},
    OptionRow{check | simulate | replay, "--itf", text<&O::itf>, output, "FILE.itf.json",
              "save the run in the Informal Trace Format, for viewers of TLA+, Quint and Apalache"},
    OptionRow{check, "--automaton", flag<&O::show_automaton>, output, "",
              "show the automaton of the formula, and its states in the run"},
    OptionRow{replay, "--automaton", flag<&O::show_automaton>, output, "",
              "show the states of the property's automaton in the run"},
    OptionRow{check | simulate | replay, "--state", flag<&O::show_state>, output, "", "show the whole state after each step"},
    OptionRow{check, "--msc", flag<&O::chart>, output, "", "show the run as a message sequence chart, too"},
    OptionRow{simulate | replay, "--msc", flag<&O::chart>, output, "", "show a message sequence chart instead of the steps"},
    OptionRow{replay, "--run-format", run_format_choice, output, "NAME", "write the run as {} [text]"},
    OptionRow{simulate, "--raw", flag<&O::simulate, &SimulateOptions::raw>, output, "",
              "with --prints, write control characters as they are instead of escaping them"},
    OptionRow{simulate, "--prints", flag<&O::simulate, &SimulateOptions::only_prints>, output, "",
              "show only what the model prints, and go on until it ends"},
    OptionRow{simulate, "--skip", count<&O::simulate, &SimulateOptions::skip>(0, many), output, "N",
              "do not show the first N steps"},
    OptionRow{
        check, "--unreached", flag<&O::unreached>, output, "",
        "explore all states, and list statements that are never reached (Promela: listed anyway after a complete search)"},
    OptionRow{check, "--coverage", flag<&O::coverage>, output, "",
              "explore all states, and show the source with how often each statement is executed (--html shows it, too)"},
    OptionRow{check | test, "--strict", flag<&O::strict>, output, "",
              "exit code 1 if there is a warning beside a verdict, as for a property that is violated"},
    OptionRow{check, "--syntax", flag<&O::syntax>, output, "",
              "only read the models and the properties, and say what is wrong with them"},
    OptionRow{test, "--junit", text<&O::test, &TestOptions::junit>, output, "FILE.xml",
              "write a report for build servers, in the XML of JUnit"},
    OptionRow{test, "--sarif", text<&O::test, &TestOptions::sarif>, output, "FILE.sarif",
              "write what did not pass as SARIF 2.1.0, with the steps of runs"},
    OptionRow{test, "--quiet", flag<&O::test, &TestOptions::quiet>, output, "", "print only tests that did not pass"},
    OptionRow{check | empty, "--stats", flag<&O::stats>, output, "", "print all statistics"},
    OptionRow{explore, "--dot", flag<&O::dot>, output, "", "draw the states and transitions for Graphviz"},
    OptionRow{explore, "--aut", flag<&O::aut>, output, "",
              "write them in the Aldebaran format, for CADP and mCRL2; labels are the statements"},
    OptionRow{explore, "--hoa", flag<&O::hoa>, output, "", "write them as an automaton whose atoms are those of --define"},
    OptionRow{explore, "--define", texts<&O::requirements, &R::defines>(), output, "NAME=EXPRESSION",
              "NAME stands for the model's EXPRESSION in a drawing"},
    OptionRow{explore, "--define-file", texts<&O::requirements, &R::define_files>(), output, "FILE",
              "definitions from FILE, one a line"},
    OptionRow{explore, "--explain", count<&O::explain>(0, any), output, "STATE",
              "explain the reduced set of a state; the initial state is 0"},
    OptionRow{compare, "--sort", choice<row_orders, &O::provisos, &CompareProvisosOptions::sort>("order of rows"), output,
              "HOW", "with --provisos: by states, most first, or first by kind, as in the paper's tables [states]"},
    OptionRow{scc, "--list", flag<&O::list>, output, "", "list each component, each after those that it reaches"},
    OptionRow{ltl, "--format", choice<ltl_formats, &O::ltl, &LtlOptions::format>("format"), output, "NAME", "{} [text]"},
    OptionRow{searches | bench, "--progress", choice<progress_modes, &O::search, &S::progress>("way to show progress"), output,
              "HOW", "on the standard error: line (on a terminal), json (a line a second) or none [line]"},
    OptionRow{check | explore | replay | ltl | empty | compare | scc, "--full", flag<&O::common, &C::full>, output, "",
              "abbreviate nothing"},
    OptionRow{models | ltl | automata_files | bench | provisos | options, "--json", flag<&O::common, &C::json>, output, "",
              "print JSON (docs/json.md)"},
    OptionRow{check | test | explore | simulate | replay | ltl | empty | compare | scc, "--color",
              choice<color_modes, &O::common, &C::color>("way to colour"), output, "WHEN", "colours: {} [auto]"},
};

}  // namespace

std::string_view to_string(Group group) {
  static constexpr std::array names = {"Properties", "Model", "Method", "Automata", "Limits", "Output"};
  return names[static_cast<std::size_t>(group)];
}

std::span<const OptionRow> option_table() { return table; }

const OptionRow* find_option(CommandId command, std::string_view name) {
  for (const OptionRow& row : table)
    if (row.commands.contains(command) && row.long_name() == name) return &row;
  return nullptr;
}

std::string help_of(const OptionRow& row) {
  const Choice* const choice = std::get_if<Choice>(&row.kind);
  std::string text(row.help);
  const std::size_t place = text.find("{}");
  if (choice == nullptr || place == text.npos) return text;
  const std::vector<std::string> names = choice->names();
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i) list += (i == 0 ? "" : i + 1 < names.size() ? ", " : " or ") + names[i];
  return text.replace(place, 2, list);
}

}  // namespace lariat::cli
