import { INITIAL_PRICE_MILLI } from "@veritick/domain/product.ts";
import { formatFixed, parseMinor } from "@veritick/domain/money.ts";
import { computeTerms, expectedResultPerUnit } from "@veritick/domain/terms.ts";
import { CodePepperLostError } from "../platform/sealing.ts";
import { vkeyText } from "@veritick/domain/log/notes.ts";
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
  const { payments, screening, beacon, publicLog, fourEyesAbove, stepUpMinutes } = config;
  const facts = [
    ["Payments", payments.provider === "sandbox" ? "sandbox, no real money" : payments.provider],
    ["Screening", screening === undefined ? "off" : "on, before money is credited or paid out"],
    ["Beacon", beacon.kind === "drand" ? "drand, public" : "this installation's own, for the sandbox"],
    ["Public log", publicLog === undefined ? "off" : vkeyText(publicLog.vkey)],
    ["Second approval", fourEyesAbove === undefined ? "off" : `above ${formatFixed(fourEyesAbove, 2)} USDMS`],
    [
      "Re-authentication",
      stepUpMinutes === undefined ? "only where always required" : `after ${stepUpMinutes} minutes`,
    ],
    ["House funds", `${formatFixed(parseMinor(houseFunds), 2)} USDMS`],
  ];
  const warning =
    parseMinor(houseFunds) > 0n
      ? []
      : [
          "",
          "The house has no funds, so users cannot open positions. Transfer capital to the provider, then record it in the ledger:",
          '  npm run house:capital -- --add AMOUNT --note "From the owner"    (docs/runbook.md, HouseFundsLow)',
        ];
  const place =
    setupToken === undefined
      ? [`  ${"Administration".padEnd(18)} ${origin}/admin`]
      : [
          "",
          "There is no administrator yet. The first person to open this link becomes one. It works once, until the next start:",
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
    return `WIN_RULE=direction: on ${terms.duration} min the house loses ${userResult.toFixed(2)} per unit staked on average`;
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
    return "The disk is full: nothing can be stored. Free some space, then start again.";
  if (OPERATORS_ERRORS.some((kind) => error instanceof kind)) return error.message;
  if (syscall === "listen" && code === "EADDRINUSE")
    return `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`;
  if (syscall === "listen" && code === "EACCES")
    return `This user is not allowed to use port ${port}. Choose one above 1023 with PORT.`;
  const isUnknown = syscall === "getaddrinfo" && hostname === host;
  if (isUnknown || (syscall === "listen" && (code === "EADDRNOTAVAIL" || code === "EAFNOSUPPORT")))
    return `HOST is ${address ?? host}, which is not an address of this machine. Use 127.0.0.1 for this machine alone, 0.0.0.0 for all its IPv4 addresses or :: for all its addresses.`;
  const noDatabase = describeNoDatabase(error);
  if (noDatabase !== undefined) return noDatabase;
  if (code === "ENOSPC")
    return `The disk is full: nothing can be written to ${path ?? dataDir}. Free some space, then start again.`;
  if (code === "EACCES" || code === "EROFS" || code === "EPERM")
    return `This user cannot write to ${path ?? dataDir}. Change the owner of the folder and its contents, or set DATA_DIR to another one.`;
  if (code === "ENOTDIR" || code === "ENOENT")
    return `${path ?? dataDir} cannot be created. Set DATA_DIR to a folder that this user can write to.`;
  return error.stack ?? error.message;
}
