#!/usr/bin/env python3
"""Tests of page.py with logs made here in the benchmarks' formats, and of the papers' files."""
import json
import re
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

import draw
import logs
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
            self.assertEqual(page.main([folder + "/out", folder]), 0)
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


class Papers(unittest.TestCase):
    def test_rows_fit_and_what_is_looked_for_is_printed_by_the_benchmarks(self):
        sources = "\n".join(file.read_text(encoding="utf-8") for folder in (HERE.parent, HERE.parents[1] / "include")
                            for file in folder.rglob("*") if file.suffix in (".hpp", ".cuh", ".cu", ".cpp"))
        sources = re.sub(r'"\s*\n\s*"', "", sources)  # literals that go on in the next line
        for name in page.PAPERS:
            for table in json.loads((HERE / f"{name}.json").read_text(encoding="utf-8"))["tables"]:
                for row in table["rows"]:
                    self.assertEqual(len(row), len(table["columns"]), (name, table["id"], row))
                for wanted in table.get("ours", []):
                    self.check(sources, (name, table["id"], wanted["name"]), wanted, table["columns"])

    def check(self, sources, where, wanted, columns):
        self.assertIn(wanted["unit"], page.UNITS, where)
        words = [wanted["value"], wanted.get("section", ""), *wanted["match"], *wanted["match"].values(),
                 wanted.get("header", "")]
        words += [called for names in wanted.get("names", {}).values() for called in names.values()]
        for word in words:
            for column in re.findall(r"\{([^{}]+)\}", word):
                self.assertIn(column, columns, where)
            for literal in re.split(r"\{[^{}]+\}|\b\d+[KM]\b", word):
                self.assertIn(literal.strip(" ,").removeprefix("contest "), sources, (where, word))


if __name__ == "__main__":
    unittest.main()
