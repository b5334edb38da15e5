"""Draws that are the same in every version of Python: of random.Random only random() and seeding are promised to stay."""
import random


class Draw:
    """One stream of draws; streams of other purposes do not move it."""

    def __init__(self, purpose, seed):
        self._next = random.Random(f"{purpose} {seed}").random

    def chance(self, share):
        return self._next() < share

    def whole(self, low, high):
        """An integer from low to high, both included."""
        return low + int(self._next() * (high - low + 1))

    def number(self, low, high, digits=3):
        """A number between two, as text."""
        return f"{low + self._next() * (high - low):.{digits}f}"

    def pick(self, choices):
        return choices[self.whole(0, len(choices) - 1)]

    def pair(self, choices):
        """Two different ones of at least two."""
        first = self.whole(0, len(choices) - 1)
        return choices[first], choices[(first + self.whole(1, len(choices) - 1)) % len(choices)]

    def by_weight(self, weights):
        """A key of a dict, as often as its value says."""
        left = self._next() * sum(weights.values())
        for key, weight in weights.items():
            left -= weight
            if left < 0:
                return key
        return key
