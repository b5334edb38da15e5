"""Buffers: for nets with many sinks, for weak drivers of long nets, and the clock tree. All edit the modules."""

FEW = 12             # sinks behind one buffer
LEAF = 32            # registers behind one leaf of the clock tree
BRANCHES = 6         # clock buffers behind one clock buffer
WEAK = 16.0          # fF that a gate of drive 1 drives without help

OUTPUTS = ("Y", "Q", "S", "CO")
CLOCKED = ("DFF_X1", "DFFR_X1")


def is_output(kind, pin, modules):
    if kind in modules:
        return modules[kind].ports[pin].direction == "output"
    return pin in OUTPUTS and not (kind == "MUX2_X1" and pin == "S")


def add_buffer(m, kind, name, bit):
    """A buffer from `bit`; returns the bit that it drives."""
    out = m.new_bit(f"{name}_net")
    m.cells[name] = (kind, {"A": [bit], "Y": [out]})
    return out


def sinks_of(m, modules):
    """bit -> [(instance, pin, place in the pin)]."""
    sinks = {}
    for instance, (kind, pins) in m.cells.items():
        for pin, bits in pins.items():
            if not is_output(kind, pin, modules):
                for i, bit in enumerate(bits):
                    if not isinstance(bit, str):
                        sinks.setdefault(bit, []).append((instance, pin, i))
    return sinks


def split_fanout(modules):
    """No net has many more than FEW sinks afterwards. Children first: a child's port counts by what is behind it."""
    weight = {}          # (module, port, place) -> sinks behind it
    for m in modules.values():
        count = 0
        for bit, sinks in sinks_of(m, modules).items():
            if clock_bit(m, bit):
                continue
            heavy = [(s, max(1, weight.get((m.cells[s[0]][0], s[1], s[2]), 1))) for s in sinks]
            while sum(w for _, w in heavy) > FEW:
                groups = grouped(heavy)
                if len(groups) == len(heavy):
                    break
                heavy = []
                for group in groups:
                    count += 1
                    out = add_buffer(m, "BUF_X4", f"fan{count}", bit)
                    for instance, pin, i in group:
                        m.cells[instance][1][pin][i] = out
                    heavy.append(((f"fan{count}", "A", 0), 1))
        left = sinks_of(m, modules)
        for p in m.ports.values():
            if p.direction == "input":
                for i, bit in enumerate(p.bits):
                    behind = [weight.get((m.cells[s[0]][0], s[1], s[2]), 1) for s in left.get(bit, [])]
                    weight[m.name, p.name, i] = sum(behind)


def grouped(heavy):
    groups, room = [], 0
    for sink, w in heavy:
        if not groups or w > room:
            groups.append([])
            room = FEW
        groups[-1].append(sink)
        room -= w
    return groups


def clock_bit(m, bit):
    return "clk" in m.ports and bit in m.ports["clk"].bits


def strengthen(modules, load_of):
    """`load_of`: (module, instance, pin) -> the greatest fF behind it. Inverters and buffers grow, others get a buffer."""
    for m in modules.values():
        for instance, (kind, pins) in list(m.cells.items()):
            loads = {pin: load_of.get((m.name, instance, pin), 0.0) for pin in pins if is_output(kind, pin, modules)}
            most = max(loads.values(), default=0.0)
            if kind == "INV_X1" and most > WEAK / 2:
                m.cells[instance] = ("INV_X4" if most > WEAK else "INV_X2", pins)
            elif kind not in modules and not kind.startswith(("INV", "BUF", "CLK", "TIE")):
                for pin in [p for p in loads if loads[p] > WEAK]:
                    help_output(m, instance, pin)


def help_output(m, instance, pin):
    """The buffer takes the net over with its name; between is a new net."""
    pins = m.cells[instance][1]
    name = f"drive_{instance}" if pin in ("Y", "Q") else f"drive_{instance}_{pin}"
    between = m.new_bit(f"{name}_net")
    m.cells[name] = ("BUF_X4", {"A": [between], "Y": pins[pin]})
    pins[pin] = [between]


