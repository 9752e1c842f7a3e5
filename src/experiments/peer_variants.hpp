// SPDX-License-Identifier: Apache-2.0
// The runs that suite peers compares: what lariat and Spin are told, and the names of the rows.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/task.hpp"
#include "lariat/experiments/report.hpp"

namespace lariat::experiments {

// Two runs that answer the same question. The rows are named `NAME lariat` and `NAME spin`.
struct PeerWay {
  std::string_view name;
  std::string_view lariat;    // arguments, with spaces between them
  std::string_view generate;  // options of spin beside -a
  std::string_view compile;   // options of gcc
  std::string_view verify;    // options of pan
};

// Spin's verifier visits the states of lariat without statement merging, resets of dead variables and reduction.
inline constexpr std::string_view plain_spin = "-o1 -o2 -o3";
inline constexpr PeerWay peer_explore = {"explore", "", plain_spin, "-DNOREDUCE -DSAFETY -DNOCLAIM -DNOFAIR", "-c0"};
inline constexpr PeerWay peer_ltl = {"ltl", "--algorithm ascc --as-written --vacuity 0", plain_spin, "-DNOREDUCE -DNOFAIR",
                                     "-a"};

// exact must be the first: the others are compared with its number of states.
inline constexpr std::array peer_stores = {
    PeerWay{"store exact", "--store exact", plain_spin, "-DNOREDUCE -DSAFETY -DNOCLAIM -DNOFAIR", "-c0"},
    PeerWay{"store tree", "--store tree", plain_spin, "-DNOREDUCE -DSAFETY -DNOCLAIM -DNOFAIR -DCOLLAPSE", "-c0"},
    PeerWay{"store hash", "--hash-compact", plain_spin, "-DNOREDUCE -DSAFETY -DNOCLAIM -DNOFAIR -DHC4", "-c0"},
    PeerWay{"store bits", "--bitstate 30", plain_spin, "-DNOREDUCE -DSAFETY -DNOCLAIM -DNOFAIR -DBITSTATE", "-c0 -w30"},
};

// Both tools look for errors and invalid end states and otherwise do what they do by themselves: Spin merges statements, resets
// dead variables and reduces by partial order. With a claim, as an ltl block makes one, Spin would not look for invalid end
// states. `usual reduced` has Spin's row of `usual default`, which is the same run.
inline constexpr std::string_view usual_reduced = "usual reduced";
inline constexpr std::array peer_usual = {
    PeerWay{"usual default", "--assert --end-states", "", "-DNOCLAIM", ""},
    PeerWay{usual_reduced, "--assert --end-states --por stubborn", "", "-DNOCLAIM", ""},
    PeerWay{"usual compact", "--assert --end-states --store tree", "", "-DNOCLAIM -DCOLLAPSE", ""},
    PeerWay{"usual bits", "--assert --end-states --bitstate 28", "", "-DNOCLAIM -DBITSTATE", ""},
};

// -DNOCLAIM alone reduces as for infinite runs, -DSAFETY as for errors and deadlocks, which is what lariat looks for.
inline constexpr std::array peer_reductions = {
    PeerWay{"reduction pan", "", "", "-DNOCLAIM", "-c0"},
    PeerWay{"reduction safety", "", "", "-DNOCLAIM -DSAFETY", "-c0"},
    PeerWay{"reduction plain", "", plain_spin, "-DNOCLAIM", "-c0"},
    PeerWay{"reduction plain safety", "", plain_spin, "-DNOCLAIM -DSAFETY", "-c0"},
};
inline constexpr std::string_view reduction_arguments = "--assert --deadlock --unreached --as-written --search dfs --por";

// The words between the spaces.
std::vector<std::string> split_words(std::string_view text);

// Runs of `lariat ltl` for the formulas of the tables in a folder. Without a folder in the request, there are none unless
// ../shared/ltl is there, from the current folder or from the folder of the models.
Result<std::vector<Task>> plan_translation(const Request& request);

// Sums of states and edges for each table; none if no formula was translated.
std::vector<Table> translation_tables(const std::vector<Record>& records);

}  // namespace lariat::experiments
