// SPDX-License-Identifier: Apache-2.0
// A printed model is the same model: Spin generates the same verifier from it as from the original, apart from line numbers.
#include <algorithm>
#include <map>

#include "promela/print.hpp"
#include "promela/support.hpp"

namespace lariat::promela {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) { return promela::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Variables of inner blocks have the numbers of their blocks in their names (_2_1_x), and blocks are numbered through the text.
// Here they are numbered as they are met.
std::string renumber_blocks(const std::string& text) {
  std::map<std::string, std::string> numbers;
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    if (text[i] == '_' && (i == 0 || !promela::is_word(text[i - 1])))
      while (end + 1 < text.size() && is_digit(text[end + 1])) {
        std::size_t next = end + 1;
        while (next < text.size() && is_digit(text[next])) ++next;
        if (next == text.size() || text[next] != '_') break;
        end = next;
      }
    if (end == i) {
      result += text[i++];
      continue;
    }
    result += numbers.try_emplace(text.substr(i, end - i + 1), "_B" + std::to_string(numbers.size()) + "_").first->second;
    i = end + 1;
  }
  return result;
}

// Without what only says where something stands, or how it is written.
std::string essence(const std::string& text) {
  std::string result;
  std::istringstream in(text);
  bool skips = false;
  for (std::string line; std::getline(in, line);) {
    if (line.find("src_ln") != line.npos || line.find("src_file") != line.npos) skips = line.find("= {") != line.npos;
    if (skips) {
      if (line.find("};") != line.npos) skips = false;
      continue;
    }
    if (const std::size_t state = line.find("// STATE"); state != line.npos)
      line.resize(std::min(line.find(" - ", state), line.size()));
    if (line.find("tr_2_src(") != line.npos || line.find("PanSource") != line.npos || line.find("/* m.pml:") != line.npos ||
        line.find(".h:") != line.npos)
      continue;
    if (line.find("settr(") != line.npos && line.find('"') != line.npos)
      line.erase(line.find('"'), line.rfind('"') - line.find('"'));
    for (const std::string word : {"line ", "D_STEP"})
      for (std::size_t at = line.find(word); at != line.npos; at = line.find(word, at + 1)) {
        const std::size_t digits = at + word.size();
        std::size_t end = digits;
        while (end < line.size() && is_digit(line[end])) ++end;
        line.erase(digits, end - digits);
      }
    result += line + "\n";
  }
  return renumber_blocks(result);
}

using Verifier = std::map<std::string, std::string>;

// The verifier that Spin generates from the text; empty if Spin rejects it.
Verifier verifier_of(const Folder& folder, const std::string& text) {
  Verifier result;
  for (const char* name : {"pan.h", "pan.m", "pan.t", "pan.b", "pan.p"}) std::filesystem::remove(folder.path() / name);
  if (run_spin(folder, "-o1 -o2 -o3 -a", text).status != 0) return result;
  for (const char* name : {"pan.h", "pan.m", "pan.t", "pan.b", "pan.p"})
    result[name] = essence(read_text(folder.path() / name));
  return result;
}

void expect_round_trip(const Folder& folder, const std::string& text, const promela::Model& model) {
  const std::string printed = promela::to_text(model);
  const Verifier expected = verifier_of(folder, text);
  const Verifier actual = verifier_of(folder, printed);
  for (const auto& [name, content] : expected) {
    const auto found = actual.find(name);
    ASSERT_NE(found, actual.end()) << text << "\nis printed as\n" << printed << "\nwhich Spin does not like";
    EXPECT_TRUE(found->second == content) << name << " differs:\n" << text << "\nis printed as\n" << printed;
  }
}

TEST(RoundTrip, EssenceIsWhatMatters) {
  EXPECT_EQ(essence("a // STATE 3 - x.pml:5 - [y]\nsettr(1,0,\"text\",2)\n\t\ttr_2_src(1)\n"),
            "a // STATE 3\nsettr(1,0,\",2)\n");
  EXPECT_EQ(essence("_3_1_x + _4_x + x_3_y + _3_1_z"), "_B0_x + _B1_x + x_3_y + _B0_z\n");
}

TEST(RoundTrip, ShortModels) {
  if (!has_spin()) GTEST_SKIP() << "spin 6.5.2 is not installed: scripts/setup installs it";
  const Folder folder;
  std::size_t compared = 0;
  std::vector<std::string> texts = snippets("accepted.txt");
  for (const std::string& text : snippets("counts.txt")) texts.push_back(text.substr(0, text.find("!!! ")));
  for (const std::string& text : texts) {
    const promela::Model model = model_of(text);
    // What hides a variable, or declares it twice, cannot be printed in the same way without the inline that caused it.
    const bool odd = std::any_of(model.warnings.begin(), model.warnings.end(), [](const Diagnostic& warning) {
      return warning.message.find("hides the variable") != std::string::npos ||
             warning.message.find("second declaration") != std::string::npos;
    });
    if (odd) continue;
    expect_round_trip(folder, text, model);
    ++compared;
  }
  EXPECT_GT(compared, 200U);
}

// Printing what was printed changes nothing.
TEST(RoundTrip, PrintingTwice) {
  for (const std::string& text : snippets("accepted.txt")) {
    const promela::Model model = model_of(text);
    if (!model.warnings.empty()) continue;
    const std::string printed = promela::to_text(model);
    EXPECT_EQ(promela::to_text(model_of(printed)), printed) << text;
  }
}

std::vector<std::filesystem::path> models_in(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> result;
  if (!std::filesystem::exists(folder)) return result;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.path().extension() == ".pml" || entry.path().extension() == ".pm") result.push_back(entry.path());
  std::sort(result.begin(), result.end());
  return result;
}

// The examples that come with Spin. It refuses one of them itself, which uses X.
TEST(RoundTrip, ExamplesOfSpin) {
  const auto models = models_in("/usr/share/doc/spin/examples");
  if (models.empty()) GTEST_SKIP() << "the examples of Spin are not installed";
  const bool spin = has_spin();
  const Folder folder;
  for (const auto& path : models) {
    if (path.filename() == "patterns.pml") continue;
    const std::string text = read_text(path);
    const Result<promela::Model> model = promela::parse(text, path.string());
    EXPECT_TRUE(model) << path << (model ? "" : text_of(model.errors()));
    if (!model || !spin) continue;
    for (const auto& entry : std::filesystem::directory_iterator(path.parent_path()))
      if (entry.path().extension() == ".h") folder.write(entry.path().filename().string(), read_text(entry.path()));
    expect_round_trip(folder, text, *model);
  }
}

// The models of BEEM, beside the checkout. Spin refuses production_cell and train-gate, and so does lariat.
TEST(RoundTrip, Beem) {
  const auto models = models_in(std::filesystem::path(LARIAT_SOURCE_DIR) / ".." / "shared" / "beem" / "promela");
  if (models.empty()) GTEST_SKIP() << "../shared/beem is not there";
  const bool spin = has_spin();
  const Folder folder;
  for (const auto& path : models) {
    const std::string name = path.filename().string();
    const bool wrong = name.starts_with("production_cell") || name.starts_with("train-gate");
    const std::string text = read_text(path);
    const Result<promela::Model> model = promela::parse(text, path.string());
    EXPECT_EQ(static_cast<bool>(model), !wrong) << path << (model ? "" : text_of(model.errors()));
    if (model && spin) expect_round_trip(folder, text, *model);
  }
}

}  // namespace
}  // namespace lariat::promela
