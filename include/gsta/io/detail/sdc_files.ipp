#pragma once

#include <filesystem>

#include "gsta/io/detail/sdc_cage.ipp"

namespace gsta::io::detail {

GSTA_INLINE sdc_list sdc_words(int count, Tcl_Obj* const words[]) {
  sdc_list result;
  for (int i = 1; i < count; ++i) result.emplace_back(Tcl_GetString(words[i]));
  return result;
}

/// Where `source NAME` leads, links followed: a file below the folder of the outermost file. A relative name
/// is looked for there first, then where the process runs.
GSTA_INLINE std::string sdc_tcl::allowed_path(std::string const& name) const {
  namespace fs = std::filesystem;
  std::error_code ignored;
  auto folder = fs::path(running_.front().file->name()).parent_path();
  auto const root =
      fs::weakly_canonical(fs::absolute(folder.empty() ? fs::path(".") : folder, ignored), ignored);
  auto const inside = [&](fs::path const& path) {
    auto const relative = path.lexically_relative(root);
    return !relative.empty() && *relative.begin() != ".." && relative != ".";
  };
  fs::path const wanted(name);
  for (auto const& candidate :
       {wanted.is_absolute() ? wanted : root / wanted, fs::absolute(wanted, ignored)}) {
    auto const path = fs::weakly_canonical(candidate, ignored);
    if (path.empty() || !inside(path)) continue;
    if (fs::is_regular_file(path, ignored)) return path.string();
  }
  auto const first = fs::weakly_canonical(wanted.is_absolute() ? wanted : root / wanted, ignored);
  if (!inside(first))
    throw sdc_error("the file " + in_quotes(name) +
                    " is not below the folder of the SDC file; reading it is not allowed in SDC");
  throw sdc_error("there is no file " + in_quotes(name) + " below the folder of the SDC file");
}

GSTA_INLINE sdc_reply sdc_tcl::run_source(sdc_list const& words) {
  sdc_arguments const in("echo~ verbose~ quiet~ encoding:~", words);
  in.expect_words(1, 1);
  constexpr std::size_t deepest = 20, most = 1000;
  if (running_.size() > deepest) throw sdc_error("files that source each other are nested too deep");
  auto const path = allowed_path(in.words[0]);
  auto found = sourced_.find(path);
  if (found == sourced_.end()) {
    if (sourced_.size() >= most) throw sdc_error("too many files are sourced");
    auto const folder = std::filesystem::path(running_.front().file->name()).parent_path();
    auto shown = std::filesystem::path(in.words[0]).is_absolute() ? path : (folder / in.words[0]).string();
    auto limits = options_.sourced;
    limits.max_bytes = std::min<std::uint64_t>(limits.max_bytes, largest_sdc_file);
    auto const loaded = load(path, limits);
    found = sourced_.emplace(path, source::from_text(std::move(shown), std::string(loaded.text()))).first;
  }
  run_file(found->second, 0);
  return {{Tcl_GetStringResult(interp_)}, true};
}

GSTA_INLINE int sdc_tcl::call_source(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  auto& self = *static_cast<sdc_tcl*>(data);
  return self.bindings_->answer([&] { return self.run_source(sdc_words(count, words)); });
}

/// The part of `file` that only looks at names.
GSTA_INLINE int sdc_tcl::call_file(ClientData data, Tcl_Interp*, int count, Tcl_Obj* const words[]) {
  return static_cast<sdc_tcl*>(data)->bindings_->answer([&]() -> sdc_reply {
    using path = std::filesystem::path;
    auto const in = sdc_words(count, words);
    if (in.size() < 2) throw sdc_error("the Tcl command \"file\" needs a subcommand and a name");
    path const name(in[1]);
    auto const text = [](path const& p) { return sdc_reply{{p.string()}, true}; };
    if (in[0] == "dirname") return text(name.has_parent_path() ? name.parent_path() : path("."));
    if (in[0] == "tail") return text(name.filename());
    if (in[0] == "extension") return text(name.extension());
    if (in[0] == "rootname")
      return text(name.has_parent_path() ? name.parent_path() / name.stem() : name.stem());
    if (in[0] == "normalize") return text(name.lexically_normal());
    if (in[0] == "join") {
      path all;
      for (std::size_t i = 1; i < in.size(); ++i) all /= in[i];
      return text(all);
    }
    throw sdc_error("the Tcl command " + in_quotes("file " + in[0]) + " is not allowed in SDC");
  });
}

/// `info script`: the file being read.
GSTA_INLINE int sdc_tcl::call_script(ClientData data, Tcl_Interp*, int, Tcl_Obj* const[]) {
  auto& self = *static_cast<sdc_tcl*>(data);
  return self.bindings_->answer([&]() -> sdc_reply {
    return {{self.running_.empty() ? std::string() : self.running_.back().file->name()}, true};
  });
}

}  // namespace gsta::io::detail
