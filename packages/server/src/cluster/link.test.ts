import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createNatsServer, findNatsServer } from "../../testing/nats-server.ts";
import type { NatsServer } from "../../testing/nats-server.ts";
import { until } from "../../testing/test-client.ts";
import { systemClock } from "../platform/clock.ts";
import type { Log } from "../platform/telemetry/log.ts";
import { natsLink } from "./link.ts";
import type { Link, LinkServer } from "./link.ts";

const clock = systemClock();
const RIGHT = { user: "veritick", password: "only the bus knows" };

describe.skipIf(findNatsServer() === undefined)("the link over NATS", () => {
  let nats: NatsServer;
  let host: string;

  beforeAll(async () => {
    nats = await createNatsServer(["--user", RIGHT.user, "--pass", RIGHT.password]);
    host = new URL(nats.url).host;
  });
  afterAll(() => nats.kill());

  function open(...servers: LinkServer[]): { link: Link; said: string[] } {
    const said: string[] = [];
    const say = (...words: unknown[]) => void said.push(JSON.stringify(words));
    const log = { debug: say, info: say, warn: say, error: say, fatal: say } as unknown as Log;
    const link = natsLink({ servers, clock, log });
    onTestFinished(link.close);
    return { link, said };
  }
  const openRight = () => open({ host, tls: false, ...RIGHT });

  it("carries messages to subscribers, not back to the sender, even after NATS was down", async () => {
    const [one, two] = [openRight().link, openRight().link];
    const heard: string[] = [];
    const stop = two.follow("a.b", (text) => heard.push(text));
    one.follow("a.b", () => heard.push("back"));
    two.follow("a.c", () => heard.push("other"));
    const changes: boolean[] = [];
    two.onChange((isConnected) => changes.push(isConnected));
    await until(() => one.isConnected() && two.isConnected(), "both are connected");
    one.send("a.b", "é€😀");
    await until(() => heard.length > 0, "it was heard");

    await nats.kill();
    await until(() => !one.isConnected() && !two.isConnected(), "both have noticed");
    one.send("a.b", "into the void");
    const away = two.heardUntilMs();
    await nats.start();
    await until(() => one.isConnected() && two.isConnected(), "both are connected again");
    expect(two.heardUntilMs()).toBeGreaterThan(away);
    one.send("a.b", "again");
    await until(() => heard.length > 1, "it was heard again");
    stop();
    one.send("a.b", "too late");
    one.send("a.c", "last");
    await until(() => heard.at(-1) === "other", "the last was heard");
    expect(heard).toEqual(["é€😀", "again", "other"]);
    expect(changes).toEqual([true, false, true]);
  });

  it("keeps trying all servers, logs that once, and never logs a password", async () => {
    const wrong = { host, tls: false, user: RIGHT.user, password: "a wrong secret" };
    const lost = open(wrong, { host: "127.0.0.1:1", tls: false, token: "a secret token" });
    await until(() => lost.said.length > 0, "it says so");
    const { link, said } = open(wrong, { host, tls: false, ...RIGHT });
    await until(() => link.isConnected(), "it is connected");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(lost.link.isConnected()).toBe(false);
    expect(lost.said).toHaveLength(1);
    expect([...said, ...lost.said].join("\n")).not.toMatch(/secret|only the bus/);
  });

  it("treats a server that refuses a request as lost", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "veritick-nats-")), "nats.conf");
    const deny = '{ subscribe: { deny: "a.unheard" }, publish: { deny: "a.unsaid" } }';
    writeFileSync(file, `authorization { users: [{ user: u, password: p, permissions: ${deny} }] }`);
    const strict = await createNatsServer(["--config", file]);
    onTestFinished(async () => {
      await strict.kill();
      rmSync(dirname(file), { recursive: true });
    });
    const server = { host: new URL(strict.url).host, tls: false, user: "u", password: "p" };

    const deaf = open(server);
    const changes: boolean[] = [];
    deaf.link.onChange((isConnected) => changes.push(isConnected));
    deaf.link.follow("a.unheard", () => {});
    await until(() => deaf.said.length > 0, "it says so");
    expect(deaf.said[0]).toContain("ermission");
    expect(changes).toEqual([]);

    const mute = open(server).link;
    const late = open(server).link;
    await until(() => mute.isConnected() && late.isConnected(), "they are connected");
    mute.send("a.unsaid", "");
    late.follow("a.unheard", () => {});
    await until(() => !mute.isConnected(), "it has noticed that it may not speak");
    await until(() => !late.isConnected(), "it has noticed that it does not hear");
  });

  it("treats a server that stopped answering as lost", async () => {
    const { link } = openRight();
    await until(() => link.isConnected(), "it is connected");
    nats.process!.kill("SIGSTOP");
    try {
      await until(() => !link.isConnected(), "it has noticed");
    } finally {
      nats.process!.kill("SIGCONT");
    }
    await until(() => link.isConnected(), "it is connected again");
  });
});
