// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "lariat/run/trail.hpp"
#include "run/trail_lines.hpp"

namespace lariat::run {

void write_trail(std::ostream& out, const promela::PromelaProgram& program, const Run& run, const std::string& formula) {
  // Spin's number of the claim that takes part; model::none if there is none.
  std::uint32_t number = model::none;
  if (is_observed(run)) number = claim_number(program).value_or(model::none);
  for (const promela::StatedFormula& stated : program.formulas())
    if (number == model::none && stated.name == formula) number = stated.number;
  const bool claim = number != model::none;
  if (claim) out << fmt::format("-2:{}:-2\n", number);
  std::size_t depth = 0;
  for (std::size_t i = 0; i < run.steps.size(); ++i) {
    if (run.cycle == i) out << "-1:-1:-1\n";
    for (const Move& move : moves_of(program, run.steps[i].actions)) {
      if (move.process == model::observer_number && !claim) continue;
      const std::uint32_t process = move.process == model::observer_number ? 0 : move.process + (claim ? 1 : 0);
      out << fmt::format("{}:{}:{}\n", ++depth, process, move.element);
    }
  }
}

}  // namespace lariat::run
