import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { finishPage } from "./build/finish-page.ts";
import { precompress } from "./build/precompress.ts";

/** What pages share goes into files by which pages use it, the smallest together: else there would be ninety of them. */
const sharedByPages = {
  name: "shared",
  minShareCount: 2,
  includeDependenciesRecursively: false,
  entriesAware: true,
  entriesAwareMergeThreshold: 4_500,
};

/** A shared file is named after all pages that share it; the first word will do. */
const shortName = (name: string): string => name.replace(/^shared~.*/, "shared").replace(/\.[^.]+$/, "");

const server = process.env["VERITICK_SERVER"] ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), finishPage(), precompress()],
  // The router brings its own form, for a React without one, of what ours has built in.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
  build: {
    // The content security policy knows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [sharedByPages] },
        chunkFileNames: ({ name }) => `assets/${shortName(name)}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${shortName(names[0] ?? "file")}-[hash][extname]`,
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
