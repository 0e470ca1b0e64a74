import type { OpenedPosition, Position, PositionReceipt } from "@veritick/contract/schemas/positions.ts";
import { PULL_SCALE } from "@veritick/domain/distribution.ts";
import { epochOf, EPOCHS_AHEAD } from "@veritick/domain/epoch-times.ts";
import { formatMinor, minor, parseMinor } from "@veritick/domain/money.ts";
import { GRID, MEAN_STATE, UNIT } from "@veritick/domain/price.ts";
import { saleText } from "@veritick/domain/signed/sale.ts";
import type { WinRule } from "@veritick/domain/terms.ts";
import { isArchived, listEntriesOf } from "../ledger/public.ts";
import type { Database } from "../platform/db/database.ts";
import { refuse } from "../platform/refusal.ts";
import type { Refused } from "../platform/refusal.ts";
import { getGenesisAt, getTermsText, listEpochs } from "../prices/public.ts";
import type { Genesis, StoredEpoch } from "../prices/public.ts";
import { POSITION_COLUMNS, toPosition } from "./list-positions.ts";
import type { PositionRow } from "./list-positions.ts";
import { epochsOf, promiseOf, SIGNED_COLUMNS, signedOf } from "./promise.ts";
import type { Published, SignedRow } from "./promise.ts";

type ReceiptRow = PositionRow &
  SignedRow & {
    win_rule: WinRule;
    pull: number;
    reach: number;
    closing_chance: number;
    sold_at: Date | null;
    sale_round: number;
    sale_value: string;
    sale_signature: Buffer;
    sale_public_key: Buffer;
  };

/** Returns the answer that the opening of a position gave, whatever has become of the position since. */
export async function getOpened(database: Database, id: string): Promise<OpenedPosition> {
  const { rows } = await database.query<PositionRow & SignedRow>({
    name: "get_opened_position",
    text: `select ${POSITION_COLUMNS}, ${SIGNED_COLUMNS} from trading_positions where id = $1`,
    values: [id],
  });
  const row = rows[0]!;
  return {
    ...toPosition({ ...row, status: "active", result_price: null, profit: null, refund_reason: null }),
    ...signedOf(row),
  };
}

/** Returns the receipt of a user's position, or of any position if `userId` is null. */
export async function readReceipt(
  database: Database,
  userId: string | null,
  id: string,
): Promise<PositionReceipt | Refused> {
  const { rows } = await database.query<ReceiptRow>({
    name: "find_position",
    text: `select ${POSITION_COLUMNS}, win_rule, pull, reach, ${SIGNED_COLUMNS},
             closing_chance, sold_at, sale_round, sale_value, sale_signature,
             (select public_key from signing_keys k where k.id = sale_key) as sale_public_key
           from trading_positions where id = $1 and ($2::uuid is null or user_id = $2)`,
    values: [id, userId],
  });
  const row = rows[0];
  if (row === undefined) return refuse((await isArchived(database, id)) ? "position_archived" : "not_found");
  const position = toPosition(row);
  const genesis = await getGenesisAt(database, row.entry_tick);
  const spanned = epochsOf(position, epochOf(genesis.tick + 1));
  const first = spanned[0]!;
  const epochs = await listEpochs(database, genesis, first, first + EPOCHS_AHEAD);
  const commitments = epochs
    .filter(({ epoch }) => spanned.includes(epoch))
    .map(({ epoch, commitment }) => ({ epoch, commitment }));
  const published = publishedOf(genesis, epochs, commitments);
  return {
    position,
    commitments,
    terms: await getTermsText(database, published.terms),
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
    promise: promised(row, position, published),
    closing: closingOf(row, position),
    sale: saleOf(row, position),
  };
}

function saleOf(row: ReceiptRow, position: Position): PositionReceipt["sale"] {
  const { id, userId, soldTick, soldPrice, proceeds } = position;
  if (row.sold_at === null || soldTick === null || soldPrice === null || proceeds === null) return null;
  const amounts = {
    value: row.sale_value,
    fee: formatMinor(minor(parseMinor(row.sale_value) - parseMinor(proceeds))),
    proceeds,
  };
  const sold = row.sold_at.toISOString();
  const publicKey = row.sale_public_key.toString("hex");
  const round = row.sale_round;
  return {
    round,
    tick: soldTick,
    price: soldPrice,
    ticksLeft: position.expiryTick - soldTick,
    chance: String(row.closing_chance),
    ...amounts,
    sold,
    text: saleText({
      position: id,
      user: userId,
      round,
      soldTick,
      soldPrice,
      ...amounts,
      sold,
      key: publicKey,
    }),
    signature: row.sale_signature.toString("hex"),
    publicKey,
  };
}

function closingOf(row: ReceiptRow, { amount, profit, refundReason }: Position): PositionReceipt["closing"] {
  if (row.closing_tick === null || row.closing_price === null || profit === null || refundReason === null)
    return null;
  return {
    tick: row.closing_tick,
    price: row.closing_price,
    ticksLeft: row.expiry_tick - row.closing_tick,
    chance: String(row.closing_chance),
    value: formatMinor(minor(parseMinor(amount) + parseMinor(profit))),
    reason: refundReason,
  };
}

/** Returns the public data of the position's opening. All of it is stored before a position opens (`isRecorded`). */
function publishedOf(
  genesis: Genesis,
  epochs: readonly StoredEpoch[],
  commitments: Published["commitments"],
): Published {
  const [first, furthest] = [epochs[0]!, epochs[EPOCHS_AHEAD]!];
  // The start of the price is known before its first epoch begins.
  const state = first.epoch === epochOf(genesis.tick + 1) ? genesis.state : first.startState!;
  return {
    terms: first.termsHash,
    start: { epoch: first.epoch, state: BigInt(state) },
    commitments,
    chain: { epoch: furthest.epoch, head: furthest.head },
  };
}

function promised(row: ReceiptRow, position: Position, published: Published): PositionReceipt["promise"] {
  const signed = signedOf(row);
  const terms = { winRule: row.win_rule, pull: BigInt(row.pull), reach: BigInt(row.reach) };
  return {
    text: promiseOf(position, terms, published, signed.publicKey)(position),
    ...signed,
  };
}
