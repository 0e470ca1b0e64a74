import { RULE_ACTOR } from "@veritick/contract/audit-names.ts";
import type { WithdrawalRecord } from "@veritick/contract/schemas/admin-records.ts";
import type { AuditEntry } from "@veritick/contract/schemas/admin.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seedAttention } from "../../../testing/attention-items.ts";
import { hold, untilBlocked } from "../../../testing/held-rows.ts";
import { useOutbox } from "../../../testing/outbox.ts";
import type { Person } from "../../../testing/people.ts";
import { startScreeningSimulator } from "../../../testing/screening-simulator.ts";
import type { TestApp } from "../../../testing/test-app.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, someAddress, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";
import { setKeptValue } from "../../platform/db/kept-values.ts";

const outbox = useOutbox();
const limits = { AUTO_APPROVE_BELOW: "200", AUTO_APPROVE_PER_DAY: "100000" };
const scope = useApp(limits, { outbox: outbox.path });
let admin: Person;
let second: Person;
beforeAll(async () => {
  [admin, second] = [await seedAdmin(scope.app), await seedAdmin(scope.app)];
  await setKeptValue(scope.app.database, "settings", "{}");
});
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));

const HOUR_MS = 3_600_000;
const query = (text: string, values: unknown[] = [], app: TestApp = scope.app) =>
  app.database.query(text, values);
const hoursAgo = (hours: number) => new Date(scope.app.clock.nowMs() - hours * HOUR_MS);

/** Somebody who has been paid at an address before. */
type Regular = { person: Person; address: string };

async function regulars(count: number, app: TestApp = scope.app): Promise<Regular[]> {
  const people = await withdrawingPeople(app, count, "5000");
  const decider = await seedAdmin(app);
  const all = people.map((person) => ({ person, address: someAddress() }));
  for (const { person, address } of all) {
    const { body } = await withdraw(person, { amount: 20, address });
    await decider.post(`/api/admin/withdrawals/${body.id}/approve`);
  }
  await scope.pass(9);
  await query("update users set created_at = $1", [hoursAgo(25)], app);
  return all;
}

/** Asks for a withdrawal that meets every condition, unless `changes` break one. Returns its id. */
async function ask(
  { person, address }: Regular,
  changes: Record<string, unknown> = {},
  app: TestApp = scope.app,
): Promise<string> {
  await query("delete from two_step where user_id = $1", [person.user.id], app);
  const { body } = await withdraw(person, { amount: 50, address, ...changes });
  await query(
    "insert into two_step (user_id, secret, enabled_at, created_at) values ($1, '', now(), now())",
    [person.user.id],
    app,
  );
  return body.id as string;
}

/** Asks for a withdrawal of somebody new to this test. */
const asked = async (changes: Record<string, unknown> = {}, app: TestApp = scope.app) => {
  const [regular] = (await regulars(1, app)) as [Regular];
  return { ...regular, id: await ask(regular, changes, app) };
};

/** Makes inserts into a table wait until the test lets go. */
async function holdInserts(app: TestApp, table: string, when: string) {
  await app.database.query(`
    create function wait_for_test() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock(1); return new; end $$;
    create trigger wait_for_test before insert on ${table} for each row when (${when})
      execute function wait_for_test()`);
  return hold(app.database, "select pg_advisory_xact_lock(1)");
}

/** Lets the rule look once. */
const look = () => scope.pass(5);
const statusOf = async (id: string, app: TestApp = scope.app): Promise<string> =>
  (await query("select status from withdrawal_transactions where id = $1", [id], app)).rows[0].status;
const entriesOf = async (id: string, app: TestApp = scope.app) =>
  (await query("select actor, action from audit_log where target = $1", [id], app)).rows;
const BY_RULE = { actor: RULE_ACTOR, action: "withdrawal_approved" };

