import { randomUUID } from "node:crypto";
import { DatabaseError } from "pg";
import { beforeAll, expect, it } from "vitest";
import { recordAudit } from "../src/audit/public.ts";
import { hashPassword } from "../src/accounts/passwords/passwords.ts";
import { MAIL_KINDS } from "../src/notifications/notifier.ts";
import { OWN_TABLES } from "../src/own-account/own-tables.ts";
import { useOutbox } from "../testing/outbox.ts";
import { seedPeople } from "../testing/people.ts";
import type { Person } from "../testing/people.ts";
import { addPasskey } from "../testing/software-authenticator.ts";
import { useApp } from "../testing/use-app.ts";
import { seedKey } from "../testing/valid-calls.ts";
import { seedAdmin, someAddress, withdraw, withdrawingPeople } from "../testing/withdrawals.ts";

const outbox = useOutbox();
const scope = useApp({}, { outbox: outbox.path });

const HOSTILE = "YOUR DEPOSIT IS BLOCKED: call +1 555 0100, https://evil.example";

/** The columns that mails may repeat, each with the reason. Any other text about a person is replaced by a hostile one. */
const REPEATED: Record<string, string> = {
  "users.mail_phrase": "is its owner's, in letters alone: no address and no number",
  "users.email": "is the recipient, or the account that an administrator gives rights",
  "email_links.email": "is the recipient",
  "deposit_transactions.rejection_reason": "a cashier writes it to the person",
  "withdrawal_transactions.rejection_reason": "a cashier writes it to the person",
  "withdrawal_transactions.address": "has a checksum that the call checks",
  "withdrawal_transactions.transaction_hash": "names a transaction; the provider or a cashier gives it",
};

/** Texts that are easily chosen. The test must have replaced them. */
const CHOSEN = [
  "sessions.user_agent",
  "security_events.user_agent",
  "passkeys.name",
  "api_keys.name",
  "withdrawal_addresses.name",
  "push_devices.user_agent",
];

/** Mails whose link is stored as they are queued. */
const QUEUED_BY_CALLS: readonly string[] = [
  "reset_link",
  "closing_scheduled",
  "email_confirm",
  "email_change",
  "email_change_asked",
];

let ada: Person;
let refs: Partial<Record<(typeof MAIL_KINDS)[number], string>>;

beforeAll(async () => {
  const { app } = scope;
  ada = (await withdrawingPeople(app, 1, "1000"))[0]!;
  const admin = await seedAdmin(app);
  const withdrawal = (await withdraw(ada)).body.id as string;
  const deposit = (await ada.post("/api/deposits", { amount: 20 })).body.id as string;
  await admin.post(`/api/admin/deposits/${deposit}/reject`, { reason: "Sent from an exchange." });
  await addPasskey(app, ada, "Key");
  await seedKey(app, ada.user.id, ["read"]);
  const [at, id] = [new Date(app.clock.nowMs()), randomUUID()];
  await app.database.query(
    "insert into withdrawal_addresses (id, user_id, name, address, created_at) values ($1, $2, 'Wallet', $3, $4)",
    [id, ada.user.id, someAddress(), at],
  );
  await app.database.query(
    `insert into push_devices (id, user_id, session_id, endpoint, p256dh, auth, language, created_at)
     values ($1, $2, $1, 'https://push.example.com', '', '', 'en', $3)`,
    [id, ada.user.id, at],
  );
  await app.database.query(
    `insert into proposals (id, action, target, subject, amount, role, proposed_by, created_at, effective_at)
     values ($1, 'role_changed', $2, $2, 0, 'support', $3, $4, $4)`,
    [id, ada.user.id, admin.user.id, at],
  );
  await ada.post("/api/limits/pause", { kind: "self_exclusion", length: 6 });
  const event = await app.database.query<{ id: string }>("select id from security_events limit 1");
  await recordAudit(
    app.database,
    {
      action: "own_account_closed",
      by: { actor: ada.user.id, sessionId: id, address: HOSTILE },
      subject: ada.user.id,
      after: { waived: "0.00000000" },
      reason: HOSTILE,
    },
    at,
  );
  const state = (value: string) => ({ name: "LIMIT_DEPOSITS_PER_USER", value });
  const loosened = await recordAudit(
    app.database,
    {
      action: "setting_changed",
      by: { actor: admin.user.id, sessionId: id, address: HOSTILE },
      before: state("3"),
      after: state("4"),
    },
    at,
  );
  refs = {
    signed_in_anew: event.rows[0]!.id,
    limit_loosened: loosened,
    rights_granted: id,
    deposit_rejected: deposit,
    long_break_begun: ada.user.id,
    closing_refused: "closing_balance_differs",
    withdrawal_asked: withdrawal,
    withdrawal_approved: withdrawal,
    withdrawal_rejected: withdrawal,
    withdrawal_failed: withdrawal,
    withdrawal_paid: withdrawal,
  };
  await scope.settled();
});

