// SPDX-License-Identifier: Apache-2.0
#include "lariat/suite/reports.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string_view>

#include "lariat/base/markup.hpp"
#include "lariat/base/printable.hpp"

namespace lariat::suite {
namespace {

using Outcome = TestResult::Outcome;
using Json = nlohmann::ordered_json;

std::string time_text(std::int64_t seconds) {
  const std::time_t time = seconds;
  std::tm parts = {};
  ::gmtime_r(&time, &parts);
  std::array<char, 32> text = {};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  return text.data();
}

std::string host_name() {
  std::array<char, 256> name = {};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "localhost";
  return name.data();
}

std::string junit_case(const TestResult& result) {
  std::string text = fmt::format("    <testcase name=\"{}\" classname=\"{}\" time=\"{:.6f}\"", markup(result.name),
                                 markup(result.model), result.seconds);
  if (result.outcome == Outcome::passed) return text + "/>\n";
  const bool is_failure = result.outcome == Outcome::failed;
  text += fmt::format(">\n      <{} message=\"{}\" type=\"{}\">{}:{}", is_failure ? "failure" : "error", markup(result.reason),
                      to_string(result.outcome), markup(result.stated.file), result.stated.line);
  if (!result.run.empty()) text += "\nthe run that was found:";
  for (std::size_t i = 0; i < result.run.size(); ++i)
    text += fmt::format("\n{}{}:{}: {}", i == result.cycle ? "(from here on it repeats)\n" : "", markup(result.run[i].file),
                        result.run[i].line, markup(result.run[i].text));
  return text + fmt::format("</{}>\n    </testcase>\n", is_failure ? "failure" : "error");
}

// A path as a reference of a URI: what has a meaning there is written as %XX.
std::string uri(std::string_view path) {
  std::string result;
  if (path.starts_with('/')) result = "file://";
  for (const char c : path) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                          std::string_view("/._-~").find(c) != std::string_view::npos;
    if (is_plain)
      result += c;
    else
      result += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return result;
}

Json location_json(const Location& location) {
  Json physical = {{"artifactLocation", {{"uri", uri(location.file)}}}};
  if (location.line != 0) {
    physical["region"] = {{"startLine", location.line}};
    if (location.column != 0) physical["region"]["startColumn"] = location.column;
  }
  Json json = {{"physicalLocation", physical}};
  if (!location.text.empty()) json["message"] = {{"text", printable(location.text)}};
  return json;
}

struct Rule {
  Outcome outcome;
  std::string_view id;
  std::string_view level;
  std::string_view description;
};
constexpr std::array rules = {
    Rule{Outcome::failed, "unexpected-verdict", "error", "The verdict is not the one that is expected"},
    Rule{Outcome::error, "unreadable", "error", "The model, the expectation or the run cannot be read"},
    Rule{Outcome::unknown, "unknown", "warning", "A limit was reached before there was a verdict"},
};

}  // namespace

std::string junit_report(std::span<const TestResult> results, std::int64_t began) {
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n";
  std::size_t number = 0;
  for (std::size_t i = 0; i < results.size();) {
    std::size_t end = i;
    while (end < results.size() && results[end].model == results[i].model) ++end;
    const std::span<const TestResult> suite = results.subspan(i, end - i);
    double seconds = 0;
    for (const TestResult& result : suite) seconds += result.seconds;
    const auto failures = std::ranges::count(suite, Outcome::failed, &TestResult::outcome);
    const auto passed = std::ranges::count(suite, Outcome::passed, &TestResult::outcome);
    text += fmt::format(
        "  <testsuite id=\"{}\" package=\"lariat\" name=\"{}\" timestamp=\"{}\" hostname=\"{}\" tests=\"{}\" failures=\"{}\" "
        "errors=\"{}\" skipped=\"0\" time=\"{:.6f}\">\n    <properties>\n      <property name=\"lariat.version\" "
        "value=\"" LARIAT_VERSION "\"/>\n    </properties>\n",
        number++, markup(results[i].model), time_text(began), markup(host_name()), suite.size(), failures,
        static_cast<std::ptrdiff_t>(suite.size()) - passed - failures, seconds);
    for (const TestResult& result : suite) text += junit_case(result);
    text += "    <system-out/>\n    <system-err/>\n  </testsuite>\n";
    i = end;
  }
  return text + "</testsuites>\n";
}

std::string sarif_report(std::span<const TestResult> results) {
  Json rule_list = Json::array();
  for (const Rule& rule : rules)
    rule_list.push_back({{"id", rule.id},
                         {"shortDescription", {{"text", rule.description}}},
                         {"defaultConfiguration", {{"level", rule.level}}}});
  Json list = Json::array();
  for (const TestResult& result : results) {
    const auto rule = std::ranges::find(rules, result.outcome, &Rule::outcome);
    if (rule == rules.end()) continue;
    Json json = {{"ruleId", rule->id},
                 {"ruleIndex", rule - rules.begin()},
                 {"level", rule->level},
                 {"message", {{"text", printable(fmt::format("{}: {}: {}", result.model, result.name, result.reason))}}},
                 {"locations", Json::array({location_json(result.stated)})},
                 {"partialFingerprints", {{"lariatTest/v1", printable(fmt::format("{}: {}", result.model, result.name))}}}};
    if (!result.run.empty()) {
      Json steps = Json::array();
      for (const Location& step : result.run) steps.push_back({{"location", location_json(step)}});
      json["codeFlows"] = Json::array(
          {{{"message", {{"text", "the run that was found"}}}, {"threadFlows", Json::array({{{"locations", steps}}})}}});
    }
    list.push_back(std::move(json));
  }
  const Json driver = {{"name", "lariat"}, {"version", LARIAT_VERSION}, {"rules", rule_list}};
  const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                    {"version", "2.1.0"},
                    {"runs", Json::array({{{"tool", {{"driver", driver}}},
                                           {"columnKind", "utf16CodeUnits"},
                                           {"invocations", Json::array({{{"executionSuccessful", true}}})},
                                           {"results", list}}})}};
  return log.dump(2, ' ', true, Json::error_handler_t::replace) + "\n";
}

}  // namespace lariat::suite
