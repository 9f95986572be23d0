"""Verifies Billfold's audit log as docs/security.md describes its format. Python 3.9, standard library.

    python3 verify_audit_log.py [--key KEY] [--last NUMBER:HASH] FILE...

Prints "whole", "torn" or "broken" and each problem. Exit code: 0, 0, 1; 2 when a file can't be read.
"""

import hashlib
import hmac
import json
import os
import re
import sys

START = re.compile(rb'\{"v":1,"seq":([1-9][0-9]{0,14}),"prev":"([0-9a-f]{64})",(?:"mac":"([0-9a-f]{64})",)?(?="atMs":)')
NAME = re.compile(r"approvals-([0-9]{6})\.jsonl")
KINDS = {"opened", "approved", "ended", "attempt", "outcome", "agreed", "weakened", "retired", "repaired", "restored"}
GONE = {"journalGone", "journalBehind"}
ZEROS = "0" * 64
MOST_SKIPPED = 1_000_000


class Row:
    """A row of keys, at one of them."""
    def __init__(self, key):
        self.id = hashlib.sha256(b"billfold journal: name of the row\0" + key).hexdigest()[:16]
        self.key, self.index = key, 0

    def skip_to(self, index):
        """Moves on to a later key, unless it is absurdly far ahead."""
        while self.index < index <= self.index + MOST_SKIPPED:
            self.key = hashlib.sha256(b"billfold journal: next key\0" + self.key).digest()
            self.index += 1


class Line:
    """A line as it lies in its file. `data` is None when it is no line of version 1."""
    def __init__(self, raw):
        start = START.match(raw)
        seq, prev, mac = start.groups() if start else (b"0", b"", None)
        self.seq, self.prev = int(seq), prev.decode()
        self.mac = mac.decode() if mac else None
        self.content = raw[start.end() :] if start else raw
        self.hash = hashlib.sha256(raw).hexdigest()
        data = read(raw) if start else None
        self.data = data if data and data.get("mac") == self.mac else None


def read(raw):
    try:
        # JSON has no NaN: int("NaN") raises ValueError.
        data = json.loads(raw.decode("utf-8"), parse_constant=int)
    except (ValueError, RecursionError):
        return None
    is_line = isinstance(data, dict) and isinstance(data.get("kind"), str) and data["kind"] in KINDS
    return data if is_line and well_formed(data) else None


def well_formed(data):
    """Whether the fields that this verifier relies on are there."""
    key, up_to = data.get("key"), data.get("upTo")
    if data["kind"] == "opened" and key is not None:
        return isinstance(key, dict) and isinstance(key.get("index"), int) and {"id", "after"} <= set(key)
    if data["kind"] == "retired":
        return isinstance(up_to, dict) and isinstance(up_to.get("seq"), int) and "lastHash" in up_to
    if data["kind"] in ("attempt", "outcome"):
        return isinstance(data.get("approvalId"), str) and isinstance(data.get("attempt"), int)
    return data["kind"] != "restored" or isinstance(data.get("reasons"), list)


