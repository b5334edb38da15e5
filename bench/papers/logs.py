"""Logs of benchmark programs: the Markdown tables in them, with the heading and the line that stand above each."""
import re
from dataclasses import dataclass, field
from pathlib import Path


@dataclass
class Table:
    section: str  # the last "### " heading above
    title: str  # the last line of text above, empty if none since the heading or the table before
    header: list
    rows: list = field(default_factory=list)


@dataclass
class Log:
    name: str  # the program's
    machine: str = ""  # the line that says on what card it ran and how it measured
    tables: list = field(default_factory=list)
    failures: list = field(default_factory=list)  # lines that begin with FAIL


def row_cells(line):
    """Between the outer bars: empty cells at the ends count."""
    inner = line.strip()
    return [cell.strip() for cell in inner[1:-1 if inner.endswith("|") else None].split("|")]


def is_rule(line):
    return re.fullmatch(r"\|(\s*:?-+:?\s*\|)+", line.strip()) is not None


def parse(name, text):
    log = Log(name)
    section = title = ""
    table = None
    lines = text.splitlines()
    for at, line in enumerate(lines):
        if line.startswith("|"):
            if table is None and at + 1 < len(lines) and is_rule(lines[at + 1]):
                table = Table(section, title, row_cells(line))
                log.tables.append(table)
            elif table is not None and not is_rule(line):
                table.rows.append(row_cells(line))
            continue
        if table is not None:
            table, title = None, ""
        if line.startswith("### "):
            section, title = line[4:].strip(), ""
        elif line.startswith("FAIL"):
            log.failures.append(line)
        elif not log.machine and re.search(r"medians of \d+ runs", line):
            log.machine = line.strip()
        elif line.strip():
            title = line.strip()
    return log


def read(paths):
    """By the program's name. A folder stands for all its bench_*.log."""
    found = {}
    for path in map(Path, paths):
        for file in sorted(path.glob("bench_*.log")) if path.is_dir() else [path]:
            found[file.stem] = parse(file.stem, file.read_text(encoding="utf-8", errors="replace"))
    return found


def filled(text, cell_of, names):
    """`text` with {Column} replaced by the row's cell of that column, as the benchmarks call it."""
    def replace(match):
        column = match.group(1)
        return names.get(column, {}).get(cell_of[column], cell_of[column])

    return re.sub(r"\{([^{}]+)\}", replace, text)


def column_of(table, name):
    """"" is the first column."""
    if name == "":
        return 0
    return table.header.index(name) if name in table.header else None


def find(logs, wanted, cell_of):
    """The cell that `wanted` names for one row of a paper's table, "" if no log has it. A row that has fewer cells than
    its table says why it was not measured: that is what is returned then."""
    log = logs.get(wanted["log"])
    if log is None:
        return ""
    names = wanted.get("names", {})
    match = {key: filled(value, cell_of, names) for key, value in wanted["match"].items()}
    header = filled(wanted["header"], cell_of, names) if "header" in wanted else None
    for table in log.tables:
        if "section" in wanted and table.section != wanted["section"]:
            continue
        if header is not None and table.header[0] != header:
            continue
        value = column_of(table, wanted["value"])
        keys = {column_of(table, key): cell for key, cell in match.items()}
        if value is None or None in keys:
            continue
        for row in table.rows:
            if all(key < len(row) and row[key] == cell for key, cell in keys.items()):
                return row[value] if len(row) == len(table.header) else row[-1]
    return ""


def whole_tables(logs, wanted):
    """All tables that `wanted` names by section and by how the line above them begins."""
    log = logs.get(wanted["log"])
    if log is None:
        return []
    return [table for table in log.tables
            if table.section == wanted["section"] and table.title.startswith(wanted.get("title", ""))]