/** Replaces each text about the person that the database lets somebody choose. Returns the columns. */
async function poison({ user }: Person): Promise<string[]> {
  const { database } = scope.app;
  const { rows: columns } = await database.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = any ($1) and data_type in ('text', 'ARRAY')`,
    [Object.keys(OWN_TABLES)],
  );
  const poisoned: string[] = [];
  for (const { table, column, type } of columns) {
    if (`${table}.${column}` in REPEATED) continue;
    // Some columns are unique.
    const value = type === "text" ? "$2 || ctid" : "array[$2]";
    try {
      const { rowCount } = await database.query(
        `update ${table} set ${column} = ${value} where ${OWN_TABLES[table]!.whose}`,
        [user.id, HOSTILE],
      );
      if (rowCount !== 0) poisoned.push(`${table}.${column}`);
    } catch (error) {
      // A constraint closes the column to free text, or the row is never changed.
      if (!(error instanceof DatabaseError) || error.code?.startsWith("23") !== true) throw error;
    }
  }
  return poisoned;
}

it.each(["en", "fr"])(
  "no mail in %s repeats a text that people choose, of whatever kind",
  async (language) => {
    const before = outbox.mails().length;
    const [bob, carol] = (await seedPeople(scope.app, 2, "1000")) as [Person, Person];
    await scope.app.database.query("update users set password = $2 where id = $1", [
      bob.user.id,
      await hashPassword("correct horse"),
    ]);
    const inLanguage = { "accept-language": language };
    await bob.post("/api/profile/step-up", { password: "correct horse" });
    const change = { email: `${randomUUID()}@example.com` };
    expect((await bob.post("/api/profile/email", change, inLanguage)).status).toBe(200);
    await scope.app.database.query("update users set email_confirmed_at = null where id = $1", [
      carol.user.id,
    ]);
    expect((await carol.post("/api/profile/email/send-again", undefined, inLanguage)).status).toBe(200);
    const closing = { waived: "1000", password: "correct horse" };
    const asked = await bob.post("/api/profile/close", closing, inLanguage);
    expect(asked.body.scheduledFor).not.toBeNull();
    for (const person of [bob, carol]) await poison(person);
    expect(await poison(ada)).toEqual(expect.arrayContaining(CHOSEN));
    for (const kind of MAIL_KINDS) {
      // The calls above, and the request for a link that sets a password, queue these.
      if (QUEUED_BY_CALLS.includes(kind)) continue;
      const data = { kind, userId: ada.user.id, email: ada.user.email, language, ref: refs[kind] };
      await scope.app.database.query(
        "insert into outbox (channel, data, queued_at, next_try_at) values ('mails', $1, $2, $2)",
        [data, new Date(scope.app.clock.nowMs())],
      );
    }
    await scope.settled();
    const mails = outbox.mails().slice(before);
    // The request for a link sends no mail itself.
    expect(mails).toHaveLength(MAIL_KINDS.length - 1);
    for (const { headers, text } of mails)
      for (const part of [headers, text]) expect(part).not.toMatch(/BLOCKED|evil\.example/);
  },
);
