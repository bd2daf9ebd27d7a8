"""Values that files should not hold, but that somebody may write into one: numbers at edges, wrong types, odd texts."""

from __future__ import annotations

from typing import Any


class Raw(str):
    """A text that stands in a file as it is, without quotes: what no tree can hold."""


DEEP = 5_000  # levels of nesting
DIGITS = 5_000
MANY = 2_000  # copies of an element
LONG = 20_000  # characters

NUMBERS: tuple[Any, ...] = (
    *(0, 1, -1, 2, 3, 7, 10, 11, 30, 31, 99, 100, 127, 128, 255, 256, 999, 1000, 9999),
    *(32767, 32768, -32768, -32769, 65535, 65536, 999_999, 10**9, 2**31 - 1, 2**31, -(2**31)),
    *(2**32, 2**53, 2**63 - 1, 2**63, -(2**63), 2**64 - 1, 2**64, 10**19, 10**20, -(10**20), 10**40),
    *(0.5, -0.5, 1.5, 1e-320, 1e308, -1e308, 0.1),
    *map(Raw, ("nan", "inf", "-inf", "NaN", "Infinity", "1e400", "-0", "0x7fff", "1_000", "07", "9" * DIGITS)),
)

TEXTS: tuple[str, ...] = (
    *("", " ", "\n", "x", "0", "-1", "true", "None", "a\nb", "tab\there", "cut\rhere"),
    *("\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x00", "a\x00b", "\x7f", "\x9b31m", "\u202eright to left", "\ufeff"),
    *("[/x]", "[bold]", "[/]", "[red]a[/red]", "[link=file:///x]y[/link]", "$\\frac$", "$x_{", "%s%n", "{0}", "{name}"),
    *("<script>alert(1)</script>", "&lt;", '"', "'", "\\", "=1+1", "@SUM(A1)", "+1", "-1+1", "|x"),
    *("\ud800", "é" * 200, "a" * LONG, "🂡", "ß" * 3, "İ", "x" * 300 + "/y"),
    *("..", ".", "/", "/dev/zero", "/dev/null", "pipe", "loop", "folder", "../two.toml", "~", "C:\\x", "a/b", "x.toml"),
)

# Words that mean something in other places.
NAMES: tuple[str, ...] = (
    *("Wisp", "wisp", "CS2_029", "CS2_029.spell.damage", "Fireball", "The Coin", "Rexxar", "HERO_05", "Wisp.cost"),
    *("hunter", "mage", "neutral", "aggro", "control", "random", "fair", "paper", "fair-control", "paper_engine"),
    *("two.toml", "paper-small", "Exp1 Hunter (Aggro)", "cost", "attack", "health", "durability", "effects", "f", "m"),
    *("taunt", "charge", "all minions", "this", "any character", "damage", "summon", "minion", "spell", "weapon"),
    *("balance", "nerfs", "decks", "respond", "evolve", "paper", "table", "response", "nsga2", "ga"),
    *("2x Wisp", "99x Wisp"),
    *("AAECAf0EBMABobcC7AW5BgAA", "finished", "kind", "settings", "facts", "frozen", "silenced", "0x1", "ffffffff"),
)

SHAPES: tuple[Any, ...] = (
    *([], [[]], [[], []], ["taunt"], [["taunt"]], [0], [[0, 1]], [-1, 1], [None], [True], [""], [{}]),
    *({}, {"": 0}, {"card": "Wisp"}, {"x": {}}, {"low": 0}, None, True, False),
    *map(Raw, ("[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, "{a=" * DEEP + "1" + "}" * DEEP)),
    *map(Raw, ("1979-05-27", "1979-05-27T07:32:00Z", "07:32:00", "'''", "[", "}", '"\\q"', "", '"\\ud800"')),
)

BYTES: tuple[bytes, ...] = (
    *(b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x1b[2J", b"\r\n", b"\r", b"\n"),
    *(b'"', b"'", b'"""', b"[", b"]", b"{", b"}", b"[[", b"=", b",", b"#", b"\\", b"\\u0000", b"\t", b"-", b"."),
    *(b"[" * DEEP, b"9" * DIGITS, b"a" * LONG, b"a=1\n" * 50, b"e9", b"nan", b"\xe2\x80\xae", b"0x", b"null", b"true"),
)