def register_groups(flat):
    """The registers of an instance by LEAF: about what one leaf of the clock tree will drive."""
    by_home = {}
    for path, (kind, _) in flat.cells.items():
        if kind in CLOCKED:
            by_home.setdefault(path[:-1], []).append(path)
    return [group[i:i + LEAF] for group in by_home.values() for i in range(0, len(group), LEAF)]


def clock_tree(modules, top, spots):
    """Splits the registers into leaves, gives each module a clock pin a leaf, and builds the tree in the top module.

    `spots`: path of a register -> (x, y). Returns the places of the buffers.
    """
    leaves = []          # (x, y) of each, in the order of the top module's clock net

    def middle(points):
        n = len(points)
        x = y = 0.0
        for px, py in points:
            x += px
            y += py
        return (round(x / n, 2), round(y / n, 2))

    def descend(m, path):
        """Widens the clock pin of the module; a module that is used several times has registers only, and one leaf."""
        first = len(leaves)
        registers = [i for i, (kind, _) in m.cells.items() if kind in CLOCKED]
        groups = cut(registers, lambda i: spots[path + (i,)], LEAF)
        leaves.extend(middle([spots[path + (i,)] for i in g]) for g in groups)
        slots = [[(i, "CK", 0) for i in g] for g in groups]
        for instance, (kind, pins) in m.cells.items():
            if kind in modules and "clk" in modules[kind].ports:
                own = descend(modules[kind], path + (instance,))
                slots += [[(instance, "clk", j)] for j in range(own)]
        connect_clock(m, modules, slots, path == ())
        return len(leaves) - first
    descend(modules[top], ())
    return grow(modules[top], leaves)


def connect_clock(m, modules, slots, is_top):
    wire = "clk_leaf" if is_top else "clk"
    if len(slots) == 1 and not is_top:
        return           # as it is: one pin
    bits = [m.new_bit(wire, i) for i in range(len(slots))]
    m.vectors[wire] = (0, len(bits))
    for bit, sinks in zip(bits, slots):
        for instance, pin, i in sinks:
            pins = m.cells[instance][1]
            if i == 0:
                pins[pin] = []
            pins[pin].append(bit)
    if not is_top:
        m.ports["clk"].bits, m.ports["clk"].vector = bits, True


def cut(things, where, most):
    """Groups of at most `most` neighbours, by cutting across the longer side."""
    if len(things) <= most:
        return [things] if things else []
    xs, ys = [where(t)[0] for t in things], [where(t)[1] for t in things]
    axis = 0 if max(xs) - min(xs) >= max(ys) - min(ys) else 1
    order = sorted(range(len(things)), key=lambda k: (where(things[k])[axis], where(things[k])[1 - axis], k))
    parts = -(-len(things) // most)
    at = len(things) * (parts // 2) // parts
    return cut([things[k] for k in order[:at]], where, most) + cut([things[k] for k in order[at:]], where, most)


def grow(m, leaves):
    """Buffers from the leaves to the root, level by level; each level's buffers drive up to BRANCHES of the next."""
    places = {}
    sinks = []
    for j, spot in enumerate(leaves):
        name = f"ct_leaf_{j}"
        m.cells[name] = ("CLKBUF_X8", {"A": [None], "Y": [next(b for b, n in m.name_of.items() if n == ("clk_leaf", j))]})
        places[name] = spot
        sinks.append(name)
    level = 0
    while len(sinks) > 1:
        level += 1
        groups = cut(sinks, lambda s: places[s], BRANCHES)
        sinks = [add_branch(m, f"ct_{level}_{j}", group, places) for j, group in enumerate(groups)]
    m.cells[sinks[0]][1]["A"] = [m.ports["clk"].bits[0]]
    return places


def add_branch(m, name, group, places):
    out = m.new_bit(f"{name}_net")
    m.cells[name] = ("CLKBUF_X8", {"A": [None], "Y": [out]})
    x = y = 0.0
    for s in group:
        m.cells[s][1]["A"] = [out]
        x += places[s][0]
        y += places[s][1]
    places[name] = (round(x / len(group), 2), round(y / len(group), 2))
    return name
