#!/usr/bin/env python3
"""Writes the Swift of every sentence that the programs say, and the C of a PAM module's, from one catalogue a language.

    Languages/generate.py            writes them, and brings ko.po, nb.po, ... up to biogate.pot
    Languages/generate.py --check    says what is stale, missing or unused, and changes nothing

biogate.pot is English, and the template of the other languages. The context of an entry is the room that says it and the
name that Swift calls it by. A comment `{name}: ...` declares a placeholder: a text, a number (`{name} (number)`), or a text
from outside that stands between the language's quotation marks (`{name} (quoted)`). In a translation, `{name:form}` calls
the function `form` of the type that the header X-Swift-Forms names. An entry with a plural has a number, `count`.
"""

import argparse
import pathlib
import re
import sys

# A room's directory of generated Swift, its sources, the protocol of its sentences, and their names in Language.
ROOMS = {
    "guidance": ("Sources/GateGuidance", "Phrasebook", "phrasebook"),
    "command": ("Sources/biogate", "CommandWords", "words"),
    "screen": ("Windows/Sources/GateScreen", "ScreenWords", "words"),
}
GENERATED = "Catalogue"
# The room whose sentences are C, and their file.
MODULE, MODULE_WORDS = "module", "Sources/Guests/Logins/pam_biogate/words.h"
PLACEHOLDER = re.compile(r"\{(\w+)(?::(\w+))?\}")
DECLARATION = re.compile(r"\{(\w+)\}(?: \((number|quoted)\))?: ")
ENGLISH_PLURAL = ("2", "n != 1")
HEADER = "// swift-format-ignore-file\n// Made by Languages/generate.py from Languages/{source}: change that file.\n"


class Entry:
    """A sentence: in the template its English, in a language's file its translation."""

    def __init__(self, context, remarks, comments, flags, english, texts):
        # The translator's remarks, and the template's remarks for the translator.
        self.context, self.remarks, self.comments, self.flags = context, remarks, comments, flags
        # One text, or singular and plural; as many translations as the language has plural forms.
        self.english, self.texts = english, texts
        self.room, _, self.name = (context or "").partition(".")

    @property
    def has_plural(self):
        return len(self.english) > 1

    def parameters(self):
        """The name and the type of each placeholder, in the order of the English."""
        kinds = {match[1]: match[2] or "text" for match in map(DECLARATION.match, self.comments) if match}
        names = list(dict.fromkeys(name for text in self.english for name, _ in PLACEHOLDER.findall(text)))
        if self.has_plural and "count" not in names:
            names.insert(0, "count")
        if self.has_plural:
            kinds["count"] = "number"
        return {name: kinds.get(name) for name in names}, set(kinds) - set(names)


class Catalogue:
    """A .po file or the template, as the GNU gettext manual has them ("The Format of PO Files")."""

    def __init__(self, path):
        self.path, self.entries, self.header = path, {}, ""
        for number, block in blocks(path.read_text(encoding="utf-8")):
            entry = parsed(block, f"{path.name}:{number}")
            if entry.context is None:
                self.header, self.remarks = entry.texts[0], entry.remarks
            elif entry.context in self.entries:
                sys.exit(f"{path.name}:{number}: {entry.context} is there twice")
            else:
                self.entries[entry.context] = entry
        forms = re.search(r"^Plural-Forms: nplurals=(\d+); plural=(.*);$", self.header, re.M)
        self.plural = (forms[1], re.sub(r"^\(([^()]*)\)$", r"\1", forms[2])) if forms else ENGLISH_PLURAL
        kind = re.search(r"^X-Swift-Forms: (\w+)$", self.header, re.M)
        self.forms = kind and kind[1]
        language = re.search(r"^Language: (\S+)$", self.header, re.M)
        self.language = language[1] if language else "en"

    @property
    def case(self):
        first, *others = re.split("[-_]", self.language)
        return first + "".join(map(str.capitalize, others))

    @property
    def suffix(self):
        return self.case[0].upper() + self.case[1:]

    def write(self):
        blocks = [[*self.remarks, 'msgid ""', 'msgstr ""', *lines(self.header)]]
        for entry in self.entries.values():
            block = entry.remarks + [f"#. {comment}" for comment in entry.comments]
            block += [f"#, {flag}" for flag in entry.flags]
            block += [f"msgctxt {quoted(entry.context)}", f"msgid {quoted(entry.english[0])}"]
            if entry.has_plural:
                block.append(f"msgid_plural {quoted(entry.english[1])}")
                block += [f"msgstr[{number}] {quoted(text)}" for number, text in enumerate(entry.texts)]
            else:
                block.append(f"msgstr {quoted(entry.texts[0])}")
            blocks.append(block)
        self.path.write_text("\n\n".join("\n".join(block) for block in blocks) + "\n", encoding="utf-8")


