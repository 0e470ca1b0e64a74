import { QUICKNET } from "@veritick/domain/beacon.ts";
import { milliseconds, note, perSecond } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import { median, spread } from "../support/statistics.ts";
import type { LoadAnswer } from "./load.ts";
import { withTrading } from "./trading-server.ts";

const TURNS = 4;
const USUAL = [256, 512];
const CROWD = 5_000;
const SECONDS = 3 * QUICKNET.period;

/** Measures orders beyond the server's capacity: those it serves and those it refuses. */
export async function benchOverload(folder: string): Promise<Row[]> {
  return withTrading(folder, CROWD, async ({ server, load }) => {
    const open = (connections: number) =>
      load.ask({
        port: server.port,
        users: CROWD,
        warmUpMs: QUICKNET.period * 1000,
        measureMs: SECONDS * 1000,
        connections,
        keys: true,
      });
    await open(USUAL[0]!);
    const usual = USUAL.map((): LoadAnswer[] => []);
    const crowded: LoadAnswer[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      for (const [index, connections] of USUAL.entries()) usual[index]!.push(await open(connections));
      crowded.push(await open(CROWD));
      note(
        `overload, turn ${turn + 1}: ` +
          USUAL.map(
            (connections, index) => `${perSecond(usual[index]!.at(-1)!.perSecond)} on ${connections}, `,
          ).join("") +
          `${perSecond(crowded.at(-1)!.perSecond)} on ${CROWD} connections, ${crowded.at(-1)!.refused} refused`,
      );
    }
    const of = (answers: LoadAnswer[], value: Exclude<keyof LoadAnswer, "refusedWith">) =>
      median(answers.map((each) => each[value]));
    const rates = usual.map((answers) => of(answers, "perSecond"));
    const best = rates.indexOf(Math.max(...rates));
    const ratio = of(crowded, "perSecond") / rates[best]!;
    const servedMs = of(crowded, "openP99Ms");
    const refusedMs = of(crowded, "refusedP99Ms");
    return [
      {
        figure: `overload, orders served on ${CROWD} connections`,
        measured: perSecond(of(crowded, "perSecond")),
        yardstick: `${perSecond(rates[best]!)} (${USUAL[best]} connections, the best)`,
        ratio,
        spread: spread(usual[best]!.map((each) => each.perSecond)),
        target: { words: "at least 0.9x", reached: ratio >= 0.9 },
      },
      {
        figure: "overload, p99 of the orders served",
        measured: `${milliseconds(servedMs)} of time in which orders may enter, ${milliseconds(of(crowded, "p99Ms"))} in all`,
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
