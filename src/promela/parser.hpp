// SPDX-License-Identifier: Apache-2.0
// From tokens to a model: a recursive descent along the grammar of Spin, which resolves names as it goes, since what a word
// is depends on what was declared before it. Depth is limited; long chains of operators and statements are loops.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "promela/model.hpp"
#include "promela/names.hpp"
#include "promela/report.hpp"
#include "promela/token_stream.hpp"

namespace lariat::promela {

// Thrown where a statement or a declaration cannot be read on. The error is reported already.
struct SyntaxError {};

class Parser {
 public:
  // All must outlive the parser. The model must hold the predefined variables. The file begins at `begin`.
  Parser(Report& report, Model& model, const Preprocessed& text, SourceLocation begin);

  // The whole text. Throws Abort.
  void parse_model();
  // The text is an expression over the globals of a model that is there already. Throws Abort or SyntaxError.
  ExprId parse_only_expression();

 private:
  // What names something that may be declared later.
  struct PendingRun {
    std::uint32_t run;
    std::string name;
    SourceLocation place;
  };
  struct PendingRemote {
    std::uint32_t remote;
    bool is_label;
    std::string name;  // of the label or variable
    SourceLocation place;
  };
  struct PendingLtl {
    std::uint32_t ltl;
    std::size_t offset;
  };

  // --- Tokens (parser.cpp)
  const Token& peek(std::size_t ahead = 0) { return stream_->peek(ahead); }
  bool at(Tok kind) { return peek().kind == kind; }
  Token take() { return stream_->take(); }
  bool accept(Tok kind);
  Token expect(Tok kind, const char* context = nullptr);
  [[noreturn]] void fail(const Token& token, const std::string& message);
  [[noreturn]] void fail_at(SourceLocation place, const std::string& message);
  [[noreturn]] void fail_expected(const std::string& what);
  [[noreturn]] void refuse_c(const Token& token);
  void skip_block();
  bool at_word(std::string_view text) { return at(Tok::name) && peek().text == text; }
  bool at_separator() { return at(Tok::semicolon) || at(Tok::arrow); }
  bool at_declaration();
  std::string hint(const Token& token);
  // What Promela has for a word of C; empty if it is none.
  static std::string habit(std::string_view word);
  bool at_plain_name() { return at(Tok::name) && names_.classify(peek().text) == Names::Class::plain; }
  Token expect_new_name(const char* what);

  class Nesting {
   public:
    explicit Nesting(Parser& parser);
    ~Nesting() { --parser_.depth_; }
    Nesting(const Nesting&) = delete;
    Nesting& operator=(const Nesting&) = delete;

   private:
    Parser& parser_;
  };

  // --- Units (parse_units.cpp)
  void unit();
  void recover_unit();
  void proctype();
  void unparametrised(Process::Kind kind);
  std::uint32_t instances();
  std::int32_t optional_priority();
  void provided(ProcessId id);
  ProcessId open_process(Process process);
  void close_process();
  void body(ProcessId id);
  void type_definition();

  // --- Formulas (parse_ltl.cpp)
  std::vector<Token> take_formulas(std::vector<Token> tokens);
  void add_formula(const Token& word, const Token* name, std::size_t begin, std::size_t end);
  void check_ltl(Ltl& ltl, std::size_t offset);
  void name_atoms(Ltl& ltl, const std::vector<Token>& formula);
  ExprId atom(const std::string& text, const std::vector<Token>& formula);
  void know_model();

