import { QUICKNET } from "@veritick/domain/beacon.ts";
import { blockEnd, roundOf } from "@veritick/domain/rounds.ts";
import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import type { MovableApp } from "./fixtures.ts";
import { saying } from "./words.ts";

/** Lets seconds pass on the server one by one and waits for the effects of each. */
export async function pass(app: MovableApp, seconds = 1): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    app.clock.advance(1);
    await app.settled();
  }
}

/** Goes on to the last second of a block. An order sent then enters at once. */
export const toBlockEnd = (app: MovableApp) =>
  pass(app, blockEnd(QUICKNET, roundOf(QUICKNET, now(app))) - now(app));

/** Moves straight to a later second. Positions that expire on the way are still settled at their own tick. */
export async function jump(app: MovableApp, seconds: number): Promise<void> {
  app.clock.jump(seconds);
  await app.settled();
}

export function now(app: MovableApp): number {
  return Math.floor(app.clock.nowMs() / 1000);
}

/** The state of the live connection in the price panel. */
export const connection = (page: Page) =>
  page.getByRole("region", { name: "USDMS/USD" }).locator("[data-state]").first();

/** Ticks until the page receives a tick. It misses the ticks from before its socket was open. */
export async function goLive(page: Page, app: MovableApp): Promise<void> {
  await expect(async () => {
    await pass(app);
    await expect(connection(page)).toHaveText(
      saying((text) => text.trade.live.live),
      { timeout: 250 },
    );
  }).toPass({ intervals: [0], timeout: 20_000 });
}

/** Restores a connection that the page gave up because the test took long. */
export async function stayConnected(page: Page, app: MovableApp): Promise<void> {
  const state = await connection(page).textContent();
  if (
    !saying(
      ({ trade }) => trade.live.live,
      ({ trade }) => trade.live.stale,
    ).test(state ?? "")
  )
    await goLive(page, app);
}

/**
 * Runs `act`, which needs a live price. The page calls a price out of date after three real seconds, so the server's clock
 * goes on meanwhile, however slow the machine is.
 */
export async function whileTicking<T>(app: MovableApp, act: () => Promise<T>): Promise<T> {
  await pass(app);
  const timer = setInterval(() => app.clock.advance(1), 1_000);
  try {
    return await act();
  } finally {
    clearInterval(timer);
    await app.settled();
  }
}
