import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { writeTlsFiles } from "../../testing/tls-files.ts";
import { readDatabaseLocation } from "./installation.ts";

const { folder, certificate, key, remove } = writeTlsFiles();
afterAll(remove);
const noise = join(folder, "noise.pem");
writeFileSync(noise, "no certificate\n");

const read = (query: string, before = "me:secret@db.example:5432/veritick") =>
  readDatabaseLocation({ DATABASE_URL: `postgresql://${before}${query}` }).databaseUrl;

it.each([
  "",
  "?application_name=veritick",
  "?sslmode=verify-full",
  `?sslmode=verify-full&sslrootcert=${certificate}`,
  `?sslmode=no-verify&sslcert=${certificate}&sslkey=${key}`,
])("reads a URL that ends with %j", (query) => {
  expect(read(query)).toMatch(/^postgresql:/);
});

it.each([
  ["?sslmode=verifyfull", "sslmode=verifyfull in DATABASE_URL is unknown."],
  ["?sslmode=", "sslmode= in DATABASE_URL is unknown."],
  ["?sslmod=verify-full", "sslmod in DATABASE_URL is unknown."],
  ["?SSLMODE=verify-full", "SSLMODE in DATABASE_URL is unknown."],
  ["?sslcrl=/etc/list.pem", "sslcrl in DATABASE_URL is unknown."],
  [
    "?sslrootcert=/none/ca.pem",
    "sslrootcert in DATABASE_URL names /none/ca.pem, which cannot be read (ENOENT).",
  ],
  [`?sslrootcert=${folder}`, `names ${folder}, which cannot be read (EISDIR).`],
  [
    `?sslrootcert=${noise}`,
    `sslrootcert in DATABASE_URL names ${noise}, which does not contain a certificate`,
  ],
  [`?sslcert=${noise}`, `sslcert in DATABASE_URL names ${noise}, which does not contain a certificate`],
  [`?sslcert=${certificate}&sslkey=${noise}`, "sslcert and sslkey in DATABASE_URL cannot be used: "],
])("refuses a URL that ends with %s", (query, words) => {
  expect(() => read(query)).toThrow(words);
});

it.each(["me:se@cret/@db.example:5432/veritick", "me:se#cret@db.example:port/veritick"])(
  "refuses %s, whose password needs escapes, without repeating it",
  (before) => {
    const failure = (() => {
      try {
        return read("", before);
      } catch (error) {
        return String(error);
      }
    })();
    expect(failure).toMatch(/DATABASE_URL cannot be parsed.* %40 for @/);
    expect(failure).not.toContain("cret");
  },
);

it("names the owner's URL if that is wrong", () => {
  const databaseUrl = "postgresql://me:secret@db.example/veritick";
  expect(() =>
    readDatabaseLocation({ DATABASE_URL: databaseUrl, DATABASE_OWNER_URL: `${databaseUrl}?sslmode=on` }),
  ).toThrow("sslmode=on in DATABASE_OWNER_URL is unknown.");
});
