import type { PartHealth } from "@veritick/contract/schemas/admin-home.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { seedAdmin, withdraw, withdrawingPeople } from "@veritick/server/testing/withdrawals.ts";
import {
  adminCalls,
  asAdmin,
  deposits,
  hearPushes,
  openAdmin,
  rowOf,
  rowsOf,
  settledCalls,
  users,
  withdrawals,
} from "../kit/admin.ts";
import { expectToFit } from "../kit/checks.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer } from "../kit/people.ts";
import * as screen from "../kit/screen.ts";
import { pass, whileTicking } from "../kit/time.ts";

test("keeps rows still under the pointer and shows another administrator's decision", async ({
  ownApp: app,
  page,
  expectFaults,
}) => {
  expectFaults(/status of 409 .*\/approve/);
  const admin = await asAdmin(page, app);
  const [bob] = await seedPeople(app, 1, "0");
  for (const amount of ["20", "30"]) await bob!.post("/api/deposits", { amount });
  await openAdmin(page, app);
  await hearPushes(page, app);
  const rows = rowsOf(deposits(page));
  await rows.nth(0).hover();
  await bob!.post("/api/deposits", { amount: "40" });
  await pass(app);
  await expect(deposits(page)).toContainText("Pending deposits (3)");
  await expect(deposits(page).getByRole("status").first()).toHaveText("+1 new");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("30.00 USDMS");

  const [newest] = (await admin.get<{ id: string }[]>("/api/admin/deposits")).body.slice(1);
  await page.route("**/approve", async (route) => {
    await admin.post(`/api/admin/deposits/${newest!.id}/reject`);
    return route.fallback();
  });
  await rows.nth(0).getByRole("button", { name: "Approve" }).click();
  await screen.expectNotice(page, "Error", "This deposit was already decided. Nothing was changed.");
  await expect(rows.nth(0)).toContainText("Failed");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.getByRole("searchbox").focus();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("40.00 USDMS");
  expect(await bob!.balance()).toBe("0.00000000");
});

test("puts the figures first, then what is pending, then the users, and fits both pending lists on a screen", async ({
  ownApp: app,
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await asAdmin(page, app);
  const [bob] = await withdrawingPeople(app, 1, "800");
  for (const amount of ["20", "30", "40"]) await bob!.post("/api/deposits", { amount });
  await withdraw(bob!, { amount: "100" });
  await openAdmin(page, app);
  const titles = await page.getByRole("main").getByRole("heading", { level: 2 }).allTextContents();
  expect(titles.slice(0, 5)).toEqual([
    "Total users",
    "Total deposits",
    "Pending deposits (3)",
    "Pending withdrawals (1)",
    "Users",
  ]);
  await expect(rowsOf(deposits(page)).first()).toBeInViewport({ ratio: 1 });
  await expect(rowsOf(withdrawals(page)).first()).toBeInViewport({ ratio: 1 });
});

test.describe("while no deposit confirms by itself", () => {
  test.use({ environment: { SANDBOX_CONFIRM_SECONDS: "off" } });

  test("loads a list again when a push tells that it changed, once after a gap, and never by a timer", async ({
    ownApp: app,
    page,
  }) => {
    await asAdmin(page, app);
    const [bob] = await withdrawingPeople(app, 1, "800");
    await page.clock.install();
    await openAdmin(page, app);
    const calls = adminCalls(page);
    async function loads(): Promise<string[]> {
      await settledCalls(page);
      return calls.splice(0).filter((call) => /\/(deposits|withdrawals)$/.test(call));
    }
    await whileTicking(app, async () => {
      await hearPushes(page, app);
      await loads();
      await bob!.post("/api/deposits", { amount: "20" });
      await expect(deposits(page)).toContainText("Pending deposits (1)");
      expect(await loads()).toEqual(["GET /api/admin/deposits"]);
      await withdraw(bob!, { amount: "100" });
      await expect(withdrawals(page)).toContainText("Pending withdrawals (1)");
      await expect(rowOf(users(page), bob!.user.email)).toContainText("700.00 USDMS");
      expect(await loads()).toEqual(["GET /api/admin/withdrawals"]);
    });

    await settledCalls(page);
    calls.length = 0;
    await page.clock.runFor(60_000);
    const timed = ["GET /api/admin/health", "GET /api/admin/notices"];
    expect(calls.filter((call) => !timed.includes(call))).toEqual([]);
    // The browser heard nothing for a minute, so the next second ends a gap.
    await hearPushes(page, app);
    expect((await loads()).toSorted()).toEqual(["GET /api/admin/deposits", "GET /api/admin/withdrawals"]);
  });
});

test("lines up the buttons of all users, in both languages", async ({ app, page }) => {
  await asAdmin(page, app);
  await seedAdmin(app, "cashier");
  await seedPeople(app, 1, "0");
  for (const language of ["en", "fr"]) {
    await openAdmin(page, app);
    await page.evaluate((chosen) => localStorage.setItem("language", chosen), language);
    await openAdmin(page, app);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    const lines = async (width: number, side: "x" | "height") => {
      await page.setViewportSize({ width, height: 900 });
      return rowsOf(users(page)).evaluateAll(
        (rows, of) =>
          rows.slice(0, 3).map((row) =>
            [...row.querySelectorAll("button:not([aria-controls])")]
              .slice(-3)
              .map((button) => button.getBoundingClientRect()[of])
              .join(" "),
          ),
        side,
      );
    };
    for (const width of [768, 1280]) expect(new Set(await lines(width, "x")).size, language).toBe(1);
    for (const line of await lines(360, "height")) expect(new Set(line.split(" ")).size, language).toBe(1);
  }
});

test("keeps buttons and amounts within a tablet when text is twice as large", async ({
  ownApp: app,
  page,
}) => {
  const admin = await asAdmin(page, app);
  await prefer(page.context(), { language: "fr" });
  const [bob] = await seedPeople(app, 1, "123456.78");
  await admin.post(`/api/admin/users/${bob!.user.id}/adjust-balance`, { amount: "1000" });
  await page.setViewportSize({ width: 768, height: 1024 });
  await openAdmin(page, app);
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  const adjust = users(page).getByRole("button", { name: "Ajuster" }).first();
  const list = (await users(page).boundingBox())!;
  expect((await adjust.boundingBox())!.x).toBeGreaterThan(list.x);
  await page.goto(`${app.url}/admin/audit`);
  await expect(page.getByText(/124.456,78 USDMS/)).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = "200%"));
  await expectToFit(page, "audit log, text twice as large");
});

