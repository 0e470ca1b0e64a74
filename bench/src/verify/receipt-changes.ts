import { parsePriceMilli, priceAsDecimal8 } from "@veritick/domain/price.ts";
import { barrierMilli, computeTerms } from "@veritick/domain/terms.ts";
import { termsHash } from "@veritick/domain/signed/terms-text.ts";
import { verifier } from "./verifier.ts";
import { signReceipt, STRANGERS_KEY, unsettle } from "./receipt-file.ts";

/** The genesis of the platform under test, two minutes before its first epoch ends. */
export const GENESIS = 1_790_002_679;
export const FIRST = 497_222;

/** Lets the secret be lost before the entry, and the price begin anew after the receipt. */
export const beginAnew = (file: any) => {
  const { genesis, beacon } = file.fairness;
  const head = "77".repeat(32);
  const endedAt = new Date((GENESIS + 90_000) * 1000).toISOString();
  const ended = { tick: file.receipt.position.entryTick - 1, reason: "secret", epochs: [] };
  file.fairness.closings = [{ genesis, beacon, ...ended, endedAt, head, promised: [] }];
  file.fairness.genesis = { ...genesis, tick: GENESIS + 100_000, previousHead: head };
  file.epochs = [];
};
const signOpened = (file: any, seconds: number) => {
  const { position } = file.receipt;
  position.createdAt = new Date((position.entryTick + seconds) * 1000).toISOString();
  signReceipt(file, { opened: position.createdAt });
};
const signHead = (file: any, epoch: number) =>
  signReceipt(file, { chain: `${epoch} ${file.epochs.find((row: any) => row.epoch === epoch).head}` });
const signCommitment = (file: any, epoch: number) => {
  file.receipt.commitments.push({ epoch, commitment: "aa".repeat(32) });
  const links = file.receipt.commitments.map((one: any) => `${one.epoch} ${one.commitment}`);
  signReceipt(file, { commitment: links.join("\ncommitment ") });
};
const signByNobody = (file: any) => {
  const key = `01${"00".repeat(31)}`;
  const text = file.receipt.promise.text.replace(/key .*/, `key ${key}`);
  file.receipt.promise = { text, signature: key + "00".repeat(32), publicKey: key, path: [] };
  file.fairness.keys = [{ publicKey: key, since: "2026-09-21T00:00:00.000Z" }];
};
/** Rewrites and signs all terms of a position for another house edge. */
const sellAtEdge = (file: any, houseEdge: number, text: string) => {
  const { position, barrier } = file.receipt;
  const [terms] = computeTerms({ houseEdge, winRule: "barrier" });
  const milli = barrierMilli(terms!, position.type, parsePriceMilli(position.entryPrice));
  const barrierPrice = priceAsDecimal8(milli);
  Object.assign(position, { winChance: terms!.winChance, barrierPrice });
  Object.assign(barrier, { reach: String(terms!.reach), result: barrierPrice });
  file.receipt.terms = text;
  const chance = String(terms!.winChance);
  signReceipt(file, { chance, reach: barrier.reach, barrierPrice, terms: termsHash(text) });
};
/** Gives the file's epochs from the second on other terms, and recomputes the following heads. */
const rechain = (file: any, hash: string) => {
  let { head } = file.epochs[0];
  for (const row of file.epochs.slice(1)) {
    row.termsHash = hash;
    head = row.head = verifier.headAfter(row, head);
  }
  const { fairness } = file;
  for (const row of [fairness.current, ...fairness.upcoming]) row.termsHash = hash;
};
const edit = (file: any, from: string, to: string) => file.receipt.promise.text.replace(from, to);

