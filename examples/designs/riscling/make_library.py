"""Writes plain45.lib, a Liberty library of our own for a made-up 45 nm process, and its simulation models.

    make_library.py OUT.lib OUT.v

A cell is an ideal switch behind a resistance R that charges its own and the net's capacitance. With tau = R (C_own + C):
    delay      = inner + ln(2) tau + s tau / (3 tau + 2 s)       s: transition of the input; its share grows, then levels off
    transition = sqrt((ln(4) tau)^2 + (s / 7)^2) + inner / 4     20 % to 80 %
Both grow with s and with C. A fall is faster than a rise, a pin far from the output is slower by its stack factor, and a
conditional arc differs by a few percent from its neighbours. ps, fF and kOhm inside; the file is in ns and fF.
"""
import math
import sys
from dataclasses import dataclass

SLEWS = [4, 10, 24, 50, 100, 180, 300]
LOADS = [0.4, 1, 2.5, 5, 10, 18, 30]          # of drive 1; times the drive for stronger cells
CHECK_SLEWS = [4, 60, 300]
RISE_OHMS, FALL_OHMS, OWN_CAP = 4.6, 3.7, 0.9  # kOhm and fF of drive 1


@dataclass
class Arc:
    pin: str
    sense: str
    when: str = ""
    factor: float = 1.0
    kind: str = ""           # timing_type, where it is not combinational


@dataclass
class Cell:
    name: str
    area: float
    inputs: dict             # pin -> fF
    outputs: dict            # pin -> (function, [Arc])
    drive: float = 1
    inner: float = 0         # ps of the stages before the last
    stack: float = 1.0       # resistance against that of an inverter
    register: str = ""       # "", "plain" or "reset"
    axes_inside: bool = False


def every(pins, sense, worse=0.06):
    """One arc a pin; a later pin is a little slower."""
    return [Arc(pin, sense, factor=1 + worse * i) for i, pin in enumerate(pins)]


def xor_arcs(function_inverts):
    """Two conditional arcs a pin, then one without a condition for tools that cannot tell."""
    arcs = []
    for i, (pin, other) in enumerate((("A", "B"), ("B", "A"))):
        base = 1 + 0.05 * i
        same, opposite = ("negative_unate", "positive_unate") if function_inverts else ("positive_unate", "negative_unate")
        arcs += [Arc(pin, same, f"!{other}", base), Arc(pin, opposite, other, base * 1.07),
                 Arc(pin, "non_unate", "", base * 1.03)]
    return arcs


def adder_arcs():
    total, carry = [], []
    for i, pin in enumerate(("A", "B", "CI")):
        one, two = [p for p in ("A", "B", "CI") if p != pin]
        base = 1 - 0.08 * i
        for k, (a, b) in enumerate((("", ""), ("", "!"), ("!", ""), ("!", "!"))):
            condition = f"{a}{one} & {b}{two}"
            total.append(Arc(pin, "positive_unate" if a == b else "negative_unate", condition, base * (1 + 0.02 * k)))
            if a != b:
                carry.append(Arc(pin, "positive_unate", condition, 0.85 * base * (1 + 0.02 * k)))
    return total, carry


