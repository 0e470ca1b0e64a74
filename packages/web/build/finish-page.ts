import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { routes, splitRoute } from "@veritick/contract/routes.ts";
import type { Plugin } from "vite";
import { ADDRESSES, findPage, frameOf } from "../src/lib/addresses.ts";
import type { Page, Viewer } from "../src/lib/addresses.ts";
import { bundleGraph } from "./bundle-graph.ts";
import type { BundleGraph } from "./bundle-graph.ts";

const APP = {
  query: "/app/query-frame.tsx",
  signedIn: "/app/signed-in-frame.tsx",
  further: "/app/further-pages.ts",
};

const FIRST = ADDRESSES.filter((entry) => "isFirst" in entry);

/** Returns the end of the path of a page's module. */
export const moduleOf = (page: Page): string => `/${page.replace(/[A-Z]/g, "-$&").toLowerCase()}-page.tsx`;

/** Returns the parts that a visit may begin with, and the end of the path of each one's module. */
function firstParts(): Record<string, string> {
  const pages = FIRST.map(({ page }) => [page, moduleOf(page)]);
  const texts = new Set(["desk", ...FIRST.flatMap((entry) => ("texts" in entry ? entry.texts : []))]);
  const words = ["en", "fr"].flatMap((language) => [
    [language, `/locales/${language}/first.ts`],
    ...[...texts].map((text) => [`${text}-${language}`, `/locales/${language}/${text}.ts`]),
  ]);
  return { ...APP, ...Object.fromEntries([...pages, ...words]) };
}

type FirstRequest = {
  /** A regular expression of the paths. */
  readonly at: string;
  readonly parts: readonly string[];
  readonly texts: readonly string[];
  readonly calls: readonly string[];
};

/** Returns what the page requests at each address before its own code runs. The last entry is for all other paths. */
function firstRequests(viewer: Viewer): FirstRequest[] {
  const requestAt = (path: string): Omit<FirstRequest, "at"> => {
    const found = findPage(path, viewer);
    if (typeof found === "string") return requestAt(found);
    const isFurther = found.page.page !== "landing" && found.page.page !== "dashboard";
    const frame = frameOf(found.page, viewer);
    const parts = [frame ?? [], isFurther ? "further" : []].flat();
    const ofFrame = frame === "signedIn" ? ["desk"] : [];
    if (found.page.isFirst !== true) return { parts, texts: ofFrame, calls: [] };
    const calls = (found.page.calls ?? []).map((call) => splitRoute(routes[call]).path);
    return {
      parts: [...parts, found.page.page],
      texts: [...new Set([...ofFrame, ...(found.page.texts ?? [])])],
      calls,
    };
  };
  const pathsBy = new Map<string, Set<string>>();
  for (const { path } of ADDRESSES) {
    const request = JSON.stringify(requestAt(path.replace(/:\w+/, "x")));
    const paths = pathsBy.get(request) ?? new Set();
    pathsBy.set(request, paths.add(path.replace(/\/$/, "").replace(/:\w+/, "[^/]+")));
  }
  const known = [...pathsBy].map(([request, paths]) => ({
    at: `^(${[...paths].join("|")})/?$`,
    ...(JSON.parse(request) as Omit<FirstRequest, "at">),
  }));
  return [...known, { at: "", ...requestAt("/") }];
}

const MARK = "/* first requests */ null";

/** Writes the requests of the first screens into the text of `boot.js`. */
export function finishBoot(text: string): string {
  if (!text.includes(MARK)) throw new Error("boot.js has no place for the first requests");
  const requests = {
    session: splitRoute(routes.me).path,
    visitor: firstRequests("visitor"),
    signedIn: firstRequests("signed-in"),
  };
  return text.replace(MARK, JSON.stringify(requests));
}

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
      const boot = finishBoot(await readFile(join(root, "boot.js"), "utf8"));
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
  const first = Object.entries(firstParts()).map(([name, module]) => [
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
