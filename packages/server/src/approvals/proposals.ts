import type { Awaiting, Proposal, ProposalAction } from "@veritick/contract/schemas/proposals.ts";
import type { Role } from "@veritick/contract/roles.ts";
import type { Bus } from "../cluster/bus.ts";
import { dateOf, periodically } from "../platform/clock.ts";
import type { Clock, PeriodicTask } from "../platform/clock.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Log } from "../platform/telemetry/log.ts";

export type ProposalRow = {
  id: string;
  action: ProposalAction;
  target: string;
  subject: string | null;
  subject_email: string | null;
  amount: string;
  balance: string | null;
  note: string | null;
  transaction_id: string | null;
  role: Role | null;
  setting: string | null;
  effective_at: Date | null;
  proposed_by: string;
  proposed_by_email: string | null;
  created_at: Date;
  outcome: Proposal["outcome"];
  decided_by: string | null;
  decided_by_email: string | null;
  decided_at: Date | null;
};

/** Wraps a selection of proposals and adds each person's current e-mail. */
export const withEmails = (selection: string): string => `
  select p.*, s.email as subject_email, a.email as proposed_by_email, d.email as decided_by_email,
    case when p.outcome is null and p.action = 'balance_adjusted' then s.balance end as balance
  from (${selection}) p
  left join users s on s.id = p.subject
  left join users a on a.id = p.proposed_by
  left join users d on d.id = p.decided_by
  order by p.id desc`;

export async function findProposal(connection: Queryable, id: string): Promise<ProposalRow | undefined> {
  const { rows } = await connection.query<ProposalRow>(withEmails("select * from proposals where id = $1"), [
    id,
  ]);
  return rows[0];
}

export const toProposal = (row: ProposalRow): Proposal => ({
  id: row.id,
  action: row.action,
  target: row.target,
  subject: row.subject,
  subjectEmail: row.subject_email,
  amount: row.amount,
  balance: row.balance,
  note: row.note,
  transactionId: row.transaction_id,
  role: row.role,
  setting: row.setting,
  effectiveAt: row.effective_at?.toISOString() ?? null,
  proposedBy: row.proposed_by,
  proposedByEmail: row.proposed_by_email,
  createdAt: row.created_at.toISOString(),
  outcome: row.outcome,
  decidedBy: row.decided_by,
  decidedByEmail: row.decided_by_email,
  decidedAt: row.decided_at?.toISOString() ?? null,
});

/** Returns SQL that is true if the person has rights that have not changed since the proposal was made. */
const hadRights = (person: string, proposal: string): string =>
  `((${person}.is_admin or ${person}.staff_role is not null)
    and coalesce(${person}.rights_order, -1) < coalesce(${proposal}.made_order, 0))`;

/**
 * Returns SQL that joins the open proposal about each row of a list of deposits, withdrawals or attention items. `target` is
 * the id of the row. Proposals of people whose rights have changed since do not count.
 */
export const joinOpenProposal = (target: string): string => `
  left join proposals p on p.target = ${target} and p.outcome is null and p.action <> 'balance_adjusted'
  left join users proposer on proposer.id = p.proposed_by and ${hadRights("proposer", "p")}`;

const instantOf = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The column that goes with `joinOpenProposal`, in the form of the API. */
export const OPEN_PROPOSAL_COLUMN = `
  case when proposer.id is not null then json_build_object(
    'proposalId', p.id, 'action', p.action, 'proposedBy', p.proposed_by, 'proposedByEmail', proposer.email,
    'proposedAt', ${instantOf("p.created_at")}, 'effectiveAt', ${instantOf("p.effective_at")}) end as awaiting`;

export async function findAwaiting(connection: Queryable, proposalId: string): Promise<Awaiting> {
  const { rows } = await connection.query<{ awaiting: Awaiting }>(
    `select ${OPEN_PROPOSAL_COLUMN} from proposals p left join users proposer on proposer.id = p.proposed_by where p.id = $1`,
    [proposalId],
  );
  return rows[0]?.awaiting ?? null;
}

export type OpenProposal = {
  id: string;
  action: ProposalAction;
  subject: string | null;
  amount: string;
  transaction_id: string | null;
  role: Role | null;
  setting: string | null;
  effective_at: Date | null;
  proposed_by: string;
};

const VALID_MS = 7 * 86_400_000;

const validSince = (at: Date): Date => new Date(at.getTime() - VALID_MS);

type Found = OpenProposal & { valid: boolean };

const OPEN = `
  select p.id, p.action, p.subject, p.amount, p.transaction_id, p.role, p.setting, p.effective_at, p.proposed_by, p.created_at > $2
    and exists (select from users a where a.id = p.proposed_by and ${hadRights("a", "p")}) as valid
  from proposals p where p.outcome is null and`;

