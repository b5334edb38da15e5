"""A hierarchical netlist: read from the JSON of yosys, edited bit by bit, written as Verilog, and flattened.

A bit is a number that is unique in its module, or a constant "0" or "1". Each bit has one name there: that of the port
that it belongs to, else of a wire of the RTL, else n<number>.
"""
import json
import re


class Port:
    def __init__(self, name, direction, bits, low=0, vector=False):
        self.name, self.direction, self.bits, self.low, self.vector = name, direction, bits, low, vector


class Module:
    def __init__(self, name):
        self.name = name
        self.ports = {}      # name -> Port
        self.cells = {}      # instance -> (type, {pin: [bits]})
        self.vectors = {}    # wire -> (low, size); only wires of more than one bit
        self.name_of = {}    # bit -> (wire, index or None)
        self.last_bit = 0

    def new_bit(self, wire, index=None):
        self.last_bit += 1
        self.name_of[self.last_bit] = (wire, index)
        return self.last_bit

    def net_name(self, bit):
        wire, index = self.name_of[bit]
        return wire if index is None else f"{wire}[{index}]"


def read(path):
    """Modules by name, children before parents."""
    with open(path) as file:
        data = json.load(file)["modules"]
    modules = {name: read_module(name, m) for name, m in data.items() if "blackbox" not in m.get("attributes", {})}
    order = {}

    def visit(name):
        for kind, _ in modules[name].cells.values():
            if kind in modules and kind not in order:
                visit(kind)
        order[name] = modules[name]
    for name in sorted(modules):
        if name not in order:
            visit(name)
    return order


def read_module(name, data):
    m = Module(name)
    for port, p in data["ports"].items():
        m.ports[port] = Port(port, p["direction"], list(p["bits"]), p.get("offset", 0), len(p["bits"]) > 1)
    name_bits(m, data["netnames"])
    m.last_bit = max(m.name_of, default=1)
    count = 0
    for instance, c in data["cells"].items():
        if c["hide_name"]:
            count += 1
            instance = f"g{count}"
            if c["type"].startswith("DFF"):
                wire, index = m.name_of[c["connections"]["Q"][0]]
                instance = f"{wire}_reg" + ("" if index is None else f"[{index}]")
        assert instance not in m.cells, instance
        m.cells[instance] = (c["type"], {pin: list(bits) for pin, bits in c["connections"].items()})
    return m


def name_bits(m, netnames):
    def take(wire, bits, low):
        for i, bit in enumerate(bits):
            if not isinstance(bit, str) and bit not in m.name_of:
                m.name_of[bit] = (wire, low + i if len(bits) > 1 else None)
                if len(bits) > 1:
                    m.vectors[wire] = (low, len(bits))
    for direction in ("input", "output"):
        for port in m.ports.values():
            if port.direction == direction:
                take(port.name, port.bits, port.low)
    for wire, n in netnames.items():
        if not n["hide_name"] and wire not in m.ports:
            take(wire, n["bits"], n.get("offset", 0))
    count = 0
    for n in netnames.values():
        for bit in n["bits"]:
            if not isinstance(bit, str) and bit not in m.name_of:
                count += 1
                m.name_of[bit] = (f"n{count}", None)


# Verilog

def escaped(name):
    return name if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) else f"\\{name} "


def bit_text(m, bit):
    if isinstance(bit, str):
        return f"1'b{bit}"
    wire, index = m.name_of[bit]
    return escaped(wire) + ("" if index is None else f"[{index}]")


def bits_text(m, bits):
    """The bits of a pin, lowest first, as the shortest expression: whole wires, part selects, else a concatenation."""
    parts, i = [], len(bits) - 1
    while i >= 0:
        j = i
        wire, index = m.name_of.get(bits[i], (None, None))
        while index is not None and j > 0 and m.name_of.get(bits[j - 1]) == (wire, index - (i - j) - 1):
            j -= 1
        if i == j:
            parts.append(bit_text(m, bits[i]))
        elif m.vectors[wire] == (index - (i - j), i - j + 1):
            parts.append(escaped(wire))
        else:
            parts.append(f"{escaped(wire)}[{index}:{index - (i - j)}]")
        i = j - 1
    return parts[0] if len(parts) == 1 else "{" + ", ".join(parts) + "}"


