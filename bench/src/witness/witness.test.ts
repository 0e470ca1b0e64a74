import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLog, leafHash, requestOf, rootOf, timeOfCosignature } from "./small-log.ts";
import { makeFolder, startWitness, withClock } from "./witness-process.ts";
import type { Reply } from "./witness-process.ts";

const NAME = ["--name", "witness.example/1"];
const PLAIN = "text/plain; charset=utf-8";
const log = createLog("veritick.example/log/1", 5);
const statusOf = ({ status }: Reply) => status;

const start = (folder = makeFolder(), logs = [log]) =>
  startWitness(folder, [...NAME, ...logs.flatMap(({ vkey }) => ["--log", vkey])]);

describe("the vectors of the protocol", () => {
  const entries = [
    "veritick/log/start/1\norigin veritick.example/log/1\n",
    "veritick/log/key/1\nuse receipts\nkey 03a107bff3ce10be1d70dd18e74bc09967e4d6309ba50d5f1ddc8664125531b8\n",
    `veritick/log/terms/1
houseEdge 0.05
winRule barrier
multiplier 1 2.50
multiplier 3 6.00
multiplier 5 10.00
multiplier 10 20.00
sellFee 0.01
beacon 23cc4c8abf31c71bf0e2d2563649fa65ef94fecac2cca4632fc9afd0b256a6fc
`,
    `veritick/log/genesis/1
tick 1790002739
state 15279000000
previous 0000000000000000000000000000000000000000000000000000000000000000
beacon 23cc4c8abf31c71bf0e2d2563649fa65ef94fecac2cca4632fc9afd0b256a6fc
`,
    `veritick/log/epoch/1
genesis 1790002739
epoch 497222
commitment 56e2f7e00f61cba96dc8bed815fb776dbdc9c6ef735fe46817ad5688af2b1b25
terms 185b36b37f314ba20dc2cb4243135bc4084b27964f299c12452403c834a56546
head f2c967b444939644adf1f545941bf25bbeb713a260fafe3e0f8e9aad6cf8b278
`,
    "veritick/log/slice/1\nround 32399802\nleaves 3\nroot 60ff8dbb6bae703b0e47a4ff82e1b0659504d7c0caa3f7849012a8487df9e20e\n",
  ];
  const written = createLog("veritick.example/log/1", 5, (index) => entries[index]!);
  const note = `veritick.example/log/1
6
B22QjTyXiKi6Z7C/NvF59iVLGnqM3szK4o6DxpAhZCU=

— veritick.example/log/1 Ao+ZS4vUdqE5PPCPQgbPIy/XGpKO9ExFZmpYKFz7XdAo2nA90z03+0uHEB+oF348ZkB0qRPXGiGac3vETZaDYwHHpgo=
`;

  it("are those of the small log of these tests", () => {
    expect(written.vkey).toBe("veritick.example/log/1+028f994b+AW56HN0psLeP0Tr0xVmP7/TvKpcWbjym8uT7/M2AUFvx");
    expect(leafHash(entries[5]!).toString("hex")).toBe(
      "5ca8159ebd2969f9a018e7b9f453a3e63734ec8ca55952ddfc768a596365a6ba",
    );
    expect(rootOf(entries.map(leafHash)).toString("hex")).toBe(
      "076d908d3c9788a8ba67b0bf36f179f6254b1a7a8cdecccae28e83c690216425",
    );
    expect(written.note(6)).toBe(note);
  });

  it.each([
    {
      witness: 1,
      seed: "15",
      time: 1790002772,
      vkey: "witness.example/1+7f4fbf80+BNVCB9oZSXfc9Grb/sK8LnW1LVqKQhhP7f3AACTw4+ja",
      line: "— witness.example/1 f0+/gAAAAABqsUZU6+FG8fWimeZpYLD2APOuymIPYut216WrzDUsH902+IWRu7bdj8waT2BnlDJGH9svLJ/TpiTed4htub6qx7sNAg==\n",
    },
    {
      witness: 2,
      seed: "16",
      time: 1790002772,
      vkey: "witness.example/2+740b8b4c+BFEcNKGiy1Id8WuyRrjejnmXziNcfnayKj11A6JIGd2K",
      line: "— witness.example/2 dAuLTAAAAABqsUZUnLz2Hp5YaRJOWL3QkYY8bXzAtbKLoIjXGEQvcY6WExJXDvyB6mrdWjQmJK4s0aWk7NedsjgeOCD+c4gbDNd/Bg==\n",
    },
    {
      witness: 3,
      seed: "17",
      time: 1790002773,
      vkey: "witness.example/3+dca6ffd2+BDHevlXTfHInaLE3ExyqYIcICy4LYLlL14XRRXXPpJi8",
      line: "— witness.example/3 3Kb/0gAAAABqsUZVHpep2pqH4UtkxXXh8zs6s937vN2vMtS0VOqHQAc3MRWxRwXWlJbxT4ibCHKcqqGQbHIbAYzopiXfQE5rLHx4Ag==\n",
    },
  ])("have the cosignature that witness $witness makes", async ({ witness, seed, time, vkey, line }) => {
    const folder = makeFolder();
    const clock = join(makeFolder(), "clock");
    writeFileSync(join(folder, "witness.key"), `${seed.repeat(32)}\n`, { mode: 0o600 });
    writeFileSync(clock, String(time));
    const words = ["--log", written.vkey, "--name", `witness.example/${witness}`];
    const running = await startWitness(folder, words, withClock(clock));
    expect(running.vkey).toBe(vkey);
    expect(await running.post(requestOf(0, [], note))).toEqual({ status: 200, type: PLAIN, text: line });
    expect(await running.ask(written.origin)).toEqual({ status: 200, type: PLAIN, text: note + line });
  });
});

