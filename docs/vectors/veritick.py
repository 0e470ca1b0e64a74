#!/usr/bin/env python3
"""The protocol of Veritick once more, in Python's standard library alone and from the description alone.

    python3 veritick.py check      compare every vector in this folder with what this file computes
    python3 veritick.py make       write the vectors anew (rounds.json is given, and the texts in log.json)
    python3 veritick.py example    print one position by number: noise, step, barrier, sale

Prices and states are integers in units of 1e-8 dollars, amounts in units of 1e-8 USDMS, chances in parts of 2^40.
BLS signatures of the beacon's rounds are read as given: checking one needs a pairing, which the library has not.
"""
import base64
import hashlib
import hmac
import sys
from decimal import Decimal, getcontext

getcontext().prec = 60
PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459")

MEAN, REVERSION, SCALE, GRID, EPOCH = 15_500_000_000, 36_000, 19_052_559, 100_000, 3600
ONE = 2**40
MULTIPLIERS = {1: 250, 3: 600, 5: 1000, 10: 2000}  # minutes: hundredths


def sha256(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def rounded(numerator, divisor):
    """Halves upward; Python's // is the floor for negative numbers too."""
    return (2 * numerator + divisor) // (2 * divisor)


def nearest(value):
    return int((value + Decimal("0.5")).to_integral_value(rounding="ROUND_FLOOR"))


def decimal8(units):
    return f"{units // 10**8}.{units % 10**8:08d}"


# The beacon


def due(chain, number):
    return chain["genesisTime"] + chain["period"] * (number - 1)


def round_of(chain, tick):
    return (tick - chain["genesisTime"]) // chain["period"] + 1


def block_end(chain, number):
    return due(chain, number) + chain["period"] - 1


def rho(signature):
    return sha256(bytes.fromhex(signature))


def chain_hash(chain):
    beacon_id = "" if chain["beaconID"] == "default" else chain["beaconID"]
    return sha256(
        chain["period"].to_bytes(4, "big")
        + chain["genesisTime"].to_bytes(8, "big")
        + bytes.fromhex(chain["publicKey"])
        + bytes.fromhex(chain["groupHash"])
        + beacon_id.encode()
    )


# The price


def seed_of(secret, epoch):
    return hmac.new(secret, f"veritick/epoch/{epoch}".encode(), "sha256").digest()


def digest_of(seed, tick, number, rho_hex):
    return hmac.new(seed, f"tick/2/{tick}/{number}/{rho_hex}".encode(), "sha256").digest()


def noise(digest):
    words = [int.from_bytes(digest[at : at + 2], "big") for at in range(0, 32, 2)]
    return 2 * sum(words) - 16 * 65_535


def step(state, z):
    return state + rounded(MEAN - state, REVERSION) + rounded(z * SCALE, 2**20)


def published(state):
    return rounded(state, GRID) * GRID


# The chain of commitments and terms


def genesis_head(tick, state, previous):
    return sha256(f"veritick/chain/genesis/{tick}/{state}/{previous}")


def next_head(epoch, commitment, terms_hash, head):
    return sha256(f"veritick/chain/epoch/2/{epoch}/{commitment}/{terms_hash}/{head}")


def terms_text(edge, rule, fee, beacon):
    """House edge and fee are shortest decimals, as text."""
    lines = [f"houseEdge {edge}", f"winRule {rule}"]
    lines += [f"multiplier {minutes} {each // 100}.{each % 100:02d}" for minutes, each in MULTIPLIERS.items()]
    integers = {minutes: terms_of(edge, rule, minutes)[1:] for minutes in MULTIPLIERS}
    lines += [f"pull {minutes} {pull}" for minutes, (pull, _) in integers.items()]
    lines += [f"reach {minutes} {reach}" for minutes, (_, reach) in integers.items()]
    return "".join(f"{line}\n" for line in [*lines, f"sellFee {fee}", f"beacon {beacon}"])


# The distribution of the price, with 60 digits


def density(z):
    return (-z * z / 2).exp() / (2 * PI).sqrt()


def probability(z):
    """Of a standard normal value of at most z: the series of Marsaglia, whose terms all have one sign."""
    term, total, odd = z, Decimal(0), 1
    while abs(term) > Decimal("1e-58"):
        total += term
        odd += 2
        term = term * z * z / odd
    return Decimal("0.5") + density(z) * total


def quantile(p):
    z = Decimal(0)
    for _ in range(30):
        z += (p - probability(z)) / density(z)
    return z


KEPT = 1 - Decimal(1) / REVERSION
DEVIATION = Decimal(SCALE) * 8 * (Decimal(65_536**2 - 1) / 12).sqrt() / 2**20


def deviation(ticks):
    return DEVIATION * ((1 - KEPT ** (2 * ticks)) / (1 - KEPT**2)).sqrt()


def terms_of(edge, rule, minutes):
    """Chance as binary64, pull in parts of 2^40, reach in units of 1e-8; the rule `direction` has no fixed chance."""
    if rule == "direction":
        return None, ONE, GRID
    chance = (1 - float(edge)) / (1 + MULTIPLIERS[minutes] / 100)
    ticks = 60 * minutes
    return chance, nearest(KEPT**ticks * ONE), nearest(-quantile(Decimal(chance)) * deviation(ticks))


def barrier_of(side, price, pull, reach):
    centre = MEAN * ONE + (price - MEAN) * pull
    step_size = GRID * ONE
    if side == "buy":
        return -(-(centre + reach * ONE) // step_size) * GRID
    return (centre - reach * ONE) // step_size * GRID


# What a position is worth before it expires


def exact_tables():
    """pull and sd by ticks left, 1 to 600; T and C by k, -2048 to 2048."""
    points = [(k, Decimal(k) / 256) for k in range(-2048, 2049)]
    return {
        "pull": {n: KEPT**n * ONE for n in range(1, 601)},
        "sd": {n: deviation(n) for n in range(1, 601)},
        "T": {k: probability(z) * ONE for k, z in points},
        "C": {k: density(z) * (z**3 - 3 * z) / 320 * ONE for k, z in points},
    }


def make_tables():
    return {name: {at: nearest(value) for at, value in table.items()} for name, table in exact_tables().items()}


def closest(table):
    """How far the entry that is closest to a rounding boundary is from it: digits beyond that change nothing."""
    return min(abs(value % 1 - Decimal("0.5") * (1 if value >= 0 else -1)) for value in table.values())


def digest_of_tables(tables):
    """Of all entries in order, one decimal number to a line."""
    return sha256("".join(f"{value}\n" for name in ("pull", "sd", "T", "C") for value in tables[name].values()))


def position_of(tables, side, price, barrier, left):
    """How far the barrier is from the expected price, in units of 2^-32 standard deviations."""
    half = -GRID // 2 if side == "buy" else GRID // 2
    above = (barrier + half - MEAN) * ONE - (price - MEAN) * tables["pull"][left]
    return above // (tables["sd"][left] * 2**8)


def chance_of(tables, side, price, barrier, left):
    z = position_of(tables, side, price, barrier, left)
    if z >= 8 * 2**32:
        below = ONE
    elif z < -8 * 2**32:
        below = 0
    else:
        k, part = z >> 24, z & (2**24 - 1)
        at = lambda table: table[k] * (2**24 - part) + (table[k + 1] * part if part else 0)
        exact = (at(tables["T"]) * left + at(tables["C"])) // (left * 2**24)
        below = min(max(exact, 0), ONE)
    return ONE - below if side == "buy" else below


def sale_of(amount, multiplier, chance, fee_millionths):
    """Value, fee and proceeds, all in whole cents; the proceeds are cut once, from the exact value."""
    exact = amount * (100 + multiplier) * chance  # parts of 100 x 2^40
    cent = 10**6 * 100 * ONE
    value = exact // cent * 10**6
    proceeds = exact * (10**6 - fee_millionths) // (cent * 10**6) * 10**6
    return value, value - proceeds, proceeds


def signed_text(form, lines):
    return "".join(f"{line}\n" for line in [form, *(f"{name} {value}" for name, value in lines)])


# Promises that are signed together


def leaf_of(text):
    return sha256(f"veritick/promise/leaf/1\n{text}")


def root_of(leaves):
    """The shape of RFC 6962: on the left as many leaves as the largest power of two that leaves some for the right."""
    if len(leaves) == 1:
        return leaves[0]
    left = split_of(leaves)
    return sha256(f"veritick/promise/node/1\n{root_of(leaves[:left])}\n{root_of(leaves[left:])}\n")


def path_of(leaves, index):
    if len(leaves) == 1:
        return []
    left = split_of(leaves)
    if index < left:
        return [*path_of(leaves[:left], index), f"right {root_of(leaves[left:])}"]
    return [*path_of(leaves[left:], index - left), f"left {root_of(leaves[:left])}"]


def split_of(leaves):
    return 2 ** ((len(leaves) - 1).bit_length() - 1)


# The public log: the tree of RFC 6962, and the notes, cosignatures and proofs of C2SP


def digest32(data):
    return hashlib.sha256(data).digest()


def entry_hash(entry):
    return digest32(b"\0" + entry)


def tree_root(leaves):
    if len(leaves) == 1:
        return leaves[0]
    left = split_of(leaves)
    return digest32(b"\1" + tree_root(leaves[:left]) + tree_root(leaves[left:]))


def tree_path(leaves, index):
    if len(leaves) == 1:
        return []
    left = split_of(leaves)
    if index < left:
        return [*tree_path(leaves[:left], index), tree_root(leaves[left:])]
    return [*tree_path(leaves[left:], index - left), tree_root(leaves[:left])]


def base64_of(data):
    return base64.b64encode(data).decode()


def key_id(name, kind, key):
    return digest32(f"{name}\n".encode() + bytes([kind]) + key)[:4]


def verifier_key(name, kind, key):
    return f"{name}+{key_id(name, kind, key).hex()}+{base64_of(bytes([kind]) + key)}"


def note_line(name, kind, seed, checkpoint, time=None):
    """A log's own signature, or a witness's cosignature with its time."""
    text = checkpoint if time is None else f"cosignature/v1\ntime {time}\n{checkpoint}"
    key, signature = map(bytes.fromhex, sign(seed, text))
    stamp = b"" if time is None else time.to_bytes(8, "big")
    return f"— {name} {base64_of(key_id(name, kind, key) + stamp + signature)}\n"


# Ed25519 (RFC 8032), as plain as it can be: a published example needs no haste and hides no key

FIELD, ORDER = 2**255 - 19, 2**252 + 27742317777372353535851937790883648493
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
BASE = (15112221349535400772501151409588531511454012693041857206046113283949847762202, 4 * pow(5, -1, FIELD) % FIELD)


def add_points(one, other):
    (x, y), (u, v) = one, other
    part = CURVE * x * u * y * v
    across = (x * v + u * y) * pow(1 + part, -1, FIELD)
    along = (y * v + x * u) * pow(1 - part, -1, FIELD)
    return across % FIELD, along % FIELD


def times_base(scalar):
    point, double = (0, 1), BASE
    while scalar:
        if scalar & 1:
            point = add_points(point, double)
        double, scalar = add_points(double, double), scalar >> 1
    return (point[1] | (point[0] & 1) << 255).to_bytes(32, "little")


def sign(secret, text):
    """Public key and signature, in hex."""
    number = lambda *parts: int.from_bytes(hashlib.sha512(b"".join(parts)).digest(), "little")
    message, digest = text.encode(), hashlib.sha512(secret).digest()
    scalar = (int.from_bytes(digest[:32], "little") & (2**254 - 8)) | 2**254
    key, nonce = times_base(scalar), number(digest[32:], message) % ORDER
    point = times_base(nonce)
    proof = (nonce + number(point, key, message) * scalar) % ORDER
    return key.hex(), (point + proof.to_bytes(32, "little")).hex()


if __name__ == "__main__":
    import vectors

    commands = {"check": vectors.check, "make": vectors.make, "example": vectors.example}
    name = sys.argv[1] if len(sys.argv) == 2 else "check"
    if name not in commands:
        sys.exit(__doc__)
    sys.exit(1 if commands[name]() else 0)
