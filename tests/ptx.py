"""PTX read as C: what a GPU would do with the code that it is given, instruction by instruction, on a machine without one.

Only what LLVM writes for the rules is known; anything else is an error. Registers hold bits, memory has one kind of address, threads run
one after another. So a test can tell code that LLVM has translated wrongly from code that the assembler of a card, or the card, has.
"""

from __future__ import annotations

import ctypes
import re
import subprocess
from pathlib import Path

_HEAD = r"""
#include <stdint.h>
#include <string.h>
#include <math.h>
typedef uint8_t u8; typedef uint16_t u16; typedef uint32_t u32; typedef uint64_t u64;
typedef int8_t s8; typedef int16_t s16; typedef int32_t s32; typedef int64_t s64;
typedef u8 b8; typedef u16 b16; typedef u32 b32; typedef u64 b64; typedef u8 pred;
static u32 tid, ctaid, ntid = 1;
int unwritten; // what registers and memory hold before they are written, and what a division by zero gives: nothing may depend on it
static inline float F32(u32 x) { float y; memcpy(&y, &x, 4); return y; }
static inline double F64(u64 x) { double y; memcpy(&y, &x, 8); return y; }
static inline u32 B32(float x) { u32 y; memcpy(&y, &x, 4); return y; }
static inline u64 B64(double x) { u64 y; memcpy(&y, &x, 8); return y; }
#define LOAD(T) static inline T LD_##T(u64 at) { T x; memcpy(&x, (void *)at, sizeof x); return x; } \
  static inline void ST_##T(u64 at, T x) { memcpy((void *)at, &x, sizeof x); }
LOAD(b8) LOAD(b16) LOAD(b32) LOAD(b64) LOAD(s8) LOAD(s16) LOAD(s32)
static inline u64 mulhi_u(u64 a, u64 b) { return (unsigned __int128)a * b >> 64; }
static inline s64 mulhi_s(s64 a, s64 b) { return (__int128)a * b >> 64; }
static inline s64 toward_zero(double x) { return x != x ? 0 : x >= 0x1p63 ? INT64_MAX : x < -0x1p63 ? INT64_MIN : (s64)x; }
static inline u64 bfe(u64 a, u32 at, u32 n) {
  at &= 255; n &= 255; if (at > 63 || !n) return 0; a >>= at; return n > 63 ? a : a & ((1ull << n) - 1); }
static inline u32 bfi(u32 a, u32 b, u32 at, u32 n) {
  u64 m = ((n > 31 ? 1ull << 32 : 1ull << n) - 1) << at; return (u32)((b & ~m) | (((u64)a << at) & m)); }
static inline u32 prmt(u32 a, u32 b, u32 c) { u64 all = (u64)b << 32 | a; u32 d = 0;
  for (int k = 0; k < 4; k++) { u32 s = c >> 4 * k & 15, x = all >> 8 * (s & 7) & 255;
    if (s & 8) x = x & 128 ? 255 : 0; d |= x << 8 * k; } return d; }
"""
_COMPARED = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">", "hs": ">="}
_NEGATED = {
    "equ": "!=",
    "neu": "==",
    "ltu": ">=",
    "leu": ">",
    "gtu": "<=",
    "geu": "<",
}  # true for what is no number, too: not the opposite
_PLAIN = {"add": "+", "sub": "-", "mul": "*", "div": "/", "rem": "%", "and": "&", "or": "|", "xor": "^"}
_FUNCTIONS = {
    "f32": {"min": "fminf", "max": "fmaxf", "abs": "fabsf", "sqrt": "sqrtf"},
    "f64": {"min": "fmin", "max": "fmax", "abs": "fabs", "sqrt": "sqrt"},
}


