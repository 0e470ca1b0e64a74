import { sha256 } from "@noble/hashes/sha2.js";
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js";
import { fromHex, toHex } from "../epochs.ts";
import { isSignedSafely } from "../signed/is-signed.ts";
import type { IsSigned } from "../signed/is-signed.ts";
import { fromBase64, toBase64 } from "./base64.ts";
import type { TreeHead } from "./merkle.ts";

/** Types of keys: a log's own signature, and a witness's cosignature with its time (C2SP `tlog-cosignature`). */
export const LOG_KEY = 0x01;
export const WITNESS_KEY = 0x04;
/** Cosignatures that are kept and shown, but decide nothing yet: ML-DSA-44. */
export const WITNESS_KEY_ML_DSA = 0x06;

const KEY_BYTES: Readonly<Record<number, number>> = {
  [LOG_KEY]: 32,
  [WITNESS_KEY]: 32,
  [WITNESS_KEY_ML_DSA]: 1312,
};

/** A public key with its name (C2SP `signed-note`). Id and key are in hex. Name and id together tell whose a signature is. */
export type Vkey = {
  readonly name: string;
  readonly id: string;
  readonly type: number;
  readonly key: string;
};

/** Neither blanks nor a plus. */
const NAME = /^[^\s\p{White_Space}\p{Cc}+]+$/u;

/**
 * Makes the verifier key of a public one.
 *
 * @param key in hex
 * @throws RangeError for a name or a key that no note can name
 */
export function vkeyOf(name: string, type: number, key: string): Vkey {
  if (!NAME.test(name) || !name.isWellFormed()) throw new RangeError("a key's name has no blank and no plus");
  const bytes = fromHex(key);
  if (KEY_BYTES[type] === undefined) throw new RangeError(`there is no use for keys of type ${type}`);
  if (bytes.length !== KEY_BYTES[type])
    throw new RangeError(`a key of type ${type} has ${KEY_BYTES[type]} bytes, not ${bytes.length}`);
  const digest = sha256(concatBytes(utf8ToBytes(`${name}\n`), Uint8Array.of(type), bytes));
  return { name, id: toHex(digest.subarray(0, 4)), type, key: toHex(bytes) };
}

export const vkeyText = ({ name, id, type, key }: Vkey): string =>
  `${name}+${id}+${toBase64(concatBytes(Uint8Array.of(type), fromHex(key)))}`;

/** Reads `<name>+<id>+<base64 of type and key>`. @throws RangeError that says what is wrong */
export function parseVkey(text: string): Vkey {
  const [name, id, key] = /^([^+]*)\+([0-9a-f]{8})\+(.*)$/s.exec(text)?.slice(1) ?? [];
  if (name === undefined) throw new RangeError("a key has the form <name>+<8 hex digits>+<base64>");
  const bytes = fromBase64(key!);
  if (bytes === undefined || bytes.length === 0) throw new RangeError("the key is not in base64");
  const vkey = vkeyOf(name, bytes[0]!, toHex(bytes.subarray(1)));
  if (vkey.id !== id) throw new RangeError(`the key's id is ${vkey.id}, not ${id}`);
  return vkey;
}

/** The root of a log at a size, by its origin (C2SP `tlog-checkpoint`, without extension lines). */
export type Checkpoint = TreeHead & { readonly origin: string };

export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads a checkpoint; undefined for any text that `checkpointText` does not write. */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin, digits, base64] = /^(.+)\n(0|[1-9]\d{0,15})\n(.{44})\n$/.exec(text)?.slice(1) ?? [];
  if (origin === undefined || !NAME.test(origin)) return undefined;
  const size = Number(digits);
  const root = fromBase64(base64!);
  return root?.length === 32 && Number.isSafeInteger(size) ? { origin, size, root } : undefined;
}

/** A signature line. `id` is in hex; `bytes` are what the key's type says, here of any type. */
export type NoteSignature = { readonly name: string; readonly id: string; readonly bytes: Uint8Array };

/** A text with signatures (C2SP `signed-note`). Those of unknown keys are kept, and count for nothing. */
export type Note = { readonly text: string; readonly signatures: readonly NoteSignature[] };

