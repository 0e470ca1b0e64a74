import { CLOSING_MS, QUICKNET } from "@veritick/domain/beacon.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { mean, median, spread } from "../support/statistics.ts";
import type { LoadAnswer } from "./load.ts";
import { withTrading } from "./trading-server.ts";
import { prepareYardstick } from "./yardstick.ts";

const USERS = 2_000;
const TURNS = 8;
/** Two whole blocks, so that orders wait for the next round during the same part of each turn. */
const SECONDS = 2 * QUICKNET.period;
/** The share of a block in which orders enter: all but its last half second (decision 36). */
const OPEN_SHARE = 1 - CLOSING_MS / (QUICKNET.period * 1000);
const WARM_UP_MS = 1_000;

type Turn = { plain: number; keyed: LoadAnswer; wal: Written };

/**
 * Opens positions over HTTP, in turns with a plain transaction on the same PostgreSQL. Each turn measures the yardstick before
 * and after the positions and takes the mean, because a machine changes within half a minute. Each turn begins with a
 * checkpoint, which would otherwise come every two or three turns and slow down the orders of one and the yardstick of
 * another. `steady` measures with checkpoints as they come.
 */
export async function benchOpening(folder: string): Promise<Row[]> {
  return withTrading(folder, USERS, async ({ server, database, load, cores }) => {
    const yardstick = await prepareYardstick(server.connection(), USERS, folder, cores?.load);
    const order = { port: server.port, users: USERS, warmUpMs: WARM_UP_MS, measureMs: SECONDS * 1000 };
    const open = (connections: number, keys = true) => load.ask({ ...order, connections, keys });
    await database.query("create extension pg_walinspect");
    // The first measurement of each finds small tables and an empty log, so it is not counted.
    await yardstick.measure(64, SECONDS);
    await open(64);
    const turns: Turn[] = [];
    const wide: LoadAnswer[] = [];
    const bare: LoadAnswer[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      await database.query("checkpoint");
      const earlier = await yardstick.measure(64, SECONDS);
      const before = await readPlace(database);
      const keyed = await open(64);
      const wal = await readWritten(database, before, await readPlace(database));
      const later = await yardstick.measure(64, SECONDS);
      if (turn % 2 === 0) wide.push(await open(512));
      else bare.push(await open(64, false));
      turns.push({ plain: (earlier + later) / 2, keyed, wal });
      note(
        `opening, turn ${turn + 1}: ${perSecond(keyed.perSecond)} with keys, ` +
          `${turn % 2 === 0 ? `${perSecond(wide.at(-1)!.perSecond)} on 512 connections` : `${perSecond(bare.at(-1)!.perSecond)} without`}, ` +
          `yardstick ${perSecond(earlier)} and ${perSecond(later)}, ${inBytes(wal.bytes)} of log each, ` +
          `${inBytes(wal.imageBytes)} of them images of pages`,
      );
    }
    const single = await open(1);
    const all = [...turns.map(({ keyed }) => keyed), ...wide, ...bare, single];
    const refused = all.reduce((sum, answer) => sum + answer.refused, 0);
    const codes = new Set(all.flatMap(({ refusedWith }) => refusedWith));
    if (refused > 0) throw new Error(`${refused} requests were refused: ${[...codes].join(", ")}`);

    const plains = turns.map(({ plain }) => plain);
    const rowOf = (figure: string, answers: LoadAnswer[]) => {
      const rate = median(answers.map((answer) => answer.perSecond));
      const p99Ms = median(answers.map((answer) => answer.p99Ms));
      const row = {
        figure: `opening, ${figure}`,
        measured:
          `${perSecond(rate / OPEN_SHARE)} while orders enter, ` +
          `${perSecond(rate)} over all (${(rate / median(plains)).toFixed(2)}x), ` +
          `p50 ${milliseconds(median(answers.map((answer) => answer.p50Ms)))}, p99 ${milliseconds(p99Ms)}`,
        yardstick: `${perSecond(median(plains))} (${yardstick.name})`,
        ratio: rate / OPEN_SHARE / median(plains),
        spread: spread(plains),
      };
      return { row, p99Ms };
    };
    const keyed = rowOf(
      "64 connections, with idempotency keys",
      turns.map((turn) => turn.keyed),
    );
    const wider = rowOf("512 connections, with keys", wide).row;
    // Images of pages come with checkpoints and vacuums, not with orders.
    const recordBytes = median(turns.map(({ wal }) => wal.bytes - wal.imageBytes));
    const imageBytes = mean(turns.map(({ wal }) => wal.imageBytes));
    return [
      {
        ...keyed.row,
        target: {
          words: "at least 2.0x, p99 at most 60 ms",
          reached: keyed.row.ratio >= 2 && keyed.p99Ms <= 60,
        },
      },
      { ...wider, target: { words: "at least 2.2x", reached: wider.ratio >= 2.2 } },
      rowOf("64 connections, without keys", bare).row,
      {
        figure: "opening, one at a time",
        measured: `p50 ${milliseconds(single.p50Ms)}, p99 ${milliseconds(single.p99Ms)}`,
        target: { words: "p50 at most 6 ms", reached: single.p50Ms <= 6 },
      },
      {
        figure: "opening, written to the log of PostgreSQL for each position",
        measured:
          `${inBytes(recordBytes)}, and images of pages, which vary from turn to turn: ${inBytes(imageBytes)} on average ` +
          `(median of both together ${inBytes(median(turns.map(({ wal }) => wal.bytes)))})`,
        target: { words: "at most 2.0 kB without images", reached: recordBytes <= 2000 },
      },
    ];
  });
}

/** A place in the log of PostgreSQL, and the number of the last ledger transaction: each position posts one. */
type Place = { lsn: string; posted: number };

async function readPlace(database: Database): Promise<Place> {
  const { rows } = await database.query<Place>(
    "select pg_current_wal_lsn() as lsn, last_value::float8 as posted from ledger_transactions_id_seq",
  );
  return rows[0]!;
}

/** The bytes of log for each position. PostgreSQL writes an image of a page at its first change after a checkpoint. */
type Written = { bytes: number; imageBytes: number };

async function readWritten(database: Database, from: Place, to: Place): Promise<Written> {
  const { rows } = await database.query<{ all: number; images: number }>(
    `select ($2::pg_lsn - $1::pg_lsn)::float8 as all, sum(fpi_size)::float8 as images from pg_get_wal_stats($1, $2)`,
    [from.lsn, to.lsn],
  );
  const [opened, { all, images }] = [to.posted - from.posted, rows[0]!];
  return { bytes: all / opened, imageBytes: images / opened };
}

const inBytes = (bytes: number): string => `${Math.round(bytes).toLocaleString("en")} B`;
