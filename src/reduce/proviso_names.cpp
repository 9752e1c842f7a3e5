// SPDX-License-Identifier: Apache-2.0
// Reads the names of provisos, and explains what is wrong with other names.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lariat/base/nearest.hpp"
#include "lariat/reduce/proviso.hpp"

namespace lariat::reduce {
namespace {

using Expands = Proviso::Expands;
using Danger = Proviso::Danger;
using Components = Proviso::Components;

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// The words of a name, in any order.
struct Words {
  std::vector<Expands> expands;
  std::vector<Danger> danger;
  std::vector<Components> components;
  bool known = false;
  bool unknown = false;
  bool scan = false;
};

// Nothing if the name is not composed of the paper's words.
std::optional<Words> take_apart(std::string_view name) {
  Words words;
  const auto take = [&](std::string_view word) {
    if (name.substr(0, word.size()) != word) return false;
    name.remove_prefix(word.size());
    return true;
  };
  while (!name.empty()) {
    if (take("dead"))
      words.components.push_back(Components::dead);
    else if (take("highlink"))
      words.components.push_back(Components::highlinks);
    else if (take("cond"))
      words.danger.push_back(Danger::cond);
    else if (take("colored"))
      words.danger.push_back(Danger::colored);
    else if (take("weighted"))
      words.danger.push_back(Danger::weighted);
    else if (take("deepest"))
      words.danger.push_back(Danger::deepest);
    else if (take("source"))
      words.expands.push_back(Expands::source);
    else if (take("dest"))
      words.expands.push_back(Expands::destination);
    else if (take("known"))
      words.known = true;
    else if (take("unknown"))
      words.unknown = true;
    else if (take("scan"))
      words.scan = true;
    else
      return std::nullopt;
  }
  return words;
}

// A composition with a meaning, and why the given one has none.
struct Repair {
  Proviso proviso;
  std::string reason;  // the first one found
};

Repair repair(const Words& words) {
  Repair result;
  Proviso& p = result.proviso;
  const auto because = [&](const char* reason) {
    if (result.reason.empty()) result.reason = reason;
  };
  if (words.expands.empty()) because("a proviso expands the source or the destination of a transition, Source or Dest");
  if (words.expands.size() > 1) because("a proviso expands the source or the destination of a transition, not both");
  if (words.danger.size() > 1) because("Cond, Colored, Weighted and Deepest exclude each other");
  if (words.components.size() > 1) because("Highlink includes Dead");
  p.expands = words.expands.empty() ? Expands::destination : words.expands.front();
  if (!words.danger.empty()) p.danger = words.danger.back();
  if (!words.components.empty()) p.components = std::max(words.components.front(), words.components.back());
  p.scan = words.scan;
  p.ordered = words.known || words.unknown;
  const bool source = p.expands == Expands::source;

  if (words.known && words.unknown) because("Known and Unknown exclude each other");
  if (words.known && !source) because("to look at known successors first helps Source only; Dest has Unknown");
  if (words.unknown && source) because("to look at unknown successors first helps Dest only; Source has Known");
  if (source && p.danger == Danger::colored) {
    because("Colored decides when a state is left, and Source has expanded it by then");
    p.danger = p.scan ? Danger::weighted : Danger::cond;
  }
  if (source && p.danger == Danger::deepest) {
    because("Deepest chooses among destinations");
    p.danger = Danger::weighted;
  }
  if (p.components == Components::highlinks && p.danger < Danger::weighted) {
    because("Highlink needs to know what is expanded on the stack, as Weighted and Deepest do");
    p.danger = Danger::weighted;
  }
  if (p.components == Components::dead && p.danger < Danger::colored) {
    because("Dead is about states that are marked dangerous by colours, and there are none");
    p.components = Components::unused;
  }
  if (p.scan && p.danger == Danger::colored) {
    because("Colored expands states when they are left, too late for Scan to matter");
    p.scan = false;
  }
  if (p.scan && p.danger < Danger::weighted) {
    because("Scan changes colours on the stack, and there are none without Weighted or Deepest");
    p.danger = Danger::weighted;
  }
  if (p.ordered && p.danger == Danger::always) {
    because("the order of successors makes no difference where no transition depends on what is expanded");
    p.danger = Danger::cond;
  }
  return result;
}

}  // namespace

Result<Proviso> parse_proviso(std::string_view name) {
  const std::string wanted = lower(name);
  std::vector<std::string> names;
  for (const Proviso& proviso : all_provisos()) {
    names.push_back(lower(to_string(proviso)));
    if (names.back() == wanted) return proviso;
  }
  const std::string quoted = fmt::format("'{}'", name);
  if (const auto words = wanted.empty() ? std::nullopt : take_apart(wanted)) {
    const auto [proviso, reason] = repair(*words);
    if (reason.empty()) return Diagnostic{.message = "no proviso " + quoted + "; it is written " + to_string(proviso)};
    return Diagnostic{.message = "no proviso " + quoted + ": " + reason + "; nearest is " + to_string(proviso)};
  }
  std::string message = "no proviso " + quoted;
  if (const auto meant = nearest(wanted, names)) {
    const auto place = std::find(names.begin(), names.end(), *meant) - names.begin();
    message += "; did you mean " + to_string(all_provisos()[static_cast<std::size_t>(place)]) + "?";
  } else {
    message += "; 'lariat provisos' lists them";
  }
  return Diagnostic{.message = std::move(message)};
}

}  // namespace lariat::reduce
