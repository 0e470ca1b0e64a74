import type { AdminUser } from "@veritick/contract/schemas/admin-users.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../platform/db/database.ts";
import { ADMIN_USER_COLUMNS, toAdminUser } from "./user-row.ts";
import type { AdminUserRow } from "./user-row.ts";

const SHOWN = 200;

/** Longer ones are known to the index of parts of e-mails; these have one of their own. */
const SHORT = 2;

/**
 * Users, newest first, whose e-mail contains the text. Ids ascend with time. Unnamed on purpose: the text decides between
 * the index that knows such texts and a walk through the newest users, so each search is planned by its own.
 */
export async function listUsers(
  database: Database,
  { search, before, limit }: Page & { search?: string | undefined },
): Promise<AdminUser[]> {
  const { rows } = await database.query<AdminUserRow>(
    `select ${ADMIN_USER_COLUMNS} from users
     where ($1::text is null or email like $1) and ($2::uuid is null or id < $2)
       and ($4::text is null or short_pieces(email) @> array[$4])
     order by id desc limit $3`,
    [
      search === undefined ? null : containing(search),
      before ?? null,
      limit ?? SHOWN,
      search !== undefined && isShort(search) ? search : null,
    ],
  );
  return rows.map(toAdminUser);
}

/** As a pattern of `like`, in which what the text holds stands for itself. E-mails are in lower case, as the text is. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

/** Counted as the database counts them. */
const isShort = (text: string): boolean => text !== "" && [...text].length <= SHORT;
