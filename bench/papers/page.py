#!/usr/bin/env python3
"""Tables and figures of five papers, as printed, beside what gsta's benchmarks measured.

page.py OUT_FOLDER LOG... writes papers.md, papers.json and papers.html there. A LOG is a benchmark program's output,
bench_NAME.log, or a folder of them, such as bench/device.sh leaves behind. What the papers print stands in the .json
files beside this program, with where each table's counterpart is found in the logs; what no log has is "not run".
Cards and designs differ: each paper's section names its card, and its notes what gsta's designs stand for. A line a
table, PASS, FAIL or NONE, says what of it was measured; exits with 1 if what a log should have is not in it.
"""
import json
import re
import sys
from html import escape
from pathlib import Path

import draw
import logs
from measured import bandwidth, fill, number

PAPERS = ["iccad20", "dac21", "tcad23", "warp_star", "g_pathgen"]
UNITS = ["ms", "us", "s", "MiB", "times", "%", "1e5 ns", "ns", "a path", "pins", "nets", "gates"]
DRAWN = ["ms", "us", "s", "MiB", "times"]


def unit_of(table, column):
    """The unit behind a column's head; of a column whose cells carry units of time, ms."""
    head = re.search(r", (\w+)$|\((\w+)\)$", table["columns"][column])
    if head is not None and (head.group(1) or head.group(2)) in UNITS:
        return head.group(1) or head.group(2)
    cells = [row[column] for row in table["rows"] if row[column]]
    return "ms" if cells and all(re.fullmatch(r"[\d.]+ m?s", cell) for cell in cells) else None


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
    for unit in DRAWN:
        series = [(name, False, [number(row[at]) for row in table["rows"][:rows]])
                  for at, name in enumerate(table["columns"]) if unit_of(table, at) == unit]
        series += [(name, True, [number(cell) for cell in cells[:rows]]) for name, of, cells in ours if of == unit]
        svg = draw.chart(labels_of(table)[:rows], series, unit)
        if svg:
            drawn.append(svg)
    return drawn


def chart_of(shown, plot):
    """A table of gsta's own as a chart of the columns that `plot` names."""
    series = [(name, True, [number(row[at]) if at < len(row) else None for row in shown.rows])
              for name in plot["columns"] for at in [logs.column_of(shown, name)] if at is not None]
    labels = labels_of({"columns": shown.header, "rows": padded(shown)})
    return draw.chart(labels, series, plot["unit"], plot.get("plain", False))


def heads(table, ours):
    return table["columns"] + [f"{name}, {unit}" for name, unit, _ in ours]


def body(table, ours):
    return [row + [cells[at] or why for (_, _, cells), why in zip(ours, table["absent"])]
            for at, row in enumerate(table["rows"])]


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


def remarks(table):
    """What differs and why first."""
    return ([table["differs"]] if "differs" in table else []) + table.get("notes", [])


def write_text(papers, found, commit):
    lines = ["# Five papers and gsta: theirs as printed, gsta's from the logs", "", f"gsta at {commit}.", ""]
    lines += [f"* {log.name}: {log.machine}" for log in found.values() if log.machine]
    lines += [f"* {log.name}: {line}" for log in found.values() for line in log.failures + log.cut]
    for paper in papers:
        lines += ["", f"## {paper['paper']}: {paper['title']}", "",
                  f"{paper['method']} on {paper['card']}; {paper['cpu']}; {paper['compiler']}."]
        lines += paper.get("notes", []) + [line for line in [bandwidth(found, paper)] if line]
        for table in paper["tables"]:
            ours = table["measured"]
            lines += ["", f"### {paper['paper']}, {table['id']}: {table['title']}", "",
                      f"Source: {table['source']}. Units: {table['units'] or 'none'}.", "",
                      text_table(heads(table, ours), body(table, ours)), "",
                      f"* {' '.join(table['verdict'][:1])}: {table['verdict'][1]}"]
            lines += [f"* {note}" for note in remarks(table)]
            for shown, _ in table["shown"]:
                lines += ["", f"gsta: {shown.title or shown.section}", "", text_table(shown.header, padded(shown))]
            for block in table["blocks"]:
                lines += ["", f"gsta: {block.title}", "", "```", *block.lines, "```"]
    return "\n".join(lines) + "\n"


STYLE = """body{font:15px/1.45 sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
div{overflow-x:auto}table{border-collapse:collapse;margin:.6rem 0;font-size:13px}
th,td{border:1px solid #8886;padding:.15rem .5rem;text-align:right}th:first-child,td:first-child{text-align:left}
.ours{background:#2e7ebf22}.pass{color:#3f9b4f}.fail{color:#d1495b}pre{font-size:11px;overflow-x:auto}
svg{max-width:860px;display:block;margin:.8rem 0}small{opacity:.8}"""


