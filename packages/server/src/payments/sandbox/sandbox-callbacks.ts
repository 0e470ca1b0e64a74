import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { CallbackSubject, ProvenCallback } from "../provider.ts";

const HEADER = "x-sandbox-sig";

/** Makes a callback that names a payment or payout and its state, signed over the exact bytes. */
export function makeSandboxCallback(key: Buffer, subject: CallbackSubject, status: string) {
  const body = Buffer.from(JSON.stringify({ ...subject, status }));
  return { body, headers: { [HEADER]: createHmac("sha256", key).update(body).digest("hex") } };
}

export function readSandboxCallback(
  key: Buffer,
  body: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): ProvenCallback | "malformed" | undefined {
  const sent = headers[HEADER];
  if (typeof sent !== "string" || !/^[0-9a-f]{64}$/.test(sent)) return undefined;
  const expected = createHmac("sha256", key).update(body).digest();
  if (!timingSafeEqual(expected, Buffer.from(sent, "hex"))) return undefined;
  const { subject, id } = JSON.parse(body.toString("utf8")) as CallbackSubject;
  return subject === "payment" || subject === "payout" ? { subject, id, content: body } : "malformed";
}

type Change = { subject: "payment" | "payout"; id: string; state: string };

const AT_ONCE = 500;

/**
 * Calls about every payment and payout whose state has changed since the last call. A call counts once it was answered, so
 * after a crash in between it is repeated, as real providers do.
 */
export async function sendCallbacks(
  sandbox: { database: Database; clock: Clock; key: Buffer; confirmSeconds: number | undefined },
  deliver: (body: Buffer, headers: Record<string, string>) => Promise<unknown>,
): Promise<void> {
  const { database, clock, key, confirmSeconds } = sandbox;
  const now = clock.nowMs();
  const before = (seconds: number) => new Date(now - seconds * 1000);
  const { rows } = await database.query<Change>({
    name: "sandbox_changes",
    text: `
      (select 'payment' as subject, payment_id as id,
         case when created_at <= $2 then 'finished' else 'confirming' end as state
       from sandbox_payments
       where $4::boolean and ((told = 'waiting' and created_at <= $1) or (told is not null and created_at <= $2))
       order by created_at limit ${AT_ONCE})
      union all
      (select 'payout', payout_id, 'finished' from sandbox_payouts
       where told is not null and created_at <= $3 order by created_at limit ${AT_ONCE})`,
    values: [
      before((confirmSeconds ?? 0) / 2),
      before(confirmSeconds ?? 0),
      before(confirmSeconds ?? 0),
      confirmSeconds !== undefined,
    ],
  });
  for (const { subject, id, state } of rows) {
    const { body, headers } = makeSandboxCallback(key, { subject, id }, state);
    await deliver(body, headers);
  }
  await recordReported(database, rows);
}

async function recordReported(database: Database, changes: readonly Change[]): Promise<void> {
  for (const subject of ["payment", "payout"] as const) {
    const reported = changes.filter((change) => change.subject === subject);
    if (reported.length === 0) continue;
    await database.query(
      `update sandbox_${subject}s s set told = case when c.state = 'finished' then null else c.state end
       from unnest($1::text[], $2::text[]) as c (id, state) where s.${subject}_id = c.id`,
      [reported.map(({ id }) => id), reported.map(({ state }) => state)],
    );
  }
}
