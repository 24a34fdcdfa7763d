#!/bin/sh
# The rule gives the daemon's group every reader that the installed libfprint drives, and no other device. udev itself
# is asked, about devices that umockdev plays. Runs in a mount namespace, so that the machine's rules stay as they are.
set -eu
cd "$(dirname "$0")/../.."

if [ "${1:-}" != inside ]; then
    namespace="unshare --mount"
    if [ "$(id -u)" != 0 ]; then namespace="unshare --map-root-user --mount"; fi
    if ! $namespace true; then
        echo "not run: Tests/System/udev-rules.sh: it needs a mount namespace of its own"
        [ -z "${CI:-}" ]
        exit
    fi
    exec $namespace sh "$0" inside
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p /run/udev 2>/dev/null || true
mount -t tmpfs tmpfs /run/udev
mkdir /run/udev/rules.d
# A group that every machine has replaces the daemon's.
sed 's/GROUP="biogate-reader"/GROUP="daemon"/' udev/70-biogate.rules >/run/udev/rules.d/70-biogate.rules
group=$(getent group daemon | cut -d: -f3)

# ask PATH: udev's answer about the device at the path in the description on standard input.
ask() {
    cat >"$folder/device"
    said=$(umockdev-run --device "$folder/device" -- udevadm test --action=add "/sys$1" 2>&1) || true
    case $said in
    *"Reading rules file: /run/udev/rules.d/70-biogate.rules"*) ;;
    *) printf '%s\nudev did not read the rule.\n' "$said" >&2 && exit 1 ;;
    esac
    given=no
    case $said in *"70-biogate.rules:"*" GROUP $group"*) given=yes ;; esac
    case $said in *"70-biogate.rules:"*[Ii]nvalid* | *"70-biogate.rules:"*"nknown"*) given=invalid ;; esac
    # The tag, and neither a wanted unit nor a program to run.
    if [ "$given" = yes ]; then
        case $said in *"TAGS=:"*systemd*) ;; *) given=untagged ;; esac
        if printf '%s\n' "$said" | grep -q '70-biogate.rules:[0-9]* RUN\|SYSTEMD_WANTS'; then given=starting; fi
    fi
}

# expect yes|no WHAT PATH: whether the device at the path in the description on standard input is given to the group.
expect() {
    ask "$3"
    if [ "$given" != "$1" ]; then
        printf '%s\nGiven to the group: %s, expected %s: %s\n' "$said" "$given" "$1" "$2" >&2
        exit 1
    fi
    echo "ok: given to the daemon: $1: $2"
}

# usb_device VENDOR PRODUCT: its description.
usb_device() {
    cat <<DEVICE
P: /devices/pci0000:00/usb1/1-9
N: bus/usb/001/003
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
E: DEVNAME=/dev/bus/usb/001/003
E: MAJOR=189
E: MINOR=2
A: idVendor=$1\n
A: idProduct=$2\n
DEVICE
}

usb() {
    usb_device "$3" "$4" >"$folder/usb"
    expect "$1" "$2" /devices/pci0000:00/usb1/1-9 <"$folder/usb"
}

spidev() {
    expect "$1" "$2" /devices/pci0000:00/spi0/spi-device/spidev/spidev0.0 <<DEVICE
P: /devices/pci0000:00/spi0/spi-device/spidev/spidev0.0
N: spidev0.0
E: SUBSYSTEM=spidev
E: DEVNAME=/dev/spidev0.0
E: MAJOR=153
E: MINOR=0

P: /devices/pci0000:00/spi0/spi-device
E: SUBSYSTEM=spi
E: MODALIAS=$3
A: modalias=$3\n
DEVICE
}

hidraw() {
    expect "$1" "$2" "/devices/pci0000:00/i2c-0/$3/hidraw/hidraw0" <<DEVICE
P: /devices/pci0000:00/i2c-0/$3/hidraw/hidraw0
N: hidraw0
E: SUBSYSTEM=hidraw
E: DEVNAME=/dev/hidraw0
E: MAJOR=243
E: MINOR=0

P: /devices/pci0000:00/i2c-0/$3
E: SUBSYSTEM=hid
DEVICE
}

# The hardware database of the installed libfprint: each of its drivers, and its readers.
list=$(ls /usr/lib/udev/hwdb.d/60-autosuspend-libfprint-2.hwdb /lib/udev/hwdb.d/60-autosuspend-libfprint-2.hwdb \
    2>/dev/null | head -n 1)
awk '/^# Supported by/ { driven = 1 } /^# Known unsupported/ { driven = 0 }
    driven && /^usb:v/ { print tolower(substr($0, 6, 4)), tolower(substr($0, 11, 4)) }' "$list" >"$folder/readers"
count=0
while read -r vendor product; do
    usb_device "$vendor" "$product" >"$folder/usb"
    ask /devices/pci0000:00/usb1/1-9 <"$folder/usb"
    if [ "$given" != yes ]; then
        printf '%s\nlibfprint drives %s:%s; given to the group: %s\n' "$said" "$vendor" "$product" "$given" >&2
        exit 1
    fi
    count=$((count + 1))
done <"$folder/readers"
[ "$count" -gt 100 ] || { echo "libfprint drives only $count readers?" >&2 && exit 1; }
echo "ok: given to the daemon: yes: all $count USB readers of the installed libfprint"
# SPI readers are in no database; libfprint's own rule, which assigns them to spidev, names them.
for name in $(grep -rhoE 'acpi:[A-Z0-9]+' /usr/lib/udev/rules.d/70-libfprint-2.rules /lib/udev/rules.d/70-libfprint-2.rules \
    2>/dev/null | sort -u); do
    spidev yes "the SPI reader $name" "$name:"
done

usb no "a reader that libfprint knows and cannot drive" 04f3 0c4c
usb no "a keyboard" 046d c31c
usb no "a storage stick" 0781 5567
usb no "another maker's device with a reader's product number" 046d 0c88
spidev no "another device on SPI" acpi:JEDC0001:
hidraw yes "the touchpad that a reader on SPI is built into" 0018:04F3:3057.0001
hidraw no "another touchpad" 0018:04F3:2C82.0001
hidraw no "a keyboard" 0003:046D:C31C.0001

expect no "a storage stick's blocks" /devices/pci0000:00/usb1/1-9/block/sda <<DEVICE
P: /devices/pci0000:00/usb1/1-9/block/sda
N: sda
E: SUBSYSTEM=block
E: DEVTYPE=disk
E: DEVNAME=/dev/sda
E: MAJOR=8
E: MINOR=0

P: /devices/pci0000:00/usb1/1-9
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=0781\n
A: idProduct=5567\n
DEVICE

# A reader's own node is given to the group, and its neighbours are not: an event device below a reader keeps its owner.
expect no "an event device of a reader" /devices/pci0000:00/usb1/1-9/input/input5/event5 <<DEVICE
P: /devices/pci0000:00/usb1/1-9/input/input5/event5
N: input/event5
E: SUBSYSTEM=input
E: DEVNAME=/dev/input/event5
E: MAJOR=13
E: MINOR=69

P: /devices/pci0000:00/usb1/1-9
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
A: idVendor=04f3\n
A: idProduct=0c88\n
DEVICE

# Those of the other Debian's libfprint stay in it.
python3 udev/generate-rules.py --keep udev/70-biogate.rules "$list" | cmp - udev/70-biogate.rules
echo "ok: the rule is the one that is made from the installed libfprint's list, and from the other Debian's"
