// SPDX-License-Identifier: Apache-2.0
#include "cli/automata_input.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <new>
#include <optional>
#include <system_error>

#include "cli/interruption.hpp"
#include "cli/output.hpp"
#include "cli/progress.hpp"
#include "lariat/automata/hoa.hpp"
#include "lariat/base/excerpt.hpp"
#include "lariat/search/check.hpp"

namespace lariat::cli {
namespace {

// Thrown out of a read that the user does not want to wait for.
struct Interrupted {};

// An open file, closed at the end unless it is the standard input.
class File {
 public:
  explicit File(const std::string& name)
      : descriptor_(name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category());
  }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (descriptor_ != STDIN_FILENO) ::close(descriptor_);
  }

  // Waits in short pieces, so that no interruption is missed between looking and waiting.
  std::size_t read(char* data, std::size_t size) const {
    while (true) {
      if (interrupted()) throw Interrupted{};
      pollfd waiting{.fd = descriptor_, .events = POLLIN, .revents = 0};
      if (::poll(&waiting, 1, 100) <= 0) continue;
      const ssize_t count = ::read(descriptor_, data, size);
      if (count >= 0) return static_cast<std::size_t>(count);
      if (errno != EINTR && errno != EAGAIN) throw std::system_error(errno, std::generic_category());
    }
  }

 private:
  int descriptor_;
};

class Reading {
 public:
  explicit Reading(const std::function<Exit(Item&)>& visit) : visit_(visit) {}

  void read(const std::string& name) {
    std::optional<File> file;
    try {
      file.emplace(name);
    } catch (const std::system_error& error) {
      report({.message = "cannot open: " + error.code().message(), .file = printable(name)}, Exit::bad_input);
      return;
    }
    std::atomic<std::uint64_t> bytes = 0;
    HoaReader reader(
        [&](char* data, std::size_t size) {
          const std::size_t count = file->read(data, size);
          bytes += count;
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
  template <class Action>
  void guard(const Item& item, Action action) {
    const std::string where = fmt::format("{}: automaton {}", display_name(item.file), item.number);
    try {
      action();
    } catch (const WriteError&) {
      throw;
    } catch (const std::bad_alloc&) {
      report({.message = "out of memory", .file = where}, Exit::inconclusive);
    } catch (const InternalError& error) {
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

std::string display_name(const std::string& file) { return file == "-" ? "<stdin>" : printable(file); }

Outcome for_each_automaton(const std::vector<std::string>& files, const std::function<Exit(Item&)>& visit) {
  Reading reading(visit);
  reading.read_all(files);
  return reading.take_outcome();
}

}  // namespace lariat::cli
