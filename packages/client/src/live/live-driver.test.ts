import { expect, test } from "vitest";
import { livenessOf } from "./connection.ts";
import type { Liveness } from "./connection.ts";
import { startLive } from "./live-driver.ts";
import type { SocketHandlers } from "./live-driver.ts";

type FakeSocket = SocketHandlers & { token: string; isClosed: boolean };

/** Makes a browser in which time moves only when the test moves it. */
function fakeBrowser({ tokenWorks = true } = {}) {
  let nowMs = 0;
  let aheadMs = 0;
  let timers: { dueMs: number; call: () => void }[] = [];
  const sockets: FakeSocket[] = [];
  const seen: Liveness[] = [];
  const world = { tokenWorks, isDeaf: false, requests: 0 };
  const driver = startLive(
    {
      requestToken: () => {
        world.requests++;
        if (world.isDeaf) return new Promise(() => {});
        return world.tokenWorks
          ? Promise.resolve(`t${world.requests}`)
          : Promise.reject(new Error("offline"));
      },
      openSocket: (token, handlers) => {
        const socket: FakeSocket = { ...handlers, token, isClosed: false };
        sockets.push(socket);
        return () => (socket.isClosed = true);
      },
      after: (delayMs, call) => {
        const timer = { dueMs: nowMs + delayMs, call };
        timers.push(timer);
        return () => (timers = timers.filter((other) => other !== timer));
      },
      nowMs: () => nowMs + aheadMs,
      random: () => 0.5,
      warn: () => {},
    },
    {
      onState: (state) => seen.push(livenessOf(state)),
      onMessage: (text) => (text === "price" || text === "held" ? text : undefined),
    },
  );
  async function pass(ms: number) {
    const endMs = nowMs + ms;
    for (;;) {
      // Enough turns for the token's promise to settle.
      for (let turn = 0; turn < 5; turn++) await Promise.resolve();
      const next = timers.filter((timer) => timer.dueMs <= endMs).sort((a, b) => a.dueMs - b.dueMs)[0];
      if (next === undefined) break;
      timers = timers.filter((timer) => timer !== next);
      nowMs = next.dueMs;
      next.call();
    }
    nowMs = endMs;
  }
  /** Moves the clock but no timer, as a sleep of the device does. */
  const moveClock = (ms: number) => void (aheadMs += ms);
  const newest = () => sockets.at(-1)!;
  return { driver, world, sockets, seen, pass, moveClock, newest, liveness: () => seen.at(-1) };
}

async function connected() {
  const browser = fakeBrowser();
  await browser.pass(0);
  browser.newest().onOpen();
  browser.newest().onText("price");
  return browser;
}

test("opens one socket with the token and follows its prices", async () => {
  const browser = await connected();
  expect(browser.sockets.map((socket) => socket.token)).toEqual(["t1"]);
  expect(browser.liveness()).toBe("live");
});

test("three seconds without a price make it stale, ten take the socket for dead", async () => {
  const browser = await connected();
  await browser.pass(2_999);
  expect(browser.liveness()).toBe("live");
  browser.newest().onText("something else");
  await browser.pass(1);
  expect(browser.liveness()).toBe("stale");
  await browser.pass(7_000);
  expect(browser.liveness()).toBe("reconnecting");
  expect(browser.sockets[0]!.isClosed).toBe(true);
  await browser.pass(1_000);
  expect(browser.sockets).toHaveLength(2);
});

test("a price from before a sleep is not live after it", async () => {
  const browser = await connected();
  browser.moveClock(3_600_000);
  browser.newest().onText("price");
  expect(browser.liveness()).toBe("reconnecting");
  await browser.pass(1_000);
  expect(browser.sockets).toHaveLength(2);
  expect(browser.sockets[0]!.isClosed).toBe(true);
  browser.newest().onOpen();
  browser.newest().onText("price");
  expect(browser.liveness()).toBe("live");
});

