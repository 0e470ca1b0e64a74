import type { Page } from "@veritick/contract/values.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Database } from "../platform/db/database.ts";
import { POSITION_COLUMNS, toPosition } from "./position-row.ts";
import type { PositionRow } from "./position-row.ts";

const FINISHED_SHOWN = 100;
/** More open ones than anybody can watch: a bound for what one call may cost. */
const OPEN_SHOWN = 1000;

/** A user's positions, newest first: the first page holds every open one besides the newest finished ones. */
export async function listPositions(database: Database, userId: string, page: Page): Promise<Position[]> {
  const { rows } =
    page.before === undefined
      ? await database.query<PositionRow>({
          name: "list_positions",
          text: `(select ${POSITION_COLUMNS} from trading_positions where user_id = $1 and status = 'active'
                  order by id desc limit ${OPEN_SHOWN})
                 union all
                 (select ${POSITION_COLUMNS} from trading_positions where user_id = $1 and status <> 'active'
                  order by id desc limit $2)
                 order by id desc`,
          values: [userId, page.limit ?? FINISHED_SHOWN],
        })
      : await database.query<PositionRow>({
          name: "list_positions_before",
          text: `select ${POSITION_COLUMNS} from trading_positions where user_id = $1 and id < $2 and status <> 'active'
                 order by id desc limit $3`,
          values: [userId, page.before, page.limit ?? FINISHED_SHOWN],
        });
  return rows.map(toPosition);
}
