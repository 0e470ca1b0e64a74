import { chainHashOf, QUICKNET } from "@veritick/domain/beacon.ts";
import { verdictOf } from "@veritick/domain/verify/step.ts";
import { verifyPosition } from "@veritick/domain/verify/verify-position.ts";
import { describe, expect, it } from "vitest";
import { isSigned } from "../../../packages/web/src/lib/ed25519.ts";
import { GENESIS_TICK, makeReceipt, SECOND_HOUR, startOfflineSite } from "./offline-receipt.ts";
import { STRANGERS_KEY } from "./receipt-file.ts";
import { useFiles, verify } from "./verifier.ts";

/**
 * What both verifiers say of files in which every check passes: a forger with all keys of a platform, and a beacon of its own,
 * can make such files of orders that were never sent.
 */

const put = useFiles();
const ENTRY = SECOND_HOUR + 2;

const own = makeReceipt(ENTRY).fairness.beacon;
const NAMED_QUICKNET = { ...own, beaconID: "quicknet" };
const CHAINS = [own, { ...NAMED_QUICKNET, chainHash: chainHashOf(NAMED_QUICKNET) }];

const complete = makeReceipt(ENTRY);
/** An order that entered at the genesis and is checked at once needs no round. Nobody has those of quicknet here. */
const soFarOnQuicknet = { ...makeReceipt(GENESIS_TICK, GENESIS_TICK, QUICKNET), rounds: [] };

/** Adds what the browser that sent the order noted of its answer. */
function noted(file: any, note: "all" | "time" | "nothing"): any {
  const { signature, path } = file.receipt.promise;
  const received = note === "nothing" ? null : file.received;
  const isWhole = note === "all";
  return {
    ...file,
    received,
    receivedSignature: isWhole ? signature : null,
    receivedPath: isWhole ? path : null,
  };
}

/** Returns the outcome in the browser and the steps that qualify it. */
function inBrowser(file: any, now: number) {
  const { fairness, epochs, rounds } = file;
  const { steps } = verifyPosition(file, {
    now,
    isSigned,
    findUnsigned: () => undefined,
    published: { fairness, epochs, rounds },
  });
  const notes = steps.filter(({ outcome }) => outcome === "note");
  return { outcome: verdictOf(steps), notes: notes.map(({ name, found }) => [name, found]) };
}

const told = (file: any, now: number, ...words: string[]) =>
  verify(
    "--position",
    put(file),
    "--key",
    STRANGERS_KEY,
    "--now",
    new Date(now * 1000).toISOString(),
    ...words,
  );

const knew = (hash: string) => `unless the operator of the beacon ${hash.slice(0, 12)} knew its rounds`;
const UNDATED = "nothing here shows that it was not backdated";

describe.each([
  ["All right", "right", undefined],
  ["Right so far", "later", ENTRY + 20],
])('on a beacon of the platform\'s own, whatever its name, the verdict is "%s"', (words, outcome, at) => {
  const files = CHAINS.map((chain) => makeReceipt(ENTRY, at, chain));

  it.each([
    ["the answer noted", "all", [], (known: string) => `, ${known}`],
    ["only the time noted", "time", ["received"], (known: string) => `, ${known}, and ${UNDATED}`],
    ["nothing noted", "nothing", ["received"], (known: string) => `, ${known}, and ${UNDATED}`],
    ["the answer noted, and a trusted chain", "all", [], () => "", "--beacon"],
    ["nothing noted, and a trusted chain", "nothing", ["received"], () => `, but ${UNDATED}`, "--beacon"],
  ] as const)("with %s", async (_name, note, names, reservations, trust?) => {
    for (const each of files) {
      const file = noted(each, note);
      const { chainHash } = file.fairness.beacon;
      const now = Date.parse(file.downloaded) / 1000;
      const trusted = trust === undefined ? [] : [trust, chainHash];
      const last = reservations(knew(chainHash));
      const { code, lines, text } = await told(file, now, ...trusted);
      expect(lines.at(-1), text).toMatch(new RegExp(`^${words}${last}: \\d+ checks passed`));
      expect(code).toBe(0);
      const strict = await told(file, now, ...trusted, "--strict");
      expect([strict.lines, strict.code]).toEqual([lines, last === "" ? 0 : 2]);
      const browser = inBrowser(file, now);
      expect(browser.outcome).toBe(outcome);
      expect(browser.notes.map(([step]) => step)).toEqual([...names, "beacon"]);
      expect(browser.notes.at(-1)![1]).toBe(chainHash);
    }
  });
});

