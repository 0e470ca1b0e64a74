import type { Page } from "@playwright/test";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import type { Person } from "@veritick/server/testing/people.ts";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import type { MovableApp } from "../kit/fixtures.ts";
import { expect, test } from "../kit/fixtures.ts";
import { onDashboard, signIn } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { goLive, whileTicking } from "../kit/time.ts";
import { texts } from "../kit/words.ts";

test.use({ serviceWorkers: "allow" });

/** The entries that may stay when nobody is signed in. A new one belongs here only if it tells nothing about a person. */
const IMPERSONAL = new Set([
  "language",
  "theme",
  "french-offered",
  "result-tone",
  "sell-at-once",
  "ticket-beside-chart",
  "ticket-keys",
  "chart-window",
  "queue-keys",
  // Hashes, from which only somebody who knows the account's id learns anything.
  "told-here",
  "chain_seen",
  "chain_news",
  "chain_waits_since",
  "liabilitiesSeen",
  // Practice belongs to the browser and to no account.
  "practice",
  "last-order-practice",
  "reloaded-for",
]);

type Stored = { keys: string[]; databases: string[]; cached: string[]; text: string };

/** Everything that a page of the site finds in this browser. */
const stored = (page: Page): Promise<Stored> =>
  page.evaluate(async () => {
    const entries = [...Object.entries(localStorage), ...Object.entries(sessionStorage)];
    const cached: [path: string, text: string][] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        cached.push([new URL(request.url).pathname, (await answer?.text()) ?? ""]);
      }
    }
    return {
      keys: entries.map(([key]) => key),
      databases: (await indexedDB.databases()).map(({ name }) => name ?? ""),
      cached: cached.map(([path]) => path),
      text: [...entries, ...cached, [document.cookie, window.name, JSON.stringify(history.state)]]
        .flat()
        .join("\n"),
    };
  });

/** `ofOthers` are entries that the account now signed in may have made. Whose they are, the texts below tell. */
async function expectNothingOf(
  { user }: Person,
  positions: readonly Position[],
  page: Page,
  ofOthers: readonly string[] = [],
): Promise<void> {
  const isPersonal = (key: string) => !IMPERSONAL.has(key) && !ofOthers.includes(key);
  await expect.poll(async () => (await stored(page)).keys.filter(isPersonal), "personal entries").toEqual([]);
  const { keys, databases, cached, text } = await stored(page);
  expect(keys, "choices about the browser stay").toContain("theme");
  expect(databases).toEqual([]);
  // The worker keeps the build alone.
  expect(cached.filter((path) => !/^\/($|assets\/|[\w-]+\.(js|png|svg|webmanifest)$)/.test(path))).toEqual(
    [],
  );
  const personal = [user.email, user.id, ...positions.map(({ id }) => id), "1234.56", "17.89"];
  expect(personal.filter((each) => text.includes(each))).toEqual([]);
}

/** Trades and looks around, as somebody whose browser then remembers something. */
async function trade(page: Page, app: MovableApp): Promise<{ person: Person; positions: Position[] }> {
  const person = await onDashboard(page, app, "1234.56");
  await page.evaluate(() => localStorage.setItem("theme", "light"));
  for (const side of ["Buy", "Sell"] as const) {
    await screen.sideButton(page, side).click();
    await screen.amountField(page).fill("17.89");
    await whileTicking(app, () => screen.confirmButton(page).click());
    await expect(screen.dialog(page)).toBeHidden();
  }
  const { body: positions } = await person.get<Position[]>("/api/trading/positions");
  expect(positions).toHaveLength(2);
  for (const path of ["/statement", "/results", "/profile", "/limits", `/positions/${positions[0]!.id}`]) {
    await page.goto(app.url + path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
  await expect.poll(async () => (await stored(page)).cached, "the worker keeps the build").toContain("/");
  const { keys, text } = await stored(page);
  expect(keys).toEqual(expect.arrayContaining(["received_answers", "last-order-account"]));
  expect(text).toContain(positions[0]!.id);
  return { person, positions };
}

const { auth } = texts.en;

test("leaves nothing personal in the browser after signing out, nor after the session ended elsewhere", async ({
  app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 401 .*\/api\/ws-token/);
  const { person, positions } = await trade(page, app);
  await test.step("signing out", async () => {
    await page.getByRole("button", { name: /Your account/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await expect(page).toHaveURL(`${app.url}/auth`);
    await expectNothingOf(person, positions, page);
  });

  await test.step("another device ends the session", async () => {
    const { person: other, positions: own } = await trade(page, app);
    await other.post("/api/auth/logout");
    await expect(page.getByRole("heading", { name: auth.login.title })).toBeVisible();
    await expectNothingOf(other, own, page);
  });
});

test("leaves nothing personal after a session that expired meanwhile, nor for another account", async ({
  app,
  page,
}) => {
  const { person, positions } = await trade(page, app);
  await test.step("the session expires while no page is open", async () => {
    await page.goto("about:blank");
    await page.context().clearCookies({ name: "session" });
    await page.goto(`${app.url}/dashboard`);
    await expect(page).toHaveURL(`${app.url}/auth`);
    await expectNothingOf(person, positions, page);
  });

  await test.step("a page of a visitor signs in to another account", async () => {
    // Another tab has traded meanwhile.
    await page.evaluate(() => localStorage.setItem("received_answers", "[17.89]"));
    const { email } = await new TestClient(app.url).register();
    await page.getByRole("textbox", { name: "E-mail" }).fill(email);
    await page.getByLabel("Password", { exact: true }).fill("secret-1");
    await page.keyboard.press("Enter");
    await expect(screen.balanceCard(page)).toContainText("0.00");
    await expectNothingOf(person, positions, page, ["stretch"]);
  });
});

test("keeps what the browser knows while the server fails", async ({ app, page, expectFaults }) => {
  expectFaults(/status of 503/);
  const { person } = await trade(page, app);
  await page.route("**/api/auth/me", (route) =>
    route.fulfill({ status: 503, json: { code: "unavailable", message: "Later" } }),
  );
  await page.goto(`${app.url}/dashboard`);
  await expect(page).toHaveURL(`${app.url}/auth`);
  expect((await stored(page)).text).toContain(person.user.id);
  await page.unroute("**/api/auth/me");
  await signIn(page.context(), person);
  await page.goto(`${app.url}/dashboard`);
  await goLive(page, app);
  expect((await stored(page)).keys).toContain("received_answers");
});