  // --- Declarations (parse_declarations.cpp)
  struct Declared {
    std::vector<VarId> variables;
    SourceLocation place;
  };
  // `byte x = 1, y`; `fields` are those of the typedef so far, where there is one around.
  Declared declaration(Variable::Kind kind, const std::vector<VarId>* fields = nullptr);
  void mtype_declaration(std::uint32_t list, const Token& word);
  std::optional<Type> declared_type();
  Variable declarator(Variable variable);
  void array_size(Variable& variable);
  void initializer(Variable& variable);
  ChannelInit channel_init();
  Type message_type();
  VarId declare(Variable variable);
  bool is_field(const Variable& variable, const std::vector<VarId>& fields) const;
  VarId redeclare(Symbol& symbol, Variable variable);
  void check_declared(Variable& variable);
  void check_hidden(const Variable& variable);
  std::uint32_t mtype_list(std::string_view name);
  std::int32_t constant_expression(int least = 0);
  std::int32_t constant_operand();

  // --- Statements (parse_statements.cpp)
  Sequence sequence(const Token& opener);
  Sequence braces();
  Sequence inside_braces(const Token& brace);
  void step(Sequence& result);
  void recover_statement();
  bool at_end_of_sequence();
  bool at_statement();
  void skip_separators();
  void report_missing_separator();
  StmtId statement();
  StmtId unlabelled();
  bool at_label() { return at_plain_name() && peek(1).kind == Tok::colon; }
  StmtId block(Block::Kind kind, SourceLocation place);
  StmtId choice(bool repeats);
  StmtId jump();
  StmtId break_statement();
  StmtId assertion();
  StmtId print();
  StmtId print_mtype();
  StmtId set_priority();
  StmtId for_statement();
  StmtId select_statement();
  StmtId from_reference();
  StmtId assignment(RefId target);
  StmtId condition(ExprId value);
  StmtId unless(StmtId body);
  Sequence for_body();
  void check_loop_index(RefId reference);
  void exclusive(Sequence& result);
  void check_exclusive(RefId channel, bool receives);
  void check_first_label(const Sequence& body, const char* where);
  bool in_trace() const;
  void check_event(const Token& token);
  void refuse_event(SourceLocation place);
  void check_else(const Choice& choice);
  StmtId first_step(const Sequence& sequence) const;
  bool uses_channel(StmtId id) const;
  StmtId add(SourceLocation place, decltype(Stmt::what) what);

  // --- Messages (parse_messages.cpp)
  StmtId send(RefId channel, const Token& sign);
  StmtId receive(RefId channel, const Token& sign);
  std::vector<MessageArgument> message_arguments();
  void message_arguments(std::vector<MessageArgument>& result);
  MessageArgument message_argument();
  void check_channel(RefId channel);

  // --- Inlines (parse_inlines.cpp)
  void inline_definition();
  StmtId inline_call(std::optional<RefId> result);
  std::vector<std::vector<Token>> inline_arguments();
  StmtId return_statement();

  // --- Labels (labels.cpp)
  LabelId define_label(const Token& name);
  Symbol* label_symbol(const Token& name);
  void resolve_labels();
  void resolve_remotes();
  void resolve_remote(Remote& remote, const PendingRemote& pending);
  StmtId first_goto(StmtId id) const;

  // --- Expressions (parse_expressions.cpp)
  // Where `full(c)` and its like may stand, and where only without them.
  ExprId full_expression();
  ExprId expression();
  ExprId binary(int least);
  ExprId unary();
  ExprId primary();
  ExprId parenthesis();
  ExprId channel_function(ExprKind kind);
  ExprId process_function(ExprKind kind);
  ExprId run();
  ExprId remote();
  ExprId from_reference(RefId reference, std::uint32_t first);
  ExprId continue_binary(ExprId left, int least);
  ExprId constant(const Token& token);
  ExprId leaf(ExprKind kind, SourceLocation place);
  ExprId make(ExprKind kind, SourceLocation place, std::uint32_t first, std::array<ExprId, 3> operands = {});
  std::vector<ExprId> arguments();
  ExprId argument();
  std::uint32_t mark() const { return static_cast<std::uint32_t>(model_.expressions.size()); }
  bool is_probe(ExprId id) const { return id.value < probes_.size() && probes_[id.value]; }
  void refuse_probe(ExprId id);
  // The value of a constant, or of a sum or product of such; nothing if it is nested deeper than so many levels.
  std::optional<std::int64_t> constant_value(ExprId id, int levels = 20) const;
  // Warns of a constant that a variable of the type cannot hold.
  void check_fits(const Type& type, const std::string& name, ExprId value);

