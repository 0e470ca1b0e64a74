import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { BEACON_SCHEME, chainHashOf, QUICKNET, rhoOf } from "@veritick/domain/beacon.ts";
import { dueTick } from "@veritick/domain/rounds.ts";
import type { BeaconChain } from "@veritick/domain/beacon.ts";
import { beaconKeyOf, beaconPublicKey } from "@veritick/domain/beacon-signatures.ts";
import type { Clock } from "../src/platform/clock.ts";
import { signOnce } from "./signed-rounds.ts";

/** Returns the chain of a key, in the form in which drand's relays describe it. */
export function chainOf(key: Uint8Array, period = 3): BeaconChain {
  const chain = {
    publicKey: beaconPublicKey(key),
    genesisTime: QUICKNET.genesisTime - (QUICKNET.genesisTime % period),
    period,
    groupHash: "5e".repeat(32),
    schemeID: BEACON_SCHEME,
    beaconID: "fake",
  };
  return { chainHash: chainHashOf(chain), ...chain };
}

export const RELAY_KEY = beaconKeyOf("c0".repeat(32));
const FORKED_KEY = beaconKeyOf("f0".repeat(32));

/**
 * The behaviour of a relay. It answers correctly, `lateMs` late, with no later round than `upTo`, or never. Or it answers
 * with a round before its time, another signature, another key's signature, another round, byte by byte without end, too
 * much, a redirection to a correct answer, or anything else.
 */
export type RelayManner =
  | "well"
  | "silent"
  | "early"
  | "wrong"
  | "forked"
  | "other round"
  | "slow"
  | "huge"
  | "html"
  | "302"
  | "404"
  | "500"
  | { lateMs: number | ((round: number) => number) }
  | { upTo: number };

export type FakeRelay = {
  readonly url: string;
  readonly chain: BeaconChain;
  manner: RelayManner;
  /** The rounds asked for, in order. */
  readonly asked: number[];
  close(): Promise<void>;
};

/** Starts a relay that speaks drand's HTTP API, holds back the next round until the clock reaches it, and can misbehave. */
export async function startFakeRelay(clock: Clock, period = 3): Promise<FakeRelay> {
  const chain = chainOf(RELAY_KEY, period);
  const asked: number[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, hash, about, of] = (request.url ?? "").split("/");
    if (hash !== chain.chainHash) return void response.writeHead(404).end();
    if (about === "info") return sendJson(response, infoOf(chain));
    const round = Number(of);
    asked.push(round);
    const { manner } = relay;
    if (manner === "silent") return;
    if (manner === "html") return void response.end("<!doctype html><title>Sign in</title>");
    if (manner === "302" && about === "public")
      return void response.writeHead(302, { location: `/${hash}/moved/${of}` }).end();
    if (manner === "404" || manner === "500") return void response.writeHead(Number(manner)).end("no");
    if (typeof manner === "object" && "upTo" in manner && round > manner.upTo)
      return void response.writeHead(404).end();
    const late = typeof manner === "object" && "lateMs" in manner ? manner.lateMs : 0;
    const lateMs = typeof late === "number" ? late : late(round);
    if (!(await isDue(round, manner === "early" ? -chain.period * 1000 : lateMs, response))) return;
    // The relay may have fallen silent meanwhile.
    if (relay.manner === "silent") return;
    if (manner === "slow") return drip(response);
    if (manner === "huge") return void response.end(`{"round":${round},"x":"${"x".repeat(100_000)}"}`);
    sendJson(response, roundAs(manner, round));
  }

  function roundAs(manner: RelayManner, round: number) {
    const told = manner === "other round" ? round - 1 : round;
    const signature = signOnce(
      manner === "forked" ? FORKED_KEY : RELAY_KEY,
      manner === "wrong" ? round + 1 : told,
    );
    return { round: told, randomness: rhoOf(signature), signature };
  }

  /** Holds back the next round until it is due, and refuses later rounds. */
  async function isDue(round: number, lateMs: number, response: ServerResponse): Promise<boolean> {
    const dueMs = dueTick(chain, round) * 1000 + lateMs;
    if (dueMs - clock.nowMs() > chain.period * 1000) {
      response.writeHead(404).end();
      return false;
    }
    await new Promise<void>((resolve) => {
      if (clock.nowMs() >= dueMs) return resolve();
      const stop = clock.onTick(() => {
        if (clock.nowMs() < dueMs) return;
        stop();
        resolve();
      }, intoSecondMs(lateMs));
      response.once("close", () => (stop(), resolve()));
    });
    return true;
  }

  const relay: FakeRelay = {
    url,
    chain,
    manner: "well",
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

const intoSecondMs = (ms: number): number => ((ms % 1000) + 1000) % 1000;

const sendJson = (response: ServerResponse, body: object): void =>
  void response.setHeader("content-type", "application/json").end(JSON.stringify(body));

function drip(response: ServerResponse): void {
  const timer = setInterval(() => response.write(" "), 20);
  response.once("close", () => clearInterval(timer));
}

/** Returns a chain's information in the form of its relays. */
export const infoOf = (chain: BeaconChain) => ({
  public_key: chain.publicKey,
  period: chain.period,
  genesis_time: chain.genesisTime,
  hash: chain.chainHash,
  groupHash: chain.groupHash,
  schemeID: chain.schemeID,
  metadata: { beaconID: chain.beaconID },
});
