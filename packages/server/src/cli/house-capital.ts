import { formatMinor, minor, parseFormAmount } from "@veritick/domain/money.ts";
import { parseArgs } from "node:util";
import { attachDatabase, runTool, UsageError } from "./tool.ts";
import { readDatabaseLocation } from "../config/installation.ts";
import { CapitalRefusedError, changeCapital } from "../ledger/public.ts";
import { knownProvider } from "../payments/public.ts";
import { dateOf, systemClock } from "../platform/clock.ts";
import { isId, newId } from "../platform/ids.ts";

const USAGE =
  "npm run house:capital -- --add AMOUNT --note TEXT [--reference ID]\n" +
  "       npm run house:capital -- --take AMOUNT --note TEXT [--reference ID]";

const MOST = parseFormAmount("1000000000")!;

/**
 * `npm run house:capital`: records in the ledger that the owner of the house added money to the provider or took some back.
 * Runs beside live servers. A repeated call with the same reference changes nothing.
 */
await runTool(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      add: { type: "string" },
      take: { type: "string" },
      note: { type: "string" },
      reference: { type: "string" },
    },
  });
  const size = parseFormAmount(values.add ?? values.take);
  const note = values.note?.trim() ?? "";
  const isBoth = values.add !== undefined && values.take !== undefined;
  if (isBoth || size === undefined || size <= 0n || size > MOST || note === "") throw new UsageError();
  const clock = systemClock();
  const reference = values.reference ?? newId(clock.nowMs());
  if (!isId(reference)) throw new UsageError(`The reference must be an id such as ${newId(clock.nowMs())}`);
  const { database, close } = await attachDatabase(readDatabaseLocation(process.env));
  try {
    const provider = await knownProvider(database);
    if (provider === undefined) {
      throw new CapitalRefusedError("This database has never been used. Start the server once first.");
    }
    console.log(
      `Reference: ${reference} (repeat the command with --reference ${reference}: it is never recorded twice)`,
    );
    const amount = values.add === undefined ? minor(-size) : size;
    const change = { provider, amount, reference, note, at: dateOf(clock) };
    const { isNew, funds, promised } = await changeCapital(database, change);
    console.log(isNew ? "Recorded." : "This was already recorded. Nothing was changed.");
    console.log(
      `House funds: ${formatMinor(funds)} USDMS. Reserved for open positions: ${formatMinor(promised)} USDMS.`,
    );
  } finally {
    await close();
  }
});
