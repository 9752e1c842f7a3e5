// SPDX-License-Identifier: Apache-2.0
// The index of a Promela text: its macros, units and declarations. What a name means is found by promela_names.hpp.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "lsp/promela_names.hpp"

namespace lariat::lsp {
namespace {

constexpr std::array<std::string_view, 9> basic_types = {"bit",   "bool", "byte",  "chan",    "int",
                                                         "mtype", "pid",  "short", "unsigned"};
constexpr std::array<std::string_view, 10> unit_words = {"active", "proctype", "D_proctype", "init",   "never",
                                                         "trace",  "notrace",  "ltl",        "inline", "typedef"};

class PromelaIndexer : PromelaNames {
 public:
  explicit PromelaIndexer(std::string_view text) : PromelaNames(text) {}

  Index run() {
    find_macros();
    while (at_ < size()) step();
    close_scopes();
    resolve();
    sort_uses();
    return std::move(index_);
  }

 private:
  using Parameters = std::unordered_map<std::string_view, SymbolId>;

  // --- Macros: a first pass, since they may be used everywhere.
  void find_macros() {
    for (std::size_t i = 0; i + 2 < size(); ++i) {
      if (!word(i).in_directive || !is(i, "#") || !is(i + 1, "define") || !word(i + 2).in_directive) continue;
      define_macro(i);
    }
    static constexpr std::array<std::string_view, 4> conditions = {"ifdef", "ifndef", "undef",
                                                                   "elif"};  // and `if`, which is a keyword
    for (std::size_t i = 0; i + 2 < size(); ++i) {
      if (!is_directive_start(i) || !(contains(conditions, text(i + 1)) || is(i + 1, "if"))) continue;
      for (std::size_t j = i + 2; j < size() && word(j).in_directive && !is_directive_start(j); ++j)
        if (is_name(j) && !is(j, "defined")) pending_.push_back({j, false, no_symbol, size(), true});
    }
  }

  void define_macro(std::size_t hash) {
    const std::size_t name = hash + 2;
    std::size_t last = name + 1;  // behind the directive
    while (last < size() && word(last).in_directive && !is_directive_start(last)) ++last;
    if (!is_name(name)) return;
    // Names that a macro has already are uses of it: it is defined in both branches of a condition.
    const auto known = macros_.find(text(name));
    SymbolId id = no_symbol;
    if (known != macros_.end()) {
      use(name, known->second);
      id = known->second;
    } else {
      id = declare({.kind = Kind::macro, .extent = {word(hash).begin, word(last - 1).end}, .visible = {0, text_.size()}}, name);
      macros_[text(name)] = id;
    }
    std::size_t body = name + 1;
    Parameters parameters;
    if (body < last && is(body, "(") && word(body).begin == word(name).end) {
      const std::size_t end = std::min(closing(body), last);
      for (std::size_t i = body + 1; i < end; ++i)
        if (is_name(i) && parameters.find(text(i)) == parameters.end()) {
          const Span extent = symbol(id).extent;
          const SymbolId parameter = declare({.kind = Kind::parameter, .parent = id, .visible = extent}, i);
          parameters[text(i)] = parameter;
          symbol(id).parameters.push_back(parameter);
        }
      body = std::min(end + 1, last);
    }
    if (known == macros_.end()) symbol(id).type = text_between(body, last);
    loose_ = true;
    for (std::size_t i = body; i < last; ++i) {
      if (!is_name(i) || is_used(i)) continue;
      if (const auto parameter = parameters.find(text(i)); parameter != parameters.end())
        use(i, parameter->second);
      else
        name_in_text(i);
    }
    loose_ = false;
  }

  bool is_directive_start(std::size_t i) const { return is(i, "#") && word(i).starts_line; }

  // --- The text
  void step() {
    const Lexeme& here = word(at_);
    if (here.in_directive) {
      ++at_;
    } else if (here.kind == Lexeme::Kind::keyword) {
      keyword();
    } else if (here.kind == Lexeme::Kind::name) {
      name();
    } else {
      if (is(at_, "{")) open_block();
      if (is(at_, "}")) close_block();
      ++at_;
    }
  }

