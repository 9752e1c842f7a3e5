// SPDX-License-Identifier: Apache-2.0
#include "lariat/frontend/model.hpp"

#include <fmt/format.h>

#include "lariat/base/file.hpp"
#include "lariat/frontend/languages.hpp"

namespace lariat::frontend {
namespace {

// The language of a model with that name, or what to say if there is none.
Result<const Language*> choose_language(const std::string& name, const ReadOptions& options) {
  if (options.language != nullptr) return options.language;
  if (name == "-") return &languages().front();
  if (const Language* const language = language_of(name)) return language;
  std::string endings;
  for (const Language& language : languages())
    endings += fmt::format("{}{}", endings.empty() ? "" : " or ", language.endings.front());
  return Diagnostic{
      .message = fmt::format("the name should end in {}, which says what language the model is written in", endings),
      .file = display_name(name)};
}

}  // namespace

const promela::PromelaProgram* LanguageModel::promela(const std::string& /*observer*/) { return nullptr; }

Result<Model> load_model(const std::string& path, const ReadOptions& options, const Limits& limits) {
  if (const auto language = choose_language(path, options); !language) return language.errors();
  const auto text = read_text(path, limits);
  if (!text) return text.errors();
  return read_model(*text, path, options, limits);
}

Result<Model> read_model(const std::string& text, const std::string& name, const ReadOptions& options, const Limits& limits) {
  const auto language = choose_language(name, options);
  if (!language) return language.errors();
  auto read = (*language)->read(text, name, options, limits);
  if (!read) return read.errors();
  return Model(*std::move(read), **language);
}

}  // namespace lariat::frontend
