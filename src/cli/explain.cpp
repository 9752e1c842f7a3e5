// SPDX-License-Identifier: Apache-2.0
#include "cli/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/json_writer.hpp"
#include "lariat/product/plain_product.hpp"
#include "lariat/reduce/reducer.hpp"
#include "lariat/run/state_text.hpp"
#include "lariat/system/program_system.hpp"

namespace lariat::cli {
namespace {

using reduce::Reason;

// The words and signs of a transition.
std::string transition_text(const model::Program& program, model::ProcessTypeId type, model::TransitionId id) {
  const model::Transition& transition = program.process_types[type].transitions[id];
  const std::string text = transition.text.empty() ? "(no text)" : transition.text;
  const std::string where = run::source_text(program, transition.position);
  return where.empty() ? text : fmt::format("{}  {}", where, text);
}

std::string_view to_string(Reason::Kind kind) {
  switch (kind) {
    case Reason::Kind::seed:
      return "seed";
    case Reason::Kind::alternative:
      return "alternative";
    case Reason::Kind::conflict:
      return "conflict";
    case Reason::Kind::partner:
      return "partner";
    case Reason::Kind::enabling:
      return "enabling";
    case Reason::Kind::arriving:
      return "arriving";
    case Reason::Kind::visible:
      return "visible";
  }
  return "";
}

// A part of the state by its name.
std::string part_text(const model::Program& program, const model::Access& part) {
  const auto element = [&](const model::Variable& variable) {
    if (!variable.is_array) return variable.name;
    if (part.first == part.last) return fmt::format("{}[{}]", variable.name, part.first);
    return fmt::format("{}[{}..{}]", variable.name, part.first, part.last);
  };
  using Kind = model::Access::Kind;
  switch (part.kind) {
    case Kind::global:
      return element(program.globals[part.variable]);
    case Kind::local:
      if (part.type == model::none) return "a local variable";
      return fmt::format("{} of {}", element(program.process_types[part.type].variables[part.variable]),
                         program.process_types[part.type].name);
    case Kind::location:
      return part.type == model::none ? std::string("the location of a process")
                                      : "the location of " + program.process_types[part.type].name;
    case Kind::priority:
      return "a priority";
    case Kind::channel:
      if (part.channel < 1 || static_cast<std::size_t>(part.channel) > program.channels.size()) return "a channel";
      return "channel " + program.channels[static_cast<std::size_t>(part.channel) - 1].name;
    case Kind::table:
      return "which processes there are";
    case Kind::everything:
      break;
  }
  return "the whole state";
}

// Why, given the names of the transition and of its cause.
std::string because(const model::Program& program, const Reason& reason, const std::string& cause,
                    const std::string& condition) {
  switch (reason.kind) {
    case Reason::Kind::seed:
      return "the set begins here";
    case Reason::Kind::alternative:
      return fmt::format("the process could do it instead of {}", cause);
    case Reason::Kind::conflict:
      if (!reason.clash) return fmt::format("it does not commute with {}, or leads to what does not", cause);
      return fmt::format("it {} {}, {} {}", reason.clash->writes ? "writes" : "reads", part_text(program, reason.clash->part),
                         reason.clash->other_writes ? "which is written by" : "which is read by", cause);
    case Reason::Kind::partner:
      return fmt::format("it may meet with {}, or leads to what may", cause);
    case Reason::Kind::enabling:
      return condition.empty()
                 ? fmt::format("it may make {} possible, or leads to what may", cause)
                 : fmt::format("it may make {} possible, which waits for {}, or leads to what may", cause, condition);
    case Reason::Kind::arriving:
      return fmt::format("the process has to come this way to {}", cause);
    case Reason::Kind::visible:
      return fmt::format("it may be seen by the property, as {} is, or leads to what may", cause);
  }
  return {};
}

class Explanation {
 public:
  Explanation(model::Interpreter& interpreter, const Terminal& terminal, std::ostream& out)
      : interpreter_(interpreter), program_(interpreter.program()), terminal_(terminal), out_(out) {}

  void print(std::uint64_t number, model::StateView s, const model::Successors& successors, const std::vector<bool>& selected,
             bool is_reduced, const std::vector<Reason>& reasons) {
    const auto kept = static_cast<std::size_t>(std::count(selected.begin(), selected.end(), true));
    out_ << terminal_.paint(Paint::bold, fmt::format("state {}", number)) << '\n'
         << run::state_text(interpreter_, s, 2, terminal_.width) << '\n';
    if (!is_reduced) {
      out_ << fmt::format("  {}, and all are explored: {}\n", counted(successors.size(), "step"),
                          successors.has_faults() ? "one of them goes wrong, and nothing could follow it"
                          : successors.size() < 2 ? "there is nothing to leave out"
                                                  : "no smaller set is closed");
      if (!reasons.empty()) print_reasons(s, reasons, "why one of them brings in all others");
      return;
    }
    out_ << fmt::format("  {} of {} are explored\n", kept, counted(successors.size(), "step"));
    for (std::size_t i = 0; i < successors.size(); ++i) {
      std::string text;
      for (const model::Action& action : successors.actions(i))
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", run::process_name(program_, action.process, action.type),
                            program_.process_types[action.type].transitions[action.transition].text);
      out_ << fmt::format("    {}  {}\n",
                          selected[i] ? terminal_.paint(Paint::green, "explored") : terminal_.paint(Paint::dim, "waits   "),
                          text);
    }
    print_reasons(s, reasons, "why: what is in the set, possible or not");
  }

