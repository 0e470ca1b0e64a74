import { join } from "node:path";
import { ensureInstalled } from "./install.mjs";
import { pinnedNode } from "./pinned-node.mjs";
import { createProgress } from "./progress.mjs";
import { root } from "./root.mjs";
import { runChild } from "./run-child.mjs";
import { runScript } from "./setup-error.mjs";

/** Installs what is missing, then asks for the settings of compose.yaml and writes `.env`. */
export function runSetup() {
  return runScript(async () => {
    await ensureInstalled(createProgress(1));
    const cli = join(root, "packages/server/src/cli/setup.ts");
    process.exit(await runChild(pinnedNode(), [cli, ...process.argv.slice(2)]).exitCode);
  });
}