export const noteText = ({ text, signatures }: Note): string => `${text}\n${signatureLines(signatures)}`;

export const signatureLines = (signatures: readonly NoteSignature[]): string =>
  signatures
    .map(({ name, id, bytes }) => `— ${name} ${toBase64(concatBytes(fromHex(id), bytes))}\n`)
    .join("");

const MOST_SIGNATURES = 100;
/** Room for as many signatures of type 06 as a note may have. */
const MOST_CHARACTERS = 500_000;

/** Reads signature lines, as a witness answers them; undefined for any text that is none. */
export function parseSignatureLines(text: string): NoteSignature[] | undefined {
  if (text.length > MOST_CHARACTERS || !text.endsWith("\n") || !text.isWellFormed()) return undefined;
  const lines = text.slice(0, -1).split("\n");
  if (lines.length > MOST_SIGNATURES) return undefined;
  const signatures = lines.map((line): NoteSignature | undefined => {
    const [name, base64] = /^— (\S+) (\S+)$/.exec(line)?.slice(1) ?? [];
    const bytes = name !== undefined && NAME.test(name) ? fromBase64(base64!) : undefined;
    if (bytes === undefined || bytes.length < 5) return undefined;
    return { name: name!, id: toHex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
  });
  return signatures.includes(undefined) ? undefined : (signatures as NoteSignature[]);
}

/** Reads a note; undefined for any text that `noteText` does not write. The last empty line ends its text. */
export function parseNote(note: string): Note | undefined {
  const end = note.lastIndexOf("\n\n") + 1;
  const text = note.slice(0, end);
  // The only control character of a note is the line feed.
  const isText = end > 0 && !/[^\n\P{Cc}]/u.test(text) && text.isWellFormed();
  if (!isText || note.length > MOST_CHARACTERS) return undefined;
  const signatures = parseSignatureLines(note.slice(end + 1));
  return signatures && { text, signatures };
}

/** Returns the text that a witness signs with its cosignature. `time` is in Unix seconds. */
export const cosignedText = (time: number, checkpoint: string): string =>
  `cosignature/v1\ntime ${time}\n${checkpoint}`;

/** Makes the line of a signature (64 bytes) with a key; of a witness's, `time` is the one that was signed. */
export function signatureOf({ name, id }: Vkey, signature: Uint8Array, time?: number): NoteSignature {
  const stamp = new DataView(new ArrayBuffer(8));
  stamp.setBigUint64(0, BigInt(time ?? 0));
  const bytes = time === undefined ? signature : concatBytes(new Uint8Array(stamp.buffer), signature);
  return { name, id, bytes };
}

const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;

/**
 * Checks a key's signatures on a note.
 *
 * @returns the earliest time of a witness's cosignatures, in Unix seconds; 0 for a log's own signature, which has none;
 *   undefined if the key has not signed; "forged" if one of its signatures is not its own
 */
export function signedAt(note: Note, vkey: Vkey, isSigned: IsSigned): number | "forged" | undefined {
  const own = note.signatures.filter(({ name, id }) => name === vkey.name && id === vkey.id);
  const times = own.map(({ bytes }) => timeOf(note.text, bytes, vkey, isSigned));
  if (times.includes(undefined)) return "forged";
  return own.length === 0 ? undefined : Math.min(...(times as number[]));
}

function timeOf(
  text: string,
  bytes: Uint8Array,
  { type, key }: Vkey,
  isSigned: IsSigned,
): number | undefined {
  const head = type === WITNESS_KEY ? TIME_BYTES : 0;
  if (bytes.length !== head + SIGNATURE_BYTES || (type !== WITNESS_KEY && type !== LOG_KEY)) return undefined;
  const time = head === 0 ? 0 : Number(BigInt(`0x${toHex(bytes.subarray(0, head))}`));
  if (!Number.isSafeInteger(time)) return undefined;
  const signed = type === WITNESS_KEY ? cosignedText(time, text) : text;
  return isSignedSafely(isSigned, signed, toHex(bytes.subarray(head)), key) ? time : undefined;
}
