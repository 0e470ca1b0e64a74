import type { BrowserContext } from "@playwright/test";
import type { BeaconStandIns } from "@veritick/server/beacon/public.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";

/**
 * Puts a check that costs nothing in the place of the curve: by it every signature is right but those that a test has made up of
 * zeros.
 */
export async function spareSignatures(context: BrowserContext): Promise<void> {
  const body =
    'export const findUnsigned = (_, rounds) => rounds.find(({ signature }) => signature === "0".repeat(96));';
  await context.route(/\/beacon-signatures-[^/]*\.js$/, (route) =>
    route.fulfill({ contentType: "text/javascript", body }),
  );
}

/** The curve is loaded by those tests alone that need it. */
export async function realRounds(): Promise<BeaconStandIns> {
  const { blsInProcess, memoisedKey } = await import("@veritick/server/testing/signed-rounds.ts");
  return { local: await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex")), bls: blsInProcess() };
}

/** Two minutes before the end of an hour, in the last second of a block: the price begins at once. */
export const NEAR_THE_END_MS = 1_790_002_800_000 - 121_000;
