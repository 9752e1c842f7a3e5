// SPDX-License-Identifier: Apache-2.0
// Verdicts and runs as one page for a browser: nothing outside the file is needed, and no text of a model becomes markup.
#pragma once

#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "lariat/run/run.hpp"
#include "lariat/run/story.hpp"

namespace lariat::run {

struct PageVerdict {
  std::string verdict = {};   // `holds`, `violated`, `unknown`, `reachable`, `unreachable`
  std::string property = {};  // what was asked
  std::string algorithm = {};
  std::string states = {};
  std::string seconds = {};
  std::vector<std::string> notes = {};
  std::optional<std::size_t> run = {};  // among the page's
};

struct PageSource {
  std::string name = {};
  std::string text = {};                 // empty: not known
  std::vector<std::string> counts = {};  // by line: how often its statements were executed, `12` or `3, 0`; or empty
};

struct PageRun {
  model::Interpreter& interpreter;
  const Run& run;
  std::string title = {};
  Story story = {};
  std::vector<std::uint32_t> space = {};  // the number of each state of the run in the page's space
};

// All states of a small system. The initial one is number 0.
struct PageSpace {
  std::uint32_t states = 0;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges = {};
};

struct Page {
  std::string title = {};
  std::string language = {};
  std::vector<PageVerdict> verdicts = {};
  std::vector<PageSource> sources = {};  // in the order of Program::files
  std::vector<PageRun> runs = {};
  std::optional<PageSpace> space = {};
};

void write_page(std::ostream& out, const Page& page);

// The texts of the program's files, as far as they can be read.
std::vector<PageSource> page_sources(const model::Program& program);

}  // namespace lariat::run
