#!/usr/bin/env python3
"""Logs for page.py of programs that print none: gsta's example placer, and other timers.

outside.py place JSON...   what `place --json` wrote, a file a design, as tables: placements, and shortest periods where
                           it looked for these
outside.py peers           other timers on the .stab files that GSTA_STAB names (with colons between): GSTA_OPENTIMER
                           and GSTA_GPU_TIMER name programs that take a file and print a line "ms NUMBER", the
                           median of whole updates; what is not there is said, row by row
"""
import json
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PEERS = {"OpenTimer": "GSTA_OPENTIMER", "GPU timer": "GSTA_GPU_TIMER"}
SECONDS = 60


def placement_rows(placed):
    """One row a mode. `place` has ps; the paper has TNS in 10^5 ns."""
    design = placed["design"].split(",")[0]
    return [[design, mode["mode"], f"{mode['tns'] / 1e8:.4g}", f"{mode['wns'] / 1e3:.4g}", f"{mode['hpwl']:.6g}",
             f"{mode['seconds']:.4g}", str(mode["iterations"]), placed["device"]] for mode in placed["modes"]]


def median(values):
    values, half = sorted(values), len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def period_rows(found):
    """Of what `place --shortest-period` found: a row a mode in ps, and the same in per cent of wirelength alone, seed
    by seed; the last column but one is the median of the row's seeds."""
    alone = {one["seed"]: one["met"] for mode in found["modes"] if mode["mode"] == "wirelength" for one in mode["seeds"]}
    periods, shares = [], []
    for mode in found["modes"]:
        met = [one["met"] for one in mode["seeds"]]
        share = [100 * one["met"] / alone[one["seed"]] for one in mode["seeds"]]
        name, end = [found["design"], mode["mode"]], [found["device"]]
        periods.append(name + [f"{period:.6g}" for period in met + [median(met)]] + end)
        shares.append(name + [f"{one:.2f}" for one in share + [median(share)]] + end)
    return periods, shares


def print_periods(found):
    """Each design has the same seeds: one table of all."""
    if not found:
        return
    for at, (section, unit) in enumerate((("shortest periods", "ps"), ("shortest periods of wirelength's", "%"))):
        print_table(section, ["design", "mode", f"seed 1, {unit}", f"seed 2, {unit}", f"seed 3, {unit}",
                              f"median, {unit}", "placed on"], [row for both in found for row in both[at]])


def print_table(section, header, rows):
    print(f"\n### {section}\n\n| {' | '.join(header)} |\n|{'---|' * len(header)}")
    for row in rows:
        print(f"| {' | '.join(row)} |")


def place(files):
    rows, periods = [], []
    for file in files:
        try:
            placed = json.loads(Path(file).read_text(encoding="utf-8"))
            if "precision" in placed:
                periods.append(period_rows(placed))
            else:
                rows += placement_rows(placed)
        except (OSError, ValueError, KeyError) as error:
            print(f"FAIL place {file}: {error}")
    print("One placement a mode, seconds by the wall clock, the first run's allocations in them.")
    if rows:
        print_table("placement", ["design", "mode", "TNS, 1e5 ns", "WNS, ns", "HPWL, um", "seconds", "iterations",
                                  "placed on"], rows)
    print_periods(periods)
    return 0


def designs_of_papers():
    """Designs that another timer's column stands beside."""
    names = []
    for paper in ("iccad20", "warp_star"):
        for table in json.loads((HERE / f"{paper}.json").read_text(encoding="utf-8"))["tables"]:
            if any(wanted["log"] == "bench_peers" for wanted in table.get("ours", [])):
                names += [row[0] for row in table["rows"][:len(table["rows"]) - table.get("summary", 0)]]
    return list(dict.fromkeys(names))


def timed(program, file):
    """The cells after design and program: a time, or why there is none."""
    try:
        done = subprocess.run([program, str(file)], capture_output=True, text=True, timeout=SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return [f"did not run: {type(error).__name__}"]
    found = re.findall(r"^ms ([\d.]+)$", done.stdout, re.M)
    return [found[-1], file.name] if done.returncode == 0 and found else [f"ended with {done.returncode}, no time"]


def peers():
    files = {Path(name).stem: Path(name) for name in os.environ.get("GSTA_STAB", "").split(":") if name}
    rows = []
    for design in designs_of_papers():
        for peer, variable in PEERS.items():
            program = os.environ.get(variable)
            rows.append([design, peer] + (["not there"] if not program else
                                          ["no .stab file of it"] if design not in files else
                                          timed(program, files[design])))
    print("; ".join(f"{peer}: {variable} names {os.environ.get(variable) or 'no program'}"
                    for peer, variable in PEERS.items()))
    print_table("other timers", ["design", "program", "ms", "file"], rows)
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["place"]:
        sys.exit(place(sys.argv[2:]))
    if sys.argv[1:] == ["peers"]:
        sys.exit(peers())
    print(__doc__)
    sys.exit(2)
