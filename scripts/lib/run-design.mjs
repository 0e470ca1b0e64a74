import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { onNpmGone } from "./npm-watch.mjs";
import { createProgress } from "./progress.mjs";
import { root } from "./root.mjs";
import { runScript } from "./setup-error.mjs";

/** Serves the page of the design system until it is interrupted. The page needs no server of ours. */
export function runDesign() {
  return runScript(async () => {
    const progress = createProgress(2);
    await ensureInstalled(progress);
    progress.note("Starting");
    const { createServer } = await import("vite");
    const server = await createServer({
      root: join(root, "packages/web"),
      logLevel: "warn",
      optimizeDeps: { entries: ["design.html"] },
    });
    await server.listen();
    console.log(`The design system is at ${server.resolvedUrls.local[0]}design.html`);
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void server.close());
    onNpmGone(() => void server.close());
  });
}
