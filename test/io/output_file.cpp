// Files are written whole or not at all, and nothing but a file is replaced.
#include "gsta/io/output_file.hpp"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <string>
#include <vector>

#include "gsta/core/error.hpp"
#include "test/io/own_folder.hpp"
#include "test/support/catch.hpp"
#include "test/support/skip.hpp"

namespace io = gsta::io;
namespace fs = std::filesystem;
using gsta_test::contains, gsta_test::own_folder, gsta_test::slurp;

namespace {

void put(std::string const& path, std::string const& text) {
  io::output_file file(path);
  file.write(text);
  file.finish();
}

std::size_t files_in(fs::path const& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

unsigned mode_of(std::string const& path) {
  struct stat seen{};
  REQUIRE(lstat(path.c_str(), &seen) == 0);
  return seen.st_mode;
}

std::string why_not(std::string const& path) {
  try {
    put(path, "new");
  } catch (gsta::input_error const& e) {
    CHECK(e.file == path);
    CHECK(e.line == 0);
    return e.what();
  }
  return "it was written";
}

}  // namespace

TEST_CASE("output files: the old file stays until the new one is whole") {
  own_folder const folder;
  auto const path = folder.file("report");
  put(path, "old");
  {
    io::output_file file(path);
    file.write(std::string(100'000, 'x'));
    CHECK(slurp(path) == "old");
    CHECK(files_in(folder.at) == 2);
  }
  CHECK(slurp(path) == "old");
  CHECK(files_in(folder.at) == 1);
  {
    io::output_file file(path);
    file.write("ab");
    file.skip_to(4);
    std::fputs("c", file.stream());
    file.finish();
  }
  CHECK(slurp(path) == std::string("ab\0\0c", 5));
  CHECK(files_in(folder.at) == 1);
  auto more = io::output_file::behind(path);
  more.write("d");
  more.finish();
  CHECK(slurp(path) == std::string("ab\0\0cd", 6));
  put(std::string(folder.at / std::string(255, 'n')), "long");
  CHECK(slurp(folder.at / std::string(255, 'n')) == "long");
}

TEST_CASE("output files: permissions stay, and those of new files are the user's") {
  own_folder const folder;
  auto const path = folder.file("f");
  for (unsigned const mode : {0600U, 0644U, 0660U, 0755U}) {
    put(path, "1");
    REQUIRE(chmod(path.c_str(), mode) == 0);
    put(path, "2");
    CHECK((mode_of(path) & 07777U) == mode);
  }
  auto const before = umask(027);
  put(folder.file("fresh"), "x");
  umask(before);
  CHECK((mode_of(folder.file("fresh")) & 07777U) == 0640);
  if (geteuid() == 0) return;  // who may write anything
  REQUIRE(chmod(path.c_str(), 0444) == 0);
  CHECK_THAT(why_not(path), contains("Permission denied"));
  CHECK(slurp(path) == "2");
}

TEST_CASE("output files: links stay, and what they lead to is written") {
  own_folder const folder;
  fs::create_directory(folder.at / "deep");
  put(folder.file("deep/target"), "old");
  fs::create_symlink("target", folder.at / "deep" / "near");
  fs::create_symlink("deep/near", folder.at / "far");
  fs::create_symlink("deep/nothing yet", folder.at / "ahead");
  fs::create_symlink("round", folder.at / "round");
  put(folder.file("far"), "new");
  put(folder.file("ahead"), "first");
  CHECK(slurp(folder.file("deep/target")) == "new");
  CHECK(slurp(folder.file("deep/nothing yet")) == "first");
  for (char const* const link : {"far", "deep/near", "ahead", "round"})
    CHECK(fs::is_symlink(folder.at / link));
  CHECK_THAT(why_not(folder.file("round")), contains("cannot write the file"));
  CHECK(fs::is_symlink(folder.at / "round"));
  fs::create_hard_link(folder.at / "deep/target", folder.at / "shadow");
  put(folder.file("shadow"), "both");
  CHECK(slurp(folder.file("deep/target")) == "both");
}

TEST_CASE("output files: pipes, devices and descriptors are written to as they stand") {
  own_folder const folder;
  auto const pipe = folder.file("pipe");
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  auto read = std::async(std::launch::async, [&] { return slurp(pipe); });
  put(pipe, "through");
  CHECK(read.get() == "through");
  CHECK(S_ISFIFO(mode_of(pipe)));
  put("/dev/null", "nowhere");
  CHECK(S_ISCHR(mode_of("/dev/null")));
  CHECK_THAT(why_not("/dev/full"), contains("No space left on device"));
  CHECK(S_ISCHR(mode_of("/dev/full")));
  auto const path = folder.file("open");
  int const descriptor = open(path.c_str(), O_CREAT | O_WRONLY, 0600);
  REQUIRE(write(descriptor, "a", 1) == 1);
  put("/dev/fd/" + std::to_string(descriptor), "b");
  REQUIRE(write(descriptor, "c", 1) == 1);
  close(descriptor);
  CHECK(slurp(path) == "abc");
  CHECK_THAT(why_not(folder.at.string()), contains("Is a directory"));
  CHECK_THAT(why_not(folder.file("none/x")), contains("No such file"));
  CHECK_THROWS_AS(put("", "x"), gsta::argument_error);
}

TEST_CASE("output files: a device of one's own stays one") {
  own_folder const folder;
  auto const device = folder.file("null");
  if (mknod(device.c_str(), S_IFCHR | 0600, makedev(1, 3)) != 0) gsta_test::skip("only root makes devices");
  int const opened = open(device.c_str(), O_WRONLY);
  if (opened < 0) gsta_test::skip("devices are not opened in this folder");
  close(opened);
  put(device, "x");
  CHECK(S_ISCHR(mode_of(device)));
  CHECK(files_in(folder.at) == 1);
}

TEST_CASE("output files: of many that write one path each succeeds, and one file remains") {
  own_folder const folder;
  auto const path = folder.file("shared");
  constexpr int writers = 4, times = 25;
  auto const text_of = [](int i) { return std::string(200'000, static_cast<char>('a' + i)); };
  auto const write_all = [&](int i) {
    for (int k = 0; k < times; ++k) put(path, text_of(i));
  };
  pid_t const child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    try {
      write_all(writers);
    } catch (...) {
      _exit(1);
    }
    _exit(0);
  }
  {
    std::vector<std::future<void>> all;
    for (int i = 0; i < writers; ++i) all.push_back(std::async(std::launch::async, write_all, i));
    for (auto& one : all) CHECK_NOTHROW(one.get());
  }
  int status = 1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
  CHECK(files_in(folder.at) == 1);
  auto const left = slurp(path);
  REQUIRE_FALSE(left.empty());
  CHECK(left == text_of(left[0] - 'a'));
}

TEST_CASE("output files: on a full disk the old file stays, and nothing beside it") {
  own_folder const folder;
  auto const disk = folder.at / "disk";
  fs::create_directory(disk);
  if (mount("none", disk.c_str(), "tmpfs", 0, "size=256k") != 0)
    gsta_test::skip("file systems are not mounted here");
  auto const path = (disk / "f").string();
  put(path, "old");
  std::string said;
  try {
    put(path, std::string(1'000'000, 'x'));
  } catch (gsta::input_error const& e) {
    said = e.what();
  }
  auto const left = slurp(path);
  auto const count = files_in(disk);
  umount(disk.c_str());
  CHECK_THAT(said, contains("No space left on device"));
  CHECK(left == "old");
  CHECK(count == 1);
}
