"""A drawn finger for libfprint's virtual reader of images, like in Tests/VirtualReaders: ridges as frequency-modulated
arcs, with minutiae where the phase turns around a point."""

import cmath
import math
import random
import struct

SIDE, RIDGE_PERIOD = 256, 9.0
# Enough for bozorth3 to compare for about a second.
MINUTIAE = 90


def write(path, seed=1):
    source = random.Random(seed)
    minutiae = [
        (24 + source.random() * (SIDE - 48), 24 + source.random() * (SIDE - 48), 1 if number % 2 == 0 else -1)
        for number in range(MINUTIAE)]
    pixels = bytearray()
    for row in range(SIDE):
        for column in range(SIDE):
            phase = 2 * math.pi * math.hypot(column - SIDE / 2, row - SIDE - 40) / RIDGE_PERIOD
            for across, down, turn in minutiae:
                phase += turn * cmath.phase(complex(column - across, row - down))
            pixels.append(int(128 + 110 * math.cos(phase)))
    path.write_bytes(struct.pack("=ii", SIDE, SIDE) + pixels)
