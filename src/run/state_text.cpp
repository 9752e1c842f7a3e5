// SPDX-License-Identifier: Apache-2.0
// A state is read as cells: pieces of its bytes, each with a key. The cells of all states of a program have the same order, so
// that two states are compared in one pass, and only what differs is turned into text.
#include "lariat/run/state_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "lariat/base/columns.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/wrap.hpp"
#include "lariat/model/memory.hpp"

namespace lariat::run {
namespace {

using model::Interpreter;
using model::Memory;
using model::none;
using model::observer_number;
using model::ProcessTypeId;
using model::Program;
using model::StateView;
using model::Value;
using model::Variable;

struct Cell {
  enum class Kind : std::uint8_t { global, channel, location, priority, local };
  Kind kind = Kind::global;
  std::uint32_t owner = none;     // the process, or the number of the channel
  std::uint32_t type = none;      // of the process or of the channel
  std::uint32_t variable = none;  // of globals and locals
  std::uint32_t element = 0;
  std::uint32_t offset = 0;
  std::uint32_t bytes = 0;

  // Cells stand in the order of their keys.
  std::array<std::uint32_t, 5> key() const {
    switch (kind) {
      case Kind::global:
        return {0, variable, element, 0, 0};
      case Kind::channel:
        return {1, owner, type, 0, 0};
      default:
        return {2 + owner, type, static_cast<std::uint32_t>(kind), variable, element};
    }
  }
};

bool is_promela(const Program& program) { return program.language == "promela"; }

// The name of an element of an array that is part of structures. `k.a[2].l[3]` stands for 6 elements, and number 4 of them is
// `k.a[1].l[1]`.
std::string element_name(std::string_view name, std::uint32_t element) {
  std::string result;
  for (std::size_t end = name.size(); end > 0;) {  // from the last index, which changes fastest, to the first
    const std::size_t close = name.substr(0, end).rfind(']');
    if (close == std::string_view::npos) return std::string(name.substr(0, end)) + result;
    const std::size_t open = name.substr(0, close).rfind('[');
    const auto size = std::max<std::uint32_t>(1, static_cast<std::uint32_t>(std::stoul(std::string(name.substr(open + 1)))));
    result = fmt::format("[{}]{}{}", element % size, name.substr(close + 1, end - close - 1), result);
    element /= size;
    end = open;
  }
  return result;
}

std::string symbol(const Program& program, std::uint32_t table, Value value) {
  if (table < program.symbol_tables.size() && value >= 0) {
    const auto& names = program.symbol_tables[table];
    const auto index = static_cast<std::size_t>(value);
    if (index < names.size() && !names[index].empty()) return names[index];
  }
  return std::to_string(value);
}

class Reader {
 public:
  Reader(const Interpreter& interpreter, StateView s)
      : program_(interpreter.program()), layout_(interpreter.layout()), memory_(program_, layout_) {
    memory_.load(s);
    for (std::uint32_t i = 0; i < program_.globals.size(); ++i)
      add_variable({.kind = Cell::Kind::global, .variable = i}, program_.globals[i], layout_.global(i));
    for (Value number = 1; memory_.channel(number) != nullptr; ++number) {
      const Memory::ChannelPlace& channel = *memory_.channel(number);
      const std::uint32_t bytes = layout_.channel_shape(channel.type).bytes;
      if (bytes > 0)
        cells_.push_back({.kind = Cell::Kind::channel,
                          .owner = static_cast<std::uint32_t>(number),
                          .type = channel.type,
                          .offset = channel.offset,
                          .bytes = bytes});
    }
    for (std::uint32_t p = 0; p < memory_.process_count(); ++p) add_process(p, memory_.type(p), memory_.base(p));
    if (program_.observer) add_process(observer_number, program_.observer->type, layout_.observer());
  }

  const std::vector<Cell>& cells() const { return cells_; }
  StateView bytes(const Cell& cell) const { return memory_.state().subspan(cell.offset, cell.bytes); }

  StateItem item(const Cell& cell) const {
    using Kind = StateItem::Kind;
    switch (cell.kind) {
      case Cell::Kind::global: {
        const std::string name = variable_name(program_.globals[cell.variable], cell.element);
        return {.kind = Kind::variable,
                .name = name,
                .short_name = name,
                .value = variable_value(program_.globals[cell.variable], cell.offset),
                .variable = cell.variable,
                .element = cell.element};
      }
      case Cell::Kind::channel: {
        const std::string name = channel_name(static_cast<Value>(cell.owner));
        return {.kind = Kind::channel, .name = name, .short_name = name, .value = messages(static_cast<Value>(cell.owner))};
      }
      case Cell::Kind::location: {
        const std::string name = process_name(program_, cell.owner, cell.type);
        return {.kind = Kind::location, .process = cell.owner, .name = name, .short_name = name, .value = location(cell)};
      }
      case Cell::Kind::priority:
        return local(cell, "_priority", std::to_string(memory_.get(cell.offset, model::byte_type)));
      case Cell::Kind::local: {
        const Variable& variable = program_.process_types[cell.type].variables[cell.variable];
        StateItem item = local(cell, variable_name(variable, cell.element), variable_value(variable, cell.offset));
        item.variable = cell.variable;
        item.element = cell.element;
        return item;
      }
    }
    return {};
  }

