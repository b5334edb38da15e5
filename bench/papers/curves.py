"""Curves over sizes from two logs: times of the host by threads, and of the device; and where the device is faster."""
from logs import Table, column_of

HOST, DEVICE = ("bench_by_threads", "updates by threads"), ("bench_by_size", "updates by size")


def cells_by(found, place, *names):
    """Rows of all tables in a log's section, as tuples of the named columns."""
    log = found.get(place[0])
    rows = []
    for table in log.tables if log else []:
        at = [column_of(table, name) for name in names]
        if table.section == place[1] and None not in at:
            rows += [tuple(row[i] for i in at) for row in table.rows if len(row) == len(table.header)]
    return rows


def curve(found, wanted):
    """A table by design: its size, the host by each number of threads, the device. None if neither was measured."""
    size, value = wanted["size"], wanted["value"]
    host = cells_by(found, HOST, "design", size, "threads", value)
    device = cells_by(found, DEVICE, "design", size, value)
    threads = sorted({one[2] for one in host}, key=int)
    sizes = {**{name: of for name, of, *_ in host}, **{name: of for name, of, _ in device}}
    if not sizes:
        return None
    on_host = {(name, count): ms for name, _, count, ms in host}
    on_device = {name: ms for name, _, ms in device}
    rows = [[name, sizes[name]] + [on_host.get((name, count), "") for count in threads] + [on_device.get(name, "")]
            for name in sorted(sizes, key=lambda name: float(sizes[name]))]
    header = ["design", size] + [f"host, {count} thread{'' if count == '1' else 's'}" for count in threads]
    return Table(DEVICE[1], f"{value}, ms, by {size}; made-up designs", header + ["device"], rows)


def crossing(table, threads):
    """The smallest size from which on the device takes less time than the host by so many threads; "" without both."""
    name = f"host, {threads} thread{'' if threads == '1' else 's'}"
    if table is None or name not in table.header:
        return ""
    host = table.header.index(name)
    pairs = [(row[1], float(row[host]), float(row[-1])) for row in table.rows if row[host] and row[-1]]
    if not pairs:
        return ""
    faster = len(pairs)
    while faster > 0 and pairs[faster - 1][2] < pairs[faster - 1][1]:
        faster -= 1
    if faster == len(pairs):
        return f"beyond {pairs[-1][0]}"
    return pairs[faster][0] if faster > 0 else f"below {pairs[0][0]}"
