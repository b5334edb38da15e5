"""Where the cells are: springs between connected cells, and areas that are halved again and again.

In each round every cell moves to the mean of the nets it is on, drawn to the middle of its area; then each area is cut
across its longer side and its cells are dealt to the halves in the order of their places. Registers that will share a
clock buffer are drawn together as by a net. Lengths are um. Sums are plain loops: the sum() of newer Pythons rounds
differently, and the result shall not depend on it.
"""

TOGETHER = 4         # nets that a group of registers is worth
USE = 0.7            # share of the die that cells cover
WIDEST_NET = 40      # a net with more pins than this draws nothing


class Area:
    def __init__(self, x0, y0, x1, y1, cells):
        self.x0, self.y0, self.x1, self.y1, self.cells = x0, y0, x1, y1, cells

    def middle(self):
        return (self.x0 + self.x1) / 2, (self.y0 + self.y1) / 2


def place(flat, area_of, idle_nets, together):
    """Returns cell -> (x, y), port -> (x, y) and the side of the die.

    `idle_nets` (clocks) draw nothing; `together` lists groups of cells that belong close to each other.
    """
    cells = list(flat.cells)
    sizes = [area_of[flat.cells[c][0]] for c in cells]
    total = 0.0
    for s in sizes:
        total += s
    side = (total / USE) ** 0.5
    ports = {}
    for i, (name, _, _) in enumerate(flat.ports):
        ports[name] = around(side, (i + 0.5) / len(flat.ports))
    nets = connect(flat, cells, ports, idle_nets)
    number = {c: i for i, c in enumerate(cells)}
    nets += [([number[c] for c in group], []) for group in together] * TOGETHER
    spots = solve_by_halves(sizes, nets, side)
    return {c: (round(x, 2), round(y, 2)) for c, (x, y) in zip(cells, spots)}, ports, round(side, 2)


def around(side, share):
    """The point at a share of the way round the die."""
    at = 4 * share
    edge, along = int(at), round((at - int(at)) * side, 2)
    far = round(side, 2)
    return [(along, 0.0), (far, along), (round(side - along, 2), far), (0.0, round(side - along, 2))][edge]


def connect(flat, cells, ports, idle_nets):
    """Nets as (numbers of cells, fixed points)."""
    by_net = {}
    for i, c in enumerate(cells):
        for net in flat.cells[c][1].values():
            by_net.setdefault(net, ([], []))[0].append(i)
    for name, _, net in flat.ports:
        if net in by_net:
            by_net[net][1].append(ports[name])
    return [pair for net, pair in by_net.items() if net not in idle_nets and 1 < len(pair[0]) + len(pair[1]) <= WIDEST_NET]


def solve_by_halves(sizes, nets, side):
    count = len(sizes)
    nets_of = [[] for _ in range(count)]
    for n, (members, _) in enumerate(nets):
        for i in members:
            nets_of[i].append(n)
    xs, ys = [side / 2] * count, [side / 2] * count
    areas = [Area(0.0, 0.0, side, side, list(range(count)))]
    pull = 0.0
    while max(len(a.cells) for a in areas) > 1:
        home = [None] * count
        for a in areas:
            for i in a.cells:
                home[i] = a.middle()
        for _ in range(200 if pull == 0.0 else 40):
            relax(nets, nets_of, home, pull, xs, ys)
        areas = [half for a in areas for half in halves(a, sizes, xs, ys)]
        pull = pull * 1.3 + 0.01
    spots = [None] * count
    for a in areas:
        for i in a.cells:
            spots[i] = a.middle()
    return spots


def relax(nets, nets_of, home, pull, xs, ys):
    """One round: nets take the mean of their pins, then cells that of their nets and of the middle of their area."""
    centres = []
    for members, fixed in nets:
        x = y = 0.0
        for i in members:
            x += xs[i]
            y += ys[i]
        for px, py in fixed:
            x += px
            y += py
        n = len(members) + len(fixed)
        centres.append((x / n, y / n, 2.0 / n))
    for i, mine in enumerate(nets_of):
        x, y, weight = pull * home[i][0], pull * home[i][1], pull
        for n in mine:
            cx, cy, w = centres[n]
            x += w * cx
            y += w * cy
            weight += w
        if weight > 0:
            xs[i], ys[i] = x / weight, y / weight


def halves(a, sizes, xs, ys):
    if len(a.cells) < 2:
        return [a]
    wide = a.x1 - a.x0 >= a.y1 - a.y0
    order = sorted(a.cells, key=(lambda i: (xs[i], ys[i], i)) if wide else (lambda i: (ys[i], xs[i], i)))
    total = 0.0
    for i in order:
        total += sizes[i]
    cut, got = 0, 0.0
    while cut < len(order) - 1 and (cut == 0 or got + sizes[order[cut]] / 2 <= total / 2):
        got += sizes[order[cut]]
        cut += 1
    share = got / total
    if wide:
        x = a.x0 + (a.x1 - a.x0) * share
        return [Area(a.x0, a.y0, x, a.y1, order[:cut]), Area(x, a.y0, a.x1, a.y1, order[cut:])]
    y = a.y0 + (a.y1 - a.y0) * share
    return [Area(a.x0, a.y0, a.x1, y, order[:cut]), Area(a.x0, y, a.x1, a.y1, order[cut:])]
