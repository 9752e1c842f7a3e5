// SPDX-License-Identifier: Apache-2.0
// lariat provisos: the cycle provisos of partial-order reduction.
#include "cli/provisos.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/json_writer.hpp"
#include "cli/options.hpp"
#include "cli/output.hpp"

namespace lariat::cli {

std::string_view needs(const reduce::Proviso& proviso) {
  if (proviso.needs_components()) return "components";
  if (proviso.expands == reduce::Proviso::Expands::terminal) return "safety";
  if (proviso.expands == reduce::Proviso::Expands::nothing) return "deadlocks";
  return "";
}

namespace {

Exit provisos_json(std::ostream& out) {
  JsonWriter json(out);
  json.begin_object();
  json.field("command", "provisos");
  json.field("version", LARIAT_VERSION);
  json.field("input", "");
  json.key("provisos");
  json.begin_array();
  for (const reduce::Proviso& proviso : reduce::all_provisos()) {
    const reduce::ProvisoInfo about = info(proviso);
    json.value({{"name", about.name}, {"summary", about.summary}, {"bits", about.bits}, {"needs", needs(proviso)}});
  }
  json.end();
  json.end();
  out << '\n';
  return Exit::ok;
}

Exit list_provisos(std::ostream& out) {
  out << "cycle provisos: which states of a reduced search are expanded\n";
  out << fmt::format("  {} {:>4}  {} {}\n", pad("name", 31), "bits", pad("needs", 10), "expands");
  for (const reduce::Proviso& proviso : reduce::all_provisos()) {
    const reduce::ProvisoInfo about = info(proviso);
    out << fmt::format("  {} {:>4}  {} {}\n", pad(about.name, 31), about.bits, pad(needs(proviso), 10), about.summary);
  }
  return Exit::ok;
}

}  // namespace

Exit run_provisos(Options& options, std::ostream& out) { return options.common.json ? provisos_json(out) : list_provisos(out); }

}  // namespace lariat::cli
