import {
  beaconKeyOf,
  beaconPublicKey,
  isRoundSigned,
  signRound,
} from "@veritick/domain/beacon-signatures.ts";
import * as fc from "fast-check";
import { expect, it } from "vitest";
import vectors from "../../../../docs/vectors/rounds.json" with { type: "json" };
import { createBls } from "./bls.ts";
import { signInBulk } from "./sign-in-bulk.ts";

it("makes the frozen rounds", async () => {
  const { secretKey, rounds } = vectors.local;
  const made = await signInBulk(beaconKeyOf(secretKey), rounds[0]!.round, rounds.length);
  expect(made).toEqual(rounds.map(({ signature }) => signature));
});

it("signs as the verifiers' library does, with any key", async () => {
  const keys = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString("hex"));
  await fc.assert(
    fc.asyncProperty(keys, fc.integer({ min: 0, max: 10 ** 9 }), async (hex, round) => {
      const key = beaconKeyOf(hex);
      expect(await signInBulk(key, round, 2)).toEqual([signRound(key, round), signRound(key, round + 1)]);
    }),
    {
      numRuns: 20,
      examples: [
        ["00".repeat(32), 0],
        ["ff".repeat(32), 1],
      ],
    },
  );
});

it("makes signatures that verify", async () => {
  const key = beaconKeyOf("5a".repeat(32));
  const [signature] = await signInBulk(key, 42, 1);
  expect(isRoundSigned(beaconPublicKey(key), { round: 42, signature: signature! })).toBe(true);
});

it("finds the very round of the list that is not signed, although another thread checks a copy", async () => {
  const bls = createBls();
  const { chain, rounds } = vectors.local;
  const [first, second, third] = rounds.map(({ round, signature }) => ({ round, signature }));
  const wrong = { ...second!, signature: first!.signature };
  try {
    expect(await bls.findUnsigned(chain.publicKey, [first!, wrong, third!])).toBe(wrong);
    expect(await bls.findUnsigned(chain.publicKey, [first!, second!, third!])).toBeUndefined();
  } finally {
    await bls.stop();
  }
});