def module_text(m):
    out = [f"module {escaped(m.name)} ({', '.join(escaped(p) for p in m.ports)});"]
    for p in m.ports.values():
        span = f"[{p.low + len(p.bits) - 1}:{p.low}] " if p.vector else ""
        out.append(f"  {p.direction} {span}{escaped(p.name)};")
    used = {m.name_of[b][0]: None for _, pins in m.cells.values() for bits in pins.values() for b in bits
            if not isinstance(b, str)}
    for wire in used:
        if wire not in m.ports:
            low, size = m.vectors.get(wire, (0, 1))
            span = f"[{low + size - 1}:{low}] " if wire in m.vectors else ""
            out.append(f"  wire {span}{escaped(wire)};")
    for p in m.ports.values():
        for i, bit in enumerate(p.bits):
            own = (p.name, p.low + i if p.vector else None)
            if isinstance(bit, str) or m.name_of[bit] != own:
                left = escaped(p.name) + (f"[{p.low + i}]" if p.vector else "")
                out.append(f"  assign {left} = {bit_text(m, bit)};")
    for instance, (kind, pins) in m.cells.items():
        inside = ", ".join(f".{escaped(pin)}({bits_text(m, bits)})" for pin, bits in pins.items())
        out.append(f"  {escaped(kind)} {escaped(instance)} ({inside});")
    return "\n".join(out + ["endmodule", ""])


# The flat view

class Flat:
    """Cells and nets of the whole design. A net has the name of its highest level."""

    def __init__(self):
        self.cells = {}      # path -> (type, {pin: net number}); leaf cells only
        self.home = {}       # path -> (module, instance), to edit what is behind a leaf
        self.names = []      # by net number: (depth, path as a tuple of instances, (wire, index))
        self.same_as = []    # by net number: another name of the same net, or itself
        self.ports = []      # (name, direction, net number)

    def root(self, net):
        while self.same_as[net] != net:
            net = self.same_as[net]
        return net

    def new_net(self, path, name):
        self.names.append((path, name))
        self.same_as.append(len(self.same_as))
        return len(self.same_as) - 1

    def join(self, source, copy):
        """Two names of one net: the higher one stays, of two on one level the source's."""
        a, b = self.root(source), self.root(copy)
        if a != b:
            keep, drop = (b, a) if len(self.names[b][0]) < len(self.names[a][0]) else (a, b)
            self.same_as[drop] = keep


def flatten(modules, top):
    flat = Flat()

    def descend(m, path, bound):
        net_of = {}
        for p in sorted(m.ports.values(), key=lambda p: p.direction):   # inputs first: they are sources
            for bit, net in zip(p.bits, bound[p.name]):
                if bit in net_of:
                    flat.join(net_of[bit], net)
                else:
                    net_of[bit] = net

        def net(bit):
            if bit not in net_of:
                net_of[bit] = flat.new_net(path, m.name_of[bit])
            return net_of[bit]
        for instance, (kind, pins) in m.cells.items():
            if kind in modules:
                descend(modules[kind], path + (instance,), {pin: [net(b) for b in bits] for pin, bits in pins.items()})
            else:
                flat.cells[path + (instance,)] = (kind, {pin: net(bits[0]) for pin, bits in pins.items()})
                flat.home[path + (instance,)] = (m.name, instance)
    m = modules[top]
    bound = {}
    for p in m.ports.values():
        bound[p.name] = [flat.new_net((), m.name_of[b]) for b in p.bits]
        flat.ports += [((p.name, p.low + i if p.vector else None), p.direction, n) for i, n in enumerate(bound[p.name])]
    descend(m, (), bound)
    flat.cells = {path: (kind, {pin: flat.root(n) for pin, n in pins.items()}) for path, (kind, pins) in flat.cells.items()}
    flat.ports = [(name, direction, flat.root(n)) for name, direction, n in flat.ports]
    return flat
