"""Writes the program that the test bench runs, and what it must report: program.hex, expected.hex.

The answers come from elsewhere: CRC-32 from zlib, the order from sorted(), Speck64/128 from the vector that its authors
published, and the arithmetic of random operations from Python's integers.
"""
import random
import sys
import zlib

R_TYPE = {"add": (0, 0), "sub": (0, 1), "sll": (1, 0), "slt": (2, 0), "sltu": (3, 0), "xor": (4, 0), "srl": (5, 0),
          "sra": (5, 1), "or": (6, 0), "and": (7, 0)}
BRANCH = {"beq": 0, "bne": 1, "blt": 4, "bge": 5, "bltu": 6, "bgeu": 7}
LOAD = {"lb": 0, "lh": 1, "lw": 2, "lbu": 4, "lhu": 5}
STORE = {"sb": 0, "sh": 1, "sw": 2}
REPORT, FINISH = 0x80000000, 0x80000004
MASK = 0xFFFFFFFF


class Program:
    """An assembler with labels; registers are numbers."""

    def __init__(self):
        self.code, self.labels, self.expected = [], {}, []

    def label(self, name):
        self.labels[name] = 4 * len(self.code)

    def reg(self, op, rd, a, b):
        function, second = R_TYPE[op]
        self.code.append(second << 30 | b << 20 | a << 15 | function << 12 | rd << 7 | 0x33)

    def imm(self, op, rd, a, value):
        function, second = R_TYPE[op]
        self.code.append((value & 0xFFF) << 20 | second << 30 | a << 15 | function << 12 | rd << 7 | 0x13)

    def load(self, op, rd, a, offset=0):
        self.code.append((offset & 0xFFF) << 20 | a << 15 | LOAD[op] << 12 | rd << 7 | 0x03)

    def store(self, op, b, a, offset=0):
        self.code.append((offset >> 5 & 0x7F) << 25 | b << 20 | a << 15 | STORE[op] << 12 | (offset & 31) << 7 | 0x23)

    def upper(self, op, rd, value):
        self.code.append((value & 0xFFFFF000) | rd << 7 | (0x37 if op == "lui" else 0x17))

    def jalr(self, rd, a, offset=0):
        self.code.append((offset & 0xFFF) << 20 | a << 15 | rd << 7 | 0x67)

    def branch(self, op, a, b, to):
        at = 4 * len(self.code)

        def word():
            v = self.labels[to] - at
            return ((v >> 12 & 1) << 31 | (v >> 5 & 63) << 25 | b << 20 | a << 15 | BRANCH[op] << 12
                    | (v >> 1 & 15) << 8 | (v >> 11 & 1) << 7 | 0x63)
        self.code.append(word)

    def jal(self, rd, to):
        at = 4 * len(self.code)

        def word():
            v = self.labels[to] - at
            return ((v >> 20 & 1) << 31 | (v >> 1 & 0x3FF) << 21 | (v >> 11 & 1) << 20 | (v >> 12 & 0xFF) << 12
                    | rd << 7 | 0x6F)
        self.code.append(word)

    def li(self, rd, value):
        low = (value & 0xFFF) - (0x1000 if value & 0x800 else 0)
        self.upper("lui", rd, (value - low) & MASK)
        self.imm("add", rd, rd, low)

    def report(self, register, value):
        """Register 31 holds the address that the test bench watches."""
        self.store("sw", register, 31)
        self.expected.append(value & MASK)

    def words(self):
        return [w() if callable(w) else w for w in self.code]


def crc32(p, text):
    p.li(1, 0x100)
    for i, byte in enumerate(text):
        p.imm("add", 2, 0, byte)
        p.store("sb", 2, 1, i)
    p.imm("add", 3, 1, len(text))
    p.imm("add", 4, 0, -1)
    p.li(5, 0xEDB88320)
    p.label("crc_byte")
    p.load("lbu", 6, 1)
    p.reg("xor", 4, 4, 6)
    p.imm("add", 7, 0, 8)
    p.label("crc_bit")
    p.imm("and", 8, 4, 1)
    p.imm("srl", 4, 4, 1)
    p.branch("beq", 8, 0, "crc_even")
    p.reg("xor", 4, 4, 5)
    p.label("crc_even")
    p.imm("add", 7, 7, -1)
    p.branch("bne", 7, 0, "crc_bit")
    p.imm("add", 1, 1, 1)
    p.branch("bltu", 1, 3, "crc_byte")
    p.imm("xor", 4, 4, -1)
    p.report(4, zlib.crc32(text))


