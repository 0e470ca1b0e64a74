import { describe, expect, it } from "vitest";
import { readNats } from "./services.ts";
import { ConfigError } from "./values.ts";

const readFrom = (environment: Record<string, string>) => readNats((name) => environment[name]);

describe("NATS_URL", () => {
  it("names one server or several, each with its own credentials", () => {
    expect(readFrom({})).toBeUndefined();
    expect(readFrom({ NATS_URL: "nats://bus" })).toEqual([{ host: "bus:4222", tls: false }]);
    expect(readFrom({ NATS_URL: "nats://ann:p%40ss@one:1, tls://two:2 ,nats://s3cret@[::1]:4333" })).toEqual([
      { host: "one:1", tls: false, user: "ann", password: "p@ss" },
      { host: "two:2", tls: true },
      { host: "[::1]:4333", tls: false, token: "s3cret" },
    ]);
    expect(readFrom({ NATS_URL: "tls://bus:4222", NATS_TOKEN: "s3cret" })).toEqual([
      { host: "bus:4222", tls: true, token: "s3cret" },
    ]);
  });

  it("is never repeated in a complaint, for it may hold a password", () => {
    for (const NATS_URL of ["http://ann:s3cret@bus", "ann:s3cret@bus:4222", "nats://ann:s3cret@bus/x"]) {
      expect(() => readFrom({ NATS_URL })).toThrow(ConfigError);
      expect(() => readFrom({ NATS_URL })).not.toThrow(/s3cret/);
    }
    expect(() => readFrom({ NATS_URL: "nats://ann:s3cret@bus", NATS_TOKEN: "t" })).toThrow(/exclude/);
  });
});
