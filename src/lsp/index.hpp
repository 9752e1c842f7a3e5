// SPDX-License-Identifier: Apache-2.0
// What a text declares and where each name of it stands, found without reading the model as a whole: a text with errors has an
// index, too. tests/lsp/rename_test.py holds it to what the readers say: a name that is changed at all its places gives the
// same model.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lsp/document.hpp"
#include "lsp/lexemes.hpp"

namespace lariat::lsp {

using SymbolId = std::uint32_t;
inline constexpr SymbolId no_symbol = std::numeric_limits<SymbolId>::max();

struct Symbol {
  enum class Kind : std::uint8_t {
    variable,
    parameter,
    field,
    channel,
    constant,  // of mtype, or a `const` of DVE
    type,      // typedef, mtype:name
    process,   // proctype, process of DVE
    init,
    claim,  // never, trace, notrace, a property process
    formula,
    inlined,
    macro,
    label,
    state  // of DVE
  };

  Kind kind = Kind::variable;
  std::string name = {};
  Span name_span = {};          // empty where there is no name: `init`
  Span extent = {};             // of the whole declaration
  SymbolId parent = no_symbol;  // the process, typedef or inline it belongs to
  std::string type = {};        // as written: `byte`, `mtype:colour`, the text of a formula or macro
  std::string size = {};        // of an array, or of the buffer of a channel, as written
  bool is_array = false;
  std::vector<std::string> message = {};  // types of the fields of a channel's messages
  bool has_message = false;               // the types are known
  std::vector<SymbolId> parameters = {};  // of a process, inline or macro
  Span visible = {};                      // where it can be named, for completion
  std::string initial = {};               // as written
};

// A name that stands somewhere.
struct Use {
  Span span = {};
  SymbolId symbol = no_symbol;  // none: not declared in this text
  bool is_declaration = false;
  bool is_loose = false;  // in a macro or inline, whose text means what the place of its use makes of it
};

// Something that can be checked on its own.
struct Lens {
  enum class Kind : std::uint8_t { formula, claim, assertion, property_process };
  Kind kind = Kind::formula;
  Span span = {};         // of the word that begins it
  std::string name = {};  // of a formula or claim
};

struct Index {
  std::vector<Lexeme> words = {};  // without comments
  std::vector<Symbol> symbols = {};
  std::vector<Use> uses = {};  // in the order of the text
  std::vector<Lens> lenses = {};

  // The use that holds the byte or ends there; null if there is none.
  const Use* use_at(std::size_t offset) const;
};

Index index_promela(std::string_view text);
Index index_dve(std::string_view text);
inline Index index_of(std::string_view text, Language language) {
  return language == Language::promela ? index_promela(text) : index_dve(text);
}

// The channel that tells the messages of a channel: itself, or for a parameter of a process a channel that a `run` passes for
// it. No symbol if there is none. The text is the one that the index is of.
SymbolId channel_behind(const Index& index, std::string_view text, SymbolId channel);

// The number that a text is, if it is a number or the name of a macro or constant that is one.
std::optional<std::int64_t> number_of(const Index& index, std::string_view text);

}  // namespace lariat::lsp
