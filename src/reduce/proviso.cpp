// SPDX-License-Identifier: Apache-2.0
#include "lariat/reduce/proviso.hpp"

#include <vector>

namespace lariat::reduce {
namespace {

using Expands = Proviso::Expands;
using Danger = Proviso::Danger;
using Components = Proviso::Components;

std::string_view prefix(Components components) {
  switch (components) {
    case Components::unused:
      return "";
    case Components::dead:
      return "Dead";
    case Components::highlinks:
      return "Highlink";
  }
  return "";
}

std::string_view prefix(Danger danger) {
  switch (danger) {
    case Danger::always:
      return "";
    case Danger::cond:
      return "Cond";
    case Danger::colored:
      return "Colored";
    case Danger::weighted:
      return "Weighted";
    case Danger::deepest:
      return "Deepest";
  }
  return "";
}

std::vector<Proviso> make_table() {
  std::vector<Proviso> table = {{.expands = Expands::nothing},
                                {.expands = Expands::everything},
                                {.expands = Expands::terminal},
                                {.expands = Expands::rank}};
  for (const Expands expands : {Expands::source, Expands::destination}) {
    table.push_back({.expands = expands});
    for (const Danger danger : {Danger::cond, Danger::colored, Danger::weighted, Danger::deepest}) {
      if (expands == Expands::source && (danger == Danger::colored || danger == Danger::deepest)) continue;
      for (const Components components : {Components::unused, Components::dead, Components::highlinks}) {
        if (danger == Danger::cond && components != Components::unused) continue;
        if (danger == Danger::colored && components == Components::highlinks) continue;
        for (const bool ordered : {false, true})
          for (const bool scan : {false, true})
            if (!scan || danger >= Danger::weighted) table.push_back({expands, danger, components, ordered, scan});
      }
    }
  }
  return table;
}

std::string summary(const Proviso& p) {
  switch (p.expands) {
    case Expands::nothing:
      return "nothing";
    case Expands::everything:
      return "every state: no reduction";
    case Expands::terminal:
      return "a state of each component that no transition leaves";
    case Expands::rank:
      return "states from which a process may step back; for several threads";
    case Expands::source:
    case Expands::destination:
      break;
  }
  const bool source = p.expands == Expands::source;
  std::string text = source ? "sources of back edges" : "destinations of back edges";
  switch (p.danger) {
    case Danger::always:
      break;
    case Danger::cond:
      text += ", unless the other end is expanded";
      break;
    case Danger::colored:
      text += ", unless nothing red is left below";
      break;
    case Danger::weighted:
      text += ", unless one between is expanded";
      break;
    case Danger::deepest:
      text += ", only the deepest of each state";
      break;
  }
  if (p.components == Components::dead) text += "; dead states are safe";
  if (p.components == Components::highlinks) text += "; red states link to the stack";
  if (p.ordered) text += source ? "; known states first" : "; unknown states first";
  if (p.scan) text += "; scans the stack";
  return text;
}

unsigned bits(const Proviso& p) {
  constexpr unsigned place = 32;  // a depth, or a link
  switch (p.expands) {
    case Expands::nothing:
    case Expands::everything:
    case Expands::rank:
      return 0;
    case Expands::terminal:
      return place;
    case Expands::source:
    case Expands::destination:
      break;
  }
  if (!p.has_colours()) return p.expands == Expands::source && p.ordered ? 2 : 1;
  unsigned bits = 2;                                      // colour
  if (p.expands == Expands::destination) ++bits;          // mark
  if (p.expands == Expands::source && p.ordered) ++bits;  // known
  if (p.has_depths() || p.needs_components()) bits += place;
  return bits;
}

}  // namespace

std::string to_string(const Proviso& proviso) {
  switch (proviso.expands) {
    case Expands::nothing:
      return "None";
    case Expands::everything:
      return "Full";
    case Expands::terminal:
      return "Terminal";
    case Expands::rank:
      return "Rank";
    case Expands::source:
    case Expands::destination:
      break;
  }
  const bool source = proviso.expands == Expands::source;
  std::string name(prefix(proviso.components));
  name += prefix(proviso.danger);
  name += source ? "Source" : "Dest";
  if (proviso.ordered) name += source ? "Known" : "Unknown";
  if (proviso.scan) name += "Scan";
  return name;
}

ProvisoInfo info(const Proviso& proviso) {
  return {.proviso = proviso, .name = to_string(proviso), .summary = summary(proviso), .bits = bits(proviso)};
}

std::span<const Proviso> all_provisos() {
  static const std::vector<Proviso> table = make_table();
  return table;
}

Proviso default_proviso(SearchKind kind) {
  switch (kind) {
    case SearchKind::components:
      return {Expands::source, Danger::weighted, Components::highlinks, true, false};
    case SearchKind::deadlocks:
      return {.expands = Expands::nothing};
    case SearchKind::safety:
      return {.expands = Expands::terminal};
    case SearchKind::plain:
    case SearchKind::nested:
      break;
  }
  return {.expands = Expands::destination, .danger = Danger::cond};
}

Proviso without_components(Proviso proviso) {
  proviso.components = Components::unused;
  return proviso;
}

}  // namespace lariat::reduce
