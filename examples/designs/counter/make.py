#!/usr/bin/env python3
"""Writes counter.lib, counter.v and counter.spef: a small library and a 4-bit counter, all made up here.

Delays and slews grow linearly with load and input slew; wires are stars whose branches grow with the sink's number.
"""

SLEWS, LOADS = [5, 20, 80], [1, 4, 16]  # ps, fF


def table(kind, template, rows):
    lines = ", \\\n".join('            "' + ", ".join(f"{v:.3f}" for v in row) + '"' for row in rows)
    return f"        {kind} ({template}) {{\n          values ( \\\n{lines});\n        }}\n"


def delays(base, per_ff, per_ps):
    """The four tables of an arc; falling is a tenth faster."""
    text = ""
    for edge, factor in (("rise", 1.0), ("fall", 0.9)):
        cell = [[factor * (base + per_ff * c + per_ps * s) for c in LOADS] for s in SLEWS]
        slew = [[factor * (0.6 * base + 1.8 * per_ff * c + 0.1 * s) for c in LOADS] for s in SLEWS]
        text += table(f"cell_{edge}", "delay_3x3", cell) + table(f"{edge}_transition", "delay_3x3", slew)
    return text


def arc(related, sense, numbers, kind=""):
    timing_type = f"        timing_type : {kind};\n" if kind else ""
    return (f"      timing () {{\n        related_pin : \"{related}\";\n        timing_sense : {sense};\n"
            f"{timing_type}{delays(*numbers)}      }}\n")


def constraint(kind, base):
    rows = [[base + 0.1 * s - 0.05 * c for c in SLEWS] for s in SLEWS]
    if kind == "hold":
        rows = [[base - 0.05 * s + 0.05 * c for c in SLEWS] for s in SLEWS]
    both = "".join(table(f"{edge}_constraint", "check_3x3", rows) for edge in ("rise", "fall"))
    return f"      timing () {{\n        related_pin : \"CK\";\n        timing_type : {kind}_rising;\n{both}      }}\n"


def pin(name, direction, cap=0.0, body="", clock=False):
    text = f"    pin ({name}) {{\n      direction : {direction};\n"
    text += f"      capacitance : {cap};\n" if direction == "input" else ""
    text += "      clock : true;\n" if clock else ""
    return text + body + "    }\n"


def gate(name, inputs, function, sense, cap, numbers):
    arcs = "".join(arc(i, sense, numbers) for i in inputs)
    pins = "".join(pin(i, "input", cap) for i in inputs)
    output = pin("Y", "output", body=f'      function : "{function}";\n' + arcs)
    return f"  cell ({name}) {{\n{pins}{output}  }}\n"


def register():
    data = pin("D", "input", 1.2, constraint("setup", 20) + constraint("hold", 4))
    output = pin("Q", "output", body='      function : "IQ";\n' + arc("CK", "non_unate", (45, 3.0, 0.2), "rising_edge"))
    state = '    ff (IQ, IQN) {\n      clocked_on : "CK";\n      next_state : "D";\n    }\n'
    return f"  cell (DFF) {{\n{state}{data}{pin('CK', 'input', 1.0, clock=True)}{output}  }}\n"


def library():
    axes = ", ".join(map(str, SLEWS)), ", ".join(map(str, LOADS))
    head = ("library (counter) {\n  delay_model : table_lookup;\n  time_unit : \"1ps\";\n"
            "  capacitive_load_unit (1, ff);\n"
            "  lu_table_template (delay_3x3) {\n    variable_1 : input_net_transition;\n"
            "    variable_2 : total_output_net_capacitance;\n"
            f"    index_1 (\"{axes[0]}\");\n    index_2 (\"{axes[1]}\");\n  }}\n"
            "  lu_table_template (check_3x3) {\n    variable_1 : constrained_pin_transition;\n"
            "    variable_2 : related_pin_transition;\n"
            f"    index_1 (\"{axes[0]}\");\n    index_2 (\"{axes[0]}\");\n  }}\n")
    cells = (gate("INV", "A", "!A", "negative_unate", 1.0, (6, 3.0, 0.20))
             + gate("BUF", "A", "A", "positive_unate", 1.1, (14, 2.0, 0.15))
             + gate("CLKBUF", "A", "A", "positive_unate", 1.8, (16, 0.9, 0.12))
             + gate("NAND2", "AB", "!(A B)", "negative_unate", 1.2, (8, 3.5, 0.22))
             + gate("XOR2", "AB", "A ^ B", "non_unate", 1.9, (18, 3.8, 0.25))
             + register())
    return head + cells + "}\n"


