import type { Page } from "@veritick/contract/values.ts";
import type { Position, PositionReceipt } from "@veritick/contract/positions.ts";
import { epochOf } from "@veritick/domain/epochs.ts";
import { GRID, MEAN_STATE, UNIT } from "@veritick/domain/price-process.ts";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { listEntriesOf } from "../ledger/public.ts";
import type { Database } from "../platform/database.ts";
import { getGenesisAt, listEpochs } from "../prices/public.ts";
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

/** The receipt of a position of the user's, of anybody's for null; undefined where there is none with this id. */
export async function findReceipt(
  database: Database,
  userId: string | null,
  id: string,
): Promise<PositionReceipt | undefined> {
  const { rows } = await database.query<PositionRow & { win_rule: WinRule; pull: number; reach: number }>({
    name: "find_position",
    text: `select ${POSITION_COLUMNS}, win_rule, pull, reach from trading_positions
           where id = $1 and ($2::uuid is null or user_id = $2)`,
    values: [id, userId],
  });
  const row = rows[0];
  if (row === undefined) return undefined;
  const genesis = await getGenesisAt(database, row.entry_tick);
  const epochs = await listEpochs(database, genesis, epochOf(row.entry_tick), epochOf(row.expiry_tick));
  return {
    position: toPosition(row),
    commitments: epochs.map(({ epoch, commitment }) => ({ epoch, commitment })),
    barrier: {
      rule: row.win_rule,
      mean: String(MEAN_STATE),
      unit: String(UNIT),
      entryPrice: row.entry_price,
      pull: String(row.pull),
      pullScale: String(PULL_SCALE),
      reach: String(row.reach),
      grid: String(GRID),
      result: row.barrier_price,
    },
    entries: await listEntriesOf(database, id),
  };
}
