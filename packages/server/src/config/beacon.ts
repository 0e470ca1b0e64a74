import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BEACON_SCHEME, faultOf, QUICKNET } from "@veritick/domain/beacon.ts";
import type { BeaconChain, ChainFault } from "@veritick/domain/beacon.ts";
import { z } from "zod";
import { readGivenSecrets, readSecret } from "./installation.ts";
import type { DatabaseLocation } from "./installation.ts";
import { ConfigError, readWhole } from "./values.ts";

export type BeaconConfig =
  | { kind: "local"; key: Uint8Array; delayMs: number }
  | { kind: "drand"; chain: BeaconChain; relays: readonly string[]; delayMs: number };

/** The relays of the League of Entropy (https://docs.drand.love/developer/http-api). */
const PUBLIC_RELAYS = [
  "https://api.drand.sh",
  "https://api2.drand.sh",
  "https://api3.drand.sh",
  "https://drand.cloudflare.com",
];
/** Relays of a public beacon have a round after 0.3 to 1 s. */
const PUBLIC_DELAY_MS = 1_500;
const MOST_DELAY_MS = 10_000;

type Environment = Record<string, string | undefined>;

/** Reads which beacon gives the random values of the prices. */
export function readBeacon(
  environment: Environment,
  location: DatabaseLocation,
  isRealMoney: boolean,
): BeaconConfig {
  const read = (name: string): string | undefined => environment[name]?.trim() || undefined;
  const beacon = read("BEACON") ?? "local";
  const relays = readRelays(read("BEACON_RELAYS"));
  const acceptsOwn = read("ACCEPT_OWN_BEACON") === "yes";
  const delayMs = (usual: number) =>
    readWhole("BEACON_DELAY_MS", read("BEACON_DELAY_MS"), usual, 0, MOST_DELAY_MS);
  if (beacon === "local") {
    if (relays !== undefined)
      throw new ConfigError(
        "BEACON_RELAYS is set, but BEACON=local uses no relays: remove it, or set BEACON",
      );
    if (isRealMoney && !acceptsOwn) {
      throw new ConfigError(
        "BEACON=local lets the operator of this server know prices in advance, and PAYMENT_PROVIDER moves real money. " +
          "Set BEACON=quicknet to use a public beacon, or ACCEPT_OWN_BEACON=yes to run your own anyway.",
      );
    }
    return { kind: "local", key: readSecret("beacon-key", environment, location), delayMs: delayMs(0) };
  }
  const chain = beacon === "quicknet" ? QUICKNET : readChain(beacon);
  const asked = relays ?? (beacon === "quicknet" ? PUBLIC_RELAYS : undefined);
  if (asked === undefined)
    throw new ConfigError(
      "BEACON_RELAYS is required for this BEACON: list the relays that serve its chain, separated by commas",
    );
  return { kind: "drand", chain, relays: asked, delayMs: delayMs(PUBLIC_DELAY_MS) };
}

/**
 * Returns the possible beacons of a chain that is no longer configured: the installation's own, if its key is still
 * available, and the public one over the configured relays and the default ones. The configured ones may tell of the new
 * chain only.
 */
export function formerBeacons(
  chain: BeaconChain,
  config: BeaconConfig,
  environment: Environment,
  location: DatabaseLocation,
): BeaconConfig[] {
  const hasKey =
    readGivenSecrets(environment)["beacon-key"] !== undefined ||
    existsSync(join(location.dataDir, "beacon-key"));
  const relays = [...new Set([...(config.kind === "drand" ? config.relays : []), ...PUBLIC_RELAYS])];
  return [
    ...(hasKey
      ? [{ kind: "local", key: readSecret("beacon-key", environment, location), delayMs: 0 } as const]
      : []),
    { kind: "drand", chain, relays, delayMs: 0 },
  ];
}

function readRelays(text: string | undefined): string[] | undefined {
  if (text === undefined) return undefined;
  const relays = text
    .split(",")
    .map((part) => part.trim().replace(/\/+$/, ""))
    .filter((part) => part !== "");
  const wrong = relays.find((relay) => !URL.canParse(relay) || !/^https?:$/.test(new URL(relay).protocol));
  if (wrong !== undefined || relays.length === 0)
    throw new ConfigError(
      `BEACON_RELAYS must be http or https addresses, separated by commas, not "${wrong ?? text}"`,
    );
  return relays;
}

/** The answer of drand's relays at `/{chainHash}/info`. */
const chainInfo = z.object({
  public_key: z.string(),
  period: z.number(),
  genesis_time: z.number(),
  hash: z.string(),
  groupHash: z.string(),
  schemeID: z.string(),
  metadata: z.object({ beaconID: z.string() }).default({ beaconID: "default" }),
});

/** @param text the JSON of a chain's information, or the path of a file with it */
function readChain(text: string): BeaconChain {
  const info = parseInfo(text.startsWith("{") ? text : readFile(text));
  const chain = {
    chainHash: info.hash,
    publicKey: info.public_key,
    genesisTime: info.genesis_time,
    period: info.period,
    groupHash: info.groupHash,
    schemeID: info.schemeID,
    beaconID: info.metadata.beaconID,
  };
  const fault = faultOf(chain);
  if (fault !== undefined) throw new ConfigError(`BEACON: ${FAULTS[fault](chain)}`);
  return chain;
}

function readFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    throw new ConfigError(
      `BEACON must be "local", "quicknet", or the JSON of a chain's information or a file with it; "${path}" cannot be read`,
    );
  }
}

function parseInfo(json: string): z.infer<typeof chainInfo> {
  let found: unknown;
  try {
    found = JSON.parse(json);
  } catch {
    throw new ConfigError("BEACON: the chain's information is not JSON");
  }
  const info = chainInfo.safeParse(found);
  if (info.success) return info.data;
  const field = info.error.issues[0]?.path.join(".") ?? "";
  throw new ConfigError(
    `BEACON: the chain's information lacks ${field === "" ? "its fields" : field}, or its type is wrong`,
  );
}

const FAULTS: Record<ChainFault, (chain: BeaconChain) => string> = {
  scheme: ({ schemeID }) => `the chain's scheme must be ${BEACON_SCHEME}, not "${schemeID}"`,
  period: ({ period }) => `the chain's period must divide 60 seconds, which ${period} does not`,
  genesis: ({ genesisTime, period }) =>
    `the chain's genesis time must be a multiple of its period, which ${genesisTime} is not of ${period}`,
  unreadable: () => "the chain's public_key, groupHash or beaconID cannot be read",
  hash: ({ chainHash }) =>
    `the chain's information does not hash to ${chainHash}, so it belongs to another chain or was altered`,
};
