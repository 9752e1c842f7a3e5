// SPDX-License-Identifier: Apache-2.0
#include "lariat/run/page.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "lariat/base/file.hpp"
#include "lariat/base/markup.hpp"
#include "lariat/base/printable.hpp"
#include "lariat/run/state_text.hpp"
#include "run/messages.hpp"
#include "run/page_assets.hpp"

namespace lariat::run {
namespace {

using model::Event;
using model::none;
using model::observer_number;
using nlohmann::ordered_json;

// JSON that no browser mistakes for the end of a script.
std::string script_json(const ordered_json& value) {
  std::string result;
  for (const char c : value.dump(-1, ' ', true, ordered_json::error_handler_t::replace)) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

std::string_view to_string(StateItem::Kind kind) {
  switch (kind) {
    case StateItem::Kind::variable:
      return "variable";
    case StateItem::Kind::channel:
      return "channel";
    case StateItem::Kind::location:
      return "location";
  }
  return "";
}

// A run as page.js wants it: names, statements and processes are numbered, and steps refer to the numbers.
class RunPage {
 public:
  explicit RunPage(const PageRun& page)
      : page_(page), interpreter_(page.interpreter), program_(page.interpreter.program()), run_(page.run) {}

  ordered_json json() {
    find_processes();
    ordered_json object;
    object["title"] = printable(page_.title);
    object["cycle"] = run_.cycle ? ordered_json(*run_.cycle) : ordered_json(nullptr);
    object["initial"] = initial();
    object["steps"] = steps();
    object["items"] = items_;
    object["places"] = places_;
    object["actions"] = actions_;
    object["processes"] = processes_;
    add_story(object);
    object["space"] = page_.space;
    return object;
  }

 private:
  std::uint32_t lane(std::uint32_t process, model::ProcessTypeId type) {
    const auto [place, is_new] = lanes_.try_emplace({process, type}, static_cast<std::uint32_t>(lanes_.size()));
    if (is_new)
      processes_.push_back({{"name", printable(process_name(program_, process, type))}, {"from", 0}, {"to", nullptr}});
    return place->second;
  }

  // Finds the processes of the run, and the first and the last state in which each of them exists.
  void find_processes() {
    std::map<std::uint32_t, std::size_t> last;
    for (std::size_t i = 0; i <= run_.steps.size(); ++i) {
      const model::StateView s = run_.before(i);
      if (interpreter_.is_error(s)) continue;
      for (std::uint32_t p = 0; p < interpreter_.process_count(s); ++p) {
        const std::size_t known = lanes_.size();
        const std::uint32_t number = lane(p, interpreter_.process_type(s, p));
        if (lanes_.size() > known) processes_[number]["from"] = i;
        last[number] = i;
      }
    }
    for (const auto& [number, state] : last)
      if (state < run_.steps.size()) processes_[number]["to"] = state + 1;
  }

  std::uint32_t item(const StateItem& about) {
    const auto [place, is_new] = names_.try_emplace(about.name, static_cast<std::uint32_t>(names_.size()));
    if (is_new)
      items_.push_back({{"name", printable(about.name)},
                        {"short", printable(about.short_name)},
                        {"owner", about.process == none ? "" : printable(owner_)},
                        {"kind", to_string(about.kind)}});
    return place->second;
  }

  // A variable of Promela that stands for the channel declared with it, which has an entry of its own.
  static bool names_itself(std::uint32_t process, StateItem::Kind kind, const std::string& name, const std::string& value) {
    return process == none && kind == StateItem::Kind::variable && name == value;
  }

  // Where in the source a process is.
  void add_place(model::StateView s, std::uint32_t process, const std::string& name, const std::string& value) {
    if (process == observer_number || process >= interpreter_.process_count(s)) return;
    const model::ProcessType& type = program_.process_types[interpreter_.process_type(s, process)];
    const model::LocationId at = interpreter_.location(s, process);
    if (at >= type.locations.size()) return;
    model::Source source = type.locations[at].source;
    if (source.line == 0 && !type.locations[at].out.empty()) source = type.transitions[type.locations[at].out.front()].position;
    if (source.line > 0) places_[printable(name) + " " + printable(value)] = {source.file, source.line};
  }

  // The numbers and values of all items. New ones are numbered in the order in which the page shows them.
  ordered_json initial() {
    auto values = ordered_json::array();
    for (const StateItem& one : state_items(interpreter_, run_.initial))
      if (one.process != observer_number && !names_itself(one.process, one.kind, one.name, one.value))
        values.push_back({enter(one, run_.initial), printable(one.value)});
    return values;
  }

  std::uint32_t enter(const StateItem& one, model::StateView s) {
    if (one.kind == StateItem::Kind::location) {
      owner_ = one.name;
      add_place(s, one.process, one.name, one.value);
    }
    return item(one);
  }

  ordered_json steps() {
    const std::vector<Message> messages = messages_of(interpreter_, run_);
    std::size_t next = 0;
    auto list = ordered_json::array();
    for (std::size_t i = 0; i < run_.steps.size(); ++i) {
      ordered_json step = step_json(i);
      auto events = ordered_json::array();
      for (; next < messages.size() && messages[next].step == i; ++next)
        if (auto event = event_json(messages[next]); !event.is_null()) events.push_back(std::move(event));
      if (!events.empty()) step["events"] = std::move(events);
      list.push_back(std::move(step));
    }
    return list;
  }

  ordered_json step_json(std::size_t i) {
    const RunStep& step = run_.steps[i];
    const model::StateView before = run_.before(i);
    ordered_json object;
    object["actions"] = ordered_json::array();
    std::vector<model::Action> system;
    for (const model::Action& action : step.actions)
      if (action.process != observer_number) {
        object["actions"].push_back(action_number(action));
        system.push_back(action);
      }
    object["changes"] = ordered_json::array();
    if (!interpreter_.is_error(step.state) && !interpreter_.is_error(before))
      add_changes(object["changes"], before, step.state);
    if (const model::Fault fault = fault_of(interpreter_, before, step)) object["fault"] = printable(describe(program_, fault));
    if (system.empty()) {
      object["note"] =
          interpreter_.is_error(before) ? "after the error nothing more happens" : "the system has come to its end";
      return object;
    }
    for (const model::Printed& printed : interpreter_.printed(before, system))
      object["printed"].push_back(printable(printed.text));
    return object;
  }

  void add_changes(ordered_json& list, model::StateView before, model::StateView after) {
    std::map<std::string, StateItem> fresh;  // items that the page has not met
    for (const StateChange& change : state_changes(interpreter_, before, after)) {
      if (change.process == observer_number ||
          names_itself(change.process, change.kind, change.name, change.after.value_or("")))
        continue;
      const auto known = names_.find(change.name);
      std::uint32_t number = 0;
      if (known != names_.end()) {
        number = known->second;
      } else {
        if (fresh.empty())
          for (StateItem& one : state_items(interpreter_, after)) {
            if (one.kind == StateItem::Kind::location) owner_ = one.name;
            if (!names_.contains(one.name)) fresh.emplace(one.name, one);
          }
        const auto found = fresh.find(change.name);
        StateItem one = found != fresh.end() ? found->second
                                             : StateItem{.kind = change.kind, .process = change.process, .name = change.name};
        if (one.process != none && one.process < interpreter_.process_count(after))
          owner_ = process_name(program_, one.process, interpreter_.process_type(after, one.process));
        number = item(one);
      }
      if (change.kind == StateItem::Kind::location && change.after)
        add_place(after, change.process, change.name, *change.after);
      list.push_back({number, change.after ? ordered_json(printable(*change.after)) : ordered_json(nullptr)});
    }
  }

  std::uint32_t action_number(const model::Action& action) {
    const auto key = std::tuple(action.process, action.type, action.transition);
    const auto [place, is_new] = action_numbers_.try_emplace(key, static_cast<std::uint32_t>(action_numbers_.size()));
    if (is_new) {
      const model::Transition& transition = program_.process_types[action.type].transitions[action.transition];
      actions_.push_back({{"process", lane(action.process, action.type)},
                          {"text", printable(transition.text)},
                          {"where", source_text(program_, transition.position)},
                          {"file", transition.position.file},
                          {"line", transition.position.line}});
    }
    return place->second;
  }

  // The lane of a process in the state in which step i begins, or the one after it.
  ordered_json lane_at(std::size_t i, std::uint32_t process) {
    for (const std::size_t state : {i, i + 1}) {
      const model::StateView s = run_.before(state);
      if (!interpreter_.is_error(s) && process < interpreter_.process_count(s))
        return lane(process, interpreter_.process_type(s, process));
    }
    return nullptr;
  }

  ordered_json event_json(const Message& message) {
    const Event& event = message.event;
    const ordered_json from = lane_at(message.step, event.process);
    switch (event.kind) {
      case Event::Kind::send:
        return {"send", from, nullptr, message.text, 0};
      case Event::Kind::receive:
        return {"receive", from, nullptr, message.text, message.sent};
      case Event::Kind::meet:
        return {"meet", from, lane_at(message.step, event.other), message.text, 0};
      case Event::Kind::start:
        return {"start", from, lane(event.other, event.type), message.text, 0};
      default:
        return nullptr;
    }
  }

  void add_story(ordered_json& object) {
    const Story& story = page_.story;
    object["atoms"] = ordered_json::array();
    for (const Story::Atom& atom : story.atoms) {
      auto changes = ordered_json::array();
      for (std::size_t i = 0; i < atom.truths.size(); ++i)
        if (i == 0 || atom.truths[i] != atom.truths[i - 1]) changes.push_back({i, static_cast<bool>(atom.truths[i])});
      object["atoms"].push_back({{"name", printable(atom.name)}, {"changes", changes}});
    }
    object["remarks"] = ordered_json::array();
    for (const Story::Remark& remark : story.remarks) object["remarks"].push_back({remark.state, printable(remark.text)});
    object["irrelevant"] = ordered_json::array();
    for (std::size_t i = 0; i < story.matters.size(); ++i)
      if (!story.matters[i]) object["irrelevant"].push_back(i + 1);
    object["ending"] = ordered_json::array();
    for (const std::string& line : story.ending) object["ending"].push_back(printable(line));
  }

  const PageRun& page_;
  model::Interpreter& interpreter_;
  const model::Program& program_;
  const Run& run_;
  std::string owner_ = {};  // the process whose items are being numbered
  std::map<std::string, std::uint32_t> names_;
  std::map<std::pair<std::uint32_t, model::ProcessTypeId>, std::uint32_t> lanes_;
  std::map<std::tuple<std::uint32_t, model::ProcessTypeId, model::TransitionId>, std::uint32_t> action_numbers_;
  ordered_json items_ = ordered_json::array();
  ordered_json places_ = ordered_json::object();
  ordered_json actions_ = ordered_json::array();
  ordered_json processes_ = ordered_json::array();
};

ordered_json page_json(const Page& page) {
  ordered_json object;
  object["verdicts"] = ordered_json::array();
  for (const PageVerdict& row : page.verdicts) {
    std::vector<std::string> notes;
    for (const std::string& note : row.notes) notes.push_back(printable(note));
    object["verdicts"].push_back({{"verdict", row.verdict},
                                  {"property", printable(row.property)},
                                  {"algorithm", row.algorithm},
                                  {"states", row.states},
                                  {"seconds", row.seconds},
                                  {"notes", notes},
                                  {"run", row.run ? ordered_json(*row.run) : ordered_json(nullptr)}});
  }
  object["sources"] = ordered_json::array();
  for (const PageSource& source : page.sources) {
    ordered_json entry = {{"name", printable(source.name)}, {"text", source.text}};
    if (!source.counts.empty()) {
      entry["counts"] = source.counts;
    }
    object["sources"].push_back(std::move(entry));
  }
  object["runs"] = ordered_json::array();
  for (const PageRun& run : page.runs) object["runs"].push_back(RunPage(run).json());
  object["space"] = nullptr;
  if (page.space) object["space"] = {{"states", page.space->states}, {"edges", page.space->edges}};
  return object;
}

}  // namespace

void write_page(std::ostream& out, const Page& page) {
  out << "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
         "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
         "script-src 'unsafe-inline'\">\n"
         "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>"
      << markup(page.title) << "</title>\n<style>\n"
      << page_css << "</style>\n</head>\n<body>\n<header>\n<h1><bdi>" << markup(page.title)
      << "</bdi></h1>\n<div id=\"verdicts\"></div>\n</header>\n<main id=\"viewer\"></main>\n"
         "<footer class=\"no-print\">Keys: <kbd>↑</kbd> <kbd>↓</kbd> step, <kbd>Home</kbd> <kbd>End</kbd> first and last, "
         "<kbd>/</kbd> search, <kbd>n</kbd> <kbd>N</kbd> next and previous hit. Written by lariat "
      << LARIAT_VERSION
      << ".</footer>\n<noscript><p>This page needs JavaScript, which is part of the file; it reads nothing "
         "else.</p></noscript>\n"
         "<script type=\"application/json\" id=\"data\">"
      << script_json(page_json(page)) << "</script>\n<script>\n"
      << page_js << "</script>\n</body>\n</html>\n";
}

std::vector<PageSource> page_sources(const model::Program& program) {
  std::vector<PageSource> sources;
  for (const std::string& file : program.files) {
    PageSource& source = sources.emplace_back(PageSource{.name = file});
    if (file == "-" || file.empty()) continue;
    if (const auto text = read_text(file)) source.text = *text;
  }
  return sources;
}

}  // namespace lariat::run
