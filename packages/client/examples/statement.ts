// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Veritick authors

// Reads the whole statement, page by page, and checks that every balance follows from the one before it.
//
//   VERITICK_SITE=http://localhost:3000 VERITICK_KEY=vtk_... node statement.ts
//
// The key needs the scope read.
import { createClient } from "@veritick/client/client.ts";

const site = process.env["VERITICK_SITE"] ?? "http://localhost:3000";
const client = createClient({ site, key: process.env["VERITICK_KEY"] ?? "" });

/** Converts a decimal with eight places to an integer, so that amounts add up exactly. */
const units = (decimal: string): bigint => BigInt(decimal.replace(".", ""));

let before: number | undefined;
let later: { amount: string; balanceAfter: string } | undefined;
let movements = 0;
const sums = new Map<string, bigint>();

for (;;) {
  const page = await client.call("statement", {
    query: { limit: 500, ...(before !== undefined && { before }) },
  });
  if (!page.ok) throw page.error;
  for (const entry of page.value) {
    if (later !== undefined && units(later.balanceAfter) - units(later.amount) !== units(entry.balanceAfter))
      throw new Error(`The balance after ${entry.transactionId} does not lead to the next one.`);
    later = entry;
    before = Number(entry.transactionId);
    movements += 1;
    sums.set(entry.kind, (sums.get(entry.kind) ?? 0n) + units(entry.amount));
  }
  if (page.value.length === 0) break;
}

if (later !== undefined && units(later.balanceAfter) !== units(later.amount))
  throw new Error("The first balance is not the first movement.");
for (const [kind, sum] of sums)
  console.log(`${kind} ${sum < 0n ? "-" : ""}${inDollars(sum < 0n ? -sum : sum)}`);
console.log(`${movements} movements, every balance follows`);

function inDollars(sum: bigint): string {
  const digits = String(sum).padStart(9, "0");
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
