// SPDX-License-Identifier: Apache-2.0
#include "cli/option_parser.hpp"

#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "cli/options.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/nearest.hpp"

namespace lariat::cli {
namespace {

// The whole text as a number, or nothing.
template <class T>
std::optional<T> parse(std::string_view text) {
  T number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string in_quotes(std::string_view text) { return "'" + printable(shorten(text, 60)) + "'"; }

// Checks a value and stores it, by the kind of its option.
class Setter {
 public:
  Setter(Options& options, std::string_view name, const std::string& value) : options_(options), name_(name), value_(value) {}

  void operator()(const Flag& flag) const { flag.set(options_); }
  void operator()(const Count& count) const {
    const auto number = parse<std::uint64_t>(value_);
    if (!number || *number < count.least || *number > count.most)
      refuse(name_, fmt::format("{} is not a whole number from {} to {}", in_quotes(value_), count.least, count.most));
    count.set(options_, *number);
  }
  void operator()(const Number& range) const {
    const auto number = parse<double>(value_);
    if (!number || std::isnan(*number) || *number < range.least || *number > range.most)
      refuse(name_, fmt::format("{} is not a number from {} to {}", in_quotes(value_), range.least, range.most));
    range.set(options_, *number);
  }
  void operator()(const Bytes& bytes) const {
    const auto number = parse_bytes(value_);
    if (!number) refuse(name_, fmt::format("{} is not a number of bytes such as 500M or 4G", in_quotes(value_)));
    bytes.set(options_, *number);
  }
  void operator()(const Choice& choice) const {
    const std::vector<std::string> names = choice.names();
    if (std::ranges::find(names, value_) != names.end()) return choice.set(options_, value_);
    std::string known = suggestion(value_, names);
    if (known.empty()) known = fmt::format("; there is {}", fmt::join(names, ", "));
    refuse(name_, fmt::format("no {} {}{}", choice.what, in_quotes(value_), known));
  }
  void operator()(const Text& text) const {
    if (const auto error = text.set(options_, value_)) refuse(name_, *error);
  }

 private:
  Options& options_;
  std::string_view name_;
  const std::string& value_;
};

// The parts of a text between separators.
std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  return parts;
}

std::string_view name_in(std::string_view condition) { return condition.substr(0, condition.find_first_of("!=")); }

// True if the option decides what is explored, beside the text of the model.
bool decides_meaning(const OptionRow& row) {
  if (row.is_argument()) return false;
  return row.group == Group::properties || row.group == Group::model || row.long_name() == "--as-written";
}

void unshield(std::string& argument) {
  if (argument.starts_with('[') && argument.ends_with("] ")) argument.pop_back();
}

}  // namespace

[[noreturn]] void refuse(std::string_view option, const std::string& why) {
  throw CLI::ValidationError(std::string(option), why);
}

OptionParser::OptionParser(CLI::App& app, CommandId command) : command_(command) {
  for (const auto group : {Group::properties, Group::model, Group::method, Group::automata, Group::limits, Group::output})
    for (const OptionRow& row : option_table())
      if (row.commands.contains(command) && row.group == group) add(app, row);
}

void OptionParser::add(CLI::App& app, const OptionRow& row) {
  const std::string name(row.name);
  const std::string help = help_of(row);
  const auto take = [&values = given_, key = row.long_name()](std::string value) {
    unshield(value);
    values[key].push_back(std::move(value));
  };
  const auto take_all = [take](const std::vector<std::string>& all) {
    for (const std::string& value : all) take(value);
    if (all.empty()) take("");
  };
  const Text* const text = std::get_if<Text>(&row.kind);
  const Text::Times times = text == nullptr ? Text::Times::once : text->times;
  CLI::Option* option = nullptr;
  if (std::holds_alternative<Flag>(row.kind))
    option = app.add_flag_callback(
        name, [take] { take(""); }, help);
  else if (times == Text::Times::once)
    option = app.add_option_function<std::string>(name, take, help);
  else
    option = app.add_option_function<std::vector<std::string>>(name, take_all, help);
  if (times == Text::Times::repeated && !row.is_argument()) option->allow_extra_args(false);
  if (times == Text::Times::optional || times == Text::Times::repeated_option) option->expected(0, 1);
  if (times == Text::Times::repeated_option) option->trigger_on_parse();
  option->group(std::string(to_string(row.group)));
  if (row.required) option->required();
  if (!std::holds_alternative<Flag>(row.kind)) option->type_name(std::string(row.value));
}

bool OptionParser::holds(std::string_view condition) const {
  const std::string_view name = name_in(condition);
  const auto given = given_.find(name);
  if (given == given_.end()) return false;
  std::string_view rest = condition.substr(name.size());
  if (rest.empty()) return true;
  const bool is_one = rest.front() == '=';
  rest.remove_prefix(is_one ? 1 : 2);
  const std::vector<std::string_view> values = split(rest, ',');
  return std::ranges::any_of(
      given->second, [&](const std::string& value) { return (std::ranges::find(values, value) != values.end()) == is_one; });
}

bool OptionParser::any_holds(std::string_view conditions) const {
  return std::ranges::any_of(split(conditions, ' '), [this](std::string_view one) { return holds(one); });
}

void OptionParser::apply(Options& options) const {
  for (const OptionRow& row : option_table()) {
    if (!row.commands.contains(command_)) continue;
    const auto given = given_.find(row.long_name());
    if (given == given_.end()) continue;
    for (const std::string& value : given->second) std::visit(Setter(options, row.long_name(), value), row.kind);
    if (decides_meaning(row))
      for (const std::string& value : given->second) options.meaning += fmt::format("{}={}\n", row.long_name(), value);
  }
  for (const OptionRule& rule : option_rules()) {
    if (!rule.commands.contains(command_)) continue;
    const bool option = holds(rule.option);
    const bool others = any_holds(rule.others);
    const bool is_broken = rule.relation == OptionRule::Relation::excludes ? option && others
                           : rule.relation == OptionRule::Relation::needs  ? option && !others
                                                                           : !option && !others;
    if (is_broken) refuse(name_in(rule.option), std::string(rule.message));
  }
}

void shield(std::vector<std::string>& arguments) {
  for (std::string& argument : arguments)
    if (argument.starts_with('[') && argument.ends_with(']')) argument += ' ';
}

std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  static constexpr std::array units = {Named{0, ""},   Named{10, "k"}, Named{10, "K"},
                                       Named{20, "M"}, Named{30, "G"}, Named{40, "T"}};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  std::string_view unit(end, static_cast<std::size_t>(text.data() + text.size() - end));
  for (const std::string_view suffix : {"iB", "B"})
    if (unit.ends_with(suffix)) {
      unit.remove_suffix(suffix.size());
      break;
    }
  const auto shift = find_named(units, unit);
  if (!shift || number == 0 || number > (std::uint64_t{1} << 62 >> *shift)) return std::nullopt;
  return number << *shift;
}

}  // namespace lariat::cli
