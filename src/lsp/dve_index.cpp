// SPDX-License-Identifier: Apache-2.0
// The index of a DVE text. Variables, channels, states and processes have names of their own kinds; where a name stands says
// which is meant. A name that is declared later is found, too.
#include <array>

#include "lsp/index_builder.hpp"

namespace lariat::lsp {
namespace {

class DveIndexer : IndexBuilder {
 public:
  explicit DveIndexer(std::string_view text) : IndexBuilder(text, Language::dve) {}

  Index run() {
    while (at_ < size()) step();
    if (process_ != no_symbol) close_process(at_);
    for (const Pending& pending : pending_) use(pending.word, find(pending));
    sort_uses();
    return std::move(index_);
  }

 private:
  enum class Space : std::uint8_t { variable, state, channel, process };
  struct Pending {
    std::size_t word;
    Space space;
    SymbolId process;     // in which it stands
    std::size_t of_word;  // the name of another process before it; the number of words if there is none
  };
  using Table = std::map<std::string_view, SymbolId>;
  struct Process {
    Table variables = {};
    Table states = {};
  };

  void step() {
    const std::string_view what = text(at_);
    if (word(at_).kind == Lexeme::Kind::keyword) return keyword(what);
    if (what == "{") ++depth_;
    if (what == "}" && depth_ > 0 && --depth_ == 0 && process_ != no_symbol) close_process(at_ + 1);
    if (is_name(at_)) expression_name();
    ++at_;
  }

  void keyword(std::string_view what) {
    const std::size_t begin = at_++;
    if (what == "process") return process(begin);
    if (what == "byte" || what == "int") return variables(begin);
    if (what == "channel") return channels();
    if (what == "state") return names(Space::state, true);
    if (what == "init" || what == "commit" || what == "accept") return names(Space::state, false);
    if (what == "assert") return assertions(begin);
    if (what == "trans") return transitions();
    if (what == "sync") return synchronisation();
    if (what == "property" && is_name(at_)) {
      index_.lenses.push_back({Lens::Kind::property_process, word(begin).span(), std::string(text(at_))});
      later(at_++, Space::process);
    }
  }

  void process(std::size_t begin) {
    if (process_ != no_symbol) close_process(begin);
    depth_ = 0;
    if (!is_name(at_)) return;
    process_ =
        declare({.kind = Kind::process, .extent = {word(begin).begin, word(at_).end}, .visible = {0, text_.size()}}, at_);
    process_names_.emplace(text(at_), process_);
    ++at_;
  }

  void close_process(std::size_t behind) {
    const std::size_t end = behind == 0 ? 0 : word(std::min(behind, size()) - 1).end;
    symbol(process_).extent.end = std::max(end, symbol(process_).name_span.end);
    const Span extent = symbol(process_).extent;
    for (SymbolId id = process_ + 1; id < index_.symbols.size(); ++id)
      if (symbol(id).parent == process_) symbol(id).visible.end = extent.end;
    process_ = no_symbol;
  }

  Table& variable_table() { return process_ == no_symbol ? globals_ : processes_[process_].variables; }

  void variables(std::size_t type_word) {
    const bool constant = type_word > 0 && is(type_word - 1, "const");
    const std::size_t begin = constant ? type_word - 1 : type_word;
    while (is_name(at_)) {
      const std::size_t name = at_++;
      Symbol declared{
          .kind = constant ? Kind::constant : Kind::variable, .parent = process_, .type = std::string(text(type_word))};
      if (is(at_, "[")) {
        const std::size_t end = std::min(closing(at_), size());
        declared.is_array = true;
        declared.size = text_between(at_ + 1, end);
        expressions_until(end);
        if (is(at_, "]")) ++at_;
      }
      if (is(at_, "=")) {
        const std::size_t first = ++at_;
        while (at_ < size() && !is(at_, ",") && !is(at_, ";") && !is_statement_word(at_)) {
          if (is(at_, "{") || is(at_, "(")) {
            const std::size_t end = std::min(closing(at_), size());
            expressions_until(end);
          } else if (is_name(at_)) {
            expression_name();
          }
          if (at_ < size()) ++at_;
        }
        declared.initial = text_between(first, at_);
      }
      declared.extent = {word(begin).begin, word(std::max(at_, name + 1) - 1).end};
      variable_table()[text(name)] = declare(std::move(declared), name);
      if (!is(at_, ",")) return;
      ++at_;
    }
  }

  bool is_statement_word(std::size_t i) const {
    static constexpr std::array words = {"process", "byte",   "int",    "const",  "channel", "state",
                                         "init",    "commit", "accept", "assert", "trans",   "system"};
    for (const std::string_view candidate : words)
      if (is(i, candidate)) return true;
    return false;
  }

