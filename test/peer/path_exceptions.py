"""Draws that all random constraints share, and the exceptions of paths among them."""
SIDES = ("", "-setup ", "-hold ")


class Exceptions:
    """Has of its heir: netlist, draw, kind, the inputs' names, the clocks' names so far, and the lines that it says."""

    def say(self, *words):
        self.lines.append(" ".join(word.strip() for word in words if word.strip()))

    def times(self, *counts):
        """Draws how often, for a loop."""
        return range(self.draw.pick(counts))

    def clock(self):
        return self.draw.pick(self.names)

    def a_clock(self):
        return f"[get_clocks {self.clock()}]"

    def port(self, ports):
        return f"[get_ports {self.draw.pick(ports)}]"

    def delay(self, low=.02, high=.4):
        return self.draw.number(low, high)

    def gate(self):
        """An instance with inputs."""
        return self.draw.pick([one for one in self.netlist.instances if one.cell.inputs])

    def edge(self):
        return self.draw.pick(("", "", "rise_", "fall_"))

    def start(self):
        way, one = self.draw.by_weight({"clock": 35, "pin": 25, "cell": 10, "port": 30}), self.draw.pick(self.netlist.registers())
        return f"-{self.edge()}from " + {"clock": self.a_clock(), "pin": f"[get_pins {one.name}/{one.cell.clock}]",
                                        "cell": f"[get_cells {one.name}]", "port": self.port(self.inputs)}[way]

    def end(self):
        way, one = self.draw.by_weight({"clock": 35, "pin": 28, "cell": 12, "port": 25}), self.draw.pick(self.netlist.registers())
        return f"-{self.edge()}to " + {"clock": self.a_clock(), "pin": f"[get_pins {one.name}/{one.cell.data}]",
                                      "cell": f"[get_cells {one.name}]", "port": self.port(self.netlist.outputs)}[way]

    def point(self):
        one, way = self.gate(), self.draw.by_weight({"output": 60, "input": 20, "net": 10, "cell": 10})
        if way in ("output", "input"):
            pin = self.draw.pick(one.cell.outputs if way == "output" else one.cell.inputs)
            return f"-{'' if pin == one.cell.clock else self.edge()}through [get_pins {one.name}/{pin}]"
        return f"-through [get_nets {one.nets[one.cell.outputs[0]]}]" if way == "net" else f"-through [get_cells {one.name}]"

    def selection(self):
        """Points of an exception, one at least."""
        points = []
        while not points:
            points += [self.start()] if self.draw.chance(.45) else []
            points += [self.point() for _ in self.times(0, 0, 0, 1, 1, 2)]
            points += [self.end()] if self.draw.chance(.5) else []
        return " ".join(points)

    def exceptions(self):
        for _ in self.times(0, 1, 1, 2, 3, 4):
            way, side = self.draw.by_weight({"false": 35, "cycles": 35, "max": 12, "min": 10, "margin": 8}), self.draw.pick(SIDES)
            latency = "-ignore_clock_latency" if self.draw.chance(.3) else ""
            words = {"false": ("set_false_path", side),
                     "cycles": ("set_multicycle_path", side, self.draw.pick(("", "", "-start", "-end")), str(self.draw.whole(0, 4))),
                     "max": ("set_max_delay", latency, self.delay(.1, 1.5)), "min": ("set_min_delay", latency, self.delay(0, .5)),
                     "margin": ("set_path_margin", side, self.delay(-.1, .1))}[way]
            self.say(*words, self.selection())

    def groups(self):
        if self.draw.chance(.15):
            self.say("group_path -name gp", self.selection())
        if self.draw.chance(.12):
            self.say("group_path -default", self.selection())
        if len(self.names) > 1 and self.draw.chance(.3):
            one, other = self.draw.pair(self.names)
            way = self.draw.pick(("-asynchronous", "-logically_exclusive", "-physically_exclusive", "-asynchronous -allow_paths"))
            self.say("set_clock_groups -name cg", way, f"-group {one}", f"-group {other}" if self.draw.chance(.7) else "")

    def data_checks(self):
        if self.draw.chance(.1):
            one, other = self.draw.pair(self.netlist.registers())
            self.say(f"set_data_check -from [get_pins {one.name}/{one.cell.data}] -to [get_pins {other.name}/{other.cell.data}]",
                     self.draw.pick(SIDES), self.delay(0, .2))
