#!/usr/bin/env python3
"""Tests of page.py with logs made here in the benchmarks' formats, and of the papers' files."""
import contextlib
import io
import json
import re
import tempfile
import unittest
import xml.etree.ElementTree as xml
from html.parser import HTMLParser
from pathlib import Path

import draw
import logs
import measured as beside
import outside
import page

HERE = Path(__file__).resolve().parent
PATHS_LOG = """Some GPU, CUDA 12.4; ms, medians of 9 runs by CUDA events, inputs changed before each.

| the card at its best | |
|---|---|
| copy of 1 GB on the device, read and written | 2.50 TB/s |

### circuits

| graph | k | engine | pulls | search | traces | total | generated / k | waves | active | working, MiB | all, MiB | steps a path |
|---|---|---|---|---|---|---|---|---|---|---|---|---|
| leon2 | 100K | bounded | 0.800 | 1.080 | 0.320 | 2.180 | 1.02 | 3 | 9 | 70 | 512 | 181.0 |
| leon2 | 1M | bounded | 0.801 | 2.120 | 1.280 | 4.240 | 1.02 | 3 | 9 | 70 | 612 | 181.0 |
| leon2 | 100K | level_mdl | does not fit |
| des_perf | 100K | bounded | 0.280 | 0.970 | 0.210 | 1.410 | 1.02 | 3 | 9 | 70 | 99 | 80.0 |

### mdl

Errors of level_mdl on leon2, ps: average / largest (the longest path takes about 20000 ps)

| MDL | 10K | found |
|---|---|---|
| 1 | 0.125 / 7.500 | 9876 |

### orders

| leon2, 1M paths | reordered in | pulls | search | traces | total | all, MiB |
|---|---|---|---|---|---|---|
| level | 3.500 | 0.800 | 2.000 | 1.200 | 4.100 | 700 |

FAIL leon2 1M dual_queue: equal to bounded
FAIL bench_paths: 1 of 9 comparisons failed
"""
UPDATE_LOG = """
### superblue18

| superblue18: whole update, ms | paths | all pins | endpoints only |
|---|---|---|---|
| ours | 0.6180 | 0.5640 | 0.3330 |
| net_based | 9.2200 | | |
"""
STAGES_LOG = UPDATE_LOG.replace("superblue18", "pins37k") + """
| design | scheme | stage | MB counted | ms | of copy rate | levels | floor ms | of floor |
|---|---|---|---|---|---|---|---|---|
| pins37k | net_based | wires | 1.0 | 0.0123 | 4 % | 1 | 0.0050 | 40 % |
"""

GRADIENTS_LOG = """
### superblue18: 2559143 pins, 100 levels

| superblue18: smooth forward, ms | |
|---|---|
| sweep, exact merge | 0.2000 |

| superblue18 | ms | above the update |
|---|---|---|
| update, all pins | 0.5640 | |
| linear, overlapped | 0.9760 | +73 % |
"""
SIZES = "| 500 gates | {}1460 | 516 | 500 |{}\n| leon2 | {}4328255 | 1616984 | 1616369 |{}\n"
COLUMNS = " levelize | flatten RC | RC timing | graph timing | update | all |\n"
SMALL, LARGE = " 0.02 | 0.1 | 0.1 | 0.05 | 0.15 | 0.27 |", " 200 | 700 | 900 | 300 | 1200 | 2100 |"
THREADS_LOG = ("Some processor, 16 threads; ms by the wall clock, medians of 5 runs.\n\n### updates by threads\n\n"
               "| design | threads | pins | nets | gates |" + COLUMNS + "|---" * 11 + "|\n" +
               SIZES.format("1 | ", SMALL, "1 | ", LARGE) +
               SIZES.format("16 | ", SMALL, "16 | ", " 60 | 90 | 80 | 40 | 120 | 270 |"))
SIZES_LOG = ("### updates by size\n\n| design | pins | nets | gates |" + COLUMNS + "|---" * 10 + "|\n" +
             SIZES.format("", " 0.2 | 0.1 | 0.02 | 0.2 | 0.25 | 0.55 |", "", " 1.0 | 1.5 | 0.6 | 0.4 | 1.0 | 3.5 |"))
