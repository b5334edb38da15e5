"""Where gsta and OpenSTA are known to differ at endpoints, as docs/formats.md says at length. A rule tells whether a row may.

Besides: equal_by_credits and times_of_delays are of rows with one slack, shown by other paths or from another time.
"""
import re
from functools import cache

ROW_CLOSE = 4e-4  # rows are printed with four digits
CREDITS_OFF, PROPAGATED = r"sta_crpr_enabled 0", r"set_propagated_clock"
INNER = r"set_(propagated_clock|clock_latency|clock_uncertainty) .*\[get_(pins|ports)"
CUTS = r"set_(case_analysis|logic_|disable_timing|clock_sense)"


class Facts:
    """What rules ask of a case: its constraints, its netlist, what our log says, and all rows of both."""

    def __init__(self, netlist, lines, log="", ours=None, theirs=None):
        self.netlist, self.lines, self.log, self.both = netlist, lines, log, (ours or {}, theirs or {})
        self.drivers = netlist.drivers()
        self.instances = {one.name: one for one in netlist.instances}

    def says(self, pattern):
        return any(re.search(pattern, line) for line in self.lines)

    def credited(self):
        """Whether there are common-path credits."""
        return self.says(PROPAGATED) and not self.says(CREDITS_OFF)

    def net(self, pin):
        name, _, of = pin.partition("/")
        return self.instances[name].nets[of] if of else pin

    @cache
    def cone(self, net):
        """Nets that lead to one by gates alone, itself included, and the registers that they start at."""
        nets, registers, left = set(), set(), [net]
        while left:
            net = left.pop()
            if net in nets:
                continue
            nets.add(net)
            one = self.drivers.get(net, (None,))[0]
            if one and one.cell.clock and one.cell.kind != "clock gate":
                registers.add(one.name)
            elif one:
                left += [one.nets[pin] for pin in one.cell.inputs]
        return nets, registers

    def endpoint(self, pin):
        """Nets and registers of what comes to an endpoint."""
        return self.cone(self.net(pin))

    def is_latch(self, name):
        return name in self.instances and self.instances[name].cell.kind == "latch"

    def latches(self, pin):
        """Whether a latch is at an endpoint, or in front of it."""
        return self.is_latch(pin.partition("/")[0]) or any(self.is_latch(name) for name in self.endpoint(pin)[1])

    def clocks_as_data(self, pin):
        """Whether nets of clocks' networks come to an endpoint as data."""
        return bool(self.endpoint(pin)[0] & set(self.netlist.clock_nets))

    def branches_meet(self, pin):
        """Whether some clock of the endpoint's registers passes a cell that two nets of clocks come to."""
        names = self.endpoint(pin)[1] | ({pin.partition("/")[0]} & set(self.instances))
        clocked = [self.instances[name] for name in names if self.instances[name].cell.clock]
        nets = set().union(*(self.cone(one.nets[one.cell.clock])[0] for one in clocked))
        cells = [self.drivers[net][0] for net in nets if net in self.drivers]
        return any(sum(one.nets[pin] in self.netlist.clock_nets for pin in one.cell.inputs) > 1 for one in cells)

    def unreached(self):
        """Names of generated clocks that no clock's source comes to by gates."""
        made = [re.search(r"-name (\S+) -source \[get_pins (\S+)\].*\[get_pins (\S+)\]$", line).groups()
                for line in self.lines if line.startswith("create_generated_clock")]
        sources = {port for line in self.lines if line.startswith("create_clock") for port in re.findall(r"\[get_ports (\S+)\]", line)}
        for _ in made:
            sources |= {self.net(pin) for _, source, pin in made if self.cone(self.net(source))[0] & sources}
        return {name for name, _, pin in made if self.net(pin) not in sources}

    def worst(self, side, pin):
        """The smallest slack at an endpoint over its groups, ours and theirs."""
        return tuple(min((row[2] for (of, _, name), row in rows.items() if (of, name) == (side, pin)), default=None)
                     for rows in self.both)


