// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/languages.hpp"

#include <algorithm>
#include <array>

#include "frontend/readers.hpp"

namespace lariat::frontend {
namespace {

constexpr std::array<std::string_view, 1> dve_endings = {".dve"};
constexpr std::array<std::string_view, 4> promela_endings = {".pml", ".pm", ".prom", ".promela"};

constexpr std::array table = {
    Language{"dve", "DVE", dve_endings, read_dve_model},
    Language{"promela", "Promela", promela_endings, read_promela_model},
};

}  // namespace

std::span<const Language> languages() { return table; }

const Language* find_language(std::string_view name) {
  const auto found = std::ranges::find(table, name, &Language::name);
  return found == table.end() ? nullptr : &*found;
}

const Language* language_of(std::string_view path) {
  for (const Language& language : table)
    if (std::ranges::any_of(language.endings, [&](std::string_view ending) { return path.ends_with(ending); }))
      return &language;
  return nullptr;
}

}  // namespace lariat::frontend
