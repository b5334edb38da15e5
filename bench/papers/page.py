#!/usr/bin/env python3
"""Tables and figures of five papers, as printed, beside what gsta's benchmarks measured.

page.py OUT_FOLDER LOG... writes papers.md, papers.json and papers.html there. A LOG is a benchmark program's output,
bench_NAME.log, or a folder of them, such as bench/device.sh leaves behind. What the papers print stands in the .json
files beside this program, with where each table's counterpart is found in the logs; what no log has is "not run".
Cards and designs differ: each paper's section names its card, and its notes what gsta's designs stand for.
"""
import json
import re
import sys
from html import escape
from pathlib import Path

import draw
import logs

PAPERS = ["iccad20", "dac21", "tcad23", "warp_star", "g_pathgen"]
UNITS = ["ms", "us", "s", "MiB", "times"]
NOT_RUN = "not run"


def number(cell):
    """What a printed cell is worth, None for text: "1,209", "2.46M", "543×", ">277.0", "5.1 s" (in ms)."""
    match = re.fullmatch(r">?(-?[\d.,]*\d)([KM]?)(×|%| ms| s)?", cell)
    if match is None:
        return None
    factor = {"": 1, "K": 1e3, "M": 1e6}[match.group(2)] * (1000 if match.group(3) == " s" else 1)
    return float(match.group(1).replace(",", "")) * factor


def unit_of(table, column):
    """The unit behind a column's head; of a column whose cells carry units of time, ms."""
    head = re.search(r", (\w+)$|\((\w+)\)$", table["columns"][column])
    if head is not None and (head.group(1) or head.group(2)) in UNITS:
        return head.group(1) or head.group(2)
    cells = [row[column] for row in table["rows"] if row[column]]
    return "ms" if cells and all(re.fullmatch(r"[\d.]+ m?s", cell) for cell in cells) else None


def scaled(cell, factor):
    value = number(cell)
    return cell if factor == 1 or value is None else f"{value * factor:.4g}"


def measure(found, table):
    """Our columns: (name, unit, a cell a row)."""
    columns = []
    for wanted in table.get("ours", []):
        cells = []
        for row in table["rows"]:
            cell_of = dict(zip(table["columns"], row))
            cells.append(scaled(logs.find(found, wanted, cell_of), wanted.get("scale", 1)))
        columns.append((wanted["name"], wanted["unit"], cells))
    return columns


def labels_of(table):
    """A row's first cell, and as many more as it takes to tell rows apart."""
    for count in range(1, len(table["columns"])):
        labels = [" ".join(filter(None, row[:count])) for row in table["rows"]]
        if len(set(labels)) == len(labels):
            return labels
    return [str(at + 1) for at in range(len(table["rows"]))]


def charts(table, ours):
    """One SVG a unit; rows at the end that sum the others up are left out."""
    drawn, rows = [], len(table["rows"]) - table.get("summary", 0)
    for unit in UNITS:
        series = [(name, False, [number(row[at]) for row in table["rows"][:rows]])
                  for at, name in enumerate(table["columns"]) if unit_of(table, at) == unit]
        series += [(name, True, [number(cell) for cell in cells[:rows]]) for name, of, cells in ours if of == unit]
        svg = draw.chart(labels_of(table)[:rows], series, unit)
        if svg:
            drawn.append(svg)
    return drawn


def heads(table, ours):
    return table["columns"] + [f"{name}, {unit}" for name, unit, _ in ours]


def body(table, ours):
    return [row + [cells[at] or NOT_RUN for _, _, cells in ours] for at, row in enumerate(table["rows"])]


def text_table(header, rows):
    def line(cells):
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    return "\n".join([line(header), "|" + "---|" * len(header)] + [line(row) for row in rows])


def page_table(header, rows, first_of_ours):
    def row_of(tag, cells):
        marked = (f'<{tag}{" class=ours" if at >= first_of_ours else ""}>{escape(cell)}</{tag}>'
                  for at, cell in enumerate(cells))
        return "<tr>" + "".join(marked) + "</tr>"

    return "<div><table>" + row_of("th", header) + "".join(row_of("td", row) for row in rows) + "</table></div>"


def padded(table):
    return [row + [""] * (len(table.header) - len(row)) for row in table.rows]


