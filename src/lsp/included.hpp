// SPDX-License-Identifier: Apache-2.0
// The files that a Promela text includes, and what they declare.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/index.hpp"

namespace lariat::lsp {

// A file as it is on the disk.
struct IncludedFile {
  std::string path = {};
  LinedText text = LinedText();
  Index index = {};
};

class IncludedFiles {
 public:
  // The files that the text of `path` includes, those that they include in turn as well, each once. As for the reader of
  // models, they lie in the folder of the model or below it. A file is read again only if it has changed. The pointers are
  // valid until the next call.
  std::vector<const IncludedFile*> of(const Index& index, std::string_view text, const std::string& path);

 private:
  struct Entry {
    std::filesystem::file_time_type time = {};
    std::unique_ptr<IncludedFile> file = {};
  };
  const IncludedFile* load(const std::filesystem::path& path);

  std::map<std::string, Entry> entries_;
};

// The name in quotes behind #include, if the byte lies in it.
std::optional<std::string> include_at(const Index& index, std::string_view text, std::size_t offset);

// The global symbol of that name that a file declares; no_symbol if there is none.
SymbolId global_named(const Index& index, std::string_view name);

}  // namespace lariat::lsp
