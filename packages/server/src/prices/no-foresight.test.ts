import { EPOCH_TICKS, epochOf, epochSeed, fromHex, toHex } from "@veritick/domain/epochs.ts";
import { walk } from "@veritick/domain/path.ts";
import { priceNumber, publishedPriceMilli } from "@veritick/domain/price-process.ts";
import type { PricePush } from "@veritick/contract/pushes.ts";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rawCall } from "../../testing/raw-http.ts";
import { TEST_SECRET } from "../../testing/test-app.ts";
import { TestClient, until } from "../../testing/test-client.ts";
import { useApp } from "../../testing/use-app.ts";
import { nowTick } from "../platform/clock.ts";

const GENESIS = 1_790_000_000;
const AHEAD = 40;
const scope = useApp();
const secret = fromHex(TEST_SECRET);

/** What an outsider would give much for: states and seeds that nobody may know yet. */
function secretsAfter(tick: number, state: number): string[] {
  const epochs = [0, 1, 2].map((ahead) => epochOf(tick) + ahead);
  return [
    ...[...walk(secret, tick, state, AHEAD)].map(String),
    ...epochs.map((epoch) => toHex(epochSeed(secret, epoch))),
    TEST_SECRET,
  ];
}

/** Everything anyone may ask, with the seconds around now in it. */
const questionsAt = (now: number): string[] => {
  const epoch = epochOf(now);
  return [
    "/api/prices",
    ...[-1, 0, 1, 2, EPOCH_TICKS].flatMap((off) => [
      `/api/prices?to=${now + off}`,
      `/api/prices?from=${now + off}`,
    ]),
    `/api/prices?from=${now - 10}&to=${now + 1}`,
    "/api/fairness",
    "/api/fairness/epochs",
    `/api/fairness/epochs?from=${epoch}&to=${epoch + 24}`,
    `/api/fairness/epochs?from=${epoch - 1}&to=${epoch + 1}`,
    "/healthz",
    "/readyz",
    "/metrics",
  ];
};

function assertNothingAhead(now: number, path: string, text: string): void {
  const body = path.startsWith("/api/") ? JSON.parse(text) : {};
  if ("prices" in body) expect(body.from + body.prices.length - 1, path).toBeLessThanOrEqual(now);
  for (const epoch of Array.isArray(body) ? body : []) {
    const end = (epoch.epoch + 1) * EPOCH_TICKS;
    expect(epoch.seed !== null, `${path} reveals ${epoch.epoch} at ${now}`).toBe(end <= now);
    expect(epoch.startState !== null, `${path} places ${epoch.epoch} at ${now}`).toBe(
      epoch.startTick <= now || epoch.startTick === GENESIS + 1,
    );
  }
}

describe("nobody sees a tick before its second", () => {
  it("in any reply or push, around the end of an epoch", async () => {
    const { app } = scope;
    const client = new TestClient(app.url);
    await client.register();
    const { socket, pushes } = await client.live();
    const boundary = (epochOf(GENESIS) + 1) * EPOCH_TICKS;
    app.clock.jump(boundary - 20 - GENESIS);
    await until(() => pushes.length === 1, "the first tick was pushed");
    const path = walk(secret, GENESIS, 15_279_000_000, 4 * EPOCH_TICKS);
    const stateAt = (tick: number) => path[tick - GENESIS - 1]!;

    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("advance", "jump"),
        fc.integer({ min: 0, max: 4 }),
        fc.nat(),
        async (how, seconds, pick) => {
          const heard = pushes.length;
          if (how === "advance") app.clock.advance(seconds);
          else if (seconds > 0) app.clock.jump(seconds);
          const now = nowTick(app.clock);
          const questions = questionsAt(now);
          const question = questions[pick % questions.length]!;
          const { text, headers } = await rawCall(app.url, "GET", question);
          assertNothingAhead(now, question, text);

          const expected = how === "advance" ? seconds : Math.min(1, seconds);
          await until(() => pushes.length >= heard + expected, "the ticks were pushed");
          const news = pushes.slice(heard) as PricePush[];
          expect(news).toHaveLength(expected);
          for (const push of news) {
            expect(push.tick).toBeLessThanOrEqual(now);
            expect(push.price).toBe(priceNumber(publishedPriceMilli(stateAt(push.tick))));
            expect(push.time).toBe(new Date(push.tick * 1000).toISOString());
          }
          const everything = `${text} ${JSON.stringify(headers)} ${JSON.stringify(news)}`;
          for (const hidden of secretsAfter(now, stateAt(now))) expect(everything).not.toContain(hidden);
        },
      ),
      { numRuns: 150 },
    );
    expect(nowTick(app.clock)).toBeGreaterThan(boundary);
    socket.terminate();
  });

  it("at the very second in which an epoch ends, question by question", async () => {
    const { app } = scope;
    const epoch = epochOf(nowTick(app.clock));
    app.clock.jump((epoch + 1) * EPOCH_TICKS - 1 - nowTick(app.clock));
    const seedOf = async () =>
      (await new TestClient(app.url).get(`/api/fairness/epochs?from=${epoch}&to=${epoch}`)).body[0]
        .seed as string;
    for (const question of questionsAt(nowTick(app.clock))) {
      const { text } = await rawCall(app.url, "GET", question);
      assertNothingAhead(nowTick(app.clock), question, text);
    }
    expect(await seedOf()).toBeNull();
    app.clock.advance(1);
    expect(await seedOf()).toBe(toHex(epochSeed(secret, epoch)));
  });

  it("in what users can reach of the database", async () => {
    const { rows } = await scope.app.database.query<{ ahead: number }>(
      "select count(*)::int as ahead from price_epochs where start_state is not null and epoch * 3600 > $1",
      [nowTick(scope.app.clock)],
    );
    expect(rows[0]!.ahead).toBe(0);
  });
});
