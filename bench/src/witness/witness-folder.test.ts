import { randomInt } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { isLong } from "../support/long.ts";
import { createLog, hashOf, requestOf } from "./small-log.ts";
import { makeFolder, startWitness, withFileCalls } from "./witness-process.ts";
import type { WitnessProcess } from "./witness-process.ts";

const log = createLog("veritick.example/log/1", 5);
const STATE = `${hashOf(log.origin)}.checkpoint`;
const WORDS = ["--name", "witness.example/1", "--log", log.vkey];

const modeOf = (folder: string, name: string) => statSync(join(folder, name)).mode & 0o777;

/** Returns the size that a witness knows: it answers a wrong old size with it. */
async function sizeOf(witness: WitnessProcess): Promise<number> {
  const wrong = requestOf(999_999, [], log.note(1_000_000, log.rootOf(0)));
  const { status, text } = await witness.post(wrong);
  expect(status).toBe(409);
  return Number(text);
}

/** Returns the answer to a request, or undefined if the witness ends before. */
const tryToPost = (witness: WitnessProcess, body: string) =>
  witness.post(body).catch((error: unknown) => void error);

async function waitTurns(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

describe("the folder", () => {
  it("keeps key and checkpoint, which nobody else can read", async () => {
    const folder = makeFolder();
    const first = await startWitness(folder, WORDS);
    expect(modeOf(folder, "witness.key")).toBe(0o600);
    expect(readFileSync(join(folder, "witness.key"), "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    const { text } = await first.post(log.request(0, 3));
    expect(modeOf(folder, STATE)).toBe(0o600);
    expect(readFileSync(join(folder, STATE), "utf8")).toBe(log.note(3) + text);
    expect(await first.end("SIGTERM")).toBe(0);
    expect(readdirSync(folder).toSorted()).toEqual([STATE, "witness.key"].toSorted());

    const second = await startWitness(folder, WORDS);
    expect(second.vkey).toBe(first.vkey);
    expect((await second.ask(log.origin)).text).toBe(log.note(3) + text);
    expect(await sizeOf(second)).toBe(3);
    expect((await second.post(log.request(3, 7))).status).toBe(200);
    expect(await second.end("SIGINT")).toBe(0);
  });

  it("keeps the checkpoint on the disk before the answer: file, name and folder", async () => {
    const folder = makeFolder();
    await (await startWitness(folder, WORDS)).end("SIGTERM");
    const witness = await startWitness(folder, WORDS, withFileCalls(""));
    await witness.post(log.request(0, 3));
    await witness.end("SIGTERM");
    // No test can cut the power. The order of these calls is all that survives it.
    expect(witness.errors().trim().split(/ *\n/)).toEqual([
      `openSync ${STATE}.new`,
      "writeFileSync",
      "fsyncSync",
      "closeSync",
      `renameSync ${STATE}.new`,
      "openSync .",
      "fsyncSync",
      "closeSync",
      expect.stringMatching(/^end — witness\.example\/1 /),
    ]);
  });

  it("belongs to one witness, until that one ends", async () => {
    const folder = makeFolder();
    const first = await startWitness(folder, WORDS);
    await expect(startWitness(folder, WORDS)).rejects.toThrow(
      /code 2: .*Another witness runs in this folder\./,
    );
    expect((await first.post(log.request(0, 3))).status).toBe(200);
    expect(await first.end("SIGKILL")).toBeNull();
    const second = await startWitness(folder, WORDS);
    expect(await sizeOf(second)).toBe(3);
    // Somebody removes the lock, and another witness takes the folder.
    rmSync(join(folder, "witness.lock"));
    const third = await startWitness(folder, WORDS);
    expect((await second.post(log.request(3, 5))).status).toBe(500);
    expect((await third.post(log.request(3, 7))).status).toBe(200);
  });

  it("is not used if its checkpoint was changed, or belongs to another key, name or log", async () => {
    const folder = makeFolder();
    const path = join(folder, STATE);
    const other = createLog("other.example/log/1", 5);
    const otherPath = join(folder, `${hashOf(other.origin)}.checkpoint`);
    const first = await startWitness(folder, [...WORDS, "--log", other.vkey]);
    const otherAtFirst = readFileSync(otherPath, "utf8");
    await first.post(log.request(0, 3));
    await first.post(other.request(0, 2));
    await first.end("SIGTERM");
    const good = readFileSync(path, "utf8");
    const refused = async (words = WORDS) =>
      expect(startWitness(folder, words)).rejects.toThrow(
        /code 2: .*is torn, or of another key, name or log/,
      );
    const [text, lines] = good.split("\n\n") as [string, string];
    const [logLine, ownLine] = lines.split("\n") as [string, string];
    for (const torn of [
      "",
      "\0".repeat(good.length),
      good.slice(0, -1),
      good.slice(0, good.length / 2),
      `${text}\n\n${logLine}\n`,
      `${text}\n\n${ownLine}\n`,
      good.replace("\n3\n", "\n2\n"),
      good.replace(log.rootOf(3), log.rootOf(2)),
      `${good}\n`,
      readFileSync(otherPath, "utf8"),
      otherAtFirst,
    ]) {
      writeFileSync(path, torn);
      await refused();
    }
    writeFileSync(path, good);
    await refused(["--name", "witness.example/2", "--log", log.vkey]);
    await refused(["--name", "witness.example/1", "--log", createLog(log.origin, 6).vkey]);
    const key = readFileSync(join(folder, "witness.key"));
    writeFileSync(join(folder, "witness.key"), "16".repeat(32));
    await refused();
    writeFileSync(join(folder, "witness.key"), key);
    expect(await sizeOf(await startWitness(folder, WORDS))).toBe(3);
  });

  it("is not used without its key, or with one that is torn or that others can read", async () => {
    const folder = makeFolder();
    const path = join(folder, "witness.key");
    await (await startWitness(folder, WORDS)).end("SIGTERM");
    const key = readFileSync(path);
    rmSync(path);
    await expect(startWitness(folder, WORDS)).rejects.toThrow("has checkpoints, but no witness.key");
    expect(existsSync(path)).toBe(false);
    writeFileSync(path, key.subarray(1), { mode: 0o600 });
    await expect(startWitness(folder, WORDS)).rejects.toThrow("witness.key is not a line of 64 hex digits");
    writeFileSync(path, key);
    chmodSync(path, 0o640);
    await expect(startWitness(folder, WORDS)).rejects.toThrow("chmod 600 witness.key");
  });
});

describe("a sudden end", () => {
  it.each([
    "before openSync 1",
    "before writeFileSync 1",
    "after writeFileSync 1",
    "after fsyncSync 1",
    "before renameSync 1",
    "after renameSync 1",
    "before fsyncSync 2",
    "after closeSync 2",
    "before end 1",
    "after end 1",
  ])("%s loses no checkpoint that was cosigned", async (moment) => {
    const folder = makeFolder();
    const first = await startWitness(folder, WORDS);
    await first.post(log.request(0, 3));
    await first.end("SIGTERM");
    const second = await startWitness(folder, WORDS, withFileCalls(moment));
    const reply = await tryToPost(second, log.request(3, 5));
    expect(await second.ended).toBeNull();
    const third = await startWitness(folder, WORDS);
    const size = await sizeOf(third);
    const isKept = /^(after (rename|close|end)|before (fsyncSync 2|end))/.test(moment);
    expect(size).toBe(isKept ? 5 : 3);
    if (reply !== undefined) expect(size).toBe(5);
    expect((await third.ask(log.origin)).text).toContain(log.note(size));
    expect((await third.post(log.request(size, 8))).status).toBe(200);
  });

  it("at any time loses no checkpoint that was cosigned, and the witness starts again", async () => {
    const folder = makeFolder();
    const end = performance.now() + (isLong ? 60_000 : 6_000);
    const calls = ["openSync", "writeFileSync", "fsyncSync", "closeSync", "renameSync", "end"];
    let cosigned = 0;
    let moment = "at the beginning";
    for (let round = 0; round < 3 || performance.now() < end; round += 1) {
      // Most rounds end at one of the calls that keep a checkpoint, the others after some turns of this process.
      const turns = round % 4 === 0 ? randomInt(400) : undefined;
      const call = `${["before", "after"][randomInt(2)]} ${calls[randomInt(6)]} ${1 + randomInt(6)}`;
      const preload = turns === undefined ? withFileCalls(call) : undefined;
      const witness = await startWitness(folder, WORDS, preload);
      let size = await sizeOf(witness);
      expect(size, moment).toBeGreaterThanOrEqual(cosigned);
      if (size > 0) expect((await witness.ask(log.origin)).text).toContain(log.note(size));
      moment = turns === undefined ? call : `after ${turns} turns`;
      if (turns !== undefined) void waitTurns(turns).then(witness.kill);
      for (;;) {
        const newer = size + randomInt(4);
        const answered = await tryToPost(witness, log.request(size, newer));
        if (answered === undefined) break;
        expect(answered.status, moment).toBe(200);
        cosigned = size = newer;
      }
      expect(await witness.ended).toBeNull();
    }
    expect(cosigned).toBeGreaterThan(0);
  });
});

describe("a witness without its checkpoint", () => {
  const entries = (policies: Record<number, string>) => (index: number) =>
    policies[index] === undefined
      ? `veritick/log/seed/1\nepoch ${index}\n`
      : `veritick/log/policy/1\nwitness a ${policies[index]}\nquorum a\n`;

  /** Serves a log of 600 entries as the platform does, with these texts as policies and these lines as cosignatures. */
  async function serveLog(given: { policies?: Record<number, string>; cosignature?: string; seed?: number }) {
    const entry = entries(given.policies ?? {});
    const served = createLog(log.origin, given.seed ?? 5, entry);
    const bundle = (from: number, to: number) =>
      Buffer.concat(
        Array.from({ length: to - from }, (_, at) => {
          const text = Buffer.from(entry(from + at));
          return Buffer.concat([Buffer.of(text.length >> 8, text.length & 255), text]);
        }),
      );
    const files: Record<string, string | Buffer> = {
      "/log/1/checkpoint": served.note(600) + (given.cosignature ?? ""),
      "/log/1/tile/entries/000": bundle(0, 256),
      "/log/1/tile/entries/001": bundle(256, 512),
      "/log/1/tile/entries/002.p/88": bundle(512, 600),
    };
    const server = createServer((request, response) => {
      const file = files[request.url ?? ""];
      response.writeHead(file === undefined ? 404 : 200).end(file);
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const close = () => server.close().closeAllConnections();
    onTestFinished(close);
    return { served, close, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/log/1/` };
  }

  const SEED = "15".repeat(32);
  const VKEY = "witness.example/1+7f4fbf80+BNVCB9oZSXfc9Grb/sK8LnW1LVqKQhhP7f3AACTw4+ja";
  const OTHER = "witness.example/2+740b8b4c+BFEcNKGiy1Id8WuyRrjejnmXziNcfnayKj11A6JIGd2K";

  /** Makes a folder with a key, but without a checkpoint. */
  function forgetful(): string {
    const folder = makeFolder();
    writeFileSync(join(folder, "witness.key"), `${SEED}\n`, { mode: 0o600 });
    return folder;
  }

  it("starts if the log does not know its key, and does not ask again", async () => {
    const { url, close } = await serveLog({ policies: { 3: VKEY, 300: OTHER } });
    const folder = forgetful();
    const first = await startWitness(folder, [...WORDS, "--url", url]);
    expect(first.vkey).toBe(VKEY);
    await first.end("SIGTERM");
    close();
    // It has cosigned nothing so far, but it remembers that. Its own policy may list it meanwhile.
    const second = await startWitness(folder, [...WORDS, "--url", url]);
    expect((await second.ask(log.origin)).status).toBe(404);
    expect(await sizeOf(second)).toBe(0);
  });

  it.each([
    ["first bundle", { 3: VKEY }],
    ["second bundle", { 3: OTHER, 511: VKEY }],
    ["last bundle", { 3: OTHER, 599: VKEY }],
    ["newest policy under another name", { 3: VKEY.replace("witness.example/1", "old.example") }],
  ])("does not start if its key is in the %s", async (_, policies) => {
    const { url } = await serveLog({ policies });
    const folder = forgetful();
    await expect(startWitness(folder, [...WORDS, "--url", url])).rejects.toThrow(
      /code 2: .*that log knows this key already/,
    );
    expect(readdirSync(folder)).toEqual(["witness.key"]);
  });

  it("does not start if it has cosigned what the log serves, under any name", async () => {
    const honest = forgetful();
    const { served } = await serveLog({});
    const witness = await startWitness(honest, WORDS.with(1, "old.example"));
    const { text: cosignature } = await witness.post(served.request(0, 600));
    const { url } = await serveLog({ cosignature });
    await expect(startWitness(forgetful(), [...WORDS, "--url", url])).rejects.toThrow(
      "knows this key already",
    );
    // A false one proves nothing.
    const { url: liar } = await serveLog({ cosignature: cosignature.replace(/.{8}\n$/, "AAAAAA==\n") });
    await startWitness(forgetful(), [...WORDS, "--url", liar]);
  });

  it("does not start if the log does not answer, or is another", async () => {
    const { url, close } = await serveLog({});
    const { url: foreign } = await serveLog({ seed: 6 });
    const ask = (...words: string[]) => startWitness(forgetful(), [...WORDS, ...words]);
    const unclear = "does not say whether this key is in use";
    await expect(ask("--url", foreign)).rejects.toThrow(unclear);
    await expect(ask("--url", `${url}elsewhere/`)).rejects.toThrow(`${unclear}\n(status 404)`);
    const other = createLog("other.example/log/1", 7);
    await expect(ask("--log", other.vkey, "--url", url)).rejects.toThrow(
      "lacks a checkpoint of other.example/log/1, and no --url is that of this log",
    );
    await expect(
      startWitness(forgetful(), ["--name", "a", "--log", other.vkey, "--url", url]),
    ).rejects.toThrow("it is veritick.example/log/1");
    close();
    await expect(ask("--url", url)).rejects.toThrow(`${unclear}\n(ECONNREFUSED)`);
    await expect(startWitness(makeFolder(), [...WORDS, "--url", url])).rejects.toThrow(unclear);
  });

  it("starts as a new one with --new-name: with a new key, and without asking", async () => {
    const { url, close } = await serveLog({ policies: { 3: VKEY } });
    const folder = forgetful();
    const words = [...WORDS, "--url", url, "--new-name"];
    const first = await startWitness(folder, words);
    expect(first.vkey).not.toBe(VKEY);
    expect((await first.post(log.request(0, 3))).status).toBe(200);
    await first.end("SIGTERM");
    expect(readFileSync(join(folder, "witness.key.7f4fbf80"), "utf8")).toBe(`${SEED}\n`);
    close();
    // Later starts keep the key.
    const second = await startWitness(folder, words);
    expect(second.vkey).toBe(first.vkey);
    expect(await sizeOf(second)).toBe(3);
    await startWitness(makeFolder(), words);
  });
});

const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === "::1"),
);

describe("the command", () => {
  it.each([
    [[], "Name a log by --log VKEY"],
    [["--log", log.vkey], "Give a name without blanks and + by --name NAME"],
    [["--log", log.vkey, "--name", "a b"], "Give a name without blanks"],
    [["--log", log.vkey, "--name", "a+b"], "Give a name without blanks"],
    [["--log", "rubbish", "--name", "a"], "--log rubbish is not the vkey of a log with an Ed25519 key"],
    [["--log", log.vkey.replace("+0", "+1"), "--name", "a"], "is not the vkey of a log"],
    [
      ["--log", "witness.example/1+7f4fbf80+BNVCB9oZSXfc9Grb/sK8LnW1LVqKQhhP7f3AACTw4+ja", "--name", "a"],
      "is not the vkey of a log",
    ],
    [[...WORDS, "--listen", "7380"], "--listen 7380 is not HOST:PORT"],
    [[...WORDS, "--listen", "127.0.0.1:65536"], "--listen 127.0.0.1:65536 is not HOST:PORT"],
    [[...WORDS, "--listen", "::1:80"], "is not HOST:PORT"],
    [[...WORDS, "--url", "veritick.example"], "--url veritick.example is not an address"],
    [[...WORDS, "--url", "ftp://veritick.example"], "is not an address"],
    [[...WORDS, "--folder", "/nowhere/at/all"], "There is no folder /nowhere/at/all"],
    [[...WORDS, "--bastion", "a"], "Unknown option '--bastion'"],
    [[...WORDS, "a"], "Unexpected argument 'a'"],
    [[...WORDS, "--name"], "argument missing"],
  ])("says what is wrong with %j", async (words, sentence) => {
    const started = startWitness(makeFolder(), words);
    await expect(started).rejects.toThrow(/^exit code 2: veritick-witness: /);
    await expect(started).rejects.toThrow(sentence);
  });

  it("says if its address is taken", async () => {
    const first = await startWitness(makeFolder(), WORDS);
    const taken = first.url.replace("http://", "");
    await expect(startWitness(makeFolder(), [...WORDS, "--listen", taken])).rejects.toThrow("EADDRINUSE");
  });

  it.runIf(hasIpv6)("listens on IPv6 too", async () => {
    const witness = await startWitness(makeFolder(), [...WORDS, "--listen", "[::1]:0"]);
    expect(witness.url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect((await witness.post(log.request(0, 3))).status).toBe(200);
  });
});
