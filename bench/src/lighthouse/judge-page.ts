import { join } from "node:path";
import lighthouse from "lighthouse";
import type { Flags, Result } from "lighthouse";
import { note } from "../support/report.ts";
import { median } from "../support/statistics.ts";
import { startChromium } from "./chromium.ts";
import type { Cookie } from "./chromium.ts";

export type Category = "performance" | "accessibility" | "best-practices" | "seo";

const METRICS = {
  "first-contentful-paint": "first paint",
  "largest-contentful-paint": "largest paint",
  "total-blocking-time": "blocked",
  "cumulative-layout-shift": "shift",
  "speed-index": "speed index",
} as const;
type Metric = keyof typeof METRICS;

export type Judgement = {
  /** The median of all runs, out of 100. */
  scores: Map<Category, number>;
  metrics: string;
  /** The faults that cost points in any run, in Lighthouse's words. */
  faults: string[];
};

export type Page = {
  name: string;
  url: string;
  /** The session cookie of the user who opens the page. */
  cookie?: Cookie;
  categories: readonly Category[];
  runs: number;
};

/** Judges a page as a phone on a slow network sees it. Each run has a browser that has never opened it. */
export async function judgePage(page: Page, folder: string): Promise<Judgement> {
  const results: Result[] = [];
  for (let run = 0; run < page.runs; run += 1) {
    const result = await judgeOnce(page, join(folder, `${page.name}-${run}`));
    note(`${page.name}, run ${run + 1}: ${page.categories.map((name) => scoreOf(result, name)).join(", ")}`);
    results.push(result);
  }
  const middle = (metric: Metric) =>
    median(results.map((result) => result.audits[metric]!.numericValue ?? Number.NaN));
  return {
    scores: new Map(
      page.categories.map((name) => [name, median(results.map((result) => scoreOf(result, name)))]),
    ),
    metrics: (Object.keys(METRICS) as Metric[])
      .map((metric) => `${METRICS[metric]} ${inWords(metric, middle(metric))}`)
      .join(", "),
    faults: [...new Set(results.flatMap((result) => faultsOf(result, page.categories)))],
  };
}

async function judgeOnce(page: Page, profile: string): Promise<Result> {
  const browser = await startChromium(profile);
  try {
    if (page.cookie !== undefined) await browser.setCookie(page.cookie);
    const flags: Flags = {
      port: browser.port,
      logLevel: "error",
      output: "json",
      onlyCategories: [...page.categories],
    };
    const answer = await lighthouse(page.url, flags);
    if (answer === undefined || answer.lhr.runtimeError !== undefined) {
      throw new Error(`${page.name} could not be judged: ${answer?.lhr.runtimeError?.message}`);
    }
    return answer.lhr;
  } finally {
    browser.stop();
  }
}

const scoreOf = (result: Result, category: Category): number =>
  Math.round((result.categories[category]!.score ?? 0) * 100);

function faultsOf(result: Result, categories: readonly Category[]): string[] {
  return categories.flatMap((category) =>
    result.categories[category]!.auditRefs.filter(({ weight }) => weight > 0)
      .map(({ id }) => result.audits[id]!)
      .filter(({ id, score }) => score !== null && score < 0.9 && !(id in METRICS))
      .map(({ title }) => `${category}: ${title}`),
  );
}

function inWords(metric: Metric, value: number): string {
  return metric === "cumulative-layout-shift" ? value.toFixed(3) : `${Math.round(value)} ms`;
}
