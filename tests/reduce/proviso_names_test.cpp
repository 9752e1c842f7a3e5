// SPDX-License-Identifier: Apache-2.0
// Names, refusals and memory of the provisos.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "lariat/reduce/reduction.hpp"
#include "lariat/search/reduction.hpp"

namespace lariat::reduce {
namespace {

std::string error_of(std::string_view name) {
  const Result<reduce::Proviso> result = reduce::parse_proviso(name);
  return result ? "" : result.errors().front().message;
}

TEST(ProvisoNames, AreReadAsTheyAreWritten) {
  std::set<std::string> names;
  for (const reduce::Proviso& proviso : reduce::all_provisos()) {
    const std::string name = to_string(proviso);
    EXPECT_TRUE(names.insert(name).second) << name;
    std::string small = name;
    std::transform(small.begin(), small.end(), small.begin(), [](char c) { return static_cast<char>(std::tolower(c)); });
    for (const std::string& spelling : {name, small}) {
      const Result<reduce::Proviso> result = reduce::parse_proviso(spelling);
      ASSERT_TRUE(result) << spelling;
      EXPECT_EQ(*result, proviso);
    }
  }
  EXPECT_EQ(names.size(), 46U + 4U);  // "46 provisos we implemented", and None, Full, Terminal, Rank
}

// The provisos that the paper's tables and text name.
TEST(ProvisoNames, IncludeThoseOfThePaper) {
  for (const char* name : {"Full",
                           "None",
                           "Source",
                           "WeightedSource",
                           "WeightedSourceKnown",
                           "CondSource",
                           "CondSourceKnown",
                           "WeightedSourceScan",
                           "WeightedSourceKnownScan",
                           "DeepestDestUnknown",
                           "DeepestDest",
                           "WeightedDestUnknown",
                           "Dest",
                           "WeightedDest",
                           "CondDest",
                           "CondDestUnknown",
                           "ColoredDest",
                           "ColoredDestUnknown",
                           "DeadDeepestDest",
                           "DeadWeightedDest",
                           "DeadWeightedSourceKnownScan",
                           "DeadColoredDest",
                           "HighlinkWeightedDest",
                           "HighlinkWeightedDestScan",
                           "HighlinkWeightedSourceKnown",
                           "HighlinkWeightedSourceKnownScan",
                           "HighlinkDeepestDest",
                           "HighlinkDeepestDestScan"})
    EXPECT_TRUE(reduce::parse_proviso(name)) << name;
}

TEST(ProvisoNames, SayWhatWasMeant) {
  EXPECT_EQ(error_of("ConDest"), "no proviso 'ConDest'; did you mean CondDest?");
  EXPECT_EQ(error_of("highlinkdeepestdets"), "no proviso 'highlinkdeepestdets'; did you mean HighlinkDeepestDest?");
  EXPECT_EQ(error_of("ScanWeightedSource"), "no proviso 'ScanWeightedSource'; it is written WeightedSourceScan");
  EXPECT_NE(error_of("").find("'lariat provisos' lists them"), std::string::npos);
  EXPECT_NE(error_of(std::string(10000, 'x')).find("no proviso"), std::string::npos);
}

TEST(ProvisoNames, WithoutAMeaningAreExplained) {
  struct Case {
    const char* name;
    const char* reason;
    const char* nearest;
  };
  for (const auto& [name, reason, nearest] : {Case{"SourceScan", "Scan changes colours on the stack", "WeightedSourceScan"},
                                              {"ScanSource", "Scan changes colours on the stack", "WeightedSourceScan"},
                                              {"ColoredSource", "Colored decides when a state is left", "CondSource"},
                                              {"DestKnown", "Dest has Unknown", "CondDestUnknown"},
                                              {"CondKnownDest", "Dest has Unknown", "CondDestUnknown"},
                                              {"WeightedSourceUnknown", "Source has Known", "WeightedSourceKnown"},
                                              {"DeepestSource", "Deepest chooses among destinations", "WeightedSource"},
                                              {"ColoredDestScan", "too late for Scan", "ColoredDest"},
                                              {"SourceKnown", "makes no difference", "CondSourceKnown"},
                                              {"DestUnknown", "makes no difference", "CondDestUnknown"},
                                              {"DeadCondDest", "there are none", "CondDest"},
                                              {"HighlinkColoredDest", "Highlink needs", "HighlinkWeightedDest"},
                                              {"HighlinkDest", "Highlink needs", "HighlinkWeightedDest"},
                                              {"Weighted", "Source or Dest", "WeightedDest"},
                                              {"SourceDest", "not both", "Source"},
                                              {"CondWeightedDest", "exclude each other", "WeightedDest"},
                                              {"DeadHighlinkDeepestDest", "Highlink includes Dead", "HighlinkDeepestDest"}}) {
    const std::string message = error_of(name);
    EXPECT_NE(message.find(reason), std::string::npos) << name << ": " << message;
    const std::string end = std::string("nearest is ") + nearest;
    EXPECT_TRUE(message.size() > end.size() && message.substr(message.size() - end.size()) == end) << name << ": " << message;
  }
}

// Every composition of words is a proviso, or its repair is one.
TEST(ProvisoNames, EveryRepairIsAProviso) {
  const char* const words[] = {"",        "dead",   "highlink", "cond",  "colored", "weighted",
                               "deepest", "source", "dest",     "known", "unknown", "scan"};
  for (const std::string a : words)
    for (const std::string b : words)
      for (const std::string c : words)
        for (const std::string d : words) {
          const std::string message = error_of(a + b + c + d);
          if (message.empty() || (a + b + c + d).empty()) continue;
          const std::string name = message.substr(message.rfind(' ') + 1);
          EXPECT_TRUE(reduce::parse_proviso(name)) << message;
        }
}

TEST(ProvisoMemory, IsWhatIsPromised) {
  constexpr std::size_t states = 6400;
  for (const reduce::Proviso& proviso : reduce::all_provisos())
    for (const auto& row : reduce::nested_pors) {
      const reduce::NestedPor nested = row.value;
      const reduce::ReductionOptions options{proviso, nested};
      if (find_refusal(options)) {
        EXPECT_THROW(reduce::make_reduction(options), std::invalid_argument);
        continue;
      }
      const auto reduction = reduce::make_reduction(options, states);
      EXPECT_EQ(reduction == nullptr, to_string(proviso) == "Full");
      if (reduction == nullptr) continue;
      EXPECT_EQ(reduction->statistics().bytes * 8, reduce::bits_per_state(options) * states)
          << to_string(proviso) << ' ' << to_string(nested);
      EXPECT_GE(reduce::bits_per_state(options), info(proviso).bits);
      // The memory does not grow when states are entered.
      for (StateId s = 0; s < states; ++s) {
        const StateId next[] = {s + 1};
        if (reduction->chooses_candidates())
          reduction->enter_candidate(s, 1, true);
        else
          reduction->enter(s, true, Targets(next), 1);
        if (!reduction->chooses_candidates() && s > 0) reduction->meet(s - 1);
        reduction->finish();
      }
      for (StateId s = 0; s < states; ++s) reduction->leave();
      EXPECT_EQ(reduction->statistics().bytes * 8, reduce::bits_per_state(options) * states) << to_string(proviso);
    }
  EXPECT_EQ(info(*parse_proviso("CondDest")).bits, 1U);     // the paper, §4
  EXPECT_EQ(info(*parse_proviso("ColoredDest")).bits, 3U);  // the same
}

TEST(ProvisoRefusals, NameTheNearest) {
  const auto message = [](search::Algorithm algorithm, const char* name) {
    const auto reduction = reduce::make_reduction({*parse_proviso(name)});
    const auto refusal = find_refusal(algorithm, *reduction);
    return refusal ? refusal->message : "";
  };
  EXPECT_NE(message(search::Algorithm::cvwy, "CondDest").find("hpy"), std::string::npos);
  EXPECT_NE(message(search::Algorithm::cvwy_gen, "CondDest").find("ascc"), std::string::npos);
  for (const search::Algorithm nested : {search::Algorithm::hpy, search::Algorithm::se, search::Algorithm::and_,
                                         search::Algorithm::gmz, search::Algorithm::tau}) {
    EXPECT_NE(message(nested, "HighlinkDeepestDestScan").find("; DeepestDestScan goes with it"), std::string::npos);
    EXPECT_NE(message(nested, "DeadColoredDest").find("; ColoredDest goes with it"), std::string::npos);
    EXPECT_EQ(message(nested, "CondDest"), "");
  }
  for (const search::Algorithm other : {search::Algorithm::tarjan, search::Algorithm::gv, search::Algorithm::c99,
                                        search::Algorithm::ascc, search::Algorithm::sd, search::Algorithm::reach})
    EXPECT_EQ(message(other, "HighlinkDeepestDestScan"), "");
  EXPECT_NE(message(search::Algorithm::ascc, "Terminal").find("looks for cycles"), std::string::npos);
  EXPECT_EQ(message(search::Algorithm::reach, "Terminal"), "");
  // The default of each search goes with it, unless none does.
  for (const search::AlgorithmInfo& about : search::algorithms()) {
    if (!about.no_reduction.empty()) {
      EXPECT_NE(message(about.algorithm, "CondDest").find("; "), std::string::npos) << about.name;
      continue;
    }
    const auto reduction = reduce::make_reduction({reduce::default_proviso(search::kind(about.algorithm))});
    EXPECT_FALSE(find_refusal(about.algorithm, *reduction)) << about.name;
  }
}

}  // namespace
}  // namespace lariat::reduce
