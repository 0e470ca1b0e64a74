import type { BrowserContext, Page } from "@playwright/test";
import type { Clock } from "@veritick/server/platform/clock.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import type { TestApp } from "@veritick/server/testing/test-app.ts";
import type { TestClient } from "@veritick/server/testing/test-client.ts";
import type { MovableApp } from "./fixtures.ts";
import { goLive } from "./time.ts";

type Preferences = { language?: "en" | "fr"; theme?: "dark" | "light"; "ticket-beside-chart"?: "on" };

/** Gives the browser the session of the client. */
export async function signIn(context: BrowserContext, client: TestClient): Promise<void> {
  const [name = "", value = ""] = client.cookie.split("=");
  await context.addCookies([{ name, value, url: client.url }]);
}

/** Gives the client the session of the browser, which may have got another token. */
export async function takeSession(context: BrowserContext, client: TestClient): Promise<void> {
  const cookies = await context.cookies(client.url);
  client.cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
}

/**
 * Leaves the page, then forgets who is signed in. A signed-in page that is still open could ask for a token of its live
 * connection and be refused.
 */
export async function forgetSession(page: Page): Promise<void> {
  await page.goto("about:blank");
  await page.context().clearCookies();
}

/** Stores preferences in the browser before the first visit; a later choice survives reloads. */
export async function prefer(context: BrowserContext, preferences: Preferences): Promise<void> {
  await context.addInitScript((chosen) => {
    if (location.protocol === "about:") return;
    for (const [key, value] of Object.entries(chosen)) {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    }
  }, preferences);
}

/** Keeps the ticket beside the chart, from the first visit on. */
export const keepTicket = (context: BrowserContext): Promise<void> =>
  prefer(context, { "ticket-beside-chart": "on" });

/** Signs the browser in as a user with money. Opens no page. */
export async function withMoney(
  context: BrowserContext,
  app: TestApp<Clock>,
  balance: string,
): Promise<Person> {
  const [person] = await seedPeople(app, 1, balance);
  await signIn(context, person!);
  return person!;
}

/** Does the same and opens the live dashboard. */
export async function onDashboard(page: Page, app: MovableApp, balance: string): Promise<Person> {
  const person = await withMoney(page.context(), app, balance);
  await page.goto(app.url);
  await goLive(page, app);
  return person;
}

/** Makes the next page believe that the user has been on the site for so many minutes. */
export async function spendTime(page: Page, userId: string, minutes: number): Promise<void> {
  await page.evaluate(
    ({ id, spentMs }) => {
      const nowMs = Date.now();
      const stretch = { beganMs: nowMs - spentMs, activeMs: nowMs, countedMs: nowMs, spentMs, remindedMs: 0 };
      localStorage.setItem("stretch", JSON.stringify({ userId: id, ...stretch }));
    },
    { id: userId, spentMs: minutes * 60_000 },
  );
}
