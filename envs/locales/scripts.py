"""Sentences in JavaScript: the texts that the page shows, read from its modules."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from skirmish_rl.envs.core.files import read_text

_LARGEST = 1_000_000
_WORD = re.compile(r"[A-Za-z]{2}")
_SKIPPED = re.compile(r"\s+|//[^\n]*|/\*[\s\S]*?\*/")
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_NUMBER = re.compile(r"\d[\w.]*")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
_REGEX = re.compile(r"/(?:[^/\\\n\[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/[a-z]*")
_SIGN = re.compile(r"=>|===|!==|\?\?=|\?\?|\?\.|&&|\|\||\.\.\.|[-+*/<>=!]=|.")
_BEFORE_DIVISION = re.compile(r"[\w$)\]]$")
_SILENT = frozenset({  # functions whose texts are no words
    "querySelector", "querySelectorAll", "addEventListener", "startsWith", "endsWith", "includes", "split", "join", "get", "set",
    "setAttribute", "closest", "getAttribute", "createElement", "createElementNS", "toggle", "add", "remove", "replaceAll", "replace",
    "getElementById", "openTab", "svg", "draw", "setProperty", "RegExp", "import", "URL", "Worker", "match", "hasAttribute",
    "removeAttribute", "DataView", "TextDecoder", "Blob", "from", "open", "repeat", "padStart", "indexOf", "slice", "removeProperty",
    "matches", "hasOwn", "getContext", "postMessage", "transaction", "objectStore",
})  # fmt: skip
_KEYS = frozenset({  # properties whose values are no words
    "type", "role", "inputmode", "class", "accept", "method", "scope", "do", "is", "pattern", "style", "name", "mode", "cache", "block",
    "value", "behavior", "viewBox", "id", "d", "state", "kind", "referrerpolicy", "rel", "target", "autocomplete", "stroke", "fill",
    "fetch", "game", "who", "href", "src", "as",
})  # fmt: skip
_KEYBOARD = frozenset({"ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Enter", "Escape", "Home", "End", "Tab", "Space"})
_LONE = frozenset({  # words that stand by themselves, without a capital letter; all others of that kind are names for programs
    "quickly", "slowly", "weak", "fair", "strong", "less", "back", "any", "remove", "person", "level", "report", "forces", "thoughts",
    "wild", "yours", "enemy",
})  # fmt: skip
_GENERAL = frozenset({  # names that say nothing of what stands there
    "this", "replaceAll", "toString", "map", "join", "filter", "told", "words", "String", "null", "capital", "slice", "replace", "split",
    "sort", "Math", "at", "JSON", "stringify", "keys", "Object", "toFixed", "floor", "round", "length", "get", "startsWith",
})  # fmt: skip
_CALLED = {"cellAt": "cell", "playerName": "player", "seatWords": "force", "profileOf": "profile", "kindOf": "kind", "whole": "count"}
_COUNTED = frozenset({"count", "live", "last", "status", "files", "k", "seat", "share"})
_MOST = 16  # ways in which one text may be put together


_NAMES = re.compile(  # of properties, classes, paths, files, keys of what is kept
    r"[a-z]+(-[a-z]+)+|[a-z]+[A-Z]\w*|[.#\[][\w.#-].*|\.?\.?/.*|[\w/-]+\.(js|json|html|css|svg|png)|#.*|[a-z]+:[{\w$].*|--.*"
    r"|[A-Z]+|[\w-]+-\{.*"
)
_PARTS = re.compile(  # of selectors, addresses, styles, lines of a trace
    r"^\s*(button|p|section|div|span|small|li|ul|tr|h\d|label)[.\[]|https?://|^[a-z-]+:[^ ]|\\d|=>|\[data-"
    r"|^translate\(|^width:|sans-serif|"
    r"\{padEnd\}|text/plain|^input, |^button, \["
)


class _Token(NamedTuple):
    kind: str  # "name", "text", "template", "sign", "other"
    text: str
    line: int
    ways: tuple[str, ...] = ()  # of a template, the sentences with places that it may come to
    inside: tuple[list[_Token], ...] = ()  # of a template, the tokens of its places whose texts stand in none of those


def said_in_script(file: Path) -> Iterator[tuple[str, int]]:
    """Every sentence of a module, with its line."""
    yield from _said(_tokens(read_text(file, _LARGEST)))


def said_in_page(file: Path) -> Iterator[tuple[str, int]]:
    """Every sentence of a page of HTML, those of its attributes too."""
    text = read_text(file, _LARGEST)
    for found in re.finditer(r'>([^<>{}]+)<|(?:title|alt|aria-label|content)="([^"]+)"', text):
        words = " ".join((found[1] or found[2] or "").split())
        if _WORD.search(words) and not re.search(r"default-src|width=device|light dark|skirmish-rl$", words):
            yield words, text[: found.start()].count("\n") + 1


def _tokens(text: str) -> list[_Token]:
    return _Scanner(text).tokens()


class _Scanner:
    """Cuts a module into tokens."""

    def __init__(self, text: str):
        self.text, self.at = text, 0
        self.ends = [found.start() for found in re.finditer("\n", text)]

    def tokens(self, closing: str = "") -> list[_Token]:
        """Up to a closing brace, or to the end."""
        found: list[_Token] = []
        deep = 0
        while self.at < len(self.text):
            sign = self.text[self.at]
            if (sign in "/ \n\t\r") and (skipped := _SKIPPED.match(self.text, self.at)):
                self.at = skipped.end()
                continue
            line = bisect.bisect_left(self.ends, self.at) + 1
            if sign == "`":
                found.append(self._template(line))
                continue
            kind, form = self._kind(sign, found)
            one = form.match(self.text, self.at)
            assert one is not None, self.text[self.at : self.at + 20]
            if closing and one[0] == "}" and deep == 0:
                self.at += 1
                return found
            deep += (one[0] == "{") - (one[0] == "}")
            self.at = one.end()
            words = _unquoted(one[0]) if kind == "text" else one[0]
            found.append(_Token(kind, words, line))
        return found

    @staticmethod
    def _kind(sign: str, found: list[_Token]) -> tuple[str, re.Pattern[str]]:
        """What begins with a sign, and what it looks like."""
        if sign in "\"'":
            return "text", _QUOTED
        if sign.isalpha() or sign in "_$":
            return "name", _NAME
        if sign.isdigit():
            return "other", _NUMBER
        is_value = bool(found) and (found[-1].kind in ("text", "template", "other") or bool(_BEFORE_DIVISION.search(found[-1].text)))
        if sign == "/" and (not is_value or found[-1].text in ("return", "case", "typeof")):
            return "other", _REGEX
        return "sign", _SIGN

    def _template(self, line: int) -> _Token:
        self.at += 1
        ways, inside = [""], []
        while self.text[self.at] != "`":
            more = [self.text[self.at]]
            if self.text.startswith("${", self.at):
                self.at += 2
                place = self.tokens("}")
                more = _alternatives(place)
                if len(more) == 1 or len(ways) * len(more) > _MOST:
                    more = ["{" + _place_of(place) + "}"]
                    inside.append(place)
            elif self.text[self.at] == "\\":
                length = 6 if self.text[self.at + 1] == "u" else 2
                more = [_unquoted(f'"{self.text[self.at : self.at + length]}"')]
                self.at += length
            else:
                self.at += 1
            ways = [way + one for way in ways for one in more]
        self.at += 1
        return _Token("template", ways[0], line, tuple(map(_distinct, ways)), tuple(inside))


def _alternatives(tokens: list[_Token]) -> list[str]:
    """The texts that a condition chooses from, a place for what is no text."""
    deep = 0
    for k, token in enumerate(tokens):
        deep += (token.text in "([{" and token.kind == "sign") - (token.text in ")]}" and token.kind == "sign")
        if token.text == "?" and token.kind == "sign" and deep == 0:
            middle = next((n for n in range(k + 1, len(tokens)) if tokens[n].text == ":" and tokens[n].kind == "sign"), 0)
            if middle == k + 2 and tokens[k + 1].kind in ("text", "template"):
                return [*_ways(tokens[k + 1]), *_alternatives(tokens[middle + 1 :])]
            break
    if len(tokens) == 1 and tokens[0].kind in ("text", "template"):
        return _ways(tokens[0])
    return ["{" + _place_of(tokens) + "}"]


def _ways(token: _Token) -> list[str]:
    return list(token.ways) if token.kind == "template" else [token.text]


def _unquoted(quoted: str) -> str:
    text = re.sub(r"\\u([0-9a-fA-F]{4})", lambda found: chr(int(found[1], 16)), quoted[1:-1])
    return re.sub(r"\\(.)", lambda found: {"n": "\n"}.get(found[1], found[1]), text)


def _place_of(tokens: list[_Token]) -> str:
    """A name for what stands in a place: the last name that is no call of something general."""
    names = [token.text for token in tokens if token.kind == "name" and token.text not in _GENERAL]
    joined = "".join(token.text for token in tokens)
    called = [
        token.text
        for token, after in zip(tokens, tokens[1:], strict=False)
        if after.text == "(" and token.kind == "name" and token.text not in _GENERAL
    ]
    if "seat_" in joined or joined in ("seat", "number"):
        return "seat"
    if joined.endswith(".length") or ".length-" in joined or joined.startswith("Math") or ({*names} & _COUNTED and not called):
        return "count"
    name = called[0] if called else names[-1] if names else "text"
    return _CALLED.get(name, name)


def _distinct(text: str) -> str:
    seen: dict[str, int] = {}

    def named(found: re.Match[str]) -> str:
        seen[found[1]] = seen.get(found[1], 0) + 1
        return f"{{{found[1]}}}" if seen[found[1]] == 1 else f"{{{found[1]}_{seen[found[1]]}}}"

    return re.sub(r"\{([\w$]+)\}", named, re.sub(r"seat_\{[\w$]+\}", "{seat}", text))


def _said(tokens: list[_Token]) -> Iterator[tuple[str, int]]:
    """The words for people among some tokens."""
    calls: list[tuple[str, int]] = []  # the functions within whose brackets a token stands, and which argument it is
    k = 0
    while k < len(tokens):
        token, before, after = tokens[k], tokens[k - 1] if k else None, tokens[k + 1] if k + 1 < len(tokens) else None
        if token.kind == "sign":
            if token.text in "([{":
                name = before.text if before is not None and before.kind == "name" and token.text == "(" else token.text
                calls.append((name, 0))
            elif token.text in ")]}" and calls:
                calls.pop()
            elif token.text == "," and calls:
                calls[-1] = (calls[-1][0], calls[-1][1] + 1)
        elif token.kind == "template":
            for inside in token.inside:
                yield from _said(inside)
            for way in token.ways:
                if _is_said(way, before, after, calls):
                    yield way.strip(" "), token.line
        elif token.kind == "text":
            text = token.text
            first = token
            while k + 2 < len(tokens) and tokens[k + 1].text == "+" and tokens[k + 2].kind == "text":  # a sentence over several lines
                text, k = text + tokens[k + 2].text, k + 2
            after = tokens[k + 1] if k + 1 < len(tokens) else None
            if _is_said(text, before, after, calls):
                yield text.strip(" "), first.line
        k += 1


def _is_said(text: str, before: _Token | None, after: _Token | None, calls: list[tuple[str, int]]) -> bool:
    bare = re.sub(r"\{[\w$]+\}", "", text)
    if not _WORD.search(bare) or text in _KEYBOARD or (re.fullmatch(r"\W*[a-z][\w/-]*", text) and text.strip(" ,;") not in _LONE):
        return False
    if after is not None and after.text == ":" and not (before is not None and before.text in ("?", ":")):
        return False
    if (before is not None and before.text in ("===", "!==", "case", "from", "import", "==", "in")) or (
        after is not None and after.text in ("===", "!==", "in")
    ):
        return False
    function, place = calls[-1] if calls else ("", 0)
    if function in _SILENT or (function in ("make", "download") and place == 0) or (function == "kept" and place == 0):
        return False
    if before is not None and before.text == "[" and after is not None and after.text == "]":
        return False
    return _is_words(text, before)


def _is_words(text: str, before: _Token | None) -> bool:
    """Words rather than a class, a path, a selector, an attribute's name."""
    return not _NAMES.fullmatch(text) and not _PARTS.search(text)
