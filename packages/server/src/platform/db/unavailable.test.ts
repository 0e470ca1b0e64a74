import dns from "node:dns";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "../telemetry/log.ts";
import { openDatabase, transaction, withClient } from "./database.ts";
import { isDatabaseUnavailable, noteReached, UnreachableError, warnOf } from "./unavailable.ts";

afterEach(() => vi.useRealTimers());

function listen() {
  const lines: { level: string; msg: string; error?: string }[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  return { log, lines, words: () => lines.map(({ level, msg }) => `${level}: ${msg}`) };
}

it.each([
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ECONNABORTED",
  "ENOBUFS",
  "CERT_HAS_EXPIRED",
  "ESOMETHING",
])("takes %s for an outage if it happens while a connection is acquired", async (code) => {
  const { lookup } = dns;
  onTestFinished(() => void Object.assign(dns, { lookup }));
  const failure = Object.assign(new Error(`no way: ${code}`), { code });
  Object.assign(dns, {
    lookup: (_name: string, _options: object, answer: (error: Error) => void) => answer(failure),
  });
  const url = "postgresql://me:secret@db.example:5432/veritick";
  const database = openDatabase(url, createLog("silent"), 1);
  onTestFinished(() => database.end());
  const outcomes = await Promise.allSettled([
    database.query("select 1"),
    database.connect(),
    transaction(database, () => Promise.resolve()),
    withClient(url, () => Promise.resolve()),
  ]);
  for (const outcome of outcomes) {
    const { reason } = outcome as PromiseRejectedResult;
    expect(reason).toMatchObject({ name: "UnreachableError", cause: failure, message: `no way: ${code}` });
    expect(isDatabaseUnavailable(reason)).toBe(true);
  }
  expect(isDatabaseUnavailable(failure)).toBe(["EHOSTUNREACH", "ENETUNREACH", "ECONNABORTED"].includes(code));
});

it("warns once of an outage, says when it is over, and warns of the next one", () => {
  vi.useFakeTimers();
  const { log, lines, words } = listen();
  const failures = [
    new Error("Connection terminated unexpectedly"),
    new UnreachableError(new Error("no way")),
  ];
  const fail = () => failures.forEach((failure) => warnOf(log, failure, "a task failed"));
  for (let second = 0; second < 60; second += 1) {
    fail();
    // One connection is left, so some statements still pass.
    noteReached(log);
    vi.advanceTimersByTime(1_000);
  }
  const outage = ["info: a connection to the database was lost", "warn: the database cannot be reached"];
  expect(words()).toEqual(outage);
  expect(lines[1]!.error).toBe("UnreachableError: no way");
  vi.advanceTimersByTime(5_000);
  expect(words()).toEqual([...outage, "info: the database can be reached again"]);
  fail();
  expect(words().slice(3)).toEqual(outage);
});

it("warns of every other failure, with its facts", () => {
  const { log, lines } = listen();
  for (const task of ["one", "two"]) warnOf(log, new Error("no"), "a task failed", { task });
  expect(lines).toMatchObject([
    { level: "warn", task: "one", error: "Error: no", msg: "a task failed" },
    { level: "warn", task: "two", error: "Error: no", msg: "a task failed" },
  ]);
});
