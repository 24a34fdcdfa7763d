"""Writes the manual pages that repeat the help or a document.

    python3 man/generate.py commands BIOGATE >biogate.1    from the command line's help
    python3 man/generate.py configuration docs/configuration.md >biogated.conf.5    from its table

This file has the rest: the examples and the surrounding sections.
"""

import json
import re
import subprocess
import sys

HEAD = r""".\" Made by man/generate.py from biogate itself.
.TH BIOGATE 1 2026-11-21 BiometricGate "User commands"
.SH NAME
biogate \- open sealed secrets with a fingerprint, a PIN or a password
.SH SYNOPSIS
.B biogate
.RI [ command ]
.RI [ argument \ ...]
.SH DESCRIPTION
The service
.BR biogated (8)
keeps small secrets sealed, and opens them when you touch the fingerprint reader, or type your PIN or password instead.
An item can be bound to the enrolled fingers: when a finger is added or removed, the key for opening the item by
fingerprint is destroyed.
.PP
Without a command,
.B biogate
shows what works now, and suggests the next command.
.PP
While a command waits for a touch, Enter asks for the PIN instead; the finger still counts if it comes first.
Secrets and PINs are never arguments, and are not shown while you type.
Before a change that costs further items, the command names them and asks you.
"""

TAIL = r""".PP
.B biogate run
and
.B biogate sandbox
end with the status of their program.
.SH ENVIRONMENT
.TP
.B BIOGATE_SOCKET
The service's socket.
.TP
.BR LANGUAGE ", " LC_ALL ", " LC_MESSAGES ", " LANG
The language: English, Korean or Norwegian.
.TP
.BR NO_COLOR ", " TERM=dumb
Print complete lines only, without moving the cursor, like
.BR \-\-plain .
.TP
.B BIOGATE_SANDBOX
Inside a sandbox, its directory.
.SH FILES
.TP
.I /run/biogate/org.biometricgate.Gate
The service's socket.
.TP
.I /var/lib/biogate
The service's data;
.B biogate privacy
lists it.
.SH ACCESSIBILITY
A message is a complete line on standard error, before any prompt. Colour, movement or sound alone never carries
information. With plain lines, a wait is counted down at most every ten seconds.
.SH EXAMPLES
Set up:
.PP
.RS
.EX
$ biogate setup
.EE
.RE
.PP
Store a token, and pass it to a program in its environment:
.PP
.RS
.EX
$ biogate store github \-\-from token.txt
$ biogate run \-\-env GITHUB_TOKEN=github \-\- gh pr list
.EE
.RE
.PP
Ask before a script goes on:
.PP
.RS
.EX
$ biogate ask "Pay 200 kr to Kari" && ./pay
.EE
.RE
.PP
Test a program without a reader:
.PP
.RS
.EX
$ biogate sandbox \-\- pytest
.EE
.RE
.SH SEE ALSO
.BR biogated (8),
.BR biogated.conf (5),
.BR journalctl (1)
"""

CONFIGURATION_HEAD = r""".\" Made by man/generate.py from the table in docs/configuration.md.
.TH BIOGATED.CONF 5 2026-11-21 BiometricGate "File formats"
.SH NAME
biogated.conf \- configuration of biogated
.SH SYNOPSIS
.I /etc/biogate/biogated.conf
.SH DESCRIPTION
The configuration of
.BR biogated (8)
is an INI file like systemd\(aqs own:
.IR key = value ,
below the
.RI [ group ]
that precedes the key below.
Keys without a group belong to [biogated]; in that group, a key may also be written with its own group,
.IR group . key = value .
A line that begins with # or ; is a comment.
A value extends to the end of its line, without surrounding blanks; quotation marks have no special meaning.
Booleans are true, yes, on or 1, or false, no, off or 0.
Durations are whole numbers of the unit in the key\(aqs name.
.PP
A file that begins with { is read as JSON with the same keys, nested or dotted.
.PP
The file and every key are optional.
An unknown group or key, a repeated key, or a value out of range stops the start with a line that names it.
.PP
Changes take effect at the next start:
.PP
.RS
.EX
systemctl restart biogated.service
.EE
.RE
.SH KEYS"""

CONFIGURATION_TAIL = r""".SH EXAMPLE
.EX
stateDirectory=/srv/biogate
password.enabled=no

[lockout]
freeFailures=5
permanentAfter=20
.EE
.SH SEE ALSO
.BR biogate (1),
.BR biogated (8)"""

# Options of every command, described once.
COMMON = {"--json", "--plain", "--locale", "--timeout", "--pin-from", "--yes", "--prompt", "--socket"}


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "")
    return "\\&" + text if text.startswith(".") else text


def names(argument):
    spelled = [("-" if name["kind"] == "short" else "--") + name["name"] for name in argument["names"]]
    return sorted(spelled, key=len)


