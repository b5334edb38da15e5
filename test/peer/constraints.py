"""Random SDC for a netlist, by kinds: of clocks' and ports' values, of exceptions, of what shapes clocks, of all.

What both programs are known to take otherwise, and what no rule of known.py could tell from a fault, is not drawn: a source
latency of early edges alone, -cell_check of single cells, driving cells of some edges or with several inputs, edges in
-through a register's clock pin.
"""
from path_exceptions import SIDES, Exceptions

EDGES = ("", "-rise ", "-fall ")
ELEMENTS = EDGES + ("-min ", "-max ")
KINDS = {  # the draws of Constraints, in their order
    "io": ("clock_values", "inner_clock_values", "ports", "derates", "inner_derates"),
    "exceptions": ("generated", "ports", "exceptions", "groups", "data_checks"),
    "clocks": ("generated", "clock_values", "ports", "constants", "disables", "gating", "borrowing", "derates"),
}
KINDS["all"] = tuple(dict.fromkeys(name for names in KINDS.values() for name in names))


class Constraints(Exceptions):
    """The lines of one netlist's constraints, drawn from its clocks on."""

    def __init__(self, netlist, draw, kind):
        self.netlist, self.draw, self.kind = netlist, draw, kind
        self.inputs = netlist.inputs
        self.lines, self.names = [], []
        self.clocks()
        for name in KINDS[kind]:
            getattr(self, name)()
        if draw.chance(1 / 3):
            self.say("set sta_crpr_enabled 0")

    # What there are of clocks.

    def clocks(self):
        for port in self.netlist.clocks:
            if self.names and self.draw.chance(.08):
                continue
            period, wave = self.draw.pick(["1", "2", "1.5", "3", "0.8", "2.5"]), ""
            if self.draw.chance(.3):
                rise = float(self.draw.number(0, float(period) * .4, 2))
                wave = f"-waveform {{{rise} {rise + float(period) * float(self.draw.number(.2, .6, 1)):.2f}}}"
            self.say(f"create_clock -name c_{port} -period {period}", wave, f"[get_ports {port}]")
            self.names.append(f"c_{port}")
        if self.draw.chance(.15):
            self.say(f"create_clock -name c2 -period {self.draw.pick(['2.5', '4', '1'])} -add [get_ports {self.netlist.clocks[0]}]")
            self.names.append("c2")
        self.real = list(self.names)
        if self.draw.chance(.2):
            self.say(f"create_clock -name virt -period {self.draw.pick(['2', '3'])}")
            self.names.append("virt")

    def generated(self):
        ways = ["-divide_by 2", "-divide_by 2", "-divide_by 4", "-edges {1 3 5}", "-divide_by 2 -invert", "-divide_by 3"]
        rare = ["-multiply_by 2", "-divide_by 1 -combinational", "-edges {2 4 6}", "-divide_by 1 -invert"]
        for one in self.netlist.dividers:
            if self.draw.chance(.15):
                continue
            unusual = self.kind != "exceptions" and self.draw.chance(.1)
            master = f"-master_clock {self.draw.pick(self.real)}" if self.draw.chance(.15) else ""
            self.say(f"create_generated_clock -name g_{one.name} -source [get_pins {one.name}/{one.cell.clock}]", master,
                     self.draw.pick(rare if unusual else ways), f"[get_pins {one.name}/{one.cell.outputs[0]}]")
            self.names.append(f"g_{one.name}")

    # Values of clocks, ports and cells.

    def clock_values(self):
        if self.draw.chance(.45):
            self.say("set_propagated_clock", self.draw.pick(["[all_clocks]", self.a_clock()]))
        for _ in self.times(0, 0, 1, 2):
            self.say("set_clock_latency", self.draw.pick(ELEMENTS + ("-rise -max ",)), self.delay(), self.a_clock())
        for _ in self.times(0, 0, 1, 2):
            self.say("set_clock_latency -source", self.draw.pick(("", "-late ", "-rise ", "-fall ")), self.delay(), self.a_clock())
        for _ in self.times(0, 0, 1, 2):
            self.say("set_clock_uncertainty", self.draw.pick(SIDES), self.delay(.01, .15), self.a_clock())
        if self.draw.chance(.2):
            edge, other = self.draw.pick(("", "rise_", "fall_")), self.draw.pick(("", "rise_", "fall_"))
            self.say("set_clock_uncertainty", self.draw.pick(SIDES), self.delay(.01, .15), f"-{edge}from", self.a_clock(),
                     f"-{other}to", self.a_clock())
        if self.draw.chance(.25):
            self.say("set_clock_transition", self.draw.pick(ELEMENTS), self.delay(.02, .2), self.a_clock())

    def clock_place(self):
        """A pin or port of the clocks' network."""
        if self.draw.chance(.3):
            one = self.draw.pick(self.netlist.registers())
            return f"[get_pins {one.name}/{one.cell.clock}]"
        net = self.draw.pick(self.netlist.clock_nets)
        return self.netlist.source(net)

    def inner_clock_values(self):
        for _ in self.times(0, 0, 1, 2):
            clock = f"-clock {self.clock()}" if self.draw.chance(.3) else ""
            self.say("set_clock_latency", self.draw.pick(ELEMENTS), self.delay(), clock, self.clock_place())
        if self.draw.chance(.2):
            self.say("set_propagated_clock", self.clock_place())
        if self.draw.chance(.15):
            self.say("set_clock_latency -source", self.draw.pick(("", "-late ", "-rise ", "-fall ")), self.delay(),
                     self.port(self.netlist.clocks))
        if self.draw.chance(.2):
            self.say("set_clock_uncertainty", self.draw.pick(SIDES), self.delay(.01, .15), self.clock_place())

    def port_delay(self, command, port):
        for count in self.times(1, 1, 1, 1, 1, 2):
            fall = "-clock_fall" if self.draw.chance(.2) else ""
            more = "-add_delay" if count == 0 and self.draw.chance(.1) else ""
            included = self.draw.pick(("",) * 8 + ("-source_latency_included", "-network_latency_included"))
            element = "" if command == "set_output_delay" and self.kind == "exceptions" else self.draw.pick(("",) + ELEMENTS)
            self.say(command, element, self.draw.number(-.2, .7), "-clock", self.clock(), fall, more, included, f"[get_ports {port}]")

    def ports(self):
        for port in self.inputs:
            if self.draw.chance(.9):
                self.port_delay("set_input_delay", port)
        for port in self.netlist.outputs:
            if self.draw.chance(.95):
                self.port_delay("set_output_delay", port)
            if self.draw.chance(.4):
                self.say("set_load", self.draw.pick(("", "-pin_load ", "-wire_load ", "-max ", "-min ")),
                         self.draw.number(1, 30, 1), f"[get_ports {port}]")
        buffers = [one.cell.name for one in self.netlist.instances if len(one.cell.inputs) == 1]
        for port in self.inputs:
            way = self.draw.by_weight({"": 70, "slew": 20, "cell": 10})
            if way == "slew":
                self.say("set_input_transition", self.draw.pick(EDGES + ("-max ",)), self.delay(.01, .2), f"[get_ports {port}]")
            elif way:
                self.say("set_driving_cell -lib_cell", self.draw.pick(buffers), f"[get_ports {port}]")

    def factor(self):
        return f"-early {self.draw.number(.85, 1)}" if self.draw.chance(.5) else f"-late {self.draw.number(1, 1.15)}"

    def derates(self):
        of = ("", "-clock", "-data", "-cell_delay", "-net_delay", "-cell_check", "-rise", "-fall")
        for _ in self.times(0, 0, 1, 2):
            self.say("set_timing_derate", self.factor(), self.draw.pick(of))

    def inner_derates(self):
        if self.draw.chance(.25):
            one = self.gate()
            where = self.draw.pick((f"[get_cells {one.name}]", f"[get_lib_cells */{one.cell.name}]"))
            self.say("set_timing_derate", self.factor(), self.draw.pick(("", "-rise", "-fall", "-cell_delay")), where)

    # What shapes clocks.

    def constants(self):
        if self.draw.chance(.2):
            self.say("set_case_analysis", self.draw.pick(("0", "1", "0", "1", "rising", "falling")), self.port(self.inputs))
        if self.draw.chance(.08):
            one = self.gate()
            self.say("set_case_analysis", self.draw.pick("01"), f"[get_pins {one.name}/{self.draw.pick(one.cell.inputs)}]")
        if self.draw.chance(.08):
            self.say(self.draw.pick(("set_logic_zero", "set_logic_one")), self.port(self.inputs))

    def disables(self):
        one = self.gate()
        source = self.draw.pick(one.cell.inputs)
        way = self.draw.by_weight({"": 90, "cell": 4, "arc": 3, "pin": 2, "port": 1})
        if way:
            self.say("set_disable_timing", {
                "cell": f"[get_cells {one.name}]", "pin": f"[get_pins {one.name}/{source}]", "port": self.port(self.inputs),
                "arc": f"-from {source} -to {self.draw.pick(one.cell.outputs)} [get_cells {one.name}]"}[way])
        place = self.netlist.source(self.draw.pick(self.netlist.clock_nets))
        if place.startswith("[get_pins") and self.draw.chance(.1):
            self.say("set_clock_sense", self.draw.pick(("-positive", "-negative", "-stop_propagation")),
                     f"-clock {self.clock()}" if self.draw.chance(.5) else "", place)

    def gating(self):
        if self.draw.chance(.2):
            self.say("set_clock_gating_check", self.draw.pick(SIDES[1:]), self.delay(0, .2), self.draw.pick(("", self.a_clock())))
        if self.draw.chance(.1):
            self.say("set_clock_gating_check -setup", self.delay(0, .2), self.draw.pick(("", "-high", "-low")),
                     f"[get_cells {self.gate().name}]")

    def borrowing(self):
        latches = [one.name for one in self.netlist.registers() if one.cell.kind == "latch"]
        if self.draw.chance(.25):
            place = f"[get_cells {self.draw.pick(latches)}]" if latches and self.draw.chance(.6) else self.a_clock()
            self.say("set_max_time_borrow", self.delay(0, .5), place)


def random_constraints(netlist, draw, kind):
    """Lines of SDC of a kind."""
    return Constraints(netlist, draw, kind).lines
