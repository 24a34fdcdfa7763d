#!/usr/bin/python3
"""A USB bus whose readers a test plugs in and out, for a daemon that runs on umockdev's testbed.

    usb_bus.py RECORDING

Standard output begins with the testbed's directory. Then each line on standard input is "plug PORT [SERIAL [LIFE]]",
"wake PORT LIFE" or "unplug PORT", and is answered with "done". Every reader is the recorded one (a directory with
umockdev's `device` and `custom.pcapng`), on the given port and with the given serial number. A reader with a LIFE, names
of LIVES separated by commas, answers as recorded for these, in this order, once; its print is the right index finger of
the user who runs this. With "silent" it answers nothing until `wake` gives it a life. Of the other readers, the first
answers USB traffic once, as recorded without the enrolment: a chip that already has the recording's print, and that no
finger touches. The rest are visible, but cannot be opened.

Needs Debian's python3-gi and gir1.2-umockdev-1.0, which only the system's own Python finds.
"""

import datetime
import re
import struct
import sys
import tempfile

import gi

gi.require_version("UMockdev", "1.0")
from gi.repository import UMockdev  # noqa: E402


# pcapng: an enhanced packet block, and where its packet begins; usbmon's header: type, bytes of data, and the data.
PACKET, PACKET_AT = 6, 28
COUNT = b"\x40\xff\x04"
# The endpoint that reports fingers.
FINGERS = 0x84
# Where the packet has the device's address.
ADDRESS_AT = PACKET_AT + 11
# The recording's packets by their part: `none` lists an empty chip, `unanswered` is an enrolment whose last answer
# never comes, and `armed` an identification without a finger.
LIVES = {
    "open": (0, 32), "none": (88, 132), "enroll": (32, 88), "unanswered": (32, 86), "list": (88, 132),
    "identify": (144, 156), "armed": (144, 151), "delete": (156, 160), "close": (160, 162),
}
# In `none`, the answer to the first slot is that to the second, which is empty.
FIRST_SLOT, SECOND_SLOT = 95, 99
# The name of the print on the chip (fpi_print_generate_user_id), after its length.
RECORDED_ID = b"FP1-00000000-0-00000000-nobody"
RIGHT_INDEX = 7


def blocks(recording):
    at = 0
    while at < len(recording):
        length = struct.unpack_from("<I", recording, at + 4)[0]
        yield recording[at:at + length]
        at += length


def of_life(path, names, address):
    """The recording of these parts, for a print made today, at another address."""
    with open(path, "rb") as file:
        every = list(blocks(file.read()))
    heads = [block for block in every if struct.unpack_from("<I", block)[0] != PACKET]
    packets = [block for block in every if struct.unpack_from("<I", block)[0] == PACKET]
    # The reader process does not know whose print it is.
    name = f"FP1-{datetime.date.today():%Y%m%d}-{RIGHT_INDEX:X}-00000000-biogate".encode()
    size = 1 + max(len(name), len(RECORDED_ID))
    old, new = [(bytes([len(text)]) + text).ljust(size, b"\0") for text in (RECORDED_ID, name)]
    kept = []
    for life in names:
        for index in range(*LIVES[life]):
            is_emptied = life == "none" and index == FIRST_SLOT
            block = bytearray(packets[SECOND_SLOT if is_emptied else index].replace(old, new))
            if is_emptied:
                # It still answers the first slot's request.
                block[:PACKET_AT + 8] = packets[index][:PACKET_AT + 8]
            block[ADDRESS_AT] = address
            kept.append(bytes(block))
    return b"".join(heads + kept)


def without_enrolment(path):
    """The recording's blocks without those of the enrolment, and without a finger. Opening ends with the chip's count
    of its prints, and enrolling and listing each begin with one."""
    with open(path, "rb") as file:
        recorded = file.read()
    kept, counts, at = b"", 0, 0
    while at < len(recorded):
        kind, length = struct.unpack_from("<II", recorded, at)
        block = recorded[at:at + length]
        at += length
        if kind == PACKET:
            packet = block[PACKET_AT:]
            if packet[8:9] == b"S" and packet[64:64 + struct.unpack_from("<I", packet, 36)[0]] == COUNT:
                counts += 1
            # Opening, enrolling and listing count.
            if counts == 2 or (packet[8:9] == b"C" and packet[10] == FINGERS):
                continue
        kept += block
    return kept


class Bus:
    def __init__(self, recording):
        with open(recording + "/device", encoding="utf-8") as file:
            device, *parents = [record for record in file.read().split("\n\n") if record.strip()]
        self.device = device.rstrip("\n")
        self.testbed = UMockdev.Testbed.new()
        self.testbed.add_from_string("\n\n".join(parents) + "\n")
        self.path = re.match(r"P: (.*)-\d+\n", self.device).group(1)
        self.recorded = recording + "/custom.pcapng"
        self.traffic = without_enrolment(self.recorded)
        # The recording's own, by which its traffic is found.
        self.address = int(re.search(r"(?m)^A: devnum=(\d+)", self.device).group(1))
        self.plugged = {}
        self.numbers = {}

    def plug(self, port, serial=None, life=None):
        # The kernel gives every plugged-in device its own address.
        number = self.address
        self.address += 1
        text = self.device
        for pattern, value in [
            (r"(?m)^P: .*$", f"P: {self.path}-{port}"),
            (r"(?m)^N: bus/usb/001/\d+", f"N: bus/usb/001/{number:03}"),
            (r"(?m)^E: DEVNAME=.*$", f"E: DEVNAME=/dev/bus/usb/001/{number:03}"),
            (r"(?m)^E: DEVNUM=.*$", f"E: DEVNUM={number:03}"),
            (r"(?m)^E: MINOR=.*$", f"E: MINOR={number - 1}"),
            (r"(?m)^A: dev=.*$", f"A: dev=189:{number - 1}\\\\n"),
            (r"(?m)^A: devnum=.*$", f"A: devnum={number}\\\\n"),
            (r"(?m)^A: devpath=.*$", f"A: devpath={port}\\\\n"),
        ]:
            text = re.sub(pattern, value, text)
        if serial:
            text += f"\nA: serial={serial}\\n"
        self.testbed.add_from_string(text + "\n")
        self.numbers[port] = number
        self.plugged[port] = f"/sys{self.path}-{port}"
        if life == "silent":
            pass
        elif life:
            self.wake(port, life)
        elif self.traffic:
            self.answer(port, self.traffic)
            self.traffic = None
        self.testbed.uevent(self.plugged[port], "add")

    def wake(self, port, life):
        self.answer(port, of_life(self.recorded, life.split(","), self.numbers[port]))

    def answer(self, port, traffic):
        with tempfile.NamedTemporaryFile(suffix=".pcapng") as file:
            file.write(traffic)
            file.flush()
            self.testbed.load_pcap(self.plugged[port], file.name)

    def unplug(self, port):
        path = self.plugged.pop(port)
        self.testbed.uevent(path, "remove")
        self.testbed.remove_device(path)


bus = Bus(sys.argv[1])
print(bus.testbed.get_root_dir(), flush=True)
for line in sys.stdin:
    command, *arguments = line.split()
    {"plug": bus.plug, "wake": bus.wake, "unplug": bus.unplug}[command](*arguments)
    print("done", flush=True)
