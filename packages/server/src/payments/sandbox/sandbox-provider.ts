import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "../../platform/clock.ts";
import { sweepTable } from "../../platform/db/claim-due.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Sealing } from "../../platform/sealing.ts";
import { OUR_ASSET, ProviderRefusedError } from "../provider.ts";
import type {
  CallbackSubject,
  PaymentProvider,
  ProvenCallback,
  ProviderPayment,
  ProviderPayout,
} from "../provider.ts";

export type SandboxWorld = { database: Database; clock: Clock; sealing: Sealing };

type PaymentRow = {
  payment_id: string;
  order_id: string;
  amount: string;
  pay_address: string;
  created_at: Date;
};
type PayoutRow = {
  payout_id: string;
  external_id: string;
  address: string;
  amount: string;
  created_at: Date;
};

const hashOf = (text: string) => createHash("sha256").update(`veritick/sandbox/${text}`).digest();
const PAGE = 500;
/** The days for which ended payments and payouts are kept: longer than anything reads them. */
const KEPT_DAYS = 400;

/**
 * Creates a provider inside this process that needs no account and moves no real money. It has its own books and signs its
 * callbacks, so that everything works as with a real provider. Its addresses are well formed and belong to nobody. Its
 * payments confirm automatically: they are confirming after half of `confirmSeconds` and finished after all of it.
 *
 * @param confirmSeconds `undefined` leaves payments waiting for an administrator; payouts are then paid at once
 */
export function sandboxProvider(world: SandboxWorld, confirmSeconds: number | undefined): PaymentProvider {
  const { database, clock, sealing } = world;
  const key = sealing.key("sandbox-callback");
  const ageOf = (created: Date) => (clock.nowMs() - created.getTime()) / 1000;

  function toPayment(row: PaymentRow): ProviderPayment {
    const age = ageOf(row.created_at);
    const state =
      confirmSeconds === undefined || age < confirmSeconds / 2
        ? "waiting"
        : age < confirmSeconds
          ? "confirming"
          : "finished";
    const amount = parseMinor(row.amount);
    const paid = state === "waiting" ? ZERO : amount;
    return {
      paymentId: row.payment_id,
      orderId: row.order_id,
      payAddress: row.pay_address,
      payAmount: amount,
      priceAmount: amount,
      asset: OUR_ASSET,
      network: undefined,
      state,
      isOurAsset: true,
      isRepeated: false,
      paid,
      outcome: paid,
      details: { status: state },
    };
  }

  function toPayout(row: PayoutRow): ProviderPayout {
    const isPaid = ageOf(row.created_at) >= (confirmSeconds ?? 0);
    return {
      payoutId: row.payout_id,
      batchId: row.payout_id,
      externalId: row.external_id,
      amount: parseMinor(row.amount),
      address: row.address,
      asset: OUR_ASSET,
      state: isPaid ? "finished" : "in_progress",
      transactionHash: isPaid ? hashOf(row.payout_id).toString("hex") : undefined,
      details: { status: isPaid ? "finished" : "processing" },
    };
  }

  async function findPaymentRow(
    column: "payment_id" | "order_id",
    value: string,
  ): Promise<PaymentRow | undefined> {
    const { rows } = await database.query<PaymentRow>({
      text: `select * from sandbox_payments where ${column} = $1`,
      values: [value],
    });
    return rows[0];
  }

  async function findPayoutRow(column: "payout_id" | "external_id", value: string): Promise<ProviderPayout> {
    const { rows } = await database.query<PayoutRow>(`select * from sandbox_payouts where ${column} = $1`, [
      value,
    ]);
    if (rows[0] === undefined) throw new ProviderRefusedError("NOT_FOUND", `no payout of ${value}`);
    return toPayout(rows[0]);
  }

  return {
    name: "sandbox",
    sandbox: true,
    minimumDeposit: async () => MIN_DEPOSIT,

    async createPayment({ id, amount, createdAt }) {
      await database.query({
        name: "sandbox_create_payment",
        text: `insert into sandbox_payments (payment_id, order_id, amount, pay_address, created_at)
               values ($1, $2, $3, $4, $5) on conflict do nothing`,
        values: [
          `sandbox-${id}`,
          id,
          formatMinor(amount),
          tronAddressFrom(hashOf(id).subarray(0, 20)),
          createdAt,
        ],
      });
      return toPayment((await findPaymentRow("order_id", id))!);
    },

    async findPayment({ id }) {
      const row = await findPaymentRow("order_id", id);
      return row === undefined ? undefined : toPayment(row);
    },

    async readPayment(paymentId) {
      const row = await findPaymentRow("payment_id", paymentId);
      if (row === undefined) throw new ProviderRefusedError("NOT_FOUND", `no payment ${paymentId}`);
      return toPayment(row);
    },

    async *listPayments(from, to) {
      let last = "";
      let rows: PaymentRow[];
      do {
        ({ rows } = await database.query<PaymentRow>(
          `select * from sandbox_payments where payment_id > $1 and created_at >= $2 and created_at < $3
           order by payment_id limit ${PAGE}`,
          [last, from, to],
        ));
        for (const row of rows) yield toPayment(row);
        last = rows.at(-1)?.payment_id ?? last;
      } while (rows.length === PAGE);
    },

    nextPollSeconds: (age) => (age < 600 ? 5 : 60),
    minimumPayout: async () => undefined,
    acceptsAddress: async () => true,

    async createPayout({ id, address, net }) {
      const payoutId = `sandbox-payout-${id}`;
      await database.query(
        `insert into sandbox_payouts (payout_id, external_id, address, amount, created_at)
         values ($1, $2, $3, $4, $5)`,
        [payoutId, id, address, formatMinor(net), new Date(clock.nowMs())],
      );
      return { batchId: payoutId, payoutId };
    },

    verifyPayout: async () => {},

    readPayout: (payoutId) => findPayoutRow("payout_id", payoutId),
    findPayout: (withdrawalId) => findPayoutRow("external_id", withdrawalId),

    readCallback: (body, headers) => readSandboxCallback(key, body, headers),
    async sweep() {
      for (const table of ["sandbox_payments", "sandbox_payouts"]) {
        const what = { table, key: "ctid", column: "created_at", where: "told is null" };
        await sweepTable(database, what, new Date(clock.nowMs() - KEPT_DAYS * 86_400_000));
      }
    },
    tick: (deliver) => sendCallbacks({ database, clock, key, confirmSeconds }, deliver),
  };
}

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
 * Makes a callback for every payment and payout whose state has changed since its last callback. A callback counts once it
 * was answered. After a crash in between it is repeated, as real providers do.
 */
async function sendCallbacks(
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
