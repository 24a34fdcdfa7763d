#!/usr/bin/env python3
"""Writes 70-biogate.rules from the list of readers that the installed libfprint drives.

    udev/generate-rules.py > 70-biogate.rules
    udev/generate-rules.py --keep udev/70-biogate.rules > 70-biogate.rules

With --keep the readers in that rule file stay: the package's rule has those of each libfprint that the package runs on.

libfprint comes with a udev hardware database of its USB readers (60-autosuspend-libfprint-2.hwdb); a package with
a vendor's driver (libfprint-2-tod1-...) brings one more. Other files can be named as arguments.
"""

import argparse
import glob
import re
import sys

HWDB = ["/usr/lib/udev/hwdb.d/60-autosuspend-libfprint-2*.hwdb", "/lib/udev/hwdb.d/60-autosuspend-libfprint-2*.hwdb"]

DRIVER = re.compile(r"# Supported by libfprint driver (\S+)")
KEPT = re.compile(r'ATTR\{idVendor\}=="([0-9a-f]{4})", ATTR\{idProduct\}=="([0-9a-f|]+)", ')
READER = re.compile(r"usb:v([0-9A-F]{4})p([0-9A-F]{4})\*$")

# The readers on SPI are in no hardware database: libfprint's table is `elanspi_id_table` (drivers/elanspi.h). The
# driver reads through spidev and resets through the HID device of the touchpad that the reader is built into.
SPI_ACPI_IDS = ["ELAN7001", "ELAN70A1"]
SPI_HID_VENDOR = "04F3"
SPI_HID_PRODUCTS = ["3057", "3087", "309F", "30B2", "30C6", "3134", "3148"]

GIVEN = 'GROUP="biogate-reader", MODE="0660", TAG+="systemd"'

HEADER = """\
# Gives biogate-reader's group the fingerprint readers that libfprint drives, and nothing else: with the package, those of
# the libfprint of each Debian that it is for.
# Made by udev/generate-rules.py; local changes belong into /etc/udev/rules.d.
#
# 0660: a USB device is readable for everybody otherwise. The tag makes a unit of the reader, for units that ask for it;
# nothing is started when it appears: the daemon starts with the first call.

ACTION=="remove", GOTO="biogate_end"
"""


def readers(paths):
    """The (vendor, product) pairs of each driver; readers known to be unsupported have none."""
    drivers = {}
    for path in paths:
        driver = None
        with open(path, encoding="utf-8") as lines:
            for line in map(str.rstrip, lines):
                if line.startswith("#"):
                    match = DRIVER.match(line)
                    driver = match and match[1]
                elif driver and line.startswith("usb:"):
                    match = READER.match(line)
                    if not match:
                        sys.exit(f"{path}: not a reader's line: {line}")
                    drivers.setdefault(driver, set()).add((match[1].lower(), match[2].lower()))
    return drivers


def kept_readers(path):
    """The (vendor, product) pairs of each driver in a rule file that this program wrote."""
    drivers = {}
    driver = None
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if match := KEPT.match(line):
                drivers.setdefault(driver, set()).update((match[1], product) for product in match[2].split("|"))
            elif line.startswith("# "):
                driver = line[2:].rstrip()
    return drivers


def usb_rules(drivers):
    yield 'SUBSYSTEM!="usb", GOTO="biogate_usb_end"'
    yield 'ENV{DEVTYPE}!="usb_device", GOTO="biogate_usb_end"'
    for driver, ids in sorted(drivers.items()):
        yield f"# {driver}"
        for vendor in sorted({vendor for vendor, _ in ids}):
            products = "|".join(sorted(product for v, product in ids if v == vendor))
            yield f'ATTR{{idVendor}}=="{vendor}", ATTR{{idProduct}}=="{products}", {GIVEN}'
    yield 'LABEL="biogate_usb_end"'


def spi_rules():
    yield "# elanspi: the reader, and the HID device of the touchpad that it is built into"
    for acpi in SPI_ACPI_IDS:
        yield f'SUBSYSTEM=="spidev", ATTRS{{modalias}}=="acpi:{acpi}:*", {GIVEN}'
    for product in SPI_HID_PRODUCTS:
        yield (
            f'SUBSYSTEM=="hidraw", KERNELS=="*:{SPI_HID_VENDOR}:{product}.*", SUBSYSTEMS=="hid",'
            f' {GIVEN}'
        )


def main():
    parser = argparse.ArgumentParser(description="Writes a udev rule for the readers that libfprint drives.")
    parser.add_argument("--keep", metavar="RULES", help="a rule file whose readers stay")
    parser.add_argument("lists", nargs="*", help="libfprint's .hwdb files; without any, those that are installed")
    arguments = parser.parse_args()
    paths = arguments.lists or sorted({path for pattern in HWDB for path in glob.glob(pattern)})
    # /lib is a link to /usr/lib if the two are merged.
    if not arguments.lists and any(path.startswith("/usr/") for path in paths):
        paths = [path for path in paths if path.startswith("/usr/")]
    drivers = readers(paths)
    if not drivers:
        sys.exit("No list of readers found: install libfprint (Debian: libfprint-2-2), or name its .hwdb file.")
    if arguments.keep:
        for driver, ids in kept_readers(arguments.keep).items():
            drivers.setdefault(driver, set()).update(ids)
    print(HEADER)
    print("\n".join(usb_rules(drivers)))
    print()
    print("\n".join(spi_rules()))
    print('\nLABEL="biogate_end"')


if __name__ == "__main__":
    main()
