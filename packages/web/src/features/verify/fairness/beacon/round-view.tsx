import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Fairness, FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import { blockEnd, dueTick } from "@veritick/domain/rounds.ts";
import type { BeaconRound } from "@veritick/domain/beacon.ts";
import { EPOCH_TICKS, epochOf } from "@veritick/domain/epoch-times.ts";
import { call } from "../../../../api/client.ts";
import { keyOf } from "../../../../api/query.ts";
import { useExactTime, useFormat } from "../../../../lib/format.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { CheckItem, CheckList } from "../../../../ui/check-list.tsx";
import type { CheckOutcome } from "../../../../ui/check-list.tsx";
import { CopyButton } from "../../../../ui/copy-button.tsx";
import { Fact, Facts, FigureTable } from "../../../../ui/facts.tsx";
import { Caption, Code, Num, Quiet, Skeleton, Stack, Time } from "../../../../ui/primitives.tsx";
import { loadRounds } from "../../check/load-rounds.ts";
import { isRoundSigned, noiseOf } from "../../check/verify-client.ts";

const KEPT_MS = 30_000;
const REPEATED_MS = 1_000;

/** The digits shown at each end of a signature. A copy contains all of it. */
const ENDS = 8;

type RoundViewProps = {
  fairness: Fairness;
  round: number;
  nowTick: number;
  /** The seconds until the next round is due; only for the newest round. */
  secondsLeft?: number;
};

