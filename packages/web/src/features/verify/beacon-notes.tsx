import type { FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import { QUICKNET } from "@veritick/domain/beacon.ts";
import type { Note, Outcome, Step } from "@veritick/domain/verify/step.ts";
import { Link } from "wouter";
import { useQuery } from "@tanstack/react-query";
import { keyOf, useGet } from "../../api/query.ts";
import { useFormat } from "../../lib/format.ts";
import { useTextOf } from "../../locales/text.ts";
import { call } from "../../api/client.ts";
import { Quiet } from "../../ui/primitives.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Banner } from "../../ui/states.tsx";
import type { Signatures } from "./check/check-signatures.ts";

/** Returns who runs a beacon, which decides how far its random values can be trusted. */
export function runBy({ kind, chainHash }: Pick<FairnessBeacon, "kind" | "chainHash">) {
  if (kind === "local") return "local";
  return chainHash === QUICKNET.chainHash ? "quicknet" : "drand";
}

const HASH_DIGITS = 12;

/** Says who can know prices in advance. It stands on every page about fairness. */
export function BeaconNote({ isLinked = true }: { isLinked?: boolean }) {
  const { beacon: text } = useTextOf("fairness");
  const { data } = useGet("fairness");
  // As tall as the text that replaces it, so that nothing below moves.
  if (data === undefined) return <Quiet>{"\u00a0"}</Quiet>;
  const { beacon } = data;
  const by = runBy(beacon);
  return (
    <Quiet pretty measure>
      {by === "drand" ? text.note.drand(beacon.chainHash.slice(0, HASH_DIGITS)) : text.note[by]}{" "}
      {isLinked && <Link href="/fairness/beacon">{text.link}</Link>}
    </Quiet>
  );
}

const ASKED_MS = 5_000;

/** Explains why no prices come, if the beacon is the reason. It asks the server only while none come. */
export function LateBanner({ isOld }: { isOld: boolean }) {
  const { late: text } = useTextOf("fairness").beacon;
  const { data } = useQuery({
    queryKey: [...keyOf("fairness"), "state"],
    queryFn: async ({ signal }) => (await call("fairness", { signal })).beacon,
    enabled: isOld,
    refetchInterval: ASKED_MS,
  });
  if (!isOld || data === undefined || data.state === "live") return null;
  return (
    <Banner tone="warn" live>
      {data.state === "late" && data.kind === "local" ? text.lateOwn : text[data.state]}
    </Banner>
  );
}

/** The progress of checking the beacon's signatures, which takes most of the time of a check. */
export function SignaturesProgress({ done, all }: Signatures) {
  const { signatures } = useTextOf("fairness").verify;
  const format = useFormat();
  return (
    <Progress
      mood="busy"
      share={done / all}
      title={signatures.title}
      body={signatures.done(format.number(done), format.number(all))}
      isCounting
    />
  );
}

/** Returns in sentences what nothing shows of a check in which every step is right. */
export function useReservations(
  steps: readonly Pick<Step<string, Outcome | Note>, "name" | "outcome" | "found">[],
): string[] {
  const { reserved } = useTextOf("fairness").verify.verdict;
  return steps.flatMap(({ name, outcome, found = "" }) => {
    if (outcome !== "note") return [];
    if (name === "beacon") return reserved.beacon(found.slice(0, HASH_DIGITS));
    return name === "received" || name === "saleReceived" ? reserved[name] : [];
  });
}

/** Returns the number of the faulty round that a step about rounds found. */
export function roundAtFault({ name, found }: Pick<Step, "name" | "found">): string | undefined {
  return name === "rounds" ? /^round (\d+)$/.exec(found ?? "")?.[1] : undefined;
}
