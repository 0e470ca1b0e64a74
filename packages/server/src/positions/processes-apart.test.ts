import type { OpenedPosition, SoldPosition } from "@veritick/contract/schemas/positions.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, CLOSING_MS, dueTick, isOpenAt, roundOf } from "@veritick/domain/rounds.ts";
import { epochOf } from "@veritick/domain/epoch-times.ts";
import { parsePriceMilli } from "@veritick/domain/price.ts";
import { expect, it } from "vitest";
import { heldBeacon } from "../../testing/free-beacon.ts";
import { movableClock } from "../../testing/movable-clock.ts";
import { seedPeople } from "../../testing/people.ts";
import { TestClient } from "../../testing/test-client.ts";
import type { Answer } from "../../testing/test-client.ts";
import { unpublishedValues } from "../../testing/unpublished-values.ts";
import { useApp } from "../../testing/use-app.ts";
import { tickOf } from "../platform/clock.ts";

/** The last second of a block, with which the price begins. An hour ends two blocks later. */
const END = 1_790_002_793;
/** The delay of a public beacon. */
const DELAY_MS = 1_500;
const BLOCKS = process.env["VERITICK_LONG"] === undefined ? 4 : 40;
const STEP_MS = 100;
const { milliAt } = unpublishedValues(END);
const environment = { BEACON_DELAY_MS: `${DELAY_MS}` };
const scope = useApp(environment, { clock: movableClock(END * 1000) });

const roundAt = (ms: number) => roundOf(QUICKNET, tickOf(ms));

/** Starts a process on the shared database, with a clock that is behind and rounds that arrive late. */
async function startProcess(behindMs: number, hearsAfterMs: number) {
  const clock = movableClock(scope.app.clock.nowMs() - behindMs);
  // Its statements use the database's clock, which the first process follows.
  clock.aheadOfDatabaseMs = () => scope.app.clock.aheadOfDatabaseMs!();
  const beacon = heldBeacon();
  const app = await scope.start({ clock, beacon, environment });
  let heard = roundAt(clock.nowMs());
  return {
    app,
    move(ms: number) {
      const worldMs = scope.app.clock.nowMs();
      beacon.hold();
      clock.jump(ms / 1000);
      if (worldMs < dueTick(QUICKNET, roundAt(worldMs)) * 1000 + hearsAfterMs) return;
      heard = roundAt(worldMs);
      beacon.letGo();
    },
    /** Tells whether an order sent to it now may enter: by its own data, and by the database's clock. */
    takes() {
      const nowMs = clock.nowMs();
      const round = roundAt(nowMs);
      // The state with which an hour begins is signed, and shown with the last second before it.
      const next = tickOf(nowMs - DELAY_MS) + 1;
      const isBegun = epochOf(blockEnd(QUICKNET, round)) === epochOf(next);
      const own = round <= heard && isBegun && isOpenAt(QUICKNET, round, nowMs);
      return { own, both: own && isOpenAt(QUICKNET, round, scope.app.clock.nowMs()) };
    },
  };
}

