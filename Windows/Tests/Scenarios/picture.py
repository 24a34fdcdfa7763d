"""The display's content: Xvfb's frame buffer, a file in the XWD format."""

import os
import struct
import zlib
from collections import Counter


class Picture:
    """A copy of the display at this moment."""

    def __init__(self):
        with open(os.environ["FRAME_BUFFER"], "rb") as file:
            data = file.read()
        header = struct.unpack(">25I", data[:100])
        size, colours = header[0], header[19]
        self.width, self.height, self.row = header[4], header[5], header[12]
        self.data = data[size + 12 * colours:]

    def pixel(self, x, y):
        offset = y * self.row + x * 4
        blue, green, red = self.data[offset:offset + 3]
        return red, green, blue

    def is_blank(self):
        """Whether nothing was drawn: Xvfb starts black."""
        return not any(self.data[:self.row * self.height])

    def bounds(self):
        """Left, top, right and bottom of the drawn area."""
        rows = [y for y in range(self.height) if any(self.data[y * self.row:y * self.row + self.width * 4])]
        if not rows:
            return None
        columns = [
            x for x in range(self.width)
            if any(any(self.data[y * self.row + x * 4:y * self.row + x * 4 + 3]) for y in rows[::8])]
        if not columns:
            # It is being drawn.
            return None
        return columns[0], rows[0], columns[-1] + 1, rows[-1] + 1

    def contrast(self, x, y, width, height):
        """The contrast of the text in a part of the display: its background is the most frequent colour, the text the
        most distant colour that at least two pixels have. None if there is only one colour."""
        colours = Counter(
            self.pixel(column, row)
            for row in range(max(0, y), min(self.height, y + height))
            for column in range(max(0, x), min(self.width, x + width)))
        if not colours:
            return None
        background = colours.most_common(1)[0][0]
        others = [colour for colour, count in colours.items() if count >= 2 and colour != background]
        return max((ratio(background, colour) for colour in others), default=None)

    def save(self, path):
        """Writes it as PNG."""
        rows = b"".join(
            b"\0" + bytes(
                part for x in range(self.width) for part in self.pixel(x, y)) for y in range(self.height))
        write(path, struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0), zlib.compress(rows, 1))

    def save_small(self, path, height=None):
        """Writes the drawn area as PNG of at most 256 colours: the most frequent ones, which replace those near them.
        """
        left, top, right, bottom = self.bounds()
        bottom = min(bottom, top + height) if height else bottom
        pixels = [[self.pixel(x, y) for x in range(left, right)] for y in range(top, bottom)]
        colours = Counter(pixel for row in pixels for pixel in row)
        palette = [colour for colour, _ in colours.most_common(256)]
        number = {colour: index for index, colour in enumerate(palette)}
        for colour in colours:
            if colour not in number:
                number[colour] = min(
                    range(len(palette)), key=lambda index: sum((a - b) ** 2 for a, b in zip(palette[index], colour)))
        rows = b"".join(b"\0" + bytes(number[pixel] for pixel in row) for row in pixels)
        write(path, struct.pack(">IIBBBBB", right - left, bottom - top, 8, 3, 0, 0, 0), zlib.compress(rows, 9),
              bytes(part for colour in palette for part in colour))


def write(path, header, data, palette=None):
    """A PNG file of these parts."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(path, "wb") as file:
        file.write(
            b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + (chunk(b"PLTE", palette) if palette else b"")
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def ratio(first, second):
    """WCAG 2.2, contrast ratio."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour):
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
