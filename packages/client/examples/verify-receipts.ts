// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The Veritick authors

// Verifies the receipt of every position with the stand-alone verifier, against the data that the site publishes.
//
//   VERITICK_SITE=http://localhost:3000 VERITICK_KEY=vtk_... node verify-receipts.ts veritick-verify.mjs [--key HEX]
//
// The API key needs the scope read. Every site has the verifier at /veritick-verify.mjs. Take it once, from somebody whom you
// trust, and not each time from the site that it judges.
// Further options go to the verifier: --key names the public key that must have signed. A program that notes when each answer
// came can give the verifier files with `received`. Without them it says that nothing shows when an order was dated.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createClient } from "@veritick/client/client.ts";

const site = process.env["VERITICK_SITE"] ?? "http://localhost:3000";
const client = createClient({ site, key: process.env["VERITICK_KEY"] ?? "" });
const [verifier = "veritick-verify.mjs", ...options] = process.argv.slice(2);
type Verifier = { run(words: string[], say: (line: string) => void): Promise<number> };
const { run } = (await import(pathToFileURL(resolve(verifier)).href)) as Verifier;

const folder = mkdtempSync(join(tmpdir(), "veritick-receipts-"));
let [right, reserved, wrong, open] = [0, 0, 0, 0];
let before: string | undefined;

for (;;) {
  const page = await client.call("listPositions", { query: before === undefined ? {} : { before } });
  if (!page.ok) throw page.error;
  for (const { id } of page.value) {
    const receipt = await client.call("getPosition", { params: { id } });
    if (!receipt.ok) throw receipt.error;
    const file = join(folder, `${id}.json`);
    writeFileSync(file, JSON.stringify(receipt.value));
    const lines: string[] = [];
    // 0: all right, or right so far; 1: something is wrong; 2: some steps cannot be checked.
    const code = await run(["--position", file, "--url", site, ...options], (line) => lines.push(line));
    const last = lines.at(-1) ?? "";
    if (code === 0 && /^(All right|Right so far):/.test(last)) right += 1;
    else if (code === 0) reserved += 1;
    else if (code === 1) wrong += 1;
    else open += 1;
    if (code === 0) console.log(`${id}  ${last}`);
    else console.log(`${id}\n  ${lines.join("\n  ")}`);
  }
  before = page.value.at(-1)?.id;
  if (before === undefined) break;
}

rmSync(folder, { recursive: true });
console.log(
  `${right} right, ${reserved} right with a reservation, ${wrong} wrong, ${open} that cannot be checked yet`,
);
process.exitCode = wrong > 0 ? 1 : open > 0 ? 2 : 0;
