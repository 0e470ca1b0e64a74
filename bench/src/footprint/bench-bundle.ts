import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { kilobytes, note } from "../support/report.ts";
import type { Row } from "../support/report.ts";

const DIST = fileURLToPath(new URL("../../../packages/web/dist", import.meta.url));
const DASHBOARD_AIM_BYTES = 170_000;

/** What a browser fetches first for a page: the page's own files and the chunks it asks for at once. */
const PAGES = [
  { page: "landing", chunks: [/^landing-page-/, /^en-/] },
  { page: "dashboard", chunks: [/^signed-in-routes-/, /^price-chart-/, /^en-/] },
];

/** The first load of the landing page and of the dashboard, compressed as it is served. */
export async function benchBundle(): Promise<Row[]> {
  if (!existsSync(join(DIST, "index.html"))) {
    note('the web app is not built ("npm run build"), so its size is left out');
    return [];
  }
  const graph = readGraph();
  return PAGES.map(({ page, chunks }) => {
    const files = new Set(graph.entry);
    for (const pattern of chunks) {
      const chunk = [...graph.preloads.keys()].find((name) => pattern.test(name));
      // A renamed chunk must not pass for a small one.
      if (chunk === undefined) throw new Error(`the build has no chunk like ${pattern}`);
      for (const file of [`assets/${chunk}`, ...graph.preloads.get(chunk)!]) files.add(file);
    }
    const sizeOf = (extension: string) =>
      [...files]
        .filter((file) => file.endsWith(extension))
        .reduce((sum, file) => sum + gzippedBytes(file), 0);
    const scriptBytes = sizeOf(".js");
    return {
      figure: `first load of the ${page}, gzipped`,
      measured: `${kilobytes(scriptBytes)} JavaScript, ${kilobytes(sizeOf(".css"))} CSS`,
      ...(page === "dashboard"
        ? { target: { words: "under 170 kB JavaScript", reached: scriptBytes < DASHBOARD_AIM_BYTES } }
        : {}),
    };
  });
}

type Graph = {
  /** What the page itself names. */
  entry: string[];
  /** By chunk that is asked for later: what is fetched beside it. */
  preloads: Map<string, string[]>;
};

function readGraph(): Graph {
  const page = readFileSync(join(DIST, "index.html"), "utf8");
  const entry = [...page.matchAll(/(?:src|href)="\/([^"]+\.(?:js|css))"/g)].map((match) => match[1]!);
  const preloads = new Map<string, string[]>();
  const seen = new Set<string>();
  const queue = [...entry];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file) || !file.endsWith(".js")) continue;
    seen.add(file);
    for (const [chunk, needed] of laterChunks(readFileSync(join(DIST, file), "utf8"))) {
      preloads.set(chunk, [...(preloads.get(chunk) ?? []), ...needed]);
      queue.push(`assets/${chunk}`, ...needed);
    }
  }
  return { entry, preloads };
}

/** The chunks that a script asks for later, each with what the build lists to be fetched beside it. */
function laterChunks(script: string): [chunk: string, needed: string[]][] {
  const listed = /__vite__mapDeps=[^[]*\[([^\]]*)\]/.exec(script)?.[1] ?? "";
  const files = [...listed.matchAll(/"([^"]+)"/g)].map((match) => match[1]!);
  const imports = script.matchAll(
    /import\([`"']\.\/([^`"']+\.js)[`"']\)(?:(?!import\()[^])*?(?:__vite__mapDeps\(\[([\d,]*)\]\)|\[\]|$)/g,
  );
  return [...imports].map((match) => [
    match[1]!,
    (match[2] ?? "")
      .split(",")
      .filter((index) => index !== "")
      .map((index) => files[Number(index)]!),
  ]);
}

const gzippedBytes = (file: string): number => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