def cells():
    total, carry = adder_arcs()
    mux = [Arc("A", "positive_unate", "!S"), Arc("B", "positive_unate", "S", 1.02),
           Arc("S", "negative_unate", "A & !B", 1.12), Arc("S", "positive_unate", "!A & B", 1.08)]
    clock_to_q = [Arc("CK", "non_unate", kind="rising_edge")]
    clear = [Arc("RN", "positive_unate", factor=0.8, kind="clear")]
    negative, positive = "negative_unate", "positive_unate"

    def gate(name, area, pins, function, sense, cap=1.5, **more):
        return Cell(name, area, {p: cap for p in pins}, {"Y": (function, every(pins, sense))}, **more)
    return [
        gate("INV_X1", 0.8, "A", "!A", negative),
        gate("INV_X2", 1.1, "A", "!A", negative, cap=3.0, drive=2),
        gate("INV_X4", 1.7, "A", "!A", negative, cap=6.0, drive=4),
        gate("BUF_X1", 1.1, "A", "A", positive, cap=1.0, inner=12),
        gate("BUF_X4", 2.2, "A", "A", positive, cap=2.1, drive=4, inner=14),
        gate("CLKBUF_X8", 4.0, "A", "A", positive, cap=3.4, drive=8, inner=15, axes_inside=True),
        gate("NAND2_X1", 1.1, "AB", "!(A & B)", negative, stack=1.15),
        gate("NAND3_X1", 1.4, "ABC", "!(A & B & C)", negative, cap=1.6, stack=1.35),
        gate("NOR2_X1", 1.1, "AB", "!(A | B)", negative, stack=1.3),
        gate("NOR3_X1", 1.4, "ABC", "!(A | B | C)", negative, cap=1.6, stack=1.7),
        gate("AND2_X1", 1.4, "AB", "A & B", positive, cap=1.0, inner=14),
        gate("OR2_X1", 1.4, "AB", "A | B", positive, cap=1.0, inner=17),
        gate("AOI21_X1", 1.4, ("A1", "A2", "B"), "!((A1 & A2) | B)", negative, cap=1.6, stack=1.4),
        gate("OAI21_X1", 1.4, ("A1", "A2", "B"), "!((A1 | A2) & B)", negative, cap=1.6, stack=1.35),
        Cell("XOR2_X1", 2.2, {"A": 2.2, "B": 2.4}, {"Y": ("A ^ B", xor_arcs(False))}, inner=16, stack=1.2),
        Cell("XNOR2_X1", 2.2, {"A": 2.2, "B": 2.4}, {"Y": ("!(A ^ B)", xor_arcs(True))}, inner=15, stack=1.2),
        Cell("MUX2_X1", 2.0, {"A": 1.0, "B": 1.0, "S": 1.9}, {"Y": ("(A & !S) | (B & S)", mux)}, inner=19),
        Cell("FA_X1", 4.3, {"A": 3.2, "B": 3.1, "CI": 2.5},
             {"CO": ("(A & B) | (CI & (A | B))", carry), "S": ("A ^ B ^ CI", total)}, inner=30),
        Cell("DFF_X1", 4.5, {"D": 1.1, "CK": 0.9}, {"Q": ("IQ", clock_to_q)}, inner=44, register="plain"),
        Cell("DFFR_X1", 5.3, {"D": 1.1, "CK": 0.9, "RN": 1.4}, {"Q": ("IQ", clock_to_q + clear)}, inner=48,
             register="reset"),
        Cell("TIEHI", 0.5, {}, {"Y": ("1", [])}),
        Cell("TIELO", 0.5, {}, {"Y": ("0", [])}),
    ]


def ns(value):
    return f"{value / 1000:.6f}"


def rows(table):
    return ", \\\n".join("            \"" + ", ".join(ns(v) for v in row) + "\"" for row in table)


def loads_of(cell):
    return [round(c * cell.drive, 3) for c in LOADS]


def tables(cell, arc, edge):
    """Delay and transition of one edge of the output, rows by slew and columns by load."""
    ohms = (RISE_OHMS if edge == "rise" else FALL_OHMS) * cell.stack / cell.drive * arc.factor
    inner = cell.inner * arc.factor * (1.06 if edge == "fall" else 1.0)
    delay, transition = [], []
    for slew in SLEWS:
        taus = [ohms * (OWN_CAP * cell.drive * cell.stack + load) for load in loads_of(cell)]
        delay.append([inner + math.log(2) * tau + slew * tau / (3 * tau + 2 * slew) for tau in taus])
        transition.append([math.hypot(math.log(4) * tau, slew / 7) + inner / 4 for tau in taus])
    return delay, transition


def timing_group(cell, arc):
    out = ["      timing () {", f"        related_pin : \"{arc.pin}\";", f"        timing_sense : {arc.sense};"]
    if arc.kind:
        out.append(f"        timing_type : {arc.kind};")
    if arc.when:
        out += [f"        when : \"{arc.when}\";", f"        sdf_cond : \"{arc.when.replace('!', '~')}\";"]
    axes = ""
    if cell.axes_inside:
        axes = (f"          index_1 (\"{', '.join(ns(s) for s in SLEWS)}\");\n"
                f"          index_2 (\"{', '.join(str(c) for c in loads_of(cell))}\");\n")
    for edge in ("fall",) if arc.kind == "clear" else ("rise", "fall"):
        for name, table in zip((f"cell_{edge}", f"{edge}_transition"), tables(cell, arc, edge)):
            out.append(f"        {name} (drive_{cell.drive}) {{\n{axes}          values ( \\\n{rows(table)});\n        }}")
    return "\n".join(out + ["      }"])


def check_group(kind, edges, base, from_data, from_clock):
    """A 3 x 3 table an edge: rows by the data's transition, columns by the clock's."""
    out = ["      timing () {", "        related_pin : \"CK\";", f"        timing_type : {kind};"]
    for edge in edges:
        start = base + (4 if edge == "fall" else 0)
        table = [[start + from_data * d + from_clock * c for c in CHECK_SLEWS] for d in CHECK_SLEWS]
        out.append(f"        {edge}_constraint (check) {{\n          values ( \\\n{rows(table)});\n        }}")
    return "\n".join(out + ["      }"])


