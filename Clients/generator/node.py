"""Writes the generated modules of the client for Node, and their types."""

from __future__ import annotations

import re
import textwrap

from .contract import Array, Enumeration, Members, Optional, Type
from .names import COMMON, NOTE, WIDTH, Method, Names, required, without_base64

#: Types that are in no call's result: calls take `pin` and `password`.
LEFT_OUT = ["Credential"]


class Node:
    def __init__(self, names: Names) -> None:
        self.names = names

    def comment(self, text: str, indent: str) -> list[str]:
        text = self.names.in_words(text, str, str)
        lines = textwrap.wrap(text[:1].upper() + text[1:], WIDTH - len(indent) - 3, break_on_hyphens=False)
        if not lines:
            return []
        if len(lines) == 1 and len(lines[0]) + len(indent) + 7 <= WIDTH:
            return [f"{indent}/** {lines[0]} */"]
        return [f"{indent}/**", *(f"{indent} * {line}" for line in lines), f"{indent} */"]

    def kind(self, kind: Type) -> str:
        if isinstance(kind, Optional):
            return f"{self.kind(kind.of)} | null"
        if isinstance(kind, Array):
            return f"{self.kind(kind.of)}[]"
        if isinstance(kind, Enumeration):
            values = [f'"{value}"' for value in kind.values]
            return f"Open<{' | '.join(values)}>"
        return {"int": "number", "bool": "boolean"}.get(kind, kind)

    def members(self, place: str, members: Members) -> list[str]:
        definition = self.names.contract.definitions[place]
        lines = []
        for name, kind in members.items():
            lines += self.comment(definition.members.get(name, ""), "  ")
            lines += [f"  {name}{'?' * isinstance(kind, Optional)}: {self.kind(kind)};"]
        return lines

    def types(self) -> str:
        made: list[str] = []
        for name, kind in self.names.contract.types.items():
            if name in LEFT_OUT:
                continue
            made += ["", *self.comment(self.names.contract.definitions[f"type {name}"].comment, "")]
            if isinstance(kind, dict):
                made += [f"export interface {name} {{", *self.members(f"type {name}", kind), "}"]
            else:
                made += [f"export type {name} = {self.kind(kind)};"]
        for method, (_, results) in self.names.contract.methods.items():
            for name in self.names.contract.definitions[f"method {method}"].annotated("result"):
                results = {member: kind for member, kind in results.items() if member != "progress"}
                results = {member: kind.of if isinstance(kind, Optional) else kind for member, kind in results.items()}
                made += ["", f"/** The result of `{self.names.call(method)}`. */", f"export interface {name} {{"]
                made += [*self.members(f"method {method}", results), "}"]
        return "\n".join([
            "/** The contract's types. */",
            f"// {NOTE}",
            "",
            "/** Allows values of a newer daemon that this version does not know. */",
            "export type Open<Known extends string> = Known | (string & {});",
            *made,
            "",
        ])

    def declared_errors(self) -> str:
        made: list[str] = []
        used: set[str] = set()
        for name, members in self.names.contract.errors.items():
            own = {each: kind for each, kind in members.items() if each not in COMMON}
            own = {each: kind.of if isinstance(kind, Optional) else kind for each, kind in own.items()}
            used |= {found for kind in own.values() for found in re.findall(r"\b[A-Z]\w+", self.kind(kind))}
            made += ["", *self.comment(self.names.contract.definitions[f"error {name}"].comment, "")]
            if own:
                made += [f"export class {name} extends Refused<{{", *self.members(f"error {name}", own), "}> {}"]
            else:
                made += [f"export class {name} extends Refused {{}}"]
        return "\n".join([
            "/** The daemon's refusals, with a class for each error of the contract, and all other failures. */",
            f"// {NOTE}",
            "",
            'import { Refused } from "./failures.js";',
            f"import type {{ {', '.join(sorted(used))} }} from \"./types.js\";",
            "",
            'export * from "./failures.js";',
            *made,
            "",
        ])

    def errors(self) -> str:
        return "\n".join([
            "// The daemon's refusals, with a class for each error of the contract, and all other failures.",
            f"// {NOTE}",
            "",
            'import { Refused } from "./failures.js";',
            "",
            'export * from "./failures.js";',
            *(f"export class {name} extends Refused {{}}" for name in self.names.contract.errors),
            "",
        ])

    # ---- Calls ----

    def call(self, method: Method) -> list[str]:
        positional = {method.said_as(name): name for name in method.positional}
        named = {} if "access" in method.parameters else dict.fromkeys(method.named)
        if "access" in method.parameters:
            # `make` reads these in the options.
            named = dict.fromkeys(name for name in method.named if name not in ("label", "replace", "reason"))
        must = any(not isinstance(method.named[name], Optional) for name in named)
        options = f"{{ {', '.join([*named, '...options'])} }}" if named else "options"
        spread = [
            *["...uid(options)"] * ("uid" in method.parameters),
            *["...asking(options)"] * bool(method.asks),
            *["...this[words]()"] * ("locale" in method.parameters),
        ]
        is_read = named or spread or "access" in method.parameters
        arguments = [*positional, options + ("" if must or not is_read else " = {}")]
        sent = []
        for argument, name in {**positional, **{name: name for name in named}}.items():
            if name == method.secret:
                continue
            kind = method.own[name]
            value = argument
            if method.is_bytes(name) and isinstance(kind, Optional):
                value = f"{argument}?.map(base64)" if isinstance(kind.of, Array) else f"{argument} && base64({argument})"
            elif method.is_bytes(name):
                value = f"base64(sealable({argument}))"
            sent.append(name if value == name else f"{name}: {value}")

        if method.definition.annotated("result"):
            read = "whole"
        elif "secrets" in method.results:
            read = "openedAll(names)"
        elif method.result is None:
            read = "nothing"
        elif method.result in method.definition.annotated("secret"):
            read = "opened"
        elif method.is_bytes(method.result):
            read = f'bytes("{method.result}")'
        elif isinstance(method.results[method.result], Optional) and not method.is_shown:
            read = f'perhaps("{method.result}")'
        else:
            read = f'member("{method.result}")'

        parts = [*["races: true"] * method.races, *["needsCredential: true"] * method.needs_credential]
        if method.secret:
            (argument,) = (said for said, name in positional.items() if name == method.secret)
            parts.append(f"newPIN: {argument}" if method.name == "SetPIN" else f"secret: sealable({argument})")
        name = self.names.call(method.name)
        head = f"  {'' if method.watches else 'async '}{name}({', '.join(arguments)}) {{"
        if "access" in method.parameters:
            parameters = f"{{ {', '.join(sent)} }}"
            body = f'this[make]("{method.name}", {parameters}, options, {{ {", ".join(parts)} }});'
            return [head, f"    return {body}", "  }"]
        parameters = f"{{ {', '.join([*sent, *spread])} }}" if sent or spread else "{}"
        if not sent and len(spread) == 1:
            parameters = spread[0].removeprefix("...")
        last = f", {{ {', '.join(parts)} }}" if parts else ""
        verb = "watch" if method.watches else "perform"
        line = f'    return this[{verb}]("{method.name}", {parameters}, {read}, options{last});'
        if len(line) <= WIDTH:
            return [head, line, "  }"]
        wrapped = textwrap.wrap(f"    const parameters = {parameters};", WIDTH, subsequent_indent=" " * 6)
        return [head, *wrapped, f'    return this[{verb}]("{method.name}", parameters, {read}, options{last});', "  }"]

    def calls(self) -> str:
        lines = [
            "// The methods of the contract.",
            f"// {NOTE}",
            "",
            'import { sealable } from "./asking.js";',
            "import {",
            "  asking, base64, bytes, make, member, nothing, opened, openedAll, perform, perhaps, uid, watch, whole, words,",
            '} from "./parts.js";',
            "",
            "export class Calls {",
        ]
        for at, method in enumerate(self.names.methods()):
            lines += [*[""] * bool(at), *self.call(method)]
        return "\n".join([*lines, "}", ""])

    def argument(self, method: Method, name: str, kind: Type) -> str:
        """The type of a call's parameter, without values of a newer daemon."""
        kind = required(kind)
        if isinstance(kind, Array):
            return f"{self.argument(method, name, kind.of)}[]"
        if isinstance(kind, Enumeration):
            return " | ".join(f'"{value}"' for value in kind.values)
        if name == method.secret:
            return "Typed" if method.name == "SetPIN" else "Uint8Array | string"
        if method.is_bytes(name):
            return "Uint8Array | string" if isinstance(method.own[name], str) else "Uint8Array"
        return self.kind(kind)

    def options(self, method: Method) -> tuple[str, bool]:
        """The type of a call's options, and whether they can be left out."""
        groups = []
        if "access" in method.parameters:
            groups.append("MakeOptions")
        elif method.races or method.needs_credential:
            groups.append("AskOptions")
        else:
            groups += ["CredentialOptions"] * (method.takes_credential and not method.gives_credential)
            groups += ["ScanOptions"] * method.is_shown + ["PromptOptions"] * ("interaction" in method.asks)
        groups += ["UserOptions"] * ("uid" in method.parameters)
        own = {name: kind for name, kind in method.named.items() if not (groups[:1] == ["MakeOptions"] and name in ("label", "replace", "reason"))}
        if "attempts" in method.asks and "PromptOptions" in groups:
            own["attempts"] = method.parameters["attempts"]
        said = [
            f"{name}: {self.argument(method, name, kind)}" if not isinstance(kind, Optional)
            else f"{name}?: {self.argument(method, name, kind)} | undefined"
            for name, kind in own.items()
        ]
        said += ["pin?: Typed | undefined", "password?: Typed | undefined"] * method.gives_credential
        if not groups:
            groups = ["CallOptions"]
        groups += [f"{{ {'; '.join(said)} }}"] if said else []
        must = any(not isinstance(kind, Optional) for kind in own.values())
        return " & ".join(groups), not (must or method.needs_credential or method.gives_credential)

    def declared_calls(self) -> str:
        made: list[str] = []
        for at, method in enumerate(self.names.methods()):
            arguments = [f"{method.said_as(name)}: {self.argument(method, name, kind)}" for name, kind in method.positional.items()]
            options, can_be_left_out = self.options(method)
            arguments.append(f"options{'?' * can_be_left_out}: {options}")
            results = method.definition.annotated("result")
            if results:
                answer = results[0]
            elif "secrets" in method.results:
                answer = "Map<string, Bytes>"
            elif method.result is None:
                answer = "void"
            elif method.result in method.definition.annotated("secret") or method.is_bytes(method.result):
                answer = "Bytes"
            else:
                kind = method.results[method.result]
                answer = self.kind(required(kind) if method.is_shown else kind)
            kind_of = "AsyncGenerator" if method.watches else "Promise"
            made += [*[""] * bool(at), *self.call_comment(method)]
            line = f"  {self.names.call(method.name)}({', '.join(arguments)}): {kind_of}<{answer}>;"
            made += textwrap.wrap(line, WIDTH, subsequent_indent="    ")
        named = {*self.names.contract.types} | {name for each in self.names.methods() for name in each.definition.annotated("result")}
        text = re.sub(r"/\*\*.*?\*/", "", "\n".join(made), flags=re.DOTALL)
        types = sorted(name for name in named if re.search(rf"\b{name}\b", text))
        groups = sorted({*re.findall(r"\b\w+Options\b", text), "Bytes", "Typed"})
        return "\n".join([
            "/** The methods of the contract. */",
            f"// {NOTE}",
            "",
            f"import type {{ {', '.join(groups)} }} from \"./options.js\";",
            f"import type {{ {', '.join(types)} }} from \"./types.js\";",
            "",
            "export class Calls {",
            *made,
            "}",
            "",
        ])

    def call_comment(self, method: Method) -> list[str]:
        paragraphs = [method.comment]
        if method.secret:
            paragraphs[0] += f" The caller must overwrite `{method.said_as(method.secret)}`."
        for name in [*method.own, "access"]:
            if about := method.definition.members.get(name, ""):
                about = without_base64(about) if method.is_bytes(name) or name == method.secret else about
                paragraphs.append(f"`{method.said_as(name)}`: {about}")
        lines: list[str] = []
        for paragraph in paragraphs:
            text = self.names.in_words(paragraph, str, str)
            lines += [*[""] * bool(lines), *textwrap.wrap(text[:1].upper() + text[1:], WIDTH - 6, break_on_hyphens=False)]
        if len(lines) == 1 and len(lines[0]) + 9 <= WIDTH:
            return [f"  /** {lines[0]} */"]
        return ["  /**", *(f"   * {line}".rstrip() for line in lines), "   */"]

    # ---- A program that calls everything, for the tests ----

    def sample(self, method: Method, name: str, kind: Type) -> str:
        kind = required(kind)
        if isinstance(kind, Array):
            return f"[{self.sample(method, name, kind.of)}]"
        if method.is_bytes(name) or name == method.secret:
            return "new Uint8Array([0x31, 0x22, 0x0a])"
        if isinstance(kind, str) and kind in self.names.contract.types:
            kind = self.names.contract.types[kind]  # type: ignore[assignment]
        if isinstance(kind, Enumeration):
            return f'"{kind.values[-1]}"'
        if isinstance(kind, dict):
            members = [f"{each}: {self.sample(method, each, of)}" for each, of in kind.items()]
            return f"{{ {', '.join(members)} }}"
        return {"int": "3", "bool": "true", "string": '"aw=="'}[str(kind)]

    def probe(self) -> str:
        """A module that calls every method with every parameter; TypeScript checks it against the types."""
        made = []
        for method in self.names.methods():
            arguments = [self.sample(method, name, kind) for name, kind in method.positional.items()]
            options = [f"{name}: {self.sample(method, name, kind)}" for name, kind in method.named.items()]
            for name in method.asks:
                ours = re.sub("Seconds$", "", name)
                options.append(f"{ours}: {self.sample(method, name, method.parameters[name])}")
            if "access" in method.parameters:
                options.append(f"access: {self.sample(method, 'access', method.parameters['access'])}")
            options += ['pin: "274916"'] * method.takes_credential + ["uid: 1000"] * ("uid" in method.parameters)
            options += ["onProgress"] * method.is_shown + ["signal"]
            arguments.append(f"{{ {', '.join(options)} }}")
            call = f"gate.{self.names.call(method.name)}({', '.join(arguments)})"
            made += textwrap.wrap(f"() => {call}{'.next()' * method.watches},", WIDTH, initial_indent="  ", subsequent_indent="    ")
        return "\n".join([
            "// @ts-check",
            f"// {NOTE}",
            "",
            "const { signal } = new AbortController();",
            '/** @param {import("biometricgate").Progress} progress */',
            'const onProgress = (progress) => { if (progress.event === "matched") throw new Error(progress.message); };',
            "",
            "/**",
            " * Every call with every parameter.",
            ' * @param {import("biometricgate").Gate} gate',
            " */",
            "export const calls = (gate) => [",
            *made,
            "];",
            "",
        ])
