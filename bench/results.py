#!/usr/bin/env python3
"""Makes bench/RESULTS.md from the logs in bench/results:  results.py [--check] [BENCH_FOLDER]

A log is a text file. Lines `date:`, `card:`, `commit:`, `command:` and `subject:` hold for the figures below them until
they are set again. A figure is a line `FIGURE | VALUE | UNIT [| TARGET [| FLOOR]]`; the value is a number, several
runs (`1.2, 1.3`) or a range (`1.2 to 1.3`), the target `<= NUMBER` or `>= NUMBER`, with ` on CARD` where it is set for
one card. `#` begins a comment. What a source does not say is `not said`. Of two values of a figure on one card the
newest counts. Figures `STEM: PART` of one unit, card, commit and command share a row. subjects.txt has the order of
tables. --check prints nothing and exits with 1 if RESULTS.md is not what this makes.
"""
import re
import sys
from pathlib import Path

SETTINGS = ("date", "card", "commit", "command", "subject")
NUMBER = r"-?\d+(?:\.\d+)?(?:e-?\d+)?"
HEAD = """# Results

The newest figure of each kind, by subject. `bench/results.py` makes this page from the logs in [results](results); what
was written about earlier runs is in [results/history](results/history).

Rows with several parts give values, targets and verdicts in the order of the parts; `-` is a part without one. Several
values of a part are several runs. A target "on NVIDIA H200" was set for that card. The floor is what the memory or the
latency of the card allows. "(not said)": the source does not name it; a command before it is the program that measures it.
"""


class Failure(Exception):
    """A log that cannot be read, with its place."""


def read_log(path, figures):
    """Adds the figures of one log: (subject, figure, card) -> record."""
    settings = {}
    for number, line in enumerate(path.read_text().splitlines(), 1):
        def fail(what):
            raise Failure(f"{path.name}:{number}: {what}")

        if not line.strip() or line.startswith("#"):
            continue
        setting = re.fullmatch(r"(\w+): (.+)", line)
        if setting and setting[1] in SETTINGS and " | " not in line:
            settings[setting[1]] = setting[2]
            continue
        missing = [name for name in SETTINGS if name not in settings]
        if missing:
            fail(f"no {missing[0]} above this figure")
        fields = [field.strip() for field in line.split("|")]
        if not 3 <= len(fields) <= 5:
            fail("a figure has 3 to 5 fields")
        figure, value, unit, target, floor = fields + [""] * (5 - len(fields))
        if not re.fullmatch(rf"{NUMBER}(?:(?:, | to | of ){NUMBER})*", value):
            fail(f"no value: {value}")
        if target and not re.fullmatch(rf"[<>]= {NUMBER}(?: on .+)?", target):
            fail(f"no target: {target}")
        if floor and not re.fullmatch(NUMBER, floor):
            fail(f"no floor: {floor}")
        record = {**settings, "figure": figure, "value": value, "unit": unit, "target": target, "floor": floor}
        key = settings["subject"], figure, settings["card"]
        # "not said" is older than any date.
        age = settings["date"] if settings["date"][0].isdigit() else ""
        if key in figures and figures[key]["age"] == age:
            fail(f"another value of {figure} on {settings['card']} has the same date")
        if key not in figures or figures[key]["age"] < age:
            figures[key] = {**record, "age": age}


def verdict(record):
    """Whether values meet the target: met, missed, or in how many runs."""
    if not record["target"]:
        return ""
    sign, bound = re.match(rf"([<>]=) ({NUMBER})", record["target"]).groups()
    values = [float(v) for v in re.findall(NUMBER, record["value"])]
    met = sum(v <= float(bound) if sign == "<=" else v >= float(bound) for v in values)
    if met in (0, len(values)):
        return "met" if met else "missed"
    return "met in part" if " to " in record["value"] else f"met in {met} of {len(values)}"


def parts(rows, field):
    """The field of a row's parts, once where all have the same."""
    values = [verdict(row) if field == "verdict" else row[field] for row in rows]
    if len(set(values)) == 1 and field not in ("value", "floor"):
        return values[0]
    return " / ".join(value or "-" for value in values) if any(values) else ""


def table(records):
    """Lines of one subject."""
    rows = {}
    for record in records:
        stem, colon, part = record["figure"].partition(": ")
        by = tuple(record[name] for name in ("unit", "card", "date", "commit", "command"))
        key = (stem, *by) if colon else (record["figure"], "alone", *by)
        rows.setdefault(key, []).append((part, record))
    lines = ["| figure | value | unit | target | verdict | floor | card or host | date | commit | command |",
             "|" + "---|" * 10]
    for (stem, *_), members in sorted(rows.items(), key=lambda row: row[0][0]):
        row = [record for _, record in members]
        name = " / ".join(part for part, _ in members)
        cells = [f"{stem}: {name}" if name else stem]
        cells += [parts(row, field) for field in ("value", "unit", "target", "verdict", "floor")]
        cells += [row[0][field] for field in ("card", "date", "commit")]
        said = row[0]["command"].removesuffix(" (not said)")
        cells.append("not said" if said == "not said" else f"`{said}`" + row[0]["command"][len(said):])
        lines.append("| " + " | ".join(cells) + " |")
    return lines


def page(folder):
    figures = {}
    for log in sorted(folder.glob("*.txt")):
        if log.name != "subjects.txt":
            read_log(log, figures)
    if not figures:
        raise Failure(f"{folder}: no figures")
    lines = [HEAD]
    subjects = [line.split(" | ", 1) for line in (folder / "subjects.txt").read_text().splitlines()
                if line and not line.startswith("#")]
    named = {subject for subject, _ in subjects}
    for subject, _, _ in figures:
        if subject not in named:
            raise Failure(f"subjects.txt does not have: {subject}")
    for subject, what in subjects:
        records = [record for (of, _, _), record in figures.items() if of == subject]
        if not records:
            raise Failure(f"no figure of the subject: {subject}")
        lines += [f"## {subject}", what, "", *table(records), ""]
    return "\n".join(lines)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--check"]
    bench = Path(arguments[0]) if arguments else Path(__file__).parent
    try:
        text = page(bench / "results")
    except Failure as failure:
        print(failure)
        return 1
    if "--check" not in sys.argv:
        (bench / "RESULTS.md").write_text(text)
        return 0
    if not (bench / "RESULTS.md").exists() or (bench / "RESULTS.md").read_text() != text:
        print("bench/RESULTS.md is not what bench/results.py makes: run it")
        return 1
    print(f"bench/RESULTS.md: {text.count(chr(10))} lines")
    return 0


sys.exit(main())
