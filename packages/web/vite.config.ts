import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { finishPage, moduleOf } from "./build/finish-page.ts";
import { precompress } from "./build/precompress.ts";

const server = process.env["VERITICK_SERVER"] ?? "http://localhost:3000";

const LANDING = moduleOf("landing");

type Graph = { getModuleInfo(id: string): { importers: readonly string[] } | null };

/** Returns true if the landing page imports a module, directly or through others. */
function isOnLanding(id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (id.endsWith(LANDING)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isOnLanding(importer, graph, seen)) ?? false;
}

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
            // Modules shared by twenty parts come as two files instead of fifteen. The landing page takes only the first.
            { name: (id, graph) => (isOnLanding(id, graph) ? "pages" : null), minShareCount: 20 },
            {
              name: "shared",
              minShareCount: 20,
              maxModuleSize: 12_000,
              test: (id) => !/ui\/(facts|copy-button)/.test(id),
            },
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
