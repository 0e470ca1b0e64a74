import type { AttentionItem, AttentionReason } from "@veritick/contract/schemas/attention.ts";
import type { Awaiting } from "@veritick/contract/schemas/proposals.ts";
import type { AdminPage } from "@veritick/contract/values.ts";
import { formatMinor, ZERO } from "@veritick/domain/money.ts";
import type { Minor } from "@veritick/domain/money.ts";
import { leftToDecide, namedFee, NOTHING_BOOKED } from "@veritick/domain/payments.ts";
import { OPEN_PROPOSAL_COLUMN, joinOpenProposal } from "../../approvals/public.ts";
import type { Database, Queryable } from "../../platform/db/database.ts";
import { factsOf, ledToCredit, moneyOf, PAYMENT_COLUMNS, paymentKey, saysTaken } from "../payment.ts";
import type { PaymentRow } from "../payment.ts";
import { OUR_ASSET } from "../provider.ts";
import { readPage } from "../read-page.ts";
import type { ItemKey } from "./items.ts";

export type AttentionRow = {
  id: string;
  key: ItemKey;
  kind: AttentionItem["kind"];
  reason: AttentionReason;
  provider: string;
  payment_id: string | null;
  deposit_id: string | null;
  withdrawal_id: string | null;
  user_id: string | null;
  user_email: string | null;
  amount_text: string | null;
  asset: string | null;
  /** The amount of its deposit, and the address that was given out for it. */
  asked_amount: string | null;
  asked_address: string | null;
  /** The payment that the item is about, if it is about one. */
  payment?: PaymentRow | undefined;
  details: Record<string, string | null>;
  created_at: Date;
  updated_at: Date;
  resolved_at: Date | null;
  resolved_by: string | null;
  resolved_by_email: string | null;
  resolution: string | null;
  note: string | null;
  transaction_hash: string | null;
  history: EarlierRow[];
  awaiting: Awaiting;
};

type EarlierRow = Omit<AttentionItem["history"][number], "resolvedAt"> & { resolvedAt: string };

/** SQL for the columns of an item `i` with these joins. */
const COLUMNS = `i.*, trim_scale(i.amount)::text as amount_text, u.email as user_email, r.email as resolved_by_email,
  w.transaction_hash, d.amount as asked_amount, d.pay_address as asked_address, ${OPEN_PROPOSAL_COLUMN}`;
const JOINS = `
  left join users u on u.id = i.user_id
  left join users r on r.id = i.resolved_by
  left join withdrawal_transactions w on w.id = i.withdrawal_id
  left join deposit_transactions d on d.id = i.deposit_id
  ${joinOpenProposal("i.id")}`;

export function toAttentionItem(row: AttentionRow): AttentionItem {
  return {
    id: row.id,
    kind: row.kind,
    reason: row.reason,
    provider: row.provider,
    paymentId: row.payment_id,
    depositId: row.deposit_id,
    withdrawalId: row.withdrawal_id,
    userId: row.user_id,
    userEmail: row.user_email,
    ...(row.payment === undefined ? ofItem(row) : ofPayment(row, row.payment)),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    resolvedAt: row.resolved_at?.toISOString() ?? null,
    resolvedBy: row.resolved_by,
    resolvedByEmail: row.resolved_by_email,
    resolution: row.resolution,
    note: row.note,
    transactionHash: row.transaction_hash,
    history: row.history.map((earlier) => ({
      ...earlier,
      resolvedAt: new Date(earlier.resolvedAt).toISOString(),
    })),
    awaiting: row.awaiting,
  };
}

const ofItem = ({ amount_text: amount, asset, details }: AttentionRow) => ({
  amount,
  asset,
  setAside: null,
  details,
});

/**
 * Returns what an item shows of its payment: what is left to decide or, once it led to a credit, what had arrived. Before
 * any answer of the provider nothing is known.
 */
function ofPayment(row: AttentionRow, payment: PaymentRow) {
  const facts = factsOf(payment);
  const { booked } = moneyOf(payment);
  const shown = ledToCredit(row) ? NOTHING_BOOKED : booked;
  const left = leftToDecide(facts, { booked: shown, isListedAsTaken: saysTaken(row) });
  const fee = namedFee(facts) ?? ZERO;
  return {
    amount: payment.asset === null || left === undefined ? null : trimmed(left),
    asset: payment.asset,
    setAside: booked.setAside > 0n ? trimmed(booked.setAside) : null,
    details: {
      ...payment.details,
      ...(fee > 0n && { provider_fee: formatMinor(fee) }),
      ...(row.reason === "answer_differs" && {
        differs: payment.differs,
        asked_amount: row.asked_amount,
        asked_address: row.asked_address,
        asked_asset: OUR_ASSET,
      }),
      ...(booked.credited > 0n && { already_credited: formatMinor(booked.credited) }),
    },
  };
}

/** Formats an amount without zeros at the end. */
const trimmed = (amount: Minor): string => formatMinor(amount).replace(/\.?0+$/, "");

/** Adds to items about payments the rows of these. */
async function withPayments(connection: Queryable, items: AttentionRow[]): Promise<AttentionRow[]> {
  const named = items.filter(({ kind, payment_id: id }) => kind === "payment" && id !== null);
  if (named.length === 0) return items;
  const { rows } = await connection.query<PaymentRow>({
    name: "payments_of_items",
    text: `select ${PAYMENT_COLUMNS} from payments
           where (provider, payment_id) in (select * from unnest($1::text[], $2::text[]))`,
    values: [named.map(({ provider }) => provider), named.map(({ payment_id: id }) => id)],
  });
  const byKey = new Map(rows.map((row) => [paymentKey(row.provider, row.payment_id!), row]));
  return items.map((item) => ({ ...item, payment: byKey.get(item.key as ReturnType<typeof paymentKey>) }));
}

export async function findAttention(
  connection: Queryable,
  id: string,
  lock: "" | "for update of i" = "",
): Promise<AttentionRow | undefined> {
  const { rows } = await connection.query<AttentionRow>(
    `select ${COLUMNS} from attention_items i ${JOINS} where i.id = $1 ${lock}`,
    [id],
  );
  return (await withPayments(connection, rows))[0];
}

/** Lists the attention items, newest first, or the one item of an id. */
export async function listAttention(
  database: Database,
  { id, ...page }: AdminPage & { id?: string | undefined },
): Promise<AttentionItem[]> {
  if (id !== undefined) {
    const item = await findAttention(database, id);
    return item === undefined ? [] : [toAttentionItem(item)];
  }
  const listed = { table: "attention_items", as: "i", columns: COLUMNS, joins: JOINS } as const;
  const rows = await readPage<AttentionRow>(database, listed, page);
  return (await withPayments(database, rows)).map(toAttentionItem);
}