  void channels() {
    std::vector<std::string> types;
    bool typed = false;
    const std::size_t begin = at_ - 1;
    if (is(at_, "{")) {
      typed = true;
      const std::size_t end = std::min(closing(at_), size());
      for (++at_; at_ < end && !is(at_, ";"); ++at_)
        if (is(at_, "byte") || is(at_, "int")) types.emplace_back(text(at_));
      if (is(at_, "}")) ++at_;
    }
    while (is_name(at_)) {
      const std::size_t name = at_++;
      Symbol declared{.kind = Kind::channel, .type = "channel", .message = types, .has_message = typed};
      if (is(at_, "[")) {
        const std::size_t end = std::min(closing(at_), size());
        declared.size = text_between(at_ + 1, end);
        expressions_until(end);
        if (is(at_, "]")) ++at_;
      }
      declared.extent = {word(begin).begin, word(std::max(at_, name + 1) - 1).end};
      if (const auto known = channels_.find(text(name)); known != channels_.end())  // declared twice alike: one channel
        use(name, known->second);
      else
        channels_[text(name)] = declare(std::move(declared), name);
      if (!is(at_, ",")) return;
      ++at_;
    }
  }

  // Names of states up to the semicolon: of sets of them as well.
  void names(Space space, bool declares) {
    // The semicolon in parentheses stands between the two sets of a pair of Rabin or Streett.
    while (at_ < size() && !(is(at_, ";") && !is(around(at_), "(")) && !is(at_, "}") && !is_statement_word(at_)) {
      if (is_name(at_) && declares && process_ != no_symbol) {
        Table& table = processes_[process_].states;
        if (table.find(text(at_)) == table.end())
          table[text(at_)] = declare({.kind = Kind::state, .parent = process_, .type = "state"}, at_);
      } else if (is_name(at_)) {
        later(at_, space);
      }
      ++at_;
    }
  }

  // assert state [:] expression, ...
  void assertions(std::size_t begin) {
    bool at_state = true;
    index_.lenses.push_back({Lens::Kind::assertion, word(begin).span(), {}});
    while (at_ < size() && !is(at_, ";") && !is_statement_word(at_)) {
      if (is_name(at_) && at_state) {
        later(at_, Space::state);
        at_state = false;
      } else if (is_name(at_)) {
        expression_name();
      } else if (is(at_, ",") && !is(around(at_), "(") && !is(around(at_), "[")) {
        at_state = true;
      }
      ++at_;
    }
  }

  // [from] -> to { clauses } up to the semicolon behind all, the next statement or the end of the process.
  void transitions() {
    while (at_ < size()) {
      if (is(at_, "process") || is(at_, "system")) return;
      if (is(at_, "}")) return;
      if (is(at_, ";")) {
        ++at_;
        return;
      }
      if (is(at_, "{")) {
        clauses();
        continue;
      }
      if (is_name(at_)) {
        later(at_, Space::state);
      } else if (is_statement_word(at_)) {
        return;
      }
      ++at_;
    }
  }

  void clauses() {
    const std::size_t end = closing(at_);
    ++at_;
    while (at_ < size() && at_ < end) {
      if (is(at_, "process") || is(at_, "system") || is(at_, "trans")) return;
      if (is(at_, "sync")) {
        ++at_;
        synchronisation();
        continue;
      }
      if (is_name(at_)) expression_name();
      ++at_;
    }
    if (at_ < size()) ++at_;
  }

  void synchronisation() {
    if (is_name(at_) && (is(at_ + 1, "!") || is(at_ + 1, "?"))) later(at_++, Space::channel);
  }

  void expressions_until(std::size_t end) {
    for (; at_ < end && at_ < size(); ++at_)
      if (is_name(at_)) expression_name();
  }

  // A name in an expression: a variable, P.state, or P->variable.
  void expression_name() {
    const std::size_t i = at_;
    if (is(i + 1, ".") && is_name(i + 2)) {
      later(i, Space::process);
      later(i + 2, Space::state, i);
      at_ += 2;
    } else if (is(i + 1, "->") && is_name(i + 2)) {
      later(i, Space::process);
      later(i + 2, Space::variable, i);
      at_ += 2;
    } else {
      later(i, Space::variable);
    }
  }

  void later(std::size_t i, Space space, std::size_t of_word = std::numeric_limits<std::size_t>::max()) {
    pending_.push_back({i, space, process_, of_word});
  }

  SymbolId find(const Pending& pending) {
    const auto in = [&](const Table& table) {
      const auto found = table.find(text(pending.word));
      return found == table.end() ? no_symbol : found->second;
    };
    if (pending.space == Space::process) return in(process_names_);
    if (pending.space == Space::channel) return in(channels_);
    SymbolId process = pending.process;
    const bool is_remote = pending.of_word < size();
    if (is_remote) {
      const auto of = process_names_.find(text(pending.of_word));
      if (of == process_names_.end()) return no_symbol;
      process = of->second;
    }
    const Process& names = processes_[process];
    if (pending.space == Space::state) return in(names.states);
    const SymbolId local = in(names.variables);
    return local != no_symbol || is_remote ? local : in(globals_);
  }

  std::size_t at_ = 0;
  std::size_t depth_ = 0;
  SymbolId process_ = no_symbol;  // that is being read
  Table globals_;
  Table channels_;
  Table process_names_;
  std::map<SymbolId, Process> processes_;
  std::vector<Pending> pending_;
};

}  // namespace

Index index_dve(std::string_view text) { return DveIndexer(text).run(); }

}  // namespace lariat::lsp
