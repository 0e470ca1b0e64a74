import { DECIMAL, fieldsOf, readText } from "./read-value.ts";

export type EntryLine = { readonly kind: string; readonly account: string; readonly amount: string };

/** Keeps an unreadable entry as a line that no posting has, so that the comparison fails. */
export function readEntry(value: unknown): EntryLine {
  const { kind, account, amount } = fieldsOf(value);
  const short = /^[\w:.-]{1,80}$/;
  return {
    kind: readText(kind, short) ?? "?",
    account: readText(account, short) ?? "?",
    amount: readText(amount, DECIMAL) ?? "?",
  };
}

/** Returns true if the entries of each transaction sum to zero. Each must name its transaction. */
export function sumToZero(entries: readonly unknown[]): boolean {
  const sums = new Map<string, bigint>();
  for (const { transactionId, amount } of entries.map(fieldsOf)) {
    const id = readText(transactionId, /^\d{1,30}$/);
    const moved = readText(amount, DECIMAL);
    if (id === undefined || moved === undefined) return false;
    sums.set(id, (sums.get(id) ?? 0n) + BigInt(moved.replace(".", "")));
  }
  return [...sums.values()].every((sum) => sum === 0n);
}
