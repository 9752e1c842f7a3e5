// SPDX-License-Identifier: Apache-2.0
// The rules between the options of the table.
#include <array>

#include "cli/option_table.hpp"

namespace lariat::cli {
namespace {

using enum CommandId;
using enum OptionRule::Relation;

constexpr std::string_view approximate = "--bitstate --hash-compact";
constexpr std::string_view depth_first_only =
    "not with --bitstate or --hash-compact, which search depth first, by se, hpy, and or cndfs";
constexpr std::string_view swarm_depth_first = "not with --swarm, whose members search depth first, and by se";
constexpr std::string_view own_store = "not with --bitstate or --hash-compact, which have a store of their own";
constexpr std::string_view keep_no_states = "not with --bitstate or --hash-compact, which keep no states";
constexpr std::string_view for_por = "is for --por ample or --por stubborn";
constexpr std::string_view no_property = "not with --provisos, which has no property to check";
constexpr std::string_view for_graphs = "is for random-graphs";
constexpr std::string_view for_peers = "is for peers";
constexpr std::string_view no_files = "not with random-graphs, which reads and writes no files";
constexpr std::string_view one_input = "the standard input is needed for something else";
constexpr std::string_view one_question = "only one of --check, --equivalent and --implies";

constexpr std::string_view walks_otherwise = "--bitstate --hash-compact --por=ample,stubborn,closure --search=dfs";
constexpr std::string_view checks_otherwise = "--swarm --minimize --unreached --coverage";
constexpr std::string_view saves_walks = "is for exact walks breadth first, which explore everything";

constexpr std::array rules = {
    OptionRule{check | explore, "--hashes", needs, "--bitstate", "is for --bitstate"},
    OptionRule{check | explore, "--bitstate", excludes, "--hash-compact", "not with --hash-compact"},
    OptionRule{check, "--swarm", excludes, approximate,
               "has bits of its own, as --max-memory allows: not with --bitstate or --hash-compact"},
    OptionRule{check, "--algorithm!=auto,se", excludes, "--swarm", swarm_depth_first},
    OptionRule{check, "--minimize", excludes, "--swarm", swarm_depth_first},
    OptionRule{check, "--search=bfs", excludes, "--swarm", swarm_depth_first},
    OptionRule{check, "--unreached", excludes, "--swarm", "not with --swarm, whose members leave out states"},
    OptionRule{check, "--store", excludes, "--swarm", "not with --swarm, whose members have stores of their own"},
    OptionRule{check | explore, "--proviso", needs, "--por!=none", for_por},
    OptionRule{check, "--nested-por", needs, "--por!=none", for_por},
    OptionRule{check, "--minimize", excludes, "--algorithm!=auto", "chooses its own search: not with --algorithm"},
    OptionRule{check, "--algorithm!=auto,se,hpy,and,cndfs", excludes, approximate, depth_first_only},
    OptionRule{check, "--minimize", excludes, approximate, depth_first_only},
    OptionRule{check, "--search=bfs", excludes, approximate, depth_first_only},
    OptionRule{check, "--unreached", excludes, approximate, "not with --bitstate or --hash-compact: they leave out states"},
    OptionRule{check | explore, "--store", excludes, approximate, own_store},

    OptionRule{check | explore, "--every", needs, "--checkpoint", "is for --checkpoint"},
    OptionRule{check | explore, "--checkpoint", excludes, walks_otherwise, saves_walks},
    OptionRule{check | explore, "--resume", excludes, walks_otherwise, saves_walks},
    OptionRule{check, "--checkpoint", excludes, checks_otherwise, saves_walks},
    OptionRule{check, "--resume", excludes, checks_otherwise, saves_walks},
    OptionRule{check, "--checkpoint", excludes, "--untrusted", "not with --untrusted, which may open no file"},
    OptionRule{check, "--resume", excludes, "--untrusted", "not with --untrusted, which may open no file"},
    OptionRule{explore, "--checkpoint", excludes, "--dot --hoa --aut --scc --explain", "saves a walk that only counts"},
    OptionRule{explore, "--resume", excludes, "--dot --hoa --aut --scc --explain", "goes on with a walk that only counts"},

    OptionRule{explore, "--dot", excludes, approximate, keep_no_states},
    OptionRule{explore, "--hoa", excludes, approximate, keep_no_states},
    OptionRule{explore, "--aut", excludes, approximate, keep_no_states},
    OptionRule{explore, "--scc", excludes, approximate, keep_no_states},
    OptionRule{explore, "--search=bfs", excludes, approximate, keep_no_states},
    OptionRule{explore, "--no-full", needs, "--por!=none", "is for --por"},
    OptionRule{explore, "--dot", excludes, "--por!=none", "not with --por"},
    OptionRule{explore, "--hoa", excludes, "--por!=none", "not with --por"},
    OptionRule{explore, "--aut", excludes, "--por!=none", "not with --por"},
    OptionRule{explore, "--scc", excludes, "--por!=none", "not with --por"},
    OptionRule{explore, "--por!=none", excludes, approximate,
               "not with --bitstate or --hash-compact, which explore everything"},
    OptionRule{explore, "--explain", needs, "--por!=none", for_por},
    OptionRule{explore, "--dot", excludes, "--hoa", "not with --hoa"},
    OptionRule{explore, "--aut", excludes, "--dot --hoa --scc --json", "alone: not with --dot, --hoa, --scc or --json"},
    OptionRule{explore, "--define", needs, "--dot --hoa", "is for --dot and --hoa"},
    OptionRule{explore, "--define-file", needs, "--dot --hoa", "is for --dot and --hoa"},
    OptionRule{explore, "--dot", excludes, "--scc --json", "alone: not with --scc or --json"},
    OptionRule{explore, "--hoa", excludes, "--scc --json", "alone: not with --scc or --json"},

    OptionRule{check | explore, "--untrusted", excludes, "--engine=native",
               "interprets the model and allows no new machine code: not with --engine native"},
    OptionRule{ltl, "--untrusted", excludes, "--format=svg,png",
               "starts no other program, which a picture needs: not with --format svg or png"},

    OptionRule{simulate, "--raw", needs, "--prints", "is for --prints"},
    OptionRule{simulate, "--interactive", excludes, "--json", "not with --json"},
    OptionRule{simulate, "--prints", excludes, "--interactive", "is for a random run: not with --interactive"},
    OptionRule{simulate, "--msc", excludes, "--interactive", "is for a random run: not with --interactive"},
    OptionRule{simulate, "--skip!=0", excludes, "--interactive", "is for a random run: not with --interactive"},
    OptionRule{simulate, "--steps", excludes, "--interactive",
               "is for a random run: not with --interactive, where `r N` does it"},
    OptionRule{simulate, "--prints", excludes, "--json", "not with --json"},
    OptionRule{simulate, "--msc", excludes, "--json", "not with --json"},
    OptionRule{simulate, "--prints", excludes, "--msc", "not with --msc"},
    OptionRule{simulate, "MODEL=-", excludes, "--follow=- --interactive", one_input},
    OptionRule{simulate, "--follow=-", excludes, "--interactive", one_input},

    OptionRule{replay, "--msc", excludes, "--json", "not with --json"},
    OptionRule{replay, "--msc", excludes, "--steps", "not with --steps"},
    OptionRule{replay, "--steps", excludes, "--json", "not with --json"},
    OptionRule{replay, "--run-format", excludes, "--json --msc --steps", "not with --json, --msc or --steps"},
    OptionRule{replay, "MODEL=-", excludes, "FILE=- --steps", one_input},
    OptionRule{replay, "FILE=-", excludes, "--steps", one_input},

    OptionRule{ltl, "FORMULA", required_unless, "--file", "is required: write one, or name a file of them by --file"},
    OptionRule{ltl, "--check", excludes, "--equivalent --implies", one_question},
    OptionRule{ltl, "--equivalent", excludes, "--implies", one_question},
    OptionRule{ltl, "--json", excludes, "--format!=json", "not with another --format"},
    OptionRule{ltl, "--format!=text,json", excludes, "--check --equivalent --implies", "an answer is written as text or json"},
    OptionRule{ltl, "--equivalent", excludes, "--file", "takes two formulas"},
    OptionRule{ltl, "--implies", excludes, "--file", "takes two formulas"},
    OptionRule{ltl, "--equivalent", excludes, "--negate", "not with --negate"},
    OptionRule{ltl, "--implies", excludes, "--negate", "not with --negate"},
    OptionRule{ltl, "--format=never", excludes, "--type!=ba", "a never claim is of --type ba"},
    OptionRule{ltl, "--format=svg,png", excludes, "--file FORMULA=-", "a picture is made of one formula"},

    OptionRule{empty, "--minimize", excludes, "--nonprogress --algorithm=nonprogress", "not with --nonprogress"},
    OptionRule{empty, "--minimize", excludes, "--algorithm", "chooses its own search: not with --algorithm"},
    OptionRule{empty, "--max-length", needs, "--minimize", "bounds what --minimize looks for: name one"},

    OptionRule{bench, "--degree", excludes, "SUITE!=random-graphs", for_graphs},
    OptionRule{bench, "--accepting", excludes, "SUITE!=random-graphs", for_graphs},
    OptionRule{bench, "--graphs", excludes, "SUITE!=random-graphs", for_graphs},
    OptionRule{bench, "--sweep-graphs", excludes, "SUITE!=random-graphs", for_graphs},
    OptionRule{bench, "--models", excludes, "SUITE=random-graphs", no_files},
    OptionRule{bench, "--only", excludes, "SUITE=random-graphs", no_files},
    OptionRule{bench, "--classes", needs, "SUITE=provisos,all", "is for provisos"},
    OptionRule{bench, "--ltl-sizes", needs, "SUITE=peers,all", for_peers},
    OptionRule{bench, "--parts", needs, "SUITE=peers,all", for_peers},
    OptionRule{bench, "--out", excludes, "SUITE=random-graphs", no_files},
    OptionRule{bench, "--resume", excludes, "SUITE=random-graphs", no_files},

    OptionRule{compare, "--runs", needs, "--provisos", "is for --provisos"},
    OptionRule{compare, "--seed", needs, "--provisos", "is for --provisos"},
    OptionRule{compare, "--only", needs, "--provisos", "is for --provisos"},
    OptionRule{compare, "--sort", needs, "--provisos", "is for --provisos"},
    OptionRule{compare, "--por", needs, "--provisos", "is for --provisos"},
    OptionRule{compare, "--ltl", excludes, "--provisos", no_property},
    OptionRule{compare, "--define", excludes, "--provisos", no_property},
    OptionRule{compare, "--define-file", excludes, "--provisos", no_property},
    OptionRule{compare, "--acceptance-cycles", excludes, "--provisos", no_property},
    OptionRule{compare, "--progress-cycles", excludes, "--provisos", no_property},
    OptionRule{compare, "--deadlock-runs", excludes, "--provisos", no_property},
    OptionRule{compare, "--fair", excludes, "--provisos", no_property},
    OptionRule{compare, "--nonprogress", excludes, "--provisos", no_property},
    OptionRule{compare, "--order", excludes, "--provisos", "not with --provisos: orders are random, from --seed on"},
};

}  // namespace

std::string_view to_string(OptionRule::Relation relation) {
  static constexpr std::array names = {"excludes", "needs", "required_unless"};
  return names[static_cast<std::size_t>(relation)];
}

std::span<const OptionRule> option_rules() { return rules; }

}  // namespace lariat::cli
