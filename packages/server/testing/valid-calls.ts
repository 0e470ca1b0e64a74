import { createHash, randomBytes } from "node:crypto";
import { isDescribed } from "@veritick/contract/endpoint.ts";
import type { Endpoint } from "@veritick/contract/endpoint.ts";
import type { Scope } from "@veritick/contract/key-scopes.ts";
import { v7 } from "uuid";
import { stateLiabilities } from "./liabilities.ts";
import { seedPeople } from "./people.ts";
import type { Person } from "./people.ts";
import type { TestApp } from "./test-app.ts";
import { CODE, seedAdmin, someAddress, withdraw, withdrawingPeople } from "./withdrawals.ts";

const PASSWORD = "secret-1";
const note = "as agreed by telephone";
/** A well-formed assertion of an unknown passkey. */
const assertion = {
  id: "x",
  rawId: "x",
  type: "public-key",
  response: { clientDataJSON: "x", authenticatorData: "x", signature: "x" },
};
const created = { ...assertion, response: { clientDataJSON: "x", attestationObject: "x" } };

/** A valid body for each call that takes one. */
export const VALID_BODIES: Record<string, Record<string, unknown>> = {
  "/api/auth/register": { email: "grace@example.com", password: PASSWORD },
  "/api/auth/terms": { version: "2026-11-01" },
  "/api/setup/check": { token: "x".repeat(43) },
  "/api/setup": { token: "x".repeat(43), name: "Trade test", email: "grace@example.com", password: PASSWORD },
  "/api/auth/login": { email: "grace@example.com", password: PASSWORD },
  "/api/auth/forgot-password": { email: "grace@example.com" },
  "/api/auth/stop-closing": { token: "x".repeat(43) },
  "/api/auth/confirm-email": { token: "x".repeat(43) },
  "/api/auth/keep-email": { token: "x".repeat(43) },
  "/api/profile/email": { email: "hopper@example.com" },
  "/api/auth/reset-password": { token: "x".repeat(43), newPassword: PASSWORD },
  "/api/profile/change-password": { currentPassword: PASSWORD, newPassword: PASSWORD },
  "/api/profile/two-step/begin": { password: PASSWORD },
  "/api/profile/two-step/confirm": { code: "123456" },
  "/api/profile/two-step/disable": { password: PASSWORD, code: "123456" },
  "/api/profile/two-step/recovery-codes": { password: PASSWORD, code: "abcd-efgh-ijkl-mnop" },
  "/api/auth/passkey": { passkey: assertion },
  "/api/profile/passkeys": { name: "Telephone", passkey: created },
  "/api/profile/passkeys/{id}/rename": { name: "Laptop" },
  "/api/profile/passkeys/challenge": { withdrawal: { amount: "15", address: someAddress() } },
  "/api/profile/api-keys": { name: "Bot", scopes: ["read", "trade"] },
  "/api/profile/close": { waived: "15", password: PASSWORD },
  "/api/profile/push-devices": {
    endpoint: "https://fcm.googleapis.com/devices/1",
    // The keys of an invented browser.
    keys: {
      p256dh: "BFi8VqKNX8vwxo0vj2DrZtiYAlULdLXIRYKLTAgRc3ZiLV3EoDwf-a-eivw20v2KMUwgBxF1tnjmDxS8YQhOMR8",
      auth: "b7t40I1hMCXTakFRqDx2QQ",
    },
  },
  "/api/profile/create-withdrawal-code": { code: CODE },
  "/api/profile/step-up": { password: PASSWORD },
  "/api/trading/positions": { type: "buy", amount: "1.00", duration: 1 },
  "/api/trading/positions/{id}/sell": { minProceeds: "0.00" },
  "/api/limits": { kind: "stake", amount: "100" },
  "/api/limits/pause": { kind: "time_out", length: 1 },
  "/api/limits/reminder": { minutes: 30 },
  "/api/limits/time-zone": { timeZone: "Europe/Paris" },
  "/api/deposits": { amount: "15" },
  "/api/profile/mail-phrase": { phrase: "blue heron" },
  "/api/withdrawals/addresses/only": { on: true },
  "/api/withdrawals/addresses": { name: "Wallet", address: someAddress() },
  "/api/withdrawals": { amount: "15", address: someAddress(), withdrawalCode: CODE },
  "/api/admin/deposits/{id}/approve": { note },
  "/api/admin/deposits/{id}/reject": { reason: note },
  "/api/admin/withdrawals/{id}/reject": { reason: note },
  "/api/admin/users/{id}": { note },
  "/api/admin/withdrawals/{id}/mark-paid": { transactionId: "ab".repeat(32) },
  "/api/admin/withdrawals/{id}/mark-failed": { note },
  "/api/admin/users/{id}/adjust-balance": { amount: -1, note },
  "/api/admin/users/{id}/set-admin": { isAdmin: true },
  "/api/admin/attention/{id}/credit": { amount: "20", note },
  "/api/admin/attention/{id}/dismiss": { note },
  "/api/admin/attention/{id}/override": { note },
  "/api/admin/proposals/{id}/decline": { note },
  "/api/admin/users/{id}/sign-out": { note },
  "/api/admin/api-keys/{id}/revoke": { note },
  "/api/admin/users/{id}/notes": { text: note },
  "/api/admin/users/{id}/locks": { trading: true, withdrawals: false, note },
  "/api/admin/users/{id}/reset-withdrawal-code": { note },
  "/api/faults": { page: "dashboard", kind: "caught", build: "index-Cx1_Qz9a.js", frames: "0f3c92ab" },
  "/api/vitals": { page: "home", name: "LCP", value: 812.5 },
  "/api/admin/settings": { name: "SELL_FEE", value: "0.02" },
  "/api/admin/invitations": { label: "Friends of the house", mostUses: 10, days: 30 },
  "/api/admin/maintenance": { on: true, message: "Back at noon." },
  "/api/admin/webhooks": { url: "http://127.0.0.1:9/veritick", types: ["user.registered"] },
  "/api/admin/webhooks/{id}": { paused: true },
  "/api/admin/webhooks/{id}/redeliver": { deliveryId: null },
  "/api/admin/step-up": { password: PASSWORD },
};

