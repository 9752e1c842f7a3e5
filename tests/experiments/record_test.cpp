// SPDX-License-Identifier: Apache-2.0
#include "experiments/record.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

#include "experiments/cases.hpp"
#include "experiments/resample.hpp"
#include "experiments/results_file.hpp"
#include "experiments/selection.hpp"
#include "experiments/sha256.hpp"

namespace lariat::experiments {
namespace {

Record example(const std::string& command) {
  Record record{.subject = "a,b \"c\"", .variant = "se", .seed = 7, .command = command};
  record[Figure::states] = 5557;
  record[Figure::seconds] = 0.1;
  record.detail = "two\nlines";
  return record;
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

class ResultsFileTest : public testing::Test {
 protected:
  ResultsFileTest() : folder_(testing::TempDir() + "lariat-results") {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~ResultsFileTest() override { std::filesystem::remove_all(folder_); }

  std::string folder_;
  std::string path_ = folder_ + "/x.csv";
};

TEST(RecordTest, IsReadAsItWasWritten) {
  const Record record = example("lariat check x");
  const auto read = parse_csv_line(csv_line(record));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->subject, record.subject);
  EXPECT_EQ(read->seed, 7U);
  EXPECT_EQ((*read)[Figure::states], 5557);
  EXPECT_EQ((*read)[Figure::seconds], 0.1);
  EXPECT_FALSE(read->figures[static_cast<std::size_t>(Figure::lasso)]);
  EXPECT_EQ(read->detail, "two lines");  // a record is one line
  EXPECT_EQ(csv_line(*read), csv_line(*parse_csv_line(csv_line(*read))));
}

TEST(RecordTest, RefusesTornLines) {
  const std::string line = csv_line(example("lariat check 'x,y'"));
  for (std::size_t length = 0; length < line.size(); ++length) {
    const auto read = parse_csv_line(line.substr(0, length));
    EXPECT_TRUE(!read || read->command != "lariat check 'x,y'") << length;  // only a part of the last field is missing
  }
  EXPECT_FALSE(parse_csv_line(line + ",more"));
  EXPECT_FALSE(parse_csv_line(""));
}

TEST_F(ResultsFileTest, DropsATornLineAndIncompleteRuns) {
  {
    ResultsFile file(path_);
    ASSERT_FALSE(file.begin());
    Record first = example("one");
    ASSERT_FALSE(file.append({first}));
    Record a = example("two");
    Record b = a;
    a.part = "1/2";
    b.part = "2/2";
    ASSERT_FALSE(file.append({a, b}));
  }
  std::string text = content_of(path_);
  const auto keys = [&] {
    std::ofstream(path_, std::ios::binary) << text;
    ResultsFile file(path_);
    EXPECT_FALSE(file.load());
    return std::pair(file.find(run_key("one", 7)) != nullptr, file.find(run_key("two", 7)) != nullptr);
  };
  EXPECT_EQ(keys(), std::pair(true, true));
  text.pop_back();  // the end of the last line
  EXPECT_EQ(keys(), std::pair(true, false));
  text = text.substr(0, text.size() / 3);
  EXPECT_EQ(keys().second, false);
}

TEST_F(ResultsFileTest, RefusesOtherFiles) {
  std::ofstream(path_) << "name,value\nx,1\n";
  ResultsFile file(path_);
  EXPECT_TRUE(file.load());
}

TEST_F(ResultsFileTest, FinishesInTheOrderOfThePlan) {
  ResultsFile file(path_);
  ASSERT_FALSE(file.begin());
  for (const char* command : {"b", "c", "a"}) ASSERT_FALSE(file.append({example(command)}));
  ASSERT_FALSE(file.finish({run_key("a", 7), run_key("b", 7)}));
  const std::string text = content_of(path_);
  EXPECT_EQ(text, csv_header() + "\n" + csv_line(example("a")) + "\n" + csv_line(example("b")) + "\n");
}

TEST_F(ResultsFileTest, AFolderIsLockedOnce) {
  FolderLock first;
  EXPECT_FALSE(first.take(folder_));
  FolderLock second;
  const auto problem = second.take(folder_);
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->message.find("another lariat bench"), std::string::npos);
}

TEST(SelectionTest, TakesEveryTypeInTurnAndMeetsTheSum) {
  std::vector<ClassifiedModel> models;
  for (int i = 1; i <= 20; ++i) models.push_back({"a." + std::to_string(i), "a", 100.0 * i});
  for (int i = 1; i <= 10; ++i) models.push_back({"b." + std::to_string(i), "b", 70.0 * i});
  models.push_back({"c.1", "c", 5});
  const std::vector<ClassifiedModel> chosen = choose_models(models, 9, 4500);
  ASSERT_EQ(chosen.size(), 9U);
  double sum = 0;
  std::map<std::string, int> types;
  std::set<std::string> names;
  for (const ClassifiedModel& one : chosen) {
    sum += one.states;
    ++types[one.type];
    names.insert(one.name);
  }
  EXPECT_EQ(names.size(), 9U);
  EXPECT_EQ(types, (std::map<std::string, int>{{"a", 4}, {"b", 4}, {"c", 1}}));
  EXPECT_NEAR(sum, 4500, 200);
  EXPECT_EQ(choose_models(models, 31, 1).size(), 31U);
  EXPECT_EQ(choose_models({}, 3, 1).size(), 0U);
}

TEST(Sha256Test, IsThatOfTheStandard) {
  // FIPS 180-4, examples.
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(ResampleTest, IntervalsContainTheRatioAndShrinkWithMoreCases) {
  EXPECT_EQ(quantile({1, 2, 3, 4}, 0.5), 2.5);
  EXPECT_EQ(quantile({}, 0.5), 0);
  std::vector<double> a;
  std::vector<double> b;
  double last = 1e9;
  for (const std::size_t cases : {10U, 100U, 1000U}) {
    while (a.size() < cases) {
      a.push_back(static_cast<double>(a.size() * 7919 % 13 + 1));
      b.push_back(static_cast<double>(b.size() * 104729 % 17 + 1));
    }
    double sum_a = 0;
    double sum_b = 0;
    for (const double value : a) sum_a += value;
    for (const double value : b) sum_b += value;
    const Interval interval = ratio_interval(a, b);
    EXPECT_LE(interval.low, 100 * sum_a / sum_b);
    EXPECT_GE(interval.high, 100 * sum_a / sum_b);
    EXPECT_LT(interval.high - interval.low, last);
    last = interval.high - interval.low;
  }
  EXPECT_EQ(order_share(a, a), 1);
}

Record answer(const char* variant, double states, double transitions, double posts) {
  Record record{.subject = "x", .variant = variant, .verdict = "holds", .kind = "weak", .product = "buchi"};
  record[Figure::states] = states;
  record[Figure::transitions] = transitions;
  record[Figure::posts] = posts;
  return record;
}

std::size_t contradicted(const std::vector<Record>& records) {
  std::size_t count = 0;
  for (const Claim& claim : search_claims(cases_of(records))) count += claim.state == Claim::State::fails ? 1 : 0;
  return count;
}

TEST(ClaimTest, SeesWhatContradictsTheTheory) {
  const std::vector<Record> good = {answer("gv", 10, 20, 10), answer("se", 10, 30, 15), answer("and", 10, 20, 10),
                                    answer("hpy", 10, 30, 15), answer("c99", 10, 40, 20)};
  EXPECT_EQ(contradicted(good), 0U);
  auto bad = good;
  bad[1] = answer("se", 9, 30, 15);  // fewer than gv; not all states; not those of and; not those of gv on a weak automaton
  EXPECT_EQ(contradicted(bad), 4U);
  bad = good;
  bad[0] = answer("gv", 10, 20, 11);  // a state twice
  EXPECT_EQ(contradicted(bad), 1U);
  bad = good;
  bad[4].verdict = "violated";
  EXPECT_EQ(contradicted(bad), 1U);
}

TEST(NumberTest, IsGrouped) {
  EXPECT_EQ(number_text(1234567), "1,234,567");
  EXPECT_EQ(number_text(123), "123");
  EXPECT_EQ(number_text(-1234.56, 1), "-1,234.6");
}

}  // namespace
}  // namespace lariat::experiments
