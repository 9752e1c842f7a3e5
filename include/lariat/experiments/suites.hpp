// SPDX-License-Identifier: Apache-2.0
// The experiments of the papers that lariat implements, as suites of runs of the program itself.
//
// A suite plans its runs, each a command line of lariat or of Spin, and starts them as processes of their own: a crash, a limit
// or a model that cannot be read becomes a row of the results and does not end the suite. Each finished run is appended to
// SUITE.csv at once, so that a suite that was interrupted or killed goes on where it was.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "lariat/base/named.hpp"
#include "lariat/base/result.hpp"
#include "lariat/experiments/report.hpp"

namespace lariat::experiments {

enum class Suite : std::uint8_t { leader_election, emptiness, provisos, minimal, nested_reduction, peers };
inline constexpr std::array suites = {
    Named{Suite::leader_election, "leader-election", "Schwoon and Esparza 2005, Table 1"},
    Named{Suite::emptiness, "emptiness", "Gaiser and Schwoon 2009, Fig. 4"},
    Named{Suite::provisos, "provisos", "Duret-Lutz et al. 2016, Tables 1 to 3"},
    Named{Suite::minimal, "minimal", "Gastin, Moro and Zeitoun 2004, Tables 1 and 2"},
    Named{Suite::nested_reduction, "nested-reduction", "Holzmann, Peled and Yannakakis 1996"},
    Named{Suite::peers, "peers", "lariat beside Spin, and sizes of translated formulas"},
};
static_assert(lists_all(suites, Suite::peers));

// The parts of suite peers.
enum class PeerPart : std::uint8_t { explore, ltl, translation, stores, usual, reduction, threads, scaling };
inline constexpr std::array peer_parts = {
    Named{PeerPart::explore, "explore", "whole state spaces"},
    Named{PeerPart::ltl, "ltl", "properties that models state: ascc against pan -a"},
    Named{PeerPart::translation, "translation", "sizes of translated formulas against those of a file"},
    Named{PeerPart::stores, "stores", "every store against -DCOLLAPSE, -DHC4 and -DBITSTATE"},
    Named{PeerPart::usual, "usual", "both tools as they come, from the file to the verdict"},
    Named{PeerPart::reduction, "reduction", "states that partial-order reduction leaves"},
    Named{PeerPart::threads, "threads", "two threads against one"},
    Named{PeerPart::scaling, "scaling", "one family of models as it grows"},
};
static_assert(lists_all(peer_parts, PeerPart::scaling));

struct Request {
  std::string program;                 // the program to start: lariat
  std::string version;                 // its version, for the rows
  std::string models = "models";       // the folder of the models
  std::vector<std::string> only = {};  // models whose names contain one of these; empty: all
  std::string out = "lariat-bench";
  std::uint64_t runs = 0;  // orders of successors or transitions; 0: as many as the suite says
  std::uint64_t seed = 1;  // of the first order that is not the model's own
  std::uint64_t jobs = 1;  // runs at the same time
  double max_time = 60;    // seconds, for each run
  std::uint64_t max_memory = 0;
  std::uint64_t max_states = 0;
  bool resume = false;
  std::string classes = {};  // of suite provisos: the table of models from which 38 are chosen; empty: all models
  std::vector<PeerPart> parts = {PeerPart::explore, PeerPart::ltl, PeerPart::translation};  // of suite peers
  std::string reference_sizes = {};  // of suite peers: the folder of tables of formulas; empty: ../shared/ltl, if it is there
  const std::atomic<bool>* interrupted = nullptr;
};

// How far a suite has come, for a reader in another thread.
struct Standing {
  std::atomic<std::uint64_t> planned = 0;
  std::atomic<std::uint64_t> done = 0;      // in this call
  std::atomic<std::uint64_t> recorded = 0;  // by an earlier call

  // Seconds that the remaining runs will take if they take as long as those before them; negative: not known yet.
  double seconds_left(double seconds) const;
};

struct Outcome {
  std::string csv;   // files that were written
  std::string page;  // empty if the suite was interrupted
  std::uint64_t runs = 0;
  std::uint64_t failed = 0;  // runs without a result: errors, limits, crashes
  bool interrupted = false;
  Report report = {};
};

// Runs a suite and writes SUITE.csv and SUITE.html into the folder `out`. An error names what cannot be used: models that are
// not there, a folder that another suite is writing to, results that exist although `resume` is not set, a full disk.
Result<Outcome> run_suite(Suite suite, const Request& request, Standing& standing);

}  // namespace lariat::experiments