PATH_THREADS_LOG = """### paths by threads

| graph | k | engine | threads | pulls | search | traces | total |
|---|---|---|---|---|---|---|---|
| leon2 | 100K | best_first | 1 | 2000.0 | 100.0 | 80.0 | 2180.0 |
| leon2 | 100K | bounded | 16 | 200.0 | 10.0 | 8.0 | 218.0 |
"""
COUNTS_LOG = """### counts

| graph | k | engine | search | with pulls | mean error, % | found |
|---|---|---|---|---|---|---|
| vga_lcd densified | 100 | dual_queue | 1.000 | 1.500 | 0.000 | 100 |
| vga_lcd densified | 1M | level_mdl L=2 | 9.000 | 9.500 | 10.250 | 1000000 |

### expansion

| graph | a thread a path | a warp a path |
|---|---|---|
| netcard densified | 30.000 | 20.000 |

### steps

| graph | step | search | generated / k | waves |
|---|---|---|---|---|
| band (cage15) | dynamic | 7.000 | 1.50 | 9 |
"""
TIMELINE_LOG = GRADIENTS_LOG + """
superblue18, linear, overlapped: 1.250 ms with the events that measure it

```
wires                        0 |####    | 0.100
| this is no table |
```
"""
CONSTRAINTS_LOG = """
### constraints

| leon2, 10K paths | pins left | edges left | subgraph, states | subgraph, labels | search in it | both | search in a circuit of that size |
|---|---|---|---|---|---|---|---|
| to half of the ends | 2000000 | 3700000 | 7.390 | 6.740 | 7.890 | 14.630 | 8.730 |
"""


def papers_of(**texts):
    found = {name: logs.parse(name, text) for name, text in texts.items()}
    return page.load(found), found


def table_of(papers, paper, name):
    return next(table for one in papers if one["paper"] == paper for table in one["tables"] if table["id"] == name)


def measured(table, name):
    return dict(zip((row[0] for row in table["rows"]),
                    next(cells for column, _, cells in table["measured"] if column == name)))


class Logs(unittest.TestCase):
    def test_tables_know_what_stands_above(self):
        log = logs.parse("bench_paths", PATHS_LOG)
        self.assertEqual([table.section for table in log.tables], ["", "circuits", "mdl", "orders"])
        self.assertTrue(log.tables[2].title.startswith("Errors of level_mdl on leon2"))
        self.assertEqual(log.tables[1].title, "")
        self.assertTrue(log.machine.startswith("Some GPU, CUDA 12.4"))
        self.assertEqual(len(log.failures), 2)

    def test_verdicts_among_rows(self):
        log = logs.parse("bench_by_size", SIZES_LOG.replace("\n| leon2 |", "\nFAIL equal leon2\nPASS equal leon2\n| leon2 |"))
        self.assertEqual(log.failures, ["FAIL equal leon2"])
        self.assertEqual([table.rows for table in log.tables],
                         [table.rows for table in logs.parse("bench_by_size", SIZES_LOG).tables])

    def test_empty_cells_count(self):
        row = logs.parse("bench_device_update", UPDATE_LOG).tables[0].rows[1]
        self.assertEqual(row, ["net_based", "9.2200", "", ""])


class Measured(unittest.TestCase):
    def test_rows_are_found(self):
        papers, _ = papers_of(bench_paths=PATHS_LOG, bench_device_update=UPDATE_LOG)
        table = table_of(papers, "DAC'21", "Table II")
        self.assertEqual(measured(table, "gsta, search")["leon2"], "1.080")
        self.assertEqual(measured(table, "gsta, search")["des_perf_ispd"], "0.970")  # another name
        self.assertEqual(measured(table, "gsta, search")["netcard"], "")
        self.assertEqual(measured(table, "gsta, by G-PBA's method, search")["leon2"], "does not fit")
        self.assertEqual(measured(table_of(papers, "TCAD'23", "Table IV"), "gsta, peak memory")["leon2"], "512")
        warp = table_of(papers, "DAC'26", "Table 2")
        self.assertEqual(measured(warp, "gsta, a whole update")["superblue18"], "0.6180")
        self.assertEqual(measured(warp, "gsta, net based")["superblue18"], "9.2200")
        self.assertEqual(measured(warp, "gsta, CTE")["superblue18"], "")

    def test_sections_tell_tables_apart(self):
        papers, _ = papers_of(bench_paths=PATHS_LOG)
        orders = table_of(papers, "ICS'26", "Figure 16")
        self.assertEqual([column[2] for column in orders["measured"]], [["", "", "", "3.500"]])
        self.assertEqual(table_of(papers, "ICS'26", "Figure 14")["measured"][0][2], ["", "", ""])
        self.assertEqual(len(table_of(papers, "DAC'21", "Figure 5")["shown"]), 1)
        self.assertEqual(len(table_of(papers, "ICS'26", "Figure 11")["shown"]), 0)

    def test_units_are_scaled(self):
        papers, _ = papers_of(bench_device_update=STAGES_LOG)
        table = table_of(papers, "DAC'26", "Figure 5")
        self.assertEqual(measured(table, "gsta, net based"), {
            "RCNet": "12.3", "AT prop. (forward)": "", "Slack prop. (backward)": ""})
        update = measured(table_of(papers, "DAC'26", "Table 2"), "gsta, a whole update")
        self.assertEqual(update["aes_cipher_top"], "0.6180")

    def test_gradients_and_constraints(self):
        papers, _ = papers_of(bench_gradients=GRADIENTS_LOG, bench_paths=CONSTRAINTS_LOG)
        table = table_of(papers, "DAC'26", "Table 4")
        self.assertEqual(measured(table, "gsta, update")["superblue18"], "0.5640")
        self.assertEqual(measured(table, "gsta, linear, overlapped")["superblue18"], "0.9760")
        self.assertEqual(measured(table, "gsta, full, overlapped")["superblue18"], "")
        table = table_of(papers, "TCAD'23", "Table III")
        column = measured(table, "gsta, to half of the ends, subgraph and search")
        self.assertEqual(column["leon2"], "14.630")
        self.assertEqual(set(column.values()), {"14.630", ""})


