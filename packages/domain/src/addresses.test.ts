import fc from "fast-check";
import { expect, it } from "vitest";
import {
  KNOWN_CONTRACTS,
  USDT_CONTRACT,
  ZERO_ADDRESS,
  isKnownContract,
  isPayableAddress,
  isTronAddress,
  tronAddressFrom,
} from "./addresses.ts";

const bodies = fc.uint8Array({ minLength: 20, maxLength: 20 });
const anyAddress = bodies.map(tronAddressFrom);
const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

it("encodes twenty zero bytes as the known address", () => {
  expect(tronAddressFrom(new Uint8Array(20))).toBe(ZERO_ADDRESS);
});

it("encodes the known bytes of the USDT contract", () => {
  const body = Uint8Array.from(Buffer.from("a614f803b6fd780986a42c78ec9c7f77e6ded13c", "hex"));
  expect(tronAddressFrom(body)).toBe(USDT_CONTRACT);
});

it("recognises well-known addresses and refuses to pay to them", () => {
  const contracts = Object.values(KNOWN_CONTRACTS);
  expect(new Set(contracts).size).toBe(contracts.length);
  for (const address of [ZERO_ADDRESS, ...contracts]) {
    expect(isTronAddress(address)).toBe(true);
    expect(isPayableAddress(address)).toBe(false);
    expect(isKnownContract(address)).toBe(address !== ZERO_ADDRESS);
  }
});

it("makes addresses of 34 characters that begin with T and recognises them", () => {
  fc.assert(
    fc.property(bodies, (body) => {
      const address = tronAddressFrom(body);
      expect(address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
      expect(isTronAddress(address)).toBe(true);
    }),
  );
  for (const byte of [0, 255])
    expect(isTronAddress(tronAddressFrom(new Uint8Array(20).fill(byte)))).toBe(true);
  expect(isPayableAddress(tronAddressFrom(new Uint8Array(20).fill(255)))).toBe(true);
});

it("refuses an address with one wrong character", () => {
  fc.assert(
    fc.property(
      anyAddress,
      fc.nat({ max: 33 }),
      fc.constantFrom(...ALPHABET),
      (address, index, character) => {
        fc.pre(address[index] !== character);
        expect(isTronAddress(address.slice(0, index) + character + address.slice(index + 1))).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

it.each([
  ["empty", ""],
  ["one character short", USDT_CONTRACT.slice(0, -1)],
  ["one character long", `${USDT_CONTRACT}t`],
  ["a blank in front", ` ${USDT_CONTRACT.slice(1)}`],
  ["lower case", USDT_CONTRACT.toLowerCase()],
  ["a character outside base 58", USDT_CONTRACT.replace("7", "0")],
  ["hex", "41a614f803b6fd780986a42c78ec9c7f77e6ded13c"],
  ["a Bitcoin address of 34 characters", "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"],
  ["the largest 34 characters of base 58", "z".repeat(34)],
  ["zeros only", "1".repeat(34)],
])("refuses %s", (_, text) => {
  expect(isTronAddress(text)).toBe(false);
  expect(isPayableAddress(text)).toBe(false);
});

it("refuses to make an address from other than twenty bytes", () => {
  expect(() => tronAddressFrom(new Uint8Array(21))).toThrow(
    new RangeError("a TRON address has 20 bytes after its prefix"),
  );
});
