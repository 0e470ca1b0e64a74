import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import pg from "pg";
import { isRunning } from "./processes.ts";
import {
  createScope,
  endHolder,
  killHolder,
  query,
  queryOnceBack,
  untilGone,
  whenReady,
} from "../testing/scope.ts";
import { waitFor } from "./wait.ts";

// A busy machine takes long to copy the cluster.
vi.setConfig({ testTimeout: 30_000, hookTimeout: 30_000 });

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;
const shared = createScope();
const scope = createScope();
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

/** A cluster that was set up and stopped in good order, with one table. */
let prepared = "";
const preparedCopy = (name = "data") => scope.folder(name, prepared);

beforeAll(async () => {
  prepared = shared.folder("data");
  const postgres = await shared.start(prepared);
  await query(postgres.connection, "create table kept (value int)");
  await query(postgres.connection, "insert into kept values (1)");
  await postgres.stop();
  await postgres.stop();
});
afterEach(() => scope.close());
afterAll(() => shared.close());

describe("the first start", () => {
  it("leaves private files only", () => {
    expect(mode(prepared)).toBe("700");
    expect(mode(join(prepared, "postgres-password"))).toBe("600");
    expect(mode(join(prepared, "postgres.log"))).toBe("600");
    expect(readdirSync(prepared).toSorted()).toEqual([
      "postgres",
      "postgres-password",
      "postgres.log",
      "run",
    ]);
  });

  it("sets up a server that keeps acknowledged commits and opens no port", async () => {
    const { connection } = await scope.start(preparedCopy());
    const names = [
      "fsync",
      "full_page_writes",
      "synchronous_commit",
      "data_checksums",
      "listen_addresses",
      "TimeZone",
    ];
    const list = names.map((name) => `current_setting('${name}') as "${name}"`).join(", ");
    const [row] = await query(connection, `select ${list}, current_setting('server_encoding') as encoding`);
    expect(row).toEqual({
      fsync: "on",
      full_page_writes: "on",
      synchronous_commit: "on",
      data_checksums: "on",
      listen_addresses: "",
      TimeZone: "UTC",
      encoding: "UTF8",
    });
    const wrong = query({ ...connection, password: "guess" }, "select 1");
    await expect(wrong).rejects.toThrow("password authentication failed");
  });

  it("is done again when it was cut short", async () => {
    const dataDir = scope.folder("data");
    const holder = scope.spawnHolder(dataDir);
    const begun = () =>
      findStaging(dataDir).find((name) => existsSync(join(dataDir, name, "cluster", "base")));
    expect(await waitFor(begun, { timeoutMs: 10_000, everyMs: 1 })).toBeDefined();
    await killHolder(holder);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);

    const { connection } = await scope.start(dataDir);
    expect(await query(connection, "select current_database() as name")).toEqual([{ name: "sample" }]);
  });

  it("refuses a folder that holds something else", async () => {
    const dataDir = scope.folder("data");
    mkdirSync(join(dataDir, "postgres"), { recursive: true });
    writeFileSync(join(dataDir, "postgres", "letter.txt"), "mine");
    await expect(scope.start(dataDir)).rejects.toThrow("is not empty and contains no PostgreSQL data");
    expect(readdirSync(join(dataDir, "postgres"))).toEqual(["letter.txt"]);
  });
});

describe("a later start", () => {
  it("finds the data, and a stopped server stays stopped", async () => {
    const dataDir = preparedCopy();
    const postgres = await scope.start(dataDir);
    expect(await query(postgres.connection, "select value from kept")).toEqual([{ value: 1 }]);
    const pid = postgres.pid()!;
    await Promise.all([postgres.stop(), postgres.stop()]);
    expect(isRunning(pid)).toBe(false);
    expect(existsSync(join(dataDir, "postgres", "postmaster.pid"))).toBe(false);
  });

  it("is not held up by a process number that now belongs to another program", async () => {
    const dataDir = preparedCopy();
    const stale = [
      process.pid,
      join(dataDir, "postgres"),
      1,
      5432,
      join(dataDir, "run"),
      "",
      "1 1",
      "ready",
      "",
    ];
    writeFileSync(join(dataDir, "postgres", "postmaster.pid"), stale.join("\n"));
    writeFileSync(join(dataDir, "run", ".s.PGSQL.5432.lock"), stale.join("\n"));
    const { connection } = await scope.start(dataDir);
    expect(await query(connection, "select value from kept")).toEqual([{ value: 1 }]);
  });

  it("sets a new password when the kept one was lost", async () => {
    const dataDir = preparedCopy();
    rmSync(join(dataDir, "postgres-password"));
    const { connection } = await scope.start(dataDir);
    expect(await query(connection, "select value from kept")).toEqual([{ value: 1 }]);
  });

  it("shows the end of the log when the server refuses to start", async () => {
    const dataDir = preparedCopy();
    rmSync(join(dataDir, "postgres", "global"), { recursive: true });
    await expect(scope.start(dataDir)).rejects.toThrow(/PostgreSQL did not start \(exit code \d\)[^]*global/);
  });

  it.each(["with a space, a comma and 'quotes\"", `long-${"x".repeat(120)}`])(
    "works in a folder named %s",
    async (name) => {
      const dataDir = preparedCopy(name);
      const { connection } = await scope.start(dataDir);
      expect(await query(connection, "select value from kept")).toEqual([{ value: 1 }]);
      expect(Buffer.byteLength(connection.host)).toBeLessThan(95);
      expect(mode(connection.host)).toBe("700");
    },
  );
});