class BySize(unittest.TestCase):
    def test_host_and_device_stand_side_by_side(self):
        papers, _ = papers_of(bench_by_threads=THREADS_LOG, bench_by_size=SIZES_LOG)
        table = table_of(papers, "ICCAD'20", "Table 1")
        self.assertEqual(measured(table, "gsta, an update, made up")["leon2"], "1.0")
        self.assertEqual(measured(table, "gsta, device over 16 threads")["leon2"], "77.1")  # 270 / 3.5
        parts = measured(table_of(papers, "ICCAD'20", "Figure 9"), "gsta, device")
        self.assertEqual(parts, {"task graph / levelization": "1.0", "RC timing": "0.6", "graph timing": "0.4"})
        cells = next(cells for name, _, cells in table_of(papers, "ICCAD'20", "Figure 10")["measured"]
                     if name == "gsta, that many threads")
        self.assertEqual(cells, ["2100", "", "", "", ""])  # leon2 by 1 CPU; 32 and 40 were not measured

    def test_curves_and_where_they_cross(self):
        papers, _ = papers_of(bench_by_threads=THREADS_LOG, bench_by_size=SIZES_LOG)
        table = table_of(papers, "ICCAD'20", "Figure 11")
        curve, plot = table["shown"][0]
        self.assertEqual(curve.header, ["design", "pins", "host, 1 thread", "host, 16 threads", "device"])
        self.assertEqual(curve.rows[1], ["leon2", "4328255", "1200", "120", "1.0"])
        self.assertEqual(table["measured"][0][2], ["4328255"] * 3)
        self.assertIn("<svg", page.chart_of(curve, plot))
        table = table_of(papers, "ICCAD'20", "Figure 12")  # faster at all sizes
        self.assertEqual(table["measured"][0][2], ["below 516"] * 3)
        papers, _ = papers_of(bench_by_threads=THREADS_LOG)
        table = table_of(papers, "ICCAD'20", "Figure 11")
        self.assertEqual(table["measured"][0][2], [""] * 3)
        self.assertEqual(table["shown"][0][0].rows[1][2:], ["1200", "120", ""])

    def test_paths_by_threads(self):
        papers, _ = papers_of(bench_paths_by_threads=PATH_THREADS_LOG, bench_paths=PATHS_LOG)
        for paper, name in (("DAC'21", "Figure 6"), ("TCAD'23", "Figure 12")):
            table = table_of(papers, paper, name)
            self.assertEqual(measured(table, "gsta, device over one thread, path by path")["leon2"], "1000")
            self.assertEqual(measured(table, "gsta, device over 16 threads")["leon2"], "100")


