"""From the mapped netlist to a placed one with a clock tree, and its wires:  make_design.py mapped.json OUT.v OUT.spef"""
import sys

import buffers
import make_library
import netlist
import place
import wires

TOP = "riscling"
CELLS = {cell.name: cell for cell in make_library.cells()}


def pins_by_net(flat, modules):
    """net -> pins and ports, its driver first."""
    nets = {}
    for name, direction, net in flat.ports:
        nets.setdefault(net, []).append((None, name, direction == "input"))
    for path, (kind, pins) in flat.cells.items():
        for pin, net in pins.items():
            nets.setdefault(net, []).append((path, pin, buffers.is_output(kind, pin, modules)))
    for net, pins in nets.items():
        pins.sort(key=lambda p: not p[2])
        assert sum(p[2] for p in pins) == 1, (flat.names[net], pins)
    return nets


def wire_up(flat, modules, spots, ports):
    return [(net, pins, wires.Wire([ports[pin] if path is None else spots[path] for path, pin, _ in pins]))
            for net, pins in pins_by_net(flat, modules).items() if len(pins) > 1]


def loads(flat, nets):
    """(module, instance, pin) -> the greatest load that the pin has anywhere."""
    most = {}
    for _, pins, wire in nets:
        path, pin, _ = pins[0]
        if path is not None:
            load = wire.total
            for sink, sink_pin, _ in pins[1:]:
                load += 0.0 if sink is None else CELLS[flat.cells[sink][0]].inputs[sink_pin]
            key = flat.home[path] + (pin,)
            most[key] = max(most.get(key, 0.0), load)
    return most


def beside(flat, spots):
    """New buffers lie where what they drive from is."""
    driver_of = {pins[pin]: path for path, (kind, pins) in flat.cells.items() for pin in pins
                 if buffers.is_output(kind, pin, ())}
    for path, (_, pins) in flat.cells.items():
        if path not in spots:
            x, y = spots[driver_of[pins["A"]]]
            spots[path] = (round(x + 1.0, 2), y)


def main(mapped, verilog, spef):
    modules = netlist.read(mapped)
    buffers.split_fanout(modules)
    flat = netlist.flatten(modules, TOP)
    clock = next(net for name, _, net in flat.ports if name[0] == "clk")
    areas = {name: cell.area for name, cell in CELLS.items()}
    spots, ports, side = place.place(flat, areas, {clock}, buffers.register_groups(flat))

    buffers.strengthen(modules, loads(flat, wire_up(flat, modules, spots, ports)))
    tree = buffers.clock_tree(modules, TOP, spots)
    flat = netlist.flatten(modules, TOP)
    spots.update({(name,): spot for name, spot in tree.items()})
    beside(flat, spots)
    nets = wire_up(flat, modules, spots, ports)

    with open(verilog, "w") as out:
        out.write("// A processor of plain45 cells; made by make.sh, not by hand.\n\n")
        out.write("\n".join(netlist.module_text(m) for m in modules.values()))
    with open(spef, "w") as out:
        wires.write_spef(out, flat, nets)
    length = wires.UNIT * sum(wire.length for _, _, wire in nets)
    registers = sum(kind in buffers.CLOCKED for kind, _ in flat.cells.values())
    print(f"{len(flat.cells)} cells, {registers} registers, {len(tree)} clock buffers, {len(nets)} nets, "
          f"{len(modules)} modules, die {side:.0f} um, wires {length / 1000:.0f} mm")


if __name__ == "__main__":
    main(*sys.argv[1:])