def page_section(paper, table):
    ours = table["measured"]
    parts = [f"<h3 id={anchor(paper, table)}>{escape(paper['paper'])}, {escape(table['id'])}: "
             f"{escape(table['title'])}</h3>",
             f"<small>Source: {escape(table['source'])}. Units: {escape(table['units'] or 'none')}.</small>",
             page_table(heads(table, ours), body(table, ours), len(table["columns"]))]
    parts += charts(table, ours)
    state, why = table["verdict"]
    parts += [f'<p><small><b class={state.lower()}>{state}</b> {escape(why)}</small></p>']
    parts += [f"<p>{escape(note)}</p>" for note in remarks(table)]
    for shown, plot in table["shown"]:
        parts += [f"<p>gsta: {escape(shown.title or shown.section)}</p>", page_table(shown.header, padded(shown), 0)]
        parts += [chart_of(shown, plot)] if plot else []
    parts += [f"<p>gsta: {escape(block.title)}</p><pre>{escape(chr(10).join(block.lines))}</pre>"
              for block in table["blocks"]]
    return parts


def contents(papers):
    """A line a table: what of it was measured, with where it stands below."""
    rows = [f'<tr><td><a href="#{anchor(paper, table)}">{escape(paper["paper"])}, {escape(table["id"])}</a></td>'
            f'<td><b class={table["verdict"][0].lower()}>{table["verdict"][0]}</b></td>'
            f'<td>{escape(table["verdict"][1])}</td></tr>' for paper in papers for table in paper["tables"]]
    return "<div><table>" + "".join(rows) + "</table></div>"


def anchor(paper, table):
    return re.sub(r"\W+", "-", f"{paper['paper']} {table['id']}".lower())


def write_page(papers, found, commit):
    parts = ["<!doctype html><html lang=en><meta charset=utf-8><title>Five papers and gsta</title>",
             f"<style>{STYLE}</style>", "<h1>Five papers and gsta</h1>",
             "<p>Theirs as printed, gsta's (shaded; squares) from the logs. Cards and designs differ. "
             f"gsta at {escape(commit)}.</p>"]
    for log in found.values():
        parts += [f"<p><small>{escape(log.name)}: {escape(line)}</small></p>"
                  for line in [log.machine] * bool(log.machine) + log.failures + log.cut]
    parts.append(contents(papers))
    for paper in papers:
        parts += [f"<h2>{escape(paper['paper'])}: {escape(paper['title'])}</h2>",
                  f"<p>{escape(paper['method'])} on {escape(paper['card'])}; {escape(paper['cpu'])}; "
                  f"{escape(paper['compiler'])}. "
                  f"{escape(' '.join(paper.get('notes', []) + [bandwidth(found, paper)]))}</p>"]
        for table in paper["tables"]:
            parts += page_section(paper, table)
    return "\n".join(parts + ["</html>"]) + "\n"


def write_json(papers, found, commit):
    def plain(table):
        kept = {key: table[key] for key in ("id", "title", "source", "units", "columns", "rows")}
        kept["notes"] = remarks(table)
        kept["state"] = list(table["verdict"])
        kept["gsta"] = [{"name": name, "unit": unit, "cells": [value or why for value in cells]}
                        for (name, unit, cells), why in zip(table["measured"], table["absent"])]
        kept["tables of gsta"] = [vars(shown) for shown, _ in table["shown"]]
        kept["blocks of gsta"] = [vars(block) for block in table["blocks"]]
        return kept

    runs = [{"program": log.name, "machine": log.machine, "failures": log.failures, "cut off": log.cut}
            for log in found.values()]
    data = [{**paper, "tables": [plain(table) for table in paper["tables"]]} for paper in papers]
    return json.dumps({"commit": commit, "runs": runs, "papers": data}, indent=1, ensure_ascii=False) + "\n"


def load(found, folder=Path(__file__).parent):
    """The papers, each table with what was measured."""
    papers = [json.loads((folder / f"{name}.json").read_text(encoding="utf-8")) for name in PAPERS]
    for paper in papers:
        for table in paper["tables"]:
            fill(found, table)
    return papers


def main(arguments):
    if not arguments or arguments[0].startswith("-"):
        print(__doc__)
        return 2
    out = Path(arguments[0])
    out.mkdir(parents=True, exist_ok=True)
    found = logs.read(arguments[1:])
    papers = load(found)
    stamp = out / "commit"  # of bench/papers.sh
    commit = stamp.read_text(encoding="utf-8").strip() if stamp.exists() else "a commit that is not known"
    for name, write in (("papers.md", write_text), ("papers.json", write_json), ("papers.html", write_page)):
        (out / name).write_text(write(papers, found, commit), encoding="utf-8")
        print(out / name)
    for paper in papers:
        for table in paper["tables"]:
            print(f"{table['verdict'][0]} {paper['paper']}, {table['id']}: {table['verdict'][1]}")
    return 1 if any(table["verdict"][0] == "FAIL" for paper in papers for table in paper["tables"]) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
