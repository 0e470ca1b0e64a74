import { momentIn } from "@veritick/contract/local-values.ts";
import type { Fairness, SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { parseStatement, statementHash } from "@veritick/domain/signed/liability-statement.ts";
import { expect, it } from "vitest";
import { environmentOf, runScript } from "../../testing/backups.ts";
import { seedPeople } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";

const scope = useApp();

/** Runs `npm run liabilities` on this file's database beside the running server. */
const runCommand = (environment: Record<string, string> = {}) => {
  const { DATABASE_URL, SIGNING_KEY } = environmentOf(scope.connection);
  return runScript("cli/liabilities.ts", [], { DATABASE_URL, SIGNING_KEY, ...environment });
};

const client = () => new TestClient(scope.app.url);
const list = async () => (await client().get<SignedStatement[]>("/api/fairness/liabilities")).body;

it("the command makes statements beside a running server, but only with the server's key", async () => {
  const [person] = await seedPeople(scope.app, 3, "12.5");
  const [stranger, ...own] = await Promise.all([
    runCommand({ SIGNING_KEY: "ab".repeat(32) }),
    runCommand(),
    runCommand(),
  ]);
  expect(stranger).toMatchObject({ code: 1, told: expect.stringMatching(/^SIGNING_KEY is not the key/) });
  const [second, first] = await list();
  expect(await list()).toHaveLength(2);
  const stated = [first, second].map((signed) => parseStatement(signed!.text)!);
  expect(stated[1]!.previous).toBe(statementHash(first!.text));
  expect(own.map(({ told }) => told).toSorted()).toEqual(
    stated.map(
      ({ number, taken, root }) =>
        `Liabilities report ${number}, ${momentIn("en", new Date(taken))}\n  total 37.50000000\n  root  ${root}`,
    ),
  );
  expect(own.map(({ code }) => code)).toEqual([0, 0]);
  const { keys, chain, current } = (await client().get<Fairness>("/api/fairness")).body;
  expect(keys.map(({ publicKey }) => publicKey)).toEqual([stated[0]!.key]);
  // By the machine's clock, which the command uses, more commitments are due. They wait for the rounds of this file's beacon.
  expect(stated[0]!.chain).toEqual(chain);
  const { body: epochs } = await client().get(`/api/fairness/epochs?from=${current.epoch}`);
  expect(epochOf(scope.app.clock.nowMs() / 1000)).toBe(current.epoch);
  expect(epochs.length).toBeGreaterThan(24);
  expect((await person!.get("/api/fairness/liabilities/2/proof")).status).toBe(200);
});

it("the command fails if the balances differ from the ledger", async () => {
  const before = await list();
  await scope.app.database.query("update users set balance = balance + 1");
  expect(await runCommand()).toMatchObject({
    code: 1,
    told: expect.stringMatching(
      /^No liabilities report was signed: .* 40\.5.* ledger entries to 37\.5.*npm run ledger:check/,
    ),
  });
  expect(await list()).toEqual(before);
});

it("the command fails if the previous statement was changed", async () => {
  await scope.app.database.query(
    `begin; set local session_replication_role = replica;
     update liability_statements set statement = replace(statement, 'total 37.', 'total 36.'); commit`,
  );
  expect(await runCommand()).toMatchObject({
    code: 1,
    told: expect.stringMatching(
      /^No liabilities report was signed: report 2 in the database is not the one that was signed/,
    ),
  });
});
