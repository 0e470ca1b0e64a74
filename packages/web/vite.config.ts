import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { finishPage } from "./build/finish-page.ts";
import { precompress } from "./build/precompress.ts";

/**
 * Three shared files instead of three dozen tiny ones, each of which would cost a phone another way to the server: what
 * every first visit needs, what every page with a form or a session needs, and what the dashboard shares with what is
 * opened from it. A module missing from these lists only ends up in a file of its own.
 */
const sharedChunks = [
  // They would follow the rest of the domain into the base; no first page makes a hash.
  {
    name: "hash",
    test: /node_modules\/@noble\/hashes\/|domain\/src\/epochs\./,
    priority: 1,
    includeDependenciesRecursively: false,
  },
  {
    name: "base",
    test: new RegExp(
      [
        "node_modules/(react|react-dom|scheduler|wouter|regexparam|use-sync-external-store)/",
        "web/src/ui/(banner|button|class-names|first-icons|icon|icon-button|language-switch|logo|notice-store|notices|num|page-header|segmented|spinner|theme-toggle)\\.",
        "web/src/lib/(api|api-error|current-user|format|preferences|reset-link|use-is-online|use-title|market/(market-terms|recent-prices|use-recent-prices))\\.",
        "web/src/locales/text\\.",
        "web/src/app/(loading-page|public-paths)\\.",
        "contract/src/routes\\.",
        "domain/src/(distribution|money|numbers|price|product|terms)\\.",
      ].join("|"),
    ),
  },
  {
    name: "session",
    test: new RegExp(
      [
        // What only the statement uses comes with it.
        "node_modules/@tanstack/(?!.*([Vv]irtual|InfiniteQuery\\.|[iI]nfiniteQueryObserver))",
        "web/src/lib/(amount|intent|query|sign-in|use-submit)\\.",
        "web/src/ui/(card|field|icons|password-input|text-input)\\.",
      ].join("|"),
    ),
  },
  {
    name: "dashboard",
    test: new RegExp(
      [
        "web/src/lib/live/",
        "web/src/lib/market/(load-history|price-history|use-market-terms)\\.",
        "web/src/ui/(amount-input|badge|dialog|empty-state|skeleton)\\.",
        "web/src/features/profile/(announce-security|avatar-button|news-of|profile-menu|security-news)\\.",
        "web/src/features/trade/(connection-state|retry-banner|use-positions)\\.",
        "web/src/features/wallet/(balance-card|deposit-status-badge|dialogs|public|withdrawal-status-badge)\\.",
      ].join("|"),
    ),
  },
];

const server = process.env["VERITICK_SERVER"] ?? "http://localhost:3000";

export default defineConfig({
  plugins: [react(), finishPage(), precompress()],
  // The router brings its own form, for a React without one, of what ours has built in.
  resolve: { alias: { "use-sync-external-store/shim/index.js": "react" } },
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
