import { expect } from "../fixtures.ts";
import { withMoney } from "../people.ts";
import { jump, pass } from "../time.ts";
import type { Walk } from "./walk.ts";

/** A receipt while it is open, when it is decided, and where there is none; and how each of them is checked. */
export const receiptWalk: Walk = async ({ page, app, text, expectFaults, look }) => {
  expectFaults(/status of 404 .*\/api\/trading\/positions\//);
  const person = await withMoney(page.context(), app, "1234567.89");
  // There are no prices to draw before the first.
  await jump(app, 30);
  const open = async (type: string, duration: number) =>
    (await person.post<{ id: string }>("/api/trading/positions", { type, amount: "12345.67", duration })).body
      .id;
  const ids = { open: await open("sell", 10), decided: await open("buy", 1) };
  await pass(app, 75);
  for (const [where, id] of Object.entries(ids)) {
    await page.goto(`${app.url}/positions/${id}`);
    await expect(page.getByRole("figure").first()).toBeVisible();
    await pass(app);
    for (const details of await page.locator("summary").all()) await details.click();
    await look(`receipt of a position that is ${where}`);
  }
  await page.goto(`${app.url}/positions/00000000-0000-7000-8000-000000000000`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(/\S/);
  await look("receipt that is not there");

  const { verify } = text.fairness;
  await page.goto(`${app.url}/verify/${ids.open}`);
  await expect(page.getByText(verify.verdict.later.title, { exact: true })).toBeVisible();
  await look("check of a position that is open");
  await page.route(`**/api/trading/positions/${ids.decided}`, async (route) => {
    const response = await route.fetch();
    const receipt = (await response.json()) as { position: { barrierPrice: string } };
    receipt.position.barrierPrice = "153.00000000";
    await route.fulfill({ response, json: receipt });
  });
  await page.goto(`${app.url}/verify/${ids.decided}`);
  await expect(page.getByText(verify.verdict.wrong.title, { exact: true })).toBeVisible();
  for (const details of await page.locator("summary").all()) await details.click();
  await look("check of a receipt that was tampered with");
  await page.context().clearCookies();
  await page.goto(`${app.url}/verify/${ids.decided}`);
  await expect(page.getByText(verify.ask.signedOut.title)).toBeVisible();
  await page.locator("input[type=file]").setInputFiles({
    name: "notes.txt",
    mimeType: "text/plain",
    buffer: Buffer.from("no receipt"),
  });
  await expect(page.getByRole("alert")).toBeVisible();
  await look("check without being signed in, with a file that is no receipt");
};
