#!/usr/bin/env python3
"""What the books say of a payment, once more: from docs/payments.md alone, in Python's standard library alone.

    python3 payments.py check    compares payments.json with what this file computes
    python3 payments.py make     writes the results in payments.json anew

A case is one line: the values of `fields`, then what should be booked. Amounts are integers in units of 1e-8.
"""
import json
import sys
from pathlib import Path

FILE = Path(__file__).resolve().parent / "payments.json"
LARGEST = 10**17


def parse(fields, line):
    given = dict(zip(fields.split(), line.split(" => ")[0].split()))
    return {key: int(value) if value.lstrip("-").isdigit() else value for key, value in given.items()}


def credit_by_rule(p):
    """All that arrived, the first time; later the rest of what was asked, as long as nobody else has decided."""
    is_as_asked = p["ours"] == "yes" and p["repeated"] == "no" and p["differs"] == "no" and p["paid"] <= LARGEST
    if p["state"] not in ("finished", "partially_paid") or not is_as_asked or p["deposit"] in ("none", "rejected"):
        return 0
    if p["deposit"] != "confirmed":
        return p["paid"]
    if p["decided"] == "yes" or p["taken"] == "yes":
        return 0
    return max(0, min(p["paid"], p["asked"]) - p["credited"])


def advance(p, credited, advanced, trusted):
    """What the house pays: everything once it was sent back, and otherwise what has not come of its advance."""
    if p["state"] == "refunded":
        never_came = p["decided"] == "yes" and p["seen"] == "no" and p["paid"] == 0
        return advanced if never_came else credited
    says_where = p["state"] in ("finished", "partially_paid", "expired")
    if says_where and p["ours"] == "yes":
        missing = max(0, credited - p["paid"])
        return missing if p["paid"] > 0 else min(advanced, missing)
    if says_where and (p["state"] != "expired" or p["paid"] > 0):
        return min(advanced, trusted)
    return advanced


def fee(p, credited):
    """The provider's fee. It is certain once the money stays or is gone; a person's credit books what it names so far."""
    booked = p["fee"]
    if credited == 0 or p["ours"] == "no":
        return booked
    if p["state"] == "refunded":
        return 0
    if p["outcome"] == "none" or not 0 < p["outcome"] <= p["paid"]:
        return booked
    named = p["paid"] - p["outcome"]
    if p["state"] in ("finished", "partially_paid", "expired"):
        return named
    return booked if p["to"] == "nobody" else max(booked, named)


def booking_of(p):
    credited, aside = p["credited"], p["aside"]
    if p["to"] == "nobody":
        credited += credit_by_rule(p)
    elif p["to"] == "claimed":
        aside -= p["amount"]
    else:
        credited += p["amount"]
        aside += p["amount"] if p["to"] == "unclaimed" else 0
    advanced = advance(p, credited, p["advanced"] + p["unseen"], p["trusted"] + p["unseen"])
    return [credited, aside, advanced, fee(p, credited)]


def main(command):
    given = json.loads(FILE.read_text())
    lines = []
    for line in given["cases"]:
        p = parse(given["fields"], line)
        lines.append(line.split(" => ")[0] + " => " + " ".join(map(str, booking_of(p))))
    if command == "make":
        FILE.write_text(json.dumps({**given, "cases": lines}, indent=2) + "\n")
    wrong = [f"{was}, not {now}" for was, now in zip(given["cases"], lines) if was != now]
    print("\n".join(wrong or [f"right  {len(lines)} cases"]))
    return command == "make" or not wrong


if __name__ == "__main__":
    if sys.argv[1:] not in (["check"], ["make"]):
        sys.exit(__doc__)
    sys.exit(0 if main(sys.argv[1]) else 1)
