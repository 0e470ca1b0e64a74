import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { finishPage, moduleOf } from "./build/finish-page.ts";
import { precompress } from "./build/precompress.ts";

const server = process.env["VERITICK_SERVER"] ?? "http://localhost:3000";

/** The parts of the two most visited pages, whose modules are put together into few files. */
const LANDING = [moduleOf("landing")];
const DASHBOARD = ["/app/signed-in-frame.tsx", moduleOf("dashboard"), "/trade/price-chart.tsx"];

/** Modules that the graph counts to those pages, though no code that they run needs them. */
const HASHES = /@noble|domain\/src\/(beacon|epochs)\.ts/;

/** What forms need, and lists of several pages. No first screen has either. */
const FORMS =
  /api\/use-(form|submit)|ui\/form\/text-input|lib\/amount|typed-(text|amounts)|describe-agent|\/(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\./;

/** What only people with a desk need. */
const DESK = /web\/src\/(features\/(trade|money)|api|ui)|client\/src\/live/;

type Graph = {
  getModuleInfo(id: string): { importers: readonly string[]; dynamicImporters?: readonly string[] } | null;
};

const partsOf = new Map<string, readonly string[]>();

/** Returns the parts of the app, each loaded at need, that import a module, directly or through others. */
function partsWith(id: string, graph: Graph): readonly string[] {
  const known = partsOf.get(id);
  if (known !== undefined) return known;
  const seen = new Set([id]);
  // A loop over a set also visits the items that are added during the loop.
  for (const module of seen) for (const next of graph.getModuleInfo(module)?.importers ?? []) seen.add(next);
  const parts = [...seen].filter(
    (module) => (graph.getModuleInfo(module)?.dynamicImporters ?? []).length > 0,
  );
  partsOf.set(id, parts);
  return parts;
}

/** Returns true if one of the modules imports this one, and at least so many parts of the app do. */
const isOf = (modules: readonly string[], least: number) => (id: string, graph: Graph) => {
  const parts = HASHES.test(id) ? [] : partsWith(id, graph);
  return parts.length >= least && parts.some((part) => modules.some((module) => part.endsWith(module)));
};
const isOnBoth = (id: string, graph: Graph) => isOf(LANDING, 2)(id, graph) && isOf(DASHBOARD, 2)(id, graph);

const group = (name: string, isIn: (id: string, graph: Graph) => boolean) => ({
  name: (id: string, graph: Graph) => (isIn(id, graph) ? name : null),
  // The importers of a module's importers import it too, so no group needs the dependencies of its modules added.
  includeDependenciesRecursively: false,
});

export default defineConfig({
  plugins: [react(), finishPage(), precompress()],
  // The router has a polyfill for a React without this hook. Our React has it.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  // A worker fetches its largest part, the curve of the beacon's signatures, when it needs it.
  worker: { format: "es" },
  build: {
    // The content security policy forbids data: addresses and inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Every page needs the modules that the start imports. They come as one file instead of twenty.
            { name: "core", tags: ["$initial"], test: (id) => !/main\.tsx$|index\.html/.test(id) },
            { ...group("forms", (id, graph) => partsWith(id, graph).length > 1), test: FORMS },
            group("base", isOnBoth),
            group("visit", isOf(LANDING, 2)),
            // Most pages of signed-in people need these, and public pages some.
            group("shared", isOf(DASHBOARD, 20)),
            { ...group("desk", isOf(DASHBOARD, 2)), test: DESK },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/ws": { target: server, changeOrigin: false, ws: true },
    },
  },
});