describe("a withdrawal that meets every condition", () => {
  it("is approved by the rule, then paid, and everybody is told as after a person's approval", async () => {
    const { person, id } = await asked({ amount: "199.99" });
    const [owner, staff] = [await person.live(), await admin.live()];
    await look();
    expect(await statusOf(id)).toBe("processing");
    await scope.pass(9);
    expect(await statusOf(id)).toBe("completed");
    const statuses = owner.pushes.flatMap((push) =>
      push.type === "withdrawalUpdate" ? [push.withdrawal.status] : [],
    );
    expect(statuses).toEqual(["processing", "completed"]);
    expect(outbox.mails(person.user.email).map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(["Veritick: Withdrawal approved", "Veritick: Withdrawal paid"]),
    );
    const lists = (staff.pushes as { type: string; of?: string }[]).flatMap(({ of }) => of ?? []);
    expect(lists).toEqual(expect.arrayContaining(["withdrawals", "decisions"]));
    for (const { socket } of [owner, staff]) socket.terminate();

    const { body: log } = await admin.get<AuditEntry[]>(`/api/admin/audit?actor=${RULE_ACTOR}`);
    expect(log.filter(({ target }) => target === id)).toMatchObject([
      {
        action: "withdrawal_approved",
        actorEmail: null,
        address: null,
        subject: person.user.id,
        before: { status: "pending", amount: "199.99000000" },
        after: { status: "processing", amount: "199.99000000" },
        proposedBy: null,
      },
    ]);
    const { body } = await admin.get<{ items: WithdrawalRecord[] }>("/api/admin/records/withdrawals");
    expect(body.items.find((item) => item.id === id)).toMatchObject({
      decidedBy: RULE_ACTOR,
      decidedByEmail: null,
      decidedAt: expect.any(String),
    });
  });

  it("is approved once, whichever processes look at the same time", async () => {
    await scope.start({ environment: limits });
    const some = await regulars(4);
    const ids = await Promise.all(some.map((regular) => ask(regular)));
    await look();
    for (const id of ids) expect(await entriesOf(id)).toEqual([BY_RULE]);
  });
});

describe("a withdrawal waits for a person", () => {
  const user = (change: string, undo: string, values: () => unknown[] = () => []) => ({
    set: ({ person }: Regular) =>
      query(`update users set ${change} where id = $1`, [person.user.id, ...values()]),
    undo: ({ person }: Regular) => query(`update users set ${undo} where id = $1`, [person.user.id]),
  });
  const about = (which: object) => ({
    set: () => seedAttention(scope.app, [{ kind: "payout", reason: "payout_differs", ...which }]),
    undo: () =>
      query("update attention_items set resolved_at = now(), resolution = 'x' where resolved_at is null"),
  });
  type Obstacle = {
    set(of: Regular & { id: string }): Promise<unknown>;
    undo(of: Regular & { id: string }): Promise<unknown>;
  };
  const maintenance = (on: boolean) => () =>
    admin.post("/api/admin/maintenance", { on, stopWithdrawals: on, restoreChecked: true });
  const OBSTACLES: Record<string, Obstacle> = {
    "its account is a day old": {
      set: ({ person }) =>
        query("update users set created_at = $2 where id = $1", [person.user.id, hoursAgo(23)]),
      undo: ({ person }) =>
        query("update users set created_at = $2 where id = $1", [person.user.id, hoursAgo(25)]),
    },
    "its owner has rights in the administration": user("staff_role = 'viewer'", "staff_role = null"),
    "the account's withdrawals are locked": user(
      "withdrawals_locked_at = now()",
      "withdrawals_locked_at = null",
    ),
    "the account's trading is locked": user("trading_locked_at = now()", "trading_locked_at = null"),
    "withdrawals are on hold": user("withdrawals_held_until = $2", "withdrawals_held_until = null", () => [
      hoursAgo(-1),
    ]),
    "wrong codes have locked withdrawals": {
      set: ({ person }) =>
        query("insert into lockouts values ($1, 0, 1, $2)", [
          `withdrawal-code/${person.user.id}`,
          hoursAgo(-1),
        ]),
      undo: ({ person }) =>
        query("delete from lockouts where key = $1", [`withdrawal-code/${person.user.id}`]),
    },
    "two-step sign-in is off": {
      set: ({ person }) =>
        query("update two_step set enabled_at = null where user_id = $1", [person.user.id]),
      undo: ({ person }) =>
        query("update two_step set enabled_at = now() where user_id = $1", [person.user.id]),
    },
    "the earlier payout to its address is not completed": {
      set: ({ person }) =>
        query(
          "update withdrawal_transactions set status = 'processing' where user_id = $1 and status = 'completed'",
          [person.user.id],
        ),
      undo: ({ person }) =>
        query(
          "update withdrawal_transactions set status = 'completed' where user_id = $1 and status = 'processing'",
          [person.user.id],
        ),
    },
    "an item about its owner is open": {
      set: ({ person }) => about({ userId: person.user.id }).set(),
      undo: about({}).undo,
    },
    // An open item about its payout refuses a person's approval, too.
    "an item about it is open": {
      set: ({ id }) =>
        about({ kind: "screening", reason: "screening_held", withdrawalId: id, userId: admin.user.id }).set(),
      undo: about({}).undo,
    },
    "a person's approval waits for a second one": {
      set: ({ id, person }) =>
        query(
          `insert into proposals (id, action, target, subject, amount, proposed_by, created_at)
           values (uuidv7(), 'withdrawal_approved', $1, $2, 50, $3, $4)`,
          [id, person.user.id, admin.user.id, hoursAgo(0)],
        ),
      undo: ({ id }) =>
        query("update proposals set outcome = 'declined', decided_at = now() where target = $1", [id]),
    },
    "maintenance has stopped withdrawals": { set: maintenance(true), undo: maintenance(false) },
  };

  it.each(Object.entries(OBSTACLES))("while %s, and no longer", async (_, { set, undo }) => {
    const one = await asked();
    await set(one);
    await look();
    expect([await statusOf(one.id), await entriesOf(one.id)]).toEqual(["pending", []]);
    await undo(one);
    await look();
    expect(await entriesOf(one.id)).toEqual([BY_RULE]);
  });

  it.each([
    ["at the amount", { amount: 200 }],
    ["to another address", { address: someAddress() }],
  ])("%s", async (_, changes) => {
    const { id } = await asked(changes);
    await look();
    expect(await statusOf(id)).toBe("pending");
    expect((await admin.post(`/api/admin/withdrawals/${id}/approve`)).body.status).toBe("processing");
    expect(await entriesOf(id)).toMatchObject([{ actor: admin.user.id }]);
  });

  it("to an address that only somebody else was paid at", async () => {
    const [one, other] = (await regulars(2)) as [Regular, Regular];
    const id = await ask(one, { address: other.address });
    await look();
    expect(await statusOf(id)).toBe("pending");
  });

  it("above the amount that takes two people, even if this process has missed it", async () => {
    const { id } = await asked();
    await setKeptValue(scope.app.database, "settings", JSON.stringify({ FOUR_EYES_ABOVE: "49.99" }));
    await look();
    expect([await statusOf(id), await entriesOf(id)]).toEqual(["pending", []]);
    await setKeptValue(scope.app.database, "settings", JSON.stringify({ FOUR_EYES_ABOVE: "50" }));
    await look();
    expect(await entriesOf(id)).toEqual([BY_RULE]);
    await setKeptValue(scope.app.database, "settings", "{}");
    await look();
  });
});

