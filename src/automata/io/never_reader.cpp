// SPDX-License-Identifier: Apache-2.0
// From the flow chart of a claim to an automaton. A state is a place that a step leads to; its transitions are the steps that
// can be taken there, those of nested choices included.
#include <unordered_map>

#include "automata/io/never_parser.hpp"
#include "lariat/automata/io/never.hpp"

namespace lariat::automata {
using namespace never;  // NOLINT(google-build-using-namespace): the parts of this reader
namespace {

class Builder {
 public:
  Builder(const Lexer& lexer, Claim claim, const NeverOptions& options)
      : lexer_(lexer), claim_(std::move(claim)), options_(options), landing_(claim_.nodes.size(), unknown) {}

  Automaton build() {
    graph_.add_initial(state(0));
    for (std::size_t i = 0; i < places_.size(); ++i) expand(static_cast<StateId>(i));
    Automaton automaton;
    automaton.name = claim_.name;
    automaton.atoms = std::move(claim_.atoms);
    automaton.labels = std::move(claim_.labels);
    std::vector<std::uint32_t> order;
    automaton.graph = std::move(graph_).build(&order);
    for (const std::uint32_t edge : order) automaton.edge_labels.push_back(edge_labels_[edge]);
    for (StateId s = 0; s < places_.size(); ++s)
      if (!claim_.nodes[places_[s]].name.empty()) automaton.state_names[s] = claim_.nodes[places_[s]].name;
    return automaton;
  }

 private:
  static constexpr NodeId unknown = ~NodeId{0};

  // The state of a run that continues at this node: jumps read no letter.
  NodeId land(NodeId from) {
    std::vector<NodeId> path;
    NodeId node = from;
    while (claim_.nodes[node].kind == Node::Kind::jump && landing_[node] == unknown) {
      path.push_back(node);
      landing_[node] = node;  // for now: met again, it is a circle
      node = claim_.nodes[node].next;
    }
    if (claim_.nodes[node].kind == Node::Kind::jump) {
      if (landing_[node] == node) lexer_.fail(claim_.nodes[node].offset, "these jumps go round in a circle");
      node = landing_[node];
    }
    for (const NodeId passed : path) landing_[passed] = node;
    return node;
  }

  StateId state(NodeId target) {
    const NodeId place = land(target);
    const auto [entry, is_new] = states_.try_emplace(place, static_cast<StateId>(places_.size()));
    if (is_new) {
      places_.push_back(place);
      graph_.ensure_states(places_.size());
      const Node& node = claim_.nodes[place];
      if (node.accepting || node.kind == Node::Kind::end) graph_.mark_state(entry->second, 1);
    }
    return entry->second;
  }

  StateId matched() {
    if (!end_) {
      claim_.nodes.push_back({.kind = Node::Kind::end});
      landing_.push_back(unknown);
      end_ = static_cast<NodeId>(claim_.nodes.size() - 1);
    }
    return state(*end_);
  }

  void add_edge(StateId source, StateId target, LabelId label) {
    if (label == Labels::never) return;
    if (graph_.edges() >= options_.max_edges) lexer_.fail(0, "the claim has too many transitions");
    graph_.add_edge(source, target);
    edge_labels_.push_back(label);
  }

  void expand(StateId s) {
    std::vector<NodeId> waiting = {places_[s]};
    std::vector<LabelId> before;  // what the options so far can read; for an else
    bool had_else = false;
    std::size_t visited = 0;
    while (!waiting.empty()) {
      if (++visited > options_.max_edges) lexer_.fail(0, "the claim has too many choices");
      const NodeId id = waiting.back();
      waiting.pop_back();
      const Node::Kind kind = claim_.nodes[id].kind;
      if (kind == Node::Kind::end) {
        add_edge(s, s, Labels::always);
      } else if (kind == Node::Kind::choice) {
        const std::vector<NodeId>& options = claim_.nodes[id].options;
        waiting.insert(waiting.end(), options.rbegin(), options.rend());
      } else if (kind == Node::Kind::jump) {
        waiting.push_back(land(id));
      } else {
        const Node node = claim_.nodes[id];
        LabelId guard = node.guard;
        if (kind == Node::Kind::other) {
          if (had_else) lexer_.fail(node.offset, "two 'else' of nested choices meet here");
          had_else = true;
          guard = claim_.labels.negate(claim_.labels.disjoin_all(before));
        }
        before.push_back(guard);
        before.push_back(node.violation);
        if (guard != Labels::never) add_edge(s, state(node.next), guard);
        if (node.violation != Labels::never) add_edge(s, matched(), node.violation);
      }
    }
  }

  const Lexer& lexer_;
  Claim claim_;
  const NeverOptions& options_;
  GraphBuilder graph_{1};
  std::vector<LabelId> edge_labels_;
  std::vector<NodeId> landing_;
  std::vector<NodeId> places_;  // by state
  std::unordered_map<NodeId, StateId> states_;
  std::optional<NodeId> end_;
};

}  // namespace

Result<std::vector<Automaton>> read_claims(std::string_view text, const std::string& file_name, const NeverOptions& options) {
  std::vector<Automaton> automata;
  std::optional<std::string> blanked;
  std::optional<Lexer> lexer;
  try {
    blanked = blank_comments(text, file_name);
    lexer.emplace(*blanked, file_name);
    lexer->advance();
    Parser parser(*lexer);
    do {
      automata.push_back(Builder(*lexer, parser.parse(), options).build());
      while (lexer->token() == Token::semicolon) lexer->advance();
    } while (lexer->token() != Token::end_of_file);
  } catch (const Error& error) {
    return error.diagnostic;
  } catch (const Labels::TooLarge&) {
    return Diagnostic{.message = "the conditions of the claim are too large", .file = file_name};
  }
  return automata;
}

Result<Automaton> read_never(std::string_view text, const std::string& file_name, const NeverOptions& options) {
  auto claims = read_claims(text, file_name, options);
  if (!claims) return claims.errors();
  if (claims->size() != 1)
    return Diagnostic{.message = "one claim is expected here, found " + std::to_string(claims->size()), .file = file_name};
  return std::move(claims->front());
}

}  // namespace lariat::automata
