import { QUICKNET } from "@veritick/domain/beacon.ts";
import { compare, measureInPairs, ofTurns, ofYardstick } from "../support/pairs.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { withTrading } from "./trading-server.ts";

const PAIRS = 4;
const LIMIT_MS = 300_000;
const USUAL = [256, 512];
const CROWD = 5_000;
const SECONDS = 3 * QUICKNET.period;

/** Measures orders beyond the server's capacity: those it serves and those it refuses. */
export async function benchOverload(folder: string): Promise<Row[]> {
  return withTrading(folder, CROWD, async ({ server, load }) => {
    const open = async (connections: number) => {
      const answer = await load.ask({
        port: server.port,
        users: CROWD,
        warmUpMs: QUICKNET.period * 1000,
        measureMs: SECONDS * 1000,
        connections,
        keys: true,
      });
      note(
        `overload: ${perSecond(answer.perSecond)} on ${connections} connections, ${answer.refused} refused`,
      );
      return answer;
    };
    await open(USUAL[0]!);
    const pairs = await measureInPairs({
      wanted: PAIRS,
      limitMs: LIMIT_MS,
      turn: () => open(CROWD),
      async yardstick() {
        const rates: number[] = [];
        for (const connections of USUAL) rates.push((await open(connections)).perSecond);
        return Math.max(...rates);
      },
      figureOf: (rate) => rate,
    });
    const served = compare(pairs, ({ perSecond: rate }, best) => rate / best);
    const servedMs = ofTurns(pairs, ({ openP99Ms }) => openP99Ms);
    const refusedMs = ofTurns(pairs, ({ refusedP99Ms }) => refusedP99Ms);
    return [
      {
        figure: `overload, orders served on ${CROWD} connections`,
        measured: perSecond(ofTurns(pairs, ({ perSecond: rate }) => rate)),
        yardstick: `${perSecond(ofYardstick(pairs, (best) => best))} (the better of ${USUAL.join(" and ")} connections)`,
        ...served,
        target: { words: "at least 0.9x", reached: served.ratio >= 0.9 },
      },
      {
        figure: "overload, p99 of the orders served",
        measured:
          `${milliseconds(servedMs)} of time in which orders may enter, ` +
          `${milliseconds(ofTurns(pairs, ({ p99Ms }) => p99Ms))} in all`,
        target: { words: "at most 400 ms", reached: servedMs <= 400 },
      },
      {
        figure: "overload, p99 of the refusals",
        measured: milliseconds(refusedMs),
        target: { words: "at most 50 ms", reached: refusedMs <= 50 },
      },
    ];
  });
}
