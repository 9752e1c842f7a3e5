// SPDX-License-Identifier: Apache-2.0
// Reading runs. What the text says is first understood as it stands (RunFile), then played: each step must be one that the
// program can do, and do to the variables what the text says.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <limits>
#include <nlohmann/json.hpp>

#include "lariat/base/columns.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/run/saved_run.hpp"
#include "lariat/run/state_text.hpp"
#include "run/run_json.hpp"

namespace lariat::run {
namespace {

// A name of the model, and the same name in a file. Files of version 0.1 have `P(2):x` for `P[2]:x`.
bool same_name(const std::string& name, const std::string& in_file) {
  const std::string shown = printable(name);
  if (shown == in_file) return true;
  std::string old = shown;
  const std::size_t open = old.find('[');
  const std::size_t close = old.find(']', open);
  if (open == std::string::npos || close == std::string::npos) return false;
  if (close + 1 != old.size() && old[close + 1] != ':') return false;
  old[open] = '(';
  old[close] = ')';
  return old == in_file;
}

// Files of version 0.1 have 0 and 1 for the truth values of arrays.
bool same_value(const std::string& value, const std::string& in_file) {
  return value == in_file || (value == "true" && in_file == "1") || (value == "false" && in_file == "0");
}

bool same_value(const std::optional<std::string>& value, const std::optional<std::string>& in_file) {
  return value.has_value() == in_file.has_value() && (!value || same_value(*value, *in_file));
}

using model::Interpreter;
using nlohmann::json;

constexpr int max_nesting = 8;  // of the text; a run has no more than 5
constexpr const char* changed = "the model may have changed since the run was saved";

// What is wrong, as a sentence without a full stop.
struct Complaint {
  std::string message;
};

[[noreturn]] void refuse(std::string message) { throw Complaint{std::move(message)}; }

std::string in_quotes(std::string_view text) { return fmt::format("'{}'", printable(shorten(text, 60))); }

// A step as the text has it.
struct StepText {
  std::vector<ActionText> actions = {};
  std::vector<StateChange> changes = {};  // names and values only
  std::optional<FaultText> fault = {};
  std::uint32_t automaton = model::none;
};

// The text as it stands.
struct RunFile {
  RunOrigin origin = {};
  std::string language = {};
  model::InterpreterOptions interpretation = {};
  std::vector<StateItem> initial = {};  // names and values only
  std::uint32_t automaton = model::none;
  std::vector<StepText> steps = {};
  std::optional<std::size_t> cycle = {};
};

// Fields of an object, each of the type that it must have. `where` says whose they are: `step 3`.
class Fields {
 public:
  Fields(const json& value, std::string where) : value_(value), where_(std::move(where)) {
    if (!value.is_object()) refuse(where_ + ": this should be an object");
  }

  bool has(const char* name) const { return value_.contains(name); }

  const json& get(const char* name) const {
    const auto found = value_.find(name);
    if (found == value_.end()) refuse(fmt::format("{}: there is no '{}'", where_, name));
    return *found;
  }
  std::string text(const char* name) const {
    const json& value = get(name);
    if (!value.is_string()) refuse(fmt::format("{}: '{}' should be a string", where_, name));
    return value.get<std::string>();
  }
  std::optional<std::string> text_or_null(const char* name) const {
    if (get(name).is_null()) return std::nullopt;
    return text(name);
  }
  std::uint32_t number(const char* name) const {
    const json& value = get(name);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() >= model::none)
      refuse(fmt::format("{}: '{}' should be a whole number, and not so large", where_, name));
    return value.get<std::uint32_t>();
  }
  bool truth(const char* name) const {
    const json& value = get(name);
    if (!value.is_boolean()) refuse(fmt::format("{}: '{}' should be true or false", where_, name));
    return value.get<bool>();
  }
  const json& list(const char* name) const {
    const json& value = get(name);
    if (!value.is_array()) refuse(fmt::format("{}: '{}' should be a list", where_, name));
    return value;
  }
  const std::string& where() const { return where_; }