/**
 * Finds the open proposal about a locked target, or the proposal `proposalId`, and locks it so that nobody can decline it
 * meanwhile. Without `proposalId` it finds no adjustment, because several of one target may be open. Closes a proposal that
 * is too old, or whose proposer's rights have changed since.
 */
export async function lockOpenProposal(
  connection: Queryable,
  { action, target }: { action: ProposalAction; target: string },
  proposalId: string | undefined,
  at: Date,
): Promise<OpenProposal | undefined> {
  if (proposalId === undefined && action === "balance_adjusted") return undefined;
  const { rows } = await connection.query<Found>(
    proposalId === undefined
      ? `${OPEN} p.target = $1 and p.action <> 'balance_adjusted' for update of p`
      : `${OPEN} p.id = $1 for update of p`,
    [proposalId ?? target, validSince(at)],
  );
  const found = rows[0];
  if (found === undefined || found.valid) return found;
  await closeProposal(connection, { id: found.id, outcome: "lapsed", by: null }, at);
  return undefined;
}

/** Returns true if the person may agree to the proposal, because their rights are older than it. */
export async function mayAgree(
  connection: Queryable,
  proposal: { id: string },
  actor: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `select from proposals p join users a on a.id = $2 where p.id = $1 and ${hadRights("a", "p")}`,
    [proposal.id, actor],
  );
  return rowCount === 1;
}

export async function findDue(database: Queryable, at: Date): Promise<ProposalRow[]> {
  const { rows } = await database.query<ProposalRow>(
    withEmails("select * from proposals where outcome is null and effective_at <= $1"),
    [at],
  );
  return rows;
}

/**
 * Returns true if the same adjustment is already proposed. The user's row must be locked, so that none is added meanwhile.
 */
export async function isAdjustmentProposed(
  connection: Queryable,
  { target, amount }: { target: string; amount: string },
  at: Date,
): Promise<boolean> {
  const { rows } = await connection.query<Found>(
    `${OPEN} p.target = $1 and p.action = 'balance_adjusted' and p.amount = $3`,
    [target, validSince(at), amount],
  );
  return rows.some(({ valid }) => valid);
}

/** Counts an administrator's open adjustments. Their row must be locked, so that none is added meanwhile. */
export async function countAdjustments(connection: Queryable, proposer: string): Promise<number> {
  const { rows } = await connection.query<{ count: number }>(
    `select count(*) as count from proposals
     where proposed_by = $1 and outcome is null and action = 'balance_adjusted'`,
    [proposer],
  );
  return rows[0]!.count;
}

export async function closeProposal(
  connection: Queryable,
  { id, outcome, by }: { id: string; outcome: "agreed" | "declined" | "lapsed"; by: string | null },
  at: Date,
): Promise<void> {
  await connection.query(
    "update proposals set outcome = $2, decided_by = $3, decided_at = $4 where id = $1 and outcome is null",
    [id, outcome, by, at],
  );
}

/**
 * Closes the proposals of a person whose rights have changed, and those about these rights. Call it last in the transaction
 * that changes the rights: it waits for no lock and skips a proposal that is being decided at this moment. `applyFourEyes`
 * checks the proposer's rights again before it lets a decision be carried out.
 */
export const lapseProposalsOf = (connection: Queryable, userId: string, at: Date): Promise<void> =>
  lapse(
    connection,
    "proposed_by = $2 or (target = $2 and action in ('rights_changed', 'role_changed'))",
    userId,
    at,
  );

/**
 * Closes the proposal to approve a deposit whose payment turned out otherwise. The deposit must be locked, so nobody can be
 * agreeing to it.
 */
export const lapseApprovalOf = (connection: Queryable, depositId: string, at: Date): Promise<void> =>
  lapse(connection, "target = $2", depositId, at);

const SWEEP_TICKS = 3600;

/** Closes the proposals to which nobody agreed in time. */
export const sweepProposals = (options: {
  database: Database;
  clock: Clock;
  bus: Bus;
  log: Log;
}): PeriodicTask => {
  const { database, clock, bus, log } = options;
  return periodically(SWEEP_TICKS, "sweep of proposals", log, async () => {
    const at = dateOf(clock);
    await lapse(database, "created_at <= $2", validSince(at), at);
    bus.publish({ kind: "adminChanged", of: ["decisions"] });
  });
};

async function lapse(connection: Queryable, which: string, value: string | Date, at: Date): Promise<void> {
  await connection.query(
    `update proposals set outcome = 'lapsed', decided_at = $1
     where id in (
       select id from proposals where outcome is null and (${which}) order by id for update skip locked)`,
    [at, value],
  );
}
