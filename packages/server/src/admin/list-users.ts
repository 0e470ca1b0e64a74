import type { AdminUser } from "@veritick/contract/admin.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../platform/database.ts";
import { ADMIN_USER_COLUMNS, toAdminUser } from "./user-row.ts";
import type { AdminUserRow } from "./user-row.ts";

const SHOWN = 200;

/**
 * Users, newest first, whose e-mail contains the text. Ids ascend with time. Unnamed on purpose: the text decides between
 * the index of parts of e-mails and a walk through the newest users, so each search is planned by its own.
 */
export async function listUsers(
  database: Database,
  { search, before, limit }: Page & { search?: string | undefined },
): Promise<AdminUser[]> {
  const { rows } = await database.query<AdminUserRow>(
    `select ${ADMIN_USER_COLUMNS} from users
     where ($1::text is null or email like $1) and ($2::uuid is null or id < $2)
     order by id desc limit $3`,
    [search === undefined ? null : containing(search), before ?? null, limit ?? SHOWN],
  );
  return rows.map(toAdminUser);
}

/** As a pattern of `like`, in which what the text holds stands for itself. E-mails are in lower case, as the text is. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
