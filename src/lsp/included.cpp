// SPDX-License-Identifier: Apache-2.0
#include "lsp/included.hpp"

#include <algorithm>
#include <system_error>

#include "lariat/base/file.hpp"

namespace lariat::lsp {
namespace {

constexpr std::size_t most_files = 64;
constexpr std::uintmax_t longest_file = std::uintmax_t{4} << 20;

struct Include {
  Span span;  // with the quotes
  std::string name;
};

std::vector<Include> includes_of(const Index& index, std::string_view text) {
  std::vector<Include> result;
  const auto word = [&](std::size_t i) { return text.substr(index.words[i].begin, index.words[i].end - index.words[i].begin); };
  for (std::size_t i = 0; i + 2 < index.words.size(); ++i) {
    const Lexeme& name = index.words[i + 2];
    if (!index.words[i].in_directive || word(i) != "#" || word(i + 1) != "include" || name.kind != Lexeme::Kind::string)
      continue;
    const std::string_view quoted = word(i + 2);
    if (quoted.size() > 2 && quoted.ends_with('"'))
      result.push_back({name.span(), std::string(quoted.substr(1, quoted.size() - 2))});
  }
  return result;
}

bool lies_in(const std::filesystem::path& path, const std::filesystem::path& folder) {
  return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

}  // namespace

const IncludedFile* IncludedFiles::load(const std::filesystem::path& path) {
  std::error_code error;
  const auto time = std::filesystem::last_write_time(path, error);
  if (error || !std::filesystem::is_regular_file(path, error) || std::filesystem::file_size(path, error) > longest_file ||
      error)
    return nullptr;
  Entry& entry = entries_[path.string()];
  if (entry.file != nullptr && entry.time == time) return entry.file.get();
  const auto text = read_text(path.string());
  if (!text) return nullptr;
  entry.time = time;
  entry.file = std::make_unique<IncludedFile>();
  entry.file->path = path.string();
  entry.file->text = LinedText(*text);
  entry.file->index = index_promela(entry.file->text.text());
  return entry.file.get();
}

std::vector<const IncludedFile*> IncludedFiles::of(const Index& index, std::string_view text, const std::string& path) {
  std::error_code error;
  const auto root = std::filesystem::weakly_canonical(std::filesystem::path(path).parent_path(), error);
  std::vector<const IncludedFile*> result;
  if (error) return result;
  const auto add = [&](const Index& of, std::string_view of_text, const std::filesystem::path& folder) {
    for (const Include& include : includes_of(of, of_text)) {
      const auto file = std::filesystem::weakly_canonical(folder / include.name, error);
      if (error || !lies_in(file, root) || result.size() >= most_files) continue;
      if (std::ranges::any_of(result, [&](const IncludedFile* other) { return other->path == file.string(); })) continue;
      if (const IncludedFile* const loaded = load(file)) result.push_back(loaded);
    }
  };
  add(index, text, root);
  for (std::size_t i = 0; i < result.size(); ++i)
    add(result[i]->index, result[i]->text.text(), std::filesystem::path(result[i]->path).parent_path());
  return result;
}

std::optional<std::string> include_at(const Index& index, std::string_view text, std::size_t offset) {
  for (const Include& include : includes_of(index, text))
    if (include.span.begin <= offset && offset <= include.span.end) return include.name;
  return std::nullopt;
}

SymbolId global_named(const Index& index, std::string_view name) {
  for (SymbolId id = 0; id < index.symbols.size(); ++id)
    if (index.symbols[id].name == name && index.symbols[id].parent == no_symbol && index.symbols[id].name_span != Span{})
      return id;
  return no_symbol;
}

}  // namespace lariat::lsp
