import { spawn } from "node:child_process";
import type { SpawnOptions } from "node:child_process";
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { userInfo } from "node:os";
import { join, parse } from "node:path";
import type { Binaries } from "./binaries.ts";
import { stagingPrefix } from "./files.ts";
import type { ClusterPaths } from "./files.ts";
import { SetupError } from "./setup-error.ts";

/**
 * The account that PostgreSQL runs under. PostgreSQL refuses root. So root either uses a user namespace in which it has
 * another number (files stay root's), or hands PostgreSQL over to another account.
 */
export type RunAs =
  | { kind: "self" }
  | { kind: "namespace"; uid: number; gid: number }
  | { kind: "user"; uid: number; gid: number };

/** Returns the owner of the cluster's files on disk; undefined if files have no such owner (Windows). */
export function ownerUid(runAs: RunAs): number | undefined {
  return runAs.kind === "user" ? runAs.uid : process.getuid?.();
}

type Command = { file: string; args: string[]; options: SpawnOptions };

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

type Outcome = { ok: boolean; output: string };

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

/** Returns the environment of PostgreSQL, without the caller's secrets and stray PG* variables. */
function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  return { ...Object.fromEntries(kept), LC_ALL: "C", TZ: "UTC" };
}

type Account = { name: string; uid: number; gid: number };

/** Finds a way to run PostgreSQL here that reaches both its programs and its data, and tries it before its use. */
export async function chooseRunAs(paths: ClusterPaths, binaries: Binaries): Promise<RunAs> {
  const self = process.getuid?.();
  if (self === undefined) return { kind: "self" };
  const cluster = statSync(paths.cluster, { throwIfNoEntry: false });

  if (self !== 0) {
    if (cluster && cluster.uid !== self)
      throw new SetupError(foreignClusterMessage(paths, cluster.uid, self));
    // initdb needs a name for its user, and a container started with a bare number gives it none.
    if (cluster || hasName()) return { kind: "self" };
    const namespace = namespaceRun();
    return (await reaches(namespace, paths, binaries)) ? namespace : { kind: "self" };
  }

  for (const candidate of rootCandidates(paths, binaries)) {
    if (!(await reaches(candidate, paths, binaries))) continue;
    const owner = ownerUid(candidate);
    if (cluster && owner !== undefined && cluster.uid !== owner) giveAway(paths.cluster, candidate);
    return candidate;
  }
  throw new SetupError(
    `PostgreSQL does not run as root, and neither way around that works here: user namespaces ("unshare --user") ` +
      `are refused, and no other account can reach both ${binaries.packageDir} and ${paths.dataDir}. ` +
      `Start the program as an ordinary user, or move it and its data below a folder that other accounts may ` +
      `enter, such as /opt, or use a PostgreSQL of your own.`,
  );
}

function rootCandidates(paths: ClusterPaths, binaries: Binaries): RunAs[] {
  const known = readAccounts();
  const clusterStat = statSync(paths.cluster, { throwIfNoEntry: false });
  const owners = [clusterStat, statSync(paths.dataDir), statSync(binaries.postgres)].filter((stat) => !!stat);
  const named = ["postgres", "nobody"].flatMap((name) => known.filter((account) => account.name === name));
  const users = [...owners, ...named]
    .filter(({ uid }, index, all) => uid !== 0 && all.findIndex((other) => other.uid === uid) === index)
    // A new cluster needs a named account; an existing one does not.
    .filter(({ uid }) => clusterStat !== undefined || known.some((account) => account.uid === uid))
    .map(({ uid, gid }): RunAs => ({ kind: "user", uid, gid }));
  const [owner, ...rest] = users;
  if (clusterStat && clusterStat.uid !== 0 && owner) return [owner, namespaceRun(), ...rest];
  return [namespaceRun(), ...users];
}

/** Returns true if the account reaches the programs and the data, by a trial in a temporary folder beside the data. */
async function reaches(runAs: RunAs, paths: ClusterPaths, binaries: Binaries): Promise<boolean> {
  const before = statSync(paths.dataDir);
  openDataDir(paths.dataDir, runAs);
  const folder = mkdtempSync(join(paths.dataDir, stagingPrefix));
  try {
    if (runAs.kind === "user") chownSync(folder, runAs.uid, runAs.gid);
    const script = 'cd "$1" && test -w . && "$0" --version';
    const { ok } = await run(commandAs(runAs, "/bin/sh", ["-c", script, binaries.postgres, folder]));
    if (!ok && runAs.kind === "user") restoreDataDir(paths.dataDir, before);
    return ok;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets another account pass through the data folder to its own part of it, without seeing anything else there. */
function openDataDir(dataDir: string, runAs: RunAs): void {
  const { uid } = statSync(dataDir);
  if (runAs.kind !== "user") {
    if (uid === process.getuid?.()) chmodSync(dataDir, 0o700);
  } else if (uid !== runAs.uid) {
    chownSync(dataDir, uid, runAs.gid);
    chmodSync(dataDir, 0o710);
  }
}

function restoreDataDir(dataDir: string, before: { uid: number; gid: number; mode: number }): void {
  chownSync(dataDir, before.uid, before.gid);
  chmodSync(dataDir, before.mode & 0o777);
}

function giveAway(folder: string, runAs: RunAs): void {
  const [uid, gid] = runAs.kind === "user" ? [runAs.uid, runAs.gid] : [0, 0];
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, entry), uid, gid);
  }
  lchownSync(folder, uid, gid);
}

function namespaceRun(): RunAs {
  const accounts = readAccounts().filter((account) => account.uid > 0);
  const account =
    accounts.find(({ uid }) => uid === 1000) ?? accounts.find(({ name }) => name === "nobody") ?? accounts[0];
  return { kind: "namespace", uid: account?.uid ?? 1000, gid: account?.gid ?? 1000 };
}

function readAccounts(): Account[] {
  let text = "";
  try {
    text = readFileSync("/etc/passwd", "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    const [name, , uid, gid] = line.split(":");
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}

function hasName(): boolean {
  try {
    userInfo();
    return true;
  } catch {
    return false;
  }
}

const foreignClusterMessage = (paths: ClusterPaths, owner: number, self: number) =>
  `The data in ${paths.cluster} belongs to user ${owner}, but this process runs as user ${self}. Start it as that ` +
  `user, hand the folder over ("chown -R ${self} ${paths.dataDir}" as root), or choose another data folder.`;