test("notices a sleep within a second, and at once when the page is looked at", async () => {
  const noticing = await connected();
  noticing.moveClock(3_600_000);
  await noticing.pass(1_000);
  expect(noticing.liveness()).toBe("reconnecting");
  const nap = await connected();
  nap.moveClock(5_000);
  await nap.pass(1_000);
  expect(nap.liveness()).toBe("stale");
  const seen = await connected();
  seen.moveClock(3_600_000);
  seen.driver.wake();
  expect(seen.liveness()).toBe("reconnecting");
  await seen.pass(0);
  expect(seen.sockets).toHaveLength(2);
});

test("notices silence on a clock that was set back", async () => {
  const browser = await connected();
  browser.moveClock(-3_600_000);
  await browser.pass(3_000);
  expect(browser.liveness()).toBe("stale");
});

test("an error before opening counts once, although a close follows it", async () => {
  const browser = fakeBrowser();
  await browser.pass(0);
  browser.newest().onEnd();
  browser.newest().onEnd();
  await browser.pass(2_999);
  expect(browser.sockets).toHaveLength(1);
  await browser.pass(1);
  expect(browser.sockets).toHaveLength(2);
});

test("takes an attempt that nothing answers for failed after ten seconds, and at once when it is woken later", async () => {
  const browser = fakeBrowser();
  await browser.pass(9_999);
  expect(browser.sockets.map(({ isClosed }) => isClosed)).toEqual([false]);
  browser.world.isDeaf = true;
  await browser.pass(1);
  expect(browser.sockets[0]!.isClosed).toBe(true);
  await browser.pass(3_000);
  expect(browser.world.requests).toBe(2);
  await browser.pass(10_000 + 6_000);
  expect(browser.world.requests).toBe(3);
  browser.moveClock(3_600_000);
  browser.world.isDeaf = false;
  browser.driver.wake();
  await browser.pass(0);
  expect(browser.sockets).toHaveLength(2);
  browser.newest().onOpen();
  browser.newest().onText("price");
  expect(browser.liveness()).toBe("live");
});

/** A page that has tried in vain for all its five retries. */
async function lostBrowser() {
  const browser = fakeBrowser({ tokenWorks: false });
  await browser.pass(3_000 + 6_000 + 9_000 + 12_000 + 14_999);
  expect(browser.liveness()).toBe("reconnecting");
  await browser.pass(1);
  expect(browser.liveness()).toBe("lost");
  expect(browser.world.requests).toBe(6);
  return browser;
}

test("gives up after five retries and starts again when it is woken", async () => {
  const browser = await lostBrowser();
  browser.driver.wake();
  await browser.pass(3_000);
  expect(browser.world.requests).toBe(8);
  browser.world.tokenWorks = true;
  browser.driver.wake();
  await browser.pass(0);
  expect(browser.sockets).toHaveLength(1);
});

test("tries once a minute after that, shows nothing of it, and is live again after any outage", async () => {
  const browser = await lostBrowser();
  const shown = browser.seen.length;
  await browser.pass(180 * 60_000);
  expect(browser.world.requests).toBe(6 + 180);
  expect(new Set(browser.seen.slice(shown))).toEqual(new Set(["lost"]));
  browser.world.tokenWorks = true;
  await browser.pass(60_000);
  browser.newest().onOpen();
  browser.newest().onText("price");
  expect(browser.liveness()).toBe("live");
  // The counter is reset, so the next outage has all its retries.
  browser.world.tokenWorks = false;
  browser.newest().onEnd();
  await browser.pass(1_000 + 6_000 + 9_000 + 12_000 + 14_999);
  expect(browser.liveness()).toBe("reconnecting");
});

test("tries soon after another call has found the server, and a press of the person tries at once", async () => {
  const browser = await lostBrowser();
  browser.driver.noteReachable();
  await browser.pass(4_999);
  expect(browser.world.requests).toBe(6);
  await browser.pass(1);
  expect(browser.world.requests).toBe(7);
  await browser.pass(59_999);
  expect(browser.world.requests).toBe(7);
  browser.world.isDeaf = true;
  await browser.pass(1);
  browser.driver.wake();
  expect(browser.world.requests).toBe(9);
  expect(browser.liveness()).toBe("connecting");
});

test("ignores everything after stop", async () => {
  const browser = await connected();
  browser.driver.stop();
  await browser.pass(120_000);
  expect(browser.sockets).toHaveLength(1);
  expect(browser.newest().isClosed).toBe(true);
});