 private:
  const json& value_;
  std::string where_;
};

// Reads the text without asking whether a program can do what it says.
class FileReader {
 public:
  static RunFile read(const json& document) {
    if (!document.is_object() || !document.contains("run_format")) refuse("this is no run that lariat saved");
    const Fields fields(document, "run");
    if (const std::uint32_t format = fields.number("run_format"); format != run_format)
      refuse(fmt::format("the run has format {}, and this lariat reads only format {}", format, run_format));
    RunFile file;
    file.origin = {.model = fields.text("model"), .property = fields.text("property")};
    if (fields.has("observer")) file.origin.observer = fields.text("observer");
    file.language = fields.text("language");
    if (fields.has("executed")) {
      const Fields executed(fields.get("executed"), "executed");
      file.interpretation = {.lossy = executed.truth("lossy"),
                             .counts_observer = executed.truth("counts_observer"),
                             .promises = executed.has("promises") && executed.truth("promises")};
    }
    for (const json& value : fields.list("initial")) {
      const Fields item(value, "the initial state");
      file.initial.push_back({.name = item.text("name"), .value = item.text("value")});
    }
    if (fields.has("automaton")) file.automaton = fields.number("automaton");
    for (const json& step : fields.list("stem")) add_step(file, step);
    if (!fields.list("cycle").empty()) file.cycle = file.steps.size();
    for (const json& step : fields.list("cycle")) add_step(file, step);
    return file;
  }

 private:
  static void add_step(RunFile& file, const json& value) {
    const Fields fields(value, fmt::format("step {}", file.steps.size() + 1));
    StepText step;
    for (const json& action : fields.list("actions")) step.actions.push_back(action_of(action, fields.where()));
    for (const json& change : fields.list("changes")) step.changes.push_back(change_of(change, fields.where()));
    if (fields.has("fault")) step.fault = fault_of(fields.get("fault"), fields.where());
    if (fields.has("automaton")) step.automaton = fields.number("automaton");
    file.steps.push_back(std::move(step));
  }

  static ActionText action_of(const json& value, const std::string& where) {
    const Fields fields(value, where);
    ActionText action{.name = fields.text("name"),
                      .line = fields.number("line"),
                      .column = fields.number("column"),
                      .transition = fields.number("transition"),
                      .text = fields.text("text")};
    if (!fields.get("process").is_null()) action.process = fields.number("process");
    return action;
  }

  static FaultText fault_of(const json& value, const std::string& where) {
    const Fields fields(value, where);
    return {.message = fields.text("message"), .line = fields.number("line"), .column = fields.number("column")};
  }