/** Returns a valid body of the call, or undefined if it takes none. */
export const validBody = ({ path, body }: Endpoint) => (isDescribed(body) ? VALID_BODIES[path] : undefined);

/** The refusals of valid calls that also need something no call can bring. */
export const VALID_BUT_REFUSED: Record<string, string> = {
  // The test installation asks nobody to accept terms of use.
  "POST /api/auth/terms": "terms_changed",
  "POST /api/auth/register": "email_taken",
  "POST /api/setup/check": "setup_link_invalid",
  "POST /api/setup": "setup_link_invalid",
  "POST /api/auth/stop-closing": "closing_link_invalid",
  "POST /api/auth/confirm-email": "email_link_invalid",
  "POST /api/auth/keep-email": "email_link_invalid",
  "POST /api/auth/reset-password": "reset_link_invalid",
  "POST /api/profile/two-step/confirm": "two_step_not_begun",
  "POST /api/profile/two-step/disable": "two_step_off",
  "POST /api/profile/two-step/recovery-codes": "two_step_off",
  "POST /api/auth/passkey": "passkey_wrong",
  "POST /api/profile/passkeys": "passkey_wrong",
  "POST /api/profile/passkeys/challenge": "no_passkey",
  "POST /api/profile/close": "closing_balance_differs",
  "POST /api/withdrawals/addresses/only": "no_saved_address",
  "POST /api/payments/callbacks/{provider}": "callback_refused",
  "GET /api/trading/summary": "since_invalid",
  "GET /api/admin/search": "search_invalid",
};

/** Makes a person who may make this call, with money, the password and, unless the call sets it, the code above. */
export async function callerFor(app: TestApp, { path, audience }: Endpoint): Promise<Person> {
  // Earlier tries from the same address must not count against this caller.
  await app.database.query("delete from attempt_counters");
  const needsCode = path.startsWith("/api/withdrawals");
  const person =
    audience === "admin"
      ? await seedAdmin(app)
      : (await (needsCode ? withdrawingPeople : seedPeople)(app, 1, "1000"))[0]!;
  await app.database.query(
    "update users u set password = g.password from users g where g.email = 'grace@example.com' and u.id = $1",
    [person.user.id],
  );
  await app.database.query("update sessions set proved_at = created_at where user_id = $1", [person.user.id]);
  return person;
}

