import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { onNpmGone } from "./npm-watch.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { createProgress } from "./progress.mjs";
import { root } from "./root.mjs";
import { runChild } from "./run-child.mjs";
import { runScript } from "./setup-error.mjs";

/** Runs watch mode: the server restarts when its code changes, and the web app is replaced in place. */
export function runDev() {
  return runScript(async () => {
    const progress = createProgress(2);
    await ensureInstalled(progress);
    progress.note("Starting: open the address that Vite prints; the API is behind it");
    const node = pinnedNode();
    const server = runChild(node, [
      "--watch-path=packages/server/src",
      "--watch-path=packages/embedded-postgres/src",
      "--watch-path=packages/domain/src",
      "--watch-path=packages/contract/src",
      "--watch-preserve-output",
      join(root, "packages/server/src/main.ts"),
    ]);
    const web = runChild(node, [join(root, "node_modules/vite/bin/vite.js")], {
      cwd: join(root, "packages/web"),
      env: { VERITICK_SERVER: `http://localhost:${process.env.PORT ?? 3000}` },
    });
    const end = () => [server, web].forEach((child) => child.end());
    onNpmGone(end);
    const code = await Promise.race([server.exitCode, web.exitCode]);
    end();
    await Promise.all([server.exitCode, web.exitCode]);
    process.exit(code);
  });
}
