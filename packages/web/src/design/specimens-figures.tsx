import { Amount } from "../ui/amount.tsx";
import { Button } from "../ui/button.tsx";
import { Fact, Facts, FigureTable } from "../ui/facts.tsx";
import { CheckItem, CheckList } from "../ui/check-list.tsx";
import { CodeLine, LongCode } from "../ui/copy-button.tsx";
import { Term } from "../ui/overlay/term.tsx";
import { Badge, Num, Skeleton, Spinner, Time } from "../ui/primitives.tsx";
import { Progress } from "../ui/progress.tsx";
import { QrCode } from "../ui/qr-code.tsx";
import { Banner, EmptyState, Failure, Loaded, LoadingRows } from "../ui/states.tsx";
import { ListEnd } from "../ui/list-end.tsx";
import type { Specimen } from "./specimen.tsx";

const FAILED = { data: undefined, isError: true, refetch: () => undefined };
const PAGES = {
  hasNextPage: false,
  isFetching: true,
  isFetchNextPageError: false,
  fetchNextPage: () => Promise.resolve(),
};

const ADDRESS = "TGLAkGbcb5raFS6gzEW9HsXH1aPs1tauwC";

const facts = (look: "lines" | "dense" | "columns" | "inline") => (
  <Facts look={look}>
    <Fact name={<Term term="barrier">Barrier</Term>}>
      <Num>152.924</Num>
    </Fact>
    <Fact name={<Term term="net">You receive</Term>}>
      <Num tone="strong">18.40 USDT</Num>
    </Fact>
    <Fact name="To this address" isWhole>
      <LongCode code={ADDRESS} copyLabel="Copy the address" />
    </Fact>
  </Facts>
);

export const FIGURES: readonly Specimen[] = [
  {
    title: "Facts",
    of: ["Facts", "Fact", "Term", "TermSign"],
    note: "A dotted word explains itself: by pointer, key or tap.",
    isWide: true,
    states: {
      lines: facts("lines"),
      dense: facts("dense"),
      columns: facts("columns"),
      inline: facts("inline"),
    },
  },
  {
    title: "Numbers and times",
    of: ["Num", "Time", "Amount", "FigureTable"],
    note: "Digits of one width. The tip has what is hidden: an exact time, the digits of a cut amount.",
    states: {
      "a gain": (
        <Num tone="mood" data-mood="good">
          +25.00
        </Num>
      ),
      "a loss": (
        <Num tone="mood" data-mood="bad">
          −10.00
        </Num>
      ),
      "relative time": (
        <Time dateTime="2026-03-01T18:30:00.000Z" isRelative>
          2 hours ago
        </Time>
      ),
      "whole cents": <Amount of="20.00000000" unit="USDMS" />,
      "cut amount": <Amount of="30.66360000" unit="USDT" />,
      "fee that makes up the difference": <Amount of="-2.66640000" shown="-2.67" unit="USDMS" />,
      "table of figures": (
        <FigureTable>
          <tbody>
            <tr>
              <th scope="row">Won</th>
              <td>12</td>
              <td>27 %</td>
            </tr>
            <tr>
              <th scope="row">Lost</th>
              <td>33</td>
              <td>73 %</td>
            </tr>
          </tbody>
        </FigureTable>
      ),
    },
  },
  {
    title: "Codes",
    of: ["LongCode", "CodeLine", "QrCode"],
    note: "In groups of four for the eye; copied without blanks. The QR code is dark on white in both themes.",
    states: (theme) => ({
      "long code": <LongCode code={ADDRESS} />,
      "on a line of its own": (
        <CodeLine>
          <LongCode code={ADDRESS} copyLabel="Copy this code" />
        </CodeLine>
      ),
      "QR code": (
        <div style={{ width: 132 }}>
          <QrCode value={ADDRESS} label={`QR code of an address, ${theme}`} />
        </div>
      ),
    }),
  },
];

export const TELLING: readonly Specimen[] = [
  {
    title: "Badge",
    of: ["Badge"],
    states: {
      buy: <Badge tone="buy">BUY</Badge>,
      sell: <Badge tone="sell">SELL</Badge>,
      good: <Badge tone="good">Won</Badge>,
      bad: <Badge tone="bad">Lost</Badge>,
      neutral: <Badge tone="neutral">Pending</Badge>,
      warn: <Badge tone="warn">Confirming</Badge>,
    },
  },
  {
    title: "Banner",
    of: ["Banner", "Failure"],
    isWide: true,
    states: {
      info: <Banner tone="info">It stays in place until its cause is over.</Banner>,
      "warn, with an action": (
        <Banner tone="warn" action={<Button variant="quiet">Try again</Button>}>
          The live connection is lost.
        </Banner>
      ),
      "bad, read out at once": <Failure words="Cannot create deposit" />,
    },
  },
  {
    title: "Check list",
    of: ["CheckList", "CheckItem"],
    isWide: true,
    states: {
      "what can come of a check": (
        <CheckList label="Checks">
          <CheckItem outcome="right" spoken="Right" words="The report is signed with a published key." />
          <CheckItem outcome="wrong" spoken="Wrong" words="The path leads to another root.">
            Expected 1,234.50, found 1,234.00
          </CheckItem>
          <CheckItem outcome="later" spoken="Later" words="The seed is public from 15:00:00 on." />
          <CheckItem outcome="missing" spoken="Not checked" words="The path was not checked." />
          <CheckItem outcome="note" spoken="Not recorded" words="This browser has no record of the answer." />
        </CheckList>
      ),
    },
  },
  {
    title: "Progress",
    of: ["Progress", "Bar", "Spinner", "Skeleton"],
    isWide: true,
    states: {
      busy: <Progress mood="busy" share={0.6} title="Payment detected" body="It is being confirmed." />,
      counting: <Progress mood="busy" share={0.46} title="Checking" body="120 of 260" isCounting />,
      good: (
        <Progress mood="good" share={1} title="Confirmed" body="The amount was credited to your balance." />
      ),
      bad: <Progress mood="bad" share={1} title="This deposit failed" body="Nothing was credited." />,
      over: (
        <Progress
          mood="over"
          share={1}
          title="Cancelled"
          body="The full amount was refunded to your balance."
        />
      ),
      spinner: <Spinner size={28} label="Loading" />,
      "place of what is loading": <Skeleton width="100%" height={72} />,
    },
  },
  {
    title: "Lists without rows",
    of: ["EmptyState", "Loaded", "LoadingRows", "ListEnd"],
    isWide: true,
    states: {
      empty: <EmptyState title="No active positions" hint="Choose Buy or Sell to open one." />,
      "with a way on": (
        <EmptyState title="No deposits yet" action={<Button variant="quiet">Deposit</Button>} />
      ),
      loading: <LoadingRows />,
      failed: <Loaded query={FAILED} failed="Couldn’t load the list" />,
      "failed, in one line": <Loaded query={FAILED} look="line" failed="Couldn’t load the figures." />,
      "more to come": <ListEnd pages={{ ...PAGES, hasNextPage: true }} loading="Loading more…" end="" />,
      "more did not load": <ListEnd pages={{ ...PAGES, isFetchNextPageError: true }} loading="" end="" />,
      "at the end": <ListEnd pages={PAGES} loading="" end="End of the list" />,
    },
  },
];