/** Gives the person a new session with a proof of identity, to use from now on. Returns its id. */
export async function signInAgain(app: TestApp, person: Person): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  person.cookie = `session=${token}`;
  const { rows } = await app.database.query<{ id: string }>(
    `insert into sessions (id, token_hash, user_id, created_at, last_seen_at, proved_at, expires_at)
     values (gen_random_uuid(), $1, $2, $3, $3, $3, $3::timestamptz + interval '30 days') returning id`,
    [createHash("sha256").update(token).digest(), person.user.id, new Date(app.clock.nowMs())],
  );
  return rows[0]!.id;
}

/** Returns the ids of two targets on which the caller may use the call. */
export async function targetsFor(app: TestApp, endpoint: Endpoint, caller: Person): Promise<string[]> {
  const make = makerFor(app, endpoint.path, caller);
  return make === undefined ? [] : [await make(), await make()];
}

function makerFor(app: TestApp, path: string, caller: Person): (() => Promise<string>) | undefined {
  switch (path) {
    case "/api/payments/callbacks/{provider}":
      return async () => "sandbox";
    case "/api/profile/sessions/{id}":
      return () => signInAgain(app, caller);
    case "/api/profile/passkeys/{id}":
    case "/api/profile/passkeys/{id}/rename":
      return () => seedPasskey(app, caller.user.id);
    case "/api/profile/api-keys/{id}":
      return async () => (await seedKey(app, caller.user.id, ["read"])).id;
    case "/api/profile/push-devices/{id}":
      return () => pushDevice(app, caller.user.id);
    case "/api/withdrawals/addresses/{id}":
      return () => savedAddress(app, caller.user.id);
    case "/api/trading/positions/{id}":
    case "/api/trading/positions/{id}/sell":
      return () => openedPosition(app, caller);
    case "/api/admin/positions/{id}":
      return async () => openedPosition(app, await somebody(app));
    case "/api/admin/exports/{kind}":
      return async () => "ledger";
    case "/api/fairness/liabilities/{number}/proof": {
      // Only the last statement of a day has proofs.
      let stated: Promise<string> | undefined;
      return () => (stated ??= stateLiabilities(app).then(({ number }) => String(number)));
    }
    case "/api/withdrawals/{id}/cancel":
      return async () => (await withdraw(caller)).body.id;
    case "/api/admin/deposits/{id}/approve":
    case "/api/admin/deposits/{id}/reject":
      return async () => (await (await somebody(app)).post("/api/deposits", { amount: 20 })).body.id;
    case "/api/admin/withdrawals/{id}/approve":
    case "/api/admin/withdrawals/{id}/payout":
    case "/api/admin/withdrawals/{id}/reject":
      return () => pendingWithdrawal(app);
    case "/api/admin/withdrawals/{id}/mark-paid":
    case "/api/admin/withdrawals/{id}/mark-failed":
      return async () => createRefusedPayout(app, await pendingWithdrawal(app));
    case "/api/admin/users/{id}/positions":
    case "/api/admin/users/{id}/deposits":
    case "/api/admin/users/{id}/withdrawals":
    case "/api/admin/users/{id}/statement":
    case "/api/admin/users/{id}/statement.csv":
    case "/api/admin/users/{id}/timeline":
    case "/api/admin/users/{id}/sessions":
    case "/api/admin/users/{id}/api-keys":
    case "/api/admin/users/{id}/sign-out":
    case "/api/admin/users/{id}/notes":
    case "/api/admin/users/{id}/locks":
    case "/api/admin/users/{id}":
    case "/api/admin/users/{id}/adjust-balance":
    case "/api/admin/users/{id}/set-admin":
      return async () => (await somebody(app)).user.id;
    case "/api/admin/users/{id}/confirm-email":
      return async () => unconfirmed(app, await somebody(app));
    case "/api/admin/users/{id}/reset-withdrawal-code":
      return async () => (await withdrawingPeople(app, 1, "1000"))[0]!.user.id;
    case "/api/admin/api-keys/{id}/revoke":
      return async () => (await seedKey(app, (await somebody(app)).user.id, ["read"])).id;
    case "/api/admin/attention/{id}/credit":
    case "/api/admin/attention/{id}/dismiss":
      return async () => repeatedPayment(app, (await somebody(app)).user.id);
    case "/api/admin/attention/{id}/ask-again":
    case "/api/admin/attention/{id}/override":
      return async () => heldWithdrawal(app, await pendingWithdrawal(app));
    case "/api/admin/notices/{id}/send-again":
      return async () => unsentNotice(app, (await somebody(app)).user.id);
    case "/api/admin/proposals/{id}/agree":
    case "/api/admin/proposals/{id}/decline":
      return async () => openProposal(app, (await somebody(app)).user.id);
    case "/api/admin/invitations/{id}/revoke":
    case "/api/admin/invitations/{id}/uses":
      return () => seedInvitation(app, caller.user.id);
    case "/api/admin/webhooks/{id}":
    case "/api/admin/webhooks/{id}/roll":
    case "/api/admin/webhooks/{id}/test":
    case "/api/admin/webhooks/{id}/redeliver":
    case "/api/admin/webhooks/{id}/deliveries":
      return () => seedWebhook(app, caller.user.id);
    default:
      return undefined;
  }
}

