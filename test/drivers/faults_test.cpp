// Small cases of what a Liberty, Verilog, SPEF or SDC file says in a corner of its format, and the slack that
// is right there: a file of test/drivers/faults each. README there says how a case is written.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "test/drivers/command.hpp"
#include "test/support/catch.hpp"

namespace fs = std::filesystem;

namespace gsta_test::fault_cases {
namespace {

fs::path const cases = "test/drivers/faults";

/// A line of `golden.tsv`: what it is about, and its other fields.
using golden_line = std::vector<std::string>;

struct fault_case {
  std::string name, kind, why, library;
  std::map<std::string, std::string> files;
  std::vector<golden_line> golden;
};

std::vector<std::string> fields_of(std::string const& line) {
  std::vector<std::string> fields;
  std::stringstream in(line);
  for (std::string field; std::getline(in, field, '\t');) fields.push_back(field);
  return fields;
}

fault_case read_case(fs::path const& path) {
  fault_case read;
  read.name = path.stem().string();
  std::map<std::string, std::string*> const keys{
      {"kind: ", &read.kind}, {"why: ", &read.why}, {"library: ", &read.library}};
  std::ifstream in(path);
  std::string* text = nullptr;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("--- ")) {
      text = &read.files[line.substr(4)];
    } else if (text != nullptr) {
      *text += line + "\n";
    } else {
      auto const colon = line.find(": ") + 2;
      *keys.at(line.substr(0, colon)) = line.substr(colon);
    }
  }
  std::stringstream golden(read.files.at("golden.tsv"));
  for (std::string line; std::getline(golden, line);) read.golden.push_back(fields_of(line));
  return read;
}

std::vector<fault_case> read_cases() {
  std::vector<fault_case> all;
  for (auto const& entry : fs::directory_iterator(cases)) {
    if (entry.path().extension() == ".case") all.push_back(read_case(entry.path()));
  }
  std::sort(all.begin(), all.end(), [](auto const& a, auto const& b) { return a.name < b.name; });
  return all;
}

/// What `sta` said of a case; slacks in ns.
struct answer {
  std::map<std::pair<std::string, std::string>, double> slack;  ///< the worst by side and endpoint
  std::string notes, error, out;
  bool incomplete = false;

  void put(std::string const& side, std::string const& pin, double value) {
    auto const [at, is_new] = slack.try_emplace({side, pin}, value);
    if (!is_new) at->second = std::min(at->second, value);
  }
};

void read_report(answer& got) {
  static std::regex const head("^(max|min)_delay/.*"),
      row(R"(^(\S+) \(.*\)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+) \((MET|VIOLATED)\))");
  std::stringstream in(got.out);
  std::string side;
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_match(line, found, head)) side = found[1];
    if (std::regex_search(line, found, row)) got.put(side, found[1], std::stod(found[4]));
  }
  got.incomplete = (got.out + got.notes).find("INCOMPLETE") != std::string::npos;
}

bool is_late(std::string const& check) {
  return check.ends_with("setup") || check.ends_with("recovery") || check.ends_with("max_delay");
}

void read_json(answer& got) {
  auto const report = nlohmann::json::parse(got.out);
  got.incomplete = report["incomplete"].get<int>() != 0;
  for (auto const& of : report["diagnostics"]) {
    got.notes += of["kind"].get<std::string>() + " (first at " + of["first"].dump() + ")\n";
  }
  for (auto const& end : report["endpoints"]) {
    if (end["slack"].is_null()) continue;
    got.put(is_late(end["check"]) ? "max" : "min", end["pin"], end["slack"].get<double>() / 1000);
  }
}

/// A folder that goes away with the object.
class folder {
 public:
  folder() {
    auto made = (fs::temp_directory_path() / "gsta_faults_XXXXXX").string();
    REQUIRE(mkdtemp(made.data()) != nullptr);
    path_ = made;
  }
  ~folder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  folder(folder const&) = delete;
  folder& operator=(folder const&) = delete;
  fs::path const& path() const { return path_; }

 private:
  fs::path path_;
};

answer ask(fault_case const& of) {
  folder const there;
  fs::copy_file(cases / "lib" / (of.library + ".lib"), there.path() / "t.lib");
  for (auto const& [name, text] : of.files) std::ofstream(there.path() / name, std::ios::binary) << text;
  bool const is_script = of.files.count("t.tcl") != 0;
  std::string const arguments = is_script
                                    ? "t.tcl"
                                    : "--liberty t.lib --verilog t.v " +
                                          std::string(of.files.count("t.spef") != 0 ? "--spef t.spef " : "") +
                                          "--sdc t.sdc --report summary,endpoints --delay both --format json";
  auto const bin = fs::absolute(std::getenv("GSTA_BIN")).string();
  auto const seen =
      run_shell("cd " + there.path().string() + " && " + bin + "/sta " + arguments + " --device host");
  answer got;
  got.out = seen.out;
  got.notes = seen.err;
  if (seen.exit_code != 0) got.error = "exit " + std::to_string(seen.exit_code) + ": " + seen.err;
  if (is_script)
    read_report(got);
  else if (got.error.empty())
    read_json(got);
  return got;
}