def as_c(code: str) -> str:
    """A module as C: each kernel is a function of the block and the number of threads.

    Raises:
        ValueError: an instruction that is not known.
    """
    code = re.sub(r"//[^\n]*", "", code)
    out, prototypes = [], []
    arrays = r"^\.(?:global|const) \.align (\d+) \.b8 (\S+?)\[(\d+)\](?: = \{([^}]*)\})?;"
    for align, name, size, values in re.findall(arrays, code, re.M):
        out.append(f"static u8 {_name(name)}[{size}] __attribute__((aligned({align}))) = {{{values or 0}}};")
    tables = r"^\.global \.align 8 \.u64 (\S+?)\[(\d+)\] = \{([^}]*)\};"  # of addresses and numbers: what an error would say
    for name, size, values in re.findall(tables, code, re.M):
        told = [f"(u64){_name(one[8:-1])}" if one.startswith("generic(") else one for one in values.split(", ")]
        out.append(f"static u64 {_name(name)}[{size}] = {{{', '.join(told)}}};")
    form = r"^(?:\.visible )?\.(func|entry) +(?:\(\s*\.param \.(b\d+) \w+\s*\) )?(\S+?)\(([^)]*)\)\s*(?:\.noreturn\s*)?\{(.*?)^\}"
    for kind, gives, name, given, body in re.findall(form, code, re.M | re.S):
        parameters = re.findall(r"\.param (?:\.align (\d+) )?\.(b\d+) (\w+?)(?:\[(\d+)\])?\s*(?:,|$)", given.strip(), re.M)
        said = ", ".join(f"u8 *{_name(one)}" if size else f"{kind_of} {_name(one)}_given" for _, kind_of, one, size in parameters)
        head = f"static {gives or 'void'} {_name(name)}({said or 'void'})"
        prototypes.append(f"{head};")
        own = [f"{kind_of} {_name(one)}[1] = {{{_name(one)}_given}};" for _, kind_of, one, size in parameters if not size]
        own += [f"{gives} func_retval0[1];"] * bool(gives)
        out.append("\n".join([f"{head} {{", *own, *_body(body, bool(gives)), "}"]))
        if kind == "entry":
            size = parameters[0][3]
            out.append(
                f"void run_{name}(u64 *block, u64 blocks, u64 width) {{ ntid = width; for (u64 k = 0; k < blocks * width; k++) {{ "
                f"u8 own[{size}] __attribute__((aligned(8))); memcpy(own, block, {size}); "
                f"tid = k % width; ctaid = k / width; {_name(name)}(own); }} }}"
            )
    return "\n".join([_HEAD, *prototypes, *out])


def built(code: str, folder: Path) -> ctypes.CDLL:
    """A module as a library of this processor."""
    (folder / "ptx.c").write_text(as_c(code))
    command = [
        "gcc",
        "-O1",
        "-w",
        "-fwrapv",
        "-fno-strict-aliasing",
        "-ffp-contract=off",
        "-fPIC",
        "-shared",
        "-o",
        "ptx.so",
        "ptx.c",
        "-lm",
    ]
    subprocess.run(command, cwd=folder, check=True)
    return ctypes.CDLL(str(folder / "ptx.so"))


def _name(text: str) -> str:
    return text.replace("$", "_S_").replace("%", "")


def _body(body: str, gives: bool) -> list[str]:
    lines: list[str] = []
    targets: dict[str, str] = {}
    for found in re.finditer(r"(\S+): \.branchtargets([^;]*);", body):
        targets[found[1]] = ", ".join(f"&&{_name(one.strip())}" for one in found[2].split(","))
    body = re.sub(r"\S+: \.branchtargets[^;]*;", "", body)
    for line in re.split(r";|(?<=:)\n|(?<=[{}])\s*\n", body):
        text = " ".join(line.split())
        if text:
            lines.append(_line(text, gives, targets))
    return lines


def _line(text: str, gives: bool, targets: dict[str, str]) -> str:
    if text in "{}" or text.startswith(".pragma"):
        return text.partition(".")[0]
    if found := re.fullmatch(r"\{ (.*)", text):
        return "{ " + _line(found[1], gives, targets)
    if found := re.fullmatch(r"\} (.*)", text):
        return "} " + _line(found[1], gives, targets)
    if found := re.fullmatch(r"(\$\S+): ?(.*)", text):
        return f"{_name(found[1])}: ;" + (_line(found[2], gives, targets) if found[2] else "")
    if found := re.fullmatch(r"\.reg \.(\w+) %(\w+)<(\d+)>", text):
        return (
            f"{found[1]} {found[2]}_[{found[3]}]; memset({found[2]}_, {'1' if found[1] == 'pred' else 'unwritten'}, sizeof {found[2]}_);"
        )
    if found := re.fullmatch(r"\.reg \.(\w+) %(\w+)", text):
        return f"{found[1]} {found[2]} = 0;"
    if found := re.fullmatch(r"\.local \.align (\d+) \.b8 (\S+)\[(\d+)\]", text):
        return f"u8 {found[2]}[{found[3]}] __attribute__((aligned({found[1]}))); memset({found[2]}, unwritten, sizeof {found[2]});"
    if found := re.fullmatch(r"\.param \.(b\d+) (\w+)", text):
        return f"{found[1]} {found[2]}[1];"
    if found := re.fullmatch(r"@(!?)%(\w+) (.*)", text):
        return f"if ({found[1]}{_register('%' + found[2])}) {{ {_line(found[3], gives, targets)} }}"
    word, _, rest = text.partition(" ")
    return _instruction(
        word.split("."),
        [one.strip() for one in re.findall(r"(?:\{[^}]*\}|\([^)]*\)|\[[^\]]*\]|[^,{(\[]+)+", rest)],
        gives,
        targets,
    )


