// SPDX-License-Identifier: Apache-2.0
// What a state says to people: its variables, channels and locations by name, in the notation of the model's language.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "lariat/model/interpreter.hpp"

namespace lariat::run {

// Something that has a value in a state: a variable that is no array, an element of an array, a channel with a buffer, a
// process with its location.
struct StateItem {
  enum class Kind : std::uint8_t { variable, channel, location };
  Kind kind = Kind::variable;
  std::uint32_t process = model::none;  // to which it belongs; observer_number: the observer; none: it is global
  std::string name =
      {};  // `x`, `a[3]`, `c`; `P_0->x` in DVE, `P[0]:x` in Promela, as formulas have it; of a location the process
  std::string short_name = {};  // without the process
  std::string value = {};       // `3`, `true`, `red`, `[1,2] [3,4]`, `critical`, `line 12`
  // Of a variable: its number among the globals or among those of the process, and which of its elements this is.
  model::VariableId variable = model::none;
  std::uint32_t element = 0;
};

// Everything in s: globals, channels, then each process with its location first, at last the observer. s must be a state of the
// program.
std::vector<StateItem> state_items(const model::Interpreter& interpreter, model::StateView s);

// An item whose value changed, came or went. Processes and channels that come and go do so with all that belongs to them.
struct StateChange {
  StateItem::Kind kind = StateItem::Kind::variable;
  std::uint32_t process = model::none;
  std::string name = {};
  std::optional<std::string> before = {};  // nothing: it was not there
  std::optional<std::string> after = {};   // nothing: it is gone

  friend bool operator==(const StateChange&, const StateChange&) = default;
};

// What is different in t, in the order of state_items. Both must be states of the program.
std::vector<StateChange> state_changes(const model::Interpreter& interpreter, model::StateView s, model::StateView t);

// What a process is called: `P_0`, in Promela `P[0]`. `process` may be observer_number.
std::string process_name(const model::Program& program, std::uint32_t process, model::ProcessTypeId type);

// `file:line`, or nothing if the source is nowhere.
std::string source_text(const model::Program& program, const model::Source& source);

// How places in the source are told: `models/x.dve:3`, `x.dve:3` or `line 3`, the first of these in which the places of all
// transitions fit into so many columns. Lines alone are enough where the model is one file.
class SourcePlaces {
 public:
  // `counts` says of which process types; null: of all. The program must outlive this.
  SourcePlaces(const model::Program& program, std::size_t room, const std::function<bool(std::size_t)>& counts = {});

  std::string text(const model::Source& source) const;
  std::size_t width() const { return width_; }  // of the longest

 private:
  enum class Form : std::uint8_t { paths, names, lines };
  const model::Program& program_;
  Form form_ = Form::paths;
  std::size_t width_ = 0;
};

// The whole state on lines of at most `width` columns where names allow it, each after `indent` spaces and ended by '\n': the
// globals and channels first, then a line for each process with its location and its variables. Without the observer, unless
// asked for.
std::string state_text(const model::Interpreter& interpreter, model::StateView s, std::size_t indent, std::size_t width,
                       bool with_observer = false);

}  // namespace lariat::run
