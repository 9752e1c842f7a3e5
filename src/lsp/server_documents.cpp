// SPDX-License-Identifier: Apache-2.0
// Texts, their problems, and the changes that remove these.
#include <utility>

#include "lariat/frontend/languages.hpp"
#include "lsp/server.hpp"

namespace lariat::lsp {
namespace {

// The language of a document: by what the editor calls it, by the end of its name, or by its text.
Language language_of_document(const std::string& id, const std::string& path, const std::string& text) {
  if (id == "promela") return Language::promela;
  if (id == "dve") return Language::dve;
  const frontend::Language* language = frontend::language_of(path);
  if (language == nullptr) language = frontend::language_by_content(text);
  return language != nullptr && language->name == "dve" ? Language::dve : Language::promela;
}

int severity_number(Diagnostic::Severity severity) {
  switch (severity) {
    case Diagnostic::Severity::error:
      return 1;
    case Diagnostic::Severity::warning:
      return 2;
    case Diagnostic::Severity::note:
      return 3;
  }
  return 1;
}

}  // namespace

OpenDocument& Server::document_of(const Json& params) {
  const std::string uri = text_member(member(params, "textDocument"), "uri");
  const auto found = documents_.find(uri);
  if (found == documents_.end()) throw RequestError{invalid_params, "the document is not open: " + uri};
  return found->second;
}

std::size_t Server::offset_of(const OpenDocument& document, const Json& params) const {
  return document.text.offset(position_of(member(params, "position")), encoding_);
}

Json Server::range(const OpenDocument& document, Span span) const {
  return object("start", to_json(document.text.position(span.begin, encoding_)), "end",
                to_json(document.text.position(span.end, encoding_)));
}

Json Server::location(const OpenDocument& document, const Related& related) const {
  if (related.file.empty()) return {{"uri", document.uri}, {"range", range(document, related.span)}};
  const Json place = to_json(Position{related.line == 0 ? 0 : related.line - 1, related.column == 0 ? 0 : related.column - 1});
  return {{"uri", uri_of_path(related.file)}, {"range", {{"start", place}, {"end", place}}}};
}

Json Server::did_open(const Json& params) {
  const Json& item = member(params, "textDocument");
  OpenDocument document;
  document.uri = text_member(item, "uri");
  document.path = path_of_uri(document.uri);
  document.has_file = !document.path.empty();
  const std::string text = text_member(item, "text");
  const Json& id = member(item, "languageId");
  document.language = language_of_document(id.is_string() ? id.get<std::string>() : "", document.path, text);
  if (!document.has_file) document.path = document.language == Language::promela ? "untitled.pml" : "untitled.dve";
  document.version = member(item, "version");
  document.text = LinedText(text);
  OpenDocument& opened = documents_[document.uri] = std::move(document);
  text_changed(opened);
  return nullptr;
}

Json Server::did_change(const Json& params) {
  OpenDocument& document = document_of(params);
  const Json& changes = member(params, "contentChanges");
  if (!changes.is_array()) throw RequestError{invalid_params, "'contentChanges' must be an array"};
  for (const Json& change : changes) {
    const std::string text = text_member(change, "text");
    const Json& where = member(change, "range");
    if (where.is_null()) {
      document.text = LinedText(text);
      continue;
    }
    Span span = {document.text.offset(position_of(member(where, "start")), encoding_),
                 document.text.offset(position_of(member(where, "end")), encoding_)};
    if (span.end < span.begin) std::swap(span.begin, span.end);
    document.text.replace(span, text);
  }
  document.version = member(member(params, "textDocument"), "version");
  text_changed(document);
  return nullptr;
}

// A file that others include may have been saved: they are read again.
Json Server::did_save(const Json& params) {
  const std::string& saved = document_of(params).uri;
  for (const auto& [uri, document] : documents_)
    if (uri != saved && document.text.text().find("#include") != std::string::npos)
      diagnoser_.post({uri, document.edition, document.text.text(), document.path, document.language});
  return nullptr;
}

Json Server::did_close(const Json& params) {
  const std::string uri = document_of(params).uri;
  documents_.erase(uri);
  diagnoser_.forget(uri);
  checks_.cancel([&](const CheckRunner::Request& request) { return request.uri == uri; });
  notify("textDocument/publishDiagnostics", {{"uri", uri}, {"diagnostics", Json::array()}});
  return nullptr;
}

void Server::text_changed(OpenDocument& document) {
  document.edition = ++edition_;
  document.results.clear();
  document.changed();
  checks_.cancel([&](const CheckRunner::Request& request) { return request.uri == document.uri; });
  diagnoser_.post({document.uri, document.edition, document.text.text(), document.path, document.language});
}

void Server::take_diagnoses() {
  for (Diagnoser::Answer& answer : diagnoser_.take()) {
    const auto found = documents_.find(answer.uri);
    if (found == documents_.end() || found->second.edition != answer.edition) continue;
    found->second.problems = std::move(answer.problems);
    found->second.problems_edition = answer.edition;
    publish(found->second);
  }
}

// Sends what is known of a document: what is wrong with its text, and the checks that failed.
void Server::publish(const OpenDocument& document) {
  Json list = Json::array();
  for (const Problem& problem : document.problems) {
    Json entry = {{"range", range(document, problem.span)},
                  {"severity", severity_number(problem.severity)},
                  {"source", "lariat"},
                  {"message", problem.message}};
    for (const Related& related : problem.related)
      entry["relatedInformation"].push_back({{"location", location(document, related)}, {"message", related.message}});
    list.push_back(std::move(entry));
  }
  for (const auto& [key, result] : document.results) {
    if (result.verdict == "holds") continue;
    Json entry = {{"range", range(document, result.span)},
                  {"severity", result.verdict == "violated" ? 1 : 2},
                  {"source", "lariat check"},
                  {"message", result.title}};
    for (const Related& step : result.steps)
      entry["relatedInformation"].push_back({{"location", location(document, step)}, {"message", step.message}});
    if (!result.page.empty()) entry["data"] = {{"page", uri_of_path(result.page)}};
    list.push_back(std::move(entry));
  }
  Json params = {{"uri", document.uri}, {"diagnostics", std::move(list)}};
  if (document.version.is_number_integer()) params["version"] = document.version;
  notify("textDocument/publishDiagnostics", std::move(params));
}

Json Server::code_action(const Json& params) {
  const OpenDocument& document = document_of(params);
  const Json& where = member(params, "range");
  const std::size_t begin = document.text.offset(position_of(member(where, "start")), encoding_);
  const std::size_t end = document.text.offset(position_of(member(where, "end")), encoding_);
  Json actions = Json::array();
  if (document.problems_edition != document.edition) return actions;  // the places are those of an older text
  for (const Problem& problem : document.problems) {
    if (problem.span.begin > end || problem.span.end < begin) continue;
    for (const Fix& fix : problem.fixes) {
      Json changes = Json::object();
      changes[document.uri] = {{{"range", range(document, fix.span)}, {"newText", fix.text}}};
      actions.push_back({{"title", fix.title},
                         {"kind", "quickfix"},
                         {"isPreferred", problem.fixes.size() == 1},
                         {"diagnostics",
                          {{{"range", range(document, problem.span)},
                            {"severity", severity_number(problem.severity)},
                            {"source", "lariat"},
                            {"message", problem.message}}}},
                         {"edit", {{"changes", std::move(changes)}}}});
    }
  }
  return actions;
}

}  // namespace lariat::lsp
