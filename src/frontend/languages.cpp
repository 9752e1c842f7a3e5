// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/languages.hpp"

#include <algorithm>
#include <array>

#include "frontend/readers.hpp"

namespace lariat::frontend {
namespace {

constexpr std::array<std::string_view, 1> dve_endings = {".dve"};
constexpr std::array<std::string_view, 6> promela_endings = {".pml", ".pm", ".prom", ".promela", ".pr", ".spin"};
constexpr std::array<std::string_view, 8> dve_words = {"process", "trans",  "async",  "sync",
                                                       "guard",   "effect", "commit", "imply"};
constexpr std::array<std::string_view, 18> promela_words = {"proctype", "mtype",  "active", "never",  "inline", "typedef",
                                                            "chan",     "atomic", "d_step", "od",     "fi",     "run",
                                                            "skip",     "printf", "ltl",    "unless", "do",     "goto"};

constexpr std::array table = {
    Language{"dve", "DVE", dve_endings, dve_words, read_dve_model},
    Language{"promela", "Promela", promela_endings, promela_words, read_promela_model},
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

const Language* language_by_content(std::string_view text) {
  std::array<std::size_t, table.size()> counts = {};
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view rest = text.substr(i);
    if (rest.starts_with("//")) {
      i = std::min(text.find('\n', i), text.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == text.npos ? text.size() : end + 2;
    } else if (rest.front() == '"') {
      i = std::min(text.find_first_of("\"\n", i + 1), text.size() - 1) + 1;
    } else if (is_letter(rest.front())) {
      const std::size_t begin = i;
      while (i < text.size() && is_letter(text[i])) ++i;
      const std::string_view word = text.substr(begin, i - begin);
      for (std::size_t l = 0; l < table.size(); ++l)
        if (std::ranges::find(table[l].words, word) != table[l].words.end()) ++counts[l];
    } else {
      ++i;
    }
  }
  const auto most = std::ranges::max_element(counts);
  if (*most == 0 || std::ranges::count(counts, *most) > 1) return nullptr;
  return &table[static_cast<std::size_t>(most - counts.begin())];
}

}  // namespace lariat::frontend
