import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import { computeTerms, expectedResultPerUnit } from "@veritick/domain/terms.ts";
import { CodePepperLostError } from "../platform/sealing.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/values.ts";
import { ProviderChangedError } from "../payments/public.ts";
import { SchemaOutdatedError } from "../platform/db/migrate.ts";
import { UnsuitableDatabaseError } from "../platform/db/suitable.ts";
import {
  DataDirInUseError,
  EmbeddedDatabaseError,
  RestoreUnfinishedError,
} from "../platform/process/data-dir.ts";
import { describeNoDatabase, isDiskFull } from "../platform/process/failures.ts";
import { StillServedError } from "../positions/public.ts";
import { BeaconChangedError, ChainBrokenError, PriceSecretLostError } from "../prices/public.ts";

/** Returns the address at which a browser on this machine reaches a server that listens on `host`. */
export function originOf(host: string, port: number): string {
  if (["127.0.0.1", "0.0.0.0", "::"].includes(host)) return `http://localhost:${port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * Returns the lines for the operator once the server is ready. `setupToken` is set if there is no administrator yet.
 *
 * @param houseFunds the house's own money as a decimal
 */
export function startLines(
  config: Config,
  origin: string,
  { setupToken, houseFunds }: { setupToken: string | undefined; houseFunds: string },
): string[] {
  const { payments, screening, beacon, fourEyesAbove, stepUpMinutes } = config;
  const facts = [
    ["Payments", payments.provider === "sandbox" ? "sandbox, no real money" : payments.provider],
    ["Screening", screening === undefined ? "off" : "asked before money is credited or paid out"],
    ["Beacon", beacon.kind === "drand" ? "drand, public" : "this server's own, for trying it out"],
    [
      "Two persons",
      fourEyesAbove === undefined ? "never asked for" : `above ${formatFixed(fourEyesAbove, 2)} USDMS`,
    ],
    [
      "Proof of identity",
      stepUpMinutes === undefined ? "not asked for again" : `again after ${stepUpMinutes} minutes`,
    ],
    ["House's funds", `${formatFixed(parseMinor(houseFunds), 2)} USDMS`],
  ];
  const warning =
    parseMinor(houseFunds) > 0n
      ? []
      : [
          "",
          "The house has no money of its own, so nobody can open a position. Bring some to the provider, then note it in the books:",
          '  npm run house:capital -- --add AMOUNT --note "From the owner"    (docs/runbook.md, HouseFundsLow)',
        ];
  const place =
    setupToken === undefined
      ? [`  ${"Administration".padEnd(18)} ${origin}/admin`]
      : [
          "",
          "There is no administrator yet. The first person to open this address becomes one. It works once, until the next start:",
          `  ${origin}/setup?token=${setupToken}`,
        ];
  return [
    `Veritick is ready: ${origin}`,
    ...facts.map(([name, fact]) => `  ${name!.padEnd(18)} ${fact}`),
    ...place,
    ...warning,
  ];
}

/** Returns warnings about WIN_RULE=direction, with which the house loses on every position: how much, for each duration. */
export function expectedLossLines({ houseEdge, winRule }: Pick<Config, "houseEdge" | "winRule">): string[] {
  if (winRule !== "direction") return [];
  return computeTerms({ houseEdge, winRule }).map((terms) => {
    const userResult = expectedResultPerUnit(terms, "buy", INITIAL_PRICE_MILLI);
    return `WIN_RULE=direction: on ${terms.duration} min the house expects to lose ${userResult.toFixed(2)} per unit staked`;
  });
}

const OPERATORS_ERRORS = [
  ConfigError,
  DataDirInUseError,
  EmbeddedDatabaseError,
  RestoreUnfinishedError,
  PriceSecretLostError,
  BeaconChangedError,
  ChainBrokenError,
  StillServedError,
  CodePepperLostError,
  ProviderChangedError,
  SchemaOutdatedError,
  UnsuitableDatabaseError,
] as const;

/**
 * Describes why the server could not start. Errors that the operator can fix get a line that says how; others get their
 * stack.
 */
export function describeFailure(
  error: unknown,
  { port, host, dataDir }: { port: number; host: string; dataDir: string },
): string {
  if (!(error instanceof Error)) return String(error);
  const { code, syscall, path, address, hostname } = error as NodeJS.ErrnoException & {
    address?: string;
    hostname?: string;
  };
  if (code !== "ENOSPC" && isDiskFull(error))
    return "The disk is full: nothing can be stored. Make room, then start again.";
  if (OPERATORS_ERRORS.some((kind) => error instanceof kind)) return error.message;
  if (syscall === "listen" && code === "EADDRINUSE")
    return `Port ${port} is in use by another program. End it, or choose another port with PORT.`;
  if (syscall === "listen" && code === "EACCES")
    return `Port ${port} may not be used by this user. Choose one above 1023 with PORT.`;
  const isUnknown = syscall === "getaddrinfo" && hostname === host;
  if (isUnknown || (syscall === "listen" && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")))
    return `HOST is ${address ?? host}, which is not an address of this machine. 127.0.0.1 is this machine alone, 0.0.0.0 every IPv4 address of it, :: every address.`;
  const noDatabase = describeNoDatabase(error);
  if (noDatabase !== undefined) return noDatabase;
  if (code === "ENOSPC")
    return `The disk is full: nothing can be written to ${path ?? dataDir}. Make room, then start again.`;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return `${path ?? dataDir} cannot be written by this user. Change the owner of the folder and of all that is in it, or name another one with DATA_DIR.`;
  if (code === "ENOTDIR" || code === "ENOENT")
    return `${path ?? dataDir} cannot be made. Name a folder with DATA_DIR that this user may write.`;
  return error.stack ?? error.message;
}
