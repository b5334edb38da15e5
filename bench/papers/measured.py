"""What logs have beside a paper's tables: cells, whole tables, and a verdict."""
import re

import curves
import logs

CARD_LOGS = ["bench_device_update", "bench_gradients", "bench_paths", "bench_by_size"]
NOT_RUN, NOT_MEASURED, NEEDS_CARD = "not run", "not measured", "needs a card"


def number(cell):
    """What a printed cell is worth, None for text: "1,209", "2.46M", "543×", ">277.0", "5.1 s" (in ms)."""
    match = re.fullmatch(r">?(-?[\d.,]*\d)([KM]?)(×|%| ms| s)?", cell)
    if match is None:
        return None
    factor = {"": 1, "K": 1e3, "M": 1e6}[match.group(2)] * (1000 if match.group(3) == " s" else 1)
    return float(match.group(1).replace(",", "")) * factor


def digits(value, count):
    """`count` digits that count, never as a power of ten: what `number` reads."""
    text = f"{value:.{count}g}"
    return text if "e" not in text else f"{value:.0f}" if abs(value) > 1 else f"{value:.8f}"


def scaled(text, factor):
    value = number(text)
    return text if factor == 1 or value is None else digits(value * factor, 4)


def has_card(found):
    return any(found[name].tables for name in CARD_LOGS if name in found)


def absent(found, wanted):
    """Why a cell is empty: its program did not run, or ran and does not have it."""
    log = found.get(wanted["log"])
    if log is not None and log.tables:
        return NOT_MEASURED
    return NOT_RUN if wanted["log"] not in CARD_LOGS or has_card(found) else NEEDS_CARD


def cell(found, wanted, cell_of):
    """"" is what no log has."""
    if any(cell_of[column] not in cells for column, cells in wanted.get("only", {}).items()):
        return ""
    if "crossing" in wanted:
        return curves.crossing(curves.curve(found, wanted["crossing"]), wanted["crossing"]["threads"])
    value = scaled(logs.find(found, wanted, cell_of), wanted.get("scale", 1))
    if "over" not in wanted:
        return value
    above, below = number(value), number(logs.find(found, wanted["over"], cell_of))
    return "" if above is None or not below else digits(above / below, 3)


def measure(found, table):
    """Our columns: (name, unit, a cell a row)."""
    columns = []
    for wanted in table.get("ours", []):
        cells = [cell(found, wanted, dict(zip(table["columns"], row))) for row in table["rows"]]
        columns.append((wanted["name"], wanted["unit"], cells))
    return columns


def whole(found, table):
    """Tables of logs that stand below a paper's: (table, how to draw it or None)."""
    shown = []
    for wanted in table.get("show", []):
        if "curve" in wanted:
            made = curves.curve(found, wanted["curve"])
            if made is not None:
                plot = {"unit": "ms", "columns": made.header[2:]}
                shown.append((made, plot))
        elif "block" not in wanted:
            shown += [(one, wanted.get("plot")) for one in logs.whole_tables(found, wanted)]
    return shown


def missing(found, table):
    """Of what a table is to have, what its logs lack: whole columns, and tables below it."""
    lacks = [name for (name, _, cells), wanted in zip(table["measured"], table.get("ours", []))
             if not any(cells) and wanted["log"] != "bench_peers" and not wanted.get("optional")]
    for wanted in table.get("show", []):
        there = (curves.curve(found, wanted["curve"]) if "curve" in wanted else
                 logs.blocks(found, wanted) if "block" in wanted else logs.whole_tables(found, wanted))
        if not there:
            lacks.append(str(wanted.get("block") or wanted.get("title") or wanted.get("section") or "a curve"))
    return lacks


def logs_of(table):
    """The programs whose logs a table needs, those of other timers apart: they are not ours."""
    names = []
    for wanted in table.get("ours", []) + table.get("show", []):
        if "crossing" in wanted or "curve" in wanted:
            names += [curves.HOST[0], curves.DEVICE[0]]
        else:
            names += [wanted["log"]] + ([wanted["over"]["log"]] if "over" in wanted else [])
    return sorted(set(names) - {"bench_peers"})


def verdict(found, table):
    """PASS: all that gsta has beside this table was measured. NONE: a program did not run or not to its end, or there
    is nothing beside it. FAIL: a program ran, and something is not in its log, or it says FAIL itself."""
    names = logs_of(table)
    if not names:
        return "NONE", table.get("no counterpart", "the paper's own data; nothing of gsta's stands beside it")
    ran = [name for name in names if name in found and found[name].tables]
    failed = [name for name in ran if found[name].failures]
    if failed:
        return "FAIL", "see FAIL in " + ", ".join(failed)
    cells = [value for (_, _, column), wanted in zip(table["measured"], table.get("ours", []))
             if wanted["log"] != "bench_peers" for value in column]
    counted = f"{sum(map(bool, cells))} of {len(cells)} cells, {len(table['shown'])} tables of gsta's own"
    if len(ran) < len(names):
        not_run = [name for name in names if name not in ran]
        why = "and a card for it" if set(not_run) <= set(CARD_LOGS) and not has_card(found) else "not run"
        return "NONE", f"needs {', '.join(not_run)}, {why}; {counted}"
    lacks = missing(found, table)
    cut = [name for name in ran if found[name].cut]
    if lacks and cut:
        return "NONE", f"{', '.join(cut)} took too long and was cut off; {counted}; not in the logs: {', '.join(lacks)}"
    return ("FAIL", f"{counted}; not in the logs: {', '.join(lacks)}") if lacks else ("PASS", counted)


def fill(found, table):
    """Puts into a paper's table what was measured beside it."""
    table["measured"] = measure(found, table)
    table["absent"] = [absent(found, wanted) for wanted in table.get("ours", [])]
    table["shown"] = whole(found, table)
    table["blocks"] = [one for wanted in table.get("show", []) if "block" in wanted
                       for one in logs.blocks(found, wanted)]
    table["verdict"] = verdict(found, table)


def bandwidth(found, paper):
    """What the cards' memories alone explain: theirs by its maker's figure, ours as measured by the run."""
    theirs = paper.get("card bandwidth, TB/s")
    for log in found.values():
        for table in log.tables:
            for row in table.rows:
                match = re.fullmatch(r"([\d.]+) TB/s", row[-1]) if row[0].startswith("copy of 1 GB") else None
                if match and theirs:
                    ours = float(match.group(1))
                    return (f"Memory of their card: {theirs:g} TB/s by its maker; of this run's: {ours:g} TB/s, "
                            f"measured by copying. So the card explains a factor of about {ours / theirs:.1f} where memory's "
                            "bandwidth limits, and less where launches and levels do; the rest it does not.")
    return ""
