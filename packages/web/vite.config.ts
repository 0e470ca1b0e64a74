import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;
const WORTH_COMPRESSING_BYTES = 600;

/** Lays a .br and a .gz beside every text file of the build, so that the server never compresses while serving. */
function precompress(): Plugin {
  let folder = "";
  return {
    name: "veritick:precompress",
    apply: "build",
    configResolved(config) {
      folder = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      const files = await readdir(folder, { recursive: true });
      await Promise.all(
        files.filter((name) => COMPRESSIBLE.test(name)).map((name) => compress(join(folder, name))),
      );
    },
  };
}

async function compress(path: string) {
  const bytes = await readFile(path);
  if (bytes.length < WORTH_COMPRESSING_BYTES) return;
  const brotliParameters = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  await Promise.all([
    promisify(brotliCompress)(bytes, { params: brotliParameters }).then((out) =>
      writeFile(`${path}.br`, out),
    ),
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }).then((out) =>
      writeFile(`${path}.gz`, out),
    ),
  ]);
}

/** Asks for the text face together with the styles instead of after them. */
function preloadFont(): Plugin {
  return {
    name: "veritick:preload-font",
    apply: "build",
    transformIndexHtml(_, { bundle }) {
      const font = Object.keys(bundle ?? {}).find((name) => /geist-latin-wght-normal.*\.woff2$/.test(name));
      if (font === undefined) return [];
      const attributes = {
        rel: "preload",
        as: "font",
        type: "font/woff2",
        crossorigin: "",
        href: `/${font}`,
      };
      return [{ tag: "link", attrs: attributes, injectTo: "head-prepend" }];
    },
  };
}

/**
 * Two shared files instead of two dozen tiny ones: what every first visit needs, and what every page with a form or
 * a session needs. A module missing from these lists only ends up in a file of its own.
 */
const sharedChunks = [
  // It would follow the domain into the base; only dialogs that check an address need it.
  { name: "hash", test: /node_modules\/@noble\//, priority: 1 },
  {
    name: "base",
    test: new RegExp(
      [
        "node_modules/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)/",
        "web/src/ui/(banner|button|class-names|icon-button|icons|language-switch|logo|notice-store|notices|num|page-header|segmented|spinner|theme-toggle)\\.",
        "web/src/lib/(api|api-error|calls|current-user|format|preferences|reset-link|use-title|market/market-terms)\\.",
        "web/src/locales/text\\.",
        "domain/src/(decimal|distribution|integers|money|normal|price-process|product|terms)\\.",
      ].join("|"),
    ),
  },
  {
    name: "session",
    test: new RegExp(
      [
        // What only the statement uses comes with it.
        "node_modules/@tanstack/(?!.*([Vv]irtual|InfiniteQuery\\.|[iI]nfiniteQueryObserver))",
        "web/src/lib/(amount|intent|query|sign-in)\\.",
        "web/src/ui/(card|field|password-input|text-input)\\.",
      ].join("|"),
    ),
  },
];

const server = process.env["VERITICK_SERVER"] ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), preloadFont(), precompress()],
  build: {
    // The content security policy knows no data: addresses and no inline scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
  },
  server: {
    proxy: {
      "/api": { target: server, changeOrigin: false },
      "/ws": { target: server, changeOrigin: false, ws: true },
    },
  },
});