def write_text(papers, found):
    lines = ["# Five papers and gsta: theirs as printed, gsta's from the logs", ""]
    lines += [f"* {log.name}: {log.machine}" for log in found.values() if log.machine]
    lines += [f"* {log.name}: {line}" for log in found.values() for line in log.failures]
    for paper in papers:
        lines += ["", f"## {paper['paper']}: {paper['title']}", "",
                  f"{paper['method']} on {paper['card']}; {paper['cpu']}; {paper['compiler']}."]
        lines += paper.get("notes", [])
        for table in paper["tables"]:
            ours = table["measured"]
            lines += ["", f"### {paper['paper']}, {table['id']}: {table['title']}", "",
                      f"Source: {table['source']}. Units: {table['units'] or 'none'}.", "",
                      text_table(heads(table, ours), body(table, ours)), ""]
            lines += [f"* {note}" for note in table.get("notes", [])]
            for shown in table["shown"]:
                lines += ["", f"gsta: {shown.title or shown.section}", "", text_table(shown.header, padded(shown))]
    return "\n".join(lines) + "\n"


STYLE = """body{font:15px/1.45 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
div{overflow-x:auto}table{border-collapse:collapse;margin:.6rem 0;font-size:13px}
th,td{border:1px solid #8886;padding:.15rem .5rem;text-align:right}th:first-child,td:first-child{text-align:left}
.ours{background:#2e7ebf22}svg{max-width:860px;display:block;margin:.8rem 0}small{opacity:.8}"""


def page_section(paper, table):
    ours = table["measured"]
    parts = [f"<h3>{escape(paper['paper'])}, {escape(table['id'])}: {escape(table['title'])}</h3>",
             f"<small>Source: {escape(table['source'])}. Units: {escape(table['units'] or 'none')}.</small>",
             page_table(heads(table, ours), body(table, ours), len(table["columns"]))]
    parts += charts(table, ours)
    parts += [f"<p><small>{escape(note)}</small></p>" for note in table.get("notes", [])]
    for shown in table["shown"]:
        parts += [f"<p>gsta: {escape(shown.title or shown.section)}</p>", page_table(shown.header, padded(shown), 0)]
    return parts


def write_page(papers, found):
    parts = ["<!doctype html><html lang=en><meta charset=utf-8><title>Five papers and gsta</title>",
             f"<style>{STYLE}</style>", "<h1>Five papers and gsta</h1>",
             "<p>Theirs as printed, gsta's (shaded; squares) from the logs. Cards and designs differ.</p>"]
    for log in found.values():
        parts += [f"<p><small>{escape(log.name)}: {escape(line)}</small></p>"
                  for line in [log.machine] * bool(log.machine) + log.failures]
    for paper in papers:
        parts += [f"<h2>{escape(paper['paper'])}: {escape(paper['title'])}</h2>",
                  f"<p>{escape(paper['method'])} on {escape(paper['card'])}; {escape(paper['cpu'])}; "
                  f"{escape(paper['compiler'])}. {escape(' '.join(paper.get('notes', [])))}</p>"]
        for table in paper["tables"]:
            parts += page_section(paper, table)
    return "\n".join(parts + ["</html>"]) + "\n"


def write_json(papers, found):
    def plain(table):
        kept = {key: table[key] for key in ("id", "title", "source", "units", "columns", "rows")}
        kept["notes"] = table.get("notes", [])
        kept["gsta"] = [{"name": name, "unit": unit, "cells": cells} for name, unit, cells in table["measured"]]
        kept["tables of gsta"] = [vars(shown) for shown in table["shown"]]
        return kept

    runs = [{"program": log.name, "machine": log.machine, "failures": log.failures} for log in found.values()]
    return json.dumps({"runs": runs, "papers": [{**paper, "tables": [plain(table) for table in paper["tables"]]}
                                                for paper in papers]}, indent=1, ensure_ascii=False) + "\n"


def load(found, folder=Path(__file__).parent):
    """The papers, each table with what was measured."""
    papers = [json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in PAPERS]
    for paper in papers:
        for table in paper["tables"]:
            table["measured"] = measure(found, table)
            table["shown"] = [one for wanted in table.get("show", []) for one in logs.whole_tables(found, wanted)]
    return papers


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    found = logs.read(arguments[1:])
    papers = load(found)
    for name, write in (("papers.md", write_text), ("papers.json", write_json), ("papers.html", write_page)):
        (out / name).write_text(write(papers, found), encoding="utf-8")
        print(out / name)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
