// SPDX-License-Identifier: Apache-2.0
// Formulas in the model, and expressions that stand alone. What is temporal in a formula is the business of ltl/.
#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "lariat/ltl/parse.hpp"
#include "promela/characters.hpp"
#include "promela/parser.hpp"

namespace lariat::promela {
namespace {

// The offset of a line and column, both from 1.
std::size_t offset_of(std::string_view text, std::size_t line, std::size_t column) {
  std::size_t begin = 0;
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n', begin);
    if (end == text.npos) break;
    begin = end + 1;
  }
  return std::min(begin + column - 1, text.size());
}

// What is written between two braces, on one line; empty if they come from macros or if there are comments between them.
std::string text_between(const Sources& sources, const Token& open, const Token& close) {
  if (open.place.via != 0 || close.place.via != 0 || close.place.at <= open.place.at) return "";
  const std::size_t length = close.place.at - open.place.at;
  std::string_view text = sources.from(open.place.at);
  if (length >= text.size() || text[length] != '}') return "";
  text = text.substr(1, length - 1);
  for (const std::string_view sign : {"/*", "//", "\\", "#"})
    if (text.find(sign) != text.npos) return "";
  std::string result;
  for (const char c : text) {
    const bool is_space = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!is_space)
      result += c;
    else if (!result.empty() && result.back() != ' ')
      result += ' ';
  }
  while (!result.empty() && (result.back() == ' ' || result.back() == ';')) result.pop_back();
  return result;
}

// A formula, and what its atoms mean.
struct Meaning {
  const ltl::FormulaStore& store;
  ltl::Formula formula;
  std::function<ExprId(const std::string&)> value;  // of an atom
};

// True if the formulas differ at most in the names of atoms that mean the same. Each has a store of its own, so that operands
// whose order does not matter have the order in which they are written.
bool is_same_but_for_names(const Meaning& a, const Meaning& b) {
  std::set<std::pair<ltl::Formula, ltl::Formula>> seen;
  std::vector<std::pair<ltl::Formula, ltl::Formula>> pending = {{a.formula, b.formula}};
  while (!pending.empty()) {
    const auto [f, g] = pending.back();
    pending.pop_back();
    if (!seen.emplace(f, g).second) continue;
    if (a.store.op(f) != b.store.op(g)) return false;
    if (a.store.op(f) == ltl::Op::atom) {
      const ExprId value = a.value(a.store.name(f));
      if (!value || !(value == b.value(b.store.name(g)))) return false;
    }
    const auto left = a.store.operands(f);
    const auto right = b.store.operands(g);
    if (left.size() != right.size()) return false;
    for (std::size_t i = 0; i < left.size(); ++i) pending.emplace_back(left[i], right[i]);
  }
  return true;
}

}  // namespace

// Takes `ltl [name] { formula }` out of the text. Spin does it before it reads anything, so that formulas can stand anywhere,
// inside of processes too, and looks at them last, so that they can use what comes later.
std::vector<Token> Parser::take_formulas(std::vector<Token> tokens) {
  std::vector<Token> rest;
  rest.reserve(tokens.size());
  bool newline = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& word = tokens[i];
    const bool named = i + 1 < tokens.size() && tokens[i + 1].kind == Tok::name;
    const std::size_t brace = i + (named ? 2 : 1);
    if (word.kind != Tok::ltl_ || brace >= tokens.size() || tokens[brace].kind != Tok::left_brace) {
      rest.push_back(word);
      rest.back().newline = word.newline || newline;
      newline = false;
      continue;
    }
    std::size_t open = 1;
    std::size_t end = brace + 1;
    for (; open > 0 && tokens[end].kind != Tok::end; ++end) {
      if (tokens[end].kind == Tok::left_brace) ++open;
      if (tokens[end].kind == Tok::right_brace) --open;
    }
    if (open > 0) report_.fatal(tokens[brace].place, "this brace has no partner");
    add_formula(word, named ? &tokens[i + 1] : nullptr, tokens[brace].offset + std::size_t{1}, tokens[end - 1].offset);
    model_.ltls.back().written = text_between(report_.sources(), tokens[brace], tokens[end - 1]);
    newline = newline || word.newline;
    i = end - 1;
  }
  return rest;
}

