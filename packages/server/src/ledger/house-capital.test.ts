import { readdirSync } from "node:fs";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { describe, expect, it } from "vitest";
import { environmentOf, folderForTest, runScript } from "../../testing/backups.ts";
import { seedPeople } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { CapitalRefusedError, changeCapital, postGenesisCapital } from "./house-capital.ts";
import { gatherFunds, leaseStripe } from "./house-stripes.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { newId } from "../platform/ids.ts";

const scope = useApp({ HOUSE_CAPITAL: "1000" });

const change = (amount: string, reference = newId(scope.app.clock.nowMs())) =>
  changeCapital(scope.app.database, {
    provider: "sandbox",
    amount: amount.startsWith("-") ? minor(-parseMinor(amount.slice(1))) : parseMinor(amount),
    reference,
    note: "from the owner",
    at: new Date(scope.app.clock.nowMs()),
  });

describe("the house's capital", () => {
  it("is the sum added minus the sum taken, once for each reference", async () => {
    const { database } = scope.app;
    const reference = newId(scope.app.clock.nowMs());
    const asked = await Promise.all(Array.from({ length: 3 }, () => change("500", reference)));
    expect(asked.filter(({ isNew }) => isNew)).toHaveLength(1);
    expect(asked.map(({ funds }) => formatMinor(funds))).toEqual(Array(3).fill("1500.00000000"));
    await expect(change("501", reference)).rejects.toBeInstanceOf(CapitalRefusedError);
    await expect(change("-500", reference)).rejects.toBeInstanceOf(CapitalRefusedError);
    expect(formatMinor((await change("-200")).funds)).toBe("1300.00000000");
    const { rows } = await database.query(
      `select e.account, e.amount, t.actor, t.note from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.reference = $1 order by e.line`,
      [reference],
    );
    expect(rows).toEqual([
      { account: "custody:sandbox", amount: "-500.00000000", actor: null, note: "from the owner" },
      { account: "house:capital", amount: "500.00000000", actor: null, note: "from the owner" },
    ]);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("cannot be reduced below the payouts of open positions, on any stripe", async () => {
    const { database } = scope.app;
    const [person] = await seedPeople(scope.app, 1, "100");
    const opened = await person!.post("/api/trading/positions", { type: "buy", amount: "10", duration: 10 });
    expect(opened.status).toBe(201);
    const other = await leaseStripe(scope.connection, createLog("silent"));
    await database.query("insert into house_stripes values ($1, 0, 0)", [other.stripe]);
    // The free funds are on another process's stripe now.
    await gatherFunds(database, other.stripe);
    const { rows } = await database.query<{ free: string }>(
      "select sum(funds - open_payout)::text as free from house_stripes",
    );
    const { free } = rows[0]!;
    await expect(change(`-${formatMinor(minor(parseMinor(free) + 1n))}`)).rejects.toThrow(
      `Only ${free} USDMS can be taken out`,
    );
    const { funds, promised } = await change(`-${free}`);
    expect(funds).toBe(promised);
    expect(promised).toBeGreaterThan(0n);
    const short = await database.query("select from house_stripes where funds < open_payout");
    expect(short.rowCount).toBe(0);
    expect(await scope.app.checkLedger()).toEqual([]);
    await change("1000");
    await other.end();
  });
});

describe("the command", () => {
  it("reports the change, and the reference that prevents a repetition", async () => {
    const environment = environmentOf(scope.connection);
    const first = await runScript("cli/house-capital.ts", ["--add", "50", "--note", "June"], environment);
    expect(first).toMatchObject({ code: 0 });
    expect(first.told).toContain("Recorded.");
    const reference = /--reference (\S+): it is never/.exec(first.told)![1]!;
    const args = ["--add", "50", "--note", "June", "--reference", reference];
    const second = await runScript("cli/house-capital.ts", args, environment);
    expect(second).toMatchObject({ code: 0 });
    expect(second.told).toContain("This was already recorded. Nothing was changed.");
    const refused = await runScript("cli/house-capital.ts", ["--take", "900000", "--note", "x"], environment);
    expect(refused).toMatchObject({ code: 1 });
    expect(refused.told).toMatch(/Only [\d.]+ USDMS can be taken out/);
    const wrong = await runScript("cli/house-capital.ts", ["--add", "50"], environment);
    expect(wrong.code).toBe(2);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("creates nothing if there is no database, and neither does the ledger check", async () => {
    const folder = folderForTest();
    for (const [script, args] of [
      ["cli/ledger-check.ts", []],
      ["cli/house-capital.ts", ["--add", "50", "--note", "x"]],
      ["cli/price-regenesis.ts", []],
    ] as const) {
      const ended = await runScript(script, [...args], { DATA_DIR: folder });
      expect(ended.code, script).toBe(1);
      expect(ended.told, script).toContain(`No database found in ${folder}.`);
    }
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("a house that began without capital", () => {
  const without = useApp({ HOUSE_CAPITAL: "0" });

  it("does not get the capital of its settings on top of what the operator added", async () => {
    const { clock, database } = without.app;
    const at = new Date(clock.nowMs());
    const amount = parseMinor("500");
    const added = {
      provider: "sandbox",
      amount,
      reference: newId(clock.nowMs()),
      note: "from the owner",
      at,
    };
    await changeCapital(database, added);
    await postGenesisCapital(database, { capital: amount, provider: "sandbox", stripe: 0, at });
    const { rows } = await database.query("select sum(funds)::text as funds from house_stripes");
    expect(rows).toEqual([{ funds: "500.00000000" }]);
  });
});