class Others(unittest.TestCase):
    def test_counts_steps_and_expansion(self):
        papers, _ = papers_of(bench_paths=COUNTS_LOG)
        table = table_of(papers, "ICS'26", "Figure 10")
        cells = table["measured"][0][2]
        self.assertEqual([cells[0], cells[4]], ["9.500", "1.500"])  # without a k: 1M; k of 100
        self.assertEqual(table["measured"][1][2][0], "10.250")
        self.assertEqual(measured(table_of(papers, "ICS'26", "Figure 14"), "gsta, a warp a path")["netcard"], "20.000")
        self.assertIn("7.000", table_of(papers, "ICS'26", "Figure 13")["measured"][0][2])

    def test_timelines(self):
        papers, _ = papers_of(bench_gradients=TIMELINE_LOG)
        table = table_of(papers, "DAC'26", "Figure 6")
        self.assertEqual(table["measured"][0][2], ["", "+73 %"])
        self.assertEqual([len(block.lines) for block in table["blocks"]], [2])

    def test_placements_and_peers(self):
        mode = {"mode": "gradient", "tns": -1.5e8, "wns": -250.0, "hpwl": 1e6, "seconds": 2.5, "iterations": 500}
        rows = outside.placement_rows({"design": "pins37k, seed 1", "device": "a card", "modes": [mode]})
        self.assertEqual(rows, [["pins37k", "gradient", "-1.5", "-0.25", "1e+06", "2.5", "500", "a card"]])
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "timer"
            program.write_text("#!/bin/sh\necho reading $1\necho ms 12.5\n", encoding="utf-8")
            program.chmod(0o755)
            self.assertEqual(outside.timed(str(program), Path("a/leon2.stab")), ["12.5", "leon2.stab"])
            self.assertEqual(outside.timed("/bin/false", Path("a.stab")), ["ended with 1, no time"])
        self.assertIn("superblue7", outside.designs_of_papers())
        self.assertNotIn("Avg. Speedup", outside.designs_of_papers())

    def test_shortest_periods(self):
        def mode(name, periods):
            return {"mode": name, "seeds": [{"seed": seed, "met": met} for seed, met in enumerate(periods, 1)]}

        found = {"design": "pins37k", "device": "host", "precision": 0.005,
                 "modes": [mode("wirelength", [100, 200, 400]), mode("gradient", [90, 190, 396])]}
        periods, shares = outside.period_rows(found)
        self.assertEqual(periods[1], ["pins37k", "gradient", "90", "190", "396", "190", "host"])
        self.assertEqual(shares[1], ["pins37k", "gradient", "90.00", "95.00", "99.00", "95.00", "host"])
        self.assertEqual(outside.median([4, 1, 3, 2]), 2.5)
        placed = {"design": "pins37k, seed 1", "device": "host", "modes": [
            {"mode": "gradient", "tns": -1.5e8, "wns": -250.0, "hpwl": 1e6, "seconds": 2.5, "iterations": 500}]}
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as printed:
            for name, what in (("place", placed), ("periods", found)):
                (Path(folder) / f"{name}.json").write_text(json.dumps(what), encoding="utf-8")
            outside.place([str(Path(folder) / f"{name}.json") for name in ("place", "periods")])
        papers, _ = papers_of(bench_place=printed.getvalue())
        shown = table_of(papers, "DAC'26", "Table 3")["shown"]
        self.assertEqual([one.section for one, _ in shown],
                         ["placement", "shortest periods", "shortest periods of wirelength's"])
        picture = page.chart_of(*shown[2])
        self.assertIn("gradient: 99 % of the period", picture)
        self.assertEqual(picture, page.chart_of(*shown[2]))

    def test_plain_axes_tell_close_values_apart(self):
        self.assertEqual(draw.steps([96.5, 100]), [96, 97, 98, 99, 100])
        self.assertEqual(draw.steps([0.5, 19]), [0, 5, 10, 15, 20])
        self.assertEqual(len(set(draw.steps([100.0]))), len(draw.steps([100.0])))
        picture = draw.chart(["a", "b"], [("x", True, [99.0, 100.0])], "%", plain=True)
        second = [float(x) for x in re.findall(r'<rect x="([\d.]+)"', picture)]
        self.assertGreater(second[1] - second[0], 200)