def below(row):
    """Ours is the smaller slack, so that nothing is hidden."""
    return row.ours is not None and row.theirs is not None and row.ours[2] < row.theirs[2]


def same_slack(row):
    """The rows differ in times alone."""
    return row.ours is not None and row.theirs is not None and abs(row.ours[2] - row.theirs[2]) <= ROW_CLOSE


def clock_checked_as_data(row, facts):
    """A clock that is checked as data has no common-path credit; in OpenSTA it has."""
    return below(row) and facts.credited() and facts.clocks_as_data(row.pin)


def derates_of_shared_arcs(row, facts):
    """Derates of clocks hold for data too where both pass an arc; OpenSTA derates these as data."""
    return facts.says(r"set_timing_derate .*-(clock|data)") and facts.clocks_as_data(row.pin)


def values_of_branches(row, facts):
    """Where clock branches with different values of pins meet, the first counts; in OpenSTA the one of the worst arrival."""
    return facts.says(INNER) and facts.branches_meet(row.pin)


def latch_departures(row, facts):
    """What leaves a latch does so at the largest credit's time and has no credit; in OpenSTA each path has its own."""
    return below(row) and facts.credited() and facts.latches(row.pin)


def delays_from_clock_pins(row, facts):
    """With -ignore_clock_latency each register counts from its own clock pin, and latches have setups; not in OpenSTA."""
    return facts.says(r"-ignore_clock_latency") and (below(row) or facts.latches(row.pin))


def points_of_groups(row, facts):
    """A path is in a group when it has passed all its points; OpenSTA takes every path that passed the first."""
    ours, theirs = facts.worst(row.side, row.pin)
    same = ours is not None and theirs is not None and abs(ours - theirs) < ROW_CLOSE
    return same and facts.says(r"group_path .*-\S*(from|through|to) .*-\S*(through|to) |group_path .*-(rise|fall)_")


def delays_to_outputs(row, facts):
    """A path delay holds for edges and sides that no output delay names; OpenSTA drops it there."""
    return (row.pin in facts.netlist.outputs and facts.says(r"set_(max|min)_delay")
            and facts.says(rf"set_output_delay -(rise|fall|min|max) .*\[get_ports {row.pin}\]"))


def clocks_without_masters(row, facts):
    """Delays that name a generated clock that no master reaches are not applied; in OpenSTA they are."""
    names, comes = facts.unreached(), facts.endpoint(row.pin)[0]
    delays = [re.search(r"-clock (\S+) .*\[get_ports (\S+)\]", line) for line in facts.lines if re.match(r"set_(in|out)put_delay", line)]
    return any(found[1] in names and found[2] in comes for found in delays)


def delays_by_followers(row, facts):
    """An input delay by a generated clock lacks the delay of paths to its source, as a note says; in OpenSTA it counts."""
    return "paths to a generated clock, in an input delay" in facts.log


def equal_by_credits(row, facts):
    """Where clock branches meet, credits give several pairs of paths one slack; each program shows one of them."""
    return same_slack(row) and facts.credited() and facts.branches_meet(row.pin)


def times_of_delays(row, facts):
    """A path delay's times count from the launching edge of the clock, in OpenSTA from zero; slacks are the same."""
    return same_slack(row) and facts.says(r"set_(max|min)_delay")


def loops_left_open(_, facts):
    """A loop that constants or disabled arcs open is not cut; OpenSTA cuts it all the same."""
    return facts.says(CUTS) and "loop" in facts.log


RULES = (clock_checked_as_data, derates_of_shared_arcs, values_of_branches, latch_departures, delays_from_clock_pins,
         points_of_groups, delays_to_outputs, clocks_without_masters, delays_by_followers, equal_by_credits,
         times_of_delays, loops_left_open)


def rule_of(row, facts):
    """The name of the first rule that a row may differ by, or None."""
    return next((rule.__name__ for rule in RULES if rule(row, facts)), None)