  void keyword() {
    const std::string_view what = text(at_);
    if (contains(unit_words, what)) return unit(what);
    if (contains(basic_types, what)) return declaration(Kind::variable);
    if (what == "goto") {
      if (is_name(at_ + 1)) label_use(at_ + 1, owner(), size());
      at_ += is_name(at_ + 1) ? 2 : 1;
      return;
    }
    if (what == "assert") index_.lenses.push_back({Lens::Kind::assertion, statement_span(at_), {}});
    if (what.starts_with("c_")) {  // C is not looked at
      while (at_ < size() && !is(at_, "{") && !is(at_, ";")) ++at_;
      if (at_ < size()) at_ = is(at_, "{") ? std::min(closing(at_), size() - 1) + 1 : at_ + 1;
      return;
    }
    ++at_;
  }

  // `assert` with its condition.
  Span statement_span(std::size_t i) const {
    const std::size_t end = is(i + 1, "(") ? closing(i + 1) : i;
    return {word(i).begin, word(end < size() ? end : i).end};
  }

  void unit(std::string_view what) {
    if (scopes_.size() > 1) close_scopes();  // a brace is missing: units are never inside of others
    const std::size_t begin = at_;
    if (what == "active") {
      ++at_;
      if (is(at_, "[")) {
        names_until(std::min(closing(at_), size()));
        ++at_;
      }
      if (!is(at_, "proctype") && !is(at_, "D_proctype")) return;
      return process(begin);
    }
    if (what == "proctype" || what == "D_proctype") return process(begin);
    if (what == "inline") return inline_definition(begin);
    if (what == "typedef") return type_definition(begin);
    if (what == "ltl") return formula(begin);
    ++at_;
    const bool is_init = what == "init";
    const bool is_named = !is_init && is_name(at_);
    const SymbolId id =
        declare({.kind = is_init ? Kind::init : Kind::claim, .extent = word(begin).span()}, is_named ? at_ : size());
    if (!is_named) symbol(id).name = what;
    if (what == "never") {
      index_.lenses.push_back(
          {Lens::Kind::claim, word(begin).span(), is_named ? std::string(text(at_)) : "never_" + std::to_string(claims_)});
      ++claims_;
    }
    if (is_named) ++at_;
    while (at_ < size() && !is(at_, "{") && !begins_unit(at_)) {
      if (is_name(at_)) name_in_text(at_);
      ++at_;
    }
    open_body(id);
  }

  bool begins_unit(std::size_t i) const { return word(i).kind == Lexeme::Kind::keyword && contains(unit_words, text(i)); }

  // proctype name(parameters) priority 1 provided (x) {
  void process(std::size_t begin) {
    ++at_;
    SymbolId id = no_symbol;
    if (is_name(at_)) {
      id = declare({.kind = Kind::process, .extent = {word(begin).begin, word(at_).end}, .visible = {0, text_.size()}}, at_);
      symbol(id).type = text(Span{word(begin).begin, word(at_).begin});
      processes_.emplace(text(at_), id);
      scopes_.front().names.emplace(text(at_), id);
      ++at_;
    } else {
      id = declare({.kind = Kind::process, .extent = word(begin).span()}, size());
      symbol(id).name = "proctype";
    }
    Scope scope{.owner = id};
    scopes_.push_back(std::move(scope));
    if (is(at_, "(")) {
      const std::size_t end = closing(at_);
      ++at_;
      while (at_ < size() && at_ < end && !is(at_, "{") && !begins_unit(at_)) {
        if (is_type(at_)) {
          declaration(Kind::parameter, end);
        } else {
          if (is_name(at_)) name_in_text(at_);
          ++at_;
        }
      }
      if (is(at_, ")")) ++at_;
    }
    while (at_ < size() && !is(at_, "{") && !begins_unit(at_)) {  // priority and provided
      if (is_name(at_)) name_in_text(at_);
      ++at_;
    }
    open_body(id);
  }

  void inline_definition(std::size_t begin) {
    ++at_;
    if (!is_name(at_)) return;
    const SymbolId id =
        declare({.kind = Kind::inlined, .extent = {word(begin).begin, word(at_).end}, .visible = {0, text_.size()}}, at_);
    scopes_.front().names.emplace(text(at_), id);
    ++at_;
    scopes_.push_back({.owner = id});
    if (is(at_, "(")) {
      const std::size_t end = closing(at_);
      for (++at_; at_ < size() && at_ < end && !is(at_, "{"); ++at_)
        if (is_name(at_)) {
          const SymbolId parameter = declare({.kind = Kind::parameter, .parent = id}, at_);
          symbol(id).parameters.push_back(parameter);
          add_to_scope(parameter, at_);
        }
      if (is(at_, ")")) ++at_;
    }
    loose_ = true;
    open_body(id);
  }

