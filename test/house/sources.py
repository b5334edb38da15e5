#!/usr/bin/env python3
"""What no compiler checks of the sources: sources.py layers|doors|snippets|comments PROJECT.

layers    who includes whom, in include/ and src/
doors     each public .hpp is reached from gsta.hpp, each .cuh from gsta.cuh; a .cuh is beside the .hpp of its name
snippets  C++ and CMake in README and docs is cut from files that a test builds
comments  of public functions, as Doxygen reads them, have Shapes, Cost, Where and Throws; no first sentence of any refers
          to another comment, and no signature names what is in detail:: or has more than eight parameters

Prints a line for each breach; exit 1 if there is one. In test/house/breaches each of the four sees what it is for: what
it finds there are the lines that say "layers BREACH: words" and so on, with these words.
"""
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from pathlib import Path

# A room sees itself and the rooms before it.
ROOMS = ("core model io lut flat graph constrain rc engine forward slack smooth adjoint path update weights report "
         "sta schemes").split()
DRIVERS = {"flat/flatten", "graph/levelize", "rc/flatten_rc", "forward/propagate", "slack/required"}  # they run a stage
TEXTS = {"core", "model", "io", "flat", "report", "sta", "schemes"}  # rooms that read names

# What umbrellas leave out: the model and what flattens it, files, reports, timers, the papers' schemes, what only live
# timers need, clock trees of credits (a sixth of gsta.hpp's time), drivers that timers call by themselves, and oneTBB.
LEFT_OUT = re.compile(
    r"(model|io|report|sta|update|schemes)/|flat/(cell_templates|flatten|flatten_options|handles|latch_order|later_wires|"
    r"match_names|structure|wire_network)\.|path/(changed_times|kept_costs|kept_paths)\.|core/tbb_executor\.|"
    r"(constrain/make|forward/update)_clock_tree\.|(forward|slack)/level_lanes\.|rc/passing_trees\.")
DEVICE_ONLY = re.compile(r"schemes/|core/(cuda_executor|pinned_copy|pinned_pieces)\.|path/path\.|sta/(gradient_plan|host_flow)\.")
INCLUDE = re.compile(r'\s*#\s*include ([<"])([^">]+)[>"]')


def of(folder, *suffixes):
    return sorted(p for p in folder.rglob("*") if p.suffix in suffixes)


def breaches_of_include(room, file, device, source, quote, target):
    if not device and re.match("cub|thrust|cuda|cooperative_groups", target):
        yield "CUDA is seen only by .cuh files"
    if device and re.match("(cub|thrust)/", target) and room != "core" and "/detail/" not in file:
        yield "CUB and Thrust stand only behind core and in detail/"
    if target.startswith("src/"):
        if not source:
            yield "a header includes a source's"
        elif target.split("/")[1] != room:
            yield "sources are seen only from their own room"
    elif not target.startswith("gsta/"):
        if quote == '"' and "/" not in target and " " not in target:
            yield 'include by the full path, "gsta/room/file"'
    elif not device and target.endswith(".cuh"):
        yield "a host header includes a .cuh"
    elif target.count("/") == 1:
        if target != "gsta/version.hpp" and room not in ("", "sta"):
            yield "a room includes an umbrella"
    else:
        yield from breaches_of_rooms(room, file, *target.removeprefix("gsta/").split("/", 1))


def breaches_of_rooms(room, file, to, name):
    if name.startswith("detail/") and to not in (room, "engine") and room != "schemes":  # rooms that sweep share the engine
        yield "detail/ is seen only from its own room"
    if room == "" and to in ("io", "report", "sta"):
        yield "the umbrellas leave out io, report and sta"
    if room in ("", to):
        return
    if to == "schemes":
        yield "the schemes of papers are for those who ask"
    elif ROOMS.index(to) > ROOMS.index(room) and not (to == "flat" and file.startswith("io/snapshot")):
        yield f"{room} comes before {to}"
    if to == "io" and room != "sta":
        yield "io is seen only by sta"
    if to == "model" and (room not in TEXTS or room == "schemes"):
        yield "past flat nothing reads the model"
    driver = f"{to}/{name}".split(".")[0]
    if driver in DRIVERS and room not in ("update", "weights", "sta", "schemes") and (room, to) != ("path", "graph"):
        yield "a stage runs no other stage"


def layers(project):
    for root in (project / "include/gsta", project / "src"):
        for path in of(root, ".hpp", ".cuh", ".cpp"):
            file = path.relative_to(root).as_posix()
            room = file.split("/")[0] if "/" in file else ""
            if room and room not in ROOMS:
                yield path, 1, f"there is no room {room}"
                continue
            for number, line in enumerate(path.read_text().split("\n"), 1):
                include = INCLUDE.match(line)
                if include:
                    for words in breaches_of_include(room, file, path.suffix == ".cuh", root.name == "src", *include.groups()):
                        yield path, number, f"{words}: {include[2]}"
                elif room not in TEXTS and re.match(r"(?!\s*//).*(string_view|std::string const ?&|vector<std::string>)", line):
                    if room:
                        yield path, number, "no string is read past flat"


