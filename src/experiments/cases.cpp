// SPDX-License-Identifier: Apache-2.0
#include "experiments/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace lariat::experiments {

const Record* Case::find(const std::string& variant) const {
  const auto found = rows.find(variant);
  return found != rows.end() && found->second->is_done() ? found->second : nullptr;
}

bool Case::has(std::span<const std::string_view> variants) const {
  return std::all_of(variants.begin(), variants.end(), [&](std::string_view one) { return find(std::string(one)) != nullptr; });
}

double Case::get(const std::string& variant, Figure figure) const {
  const Record* const row = find(variant);
  return row == nullptr ? 0 : (*row)[figure];
}

std::string Case::name() const { return seed == 0 ? subject : fmt::format("{} (order {})", subject, seed); }

std::vector<Case> cases_of(const std::vector<Record>& records) {
  std::vector<Case> cases;
  std::map<std::pair<std::string, std::uint64_t>, std::size_t> places;
  for (const Record& record : records) {
    const auto [place, is_new] = places.try_emplace({record.subject, record.seed}, cases.size());
    if (is_new) cases.push_back({record.subject, record.seed});
    cases[place->second].rows[record.variant] = &record;
  }
  return cases;
}

void ClaimCheck::add(bool holds, const std::string& row, const std::string& detail) {
  ++compared_;
  if (holds) return;
  if (++broken_ == 1) first_ = detail.empty() ? row : fmt::format("{} ({})", row, detail);
}

Claim ClaimCheck::claim() const {
  Claim claim = claim_;
  if (compared_ == 0) {
    claim.why = "no row to compare";
  } else if (broken_ == 0) {
    claim.state = Claim::State::holds;
    claim.why = fmt::format("in all of {} comparisons", compared_);
  } else {
    claim.state = Claim::State::fails;
    claim.why = fmt::format("not in {} of {} comparisons, first: {}", broken_, compared_, first_);
  }
  return claim;
}

std::string number_text(double value, int digits) {
  const std::string plain = fmt::format("{:.{}f}", std::abs(value), digits);
  const std::size_t whole = std::min(plain.find('.'), plain.size());
  std::string text = value < 0 ? "-" : "";
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % 3 == 0) text += ',';
    text += plain[i];
  }
  return text;
}

std::string figure_text(const Record* row, Figure figure) {
  if (row == nullptr || !row->figures[static_cast<std::size_t>(figure)]) return "-";
  const double value = (*row)[figure];
  return number_text(value, value == std::floor(value) ? 0 : 1);
}

std::string seconds_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.2f} ms", 1e3 * seconds) : fmt::format("{:.2f} s", seconds);
}

std::vector<Table> failures_table(const std::vector<Record>& records) {
  Table table{.caption = "Runs without a result", .head = {"subject", "outcome", "why", "variants"}, .rows = {}, .names = 4};
  for (const Record& record : records) {
    if (record.is_done() || record.outcome == "refused") continue;
    std::vector<std::string> row = {record.subject, record.outcome, record.detail, record.variant};
    const bool follows = !table.rows.empty() && std::equal(row.begin(), row.begin() + 3, table.rows.back().begin());
    std::string& variants = follows ? table.rows.back()[3] : row[3];
    if (!follows)
      table.rows.push_back(std::move(row));
    else if (variants.find(record.variant) == std::string::npos)
      variants += ", " + record.variant;
  }
  if (table.rows.empty()) return {};
  return {table};
}

}  // namespace lariat::experiments