def blocks(text):
    number = 1
    for block in text.split("\n\n"):
        if block.strip():
            yield number, block.strip("\n").split("\n")
        number += block.count("\n") + 2


def parsed(block, place):
    remarks, comments, flags, fields, key = [], [], [], {}, None
    for line in block:
        match = re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?)? *"(.*)"$', line)
        if match:
            key = match[1] or key
            fields[key] = fields.get(key, "") + unquoted(match[2])
        elif line.startswith("#,"):
            flags += [flag.strip() for flag in line[2:].split(",")]
        elif line.startswith("#."):
            comments.append(line[2:].strip())
        elif line == "#" or line.startswith("# "):
            remarks.append(line)
        elif not line.startswith("#"):
            sys.exit(f"{place}: no line of a catalogue: {line}")
    english = [fields[key] for key in ("msgid", "msgid_plural") if key in fields]
    texts = [fields[key] for key in sorted(fields) if key.startswith("msgstr")]
    if not english or not texts or (english != [""] and not re.fullmatch(r"\w+\.\w+", fields.get("msgctxt", ""))):
        sys.exit(f"{place}: an entry has msgctxt \"ROOM.NAME\", msgid and msgstr")
    return Entry(fields.get("msgctxt"), remarks, comments, flags, english, texts)


def unquoted(text):
    return re.sub(r"\\(.)", lambda match: "\n" if match[1] == "n" else match[1], text)


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def lines(text):
    return [quoted(line) for line in text.splitlines(keepends=True)]


def merged(template, catalogue):
    """Updates a language's file from the template, like msgmerge: an entry whose English changed becomes fuzzy."""
    entries = {}
    for context, source in template.entries.items():
        old = catalogue.entries.get(context)
        count = int(catalogue.plural[0]) if source.has_plural else 1
        texts = (old.texts if old else [""] * count)
        flags = old.flags if old else []
        if old and old.english != source.english and "fuzzy" not in flags:
            flags.append("fuzzy")
        entries[context] = Entry(context, old.remarks if old else [], source.comments, flags, source.english, texts)
    catalogue.entries = entries


# Faults of the catalogues.

def faults(template, catalogues):
    for context, entry in template.entries.items():
        parameters, unknown = entry.parameters()
        if entry.room not in ROOMS and entry.room != MODULE:
            yield f"{template.path.name}: {context}: there is no room {entry.room}"
        for name, kind in parameters.items():
            if kind is None:
                yield f"{template.path.name}: {context}: no comment says what {{{name}}} is"
        for name in sorted(unknown):
            yield f"{template.path.name}: {context}: the text has no {{{name}}}"
    for catalogue in catalogues:
        for context in catalogue.entries.keys() - template.entries.keys():
            yield f"{catalogue.path.name}: {context} is not in {template.path.name}"
        for context, source in template.entries.items():
            entry = catalogue.entries.get(context)
            reason = fault(source, entry, catalogue)
            if reason:
                yield f"{catalogue.path.name}: {context} {reason}"


def fault(source, entry, catalogue):
    if entry is None or not all(entry.texts):
        return "is missing"
    if "fuzzy" in entry.flags or entry.english != source.english:
        return "has another English text now: translate that, and remove the mark \"fuzzy\""
    if source.has_plural and len(entry.texts) != int(catalogue.plural[0]):
        return f"has not {catalogue.plural[0]} plural forms"
    names = set(source.parameters()[0])
    free = {"count"} if source.has_plural else set()
    for text in entry.texts:
        used = PLACEHOLDER.findall(text)
        if names - free - {name for name, _ in used}:
            return "lacks " + ", ".join(f"{{{name}}}" for name in sorted(names - free - {name for name, _ in used}))
        for name, form in used:
            if name not in names:
                return f"has {{{name}}}, which the English has not"
            if form and not catalogue.forms:
                return f"has the form {form}, and the header has no X-Swift-Forms"
    return None


def unused(root, template):
    """The entries that no Swift of their room uses: as `words.name`, or by name inside an extension of the protocol."""
    for room, (directory, protocol, accessor) in ROOMS.items():
        said = set()
        for path in (root / directory).rglob("*.swift"):
            if path.parent.name == GENERATED:
                continue
            text = re.sub(r"//.*", "", path.read_text(encoding="utf-8"))
            said.update(re.findall(rf"\b(?:{accessor}|words|self)\.(\w+)", text))
            if f"extension {protocol} {{" in text:
                declared = re.sub(r"\b(?:func|var|let|case) \w+", "", text)
                said.update(re.findall(r"(?<![\w.])\w+", declared))
        for entry in template.entries.values():
            if entry.room == room and entry.name not in said:
                yield f"{template.path.name}: {entry.context} is said nowhere in {directory}"


