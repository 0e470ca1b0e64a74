import type { Deposit } from "@veritick/contract/schemas/payments.ts";
import { afterEach, describe, expect, it } from "vitest";
import { seedPeople } from "../../../testing/people.ts";
import { rawCall } from "../../../testing/raw-http.ts";
import { useApp } from "../../../testing/use-app.ts";
import { createSealing } from "../../platform/sealing.ts";
import { makeSandboxCallback, readSandboxCallback, sandboxProvider } from "./sandbox-provider.ts";

const scope = useApp({ SANDBOX_CONFIRM_SECONDS: "4" });
afterEach(async () => expect(await scope.app.checkLedger()).toEqual([]));

async function depositor() {
  const [client] = await seedPeople(scope.app, 1, "0");
  const { body } = await client!.post<Deposit>("/api/deposits", { amount: "100" });
  return { client: client!, deposit: body };
}

describe("callbacks of the sandbox", () => {
  const subject = { subject: "payment", id: "sandbox-1" } as const;
  const key = Buffer.alloc(32, 7);

  it("are signed over their exact bytes", () => {
    const { body, headers } = makeSandboxCallback(key, subject, "finished");
    expect(readSandboxCallback(key, body, headers)).toEqual({ ...subject, content: body });
    expect(readSandboxCallback(Buffer.alloc(32, 8), body, headers)).toBeUndefined();
    expect(readSandboxCallback(key, Buffer.from(`${body.toString()} `), headers)).toBeUndefined();
    expect(readSandboxCallback(key, body, {})).toBeUndefined();
    expect(readSandboxCallback(key, body, { "x-sandbox-sig": "00" })).toBeUndefined();
    const signature = headers["x-sandbox-sig"]!;
    expect(readSandboxCallback(key, body, { "x-sandbox-sig": [signature, signature] })).toBeUndefined();
  });

  it("cannot be forged", async () => {
    const { client, deposit } = await depositor();
    const { body, headers } = makeSandboxCallback(
      Buffer.alloc(32),
      { subject: "payment", id: deposit.paymentId! },
      "finished",
    );
    const path = "/api/payments/callbacks/sandbox";
    for (const sent of [headers, {}]) {
      const answer = await rawCall(scope.app.url, "POST", path, { body, headers: sent });
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, "callback_refused"]);
    }
    await scope.settled();
    expect(await client.balance()).toBe("0.00000000");
  });

  it("are repeated after a crash before they were recorded, and credit once", async () => {
    const { client } = await depositor();
    await scope.pass(5);
    await scope.app.database.query("update sandbox_books set told = 'waiting'");
    await scope.app.database.query("delete from payment_callbacks");
    await scope.pass(2);
    const { rows } = await scope.app.database.query("select told from sandbox_books where told is not null");
    expect(rows).toEqual([]);
    expect(await client.balance()).toBe("100.00000000");
  });
});

describe("without callbacks", () => {
  it("finds paid deposits by polls and by the daily comparison", async () => {
    const [polled, compared] = [await depositor(), await depositor()];
    await scope.app.database.query("update sandbox_books set told = null");
    await scope.app.database.query("update payments set next_poll_at = null where id = $1", [
      compared.deposit.id,
    ]);
    await scope.pass(6);
    expect(await polled.client.balance()).toBe("100.00000000");
    expect(await compared.client.balance()).toBe("0.00000000");
    await scope.app.database.query(
      "update kept_values set value = 'done 2026-01-01' where name like 'reconciled/%'",
    );
    scope.app.clock.jump(300);
    await scope.settled();
    expect(await compared.client.balance()).toBe("100.00000000");
  });

  it("reads more than one page in the daily comparison", async () => {
    const [client] = await seedPeople(scope.app, 1, "0");
    const now = new Date(scope.app.clock.nowMs());
    await scope.app.database.query(
      `with payment as (
         insert into payments (id, provider, payment_id, user_id, state_at, created_at, updated_at)
         select gen_random_uuid(), 'sandbox', 'sandbox-many-' || to_char(n, 'FM0000'), $1, $2, $2, $2
         from generate_series(1, 501) n returning id, payment_id)
       , made as (
         insert into deposit_transactions (id, user_id, amount, provider, payment_id, created_at, updated_at)
         select id, $1, 15, 'sandbox', payment_id, $2, $2 from payment returning id, payment_id)
       insert into sandbox_books (id, subject, our_id, amount, address, created_at, told)
       select payment_id, 'payment', id, 15, 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', $2, null from made`,
      [client!.user.id, now],
    );
    await scope.app.database.query("update kept_values set value = 'never' where name like 'reconciled/%'");
    scope.app.clock.jump(300);
    await scope.settled();
    expect(await client!.balance()).toBe("7515.00000000");
  });
});

it("deletes payments that ended more than four hundred days ago, and no open one", async () => {
  const { database, clock } = scope.app;
  for (const [id, days, told] of [
    ["ended", 399, null],
    ["forgotten", 401, null],
    ["open", 401, "waiting"],
  ]) {
    await database.query(
      `insert into sandbox_books (id, subject, our_id, amount, address, created_at, told)
       values ('old-' || $1, 'payment', gen_random_uuid(), 1, 'T', $3::timestamptz - make_interval(days => $2), $4)`,
      [id, days, new Date(clock.nowMs()), told],
    );
  }
  await sandboxProvider({ database, clock, sealing: createSealing(Buffer.alloc(32)) }, undefined).sweep!();
  const { rows } = await database.query("delete from sandbox_books where id like 'old-%' returning id");
  expect(rows.map((row) => String(row.id)).toSorted()).toEqual(["old-ended", "old-open"]);
});
