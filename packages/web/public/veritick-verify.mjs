#!/usr/bin/env node
/**
 * The standalone verifier of Veritick: one file that needs nothing but Node.js (18 or newer).
 *
 * It is written from the page "Fairness" (docs/fairness.md) alone and shares no line with the platform's own programs: where both agree, two
 * independent programs do. It trusts nothing that it can compute, and says of the rest on whose word it rests.
 *
 *   node veritick-verify.mjs --help
 */
import {
  createHash,
  createHmac,
  createPublicKey,
  createSecretKey,
  verify as verifySignature,
} from "node:crypto";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";

const USAGE = `Checks what Veritick published and promised, without trusting it.

  node veritick-verify.mjs --position FILE [--url URL] [--key HEX]    a receipt file, or the bare reply of GET /api/trading/positions/{id}
  node veritick-verify.mjs --epoch N [--to M] --url URL               whole hours of prices: seeds, commitments, states, published prices
  node veritick-verify.mjs --chain --url URL [--seen EPOCH:HEAD]      all commitments since the genesis, and a head noted earlier
  node veritick-verify.mjs --liabilities FILE [--url URL] [--email E] [--balance B] [--key HEX]    the proof that a balance is in a statement
  node veritick-verify.mjs --vectors FILE                             reproduces a file of price vectors

  --url URL    the address of the site: what a file lacks is asked there, and what it holds is compared with what is published there
  --key HEX    the public key that must have signed; without it any key that the site (or, failing that, the file) lists is taken
  --now TIME   the present time, such as 2026-11-21T10:00:00Z, where this machine's clock is not to be asked

Each line is "ok", "WRONG", "later" (cannot be checked yet), "missing" (cannot be checked with what is at hand) or "note" (told, not judged).
Exit code: 0 all right, or right so far; 1 something is wrong; 2 not all can be checked: something is missing, the usage is wrong, a file
is unreadable or the site does not answer.`;

// --- what is expected and reported -----------------------------------------------------------------------

/** Something that keeps the check from being made at all; its message is shown as it is. */
export class Trouble extends Error {
  /** @param {string} message @param {number} [status] of an HTTP answer */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/** Files and replies are strangers' words: no control character of theirs reaches the terminal. @param {string} text */
const printable = (text) =>
  text.replace(/[^\x20-\x7e\u00a1-\u2027\u2030-\u2065\u206a-\uffff]/g, "?").slice(0, 600);

export class Report {
  counts = { ok: 0, WRONG: 0, later: 0, missing: 0, note: 0 };
  lastTick = 0;

  /** @param {(line: string) => void} say */
  constructor(say) {
    this.say = say;
  }

  /** @param {"ok" | "WRONG" | "later" | "missing" | "note"} kind @param {string} step @param {string} text */
  #line(kind, step, text) {
    this.counts[kind] += 1;
    this.say(printable(`${kind.padEnd(7)} ${step.padEnd(16)} ${text}`));
  }

  /** @param {string} step @param {string} text */
  ok = (step, text) => this.#line("ok", step, text);
  /** @param {string} step @param {string} text */
  wrong = (step, text) => this.#line("WRONG", step, text);
  /** What nobody can tell from what is at hand: it keeps the whole from being called right. @param {string} step @param {string} text */
  missing = (step, text) => this.#line("missing", step, text);
  /** What explains, and takes nothing from the verdict. @param {string} step @param {string} text */
  note = (step, text) => this.#line("note", step, text);

  /** @param {string} step @param {boolean} truth @param {string} right @param {string} [wrong] */
  check(step, truth, right, wrong = `this does not hold: ${right}`) {
    this.#line(truth ? "ok" : "WRONG", step, truth ? right : wrong);
    return truth;
  }

  /** @param {string} step @param {unknown} found @param {unknown} computed @param {string} what */
  same(step, found, computed, what) {
    const wrong = `${what}: ${String(found)} is given, not ${String(computed)}`;
    return this.check(step, found === computed, `${what}: ${String(computed)}`, wrong);
  }

  /** @param {string} step @param {string} text @param {number} tick the second from which it can be checked */
  later(step, text, tick) {
    this.lastTick = Math.max(this.lastTick, tick);
    this.#line("later", step, `${text}: from ${timeOf(tick)} on`);
  }

  /** The worst of all lines decides: nothing is called right over a gap. */
  verdict() {
    const { ok, WRONG, later, missing } = this.counts;
    this.say("");
    const rest = later > 0 ? `, ${later} to be made later, the last from ${timeOf(this.lastTick)} on` : "";
    if (WRONG > 0) this.say(`WRONG: ${WRONG} of ${ok + WRONG} checks failed.`);
    else if (missing > 0)
      this.say(
        `Not all can be checked: ${ok} checks passed, ${missing} cannot be made with what is at hand${rest}.`,
      );
    else if (later > 0) this.say(`Right so far: ${ok} checks passed${rest}.`);
    else this.say(`All right: ${ok} checks passed.`);
    return WRONG > 0 ? 1 : missing > 0 ? 2 : 0;
  }
}

/** @param {number} tick */
const timeOf = (tick) => new Date(tick * 1000).toISOString().replace(".000Z", "Z");

const HASH = /^[0-9a-f]{64}$/;
const SIGNATURE = /^[0-9a-f]{128}$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const DECIMAL = /^-?\d{1,20}\.\d{8}$/;
const INTEGER = /^-?\d{1,30}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const ANY_TEXT = /^[^]*$/;
/** A tick, an epoch or a count: nothing beyond the year 9999, so that no sum of them leaves what a date can hold. */
const COUNT = "a whole number";
const NUMBER = "a number";
/** @param {unknown} shape */
const orNull = (shape) => ({ orNull: shape });
/** @param {unknown} shape @param {number} max */
const listOf = (shape, max) => ({ listOf: shape, max });

/**
 * Refuses what does not have the shape that the platform describes. Fields beyond it are allowed, and not looked at.
 * @param {any} value @param {any} shape @param {string} name @returns {any}
 */
