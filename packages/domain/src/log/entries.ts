import { utf8ToBytes } from "@noble/hashes/utils.js";
import { SUM_TEXT } from "../signed/liability-statement.ts";
import { hex32, matching, readValues, whole, writeValues } from "./forms.ts";
import type { Forms, Values } from "./forms.ts";
import { hashLeaf } from "./merkle.ts";
import type { Hash } from "./merkle.ts";

const PREFIX = "veritick/log/";

/** The origin of a log: the host of the site, and the number of the log among those of the installation. */
const ORIGIN = String.raw`[\w.:[\]-]+\/log\/[1-9]\d{0,8}`;
const instant = matching<string>(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const word = matching<string>(/^[\w.+-]{1,64}$/);
const sum = matching<string>(SUM_TEXT);

/** The entries that consist of lines. */
const FORMS = {
  /** Of the receipts' key, or at a log's end of the key of the next one. */
  key: { use: matching<"receipts" | "log">(/^(receipts|log)$/), key: hex32 },
  /** An id that is empty stands as `default`, which has the same chain hash. */
  beacon: {
    chain: hex32,
    publicKey: matching<string>(/^[0-9a-f]{192}$/),
    genesisTime: whole,
    period: whole,
    groupHash: hex32,
    schemeID: word,
    beaconID: word,
  },
  genesis: { tick: whole, state: whole, previous: hex32, beacon: hex32 },
  epoch: { genesis: whole, epoch: whole, commitment: hex32, terms: hex32, head: hex32 },
  seed: { epoch: whole, seed: hex32, state: whole },
  slice: { round: whole, leaves: whole, root: hex32 },
  ending: {
    genesis: whole,
    reason: matching<"beacon" | "secret">(/^(beacon|secret)$/),
    tick: whole,
    ended: instant,
    positions: whole,
    stake: sum,
    value: sum,
  },
  release: { version: word, verifier: hex32, web: hex32 },
  lost: { from: whole, to: whole },
} as const satisfies Record<string, Forms>;

const START = { origin: matching<string>(new RegExp(`^${ORIGIN}$`)) };
/** The origin, size and root (in hex) of the log before. */
const CONTINUED = {
  ...START,
  continues: matching<string>(new RegExp(`^${ORIGIN} (0|[1-9]\\d{0,14}) [0-9a-f]{64}$`)),
};

/** The entries that hold a text with a form of its own. Here it only has to be such a text. */
const TEXTS = {
  /** A policy file, as its bytes are (`parsePolicy`). */
  policy: /^[^]+$/,
  /** See `parseTerms`. */
  terms: /^([a-z]+ \S.*\n)+$/i,
  /** See `parseStatement`. */
  liabilities: /^veritick\/liabilities\/\d+\n([a-z]+ \S.*\n)+$/i,
} as const;

type TextKind = keyof typeof TEXTS;
type LineKind = keyof typeof FORMS;

type LinesEntry = { [K in LineKind]: { readonly kind: K } & Values<(typeof FORMS)[K]> }[LineKind];
type StartEntry = { readonly kind: "start" } & Values<typeof START> & Partial<Values<typeof CONTINUED>>;
type TextEntry = { readonly kind: TextKind; readonly text: string };

/** An entry of the log that this version knows. */
export type LogEntry = LinesEntry | StartEntry | TextEntry;

/** An entry of another version. Its kind is the whole first line, its text all of it. */
export type UnknownEntry = { readonly kind: `${typeof PREFIX}${string}`; readonly text: string };

/** The longest entry, in bytes. A bundle says each length in 16 bits. */
export const MOST_ENTRY_BYTES = 65_535;

const formatOf = (kind: LogEntry["kind"]) => `${PREFIX}${kind}/1`;

/**
 * Writes an entry of the log.
 *
 * @throws RangeError for one that `parseEntry` would not read
 */
export function entryText(entry: LogEntry): string {
  const text = textOf(entry);
  if (parseEntry(text)?.kind !== entry.kind || utf8ToBytes(text).length > MOST_ENTRY_BYTES)
    throw new RangeError(`not an entry of the log: ${text.slice(0, 200)}`);
  return text;
}

function textOf(entry: LogEntry): string {
  const format = formatOf(entry.kind);
  if (entry.kind === "start") {
    const { origin, continues } = entry;
    return continues === undefined
      ? writeValues(format, START, { origin })
      : writeValues(format, CONTINUED, { origin, continues });
  }
  if ("text" in entry) return `${format}\n${entry.text}`;
  // Kind and values belong together, which the compiler does not see of a union.
  return writeValues<Forms>(format, FORMS[entry.kind], entry as unknown as Values<Forms>);
}

/** Reads an entry; undefined for a text that is none, or has a known kind and another form. */
export function parseEntry(text: string): LogEntry | UnknownEntry | undefined {
  const [format, kind, version] = /^(veritick\/log\/([a-z]+)\/(\d{1,9}))\n/.exec(text)?.slice(1) ?? [];
  if (format === undefined || !text.isWellFormed()) return undefined;
  if (version !== "1" || !isKnown(kind!)) return { kind: format as UnknownEntry["kind"], text };
  if (kind === "start") return readStart(format, text);
  if (isOfText(kind)) {
    const body = text.slice(format.length + 1);
    return TEXTS[kind].test(body) ? { kind, text: body } : undefined;
  }
  const values = readValues<Forms>(format, FORMS[kind], text);
  return values && ({ kind, ...values } as unknown as LinesEntry);
}

const isOfText = (kind: string): kind is TextKind => Object.hasOwn(TEXTS, kind);
const isKnown = (kind: string): kind is LogEntry["kind"] =>
  kind === "start" || isOfText(kind) || Object.hasOwn(FORMS, kind);

/** Reads the first entry of a log. Every log but the first continues another one. */
function readStart(format: string, text: string): StartEntry | undefined {
  const first = readValues(format, START, text);
  const values = first ?? readValues(format, CONTINUED, text);
  if (values === undefined) return undefined;
  return values.origin.endsWith("/log/1") === (first !== undefined)
    ? { kind: "start", ...values }
    : undefined;
}

/** Returns the hash of an entry in the log's tree. */
export const entryLeaf = (text: string): Hash => hashLeaf(utf8ToBytes(text));

/** Writes entries as the log serves them (C2SP `tlog-tiles`): each with its length in bytes before it, in 16 bits. */
export function writeBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((length, entry) => length + 2 + entry.length, 0));
  let at = 0;
  for (const entry of entries) {
    if (entry.length > MOST_ENTRY_BYTES) throw new RangeError(`an entry of ${entry.length} bytes`);
    bundle.set([entry.length >> 8, entry.length & 0xff], at);
    bundle.set(entry, at + 2);
    at += 2 + entry.length;
  }
  return bundle;
}

/** Reads the entries of a bundle; undefined if it ends within one. */
export function readBundle(bundle: Uint8Array): Uint8Array[] | undefined {
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + ((bundle[at]! << 8) | (bundle[at + 1] ?? 0));
    if (at + 2 > bundle.length || end > bundle.length) return undefined;
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
