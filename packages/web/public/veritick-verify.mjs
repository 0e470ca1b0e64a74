#!/usr/bin/env node
/**
 * The standalone verifier of Veritick: one file that needs only Node.js (18 or newer).
 *
 * It is written from the page "Protocol" (docs/protocol.md) alone, and shares no line with the platform's own programs.
 * If both reach the same result, two independent programs agree. The verifier trusts no value that it can compute itself.
 * For each other value it says whose word it relies on.
 *
 * Only the elliptic curve of the beacon's signatures was not written for this file. It comes from the audited library
 * @noble/curves, which is built in at the end.
 *
 *   node veritick-verify.mjs --help
 *
 * SPDX-License-Identifier: MIT
 * Copyright (c) 2026 The Veritick authors
 */
import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  randomBytes,
  sign,
  verify as verifySignature,
} from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";

/** The version of the product that this file belongs to. `npm run release` writes it. */
const VERSION = "1.0.0";

const USAGE = `Checks what Veritick published and promised, without trusting it.

  node veritick-verify.mjs --position FILE [--url URL] [--key HEX]    a receipt file, or the bare reply of GET /api/trading/positions/{id}
  node veritick-verify.mjs --epoch N [--to M] --url URL [--seen EPOCH:HEAD]    whole hours of prices: seeds, commitments, the beacon's rounds, published prices
  node veritick-verify.mjs --chain --url URL [--seen EPOCH:HEAD]      all commitments since the genesis, and a head noted earlier
  node veritick-verify.mjs --liabilities FILE [--url URL] [--email E] [--balance B] [--key HEX]    the proof that a balance is in a liabilities report
  node veritick-verify.mjs monitor --url PREFIX --policy FILE --state FOLDER [--once]    the public log: that it only grows, is the same for all, and keeps its rules
  node veritick-verify.mjs --vectors FOLDER                           reproduces the test vectors in a folder (docs/vectors)
  node veritick-verify.mjs --version                                  prints the version of this file

  --url URL    the address of the site: the program fetches there what a file lacks, and compares the rest with it
  --key HEX    the public key that must have signed; without it, any key that the site lists, or without a site the file
  --beacon HEX the chain hash of a beacon that you trust as drand's quicknet: nobody knows its rounds before they are due
  --seen EPOCH:HEAD    a head of the chain that you noted; with --epoch, before those hours
  --now TIME   the present time, such as 2026-11-21T10:00:00Z, instead of this machine's clock
  --strict     exit code 2 if the last line makes a reservation ("unless ...", "but nothing here shows ...")

monitor takes --url, the address of the log such as https://veritick.example/log/1/, --now, and
  --policy FILE  the log's key and the witnesses that you believe (C2SP tlog-policy). Never take it from the site that you check.
  --state FOLDER where it notes what it has seen, and writes both notes if the log forks (fork-<size>.txt)
  --once         looks once; otherwise each second, until something is wrong or SIGTERM

An hour has 1,200 rounds of a beacon with one in three seconds. Checking their signatures takes some seconds; progress goes to stderr.
Each line is "ok", "WRONG", "BROKEN" (the platform says itself that it did not keep a promise), "later" (cannot be checked yet), "missing" (the data to check it is not at hand) or "note" (information without a verdict).
Exit code: 0 all right, or right so far, also with a reservation; 1 something is wrong; 2 something could not be checked: data is missing, the usage is wrong, a
file is unreadable or the site does not answer.`;

// --- what is expected and reported -----------------------------------------------------------------------

/** An obstacle that stops the whole check, such as an unreadable file. `run` shows its message unchanged. */
export class Trouble extends Error {
  /** @param {string} message @param {number} [status] the status of an HTTP reply */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * Replaces the control characters of a text with "?" and cuts it at 600 characters. Strangers write the files and the
 * replies, so no control character may reach the terminal.
 * @param {string} text
 */
const printable = (text) =>
  text.replace(/[^\x20-\x7e\u00a1-\u2027\u2030-\u2065\u206a-\uffff]/g, "?").slice(0, 600);

/** Prints one line for each check, counts the lines by kind and derives the verdict. */
export class Report {
  counts = { ok: 0, WRONG: 0, BROKEN: 0, later: 0, missing: 0, note: 0 };
  lastTick = 0;
  /** The first digits of the chain hash of a beacon whose rounds somebody may know before they are due. @type {string | undefined} */
  ownBeacon = undefined;
  /** What may have been backdated, in words. @type {string | undefined} */
  undated = undefined;

  /** @param {(line: string) => void} say @param {(line: string) => void} tell prints the progress of a slow check */
  constructor(say, tell = () => {}) {
    this.say = say;
    this.tell = tell;
  }

  /** @param {"ok" | "WRONG" | "BROKEN" | "later" | "missing" | "note"} kind @param {string} step @param {string} text */
  #line(kind, step, text) {
    this.counts[kind] += 1;
    this.say(printable(`${kind.padEnd(7)} ${step.padEnd(16)} ${text}`));
  }

  /** @param {string} step @param {string} text */
  ok = (step, text) => this.#line("ok", step, text);
  /** @param {string} step @param {string} text */
  wrong = (step, text) => this.#line("WRONG", step, text);
  /**
   * Reports a promise that was not kept, as the platform itself says. Nothing is forged.
   * @param {string} step @param {string} text
   */
  broken = (step, text) => this.#line("BROKEN", step, text);
  /**
   * Reports something that nobody can tell from the data at hand. The verdict is then not "All right".
   * @param {string} step @param {string} text
   */
  missing = (step, text) => this.#line("missing", step, text);
  /** Reports background information. It does not change the verdict. @param {string} step @param {string} text */
  note = (step, text) => this.#line("note", step, text);

  /**
   * Reports a check, and returns whether it holds.
   * @param {string} step @param {boolean} truth @param {string} right @param {string} [wrong]
   */
  check(step, truth, right, wrong = `this does not hold: ${right}`) {
    this.#line(truth ? "ok" : "WRONG", step, truth ? right : wrong);
    return truth;
  }

  /**
   * Checks that the value given is the value computed.
   * @param {string} step @param {unknown} found @param {unknown} computed @param {string} what
   */
  same(step, found, computed, what) {
    const wrong = `${what}: ${String(found)} is given, not ${String(computed)}`;
    return this.check(step, found === computed, `${what}: ${String(computed)}`, wrong);
  }

  /** @param {string} step @param {string} text @param {number} tick the second from which it can be checked */
  later(step, text, tick) {
    this.lastTick = Math.max(this.lastTick, tick);
    this.#line("later", step, `${text}: from ${timeOf(tick)} on`);
  }

  /** Returns what nothing shows, though every check passes: the reservations of the verdict. */
  #reservations() {
    const undated = this.undated && `nothing here shows that ${this.undated} was not backdated`;
    const known = this.ownBeacon && `, unless the operator of the beacon ${this.ownBeacon} knew its rounds`;
    return known && undated ? `${known}, and ${undated}` : (known ?? (undated ? `, but ${undated}` : ""));
  }

  /**
   * Prints the verdict and returns the exit code. The worst line decides, so no gap passes as right.
   * @param {boolean} isStrict whether a reservation is a failure to check
   */
  verdict(isStrict) {
    const { ok, WRONG, BROKEN, later, missing } = this.counts;
    this.say("");
    const rest = later > 0 ? `, ${later} to be made later, the last from ${timeOf(this.lastTick)} on` : "";
    if (WRONG > 0) this.say(`WRONG: ${WRONG} of ${ok + WRONG} checks failed.`);
    else if (BROKEN > 0)
      this.say(
        `A PROMISE WAS NOT KEPT. Nothing else was found wrong: ${ok} checks passed, ${missing} cannot be made.`,
      );
    else if (missing > 0)
      this.say(
        `Not everything can be checked: ${ok} checks passed, ${missing} cannot be made with the data at hand${rest}.`,
      );
    else
      this.say(
        `${later > 0 ? "Right so far" : "All right"}${this.#reservations()}: ${ok} checks passed${rest}.`,
      );
    if (WRONG + BROKEN > 0) return 1;
    return missing > 0 || (isStrict && this.#reservations() !== "") ? 2 : 0;
  }
}

/** @param {number} tick */
const timeOf = (tick) => new Date(tick * 1000).toISOString().replace(".000Z", "Z");

const HASH = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DECIMAL = /^-?\d{1,20}\.\d{8}$/;
/** Stakes are above zero and have two decimals. */
const STAKE = /^(?=.*[1-9])\d{1,10}\.\d{2}0{6}$/;
/** Prices are multiples of 0.001. */
const ON_GRID = /^\d{1,10}\.\d{3}0{5}$/;
const INTEGER = /^-?\d{1,30}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ANY_TEXT = /^[^]*$/;
/** A tick, an epoch or a count. Its limit is the end of the year 9999, so that a sum of several still makes a valid date. */
const COUNT = "a whole number";
const NUMBER = "a number";
/** @param {unknown} shape */
const orNull = (shape) => ({ orNull: shape });
/** @param {unknown} shape @param {number} max */
const listOf = (shape, max) => ({ listOf: shape, max });

/**
 * Returns the value if it has the shape, and throws otherwise. docs/protocol.md describes the shapes. Further fields are
 * ignored.
 * @param {any} value @param {any} shape @param {string} name @returns {any}
 */
function shaped(value, shape, name) {
  const refuse = (/** @type {string} */ what) => {
    throw new Trouble(`${name} is not ${what}.`);
  };
  if (shape instanceof RegExp) {
    if (typeof value !== "string" || value.length > 10_000 || !shape.test(value))
      refuse("text of the right form");
    if (shape === TIME && !isInstant(value)) refuse("an instant");
  } else if (shape === COUNT) {
    if (!Number.isInteger(value) || value < 0 || value > 253402300799) refuse(COUNT);
  } else if (shape === NUMBER) {
    if (typeof value !== "number" || !Number.isFinite(value)) refuse(NUMBER);
  } else if ("orNull" in shape) {
    if (value !== null) shaped(value, shape.orNull, name);
  } else if ("listOf" in shape) {
    if (!Array.isArray(value) || value.length > shape.max) refuse(`a list of at most ${shape.max}`);
    for (const [index, item] of value.entries()) shaped(item, shape.listOf, `${name}[${index}]`);
  } else {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuse("an object");
    for (const key of Object.keys(shape)) {
      if (!Object.hasOwn(value, key)) throw new Trouble(`${name} has no "${key}".`);
      shaped(value[key], shape[key], `${name}.${key}`);
    }
  }
  return value;
}

/** Returns whether a text names an instant that exists. @param {string} text */
function isInstant(text) {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString() === text;
}

/** Makes several fields of one shape. @param {unknown} shape @param {string} names */
const each = (shape, names) => Object.fromEntries(names.split(" ").map((name) => [name, shape]));

const COMMITTED = { epoch: COUNT, commitment: HASH };
const ANNOUNCED = { ...COMMITTED, termsHash: HASH };
const ROW = {
  ...ANNOUNCED,
  head: HASH,
  startTick: COUNT,
  ...each(orNull(INTEGER), "startState"),
  seed: orNull(HASH),
};
const ROUND = { round: COUNT, signature: /^[0-9a-f]{96}$/ };
const CHAIN = {
  ...each(HASH, "chainHash groupHash"),
  publicKey: /^[0-9a-f]{192}$/,
  ...each(COUNT, "genesisTime period"),
  schemeID: /^[\w.-]{1,64}$/,
  beaconID: /^[\w.-]{0,64}$/,
};
const KEYS = listOf({ publicKey: HASH, since: TIME }, 10_000);
const RULE = /^(barrier|direction)$/;
const GENESIS = { tick: COUNT, state: INTEGER, previousHead: HASH };
/** The end of a price, with the data from which its last prices are computed, and the terms that it had promised. */
const ENDING = {
  genesis: GENESIS,
  beacon: CHAIN,
  reason: /^(beacon|secret)$/,
  tick: COUNT,
  epochs: listOf(
    {
      ...ANNOUNCED,
      startTick: COUNT,
      startState: orNull(INTEGER),
      seed: orNull(HASH),
    },
    10,
  ),
  endedAt: TIME,
  head: HASH,
  promised: listOf({ ...ANNOUNCED, text: ANY_TEXT }, 100),
};
const TERMS = { duration: COUNT, ...each(NUMBER, "multiplier winChance"), ...each(INTEGER, "pull reach") };
const FAIRNESS = {
  process: { ...each(INTEGER, "mean reversion scale unit"), epochTicks: COUNT },
  genesis: GENESIS,
  ...each(NUMBER, "houseEdge sellFee"),
  winRule: RULE,
  terms: listOf(TERMS, 60),
  termsByEpoch: listOf({ fromEpoch: COUNT, text: ANY_TEXT, hash: HASH }, 1000),
  current: ANNOUNCED,
  upcoming: listOf(ANNOUNCED, 1000),
  chain: { epoch: COUNT, head: HASH },
  beacon: { ...CHAIN, kind: /^(local|drand)$/ },
  closings: listOf(ENDING, 10_000),
  keys: KEYS,
};
const POSITION = {
  ...each(UUID, "id userId"),
  ...each(COUNT, "duration entryTick round expiryTick"),
  ...each(TIME, "createdAt expiresAt"),
  amount: STAKE,
  ...each(ON_GRID, "entryPrice barrierPrice"),
  ...each(orNull(ON_GRID), "resultPrice soldPrice"),
  ...each(orNull(DECIMAL), "profit proceeds"),
  refundReason: orNull(/^.{1,100}$/),
  type: /^(buy|sell)$/,
  ...each(orNull(COUNT), "soldTick"),
  status: /^(active|won|lost|sold|refunded)$/,
  multiplier: /^\d{1,3}\.\d\d$/,
  winChance: NUMBER,
};
/** The steps from the text of a promise up to the signed root. */
const PATH = listOf(/^(left|right) [0-9a-f]{64}$/, 10);
const ENTRY = { transactionId: INTEGER, kind: /^\w{1,60}$/, account: /^.{1,100}$/, amount: DECIMAL };
const RECEIPT = {
  position: POSITION,
  commitments: listOf(COMMITTED, 10),
  terms: ANY_TEXT,
  barrier: {
    rule: RULE,
    ...each(INTEGER, "mean unit pull pullScale reach grid"),
    ...each(ON_GRID, "entryPrice result"),
  },
  entries: listOf(ENTRY, 100),
  promise: orNull({ text: ANY_TEXT, signature: SIGNATURE, publicKey: HASH, path: PATH }),
  closing: orNull({
    ...each(COUNT, "tick ticksLeft"),
    price: ON_GRID,
    value: DECIMAL,
    chance: INTEGER,
    reason: /^(beacon|secret)$/,
  }),
  sale: orNull({
    ...each(COUNT, "round tick ticksLeft"),
    price: ON_GRID,
    ...each(DECIMAL, "value fee proceeds"),
    chance: INTEGER,
    sold: TIME,
    text: ANY_TEXT,
    signature: SIGNATURE,
    publicKey: HASH,
  }),
};
const STATEMENT = { number: COUNT, taken: TIME, total: DECIMAL, text: ANY_TEXT, signature: SIGNATURE };
const PROOF = {
  statement: STATEMENT,
  leaf: { salt: HASH, user: UUID, email: /^[^\p{Cc}]{1,1000}$/u, balance: DECIMAL },
  index: NUMBER,
  siblings: listOf({ hash: HASH, sum: DECIMAL }, 64),
};

const MAX_BYTES = 10_000_000;

/** Reads a file of at most 10 MB. @param {string} path */
function readText(path) {
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new Trouble(`${path} is not a file.`);
    if (stats.size > MAX_BYTES) throw new Trouble(`${path} is larger than 10 MB.`);
    return readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw new Trouble(`${path} cannot be read (${/** @type {any} */ (error).code}).`);
  }
}

/** Reads a JSON file of at most 10 MB. @param {string} path @returns {any} */
function readJson(path) {
  const text = readText(path);
  try {
    return JSON.parse(text);
  } catch {
    throw new Trouble(`${path} is not JSON.`);
  }
}

/**
 * Requests an address. Waits and tries again if the server is busy.
 * @param {string} url @param {number} maxBytes @param {number} timeoutMs @param {number} [triesLeft]
 * @returns {Promise<Buffer>}
 */
async function download(url, maxBytes, timeoutMs, triesLeft = 5) {
  let response;
  const chunks = [];
  try {
    response = await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    let bytes = 0;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      const limit = maxBytes === MAX_BYTES ? "10 MB" : `${maxBytes} bytes`;
      if (bytes > maxBytes && response.status === 200)
        throw new Trouble(`${url} returns more than ${limit}.`);
      if (bytes <= maxBytes) chunks.push(chunk);
      else break;
    }
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw new Trouble(`${url} does not answer.`);
  }
  if ((response.status === 429 || response.status === 503) && triesLeft > 0) {
    const seconds = Math.min(10, Number(response.headers.get("retry-after")) || 1);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    return download(url, maxBytes, timeoutMs, triesLeft - 1);
  }
  if (response.status !== 200)
    throw new Trouble(`${url} answers with status ${response.status}.`, response.status);
  return Buffer.concat(chunks);
}

/**
 * The public calls of a site. A reply of more than 10 MB, one that takes more than 30 seconds and one of another form throw
 * `Trouble`.
 */
export class Site {
  /** @param {string} url */
  constructor(url) {
    if (!/^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/.test(url))
      throw new Trouble(`--url ${url} is not an address such as https://example.com.`);
    this.url = url.replace(/\/+$/, "");
  }

  /** Requests a path. @param {string} path @returns {Promise<any>} */
  async get(path) {
    const text = new TextDecoder().decode(await download(this.url + path, MAX_BYTES, 30_000));
    try {
      return JSON.parse(text);
    } catch {
      throw new Trouble(`${this.url}${path} does not return JSON.`);
    }
  }

  fairness = async () => shaped(await this.get("/api/fairness"), FAIRNESS, "the site's /api/fairness");

  /**
   * Returns the rows of these epochs, in order and none twice. The caller must notice an epoch that is left out.
   * @param {number} from @param {number} to
   */
  async epochs(from, to) {
    const rows = [];
    for (let first = from; first <= to; first += 1000) {
      const last = Math.min(to, first + 999);
      const path = `/api/fairness/epochs?from=${first}&to=${last}`;
      const part = shaped(await this.get(path), listOf(ROW, 1000), `the site's ${path}`);
      let next = first;
      for (const { epoch } of part) {
        if (epoch < next || epoch > last)
          throw new Trouble(`The site does not list the epochs ${first} to ${last} once and in order.`);
        next = epoch + 1;
      }
      rows.push(...part);
    }
    return rows;
  }

  /**
   * Returns the beacon's rounds that have come.
   * @param {number} from @param {number} to @param {string} [chain] the chain hash of a beacon that was replaced
   */
  async rounds(from, to, chain) {
    const list = [];
    for (let first = from; first <= to; first += 1200) {
      const path = `/api/fairness/rounds?from=${first}&to=${Math.min(to, first + 1199)}${chain ? `&chain=${chain}` : ""}`;
      list.push(...shaped(await this.get(path), listOf(ROUND, 1200), `the site's ${path}`));
    }
    return list;
  }

  /** Returns the published prices in thousandths, one for each tick. @param {number} from @param {number} to */
  async prices(from, to) {
    const path = `/api/prices?from=${from}&to=${to}`;
    const shape = { from: COUNT, prices: listOf(NUMBER, 3600) };
    const { from: start, prices } = shaped(await this.get(path), shape, `the site's ${path}`);
    if (start !== from || prices.length !== to - from + 1)
      throw new Trouble(`The site does not return the prices of the ticks ${from} to ${to}.`);
    return prices.map((/** @type {number} */ price) => {
      const milli = Math.round(price * 1000);
      // A price off the grid stays a fraction of a thousandth, so it equals no computed price.
      return milli / 1000 === price ? milli : price * 1000;
    });
  }
}

// --- amounts and prices ----------------------------------------------------------------------------------

/** Returns a decimal with eight places, such as "12.50000000", as an integer in units of 1e-8. @param {string} text */
const minorOf = (text) => BigInt(text.replace(".", ""));
/** Returns an amount in units of 1e-8 as a decimal with eight places. @param {bigint} minor */
const decimalOf = (minor) => {
  const digits = String(minor < 0n ? -minor : minor).padStart(9, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -8)}.${digits.slice(-8)}`;
};
/** Returns a price in thousandths as a decimal with eight places. @param {bigint} milli */
const priceOf = (milli) => decimalOf(milli * GRID);

/** Divides and rounds down, also below zero. @param {bigint} a @param {bigint} b above zero */
const floorDiv = (a, b) => (a >= 0n ? a / b : -((b - 1n - a) / b));

const MEAN = 15500000000n;
const REVERSION = 36000n;
const SCALE = 19052559n;
const UNIT = 100000000n;
const GRID = 100000n;
const PULL_SCALE = 2n ** 40n;
const GENESIS_STATE = 15279000000n;
const EPOCH_TICKS = 3600;
/** The number of epochs by which commitments are published ahead. */
const EPOCHS_AHEAD = 24;
/** The number of seconds by which a seed or a result may be late before it counts as withheld. */
const PATIENCE = 120;

/** @param {string | Uint8Array} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
/** @param {string} seed in hex */
const commitmentOf = (seed) => sha256(Buffer.from(seed, "hex"));

/** @param {string} seed in hex */
export const keyOf = (seed) => createSecretKey(Buffer.from(seed, "hex"));

/**
 * Returns the noise of a tick: the sum of the 16 words of an HMAC, doubled and centred on zero.
 * @param {import("node:crypto").KeyObject} key the seed of its epoch @param {number} tick @param {number} round
 * @param {string} rho the random value of the round
 */
export function noiseAt(key, tick, round, rho) {
  const digest = createHmac("sha256", key).update(`tick/2/${tick}/${round}/${rho}`).digest();
  let sum = 0;
  for (let offset = 0; offset < 32; offset += 2) sum += digest.readUInt16BE(offset);
  return 2 * sum - 16 * 65535;
}

/**
 * Returns the state one tick later. Each of the two divisions is rounded half up, also below zero.
 * @param {bigint} state @param {number} noise
 */
export const nextState = (state, noise) =>
  state +
  floorDiv(2n * (MEAN - state) + REVERSION, 2n * REVERSION) +
  floorDiv(2n * BigInt(noise) * SCALE + 2n ** 20n, 2n ** 21n);

/** Returns the published price of a state in thousandths, rounded half up. @param {bigint} state */
export const milliOf = (state) => floorDiv(state + GRID / 2n, GRID);

/**
 * Returns the state one tick before `firstTick`, then that of each tick up to `lastTick`. It ends before the first tick
 * whose round is missing.
 * @param {string} seed @param {number} firstTick @param {number} lastTick @param {bigint} startState
 * @param {{ genesisTime: number, period: number }} beacon @param {Map<number, string>} rounds signatures by round
 */
export function pathOf(seed, firstTick, lastTick, startState, beacon, rounds) {
  const key = keyOf(seed);
  const states = [startState];
  for (let tick = firstTick; tick <= lastTick;) {
    const round = roundAt(beacon, tick);
    const signature = rounds.get(round);
    if (signature === undefined) break;
    const rho = rhoOf(signature);
    for (const end = Math.min(lastTick, dueOf(beacon, round + 1) - 1); tick <= end; tick += 1)
      states.push(nextState(/** @type {bigint} */ (states.at(-1)), noiseAt(key, tick, round, rho)));
  }
  return states;
}

/** @param {number} tick */
const epochOf = (tick) => Math.floor(tick / EPOCH_TICKS);
/** Returns the first tick after an epoch, when its seed is due. @param {number} epoch */
const endOf = (epoch) => (epoch + 1) * EPOCH_TICKS;
/** @param {{ tick: number }} genesis */
const firstEpochOf = (genesis) => epochOf(genesis.tick + 1);
/**
 * Returns the first tick of an epoch: in the first epoch, the tick after the genesis.
 * @param {any} genesis @param {number} epoch
 */
const firstTickOf = (genesis, epoch) => Math.max(epoch * EPOCH_TICKS, genesis.tick + 1);

// --- the beacon ------------------------------------------------------------------------------------------

const SCHEME = "bls-unchained-g1-rfc9380";
const SIGNING_DOMAIN = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
/** The chain hash of drand's quicknet, whose key some twenty independent organisations hold together. */
const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";

/** @typedef {{ genesisTime: number, period: number }} Times */

/**
 * Returns the round that makes the price of a tick: the newest that is due by then.
 * @param {Times} beacon @param {number} tick
 */
export const roundAt = ({ genesisTime, period }, tick) => Math.floor((tick - genesisTime) / period) + 1;
/** Returns the tick at which a round is due. @param {Times} beacon @param {number} round */
const dueOf = ({ genesisTime, period }, round) => genesisTime + period * (round - 1);
/** Returns the random value of a round: the hash of its signature. @param {string} signature */
export const rhoOf = (signature) => sha256(Buffer.from(signature, "hex"));

/** @param {number} value @param {number} bytes */
function bigEndian(value, bytes) {
  const buffer = Buffer.alloc(8);
  buffer.writeBigUInt64BE(BigInt(value));
  return buffer.subarray(8 - bytes);
}

/** Returns the message that the beacon signs for a round. @param {number} round */
const messageOf = (round) => createHash("sha256").update(bigEndian(round, 8)).digest();

/** Returns the hash that names a chain: of its key, times, group and name. @param {any} beacon */
export const chainHashOf = ({ period, genesisTime, publicKey, groupHash, beaconID }) =>
  sha256(
    Buffer.concat([
      bigEndian(period, 4),
      bigEndian(genesisTime, 8),
      Buffer.from(publicKey + groupHash, "hex"),
      Buffer.from(beaconID === "default" ? "" : beaconID),
    ]),
  );

/**
 * Checks the beacon's scheme, times and chain hash. Notes whether somebody can know its rounds before they are due.
 * @param {Report} report @param {any} beacon
 */
function checkBeacon(report, beacon) {
  const { kind, chainHash, genesisTime, period, schemeID } = beacon;
  report.same("beacon", schemeID, SCHEME, "the scheme of its signatures");
  const isWhole = isDividing(beacon);
  const times = `a round in ${period} s, since ${timeOf(genesisTime)}: every hour begins with a round of its own`;
  report.check("beacon", isWhole, times);
  const computed = chainHashOf(beacon);
  report.same("beacon", chainHash, computed, "the chain's key, times and group hash to");
  if (computed === QUICKNET)
    report.note("beacon", "drand's quicknet: independent organisations make its rounds, not the platform");
  else if (kind === "local")
    report.note("beacon", "this site runs its own beacon: its operator can know prices in advance");
  else report.note("beacon", "the chain is not drand's quicknet: its operator can know prices in advance");
}

/**
 * Makes the verdict's reservation about a beacon that is neither quicknet nor the one given by --beacon. Whoever runs a chain
 * chooses its name, so only its computed hash counts.
 * @param {Report} report @param {any} beacon @param {string | undefined} trusted
 */
function checkRunner(report, beacon, trusted) {
  const computed = chainHashOf(beacon);
  if (computed === trusted) report.note("beacon", "the chain is the one given by --beacon");
  else if (computed !== QUICKNET) report.ownBeacon = computed.slice(0, 12);
}

/** Returns whether a round is due exactly when each epoch begins. @param {Times} beacon */
const isDividing = ({ period, genesisTime }) => period > 0 && 60 % period === 0 && genesisTime % period === 0;

/** @type {any} */
let curve;

/**
 * Returns whether all rounds are signed with the key. It multiplies each signature and its message by one random factor,
 * then adds up all signatures and all messages. So two pairings are enough for all rounds. Nobody can foresee the factors,
 * so false signatures cannot make up for each other.
 * @param {string} publicKey @param {{ round: number, signature: string }[]} rounds
 */
export function areSigned(publicKey, rounds) {
  curve ??= loadCurve().bls12_381;
  const { G1, G2, shortSignatures } = curve;
  try {
    // Throws if the text is not a point of the group.
    const key = G2.Point.fromHex(publicKey);
    if (key.is0()) return false;
    let signed = G1.Point.ZERO;
    let hashed = G1.Point.ZERO;
    for (const { round, signature } of rounds) {
      const point = G1.Point.fromHex(signature);
      if (point.is0()) return false;
      const factor = BigInt(`0x${randomBytes(16).toString("hex")}`) | 1n;
      signed = signed.add(point.multiplyUnsafe(factor));
      hashed = hashed.add(shortSignatures.hash(messageOf(round), SIGNING_DOMAIN).multiplyUnsafe(factor));
    }
    return shortSignatures.verify(signed, hashed, key);
  } catch {
    return false;
  }
}

/**
 * Returns the first round of a batch that is not signed with the key.
 * @param {string} publicKey @param {{ round: number, signature: string }[]} rounds @returns {number | undefined}
 */
function firstUnsigned(publicKey, rounds) {
  if (areSigned(publicKey, rounds)) return undefined;
  if (rounds.length === 1) return rounds[0]?.round;
  const half = Math.ceil(rounds.length / 2);
  return firstUnsigned(publicKey, rounds.slice(0, half)) ?? firstUnsigned(publicKey, rounds.slice(half));
}

/** The rounds already found to be signed. They save time in a program that checks many files. @type {Set<string>} */
const knownSigned = new Set();
const BATCH = 100;

/**
 * Checks signatures batch by batch. Returns the first round that is not signed with the key.
 * @param {Report} report @param {string} publicKey @param {{ round: number, signature: string }[]} rounds
 */
async function findUnsigned(report, publicKey, rounds) {
  const nameOf = (/** @type {any} */ one) => `${publicKey}/${one.round}/${one.signature}`;
  const unknown = rounds.filter((one) => !knownSigned.has(nameOf(one)));
  if (knownSigned.size > 10_000) knownSigned.clear();
  let told = performance.now() - 3000;
  for (let first = 0; first < unknown.length; first += BATCH) {
    const batch = unknown.slice(first, first + BATCH);
    const unsigned = firstUnsigned(publicKey, batch);
    if (unsigned !== undefined) return unsigned;
    for (const one of batch) knownSigned.add(nameOf(one));
    // Lets Node.js notice if the site has closed its connection meanwhile, before the next request uses it.
    await new Promise((resolve) => setImmediate(resolve));
    if (performance.now() < told + 5000) continue;
    told = performance.now();
    report.tell(`${first + batch.length} of ${unknown.length} rounds checked`);
  }
  return undefined;
}

/**
 * Adds the rounds of a list. Two signatures of one round cannot both be right: it reports the first such round.
 * @param {Report} report @param {Map<number, string>} rounds @param {any[]} list @param {string} where
 */
function addRounds(report, rounds, list, where) {
  let isTold = false;
  for (const { round, signature } of list) {
    const known = rounds.get(round) ?? signature;
    if (known !== signature && !isTold) {
      isTold = true;
      report.wrong("rounds", `round ${round} is ${known} in the file, ${signature} ${where}`);
    }
    rounds.set(round, signature);
  }
}

/**
 * Checks that every round from one tick to another is there and signed by the beacon.
 * @param {Known} known @param {number} fromTick @param {number} toTick
 */
async function checkRounds({ report, fairness: { beacon }, rounds, site, nowTick, ended }, fromTick, toTick) {
  const [first, last] = [roundAt(beacon, fromTick), roundAt(beacon, toTick)];
  if (first < 1) return report.wrong("rounds", `tick ${fromTick} is before the beacon's first round`);
  const newest = Math.min(last, roundAt(beacon, nowTick));
  if (site)
    addRounds(report, rounds, await site.rounds(first, newest, ended && beacon.chainHash), "on the site");
  const there = [];
  for (let round = first; round <= last; round += 1) {
    const signature = rounds.get(round);
    if (signature !== undefined) there.push({ round, signature });
  }
  const unsigned = await findUnsigned(report, beacon.publicKey, there);
  if (unsigned !== undefined)
    return report.wrong("rounds", `round ${unsigned} is not signed with the beacon's key`);
  const absent = there.findIndex(({ round }, index) => round !== first + index);
  const missing = first + (absent < 0 ? there.length : absent);
  const all = `${first} to ${last}`;
  if (missing > last) return report.ok("rounds", `the rounds ${all} are signed with the beacon's key`);
  if (absent < 0 && nowTick <= toTick + (site ? PATIENCE : 0))
    return report.later("rounds", `those from ${missing} on, of ${all}`, toTick);
  const hint = site ? "the site does not give it" : "it is not in the file: give --url";
  return report.missing("rounds", `round ${missing} of ${all}: ${hint}`);
}

// --- terms and barriers ----------------------------------------------------------------------------------

/**
 * Returns the chance that a standard normal number exceeds x. Up to 3 it uses a series, whose terms do not cancel each
 * other, and beyond 3 a continued fraction.
 * @param {number} x @returns {number}
 */
export function upperTail(x) {
  if (x < 0) return 1 - upperTail(-x);
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  if (x > 3) {
    let fraction = x;
    for (let k = 200; k >= 1; k -= 1) fraction = x + k / fraction;
    return density / fraction;
  }
  let term = x;
  let sum = x;
  for (let odd = 3; term > sum * 1e-18; odd += 2) sum += term *= (x * x) / odd;
  return 0.5 - density * sum;
}

/**
 * Returns the number whose upper tail is `chance`. It halves an interval until no binary64 number is left between its ends.
 * @param {number} chance
 */
export function upperQuantile(chance) {
  let low = -38;
  let high = 38;
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return middle;
    if (upperTail(middle) > chance) low = middle;
    else high = middle;
  }
}

/** Returns the square root, rounded down. @param {bigint} square */
function squareRoot(square) {
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/**
 * Returns the standard deviation of the state after n ticks, in 1e-8. All steps but the last conversion use integers.
 * @param {number} n
 */
export function deviationAfter(n) {
  const whole = REVERSION ** BigInt(2 * n);
  const left = (REVERSION - 1n) ** BigInt(2 * n);
  const numerator = SCALE ** 2n * 64n * (65536n ** 2n - 1n) * (whole - left) * REVERSION ** 2n;
  const denominator = 12n * 2n ** 40n * whole * (2n * REVERSION - 1n);
  return Number(squareRoot((numerator << 100n) / denominator)) / 2 ** 50;
}

/** Returns the pull of n ticks in parts of 2^40, rounded half up. @param {number} n */
function pullAfter(n) {
  const whole = REVERSION ** BigInt(n);
  return (2n * (REVERSION - 1n) ** BigInt(n) * PULL_SCALE + whole) / (2n * whole);
}

/**
 * Returns the chance to win at which a position is opened.
 * @param {number} edge the house edge, a fraction of one @param {number} multiplier
 */
const chanceOf = (edge, multiplier) => (1 - edge) / (1 + multiplier);

/**
 * Returns the pull in parts of 2^40, and the reach in 1e-8, rounded half up.
 * @param {string} rule @param {number} duration in minutes @param {number} chance
 */
export function termsOf(rule, duration, chance) {
  if (rule === "direction") return { pull: PULL_SCALE, reach: GRID };
  const n = 60 * duration;
  return { pull: pullAfter(n), reach: BigInt(Math.floor(upperQuantile(chance) * deviationAfter(n) + 0.5)) };
}

/**
 * Returns the barrier in thousandths: rounded up for a buy, rounded down for a sell.
 * @param {string} side @param {bigint} price in 1e-8 @param {{ pull: bigint, reach: bigint }} terms
 */
export function barrierOf(side, price, { pull, reach }) {
  const exact = (MEAN + (side === "buy" ? reach : -reach)) * PULL_SCALE + (price - MEAN) * pull;
  const grid = GRID * PULL_SCALE;
  return side === "buy" ? -floorDiv(-exact, grid) : floorDiv(exact, grid);
}

const SHARE = "0(?:\\.\\d{1,6})?";
/** The lines of one name, one for each duration. @param {string} name @param {string} value */
const linesFor = (name, value) => `((?:${name} [1-9]\\d? ${value}\n)+)`;
const COUNTED = "[1-9]\\d{0,17}";
const TERMS_TEXT = new RegExp(
  `^houseEdge (${SHARE})\nwinRule (barrier|direction)\n${linesFor("multiplier", "\\d{1,3}\\.\\d\\d")}` +
    `${linesFor("pull", COUNTED)}${linesFor("reach", COUNTED)}sellFee (${SHARE})\nbeacon ([0-9a-f]{64})\n$`,
);

/** Returns the terms in a text; undefined if the text does not have their form. @param {string} text */
export function readTerms(text) {
  const [, edge, rule = "", ...rest] = TERMS_TEXT.exec(text) ?? [];
  const [multiplierLines = "", pullLines = "", reachLines = "", fee, beacon] = rest;
  // Each decimal has only one right form, the shortest.
  if (String(Number(edge)) !== edge || String(Number(fee)) !== fee) return undefined;
  const [multipliers, pulls, reaches] = [multiplierLines, pullLines, reachLines].map(
    (lines) =>
      new Map(
        [...lines.matchAll(/^\w+ (\d+) (.+)$/gm)].map(([, minutes, value = ""]) => [Number(minutes), value]),
      ),
  );
  if (!multipliers || !pulls || !reaches) return undefined;
  const durations = [...multipliers.keys()].sort((one, other) => one - other);
  // Each duration has one line of each name, and durations rise.
  const isOrdered = (
    /** @type {string} */ name,
    /** @type {Map<number, string>} */ values,
    /** @type {string} */ lines,
  ) => lines === durations.map((minutes) => `${name} ${minutes} ${values.get(minutes)}\n`).join("");
  if (!isOrdered("multiplier", multipliers, multiplierLines)) return undefined;
  if (!isOrdered("pull", pulls, pullLines) || !isOrdered("reach", reaches, reachLines)) return undefined;
  const integers = new Map(
    durations.map((minutes) => [
      minutes,
      { pull: BigInt(pulls.get(minutes) ?? ""), reach: BigInt(reaches.get(minutes) ?? "") },
    ]),
  );
  return { edge: Number(edge), rule, multipliers, integers, fee: Number(fee), beacon };
}

/** @typedef {{ pull: bigint, reach: bigint }} Integers */
/**
 * Returns whether integers agree, give or take 1: engines round logarithms and powers differently.
 * @param {Integers} one @param {Integers} other
 */
function areNear(one, other) {
  const [pull, reach] = [one.pull - other.pull, one.reach - other.reach];
  return pull <= 1n && pull >= -1n && reach <= 1n && reach >= -1n;
}

/**
 * Checks that the integers of a text of terms follow from its house edge and multipliers.
 * @param {Report} report @param {string} step @param {NonNullable<ReturnType<typeof readTerms>>} terms
 */
function checkIntegers(report, step, { edge, rule, multipliers, integers }) {
  for (const [minutes, promised] of integers) {
    checkDuration(minutes);
    const own = termsOf(rule, minutes, chanceOf(edge, Number(multipliers.get(minutes))));
    const right = `${minutes} min: pull ${own.pull}, reach ${own.reach}, give or take 1`;
    const wrong = `${right}: the text has pull ${promised.pull}, reach ${promised.reach}`;
    report.check(step, areNear(promised, own), right, wrong);
  }
}

/** Returns the terms that are published for an epoch. @param {any} fairness @param {number} epoch */
const publishedIn = ({ termsByEpoch }, epoch) =>
  termsByEpoch.findLast((/** @type {any} */ one) => one.fromEpoch <= epoch);

/**
 * Checks that the texts of terms have the hashes that are chained and the right integers, and that the present text agrees
 * with the published house edge, rule, multipliers, integers and fee.
 * @param {Report} report @param {any} fairness
 */
function checkTermsTexts(report, fairness) {
  const { termsByEpoch, current, upcoming, houseEdge, winRule, sellFee, terms } = fairness;
  const odd = termsByEpoch.find((/** @type {any} */ one) => sha256(one.text) !== one.hash);
  if (odd !== undefined) return report.same("published terms", odd.hash, sha256(odd.text), "the text's hash");
  for (const { epoch, termsHash } of [current, ...upcoming])
    if (publishedIn(fairness, epoch)?.hash !== termsHash)
      return report.wrong(
        "published terms",
        `the text listed for epoch ${epoch} does not have the chained hash`,
      );
  const now = readTerms(publishedIn(fairness, current.epoch).text);
  const said = terms.map((/** @type {any} */ one) =>
    [one.duration, one.multiplier.toFixed(2), one.pull, one.reach].join(" "),
  );
  const listed = [houseEdge, winRule, ...said, sellFee].join();
  const lines =
    now &&
    [...now.integers].map(([minutes, { pull, reach }]) =>
      [minutes, now.multipliers.get(minutes), pull, reach].join(" "),
    );
  const right = now && [now.edge, now.rule, ...lines, now.fee].join();
  report.same("published terms", listed, right, "edge, rule, multipliers, integers and fee of the text");
  for (const { text } of termsByEpoch) {
    const promised = readTerms(text);
    if (promised) checkIntegers(report, "published terms", promised);
  }
}

/**
 * Returns the ended prices, the oldest first, each with the genesis of the price after it.
 * @param {any} fairness
 */
function endedPrices({ closings, genesis }) {
  const sorted = [...closings].sort((one, other) => one.genesis.tick - other.genesis.tick);
  return sorted.map((ended, index) => ({ ...ended, next: sorted[index + 1]?.genesis ?? genesis }));
}

/**
 * Returns the text of terms that the prices before a genesis promised for an epoch, with the line of another beacon;
 * undefined if they promised none.
 * @param {any} fairness @param {number} tick of the genesis @param {number} epoch @param {string} chainHash
 * @returns {string | undefined}
 */
function promisedText(fairness, tick, epoch, chainHash) {
  const texts = endedPrices(fairness)
    .filter(({ genesis }) => genesis.tick < tick)
    .flatMap(({ promised }) => promised.filter((/** @type {any} */ one) => one.epoch === epoch));
  return texts.at(-1)?.text.replace(/^beacon .*$/m, `beacon ${chainHash}`);
}

/**
 * Checks the terms that ended prices had promised: their texts have the chained hashes, their links lead to the genesis of
 * the next price, and the current price keeps them in its published epochs.
 * @param {Report} report @param {any} fairness
 */
function checkEndings(report, fairness) {
  for (const { genesis, endedAt, head, promised, next } of endedPrices(fairness)) {
    const name = `of the price series since ${timeOf(genesis.tick)}, which ended`;
    const first = Math.max(epochOf(Math.floor(Date.parse(endedAt) / 1000)), firstEpochOf(genesis));
    const isWhole = promised.every(
      (/** @type {any} */ one, /** @type {number} */ index) =>
        one.epoch === first + index && sha256(one.text) === one.termsHash,
    );
    report.check("promised terms", isWhole, `${name}: no epoch is left out, and the texts have their hashes`);
    let reached = head;
    for (const link of promised) reached = headAfter(link, reached);
    report.same("promised terms", reached, next.previousHead, `the head that the links lead to, ${name}`);
  }
  const { genesis, chain, beacon, termsByEpoch } = fairness;
  // Only the newest changes of terms are listed.
  const from = Math.max(firstEpochOf(genesis), termsByEpoch[0]?.fromEpoch ?? 0);
  for (let epoch = from; epoch <= Math.min(chain.epoch, from + 100); epoch += 1) {
    const due = promisedText(fairness, genesis.tick, epoch, beacon.chainHash);
    if (due !== undefined && publishedIn(fairness, epoch)?.text !== due)
      report.wrong(
        "promised terms",
        `those of epoch ${epoch} are not those that an ended price series promised`,
      );
  }
}

/**
 * Checks that the signed head of a position is the one that its ended price lists for that epoch.
 * @param {Report} report @param {any} ended @param {{ epoch: number, head: string } | undefined} signed
 */
function checkListedHead(report, { head, promised }, signed) {
  let reached = head;
  for (const link of promised) {
    reached = headAfter(link, reached);
    if (link.epoch === signed?.epoch)
      report.same(
        "promised terms",
        signed.head,
        reached,
        `the signed head is the listed one of epoch ${link.epoch}`,
      );
  }
}

// --- what a position is worth before its expiry ----------------------------------------------------------

/** One in fixed point with 80 decimals, for the normal distribution. The alternating sums below lose some 15 of them. */
const ONE = 10n ** 80n;
const PI = 314159265358979323846264338327950288419716939937510582097494459230781640628620899n;
/** Divides and rounds half up. @param {bigint} a @param {bigint} b above zero */
const roundDiv = (a, b) => floorDiv(2n * a + b, 2n * b);

/**
 * Returns the chance that a standard normal value is below k / 256, and the correction by the fourth moment. Both are in
 * parts of 2^40.
 * @param {number} k
 */
export function normalAt(k) {
  const square = BigInt(k) ** 2n;
  let power = ONE;
  let exponential = 0n;
  let integral = 0n;
  for (let n = 0n; power !== 0n; n += 1n) {
    exponential += power;
    integral += power / (2n * n + 1n);
    power = (-power * square) / (131072n * (n + 1n));
  }
  // The density at 0.
  const height = (ONE * ONE) / squareRoot(2n * PI * ONE);
  const below = ONE / 2n + (height * integral * BigInt(k)) / (256n * ONE);
  const third = (height * exponential * (BigInt(k) ** 3n - 196608n * BigInt(k))) / ONE;
  return { T: roundDiv(below * PULL_SCALE, ONE), C: roundDiv(third * PULL_SCALE, 320n * 2n ** 24n * ONE) };
}

/**
 * Returns the chance to win n ticks later, in parts of 2^40.
 * @param {string} side @param {bigint} price in 1e-8 @param {bigint} barrier @param {number} n
 */
export function chanceLeft(side, price, barrier, n) {
  const half = side === "buy" ? -GRID / 2n : GRID / 2n;
  const distance = (barrier + half - MEAN) * PULL_SCALE - (price - MEAN) * pullAfter(n);
  const z = floorDiv(distance, BigInt(Math.floor(deviationAfter(n) + 0.5)) * 256n);
  const k = floorDiv(z, 2n ** 24n);
  let below = z < 0n ? 0n : PULL_SCALE;
  if (z >= -(2n ** 35n) && z < 2n ** 35n) {
    const part = z - k * 2n ** 24n;
    const [low, high] = [normalAt(Number(k)), normalAt(Number(k) + 1)];
    const between = (/** @type {"T" | "C"} */ name) => low[name] * (2n ** 24n - part) + high[name] * part;
    below = floorDiv(between("T") * BigInt(n) + between("C"), BigInt(n) * 2n ** 24n);
    below = below < 0n ? 0n : below > PULL_SCALE ? PULL_SCALE : below;
  }
  return side === "buy" ? PULL_SCALE - below : below;
}

/**
 * Returns the value of a position in 1e-8, less a fee. It is exact until it is rounded once, down to 0.01.
 * @param {string} amount @param {string} multiplier @param {bigint} chance @param {number} [fee] a fraction of one
 */
export function fairValue(amount, multiplier, chance, fee = 0) {
  const exact = minorOf(amount) * BigInt(100 + Math.round(Number(multiplier) * 100)) * chance;
  const kept = BigInt(1_000_000 - Math.round(fee * 1_000_000));
  return ((exact * kept) / (100n * PULL_SCALE * 1_000_000n * 1_000_000n)) * 1_000_000n;
}

/** Checks the price process, the beacon and the terms that are published. @param {Report} report @param {any} fairness */
function checkPublished(report, fairness) {
  const { process: p, genesis, winRule, terms, houseEdge, beacon } = fairness;
  const numbers = [p.mean, p.reversion, p.scale, p.unit, p.epochTicks, genesis.state].join();
  const isRule = numbers === [MEAN, REVERSION, SCALE, UNIT, EPOCH_TICKS, GENESIS_STATE].join();
  report.check("process", isRule, `the price process is that of the rule, since ${timeOf(genesis.tick)}`);
  checkBeacon(report, beacon);
  checkTermsTexts(report, fairness);
  checkEndings(report, fairness);
  const isPlay = winRule === "direction";
  if (isPlay) report.note("published terms", 'the rule "direction": play money');
  for (const { duration, multiplier, winChance } of terms) {
    checkDuration(duration);
    // With the rule "direction" this is the chance of a buy at the mean, half a grid step short of the barrier.
    const fromMean = Number(GRID) / 2 / deviationAfter(60 * duration);
    const chance = isPlay ? upperTail(fromMean) : chanceOf(houseEdge, multiplier);
    const found = near(winChance, chance) ? chance : winChance;
    report.same("published terms", found, chance, `the chance of ${duration} min x${multiplier}`);
  }
}

/** @param {number} minutes */
function checkDuration(minutes) {
  if (minutes < 1 || minutes > 59)
    throw new Trouble(`A duration is given as ${minutes} minutes; 1 to 59 can be.`);
}

/** Returns whether two chances agree: machines may differ in the last digits. @param {number} a @param {number} b */
const near = (a, b) => Math.abs(a - b) <= 1e-9;

// --- signatures and the chain ----------------------------------------------------------------------------

/**
 * The y-coordinates of the eight points of small order, little-endian. If such a point were taken as a key, anybody could
 * sign anything under it.
 */
const SMALL_ORDER = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/**
 * Returns whether a key is written in its one right form and is not of small order. Older versions of Node.js accept other
 * keys.
 * @param {string} publicKey
 */
export function isSoundKey(publicKey) {
  const height = Buffer.from(publicKey, "hex");
  height[31] = (height[31] ?? 0) & 0x7f;
  const hex = height.toString("hex");
  const value = BigInt(`0x${height.reverse().toString("hex")}`);
  return value < 2n ** 255n - 19n && !SMALL_ORDER.has(hex);
}

/**
 * Returns whether the key has signed the text with Ed25519.
 * @param {string} text @param {string} signature @param {string} publicKey
 */
export function isSigned(text, signature, publicKey) {
  if (!isSoundKey(publicKey)) return false;
  const der = Buffer.from(`302a300506032b6570032100${publicKey}`, "hex");
  try {
    const key = createPublicKey({ key: der, format: "der", type: "spki" });
    return verifySignature(null, Buffer.from(text), key, Buffer.from(signature, "hex"));
  } catch {
    return false;
  }
}

/**
 * Returns the root of a batch of promises, from the text of one of them and its path.
 * @param {string} text @param {string[]} path
 */
export function rootOf(text, path) {
  let hash = sha256(`veritick/promise/leaf/1\n${text}`);
  for (const step of path) {
    const [side, beside] = step.split(" ");
    const pair = side === "left" ? `${beside}\n${hash}` : `${hash}\n${beside}`;
    hash = sha256(`veritick/promise/node/1\n${pair}\n`);
  }
  return hash;
}

/** Returns the text that is signed for a batch of promises. @param {string} root @param {string} key */
export const batchText = (root, key) => `veritick/promises/1\nroot ${root}\nkey ${key}\n`;

/**
 * Checks the signature, and that its key is the pinned one, if there is one, and one that the site (or without a site, the
 * file) lists. The file's own list alone cannot show that the key is the platform's.
 * @param {Report} report @param {{ text: string, signature: string, what?: string }} signed @param {string} key
 * @param {{ pinnedKey: string | undefined, siteKeys: any[] | undefined, fileKeys: any[] | undefined }} known
 */
function checkSignature(
  report,
  { text, signature, what = "the text" },
  key,
  { pinnedKey, siteKeys, fileKeys },
) {
  report.check("signature", isSigned(text, signature, key), `${what} is signed by the key ${key}`);
  const isIn = (/** @type {any[]} */ keys) => keys.some(({ publicKey }) => publicKey === key);
  if (pinnedKey) report.same("key", key, pinnedKey, "it is the key given by --key");
  if (siteKeys) report.check("key", isIn(siteKeys), "the site publishes this key");
  else if (fileKeys && !isIn(fileKeys)) report.wrong("key", "the file does not list this key");
  else if (!pinnedKey) report.missing("key", "whether it is the platform's: give --url or --key");
}

/**
 * Returns the head at a genesis. It is made from the furthest head under the genesis before.
 * @param {{ tick: number, state: string, previousHead: string }} genesis
 */
export const genesisHead = ({ tick, state, previousHead }) =>
  sha256(`veritick/chain/genesis/${tick}/${state}/${previousHead}`);
/**
 * Returns the head after an epoch, from the head before it.
 * @param {{ epoch: number, commitment: string, termsHash: string }} link @param {string} before
 */
export const headAfter = ({ epoch, commitment, termsHash }, before) =>
  sha256(`veritick/chain/epoch/2/${epoch}/${commitment}/${termsHash}/${before}`);

/**
 * Returns the present second: that of this machine's clock, or the beginning of the site's current hour if that is later.
 * Notes a difference of more than a minute.
 * @param {Report} report @param {any} published @param {number} nowTick
 */
function presentOf(report, { current, genesis }, nowTick) {
  const hour = Math.max(genesis.tick, current.epoch * EPOCH_TICKS);
  if (nowTick < hour - 60 || nowTick > endOf(current.epoch) + 60)
    report.note(
      "clock",
      `it is ${timeOf(nowTick)} here, and on the site in the hour from ${timeOf(hour)} on`,
    );
  return Math.max(nowTick, hour);
}

/**
 * The data for the checks of epochs. `rows` are by epoch, from the site if it still lists them, otherwise from the file.
 * `rounds` are signatures by number. If the price has ended, `ended` is its entry in `closings`. The site then publishes
 * nothing else about it, and `rows` are those of the entry.
 * @typedef {{ report: Report, fairness: any, listing?: any, rows: Map<number, any>, rounds: Map<number, string>, site: Site | undefined, nowTick: number, ended?: any }} Known
 */

/**
 * Returns the announced epochs, the current one and those to come, by number.
 * @param {any} fairness @returns {Map<number, any>}
 */
const announcedBy = ({ current, upcoming }) =>
  new Map([current, ...upcoming].map((/** @type {any} */ row) => [row.epoch, row]));

/** @param {any} one @param {any} other */
const isSameLink = (one, other) => one.commitment === other.commitment && one.termsHash === other.termsHash;

/**
 * Follows the chain from the head before the epoch `from` through every commitment and its terms. A missing epoch ends the
 * walk: no head after it is called right.
 * @param {Known} known @param {number} from
 * @param {{ epoch: number, head: string } | undefined} signed the head that must be reached
 */
function checkChain({ report, fairness, rows, site }, from, signed) {
  const { genesis, chain } = fairness;
  const announced = announcedBy(fairness);
  for (const one of [fairness.current, ...fairness.upcoming])
    if (!isSameLink(rows.get(one.epoch) ?? announced.get(one.epoch), one))
      report.wrong("commitment", `epoch ${one.epoch} is listed with two different commitments or terms`);
  const hole = (/** @type {number} */ epoch) =>
    site
      ? report.wrong("chain", `the site does not list epoch ${epoch}`)
      : report.missing("chain", `epoch ${epoch} is not in the file: give --url`);
  const first = firstEpochOf(genesis);
  let epoch = rows.has(from - 1) && from - 1 === first ? from - 2 : from - 1;
  let head = epoch < first ? genesisHead(genesis) : rows.get(epoch)?.head;
  if (head === undefined) return hole(epoch);
  for (;;) {
    const row = rows.get(epoch + 1);
    const link = row ?? announced.get(epoch + 1);
    if (link === undefined) break;
    epoch += 1;
    head = headAfter(link, head);
    const what = "the commitments and terms lead to the head";
    for (const given of [row?.head, epoch === chain.epoch ? chain.head : undefined])
      if (given !== undefined && given !== head)
        return report.same("chain", given, head, `${what} of epoch ${epoch}`);
    if (
      epoch === signed?.epoch &&
      !report.same("chain", signed.head, head, `${what} that is signed (${epoch})`)
    )
      return;
  }
  if (epoch < Math.max(signed?.epoch ?? from, ...rows.keys())) return hole(epoch + 1);
  const back =
    from <= first + 1 ? "the genesis" : `the head of epoch ${from - 1}; --chain shows it from the genesis`;
  report.ok("chain", `the heads up to epoch ${epoch} follow from each other and from ${back}`);
}

/**
 * Checks all commitments and published seeds since the genesis, and a head that was noted earlier.
 * @param {Report} report @param {Site} site @param {{ epoch: number, head: string } | undefined} seen
 */
export async function verifyChain(report, site, seen) {
  const fairness = await site.fairness();
  checkPublished(report, fairness);
  const { genesis, chain } = fairness;
  const first = firstEpochOf(genesis);
  if (chain.epoch < first || chain.epoch - first > 300_000)
    throw new Trouble(`The site says that its commitments go from epoch ${first} to ${chain.epoch}.`);
  const announced = announcedBy(fairness);
  let head = genesisHead(genesis);
  let headSeen = "none";
  let seeds = 0;
  let next = first;
  for (let from = first; from <= chain.epoch; from += 1000)
    for (const row of await site.epochs(from, Math.min(chain.epoch, from + 999))) {
      const { epoch, commitment, seed } = row;
      if (epoch !== next) return report.wrong("chain", `the site does not list epoch ${next}`);
      next += 1;
      head = headAfter(row, head);
      if (row.head !== head) return report.same("chain", row.head, head, `epoch ${epoch}`);
      if (seed !== null) seeds += 1;
      if (seed !== null && commitmentOf(seed) !== commitment)
        report.wrong("seed", `epoch ${epoch}: the seed does not match its commitment`);
      if (!isSameLink(announced.get(epoch) ?? row, row))
        report.wrong("commitment", `epoch ${epoch} is listed with two different commitments or terms`);
      if (epoch === seen?.epoch) headSeen = head;
    }
  if (next <= chain.epoch) return report.wrong("chain", `the site does not list epoch ${next}`);
  report.ok("seed", `${seeds} published seeds were compared with their commitments`);
  const count = `${chain.epoch - first + 1} commitments and terms lead from the genesis to epoch ${chain.epoch}, with the head`;
  report.same("chain", chain.head, head, count);
  if (seen === undefined) report.undated = "it";
  else checkSeen(report, genesis, seen, headSeen);
}

/**
 * Checks that a head that was noted is in the chain. If it may have been noted under an earlier genesis, nobody can compare
 * it any more.
 * @param {Report} report @param {any} genesis @param {{ epoch: number, head: string }} seen @param {string} found
 */
function checkSeen(report, genesis, seen, found) {
  const what = `the head that you noted at epoch ${seen.epoch} is in the chain`;
  const mayBeOlder =
    genesis.previousHead !== ZEROS &&
    seen.epoch <= firstEpochOf(genesis) + EPOCHS_AHEAD &&
    seen.head !== found;
  if (!mayBeOlder) return report.same("head seen", seen.head, found, what);
  const isLast = seen.head === genesis.previousHead;
  const place = isLast ? "it is the last one" : "it is not in the chain; if you noted it";
  report.missing(
    "head seen",
    `${place} before the present genesis (${timeOf(genesis.tick)}): ${NEW_GENESIS}`,
  );
}

const ZEROS = "0".repeat(64);
const NEW_GENESIS =
  "the site reports that its price secret was lost then; earlier commitments can no longer be compared";

// --- whole epochs ----------------------------------------------------------------------------------------

/**
 * Reports a value that is not at hand: as "later" if it is not due yet, otherwise as "missing". If the secret was lost, the
 * value never comes and is missing at once.
 * @param {Known} known @param {string} step @param {string} text @param {number} due
 */
function putOff({ report, site, nowTick, ended }, step, text, due) {
  const isLost = ended?.reason === "secret";
  if (!isLost && nowTick <= due + (site ? PATIENCE : 0)) report.later(step, text, due);
  else report.missing(step, site ? text : `${text}: not at hand`);
}

/**
 * Checks the rounds, the seed and the start state of an epoch. Returns its states up to `lastTick`, or undefined if they
 * cannot be computed.
 * @param {Known} known @param {number} epoch @param {number} lastTick @param {bigint} [knownStart]
 */
async function checkEpoch(known, epoch, lastTick, knownStart) {
  const { report, fairness, rows, rounds, site, nowTick, ended } = known;
  const { genesis, beacon } = fairness;
  const row = rows.get(epoch);
  const name = `epoch ${epoch}`;
  if (row === undefined) {
    if (site) report.wrong("seed", `the site does not list ${name}`);
    else report.missing("seed", `${name} is not in the file: give --url`);
    return undefined;
  }
  const firstTick = firstTickOf(genesis, epoch);
  report.same("start tick", row.startTick, firstTick, name);
  // Unless a round is due when each epoch begins, the rounds do not fit the ticks. `checkBeacon` has reported it.
  if (!isDividing(beacon)) return undefined;
  await checkRounds(known, firstTick, lastTick);
  if (row.seed === null || row.startState === null) {
    if (ended) {
      report.missing("seed", `the price series of ${name} has ended, and its seed is not published`);
      return undefined;
    }
    // The site's current hour goes on only with its prices, so a late beacon makes no seed due.
    const isOver = epoch < fairness.current.epoch;
    const isDue = site !== undefined && isOver && nowTick > endOf(epoch) + PATIENCE;
    if (isDue) report.wrong("seed", `${name} ended at ${timeOf(endOf(epoch))}, and its seed is withheld`);
    else putOff(known, "seed", `the seed and the prices of ${name}`, endOf(epoch));
    return undefined;
  }
  report.same(
    "seed",
    row.commitment,
    commitmentOf(row.seed),
    `${name}: SHA-256 of its seed is the commitment`,
  );
  const isFirst = epoch === firstEpochOf(genesis);
  if (isFirst)
    report.same("start state", row.startState, genesis.state, `${name} starts with that of the genesis`);
  const start = isFirst ? BigInt(genesis.state) : (knownStart ?? BigInt(row.startState));
  const path = pathOf(row.seed, firstTick, lastTick, start, beacon, rounds);
  const next = rows.get(epoch + 1)?.startState ?? null;
  if (next !== null && path.length > endOf(epoch) - firstTick)
    report.same("start state", next, String(path.at(-1)), `epoch ${epoch + 1} starts where ${name} ended`);
  return path;
}

/**
 * Checks the epochs in order, and returns a function that gives the price of a tick in thousandths. The start state of the
 * first epoch is taken as given: published, or signed.
 * @param {Known} known @param {number} from @param {number} to @param {number} [lastTick] the last tick that is checked
 */
async function checkEpochs(known, from, to, lastTick = Infinity) {
  const { genesis } = known.fairness;
  /** @type {Map<number, bigint[]>} */
  const paths = new Map();
  for (let epoch = from; epoch <= to; epoch += 1) {
    const end = Math.min(lastTick, endOf(epoch) - 1);
    const before = paths.get(epoch - 1) ?? [];
    const isWhole = before.length > endOf(epoch - 1) - firstTickOf(genesis, epoch - 1);
    const path = await checkEpoch(known, epoch, end, isWhole ? before.at(-1) : undefined);
    if (path !== undefined) paths.set(epoch, path);
  }
  return (/** @type {number} */ tick) => {
    const state = paths.get(epochOf(tick))?.[tick - firstTickOf(genesis, epochOf(tick)) + 1];
    if (tick === genesis.tick) return milliOf(BigInt(genesis.state));
    return state === undefined ? undefined : milliOf(state);
  };
}

/**
 * Compares the published prices with those computed from the seeds and rounds.
 * @param {Report} report @param {number} from @param {number[]} published
 * @param {(tick: number) => bigint | undefined} milliAt
 */
function comparePrices(report, from, published, milliAt) {
  const computed = published.map((milli, index) => Number(milliAt(from + index) ?? milli));
  const wrong = published.findIndex((milli, index) => milli !== computed[index]);
  const prices = (/** @type {(number | undefined)[]} */ list) => (list[wrong] ?? 0) / 1000;
  if (wrong >= 0)
    report.same("published prices", prices(published), prices(computed), `tick ${from + wrong}`);
  else if (milliAt(from + published.length - 1) !== undefined)
    report.ok(
      "published prices",
      `those of the ${published.length} ticks from ${from} on are those that come out`,
    );
}

/**
 * Checks the hours `from` to `to`: the chain, rounds, seeds, start states and published prices. A head that was noted before
 * them shows that nobody chose their seeds or terms later.
 * @param {Report} report @param {Site} site @param {number} from @param {number} to
 * @param {{ nowTick: number, trusted?: string | undefined, seen?: { epoch: number, head: string } | undefined }} options
 */
export async function verifyEpochs(report, site, from, to, { nowTick, trusted, seen }) {
  // A later head was published after the first of the hours began.
  if (seen !== undefined && (seen.epoch < to || seen.epoch > from + EPOCHS_AHEAD))
    throw new Trouble(`Give --seen a head from epoch ${to} to epoch ${from + EPOCHS_AHEAD}.`);
  const fairness = await site.fairness();
  checkPublished(report, fairness);
  checkRunner(report, fairness.beacon, trusted);
  if (seen === undefined) report.undated = "it";
  const { genesis, chain } = fairness;
  const first = firstEpochOf(genesis);
  if (from < first || to > chain.epoch)
    throw new Trouble(`The site has committed to the epochs ${first} to ${chain.epoch}.`);
  const until = Math.min(chain.epoch, Math.max(to + 1, seen?.epoch ?? 0));
  const list = await site.epochs(Math.max(first, from - 1), until);
  const rows = new Map(list.map((row) => [row.epoch, row]));
  const present = presentOf(report, fairness, nowTick);
  const known = { report, fairness, rows, rounds: new Map(), site, nowTick: present };
  checkChain(known, from, undefined);
  if (seen !== undefined) checkSeen(report, genesis, seen, rows.get(seen.epoch)?.head ?? "none");
  const start = Math.max(first, from - 1);
  const milliAt = await checkEpochs(known, start, to);
  if (start > first)
    report.note(
      "start state",
      `that of epoch ${start} is the published one; --epoch ${first} and on shows it`,
    );
  for (let epoch = from; epoch <= to; epoch += 1) {
    const [firstTick, lastTick] = [firstTickOf(genesis, epoch), endOf(epoch) - 1];
    if (milliAt(lastTick) === undefined) continue;
    // Whoever gives the seed of an hour knows the state that the next one starts with.
    if ((rows.get(epoch + 1)?.startState ?? null) === null)
      report.wrong("start state", `the site does not give that of epoch ${epoch + 1}`);
    comparePrices(report, firstTick, await site.prices(firstTick, lastTick), milliAt);
  }
}

// --- one position ----------------------------------------------------------------------------------------

/**
 * Returns the pattern of a signed text of exactly these lines, in this order. Each has a name and the pattern of its value.
 * @param {string} title @param {[string, string][]} lines
 */
const formOf = (title, lines) =>
  new RegExp(`^${title}\n${lines.map(([name, value]) => `${name} (?<${name}>${value})\n`).join("")}$`);

const HEX = "[0-9a-f]{64}";
/** A number has only one right form, without leading zeros. */
const WHOLE = "(?:0|[1-9]\\d{0,19})";
const EPOCH = "(?:0|[1-9]\\d{0,8})";
const LINK = `${EPOCH} ${HEX}`;
const PRICE = `-?${WHOLE}\\.\\d{8}`;
const PROMISE = formOf("veritick/receipt/1", [
  ["position", "[0-9a-f-]{36}"],
  ["user", "[0-9a-f-]{36}"],
  ["side", "buy|sell"],
  ["amount", `${WHOLE}\\.\\d{8}`],
  ["duration", WHOLE],
  ["multiplier", "\\d{1,3}\\.\\d\\d"],
  ["rule", "barrier|direction"],
  ["terms", HEX],
  ["chance", "\\S+"],
  ["entryTick", WHOLE],
  ["round", WHOLE],
  ["entryPrice", PRICE],
  ["pull", WHOLE],
  ["reach", `-?${WHOLE}`],
  ["barrierPrice", PRICE],
  ["expiryTick", WHOLE],
  ["opened", "\\S+"],
  ["start", `${EPOCH} -?${WHOLE}`],
  ["commitment", `${LINK}(?:\ncommitment ${LINK})*`],
  ["chain", LINK],
  ["key", HEX],
]);

const SALE = formOf("veritick/sale/1", [
  ["position", "[0-9a-f-]{36}"],
  ["user", "[0-9a-f-]{36}"],
  ["round", WHOLE],
  ["soldTick", WHOLE],
  ["soldPrice", PRICE],
  ["value", `${WHOLE}\\.\\d{8}`],
  ["fee", `${WHOLE}\\.\\d{8}`],
  ["proceeds", `${WHOLE}\\.\\d{8}`],
  ["sold", "\\S+"],
  ["key", HEX],
]);

/** Reads "497246 c66e...": an epoch and a hash. @param {string} pair */
function linkOf(pair) {
  const [epoch, head] = /** @type {[string, string]} */ (pair.split(" "));
  return { epoch: Number(epoch), head };
}

/** Reads the file that a user downloads, or the bare reply of the site. @param {any} file */
function readReceiptFile(file) {
  const isFile = file?.format !== undefined;
  if (isFile && file.format !== "veritick/receipt-file/1")
    throw new Trouble("The file is not a receipt: its format is not veritick/receipt-file/1.");
  const receipt = shaped(isFile ? file.receipt : file, RECEIPT, "the receipt");
  const fairness = isFile ? shaped(file.fairness, FAIRNESS, "fairness") : undefined;
  const epochs = isFile ? shaped(file.epochs, listOf(ROW, 1100), "epochs") : [];
  const rows = new Map(epochs.map((/** @type {any} */ row) => [row.epoch, row]));
  if (rows.size < epochs.length) throw new Trouble("The file lists an epoch twice.");
  const rounds = isFile ? shaped(file.rounds, listOf(ROUND, 10_000), "rounds") : [];
  checkDuration(receipt.position.duration);
  // The second of the download as the file gives it, or the beginning of the hour that the file calls current if that is
  // later. The receipt gives the position's status at that time.
  const downloaded = isFile ? Date.parse(shaped(file.downloaded, TIME, "downloaded")) / 1000 : 0;
  // Before the round of the expiry is there, an honest platform settles nothing, however late the beacon is.
  const { entryTick, duration } = receipt.position;
  const last = fairness && roundAt(fairness.beacon, entryTick + 60 * duration);
  const isExpiryKnown = rounds.some((/** @type {any} */ { round }) => round === last);
  const told = Math.max((isExpiryKnown && downloaded) || 0, (fairness?.current.epoch ?? 0) * EPOCH_TICKS);
  const answerOf = (/** @type {string} */ name) => ({
    received: shaped(isFile ? (file[name] ?? null) : null, orNull(TIME), name),
    signature: shaped(
      isFile ? (file[`${name}Signature`] ?? null) : null,
      orNull(SIGNATURE),
      `${name}Signature`,
    ),
  });
  const path = shaped(isFile ? (file.receivedPath ?? null) : null, orNull(PATH), "receivedPath");
  const [answer, saleAnswer] = [{ ...answerOf("received"), path }, answerOf("saleReceived")];
  return { receipt, fairness, rows, rounds, told, answer, saleAnswer };
}

/**
 * Fetches all published data that the receipt needs, and compares it with the data in the file.
 * @param {Report} report @param {any} file @param {number} chainEpoch @param {Site} site @returns {Promise<any>}
 */
async function askSite(report, { receipt, fairness, rows }, chainEpoch, site) {
  const published = await site.fairness();
  const { genesis, chain, keys } = published;
  const { entryTick, duration } = receipt.position;
  const listed = new Set(keys.map((/** @type {any} */ key) => key.publicKey));
  for (const { publicKey } of fairness?.keys ?? [])
    if (!listed.has(publicKey)) report.wrong("key", `the file lists ${publicKey}, the site no longer does`);
  if (entryTick < genesis.tick) {
    report.missing("genesis", `it was opened before the site's (${timeOf(genesis.tick)}): ${NEW_GENESIS}`);
    const ended = endingFor(published, entryTick);
    if (ended && listsHoursOf(ended, receipt.position))
      return { ...eraOf(published, ended), published, site };
    const own = fairness && entryTick >= fairness.genesis.tick ? fairness : undefined;
    return { fairness: own, rows, published };
  }
  if (
    fairness &&
    entryTick >= fairness.genesis.tick &&
    genesisHead(fairness.genesis) !== genesisHead(genesis)
  )
    report.wrong("genesis", "the site's differs from the file's, and did so before the position was opened");
  else if (fairness && fairness.beacon.chainHash !== published.beacon.chainHash)
    report.wrong("beacon", `the file names the chain ${fairness.beacon.chainHash}: not the site's`);
  const from = Math.max(firstEpochOf(genesis), epochOf(entryTick) - 1);
  const to = Math.min(chain.epoch, Math.max(epochOf(entryTick + 60 * duration) + 1, chainEpoch));
  if (to < from || to - from >= 1000)
    throw new Trouble(`The receipt needs the epochs ${from} to ${to}, which cannot be.`);
  const siteRows = new Map((await site.epochs(from, to)).map((row) => [row.epoch, row]));
  for (const old of [...rows.values(), ...(fairness ? [fairness.current, ...fairness.upcoming] : [])])
    for (const field of ["commitment", "termsHash", "head", "startTick", "startState", "seed"]) {
      const [was, is] = [old[field] ?? null, siteRows.get(old.epoch)?.[field]];
      if (was !== null && is !== undefined && was !== is)
        report.wrong(
          "file and site",
          `epoch ${old.epoch}: ${field} is ${was} in the file, ${is} on the site`,
        );
    }
  return { fairness: published, rows: siteRows, published, site };
}

/**
 * Returns the end of the price that a position was opened on: of the ended prices that had begun by its entry, the last one.
 * @param {any} fairness @param {number} entryTick @returns {any}
 */
function endingFor({ genesis, closings }, entryTick) {
  if (entryTick >= genesis.tick) return undefined;
  const before = closings.filter((/** @type {any} */ one) => one.genesis.tick <= entryTick);
  return before.sort((/** @type {any} */ a, /** @type {any} */ b) => b.genesis.tick - a.genesis.tick)[0];
}

/**
 * True if the hours of a position are still published. Of an ended price these are the last ones, in which it closed
 * positions. A position of earlier hours is checked with its file alone.
 * @param {any} ended @param {any} position
 */
function listsHoursOf({ genesis, epochs }, { entryTick, status }) {
  const first = Math.max(epochOf(entryTick), firstEpochOf(genesis));
  return status === "refunded" || epochs.some((/** @type {any} */ { epoch }) => epoch === first);
}

/** Returns the data that is still published about a price that has ended. @param {any} published @param {any} ended */
const eraOf = (published, ended) => ({
  fairness: { ...published, genesis: ended.genesis, beacon: ended.beacon },
  rows: new Map(ended.epochs.map((/** @type {any} */ row) => [row.epoch, row])),
  ended,
});

/**
 * `trusted` is the chain hash given by --beacon.
 * @typedef {{ site: Site | undefined, pinnedKey: string | undefined, nowTick: number, trusted?: string | undefined }} Options
 */

/**
 * Makes the checks of docs/protocol.md, "How a receipt is judged".
 * @param {Report} report @param {any} json @param {Options} options
 */
export async function verifyPosition(report, json, { site, pinnedKey, nowTick, trusted }) {
  const file = readReceiptFile(json);
  const { receipt } = file;
  const { position } = receipt;
  const { type, amount, entryTick, duration, createdAt, expiresAt, status } = position;
  report.note("position", `${type} ${amount} for ${duration} min, opened ${createdAt}, ${status}`);

  /** @type {any} */
  const promise = receipt.promise === null ? undefined : PROMISE.exec(receipt.promise.text)?.groups;
  const signed = promise && linkOf(promise.chain);
  let found = site ? await askSite(report, file, signed?.epoch ?? 0, site) : file;
  const own = site ? undefined : file.fairness && endingFor(file.fairness, entryTick);
  if (own && listsHoursOf(own, position)) found = { ...eraOf(file.fairness, own), published: file.fairness };
  const { fairness, published = file.fairness } = found;
  const present = site ? presentOf(report, published, nowTick) : nowTick;
  const keys = { pinnedKey, siteKeys: site && published.keys, fileKeys: file.fairness?.keys };
  if (promise) {
    const { text, signature, path } = receipt.promise;
    const what = `the root, ${path.length} steps up from the text,`;
    const signedText = batchText(rootOf(text, path), promise.key);
    checkSignature(report, { text: signedText, signature, what }, promise.key, keys);
    checkPromise(report, receipt, promise);
  } else if (receipt.promise === null)
    report.wrong("promise", "the signature is withheld: every promise is signed");
  else report.wrong("promise", "the signed text does not have the form veritick/receipt/1");
  if (published) checkPublished(report, published);
  if (fairness && fairness !== published) checkBeacon(report, fairness.beacon);
  if (fairness) checkRunner(report, fairness.beacon, trusted);

  const expiryTick = entryTick + 60 * duration;
  report.same("expiry", position.expiryTick, expiryTick, `${duration} min after tick ${entryTick} is tick`);
  const shown = Date.parse(expiresAt) / 1000 - expiryTick;
  const right = `tick ${expiryTick} is ${timeOf(expiryTick)}, and shown ${shown.toFixed(3)} s later: within 0 and 10`;
  report.check("expiry", shown >= 0 && shown <= 10, right);
  checkEntry(report, position, fairness?.beacon);
  checkReceived(report, "order", file.answer, receipt.promise, promise?.round, fairness?.beacon);

  /** @type {(tick: number) => bigint | undefined} */
  let milliAt = () => undefined;
  const rounds = new Map();
  addRounds(report, rounds, file.rounds, "as well");
  const { ended } = found;
  const known = {
    report,
    fairness,
    listing: published,
    rows: found.rows,
    rounds,
    site: found.site,
    nowTick: present,
    ended,
  };
  const { closing, sale } = receipt;
  const early = status === "sold" ? sale : status === "refunded" ? closing : null;
  const lastTick = early ? Math.min(early.tick, expiryTick) : expiryTick;
  const from = checkCommitments(known, receipt, signed);
  const { terms, computed: barrier } = checkTerms(known, receipt, promise?.terms, from);
  if (!fairness || entryTick < fairness.genesis.tick)
    report.missing(
      "commitment",
      "the commitments, seeds, rounds and prices of that time are not at hand (--url)",
    );
  else {
    if (!ended) checkChain(known, from, signed);
    else {
      checkListedHead(report, ended, signed);
      if (!site)
        report.missing("chain", "its price series has ended, and the file does not contain its chain");
    }
    if (promise) checkStart(known, from, promise.start);
    checkBefore(known, from);
    milliAt = await checkEpochs(known, from, epochOf(lastTick), lastTick);
  }
  const entry = milliAt(entryTick);
  if (entry === undefined) putOff(known, "entry price", position.entryPrice, endOf(epochOf(entryTick)));
  else report.same("entry price", position.entryPrice, priceOf(entry), `tick ${entryTick}`);
  if (status !== "sold") checkUnsold(report, receipt, file.saleAnswer);
  if (status === "sold")
    checkSale(known, receipt, { terms, barrier, milliAt, keys, answer: file.saleAnswer });
  else if (status === "refunded") await checkClosing(known, receipt, published, { barrier, milliAt });
  else checkOutcome(known, receipt, barrier, milliAt(expiryTick), file.told);
  checkLedger(report, receipt);
  if (found.site && !ended) await checkSitePrices(known, found.site, position, milliAt);
}

/**
 * Checks that the prices are computed from the start state that was signed.
 * @param {Known} known @param {number} from @param {string} signed
 */
function checkStart(known, from, signed) {
  const row = known.rows.get(from);
  const state = row?.startState ?? null;
  if (state === null && known.site)
    known.report.wrong("start", `the site withholds the start state of epoch ${from}`);
  else if (state === null)
    known.report.missing("start", `the start state of epoch ${from} is not in the file: give --url`);
  else
    known.report.same(
      "start",
      `${from} ${state}`,
      signed,
      "the epoch and its start state are the signed ones",
    );
}

/**
 * Checks only the seed of the epoch before. Its rounds are not needed, because the state that the first price starts from
 * was signed.
 * @param {Known} known @param {number} from
 */
function checkBefore({ report, fairness, rows }, from) {
  if (from === firstEpochOf(fairness.genesis)) return;
  const before = rows.get(from - 1);
  if (before?.seed && commitmentOf(before.seed) !== before.commitment)
    report.wrong("seed", `epoch ${from - 1}: the seed does not match its commitment`);
  const where = `--epoch ${from - 1} shows whether that hour ended there`;
  report.note("start state", `that of epoch ${from} is the one in the receipt; ${where}`);
}

/**
 * Checks a position whose price ended before it had a result. It is never called right, because a server that stood still
 * could have learnt the result first. But its value follows from the last price.
 * @param {Known} known @param {any} receipt @param {any} published
 * @param {{ barrier: bigint, milliAt: (tick: number) => bigint | undefined }} with_ the computed barrier, and the prices
 */
async function checkClosing(known, { position, closing }, published, with_) {
  const { report } = known;
  const { entryTick, resultPrice, profit, amount, refundReason } = position;
  const value = closing ? closing.value : amount;
  const paid = decimalOf(minorOf(value) - minorOf(amount));
  const said = `result ${resultPrice}, profit ${profit}`;
  report.same("refund", said, `result null, profit ${paid}`, `closed for ${value} of ${amount}`);
  if (!["beacon", "secret"].includes(refundReason) || (closing?.reason ?? refundReason) !== refundReason)
    return report.wrong("refund", `unknown reason: ${refundReason}`);
  const ended = published && endingFor(published, entryTick);
  if (closing) checkValue(known, position, closing, ended, with_);
  else if (ended && ended.tick >= entryTick)
    report.wrong("closing", `at its stake, though the price of ${timeOf(ended.tick)} was known`);
  if (!published) return report.missing("refund", "whether its price series has ended: give --url");
  const { tick } = published.genesis;
  const since = `the price series that it was opened on still runs: it is the one since ${timeOf(tick)}`;
  if (!report.check("refund", entryTick < tick, "the price series that it was opened on has ended", since))
    return;
  if (!ended && known.site)
    return report.wrong("refund", "the site does not list the end of its price series");
  if (ended && ended.reason !== refundReason)
    return report.same("refund", refundReason, ended.reason, "the reason why its price series ended");
  if (refundReason !== "beacon")
    return report.broken(
      "refund",
      "a promise was not kept: the platform says that the price secret was lost. A dishonest platform could claim the same after seeing the result",
    );
  await checkGone(known, position, closing);
}

/**
 * Checks the tick, price, chance and value of a closing.
 * @param {Known} known @param {any} position @param {any} closing @param {any} ended
 * @param {{ barrier: bigint, milliAt: (tick: number) => bigint | undefined }} with_
 */
function checkValue({ report, fairness }, position, closing, ended, { barrier, milliAt }) {
  const { type, amount, multiplier, entryTick, duration } = position;
  const { tick } = closing;
  const expiryTick = entryTick + 60 * duration;
  const within = `tick ${tick}: from its entry on (${entryTick}), and before its expiry (${expiryTick})`;
  if (!report.check("closing", tick >= entryTick && tick < expiryTick && expiryTick - tick <= 600, within))
    return;
  if (closing.reason === "beacon" && ended)
    report.same("closing", tick, ended.tick, "the newest tick whose price was known is");
  const beacon = ended?.beacon ?? fairness?.beacon;
  if (beacon)
    report.same("closing", tick, dueOf(beacon, roundAt(beacon, tick) + 1) - 1, "its block ends with tick");
  report.same("closing", closing.ticksLeft, expiryTick - tick, "ticks that were left");
  const computed = milliAt(tick);
  if (computed === undefined)
    report.missing("closing", `whether ${closing.price} was the price of tick ${tick}`);
  else report.same("closing", closing.price, priceOf(computed), `the price of tick ${tick}`);
  const milli = computed ?? floorDiv(minorOf(closing.price), GRID);
  const chance = chanceLeft(type, milli * GRID, barrier * GRID, expiryTick - tick);
  const parts = `the chance to win ${expiryTick - tick} ticks later, in parts of 2^40`;
  report.same("closing", closing.chance, String(chance), parts);
  const value = decimalOf(fairValue(amount, multiplier, chance));
  report.same(
    "closing",
    closing.value,
    value,
    `${amount} x (1 + ${multiplier}) x that chance, rounded down to 0.01`,
  );
}

/**
 * Checks that neither the receipt nor a noted answer says that the position was sold. Its status is another.
 * @param {Report} report @param {any} receipt @param {{ received: string | null }} answer
 */
function checkUnsold(report, { position: { soldTick, soldPrice, proceeds, status }, sale }, { received }) {
  if (sale !== null || soldTick !== null || soldPrice !== null || proceeds !== null)
    report.wrong("sale", `its status is ${status}, but it was sold back`);
  if (received !== null)
    report.wrong("sale", `the answer to its sale came at ${received}, but its status is ${status}`);
}

/** The number of blocks that must be left when a position is sold. */
const LEAST_BLOCKS = 2;

/**
 * Checks the sale of a position: its signature, its time within its block, its tick at the end of that block, and its price,
 * chance, value and fee.
 * @param {Known} known @param {any} receipt
 * @param {{ terms: any, barrier: bigint, milliAt: (tick: number) => bigint | undefined, keys: any, answer: any }} with_ the
 *   terms of its epoch, the computed barrier, the prices, the keys and the noted answer to the sale
 */
function checkSale(known, { position, sale, closing }, { terms, barrier, milliAt, keys, answer }) {
  const { report, fairness } = known;
  const { type, amount, multiplier, entryTick, duration, profit, resultPrice, refundReason } = position;
  if (sale === null) return report.wrong("sale", "the receipt does not say how it was sold");
  const { tick } = sale;
  /** @type {any} */
  const text = SALE.exec(sale.text)?.groups;
  if (!text) return report.wrong("sale", "the signed text does not have the form veritick/sale/1");
  checkSignature(report, sale, text.key, keys);
  const said = {
    position: position.id,
    user: position.userId,
    key: sale.publicKey,
    soldTick: tick,
    soldPrice: sale.price,
  };
  Object.assign(said, {
    round: sale.round,
    value: sale.value,
    fee: sale.fee,
    proceeds: sale.proceeds,
    sold: sale.sold,
  });
  const wrong = Object.entries(said).filter(([name, value]) => text[name] !== String(value));
  for (const [name, value] of wrong)
    report.wrong("sale", `${name} is ${text[name]} in the signed text, ${value} in the receipt`);
  if (wrong.length === 0)
    report.ok("sale", "the receipt says in all fields what the signed text of the sale says");
  const own = [
    position.soldTick,
    position.soldPrice,
    position.proceeds,
    resultPrice,
    refundReason,
    closing,
  ].join();
  report.same(
    "sale",
    own,
    [tick, sale.price, sale.proceeds, null, null, null].join(),
    "tick, price and proceeds in the position",
  );
  const expiryTick = entryTick + 60 * duration;
  const beacon = fairness?.beacon;
  if (!beacon || !isDividing(beacon))
    report.missing("sale", "the beacon of that time is not at hand, so the end of its block is unknown");
  else {
    const [due, next] = [dueOf(beacon, sale.round), dueOf(beacon, sale.round + 1)];
    report.same("sale", tick, next - 1, `the block of round ${sale.round} ends with tick`);
    const at = Date.parse(sale.sold);
    const block = `it was sold at ${sale.sold}: from ${timeOf(due)} on, and half a second before ${timeOf(next)} at the latest`;
    report.check("sale", at >= due * 1000 && at < next * 1000 - 500, block);
    const last = expiryTick - LEAST_BLOCKS * beacon.period;
    report.check(
      "sale",
      tick >= entryTick && tick <= last,
      `tick ${tick}: from its entry on (${entryTick}), and not after ${last}`,
    );
  }
  checkReceived(report, "sale", answer, sale, text.round, beacon);
  const left = expiryTick - tick;
  if (left < 1 || left > 600) return report.wrong("sale", `${left} ticks were left`);
  report.same("sale", sale.ticksLeft, left, "ticks that were left");
  const computed = milliAt(tick);
  if (computed === undefined)
    putOff(known, "sale", `whether ${sale.price} was the price of tick ${tick}`, endOf(epochOf(tick)));
  else report.same("sale", sale.price, priceOf(computed), `the price of tick ${tick}`);
  const milli = computed ?? floorDiv(minorOf(sale.price), GRID);
  const chance = chanceLeft(type, milli * GRID, barrier * GRID, left);
  report.same("sale", sale.chance, String(chance), `the chance to win ${left} ticks later, in parts of 2^40`);
  const exact = `${amount} x (1 + ${multiplier}) x that chance`;
  const value = fairValue(amount, multiplier, chance);
  report.same("sale", sale.value, decimalOf(value), `${exact}, rounded down to 0.01`);
  if (!terms) return report.missing("sale", "the fee: the terms of its epoch are not at hand");
  const proceeds = fairValue(amount, multiplier, chance, terms.fee);
  report.same(
    "sale",
    sale.proceeds,
    decimalOf(proceeds),
    `${exact} x (1 - ${terms.fee}), rounded down to 0.01`,
  );
  report.same("sale", sale.fee, decimalOf(value - proceeds), "the fee, value less proceeds");
  report.same("profit", profit, decimalOf(proceeds - minorOf(amount)), `${sale.proceeds} less ${amount}`);
}

/**
 * Checks that the beacon was gone. One later round that it has signed shows that it was not.
 * @param {Known} known @param {any} position @param {any} closing
 */
async function checkGone({ report, fairness, rounds, site, nowTick }, { entryTick, duration }, closing) {
  const beacon = fairness?.beacon;
  if (!beacon || !isDividing(beacon))
    return report.missing("refund", "the beacon of that time is not at hand");
  const first = roundAt(beacon, closing ? Math.max(entryTick, closing.tick) + 1 : entryTick);
  const last = Math.min(roundAt(beacon, entryTick + 60 * duration), roundAt(beacon, nowTick));
  if (site && last >= first)
    addRounds(report, rounds, await site.rounds(first, last, beacon.chainHash), "on the site");
  for (let round = first; round <= last; round += 1) {
    const signature = rounds.get(round);
    if (signature !== undefined && areSigned(beacon.publicKey, [{ round, signature }]))
      return report.wrong(
        "refund",
        `the beacon was not gone: it has signed round ${round}, so there is a result`,
      );
  }
  report.missing(
    "refund",
    `the platform says that the beacon was gone. If a round from ${first} to ${last} still arrives, this closing was wrong`,
  );
}

/**
 * Checks that the position entered at the end of the block that it was opened in, and was opened more than half a second
 * before the next round was due.
 * @param {Report} report @param {any} position @param {Times | undefined} beacon
 */
function checkEntry(report, { round, entryTick, createdAt }, beacon) {
  if (!beacon) {
    report.missing("entry", "the beacon of that time is not at hand, so the end of its block is unknown");
    return;
  }
  const [due, next] = [dueOf(beacon, round), dueOf(beacon, round + 1)];
  if (!report.same("entry", entryTick, next - 1, `the block of round ${round} ends with tick`)) return;
  const opened = Date.parse(createdAt);
  const block = `it was opened at ${createdAt}: from ${timeOf(due)} on, and half a second before ${timeOf(next)} at the latest`;
  report.check("entry", opened >= due * 1000 && opened < next * 1000 - 500, block);
}

/**
 * Checks when the signed answer came. If it came before the next round was due, the order was not backdated. The time is
 * from the clock of the device that took the answer, which may be wrong. So a late answer accuses nobody, but it is not
 * called right either.
 * One signature may hold two promises for one order, each with its own path. So the path in the answer must be that of the
 * receipt.
 * @param {Report} report @param {"order" | "sale"} what
 * @param {{ received: string | null, signature: string | null, path?: string[] | null }} answer
 * @param {{ signature: string, path?: string[] } | null} promise @param {string | undefined} round the signed one
 * @param {Times | undefined} beacon
 */
function checkReceived(report, what, { received, signature, path }, promise, round, beacon) {
  // The order's reservation comes first, and covers the sale.
  const undated = () => (report.undated ??= what === "order" ? "it" : "its sale");
  if (received === null) {
    undated();
    return report.note(
      "received",
      `the time of the answer to the ${what} is not recorded: record it yourself when you send orders`,
    );
  }
  const isOther = signature !== null && signature !== promise?.signature;
  if (isOther || (path && path.join() !== promise?.path?.join()))
    return report.wrong("received", `the signature of the answer to the ${what} differs from the receipt's`);
  if (signature !== null && !path && promise?.path)
    return report.missing("received", `the path in the answer to the ${what} was not recorded`);
  if (round === undefined || !beacon)
    return report.missing("received", "the signed round, or the beacon of that time, is not at hand");
  const [due, next] = [dueOf(beacon, Number(round)), dueOf(beacon, Number(round) + 1)];
  const at = Date.parse(received);
  const by = `by the clock of the device that sent the ${what} its answer came at ${received}`;
  if (at >= next * 1000)
    report.missing("received", `late: cannot be told: ${by}, and the next round was due at ${timeOf(next)}`);
  else if (at < due * 1000)
    report.missing(
      "received",
      `cannot be told: ${by}, before its round was due (${timeOf(due)}): the clock is behind`,
    );
  else if (signature === null) {
    undated();
    report.note("received", `${by}; its signature is not recorded, so nothing tells what it promised`);
  } else report.ok("received", `${by}, before the next round was due (${timeOf(next)})`);
}

/**
 * Checks that the receipt agrees with the signed text in every field.
 * @param {Report} report @param {any} receipt @param {any} promise
 */
function checkPromise(report, { position: p, barrier, commitments, promise: { publicKey } }, promise) {
  const own = "amount duration multiplier entryTick round entryPrice barrierPrice expiryTick".split(" ");
  const said = Object.fromEntries(own.map((name) => [name, p[name]]));
  const { rule, pull, reach } = barrier;
  Object.assign(said, { rule, pull, reach, key: publicKey, position: p.id, user: p.userId });
  Object.assign(said, { side: p.type, chance: p.winChance, opened: p.createdAt });
  const links = commitments.map((/** @type {any} */ one) => `${one.epoch} ${one.commitment}`);
  said.commitment = links.join("\ncommitment ");
  const wrong = Object.entries(said).filter(([name, value]) => promise[name] !== String(value));
  for (const [name, value] of wrong)
    report.wrong("promise", `${name} is ${promise[name]} in the signed text, ${value} in the receipt`);
  if (wrong.length === 0) report.ok("promise", "the receipt says in all fields what the signed text says");
}

/**
 * Checks the hash of the receipt's terms, and returns the terms that were chained for the epoch of the entry. If that epoch
 * is not at hand, it goes by the signed hash. It returns undefined if there is no text with that hash and the right form.
 * @param {Known} known @param {any} receipt @param {string | undefined} signed their hash in the signed text
 * @param {number} epoch
 */
function epochTerms({ report, fairness, listing, rows, ended }, { position, terms: own }, signed, epoch) {
  const isOf = fairness && position.entryTick >= fairness.genesis.tick;
  const announced = fairness && !ended && announcedBy(fairness).get(epoch);
  const chained = isOf && (rows.get(epoch) ?? announced)?.termsHash;
  if (!chained) report.missing("terms", `those of epoch ${epoch} are not at hand: give --url`);
  else if (signed) report.same("terms", signed, chained, `the signed terms are those of epoch ${epoch}`);
  const hash = chained || signed;
  const due =
    listing && fairness && promisedText(listing, fairness.genesis.tick, epoch, fairness.beacon.chainHash);
  if (hash && due)
    report.same("terms", hash, sha256(due), `an ended price series promised these for epoch ${epoch}`);
  if (hash) report.same("terms", sha256(own), hash, "the hash of the receipt's text of terms");
  const listed = fairness?.termsByEpoch.map((/** @type {any} */ one) => one.text) ?? [];
  const text = hash && [own, ...listed].find((each) => sha256(each) === hash);
  if (!text) {
    if (chained) report.missing("terms", "their text is not at hand");
    return undefined;
  }
  const terms = readTerms(text);
  report.check("terms", terms !== undefined, "the text of the terms has their form");
  if (terms) checkIntegers(report, "terms", terms);
  if (terms && fairness)
    report.same("terms", terms.beacon, fairness.beacon.chainHash, "the terms name the chain of the beacon");
  return terms;
}

/**
 * Checks the chance, pull, reach and barrier by the terms of the epoch, the side, the duration and the entry price. If the
 * terms are not at hand, it takes the house edge that the receipt's own chance implies. Returns the terms of the epoch, and
 * the computed barrier in thousandths.
 * @param {Known} known @param {any} receipt @param {string | undefined} signed @param {number} epoch
 */
function checkTerms(known, receipt, signed, epoch) {
  const { report } = known;
  const { position, barrier } = receipt;
  const promised = epochTerms(known, receipt, signed, epoch);
  const { type, duration, winChance, entryPrice, barrierPrice } = position;
  const { mean, unit, pullScale, grid, pull, reach, result, rule } = barrier;
  const multiplier = Number(position.multiplier);
  const ownEdge = Number((1 - winChance * (1 + multiplier)).toFixed(9));
  const edge = promised?.edge ?? ownEdge;
  if (promised) {
    report.same("terms", rule, promised.rule, "the rule");
    report.same("terms", position.multiplier, promised.multipliers.get(duration), `x for ${duration} min`);
  }
  const chance = rule === "barrier" ? chanceOf(edge, multiplier) : winChance;
  const own = termsOf(rule, duration, chance);
  const stated = { pull: BigInt(pull), reach: BigInt(reach) };
  const terms = promised?.integers.get(duration) ?? (areNear(stated, own) ? stated : own);
  const computed = barrierOf(type, minorOf(entryPrice), terms);
  if (rule === "barrier") {
    const isEdge = near(chance, winChance) && edge >= 0 && edge <= 0.2;
    const right = `${winChance} = (1 - ${edge}) / (1 + ${multiplier}), a house edge of 0 to 0.2`;
    report.check(
      "chance",
      isEdge,
      right,
      `${winChance} is given, not ${chance}, with the house edge ${edge}`,
    );
  } else {
    const n = 60 * duration;
    const expected = Number(MEAN) + Number(minorOf(entryPrice) - MEAN) * (1 - 1 / Number(REVERSION)) ** n;
    // The state must come only within half a grid step of the barrier, because it is rounded to a price.
    const up = Number(computed * GRID) - expected;
    const distance = (type === "buy" ? up : -up) - Number(GRID) / 2;
    const exact = upperTail(distance / deviationAfter(n));
    report.check("chance", near(exact, winChance), `${winChance}, by the normal distribution`);
  }
  const source = promised ? `of the terms, for ${duration} min` : `with the chance ${chance}, give or take 1`;
  report.same("pull", pull, String(terms.pull), source);
  report.same("reach", reach, String(terms.reach), source);
  report.same("barrier", barrierPrice, priceOf(computed), `a ${type} at ${entryPrice}`);
  const formula = [mean, unit, pullScale, grid, barrier.entryPrice, result].join();
  const right = [MEAN, UNIT, PULL_SCALE, GRID, entryPrice, priceOf(computed)].join();
  report.check("barrier", formula === right, "the receipt shows its formula with the right numbers");
  return { terms: promised, computed };
}

/**
 * Checks that there is one commitment for each epoch, that it is the published one, and that the signed head is at least 24
 * epochs ahead. Returns the first epoch.
 * @param {Known} known @param {any} receipt @param {{ epoch: number } | undefined} signed
 */
function checkCommitments({ report, fairness, rows }, { position, commitments }, signed) {
  const { entryTick, duration } = position;
  const to = epochOf(entryTick + 60 * duration);
  let from = epochOf(entryTick);
  // If the genesis is not at hand, it may be the entry itself, in the last tick of its epoch. Then no seed of that
  // epoch makes a price.
  if (fairness && entryTick >= fairness.genesis.tick) from = Math.max(from, firstEpochOf(fairness.genesis));
  else if ((entryTick + 1) % EPOCH_TICKS === 0 && commitments[0]?.epoch === to) from = to;
  const epochs = commitments.map((/** @type {any} */ each) => each.epoch).join();
  report.same("commitment", epochs, to > from ? `${from},${to}` : `${from}`, "those of the epochs it lasts");
  for (const { epoch, commitment } of commitments)
    if (rows.has(epoch)) report.same("commitment", rows.get(epoch).commitment, commitment, `epoch ${epoch}`);
  const ahead = `commitments were published ${EPOCHS_AHEAD} epochs ahead of epoch ${from} when it was opened`;
  if (signed) report.check("commitment", signed.epoch >= from + EPOCHS_AHEAD, ahead);
  return from;
}

/**
 * Checks the status, result price and profit of a position that was neither sold nor closed.
 * @param {Known} known @param {any} receipt @param {bigint} barrier the computed one, in thousandths
 * @param {bigint | undefined} computed the price at the expiry, in thousandths
 * @param {number} told the second of the download, at the earliest
 */
function checkOutcome(known, { position, closing }, barrier, computed, told) {
  const { report, nowTick } = known;
  const { type, status, refundReason, resultPrice, profit, amount, multiplier, entryTick, duration } =
    position;
  const expiryTick = entryTick + 60 * duration;
  const isFinal = status === "won" || status === "lost";
  if (refundReason !== null || closing !== null)
    report.wrong("result", `its status is ${status}, but it was closed early`);
  if (computed === undefined)
    putOff(known, "result price", resultPrice ?? "of the expiry", endOf(epochOf(expiryTick)));
  else if (isFinal) report.same("result price", resultPrice, priceOf(computed), `tick ${expiryTick}`);
  if (!isFinal)
    report.check("result", resultPrice === null && profit === null, `${status}: neither result nor profit`);

  const milli = computed ?? (resultPrice === null ? undefined : floorDiv(minorOf(resultPrice), GRID));
  if (milli === undefined && isFinal) return report.wrong("result", `${status}, without a result price`);
  let words = "won or lost, profit and payout";
  let outcome = "";
  if (milli !== undefined) {
    outcome = (type === "buy" ? milli >= barrier : milli <= barrier) ? "won" : "lost";
    words = `a ${type} with the barrier ${priceOf(barrier)} at ${priceOf(milli)}`;
  }
  if (isFinal) {
    report.same("result", status, outcome, words);
    const sum = decimalOf(profitOf(amount, multiplier, outcome));
    report.same("profit", profit, sum, `${amount} x ${multiplier}, ${outcome}`);
  } else if (told > expiryTick + PATIENCE)
    report.wrong("result", `overdue: at ${timeOf(Math.floor(told))} it was still active`);
  else if (nowTick <= expiryTick + PATIENCE) report.later("result", words, expiryTick);
  else
    report.missing(
      "result",
      `${words}${outcome && `: ${outcome}`}; download the receipt again, it was not settled`,
    );
}

/**
 * Returns the profit in 1e-8. A stake has at most two decimals, so the division leaves no remainder.
 * @param {string} amount @param {string} multiplier @param {string} outcome
 */
const profitOf = (amount, multiplier, outcome) =>
  outcome === "won" ? (minorOf(amount) * BigInt(multiplier.replace(".", ""))) / 100n : -minorOf(amount);

/**
 * Checks that the stake was taken, the amount due was paid, and nothing else was moved.
 * @param {Report} report @param {any} receipt
 */
function checkLedger(report, { position: { userId, status, amount, multiplier, profit }, entries }) {
  const stake = minorOf(amount);
  const isEarly = status === "sold" || status === "refunded";
  const gain = isEarly ? minorOf(profit ?? "0.00000000") : profitOf(amount, multiplier, status);
  const linesOf = (/** @type {string} */ kind, /** @type {bigint} */ sum) => [
    `${kind} house:trading ${decimalOf(-sum)}`,
    `${kind} user:${userId} ${decimalOf(sum)}`,
  ];
  const due = linesOf("position_opened", -stake);
  const paid = stake + gain;
  if (paid !== 0n) due.push(...linesOf(isEarly ? `position_${status}` : "position_won", paid));
  /** @type {Map<string, bigint>} */
  const sums = new Map();
  for (const { transactionId, amount: moved } of entries)
    sums.set(transactionId, (sums.get(transactionId) ?? 0n) + minorOf(moved));
  const found = entries.map((/** @type {any} */ one) => `${one.kind} ${one.account} ${one.amount}`).sort();
  report.same("ledger", found.join(", "), due.sort().join(", "), `the entries of a position (${status})`);
  const isZero = [...sums.values()].every((sum) => sum === 0n);
  report.check("ledger", isZero, `each of the ${sums.size} transactions sums to zero`);
}

/**
 * Compares the published prices, from the entry to the sale or the expiry, with the computed ones and with the receipt.
 * @param {Known} known @param {Site} site @param {any} position @param {(tick: number) => bigint | undefined} milliAt
 */
async function checkSitePrices({ report, fairness, rounds, nowTick }, site, position, milliAt) {
  const { entryTick, duration, entryPrice, resultPrice, soldTick, soldPrice } = position;
  const expiryTick = entryTick + 60 * duration;
  const isWithin = soldTick !== null && soldTick >= entryTick && soldTick < expiryTick;
  const [lastTick, lastPrice] = isWithin ? [soldTick, soldPrice] : [expiryTick, resultPrice];
  let published;
  try {
    published = await site.prices(entryTick, lastTick);
  } catch (error) {
    if (!(error instanceof Trouble) || error.status !== 400) throw error;
    const isKnown = rounds.has(roundAt(fairness.beacon, lastTick));
    if (resultPrice !== null || (isKnown && nowTick > lastTick + PATIENCE))
      report.wrong("published prices", `the site does not answer those up to tick ${lastTick}`);
    else report.later("published prices", `up to tick ${lastTick}`, lastTick);
    published = await site.prices(entryTick, entryTick);
  }
  comparePrices(report, entryTick, published, milliAt);
  for (const [tick, price] of [
    [entryTick, entryPrice],
    [lastTick, lastPrice],
  ]) {
    const milli = published[tick - entryTick];
    if (milli !== undefined && price !== null)
      report.same(
        "published prices",
        price,
        Number.isInteger(milli) ? priceOf(BigInt(milli)) : milli / 1000,
        `tick ${tick}`,
      );
  }
}

// --- proof of liabilities --------------------------------------------------------------------------------

const SUM = /^(0|[1-9]\d{0,19})\.\d{8}$/;
const MAX_DEPTH = 40;
const STATEMENT_TEXT = formOf("veritick/liabilities/1", [
  ["number", "[1-9]\\d{0,8}"],
  ["taken", "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z"],
  ["depth", WHOLE],
  ["total", `${WHOLE}\\.\\d{8}`],
  ["root", HEX],
  ["previous", HEX],
  ["chain", LINK],
  ["key", HEX],
]);

/**
 * Makes the checks of docs/protocol.md, "Proof of liabilities".
 * @param {Report} report @param {any} json
 * @param {Options & { email: string | undefined, balance: string | undefined }} options
 */
export async function verifyLiabilities(report, json, { site, pinnedKey, email, balance }) {
  // The statement itself says when it was made.
  report.undated = "it";
  const isFile = json?.format !== undefined;
  if (isFile && json.format !== "veritick/liability-proof/1")
    throw new Trouble(
      "The file is not a proof of liabilities: its format is not veritick/liability-proof/1.",
    );
  const { statement, leaf, index, siblings } = shaped(isFile ? json.proof : json, PROOF, "the proof");
  const fileKeys = isFile ? shaped(json.keys, KEYS, "keys") : undefined;
  /** @type {any} */
  const signed = STATEMENT_TEXT.exec(statement.text)?.groups;
  if (!signed)
    return report.wrong("statement", "the signed text does not have the form veritick/liabilities/1");
  const fairness = site && (await site.fairness());
  checkSignature(report, statement, signed.key, { pinnedKey, siteKeys: fairness?.keys, fileKeys });
  const said = `${statement.number}, ${statement.taken}, ${statement.total}`;
  report.same(
    "statement",
    said,
    `${signed.number}, ${signed.taken}, ${signed.total}`,
    "number, time and total",
  );

  const own = "the leaf is made of your own";
  if (email === undefined)
    report.missing("e-mail", `the leaf is made of ${leaf.email}: is it yours? (--email)`);
  else report.same("e-mail", leaf.email, email, own);
  if (balance === undefined)
    report.missing("balance", `the leaf is made of ${leaf.balance}: was it yours then? (--balance)`);
  else report.same("balance", leaf.balance, balance, own);

  const depth = Number(signed.depth);
  report.check("place", depth <= MAX_DEPTH, `the depth ${depth} is at most ${MAX_DEPTH}`);
  const isPlace = Number.isSafeInteger(index) && index >= 0 && index < 2 ** depth;
  report.check("place", isPlace, `leaf ${index} is one of 2^${depth}`);
  report.same("place", siblings.length, depth, "the number of siblings is that of the levels");
  const sums = [leaf.balance, signed.total, ...siblings.map((/** @type {any} */ each) => each.sum)];
  const bad = sums.find((sum) => !SUM.test(sum)) ?? "none";
  report.same("sums", bad, "none", `of ${sums.length} sums, negative or not in the right form`);

  let hash = sha256(
    `veritick/liability/leaf/1\n${leaf.salt}\n${leaf.user}\n${leaf.balance}\n${leaf.email}\n`,
  );
  let sum = minorOf(leaf.balance);
  for (const [level, sibling] of siblings.entries()) {
    const nodes = [`${hash}\n${decimalOf(sum)}\n`, `${sibling.hash}\n${sibling.sum}\n`];
    if (Math.floor(index / 2 ** level) % 2 === 1) nodes.reverse();
    hash = sha256(`veritick/liability/node/1\n${nodes.join("")}`);
    sum += minorOf(sibling.sum);
  }
  report.same("root", signed.root, hash, "the path from the leaf leads to the signed root");
  report.same("total", signed.total, decimalOf(sum), "the sums on the path add up to the signed total");
  if (site) return checkStatements(report, site, fairness, statement, signed);
  if (signed.number === "1") report.same("previous", signed.previous, ZEROS, "there is no previous report");
  else report.missing("previous", "whether it is chained to the previous report: give --url");
  report.missing("chain", "whether its head is in the chain of commitments: give --url");
}

/**
 * Checks that the site publishes the statement to everyone, and that it is chained to the one before and to the commitments.
 * @param {Report} report @param {Site} site @param {any} fairness @param {any} statement @param {any} signed
 */
async function checkStatements(report, site, fairness, statement, signed) {
  const number = Number(signed.number);
  const path = `/api/fairness/liabilities?before=${number + 1}`;
  const list = shaped(await site.get(path), listOf(STATEMENT, 200), `the site's ${path}`);
  const textOf = (/** @type {number} */ wanted) =>
    list.find((/** @type {any} */ one) => one.number === wanted)?.text;
  const isPublished = textOf(number) === statement.text;
  report.check("published", isPublished, "the site publishes this very report to everyone");
  const before = textOf(number - 1);
  const link = "it names the hash of the previous report";
  if (number === 1) report.same("previous", signed.previous, ZEROS, "there is no previous report");
  else if (before === undefined) report.wrong("previous", `the site does not list report ${number - 1}`);
  else report.same("previous", signed.previous, sha256(before), link);
  const last = linkOf(signed.chain);
  const { genesis, chain } = fairness;
  if (Date.parse(signed.taken) / 1000 < genesis.tick) {
    const older = `it is older than the present genesis (${timeOf(genesis.tick)})`;
    return report.missing("chain", `${older}: ${NEW_GENESIS}`);
  }
  const first = firstEpochOf(genesis);
  if (last.epoch < first || last.epoch > chain.epoch)
    return report.wrong("chain", `the site lists no commitment for epoch ${last.epoch}`);
  const linked = await site.epochs(Math.max(first, last.epoch - 1), last.epoch);
  const rows = new Map(linked.map((row) => [row.epoch, row]));
  checkChain({ report, fairness, rows, site, nowTick: 0 }, last.epoch, last);
}

// --- the public log --------------------------------------------------------------------------------------

// The platform signs a log of all that it promises, and others cosign that it only grows. The log is a tree of hashes (RFC
// 6962), laid out as C2SP's tlog-tiles and signed as its signed-note, tlog-checkpoint and tlog-cosignature describe.

const LOG_KEY = 1;
const WITNESS_KEY = 4;
/** Witnesses may also sign with ML-DSA-44. Such signatures decide nothing yet. */
const OTHER_WITNESS_KEY = 6;

/** @param {Uint8Array[]} parts */
const digestOf = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
/** @param {Uint8Array} entry */
const leafHash = (entry) => digestOf(Buffer.of(0), entry);
/** @param {Buffer} left @param {Buffer} right */
const nodeHash = (left, right) => digestOf(Buffer.of(1), left, right);
const EMPTY_ROOT = digestOf();

/** Returns the largest power of two below a number of at least 2. @param {number} count */
function halfOf(count) {
  let half = 1;
  while (2 * half < count) half *= 2;
  return half;
}

/** Returns the root of the tree over the hashes of leaves (RFC 6962, 2.1). @param {Buffer[]} hashes @returns {Buffer} */
export function treeHash(hashes) {
  const [first] = hashes;
  if (first === undefined) return EMPTY_ROOT;
  if (hashes.length === 1) return first;
  const half = halfOf(hashes.length);
  return nodeHash(treeHash(hashes.slice(0, half)), treeHash(hashes.slice(half)));
}

/**
 * Adds a leaf to the perfect subtrees of a tree, the largest first. Returns the subtrees that are complete with it.
 * @param {{ height: number, hash: Buffer }[]} peaks @param {Buffer} leaf
 */
function appendLeaf(peaks, leaf) {
  const complete = [{ height: 0, hash: leaf }];
  peaks.push({ height: 0, hash: leaf });
  while (peaks.at(-1)?.height === peaks.at(-2)?.height) {
    const [left, right] = peaks.splice(-2);
    const parent = { height: left.height + 1, hash: nodeHash(left.hash, right.hash) };
    peaks.push(parent);
    complete.push(parent);
  }
  return complete;
}

/** Reads base64 in its one right form; undefined for any other text. @param {string} text */
function fromBase64(text) {
  const bytes = Buffer.from(text, "base64");
  return bytes.toString("base64") === text ? bytes : undefined;
}

/** Reads a public key with its name (C2SP signed-note); undefined for any other text. @param {string} text */
function readVkey(text) {
  const [, name, id, encoded = ""] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
  const typed = fromBase64(encoded);
  if (!typed || digestOf(Buffer.from(`${name}\n`), typed).toString("hex", 0, 4) !== id) return undefined;
  return { name, id, type: typed[0], key: typed.toString("hex", 1) };
}

/** Reads a text with signatures (C2SP signed-note); undefined for any other text. @param {string} note */
function readNote(note) {
  const end = note.lastIndexOf("\n\n") + 1;
  const lines = note.slice(end + 1, -1).split("\n");
  const signatures = lines.map((line) => {
    const [, name, encoded = ""] = /^— ([^\s+]+) (\S+)$/.exec(line) ?? [];
    const bytes = fromBase64(encoded);
    return bytes && bytes.length > 4 && { name, id: bytes.toString("hex", 0, 4), bytes: bytes.subarray(4) };
  });
  if (end === 0 || !note.endsWith("\n") || lines.length > 100 || !signatures.every(Boolean)) return undefined;
  return { note, text: note.slice(0, end), signatures };
}

/** Reads a note whose text is a checkpoint; undefined for any other text. @param {string} text */
function readCheckpoint(text) {
  const note = readNote(text);
  const [, origin, size, encoded = ""] =
    /^([^\s+]+)\n(0|[1-9]\d{0,14})\n(\S{44})\n$/.exec(note?.text ?? "") ?? [];
  const root = fromBase64(encoded);
  return note && root?.length === 32 ? { ...note, origin, size: Number(size), root } : undefined;
}

/** @param {any} vkey @param {any} one a signature of a note */
const isBy = (vkey, one) => one.name === vkey.name && one.id === vkey.id;

/** Returns whether a log has signed a note, and no signature in its name is false. @param {any} note @param {any} vkey */
function isSignedByLog({ text, signatures }, vkey) {
  const own = signatures.filter((/** @type {any} */ one) => isBy(vkey, one));
  const isRight = ({ bytes }) => bytes.length === 64 && isSigned(text, bytes.toString("hex"), vkey.key);
  return own.length > 0 && own.every(isRight);
}

/**
 * Returns the times at which the witnesses of a policy cosigned a checkpoint, by the policy's name of each. `forged` names
 * witnesses with a signature that is not their own, `future` those with a time more than 5 s ahead, which does not count.
 * @param {any} note @param {any} policy @param {number} now
 */
function cosignaturesOf({ text, signatures }, policy, now) {
  const times = new Map();
  /** @type {string[][]} */
  const [forged, future] = [[], []];
  for (const { name, vkey } of policy.witnesses)
    for (const { bytes } of signatures.filter((/** @type {any} */ one) => isBy(vkey, one))) {
      if (vkey.type !== WITNESS_KEY) continue;
      const time = bytes.length === 72 ? Number(bytes.readBigUInt64BE()) : NaN;
      const signed = `cosignature/v1\ntime ${time}\n${text}`;
      if (!Number.isSafeInteger(time) || !isSigned(signed, bytes.toString("hex", 8), vkey.key))
        forged.push(name);
      else if (time > now + 5) future.push(name);
      else times.set(name, [...(times.get(name) ?? []), time]);
    }
  return { times, forged, future };
}

/**
 * Reads a file that says whose cosignatures count (C2SP tlog-policy).
 * @param {string} text
 */
export function readPolicy(text) {
  /** @type {any} */
  const policy = { logs: [], witnesses: [], groups: [], quorum: undefined };
  const [names, members, keys] = [new Set(), new Set(), new Set()];
  for (const [index, line] of text.split("\n").entries()) {
    const need = (/** @type {unknown} */ truth, /** @type {string} */ why) => {
      if (!truth) throw new Trouble(`The policy's line ${index + 1} is wrong: ${why}.`);
    };
    const define = (/** @type {string} */ name) => {
      need(name !== "none" && !names.has(name), `the name ${name} is taken`);
      names.add(name);
    };
    const readKey = (/** @type {string} */ encoded, /** @type {number[]} */ types) => {
      const vkey = readVkey(encoded ?? "");
      need(vkey && types.includes(vkey.type), "its key has no right form");
      need(vkey.type === OTHER_WITNESS_KEY || vkey.key.length === 64, "its key has not 32 bytes");
      need(!keys.has(vkey.key), "another line has the same key");
      keys.add(vkey.key);
      return vkey;
    };
    need(!/[^\t\x20-\x7e\u0080-\uffff]/.test(line), "it has a control character");
    const [word, ...items] = line.split(/[ \t]+/).filter((item) => item !== "");
    if (word === undefined || word.startsWith("#")) continue;
    if (word === "log") {
      need(items.length <= 2, "it has more than a key and an address");
      policy.logs.push(readKey(items[0], [LOG_KEY]));
    } else if (word === "witness") {
      need(items.length <= 3, "it has more than a name, a key and an address");
      define(items[0]);
      const vkey = readKey(items[1], [WITNESS_KEY, OTHER_WITNESS_KEY]);
      policy.witnesses.push({ name: items[0], vkey, url: items[2]?.replace(/\/+$/, "") });
    } else if (word === "group") {
      const [name, count, ...list] = items;
      need(list.length > 0, "it has no member");
      for (const member of list) {
        need(names.has(member) && !members.has(member), `${member} is unknown, or a member already`);
        members.add(member);
      }
      define(name);
      const threshold = count === "all" ? list.length : count === "any" ? 1 : Number(count);
      need(
        /^(all|any|[1-9]\d{0,3})$/.test(count) && threshold <= list.length,
        `${count} is no count of them`,
      );
      policy.groups.push({ name, threshold, list });
    } else {
      need(word === "quorum" && items.length === 1, `${word} has no such line`);
      need(policy.quorum === undefined, "there is a quorum already");
      need(items[0] === "none" || names.has(items[0]), `${items[0]} is unknown`);
      [policy.quorum] = items;
    }
  }
  if (policy.quorum === undefined) throw new Trouble("The policy names no quorum.");
  return policy;
}

const ascending = (/** @type {number} */ one, /** @type {number} */ other) => one - other;

/**
 * Returns when the quorum of a policy was complete; Infinity if too few have cosigned.
 * @param {any} policy @param {Map<string, number>} times by the policy's names
 */
function quorumTime({ groups, quorum }, times) {
  const reached = new Map(times);
  const timeAt = (/** @type {string} */ name) => reached.get(name) ?? Infinity;
  for (const { name, threshold, list } of groups)
    reached.set(name, list.map(timeAt).sort(ascending)[threshold - 1]);
  return timeAt(quorum);
}

/**
 * Returns the time since which no quorum has cosigned again; -Infinity if none ever has.
 * @param {any} policy @param {Map<string, number[]>} times
 */
const newestQuorum = (policy, times) =>
  -quorumTime(policy, new Map([...times].map(([name, list]) => [name, -Math.max(...list)])));
/** Returns when a quorum had cosigned first. @param {any} policy @param {Map<string, number[]>} times */
const firstQuorum = (policy, times) =>
  quorumTime(policy, new Map([...times].map(([name, list]) => [name, Math.min(...list)])));

const MAX_NOTE_BYTES = 500_000;
const TILE = 256;
const LOG_TIMEOUT_MS = 10_000;

/** The files of a log, as C2SP tlog-tiles lays them out below a prefix. */
class LogFiles {
  /** @type {Map<string, Buffer[]>} */
  #tiles = new Map();

  /** @param {string} prefix */
  constructor(prefix) {
    this.prefix = prefix;
  }

  /** Returns a file of at most so many bytes; undefined if there is none. @param {string} path @param {number} maxBytes */
  async find(path, maxBytes) {
    try {
      return await download(this.prefix + path, maxBytes, LOG_TIMEOUT_MS);
    } catch (error) {
      if (/** @type {any} */ (error).status === 404) return undefined;
      throw error;
    }
  }

  /**
   * Returns a tile of hashes, or of entries, that has so many of them. Once a tile is full, a log need not serve parts of it.
   * @param {number | "entries"} level @param {number} n @param {number} width @param {number} itemBytes at most
   */
  async #read(level, n, width, itemBytes) {
    let place = String(n % 1000).padStart(3, "0");
    for (let rest = Math.floor(n / 1000); rest > 0; rest = Math.floor(rest / 1000))
      place = `x${String(rest % 1000).padStart(3, "0")}/${place}`;
    const path = `tile/${level}/${place}`;
    const part = width < TILE ? await this.find(`${path}.p/${width}`, width * itemBytes) : undefined;
    const bytes = part ?? (await this.find(path, TILE * itemBytes));
    if (bytes === undefined) throw new Trouble(`${this.prefix}${path} is not there.`, 404);
    return { path, bytes };
  }

  /** Returns the newest checkpoint that is served. */
  async newest() {
    const head = readCheckpoint(String((await this.find("checkpoint", MAX_NOTE_BYTES)) ?? ""));
    if (head === undefined) throw new Trouble(`${this.prefix}checkpoint is not a checkpoint.`);
    return head;
  }

  /** Returns the entries of a bundle. @param {number} n @param {number} width */
  async entries(n, width) {
    const { path, bytes } = await this.#read("entries", n, width, 65_537);
    const entries = [];
    for (let at = 0; entries.length < width;) {
      const end = at + 2 <= bytes.length ? at + 2 + bytes.readUInt16BE(at) : Infinity;
      if (end > bytes.length) throw new Trouble(`${this.prefix}${path} does not hold ${width} entries.`);
      entries.push(bytes.subarray(at + 2, end));
      at = end;
    }
    return entries;
  }

  /**
   * Returns the hash of a perfect subtree, from the tiles of a log of this size.
   * @param {number} size @param {number} height @param {number} place
   */
  async node(size, height, place) {
    const [level, count] = [Math.floor(height / 8), 2 ** (height % 8)];
    const n = Math.floor((place * count) / TILE);
    const width = Math.min(TILE, Math.floor(size / TILE ** level) - n * TILE);
    const key = `${level} ${n} ${width}`;
    let hashes = this.#tiles.get(key);
    if (hashes === undefined) {
      const { path, bytes } = await this.#read(level, n, width, 32);
      if (bytes.length < 32 * width)
        throw new Trouble(`${this.prefix}${path} does not hold ${width} hashes.`);
      hashes = Array.from({ length: width }, (_, index) => bytes.subarray(32 * index, 32 * index + 32));
      for (const oldest of this.#tiles.keys()) if (this.#tiles.size >= 1000) this.#tiles.delete(oldest);
      this.#tiles.set(key, hashes);
    }
    const from = place * count - n * TILE;
    return treeHash(hashes.slice(from, from + count));
  }

  /**
   * Returns the hash over a range of leaves that is a subtree.
   * @param {number} size @param {number} from @param {number} to @returns {Promise<Buffer>}
   */
  async #range(size, from, to) {
    const half = to - from > 1 ? halfOf(to - from) : 0;
    if (2 * half === to - from || half === 0)
      return this.node(size, Math.log2(to - from), from / (to - from));
    return nodeHash(await this.#range(size, from, from + half), await this.#range(size, from + half, to));
  }

  /**
   * Returns the root of the first `older` of the leaves from `from` to `to`, and that of all of them. Both are made from the
   * same hashes. So if the second is right, the first is (RFC 6962, 2.1.2).
   * @param {number} older @param {number} size @param {number} from @param {number} to @returns {Promise<[Buffer, Buffer]>}
   */
  async #roots(older, size, from, to) {
    if (older === to) {
      const hash = await this.#range(size, from, to);
      return [hash, hash];
    }
    const middle = from + halfOf(to - from);
    if (older <= middle) {
      const [before, now] = await this.#roots(older, size, from, middle);
      return [before, nodeHash(now, await this.#range(size, middle, to))];
    }
    const left = await this.#range(size, from, middle);
    const [before, now] = await this.#roots(older, size, middle, to);
    return [nodeHash(left, before), nodeHash(left, now)];
  }

  /**
   * Returns the root that a log of this size and root had at an earlier size; undefined if the tiles do not lead to its root.
   * @param {number} older @param {{ size: number, root: Buffer }} log
   */
  async rootAt(older, { size, root }) {
    if (older === 0) return EMPTY_ROOT;
    const [before, now] = await this.#roots(older, size, 0, size);
    return now.equals(root) ? before : undefined;
  }
}

// --- the entries of the log ------------------------------------------------------------------------------

const LIST_LEAF_BYTES = 48;
/** No tag may be in two places within this number of rounds. */
const ROUNDS_APART = 20;
const ORIGIN = "[\\w.:[\\]-]+/log/[1-9]\\d{0,8}";
/** A tick, a round, an index or a count. */
const NATURAL = "(?:0|[1-9]\\d{0,11})";
const AMOUNT = `${WHOLE}\\.\\d{8}`;
const LINES = "(?:[a-zA-Z]+ \\S.*\\n)+";

/**
 * What a monitor remembers of the entries that it has read. The state folder keeps it.
 * @param {string} origin
 */
const newBook = (origin) => ({
  origin,
  /** When a quorum first saw the log, and last cosigned it. @type {number | null} */
  began: null,
  /** @type {number | null} */
  quorumAt: null,
  /** Epochs and slices that no quorum has cosigned as far as is known. @type {any[]} */
  pending: [],
  /** @type {any} */
  genesis: null,
  /** The first epoch in the log. @type {number | undefined} */
  oldest: undefined,
  /** The newest epoch and its head, and the hashes of the terms of the last epochs. */
  epoch: -1,
  head: "",
  /** @type {Record<string, string>} */
  termsOf: {},
  /** The hashes of terms that ended prices had promised, by epoch. @type {Record<string, string>} */
  promised: {},
  /** @type {Record<string, string>} */
  terms: {},
  /** @type {Record<string, { genesisTime: number, period: number }>} */
  beacons: {},
  /** The commitments whose seeds are not revealed, by epoch. @type {Record<string, string[]>} */
  commitments: {},
  /** @type {string[]} */
  keys: [],
  /** The hashes of the last liabilities reports. @type {Record<string, string>} */
  reports: {},
  lastReport: 0,
  isContinued: false,
  /** The newest policy in the log. @type {string | undefined} */
  policy: undefined,
  /** The slices of the last rounds. @type {any[]} */
  slices: [],
  /** How often there were entries of kinds that this file does not know. @type {Record<string, number>} */
  unknown: {},
  /** What else is worth knowing. @type {string[]} */
  notes: [],
  /** Entries are never taken back, so a breach stays one. @type {string[]} */
  breaches: [],
});

/** Forgets all but the newest of the values by number. @param {Record<string, unknown>} values @param {number} count */
function keepNewest(values, count) {
  const numbers = Object.keys(values).map(Number).sort(ascending);
  for (const number of numbers.slice(0, -count)) delete values[number];
}

/** @typedef {(book: any, values: any, index: number, wrong: (text: string) => void) => void} Rule */
/**
 * The kinds of entries: the lines of each, and the rules about it. `wrong` reports a breach.
 * @type {Record<string, [string | Record<string, string>, Rule]>}
 */
const KINDS = {
  start: [
    { origin: `${ORIGIN}(?:\ncontinues ${ORIGIN} ${NATURAL} ${HEX})?` },
    (book, { origin }, index, wrong) => {
      const [name, before] = origin.split("\n");
      if (index > 0) wrong("it is a second start");
      if (name !== book.origin) wrong(`it is the start of ${name}`);
      if (name.endsWith("/log/1") !== (before === undefined))
        wrong("only a later log names the one before it");
      book.isContinued = before !== undefined;
      if (before) book.notes.push(`this log ${before}: an earlier one has ended`);
      book.pending.push({ index });
    },
  ],
  key: [
    { use: "receipts|log", key: HEX },
    (book, { use, key }) => {
      if (use === "receipts") book.keys.push(key);
      else book.notes.push(`the log ends, and goes on under the key ${key}`);
    },
  ],
  policy: ["(?<text>[^]+)", (book, { text }) => (book.policy = text)],
  beacon: [
    {
      chain: HEX,
      publicKey: "[0-9a-f]{192}",
      genesisTime: NATURAL,
      period: "[1-9]\\d{0,8}",
      groupHash: HEX,
      schemeID: "[\\w.-]{1,64}",
      beaconID: "[\\w.-]{1,64}",
    },
    (book, { chain, ...beacon }, index, wrong) => {
      const [genesisTime, period] = [Number(beacon.genesisTime), Number(beacon.period)];
      const computed = chainHashOf({ ...beacon, genesisTime, period });
      if (computed !== chain) wrong(`the beacon has the chain hash ${computed}, not ${chain}`);
      book.beacons[chain] = { genesisTime, period };
    },
  ],
  terms: [`(?<text>${LINES})`, (book, { text }) => (book.terms[sha256(text)] = text)],
  genesis: [
    { tick: NATURAL, state: NATURAL, previous: HEX, beacon: HEX },
    (book, { tick: tickText, state, previous, beacon }, index, wrong) => {
      const [tick, before] = [Number(tickText), book.genesis];
      if (before && tick <= before.tick)
        return wrong(`the genesis of ${timeOf(tick)} is not after the one before`);
      if (before && previous !== book.head)
        wrong(`the genesis of ${timeOf(tick)} does not name the last head of the price before`);
      if (!book.beacons[beacon])
        wrong(`the genesis of ${timeOf(tick)} names a beacon that is not in the log`);
      const first = firstEpochOf({ tick });
      book.genesis = { tick, beacon, first };
      book.promised = { ...book.promised, ...book.termsOf };
      keepNewest(book.promised, 100);
      book.oldest ??= first;
      Object.assign(book, {
        termsOf: {},
        epoch: first - 1,
        head: genesisHead({ tick, state, previousHead: previous }),
      });
    },
  ],
  epoch: [
    { genesis: NATURAL, epoch: EPOCH, commitment: HEX, terms: HEX, head: HEX },
    (book, { genesis: tick, epoch: epochText, commitment, terms, head }, index, wrong) => {
      const [epoch, { genesis }] = [Number(epochText), book];
      if (genesis?.tick !== Number(tick))
        return wrong(`epoch ${epoch} is of another genesis than the newest`);
      if (epoch <= book.epoch) return wrong(`epoch ${epoch} stands there a second time`);
      if (epoch > book.epoch + 1) wrong(`epoch ${book.epoch + 1} is missing before epoch ${epoch}`);
      else if (head !== headAfter({ epoch, commitment, termsHash: terms }, book.head))
        wrong(`the head of epoch ${epoch} does not follow from the head before it`);
      const [text, promised] = [book.terms[terms], book.terms[book.promised[epoch]]];
      if (text === undefined) wrong(`the terms of epoch ${epoch} are not in the log before it`);
      else if (
        promised !== undefined &&
        text !== promised.replace(/^beacon .*$/m, `beacon ${genesis.beacon}`)
      )
        wrong(`the terms of epoch ${epoch} are not those that an ended price had promised`);
      // The first 24 are published at once, and an ended price has promised its own a day ahead.
      const isAhead = epoch >= genesis.first + EPOCHS_AHEAD && promised === undefined;
      const isChanged = isAhead && book.termsOf[epoch - 1] !== terms;
      book.pending.push({ index, ...(isAhead && { epoch, isChanged }) });
      (book.commitments[epoch] ??= []).push(commitment);
      book.termsOf[epoch] = terms;
      keepNewest(book.termsOf, 100);
      Object.assign(book, { epoch, head });
    },
  ],
  seed: [
    { epoch: EPOCH, seed: HEX, state: NATURAL },
    (book, { epoch, seed }, index, wrong) => {
      // Older epochs have no commitments in this log.
      if (!(Number(epoch) >= book.oldest)) return;
      const open = book.commitments[epoch] ?? [];
      const rest = open.filter((/** @type {string} */ one) => one !== commitmentOf(seed));
      if (rest.length === open.length) wrong(`the seed of epoch ${epoch} has no open commitment in the log`);
      if (rest.length > 0) book.commitments[epoch] = rest;
      else delete book.commitments[epoch];
    },
  ],
  slice: [
    { round: NATURAL, leaves: NATURAL, root: HEX },
    (book, { round: roundText, leaves, root }, index, wrong) => {
      const [round, chain] = [Number(roundText), book.genesis?.beacon];
      if (!book.beacons[chain]) return wrong(`round ${round} is of no beacon in the log`);
      const due = dueOf(book.beacons[chain], round);
      book.pending.push({ index, round, due });
      const isNear = (/** @type {any} */ one) => one.chain === chain && one.round >= round - ROUNDS_APART;
      const slice = { index, round, due, chain, leaves: Number(leaves), root };
      book.slices = [...book.slices.filter(isNear), slice];
    },
  ],
  liabilities: [
    `(?<text>veritick/liabilities/\\d\nnumber (?<number>[1-9]\\d{0,8})\n${LINES}previous (?<previous>${HEX})\n` +
      `${LINES}key (?<key>${HEX})\n)`,
    (book, { text, number: numberText, previous, key }, index, wrong) => {
      const [number, last] = [Number(numberText), book.lastReport];
      if (text.startsWith("veritick/liabilities/1\n") && !STATEMENT_TEXT.test(text))
        wrong(`liabilities report ${number} does not have its form`);
      if (!book.keys.includes(key))
        wrong(`liabilities report ${number} is signed by a key that is not in the log before it`);
      const isFirst = last === 0 && book.isContinued;
      if (number > last + 1 && !isFirst) wrong(`liabilities report ${last + 1} is missing`);
      else if (number <= last) wrong(`liabilities report ${number} stands there again`);
      else if (previous !== (book.reports[last] ?? ZEROS) && !isFirst)
        wrong(`liabilities report ${number} does not name the hash of the report before it`);
      book.reports[number] = sha256(text);
      keepNewest(book.reports, 100);
      book.lastReport = number;
    },
  ],
  ending: [
    {
      genesis: NATURAL,
      reason: "beacon|secret",
      tick: NATURAL,
      ended: "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z",
      positions: NATURAL,
      stake: AMOUNT,
      value: AMOUNT,
    },
    (book, { genesis, reason, ended }) =>
      book.notes.push(`the price since ${timeOf(Number(genesis))} ended at ${ended}: its ${reason} was lost`),
  ],
  release: [{ version: "[\\w.+-]{1,64}", verifier: HEX, web: HEX }, () => {}],
  lost: [
    { from: NATURAL, to: NATURAL },
    (book, { from, to }, index, wrong) => {
      if (Number(from) > Number(to) || Number(to) >= index) wrong("it names entries that are not before it");
      book.notes.push(`the platform lost the entries ${from} to ${to}, and took them back from a copy`);
    },
  ],
};

const FORMS = new Map(
  Object.entries(KINDS).map(([kind, [lines]]) => {
    const title = `veritick/log/${kind}/1`;
    if (typeof lines === "string") return [kind, new RegExp(`^${title}\n${lines}$`)];
    return [kind, formOf(title, Object.entries(lines))];
  }),
);

/**
 * Applies the rules to the next entry.
 * @param {any} book @param {number} index @param {Buffer} entry
 */
function readEntry(book, index, entry) {
  const wrong = (/** @type {string} */ text) => addOnce(book.breaches, `entry ${index}: ${text}`);
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry);
  } catch {
    text = "bytes that are not UTF-8";
  }
  const title = text.slice(0, 100).split("\n")[0].trim();
  const kind = /^veritick\/log\/([a-z]+)\/1$/.exec(title)?.[1] ?? "";
  if (index === 0 && kind !== "start") wrong("the log does not begin with its start");
  const form = FORMS.get(kind);
  if (form === undefined) {
    if (Object.keys(book.unknown).length < 100) book.unknown[title] = (book.unknown[title] ?? 0) + 1;
    return;
  }
  const values = form.exec(text)?.groups;
  if (values === undefined) wrong(`it does not have the form of ${title}`);
  else KINDS[kind]?.[1](book, values, index, wrong);
}

/** Adds a text to a list, unless it is there or the list is long. @param {string[]} list @param {string} text */
function addOnce(list, text) {
  if (list.length < 1000 && !list.includes(text)) list.push(text);
}

/** Returns when an epoch has to be published at the latest, a day ahead. @param {number} epoch */
const limitFor = (epoch) => EPOCH_TICKS * (epoch - EPOCHS_AHEAD) + PATIENCE;

/** Returns the keys of the witnesses of a policy as a text. @param {any} policy */
const witnessesOf = ({ witnesses }) =>
  witnesses
    .map((/** @type {any} */ { vkey }) => vkey.key)
    .sort()
    .join();

/** @param {string} text of a policy */
function witnessesIn(text) {
  try {
    return witnessesOf(readPolicy(text));
  } catch {
    return undefined;
  }
}

// --- the monitor -----------------------------------------------------------------------------------------

// The monitor remembers the newest checkpoint that it has seen. At each visit it reads only what is new, computes the root
// itself, applies the rules to each new entry, and compares the site with the witnesses.

const STATE_FILE = "monitor.json";

/**
 * Replaces a file so that a loss of power leaves the old one or the new one.
 * @param {string} folder @param {string} name @param {string} text
 */
function writeSafely(folder, name, text) {
  const flush = (/** @type {string} */ path, /** @type {string} */ flags, /** @type {string} */ content) => {
    const file = openSync(path, flags);
    try {
      if (content !== "") writeFileSync(file, content);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
  };
  flush(`${folder}/${name}.new`, "w", text);
  renameSync(`${folder}/${name}.new`, `${folder}/${name}`);
  // Windows cannot open a folder.
  if (process.platform !== "win32") flush(folder, "r", "");
}

/**
 * Reads what the last visit noted. A monitor that forgets cannot notice that the log was changed, so damage is no fresh start.
 * @param {string} folder @param {any} vkey
 */
function readState(folder, vkey) {
  mkdirSync(folder, { recursive: true });
  const path = `${folder}/${STATE_FILE}`;
  if (!existsSync(path)) return { size: 0, root: EMPTY_ROOT, note: "", peaks: [], book: newBook(vkey.name) };
  const [, hash, json = ""] = /^([0-9a-f]{64})\n([^]*)$/.exec(readFileSync(path, "utf8")) ?? [];
  const damage = `${path} is damaged, or of another log. Restore it, or begin anew in an empty folder, which forgets.`;
  if (sha256(json) !== hash) throw new Trouble(damage);
  const { note, peaks, book } = JSON.parse(json);
  const noted = readCheckpoint(note);
  if (!noted || noted.origin !== vkey.name || !isSignedByLog(noted, vkey)) throw new Trouble(damage);
  const read = (/** @type {any} */ { height, hash: hex }) => ({ height, hash: Buffer.from(hex, "hex") });
  return { size: noted.size, root: noted.root, note, peaks: peaks.map(read), book };
}

/** A monitor between two visits. */
class Monitor {
  /** The tags of the orders of the last rounds. @type {Map<string, { chain: string, round: number, place: string }>} */
  #tags = new Map();
  #isFirst = true;
  #comparedAt = -Infinity;
  /** The witnesses that cosigned the newest checkpoint. @type {string[]} */
  #cosigners = [];
  #saved = "";

  /** @param {string} prefix @param {any} policy @param {string} folder @param {() => number} now in Unix seconds */
  constructor(prefix, policy, folder, now) {
    if (policy.logs.length !== 1) throw new Trouble("The policy must name the log, and no other.");
    [this.vkey] = policy.logs;
    this.files = new LogFiles(prefix);
    this.policy = policy;
    this.folder = folder;
    this.now = now;
    this.state = readState(folder, this.vkey);
  }

  /** Looks at the log once. @param {Report} report */
  async visit(report) {
    const { folder, state, files, vkey } = this;
    for (const name of readdirSync(folder).filter((each) => /^fork-\d+\.txt$/.test(each)))
      report.wrong("fork", `${folder}/${name} proves that the log signed two different lists`);
    // The witnesses are asked first, so the site already has what they have seen.
    const witnesses = await this.#askWitnesses(report);
    let head = await files.newest();
    if (this.#isBehind(head, witnesses)) {
      // The site may not know yet what the witnesses have just cosigned.
      await new Promise((resolve) => setTimeout(resolve, 2000));
      head = await files.newest();
    }
    const signed = `the log's key has signed ${head.size} entries`;
    if (!report.same("checkpoint", head.origin, vkey.name, "the log is the one that the policy names"))
      return;
    if (!report.check("checkpoint", isSignedByLog(head, vkey), signed)) return;
    const newest = `the site serves a log of ${head.size} entries`;
    if (head.size < state.size) return report.wrong("size", `${newest}, and it had ${state.size} before`);
    const isBehind = this.#isBehind(head, witnesses);
    for (const one of witnesses)
      if (one.size > head.size && (isBehind || !(await this.#isServed(report, head, one))))
        report.wrong("size", `${newest}, and ${one.who} has cosigned ${one.size}`);
    const noted = { ...state, how: "you noted" };
    for (const other of [...(state.note ? [noted] : []), ...witnesses])
      if (other.size <= head.size && !(await this.#isConsistent(report, head, other))) return;
    if (state.note === "") report.note("seen", "nothing was noted in the folder: this is the first visit");
    else report.ok("seen", `the ${state.size} entries that you noted are unchanged`);

    const grown = await this.#readEntries(report, head);
    if (grown === undefined) return;
    const { book, slices, peaks } = grown;
    await this.#checkLists(report, book, slices);
    if (!(await this.#checkTimes(report, book, head, witnesses))) return;
    await this.#compareReports(report, book);
    this.#sumUp(report, book, head);
    this.#save(head, peaks, book);
    this.#isFirst = false;
  }

  /** Returns whether a quorum has cosigned more entries than the site shows. @param {any} head @param {any[]} witnesses */
  #isBehind(head, witnesses) {
    const ahead = witnesses.filter(({ size }) => size > head.size);
    const times = ahead.flatMap((one) => [...cosignaturesOf(one, this.policy, this.now()).times]);
    return firstQuorum(this.policy, new Map(times)) < Infinity;
  }

  /**
   * Returns whether the site serves the entries that a witness has cosigned. It shows no checkpoint of them before a quorum.
   * @param {Report} report @param {any} head @param {any} ahead
   */
  async #isServed(report, head, ahead) {
    try {
      const root = await this.files.rootAt(head.size, ahead);
      const what = `${ahead.size} entries that ${ahead.who} has cosigned`;
      const isRight = root !== undefined && root.equals(head.root);
      report.check("tiles", isRight, `the site serves the ${what}`, `its tiles do not lead to the ${what}`);
      return true;
    } catch (error) {
      if (/** @type {any} */ (error).status !== 404) throw error;
      return false;
    }
  }

  /** Returns what the witnesses show: checkpoints that the log has signed. @param {Report} report */
  async #askWitnesses(report) {
    const { policy, vkey } = this;
    const asked = policy.witnesses.filter((/** @type {any} */ one) => one.url !== undefined);
    const replies = asked.map(async (/** @type {any} */ { name, url }) => {
      const who = `the witness ${name}`;
      try {
        const path = `${url}/${sha256(vkey.name)}/checkpoint`;
        const seen = readCheckpoint(String(await download(path, MAX_NOTE_BYTES, LOG_TIMEOUT_MS, 0)));
        if (seen?.origin === vkey.name && isSignedByLog(seen, vkey))
          return { ...seen, who, how: `${who} shows` };
        report.note("witness", `${who} shows nothing that the log has signed`);
      } catch (error) {
        report.note("witness", `${who} cannot be asked: ${/** @type {Error} */ (error).message}`);
      }
      return undefined;
    });
    return (await Promise.all(replies)).filter((one) => one !== undefined);
  }

  /**
   * Returns whether another checkpoint of the log is the beginning of the site's. If it is not, both notes are kept: nobody
   * else can have signed them.
   * @param {Report} report @param {any} head @param {any} other
   */
  async #isConsistent(report, head, other) {
    const root = other.size === head.size ? head.root : await this.files.rootAt(other.size, head);
    if (root === undefined) {
      report.wrong("tiles", `the tiles do not lead to the root that is signed for ${head.size} entries`);
      return false;
    }
    if (root.equals(other.root)) return true;
    const name = `fork-${other.size}.txt`;
    if (!existsSync(`${this.folder}/${name}`)) writeSafely(this.folder, name, `${other.note}\n${head.note}`);
    const what = `the checkpoint of ${other.size} entries that ${other.how} is not the beginning of the site's log`;
    report.wrong("fork", `${what}: the log signed two different lists, see ${this.folder}/${name}`);
    return false;
  }

  /**
   * Reads the new entries, applies the rules to them, and compares every hash with the tiles and the signed root. Returns
   * undefined if they differ.
   * @param {Report} report @param {any} head
   */
  async #readEntries(report, head) {
    const { state, files } = this;
    const book = structuredClone(state.book);
    let peaks = [...state.peaks];
    if (head.size === state.size) return { book, peaks, slices: [] };
    const [growing, slices] = [[...peaks], []];
    let odd;
    for (let first = state.size - (state.size % TILE); first < head.size; first += TILE) {
      if (first % 25_600 === 0 && first > 0) report.tell(`${first} of ${head.size} entries are read`);
      const width = Math.min(TILE, head.size - first);
      for (const [at, entry] of (await files.entries(first / TILE, width)).entries()) {
        const index = first + at;
        for (const { height, hash } of appendLeaf(growing, leafHash(entry))) {
          if (height % 8 > 0) continue;
          const place = (index + 1) / 2 ** height - 1;
          if (!(await files.node(head.size, height, place)).equals(hash)) odd ??= { height, place };
        }
        if (index < state.size) continue;
        readEntry(book, index, entry);
        if (book.slices.at(-1)?.index === index) slices.push(book.slices.at(-1));
      }
      if (width === TILE) peaks = [...growing];
    }
    const root = growing.reduceRight((right, { hash }) => (right ? nodeHash(hash, right) : hash), undefined);
    if (!head.root.equals(root ?? EMPTY_ROOT)) {
      const which = odd?.height === 0 ? `: entry ${odd.place} is not the one in the tiles` : "";
      report.wrong("entries", `the entries do not lead to the root that is signed for ${head.size}${which}`);
      return undefined;
    }
    if (odd !== undefined) {
      report.wrong("tiles", `hash ${odd.place} of level ${odd.height / 8} is not that of the entries`);
      return undefined;
    }
    report.ok("entries", `${head.size - state.size} new entries lead to the signed root`);
    return { book, peaks, slices };
  }

  /**
   * Checks the public lists of orders: each has the root of its slice, and no tag is in two places within 20 rounds.
   * @param {Report} report @param {any} book @param {any[]} slices
   */
  async #checkLists(report, book, slices) {
    const wrong = (/** @type {string} */ text) => addOnce(book.breaches, text);
    // After a start the tags of the last rounds are not in memory.
    const all = this.#isFirst ? [...this.state.book.slices, ...slices] : slices;
    let served = 0;
    for (let first = 0; first < all.length; first += 8) {
      const part = all.slice(first, first + 8);
      const lists = part.map(({ index, leaves }) =>
        this.files.find(`leaves/${index}`, Math.min(leaves * LIST_LEAF_BYTES, 100_000_000)),
      );
      for (const [at, list] of (await Promise.all(lists)).entries()) {
        if (list === undefined) continue;
        const { index, round, chain, leaves, root } = part[at];
        served += 1;
        const leavesOf = [];
        for (let from = 0; from < list.length; from += LIST_LEAF_BYTES)
          leavesOf.push(list.subarray(from, from + LIST_LEAF_BYTES));
        if (leavesOf.length !== leaves || treeHash(leavesOf.map(leafHash)).toString("hex") !== root)
          wrong(`entry ${index}: the list of its orders does not have its root`);
        for (const [count, leaf] of leavesOf.entries()) {
          const tag = leaf.toString("hex", 0, 16);
          // After a visit that failed, the same leaf is read again.
          const place = `${index}, order ${count}`;
          const before = this.#tags.get(tag);
          const isNear = before?.chain === chain && Math.abs(round - before.round) <= ROUNDS_APART;
          if (isNear && before.place !== place && !/^0+$/.test(tag))
            wrong(`the tag ${tag} is in entry ${before.place}, and in entry ${place}`);
          this.#tags.delete(tag);
          this.#tags.set(tag, { chain, round, place });
        }
        for (const [tag, seen] of this.#tags)
          if (seen.chain === chain && seen.round >= round - ROUNDS_APART) break;
          else this.#tags.delete(tag);
      }
    }
    if (served > 0) report.ok("lists", `${served} lists of orders were read`);
    if (served < all.length)
      report.note("lists", `${all.length - served} lists of orders are not served: tags are not counted`);
  }

  /**
   * Checks when the witnesses cosigned the epochs and the slices. Returns false if a checkpoint shows a fork.
   * @param {Report} report @param {any} book @param {any} head @param {any[]} witnesses
   */
  async #checkTimes(report, book, head, witnesses) {
    const { policy, state, files, vkey } = this;
    const now = this.now();
    let isRight = true;
    const learn = (/** @type {Map<string, number[]>} */ times, /** @type {number} */ size) => {
      const earliest = Math.min(...[...times.values()].flat());
      for (const list of [book.slices, book.pending])
        for (const { index, round, due } of list) {
          if (index >= size) break;
          const when = () => `at ${timeOf(earliest)}, before the round was due`;
          if (earliest < due)
            addOnce(book.breaches, `entry ${index}: the orders of round ${round} were cosigned ${when()}`);
        }
      const newest = newestQuorum(policy, times);
      if (Number.isFinite(newest)) book.quorumAt = Math.max(newest, book.quorumAt ?? newest);
      return times;
    };
    const read = (/** @type {any} */ checkpoint) => {
      const { times, forged, future } = cosignaturesOf(checkpoint, policy, now);
      const { size } = checkpoint;
      for (const name of new Set(future))
        report.note("time", `the witness ${name} cosigned ${size} entries in the future: not counted`);
      for (const name of new Set(forged))
        report.wrong("cosignature", `one for ${size} entries is not by the witness ${name}`);
      return learn(times, size);
    };
    read(head);
    // A witness may show its signature before the site does.
    for (const one of witnesses) learn(cosignaturesOf(one, policy, now).times, one.size);
    const same = [head, ...witnesses.filter(({ text }) => text === head.text)];
    const joined = { ...head, signatures: same.flatMap(({ signatures }) => signatures) };
    const times = learn(cosignaturesOf(joined, policy, now).times, head.size);
    this.#cosigners = [...times.keys()];

    const timesAt = async (/** @type {number} */ size) => {
      // The newest checkpoint may show renewed times. Its own address shows the first.
      const known = size === head.size ? times : undefined;
      const bytes = await files.find(`checkpoint/${size}`, MAX_NOTE_BYTES);
      if (bytes === undefined) return known;
      const checkpoint = readCheckpoint(String(bytes));
      if (checkpoint?.size !== size || checkpoint.origin !== book.origin || !isSignedByLog(checkpoint, vkey))
        throw new Trouble(`${files.prefix}checkpoint/${size} is not what the log signed for that size.`);
      const served = { ...checkpoint, how: "the site serves for this size" };
      isRight &&= await this.#isConsistent(report, head, served);
      const first = read(checkpoint);
      for (const [name, list] of known ?? []) first.set(name, [...(first.get(name) ?? []), ...list]);
      return first;
    };
    const isReached = (/** @type {Map<string, number[]> | undefined} */ found) =>
      found !== undefined && firstQuorum(policy, found) < Infinity;
    // While there is no quorum, only the newest checkpoints can tell when there is one again.
    let top = this.#isFirst || isReached(times) ? head.size : 0;
    if (top === 0 && state.size > 0 && book.pending.length > 0 && isReached(await timesAt(state.size)))
      top = state.size;
    if (policy.quorum === "none") top = 0;
    for (let size = 0; isRight && book.pending.length > 0;) {
      size = Math.max(size, book.pending[0].index) + 1;
      if (size > top) break;
      const found = await timesAt(size);
      const time = found ? firstQuorum(policy, found) : Infinity;
      if (time === Infinity) continue;
      const next = book.pending.findIndex((/** @type {any} */ { index }) => index >= size);
      const settled = book.pending.splice(0, next < 0 ? Infinity : next);
      // Other witnesses may have cosigned a later checkpoint earlier. That counts before anybody is accused.
      let earliest = time;
      if (settled.some((/** @type {any} */ each) => each.isChanged && time > limitFor(each.epoch)))
        for (let later = size + 1; later <= Math.min(top, size + 100); later += 1)
          earliest = Math.min(earliest, firstQuorum(policy, (await timesAt(later)) ?? new Map()));
      this.#checkAhead(report, book, settled, earliest);
    }
    return isRight;
  }

  /**
   * Checks how long before an epoch a quorum had seen it. Changed terms have to be seen a day ahead.
   * @param {Report} report @param {any} book @param {any[]} settled @param {number} time
   */
  #checkAhead(report, book, settled, time) {
    if (settled[0].index === 0) book.began = time;
    const unchanged = [];
    for (const { epoch, isChanged, index } of settled.filter((each) => each.epoch !== undefined)) {
      const begins = EPOCH_TICKS * epoch;
      const limit = limitFor(epoch);
      const isLate = time > limit;
      const hours = (Math.abs(begins - time) / 3600).toFixed(1);
      const when = time < begins ? `only ${hours} hours before it began` : `${hours} hours after it began`;
      // Nothing tells when epochs were published that are older than the log.
      if (isLate && limit >= book.began && isChanged)
        addOnce(book.breaches, `entry ${index}: epoch ${epoch} has new terms, and a quorum saw them ${when}`);
      else if (isLate && limit >= book.began) unchanged.push(`epoch ${epoch} ${when}`);
      else if (isLate && isChanged && begins > book.began)
        report.missing(
          "terms",
          `whether those of epoch ${epoch} were promised a day ahead: the log is younger`,
        );
    }
    if (unchanged.length > 0)
      report.note("late", `${unchanged.length} epochs with unchanged terms; a quorum saw ${unchanged[0]}`);
  }

  /**
   * Checks once a minute that the liabilities reports that the site publishes are in the log. A mirror does not list any.
   * @param {Report} report @param {any} book
   */
  async #compareReports(report, book) {
    const now = this.now();
    if (now < this.#comparedAt + 60) return;
    const path = "/api/fairness/liabilities";
    let list;
    try {
      const site = this.files.prefix.replace(/\/log\/\d+\/$/, "");
      const reply = String(await download(site + path, MAX_BYTES, LOG_TIMEOUT_MS));
      list = shaped(JSON.parse(reply), listOf(STATEMENT, 200), path);
    } catch {
      return report.note(
        "reports",
        "the site does not list its liabilities reports, so they cannot be compared",
      );
    }
    this.#comparedAt = now;
    for (const { number, taken, text, signature } of list) {
      const isRecent = Date.parse(taken) / 1000 > now - PATIENCE;
      const logged = book.reports[number];
      if (logged === undefined ? number > book.lastReport && !isRecent : logged !== sha256(text))
        report.wrong("reports", `liabilities report ${number} of the site is not in the log`);
      const key = STATEMENT_TEXT.exec(text)?.groups?.key;
      if (key !== undefined && !isSigned(text, signature, key))
        report.wrong("reports", `liabilities report ${number} is not signed by its key`);
    }
    report.ok("reports", `${list.length} liabilities reports of the site were compared with the log`);
  }

  /**
   * Reports what the rules found, and whether the quorum holds.
   * @param {Report} report @param {any} book @param {any} head
   */
  #sumUp(report, book, head) {
    const { policy } = this;
    for (const breach of book.breaches) report.wrong("rules", breach);
    if (book.breaches.length === 0) report.ok("rules", `no entry of ${head.size} breaks a rule`);
    for (const text of book.notes) report.note("log", text);
    for (const [kind, count] of Object.entries(book.unknown))
      report.note("unknown kind", `${count} entries begin with "${kind}": a newer version may know them`);
    if (book.policy !== undefined && witnessesIn(book.policy) !== witnessesOf(policy))
      report.note("policy", "the log's own policy names other witnesses than yours: only yours decides");
    const chain = book.genesis?.beacon;
    if (chain !== undefined && chain !== QUICKNET) report.ownBeacon = chain.slice(0, 12);
    const cosigners = this.#cosigners;
    const count = `${cosigners.length} of ${policy.witnesses.length} witnesses cosigned ${head.size} entries (${cosigners.join(", ")})`;
    const age = this.now() - (book.quorumAt ?? -Infinity);
    if (policy.quorum === "none")
      report.missing("quorum", "the policy asks for no witness, so nobody else has seen this log");
    else if (book.quorumAt === null) report.missing("quorum", `there is none yet: ${count}`);
    else if (age > PATIENCE) report.missing("quorum", `the newest is ${age} s old: ${count}`);
    else report.ok("quorum", `the newest is ${Math.max(age, 0)} s old: ${count}`);
  }

  /** Notes what was seen. @param {any} head @param {any[]} peaks @param {any} book */
  #save(head, peaks, book) {
    const { note, size, root } = head;
    const written = {
      note,
      peaks: peaks.map(({ height, hash }) => ({ height, hash: hash.toString("hex") })),
      book,
    };
    const json = JSON.stringify(written);
    if (json !== this.#saved) writeSafely(this.folder, STATE_FILE, `${sha256(json)}\n${json}`);
    this.#saved = json;
    this.state = { note, size, root, peaks, book };
  }
}

/** Looks at a log once, or each second until something is wrong or a signal comes. @param {any} options */
async function watch({ say, tell, prefix, policy, folder, now, isOnce }) {
  const monitor = new Monitor(prefix, policy, folder, now);
  let isStopped = false;
  let wake = () => {};
  const stop = () => {
    isStopped = true;
    wake();
  };
  if (!isOnce) for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, stop);
  /** The lines of the last visit without their numbers: only others are news. */
  let before = new Set();
  for (let isFirst = true; ; isFirst = false) {
    const lines = new Set();
    const report = new Report((line) => {
      const plain = line.replace(/\d+/g, "0");
      lines.add(plain);
      if (!before.has(plain) && (isFirst || !line.startsWith("ok"))) say(line);
    }, tell);
    try {
      await monitor.visit(report);
    } catch (error) {
      if (!(error instanceof Trouble)) throw error;
      report.missing("log", error.message);
    }
    const { WRONG, missing } = report.counts;
    if (missing === 0 && [...before].some((line) => line.startsWith("missing")))
      say("ok      everything can be checked again");
    before = lines;
    if (!isOnce && !isStopped && WRONG === 0)
      await new Promise((resolve) => {
        wake = () => resolve(undefined);
        setTimeout(wake, 1000);
      });
    report.say = say;
    if (isOnce || isStopped || WRONG > 0) return report.verdict(false);
  }
}

// --- test vectors ----------------------------------------------------------------------------------------

const CHAIN_VECTORS = {
  chain: CHAIN,
  rounds: listOf({ ...ROUND, due: COUNT, message: HASH, rho: HASH }, 10_000),
};
const PRICE_VECTORS = {
  secret: HASH,
  genesis: { tick: COUNT, state: INTEGER },
  epochs: listOf({ epoch: COUNT, seed: HASH, commitment: HASH, startTick: COUNT, startState: INTEGER }, 1000),
  ticks: listOf({ ...each(COUNT, "tick round"), noise: NUMBER, state: INTEGER, price: DECIMAL }, 100_000),
};
const OF_TERMS = { ...each(NUMBER, "houseEdge"), winRule: RULE, duration: COUNT };
const SALE_VECTORS = {
  chances: listOf(
    { side: /^(buy|sell)$/, ...each(DECIMAL, "price barrier"), ticksLeft: COUNT, chance: NUMBER },
    10_000,
  ),
  sales: listOf(
    { ...each(DECIMAL, "amount value fee proceeds"), ...each(NUMBER, "multiplier chance sellFee") },
    10_000,
  ),
};
const TERMS_VECTORS = {
  texts: listOf(
    { ...each(NUMBER, "houseEdge sellFee"), winRule: RULE, chainHash: HASH, text: ANY_TEXT, hash: HASH },
    100,
  ),
  rows: listOf({ ...OF_TERMS, ...each(NUMBER, "multiplier pull reach"), winChance: orNull(NUMBER) }, 1000),
  barriers: listOf({ ...OF_TERMS, ...each(DECIMAL, "price buy sell") }, 10_000),
};

const LINK_VECTORS = {
  genesis: { tick: COUNT, state: INTEGER, previousHead: HASH, head: HASH },
  epochs: listOf({ ...ANNOUNCED, head: HASH }, 1000),
};
const SIGNED_VECTORS = { texts: listOf({ format: ANY_TEXT, text: ANY_TEXT, sha256: HASH }, 10) };
const PROMISES_VECTORS = {
  key: HASH,
  texts: listOf(ANY_TEXT, 100),
  leaves: listOf(HASH, 100),
  batches: listOf({ root: HASH, text: ANY_TEXT, signature: SIGNATURE, paths: listOf(PATH, 100) }, 100),
};
const LOG_VECTORS = {
  keys: listOf({ seed: HASH, type: COUNT, vkey: ANY_TEXT }, 10),
  owner: { nonce: /^[0-9a-f]{32}$/, text: ANY_TEXT, hash: HASH },
  order: { text: ANY_TEXT, tag: /^[0-9a-f]{32}$/ },
  receipt: { text: ANY_TEXT, sha256: HASH, leafData: /^[0-9a-f]{96}$/, leaf: HASH },
  slice: { leaves: listOf(/^[0-9a-f]{96}$/, 100), path: listOf(HASH, 10), root: HASH },
  entries: listOf({ text: ANY_TEXT, leaf: HASH }, 100),
  ...each(COUNT, "index nextDue"),
  root: HASH,
  cosigned: listOf(COUNT, 10),
  proof: ANY_TEXT,
};

/**
 * Reproduces the vectors of a folder: rounds, prices, terms, the chain, sales, signed texts and the log.
 * @param {Report} report @param {string} folder
 */
export async function verifyVectors(report, folder) {
  const read = (/** @type {string} */ name, /** @type {any} */ shape) =>
    shaped(readJson(`${folder}/${name}`), shape, name);
  const { quicknet, local } = read("rounds.json", { quicknet: CHAIN_VECTORS, local: CHAIN_VECTORS });
  for (const vectors of [quicknet, local]) await verifyRoundVectors(report, vectors);
  verifyPriceVectors(report, read("price.json", PRICE_VECTORS), local);
  verifyTermVectors(report, read("terms.json", TERMS_VECTORS));
  const { genesis, epochs } = read("chain.json", LINK_VECTORS);
  let head = genesisHead(genesis);
  report.same("chain", genesis.head, head, "the head of the genesis");
  for (const link of epochs) {
    head = headAfter(link, head);
    report.same("chain", link.head, head, `epoch ${link.epoch}`);
  }
  for (const { format, text, sha256: hash } of read("position.json", SIGNED_VECTORS).texts) {
    report.same("signed text", hash, sha256(text), format);
    const form = format === "veritick/sale/1" ? SALE : PROMISE;
    report.check("signed text", form.test(text), "it has its form");
  }
  verifySaleVectors(report, read("sale.json", SALE_VECTORS));
  const { key, texts, leaves, batches } = read("promises.json", PROMISES_VECTORS);
  for (const [index, leaf] of leaves.entries())
    report.same("leaf", leaf, rootOf(texts[index], []), `of promise ${index}`);
  for (const { root, text, signature, paths } of batches) {
    report.same("signed text", text, batchText(root, key), `for ${paths.length} promises`);
    report.check("signature", isSigned(text, signature, key), "the root is signed");
    for (const [index, path] of paths.entries())
      report.same("root", root, rootOf(texts[index], path), `from promise ${index}`);
  }
  verifyLogVectors(report, read("log.json", LOG_VECTORS));
}

/**
 * Makes everything in log.json again, from the seeds of its keys and the texts of its entries.
 * @param {Report} report @param {any} vectors
 */
function verifyLogVectors(
  report,
  { keys, owner, order, receipt, slice, entries, root, nextDue, cosigned, index, proof },
) {
  const half = (/** @type {string} */ text) => sha256(text).slice(0, 32);
  const position = /^position (.*)$/m.exec(owner.text)?.[1] ?? "";
  const blind = sha256(Buffer.concat([Buffer.from(owner.nonce, "hex"), Buffer.from(position)])).slice(0, 32);
  report.check("owner", owner.text.endsWith(`\nblind ${blind}\n`), "the owner's text is blinded");
  report.same("owner", owner.hash, sha256(owner.text), "the hash of the owner's text");
  report.same("tag", order.tag, half(order.text), "the tag of the order");
  report.same("leaf", receipt.sha256, sha256(receipt.text), "the hash of the order's text");
  report.same("leaf", receipt.leafData, half(order.text) + sha256(receipt.text), "its data");
  const leafOf = (/** @type {string} */ hex) => leafHash(Buffer.from(hex, "hex"));
  report.same("leaf", receipt.leaf, leafOf(receipt.leafData).toString("hex"), "its leaf");
  const leaves = slice.leaves.map(leafOf);
  report.same(
    "slice",
    slice.path.join(),
    pathIn(leaves, 0)
      .map((hash) => hash.toString("hex"))
      .join(),
    "the path",
  );
  report.same("slice", slice.root, treeHash(leaves).toString("hex"), "the root of the slice");
  const hashes = entries.map((/** @type {any} */ { text }) => leafHash(Buffer.from(text)));
  for (const [at, { leaf }] of entries.entries())
    report.same("entry", leaf, hashes[at].toString("hex"), `${at}`);
  report.same("log", root, treeHash(hashes).toString("hex"), "the root of the log");

  const signers = keys.map((/** @type {any} */ { seed, type, vkey }) => {
    const der = Buffer.from(`302e020100300506032b657004220420${seed}`, "hex");
    const secret = createPrivateKey({ key: der, format: "der", type: "pkcs8" });
    const key = createPublicKey(secret).export({ format: "der", type: "spki" }).subarray(-32);
    const [name] = vkey.split("+");
    const typed = Buffer.concat([Buffer.of(type), key]);
    const id = digestOf(Buffer.from(`${name}\n`), typed).toString("hex", 0, 4);
    report.same("key", vkey, `${name}+${id}+${typed.toString("base64")}`, name);
    return { secret, name, id };
  });
  const checkpoint = `${signers[0].name}\n${entries.length}\n${treeHash(hashes).toString("base64")}\n`;
  const lines = signers.map(({ secret, name, id }, /** @type {number} */ at) => {
    const time = at === 0 ? "" : bigEndian(cosigned[at - 1], 8).toString("hex");
    const text = at === 0 ? checkpoint : `cosignature/v1\ntime ${cosigned[at - 1]}\n${checkpoint}`;
    const signature = sign(null, Buffer.from(text), secret);
    return `— ${name} ${Buffer.concat([Buffer.from(id + time, "hex"), signature]).toString("base64")}\n`;
  });
  const path = pathIn(hashes, index).map((hash) => `${hash.toString("base64")}\n`);
  const note = `${checkpoint}\n${lines.join("")}`;
  const made = `c2sp.org/tlog-proof@v1\nindex ${index}\n${path.join("")}\n${note}`;
  report.check("proof", proof === made, "the proof of the slice, byte for byte");
  const witnesses = keys
    .slice(1)
    .map((/** @type {any} */ { vkey }, /** @type {number} */ at) => `witness w${at + 1} ${vkey}\n`);
  for (const [count, isInTime] of [
    [2, true],
    [3, false],
  ]) {
    const policy = readPolicy(`${witnesses.join("")}group all ${count} w1 w2 w3\nquorum all\n`);
    const { times } = cosignaturesOf(readNote(note), policy, nextDue);
    const what = `by ${count} of 3 witnesses the slice is ${isInTime ? "" : "not "}in time`;
    report.check("in time", firstQuorum(policy, times) < nextDue === isInTime, what);
  }
}

/** Returns the hashes that lead from a leaf to the root, its neighbour's first. @param {Buffer[]} hashes @param {number} index @returns {Buffer[]} */
function pathIn(hashes, index) {
  if (hashes.length === 1) return [];
  const half = halfOf(hashes.length);
  const [left, right] = [hashes.slice(0, half), hashes.slice(half)];
  return index < half
    ? [...pathIn(left, index), treeHash(right)]
    : [...pathIn(right, index - half), treeHash(left)];
}

/** @param {Report} report @param {any} vectors */
async function verifyRoundVectors(report, { chain, rounds }) {
  checkBeacon(report, { ...chain, kind: "drand" });
  for (const { round, due, message, signature, rho } of rounds) {
    report.same("round", due, dueOf(chain, round), `${round} is due at`);
    report.same("round", message, messageOf(round).toString("hex"), `${round} is signed over`);
    report.same("round", rho, rhoOf(signature), `${round} has the value`);
  }
  const unsigned = (await findUnsigned(report, chain.publicKey, rounds)) ?? "none";
  report.same("rounds", unsigned, "none", `of ${rounds.length} rounds, not signed with the key`);
}

/** @param {Report} report @param {any} vectors @param {any} beacon */
function verifyPriceVectors(report, { secret, genesis, epochs, ticks }, { chain, rounds }) {
  const signatures = new Map(rounds.map((/** @type {any} */ { round, signature }) => [round, signature]));
  const secretKey = keyOf(secret);
  /** @type {Map<number, bigint>} */
  const states = new Map([[genesis.tick, BigInt(genesis.state)]]);
  for (const { epoch, seed, commitment, startTick, startState } of epochs) {
    const name = `epoch ${epoch}`;
    const computed = createHmac("sha256", secretKey).update(`veritick/epoch/${epoch}`).digest("hex");
    report.same("seed", seed, computed, name);
    report.same("commitment", commitment, commitmentOf(computed), name);
    report.same("start tick", startTick, firstTickOf(genesis, epoch), name);
    const start = states.get(firstTickOf(genesis, epoch) - 1);
    report.same("start state", startState, String(start), name);
    if (start === undefined) continue;
    const path = pathOf(computed, startTick, endOf(epoch) - 1, start, chain, signatures);
    for (const [index, state] of path.entries()) states.set(startTick - 1 + index, state);
  }
  for (const { tick, round, noise, state, price } of ticks) {
    const seed = createHmac("sha256", secretKey)
      .update(`veritick/epoch/${epochOf(tick)}`)
      .digest("hex");
    report.same("round", round, roundAt(chain, tick), `of tick ${tick}`);
    const rho = rhoOf(signatures.get(round) ?? "");
    report.same("noise", noise, noiseAt(keyOf(seed), tick, round, rho), `tick ${tick}`);
    const computed = states.get(tick);
    report.same("state", state, String(computed), `tick ${tick}`);
    report.same("price", price, computed && priceOf(milliOf(computed)), `tick ${tick}`);
  }
}

/** @param {Report} report @param {any} vectors */
function verifyTermVectors(report, { texts, rows, barriers }) {
  for (const { text, hash, houseEdge, winRule, sellFee, chainHash } of texts) {
    const { edge, rule, fee, beacon } = readTerms(text) ?? {};
    report.same(
      "terms",
      [edge, rule, fee, beacon].join(),
      [houseEdge, winRule, sellFee, chainHash].join(),
      "the text",
    );
    report.same("terms", hash, sha256(text), "the hash of the text");
    const terms = readTerms(text);
    if (terms) checkIntegers(report, "terms", terms);
  }
  const nameOf = (/** @type {any} */ one) => `${one.winRule}, edge ${one.houseEdge}, ${one.duration} min`;
  /** @type {Map<string, { pull: bigint, reach: bigint }>} */
  const known = new Map();
  for (const row of rows) {
    checkDuration(row.duration);
    const chance = chanceOf(row.houseEdge, row.multiplier);
    const computed = termsOf(row.winRule, row.duration, chance);
    known.set(nameOf(row), computed);
    const isFixed = row.winRule === "barrier";
    report.same("chance", row.winChance, isFixed ? chance : null, nameOf(row));
    report.same("pull", row.pull, Number(computed.pull), nameOf(row));
    report.same("reach", row.reach, Number(computed.reach), nameOf(row));
  }
  for (const row of barriers)
    for (const side of ["buy", "sell"]) {
      const terms = known.get(nameOf(row));
      if (terms === undefined) throw new Trouble(`No row of terms.json is for ${nameOf(row)}.`);
      const barrier = priceOf(barrierOf(side, minorOf(row.price), terms));
      report.same("barrier", row[side], barrier, `${side} at ${row.price}, ${nameOf(row)}`);
    }
}

/** @param {Report} report @param {any} vectors */
function verifySaleVectors(report, { chances, sales }) {
  for (const { side, price, barrier, ticksLeft, chance } of chances) {
    const computed = chanceLeft(side, minorOf(price), minorOf(barrier), ticksLeft);
    report.same(
      "sale chance",
      chance,
      Number(computed),
      `a ${side} at ${price}, ${ticksLeft} ticks before ${barrier}`,
    );
  }
  for (const { amount, multiplier, chance, sellFee, value, fee, proceeds } of sales) {
    const computed = [0, sellFee].map((each) => fairValue(amount, String(multiplier), BigInt(chance), each));
    const [worth = 0n, paid = 0n] = computed;
    const found = `${value}, ${fee}, ${proceeds}`;
    const right = [worth, worth - paid, paid].map(decimalOf).join(", ");
    report.same(
      "sale value",
      found,
      right,
      `${amount} x (1 + ${multiplier}), chance ${chance}, fee ${sellFee}`,
    );
  }
}

// --- the command -----------------------------------------------------------------------------------------

const MODES = ["position", "epoch", "chain", "liabilities", "vectors"];
const SETTINGS = ["url", "key", "beacon", "to", "seen", "email", "balance", "now", "strict"];
/** The words that stand alone. */
const FLAGS = ["chain", "strict", "once"];
const MONITOR_SETTINGS = ["url", "policy", "state", "once", "now"];
const HINT = "See --help.";

/** @param {string[]} words @param {string[]} names */
function readOptions(words, names) {
  /** @type {Map<string, string>} */
  const given = new Map();
  for (let index = 0; index < words.length; index += 1) {
    const name = /^--([a-z]+)$/.exec(words[index] ?? "")?.[1] ?? "";
    if (!names.includes(name) || given.has(name))
      throw new Trouble(`"${words[index]}" is not expected here. ${HINT}`);
    const value = FLAGS.includes(name) ? "" : words[(index += 1)];
    if (value === undefined || value.startsWith("--")) throw new Trouble(`--${name} needs a value. ${HINT}`);
    given.set(name, value);
  }
  return given;
}

/** @param {string[]} words */
function parseArguments(words) {
  const given = readOptions(words, [...MODES, ...SETTINGS]);
  const modes = MODES.filter((mode) => given.has(mode));
  if (modes.length !== 1) throw new Trouble(`Give exactly one of --${MODES.join(", --")}. ${HINT}`);
  return { mode: modes[0], given };
}

/** @param {Map<string, string>} given @param {string} name @param {RegExp} pattern @param {string} what */
function option(given, name, pattern, what) {
  const value = given.get(name);
  if (value !== undefined && !pattern.test(value)) throw new Trouble(`--${name} is not ${what}.`);
  return value;
}

/** Returns the difference between --now and this machine's clock, in milliseconds. @param {Map<string, string>} given */
function clockOffset(given) {
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
  const now = option(given, "now", isTime, "a time such as 2026-11-21T10:00:00Z");
  return now === undefined ? 0 : new Date(now).getTime() - new Date().getTime();
}

/** @param {string[]} words @param {(line: string) => void} say @param {(line: string) => void} [tell] */
async function checkLog(words, say, tell) {
  const given = readOptions(words, MONITOR_SETTINGS);
  const [prefix, policyFile, folder] = ["url", "policy", "state"].map((name) => {
    const value = given.get(name);
    if (value === undefined) throw new Trouble(`monitor needs --${name}. ${HINT}`);
    return value;
  });
  const [isOnce, offset] = [given.has("once"), clockOffset(given)];
  const startTick = Math.floor((new Date().getTime() + offset) / 1000);
  return watch({
    say,
    tell,
    prefix: `${new Site(prefix).url}/`,
    policy: readPolicy(readText(policyFile)),
    folder,
    now: () => (isOnce ? startTick : Math.floor((new Date().getTime() + offset) / 1000)),
    isOnce,
  });
}

/** @param {string[]} words @param {(line: string) => void} say @param {(line: string) => void} [tell] */
async function check(words, say, tell) {
  if (words[0] === "monitor") return checkLog(words.slice(1), say, tell);
  const { mode, given } = parseArguments(words);
  const nowTick = Math.floor((new Date().getTime() + clockOffset(given)) / 1000);
  const pinnedKey = option(given, "key", HASH, "a public key of 64 hex digits");
  const trusted = option(given, "beacon", HASH, "a chain hash of 64 hex digits");
  const noted = option(given, "seen", /^\d{1,9}:[0-9a-f]{64}$/, "EPOCH:HEAD, a number and 64 hex digits");
  const seen = noted === undefined ? undefined : linkOf(noted.replace(":", " "));
  const url = given.get("url");
  const site = url === undefined ? undefined : new Site(url);
  const needSite = () => {
    if (site === undefined) throw new Trouble(`--${mode} needs --url.`);
    return site;
  };
  const file = given.get(mode ?? "") ?? "";
  const report = new Report(say, tell);
  const options = { site, pinnedKey, nowTick, trusted };
  if (mode === "position") await verifyPosition(report, readJson(file), options);
  else if (mode === "vectors") await verifyVectors(report, file);
  else if (mode === "epoch") {
    const from = Number(option(given, "epoch", /^\d{1,9}$/, "the number of an epoch"));
    const to = Number(option(given, "to", /^\d{1,9}$/, "the number of an epoch") ?? from);
    if (to < from || to - from > 999)
      throw new Trouble("--to is not the same epoch or one of the 999 after it.");
    await verifyEpochs(report, needSite(), from, to, { nowTick, trusted, seen });
  } else if (mode === "chain") await verifyChain(report, needSite(), seen);
  else {
    const amount = option(given, "balance", /^\d{1,12}(\.\d{1,8})?$/, "an amount such as 12.50");
    const [whole, places = ""] = amount?.split(".") ?? [];
    const balance = whole === undefined ? undefined : decimalOf(BigInt(whole + places.padEnd(8, "0")));
    await verifyLiabilities(report, readJson(file), { ...options, email: given.get("email"), balance });
  }
  return report.verdict(given.has("strict"));
}

/**
 * Runs a command line and returns the exit code.
 * @param {string[]} words @param {(line: string) => void} say
 * @param {(line: string) => void} [tell] prints the progress of a slow check
 */
export async function run(words, say, tell) {
  if (words.includes("--help") || words.length === 0) {
    say(USAGE);
    return words.length === 0 ? 2 : 0;
  }
  if (words.length === 1 && words[0] === "--version") {
    say(`veritick-verify ${VERSION}`);
    return 0;
  }
  try {
    return await check(words, say, tell);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    say(printable(error instanceof Trouble ? message : `This could not be checked: ${message}.`));
    return 2;
  }
}

const ownPath = decodeURIComponent(new URL(import.meta.url).pathname).replace(/^\/([A-Za-z]:)/, "$1");
const calledPath = process.argv[1] ?? "";
if (existsSync(calledPath) && realpathSync(calledPath).replaceAll("\\", "/") === ownPath)
  process.exitCode = await run(
    process.argv.slice(2),
    (line) => console.log(line),
    (line) => console.error(line),
  );

// --- the elliptic curve ------------------------------------------------------------------------------------

// From here on this is @noble/curves/bls12-381.js 2.4.0 and what it imports, by Paul Miller: https://github.com/paulmillr/noble-curves
// The library was audited. Nothing of it is changed, but comments and parts that are not needed are left out.
// `npm run build:verifier` writes it from the package on the npm registry, and a test compares.

/*
The MIT License (MIT)

Copyright (c) 2022 Paul Miller (https://paulmillr.com)

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the “Software”), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in
all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED “AS IS”, WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN
THE SOFTWARE.
*/

/* oxlint-disable */
// oxfmt-ignore
function loadCurve() {
var curve = (function(exports) {
	Object.defineProperty(exports, Symbol.toStringTag, { value: "Module" });
	// @noble/hashes/_u64.js
	var fromNumH = (n) => n / 2 ** 32 | 0;
	var fromNumL = (n) => n >>> 0;
	function setU64FromNum(view, byteOffset, n, isLE) {
		const h = fromNumH(n);
		const l = fromNumL(n);
		view.setUint32(byteOffset, isLE ? l : h, isLE);
		view.setUint32(byteOffset + 4, isLE ? h : l, isLE);
	}
	// @noble/hashes/utils.js
	function isBytes$1(a) {
		return a instanceof Uint8Array || ArrayBuffer.isView(a) && a.constructor.name === "Uint8Array" && "BYTES_PER_ELEMENT" in a && a.BYTES_PER_ELEMENT === 1;
	}
	var atitle$1 = (title) => title ? `"${title}" ` : "";
	function anumber$1(n, title = "") {
		if (typeof n !== "number") throw new TypeError(atitle$1(title) + "expected number, got " + typeof n);
		if (!Number.isSafeInteger(n) || n < 0) throw new RangeError(atitle$1(title) + "expected integer >= 0, got " + n);
		return n;
	}
	function abytes$1(value, length, title = "") {
		if (isBytes$1(value) && (length === void 0 || value.length === length)) return value;
		if (length !== void 0) anumber$1(length, "length");
		const bytes = isBytes$1(value);
		const ofLen = length !== void 0 ? ` of length ${length}` : "";
		const got = bytes ? `length=${value.length}` : `type=${typeof value}`;
		const message = atitle$1(title) + "expected Uint8Array" + ofLen + ", got " + got;
		if (!bytes) throw new TypeError(message);
		throw new RangeError(message);
	}
	var aobject$1 = (value, label) => {
		if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError((label === "object" ? "" : `"${label}" `) + "expected object, got type=" + typeof value);
	};
	var aopts = (value, label) => {
		aobject$1(value, label);
		const proto = Object.getPrototypeOf(value);
		if (proto !== Object.prototype && proto !== null) throw new TypeError(`"${label}" expected plain object`);
		if (Object.hasOwn(value, "__proto__")) throw new TypeError(`"${label}.__proto__" is not allowed`);
	};
	function aexists(instance, checkFinished = true) {
		if (instance.destroyed) throw new Error("hash was destroyed");
		if (checkFinished && instance.finished) throw new Error("digest() was already called");
	}
	function aoutput(out, instance) {
		abytes$1(out, void 0, "output");
		const min = instance.outputLen;
		if (!(out.length >= min)) throw new RangeError("\"output\" expected length >= " + min);
	}
	function clean(...arrays) {
		for (let i = 0; i < arrays.length; i++) arrays[i].fill(0);
	}
	function createView(arr) {
		return new DataView(arr.buffer, arr.byteOffset, arr.byteLength);
	}
	function rotr(word, shift) {
		return word << 32 - shift | word >>> shift;
	}
	var hasHexBuiltin = (() => typeof Uint8Array.from([]).toHex === "function" && typeof Uint8Array.fromHex === "function")();
	var hexes = Array.from({ length: 256 }, (_, i) => i.toString(16).padStart(2, "0"));
	function bytesToHex$1(bytes) {
		abytes$1(bytes);
		if (hasHexBuiltin) return bytes.toHex();
		let hex = "";
		for (let i = 0; i < bytes.length; i++) hex += hexes[bytes[i]];
		return hex;
	}
	function asciiToBase16(ch) {
		return ch >= 48 && ch <= 57 ? ch - 48 : ch >= 65 && ch <= 70 ? ch - 55 : ch >= 97 && ch <= 102 ? ch - 87 : void 0;
	}
	function hexToBytes$1(hex) {
		if (typeof hex !== "string") throw new TypeError("hex string expected, got " + typeof hex);
		if (hasHexBuiltin) try {
			return Uint8Array.fromHex(hex);
		} catch (error) {
			if (error instanceof SyntaxError) throw new RangeError(error.message);
			throw error;
		}
		const hl = hex.length;
		const al = hl / 2;
		if (hl % 2) throw new RangeError("hex string expected, got unpadded hex of length " + hl);
		const array = new Uint8Array(al);
		for (let ai = 0, hi = 0; ai < al; ai++, hi += 2) {
			const n1 = asciiToBase16(hex.charCodeAt(hi));
			const n2 = asciiToBase16(hex.charCodeAt(hi + 1));
			if (n1 === void 0 || n2 === void 0) {
				const char = hex[hi] + hex[hi + 1];
				throw new RangeError("hex string expected, got non-hex character \"" + char + "\" at index " + hi);
			}
			array[ai] = n1 * 16 + n2;
		}
		return array;
	}
	function concatBytes$1(...arrays) {
		let sum = 0;
		for (let i = 0; i < arrays.length; i++) {
			const a = arrays[i];
			abytes$1(a);
			sum += a.length;
		}
		const res = new Uint8Array(sum);
		for (let i = 0, pad = 0; i < arrays.length; i++) {
			const a = arrays[i];
			res.set(a, pad);
			pad += a.length;
		}
		return res;
	}
	function checkOpts(defaults, opts, title = "opts") {
		aopts(defaults, "defaults");
		if (opts !== void 0) aopts(opts, title);
		return Object.assign(Object.create(null), defaults, opts);
	}
	function createHasher$1(hashCons, info = {}) {
		if (typeof hashCons !== "function") throw new TypeError("\"hashCons\" expected function, got type=" + typeof hashCons);
		info = checkOpts({}, info, "info");
		const hashC = (msg, opts) => hashCons(opts).update(msg).digest();
		const tmp = hashCons(void 0);
		hashC.outputLen = tmp.outputLen;
		hashC.blockLen = tmp.blockLen;
		hashC.canXOF = tmp.canXOF;
		hashC.create = (opts) => hashCons(opts);
		Object.assign(hashC, info);
		return Object.freeze(hashC);
	}
	function randomBytes$1(bytesLength = 32) {
		anumber$1(bytesLength, "bytesLength");
		const cr = typeof globalThis === "object" ? globalThis.crypto : null;
		if (typeof cr?.getRandomValues !== "function") throw new Error("crypto.getRandomValues must be defined");
		if (bytesLength > 65536) throw new RangeError(`"bytesLength" expected <= 65536, got ${bytesLength}`);
		return cr.getRandomValues(new Uint8Array(bytesLength));
	}
	var oidNist = (suffix) => ({ oid: Uint8Array.from([
		6,
		9,
		96,
		134,
		72,
		1,
		101,
		3,
		4,
		2,
		suffix
	]) });
	// @noble/hashes/_md.js
	function Chi(a, b, c) {
		return a & b ^ ~a & c;
	}
	function Maj(a, b, c) {
		return a & b ^ a & c ^ b & c;
	}
	var HashMD = class {
		blockLen;
		outputLen;
		canXOF = false;
		padOffset;
		isLE;
		buffer;
		view;
		finished = false;
		length = 0;
		pos = 0;
		destroyed = false;
		constructor(blockLen, outputLen, padOffset, isLE) {
			this.blockLen = blockLen;
			this.outputLen = outputLen;
			this.padOffset = padOffset;
			this.isLE = isLE;
			this.buffer = new Uint8Array(blockLen);
			this.view = createView(this.buffer);
		}
		update(data) {
			aexists(this);
			abytes$1(data);
			const { view, buffer, blockLen } = this;
			const len = data.length;
			let processed = false;
			for (let pos = 0; pos < len;) {
				const take = Math.min(blockLen - this.pos, len - pos);
				if (take === blockLen) {
					const dataView = createView(data);
					for (; blockLen <= len - pos; pos += blockLen) this.process(dataView, pos);
					processed = true;
					continue;
				}
				buffer.set(pos === 0 && take === len ? data : data.subarray(pos, pos + take), this.pos);
				this.pos += take;
				pos += take;
				if (this.pos === blockLen) {
					this.process(view, 0);
					this.pos = 0;
					processed = true;
				}
			}
			this.length += data.length;
			if (processed) this.roundClean();
			return this;
		}
		digestInto(out) {
			aexists(this);
			aoutput(out, this);
			this.finished = true;
			const { buffer, view, blockLen, isLE } = this;
			let { pos } = this;
			buffer[pos++] = 128;
			buffer.fill(0, pos);
			if (this.padOffset > blockLen - pos) {
				this.process(view, 0);
				buffer.fill(0);
			}
			setU64FromNum(view, blockLen - 8, this.length * 8, isLE);
			this.process(view, 0);
			this.roundClean();
			const oview = out === buffer ? view : createView(out);
			const len = this.outputLen;
			const outLen = len / 4;
			const state = this.get();
			if (len % 4 || outLen > state.length) throw new Error("invalid outputLen");
			for (let i = 0; i < outLen; i++) oview.setUint32(4 * i, state[i], isLE);
		}
		digest() {
			const { buffer, outputLen } = this;
			this.digestInto(buffer);
			const res = buffer.slice(0, outputLen);
			this.destroy();
			return res;
		}
		_cloneIntoMeta(to) {
			const { buffer, length, finished, destroyed, pos } = this;
			to.destroyed = destroyed;
			to.finished = finished;
			to.length = length;
			to.pos = pos;
			if (pos) to.buffer.set(buffer);
			return to;
		}
		clone() {
			return this._cloneInto();
		}
	};
	var SHA256_IV = Uint32Array.from([
		1779033703,
		3144134277,
		1013904242,
		2773480762,
		1359893119,
		2600822924,
		528734635,
		1541459225
	]);
	// @noble/hashes/sha2.js
	var SHA256_K = Uint32Array.from([
		1116352408,
		1899447441,
		3049323471,
		3921009573,
		961987163,
		1508970993,
		2453635748,
		2870763221,
		3624381080,
		310598401,
		607225278,
		1426881987,
		1925078388,
		2162078206,
		2614888103,
		3248222580,
		3835390401,
		4022224774,
		264347078,
		604807628,
		770255983,
		1249150122,
		1555081692,
		1996064986,
		2554220882,
		2821834349,
		2952996808,
		3210313671,
		3336571891,
		3584528711,
		113926993,
		338241895,
		666307205,
		773529912,
		1294757372,
		1396182291,
		1695183700,
		1986661051,
		2177026350,
		2456956037,
		2730485921,
		2820302411,
		3259730800,
		3345764771,
		3516065817,
		3600352804,
		4094571909,
		275423344,
		430227734,
		506948616,
		659060556,
		883997877,
		958139571,
		1322822218,
		1537002063,
		1747873779,
		1955562222,
		2024104815,
		2227730452,
		2361852424,
		2428436474,
		2756734187,
		3204031479,
		3329325298
	]);
	var SHA256_W = new Uint32Array(64);
	var SHA2_32B = class extends HashMD {
		A = 0;
		B = 0;
		C = 0;
		D = 0;
		E = 0;
		F = 0;
		G = 0;
		H = 0;
		constructor(outputLen, IV) {
			super(64, outputLen, 8, false);
			this.A = IV[0] | 0;
			this.B = IV[1] | 0;
			this.C = IV[2] | 0;
			this.D = IV[3] | 0;
			this.E = IV[4] | 0;
			this.F = IV[5] | 0;
			this.G = IV[6] | 0;
			this.H = IV[7] | 0;
		}
		get() {
			const { A, B, C, D, E, F, G, H } = this;
			return [
				A,
				B,
				C,
				D,
				E,
				F,
				G,
				H
			];
		}
		set(A, B, C, D, E, F, G, H) {
			this.A = A | 0;
			this.B = B | 0;
			this.C = C | 0;
			this.D = D | 0;
			this.E = E | 0;
			this.F = F | 0;
			this.G = G | 0;
			this.H = H | 0;
		}
		_cloneInto(to) {
			(to ||= new this.constructor()).set(...this.get());
			return this._cloneIntoMeta(to);
		}
		process(view, offset) {
			for (let i = 0; i < 16; i++, offset += 4) SHA256_W[i] = view.getUint32(offset, false);
			for (let i = 16; i < 64; i++) {
				const W15 = SHA256_W[i - 15];
				const W2 = SHA256_W[i - 2];
				const s0 = rotr(W15, 7) ^ rotr(W15, 18) ^ W15 >>> 3;
				const s1 = rotr(W2, 17) ^ rotr(W2, 19) ^ W2 >>> 10;
				SHA256_W[i] = s1 + SHA256_W[i - 7] + s0 + SHA256_W[i - 16] | 0;
			}
			let { A, B, C, D, E, F, G, H } = this;
			for (let i = 0; i < 64; i++) {
				const sigma1 = rotr(E, 6) ^ rotr(E, 11) ^ rotr(E, 25);
				const T1 = H + sigma1 + Chi(E, F, G) + SHA256_K[i] + SHA256_W[i] | 0;
				const T2 = (rotr(A, 2) ^ rotr(A, 13) ^ rotr(A, 22)) + Maj(A, B, C) | 0;
				H = G;
				G = F;
				F = E;
				E = D + T1 | 0;
				D = C;
				C = B;
				B = A;
				A = T1 + T2 | 0;
			}
			A = A + this.A | 0;
			B = B + this.B | 0;
			C = C + this.C | 0;
			D = D + this.D | 0;
			E = E + this.E | 0;
			F = F + this.F | 0;
			G = G + this.G | 0;
			H = H + this.H | 0;
			this.set(A, B, C, D, E, F, G, H);
		}
		roundClean() {
			clean(SHA256_W);
		}
		destroy() {
			this.destroyed = true;
			this.set(0, 0, 0, 0, 0, 0, 0, 0);
			clean(this.buffer);
		}
	};
	var _SHA256 = class extends SHA2_32B {
		constructor() {
			super(32, SHA256_IV);
		}
	};
	var sha256 = createHasher$1(() => new _SHA256(), oidNist(1));
	// @noble/curves/utils.js
	function aarray(item, title, inner = () => {}) {
		if (!Array.isArray(item)) throw new TypeError(`"${title}" expected array, got type=${typeof item}`);
		for (let i = 0; i < item.length; i++) inner(item[i], `${title}[${i}]`);
		return item;
	}
	var abytes = (value, length, title) => abytes$1(value, length, title);
	var anumber = anumber$1;
	function aobject(value, title = "object") {
		if (value === null || typeof value !== "object" || Array.isArray(value)) throw new TypeError(title === "object" ? "expected valid options object" : `"${title}" expected object, got type=${typeof value}`);
		return value;
	}
	function afunction(value, title) {
		if (typeof value !== "function") throw new TypeError(`"${title}" is invalid: expected function, got ${typeof value}`);
		return value;
	}
	var bytesToHex = bytesToHex$1;
	var concatBytes = (...arrays) => concatBytes$1(...arrays);
	var hexToBytes = (hex) => hexToBytes$1(hex);
	var isBytes = isBytes$1;
	var randomBytes = (bytesLength) => randomBytes$1(bytesLength);
	var _0n$7 = BigInt(0);
	var _1n$7 = BigInt(1);
	var atitle = (title) => title ? `"${title}" ` : "";
	function abool(value, title = "") {
		if (typeof value !== "boolean") throw new TypeError(atitle(title) + "expected boolean, got type=" + typeof value);
		return value;
	}
	function abignumber(n) {
		if (typeof n === "bigint") {
			if (!isPosBig(n)) throw new RangeError("positive bigint expected, got " + n);
		} else anumber(n);
		return n;
	}
	function asafenumber(value, title = "") {
		if (typeof value !== "number") {
			const prefix = title && `"${title}" `;
			throw new TypeError(prefix + "expected number, got type=" + typeof value);
		}
		if (!Number.isSafeInteger(value)) {
			const prefix = title && `"${title}" `;
			throw new RangeError(prefix + "expected safe integer, got " + value);
		}
	}
	function hexToNumber(hex) {
		if (typeof hex !== "string") throw new TypeError("hex string expected, got " + typeof hex);
		return hex === "" ? _0n$7 : BigInt("0x" + hex);
	}
	function bytesToNumberBE(bytes) {
		return hexToNumber(bytesToHex$1(bytes));
	}
	function bytesToNumberLE(bytes) {
		return hexToNumber(bytesToHex$1(copyBytes(abytes$1(bytes)).reverse()));
	}
	function numberToBytesBE(n, len) {
		anumber$1(len);
		if (len === 0) throw new Error("zero output length is invalid");
		n = abignumber(n);
		const expectedLen = len * 2;
		const hex = n.toString(16);
		if (hex.length > expectedLen) throw new RangeError("number is too large");
		return hexToBytes$1(hex.padStart(expectedLen, "0"));
	}
	function numberToBytesLE(n, len) {
		return numberToBytesBE(n, len).reverse();
	}
	function copyBytes(bytes) {
		return Uint8Array.from(abytes(bytes));
	}
	function asciiToBytes(ascii) {
		if (typeof ascii !== "string") throw new TypeError("ascii string expected, got " + typeof ascii);
		return Uint8Array.from(ascii, (c, i) => {
			const charCode = c.charCodeAt(0);
			if (c.length !== 1 || charCode > 127) throw new RangeError(`string contains non-ASCII character "${ascii[i]}" with code ${charCode} at position ${i}`);
			return charCode;
		});
	}
	function isPosBig(n) {
		return typeof n === "bigint" && _0n$7 <= n;
	}
	function inRange(n, min, max) {
		return isPosBig(n) && isPosBig(min) && isPosBig(max) && min <= n && n < max;
	}
	function aInRange(title, n, min, max) {
		if (!inRange(n, min, max)) throw new RangeError("expected valid " + title + ": " + min + " <= n < " + max + ", got " + n);
	}
	function bitLen(n) {
		if (n < _0n$7) throw new Error("expected non-negative bigint, got " + n);
		return n === _0n$7 ? 0 : n.toString(2).length;
	}
	function bitGet(n, pos) {
		if (typeof n !== "bigint") throw new TypeError("\"n\" expected bigint, got type=" + typeof n);
		asafenumber(pos, "pos");
		return n >> BigInt(pos) & _1n$7;
	}
	var bitMask = (n) => {
		asafenumber(n, "n");
		return (_1n$7 << BigInt(n)) - _1n$7;
	};
	function validateObject(object, fields = {}, optFields = {}, title = "object") {
		aobject(object, title);
		aobject(fields, "fields");
		aobject(optFields, "optFields");
		function checkField(fieldName, expectedType, isOpt) {
			const label = title === "object" ? `param "${String(fieldName)}"` : `"${title}.${String(fieldName)}"`;
			const val = object[fieldName];
			if (!Object.hasOwn(object, fieldName) && (isOpt ? val !== void 0 : expectedType !== "function")) throw new TypeError(`${label} is invalid: expected own property`);
			if (isOpt && val === void 0) return;
			const current = typeof val;
			if (current !== expectedType || val === null) throw new TypeError(`${label} is invalid: expected ${expectedType}, got ${current}`);
		}
		const iter = (f, isOpt) => Object.entries(f).forEach(([k, v]) => checkField(k, v, isOpt));
		iter(fields, false);
		iter(optFields, true);
	}
	var notImplemented = () => {
		throw new Error("not implemented");
	};
	// @noble/curves/abstract/modular.js
	var _0n$6 = BigInt(0);
	var _1n$6 = BigInt(1);
	var _2n$5 = BigInt(2);
	var _3n$5 = BigInt(3);
	var _4n$4 = BigInt(4);
	var _5n = BigInt(5);
	var _7n = BigInt(7);
	var _8n = BigInt(8);
	var _9n = BigInt(9);
	var _15n = BigInt(15);
	var _16n = BigInt(16);
	var POW_WINDOWED_MIN = BigInt("0x10000000000000000");
	function mod(a, b) {
		if (b <= _0n$6) throw new Error("mod: expected positive modulus, got " + b);
		const result = a % b;
		return result >= _0n$6 ? result : b + result;
	}
	function pow(num, power, modulo) {
		if (modulo <= _1n$6) throw new Error("pow: expected modulus > 1, got " + modulo);
		if (typeof power !== "bigint") throw new TypeError("invalid exponent: expected bigint, got " + typeof power);
		if (power < _0n$6) throw new Error("invalid exponent, negatives unsupported");
		if (power === _0n$6) return _1n$6;
		if (power === _1n$6) return num;
		let d = num % modulo;
		if (d < _0n$6) d += modulo;
		if (power < POW_WINDOWED_MIN) {
			let p = _1n$6;
			while (power > _0n$6) {
				if (power & _1n$6) p = p * d % modulo;
				d = d * d % modulo;
				power >>= _1n$6;
			}
			return p;
		}
		const digits = [];
		while (power > _0n$6) {
			digits.push(Number(power & _15n));
			power >>= _4n$4;
		}
		const table = new Array(16);
		table[0] = _1n$6;
		table[1] = d;
		for (let i = 2; i < 16; i++) table[i] = table[i - 1] * d % modulo;
		let p = table[digits[digits.length - 1]];
		for (let w = digits.length - 2; w >= 0; w--) {
			p = p * p % modulo;
			p = p * p % modulo;
			p = p * p % modulo;
			p = p * p % modulo;
			const digit = digits[w];
			if (digit !== 0) p = p * table[digit] % modulo;
		}
		return p;
	}
	function invert(number, modulo) {
		if (number === _0n$6) throw new Error("invert: expected non-zero number");
		if (modulo <= _1n$6) throw new Error("invert: expected modulus > 1, got " + modulo);
		let a = mod(number, modulo);
		let b = modulo;
		let x = _0n$6, u = _1n$6;
		while (a !== _0n$6) {
			const q = b / a;
			const r = b - a * q;
			const m = x - u * q;
			b = a, a = r, x = u, u = m;
		}
		if (b !== _1n$6) throw new Error("invert: does not exist");
		return mod(x, modulo);
	}
	function assertIsSquare(Fp, root, n) {
		const F = Fp;
		if (!F.eql(F.sqr(root), n)) throw new Error("Cannot find square root");
	}
	function aoddModulus(order, fnName) {
		if ((order & _1n$6) === _0n$6) throw new Error(fnName + ": expected odd modulus, got " + order);
	}
	function sqrt3mod4(Fp, n) {
		const F = Fp;
		const p1div4 = (F.ORDER + _1n$6) / _4n$4;
		const root = F.pow(n, p1div4);
		assertIsSquare(F, root, n);
		return root;
	}
	function sqrt5mod8(Fp, n) {
		const F = Fp;
		const p5div8 = (F.ORDER - _5n) / _8n;
		const n2 = F.mul(n, _2n$5);
		const v = F.pow(n2, p5div8);
		const nv = F.mul(n, v);
		const i = F.mul(F.mul(nv, _2n$5), v);
		const root = F.mul(nv, F.sub(i, F.ONE));
		assertIsSquare(F, root, n);
		return root;
	}
	function sqrt9mod16(P) {
		const Fp_ = Field(P);
		const tn = tonelliShanks(P);
		const c1 = tn(Fp_, Fp_.neg(Fp_.ONE));
		const c2 = tn(Fp_, c1);
		const c3 = tn(Fp_, Fp_.neg(c1));
		const c4 = (P + _7n) / _16n;
		return ((Fp, n) => {
			const F = Fp;
			let tv1 = F.pow(n, c4);
			let tv2 = F.mul(tv1, c1);
			const tv3 = F.mul(tv1, c2);
			const tv4 = F.mul(tv1, c3);
			const e1 = F.eql(F.sqr(tv2), n);
			const e2 = F.eql(F.sqr(tv3), n);
			tv1 = F.cmov(tv1, tv2, e1);
			tv2 = F.cmov(tv4, tv3, e2);
			const e3 = F.eql(F.sqr(tv2), n);
			const root = F.cmov(tv1, tv2, e3);
			assertIsSquare(F, root, n);
			return root;
		});
	}
	function tonelliShanks(P) {
		if (P < _3n$5) throw new Error("sqrt is not defined for small field");
		aoddModulus(P, "tonelliShanks");
		let Q = P - _1n$6;
		let S = 0;
		while (Q % _2n$5 === _0n$6) {
			Q /= _2n$5;
			S++;
		}
		let Z = _2n$5;
		const _Fp = Field(P);
		while (FpLegendre(_Fp, Z) === 1) if (Z++ > 1e3) throw new Error("Cannot find square root: probably non-prime P");
		if (S === 1) return sqrt3mod4;
		let cc = _Fp.pow(Z, Q);
		const Q1div2 = (Q + _1n$6) / _2n$5;
		return function tonelliSlow(Fp, n) {
			const F = Fp;
			if (F.is0(n)) return n;
			if (FpLegendre(F, n) !== 1) throw new Error("Cannot find square root");
			let M = S;
			let c = F.mul(F.ONE, cc);
			let t = F.pow(n, Q);
			let R = F.pow(n, Q1div2);
			while (!F.eql(t, F.ONE)) {
				if (F.is0(t)) throw new Error("Cannot find square root: probably non-prime P");
				let i = 1;
				let t_tmp = F.sqr(t);
				while (!F.eql(t_tmp, F.ONE)) {
					i++;
					t_tmp = F.sqr(t_tmp);
					if (i === M) throw new Error("Cannot find square root");
				}
				const exponent = _1n$6 << BigInt(M - i - 1);
				const b = F.pow(c, exponent);
				M = i;
				c = F.sqr(b);
				t = F.mul(t, c);
				R = F.mul(R, b);
			}
			return R;
		};
	}
	function FpSqrt(P) {
		aoddModulus(P, "Fp.sqrt");
		if (P % _4n$4 === _3n$5) return sqrt3mod4;
		if (P % _8n === _5n) return sqrt5mod8;
		if (P % _16n === _9n) return sqrt9mod16(P);
		return tonelliShanks(P);
	}
	var FIELD_FIELDS = [
		"create",
		"isValid",
		"is0",
		"neg",
		"inv",
		"sqrt",
		"sqr",
		"eql",
		"add",
		"sub",
		"mul",
		"pow",
		"div",
		"addN",
		"subN",
		"mulN",
		"sqrN"
	];
	function validateField(field) {
		aobject(field, "field");
		if (typeof field.ORDER !== "bigint") throw new TypeError("param \"ORDER\" is invalid: expected bigint, got " + typeof field.ORDER);
		asafenumber(field.BYTES, "BYTES");
		asafenumber(field.BITS, "BITS");
		for (const name of FIELD_FIELDS) afunction(field[name], "field." + name);
		if (field.BYTES < 1 || field.BITS < 1) throw new Error("invalid field: expected BYTES/BITS > 0");
		if (field.ORDER <= _1n$6) throw new Error("invalid field: expected ORDER > 1, got " + field.ORDER);
		return field;
	}
	function FpPow(Fp, num, power) {
		validateField(Fp);
		const F = Fp;
		if (typeof power !== "bigint") throw new TypeError("invalid exponent: expected bigint, got " + typeof power);
		if (power < _0n$6) throw new Error("invalid exponent, negatives unsupported");
		if (power === _0n$6) return F.ONE;
		if (power === _1n$6) return num;
		if (power < POW_WINDOWED_MIN) {
			let p = F.ONE;
			let d = num;
			while (power > _0n$6) {
				if (power & _1n$6) p = F.mul(p, d);
				d = F.sqr(d);
				power >>= _1n$6;
			}
			return p;
		}
		const digits = [];
		while (power > _0n$6) {
			digits.push(Number(power & _15n));
			power >>= _4n$4;
		}
		const table = new Array(16);
		table[0] = F.ONE;
		table[1] = num;
		for (let i = 2; i < 16; i++) table[i] = F.mul(table[i - 1], num);
		let p = table[digits[digits.length - 1]];
		for (let w = digits.length - 2; w >= 0; w--) {
			p = F.sqr(F.sqr(F.sqr(F.sqr(p))));
			const digit = digits[w];
			if (digit !== 0) p = F.mul(p, table[digit]);
		}
		return p;
	}
	function FpInvertBatch(Fp, nums, passZero = false) {
		validateField(Fp);
		aarray(nums, "nums");
		abool(passZero, "passZero");
		const F = Fp;
		const inverted = new Array(nums.length).fill(passZero ? F.ZERO : void 0);
		const multipliedAcc = nums.reduce((acc, num, i) => {
			if (F.is0(num)) return acc;
			inverted[i] = acc;
			return F.mul(acc, num);
		}, F.ONE);
		const invertedAcc = F.inv(multipliedAcc);
		nums.reduceRight((acc, num, i) => {
			if (F.is0(num)) return acc;
			inverted[i] = F.mul(acc, inverted[i]);
			return F.mul(acc, num);
		}, invertedAcc);
		return inverted;
	}
	function FpLegendre(Fp, n) {
		validateField(Fp);
		const F = Fp;
		aoddModulus(F.ORDER, "FpLegendre");
		const p1mod2 = (F.ORDER - _1n$6) / _2n$5;
		const powered = F.pow(n, p1mod2);
		const yes = F.eql(powered, F.ONE);
		const zero = F.eql(powered, F.ZERO);
		const no = F.eql(powered, F.neg(F.ONE));
		if (!yes && !zero && !no) throw new Error("invalid Legendre symbol result");
		return yes ? 1 : zero ? 0 : -1;
	}
	function FpIsSquare(Fp, n) {
		return FpLegendre(Fp, n) !== -1;
	}
	function nLength(n, nBitLength) {
		if (nBitLength !== void 0) anumber(nBitLength);
		if (n <= _0n$6) throw new Error("invalid n length: expected positive n, got " + n);
		if (nBitLength !== void 0 && nBitLength < 1) throw new Error("invalid n length: expected positive bit length, got " + nBitLength);
		const bits = bitLen(n);
		if (nBitLength !== void 0 && nBitLength < bits) throw new Error(`invalid n length: expected nBitLength (${nBitLength}) >= bitLen(n) (${bits})`);
		const _nBitLength = nBitLength !== void 0 ? nBitLength : bits;
		return {
			nBitLength: _nBitLength,
			nByteLength: Math.ceil(_nBitLength / 8)
		};
	}
	var FIELD_SQRT = new WeakMap();
	var _Field = class {
		ORDER;
		BITS;
		BYTES;
		isLE;
		ZERO = _0n$6;
		ONE = _1n$6;
		_lengths;
		_mod;
		constructor(ORDER, opts = {}) {
			if (ORDER <= _1n$6) throw new Error("invalid field: expected ORDER > 1, got " + ORDER);
			let _nbitLength = void 0;
			this.isLE = false;
			if (opts != null && typeof opts === "object") {
				if (typeof opts.BITS === "number") _nbitLength = opts.BITS;
				if (typeof opts.sqrt === "function") Object.defineProperty(this, "sqrt", {
					value: opts.sqrt,
					enumerable: true
				});
				if (typeof opts.isLE === "boolean") this.isLE = opts.isLE;
				if (opts.allowedLengths) this._lengths = Object.freeze(opts.allowedLengths.slice());
				if (typeof opts.modFromBytes === "boolean") this._mod = opts.modFromBytes;
			}
			const { nBitLength, nByteLength } = nLength(ORDER, _nbitLength);
			if (nByteLength > 2048) throw new Error("invalid field: expected ORDER of <= 2048 bytes");
			this.ORDER = ORDER;
			this.BITS = nBitLength;
			this.BYTES = nByteLength;
			Object.freeze(this);
		}
		create(num) {
			return mod(num, this.ORDER);
		}
		isValid(num) {
			if (typeof num !== "bigint") throw new TypeError("invalid field element: expected bigint, got " + typeof num);
			return _0n$6 <= num && num < this.ORDER;
		}
		is0(num) {
			return num === _0n$6;
		}
		isValidNot0(num) {
			return !this.is0(num) && this.isValid(num);
		}
		isOdd(num) {
			return (num & _1n$6) === _1n$6;
		}
		neg(num) {
			return mod(-num, this.ORDER);
		}
		eql(lhs, rhs) {
			return lhs === rhs;
		}
		sqr(num) {
			return mod(num * num, this.ORDER);
		}
		add(lhs, rhs) {
			return mod(lhs + rhs, this.ORDER);
		}
		sub(lhs, rhs) {
			return mod(lhs - rhs, this.ORDER);
		}
		mul(lhs, rhs) {
			return mod(lhs * rhs, this.ORDER);
		}
		pow(num, power) {
			return pow(num, power, this.ORDER);
		}
		div(lhs, rhs) {
			return mod(lhs * invert(rhs, this.ORDER), this.ORDER);
		}
		sqrN(num) {
			return num * num;
		}
		addN(lhs, rhs) {
			return lhs + rhs;
		}
		subN(lhs, rhs) {
			return lhs - rhs;
		}
		mulN(lhs, rhs) {
			return lhs * rhs;
		}
		inv(num) {
			return invert(num, this.ORDER);
		}
		sqrt(num) {
			let sqrt = FIELD_SQRT.get(this);
			if (!sqrt) FIELD_SQRT.set(this, sqrt = FpSqrt(this.ORDER));
			return sqrt(this, num);
		}
		toBytes(num) {
			return this.isLE ? numberToBytesLE(num, this.BYTES) : numberToBytesBE(num, this.BYTES);
		}
		fromBytes(bytes, skipValidation = false) {
			abytes(bytes);
			const { _lengths: allowedLengths, BYTES, isLE, ORDER, _mod: modFromBytes } = this;
			if (allowedLengths) {
				if (bytes.length < 1 || !allowedLengths.includes(bytes.length) || bytes.length > BYTES) throw new Error("Field.fromBytes: expected " + allowedLengths + " bytes, got " + bytes.length);
				const padded = new Uint8Array(BYTES);
				padded.set(bytes, isLE ? 0 : padded.length - bytes.length);
				bytes = padded;
			}
			if (bytes.length !== BYTES) throw new Error("Field.fromBytes: expected " + BYTES + " bytes, got " + bytes.length);
			let scalar = isLE ? bytesToNumberLE(bytes) : bytesToNumberBE(bytes);
			if (modFromBytes) scalar = mod(scalar, ORDER);
			if (!skipValidation) {
				if (!this.isValid(scalar)) throw new Error("invalid field element: outside of range 0..ORDER");
			}
			return scalar;
		}
		invertBatch(lst) {
			return FpInvertBatch(this, lst, true);
		}
		cmov(a, b, condition) {
			abool(condition, "condition");
			return condition ? b : a;
		}
	};
	function Field(ORDER, opts = {}) {
		Object.freeze(_Field.prototype);
		return new _Field(ORDER, opts);
	}
	function getFieldBytesLength(fieldOrder) {
		if (typeof fieldOrder !== "bigint") throw new Error("field order must be bigint");
		if (fieldOrder <= _1n$6) throw new Error("field order must be greater than 1");
		const bitLength = bitLen(fieldOrder - _1n$6);
		return Math.ceil(bitLength / 8);
	}
	function getMinHashLength(fieldOrder) {
		const length = getFieldBytesLength(fieldOrder);
		return length + Math.ceil(length / 2);
	}
	function mapHashToField(key, fieldOrder, isLE = false) {
		abytes(key);
		const len = key.length;
		const fieldLen = getFieldBytesLength(fieldOrder);
		const minLen = Math.max(getMinHashLength(fieldOrder), 16);
		if (len < minLen || len > 1024) throw new Error("expected " + minLen + "-1024 bytes of input, got " + len);
		const reduced = mod(isLE ? bytesToNumberLE(key) : bytesToNumberBE(key), fieldOrder - _1n$6) + _1n$6;
		return isLE ? numberToBytesLE(reduced, fieldLen) : numberToBytesBE(reduced, fieldLen);
	}
	// @noble/curves/abstract/curve.js
	var _0n$5 = BigInt(0);
	var _1n$5 = BigInt(1);
	var _4n$3 = BigInt(4);
	var BLIND_BYTES = 16;
	var BLIND_BITS = 128;
	var FW_WINDOW = 5;
	var TABLE_BYTES_MAX = (() => 2 ** 31)();
	function validatePointCons(Point) {
		const pc = Point;
		if (typeof pc !== "function") throw new TypeError("\"Point\" expected constructor, got type=" + typeof Point);
		afunction(pc.fromAffine, "Point.fromAffine");
		afunction(pc.fromBytes, "Point.fromBytes");
		afunction(pc.fromHex, "Point.fromHex");
		aobject(pc.BASE, "Point.BASE");
		aobject(pc.ZERO, "Point.ZERO");
		validateField(pc.Fp);
		validateField(pc.Fn);
	}
	function normalizeZ(c, points) {
		validatePointCons(c);
		validateMSMPoints(points, c);
		const invertedZs = FpInvertBatch(c.Fp, points.map((p) => p.Z));
		return points.map((p, i) => c.fromAffine(p.toAffine(invertedZs[i])));
	}
	function validateW(W, bits, min = 1) {
		if (!Number.isSafeInteger(W) || W < min || W > bits) throw new Error("invalid window size, expected [" + min + ".." + bits + "], got W=" + W);
	}
	function validateTableBytes(numPoints, fpBytes) {
		const bytes = numPoints * (4 * fpBytes + 128);
		if (bytes > TABLE_BYTES_MAX) throw new Error("invalid window size: table would need ~" + Math.ceil(bytes / 2 ** 20) + " MiB, max " + TABLE_BYTES_MAX / 2 ** 20 + " MiB");
	}
	function probeRandomBytes(randomBytes, length) {
		if (randomBytes === void 0) return void 0;
		afunction(randomBytes, "randomBytes");
		try {
			const probe = randomBytes(length);
			if (!isBytes(probe) || probe.length !== length) return void 0;
		} catch {
			return;
		}
		return randomBytes;
	}
	function validateMSMPoints(points, c) {
		aarray(points, "points");
		points.forEach((p, i) => {
			if (!(p instanceof c)) throw new Error("invalid point at index " + i);
		});
	}
	function validateMSMScalars(scalars, field, maxScalar) {
		if (!Array.isArray(scalars)) throw new Error("array of scalars expected");
		scalars.forEach((s, i) => {
			if (!(maxScalar === void 0 ? field.isValid(s) : isPosBig(s) && s < maxScalar)) throw new Error("invalid scalar at index " + i);
		});
	}
	var pointWindowSizes = new WeakMap();
	function getWindowSize(P) {
		return pointWindowSizes.get(P) || 1;
	}
	function oddMultiples(p, size) {
		const dbl = p.double();
		const t = [p];
		for (let j = 1; j < size; j++) t.push(t[j - 1].add(dbl));
		return t;
	}
	function wnafDigits(n, W) {
		const size = 2 ** W;
		const half = size / 2;
		const mask = BigInt(size - 1);
		const d = [];
		while (n > _0n$5) {
			let w = 0;
			if (n & _1n$5) {
				w = Number(n & mask);
				if (w >= half) w -= size;
				n -= BigInt(w);
			}
			d.push(w);
			n >>= _1n$5;
		}
		return d;
	}
	function signedWindowDigits(n, W, windows) {
		const size = 2 ** W;
		const half = size / 2;
		const mask = BigInt(size - 1);
		const shiftBy = BigInt(W);
		const d = [];
		for (let w = 0; w < windows; w++) {
			let v = Number(n & mask);
			n >>= shiftBy;
			if (v > half) {
				v -= size;
				n += _1n$5;
			}
			d.push(v);
		}
		if (n !== _0n$5) throw new Error("invalid wnaf");
		return d;
	}
	function wnafWalk(zero, tables, digits) {
		let max = 0;
		for (const d of digits) max = Math.max(max, d.length);
		let acc = zero;
		for (let bit = max - 1; bit >= 0; bit--) {
			if (bit !== max - 1) acc = acc.double();
			for (let i = 0; i < digits.length; i++) {
				const w = digits[i][bit];
				if (w) {
					const item = tables[i][Math.abs(w) - 1 >> 1];
					acc = acc.add(w < 0 ? item.negate() : item);
				}
			}
		}
		return acc;
	}
	var ScalarMultiplier = class {
		Point;
		BASE;
		ZERO;
		randomBytes;
		wnafPrecomputes = new WeakMap();
		baseCanBeBlinded;
		bits;
		constructor(Point, randomBytes) {
			validatePointCons(Point);
			this.randomBytes = probeRandomBytes(randomBytes, BLIND_BYTES);
			this.Point = Point;
			this.BASE = Point.BASE;
			this.ZERO = Point.ZERO;
			this.bits = Point.Fn.BITS;
		}
		buildWnafTable(point, W, bits) {
			const windows = Math.ceil(bits / W) + 1;
			const half = 2 ** (W - 1);
			const comp = [];
			let base = point;
			for (let w = 0; w < windows; w++) {
				let acc = base;
				for (let i = 0; i < half; i++) {
					comp.push(acc);
					acc = acc.add(base);
				}
				base = comp[comp.length - 1].double();
			}
			return {
				W,
				bits,
				windows,
				comp
			};
		}
		wnafCachedCT(precomputes, n) {
			const { W, windows, comp } = precomputes;
			const half = 2 ** (W - 1);
			const digits = signedWindowDigits(n, W, windows);
			let p = this.ZERO;
			let f = this.BASE;
			for (let w = 0; w < windows; w++) {
				const digit = digits[w];
				const start = w * half;
				const idx = Math.abs(digit) - 1;
				let sel = comp[start];
				for (let i = 1; i < half; i++) sel = i === idx ? comp[start + i] : sel;
				const neg = sel.negate();
				if (digit === 0) f = f.add(comp[start]);
				else p = p.add(digit < 0 ? neg : sel);
			}
			return {
				p,
				f
			};
		}
		getWnafPrecomputes(W, point, bits, transform) {
			let entries = this.wnafPrecomputes.get(point);
			let comp = entries?.find((entry) => entry.W === W && entry.bits === bits);
			if (!comp) {
				comp = this.buildWnafTable(point, W, bits);
				if (typeof transform === "function") comp = {
					...comp,
					comp: transform(comp.comp)
				};
				if (!entries) {
					entries = [];
					this.wnafPrecomputes.set(point, entries);
				}
				entries.push(comp);
			}
			return comp;
		}
		assertPoint(point) {
			if (!(point instanceof this.Point)) throw new TypeError("\"point\" expected Point instance, got type=" + typeof point);
		}
		validateMulInput(point, scalar) {
			this.assertPoint(point);
			if (!inRange(scalar, _1n$5, this.Point.Fn.ORDER)) throw new Error("invalid scalar");
		}
		runCT(point, n, bits, transform) {
			const W = getWindowSize(point);
			if (W === 1) return this.fixedWindowCT(point, n, bits);
			return this.wnafCachedCT(this.getWnafPrecomputes(W, point, bits, transform), n);
		}
		mulCT(point, scalar, transform) {
			this.validateMulInput(point, scalar);
			return this.runCT(point, scalar, this.bits, transform);
		}
		mulCTBlinded(point, scalar, transform) {
			this.validateMulInput(point, scalar);
			if (this.randomBytes === void 0) throw new Error("randomBytes is required for scalar blinding");
			const bits = this.Point.Fn.BITS + BLIND_BITS;
			const blind = this.randomBytes(BLIND_BYTES);
			if (!isBytes(blind) || blind.length !== BLIND_BYTES) throw new Error("randomBytes returned invalid byte array");
			blind[0] = blind[0] & 63 | 128;
			const n = scalar + bytesToNumberBE(blind) * this.Point.Fn.ORDER;
			return this.runCT(point, n, bits, transform);
		}
		fixedWindowCT(point, n, bits) {
			const W = FW_WINDOW;
			const size = 32;
			const mask = bitMask(W);
			const table = new Array(size);
			table[0] = this.ZERO;
			for (let i = 1; i < size; i++) table[i] = table[i - 1].add(point);
			const windows = Math.ceil(bits / W);
			let acc = this.ZERO;
			for (let window = windows - 1; window >= 0; window--) {
				if (window !== windows - 1) for (let d = 0; d < W; d++) acc = acc.double();
				const digit = Number(n >> BigInt(window * W) & mask);
				let sel = table[0];
				for (let i = 1; i < size; i++) sel = i === digit ? table[i] : sel;
				acc = acc.add(sel);
			}
			return {
				p: acc,
				f: acc
			};
		}
		shouldBlind(point, cofactor) {
			if (this.randomBytes === void 0) return false;
			if (cofactor === _1n$5) return true;
			if (point !== this.BASE) return false;
			if (this.baseCanBeBlinded === void 0) this.baseCanBeBlinded = this.mulUnsafe(this.BASE, this.Point.Fn.ORDER).is0();
			return this.baseCanBeBlinded;
		}
		mulSecret(point, scalar, cofactor, transform) {
			return this.shouldBlind(point, cofactor) ? this.mulCTBlinded(point, scalar, transform) : this.mulCT(point, scalar, transform);
		}
		mulUnsafe(point, scalar, transform) {
			this.assertPoint(point);
			if (!isPosBig(scalar)) throw new Error("invalid scalar");
			const W = getWindowSize(point);
			if (W === 1 || scalar >= this.Point.Fn.ORDER) return mulAddUnsafe(this.Point, [point], [scalar], true);
			const precomputes = this.getWnafPrecomputes(W, point, this.bits, transform);
			return this.wnafCachedCT(precomputes, scalar).p;
		}
		setWindowSize(point, W) {
			this.assertPoint(point);
			validateW(W, this.bits);
			validateTableBytes((Math.ceil((this.bits + BLIND_BITS) / W) + 1) * 2 ** (W - 1), this.Point.Fp.BYTES);
			pointWindowSizes.set(point, W);
			this.wnafPrecomputes.delete(point);
		}
		hasWindowSize(point) {
			return getWindowSize(point) !== 1;
		}
	};
	function mulAddUnsafe(c, points, scalars, allowOversized = false) {
		validatePointCons(c);
		validateMSMPoints(points, c);
		abool(allowOversized, "allowOversized");
		validateMSMScalars(scalars, c.Fn, allowOversized ? c.Fn.ORDER ** _4n$3 : void 0);
		if (points.length !== scalars.length) throw new Error("arrays of points and scalars must have equal length");
		const tables = points.map((p) => oddMultiples(p, 4));
		const digits = scalars.map((n) => wnafDigits(n, 4));
		return wnafWalk(c.ZERO, tables, digits);
	}
	function createField(order, field, isLE) {
		if (field) {
			if (field.ORDER !== order) throw new Error("Field.ORDER must match order: Fp == p, Fn == n");
			validateField(field);
			return field;
		} else return Field(order, { isLE });
	}
	function createCurveFields(type, CURVE, curveOpts = {}, FpFnLE) {
		if (type !== "weierstrass" && type !== "edwards") throw new Error("expected curve type \"weierstrass\" or \"edwards\"");
		if (FpFnLE === void 0) FpFnLE = type === "edwards";
		if (!CURVE || typeof CURVE !== "object") throw new Error(`expected valid ${type} CURVE object`);
		validateObject(curveOpts);
		for (const p of [
			"p",
			"n",
			"h"
		]) {
			const val = CURVE[p];
			if (!(isPosBig(val) && val !== _0n$5)) throw new Error(`CURVE.${p} must be positive bigint`);
		}
		const Fp = createField(CURVE.p, curveOpts.Fp, FpFnLE);
		const Fn = createField(CURVE.n, curveOpts.Fn, FpFnLE);
		const params = [
			"Gx",
			"Gy",
			"a",
			type === "weierstrass" ? "b" : "d"
		];
		for (const p of params) if (!Fp.isValid(CURVE[p])) throw new Error(`CURVE.${p} must be valid field element of CURVE.Fp`);
		CURVE = Object.freeze(Object.assign({}, CURVE));
		return {
			CURVE,
			Fp,
			Fn
		};
	}
	// @noble/curves/abstract/hash-to-curve.js
	var _0n$4 = BigInt(0);
	var _1n$4 = BigInt(1);
	var _2n$4 = BigInt(2);
	var _3n$4 = BigInt(3);
	var _4n$2 = BigInt(4);
	var os2ip = bytesToNumberBE;
	function i2osp(value, length) {
		asafenumber(value);
		asafenumber(length);
		if (length < 0 || length > 4) throw new Error("invalid I2OSP length: " + length);
		if (value < 0 || value > 2 ** (8 * length) - 1) throw new Error("invalid I2OSP input: " + value);
		const res = Array.from({ length }).fill(0);
		for (let i = length - 1; i >= 0; i--) {
			res[i] = value & 255;
			value >>>= 8;
		}
		return new Uint8Array(res);
	}
	function strxor(a, b) {
		const arr = new Uint8Array(a.length);
		for (let i = 0; i < a.length; i++) arr[i] = a[i] ^ b[i];
		return arr;
	}
	function normDST(DST) {
		if (!isBytes(DST) && typeof DST !== "string") throw new Error("DST must be Uint8Array or ascii string");
		const dst = typeof DST === "string" ? asciiToBytes(DST) : DST;
		if (dst.length === 0) throw new Error("DST must be non-empty");
		return dst;
	}
	function expand_message_xmd(msg, DST, lenInBytes, H) {
		abytes(msg);
		asafenumber(lenInBytes);
		if (typeof H !== "function") throw new Error("expand_message_xmd: expected hash function");
		asafenumber(H.outputLen, "hash.outputLen");
		asafenumber(H.blockLen, "hash.blockLen");
		DST = normDST(DST);
		if (DST.length > 255) DST = H(concatBytes(asciiToBytes("H2C-OVERSIZE-DST-"), DST));
		const { outputLen: b_in_bytes, blockLen: r_in_bytes } = H;
		const ell = Math.ceil(lenInBytes / b_in_bytes);
		if (lenInBytes > 65535 || ell > 255) throw new Error("expand_message_xmd: invalid lenInBytes");
		const DST_prime = concatBytes(DST, i2osp(DST.length, 1));
		const Z_pad = new Uint8Array(r_in_bytes);
		const l_i_b_str = i2osp(lenInBytes, 2);
		const b = new Array(ell);
		const b_0 = H(concatBytes(Z_pad, msg, l_i_b_str, i2osp(0, 1), DST_prime));
		b[0] = H(concatBytes(b_0, i2osp(1, 1), DST_prime));
		for (let i = 1; i < ell; i++) {
			const args = [
				strxor(b_0, b[i - 1]),
				i2osp(i + 1, 1),
				DST_prime
			];
			b[i] = H(concatBytes(...args));
		}
		return concatBytes(...b).slice(0, lenInBytes);
	}
	function expand_message_xof(msg, DST, lenInBytes, k, H) {
		abytes(msg);
		asafenumber(lenInBytes);
		asafenumber(k, "k");
		if (k < 0) throw new Error("expand_message_xof: invalid k");
		if (typeof H !== "function") throw new Error("expand_message_xof: expected XOF function");
		if (typeof H.create !== "function") throw new Error("expand_message_xof: expected XOF create");
		DST = normDST(DST);
		if (lenInBytes < 0 || lenInBytes > 65535) throw new Error("expand_message_xof: invalid lenInBytes");
		if (DST.length > 255) {
			const dkLen = Math.ceil(2 * k / 8);
			DST = H.create({ dkLen }).update(asciiToBytes("H2C-OVERSIZE-DST-")).update(DST).digest();
		}
		if (DST.length > 255) throw new Error("expand_message_xof: invalid DST");
		return H.create({ dkLen: lenInBytes }).update(msg).update(i2osp(lenInBytes, 2)).update(DST).update(i2osp(DST.length, 1)).digest();
	}
	function hash_to_field(msg, count, options) {
		validateObject(options, {
			p: "bigint",
			m: "number",
			k: "number",
			hash: "function"
		});
		const { p, k, m, hash, expand, DST } = options;
		asafenumber(hash.outputLen, "valid hash");
		abytes(msg);
		asafenumber(count);
		asafenumber(m, "m");
		asafenumber(k, "k");
		if (p <= BigInt(1)) throw new Error("hash_to_field: expected valid field characteristic");
		if (count < 1) throw new Error("hash_to_field: expected count >= 1");
		if (m < 1) throw new Error("hash_to_field: expected m >= 1");
		if (k < 0) throw new Error("hash_to_field: invalid k");
		const log2p = p.toString(2).length;
		const L = Math.ceil((log2p + k) / 8);
		const len_in_bytes = count * m * L;
		let prb;
		if (expand === "xmd") prb = expand_message_xmd(msg, DST, len_in_bytes, hash);
		else if (expand === "xof") prb = expand_message_xof(msg, DST, len_in_bytes, k, hash);
		else if (expand === "_internal_pass") prb = msg;
		else throw new Error("expand must be \"xmd\" or \"xof\"");
		const u = new Array(count);
		for (let i = 0; i < count; i++) {
			const e = new Array(m);
			for (let j = 0; j < m; j++) {
				const elm_offset = L * (j + i * m);
				const tv = prb.subarray(elm_offset, elm_offset + L);
				e[j] = mod(os2ip(tv), p);
			}
			u[i] = e;
		}
		return u;
	}
	function isogenyMap(field, map) {
		validateField(field);
		aarray(map, "map");
		const coeff = map.map((i, row) => {
			aarray(i, "map[" + row + "]");
			if (i.length < 1) throw new Error("isogenyMap: expected non-empty coefficients");
			return Array.from(i).reverse();
		});
		return (x, y) => {
			const [xn, xd, yn, yd] = coeff.map((val) => val.reduce((acc, i) => field.add(field.mul(acc, x), i)));
			const isZero = field.is0(xd) || field.is0(yd);
			const [xd_inv, yd_inv] = FpInvertBatch(field, [xd, yd], true);
			x = field.mul(xn, xd_inv);
			y = field.mul(y, field.mul(yn, yd_inv));
			return isZero ? {
				x: field.ZERO,
				y: field.ZERO
			} : {
				x,
				y
			};
		};
	}
	var _DST_scalar = "HashToScalar-";
	function createHasher(Point, mapToCurve, defaults) {
		if (typeof mapToCurve !== "function") throw new Error("mapToCurve() must be defined");
		validateObject(defaults);
		const snapshot = (src) => Object.freeze({
			...src,
			DST: isBytes(src.DST) ? copyBytes(src.DST) : src.DST,
			...src.encodeDST === void 0 ? {} : { encodeDST: isBytes(src.encodeDST) ? copyBytes(src.encodeDST) : src.encodeDST }
		});
		const safeDefaults = snapshot(defaults);
		const dstOverride = (options) => options && options.DST !== void 0 ? { DST: options.DST } : void 0;
		function map(num) {
			return Point.fromAffine(mapToCurve(num));
		}
		function clear(initial) {
			const P = initial.clearCofactor();
			if (P.equals(Point.ZERO)) return Point.ZERO;
			P.assertValidity();
			return P;
		}
		return Object.freeze({
			get defaults() {
				return snapshot(safeDefaults);
			},
			Point,
			hashToCurve(msg, options) {
				const u = hash_to_field(msg, 2, Object.assign({}, safeDefaults, dstOverride(options)));
				const u0 = map(u[0]);
				const u1 = map(u[1]);
				return clear(u0.add(u1));
			},
			encodeToCurve(msg, options) {
				const optsDst = safeDefaults.encodeDST === void 0 ? {} : { DST: safeDefaults.encodeDST };
				return clear(map(hash_to_field(msg, 1, Object.assign({}, safeDefaults, optsDst, dstOverride(options)))[0]));
			},
			mapToCurve(scalars) {
				if (safeDefaults.m === 1) {
					if (typeof scalars !== "bigint") throw new Error("expected bigint (m=1)");
					return clear(map([scalars]));
				}
				if (!Array.isArray(scalars)) throw new Error("expected array of bigints");
				if (scalars.length !== safeDefaults.m) throw new Error(`expected array of ${safeDefaults.m} bigints`);
				for (const i of scalars) if (typeof i !== "bigint") throw new Error("expected array of bigints");
				return clear(map(scalars));
			},
			hashToScalar(msg, options) {
				const N = Point.Fn.ORDER;
				return hash_to_field(msg, 1, Object.assign({}, safeDefaults, { DST: _DST_scalar }, dstOverride(options), {
					p: N,
					m: 1
				}))[0][0];
			}
		});
	}
	function SWUFpSqrtRatio(Fp, Z) {
		const F = validateField(Fp);
		const q = F.ORDER;
		let l = _0n$4;
		for (let o = q - _1n$4; o % _2n$4 === _0n$4; o /= _2n$4) l += _1n$4;
		const c1 = l;
		const _2n_pow_c1_1 = _2n$4 << c1 - _1n$4 - _1n$4;
		const _2n_pow_c1 = _2n_pow_c1_1 * _2n$4;
		const c2 = (q - _1n$4) / _2n_pow_c1;
		const c3 = (c2 - _1n$4) / _2n$4;
		const c4 = _2n_pow_c1 - _1n$4;
		const c5 = _2n_pow_c1_1;
		const c6 = F.pow(Z, c2);
		const c7 = F.pow(Z, (c2 + _1n$4) / _2n$4);
		let sqrtRatio = (u, v) => {
			let tv1 = c6;
			let tv2 = F.pow(v, c4);
			let tv3 = F.sqr(tv2);
			tv3 = F.mul(tv3, v);
			let tv5 = F.mul(u, tv3);
			tv5 = F.pow(tv5, c3);
			tv5 = F.mul(tv5, tv2);
			tv2 = F.mul(tv5, v);
			tv3 = F.mul(tv5, u);
			let tv4 = F.mul(tv3, tv2);
			tv5 = F.pow(tv4, c5);
			let isQR = F.eql(tv5, F.ONE);
			tv2 = F.mul(tv3, c7);
			tv5 = F.mul(tv4, tv1);
			tv3 = F.cmov(tv2, tv3, isQR);
			tv4 = F.cmov(tv5, tv4, isQR);
			for (let i = c1; i > _1n$4; i--) {
				let tv5 = i - _2n$4;
				tv5 = _2n$4 << tv5 - _1n$4;
				let tvv5 = F.pow(tv4, tv5);
				const e1 = F.eql(tvv5, F.ONE);
				tv2 = F.mul(tv3, tv1);
				tv1 = F.mul(tv1, tv1);
				tvv5 = F.mul(tv4, tv1);
				tv3 = F.cmov(tv2, tv3, e1);
				tv4 = F.cmov(tvv5, tv4, e1);
			}
			return {
				isValid: !F.is0(v) && (isQR || F.is0(u)),
				value: tv3
			};
		};
		if (F.ORDER % _4n$2 === _3n$4) {
			const c1 = (F.ORDER - _3n$4) / _4n$2;
			const c2 = F.sqrt(F.neg(Z));
			sqrtRatio = (u, v) => {
				let tv1 = F.sqr(v);
				const tv2 = F.mul(u, v);
				tv1 = F.mul(tv1, tv2);
				let y1 = F.pow(tv1, c1);
				y1 = F.mul(y1, tv2);
				const y2 = F.mul(y1, c2);
				const tv3 = F.mul(F.sqr(y1), v);
				const isQR = F.eql(tv3, u);
				let y = F.cmov(y2, y1, isQR);
				return {
					isValid: !F.is0(v) && isQR,
					value: y
				};
			};
		}
		return sqrtRatio;
	}
	function mapToCurveSimpleSWU(Fp, opts) {
		const F = validateField(Fp);
		validateObject(opts, {}, {}, "opts");
		const { A, B, Z } = opts;
		if (!F.isValidNot0(A) || !F.isValidNot0(B) || !F.isValid(Z)) throw new Error("mapToCurveSimpleSWU: invalid opts");
		if (F.eql(Z, F.neg(F.ONE)) || FpIsSquare(F, Z)) throw new Error("mapToCurveSimpleSWU: invalid opts");
		const x = F.mul(B, F.inv(F.mul(Z, A)));
		if (!FpIsSquare(F, F.add(F.add(F.mul(F.sqr(x), x), F.mul(A, x)), B))) throw new Error("mapToCurveSimpleSWU: invalid opts");
		const sqrtRatio = SWUFpSqrtRatio(F, Z);
		if (!F.isOdd) throw new Error("Field does not have .isOdd()");
		return (u) => {
			let tv1, tv2, tv3, tv4, tv5, tv6, x, y;
			tv1 = F.sqr(u);
			tv1 = F.mul(tv1, Z);
			tv2 = F.sqr(tv1);
			tv2 = F.add(tv2, tv1);
			tv3 = F.add(tv2, F.ONE);
			tv3 = F.mul(tv3, B);
			tv4 = F.cmov(Z, F.neg(tv2), !F.eql(tv2, F.ZERO));
			tv4 = F.mul(tv4, A);
			tv2 = F.sqr(tv3);
			tv6 = F.sqr(tv4);
			tv5 = F.mul(tv6, A);
			tv2 = F.add(tv2, tv5);
			tv2 = F.mul(tv2, tv3);
			tv6 = F.mul(tv6, tv4);
			tv5 = F.mul(tv6, B);
			tv2 = F.add(tv2, tv5);
			x = F.mul(tv1, tv3);
			const { isValid, value } = sqrtRatio(tv2, tv6);
			y = F.mul(tv1, u);
			y = F.mul(y, value);
			x = F.cmov(x, tv3, isValid);
			y = F.cmov(y, value, isValid);
			const e1 = F.isOdd(u) === F.isOdd(y);
			y = F.cmov(F.neg(y), y, e1);
			const tv4_inv = FpInvertBatch(F, [tv4], true)[0];
			x = F.mul(x, tv4_inv);
			return {
				x,
				y
			};
		};
	}
	// @noble/curves/abstract/weierstrass.js
	var divNearest = (num, den) => (num + (num >= 0 ? den : -den) / _2n$3) / den;
	function _splitEndoScalar(k, basis, n) {
		aInRange("scalar", k, _0n$3, n);
		const [[a1, b1], [a2, b2]] = basis;
		const c1 = divNearest(b2 * k, n);
		const c2 = divNearest(-b1 * k, n);
		let k1 = k - c1 * a1 - c2 * a2;
		let k2 = -c1 * b1 - c2 * b2;
		const k1neg = k1 < _0n$3;
		const k2neg = k2 < _0n$3;
		if (k1neg) k1 = -k1;
		if (k2neg) k2 = -k2;
		const MAX_NUM = bitMask(Math.ceil(bitLen(n) / 2)) + _1n$3;
		if (k1 < _0n$3 || k1 >= MAX_NUM || k2 < _0n$3 || k2 >= MAX_NUM) throw new Error("splitScalar (endomorphism): failed for k");
		return {
			k1neg,
			k1,
			k2neg,
			k2
		};
	}
	var _0n$3 = BigInt(0);
	var _1n$3 = BigInt(1);
	var _2n$3 = BigInt(2);
	var _3n$3 = BigInt(3);
	var _4n$1 = BigInt(4);
	function weierstrass(params, extraOpts = {}) {
		const validated = createCurveFields("weierstrass", params, extraOpts);
		const Fp = validated.Fp;
		const Fn = validated.Fn;
		let CURVE = validated.CURVE;
		const { h: cofactor, n: CURVE_ORDER } = CURVE;
		validateObject(extraOpts, {}, {
			allowInfinityPoint: "boolean",
			clearCofactor: "function",
			isTorsionFree: "function",
			fromBytes: "function",
			toBytes: "function",
			endo: "object",
			randomBytes: "function"
		});
		const { endo: endoOpts, allowInfinityPoint, clearCofactor, isTorsionFree, fromBytes, toBytes } = extraOpts;
		const randomBytes$2 = extraOpts.randomBytes === void 0 ? randomBytes : extraOpts.randomBytes;
		if (endoOpts) {
			if (!Fp.is0(CURVE.a) || typeof endoOpts.beta !== "bigint" || !Array.isArray(endoOpts.basises)) throw new Error("invalid endo: expected \"beta\": bigint and \"basises\": array");
		}
		const endo = endoOpts ? {
			beta: endoOpts.beta,
			basises: endoOpts.basises.map((basis) => [...basis])
		} : void 0;
		const lengths = getWLengths(Fp, Fn);
		function assertCompressionIsSupported() {
			if (!Fp.isOdd) throw new Error("compression is not supported: Field does not have .isOdd()");
		}
		function pointToBytes(_c, point, isCompressed) {
			if (point.is0()) {
				if (!allowInfinityPoint) throw new Error("bad point: ZERO");
				return Uint8Array.of(0);
			}
			const { x, y } = point.toAffine();
			const bx = Fp.toBytes(x);
			abool(isCompressed, "isCompressed");
			if (isCompressed) {
				assertCompressionIsSupported();
				return concatBytes(pprefix(!Fp.isOdd(y)), bx);
			} else return concatBytes(Uint8Array.of(4), bx, Fp.toBytes(y));
		}
		function pointFromBytes(bytes) {
			abytes(bytes, void 0, "Point");
			const { publicKey: comp, publicKeyUncompressed: uncomp } = lengths;
			const length = bytes.length;
			const head = bytes[0];
			const tail = bytes.subarray(1);
			if (allowInfinityPoint && length === 1 && head === 0) return {
				x: Fp.ZERO,
				y: Fp.ZERO
			};
			if (length === comp && (head === 2 || head === 3)) {
				const x = Fp.fromBytes(tail);
				if (!Fp.isValid(x)) throw new Error("bad point: is not on curve, wrong x");
				const y2 = weierstrassEquation(x);
				let y;
				try {
					y = Fp.sqrt(y2);
				} catch (sqrtError) {
					const err = sqrtError instanceof Error ? ": " + sqrtError.message : "";
					throw new Error("bad point: is not on curve, sqrt error" + err);
				}
				assertCompressionIsSupported();
				const evenY = Fp.isOdd(y);
				if ((head & 1) === 1 !== evenY) y = Fp.neg(y);
				return {
					x,
					y
				};
			} else if (length === uncomp && head === 4) {
				const L = Fp.BYTES;
				const x = Fp.fromBytes(tail.subarray(0, L));
				const y = Fp.fromBytes(tail.subarray(L, L * 2));
				if (!isValidXY(x, y)) throw new Error("bad point: is not on curve");
				return {
					x,
					y
				};
			} else throw new Error(`bad point: got length ${length}, expected compressed=${comp} or uncompressed=${uncomp}`);
		}
		const encodePoint = toBytes === void 0 ? pointToBytes : toBytes;
		const decodePoint = fromBytes === void 0 ? pointFromBytes : fromBytes;
		const b3 = Fp.mul(CURVE.b, _3n$3);
		const mulA = Fp.is0(CURVE.a) ? (_) => Fp.ZERO : (x) => Fp.mul(CURVE.a, x);
		function weierstrassEquation(x) {
			const x2 = Fp.sqr(x);
			const x3 = Fp.mul(x2, x);
			return Fp.add(Fp.add(x3, Fp.mul(x, CURVE.a)), CURVE.b);
		}
		function isValidXY(x, y) {
			const left = Fp.sqr(y);
			const right = weierstrassEquation(x);
			return Fp.eql(left, right);
		}
		if (!isValidXY(CURVE.Gx, CURVE.Gy)) throw new Error("bad curve params: generator point");
		const _4a3 = Fp.mul(Fp.pow(CURVE.a, _3n$3), _4n$1);
		const _27b2 = Fp.mul(Fp.sqr(CURVE.b), BigInt(27));
		if (Fp.is0(Fp.add(_4a3, _27b2))) throw new Error("bad curve params: a or b");
		function acoord(title, n, banZero = false) {
			if (!Fp.isValid(n) || banZero && Fp.is0(n)) throw new Error(`bad point coordinate ${title}`);
			return typeof n === "object" && n !== null ? Fp.create(n) : n;
		}
		function aprjpoint(other) {
			if (!(other instanceof Point)) throw new Error("Weierstrass Point expected");
		}
		function splitEndoScalarN(k) {
			if (!endo || !endo.basises) throw new Error("no endo");
			return _splitEndoScalar(k, endo.basises, Fn.ORDER);
		}
		function pushWnafPair(points, scalars, p, k) {
			if (!Fn.isValid(k)) throw new RangeError("invalid scalar: out of range");
			if (endo) {
				const { k1neg, k1, k2neg, k2 } = splitEndoScalarN(k);
				const psi = new Point(Fp.mul(p.X, endo.beta), p.Y, p.Z);
				points.push(k1neg ? p.negate() : p, k2neg ? psi.negate() : psi);
				scalars.push(k1, k2);
			} else {
				points.push(p);
				scalars.push(k);
			}
		}
		const validityCache = new WeakSet();
		class Point {
			static BASE = new Point(CURVE.Gx, CURVE.Gy, Fp.ONE);
			static ZERO = new Point(Fp.ZERO, Fp.ONE, Fp.ZERO);
			static Fp = Fp;
			static Fn = Fn;
			X;
			Y;
			Z;
			constructor(X, Y, Z) {
				this.X = acoord("x", X);
				this.Y = acoord("y", Y, true);
				this.Z = acoord("z", Z);
				Object.freeze(this);
			}
			static CURVE() {
				return CURVE;
			}
			static fromAffine(p) {
				const { x, y } = p || {};
				if (!p || !Fp.isValid(x) || !Fp.isValid(y)) throw new Error("invalid affine point");
				if (p instanceof Point) throw new Error("projective point not allowed");
				if (Fp.is0(x) && Fp.is0(y)) return Point.ZERO;
				return new Point(x, y, Fp.ONE);
			}
			static fromBytes(bytes) {
				const P = Point.fromAffine(decodePoint(abytes(bytes, void 0, "point")));
				P.assertValidity();
				return P;
			}
			static fromHex(hex) {
				return Point.fromBytes(hexToBytes(hex));
			}
			get x() {
				return this.toAffine().x;
			}
			get y() {
				return this.toAffine().y;
			}
			precompute(windowSize = 6, isLazy = true) {
				wnaf.setWindowSize(this, windowSize);
				if (!isLazy) this.multiply(_3n$3);
				return this;
			}
			assertValidity() {
				const p = this;
				if (p.is0()) {
					if (allowInfinityPoint && Fp.is0(p.X) && Fp.eql(p.Y, Fp.ONE) && Fp.is0(p.Z)) return;
					throw new Error("bad point: ZERO");
				}
				if (validityCache.has(p)) return;
				const { x, y } = p.toAffine();
				if (!Fp.isValid(x) || !Fp.isValid(y)) throw new Error("bad point: x or y not field elements");
				if (!isValidXY(x, y)) throw new Error("bad point: equation left != right");
				if (!p.isTorsionFree()) throw new Error("bad point: not in prime-order subgroup");
				validityCache.add(p);
			}
			hasEvenY() {
				const { y } = this.toAffine();
				if (!Fp.isOdd) throw new Error("Field doesn't support isOdd");
				return !Fp.isOdd(y);
			}
			equals(other) {
				aprjpoint(other);
				const { X: X1, Y: Y1, Z: Z1 } = this;
				const { X: X2, Y: Y2, Z: Z2 } = other;
				const U1 = Fp.eql(Fp.mul(X1, Z2), Fp.mul(X2, Z1));
				const U2 = Fp.eql(Fp.mul(Y1, Z2), Fp.mul(Y2, Z1));
				return U1 && U2;
			}
			negate() {
				return new Point(this.X, Fp.neg(this.Y), this.Z);
			}
			double() {
				const { X: X1, Y: Y1, Z: Z1 } = this;
				let X3 = Fp.ZERO, Y3 = Fp.ZERO, Z3 = Fp.ZERO;
				let t0 = Fp.mul(X1, X1);
				let t1 = Fp.mul(Y1, Y1);
				let t2 = Fp.mul(Z1, Z1);
				let t3 = Fp.mul(X1, Y1);
				t3 = Fp.add(t3, t3);
				Z3 = Fp.mul(X1, Z1);
				Z3 = Fp.add(Z3, Z3);
				X3 = mulA(Z3);
				Y3 = Fp.mul(b3, t2);
				Y3 = Fp.add(X3, Y3);
				X3 = Fp.sub(t1, Y3);
				Y3 = Fp.add(t1, Y3);
				Y3 = Fp.mul(X3, Y3);
				X3 = Fp.mul(t3, X3);
				Z3 = Fp.mul(b3, Z3);
				t2 = mulA(t2);
				t3 = Fp.sub(t0, t2);
				t3 = mulA(t3);
				t3 = Fp.add(t3, Z3);
				Z3 = Fp.add(t0, t0);
				t0 = Fp.add(Z3, t0);
				t0 = Fp.add(t0, t2);
				t0 = Fp.mul(t0, t3);
				Y3 = Fp.add(Y3, t0);
				t2 = Fp.mul(Y1, Z1);
				t2 = Fp.add(t2, t2);
				t0 = Fp.mul(t2, t3);
				X3 = Fp.sub(X3, t0);
				Z3 = Fp.mul(t2, t1);
				Z3 = Fp.add(Z3, Z3);
				Z3 = Fp.add(Z3, Z3);
				return new Point(X3, Y3, Z3);
			}
			add(other) {
				aprjpoint(other);
				const { X: X1, Y: Y1, Z: Z1 } = this;
				const { X: X2, Y: Y2, Z: Z2 } = other;
				let X3 = Fp.ZERO, Y3 = Fp.ZERO, Z3 = Fp.ZERO;
				let t0 = Fp.mul(X1, X2);
				let t1 = Fp.mul(Y1, Y2);
				let t2 = Fp.mul(Z1, Z2);
				let t3 = Fp.add(X1, Y1);
				let t4 = Fp.add(X2, Y2);
				t3 = Fp.mul(t3, t4);
				t4 = Fp.add(t0, t1);
				t3 = Fp.sub(t3, t4);
				t4 = Fp.add(X1, Z1);
				let t5 = Fp.add(X2, Z2);
				t4 = Fp.mul(t4, t5);
				t5 = Fp.add(t0, t2);
				t4 = Fp.sub(t4, t5);
				t5 = Fp.add(Y1, Z1);
				X3 = Fp.add(Y2, Z2);
				t5 = Fp.mul(t5, X3);
				X3 = Fp.add(t1, t2);
				t5 = Fp.sub(t5, X3);
				Z3 = mulA(t4);
				X3 = Fp.mul(b3, t2);
				Z3 = Fp.add(X3, Z3);
				X3 = Fp.sub(t1, Z3);
				Z3 = Fp.add(t1, Z3);
				Y3 = Fp.mul(X3, Z3);
				t1 = Fp.add(t0, t0);
				t1 = Fp.add(t1, t0);
				t2 = mulA(t2);
				t4 = Fp.mul(b3, t4);
				t1 = Fp.add(t1, t2);
				t2 = Fp.sub(t0, t2);
				t2 = mulA(t2);
				t4 = Fp.add(t4, t2);
				t0 = Fp.mul(t1, t4);
				Y3 = Fp.add(Y3, t0);
				t0 = Fp.mul(t5, t4);
				X3 = Fp.mul(t3, X3);
				X3 = Fp.sub(X3, t0);
				t0 = Fp.mul(t3, t1);
				Z3 = Fp.mul(t5, Z3);
				Z3 = Fp.add(Z3, t0);
				return new Point(X3, Y3, Z3);
			}
			subtract(other) {
				aprjpoint(other);
				return this.add(other.negate());
			}
			is0() {
				return this.equals(Point.ZERO);
			}
			multiply(scalar) {
				if (!Fn.isValidNot0(scalar)) throw new RangeError("invalid scalar: out of range");
				const { p, f } = wnaf.mulSecret(this, scalar, cofactor, normalize);
				return normalize([p, f])[0];
			}
			multiplyUnsafe(scalar) {
				const p = this;
				const sc = scalar;
				if (!Fn.isValid(sc)) throw new RangeError("invalid scalar: out of range");
				if (sc === _0n$3 || p.is0()) return Point.ZERO;
				if (sc === _1n$3) return p;
				if (wnaf.hasWindowSize(this)) return wnaf.mulUnsafe(p, sc, normalize);
				const points = [];
				const scalars = [];
				pushWnafPair(points, scalars, p, sc);
				return mulAddUnsafe(Point, points, scalars);
			}
			mulAddUnsafe(a, other, b) {
				aprjpoint(other);
				const points = [];
				const scalars = [];
				pushWnafPair(points, scalars, this, a);
				pushWnafPair(points, scalars, other, b);
				return mulAddUnsafe(Point, points, scalars);
			}
			toAffine(invertedZ) {
				const p = this;
				let iz = invertedZ;
				if (iz != null && !Fp.isValid(iz)) throw new RangeError("\"invertedZ\" expected valid field element");
				const { X, Y, Z } = p;
				if (Fp.eql(Z, Fp.ONE)) return {
					x: X,
					y: Y
				};
				const is0 = p.is0();
				if (iz == null) iz = is0 ? Fp.ONE : Fp.inv(Z);
				const x = Fp.mul(X, iz);
				const y = Fp.mul(Y, iz);
				const zz = Fp.mul(Z, iz);
				if (is0) return {
					x: Fp.ZERO,
					y: Fp.ZERO
				};
				if (!Fp.eql(zz, Fp.ONE)) throw new Error("invZ was invalid");
				return {
					x,
					y
				};
			}
			isTorsionFree() {
				if (cofactor === _1n$3) return true;
				if (isTorsionFree) return isTorsionFree(Point, this);
				return wnaf.mulUnsafe(this, CURVE_ORDER).is0();
			}
			clearCofactor() {
				if (cofactor === _1n$3) return this;
				if (clearCofactor) return clearCofactor(Point, this);
				return this.multiplyUnsafe(cofactor);
			}
			isSmallOrder() {
				if (cofactor === _1n$3) return this.is0();
				return this.clearCofactor().is0();
			}
			toBytes(isCompressed = true) {
				abool(isCompressed, "isCompressed");
				this.assertValidity();
				return encodePoint(Point, this, isCompressed);
			}
			toHex(isCompressed = true) {
				return bytesToHex(this.toBytes(isCompressed));
			}
			toString() {
				return `<Point ${this.is0() ? "ZERO" : this.toHex()}>`;
			}
		}
		const normalize = (points) => normalizeZ(Point, points);
		const wnaf = new ScalarMultiplier(Point, randomBytes$2);
		if (wnaf.bits >= 6) Point.BASE.precompute(6);
		Object.freeze(Point.prototype);
		Object.freeze(Point);
		return Point;
	}
	function pprefix(hasEvenY) {
		return Uint8Array.of(hasEvenY ? 2 : 3);
	}
	function getWLengths(Fp, Fn) {
		return {
			secretKey: Fn.BYTES,
			publicKey: 1 + Fp.BYTES,
			publicKeyUncompressed: 1 + 2 * Fp.BYTES,
			publicKeyHasPrefix: true,
			signature: 2 * Fn.BYTES
		};
	}
	// @noble/curves/abstract/bls.js
	var _0n$2 = BigInt(0);
	var _1n$2 = BigInt(1);
	var _2n$2 = BigInt(2);
	var _3n$2 = BigInt(3);
	function NAfDecomposition(a) {
		const res = [];
		for (; a > _1n$2; a >>= _1n$2) if ((a & _1n$2) === _0n$2) res.unshift(0);
		else if ((a & _3n$2) === _3n$2) {
			res.unshift(-1);
			a += _1n$2;
		} else res.unshift(1);
		return res;
	}
	function aNonEmpty(arr) {
		if (!Array.isArray(arr) || arr.length === 0) throw new Error("expected non-empty array");
	}
	function createBlsPairing(fields, G1, G2, params) {
		validateObject(fields, {
			Fp: "object",
			Fr: "object",
			Fp2: "object",
			Fp12: "object"
		}, { Fp6: "object" }, "fields");
		if (typeof G1 !== "function") throw new TypeError("\"G1_Point\" expected point constructor, got type=" + typeof G1);
		if (typeof G2 !== "function") throw new TypeError("\"G2_Point\" expected point constructor, got type=" + typeof G2);
		validateObject(params, {
			ateLoopSize: "bigint",
			xNegative: "boolean",
			twistType: "string"
		}, {
			randomBytes: "function",
			postPrecompute: "function"
		}, "params");
		const { Fp, Fr, Fp2, Fp12 } = fields;
		const { twistType, ateLoopSize, xNegative, postPrecompute } = params;
		const fp2 = (c0, c1) => ({
			c0,
			c1
		});
		const fp2f = ({ c0, c1 }) => Object.freeze({
			c0,
			c1
		});
		const add2 = (a, b) => fp2(Fp.add(a.c0, b.c0), Fp.add(a.c1, b.c1));
		const sub2 = (a, b) => fp2(Fp.sub(a.c0, b.c0), Fp.sub(a.c1, b.c1));
		const mul2 = (a, b) => {
			const t0 = Fp.mul(a.c0, b.c0);
			const t1 = Fp.mul(a.c1, b.c1);
			return fp2(Fp.sub(t0, t1), Fp.sub(Fp.mul(Fp.add(a.c0, a.c1), Fp.add(b.c0, b.c1)), Fp.add(t0, t1)));
		};
		const mul2ByFp = (a, rhs) => fp2(Fp.mul(a.c0, rhs), Fp.mul(a.c1, rhs));
		const mul2ByNonresidue = (a) => Fp2.mulByNonresidue(a);
		const mul014ByLine = ({ c0: f0, c1: f1 }, o0, l1, l4, Px, Py) => {
			const o1 = mul2ByFp(l1, Px);
			const o4 = mul2ByFp(l4, Py);
			const { c0: a0, c1: a1, c2: a2 } = f0;
			const { c0: b0, c1: b1, c2: b2 } = f1;
			const t0_0 = mul2(a0, o0);
			const t0_1 = mul2(a1, o1);
			const t0_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(a1, a2), o1), t0_1)), t0_0);
			const t0_c1 = sub2(sub2(mul2(add2(o0, o1), add2(a0, a1)), t0_0), t0_1);
			const t0_c2 = add2(sub2(mul2(add2(a0, a2), o0), t0_0), t0_1);
			const t1_c0 = mul2ByNonresidue(mul2(b2, o4));
			const t1_c1 = mul2(b0, o4);
			const t1_c2 = mul2(b1, o4);
			const s0 = add2(a0, b0);
			const s1 = add2(a1, b1);
			const s2 = add2(a2, b2);
			const o14 = add2(o1, o4);
			const t2_0 = mul2(s0, o0);
			const t2_1 = mul2(s1, o14);
			const t2_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(s1, s2), o14), t2_1)), t2_0);
			const t2_c1 = sub2(sub2(mul2(add2(o0, o14), add2(s0, s1)), t2_0), t2_1);
			const t2_c2 = add2(sub2(mul2(add2(s0, s2), o0), t2_0), t2_1);
			return Object.freeze({
				c0: Object.freeze({
					c0: fp2f(add2(mul2ByNonresidue(t1_c2), t0_c0)),
					c1: fp2f(add2(t1_c0, t0_c1)),
					c2: fp2f(add2(t1_c1, t0_c2))
				}),
				c1: Object.freeze({
					c0: fp2f(sub2(sub2(t2_c0, t0_c0), t1_c0)),
					c1: fp2f(sub2(sub2(t2_c1, t0_c1), t1_c1)),
					c2: fp2f(sub2(sub2(t2_c2, t0_c2), t1_c2))
				})
			});
		};
		const mul034ByLine = ({ c0: f0, c1: f1 }, l0, l3, o4, Px, Py) => {
			const o0 = mul2ByFp(l0, Py);
			const o3 = mul2ByFp(l3, Px);
			const { c0: a0, c1: a1, c2: a2 } = f0;
			const { c0: b0, c1: b1, c2: b2 } = f1;
			const a_c0 = mul2(a0, o0);
			const a_c1 = mul2(a1, o0);
			const a_c2 = mul2(a2, o0);
			const b0m = mul2(b0, o3);
			const b1m = mul2(b1, o4);
			const b_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(b1, b2), o4), b1m)), b0m);
			const b_c1 = sub2(sub2(mul2(add2(o3, o4), add2(b0, b1)), b0m), b1m);
			const b_c2 = add2(sub2(mul2(add2(b0, b2), o3), b0m), b1m);
			const s0 = add2(a0, b0);
			const s1 = add2(a1, b1);
			const s2 = add2(a2, b2);
			const o03 = add2(o0, o3);
			const e0m = mul2(s0, o03);
			const e1m = mul2(s1, o4);
			const e_c0 = add2(mul2ByNonresidue(sub2(mul2(add2(s1, s2), o4), e1m)), e0m);
			const e_c1 = sub2(sub2(mul2(add2(o03, o4), add2(s0, s1)), e0m), e1m);
			const e_c2 = add2(sub2(mul2(add2(s0, s2), o03), e0m), e1m);
			return Object.freeze({
				c0: Object.freeze({
					c0: fp2f(add2(mul2ByNonresidue(b_c2), a_c0)),
					c1: fp2f(add2(b_c0, a_c1)),
					c2: fp2f(add2(b_c1, a_c2))
				}),
				c1: Object.freeze({
					c0: fp2f(sub2(sub2(e_c0, a_c0), b_c0)),
					c1: fp2f(sub2(sub2(e_c1, a_c1), b_c1)),
					c2: fp2f(sub2(sub2(e_c2, a_c2), b_c2))
				})
			});
		};
		let lineFunction;
		if (twistType === "multiplicative") lineFunction = (c0, c1, c2, f, Px, Py) => mul014ByLine(f, c0, c1, c2, Px, Py);
		else if (twistType === "divisive") lineFunction = (c0, c1, c2, f, Px, Py) => mul034ByLine(f, c2, c1, c0, Px, Py);
		else throw new Error("bls: unknown twist type");
		const Fp2div2 = Fp2.div(Fp2.ONE, Fp2.mul(Fp2.ONE, _2n$2));
		function pointDouble(ell, Rx, Ry, Rz) {
			const t0 = Fp2.sqr(Ry);
			const t1 = Fp2.sqr(Rz);
			const t2 = Fp2.mulByB(Fp2.mul(t1, _3n$2));
			const t3 = Fp2.mul(t2, _3n$2);
			const t4 = Fp2.sub(Fp2.sub(Fp2.sqr(Fp2.add(Ry, Rz)), t1), t0);
			const c0 = Fp2.sub(t2, t0);
			const c1 = Fp2.mul(Fp2.sqr(Rx), _3n$2);
			const c2 = Fp2.neg(t4);
			ell.push([
				c0,
				c1,
				c2
			]);
			Rx = Fp2.mul(Fp2.mul(Fp2.mul(Fp2.sub(t0, t3), Rx), Ry), Fp2div2);
			Ry = Fp2.sub(Fp2.sqr(Fp2.mul(Fp2.add(t0, t3), Fp2div2)), Fp2.mul(Fp2.sqr(t2), _3n$2));
			Rz = Fp2.mul(t0, t4);
			return {
				Rx,
				Ry,
				Rz
			};
		}
		function pointAdd(ell, Rx, Ry, Rz, Qx, Qy) {
			const t0 = Fp2.sub(Ry, Fp2.mul(Qy, Rz));
			const t1 = Fp2.sub(Rx, Fp2.mul(Qx, Rz));
			const c0 = Fp2.sub(Fp2.mul(t0, Qx), Fp2.mul(t1, Qy));
			const c1 = Fp2.neg(t0);
			const c2 = t1;
			ell.push([
				c0,
				c1,
				c2
			]);
			const t2 = Fp2.sqr(t1);
			const t3 = Fp2.mul(t2, t1);
			const t4 = Fp2.mul(t2, Rx);
			const t5 = Fp2.add(Fp2.sub(t3, Fp2.mul(t4, _2n$2)), Fp2.mul(Fp2.sqr(t0), Rz));
			Rx = Fp2.mul(t1, t5);
			Ry = Fp2.sub(Fp2.mul(Fp2.sub(t4, t5), t0), Fp2.mul(t3, Ry));
			Rz = Fp2.mul(Rz, t3);
			return {
				Rx,
				Ry,
				Rz
			};
		}
		const ATE_NAF = NAfDecomposition(ateLoopSize);
		const calcPairingPrecomputes = (point) => {
			if (!(point instanceof G2)) throw new TypeError("\"point\" expected G2 point, got type=" + typeof point);
			const { x, y } = point.toAffine();
			const Qx = x, Qy = y, negQy = Fp2.neg(y);
			let Rx = Qx, Ry = Qy, Rz = Fp2.ONE;
			const ell = [];
			for (const bit of ATE_NAF) {
				const cur = [];
				({Rx, Ry, Rz} = pointDouble(cur, Rx, Ry, Rz));
				if (bit) ({Rx, Ry, Rz} = pointAdd(cur, Rx, Ry, Rz, Qx, bit === -1 ? negQy : Qy));
				ell.push(cur);
			}
			if (postPrecompute) {
				const last = ell[ell.length - 1];
				postPrecompute(Rx, Ry, Rz, Qx, Qy, pointAdd.bind(null, last));
			}
			return ell;
		};
		function millerLoopBatch(pairs, withFinalExponent = false) {
			aarray(pairs, "pairs", (pair, title) => {
				aarray(pair, title);
				if (pair.length !== 3) throw new TypeError(`"${title}" expected precompute tuple`);
				aarray(pair[0], title + "[0]");
			});
			let f12 = Fp12.ONE;
			if (pairs.length) {
				const ellLen = pairs[0][0].length;
				for (let i = 0; i < ellLen; i++) {
					if (i !== 0) f12 = Fp12.sqr(f12);
					for (const [ell, Px, Py] of pairs) for (const [c0, c1, c2] of ell[i]) f12 = lineFunction(c0, c1, c2, f12, Px, Py);
				}
			}
			if (xNegative) f12 = Fp12.conjugate(f12);
			return withFinalExponent ? Fp12.finalExponentiate(f12) : f12;
		}
		function pairingBatch(pairs, withFinalExponent = true) {
			aarray(pairs, "pairs");
			const res = [];
			for (let i = 0; i < pairs.length; i++) {
				const pair = pairs[i];
				validateObject(pair, {
					g1: "object",
					g2: "object"
				}, {}, "pairs[" + i + "]");
				const { g1, g2 } = pair;
				if (!(g1 instanceof G1)) throw new TypeError("\"pairs[" + i + "].g1\" expected G1 point, got type=" + typeof g1);
				if (!(g2 instanceof G2)) throw new TypeError("\"pairs[" + i + "].g2\" expected G2 point, got type=" + typeof g2);
				if (g1.is0() || g2.is0()) throw new Error("pairing is not available for ZERO point");
				g1.assertValidity();
				g2.assertValidity();
				const Qa = g1.toAffine();
				res.push([
					calcPairingPrecomputes(g2),
					Qa.x,
					Qa.y
				]);
			}
			return millerLoopBatch(res, withFinalExponent);
		}
		function pairing(Q, P, withFinalExponent = true) {
			if (!(Q instanceof G1)) throw new TypeError("\"Q\" expected G1 point, got type=" + typeof Q);
			if (!(P instanceof G2)) throw new TypeError("\"P\" expected G2 point, got type=" + typeof P);
			return pairingBatch([{
				g1: Q,
				g2: P
			}], withFinalExponent);
		}
		const lengths = { seed: getMinHashLength(Fr.ORDER) };
		const rand = params.randomBytes === void 0 ? randomBytes : params.randomBytes;
		const randomSecretKey = (seed) => {
			seed = seed === void 0 ? rand(lengths.seed) : seed;
			abytes(seed, lengths.seed, "seed");
			return mapHashToField(seed, Fr.ORDER);
		};
		Object.freeze(lengths);
		return {
			lengths,
			Fr,
			Fp12,
			millerLoopBatch,
			pairing,
			pairingBatch,
			calcPairingPrecomputes,
			randomSecretKey
		};
	}
	function createBlsSig(blsPairing, PubPoint, SigPoint, isSigG1, hashToSigCurve, SignatureCoder) {
		const { Fr, Fp12, pairingBatch, randomSecretKey, lengths } = blsPairing;
		if (!SignatureCoder) SignatureCoder = {
			fromBytes: notImplemented,
			fromHex: notImplemented,
			toBytes: notImplemented,
			toHex: notImplemented
		};
		const sigCoder = Object.freeze({ ...SignatureCoder });
		function normPub(point) {
			return point instanceof PubPoint ? point : PubPoint.fromBytes(point);
		}
		function normSig(point) {
			return point instanceof SigPoint ? point : sigCoder.fromBytes(point);
		}
		function amsg(m) {
			if (!(m instanceof SigPoint)) throw new Error(`expected valid message hashed to ${!isSigG1 ? "G2" : "G1"} curve`);
			return m;
		}
		const pair = !isSigG1 ? (a, b) => ({
			g1: a,
			g2: b
		}) : (a, b) => ({
			g1: b,
			g2: a
		});
		return Object.freeze({
			lengths: Object.freeze({
				...lengths,
				secretKey: Fr.BYTES
			}),
			keygen(seed) {
				const secretKey = randomSecretKey(seed);
				return {
					secretKey,
					publicKey: this.getPublicKey(secretKey)
				};
			},
			getPublicKey(secretKey) {
				let sec;
				try {
					sec = PubPoint.Fn.fromBytes(secretKey);
				} catch (error) {
					throw new Error("invalid private key: " + typeof secretKey, { cause: error });
				}
				return PubPoint.BASE.multiply(sec);
			},
			sign(message, secretKey, unusedArg) {
				if (unusedArg != null) throw new Error("sign() expects 2 arguments");
				const sec = PubPoint.Fn.fromBytes(secretKey);
				amsg(message).assertValidity();
				return message.multiply(sec);
			},
			verify(signature, message, publicKey, unusedArg) {
				if (unusedArg != null) throw new Error("verify() expects 3 arguments");
				signature = normSig(signature);
				publicKey = normPub(publicKey);
				const P = publicKey.negate();
				const G = PubPoint.BASE;
				const Hm = amsg(message);
				const S = signature;
				try {
					const exp = pairingBatch([pair(P, Hm), pair(G, S)]);
					return Fp12.eql(exp, Fp12.ONE);
				} catch {
					return false;
				}
			},
			verifyBatch(signature, items) {
				aNonEmpty(items);
				const sig = normSig(signature);
				const nMessages = items.map((i) => amsg(i.message));
				const nPublicKeys = items.map((i) => normPub(i.publicKey));
				const messagePubKeyMap = new Map();
				for (let i = 0; i < nPublicKeys.length; i++) {
					const pub = nPublicKeys[i];
					const msg = nMessages[i];
					let keys = messagePubKeyMap.get(msg);
					if (keys === void 0) {
						keys = [];
						messagePubKeyMap.set(msg, keys);
					}
					keys.push(pub);
				}
				const paired = [];
				const G = PubPoint.BASE;
				try {
					for (const [msg, keys] of messagePubKeyMap) {
						const groupPublicKey = keys.reduce((acc, msg) => acc.add(msg));
						paired.push(pair(groupPublicKey, msg));
					}
					paired.push(pair(G.negate(), sig));
					return Fp12.eql(pairingBatch(paired), Fp12.ONE);
				} catch {
					return false;
				}
			},
			aggregatePublicKeys(publicKeys) {
				aNonEmpty(publicKeys);
				publicKeys = publicKeys.map((pub) => normPub(pub));
				const agg = publicKeys.reduce((sum, p) => sum.add(p), PubPoint.ZERO);
				agg.assertValidity();
				return agg;
			},
			aggregateSignatures(signatures) {
				aNonEmpty(signatures);
				signatures = signatures.map((sig) => normSig(sig));
				const agg = signatures.reduce((sum, s) => sum.add(s), SigPoint.ZERO);
				agg.assertValidity();
				return agg;
			},
			hash(messageBytes, DST) {
				abytes(messageBytes);
				return hashToSigCurve(messageBytes, DST === void 0 ? void 0 : { DST });
			},
			Signature: Object.freeze({ ...sigCoder })
		});
	}
	function blsBasic(fields, G1_Point, G2_Point, params) {
		const { Fp, Fr, Fp2, Fp6, Fp12 } = fields;
		const G1 = { Point: G1_Point };
		const G2 = { Point: G2_Point };
		const { millerLoopBatch, pairing, pairingBatch, calcPairingPrecomputes, randomSecretKey, lengths } = createBlsPairing(fields, G1_Point, G2_Point, params);
		G1.Point.BASE.precompute(4);
		Object.freeze(G1);
		Object.freeze(G2);
		return Object.freeze({
			lengths: Object.freeze(lengths),
			millerLoopBatch,
			pairing,
			pairingBatch,
			G1,
			G2,
			fields: Object.freeze({
				Fr,
				Fp,
				Fp2,
				Fp6,
				Fp12
			}),
			params: Object.freeze({
				ateLoopSize: params.ateLoopSize,
				xNegative: params.xNegative,
				twistType: params.twistType,
				postPrecompute: params.postPrecompute
			}),
			utils: Object.freeze({
				randomSecretKey,
				calcPairingPrecomputes
			})
		});
	}
	function blsHashers(fields, G1_Point, G2_Point, params, hasherParams) {
		const base = blsBasic(fields, G1_Point, G2_Point, params);
		validateObject(hasherParams, {
			hasherOpts: "object",
			hasherOptsG1: "object",
			hasherOptsG2: "object"
		}, {
			mapToG1: "function",
			mapToG2: "function"
		}, "hasherParams");
		const G1Hasher = createHasher(G1_Point, hasherParams.mapToG1 === void 0 ? notImplemented : hasherParams.mapToG1, {
			...hasherParams.hasherOpts,
			...hasherParams.hasherOptsG1
		});
		const G2Hasher = createHasher(G2_Point, hasherParams.mapToG2 === void 0 ? notImplemented : hasherParams.mapToG2, {
			...hasherParams.hasherOpts,
			...hasherParams.hasherOptsG2
		});
		return Object.freeze({
			...base,
			G1: G1Hasher,
			G2: G2Hasher
		});
	}
	function bls(fields, G1_Point, G2_Point, params, hasherParams, signatureCoders) {
		const base = blsHashers(fields, G1_Point, G2_Point, params, hasherParams);
		const pairingRes = {
			...base,
			Fr: base.fields.Fr,
			Fp12: base.fields.Fp12,
			calcPairingPrecomputes: base.utils.calcPairingPrecomputes,
			randomSecretKey: base.utils.randomSecretKey
		};
		const longSignatures = createBlsSig(pairingRes, G1_Point, G2_Point, false, base.G2.hashToCurve, signatureCoders?.LongSignature);
		const shortSignatures = createBlsSig(pairingRes, G2_Point, G1_Point, true, base.G1.hashToCurve, signatureCoders?.ShortSignature);
		return Object.freeze({
			...base,
			longSignatures,
			shortSignatures
		});
	}
	// @noble/curves/abstract/tower.js
	var _0n$1 = BigInt(0);
	var _1n$1 = BigInt(1);
	var _2n$1 = BigInt(2);
	var _3n$1 = BigInt(3);
	var _6n = BigInt(6);
	var _12n = BigInt(12);
	var isObj = (value) => !!value && typeof value === "object";
	function calcFrobeniusCoefficients(Fp, nonResidue, modulus, degree, num = 1, divisor) {
		asafenumber(num, "num");
		asafenumber(degree, "degree");
		const divisorN = divisor === void 0 ? degree : divisor;
		asafenumber(divisorN, "divisor");
		const F = Fp;
		if (typeof modulus !== "bigint" || modulus <= _1n$1) throw new Error("calcFrobeniusCoefficients: expected valid modulus, got " + modulus);
		if (degree <= 0) throw new Error("calcFrobeniusCoefficients: expected positive degree, got " + degree);
		if (num <= 0) throw new Error("calcFrobeniusCoefficients: expected positive row count, got " + num);
		if (divisorN <= 0) throw new Error("calcFrobeniusCoefficients: expected positive divisor, got " + divisorN);
		const _divisor = BigInt(divisorN);
		const towerModulus = modulus ** BigInt(degree);
		const res = [];
		for (let i = 0; i < num; i++) {
			const a = BigInt(i + 1);
			const powers = [];
			for (let j = 0, qPower = _1n$1; j < degree; j++) {
				const numer = a * qPower - a;
				if (numer % _divisor) throw new Error("calcFrobeniusCoefficients: inexact tower exponent");
				const power = numer / _divisor % towerModulus;
				powers.push(F.pow(nonResidue, power));
				qPower *= modulus;
			}
			res.push(powers);
		}
		return res;
	}
	function psiFrobenius(Fp, Fp2, base) {
		validateField(Fp);
		validateField(Fp2);
		validateObject(Fp2, {
			Fp: "object",
			frobeniusMap: "function",
			fromBigTuple: "function",
			mulByB: "function",
			mulByNonresidue: "function",
			reim: "function",
			Fp4Square: "function",
			NONRESIDUE: "object"
		}, {});
		if (!isObj(base) || Array.isArray(base)) throw new TypeError("\"base\" expected Fp2 element, got type=" + typeof base);
		if (!Fp2.isValid(base)) throw new RangeError("\"base\" expected valid Fp2 element");
		const PSI_X = Fp2.pow(base, (Fp.ORDER - _1n$1) / _3n$1);
		const PSI_Y = Fp2.pow(base, (Fp.ORDER - _1n$1) / _2n$1);
		function psi(x, y) {
			return [Fp2.mul(Fp2.frobeniusMap(x, 1), PSI_X), Fp2.mul(Fp2.frobeniusMap(y, 1), PSI_Y)];
		}
		const PSI2_X = Fp2.pow(base, (Fp.ORDER ** _2n$1 - _1n$1) / _3n$1);
		const PSI2_Y = Fp2.pow(base, (Fp.ORDER ** _2n$1 - _1n$1) / _2n$1);
		if (!Fp2.eql(PSI2_Y, Fp2.neg(Fp2.ONE))) throw new Error("psiFrobenius: PSI2_Y!==-1");
		function psi2(x, y) {
			return [Fp2.mul(x, PSI2_X), Fp2.neg(y)];
		}
		const mapAffine = (fn) => (c, P) => {
			if (typeof c !== "function") throw new TypeError("\"c\" expected point constructor, got type=" + typeof c);
			validatePointCons(c);
			if (!(P instanceof c)) throw new TypeError("\"P\" expected Point instance, got type=" + typeof P);
			const affine = P.toAffine();
			const p = fn(affine.x, affine.y);
			return c.fromAffine({
				x: p[0],
				y: p[1]
			});
		};
		return {
			psi,
			psi2,
			G2psi: mapAffine(psi),
			G2psi2: mapAffine(psi2),
			PSI_X,
			PSI_Y,
			PSI2_X,
			PSI2_Y
		};
	}
	var _Field2 = class {
		ORDER;
		BITS;
		BYTES;
		isLE;
		ZERO;
		ONE;
		Fp;
		NONRESIDUE;
		mulByB;
		Fp_NONRESIDUE;
		Fp_div2;
		constructor(Fp, opts = {}) {
			const { NONRESIDUE = BigInt(-1), FP2_NONRESIDUE, Fp2mulByB } = opts;
			const ORDER = Fp.ORDER;
			const FP2_ORDER = ORDER * ORDER;
			this.Fp = Fp;
			this.ORDER = FP2_ORDER;
			this.BITS = bitLen(FP2_ORDER);
			this.BYTES = Math.ceil(bitLen(FP2_ORDER) / 8);
			this.isLE = Fp.isLE;
			this.ZERO = this.create({
				c0: Fp.ZERO,
				c1: Fp.ZERO
			});
			this.ONE = this.create({
				c0: Fp.ONE,
				c1: Fp.ZERO
			});
			this.Fp_NONRESIDUE = Fp.create(NONRESIDUE);
			this.Fp_div2 = Fp.div(Fp.ONE, _2n$1);
			this.NONRESIDUE = this.create({
				c0: FP2_NONRESIDUE[0],
				c1: FP2_NONRESIDUE[1]
			});
			this.mulByB = (num) => {
				const { c0, c1 } = Fp2mulByB(num);
				return Object.freeze({
					c0,
					c1
				});
			};
			Object.freeze(this);
		}
		fromBigTuple(tuple) {
			if (!Array.isArray(tuple) || tuple.length !== 2) throw new Error("invalid Fp2.fromBigTuple");
			const [c0, c1] = tuple;
			if (typeof c0 !== "bigint" || typeof c1 !== "bigint") throw new Error("invalid Fp2.fromBigTuple");
			return this.create({
				c0,
				c1
			});
		}
		create(num) {
			const { Fp } = this;
			const c0 = Fp.create(num.c0);
			const c1 = Fp.create(num.c1);
			return Object.freeze({
				c0,
				c1
			});
		}
		isValid(num) {
			if (!isObj(num)) throw new TypeError("invalid field element: expected object, got " + typeof num);
			const { c0, c1 } = num;
			const { Fp } = this;
			return Fp.isValid(c0) && Fp.isValid(c1);
		}
		is0(num) {
			if (!isObj(num)) return false;
			const { c0, c1 } = num;
			const { Fp } = this;
			return Fp.is0(c0) && Fp.is0(c1);
		}
		isValidNot0(num) {
			return !this.is0(num) && this.isValid(num);
		}
		eql({ c0, c1 }, { c0: r0, c1: r1 }) {
			const { Fp } = this;
			return Fp.eql(c0, r0) && Fp.eql(c1, r1);
		}
		neg({ c0, c1 }) {
			const { Fp } = this;
			return Object.freeze({
				c0: Fp.neg(c0),
				c1: Fp.neg(c1)
			});
		}
		pow(num, power) {
			return FpPow(this, num, power);
		}
		invertBatch(nums) {
			return FpInvertBatch(this, nums, true);
		}
		add(f1, f2) {
			const { Fp } = this;
			const { c0, c1 } = f1;
			const { c0: r0, c1: r1 } = f2;
			return Object.freeze({
				c0: Fp.add(c0, r0),
				c1: Fp.add(c1, r1)
			});
		}
		sub({ c0, c1 }, { c0: r0, c1: r1 }) {
			const { Fp } = this;
			return Object.freeze({
				c0: Fp.sub(c0, r0),
				c1: Fp.sub(c1, r1)
			});
		}
		mul({ c0, c1 }, rhs) {
			const { Fp } = this;
			if (typeof rhs === "bigint") return Object.freeze({
				c0: Fp.mul(c0, rhs),
				c1: Fp.mul(c1, rhs)
			});
			const { c0: r0, c1: r1 } = rhs;
			let t1 = Fp.mul(c0, r0);
			let t2 = Fp.mul(c1, r1);
			const o0 = Fp.sub(t1, t2);
			const o1 = Fp.sub(Fp.mul(Fp.add(c0, c1), Fp.add(r0, r1)), Fp.add(t1, t2));
			return Object.freeze({
				c0: o0,
				c1: o1
			});
		}
		sqr({ c0, c1 }) {
			const { Fp } = this;
			const a = Fp.add(c0, c1);
			const b = Fp.sub(c0, c1);
			const c = Fp.add(c0, c0);
			return Object.freeze({
				c0: Fp.mul(a, b),
				c1: Fp.mul(c, c1)
			});
		}
		addN(a, b) {
			return this.add(a, b);
		}
		subN(a, b) {
			return this.sub(a, b);
		}
		mulN(a, b) {
			return this.mul(a, b);
		}
		sqrN(a) {
			return this.sqr(a);
		}
		div(lhs, rhs) {
			const { Fp } = this;
			return this.mul(lhs, typeof rhs === "bigint" ? Fp.inv(Fp.create(rhs)) : this.inv(rhs));
		}
		inv({ c0: a, c1: b }) {
			const { Fp } = this;
			const factor = Fp.inv(Fp.create(a * a + b * b));
			return Object.freeze({
				c0: Fp.mul(factor, Fp.create(a)),
				c1: Fp.mul(factor, Fp.create(-b))
			});
		}
		sqrt(num) {
			const { Fp } = this;
			const Fp2 = this;
			const { c0, c1 } = num;
			if (Fp.is0(c1)) {
				if (FpLegendre(Fp, c0) === 1) return Fp2.create({
					c0: Fp.sqrt(c0),
					c1: Fp.ZERO
				});
				else return Fp2.create({
					c0: Fp.ZERO,
					c1: Fp.sqrt(Fp.div(c0, this.Fp_NONRESIDUE))
				});
			}
			const a = Fp.sqrt(Fp.sub(Fp.sqr(c0), Fp.mul(Fp.sqr(c1), this.Fp_NONRESIDUE)));
			let d = Fp.mul(Fp.add(a, c0), this.Fp_div2);
			if (FpLegendre(Fp, d) === -1) d = Fp.sub(d, a);
			const a0 = Fp.sqrt(d);
			const candidateSqrt = Fp2.create({
				c0: a0,
				c1: Fp.div(Fp.mul(c1, this.Fp_div2), a0)
			});
			if (!Fp2.eql(Fp2.sqr(candidateSqrt), num)) throw new Error("Cannot find square root");
			const x1 = candidateSqrt;
			const x2 = Fp2.neg(x1);
			const { re: re1, im: im1 } = Fp2.reim(x1);
			const { re: re2, im: im2 } = Fp2.reim(x2);
			if (im1 > im2 || im1 === im2 && re1 > re2) return x1;
			return x2;
		}
		isOdd(x) {
			const { re: x0, im: x1 } = this.reim(x);
			const sign_0 = x0 % _2n$1;
			const zero_0 = x0 === _0n$1;
			const sign_1 = x1 % _2n$1;
			return BigInt(sign_0 || zero_0 && sign_1) == _1n$1;
		}
		fromBytes(b) {
			const { Fp } = this;
			abytes(b);
			if (b.length !== this.BYTES) throw new Error("fromBytes invalid length=" + b.length);
			return this.create({
				c0: Fp.fromBytes(b.subarray(0, Fp.BYTES)),
				c1: Fp.fromBytes(b.subarray(Fp.BYTES))
			});
		}
		toBytes({ c0, c1 }) {
			return concatBytes(this.Fp.toBytes(c0), this.Fp.toBytes(c1));
		}
		cmov({ c0, c1 }, { c0: r0, c1: r1 }, c) {
			const { Fp } = this;
			return this.create({
				c0: Fp.cmov(c0, r0, c),
				c1: Fp.cmov(c1, r1, c)
			});
		}
		reim({ c0, c1 }) {
			return {
				re: c0,
				im: c1
			};
		}
		Fp4Square(a, b) {
			const Fp2 = this;
			const a2 = Fp2.sqr(a);
			const b2 = Fp2.sqr(b);
			return {
				first: Fp2.add(Fp2.mulByNonresidue(b2), a2),
				second: Fp2.sub(Fp2.sub(Fp2.sqr(Fp2.add(a, b)), a2), b2)
			};
		}
		mulByNonresidue({ c0, c1 }) {
			const { Fp, NONRESIDUE: nr } = this;
			if (nr.c0 === Fp.ONE && nr.c1 === Fp.ONE) return Object.freeze({
				c0: Fp.sub(c0, c1),
				c1: Fp.add(c0, c1)
			});
			if (nr.c1 === Fp.ONE) return Object.freeze({
				c0: Fp.sub(Fp.mul(c0, nr.c0), c1),
				c1: Fp.add(c0, Fp.mul(c1, nr.c0))
			});
			return this.mul({
				c0,
				c1
			}, nr);
		}
		frobeniusMap(num, power) {
			const { c0, c1 } = num;
			const { Fp } = this;
			return Object.freeze({
				c0,
				c1: power % 2 === 0 ? c1 : Fp.neg(c1)
			});
		}
	};
	var _Field6 = class {
		ORDER;
		BITS;
		BYTES;
		isLE;
		ZERO;
		ONE;
		Fp2;
		constructor(Fp2) {
			this.Fp2 = Fp2;
			this.ORDER = Fp2.Fp.ORDER ** _6n;
			this.BITS = 3 * Fp2.BITS;
			this.BYTES = 3 * Fp2.BYTES;
			this.isLE = Fp2.isLE;
			this.ZERO = this.create({
				c0: Fp2.ZERO,
				c1: Fp2.ZERO,
				c2: Fp2.ZERO
			});
			this.ONE = this.create({
				c0: Fp2.ONE,
				c1: Fp2.ZERO,
				c2: Fp2.ZERO
			});
			Object.freeze(this);
		}
		get FROBENIUS_COEFFICIENTS_1() {
			const frob = _FROBENIUS_COEFFICIENTS_6.get(this);
			if (frob) return frob[0];
			const { Fp2 } = this;
			const { Fp } = Fp2;
			const rows = calcFrobeniusCoefficients(Fp2, Fp2.NONRESIDUE, Fp.ORDER, 6, 2, 3);
			const cache = [Object.freeze(rows[0]), Object.freeze(rows[1])];
			_FROBENIUS_COEFFICIENTS_6.set(this, cache);
			return cache[0];
		}
		get FROBENIUS_COEFFICIENTS_2() {
			const frob = _FROBENIUS_COEFFICIENTS_6.get(this);
			if (frob) return frob[1];
			this.FROBENIUS_COEFFICIENTS_1;
			return _FROBENIUS_COEFFICIENTS_6.get(this)[1];
		}
		add({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }) {
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.add(c0, r0),
				c1: Fp2.add(c1, r1),
				c2: Fp2.add(c2, r2)
			});
		}
		sub({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }) {
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.sub(c0, r0),
				c1: Fp2.sub(c1, r1),
				c2: Fp2.sub(c2, r2)
			});
		}
		mul({ c0, c1, c2 }, rhs) {
			const { Fp2 } = this;
			if (typeof rhs === "bigint") return Object.freeze({
				c0: Fp2.mul(c0, rhs),
				c1: Fp2.mul(c1, rhs),
				c2: Fp2.mul(c2, rhs)
			});
			const { c0: r0, c1: r1, c2: r2 } = rhs;
			const t0 = Fp2.mul(c0, r0);
			const t1 = Fp2.mul(c1, r1);
			const t2 = Fp2.mul(c2, r2);
			return Object.freeze({
				c0: Fp2.add(t0, Fp2.mulByNonresidue(Fp2.sub(Fp2.mul(Fp2.add(c1, c2), Fp2.add(r1, r2)), Fp2.add(t1, t2)))),
				c1: Fp2.add(Fp2.sub(Fp2.mul(Fp2.add(c0, c1), Fp2.add(r0, r1)), Fp2.add(t0, t1)), Fp2.mulByNonresidue(t2)),
				c2: Fp2.sub(Fp2.add(t1, Fp2.mul(Fp2.add(c0, c2), Fp2.add(r0, r2))), Fp2.add(t0, t2))
			});
		}
		sqr({ c0, c1, c2 }) {
			const { Fp2 } = this;
			let t0 = Fp2.sqr(c0);
			let t1 = Fp2.mul(Fp2.mul(c0, c1), _2n$1);
			let t3 = Fp2.mul(Fp2.mul(c1, c2), _2n$1);
			let t4 = Fp2.sqr(c2);
			return Object.freeze({
				c0: Fp2.add(Fp2.mulByNonresidue(t3), t0),
				c1: Fp2.add(Fp2.mulByNonresidue(t4), t1),
				c2: Fp2.sub(Fp2.sub(Fp2.add(Fp2.add(t1, Fp2.sqr(Fp2.add(Fp2.sub(c0, c1), c2))), t3), t0), t4)
			});
		}
		addN(a, b) {
			return this.add(a, b);
		}
		subN(a, b) {
			return this.sub(a, b);
		}
		mulN(a, b) {
			return this.mul(a, b);
		}
		sqrN(a) {
			return this.sqr(a);
		}
		create(num) {
			const { Fp2 } = this;
			const c0 = Fp2.create(num.c0);
			const c1 = Fp2.create(num.c1);
			const c2 = Fp2.create(num.c2);
			return Object.freeze({
				c0,
				c1,
				c2
			});
		}
		isValid(num) {
			if (!isObj(num)) throw new TypeError("invalid field element: expected object, got " + typeof num);
			const { c0, c1, c2 } = num;
			const { Fp2 } = this;
			return Fp2.isValid(c0) && Fp2.isValid(c1) && Fp2.isValid(c2);
		}
		is0(num) {
			if (!isObj(num)) return false;
			const { c0, c1, c2 } = num;
			const { Fp2 } = this;
			return Fp2.is0(c0) && Fp2.is0(c1) && Fp2.is0(c2);
		}
		isValidNot0(num) {
			return !this.is0(num) && this.isValid(num);
		}
		neg({ c0, c1, c2 }) {
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.neg(c0),
				c1: Fp2.neg(c1),
				c2: Fp2.neg(c2)
			});
		}
		eql({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }) {
			const { Fp2 } = this;
			return Fp2.eql(c0, r0) && Fp2.eql(c1, r1) && Fp2.eql(c2, r2);
		}
		sqrt(_) {
			return notImplemented();
		}
		div(lhs, rhs) {
			const { Fp2 } = this;
			const { Fp } = Fp2;
			return this.mul(lhs, typeof rhs === "bigint" ? Fp.inv(Fp.create(rhs)) : this.inv(rhs));
		}
		pow(num, power) {
			return FpPow(this, num, power);
		}
		invertBatch(nums) {
			return FpInvertBatch(this, nums, true);
		}
		inv({ c0, c1, c2 }) {
			const { Fp2 } = this;
			let t0 = Fp2.sub(Fp2.sqr(c0), Fp2.mulByNonresidue(Fp2.mul(c2, c1)));
			let t1 = Fp2.sub(Fp2.mulByNonresidue(Fp2.sqr(c2)), Fp2.mul(c0, c1));
			let t2 = Fp2.sub(Fp2.sqr(c1), Fp2.mul(c0, c2));
			let t4 = Fp2.inv(Fp2.add(Fp2.mulByNonresidue(Fp2.add(Fp2.mul(c2, t1), Fp2.mul(c1, t2))), Fp2.mul(c0, t0)));
			return Object.freeze({
				c0: Fp2.mul(t4, t0),
				c1: Fp2.mul(t4, t1),
				c2: Fp2.mul(t4, t2)
			});
		}
		fromBytes(b) {
			const { Fp2 } = this;
			abytes(b);
			if (b.length !== this.BYTES) throw new Error("fromBytes invalid length=" + b.length);
			const B2 = Fp2.BYTES;
			return this.create({
				c0: Fp2.fromBytes(b.subarray(0, B2)),
				c1: Fp2.fromBytes(b.subarray(B2, B2 * 2)),
				c2: Fp2.fromBytes(b.subarray(2 * B2))
			});
		}
		toBytes({ c0, c1, c2 }) {
			const { Fp2 } = this;
			return concatBytes(Fp2.toBytes(c0), Fp2.toBytes(c1), Fp2.toBytes(c2));
		}
		cmov({ c0, c1, c2 }, { c0: r0, c1: r1, c2: r2 }, c) {
			const { Fp2 } = this;
			return this.create({
				c0: Fp2.cmov(c0, r0, c),
				c1: Fp2.cmov(c1, r1, c),
				c2: Fp2.cmov(c2, r2, c)
			});
		}
		fromBigSix(tuple) {
			const { Fp2 } = this;
			if (!Array.isArray(tuple) || tuple.length !== 6) throw new Error("invalid Fp6.fromBigSix");
			for (let i = 0; i < 6; i++) if (typeof tuple[i] !== "bigint") throw new Error("invalid Fp6.fromBigSix");
			const t = tuple;
			return this.create({
				c0: Fp2.fromBigTuple(t.slice(0, 2)),
				c1: Fp2.fromBigTuple(t.slice(2, 4)),
				c2: Fp2.fromBigTuple(t.slice(4, 6))
			});
		}
		frobeniusMap(num, power) {
			const { c0, c1, c2 } = num;
			if (power % 6 === 0) return Object.freeze({
				c0,
				c1,
				c2
			});
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.frobeniusMap(c0, power),
				c1: Fp2.mul(Fp2.frobeniusMap(c1, power), this.FROBENIUS_COEFFICIENTS_1[power % 6]),
				c2: Fp2.mul(Fp2.frobeniusMap(c2, power), this.FROBENIUS_COEFFICIENTS_2[power % 6])
			});
		}
		mulByFp2({ c0, c1, c2 }, rhs) {
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.mul(c0, rhs),
				c1: Fp2.mul(c1, rhs),
				c2: Fp2.mul(c2, rhs)
			});
		}
		mulByNonresidue({ c0, c1, c2 }) {
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.mulByNonresidue(c2),
				c1: c0,
				c2: c1
			});
		}
		mul1({ c0, c1, c2 }, b1) {
			const { Fp2 } = this;
			return Object.freeze({
				c0: Fp2.mulByNonresidue(Fp2.mul(c2, b1)),
				c1: Fp2.mul(c0, b1),
				c2: Fp2.mul(c1, b1)
			});
		}
		mul01({ c0, c1, c2 }, b0, b1) {
			const { Fp2 } = this;
			let t0 = Fp2.mul(c0, b0);
			let t1 = Fp2.mul(c1, b1);
			return Object.freeze({
				c0: Fp2.add(Fp2.mulByNonresidue(Fp2.sub(Fp2.mul(Fp2.add(c1, c2), b1), t1)), t0),
				c1: Fp2.sub(Fp2.sub(Fp2.mul(Fp2.add(b0, b1), Fp2.add(c0, c1)), t0), t1),
				c2: Fp2.add(Fp2.sub(Fp2.mul(Fp2.add(c0, c2), b0), t0), t1)
			});
		}
	};
	var _FROBENIUS_COEFFICIENTS_6 = new WeakMap();
	var _Field12 = class {
		ORDER;
		BITS;
		BYTES;
		isLE;
		ZERO;
		ONE;
		Fp6;
		X_LEN;
		finalExponentiate;
		constructor(Fp6, opts) {
			const { X_LEN, Fp12finalExponentiate } = opts;
			const { Fp2 } = Fp6;
			const { Fp } = Fp2;
			this.Fp6 = Fp6;
			this.ORDER = Fp.ORDER ** _12n;
			this.BITS = 2 * Fp6.BITS;
			this.BYTES = 2 * Fp6.BYTES;
			this.isLE = Fp6.isLE;
			this.ZERO = this.create({
				c0: Fp6.ZERO,
				c1: Fp6.ZERO
			});
			this.ONE = this.create({
				c0: Fp6.ONE,
				c1: Fp6.ZERO
			});
			this.X_LEN = X_LEN;
			this.finalExponentiate = (num) => {
				const copy2 = ({ c0, c1 }) => Object.freeze({
					c0,
					c1
				});
				const copy6 = ({ c0, c1, c2 }) => Object.freeze({
					c0: copy2(c0),
					c1: copy2(c1),
					c2: copy2(c2)
				});
				const res = Fp12finalExponentiate(num);
				return Object.freeze({
					c0: copy6(res.c0),
					c1: copy6(res.c1)
				});
			};
			Object.freeze(this);
		}
		get FROBENIUS_COEFFICIENTS() {
			const frob = _FROBENIUS_COEFFICIENTS_12.get(this);
			if (frob) return frob;
			const { Fp2 } = this.Fp6;
			const { Fp } = Fp2;
			const cache = Object.freeze(calcFrobeniusCoefficients(Fp2, Fp2.NONRESIDUE, Fp.ORDER, 12, 1, 6)[0]);
			_FROBENIUS_COEFFICIENTS_12.set(this, cache);
			return cache;
		}
		create(num) {
			const { Fp6 } = this;
			const c0 = Fp6.create(num.c0);
			const c1 = Fp6.create(num.c1);
			return Object.freeze({
				c0,
				c1
			});
		}
		isValid(num) {
			if (!isObj(num)) throw new TypeError("invalid field element: expected object, got " + typeof num);
			const { c0, c1 } = num;
			const { Fp6 } = this;
			return Fp6.isValid(c0) && Fp6.isValid(c1);
		}
		is0(num) {
			if (!isObj(num)) return false;
			const { c0, c1 } = num;
			const { Fp6 } = this;
			return Fp6.is0(c0) && Fp6.is0(c1);
		}
		isValidNot0(num) {
			return !this.is0(num) && this.isValid(num);
		}
		neg({ c0, c1 }) {
			const { Fp6 } = this;
			return Object.freeze({
				c0: Fp6.neg(c0),
				c1: Fp6.neg(c1)
			});
		}
		eql({ c0, c1 }, { c0: r0, c1: r1 }) {
			const { Fp6 } = this;
			return Fp6.eql(c0, r0) && Fp6.eql(c1, r1);
		}
		sqrt(_) {
			return notImplemented();
		}
		inv({ c0, c1 }) {
			const { Fp6 } = this;
			let t = Fp6.inv(Fp6.sub(Fp6.sqr(c0), Fp6.mulByNonresidue(Fp6.sqr(c1))));
			return Object.freeze({
				c0: Fp6.mul(c0, t),
				c1: Fp6.neg(Fp6.mul(c1, t))
			});
		}
		div(lhs, rhs) {
			const { Fp6 } = this;
			const { Fp2 } = Fp6;
			const { Fp } = Fp2;
			return this.mul(lhs, typeof rhs === "bigint" ? Fp.inv(Fp.create(rhs)) : this.inv(rhs));
		}
		pow(num, power) {
			return FpPow(this, num, power);
		}
		invertBatch(nums) {
			return FpInvertBatch(this, nums, true);
		}
		add({ c0, c1 }, { c0: r0, c1: r1 }) {
			const { Fp6 } = this;
			return Object.freeze({
				c0: Fp6.add(c0, r0),
				c1: Fp6.add(c1, r1)
			});
		}
		sub({ c0, c1 }, { c0: r0, c1: r1 }) {
			const { Fp6 } = this;
			return Object.freeze({
				c0: Fp6.sub(c0, r0),
				c1: Fp6.sub(c1, r1)
			});
		}
		mul({ c0, c1 }, rhs) {
			const { Fp6 } = this;
			if (typeof rhs === "bigint") return Object.freeze({
				c0: Fp6.mul(c0, rhs),
				c1: Fp6.mul(c1, rhs)
			});
			let { c0: r0, c1: r1 } = rhs;
			let t1 = Fp6.mul(c0, r0);
			let t2 = Fp6.mul(c1, r1);
			return Object.freeze({
				c0: Fp6.add(t1, Fp6.mulByNonresidue(t2)),
				c1: Fp6.sub(Fp6.mul(Fp6.add(c0, c1), Fp6.add(r0, r1)), Fp6.add(t1, t2))
			});
		}
		sqr({ c0, c1 }) {
			const { Fp6 } = this;
			let ab = Fp6.mul(c0, c1);
			return Object.freeze({
				c0: Fp6.sub(Fp6.sub(Fp6.mul(Fp6.add(Fp6.mulByNonresidue(c1), c0), Fp6.add(c0, c1)), ab), Fp6.mulByNonresidue(ab)),
				c1: Fp6.add(ab, ab)
			});
		}
		addN(a, b) {
			return this.add(a, b);
		}
		subN(a, b) {
			return this.sub(a, b);
		}
		mulN(a, b) {
			return this.mul(a, b);
		}
		sqrN(a) {
			return this.sqr(a);
		}
		fromBytes(b) {
			const { Fp6 } = this;
			abytes(b);
			if (b.length !== this.BYTES) throw new Error("fromBytes invalid length=" + b.length);
			return this.create({
				c0: Fp6.fromBytes(b.subarray(0, Fp6.BYTES)),
				c1: Fp6.fromBytes(b.subarray(Fp6.BYTES))
			});
		}
		toBytes({ c0, c1 }) {
			const { Fp6 } = this;
			return concatBytes(Fp6.toBytes(c0), Fp6.toBytes(c1));
		}
		cmov({ c0, c1 }, { c0: r0, c1: r1 }, c) {
			const { Fp6 } = this;
			return this.create({
				c0: Fp6.cmov(c0, r0, c),
				c1: Fp6.cmov(c1, r1, c)
			});
		}
		fromBigTwelve(tuple) {
			const { Fp6 } = this;
			if (!Array.isArray(tuple) || tuple.length !== 12) throw new Error("invalid Fp12.fromBigTwelve");
			for (let i = 0; i < 12; i++) if (typeof tuple[i] !== "bigint") throw new Error("invalid Fp12.fromBigTwelve");
			const t = tuple;
			return this.create({
				c0: Fp6.fromBigSix(t.slice(0, 6)),
				c1: Fp6.fromBigSix(t.slice(6, 12))
			});
		}
		frobeniusMap(lhs, power) {
			const p = power % 12;
			if (p === 0) return Object.freeze({
				c0: lhs.c0,
				c1: lhs.c1
			});
			if (p === 6) return this.conjugate(lhs);
			const { Fp6 } = this;
			const { Fp2 } = Fp6;
			const { c0, c1, c2 } = Fp6.frobeniusMap(lhs.c1, power);
			const coeff = this.FROBENIUS_COEFFICIENTS[p];
			return Object.freeze({
				c0: Fp6.frobeniusMap(lhs.c0, power),
				c1: Object.freeze({
					c0: Fp2.mul(c0, coeff),
					c1: Fp2.mul(c1, coeff),
					c2: Fp2.mul(c2, coeff)
				})
			});
		}
		mulByFp2({ c0, c1 }, rhs) {
			const { Fp6 } = this;
			return Object.freeze({
				c0: Fp6.mulByFp2(c0, rhs),
				c1: Fp6.mulByFp2(c1, rhs)
			});
		}
		conjugate({ c0, c1 }) {
			return Object.freeze({
				c0,
				c1: this.Fp6.neg(c1)
			});
		}
		_cyclotomicSquare({ c0, c1 }) {
			const { Fp6 } = this;
			const { Fp2 } = Fp6;
			const { c0: c0c0, c1: c0c1, c2: c0c2 } = c0;
			const { c0: c1c0, c1: c1c1, c2: c1c2 } = c1;
			const { first: t3, second: t4 } = Fp2.Fp4Square(c0c0, c1c1);
			const { first: t5, second: t6 } = Fp2.Fp4Square(c1c0, c0c2);
			const { first: t7, second: t8 } = Fp2.Fp4Square(c0c1, c1c2);
			const t9 = Fp2.mulByNonresidue(t8);
			return Object.freeze({
				c0: Object.freeze({
					c0: Fp2.add(Fp2.mul(Fp2.sub(t3, c0c0), _2n$1), t3),
					c1: Fp2.add(Fp2.mul(Fp2.sub(t5, c0c1), _2n$1), t5),
					c2: Fp2.add(Fp2.mul(Fp2.sub(t7, c0c2), _2n$1), t7)
				}),
				c1: Object.freeze({
					c0: Fp2.add(Fp2.mul(Fp2.add(t9, c1c0), _2n$1), t9),
					c1: Fp2.add(Fp2.mul(Fp2.add(t4, c1c1), _2n$1), t4),
					c2: Fp2.add(Fp2.mul(Fp2.add(t6, c1c2), _2n$1), t6)
				})
			});
		}
		_cyclotomicExp(num, n) {
			aInRange("cyclotomic exponent", n, _0n$1, _1n$1 << BigInt(this.X_LEN));
			if (n === _0n$1) return this.ONE;
			let z = num;
			for (let i = bitLen(n) - 2; i >= 0; i--) {
				z = this._cyclotomicSquare(z);
				if (bitGet(n, i)) z = this.mul(z, num);
			}
			return z;
		}
	};
	var _FROBENIUS_COEFFICIENTS_12 = new WeakMap();
	function tower12(opts) {
		validateObject(opts, {
			ORDER: "bigint",
			X_LEN: "number",
			FP2_NONRESIDUE: "object",
			Fp2mulByB: "function",
			Fp12finalExponentiate: "function"
		}, { NONRESIDUE: "bigint" });
		asafenumber(opts.X_LEN, "X_LEN");
		if (opts.X_LEN < 1) throw new Error("invalid X_LEN");
		const nonresidue = opts.FP2_NONRESIDUE;
		if (!Array.isArray(nonresidue) || nonresidue.length !== 2) throw new Error("invalid FP2_NONRESIDUE");
		if (typeof nonresidue[0] !== "bigint" || typeof nonresidue[1] !== "bigint") throw new Error("invalid FP2_NONRESIDUE");
		const Fp = Field(opts.ORDER);
		const Fp2 = new _Field2(Fp, opts);
		const Fp6 = new _Field6(Fp2);
		return {
			Fp,
			Fp2,
			Fp6,
			Fp12: new _Field12(Fp6, opts)
		};
	}
	// @noble/curves/bls12-381.js
	var _0n = BigInt(0);
	var _1n = BigInt(1);
	var _2n = BigInt(2);
	var _3n = BigInt(3);
	var _4n = BigInt(4);
	var BLS_X = BigInt("0xd201000000010000");
	var BLS_X_LEN = bitLen(BLS_X);
	var bls12_381_CURVE_G1 = {
		p: BigInt("0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab"),
		n: BigInt("0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001"),
		h: BigInt("0x396c8c005555e1568c00aaab0000aaab"),
		a: _0n,
		b: _4n,
		Gx: BigInt("0x17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb"),
		Gy: BigInt("0x08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af600db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1")
	};
	var bls12_381_Fr = Field(bls12_381_CURVE_G1.n, { modFromBytes: true });
	function bls12FromCompressed(g0, g1, { g2, g3, g4, g5 }) {
		return {
			c0: {
				c0: g0,
				c1: g4,
				c2: g3
			},
			c1: {
				c0: g2,
				c1: g1,
				c2: g5
			}
		};
	}
	function bls12Compress({ c0, c1 }) {
		return {
			g2: c1.c0,
			g3: c0.c2,
			g4: c0.c1,
			g5: c1.c2
		};
	}
	function bls12CyclotomicSquareCompressed({ g2, g3, g4, g5 }) {
		const { first: h23c0, second: h23c1 } = Fp2.Fp4Square(g4, g5);
		const { first: h45c0, second: h45c1 } = Fp2.Fp4Square(g2, g3);
		const d2 = Fp2.add(g2, g2);
		const d3 = Fp2.add(g3, g3);
		const d4 = Fp2.add(g4, g4);
		const d5 = Fp2.add(g5, g5);
		return {
			g2: Fp2.add(Fp2.mul(Fp2.mulByNonresidue(h23c1), _3n), d2),
			g3: Fp2.sub(Fp2.mul(h23c0, _3n), d3),
			g4: Fp2.sub(Fp2.mul(h45c0, _3n), d4),
			g5: Fp2.add(Fp2.mul(h45c1, _3n), d5)
		};
	}
	function bls12RecoverG1Ratio({ g2, g3, g4, g5 }) {
		if (Fp2.is0(g2)) return {
			num: Fp2.mul(Fp2.mul(g4, g5), _2n),
			den: g3
		};
		return {
			num: Fp2.add(Fp2.sub(Fp2.mul(Fp2.sqr(g4), _3n), Fp2.mul(g3, _2n)), Fp2.mulByNonresidue(Fp2.sqr(g5))),
			den: Fp2.mul(g2, _4n)
		};
	}
	function bls12RecoverG0(g1, { g2, g3, g4, g5 }) {
		const g3g4 = Fp2.mul(g3, g4);
		const t = Fp2.add(Fp2.sub(Fp2.mul(Fp2.sub(Fp2.sqr(g1), g3g4), _2n), g3g4), Fp2.mul(g2, g5));
		return Fp2.add(Fp2.mulByNonresidue(t), Fp2.ONE);
	}
	function bls12CyclotomicExpCompressed(num, squarings) {
		const gs = [];
		let g = bls12Compress(num);
		for (const count of squarings) {
			for (let i = 0; i < count; i++) g = bls12CyclotomicSquareCompressed(g);
			gs.push(g);
		}
		const isOne = gs.map(({ g2, g3 }) => Fp2.is0(g2) && Fp2.is0(g3));
		const ratios = gs.map(bls12RecoverG1Ratio);
		const invDens = Fp2.invertBatch(ratios.map(({ den }) => den));
		const elems = gs.map((compressed, i) => {
			if (isOne[i]) return Fp12.ONE;
			const g1 = Fp2.mul(ratios[i].num, invDens[i]);
			return bls12FromCompressed(bls12RecoverG0(g1, compressed), g1, compressed);
		});
		return {
			result: Fp12.mul(Fp12.mul(elems[0], elems[1]), elems[2]),
			last: elems[2]
		};
	}
	function bls12CyclotomicExpX(num) {
		const { result, last } = bls12CyclotomicExpCompressed(num, [
			16,
			32,
			9
		]);
		let r = result;
		let s = last;
		for (let i = 0; i < 3; i++) s = Fp12._cyclotomicSquare(s);
		r = Fp12.mul(r, s);
		for (let i = 0; i < 2; i++) s = Fp12._cyclotomicSquare(s);
		r = Fp12.mul(r, s);
		s = Fp12._cyclotomicSquare(s);
		return Fp12.mul(r, s);
	}
	var { Fp, Fp2, Fp6, Fp12 } = tower12({
		ORDER: bls12_381_CURVE_G1.p,
		X_LEN: BLS_X_LEN,
		FP2_NONRESIDUE: [_1n, _1n],
		Fp2mulByB: ({ c0, c1 }) => {
			const t0 = Fp.mul(c0, _4n);
			const t1 = Fp.mul(c1, _4n);
			return {
				c0: Fp.sub(t0, t1),
				c1: Fp.add(t0, t1)
			};
		},
		Fp12finalExponentiate: (num) => {
			const powMinusX = (num) => Fp12.conjugate(bls12CyclotomicExpX(num));
			const t0 = Fp12.div(Fp12.frobeniusMap(num, 6), num);
			const t1 = Fp12.mul(Fp12.frobeniusMap(t0, 2), t0);
			const t2 = powMinusX(t1);
			const t3 = Fp12.mul(Fp12.conjugate(Fp12._cyclotomicSquare(t1)), t2);
			const t4 = powMinusX(t3);
			const t5 = powMinusX(t4);
			const t6 = Fp12.mul(powMinusX(t5), Fp12._cyclotomicSquare(t2));
			const t7 = powMinusX(t6);
			const t2_t5_pow_q2 = Fp12.frobeniusMap(Fp12.mul(t2, t5), 2);
			const t4_t1_pow_q3 = Fp12.frobeniusMap(Fp12.mul(t4, t1), 3);
			const t6_t1c_pow_q1 = Fp12.frobeniusMap(Fp12.mul(t6, Fp12.conjugate(t1)), 1);
			const t7_t3c_t1 = Fp12.mul(Fp12.mul(t7, Fp12.conjugate(t3)), t1);
			return Fp12.mul(Fp12.mul(Fp12.mul(t2_t5_pow_q2, t4_t1_pow_q3), t6_t1c_pow_q1), t7_t3c_t1);
		}
	});
	var frob;
	var getFrob = () => frob || (frob = psiFrobenius(Fp, Fp2, Fp2.div(Fp2.ONE, Fp2.NONRESIDUE)));
	var G2psi = (c, P) => {
		const fn = getFrob().G2psi;
		G2psi = fn;
		return fn(c, P);
	};
	var G2psi2 = (c, P) => {
		const fn = getFrob().G2psi2;
		G2psi2 = fn;
		return fn(c, P);
	};
	var hasher_opts = Object.freeze({
		DST: "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
		encodeDST: "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_",
		p: Fp.ORDER,
		m: 2,
		k: 128,
		expand: "xmd",
		hash: sha256
	});
	var bls12_381_CURVE_G2 = {
		p: Fp2.ORDER,
		n: bls12_381_CURVE_G1.n,
		h: BigInt("0x5d543a95414e7f1091d50792876a202cd91de4547085abaa68a205b2e5a7ddfa628f1cb4d9e82ef21537e293a6691ae1616ec6e786f0c70cf1c38e31c7238e5"),
		a: Fp2.ZERO,
		b: Fp2.fromBigTuple([_4n, _4n]),
		Gx: Fp2.fromBigTuple([BigInt("0x024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8"), BigInt("0x13e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e")]),
		Gy: Fp2.fromBigTuple([BigInt("0x0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a76d429a695160d12c923ac9cc3baca289e193548608b82801"), BigInt("0x0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be")])
	};
	var sortBit = (parts, p) => {
		for (const part of parts) if (part !== _0n) return Boolean(part * _2n / p);
		return false;
	};
	var fp2 = {
		encode({ c0, c1 }) {
			const { BYTES: L } = Fp;
			return concatBytes(numberToBytesBE(c1, L), numberToBytesBE(c0, L));
		},
		decode(bytes) {
			const { BYTES: L } = Fp;
			return Fp2.create({
				c0: decodeFp(bytes.subarray(L)),
				c1: decodeFp(bytes.subarray(0, L))
			});
		}
	};
	var BaseFp = Fp;
	function decodeFp(bytes) {
		return Fp.fromBytes(bytes);
	}
	var coder = (name, Fp, b, encode, decode, yparts) => {
		const F = Fp;
		const enc = encode;
		const dec = decode;
		const W = F.BYTES;
		return (allowUncompressed) => ({
			encode(point, compressed = true) {
				if (!compressed && !allowUncompressed) throw new Error("invalid signature: expected compressed encoding");
				const infinity = point.is0();
				const { x, y } = point.toAffine();
				const bytes = compressed ? enc(x) : concatBytes(enc(x), enc(y));
				let sort;
				if (compressed && !infinity) sort = sortBit(yparts(y), BaseFp.ORDER);
				return setMask(bytes, {
					compressed,
					infinity,
					sort
				});
			},
			decode(bytes) {
				const { compressed, infinity, sort, value } = parseMask(allowUncompressed ? abytes(bytes, void 0, "point") : abytes(bytes, W, "signature"));
				if (!allowUncompressed && !compressed) throw new Error("invalid signature: expected compressed encoding");
				const len = compressed ? W : 2 * W;
				if (value.length !== len) throw new Error(`invalid ${name} point: expected ${len} bytes`);
				if (infinity) {
					for (const b of value) if (b) throw new Error(`invalid ${name} point: non-canonical zero`);
					return {
						x: F.ZERO,
						y: F.ZERO
					};
				}
				const x = dec(compressed ? value : value.subarray(0, W));
				let y;
				if (compressed) {
					y = F.sqrt(F.add(F.pow(x, _3n), b));
					if (!y) throw new Error(`invalid ${name} point: compressed`);
					if (sortBit(yparts(y), BaseFp.ORDER) !== sort) y = F.neg(y);
				} else y = dec(value.subarray(W));
				if (!compressed && F.is0(x) && F.is0(y)) throw new Error(`invalid ${name} point: uncompressed`);
				return {
					x,
					y
				};
			}
		});
	};
	function validateMask({ compressed, infinity, sort }) {
		if (!compressed && !infinity && sort || !compressed && infinity && sort || compressed && infinity && sort) throw new Error("invalid encoding flag");
	}
	function parseMask(bytes) {
		bytes = copyBytes(bytes);
		const mask = bytes[0] & 224;
		const compressed = !!(mask >> 7 & 1);
		const infinity = !!(mask >> 6 & 1);
		const sort = !!(mask >> 5 & 1);
		validateMask({
			compressed,
			infinity,
			sort
		});
		bytes[0] &= 31;
		return {
			compressed,
			infinity,
			sort,
			value: bytes
		};
	}
	function setMask(bytes, mask) {
		if (bytes[0] & 224) throw new Error("setMask: non-empty mask");
		validateMask({
			compressed: !!mask.compressed,
			infinity: !!mask.infinity,
			sort: !!mask.sort
		});
		if (mask.compressed) bytes[0] |= 128;
		if (mask.infinity) bytes[0] |= 64;
		if (mask.sort) bytes[0] |= 32;
		return bytes;
	}
	var g1coder = coder("G1", Fp, Fp.create(bls12_381_CURVE_G1.b), (x) => numberToBytesBE(x, Fp.BYTES), decodeFp, (y) => [y]);
	var g1 = {
		point: g1coder(true),
		sig: g1coder(false)
	};
	var signatureG1ToBytes = (point) => {
		point.assertValidity();
		return g1.sig.encode(point);
	};
	function signatureG1FromBytes(bytes) {
		const point = bls12_381.G1.Point.fromAffine(g1.sig.decode(bytes));
		point.assertValidity();
		return point;
	}
	var g2coder = coder("G2", Fp2, bls12_381_CURVE_G2.b, fp2.encode, fp2.decode, (y) => [y.c1, y.c0]);
	var g2 = {
		point: g2coder(true),
		sig: g2coder(false)
	};
	var signatureG2ToBytes = (point) => {
		point.assertValidity();
		return g2.sig.encode(point);
	};
	function signatureG2FromBytes(bytes) {
		const point = bls12_381.G2.Point.fromAffine(g2.sig.decode(bytes));
		point.assertValidity();
		return point;
	}
	var signatureCoders = {
		ShortSignature: {
			fromBytes(bytes) {
				return signatureG1FromBytes(abytes(bytes));
			},
			fromHex(hex) {
				return signatureG1FromBytes(hexToBytes(hex));
			},
			toBytes(point) {
				return signatureG1ToBytes(point);
			},
			toRawBytes(point) {
				return signatureG1ToBytes(point);
			},
			toHex(point) {
				return bytesToHex(signatureG1ToBytes(point));
			}
		},
		LongSignature: {
			fromBytes(bytes) {
				return signatureG2FromBytes(abytes(bytes));
			},
			fromHex(hex) {
				return signatureG2FromBytes(hexToBytes(hex));
			},
			toBytes(point) {
				return signatureG2ToBytes(point);
			},
			toRawBytes(point) {
				return signatureG2ToBytes(point);
			},
			toHex(point) {
				return bytesToHex(signatureG2ToBytes(point));
			}
		}
	};
	var fields = {
		Fp,
		Fp2,
		Fp6,
		Fp12,
		Fr: bls12_381_Fr
	};
	var G1_Point = weierstrass(bls12_381_CURVE_G1, {
		allowInfinityPoint: true,
		Fn: bls12_381_Fr,
		fromBytes: g1.point.decode,
		toBytes: (_c, point, isComp) => g1.point.encode(point, isComp),
		isTorsionFree: (c, point) => {
			const beta = BigInt("0x5f19672fdf76ce51ba69c6076a0f77eaddb3a93be6f89688de17d813620a00022e01fffffffefffe");
			const phi = new c(Fp.mul(point.X, beta), point.Y, point.Z);
			return point.multiplyUnsafe(BLS_X).negate().multiplyUnsafe(BLS_X).equals(phi);
		},
		clearCofactor: (_c, point) => {
			return point.multiplyUnsafe(BLS_X).add(point);
		}
	});
	var G2_Point = weierstrass(bls12_381_CURVE_G2, {
		Fp: Fp2,
		allowInfinityPoint: true,
		Fn: bls12_381_Fr,
		fromBytes: g2.point.decode,
		toBytes: (_c, point, isComp) => g2.point.encode(point, isComp),
		isTorsionFree: (c, P) => {
			return P.multiplyUnsafe(BLS_X).negate().equals(G2psi(c, P));
		},
		clearCofactor: (c, P) => {
			const x = BLS_X;
			let t1 = P.multiplyUnsafe(x).negate();
			let t2 = G2psi(c, P);
			let t3 = P.double();
			t3 = G2psi2(c, t3);
			t3 = t3.subtract(t2);
			t2 = t1.add(t2);
			t2 = t2.multiplyUnsafe(x).negate();
			t3 = t3.add(t2);
			t3 = t3.subtract(t1);
			return t3.subtract(P);
		}
	});
	var bls12_hasher_opts = {
		mapToG1,
		mapToG2,
		hasherOpts: hasher_opts,
		hasherOptsG1: {
			...hasher_opts,
			m: 1,
			DST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_",
			encodeDST: "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
		},
		hasherOptsG2: { ...hasher_opts }
	};
	var bls12_381 = bls(fields, G1_Point, G2_Point, {
		ateLoopSize: BLS_X,
		xNegative: true,
		twistType: "multiplicative",
		randomBytes
	}, bls12_hasher_opts, signatureCoders);
	var isogenyMapG2 = isogenyMap(Fp2, [
		[
			["0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6", "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6"],
			["0x0", "0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a"],
			["0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e", "0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38d"],
			["0x171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1", "0x0"]
		],
		[
			["0x0", "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa63"],
			["0xc", "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa9f"],
			["0x1", "0x0"]
		],
		[
			["0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706", "0x1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649bf54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706"],
			["0x0", "0x5c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be"],
			["0x11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c", "0x8ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063fcd104635a790520c0a395554e5c6aaaa9354ffffffffe38f"],
			["0x124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10", "0x0"]
		],
		[
			["0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb", "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb"],
			["0x0", "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa9d3"],
			["0x12", "0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa99"],
			["0x1", "0x0"]
		]
	].map((i) => i.map((pair) => Fp2.fromBigTuple(pair.map(BigInt)))));
	var isogenyMapG1 = isogenyMap(Fp, [
		[
			"0x11a05f2b1e833340b809101dd99815856b303e88a2d7005ff2627b56cdb4e2c85610c2d5f2e62d6eaeac1662734649b7",
			"0x17294ed3e943ab2f0588bab22147a81c7c17e75b2f6a8417f565e33c70d1e86b4838f2a6f318c356e834eef1b3cb83bb",
			"0xd54005db97678ec1d1048c5d10a9a1bce032473295983e56878e501ec68e25c958c3e3d2a09729fe0179f9dac9edcb0",
			"0x1778e7166fcc6db74e0609d307e55412d7f5e4656a8dbf25f1b33289f1b330835336e25ce3107193c5b388641d9b6861",
			"0xe99726a3199f4436642b4b3e4118e5499db995a1257fb3f086eeb65982fac18985a286f301e77c451154ce9ac8895d9",
			"0x1630c3250d7313ff01d1201bf7a74ab5db3cb17dd952799b9ed3ab9097e68f90a0870d2dcae73d19cd13c1c66f652983",
			"0xd6ed6553fe44d296a3726c38ae652bfb11586264f0f8ce19008e218f9c86b2a8da25128c1052ecaddd7f225a139ed84",
			"0x17b81e7701abdbe2e8743884d1117e53356de5ab275b4db1a682c62ef0f2753339b7c8f8c8f475af9ccb5618e3f0c88e",
			"0x80d3cf1f9a78fc47b90b33563be990dc43b756ce79f5574a2c596c928c5d1de4fa295f296b74e956d71986a8497e317",
			"0x169b1f8e1bcfa7c42e0c37515d138f22dd2ecb803a0c5c99676314baf4bb1b7fa3190b2edc0327797f241067be390c9e",
			"0x10321da079ce07e272d8ec09d2565b0dfa7dccdde6787f96d50af36003b14866f69b771f8c285decca67df3f1605fb7b",
			"0x6e08c248e260e70bd1e962381edee3d31d79d7e22c837bc23c0bf1bc24c6b68c24b1b80b64d391fa9c8ba2e8ba2d229"
		],
		[
			"0x8ca8d548cff19ae18b2e62f4bd3fa6f01d5ef4ba35b48ba9c9588617fc8ac62b558d681be343df8993cf9fa40d21b1c",
			"0x12561a5deb559c4348b4711298e536367041e8ca0cf0800c0126c2588c48bf5713daa8846cb026e9e5c8276ec82b3bff",
			"0xb2962fe57a3225e8137e629bff2991f6f89416f5a718cd1fca64e00b11aceacd6a3d0967c94fedcfcc239ba5cb83e19",
			"0x3425581a58ae2fec83aafef7c40eb545b08243f16b1655154cca8abc28d6fd04976d5243eecf5c4130de8938dc62cd8",
			"0x13a8e162022914a80a6f1d5f43e7a07dffdfc759a12062bb8d6b44e833b306da9bd29ba81f35781d539d395b3532a21e",
			"0xe7355f8e4e667b955390f7f0506c6e9395735e9ce9cad4d0a43bcef24b8982f7400d24bc4228f11c02df9a29f6304a5",
			"0x772caacf16936190f3e0c63e0596721570f5799af53a1894e2e073062aede9cea73b3538f0de06cec2574496ee84a3a",
			"0x14a7ac2a9d64a8b230b3f5b074cf01996e7f63c21bca68a81996e1cdf9822c580fa5b9489d11e2d311f7d99bbdcc5a5e",
			"0xa10ecf6ada54f825e920b3dafc7a3cce07f8d1d7161366b74100da67f39883503826692abba43704776ec3a79a1d641",
			"0x95fc13ab9e92ad4476d6e3eb3a56680f682b4ee96f7d03776df533978f31c1593174e4b4b7865002d6384d168ecdd0a",
			"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"
		],
		[
			"0x90d97c81ba24ee0259d1f094980dcfa11ad138e48a869522b52af6c956543d3cd0c7aee9b3ba3c2be9845719707bb33",
			"0x134996a104ee5811d51036d776fb46831223e96c254f383d0f906343eb67ad34d6c56711962fa8bfe097e75a2e41c696",
			"0xcc786baa966e66f4a384c86a3b49942552e2d658a31ce2c344be4b91400da7d26d521628b00523b8dfe240c72de1f6",
			"0x1f86376e8981c217898751ad8746757d42aa7b90eeb791c09e4a3ec03251cf9de405aba9ec61deca6355c77b0e5f4cb",
			"0x8cc03fdefe0ff135caf4fe2a21529c4195536fbe3ce50b879833fd221351adc2ee7f8dc099040a841b6daecf2e8fedb",
			"0x16603fca40634b6a2211e11db8f0a6a074a7d0d4afadb7bd76505c3d3ad5544e203f6326c95a807299b23ab13633a5f0",
			"0x4ab0b9bcfac1bbcb2c977d027796b3ce75bb8ca2be184cb5231413c4d634f3747a87ac2460f415ec961f8855fe9d6f2",
			"0x987c8d5333ab86fde9926bd2ca6c674170a05bfe3bdd81ffd038da6c26c842642f64550fedfe935a15e4ca31870fb29",
			"0x9fc4018bd96684be88c9e221e4da1bb8f3abd16679dc26c1e8b6e6a1f20cabe69d65201c78607a360370e577bdba587",
			"0xe1bba7a1186bdb5223abde7ada14a23c42a0ca7915af6fe06985e7ed1e4d43b9b3f7055dd4eba6f2bafaaebca731c30",
			"0x19713e47937cd1be0dfd0b8f1d43fb93cd2fcbcb6caf493fd1183e416389e61031bf3a5cce3fbafce813711ad011c132",
			"0x18b46a908f36f6deb918c143fed2edcc523559b8aaf0c2462e6bfe7f911f643249d9cdf41b44d606ce07c8a4d0074d8e",
			"0xb182cac101b9399d155096004f53f447aa7b12a3426b08ec02710e807b4633f06c851c1919211f20d4c04f00b971ef8",
			"0x245a394ad1eca9b72fc00ae7be315dc757b3b080d4c158013e6632d3c40659cc6cf90ad1c232a6442d9d3f5db980133",
			"0x5c129645e44cf1102a159f748c4a3fc5e673d81d7e86568d9ab0f5d396a7ce46ba1049b6579afb7866b1e715475224b",
			"0x15e6be4e990f03ce4ea50b3b42df2eb5cb181d8f84965a3957add4fa95af01b2b665027efec01c7704b456be69c8b604"
		],
		[
			"0x16112c4c3a9c98b252181140fad0eae9601a6de578980be6eec3232b5be72e7a07f3688ef60c206d01479253b03663c1",
			"0x1962d75c2381201e1a0cbd6c43c348b885c84ff731c4d59ca4a10356f453e01f78a4260763529e3532f6102c2e49a03d",
			"0x58df3306640da276faaae7d6e8eb15778c4855551ae7f310c35a5dd279cd2eca6757cd636f96f891e2538b53dbf67f2",
			"0x16b7d288798e5395f20d23bf89edb4d1d115c5dbddbcd30e123da489e726af41727364f2c28297ada8d26d98445f5416",
			"0xbe0e079545f43e4b00cc912f8228ddcc6d19c9f0f69bbb0542eda0fc9dec916a20b15dc0fd2ededda39142311a5001d",
			"0x8d9e5297186db2d9fb266eaac783182b70152c65550d881c5ecd87b6f0f5a6449f38db9dfa9cce202c6477faaf9b7ac",
			"0x166007c08a99db2fc3ba8734ace9824b5eecfdfa8d0cf8ef5dd365bc400a0051d5fa9c01a58b1fb93d1a1399126a775c",
			"0x16a3ef08be3ea7ea03bcddfabba6ff6ee5a4375efa1f4fd7feb34fd206357132b920f5b00801dee460ee415a15812ed9",
			"0x1866c8ed336c61231a1be54fd1d74cc4f9fb0ce4c6af5920abc5750c4bf39b4852cfe2f7bb9248836b233d9d55535d4a",
			"0x167a55cda70a6e1cea820597d94a84903216f763e13d87bb5308592e7ea7d4fbc7385ea3d529b35e346ef48bb8913f55",
			"0x4d2f259eea405bd48f010a01ad2911d9c6dd039bb61a6290e591b36e636a5c871a5c29f4f83060400f8b49cba8f6aa8",
			"0xaccbb67481d033ff5852c1e48c50c477f94ff8aefce42d28c0f9a88cea7913516f968986f7ebbea9684b529e2561092",
			"0xad6b9514c767fe3c3613144b45f1496543346d98adf02267d5ceef9a00d9b8693000763e3b90ac11e99b138573345cc",
			"0x2660400eb2e4f3b628bdd0d53cd76f2bf565b94e72927c1cb748df27942480e420517bd8714cc80d1fadc1326ed06f7",
			"0xe0fa1d816ddc03e6b24255e0d7819c171c40f65e273b853324efcd6356caa205ca2f570f13497804415473a1d634b8f",
			"0x000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"
		]
	].map((i) => i.map((j) => BigInt(j))));
	var G1_SWU;
	var G2_SWU;
	var getG1_SWU = () => G1_SWU || (G1_SWU = mapToCurveSimpleSWU(Fp, {
		A: Fp.create(BigInt("0x144698a3b8e9433d693a02c96d4982b0ea985383ee66a8d8e8981aefd881ac98936f8da0e0f97f5cf428082d584c1d")),
		B: Fp.create(BigInt("0x12e2908d11688030018b12e8753eee3b2016c1f0f24f4070a0b9c14fcef35ef55a23215a316ceaa5d1cc48e98e172be0")),
		Z: Fp.create(BigInt(11))
	}));
	var getG2_SWU = () => G2_SWU || (G2_SWU = mapToCurveSimpleSWU(Fp2, {
		A: Fp2.create({
			c0: Fp.create(_0n),
			c1: Fp.create(BigInt(240))
		}),
		B: Fp2.create({
			c0: Fp.create(BigInt(1012)),
			c1: Fp.create(BigInt(1012))
		}),
		Z: Fp2.create({
			c0: Fp.create(BigInt(-2)),
			c1: Fp.create(BigInt(-1))
		})
	}));
	function mapToG1(scalars) {
		const { x, y } = getG1_SWU()(Fp.create(scalars[0]));
		return isogenyMapG1(x, y);
	}
	function mapToG2(scalars) {
		const { x, y } = getG2_SWU()(Fp2.fromBigTuple(scalars));
		return isogenyMapG2(x, y);
	}
	exports.bls12_381 = bls12_381;
	exports.bls12_381_Fr = bls12_381_Fr;
	return exports;
})({});
return curve;
}