bool matches_without_case(std::string const& text, std::string const& pattern) {
  return std::regex_search(text, std::regex(pattern, std::regex::ECMAScript | std::regex::icase));
}

/// Whether the answer says what a line `says WHAT [PATTERN]` or `else WHAT [PATTERN]` asks for.
bool says(golden_line const& line, answer const& got) {
  auto const& what = line.at(1);
  if (what == "error")
    return std::regex_search(got.error, std::regex(R"(^exit 1: [^\s:]+:\d+:\d+: error: )"));
  if (!got.error.empty()) return false;
  if (what == "incomplete") return got.incomplete;
  REQUIRE(what == "note");
  return matches_without_case(got.notes, line.size() > 2 ? line[2] : ".");
}

bool is_one_of(std::string const& values, double slack) {
  std::stringstream in(values);
  for (std::string value; std::getline(in, value, '|');) {
    if (value == "any" || std::fabs(slack - std::stod(value)) <= 2e-4) return true;
  }
  return false;
}

void compare_slacks(fault_case const& of, answer const& got, std::string& wrong) {
  std::map<std::pair<std::string, std::string>, std::string> right;
  bool checked = false;
  for (auto const& line : of.golden) {
    checked = checked || line[0] == "max" || line[0] == "min" || line[0] == "none";
    if (line[0] == "max" || line[0] == "min") right[{line[0], line.at(1)}] = line.at(2);
  }
  if (!checked || !got.error.empty()) return;
  for (auto const& [end, value] : right) {
    auto const at = got.slack.find(end);
    if (at == got.slack.end())
      wrong += end.first + " " + end.second + ": right is " + value + ", there is none; ";
    else if (!is_one_of(value, at->second))
      wrong +=
          end.first + " " + end.second + ": right is " + value + ", not " + std::to_string(at->second) + "; ";
  }
  for (auto const& [end, value] : got.slack) {
    if (right.count(end) == 0)
      wrong += end.first + " " + end.second + ": none is right, not " + std::to_string(value) + "; ";
  }
}

std::string differences(fault_case const& of, answer const& got) {
  std::string wrong;
  bool may_fail = false, may_lack = false;
  for (auto const& line : of.golden) {
    if (line[0] == "says") {
      may_fail = may_fail || line.at(1) == "error";
      may_lack = may_lack || line.at(1) == "incomplete";
      if (!says(line, got))
        wrong += "it does not say " + line.at(1) + (line.size() > 2 ? " " + line[2] : "") + "; ";
    }
    if (line[0] == "prints" && !std::regex_search(got.out, std::regex(line.at(1), std::regex::multiline)))
      wrong += "it does not print " + line.at(1) + "; ";
  }
  if (!got.error.empty() && !may_fail) wrong += got.error + "; ";
  if (got.incomplete && !may_lack) wrong += "it says INCOMPLETE; ";
  compare_slacks(of, got, wrong);
  for (auto const& line : of.golden) {
    if (!wrong.empty() && line[0] == "else" && says(line, got)) return {};
  }
  return wrong;
}

void run_cases(bool guards) {
  std::size_t n = 0;
  for (auto const& of : read_cases()) {
    if ((of.kind == "guard") != guards) continue;
    ++n;
    INFO(of.name << " (" << of.kind << "): " << of.why);
    REQUIRE(!of.golden.empty());
    CHECK(differences(of, ask(of)) == "");
  }
  CHECK(n >= 50);
}

}  // namespace

TEST_CASE("sta: small files that timers have read wrong, and what is right there") { run_cases(false); }

TEST_CASE("sta: small files in corners of their formats, and what is right there") { run_cases(true); }

TEST_CASE("fault cases: a slack, a note or an endpoint that is wrong is a difference") {
  fault_case of;
  of.golden = {{"max", "f/D", "9.75|9.65"}, {"says", "note", "scaled_cell"}, {"min", "f/D", "any"}};
  answer got;
  got.notes = "Scaled_Cell";
  got.put("max", "f/D", 9.6501);
  got.put("min", "f/D", 1);
  CHECK(differences(of, got) == "");
  got.put("max", "f/D", 9.6);
  CHECK(differences(of, got) == "max f/D: right is 9.75|9.65, not 9.600000; ");
  got.slack[{"max", "f/D"}] = 9.75;
  got.put("max", "g/D", 1);
  CHECK(differences(of, got) == "max g/D: none is right, not 1.000000; ");
  got.slack.erase({"max", "g/D"});
  got.notes.clear();
  CHECK(differences(of, got) == "it does not say note scaled_cell; ");
  of.golden.push_back({"else", "incomplete"});
  CHECK(differences(of, got) != "");
  got.incomplete = true;
  CHECK(differences(of, got) == "");
}

}  // namespace gsta_test::fault_cases