  static StateChange change_of(const json& value, const std::string& where) {
    const Fields fields(value, where);
    return {.name = fields.text("name"), .before = fields.text_or_null("before"), .after = fields.text_or_null("after")};
  }
};

// Capitals do not matter: DVE was once written so.
bool is_same_language(std::string_view a, std::string_view b) {
  const auto lower = [](unsigned char c) { return std::tolower(c); };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_observers(const ActionText& action) { return !action.process; }

// Plays what the text says.
class Player {
 public:
  Player(Interpreter& interpreter, const RunFile& file)
      : interpreter_(interpreter), program_(interpreter.program()), file_(file) {
    observed_ = std::any_of(file.steps.begin(), file.steps.end(), [](const StepText& step) {
      return std::any_of(step.actions.begin(), step.actions.end(), is_observers);
    });
  }

  Run play() {
    if (!is_same_language(file_.language, program_.language))
      refuse(fmt::format("the run is of a model in the language {}, and this one is in {}", in_quotes(file_.language),
                         program_.language));
    if (observed_ && !program_.observer) refuse(fmt::format("the model has no process that watches the others; {}", changed));
    Run run{.initial = interpreter_.initial(), .automaton_initial = file_.automaton, .cycle = file_.cycle};
    compare_initial(run.initial);
    for (std::size_t i = 0; i < file_.steps.size(); ++i) {
      where_ = fmt::format("step {}", i + 1);
      RunStep step = find_step(run.before(i), file_.steps[i]);
      step.automaton_state = file_.steps[i].automaton;
      run.steps.push_back(std::move(step));
    }
    if (const auto flaw = find_flaw(interpreter_, run)) refuse(fmt::format("{}; {}", *flaw, changed));
    return run;
  }

 private:
  void compare_initial(const model::State& initial) {
    const auto items = state_items(interpreter_, initial);
    for (std::size_t i = 0; i < items.size() || i < file_.initial.size(); ++i) {
      if (i >= items.size() || i >= file_.initial.size() || !same_name(items[i].name, file_.initial[i].name))
        refuse(fmt::format("the variables of the run are not those of the model: {} is the first that differs; {}",
                           in_quotes(i < items.size() ? items[i].name : file_.initial[i].name), changed));
      if (!same_value(items[i].value, file_.initial[i].value))
        refuse(
            fmt::format("the run does not begin with {} = {}, as the model does; {}", items[i].name, items[i].value, changed));
    }
  }

  RunStep find_step(model::StateView s, const StepText& text) {
    const RunStep* best = nullptr;
    bool can_act = false;
    bool can_change = false;
    std::vector<RunStep> possible = possible_steps(interpreter_, s, observed_);
    for (const RunStep& step : possible) {
      if (!acts_alike(step, text)) continue;
      can_act = true;
      if (!changes_alike(s, step, text)) continue;
      can_change = true;
      if (text.fault != fault_text(program_, step.fault)) continue;
      if (best == nullptr || has_numbers_of(step, text)) best = &step;
    }
    if (best != nullptr) return *best;
    if (can_change) refuse(fmt::format("{}: what goes wrong here is something else; {}", where_, changed));
    if (can_act) refuse(fmt::format("{}: what {} does here has another effect; {}", where_, who(text), changed));
    if (text.actions.empty()) refuse(fmt::format("{}: the system is not stuck here; {}", where_, changed));
    expect_processes(s, text);
    refuse(fmt::format("{}: {} cannot do this here; {}", where_, who(text), changed));
  }

  bool acts_alike(const RunStep& step, const StepText& text) const {
    return std::equal(step.actions.begin(), step.actions.end(), text.actions.begin(), text.actions.end(),
                      [&](const model::Action& a, const ActionText& b) { return alike(action_text(program_, a), b); });
  }

  bool changes_alike(model::StateView s, const RunStep& step, const StepText& text) const {
    const auto changes = state_changes(interpreter_, s, step.state);
    return std::equal(changes.begin(), changes.end(), text.changes.begin(), text.changes.end(),
                      [](const StateChange& a, const StateChange& b) {
                        return same_name(a.name, b.name) && same_value(a.before, b.before) && same_value(a.after, b.after);
                      });
  }

  static bool has_numbers_of(const RunStep& step, const StepText& text) {
    return std::equal(step.actions.begin(), step.actions.end(), text.actions.begin(),
                      [](const model::Action& a, const ActionText& b) { return a.transition == b.transition; });
  }

  // A process that is not there is a better reason than a transition that cannot be taken.
  void expect_processes(model::StateView s, const StepText& text) {
    for (const ActionText& action : text.actions) {
      if (is_observers(action)) continue;
      if (*action.process >= interpreter_.process_count(s))
        refuse(fmt::format("{}: there is no process {} of number {} here; {}", where_, in_quotes(action.name), *action.process,
                           changed));
      const std::string name = process_name(program_, *action.process, interpreter_.process_type(s, *action.process));
      if (!same_name(name, action.name))
        refuse(fmt::format("{}: the process of number {} is {}, not {}; {}", where_, *action.process, name,
                           in_quotes(action.name), changed));
    }
  }

  static std::string who(const StepText& text) {
    return text.actions.empty() ? "the system" : printable(shorten(text.actions.front().name, 60));
  }

  Interpreter& interpreter_;
  const model::Program& program_;
  const RunFile& file_;
  bool observed_ = false;
  std::string where_;
};

// Where the number is in the JSON, other than in a string or as a part of another number.
std::size_t find_number(std::string_view text, std::string_view number) {
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (in_string && text[i] == '\\') {
      ++i;
    } else if (text[i] == '"') {
      in_string = !in_string;
    } else if (!in_string && (text[i] == '-' || (text[i] >= '0' && text[i] <= '9'))) {
      const std::size_t end = std::min(text.find_first_not_of("+-.0123456789Ee", i), text.size());
      if (text.substr(i, end - i) == number) return i;
      i = end - 1;
    }
  }
  return text.size();
}

// The text as JSON, or where it is none.
Result<json> parse_json(std::string_view text, const std::string& file) {
  const auto at = [&](std::size_t offset, std::string message) {
    offset = std::min(offset, text.size());
    const std::size_t before = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
    const std::size_t begin = before == text.npos ? 0 : before + 1;
    const std::string_view line = text.substr(begin, text.find('\n', begin) - begin);
    Excerpt shown = excerpt(line, offset - begin);
    return Diagnostic{
        .message = std::move(message),
        .file = file,
        .line = 1 + static_cast<std::size_t>(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(begin), '\n')),
        .column = offset - begin + 1,
        .source_line = std::move(shown.text),
        .caret = shown.caret};
  };
  const auto watch_depth = [](int depth, json::parse_event_t, json&) {
    if (depth > max_nesting) refuse("this is no run that lariat saved: it is nested too deeply");
    return true;
  };
  try {
    return json::parse(text, watch_depth);
  } catch (const json::parse_error& error) {
    // `[json.exception.parse_error.101] parse error at line 1, column 2: what is wrong`
    std::string_view what = error.what();
    if (const std::size_t end = what.find(": "); end != what.npos) what.remove_prefix(end + 2);
    return at(error.byte == 0 ? 0 : error.byte - 1, "this is no JSON: " + printable(shorten(what, 200)));
  } catch (const json::out_of_range& error) {
    // `[json.exception.out_of_range.406] number overflow parsing '1e999'`
    std::string_view number = error.what();
    number.remove_prefix(std::min(number.find('\''), number.size() - 1) + 1);
    return at(find_number(text, number.substr(0, number.rfind('\''))), "the number is too large");
  }
}

}  // namespace

