"""Random netlists of a Liberty file's cells: gates, clock gates, flip-flops, latches, dividers and three-states."""
import re
from dataclasses import dataclass, field

REGISTERS = ("flip-flop", "latch")


@dataclass(frozen=True)
class Cell:
    """What a netlist has to know of a library's cell."""
    name: str
    kind: str  # gate, tie, three-state, clock gate, flip-flop or latch
    inputs: tuple
    outputs: tuple
    clock: str = ""
    data: str = ""


def kind_of(text, inputs):
    if re.search(r"\bclock_gating_integrated_cell\b", text):
        return "clock gate"
    for kind, group in (("flip-flop", "ff"), ("latch", "latch")):
        if re.search(rf"\b{group}\s*\(", text):
            return kind
    if "three_state_enable" in text:
        return "three-state"
    return "gate" if inputs else "tie"


def named_pin(text, attribute, inputs):
    """The first input that an attribute's expression names."""
    found = re.search(rf"\b{attribute}\s*:\s*\"([^\"]*)\"", text)
    return next((name for name in re.findall(r"\w+", found[1]) if name in inputs), "") if found else ""


def cell_of(name, text):
    """The cell of a group's text; None if it has no outputs."""
    pins = re.findall(r"\bpin\s*\(\s*\"?(\w+)\"?\s*\)(.*?)(?=\bpin\s*\(|\Z)", text, re.S)
    way = {pin: re.search(r"\bdirection\s*:\s*\"?(\w+)", body) for pin, body in pins}
    inputs, outputs = (tuple(pin for pin, _ in pins if way[pin] and way[pin][1] == what) for what in ("input", "output"))
    kind = kind_of(text, inputs)
    clock = named_pin(text, "clocked_on" if kind == "flip-flop" else "enable", inputs)
    data = named_pin(text, "next_state" if kind == "flip-flop" else "data_in", inputs)
    if kind == "clock gate":
        clock, data = (next((pin for pin, body in pins if f"clock_gate_{what}_pin" in body), "") for what in ("clock", "enable"))
    known = bool(outputs) and (kind in ("gate", "tie", "three-state") or bool(clock and data))
    return Cell(name, kind, inputs, outputs, clock, data) if known else None


def cells_of(liberty):
    """All cells of a Liberty file's text that netlists are made of."""
    groups = re.split(r"^\s*cell\s*\(\s*\"?(\w+)\"?\s*\)", liberty, flags=re.M)[1:]
    found = (cell_of(name, text) for name, text in zip(groups[::2], groups[1::2]))
    return [cell for cell in found if cell]


@dataclass
class Instance:
    name: str
    cell: Cell
    nets: dict


@dataclass
class Netlist:
    """A flat module D: ports, instances, and which nets are clocks'."""
    clocks: list
    inputs: list
    outputs: list
    instances: list = field(default_factory=list)
    clock_nets: list = field(default_factory=list)
    dividers: list = field(default_factory=list)

    def registers(self):
        return [one for one in self.instances if one.cell.kind in REGISTERS]

    def drivers(self):
        """Of each net the instance and pin that drive it."""
        return {one.nets[pin]: (one, pin) for one in self.instances for pin in one.cell.outputs}

    def source(self, net):
        """The pin or port that drives a net, as SDC has it."""
        driver = self.drivers().get(net)
        return f"[get_pins {driver[0].name}/{driver[1]}]" if driver else f"[get_ports {net}]"

    def loaded(self):
        """Nets that go somewhere."""
        return {one.nets[pin] for one in self.instances for pin in one.cell.inputs} | set(self.outputs)

    def text(self):
        """The netlist as Verilog."""
        ports = self.clocks + self.inputs
        wires = [net for net in self.drivers() if net not in self.outputs]
        lines = [f"module D ({', '.join(ports + self.outputs)});"]
        lines += [f"  input {name};" for name in ports] + [f"  output {name};" for name in self.outputs]
        lines += [f"  wire {name};" for name in wires]
        for one in self.instances:
            pins = ", ".join(f".{pin}({net})" for pin, net in one.nets.items())
            lines.append(f"  {one.cell.name} {one.name} ({pins});")
        return "\n".join(lines + ["endmodule", ""])


