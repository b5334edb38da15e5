#!/usr/bin/env python3
"""Tests of peer.py's parts by small texts, without any program; and where the environment names both, a few seeds of peer.py."""
import contextlib
import hashlib
import io
import os
import re
import unittest

import compare
import known
import peer
from constraints import KINDS, random_constraints
from draw import Draw
from netlist import Cell, Instance, Netlist, cells_of, random_netlist

LIBERTY = """library(small) {
  cell(INV) { pin(A) { direction : input; } pin(Z) { direction : output; function : "!A"; } }
  cell(AND2) { pin(A) { direction : input; } pin(B) { direction : input; } pin(Z) { direction : output; } }
  cell(MUX2) { pin(A) { direction : input; } pin(B) { direction : input; } pin(S) { direction : input; }
               pin(Z) { direction : output; } }
  cell(ONE) { pin(Z) { direction : output; } }
  cell(TRI) { pin(A) { direction : input; } pin(EN) { direction : input; }
              pin(Z) { direction : output; timing() { timing_type : three_state_enable; } } }
  cell(ICG) { clock_gating_integrated_cell : latch_posedge; pin(CK) { direction : input; clock_gate_clock_pin : true; }
              pin(E) { direction : input; clock_gate_enable_pin : true; } pin(GCK) { direction : output; } }
  cell(DFF) { ff(IQ, IQN) { next_state : "D"; clocked_on : "CK"; }
              pin(D) { direction : input; } pin(CK) { direction : input; } pin(Q) { direction : output; } }
  cell(DLL) { latch(IQ, IQN) { data_in : "D"; enable : "!GN"; }
              pin(D) { direction : input; } pin(GN) { direction : input; } pin(Q) { direction : output; } }
  cell(FILL) { area : 1; }
}
"""
CELLS = {cell.name: cell for cell in cells_of(LIBERTY)}
CLOCK = "create_clock -name c -period 2 [get_ports ck]"
ENDS = """max_delay/setup group c

Endpoint              Delay     Delay     Slack
r1/D (DFF)           {0}    {1}   {2} (MET)
out (output)         1.0000    0.5000    0.5000 (MET)
"""


def small():
    """in -> INV -> DFF -> out"""
    return Netlist(["ck"], ["in"], ["out"], [Instance("u0", CELLS["INV"], {"A": "in", "Z": "n"}),
                                             Instance("r1", CELLS["DFF"], {"D": "n", "CK": "ck", "Q": "out"})], ["ck"])


def figures(required="1.9000", arrival="0.3000", slack="1.6000", pins="r1/D slack_max_rise 1.6\n"):
    return compare.Figures(pins, {"max": ENDS.format(required, arrival, slack), "min": ""})


def verdict(ours, theirs, *lines, netlist=None):
    return compare.compare(ours, theirs, netlist or small(), [CLOCK, *lines])


class Compare(unittest.TestCase):
    def test_the_same_figures_agree(self):
        found = verdict(figures(), figures())
        self.assertEqual((found.word, found.compared), ("agree", 2))

    def test_another_slack_differs(self):
        found = verdict(figures(), figures(required="1.8000", slack="1.5000"))
        self.assertEqual(found.word, "endpoints differ")
        self.assertEqual([(row.group, row.pin, row.ours[2], row.theirs[2]) for row in found.rows], [("c", "r1/D", 1.6, 1.5)])

    def test_a_row_that_one_side_lacks_differs(self):
        theirs = figures()
        theirs.ends["max"] = theirs.ends["max"].replace("group c", "group other")
        self.assertEqual(len(verdict(figures(), theirs).rows), 4)

    def test_times_may_be_half_periods_apart_but_not_other_times(self):
        self.assertEqual(verdict(figures(), figures("5.9000", "4.3000")).word, "agree")
        self.assertEqual(verdict(figures(), figures("2.4000", "0.8000")).word, "endpoints differ")

    def test_pins_alone(self):
        found = verdict(figures(), figures(pins="r1/D slack_max_rise 1.5\nr1/Q slew_max_rise INF\n"))
        self.assertEqual((found.word, found.pins), ("inner pins only", [("r1/D", "slack_max_rise", 1.6, 1.5)]))

    def test_what_nothing_constrains_is_passed_over(self):
        theirs = figures(pins="r1/D slack_max_rise -0.3\nr1/D arrival_max_rise 0.3\n")
        self.assertEqual(verdict(figures(pins="r1/D slack_max_rise INF\n"), theirs).word, "agree")
        theirs.pins = theirs.pins.replace("-0.3", "-0.4")
        self.assertEqual(verdict(figures(pins="r1/D slack_max_rise INF\n"), theirs).word, "inner pins only")

    def test_a_slew_of_no_edge_may_be_0(self):
        ours, theirs = figures(pins="r1/D slew_max_rise INF\n"), figures(pins="r1/D slew_max_rise 0.0\n")
        self.assertEqual(verdict(ours, theirs).word, "agree")
        self.assertEqual(verdict(theirs, ours).word, "inner pins only")