class Verifier:
    def __init__(self, row, last):
        self.row, self.last, self.problems = row, last, []
        self.lines, self.place, self.end, self.torn = 0, "", (0, ZEROS), False
        # Number of the first line; number and hash of the line before it, while nothing allows that it is missing.
        self.first, self.missing = None, None
        self.begins_later, self.has_mac, self.authentic = False, False, 0
        # "keyed", "keyless" or "foreign", as the last `opened` line says.
        self.run = "keyless"
        # Approvals and numbers of attempts, and of those with a code.
        self.attempts, self.keyed = set(), set()

    def problem(self, text):
        self.problems.append(f"{self.place}: {text}")

    def file(self, name, data):
        if self.torn:
            self.problem("ends with a cut line, before another file")
        *lines, rest = data.split(b"\n")
        self.torn = rest != b""
        for number, raw in enumerate(lines, 1):
            self.place = f"{name}:{number}"
            line = Line(raw)
            if self.lines == 0:
                self.begin(name, line)
            self.lines += 1
            self.take(line)

    def begin(self, name, line):
        numbered = NAME.fullmatch(name)
        if (numbered and int(numbered[1]) == 1) or (line.seq, line.prev) == (1, ZEROS) or not line.data:
            return
        self.end = self.missing = (line.seq - 1, line.prev)
        self.begins_later = True

    def take(self, line):
        if line.data is None:
            self.problem("is no line of this version")
        elif line.prev != self.end[1]:
            self.problem("does not follow from the line before it")
        elif line.seq != self.end[0] + 1:
            self.problem("is out of order")
        if line.data:
            self.judge(line.data, line.mac)
        if self.row:
            self.authenticate(line)
        self.has_mac = self.has_mac or line.mac is not None
        self.end = (line.seq or self.end[0] + 1, line.hash)

    def judge(self, data, mac):
        """Problems that need no key."""
        kind = data["kind"]
        self.first = self.first or data["seq"]
        if kind in ("attempt", "outcome"):
            attempt = (data["approvalId"], data["attempt"])
            is_alone = kind == "outcome" and self.has_mac and self.first == 1 and attempt not in self.attempts
            if mac is None and (is_alone or attempt in self.keyed):
                self.problem("is forged")
            if kind == "attempt":
                self.attempts.add(attempt)
            if kind == "attempt" and mac is not None:
                self.keyed.add(attempt)
        if "lacks" in data or (kind == "restored" and any(gone in data["reasons"] for gone in GONE)):
            self.problem("says that a start found lines or the key gone")
        if kind == "retired" and self.missing and (mac or not self.has_mac):
            up_to = (data["upTo"]["seq"], data["upTo"]["lastHash"])
            if up_to[0] > self.missing[0] or up_to == self.missing:
                self.missing = None

    def authenticate(self, line):
        if line.data and line.data["kind"] == "opened":
            self.open(line, line.data.get("key"))
        if self.run == "keyless" and line.mac is not None:
            self.problem("has a code, and its key is not named")
        if self.run == "keyed":
            if line.mac == hmac.new(self.row.key, line.content, "sha256").hexdigest():
                self.authentic += 1
            else:
                self.problem("is not as Billfold wrote it")
            self.row.skip_to(self.row.index + 1)

    def open(self, line, key):
        self.run = "keyless" if key is None else "keyed" if key["id"] == self.row.id else "foreign"
        if self.run == "foreign" and self.authentic:
            self.problem("begins with another key")
        if self.run == "keyed":
            if key["index"] != self.row.index and (self.authentic or not self.begins_later):
                self.problem("comes after lines that were removed, or is elsewhere than it was")
            self.row.skip_to(key["index"])
            if key["after"] != line.prev:
                self.problem("follows another line than it did")

    def verdict(self):
        if self.missing:
            self.problem("the beginning is missing")
        if self.row and self.lines and not self.authentic:
            self.problem("no line was written with this key")
        if self.last and self.last != self.end:
            self.problem("the end is not the one that was noted")
        return "broken" if self.problems else "torn" if self.torn else "whole"


def verify(files, key=None, last=None):
    """Verdict and problems. files: pairs of name and bytes; key: 32 bytes; last: number and hash."""
    verifier = Verifier(Row(key) if key else None, last)
    for name, data in sorted(files):
        verifier.file(name, data)
    return verifier.verdict(), verifier.problems


def main(given):
    key = last = None
    while given and given[0] in ("--key", "--last"):
        option, value, *given = given
        if option == "--key":
            key = bytes.fromhex(json.loads(open(value, encoding="utf-8").read())["key"])
        else:
            last = (int(value.split(":")[0]), value.split(":")[1])
    files = [(os.path.basename(path), open(path, "rb").read()) for path in given]
    verdict, problems = verify(files, key, last)
    print("\n".join([verdict, *problems]))
    return 1 if verdict == "broken" else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except (OSError, ValueError, KeyError) as error:
        print(error, file=sys.stderr)
        sys.exit(2)
