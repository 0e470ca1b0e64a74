import { spawn } from "node:child_process";
import { once } from "node:events";
import { SetupError } from "../setup-error.mjs";

/** Runs Docker's command. Returns its exit code and what it printed: `text`, and `all` with the errors. */
export async function tryDocker(...args) {
  const child = spawn("docker", args, { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  let all = "";
  child.stdout.setEncoding("utf8").on("data", (part) => ((text += part), (all += part)));
  child.stderr.setEncoding("utf8").on("data", (part) => (all += part));
  const [code] = await once(child, "close");
  return { code, text: text.trim(), all };
}

/** Runs Docker's command, which must succeed. Returns what it printed. */
export async function docker(...args) {
  const { code, text, all } = await tryDocker(...args);
  if (code !== 0) throw new SetupError(`docker ${args.join(" ")} ended with ${code}:\n${all.slice(-6_000)}`);
  return text;
}