  // --- References (parse_references.cpp)
  RefId reference();
  Symbol* resolve(const Token& name);
  ExprId index();
  void check_whole(RefId id, bool structures_allowed);
  bool is_whole_array(RefId id) const;
  bool is_whole_structure(RefId id) const;

  // --- Checks beyond the grammar (checks.cpp)
  void check_condition_runs(ExprId value);
  bool has_run(ExprId value) const;
  void check_assigned(RefId target, ExprId value);
  void check_indices(RefId target);
  std::string index_shape(RefId id, std::vector<std::string>& around);
  void check_target(RefId target);
  void check_mtype_assigned(RefId target, ExprId value);
  void check_channel_use(ExprId value);
  void check_reads(ExprId value);
  void check_d_step(ExprId value, SourceLocation place);
  void check_runs();
  void check_sends();
  void check_multiple_targets(const std::vector<MessageArgument>& arguments);
  void check_processes();
  void check_goto_circles();
  void check_claim_names();

  Report& report_;
  Model& model_;
  const Preprocessed& text_;
  SourceLocation begin_;
  std::unique_ptr<TokenStream> stream_;
  Names names_;
  std::size_t depth_ = 0;
  bool in_property_ = false;         // a formula or an expression about the model is read
  std::vector<bool> probes_;         // expressions that hold full(c) or its like, by id
  std::set<std::uint32_t> unknown_;  // variables that are not declared, and were reported
  bool after_line_end_ = false;      // the last statement ended with its line

  // What the current process is in the middle of.
  struct LabelUse {
    StmtId statement;
    std::string name;
    SourceLocation place;
    std::uint32_t scope;
    std::size_t d_step;
  };
  struct LabelDefinition {
    LabelId id;
    std::uint32_t scope;  // of the symbol, which a goto before it may have made
    std::string inlined;  // in which inline
    std::size_t d_step;
  };
  // What must be as it was when a statement is given up.
  struct Nested {
    std::uint32_t scope;
    std::size_t d_step;
    std::size_t loops;
    std::size_t results;
  };
  Nested nested() const { return {names_.scope(), d_step_, loops_.size(), results_.size()}; }
  void restore(const Nested& state);

  ProcessId process_;
  bool initial_ = true;         // no statement yet: declarations are done at creation
  bool in_for_header_ = false;  // arrays may stand as a whole
  std::size_t d_step_ = 0;      // the number of the outermost d_step around, 0 if there is none
  std::size_t d_steps_ = 0;
  std::vector<std::size_t> loops_;  // the d_step that each loop around is in
  std::vector<LabelUse> uses_;
  std::vector<LabelDefinition> definitions_;
  std::unordered_map<std::string, std::vector<std::size_t>> definitions_by_name_;  // into definitions_
  std::vector<std::optional<RefId>> results_;                                      // where `return` of the inlines around goes
  bool exclusive_seen_ = false;
  std::map<std::pair<std::uint32_t, bool>, ProcessId> exclusives_;  // channels with xr (true) or xs, and by whom
  std::vector<std::string> declaring_;                              // of the declaration that is being read
  std::map<std::uint32_t, std::uint32_t> assigned_lists_;  // the list of mtype of what was assigned to a variable first

  // What can be known only at the end.
  std::vector<PendingRun> pending_runs_;
  std::vector<PendingRemote> pending_remotes_;
  std::vector<PendingLtl> pending_ltls_;
  std::size_t unnamed_formulas_ = 0;
};

// The name of a process in messages: 'P', `init`, ...
std::string title(const Process& process);

}  // namespace lariat::promela
