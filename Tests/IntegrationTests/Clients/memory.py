"""Searches the whole memory of a process: memory.py PID, with "NAME HEX" on each line of the input up to an empty one.

Prints a line for each find, with the name, the address, and the kernel's flags for the place (proc(5), smaps), and last
the number of bytes searched. Needs to be root.
"""

import re
import sys


def regions(process):
    """Start, end, and flags of the readable mappings."""
    found = None
    with open(f"/proc/{process}/smaps", encoding="utf-8", errors="replace") as lines:
        for line in lines:
            head = re.match(r"([0-9a-f]+)-([0-9a-f]+) (\S)\S+ \S+ \S+ \S+\s*(.*)", line)
            if head:
                found = int(head[1], 16), int(head[2], 16), head[3] == "r" and not head[4].startswith("[v")
            elif line.startswith("VmFlags:") and found[2]:
                yield found[0], found[1], line.split()[1:]


def main():
    process = int(sys.argv[1])
    patterns = {}
    for line in sys.stdin:
        if not line.strip():
            break
        name, text = line.split()
        patterns[name] = bytes.fromhex(text)
    total = 0
    with open(f"/proc/{process}/mem", "rb", buffering=0) as memory:
        for start, end, flags in regions(process):
            try:
                memory.seek(start)
                content = memory.read(end - start)
            except OSError:
                # The mapping has gone, or belongs to a device.
                continue
            total += len(content)
            for name, pattern in patterns.items():
                place = content.find(pattern)
                while place >= 0:
                    print(name, hex(start + place), *flags)
                    place = content.find(pattern, place + 1)
    print("bytes", total)


main()
