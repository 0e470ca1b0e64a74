import { beforeAll, describe, expect, it } from "vitest";
import { untilTried } from "../../../testing/held-rows.ts";
import { seedPeople } from "../../../testing/people.ts";
import type { Person } from "../../../testing/people.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp();
const note = "asked for by the owner";
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const setLocks = (person: Person, locks: Record<string, boolean>) =>
  admin.post(`/api/admin/users/${person.user.id}/locks`, { ...locks, note });
const open = (person: Person, amount: string, headers?: Record<string, string>) =>
  person.post("/api/trading/positions", { type: "buy", amount, duration: 1 }, headers);
const audited = async (person: Person) =>
  (
    await scope.app.database.query(
      "select actor, before, after, reason from audit_log where subject = $1 and action = 'locks_changed' order by id",
      [person.user.id],
    )
  ).rows;

describe("a trading lock", () => {
  it("refuses new positions before it checks the balance; open ones are settled", async () => {
    const [person] = (await seedPeople(scope.app, 1, "100")) as [Person];
    const first = await open(person, "1", { "idempotency-key": "first" });
    const { status, body } = await setLocks(person, { trading: true });
    expect([status, body.tradingLockedAt, body.withdrawalsLockedAt]).toEqual([200, expect.any(String), null]);
    for (const amount of ["1", "1000"]) {
      expect((await open(person, amount)).body).toMatchObject({ code: "trading_locked" });
    }
    const replay = await open(person, "1", { "idempotency-key": "first" });
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    expect((await person.post("/api/deposits", { amount: 20 })).status).toBe(201);

    scope.app.clock.jump(60);
    await scope.settled();
    expect((await person.get("/api/trading/positions")).body[0].status).toMatch(/won|lost/);
    await setLocks(person, { trading: false });
    expect((await open(person, "1")).status).toBe(201);
    expect(await scope.app.checkLedger()).toEqual([]);
  });

  it("stops an order that was waiting for the account, and nobody else's", async () => {
    const [person, other] = (await seedPeople(scope.app, 2, "100")) as [Person, Person];
    const holder = await scope.app.database.connect();
    try {
      await holder.query("begin");
      await holder.query("update users set trading_locked_at = now() where id = $1", [person.user.id]);
      const orders = [open(person, "1"), open(other, "1")];
      await untilTried(scope.app.database);
      await holder.query("commit");
      const answers = await Promise.all(orders);
      expect(answers.map(({ status }) => status)).toEqual([403, 201]);
      expect(await person.balance()).toBe("100.00000000");
    } finally {
      holder.release();
    }
  });
});

describe("a withdrawal lock", () => {
  it("refuses new withdrawals before it checks the code, and pays out pending ones", async () => {
    const [person] = (await withdrawingPeople(scope.app, 1, "1000")) as [Person];
    const pending = (await withdraw(person)).body as { id: string };
    await setLocks(person, { withdrawals: true });
    const codeOf = async (changes: Record<string, unknown>) => (await withdraw(person, changes)).body.code;
    expect(await codeOf({ amount: "1000" })).toBe("balance_insufficient");
    expect(await codeOf({ address: "T" })).toBe("address_invalid");
    expect(await codeOf({ withdrawalCode: "1" })).toBe("withdrawal_code_invalid");
    // The server does not count a wrong code here.
    expect(await codeOf({ withdrawalCode: "00000" })).toBe("withdrawals_locked");
    expect(await codeOf({ address: someAddress() })).toBe("withdrawals_locked");
    expect((await open(person, "1")).status).toBe(201);
    const approved = await admin.post(`/api/admin/withdrawals/${pending.id}/approve`);
    // The response shows the lock to the administrator.
    const told = { status: "processing", withdrawalsLocked: true, tradingLocked: false };
    expect(approved).toMatchObject({ status: 200, body: told });
    await setLocks(person, { withdrawals: false });
    expect((await withdraw(person)).status).toBe(201);
  });

  it("stops a withdrawal that was checked before the lock", async () => {
    const [person] = (await withdrawingPeople(scope.app, 1, "1000")) as [Person];
    const { database } = scope.app;
    // The trigger sets the lock between the first check and the transaction, while the code is being hashed.
    await database.query(`
      create function lock_withdrawals() returns trigger language plpgsql as $$ begin
        update users set withdrawals_locked_at = now() where 'withdrawal-code/' || id = new.key; return new;
      end $$;
      create trigger lock_withdrawals after insert on lockouts for each row execute function lock_withdrawals()`);
    expect((await withdraw(person)).body).toMatchObject({ code: "withdrawals_locked" });
    await database.query("drop trigger lock_withdrawals on lockouts; drop function lock_withdrawals");
    expect(await person.balance()).toBe("1000.00000000");
  });
});

describe("locking", () => {
  it("is recorded with the state before and after, and only if it changes something", async () => {
    const [person] = (await seedPeople(scope.app, 1, "1")) as [Person];
    const { body } = await setLocks(person, { trading: true });
    expect((await setLocks(person, { trading: true })).body).toEqual(body);
    expect((await setLocks(person, {})).body).toEqual(body);
    expect((await admin.get(`/api/admin/users/${person.user.id}`)).body).toEqual(body);
    await setLocks(person, { trading: false, withdrawals: true });
    const locked = { tradingLockedAt: body.tradingLockedAt, withdrawalsLockedAt: null };
    const by = { actor: admin.user.id, reason: note };
    expect(await audited(person)).toEqual([
      { ...by, before: { tradingLockedAt: null, withdrawalsLockedAt: null }, after: locked },
      { ...by, before: locked, after: { tradingLockedAt: null, withdrawalsLockedAt: expect.any(String) } },
    ]);
  });

  it("of the own account needs another administrator while FOUR_EYES_ABOVE is set, and requires step-up", async () => {
    const { app } = scope;
    const strict = await scope.start({ environment: { FOUR_EYES_ABOVE: "100", STEP_UP_MINUTES: "15" } });
    const [chief, locked] = [await seedAdmin(strict), await seedAdmin(strict)];
    const lock = (by: Person, locks: Record<string, boolean>) =>
      by.post(`/api/admin/users/${locked.user.id}/locks`, { ...locks, note });
    expect((await lock(chief, { trading: true, withdrawals: true })).status).toBe(200);
    expect((await lock(locked, { trading: false, withdrawals: false })).body).toMatchObject({
      code: "own_account",
    });
    expect((await audited(locked)).length).toBe(1);
    app.clock.jump(16 * 60);
    expect((await lock(chief, { trading: false })).body).toMatchObject({ code: "step_up_required" });
  });

  it("is refused to somebody who was just demoted", async () => {
    const [person] = (await seedPeople(scope.app, 1, "1")) as [Person];
    const former = await seedAdmin(scope.app);
    expect((await former.get("/api/admin/stats")).status).toBe(200);
    await scope.app.database.query("update users set is_admin = false where id = $1", [former.user.id]);
    const { body } = await former.post(`/api/admin/users/${person.user.id}/locks`, { trading: true, note });
    expect(body.code).toBe("forbidden");
    expect(await audited(person)).toEqual([]);
  });
});
