import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, cpSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { environmentOf, folderForTest, restoreInto, runScript } from "../../testing/backups.ts";
import { seedPeople } from "../../testing/people.ts";
import type { DatabaseConnection } from "../../testing/test-database.ts";
import { createEmptyDatabase } from "../../testing/test-database.ts";
import { TEST_SECRET } from "../../testing/test-app.ts";
import { useApp } from "../../testing/use-app.ts";
import { openDatabase } from "../platform/db/database.ts";
import { BACKUP_COPIED, readKeptValue, setKeptValue } from "../platform/db/kept-values.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { encryptFor, openCipher } from "./encryption.ts";
import { makeBackup } from "./make-backup.ts";
import { readManifest } from "./manifest.ts";
import { findAnyTable } from "./tables.ts";

const scope = useApp();
// Each command is a process of its own.
vi.setConfig({ testTimeout: 180_000 });
const NOW = new Date(1_790_000_000_000);
let privateKey: string;
let publicKey: string;
let email: string;
beforeAll(async () => {
  privateKey = await generateX25519Identity();
  publicKey = await identityToRecipient(privateKey);
  const [person] = await seedPeople(scope.app, 3, "50");
  email = person!.user.email;
});

async function backUp(): Promise<string> {
  const made = await makeBackup({
    connection: scope.connection,
    into: folderForTest(),
    secrets: new Map([["price-secret", TEST_SECRET]]),
    version: "0.0.1",
    now: NOW,
    tell() {},
    cipher: await encryptFor([await identityToRecipient(await generateX25519Identity()), publicKey]),
  });
  return made.folder;
}

function keyFile(text: string): string {
  const file = join(folderForTest(), "key.txt");
  writeFileSync(file, text);
  return file;
}

async function emptyDatabase(): Promise<DatabaseConnection> {
  const connection = await createEmptyDatabase(inject("postgres"));
  onTestFinished(connection.drop);
  return connection;
}

async function isEmpty(connection: DatabaseConnection): Promise<boolean> {
  const database = openDatabase(connection, createLog("silent"), 1);
  const found = await findAnyTable(database);
  await database.end();
  return found === undefined;
}

describe("an encrypted backup", () => {
  it("shows only names, sizes and digests of files, and restores with one of its private keys", async () => {
    const folder = await backUp();
    const names = readdirSync(folder);
    expect(names).toEqual(
      expect.arrayContaining(["manifest.json.age", "price-secret.age", "users.copy.gz.age"]),
    );
    expect(names.filter((name) => !name.endsWith(".age"))).toEqual(["SHA256SUMS"]);
    for (const name of names) {
      const bytes = readFileSync(join(folder, name));
      for (const word of [email, TEST_SECRET, '"balances"']) expect(bytes.includes(word), name).toBe(false);
    }
    const sums = readFileSync(join(folder, "SHA256SUMS"), "utf8").trim().split("\n");
    expect(sums).toHaveLength(names.length - 1);
    for (const line of sums) {
      const [digest, name] = line.split("  ");
      expect(
        createHash("sha256")
          .update(readFileSync(join(folder, name!)))
          .digest("hex"),
      ).toBe(digest);
    }
    const target = await emptyDatabase();
    const identity = keyFile(`# created: today\n# public key: ${publicKey}\n${privateKey}\n`);
    const { manifest, faults } = await restoreInto(target, folder, { identity });
    expect([manifest.figures.users, faults]).toEqual(["3", []]);
  });

  it("is refused with a damaged file, a missing one or a wrong key before anything is written", async () => {
    const folder = await backUp();
    const identity = keyFile(privateKey);
    const target = await emptyDatabase();
    const damage = async (name: string, change: (file: string) => void) => {
      const copy = join(folderForTest(), "copy");
      cpSync(folder, copy, { recursive: true });
      change(join(copy, name));
      return restoreInto(target, copy, { identity });
    };
    const cut = (file: string) => truncateSync(file, readFileSync(file).length - 1);
    const flip = (file: string) => {
      const bytes = readFileSync(file);
      bytes[bytes.length - 20]! ^= 1;
      writeFileSync(file, bytes);
    };
    for (const name of ["users.copy.gz.age", "price-secret.age", "manifest.json.age"]) {
      await expect(damage(name, cut), name).rejects.toThrow(`${name} is damaged`);
      await expect(damage(name, flip), name).rejects.toThrow(`${name} is damaged`);
    }
    await expect(restoreInto(target, folder)).rejects.toThrow("is encrypted. Name the file");
    const other = keyFile(await generateX25519Identity());
    await expect(restoreInto(target, folder, { identity: other })).rejects.toThrow(
      "No key in the --identity file",
    );
    for (const [text, message] of [
      [publicKey, "does not contain an age private key"],
      ["age-encryption.org/v1\n", "is encrypted itself"],
      [privateKey.slice(0, -1) + (privateKey.endsWith("Q") ? "P" : "Q"), "wrong letter"],
    ])
      await expect(restoreInto(target, folder, { identity: keyFile(text!) })).rejects.toThrow(message);
    await expect(restoreInto(target, folder, { identity: "/nowhere/key" })).rejects.toThrow("--identity");
    expect(await isEmpty(target)).toBe(true);
  });

  it("is refused for a key with a wrong letter, and for one of another form", async () => {
    const wrong = publicKey.slice(0, -1) + (publicKey.endsWith("q") ? "p" : "q");
    await expect(encryptFor([wrong])).rejects.toThrow("is not an age public key");
    await expect(encryptFor(["ssh-ed25519 AAAA"])).rejects.toThrow("is not an age public key");
  });

  it.skipIf(spawnSync("age", ["--version"]).status !== 0)(
    "opens with the program age (if it is here)",
    async () => {
      const folder = await backUp();
      const identity = keyFile(privateKey);
      const file = join(folder, "users.copy.gz.age");
      const text = gunzipSync(execFileSync("age", ["--decrypt", "--identity", identity, file])).toString();
      expect(text).toContain(email);
      const { tables } = await readManifest(folder, await openCipher(folder, identity));
      expect(createHash("sha256").update(text).digest("hex")).toBe(
        tables.find(({ name }) => name === "users")!.sha256,
      );
    },
  );
});