 private:
  void add_variable(Cell cell, const Variable& variable, std::uint32_t offset) {
    cell.bytes = variable.type.bytes();
    for (std::uint32_t element = 0; element < variable.size; ++element) {
      cell.element = element;
      cell.offset = offset + element * cell.bytes;
      cells_.push_back(cell);
    }
  }

  void add_process(std::uint32_t process, ProcessTypeId type, std::uint32_t base) {
    const model::Layout::ProcessShape& shape = layout_.shape(type);
    Cell cell{.kind = Cell::Kind::location, .owner = process, .type = type};
    cell.offset = base + shape.location;
    cell.bytes = shape.location_type.bytes();
    cells_.push_back(cell);
    if (shape.priority != none) {
      cell.kind = Cell::Kind::priority;
      cell.offset = base + shape.priority;
      cell.bytes = 1;
      cells_.push_back(cell);
    }
    cell.kind = Cell::Kind::local;
    const auto& variables = program_.process_types[type].variables;
    for (std::uint32_t i = 0; i < variables.size(); ++i) {
      cell.variable = i;
      add_variable(cell, variables[i], base + shape.variables[i]);
    }
  }

  StateItem local(const Cell& cell, const std::string& name, const std::string& value) const {
    return {.kind = StateItem::Kind::variable,
            .process = cell.owner,
            .name = process_name(program_, cell.owner, cell.type) + (is_promela(program_) ? ":" : "->") + name,
            .short_name = name,
            .value = value};
  }

  static std::string variable_name(const Variable& variable, std::uint32_t element) {
    if (!variable.is_array) return variable.name;
    if (variable.name.find('[') == std::string::npos) return fmt::format("{}[{}]", variable.name, element);
    return element_name(variable.name, element);
  }

  std::string variable_value(const Variable& variable, std::uint32_t offset) const {
    const Value value = memory_.get(offset, variable.type);
    switch (variable.kind) {
      case Variable::Kind::truth:
        if (value == 0 || value == 1) return value == 0 ? "false" : "true";
        break;
      case Variable::Kind::symbol:
        return symbol(program_, variable.symbols, value);
      case Variable::Kind::channel:
        if (memory_.channel(value) != nullptr) return channel_name(value);
        break;
      case Variable::Kind::number:
      case Variable::Kind::process:
        break;
    }
    return std::to_string(value);
  }

  // Of those made at run time the name of their declaration, and their number.
  std::string channel_name(Value number) const {
    const auto index = static_cast<std::size_t>(number) - 1;
    if (index < program_.channels.size()) return program_.channels[index].name;
    return fmt::format("{}#{}", program_.channel_types[memory_.channel(number)->type].name, number);
  }

  std::string messages(Value number) const {
    const Memory::ChannelPlace& channel = *memory_.channel(number);
    const model::ChannelType& type = program_.channel_types[channel.type];
    std::string text;
    for (std::uint32_t message = 0; message < memory_.length(channel); ++message) {
      text += text.empty() ? "[" : " [";
      for (std::size_t field = 0; field < type.fields.size(); ++field) {
        const std::uint32_t table = field < type.symbols.size() ? type.symbols[field] : none;
        if (field > 0) text += ",";
        text += symbol(program_, table, memory_.field(channel, message, field));
      }
      text += "]";
    }
    return text.empty() ? "empty" : text;
  }

  std::string location(const Cell& cell) const {
    const model::ProcessType& type = program_.process_types[cell.type];
    const Value number = memory_.get(cell.offset, layout_.shape(cell.type).location_type);
    if (static_cast<std::size_t>(number) >= type.locations.size()) return "error";
    const model::Location& location = type.locations[static_cast<std::size_t>(number)];
    if (!is_promela(program_) || location.source.line == 0) return location.name;
    std::string text = fmt::format("line {}", location.source.line);
    if (!location.labels.empty()) text += fmt::format(" ({})", location.labels.front());
    return text;
  }