/** One round: its signature, checked in this browser, and the prices made with it. The previous one stays until it loads. */
export function RoundView({ fairness, round, nowTick, secondsLeft }: RoundViewProps) {
  const { beacon: text, pages } = useTextOf("fairness");
  const { inFull } = useExactTime();
  const { beacon } = fairness;
  const loaded = useQuery({
    queryKey: [...keyOf("fairnessRounds"), "one", round],
    queryFn: async ({ signal }) => {
      const due = dueTick(beacon, round);
      const [found] = await loadRounds(fairness, { from: due, to: due }, signal);
      return found ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : REPEATED_MS),
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
  const found = loaded.data;
  if (found === undefined) return <Skeleton width="100%" height="22rem" />;
  if (found === null) return <Quiet>{text.waiting}</Quiet>;
  return (
    <>
      <Facts>
        <Fact name={text.round}>
          <Num tone="strong">{found.round}</Num>
        </Fact>
        <Fact name={text.due}>
          <Time dateTime={new Date(dueTick(beacon, found.round) * 1000).toISOString()}>
            {inFull(dueTick(beacon, found.round))}
          </Time>
        </Fact>
        {secondsLeft !== undefined && (
          <Fact name={text.next}>
            <Num role="timer">{text.seconds(secondsLeft)}</Num>
          </Fact>
        )}
        <Fact name={text.signature}>
          <Code translate="no">
            {found.signature.slice(0, ENDS)}…{found.signature.slice(-ENDS)}
          </Code>
          <CopyButton label={pages.copy(text.signature)} value={found.signature} />
        </Fact>
      </Facts>
      <Checks fairness={fairness} found={found} />
      <Ticks fairness={fairness} found={found} nowTick={nowTick} />
    </>
  );
}

/** Shows whether the beacon has signed the round, and whether one of its relays has the same one. */
function Checks({ fairness: { beacon }, found }: { fairness: Fairness; found: BeaconRound }) {
  const { beacon: text, verify } = useTextOf("fairness");
  const { round, signature } = found;
  const signed = useQuery({
    queryKey: ["round-signed", round, signature],
    queryFn: () => isRoundSigned(beacon.publicKey, found),
    gcTime: KEPT_MS,
  });
  const relayed = useQuery({
    queryKey: ["round-relayed", round, signature],
    queryFn: () => askRelay(beacon, found),
    enabled: beacon.relays.length > 0,
    placeholderData: keepPreviousData,
    gcTime: KEPT_MS,
  });
  const isRight = signed.data;
  const outcome: CheckOutcome =
    isRight === undefined ? (signed.isError ? "missing" : "later") : isRight ? "right" : "wrong";
  const answer = relayed.data;
  const spoken = verify.steps.spoken;
  return (
    <CheckList label={text.checks}>
      <CheckItem outcome={outcome} spoken={spoken[outcome]} words={text.signed[outcome](String(round))} />
      {beacon.relays.length > 0 && (
        <CheckItem
          outcome={answer?.outcome ?? "later"}
          spoken={spoken[answer?.outcome ?? "later"]}
          words={
            answer === undefined
              ? text.relay.later
              : answer.outcome === "missing"
                ? text.relay.missing(answer.relay)
                : text.relay[answer.outcome](String(answer.round), answer.relay)
          }
        />
      )}
    </CheckList>
  );
}

type TicksProps = { fairness: Fairness; found: BeaconRound; nowTick: number };

/**
 * The seconds whose prices were made with a round and, once the seed of their hour is public, the round's contribution to
 * each.
 */
function Ticks({ fairness: { beacon, genesis }, found, nowTick }: TicksProps) {
  const { round } = found;
  const { ticks: text } = useTextOf("fairness").beacon;
  const format = useFormat();
  const { inFull } = useExactTime();
  const from = dueTick(beacon, round);
  const to = blockEnd(beacon, round);
  const epoch = epochOf(from);
  const isOver = epochOf(nowTick) > epoch;
  const isBefore = to <= genesis.tick;
  const made = Array.from({ length: to - from + 1 }, (_, index) => from + index).filter(
    (tick) => tick > genesis.tick,
  );
  const noise = useQuery({
    queryKey: ["round-noise", round, found.signature],
    queryFn: async ({ signal }) => {
      const [row] = await call("fairnessEpochs", { query: { from: epoch, to: epoch }, signal });
      return typeof row?.seed === "string" ? noiseOf(row.seed, made, found) : null;
    },
    enabled: isOver && !isBefore,
    // Another server may see the end of the hour a moment later.
    refetchInterval: ({ state }) => (state.data === null ? REPEATED_MS : false),
    gcTime: KEPT_MS,
  });
  if (isBefore) return <Caption>{text.before}</Caption>;
  const known = noise.data ?? undefined;
  return (
    <Stack gap={2}>
      <Caption as="h3">{text.title}</Caption>
      <FigureTable>
        <thead>
          <tr>
            <th scope="col">{text.second}</th>
            <th scope="col">{text.noise}</th>
          </tr>
        </thead>
        <tbody>
          {made.map((tick, index) => (
            <tr key={tick}>
              <td>
                <Num>{format.clock(tick)}</Num>
              </td>
              <td>
                <Num>{known === undefined ? "–" : format.number(known[index]!)}</Num>
              </td>
            </tr>
          ))}
        </tbody>
      </FigureTable>
      <Caption pretty>
        {known !== undefined
          ? text.open
          : noise.isError
            ? text.failed
            : text.sealed(inFull((epoch + 1) * EPOCH_TICKS))}
      </Caption>
    </Stack>
  );
}

const PATIENCE_MS = 2_500;

/**
 * A relay's answer about a round that the platform has published. `missing`: the relay was not reached or does not know it.
 */
type RelayAnswer = {
  readonly relay: string;
  readonly round: number;
  readonly outcome: "right" | "wrong" | "missing";
};

/** The index of the next relay. It moves on after a relay that did not answer. */
let turn = 0;

/** Asks a relay of the beacon for a round and compares. This browser asks the relay, not the platform. */
export async function askRelay(
  { relays, chainHash }: Pick<FairnessBeacon, "relays" | "chainHash">,
  { round, signature }: BeaconRound,
): Promise<RelayAnswer> {
  const address = relays[turn % relays.length]!;
  const relay = new URL(address).host;
  try {
    const response = await fetch(`${address}/${chainHash}/public/${round}`, {
      signal: AbortSignal.timeout(PATIENCE_MS),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const told: unknown = await response.json();
    if (!response.ok || !isRound(told) || told.round !== round) throw new Error("no such round");
    return { relay, round, outcome: told.signature === signature ? "right" : "wrong" };
  } catch {
    turn += 1;
    return { relay, round, outcome: "missing" };
  }
}

const isRound = (told: unknown): told is BeaconRound =>
  typeof told === "object" && told !== null && "round" in told && "signature" in told;
