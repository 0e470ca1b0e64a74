import type { AttentionItem } from "@veritick/contract/schemas/attention.ts";
import type { Page } from "@veritick/contract/values.ts";
import type { Database } from "../../platform/db/database.ts";
import { SELECT_ATTENTION, toAttentionItem } from "./attention-row.ts";
import type { AttentionRow } from "./attention-row.ts";

const RESOLVED_SHOWN = 100;

/** What needs a person, newest first: the first page holds every open item besides the newest resolved ones. */
export async function listAttention(database: Database, page: Page): Promise<AttentionItem[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<AttentionRow>({
          text: `select * from (
                   (${SELECT_ATTENTION} where i.resolved_at is null)
                   union all
                   (${SELECT_ATTENTION} where i.resolved_at is not null order by i.id desc limit $1)
                 ) i order by i.id desc`,
          values: [page.limit ?? RESOLVED_SHOWN],
        })
      : await database.query<AttentionRow>({
          text: `${SELECT_ATTENTION} where i.id < $1 and i.resolved_at is not null order by i.id desc limit $2`,
          values: [page.before, page.limit ?? RESOLVED_SHOWN],
        });
  return rows.map(toAttentionItem);
}