rare(
  "sends a double click once and repeats an unanswered call under its key",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/ERR_FAILED/);
    await asAdmin(page, app);
    const [bob] = await seedPeople(app, 1, "100");
    await bob!.post("/api/deposits", { amount: "20" });
    await openAdmin(page, app);
    const calls = adminCalls(page);
    await rowsOf(deposits(page)).getByRole("button", { name: "Approve" }).dblclick();
    await screen.expectNotice(page, "Deposit approved");
    expect(calls.filter((path) => path.endsWith("/approve"))).toHaveLength(1);

    const row = rowOf(users(page), bob!.user.email);
    // The page reloads the users after an approval.
    await expect(row).toContainText("120.00 USDMS");
    const keys: (string | undefined)[] = [];
    await page.route("**/adjust-balance", async (route) => {
      keys.push(route.request().headers()["idempotency-key"]);
      if (keys.length > 1) return route.fallback();
      await route.fetch();
      return route.abort();
    });
    // The press moves the focus out of the list above. The list drops its decided row, but this button must not move.
    const adjust = row.getByRole("button", { name: "Adjust" });
    await adjust.scrollIntoViewIfNeeded();
    await adjust.hover();
    const place = await adjust.boundingBox();
    await page.mouse.down();
    await expect(rowsOf(deposits(page))).toHaveCount(1);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    expect(await adjust.boundingBox()).toEqual(place);
    await page.mouse.up();
    await expect(row.getByRole("textbox", { name: /^Amount/ })).toBeFocused();
    await expect(rowsOf(deposits(page))).toHaveCount(0);
    await row.getByRole("textbox", { name: /^Amount/ }).fill("15");
    await page.keyboard.press("Enter");
    await expect(row).toContainText("The server did not respond.");
    await expect(row).toContainText("135.00 USDMS");
    await row.getByRole("button", { name: "Cancel" }).click();
    await expect(row.getByRole("button", { name: "Adjust" })).toBeFocused();
    await row.getByRole("button", { name: "Adjust" }).click();
    await row.getByRole("textbox", { name: /^Amount/ }).fill("15");
    await page.keyboard.press("Enter");
    await screen.expectNotice(page, "Balance adjusted");
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
    expect(await bob!.balance()).toBe("135.00000000");
  },
);

