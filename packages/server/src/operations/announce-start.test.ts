import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../config/config.ts";
import { UnreachableError } from "../platform/db/unavailable.ts";
import { describeFailure, originOf, startLines } from "./announce-start.ts";

const secrets = Object.fromEntries(
  ["PRICE_SECRET", "CODE_PEPPER", "SIGNING_KEY", "BEACON_KEY"].map((name) => [name, "ab".repeat(32)]),
);
const trying = { ...secrets, DATABASE_URL: "postgresql://nowhere", ACCEPT_OWN_BEACON: "yes" };
const place = { port: 3000, host: "no.such", dataDir: "/srv/data" };

it.each([
  ["127.0.0.1", "http://localhost:3000"],
  ["0.0.0.0", "http://localhost:3000"],
  ["::", "http://localhost:3000"],
  ["::1", "http://[::1]:3000"],
  ["10.0.0.1", "http://10.0.0.1:3000"],
])("names for HOST=%s an address that answers: %s", (host, origin) => {
  expect(originOf(host, 3000)).toBe(origin);
});

it("prints the key of the public log, for the witnesses that are asked to watch it", () => {
  const folder = mkdtempSync(join(tmpdir(), "veritick-start-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const LOG_POLICY = join(folder, "policy");
  writeFileSync(LOG_POLICY, "quorum none\n");
  const log = { LOG_POLICY, LOG_KEY: "05".repeat(32), PUBLIC_URL: "https://veritick.example" };
  const found = { setupToken: undefined, houseFunds: "1.00000000" };
  const lines = startLines(readConfig({ ...trying, ...log }), "https://veritick.example", found);
  expect(lines.join("\n")).toMatch(/Public log +veritick\.example\/log\/1\+028f994b\+AW56HN0psLeP0Tr0/);
});

it("prints the settings an operator checks, and the one-time address or that of the administration", () => {
  const found = { setupToken: "the-token", houseFunds: "1000000.00000000" };
  const lines = startLines(readConfig(trying), "http://localhost:3000", found).join("\n");
  expect(lines).toContain("http://localhost:3000/setup?token=the-token");
  expect(lines).toMatch(/Payments +sandbox, no real money/);
  expect(lines).toMatch(/Beacon +this installation's own/);
  expect(lines).toMatch(/Public log +off/);
  expect(lines).toMatch(/Screening +off/);
  expect(lines).toMatch(/House funds +1000000\.00 USDMS/);
  expect(lines).not.toContain("house:capital");
  expect(lines).toMatch(/Second approval +off/);
  expect(lines).toMatch(/Re-authentication +only where always required/);
  const careful = readConfig({
    ...trying,
    FOUR_EYES_ABOVE: "1000",
    STEP_UP_MINUTES: "10",
    BEACON: "quicknet",
    SCREENING_URL: "https://screening.example/ask?key=5e5e",
    SCREENING_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
  });
  const nothing = { setupToken: undefined, houseFunds: "0.00000000" };
  const others = startLines(careful, "https://trade.example", nothing).join("\n");
  expect(others).toContain("https://trade.example/admin");
  expect(others).not.toContain("setup");
  expect(others).toMatch(/Beacon +drand, public/);
  expect(others).toMatch(/Screening +on, before money is credited or paid out/);
  expect(others).not.toContain("5e5e");
  expect(others).toMatch(/Second approval +above 1000\.00 USDMS/);
  expect(others).toMatch(/Re-authentication +after 10 minutes/);
  expect(others).toMatch(/House funds +0\.00 USDMS/);
  expect(others).toContain("The house has no funds, so users cannot open positions.");
  expect(others).toContain("npm run house:capital -- --add");
});

it("reports a busy port in one line", async () => {
  const [first, second] = [createServer(), createServer()];
  onTestFinished(() => void first.close());
  await once(first.listen(0, "127.0.0.1"), "listening");
  const { port } = first.address() as AddressInfo;
  const [error] = await once(second.listen(port, "127.0.0.1"), "error");
  expect(describeFailure(error, { ...place, port })).toBe(
    `Port ${port} is in use by another program. Stop that program, or choose another port with PORT.`,
  );
});

it.each([
  [{ syscall: "listen", code: "EACCES" }, /^This user is not allowed to use port 3000/],
  [{ syscall: "listen", code: "EADDRNOTAVAIL", address: "192.0.2.7" }, /^HOST is 192\.0\.2\.7, which is not/],
  [{ syscall: "listen", code: "EAFNOSUPPORT", address: "::" }, /^HOST is ::, which is not/],
  [{ syscall: "getaddrinfo", code: "ENOTFOUND", hostname: "no.such" }, /^HOST is no\.such, which is not/],
  [{ syscall: "write", code: "ENOSPC" }, /^The disk is full: nothing can be written to \/srv\/data/],
  [{ syscall: "mkdir", code: "EACCES", path: "/srv" }, /^This user cannot write to \/srv\./],
  [{ syscall: "open", code: "EROFS" }, /^This user cannot write to \/srv\/data\./],
])("reports %o in one line", (cause, words) => {
  const told = describeFailure(Object.assign(new Error("no"), cause), place);
  expect(told).toMatch(words);
  expect(told).not.toContain("\n");
});

it.each([
  [
    {},
    'initdb failed:\nFATAL:  could not write to file "pg_wal/xlogtemp": No space left on device\nremoving',
  ],
  [{ code: "53100" }, 'could not extend file "base/2606": wrote only 4096 of 8192 bytes'],
  [{ code: "ERR_SQLITE_ERROR" }, "database or disk is full"],
])("reports a full disk in one line for the error %o: %s", (cause, message) => {
  const told = describeFailure(Object.assign(new Error(message), cause), place);
  expect(told).toBe("The disk is full: nothing can be stored. Free some space, then start again.");
});

it("reports a silent database in one line, whichever connection found it so", () => {
  for (const message of ["timeout expired", "timeout exceeded when trying to connect"])
    expect(describeFailure(new UnreachableError(new Error(message)), place)).toMatch(
      /^No connection to the database: timeout .*DATABASE_URL.*$/,
    );
  const refused = Object.assign(new AggregateError([]), { code: "ECONNREFUSED" });
  expect(describeFailure(new UnreachableError(refused), place)).toMatch(
    /^No connection to the database: ECONNREFUSED\. .*$/,
  );
});

it("ends a start with a misspelt setting or an unwritable folder, and names it", async () => {
  const folder = mkdtempSync(join(tmpdir(), "veritick-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = (environment: Record<string, string>) =>
    new Promise<string>((resolve) => {
      const main = fileURLToPath(new URL("../main.ts", import.meta.url));
      const env = { PATH: process.env["PATH"]!, DATA_DIR: join(folder, "data"), ...environment };
      execFile(process.execPath, [main], { env }, (error, _output, errors) =>
        resolve(`${error?.code} ${errors}`),
      );
    });
  expect(await start({ FOUR_EYE_ABOVE: "1000" })).toMatch(
    /^1 \s*Veritick could not start\.\nFOUR_EYE_ABOVE is set, but it is not a setting\. Did you mean FOUR_EYES_ABOVE\?/,
  );
  // A file in the place of a folder stops every user, even root.
  for (const folder of ["/dev/null/data", ...(process.platform === "linux" ? ["/proc/none/data"] : [])]) {
    const told = await start({ DATA_DIR: folder });
    expect(told).toMatch(/^1 \s*Veritick could not start\.\n/);
    expect(told).toMatch(/\/dev\/null\/data|\/proc\/none/);
    expect(told).not.toContain("    at ");
  }
});