describe("on quicknet", () => {
  it("the verdict is plain if the answer was noted in time", async () => {
    const { code, lines, text } = await told(noted(soFarOnQuicknet, "all"), GENESIS_TICK, "--strict");
    expect(lines.at(-1), text).toMatch(/^Right so far: \d+ checks passed, /);
    expect(code).toBe(0);
    expect(inBrowser(noted(soFarOnQuicknet, "all"), GENESIS_TICK)).toEqual({ outcome: "later", notes: [] });
    const whole = makeReceipt(ENTRY, undefined, QUICKNET);
    const now = Date.parse(whole.downloaded) / 1000;
    expect(inBrowser(noted(whole, "all"), now)).toEqual({ outcome: "right", notes: [] });
    expect(inBrowser(noted(whole, "nothing"), now).notes).toEqual([["received", undefined]]);
  });

  it("it says if nothing shows when the answer came", async () => {
    const file = noted(soFarOnQuicknet, "nothing");
    const { code, lines } = await told(file, GENESIS_TICK);
    expect(lines.at(-1)).toMatch(new RegExp(`^Right so far, but ${UNDATED}: \\d+ checks passed, `));
    expect(code).toBe(0);
    expect((await told(file, GENESIS_TICK, "--strict")).code).toBe(2);
  });
});

it("a chain that claims the hash of quicknet is wrong", async () => {
  const file = structuredClone(complete);
  file.fairness.beacon.chainHash = QUICKNET.chainHash;
  const now = Date.parse(file.downloaded) / 1000;
  expect((await told(noted(file, "all"), now)).wrong).toContain("beacon");
  expect(inBrowser(noted(file, "all"), now).outcome).toBe("wrong");
});

it("a receipt of an ended price is not right without the chain of that price", async () => {
  const file = noted(structuredClone(complete), "all");
  const { genesis, beacon } = file.fairness;
  const { expiryTick } = file.receipt.position;
  const epochs = file.epochs.filter(({ seed }: any) => seed !== null);
  const closed = { positions: 0, stake: "0.00000000", value: "0.00000000", epochs };
  const ending = { genesis: { ...genesis }, beacon, reason: "secret", tick: expiryTick };
  const [head, promised] = [genesis.previousHead, []];
  file.fairness.closings = [{ ...ending, endedAt: file.downloaded, ...closed, head, promised }];
  genesis.tick = SECOND_HOUR + 3599;
  const now = Date.parse(file.downloaded) / 1000;
  const { code, missing, text } = await told(file, now);
  expect({ code, missing }, text).toMatchObject({ code: 2, missing: ["chain"] });
  expect(inBrowser(file, now).outcome).toBe("missing");
});

describe("hours and commitments", () => {
  const [FIRST, LAST] = [Math.floor(GENESIS_TICK / 3600), complete.epochs.at(-1)];
  const knewOwn = knew(own.chainHash);
  const head = (epoch: number) => `${epoch}:${complete.epochs.find((row: any) => row.epoch === epoch).head}`;
  const seen = ["--seen", head(FIRST + 20)];
  /** Returns the last line about a site that lists no epoch after the last of the file. */
  async function last(...words: string[]) {
    const url = await startOfflineSite(complete, (body, path) => {
      if (path !== "/api/fairness") return;
      body.chain = { epoch: LAST.epoch, head: LAST.head };
      body.upcoming = body.upcoming.filter(({ epoch }: any) => epoch <= LAST.epoch);
    });
    const { code, lines } = await verify(...words, "--url", url, "--now", complete.downloaded);
    return `${code} ${lines.at(-1)}`;
  }

  it("may have been backdated, unless a head was noted before", async () => {
    const first = ["--epoch", `${FIRST}`];
    const other = ["--seen", `${FIRST + 20}:${"ab".repeat(32)}`];
    expect(await last(...first)).toMatch(new RegExp(`^0 All right, ${knewOwn}, and ${UNDATED}: `));
    expect(await last(...first, ...seen)).toMatch(new RegExp(`^0 All right, ${knewOwn}: `));
    expect(await last(...first, ...seen, "--strict")).toMatch(/^2 All right, unless /);
    expect(await last(...first, ...seen, "--beacon", own.chainHash, "--strict")).toMatch(/^0 All right: /);
    expect(await last(...first, ...other)).toMatch(/^1 WRONG: 1 of /);
    const bounds = `Give --seen a head from epoch ${FIRST + 1} to epoch ${FIRST + 24}.`;
    for (const at of [head(FIRST), head(FIRST + 25)])
      expect(await last(...first, "--to", `${FIRST + 1}`, "--seen", at)).toBe(`2 ${bounds}`);
  });

  it("are judged without the beacon in the chain", async () => {
    expect(await last("--chain")).toMatch(new RegExp(`^0 All right, but ${UNDATED}: `));
    expect(await last("--chain", "--strict")).toMatch(/^2 /);
    expect(await last("--chain", ...seen, "--strict")).toMatch(/^0 All right: /);
  });
});
