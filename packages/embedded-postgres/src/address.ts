import { createHash } from "node:crypto";
import { chmodSync, chownSync, existsSync, lstatSync, mkdirSync, rmSync, rmdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { closeToOthers } from "./files.ts";
import { ownerUid, type RunAs } from "./run-as.ts";
import { SetupError } from "./setup-error.ts";

/** The address of the server: the folder of its socket, or the loopback address on Windows. */
export type Address = { host: string; port: number; isSocket: boolean };

/** The port in the socket's name. With a socket the server opens no TCP port. */
const socketPort = 5432;
const socketName = `.s.PGSQL.${socketPort}`;
const socketPathLimitBytes = process.platform === "darwin" ? 103 : 107;

export async function prepareAddress(dataDir: string, runAs: RunAs, name: string): Promise<Address> {
  if (process.platform === "win32") return { host: "127.0.0.1", port: await freePort(), isSocket: false };
  return { host: prepareSocketDir(dataDir, runAs, name), port: socketPort, isSocket: true };
}

/** Removes the socket of a killed server and the lock beside it, whose process number may be someone else's by now. */
export function removeStaleSocket(address: Address): void {
  if (!address.isSocket) return;
  rmSync(join(address.host, socketName), { force: true });
  rmSync(join(address.host, `${socketName}.lock`), { force: true });
}

/** Removes the socket's folder if it is outside the data. */
export function releaseAddress(address: Address, dataDir: string): void {
  if (!address.isSocket || dirname(address.host) === dataDir) return;
  try {
    rmdirSync(address.host);
    rmdirSync(dirname(address.host));
  } catch {
    // Another server of ours uses the folder above.
  }
}

/** Prepares a private folder for the socket: inside the data if the path is short enough, else a temporary one. */
export function prepareSocketDir(dataDir: string, runAs: RunAs, name: string): string {
  const owner = ownerUid(runAs) ?? 0;
  const folderName = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  const places = [
    join(dataDir, "run"),
    ...[tmpdir(), "/tmp"].map((temporary) => join(temporary, `${name}-${owner}`, folderName)),
  ];
  const folder = places.find((place) => Buffer.byteLength(join(place, socketName)) <= socketPathLimitBytes);
  if (folder === undefined)
    throw new SetupError(
      `The path of ${dataDir} is too long for a socket, and so are those of temporary folders. ` +
        `Choose a data folder with a shorter path.`,
    );
  const parent = dirname(folder);
  if (parent !== dataDir) makePrivate(parent, runAs, owner);
  else if (existsSync(folder)) closeToOthers(folder);
  makePrivate(folder, runAs, owner);
  return folder;
}

/**
 * Makes a folder that only its owner may enter. Other accounts can write to a temporary folder, so an existing folder
 * counts only if it is ours and closed.
 */
function makePrivate(folder: string, runAs: RunAs, owner: number): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
    if (runAs.kind === "user") chownSync(folder, runAs.uid, runAs.gid);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const stat = lstatSync(folder);
  const isOurs = stat.isDirectory() && (stat.uid === owner || stat.uid === process.getuid?.());
  if (!isOurs || (stat.mode & 0o077) !== 0) {
    throw new SetupError(
      `${folder} should be a folder of user ${owner} that nobody else may enter, but it is not. ` +
        `Remove it, or choose a data folder with a shorter path.`,
    );
  }
  if (stat.uid === owner) return;
  chownSync(folder, owner, runAs.kind === "user" ? runAs.gid : stat.gid);
  chmodSync(folder, 0o700);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