describe("a stop", () => {
  const set = (value: string | null, by = admin) =>
    by.post("/api/admin/settings", { name: "AUTO_APPROVE_BELOW", value });

  it("by one person holds at once; two people begin again", async () => {
    const one = await asked();
    expect((await set("none")).body).toEqual({ awaiting: null });
    await look();
    expect(await statusOf(one.id)).toBe("pending");
    const { body } = await set(null);
    expect(body.awaiting).toMatchObject({ action: "setting_changed" });
    await look();
    expect(await statusOf(one.id)).toBe("pending");
    expect((await second.post(`/api/admin/proposals/${body.awaiting.proposalId}/agree`, {})).status).toBe(
      200,
    );
    await look();
    expect(await entriesOf(one.id)).toEqual([BY_RULE]);
  });

  it.each(["AUTO_APPROVE_BELOW", "AUTO_APPROVE_PER_DAY"])(
    "of %s holds at once in a process that has not heard of it",
    async (name) => {
      const { id } = await asked();
      const settings = await hold(
        scope.app.database,
        "select from kept_values where name = 'settings' for update",
      );
      scope.app.clock.advance(5);
      await untilBlocked(scope.app.database, 1, "%kept_values where name = $1 for update%");
      await settings.holder.query("update kept_values set value = $1 where name = 'settings'", [
        JSON.stringify({ [name]: "none" }),
      ]);
      await settings.letGo();
      await scope.settled();
      expect([await statusOf(id), await entriesOf(id)]).toEqual(["pending", []]);
      await setKeptValue(scope.app.database, "settings", "{}");
      await look();
      expect(await entriesOf(id)).toEqual([BY_RULE]);
    },
  );
});

