import { minor } from "@veritick/domain/money.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { transaction, violatedConstraint } from "../platform/db/database.ts";
import { post } from "./public.ts";

const scope = useApp();
const query = (text: string, values: unknown[] = []) => scope.app.database.query(text, values);
let userId = "";
beforeAll(async () => void (userId = (await seedPeople(scope.app, 1, "100"))[0]!.user.id));

const RESTRICT = "23001";
const CHECK = "23514";
const FOREIGN_KEY = "23503";

describe("the database itself", () => {
  it.each([
    "update ledger_entries set amount = amount * 2",
    "update ledger_entries set amount = amount where false",
    "delete from ledger_entries",
    "truncate ledger_entries",
    "update ledger_transactions set kind = 'gift'",
    "delete from ledger_transactions where false",
    "truncate ledger_transactions",
    "truncate ledger_transactions, ledger_entries cascade",
  ])("refuses: %s", async (statement) => {
    const count = async () => (await query("select count(*) from ledger_entries")).rows[0];
    const before = await count();
    await expect(query(statement)).rejects.toMatchObject({
      code: RESTRICT,
      message: expect.stringContaining("append-only"),
    });
    expect(await count()).toEqual(before);
  });

  const insert = (entries: string) => `
    with t as (insert into ledger_transactions (kind, created_at) values ('test', now()) returning id)
    insert into ledger_entries (transaction_id, kind, line, account, amount, balance_after)
    select t.id, 'genesis_capital', e.* from t, (values ${entries}) as e (line, account, amount, balance_after)`;

  it.each([
    ["do not sum to zero", "(0, 'house:fees', 1, null::numeric), (1, 'house:trading', -2, null)", CHECK],
    ["stand alone", "(0, 'house:fees', 1, null::numeric)", CHECK],
    ["move nothing", "(0, 'house:fees', 0, null::numeric), (1, 'house:trading', 0, null)", CHECK],
    [
      "leave a user without balance after",
      "(0, 'user:x', 1, null::numeric), (1, 'house:fees', -1, null)",
      CHECK,
    ],
    ["give a house account a balance", "(0, 'house:fees', 1, 1), (1, 'house:trading', -1, null)", CHECK],
    ["leave a user below zero", "(0, 'user:x', -1, -1), (1, 'house:fees', 1, null)", CHECK],
  ])("refuses entries that %s", async (_name, entries, code) => {
    await expect(query(insert(entries))).rejects.toMatchObject({ code });
    expect((await query("select from ledger_transactions where kind = 'test'")).rowCount).toBe(0);
  });

  it("refuses entries without their transaction", async () => {
    await expect(
      query(
        `insert into ledger_entries (transaction_id, line, kind, account, amount)
         values (987654, 0, 'genesis_capital', 'house:fees', 1), (987654, 1, 'genesis_capital', 'house:trading', -1)`,
      ),
    ).rejects.toMatchObject({ code: FOREIGN_KEY });
  });

  it("refuses a balance below zero", async () => {
    const below = query("update users set balance = -0.00000001 where id = $1", [userId]);
    await expect(below).rejects.toMatchObject({ constraint: "users_balance_not_negative" });
  });
});

describe("a posting", () => {
  const move = (units: bigint) => [
    { account: `user:${userId}`, amountMinor: minor(-units) } as const,
    { account: "house:fees", amountMinor: minor(units) } as const,
  ];
  const reference = "0199a3f0-0000-7000-8000-000000000001";

  it("moves nothing if it would overdraw an account", async () => {
    const tooMuch = transaction(scope.app.database, (connection) =>
      post(connection, {
        kind: "balance_adjusted",
        reference,
        entries: move(10_000_000_001n),
        at: new Date(0),
      }),
    );
    await expect(tooMuch.catch((error: unknown) => violatedConstraint(error))).resolves.toBe(
      "users_balance_not_negative",
    );
    expect((await query("select from ledger_transactions where reference = $1", [reference])).rowCount).toBe(
      0,
    );
  });

  it("is not sent to the database if it does not balance", async () => {
    const entries = move(5n).slice(0, 1);
    await expect(
      post(scope.app.database, { kind: "balance_adjusted", reference, entries, at: new Date(0) }),
    ).rejects.toThrow(/sum to -5/);
  });

  it("happens once for each reference and kind", async () => {
    const pay = () =>
      post(scope.app.database, { kind: "balance_adjusted", reference, entries: move(100n), at: new Date(0) });
    expect(await pay()).toEqual(new Map([[userId, "99.99999900"]]));
    await expect(pay().catch((error: unknown) => violatedConstraint(error))).resolves.toBe(
      "ledger_transactions_once",
    );
    const { rows } = await query("select balance from users where id = $1", [userId]);
    expect(rows).toEqual([{ balance: "99.99999900" }]);
  });
});