def _register(text: str) -> str:
    found = re.fullmatch(r"%([a-z]+)(\d+)", text)
    return f"{found[1]}_[{found[2]}]" if found else {"%tid.x": "tid", "%ctaid.x": "ctaid", "%ntid.x": "ntid"}.get(text, _name(text))


def _value(text: str, kind: str = "b64") -> str:
    """An operand as a number of some kind."""
    if text.startswith("%"):
        got = _register(text)
    elif found := re.fullmatch(r"0[fd]([0-9A-F]+)", text):
        got = f"0x{found[1]}ull"
    elif re.fullmatch(r"-?\d+|0x[0-9A-Fa-f]+U?", text):
        got = f"({text.rstrip('U')}{'ull' if not text.startswith('-') else 'll'})"
    else:
        got = f"(u64){_name(text)}"
    return {"f32": f"F32({got})", "f64": f"F64({got})"}.get(kind, f"({kind}){got}")


def _address(text: str) -> str:
    found = re.fullmatch(r"\[([^\]+]+)(?:\+(-?\d+))?\]", text)
    assert found, text
    base = _register(found[1]) if found[1].startswith("%") else f"(u64){_name(found[1])}"
    return f"({base} + {found[2] or 0})"


def _set(to: str, value: str, kind: str = "") -> str:
    return f"{_register(to)} = {f'B{kind[1:]}({value})' if kind.startswith('f') else value};"


def _instruction(word: list[str], given: list[str], gives: bool, targets: dict[str, str]) -> str:
    name, kind = word[0], word[-1]
    bits = int(re.sub(r"\D", "", kind) or 0)
    if name == "ret":
        return "return func_retval0[0];" if gives else "return;"
    if name == "exit" or name == "trap":
        return "__builtin_trap();"
    if name == "bra":
        return f"goto {_name(given[0])};"
    if name == "brx":
        return f"{{ static void *to[] = {{{targets[given[1]]}}}; goto *to[{_value(given[0], 'u32')}]; }}"
    if name == "call":
        gets = [one.strip() for one in given[0].strip("()").split(",")] if given[0].startswith("(") else []
        called = given[1:] if gets else given
        sent = called[1].strip("()").split(",") if len(called) > 1 else []
        values = ", ".join(f"{one.strip()}[0]" for one in sent if one.strip())
        return (f"{gets[0]}[0] = " if gets else "") + f"{_name(called[0])}({values});"
    if name in ("ld", "st"):
        return _memory(name, word, kind, given)
    if name == "mov":
        return _moved(given, kind)
    if name == "cvta":
        return _set(given[0], _value(given[1]))
    if name == "cvt":
        to, fro = word[-2], word[-1]
        value = _value(given[1], fro)
        if "rzi" in word:
            return _set(given[0], f"toward_zero({value})")
        return _set(
            given[0],
            f"({'float' if to == 'f32' else 'double'}){value}" if to[0] == "f" else f"({to}){value}",
            to if to[0] == "f" else "",
        )
    if name == "setp":
        left, right = _value(given[1], kind), _value(given[2], kind)
        test = f"({left} {_COMPARED[word[1]]} {right})" if word[1] in _COMPARED else f"!({left} {_NEGATED[word[1]]} {right})"
        assert len(word) == 3, word
        return _set(given[0], test)
    if name == "selp":
        plain = f"b{bits}"
        return _set(given[0], f"{_register(given[3])} ? {_value(given[1], plain)} : {_value(given[2], plain)}")
    if kind[0] == "f":
        if name in _FUNCTIONS[kind]:
            return _set(given[0], f"{_FUNCTIONS[kind][name]}({', '.join(_value(one, kind) for one in given[1:])})", kind)
        if name == "neg":
            return _set(given[0], f"-{_value(given[1], kind)}", kind)
        if name == "rcp":
            return _set(given[0], f"1 / {_value(given[1], kind)}", kind)
        if name == "fma":
            return _set(given[0], f"{'fma' if bits == 64 else 'fmaf'}({', '.join(_value(one, kind) for one in given[1:])})", kind)
        return _set(given[0], f"{_value(given[1], kind)} {_PLAIN[name]} {_value(given[2], kind)}", kind)
    return _whole(name, word, kind, bits, given)


