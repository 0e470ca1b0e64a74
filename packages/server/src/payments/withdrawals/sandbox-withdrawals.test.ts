import type { Withdrawal } from "@veritick/contract/schemas/payments.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Person } from "../../../testing/people.ts";
import { TestClient, until } from "../../../testing/test-client.ts";
import { useApp } from "../../../testing/use-app.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "../../../testing/withdrawals.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "4" });
afterAll(async () => expect(await scope.app.checkLedger()).toEqual([]));
let admin: Person;
beforeAll(async () => {
  admin = await seedAdmin(scope.app);
});

const person = async (balance = "1000") => (await withdrawingPeople(scope.app, 1, balance))[0]!;
const decide = (id: string, how: string, body?: unknown, client: TestClient = admin) =>
  client.post(`/api/admin/withdrawals/${id}/${how}`, body);
const list = async (client: TestClient, query = "") =>
  (await client.get<Withdrawal[]>(`/api/withdrawals${query}`)).body;

async function entriesOf(id: string) {
  const { rows } = await scope.app.database.query(
    `select t.kind, t.actor, e.account, e.amount from ledger_transactions t
     join ledger_entries e on e.transaction_id = t.id where t.reference = $1 order by t.id, e.line`,
    [id],
  );
  return rows.map(({ kind, actor, account, amount }) => [kind, actor, account, amount]);
}

