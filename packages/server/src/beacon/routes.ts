import { fairnessRounds } from "@veritick/contract/schemas/fairness.ts";
import { rhoOf } from "@veritick/domain/beacon.ts";
import { roundOf } from "@veritick/domain/rounds.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { tickOf } from "../platform/clock.ts";
import type { Clock } from "../platform/clock.ts";
import type { Database } from "../platform/db/database.ts";
import type { Bind } from "../platform/http/bind.ts";
import { addressKey } from "../platform/http/headers.ts";
import { sendRefusal } from "../platform/http/server.ts";
import { rateLimit } from "../platform/rate-limit.ts";
import { refuse } from "../platform/refusal.ts";
import type { Beacon } from "./beacon.ts";
import { listRoundsOf } from "./round-store.ts";

const NEWEST = 100;
const MOST = 1_200;

const ASKED_PER_SECOND = 50;
const ASKED_AT_ONCE = 500;

export function beaconRoutes(
  bind: Bind,
  http: FastifyInstance,
  { beacon, clock, database }: { beacon: Beacon; clock: Clock; database: Database },
): void {
  /** Returns the newest round that is known and due, even if a clock is wrong; 0 before the first. */
  const newestRound = () => Math.min(beacon.newestRound() ?? 0, roundOf(beacon.chain, tickOf(clock.nowMs())));

  bind(fairnessRounds, async ({ query }) => {
    const to = query.to ?? (query.from === undefined ? newestRound() : query.from + MOST - 1);
    const from = query.from ?? Math.max(1, to - NEWEST + 1);
    if (from > to || to - from >= MOST)
      return refuse("round_range_invalid", { field: query.from === undefined ? "to" : "from" });
    // Rounds of a replaced beacon are returned as they are stored. The caller checks their signatures.
    if (query.chain !== undefined && query.chain !== beacon.chain.chainHash)
      return listRoundsOf(database, query.chain, from, to);
    const last = Math.min(to, newestRound());
    return from > last ? [] : beacon.storedRounds(from, last);
  });

  if (beacon.kind === "local") relayRoutes(http, { beacon, clock, newestRound });
}

/**
 * Serves the local beacon in the form of a drand relay, so that every drand client can check it. A round that is not due is
 * answered with 404 at once.
 */
function relayRoutes(
  http: FastifyInstance,
  context: { beacon: Beacon; clock: Clock; newestRound(): number },
): void {
  const { beacon, clock, newestRound } = context;
  const { chain } = beacon;
  const asked = rateLimit({ perSecond: ASKED_PER_SECOND, burst: ASKED_AT_ONCE });

  const info = {
    public_key: chain.publicKey,
    period: chain.period,
    genesis_time: chain.genesisTime,
    hash: chain.chainHash,
    groupHash: chain.groupHash,
    schemeID: chain.schemeID,
    metadata: { beaconID: chain.beaconID },
  };

  function route(path: string, caching: string, answer: (round: string) => Promise<object | undefined>) {
    http.get(`/beacon/:chainHash${path}`, async (request, reply) => {
      const { chainHash, round = "" } = request.params as { chainHash: string; round?: string };
      // Browser programs of any site may read this.
      void reply.header("access-control-allow-origin", "*");
      if (!asked.take(addressKey(request.ip), clock.nowMs()))
        return sendRefusal(request, reply, refuse("too_many_requests", { retryAfterSeconds: 1 }));
      const found = chainHash === chain.chainHash ? await answer(round) : undefined;
      if (found === undefined) return notFound(request, reply);
      return reply.header("cache-control", caching).send(found);
    });
  }

  async function findRound(round: number): Promise<object | undefined> {
    if (!Number.isSafeInteger(round) || round < 1 || round > newestRound()) return undefined;
    const [found] = await beacon.storedRounds(round, round);
    return found === undefined ? undefined : withRandomness(found);
  }

  route("/info", "public, max-age=3600", async () => info);
  route("/public/latest", "no-store", () => findRound(newestRound()));
  route("/public/:round", "public, max-age=31536000, immutable", (text) =>
    findRound(/^\d{1,15}$/.test(text) ? Number(text) : 0),
  );
}

const withRandomness = ({ round, signature }: BeaconRound) => ({
  round,
  randomness: rhoOf(signature),
  signature,
});

const notFound = (request: FastifyRequest, reply: FastifyReply) =>
  sendRefusal(request, reply, { refused: "not_found" });
