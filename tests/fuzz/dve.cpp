// SPDX-License-Identifier: Apache-2.0
// Any text is answered: by errors that have a place, or by a program without defects that can take some steps. Behind a line
// `%%` stands an expression about it.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "dve/parse.hpp"
#include "lariat/dve/read.hpp"
#include "lariat/model/interpreter.hpp"

namespace {

void check(bool condition, const std::string& what) {
  if (condition) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

void check_errors(const std::vector<lariat::Diagnostic>& errors) {
  check(!errors.empty() && errors.size() <= 2 * lariat::dve::max_errors + 1, "no errors, or too many");
  for (const lariat::Diagnostic& error : errors) {
    check(!error.message.empty(), "an error without a message");
    check(error.severity != lariat::Diagnostic::Severity::error || (error.line > 0 && error.column > 0),
          "an error without a place");
    lariat::to_string(error);
  }
}

// A walk along the first, the last, the first, ... successor.
void take_steps(const lariat::model::Program& program, lariat::model::ExprId expression) {
  lariat::model::Interpreter interpreter(program);
  lariat::model::Successors successors;
  lariat::model::State s = interpreter.initial();
  for (int i = 0; i < 20; ++i) {
    interpreter.evaluate(expression, s);
    interpreter.successors(s, successors);
    interpreter.failed_assertion(s);
    if (successors.size() == 0) return;
    const auto next = successors.state(i % 2 == 0 ? 0 : successors.size() - 1);
    check(next.size() == s.size(), "a state of another size");
    s.assign(next.begin(), next.end());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const std::size_t divider = std::min(text.find("\n%%\n"), text.size());
  auto program = lariat::dve::read_dve(text.substr(0, divider), "fuzz");
  if (!program) {
    check_errors(program.errors());
    return 0;
  }
  const auto expression = lariat::dve::read_expression(*program, text.substr(std::min(divider + 4, text.size())), "fuzz");
  if (!expression) check_errors(expression.errors());
  const auto defect = lariat::model::find_defect(*program);
  check(!defect, "a defect: " + defect.value_or(""));
  if (!program->expressions.empty()) take_steps(*program, expression ? *expression : 0);
  return 0;
}
