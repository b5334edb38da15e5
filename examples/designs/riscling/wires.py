"""A wire tree for each net from the places of its pins, and the SPEF file of them all.

Each pin joins the tree at the point of it that is nearest, by an L of at most two pieces. A piece has a resistance and a
capacitance by its length; half of the capacitance goes to each of its ends. Lengths are in units of 0.01 um: whole numbers.
"""

OHM_PER_UM = 3.8
FF_PER_UM = 0.19
UNIT = 0.01
TURN_FF = 0.02       # of each node: vias and ends


def tree(points):
    """points[0] is the driver. Returns nodes (the points first) and pieces (node, node, length)."""
    nodes = list(points)
    pieces = []          # [a, b]: straight, between nodes
    order = sorted(range(1, len(points)), key=lambda i: (distance(points[0], points[i]), i))
    joined = [0]
    for i in order:
        at = nearest(nodes, pieces, joined, points[i])
        joined.append(i)
        if nodes[at][0] != points[i][0] and nodes[at][1] != points[i][1]:
            nodes.append((points[i][0], nodes[at][1]))
            pieces.append([at, len(nodes) - 1])
            at = len(nodes) - 1
        pieces.append([at, i])
    return nodes, [(a, b, distance(nodes[a], nodes[b])) for a, b in pieces]


def nearest(nodes, pieces, joined, point):
    """The node of the tree that is nearest; a piece that is nearer is cut in two at its nearest point."""
    best = min((distance(nodes[k], point), k) for k in joined)
    best_piece = None
    for k, (a, b) in enumerate(pieces):
        spot = tuple(min(max(point[d], min(nodes[a][d], nodes[b][d])), max(nodes[a][d], nodes[b][d])) for d in (0, 1))
        far = distance(spot, point)
        if far < best[0]:
            best, best_piece, best_spot = (far, None), k, spot
    if best_piece is None:
        return best[1]
    a, b = pieces[best_piece]
    for end in (a, b):
        if nodes[end] == best_spot:
            return end
    nodes.append(best_spot)
    pieces[best_piece] = [a, len(nodes) - 1]
    pieces.append([len(nodes) - 1, b])
    return len(nodes) - 1


def distance(p, q):
    return abs(p[0] - q[0]) + abs(p[1] - q[1])


class Wire:
    """A net's tree in fF and ohm; the pins are its first nodes, the driver's first."""

    def __init__(self, spots):
        nodes, pieces = tree([(round(x / UNIT), round(y / UNIT)) for x, y in spots])
        self.nodes = nodes
        self.length = sum(size for _, _, size in pieces)
        length = [0] * len(nodes)
        self.resistors = []
        for a, b, size in pieces:
            length[a] += size
            length[b] += size
            self.resistors.append((a, b, max(0.05, OHM_PER_UM * UNIT * size)))
        self.caps = [TURN_FF + FF_PER_UM * UNIT * n / 2 for n in length]
        self.total = 0.0
        for c in self.caps:
            self.total += c


def escaped(name):
    """A name in SPEF: what is neither letter, digit nor underscore gets a backslash."""
    return "".join(c if c.isascii() and (c.isalnum() or c == "_") else "\\" + c for c in name)


def net_text(path, name):
    wire, index = name
    return "/".join([escaped(p) for p in path] + [escaped(wire)]) + ("" if index is None else f"[{index}]")


HEAD = """*SPEF "IEEE 1481-1999"
*DESIGN "riscling"
*DATE "-"
*VENDOR "gsta"
*PROGRAM "wires.py"
*VERSION "1"
*DESIGN_FLOW "NETLIST_TYPE_VERILOG" "PIN_CAP NONE"
*DIVIDER /
*DELIMITER :
*BUS_DELIMITER [ ]
*T_UNIT 1 PS
*C_UNIT 1 FF
*R_UNIT 1 OHM
*L_UNIT 1 HENRY

*NAME_MAP
"""


def write_spef(out, flat, nets):
    """`nets`: [(net number, [(path or None, pin or port, is driver)], Wire)], the driver first."""
    out.write(HEAD)
    number = {}
    for net, _, _ in nets:
        number[net] = len(number) + 1
        out.write(f"*{number[net]} {net_text(*flat.names[net])}\n")
    for path in flat.cells:
        number[path] = len(number) + 1
        out.write(f"*{number[path]} {'/'.join(escaped(p) for p in path)}\n")
    out.write("\n*PORTS\n")
    for name, direction, _ in flat.ports:
        out.write(f"{net_text((), name)} {'I' if direction == 'input' else 'O'}\n")
    for net, pins, wire in nets:
        write_net(out, flat, number, net, pins, wire)


def write_net(out, flat, number, net, pins, wire):
    def spot(k):
        return f"*C {wire.nodes[k][0] * UNIT:.2f} {wire.nodes[k][1] * UNIT:.2f}"
    labels = []
    out.write(f"\n*D_NET *{number[net]} {wire.total:.4f}\n*CONN\n")
    for k, (path, pin, drives) in enumerate(pins):
        if path is None:
            labels.append(net_text((), pin))
            out.write(f"*P {labels[-1]} {'I' if drives else 'O'} {spot(k)}\n")
        else:
            labels.append(f"*{number[path]}:{pin}")
            out.write(f"*I {labels[-1]} {'O' if drives else 'I'} {spot(k)} *D {flat.cells[path][0]}\n")
    for k in range(len(pins), len(wire.nodes)):
        labels.append(f"*{number[net]}:{k - len(pins) + 1}")
        out.write(f"*N {labels[-1]} {spot(k)}\n")
    out.write("*CAP\n")
    out.writelines(f"{k + 1} {label} {cap:.4f}\n" for k, (label, cap) in enumerate(zip(labels, wire.caps)))
    if wire.resistors:
        out.write("*RES\n")
    out.writelines(f"{k + 1} {labels[a]} {labels[b]} {r:.3f}\n" for k, (a, b, r) in enumerate(wire.resistors))
    out.write("*END\n")
