// SPDX-License-Identifier: Apache-2.0
#include "lariat/search/algorithms.hpp"

#include <algorithm>
#include <array>

#include "lariat/search/searches.hpp"

namespace lariat::search {
namespace {

// By Algorithm: `auto`, then a row for each value. An array of more values than rows does not compile.
constexpr std::size_t algorithm_count = static_cast<std::size_t>(Algorithm::owcty_map) + 1;
static_assert(search_count + 1 == algorithm_count, "each value of Algorithm has one row in searches.hpp");

constexpr std::array<AlgorithmInfo, algorithm_count> table = [] {
  std::array<AlgorithmInfo, algorithm_count> rows{};
  rows[0] = {.algorithm = Algorithm::automatic,
             .name = "auto",
             .generalised = true,
             .kind = SearchKind::components,  // until it is known which
             .summary = "reach, sd or ascc, as the class of the automaton allows; with threads cdfs or ufscc"};
  std::apply([&, i = 0](const auto&... row) mutable { (..., (rows[static_cast<std::size_t>(++i)] = row.info)); }, searches);
  return rows;
}();

constexpr bool each_has_its_row() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    std::size_t rows = 0;
    for (const AlgorithmInfo& row : table) rows += static_cast<std::size_t>(row.algorithm) == i ? 1 : 0;
    if (rows != 1) return false;
  }
  return true;
}
static_assert(each_has_its_row(), "each value of Algorithm has one row in searches.hpp");

}  // namespace

std::string_view to_string(Strength strength) {
  switch (strength) {
    case Strength::general:
      return "general";
    case Strength::weak:
      return "weak";
    case Strength::terminal:
      return "terminal";
  }
  return "";
}

std::span<const AlgorithmInfo> algorithms() { return std::span(table).subspan(1); }

const AlgorithmInfo& info(Algorithm algorithm) { return *std::ranges::find(table, algorithm, &AlgorithmInfo::algorithm); }

std::optional<Algorithm> find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(table, name, &AlgorithmInfo::name);
  if (found == table.end()) return std::nullopt;
  return found->algorithm;
}

Algorithm decide(Algorithm wanted, Strength strength, bool is_parallel) {
  if (wanted != Algorithm::automatic) return wanted;
  if (is_parallel) return strength == Strength::general ? Algorithm::ufscc : Algorithm::cdfs;
  switch (strength) {
    case Strength::terminal:
      return Algorithm::reach;
    case Strength::weak:
      return Algorithm::sd;
    case Strength::general:
      return Algorithm::ascc;
  }
  return Algorithm::ascc;
}

Algorithm parallel_form(Algorithm algorithm) {
  const AlgorithmInfo& about = info(algorithm);
  if (!about.shares.empty()) return algorithm;
  if (about.needs != Strength::general) return Algorithm::cdfs;
  return about.kind == SearchKind::nested && !about.generalised ? Algorithm::cndfs : Algorithm::ufscc;
}

}  // namespace lariat::search
