import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import type { LiabilityProof, SignedStatement } from "@veritick/contract/schemas/fairness.ts";
import { stateLiabilities } from "@veritick/server/testing/liabilities.ts";
import { seedPeople } from "@veritick/server/testing/people.ts";
import { expect, rare, test } from "../kit/fixtures.ts";
import { prefer, withMoney } from "../kit/people.ts";

const VERIFIER = fileURLToPath(new URL("../../packages/web/public/veritick-verify.mjs", import.meta.url));
const card = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const isProof = (url: URL) => url.pathname.endsWith("/proof");
const isList = (url: URL) => url.pathname === "/api/fairness/liabilities";
const outcomes = (page: Page, list: string) =>
  page
    .getByRole("list", { name: list })
    .getByRole("listitem")
    .evaluateAll((items) => items.map((item) => item.getAttribute("data-outcome")));

test("shows everybody the statements and proves to a user that their balance is included", async ({
  ownApp: app,
  page,
}) => {
  await page.goto(`${app.url}/fairness/liabilities`);
  const main = page.getByRole("main");
  await expect(main).toContainText("No report yet");
  await expect(main).toContainText("made after 00:00 UTC");

  await seedPeople(app, 4, "1000.25");
  await stateLiabilities(app);
  const person = await withMoney(page.context(), app, "87.5");
  const { total } = await stateLiabilities(app);
  const session = await page.context().cookies();
  await page.context().clearCookies();
  await page.reload();
  await expect(card(page, "Is my balance in it?")).toContainText("Sign in to check");
  const list = card(page, "Liabilities reports");
  await expect(list.getByText("Signed", { exact: true })).toHaveCount(2);
  await expect(list.getByText("Chain intact", { exact: true })).toHaveCount(2);

  await page.context().addCookies(session);
  await page.reload();
  await page.getByRole("button", { name: "Check that my balance is in it" }).click();
  await expect(main.getByRole("status").first()).toHaveText(
    "Your balance is in the totalThe reported total of 4,088.50 USDMS includes your 87.50 USDMS. The report itself gives its date: nothing here shows that it was not backdated.",
  );
  expect(total).toBe("4088.50000000");
  expect(await outcomes(page, "What was checked")).toEqual(Array(9).fill("right"));
  const picture = page.getByRole("figure");
  await expect(picture.getByRole("listitem")).toHaveCount(4);
  await expect(picture).toContainText(/Total\s*4,088\.50/);
  await expect(picture).toContainText(/Your balance\s*87\.50000000/);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my proof" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe("veritick-liability-proof-2.json");
  await expect(main).toContainText(
    `node veritick-verify.mjs --liabilities veritick-liability-proof-2.json --email ${person.user.email} --balance 87.50000000 --url ${app.url}`,
  );
  const known = ["--email", person.user.email, "--balance", "87.50000000", "--url", app.url];
  const told = [VERIFIER, "--liabilities", await file.path(), ...known];
  const { stdout } = await promisify(execFile)(process.execPath, told);
  expect(stdout).toContain("All right, but nothing here shows that it was not backdated");
  expect(stdout).toContain("4088.50000000");
});

rare(
  "names in French the faults of a proof, a list and a remembered statement",
  async ({ ownApp: app, page, expectFaults }) => {
    expectFaults(/status of 404 .*\/proof/);
    await prefer(page.context(), { language: "fr" });
    const early = await stateLiabilities(app);
    await withMoney(page.context(), app, "10");
    await seedPeople(app, 2, "5");
    // The server publishes the liabilities at the end of the day. Only the newest statement of a day has proofs.
    app.clock.jump(86_400);
    await app.settled();
    await page.goto(`${app.url}/fairness/liabilities`);
    const main = page.getByRole("main");
    const check = page.getByRole("button", { name: "Vérifier que mon solde y figure" });
    const steps = "Ce qui a été vérifié";

    await page.getByRole("combobox").selectOption(String(early.number));
    await check.click();
    await expect(main).toContainText("Votre compte est trop récent pour figurer dans cet état du passif.");
    // An older account that was left out gets other words.
    await app.database.query("update users set created_at = created_at - interval '1 day'");
    await check.click();
    await expect(main).toContainText(
      "Votre compte ne figure pas dans cet état du passif. S’il existait quand l’état a été établi, c’est une anomalie : faites une capture d’écran",
    );
    await page.getByRole("combobox").selectOption("2");

    let change: (proof: LiabilityProof) => void;
    await page.route(isProof, async (route) => {
      const response = await route.fetch();
      const proof = (await response.json()) as LiabilityProof;
      change(proof);
      await route.fulfill({ response, json: proof });
    });
    const wrong = page.getByRole("list", { name: steps }).locator("[data-outcome=wrong] p");
    const checkChanged = async (changed: typeof change) => {
      change = changed;
      await check.click();
      await expect(main).toContainText("Cette preuve est fausse");
    };
    await checkChanged(({ siblings }) => (siblings[0]!.sum = "4.00000000"));
    await expect(wrong).toHaveText([
      "Non conforme. Depuis votre ligne, le chemin mène à une autre racine que celle qui est signée.",
      "Non conforme. Les sommes du chemin ne donnent pas le total signé.",
    ]);
    await checkChanged(({ siblings }) => (siblings[1]!.sum = "-1.00000000"));
    await expect(wrong).toHaveText([
      "Non conforme. Le chemin est trop long, trop court, ou comporte une somme inférieure à zéro.",
    ]);
    await checkChanged(({ statement }) => {
      statement.text = statement.text.replace(/^root .{8}/m, "root 01234567");
    });
    await expect(wrong).toHaveText([
      "Non conforme. Aucune clé publiée n’a signé cet état.",
      "Non conforme. Ce n’est pas l’état que tout le monde voit dans la liste.",
      "Non conforme. Depuis votre ligne, le chemin mène à une autre racine que celle qui est signée.",
    ]);

    await page.route(isList, async (route) => {
      const response = await route.fetch();
      const [newest, first] = (await response.json()) as SignedStatement[];
      newest!.text = newest!.text.replace("total 20", "total 19");
      await route.fulfill({ response, json: [newest, first] });
    });
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("Un état que ce navigateur a vu n’est plus publié");
    await expect(page.getByRole("alert")).toContainText("L’état 2 était différent");
    await expect(card(page, "États du passif")).toContainText("Non signé");
    await expect(card(page, "États du passif")).toContainText("Altéré");
  },
);
