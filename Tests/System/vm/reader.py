"""A USB fingerprint reader that appears plugged in to the kernel: this program is at the other end of USB/IP's virtual
host controller. It answers as libfprint's drivers for Elan's readers expect.

    python3 reader.py host        a reader of images (driver "elan"), up to the scan of a finger
    python3 reader.py chip        a reader that matches on its chip, and stores the prints there (driver "elanmoc")

A line of standard input is a finger, which rests on the reader from then on, however often it is scanned; an empty line
removes it. Each is answered with a line when it is done.

The reader is plugged in until this program ends.
"""

import os
import selectors
import socket
import struct
import sys

# usbip_protocol.rst of the kernel: commands, and the header that each message begins with.
SUBMIT, UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
HEADER = struct.Struct(">5I")
HEADER_BYTES = 48
ECONNRESET, EPIPE = 104, 32
HIGH_SPEED, DEVICE_ID = 3, 1 << 16 | 2
OUT = 0

STRINGS = {0: bytes.fromhex("04 03 09 04")}
STRINGS |= {index: struct.pack("<BB", 2 + 2 * len(text), 3) + text.encode("utf-16-le")
            for index, text in ((1, "Tests"), (2, "Reader"))}

# The endpoints: commands go out; images, answers and finger reports come in.
COMMANDS, IMAGES, ANSWERS, FINGERS = 1, 2, 3, 4


def descriptors(product):
    """The device descriptor, and that of its one configuration, with a vendor-specific interface."""
    device = bytes.fromhex("12 01 0002 00 00 00 40 f304") + struct.pack("<H", product) + bytes.fromhex("0001 01 02 00 01")
    interface = bytes.fromhex("09 04 00 00 04 ff 00 00 00  07 05 01 02 0002 00  07 05 82 02 0002 00  07 05 83 02 0002 00"
                              "07 05 84 02 0002 00")
    return device, struct.pack("<BBHBBBBB", 9, 2, 9 + len(interface), 1, 1, 0, 0x80, 50) + interface


class Reader:
    """The far end of the socket that the host controller received."""

    def __init__(self, connection, product):
        self.connection = connection
        self.device, self.configuration = descriptors(product)
        # The device's pending data at an endpoint, and the requests that wait there.
        self.ready = {}
        self.waiting = {IMAGES: [], ANSWERS: [], FINGERS: []}

    def serve(self):
        with selectors.DefaultSelector() as selector:
            selector.register(self.connection, selectors.EVENT_READ, self.hear)
            selector.register(sys.stdin, selectors.EVENT_READ, self.hear_finger)
            while True:
                for key, _ in selector.select():
                    if not key.data():
                        selector.unregister(key.fileobj)
                        if key.fileobj is self.connection:
                            return

    def hear(self):
        """Reads one message; returns whether there was one."""
        header = self.read(HEADER_BYTES)
        if not header:
            return False
        command, number, _, direction, endpoint = HEADER.unpack_from(header)
        if command == UNLINK:
            self.unlink(number, *struct.unpack_from(">I", header, HEADER.size))
            return True
        _, length = struct.unpack_from(">II", header, HEADER.size)
        data = self.read(length) if direction == OUT else b""
        if endpoint == 0:
            self.control(number, header[40:48], length)
        elif direction == OUT:
            self.done(number, length)
            # Data that an earlier owner did not fetch does not answer this one.
            self.ready = {}
            self.command(data)
        else:
            self.waiting[endpoint].append((number, length))
            self.deliver(endpoint)
        return True

    def hear_finger(self):
        """Reads the name of a finger; returns whether there was one."""
        # Unbuffered, so that a second line stays for the selector to find.
        finger = b""
        while not finger.endswith(b"\n"):
            byte = os.read(sys.stdin.fileno(), 1)
            if not byte:
                return False
            finger += byte
        self.touch(finger.strip())
        print("touched" if finger.strip() else "lifted", flush=True)
        return True

    def command(self, data):
        """The host has sent a command."""

    def touch(self, finger):
        """A finger is put on the reader, or taken away."""

    def say(self, endpoint, data):
        self.ready[endpoint] = data
        self.deliver(endpoint)

    def read(self, count):
        data = b""
        while len(data) < count:
            more = self.connection.recv(count - len(data))
            if not more:
                return b""
            data += more
        return data

    def deliver(self, endpoint):
        while self.waiting[endpoint] and self.ready.get(endpoint):
            number, length = self.waiting[endpoint].pop(0)
            data, self.ready[endpoint] = self.ready[endpoint][:length], self.ready[endpoint][length:]
            self.done(number, len(data), data)

    def control(self, number, setup, length):
        kind, request, value, _, _ = struct.unpack("<BBHHH", setup)
        answer = b""
        if request == 6:  # GET_DESCRIPTOR
            answer = {1: self.device, 2: self.configuration, 3: STRINGS.get(value & 0xFF)}.get(value >> 8)
        elif request == 0 and kind & 0x80:  # GET_STATUS
            answer = b"\0\0"
        if answer is None:
            self.done(number, 0, status=-EPIPE)
        else:
            self.done(number, len(answer[:length]) if kind & 0x80 else length, answer[:length])

    def done(self, number, count, data=b"", status=0):
        header = HEADER.pack(RET_SUBMIT, number, 0, 0, 0) + struct.pack(">iIIII", status, count, 0, 0, 0)
        self.connection.sendall(header.ljust(HEADER_BYTES, b"\0") + data)

    def unlink(self, number, unwanted):
        status = 0
        for endpoint, waiting in self.waiting.items():
            if any(unwanted == waits for waits, _ in waiting):
                self.waiting[endpoint] = [entry for entry in waiting if entry[0] != unwanted]
                status = -ECONNRESET
        header = HEADER.pack(RET_UNLINK, number, 0, 0, 0) + struct.pack(">i", status)
        self.connection.sendall(header.ljust(HEADER_BYTES, b"\0"))


