import type { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { availableParallelism } from "node:os";
import pg from "pg";

// PostgreSQL works for some milliseconds to let somebody in, and for many more until it knows the tables, triggers and plans
// of what every server asks. Tests start and end some hundred servers. So the connections that end are kept, with what they
// know and without locks and settings, and given to whoever connects in the same way.

/** What the driver has and its types do not say. */
type Wire = EventEmitter & {
  stream: Socket;
  connect(port: number | string, host?: string): void;
  query(text: string): void;
};
type Client = EventEmitter & {
  connection: Wire;
  connectionParameters: { host: string; port: number; database: string; password: string };
  processID: number;
  secretKey: number;
  ssl: unknown;
  _connected: boolean;
  _queryable: boolean;
  _ending: boolean;
  _ended: boolean;
  readyForQuery?: boolean;
  _txStatus: string | null;
  _queryQueue: unknown[];
  _sentQueryQueue: unknown[];
  _getActiveQuery(): unknown;
  getStartupConf(): object;
  _connect(callback: (error?: Error) => void): void;
  end(callback?: () => void): Promise<void> | undefined;
};

type Kept = { wire: Wire; processID: number; secretKey: number; database: string; way: string };

/** All processes of a run together, which vitest.config.ts counts, keep less than half of what PostgreSQL lets in. */
const MOST = Math.min(30, Math.floor(90 / Math.ceil(availableParallelism() * 1.5)));
/** The newest last. */
const kept: Kept[] = [];
const databases = new Set<string>();
/** A pool that has ended does not wait for its connections. */
const ending = new Set<Promise<void>>();

/** Keeps the connections to a database that this process ends, until `forgetConnections`. */
export const keepConnections = (database: string): void => void databases.add(database);

/** Ends the kept connections to a database, and keeps no more. */
export function forgetConnections(database: string): void {
  databases.delete(database);
  for (const one of kept.filter((other) => other.database === database)) letGo(one);
}

/** The processes of PostgreSQL behind the kept connections to a database, with those that are just ending. */
export async function keptProcesses(database: string): Promise<number[]> {
  await Promise.all(ending);
  return kept.filter((one) => one.database === database).map(({ processID }) => processID);
}

function letGo(one: Kept): void {
  remove(one);
  one.wire.stream.end(END);
}

function remove(one: Kept): void {
  const index = kept.indexOf(one);
  if (index >= 0) kept.splice(index, 1);
}

/** The message that says goodbye. */
const END = Buffer.from([0x58, 0, 0, 0, 4]);
const FORGET = "select pg_advisory_unlock_all(); reset all; discard temp";

const driver = pg.Client.prototype as unknown as Client;
const { _connect: connect, end } = driver;

/** Connections of one way differ in nothing but what they know. */
function wayOf(client: Client): string {
  const { host, port, password } = client.connectionParameters;
  return JSON.stringify([host, port, password, client.getStartupConf()]);
}

driver._connect = function (this: Client, callback) {
  const way = wayOf(this);
  const found = kept.findLast((one) => one.way === way);
  if (found === undefined) return connect.call(this, callback);
  remove(found);
  const { wire, processID, secretKey } = found;
  wire.removeAllListeners();
  wire.stream.ref();
  this.connection = wire;
  // PostgreSQL has said all this before.
  wire.connect = () =>
    process.nextTick(() => {
      wire.emit("backendKeyData", { processID, secretKey });
      wire.emit("readyForQuery", { status: "I" });
    });
  connect.call(this, callback);
};

driver.end = function (this: Client, callback?: () => void) {
  if (!mayKeep(this)) return end.call(this, callback);
  const { connection: wire, processID, secretKey } = this;
  this._ending = true;
  const ended = new Promise<void>((resolve) => {
    const done = () => {
      this._ended = true;
      resolve();
      callback?.();
      process.nextTick(() => this.emit("end"));
    };
    wire.removeAllListeners();
    // Whatever goes wrong, there is a connection less.
    wire.on("error", () => {});
    wire.on("errorMessage", () => wire.stream.destroy());
    wire.once("end", done);
    wire.once("readyForQuery", () => {
      if (wire.stream.destroyed) return;
      wire.removeListener("end", done);
      keep({ wire, processID, secretKey, database: this.connectionParameters.database, way: wayOf(this) });
      done();
    });
    wire.query(FORGET);
  });
  ending.add(ended);
  void ended.then(() => ending.delete(ended));
  return callback === undefined ? ended : undefined;
};

function mayKeep(client: Client): boolean {
  return (
    databases.has(client.connectionParameters.database) &&
    client._connected &&
    client._queryable &&
    !client._ending &&
    // After an error, PostgreSQL has yet to say that it is ready.
    client.readyForQuery === true &&
    client._txStatus === "I" &&
    !client._getActiveQuery() &&
    client._queryQueue.length + client._sentQueryQueue.length === 0 &&
    client.ssl === false &&
    client.connection.stream.writable
  );
}

function keep(one: Kept): void {
  // The database may have been dropped meanwhile.
  kept.push(one);
  one.wire.stream.unref();
  one.wire.once("end", () => remove(one));
  if (!databases.has(one.database)) letGo(one);
  if (kept.length > MOST) letGo(kept[0]!);
}
