// SDC's commands in an interpreter of a caller's own.

#include "gsta/io/sdc_session.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gsta/io/sdc.hpp"
#include "gsta/io/source.hpp"
#include "src/io/sdc_arguments.hpp"
#include "src/io/sdc_bindings.hpp"
#include "src/io/sdc_bytes.hpp"
#include "src/io/sdc_command.hpp"
#include "src/io/sdc_objects.hpp"
#include "src/io/sdc_process.hpp"
#include "src/io/sdc_reader.hpp"
#include "src/io/sdc_records.hpp"
#include "src/io/sdc_tcl.hpp"
#include "src/io/sdc_text_search.hpp"

namespace gsta::io {

/// What a session is made of.
struct sdc_session::body {
  Tcl_Interp* interp;
  std::function<sdc_place()> locate;
  sdc_options options;
  model::diagnostics seen;
  model::netlist const* netlist = nullptr;
  model::library const* library = nullptr;
  std::string first_file;  ///< that said something
  std::size_t files_read = 0;
  detail::sdc_bindings bindings;
  std::optional<detail::sdc_reader> reader;

  body(Tcl_Interp* in, std::function<sdc_place()> where, sdc_options settings)
      : interp(in), locate(std::move(where)), options(std::move(settings)), bindings(in) {
    Tcl_Preserve(interp);
  }
  body(body const&) = delete;
  body& operator=(body const&) = delete;
  ~body() {
    if (Tcl_InterpDeleted(interp) == 0) bindings.remove_all();
    Tcl_Release(interp);
  }

  detail::sdc_reader& open() {
    if (!reader) throw argument_error("no design is linked yet: link_design comes first");
    return *reader;
  }
  void connect() {
    reader->tcl.split = detail::split_tcl_list;
    reader->tcl.regular = detail::tcl_expression;
    reader->tcl.locate = [this]() -> detail::sdc_location {
      auto place = locate();
      if (first_file.empty()) first_file = place.file;
      return {std::move(place.file), place.at};
    };
  }
};

namespace detail {
namespace {

/// What a session learns from a process of its own.
struct sdc_session_state {
  sdc_records records;
  model::diagnostics seen;
};
template <class A>
void pass(A& a, sdc_session_state& s) {
  pass(a, s.records);
  pass(a, s.seen);
}

constexpr std::pair<sdc_named::sort, sdc_kind> sdc_sorts[] = {{sdc_named::sort::port, sdc_kind::port},
                                                              {sdc_named::sort::pin, sdc_kind::pin},
                                                              {sdc_named::sort::cell, sdc_kind::cell},
                                                              {sdc_named::sort::net, sdc_kind::net},
                                                              {sdc_named::sort::clock, sdc_kind::clock}};

}  // namespace
}  // namespace detail

sdc_session::sdc_session(Tcl_Interp* interp, std::function<sdc_place()> locate, sdc_options const& options)
    : body_(std::make_unique<body>(interp, std::move(locate), options)) {
  auto& bindings = body_->bindings;
  bindings.add_all([](std::string const& name) { return name != "puts" && name != "echo"; });
  bindings.on_error = [b = body_.get()] {
    auto const& [file, at] = b->bindings.error_location;
    if (file.empty()) return;
    Tcl_SetErrorCode(b->interp, "GSTA", file.c_str(), std::to_string(at.line).c_str(),
                     std::to_string(at.column).c_str(), static_cast<char*>(nullptr));
  };
}

sdc_session::~sdc_session() = default;

void sdc_session::begin(model::netlist const& netlist, model::library const& library) {
  auto& b = *body_;
  b.bindings.reader = nullptr;
  b.seen = {};
  b.netlist = &netlist;
  b.library = &library;
  b.first_file.clear();
  auto const first_handle = b.reader ? b.reader->next_handle() : 0;
  b.reader.reset();
  b.reader.emplace(netlist, library, b.seen, b.options);
  b.reader->number_handles_from(first_handle);
  b.connect();
  b.bindings.begin(*b.reader);
  ++b.files_read;
}

void sdc_session::read(std::vector<source> const& files) {
  using state = detail::sdc_session_state;
  auto& b = *body_;
  auto& reader = b.open();
  if (files.empty()) return;
  auto const here = [&](detail::sdc_progress const& on_command) {
    detail::sdc_tcl tcl(reader, b.options, on_command);
    for (auto const& file : files) tcl.run(file);
  };
  std::optional<state> made;
  if (b.options.own_process) {
    model::diagnostics of_the_process;
    made = detail::run_sdc_apart<state>(files, b.options, of_the_process,
                                        [&](model::diagnostics&, detail::sdc_progress const& on_command) {
                                          here(on_command);
                                          return state{reader.records(), b.seen};
                                        });
  }
  if (made) {
    reader.replace_records(std::move(made->records));
    b.seen = {};
    b.seen.merge(made->seen);
  } else {
    state before{reader.records(), b.seen};
    try {
      here({});
    } catch (...) {
      reader.replace_records(std::move(before.records));
      b.seen = std::move(before.seen);
      b.connect();
      throw;
    }
    b.connect();
  }
  if (b.first_file.empty()) b.first_file = files.front().name();
  ++b.files_read;
}

void sdc_session::netlist_changed() {
  body_->open().netlist_changed();
  ++body_->files_read;
}

bool sdc_session::names(std::string const& object) const {
  detail::text_search search(object);
  auto records = body_->open().records();  // one list of members serves all ways, writing among them
  detail::pass(search, records);
  return search.found();
}

model::constraints sdc_session::constraints(model::diagnostics& seen) const {
  auto result = body_->open().so_far(seen);
  result.file = body_->first_file;
  return result;
}

model::omissions const& sdc_session::unmatched() const noexcept { return body_->seen.unmatched(); }

std::size_t sdc_session::changes() const noexcept { return body_->files_read + body_->bindings.changes; }

std::vector<sdc_named> sdc_session::objects(std::string const& words,
                                            std::vector<sdc_named::sort> const& sorts) const {
  detail::sdc_kinds kinds = 0;
  for (auto const& [is, kind] : detail::sdc_sorts) {
    for (auto const wanted : sorts) {
      if (wanted == is) kinds = kinds | kind;
    }
  }
  std::vector<sdc_named> result;
  try {
    for (auto& object : body_->open().objects(words, kinds)) {
      for (auto const& [is, kind] : detail::sdc_sorts) {
        if (kind == object.kind) result.push_back({is, object.name});
      }
    }
  } catch (detail::sdc_error const& problem) {
    throw argument_error(problem.what());
  }
  return result;
}

std::string sdc_session::shown(std::string_view text) const {
  return body_->reader ? body_->reader->shown(text) : std::string(text);
}

}  // namespace gsta::io