class Verdicts(unittest.TestCase):
    def test_what_needs_a_card_is_said(self):
        papers, _ = papers_of(bench_by_threads=THREADS_LOG, bench_by_size="no CUDA device: nothing is measured")
        table = table_of(papers, "ICCAD'20", "Figure 9")
        self.assertEqual(table["verdict"][0], "NONE")
        self.assertIn("needs bench_by_size, and a card for it", table["verdict"][1])
        self.assertIn("needs a card", page.body(table, table["measured"])[0])
        self.assertEqual(table_of(papers, "DAC'26", "Table 1")["verdict"][0], "NONE")

    def test_what_a_log_lacks_is_a_failure(self):
        good = {"bench_by_threads": THREADS_LOG, "bench_by_size": SIZES_LOG}
        self.assertEqual(table_of(papers_of(**good)[0], "ICCAD'20", "Figure 9")["verdict"][0], "PASS")
        lacking = {**good, "bench_by_size": SIZES_LOG.replace("leon2", "leon9")}
        self.assertEqual(table_of(papers_of(**lacking)[0], "ICCAD'20", "Figure 9")["verdict"][0], "FAIL")
        papers, found = papers_of(**lacking)
        found["bench_by_size"].cut.append("cut off after 9 s")
        self.assertEqual(beside.verdict(found, table_of(papers, "ICCAD'20", "Figure 9"))[0], "NONE")
        failed = {**good, "bench_by_size": SIZES_LOG + "\nFAIL bench_by_size: 1 comparison failed\n"}
        self.assertEqual(table_of(papers_of(**failed)[0], "ICCAD'20", "Figure 9")["verdict"][0], "FAIL")


class Numbers(unittest.TestCase):
    def test_printed_cells(self):
        for cell, value in {"1,209,716": 1209716, "2.46M": 2.46e6, "543×": 543, ">277.0": 277, "-1.9": -1.9,
                            "5.1 s": 5100, "489 ms": 489, "0.000": 0, "10K": 1e4}.items():
            self.assertAlmostEqual(page.number(cell), value, msg=cell)
        for cell in ("", "-", "not run", "0.125 / 7.500", "dynamic"):
            self.assertIsNone(page.number(cell), cell)


class Written(unittest.TestCase):
    def test_all_three(self):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "bench_paths.log").write_text(PATHS_LOG, encoding="utf-8")
            self.assertEqual(page.main([folder + "/out", folder]), 1)  # the log says FAIL
            text, page_text, data = ((Path(folder) / "out" / f"papers.{kind}").read_text(encoding="utf-8")
                                     for kind in ("md", "html", "json"))
        self.assertIn("| leon2 | 4328255 | 1616399 | 7984262 | 2875783 | 4708.36 | 611× |", text)
        self.assertIn("| 2.180 |", text)
        self.assertIn("not run", text)
        self.assertIn("FAIL leon2 1M dual_queue: equal to bounded", text)
        self.assertIn("FAIL leon2 1M dual_queue: equal to bounded", page_text)
        self.assertNotIn("src=", page_text)  # nothing from elsewhere
        self.assertEqual(len(json.loads(data)["papers"]), 5)
        drawn = re.findall(r"<svg.*?</svg>", page_text, re.S)
        self.assertGreater(len(drawn), 8)
        for one in drawn:
            xml.fromstring(one)

    def test_places_on_a_logarithmic_axis(self):
        svg = xml.fromstring(draw.chart(["a", "b", "c"], [("theirs", False, [1, 10, 100])], "ms"))
        first, second, third = [float(one.get("cx")) for one in svg.findall("{*}circle")][:3]
        self.assertAlmostEqual(second - first, third - second, places=0)
        self.assertGreater(second, first)
        self.assertEqual(draw.chart(["a"], [("ours", True, [None])], "ms"), "")


class Structure(HTMLParser):
    """Tags that are open, rows of each table, and what is anchored."""
    EMPTY = {"meta"}

    def __init__(self):
        super().__init__()
        self.open, self.rows, self.ragged, self.links, self.ids = [], [], [], [], set()

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.ids.add(values.get("id"))
        if tag == "a":
            self.links.append(values["href"])
        if tag not in self.EMPTY:
            self.open.append(tag)
        if tag == "table":
            self.rows = []
        elif tag == "tr":
            self.rows.append(0)
        elif tag in ("td", "th"):
            self.rows[-1] += 1

    def handle_startendtag(self, tag, attrs):
        pass  # of SVG

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"</{tag}> closes nothing")
        if tag == "table" and len(set(self.rows)) != 1:
            self.ragged.append(self.rows)