  void type_definition(std::size_t begin) {
    ++at_;
    if (!is_name(at_)) return;
    const SymbolId id = declare({.kind = Kind::type, .extent = {word(begin).begin, word(at_).end}}, at_);
    types_.emplace(text(at_), id);
    scopes_.front().names.emplace(text(at_), id);
    ++at_;
    if (!is(at_, "{")) return;
    const std::size_t end = closing(at_);
    scopes_.push_back({.owner = id});
    ++at_;
    while (at_ < size() && at_ < end && !begins_unit(at_)) {
      if (is_type(at_)) {
        declaration(Kind::field, end);
      } else {
        if (is_name(at_)) name_in_text(at_);
        ++at_;
      }
    }
    if (at_ < size() && at_ == end) symbol(id).extent.end = word(at_++).end;
    fields_[id] = std::move(scopes_.back().names);
    scopes_.pop_back();
  }

  void formula(std::size_t begin) {
    ++at_;
    const bool is_named = is_name(at_);
    const std::size_t name = at_;
    const SymbolId id = declare({.kind = Kind::formula, .extent = word(begin).span()}, is_named ? name : size());
    if (is_named)
      ++at_;
    else
      symbol(id).name = "ltl_" + std::to_string(formulas_++);
    index_.lenses.push_back({Lens::Kind::formula, word(begin).span(), symbol(id).name});
    if (!is(at_, "{")) return;
    const std::size_t end = closing(at_);
    const std::size_t first = ++at_;
    while (at_ < size() && at_ < end && !begins_unit(at_)) {
      // The operators of formulas that are written like names.
      static constexpr std::array operators = {"U",         "V",      "W",          "X",    "until",   "release",
                                               "weakuntil", "always", "eventually", "next", "implies", "equivalent"};
      if (is_name(at_) &&
          !(contains(operators, text(at_)) && scopes_.front().names.find(text(at_)) == scopes_.front().names.end()))
        name_in_text(at_);
      ++at_;
    }
    symbol(id).type = text_between(first, at_);
    symbol(id).extent = {word(begin).begin, word(std::min(at_, size() - 1)).end};
    if (at_ < size() && at_ == end) ++at_;
  }

  // --- Declarations
  bool is_type(std::size_t i) const {
    static constexpr std::array marks = {"hidden", "show", "local"};
    if (i >= size()) return false;
    if (word(i).kind == Lexeme::Kind::keyword) return contains(basic_types, text(i)) || contains(marks, text(i));
    return is_name(i) && types_.find(text(i)) != types_.end();
  }

  // Types and names up to the end of the declaration; `last` bounds those of parameters and fields.
  void declaration(Kind kind, std::size_t last = std::numeric_limits<std::size_t>::max()) {
    while (at_ < size() && word(at_).kind == Lexeme::Kind::keyword && !contains(basic_types, text(at_))) ++at_;  // hidden
    if (at_ >= size() || !is_type(at_)) return;
    const std::size_t begin = at_;
    std::string type(text(at_));
    if (is_name(at_)) name_in_text(at_);
    ++at_;
    if (type == "mtype" && is(at_, ":") && is_name(at_ + 1)) {
      type += ":" + std::string(text(at_ + 1));
      subtype(at_ + 1);
      at_ += 2;
    }
    if (type.starts_with("mtype") && (is(at_, "=") || is(at_, "{"))) return mtype_constants(type);
    while (at_ < size() && at_ < last && is_name(at_)) {
      declarator(kind, type, begin, last);
      if (!is(at_, ",")) break;
      ++at_;
      if (kind == Kind::parameter && is_type(at_)) break;
    }
  }

  void subtype(std::size_t i) {
    const auto known = subtypes_.find(text(i));
    if (known != subtypes_.end()) return use(i, known->second);
    subtypes_[text(i)] = declare({.kind = Kind::type, .type = "mtype"}, i);
  }

  void mtype_constants(const std::string& type) {
    if (is(at_, "=")) ++at_;
    if (!is(at_, "{")) return;
    const std::size_t end = closing(at_);
    for (++at_; at_ < size() && at_ < end && !is(at_, ";") && !begins_unit(at_) && !is(at_, "{"); ++at_)
      if (is_name(at_)) {
        if (macros_.find(text(at_)) != macros_.end()) {  // the macro's text is the name
          use(at_, macros_[text(at_)]);
          continue;
        }
        const SymbolId id = declare({.kind = Kind::constant, .type = type}, at_);
        scopes_.front().names.emplace(text(at_), id);
      }
    if (at_ < size() && at_ == end) ++at_;
  }