def checks_of(cell, pin):
    if cell.register and pin == "D":
        return [check_group("setup_rising", ("rise", "fall"), 28, 0.22, -0.10),
                check_group("hold_rising", ("rise", "fall"), 4, -0.12, 0.14)]
    if pin == "RN":
        return [check_group("recovery_rising", ("rise",), 22, 0.18, -0.08),
                check_group("removal_rising", ("rise",), 9, -0.06, 0.12)]
    return []


def input_pin(cell, pin, cap):
    out = [f"    pin ({pin}) {{", "      direction : input;", f"      capacitance : {cap:.3f};",
           f"      rise_capacitance : {1.04 * cap:.4f};", f"      fall_capacitance : {0.96 * cap:.4f};"]
    if pin == "CK":
        out.append("      clock : true;")
    return "\n".join(out + checks_of(cell, pin) + ["    }"])


def output_pin(cell, pin):
    function, arcs = cell.outputs[pin]
    out = [f"    pin ({pin}) {{", "      direction : output;", f"      function : \"{function}\";"]
    if arcs:
        out.append(f"      max_capacitance : {loads_of(cell)[-1]};")
    return "\n".join(out + [timing_group(cell, arc) for arc in arcs] + ["    }"])


def cell_group(cell):
    out = [f"  cell ({cell.name}) {{", f"    area : {cell.area};"]
    if cell.register:
        clear = "      clear : \"!RN\";\n" if cell.register == "reset" else ""
        out.append(f"    ff (IQ, IQN) {{\n      clocked_on : \"CK\";\n      next_state : \"D\";\n{clear}    }}")
    out += [input_pin(cell, pin, cap) for pin, cap in cell.inputs.items()]
    out += [output_pin(cell, pin) for pin in cell.outputs]
    return "\n".join(out + ["  }"])


HEAD = """library (plain45) {
  comment : "A made-up process; see make_library.py.";
  delay_model : table_lookup;
  time_unit : "1ns";
  voltage_unit : "1V";
  current_unit : "1mA";
  pulling_resistance_unit : "1kohm";
  capacitive_load_unit (1, ff);
  nom_process : 1.0;
  nom_temperature : 25.0;
  nom_voltage : 1.1;
  slew_lower_threshold_pct_rise : 20;
  slew_lower_threshold_pct_fall : 20;
  slew_upper_threshold_pct_rise : 80;
  slew_upper_threshold_pct_fall : 80;
  input_threshold_pct_rise : 50;
  input_threshold_pct_fall : 50;
  output_threshold_pct_rise : 50;
  output_threshold_pct_fall : 50;
  default_max_transition : 0.3;"""


def template(name, variables, axes):
    out = [f"  lu_table_template ({name}) {{"]
    out += [f"    variable_{i + 1} : {v};" for i, v in enumerate(variables)]
    out += [f"    index_{i + 1} (\"{', '.join(axis)}\");" for i, axis in enumerate(axes)]
    return "\n".join(out + ["  }"])


def library(all_cells):
    out = [HEAD]
    slews = [ns(s) for s in SLEWS]
    for drive in sorted({cell.drive for cell in all_cells}):
        loads = [str(round(c * drive, 3)) for c in LOADS]
        out.append(template(f"drive_{drive}", ("input_net_transition", "total_output_net_capacitance"), (slews, loads)))
    check = [ns(s) for s in CHECK_SLEWS]
    out.append(template("check", ("constrained_pin_transition", "related_pin_transition"), (check, check)))
    return "\n".join(out + [cell_group(cell) for cell in all_cells] + ["}", ""])


def verilog(function):
    return f"1'b{function}" if function in ("0", "1") else function.replace("!", "~")


def model(cell):
    """The cell in Verilog, for simulation."""
    pins = [f"input {p}" for p in cell.inputs] + [f"output {p}" for p in cell.outputs]
    out = [f"module {cell.name} ({', '.join(pins)});"]
    if cell.register:
        event, reset = "posedge CK", ""
        if cell.register == "reset":
            event, reset = "posedge CK or negedge RN", "if (!RN) IQ <= 1'b0; else "
        out.append(f"  reg IQ;\n  always @({event}) {reset}IQ <= D;")
    out += [f"  assign {pin} = {verilog(f)};"
            for pin, (f, _) in cell.outputs.items()]
    return "\n".join(out + ["endmodule", ""])


def main():
    all_cells = cells()
    with open(sys.argv[1], "w") as out:
        out.write(library(all_cells))
    with open(sys.argv[2], "w") as out:
        out.write("\n".join(model(cell) for cell in all_cells))


if __name__ == "__main__":
    main()
