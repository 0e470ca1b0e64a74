import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { expect } from "../fixtures.ts";
import { withMoney } from "../people.ts";
import { button } from "./walk.ts";
import type { Walk } from "./walk.ts";

/** The proof of liabilities: before the first statement, right, and wrong where a statement has gone besides. */
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