async function unconfirmed(app: TestApp, { user: { id } }: Person): Promise<string> {
  await app.database.query("update users set email_confirmed_at = null where id = $1", [id]);
  return id;
}

const somebody = async (app: TestApp): Promise<Person> => (await seedPeople(app, 1, "1000"))[0]!;

async function openedPosition(app: TestApp, owner: Person): Promise<string> {
  // Another call may have begun maintenance.
  await app.database.query("delete from kept_values where name = 'maintenance'");
  return (await owner.post("/api/trading/positions", VALID_BODIES["/api/trading/positions"])).body
    .id as string;
}

async function pendingWithdrawal(app: TestApp): Promise<string> {
  const [owner] = await withdrawingPeople(app, 1, "1000");
  return (await withdraw(owner!)).body.id as string;
}

/** Puts a withdrawal into its state after a refusal by the provider. */
export async function createRefusedPayout(app: TestApp, id: string): Promise<string> {
  const now = new Date(app.clock.nowMs());
  await app.database.query("update withdrawal_transactions set status = 'processing' where id = $1", [id]);
  await app.database.query(
    `insert into attention_items (id, key, kind, reason, provider, withdrawal_id, details, created_at, updated_at)
     values ($1, 'payout/sandbox/' || $2::uuid, 'payout', 'payout_refused', 'sandbox', $2::uuid, '{}', $3, $3)`,
    [v7(), id, now],
  );
  return id;
}

/** Inserts the attention item of a withdrawal that the screening holds. */
async function heldWithdrawal(app: TestApp, withdrawalId: string): Promise<string> {
  const id = v7();
  const at = new Date(app.clock.nowMs());
  await app.database.query(
    `insert into screenings (subject_id, kind, user_id, amount, address, state, question_id, created_at, state_at)
     select id, 'withdrawal', user_id, net_amount, address, 'hold', gen_random_uuid(), $2, $2
     from withdrawal_transactions where id = $1`,
    [withdrawalId, at],
  );
  await app.database.query(
    `insert into attention_items (id, key, kind, reason, provider, withdrawal_id, user_id, details, created_at, updated_at)
     select $1, 'screening/withdrawal/' || id, 'screening', 'screening_held', provider, id, user_id, '{}', $3, $3
     from withdrawal_transactions where id = $2`,
    [id, withdrawalId, at],
  );
  return id;
}

/** Inserts an undecided repeated payment of this amount. */
export async function repeatedPayment(app: TestApp, userId: string, amount = "20"): Promise<string> {
  const id = v7();
  await app.database.query(
    `with payment as (
       insert into payments (id, provider, payment_id, is_repeated, user_id, asset, state, state_at, arrived, was_seen,
         created_at, updated_at)
       values ($1::uuid, 'sandbox', 'again-' || $1::uuid, true, $2, 'usdttrc20', 'finished', $3, $4, true, $3, $3))
     insert into attention_items (
       id, key, kind, reason, provider, payment_id, user_id, details, created_at, updated_at)
     values ($1::uuid, 'payment/sandbox/again-' || $1::uuid, 'payment', 'repeated_payment', 'sandbox', 'again-' || $1::uuid,
       $2, '{}', $3, $3)`,
    [id, userId, new Date(app.clock.nowMs()), amount],
  );
  return id;
}