def sort(p, values):
    """Insertion sort of signed half words."""
    p.li(1, 0x200)
    for i, value in enumerate(values):
        p.li(2, value)
        p.store("sh", 2, 1, 2 * i)
    p.imm("add", 3, 1, 2 * len(values))
    p.imm("add", 4, 1, 2)
    p.label("sort_next")
    p.load("lh", 5, 4)
    p.imm("add", 6, 4, 0)
    p.label("sort_shift")
    p.branch("bgeu", 1, 6, "sort_place")
    p.load("lh", 7, 6, -2)
    p.branch("bge", 5, 7, "sort_place")
    p.store("sh", 7, 6)
    p.imm("add", 6, 6, -2)
    p.jal(0, "sort_shift")
    p.label("sort_place")
    p.store("sh", 5, 6)
    p.imm("add", 4, 4, 2)
    p.branch("blt", 4, 3, "sort_next")
    for i, value in enumerate(sorted(values)):
        p.load("lh", 8, 1, 2 * i)
        p.report(8, value)
    p.load("lhu", 8, 1)
    p.report(8, min(values) & 0xFFFF)
    p.load("lb", 8, 1)
    low = min(values) & 0xFF
    p.report(8, low - 256 if low > 127 else low)


def speck(p):
    """One block of Speck64/128; key and text of the published test vector. Its round is a subroutine."""
    x, y, k = 10, 11, 12
    for register, value in ((x, 0x3B726574), (y, 0x7475432D), (k, 0x03020100), (13, 0x0B0A0908), (14, 0x13121110),
                            (15, 0x1B1A1918)):
        p.li(register, value)
    p.imm("add", 16, 0, 0)
    p.imm("add", 17, 0, 27)
    p.label("speck_round")
    p.imm("add", 20, x, 0)
    p.imm("add", 21, y, 0)
    p.imm("add", 22, k, 0)
    p.jal(1, "mix")
    p.imm("add", x, 20, 0)
    p.imm("add", y, 21, 0)
    p.imm("add", 20, 13, 0)
    p.imm("add", 21, k, 0)
    p.imm("add", 22, 16, 0)
    p.upper("auipc", 2, 0)      # the same call through a register: "mix" is reached by its distance from here
    at = 4 * (len(p.code) - 1)
    p.code.append(lambda: (p.labels["mix"] - at & 0xFFF) << 20 | 2 << 15 | 1 << 7 | 0x67)
    p.imm("add", k, 21, 0)
    p.imm("add", 13, 14, 0)
    p.imm("add", 14, 15, 0)
    p.imm("add", 15, 20, 0)
    p.imm("add", 16, 16, 1)
    p.branch("bne", 16, 17, "speck_round")
    p.report(x, 0x8C6FA548)
    p.report(y, 0x454E028B)
    p.jal(0, "speck_done")
    mix(p)
    p.label("speck_done")


def mix(p):
    """The round as a subroutine: x20 = (x20 >>> 8) + x21 ^ x22;  x21 = (x21 <<< 3) ^ x20."""
    p.label("mix")
    p.imm("srl", 23, 20, 8)
    p.imm("sll", 20, 20, 24)
    p.reg("or", 20, 20, 23)
    p.reg("add", 20, 20, 21)
    p.reg("xor", 20, 20, 22)
    p.imm("sll", 23, 21, 3)
    p.imm("srl", 21, 21, 29)
    p.reg("or", 21, 21, 23)
    p.reg("xor", 21, 21, 20)
    p.jalr(0, 1)


def signed(value):
    return value - (1 << 32) if value >> 31 else value


ARITHMETIC = {
    "add": lambda a, b: a + b, "sub": lambda a, b: a - b, "xor": lambda a, b: a ^ b, "or": lambda a, b: a | b,
    "and": lambda a, b: a & b, "sll": lambda a, b: a << (b & 31), "srl": lambda a, b: a >> (b & 31),
    "sra": lambda a, b: signed(a) >> (b & 31), "slt": lambda a, b: int(signed(a) < signed(b)),
    "sltu": lambda a, b: int(a < b)}


def random_operations(p, count):
    """Registers 0 to 30 in random operations; then all of them are reported."""
    draw = random.Random(2015)
    value = [0] * 31
    for r in range(1, 31):
        value[r] = draw.getrandbits(32)
        p.li(r, value[r])
    for _ in range(count):
        op, rd, a, b = draw.choice(sorted(ARITHMETIC)), draw.randrange(31), draw.randrange(31), draw.randrange(31)
        if op != "sub" and draw.random() < 0.4:
            second = draw.randrange(32) if op in ("sll", "srl", "sra") else draw.randrange(-2048, 2048)
            p.imm(op, rd, a, second)
        else:
            second = value[b]
            p.reg(op, rd, a, b)
        if rd:
            value[rd] = ARITHMETIC[op](value[a], second & MASK) & MASK
    for r in range(31):
        p.report(r, value[r])


def main(folder):
    p = Program()
    p.li(31, REPORT)
    crc32(p, b"riscling")
    sort(p, [300, -2, 77, -32768, 5, 32767, 0, -299, 12, 5, -1, 1000])
    speck(p)
    random_operations(p, 300)
    p.store("sw", 0, 31, FINISH - REPORT)
    p.label("end")
    p.jal(0, "end")
    for name, words in (("program", p.words()), ("expected", p.expected)):
        with open(f"{folder}/{name}.hex", "w") as out:
            out.writelines(f"{w:08x}\n" for w in words)
    print(f"{len(p.code)} instructions, {len(p.expected)} answers")


main(sys.argv[1] if len(sys.argv) > 1 else ".")
