import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BeaconStandIns } from "@veritick/server/beacon/public.ts";
import { TEST_BEACON_KEY } from "@veritick/server/testing/test-app.ts";

/** The folder of the build that the tests use. */
export const BUILD =
  process.env["WEB_ROOT"] ?? fileURLToPath(new URL("../../packages/web/dist", import.meta.url));

/**
 * Copies the web app and replaces its computation on the curve by a check that costs nothing: it accepts every signature
 * except the zeros that a test has made up. Intercepting the server's answers instead would keep the browser from caching.
 */
export function spareSignatures(): string {
  const folder = mkdtempSync(join(tmpdir(), "veritick-spared-"));
  cpSync(BUILD, folder, { recursive: true });
  const assets = join(folder, "assets");
  for (const name of readdirSync(assets).filter((each) => each.startsWith("beacon-signatures-"))) {
    if (name.endsWith(".js")) writeFileSync(join(assets, name), SPARED);
    else rmSync(join(assets, name));
  }
  return folder;
}

const SPARED =
  'export const findUnsigned = (_, rounds) => rounds.find(({ signature }) => signature === "0".repeat(96));';

/** Loads the curve, for the tests that need it. */
export async function realRounds(): Promise<BeaconStandIns> {
  const { blsInProcess, memoisedKey } = await import("@veritick/server/testing/signed-rounds.ts");
  return { local: await memoisedKey(Buffer.from(TEST_BEACON_KEY, "hex")), bls: blsInProcess() };
}

/** Two minutes before the end of an hour, in the last second of a block, so that the price begins at once. */
export const NEAR_THE_END_MS = 1_790_002_800_000 - 121_000;
