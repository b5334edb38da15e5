#!/usr/bin/env python3
"""Writes demo_Early.lib and demo_Late.lib: an invented library whose tables follow three formulas.

  delay       = intrinsic + drive * load + 0.15 * input slew      ps; drive in kOhm, load in fF
  output slew = 4 + 1.5 * drive * load + 0.10 * input slew        ps
  falling     = 0.9 * rising;   late = 1.1 * early

  hold  (early library) = 4 - 0.05 * data slew + 0.10 * clock slew
  setup (late library)  = 1.1 * (12 + 0.20 * data slew + 0.10 * clock slew)

The formulas are planes and gsta's lookup is bilinear, so what it finds between and beyond the 3x3 points is
what the formula gives: every number in the reports can be followed by hand.
"""
import pathlib

SLEWS, LOADS = (5, 20, 80), (1, 8, 40)
# name: function, inputs, input capacitance (fF), intrinsic (ps), drive (kOhm), sense
GATES = {
    "BUF_X1": ("A", "A", 1.0, 12, 2.0, "positive_unate"),
    "BUF_X4": ("A", "A", 2.4, 12, 0.5, "positive_unate"),
    "INV_X1": ("!A", "A", 1.0, 5, 2.0, "negative_unate"),
    "NAND2_X1": ("!(A*B)", "AB", 1.1, 8, 2.2, "negative_unate"),
    "NAND2_X2": ("!(A*B)", "AB", 2.2, 8, 1.1, "negative_unate"),
    "XOR2_X1": ("A^B", "AB", 1.6, 14, 2.4, "non_unate"),
}
DFF_INTRINSIC, DFF_DRIVE = 35, 2.0


def table(group, template, axes, formula, indent):
    def row(numbers):
        return '"' + ", ".join(f"{n:.6g}" for n in numbers) + '"'

    x, y = axes
    rows = ", \\\n".join(f"{indent}    {row(formula(a, b) for b in y)}" for a in x)
    return (f"{indent}{group} ({template}) {{\n{indent}  index_1 ({row(x)});\n{indent}  index_2 ({row(y)});\n"
            f"{indent}  values ( \\\n{rows});\n{indent}}}\n")


def arc(related, intrinsic, drive, sense, derate, kind=""):
    text = f'      timing () {{\n        related_pin : "{related}";\n        timing_sense : {sense};\n'
    if kind:
        text += f"        timing_type : {kind};\n"
    for edge, factor in (("rise", derate), ("fall", 0.9 * derate)):
        text += table(f"cell_{edge}", "delay_3x3", (SLEWS, LOADS),
                      lambda s, c: factor * (intrinsic + drive * c + 0.15 * s), "        ")
        text += table(f"{edge}_transition", "delay_3x3", (SLEWS, LOADS),
                      lambda s, c: factor * (4 + 1.5 * drive * c + 0.1 * s), "        ")
    return text + "      }\n"


def pin(name, direction, lines="", body=""):
    return f"    pin ({name}) {{\n      direction : {direction};\n{lines}{body}    }}\n"


def gate(name, derate):
    function, inputs, cap, intrinsic, drive, sense = GATES[name]
    text = f"  cell ({name}) {{\n"
    for i in inputs:
        text += pin(i, "input", f"      capacitance : {cap};\n")
    arcs = "".join(arc(i, intrinsic, drive, sense, derate) for i in inputs)
    return text + pin("Y", "output", f'      function : "{function}";\n', arcs) + "  }\n"


def flip_flop(late):
    kind, formula = (("setup_rising", lambda d, c: 1.1 * (12 + 0.2 * d + 0.1 * c)) if late else
                     ("hold_rising", lambda d, c: 4 - 0.05 * d + 0.1 * c))
    check = f'      timing () {{\n        related_pin : "CK";\n        timing_type : {kind};\n'
    for edge in ("rise", "fall"):
        check += table(f"{edge}_constraint", "check_3x3", (SLEWS, SLEWS), formula, "        ")
    launch = arc("CK", DFF_INTRINSIC, DFF_DRIVE, "non_unate", 1.1 if late else 1.0, "rising_edge")
    return ('  cell (DFF_X1) {\n    ff (IQ, IQN) {\n      clocked_on : "CK";\n      next_state : "D";\n    }\n'
            + pin("D", "input", "      capacitance : 1.2;\n", check + "      }\n")
            + pin("CK", "input", "      capacitance : 0.9;\n      clock : true;\n")
            + pin("Q", "output", '      function : "IQ";\n', launch) + "  }\n")


def template(name, x, y):
    return (f"  lu_table_template ({name}) {{\n    variable_1 : {x};\n    variable_2 : {y};\n"
            '    index_1 ("1, 2, 3");\n    index_2 ("1, 2, 3");\n  }\n')


def library(late):
    text = "/* Made by make_libs.py, which says what the numbers are. */\n"
    text += f"library (demo_{'late' if late else 'early'}) {{\n"
    text += '  time_unit : "1ps";\n  capacitive_load_unit (1, ff);\n  delay_model : table_lookup;\n'
    text += template("delay_3x3", "input_net_transition", "total_output_net_capacitance")
    text += template("check_3x3", "constrained_pin_transition", "related_pin_transition")
    return text + "".join(gate(name, 1.1 if late else 1.0) for name in GATES) + flip_flop(late) + "}\n"


if __name__ == "__main__":
    here = pathlib.Path(__file__).parent
    (here / "demo_Early.lib").write_text(library(late=False))
    (here / "demo_Late.lib").write_text(library(late=True))