ActionText action_text(const model::Program& program, const model::Action& action) {
  const model::Transition& transition = program.process_types[action.type].transitions[action.transition];
  ActionText text{.name = printable(process_name(program, action.process, action.type)),
                  .line = transition.position.line,
                  .column = transition.position.column,
                  .transition = action.transition,
                  .text = printable(transition.text)};
  if (action.process != model::observer_number) text.process = action.process;
  return text;
}

bool alike(const ActionText& a, const ActionText& b) {
  return a.process == b.process && same_name(a.name, b.name) && a.line == b.line && a.column == b.column && a.text == b.text;
}

std::optional<FaultText> fault_text(const model::Program& program, const model::Fault& fault) {
  if (!fault) return std::nullopt;
  return FaultText{.message = printable(describe(program, fault)), .line = fault.source.line, .column = fault.source.column};
}

Result<SavedRun> parse_run(std::string_view text, const std::string& file, Interpreter& interpreter,
                           const WatchedBy& watched_by) {
  try {
    const auto document = parse_json(text, file);
    if (!document) return document.errors();
    const RunFile run = FileReader::read(*document);
    const model::Program* program = &interpreter.program();
    if (watched_by && !run.origin.observer.empty()) program = &watched_by(run.origin.observer);
    if (program != &interpreter.program() || interpreter.options() != run.interpretation)
      interpreter = Interpreter(*program, run.interpretation);
    return SavedRun{.origin = run.origin, .run = Player(interpreter, run).play()};
  } catch (const Complaint& complaint) {
    return Diagnostic{.message = complaint.message, .file = file};
  }
}

}  // namespace lariat::run
