import type { Hit, TimelineEvent } from "@veritick/contract/schemas/admin-search.ts";
import type { AdminUserDetails } from "@veritick/contract/schemas/admin-users.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { repeatedPayment } from "../../testing/valid-calls.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Person } from "../../testing/people.ts";
import { useApp } from "../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../testing/withdrawals.ts";

const scope = useApp();
let admin: Person;
let person: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
  [person] = (await withdrawingPeople(scope.app, 1, "500")) as [Person];
});

const found = async (q: string) =>
  (await admin.get<Hit[]>(`/api/admin/search?q=${encodeURIComponent(q)}`)).body;

describe("a search for anything", () => {
  it("finds users by part of their e-mail, in any case", async () => {
    const hits = await found(` ${person.user.email.slice(0, 20).toUpperCase()} `);
    expect(hits).toMatchObject([{ kind: "user", id: person.user.id, email: person.user.email }]);
  });

  it("finds each kind by its id", async () => {
    const deposit = (await person.post<{ id: string }>("/api/deposits", { amount: 20 })).body;
    const withdrawal = (await withdraw(person)).body as { id: string };
    const position = (
      await person.post<{ id: string }>("/api/trading/positions", { type: "buy", amount: 5, duration: 1 })
    ).body;
    const item = await repeatedPayment(scope.app, person.user.id);
    for (const [kind, id] of [
      ["user", person.user.id],
      ["deposit", deposit.id],
      ["withdrawal", withdrawal.id],
      ["position", position.id],
      ["attention", item],
    ] as const) {
      expect(await found(id.toUpperCase())).toMatchObject([
        { kind, id, userId: person.user.id, email: person.user.email },
      ]);
    }
    const nothing = "00000000-0000-7000-8000-000000000000";
    expect(await found(nothing)).toEqual([]);
    const listed = async (id: string) => (await admin.get(`/api/admin/attention?id=${id}`)).body;
    expect(await listed(item)).toMatchObject([{ id: item, kind: "payment" }]);
    expect(await listed(nothing)).toEqual([]);
    expect(await listed("7")).toMatchObject({ code: "id_invalid" });
  });

  it("finds money by its address, its transaction and the provider's id", async () => {
    const { database } = scope.app;
    const deposit = (
      await person.post<{ id: string; payAddress: string; paymentId: string }>("/api/deposits", {
        amount: 21,
      })
    ).body;
    const withdrawal = (await withdraw(person)).body as { id: string; address: string };
    const hash = "ab".repeat(32);
    await database.query(
      `with payout as (insert into payouts (withdrawal_id, provider, payout_id, step, amount, address, since)
         select id, provider, 'payout-7', 'created', net_amount, address, created_at from withdrawal_transactions where id = $1)
       update withdrawal_transactions set transaction_hash = $2 where id = $1`,
      [withdrawal.id, hash],
    );
    expect(await found(deposit.payAddress)).toMatchObject([{ kind: "deposit", id: deposit.id }]);
    expect(await found(deposit.paymentId)).toMatchObject([{ kind: "deposit", id: deposit.id }]);
    expect(await found(withdrawal.address)).toMatchObject([{ kind: "withdrawal", id: withdrawal.id }]);
    expect(await found(hash.toUpperCase())).toMatchObject([{ kind: "withdrawal", id: withdrawal.id }]);
    expect(await found("payout-7")).toMatchObject([{ kind: "withdrawal", id: withdrawal.id }]);
  });

  it("is refused without a text", async () => {
    for (const query of ["", "?q=", "?q=%20"])
      expect((await admin.get(`/api/admin/search${query}`)).body).toMatchObject({ code: "search_invalid" });
  });
});

describe("a user's timeline", () => {
  it("has everything in one list, newest first and page by page", async () => {
    const [owner] = (await withdrawingPeople(scope.app, 1, "100")) as [Person];
    const path = `/api/admin/users/${owner.user.id}`;
    const steps = [
      () => owner.post("/api/deposits", { amount: 20 }),
      () => owner.post("/api/trading/positions", { type: "sell", amount: 5, duration: 3 }),
      () => withdraw(owner, { amount: "15" }),
      () => admin.post(`${path}/notes`, { text: "called" }),
      () => admin.post(`${path}/adjust-balance`, { amount: 1, note: "a gift" }),
    ];
    for (const step of steps) {
      scope.app.clock.jump(1);
      expect((await step()).status).toBeLessThan(300);
    }
    const read = async (query = "") => (await admin.get<TimelineEvent[]>(`${path}/timeline${query}`)).body;
    const said = ({ kind, detail }: TimelineEvent) => [kind, detail].join(" ");
    const all = await read();
    const newest = [
      "audit balance_adjusted",
      "audit note_added",
      "note ",
      "withdrawal pending",
      "position active",
      `deposit ${all.find(({ kind, amount }) => kind === "deposit" && amount === "20.00000000")?.detail}`,
    ];
    // Events of the same millisecond may come in either order. The seeded deposit has an id by another clock.
    const since = all.filter(({ amount }) => amount !== "100.00000000").map(said);
    expect(since.slice(0, 6).toSorted()).toEqual(newest.toSorted());
    expect(all.map(said)).toContain("security withdrawal_code_created");
    const adjusted = all.find(({ detail }) => detail === "balance_adjusted");
    expect(adjusted).toMatchObject({ amount: null, result: "1.00000000", text: "a gift" });
    const paged: string[] = [];
    for (let before = ""; ;) {
      const page = await read(`?limit=2${before}`);
      paged.push(...page.map(({ id }) => id));
      if (page.length < 2) break;
      before = `&before=${page.at(-1)!.id}`;
    }
    expect(paged).toEqual(all.map(({ id }) => id));
  });
});

describe("the figures of a user", () => {
  it("show the net result of their positions, their fees and their last sign-in", async () => {
    const client = new TestClient(scope.app.url);
    const user = { email: "figures@example.com", password: "secret-1" };
    const { id } = (await client.post<{ id: string }>("/api/auth/register", user)).body;
    const read = async () => (await admin.get<AdminUserDetails>(`/api/admin/users/${id}`)).body;
    await admin.post(`/api/admin/users/${id}/adjust-balance`, { amount: 100 });
    expect(await read()).toMatchObject({
      netResult: "0.00000000",
      fees: "0.00000000",
      lastSignInAt: new Date(scope.app.clock.nowMs()).toISOString(),
    });
    await client.post("/api/trading/positions", { type: "buy", amount: 5, duration: 1 });
    expect((await read()).netResult).toBe("0.00000000");
    scope.app.clock.jump(120);
    await scope.settled();
    const { rows } = await scope.app.database.query<{ profit: string }>(
      "select profit::text from trading_positions where user_id = $1",
      [id],
    );
    expect((await read()).netResult).toBe(rows[0]!.profit);
  });
});
