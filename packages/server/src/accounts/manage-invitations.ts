import * as contract from "@veritick/contract/schemas/invitations.ts";
import type { Invitation, InvitationUse } from "@veritick/contract/schemas/invitations.ts";
import type { Page } from "@veritick/contract/values.ts";
import type * as z from "zod/mini";
import { changedFields, recordAudit } from "../audit/public.ts";
import { dateOf } from "../platform/clock.ts";
import { transaction } from "../platform/db/database.ts";
import type { Database, Queryable } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { callerOf } from "../platform/http/call.ts";
import type { Caller } from "../platform/http/call.ts";
import { newId } from "../platform/ids.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import type { AccountContext } from "./context.ts";
import { lockDecider } from "./sessions/recheck-caller.ts";
import { hashCode, newCode } from "./use-invitation.ts";

type InvitationContext = Pick<AccountContext, "database" | "clock">;

type InvitationRow = {
  id: string;
  label: string;
  uses: number;
  most_uses: number;
  created_at: Date;
  created_by: string;
  created_by_email: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
};

const SHOWN = 200;
const DAY_MS = 86_400_000;
const SELECT = `select i.id, i.label, i.uses, i.most_uses, i.created_at, i.created_by, u.email as created_by_email,
  i.expires_at, i.revoked_at from invitations i left join users u on u.id = i.created_by`;

export function invitationRoutes(bind: Bind, context: InvitationContext): void {
  bind(contract.listInvitations, ({ query }) => listInvitations(context, query));
  bind(contract.createInvitation, (call) => createInvitation(context, call.body, callerOf(call)));
  bind(contract.revokeInvitation, (call) => revokeInvitation(context, call.params.id, callerOf(call)));
  bind(contract.listInvitationUses, ({ params, query }) => listUses(context.database, params.id, query));
}

function stateOf(row: InvitationRow, now: Date): Invitation["state"] {
  if (row.revoked_at !== null) return "revoked";
  if (row.uses >= row.most_uses) return "used_up";
  return row.expires_at !== null && row.expires_at <= now ? "expired" : "active";
}

const toInvitation = (row: InvitationRow, now: Date): Invitation => ({
  id: row.id,
  label: row.label,
  state: stateOf(row, now),
  uses: row.uses,
  mostUses: row.most_uses,
  createdAt: row.created_at.toISOString(),
  createdBy: { id: row.created_by, email: row.created_by_email },
  expiresAt: row.expires_at?.toISOString() ?? null,
});

async function listInvitations(
  { database, clock }: InvitationContext,
  { before, limit }: Page,
): Promise<Invitation[]> {
  const { rows } = await database.query<InvitationRow>(
    `${SELECT} where $1::uuid is null or i.id < $1 order by i.id desc limit $2`,
    [before ?? null, limit ?? SHOWN],
  );
  return rows.map((row) => toInvitation(row, dateOf(clock)));
}

async function findInvitation(database: Queryable, id: string): Promise<InvitationRow | undefined> {
  const { rows } = await database.query<InvitationRow>(`${SELECT} where i.id = $1`, [id]);
  return rows[0];
}

type Wanted = z.output<(typeof contract.createInvitation)["body"]>;

/**
 * Makes an invitation. Only the hash of its code is stored: neither a backup nor a viewer's list lets anybody in, and whoever
 * loses the link makes another.
 */
function createInvitation(
  { database, clock }: InvitationContext,
  { label, mostUses, days }: Wanted,
  by: Caller,
): Promise<{ code: string; invitation: Invitation } | Refused> {
  return transaction(database, async (connection) => {
    const refused = await lockDecider(connection, by, null, "administrator");
    if (refused !== undefined) return refused;
    const at = dateOf(clock);
    const expiresAt = days === null ? null : new Date(at.getTime() + days * DAY_MS);
    const id = newId(at.getTime());
    const code = newCode();
    await connection.query(
      `insert into invitations (id, code_hash, label, most_uses, created_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [id, hashCode(code), label, mostUses, by.actor, at, expiresAt],
    );
    // The log keeps its entries for ever, so it does not get the label, which may name somebody.
    const changes = changedFields(
      {},
      { status: "active", mostUses, expiresAt: expiresAt?.toISOString() ?? null },
    );
    await recordAudit(connection, { action: "invitation_created", by, target: id, ...changes }, at);
    return { code, invitation: toInvitation((await findInvitation(connection, id))!, at) };
  });
}

/** Revokes an invitation. People who registered with it keep their accounts. */
function revokeInvitation(
  { database, clock }: InvitationContext,
  id: string,
  by: Caller,
): Promise<Invitation | Refused> {
  return transaction(database, async (connection) => {
    // Whoever registers with it at this moment comes before.
    await connection.query("select from invitations where id = $1 for no key update", [id]);
    const refused = await lockDecider(connection, by, null, "administrator");
    if (refused !== undefined) return refused;
    const row = await findInvitation(connection, id);
    if (row === undefined) return refuse("not_found");
    const at = dateOf(clock);
    // One that is over stays what it is.
    if (stateOf(row, at) !== "active") return toInvitation(row, at);
    await connection.query("update invitations set revoked_at = $2 where id = $1", [id, at]);
    const [before, after] = [{ status: "active" }, { status: "revoked" }];
    await recordAudit(connection, { action: "invitation_revoked", by, target: row.id, before, after }, at);
    return toInvitation({ ...row, revoked_at: at }, at);
  });
}

async function listUses(
  database: Database,
  id: string,
  { before, limit }: Page,
): Promise<InvitationUse[] | Refused> {
  const { rows } = await database.query<{ id: string; email: string; created_at: Date }>(
    `select id, email, created_at from users
     where invitation_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [id, before ?? null, limit ?? SHOWN],
  );
  if (rows.length === 0 && (await findInvitation(database, id)) === undefined) return refuse("not_found");
  return rows.map((row) => ({ id: row.id, email: row.email, usedAt: row.created_at.toISOString() }));
}
