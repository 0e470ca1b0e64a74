import { tronAddressFrom } from "@veritick/domain/addresses.ts";
import { formatMinor, parseMinor, ZERO } from "@veritick/domain/money.ts";
import { MIN_DEPOSIT } from "@veritick/domain/product.ts";
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { dateOf } from "../../platform/clock.ts";
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

type SandboxWorld = { database: Database; clock: Clock; sealing: Sealing };

/** A payment or payout in the books of the sandbox. */
type Row = { id: string; our_id: string; address: string; amount: string; created_at: Date };

type Subject = CallbackSubject["subject"];

const hashOf = (text: string) => createHash("sha256").update(`veritick/sandbox/${text}`).digest();
const paymentIdOf = (depositId: string) => `sandbox-${depositId}`;
const payoutIdOf = (withdrawalId: string) => `sandbox-payout-${withdrawalId}`;
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

  function toPayment(row: Row): ProviderPayment {
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
      paymentId: row.id,
      orderId: row.our_id,
      payAddress: row.address,
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

  function toPayout(row: Row): ProviderPayout {
    const isPaid = ageOf(row.created_at) >= (confirmSeconds ?? 0);
    return {
      payoutId: row.id,
      batchId: row.id,
      externalId: row.our_id,
      amount: parseMinor(row.amount),
      address: row.address,
      asset: OUR_ASSET,
      state: isPaid ? "finished" : "in_progress",
      transactionHash: isPaid ? hashOf(row.id).toString("hex") : undefined,
      details: { status: isPaid ? "finished" : "processing" },
    };
  }

  async function find(subject: Subject, id: string): Promise<Row | undefined> {
    const { rows } = await database.query<Row>("select * from sandbox_books where subject = $1 and id = $2", [
      subject,
      id,
    ]);
    return rows[0];
  }

  async function get(subject: Subject, id: string): Promise<Row> {
    const row = await find(subject, id);
    if (row === undefined) throw new ProviderRefusedError("NOT_FOUND", `no ${subject} ${id}`);
    return row;
  }

  /** Books a payment or payout. Only payments may be asked for again. */
  const add = (subject: Subject, row: Row) =>
    database.query(
      `insert into sandbox_books (id, subject, our_id, address, amount, created_at)
       values ($1, $2, $3, $4, $5, $6) ${subject === "payment" ? "on conflict do nothing" : ""}`,
      [row.id, subject, row.our_id, row.address, row.amount, row.created_at],
    );

  return {
    name: "sandbox",
    sandbox: true,
    minimumDeposit: async () => MIN_DEPOSIT,

    async createPayment({ id: our_id, amount, createdAt: created_at }) {
      const id = paymentIdOf(our_id);
      const address = tronAddressFrom(hashOf(our_id).subarray(0, 20));
      await add("payment", { id, our_id, address, amount: formatMinor(amount), created_at });
      return toPayment(await get("payment", id));
    },
    async findPayment({ id }) {
      const row = await find("payment", paymentIdOf(id));
      return row && toPayment(row);
    },
    readPayment: async (id) => toPayment(await get("payment", id)),
    async *listPayments(from, to) {
      let last = "";
      let rows: Row[];
      do {
        ({ rows } = await database.query<Row>(
          `select * from sandbox_books where subject = 'payment' and id > $1 and created_at >= $2 and created_at < $3
           order by id limit ${PAGE}`,
          [last, from, to],
        ));
        for (const row of rows) yield toPayment(row);
        last = rows.at(-1)?.id ?? last;
      } while (rows.length === PAGE);
    },

    nextPollSeconds: (age) => (age < 600 ? 5 : 60),
    minimumPayout: async () => undefined,
    acceptsAddress: async () => true,

    async createPayout({ id: our_id, address, net }) {
      const id = payoutIdOf(our_id);
      await add("payout", { id, our_id, address, amount: formatMinor(net), created_at: dateOf(clock) });
      return { batchId: id, payoutId: id };
    },
    verifyPayout: async () => {},
    readPayout: async (id) => toPayout(await get("payout", id)),
    findPayout: async (withdrawalId) => toPayout(await get("payout", payoutIdOf(withdrawalId))),

    readCallback: (body, headers) => readSandboxCallback(key, body, headers),
    async sweep() {
      const ended = { table: "sandbox_books", key: "ctid", column: "created_at", where: "told is null" };
      await sweepTable(database, ended, new Date(clock.nowMs() - KEPT_DAYS * 86_400_000));
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

type Change = { subject: Subject; id: string; state: string };

const AT_ONCE = 500;

/**
 * Makes a callback for every payment and payout whose state has changed since its last callback. A callback counts once it
 * was answered. After a crash in between it is repeated, as real providers do.
 */
async function sendCallbacks(
  sandbox: { database: Database; clock: Clock; key: Buffer; confirmSeconds: number | undefined },
  deliver: (body: Buffer, headers: Record<string, string>) => Promise<unknown>,
): Promise<void> {
  const { database, clock, key, confirmSeconds = 0 } = sandbox;
  const before = (seconds: number) => new Date(clock.nowMs() - seconds * 1000);
  const subjects: Subject[] = sandbox.confirmSeconds === undefined ? ["payout"] : ["payment", "payout"];
  const { rows } = await database.query<Change>({
    name: "sandbox_changes",
    text: `select subject, id, case when created_at <= $2 then 'finished' else 'confirming' end as state
           from sandbox_books
           where subject = any ($3) and told is not null
             and (created_at <= $2 or (subject = 'payment' and told = 'waiting' and created_at <= $1))
           order by created_at limit ${AT_ONCE}`,
    values: [before(confirmSeconds / 2), before(confirmSeconds), subjects],
  });
  if (rows.length === 0) return;
  for (const { subject, id, state } of rows) {
    const { body, headers } = makeSandboxCallback(key, { subject, id }, state);
    await deliver(body, headers);
  }
  await database.query(
    `update sandbox_books b set told = nullif(c.state, 'finished')
     from unnest($1::text[], $2::text[]) as c (id, state) where b.id = c.id`,
    [rows.map(({ id }) => id), rows.map(({ state }) => state)],
  );
}