  void print_reasons(model::StateView s, const std::vector<Reason>& reasons, std::string_view title) {
    out_ << "\n  " << title << '\n';
    for (const Reason& reason : reasons) {
      out_ << fmt::format("    {}{}\n", name(s, reason),
                          terminal_.paint(Paint::dim, reason.enabled ? "" : "  (not possible now)"));
      out_ << fmt::format("      {}\n",
                          because(program_, reason, reason.cause == model::none ? "" : cause(s, reason), condition(reason)));
    }
  }

  void write(std::uint64_t number, model::StateView s, const model::Successors& successors, const std::vector<bool>& selected,
             bool is_reduced, const std::vector<Reason>& reasons) {
    JsonWriter json(out_);
    json.begin_object();
    json.field("command", "explore");
    json.field("version", LARIAT_VERSION);
    json.field("input", program_.name);
    json.field("language", program_.language);
    json.field("state", number);
    json.field("steps", successors.size());
    json.field("explored", is_reduced ? std::count(selected.begin(), selected.end(), true)
                                      : static_cast<std::ptrdiff_t>(successors.size()));
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Reason& reason : reasons) {
      nlohmann::ordered_json entry = {{"transition", name(s, reason)},
                                      {"enabled", reason.enabled},
                                      {"visible", reason.visible},
                                      {"why", to_string(reason.kind)}};
      if (reason.cause != model::none) entry["cause"] = cause(s, reason);
      if (reason.clash) entry["part"] = part_text(program_, reason.clash->part);
      list.push_back(std::move(entry));
    }
    json.field("reasons", list);
    json.end();
  }

 private:
  std::string name(model::StateView s, std::uint32_t process, model::TransitionId transition, std::uint32_t partner_process,
                   model::TransitionId partner) {
    const model::ProcessTypeId type = interpreter_.process_type(s, process);
    const std::string text =
        fmt::format("{} {}", run::process_name(program_, process, type), transition_text(program_, type, transition));
    return partner == model::none ? text : text + " with " + name(s, partner_process, partner, model::none, model::none);
  }
  std::string name(model::StateView s, const Reason& reason) {
    return name(s, reason.process, reason.transition, reason.partner_process, reason.partner);
  }
  std::string cause(model::StateView s, const Reason& reason) {
    return name(s, reason.cause_process, reason.cause, reason.cause_partner_process, reason.cause_partner);
  }
  std::string condition(const Reason& reason) const {
    if (reason.condition == model::none) return {};
    return "a condition at " + run::source_text(program_, program_.expressions[reason.condition].source);
  }

  model::Interpreter& interpreter_;
  const model::Program& program_;
  const Terminal& terminal_;
  std::ostream& out_;
};

}  // namespace

Exit explain_state(const model::Program& program, const model::InterpreterOptions& interpretation, const SearchOptions& search,
                   std::uint64_t state, bool json, const Terminal& terminal, std::ostream& out) {
  if (const auto obstacle = reduce::find_obstacle(program)) {
    complain(to_string(Diagnostic{.message = "cannot be reduced: " + *obstacle, .file = program.name}));
    return Exit::bad_input;
  }
  system::ProgramSystem system(program, interpretation);
  model::Interpreter& interpreter = system.interpreter();
  product::PlainProduct product(system, search.product(nullptr));
  product::Expansion expansion;
  product.initial();
  const Limits limits = search.limits(nullptr);
  try {
    for (StateId s = 0; product.store().size() <= state && s < product.store().size(); ++s) {
      product.post(s, expansion);
      if ((s & 0xff) == 0) stop_at_limit(limits);
    }
  } catch (const Stopped& stopped) {
    complain(fmt::format("lariat: state {} was not met: {}\n", state, stopped.reason));
    return Exit::inconclusive;
  }
  if (product.store().size() <= state) {
    complain(fmt::format("lariat: error: there is no state {}: {} has {}, numbered from 0\n", state, program.name,
                         counted(product.store().size(), "state")));
    return Exit::bad_input;
  }
  const store::Bytes bytes = product.bytes(static_cast<StateId>(state));
  const model::State bytes_of_state(bytes.begin(), bytes.end());
  model::Successors successors;
  interpreter.successors(bytes_of_state, successors);
  reduce::Reducer reducer(interpreter, search.reduction(reduce::Method::none).method, {.assertions = true});
  std::vector<bool> selected(successors.size(), true);
  const bool is_reduced = reducer.reduce(bytes_of_state, successors, selected);
  const std::vector<Reason> reasons = reducer.explain(bytes_of_state, successors);
  Explanation explanation(interpreter, terminal, out);
  if (json)
    explanation.write(state, bytes_of_state, successors, selected, is_reduced, reasons);
  else
    explanation.print(state, bytes_of_state, successors, selected, is_reduced, reasons);
  return Exit::ok;
}

}  // namespace lariat::cli
