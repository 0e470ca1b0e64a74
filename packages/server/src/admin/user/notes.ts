import type { UserNote } from "@veritick/contract/schemas/admin-user-page.ts";
import type { Page } from "@veritick/contract/values.ts";
import { recordAudit } from "../../audit/public.ts";
import { dateOf } from "../../platform/clock.ts";
import { transaction } from "../../platform/db/database.ts";
import type { Queryable } from "../../platform/db/database.ts";
import type { Caller, IdempotencyClaim, Replayed } from "../../platform/http/call.ts";
import { answerOnce, recordAnswer } from "../../platform/db/idempotency.ts";
import { newId } from "../../platform/ids.ts";
import { isRefused } from "../../platform/refusal.ts";
import type { Refused } from "../../platform/refusal.ts";
import type { AdminContext } from "../context.ts";
import { lockAccount } from "../users.ts";

const SHOWN = 100;

type NoteRow = { id: string; text: string; author: string; author_email: string | null; created_at: Date };

const toNote = (row: NoteRow): UserNote => ({
  id: row.id,
  text: row.text,
  author: row.author,
  authorEmail: row.author_email,
  createdAt: row.created_at.toISOString(),
});

/** Administrators' notes about a user, newest first. */
export async function listNotes(database: Queryable, userId: string, page: Page): Promise<UserNote[]> {
  const { rows } = await database.query<NoteRow>({
    name: "list_user_notes",
    text: `select n.id, n.text, n.author, n.created_at, a.email as author_email
           from user_notes n left join users a on a.id = n.author
           where n.user_id = $1 and ($2::uuid is null or n.id < $2) order by n.id desc limit $3`,
    values: [userId, page.before ?? null, page.limit ?? SHOWN],
  });
  return rows.map(toNote);
}

type NewNote = { by: Caller; userId: string; text: string; idempotency: IdempotencyClaim | undefined };

/** Adds a note. Notes are deleted with the account, so the audit log records that one was added but not its text. */
export function addNote(
  context: AdminContext,
  { by, userId, text, idempotency }: NewNote,
): Promise<UserNote | Refused | Replayed> {
  const { database, clock } = context;
  return answerOnce(context, by.actor, idempotency, () =>
    transaction(database, async (connection): Promise<UserNote | Refused> => {
      const user = await lockAccount(connection, userId, by, "support");
      if (isRefused(user)) return user;
      const at = dateOf(clock);
      const id = newId(at.getTime());
      const { rows } = await connection.query<NoteRow & { before: number }>(
        `insert into user_notes (id, user_id, author, text, created_at) values ($1, $2, $3, $4, $5)
         returning id, text, author, created_at, (select email from users where id = author) as author_email,
           (select count(*) from user_notes where user_id = $2) as before`,
        [id, user.id, by.actor, text, at],
      );
      const { before } = rows[0]!;
      const answer = toNote(rows[0]!);
      await recordAnswer(connection, by.actor, idempotency, answer, at, user.id);
      await recordAudit(
        connection,
        {
          action: "note_added",
          by,
          subject: user.id,
          target: id,
          before: { notes: before },
          after: { notes: before + 1 },
        },
        at,
      );
      return answer;
    }),
  );
}
