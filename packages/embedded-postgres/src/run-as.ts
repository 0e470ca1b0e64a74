import { spawn, type SpawnOptions } from "node:child_process";
import { parse } from "node:path";

/**
 * The account PostgreSQL runs under. It refuses root, so root either shows it a user namespace in which root
 * bears another number (files stay root's), or hands it over to another account altogether.
 */
export type RunAs =
  | { kind: "self" }
  | { kind: "namespace"; uid: number; gid: number }
  | { kind: "user"; uid: number; gid: number };

/** Who owns the files of the cluster on disk, undefined where files have no such owner (Windows). */
export function ownerUid(runAs: RunAs): number | undefined {
  return runAs.kind === "user" ? runAs.uid : process.getuid?.();
}

export type Command = { file: string; args: string[]; options: SpawnOptions };

export function commandAs(runAs: RunAs, file: string, args: string[]): Command {
  const options: SpawnOptions = { env: childEnvironment(), cwd: parse(file).root, windowsHide: true };
  switch (runAs.kind) {
    case "self":
      return { file, args, options };
    case "namespace": {
      const { uid, gid } = runAs;
      const wrapped = ["--user", `--map-user=${uid}`, `--map-group=${gid}`, "--", file, ...args];
      return { file: "unshare", args: wrapped, options };
    }
    case "user":
      return { file, args, options: { ...options, uid: runAs.uid, gid: runAs.gid } };
  }
}

export type Outcome = { ok: boolean; output: string };

/** Runs a command to its end. Never throws: a command that could not start is an outcome like any other. */
export function run(command: Command, input = ""): Promise<Outcome> {
  return new Promise((done) => {
    const child = spawn(command.file, command.args, { ...command.options, stdio: "pipe" });
    let output = "";
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("error", (error) => done({ ok: false, output: error.message }));
    child.once("close", (code) => done({ ok: code === 0, output: output.trim() }));
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(input);
  });
}

const passedOn = /^(PATH|HOME|TMPDIR|TMP|TEMP|SystemRoot|windir|USERPROFILE)$/i;

/** Nothing of ours leaks into PostgreSQL: neither the platform's secrets nor stray PG* variables. */
function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" };
}
