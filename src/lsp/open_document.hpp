// SPDX-License-Identifier: Apache-2.0
// A document that the editor has opened, and what is known about it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lsp/diagnose.hpp"
#include "lsp/index.hpp"
#include "lsp/json.hpp"

namespace lariat::lsp {

// What a check has found, kept until the text changes.
struct CheckResult {
  std::string verdict = {};  // `holds`, `violated`, `unknown`, `failed`
  std::string title = {};    // for the lens
  std::string page = {};     // the path of the HTML page; empty if there is none
  Span span = {};            // the lens that it belongs to
  std::vector<Related> steps = {};
};

struct OpenDocument {
  std::string uri = {};
  std::string path = {};  // of the file; a name with the right ending for a text that is in no file
  bool has_file = false;
  Language language = Language::promela;
  Json version = nullptr;    // as the client counts
  std::int64_t edition = 0;  // as the server counts, through all documents
  LinedText text = LinedText();
  std::vector<Problem> problems = {};  // of the edition below
  std::int64_t problems_edition = -1;
  std::map<std::string, CheckResult> results = {};  // by key of the lens

  // The index of the text, made when it is asked for first.
  const Index& index() {
    if (!index_) index_ = index_of(text.text(), language);
    return *index_;
  }
  void changed() { index_.reset(); }

 private:
  std::optional<Index> index_ = {};
};

}  // namespace lariat::lsp