void Parser::add_formula(const Token& word, const Token* name, std::size_t begin, std::size_t end) {
  Ltl result{.name = name != nullptr ? std::string(name->text) : "ltl_" + std::to_string(unnamed_formulas_++),
             .place = name != nullptr ? name->place : word.place};
  std::string_view text = std::string_view(text_.text).substr(begin, end - begin);
  if (const std::size_t last = text.find_last_not_of(" \n\t\r;"); last != text.npos) text = text.substr(0, last + 1);
  result.text = text;
  pending_ltls_.push_back({static_cast<std::uint32_t>(model_.ltls.size()), begin});
  model_.ltls.push_back(std::move(result));
}

void Parser::check_ltl(Ltl& ltl, std::size_t offset) {
  ltl::FormulaStore store;
  const auto place = [&](const Diagnostic& diagnostic) {
    return text_.place(offset + offset_of(ltl.text, diagnostic.line, diagnostic.column));
  };
  const auto parsed = ltl::parse_formula(store, ltl.text, {.dialect = ltl::Dialect::promela});
  if (!parsed) {
    for (const Diagnostic& error : parsed.errors()) report_.error(place(error), error.message);
    return;
  }
  for (const Diagnostic& warning : parsed->warnings) report_.warning(place(warning), warning.message);
  std::vector<Token> formula;
  {
    Preprocessed part{ltl.text, {}};
    formula = tokenize(part);
    for (Token& token : formula) {
      token.place = text_.place(offset + token.offset);
      token.text = std::string_view(ltl.text).substr(token.offset, token.text.size());
    }
  }
  for (const ltl::Formula f : store.atoms(parsed->formula)) {
    const std::string& text = store.name(f);
    try {
      const ExprId value = atom(text, formula);
      ltl.atoms.push_back({text, value});
    } catch (const SyntaxError&) {
      // reported
    }
  }
  name_atoms(ltl, formula);
}

// Of `#define crit (inside > 1)` and `[] !crit` people want to read `crit`, not what it stands for.
void Parser::name_atoms(Ltl& ltl, const std::vector<Token>& formula) {
  const auto words_of = [](const std::string& text) {
    std::vector<std::string> words;
    Preprocessed part{text, {}};
    for (const Token& token : tokenize(part)) words.emplace_back(token.text);
    words.pop_back();  // the end
    return words;
  };
  std::map<std::vector<std::string>, ExprId> values;  // of the atoms, by their words
  for (const Ltl::Atom& atom : ltl.atoms) values.emplace(words_of(atom.text), atom.value);
  std::map<std::string, ExprId> named;
  std::string text;
  std::size_t copied = 0;  // so much of the text
  for (std::size_t first = 0; first + 1 < formula.size();) {
    // The words from one use of a macro, without the parentheses around them.
    std::size_t end = first + 1;
    while (end + 1 < formula.size() && formula[end].place.at == formula[first].place.at && formula[first].place.via != 0) ++end;
    std::size_t begin = first;
    std::size_t last = end;
    while (last - begin > 2 && formula[begin].kind == Tok::left_paren && formula[last - 1].kind == Tok::right_paren) {
      ++begin;
      --last;
    }
    std::vector<std::string> words;
    for (std::size_t i = begin; i < last; ++i) words.emplace_back(formula[i].text);
    const auto atom = values.find(words);
    if (formula[first].place.via != 0 && atom != values.end()) {
      const std::string_view source = report_.sources().from(formula[first].place.at);
      const std::string name(source.substr(0, std::ranges::find_if_not(source, is_word) - source.begin()));
      const bool is_call = name.size() < source.size() && source[name.size()] == '(';
      const auto known = named.find(name);
      if (!name.empty() && !is_call && (known == named.end() || known->second == atom->second)) {
        named.emplace(name, atom->second);
        text += ltl.text.substr(copied, formula[first].offset - copied) + name;
        copied = formula[end - 1].offset + formula[end - 1].text.size();
      }
    }
    first = end;
  }
  if (named.empty()) return;
  text += ltl.text.substr(copied);
  // A name may mean something else in a formula, and the text of a macro something else than its name: with
  // `#define p x > 3`, `!p` is `!x > 3`. So the formula must be the same but for its names.
  ltl::FormulaStore written_store;
  ltl::FormulaStore store;
  const auto written = ltl::parse_formula(written_store, ltl.text, {.dialect = ltl::Dialect::promela});
  const auto parsed = ltl::parse_formula(store, text, {.dialect = ltl::Dialect::promela});
  if (!written || !parsed) return;
  const auto by_words = [&](const std::string& atom) {
    const auto found = values.find(words_of(atom));
    return found == values.end() ? ExprId{} : found->second;
  };
  const auto by_name = [&](const std::string& atom) {
    const auto found = named.find(atom);
    return found == named.end() ? by_words(atom) : found->second;
  };
  if (!is_same_but_for_names({written_store, written->formula, by_words}, {store, parsed->formula, by_name})) return;
  std::vector<Ltl::Atom> atoms;
  for (const ltl::Formula f : store.atoms(parsed->formula)) atoms.push_back({store.name(f), by_name(store.name(f))});
  ltl.named_text = std::move(text);
  ltl.named_atoms = std::move(atoms);
}