def doors(project):
    root = project / "include"

    def reached(name, known):
        if name not in known and (root / name).is_file():
            known.add(name)
            for include in map(INCLUDE.match, (root / name).read_text().split("\n")):
                if include:
                    reached(include[2], known)
        return known

    for suffix in (".hpp", ".cuh"):
        inside = reached("gsta/gsta" + suffix, set())
        for path in sorted(root.glob("gsta/*/*" + suffix)):
            name = path.relative_to(root / "gsta").as_posix()
            if suffix == ".cuh" and not path.with_suffix(".hpp").is_file() and not DEVICE_ONLY.match(name):
                yield path, 1, "no .hpp of its name, and not listed as a device's alone"
            if "gsta/" + name not in inside and not LEFT_OUT.match(name):
                yield path, 1, "not reached from gsta" + suffix


def snippets(project):
    """A line "<!-- cut from FILE -->" is in front of a block, whose lines are lines of FILE, "..." any that are left out."""
    def stripped(text):
        return "\n" + "\n".join(line.strip() for line in text.split("\n")) + "\n"

    block = re.compile(r"(?:^<!-- cut from ([^\n]*) -->\n\s*)?^```(\w*)[^\n]*\n(.*?)^```$", re.M | re.S)
    for page in sorted([project / "README.md", *project.glob("docs/*.md"), *project.glob("docs/decisions/*.md")]):
        text = page.read_text()
        for found in block.finditer(text):
            file, kind, lines = found.groups()
            if kind not in ("cpp", "cuda", "cmake"):
                continue
            number = text.count("\n", 0, found.start(2)) + 1
            if not file or not re.match("(examples|test)/", file) or not (project / file).is_file():
                yield page, number, f"cut from no example or test: {file}"
                continue
            if kind != "cmake" and not re.search("^#include <", lines, re.M):
                yield page, number, "includes nothing"
            source, at = stripped((project / file).read_text()), 0
            for part in stripped(lines.rstrip("\n")).split("\n...\n"):
                part = "\n" + part.strip("\n") + "\n"
                at = source.find(part, at) + len(part) - 1
                if at < len(part) - 1:
                    yield page, number, f"{file} has no such lines"
                    break


DOXYGEN = """INPUT = {0}/include
OUTPUT_DIRECTORY = {1}
FILE_PATTERNS = *.hpp *.cuh
EXTENSION_MAPPING = cuh=C++
RECURSIVE = YES
EXCLUDE_PATTERNS = */detail/*
EXCLUDE_SYMBOLS = detail *::detail
MACRO_EXPANSION = YES
EXPAND_ONLY_PREDEF = YES
PREDEFINED = GSTA_HD= __device__= __host__= __global__= __forceinline__= GSTA_HAS_TBB=1 GSTA_HAS_CUDA=1
JAVADOC_AUTOBRIEF = YES
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
QUIET = YES
WARNINGS = NO
WARN_IF_UNDOCUMENTED = NO
"""


def members(project):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["doxygen", "-"], input=DOXYGEN.format(project, folder), text=True, check=True)
        for page in sorted(Path(folder).glob("xml/*.xml")):
            for member in xml.parse(page).iter("memberdef"):
                place = member.find("location")
                yield member, Path(place.get("file")).resolve(), int(place.get("line"))


def text_of(nodes):
    return " ".join(" ".join("".join(node.itertext()).split()) for node in nodes)


def comments(project):
    """Overloads of a room share the comment; what runs on a device inside of others needs none of the four words."""
    functions = {}
    for member, path, number in members(project):
        doc = text_of([member.find("briefdescription"), member.find("detaileddescription")])
        if re.search(r"\b(likewise|the same|as above)\b", re.split(r"\.(?: |$)", doc)[0], re.I):
            yield path, number, "the first sentence does not stand alone"
        if member.get("kind") != "function" or member.get("prot") != "public":
            continue
        if "detail::" in text_of(member.iter("type")) and path.stem != "with_executor":
            yield path, number, "names what is in detail::"
        if len(member.findall("param")) > 8:
            yield path, number, "takes more than eight parameters: these are an aggregate"
        name = member.find("name").text
        if re.match("class|struct", member.get("id")) or name.startswith("operator") or name == "view_of":
            continue
        if not text_of([member.find("type")]):
            continue  # a deduction guide returns nothing
        declared = "\n".join(path.read_text().split("\n")[max(0, number - 3):number])
        seen = functions.setdefault((path.parent, name), [path, number, "", False])
        seen[2] += doc
        seen[3] |= not re.search(r"\b(GSTA_HD|constexpr)\b", declared)
    for path, number, doc, full in functions.values():
        missing = [word for word in ("Shapes", "Cost", "Where", "Throws") if word + ":" not in doc]
        if path.parent.name not in ("gsta", "core", "model", "report", "sta") and full and missing:
            yield path, number, "the comment has no " + " and no ".join(missing)
    if not functions:
        yield project, 1, "there is no function to check"


def main():
    check, project = sys.argv[1], Path(sys.argv[2]).resolve()
    files = of(project, ".hpp", ".cuh", ".cpp", ".md") if project.name == "breaches" else []
    planted = {(path, number): line.split(f"{check} BREACH: ")[1] for path in files
               for number, line in enumerate(path.read_text().split("\n"), 1) if f"{check} BREACH: " in line}
    bad = 0
    for path, number, words in dict.fromkeys(globals()[check](project)):
        expected = planted.pop((path, number), None)
        if expected is None or expected not in words:
            print(f"{path}:{number}: {words}")
            bad = 1
    for (path, number), words in planted.items():
        print(f"{path}:{number}: {check} did not find: {words}")
        bad = 1
    return bad


sys.exit(main())
