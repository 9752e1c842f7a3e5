// SPDX-License-Identifier: Apache-2.0
#include "lsp/describe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace lariat::lsp {
namespace {

using Kind = Symbol::Kind;

struct Values {
  std::int64_t least;
  std::int64_t most;
  unsigned bits;
};

// The values that a variable of a basic type can hold.
std::optional<Values> values_of(const Index& index, std::string_view type, Language language) {
  if (language == Language::dve) {
    if (type == "byte") return Values{0, 255, 8};
    if (type == "int") return Values{-32768, 32767, 16};
    return std::nullopt;
  }
  if (type == "bit" || type == "bool") return Values{0, 1, 1};
  if (type == "byte" || type == "pid") return Values{0, 255, 8};
  if (type == "short") return Values{-32768, 32767, 16};
  if (type == "int") return Values{-2147483648LL, 2147483647LL, 32};
  if (type.starts_with("unsigned : ")) {
    const auto width = number_of(index, type.substr(11));
    if (width && *width >= 1 && *width <= 31) return Values{0, (std::int64_t{1} << *width) - 1, static_cast<unsigned>(*width)};
  }
  return std::nullopt;
}

SymbolId type_called(const Index& index, std::string_view name) {
  for (SymbolId id = 0; id < index.symbols.size(); ++id)
    if (index.symbols[id].kind == Kind::type && index.symbols[id].type != "mtype" && index.symbols[id].name == name) return id;
  return no_symbol;
}

// The bits of all fields of a typedef, if each is of a type whose size is known. An unfinished text may have a typedef that
// contains itself: so many typedefs are looked at and no more.
std::optional<std::int64_t> bits_of_fields(const Index& index, SymbolId type, Language language, int& types_left) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (type == no_symbol || types_left-- <= 0) return std::nullopt;
  std::int64_t sum = 0;
  for (const Symbol& field : index.symbols) {
    if (field.parent != type || field.kind != Kind::field) continue;
    const auto count = field.is_array ? number_of(index, field.size) : std::optional<std::int64_t>(1);
    std::optional<std::int64_t> bits;
    if (const auto values = values_of(index, field.type, language))
      bits = values->bits;
    else if (field.type.starts_with("mtype"))
      bits = 8;
    else
      bits = bits_of_fields(index, type_called(index, field.type), language, types_left);
    if (!count || !bits || *count < 0 || *count > most || *bits > most) return std::nullopt;
    sum = std::min(sum + *count * *bits, most + 1);
  }
  return sum > most ? std::nullopt : std::optional(sum);
}

// The fields of a typedef, as they are declared.
std::string fields_text(const Index& index, const Symbol& type) {
  std::string result;
  for (const Symbol& field : index.symbols)
    if (field.kind == Kind::field && field.parent != no_symbol && &index.symbols[field.parent] == &type)
      result += (result.empty() ? "" : "; ") + declaration_text(index, field);
  return result;
}

std::string joined(const std::vector<std::string>& parts) { return fmt::format("{}", fmt::join(parts, ", ")); }

std::string parameters_text(const Index& index, const Symbol& symbol) {
  std::vector<std::string> parts;
  for (const SymbolId id : symbol.parameters) parts.push_back(declaration_text(index, index.symbols[id]));
  return joined(parts);
}

std::string_view word_of(Kind kind) {
  switch (kind) {
    case Kind::variable:
      return "variable";
    case Kind::parameter:
      return "parameter";
    case Kind::field:
      return "field";
    case Kind::channel:
      return "channel";
    case Kind::constant:
      return "constant";
    case Kind::type:
      return "type";
    case Kind::process:
      return "process";
    case Kind::init:
      return "the initial process";
    case Kind::claim:
      return "claim";
    case Kind::formula:
      return "formula";
    case Kind::inlined:
      return "inline";
    case Kind::macro:
      return "macro";
    case Kind::label:
      return "label";
    case Kind::state:
      return "state";
  }
  return "";
}

// The constants of an mtype, and which of them this one is: values count from 1, the last name of the first list first.
std::string constant_value(const Index& index, SymbolId id) {
  const Symbol& symbol = index.symbols[id];
  std::size_t count = 0;
  for (const Symbol& other : index.symbols)
    if (other.kind == Kind::constant && other.type == symbol.type) ++count;
  return fmt::format("one of {} constants of `{}`", count, symbol.type);
}

std::string lines_of(const std::vector<std::size_t>& lines) {
  std::string result;
  for (std::size_t i = 0; i < lines.size() && i < 8; ++i) result += fmt::format("{}{}", i == 0 ? "" : ", ", lines[i]);
  if (lines.size() > 8) result += ", …";
  return result;
}