class Maker:
    """Makes one netlist, from its clocks to its outputs."""

    def __init__(self, cells, draw):
        self.draw, self.wires = draw, 0
        self.kinds = {kind: [cell for cell in cells if cell.kind == kind] for kind in {cell.kind for cell in cells}}
        self.buffers, self.pairs = ([cell for cell in self.kinds["gate"] if len(cell.inputs) == count] for count in (1, 2))
        self.muxes = [cell for cell in self.kinds["gate"] if len(cell.inputs) == 3 and "mux" in cell.name.lower()]
        clocks = [f"ck{i}" for i in range(draw.whole(1, 3))]
        inputs = [f"in{i}" for i in range(draw.whole(2, 4))] + ["en0", "en1"]
        self.netlist = Netlist(clocks, inputs, [f"out{i}" for i in range(draw.whole(1, 3))], clock_nets=list(clocks))
        self.data = list(inputs)
        self.early = [self.wire(), self.wire()]  # outputs of registers that also gate clocks, and so stand first

    def wire(self):
        self.wires += 1
        return f"n{self.wires}"

    def place(self, cell, nets, output=None):
        """An instance with an output net each; the first one's is returned."""
        made = dict(nets)
        for pin in cell.outputs:
            made[pin] = output if output and pin == cell.outputs[0] else self.wire()
        name = f"{'r' if cell.kind in REGISTERS else 'u'}{len(self.netlist.instances)}"
        self.netlist.instances.append(Instance(name, cell, made))
        return made[cell.outputs[0]]

    def any_data(self):
        """A net of data, mostly of those made last, and now and then a clock."""
        if self.draw.chance(.03):
            return self.draw.pick(self.netlist.clock_nets)
        return self.draw.pick(self.data[-8:] if self.draw.chance(.7) else self.data)

    def divider(self, clock):
        cell, output, back = self.draw.pick(self.kinds["flip-flop"]), self.wire(), self.wire()
        nets = {pin: back if pin == cell.data else clock if pin == cell.clock else self.draw.pick(self.data) for pin in cell.inputs}
        self.place(cell, nets, output)
        self.netlist.dividers.append(self.netlist.instances[-1])
        inverter = self.draw.pick(self.buffers)
        self.place(inverter, {inverter.inputs[0]: output}, back)
        return output

    def clock_cell(self):
        """One more net of the clocks' network."""
        clock, control = self.draw.pick(self.netlist.clock_nets), self.draw.pick(["en0", "en1"] + self.early)
        kind = self.draw.by_weight({"buffer": 45, "mux": 15, "pair": 12, "two clocks": 6, "clock gate": 10, "divider": 12})
        if kind == "divider":
            net = self.divider(clock)
        elif kind == "clock gate" and kind in self.kinds:
            cell = self.draw.pick(self.kinds[kind])
            net = self.place(cell, {pin: clock if pin == cell.clock else control for pin in cell.inputs})
        elif kind == "mux" and self.muxes:
            cell = self.draw.pick(self.muxes)
            nets = (clock, self.draw.pick(self.netlist.clock_nets), self.draw.pick(["en0", "en1"]))
            net = self.place(cell, dict(zip(sorted(cell.inputs), nets)))
        elif kind in ("pair", "two clocks"):
            cell = self.draw.pick(self.pairs)
            other = control if kind == "pair" else self.draw.pick(self.netlist.clock_nets)
            net = self.place(cell, dict(zip(cell.inputs, (clock, other))))
        else:
            cell = self.draw.pick(self.buffers)
            net = self.place(cell, {cell.inputs[0]: clock})
        self.netlist.clock_nets.append(net)

    def register(self, output=None):
        kind = self.draw.by_weight({"flip-flop": 72, "latch": 28})
        cell = self.draw.pick(self.kinds.get(kind) or self.kinds["flip-flop"])
        clock = self.draw.pick(self.netlist.clock_nets)
        nets = {pin: clock if pin == cell.clock else self.draw.pick(self.data) for pin in cell.inputs}
        self.data.append(self.place(cell, nets, output))

    def gate(self):
        kind = "three-state" if self.draw.chance(.08) and "three-state" in self.kinds else "gate"
        cell = self.draw.pick(self.kinds[kind])
        self.data.append(self.place(cell, {pin: self.any_data() for pin in cell.inputs}))

    def make(self):
        for _ in range(self.draw.whole(2, 7)):
            self.clock_cell()
        for net in self.early:
            if self.draw.chance(.5):
                self.gate()
            self.register(net)
        for _ in range(self.draw.whole(5, 22)):
            self.register() if self.draw.chance(.4) else self.gate()
        if self.draw.chance(.2) and "tie" in self.kinds:
            self.data.append(self.place(self.draw.pick(self.kinds["tie"]), {}))
            self.gate()
        self.register()
        self.register()
        for output in self.netlist.outputs:
            cell = self.draw.pick(self.buffers)
            self.place(cell, {cell.inputs[0]: self.draw.pick(self.data[-10:])}, output)
        return self.netlist


def random_netlist(cells, draw):
    return Maker(cells, draw).make()
