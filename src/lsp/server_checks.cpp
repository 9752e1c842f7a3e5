// SPDX-License-Identifier: Apache-2.0
// Lenses above what can be checked, and the checks that they start.
#include <fmt/format.h>
#include <sys/wait.h>

#include <filesystem>
#include <utility>

#include "lariat/base/file.hpp"
#include "lsp/server.hpp"

namespace lariat::lsp {
namespace {

constexpr std::size_t most_steps = 200;  // of a run that become related places; the page has all of them

// What a lens asks for, as it is known to the client and in the results.
std::string key_of(const Lens& lens) {
  switch (lens.kind) {
    case Lens::Kind::formula:
      return "formula:" + lens.name;
    case Lens::Kind::claim:
    case Lens::Kind::property_process:
      return "claim:" + lens.name;
    case Lens::Kind::assertion:
      return "assertion";
  }
  return {};
}

// The options of `lariat check` for a key; nothing for one that is none.
std::optional<std::vector<std::string>> options_of(const std::string& key, Language language) {
  if (key == "all") return std::vector<std::string>{};
  if (key == "assertion") return std::vector<std::string>{"--assert"};
  if (key == "deadlock") return std::vector<std::string>{"--deadlock"};
  const std::size_t colon = key.find(':');
  if (colon == std::string::npos || (!key.starts_with("formula:") && !key.starts_with("claim:"))) return std::nullopt;
  const std::string name = key.substr(colon + 1);
  if (language == Language::dve || name.empty()) return std::vector<std::string>{"--property"};
  return std::vector<std::string>{"--property=" + name};
}

// The key that an object of `properties` belongs to.
std::string key_of_property(const Json& property) {
  const std::string kind = text_member(property, "kind");
  if (kind == "ltl") return "formula:" + text_member(property, "name");
  if (kind == "property") return "claim:" + text_member(property, "name");
  return kind == "assert" ? "assertion" : kind;
}

std::string steps_text(std::size_t number) { return number == 1 ? "1 step" : fmt::format("{} steps", number); }

std::string title_of(const Json& property) {
  const std::string verdict = text_member(property, "verdict");
  if (verdict == "holds") return "✓ holds";
  if (verdict != "violated") {
    const Json& reason = member(property, "reason");
    return "? unknown" + (reason.is_string() && !reason.get<std::string>().empty() ? ": " + reason.get<std::string>() : "");
  }
  const Json& lasso = member(property, "lasso");
  if (!lasso.is_object()) return "✗ violated";
  const std::size_t stem = member(lasso, "stem").size();
  const std::size_t cycle = member(lasso, "cycle").size();
  return fmt::format("✗ violated by a run of {}{}", steps_text(stem),
                     cycle == 0 ? "" : fmt::format(" and a cycle of {}", cycle));
}

// Reads runs out of the objects of `lariat check --json`.
class RunReader {
 public:
  RunReader(const OpenDocument& document) : document_(document) {}

  std::vector<Related> steps(const Json& property) {
    const Json& lasso = member(property, "lasso");
    for (const auto* const part : {"stem", "cycle"}) {
      const Json& list = member(lasso, part);
      if (!list.is_array()) continue;
      for (const Json& step : list) add(step, part == std::string_view("cycle"));
    }
    return std::move(steps_);
  }

 private:
  void add(const Json& step, bool in_cycle) {
    ++number_;
    const Json& actions = member(step, "actions");
    if (!actions.is_array()) return;
    for (const Json& action : actions) {
      if (steps_.size() >= most_steps || !member(action, "line").is_number_unsigned()) continue;
      const Json& column = member(action, "column");
      Related place{.message = fmt::format("{}{}. {}: {}", in_cycle ? "cycle, " : "", number_, text_member(action, "name"),
                                           text_member(action, "text")),
                    .file = text_member(action, "file"),
                    .line = member(action, "line").get<std::size_t>(),
                    .column = column.is_number_unsigned() ? column.get<std::size_t>() : 1};
      if (place.file == "-" || place.file == "<stdin>" || place.file == document_.path) {
        place.file.clear();
        const std::size_t begin = document_.text.offset_of(place.line, place.column);
        const std::size_t end = document_.text.text().find_first_of("\r\n", begin);
        place.span = {begin, std::min(end, document_.text.text().size())};
      }
      steps_.push_back(std::move(place));
    }
  }