// What a hover on a label says: the process that has it, the jumps to it, and what its name means to a check.
std::string label_details(const Index& index, SymbolId id, const LinedText& text) {
  const Symbol& symbol = index.symbols[id];
  std::string result;
  if (symbol.parent != no_symbol) {
    const Symbol& owner = index.symbols[symbol.parent];
    result = fmt::format("reached by {} `{}`", owner.kind == Kind::inlined ? "processes that call the inline" : "process",
                         owner.name);
    if (owner.kind == Kind::process && owner.type.starts_with("active"))
      result += fmt::format(" (`{}`)", declaration_text(index, owner));
  }
  std::vector<std::size_t> jumps;
  std::vector<std::size_t> others;
  for (const Use& use : index.uses) {
    if (use.symbol != id || use.is_declaration) continue;
    const std::size_t line = text.position(use.span.begin, Encoding::utf8).line + 1;
    const bool is_remote = use.span.begin > 0 && text.text()[use.span.begin - 1] == '@';
    (is_remote ? others : jumps).push_back(line);
  }
  result += jumps.empty() ? "\n\nno goto leads to it"
                          : fmt::format("\n\ngoto in {} {}", jumps.size() == 1 ? "line" : "lines", lines_of(jumps));
  if (!others.empty())
    result += fmt::format("\n\nnamed by properties in {} {}", others.size() == 1 ? "line" : "lines", lines_of(others));
  if (symbol.name.starts_with("end")) result += "\n\na valid end state: a run may end here";
  if (symbol.name.starts_with("accept")) result += "\n\nan accepting state, for `--acceptance-cycles` and never claims";
  if (symbol.name.starts_with("progress")) result += "\n\na progress state, for `--progress-cycles`";
  return result;
}

}  // namespace

std::string declaration_text(const Index& index, const Symbol& symbol) {
  const std::string array = symbol.is_array ? fmt::format("[{}]", symbol.size) : "";
  switch (symbol.kind) {
    case Kind::channel:
      if (symbol.type == "channel")  // of DVE
        return fmt::format("channel {}{}{}", symbol.has_message ? fmt::format("{{{}}} ", joined(symbol.message)) : "",
                           symbol.name, symbol.size.empty() ? "" : fmt::format("[{}]", symbol.size));
      if (!symbol.has_message) return fmt::format("chan {}{}", symbol.name, array);
      return fmt::format("chan {}{} = {}", symbol.name, array, symbol.initial);
    case Kind::variable:
    case Kind::field:
    case Kind::parameter:
      if (symbol.type.empty()) return symbol.name;
      if (symbol.type.starts_with("unsigned : ")) return fmt::format("unsigned {} : {}", symbol.name, symbol.type.substr(11));
      return fmt::format("{} {}{}", symbol.type, symbol.name, array);
    case Kind::constant:
      return fmt::format("{} {}{}", symbol.type, symbol.name,
                         symbol.initial.empty() ? "" : fmt::format(" = {}", symbol.initial));
    case Kind::type:
      if (symbol.type == "mtype") return "mtype : " + symbol.name;
      return fmt::format("typedef {} {{ {} }}", symbol.name, fields_text(index, symbol));
    case Kind::process:
      if (symbol.type.empty()) return "process " + symbol.name;
      return fmt::format("{}{}({})", symbol.type, symbol.name, parameters_text(index, symbol));
    case Kind::init:
      return "init";
    case Kind::claim:
      return symbol.name == "never" || symbol.name == "trace" || symbol.name == "notrace" ? symbol.name
                                                                                          : "never " + symbol.name;
    case Kind::formula:
      return fmt::format("ltl {} {{ {} }}", symbol.name, symbol.type);
    case Kind::inlined:
      return fmt::format("inline {}({})", symbol.name, parameters_text(index, symbol));
    case Kind::macro:
      return fmt::format("#define {}{} {}", symbol.name,
                         symbol.parameters.empty() ? "" : fmt::format("({})", parameters_text(index, symbol)), symbol.type);
    case Kind::label:
      return "label " + symbol.name;
    case Kind::state:
      return "state " + symbol.name;
  }
  return symbol.name;
}

