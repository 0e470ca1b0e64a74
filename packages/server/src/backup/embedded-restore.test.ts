import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { folderForTest, restoreInto, runScript } from "../../testing/backups.ts";
import { seedPeople } from "../../testing/people.ts";
import { TEST_BEACON_KEY, TEST_PEPPER, TEST_SECRET, TEST_SIGNING_KEY } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";
import { lockDataDir } from "../platform/process/data-dir.ts";
import { makeBackup } from "./make-backup.ts";
import { readManifest, sha256 } from "./manifest.ts";

/** The app whose backup these tests restore into data directories. */
const scope = useApp();
// The tests set up several PostgreSQL servers one after the other.
vi.setConfig({ testTimeout: 90_000 });
const base = mkdtempSync(join(tmpdir(), "vt-"));
const dataDir = join(base, "data");
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 5 }));

let folder = "";
beforeAll(async () => {
  await seedPeople(scope.app, 3, "50");
  const made = await makeBackup({
    connection: scope.connection,
    into: join(base, "backups"),
    secrets: new Map([
      ["price-secret", TEST_SECRET],
      ["code-pepper", TEST_PEPPER],
      ["signing-key", TEST_SIGNING_KEY],
      ["beacon-key", TEST_BEACON_KEY],
    ]),
    version: "0.0.1",
    now: new Date(1_790_000_000_000),
    tell() {},
  });
  folder = made.folder;
});

const embedded = { dataDir };
const mark = join(dataDir, "restore-unfinished");
const secretIn = (place: string, name = "price-secret") => readFileSync(join(place, name), "utf8").trim();
/** No secrets from the environment: those in the folder must be enough. */
const given = {
  "price-secret": undefined,
  "code-pepper": undefined,
  "signing-key": undefined,
  "beacon-key": undefined,
  "log-key": undefined,
};

it("restores an installation with its secrets, and a backup of it is the same again", async () => {
  expect(await restoreInto(embedded, folder, { given })).toMatchObject({ faults: [], wrongSecrets: [] });
  expect(secretIn(dataDir)).toBe(TEST_SECRET);
  expect(statSync(join(dataDir, "code-pepper")).mode & 0o777).toBe(0o600);
  expect(existsSync(mark)).toBe(false);

  const into = folderForTest();
  const backup = await runScript("cli/backup.ts", [into], { DATA_DIR: dataDir });
  expect(backup).toMatchObject({
    code: 0,
    told: expect.stringContaining("Keep it where nobody else can read it"),
  });
  const [name] = readdirSync(into);
  expect(secretIn(join(into, name!))).toBe(TEST_SECRET);
  expect(secretIn(join(into, name!), "signing-key")).toBe(TEST_SIGNING_KEY);
  expect(secretIn(join(into, name!), "beacon-key")).toBe(TEST_BEACON_KEY);
  const tablesOf = (where: string) =>
    // A restore begins maintenance, which is stored in kept_values.
    (
      JSON.parse(readFileSync(join(where, "manifest.json"), "utf8")) as { tables: { name: string }[] }
    ).tables.filter(({ name }) => name !== "kept_values");
  expect(tablesOf(join(into, name!))).toEqual(tablesOf(folder));
});

it("leaves an existing installation alone, whether a server runs on it or not", async () => {
  await expect(restoreInto(embedded, folder)).rejects.toThrow(
    "not empty: it contains an installation of Veritick",
  );
  expect(existsSync(mark)).toBe(false);
  const lock = lockDataDir(dataDir, 0);
  await expect(restoreInto(embedded, folder, { replace: true })).rejects.toThrow(
    /in use by .* Nothing was changed/,
  );
  lock.release();
  writeFileSync(join(dataDir, "price-secret"), `${"ab".repeat(32)}\n`);
  await expect(restoreInto(embedded, folder)).rejects.toThrow("differs from the one in the backup");
});

it("moves the old installation aside with --replace; a killed run must be repeated before any start", async () => {
  const args = [folder, "5", "replace"];
  const killed = await runScript("backup/restore-killed.fixture.ts", args, { DATA_DIR: dataDir });
  expect(killed.signal).toBe("SIGKILL");
  const [aside] = readdirSync(dataDir).filter((name) => name.startsWith("replaced-"));
  expect(readdirSync(join(dataDir, aside!)).toSorted()).toEqual(
    ["beacon-key", "code-pepper", "postgres", "postgres-password", "price-secret", "signing-key"].toSorted(),
  );
  expect(secretIn(join(dataDir, aside!))).toBe("ab".repeat(32));
  const refused = await runScript("cli/ledger-check.ts", [], { DATA_DIR: dataDir });
  expect(refused.code).not.toBe(0);
  expect(refused.told).toContain("was interrupted. Run it again");

  // The restored pepper is in place again, so a start would refuse it as the former one.
  expect(await restoreInto(embedded, folder, { given, formerPepper: TEST_PEPPER })).toMatchObject({
    faults: [],
    wrongSecrets: [],
    isFormerRefused: true,
  });
  expect(existsSync(mark)).toBe(false);

  // The mark looks as if the restore was killed after loading everything and before removing the mark. A second run finishes
  // it.
  writeFileSync(mark, `loading ${sha256(JSON.stringify(await readManifest(folder)))}\n`);
  expect(await restoreInto(embedded, folder, { given })).toMatchObject({ faults: [] });
  expect(existsSync(mark)).toBe(false);
});