def option(argument):
    """A paragraph for one option or argument."""
    value = argument.get("valueName", "")
    if argument["kind"] == "positional":
        tag = f".I {escaped(value)}"
    elif argument["kind"] == "flag":
        tag = ".B " + escaped(", ".join(names(argument)))
    else:
        tag = f'.BI "{escaped(", ".join(names(argument)))} " {escaped(value)}'
    said = [sentence(argument.get("abstract", ""))]
    if argument.get("defaultValue"):
        said.append(f"Without it {argument['defaultValue']}.")
    return [".TP", tag, escaped(" ".join(said))]


def sentence(text):
    return text if not text or text[-1] in ".!?" else text + "."


def arguments(command):
    for argument in command.get("arguments", []):
        if argument.get("shouldDisplay") and not {"--help", "--version"} & set(names_or_none(argument)):
            yield argument


def names_or_none(argument):
    return names(argument) if argument.get("names") else []


def synopsis(path, command):
    parts = [f".B {escaped(' '.join(path))}"]
    for argument in arguments(command):
        if COMMON & set(names_or_none(argument)):
            continue
        value = escaped(argument.get("valueName", ""))
        if argument["kind"] == "positional":
            text = f".I {value}" + (" \\&..." if argument.get("isRepeating") else "")
            if path[-1] in ("run", "sandbox"):
                text = f".RB \\-\\- \\  \\fI{value}\\fP\\ ..."
            elif argument.get("isOptional"):
                text = f".RI [ {value} ]"
            parts.append(text)
            continue
        name = escaped(names(argument)[-1])
        parts.append(f".RB [ {name} ]" if argument["kind"] == "flag" else f".RB [ {name} \\ \\fI{value}\\fP]")
    return parts


def leaves(path, command):
    """Yields every command that does something, with the words that lead to it."""
    inner = [each for each in command.get("subcommands", []) if each["commandName"] != "help"]
    if not inner:
        yield path, command
    for each in inner:
        isDefault = command.get("defaultSubcommand") == each["commandName"]
        yield from leaves(path if isDefault and len(path) > 1 else [*path, each["commandName"]], each)


def page(root):
    lines = [HEAD.rstrip("\n"), ".SH COMMANDS"]
    common = {}
    for path, command in leaves(["biogate"], root):
        lines += [".SS " + escaped(" ".join(path[1:])), *synopsis(path, command), ".PP"]
        lines.append(escaped(sentence(command.get("abstract", ""))))
        if command.get("aliases"):
            lines.append(escaped(f"Also: {', '.join(command['aliases'])}."))
        if command.get("discussion"):
            lines += [".PP", escaped(command["discussion"])]
        for argument in arguments(command):
            if COMMON & set(names_or_none(argument)) and "--yes" in {
                name for each in arguments(command) for name in names_or_none(each)
            }:
                common.setdefault(names(argument)[-1], argument)
            else:
                lines += option(argument)
    lines += [".SH OPTIONS OF EVERY COMMAND", "They may precede or follow the command. A command accepts an option that has no meaning for it, and ignores it."]
    for argument in common.values():
        lines += option(argument)
    lines += [".TP", ".B \\-h, \\-\\-help", "Help on the command.", ".TP", ".B \\-\\-version", "The version.", *statuses(root), TAIL]
    return "'\\\" t\n" + "\n".join(lines)


def statuses(root):
    """The help's exit statuses, as a table."""
    said = re.search(r"Exit status: (.*)\.", root["discussion"]).group(1)
    rows = [escaped(each.replace(" ", "\t", 1)) for each in said.split(", ")]
    return [".SH EXIT STATUS", ".TS", "r l.", *rows, ".TE"]


def configuration(document):
    """A paragraph for each row of the table: key, default, range, meaning."""
    lines = [CONFIGURATION_HEAD]
    for row in document.splitlines():
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        if not row.startswith("| `"):
            continue
        key, default, values, meaning = map(plain, cells)
        lines += [".TP", f".B {escaped(key)}", escaped(sentence(meaning[0].upper() + meaning[1:]))]
        if values:
            lines.append(escaped(f"Takes: {values}."))
        if default != "\u2013":
            lines.append(escaped(f"Default: {default}."))
    return "\n".join([*lines, CONFIGURATION_TAIL, ""])


def plain(cell):
    """The cell without markup and links, with ranges in words."""
    cell = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", cell).replace("`", "")
    return re.sub(r"(?<=\d)\u2013(?=\d)", " to ", cell)


def main():
    kind, source = sys.argv[1:]
    if kind == "commands":
        dumped = subprocess.run([source, "--experimental-dump-help"], check=True, capture_output=True).stdout
        sys.stdout.write(page(json.loads(dumped)["command"]))
    else:
        with open(source, encoding="utf-8") as file:
            sys.stdout.write(configuration(file.read()))


if __name__ == "__main__":
    main()