rare("shows that lists load, fail, or fail to refresh", async ({ ownApp: app, page, expectFaults }) => {
  expectFaults(/ERR_FAILED/);
  await asAdmin(page, app);
  await page.clock.install();
  await page.route("**/api/admin/health", async (route) => {
    const response = await route.fetch();
    const parts = (await response.json()) as PartHealth[];
    const json = parts.map((part) => (part.name === "clock" ? { ...part, value: -0.4 } : part));
    await route.fulfill({ response, json });
  });
  let isDown = true;
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/api/admin/**", async (route) => {
    await held;
    return isDown ? route.abort() : route.fallback();
  });
  await page.goto(`${app.url}/admin`);
  await expect(deposits(page).getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Total users" }).getByRole("status")).toBeVisible();
  release();
  await expect(deposits(page)).toContainText("Couldn’t load the list");
  await expect(page.getByRole("region", { name: "Total users" })).toContainText("Couldn’t load the figures.");
  isDown = false;
  for (const region of [
    page.getByRole("region", { name: "Pending", exact: true }),
    page.getByRole("region", { name: "Health" }),
    page.getByRole("region", { name: "Results by day" }),
    page.getByRole("region", { name: "Total users" }),
    page.getByRole("region", { name: "Awaiting second approval" }),
    deposits(page),
    withdrawals(page),
    users(page),
  ]) {
    await region.getByRole("button", { name: "Try again" }).click();
  }
  await expect(deposits(page)).toContainText("No pending deposits");
  const health = page.getByRole("region", { name: "Health" });
  await expect(health).toHaveText("HealthNo problemsShow details");
  await health.getByRole("button", { name: "Show details" }).click();
  await expect(health).toContainText("ClockGood0 ms apart");
  isDown = true;
  await hearPushes(page, app);
  const [bob] = await seedPeople(app, 1, "0");
  await bob!.post("/api/deposits", { amount: "20" });
  await pass(app);
  await expect(page.getByText(/^Not refreshed since \d\d:\d\d:\d\d$/)).toBeVisible();
  await expect(rowOf(users(page), "ada@example.com")).toBeVisible();
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText(/^Not refreshed/)).toHaveCount(0);
  await expect(deposits(page)).toContainText("Pending deposits (1)");
});

rare(
  "loads many users page by page and gives up the call of an earlier search",
  async ({ ownApp: app, page }) => {
    await seedPeople(app, 110, "1");
    // Their hexadecimal names might otherwise end like her name.
    await app.database.query("update users set email = replace(email, '@', '-somebody@')");
    await asAdmin(page, app);
    await openAdmin(page, app);
    const list = users(page).getByRole("group", { name: "Users: the list" });
    await expect(rowsOf(users(page))).toHaveCount(50);
    expect((await list.boundingBox())!.height).toBeCloseTo(24 * 16, 0);
    await list.focus();
    await page.keyboard.press("End");
    await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBeGreaterThan(500);
    for (const count of [100, 111]) {
      await users(page).getByRole("button", { name: "Show more" }).click();
      await expect(rowsOf(users(page))).toHaveCount(count);
    }
    await expect(users(page).getByRole("button", { name: "Show more" })).toHaveCount(0);

    const asked: string[] = [];
    const givenUp: string[] = [];
    page.on("requestfailed", (request) => givenUp.push(new URL(request.url()).search));
    await page.route("**/api/admin/users?*", (route) => {
      const term = new URL(route.request().url()).searchParams.get("search") ?? "";
      asked.push(term);
      // The test never answers the search for the first letter, and the page gives that call up.
      return term === "a" ? undefined : route.fallback();
    });
    const search = page.getByRole("searchbox");
    await search.fill("a");
    await expect.poll(() => asked).toContain("a");
    await search.pressSequentially("da@");
    await expect.poll(() => asked.at(-1)).toBe("ada@");
    await expect(rowsOf(users(page))).toHaveCount(1);
    await expect.poll(() => givenUp).toContain("?limit=50&search=a");

    // The address keeps the search.
    await page.reload();
    await expect(search).toHaveValue("ada@");
    await expect(rowsOf(users(page))).toHaveCount(1);
    await search.press("Escape");
    await expect(rowsOf(users(page))).toHaveCount(50);
    await expect(page).toHaveURL(`${app.url}/admin`);
  },
);
