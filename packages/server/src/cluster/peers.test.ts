import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fakeNetwork } from "../../testing/fake-links.ts";
import type { FakeLink } from "../../testing/fake-links.ts";
import { createLog } from "../platform/telemetry/log.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import type { RateLimit } from "../platform/rate-limit.ts";
import { createPeers } from "./peers.ts";
import type { Peers } from "./peers.ts";

const PER_SECOND = 50;
const BURST = 200;
const TELL_MS = 250;

type Process = { link: FakeLink; peers: Peers; limit: RateLimit };

function processes(count: number) {
  let nowMs = 1_000_000;
  const clock = { nowMs: () => nowMs, onTick: () => () => {} };
  const network = fakeNetwork(clock);
  const join = (): Process => {
    const link = network.join();
    const peers = createPeers({ link, prefix: "test", clock, log: createLog("silent") });
    return { link, peers, limit: peers.share("session", rateLimit({ perSecond: PER_SECOND, burst: BURST })) };
  };
  const all = Array.from({ length: count }, join);
  const reportAll = () => all.forEach(({ peers }) => peers.report());
  return {
    all,
    join,
    joinBare: network.join,
    reportAll,
    now: () => nowMs,
    pass: (ms: number) => (nowMs += ms),
  };
}

describe("a limit that processes share", () => {
  it("admits about as much over all processes as over one, however calls are spread", () => {
    const rates = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(rates, (callsInQuarter) => {
        const { all, reportAll, now, pass } = processes(3);
        const seconds = 30;
        let passed = 0;
        for (let quarter = 0; quarter < seconds * 4; quarter += 1) {
          for (const [n, { limit }] of all.entries()) {
            for (let call = 0; call < callsInQuarter[n]!; call += 1)
              if (limit.take("ann", now())) passed += 1;
          }
          reportAll();
          pass(TELL_MS);
        }
        const asked = callsInQuarter.reduce((sum, calls) => sum + calls, 0) * seconds * 4;
        // Each process may let one burst through at once; calls at a tenth of the rate are not reported.
        const most = all.length * BURST + PER_SECOND * seconds * (1 + 0.1 * (all.length - 1));
        expect(passed).toBeLessThanOrEqual(most);
        expect(passed).toBeGreaterThanOrEqual(Math.min(asked, PER_SECOND * seconds * 0.8));
      }),
      { numRuns: 30 },
    );
  });

  it("applies to each process alone while they are apart, and quiet callers cost no message", () => {
    const { all, reportAll, now, pass } = processes(2);
    const [one, two] = all as [Process, Process];
    one.link.cut();
    const takeAll = ({ limit }: Process) => Array.from({ length: BURST }, () => limit.take("ann", now()));
    expect(takeAll(one).every(Boolean) && takeAll(two).every(Boolean)).toBe(true);
    reportAll();
    expect(one.limit.take("bob", now()) && two.limit.take("bob", now())).toBe(true);
    pass(10_000);
    reportAll();
    const before = two.link.sent.length;
    for (let second = 0; second < 20; second += 1) {
      two.limit.take("cat", now());
      pass(1_000);
      two.peers.report();
    }
    expect(two.link.sent.slice(before).filter((message) => message.includes("limits"))).toEqual([]);
  });

  it("sends neither a token nor an address", () => {
    const { all, reportAll, now } = processes(2);
    for (let call = 0; call < 100; call += 1) all[0]!.limit.take("10.1.2.3", now());
    reportAll();
    const sent = all[0]!.link.sent.join("\n");
    expect(sent).toContain("limits");
    expect(sent).not.toContain("10.1.2.3");
  });
});

describe("live connections", () => {
  it("are known to every process, even to one that joins later or was cut off", () => {
    const { all, join, reportAll } = processes(2);
    const [one, two] = all as [Process, Process];
    one.peers.countSockets("ann", 2);
    two.peers.countSockets("ann", 1);
    reportAll();
    expect([one, two].map(({ peers }) => peers.socketsElsewhere("ann"))).toEqual([1, 2]);

    const three = join();
    three.link.cut();
    three.link.mend();
    reportAll();
    expect(three.peers.socketsElsewhere("ann")).toBe(3);

    two.link.cut();
    two.peers.countSockets("ann", 0);
    one.peers.countSockets("ann", 5);
    reportAll();
    two.link.mend();
    reportAll();
    expect([one, two, three].map(({ peers }) => peers.socketsElsewhere("ann"))).toEqual([0, 5, 5]);
  });

  it("are forgotten when their process leaves or is silent for some seconds", () => {
    const { all, reportAll, pass } = processes(3);
    const [one, two, three] = all as [Process, Process, Process];
    const lost: number[] = [];
    one.peers.onMissed((heardAtMs) => void lost.push(heardAtMs));
    two.peers.countSockets("ann", 1);
    three.peers.countSockets("ann", 1);
    reportAll();
    two.peers.leave();
    expect(one.peers.socketsElsewhere("ann")).toBe(1);
    for (let second = 0; second < 4; second += 1) {
      pass(1_000);
      one.peers.report();
    }
    expect(one.peers.socketsElsewhere("ann")).toBe(1);
    pass(1_000);
    one.peers.report();
    expect(one.peers.socketsElsewhere("ann")).toBe(0);
    expect(lost).toEqual([1_000_000]);
  });

  it("are kept and forgotten as always after the clock has stepped back", () => {
    const { all, reportAll, pass } = processes(3);
    const [one, two, three] = all as [Process, Process, Process];
    two.peers.countSockets("ann", 1);
    three.peers.countSockets("ann", 1);
    reportAll();
    pass(-600_000);
    for (let second = 0; second < 10; second += 1) {
      one.peers.report();
      two.peers.report();
      pass(1_000);
    }
    expect(one.peers.socketsElsewhere("ann")).toBe(1);
  });

  it("are requested again from a process whose messages were missed", () => {
    const { all, joinBare, pass } = processes(1);
    const [one] = all as [Process];
    const missed: number[] = [];
    one.peers.onMissed((heardAtMs) => void missed.push(heardAtMs));
    const link = joinBare();
    const say = (n: number, fields: object = {}) =>
      link.send("test.neighbours", JSON.stringify({ from: "x", n, ...fields }));
    const hellos = () => one.link.sent.filter((text) => text.includes('"hello"')).length;
    say(1, { about: "hello", sockets: [["ann", 1]] });
    say(2);
    const before = hellos();
    pass(6_000);
    one.peers.report();
    expect([missed, one.peers.socketsElsewhere("ann")]).toEqual([[1_000_000], 0]);

    // The peer was there all the time, out of reach.
    say(9, { sockets: [["bob", 1]] });
    say(10);
    one.peers.report();
    expect([missed, hellos()]).toEqual([[1_000_000, 1_000_000], before + 1]);
    pass(1_000);
    say(12);
    expect(missed.slice(2)).toEqual([1_006_000]);
    say(13);
    expect(missed).toHaveLength(3);
  });

  it("stay as they were after a malformed message", () => {
    const { all, reportAll, join } = processes(1);
    all[0]!.peers.countSockets("ann", 1);
    const stranger = join();
    reportAll();
    for (const text of [
      "",
      "{",
      "[]",
      '{"sockets":[["ann",3]]}',
      '{"from":"x","n":1,"sockets":[["ann","3"]]}',
    ]) {
      stranger.link.send("test.neighbours", text);
    }
    expect(all[0]!.peers.socketsElsewhere("ann")).toBe(0);
    expect(stranger.peers.socketsElsewhere("ann")).toBe(1);
  });
});
