import { createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { promisesText, promiseTree } from "@veritick/domain/signed/promise-tree.ts";
import type { TestClient } from "@veritick/server/testing/test-client.ts";
import { TEST_SECRET } from "@veritick/server/testing/test-app.ts";
import { verifier } from "./verifier.ts";

/** Builds the receipt that the platform's page offers for download. */
export async function downloadReceipt(client: TestClient, id: string, downloaded: string): Promise<any> {
  const { body: receipt } = await client.get(`/api/trading/positions/${id}`);
  const { body: fairness } = await client.get("/api/fairness");
  const { entryTick } = receipt.position;
  const ended = fairness.closings.find(({ genesis }: any) => genesis.tick <= entryTick);
  if (entryTick < fairness.genesis.tick && ended !== undefined) {
    const from = verifier.roundAt(ended.beacon, ended.epochs.at(-1).startTick);
    const to = verifier.roundAt(ended.beacon, receipt.position.expiryTick);
    const path = `/api/fairness/rounds?from=${from}&to=${to}&chain=${ended.beacon.chainHash}`;
    const { body: rounds } = await client.get(path);
    return {
      format: "veritick/receipt-file/1",
      site: client.url,
      downloaded,
      receipt,
      fairness,
      epochs: [],
      rounds,
    };
  }
  const first = Math.floor((fairness.genesis.tick + 1) / 3600);
  const from = Math.max(first, Math.floor(entryTick / 3600) - 1);
  const to = /^chain (\d+) /m.exec(receipt.promise.text)?.[1];
  const { body: epochs } = await client.get(`/api/fairness/epochs?from=${from}&to=${to}`);
  const firstTick = Math.max(Math.floor(entryTick / 3600) * 3600, fairness.genesis.tick + 1);
  const [firstRound, lastRound] = [firstTick, receipt.position.expiryTick].map((tick) =>
    verifier.roundAt(fairness.beacon, tick),
  );
  const { body: rounds } = await client.get(`/api/fairness/rounds?from=${firstRound}&to=${lastRound}`);
  return {
    format: "veritick/receipt-file/1",
    site: client.url,
    downloaded,
    receipt,
    fairness,
    epochs,
    rounds,
  };
}

const stranger = createPrivateKey({
  key: Buffer.from(`302e020100300506032b657004220420${"5a".repeat(32)}`, "hex"),
  format: "der",
  type: "pkcs8",
});
export const STRANGERS_KEY = createPublicKey(stranger)
  .export({ format: "der", type: "spki" })
  .subarray(-32)
  .toString("hex");

export const signAsStranger = (text: string): string =>
  sign(null, Buffer.from(text), stranger).toString("hex");

/** Changes the values of some lines, and names a key other than the platform's. */
function changeLines(text: string, values: Record<string, string>): string {
  const lines = text.split("\n").map((line) => {
    const name = line.split(" ")[0] ?? "";
    return name in values ? `${name} ${values[name]}` : line;
  });
  return lines.join("\n").replace(/key [0-9a-f]{64}\n$/, `key ${STRANGERS_KEY}\n`);
}

/** Changes the values of some lines and signs the text with a key other than the platform's. */
export function signAnew(text: string, values: Record<string, string>) {
  const changed = changeLines(text, values);
  return { text: changed, signature: signAsStranger(changed), publicKey: STRANGERS_KEY };
}

/** Turns a receipt into that of a dishonest platform: it signed other values from the start, with a key that it lists. */
export function signReceipt(file: any, values: Record<string, string>): void {
  const text = changeLines(file.receipt.promise.text, values);
  const signature = signAsStranger(promisesText(promiseTree([text]).root, STRANGERS_KEY));
  file.receipt.promise = { text, signature, publicKey: STRANGERS_KEY, path: [] };
  file.fairness.keys = [{ publicKey: STRANGERS_KEY, since: "2026-09-21T00:00:00.000Z" }];
}

/** Turns a receipt into that of a refunded position or of an open one. */
export function unsettle(file: any, status: "refunded" | "active"): void {
  const { position, entries } = file.receipt;
  const isRefund = status === "refunded";
  const money = { profit: isRefund ? "0.00000000" : null, refundReason: isRefund ? "secret" : null };
  Object.assign(position, { status, resultPrice: null, ...money });
  const back = (amount: string) => (amount.startsWith("-") ? amount.slice(1) : `-${amount}`);
  const open = entries.slice(0, 2);
  const kind = "position_refunded";
  const refund = open.map((entry: any) => ({
    ...entry,
    kind,
    transactionId: "9999",
    amount: back(entry.amount),
  }));
  file.receipt.entries = isRefund ? [...open, ...refund] : open;
}

/** Finds the first end of a block from `from` on at which a one-minute buy wins, by the test's secrets. */
export function findWinningTick(
  genesisTick: number,
  from: number,
  chain: BeaconChain,
  signatureOf: (round: number) => string,
): number {
  const seedOf = (epoch: number) =>
    createHmac("sha256", Buffer.from(TEST_SECRET, "hex")).update(`veritick/epoch/${epoch}`).digest();
  const terms = verifier.termsOf("barrier", 1, 0.95 / 3.5);
  const states: bigint[] = [15279000000n];
  for (let tick = genesisTick + 1; ; tick += 1) {
    const round: number = verifier.roundAt(chain, tick);
    const rho: string = verifier.rhoOf(signatureOf(round));
    const noise: number = verifier.noiseAt(seedOf(Math.floor(tick / 3600)), tick, round, rho);
    states.push(verifier.nextState(states.at(-1), noise) as bigint);
    const entry = tick - 60;
    const isEnd = verifier.roundAt(chain, entry + 1) > verifier.roundAt(chain, entry);
    if (entry < from || !isEnd) continue;
    const price: bigint = verifier.milliOf(states[entry - genesisTick]) * 100000n;
    if (verifier.milliOf(states[tick - genesisTick]) >= verifier.barrierOf("buy", price, terms)) return entry;
  }
}
