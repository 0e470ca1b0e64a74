import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import type { Person } from "../../testing/people.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin } from "../../testing/withdrawals.ts";

// The house's own funds are 1,000,000.
const scope = useApp();
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const person = async (balance = "100") => (await seedPeople(scope.app, 1, balance))[0]!;
const adjust = (
  id: string,
  amount: unknown,
  more: { note?: unknown; headers?: Record<string, string>; by?: TestClient } = {},
) => {
  const body = { amount, ...("note" in more ? { note: more.note } : {}) };
  return (more.by ?? admin).post(`/api/admin/users/${id}/adjust-balance`, body, more.headers);
};
const funds = async (database = scope.app.database) => {
  const { rows } = await database.query<{ funds: string }>("select sum(funds) as funds from house_stripes");
  return Number(rows[0]!.funds);
};

describe("an adjustment", () => {
  it("adds to the balance from the house's funds, names the administrator, and pushes the balance", async () => {
    const client = await person();
    const { socket, pushes } = await client.live();
    const before = await funds();
    const { status, body } = await adjust(client.user.id, "25.50", { note: "  a gift  " });
    expect([status, body]).toEqual([
      200,
      {
        id: client.user.id,
        email: client.user.email,
        balance: "125.50000000",
        isAdmin: false,
        awaiting: null,
      },
    ]);
    expect(await client.balance()).toBe("125.50000000");
    expect(await funds()).toBe(before - 25.5);
    await until(() => pushes.some(({ type }) => type === "balanceUpdate"), "the balance is pushed");
    socket.terminate();
    const { rows } = await scope.app.database.query(
      `select t.kind, t.actor, t.note, t.reference is not null as referred, e.account, e.amount, e.kind as entry_kind
       from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
       where t.kind = 'balance_adjusted' order by t.id desc, e.line limit 2`,
    );
    const header = {
      kind: "balance_adjusted",
      actor: admin.user.id,
      note: "a gift",
      referred: true,
      entry_kind: "balance_adjusted",
    };
    expect(rows).toEqual([
      { ...header, account: "house:adjustments", amount: "-25.50000000" },
      { ...header, account: `user:${client.user.id}`, amount: "25.50000000" },
    ]);
  });

  it("deducts with a minus sign, down to zero, in the house's favour", async () => {
    const client = await person();
    const before = await funds();
    expect((await adjust(client.user.id, -99.99)).body.balance).toBe("0.01000000");
    expect((await adjust(client.user.id, "-0.01")).body.balance).toBe("0.00000000");
    expect(await funds()).toBe(before + 100);
    const { status, body } = await adjust(client.user.id, "-0.01", {
      headers: { "accept-language": "fr" },
    });
    expect([status, body]).toEqual([
      409,
      {
        code: "balance_too_small",
        field: "amount",
        message: "Le solde est inférieur à cette déduction.",
      },
    ]);
    expect(await funds()).toBe(before + 100);
  });

  it("can change the administrator's own balance", async () => {
    expect((await adjust(admin.user.id, "1")).body).toMatchObject({ isAdmin: true, balance: "1.00000000" });
    expect((await adjust(admin.user.id, "-1")).status).toBe(200);
  });

  it("refuses more than an account can hold", async () => {
    const { body } = await adjust((await person()).user.id, "-99999999999");
    expect([body.code, body.field]).toEqual(["amount_too_large", "amount"]);
  });

  it.each([[0], ["0.00"], [""], ["abc"], ["1.001"], ["1e3"], [null], [undefined], ["--1"]])(
    "refuses %j",
    async (amount) => {
      const { status, body } = await adjust((await person()).user.id, amount);
      expect([status, body.code, body.field]).toEqual([400, "adjustment_invalid", "amount"]);
    },
  );

  it("refuses an empty reason", async () => {
    const client = await person();
    expect((await adjust(client.user.id, 1, { note: " " })).body.code).toBe("note_required");
    expect(await client.balance()).toBe("100.00000000");
  });
});

describe("the house's funds", () => {
  it("limit additions to the funds beyond the open payouts, in any stripe", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection, environment: { HOUSE_CAPITAL: "1000" } });
    const by = await seedAdmin(app);
    const [client] = await seedPeople(app, 1, "100");
    const give = (amount: string) => adjust(client!.user.id, amount, { by });
    // Another process's stripe holds most of the funds and has 200 of open payouts.
    await app.database.query("update house_stripes set funds = 100");
    await app.database.query("insert into house_stripes values (1, 900, 200)");
    expect((await give("800.01")).body).toEqual({
      code: "house_funds_insufficient",
      field: "amount",
      message: "Our own funds do not cover both this credit and the payouts of open positions.",
    });
    expect(await client!.balance()).toBe("100.00000000");
    expect((await give("800")).status).toBe(200);
    expect((await give("0.01")).body.code).toBe("house_funds_insufficient");
    expect((await give("-0.01")).status).toBe(200);
    expect((await give("0.01")).status).toBe(200);
    expect(await client!.balance()).toBe("900.00000000");
    expect(await funds(app.database)).toBe(200);
    await app.database.query("update house_stripes set open_payout = 0");
    expect(await app.checkLedger()).toEqual([]);
  });

  it("do not raise a balance above the largest allowed", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection });
    const by = await seedAdmin(app);
    const [client] = await seedPeople(app, 1, "999999999");
    expect((await adjust(client!.user.id, "1.01", { by })).body.code).toBe("balance_too_large");
    expect((await adjust(client!.user.id, "1", { by })).body.balance).toBe("1000000000.00000000");
    expect((await adjust(client!.user.id, "0.01", { by })).body.code).toBe("balance_too_large");
    expect((await adjust(client!.user.id, "-1", { by })).body.balance).toBe("999999999.00000000");
    expect(await app.checkLedger()).toEqual([]);
  });
});

describe("a repeated adjustment", () => {
  it("is carried out once per key, even at once on two servers; another body is refused", async () => {
    const guest = await scope.start();
    const elsewhere = Object.assign(new TestClient(guest.url), { cookie: admin.cookie });
    const client = await person();
    for (let round = 0; round < 5; round += 1) {
      const headers = { "idempotency-key": `adjust-${round}` };
      const answers = await Promise.all(
        [admin, elsewhere, admin, elsewhere].map((by) => adjust(client.user.id, 10, { headers, by })),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ body }) => body.balance)).size).toBe(1);
      expect(answers.every(({ status, body }) => status === 200 || body.code === "idempotency_running")).toBe(
        true,
      );
      const again = await adjust(client.user.id, 10, { headers });
      expect(again.body).toEqual(done[0]!.body);
      expect(again.headers.get("idempotency-replayed")).toBe("true");
      expect((await adjust(client.user.id, 11, { headers })).status).toBe(422);
    }
    expect(await client.balance()).toBe("150.00000000");
  });

  it("counts every time without a key, and never takes more than there is", async () => {
    const client = await person();
    const answers = await Promise.all(Array.from({ length: 15 }, () => adjust(client.user.id, "-10")));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ body }) => body.code === "balance_too_small")).toHaveLength(5);
    expect(await client.balance()).toBe("0.00000000");
  });
});
