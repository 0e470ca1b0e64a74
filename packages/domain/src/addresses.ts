import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { compactDigits } from "./typed-text.ts";

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

/** The first byte of every address on the TRON main network. 20 bytes follow it. */
const NETWORK_PREFIX = 0x41;
const BODY_BYTES = 20;
const CHECKSUM_BYTES = 4;
const ADDRESS_BYTES = 1 + BODY_BYTES + CHECKSUM_BYTES;

/** The prefix gives every address this many characters and a leading T. */
const ADDRESS_CHARACTERS = 34;

/** The address of 20 zero bytes. Nobody has its key. */
export const ZERO_ADDRESS = "T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb";

/** The USDT token contract. */
export const USDT_CONTRACT = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/**
 * Contracts that people copy from their wallet's history or an explorer instead of an address of their own. USDT sent to one
 * is lost, because a contract credits nobody for a plain transfer. The list is not complete.
 */
export const KNOWN_CONTRACTS = {
  USDT: USDT_CONTRACT,
  USDC: "TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8",
  WTRX: "TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR",
  USDD: "TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz",
  "USDD, first": "TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn",
  TUSD: "TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4",
  "SunSwap smart router": "TCFNp179Lg46D16zKoumd4Poa2WFFdtqYj",
  "SunSwap V3 router": "TQAvWQpT9H916GckwWDJNhYZvQMkuRL7PN",
  "SunSwap V2 router": "TNJVzGqKBWkJxJB5XYSqGAwUTV15U24pPq",
  "SunSwap V2 router, second": "TXF1xDbVGdxFGbovmmmXvBGu8ZiE3Lq4mR",
  "SunSwap V2 router, first": "TKzxdSv2FZKQrEqkKVgp5DcwEXBEKMg2Ax",
  SunPump: "TTfvyrAz86hbZk5iDpKD78pqLGgi8C7AAw",
  "JustLend jUSDT": "TXJgMdjVX5dKiQaUi9QobwNxtSQaFqccvd",
} as const;

const CONTRACTS: ReadonlySet<string> = new Set(Object.values(KNOWN_CONTRACTS));

/** Returns true if the text is the address of a contract that the platform knows. */
export const isKnownContract = (text: string): boolean => CONTRACTS.has(text);

function checksum(payload: Uint8Array): Uint8Array {
  return sha256(sha256(payload)).subarray(0, CHECKSUM_BYTES);
}

/** Reads the text as a number in base 58; undefined for a character outside the alphabet. */
function base58Value(text: string): bigint | undefined {
  let value = 0n;
  for (const character of text) {
    const digit = ALPHABET.indexOf(character);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  return value;
}

/**
 * Returns the TRON address of an account: Base58Check of 0x41 and the 20 bytes. The check is the first four bytes of the
 * double SHA-256.
 *
 * @throws RangeError when there are not 20 bytes
 */
export function tronAddressFrom(body: Uint8Array): string {
  if (body.length !== BODY_BYTES)
    throw new RangeError(`a TRON address has ${BODY_BYTES} bytes after its prefix`);
  const bytes = new Uint8Array(ADDRESS_BYTES);
  bytes[0] = NETWORK_PREFIX;
  bytes.set(body, 1);
  bytes.set(checksum(bytes.subarray(0, -CHECKSUM_BYTES)), 1 + BODY_BYTES);

  // The prefix is not zero, so there are no leading zero bytes to write as leading ones of the alphabet.
  let text = "";
  for (let value = BigInt(`0x${bytesToHex(bytes)}`); value > 0n; value /= 58n) {
    text = ALPHABET.charAt(Number(value % 58n)) + text;
  }
  return text;
}

/** Returns true if the text is a TRON address: 34 characters of base 58 with the prefix 0x41 and a correct checksum. */
export function isTronAddress(text: string): boolean {
  if (text.length !== ADDRESS_CHARACTERS) return false;
  const value = base58Value(text);
  if (value === undefined) return false;
  // 58^34 < 2^200, so 34 characters always fit the 25 bytes.
  const bytes = hexToBytes(value.toString(16).padStart(2 * ADDRESS_BYTES, "0"));
  if (bytes[0] !== NETWORK_PREFIX) return false;
  const expected = checksum(bytes.subarray(0, -CHECKSUM_BYTES));
  return expected.every((byte, index) => byte === bytes[1 + BODY_BYTES + index]);
}

/** Returns a typed or pasted address without blanks, and without what a QR code adds: `tron:T...?amount=20`. */
export const plainAddress = (typed: string): string =>
  compactDigits(typed).replace(/^tron:(?:\/\/)?([^?]*).*$/i, "$1");

/**
 * Returns true if money may be sent to the address: a TRON address that is neither the zero address nor a known contract.
 * The caller must refuse the platform's own deposit addresses, as only the database knows them.
 */
export function isPayableAddress(text: string): boolean {
  return isTronAddress(text) && text !== ZERO_ADDRESS && !isKnownContract(text);
}
