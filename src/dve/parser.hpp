// SPDX-License-Identifier: Apache-2.0
// The grammar of DVE by recursive descent; expressions apart. After an error it goes on at the next place where something new
// begins: a transition, a statement of a process, a declaration.
#pragma once

#include <initializer_list>
#include <string_view>
#include <vector>

#include "dve/ast.hpp"
#include "dve/token_stream.hpp"

namespace lariat::dve {

class Parser {
 public:
  // Fills the model, whose source must be set.
  Parser(Model& model, TokenStream& tokens) : model_(model), tokens_(tokens) {}

  void parse();

 private:
  using Kind = Token::Kind;

  // parser.cpp: declarations and the whole
  void declaration_or_process();
  void variables(std::vector<Variable>& list);
  Variable variable(Type type, bool constant);
  Type type();
  void channels();
  void system();
  ExprId size_in_brackets();
  ExprId expression() { return parse_expression(tokens_, model_.expressions); }

  // The keyword that stands here, or that was meant by the name that stands here, which is then reported; `end` if neither.
  Kind keyword(std::initializer_list<Kind> possible);
  void skip_to_declaration();

  // process_parser.cpp
  void process();
  void statement(Process& process);
  std::vector<Name> names(std::string_view what);
  std::vector<Name> names_until(std::string_view what, Kind end);
  void accept(Process& process);
  void assertions(Process& process);
  void transitions(Process& process);
  void transition(Process& process);
  void clause(Transition& transition);
  Sync sync();
  bool begins_transition() const;
  bool begins_statement() const;
  void skip_to_transition();
  void skip_to_statement();

  Model& model_;
  TokenStream& tokens_;
  bool in_braces_ = false;  // of a transition, for recovery
  bool system_read_ = false;
};

}  // namespace lariat::dve
