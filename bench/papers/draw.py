"""Charts as SVG text: a row a line, a logarithmic axis unless a plain one is asked for, theirs as circles and ours as
squares."""
import math
from html import escape

WIDTH, LEFT, RIGHT, LINE, TOP = 860, 210, 30, 20, 8
# Told apart by shape and fill too; of medium lightness, for light and dark pages.
THEIRS = ["#7a7a7a", "#b07d2b", "#8a5fb0", "#4f8a8b", "#a05a6a", "#6f8f3a"]
OURS = ["#d1495b", "#2e7ebf", "#3f9b4f", "#c2570c", "#7048c6", "#a3386c", "#00798c"]


def decades(values):
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def text(x, y, what, anchor="start", size=12):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}">{escape(what)}</text>'


def mark(is_ours, color, x, y, what):
    title = f"<title>{escape(what)}</title>"
    if is_ours:
        return f'<rect x="{x - 4:.1f}" y="{y - 4:.1f}" width="8" height="8" fill="{color}">{title}</rect>'
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" fill="none" stroke="{color}" stroke-width="2">'
            f'{title}</circle>')


def powers(values):
    """Ticks of a logarithmic axis."""
    low, high = decades(values)
    return [10.0 ** power for power in range(low, high + 1)]


def steps(values):
    """Ticks of a plain axis, from no more than the least value to no less than the greatest: multiples of 1, 2 or 5
    times a power of ten, some six of them. Values that are close to each other are told apart."""
    low, high = min(values), max(values)
    step = 10.0 ** math.floor(math.log10(max(high - low, abs(high) * 1e-3, 1e-9) / 3))
    step *= next(times for times in (1, 2, 5, 10) if (high - low) / (step * times) <= 6)
    first, last = math.floor(low / step), math.ceil(high / step)
    return [round(at * step, 12) for at in range(first, max(last, first + 1) + 1)]


def axis(ticks, place, bottom, unit):
    parts = []
    for tick in ticks:
        x = place(tick)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{TOP}" y2="{bottom}" stroke="#8884"/>')
        parts.append(text(x, bottom + 16, f"{tick:g}", "middle", 11))
    parts.append(text(WIDTH - RIGHT, bottom + 32, unit, "end", 11))
    return parts


def legend(series, colors, y):
    parts = []
    for at, (name, is_ours, _) in enumerate(series):
        parts.append(mark(is_ours, colors[at], 16, y + LINE * at, name))
        parts.append(text(28, y + 4 + LINE * at, name))
    return parts


def colors_of(series):
    colors, ours, theirs = [], 0, 0
    for _, is_ours, _ in series:
        if is_ours:
            colors.append(OURS[ours % len(OURS)])
            ours += 1
        else:
            colors.append(THEIRS[theirs % len(THEIRS)])
            theirs += 1
    return colors


def chart(labels, series, unit, plain=False):
    """`series`: (name, is ours, a value or None for each label). "" if nothing is above zero. `plain`: the axis is not
    logarithmic."""
    series = [one for one in series if any(value for value in one[2])]
    values = [value for one in series for value in one[2] if value and value > 0]
    if not values:
        return ""
    ticks = steps(values) if plain else powers(values)
    scale = float if plain else math.log10
    low, high = scale(ticks[0]), scale(ticks[-1])

    def place(value):
        return LEFT + (scale(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    bottom = TOP + LINE * len(labels)
    height = bottom + 44 + LINE * len(series)
    colors = colors_of(series)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
             'font-family="sans-serif" fill="currentColor">']
    parts += axis(ticks, place, bottom, unit)
    for row, label in enumerate(labels):
        y = TOP + LINE * row + LINE / 2
        parts.append(text(LEFT - 10, y + 4, label, "end"))
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}" stroke="#8883"/>')
        for (name, is_ours, of), color in zip(series, colors):
            if of[row] and of[row] > 0:
                parts.append(mark(is_ours, color, place(of[row]), y, f"{name}, {label}: {of[row]:g} {unit}"))
    parts += legend(series, colors, bottom + 44)
    return "\n".join(parts + ["</svg>"])