/** Inserts a proposal of another administrator. */
async function openProposal(app: TestApp, userId: string): Promise<string> {
  const id = v7();
  const proposer = await seedAdmin(app);
  await app.database.query(
    `insert into proposals (id, action, target, subject, amount, note, proposed_by, created_at)
     values ($1, 'balance_adjusted', $2, $2, -5, $3, $4, $5)`,
    [id, userId, note, proposer.user.id, new Date(app.clock.nowMs())],
  );
  return id;
}

/** Inserts a mail that was given up. */
export async function unsentNotice({ database, clock }: TestApp, userId: string): Promise<string> {
  const { rows } = await database.query<{ id: string }>(
    `insert into outbox (channel, data, queued_at, tries, reason)
     values ('mails', $1, $2, 17, 'the mail server answered 451') returning id`,
    [{ kind: "password_changed", userId }, new Date(clock.nowMs())],
  );
  return rows[0]!.id;
}

/** Inserts an unreachable webhook endpoint, with a delivery that was given up. */
export async function seedWebhook(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  userId: string,
): Promise<string> {
  const id = v7();
  const now = new Date(clock.nowMs());
  await database.query(
    `insert into webhook_endpoints (id, url, types, secret, created_at)
     values ($1, 'http://127.0.0.1:9/', '{user.registered}', '', $2)`,
    [id, now],
  );
  await database.query(
    `insert into webhook_deliveries (id, endpoint_id, event_id, type, data, created_at, tries, tried_at, reason)
     values (gen_random_uuid(), $1, gen_random_uuid(), 'user.registered', $2, $3, 10, $3, 'ECONNREFUSED')`,
    [id, { userId }, now],
  );
  return id;
}

/** Inserts an invitation whose code nobody knows. */
async function seedInvitation({ database, clock }: TestApp, by: string): Promise<string> {
  const id = v7();
  await database.query(
    `insert into invitations (id, code_hash, label, most_uses, created_by, created_at)
     values ($1, $2, 'Friends', 10, $3, $4)`,
    [id, randomBytes(32), by, new Date(clock.nowMs())],
  );
  return id;
}

/** Inserts a browser that gets notifications. */
export async function pushDevice({ database, clock }: TestApp, userId: string): Promise<string> {
  const id = v7();
  await database.query(
    `insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, language, created_at)
     values ($1::uuid, $2, $1::uuid, 'https://fcm.googleapis.com/' || $1, 'x', 'x', 'en', $3)`,
    [id, userId, new Date(clock.nowMs())],
  );
  return id;
}

/** Inserts an API key of the user that does not expire. */
export async function seedKey(
  { database, clock }: Pick<TestApp, "database" | "clock">,
  userId: string,
  scopes: readonly Scope[],
): Promise<{ id: string; key: string }> {
  const id = v7();
  const key = `vtk_${randomBytes(32).toString("base64url")}`;
  await database.query(
    `insert into api_keys (id, user_id, name, begins, token_hash, scopes, addresses, created_at, expires_at)
     values ($1, $2, 'Bot', $3, $4, $5, '{}', $6, 'infinity')`,
    [
      id,
      userId,
      key.slice(0, 10),
      createHash("sha256").update(key).digest(),
      scopes,
      new Date(clock.nowMs()),
    ],
  );
  return { id, key };
}

/** Inserts two invented passkeys, so that one of them may be removed. */
export async function seedPasskey(app: Pick<TestApp, "database" | "clock">, userId: string): Promise<string> {
  const ids = [v7(), v7()];
  await app.database.query(
    `insert into passkeys (id, user_id, name, credential_id, public_key, uses, transports, created_at)
     select id, $2, 'Telephone', decode(replace(id::text, '-', ''), 'hex'), '', 0, '{}', $3 from unnest($1::uuid[]) id`,
    [ids, userId, new Date(app.clock.nowMs())],
  );
  return ids[0]!;
}

/** Inserts a saved address of the user. */
export async function savedAddress(
  app: Pick<TestApp, "database" | "clock">,
  userId: string,
): Promise<string> {
  const id = v7();
  await app.database.query(
    `insert into withdrawal_addresses (id, user_id, name, address, created_at) values ($1, $2, 'Wallet', $3, $4)`,
    [id, userId, someAddress(), new Date(app.clock.nowMs())],
  );
  return id;
}
