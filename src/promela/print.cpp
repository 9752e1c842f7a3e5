// SPDX-License-Identifier: Apache-2.0
#include "promela/print.hpp"

#include "promela/printer.hpp"

namespace lariat::promela {
namespace {

// The text of statements that are not made of others.
class Simple {
 public:
  explicit Simple(const Model& model) : model_(model) {}

  std::string operator()(const Condition& s) const {
    std::string text = to_text(model_, s.value);
    return text == "1" ? "skip" : text;
  }
  std::string operator()(const Declaration& s) const {
    std::string result;
    for (const VarId id : s.variables) result += (result.empty() ? "" : "; ") + declaration(model_[id]);
    return result;
  }
  std::string operator()(const Exclusive& s) const {
    std::string result = s.receives ? "xr" : "xs";
    for (std::size_t i = 0; i < s.channels.size(); ++i) result += (i == 0 ? " " : ", ") + to_text(model_, s.channels[i]);
    return result;
  }
  std::string operator()(const Assignment& s) const {
    std::string result = to_text(model_, s.target);
    if (s.kind == Assignment::Kind::increment) return result + "++";
    if (s.kind == Assignment::Kind::decrement) return result + "--";
    return result + " = " + to_text(model_, s.value);
  }
  std::string operator()(const Send& s) const {
    return to_text(model_, s.channel) + (s.sorted ? "!!" : "!") + list(s.arguments);
  }
  std::string operator()(const Receive& s) const {
    const std::string arguments = message_text(model_, s.arguments, [this](ExprId id) { return to_text(model_, id); });
    return to_text(model_, s.channel) + (s.random ? "?\?" : "?") + (s.keeps ? between('<', arguments, '>') : arguments);
  }
  std::string operator()(const Assertion& s) const { return "assert(" + to_text(model_, s.value) + ")"; }
  std::string operator()(const Print& s) const {
    return "printf(\"" + s.format + "\"" + (s.arguments.empty() ? "" : ", " + list(s.arguments)) + ")";
  }
  std::string operator()(const PrintMtype& s) const { return "printm(" + to_text(model_, s.value) + ")"; }
  std::string operator()(const SetPriority& s) const {
    return "set_priority(" + to_text(model_, s.process) + ", " + to_text(model_, s.priority) + ")";
  }
  std::string operator()(const Goto& s) const { return "goto " + (s.label ? model_[s.label].name : "?"); }
  std::string operator()(const Break&) const { return "break"; }
  std::string operator()(const Else&) const { return "else"; }
  std::string operator()(const Block& s) const {
    return s.kind == Block::Kind::atomic ? "atomic" : s.kind == Block::Kind::d_step ? "d_step" : "{";
  }
  std::string operator()(const Choice& s) const { return s.repeats ? "do" : "if"; }
  std::string operator()(const ForRange& s) const {
    return "for (" + to_text(model_, s.index) + " : " + to_text(model_, s.from) + " .. " + to_text(model_, s.to) + ")";
  }
  std::string operator()(const ForArray& s) const {
    return "for (" + to_text(model_, s.index) + " in " + to_text(model_, s.array) + ")";
  }
  std::string operator()(const ForChannel& s) const {
    return "for (" + to_text(model_, s.message) + " in " + to_text(model_, s.channel) + ")";
  }
  std::string operator()(const Select& s) const {
    // Parentheses keep Spin from making a choice of what is a loop.
    std::string from = to_text(model_, s.from);
    if (s.break_first) from = between('(', from, ')');
    return "select (" + to_text(model_, s.target) + " : " + from + " .. " + to_text(model_, s.to) + ")";
  }
  std::string operator()(const Unless&) const { return "unless"; }

  std::string declaration(const Variable& variable) const {
    std::string result = variable.hidden ? "hidden " : variable.show ? "show " : variable.local ? "local " : "";
    result += type(variable.type) + " " + variable.name;
    if (variable.type.basic == Basic::unsigned_integer) result += " : " + std::to_string(variable.type.width);
    if (variable.is_array) result += "[" + std::to_string(variable.size) + "]";
    if (variable.initial) result += " = " + to_text(model_, variable.initial);
    if (!variable.elements.empty()) result += " = {" + list(variable.elements) + "}";
    if (variable.channel) {
      result += " = [" + std::to_string(variable.channel->capacity) + "] of {";
      for (std::size_t i = 0; i < variable.channel->fields.size(); ++i)
        result += (i == 0 ? "" : ", ") + type(variable.channel->fields[i]);
      result += "}";
    }
    return result;
  }

 private:
  std::string list(const std::vector<ExprId>& expressions) const {
    std::string result;
    for (std::size_t i = 0; i < expressions.size(); ++i) result += (i == 0 ? "" : ", ") + to_text(model_, expressions[i]);
    return result;
  }

