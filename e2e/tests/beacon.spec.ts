import type { Page } from "@playwright/test";
import type { Fairness } from "@veritick/contract/schemas/fairness.ts";
import type { Position } from "@veritick/contract/schemas/positions.ts";
import { rhoOf } from "@veritick/domain/beacon.ts";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { epochSeed, parseSecret } from "@veritick/domain/epochs.ts";
import { noise } from "@veritick/domain/price.ts";
import { TEST_SECRET } from "@veritick/server/testing/test-app.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { withMoney } from "../kit/people.ts";
import { jump, now, pass } from "../kit/time.ts";
import { goOn } from "../walks/walk.ts";

// Only in these tests do browsers check real signatures.
test.use({ rounds: "real" });

const EPOCH = 3600;
const OWN = "This site runs its own randomness beacon, so its operator can know prices in advance.";
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const main = (page: Page) => page.getByRole("main");

test("checks the rounds of a receipt and of an hour, and names a falsely signed one", async ({
  ownApp: app,
  page,
}) => {
  const person = await withMoney(page.context(), app, "100");
  await pass(app);
  const { status, body } = await person.post("/api/trading/positions", {
    type: "buy",
    amount: "10",
    duration: 1,
  });
  expect(status).toBe(201);
  const { id, entryTick, expiryTick } = body as Position;
  await jump(app, 70);
  await page.goto(`${app.url}/verify/${id}`);
  await expect(main(page)).toContainText(OWN);
  await expect(main(page)).toContainText("Right so far");
  const steps = page.getByRole("list", { name: "What was checked" }).getByRole("listitem");
  await expect(steps.filter({ hasText: "The beacon has signed every round" })).toHaveAttribute(
    "data-outcome",
    "right",
  );

  await jump(app, EPOCH - (now(app) % EPOCH) + 1);
  await goOn(page, `/fairness/epochs/${Math.floor(entryTick / EPOCH)}`);
  await expect(main(page)).toContainText("Everything matches");

  const { beacon } = (await person.get<Fairness>("/api/fairness")).body;
  const faulty = roundOf(beacon, expiryTick) - 1;
  await page.route("**/api/fairness/rounds?*", async (route) => {
    const response = await route.fetch();
    const rounds = (await response.json()) as { round: number; signature: string }[];
    const other = rounds.find(({ round }) => round === faulty - 1);
    for (const each of rounds) if (each.round === faulty) each.signature = other!.signature;
    await route.fulfill({ response, json: rounds });
  });
  await page.goto(`${app.url}/verify/${id}`);
  await expect(main(page)).toContainText("Something is wrong");
  await expect(steps.filter({ hasText: "is not signed by the beacon" })).toContainText(`Round ${faulty}`);
  await page.unrouteAll({ behavior: "wait" });
});

rare(
  "shows the beacon live, compares it with a relay and shows the noise of a past round",
  async ({ ownApp: app, page }) => {
    await pass(app);
    await page.goto(`${app.url}/fairness`);
    await expect(card(page, "How a price is made")).toContainText(OWN);
    await page.getByRole("heading", { name: "How a price is made" }).click();
    await page.getByRole("link", { name: "The beacon, live" }).click();
    await expect(page).toHaveURL(`${app.url}/fairness/beacon`);
    await expect(page).toHaveTitle("The beacon · Veritick");
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await expect(main(page)).toContainText(OWN);

    const { beacon } = (await (await fetch(`${app.url}/api/fairness`)).json()) as Fairness;
    const newest = card(page, "Newest round");
    await expect(newest).toContainText(`Round ${roundOf(beacon, now(app))}: the signature is the beacon’s.`);
    await expect(newest.getByRole("timer")).toHaveText(/^[123] s$/);
    await expect(newest).toContainText("once the seed of their hour is published");
    await pass(app, beacon.period);
    await expect(newest).toContainText(`Round ${roundOf(beacon, now(app))}: the signature is the beacon’s.`);

    await test.step("tells the noise of a round whose hour is over", async () => {
      const round = roundOf(beacon, now(app));
      const path = `${app.url}/api/fairness/rounds?from=${round}&to=${round}`;
      const [{ signature }] = (await (await fetch(path)).json()) as [BeaconRound];
      await jump(app, EPOCH - (now(app) % EPOCH) + 1);
      const another = card(page, "Show another round");
      await another.getByRole("textbox").fill("999999999999");
      await another.getByRole("button", { name: "Show" }).click();
      await expect(another.getByRole("textbox")).toHaveAccessibleDescription(/Enter a number from 1 to /);
      await another.getByRole("textbox").fill(String(round));
      await another.getByRole("textbox").press("Enter");
      const tick = dueTick(beacon, round);
      const seed = epochSeed(parseSecret(TEST_SECRET), Math.floor(tick / EPOCH));
      const expected = [0, 1, 2].map((index) =>
        noise(seed, tick + index, round, rhoOf(signature))
          .toLocaleString("en-GB")
          .replace("-", "\u2212"),
      );
      await expect(another.getByRole("row").last()).toContainText(expected[2]!);
      await expect(another.getByRole("row")).toHaveCount(4);
      await expect(another.getByRole("row").nth(1)).toContainText(expected[0]!);
    });

    await test.step("compares a public beacon with its relay", async () => {
      // For this comparison the server's own relay is as good as any.
      await page.route("**/api/fairness", async (route) => {
        const response = await route.fetch();
        const reply = (await response.json()) as Fairness;
        Object.assign(reply.beacon, {
          kind: "drand",
          relays: [`${app.url}/beacon`],
          delayMs: 0,
          state: "late",
        });
        await route.fulfill({ response, json: reply });
      });
      await page.reload();
      await expect(page.getByText("randomness beacon is late.")).toBeHidden();
      await expect(main(page)).toContainText(`chain hash starts with ${beacon.chainHash.slice(0, 12)}`);
      await expect(newest).toContainText(`${new URL(app.url).host} and this site give the same signature.`);
      await page.route("**/beacon/*/public/*", (route) =>
        route.fulfill({
          json: { round: Number(route.request().url().split("/").at(-1)), signature: "0".repeat(96) },
        }),
      );
      await page.reload();
      await expect(newest).toContainText("and this site give different signatures");
      // Five seconds pass without a price, and the server reports the cause.
      await expect(page.getByText("because the public randomness beacon is late.")).toBeVisible();
      await page.unrouteAll({ behavior: "wait" });
    });
  },
);
