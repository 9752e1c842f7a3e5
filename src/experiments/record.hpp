// SPDX-License-Identifier: Apache-2.0
// A row of the results: one run, what it found, and all that is needed to run it again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lariat/base/named.hpp"

namespace lariat::experiments {

enum class Figure : std::uint8_t {
  states,
  transitions,  // successors that were produced, again for each time
  posts,
  depth,
  roots,
  active,
  expanded,  // states with a reduced set that a proviso expanded
  lasso,
  found,  // counterexamples, each shorter than the one before
  auxiliary_bytes,
  store_bytes,
  peak_rss,
  seconds,
  cpu,  // seconds of the whole process, user and system
  wall  // seconds from its start to its end
};
inline constexpr std::array figure_names = {
    Named{Figure::states, "states"},
    Named{Figure::transitions, "transitions"},
    Named{Figure::posts, "posts"},
    Named{Figure::depth, "depth"},
    Named{Figure::roots, "roots"},
    Named{Figure::active, "active"},
    Named{Figure::expanded, "expanded"},
    Named{Figure::lasso, "lasso"},
    Named{Figure::found, "found"},
    Named{Figure::auxiliary_bytes, "auxiliary_bytes"},
    Named{Figure::store_bytes, "store_bytes"},
    Named{Figure::peak_rss, "peak_rss"},
    Named{Figure::seconds, "seconds"},
    Named{Figure::cpu, "cpu"},
    Named{Figure::wall, "wall"},
};
static_assert(lists_all(figure_names, Figure::wall));

// Names a run: its command, and which of several runs of this command it is.
inline std::string run_key(const std::string& command, std::uint64_t seed) { return std::to_string(seed) + ' ' + command; }

inline constexpr double megabyte = 1048576;  // bytes

struct Record {
  std::string subject = {};  // the model and the property
  std::string variant = {};  // the algorithm, the proviso
  std::uint64_t seed = 0;    // of the order, 0: the model's own; or which of several equal runs it is
  std::string part = "1/1";  // which row of its run this is, of how many
  // done; limit: gave up, `detail` says why; error: the input cannot be used; refused: the variant is not for this property;
  // crash: ended by a signal or an internal error; killed: did not end in time.
  std::string outcome = "done";
  std::string verdict = {};
  std::string kind = {};  // of the automaton: terminal, weak or general
  // What was searched: `buchi`, the product with an automaton that has accepting states; `generalised`, the one with sets on
  // transitions, which may have fewer states. Figures of searches are compared if they had the same.
  std::string product = {};
  std::array<std::optional<double>, figure_names.size()> figures = {};
  std::string detail = {};
  std::string model = {};
  std::string sha256 = {};  // of the model's file
  std::string version = {};
  std::string command = {};

  std::optional<double>& operator[](Figure figure) { return figures[static_cast<std::size_t>(figure)]; }
  // The figure; 0 if it was not measured.
  double operator[](Figure figure) const { return figures[static_cast<std::size_t>(figure)].value_or(0); }
  bool is_done() const { return outcome == "done"; }
  // Equal for the rows of one run, different for others.
  std::string key() const { return run_key(command, seed); }
};

// The first line of a file of results, without its end.
std::string csv_header();
// The record as a line without its end: RFC 4180, with line breaks inside a field replaced by spaces.
std::string csv_line(const Record& record);
// The fields of a line of such a file; nothing if a quote is not closed.
std::optional<std::vector<std::string>> split_csv_line(std::string_view line);
// The record of a line; nothing if the line is not one.
std::optional<Record> parse_csv_line(std::string_view line);

}  // namespace lariat::experiments
