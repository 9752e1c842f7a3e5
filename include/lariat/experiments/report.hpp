// SPDX-License-Identifier: Apache-2.0
// What an experiment found: tables, checks of claims and plots, as text for a terminal or as a page for a browser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lariat::experiments {

struct Table {
  std::string caption;
  std::vector<std::string> head;
  std::vector<std::vector<std::string>> rows;  // as long as the head; an empty row separates the rows around it
  std::size_t names = 1;                       // the first columns hold words, the others numbers
  std::vector<std::string> notes = {};
};

// A claim of a paper, compared with the rows that were measured.
struct Claim {
  enum class State : std::uint8_t { holds, fails, open };  // open: there was no row to compare
  std::string text;
  bool proven = false;  // it must hold: the paper proves it. Otherwise it is an observation about the paper's own examples
  State state = State::open;
  std::string why = {};  // what was counted, or the row that contradicts the claim
};

struct Point {
  double x = 0;
  double y = 0;
  std::string label = {};
};

struct Series {
  std::string name;
  std::vector<Point> points;
};

struct Plot {
  // scatter: points, and the diagonal; cactus: values in increasing order against their number;
  // box: the distribution of the values y of each series.
  enum class Kind : std::uint8_t { scatter, cactus, box };
  Kind kind = Kind::scatter;
  std::string title;
  std::string x_label;
  std::string y_label;
  bool logarithmic = true;
  std::vector<Series> series;
};

struct Report {
  std::string name = {};   // of the suite
  std::string title = {};  // the paper and the table
  std::vector<std::string> text = {};
  std::vector<Table> tables = {};
  std::vector<Claim> claims = {};
  std::vector<Plot> plots = {};

  // Returns true if no proven claim is contradicted.
  bool keeps_proven_claims() const;
};

// The report as text of at most `width` columns where tables allow it.
std::string report_text(const Report& report, std::size_t width);

// One self-contained page with the reports: no script, no font and no picture from elsewhere.
std::string report_page(std::span<const Report> reports, const std::string& version);

}  // namespace lariat::experiments
