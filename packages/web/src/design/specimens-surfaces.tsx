import {
  Badge,
  Caption,
  Num,
  PageTitle,
  ExactText,
  Quiet,
  Row,
  Skeleton,
  Stack,
  Strong,
  Time,
} from "../ui/primitives.tsx";
import { Amount } from "../ui/amount.tsx";
import { Button } from "../ui/button.tsx";
import { Card, Fact, Facts } from "../ui/card.tsx";
import { CodeLine, LongCode } from "../ui/copy-button.tsx";
import { EmptyState, ListEnd, Loaded, LoadingRows } from "../ui/states.tsx";
import { Logo, LogoMark, PageHeader } from "../ui/page-header.tsx";
import { Term } from "../ui/overlay/term.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { State } from "./specimen.tsx";
import type { Specimen } from "./specimen.tsx";

const FAILED = { data: undefined, isError: true, refetch: () => undefined };
const PAGES = {
  hasNextPage: false,
  isFetching: true,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.resolve(),
};

export const SURFACES: readonly Specimen[] = [
  {
    title: "Text and layout",
    of: ["Stack", "Row", "Quiet", "Caption", "Strong", "PageTitle", "ExactText"],
    show: () => (
      <>
        <State name="stack">
          <Stack gap={2}>
            <PageTitle as="p">Your limits</PageTitle>
            <Strong>100.00 USDMS</Strong>
            <Quiet>You can lower a limit at once.</Quiet>
            <Caption>Changed 2 hours ago</Caption>
          </Stack>
        </State>
        <State name="row">
          <Row gap={2}>
            <span>One</span>
            <span>beside</span>
            <span>the other</span>
          </Row>
        </State>
        <State name="text as it is signed">
          <ExactText translate="no">{"houseEdge 0.05\nwinRule barrier"}</ExactText>
        </State>
      </>
    ),
  },
  {
    title: "Logo",
    of: ["Logo", "LogoMark"],
    show: () => (
      <>
        <State name="mark">
          <LogoMark size={48} />
        </State>
        <State name="with the name">
          <Logo name="Veritick" />
        </State>
      </>
    ),
  },
  {
    title: "Page header",
    of: ["PageHeader"],
    show: () => (
      <State name="with both sides" wide>
        {/* A scrolling box, so that the header sticks to it and not to the page. */}
        <div style={{ overflow: "hidden" }}>
          <PageHeader start={<Logo name="Veritick" />}>
            <Button variant="quiet">Get started</Button>
          </PageHeader>
        </div>
      </State>
    ),
  },
  {
    title: "Card",
    of: ["Card"],
    show: (theme) => (
      <>
        <State name="titled, with an aside" wide>
          <Card title={`Two-step sign-in, ${theme}`} aside={<Badge tone="neutral">Off</Badge>}>
            <p>A named region of the page.</p>
          </Card>
        </State>
        <State name="plain" wide>
          <Card>
            <p>Only a surface.</p>
          </Card>
        </State>
      </>
    ),
  },
  {
    title: "Empty state",
    of: ["EmptyState"],
    show: () => (
      <>
        <State name="with a hint" wide>
          <EmptyState title="No active positions" hint="Choose Buy or Sell: what you open is shown here." />
        </State>
        <State name="with a way on" wide>
          <EmptyState title="No deposits yet" action={<Button variant="quiet">Deposit</Button>} />
        </State>
      </>
    ),
  },
  {
    title: "Loading and failed",
    of: ["Loaded", "LoadingRows"],
    show: () => (
      <>
        <State name="loading a list" wide>
          <LoadingRows />
        </State>
        <State name="failed in the place of a list" wide>
          <Loaded query={FAILED} failed="Couldn’t load the list" />
        </State>
        <State name="failed in one line">
          <Loaded query={FAILED} look="line" failed="Couldn’t load the figures." />
        </State>
      </>
    ),
  },
  {
    title: "End of a list",
    of: ["ListEnd"],
    show: () => (
      <>
        <State name="with more to come" wide>
          <ListEnd pages={{ ...PAGES, hasNextPage: true }} loading="Loading more…" end="" />
        </State>
        <State name="where more did not load" wide>
          <ListEnd pages={{ ...PAGES, isFetchNextPageError: true }} loading="" end="" />
        </State>
        <State name="at the end" wide>
          <ListEnd pages={PAGES} loading="" end="That is everything." />
        </State>
      </>
    ),
  },
  {
    title: "Skeleton",
    of: ["Skeleton"],
    show: () => (
      <State name="of a line and a block" wide>
        <Skeleton width={160} height={20} />
        <br />
        <Skeleton width="100%" height={72} />
      </State>
    ),
  },
];

const ADDRESS = "TGLAkGbcb5raFS6gzEW9HsXH1aPs1tauwC";
const INSTANT = "2026-03-01T18:30:00.000Z";

export const FIGURES: readonly Specimen[] = [
  {
    title: "Numbers and times",
    of: ["Num", "Time"],
    note: "Digits of one width: what changes moves nothing. A relative time tells the exact one to a pointer.",
    show: () => (
      <>
        <State name="numbers">
          <Num>
            152.790
            <br />
            111.111
          </Num>
        </State>
        <State name="relative time">
          <Time dateTime={INSTANT} isRelative>
            2 hours ago
          </Time>
        </State>
      </>
    ),
  },
  {
    title: "Amounts",
    of: ["Amount"],
    note: "Two decimals, cut. Hidden digits are in the tip, by pointer, key or tap. A fee makes up the difference.",
    show: () => (
      <>
        <State name="whole cents">
          <Amount of="20.00000000" unit="USDMS" />
        </State>
        <State name="cut">
          <Amount of="30.66360000" unit="USDT" />
        </State>
        <State name="fee">
          <Amount of="-2.66640000" shown="-2.67" unit="USDMS" />
        </State>
      </>
    ),
  },
  {
    title: "Facts",
    of: ["Facts", "Fact", "Term", "TermSign"],
    note: "A dotted word explains itself: by pointer, key or tap.",
    show: () => (
      <>
        <State name="roomy" wide>
          <Facts>
            <Fact name="Amount">
              <Num>20.00 USDMS</Num>
            </Fact>
            <Fact name={<Term term="net">You receive</Term>}>
              <Num>18.40 USDT</Num>
            </Fact>
          </Facts>
        </State>
        <State name="dense" wide>
          <Facts dense>
            <Fact name={<Term term="barrier">Barrier</Term>}>
              <Num>152.924</Num>
            </Fact>
            <Fact name="To this address">
              <LongCode code={ADDRESS} copyLabel="Copy the address" />
            </Fact>
          </Facts>
        </State>
      </>
    ),
  },
  {
    title: "Codes",
    of: ["LongCode", "CodeLine", "QrCode"],
    note: "In groups of four for the eye; copied without blanks. The QR code is dark on white in both themes.",
    show: (theme) => (
      <>
        <State name="long code">
          <LongCode code={ADDRESS} />
        </State>
        <State name="on a line of its own">
          <CodeLine>
            <LongCode code={ADDRESS} copyLabel="Copy this code" />
          </CodeLine>
        </State>
        <State name="QR code">
          <div style={{ width: 132 }}>
            <QrCode value={ADDRESS} label={`QR code of an address, ${theme}`} />
          </div>
        </State>
      </>
    ),
  },
];