  const Program& program_;
  const model::Layout& layout_;
  Memory memory_;
  std::vector<Cell> cells_;
};

// Columns for the names of locations, the same for all states so that those of a run line up; a few long ones may stand out.
std::size_t location_width(const Program& program) {
  constexpr std::size_t most = 16;
  std::size_t width = 0;
  if (is_promela(program)) return width;
  for (const model::ProcessType& type : program.process_types)
    if (!type.variables.empty())
      for (const model::Location& location : type.locations) width = std::max(width, columns(location.name));
  return std::min(width, most);
}

}  // namespace

std::vector<StateItem> state_items(const Interpreter& interpreter, StateView s) {
  const Reader reader(interpreter, s);
  std::vector<StateItem> items;
  for (const Cell& cell : reader.cells()) items.push_back(reader.item(cell));
  return items;
}

std::vector<StateChange> state_changes(const Interpreter& interpreter, StateView s, StateView t) {
  const Reader before(interpreter, s);
  const Reader after(interpreter, t);
  std::vector<StateChange> changes;
  const auto add = [&](const Cell* old, const Cell* now) {
    StateItem item = now == nullptr ? before.item(*old) : after.item(*now);
    StateChange change{.kind = item.kind, .process = item.process, .name = item.name};
    if (now != nullptr) change.after = item.value;
    if (old != nullptr) change.before = now == nullptr ? item.value : before.item(*old).value;
    if (change.before != change.after) changes.push_back(std::move(change));
  };
  const auto& a = before.cells();
  const auto& b = after.cells();
  for (std::size_t i = 0, k = 0; i < a.size() || k < b.size();) {
    if (k == b.size() || (i < a.size() && a[i].key() < b[k].key())) {
      add(&a[i++], nullptr);
    } else if (i == a.size() || b[k].key() < a[i].key()) {
      add(nullptr, &b[k++]);
    } else {
      if (!std::ranges::equal(before.bytes(a[i]), after.bytes(b[k]))) add(&a[i], &b[k]);
      ++i;
      ++k;
    }
  }
  return changes;
}

std::string process_name(const Program& program, std::uint32_t process, ProcessTypeId type) {
  if (process == observer_number) return program.observer ? program.observer->name : "observer";
  if (is_promela(program)) return fmt::format("{}[{}]", program.process_types[type].name, process);
  if (process < program.processes.size()) return program.processes[process].name;
  return fmt::format("{}_{}", program.process_types[type].name, process);
}

std::string source_text(const Program& program, const model::Source& source) {
  if (source.line == 0 || source.file >= program.files.size()) return "";
  return fmt::format("{}:{}", printable(program.files[source.file]), source.line);
}

SourcePlaces::SourcePlaces(const Program& program, std::size_t room, const std::function<bool(std::size_t)>& counts)
    : program_(program) {
  for (const Form form : {Form::paths, Form::names, Form::lines}) {
    if (form == Form::lines && program.files.size() > 1) break;
    form_ = form;
    width_ = 0;
    for (std::size_t i = 0; i < program.process_types.size(); ++i)
      for (const model::Transition& transition : program.process_types[i].transitions)
        if (!counts || counts(i)) width_ = std::max(width_, columns(text(transition.position)));
    if (width_ <= room) break;
  }
}

std::string SourcePlaces::text(const model::Source& source) const {
  std::string text = source_text(program_, source);
  if (form_ == Form::paths || text.empty()) return text;
  if (form_ == Form::lines) return fmt::format("line {}", source.line);
  return text.substr(text.rfind('/') + 1);
}

std::string state_text(const Interpreter& interpreter, StateView s, std::size_t indent, std::size_t width, bool with_observer) {
  struct Row {
    std::string name = {};
    std::string location = {};
    std::vector<std::string> values = {};
  };
  std::vector<Row> rows(1);  // the first: what is global
  for (const StateItem& item : state_items(interpreter, s)) {
    if (item.process == observer_number && !with_observer) continue;
    const bool names_itself = item.process == none && item.kind == StateItem::Kind::variable && item.value == item.name;
    if (names_itself) continue;  // a variable of Promela that stands for the channel declared with it
    if (item.kind == StateItem::Kind::location)
      rows.push_back({.name = item.name, .location = item.value});
    else
      rows.back().values.push_back(fmt::format("{} = {}", item.short_name, item.value));
  }
  std::size_t names = 0;
  std::size_t locations = location_width(interpreter.program());
  for (const Row& row : rows) {
    names = std::max(names, columns(row.name));
    if (!row.values.empty()) locations = std::max(locations, columns(row.location));
  }
  constexpr std::size_t least = 20;  // columns for values, whatever the width
  std::string text;
  for (const Row& row : rows) {
    if (row.name.empty() && row.values.empty()) continue;
    std::string head(indent, ' ');
    if (!row.name.empty())
      head +=
          fmt::format("{}  {}", pad(row.name, names), row.values.empty() ? row.location : pad(row.location, locations) + "  ");
    const std::size_t used = columns(head);
    bool first = true;
    for (const std::string& line : wrap_list(row.values, std::max(least, width - std::min(width, used)))) {
      text += (first ? head : std::string(used, ' ')) + printable(line) + "\n";
      first = false;
    }
    if (first) text += head + "\n";
  }
  return text;
}

}  // namespace lariat::run