function shaped(value, shape, name) {
  const refuse = (/** @type {string} */ what) => {
    throw new Trouble(`${name} is not ${what}.`);
  };
  if (shape instanceof RegExp) {
    if (typeof value !== "string" || value.length > 10_000 || !shape.test(value))
      refuse("text of the right form");
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

/** Several fields of one shape. @param {unknown} shape @param {string} names */
const each = (shape, names) => Object.fromEntries(names.split(" ").map((name) => [name, shape]));

const COMMITTED = { epoch: COUNT, commitment: HASH };
const ROW = {
  ...COMMITTED,
  head: HASH,
  startTick: COUNT,
  ...each(orNull(INTEGER), "startState"),
  seed: orNull(HASH),
};
const KEYS = listOf({ publicKey: HASH, since: TIME }, 10_000);
const RULE = /^(barrier|direction)$/;
const TERMS = { duration: COUNT, ...each(NUMBER, "multiplier winChance"), ...each(INTEGER, "pull reach") };
const FAIRNESS = {
  process: { ...each(INTEGER, "mean reversion scale unit"), epochTicks: COUNT },
  genesis: { tick: COUNT, state: INTEGER, previousHead: HASH },
  houseEdge: NUMBER,
  winRule: RULE,
  terms: listOf(TERMS, 60),
  current: COMMITTED,
  upcoming: listOf(COMMITTED, 1000),
  chain: { epoch: COUNT, head: HASH },
  keys: KEYS,
};
const POSITION = {
  ...each(UUID, "id userId"),
  ...each(COUNT, "duration entryTick expiryTick"),
  ...each(TIME, "createdAt expiresAt"),
  ...each(DECIMAL, "amount entryPrice barrierPrice"),
  ...each(orNull(DECIMAL), "resultPrice profit"),
  refundReason: orNull(/^.{1,100}$/),
  type: /^(buy|sell)$/,
  status: /^(active|won|lost|refunded)$/,
  multiplier: /^\d{1,3}\.\d\d$/,
  winChance: NUMBER,
};
const ENTRY = { transactionId: INTEGER, account: /^.{1,100}$/, amount: DECIMAL };
const RECEIPT = {
  position: POSITION,
  commitments: listOf(COMMITTED, 10),
  barrier: {
    rule: RULE,
    ...each(INTEGER, "mean unit pull pullScale reach grid"),
    ...each(DECIMAL, "entryPrice result"),
  },
  entries: listOf(ENTRY, 100),
  promise: orNull({ text: ANY_TEXT, signature: SIGNATURE, publicKey: HASH }),
};
const STATEMENT = { number: COUNT, taken: TIME, total: DECIMAL, text: ANY_TEXT, signature: SIGNATURE };
const PROOF = {
  statement: STATEMENT,
  leaf: { salt: HASH, user: UUID, email: /^[^\p{Cc}]{1,1000}$/u, balance: DECIMAL },
  index: NUMBER,
  siblings: listOf({ hash: HASH, sum: DECIMAL }, 64),
};

const MAX_BYTES = 10_000_000;

/** @param {string} path @returns {any} */
function readJson(path) {
  let text;
  try {
    const stats = statSync(path);
    if (!stats.isFile()) throw new Trouble(`${path} is not a file.`);
    if (stats.size > MAX_BYTES) throw new Trouble(`${path} is larger than 10 MB.`);
    text = readFileSync(path, "utf8");
  } catch (error) {
    if (error instanceof Trouble) throw error;
    throw new Trouble(`${path} cannot be read (${/** @type {any} */ (error).code}).`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Trouble(`${path} is not JSON.`);
  }
}

/** The public calls of a site. A site that answers endlessly, slowly or with something else is given up. */
export class Site {
  /** @param {string} url */
  constructor(url) {
    if (!/^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/.test(url))
      throw new Trouble(`--url ${url} is not an address such as https://example.com.`);
    this.url = url.replace(/\/+$/, "");
  }

  /** @param {string} path @param {number} [triesLeft] @returns {Promise<any>} */
  async get(path, triesLeft = 5) {
    let response;
    let text = "";
    try {
      response = await fetch(this.url + path, { redirect: "manual", signal: AbortSignal.timeout(30_000) });
      const decoder = new TextDecoder();
      let bytes = 0;
      for await (const chunk of response.body ?? []) {
        bytes += chunk.length;
        if (bytes > MAX_BYTES) throw new Trouble(`${this.url}${path} answers more than 10 MB.`);
        text += decoder.decode(chunk, { stream: true });
      }
    } catch (error) {
      if (error instanceof Trouble) throw error;
      throw new Trouble(`${this.url}${path} does not answer.`);
    }
    if ((response.status === 429 || response.status === 503) && triesLeft > 0) {
      const seconds = Math.min(10, Number(response.headers.get("retry-after")) || 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      return this.get(path, triesLeft - 1);
    }
    if (response.status !== 200)
      throw new Trouble(`${this.url}${path} answers with status ${response.status}.`, response.status);
    try {
      return JSON.parse(text);
    } catch {
      throw new Trouble(`${this.url}${path} does not answer JSON.`);
    }
  }

  fairness = async () => shaped(await this.get("/api/fairness"), FAIRNESS, "the site's /api/fairness");

  /** The rows of these epochs, in order and none twice; whether one is left out, the caller must see. @param {number} from @param {number} to */
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

  /** Published prices in thousandths, one for each tick. @param {number} from @param {number} to */
  async prices(from, to) {
    const path = `/api/prices?from=${from}&to=${to}`;
    const shape = { from: COUNT, prices: listOf(NUMBER, 3600) };
    const { from: start, prices } = shaped(await this.get(path), shape, `the site's ${path}`);
    if (start !== from || prices.length !== to - from + 1)
      throw new Trouble(`The site does not answer the prices of the ticks ${from} to ${to}.`);
    return prices.map((/** @type {number} */ price) => {
      const milli = Math.round(price * 1000);
      // A price off the grid equals none: it is given as a fraction of a thousandth.
      return milli / 1000 === price ? milli : price * 1000;
    });
  }
}

// --- amounts and prices ----------------------------------------------------------------------------------

/** "12.50000000" in units of 1e-8. @param {string} text */
const minorOf = (text) => BigInt(text.replace(".", ""));
/** @param {bigint} minor */
const decimalOf = (minor) => {
  const digits = String(minor < 0n ? -minor : minor).padStart(9, "0");
  return `${minor < 0n ? "-" : ""}${digits.slice(0, -8)}.${digits.slice(-8)}`;
};
/** @param {bigint} milli */
const priceOf = (milli) => decimalOf(milli * GRID);

/** @param {bigint} a @param {bigint} b above zero */
const floorDiv = (a, b) => (a >= 0n ? a / b : -((b - 1n - a) / b));

const MEAN = 15500000000n;
const REVERSION = 36000n;
const SCALE = 19052559n;
const UNIT = 100000000n;
const GRID = 100000n;
const PULL_SCALE = 2n ** 40n;
const GENESIS_STATE = 15279000000n;
const EPOCH_TICKS = 3600;
/** How far ahead commitments are published. */
const EPOCHS_AHEAD = 24;
/** How late a seed or a settlement may be, in seconds, before it is withheld. */
const PATIENCE = 120;
const DAY = 86_400;

/** @param {string | Uint8Array} bytes */
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
/** @param {string} seed in hex */
const commitmentOf = (seed) => sha256(Buffer.from(seed, "hex"));

/** @param {string} seed in hex */
export const keyOf = (seed) => createSecretKey(Buffer.from(seed, "hex"));

/** @param {import("node:crypto").KeyObject} key @param {number} tick */
export function noiseAt(key, tick) {
  const digest = createHmac("sha256", key).update(`tick/${tick}`).digest();
  let sum = 0;
  for (let offset = 0; offset < 32; offset += 2) sum += digest.readUInt16BE(offset);
  return 2 * sum - 16 * 65535;
}

/** @param {bigint} state @param {number} noise */
export const nextState = (state, noise) =>
  state +
  floorDiv(2n * (MEAN - state) + REVERSION, 2n * REVERSION) +
  floorDiv(2n * BigInt(noise) * SCALE + 2n ** 20n, 2n ** 21n);

/** The published price in thousandths. @param {bigint} state */
export const milliOf = (state) => floorDiv(state + GRID / 2n, GRID);

/** The state one tick before `firstTick`, then that of each tick to the end of its epoch. @param {string} seed @param {number} firstTick @param {bigint} startState */
export function pathOf(seed, firstTick, startState) {
  const key = keyOf(seed);
  const states = [startState];
  const lastTick = endOf(epochOf(firstTick)) - 1;
  for (let tick = firstTick; tick <= lastTick; tick += 1)
    states.push(nextState(/** @type {bigint} */ (states.at(-1)), noiseAt(key, tick)));
  return states;
}

/** @param {number} tick */
const epochOf = (tick) => Math.floor(tick / EPOCH_TICKS);
/** The first second after an epoch, when its seed is due. @param {number} epoch */
const endOf = (epoch) => (epoch + 1) * EPOCH_TICKS;
/** @param {{ tick: number }} genesis */
const firstEpochOf = (genesis) => epochOf(genesis.tick + 1);
/** @param {any} genesis @param {number} epoch */
const firstTickOf = (genesis, epoch) => Math.max(epoch * EPOCH_TICKS, genesis.tick + 1);

// --- terms and barriers ----------------------------------------------------------------------------------

/** The chance that a standard normal number exceeds x: a series without cancellation near zero, a continued fraction far out. @param {number} x @returns {number} */
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

/** Where the upper tail is `chance`, halving an interval until no number is left between its ends. @param {number} chance */
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

/** @param {bigint} square */
function squareRoot(square) {
  let root = 1n << BigInt((square.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (root + square / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}

/** Standard deviation of the state after n ticks, in 1e-8: all in whole numbers but for the last conversion. @param {number} n */
export function deviationAfter(n) {
  const whole = REVERSION ** BigInt(2 * n);
  const left = (REVERSION - 1n) ** BigInt(2 * n);
  const numerator = SCALE ** 2n * 64n * (65536n ** 2n - 1n) * (whole - left) * REVERSION ** 2n;
  const denominator = 12n * 2n ** 40n * whole * (2n * REVERSION - 1n);
  return Number(squareRoot((numerator << 100n) / denominator)) / 2 ** 50;
}

/** The pull of n ticks, rounded half up. @param {number} n */
function pullAfter(n) {
  const whole = REVERSION ** BigInt(n);
  return (2n * (REVERSION - 1n) ** BigInt(n) * PULL_SCALE + whole) / (2n * whole);
}

/** @param {number} edge @param {number} multiplier */
const chanceOf = (edge, multiplier) => (1 - edge) / (1 + multiplier);

/** @param {string} rule @param {number} duration in minutes @param {number} chance */
export function termsOf(rule, duration, chance) {
  if (rule === "direction") return { pull: PULL_SCALE, reach: GRID };
  const n = 60 * duration;
  return { pull: pullAfter(n), reach: BigInt(Math.floor(upperQuantile(chance) * deviationAfter(n) + 0.5)) };
}

/** The barrier in thousandths. @param {string} side @param {bigint} price in 1e-8 @param {{ pull: bigint, reach: bigint }} terms */
export function barrierOf(side, price, { pull, reach }) {
  const exact = (MEAN + (side === "buy" ? reach : -reach)) * PULL_SCALE + (price - MEAN) * pull;
  const grid = GRID * PULL_SCALE;
  return side === "buy" ? -floorDiv(-exact, grid) : floorDiv(exact, grid);
}

/** @param {Report} report @param {any} fairness */
function checkPublished(report, { process: p, genesis, winRule, terms, houseEdge }) {
  const numbers = [p.mean, p.reversion, p.scale, p.unit, p.epochTicks, genesis.state].join();
  const isRule = numbers === [MEAN, REVERSION, SCALE, UNIT, EPOCH_TICKS, GENESIS_STATE].join();
  report.check("process", isRule, `the price process is that of the rule, since ${timeOf(genesis.tick)}`);
  if (winRule === "direction") return report.note("published terms", 'the rule "direction": play money');
  for (const { duration, multiplier, winChance, pull, reach } of terms) {
    checkDuration(duration);
    const chance = chanceOf(houseEdge, multiplier);
    const computed = termsOf("barrier", duration, chance);
    const found = `chance ${near(winChance, chance) ? chance : winChance}, pull ${pull}, reach ${reach}`;
    const right = `chance ${chance}, pull ${computed.pull}, reach ${computed.reach}`;
    report.same("published terms", found, right, `${duration} min x${multiplier}`);
  }
}

/** @param {number} minutes */
function checkDuration(minutes) {
  if (minutes < 1 || minutes > 59)
    throw new Trouble(`A duration is given as ${minutes} minutes; 1 to 59 can be.`);
}

/** @param {number} a @param {number} b */
const near = (a, b) => Math.abs(a - b) <= 1e-14;

// --- signatures and the chain ----------------------------------------------------------------------------

/** The heights of the eight points of small order, little-endian: under such a "key" anybody can sign anything. */
const SMALL_ORDER = new Set([
  "00".repeat(32),
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
]);

/** A key that somebody holds: written in its one form, and not of small order. Older Node.js takes the others. @param {string} publicKey */
export function isSoundKey(publicKey) {
  const height = Buffer.from(publicKey, "hex");
  height[31] = (height[31] ?? 0) & 0x7f;
  const hex = height.toString("hex");
  const value = BigInt(`0x${height.reverse().toString("hex")}`);
  return value < 2n ** 255n - 19n && !SMALL_ORDER.has(hex);
}

/** @param {string} text @param {string} signature @param {string} publicKey */
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
 * Who signed: the text names its key, and that key must be the pinned one or one that is published.
 * @param {Report} report @param {{ text: string, signature: string }} signed @param {string} key
 * @param {{ pinnedKey: string | undefined, siteKeys: any[] | undefined, fileKeys: any[] | undefined }} known
 */
function checkSignature(report, { text, signature }, key, { pinnedKey, siteKeys, fileKeys }) {
  report.check("signature", isSigned(text, signature, key), `the text is signed by the key ${key}`);
  const isIn = (/** @type {any[]} */ keys) => keys.some(({ publicKey }) => publicKey === key);
  if (pinnedKey) report.same("key", key, pinnedKey, "it is the key given by --key");
  if (siteKeys) report.check("key", isIn(siteKeys), "the site publishes this key");
  else if (fileKeys && !isIn(fileKeys)) report.wrong("key", "the file does not list this key");
  else if (!pinnedKey) report.missing("key", "whether it is the platform's: give --url or --key");
}

/** @param {{ tick: number, state: string, previousHead: string }} genesis */
export const genesisHead = ({ tick, state, previousHead }) =>
  sha256(`veritick/chain/genesis/${tick}/${state}/${previousHead}`);
/** @param {number} epoch @param {string} commitment @param {string} before */
export const headAfter = (epoch, commitment, before) =>
  sha256(`veritick/chain/epoch/${epoch}/${commitment}/${before}`);

/**
 * The present second: this machine's clock, or the hour that the site is in where that is later.
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
 * What the checks of epochs know: `rows` by epoch, of the site where there is one, else of the file.
 * @typedef {{ report: Report, fairness: any, rows: Map<number, any>, site: Site | undefined, nowTick: number }} Known
 */

/** Commitments that are announced, by epoch. @param {any} fairness @returns {Map<number, string>} */
const announcedBy = ({ current, upcoming }) =>
  new Map([current, ...upcoming].map((/** @type {any} */ row) => [row.epoch, row.commitment]));

/**
 * Walks from the head before the epoch `from` through every commitment, as far as they join: over a hole nothing is right.
 * @param {Known} known @param {number} from @param {{ epoch: number, head: string } | undefined} signed the head that must be reached
 */
function checkChain({ report, fairness, rows, site }, from, signed) {
  const { genesis, chain } = fairness;
  const announced = announcedBy(fairness);
  for (const { epoch, commitment } of [fairness.current, ...fairness.upcoming])
    if ((rows.get(epoch)?.commitment ?? announced.get(epoch)) !== commitment)
      report.wrong("commitment", `epoch ${epoch} is listed with two different commitments`);
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
    const commitment = row?.commitment ?? announced.get(epoch + 1);
    if (commitment === undefined) break;
    epoch += 1;
    head = headAfter(epoch, commitment, head);
    const what = "the commitments lead to the head";
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

/** @param {Report} report @param {Site} site @param {{ epoch: number, head: string } | undefined} seen */
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
      head = headAfter(epoch, commitment, head);
      if (row.head !== head) return report.same("chain", row.head, head, `epoch ${epoch}`);
      if (seed !== null) seeds += 1;
      if (seed !== null && commitmentOf(seed) !== commitment)
        report.wrong("seed", `epoch ${epoch}: the seed is not what was committed to`);
      if ((announced.get(epoch) ?? commitment) !== commitment)
        report.wrong("commitment", `epoch ${epoch} is listed with two different commitments`);
      if (epoch === seen?.epoch) headSeen = head;
    }
  if (next <= chain.epoch) return report.wrong("chain", `the site does not list epoch ${next}`);
  report.ok("seed", `${seeds} published seeds were compared with their commitments`);
  const count = `${chain.epoch - first + 1} commitments lead from the genesis to epoch ${chain.epoch}, with the head`;
  report.same("chain", chain.head, head, count);
  if (seen !== undefined) checkSeen(report, genesis, seen, headSeen);
}

/**
 * A head that was noted is in the chain, or was noted under a genesis before this one: then nobody can tell any more what became of it.
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
  "the site says that its secret was lost then, and what was committed to before can be compared no more";

// --- whole epochs ----------------------------------------------------------------------------------------

/** What is not published yet comes later; what is, and is not at hand, is missing. @param {Known} known @param {string} step @param {string} text @param {number} due */
function putOff({ report, site, nowTick }, step, text, due) {
  if (nowTick <= due + (site ? PATIENCE : 0)) report.later(step, text, due);
  else report.missing(step, site ? text : `${text}: not at hand`);
}

/** Seed against commitment, and from it the states of the epoch. @param {Known} known @param {number} epoch @param {bigint} [computedStart] */
function checkEpoch(known, epoch, computedStart) {
  const { report, fairness, rows, site, nowTick } = known;
  const { genesis } = fairness;
  const row = rows.get(epoch);
  const name = `epoch ${epoch}`;
  if (row === undefined) {
    if (site) report.wrong("seed", `the site does not list ${name}`);
    else report.missing("seed", `${name} is not in the file: give --url`);
    return undefined;
  }
  const firstTick = firstTickOf(genesis, epoch);
  report.same("start tick", row.startTick, firstTick, name);
  if (row.seed === null || row.startState === null) {
    const isDue = site !== undefined && nowTick > endOf(epoch) + PATIENCE;
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
  const start = isFirst ? BigInt(genesis.state) : (computedStart ?? BigInt(row.startState));
  const path = pathOf(row.seed, firstTick, start);
  const next = rows.get(epoch + 1)?.startState ?? null;
  if (next !== null)
    report.same("start state", next, String(path.at(-1)), `epoch ${epoch + 1} starts where ${name} ended`);
  return path;
}

/** Each in order, with the one before, on whose start state those of the others rest. @param {Known} known @param {number} from @param {number} to */
function checkEpochs(known, from, to) {
  const { report, fairness } = known;
  const first = Math.max(firstEpochOf(fairness.genesis), from - 1);
  /** @type {Map<number, bigint[]>} */
  const paths = new Map();
  for (let epoch = first; epoch <= to; epoch += 1) {
    const path = checkEpoch(known, epoch, paths.get(epoch - 1)?.at(-1));
    if (path !== undefined) paths.set(epoch, path);
  }
  const start = `that of epoch ${first} is the published one; --epoch ${firstEpochOf(fairness.genesis)} and on shows it`;
  if (first < from && first > firstEpochOf(fairness.genesis)) report.note("start state", start);
  return (/** @type {number} */ tick) => {
    const state = paths.get(epochOf(tick))?.[tick - firstTickOf(fairness.genesis, epochOf(tick)) + 1];
    if (tick === fairness.genesis.tick) return milliOf(BigInt(fairness.genesis.state));
    return state === undefined ? undefined : milliOf(state);
  };
}

/** Published prices against what comes out of the seeds. @param {Report} report @param {number} from @param {number[]} published @param {(tick: number) => bigint | undefined} milliAt */
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

/** @param {Report} report @param {Site} site @param {number} from @param {number} to @param {number} nowTick */
export async function verifyEpochs(report, site, from, to, nowTick) {
  const fairness = await site.fairness();
  checkPublished(report, fairness);
  const { genesis, chain } = fairness;
  const first = firstEpochOf(genesis);
  if (from < first || to > chain.epoch)
    throw new Trouble(`The site has committed to the epochs ${first} to ${chain.epoch}.`);
  const list = await site.epochs(Math.max(first, from - 1), Math.min(chain.epoch, to + 1));
  const rows = new Map(list.map((row) => [row.epoch, row]));
  const known = { report, fairness, rows, site, nowTick: presentOf(report, fairness, nowTick) };
  checkChain(known, from, undefined);
  const milliAt = checkEpochs(known, from, to);
  for (let epoch = from; epoch <= to; epoch += 1) {
    const [firstTick, lastTick] = [firstTickOf(genesis, epoch), endOf(epoch) - 1];
    if (milliAt(lastTick) === undefined) continue;
    comparePrices(report, firstTick, await site.prices(firstTick, lastTick), milliAt);
  }
}

// --- one position ----------------------------------------------------------------------------------------

/** A signed text whose lines are these and no others: names in order, each with the form of its value. @param {string} title @param {[string, string][]} lines */
const formOf = (title, lines) =>
  new RegExp(`^${title}\n${lines.map(([name, value]) => `${name} (?<${name}>${value})\n`).join("")}$`);

const HEX = "[0-9a-f]{64}";
/** Numbers have one form each: no zeros before them. */
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
  ["chance", "\\S+"],
  ["entryTick", WHOLE],
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

/** "497246 c66e...": an epoch and a hash. @param {string} pair */
function linkOf(pair) {
  const [epoch, head] = /** @type {[string, string]} */ (pair.split(" "));
  return { epoch: Number(epoch), head };
}

/** The file that a user downloads, or the bare reply. @param {any} file */
function readReceiptFile(file) {
  const isFile = file?.format !== undefined;
  if (isFile && file.format !== "veritick/receipt-file/1")
    throw new Trouble("The file is not a receipt: its format is not veritick/receipt-file/1.");
  const receipt = shaped(isFile ? file.receipt : file, RECEIPT, "the receipt");
  const fairness = isFile ? shaped(file.fairness, FAIRNESS, "fairness") : undefined;
  const epochs = isFile ? shaped(file.epochs, listOf(ROW, 1100), "epochs") : [];
  const rows = new Map(epochs.map((/** @type {any} */ row) => [row.epoch, row]));
  if (rows.size < epochs.length) throw new Trouble("The file lists an epoch twice.");
  checkDuration(receipt.position.duration);
  // The second of the download by the file's own words: what it says of the position, it said then.
  const downloaded = isFile ? Date.parse(shaped(file.downloaded, TIME, "downloaded")) / 1000 : 0;
  const told = Math.max(downloaded || 0, (fairness?.current.epoch ?? 0) * EPOCH_TICKS);
  return { receipt, fairness, rows, told };
}

/** What the site publishes now: all of it that the receipt needs, compared with what the file holds. @param {Report} report @param {any} file @param {number} chainEpoch @param {Site} site @returns {Promise<any>} */
async function askSite(report, { receipt, fairness, rows }, chainEpoch, site) {
  const published = await site.fairness();
  const { genesis, chain, keys } = published;
  const { entryTick, duration } = receipt.position;
  const listed = new Set(keys.map((/** @type {any} */ key) => key.publicKey));
  for (const { publicKey } of fairness?.keys ?? [])
    if (!listed.has(publicKey))
      report.wrong("key", `the file lists ${publicKey}, the site does not any more`);
  if (entryTick < genesis.tick) {
    report.missing("genesis", `it was opened before the site's (${timeOf(genesis.tick)}): ${NEW_GENESIS}`);
    const own = fairness && entryTick >= fairness.genesis.tick ? fairness : undefined;
    return { fairness: own, rows, published };
  }
  if (
    fairness &&
    entryTick >= fairness.genesis.tick &&
    genesisHead(fairness.genesis) !== genesisHead(genesis)
  )
    report.wrong(
      "genesis",
      "the site's is another one than the file's, and was before the position was opened",
    );
  const from = Math.max(firstEpochOf(genesis), epochOf(entryTick) - 1);
  const to = Math.min(chain.epoch, Math.max(epochOf(entryTick + 60 * duration) + 1, chainEpoch));
  if (to < from || to - from >= 1000)
    throw new Trouble(`The receipt needs the epochs ${from} to ${to}, which cannot be.`);
  const siteRows = new Map((await site.epochs(from, to)).map((row) => [row.epoch, row]));
  for (const old of [...rows.values(), ...(fairness ? [fairness.current, ...fairness.upcoming] : [])])
    for (const field of ["commitment", "head", "startTick", "startState", "seed"]) {
      const [was, is] = [old[field] ?? null, siteRows.get(old.epoch)?.[field]];
      if (was !== null && is !== undefined && was !== is)
        report.wrong(
          "file and site",
          `epoch ${old.epoch}: ${field} is ${was} in the file, ${is} on the site`,
        );
    }
  return { fairness: published, rows: siteRows, published, site };
}

/** @typedef {{ site: Site | undefined, pinnedKey: string | undefined, nowTick: number }} Options */

/** @param {Report} report @param {any} json @param {Options} options */
export async function verifyPosition(report, json, { site, pinnedKey, nowTick }) {
  const file = readReceiptFile(json);
  const { receipt } = file;
  const { position } = receipt;
  const { type, amount, entryTick, duration, createdAt, expiresAt, status } = position;
  report.note("position", `${type} ${amount} for ${duration} min, opened ${createdAt}, ${status}`);

  /** @type {any} */
  const promise = receipt.promise === null ? undefined : PROMISE.exec(receipt.promise.text)?.groups;
  const signed = promise && linkOf(promise.chain);
  const found = site ? await askSite(report, file, signed?.epoch ?? 0, site) : file;
  const { fairness, published = file.fairness } = found;
  const present = site ? presentOf(report, published, nowTick) : nowTick;
  if (promise) {
    const keys = { pinnedKey, siteKeys: site && published.keys, fileKeys: file.fairness?.keys };
    checkSignature(report, receipt.promise, promise.key, keys);
    checkPromise(report, receipt, promise);
  } else if (receipt.promise !== null)
    report.wrong("promise", "the signed text has not the form veritick/receipt/1");
  else checkUnsigned(report, entryTick, [...(published?.keys ?? []), ...(file.fairness?.keys ?? [])]);
  if (published) checkPublished(report, published);
  checkTerms(report, receipt, published);

  const expiryTick = entryTick + 60 * duration;
  report.same("expiry", position.expiryTick, expiryTick, `${duration} min after tick ${entryTick} is tick`);
  report.same(
    "expiry",
    expiresAt,
    new Date(expiryTick * 1000).toISOString(),
    `tick ${expiryTick} is the time`,
  );
  const delay = Date.parse(createdAt) / 1000 - entryTick;
  const second = `it was opened ${delay.toFixed(3)} s after its entry tick, which is within -2 and 10`;
  report.check("entry", delay >= -2 && delay <= 10, second);

  /** @type {(tick: number) => bigint | undefined} */
  let milliAt = () => undefined;
  const known = { report, fairness, rows: found.rows, site: found.site, nowTick: present };
  const from = checkCommitments(known, receipt, signed);
  if (!fairness || entryTick < fairness.genesis.tick)
    report.missing("commitment", "the commitments, seeds and prices of then are not at hand (--url)");
  else {
    checkChain(known, from, signed);
    if (promise) checkStart(known, from, promise.start);
    milliAt = checkEpochs(known, from, epochOf(expiryTick));
  }
  const entry = milliAt(entryTick);
  if (entry === undefined) putOff(known, "entry price", position.entryPrice, endOf(epochOf(entryTick)));
  else report.same("entry price", position.entryPrice, priceOf(entry), `tick ${entryTick}`);
  if (status === "refunded") checkRefund(report, position, published);
  else checkOutcome(known, receipt, milliAt(expiryTick), file.told);
  checkLedger(report, receipt);
  if (found.site) await checkSitePrices(known, found.site, position, milliAt);
}

/** Nothing is signed: the entry tick, which the price binds, says whether it had to be. @param {Report} report @param {number} entryTick @param {any[]} keys */
function checkUnsigned(report, entryTick, keys) {
  const since = Math.min(...keys.map(({ since }) => Date.parse(since) / 1000));
  const isBefore = entryTick < since;
  if (keys.length === 0)
    report.missing("promise", "nothing is signed, and since when receipts are is not at hand");
  else if (entryTick > since + DAY)
    report.wrong(
      "promise",
      `the signature is withheld: receipts are signed since ${timeOf(Math.floor(since))}`,
    );
  else
    report.missing(
      "promise",
      `nothing is signed: it was opened ${isBefore ? "before receipts were" : "on the day when that began"}`,
    );
}

/** The state from which the prices are computed is the one that was signed. @param {Known} known @param {number} from @param {string} signed */
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

/** Money is given back for one reason only: the price was lost, and started anew after the entry. @param {Report} report @param {any} position @param {any} published */
function checkRefund(report, { entryTick, resultPrice, profit, refundReason }, published) {
  const said = `${refundReason}, result ${resultPrice}, profit ${profit}`;
  report.same(
    "refund",
    said,
    `price_lost, result null, profit ${decimalOf(0n)}`,
    "the reason for the refund",
  );
  if (!published) return report.missing("refund", "whether the price was started anew: give --url");
  const { tick } = published.genesis;
  const anew = `the price was started anew at ${timeOf(tick)}, after the position was opened`;
  report.check(
    "refund",
    entryTick < tick,
    anew,
    `the price was not lost: it is the one since ${timeOf(tick)}`,
  );
}

/** The receipt says what was signed. @param {Report} report @param {any} receipt @param {any} promise */
function checkPromise(report, { position: p, barrier, commitments, promise: { publicKey } }, promise) {
  const own = "amount duration multiplier entryTick entryPrice barrierPrice expiryTick".split(" ");
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

/** Chance, pull, reach and barrier from nothing but side, duration, multiplier and entry price. @param {Report} report @param {any} receipt @param {any} fairness */
function checkTerms(report, { position, barrier }, fairness) {
  const { type, duration, winChance, entryPrice, barrierPrice } = position;
  const { mean, unit, pullScale, grid, pull, reach, result, rule } = barrier;
  const multiplier = Number(position.multiplier);
  const terms = termsOf(rule, duration, winChance);
  const computed = barrierOf(type, minorOf(entryPrice), terms);
  if (rule === "barrier") {
    const edge = Number((1 - winChance * (1 + multiplier)).toFixed(9));
    const isEdge = near(chanceOf(edge, multiplier), winChance) && edge >= 0 && edge <= 0.2;
    report.check(
      "chance",
      isEdge,
      `${winChance} = (1 - ${edge}) / (1 + ${multiplier}), a house edge of 0 to 0.2`,
    );
    const published = fairness?.houseEdge ?? edge;
    if (!near(chanceOf(published, multiplier), winChance))
      report.missing("chance", `the house edge is published as ${published}: was it changed since?`);
  } else {
    const n = 60 * duration;
    const expected = Number(MEAN) + Number(minorOf(entryPrice) - MEAN) * (1 - 1 / Number(REVERSION)) ** n;
    // Half a step of the grid nearer: a state counts as the price that it is rounded to.
    const up = Number(computed * GRID) - expected;
    const distance = (type === "buy" ? up : -up) - Number(GRID) / 2;
    const chance = upperTail(distance / deviationAfter(n));
    report.check("chance", Math.abs(chance - winChance) < 1e-6, `${winChance}, by the normal distribution`);
  }
  const row = fairness?.terms.find((/** @type {any} */ one) => one.duration === duration);
  if (fairness && rule !== fairness.winRule)
    report.missing("chance", `the rule "${rule}" is not what is published: was it changed since?`);
  if (fairness && row?.multiplier !== multiplier)
    report.missing(
      "chance",
      `x${multiplier} for ${duration} min is not what is published: was it changed since?`,
    );
  report.same("pull", pull, String(terms.pull), `after ${60 * duration} ticks`);
  report.same("reach", reach, String(terms.reach), `with the chance ${winChance}, in 1e-8`);
  report.same("barrier", barrierPrice, priceOf(computed), `a ${type} at ${entryPrice}`);
  const formula = [mean, unit, pullScale, grid, barrier.entryPrice, result].join();
  const right = [MEAN, UNIT, PULL_SCALE, GRID, entryPrice, priceOf(computed)].join();
  report.check("barrier", formula === right, "the receipt shows its formula with the right numbers");
}

/** One commitment for each epoch, signed and published alike, a day ahead; answers the first epoch. @param {Known} known @param {any} receipt @param {{ epoch: number } | undefined} signed */
function checkCommitments({ report, fairness, rows }, { position, commitments }, signed) {
  const { entryTick, duration } = position;
  const to = epochOf(entryTick + 60 * duration);
  let from = epochOf(entryTick);
  // Without the genesis at hand, it may have been the last tick of its epoch: then no seed of that epoch makes a price.
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

/** @param {Known} known @param {any} receipt @param {bigint | undefined} computed the price at the expiry, in thousandths @param {number} told when the receipt said so, at the earliest */
function checkOutcome(known, { position, barrier: { rule } }, computed, told) {
  const { report, nowTick } = known;
  const { type, status, resultPrice, profit, amount, multiplier, entryPrice, entryTick, duration } = position;
  const expiryTick = entryTick + 60 * duration;
  const isFinal = status === "won" || status === "lost";
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
    const barrier = barrierOf(type, minorOf(entryPrice), termsOf(rule, duration, position.winChance));
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

/** @param {string} amount @param {string} multiplier @param {string} outcome */
const profitOf = (amount, multiplier, outcome) =>
  outcome === "won" ? (minorOf(amount) * BigInt(multiplier.replace(".", ""))) / 100n : -minorOf(amount);

/** The stake was taken, and what is due was paid. @param {Report} report @param {any} receipt */
function checkLedger(report, { position: { userId, status, amount, multiplier }, entries }) {
  let own = 0n;
  /** @type {Map<string, bigint>} */
  const sums = new Map();
  for (const entry of entries) {
    if (entry.account === `user:${userId}`) own += minorOf(entry.amount);
    sums.set(entry.transactionId, (sums.get(entry.transactionId) ?? 0n) + minorOf(entry.amount));
  }
  const due = status === "refunded" ? 0n : profitOf(amount, multiplier, status);
  report.same(
    "ledger",
    decimalOf(own),
    decimalOf(due),
    `the user's entries, stake out and payout in (${status}), sum to`,
  );
  const isZero = [...sums.values()].every((sum) => sum === 0n);
  report.check("ledger", isZero, `each of the ${sums.size} transactions sums to zero`);
}

/** @param {Known} known @param {Site} site @param {any} position @param {(tick: number) => bigint | undefined} milliAt */
async function checkSitePrices({ report, nowTick }, site, position, milliAt) {
  const { entryTick, duration, entryPrice, resultPrice } = position;
  const expiryTick = entryTick + 60 * duration;
  let published;
  try {
    published = await site.prices(entryTick, expiryTick);
  } catch (error) {
    if (!(error instanceof Trouble) || error.status !== 400) throw error;
    if (resultPrice !== null || nowTick > expiryTick + PATIENCE)
      report.wrong("published prices", "the site does not answer those up to the expiry");
    else report.later("published prices", "up to the expiry", expiryTick);
    published = await site.prices(entryTick, entryTick);
  }
  comparePrices(report, entryTick, published, milliAt);
  for (const [tick, price] of [
    [entryTick, entryPrice],
    [expiryTick, resultPrice],
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

/** @param {Report} report @param {any} json @param {Options & { email: string | undefined, balance: string | undefined }} options */
export async function verifyLiabilities(report, json, { site, pinnedKey, email, balance }) {
  const isFile = json?.format !== undefined;
  if (isFile && json.format !== "veritick/liability-proof/1")
    throw new Trouble("The file is no proof of liabilities: its format is not veritick/liability-proof/1.");
  const { statement, leaf, index, siblings } = shaped(isFile ? json.proof : json, PROOF, "the proof");
  const fileKeys = isFile ? shaped(json.keys, KEYS, "keys") : undefined;
  /** @type {any} */
  const signed = STATEMENT_TEXT.exec(statement.text)?.groups;
  if (!signed) return report.wrong("statement", "the signed text has not the form veritick/liabilities/1");
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
  report.same("root", signed.root, hash, "the way from the leaf leads to the signed root");
  report.same("total", signed.total, decimalOf(sum), "the sums on the way make the signed total");
  if (site) return checkStatements(report, site, fairness, statement, signed);
  if (signed.number === "1") report.same("previous", signed.previous, ZEROS, "there is no statement before");
  else report.missing("previous", "whether it is chained to the statement before: give --url");
  report.missing("chain", "whether its head is in the chain of commitments: give --url");
}

/** The statement is published to everyone alike, and chained to the one before and to the commitments. @param {Report} report @param {Site} site @param {any} fairness @param {any} statement @param {any} signed */
async function checkStatements(report, site, fairness, statement, signed) {
  const number = Number(signed.number);
  const path = `/api/fairness/liabilities?before=${number + 1}`;
  const list = shaped(await site.get(path), listOf(STATEMENT, 200), `the site's ${path}`);
  const textOf = (/** @type {number} */ wanted) =>
    list.find((/** @type {any} */ one) => one.number === wanted)?.text;
  const isPublished = textOf(number) === statement.text;
  report.check("published", isPublished, "the site publishes this very statement to everyone");
  const before = textOf(number - 1);
  const link = "it names the hash of the statement before";
  if (number === 1) report.same("previous", signed.previous, ZEROS, "there is no statement before");
  else if (before === undefined) report.wrong("previous", `the site does not list statement ${number - 1}`);
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

// --- test vectors ----------------------------------------------------------------------------------------

const VECTOR_TERMS = { duration: COUNT, ...each(NUMBER, "multiplier winChance pull reach") };
const VECTORS = {
  secret: HASH,
  genesisTick: COUNT,
  genesisState: INTEGER,
  epochs: listOf({ epoch: COUNT, seed: HASH, commitment: HASH }, 1000),
  noise: listOf({ tick: COUNT, z: NUMBER }, 10_000),
  ticks: listOf({ tick: COUNT, state: INTEGER, price: NUMBER }, 10_000),
  terms: { houseEdge: NUMBER, rows: listOf(VECTOR_TERMS, 100) },
  barriers: listOf({ duration: COUNT, ...each(NUMBER, "price buy sell") }, 1000),
};

/** @param {Report} report @param {any} json */
export function verifyVectors(report, json) {
  const vectors = shaped(json, VECTORS, "the file of vectors");
  const { genesisTick, ticks, terms } = vectors;
  const secret = keyOf(vectors.secret);
  const seedOf = (/** @type {number} */ epoch) =>
    createHmac("sha256", secret).update(`veritick/epoch/${epoch}`).digest("hex");
  /** @type {Map<number, import("node:crypto").KeyObject>} */
  const keys = new Map();
  const noiseOf = (/** @type {number} */ tick) => {
    const epoch = epochOf(tick);
    if (!keys.has(epoch)) keys.set(epoch, keyOf(seedOf(epoch)));
    return noiseAt(/** @type {any} */ (keys.get(epoch)), tick);
  };
  for (const { epoch, seed, commitment } of vectors.epochs) {
    report.same("seed", seed, seedOf(epoch), `epoch ${epoch}`);
    report.same("commitment", commitment, commitmentOf(seedOf(epoch)), `epoch ${epoch}`);
  }
  for (const { tick, z } of vectors.noise) report.same("noise", z, noiseOf(tick), `tick ${tick}`);

  const states = [BigInt(vectors.genesisState)];
  for (const { tick, state, price } of ticks) {
    if (tick < genesisTick || tick - genesisTick > 1_000_000)
      throw new Trouble(`Tick ${tick} is too far from the genesis.`);
    for (let next = genesisTick + states.length; next <= tick; next += 1)
      states.push(nextState(/** @type {bigint} */ (states.at(-1)), noiseOf(next)));
    const computed = /** @type {bigint} */ (states[tick - genesisTick]);
    report.same("state", state, String(computed), `tick ${tick}`);
    report.same("price", price, Number(milliOf(computed)) / 1000, `tick ${tick}`);
  }
  for (const { duration, multiplier, winChance, pull, reach } of terms.rows) {
    checkDuration(duration);
    const chance = chanceOf(terms.houseEdge, multiplier);
    const computed = termsOf("barrier", duration, chance);
    report.same("chance", winChance, chance, `${duration} min`);
    report.same("pull", pull, Number(computed.pull), `${duration} min`);
    report.same("reach", reach, Number(computed.reach), `${duration} min`);
    for (const { price, ...row } of vectors.barriers)
      for (const side of row.duration === duration ? ["buy", "sell"] : []) {
        const barrier = barrierOf(side, BigInt(Math.round(price * 1000)) * GRID, computed);
        report.same("barrier", row[side], Number(barrier) / 1000, `${side} at ${price} for ${duration} min`);
      }
  }
}

// --- the command -----------------------------------------------------------------------------------------

const MODES = ["position", "epoch", "chain", "liabilities", "vectors"];
const SETTINGS = ["url", "key", "to", "seen", "email", "balance", "now"];
const HINT = "--help shows how it goes.";

/** @param {string[]} words */
function parseArguments(words) {
  /** @type {Map<string, string>} */
  const given = new Map();
  for (let index = 0; index < words.length; index += 1) {
    const name = /^--([a-z]+)$/.exec(words[index] ?? "")?.[1] ?? "";
    if (![...MODES, ...SETTINGS].includes(name) || given.has(name))
      throw new Trouble(`"${words[index]}" is not expected here. ${HINT}`);
    const value = name === "chain" ? "" : words[(index += 1)];
    if (value === undefined || value.startsWith("--")) throw new Trouble(`--${name} needs a value. ${HINT}`);
    given.set(name, value);
  }
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

/** @param {string[]} words @param {(line: string) => void} say */
async function check(words, say) {
  const { mode, given } = parseArguments(words);
  const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{3})?Z$/;
  const now = option(given, "now", isTime, "a time such as 2026-11-21T10:00:00Z");
  const nowTick = Math.floor((now === undefined ? new Date() : new Date(now)).getTime() / 1000);
  const pinnedKey = option(given, "key", HASH, "a public key of 64 hex digits");
  const url = given.get("url");
  const site = url === undefined ? undefined : new Site(url);
  const needSite = () => {
    if (site === undefined) throw new Trouble(`--${mode} needs --url.`);
    return site;
  };
  const file = given.get(mode ?? "") ?? "";
  const report = new Report(say);
  const options = { site, pinnedKey, nowTick };
  if (mode === "position") await verifyPosition(report, readJson(file), options);
  else if (mode === "vectors") verifyVectors(report, readJson(file));
  else if (mode === "epoch") {
    const from = Number(option(given, "epoch", /^\d{1,9}$/, "the number of an epoch"));
    const to = Number(option(given, "to", /^\d{1,9}$/, "the number of an epoch") ?? from);
    if (to < from || to - from > 999)
      throw new Trouble("--to is not the same epoch or one of the 999 after it.");
    await verifyEpochs(report, needSite(), from, to, nowTick);
  } else if (mode === "chain") {
    const seen = option(given, "seen", /^\d{1,9}:[0-9a-f]{64}$/, "EPOCH:HEAD, a number and 64 hex digits");
    await verifyChain(report, needSite(), seen === undefined ? undefined : linkOf(seen.replace(":", " ")));
  } else {
    const amount = option(given, "balance", /^\d{1,12}(\.\d{1,8})?$/, "an amount such as 12.50");
    const [whole, places = ""] = amount?.split(".") ?? [];
    const balance = whole === undefined ? undefined : decimalOf(BigInt(whole + places.padEnd(8, "0")));
    await verifyLiabilities(report, readJson(file), { ...options, email: given.get("email"), balance });
  }
  return report.verdict();
}

/** Answers the exit code. @param {string[]} words @param {(line: string) => void} say */
export async function run(words, say) {
  if (words.includes("--help") || words.length === 0) {
    say(USAGE);
    return words.length === 0 ? 2 : 0;
  }
  try {
    return await check(words, say);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    say(printable(error instanceof Trouble ? message : `This could not be checked: ${message}.`));
    return 2;
  }
}

const ownPath = decodeURIComponent(new URL(import.meta.url).pathname).replace(/^\/([A-Za-z]:)/, "$1");
const calledPath = process.argv[1] ?? "";
if (existsSync(calledPath) && realpathSync(calledPath).replaceAll("\\", "/") === ownPath)
  process.exitCode = await run(process.argv.slice(2), (line) => console.log(line));
