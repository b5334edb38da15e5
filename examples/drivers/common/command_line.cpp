#include "common/command_line.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <map>
#include <new>

#include "common/output.hpp"
#include "gsta/core/error.hpp"
#include "gsta/version.hpp"

namespace drivers {

void add_device_options(CLI::App& app, device_options& options) {
  static std::map<std::string, gsta::backend> const names{
      {"auto", gsta::backend::automatic}, {"host", gsta::backend::host}, {"cuda", gsta::backend::cuda}};
  app.add_option_function<std::string>(
         "--device", [&options](std::string const& name) { options.where = names.at(name); },
         "auto (the GPU where there is one), host or cuda")
      ->check(CLI::IsMember({"auto", "host", "cuda"}))
      ->type_name("DEVICE");
  app.add_option("--threads", options.threads, "Host threads; 0: all of the machine")
      ->check(CLI::Range(0U, 1024U));
}

void add_load_options(CLI::App& app, gsta::io::load_options& options) {
  app.add_option("--max-bytes", options.max_bytes,
                 "Refuse files with more text, unpacked (64 GiB, or a third of the machine's memory)")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
}

namespace {

int complain(std::string const& line, exit_code code) {
  std::fprintf(stderr, "%s\n", line.c_str());
  return code;
}

/// CLI11's sentences, on one line.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c == '\n') c = ' ';
  }
  return text;
}

std::string version() {
  return std::to_string(GSTA_VERSION_MAJOR) + "." + std::to_string(GSTA_VERSION_MINOR) + "." +
         std::to_string(GSTA_VERSION_PATCH);
}

}  // namespace

int run_program(CLI::App& app, int argc, char** argv, std::string const& input,
                std::function<void()> const& work) {
  auto const program = app.get_name() + ": error: ";
  app.set_version_flag("--version", app.get_name() + " " + version());
  try {
    app.parse(argc, argv);
    work();
    finish_standard_output();
    return done;
  } catch (CLI::ParseError const& e) {
    if (e.get_exit_code() == 0) {  // --help, --version
      app.exit(e);
      return std::cout.flush() ? done : complain("standard output:0:0: error: cannot write", bad_input);
    }
    return complain(program + one_line(e.what()), bad_usage);
  } catch (usage_error const& e) {
    return complain(program + e.what(), bad_usage);
  } catch (gsta::backend_unavailable const& e) {
    return complain(program + e.what(), no_backend);
  } catch (gsta::cuda_error const& e) {
    return complain(program + e.what(), no_backend);
  } catch (gsta::input_error const& e) {
    return complain(e.what(), bad_input);
  } catch (std::bad_alloc const&) {
    return complain(input + ":0:0: error: there is not enough memory", bad_input);
  } catch (std::exception const& e) {
    return complain(input + ":0:0: error: " + e.what(), bad_input);
  }
}

void leave(exit_code code) noexcept {
  std::fflush(nullptr);
  std::_Exit(code);
}

}  // namespace drivers
