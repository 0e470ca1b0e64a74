import type { Page } from "@playwright/test";
import type { Person } from "@veritick/server/testing/people.ts";
import { seedAdmin } from "@veritick/server/testing/withdrawals.ts";
import { expect } from "./fixtures.ts";
import type { MovableApp } from "./fixtures.ts";
import { signIn } from "./people.ts";
import { card } from "./safety.ts";
import { pass } from "./time.ts";
import { beginning, saying } from "./words.ts";

/** Gives a user an e-mail address that the test can name. */
export async function named(app: MovableApp, person: Person, email: string): Promise<Person> {
  await app.database.query("update users set email = $2 where id = $1", [person.user.id, email]);
  person.user.email = email;
  return person;
}

/** Signs the browser in as an administrator, ada@example.com. Opens no page. */
export async function asAdmin(page: Page, app: MovableApp): Promise<Person> {
  const admin = await named(app, await seedAdmin(app), "ada@example.com");
  await signIn(page.context(), admin);
  return admin;
}

export const deposits = (page: Page) =>
  card(
    page,
    beginning((text) => text.admin.deposits.title),
  );
export const withdrawals = (page: Page) =>
  card(
    page,
    beginning((text) => text.admin.withdrawals.title),
  );
export const users = (page: Page) =>
  card(
    page,
    saying((text) => text.admin.users.title),
  );
export const rowsOf = (region: ReturnType<typeof card>) => region.getByRole("listitem");
export const rowOf = (region: ReturnType<typeof card>, email: string) =>
  rowsOf(region).filter({ hasText: email });

export const openAdmin = async (page: Page, app: MovableApp) => {
  await page.goto(`${app.url}/admin`);
  await expect(users(page).getByRole("listitem").first()).toBeVisible();
};

/** Collects the methods and paths of the administration's calls from now on. */
export function adminCalls(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/admin")) paths.push(`${request.method()} ${pathname}`);
  });
  return paths;
}

/** Lets seconds pass until the page hears the server, and until it has loaded its lists once more after that. */
export async function hearPushes(page: Page, app: MovableApp): Promise<void> {
  const calls = adminCalls(page);
  await expect(async () => {
    await pass(app);
    expect(calls).toContain("GET /api/admin/users");
  }).toPass({ intervals: [100] });
  await settledCalls(page);
}

/** Waits until the page makes no calls of the administration for a moment. */
export async function settledCalls(page: Page): Promise<void> {
  const calls = adminCalls(page);
  await expect(async () => {
    await page.waitForTimeout(300);
    expect(calls.splice(0)).toEqual([]);
  }).toPass({ intervals: [0] });
}
