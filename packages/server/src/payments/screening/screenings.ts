import type { Screening, ScreeningKind } from "@veritick/contract/schemas/screening.ts";
import { formatMinor, parseMinor } from "@veritick/domain/money.ts";
import { decideScreened, isHeld, nextAskSeconds } from "@veritick/domain/screening.ts";
import type { ScreenedMatter, ScreeningState } from "@veritick/domain/screening.ts";
import { dateOf } from "../../platform/clock.ts";
import { afterCommit, transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import { newId } from "../../platform/ids.ts";
import { refuse } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import { recordAttention, resolveItem } from "../attention/items.ts";
import type { AttentionRow } from "../attention/list-attention.ts";
import type { PaymentContext } from "../context.ts";
import { announceDeposit, DEPOSIT_COLUMNS } from "../deposit.ts";
import type { DepositRow } from "../deposit.ts";
import { announceWithdrawal, WITHDRAWAL_COLUMNS } from "../withdrawal.ts";
import type { WithdrawalRow } from "../withdrawal.ts";
import type { ScreeningOutcome } from "./ask-screening.ts";
import { OUR_ASSET } from "../provider.ts";

/** A deposit, withdrawal or payment that needs a verdict before its money moves. */
export type Subject = ScreenedMatter & {
  readonly kind: ScreeningKind;
  readonly id: string;
  readonly transactionHash: string | null;
};

export type ScreeningRow = {
  subject_id: string;
  kind: ScreeningKind;
  user_id: string;
  amount: string;
  address: string | null;
  transaction_hash: string | null;
  state: ScreeningState;
  question_id: string;
  attempts: number;
  ask_again_at: Date | null;
  done_at: Date | null;
};

/** The columns by name. A statement prepared with "*" breaks in running processes when a migration adds a column. */
export const SCREENING_COLUMNS = `subject_id, kind, user_id, amount, address, transaction_hash, state, question_id, attempts,
  ask_again_at, done_at`;

type ScreeningContext = Pick<PaymentContext, "clock" | "bus" | "screening">;

/** Locks the row of a screening. Its deposit, withdrawal or item must be locked first. */
export async function lockScreening(connection: Queryable, id: string): Promise<ScreeningRow | undefined> {
  const { rows } = await connection.query<ScreeningRow>({
    name: "lock_screening",
    text: `select ${SCREENING_COLUMNS} from screenings where subject_id = $1 for update`,
    values: [id],
  });
  return rows[0];
}

/**
 * Returns the state that holds the money of a locked subject, or undefined if none does. If no question was stored, or one
 * about another amount, address or account, it stores a new question: the service is asked after the transaction.
 */
export async function findScreeningHold(
  { clock, bus, screening }: ScreeningContext,
  connection: Queryable,
  subject: Subject,
): Promise<ScreeningState | undefined> {
  if (screening === undefined) return undefined;
  const row = await lockScreening(connection, subject.id);
  const isOpen = row !== undefined && row.done_at === null;
  const onRecord = isOpen
    ? { userId: row.user_id, amount: parseMinor(row.amount), address: row.address, state: row.state }
    : undefined;
  switch (decideScreened(onRecord, subject)) {
    case "go":
      return undefined;
    case "wait":
      return row!.state;
    case "ask":
      await putQuestion(connection, subject, dateOf(clock));
      // A second administrator who agrees to the earlier question would allow something else, so its item closes.
      if (isOpen) await resolveItem({ clock, bus }, connection, screeningKey(row), { resolution: DECIDED });
      return "asking";
  }
}

/** Refuses an administrator's decision while `findScreeningHold` finds a state that holds the money. */
export async function refuseUncleared(
  context: ScreeningContext,
  connection: Queryable,
  subject: Subject,
): Promise<Refused | undefined> {
  const holding = await findScreeningHold(context, connection, subject);
  if (holding === undefined) return undefined;
  return refuse(holding === "hold" || holding === "refuse" ? "screening_held" : "screening_unanswered");
}

/** Ends the screening of a payment whose money has moved. The rest of it needs a new question. Its item must be locked. */
export async function endScreening(
  context: Pick<PaymentContext, "clock" | "bus">,
  connection: Queryable,
  id: string,
): Promise<void> {
  await connection.query({
    name: "end_screening",
    text: "update screenings set done_at = $2, next_step_at = null where subject_id = $1",
    values: [id, dateOf(context.clock)],
  });
  const key = screeningKey({ kind: "payment", subject_id: id });
  await resolveItem(context, connection, key, { resolution: DECIDED });
}

async function putQuestion(connection: Queryable, subject: Subject, at: Date): Promise<void> {
  const { id, kind, userId, amount, address, transactionHash } = subject;
  await connection.query({
    name: "put_screening_question",
    text: `insert into screenings (subject_id, kind, user_id, amount, address, transaction_hash, state, question_id, created_at,
             state_at, next_step_at)
           values ($1, $2, $3, $4, $5, $6, 'asking', gen_random_uuid(), $7, $7, $7)
           on conflict (subject_id) do update set user_id = excluded.user_id, amount = excluded.amount,
             address = excluded.address, state = 'asking',
             transaction_hash = coalesce(excluded.transaction_hash, screenings.transaction_hash),
             question_id = excluded.question_id, reference = null, reason = null, attempts = 0,
             state_at = excluded.state_at, ask_again_at = null, next_step_at = excluded.next_step_at, done_at = null`,
    values: [id, kind, userId, formatMinor(amount), address, transactionHash, at],
  });
}

/** The shortest wait before a repeated question. A service that wants it at once would be asked without end. */
const SOONEST_MS = 60_000;
const LATEST_MS = 365 * 86_400_000;

/** Returns the time at which a service that holds a subject wants to be asked again. */
function againAt(outcome: ScreeningOutcome, nowMs: number): Date | null {
  if (outcome.verdict !== "hold" || outcome.askAgainAt == null) return null;
  const ms = Date.parse(outcome.askAgainAt);
  return new Date(Math.min(Math.max(ms, nowMs + SOONEST_MS), nowMs + LATEST_MS));
}

/**
 * Stores the outcome of a question. An answer that came too late, because the question has changed or two administrators
 * have decided meanwhile, is stored but changes nothing. Returns the current state, or undefined if the subject is gone.
 */
export async function storeOutcome(
  context: PaymentContext,
  asked: ScreeningRow,
  outcome: ScreeningOutcome,
): Promise<ScreeningState | undefined> {
  const at = dateOf(context.clock);
  const { verdict, reason = null } = outcome;
  const { reference = null } = outcome.verdict === "unreachable" ? {} : outcome;
  return transaction(context.database, async (connection) => {
    await lockSubject(connection, asked);
    const row = await lockScreening(connection, asked.subject_id);
    if (row === undefined) return undefined;
    const isCurrent =
      row.question_id === asked.question_id && row.state !== "overridden" && row.done_at === null;
    await addVerdict(connection, asked, { verdict, reference, reason, isCurrent }, at);
    if (!isCurrent) return row.state;
    const later = againAt(outcome, at.getTime());
    const retry = new Date(at.getTime() + nextAskSeconds(row.attempts) * 1_000);
    await connection.query({
      name: "store_screening",
      text: `update screenings set state_at = case when state = $2 then state_at else $3 end, state = $2, reference = $4,
               reason = $5, ask_again_at = $6, next_step_at = $7 where subject_id = $1`,
      values: [
        row.subject_id,
        verdict,
        at,
        reference,
        reason,
        later,
        verdict === "allow" ? at : verdict === "unreachable" ? retry : later,
      ],
    });
    await showState(context, connection, row, verdict);
    if (verdict !== "allow") await listHeld(context, connection, row, verdict, { reference, reason });
    else await resolveItem(context, connection, screeningKey(row), { resolution: ALLOWED });
    // Administrators see more of a verdict than the owner.
    afterCommit(connection, () =>
      context.bus.publish({ kind: "adminChanged", of: ["deposits", "withdrawals"] }),
    );
    return verdict;
  });
}

/** Stores an answer of the service, or the decision of two administrators. The row never changes afterwards. */
export async function addVerdict(
  connection: Queryable,
  { subject_id, amount, address, transaction_hash }: ScreeningRow,
  said: { verdict: string; reference: string | null; reason: string | null; isCurrent: boolean },
  at: Date,
): Promise<void> {
  await connection.query({
    name: "add_screening_verdict",
    text: `insert into screening_verdicts (
             id, subject_id, amount, address, transaction_hash, verdict, reference, reason, is_current, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      newId(at.getTime()),
      subject_id,
      amount,
      address,
      transaction_hash,
      said.verdict,
      said.reference,
      said.reason,
      said.isCurrent,
      at,
    ],
  });
}

const TABLES = {
  deposit: "deposit_transactions",
  withdrawal: "withdrawal_transactions",
  payment: "attention_items",
} as const;

/** Locks the subject of a screening. Deposits and withdrawals are locked before users, items after them. */
export async function lockSubject(
  connection: Queryable,
  { kind, subject_id: id }: Pick<ScreeningRow, "kind" | "subject_id">,
): Promise<void> {
  await connection.query(`select from ${TABLES[kind]} where id = $1 for update`, [id]);
}

/**
 * Locks the payment that an item of a screening is about, and the screening. Returns the payment's item, or undefined if the
 * item is about something else. The item itself is locked after them.
 */
export async function lockHeldPayment(
  connection: Queryable,
  { kind, payment_id: id }: Pick<AttentionRow, "kind" | "payment_id">,
): Promise<string | undefined> {
  if (kind !== "screening" || id === null) return undefined;
  await lockSubject(connection, { kind: "payment", subject_id: id });
  await lockScreening(connection, id);
  return id;
}

/**
 * Marks a locked deposit or withdrawal for its owner as waiting for the screening or not, and lets an allowed payout
 * continue at once.
 */
export async function showState(
  { clock, bus }: Pick<PaymentContext, "clock" | "bus">,
  connection: Queryable,
  { kind, subject_id: id }: Pick<ScreeningRow, "kind" | "subject_id">,
  state: ScreeningState,
): Promise<void> {
  const values = [id, isHeld(state), dateOf(clock)];
  if (kind === "deposit") {
    const { rows } = await connection.query<DepositRow>(
      `update deposit_transactions d set being_checked = $2, updated_at = $3
       where id = $1 and being_checked <> $2 and status in ('pending', 'confirming') returning ${DEPOSIT_COLUMNS}`,
      values,
    );
    for (const deposit of rows) afterCommit(connection, () => announceDeposit(bus, { deposit }));
  }
  if (kind !== "withdrawal") return;
  await connection.query(
    `update payouts set next_poll_at = $2 where withdrawal_id = $1 and outcome is null and step = 'due'
       and next_poll_at is not null and not $3`,
    [id, dateOf(clock), isHeld(state)],
  );
  const { rows } = await connection.query<WithdrawalRow>(
    `update withdrawal_transactions set being_checked = $2, updated_at = $3
     where id = $1 and being_checked <> $2 and status in ('pending', 'processing')
       and not exists (select from payouts where withdrawal_id = $1 and step <> 'due') returning ${WITHDRAWAL_COLUMNS}`,
    values,
  );
  for (const withdrawal of rows) afterCommit(connection, () => announceWithdrawal(bus, { withdrawal }));
}

/** The recorded resolutions of an item about a screening. */
const ALLOWED = "allowed by the screening";
export const OVERRIDDEN = "allowed by two persons";
export const DECIDED = "decided otherwise";

const screeningKey = ({ kind, subject_id: id }: Pick<ScreeningRow, "kind" | "subject_id">) =>
  `screening/${kind}/${id}` as const;

const REASONS = {
  hold: "screening_held",
  refuse: "screening_refused",
  unreachable: "screening_unreachable",
} as const;

async function listHeld(
  context: PaymentContext,
  connection: Queryable,
  row: ScreeningRow,
  state: keyof typeof REASONS,
  { reference, reason }: { reference: string | null; reason: string | null },
): Promise<void> {
  const { kind, subject_id: id } = row;
  await recordAttention(context, connection, {
    key: screeningKey(row),
    kind: "screening",
    reason: REASONS[state],
    provider: context.provider.name,
    userId: row.user_id,
    ...(kind === "deposit" && { depositId: id }),
    ...(kind === "withdrawal" && { withdrawalId: id }),
    ...(kind === "payment" && { paymentId: id }),
    amount: row.amount,
    asset: OUR_ASSET,
    details: {
      address: row.address,
      hash: row.transaction_hash,
      screening_reference: reference,
      screening_reason: reason,
    },
  });
}

/** Returns SQL that joins the screening of a deposit or withdrawal whose id is `subject`. */
export const joinScreening = (subject: string): string =>
  `left join screenings scr on scr.subject_id = ${subject}`;

/** The column of `joinScreening`, for `toScreening`. */
export const SCREENING_COLUMN = `case when scr.subject_id is not null then json_build_object('state', scr.state,
  'amount', scr.amount::text, 'reference', scr.reference, 'reason', scr.reason, 'at', scr.state_at,
  'askAgainAt', scr.ask_again_at) end as screening`;

/** A row with a screening. Its instants are in PostgreSQL's JSON format. */
export type ScreeningColumn = { screening: Screening };

export const toScreening = ({ screening }: ScreeningColumn): Screening =>
  screening && {
    ...screening,
    at: new Date(screening.at).toISOString(),
    askAgainAt: screening.askAgainAt && new Date(screening.askAgainAt).toISOString(),
  };
