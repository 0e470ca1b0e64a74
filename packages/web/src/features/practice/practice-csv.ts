import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { endOf } from "../../api/desk/desk.ts";
import type { PracticeBook } from "../../api/desk/practice-book.ts";

const HEADER = "time,kind,reference,amount,balance_after,transaction_id";

/**
 * The movements of practice, newest first, in the columns of the account's statement. The browser keeps no ledger: the id
 * stays empty, and the balances are counted back from the present one.
 */
export function movementsFile({ balance, waiting, positions }: PracticeBook): string {
  // By the price's clock: that of the device may differ, and then a win would come before its stake.
  const opened = [...waiting, ...positions].map(({ id, amount, entryTick }) => ({
    id,
    at: new Date(entryTick * 1000).toISOString(),
    kind: "position_opened",
    sum: -parseMinor(amount),
  }));
  const ended = positions
    .filter(({ status }) => status !== "active")
    .map(({ id, status, amount, profit, ...position }) => ({
      id,
      at: endOf(position),
      kind: `position_${status}`,
      sum: parseMinor(amount) + parseMinor(profit ?? "0"),
    }))
    .filter(({ sum }) => sum > 0n);
  let after: bigint = parseMinor(balance);
  const lines = [...opened, ...ended]
    .toSorted((one, other) => (one.at < other.at ? 1 : -1))
    .map(({ id, at, kind, sum }) => {
      const line = [at, kind, id, formatMinor(minor(sum)), formatMinor(minor(after)), ""].join(",");
      after -= sum;
      return line;
    });
  return [HEADER, ...lines].map((line) => `${line}\r\n`).join("");
}
