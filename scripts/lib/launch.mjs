import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ensureInstalled } from "./install.mjs";
import { onNpmGone } from "./npm-watch.mjs";
import { isPinned, pinnedNode } from "./pinned-node.mjs";
import { createProgress } from "./progress.mjs";
import { root } from "./root.mjs";
import { runChild } from "./run-child.mjs";
import { runScript } from "./setup-error.mjs";
import { ensureWebBuilt } from "./web-build.mjs";

const main = join(root, "packages/server/src/main.ts");
const compileCache = join(root, "node_modules/.cache/compile");

/** Installs and builds what is missing, then runs the server, in this process if its Node.js is new enough. */
export function launch() {
  return runScript(async () => {
    // From the first moment: npm may be killed while the web app is built.
    let end = () => process.exit(1);
    onNpmGone(() => end());
    const progress = createProgress(3);
    await ensureInstalled(progress);
    await ensureWebBuilt(progress);
    progress.note("Starting the server");
    if (isPinned) {
      module.enableCompileCache(compileCache);
      end = () => process.kill(process.pid, "SIGTERM");
      await import(pathToFileURL(main).href);
    } else {
      const env = { VERITICK_LAUNCHER: "1", NODE_COMPILE_CACHE: compileCache };
      const child = runChild(pinnedNode(), [main, ...process.argv.slice(2)], { env, ipc: true });
      end = child.end;
      process.exit(await child.exitCode);
    }
  });
}