# The Swift.

def signature(entry):
    parameters, _ = entry.parameters()
    if not parameters:
        return f"var {entry.name}: String"
    # A single one needs no label, because it cannot be confused with another.
    label = "_ " if len(parameters) == 1 else ""
    types = ", ".join(
        f"{label}{name}: {'Int' if kind == 'number' else 'String'}" for name, kind in parameters.items())
    return f"func {entry.name}({types}) -> String"


def literal(text, source, catalogue):
    kinds, _ = source.parameters()

    def value(match):
        name, form = match[1], match[2]
        swift = f"{name}.quoted(in: .{catalogue.case})" if kinds[name] == "quoted" else name
        return f"\\({catalogue.forms}.{form}({swift}))" if form else f"\\({swift})"

    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{PLACEHOLDER.sub(value, escaped)}"'


def body(entry, source, catalogue):
    texts = [literal(text, source, catalogue) for text in entry.texts]
    if len(texts) == 1:
        return texts[0]
    rule = re.sub(r"\s*(\|\||&&|[!=<>]=|[<>%?:])\s*", r" \1 ", re.sub(r"\bn\b", "count", catalogue.plural[1])).strip()
    if len(texts) == 2 and "?" not in rule:
        return f"{rule} ? {texts[1]} : {texts[0]}"
    cases = "".join(f" case {number}: {text};" for number, text in enumerate(texts[:-1]))
    return f"switch {rule} {{{cases} default: {texts[-1]} }}"


def swift(template, catalogues):
    """The generated files of each room, by their paths from the checkout."""
    for room, (directory, protocol, accessor) in ROOMS.items():
        entries = [entry for entry in template.entries.values() if entry.room == room]
        if not entries:
            continue
        own_import = "" if room == "guidance" else "internal import GateGuidance\n\n"
        text = HEADER.format(source=template.path.name) + "\n" + own_import
        text += f"/// The sentences of this room in one language; extensions choose among them.\nprotocol {protocol}: Sendable {{\n"
        text += "    var language: Language { get }\n"
        for entry in entries:
            text += f"    {signature(entry)}{' { get }' if signature(entry).startswith('var') else ''}\n"
        cases = "".join(f"        case .{each.case}: {protocol}{each.suffix}()\n" for each in catalogues)
        text += f"}}\n\nextension Language {{\n    var {accessor}: any {protocol} {{\n        switch self {{\n{cases}        }}\n    }}\n}}\n"
        yield f"{directory}/{GENERATED}/{protocol}.swift", text
        for catalogue in catalogues:
            text = HEADER.format(source=catalogue.path.name) + "\n" + own_import
            text += f"struct {protocol}{catalogue.suffix}: {protocol} {{\n"
            text += f"    var language: Language {{ .{catalogue.case} }}\n"
            for source in entries:
                entry = catalogue.entries[source.context]
                text += f"    {signature(source)} {{ {body(entry, source, catalogue)} }}\n"
            yield f"{directory}/{GENERATED}/{protocol}{catalogue.suffix}.swift", text + "}\n"


def header(template, catalogues):
    """The C header, English first: a row a language."""
    entries = [entry for entry in template.entries.values() if entry.room == MODULE]
    text = f"/* Made by Languages/generate.py from Languages/{template.path.name}: change that file. */\n"
    text += f"static const struct words {{\n    const char *language, {', '.join('*' + each.name for each in entries)};\n}} words[] = {{\n"
    for catalogue in catalogues:
        texts = [catalogue.language, *(catalogue.entries[entry.context].texts[0] for entry in entries)]
        text += f"    {{{', '.join(map(quoted, texts))}}},\n"
    return {MODULE_WORDS: text + "};\n"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments = parser.parse_args()
    root = arguments.root
    template = Catalogue(root / "Languages/biogate.pot")
    catalogues = [Catalogue(path) for path in sorted((root / "Languages").glob("*.po"))]
    if not arguments.check:
        template.write()
        for catalogue in catalogues:
            merged(template, catalogue)
            catalogue.write()
    problems = list(faults(template, catalogues))
    english = Catalogue(template.path)
    for entry in english.entries.values():
        entry.texts = entry.english
    if not problems:
        files = dict(swift(template, [english, *catalogues])) | header(template, [english, *catalogues])
        for name, text in files.items():
            path = root / name
            if arguments.check and (not path.exists() or path.read_text(encoding="utf-8") != text):
                problems.append(f"{name} is stale: run Languages/generate.py")
            elif not arguments.check:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
        known = {root / name for name in files}
        for directory, _, _ in ROOMS.values():
            for path in (root / directory / GENERATED).glob("*.swift"):
                if path not in known:
                    problems.append(f"{path.relative_to(root)} belongs to no catalogue: remove it")
        problems += unused(root, template)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