// The expression of an atom, whose text has lost its places: they are those of the same words in the formula.
ExprId Parser::atom(const std::string& text, const std::vector<Token>& formula) {
  Preprocessed source{text, {}};
  const std::vector<Token> words = tokenize(source);
  const auto found = std::search(formula.begin(), formula.end(), words.begin(), words.end() - 1,
                                 [](const Token& a, const Token& b) { return a.text == b.text; });
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    const SourceLocation place = found == formula.end() ? begin_ : (found + static_cast<std::ptrdiff_t>(i))->place;
    source.pieces.push_back({words[i].offset, place, false});
  }
  auto outer = std::exchange(stream_, std::make_unique<TokenStream>(report_, tokenize(source)));
  try {
    in_property_ = true;
    const ExprId value = full_expression();
    if (!at(Tok::end)) fail_expected("the end of the expression");
    in_property_ = false;
    stream_ = std::move(outer);
    return value;
  } catch (...) {
    in_property_ = false;
    stream_ = std::move(outer);
    throw;
  }
}

// Learns the names of a model that was read before.
void Parser::know_model() {
  for (std::uint32_t i = 0; i < model_.variables.size(); ++i) {
    const Variable& variable = model_.variables[i];
    if (variable.kind == Variable::Kind::global || variable.kind == Variable::Kind::predefined)
      names_.add({.name = variable.name, .process = {}, .variable = {i}, .place = variable.place});
  }
  for (std::uint32_t list = 0; list < model_.mtypes.size(); ++list)
    for (std::size_t i = 0; i < model_.mtypes[list].names.size(); ++i)
      names_.mtype_constants.emplace(model_.mtypes[list].names[i], MtypeConstant{list, static_cast<std::int32_t>(i + 1)});
  for (std::uint32_t i = 0; i < model_.typedefs.size(); ++i) names_.typedefs.emplace(model_.typedefs[i].name, TypedefId{i});
  for (std::uint32_t i = 0; i < model_.processes.size(); ++i)
    if (model_.processes[i].kind == Process::Kind::proctype) names_.processes.emplace(model_.processes[i].name, ProcessId{i});
}

ExprId Parser::parse_only_expression() {
  know_model();
  in_property_ = true;
  const ExprId value = expression();
  if (!at(Tok::end)) fail_expected("the end of the expression");
  resolve_remotes();
  check_runs();
  return value;
}

}  // namespace lariat::promela
