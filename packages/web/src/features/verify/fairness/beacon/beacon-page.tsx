import type { Fairness, FairnessBeacon } from "@veritick/contract/schemas/fairness.ts";
import { dueTick, roundOf } from "@veritick/domain/rounds.ts";
import { useState } from "react";
import { pathOf } from "../../../../api/client.ts";
import { newestTick, useRecentPrices } from "../../../../api/market/recent-prices.ts";
import { useExactTime, useFormat } from "../../../../lib/format.ts";
import { useTextOf } from "../../../../locales/text.ts";
import { Card } from "../../../../ui/card.tsx";
import { Fact, Facts } from "../../../../ui/facts.tsx";
import { PlainLink } from "../../../../ui/button.tsx";
import { Caption, Code, Grid, Num, Skeleton, Stack } from "../../../../ui/primitives.tsx";
import { Loaded } from "../../../../ui/states.tsx";
import { PublishedCode } from "../evidence.tsx";
import { AskForm, PublicPage } from "../public-page.tsx";
import { usePublished } from "../epoch/use-epoch.ts";
import { BeaconNote, LateBanner, runBy } from "../../beacon-notes.tsx";
import { RoundView } from "./round-view.tsx";

export function BeaconPage() {
  const { beacon: text, pages } = useTextOf("fairness");
  const { recent, isOld } = useRecentPrices();
  const nowTick = recent && newestTick(recent);
  const published = usePublished(nowTick);
  const { data } = published;
  return (
    <PublicPage
      back={{ href: "/fairness", name: pages.title, label: pages.back.fairness }}
      title={text.title}
      lead={data ? text.lead(data.beacon.period) : "\u00a0"}
      head={
        <>
          <BeaconNote isLinked={false} />
          <LateBanner isOld={isOld} />
        </>
      }
    >
      <Loaded query={published} />
      <Grid gap={5} columns="1fr 1fr" from="wide" align="start">
        <Stack gap={5}>
          <Card title={text.newest}>
            {data === undefined || nowTick === undefined ? (
              <Skeleton width="100%" height="22rem" />
            ) : (
              <Newest fairness={data} nowTick={nowTick} />
            )}
          </Card>
          {data && nowTick !== undefined && <AnotherCard fairness={data} nowTick={nowTick} />}
        </Stack>
        {data && <FactsCard beacon={data.beacon} />}
      </Grid>
    </PublicPage>
  );
}

type NowProps = { fairness: Fairness; nowTick: number };

/** The newest round. Ticks are shown `delayMs` after their second, so that much more time has passed. */
function Newest({ fairness, nowTick }: NowProps) {
  const { beacon } = fairness;
  const round = roundOf(beacon, nowTick);
  const left = dueTick(beacon, round + 1) - nowTick - Math.floor(beacon.delayMs / 1000);
  return <RoundView fairness={fairness} round={round} nowTick={nowTick} secondsLeft={Math.max(0, left)} />;
}

function AnotherCard({ fairness, nowTick }: NowProps) {
  const { another } = useTextOf("fairness").beacon;
  const format = useFormat();
  const newest = roundOf(fairness.beacon, nowTick);
  const [round, setRound] = useState<number>();

  function read(typed: string) {
    const asked = Number(typed);
    return asked >= 1 && asked <= newest ? asked : undefined;
  }

  return (
    <Card title={another.title}>
      <AskForm
        label={another.number}
        isNumber
        read={read}
        invalid={another.invalid("1", format.number(newest))}
        submit={another.open}
        onAsk={setRound}
      />
      {round !== undefined && <RoundView key={round} fairness={fairness} round={round} nowTick={nowTick} />}
    </Card>
  );
}

function FactsCard({ beacon }: { beacon: FairnessBeacon }) {
  const { beacon: words } = useTextOf("fairness");
  const text = words.facts;
  const format = useFormat();
  const { inFull } = useExactTime();
  return (
    <Card title={text.title}>
      <Facts>
        <Fact name={text.who}>{text.by[runBy(beacon)]}</Fact>
        <Fact name={text.genesis}>
          <Num>{inFull(beacon.genesisTime)}</Num>
        </Fact>
        <Fact name={text.period}>
          <Num>{words.seconds(beacon.period)}</Num>
        </Fact>
        <Fact name={text.delay}>
          {beacon.delayMs === 0 ? text.atOnce : text.delayed(format.number(beacon.delayMs / 1000))}
        </Fact>
        <Fact name={text.scheme}>
          <Code translate="no">{beacon.schemeID}</Code>
        </Fact>
        {beacon.relays.length > 0 && (
          <Fact name={text.relays}>
            <Code translate="no">{beacon.relays.map((relay) => new URL(relay).host).join(", ")}</Code>
          </Fact>
        )}
      </Facts>
      {(["chainHash", "publicKey"] as const).map((name) => (
        <div key={name}>
          <Caption as="h3">{text[name]}</Caption>
          <PublishedCode name={text[name]} code={beacon[name]} />
        </div>
      ))}
      <p>
        <PlainLink href={pathOf("fairness")}>{text.info}</PlainLink>
      </p>
    </Card>
  );
}
