// SPDX-License-Identifier: Apache-2.0
// Any text is answered: by errors that have a place, or by a model, which can be printed; what is printed is read as the same
// model. Behind a line `%%` stands an expression about it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "promela/parse.hpp"
#include "promela/print.hpp"

namespace {

using lariat::promela::Model;

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

void check_errors(const std::vector<lariat::Diagnostic>& errors) {
  check(!errors.empty() && errors.front().severity == lariat::Diagnostic::Severity::error, "no errors");
  for (const lariat::Diagnostic& error : errors) {
    check(!error.message.empty(), "an error without a message");
    check(error.line > 0 && error.column > 0, "an error without a place: " + error.message);
    lariat::to_string(error);
  }
}

// Names that are declared twice, or that mean something else before some point of the text, cannot be printed.
bool is_plain(const Model& model, const std::string& text) {
  const bool constants =
      std::any_of(model.mtypes.begin(), model.mtypes.end(), [](const auto& list) { return !list.names.empty(); });
  return model.warnings.empty() && !constants && text.find("inline") == text.npos;
}

void check_printing(const Model& model, const std::string& text) {
  const std::string printed = to_text(model);
  const auto again = lariat::promela::parse(printed, "printed");
  if (!is_plain(model, text)) return;
  check(static_cast<bool>(again),
        "what was printed cannot be read:\n" + printed + (again ? "" : to_string(again.errors().front())));
  check(to_text(*again) == printed, "reading back changed:\n" + printed + "\nto\n" + to_text(*again));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(data), size);
  const std::size_t divider = std::min(input.find("\n%%\n"), input.size());
  const std::string text = input.substr(0, divider);
  lariat::promela::ParseOptions options;
  options.read_file = [&](const std::string& path) -> std::optional<std::string> {
    return path.size() > 2 ? std::nullopt : std::optional(text.substr(0, text.size() / 2));
  };
  auto model = lariat::promela::parse(text, "fuzz", options);
  if (!model) {
    check_errors(model.errors());
    return 0;
  }
  check_printing(*model, text);
  const auto expression = parse_expression(*model, input.substr(std::min(divider + 4, input.size())), "expression");
  if (expression)
    to_text(*model, *expression);
  else
    check_errors(expression.errors());
  return 0;
}