describe("in the sandbox", () => {
  it("goes from pending through processing to completed, and its user is told at each step", async () => {
    const client = await person();
    const { socket, pushes } = await client.live();
    const told = () =>
      pushes.flatMap((push) =>
        push.type === "withdrawalUpdate"
          ? [push.withdrawal.status]
          : push.type === "balanceUpdate"
            ? [push.balance]
            : [],
      );
    const { id } = (await withdraw(client)).body;
    await scope.pass(3);
    expect((await list(client))[0]!.status).toBe("pending");
    const approved = await decide(id, "approve");
    expect(approved.body).toMatchObject({
      id,
      status: "processing",
      userEmail: client.user.email,
      attention: null,
    });
    await scope.pass(4);
    expect((await list(client))[0]!.status).toBe("processing");
    await scope.pass(4);
    const [completed] = await list(client);
    expect(completed).toMatchObject({
      id,
      status: "completed",
      failureReason: null,
      sandbox: true,
      transactionHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(completed!.updatedAt > completed!.createdAt).toBe(true);
    const expected = ["pending", "900.00000000", "processing", "completed"];
    await until(() => told().length >= expected.length, "every step is pushed");
    expect(told()).toEqual(expected);
    socket.terminate();
    expect(await entriesOf(id)).toEqual([
      ["withdrawal_held", null, `user:${client.user.id}`, "-100.00000000"],
      ["withdrawal_held", null, "payouts:held", "100.00000000"],
      ["withdrawal_completed", null, "payouts:held", "-100.00000000"],
      ["withdrawal_completed", null, "custody:sandbox", "92.00000000"],
      ["withdrawal_completed", null, "house:fees", "8.00000000"],
    ]);
    const { rows } = await scope.app.database.query(
      `select w.decided_by, p.outcome, p.state from withdrawal_transactions w join payouts p on p.withdrawal_id = w.id
       where w.id = $1`,
      [id],
    );
    expect(rows).toEqual([{ decided_by: admin.user.id, outcome: "paid", state: "finished" }]);
  });

  it("pays at once if payments are left to an administrator", async () => {
    const connection = await scope.clone();
    const guest = await scope.start({ connection, environment: { SANDBOX_CONFIRM_SECONDS: "off" } });
    const [client] = await withdrawingPeople(guest, 1, "100");
    const other = await seedAdmin(guest);
    const { id } = (await withdraw(client!)).body;
    await decide(id, "approve", undefined, other);
    await scope.pass(4);
    expect((await list(client!))[0]!.status).toBe("completed");
    expect(await guest.checkLedger()).toEqual([]);
  });

  it("is continued by another server after the first one is gone", async () => {
    const connection = await scope.clone();
    const first = await scope.start({ connection });
    const [client] = await withdrawingPeople(first, 1, "100");
    const { id } = (await withdraw(client!)).body;
    await decide(id, "approve", undefined, await seedAdmin(first));
    await scope.pass(1);
    await first.close();
    const second = await scope.start({ connection });
    await scope.pass(8);
    const { rows } = await second.database.query("select status from withdrawal_transactions");
    expect(rows).toEqual([{ status: "completed" }]);
    expect(await second.checkLedger()).toEqual([]);
  });

  it("completes if the server died between the payout and the record of its answer", async () => {
    const client = await person();
    const { id } = (await withdraw(client)).body;
    await decide(id, "approve");
    await scope.pass(1);
    await scope.app.database.query(
      "update payouts set step = 'asked', payout_id = null, batch_id = null where withdrawal_id = $1",
      [id],
    );
    await scope.pass(6);
    expect((await list(client))[0]!.status).toBe("completed");
    const { rows } = await scope.app.database.query("select count(*) from sandbox_books where our_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ count: 1 }]);
  });
});

describe("a rejected or cancelled withdrawal", () => {
  it("returns the whole amount, in the administrator's name", async () => {
    const client = await person();
    const { socket, pushes } = await client.live();
    const { id } = (await withdraw(client)).body;
    const { status, body } = await decide(id, "reject");
    expect([status, body.status, body.failureReason]).toEqual([200, "failed", "rejected"]);
    expect(await client.balance()).toBe("1000.00000000");
    expect((await entriesOf(id)).slice(2)).toEqual([
      ["withdrawal_returned", admin.user.id, "payouts:held", "-100.00000000"],
      ["withdrawal_returned", admin.user.id, `user:${client.user.id}`, "100.00000000"],
    ]);
    await until(() => pushes.filter(({ type }) => type === "balanceUpdate").length === 2, "both are pushed");
    expect(pushes.at(-1)).toEqual({ type: "balanceUpdate", balance: "1000.00000000" });
    socket.terminate();
  });

  it("is cancelled by its user only while pending", async () => {
    const client = await person();
    const { id } = (await withdraw(client)).body;
    const cancel = (which = id) => client.post(`/api/withdrawals/${which}/cancel`);
    const { status, body } = await cancel();
    expect([status, body.status, body.failureReason]).toEqual([200, "failed", "cancelled"]);
    expect(await client.balance()).toBe("1000.00000000");
    expect((await cancel()).body.code).toBe("withdrawal_not_pending");

    const other = (await withdraw(client)).body.id as string;
    await decide(other, "approve");
    expect((await cancel(other)).body.code).toBe("withdrawal_not_pending");
  });

  it("is not shown as being checked any more once the screening is switched off", async () => {
    const client = await person();
    const { id } = (await withdraw(client)).body;
    await scope.app.database.query("update withdrawal_transactions set being_checked = true where id = $1", [
      id,
    ]);
    expect(await list(client)).toMatchObject([{ id, beingChecked: true }]);
    await scope.pass(1);
    expect(await list(client)).toMatchObject([{ id, beingChecked: false }]);
  });

  it("answers 409 to any further decision, and moves no money", async () => {
    const client = await person();
    const ids = await Promise.all([0, 1, 2].map(async () => (await withdraw(client)).body.id as string));
    await decide(ids[0]!, "reject");
    await decide(ids[1]!, "approve");
    await decide(ids[2]!, "approve");
    await scope.pass(8);
    const before = await client.balance();
    for (const id of ids) {
      for (const how of ["approve", "reject"]) {
        const { status, body } = await decide(id, how);
        expect([status, body.code, body.message]).toEqual([
          409,
          "withdrawal_not_pending",
          "This withdrawal was already decided. Nothing was changed.",
        ]);
      }
    }
    expect(await client.balance()).toBe(before);
  });
});

describe("a payout in progress", () => {
  const paid = { transactionId: "ab".repeat(32) };
  const failed = { note: "it never left" };

  it("is neither marked as paid nor as failed", async () => {
    const client = await person();
    const { id } = (await withdraw(client)).body;
    expect((await decide(id, "mark-paid", paid)).body.code).toBe("withdrawal_not_processing");
    expect((await decide(id, "mark-failed", failed)).body.code).toBe("withdrawal_not_processing");
    await decide(id, "approve");
    expect((await decide(id, "mark-paid", paid)).body.code).toBe("withdrawal_not_stuck");
    expect((await decide(id, "mark-failed", failed)).body.code).toBe("withdrawal_not_stuck");
    await scope.pass(8);
    expect((await list(client))[0]!.status).toBe("completed");
  });

  it.each(["", "ab", "zz".repeat(32), 7, undefined])(
    "takes no transaction id like %j",
    async (transactionId) => {
      const { id } = (await withdraw(await person())).body;
      expect((await decide(id, "mark-paid", { transactionId })).body.code).toBe("transaction_id_invalid");
    },
  );
});

describe("the lists", () => {
  it("of a user holds every open withdrawal and pages of the others, newest first", async () => {
    const client = await person();
    const ids: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      ids.push((await withdraw(client, { amount: 15 + count })).body.id as string);
      if (count !== 1) await client.post(`/api/withdrawals/${ids[count]}/cancel`);
    }
    const newest = ids.toReversed();
    expect((await list(client)).map(({ id }) => id)).toEqual(newest);
    expect((await list(client, "?limit=2")).map(({ id }) => id)).toEqual([newest[0], newest[1], ids[1]]);
    expect((await list(client, `?before=${newest[1]}&limit=2`)).map(({ id }) => id)).toEqual([
      newest[2],
      newest[3],
    ]);
    expect((await client.get("/api/withdrawals?limit=0")).body.code).toBe("page_invalid");
    expect(await list(await person())).toEqual([]);
    const etag = (await client.get("/api/withdrawals")).headers.get("etag")!;
    expect((await client.get("/api/withdrawals", { "if-none-match": etag })).status).toBe(304);
  });

  it("of all users names each user", async () => {
    const client = await person();
    const { id } = (await withdraw(client)).body;
    const { body } = await admin.get("/api/admin/withdrawals");
    expect(body[0]).toMatchObject({ id, userEmail: client.user.email, attention: null, status: "pending" });
    const all = (body as { id: string }[]).map((one) => one.id);
    expect(all).toEqual(all.toSorted().toReversed());
    const before = await admin.get(`/api/admin/withdrawals?before=${id}&limit=3`);
    expect((before.body as Withdrawal[]).every((one) => one.id < id && !isOpen(one))).toBe(true);
    expect(before.body).toHaveLength(3);
  });
});

const isOpen = ({ status }: Withdrawal) => status === "pending" || status === "processing";