describe("a witness", () => {
  it("cosigns a log that grows, and renews the time of the same size", async () => {
    const folder = makeFolder();
    const clock = join(makeFolder(), "clock");
    const witness = await startWitness(folder, [...NAME, "--log", log.vkey], withClock(clock));
    expect(statusOf(await witness.ask(log.origin))).toBe(404);
    for (const [older, newer, time] of [
      [0, 3, 1000],
      [3, 3, 1060],
      [3, 300, 1060],
      [300, 300, 1061],
    ] as const) {
      writeFileSync(clock, String(time));
      const { status, text } = await witness.post(log.request(older, newer));
      expect(status).toBe(200);
      expect(timeOfCosignature(text, witness.vkey, log.checkpoint(newer))).toBe(time);
      expect((await witness.ask(log.origin)).text).toBe(log.note(newer) + text);
    }
  });

  it("stamps the time of its machine", async () => {
    const witness = await start();
    const seconds = () => Math.floor(new Date().getTime() / 1000);
    const before = seconds();
    const { text } = await witness.post(log.request(0, 1));
    const time = timeOfCosignature(text, witness.vkey, log.checkpoint(1));
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(seconds());
  });

  it("checks every hash of a proof between any sizes", async () => {
    const logs = Array.from({ length: 8 }, (_, at) => createLog(`log.example/${at + 1}`, at + 1));
    const witness = await start(makeFolder(), logs);
    for (const [at, grown] of logs.entries()) {
      // By 1, by 2, ... by 8, and at last by much.
      const sizes = Array.from({ length: 12 }, (_, count) => (count + 1) * (at + 1));
      let older = 0;
      for (const newer of [...sizes, 200 + at]) {
        const proof = grown.proof(older, newer);
        for (const place of proof.keys()) {
          const wrong = proof.with(place, grown.rootOf(newer + place + 1));
          expect(statusOf(await witness.post(requestOf(older, wrong, grown.note(newer))))).toBe(422);
        }
        for (const wrong of [[...proof, grown.rootOf(1)], ...(proof.length > 0 ? [proof.slice(1)] : [])])
          expect(statusOf(await witness.post(requestOf(older, wrong, grown.note(newer))))).toBe(422);
        expect(statusOf(await witness.post(grown.request(older, newer)))).toBe(200);
        older = newer;
      }
    }
  });

  it("refuses the root of a much longer or shorter tree than the checkpoint says", async () => {
    const witness = await start();
    await witness.post(log.request(0, 3));
    for (const [size, real] of [
      [4, 8],
      [8, 4],
      [8, 16],
      [16, 8],
    ] as const) {
      const note = log.note(size, log.rootOf(real));
      expect(statusOf(await witness.post(requestOf(3, log.proof(3, real), note)))).toBe(422);
    }
  });

  it("answers an old size that is not its own with its size", async () => {
    const witness = await start();
    await witness.post(log.request(0, 5));
    const conflict = { status: 409, type: "text/x.tlog.size", text: "5\n" };
    for (const [older, newer] of [
      [0, 8],
      [4, 8],
      [6, 8],
      // A shorter tree than the one that it knows.
      [3, 3],
      [0, 4],
    ] as const)
      expect(await witness.post(log.request(older, newer))).toEqual(conflict);
  });

  it("refuses a fork: another root of the same size, a longer tree with another past, a shorter one", async () => {
    const fork = createLog(log.origin, 5, (index) => (index < 2 ? `${log.origin} ${index}` : "changed"));
    const witness = await start();
    await witness.post(log.request(0, 5));
    const before = await witness.ask(log.origin);
    expect(statusOf(await witness.post(fork.request(5, 5)))).toBe(422);
    expect(statusOf(await witness.post(fork.request(5, 9)))).toBe(422);
    expect(statusOf(await witness.post(log.request(5, 4)))).toBe(400);
    expect(await witness.ask(log.origin)).toEqual(before);
    // What the log signed proves its fork, so it is printed: once, though anybody can send it again.
    await witness.post(fork.request(5, 9));
    expect(statusOf(await witness.post(log.request(5, 9)))).toBe(200);
    await witness.end("SIGTERM");
    expect(witness.errors().split(fork.note(9)).length).toBe(2);
  });

  it("cosigns an empty log, but no other root of size 0, and wants no proof from size 0", async () => {
    const witness = await start();
    const zeros = Buffer.alloc(32).toString("base64");
    for (const body of [
      requestOf(0, [], log.note(0, zeros)),
      requestOf(0, [], log.note(0, log.rootOf(1))),
      requestOf(0, [zeros], log.note(0)),
      requestOf(0, [zeros], log.note(1)),
    ])
      expect(statusOf(await witness.post(body))).toBe(422);
    for (const [older, newer] of [
      [0, 0],
      [0, 0],
      [0, 1],
    ] as const) {
      const { text } = await witness.post(log.request(older, newer));
      expect(timeOfCosignature(text, witness.vkey, log.checkpoint(newer))).toBeGreaterThan(0);
    }
  });

  it("knows only its logs and their keys", async () => {
    const witness = await start();
    const stranger = createLog("other.example/log/1", 5);
    const thief = createLog(log.origin, 6);
    const { text } = await witness.post(stranger.request(0, 1));
    expect(text).toContain("unknown log");
    expect(statusOf(await witness.post(stranger.request(0, 1)))).toBe(404);
    expect(statusOf(await witness.ask(stranger.origin))).toBe(404);
    // With the key's own id, the signature is wrong; with another id, there is none by a known key.
    const [, own] = /— \S+ (\S+)/.exec(log.note(1))!;
    const [, other] = /— \S+ (\S+)/.exec(thief.note(1))!;
    const forged = Buffer.concat([
      Buffer.from(own!, "base64").subarray(0, 4),
      Buffer.from(other!, "base64").subarray(4),
    ]);
    const forgedLine = `— ${log.origin} ${forged.toString("base64")}\n`;
    for (const note of [
      thief.note(1),
      log.note(1).replace(own!, forged.toString("base64")),
      log.note(1) + forgedLine,
      log.note(1).replace(own!, Buffer.from(own!, "base64").subarray(0, 20).toString("base64")),
      log.note(1).replace(`— ${log.origin}`, "— other.example/log/1"),
      log.note(2, log.rootOf(1)).replace("\n2\n", "\n1\n"),
    ]) {
      const { status, text: reason } = await witness.post(requestOf(0, [], note));
      expect(status, note).toBe(403);
      expect(reason).toContain("invalid signature");
    }
    // Lines of unknown keys say nothing, and are not kept.
    const noted = log.note(1) + thief.note(1).split("\n\n")[1]!;
    const { status, text: line } = await witness.post(requestOf(0, [], noted));
    expect(status).toBe(200);
    expect((await witness.ask(log.origin)).text).toBe(log.note(1) + line);
  });

  it("cosigns lines of extension with the rest", async () => {
    const witness = await start();
    const text = `${log.checkpoint(2)}an extension\n`;
    const { text: line } = await witness.post(requestOf(0, [], log.sign(text)));
    expect(timeOfCosignature(line, witness.vkey, text)).toBeGreaterThan(0);
  });

  it("calls a request that is not well formed a bad one", async () => {
    const witness = await start();
    const good = log.request(0, 3);
    const hash = log.rootOf(1);
    const note = log.note(3);
    const withNote = (text: string) => requestOf(0, [], log.sign(text));
    const root = log.rootOf(3);
    // A lenient reader would take a wrong byte for this character, which the log has signed.
    const marked = Buffer.from(withNote(`${log.checkpoint(3)}\uFFFD\n`));
    const mark = marked.indexOf("\uFFFD");
    const bodies: (string | Uint8Array)[] = [
      "",
      "\n",
      "\n\n",
      "rubbish",
      "old 0\n",
      "old 0\n\n",
      `\n${good}`,
      good.replace("old 0", "new 0"),
      good.replace("old 0", "old  0"),
      good.replace("old 0", "old 00"),
      good.replace("old 0", "old -1"),
      good.replace("old 0", "old 1e3"),
      good.replace("old 0", "old 9007199254740992"),
      good.replace("old 0", "old 99999999999999999999"),
      good.replace("old 0", "old "),
      good.replace("old 0\n", "old 0\r\n"),
      good.replaceAll("\n", "\r\n"),
      good.slice(0, -1),
      `${good}\n`,
      good.replace("— ", "- "),
      `${good}— a\n`,
      `${good}— a AAAA\n`,
      `${good}— a ====\n`,
      // The last character is no end of a line.
      `${good}— a AAAAAAAA!`,
      requestOf(0, ["!"], note),
      requestOf(0, [hash.slice(4)], note),
      requestOf(0, [`${hash} `], note),
      // The last digit has bits that say nothing.
      requestOf(0, [`${hash.slice(0, -2)}B=`], note),
      requestOf(0, Array<string>(64).fill(hash), note),
      note + "— a AAAAAAA=\n".repeat(64),
      requestOf(0, [], note + "— a AAAAAAA=\n".repeat(64)),
      withNote(`${log.origin}\n03\n${root}\n`),
      withNote(`${log.origin}\n-3\n${root}\n`),
      withNote(`${log.origin}\n3\n${root.slice(4)}\n`),
      withNote(`${log.origin}\n3\n`),
      withNote(`${log.checkpoint(3)}\nafter an empty line\n`),
      withNote(`${log.checkpoint(3)}a\ttab\n`),
      Buffer.concat([marked.subarray(0, mark), Buffer.of(0xff), marked.subarray(mark + 3)]),
      Buffer.from(good, "utf16le"),
    ];
    for (const body of bodies) expect(statusOf(await witness.post(body)), String(body)).toBe(400);
    expect(statusOf(await witness.post(good))).toBe(200);
  });

  it("survives any change of a request by one byte, and cosigns none of them", async () => {
    const witness = await start();
    await witness.post(log.request(0, 5));
    const good = Buffer.from(log.request(5, 11));
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
        const body = Buffer.from(good);
        body[place]! ^= change;
        expect([400, 403, 404, 409, 422]).toContain(statusOf(await witness.post(body)));
      }),
      { numRuns: 150 },
    );
    expect(statusOf(await witness.post(good))).toBe(200);
    await witness.end("SIGTERM");
    expect(witness.errors()).not.toContain("could not be kept");
  });

  it("refuses 10 MB, and goes on", async () => {
    const witness = await start();
    expect(statusOf(await witness.post(new Uint8Array(10_000_000)))).toBe(413);
    expect(statusOf(await witness.post(`${log.request(0, 3)}${"x".repeat(10_000_000)}`))).toBe(413);
    expect(statusOf(await witness.post(log.request(0, 3)))).toBe(200);
  });

  it("has no other calls", async () => {
    const witness = await start();
    await witness.post(log.request(0, 3));
    const ask = async (path: string, method: string) => (await fetch(witness.url + path, { method })).status;
    expect(await ask("/", "GET")).toBe(404);
    expect(await ask("/add-checkpoint", "GET")).toBe(404);
    expect(await ask("/add-checkpoint/", "POST")).toBe(404);
    expect(await ask(`/${"0".repeat(64)}/checkpoint`, "GET")).toBe(404);
    expect(await ask("/witness.key", "GET")).toBe(404);
    expect(await ask("/../witness.key", "GET")).toBe(404);
  });

  it("cosigns one of two requests that come at once", async () => {
    const witness = await start();
    for (let older = 0; older < 40; older += 2) {
      const fork = createLog(log.origin, 5, (index) => (index < older ? `${log.origin} ${index}` : "other"));
      const bodies = [log.request(older, older + 2), fork.request(older, older + 2)];
      const replies = await Promise.all([...bodies, ...bodies].map((body) => witness.post(body)));
      const cosigned = replies.findIndex(({ status }) => status === 200);
      // Whoever comes second has another old size. Any one may be the first.
      expect(replies.filter(({ status }) => status === 409).map(({ text }) => text)).toEqual(
        Array(3).fill(`${older + 2}\n`),
      );
      const { text } = await witness.ask(log.origin);
      expect(text).toContain([log, fork][cosigned % 2]!.checkpoint(older + 2));
      if (cosigned % 2 === 1) return;
    }
  });

  it("signs nothing while its clock is behind its last cosignature, also after a new start", async () => {
    const folder = makeFolder();
    const clock = join(makeFolder(), "clock");
    const words = [...NAME, "--log", log.vkey];
    const first = await startWitness(folder, words, withClock(clock));
    writeFileSync(clock, "1000");
    expect(statusOf(await first.post(log.request(0, 3)))).toBe(200);
    writeFileSync(clock, "999");
    const { status, text } = await first.post(log.request(3, 4));
    expect(status).toBe(503);
    expect(text).toBe("The clock of this witness is behind the time of its last cosignature.\n");
    await first.end("SIGTERM");
    const second = await startWitness(folder, words, withClock(clock));
    expect(statusOf(await second.post(log.request(3, 4)))).toBe(503);
    expect(statusOf(await second.ask(log.origin))).toBe(200);
    writeFileSync(clock, "1000");
    expect(statusOf(await second.post(log.request(3, 4)))).toBe(200);
  });
});
