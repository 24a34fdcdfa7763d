"""Compares sizes with the ceilings of docs/size.md.

sizes.py lines                the lines of each room's sources
sizes.py installed PACKAGE... the bytes of each file of the Debian packages, and of the packages themselves
sizes.py --print WORDS...     prints the sizes of now as rows of the tables, rounded up
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DOCUMENT = os.path.join(ROOT, "docs/size.md")
# Smaller files are one row together.
SMALL = 500_000
OTHERS = "all other files"


def ceilings(heading):
    """The rows of the table below the heading: name and number."""
    text = open(DOCUMENT, encoding="utf-8").read()
    section = re.search(rf"^## {heading}\n(.*?)(?=^## |\Z)", text, re.MULTILINE | re.DOTALL)[1]
    return {name: int(number.replace(",", "")) for name, number in re.findall(r"^\| `?([^`|]+?)`? \| ([\d,]+) \|", section, re.MULTILINE)}


def lines():
    """The lines of committed Swift, C, interface and shell files by room; what is generated apart."""
    listed = subprocess.run(["git", "ls-files", "-z", "--", "Sources", "Windows/Sources", "Tests", "Windows/Tests", "Clients"],
                            cwd=ROOT, capture_output=True, check=True, text=True).stdout.split("\0")
    sizes = {}
    for path in filter(None, listed):
        if not re.search(r"\.(swift|c|h|py|sh|js|ts|varlink|ui|css)$", path) or not os.path.isfile(os.path.join(ROOT, path)):
            continue
        depth = 4 if path.startswith("Sources/Guests") else 3 if path.startswith("Windows/Sources") else 2 if path.startswith(("Sources", "Windows")) else 1
        with open(os.path.join(ROOT, path), "rb") as file:
            text = file.read()
        room = "generated sentences" if "/Catalogue/" in path else "/".join(path.split("/")[:depth])
        if re.search(rb"^(#|//) Made by Clients/generate.py", text, re.MULTILINE):
            room = "generated clients"
        sizes[room] = sizes.get(room, 0) + text.count(b"\n")
    return sizes


def installed(packages):
    """The bytes of each large file, of the small ones together, and of each package."""
    sizes = {OTHERS: 0}
    for package in packages:
        name = os.path.basename(package).split("_")[0]
        sizes[f"package {name}"] = os.path.getsize(package)
        listing = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, check=True, text=True).stdout
        for line in listing.splitlines():
            kind, _, size, _, _, path = line.split(maxsplit=5)
            if kind.startswith("-"):
                path = re.sub(r"lib/[a-z0-9_]+-linux-gnu", "lib", path.removeprefix("./"))
                row = path if int(size) >= SMALL else OTHERS
                sizes[row] = sizes.get(row, 0) + int(size)
    return sizes


def main(words):
    printing = words[0] == "--print"
    kind, *packages = words[1:] if printing else words
    sizes = lines() if kind == "lines" else installed(packages)
    if printing:
        step = 50 if kind == "lines" else 100_000
        for name, size in sorted(sizes.items(), key=lambda item: -item[1]):
            print(f"| {name if ' ' in name else f'`{name}`'} | {-(-size // step) * step:,} |")
        return 0
    allowed = ceilings("Lines" if kind == "lines" else "Installed bytes")
    if kind != "lines":
        allowed = {name: size for name, size in allowed.items() if not name.startswith("package ") or name in sizes}
    wrong = [f"{name}: {size:,}, and the ceiling is {allowed.get(name, 0):,}"
             for name, size in sorted(sizes.items()) if size > allowed.get(name, 0)]
    if kind == "lines":
        wrong += [f"{name}: has a ceiling and no lines" for name in sorted(allowed.keys() - sizes.keys())]
    for line in wrong:
        print(f"docs/size.md: {line}", file=sys.stderr)
    if not wrong:
        print(f"{sum(size for name, size in sizes.items() if not name.startswith('package ')):,} "
              f"{'lines' if kind == 'lines' else 'bytes installed'}, each row within its ceiling.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
