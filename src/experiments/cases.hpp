// SPDX-License-Identifier: Apache-2.0
// Rows of results, grouped by what was asked; claims about them; figures as text.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/record.hpp"
#include "lariat/experiments/report.hpp"

namespace lariat::experiments {

// One question, and the rows that answer it.
struct Case {
  std::string subject;
  std::uint64_t seed = 0;
  std::map<std::string, const Record*> rows = {};  // by variant

  // The row of a variant that came to an end; null if there is none.
  const Record* find(const std::string& variant) const;
  bool has(std::span<const std::string_view> variants) const;
  double get(const std::string& variant, Figure figure) const;
  std::string name() const;  // for people
};

// In the order of the records, which must outlive the cases.
std::vector<Case> cases_of(const std::vector<Record>& records);

// Compares a claim with one row after the other.
class ClaimCheck {
 public:
  ClaimCheck(std::string text, bool proven) : claim_{.text = std::move(text), .proven = proven} {}

  // The claim holds of the row of that name, or does not, and `detail` shows the figures.
  void add(bool holds, const std::string& row, const std::string& detail = {});
  Claim claim() const;

 private:
  Claim claim_;
  std::size_t compared_ = 0;
  std::size_t broken_ = 0;
  std::string first_;
};

// The orders that hold between emptiness checks by what their papers prove (docs/algorithms.md), on the same product.
std::vector<Claim> search_claims(const std::vector<Case>& cases);

// `1,234`; `1.2` for a fraction; `-` for no row.
std::string figure_text(const Record* row, Figure figure);
std::string number_text(double value, int digits = 0);
// `12.3 ms`
std::string seconds_text(double seconds);

// Runs that have no result, as a table; empty if there are none.
std::vector<Table> failures_table(const std::vector<Record>& records);

}  // namespace lariat::experiments