class Page(unittest.TestCase):
    def test_the_page_is_whole(self):
        papers, found = papers_of(bench_paths=PATHS_LOG + COUNTS_LOG, bench_device_update=STAGES_LOG,
                                  bench_gradients=TIMELINE_LOG, bench_by_threads=THREADS_LOG, bench_by_size=SIZES_LOG,
                                  bench_paths_by_threads=PATH_THREADS_LOG)
        text = page.write_page(papers, found, "1234567")
        structure = Structure()
        structure.feed(text)
        self.assertEqual(structure.open, [])
        self.assertEqual(structure.ragged, [])
        self.assertEqual([link for link in structure.links if link[1:] not in structure.ids], [])
        self.assertEqual(len(structure.links), sum(len(paper["tables"]) for paper in papers))
        self.assertIn("gsta at 1234567", text)
        for one in re.findall(r"<svg.*?</svg>", text, re.S):
            xml.fromstring(one)

    def test_what_the_cards_explain(self):
        papers, found = papers_of(bench_paths=PATHS_LOG)
        said = page.bandwidth(found, next(one for one in papers if one["paper"] == "ICS'26"))
        self.assertIn("a factor of about 5.6", said)  # 2.50 over 0.448


class Papers(unittest.TestCase):
    def test_rows_fit_and_what_is_looked_for_is_printed_by_the_benchmarks(self):
        suffixes = (".hpp", ".cuh", ".cu", ".cpp", ".sh")
        sources = "\n".join(file.read_text(encoding="utf-8") for folder in (HERE.parent, HERE.parents[1] / "include")
                            for file in folder.rglob("*") if file.suffix in suffixes or file.name == "outside.py")
        sources = re.sub(r'"\s*\n\s*"', "", sources)  # literals that go on in the next line
        for name in page.PAPERS:
            for table in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))["tables"]:
                for row in table["rows"]:
                    self.assertEqual(len(row), len(table["columns"]), (name, table["id"], row))
                self.assertTrue("differs" in table or "no counterpart" in table, (name, table["id"]))
                for wanted in table.get("ours", []):
                    self.check(sources, (name, table["id"], wanted["name"]), wanted, table["columns"])

    def test_columns_stand_in_one_header_that_a_benchmark_prints(self):
        headers = []
        for file in list(HERE.parent.glob("*.c*")) + list(HERE.parent.glob("*.hpp")):
            text = re.sub(r'"\s*"', "", file.read_text(encoding="utf-8")).replace("%%", "%")
            headers += [set(logs.row_cells(head)) for head in re.findall(r"(?:\\n|\")(\|[^\n\"]*?\|)\\n\|---", text)]
        headers.append({"design", "program", "ms", "file"})  # of outside.py
        headers += [{"design", "mode", "placed on", *(f"{what}, {unit}" for what in ("seed 1", "seed 2", "seed 3", "median"))}
                    for unit in ("ps", "%")]
        headers.append({"design", "mode", "TNS, 1e5 ns", "WNS, ns", "HPWL, um", "seconds", "iterations", "placed on"})
        for name in page.PAPERS:
            for table in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))["tables"]:
                for wanted in table.get("ours", []):
                    for one in filter(None, (wanted, wanted.get("over"))):
                        self.check_header(headers, (name, table["id"], wanted["name"]), one)
                for wanted in table.get("show", []):
                    asked = {*wanted.get("columns", []), *wanted.get("where", {}),
                             *wanted.get("plot", {}).get("columns", [])}
                    self.assertTrue(any(asked <= header for header in headers), (name, table["id"], asked))

    def check_header(self, headers, where, wanted):
        if "crossing" in wanted:
            return
        values = ([wanted["value"]] if "{" not in wanted["value"] else
                  wanted["names"][wanted["value"].strip("{}")].values())
        for value in values:
            asked = {value, *wanted["match"]} - {""}
            self.assertTrue(any(asked <= header for header in headers), (where, asked))

    def check(self, sources, where, wanted, columns):
        self.assertIn(wanted["unit"], page.UNITS, where)
        if "crossing" in wanted:
            wanted = {**wanted["crossing"], "match": {}}
        if "over" in wanted:
            self.check(sources, where, {**wanted["over"], "unit": wanted["unit"]}, columns)
        section = wanted.get("section", "")
        words = [wanted["value"], *(section if isinstance(section, list) else [section]), *wanted["match"],
                 *wanted["match"].values(), wanted.get("header", "")]
        for column in wanted.get("only", {}):
            self.assertIn(column, columns, where)
        words += [called for names in wanted.get("names", {}).values() for called in names.values()]
        for word in words:
            for column in re.findall(r"\{([^{}]+)\}", word):
                self.assertIn(column, columns, where)
            for literal in re.split(r"\{[^{}]+\}|\b\d+[KM]\b| densified$|(?<= L=)\d$", word):
                self.assertTrue(literal.strip(" ,").removeprefix("contest ") in sources, (where, word))


if __name__ == "__main__":
    unittest.main()
