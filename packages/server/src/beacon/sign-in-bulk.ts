import { roundInField } from "@veritick/domain/beacon-signatures.ts";
import { toHex } from "@veritick/domain/epochs.ts";
import mcl from "mcl-wasm";

/** The map of RFC 9380, in mcl's numbers. */
const RFC_9380 = 5;

let started: Promise<void> | undefined;

async function start(): Promise<void> {
  await mcl.init(mcl.BLS12_381);
  mcl.setETHserialization(true);
  mcl.setMapToMode(RFC_9380);
}

/** mcl hashes with a domain of its own alone, so the text comes hashed into the field, and mcl maps it to the curve. */
function pointOf(round: number): mcl.G1 {
  const [first, second] = roundInField(round).map((value) => {
    const element = new mcl.Fp();
    element.setStr(value.toString(16), 16);
    return element.mapToG1();
  });
  return mcl.add(first!, second!);
}

/**
 * The signatures of so many rounds in a row, as `signRound` makes them, in an eighth of its time: a local beacon that was off for
 * a week has 200,000 rounds to make. Nobody believes them because of how they were made.
 *
 * @param key as `beaconKeyOf` gives it
 */
export async function signInBulk(key: Uint8Array, from: number, count: number): Promise<string[]> {
  await (started ??= start());
  const secret = new mcl.Fr();
  secret.setStr(toHex(key), 16);
  return Array.from({ length: count }, (_, index) =>
    mcl.mul(pointOf(from + index), secret).serializeToHexStr(),
  );
}