class Known(unittest.TestCase):
    def row_of(self, ours, theirs, *lines, netlist=None):
        found = verdict(ours, theirs, *lines, netlist=netlist)
        return dict(found.known), [row.pin for row in found.rows]

    def latched(self):
        netlist = small()
        netlist.instances[1] = Instance("r1", CELLS["DLL"], {"D": "n", "GN": "ck", "Q": "out"})
        return netlist

    def test_a_rule_takes_the_rows_it_is_of_and_no_others(self):
        worse, better, propagated = figures(slack="1.5000"), figures(), "set_propagated_clock [all_clocks]"
        self.assertEqual(self.row_of(worse, better, propagated, netlist=self.latched()), ({"latch_departures": 1}, []))
        self.assertEqual(self.row_of(better, worse, propagated, netlist=self.latched()), ({}, ["r1/D"]))  # ours hides something
        self.assertEqual(self.row_of(worse, better, netlist=self.latched()), ({}, ["r1/D"]))
        self.assertEqual(self.row_of(worse, better, propagated), ({}, ["r1/D"]))
        self.assertEqual(self.row_of(worse, better, propagated, "set sta_crpr_enabled 0", netlist=self.latched()), ({}, ["r1/D"]))

    def test_a_clock_as_data(self):
        netlist = small()
        netlist.instances[0].nets["A"] = "ck"
        self.assertEqual(self.row_of(figures(slack="1.5000"), figures(), "set_propagated_clock [all_clocks]", netlist=netlist),
                         ({"clock_checked_as_data": 1}, []))
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), "set_timing_derate -late 1.1 -data", netlist=netlist),
                         ({"derates_of_shared_arcs": 1}, []))

    def test_branches_of_clocks_that_meet(self):
        netlist = small()
        netlist.instances.append(Instance("u2", CELLS["AND2"], {"A": "ck", "B": "ck", "Z": "k"}))
        netlist.instances[1].nets["CK"] = "k"
        line = "set_clock_latency 0.1 [get_pins u2/Z]"
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), line, netlist=netlist), ({"values_of_branches": 1}, []))
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), line), ({}, ["r1/D"]))
        line = "set_propagated_clock [all_clocks]"
        self.assertEqual(self.row_of(figures(), figures("2.4000", "0.8000"), line, netlist=netlist), ({"equal_by_credits": 1}, []))
        self.assertEqual(self.row_of(figures(), figures("2.4000", "0.8000"), line), ({}, ["r1/D"]))

    def test_a_group_of_several_points_may_have_another_name_but_not_another_slack(self):
        ours, theirs, line = figures(), figures(), "group_path -name gp -from [get_ports in] -through [get_pins u0/Z] -to [get_pins r1/D]"
        theirs.ends["max"] = theirs.ends["max"].replace("group c", "group gp")
        self.assertEqual(self.row_of(ours, theirs, line), ({"points_of_groups": 4}, []))
        theirs.ends["max"] = theirs.ends["max"].replace("1.6000", "1.5000")
        self.assertEqual(self.row_of(ours, theirs, line), ({"points_of_groups": 2}, ["r1/D", "r1/D"]))

    def test_times_of_path_delays_but_not_their_slacks(self):
        line = "set_max_delay 1.9 -from [get_ports in]"
        self.assertEqual(self.row_of(figures(), figures("2.4000", "0.8000"), line), ({"times_of_delays": 1}, []))
        self.assertEqual(self.row_of(figures(), figures("2.4000", "0.9000", "1.5000"), line), ({}, ["r1/D"]))

    def test_delays_to_outputs_of_some_edges(self):
        ours, theirs = figures(), figures()
        theirs.ends["max"] = theirs.ends["max"].replace("1.0000    0.5000    0.5000", "1.2000    0.5000    0.7000")
        lines = ["set_max_delay 1 -to [get_ports out]", "set_output_delay -rise 0.1 -clock c [get_ports out]"]
        self.assertEqual(self.row_of(ours, theirs, *lines), ({"delays_to_outputs": 1}, []))
        self.assertEqual(self.row_of(ours, theirs, lines[0]), ({}, ["out"]))

    def test_a_latch_and_a_delay_from_clock_pins(self):
        line = "set_max_delay -ignore_clock_latency 1 -to [get_pins r1/D]"
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), line, netlist=self.latched()),
                         ({"delays_from_clock_pins": 1}, []))
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), line), ({}, ["r1/D"]))

    def test_a_generated_clock_without_a_master(self):
        netlist = small()
        netlist.instances.append(Instance("r2", CELLS["DFF"], {"D": "n", "CK": "ck", "Q": "half"}))
        lines = ["create_generated_clock -name g -source [get_pins r2/CK] -divide_by 2 [get_pins r2/Q]",
                 "set_input_delay 0.1 -clock g [get_ports in]"]
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), *lines, netlist=netlist), ({}, ["r1/D"]))
        netlist.instances[2].nets["CK"] = "in"
        self.assertEqual(self.row_of(figures(), figures(slack="1.5000"), *lines, netlist=netlist), ({"clocks_without_masters": 1}, []))

    def test_loops_that_constants_open(self):
        found = [compare.compare(figures(), figures(slack="1.5000"), small(), [CLOCK, "set_case_analysis 0 [get_ports in]"], log)
                 for log in ("a loop is cut", "")]
        self.assertEqual([dict(one.known) for one in found], [{"loops_left_open": 1}, {}])

    def test_every_rule_says_why(self):
        self.assertTrue(all(rule.__doc__ and "\n" not in rule.__doc__ for rule in known.RULES))


