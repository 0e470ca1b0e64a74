import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { TestClient } from "@veritick/server/testing/test-client.ts";
import { startHelper } from "../support/helper-process.ts";
import { note } from "../support/report.ts";
import type { Row } from "../support/report.ts";
import type { Cookie } from "./chromium.ts";
import { judgePage } from "./judge-page.ts";
import type { Category, Page } from "./judge-page.ts";
import type { SiteAnswer, SiteOrder } from "./server.ts";

export const WEB_ROOT =
  process.env["WEB_ROOT"] ?? fileURLToPath(new URL("../../../packages/web/dist", import.meta.url));
const RUNS = 3;

const AIMS: Record<"landing" | "dashboard", Partial<Record<Category, number>>> = {
  landing: { performance: 95, accessibility: 100, "best-practices": 100, seo: 100 },
  dashboard: { performance: 90, accessibility: 100 },
};

/** Runs Lighthouse on the landing page, and on a dashboard with money and open positions. */
export async function benchLighthouse(folder: string): Promise<Row[]> {
  if (!existsSync(join(WEB_ROOT, "index.html"))) {
    note('the web app is not built ("npm run build"), so there is nothing to judge');
    return [];
  }
  const server = startHelper<SiteOrder, SiteAnswer>(new URL("server.ts", import.meta.url));
  try {
    const { url } = await server.ask({ kind: "start", dataDir: join(folder, "data"), webRoot: WEB_ROOT });
    const landing = await judge("landing", { url }, folder);
    const cookie = await someoneWhoTrades(url);
    return [...landing, ...(await judge("dashboard", { url: `${url}/dashboard`, cookie }, folder))];
  } finally {
    await server.ask({ kind: "stop" });
    await server.stop();
  }
}

async function judge(
  name: keyof typeof AIMS,
  page: Pick<Page, "url" | "cookie">,
  folder: string,
): Promise<Row[]> {
  const aims = AIMS[name];
  const categories = Object.keys(aims) as Category[];
  const { scores, metrics, faults } = await judgePage({ ...page, name, categories, runs: RUNS }, folder);
  note(`${name}: ${metrics}`);
  for (const fault of faults) note(`${name}: ${fault}`);
  return categories.map((category) => ({
    figure: `Lighthouse, ${name}, ${category}`,
    measured: String(scores.get(category)),
    target: { words: `at least ${aims[category]}`, reached: scores.get(category)! >= aims[category]! },
  }));
}

/** Signs a user up, pays in and opens positions that outlast the runs. Returns the cookie of that session. */
async function someoneWhoTrades(url: string): Promise<Cookie> {
  const person = new TestClient(url);
  await person.register();
  await person.post("/api/deposits", { amount: "250" });
  while (Number(await person.balance()) === 0) await delay(200);
  for (const type of ["buy", "sell", "buy"]) {
    await person.post("/api/trading/positions", { type, amount: "10", duration: 10 });
  }
  const [name = "", value = ""] = person.cookie.split("=");
  return { name, value, url };
}