def instances():
    """(cell, instance, {pin: net}); the output is Y or Q."""
    made = [("CLKBUF", "ct_root", {"A": "clk", "Y": "ck"}),
            ("CLKBUF", "ct_low", {"A": "ck", "Y": "ck_low"}),
            ("CLKBUF", "ct_high", {"A": "ck", "Y": "ck_high"})]
    carry = "enable"
    for i in range(4):
        made += [("XOR2", f"sum{i}", {"A": f"q{i}", "B": carry, "Y": f"next{i}"}),
                 ("NAND2", f"and{i}", {"A": f"q{i}", "B": carry, "Y": f"no_carry{i}"}),
                 ("INV", f"inv{i}", {"A": f"no_carry{i}", "Y": f"carry{i}"}),
                 ("DFF", f"bit{i}", {"D": f"next{i}", "CK": "ck_low" if i < 2 else "ck_high", "Q": f"q{i}"})]
        carry = f"carry{i}"
    return made + [("BUF", "out", {"A": carry, "Y": "overflow"})]


INPUTS, OUTPUTS = ["clk", "enable"], ["q0", "q1", "q2", "q3", "overflow"]


def netlist():
    wires = sorted({n for _, _, pins in instances() for n in pins.values()} - set(INPUTS) - set(OUTPUTS))
    text = f"module counter ({', '.join(INPUTS + OUTPUTS)});\n"
    text += f"  input {', '.join(INPUTS)};\n  output {', '.join(OUTPUTS)};\n  wire {', '.join(wires)};\n\n"
    for cell, name, pins in instances():
        text += f"  {cell} {name} ({', '.join(f'.{p}({n})' for p, n in pins.items())});\n"
    return text + "endmodule\n"


def spef():
    nets = {}
    for _, name, pins in instances():
        for p, net in pins.items():
            nets.setdefault(net, []).append((f"{name}:{p}", "O" if p in "YQ" else "I", "I"))
    for port in INPUTS:
        nets[port].insert(0, (port, "I", "P"))
    for port in OUTPUTS:
        nets[port].append((port, "O", "P"))
    text = ('*SPEF "IEEE 1481-1998"\n*DESIGN "counter"\n*DATE "-"\n*VENDOR "gsta"\n*PROGRAM "make.py"\n*VERSION "1"\n'
            '*DESIGN_FLOW "NETLIST_TYPE_VERILOG"\n*DIVIDER /\n*DELIMITER :\n*BUS_DELIMITER [ ]\n'
            "*T_UNIT 1 PS\n*C_UNIT 1 FF\n*R_UNIT 1 KOHM\n*L_UNIT 1 HENRY\n\n")
    for net, ends in nets.items():
        # A cell's output or an input port drives; the wire branches at node 1.
        root = next(e for e, d, kind in ends if d == ("I" if kind == "P" else "O"))
        sinks = [e for e, _, _ in ends if e != root]
        caps = [(root, 0.4), (f"{net}:1", 0.8)] + [(s, 0.5 + 0.2 * i) for i, s in enumerate(sinks)]
        resistors = [(root, f"{net}:1", 0.2)] + [(f"{net}:1", s, 0.3 + 0.15 * i) for i, s in enumerate(sinks)]
        text += f"*D_NET {net} {sum(c for _, c in caps):.2f}\n*CONN\n"
        text += "".join(f"*{kind} {e} {d}\n" for e, d, kind in ends)
        text += "*CAP\n" + "".join(f"{i + 1} {n} {c:.2f}\n" for i, (n, c) in enumerate(caps))
        text += "*RES\n" + "".join(f"{i + 1} {a} {b} {r:.2f}\n" for i, (a, b, r) in enumerate(resistors)) + "*END\n\n"
    return text


for name, text in (("counter.lib", library()), ("counter.v", netlist()), ("counter.spef", spef())):
    with open(name, "w") as file:
        file.write(text)
