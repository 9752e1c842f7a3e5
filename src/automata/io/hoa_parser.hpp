// SPDX-License-Identifier: Apache-2.0
// One automaton in HOA: the header, then the body.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "hoa_expressions.hpp"
#include "hoa_lexer.hpp"
#include "hoa_states.hpp"
#include "lariat/automata/automaton.hpp"

namespace lariat::automata::hoa {

class Parser {
 public:
  explicit Parser(Lexer& lexer);

  // The automaton whose `HOA:` is the current token, up to and including its --END--; no token is read behind that.
  // Throws Error or Aborted.
  Automaton parse();

 private:
  // The header, by item.
  void parse_header();
  void parse_item(const std::string& name);
  void parse_version();
  void parse_states();
  void parse_start();
  void parse_atoms();
  void parse_alias();
  void parse_tool();
  void parse_acceptance_name();
  void parse_properties();
  void skip_item();
  void check_header();
  void check_atom(std::uint32_t atom);

  // The body.
  void parse_body();
  void parse_state();
  void parse_state_number();
  void parse_edges();
  void parse_edge();
  LabelId parse_edge_label();
  LabelId parse_label();
  LabelId implicit_label();
  LabelId next_letter();
  StateId parse_target(std::string_view what);
  void check_number_of_edges();
  void check_all_states_defined();
  Automaton build();

  void advance() { lexer_.advance(); }
  void expect(Token token, std::string_view what);
  StateId state_number(std::string_view what);

  Lexer& lexer_;
  Automaton result_;
  std::map<std::string, LabelId, std::less<>> aliases_;
  LabelParser label_parser_;
  StateRegister states_;

  // Known once their headers have been read.
  std::set<std::string> seen_headers_;
  std::optional<std::uint32_t> declared_states_;
  Diagnostic states_place_;  // where that number stands
  std::optional<AcceptanceCondition> acceptance_;
  bool atoms_known_ = false;             // `AP:` or --BODY-- has been read
  std::vector<Diagnostic> atom_places_;  // atoms used before, each larger than all before it
  std::vector<std::uint32_t> atom_uses_;
  std::vector<StateId> starts_;

  // The states in the order of their definitions, and their edges one after the other.
  struct Definition {
    StateId state;
    Marks marks;
    std::uint32_t first_edge;
  };
  std::vector<Definition> definitions_;
  std::vector<StateId> targets_;
  std::vector<LabelId> labels_;
  std::vector<Marks> marks_;  // empty until the first edge with marks

  // The state being read.
  std::optional<LabelId> state_label_;
  std::size_t labelled_edges_ = 0;
  std::size_t unlabelled_edges_ = 0;
  std::vector<LabelId> implicit_labels_;  // those needed so far, by number of the letter
  std::vector<LabelId> letter_parts_;     // [i]: the last of them without its atoms below i
};

}  // namespace lariat::automata::hoa
