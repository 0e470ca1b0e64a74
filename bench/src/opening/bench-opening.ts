import { QUICKNET } from "@veritick/domain/beacon.ts";
import { CLOSING_MS } from "@veritick/domain/rounds.ts";
import type { Database } from "@veritick/server/platform/db/database.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import type { Pairs } from "../support/pairs.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { mean } from "../support/statistics.ts";
import type { LoadAnswer } from "./load.ts";
import { withTrading } from "./trading-server.ts";
import { prepareYardstick } from "./yardstick.ts";

const USERS = 2_000;
/** Whole blocks, so that orders wait for the next round during the same part of each turn. */
const FULL = { seconds: 2 * QUICKNET.period, pairs: 7, limitMs: 240_000, others: 3 };
const SHORT = { seconds: QUICKNET.period, pairs: 5, limitMs: 45_000, others: 0 };
/** The share of a block in which orders enter: all but its last half second (decision 36). */
const OPEN_SHARE = 1 - CLOSING_MS / (QUICKNET.period * 1000);
const WARM_UP_MS = 1_000;
const RATIO_WANTED = 2;

type Turn = { answer: LoadAnswer; wal: Written };

/**
 * Opens positions over HTTP, in turns with a plain transaction on the same PostgreSQL. Each measurement begins with a
 * checkpoint, which would otherwise come every two or three turns and slow down the orders of one and the yardstick of
 * another. `steady` measures with checkpoints as they come.
 */
export async function benchOpening(folder: string, { isShort }: { isShort: boolean }): Promise<Row[]> {
  const { seconds, pairs: wanted, limitMs, others } = isShort ? SHORT : FULL;
  return withTrading(folder, USERS, async ({ server, database, load, cores }) => {
    const plain = await prepareYardstick(server.connection(), USERS, folder, cores?.load);
    const order = { port: server.port, users: USERS, warmUpMs: WARM_UP_MS, measureMs: seconds * 1000 };
    const open = async (connections: number, keys: boolean): Promise<Turn> => {
      const before = await readPlace(database);
      const answer = await load.ask({ ...order, connections, keys });
      if (answer.refused > 0)
        throw new Error(`${answer.refused} requests were refused: ${answer.refusedWith.join(", ")}`);
      return { answer, wal: await readWritten(database, before, await readPlace(database)) };
    };
    await database.query("create extension pg_walinspect");
    // The first measurement of each finds small tables and an empty log, so it is not counted.
    await plain.measure(64, seconds);
    await open(64, true);
    const measure = async (figure: string, connections: number, keys: boolean, pairs: number) => {
      const measured = await measureInPairs({
        wanted: pairs,
        limitMs,
        async turn() {
          await database.query("checkpoint");
          const turn = await open(connections, keys);
          note(
            `opening, ${figure}: ${perSecond(turn.answer.perSecond)}, ${inBytes(turn.wal.bytes)} of log each`,
          );
          return turn;
        },
        async yardstick() {
          await database.query("checkpoint");
          const rate = await plain.measure(64, seconds);
          note(`opening, yardstick: ${perSecond(rate)}`);
          return rate;
        },
        figureOf: (rate) => rate,
      });
      return { measured, row: rowOf(figure, measured, plain.name) };
    };
    const keyed = await measure("64 connections, with idempotency keys", 64, true, wanted);
    const rows: Row[] = [
      {
        ...keyed.row,
        target: {
          words: `at least ${RATIO_WANTED.toFixed(1)}x over all time, p99 at most 60 ms`,
          reached:
            keyed.row.ratio >= RATIO_WANTED && ofTurns(keyed.measured, ({ answer }) => answer.p99Ms) <= 60,
        },
      },
    ];
    if (others > 0) {
      const { row } = await measure("512 connections, with keys", 512, true, others);
      rows.push({ ...row, target: { words: "at least 2.2x over all time", reached: row.ratio >= 2.2 } });
      rows.push((await measure("64 connections, without keys", 64, false, others)).row);
    }
    const single = (await open(1, true)).answer;
    rows.push({
      figure: "opening, one at a time",
      measured: `p50 ${milliseconds(single.p50Ms)}, p99 ${milliseconds(single.p99Ms)}`,
      target: { words: "p50 at most 6 ms", reached: single.p50Ms <= 6 },
    });
    return [...rows, logRow(keyed.measured)];
  });
}

function rowOf(figure: string, pairs: Pairs<Turn, number>, yardstick: string): Row & { ratio: number } {
  const rate = ofTurns(pairs, ({ answer }) => answer.perSecond);
  return {
    figure: `opening, ${figure}`,
    measured:
      `${perSecond(rate)} over all time, ${perSecond(rate / OPEN_SHARE)} while orders enter, ` +
      `p50 ${milliseconds(ofTurns(pairs, ({ answer }) => answer.p50Ms))}, ` +
      `p99 ${milliseconds(ofTurns(pairs, ({ answer }) => answer.p99Ms))}`,
    yardstick: `${perSecond(ofYardstick(pairs, (plain) => plain))} (${yardstick})`,
    ...compare(pairs, ({ answer }, plain) => answer.perSecond / plain),
  };
}

/** Images of pages come with checkpoints and vacuums, not with orders. */
function logRow(pairs: Pairs<Turn, number>): Row {
  const recordBytes = ofTurns(pairs, ({ wal }) => wal.bytes - wal.imageBytes);
  const images = [...pairs.quiet, ...pairs.noisy].map(({ turn }) => turn.wal.imageBytes);
  return {
    figure: "opening, written to the log of PostgreSQL for each position",
    measured:
      `${inBytes(recordBytes)}, and images of pages, which vary from turn to turn: ${inBytes(mean(images))} on average ` +
      `(median of both together ${inBytes(ofTurns(pairs, ({ wal }) => wal.bytes))})`,
    target: { words: "at most 2.0 kB without images", reached: recordBytes <= 2000 },
  };
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
