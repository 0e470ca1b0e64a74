import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { expect } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import { jump, now } from "../kit/time.ts";
import { button, goOn } from "./walk.ts";
import type { Walk } from "./walk.ts";

const EPOCH = 3600;

/** The public pages about fairness, with an hour in each state, and the warning of swapped commitments. */
export const fairnessWalk: Walk = async ({ page, app, text, look }) => {
  const { epochPage, watch, rule, commitments } = text.fairness.pages;
  const main = page.getByRole("main");
  // One duration has enough hours to draw the range of luck, one has too few, two have none.
  await app.database.query(
    `insert into settled_hours (duration, epoch, part, positions, won, won_expected)
     select duration, hour, 0, 1234, 300 + hour % 7, 1234 * chance
     from (values (1, 30, 0.2714), (3, 3, 0.1357)) as sold (duration, hours, chance), generate_series(1, hours) as hour`,
  );
  await jump(app, 2 * EPOCH);
  await page.goto(`${app.url}/fairness`);
  await expect(page.getByRole("region").last()).toBeVisible();
  await look("fairness page");
  for (const heading of await page.getByRole("heading", { level: 2 }).all()) await heading.click();
  await expect(page.getByRole("list", { name: rule.table })).toBeVisible();
  await page.getByText(commitments.others(23)).click();
  await expect(main.getByRole("img").first()).toBeVisible();
  await expect(main).toContainText(commitments.chain.outcome.first);
  await look("fairness page with every section open");

  const { beacon, status } = text.fairness;
  // The gap that the jump of an hour has left unrecorded, and a part that does not work.
  await app.database.query(
    `insert into incidents (id, part, reason, began_at) values (gen_random_uuid(), 'deposits', 'provider', $1)`,
    [new Date(app.clock.nowMs() - 600_000)],
  );
  await goOn(page, "/status");
  await expect(main).toContainText(status.parts.all);
  await expect(main).toContainText(status.lasts);
  await look("status");

  await goOn(page, "/fairness/beacon");
  await expect(page.getByRole("list", { name: beacon.checks })).toBeVisible();
  const past = roundOf(QUICKNET, now(app) - 2 * EPOCH + 60);
  await page.getByRole("textbox", { name: beacon.another.number }).fill(String(past));
  await button(page, beacon.another.open).click();
  await expect(main).toContainText(beacon.ticks.open);
  await look("beacon, with a round of an hour that is over");

  const epoch = Math.floor(now(app) / EPOCH);
  await goOn(page, `/fairness/epochs/${epoch - 1}`);
  await expect(main).toContainText(epochPage.allRight);
  await button(page, epochPage.day.start).click();
  await expect(main).toContainText(epochPage.day.took("").split(" ")[0]!);
  await page.getByRole("slider").focus();
  await look("hour that is over, with its day checked");
  await goOn(page, `/fairness/epochs/${epoch}`);
  await expect(main).toContainText(epochPage.someLater);
  await look("hour that is running");
  await goOn(page, `/fairness/epochs/${epoch + 3}`);
  await expect(main).toContainText(epochPage.upcomingChart.title);
  await look("hour that has not begun");
  await goOn(page, "/fairness/epochs/1");
  await expect(main).toContainText(epochPage.none.title);
  await look("hour that there is none of");

  await page.route("**/api/fairness/epochs*", async (route) => {
    const response = await route.fetch();
    const rows = (await response.json()) as { seed: string | null }[];
    for (const row of rows) if (row.seed !== null) row.seed = "0123456789abcdef".repeat(4);
    await route.fulfill({ response, json: rows });
  });
  await page.route("**/api/fairness", async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as Fairness;
    reply.chain.head = "0123456789abcdef".repeat(4);
    await route.fulfill({ response, json: reply });
  });
  await page.goto(`${app.url}/fairness/epochs/${epoch - 1}`);
  await expect(main).toContainText(epochPage.someWrong);
  await expect(page.getByRole("region", { name: watch.label, exact: true })).toContainText(watch.swapped);
  await look("hour with another seed, and commitments that were swapped");
  await page.unrouteAll({ behavior: "wait" });
};

/** The proof of liabilities: before the first statement, right, and wrong with a statement missing. */
export const liabilitiesWalk: Walk = async ({ page, app, text, look }) => {
  const { liabilities } = text.fairness;
  const main = page.getByRole("main");
  const check = () => button(page, liabilities.check.run).click();
  const address = `${app.url}/fairness/liabilities`;
  await page.goto(address);
  await expect(main).toContainText(liabilities.list.empty.title);
  await look("proof of liabilities before the first statement");

  await seedPeople(app, 130, "1234567.12345678");
  await stateLiabilities(app);
  await withMoney(page.context(), app, "1234567.89");
  await stateLiabilities(app);
  await page.goto(address);
  await check();
  await expect(main).toContainText(liabilities.result.right.title);
  await button(page, liabilities.way.showAll).click();
  await main.locator("summary").first().click();
  await look("proof of liabilities that is right");

  await page.route("**/proof", async (route) => {
    const response = await route.fetch();
    const proof = (await response.json()) as { siblings: { sum: string }[] };
    proof.siblings[0]!.sum = "0.00000001";
    await route.fulfill({ response, json: proof });
  });
  const seen = JSON.stringify({ number: 9, hash: "0123456789abcdef".repeat(4) });
  await page.evaluate((note) => localStorage.setItem("liabilitiesSeen", note), seen);
  await page.reload();
  await expect(page.getByRole("alert")).toContainText(liabilities.lost.title);
  await check();
  await expect(main).toContainText(liabilities.result.wrong.title);
  await main.locator("[data-outcome] summary").first().click();
  await look("proof of liabilities that is wrong, and a statement that has gone");
  await page.unroute("**/proof");
};
