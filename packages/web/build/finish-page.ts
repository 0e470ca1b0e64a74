import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { bundleGraph } from "./bundle-graph.ts";
import type { BundleGraph } from "./bundle-graph.ts";

/** The parts that a visit may begin with, and the module of each. `boot.js` chooses among them. */
const FIRST_PARTS = {
  query: "app/query-frame.tsx",
  signedIn: "app/signed-in-frame.tsx",
  landing: "features/landing/landing-page.tsx",
  auth: "features/account/auth/auth-page.tsx",
  dashboard: "features/trade/dashboard-page.tsx",
  practice: "features/practice/practice-page.tsx",
  practiceReceipt: "features/verify/receipt/practice-receipt-page.tsx",
  practiceResults: "features/practice/practice-results-page.tsx",
  fairness: "features/verify/fairness/fairness-page.tsx",
  epoch: "features/verify/fairness/epoch/epoch-page.tsx",
  beacon: "features/verify/fairness/beacon/beacon-page.tsx",
  liabilities: "features/verify/liabilities/liabilities-page.tsx",
  status: "features/verify/status/status-page.tsx",
  verify: "features/verify/check/verify-page.tsx",
  docs: "features/docs/docs-page.tsx",
  en: "locales/en/first.ts",
  fr: "locales/fr/first.ts",
  "fairness-en": "locales/en/fairness.ts",
  "fairness-fr": "locales/fr/fairness.ts",
  "docs-en": "locales/en/docs.ts",
  "docs-fr": "locales/fr/docs.ts",
} as const;

/** The files that the service worker does not keep: the administrators' code, and the large list of common passwords. */
const NOT_KEPT = /\/(features\/admin|locales\/(en|fr)\/admin|features\/account\/measure-password)/;
const KEPT_BESIDE = ["favicon.svg", "manifest.webmanifest"];

/**
 * Writes lists of files into the page and its service worker. The page gets the files of each first screen, so that
 * `boot.js` requests them at once. The worker gets the files to keep for a start without a network.
 */
export function finishPage(): Plugin {
  let root = "";
  let folder = "";
  return {
    name: "veritick:finish-page",
    apply: "build",
    configResolved(config) {
      root = config.root;
      folder = resolve(root, config.build.outDir);
    },
    async writeBundle(_, bundle) {
      const graph = bundleGraph(bundle);
      const entry = graph.chunkOf("web/index.html");
      const fonts = Object.keys(bundle).filter((name) => name.endsWith(".woff2"));
      const boot = await readFile(join(root, "boot.js"), "utf8");
      const bootFile = `assets/boot-${shortHash(boot)}.js`;
      await writeFile(join(folder, bootFile), boot);

      const page = (await readFile(join(folder, "index.html"), "utf8")).replace(
        /<script[^>]* src="\/boot.js"/,
        `${firstLinks(graph, entry, fonts)}\n    <script src="/${bootFile}"`,
      );
      await writeFile(join(folder, "index.html"), page);

      const files = [bootFile, ...graph.reachable(entry, NOT_KEPT), ...fonts, ...KEPT_BESIDE];
      const worker = await readFile(join(root, "service-worker.js"), "utf8");
      const build = { version: shortHash(page), entry: `/${entry}`, files: files.map((name) => `/${name}`) };
      await writeFile(join(folder, "sw.js"), `self.BUILD = ${JSON.stringify(build)};\n${worker}`);
    },
  };
}

function firstLinks(graph: BundleGraph, entry: string, fonts: string[]): string {
  const always = new Set(graph.withImports(entry));
  const first = Object.entries(FIRST_PARTS).map(([name, module]) => [
    name,
    graph.withImports(graph.chunkOf(module)).filter((file) => !always.has(file)),
  ]);
  // Requests the text font together with the styles instead of after them.
  const font = fonts.find((name) => name.includes("geist-latin-wght-normal"))!;
  return [
    `<link rel="preload" as="font" type="font/woff2" crossorigin href="/${font}" />`,
    `<meta name="first-files" content='${JSON.stringify(Object.fromEntries(first))}' />`,
  ].join("\n    ");
}

const shortHash = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 10);
