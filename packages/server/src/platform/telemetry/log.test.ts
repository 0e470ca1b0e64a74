import { describe, expect, it } from "vitest";
import { createLog } from "./log.ts";
import { runInScope } from "./tracing.ts";

function capture(level = "info") {
  const lines: Record<string, unknown>[] = [];
  return { lines, log: createLog(level, { write: (line) => void lines.push(JSON.parse(line)) }) };
}

describe("the log", () => {
  it("hides secrets passed by mistake, at the top of a line and one level below", () => {
    const { lines, log } = capture();
    const secrets = {
      password: "s3cret",
      token: "s3cret",
      cookie: "s3cret",
      twoStepCode: "s3cret",
      email: "s3cret",
    };
    log.info(
      { ...secrets, given: { ...secrets, headers: ["s3cret"], body: "s3cret" }, route: "/api" },
      "said",
    );
    expect(JSON.stringify(lines)).not.toContain("s3cret");
    expect(lines[0]).toMatchObject({
      route: "/api",
      password: "[hidden]",
      given: { body: "[hidden]" },
      msg: "said",
    });
  });

  it("adds the request's id to that request's lines only, also after an await", async () => {
    const { lines, log } = capture();
    const one = runInScope({ requestId: "one" }, async () => {
      await new Promise(setImmediate);
      log.info({ n: 1 }, "in a request");
    });
    const two = runInScope({ requestId: "two" }, async () => {
      await Promise.resolve();
      log.info({ n: 2, requestId: "named" }, "by name");
      runInScope(undefined, () => log.info({ n: 3 }, "of nobody"));
    });
    await Promise.all([one, two]);
    log.info({ n: 4 }, "outside");
    const ids = Object.fromEntries(lines.map(({ n, requestId }) => [n, requestId]));
    expect(ids).toEqual({ 1: "one", 2: "named", 3: undefined, 4: undefined });
  });
});
