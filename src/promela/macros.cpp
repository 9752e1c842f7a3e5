// SPDX-License-Identifier: Apache-2.0
#include "promela/macros.hpp"

#include <algorithm>

#include "promela/characters.hpp"

namespace lariat::promela {
namespace {

constexpr std::size_t max_call_depth = 200;    // macro calls in arguments of macro calls
constexpr std::size_t max_tokens = 4'000'000;  // made by macros, in all

int parameter_of(const Macro& macro, const PpToken& token) {
  if (token.kind != PpKind::identifier) return -1;
  const auto found = std::find(macro.parameters.begin(), macro.parameters.end(), token.text);
  return found == macro.parameters.end() ? -1 : static_cast<int>(found - macro.parameters.begin());
}

}  // namespace

bool same_definition(const Macro& a, const Macro& b) {
  return a.function_like == b.function_like && a.variadic == b.variadic && a.parameters == b.parameters &&
         a.builtin == b.builtin &&
         std::equal(a.body.begin(), a.body.end(), b.body.begin(), b.body.end(), [&](const PpToken& x, const PpToken& y) {
           return x.kind == y.kind && x.text == y.text && (x.space == y.space || &x == &a.body.front());
         });
}

Macro* Macros::find(std::string_view name) const {
  const auto found = table.find(name);
  return found == table.end() ? nullptr : found->second.get();
}

void Macros::define(Macro macro) {
  undefine(macro.name);
  auto stored = std::make_unique<Macro>(std::move(macro));
  const std::string_view key = stored->name;
  table.emplace(key, std::move(stored));
}

void Macros::undefine(std::string_view name) {
  const auto found = table.find(name);
  if (found == table.end()) return;
  retired.push_back(std::move(found->second));
  table.erase(found);
}

void Macros::define_text(std::string_view name, std::string_view text) {
  Macro macro{.name = std::string(name)};
  if (!text.empty()) {
    const std::string_view kept = pool.emplace_back(text);
    const PpKind kind = kind_of(kept);
    macro.body.push_back({.kind = kind == PpKind::end ? PpKind::other : kind, .text = kept});
  }
  define(std::move(macro));
}

PpKind kind_of(std::string_view text) {
  if (text.empty()) return PpKind::end;
  if (is_word_start(text[0])) return std::all_of(text.begin(), text.end(), is_word) ? PpKind::identifier : PpKind::end;
  if (is_digit(text[0]) || (text[0] == '.' && text.size() > 1 && is_digit(text[1]))) {
    for (std::size_t i = 1; i < text.size(); ++i) {
      const bool sign = (text[i] == '+' || text[i] == '-') && std::string_view("eEpP").find(text[i - 1]) != text.npos;
      if (!is_word(text[i]) && text[i] != '.' && !sign) return PpKind::end;
    }
    return PpKind::number;
  }
  static constexpr std::string_view signs[] = {"...", "<<=", ">>=", "->", "++", "--", "<<", ">>", "<=", ">=", "==", "!=",
                                               "&&",  "||",  "*=",  "/=", "%=", "+=", "-=", "&=", "^=", "|=", "##"};
  if (text.size() == 1)
    return std::string_view("[](){}.&*+-~!/%<>^|?:;=,#").find(text[0]) != text.npos ? PpKind::punctuator : PpKind::end;
  return std::find(std::begin(signs), std::end(signs), text) == std::end(signs) ? PpKind::end : PpKind::punctuator;
}

Expander::Expander(Report& report, Macros& macros, std::function<PpToken()> source)
    : report_(report), macros_(macros), source_(std::move(source)) {}

PpToken Expander::raw() {
  report_.tick();
  while (!contexts_.empty()) {
    Context& context = contexts_.back();
    if (context.next < context.tokens.size()) return context.tokens[context.next++];
    if (context.barrier) return {};
    if (context.macro != nullptr) context.macro->off = false;
    contexts_.pop_back();
  }
  return source_();
}

void Expander::push_back(const PpToken& token) {
  if (token.kind != PpKind::end) contexts_.push_back({.tokens = {token}});
}

PpToken Expander::next() {
  while (true) {
    PpToken token = raw();
    if (token.kind != PpKind::identifier || token.painted) return token;
    Macro* const macro = macros_.find(token.text);
    if (macro == nullptr) return token;
    if (macro->off) {
      token.painted = true;
      return token;
    }
    if (macro->builtin != Macro::Builtin::none) return builtin(token, *macro);
    if (!enter(token, *macro)) return token;
  }
}

// Makes the expansion the next thing to be read; false if this is no use of the macro after all.
bool Expander::enter(const PpToken& name, Macro& macro) {
  Arguments arguments;
  if (macro.function_like) {
    const PpToken open = raw();
    if (!open.is("(")) {
      push_back(open);
      return false;
    }
    if (!collect(name, macro, arguments) || !counts_agree(name, macro, arguments)) return false;
  }
  const std::uint32_t via =
      macro.body.empty() && arguments.empty()
          ? 0
          : report_.sources().add(
                Origin{.kind = Origin::Kind::macro, .name = macro.name, .other = macro.defined.at, .parent = name.place.via});
  std::vector<PpToken> tokens = substitute(name, macro, arguments, via);
  produced_ += tokens.size() + 1;
  if (produced_ > max_tokens) report_.fatal(name.place, "the macros expand to more than 4 million words");
  bool first = true;
  for (PpToken& token : tokens) {
    token.line = name.line;
    if (first) token.space = name.space;
    token.first = first && name.first;
    first = false;
  }
  macro.off = true;
  contexts_.push_back({.tokens = std::move(tokens), .macro = &macro});
  return true;
}

// Reads the arguments up to the closing parenthesis; the opening one is read already.
bool Expander::collect(const PpToken& name, const Macro& macro, Arguments& arguments) {
  arguments.emplace_back();
  std::size_t open = 1;
  while (true) {
    PpToken token = raw();
    if (token.kind == PpKind::end) {
      report_.error(name.place, "the arguments of the macro '" + macro.name + "' have no closing parenthesis");
      return false;
    }
    if (token.is("(")) ++open;
    if (token.is(")") && --open == 0) break;
    const bool rest = macro.variadic && arguments.size() == macro.parameters.size();
    if (token.is(",") && open == 1 && !rest) {
      arguments.emplace_back();
      continue;
    }
    if (token.first) token.space = true;
    // What is off now stays so, although it may be on again when the argument is expanded.
    if (const Macro* inner = token.kind == PpKind::identifier ? macros_.find(token.text) : nullptr; inner && inner->off)
      token.painted = true;
    arguments.back().tokens.push_back(token);
  }
  return true;
}

bool Expander::counts_agree(const PpToken& name, const Macro& macro, Arguments& arguments) {
  const std::size_t wanted = macro.parameters.size();
  if (wanted == 0 && arguments.size() == 1 && arguments[0].tokens.empty()) arguments.clear();
  if (macro.variadic && arguments.size() + 1 == wanted) arguments.push_back({.is_absent = true});
  if (arguments.size() == wanted) return true;
  report_.error(name.place, "the macro '" + macro.name + "' takes " + std::to_string(wanted) +
                                (wanted == 1 ? " argument, not " : " arguments, not ") + std::to_string(arguments.size()));
  report_.note(macro.defined, "it is defined here");
  return false;
}

std::vector<PpToken> Expander::expand(std::vector<PpToken> tokens) {
  std::vector<PpToken> result;
  if (++depth_ > max_call_depth)
    report_.fatal(tokens.empty() ? SourceLocation{} : tokens.front().place, "macro calls are nested too deeply");
  contexts_.push_back({.tokens = std::move(tokens), .barrier = true});
  const std::size_t level = contexts_.size();
  for (PpToken token = next(); token.kind != PpKind::end; token = next()) {
    result.push_back(token);
    if (result.size() > max_tokens) report_.fatal(token.place, "the macros expand to more than 4 million words");
  }
  contexts_.resize(level - 1);
  --depth_;
  return result;
}

const std::vector<PpToken>& Expander::expanded(Argument& argument) {
  if (!argument.is_expanded) argument.expanded = expand(argument.tokens);
  argument.is_expanded = true;
  return argument.expanded;
}

std::vector<PpToken> Expander::substitute(const PpToken& name, const Macro& macro, Arguments& arguments, std::uint32_t via) {
  std::vector<PpToken> result;
  const SourceLocation place{name.place.at, via};
  const auto& body = macro.body;
  bool pasting = false;  // ## was the last word
  bool gap = false;      // an empty argument stood here: its neighbours do not touch
  const auto append = [&](const PpToken& token, bool first) {
    if (pasting && first)
      paste(result, token);
    else
      result.push_back(token);
  };
  for (std::size_t i = 0; i < body.size(); ++i) {
    PpToken token = body[i];
    token.place = place;
    if (gap) token.space = true;
    gap = false;
    const bool before_paste = i + 1 < body.size() && body[i + 1].is("##");
    if (token.is("##") && i > 0 && i + 1 < body.size()) {
      pasting = true;
      continue;
    }
    if (macro.function_like && token.is("#") && i + 1 < body.size()) {
      const int parameter = parameter_of(macro, body[i + 1]);
      append(stringify(token, arguments[static_cast<std::size_t>(parameter)]), true);
      ++i;
      pasting = false;
      continue;
    }
    const int parameter = macro.function_like ? parameter_of(macro, token) : -1;
    if (parameter < 0) {
      append(token, true);
      pasting = false;
      continue;
    }
    Argument& argument = arguments[static_cast<std::size_t>(parameter)];
    // GNU: in `, ## rest` the comma goes away with the rest, and nothing is pasted otherwise.
    if (pasting && macro.variadic && parameter + 1 == static_cast<int>(macro.parameters.size()) && !result.empty() &&
        result.back().is(",") && body[i - 2].is(",")) {
      pasting = false;
      if (argument.is_absent) {
        result.pop_back();
        continue;
      }
    }
    const auto& value = pasting || before_paste ? argument.tokens : expanded(argument);
    if (value.empty() && (pasting || before_paste))
      append({.kind = PpKind::placemarker, .space = token.space, .place = place}, true);
    gap = value.empty();
    for (std::size_t k = 0; k < value.size(); ++k) {
      PpToken copy = value[k];
      if (k == 0) copy.space = token.space;
      copy.first = false;
      append(copy, k == 0);
    }
    pasting = false;
    if (result.size() > max_tokens) report_.fatal(place, "the macros expand to more than 4 million words");
  }
  std::erase_if(result, [](const PpToken& token) { return token.kind == PpKind::placemarker; });
  return result;
}

void Expander::paste(std::vector<PpToken>& left, const PpToken& right) {
  if (left.empty() || right.kind == PpKind::placemarker) return;
  PpToken& target = left.back();
  if (target.kind == PpKind::placemarker) {
    const bool space = target.space;
    target = right;
    target.space = space;
    return;
  }
  const std::string_view text = macros_.pool.emplace_back(std::string(target.text) + std::string(right.text));
  const PpKind kind = kind_of(text);
  if (kind == PpKind::end) {
    report_.error(target.place, "'##' joins '" + std::string(target.text) + "' and '" + std::string(right.text) +
                                    "', which gives no word of the C preprocessor");
    left.push_back(right);
    return;
  }
  target.kind = kind;
  target.text = text;
  target.painted = false;
}

PpToken Expander::stringify(const PpToken& hash, const Argument& argument) {
  std::string text = "\"";
  for (std::size_t i = 0; i < argument.tokens.size(); ++i) {
    const PpToken& token = argument.tokens[i];
    if (i > 0 && token.space) text += ' ';
    for (const char c : token.text) {
      const bool quoted = token.kind == PpKind::string || token.kind == PpKind::character;
      if (quoted && (c == '"' || c == '\\')) text += '\\';
      text += c;
    }
  }
  PpToken result = hash;
  result.kind = PpKind::string;
  result.text = macros_.pool.emplace_back(text + '"');
  return result;
}

PpToken Expander::builtin(const PpToken& name, const Macro& macro) {
  const Sources::LineAndColumn location = report_.sources().locate(name.place.at);
  PpToken result = name;
  result.kind = PpKind::number;
  std::string text;
  switch (macro.builtin) {
    case Macro::Builtin::file:
      result.kind = PpKind::string;
      text = '"' + location.file + '"';
      break;
    case Macro::Builtin::counter:
      text = std::to_string(counter_++);
      break;
    case Macro::Builtin::include_level:
      text = std::to_string(include_level_);
      break;
    default:
      text = std::to_string(location.line);
  }
  result.text = macros_.pool.emplace_back(std::move(text));
  return result;
}

}  // namespace lariat::promela