describe("the total of 24 hours", () => {
  it("bounds what the rule approves for all together, and is free again a day later", async () => {
    const connection = await scope.clone();
    const environment = { AUTO_APPROVE_BELOW: "200", AUTO_APPROVE_PER_DAY: "120" };
    const app = await scope.start({ connection, environment });
    const some = await regulars(3, app);
    const ids: string[] = [];
    for (const regular of some) ids.push(await ask(regular, {}, app));
    await look();
    const decided = async () => Promise.all(ids.map((id) => statusOf(id, app)));
    expect(await decided()).toEqual(["processing", "processing", "pending"]);
    scope.app.clock.jump(86_399 - 10);
    await look();
    expect((await decided())[2]).toBe("pending");
    scope.app.clock.jump(20);
    await look();
    expect(await entriesOf(ids[2]!, app)).toEqual([BY_RULE]);
    expect(await app.checkLedger()).toEqual([]);
  });

  it("approves nothing if one of the two amounts is missing", async () => {
    for (const name of ["AUTO_APPROVE_BELOW", "AUTO_APPROVE_PER_DAY"]) {
      const app = await scope.start({ connection: await scope.clone(), environment: { [name]: "200" } });
      const { id } = await asked({}, app);
      await look();
      expect([name, await statusOf(id, app)]).toEqual([name, "pending"]);
    }
  });

  it("holds for two processes that approve at the same time", async () => {
    const connection = await scope.clone();
    const begin = (below: string) =>
      scope.start({ connection, environment: { AUTO_APPROVE_BELOW: below, AUTO_APPROVE_PER_DAY: "150" } });
    // Only the first process looks at the larger withdrawal, so they decide about different ones.
    const app = await begin("200");
    const [one, other] = (await regulars(2, app)) as [Regular, Regular];
    const [large, small] = [await ask(one, { amount: 120 }, app), await ask(other, { amount: 50 }, app)];
    const gate = await holdInserts(app, "payouts", "new.amount > 100");
    scope.app.clock.advance(5);
    await untilBlocked(app.database, 1, "%insert into payouts%");
    await begin("100");
    scope.app.clock.advance(1);
    await untilBlocked(app.database, 1, "%kept_values%");
    expect(await statusOf(small, app)).toBe("pending");
    await gate.letGo();
    await scope.settled();
    await look();
    expect([await entriesOf(large, app), await entriesOf(small, app)]).toEqual([[BY_RULE], []]);
    expect(await app.checkLedger()).toEqual([]);
  });
});

it("leaves nothing half done if it is killed, and approves once afterwards", async () => {
  const { id, person } = await asked();
  // The entry in the audit log is written last.
  const gate = await holdInserts(scope.app, "audit_log", "new.action = 'withdrawal_approved'");
  scope.app.clock.advance(5);
  await untilBlocked(scope.app.database, 1, "%insert into audit_log%");
  await query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%insert into audit_log%' and wait_event_type = 'Lock'`,
  );
  await gate.letGo();
  await scope.settled();
  const { rowCount } = await query("select from payouts where withdrawal_id = $1", [id]);
  expect([await statusOf(id), await entriesOf(id), rowCount]).toEqual(["pending", [], 0]);
  await look();
  await scope.pass(9);
  expect([await statusOf(id), await entriesOf(id)]).toEqual(["completed", [BY_RULE]]);
  const booked = await query("select from sandbox_books where our_id = $1", [id]);
  expect(booked.rowCount).toBe(1);
  const approved = outbox
    .mails(person.user.email)
    .filter(({ subject }) => subject.endsWith("Withdrawal approved"));
  // The first one is about the earlier payout to this address.
  expect(approved).toHaveLength(2);
});

describe("with a screening service", async () => {
  const simulator = await startScreeningSimulator();
  afterAll(() => simulator.close());

  it("approves only what the service allows, once it does", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection, environment: { ...limits, ...simulator.environment() } });
    const [regular] = (await regulars(1, app)) as [Regular];
    simulator.answer = "hold";
    const id = await ask(regular, {}, app);
    await look();
    await look();
    expect([simulator.asked(id).length, await statusOf(id, app)]).toEqual([1, "pending"]);
    const staff = await seedAdmin(app);
    const { rows } = await query("select id from attention_items where withdrawal_id = $1", [id], app);
    simulator.answer = "allow";
    await staff.post(`/api/admin/attention/${rows[0].id}/ask-again`, {});
    await look();
    await look();
    expect(await entriesOf(id, app)).toEqual([BY_RULE]);
  });

  it("leaves to people what two people allowed despite the service", async () => {
    const connection = await scope.clone();
    const app = await scope.start({ connection, environment: { ...limits, ...simulator.environment() } });
    const { id } = await asked({}, app);
    simulator.answer = "refuse";
    await look();
    const { rows } = await query("select id from attention_items where withdrawal_id = $1", [id], app);
    const note = "seen by two people";
    for (const staff of [await seedAdmin(app), await seedAdmin(app)])
      await staff.post(`/api/admin/attention/${rows[0].id}/override`, { note });
    await look();
    await look();
    const { rows: screened } = await query("select state from screenings where subject_id = $1", [id], app);
    expect([screened[0].state, await statusOf(id, app)]).toEqual(["overridden", "pending"]);
  });
});
