// SPDX-License-Identifier: Apache-2.0
#include "cli/automata_input.hpp"

#include <fmt/format.h>

#include <atomic>
#include <new>
#include <optional>
#include <system_error>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "lariat/automata/io/hoa.hpp"
#include "lariat/automata/io/never.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/base/file.hpp"
#include "lariat/base/input.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {
namespace {

// Whether a text that begins like this is a never claim. Nothing where more of it is needed.
std::optional<bool> begins_claim(std::string_view text) {
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n\f\v");
    if (begin == text.npos) return std::nullopt;
    text.remove_prefix(begin);
    const bool comment = text.starts_with("/*");
    if (!comment && !text.starts_with("//")) return text[0] == '#' || text[0] == 'n' || (text[0] == '/' && text.size() > 1);
    const std::size_t end = text.find(comment ? "*/" : "\n", 2);
    if (end == text.npos) return std::nullopt;
    text.remove_prefix(end + 1 + (comment ? 1 : 0));
  }
}

// The text up to the place where it shows what it is.
constexpr std::size_t max_opening = std::size_t{1} << 16;

class AutomataReading {
 public:
  explicit AutomataReading(const std::function<Exit(Item&)>& visit) : visit_(visit) {}

  void read(const std::string& name) {
    std::optional<File> file;
    try {
      file.emplace(name);
    } catch (const std::system_error& error) {
      report({.message = "cannot open: " + error.code().message(), .file = printable(name)}, Exit::bad_input);
      return;
    }
    std::atomic<std::uint64_t> bytes = 0;
    const auto read_some = [&](char* data, std::size_t size) {
      const std::size_t count = file->read(data, size, {.interrupted = &interrupted()});
      bytes += count;
      return count;
    };
    try {
      read(name, read_some, bytes);
    } catch (const std::system_error& error) {
      report({.message = "cannot read: " + error.code().message(), .file = display_name(name)}, Exit::bad_input);
    }
  }

  void read_all(const std::vector<std::string>& names) {
    for (const std::string& name : names) {
      if (interrupted()) break;
      try {
        read(name);
      } catch (const Interrupted&) {
        break;
      } catch (const std::bad_alloc&) {
        report({.message = "out of memory", .file = display_name(name)}, Exit::inconclusive);
      }
    }
    if (interrupted())
      report({.severity = Diagnostic::Severity::note, .message = "interrupted", .file = "lariat"}, Exit::inconclusive);
  }

  Outcome take_outcome() { return std::move(outcome_); }

 private:
  void read(const std::string& name, const Input& input, const std::atomic<std::uint64_t>& bytes) {
    std::string opening;
    std::vector<char> buffer(max_opening);
    bool more = true;
    const auto fill = [&] {
      const std::size_t count = input(buffer.data(), buffer.size());
      opening.append(buffer.data(), count);
      more = count > 0;
    };
    while (more && opening.size() < max_opening && !begins_claim(opening)) fill();
    if (begins_claim(opening).value_or(false)) {
      while (more) fill();
      return read_claims(name, opening);
    }
    std::size_t given = 0;
    automata::HoaReader reader(
        [&](char* data, std::size_t size) {
          if (given == opening.size()) return more ? input(data, size) : 0;
          const std::size_t count = opening.copy(data, size, given);
          given += count;
          return count;
        },
        display_name(name));
    for (std::size_t number = 1; !interrupted(); ++number) {
      auto automaton = [&] {
        const Progress progress([&] { return fmt::format("reading {}, {} MB", display_name(name), bytes / 1000000); });
        return reader.next();
      }();
      for (const Diagnostic& warning : reader.warnings()) complain(to_string(warning));
      if (!automaton) {
        for (const Diagnostic& error : automaton.errors()) report(error, Exit::bad_input);
        return;
      }
      if (!*automaton) {
        if (number == 1) report({.message = "no automaton in " + display_name(name)}, Exit::bad_input);
        return;
      }
      Item item{name, number, std::move(**automaton)};
      guard(item, [&] { outcome_.exit = join(outcome_.exit, visit_(item)); });
    }
  }

  void read_claims(const std::string& name, const std::string& text) {
    auto claims = lariat::automata::read_claims(text, display_name(name));
    if (!claims) {
      for (const Diagnostic& error : claims.errors()) report(error, Exit::bad_input);
      return;
    }
    for (std::size_t i = 0; i < claims->size() && !interrupted(); ++i) {
      Item item{name, i + 1, std::move((*claims)[i])};
      guard(item, [&] { outcome_.exit = join(outcome_.exit, visit_(item)); });
    }
  }

  template <class Action>
  void guard(const Item& item, Action action) {
    const std::string where = fmt::format("{}: automaton {}", display_name(item.file), item.number);
    try {
      action();
    } catch (const WriteError&) {
      throw;
    } catch (const std::bad_alloc&) {
      report({.message = "out of memory", .file = where}, Exit::inconclusive);
    } catch (const search::InternalError& error) {
      report({.message = fmt::format("internal error: {}", error.what()), .file = where}, Exit::internal);
    } catch (const std::exception& error) {
      report({.message = fmt::format("unexpected: {}", error.what()), .file = where}, Exit::internal);
    }
  }

  void report(const Diagnostic& error, Exit exit) {
    complain(to_string(error));
    Diagnostic line = error;
    line.source_line.clear();
    std::string text = to_string(line);
    if (text.ends_with('\n')) text.pop_back();
    outcome_.errors.push_back(std::move(text));
    outcome_.exit = join(outcome_.exit, exit);
  }

  const std::function<Exit(Item&)>& visit_;
  Outcome outcome_;
};

}  // namespace

Outcome for_each_automaton(const std::vector<std::string>& files, const std::function<Exit(Item&)>& visit) {
  AutomataReading reading(visit);
  reading.read_all(files);
  return reading.take_outcome();
}

}  // namespace lariat::cli