describe("a killed server", () => {
  it("comes back by itself with every commit", async () => {
    const { connection, pid, stop } = await scope.start(preparedCopy());
    await query(connection, "insert into kept values (2)");
    const before = pid()!;
    process.kill(before, "SIGKILL");
    const rows = await queryOnceBack(connection, "select value from kept order by value");
    expect(rows).toEqual([{ value: 1 }, { value: 2 }]);
    expect(pid()).not.toBe(before);
    const after = pid()!;
    await stop();
    expect(isRunning(after)).toBe(false);
  });

  it("does not wait for a query that nobody reads any more", async () => {
    const postgres = await scope.start(preparedCopy());
    const busy = new pg.Client(postgres.connection);
    busy.on("error", () => undefined);
    await busy.connect();
    const { rows } = await busy.query("select pg_backend_pid() as pid");
    const { pid: backend } = (rows as { pid: number }[])[0]!;
    const running = busy
      .query("select sum(sqrt(a)) from generate_series(1, 100000000) a")
      .catch(() => undefined);
    const active = () => activeBackends(postgres.connection, backend);
    await waitFor(active, { timeoutMs: 5_000, everyMs: 10 });
    process.kill(postgres.pid()!, "SIGKILL");
    expect(await queryOnceBack(postgres.connection, "select value from kept")).toEqual([{ value: 1 }]);
    await untilGone(backend);
    await busy.end().catch(() => undefined);
    await running;
  });

  it("may be stopped while it is coming back", async () => {
    const postgres = await scope.start(preparedCopy());
    process.kill(postgres.pid()!, "SIGKILL");
    await waitFor(() => (scope.messages.some((text) => text.includes("unexpectedly")) ? true : undefined), {
      timeoutMs: 5_000,
      everyMs: 1,
    });
    await postgres.stop();
    expect(isRunning(postgres.pid()!)).toBe(false);
  });
});

describe("a killed parent", () => {
  it("leaves a server that the next start replaces by one of its own", async () => {
    const dataDir = preparedCopy();
    const holder = scope.spawnHolder(dataDir);
    const left = await whenReady(holder);
    await query(left.connection, "insert into kept values (2)");
    await killHolder(holder);
    expect(isRunning(left.pid)).toBe(true);

    const { connection, pid } = await scope.start(dataDir);
    expect(isRunning(left.pid)).toBe(false);
    expect(pid()).not.toBe(left.pid);
    expect(await query(connection, "select count(*)::int as rows from kept")).toEqual([{ rows: 2 }]);
  });

  it("and a killed server: the next start recovers", async () => {
    const dataDir = preparedCopy();
    const holder = scope.spawnHolder(dataDir);
    const left = await whenReady(holder);
    await query(left.connection, "insert into kept values (2)");
    await killHolder(holder);
    process.kill(left.pid, "SIGKILL");
    const { connection } = await scope.start(dataDir);
    expect(await query(connection, "select count(*)::int as rows from kept")).toEqual([{ rows: 2 }]);
  });
});

describe.runIf(isRoot)("accounts", () => {
  it("an ordinary user needs no privilege", async () => {
    const dataDir = scope.folder();
    chownSync(dataDir, nobody, nobody);
    const holder = scope.spawnHolder(dataDir, { uid: nobody, gid: nobody });
    const { pid } = await whenReady(holder);
    expect(statSync(`/proc/${pid}`).uid).toBe(nobody);
    expect(statSync(join(dataDir, "postgres")).uid).toBe(nobody);
    await endHolder(holder);
  });

  it("root without user namespaces hands the server to another account", async () => {
    const dataDir = scope.folder();
    chmodSync(dataDir, 0o755);
    const withoutUnshare = { ...process.env, PATH: "/nonexistent" };
    const holder = scope.spawnHolder(dataDir, { env: withoutUnshare });
    const { pid, connection } = await whenReady(holder);
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    expect(mode(dataDir)).toBe("710");
    await query(connection, "create table kept as select 1 as value");
    await endHolder(holder);

    const again = await scope.start(dataDir);
    expect(await query(again.connection, "select value from kept")).toEqual([{ value: 1 }]);
  });

  it("says what to do if root has no way at all", async () => {
    const closed = scope.folder();
    chmodSync(closed, 0o700);
    const holder = scope.spawnHolder(join(closed, "data"), { env: { ...process.env, PATH: "/nonexistent" } });
    await expect(whenReady(holder)).rejects.toThrow(/does not run as root[^]*a PostgreSQL of your own/);
  });

  it("tells an ordinary user that the data is somebody else's", async () => {
    const dataDir = preparedCopy();
    chownSync(dataDir, nobody, nobody);
    chmodSync(join(dataDir, ".."), 0o755);
    const holder = scope.spawnHolder(dataDir, { uid: nobody, gid: nobody });
    await expect(whenReady(holder)).rejects.toThrow(/belongs to user 0, but this process runs as user 65534/);
  });
});

function findStaging(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith("postgres-init-")) : [];
}

async function activeBackends(
  connection: Parameters<typeof query>[0],
  backend: number,
): Promise<true | undefined> {
  const rows = await query(
    connection,
    `select 1 from pg_stat_activity where pid = ${backend} and state = 'active'`,
  );
  return rows.length > 0 ? true : undefined;
}