class Generation(unittest.TestCase):
    def test_cells(self):
        self.assertEqual({name: cell.kind for name, cell in CELLS.items()}, {
            "INV": "gate", "AND2": "gate", "MUX2": "gate", "ONE": "tie", "TRI": "three-state", "ICG": "clock gate",
            "DFF": "flip-flop", "DLL": "latch"})
        self.assertEqual(CELLS["DLL"], Cell("DLL", "latch", ("D", "GN"), ("Q",), "GN", "D"))
        self.assertEqual((CELLS["ICG"].clock, CELLS["ICG"].data), ("CK", "E"))

    def case(self, seed, kind):
        netlist = random_netlist(list(CELLS.values()), Draw("netlist", seed))
        return netlist, random_constraints(netlist, Draw(f"{kind} constraints", seed), kind)

    def test_a_seed_makes_the_same_in_every_version_of_python(self):
        text = "".join(netlist.text() + "\n".join(lines) for kind in KINDS for seed in range(40)
                       for netlist, lines in [self.case(seed, kind)])
        self.assertEqual(hashlib.sha256(text.encode()).hexdigest()[:16], "5f3f112bef283600")

    def test_nets_have_one_driver_and_are_driven_before_they_are_used_as_data(self):
        for seed in range(40):
            netlist, _ = self.case(seed, "all")
            driven = [one.nets[pin] for one in netlist.instances for pin in one.cell.outputs]
            self.assertEqual(len(driven), len(set(driven)), seed)
            self.assertLessEqual(netlist.loaded(), set(driven) | set(netlist.clocks + netlist.inputs), seed)

    def test_constraints_name_what_there_is(self):
        for seed in range(40):
            netlist, lines = self.case(seed, "all")
            pins = {f"{one.name}/{pin}" for one in netlist.instances for pin in one.nets}
            self.assertLessEqual(set(re.findall(r"\[get_pins (\S+)\]", "\n".join(lines))), pins, seed)


class Shrinking(unittest.TestCase):
    def test_what_is_left_is_needed(self):
        needed = {"b", "g"}
        self.assertEqual(peer.shrunk(list("abcdefgh"), lambda lines: needed <= set(lines)), ["b", "g"])


@unittest.skipUnless(all(os.environ.get(name) for name in ("GSTA_OPENSTA", "GSTA_BIN", "GSTA_CLOCK_GOLDENS")),
                     "GSTA_OPENSTA, GSTA_BIN and GSTA_CLOCK_GOLDENS name both programs and a library")
class Programs(unittest.TestCase):
    def test_a_few_seeds(self):
        with contextlib.redirect_stdout(io.StringIO()) as out:
            self.assertEqual(peer.main(["--kind", "io", "--seeds", "1", "4"]), 0, out.getvalue())
        self.assertIn("| io | 4 | 0 | 0 | 0 |", out.getvalue())


if __name__ == "__main__":
    unittest.main()