describe("the command", () => {
  /** A program that writes its argument and its environment beside itself, and ends with the first line of `code`. */
  function program(): { file: string; told: () => string; end: (code: number) => void } {
    const folder = folderForTest();
    const file = join(folder, "copy");
    writeFileSync(
      file,
      `#!/bin/sh\necho "$#" "$1" >"${folder}/told"\nenv >>"${folder}/told"\nexit "$(cat "${folder}/code")"\n`,
    );
    chmodSync(file, 0o755);
    const end = (code: number) => writeFileSync(join(folder, "code"), String(code));
    end(0);
    return { file, told: () => readFileSync(join(folder, "told"), "utf8"), end };
  }

  async function metric(name: string): Promise<number> {
    for (let second = 0; second < 16; second += 1) scope.app.clock.advance(1);
    await scope.settled();
    const text = await (await fetch(`${scope.app.url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
  }
  const copiedAt = () => metric("veritick_backup_copied_timestamp_seconds");
  const madeAt = () => metric("veritick_backup_timestamp_seconds");

  it("encrypts for BACKUP_RECIPIENTS, copies with BACKUP_AFTER, and says so to the server", async () => {
    const into = folderForTest();
    const { file, told, end } = program();
    const environment = environmentOf(scope.connection);
    expect(await copiedAt()).toBe(0);

    const copying = { ...environment, BACKUP_AFTER: file, BACKUP_RECIPIENTS: `${publicKey}, ${publicKey}` };
    end(7);
    const failed = await runScript("cli/backup.ts", [into], copying);
    expect(failed).toMatchObject({ code: 3, told: expect.stringContaining("ended with exit code 7") });
    expect(readdirSync(into)).toHaveLength(1);
    // From the first try on, the alert counts.
    const firstTry = await copiedAt();
    expect(firstTry).toBe(await madeAt());

    end(0);
    const copied = await runScript("cli/backup.ts", [into, "--keep", "1"], copying);
    expect(copied).toMatchObject({
      code: 0,
      told: expect.stringMatching(/Encrypted for age1.*was copied\.$/s),
    });
    expect(readdirSync(into)).toHaveLength(1);
    expect(told().split("\n")[0]).toBe(`1 ${join(into, readdirSync(into)[0]!)}`);
    // The program gets no password and no secret of the installation.
    expect(told()).toContain("BACKUP_AFTER=");
    expect(told()).not.toMatch(/DATABASE_URL|PRICE_SECRET|CODE_PEPPER|SIGNING_KEY|BEACON_KEY/);
    expect(await copiedAt()).toBe(await madeAt());
    expect(await copiedAt()).toBeGreaterThan(firstTry);

    expect((await runScript("cli/backup.ts", [into], { ...copying, BACKUP_AFTER: "none" })).code).toBe(0);
    expect(await copiedAt()).toBe(0);
  });

  it("keeps the backup and says why if BACKUP_AFTER cannot be run, and makes none for a wrong key", async () => {
    const into = folderForTest();
    const environment = environmentOf(scope.connection);
    const { database } = scope.app;
    await setKeptValue(database, BACKUP_COPIED, NOW.toISOString());
    const after = await runScript("cli/backup.ts", [into], {
      ...environment,
      BACKUP_AFTER: "rclone copy x:",
    });
    // A later try that fails leaves the age of the newest copy as it is.
    expect(await readKeptValue(database, BACKUP_COPIED)).toBe(NOW.toISOString());
    expect(after).toMatchObject({ code: 3, told: expect.stringContaining("without arguments") });
    expect(readdirSync(into)).toHaveLength(1);
    const wrong = await runScript("cli/backup.ts", [into, "--recipient", "age1wrong"], environment);
    expect(wrong).toMatchObject({
      code: 1,
      told: expect.stringMatching(/^"age1wrong" is not an age public key/),
    });
    expect(readdirSync(into)).toHaveLength(1);
  });
});
