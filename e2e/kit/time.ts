import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";
import type { MovableApp } from "./fixtures.ts";

/** Lets seconds pass on the server one by one, each with all that it sets off. */
export async function pass(app: MovableApp, seconds = 1): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    app.clock.advance(1);
    await app.settled();
  }
}

/** Goes straight to a later second. What is settled on the way is settled at its own tick all the same. */
export async function jump(app: MovableApp, seconds: number): Promise<void> {
  app.clock.jump(seconds);
  await app.settled();
}

export function now(app: MovableApp): number {
  return Math.floor(app.clock.nowMs() / 1000);
}

/** The word that the price panel has for its connection. */
export const connection = (page: Page) =>
  page.getByRole("region", { name: "USDMS/USD" }).getByRole("status").first();

/** Ticks until the page hears it: a tick before its socket was open went past it. */
export async function goLive(page: Page, app: MovableApp): Promise<void> {
  await expect(async () => {
    await pass(app);
    await expect(connection(page)).toHaveText(/^(Live|En direct)$/, { timeout: 250 });
  }).toPass({ intervals: [0], timeout: 20_000 });
}

/** Mends a connection that was given up for dead because the test took its time. */
export async function stayConnected(page: Page, app: MovableApp): Promise<void> {
  const state = await connection(page).textContent();
  if (!/^(Live|Price is old)$/.test(state ?? "")) await goLive(page, app);
}

/**
 * Does something for which the price must be live. The page calls a price old after three real seconds, so on a slow
 * machine time goes on while it is done.
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
