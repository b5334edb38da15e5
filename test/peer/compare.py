"""What differs between two programs' figures of one case: rows of endpoints by group, and slacks and slews of pins."""
import re
from collections import Counter
from dataclasses import dataclass, field

from known import ROW_CLOSE, Facts, rule_of

GROUP = re.compile(r"(?:max_delay/setup|min_delay/hold) group (.*)")
ROW = re.compile(r"(\S+) \(.*?\)\s+(-?[\d.]+)\s+(-?[\d.]+)\s+(-?[\d.]+)")
CLOSE, CLOSE_SHARE = 2e-4, 1e-4


@dataclass
class Figures:
    """What one program printed: figures of pins, and report_checks -format end of both sides."""
    pins: str
    ends: dict  # max, min: text


@dataclass
class Row:
    """An endpoint's row that differs: required time, arrival and slack of each, None where there is none."""
    side: str
    group: str
    pin: str
    ours: tuple
    theirs: tuple


@dataclass
class Verdict:
    """Rows beyond the known differences, how many fell under each rule, and the pins' figures that differ."""
    rows: list = field(default_factory=list)
    known: Counter = field(default_factory=Counter)
    pins: list = field(default_factory=list)
    compared: int = 0

    @property
    def word(self):
        return "endpoints differ" if self.rows else "inner pins only" if self.pins else "agree"


def number(text):
    """A figure; None for what is infinite in either's way of saying so."""
    value = float(text) if "inf" not in text.lower() else float("inf")
    return value if abs(value) < 1e20 else None


def values(text):
    """Figures by pin and property."""
    words = (line.split() for line in text.splitlines())
    return {(line[0], line[1]): number(line[2]) for line in words if len(line) == 3}


def rows(text, side):
    """Rows by side, group and endpoint."""
    found, group = {}, None
    for line in text.splitlines():
        if match := GROUP.match(line.rstrip()):
            group = match[1]
        elif group and (match := ROW.match(line)):
            found[side, group, match[1]] = tuple(float(value) for value in match.groups()[1:])
    return found


def both_sides(figures):
    return {key: row for side, text in figures.ends.items() for key, row in rows(text, side).items()}


def half_periods(time, periods):
    return any(abs(time - round(2 * time / period) * period / 2) <= ROW_CLOSE for period in periods)


def row_differs(ours, theirs, periods):
    """By slack; and by time, but for whole and half periods: the programs show a pair of edges in other cycles.

    At a slack of 0 each may show another of the paths that borrow from a latch's time.
    """
    if ours is None or theirs is None or abs(ours[2] - theirs[2]) > ROW_CLOSE:
        return True
    return theirs[2] != 0 and not half_periods(ours[1] - theirs[1], periods)


def nothing_constrains(key, figures):
    """OpenSTA prints 0 less the arrival as the slack of a pin that nothing constrains."""
    pin, what = key
    arrival = figures.get((pin, what.replace("slack", "arrival")))
    return arrival is not None and abs(abs(arrival) - abs(figures[key])) < 2e-6


def passed_over(pin, loaded, outputs):
    """Pins inside of library cells, ports and drivers that lead nowhere."""
    name, _, of = pin.partition("/")
    if not of:
        return pin not in loaded
    return of in ("IQ", "IQN") or (name, of) in outputs and outputs[name, of] not in loaded


def pins_apart(ours, theirs, netlist):
    """Slacks and slews of pins that differ, as (pin, property, ours, theirs)."""
    loaded = netlist.loaded()
    outputs = {(one.name, pin): net for net, (one, pin) in netlist.drivers().items()}
    apart = []
    for key, value in theirs.items():
        mine = ours.get(key)
        if key[1].startswith("arrival") or passed_over(key[0], loaded, outputs):
            continue
        if mine is None and value is not None and key[1].startswith("slack") and nothing_constrains(key, theirs):
            continue
        if key[1].startswith("slew") and mine is None and value == 0:
            continue  # no edge comes there, which OpenSTA prints as 0
        if (mine is None) != (value is None) or mine is not None and abs(mine - value) > CLOSE + CLOSE_SHARE * abs(value):
            apart.append((*key, mine, value))
    return apart


def compare(ours, theirs, netlist, lines, log=""):
    """The verdict on one case's figures."""
    mine, others = both_sides(ours), both_sides(theirs)
    facts, verdict = Facts(netlist, lines, log, mine, others), Verdict(compared=len(others))
    periods = [float(period) for line in lines for period in re.findall(r"^create_clock .*-period (\S+)", line)] + [1e9]
    for key in sorted(mine.keys() | others.keys()):
        if row_differs(mine.get(key), others.get(key), periods):
            row = Row(*key, mine.get(key), others.get(key))
            rule = rule_of(row, facts)
            if rule:
                verdict.known[rule] += 1
            else:
                verdict.rows.append(row)
    verdict.pins = pins_apart(values(ours.pins), values(theirs.pins), netlist)
    return verdict
