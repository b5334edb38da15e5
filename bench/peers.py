#!/usr/bin/env python3
"""OpenSTA and OpenTimer beside gsta, on the same files and in one run; what is not there, or fails, is said.

peers.py files FOLDER [THREADS]           from files to slacks, stage by stage, of what bench_generate wrote
peers.py edits DESIGN.tau2015 [N] [SEED]  N repowers (100), each with a report, of a contest's design

GSTA_BUILD_DIR names the build with bench_host_files and tau15 (build), GSTA_OPENSTA a `sta`, GSTA_OT_SHELL an `ot-shell`.
"""
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

BUILD = Path(os.environ.get("GSTA_BUILD_DIR", "build"))
STAGES = ("liberty", "verilog", "sdc", "spef", "update", "all")
# What bench_host_files calls the stages that OpenSTA has as one: it links where gsta flattens and builds its graph.
OURS = {"liberty": ("early.lib", "late.lib"), "verilog": ("verilog", "flatten", "free", "timer"), "sdc": ("sdc",),
        "spef": ("spef",), "update": ("first",), "all": ("all",)}
CLOCK = """proc stage {name script} {
  set start [clock milliseconds]
  uplevel #0 $script
  puts "STAGE $name [expr {([clock milliseconds] - $start) / 1000.0}]"
}
"""


class Ended:
    """A command that has run: what it printed, and what it took."""

    def __init__(self, command, text=None, folder=None):
        with tempfile.TemporaryFile("w+") as given, tempfile.TemporaryFile("w+") as printed:
            given.write(text or "")
            given.seek(0)
            start = time.monotonic()
            child = subprocess.Popen([str(word) for word in command], stdin=given, stdout=printed,
                                     stderr=subprocess.STDOUT, cwd=folder)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            printed.seek(0)
            self.output = printed.read()
        self.wall, self.processor = time.monotonic() - start, used.ru_utime + used.ru_stime
        self.peak, self.failed = used.ru_maxrss // 1024, child.returncode != 0

    def last_words(self):
        return (self.output.strip().splitlines() or ["nothing was printed"])[-1]


def peer(variable):
    """The program, or why there is none."""
    name = os.environ.get(variable)
    return (name, "") if name and os.access(name, os.X_OK) else (None, f"{variable} names no program")


def row(name, run, stages, why=""):
    cells = [f"{stages[stage]:.3f}" if stage in stages else "-" for stage in STAGES]
    figures = [f"{run.processor:.2f}", str(run.peak)] if run else ["-", "-"]
    print(f"| {name} | {' | '.join(cells + figures)} | {why} |")


def our_files(folder, threads):
    run = Ended([BUILD / "bench/bench_host_files", folder, threads, "ceff"])
    seconds = {line.split()[0]: float(re.findall(r"\d+\.\d+", line)[0])
               for line in run.output.splitlines() if re.match(r"\S+.*\d+\.\d+ +\d+\.\d+ +\d+\.\d+", line)}
    stages = {stage: sum(seconds.get(part, 0) for part in parts) for stage, parts in OURS.items()}
    row("gsta", run, {} if run.failed else stages, run.last_words() if run.failed else "ceff; sha1sum in processor s")


def opensta_files(folder, threads):
    program, why = peer("GSTA_OPENSTA")
    if not program:
        return row("OpenSTA", None, {}, why)
    script = CLOCK + f"""cd {{{folder}}}
stage liberty {{read_liberty -min early.lib; read_liberty -max late.lib}}
stage verilog {{read_verilog generated.v; link_design generated}}
stage sdc {{read_sdc generated.sdc}}
stage spef {{read_spef generated.spef}}
stage update {{sta::find_timing_cmd 1; worst_slack -max}}
"""
    with tempfile.NamedTemporaryFile("w", suffix=".tcl") as file:
        file.write(script)
        file.flush()
        run = Ended([program, "-no_init", "-no_splash", "-threads", threads, "-exit", file.name])
    stages = {name: float(seconds) for name, seconds in re.findall(r"^STAGE (\w+) (\S+)$", run.output, re.M)}
    complete = len(stages) == len(STAGES) - 1
    return row("OpenSTA", run, stages | {"all": run.wall}, "dmp_ceff_elmore" if complete else run.last_words())


def opentimer_text(files, timing):
    early, late, spef, verilog = files
    return (f"read_celllib -early {early}\nread_celllib -late {late}\nread_verilog {verilog}\nread_spef {spef}\n"
            f"read_timing {timing}\n")


