// SPDX-License-Identifier: Apache-2.0
// What `lariat check --json` prints, as a row.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "experiments/child.hpp"
#include "experiments/json_fields.hpp"
#include "experiments/task.hpp"

namespace lariat::experiments {
namespace {

// The first message, if the program could not use its input.
std::string first_message(const Json& report, const ChildResult& result) {
  const std::string text = text_field(report, "error");
  return text.empty() ? result.errors.substr(0, result.errors.find('\n')) : text;
}

// An approximate search that found nothing has done what it can: its verdict is unknown.
std::string outcome_of(const std::string& verdict, const std::string& reason, int exit_code) {
  if (verdict != "unknown" || reason.starts_with("approximate:")) return "done";
  return exit_code == 2 ? "refused" : "limit";
}

// c99 and ascc take generalised acceptance, which the translation of formulas makes and a property process does not have.
std::string product_of(const Json& property) {
  const std::string algorithm = text_field(property, "algorithm");
  const bool takes_sets = algorithm == "c99" || algorithm == "ascc";
  return takes_sets && text_field(property, "kind") == "ltl" ? "generalised" : "buchi";
}

}  // namespace

std::vector<Record> read_check(const Task&, const ChildResult& result, const Record& blank) {
  Record row = blank;
  const Json report = Json::parse(result.output, nullptr, false);
  const Json& properties = field(report, "properties");
  if (!properties.is_array() || properties.size() != 1) {
    row.outcome = result.exit_code == 70 ? "crash" : result.exit_code == 3 ? "limit" : "error";
    row.detail = first_message(report, result);
    return {row};
  }
  const Json& property = properties.front();
  row.verdict = text_field(property, "verdict");
  row.kind = text_field(property, "class");
  row.product = product_of(property);
  row.detail = text_field(property, "reason");
  row.outcome = outcome_of(row.verdict, row.detail, result.exit_code);
  const Json& statistics = field(property, "statistics");
  for (const auto& [figure, name] :
       {std::pair(Figure::states, "states"), std::pair(Figure::transitions, "transitions"),
        std::pair(Figure::posts, "post_calls"), std::pair(Figure::depth, "max_depth"), std::pair(Figure::roots, "roots"),
        std::pair(Figure::active, "active"), std::pair(Figure::expanded, "fully_expanded"),
        std::pair(Figure::auxiliary_bytes, "auxiliary_bytes"), std::pair(Figure::store_bytes, "store_bytes"),
        std::pair(Figure::peak_rss, "peak_rss"), std::pair(Figure::seconds, "seconds")})
    row[figure] = number_field(statistics, name);
  if (const Json& lasso = field(property, "lasso"); lasso.is_object())
    row[Figure::lasso] = static_cast<double>(field(lasso, "stem").size() + field(lasso, "cycle").size());
  return {row};
}

}  // namespace lariat::experiments
