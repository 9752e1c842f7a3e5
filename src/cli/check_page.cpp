// SPDX-License-Identifier: Apache-2.0
#include "cli/check_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include "cli/output.hpp"
#include "lariat/base/file_writer.hpp"
#include "lariat/check/emptiness.hpp"
#include "lariat/check/explain.hpp"
#include "lariat/product/plain_product.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::cli {
namespace {

constexpr std::uint64_t most_drawn_states = 60;  // a picture of more is hard to read

}  // namespace

CheckPage::CheckPage(const model::Program& program, std::vector<run::PageSource> sources,
                     const model::InterpreterOptions& interpretation)
    : program_(program), interpretation_(interpretation) {
  page_.title = program.name;
  page_.language = program.language;
  page_.sources = std::move(sources);
}

void CheckPage::add(const check::Requirement& requirement, const check::Finding& finding, std::string property,
                    std::string_view verdict, std::string title, const model::Program& watched,
                    const ltl::FormulaStore& formulas) {
  run::PageVerdict row{.verdict = std::string(verdict),
                       .property = std::move(property),
                       .algorithm = finding.algorithm,
                       .states = grouped(finding.statistics.states),
                       .seconds = duration_text(finding.statistics.seconds),
                       .notes = finding.notes};
  if (!finding.reason.empty()) row.notes.insert(row.notes.begin(), finding.reason);
  if (finding.run) {
    row.run = page_.runs.size();
    std::replace(title.begin(), title.end(), '\n', ' ');
    model::Interpreter& interpreter = interpreters_.emplace_back(watched, finding.interpretation);
    page_.runs.push_back({.interpreter = interpreter,
                          .run = *finding.run,
                          .title = std::move(title),
                          .story = check::explain(watched, formulas, requirement, finding)});
  }
  page_.verdicts.push_back(std::move(row));
}

// All states, if they are few, and which of them the runs visit.
void CheckPage::add_space() {
  system::ProgramSystem system(program_, interpretation_);
  product::PlainProduct product(system, {.max_states = most_drawn_states});
  Graph graph;
  try {
    graph = check::explore_graph(product, {});
  } catch (const Stopped&) {
    return;
  }
  run::PageSpace space{.states = static_cast<std::uint32_t>(graph.states())};
  std::map<model::State, std::uint32_t> numbers;
  for (StateId s = 0; s < graph.states(); ++s) {
    for (const StateId t : graph.targets(s))
      if (const std::pair<std::uint32_t, std::uint32_t> edge(s, t);
          std::find(space.edges.begin(), space.edges.end(), edge) == space.edges.end())
        space.edges.push_back(edge);
    const auto bytes = product.system_state(s);
    numbers.emplace(model::State(bytes.begin(), bytes.end()), s);
  }
  for (run::PageRun& run : page_.runs)
    for (std::size_t i = 0; i <= run.run.steps.size(); ++i) {
      const model::StateView s = run.run.before(i);
      const auto found = numbers.find(model::State(s.begin(), s.end()));
      if (found == numbers.end()) break;
      run.space.push_back(found->second);
    }
  page_.space = std::move(space);
}

std::optional<Diagnostic> CheckPage::save(const std::string& path) {
  add_space();
  std::ostringstream text;
  run::write_page(text, page_);
  return write_file(path, text.view());
}

}  // namespace lariat::cli