  const OpenDocument& document_;
  std::size_t number_ = 0;
  std::vector<Related> steps_;
};

}  // namespace

Json Server::code_lens(const Json& params) {
  OpenDocument& document = document_of(params);
  Json lenses = Json::array();
  const auto add = [&](Span span, const std::string& title, const char* command, Json argument) {
    lenses.push_back({{"range", range(document, span)},
                      {"command", {{"title", title}, {"command", command}, {"arguments", {std::move(argument)}}}}});
  };
  const auto add_check = [&](Span span, const std::string& key, const std::string& what, bool shows_result) {
    const Json argument = {{"uri", document.uri}, {"key", key}};
    const auto result = document.results.find(key);
    const bool known = shows_result && result != document.results.end();
    add(span, known ? result->second.title : "▶ check" + what, "lariat.check", argument);
    if (known && !result->second.page.empty())
      add(span, "show the run", "lariat.showRun",
          {{"uri", document.uri}, {"key", key}, {"page", uri_of_path(result->second.page)}});
  };
  const Index& index = document.index();
  if (!index.symbols.empty()) {
    add_check({0, 0}, "all", " all", true);
    add_check({0, 0}, "deadlock", " deadlock", true);
  }
  for (const Lens& lens : index.lenses) {
    const std::string key = key_of(lens);
    bool shows_result = true;
    if (lens.kind == Lens::Kind::assertion) {
      // One search answers for all assertions; the one that fails is where the run ends.
      const auto result = document.results.find(key);
      shows_result = result != document.results.end() &&
                     (result->second.verdict != "violated" ||
                      (result->second.span.begin >= lens.span.begin && result->second.span.begin <= lens.span.end));
    }
    add_check(lens.span, key, "", shows_result);
  }
  return lenses;
}

Json Server::execute_command(const Json& params) {
  const std::string command = text_member(params, "command");
  const Json& arguments = member(params, "arguments");
  const Json argument = arguments.is_array() && !arguments.empty() ? arguments.front() : Json();
  if (command == "lariat.showRun") {
    const std::string page = text_member(argument, "page");
    if (has_show_document_) ask("window/showDocument", {{"uri", page}, {"external", true}});
    return page;
  }
  if (command != "lariat.check" || !checks_.can_run())
    throw RequestError{invalid_params, fmt::format("no command '{}'", command)};
  start_check(argument, member(params, "workDoneToken"));
  return nullptr;
}

void Server::start_check(const Json& arguments, const Json& token) {
  const std::string uri = text_member(arguments, "uri");
  const auto found = documents_.find(uri);
  if (found == documents_.end()) throw RequestError{invalid_params, "the document is not open: " + uri};
  OpenDocument& document = found->second;
  const std::string key = text_member(arguments, "key");
  const auto options = options_of(key, document.language);
  if (!options) throw RequestError{invalid_params, fmt::format("no check '{}'", key)};

  CheckRunner::Request request{.uri = uri, .edition = document.edition, .key = key, .name = key, .id = current_id_};
  for (const Lens& lens : document.index().lenses)
    if (key_of(lens) == key) {
      request.span = lens.span;
      break;
    }
  request.page = checks_.new_page();
  request.arguments = {"check"};
  // The page shows the source only of a file; a text that is not saved comes over the standard input.
  const auto saved = document.has_file ? read_text(document.path) : Result<std::string>(Diagnostic{});
  if (saved && *saved == document.text.text()) {
    request.arguments.push_back(document.path);
  } else {
    request.arguments.insert(request.arguments.end(),
                             {"-", std::string("--language=") + (document.language == Language::promela ? "promela" : "dve")});
    request.input = document.text.text();
    if (document.has_file) request.folder = std::filesystem::path(document.path).parent_path().string();
  }
  request.arguments.insert(request.arguments.end(), {"--json", "--progress=json"});
  if (!request.page.empty()) request.arguments.push_back("--html=" + request.page);
  request.arguments.insert(request.arguments.end(), options->begin(), options->end());

  request.token = token;
  if (token.is_null() && has_progress_) {
    request.token = fmt::format("lariat-{}", next_id_);
    ask("window/workDoneProgress/create", {{"token", request.token}});
  }
  const Json progress = request.token;
  const std::string name = key.substr(key.find(':') + 1);
  checks_.start(std::move(request));
  is_deferred_ = true;
  if (!progress.is_null())
    notify("$/progress",
           {{"token", progress}, {"value", {{"kind", "begin"}, {"title", "lariat: check " + name}, {"cancellable", true}}}});
}

Json Server::cancel_progress(const Json& params) {
  const Json& token = member(params, "token");
  checks_.cancel([&](const CheckRunner::Request& request) { return !token.is_null() && request.token == token; });
  return nullptr;
}

void Server::take_checks() {
  checks_.pump();
  for (const CheckRunner::Progress& progress : checks_.take_progress())
    notify("$/progress", {{"token", progress.token}, {"value", {{"kind", "report"}, {"message", progress.message}}}});
  for (const CheckRunner::Finished& finished : checks_.take_finished()) finish_check(finished);
}

void Server::finish_check(const CheckRunner::Finished& finished) {
  const CheckRunner::Request& request = finished.request;
  Json answer = {{"verdict", "failed"}, {"title", ""}, {"page", nullptr}};
  std::string title = "cancelled";
  const auto found = documents_.find(request.uri);
  const bool is_current = found != documents_.end() && found->second.edition == request.edition;
  if (!finished.cancelled && is_current) {
    OpenDocument& document = found->second;
    const Json output = Json::parse(finished.output, nullptr, false);
    const Json& properties = member(output, "properties");
    std::size_t holding = 0;
    std::vector<CheckResult> results;
    if (properties.is_array())
      for (const Json& property : properties) {
        CheckResult result{.verdict = text_member(property, "verdict"), .title = title_of(property)};
        result.steps = RunReader(document).steps(property);
        if (result.verdict == "violated" && std::filesystem::exists(request.page)) result.page = request.page;
        if (result.verdict == "holds") ++holding;
        const std::string key = key_of_property(property);
        result.span = request.span;
        for (const Lens& lens : document.index().lenses)
          if (key_of(lens) == key) result.span = lens.span;
        const bool ends_here =
            (key == "assertion" || key == "deadlock") && !result.steps.empty() && result.steps.back().file.empty();
        if (ends_here) result.span = result.steps.back().span;
        results.push_back(result);
        document.results[key] = std::move(result);
      }
    if (results.empty()) {
      const Json& error = member(output, "error");
      title = error.is_string()              ? error.get<std::string>()
              : WIFSIGNALED(finished.status) ? fmt::format("the check was ended by signal {}", WTERMSIG(finished.status))
                                             : "the check failed: " + finished.errors.substr(0, 500);
      document.results[request.key] = {
          .verdict = "failed", .title = "! " + title, .page = {}, .span = request.span, .steps = {}};
    } else if (results.size() == 1) {
      answer["verdict"] = results.front().verdict;
      title = results.front().title;
      if (!results.front().page.empty()) answer["page"] = uri_of_path(results.front().page);
    } else {
      const bool all = holding == results.size();
      title = all ? fmt::format("✓ all {} hold", holding) : fmt::format("✗ {} of {} hold", holding, results.size());
      std::string verdict = "holds";
      for (const CheckResult& result : results)
        if (result.verdict == "violated" || (result.verdict != "holds" && verdict == "holds")) verdict = result.verdict;
      answer["verdict"] = verdict;
      document.results["all"] = {.verdict = "holds", .title = title, .page = {}, .span = {}, .steps = {}};
      if (verdict == "violated") answer["page"] = uri_of_path(request.page);
    }
    answer["title"] = title;
    publish(document);
    if (has_lens_refresh_) ask("workspace/codeLens/refresh", nullptr);
  }
  if (!request.token.is_null())
    notify("$/progress", {{"token", request.token}, {"value", {{"kind", "end"}, {"message", title}}}});
  if (finished.cancelled || !is_current)
    respond(request.id, RequestError{request_cancelled, "the check was cancelled"});
  else
    respond(request.id, std::move(answer));
}

}  // namespace lariat::lsp
