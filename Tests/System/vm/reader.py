"""A USB fingerprint reader that the kernel takes for plugged in: USB/IP's virtual host controller has this program at
its other end. It answers as libfprint's driver "elan" expects it, up to where a finger would be scanned.

    python3 reader.py        plugged in until it is ended
"""

import os
import socket
import struct

# usbip_protocol.rst of the kernel: commands, and the header that each message begins with.
SUBMIT, UNLINK, RET_SUBMIT, RET_UNLINK = 1, 2, 3, 4
HEADER = struct.Struct(">5I")
HEADER_BYTES = 48
ECONNRESET, EPIPE = 104, 32
HIGH_SPEED, DEVICE_ID = 3, 1 << 16 | 2
OUT = 0

DEVICE = bytes.fromhex("12 01 0002 00 00 00 40 f304 0309 0001 01 02 00 01")
# One interface of the maker's own kind; endpoints 1 (commands), 2 (images) and 3 (answers).
INTERFACE = bytes.fromhex("09 04 00 00 03 ff 00 00 00  07 05 01 02 0002 00  07 05 82 02 0002 00  07 05 83 02 0002 00")
CONFIGURATION = struct.pack("<BBHBBBBB", 9, 2, 9 + len(INTERFACE), 1, 1, 0, 0x80, 50) + INTERFACE
STRINGS = {0: bytes.fromhex("04 03 09 04")}
STRINGS |= {index: struct.pack("<BB", 2 + 2 * len(text), 3) + text.encode("utf-16-le")
            for index, text in ((1, "Tests"), (2, "Reader"))}

# Pixels across and down.
SIDE = 64
COMMANDS, IMAGES, ANSWERS = 1, 2, 3
# What the driver asks: which endpoint answers, and what. A finger, which 403f waits for, never comes.
REPLIES = {
    b"\x40\x19": (ANSWERS, b"\x01\x00"),
    b"\x00\x0c": (ANSWERS, bytes([SIDE, 0, SIDE, 0])),
    b"\x40\x2a": (ANSWERS, b"\x00\x01"),
    b"\x40\x13": (ANSWERS, b"\x00"),
    b"\x00\x09": (IMAGES, bytes(2 * SIDE * SIDE)),
}


class Reader:
    """The far end of the socket that the host controller was given."""

    def __init__(self, connection):
        self.connection = connection
        # What the device has to say at an endpoint, and who waits for it there.
        self.ready = {IMAGES: b"", ANSWERS: b""}
        self.waiting = {IMAGES: [], ANSWERS: []}

    def serve(self):
        while True:
            header = self.read(HEADER_BYTES)
            if not header:
                return
            command, number, _, direction, endpoint = HEADER.unpack_from(header)
            if command == UNLINK:
                self.unlink(number, *struct.unpack_from(">I", header, HEADER.size))
                continue
            _, length = struct.unpack_from(">II", header, HEADER.size)
            data = self.read(length) if direction == OUT else b""
            if endpoint == 0:
                self.control(number, header[40:48], length)
            elif direction == OUT:
                self.done(number, length)
                # What an earlier owner did not fetch is not the answer to this.
                self.ready = {IMAGES: b"", ANSWERS: b""}
                if data in REPLIES:
                    where, what = REPLIES[data]
                    self.ready[where] = what
                    self.deliver(where)
            else:
                self.waiting[endpoint].append((number, length))
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
        while self.waiting[endpoint] and self.ready[endpoint]:
            number, length = self.waiting[endpoint].pop(0)
            data, self.ready[endpoint] = self.ready[endpoint][:length], self.ready[endpoint][length:]
            self.done(number, len(data), data)

    def control(self, number, setup, length):
        kind, request, value, _, _ = struct.unpack("<BBHHH", setup)
        answer = b""
        if request == 6:  # GET_DESCRIPTOR
            answer = {1: DEVICE, 2: CONFIGURATION, 3: STRINGS.get(value & 0xFF)}.get(value >> 8)
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


def main():
    ours, kernels = socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
    with open("/sys/devices/platform/vhci_hcd.0/attach", "w", encoding="ascii") as attach:
        attach.write(f"0 {kernels.fileno()} {DEVICE_ID} {HIGH_SPEED}")
    kernels.close()
    print(f"plugged in by {os.getpid()}", flush=True)
    Reader(ours).serve()


if __name__ == "__main__":
    main()