it(
  "opens and sells at one price per block on any process, never with foreknowledge",
  { timeout: 120_000 },
  async () => {
    const processes = [
      await startProcess(0, 0),
      await startProcess(400, 0),
      await startProcess(0, 800),
      await startProcess(400, 1_100),
    ];
    // No process has rounds in memory that it has not heard: the first app of this file only keeps the time.
    const people = await seedPeople(scope.app, processes.length, "1000");
    type Sent = { process: number; answer: Promise<Answer>; isSale: boolean };
    let sent: Sent[] = [];
    const entered: { position: OpenedPosition; atMs: number; process: number }[] = [];
    const sold: { position: SoldPosition; atMs: number; process: number }[] = [];
    const toSell: string[][] = processes.map(() => []);
    const overtaken = { order: 0, sale: 0 };

    /** Sends an order, or the sale of a position that this process's user has opened. */
    const send = (process: number, isSale: boolean): Sent[] => {
      const client = Object.assign(new TestClient(processes[process]!.app.url), {
        cookie: people[process]!.cookie,
      });
      if (!isSale) {
        const order = { type: "buy", amount: "1", duration: 10 };
        return [{ process, isSale, answer: client.post("/api/trading/positions", order) }];
      }
      const id = toSell[process]!.shift();
      if (id === undefined) return [];
      const answer = client.post(`/api/trading/positions/${id}/sell`, { minProceeds: "0.00" });
      return [{ process, isSale, answer }];
    };

    for (let step = 0; step < (BLOCKS * 3000) / STEP_MS; step += 1) {
      scope.app.clock.jump(STEP_MS / 1000);
      for (const process of processes) process.move(STEP_MS);
      const process = step % processes.length;
      const begun = [...send(process, false), ...send(process, true)];
      const { own, both } = processes[process]!.takes();
      if (own && !both) for (const { isSale } of begun) overtaken[isSale ? "sale" : "order"] += 1;
      sent.push(...begun);
      // Requests that need not wait are answered before time goes on, so each order is sold at a known instant.
      const due = sent.filter(({ process }) => processes[process]!.takes().both);
      sent = sent.filter((one) => !due.includes(one));
      for (const one of due) {
        const { status, body } = await one.answer;
        const atMs = scope.app.clock.nowMs();
        const made = { position: body, atMs, process: one.process };
        if (status === 201) {
          entered.push(made);
          toSell[one.process]!.push(body.id);
        } else if (status === 200) sold.push(made);
        else {
          // Its price begins with the first round that it hears. From then on, no request is refused.
          expect([status, body.code]).toEqual([503, "price_not_current"]);
          expect(entered.some(({ process }) => process === one.process)).toBe(false);
        }
      }
    }

    const entries = new Map<number, Set<string>>();
    for (const { position, atMs, process } of entered) {
      const round = position.round!;
      const told = `${JSON.stringify(position)} through ${process} at ${new Date(atMs).toISOString()}`;
      // By the database's clock the order's block was open, so the round after it was not known anywhere.
      expect(atMs, told).toBeGreaterThanOrEqual(dueTick(QUICKNET, round) * 1000);
      expect(atMs, told).toBeLessThan(dueTick(QUICKNET, round + 1) * 1000 - CLOSING_MS);
      expect(isOpenAt(QUICKNET, round, Date.parse(position.createdAt)), told).toBe(true);
      expect(position.entryTick, told).toBe(blockEnd(QUICKNET, round));
      expect(parsePriceMilli(position.entryPrice), told).toBe(milliAt(position.entryTick));
      entries.set(round, (entries.get(round) ?? new Set()).add(position.entryPrice));
    }
    expect([...entries.values()].map((prices) => prices.size)).toEqual(Array.from(entries, () => 1));
    expect(entries.size).toBeGreaterThanOrEqual(BLOCKS);
    expect(new Set(entered.map(({ process }) => process)).size).toBe(processes.length);
    for (const { position, atMs, process } of sold) {
      const told = `${JSON.stringify(position)} through ${process} at ${new Date(atMs).toISOString()}`;
      const round = roundOf(QUICKNET, position.soldTick!);
      expect(position.soldTick, told).toBe(blockEnd(QUICKNET, round));
      expect(atMs, told).toBeGreaterThanOrEqual(dueTick(QUICKNET, round) * 1000);
      expect(atMs, told).toBeLessThan(dueTick(QUICKNET, round + 1) * 1000 - CLOSING_MS);
      expect(parsePriceMilli(position.soldPrice!), told).toBe(milliAt(position.soldTick!));
    }
    expect(sold.length).toBeGreaterThan(BLOCKS);
    expect(new Set(sold.map(({ process }) => process)).size).toBe(processes.length);
    // A process that is behind tries to enter or sell in a closed block. The database refuses, and the request waits for the
    // next one.
    expect(Math.min(overtaken.order, overtaken.sale)).toBeGreaterThan(0);

    scope.app.clock.jump(6);
    for (const process of processes) process.move(6_000);
    for (const process of processes) process.move(0);
    const prices = await Promise.all(
      processes.map(async ({ app }) => (await new TestClient(app.url).get(`/api/prices?from=${END}`)).body),
    );
    for (const { prices: shown } of prices)
      expect(shown).toEqual(shown.map((_: number, index: number) => milliAt(END + index) / 1000));
    await scope.settled();
    expect(await scope.app.checkLedger()).toEqual([]);
    await Promise.all(sent.map(({ answer }) => answer));
  },
);
