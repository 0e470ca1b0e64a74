"""Makes and checks the vectors of this folder with veritick.py, and prints its worked example."""
import json
import re
from datetime import datetime, timezone
from pathlib import Path

from veritick import *

FOLDER = Path(__file__).resolve().parent

SECRET = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff"
GENESIS = {"tick": 1_790_002_739, "state": 15_279_000_000}
LAST = 1_790_002_862
SIDE, ENTRY, SOLD, MINUTES = "sell", 1_790_002_772, 1_790_002_808, 1
EDGE, FEE = "0.05", "0.01"
KEY = "03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8"


def read(name):
    return json.loads((FOLDER / name).read_text())


def plain(number):
    return int(number) if number == int(number) else number


def make_rounds():
    given = read("rounds.json")
    for group in given.values():
        chain = group["chain"]
        chain["chainHash"] = chain_hash(chain)
        group["rounds"] = [
            {
                "round": each["round"],
                "due": due(chain, each["round"]),
                "message": sha256(each["round"].to_bytes(8, "big")),
                "signature": each["signature"],
                "rho": rho(each["signature"]),
            }
            for each in group["rounds"]
        ]
    return given


def make_price(chain, rounds):
    rhos = {each["round"]: each["rho"] for each in rounds}
    secret = bytes.fromhex(SECRET)
    state, ticks, starts = GENESIS["state"], [], {GENESIS["tick"] // EPOCH: (GENESIS["tick"] + 1, GENESIS["state"])}
    for tick in range(GENESIS["tick"] + 1, LAST + 1):
        epoch, number = tick // EPOCH, round_of(chain, tick)
        starts.setdefault(epoch, (tick, state))
        digest = digest_of(seed_of(secret, epoch), tick, number, rhos[number])
        z = noise(digest)
        state = step(state, z)
        ticks.append(
            {
                "tick": tick,
                "round": number,
                "digest": digest.hex(),
                "noise": z,
                "state": str(state),
                "price": decimal8(published(state)),
            }
        )
    epochs = [
        {
            "epoch": epoch,
            "seed": seed_of(secret, epoch).hex(),
            "commitment": sha256(seed_of(secret, epoch)),
            "startTick": tick,
            "startState": str(start),
        }
        for epoch, (tick, start) in starts.items()
    ]
    genesis = {"tick": GENESIS["tick"], "state": str(GENESIS["state"])}
    return {"secret": SECRET, "chainHash": chain["chainHash"], "genesis": genesis, "epochs": epochs, "ticks": ticks}


def make_terms(local, quicknet):
    settings = [
        (EDGE, "barrier", FEE, local),
        (EDGE, "barrier", FEE, quicknet),
        ("0.01", "barrier", "0", quicknet),
        ("0.123456", "barrier", "0.000001", quicknet),
        ("0.2", "barrier", "0.1", quicknet),
        ("0", "direction", "0.1", local),
    ]
    texts = []
    for edge, rule, fee, beacon in settings:
        text = terms_text(edge, rule, fee, beacon)
        given = {"houseEdge": plain(float(edge)), "winRule": rule, "sellFee": plain(float(fee)), "chainHash": beacon}
        texts.append({**given, "text": text, "hash": sha256(text)})
    rows, barriers = [], []
    for edge, rule in [(EDGE, "barrier"), ("0.01", "barrier"), ("0.2", "barrier"), ("0", "direction")]:
        for minutes, multiplier in MULTIPLIERS.items():
            chance, pull, reach = terms_of(edge, rule, minutes)
            given = {"houseEdge": plain(float(edge)), "winRule": rule, "duration": minutes}
            rows.append({**given, "multiplier": plain(multiplier / 100), "winChance": chance, "pull": pull, "reach": reach})
            for price in (15_279_000_000, 15_500_000_000, 14_012_300_000, 16_999_900_000):
                both = {side: decimal8(barrier_of(side, price, pull, reach)) for side in ("buy", "sell")}
                barriers.append({**given, "price": decimal8(price), **both})
    return {"texts": texts, "rows": rows, "barriers": barriers}


def make_chain(local):
    """Genesis after an earlier one, then 26 epochs; the fee changes with the fourth of them."""
    previous = sha256("an earlier head")
    head = genesis_head(GENESIS["tick"], GENESIS["state"], previous)
    genesis = {"tick": GENESIS["tick"], "state": str(GENESIS["state"]), "previousHead": previous, "head": head}
    first, epochs = (GENESIS["tick"] + 1) // EPOCH, []
    for epoch in range(first, first + 26):
        text = terms_text(EDGE, "barrier", FEE if epoch < first + 3 else "0.02", local)
        commitment = sha256(seed_of(bytes.fromhex(SECRET), epoch))
        head = next_head(epoch, commitment, sha256(text), head)
        epochs.append({"epoch": epoch, "commitment": commitment, "termsHash": sha256(text), "head": head})
    return {"genesis": genesis, "epochs": epochs}


def make_sale(tables):
    shown = {
        name: [[at, entries[at]] for at in picks]
        for name, entries, picks in [
            *((name, tables[name], (1, 2, 3, 6, 57, 60, 180, 300, 376, 600)) for name in ("pull", "sd")),
            *((name, tables[name], (-2048, -1824, -1576, -683, -1, 0, 1, 256, 1166, 2048)) for name in ("T", "C")),
        ]
    }
    chances = []
    for index, left in enumerate((1, 2, 3, 6, 9, 30, 57, 60, 177, 300, 597, 600)):
        price = 14_500_000_000 + index * 171_300_000
        centre = MEAN + (price - MEAN) * tables["pull"][left] // ONE
        for share in (-90, -79, -71, -40, -17, -3, 0, 5, 21, 38, 72, 81):
            barrier = (centre + tables["sd"][left] * share // 10) // GRID * GRID
            for side in ("buy", "sell"):
                chances.append(
                    {
                        "side": side,
                        "price": decimal8(price),
                        "barrier": decimal8(barrier),
                        "ticksLeft": left,
                        "z": position_of(tables, side, price, barrier, left),
                        "chance": chance_of(tables, side, price, barrier, left),
                    }
                )
    sales = []
    picked = [each["chance"] for each in chances if 0 < each["chance"] < ONE][::7]
    for index, chance in enumerate([0, 1, ONE - 1, ONE, *picked]):
        amount = (1, 250, 1000, 123_456, 10_000_000)[index % 5] * 10**6
        multiplier = list(MULTIPLIERS.values())[index % 4]
        millionths = (10_000, 0, 100_000, 12_345)[index // 2 % 4]
        value, fee, proceeds = sale_of(amount, multiplier, chance, millionths)
        given = {"amount": decimal8(amount), "multiplier": plain(multiplier / 100), "chance": chance}
        paid = {"value": decimal8(value), "fee": decimal8(fee), "proceeds": decimal8(proceeds)}
        sales.append({**given, "sellFee": plain(millionths / 10**6), **paid})
    return {"digest": digest_of_tables(tables), "entries": shown, "chances": chances, "sales": sales}


def instant(tick, milliseconds):
    return f"{datetime.fromtimestamp(tick, timezone.utc):%Y-%m-%dT%H:%M:%S}.{milliseconds:03d}Z"


def make_position(files, tables):
    """One position of the local chain: entered in one epoch, sold back in the next, 24 ticks before it expires."""
    ticks = {each["tick"]: each for each in files["price.json"]["ticks"]}
    price = {tick: int(ticks[tick]["state"]) for tick in ticks}
    chance, pull, reach = terms_of(EDGE, "barrier", MINUTES)
    amount, multiplier = 10 * 10**8, MULTIPLIERS[MINUTES]
    entry, sold, expiry = published(price[ENTRY]), published(price[SOLD]), ENTRY + 60 * MINUTES
    barrier = barrier_of(SIDE, entry, pull, reach)
    worth = chance_of(tables, SIDE, sold, barrier, expiry - SOLD)
    value, fee, proceeds = sale_of(amount, multiplier, worth, int(Decimal(FEE) * 10**6))
    names = {"position": "01a0c45c-08a8-7000-8000-00d1f13cff87", "user": "01a0c45c-08a8-7000-8000-00d1f13cff88"}
    epochs, chain = files["price.json"]["epochs"], files["chain.json"]["epochs"]
    receipt = [
        *names.items(),
        ("side", SIDE),
        ("amount", decimal8(amount)),
        ("duration", MINUTES),
        ("multiplier", f"{multiplier / 100:.2f}"),
        ("rule", "barrier"),
        ("terms", chain[0]["termsHash"]),
        ("chance", chance),
        ("entryTick", ENTRY),
        ("round", ticks[ENTRY]["round"]),
        ("entryPrice", decimal8(entry)),
        ("pull", pull),
        ("reach", reach),
        ("barrierPrice", decimal8(barrier)),
        ("expiryTick", expiry),
        ("opened", instant(ENTRY - 1, 234)),
        ("start", f"{epochs[0]['epoch']} {epochs[0]['startState']}"),
        *(("commitment", f"{each['epoch']} {each['commitment']}") for each in epochs),
        ("chain", f"{chain[24]['epoch']} {chain[24]['head']}"),
        ("key", KEY),
    ]
    sale = [
        *names.items(),
        ("round", ticks[SOLD]["round"]),
        ("soldTick", SOLD),
        ("soldPrice", decimal8(sold)),
        ("value", decimal8(value)),
        ("fee", decimal8(fee)),
        ("proceeds", decimal8(proceeds)),
        ("sold", instant(SOLD - 2, 0)),
        ("key", KEY),
    ]
    texts = {"veritick/receipt/1": receipt, "veritick/sale/1": sale}
    return {
        "receipt": {name: value for name, value in receipt if name != "commitment"},
        "sale": {**dict(sale), "ticksLeft": expiry - SOLD, "chance": worth},
        "texts": [
            {"format": form, "text": signed_text(form, lines), "sha256": sha256(signed_text(form, lines))}
            for form, lines in texts.items()
        ],
    }


def make_promises(position):
    """Batches of one position and others like it, as they would be signed together."""
    text = position["texts"][0]["text"]
    own = position["receipt"]["position"]
    texts = [text.replace(own, f"{own[:-1]}{digit}") for digit in "7abcdef"]
    leaves = [leaf_of(each) for each in texts]
    batches = []
    for size in (1, 2, 3, 5, 7):
        root = root_of(leaves[:size])
        signed = signed_text("veritick/promises/1", [("root", root), ("key", KEY)])
        key, signature = sign(bytes(range(32)), signed)
        assert key == KEY
        paths = [path_of(leaves[:size], index) for index in range(size)]
        batches.append({"root": root, "text": signed, "signature": signature, "paths": paths})
    return {"key": KEY, "texts": texts, "leaves": leaves, "batches": batches}


def with_line(text, name, value):
    return re.sub(rf"(?m)^{name} .*$", f"{name} {value}", text, count=1)


def make_log():
    """Seeds, texts, the tags and hashes of two more leaves, and the witnesses' times are given. The rest follows."""
    log = read("log.json")
    keys = [(each["vkey"].split("+")[0], each["type"], bytes.fromhex(each["seed"])) for each in log["keys"]]
    for each, (name, kind, seed) in zip(log["keys"], keys):
        each["vkey"] = verifier_key(name, kind, bytes.fromhex(sign(seed, "")[0]))
    owner, order, receipt, slice_ = log["owner"], log["order"], log["receipt"], log["slice"]
    position = re.search(r"(?m)^position (.*)$", owner["text"])[1]
    blind = sha256(bytes.fromhex(owner["nonce"]) + position.encode())[:32]
    owner["text"] = with_line(owner["text"], "blind", blind)
    owner["hash"], order["tag"] = sha256(owner["text"]), sha256(order["text"])[:32]
    receipt["text"] = with_line(with_line(receipt["text"], "owner", owner["hash"]), "tag", order["tag"])
    receipt["sha256"] = sha256(receipt["text"])
    receipt["leafData"] = slice_["leaves"][0] = order["tag"] + receipt["sha256"]
    leaves = [entry_hash(bytes.fromhex(data)) for data in slice_["leaves"]]
    receipt["leaf"] = leaves[0].hex()
    slice_["path"] = [each.hex() for each in tree_path(leaves, 0)]
    slice_["root"] = tree_root(leaves).hex()
    last = log["entries"][log["index"]]
    last["text"] = with_line(last["text"], "root", slice_["root"])
    for entry in log["entries"]:
        entry["leaf"] = entry_hash(entry["text"].encode()).hex()
    hashes = [bytes.fromhex(entry["leaf"]) for entry in log["entries"]]
    root = tree_root(hashes)
    log["root"] = root.hex()
    checkpoint = f"{keys[0][0]}\n{len(hashes)}\n{base64_of(root)}\n"
    path = "".join(f"{base64_of(each)}\n" for each in tree_path(hashes, log["index"]))
    lines = [note_line(*key, checkpoint, time) for key, time in zip(keys, [None, *log["cosigned"]])]
    head = f"c2sp.org/tlog-proof@v1\nindex {log['index']}\n"
    log["proof"] = f"{head}{path}\n{checkpoint}\n{''.join(lines)}"
    return log


def build():
    rounds = make_rounds()
    local, quicknet = rounds["local"], rounds["quicknet"]
    local_hash = local["chain"]["chainHash"]
    tables = make_tables()
    files = {
        "rounds.json": rounds,
        "price.json": make_price(local["chain"], local["rounds"]),
        "terms.json": make_terms(local_hash, quicknet["chain"]["chainHash"]),
        "chain.json": make_chain(local_hash),
        "sale.json": make_sale(tables),
    }
    files["position.json"] = make_position(files, tables)
    files["promises.json"] = make_promises(files["position.json"])
    files["log.json"] = make_log()
    return files, tables


def check():
    """The names of files that do not hold what is computed here."""
    made, _ = build()
    wrong = [name for name, content in made.items() if read(name) != json.loads(json.dumps(content))]
    for name in made:
        print(f"{'WRONG' if name in wrong else 'right'}  {name}")
    margins = [f"{name} {closest(table):.1e}" for name, table in exact_tables().items()]
    print(f"closest table entries to a rounding boundary: {', '.join(margins)}")
    return wrong


def make():
    for name, content in build()[0].items():
        (FOLDER / name).write_text(json.dumps(content, indent=2) + "\n")


def example():
    files, tables = build()
    price, position = files["price.json"], files["position.json"]
    promises, together = files["promises.json"], files["promises.json"]["batches"][2]
    chain, receipt, sale = files["rounds.json"]["local"]["chain"], position["receipt"], position["sale"]
    first = next(each for each in price["ticks"] if each["tick"] == ENTRY)
    before = next(each for each in price["ticks"] if each["tick"] == ENTRY - 1)
    number = next(each for each in files["rounds.json"]["local"]["rounds"] if each["round"] == first["round"])
    digest, old, z = bytes.fromhex(first["digest"]), int(before["state"]), first["noise"]
    words = [int.from_bytes(digest[at : at + 2], "big") for at in range(0, 32, 2)]
    link, offer = files["chain.json"]["epochs"][0], files["terms.json"]["texts"][0]
    units = lambda text: int(text.replace(".", ""))
    entry, sold, barrier = (units(receipt["entryPrice"]), units(sale["soldPrice"]), units(receipt["barrierPrice"]))
    left, pull, sd = sale["ticksLeft"], tables["pull"][sale["ticksLeft"]], tables["sd"][sale["ticksLeft"]]
    z32 = position_of(tables, SIDE, sold, barrier, left)
    k, part = z32 >> 24, z32 & (2**24 - 1)
    exact = units(receipt["amount"]) * 350 * sale["chance"]
    print(f"""Noise
  round    {first["round"]} = floor(({ENTRY} - {chain["genesisTime"]}) / {chain["period"]}) + 1
  rho      SHA-256({number["signature"][:16]}...) = {number["rho"]}
  seed     {price["epochs"][0]["seed"]} (epoch {ENTRY // EPOCH})
  message  tick/2/{ENTRY}/{first["round"]}/{number["rho"]}
  HMAC     {first["digest"]}
  noise    2 * ({" + ".join(map(str, words))}) - 1048560
           = 2 * {sum(words)} - 1048560 = {z}
Step
  before   {old}
  pulled   round(({MEAN} - {old}) / {REVERSION}) = {rounded(MEAN - old, REVERSION)}
  moved    round({z} * {SCALE} / 2^20) = {rounded(z * SCALE, 2**20)}
  after    {first["state"]}, published as {first["price"]}
Terms of epoch {link["epoch"]}, chained to the genesis
  text     {offer["text"].splitlines()}, each line with a line feed
  hash     {offer["hash"]} = SHA-256 of the text
  before   {files["chain.json"]["genesis"]["head"]}, the head at genesis
  head     SHA-256(veritick/chain/epoch/2/{link["epoch"]}/{link["commitment"]}/{offer["hash"]}/<before>)
           = {link["head"]}
Barrier, of a {SIDE} for {MINUTES} minute that enters at tick {ENTRY}
  pull     {receipt["pull"]}, reach {receipt["reach"]}
  exact    {MEAN} + ({entry} - {MEAN}) * {receipt["pull"]} / 2^40 - {receipt["reach"]}
  barrier  {barrier}, rounded down to a multiple of {GRID}
Sale, at tick {SOLD} and price {sold}, {left} ticks before it expires
  pull     {pull}, sd {sd}
  z        floor((({barrier} + 50000 - {MEAN}) * 2^40 - ({sold} - {MEAN}) * {pull}) / ({sd} * 2^8))
           = {z32} = {k} * 2^24 + {part}
  T        {tables["T"][k]} and {tables["T"][k + 1]}
  C        {tables["C"][k]} and {tables["C"][k + 1]}
  F        floor of (T + C / {left}) between them = {sale["chance"]}
  chance   F / 2^40 = {sale["chance"] / ONE:.6f}
  exact    {receipt["amount"]} * 3.50 * {sale["chance"]} / 2^40 = {Decimal(exact) / (10**10 * ONE):.10f}...
  value    {sale["value"]}, fee {sale["fee"]}, proceeds {sale["proceeds"]}
Promise, signed together with two others
  leaf     {promises["leaves"][0]} = SHA-256(veritick/promise/leaf/1<line feed><text>)
  path     {together["paths"][0]}
  root     {together["root"]}
  signed   {together["text"].splitlines()}, each line with a line feed
           {together["signature"]}""")