/** Changes in a file, each with the step that must notice it. */
export const CHANGES: [string, string, (file: any) => void][] = [
  ["a seed", "seed", (f) => (f.epochs[1].seed = "11".repeat(32))],
  ["the seed of the epoch before", "seed", (f) => (f.epochs[0].seed = "11".repeat(32))],
  ["a commitment in the list", "commitment", (f) => (f.epochs[1].commitment = "22".repeat(32))],
  ["a commitment in the receipt", "promise", (f) => (f.receipt.commitments[0].commitment = "22".repeat(32))],
  ["a head in the list", "chain", (f) => (f.epochs[1].head = "33".repeat(32))],
  ["the published head", "chain", (f) => (f.fairness.chain.head = "33".repeat(32))],
  ["an announced commitment", "commitment", (f) => (f.fairness.upcoming[4].commitment = "33".repeat(32))],
  ["two announcements for one epoch", "commitment", (f) => f.fairness.upcoming.push({ ...f.fairness.upcoming[3], commitment: "33".repeat(32) })],
  ["the genesis", "chain", (f) => (f.fairness.genesis.previousHead = "33".repeat(32))],
  ["a start state", "start", (f) => (f.epochs[1].startState = "15300000000")],
  ["a round", "rounds", (f) => (f.rounds[2].signature = f.rounds[3].signature)],
  ["the beacon", "beacon", (f) => (f.fairness.beacon.publicKey = "11".repeat(96))],
  ["a start tick", "start tick", (f) => (f.epochs[1].startTick += 1)],
  ["the signature", "signature", (f) => (f.receipt.promise.signature = "00".repeat(64))],
  ["the signed text", "signature", (f) => (f.receipt.promise.text = edit(f, "amount 10.", "amount 99."))],
  ["the form of the text", "promise", (f) => (f.receipt.promise.text += "note x\n")],
  ["the promise taken out", "promise", (f) => (f.receipt.promise = null)],
  [
    "the promise and the keys taken out, and another time given",
    "promise",
    (f) => ((f.receipt.promise = null), (f.fairness.keys = []), (f.receipt.position.createdAt = "2020-01-01T00:00:00.000Z")),
  ],
  ["a winner refunded", "refund", (f) => unsettle(f, "refunded")],
  [
    "a refund for no reason",
    "refund",
    (f) => (unsettle(f, "refunded"), beginAnew(f), (f.receipt.position.refundReason = "other")),
  ],
  [
    "a refund with a loss",
    "refund",
    (f) => (unsettle(f, "refunded"), beginAnew(f), (f.receipt.position.profit = "-10.00000000")),
  ],
  ["a winner never settled", "result", (f) => unsettle(f, "active")],
  ["the list of keys", "key", (f) => (f.fairness.keys[0].publicKey = STRANGERS_KEY)],
  ["the entry price", "entry price", (f) => (f.receipt.position.entryPrice = "152.00000000")],
  ["the barrier", "barrier", (f) => (f.receipt.position.barrierPrice = "153.90000000")],
  ["the chance", "chance", (f) => (f.receipt.position.winChance = 0.31)],
  ["the text of the terms", "terms", (f) => (f.receipt.terms = f.receipt.terms.replace("0.05", "0.2"))],
  ["the hash of terms in the list", "terms", (f) => (f.epochs[1].termsHash = "22".repeat(32))],
  ["the announced terms", "published terms", (f) => (f.fairness.upcoming[4].termsHash = "33".repeat(32))],
  ["the published texts", "published terms", (f) => (f.fairness.termsByEpoch[0].text += "x")],
  ["another edge for one user", "terms", (f) => sellAtEdge(f, 0.2, f.receipt.terms.replace("0.05", "0.2"))],
  ["another edge under the hash of the epoch's terms", "chance", (f) => sellAtEdge(f, 0.2, f.receipt.terms)],
  ["the terms of an epoch after it was chained", "terms", (f) => rechain(f, termsHash(f.receipt.terms.replace("0.05", "0.2")))],
  ["the pull", "pull", (f) => (f.receipt.barrier.pull = "1097680609239")],
  ["the reach", "reach", (f) => (f.receipt.barrier.reach = "12951254")],
  ["the published terms", "published terms", (f) => (f.fairness.terms[3].reach = "113092622")],
  ["the published fee", "published terms", (f) => (f.fairness.sellFee = 0.02)],
  ["the process", "process", (f) => (f.fairness.process.scale = "19052558")],
  ["the expiry", "expiry", (f) => (f.receipt.position.expiryTick += 1)],
  ["the result price", "result price", (f) => (f.receipt.position.resultPrice = "152.00000000")],
  ["the reason of a refund", "result", (f) => (f.receipt.position.refundReason = "secret")],
  ["a closing too", "result", (f) => (f.receipt.closing = { tick: f.receipt.position.entryTick + 3, ticksLeft: 57, price: "152.79000000", chance: "1", value: "10.00000000", reason: "secret" })],
  ["won or lost", "result", (f) => (f.receipt.position.status = "lost")],
  ["the profit", "profit", (f) => (f.receipt.position.profit = "24.99000000")],
  ["the kind of a ledger line", "ledger", (f) => (f.receipt.entries[0].kind = "balance_adjusted")],
  ["the other account of the stake", "ledger", (f) => (f.receipt.entries.find((one: any) => one.account === "house:trading").account = "house:fees")],
  ["the payout", "ledger", (f) => (f.receipt.entries.at(-1).amount = "1.00000000")],
  [
    "a reach that a dishonest platform signed",
    "reach",
    (f) => {
      f.receipt.barrier.reach = "13951253";
      signReceipt(f, { reach: "13951253" });
    },
  ],
  [
    "an entry price that it signed",
    "entry price",
    (f) => {
      f.receipt.position.entryPrice = "152.00000000";
      signReceipt(f, { entryPrice: "152.00000000" });
    },
  ],
  ["an entry half an hour after the order", "entry", (f) => signOpened(f, -1800)],
  ["an entry three seconds after the order", "entry", (f) => signOpened(f, -3)],
  ["an entry long before the order", "entry", (f) => signOpened(f, 11)],
  ["an order of the last half second of its block", "entry", (f) => signOpened(f, 0.5)],
  ["the round", "promise", (f) => (f.receipt.position.round += 1)],
  [
    "another round that it signed",
    "entry",
    (f) => signReceipt(f, { round: String((f.receipt.position.round += 1)) }),
  ],
  ["a start state that it signed", "start", (f) => signReceipt(f, { start: `${FIRST + 1} 15239572084` })],
  ["a start of another epoch", "start", (f) => signReceipt(f, { start: `${FIRST} 15279000000` })],
  ["a commitment of the same hour", "commitment", (f) => signHead(f, FIRST + 1)],
  ["a commitment 23 hours ahead", "commitment", (f) => signHead(f, FIRST + 24)],
  ["two commitments for one epoch", "commitment", (f) => signCommitment(f, FIRST + 1)],
  ["a commitment for an epoch that it does not last", "commitment", (f) => signCommitment(f, FIRST + 9)],
  ["a key under which all is signed", "signature", (f) => signByNobody(f)],
  ["a head that it signed", "chain", (f) => signReceipt(f, { chain: `497247 ${"44".repeat(32)}` })],
]; // oxfmt-ignore
