#!/usr/bin/env python3
"""gsta beside OpenSTA on random netlists and constraints.

peer.py [--kind io|exceptions|clocks|all] [--seeds FROM TO] [--liberty FILE] [--keep FOLDER] [--verbose]
peer.py --shrink SEED [--kind K] ...    drops constraints while an endpoint differs, and prints the rest

GSTA_BIN is the folder of our `sta`, GSTA_OPENSTA OpenSTA's `sta`; without --liberty cells are those of
GSTA_CLOCK_GOLDENS/lib/nangate45_mc.lib. The exit status is 1 if endpoints differ beyond the known differences (known.py).
"""
import argparse
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import compare
from constraints import KINDS, random_constraints
from draw import Draw
from netlist import cells_of, random_netlist

WORDS = ("agree", "inner pins only", "endpoints differ", "not run")
SECONDS = 60
SCRIPT = """read_liberty {liberty}
read_verilog D.v
link_design D
read_sdc D.sdc
set file [open $::env(OUT).pins w]
foreach pin [concat [get_ports *] [get_pins */*]] {{
  set name [get_full_name $pin]
  foreach what {{slack slew arrival}} {{
    if {{$what eq "arrival" && ![string match */* $name]}} continue
    foreach side {{min max}} {{
      foreach edge {{rise fall}} {{ puts $file "$name ${{what}}_${{side}}_$edge [get_property $pin ${{what}}_${{side}}_$edge]" }}
    }}
  }}
}}
close $file
foreach side {{max min}} {{
  report_checks -path_delay $side -group_count 1000 -endpoint_count 1 -format end -digits 4 > $::env(OUT).$side
}}
"""


class NotRun(Exception):
    """A program that ended without its figures, and what it said last."""


class Case:
    """A seed's netlist and constraints in a folder, to be run by both programs."""

    def __init__(self, seed, options, folder):
        self.options, self.folder = options, folder
        self.netlist = random_netlist(options.cells, Draw("netlist", seed))
        self.lines = random_constraints(self.netlist, Draw(f"{options.kind} constraints", seed), options.kind)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "D.v").write_text(self.netlist.text())
        (folder / "run.tcl").write_text(SCRIPT.format(liberty=f"{{{options.liberty}}}"))

    def run(self, name, command):
        """One program's figures and what it said besides."""
        names = [f"{name}.{what}" for what in ("pins", "max", "min")]
        for one in names:
            (self.folder / one).unlink(missing_ok=True)
        try:
            done = subprocess.run(command + ["run.tcl"], cwd=self.folder, env=dict(os.environ, OUT=name), text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise NotRun(f"{name}: more than {SECONDS} s") from None
        if done.returncode or not (self.folder / names[-1]).exists():
            raise NotRun(f"{name}: status {done.returncode}, {(done.stdout.strip().splitlines() or ['no word'])[-1]}")
        pins, late, early = ((self.folder / one).read_text() for one in names)
        return compare.Figures(pins, {"max": late, "min": early}), done.stdout

    def verdict(self, lines):
        """What differs with these constraints."""
        (self.folder / "D.sdc").write_text("\n".join(lines) + "\n")
        ours, log = self.run("ours", [self.options.ours, "--conventions", "opensta"])
        theirs, _ = self.run("theirs", [self.options.theirs, "-no_init", "-no_splash", "-exit"])
        return compare.compare(ours, theirs, self.netlist, lines, log)


def told(verdict):
    """A verdict as text of one line."""
    known = ", ".join(f"{name} {count}" for name, count in sorted(verdict.known.items()))
    return (f"{verdict.word}: {len(verdict.rows)} of {verdict.compared} rows, {len(verdict.pins)} figures of pins"
            + (f"; known: {known}" if known else ""))


def details(verdict):
    """What differs, a line each."""
    lines = [f"  {row.side} {row.group} {row.pin}: ours {row.ours}, theirs {row.theirs}" for row in verdict.rows]
    return lines + [f"  {pin} {what}: ours {ours}, theirs {theirs}" for pin, what, ours, theirs in verdict.pins[:24]]


def run_seeds(options, folder):
    """All seeds, and the table; whether endpoints of one differ."""
    counts = Counter()
    for seed in range(options.seeds[0], options.seeds[1] + 1):
        case = Case(seed, options, folder / f"{options.kind}-{seed}")
        try:
            verdict = case.verdict(case.lines)
            counts[verdict.word] += 1
            print(seed, told(verdict), flush=True)
            for line in details(verdict) if options.verbose else []:
                print(line)
        except NotRun as why:
            counts["not run"] += 1
            print(seed, f"not run: {why}", flush=True)
    print(f"\n| kind | {' | '.join(WORDS)} |\n|{'---|' * (len(WORDS) + 1)}")
    print(f"| {options.kind} | {' | '.join(str(counts[word]) for word in WORDS)} |")
    return counts["endpoints differ"] > 0


def shrunk(lines, differs):
    """Fewer lines for which differs(lines) still holds, by leaving out ever smaller pieces."""
    step = max(1, len(lines) // 3)
    while step:
        at = 0
        while at < len(lines):
            fewer = lines[:at] + lines[at + step:]
            if differs(fewer):
                lines = fewer
            else:
                at += step
        step //= 2
    return lines


def shrink(options, folder):
    """Prints the least constraints of a seed for which an endpoint differs; whether there are such."""
    case = Case(options.shrink, options, folder / f"{options.kind}-{options.shrink}")

    def differs(lines):
        try:
            return bool(case.verdict(lines).rows)
        except NotRun:
            return False

    if not differs(case.lines):
        print(options.shrink, "no endpoint differs, beyond the known differences")
        return False
    lines = shrunk(case.lines, differs)
    verdict = case.verdict(lines)
    print(*lines, told(verdict), *details(verdict), sep="\n")
    return True


def options_of(arguments):
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kind", choices=KINDS, default="all")
    parser.add_argument("--seeds", nargs=2, type=int, default=(1, 30), metavar=("FROM", "TO"))
    parser.add_argument("--shrink", type=int, metavar="SEED")
    parser.add_argument("--liberty", type=Path, help="whose cells netlists have")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where cases stay; else a folder that goes")
    parser.add_argument("--verbose", action="store_true", help="rows and figures that differ")
    options = parser.parse_args(arguments)
    for variable, missing in (("GSTA_BIN", True), ("GSTA_OPENSTA", True), ("GSTA_CLOCK_GOLDENS", not options.liberty)):
        if missing and not os.environ.get(variable):
            parser.error(f"{variable} is not set")
    options.liberty = (options.liberty or Path(os.environ["GSTA_CLOCK_GOLDENS"]) / "lib/nangate45_mc.lib").resolve()
    options.ours, options.theirs = str((Path(os.environ["GSTA_BIN"]) / "sta").resolve()), os.environ["GSTA_OPENSTA"]
    options.cells = cells_of(options.liberty.read_text())
    return options


def main(arguments):
    options = options_of(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = (options.keep or Path(temporary)).resolve()
        return int(run_seeds(options, folder) if options.shrink is None else shrink(options, folder))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
