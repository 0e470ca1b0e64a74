import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { folderForTest, runScript } from "../../testing/backups.ts";
import { UnreachableError } from "../platform/db/unavailable.ts";
import { lockDataDir } from "../platform/process/data-dir.ts";
import { runTool } from "./tool.ts";

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs a command that fails, and returns what it prints. */
async function tellOf(message: string, cause: object): Promise<unknown> {
  const print = vi.spyOn(console, "error").mockReturnValue(undefined);
  await runTool("npm run it", () => Promise.reject(Object.assign(new Error(message), cause)));
  expect(process.exitCode).toBe(1);
  return print.mock.calls[0]![0];
}

it.each([
  ["ENOSPC: no space left on device, write", { code: "ENOSPC" }, /^The disk is full\. Free some space, then/],
  ["could not extend file", { code: "53100" }, /^The disk is full\. Free some space, then/],
  ["initdb failed:\nFATAL: No space left on device", {}, /^The disk is full\. Free some space, then/],
  [
    "EACCES: permission denied, mkdir '/mnt/x'",
    { code: "EACCES", path: "/mnt/x" },
    /^\/mnt\/x cannot be used: EACCES.* Change the owner/,
  ],
  ["permission denied for schema public", {}, /permission denied .* Set DATABASE_OWNER_URL/],
  [
    'relation "users" does not exist',
    { code: "42P01" },
    /^This database has never been used, .* DATABASE_URL/,
  ],
])("a command says in one line what to do about: %s", async (message, cause, advice) => {
  const told = await tellOf(message, cause);
  expect(told).toMatch(advice);
  expect(told).not.toContain("\n");
});

it.each([
  ["connect ECONNREFUSED 127.0.0.1:1", "ECONNREFUSED", /ECONNREFUSED .* Check DATABASE_URL/],
  ['password authentication failed for user "me"', "28P01", /authentication .* Check DATABASE_URL/],
  ["getaddrinfo EAI_AGAIN db.example", "EAI_AGAIN", /EAI_AGAIN .* Check the host in DATABASE_URL/],
  [
    'no pg_hba.conf entry for host "10.0.0.1", no encryption',
    "28000",
    /no encryption\. .* add sslmode=verify-full/,
  ],
  ["connection requires a valid client certificate", "28000", /client certificate\. .* sslcert and sslkey/],
  ["write EPROTO 40:error:0A00042E:SSL routines", "EPROTO", /EPROTO .* Check sslmode, sslrootcert/],
])("a command that gets no connection says in one line what to check: %s", async (message, code, advice) => {
  const failure = new UnreachableError(Object.assign(new Error(message), { code }));
  const print = vi.spyOn(console, "error").mockReturnValue(undefined);
  await runTool("npm run it", () => Promise.reject(failure));
  const told = print.mock.calls[0]![0] as string;
  expect(told).toMatch(advice);
  expect(told).toMatch(/^No connection to the database: [^\n]*$/);
});

it("a command shows a fault of ours with its stack", async () => {
  const told = await tellOf("a fault", {});
  expect(told).toBeInstanceOf(Error);
});

it.each(["liabilities", "price-regenesis", "restore"])(
  "%s answers --help with its usage, and does nothing",
  async (name) => {
    const dataDir = join(folderForTest(), "none");
    const { code, told } = await runScript(`cli/${name}.ts`, ["--help"], { DATA_DIR: dataDir });
    expect([code, told]).toEqual([
      2,
      expect.stringMatching(/^Unknown option '--help'\.?\nUsage: .*npm run /),
    ]);
  },
);

it("a command that meets a starting server says so", async () => {
  const dataDir = folderForTest();
  mkdirSync(join(dataDir, "postgres"));
  const lock = lockDataDir(dataDir);
  try {
    const { code, told } = await runScript("cli/ledger-check.ts", [], { DATA_DIR: dataDir });
    expect([code, told]).toEqual([
      1,
      expect.stringMatching(/is not running yet: .* Run this command again in a moment\.$/),
    ]);
  } finally {
    lock.release();
  }
});
