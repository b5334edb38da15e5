// What libFuzzer's main does, as far as our tests need it, for compilers without it: spoils the seeds in
// random ways and runs the target on them. It does not look at coverage.
//
//   fuzz_x [-max_total_time=SECONDS] [-seed=N] [FOLDER_OF_SEEDS ...]     other -flags are ignored
//   fuzz_x FILE ...                                                      runs these files, to replay a crash

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "test/fuzz/fuzz_reader.hpp"
#include "test/fuzz/mutate.hpp"

namespace fs = std::filesystem;

namespace {

constexpr unsigned longest_run = 60;  // seconds; what takes longer counts as a hang

struct arguments {
  std::string reader;  ///< from the program's name
  std::uint64_t seed = 1;
  double seconds = 10;
  std::vector<fs::path> folders, files;
};

/// Shared with the child, so that the parent has the input whatever became of the child.
struct shared_state {
  bool in_target;
  std::uint64_t runs;
  std::size_t size;
  char input[1U << 20U];
};

arguments parse(int argc, char** argv) {
  arguments result;
  auto const program = fs::path(argv[0]).filename().string();
  result.reader = program.starts_with("fuzz_") ? program.substr(5) : program;
  for (int i = 1; i < argc; ++i) {
    std::string const word = argv[i];
    if (word.starts_with("-max_total_time=")) {
      result.seconds = std::stod(word.substr(16));
    } else if (word.starts_with("-seed=")) {
      result.seed = std::stoull(word.substr(6));
    } else if (!word.starts_with('-')) {
      (fs::is_directory(word) ? result.folders : result.files).emplace_back(word);
    }
  }
  if (result.folders.empty()) result.folders.push_back(fs::path(GSTA_FUZZ_SEEDS) / result.reader);
  return result;
}

std::string read(fs::path const& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> read_all(std::vector<fs::path> const& folders) {
  std::vector<fs::path> files;
  for (auto const& folder : folders) {
    for (auto const& entry : fs::directory_iterator(folder)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());  // else the order would be the file system's
  std::vector<std::string> texts;
  for (auto const& file : files) texts.push_back(read(file));
  return texts;
}

void run_target(std::string const& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<std::uint8_t const*>(text.data()), text.size());
}

void run_one(shared_state& state, std::string const& text) {
  state.size = std::min(text.size(), sizeof state.input);
  std::memcpy(state.input, text.data(), state.size);
  alarm(longest_run);  // ends the process
  state.in_target = true;
  run_target(text);
  state.in_target = false;
  ++state.runs;
}

/// The seeds as they are, then spoilt ones until the time is over.
void fuzz(arguments const& args, shared_state& state) {
  using clock = std::chrono::steady_clock;
  auto const end = clock::now() + std::chrono::duration<double>(args.seconds);
  gsta_fuzz::corpus const corpus(read_all(args.folders));
  gsta_test::prng random(args.seed);
  for (auto const& text : corpus.seeds) run_one(state, text);
  while (clock::now() < end) run_one(state, gsta_fuzz::spoil(corpus, random));
  alarm(0);
}

/// crash-READER-HASH in the folder of the build.
void keep_input(shared_state const& state, std::string const& reader) {
  std::uint64_t hash = 0xcbf29ce484222325U;  // FNV-1a
  for (std::size_t i = 0; i < state.size; ++i) {
    hash = (hash ^ static_cast<unsigned char>(state.input[i])) * 0x100000001b3U;
  }
  char digits[17];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(hash));
  fs::path const file = fs::path(GSTA_FUZZ_CRASHES) / ("crash-" + reader + "-" + digits);
  std::ofstream(file, std::ios::binary).write(state.input, static_cast<std::streamsize>(state.size));
  std::fprintf(stderr, "The input is kept in %s; run this program on it to replay.\n", file.c_str());
}

int report(int status, arguments const& args, shared_state const& state) {
  auto const& reader = args.reader;
  std::printf("fuzz_%s: seed %llu, %llu runs\n", reader.c_str(), static_cast<unsigned long long>(args.seed),
              static_cast<unsigned long long>(state.runs));
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return 0;
  if (WIFSIGNALED(status)) {
    std::fprintf(stderr, "fuzz_%s: ended by signal %d%s\n", reader.c_str(), WTERMSIG(status),
                 WTERMSIG(status) == SIGALRM ? ": the input takes too long" : "");
  }
  if (state.in_target) {
    keep_input(state, reader);
  } else {
    std::fprintf(stderr, "fuzz_%s: failed after its last run (a leak?)\n", reader.c_str());
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  auto const args = parse(argc, argv);
  if (!args.files.empty()) {
    for (auto const& file : args.files) run_target(read(file));
    return 0;
  }
  void* const memory =
      mmap(nullptr, sizeof(shared_state), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return 2;
  auto& state = *static_cast<shared_state*>(memory);
  std::fflush(nullptr);
  pid_t const child = fork();
  if (child < 0) return 2;
  if (child == 0) {
    fuzz(args, state);
    return 0;  // not _exit: leaks are looked for at a normal end
  }
  int status = 0;
  waitpid(child, &status, 0);
  return report(status, args, state);
}