  std::string type(const Type& type) const {
    switch (type.basic) {
      case Basic::bit:
        return "bit";
      case Basic::boolean:
        return "bool";
      case Basic::byte:
        return "byte";
      case Basic::pid:
        return "pid";
      case Basic::short_integer:
        return "short";
      case Basic::integer:
        return "int";
      case Basic::unsigned_integer:
        return "unsigned";
      case Basic::mtype:
        return type.index == 0 ? "mtype" : "mtype:" + model_.mtypes[type.index].name;
      case Basic::channel:
        return "chan";
      case Basic::structure:
        return model_.typedefs[type.index].name;
    }
    return {};
  }

  const Model& model_;
};

// Nesting is limited where models are read; so is the recursion here.
class Printer {
 public:
  explicit Printer(const Model& model) : model_(model), simple_(model) {}

  std::string run() {
    // Values count from the last to the first.
    for (const MtypeList& list : model_.mtypes) {
      if (list.names.empty()) continue;
      out_ += list.name.empty() ? "mtype = {" : "mtype:" + list.name + " = {";
      for (std::size_t i = list.names.size(); i-- > 0;) out_ += list.names[i] + (i > 0 ? ", " : "}\n");
    }
    for (const Unit& unit : model_.units) {
      switch (unit.kind) {
        case Unit::Kind::type_definition:
          type_definition(model_.typedefs[unit.index]);
          break;
        case Unit::Kind::variable:
          out_ += simple_.declaration(model_.variables[unit.index]) + ";\n";
          break;
        case Unit::Kind::process:
          process(model_.processes[unit.index]);
          break;
        case Unit::Kind::ltl:
          out_ += "ltl " + model_.ltls[unit.index].name + " {" + model_.ltls[unit.index].text + "}\n";
          break;
      }
    }
    return std::move(out_);
  }

 private:
  void line(const std::string& text) { out_.append(2 * depth_, ' ').append(text).append(1, '\n'); }

  void type_definition(const Typedef& type) {
    out_ += "typedef " + type.name + " {\n";
    for (const VarId field : type.fields) out_ += "  " + simple_.declaration(model_[field]) + ";\n";
    out_ += "}\n";
  }

  void process(const Process& process) {
    std::string head;
    if (process.kind == Process::Kind::proctype) {
      if (process.active > 0) head = process.active == 1 ? "active " : "active [" + std::to_string(process.active) + "] ";
      head += (process.deterministic ? "D_proctype " : "proctype ") + process.name + "(";
      for (std::size_t i = 0; i < process.parameters.size(); ++i)
        head += (i == 0 ? "" : "; ") + simple_.declaration(model_[process.parameters[i]]);
      head += ")";
    } else if (process.kind == Process::Kind::never) {
      head = "never " + process.name;
    } else {
      head = process.name;
    }
    if (process.priority != 0) head += " priority " + std::to_string(process.priority);
    if (process.provided) head += " provided (" + to_text(model_, process.provided) + ")";
    line(head + " {");
    sequence(process.body);
    line("}");
  }

  void sequence(const Sequence& statements) {
    ++depth_;
    for (const StmtId id : statements) statement(id, ";");
    --depth_;
  }

  void statement(StmtId id, const char* end) {
    const Stmt& statement = model_[id];
    for (auto label = statement.labels.rbegin(); label != statement.labels.rend(); ++label) line(model_[*label].name + ":");
    if (const auto* block = std::get_if<Block>(&statement.what)) {
      line(block->kind == Block::Kind::plain ? "{" : simple_(*block) + " {");
      sequence(block->body);
      line(std::string("}") + end);
    } else if (const auto* choice = std::get_if<Choice>(&statement.what)) {
      line(simple_(*choice));
      for (const Sequence& option : choice->options) {
        line("::");
        sequence(option);
      }
      line((choice->repeats ? "od" : "fi") + std::string(end));
    } else if (const auto* range = std::get_if<ForRange>(&statement.what)) {
      loop(simple_(*range), range->body, end);
    } else if (const auto* array = std::get_if<ForArray>(&statement.what)) {
      loop(simple_(*array), array->body, end);
    } else if (const auto* channel = std::get_if<ForChannel>(&statement.what)) {
      loop(simple_(*channel), channel->body, end);
    } else if (const auto* unless = std::get_if<Unless>(&statement.what)) {
      this->statement(unless->body, " unless");  // on the same line: the end of a line would separate it
      this->statement(unless->escape, end);
    } else if (const auto* declared = std::get_if<Declaration>(&statement.what)) {
      for (const VarId variable : declared->variables) line(simple_.declaration(model_[variable]) + end);
    } else {
      line(std::visit(simple_, statement.what) + end);
    }
  }

  void loop(const std::string& head, const Sequence& body, const char* end) {
    line(head + " {");
    sequence(body);
    line(std::string("}") + end);
  }

  const Model& model_;
  Simple simple_;
  std::string out_;
  std::size_t depth_ = 0;
};

}  // namespace

std::string to_text(const Model& model) { return Printer(model).run(); }

std::string to_text(const Model& model, StmtId statement) { return std::visit(Simple(model), model[statement].what); }

}  // namespace lariat::promela
