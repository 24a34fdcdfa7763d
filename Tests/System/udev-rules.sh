#!/bin/sh
# The rule gives the daemon's group the readers that libfprint drives, and nothing else: udev itself is asked, about
# devices that umockdev makes up. Runs in a mount namespace of its own; the machine's rules stay as they are.
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
# A group that every machine has stands in for the daemon's.
sed 's/GROUP="biogate"/GROUP="daemon"/' udev/70-biogate.rules >/run/udev/rules.d/70-biogate.rules
group=$(getent group daemon | cut -d: -f3)

# expect yes|no WHAT PATH: the device at the path of the description on standard input is given to the group, or not.
expect() {
    cat >"$folder/device"
    said=$(umockdev-run --device "$folder/device" -- udevadm test --action=add "/sys$3" 2>&1) || true
    case $said in
    *"Reading rules file: /run/udev/rules.d/70-biogate.rules"*) ;;
    *) printf '%s\nudev did not read the rule.\n' "$said" >&2 && exit 1 ;;
    esac
    given=no
    case $said in *"70-biogate.rules:"*" GROUP $group"*) given=yes ;; esac
    case $said in *"70-biogate.rules:"*[Ii]nvalid* | *"70-biogate.rules:"*"nknown"*) given=invalid ;; esac
    if [ "$given" != "$1" ]; then
        printf '%s\nGiven to the group: %s, expected %s: %s\n' "$said" "$given" "$1" "$2" >&2
        exit 1
    fi
    echo "ok: given to the daemon: $1: $2"
}

usb() {
    expect "$1" "$2" /devices/pci0000:00/usb1/1-9 <<DEVICE
P: /devices/pci0000:00/usb1/1-9
N: bus/usb/001/003
E: SUBSYSTEM=usb
E: DEVTYPE=usb_device
E: DEVNAME=/dev/bus/usb/001/003
E: MAJOR=189
E: MINOR=2
A: idVendor=$3\n
A: idProduct=$4\n
DEVICE
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

usb yes "a reader that matches in its chip" 04f3 0c88
usb yes "the last of a driver's readers" 08ff 2691
usb no "a reader that libfprint knows and cannot drive" 04f3 0c4c
usb no "a keyboard" 046d c31c
usb no "another maker's device with a reader's product number" 046d 0c88
spidev yes "a reader on SPI" acpi:ELAN7001:
spidev no "another device on SPI" acpi:JEDC0001:
hidraw yes "the touchpad that a reader on SPI is built into" 0018:04F3:3057.0001
hidraw no "another touchpad" 0018:04F3:2C82.0001