def opentimer_files(folder, threads):
    program, why = peer("GSTA_OT_SHELL")
    if not program:
        return row("OpenTimer", None, {}, why)
    text = opentimer_text(("early.lib", "late.lib", "generated.spef", "generated.v"), "generated.timing")
    run = Ended(["taskset", "-c", f"0-{int(threads) - 1}", program], text + "report_wns\n", folder)
    why = "reads when asked: no stages; Elmore; .timing in place of SDC"
    errors = re.findall(r"^E .*?\] (.*)$", run.output, re.M)
    if errors:
        why += f"; {len(errors)} errors, first: {errors[0]}"
    return row("OpenTimer", run, {"all": run.wall}, run.last_words() if run.failed else why)


def files_to_slacks(folder, threads="1"):
    print(f"{folder}, {threads} threads: wall seconds; processor seconds and MB of the process")
    print(f"| | {' | '.join(STAGES)} | processor | peak | |\n|{'---|' * (len(STAGES) + 4)}")
    for measure in (our_files, opensta_files, opentimer_files):
        measure(Path(folder).resolve(), threads)


def families(liberty):
    """Cells that may stand for each other: of one name but for their size, with the same pins, functions and senses."""
    found = {}
    for cell in re.split(r"\bcell\s*\(", liberty)[1:]:
        name = re.match(r"\s*\"?(\w+)", cell)[1]
        stem = re.sub(r"_X\d+$", "", name)
        kind = (stem if stem != name else "",) + tuple(tuple(re.findall(rf"\b{what}\W*([^\s;)\"]+)", cell))
                                                       for what in ("pin", "function", "timing_sense"))
        found.setdefault(kind, []).append(name)
    return {name: [other for other in group if other != name] for group in found.values() for name in group}


def repowers(files, folder, count, seed):
    like = families((folder / files[0]).read_text())
    gates = re.findall(r"^\s*(\w+)\s+(\w+)\s*\(.*?\.(\w+)\s*\(\s*\w+\s*\)\s*\)\s*;", (folder / files[3]).read_text(), re.M)
    gates = [gate for gate in gates if like.get(gate[0])]
    draw, ops = random.Random(seed), ""
    for cell, name, pin in (draw.choice(gates) for _ in range(count)):
        ops += f"repower_gate {name} {draw.choice(like[cell])}\nreport_slack -pin {name}:{pin} -late\n"
    return ops


def edits(design, count="100", seed="1"):
    """Reading left out: the difference between a run with all edits and one with the first."""
    folder = Path(design).resolve().parent
    files, stem = Path(design).read_text().split(), Path(design).stem
    ops = repowers(files, folder, int(count), int(seed))
    first = "".join(ops.splitlines(True)[:2])
    shell, why = peer("GSTA_OT_SHELL")
    costs, slacks = {"gsta": [], "OpenTimer": []}, {}
    for _ in range(3):
        with tempfile.TemporaryDirectory() as out:
            def ours(text):
                (Path(out) / "ops").write_text(text)
                run = Ended([(BUILD / "bin/tau15").resolve(), Path(design).resolve(), folder / f"{stem}.timing", "ops",
                             "output", "--no-cppr", "--threads", "1"], folder=out)
                run.output = (Path(out) / "output").read_text() if not run.failed else run.output
                return run

            def theirs(text):
                return Ended(["taskset", "-c", "0", shell], opentimer_text(files, f"{stem}.timing") + text, folder)

            for name, measure in (("gsta", ours), ("OpenTimer", theirs))[:2 if shell else 1]:
                many, one = measure(ops), measure(first)
                if many.failed:
                    raise SystemExit(f"{name}: {many.last_words()}")
                costs[name].append((many.processor - one.processor) / (int(count) - 1))
                slacks[name] = [float(x) for x in re.findall(r"^(-?(?:\d+\.?\d*(?:e[-+]\d+)?|nan|inf))$", many.output, re.M)]
    for name, all_costs in costs.items():
        print(f"{name}: {1e6 * statistics.median(all_costs):.0f} us of processor an edit with its report"
              if all_costs else f"{name}: {why}")
    if len(slacks) == 2:
        both = zip(slacks["gsta"][-int(count):], slacks["OpenTimer"][-int(count):])
        apart = [abs(a - b) for a, b in both if a == a and b == b]  # not of what one of them leaves undefined
        print(f"slacks compared: {len(apart)} of {count}, largest difference {max(apart, default=float('nan')):g}")


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] in ("files", "edits"):
        (files_to_slacks if sys.argv[1] == "files" else edits)(*sys.argv[2:])
    else:
        sys.exit(__doc__)
