import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { parseTerms } from "@veritick/domain/signed/terms-text.ts";
import { createFile } from "../../../packages/domain/testing/receipt-files.ts";
import { testSignature } from "../../../packages/domain/testing/rounds.ts";
import { onTestFinished } from "vitest";
import { signReceipt } from "./receipt-file.ts";
import { verifier } from "./verifier.ts";

const { quicknet, local } = JSON.parse(
  readFileSync(new URL("../../../docs/vectors/rounds.json", import.meta.url), "utf8"),
);

export const QUICKNET_VECTORS: any = quicknet;

/** True signatures for the rounds of the frozen vectors. No file contains later rounds, so those need none. */
const signatures = new Map<number, string>(
  local.rounds.map(({ round, signature }: { round: number; signature: string }) => [round, signature]),
);
export const signatureOf = (round: number): string => signatures.get(round) ?? testSignature(round);

/** The tick before the first round of the vectors: a minute before an hour ends. */
export const GENESIS_TICK = 1_790_002_739;
/** The first hour with a whole minute of rounds. */
export const SECOND_HOUR = 1_790_002_800;

/**
 * Returns an honest platform's receipt with truly signed rounds, if the chain is that of the vectors by any name. `entryTick`
 * must lie in the first minute or two.
 */
export function makeReceipt(
  entryTick: number,
  now?: number,
  chain: BeaconChain = local.chain,
  offBy = 0n,
): any {
  const file: any = createFile({
    entryTick,
    genesis: { tick: GENESIS_TICK, state: 15_279_000_000, previousHead: "0".repeat(64) },
    rounds: { chain, signatureOf },
    offBy,
    ...(now === undefined ? {} : { now }),
  });
  file.fairness.terms = parseTerms(file.receipt.terms)!.terms.map((terms) => ({
    ...terms,
    multiplier: terms.multiplierHundredths / 100,
    pull: String(terms.pull),
    reach: String(terms.reach),
  }));
  signReceipt(file, {});
  return file;
}

const EPOCH_TICKS = 3600;

/** Serves the publications of a receipt file and the prices that follow from it. `alter` may change the answers. */
export async function startOfflineSite(
  file: any,
  alter: (body: any, path: string) => unknown = () => undefined,
): Promise<string> {
  const { fairness, epochs } = file;
  const known = new Map<number, string>([...signatures, ...rowsOf(file.rounds)]);
  function pricesOf(from: number, to: number) {
    const epoch = epochs.find((row: any) => row.epoch === Math.floor(from / EPOCH_TICKS));
    const told = epochs.filter((row: any) => row.epoch >= epoch.epoch && row.seed !== null);
    const states = told.flatMap(({ seed, startTick, startState, epoch: number }: any) => {
      const last = Math.min(to, (number + 1) * EPOCH_TICKS - 1);
      return verifier.pathOf(seed, startTick, last, BigInt(startState), fairness.beacon, known).slice(1);
    });
    const at = from - epoch.startTick;
    return states
      .slice(at, at + to - from + 1)
      .map((state: bigint) => Number(verifier.milliOf(state)) / 1000);
  }
  return startSite((path, from, to) => {
    const isAsked = (number: number) => number >= from && number <= to;
    const bodies: Record<string, () => unknown> = {
      "/api/fairness": () => fairness,
      "/api/fairness/epochs": () => epochs.filter(({ epoch }: any) => isAsked(epoch)),
      "/api/fairness/rounds": () =>
        [...known].filter(([round]) => isAsked(round)).map(([round, signature]) => ({ round, signature })),
      "/api/prices": () => ({ from, prices: pricesOf(from, to) }),
    };
    const body = structuredClone(bodies[path]?.());
    alter(body, path);
    return body;
  });
}

const rowsOf = (rounds: any[]) => rounds.map(({ round, signature }): [number, string] => [round, signature]);

async function startSite(answer: (path: string, from: number, to: number) => unknown): Promise<string> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://localhost");
    const body = answer(pathname, Number(searchParams.get("from")), Number(searchParams.get("to")));
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
