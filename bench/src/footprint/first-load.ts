import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const DIST = process.env["WEB_ROOT"] ?? fileURLToPath(new URL("../../../packages/web/dist", import.meta.url));

export const isBuilt = (): boolean => existsSync(join(DIST, "index.html"));

/** The pages whose first load is measured, each with its budget in compressed bytes. */
export const FIRST_LOADS = [
  { page: "landing", first: ["landing", "en", "landing-en"], later: [], mostScriptBytes: 101_500 },
  // The page loads the chart when it first renders.
  {
    page: "dashboard",
    first: ["signedIn", "dashboard", "en", "desk-en"],
    later: [/^price-chart-/],
    mostScriptBytes: 144_500,
  },
] as const;

export type FirstLoad = { files: string[]; scriptBytes: number; styleBytes: number };

/** Lists the files of a page's first load: those the page names, those of its first screen, and the imports of both. */
export function firstLoad(of: (typeof FIRST_LOADS)[number]): FirstLoad {
  const html = readFile("index.html");
  const named = [...html.matchAll(/<(?:script|link)[^>]* (?:src|href)="\/([^"]+\.(?:js|css))"/g)].map(
    (match) => match[1]!,
  );
  const listed = /<meta name="first-files" content='([^']+)'/.exec(html);
  if (listed === null) throw new Error("the page does not say what its first screen takes");
  const screens = JSON.parse(listed[1]!) as Record<string, string[]>;
  const files = new Set([...named, ...of.first.flatMap((screen) => screens[screen]!)]);
  for (const pattern of of.later) for (const file of laterFiles([...files], pattern)) files.add(file);
  const sizeOf = (extension: string) =>
    [...files]
      .filter((file) => file.endsWith(extension))
      .reduce((sum, file) => sum + gzipSync(readFile(file), { level: 9 }).length, 0);
  return { files: [...files], scriptBytes: sizeOf(".js"), styleBytes: sizeOf(".css") };
}

export const readFile = (file: string): string => readFileSync(join(DIST, file), "utf8");

/** Finds a chunk that one of the scripts loads later, with the files that the build lists beside it. */
function laterFiles(scripts: string[], pattern: RegExp): string[] {
  for (const script of scripts.filter((file) => file.endsWith(".js"))) {
    for (const [chunk, beside] of laterChunks(readFile(script))) {
      if (pattern.test(chunk)) return [`assets/${chunk}`, ...beside];
    }
  }
  // Throws, because a renamed chunk would otherwise count as an empty one.
  throw new Error(`the build has no chunk like ${pattern}`);
}

function laterChunks(script: string): [chunk: string, beside: string[]][] {
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
