import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { finishPage } from "./build/finish-page.ts";
import { precompress } from "./build/precompress.ts";

const server = process.env["VERITICK_SERVER"] ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), finishPage(), precompress()],
  // The router brings its own form, for a React without one, of what ours has built in.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  // A worker fetches its largest part, the curve of the beacon's signatures, when it needs it.
  worker: { format: "es" },
  build: {
    // The content security policy knows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What the start imports is needed by every page, and comes as one file instead of twenty.
          groups: [{ name: "core", tags: ["$initial"], test: (id) => !/main\.tsx$|index\.html/.test(id) }],
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
