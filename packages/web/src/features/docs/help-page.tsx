import { MIN_DEPOSIT, MIN_STAKE, MIN_WITHDRAWAL, WITHDRAWAL_FEE_PERCENT } from "@veritick/domain/product.ts";
import { formatMinor } from "@veritick/domain/money.ts";
import type { ReactNode } from "react";
import { useCurrentUser } from "../../api/current-user.ts";
import { useMarketTerms } from "../../api/market/use-market-terms.ts";
import { useGet } from "../../api/query.ts";
import { useArrival } from "../../lib/focus.ts";
import { useFormat } from "../../lib/format.ts";
import { useText, useTextOf } from "../../locales/text.ts";
import { PlainLink, TextLink } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Row, Stack } from "../../ui/primitives.tsx";
import { PublicPage } from "../verify/public-frame.ts";
import { FactList, StepList, Table, Words } from "./docs-parts.tsx";

/** The most deposits, and the most withdrawals, that may be under way. */
const MOST_OPEN = 20;

/** Answers the questions of people who trade. */
export function HelpPage() {
  const { help: text, back } = useTextOf("docs");
  const isVisitor = useCurrentUser() === undefined;
  const { deposit, position, check } = text;
  return (
    <PublicPage
      back={{ href: "/", ...(isVisitor ? back.start : back.dashboard) }}
      title={text.title}
      lead={text.lead}
    >
      <Part id="deposit" title={deposit.title}>
        <StepList steps={deposit.steps} />
        <Words>{deposit.network}</Words>
        <Words>{deposit.other}</Words>
      </Part>
      <Withdrawals />
      <Part id="position" title={position.title}>
        <FactList facts={position.facts} />
      </Part>
      <FeesAndLimits />
      <Part id="check" title={check.title}>
        <StepList steps={check.steps} />
        <Words>{check.later}</Words>
        <p>
          <TextLink href="/fairness">{check.how}</TextLink>
        </p>
      </Part>
      <Contact />
    </PublicPage>
  );
}

type PartProps = { id: string; title: string; children: ReactNode };

/** A card that the dialogs link to. */
function Part({ id, title, children }: PartProps) {
  return (
    <div id={id} ref={useArrival<HTMLDivElement>(id)} tabIndex={-1}>
      <Card title={title}>
        <Stack gap={4}>{children}</Stack>
      </Card>
    </div>
  );
}

function Withdrawals() {
  const { title, steps, waits } = useTextOf("docs").help.withdrawal;
  const hours = useGet("settings").data?.withdrawalHoldHours ?? 0;
  const format = useFormat();
  return (
    <>
      <Part id="withdrawal" title={title}>
        <StepList steps={steps} />
      </Part>
      <Part id="waiting" title={waits.title}>
        <FactList facts={[...waits.facts, ...(hours > 0 ? [waits.held(format.number(hours))] : [])]} />
        <Words>{waits.status}</Words>
      </Part>
    </>
  );
}

function FeesAndLimits() {
  const { fees } = useTextOf("docs").help;
  const { menu } = useText().common;
  const { market } = useMarketTerms();
  const format = useFormat();
  const isSignedIn = useCurrentUser() !== undefined;
  const usdms = (amount: string) => `${format.money(amount)} USDMS`;
  const rows = [
    [fees.deposit, fees.depositValue(usdms(formatMinor(MIN_DEPOSIT)))],
    [
      fees.withdrawal,
      fees.withdrawalValue(format.chance(WITHDRAWAL_FEE_PERCENT / 100), usdms(formatMinor(MIN_WITHDRAWAL))),
    ],
    [fees.stake, fees.stakeValue(usdms(formatMinor(MIN_STAKE)))],
    ...(market === undefined
      ? []
      : [
          [fees.edge, format.chance(market.houseEdge)],
          [fees.sale, format.chance(market.sellFeeMillionths / 1_000_000)],
        ]),
    [fees.open, fees.openValue(MOST_OPEN)],
  ];
  const { positions } = fees;
  return (
    <Part id="fees" title={fees.title}>
      <Table name={fees.title} head={[fees.item, fees.value]} rows={rows} />
      {market !== undefined && (
        <Table
          name={positions.name}
          head={[positions.duration, positions.multiplier, positions.chance]}
          rows={market.terms.map(({ duration, multiplierHundredths, winChance }) => [
            positions.minutes(duration),
            positions.profit(format.times(multiplierHundredths)),
            format.chance(winChance),
          ])}
        />
      )}
      <Words>{fees.own}</Words>
      {isSignedIn && (
        <p>
          <TextLink href="/limits">{menu.limits}</TextLink>
        </p>
      )}
    </Part>
  );
}

function Contact() {
  const { contact } = useTextOf("docs").help;
  const { support } = useText().common;
  const { data } = useGet("settings");
  const chat = data?.supportChatUrl ?? null;
  const links = data?.helpLinks ?? [];
  return (
    <Part id="contact" title={contact.title}>
      <Words>{contact.text}</Words>
      {chat === null ? (
        <Words>{contact.without}</Words>
      ) : (
        <p>
          <PlainLink isAccent href={chat}>
            {support.label}
          </PlainLink>
        </p>
      )}
      {links.length > 0 && (
        <>
          <Words>{contact.gambling}</Words>
          <Row as="ul" gap={[0, 4]}>
            {links.map(({ title, url }) => (
              <li key={url}>
                <PlainLink isAccent href={url}>
                  {title}
                </PlainLink>
              </li>
            ))}
          </Row>
        </>
      )}
    </Part>
  );
}