def _memory(name: str, word: list[str], kind: str, given: list[str]) -> str:
    if name == "ld":
        loaded = given[0].strip("{}").split(",")
        size = int(kind[1:]) // 8
        kind = kind.replace("u", "b")
        return " ".join(
            _set(one.strip(), f"({'s64' if kind[0] == 's' else 'u64'})LD_{kind}({_address(given[1])} + {k * size})")
            for k, one in enumerate(loaded)
        )
    stored = given[1].strip("{}").split(",")
    size = int(kind[1:]) // 8
    return " ".join(f"ST_{kind}({_address(given[0])} + {k * size}, {_value(one.strip(), kind)});" for k, one in enumerate(stored))


def _moved(given: list[str], kind: str) -> str:
    if kind == "pred":
        return _set(given[0], f"{_value(given[1])} != 0")
    bits = int(kind[1:])
    if given[1].startswith("{"):
        parts = [one.strip() for one in given[1].strip("{}").split(",")]
        each = bits // len(parts)
        return _set(given[0], " | ".join(f"(u64)({_value(one, f'b{each}')}) << {k * each}" for k, one in enumerate(parts)))
    if given[0].startswith("{"):
        parts = [one.strip() for one in given[0].strip("{}").split(",")]
        each = bits // len(parts)
        return (
            "{ u64 whole = "
            + _value(given[1], kind)
            + "; "
            + " ".join(_set(one, f"(b{each})(whole >> {k * each})") for k, one in enumerate(parts) if one != "_")
            + " }"
        )
    return _set(given[0], _value(given[1], kind))


def _whole(name: str, word: list[str], kind: str, bits: int, given: list[str]) -> str:
    """Instructions on whole numbers and truth values."""
    if kind == "pred":
        left = _register(given[1])
        if name == "not":
            return _set(given[0], f"!{left}")
        return _set(given[0], f"{left} {_PLAIN[name]} ({_register(given[2]) if given[2].startswith('%') else int(given[2] != '0')})")
    sign = "s" if kind[0] == "s" else "u"
    a, b, c = ([_value(one, f"{sign}{bits}") for one in given[1:4]] + ["", "", ""])[:3]
    wide = f"{sign}64"
    if name in ("mul", "mad"):
        if "wide" in word:
            got = f"({sign}{2 * bits})(({wide}){a} * ({wide}){b})"
        elif "hi" in word:
            got = f"mulhi_{sign}({a}, {b})" if bits == 64 else f"({sign}{bits})((({wide}){a} * ({wide}){b}) >> {bits})"
        else:
            got = f"({sign}{bits})(({wide}){a} * ({wide}){b})"
        return _set(given[0], f"{got} + {c}" if name == "mad" else got)
    if name in ("shl", "shr"):
        by = _value(given[2], "u32")
        if name == "shr" and sign == "s":
            return _set(given[0], f"{a} >> ({by} > {bits - 1} ? {bits - 1} : {by})")
        return _set(given[0], f"{by} > {bits - 1} ? 0 : ({kind.replace(kind[0], 'u')})({a} {'<<' if name == 'shl' else '>>'} {by})")
    if name in ("min", "max"):
        return _set(given[0], f"{a} {'<' if name == 'min' else '>'} {b} ? {a} : {b}")
    if name in ("neg", "not"):
        return _set(given[0], f"{'-' if name == 'neg' else '~'}{a}")
    if name == "abs":
        return _set(given[0], f"{a} < 0 ? -{a} : {a}")
    if name == "popc":
        return _set(given[0], f"__builtin_popcountll((u{bits}){a})")
    if name in ("bfe", "bfi", "prmt"):
        return _set(given[0], f"{name}({', '.join(_value(one, 'u64' if name == 'bfe' else 'u32') for one in given[1:])})")
    if name in ("div", "rem"):  # by zero: the card's own value, and no trap
        return _set(given[0], f"{b} == 0 ? ({sign}{bits})unwritten * 0x01010101 : ({sign}{bits})({a} {_PLAIN[name]} {b})")
    if name in _PLAIN:
        return _set(given[0], f"({sign}{bits})({a} {_PLAIN[name]} {b})")
    raise ValueError(f"{'.'.join(word)} {', '.join(given)} is not known")
