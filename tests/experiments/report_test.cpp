// SPDX-License-Identifier: Apache-2.0
#include "lariat/experiments/report.hpp"

#include <gtest/gtest.h>

namespace lariat::experiments {
namespace {

Report example() {
  return {
      .name = "example",
      .title = "A <paper>",
      .text = {"Words & more."},
      .tables = {{.caption = "Sizes", .head = {"model", "states"}, .rows = {{"a<b", "1,234"}, {"c", "5"}}}},
      .claims = {{.text = "proven", .proven = true, .state = Claim::State::holds, .why = "in all"},
                 {.text = "seen", .state = Claim::State::fails, .why = "not in one"}},
      .plots = {{.kind = Plot::Kind::scatter,
                 .title = "S",
                 .x_label = "x",
                 .y_label = "y",
                 .series = {{"p", {{1, 10, "q"}, {0, 5}}}}},
                {.kind = Plot::Kind::cactus, .title = "C", .x_label = "x", .y_label = "y", .series = {{"p", {{0, 3}, {0, 2}}}}},
                {.kind = Plot::Kind::box,
                 .title = "B",
                 .x_label = "x",
                 .y_label = "",
                 .logarithmic = false,
                 .series = {{"p", {{0, 3}, {0, 2}, {0, 100}}}, {"none", {}}}}}};
}

TEST(ReportTest, TextHasTablesAndClaims) {
  const std::string text = report_text(example(), 80);
  EXPECT_NE(text.find("\nSizes\n  model  states\n  a<b     1,234\n  c           5\n"), std::string::npos) << text;
  EXPECT_NE(text.find("holds here: proven"), std::string::npos);
  EXPECT_NE(text.find("does not hold here: seen"), std::string::npos);
}

TEST(ReportTest, ProvenClaimsDecide) {
  Report report = example();
  EXPECT_TRUE(report.keeps_proven_claims());
  report.claims[0].state = Claim::State::fails;
  EXPECT_FALSE(report.keeps_proven_claims());
}

// The page is parsed as XML by tests/experiments/bench_test.py; here: nothing of the input becomes markup, no value is lost.
TEST(ReportTest, PageEscapesNames) {
  const Report report = example();
  const std::string page = report_page(std::span(&report, 1), "1.0");
  EXPECT_EQ(page.find("a<b"), std::string::npos);
  EXPECT_NE(page.find("a&lt;b"), std::string::npos);
  EXPECT_EQ(page.find("nan"), std::string::npos);
  EXPECT_EQ(page.find("inf\""), std::string::npos);
  EXPECT_EQ(page.find("<script"), std::string::npos);
  EXPECT_EQ(page.find("http"), std::string::npos);
}

TEST(ReportTest, EmptyPlotsAreDrawn) {
  Report report = example();
  for (Plot& plot : report.plots) plot.series = {{"nothing", {}}};
  EXPECT_EQ(report_page(std::span(&report, 1), "1.0").find("nan"), std::string::npos);
}

}  // namespace
}  // namespace lariat::experiments
