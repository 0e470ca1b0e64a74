import { utf8ToBytes } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import vectors from "../../../../docs/vectors/log.json" with { type: "json" };
import { isSigned, logKey, witnessKey } from "../../testing/log-keys.ts";
import { fromHex, toHex } from "../epochs.ts";
import { entryLeaf, entryText, parseEntry } from "./entries.ts";
import type { LogEntry } from "./entries.ts";
import {
  blindOf,
  leafData,
  orderText,
  ownerHash,
  ownerText,
  parseOrder,
  parseOwner,
  readLeaves,
  tagOf,
} from "./leaves.ts";
import { appendLeaf, frontierRoot, hashLeaf, rootFrom, treeOf } from "./merkle.ts";
import type { Frontier } from "./merkle.ts";
import { checkpointText, parseVkey, vkeyText } from "./notes.ts";
import { orderState } from "./order-state.ts";
import { cosignedAt, parsePolicy, quorumBefore, quorumTime } from "./policy.ts";
import { parseProof, proofFault, proofText } from "./proof.ts";

const { keys, owner, order, receipt, slice, entries, index, nextDue } = vectors;
const [log, ...witnesses] = keys.map(({ vkey }) => parseVkey(vkey));
const seedOf = (at: number) => fromHex(keys[at]!.seed)[0]!;

describe("the vectors of a log", () => {
  it("have these keys", () => {
    const made = [
      logKey(log!.name, seedOf(0)).vkey,
      ...witnesses.map(({ name }, at) => witnessKey(name, seedOf(at + 1)).vkey),
    ];
    expect(made.map(vkeyText)).toEqual(keys.map(({ vkey }) => vkey));
    expect([log!, ...witnesses].map(({ type }) => type)).toEqual(keys.map(({ type }) => type));
  });

  it("have this owner, tag and leaf", () => {
    const { position, user } = parseOwner(owner.text)!;
    const blind = blindOf(fromHex(owner.nonce), position);
    expect(ownerText({ position, user, blind })).toBe(owner.text);
    expect(ownerHash(owner.text)).toBe(owner.hash);
    expect(orderText(parseOrder(order.text)!)).toBe(order.text);
    expect(tagOf(order.text)).toBe(order.tag);
    expect(toHex(leafData(order.tag, receipt.text))).toBe(receipt.leafData);
    expect(toHex(hashLeaf(fromHex(receipt.leafData)))).toBe(receipt.leaf);
  });

  it("have this slice", () => {
    const leaves = readLeaves(fromHex(slice.leaves.join("")))!;
    const tree = treeOf(leaves.map(({ data }) => hashLeaf(data)));
    expect(leaves[0]!.tag).toBe(order.tag);
    expect(tree.pathOf(0).map(toHex)).toEqual(slice.path);
    expect(toHex(tree.root)).toBe(slice.root);
    const root = rootFrom(fromHex(receipt.leaf), 0, slice.leaves.length, slice.path.map(fromHex));
    expect(toHex(root!)).toBe(slice.root);
    expect(parseEntry(entries[index]!.text)).toMatchObject({ kind: "slice", root: slice.root });
  });

  it("have these entries, leaves and root", () => {
    let grown: Frontier = { size: 0, peaks: [] };
    for (const { text, leaf } of entries) {
      const entry = parseEntry(text) as LogEntry;
      expect(entryText(entry)).toBe(text);
      expect(toHex(hashLeaf(utf8ToBytes(text)))).toBe(leaf);
      grown = appendLeaf(grown, entryLeaf(text));
    }
    expect(toHex(frontierRoot(grown))).toBe(vectors.root);
  });

  it("have this proof, byte for byte", () => {
    const tree = treeOf(entries.map(({ leaf }) => fromHex(leaf)));
    const text = checkpointText({ origin: log!.name, size: entries.length, root: tree.root });
    const signatures = [
      logKey(log!.name, seedOf(0)).sign(text),
      ...witnesses.map(({ name }, at) =>
        witnessKey(name, seedOf(at + 1)).cosign(text, vectors.cosigned[at]!),
      ),
    ];
    expect(proofText({ index, path: tree.pathOf(index), note: { text, signatures } })).toBe(vectors.proof);
  });

  it("are in time by 2 of 3 witnesses, and not by 3 of 3", () => {
    const proof = parseProof(vectors.proof)!;
    expect(proofFault(proof, entryLeaf(entries[index]!.text), [log!], isSigned)).toBeUndefined();
    const policy = (count: string) =>
      parsePolicy(
        `${witnesses.map((vkey, at) => `witness w${at + 1} ${vkeyText(vkey)}\n`).join("")}` +
          `group all-of-them ${count} w1 w2 w3\nquorum all-of-them\n`,
      );
    const times = cosignedAt(policy("2"), proof.note, isSigned)!;
    expect([...times.values()]).toEqual(vectors.cosigned);
    expect(quorumBefore(policy("2"), times, nextDue)).toEqual({ isReached: true, witnesses: ["w1", "w2"] });
    expect(quorumBefore(policy("all"), times, nextDue)).toMatchObject({ isReached: false });
    const states = ["2", "all"].map((count) =>
      orderState({ nextDue, now: nextDue, leaves: 1, quorumAt: quorumTime(policy(count), times) }),
    );
    expect(states).toEqual(["witnessed", "late"]);
  });
});
