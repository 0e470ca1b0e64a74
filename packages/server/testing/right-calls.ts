import { createHash, randomBytes } from "node:crypto";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import { v7 } from "uuid";
import { seedPeople } from "./people.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./test-app.ts";
import { CODE, seedAdmin, someAddress, withdraw, withdrawingPeople } from "./withdrawals.ts";

const PASSWORD = "secret1";
const note = "as agreed by telephone";

/** A body that is right, for each call that takes one. */
export const RIGHT_BODIES: Record<string, Record<string, unknown>> = {
  "/api/auth/register": { email: "grace@example.com", password: PASSWORD },
  "/api/auth/login": { email: "grace@example.com", password: PASSWORD },
  "/api/auth/forgot-password": { email: "grace@example.com" },
  "/api/auth/reset-password": { token: "x".repeat(43), newPassword: PASSWORD },
  "/api/profile/change-password": { currentPassword: PASSWORD, newPassword: PASSWORD },
  "/api/profile/two-step/begin": { password: PASSWORD },
  "/api/profile/two-step/confirm": { code: "123456" },
  "/api/profile/two-step/disable": { password: PASSWORD, code: "123456" },
  "/api/profile/two-step/recovery-codes": { password: PASSWORD, code: "abcde-fghij" },
  "/api/profile/create-withdrawal-code": { code: CODE },
  "/api/trading/positions": { type: "buy", amount: "1.00", duration: 1 },
  "/api/deposits": { amount: "15" },
  "/api/withdrawals": { amount: "15", address: someAddress(), withdrawalCode: CODE },
  "/api/admin/withdrawals/{id}/mark-paid": { transactionId: "ab".repeat(32) },
  "/api/admin/withdrawals/{id}/mark-failed": { note },
  "/api/admin/users/{id}/adjust-balance": { amount: -1, note },
  "/api/admin/users/{id}/set-admin": { isAdmin: true },
  "/api/admin/attention/{id}/credit": { amount: "20", note },
  "/api/admin/attention/{id}/dismiss": { note },
};

/** What the right call answers where something else is missing, which a call alone cannot bring. */
export const RIGHT_BUT_REFUSED: Record<string, string> = {
  "POST /api/auth/register": "email_taken",
  "POST /api/auth/reset-password": "reset_link_invalid",
  "POST /api/profile/two-step/confirm": "two_step_not_begun",
  "POST /api/profile/two-step/disable": "two_step_off",
  "POST /api/profile/two-step/recovery-codes": "two_step_off",
  "POST /api/payments/callbacks/{provider}": "callback_refused",
};

/** Somebody who may make this call, with money, the password and, unless it is what the call sets, the code above. */
export async function callerFor(app: TestApp, { path, audience }: Endpoint): Promise<Person> {
  // What others tried before from the same address does not count against this one.
  await app.database.query("delete from attempt_counters");
  if (audience === "admin") return seedAdmin(app);
  const needsCode = path.startsWith("/api/withdrawals");
  const [person] = await (needsCode ? withdrawingPeople : seedPeople)(app, 1, "1000");
  await app.database.query(
    "update users u set password = g.password from users g where g.email = 'grace@example.com' and u.id = $1",
    [person!.user.id],
  );
  return person!;
}

/** Another session of the person's, which is the one used from now on; its id. */
export async function signInAgain(app: TestApp, person: Person): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  person.cookie = `session=${token}`;
  const { rows } = await app.database.query<{ id: string }>(
    `insert into sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, $3, $3::timestamptz + interval '30 days') returning id`,
    [createHash("sha256").update(token).digest(), person.user.id, new Date(app.clock.nowMs())],
  );
  return rows[0]!.id;
}

/** Ids of two things that the caller may do this to. */
export async function thingsFor(app: TestApp, endpoint: Endpoint, caller: Person): Promise<string[]> {
  const make = makerFor(app, endpoint.path, caller);
  return make === undefined ? [] : [await make(), await make()];
}

function makerFor(app: TestApp, path: string, caller: Person): (() => Promise<string>) | undefined {
  switch (path) {
    case "/api/payments/callbacks/{provider}":
      return async () => "sandbox";
    case "/api/profile/sessions/{id}":
      return () => signInAgain(app, caller);
    case "/api/trading/positions/{id}":
      return async () =>
        (await caller.post("/api/trading/positions", RIGHT_BODIES["/api/trading/positions"])).body.id;
    case "/api/withdrawals/{id}/cancel":
      return async () => (await withdraw(caller)).body.id;
    case "/api/admin/deposits/{id}/approve":
    case "/api/admin/deposits/{id}/reject":
      return async () => (await (await somebody(app)).post("/api/deposits", { amount: 20 })).body.id;
    case "/api/admin/withdrawals/{id}/approve":
    case "/api/admin/withdrawals/{id}/reject":
      return () => pendingWithdrawal(app);
    case "/api/admin/withdrawals/{id}/mark-paid":
    case "/api/admin/withdrawals/{id}/mark-failed":
      return () => stuckWithdrawal(app);
    case "/api/admin/users/{id}":
    case "/api/admin/users/{id}/adjust-balance":
    case "/api/admin/users/{id}/set-admin":
      return async () => (await somebody(app)).user.id;
    case "/api/admin/attention/{id}/credit":
    case "/api/admin/attention/{id}/dismiss":
      return async () => repeatedPayment(app, (await somebody(app)).user.id);
    default:
      return undefined;
  }
}

const somebody = async (app: TestApp): Promise<Person> => (await seedPeople(app, 1, "1000"))[0]!;

async function pendingWithdrawal(app: TestApp): Promise<string> {
  const [owner] = await withdrawingPeople(app, 1, "1000");
  return (await withdraw(owner!)).body.id as string;
}

/** As the provider leaves one that it has refused to pay. */
async function stuckWithdrawal(app: TestApp): Promise<string> {
  const id = await pendingWithdrawal(app);
  const now = new Date(app.clock.nowMs());
  await app.database.query(
    "update withdrawal_transactions set status = 'processing', payout_step = 'asked', next_poll_at = null where id = $1",
    [id],
  );
  await app.database.query(
    `insert into attention_items (id, key, kind, reason, provider, withdrawal_id, details, created_at, updated_at)
     values ($1, 'payout/sandbox/' || $2::uuid, 'payout', 'payout_refused', 'sandbox', $2::uuid, '{}', $3, $3)`,
    [v7(), id, now],
  );
  return id;
}

async function repeatedPayment(app: TestApp, userId: string): Promise<string> {
  const id = v7();
  await app.database.query(
    `insert into attention_items (
       id, key, kind, reason, provider, payment_id, user_id, amount, asset, details, created_at, updated_at)
     values ($1::uuid, 'payment/sandbox/again-' || $1::uuid, 'payment', 'repeated_payment', 'sandbox', 'again-' || $1::uuid,
       $2, 20, 'usdttrc20', '{}', $3, $3)`,
    [id, userId, new Date(app.clock.nowMs())],
  );
  return id;
}
