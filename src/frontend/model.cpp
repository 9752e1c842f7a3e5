// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/model.hpp"

#include <fmt/format.h>

#include "lariat/base/file.hpp"
#include "lariat/frontend/languages.hpp"

namespace lariat::frontend {
namespace {

// The language of a model: the one that is named, or else the one that the file's name shows, or else its content. What to say
// if nothing tells it.
Result<const Language*> choose_language(const std::string& text, const std::string& name, const ReadOptions& options) {
  if (options.language != nullptr) return options.language;
  if (const Language* const language = language_of(name)) return language;
  if (const Language* const language = language_by_content(text)) return language;
  if (name == "-") return &languages().front();
  std::string names;
  for (const Language& language : languages())
    names += fmt::format("{}--language {}", names.empty() ? "" : " or ", language.name);
  return Diagnostic{
      .message = fmt::format("neither the name nor the content shows what language this is written in: say {}", names),
      .file = display_name(name)};
}

}  // namespace

const promela::PromelaProgram* LanguageModel::promela(const std::string& /*observer*/) { return nullptr; }

Result<Model> load_model(const std::string& path, const ReadOptions& options, const Limits& limits) {
  const auto text = read_text(path, limits);
  if (!text) return text.errors();
  return read_model(*text, path, options, limits);
}

Result<Model> read_model(const std::string& text, const std::string& name, const ReadOptions& options, const Limits& limits) {
  const auto language = choose_language(text, name, options);
  if (!language) return language.errors();
  auto read = (*language)->read(text, name, options, limits);
  if (!read) return read.errors();
  return Model(*std::move(read), **language);
}

}  // namespace lariat::frontend