class HostReader(Reader):
    """A reader that delivers images. A finger, which 403f waits for, never comes."""

    # Pixels across and down.
    SIDE = 64
    REPLIES = {
        b"\x40\x19": (ANSWERS, b"\x01\x00"),
        b"\x00\x0c": (ANSWERS, bytes([SIDE, 0, SIDE, 0])),
        b"\x40\x2a": (ANSWERS, b"\x00\x01"),
        b"\x40\x13": (ANSWERS, b"\x00"),
        b"\x00\x09": (IMAGES, bytes(2 * SIDE * SIDE)),
    }

    def __init__(self, connection):
        super().__init__(connection, 0x0903)

    def command(self, data):
        if data in self.REPLIES:
            self.say(*self.REPLIES[data])


class ChipReader(Reader):
    """A reader that stores prints and compares with them. Its answers are those of libfprint's recording of such a
    reader."""

    SLOTS = 10
    NO_MATCH, EMPTY = 0xFD, 0xFE
    DONE = b"\x40\x00"

    def __init__(self, connection):
        super().__init__(connection, 0x0C88)
        # The stored prints by slot: the host's name for it, and the finger.
        self.prints = {}
        # The finger on the reader, the scan's purpose, and the finger being enrolled.
        self.finger = b""
        self.scan = None
        self.enrolled = None

    def command(self, data):
        self.scan = None
        name = data[:3]
        if name == b"\x40\xff\x00":
            self.say(ANSWERS, b"\x40\x03")
        elif name[:2] == b"\x40\x19":
            self.say(ANSWERS, b"\x80\x04")
        elif name[:2] == b"\x00\x0c":
            self.say(ANSWERS, b"\x57\x00\x6b\x00")
        elif name == b"\x40\xff\x04":
            self.say(ANSWERS, bytes([0x40, len(self.prints)]))
        elif name == b"\x40\xff\x22":
            self.say(ANSWERS, bytes([0x40, self.slot(data[3:]) is not None]))
        elif name == b"\x40\xff\x11":
            self.keep(data[5:])
        elif name == b"\x40\xff\x13":
            self.prints.pop(self.slot(data[3:]), None)
            self.say(ANSWERS, self.DONE)
        elif name == b"\x40\xff\x14":
            self.say(ANSWERS, self.DONE)
        elif name[:2] == b"\x43\x21":
            self.tell(data[2])
        elif name == b"\x40\xff\x01":
            self.await_finger(self.enrol)
        elif name == b"\x40\xff\x73":
            self.await_finger(self.identify)

    def touch(self, finger):
        self.finger = finger
        self.look()

    def await_finger(self, scan):
        self.scan = scan
        self.look()

    def look(self):
        if self.scan and self.finger:
            scan, self.scan = self.scan, None
            scan(self.finger)

    def enrol(self, finger):
        self.enrolled = finger
        self.say(FINGERS, self.DONE)

    def identify(self, finger):
        found = [slot for slot, (_, kept) in self.prints.items() if kept == finger]
        self.say(FINGERS, bytes([0x40, found[0] if found else self.NO_MATCH]))

    def keep(self, record):
        slot = self.slot(record)
        if slot is None:
            slot = next(slot for slot in range(self.SLOTS) if slot not in self.prints)
        self.prints[slot] = (self.name(record), self.enrolled)
        self.say(ANSWERS, self.DONE)

    def tell(self, slot):
        name, _ = self.prints.get(slot, (None, None))
        answer = bytes([0x43, self.EMPTY]) if name is None else bytes([0x43, 0, 0, 0, len(name)]) + name
        self.say(ANSWERS, answer.ljust(97, b"\xff" if name is None else b"\0"))

    @staticmethod
    def name(record):
        return record[3:3 + record[2]]

    def slot(self, record):
        """The slot of the print with the host's name."""
        return next((slot for slot, (name, _) in self.prints.items() if name == self.name(record)), None)


def main():
    ours, kernels = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with open("/sys/devices/platform/vhci_hcd.0/attach", "w", encoding="ascii") as attach:
        attach.write(f"0 {kernels.fileno()} {DEVICE_ID} {HIGH_SPEED}")
    kernels.close()
    print(f"plugged in by {os.getpid()}", flush=True)
    {"host": HostReader, "chip": ChipReader}[sys.argv[1]](ours).serve()


if __name__ == "__main__":
    main()
