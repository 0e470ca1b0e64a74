import { inject, expect, it, onTestFinished } from "vitest";
import { environmentOf, folderForTest, runScript } from "../../../testing/backups.ts";
import { startFakePooler } from "../../../testing/fake-pooler.ts";
import { createEmptyDatabase } from "../../../testing/test-database.ts";
import { withClient } from "./database.ts";
import { assertOwnSession, assertSuitable, UnsuitableDatabaseError } from "./suitable.ts";

const check = (url: string) =>
  withClient(url, (client) => assertOwnSession(client, url, "DATABASE_URL")).catch((error: unknown) => error);

it.each([
  { mode: "transaction", size: 1 },
  { mode: "transaction", size: 2 },
  { mode: "transaction", size: 20 },
  { mode: "transaction", size: 2, isFair: true },
  { mode: "transaction", size: 3, isFair: true },
  { mode: "transaction", size: 20, isFair: true },
  { mode: "session", size: 3 },
] as const)("refuses a pooler that shares connections or has too few: %o", async (pooler) => {
  const failure = await check(await startFakePooler(pooler));
  expect(failure).toBeInstanceOf(UnsuitableDatabaseError);
  expect(failure).toMatchObject({
    message: expect.stringMatching(/^DATABASE_URL leads to a pooler .* Use PostgreSQL itself,/),
  });
});

it.each([false, true])("admits a pooler in session mode (fair: %s)", async (isFair) => {
  expect(await check(await startFakePooler({ mode: "session", size: 20, isFair }))).toBeUndefined();
});

it("refuses a PostgreSQL that is older than 15", async () => {
  const answering = (version: number) => ({
    query: () => Promise.resolve({ rows: [{ version, name: "veritick", encoding: "UTF8" }] }),
  });
  await expect(assertSuitable(answering(14) as never)).rejects.toThrow(
    /^PostgreSQL 15 or newer is required, but DATABASE_URL leads to version 14\. Upgrade it\.$/,
  );
  await expect(assertSuitable(answering(15) as never)).resolves.toBeUndefined();
});

it.each(["LATIN1", "SQL_ASCII"])(
  "a start refuses a database whose encoding is %s in one line",
  async (encoding) => {
    const connection = await createEmptyDatabase(
      inject("postgres"),
      `encoding '${encoding}' template template0 locale_provider libc locale 'C'`,
    );
    onTestFinished(connection.drop);
    const { code, told } = await runScript("main.ts", [], {
      ...environmentOf(connection),
      ACCEPT_OWN_BEACON: "yes",
      DATA_DIR: folderForTest(),
      PORT: "0",
    });
    expect([code, told]).toEqual([
      1,
      expect.stringMatching(
        new RegExp(
          `^\\s*Veritick could not start\\.\\nThe encoding of .* is ${encoding}, but UTF8 is required\\. .*\\s*$`,
        ),
      ),
    ]);
  },
);
