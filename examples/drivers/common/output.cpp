#include "common/output.hpp"

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "common/command_line.hpp"
#include "gsta/core/error.hpp"

namespace drivers {

namespace {

[[noreturn]] void fail_standard_output() {
  throw gsta::input_error("standard output", 0, 0,
                          std::string("cannot write: ") + (errno == 0 ? "it failed" : std::strerror(errno)));
}

}  // namespace

output::output(std::string const& path) {
  if (!path.empty()) file_.emplace(path);
}

void output::write(std::string_view text) {
  if (file_) return file_->write(text);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) fail_standard_output();
}

void output::finish() { return file_ ? file_->finish() : finish_standard_output(); }

void finish_standard_output() {
  errno = 0;
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) fail_standard_output();
}

CLI::Option* add_output_option(CLI::App& app, std::string const& name, std::string& into, char const* what) {
  auto const is_name = [](std::string const& given) {
    return std::string(given.empty() ? "expected the name of a file, found none" : "");
  };
  return app.add_option(name, into, what)->check(CLI::Validator(is_name, "", ""))->type_name("FILE");
}

bool is_same_file(std::string const& a, std::string const& b) {
  std::error_code problem;
  if (std::filesystem::equivalent(a, b, problem)) return std::filesystem::is_regular_file(a, problem);
  bool const is_new = !std::filesystem::exists(a, problem) && !std::filesystem::exists(b, problem);
  return is_new &&
         std::filesystem::weakly_canonical(a, problem) == std::filesystem::weakly_canonical(b, problem);
}

void check_outputs(std::vector<std::string> const& outputs, std::vector<std::string> const& inputs) {
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i].empty()) continue;
    for (auto const& input : inputs)
      if (is_same_file(outputs[i], input)) throw usage_error(outputs[i] + " is read, and is not written too");
    for (std::size_t k = 0; k < i; ++k)
      if (!outputs[k].empty() && is_same_file(outputs[i], outputs[k]))
        throw usage_error(outputs[i] + " is to be written twice");
  }
}

}  // namespace drivers
