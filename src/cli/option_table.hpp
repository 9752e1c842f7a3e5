// SPDX-License-Identifier: Apache-2.0
// The table of options: which command takes which option, what it may be, which field of Options it fills, and which options
// exclude or need each other. Parsing, --help, `lariat options`, the documentation's tests and completions derive from it. A
// new option is a row of option_table.cpp, a field of Options, and a row in docs/cli.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command.hpp"

namespace lariat::cli {

struct Options;

// The kinds of options. Each says how a value is checked and stored.
struct Flag {
  void (*set)(Options& options);
};
struct Count {
  std::uint64_t least;
  std::uint64_t most;
  void (*set)(Options& options, std::uint64_t value);
};
struct Number {
  double least;
  double most;
  void (*set)(Options& options, double value);
};
struct Bytes {
  void (*set)(Options& options, std::uint64_t value);
};
struct Choice {
  std::string_view what;  // `no WHAT 'x'` is the error message
  std::vector<std::string> (*names)();
  void (*set)(Options& options, std::string_view name);
};
struct Text {
  enum class Times : std::uint8_t {
    once,
    repeated,        // the option may be given several times; an argument takes several values
    optional,        // the value may be missing, which sets an empty text
    repeated_option  // both
  };
  Times times;
  // Stores a value, or says what is wrong with it.
  std::optional<std::string> (*set)(Options& options, const std::string& value);
};
using OptionKind = std::variant<Flag, Count, Number, Bytes, Choice, Text>;

// The headings under which --help shows options, in this order.
enum class Group : std::uint8_t { properties, model, method, automata, limits, output };
std::string_view to_string(Group group);

struct OptionRow {
  CommandSet commands;
  std::string_view name;  // `--name`, with its letter `--name,-N`; an argument is written in capitals
  OptionKind kind;
  Group group;
  std::string_view value;  // what stands for the value in --help
  std::string_view help;   // `{}` stands for the names of a choice
  bool required = false;

  std::string_view long_name() const { return name.substr(0, name.find(',')); }
  bool is_argument() const { return !name.starts_with('-'); }
};

std::span<const OptionRow> option_table();

// The row of that name for a command; null if there is none.
const OptionRow* find_option(CommandId command, std::string_view name);

// The help text, with the names of a choice.
std::string help_of(const OptionRow& row);

// A relation between options of some commands. A condition is `--x` (given), `--x=a,b` (given with one of these values) or
// `--x!=a,b` (given with another value); several are separated by spaces.
struct OptionRule {
  enum class Relation : std::uint8_t {
    excludes,        // if `option` holds, none of `others` may
    needs,           // if `option` holds, one of `others` must
    required_unless  // one of `option` and `others` must hold
  };
  CommandSet commands;
  std::string_view option;
  Relation relation;
  std::string_view others;
  std::string_view message;  // follows the name of the option
};
std::string_view to_string(OptionRule::Relation relation);

std::span<const OptionRule> option_rules();

}  // namespace lariat::cli