std::string details(const Index& index, SymbolId id, const LinedText& text, Language language) {
  const Symbol& symbol = index.symbols[id];
  if (symbol.kind == Kind::label) return label_details(index, id, text);
  std::string result(word_of(symbol.kind));
  if (symbol.parent != no_symbol)
    result += fmt::format(" of `{}`", index.symbols[symbol.parent].name);
  else if (symbol.kind == Kind::variable)
    result = "global variable";
  if (symbol.kind == Kind::constant && symbol.type.starts_with("mtype")) return constant_value(index, id);
  const auto count = symbol.is_array ? number_of(index, symbol.size) : std::optional<std::int64_t>(1);
  if (const auto values = values_of(index, symbol.type, language)) {
    result += fmt::format("\n\nvalues {} to {}, {} {}", values->least, values->most, values->bits,
                          values->bits == 1 ? "bit" : "bits");
    if (symbol.is_array && count) result += fmt::format(" each; {} elements", *count);
  } else {
    const SymbolId type = symbol.kind == Kind::type ? id : type_called(index, symbol.type);
    int types = 100;
    const auto bits = bits_of_fields(index, type, language, types);
    if (bits) result += fmt::format("\n\n{} bits", *bits);
    if (symbol.is_array && count) result += fmt::format("{}{} elements", bits ? " each; " : "\n\n", *count);
  }
  if (symbol.type.starts_with("mtype") && symbol.kind != Kind::type) {
    std::string names;
    for (const Symbol& other : index.symbols)
      if (other.kind == Kind::constant && other.type == symbol.type) names += (names.empty() ? "" : ", ") + other.name;
    if (!names.empty()) result += "\n\nvalues " + names;
  }
  if (!symbol.initial.empty() && symbol.kind == Kind::variable) result += fmt::format("\n\ninitially `{}`", symbol.initial);
  if (symbol.kind == Kind::channel && symbol.has_message) {
    const auto capacity = number_of(index, symbol.size.empty() ? "0" : symbol.size);
    if (capacity && !symbol.is_array)
      result += *capacity == 0 ? "\n\na rendezvous: sender and receiver move together"
                               : fmt::format("\n\nholds {} {}", *capacity, *capacity == 1 ? "message" : "messages");
  }
  if (const SymbolId channel = channel_behind(index, text.text(), id); channel != no_symbol)
    result += fmt::format("\n\nmessages `{{{}}}`", joined(index.symbols[channel].message));
  return result;
}

std::string_view keyword_help(std::string_view word, Language language) {
  struct Entry {
    std::string_view word;
    std::string_view help;
  };
  static constexpr std::array promela = {
      Entry{"atomic", "`atomic { .. }`: no other process moves in between, as long as the next statement is enabled"},
      Entry{"d_step", "`d_step { .. }`: one step; nothing in it may block but its first statement"},
      Entry{"do", "`do :: condition -> statements :: else -> break od`: chooses an enabled option again and again"},
      Entry{"if",
            "`if :: condition -> statements :: else -> statements fi`: chooses an enabled option; blocks if there is none"},
      Entry{"else", "enabled if no other option is"},
      Entry{"timeout", "true if nothing else in the whole system is enabled"},
      Entry{"unless", "`{ .. } unless { .. }`: control leaves the first part as soon as the second is enabled"},
      Entry{"run", "`run P(arguments)`: starts a process; its value is the number of the process, 0 if there are too many"},
      Entry{"assert", "`assert(condition)`: an error if the condition is false when the statement is executed"},
      Entry{"never", "`never { .. }`: an automaton of the runs that must not exist"},
      Entry{"ltl", "`ltl name { formula }`: a property of all runs"},
      Entry{"inline", "`inline name(parameters) { .. }`: text that is inserted where it is called"},
      Entry{"provided", "`provided (condition)`: the process moves only while the condition holds"},
      Entry{"xr", "`xr c`: only this process receives from the channel"},
      Entry{"xs", "`xs c`: only this process sends to the channel"},
      Entry{"np_", "true if no process is at a progress label"},
  };
  static constexpr std::array dve = {
      Entry{"guard", "`guard condition;`: the transition is enabled only if the condition holds"},
      Entry{"sync", "`sync channel!value;` or `sync channel?variable;`"},
      Entry{"effect", "`effect x = 1, y = 2;`: assignments, from left to right"},
      Entry{"commit", "while a process is in a committed state, only processes in committed states move"},
      Entry{"assert", "`assert state: condition;`: must hold whenever the process is in the state"},
      Entry{"property", "the process that watches the others"},
  };
  const auto find = [&](const auto& table) {
    for (const Entry& entry : table)
      if (entry.word == word) return entry.help;
    return std::string_view();
  };
  return language == Language::promela ? find(promela) : find(dve);
}

}  // namespace lariat::lsp
