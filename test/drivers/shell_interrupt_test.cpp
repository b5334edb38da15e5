// Ctrl-C at the prompt of the driver sta, with libedit and without: it ends what runs, never the session.
#include <string>

#include "test/drivers/terminal.hpp"
#include "test/support/catch.hpp"

using namespace gsta_test;

namespace {

constexpr char const* kinds[] = {"vt100", "dumb"};  // libedit, where it is there, leaves the second alone
std::string const interrupt_key = "\x03";

}  // namespace

TEST_CASE("shell: Ctrl-C drops the line that is typed") {
  for (char const* const kind : kinds) {
    CAPTURE(kind);
    terminal t("sta", {"--shell", "--device", "host"}, kind);
    REQUIRE(t.shows("sta> "));
    t.type("puts wrong");
    CHECK(t.shows("wrong"));
    t.type(interrupt_key);
    CHECK(t.shows("sta> "));
    t.type("puts [expr {6 * 7}]\r");
    CHECK(t.shows("42"));
    REQUIRE(t.shows("sta> "));
    t.type("foreach x {1 2} {\r");
    CHECK(t.shows("   > "));
    t.type(interrupt_key);
    CHECK(t.shows("sta> "));
    t.type("puts [expr {6 * 8}]\r");
    CHECK(t.shows("48"));
    REQUIRE(t.shows("sta> "));
    t.type("exit 5\r");
    CAPTURE(t.shown());
    CHECK(t.end() == 5);
  }
}

TEST_CASE("shell: Ctrl-C ends loops that catch errors, and waits") {
  for (char const* const kind : kinds) {
    for (std::string const command :
         {"while 1 {catch {expr {1 + 1}}}", "while 1 {catch {error x}}", "while 1 {catch {after 20}}",
          "after 1000000", "after 1000000 {}; vwait forever", "proc f {} {while 1 {catch {f}}}; f",
          "while 1 {catch {report_wns}}"}) {
      CAPTURE(kind, command);
      terminal t("sta", {"--shell", "--device", "host"}, kind);
      REQUIRE(t.shows("sta> "));
      t.type("puts on; flush stdout; " + command + "\r");
      CHECK(t.shows("\r\non"));
      t.type(interrupt_key);
      CHECK(t.shows("interrupted"));
      CHECK(t.shows("sta> "));
      t.type("puts [expr {6 * 7}]\r");
      CHECK(t.shows("42"));
      REQUIRE(t.shows("sta> "));
      t.type("set x [catch {error y}]; puts \"is $x\"\r");
      CHECK(t.shows("\r\nis 1"));
      REQUIRE(t.shows("sta> "));
      t.type("exit\r");
      CAPTURE(t.shown());
      CHECK(t.end() == 0);
    }
  }
}
