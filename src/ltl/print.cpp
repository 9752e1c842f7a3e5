// SPDX-License-Identifier: Apache-2.0
#include "lariat/ltl/print.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "lariat/ltl/parse.hpp"
#include "ltl/lexer.hpp"

namespace lariat::ltl {
namespace {

// By Op; prefix operators that are letters or words have a space after them.
using Signs = std::array<std::string_view, op_count>;
constexpr Signs letters = {"false", "true", "",   "!",  " & ", " | ", " ^ ", " -> ",
                           " <-> ", "X ",   "F ", "G ", " U ", " R ", " W ", " M "};
constexpr Signs spin = {"false", "true", "",    "!",   " && ", " || ", "",    " -> ",
                        " <-> ", "X ",   "<> ", "[] ", " U ",  " V ",  " W ", ""};
constexpr Signs words = {
    "false", "true",        "",        "!",       " && ",      " || ",        "", " implies ", " equivalent ",
    "next ", "eventually ", "always ", " until ", " release ", " weakuntil ", ""};
constexpr Signs lbt = {"f", "t", "", "! ", "& ", "| ", "^ ", "i ", "e ", "X ", "F ", "G ", "U ", "V ", "W ", "M "};

const Signs& signs_of(Notation notation) {
  switch (notation) {
    case Notation::letters:
      return letters;
    case Notation::spin:
      return spin;
    case Notation::words:
      return words;
    case Notation::lbt:
      break;
  }
  return lbt;
}

std::string quote(std::string_view name) {
  std::string quoted = "\"";
  for (const char c : name) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + '"';
}

ParseOptions reader_of(Notation notation) {
  ParseOptions options;
  options.dialect = notation == Notation::letters ? Dialect::command_line : Dialect::promela;
  return options;
}

// The name is read as one plain name.
bool plain(std::string_view name, const ParseOptions& options) {
  const Tokens tokens = tokenise(name, options);
  return tokens.errors.empty() && tokens.list.size() == 2 && tokens.list[0].kind == TokenKind::name &&
         tokens.list[0].length == name.size() && name.back() != '}';
}

// The text is read as the one atom of that name.
bool model_expression(const std::string& name, const ParseOptions& options) {
  FormulaStore scratch;
  const Formula wanted = scratch.atom(name);
  const auto parsed = parse_formula(scratch, name, options);
  return parsed && parsed->formula == wanted && parsed->warnings.empty();
}

std::string atom_text(const std::string& name, Notation notation) {
  if (notation == Notation::lbt) {
    const bool numbered = name.size() > 1 && name[0] == 'p' &&
                          std::all_of(name.begin() + 1, name.end(), [](char c) { return c >= '0' && c <= '9'; });
    return numbered ? name : quote(name);
  }
  const ParseOptions options = reader_of(notation);
  if (plain(name, options)) return name;
  if (notation != Notation::letters && model_expression(name, options)) return "(" + name + ")";
  return quote(name);
}

// An item still to be written: a text, or a formula that may need parentheses.
struct Job {
  std::variant<std::string_view, Formula> what;
  bool operand = false;
};

class Printer {
 public:
  Printer(const FormulaStore& store, Notation notation) : store_(store), notation_(notation), signs_(signs_of(notation)) {}

  std::string run(Formula f) {
    jobs_.push_back({f});
    while (!jobs_.empty()) {
      const Job job = jobs_.back();
      jobs_.pop_back();
      if (const auto* const text = std::get_if<std::string_view>(&job.what)) {
        out_ += *text;
      } else {
        const auto begin = static_cast<std::ptrdiff_t>(jobs_.size());
        formula(std::get<Formula>(job.what), job.operand);
        std::reverse(jobs_.begin() + begin, jobs_.end());
      }
    }
    return std::move(out_);
  }

 private:
  void text(std::string_view text) { jobs_.push_back({text}); }
  void operand(Formula f) { jobs_.push_back({f, true}); }
  bool temporal_prefix(Formula f) const {
    return store_.is(f, Op::globally) || store_.is(f, Op::finally) || store_.is(f, Op::next);
  }
  // Like operand; for the eye's sake (G a) U b has parentheses too.
  void temporal_operand(Formula f) {
    if (!temporal_prefix(f)) return operand(f);
    text("(");
    operand(f);
    text(")");
  }

  // Appends the jobs that write f, first job first.
  void formula(Formula f, bool is_operand) {
    const Op op = store_.op(f);
    const std::string_view sign = signs_[static_cast<std::size_t>(op)];
    const auto operands = store_.operands(f);
    if (op == Op::atom) {
      out_ += atom_text(store_.name(f), notation_);
    } else if (operands.empty()) {
      text(sign);
    } else if (notation_ == Notation::lbt) {
      for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i + 1 < operands.size() || operands.size() == 1) text(sign);
        operand(operands[i]);
        if (i + 1 < operands.size()) text(" ");
      }
    } else if (operands.size() == 1) {
      text(sign);
      operand(operands[0]);
    } else if (op == Op::exclusive_or && sign.empty()) {
      text("!(");
      operand(operands[0]);
      text(signs_[static_cast<std::size_t>(Op::equivalence)]);
      operand(operands[1]);
      text(")");
    } else {
      if (is_operand) text("(");
      if (op == Op::strong_release && sign.empty()) {
        temporal_operand(operands[1]);
        text(signs_[static_cast<std::size_t>(Op::until)]);
        text("(");
        operand(operands[1]);
        text(signs_[static_cast<std::size_t>(Op::conjunction)]);
        operand(operands[0]);
        text(")");
      } else {
        for (std::size_t i = 0; i < operands.size(); ++i) {
          if (i > 0) text(sign);
          op >= Op::until ? temporal_operand(operands[i]) : operand(operands[i]);
        }
      }
      if (is_operand) text(")");
    }
  }

  const FormulaStore& store_;
  Notation notation_;
  const Signs& signs_;
  std::vector<Job> jobs_;
  std::string out_;
};

}  // namespace

std::string to_string(const FormulaStore& store, Formula f, Notation notation) { return Printer(store, notation).run(f); }

}  // namespace lariat::ltl
