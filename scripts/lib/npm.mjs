import { spawn } from "node:child_process";
import { basename, delimiter, join } from "node:path";
import { root } from "./root.mjs";
import { SetupError } from "./setup-error.mjs";

/**
 * Runs npm in the clone, quietly. Its output is shown only when it fails.
 *
 * @param {string[]} args
 */
export function runNpm(args) {
  const { file, before, shell } = findNpm();
  return new Promise((resolve, reject) => {
    const child = spawn(file, [...before, ...args], {
      cwd: root,
      env: { ...process.env, PATH: pathOutsideClone() },
      shell,
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    const collect = (chunk) => (output = (output + chunk).slice(-20_000));
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
    child.once("error", (error) =>
      reject(
        new SetupError(`npm could not be run (${error.message}). It comes with Node.js; is it on the PATH?`),
      ),
    );
    child.once("close", (code, signal) => {
      if (code === 0) resolve();
      else
        reject(
          new SetupError(
            `${excerpt(output)}\n\n"npm ${args.join(" ")}" failed (${signal ?? `code ${code}`}).`,
          ),
        );
    });
  });
}

/** Shortens the output. npm reports an error at the beginning, build tools at the end. */
function excerpt(output) {
  const lines = output.trim().split("\n");
  return lines.length <= 40 ? lines.join("\n") : [...lines.slice(0, 15), "…", ...lines.slice(-25)].join("\n");
}

/** Finds the npm that runs us, with its own Node.js, because an installation replaces the Node.js inside the clone. */
function findNpm() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env;
  if (cli && node && basename(cli) === "npm-cli.js" && !node.startsWith(join(root, "node_modules"))) {
    return { file: node, before: [cli], shell: false };
  }
  return { file: "npm", before: [], shell: process.platform === "win32" };
}

function pathOutsideClone() {
  const own = join(root, "node_modules");
  const folders = (process.env.PATH ?? process.env.Path ?? "").split(delimiter);
  return folders.filter((folder) => !folder.startsWith(own)).join(delimiter);
}
