import type { Position } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { expect, it } from "vitest";
import { seedPeople } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";

const scope = useApp();
const PEOPLE = 24;
const EACH = 2;
const ROUNDS = process.env["VERITICK_LONG"] === undefined ? 6 : 210;

/** Ends the connections of the servers as if PostgreSQL killed them. */
const KILL = `select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and state = 'active' and query like 'with %'`;

/**
 * Two servers sell all open positions while the clock leaps past their expiry, so that sales and settlements ask for the
 * same rows at once. In every other round, connections are killed meanwhile. A user without an answer asks again.
 */
it(
  `a sale and a settlement of one position never both happen, ${ROUNDS * PEOPLE * EACH} times`,
  { timeout: 900_000 },
  async () => {
    const connection = await scope.clone();
    const [one, two] = [await scope.start({ connection }), await scope.start({ connection })];
    const people = await seedPeople(one, PEOPLE, "100000");
    const servers = people.map((person) =>
      [one, two].map((app) => Object.assign(new TestClient(app.url), { cookie: person.cookie })),
    );
    let seed = 7;
    // The upper bits of a linear congruential generator are good enough.
    const whole = (below: number) => ((seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0) >>> 8) % below;
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const outcomes: Record<string, number> = {};
    /** Leaps to the first block that begins at least this many seconds later. No request waits for the next round then. */
    const leap = (seconds: number) => {
      const nowS = scope.app.clock.nowMs() / 1000;
      scope.app.clock.jump(dueTick(QUICKNET, roundOf(QUICKNET, Math.floor(nowS + seconds)) + 1) - nowS);
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      leap(0);
      const opened = (
        await Promise.all(
          servers.map(async ([client], index) => {
            const order = { type: index % 2 === 0 ? "buy" : "sell", amount: "1", duration: 1 };
            const answers = [
              await client!.post("/api/trading/positions", order),
              await client!.post("/api/trading/positions", order),
            ];
            return answers.map(
              ({ status, body }) => (expect(status).toBe(201), { id: body.id as string, index }),
            );
          }),
        )
      ).flat();
      // In some rounds, all requests wait in the last half second of a block when the clock leaps.
      const isWaiting = round % 4 === 3;
      leap(45 + 3 * whole(2));
      if (isWaiting) scope.app.clock.jump(2.6);
      const sell = ({ id, index }: { id: string; index: number }, server: number) =>
        servers[index]![server]!.post(
          `/api/trading/positions/${id}/sell`,
          { minProceeds: "0.00" },
          { "idempotency-key": id },
        );
      const sent = opened.map((position, n) => ({ position, answer: sell(position, n % 2) }));
      // The clock leaps once some of them have been answered, with the others under way.
      const most = whole(opened.length);
      let answered = 0;
      for (const { answer } of sent) void answer.then(() => (answered += 1));
      while (!isWaiting && answered < most) await pause(1);
      leap(60);
      if (round % 2 === 1) {
        await pause(whole(6));
        await one.database.query(KILL).catch(() => undefined);
      }
      const answers = new Map<string, Answer>();
      for (const { position, answer } of sent) {
        let last = await answer;
        for (let again = 0; last.status >= 500 || last.body.code === "idempotency_running"; again += 1) {
          expect(again, JSON.stringify(last.body)).toBeLessThan(200);
          await pause(5);
          last = await sell(position, again % 2);
        }
        answers.set(position.id, last);
      }
      leap(3);
      await Promise.all([one.settled(), two.settled()]);
      const { rows } = await one.database.query<{
        id: string;
        status: Position["status"];
        paid: boolean;
        endings: number;
      }>(
        `select p.id, p.status, p.amount + p.profit > 0 as paid, (select count(*)::int from ledger_transactions t
         where t.reference = p.id and t.kind in ('position_won', 'position_sold', 'position_refunded')) as endings
       from trading_positions p where id = any ($1)`,
        [opened.map(({ id }) => id)],
      );
      expect(rows).toHaveLength(opened.length);
      for (const { id, status, paid, endings } of rows) {
        const { status: answered, body } = answers.get(id)!;
        // The answer reports the one outcome, however often the request was sent.
        expect([id, status === "sold"]).toEqual([id, answered === 200]);
        if (answered !== 200) expect(["position_not_open", "position_too_late"]).toContain(body.code);
        // A position worth less than a cent is sold for nothing.
        expect([id, endings, paid]).toEqual([id, paid ? 1 : 0, paid]);
        outcomes[status] = (outcomes[status] ?? 0) + 1;
      }
    }
    expect(Object.keys(outcomes).toSorted()).toEqual(["lost", "sold", "won"]);
    expect(await one.checkLedger()).toEqual([]);
  },
);