  void declarator(Kind kind, const std::string& type, std::size_t begin, std::size_t last) {
    const std::size_t name = at_++;
    Symbol declared{.kind = type == "chan" && kind == Kind::variable ? Kind::channel : kind,
                    .extent = {word(begin).begin, word(name).end},
                    .parent = scopes_.back().owner,
                    .type = type};
    const std::size_t extent_begin = name;
    if (is(at_, ":")) {  // unsigned x : 3
      ++at_;
      if (at_ < size()) declared.type += " : " + std::string(text(at_));
      if (is_name(at_)) name_in_text(at_);
      if (at_ < size()) ++at_;
    }
    if (is(at_, "[")) {
      const std::size_t end = std::min(closing(at_), size());
      declared.is_array = true;
      declared.size = text_between(at_ + 1, end);
      names_until(std::min(end, last));
      if (is(at_, "]")) ++at_;
    }
    if (is(at_, "=")) {
      const std::size_t first = ++at_;
      if (is(at_, "[")) channel(declared, last);
      initializer(last);
      declared.initial = text_between(first, at_);
    }
    declared.extent.end = word(std::max(at_, extent_begin + 1) - 1).end;
    if (macros_.find(text(name)) != macros_.end()) return use(name, macros_[text(name)]);
    // A second declaration is in the other branch of a condition, or an error: it is the same variable either way.
    const auto& known = scopes_.back().names;
    if (const auto before = known.find(text(name)); before != known.end() && kind != Kind::parameter)
      return use(name, before->second, true);
    const SymbolId id = declare(std::move(declared), name);
    if (kind == Kind::parameter) symbol(scopes_.back().owner).parameters.push_back(id);
    add_to_scope(id, name);
  }

  // [capacity] of { types }
  void channel(Symbol& declared, std::size_t last) {
    const std::size_t end = closing(at_);
    if (!declared.is_array) declared.size = text_between(at_ + 1, std::min(end, size()));
    names_until(std::min({end, last, size()}));
    if (is(at_, "]")) ++at_;
    if (!is(at_, "of") || !is(at_ + 1, "{")) return;
    const std::size_t close = std::min(closing(at_ + 1), size());
    declared.has_message = true;
    std::size_t first = at_ += 2;
    for (; at_ < close && !begins_unit(at_); ++at_) {
      if (is_name(at_) && is(at_ - 1, ":"))
        subtype(at_);
      else if (is_name(at_))
        name_in_text(at_);
      if (is(at_, ",")) {
        declared.message.push_back(text_between(first, at_));
        first = at_ + 1;
      }
    }
    if (first < at_) declared.message.push_back(text_between(first, at_));
    if (is(at_, "}")) ++at_;
  }

  // Up to the comma or separator behind an initial value. The end of a line ends it, too, unless it goes on with a sign.
  void initializer(std::size_t last) {
    while (at_ < size() && at_ < last) {
      const std::string_view what = text(at_);
      if (what == "," || what == ";" || what == "->" || what == ")" || what == "}" || what == "::") return;
      if (word(at_).in_directive || (word(at_).starts_line && word(at_).kind != Lexeme::Kind::sign)) return;
      if (what == "(" || what == "[" || what == "{") {
        names_until(std::min({closing(at_), last, size()}));
        if (at_ < size() && at_ < last) ++at_;
        continue;
      }
      if (begins_unit(at_)) return;
      if (is_name(at_)) name_in_text(at_);
      ++at_;
    }
  }

  // --- Names
  void name() {
    const bool in_body = scopes_.size() > 1;
    if (types_.find(text(at_)) != types_.end() && is_name(at_ + 1)) return declaration(Kind::variable);
    if (in_body && is(at_ + 1, ":") && is_statement_start(at_) && !is(around(at_), "(") &&
        processes_.find(text(at_)) == processes_.end() && macros_.find(text(at_)) == macros_.end()) {
      const SymbolId id = declare({.kind = Kind::label, .parent = owner()}, at_);
      labels_[owner()].emplace(text(at_), id);
      at_ += 2;
      return;
    }
    name_in_text(at_);
    ++at_;
  }

  std::unordered_map<std::string_view, SymbolId> subtypes_;
  std::size_t claims_ = 0;
  std::size_t formulas_ = 0;
};

}  // namespace

Index index_promela(std::string_view text) { return PromelaIndexer(text).run(); }

}  // namespace lariat::lsp
