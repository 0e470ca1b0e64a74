import { closeSync, mkdtempSync, rmSync, statSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { logSize, openLog, readLogTail, rotateLog } from "./files.ts";

let folder = "";
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "vt-"))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("keeps a log and its older part within bounds while a server writes to it", () => {
  const file = join(folder, "postgres.log");
  const server = openLog(file);
  writeSync(server, "first\n");
  rotateLog(file);
  expect(readLogTail(file, 0)).toBe("first");

  writeSync(server, "x".repeat(9 * 1024 * 1024));
  rotateLog(file);
  expect(logSize(file)).toBe(0);
  expect(statSync(`${file}.1`).size).toBeGreaterThan(9 * 1024 * 1024);

  writeSync(server, "second\n");
  closeSync(server);
  expect(readLogTail(file, 0)).toBe("second");
  expect(readLogTail(file, 10_000)).toBe("second");
});
